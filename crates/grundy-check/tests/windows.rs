//! Certificates of sequences too long to keep, made here of one that is not.

#[allow(dead_code, reason = "shared with the other tests")]
mod common;

use common::{Made, by_code};
use grundy_check::{Effort, Finding, Least, Method, Refusal, Refutation, check};
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
    assert!(matches!(verified.method, Method::Window { .. }));
    assert_eq!(verified.least_period, Least::AsStored);
    assert_eq!(verified.least_preperiod, Least::AsStored);
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
    // All values up to those that recur can be computed soon: so the claim is proved.
    let Method::Walked { end, .. } = verified.method else {
        panic!("{verified:?}");
    };
    let last = &MADE.claim["stretches"][1];
    let stored = last["start"].as_u64().unwrap() + last["length"].as_u64().unwrap();
    assert_eq!((end, verified.recomputed), (stored, stored));
    assert_eq!(verified.least_period, Least::Proved);
    assert_eq!(verified.least_preperiod, Least::Proved);
    // With less work it is not.
    let (kept, all) = (as_stored(&MADE, None), 426);
    assert_eq!(kept, (all, all, Least::AsStored, Least::AsStored));
    let kept = as_stored(&MADE, Some(5));
    assert_eq!(kept, (5, all, Least::AsStored, Least::AsStored));
}

/// What is verified of a certificate by a sample of so many values, or by all that are stored, without computing
/// those on the way.
fn as_stored(made: &Made, sample: Option<u64>) -> (u64, u64, Least, Least) {
    let effort = Effort {
        sample: Some(sample.unwrap_or(u64::MAX)),
        ..Effort::default()
    };
    let report = check(&made.bytes()[..], &effort).unwrap();
    let Finding::Verified(verified) = report.finding else {
        panic!("{report:?}");
    };
    let Method::Window { continued, of, .. } = verified.method else {
        panic!("{verified:?}");
    };
    (
        continued,
        of,
        verified.least_period,
        verified.least_preperiod,
    )
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
        assert_eq!(as_stored(&made, None).3, Least::Unknown, "{dropped}");
        // Whoever computes all values knows it.
        let Ok(Finding::Verified(verified)) = finding(&made) else {
            panic!("{dropped}");
        };
        assert_eq!(verified.least_preperiod, Least::Proved, "{dropped}");
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

/// A window may be invented: any values go on somehow, and repeat some day. So nothing is proved by those that are stored;
/// computing all values shows that the sequence does not come to them.
#[test]
fn invented_windows() {
    for (digits, known, period, preperiod) in [
        (&[0u8, 4, 5][..], 4_000, 20, 498),
        (&[0, 1, 5, 6], 9_000, 349, 3_479),
    ] {
        let values = by_code(digits, known);
        let rare_by = |mask: u32| {
            let values = values.iter();
            values.filter(move |&&value| !is_common(mask, 1, value))
        };
        let mask = (1..64).min_by_key(|&mask| rare_by(mask).count()).unwrap();
        let mut rare: Vec<(usize, u32)> = Vec::new();
        for (heap, &value) in values.iter().enumerate() {
            if !is_common(mask, 1, value) {
                rare.push((heap, value));
            }
        }
        let last = rare.last().unwrap().0;
        let (first, window) = (last + 1_000, last + 1_100);
        // Some common values, and what follows from them.
        // Far behind the true ones.
        let far = if cfg!(debug_assertions) {
            30_000
        } else {
            1_000_000
        };
        let mut dice = 1u32;
        let mut made: Vec<u32> = (0..window)
            .map(|_| {
                dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let value = values[known - 1 - (dice >> 16) as usize % 500];
                assert!(is_common(mask, 1, value));
                value
            })
            .collect();
        let long = 12 * window + 6_000;
        while made.len() < long {
            made.push(follows(digits, &rare, mask, &made));
        }
        let (end, tail) = (made.len(), made.len() - 2 * window - period);
        // It repeats some day.
        let period = (1..end / 4)
            .find(|step| (tail..end - step).all(|place| made[place] == made[place + step]));
        let period = period.unwrap_or_else(|| panic!("{digits:?} repeats"));
        let exception = (0..end - period)
            .rev()
            .find(|&place| made[place] != made[place + period]);
        let exception = exception.unwrap();
        assert!(exception >= window);
        let begin = exception - window;
        let length = window + 1 + period + window + 10;
        let claim = json!({
            "version": 1, "code": format!("0.{}", digits[1..].iter().map(u8::to_string).collect::<String>()),
            "period": period, "preperiod": far + window + 1, "saltus": 0, "theorem": "window", "checked_to": 9_000_000,
            "width": 2, "mask": mask, "odd": [1, 1], "rare": rare, "window": window,
            "stretches": [{"start": 0, "length": first}, {"start": far, "length": length}],
        });
        let invented = Made {
            claim,
            stretches: vec![
                values[..first].to_vec(),
                made[begin..begin + length].to_vec(),
            ],
        };
        println!(
            "{digits:?}: {period} from {} on, not from {preperiod}",
            far + window + 1
        );
        let (.., least_period, least_preperiod) = as_stored(&invented, None);
        assert_ne!(least_period, Least::Proved);
        assert_ne!(least_preperiod, Least::Proved);
        let found = finding(&invented);
        assert!(
            matches!(found, Ok(Finding::Refuted(Refutation::Value { heap, .. })) if heap >= far as u64),
            "{found:?}"
        );
    }
}

/// The least common value that no option that leaves a rare heap, or one heap only, has.
fn follows(digits: &[u8], rare: &[(usize, u32)], mask: u32, before: &[u32]) -> u32 {
    let mut options = std::collections::BTreeSet::new();
    for (removed, digit) in digits.iter().enumerate() {
        if digit & 2 != 0 {
            options.insert(before[before.len() - removed]);
        }
        if digit & 4 != 0 {
            let pairs = rare.iter().filter(|&&(heap, _)| heap > 0);
            options
                .extend(pairs.map(|&(heap, value)| value ^ before[before.len() - removed - heap]));
        }
    }
    (0..)
        .find(|value| is_common(mask, 1, *value) && !options.contains(value))
        .unwrap()
}
