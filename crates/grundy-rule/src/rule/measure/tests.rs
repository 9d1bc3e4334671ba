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
        // Of what is above the mask, or below 0, other digits are told than those that are free.
        (
            "s -> (s bitor m) for m in submasks((15-s) & 19)",
            Measure::Unknown,
        ),
        (
            "s -> (s - 1 + ((s-1) & m)) for m in submasks(3-(s-1))",
            Measure::Unknown,
        ),
        // Equal powers carry.
        (
            "n -> n - ((2^i + 2^i) xor 2^(i+1)) for i in 0..=3",
            Measure::Unknown,
        ),
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

/// Single binary digits: what adds to them, what takes from them, and what only seems to.
#[test]
fn measures_of_masks() {
    let zeros = || Measure::Bounded(vec![Quantity::Zeros(0)]);
    let grows = || Measure::Bounded(vec![Quantity::Difference(vec![], vec![0])]);
    let falls = || Measure::Sum(vec![0]);
    let unknown = || Measure::Unknown;
    let both = || Measure::Bounded(vec![Quantity::Zeros(0), Quantity::Zeros(1)]);
    let bit = "where bit(x,k) = (x>>k)&1";
    let mut wrong = Vec::new();
    for (text, measure) in [
        ("s -> (s + 2^i) for i in 0..6 if (s>>i)&1 == 0", zeros()),
        (
            "s -> (s + (1<<i)) for i in 0..6 if s & (1<<i) == 0",
            zeros(),
        ),
        (
            "s -> (s bitor (3<<i)) for i in 0..6 if (s>>i)&3 == 0",
            zeros(),
        ),
        ("s -> (s + 3*2^i) for i in 0..6 if s & (3<<i) == 0", zeros()),
        ("s -> (s + 3*2^i) for i in 0..6 if (s>>i)%4 < 1", zeros()),
        (
            &format!("s -> (s + (5<<i)) for i in 0..4 if bit(s,i) == 0 and bit(s,2+i) == 0 {bit}"),
            zeros(),
        ),
        (
            "s -> (s xor (3<<i)) for i in 0..6 if (s>>i)%4 == 0",
            zeros(),
        ),
        (
            "s -> (s xor m) for i in 0..6, m = 3<<i if (s>>i)&3 == 0",
            zeros(),
        ),
        (
            &format!(
                "s -> (s xor 2^i xor 2^j) for i in 0..6, j in 0..6 if i != j and bit(s,i) == 0 and bit(s,j) == 0 {bit}"
            ),
            zeros(),
        ),
        (
            &format!(
                "s -> (s + 2^i + 2^j) for i in 0..6, j in i+1..6 if bit(s,i) == 0 and bit(s,j) != 1 {bit}"
            ),
            zeros(),
        ),
        ("s -> (s + m) for m in submasks(63-s)", grows()),
        (
            "s -> (s bitor m) for m in submasks(2^n-1-s) where n = 6",
            grows(),
        ),
        (
            "s -> (s + v[i]) for i in 0..3 if s & v[i] == 0 where v = [3,12,5]",
            zeros(),
        ),
        (
            "(s,t) -> (s+2^i,t) for i in 0..4 if ((s bitor t)>>i)&1 == 0; (s,t) -> (s,t+2^i) for i in 0..4 if ((s bitor t)>>i)&1 == 0",
            both(),
        ),
        ("s -> (s xor m) for m in submasks(s)", falls()),
        ("s -> (s xor m) for m in submasks(s & 21)", falls()),
        (
            "s -> (s xor (3<<i)) for i in 0..6 if (s>>(i+1))&1 == 1",
            falls(),
        ),
        (
            "s -> (s xor (7<<i)) for i in 0..6 if (s>>(i+2))%2 == 1",
            falls(),
        ),
        (
            &format!("s -> (s xor (2^i+2^j)) for i in 1..6, j in 0..i if bit(s,i) == 1 {bit}"),
            falls(),
        ),
        (
            &format!("s -> (s xor 2^i xor 2^j) for i in 1..6, j in 0..i if bit(s,i) > 0 {bit}"),
            falls(),
        ),
        ("s -> (s xor 2^i) for i in 0..6 if s & 2^i > 0", falls()),
        ("s -> (s xor 2^i) for i in 0..6 if s & 2^i != 0", falls()),
        (
            "s -> (s & m) for m in v if s & m != s where v = [3,12,5]",
            falls(),
        ),
        (
            "s -> (s xor m) for m in v if s xor m < s where v = [3,12,5]",
            falls(),
        ),
        ("s -> (s + 2^i) for i in 0..6 if s < 2^6", grows()),
        (
            "s -> (s + 2^i) for i in 0..n if s + 2^i < 2^n where n = 6",
            grows(),
        ),
        ("s -> (2*s+1) if s < 2^6", grows()),
        // What looks alike and never ends, or is not seen to.
        ("s -> (s + 2^i) for i in 0..6", unknown()),
        (
            "s -> (s + 2^i) for i in 0..6 if (s>>(i+1))&1 == 0",
            unknown(),
        ),
        (
            "s -> (s + (3<<i)) for i in 0..6 if (s>>i)&1 == 0",
            unknown(),
        ),
        (
            "s -> (s xor (3<<i)) for i in 0..6 if (s>>i)&1 == 1",
            unknown(),
        ),
        (
            &format!("s -> (s xor (2^i+2^j)) for i in 0..6, j in 0..6 if bit(s,i) == 1 {bit}"),
            unknown(),
        ),
        (
            &format!("s -> (s xor (2^i+2^j)) for i in 0..6, j in 0..=i if bit(s,i) == 1 {bit}"),
            unknown(),
        ),
        (
            &format!(
                "s -> (s xor 2^i xor 2^j) for i in 0..6, j in 0..6 if bit(s,i) == 0 and bit(s,j) == 0 {bit}"
            ),
            unknown(),
        ),
        ("s -> (s + m) for m in submasks(63 xor s)", unknown()),
        ("s -> (s + m) for m in submasks(62-s)", grows()),
        ("s -> (s xor m) for m in submasks(s bitor 4)", unknown()),
        ("s -> (2^s) if s > 0", unknown()),
        (
            "(s,t) -> (s+2^i,t) for i in 0..4 if ((s & t)>>i)&1 == 0",
            unknown(),
        ),
    ] {
        let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        if *rule.measure() != measure {
            wrong.push(format!("{text}: {:?}", rule.measure()));
        }
        if rule.measure().is_known() {
            assert_eq!(broken(&rule, rule.measure()), None, "{text}");
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A play of a thousand moves and more, always to the largest option, or always to the smallest, or to one after the other.
fn endless(rule: &Rule) -> Option<u64> {
    (0..70u64).find(|&start| {
        (0..3).any(|choice| {
            let mut at = rule.position(&[start]).expect("a position");
            (0..1000).all(|turn| {
                let mut options = Options::with_limit(10_000);
                let told = rule.options(&at, &mut options);
                let largest = choice == 0 || choice == 2 && turn % 2 == 0;
                let all = options.positions().iter();
                let next = if largest { all.max() } else { all.min() };
                match (told, next) {
                    (Ok(()), Some(next)) => at = next.clone(),
                    _ => return false,
                }
                true
            })
        })
    })
}

const MASKS: [&str; 11] = [
    "2^i",
    "(1<<i)",
    "(3<<i)",
    "(5<<i)",
    "3*2^i",
    "(2^i+2^j)",
    "(2^i bitor 2^j)",
    "(2^i xor 2^j)",
    "2^(i+1)",
    "v[i]",
    "k",
];
const JOINED: [&str; 9] = [
    "s+M",
    "s bitor M",
    "s xor M",
    "s xor M xor 2^j",
    "s+M+2^j",
    "s+M-2^j",
    "s & M",
    "s-M",
    "M xor s",
];
const ASKED: [&str; 20] = [
    "(s>>i)&1 == 0",
    "(s>>i)&1 == 1",
    "(s>>j)&1 != 1",
    "(s>>j)%2 == 1",
    "(s>>(i+1))&1 == 1",
    "(s/2^i)%2 < 1",
    "(s>>i)&3 == 0",
    "(s>>i)%4 == 3",
    "(s>>i)&5 <= 0",
    "(s>>i)&2 > 0",
    "s & M == 0",
    "M & s == M",
    "s & 2^i != 0",
    "s & 2^j >= 2^j",
    "0 == s & (3<<i)",
    "s < 2^5",
    "s xor M < s",
    "i != j",
    "i > j",
    "not (s>>i)&1 == 1",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_measure_told_of_masks_is_right(
        joined in 0..JOINED.len(),
        mask in 0..MASKS.len(),
        range in prop::sample::select(vec!["j in 0..5", "j in 0..i", "j in i+1..6", "j in 0..=i", "j = i+1"]),
        masks in prop::sample::select(vec!["k in {1,6}", "k in submasks(s)", "k in submasks(31-s)", "k in submasks(s bitor 2)", "k = 3<<i"]),
        asked in prop::collection::vec(0..ASKED.len(), 0..4),
    ) {
        let asked: String = asked.iter().map(|&asked| format!(" if {}", ASKED[asked])).collect();
        let text = format!(
            "s -> ({}) for i in 0..5, {range}, {masks}{asked} where v = [1,3,4,6,9]",
            JOINED[joined]
        );
        let text = text.replace('M', MASKS[mask]);
        let rule = Rule::parse(&text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        let measure = rule.measure();
        if *measure != Measure::Unknown {
            prop_assert_eq!(broken(&rule, measure), None, "{} by {:?}", text, measure);
            prop_assert_eq!(endless(&rule), None, "{} by {:?}", text, measure);
        }
    }
}

/// Beyond eight coordinates not all sums are tried, and none takes long.
#[test]
fn measures_of_many_coordinates() {
    let names: Vec<String> = (0..64).map(|place| format!("x{place}")).collect();
    let from = names.join(",");
    let changed = |changes: &[(usize, &str)]| {
        let mut to = names.clone();
        for (place, by) in changes {
            to[*place].push_str(by);
        }
        format!("({})", to.join(","))
    };
    let rule = |options: Vec<String>| {
        let text = format!("({from}) -> {}", options.join(" | "));
        Rule::parse(&text).expect("a rule").measure().clone()
    };
    let all: Vec<usize> = (0..64).collect();
    let down = rule(
        (1..64)
            .map(|at| changed(&[(at - 1, "+1"), (at, "-1")]))
            .chain([changed(&[(0, "-1")])])
            .collect(),
    );
    assert_eq!(
        down,
        Measure::Lexicographic(all.iter().rev().copied().collect())
    );
    let ring = rule(
        (0..64)
            .map(|at| changed(&[(at, "-1"), ((at + 1) % 64, "-1")]))
            .collect(),
    );
    assert_eq!(ring, Measure::Sum(all));
    let round = rule(
        (0..64)
            .map(|at| changed(&[(at, "-1"), ((at + 1) % 64, "+1")]))
            .collect(),
    );
    assert_eq!(round, Measure::Unknown);
}
