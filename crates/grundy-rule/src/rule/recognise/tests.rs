//! What is recognised has the same values as the rule; what is not the game is not taken for it.

use super::Evidence;
use crate::budget::{Budget, Meter};
use crate::engine::sequence::{Limits, Sequence};
use crate::rule::Rule;
use crate::rule::examples::EXAMPLES;
use grundy::rulesets::CATALOGUE;

#[test]
fn known_games_are_recognised() {
    let mut wrong = Vec::new();
    for (text, head, by_form) in [
        ("n -> n-k for k in {1,3,4}", "take:1,3,4", true),
        (
            "n -> n-k for k in v; n -> n-7 where v = [2,1,2]",
            "take:1,2,7",
            true,
        ),
        ("n -> n-k for k in 1..", "nim", true),
        ("n -> n-k for k in 1..=n", "nim", false),
        ("n -> i for i in 0..n", "nim", false),
        ("n -> n-k for k in 4.. ; n -> n-2", "take:!1,3", true),
        ("n -> n-k for k in 1..=n if k != 3", "take:!3", false),
        ("n -> n-1 | n-2", "take:1,2", true),
        (
            "n -> a + b for a in 1..n, b = n-a if a != b",
            "grundy",
            true,
        ),
        (
            "n -> a + b for a in 1..n, b = n-a if n > 2",
            "couples",
            true,
        ),
        (
            "n -> n-1; n -> a + b for a in 1..=n-2, b = n-a-2",
            "0.36",
            true,
        ),
        (
            "n -> max(i-2,0) + max(n-i-1,0) for i in 1..=n",
            "0.137",
            true,
        ),
        (
            "(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..",
            "wythoff",
            true,
        ),
        ("(x,y) -> (x-1,y) | (x,y-1) | (x-1,y-1)", "king", false),
        ("(x,y) -> (x-k,y) | (x,y-k) for k in 1..", "rook", true),
    ] {
        let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{errors}"));
        let known = rule.recognise(CATALOGUE);
        let known = known.map(|known| (known.head, known.evidence == Evidence::Form));
        if known != Some((head.to_owned(), by_form)) {
            wrong.push((text, known));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn what_is_nearly_a_known_game_is_not() {
    for text in [
        "n -> n-k for k in {1,3,4} if n != 50",
        "n -> n-k for k in {0,1}",
        "n -> n-k for k in {1,3,-4}",
        "n -> n-1 if n != 40",
        "0 = *1; n -> n-1",
        "n -> n-popcount(n) if n > 0",
        "(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1.. if x != 9",
    ] {
        let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{errors}"));
        assert_eq!(rule.recognise(CATALOGUE), None, "{text}");
    }
}

#[test]
fn what_is_recognised_has_the_same_values() {
    let mut recognised = 0;
    for example in EXAMPLES {
        let rule = Rule::parse(example.rule).expect("a rule");
        let Some(rules) = rule.recognise(CATALOGUE).and_then(|known| known.rules) else {
            continue;
        };
        recognised += 1;
        let mut meter = Meter::new(&Budget::default());
        let table = rule.table_by_options(&[300], &mut meter);
        let table = table.expect("filled");
        let mut sequence = Sequence::new(rules, Limits::default());
        let mut values = Vec::new();
        while values.len() < 300 {
            sequence.next_block(&mut values).expect("memory");
        }
        assert_eq!(table.cells(), &values[..300], "{}", example.rule);
    }
    assert!(recognised >= 4);
}

#[test]
fn tables_by_form_are_those_by_options() {
    for (text, sizes) in [
        ("n -> n-k for k in {1,3,4,11,12}", &[2000][..]),
        ("n -> n-k for k in 3..", &[500]),
        ("n -> n-k for k in 2..=9; n -> n-k for k in 20..", &[500]),
        (
            "(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..",
            &[40, 23],
        ),
        (
            "(y,x) -> (y-j,x-j) for j in 1..; (a,b) -> (a,b-k) | (a-k,b) for k in 1..",
            &[7, 30],
        ),
        ("(x,y) -> (x-k,y) | (x,y-k) for k in 1..", &[9, 12]),
        (
            "(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..",
            &[0, 9],
        ),
    ] {
        let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{errors}"));
        let mut meter = Meter::new(&Budget::default());
        let by_form = rule.table(sizes, &mut meter).expect(text);
        let by_options = rule.table_by_options(sizes, &mut meter).expect(text);
        assert_eq!(by_form, by_options, "{text}");
        let little = Budget {
            positions: 10,
            ..Budget::default()
        };
        if sizes[0] > 0 {
            assert!(rule.table(sizes, &mut Meter::new(&little)).is_err());
        }
    }
}

#[test]
fn codes_told_from_small_heaps_hold_for_larger_ones() {
    let mut number = 1u64;
    let mut below = |most: u64| {
        number = number
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (number >> 33) % most
    };
    let mut proved = 0;
    for _ in 0..250 {
        let first = below(3);
        let last = ["n-2", "n", "n/2", "(n-1)/2", "(n-2)/2", "n-1"][below(6) as usize];
        let guard = [
            "",
            " if a != b",
            " if a < b",
            " if n > 3",
            " if a > 1 or n < 5",
            " if b >= 1",
        ][below(6) as usize];
        let takes = [vec![0], vec![1], vec![2], vec![1, 2], vec![0, 3]][below(5) as usize].clone();
        let takes = takes
            .iter()
            .map(u64::to_string)
            .collect::<Vec<_>>()
            .join(",");
        let more = ["", "; n -> n-1", "; n -> n-2 | n-3", "; n -> n-1 if n > 4"][below(4) as usize];
        let text = format!(
            "n -> a + b for k in {{{takes}}}, a in {first}..={last}, b = n-k-a{guard}{more}"
        );
        let rule = Rule::parse(&text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        let Some(known) = rule.recognise(CATALOGUE) else {
            continue;
        };
        assert_eq!(known.evidence, Evidence::Form, "{text}");
        proved += 1;
        let rules = known.rules.expect("a code");
        let table = rule.table_by_options(&[160], &mut Meter::new(&Budget::default()));
        let mut values = Vec::new();
        let mut sequence = Sequence::new(rules, Limits::default());
        while values.len() < 160 {
            sequence.next_block(&mut values).expect("memory");
        }
        assert_eq!(table.expect("a table").cells(), &values[..160], "{text}");
    }
    assert!(proved > 40, "{proved}");
}
