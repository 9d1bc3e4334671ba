//! Each kind of reason is met, and told apart by its type and not by its sentence.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grundy::budget::Meter;
use grundy::reason::{NoTheorem, NotCovered, TooLarge};
use grundy::rule::{Rule, Unfilled};
use grundy::{
    Budget, Engine, Exhausted, FaultKind, Game, Lang, Play, Reason, Solver, StateGraph, Stop,
    pattern,
};

const FAULTY: &str = "n -> n-1 if 6/(n-3) > 0";

fn game(text: &str) -> Game {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Why a question has no answer, with these engines only and within this budget.
fn why(text: &str, play: Play, engines: &[Engine], budget: Budget) -> Reason {
    let off = Engine::ALL.into_iter().filter(|one| !engines.contains(one));
    let mut solver = off.fold(Solver::new(), Solver::without);
    solver.budget = budget;
    let answer = solver.solve(&game(text), play);
    assert_eq!(answer.outcome, None, "{text}");
    let why = answer.unknown.expect("a reason");
    for lang in [Lang::En, Lang::Zh] {
        let message = why.render(lang);
        assert!(
            !message.is_empty() && !message.contains('{'),
            "{text}: {message}"
        );
    }
    assert!(!why.word().is_empty());
    why
}

#[test]
fn what_ran_out_is_told() {
    let ran_out = |budget| why("cram 8x8", Play::Misere, &Engine::ALL, budget);
    let positions = Budget {
        positions: 100,
        ..Budget::default()
    };
    let Reason::Exhausted(Exhausted::Positions(100)) = ran_out(positions) else {
        panic!("positions");
    };
    let bytes = Budget {
        bytes: 10_000,
        ..Budget::default()
    };
    let Reason::Exhausted(Exhausted::Bytes(10_000)) = ran_out(bytes) else {
        panic!("bytes");
    };
    let time = Budget {
        time: Some(Duration::ZERO),
        ..Budget::default()
    };
    let why = ran_out(time);
    let Reason::Exhausted(Exhausted::Time(Duration::ZERO)) = why else {
        panic!("{why:?}");
    };
    let source = why.source().expect("what ran out");
    assert_eq!(source.to_string(), why.to_string());
    let stopped = Budget {
        stop: Some(Arc::new(AtomicBool::new(true))),
        ..Budget::default()
    };
    assert_eq!(ran_out(stopped), Reason::Interrupted);
}

#[test]
fn missing_theorems_are_told() {
    let without = |text, play, engines: &[Engine]| why(text, play, engines, Budget::default());
    let (normal, misere) = (Play::Normal, Play::Misere);
    for (found, expected) in [
        (
            without("cram 2x3", normal, &[Engine::Theorem]),
            NoTheorem::Value,
        ),
        (
            without("cram 2x3", misere, &[Engine::Outcome]),
            NoTheorem::Outcome,
        ),
        (
            without("cram 2x3 + nim 1", misere, &[Engine::Theorem]),
            NoTheorem::Tame,
        ),
        (
            without("moore:2 3 4 5 + moore:2 1 2 4", normal, &[Engine::Outcome]),
            NoTheorem::ValueInSum,
        ),
    ] {
        assert_eq!(found, Reason::NoTheorem(expected));
        assert_eq!(found.word(), "no-theorem");
    }
    assert_eq!(without("nim 3", normal, &[]), Reason::Off);
}

#[test]
fn play_that_goes_round_is_told() {
    let (loops, normal) = ("graph:a-b,b-a,a-c a", Play::Normal);
    let searched = why(loops, normal, &[Engine::Search], Budget::default());
    assert_eq!(searched, Reason::Repeats(None));
    let rule = Rule::parse("n -> (n+2) if n % 2 == 1; n -> n-2 if n % 2 == 0").expect("a rule");
    let back = Rule::parse("n -> (n+1) if n == 1; n -> n-1 if n == 2").expect("a rule");
    let repeats = back.table(&[3], &mut Meter::new(&Budget::default()));
    let repeats = repeats.expect_err("play goes round").reason(&back);
    let Reason::Repeats(Some(place)) = &repeats else {
        panic!("{repeats:?}");
    };
    assert!(["1", "2"].contains(&place.as_str()), "{place}");
    assert_eq!(repeats.place(), Some(place.as_str()));
    // What stopped the labelling is behind it.
    let few = Budget {
        positions: 1000,
        ..Budget::default()
    };
    let endless = why(&format!("rule '{rule}' 1"), normal, &Engine::ALL, few);
    let Reason::MayNotEnd(cause) = &endless else {
        panic!("{endless:?}");
    };
    assert_eq!(endless.root(), cause.as_ref());
    assert!(matches!(
        endless.root(),
        Reason::Exhausted(Exhausted::Positions(1000))
    ));
    assert_eq!(endless.word(), "positions");
    let source = endless.source().expect("the cause");
    assert_eq!(source.to_string(), cause.to_string());
}

#[test]
fn what_no_engine_is_made_for_is_told() {
    let table = why(
        "cram 2x3",
        Play::Normal,
        &[Engine::Table],
        Budget::default(),
    );
    assert_eq!(table, Reason::NotCovered(NotCovered::NoTable));
    let rule = Rule::parse("n -> n-1").expect("a rule");
    let sizes = rule.table(&[3, 3], &mut Meter::new(&Budget::default()));
    let sizes = sizes.expect_err("one coordinate").reason(&rule);
    assert_eq!(sizes, Reason::NotCovered(NotCovered::Sizes(1)));
    let many = StateGraph::new(&game("nim 1000"), Play::Normal, &{
        Budget {
            positions: 50,
            ..Budget::default()
        }
    });
    let many = many.expect_err("too many moves");
    assert_eq!(many, Reason::TooLarge(TooLarge::Moves(50)));
}

/// The rule divides by 0 at 3, which is neither of the positions that are asked for.
#[test]
fn a_fault_carries_its_place_wherever_it_surfaces() {
    let rule = Rule::parse(FAULTY).expect("a rule");
    let sum = game(&format!("nim 2 + rule '{FAULTY}' 5"));
    let mut found = Vec::new();
    for play in [Play::Normal, Play::Misere] {
        let answer = Solver::new().solve(&sum, play);
        let told = answer
            .declined
            .iter()
            .filter(|one| one.why.fault().is_some());
        assert!(told.count() >= 1, "{play:?}");
        found.push(answer.unknown.expect("a reason"));
        let graph = StateGraph::new(&sum, play, &Budget::default());
        found.push(graph.expect_err("no graph"));
    }
    let meter = || Meter::new(&Budget::default());
    let unfilled = |unfilled: Unfilled| unfilled.reason(&rule);
    found.push(
        rule.table(&[10], &mut meter())
            .map_err(unfilled)
            .unwrap_err(),
    );
    let report = pattern::find(&rule, &pattern::Scope::default(), &mut meter());
    found.push(report.map_err(unfilled).unwrap_err());
    for why in found {
        let Reason::Fault(fault) = &why else {
            panic!("{why:?}");
        };
        assert_eq!(
            (fault.kind(), fault.place()),
            (FaultKind::DivisionByZero, "3")
        );
        assert_eq!((why.word(), why.place()), ("fault", Some("3")));
        let source = why.source().expect("the fault");
        assert!(source.downcast_ref::<grundy::Fault>().is_some());
    }
    // At 4 the next position is 3, which has no options that can be told; at 3 itself the component says so.
    let at_three = game(&format!("rule '{FAULTY}' 3"));
    let component = at_three.components().next().expect("one");
    let Err(Stop::Fault(fault)) = component.options(10) else {
        panic!("a fault");
    };
    assert_eq!(fault.place(), "3");
    assert!(matches!(component.drawn(10).turns, Err(Stop::Fault(_))));
}

/// Where search meets the fault, but the search through the whole sum runs out first, the fault is told: more time would not help.
#[test]
fn a_fault_goes_before_what_ran_out() {
    let few = Budget {
        positions: 2_000,
        ..Budget::default()
    };
    let sum = format!("cram 6x6 + rule '{FAULTY}' 5");
    let why = why(
        &sum,
        Play::Normal,
        &[Engine::Search, Engine::SumSearch],
        few,
    );
    assert_eq!(why.place(), Some("3"), "{why:?}");
}

#[test]
fn every_kind_of_fault_has_its_word_and_sentence() {
    for kind in FaultKind::ALL {
        assert!(!kind.word().is_empty());
        let message = kind.describe();
        assert_ne!(message.render(Lang::En), message.render(Lang::Zh));
    }
    let long = "n -> n-k for k in 1..=n, j in 1..=n if k*j < 0";
    let game = game(&format!("rule '{long}' 3000"));
    let component = game.components().next().expect("one");
    let Err(Stop::Fault(fault)) = component.options(10) else {
        panic!("too many numbers");
    };
    assert_eq!(fault.kind(), FaultKind::TooLong);
}
