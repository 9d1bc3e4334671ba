//! Columns against expressions evaluated number by number, on every path.

use super::{Lanes, Path};
use crate::rule::Rule;
use crate::rule::step::Step;

/// Guards in n and k that go through every operation.
const GUARDS: [&str; 34] = [
    "(n+k) % 3 != 0",
    "n % k == 0",
    "n / k % 2 == 1",
    "(n*k+7) / 5 % 4 < 2",
    "k / 8 + n % 16 > 9",
    "(k*k*7) % 1000003 >= 500",
    "k*1000003 % 97 == 13 or k*12345 / 77 % 3 == 1",
    "(n xor k) & 4 == 0",
    "n bitor k > n+3",
    "k << 2 < n or n >> 3 >= k",
    "k^2 <= n",
    "k^3 + 1 != n",
    "2^(k%20) % 7 == 2",
    "not (k < 5 and n > 9)",
    "min(k,n-20) > 3",
    "max(k,n) % 5 == 1",
    "min(k,n,9) == 9 or k < 3",
    "abs(n-2*k) < 15",
    "popcount(k) == 2",
    "popcount(n xor k) % 2 == 0",
    "bitlen(k) == bitlen(n)",
    "bitlen(k-1) > 3",
    "sqrt(k)*sqrt(k) == k",
    "sqrt(n*k) > k",
    "gcd(n,k) == 1",
    "digitsum(k) % 3 == 0",
    "digitsum(n+k,2) % 2 == 1",
    "v[k%7] == 2 or v[(n+k)%7] > 7",
    "1 <= k < n-3",
    "-k > 10-n",
    "n - 2*k != 0",
    "k >= 3 and k != 8 or n % 2 == 0",
    "(n-k) / 3 < 9",
    "n+k >= 40 and k <= n",
];

#[test]
fn as_number_by_number() {
    let (mut filled, mut all) = (0, 0);
    for guard in GUARDS {
        for range in ["1..=40", "0..=300", "1..=n", "1.."] {
            let text = format!("n -> n-k for k in {range} if {guard} where v = [2,7,1,8,2,8,9]");
            let rule = Rule::parse(&text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
            let clause = &rule.program().moves[0];
            let columns = clause.columns.as_ref().expect("columns");
            let Some(Step::Guard(guard)) = clause.steps.last() else {
                panic!("{text}");
            };
            for path in Path::all() {
                let mut lanes = Lanes {
                    path,
                    ..Lanes::default()
                };
                for n in [
                    0,
                    1,
                    2,
                    7,
                    30,
                    64,
                    100,
                    255,
                    1000,
                    46_341,
                    2_000_000,
                    i64::MAX / 3,
                ] {
                    let mut slots = vec![0; rule.program().slots];
                    slots[0] = n;
                    let arrays = &rule.program().arrays;
                    let Some((from, to)) = columns.range(&slots, arrays) else {
                        continue;
                    };
                    let count = to.map_or(256, |to| (to - from + 1).clamp(0, 256)) as usize;
                    all += 1;
                    let begun = columns.begin(&mut lanes, &slots, arrays);
                    if count == 0 || begun.is_none() {
                        continue;
                    }
                    if columns.fill(&mut lanes, from, count, arrays).is_none() {
                        continue;
                    }
                    filled += 1;
                    for lane in 0..lanes.count {
                        slots[columns.slot] = from + lane as i64;
                        let right = guard.evaluate(&slots, arrays).expect("a number");
                        let holds = lanes.guards().is_none_or(|holds| holds[lane] != 0);
                        assert_eq!(holds, right != 0, "{text}, n = {n}, lane {lane}, {path:?}");
                    }
                }
            }
        }
    }
    assert!(2 * filled > all, "{filled} of {all}");
}

#[test]
fn what_may_go_wrong_is_left_to_numbers_one_by_one() {
    for guard in [
        "n % (k-3) == 0",
        "v[k] > 0",
        "v[n-k] > 0",
        "k * n * n > 0",
        "sqrt(k-5) > 0",
        "n << k > 0",
        "(n-k) % 3 == 0",
    ] {
        let text = format!("n -> n-k for k in 1..=40 if {guard} where v = [1,2,3]");
        let rule = Rule::parse(&text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        let columns = rule.program().moves[0].columns.as_ref().expect("columns");
        let mut slots = vec![0; rule.program().slots];
        slots[0] = 20;
        let mut lanes = Lanes::default();
        let arrays = &rule.program().arrays;
        let n = if guard.contains("n * n") { 60_000 } else { 20 };
        slots[0] = n;
        columns.begin(&mut lanes, &slots, arrays).expect("scalars");
        assert_eq!(columns.fill(&mut lanes, 1, 40, arrays), None, "{guard}");
    }
}

#[test]
fn every_divisor_divides() {
    let numbers = [
        0,
        1,
        2,
        6,
        7,
        99,
        46_340,
        65_535,
        (1 << 21) - 1,
        1 << 30,
        i32::MAX - 1,
        i32::MAX,
    ];
    for by in (1..3_000).chain([
        46_341,
        65_536,
        1_000_003,
        (1 << 30) + 1,
        i32::MAX - 1,
        i32::MAX,
    ]) {
        let divisor = super::operations::Divisor::new(by);
        let near = numbers.iter().flat_map(|&number| {
            let down = number / by * by;
            [number, down, (down - 1).max(0)]
        });
        for number in near {
            assert_eq!(divisor.quotient(number), number / by, "{number}/{by}");
            assert_eq!(divisor.rest(number), number % by, "{number}%{by}");
            assert_eq!(super::operations::quotient(number, by), number / by);
            if i64::from(number) < super::operations::SMALL {
                let wanted = (number / by, number % by);
                let inverse = number as f32 * (1.0 / by as f32);
                let divided = number as f32 / by as f32;
                for quotient in [inverse, divided] {
                    let near = super::operations::near(number, by, quotient);
                    assert_eq!(near, wanted, "{number} by {by}");
                }
            }
        }
    }
}
