//! Periods against plain comparison of all values, and against values computed far beyond the proof.

use super::*;
use crate::sequence::{Limits, Rules, Sequence};

fn kept(values: &[u32]) -> Values {
    let mut kept = Values::default();
    kept.extend(values);
    kept
}

/// The least period that the bound proves, by comparing everything.
fn plain(values: &[u32], breaking: &Breaking) -> Option<(u64, u64)> {
    (1..values.len()).find_map(|period| {
        let last = (0..values.len() - period).rev();
        let change = last
            .into_iter()
            .find(|&heap| values[heap] != values[heap + period]);
        let preperiod = change.map_or(0, |heap| heap as u64 + 1);
        let needed = breaking.needed(preperiod, period as u64);
        (needed <= values.len() as u64).then_some((preperiod, period as u64))
    })
}

fn found(values: &[u32], breaking: &Breaking) -> Option<(u64, u64)> {
    let period = breaking.period(&kept(values));
    period.map(|period| (period.preperiod(), period.period()))
}

#[test]
fn needs_enough_values() {
    // Takes of 1 or 2: the period is 3, t = 1, k = 2.
    let values: Vec<u32> = (0..20).map(|heap| heap % 3).collect();
    assert_eq!(Period::by_breaking(&values[..5], 1, 2), None);
    let found = Period::by_breaking(&values[..6], 1, 2).expect("a window of two recurs");
    assert_eq!((found.preperiod(), found.period()), (0, 3));
    assert_eq!(found.theorem(), Theorem::Subtraction);
    assert_eq!(
        found.reduce(&Natural::from(1_000_000_000_001u64)),
        Natural::from(2u8)
    );
    // With two parts more is needed.
    assert_eq!(Period::by_breaking(&values[..9], 2, 2), None);
    let found = Period::by_breaking(&values[..10], 2, 2).expect("enough");
    assert_eq!(found.theorem(), Theorem::GuySmith);
    let mut late = values.clone();
    late[3] = 7;
    assert_eq!(
        Period::by_breaking(&late, 2, 2).map(|found| found.preperiod()),
        Some(4)
    );
}

/// Every prefix of sequences that repeat, nearly repeat, repeat with another period for long, or have wide values.
#[test]
fn agrees_with_comparing_everything() {
    let mix = |heap: u64| (heap.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as u32;
    let kinds = [
        Breaking::new(1, 1),
        Breaking::new(1, 3),
        Breaking::new(2, 2),
        Breaking::new(3, 4),
        Breaking::new(2, 1).unequal(),
        Breaking::new(2, 3).regular_from(40),
    ];
    for (preperiod, period, wide) in [
        (0, 1, 1),
        (0, 2, 2),
        (5, 3, 3),
        (17, 12, 300),
        (40, 7, 70_000),
        (3, 31, 2),
    ] {
        let mut values: Vec<u32> = (0..260)
            .map(|heap: u64| {
                let place = if heap < preperiod {
                    heap + 500
                } else {
                    (heap - preperiod) % period
                };
                mix(place) % wide
            })
            .collect();
        for change in [None, Some(0), Some(3), Some(60), Some(130)] {
            if let Some(change) = change {
                values[change] ^= 1;
            }
            for breaking in &kinds {
                for length in (0..=values.len()).step_by(3) {
                    let prefix = &values[..length];
                    assert_eq!(
                        found(prefix, breaking),
                        plain(prefix, breaking),
                        "{preperiod} {period} {wide} {change:?} {breaking:?} {length}"
                    );
                }
            }
        }
    }
}

/// Long runs of equal values, which the last ones occur in everywhere.
#[test]
fn much_that_nearly_repeats_takes_no_long() {
    let mut values = vec![0; 300_000];
    values[200_000] = 1;
    values.extend([1; 100]);
    assert_eq!(found(&values, &Breaking::new(2, 3)), None);
    // The last values occur at every place but one.
    let mut values = vec![0; 300_000];
    values[151_000] = 1;
    assert_eq!(found(&values, &Breaking::new(2, 3)), None);
    let mut values: Vec<u32> = (0..300_000)
        .map(|heap| u32::from(heap % 70_000 == 60_000))
        .collect();
    assert_eq!(found(&values, &Breaking::new(2, 3)), Some((0, 70_000)));
    values[10] = 2;
    assert_eq!(found(&values, &Breaking::new(2, 3)), Some((11, 70_000)));
    let high: Vec<u32> = (0..3000)
        .map(|heap| 256 * u32::from(heap % 70 == 60))
        .collect();
    assert_eq!(found(&high, &Breaking::new(2, 3)), Some((0, 70)));
}

/// All codes of up to two digits and many of three, with and without splitting whole heaps: after the proof, the sequence goes on as
/// proved for five periods and more, and one heap before it does not.
#[test]
fn codes_go_on_as_proved() {
    let mut proved = 0;
    for first in [0, 4] {
        for code in 0..512u16 {
            if code % 8 != 0 && code % 17 != 2 || cfg!(debug_assertions) && code % 5 != 1 {
                continue;
            }
            let digits = [
                first,
                (code >> 6) as u8,
                (code >> 3 & 7) as u8,
                code as u8 & 7,
            ];
            let rules = Rules::new(&digits).expect("rules");
            let mut finder = Finder::new(Proof::of(&rules), 1 << 20);
            let mut sequence = Sequence::new(rules, Limits::default());
            let mut values = Vec::new();
            let period = loop {
                let from = values.len();
                sequence.next_block(&mut values).expect("values");
                if let Some(period) = finder.push(&values[from..]).expect("room") {
                    break period;
                }
                if values.len() > 600 {
                    break Period::by_breaking(&[0, 0, 0], 1, 1).expect("none");
                }
            };
            if finder.period().is_none() {
                continue;
            }
            proved += 1;
            let (since, after) = (period.preperiod() as usize, period.period() as usize);
            while values.len() < (finder.len() as usize + 5 * after).min(1500) {
                sequence.next_block(&mut values).expect("values");
            }
            let odd = (0..values.len() - after)
                .rev()
                .find(|&heap| values[heap] != values[heap + after]);
            assert_eq!(odd.map_or(0, |heap| heap + 1), since, "{digits:?}");
        }
    }
    let least = if cfg!(debug_assertions) { 12 } else { 60 };
    assert!(proved > least, "{proved}");
}

/// Published periods and last exceptions (Guy and Smith 1956; *Winning Ways*, chapter 4; Gangolli and Plambeck 1989).
#[test]
fn published_periods() {
    for (code, period, preperiod) in [
        ("0.77", 12, 71),
        ("0.137", 34, 52),
        ("0.07", 34, 53),
        ("0.117", 48, 47),
        ("0.177", 20, 497),
        ("0.356", 142, 7315),
        ("0.644", 442, 3256),
        ("0.156", 349, 3479),
    ] {
        let rules: Rules = code.parse().expect("a code");
        let mut finder = Finder::new(Proof::of(&rules), 1 << 20);
        let mut sequence = Sequence::new(rules, Limits::default());
        let mut block = Vec::new();
        let proved = loop {
            block.clear();
            sequence.next_block(&mut block).expect("values");
            if let Some(proved) = finder.push(&block).expect("room") {
                break proved;
            }
        };
        assert_eq!(
            (proved.period(), proved.preperiod()),
            (period, preperiod),
            "{code}"
        );
        // No more than a sixteenth and a block later than the bound.
        let needed = Breaking::of(&code.parse().expect("a code"))
            .expect("a bound")
            .needed(preperiod, period);
        assert!(
            finder.len() <= needed + needed / 16 + 512,
            "{code}: {}",
            finder.len()
        );
        // What is saved goes on.
        let restored =
            Finder::restore(&finder.save(), finder.proof().clone(), 1 << 20).expect("whole");
        assert_eq!(
            (restored.period(), restored.values()),
            (Some(proved), finder.values())
        );
    }
}

#[test]
fn damaged_bytes_are_refused() {
    let mut finder = Finder::new(Proof::Breaking(Breaking::new(2, 2)), 1 << 10);
    finder.push(&[0, 1, 300, 2]).expect("room");
    let saved = finder.save();
    let restore = |bytes: &[u8]| {
        Finder::restore(bytes, Proof::Breaking(Breaking::new(2, 2)), 1 << 10)
            .map(|finder| finder.len())
    };
    assert_eq!(restore(&saved), Ok(4));
    assert_eq!(restore(b"x"), Err(NotKept::Foreign));
    for place in 16..saved.len() {
        let mut changed = saved.clone();
        changed[place] ^= 1;
        assert_eq!(restore(&changed), Err(NotKept::Damaged));
        assert_eq!(restore(&saved[..place]), Err(NotKept::Damaged));
    }
    let many = vec![1; 2000];
    assert_eq!(finder.push(&many), Err(Full(4008)));
    assert_eq!(finder.len(), 4);
}

#[test]
fn what_is_observed() {
    let of = |value: fn(u32) -> u32| {
        let values: Vec<u32> = (0..400).map(value).collect();
        Observed::of(&kept(&values))
            .map(|seen| (seen.preperiod, seen.period, seen.saltus, seen.regularity))
    };
    assert_eq!(of(|heap| heap % 7), Some((0, 7, 0, Regularity::Periodic)));
    assert_eq!(
        of(|heap| heap / 3 * 2),
        Some((0, 3, 2, Regularity::Arithmetic))
    );
    assert_eq!(
        of(|heap| if heap % 3 == 0 { heap } else { 1 }),
        Some((0, 3, 3, Regularity::Sapp))
    );
    assert_eq!(
        of(|heap| if heap == 9 { 50 } else { heap % 7 }),
        Some((10, 7, 0, Regularity::Periodic))
    );
    assert_eq!(of(|heap| heap.wrapping_mul(0x9E37_79B9) >> 20), None);
}

#[test]
fn values_by_saltus() {
    let period = Period {
        preperiod: 2,
        period: 3,
        saltus: 4,
        theorem: Theorem::Arithmetic,
        subject: Subject::AllBut,
    };
    let value = |heap: u32| period.value(&Natural::from(heap), |heap| Some(heap as u32));
    assert_eq!(value(1), Some(Natural::from(1u8)));
    assert_eq!(value(4), Some(Natural::from(4u8)));
    assert_eq!(value(5), Some(Natural::from(6u8)));
    assert_eq!(value(13), Some(Natural::from(4u8 + 12)));
}

/// Grundy's game and its like have no known period: so small codes of unequal splits, and those that begin late.
#[test]
fn restricted_splits_go_on_as_proved() {
    let mut proved = 0;
    for (first, second, third) in
        (0..512u16).map(|code| ((code >> 6) as u8, (code >> 3 & 7) as u8, (code & 7) as u8))
    {
        let unequal = (first ^ second ^ third) & 1 == 0;
        let rules = Rules::splitting(
            &[0, first, second, third],
            unequal,
            if unequal { 2 } else { 9 },
        );
        let rules = rules.expect("rules");
        if (first + second) % 5 != 1 || rules.octal() {
            continue;
        }
        proved += u32::from(goes_on(rules, 500));
    }
    assert!(proved > 4, "{proved}");
}

/// Whether a period is proved within so many values; then the values beyond are computed and compared.
fn goes_on(rules: Rules, most: usize) -> bool {
    let mut search = Search::new(rules.clone(), 1 << 22);
    let period = loop {
        if let Some(period) = search.advance().expect("values") {
            break period;
        }
        if search.len() > most as u64 {
            return false;
        }
    };
    let (since, after) = (period.preperiod() as usize, period.period() as usize);
    let mut values: Vec<u32> = Vec::new();
    let mut sequence = Sequence::new(rules.clone(), Limits::default());
    while values.len() < (search.len() as usize + 5 * after).min(2 * most) {
        sequence.next_block(&mut values).expect("values");
    }
    let saltus = period.saltus() as u32;
    let odd = (0..values.len() - after)
        .rev()
        .find(|&heap| values[heap] + saltus != values[heap + after]);
    assert_eq!(odd.map_or(0, |heap| heap + 1), since, "{rules}");
    for heap in [0, since, since + 3 * after, values.len() - 1] {
        let value = search.finder().values();
        let told = period.value(&Natural::from(heap), |heap| value.value(heap as usize));
        assert_eq!(told, Some(Natural::from(values[heap])), "{rules}");
    }
    true
}

/// Sets of takes: finite ones, and all numbers but a few.
#[test]
fn takes_go_on_as_proved() {
    for text in [
        "take:1,3,4",
        "take:2,5,7",
        "take:1-3",
        "take:3,8,13,21",
        "take:!1",
        "take:!2",
        "take:!1,2",
        "take:!2,5",
        "take:!1,4,6",
        "take:!3,4,9",
        "take:!1-7",
        "take:!2,3,5,7,11",
        "take:1,4mod5",
        "take:1,2,5mod7",
        "take:3-5mod11",
    ] {
        assert!(goes_on(text.parse().expect("rules"), 4000), "{text}");
    }
    assert!(!goes_on("take:0,2mod5".parse().expect("rules"), 1000));
}

#[test]
fn a_search_goes_on_where_it_was_saved() {
    let rules: Rules = "0.156".parse().expect("a code");
    let mut search = Search::new(rules.clone(), 1 << 20);
    let proved = loop {
        let saved = search.save();
        search = Search::restore(&saved, 1 << 20).expect("whole");
        assert_eq!(search.rules(), &rules);
        if let Some(proved) = search.advance().expect("values") {
            break proved;
        }
    };
    assert_eq!((proved.period(), proved.preperiod()), (349, 3479));
    let saved = search.save();
    for place in (0..saved.len()).step_by(97) {
        let mut changed = saved.clone();
        changed[place] ^= 4;
        assert!(Search::restore(&changed, 1 << 20).is_err(), "{place}");
        assert!(
            Search::restore(&saved[..place], 1 << 20).is_err(),
            "{place}"
        );
    }
    assert!(Search::new(rules, 600).advance().is_err());
}
