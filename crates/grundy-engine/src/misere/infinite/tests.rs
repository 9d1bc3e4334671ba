//! Laws against plain search, against changes of them, and against little time.

use std::time::Duration;

use grundy_base::Budget;
use grundy_base::budget::Meter;

use super::super::tests::Search;
use super::super::{Element, Heaps, bits};
use super::verify::{representatives, verified};
use super::*;
use crate::sequence::Rules;

/// The quotient of the first heaps of a code, the last of which needs exponents.
fn recognised(code: &str, heaps: usize) -> SemilinearQuotient {
    let quotient = with_limits(code, heaps, &mut Limits::default());
    quotient.expect("no limit").expect("a law")
}

fn with_limits(
    code: &str,
    heaps: usize,
    limits: &mut Limits<'_>,
) -> Result<Option<SemilinearQuotient>, Stopped> {
    let mut builder = Builder::new(Heaps::new(code.parse().expect("a code"), heaps));
    while builder.quotient().letters() + 1 < heaps {
        builder.advance(&mut Limits::default()).expect("a quotient");
    }
    SemilinearQuotient::recognised(&builder, limits)
}

/// The first heaps of some codes whose quotient is infinite with the last of them.
const INFINITE: [(&str, usize); 5] = [
    ("0.3122", 8),
    ("0.005", 19),
    ("0.154", 23),
    ("0.226", 17),
    ("0.404", 13),
];

#[test]
fn laws_are_found_and_proved() {
    for (code, heaps) in INFINITE {
        let quotient = recognised(code, heaps);
        assert_eq!(quotient.letters(), heaps, "{code}");
        assert!(quotient.is_infinite(), "{code}");
        assert_eq!(quotient.outcome(&[(heaps, Natural::ONE)]), None);
        assert_eq!(quotient.outcome(&[]), Some(Outcome::N));
    }
}

/// Of a heaps of 7 and b of 5, many of each, in 0.3122.
#[test]
fn the_first_law() {
    let quotient = recognised("0.3122", 8);
    assert_eq!(quotient.differences(), [[(1, 7), (1, 5)]]);
    let (clip, period) = quotient.clip_and_period();
    assert_eq!(period, 4);
    let clip = i64::from(clip) + 1;
    let mut expected = Vec::new();
    for (a, b) in (0..4u32).flat_map(|a| (0..4).map(move |b| (a, b))) {
        for difference in -clip..=clip {
            let is_met =
                difference.abs() == clip || difference.rem_euclid(4) == i64::from((a + 4 - b) % 4);
            let is_p = match a {
                0 => !(0..4).contains(&difference),
                2 => difference < 0,
                _ => false,
            };
            if is_met && is_p {
                expected.push((vec![a, b], vec![difference]));
            }
        }
    }
    let far = quotient.far(&[]).expect("covered");
    let mut far: Vec<_> = (far.into_iter())
        .map(|far| (far.remainders, far.differences))
        .collect();
    far.sort();
    expected.sort();
    assert_eq!(far, expected);
}

/// With the heap of 34 Dawson's Kayles leaves finite quotients.
#[test]
#[ignore = "a minute: cargo test --release -p grundy-engine dawsons_kayles -- --ignored"]
fn dawsons_kayles_is_infinite() {
    let quotient = recognised("0.07", 35);
    assert_eq!(quotient.free(), [34, 30]);
    assert_eq!(quotient.distinct_powers(), Some(34));
    let outcome = |a: u32, b: u32| {
        let sum = [(34, a), (30, b), (25, 1)];
        quotient.outcome(&sum.map(|(letter, exponent)| (letter, exponent.into())))
    };
    for a in 1..50 {
        for b in 0..100 {
            // One heap of 34 alone is an exception, and with one of 30.
            let is_p = match (a, b) {
                (1, 0 | 1) => b == 0,
                _ => b >= a && (b - a) % 2 == 0,
            };
            assert_eq!(outcome(a, b) == Some(Outcome::P), is_p, "{a} {b}");
        }
    }
}

/// All sums of up to so many heaps, and those of up to so many letters that have exponents, with one other.
fn agree_with_search(codes: &[(&str, usize)], few: usize, many: usize) {
    for &(code, heaps) in codes {
        let quotient = recognised(code, heaps);
        let rules: Rules = code.parse().expect("a code");
        let mut search = Search::new(&rules, heaps);
        let mut sums: Vec<Vec<usize>> = Vec::new();
        let mut last = vec![vec![]];
        for _ in 0..few {
            let longer = last.iter().flat_map(|sum: &Vec<usize>| {
                let least = sum.last().copied().unwrap_or(1);
                (least..heaps).map(|heap| [&sum[..], &[heap]].concat())
            });
            last = longer.collect();
            sums.extend(last.iter().cloned());
        }
        let free = quotient.free();
        let pairs = (0..=many).flat_map(|a| (0..=many - a).map(move |b| (a, b)));
        for (a, b) in pairs {
            let powers = [vec![free[0] as usize; a], vec![free[1] as usize; b]].concat();
            for one in 0..heaps {
                let mut sum = [&powers[..], &[one]].concat();
                sum.sort_unstable();
                sums.push(sum);
            }
        }
        for sum in sums {
            let letters: Vec<_> = sum.iter().map(|&heap| (heap, Natural::ONE)).collect();
            let mut with_moves = sum.clone();
            with_moves.retain(|&heap| search.has_moves(heap));
            let is_p = search.is_p(&with_moves);
            let outcome = quotient.outcome(&letters);
            assert_eq!(outcome == Some(Outcome::P), is_p, "{code} {sum:?}");
        }
    }
}

#[test]
fn laws_agree_with_search() {
    agree_with_search(&INFINITE[..1], 4, 6);
    // Where heaps split plain search does not reach far.
    agree_with_search(&INFINITE[4..], 2, 2);
}

#[test]
#[ignore = "minutes: cargo test --release -p grundy-engine laws_agree_with_long -- --ignored"]
fn laws_agree_with_long_search() {
    agree_with_search(&INFINITE, 3, 4);
}

/// Where a finite quotient is known too, both say the same of powers far beyond any search.
#[test]
fn laws_agree_with_finite_quotients() {
    for (code, heaps) in [("0.77", 12), ("0.137", 15), ("0.15", 14)] {
        let mut builder = Builder::new(Heaps::new(code.parse().expect("a code"), heaps));
        builder
            .cover_all(&mut Limits::default())
            .expect("a quotient");
        let finite = builder.quotient().clone();
        for count in 3..=heaps {
            let Ok(Some(quotient)) = with_limits(code, count, &mut Limits::default()) else {
                continue;
            };
            let power = |heap: usize, exponent: u32| {
                let value = finite.value(heap).expect("covered");
                (0..exponent).fold(Element::ONE, |power, _| finite.product(power, value))
            };
            for a in 0..count {
                for b in 0..count {
                    for (x, y) in [(1, 1), (7, 2), (40, 33), (101, 0)] {
                        let known = finite.product(power(a, x), power(b, y));
                        let sum = [(a, Natural::from(x)), (b, Natural::from(y))];
                        let outcome = quotient.outcome(&sum);
                        assert_eq!(outcome, Some(finite.outcome(known)), "{code} {sum:?}");
                    }
                }
            }
        }
    }
}

/// A law that differs from a right one for one element and one state is wrong, and refused: about so many of each code.
fn refused(each: usize) -> usize {
    let mut refused = 0;
    for (code, heaps) in INFINITE {
        let SemilinearQuotient { frame, law, .. } = recognised(code, heaps);
        let mut states: Vec<_> = law.rows.keys().copied().collect();
        states.sort_unstable();
        let order = frame.finite.order();
        let changes = states.len() * order;
        for change in (0..changes).step_by(changes.div_ceil(each)) {
            let (state, f) = (states[change / order], (change % order) as u32);
            let mut changed = law.clone();
            let mut set = law.sets[law.rows[&state] as usize].clone();
            match bits::has(&set, f) {
                true => bits::take(&mut set, f),
                false => bits::put(&mut set, f),
            }
            changed.rows.insert(state, law.sets.len() as u32);
            changed.sets.push(set);
            let proof = verified(&frame, &changed, &mut Limits::default());
            assert!(proof.expect("no limit").is_err(), "{code} {state} {f}");
            refused += 1;
        }
    }
    refused
}

#[test]
fn changed_laws_are_refused() {
    assert!(refused(30) > 100);
}

#[test]
#[ignore = "many seconds: cargo test --release -p grundy-engine all_changed_laws -- --ignored"]
fn all_changed_laws_are_refused() {
    assert!(refused(usize::MAX) > 5_000);
}

#[test]
fn incomplete_and_coarser_laws_are_refused() {
    for (code, heaps) in INFINITE {
        let quotient = recognised(code, heaps);
        let SemilinearQuotient { frame, law, .. } = &quotient;
        let proof = |law: &Law| verified(frame, law, &mut Limits::default()).expect("no limit");
        assert_eq!(proof(law), Ok(quotient.cases()), "{code}");
        let mut silent = law.clone();
        let state = law.shape.state(&[1, 1, 0]);
        assert!(silent.rows.remove(&state).is_some());
        assert!(proof(&silent).is_err(), "{code}");
        // The same sets, read with other forms, a smaller clip or another period.
        let (clip, period) = (law.shape.clip, law.shape.period);
        let shapes = [
            (law.shape.forms.clone(), clip - 1, period),
            (law.shape.forms.clone(), clip, period - 1),
            (vec![], clip, period),
            (vec![line(2, 1)], clip, period),
        ];
        for (forms, clip, period) in shapes {
            let shape = Shape {
                forms,
                clip,
                period,
                ..law.shape.clone()
            };
            let vectors = Shape::vectors(2, shape.bound());
            let rows = vectors.map(|vector| {
                let row = law.rows[&law.shape.state(&vector)];
                (shape.state(&vector), row)
            });
            let coarser = Law {
                rows: rows.collect(),
                sets: law.sets.clone(),
                shape: shape.clone(),
            };
            assert!(proof(&coarser).is_err(), "{code} {shape:?}");
        }
    }
}

fn line(p: u32, q: u32) -> Form {
    Form {
        plus: (0, p),
        minus: (1, q),
    }
}

/// The vectors of the box stand for all: no state is met outside alone.
#[test]
fn every_state_is_met_in_the_box() {
    let pair = |x, y| Form {
        plus: (x, 1),
        minus: (y, 1),
    };
    let shapes = [
        (1, vec![]),
        (2, vec![]),
        (2, vec![line(1, 1)]),
        (2, vec![line(2, 1)]),
        (2, vec![line(3, 2), line(1, 3)]),
        (2, vec![line(1, 2), line(2, 3)]),
        (3, vec![pair(0, 1), pair(0, 2), pair(1, 2)]),
    ];
    for (exponents, forms) in shapes {
        for (clip, period) in [(0, 1), (0, 3), (1, 2), (4, 3)] {
            if exponents == 3 && clip > 0 {
                continue;
            }
            let shape = Shape {
                exponents,
                forms: forms.clone(),
                clip,
                period,
            };
            let known: std::collections::HashSet<_> = (representatives(&shape).iter())
                .map(|vector| shape.state(vector))
                .collect();
            let farther = shape.bound() * if exponents == 3 { 2 } else { 3 };
            for (number, vector) in Shape::vectors(exponents, farther).enumerate() {
                let state = shape.state(&vector);
                assert!(known.contains(&state), "{shape:?} {vector:?}");
                if number % 17 > 0 {
                    continue;
                }
                let large = vector.map(|exponent| Natural::from(exponent as u64));
                assert_eq!(shape.state_of(&large), state);
            }
        }
    }
}

/// The state at a larger clip tells that of the option.
#[test]
fn a_move_sees_no_further() {
    let shape = Shape {
        exponents: 2,
        forms: vec![line(1, 1), line(2, 3)],
        clip: 3,
        period: 3,
    };
    for by in [[-1, 2, 0], [-1, 0, 0], [0, -1, 0], [0, 3, 0], [-1, 1, 0]] {
        let beyond = shape.beyond(shape.change(&by));
        let mut options = std::collections::HashMap::new();
        for vector in Shape::vectors(2, 80) {
            let option = search::moved(&vector, &by, None);
            if option.iter().all(|&exponent| exponent >= 0) {
                let state = shape.state(&option);
                let known = options.entry(beyond.state(&vector)).or_insert(state);
                assert_eq!(*known, state, "{vector:?} {by:?}");
            }
        }
    }
}

/// Powers that are said to be distinct are told apart by a context that the law knows.
#[test]
fn distinct_powers_are_told_apart() {
    for (code, heaps) in INFINITE {
        let SemilinearQuotient { frame, law, .. } = recognised(code, heaps);
        let free = distinct(&frame, &law).expect("an infinite quotient");
        let powers = |exponent, other| {
            let mut vector = [0; MOST];
            (vector[free], vector[1 - free]) = (exponent, other);
            law.row(&vector).expect("a state")
        };
        for y in 1..12 {
            for x in 0..y {
                // Contexts may have more of the letter as well.
                let mut contexts = (0..40).flat_map(|more| (0..40).map(move |b| (more, b)));
                let told = contexts.any(|(more, b)| powers(x + more, b) != powers(y + more, b));
                assert!(told, "{code} {x} {y}");
            }
        }
    }
}

#[test]
fn limits_are_respected() {
    for budget in [
        Budget {
            time: Some(Duration::ZERO),
            ..Budget::default()
        },
        Budget {
            bytes: 10_000,
            ..Budget::default()
        },
    ] {
        let mut meter = Meter::new(&budget);
        let mut limits = Limits {
            order: 300,
            meter: Some(&mut meter),
        };
        let stopped = with_limits("0.226", 17, &mut limits);
        assert!(matches!(stopped, Err(Stopped::Exhausted(_))));
    }
}
