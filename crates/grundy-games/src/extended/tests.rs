//! Extended codes against search that goes through all ways to break a heap, and against published values.

use super::*;
use crate::budget::Budget;
use crate::engine::{Tables, Work, heaps, search};
use crate::notation::Word;
use crate::oracle;
use crate::quotient::Play;
use grundy::{Game, solve};

fn code(text: &str) -> Extended {
    read::code(&Word { text, at: 0 }).expect(text)
}

/// Whether a removal may leave some heaps, in ascending order.
type Allows = fn(u64, &[u64]) -> bool;

fn differ(parts: &[u64]) -> bool {
    parts.windows(2).all(|two| two[0] < two[1])
}

fn alike(parts: &[u64]) -> bool {
    parts.windows(2).all(|two| two[0] == two[1])
}

/// Codes with what they say, in other words.
const CODES: &[(&str, Allows)] = &[
    ("0.[3]", |taken, left| taken > 0 && left.len() < 2),
    ("0.[37]", |taken, left| {
        taken > 0 && left.len() < if taken % 2 == 0 { 3 } else { 2 }
    }),
    ("4.[30]", |taken, left| match taken {
        0 => left.len() == 2,
        _ => taken % 2 == 1 && left.len() < 2,
    }),
    ("4!.0", |taken, left| {
        taken == 0 && left.len() == 2 && differ(left)
    }),
    ("8!.0", |taken, left| {
        taken == 0 && left.len() == 3 && differ(left)
    }),
    ("8?.0", |taken, left| {
        taken == 0 && left.len() == 3 && !alike(left)
    }),
    ("{2+}.0", |taken, left| taken == 0 && left.len() >= 2),
    ("{2+}!.0", |taken, left| {
        taken == 0 && left.len() >= 2 && differ(left)
    }),
    ("0.[{0+}=]", |taken, left| taken > 0 && alike(left)),
    ("0.{1,2,3}{5}", |taken, left| match taken {
        1 => (1..4).contains(&left.len()),
        2 => left.len() == 5,
        _ => false,
    }),
    ("0.*!7=[02!]", |taken, left| match taken {
        0 => false,
        1 => differ(left),
        2 => left.len() < 3 && alike(left),
        _ => taken % 2 == 0 && left.len() == 1,
    }),
    ("0.0[4?30]", |taken, left| match (taken, taken % 3) {
        (0 | 1, _) | (_, 1) => false,
        (_, 2) => left.len() == 2 && differ(left),
        _ => left.len() < 2,
    }),
    ("{2,4+}=.0", |taken, left| {
        taken == 0 && (left.len() == 2 || left.len() >= 4) && alike(left)
    }),
];

/// All ways to write a number as an ascending sum.
fn sums(sum: u64, least: u64) -> Vec<Vec<u64>> {
    if sum == 0 {
        return vec![vec![]];
    }
    let begun = (least..=sum).flat_map(|first| {
        let with = move |rest: Vec<u64>| [&[first][..], &rest].concat();
        sums(sum - first, first).into_iter().map(with)
    });
    begun.collect()
}

fn by_rules(allows: Allows, last: u64) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..=last {
        let all = (0..=heap).flat_map(|taken| {
            let left = sums(heap - taken, 1).into_iter();
            left.filter(move |left| allows(taken, left))
        });
        let told = |left: Vec<u64>| {
            left.iter()
                .fold(0, |all, &part| all ^ values[part as usize])
        };
        let reached: Vec<u32> = all.map(told).collect();
        values.push((0..).find(|value| !reached.contains(value)).unwrap_or(0));
    }
    values
}

#[test]
fn tables_and_options_say_what_codes_say() {
    for &(text, allows) in CODES {
        let expected = by_rules(allows, 19);
        let rules = code(text);
        let mut work = Work::new(&Budget::default(), Tables::default(), 10);
        for (heap, &value) in (0u32..).zip(&expected) {
            let heap = Natural::from(heap);
            let table = heaps::value(&rules, text, &heap, &mut work).expect("small");
            let searched = search::value(&rules, text, &heap, &mut work).expect("small");
            assert_eq!((table, searched), (value, value), "{text} {heap}");
        }
        // The table at once, and gone on with.
        let mut table = HeapValues::default();
        for last in [0, 1, 7, 8, 19] {
            let mut meter = Meter::new(&Budget::default());
            rules
                .fill_heaps(&mut table, last, &mut meter)
                .expect("small");
            assert!(table.values.len() as u64 > last);
        }
        assert_eq!(table.values[..20], expected, "{text}");
        oracle::game(&format!("{text} 5 7"), Play::Normal);
        oracle::game(&format!("{text} 6"), Play::Misere);
        oracle::engines(&format!("{text} 9 4"), Play::Normal);
    }
}

/// The tests of CGSuite 2 tell these values, from heap 1 on.
#[test]
fn published_values() {
    let values = |text: &str| {
        let one = |heap: u32| {
            let answer = solve(
                &format!("{text} {heap}").parse::<Game>().expect(text),
                Play::Normal,
            );
            answer
                .value
                .expect(text)
                .to_string()
                .parse::<u32>()
                .expect(text)
        };
        (1..=20).map(one).collect::<Vec<_>>()
    };
    assert_eq!(values("0.[3]"), (1..=20).collect::<Vec<_>>());
    let grundys = [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0];
    assert_eq!(values("4!.0"), grundys);
    let all_but = [1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 8, 9, 8, 9, 10];
    assert_eq!(values("0.3003330[3]"), all_but);
}

#[test]
fn codes_that_say_no_more_than_others_are_those() {
    for (text, printed) in [
        ("0.[3] 5", "take:! 5"),
        ("0.[3333] 5", "take:! 5"),
        ("0.3003330[3] 5", "take:!2,3,7 5"),
        ("4!.0 9", "grundy 9"),
        ("4!. 9", "grundy 9"),
        ("4?.0 9", "4?.0 9"),
        ("0.{0,1,2}7 5", "0.77 5"),
        ("0.7! 5", "0.7! 5"),
        ("0.3! 5", "0.3 5"),
        ("0.3[0] 5", "0.3 5"),
        ("0.[37] 5 6", "0.[37] 5 6"),
        ("0.3[7373] 5", "0.[37] 5"),
        ("0.33[37] 5", "0.33[37] 5"),
        ("0.37[37] 5", "0.[37] 5"),
        ("0.* 5", "0.{0+} 5"),
        ("0.{0,1,2+} 5", "0.{0+} 5"),
        ("0.{4} 5", "0.{4} 5"),
        ("{2+}!. 5", "{2+}!.0 5"),
        ("0.[{0+}=] 5", "0.[{0+}=] 5"),
        ("0.[30] 5", "take:1mod2 5"),
    ] {
        let game = text.parse::<Game>().expect(text);
        assert_eq!(game.to_string(), printed, "{text}");
        assert_eq!(printed.parse::<Game>().expect("reads back"), game);
    }
}

#[test]
fn bad_codes_are_refused_at_their_place() {
    let column = |text: &str| text.parse::<Game>().expect_err(text).column;
    for (text, at) in [
        ("0.[3]3 5", 6),
        ("0.[] 5", 4),
        ("0.[3 5", 4),
        ("0.3] 5", 4),
        ("0.[[3]] 5", 4),
        ("3!.7 5", 2),
        ("{1+}.7 5", 4),
        ("44!.7 5", 3),
        ("4![3].0 5", 3),
        ("0.2? 5", 3),
        ("0.{0,2,3+}? 5", 3),
        ("0.{2,x} 5", 6),
        ("0.{2+,3} 5", 5),
        ("0.{3,2+} 5", 6),
        ("0.{64} 5", 4),
        ("0.{2 5", 4),
        ("0.!3 5", 3),
        ("0.é! 5", 3),
        ("0.[3]:2 5", 7),
    ] {
        assert_eq!(column(text), at, "{text}");
    }
}

/// Large heaps and very many ways to split end with the budget.
#[test]
fn large_heaps_end_with_the_budget() {
    for text in [
        "{2+}.0 400",
        "0.[{0+}=] 1000000000000",
        "0.[37] 10000000000",
        "{60}.0 5000",
        "0.[30] 100000",
    ] {
        let mut solver = grundy::Solver::new();
        solver.budget.positions = 100_000;
        solver.budget.bytes = 1 << 24;
        let answer = solver.solve(&text.parse::<Game>().expect(text), Play::Normal);
        assert!(answer.value.is_some() || answer.unknown.is_some(), "{text}");
    }
}
