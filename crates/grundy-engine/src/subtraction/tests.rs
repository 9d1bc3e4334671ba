//! Each engine on each instruction set against a mex written out from the rules.

use super::*;
use crate::random::Random;
use std::collections::BTreeSet;

fn takes(random: &mut Random, count: u64, most: u64) -> Vec<u64> {
    (0..count).map(|_| 1 + random.below(most)).collect()
}

/// The rules alone: a heap's options are what is left after a take.
fn plainly(takes: &[u64], last: u64) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::new();
    for heap in 0..=last {
        let options: BTreeSet<u16> = takes
            .iter()
            .filter(|&&take| take <= heap)
            .map(|&take| values[(heap - take) as usize])
            .collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

const LIMIT: u64 = 1 << 26;

fn compare(takes: &[u64], last: u64) {
    let expected = plainly(takes, last);
    for path in Path::all() {
        let table = values_by(path, takes, last, LIMIT, &|| false).unwrap();
        let found: Vec<u16> = table.iter().collect();
        assert_eq!(found, expected, "{path:?} {takes:?} {last}");
    }
}

#[test]
fn random_sets() {
    let mut random = Random(7);
    for most in [1, 5, 7, 8, 15, 16, 31, 33, 63, 64, 65, 127, 130, 200, 700] {
        for count in [1, 2, 3, 5, 9, 17, 40] {
            let takes = takes(&mut random, count, most);
            let last = 100 + random.below(400);
            compare(&takes, last);
        }
    }
}

#[test]
fn takes_of_one_block_only() {
    let mut random = Random(11);
    for least in [1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 48, 63, 64] {
        for count in [1, 4, 12] {
            let takes: Vec<u64> = (0..count)
                .map(|_| least + random.below(70))
                .chain([least])
                .collect();
            compare(&takes, 700);
        }
    }
}

#[test]
fn short_tables() {
    for last in [0, 1, 2, 62, 63, 64, 65, 127, 128, 129] {
        compare(&[1, 2, 64, 65, 1000], last);
        compare(&[3, 900], last);
        compare(&[], last);
        compare(&[u64::MAX, 2], last);
    }
}

#[test]
fn values_just_at_the_width_of_each_set() {
    for most in [
        6, 7, 8, 9, 14, 15, 16, 17, 31, 32, 33, 61, 62, 63, 64, 65, 66, 130,
    ] {
        let takes: Vec<u64> = (1..=most).collect();
        compare(&takes, 2 * most + 70);
        let sparse: Vec<u64> = (1..=most).map(|take| 64 * take).collect();
        compare(&sparse, 64 * most + 100);
    }
}

#[test]
fn more_takes_than_a_byte_has_values() {
    for most in [253, 254, 255, 256, 300] {
        let takes: Vec<u64> = (1..=most).collect();
        compare(&takes, most + 80);
        let table = values(&takes, most + 80, LIMIT, &|| false).unwrap();
        assert_eq!(matches!(table, Values::U8(_)), most <= 254, "{most}");
        assert_eq!(table.get(most), Some(most as u16));
        assert_eq!(table.get(most + 81), None);
    }
}

#[test]
fn layers_and_marking_from_any_start() {
    let mut random = Random(5);
    for (count, most) in [(3, 5), (20, 90), (30, 64), (40, 500), (6, 900)] {
        let given = takes(&mut random, count, most);
        let expected = plainly(&given, 1500);
        let takes = Takes::new(&given, 1500).unwrap();
        for start in [0, 1, 63, 64, 65, 200, 777] {
            let mut layered: Vec<u16> = expected[..start].to_vec();
            wide::layers(&takes, &mut layered, 1501, LIMIT, &|| false).unwrap();
            assert_eq!(layered, expected, "layers {given:?} from {start}");
            let mut marked: Vec<u16> = expected[..start].to_vec();
            wide::marking(&takes, &mut marked, 1501, &|| false).unwrap();
            assert_eq!(marked, expected, "marking {given:?} from {start}");
            // Too little memory for the layers: what they leave undone is done by marking.
            let mut starved: Vec<u16> = expected[..start].to_vec();
            wide::extend(&takes, &mut starved, 1501, 1 << 9, &|| false).unwrap();
            assert_eq!(starved, expected, "starved {given:?} from {start}");
        }
    }
}

#[test]
fn tables_in_parts() {
    let mut random = Random(23);
    for (count, most) in [(4, 9), (30, 150), (10, 1000)] {
        let given = takes(&mut random, count, most);
        let expected = plainly(&given, 2000);
        for path in Path::all() {
            let mut table = Table::new(Takes::new(&given, 2000).unwrap(), path, LIMIT);
            for target in [1, 5, 70, 71, 640, 2001] {
                table.extend(target, &|| false).unwrap();
                assert_eq!(
                    table.values.iter().collect::<Vec<_>>(),
                    expected[..target],
                    "{path:?} {given:?}"
                );
            }
        }
    }
}

#[test]
fn long_tables_slide_their_window() {
    let mut random = Random(3);
    for (count, most) in [(3, 12), (8, 80), (12, 2000)] {
        let takes = takes(&mut random, count, most);
        let last = 20_000;
        let mut expected: Vec<u16> = Vec::new();
        let set = Takes::new(&takes, last).unwrap();
        wide::marking(&set, &mut expected, 20_001, &|| false).unwrap();
        for path in Path::all() {
            let table = values_by(path, &takes, last, LIMIT, &|| false).unwrap();
            assert!(
                table.iter().eq(expected.iter().copied()),
                "{path:?} {takes:?}"
            );
        }
    }
}

#[test]
fn refusals() {
    let go = || false;
    assert_eq!(values(&[1, 0], 5, LIMIT, &go), Err(TableError::ZeroTake));
    assert!(matches!(
        values(&[1], u64::MAX, LIMIT, &go),
        Err(TableError::TooLarge { .. })
    ));
    assert!(matches!(
        values(&[1], u64::MAX, u64::MAX, &go),
        Err(TableError::TooLarge { .. })
    ));
    assert!(matches!(
        values(&[1], 1 << 27, LIMIT, &go),
        Err(TableError::TooLarge { .. })
    ));
    assert_eq!(
        values(&[1], 1 << 20, LIMIT, &|| true),
        Err(TableError::Stopped)
    );
    let many: Vec<u64> = (1..=65_535).collect();
    assert_eq!(
        values(&many, 1 << 20, LIMIT, &go),
        Err(TableError::TooManyTakes)
    );
    assert_eq!(period(&[], 100, LIMIT, &go), Err(TableError::NoTake));
    assert_eq!(period(&[0], 100, LIMIT, &go), Err(TableError::ZeroTake));
    assert_eq!(
        period(&[3, 50, 91], 200, LIMIT, &go),
        Err(TableError::NoPeriodWithin { positions: 200 })
    );
    assert_eq!(
        period(&[3, 50, 91], 0, LIMIT, &go),
        Err(TableError::NoPeriodWithin { positions: 0 })
    );
    assert!(matches!(
        period(&[1 << 40], u64::MAX, LIMIT, &go),
        Err(TableError::TooLarge { .. })
    ));
    assert_eq!(
        period(&[1, 2], 1000, LIMIT, &|| true),
        Err(TableError::Stopped)
    );
}

/// Least preperiod and period of a stretch long enough to show them, by trying all.
fn plain_period(values: &[u16]) -> (u64, u64) {
    let half = values.len() / 2;
    for period in 1..half {
        let back = (0..values.len() - period)
            .rev()
            .find(|&heap| values[heap] != values[heap + period]);
        let preperiod = back.map_or(0, |heap| heap + 1);
        if preperiod + period < half {
            return (preperiod as u64, period as u64);
        }
    }
    panic!("no period in the stretch");
}

#[test]
fn periods() {
    let mut random = Random(99);
    let mut sets = vec![
        vec![1, 3, 4],
        vec![1, 2, 3],
        vec![2, 3, 4, 5],
        vec![1],
        vec![7],
        vec![2, 7, 9],
        vec![64],
        vec![65, 1],
    ];
    for most in [4, 6, 9, 11] {
        sets.extend((0..6).map(|_| takes(&mut random, 3, most)));
    }
    for takes in sets {
        let expected = plainly(&takes, 4000);
        let found = period(&takes, 1 << 20, LIMIT, &|| false).unwrap();
        assert_eq!(
            (found.preperiod(), found.period()),
            plain_period(&expected),
            "{takes:?}"
        );
        for (heap, &value) in expected.iter().enumerate() {
            assert_eq!(found.value(heap as u64), value, "{takes:?} {heap}");
            if heap as u64 >= found.preperiod() {
                assert_eq!(found.tail_value(heap as u64 % found.period()), value);
            }
        }
        assert_eq!(
            found.values().len() as u64,
            found.preperiod() + found.period()
        );
        assert!(found.value(u64::MAX) <= takes.len() as u16);
    }
}

#[test]
fn period_of_an_interval_is_its_ends_together() {
    for (low, high) in [(1, 3), (2, 5), (1, 300), (5, 70), (40, 2000)] {
        let takes: Vec<u64> = (low..=high).collect();
        let found = period(&takes, 1 << 20, LIMIT, &|| false).unwrap();
        assert_eq!((found.preperiod(), found.period()), (0, low + high));
        assert_eq!(
            found.value(low * 10_000_000_019),
            ((low * 10_000_000_019) % (low + high) / low) as u16
        );
    }
}

#[test]
fn stops_in_the_middle() {
    let polls = std::cell::Cell::new(0);
    let fourth = || {
        polls.set(polls.get() + 1);
        polls.get() == 4
    };
    for path in Path::all() {
        polls.set(0);
        assert_eq!(
            values_by(path, &[2, 5, 90], 1 << 18, LIMIT, &fourth),
            Err(TableError::Stopped),
            "{path:?}"
        );
    }
    let takes: Vec<u64> = (1..=70).collect();
    polls.set(0);
    assert_eq!(
        values(&takes, 1 << 16, LIMIT, &fourth),
        Err(TableError::Stopped)
    );
}
