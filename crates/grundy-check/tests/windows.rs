//! Certificates of sequences too long to keep, made here of one that is not.

#[allow(dead_code, reason = "shared with the other tests")]
mod common;

use common::{Made, by_code};
use grundy_check::{Effort, Finding, Method, Refusal, check};
use serde_json::{Value, json};
use std::sync::LazyLock;

const PERIOD: usize = 142;
const PREPERIOD: usize = 7_315;

fn is_common(mask: u32, odd: u32, value: u32) -> bool {
    (value & mask).count_ones() & 1 == odd
}

/// The game 0.356, as if its 7315 + 142 values were too many.
static MADE: LazyLock<Made> = LazyLock::new(|| {
    let values = by_code(&[0, 3, 5, 6], 9_200);
    let rare_by = |mask: u32| {
        let rare = values.iter().filter(|&&value| !is_common(mask, 1, value));
        rare.count()
    };
    let mask = (1..256).min_by_key(|&mask| rare_by(mask)).unwrap();
    let rare: Vec<(usize, u32)> = (values.iter().copied().enumerate())
        .filter(|&(_, value)| !is_common(mask, 1, value))
        .collect();
    let last = rare.last().unwrap().0;
    println!("mask {mask}, {} rare heaps, the last {last}", rare.len());
    let (first, window) = (last + 60, last + 200);
    let start = PREPERIOD - 1 - window;
    let length = window + 1 + PERIOD + window + 40;
    let claim = json!({
        "version": 1, "code": "0.356", "period": PERIOD, "preperiod": PREPERIOD, "saltus": 0, "theorem": "window",
        "checked_to": 9_000, "width": 2, "mask": mask, "odd": [1, 1], "rare": rare, "window": window,
        "stretches": [{"start": 0, "length": first}, {"start": start, "length": length}],
    });
    Made {
        claim,
        stretches: vec![
            values[..first].to_vec(),
            values[start..start + length].to_vec(),
        ],
    }
});

fn finding(made: &Made) -> Result<Finding, Refusal> {
    check(&made.bytes()[..], &Effort::default()).map(|report| report.finding)
}

fn verified(made: &Made) -> bool {
    matches!(finding(made), Ok(Finding::Verified(_)))
}

#[test]
#[cfg_attr(debug_assertions, ignore = "a billion options")]
fn the_certificate_of_0_106_is_verified() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/0.106.certificate");
    let effort = Effort {
        sample: Some(500),
        ..Effort::default()
    };
    let report = check(std::fs::File::open(path).unwrap(), &effort).unwrap();
    let Finding::Verified(verified) = report.finding else {
        panic!("{report:?}");
    };
    assert_eq!(verified.least_period, Some(true));
    assert_eq!(verified.least_preperiod, Some(true));
    let claim = report.claim;
    assert_eq!(claim.code, "0.106");
    assert_eq!(
        (claim.period, claim.preperiod),
        (328_226_140_474, 465_384_263_797)
    );
}

#[test]
fn a_window_is_verified() {
    let found = finding(&MADE);
    let Ok(Finding::Verified(verified)) = found else {
        panic!("{found:?}");
    };
    let Method::Window { continued, of, .. } = verified.method else {
        panic!("{verified:?}");
    };
    assert_eq!((continued, of), (426, 426));
    assert_eq!(verified.least_period, Some(true));
    assert_eq!(verified.least_preperiod, Some(true));
    let effort = Effort {
        sample: Some(5),
        ..Effort::default()
    };
    let report = check(&MADE.bytes()[..], &effort).unwrap();
    assert!(matches!(report.finding, Finding::Verified(_)), "{report:?}");
}

#[test]
fn conditions() {
    let with = |field: &str, value: Value| {
        let mut made = MADE.clone();
        made.claim[field] = value;
        finding(&made)
    };
    let claim = &MADE.claim;
    let rare = claim["rare"].as_array().unwrap();
    let window = claim["window"].as_u64().unwrap();
    for (field, value) in [
        ("odd", json!([0, 1])),
        ("odd", json!([1, 0])),
        ("odd", json!([0, 0])),
        ("odd", json!([1, 3])),
        ("mask", json!(claim["mask"].as_u64().unwrap() ^ 1)),
        ("mask", json!(0)),
        ("mask", json!(1u32 << 31)),
        // Heap 0 is never left and may be listed or not.
        ("rare", json!(rare[2..])),
        ("rare", json!(rare[..rare.len() - 1])),
        ("rare", json!([])),
        ("window", json!(window + 500)),
        ("window", json!(20)),
        ("window", json!(u64::MAX)),
        ("checked_to", json!(7_457)),
        ("saltus", json!(1)),
        ("period", json!(284)),
        ("period", json!(71)),
        ("period", json!(u64::MAX)),
        ("preperiod", json!(PREPERIOD - 1)),
        ("preperiod", json!(PREPERIOD + 1)),
        ("code", json!("0.357")),
        ("code", json!("0.35c")),
        ("code", json!("0.333")),
        ("code", json!("take:1,2")),
        ("theorem", json!("guy-smith")),
    ] {
        let found = with(field, value.clone());
        assert!(
            !matches!(found, Ok(Finding::Verified(_))),
            "{field} {value}: {found:?}"
        );
    }
    let mut made = MADE.clone();
    let start = claim["stretches"][1]["start"].as_u64().unwrap();
    made.claim["stretches"][1]["start"] = json!(start + 1);
    assert!(!verified(&made));
    // Without a window before the last exception, or without it, whether the pre-period is the least is not known.
    for dropped in [1, window, window + 1] {
        let mut made = MADE.clone();
        made.stretches[1].drain(..dropped as usize);
        made.claim["stretches"][1]["start"] = json!(start + dropped);
        made.claim["stretches"][1]["length"] = json!(made.stretches[1].len());
        let found = finding(&made);
        let Ok(Finding::Verified(verified)) = found else {
            panic!("{found:?}");
        };
        assert_eq!(verified.least_preperiod, None, "{dropped}");
    }
}

/// Of the window before the last exception no more is known than that it determines what comes next: values there that
/// nothing behind them rests on are free.
#[test]
fn any_value_changed() {
    let lead = MADE.claim["window"].as_u64().unwrap() as usize;
    for (stretch, free) in [(0, 0), (1, lead)] {
        for place in free..MADE.stretches[stretch].len() {
            for by in [1, 53, 1 << 15] {
                let mut made = MADE.clone();
                made.stretches[stretch][place] ^= by;
                assert!(!verified(&made), "{stretch} {place} by {by}");
            }
        }
    }
}
