//! A report as one JSON object.

use serde_json::{Value, json};

use crate::Judgement;
use crate::verdict::{Finding, Least, Method, Report};
use crate::words::{self, Language};

/// A judgement as an object.
pub fn judgement(judgement: &Judgement) -> Value {
    match judgement {
        Judgement::Period(report) => self::report(report),
        Judgement::Quotient(report) => crate::quotient::json(report),
        Judgement::Boards(report) => crate::boards::json(report),
    }
}

/// The report as an object: `verdict`, the claim, and what was recomputed or what is wrong.
pub fn report(report: &Report) -> Value {
    let claim = &report.claim;
    let mut object = json!({
        "code": claim.code,
        "period": claim.period,
        "preperiod": claim.preperiod,
        "saltus": claim.saltus,
        "theorem": claim.theorem,
        "checked_to": claim.checked_to,
    });
    let more = match &report.finding {
        Finding::Refuted(refutation) => {
            let mut object = json!({
                "verdict": "refuted",
                "why": words::refuted(refutation, Language::English),
            });
            if let crate::Refutation::Value {
                heap,
                expected,
                stored,
            } = *refutation
            {
                merge(
                    &mut object,
                    json!({"n": heap, "expected": expected, "stored": stored}),
                );
            }
            object
        }
        Finding::Verified(verified) => {
            let mut object = json!({
                "verdict": "verified",
                "recomputed": verified.recomputed,
                "least_period": least(verified.least_period),
                "least_preperiod": least(verified.least_preperiod),
            });
            merge(&mut object, method(&verified.method));
            object
        }
    };
    merge(&mut object, more);
    object
}

/// What was seen, in a word.
fn least(least: Least) -> &'static str {
    match least {
        Least::Proved => "proved",
        Least::AsStored => "as-stored",
        Least::Unknown => "unknown",
    }
}

fn method(method: &Method) -> Value {
    match *method {
        Method::Full { bound } => json!({"method": "full", "proved": true, "bound": bound}),
        Method::Sampled {
            bound,
            windows,
            width,
            first,
            seed,
        } => json!({
            "method": "sample", "proved": false, "bound": bound, "windows": windows, "width": width,
            "first": first, "seed": seed,
        }),
        Method::Walked { end, first, window } => json!({
            "method": "walk", "proved": true, "end": end, "first": first, "window": window,
        }),
        Method::Window {
            first,
            rare,
            window,
            stretches,
            continued,
            of,
        } => json!({
            "method": "window", "proved": false, "first": first, "rare": rare, "window": window,
            "stretches": stretches, "continued": continued, "of": of,
        }),
    }
}

fn merge(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
    }
}
