//! Certificates of known periods are verified; whatever is changed in one is refuted or rejected.

mod common;

use common::{Made, by_code, by_takes};
use grundy_check::{Effort, Finding, Method, Refusal, Refutation, check};
use proptest::prelude::*;
use serde_json::json;

fn finding(made: &Made) -> Result<Finding, Refusal> {
    check(&made.bytes()[..], &Effort::default()).map(|report| report.finding)
}

fn verified(made: &Made) -> bool {
    matches!(finding(made), Ok(Finding::Verified(_)))
}

fn kayles() -> Made {
    Made::new(
        "0.77",
        "guy-smith",
        [12, 71, 0],
        167,
        &by_code(&[0, 7, 7], 83),
    )
}

#[test]
fn known_periods() {
    // Code, digits, period, pre-period: Winning Ways, chapter 4, table 6, counted from heap 0.
    for (code, digits, period, preperiod) in [
        ("0.77", &[0u8, 7, 7][..], 12, 71),
        ("0.07", &[0, 0, 7], 34, 53),
        ("0.137", &[0, 1, 3, 7], 34, 52),
        ("0.15", &[0, 1, 5], 10, 1),
        ("0.3", &[0, 3], 2, 0),
        ("4.3", &[4, 3], 2, 2),
    ] {
        let values = by_code(digits, 400);
        let least = (0..400 - period)
            .rev()
            .find(|&n| values[n] != values[n + period]);
        let first = least.map_or(0, |last| last + 1);
        assert_eq!(first, preperiod, "{code}");
        let made = Made::new(
            code,
            "guy-smith",
            [period as u64, preperiod as u64, 0],
            400,
            &values,
        );
        let found = finding(&made);
        let Ok(Finding::Verified(verified)) = found else {
            panic!("{code}: {found:?}");
        };
        assert!(matches!(verified.method, Method::Full { .. }));
        // The theorem needs so much and no less.
        let parts = if digits.iter().any(|digit| digit & 4 != 0) {
            2
        } else {
            1
        };
        let bound = parts * (preperiod.max(1) + period) + digits.len() - parts;
        assert_eq!(verified.recomputed, bound as u64, "{code}");
        let mut late = made.clone();
        late.claim["checked_to"] = json!(bound);
        assert!(self::verified(&late));
        late.claim["checked_to"] = json!(bound - 1);
        assert!(!self::verified(&late));
    }
}

#[test]
fn a_period_of_thousands_by_sample() {
    let values = by_code(&[0, 1, 5, 6], 3_900);
    let made = Made::new("0.156", "guy-smith", [349, 3_479, 0], 10_000, &values);
    let effort = Effort {
        sample: Some(20),
        ..Effort::default()
    };
    let report = check(&made.bytes()[..], &effort).unwrap();
    let Finding::Verified(verified) = report.finding else {
        panic!("{:?}", report.finding);
    };
    assert!(matches!(
        verified.method,
        Method::Sampled { windows: 20, .. }
    ));
    // Every window has values that a change of an early one shows.
    let mut changed = made;
    changed.stretches[0][3] ^= 1;
    let report = check(&changed.bytes()[..], &effort).unwrap();
    assert!(matches!(
        report.finding,
        Finding::Refuted(Refutation::Value { heap: 3, .. })
    ));
}

#[test]
fn subtraction_sets() {
    let values = by_takes(|take| [1, 3, 4].contains(&take), 60);
    let made = Made::new("take:1,3,4", "subtraction", [7, 0, 0], 60, &values);
    assert!(verified(&made));
    // 0 1 0 1 2 3 2: the first seven values of the set without 4 are others.
    let mut other = made.clone();
    other.claim["code"] = json!("take:1,3");
    assert!(!verified(&other));
    let values = by_takes(|take| [2, 5, 7].contains(&take), 200);
    let mut made = Made::new("take:2,5,7", "subtraction", [22, 0, 0], 60, &values);
    let right = (0..170).all(|heap| values[heap] == values[heap + 22]);
    assert_eq!(verified(&made), right);
    // Twice a period is one, but not the least.
    made = Made::new(
        "take:1,3,4",
        "subtraction",
        [14, 0, 0],
        60,
        &by_takes(|take| [1, 3, 4].contains(&take), 60),
    );
    assert_eq!(
        finding(&made),
        Ok(Finding::Refuted(Refutation::SmallerPeriod(7)))
    );
    made = Made::new(
        "take:1,3,4",
        "subtraction",
        [7, 2, 0],
        60,
        &by_takes(|take| [1, 3, 4].contains(&take), 60),
    );
    assert_eq!(
        finding(&made),
        Ok(Finding::Refuted(Refutation::SmallerPreperiod(1)))
    );
}

/// Values that repeat up to twice the least common multiple of period and modulus are proved to; fewer prove nothing.
#[test]
fn sets_of_remainders() {
    let values = by_takes(|take| [1, 4].contains(&(take % 5)), 60);
    let made = |code, reach| Made::new(code, "subtraction", [5, 0, 0], reach, &values);
    assert!(verified(&made("take:1,4mod5", 60)) && verified(&made("take:1,4mod5", 10)));
    assert!(!verified(&made("take:1,4mod5", 9)));
    for other in ["take:1,2mod5", "take:1,4mod7", "take:0,1,4mod5", "take:1,3"] {
        assert!(!verified(&made(other, 60)), "{other}");
    }
    let values = by_takes(|take| [1, 2, 5].contains(&(take % 7)), 400);
    let right = |period: usize, before: usize| {
        (before..200).all(|heap| values[heap] == values[heap + period])
    };
    for period in 1..30 {
        let made = Made::new(
            "take:1,2,5mod7",
            "subtraction",
            [period, 0, 0],
            400,
            &values,
        );
        let is_least = (1..period).all(|less| !right(less as usize, 0));
        assert_eq!(
            verified(&made),
            right(period as usize, 0) && is_least,
            "{period}"
        );
    }
}

/// The least period, pre-period and saltus that the end of the values has.
fn growing(values: &[u32]) -> Option<[u64; 3]> {
    let length = values.len();
    (1..length / 4).find_map(|period| {
        let saltus = values[length - 1].checked_sub(values[length - 1 - period])?;
        let fits = |heap: &usize| values[heap + period] != values[*heap] + saltus;
        let first = (0..length - period)
            .rev()
            .find(fits)
            .map_or(0, |last| last + 1);
        (saltus > 0 && first < length / 2).then_some([period as u64, first as u64, saltus.into()])
    })
}

#[test]
fn all_but_some() {
    for set in [
        &[][..],
        &[1],
        &[2],
        &[1, 2],
        &[2, 3],
        &[1, 4],
        &[3, 5, 6],
        &[1, 2, 7],
        &[2, 5, 9],
    ] {
        let values = by_takes(|take| !set.contains(&take), 400);
        let claim = growing(&values).unwrap_or_else(|| panic!("{set:?}"));
        let words: Vec<String> = set.iter().map(usize::to_string).collect();
        for name in ["take:!", "allbut:"] {
            let code = format!("{name}{}", words.join(","));
            let mut made = Made::new(&code, "arithmetic", claim, 2_000, &values);
            let found = finding(&made);
            assert!(
                matches!(found, Ok(Finding::Verified(_))),
                "{code}: {claim:?} {found:?}"
            );
            made.claim["saltus"] = json!(claim[2] + 1);
            assert!(!verified(&made), "{code}");
        }
    }
}

#[test]
fn three_heaps() {
    let mut proved = 0;
    for (code, digits) in [
        ("0.8", &[0u8, 8][..]),
        ("0.08", &[0, 0, 8]),
        ("0.88", &[0, 8, 8]),
        ("0.c", &[0, 12]),
        ("8.", &[8]),
        ("8.2", &[8, 2]),
        ("0.af", &[0, 10, 15]),
        ("0.9f", &[0, 9, 15]),
        ("0.ff", &[0, 15, 15]),
        ("0.3f", &[0, 3, 15]),
        ("0.8f", &[0, 8, 15]),
    ] {
        let values = by_code(digits, 110);
        let claim = growing(&values).unwrap_or_else(|| panic!("{code}"));
        let made = Made::new(code, "arithmetic", claim, 10_000, &values);
        match finding(&made) {
            Ok(Finding::Verified(_)) => proved += 1,
            found => println!("{code}: {claim:?} {found:?}"),
        }
    }
    assert_eq!(proved, 11);
}

#[test]
fn what_is_proved_of_all_codes_of_two_digits_holds() {
    let (mut proved, mut refuted) = (0, 0);
    for code in 0..256u32 {
        let digits = [0, (code >> 4) as u8, (code & 15) as u8];
        let values = by_code(&digits, 84);
        // What the first values suggest, true or not.
        for known in [14, 18, 42] {
            let Some(claim) = growing(&values[..known]) else {
                continue;
            };
            let [period, preperiod, saltus] = claim;
            let end = values.len() - period as usize;
            let fits = |heap: usize| values[heap + period as usize] == values[heap] + saltus as u32;
            let fits = (preperiod as usize..end).all(fits);
            let made = Made::new(
                &format!("0.{code:02x}"),
                "arithmetic",
                claim,
                10_000,
                &values,
            );
            if verified(&made) {
                assert!(fits, "0.{code:02x}: {claim:?}");
                proved += 1;
            } else if !fits {
                refuted += 1;
            } else {
                println!("0.{code:02x}: {claim:?} is not proved");
            }
        }
    }
    println!("{proved} proved, {refuted} not");
    assert!(proved >= 100 && refuted >= 4, "{proved}, {refuted}");
}

#[test]
fn growth_that_stops_is_not_proved() {
    // No splits: nothing keeps the values apart.
    let values: Vec<u32> = (0..40).collect();
    for code in [
        "0.8",
        "0.7",
        "0.77",
        "0.3f",
        "take:1,2,3",
        "grundy",
        "couples",
        "0.c",
        "take:!2",
    ] {
        let made = Made::new(code, "arithmetic", [1, 0, 1], 10_000, &values);
        assert!(!verified(&made), "{code}");
    }
}

#[test]
fn periods_that_are_none() {
    // Grundy's game has no known period; the first values nearly repeat with 3.
    let values = vec![0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2];
    for period in 1..6 {
        for preperiod in 0..9 {
            let made = Made::new(
                "grundy",
                "guy-smith",
                [period, preperiod, 0],
                10_000,
                &values,
            );
            assert!(!verified(&made));
        }
    }
}

#[test]
fn too_much_work_is_said_before() {
    let values = by_code(&[0, 7, 7], 83);
    let mut made = Made::new("0.77", "guy-smith", [12, 71, 0], 167, &values);
    let effort = Effort {
        most_options: 1_000,
        ..Effort::default()
    };
    let refusal = check(&made.bytes()[..], &effort).err();
    assert!(matches!(refusal, Some(Refusal::Costly(_))), "{refusal:?}");
    // A set whose theorem looks far back needs no memory to be refused.
    made = Made::new(
        "take:1,4611686018427387904",
        "subtraction",
        [2, 0, 0],
        u64::MAX,
        &[0, 1],
    );
    assert!(matches!(finding(&made), Err(Refusal::Costly(_))));
}

/// Changes one field.
fn change(made: &mut Made, field: &str, by: u64) {
    let claim = &mut made.claim;
    match field {
        "code" => {
            claim["code"] =
                json!(["0.7", "0.777", "take:1,2", "grundy", "0.77 ", "0.73"][by as usize % 6])
        }
        "theorem" => {
            claim["theorem"] =
                json!(["subtraction", "window", "arithmetic", "none"][by as usize % 4]);
        }
        "sha256" => claim["sha256"] = json!("0".repeat(64)),
        "start" => claim["stretches"][0]["start"] = json!(by),
        "length" => {
            let length = claim["stretches"][0]["length"].as_u64().unwrap();
            claim["stretches"][0]["length"] = json!(length.wrapping_add(by));
        }
        // More values computed than needed are no fault.
        "checked_to" => claim["checked_to"] = json!(by % 167),
        _ => claim[field] = json!(claim[field].as_u64().unwrap().wrapping_add(by)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn any_field_changed(field in 0..11usize, by in prop_oneof![1..100u64, any::<u64>()]) {
        let field = [
            "version", "code", "period", "preperiod", "saltus", "theorem", "checked_to", "width", "start", "length",
            "sha256",
        ][field];
        let mut made = kayles();
        if field == "width" {
            // The values stay as they are.
            let bytes = String::from_utf8(made.bytes()).unwrap();
            let width = format!("\"width\":{}", by.wrapping_add(2));
            let bytes = bytes.replace("\"width\":2", &width);
            prop_assert!(bytes.contains(&width));
            prop_assert!(check(bytes.as_bytes(), &Effort::default()).is_err(), "{by}");
            return Ok(());
        }
        change(&mut made, field, by.max(1));
        prop_assert!(!verified(&made), "{field} by {by}");
    }

    #[test]
    fn any_value_changed(place in 0..83usize, value in any::<u16>(), hashed in any::<bool>()) {
        let mut made = kayles();
        let bytes = made.bytes();
        let changed = u32::from(value) != made.stretches[0][place];
        made.stretches[0][place] = value.into();
        prop_assert_eq!(verified(&made), !changed);
        if !hashed && changed {
            let mut damaged = bytes;
            let at = damaged.len() - 2 * (83 - place);
            damaged[at..at + 2].copy_from_slice(&value.to_le_bytes());
            prop_assert_eq!(check(&damaged[..], &Effort::default()).err(), Some(Refusal::Damaged));
        }
    }

    #[test]
    fn any_byte_changed(place in 0..400usize, byte in any::<u8>()) {
        let mut bytes = kayles().bytes();
        let place = place % bytes.len();
        if bytes[place] != byte {
            bytes[place] = byte;
            let report = check(&bytes[..], &Effort::default());
            // The number of values computed may be any that is enough; JSON may have other blanks.
            let same = report.as_ref().is_ok_and(|report| {
                let claim = &report.claim;
                claim.code.trim_end_matches('0') == "0.77"
                    && (claim.period, claim.preperiod, claim.saltus) == (12, 71, 0)
            });
            let verified = report.is_ok_and(|report| matches!(report.finding, Finding::Verified(_)));
            prop_assert!(!verified || same);
        }
    }

    #[test]
    fn cut_or_lengthened(length in 0..600usize) {
        let mut bytes = kayles().bytes();
        if length < bytes.len() {
            bytes.truncate(length);
        } else {
            bytes.resize(length.max(bytes.len() + 1), 0);
        }
        let refusal = check(&bytes[..], &Effort::default()).err();
        prop_assert!(matches!(refusal, Some(Refusal::Foreign | Refusal::Truncated | Refusal::Trailing)), "{refusal:?}");
    }

    #[test]
    fn anything_at_all(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = check(&bytes[..], &Effort::default());
        let mut named = b"grundy certificate 1\n".to_vec();
        named.extend(bytes);
        prop_assert!(check(&named[..], &Effort::default()).is_err());
    }
}

#[test]
fn declared_lengths_are_not_believed() {
    for (start, length) in [(0, u64::MAX), (u64::MAX, 1), (0, 1 << 40), (0, 0)] {
        let mut made = kayles();
        made.claim["stretches"] = json!([{"start": start, "length": length}]);
        made.claim["preperiod"] = json!(length.saturating_sub(12));
        assert!(finding(&made).is_err(), "{start} {length}");
    }
    let mut made = kayles();
    made.claim["period"] = json!(u64::MAX);
    assert!(finding(&made).is_err());
    made.claim["stretches"] = json!([]);
    assert!(finding(&made).is_err());
}
