//! Measures against plain play: every option of every small position must be smaller in the measure that is told.

use proptest::prelude::*;

use super::{Measure, Quantity};
use crate::rule::examples::{EXAMPLES, positions};
use crate::rule::{FaultKind, Rule};
use grundy::{Options, Ruleset, Stop};

/// The measure of a position, to be compared as tuples are.
fn size(measure: &Measure, position: &[i64]) -> Vec<i64> {
    match measure {
        Measure::Sum(of) => vec![of.iter().map(|&place| position[place]).sum()],
        Measure::Max => vec![*position.iter().max().expect("a coordinate")],
        Measure::Lexicographic(of) => of.iter().map(|&place| position[place]).collect(),
        Measure::Bounded(of) => {
            let total = |of: &[usize]| of.iter().map(|&place| position[place]).sum::<i64>();
            let amount = |quantity: &Quantity| match quantity {
                Quantity::Difference(sum, less) => total(sum) - total(less),
                Quantity::Weighted(by) => by
                    .iter()
                    .zip(position)
                    .map(|(&by, &number)| i64::from(by) * number)
                    .sum(),
                Quantity::Zeros(place) => 63 - i64::from(position[*place].count_ones()),
            };
            of.iter().map(amount).collect()
        }
        Measure::Unknown => Vec::new(),
    }
}

/// Whether some option of a small position is not smaller.
fn broken(rule: &Rule, measure: &Measure) -> Option<String> {
    let side = [60, 9, 5, 4, 3][rule.arity().min(5) - 1];
    for place in positions(&vec![side; rule.arity()]) {
        let coordinates: Vec<u64> = place.iter().map(|&n| n.unsigned_abs()).collect();
        let position = rule.position(&coordinates).expect("coordinates");
        let mut options = Options::with_limit(10_000);
        match rule.options(&position, &mut options) {
            Err(Stop::Full) => continue,
            Err(Stop::Fault(fault)) if fault.kind() == FaultKind::TooLong => continue,
            Ok(()) | Err(Stop::Fault(_)) => {}
        }
        for part in options.positions() {
            let numbers = &part.numbers()[..rule.arity()];
            let leads_on = part.as_nim_heap().is_none();
            if leads_on && size(measure, numbers) >= size(measure, &place) {
                return Some(format!("{place:?} to {numbers:?}"));
            }
        }
    }
    None
}

#[test]
fn measures_of_known_rules() {
    let sum = |of: &[usize]| Measure::Sum(of.to_vec());
    for (text, measure) in [
        ("n -> n-k for k in 1..", sum(&[0])),
        ("n -> n-k for k in {0,1}", Measure::Unknown),
        ("n -> n-k for k in v where v = [3,1,-1]", Measure::Unknown),
        ("n -> n-k for k in v where v = [3,1,2]", sum(&[0])),
        ("n -> n/2", Measure::Unknown),
        ("n -> n/2 if n > 0", sum(&[0])),
        ("n -> n/2; 0 = *0", sum(&[0])),
        ("n -> n/2 if n != 0", sum(&[0])),
        ("n -> n-n%3 if n%3 != 0", sum(&[0])),
        ("n -> n-gcd(n,6) if n > 0", sum(&[0])),
        ("n -> n-2^k for k in 0..", sum(&[0])),
        ("n -> n & (n-1) if n > 0", sum(&[0])),
        ("n -> (n+1)", Measure::Unknown),
        ("n -> end", sum(&[0])),
        ("n -> n if n < 0", sum(&[0])),
        (
            "(x,y) -> (x-1,y+7) | (x,y-1)",
            Measure::Lexicographic(vec![0, 1]),
        ),
        ("(x,y) -> (y-1,x) if x >= y", sum(&[0])),
        ("(x,y) -> (y+1,x-1)", Measure::Unknown),
        ("(x,y) -> (y-1,x-1)", sum(&[0, 1])),
        (
            "(x,y) -> (i,j) for i in 0..max(x,y), j in 0..max(x,y)",
            Measure::Max,
        ),
        (
            "(x,y) -> (y,x-y) if y > 0; (0,_) = *0",
            Measure::Sum(vec![0, 1]),
        ),
        (
            "(x,y,z) -> (x,y-1,z+x) | (x-1,y,z+5) | (x,y,z-1)",
            Measure::Lexicographic(vec![0, 1, 2]),
        ),
        (
            "(n,l,m) -> (n-2,l+1,m+9) | (n+1,l-2,m+4)",
            Measure::Sum(vec![0, 1]),
        ),
    ] {
        let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        assert_eq!(*rule.measure(), measure, "{text}");
        if measure != Measure::Unknown {
            assert_eq!(broken(&rule, &measure), None, "{text}");
        }
    }
}

#[test]
fn measures_of_what_grows() {
    let differs = |sum: &[usize], less: &[usize]| {
        Measure::Bounded(vec![Quantity::Difference(sum.to_vec(), less.to_vec())])
    };
    let zeros = Measure::Bounded(vec![Quantity::Zeros(0)]);
    let sum = |of: &[usize]| Measure::Sum(of.to_vec());
    for (text, measure) in [
        ("n -> (n+k) for k in 1..=3 if n+k <= 50", differs(&[], &[0])),
        (
            "n -> (n+k) for k in 1..=3 if n <= m where m = 20",
            differs(&[], &[0]),
        ),
        ("n -> (n+k) for k in 1..=3 if n+k != 50", Measure::Unknown),
        ("n -> (n+k) for k in 0..=3 if n+k <= 50", Measure::Unknown),
        ("n -> 2*n if 0 < n < 30", differs(&[], &[0])),
        (
            "(n,m) -> (n+k,m) for k in 1..=3 if n+k <= m",
            differs(&[1], &[0]),
        ),
        ("(i,j) -> (i+1,j) | (i,j-1) if i < j", differs(&[1], &[0])),
        ("(i,j) -> (i+1,j) | (i,j-1)", Measure::Unknown),
        (
            "s -> s bitor 2^i for i in 0..6 if (s>>i)&1 == 0",
            zeros.clone(),
        ),
        (
            "s -> s bitor 1<<i for i in 0..6 if (s/2^i)%2 != 1",
            zeros.clone(),
        ),
        (
            "s -> s bitor 2^i for i in 0..6 if s & 2^i == 0",
            zeros.clone(),
        ),
        (
            "s -> s xor 2^i for i in 0..6 if 2^i & s == 0",
            zeros.clone(),
        ),
        (
            "s -> b for i in 0..6, b = s bitor 2^i if b != s",
            zeros.clone(),
        ),
        (
            "s -> s bitor m for m in v if s & m == 0 where v = [3,5,8]",
            zeros.clone(),
        ),
        (
            "s -> s bitor m for m in v if s & m == 0 where v = [3,0]",
            Measure::Unknown,
        ),
        ("s -> s bitor 2^i for i in 0..6", Measure::Unknown),
        ("s -> s xor 2^i for i in 0..6 if (s>>i)&1 == 1", sum(&[0])),
        ("s -> s xor 2^i for i in 0..6", Measure::Unknown),
        (
            "(s,t) -> (s bitor 2^i,t+i) for i in 0..4 if (s>>i)&1 == 0",
            zeros,
        ),
        (
            "(s,t) -> (s bitor 2^i,t+9) for i in 0..4 if (s>>i)&1 == 0; (s,t) -> (s,t-1)",
            Measure::Bounded(vec![
                Quantity::Zeros(0),
                Quantity::Difference(vec![1], vec![]),
            ]),
        ),
        (
            "(a,b,c,d,e) -> (a+1,b,c,d,e-1) | (a,b+1,c-1,d,e) | (a,b,c,d-1,e) if a+b < 9",
            Measure::Sum(vec![2, 3, 4]),
        ),
        ("n -> n-(n%2 == 0) if n > 0", Measure::Unknown),
        ("n -> n-(n%2 == 0)-1", sum(&[0])),
    ] {
        let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        assert_eq!(*rule.measure(), measure, "{text}");
        if measure != Measure::Unknown {
            assert_eq!(broken(&rule, &measure), None, "{text}");
        }
    }
}

/// A number is no less than its remainder, its quotient and its digits, and a power no less than one of a smaller exponent.
#[test]
fn measures_of_remainders_and_powers() {
    for (text, falls) in [
        (
            "n -> n-k for k in 1..=n if k%2 == 0; n -> 0 if n%2 == 1",
            true,
        ),
        ("n -> 0 if n%3 != 0", true),
        ("n -> 0 if n%3 > 0", true),
        ("n -> 1 if n%3 == 2", true),
        ("n -> 1 if n%3 >= 1", false),
        ("n -> 2 if n%3 == 2", false),
        ("n -> 0 if n & 1 == 1", true),
        ("n -> 0 if 1 == n & 1", true),
        ("n -> 0 if n/3 >= 1", true),
        ("n -> 2 if n/3 == 1", true),
        ("n -> 3 if n/3 == 1", false),
        ("n -> 0 if (n>>2) & 1 == 1", true),
        ("n -> 3 if (n>>2) & 1 == 1", true),
        ("n -> n/10 if n%10 == 3", true),
        ("n -> n/10 if n%10 >= 0", false),
        ("n -> n%7 if n%7 == 3 and n/7 != 0", true),
        ("n -> 4 if (n-5)%4 == 1", false),
        ("n -> 4 if n >= 5 and (n-5)%4 == 1", true),
        (
            "n -> n-2^b+2^e for b in 0..6, e in 0..b if (n>>b)&1 == 1 and (n>>e)&1 == 0",
            true,
        ),
        (
            "n -> n-2^b+2^e for b in 0..6, e in 0..=b if (n>>b)&1 == 1",
            false,
        ),
        (
            "n -> n-3^b+2*3^e for b in 0..4, e in 0..b if n >= 3^b",
            true,
        ),
        (
            "n -> n-3^b+3*3^e for b in 0..4, e in 0..b if n >= 3^b",
            false,
        ),
        ("n -> n-2^b+2^e for b in 0..6, e in 0..6 if n >= 2^b", false),
        (
            "n -> n-(1<<b)+(1<<e) for b in 0..6, e in 0..b if n >= 1<<b",
            true,
        ),
        (
            "n -> n xor 2^b xor 2^e for b in 0..6, e in 0..b if (n>>b)&1 == 1 and (n>>e)&1 == 0",
            true,
        ),
        ("n -> n-1^b+1^e for b in 0..6, e in 0..b if n > 0", false),
    ] {
        let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        let measure = rule.measure();
        assert_eq!(
            *measure == Measure::Sum(vec![0]),
            falls,
            "{text}: {measure:?}"
        );
        if *measure != Measure::Unknown {
            assert_eq!(broken(&rule, measure), None, "{text}");
        }
    }
}

#[test]
fn examples_have_measures() {
    for example in EXAMPLES {
        let rule = Rule::parse(example.rule).expect("a rule");
        let measure = rule.measure();
        assert_ne!(*measure, Measure::Unknown, "{}", example.rule);
        assert_eq!(broken(&rule, measure), None, "{}", example.rule);
    }
}

const TERMS: [&str; 18] = [
    "x-k",
    "x-k*k",
    "y-k",
    "x/2",
    "x-y",
    "k-1",
    "x+k",
    "min(x,y)-k",
    "max(x,y)-k",
    "abs(x-y)",
    "x%k",
    "x & (y-k)",
    "x xor k",
    "x-popcount(x)",
    "v[x]",
    "y",
    "x-2^k+2^y",
    "x%3",
];
const RANGES: [&str; 8] = [
    "k in 1..=x",
    "k in 0..=y",
    "k in {1,3}",
    "k in v",
    "k in divisors(x)",
    "k in primes(y)",
    "k = x/3",
    "k in x-3..y",
];
const GUARDS: [&str; 13] = [
    "x > 0",
    "x != k",
    "not x < y or k > 2",
    "k >= 1 and x >= 1",
    "x%2 == 0",
    "v[k] > 1",
    "k > 0 and y > 0",
    "x >= y > 0",
    "x%3 != 0",
    "(x-2)%4 == 3",
    "(x-y)/2 >= 1",
    "y < k <= 8",
    "(x>>1)&1 == 1",
];

#[test]
fn measures_are_told_of_many() {
    let mut told = 0;
    for first in TERMS {
        for second in ["y", "k", "x*y"] {
            let text = format!("(x,y) -> ({first},{second}) for k in 1..=x where v = [2]");
            let rule = Rule::parse(&text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
            let measure = rule.measure();
            if *measure != Measure::Unknown {
                told += 1;
                assert_eq!(broken(&rule, measure), None, "{text}");
            }
        }
    }
    assert!(told > 15, "{told}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn a_measure_told_is_right(
        terms in prop::collection::vec((0..18usize, 0..18usize), 1..3),
        range in 0..8usize,
        guards in prop::collection::vec(0..13usize, 0..3),
        base in prop::sample::select(vec!["", "; (0,_) = *0", "; (x,y) = *0 if x <= y", "; (0,0) = *1"]),
    ) {
        let terms: Vec<String> = terms
            .iter()
            .map(|&(a, b)| format!("({},{})", TERMS[a], TERMS[b]))
            .collect();
        let guards: String = guards.iter().map(|&guard| format!(" if {}", GUARDS[guard])).collect();
        let text = format!(
            "(x,y) -> {} for {}{guards}{base} where v = [2,1,1,3,5,4,6,2,8]",
            terms.join(" | "),
            RANGES[range],
        );
        let rule = Rule::parse(&text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        let measure = rule.measure();
        if *measure != Measure::Unknown {
            prop_assert_eq!(broken(&rule, measure), None, "{} by {:?}", text, measure);
        }
    }
}
