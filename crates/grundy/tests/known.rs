//! The corpus of known positions through every engine: all on, then each switched off in turn. An engine that is
//! missing may make an answer unknown, never a different one.

use grundy::{Engine, Game, Outcome, Play, Solver};

struct Case<'a> {
    line: usize,
    play: Play,
    game: &'a str,
    outcome: Option<Outcome>,
    value: Option<&'a str>,
    moves: Option<&'a str>,
}

fn cases(text: &str) -> Vec<Case<'_>> {
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|(number, line)| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [play, game, outcome, value, moves, source] = fields[..] else {
                panic!("line {}: six fields, not {}", number + 1, fields.len());
            };
            assert!(
                !source.is_empty(),
                "line {}: every case names its source",
                number + 1
            );
            Case {
                line: number + 1,
                play: if play == "misere" {
                    Play::Misere
                } else {
                    Play::Normal
                },
                game,
                outcome: match outcome {
                    "P" => Some(Outcome::P),
                    "N" => Some(Outcome::N),
                    "D" => Some(Outcome::D),
                    _ => None,
                },
                value: (value != "-").then_some(value),
                moves: (moves != "-").then_some(moves),
            }
        })
        .collect()
}

#[test]
fn every_case_with_engines_off_in_turn() {
    let cases = cases(include_str!("../../../testdata/known.tsv"));
    assert!(cases.len() > 50);
    for case in &cases {
        let game: Game = case
            .game
            .parse()
            .unwrap_or_else(|error| panic!("line {}: {error}", case.line));
        for off in [None].into_iter().chain(Engine::ALL.map(Some)) {
            let mut solver = off.into_iter().fold(Solver::new(), Solver::without);
            if off.is_some() {
                // What a missing engine leaves to search is tried only as far as is quick.
                solver.budget.positions = 100_000;
            }
            let answer = solver.solve(&game, case.play);
            let place = format!("line {}: {} without {off:?}", case.line, case.game);
            if off.is_none() {
                assert!(answer.outcome.is_some(), "{place}: {:?}", answer.unknown);
            }
            if let (Some(told), Some(known)) = (answer.outcome, case.outcome) {
                assert_eq!(told, known, "{place}");
            }
            if let (Some(told), Some(known)) = (&answer.value, case.value) {
                assert_eq!(told.to_string(), known, "{place}");
            }
            assert!(
                answer.value.is_some() || case.value.is_none() || off.is_some(),
                "{place}: no value"
            );
            if let (Some(told), Some(known)) = (&answer.winning.count, case.moves) {
                assert_eq!(told.to_string(), known, "{place}");
            }
            assert!(
                answer.winning.count.is_some() || case.moves.is_none() || off.is_some(),
                "{place}: no count"
            );
            assert_eq!(
                answer.game.parse::<Game>().expect("reads back").to_string(),
                answer.game,
                "{place}"
            );
        }
    }
}
