//! Certificates of sequences too long to keep, made here of one that is not.

#[allow(dead_code, reason = "shared with the other tests")]
mod common;

use common::{Made, by_code};
use grundy_check::{Effort, Finding, Method, Refusal, check};
use proptest::prelude::*;
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
    let start = PREPERIOD - 1;
    let length = 1 + PERIOD + window + 40;
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
    assert_eq!((continued, of), (183, 183));
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
    made.claim["stretches"][1]["start"] = json!(PREPERIOD);
    assert!(!verified(&made));
    // Without the value before the pre-period whether this is the least is not known.
    made.stretches[1].remove(0);
    made.claim["stretches"][1]["length"] = json!(made.stretches[1].len());
    let found = finding(&made);
    let Ok(Finding::Verified(verified)) = found else {
        panic!("{found:?}");
    };
    assert_eq!(verified.least_preperiod, None);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn any_value_changed(stretch in 0..2usize, place in 0..2_000usize, by in prop_oneof![1..300u32, Just(1u32 << 15)]) {
        let mut made = MADE.clone();
        let values = &mut made.stretches[stretch];
        let place = place % values.len();
        values[place] ^= by;
        prop_assert!(!verified(&made), "{stretch} {place} by {by}");
    }
}
