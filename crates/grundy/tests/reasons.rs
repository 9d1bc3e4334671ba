//! Reasons and numbers that must be true: what is proved is used, faults are told with their place, play that merely need
//! not end is not said to repeat, and what can be counted is.

use grundy::budget::Meter;
use grundy::engine::period::{Ended, Search};
use grundy::rule::Rule;
use grundy::{
    Answer, Budget, Engine, Game, Lang, Outcome, Play, Reason, Solver, StateGraph, pattern,
};

fn solver() -> Solver {
    let mut solver = Solver::new();
    solver.budget.positions = 2_000_000;
    solver.budget.bytes = 256 << 20;
    solver
}

fn asked(text: &str, play: Play) -> Answer {
    let game: Game = text
        .parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    solver().solve(&game, play)
}

/// A search that has proved a period, if that is done soon.
fn proved(rules: &str) -> Option<Search> {
    let mut search = Search::new(rules.parse().unwrap(), 1 << 26);
    while search.len() < 1 << 13 {
        match search.advance() {
            Ok(Some(_)) => return Some(search),
            Ok(None) => {}
            Err(Ended::Stop(_) | Ended::Full(_)) => return None,
        }
    }
    None
}

const FAR: [u128; 3] = [70_001, 1_000_000_000_000_000_007, 1 << 90];

/// Whatever `period` proves of a game of the catalogue, `solve` answers by, alone and in a sum.
#[test]
fn what_is_proved_of_sequences_is_used() {
    let mut solver = solver();
    let mut asked = |text: &str, play| solver.solve(&text.parse::<Game>().unwrap(), play);
    let sets = [
        "1,3,4",
        "2,5,7",
        "1-3,7",
        "3,5,11",
        "1,6,10",
        "4,9,10-12",
        "2,3,17",
        "!2",
        "!2,3,7",
        "!1,4",
        "!3",
        "!1-3,8",
        "!5,9,14",
        "!2,4,6,8",
        "!1,2,4,8",
        "!7",
        "!1-3",
        "!4-6,20",
    ];
    let codes = [
        "0.77", "0.07", "0.137", "0.15", "0.75", "0.26", "0.333", "0.3333", "0.f", "0.351", "0.52",
        "0.123", "0.107", "0.13",
    ];
    let games = sets.iter().map(|set| format!("take:{set}"));
    for game in games.chain(codes.iter().map(|&code| code.to_owned())) {
        let search = proved(&game).unwrap_or_else(|| panic!("no period of {game} is proved"));
        let period = search.period().unwrap();
        for heap in FAR {
            let value = period
                .value(&heap.into(), |heap| search.value(heap))
                .unwrap();
            let value = u128::try_from(value).unwrap();
            let text = format!("{game} {heap}");
            let answer = asked(&text, Play::Normal);
            assert_eq!(answer.value, Some(u128_nimber(value)), "{text}");
            let sum = asked(&format!("{text} + nim {value}"), Play::Normal);
            assert_eq!(sum.outcome, Some(Outcome::P), "{text}");
            // Ferguson: subtraction games behave like Nim heaps under misère play too.
            if game.starts_with("take") {
                let expected = match value {
                    1 => Outcome::P,
                    _ => Outcome::N,
                };
                assert_eq!(asked(&text, Play::Misere).outcome, Some(expected), "{text}");
            }
        }
    }
}

fn u128_nimber(value: u128) -> grundy::Nimber {
    grundy::Nimber(value.into())
}

/// The same of rules, where their values prove a period.
#[test]
fn what_is_proved_of_rules_is_used() {
    let rules = [
        "n -> n-k for k in {1,3,4}",
        "n -> n-k for k in 1..=4 if (n+k) % 3 != 0",
        "n -> n-k for k in 1..=5 if n % 2 == 0 or k < 3",
        "n -> n-k for k in {2,5}; 0 = *1",
        "n -> n-1 | n-2; 0 = *2; 3 = *0",
        "n -> n-1 if n % 3 != 0; n -> n-2 if n % 3 == 0",
        "n -> a + b for k in 1..=2, a in 0..=n-k, b = n-k-a",
        "n -> n-k for k in 1.. if k != 2 and k != 5",
        "n -> n-1-n%3 | n-4",
        "n -> n-k for k in {1,2,3} if n < 50 or k < 3",
    ];
    let mut proved = 0;
    for text in rules {
        let rule = Rule::parse(text).unwrap();
        let table = rule
            .table(&[3000], &mut Meter::new(&Budget::default()))
            .unwrap();
        let Some(found) = pattern::period(&rule, table.cells()) else {
            continue;
        };
        proved += 1;
        for heap in [70_001u64, 1_000_000_000_000_007] {
            let rounds = (heap - found.preperiod as u64) / found.period as u64;
            let same = heap - rounds * found.period as u64;
            let value = u128::from(table.cells()[same as usize])
                + u128::from(rounds) * u128::from(found.saltus);
            let answer = asked(&format!("rule '{text}' {heap}"), Play::Normal);
            assert_eq!(answer.value, Some(u128_nimber(value)), "{text} {heap}");
        }
        // Small positions, told values among them, are as search has them.
        for heap in 0..30 {
            let game: Game = format!("rule '{text}' {heap}").parse().unwrap();
            let whole = solver().solve(&game, Play::Normal);
            let searched = solver().without(Engine::Table).solve(&game, Play::Normal);
            assert_eq!(whole.value, searched.value, "{game}");
            assert_eq!(whole.winning.count, searched.winning.count, "{game}");
        }
    }
    assert!(proved >= 8, "{proved}");
}

/// The winning moves of a heap by values that grow are those of the definition.
#[test]
fn moves_by_values_that_grow() {
    for (runs, set) in [
        (vec![2u64, 3, 7], "!2,3,7"),
        (vec![1, 4], "!1,4"),
        (vec![5, 9, 14], "!5,9,14"),
    ] {
        let mut search = Search::keeping(format!("take:{set}").parse().unwrap(), 1 << 26);
        // Beyond the period, by which no value here is told.
        let mut values: Vec<u64> = Vec::new();
        let period = loop {
            if let Some(period) = search.advance().unwrap() {
                break period;
            }
        };
        for heap in 0..66_000u64 {
            let value = period
                .value(&heap.into(), |heap| search.value(heap))
                .unwrap();
            values.push(u64::try_from(value).unwrap());
        }
        for heap in [65_900usize, 65_997] {
            for target in [
                values[heap] + 1,
                values[heap] - 1,
                values[40],
                values[heap - 9],
                0,
            ] {
                let text = format!("take:{set} {heap} + nim {target}");
                if values[heap] == target {
                    continue;
                }
                let in_heap = (1..=heap).filter(|&take| {
                    !runs.contains(&(take as u64)) && values[heap - take] == target
                });
                let in_nim = usize::from(values[heap] < target);
                let answer = asked(&text, Play::Normal);
                let count = answer.winning.count.expect("counted");
                assert_eq!(
                    count.to_string(),
                    (in_heap.count() + in_nim).to_string(),
                    "{text}"
                );
            }
        }
    }
}

/// Sums of tokens of which one is won by a theorem: all winning moves are counted.
#[test]
fn loopy_sums_are_counted() {
    let answer = asked("graph:a-b,b-a,a-c a b", Play::Normal);
    assert_eq!(answer.outcome, Some(Outcome::N));
    let vertices = ["a", "b", "c", "d"];
    let edges: Vec<String> = vertices
        .iter()
        .flat_map(|from| vertices.iter().map(move |to| format!("{from}-{to}")))
        .collect();
    let mut seed = 16u64;
    let mut counted = 0;
    for _ in 0..60 {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        let bits = seed >> 40;
        let some = edges
            .iter()
            .enumerate()
            .filter(|(place, _)| bits >> place & 1 == 1);
        let mut text: Vec<&str> = some.map(|(_, edge)| edge.as_str()).collect();
        text.extend(vertices);
        for tokens in ["a b", "a a", "a b c", "c d + nim 1", "b + nim 2"] {
            let game = format!("graph:{} {tokens}", text.join(","));
            let answer = asked(&game, Play::Normal);
            assert!(answer.outcome.is_some(), "{game}");
            let count = answer.winning.count.clone();
            let count = count.unwrap_or_else(|| panic!("{game} is not counted: {answer:?}"));
            assert_eq!(
                count.to_string() == "0",
                answer.outcome != Some(Outcome::N),
                "{game}"
            );
            counted += 1;
        }
    }
    assert_eq!(counted, 300);
}

/// Coordinates that only grow never repeat; that play need not end is all that is known.
#[test]
fn growth_is_no_repetition() {
    for rule in [
        "(x,y) -> (x+1,y-1) | (x+1,y+2)",
        "n -> (n+1)",
        "n -> (2*n) | (2*n+1)",
        "(x,y) -> (x+1,y)",
        "n -> (n+2) if n % 2 == 1; n -> n-2 if n % 2 == 0",
    ] {
        for play in [Play::Normal, Play::Misere] {
            for start in ["3", "1"] {
                let start = match rule.starts_with('(') {
                    true => format!("{start},{start}"),
                    false => start.to_owned(),
                };
                let game: Game = format!("rule '{rule}' {start}").parse().unwrap();
                let mut solver = solver();
                solver.budget.positions = 20_000;
                let answer = solver.solve(&game, play);
                assert_eq!(answer.outcome, None, "{game}");
                for message in answer
                    .unknown
                    .iter()
                    .chain(answer.declined.iter().map(|one| &one.why))
                {
                    let message = message.render(Lang::En);
                    assert!(!message.contains("repeated"), "{game}: {message}");
                }
                let why = answer.unknown.unwrap();
                // Numbers that grow for ever are told as that, or as the number at which they no longer fit.
                let grows = matches!(why, Reason::MayNotEnd(_) | Reason::Fault(_));
                assert!(grows, "{game}: {why:?}");
            }
        }
    }
}

/// Where no measure shows that play ends, but it does: nothing is said of play without end, and every winning move is counted.
#[test]
fn play_that_ends_unseen() {
    for start in 0..40 {
        let game: Game = format!("rule 'n -> (n*7) % 41 if n % 41 > 5 and n > (n*7) % 41; n -> (n*5+3) % 29 if n % 2 == 0 and (n*5+3) % 29 % 2 == 1' {start}")
            .parse()
            .unwrap();
        let states = StateGraph::new(&game, Play::Misere, &Budget::default()).unwrap();
        let ends = StateGraph::new(&game, Play::Normal, &Budget::default())
            .unwrap()
            .vertices[0]
            .value
            .is_some();
        let answer = solver().solve(&game, Play::Misere);
        assert_eq!(answer.outcome, Some(states.vertices[0].outcome), "{game}");
        if !ends {
            continue;
        }
        assert_eq!(answer.remoteness, None, "{game}");
        let because = answer.because.map(|message| message.render(Lang::En));
        assert!(
            because.is_none_or(|message| !message.contains("may go on for ever")),
            "{game}"
        );
        if states.vertices[0].outcome == Outcome::N {
            let wins = states.vertices[0].options.iter();
            let wins = wins
                .filter(|&&to| states.vertices[to].outcome == Outcome::P)
                .count();
            assert_eq!(
                answer.winning.count.map(|count| count.to_string()),
                Some(wins.to_string()),
                "{game}"
            );
        }
    }
}

/// A rule that cannot be evaluated says where, whichever engine meets it.
#[test]
fn faults_are_told_with_their_place() {
    let mut met = 0;
    for (game, place) in [
        (
            "nim 2 + rule 'n -> n-1 if 6/(n-3) > 0' 5",
            "at 3: line 1, column 13: '6/(n-3)' divides by 0",
        ),
        (
            "rule 'n -> n-1 if 6/(n-3) > 0' 5",
            "at 3: line 1, column 13: '6/(n-3)' divides by 0",
        ),
        (
            "rule 'n -> n-1 if 6/(n-3) > 0' 5 7 + kayles 9",
            "at 3: line 1, column 13: '6/(n-3)' divides by 0",
        ),
        (
            "rule '(x,y) -> (x-1,y); (x,y) -> (x,y-1) if x/(y-1) < 99' 3,4",
            "divides by 0",
        ),
        (
            "rule '(x,y) -> (y,x-1) if 7/(x-2) != 9' 4,4",
            "divides by 0",
        ),
        (
            "rule '(x,y) -> (x-1,y+1) | (y,x) if 7/(x-2) != 9' 4,4",
            "divides by 0",
        ),
        (
            "rule 'n -> n-v[n] where v = [1,1,1,1]' 6",
            "is beyond the end of the array",
        ),
        (
            "rule 'n -> a + b for a in 1..n, b = n-a if 1/(n-5) < 2 and a != b' 9",
            "divides by 0",
        ),
    ] {
        for play in [Play::Normal, Play::Misere] {
            let answer = asked(game, play);
            // A search that finds a winning move need not meet the fault.
            if answer.outcome.is_none() {
                met += 1;
                let why = answer.unknown.unwrap();
                assert!(matches!(why, Reason::Fault(_)), "{game}: {why:?}");
                let message = why.render(Lang::En);
                assert!(message.contains(place), "{game}: {message}");
            }
            let parsed: Game = game.parse().unwrap();
            let states = StateGraph::new(&parsed, play, &Budget::default()).unwrap_err();
            assert!(matches!(states, Reason::Fault(_)), "{game}: {states:?}");
            assert!(states.to_string().contains(place), "{game}: {states}");
        }
    }
    assert!(met >= 12, "{met}");
}
