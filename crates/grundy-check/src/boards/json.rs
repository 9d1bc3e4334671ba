//! A report on a table of boards as one JSON object.

use serde_json::{Value, json};

use super::verdict::{Finding, Report};
use super::words;
use super::written::Says;
use crate::words::Language;

/// The report as an object: `verdict`, the claim, and what was checked, what is wrong, or what was not proved.
pub(crate) fn report(report: &Report) -> Value {
    let claim = &report.claim;
    let mut object = json!({
        "boards": true,
        "game": claim.game,
        "root": claim.root,
        "entries": claim.entries,
    });
    match &claim.says {
        Says::Is(value) => object["value"] = json!(value),
        Says::IsNone(values) => object["excluded"] = json!(values),
    }
    match &report.finding {
        Finding::Verified(verified) => {
            object["verdict"] = json!("verified");
            object["proved"] = json!(verified.seed.is_none());
            object["components"] = json!(verified.components);
            object["checked"] = json!(verified.checked);
            object["recomputed"] = json!(verified.recomputed);
            if let Some(seed) = verified.seed {
                object["seed"] = json!(seed);
            }
        }
        Finding::Refuted(fault) => {
            object["verdict"] = json!("refuted");
            object["why"] = json!(words::refuted(fault, Language::English));
        }
        Finding::Unproved(unproved) => {
            object["verdict"] = json!("unproved");
            object["proved"] = json!(false);
            object["checked"] = json!(unproved.checked);
            object["unproved"] = json!(unproved.count);
            object["lines"] = json!(unproved.lines);
        }
    }
    object
}
