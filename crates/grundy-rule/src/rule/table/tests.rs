//! Tables against plain search that asks for the options one by one.

use std::collections::HashMap;

use proptest::prelude::*;

use crate::budget::{Budget, Meter};
use crate::quotient::Play;
use crate::rule::table::LONG;
use crate::rule::{Measure, Position, Rule};
use grundy::{Options, Ruleset};

/// The value by options alone; recursion is no deeper than the first coordinate is large.
fn plain(rule: &Rule, position: Position, known: &mut HashMap<Position, u32>) -> u32 {
    if let Some(&value) = known.get(&position) {
        return value;
    }
    let mut options = Options::with_limit(10_000);
    rule.options(&position, &mut options).expect("told");
    let reached: Vec<u32> = options
        .iter()
        .map(|(_, sum)| {
            sum.iter()
                .fold(0, |value, part| value ^ plain(rule, part.clone(), known))
        })
        .collect();
    let value = (0..).find(|value| !reached.contains(value)).expect("a mex");
    known.insert(position, value);
    value
}

const FIRST: [&str; 6] = ["x-k", "x-2*k", "x-j", "x-1", "x-k-1", "k-1"];
const SECOND: [&str; 9] = [
    "y", "y+k", "k", "2*y-k", "j-2", "5-k", "y-3*k+7", "y-k", "k%3",
];
const RANGES: [&str; 5] = ["1..=x", "1..min(x,y)", "1..=min(x,9)", "2..=x-1", "0+1..=x"];
const ENDS: [&str; 4] = ["", " if x%3 != 1", "; (0,_) = *2", "; (x,y) = *y if x == 3"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn tables_are_those_of_options_one_by_one(
        terms in prop::collection::vec((0..6usize, 0..9usize), 1..4),
        joined in any::<bool>(),
        range in 0..5usize,
        end in 0..4usize,
    ) {
        let terms: Vec<String> = terms
            .iter()
            .map(|&(a, b)| format!("({},{})", FIRST[a], SECOND[b]))
            .collect();
        let text = format!(
            "(x,y) -> {} for k in {}, j = k+1{}",
            terms.join(if joined { " + " } else { " | " }),
            RANGES[range],
            ENDS[end],
        );
        let rule = Rule::parse(&text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        prop_assert_ne!(rule.measure(), &Measure::Unknown, "{}", text);
        let mut meter = Meter::new(&Budget::default());
        let table = rule.table_by_options(&[8, 7], &mut meter).expect("filled");
        let mut known = HashMap::new();
        for x in 0..8usize {
            for y in 0..7usize {
                let position = rule.position(&[x as u64, y as u64]).expect("a pair");
                let value = plain(&rule, position.clone(), &mut known);
                prop_assert_eq!(table.get(&[x, y]), Some(value), "{} at {},{}", text, x, y);
                let one = rule.value(&position, &mut meter).expect("filled");
                prop_assert_eq!(one, value);
            }
        }
    }
}

#[test]
fn engines_that_the_form_proves_agree_with_every_option() {
    for text in [
        "n -> n-k^2 for k in 1..",
        "n -> n-2^k for k in 0..",
        "n -> n-p for p in primes(n)",
        "n -> n-k for k in 1..=min(n,7)",
        "n -> n-k for k in 1..=n if k % 3 == 1",
        "n -> n-k for k in 1..=n if popcount(k) == 2",
        "n -> n-2*k-j for k in {3,5}, j in 0..=2",
        "n -> n-k for k in v if k != 4 where v = [4,9,6]",
        "n -> n-k*(k+1)/2 for k in 1..=100; n -> n-1000",
        "n -> a + b for k in 1..=2, a in 0..=n-k, b = n-k-a",
        "n -> a + b for a in 1..n, b = n-a if a != b",
        "n -> n-1; n -> a + b for a in 1..=n-2, b = n-a-2",
    ] {
        let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        let size = if cfg!(debug_assertions) {
            LONG
        } else {
            3 * LONG
        };
        let meter = || Meter::new(&Budget::default());
        let by_form = rule.cells_by_form(&[size], &mut meter());
        let by_form = by_form.unwrap_or_else(|| panic!("{text}: no engine"));
        let plain = rule.table_by_options(&[size], &mut meter());
        assert!(
            by_form.expect("memory") == plain.expect("memory").cells(),
            "{text}"
        );
    }
    for text in [
        "n -> n-k for k in 1..=n/2",
        "n -> n-k for k in 1..=n if n % k == 0",
        "n -> n-k for k in 1..=sqrt(n)",
        "n -> n-k for k in 0..=3",
        "n -> n-popcount(n) if n > 0",
        "0 = *1; n -> n-k^2 for k in 1..",
        "n -> n-k for k in 1..=100 if (n+k)%3 != 0",
    ] {
        let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        let mut meter = Meter::new(&Budget::default());
        assert!(rule.cells_by_form(&[LONG], &mut meter).is_none(), "{text}");
    }
}

#[test]
fn misere_outcomes_are_those_of_options_one_by_one() {
    fn mover_wins(rule: &Rule, position: Position, known: &mut HashMap<Position, bool>) -> bool {
        if let Some(&wins) = known.get(&position) {
            return wins;
        }
        let mut options = Options::with_limit(10_000);
        rule.options(&position, &mut options).expect("told");
        let mut wins = options.is_empty();
        for (_, sum) in options.iter() {
            wins |= !mover_wins(rule, sum[0].clone(), known);
        }
        known.insert(position, wins);
        wins
    }
    for (text, sizes) in [
        ("n -> n-k for k in {1,3,4}", &[60][..]),
        ("n -> n-k^2 for k in 1..", &[90]),
        ("n -> n-k for k in 2..=n/2 if n%k != 1", &[80]),
        ("n -> n-popcount(n) if n > 3", &[90]),
        (
            "(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..",
            &[14, 12],
        ),
        ("(x,y) -> (x-2,y+1) | (x-1,y-2)", &[11, 13]),
    ] {
        let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        let mut meter = Meter::new(&Budget::default());
        let table = rule
            .misere_table(sizes, &mut meter)
            .expect("single positions");
        let table = table.expect("a table");
        let mut known = HashMap::new();
        for (index, &outcome) in table.cells().iter().enumerate() {
            let coordinates = [(index % sizes[0]) as u64, (index / sizes[0]) as u64];
            let position = rule
                .position(&coordinates[..sizes.len()])
                .expect("a position");
            let wins = mover_wins(&rule, position, &mut known);
            assert_eq!(outcome == 1, wins, "{text} at {coordinates:?}");
        }
    }
    for text in [
        "n -> a + (n-1-a) for a in 0..n",
        "n -> end | n-2",
        "0 = *1; n -> n-1",
    ] {
        let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        let mut meter = Meter::new(&Budget::default());
        assert!(rule.misere_table(&[5], &mut meter).is_none(), "{text}");
    }
}

#[test]
fn an_option_that_leaves_nothing_is_worth_0_beside_a_range() {
    for (text, values) in [
        (
            "n -> end | n-k for k in 1..4 if k != 2",
            [1, 2, 1, 2, 1, 2, 1, 2],
        ),
        ("n -> end | n-k^2 for k in 1..=2", [1, 2, 1, 2, 3, 1, 2, 1]),
        ("n -> n-k^2 | end for k in 1..=2", [1, 2, 1, 2, 3, 1, 2, 1]),
        (
            "n -> end | n-1-k for k in 0..2 if k>0",
            [1, 1, 2, 2, 1, 1, 2, 2],
        ),
        (
            "n -> n-k^2 for k in 1..=2; n -> end",
            [1, 2, 1, 2, 3, 1, 2, 1],
        ),
    ] {
        let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        let mut meter = Meter::new(&Budget::default());
        let table = rule.table(&[8], &mut meter).expect(text);
        assert_eq!(table.cells(), values, "{text}");
        for (heap, value) in (0..).zip(values) {
            let position = rule.position(&[heap]).expect("a position");
            assert_eq!(
                rule.value(&position, &mut meter),
                Ok(value),
                "{text} at {heap}"
            );
        }
    }
}

/// Rules of one number whose options are the heap less the number of a range: ranges, guards, names.
const RANGES_BELOW: [&str; 12] = [
    "k in 1..=7",
    "k in 3..=90",
    "k in 1..=300",
    "k in 1..=min(n,9)",
    "k in 2..=n",
    "k in 1..",
    "k in 1..=n/2",
    "k in 1..=n-3",
    "k in 1..=n+4",
    "k in 1..=sqrt(n)",
    "k in 1..=v[n%4]",
    "k in 5..3",
];
const GUARDS_BELOW: [&str; 14] = [
    "(n+k) % 3 != 0",
    "n % k == 0",
    "gcd(n,k) == 1",
    "k != 7 and n > 4",
    "j % 4 < 2",
    "n > 5 and v[k%4] == 3",
    "n / (k-3) > 2",
    "(n-5) % 4 == k % 4",
    "k^2 <= n and k != 3",
    "100 / (n-k+3) >= 0",
    "v[k-4] > 1",
    "n - 2*k >= 0",
    "popcount(n-k) % 2 == 0",
    "n * k * 1000003 % 7 != 2",
];

/// Filled by blocks or one position after another: the same values, and the same that cannot be evaluated.
#[test]
fn blocks_as_one_after_another() {
    for range in RANGES_BELOW {
        for guard in GUARDS_BELOW {
            for option in ["n-k", "n-k+2", "n-k-1", "n-k | n-k-2", "n-j"] {
                let text =
                    format!("n -> {option} for {range}, j = k+1 if {guard} where v = [3,1,4,9]");
                let Ok(rule) = Rule::parse(&text) else {
                    continue;
                };
                for (size, play) in [(1, Play::Normal), (400, Play::Normal), (330, Play::Misere)] {
                    let [ours, theirs] = [true, false].map(|at_once| {
                        let mut meter = Meter::new(&Budget::default());
                        rule.in_order(&[size], play, at_once, &mut meter)
                    });
                    assert_eq!(ours, theirs, "{text} {size}");
                }
            }
        }
    }
}
