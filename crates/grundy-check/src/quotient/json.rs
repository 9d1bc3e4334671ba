//! A report on a quotient as one JSON object.

use serde_json::{Value, json};

use super::verdict::{Fault, Finding, Report};
use super::words;
use crate::words::Language;

/// The report as an object: `verdict`, the claim without its tables, and what was seen or what is wrong.
pub(crate) fn report(report: &Report) -> Value {
    let claim = &report.claim;
    let mut object = json!({
        "quotient": true,
        "heaps": claim.heaps,
        "order": claim.order,
        "p_count": claim.p.len(),
    });
    if let Some(code) = &claim.code {
        object["code"] = json!(code);
    }
    if let (Some(preperiod), Some(period)) = (claim.preperiod, claim.period) {
        object["preperiod"] = json!(preperiod);
        object["period"] = json!(period);
    }
    match &report.finding {
        Finding::Verified(verified) => {
            object["verdict"] = json!("verified");
            object["proved"] = json!(true);
            object["of_all_heaps"] = json!(claim.period.is_some());
            object["kinds"] = json!(verified.kinds);
            object["pairs"] = json!(verified.pairs);
        }
        Finding::Refuted(fault) => {
            object["verdict"] = json!("refuted");
            object["why"] = json!(words::refuted(fault, claim, Language::English));
            if let Fault::CalledP { sum, .. } | Fault::CalledN { sum } = fault {
                object["sum"] = json!(sum);
            }
        }
    }
    object
}
