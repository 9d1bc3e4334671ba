//! Codes against search: tables, periods, counted moves and the notation.

use super::*;
use crate::budget::Budget;
use crate::engine::{Tables, Work, heaps, search};
use crate::oracle;
use crate::quotient::Play;

fn code(text: &str) -> Code {
    read_code(&Word { text, at: 0 }).expect(text)
}

fn values(text: &str, last: u64) -> String {
    let mut work = Work::new(&Budget::default(), Tables::default(), 10);
    let values = heaps::values(&code(text), text, last, &mut work).expect("small");
    values
        .iter()
        .map(u32::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Tables against search that goes through the options, for many codes of every kind.
#[test]
fn tables_agree_with_search() {
    let codes = [
        "0.77", "0.07", "0.137", "0.007", "0.6", "0.15", "4.3", "4.07", "0.8", "0.c1", "8.1",
        "0.f", "0.3", "0.0101",
    ];
    for text in codes {
        let mut work = Work::new(&Budget::default(), Tables::default(), 10);
        for heap in 0u32..40 {
            let table = heaps::value(&code(text), text, &heap.into(), &mut work).expect("small");
            let searched =
                search::value(&code(text), text, &heap.into(), &mut work).expect("small");
            assert_eq!(table, searched, "{text} {heap}");
        }
        oracle::game(&format!("{text} 5 7"), Play::Normal);
        oracle::game(&format!("{text} 6"), Play::Misere);
        oracle::engines(&format!("{text} 9 4"), Play::Normal);
    }
}

/// Guy and Smith 1956.
#[test]
fn published_values() {
    assert_eq!(
        values("0.77", 24),
        "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4"
    );
    assert_eq!(
        values("0.137", 20),
        "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0"
    );
    assert_eq!(values("0.07", 12), "0 0 1 1 2 0 3 1 1 0 3 3 2");
}

/// Periods and pre-periods as published for Kayles (12; last exception 70) and Dawson's chess (34; 51), proved, and
/// the values beyond agree with the table made the slow way.
#[test]
fn proved_periods() {
    for (text, period, preperiod) in [("0.77", 12, 71), ("0.137", 34, 52), ("0.07", 34, 53)] {
        let mut table = HeapValues::default();
        let mut meter = Meter::new(&Budget::default());
        code(text)
            .fill_heaps(&mut table, 1 << 40, &mut meter)
            .expect("a period");
        let found = table.period.expect("a period");
        assert_eq!(
            (found.period(), found.preperiod()),
            (period, preperiod),
            "{text}"
        );
        let mut slow = Vec::new();
        let mut mex = Mex::new();
        for heap in 0u32..600 {
            let value = code(text).next_value(&slow, &mut mex);
            slow.push(value);
            assert_eq!(table.value(&heap.into()), Some(value), "{text} {heap}");
        }
    }
}

/// Moves counted by the period are those found in the table made the slow way.
#[test]
fn moves_counted_by_a_period() {
    for text in ["0.77", "0.137", "0.07", "4.07", "0.3", "0.17", "0.2"] {
        let (mut slow, mut mex) = (HeapValues::default(), Mex::new());
        for _ in 0u32..700 {
            let value = code(text).next_value(&slow.values, &mut mex);
            slow.values.push(value);
        }
        let mut table = HeapValues::default();
        let mut meter = Meter::new(&Budget::default());
        code(text)
            .fill_heaps(&mut table, 1 << 40, &mut meter)
            .expect("a period");
        assert!(table.period.is_some() && table.values.len() < 500, "{text}");
        for heap in (0u32..30).chain(520..532).chain([699]) {
            for target in 0..9 {
                let mut found = [&slow, &table].map(|table| {
                    code(text)
                        .heap_moves(
                            &Sought::NimSum {
                                table,
                                target: &target.into(),
                            },
                            &heap.into(),
                            usize::MAX,
                        )
                        .expect("reached")
                        .listed
                        .into_iter()
                        .map(|step| step.to)
                        .collect::<Vec<_>>()
                });
                assert_eq!(found[0], found[1], "{text} {heap} to {target}");
                let mut options = Options::with_limit(usize::MAX);
                code(text)
                    .options(&heap.into(), &mut options)
                    .expect("no limit");
                let sum = |parts: &[Natural]| {
                    let value = |part| slow.value(part).expect("reached");
                    parts.iter().map(value).fold(0, |sum, value| sum ^ value)
                };
                let expected: Vec<_> = options
                    .iter()
                    .filter(|(_, parts)| sum(parts) == target)
                    .map(|(_, parts)| parts.to_vec())
                    .collect();
                assert_eq!(found[0].split_off(0), expected, "{text} {heap} to {target}");
            }
        }
    }
}

#[test]
fn as_many_are_reached_as_is_said() {
    for text in ["0.77", "0.007", "0.6", "4.3", "0.8", "0.17", "0.008"] {
        for heap in 0u32..25 {
            let heap = Natural::from(heap);
            let (mut reached, mut next) = (std::collections::HashSet::new(), vec![heap.clone()]);
            let mut options = Options::with_limit(1000);
            while let Some(heap) = next.pop() {
                options.clear();
                code(text).options(&heap, &mut options).expect("few");
                if reached.insert(heap) {
                    next.extend_from_slice(options.positions());
                }
            }
            let least = code(text).reached_at_least(&heap).unwrap_or(0);
            assert!(least <= reached.len() as u64, "{text} {heap}");
        }
    }
}

#[test]
fn bad_codes_are_refused_at_their_place() {
    let column = |text: &str| text.parse::<grundy::Game>().expect_err(text).column;
    assert_eq!(column("0.1g7 5"), 4);
    assert_eq!(column("1.7 5"), 1);
    assert_eq!(column("0.7:3 5"), 5);
    assert_eq!(
        "0.70 5"
            .parse::<grundy::Game>()
            .expect("zeros at the end")
            .to_string(),
        "0.7 5"
    );
    assert_eq!(
        "0. 5"
            .parse::<grundy::Game>()
            .expect("no move at all")
            .to_string(),
        "0.0 5"
    );
}

/// Values do not decide misère Kayles.
#[test]
fn misere_kayles() {
    use crate::quotient::Outcome;
    let outcome = |text: &str| grundy::solve(&text.parse().expect(text), Play::Misere).outcome;
    assert_eq!(outcome("kayles 8"), Some(Outcome::N));
    assert_eq!(outcome("kayles 1 5"), Some(Outcome::P));
    let lost: Vec<u32> = (0..22)
        .filter(|heap| outcome(&format!("kayles {heap}")) == Some(Outcome::P))
        .collect();
    assert_eq!(lost, [1, 4, 9, 12, 20]);
}
