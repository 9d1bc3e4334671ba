//! Who wins single positions under misère play: what `find` tells, against plain search.

use std::collections::HashMap;

use grundy::pattern::{Evidence, Form, Subject};
use grundy::rule::Formula;
use grundy::{Budget, Game, Play, Solver};
use grundy_service::find::{Of, Request, Response};
use grundy_service::rule::Written;
use grundy_service::{Failure, Quiet, Refused};

fn asked(of: Of, small: Option<u32>) -> Response {
    let request = Request {
        of,
        small,
        misere: true,
        family: Vec::new(),
    };
    let found = request.run(&Budget::default(), &mut Quiet);
    found.expect("an answer")
}

fn ruled(text: &str, small: Option<u32>) -> Response {
    let written = Written {
        text: text.to_owned(),
        given: Vec::new(),
    };
    asked(Of::Rule(written), small)
}

/// Who wins sums of heaps: 0 for P, 1 for N, by the options of each heap as lists of heaps.
#[derive(Default)]
struct Search(HashMap<Vec<u64>, u32>);

impl Search {
    fn outcome(&mut self, mut sum: Vec<u64>, options: Options) -> u32 {
        sum.sort_unstable();
        if let Some(&known) = self.0.get(&sum) {
            return known;
        }
        let (mut moves, mut won) = (false, false);
        for place in 0..sum.len() {
            for left in options(sum[place]) {
                moves = true;
                let mut next = sum.clone();
                next.swap_remove(place);
                next.extend(left);
                won |= self.outcome(next, options) == 0;
            }
        }
        let outcome = u32::from(won || !moves);
        self.0.insert(sum, outcome);
        outcome
    }
}

/// The options of a heap, each a list of heaps, written here once more.
type Options = fn(u64) -> Vec<Vec<u64>>;

fn takes(heap: u64, takes: impl IntoIterator<Item = u64>) -> Vec<Vec<u64>> {
    let takes = takes.into_iter().filter(|&take| take <= heap);
    takes.map(|take| vec![heap - take]).collect()
}

/// Takes a number, if there are as many, and splits what is left into two heaps, the smaller of `least` stones at least.
fn splits(heap: u64, take: u64, least: u64) -> Vec<Vec<u64>> {
    let Some(left) = heap.checked_sub(take) else {
        return Vec::new();
    };
    (least..=left / 2)
        .map(|part| vec![part, left - part])
        .collect()
}

/// What a pattern of one coordinate says of a heap: 0 for P.
fn told(form: &Form, heap: u64) -> u32 {
    match form {
        Form::Periodic {
            preperiod,
            period,
            values,
            ..
        } => {
            let place = match heap < values.len() as u64 {
                true => heap,
                false => preperiod + (heap - preperiod) % period,
            };
            values[place as usize]
        }
        Form::Formula {
            expression,
            exceptions,
        } => {
            let apart = exceptions.iter().find(|(place, _)| place[0] == heap);
            let formula = || Formula::parse(expression, &["n"]).expect("a formula");
            apart.map_or_else(
                || u32::from(formula().value(&[heap]) == Ok(0)),
                |&(_, outcome)| outcome,
            )
        }
        other => panic!("{other:?}"),
    }
}

/// Rules of one line, their options, how far they are searched, and whether the pattern is proved.
const RULES: &[(&str, Options, u64, bool)] = &[
    ("n -> n-k for k in 1..=3", |n| takes(n, 1..=3), 60, true),
    ("n -> n-k for k in 1..", |n| takes(n, 1..=n), 40, true),
    (
        "n -> n-k for k in {1,3,4}",
        |n| takes(n, [1, 3, 4]),
        60,
        true,
    ),
    ("n -> n-k for k in {2,3}", |n| takes(n, [2, 3]), 60, true),
    (
        "n -> n-k for k in {2,5,6}",
        |n| takes(n, [2, 5, 6]),
        60,
        true,
    ),
    (
        "n -> n-k for k in {3,5,8}",
        |n| takes(n, [3, 5, 8]),
        60,
        true,
    ),
    (
        "n -> n-k for k in {1,4,10}",
        |n| takes(n, [1, 4, 10]),
        60,
        true,
    ),
    (
        "n -> n-k for k in {1,2}; n -> n-7",
        |n| takes(n, [1, 2, 7]),
        60,
        true,
    ),
    (
        "n -> n-1; n -> n-k for k in 4..",
        |n| takes(n, (1..=n).filter(|k| *k != 2 && *k != 3)),
        40,
        true,
    ),
    (
        "n -> n-k for k in 1..=4 if (n+k) % 3 != 0",
        |n| takes(n, (1..=4).filter(|k| !(n + k).is_multiple_of(3))),
        60,
        true,
    ),
    (
        "n -> n-k for k in 1..=2 if n % 5 != 0",
        |n| takes(n, (1..=2).filter(|_| !n.is_multiple_of(5))),
        60,
        true,
    ),
    (
        "n -> n-1; n -> n-2 if n > 2",
        |n| takes(n, (1..=2).filter(|k| *k == 1 || n > 2)),
        40,
        true,
    ),
    (
        "n -> n-k for k in 1..=n if k % 2 == 1",
        |n| takes(n, (1..=n).step_by(2)),
        40,
        true,
    ),
    (
        "n -> n/2 if n > 0",
        |n| takes(n, (n > 0).then_some(n - n / 2)),
        60,
        true,
    ),
    (
        "n -> n-k for k in 1..=n/2",
        |n| takes(n, 1..=n / 2),
        40,
        false,
    ),
    (
        "n -> a + (n-1-a) for a in 0..=(n-1)/2; n -> a + (n-2-a) for a in 0..=(n-2)/2",
        |n| [splits(n, 1, 0), splits(n, 2, 0)].concat(),
        20,
        true,
    ),
    (
        "n -> n-1; n -> n-2; n -> a + (n-1-a) for a in 1..=(n-1)/2",
        |n| [takes(n, [1, 2]), splits(n, 1, 1)].concat(),
        20,
        true,
    ),
    (
        "n -> n-1 if n > 1; n -> a + (n-1-a) for a in 1..=(n-1)/2; n -> a + (n-2-a) for a in 0..=(n-2)/2",
        |n| {
            [
                takes(n, (n > 1).then_some(1)),
                splits(n, 1, 1),
                splits(n, 2, 0),
            ]
            .concat()
        },
        20,
        false,
    ),
    (
        "n -> n-1; n -> a + (n-1-a) for a in 1..=(n-1)/2",
        |n| [takes(n, [1]), splits(n, 1, 1)].concat(),
        20,
        true,
    ),
    (
        "n -> a + (n-3-a) for a in 0..=(n-3)/2; n -> n-1",
        |n| [takes(n, [1]), splits(n, 3, 0)].concat(),
        20,
        true,
    ),
];

#[test]
fn patterns_of_twenty_rules_agree_with_search() {
    assert_eq!(RULES.len(), 20);
    for &(text, options, last, proved) in RULES {
        let response = ruled(text, Some(100));
        let mut search = Search::default();
        let report = &response.report;
        for heap in 0..=last {
            let truth = search.outcome(vec![heap], options);
            if let Some(&value) = report.values.get(heap as usize) {
                assert_eq!(value, truth, "{text}: {heap}");
            }
            for finding in &report.findings {
                assert_eq!(finding.subject, Subject::Losing);
                if !matches!(
                    finding.form,
                    Form::Automaton { .. } | Form::Recurrence { .. }
                ) {
                    assert_eq!(told(&finding.form, heap), truth, "{text}: {heap}");
                }
            }
        }
        let is_proved = |finding: &grundy::pattern::Finding| {
            matches!(finding.evidence, Evidence::Proved { .. })
        };
        assert_eq!(
            report.findings.iter().any(is_proved),
            proved,
            "{text}: {report:?}"
        );
    }
}

#[test]
fn games_of_the_catalogue() {
    for (game, order) in [
        ("kayles", Some(40)),
        ("take:1,3,4", Some(6)),
        ("0.75", Some(8)),
        ("nim", None),
        ("wythoff", None),
    ] {
        let response = asked(Of::Game(game.to_owned()), None);
        assert_eq!(response.quotient.map(|known| known.order), order, "{game}");
        assert_eq!(response.report.findings.len(), 1, "{game}");
        let report = &response.report;
        let place = |cell: usize| match report.sizes[..] {
            [_] => cell.to_string(),
            [width, _] => format!("{},{}", cell % width, cell / width),
            _ => panic!("{game}"),
        };
        let mut solver = Solver::new();
        for (cell, &value) in report.values.iter().enumerate().take(300) {
            let text = format!("{game} {}", place(cell));
            let position: Game = text.parse().expect("a game");
            let outcome = solver.solve(&position, Play::Misere).outcome;
            let told = if value == 0 {
                grundy::Outcome::P
            } else {
                grundy::Outcome::N
            };
            assert_eq!(outcome, Some(told), "{text}");
        }
    }
    // Single rows of misère Kayles that are lost (Sibert and Conway 1992).
    let kayles = asked(Of::Game("kayles".to_owned()), None);
    let lost = (0u64..)
        .zip(&kayles.report.values)
        .filter(|(_, value)| **value == 0);
    let lost: Vec<u64> = lost.map(|(heap, _)| heap).collect();
    assert_eq!(lost, [1, 4, 9, 12, 20]);
}

#[test]
fn what_is_no_question() {
    let refused = |of: Of| {
        let request = Request {
            of,
            small: None,
            misere: true,
            family: Vec::new(),
        };
        match request.run(&Budget::default(), &mut Quiet) {
            Err(Failure::Refused(refused)) => refused,
            other => panic!("{other:?}"),
        }
    };
    let values = grundy_service::find::Values::Line(vec![0, 1, 2, 0, 1, 2]);
    assert_eq!(
        refused(Of::Values("-".to_owned(), values)),
        Refused::MisereValues
    );
    let sum = "nim + kayles".to_owned();
    assert_eq!(refused(Of::Game(sum.clone())), Refused::OneGame(sum));
    assert_eq!(
        refused(Of::Game("cram".to_owned())),
        Refused::NoCoordinates("cram".to_owned())
    );
}

#[test]
fn a_budget_that_ends_leaves_what_is_known() {
    let budget = Budget {
        positions: 2_000,
        ..Budget::default()
    };
    let request = Request {
        of: Of::Game("0.07".to_owned()),
        small: None,
        misere: true,
        family: Vec::new(),
    };
    let part = request.run(&budget, &mut Quiet).expect("a part");
    assert!(part.quotient.is_none() && part.report.findings.is_empty());
    let whole = asked(Of::Game("0.07".to_owned()), None);
    let count = part.report.values.len();
    assert!(count > 5 && part.report.values[..] == whole.report.values[..count]);
}
