//! Rules as a whole: printing, faults, limits, the solver.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::examples::EXAMPLES;
use super::syntax::*;
use super::*;
use crate::budget::{Budget, Exhausted, Meter};
use crate::component;
use grundy::{Game, Options, Outcome, Play, Ruleset, StateGraph, Stop, solve};

fn rule(text: &str) -> Rule {
    Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"))
}

fn meter() -> Meter {
    Meter::new(&Budget::default())
}

#[test]
fn what_is_printed_reads_back() {
    for example in EXAMPLES {
        let read = rule(example.rule);
        let printed = read.to_string();
        assert_eq!(rule(&printed), read, "{printed}");
        assert_eq!(rule(&printed).to_string(), printed);
    }
}

#[test]
fn the_clock_is_looked_at_within_one_position() {
    // Some 10^9 options, in lines of many.
    let rule = rule("n -> a + b + c for a in 0..n, b in 0..n, c in 0..n");
    let budget = Budget {
        time: Some(Duration::from_millis(50)),
        ..Budget::default()
    };
    for heap in [1001, 2000] {
        let begun = Instant::now();
        let position = rule.position(&[heap]).expect("a position");
        let value = rule.value(&position, &mut Meter::new(&budget));
        assert!(matches!(value, Err(Unfilled::Exhausted(_))), "{value:?}");
        assert!(begun.elapsed() < Duration::from_secs(3));
    }
}

#[test]
fn signs_of_mathematics_are_read() {
    let plain = rule("(x,y) -> (x-k,y xor k) for k in 1..=x if x <= 9 and y != 2 or not k >= 3");
    let signs = rule("(x,y) → (x−k,y ⊕ k) for k ∈ 1..=x if x ≤ 9 ∧ y ≠ 2 || !k ≥ 3");
    let wide = rule(
        "\u{ff08}x\u{ff0c}y\u{ff09} -> (x-k,y xor k) for k in 1..=x if x <= 9 && y != 2 ∨ ¬k >= 3",
    );
    assert_eq!(plain, signs);
    assert_eq!(plain, wide);
    let arrow = rule("(x,y) => (x-k,y xor k) for k in 1..=x if x <= 9 and y != 2 or not k >= 3");
    assert_eq!(plain, arrow);
    assert_eq!(rule("n ⇒ n-1").to_string(), "n -> n-1");
    let mistaken = Rule::parse("n -> n-k for k in 1..=n if k => 3").unwrap_err();
    assert!(mistaken.to_string().contains("'>='"), "{mistaken}");
    let either = Rule::parse("(s,n) -> (s | 2^i,n-1) for i in 0..5 if n > 0").unwrap_err();
    assert!(either.to_string().contains("bitor"), "{either}");
    let comma = Rule::parse("n -> n-1, n-2").unwrap_err();
    assert!(comma.to_string().contains("separated by '|'"), "{comma}");
}

#[test]
fn given_data_take_the_place_of_those_in_the_text() {
    let text = "n -> n-k for k in v if k <= m where m = 2, v = [1]";
    let given = [("v", Given::Array(vec![2, 3, -1])), ("m", Given::Number(3))];
    let read = Rule::parse_with(text, &given).expect("a rule");
    assert_eq!(
        read.to_string(),
        "n -> n-k for k in v if k <= m where v = [2,3,-1], m = 3"
    );
    for name in ["", "1", "for", "min", "a b", "_"] {
        let given = [(name, Given::Number(1))];
        assert!(Rule::parse_with("n -> n-1", &given).is_err(), "{name}");
    }
}

#[test]
fn faults_tell_their_place() {
    for (text, at, kind, what) in [
        (
            "n -> n-1-v[n] where v = [0,1]",
            2,
            FaultKind::Beyond,
            "v[n]",
        ),
        ("n -> n - 6/(n-3)", 3, FaultKind::DivisionByZero, "6/(n-3)"),
        (
            "n -> n-1 if n % (n-3) > -9",
            3,
            FaultKind::DivisionByZero,
            "n % (n-3)",
        ),
        ("n -> n-2^n", 63, FaultKind::Overflow, "2^n"),
        (
            "n -> n-k for k in 1..=n if sqrt(n-5) == k",
            3,
            FaultKind::Undefined,
            "sqrt(n-5)",
        ),
        ("n = *(n-2)", 1, FaultKind::NoNimber, "(n-2)"),
    ] {
        let rule = rule(text);
        let position = rule.position(&[at]).expect("one coordinate");
        let mut options = Options::with_limit(1000);
        let told = rule.options(&position, &mut options);
        let Err(Stop::Fault(fault)) = told else {
            panic!("{text}: {told:?}");
        };
        assert_eq!(fault.kind(), kind, "{text}");
        assert_eq!(fault.place(), at.to_string(), "{text}");
        let start = text.find(what).expect("in the text");
        let message = format!("line 1, column {}: '{what}' ", start + 1);
        assert!(
            fault.what().to_string().starts_with(&message),
            "{text}: {fault}"
        );
        let sizes = [usize::try_from(at).expect("small") + 1];
        let table = rule.table(&sizes, &mut meter());
        assert!(
            matches!(table, Err(Unfilled::Fault(..))),
            "{text}: {table:?}"
        );
    }
}

#[test]
fn what_lies_before_an_array_is_not_there() {
    let table = rule("n -> n-1-v[n-2] where v = [0,0,0,0]").table(&[6], &mut meter());
    assert_eq!(table.expect("filled").cells(), [0, 0, 1, 0, 1, 0]);
}

#[test]
fn nothing_goes_on_for_ever() {
    let small = Budget {
        positions: 10_000,
        ..Budget::default()
    };
    for text in [
        "n -> (n+1)",
        "n -> n-k for k in 1..=9000000000000000000 if k < 0",
        "n -> n-k-j for k in 1..=4000000000, j in 1..=4000000000",
        "n -> n-p for p in primes(n+9000000000000000000) if p < 0",
        "n -> (n-1) + (n+1)",
        "n -> n-1 | (2*n+1)",
    ] {
        let rule = rule(text);
        let unfilled = rule.table(&[5], &mut Meter::new(&small)).expect_err(text);
        let ran_out = matches!(
            unfilled,
            Unfilled::Exhausted(Exhausted::Positions(_))
                | Unfilled::Repeats(_)
                | Unfilled::Fault(..)
        );
        assert!(ran_out, "{text}: {unfilled:?}");
        let mut options = Options::with_limit(1000);
        let _ = rule.options(&rule.position(&[4]).expect("one"), &mut options);
    }
    let huge = rule("n -> n-1").table(&[usize::MAX], &mut meter());
    assert!(matches!(huge, Err(Unfilled::Exhausted(_))));
    let nothing = rule("(x,y) -> (x-1,y)").table(&[0, 5], &mut meter());
    assert!(nothing.expect("empty").cells().is_empty());
}

#[test]
fn a_long_chain_needs_no_deep_recursion() {
    // The value of the first heap asked for waits for all the others.
    let rule = rule("n -> n-1 if n > 0");
    let position = rule.position(&[100_000]).expect("one coordinate");
    assert_eq!(rule.value(&position, &mut meter()), Ok(0));
}

#[test]
fn repetition_is_noticed() {
    let rule = rule("n -> n-1 | (n+1) if n > 0");
    let table = rule.table(&[3], &mut meter());
    assert!(matches!(table, Err(Unfilled::Repeats(_))));
    let back = self::rule("n -> (n+1)%3");
    assert!(matches!(
        back.table(&[3], &mut meter()),
        Err(Unfilled::Repeats(_))
    ));
}

#[test]
fn a_rule_is_solved_as_any_ruleset_is() {
    let wythoff = rule("(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..");
    for x in 0..5 {
        for y in 0..6 {
            let position = wythoff.position(&[x, y]).expect("a pair");
            let game = Game::from_parts(vec![component::part(wythoff.clone(), vec![position])]);
            let known: Game = format!("wythoff {x},{y}").parse().expect("a game");
            for play in [Play::Normal, Play::Misere] {
                let (own, known) = (solve(&game, play), solve(&known, play));
                assert_eq!(own.outcome, known.outcome, "{x},{y} {play:?}");
                assert_eq!(own.winning.count, known.winning.count);
            }
        }
    }
    let takes = rule("n -> n-k for k in {1,3,4}");
    let position = takes.position(&[11]).expect("one");
    let game = Game::from_parts(vec![component::part(takes, vec![position])]);
    let answer = solve(&game, Play::Normal);
    assert_eq!(answer.outcome, Some(Outcome::N));
    let message: Vec<String> = answer
        .winning
        .listed
        .iter()
        .map(|step| step.message.to_string())
        .collect();
    assert_eq!(message, ["k = 4: leave 7"]);
}

#[test]
fn cyclic_rules_are_labelled() {
    // 2 and 1 chase each other; from 3 one can end.
    let rule = rule("n -> 3-n | n-3 if n > 0");
    let position = rule.position(&[3]).expect("one");
    let game = Game::from_parts(vec![component::part(rule, vec![position])]);
    let graph = StateGraph::new(&game, Play::Normal, &Budget::default()).expect("small");
    assert_eq!(graph.vertices[0].outcome, Outcome::N);
}

/// The rules shown in the guide, one a line.
fn shown(page: &str) -> Vec<&str> {
    let mut rules = Vec::new();
    let mut within = false;
    for line in page.lines() {
        if line.starts_with("```") {
            within = line == "```text";
        } else if within {
            rules.push(line);
        }
    }
    rules
}

#[test]
fn the_guide_shows_rules_that_can_be_read() {
    let english = shown(include_str!("../../../../docs/guide/en/rules.md"));
    let chinese = shown(include_str!("../../../../docs/guide/zh/rules.md"));
    assert_eq!(english, chinese);
    assert!(english.len() >= 25);
    for text in &english {
        let rule = rule(text);
        assert_ne!(*rule.measure(), Measure::Unknown, "{text}");
    }
    // Nearly all of them are compared with options written by hand above.
    let compared = |text: &&&str| EXAMPLES.iter().any(|example| example.rule == **text);
    assert!(english.iter().filter(compared).count() >= 20);
}

fn name() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["n", "m", "k", "a'", "x_1", "堆"])
        .prop_map(|name| name.replace('\'', "_").to_owned())
}

fn named() -> impl Strategy<Value = Name> {
    name().prop_map(|text| Name {
        text,
        span: Span::default(),
    })
}

fn expression() -> impl Strategy<Value = Expression> {
    let whole = |kind| Expression {
        kind,
        span: Span::default(),
    };
    let leaf = prop_oneof![
        (-3i64..100).prop_map(Kind::Number),
        Just(Kind::Number(i64::MAX)),
        name().prop_map(Kind::Name),
    ];
    leaf.prop_map(whole).prop_recursive(5, 40, 3, move |inner| {
        let pair = (inner.clone(), inner.clone());
        let operators = prop::sample::select(Operator::ALL.to_vec());
        let comparisons = prop::sample::select(Comparison::ALL.to_vec());
        prop_oneof![
            inner
                .clone()
                .prop_filter_map("a number has its own sign", move |part| {
                    match part.kind {
                        Kind::Number(number) if number >= 0 => None,
                        _ => Some(whole(Kind::Negate(Box::new(part)))),
                    }
                }),
            inner
                .clone()
                .prop_map(move |part| whole(Kind::Not(Box::new(part)))),
            (operators, pair).prop_map(move |(operator, (a, b))| whole(Kind::Binary(
                operator,
                Box::new([a, b])
            ))),
            (
                inner.clone(),
                prop::collection::vec((comparisons, inner.clone()), 1..3)
            )
                .prop_map(move |(first, rest)| whole(Kind::Compare(Box::new(first), rest))),
            prop::collection::vec(inner.clone(), 2..4)
                .prop_map(move |parts| whole(Kind::Call(Function::Min, parts))),
            inner
                .clone()
                .prop_map(move |part| whole(Kind::Call(Function::Popcount, vec![part]))),
            (named(), inner)
                .prop_map(move |(name, index)| whole(Kind::Index(name, Box::new(index)))),
        ]
    })
}

fn domain() -> impl Strategy<Value = Domain> {
    prop_oneof![
        (
            expression(),
            prop::option::of((expression(), any::<bool>()))
        )
            .prop_map(|(from, to)| Domain::Range { from, to }),
        prop::collection::vec(expression(), 0..3).prop_map(Domain::Set),
        named().prop_map(Domain::Array),
        expression().prop_map(|of| Domain::Numbers(Numbers::PrimeFactors, of)),
    ]
}

fn clause() -> impl Strategy<Value = Clause> {
    let coordinate = prop_oneof![
        named().prop_map(Coordinate::Name),
        Just(Coordinate::Any),
        (0i64..5).prop_map(Coordinate::Number),
    ];
    let item = prop_oneof![
        (named(), domain()).prop_map(|(name, domain)| Item::In(name, domain)),
        (named(), expression()).prop_map(|(name, value)| Item::Let(name, value)),
        expression().prop_map(Item::If),
    ];
    (
        prop::collection::vec(coordinate, 1..4),
        prop::collection::vec(item, 0..4),
    )
        .prop_flat_map(|(coordinates, tail)| {
            let term =
                prop::collection::vec(expression(), coordinates.len()).prop_map(|coordinates| {
                    Term {
                        coordinates,
                        span: IgnoredSpan::default(),
                    }
                });
            let options = prop::collection::vec(prop::collection::vec(term, 0..3), 1..3);
            let body = prop_oneof![
                options.prop_map(Body::Options),
                expression().prop_map(Body::Value),
            ];
            body.prop_map(move |body| Clause {
                pattern: Pattern {
                    coordinates: coordinates.clone(),
                    span: IgnoredSpan::default(),
                },
                body,
                tail: tail.clone(),
            })
        })
}

fn syntax() -> impl Strategy<Value = Syntax> {
    let value = prop_oneof![
        expression().prop_map(Defined::Number),
        prop::collection::vec(expression(), 0..3).prop_map(Defined::Array),
    ];
    let definition = (named(), value).prop_map(|(name, value)| Definition { name, value });
    (
        prop::collection::vec(clause(), 1..3),
        prop::collection::vec(definition, 0..3),
    )
        .prop_map(|(clauses, definitions)| Syntax {
            clauses,
            definitions,
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn syntax_reads_back_as_printed(written in syntax()) {
        let printed = written.to_string();
        let reading = parse::parse(&printed);
        prop_assert!(reading.errors.is_empty(), "{}: {:?}", printed, reading.errors);
        prop_assert_eq!(&reading.syntax, &written, "{}", printed);
        // Checking takes whatever can be written.
        let _ = check::check(&written, false);
    }

    #[test]
    fn no_text_does_harm(text in "[nxyk0-9(){}\\[\\],;|+*/%^<>=!&. \\-]{0,60}|\\PC{0,40}") {
        if let Err(errors) = Rule::parse(&text) {
            prop_assert!(!errors.errors.is_empty());
            for error in &errors.errors {
                prop_assert!(error.span.start <= error.span.end && error.span.end <= text.len());
                prop_assert!(error.line >= 1 && error.column >= 1);
            }
        }
    }
}

/// A prime is a condition, and numbers that a generator runs through are asked without a name for them.
#[test]
fn primes_and_divisors_are_asked() {
    for (text, written) in [
        ("n -> n-1 if isprime(n)", "n -> n-1 if isprime(n)"),
        (
            "n -> n-len(primefactors(n)) if n > 1",
            "n -> n-len(p for p in primefactors(n)) if n > 1",
        ),
        (
            "n -> n-k for k in 1..=numdiv(n) if n > 0 and not isprime(n-k)",
            "n -> n-k for k in 1..=numdiv(n) if n > 0 and not isprime(n-k)",
        ),
        (
            "n -> n-omega(n)*bigomega(n) if any(n%p == 0 for p in primes(sqrt(n)))",
            "n -> n-omega(n)*bigomega(n) if any(n%p == 0 for p in primes(sqrt(n)))",
        ),
    ] {
        let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        assert_eq!(rule.to_string(), written, "{text}");
        let again = Rule::parse(written).unwrap_or_else(|errors| panic!("{written}: {errors}"));
        assert_eq!(again.to_string(), written);
    }
    let wrong = Rule::parse("n -> n-1 if omega(n)").expect_err("no condition");
    assert!(wrong.to_string().contains("condition"), "{wrong}");
}
