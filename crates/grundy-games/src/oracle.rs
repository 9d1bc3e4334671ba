//! The oracle: theorems against plain search that knows only the rules.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::budget::{Budget, Meter};
use crate::component::Component;
use crate::engine::split::search::{Search, Sizes};
use crate::engine::split::{Fact, Splits};
use crate::engine::whole::SumSearch;
use crate::engine::{Tables, Work, search};
use crate::nimber::Nimber;
use crate::notation::Notation;
use crate::number::Natural;
use crate::quotient::Play;
use crate::ruleset::Options;
use grundy::Game;
use grundy_core::solve::{Engine, Solver};

fn work() -> Work {
    Work::new(&Budget::default(), Tables::default(), usize::MAX)
}

/// Checks the value theorem against search at some positions: the value, and for every target from 0 to a little more
/// than any value the number of moves and the moves themselves.
pub(crate) fn values<R: Notation>(rules: &R, positions: impl IntoIterator<Item = R::Position>) {
    let theorem = rules.capabilities().values.expect("a value theorem");
    let head = rules.head();
    let mut work = work();
    for position in positions {
        let Some(value) = theorem.value(&position) else {
            continue;
        };
        let searched =
            search::value(rules, &head, &position, &mut work).expect("small enough to search");
        assert_eq!(
            value,
            Nimber::from(searched),
            "{head} {}",
            rules.write(&position)
        );
        let mut options = Options::with_limit(usize::MAX);
        options.fill(rules, &position).expect("no limit");
        let mut reached: Vec<(u32, Vec<R::Position>)> = Vec::new();
        for (_, sum) in options.iter() {
            let value = sum
                .iter()
                .map(|part| search::value(rules, &head, part, &mut work).expect("small"));
            reached.push((value.fold(0, |sum, value| sum ^ value), sum.to_vec()));
        }
        let largest = reached.iter().map(|(value, _)| *value).max().unwrap_or(0);
        for target in 0..largest + 3 {
            let Some(moves) = theorem.moves_to(&position, &Nimber::from(target), usize::MAX) else {
                continue;
            };
            let mut expected: Vec<_> = reached
                .iter()
                .filter(|(value, _)| *value == target)
                .map(|(_, sum)| sum.clone())
                .collect();
            let mut told: Vec<_> = moves.listed.iter().map(|step| step.to.clone()).collect();
            expected.sort();
            told.sort();
            assert_eq!(
                told,
                expected,
                "{head} {}: moves to {target}",
                rules.write(&position)
            );
            assert_eq!(moves.count, Some(Natural::from(told.len())));
        }
    }
}

/// Checks a whole answer (outcome, number of winning moves, the moves) against a search of the whole sum that knows
/// only the rules.
pub(crate) fn game(text: &str, play: Play) {
    let game: Game = text
        .parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut solver = Solver::new();
    solver.listed = usize::MAX;
    let answer = solver.solve(&game, play);
    let mut meter = Meter::new(&Budget {
        // A busy machine is no reason to suspect the answer.
        time: None,
        ..Budget::default()
    });
    let mut whole = SumSearch::new(play);
    let components: Vec<&dyn Component> = game.components().collect();
    let outcome = whole
        .outcome(&components, &mut meter)
        .expect("small enough to search");
    assert_eq!(
        answer.outcome,
        Some(outcome),
        "{text} under {play:?}: {answer:?}"
    );
    let (count, found) = whole
        .winning(&components, usize::MAX, &mut meter)
        .expect("small enough to search");
    if answer.winning.count.is_none() {
        return;
    }
    assert_eq!(
        answer.winning.count,
        Some(count),
        "{text} under {play:?}: {:?}",
        answer.winning
    );
    let written = |to: &[Box<dyn Component>]| {
        let mut to: Vec<String> = to.iter().map(|component| component.position()).collect();
        to.sort();
        to
    };
    let mut told: Vec<_> = answer
        .winning
        .listed
        .iter()
        .map(|step| (step.component, written(&step.to)))
        .collect();
    let mut expected: Vec<_> = found
        .iter()
        .map(|(place, step)| (*place, written(&step.to)))
        .collect();
    told.sort();
    expected.sort();
    assert_eq!(told, expected, "{text} under {play:?}");
}

/// [`game`] under both plays.
pub(crate) fn both(text: &str) {
    game(text, Play::Normal);
    game(text, Play::Misere);
}

/// Checks that no answer changes, but to "unknown", when engines are switched off.
pub(crate) fn engines(text: &str, play: Play) {
    let game: Game = text
        .parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    let full = Solver::new().solve(&game, play);
    for engine in Engine::ALL {
        let without = Solver::new().without(engine).solve(&game, play);
        if without.outcome.is_some() {
            assert_eq!(without.outcome, full.outcome, "{text} without {engine:?}");
        }
        if let (Some(one), Some(other)) = (&without.value, &full.value) {
            assert_eq!(one, other, "{text} without {engine:?}");
        }
        if let (Some(one), Some(other)) = (&without.winning.count, &full.winning.count) {
            assert_eq!(one, other, "{text} without {engine:?}");
        }
    }
}

/// The value of a part by going through all that it tells to follow; whatever is told as a theorem on the way is doubted.
pub(crate) fn part<S: Splits>(
    splits: &S,
    part: &S::Part,
    known: &mut HashMap<S::Part, u32>,
) -> u32 {
    if let Some(&value) = known.get(part) {
        return value;
    }
    let mut options: Vec<(u32, Vec<S::Part>)> = Vec::new();
    let all = splits.options(part, |told, parts| {
        options.push((told, parts.to_vec()));
        ControlFlow::Continue(())
    });
    all.expect("rules that can be evaluated");
    assert!(!options.is_empty(), "{part:?} has no move");
    let mut reached = Vec::new();
    for (told, parts) in options {
        let values = parts.iter().map(|one| {
            assert!(splits.size(one) < splits.size(part), "{part:?} to {one:?}");
            self::part(splits, one, known)
        });
        reached.push(values.fold(told, |sum, value| sum ^ value));
    }
    let value = (0..).find(|value| !reached.contains(value)).unwrap_or(0);
    match splits.fact(part) {
        Fact::Exact(told) => assert_eq!(told, value, "{part:?}"),
        Fact::Not(mask) => assert!(value > 63 || mask >> value & 1 == 0, "{part:?}: {value}"),
    }
    known.insert(part.clone(), value);
    value
}

/// Checks that the search by couples, whether it goes depth first or by proof numbers, finds the value of a sum of parts.
pub(crate) fn couples<S: Splits>(splits: &S, parts: &[S::Part], value: u32) {
    for sizes in [
        Sizes::default(),
        Sizes { whole: 3, deep: 5 },
        Sizes { whole: 2, deep: 2 },
    ] {
        let mut meter = Meter::new(&Budget {
            time: None,
            ..Budget::default()
        });
        let mut search = Search::new(splits.clone(), 1 << 24).with(sizes);
        let found = search
            .sum(parts, &mut meter)
            .expect("small enough to search");
        assert_eq!(found, value, "{parts:?}");
        assert!(search.sum_is(parts, value, &mut meter).expect("as before"));
    }
}
