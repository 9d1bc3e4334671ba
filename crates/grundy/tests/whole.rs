//! Search of whole sums: known outcomes, and how much it looks at.

use std::fs::read_to_string;

use grundy::budget::Meter;
use grundy::component::Component;
use grundy::engine::whole::SumSearch;
use grundy::{Budget, Game, Outcome, Play, solve};

/// A meter that a busy machine does not stop.
fn meter() -> Meter {
    Meter::new(&Budget {
        time: None,
        ..Budget::default()
    })
}

fn outcome(search: &mut SumSearch, text: &str) -> Outcome {
    let game: Game = text.parse().expect(text);
    let sum: Vec<&dyn Component> = game.components().collect();
    search.outcome(&sum, &mut meter()).expect(text)
}

/// Applegate, Jacobson and Sleator 1991.
#[test]
fn misere_sprouts() {
    let known = include_str!("../../../testdata/boards/sprouts-misere.tsv");
    let mut search = SumSearch::reducing(Play::Misere);
    let mut compared = 0;
    for line in known.lines().filter(|line| !line.starts_with('#')).take(8) {
        let mut fields = line.split('\t');
        let game = fields.next().expect("a game");
        let told = format!("{:?}", outcome(&mut search, game));
        assert_eq!(Some(&told[..]), fields.next(), "{game}");
        compared += 1;
    }
    assert_eq!(compared, 8);
    for spots in 1..=4 {
        let text = format!("sprouts {spots}");
        let plain = outcome(&mut SumSearch::new(Play::Misere), &text);
        assert_eq!(outcome(&mut search, &text), plain, "{text}");
    }
}

/// The second player wins 4 × 4 (HAKMEM, item 74, MIT 1972).
#[test]
fn misere_tactix() {
    let told = outcome(&mut SumSearch::reducing(Play::Misere), "tactix 4x4");
    assert_eq!(told, Outcome::P);
}

/// Components of many kinds, some of which are equal games.
const PARTS: [&str; 17] = [
    "cram 2x2",
    "cram 2x3",
    "cram 3x3",
    "cram 1x6",
    "kayles 4",
    "kayles 5",
    "kayles 9",
    "grundy 8",
    "nim 2",
    "nim 3",
    "sprouts 2",
    "clobber 2x3",
    "tree 0,0,1,1",
    "node-kayles:a-b,b-c,c-d,d-e,b-e",
    "tactix 2x3",
    "wythoff 2,3",
    "0.3122 7",
];

/// With trees and without: outcomes and winning moves of sums of up to three.
#[test]
fn trees_agree_with_the_rules() {
    let mut plain = SumSearch::new(Play::Misere);
    let mut reducing = SumSearch::reducing(Play::Misere);
    let mut number = 0;
    for (place, one) in PARTS.iter().enumerate() {
        for other in &PARTS[place..] {
            for third in &PARTS {
                number += 1;
                if number % 13 != 0 {
                    continue;
                }
                let text = format!("{one} + {other} + {third}");
                let game: Game = text.parse().expect(&text);
                let sum: Vec<&dyn Component> = game.components().collect();
                let [expected, told] = [&mut plain, &mut reducing].map(|search| {
                    let outcome = search.outcome(&sum, &mut meter());
                    let winning = search.winning(&sum, 0, &mut meter());
                    (outcome.expect(&text), winning.expect(&text).0)
                });
                assert_eq!(told, expected, "{text}");
            }
        }
    }
    assert!(reducing.sums() < plain.sums() / 4);
}

/// Small boards of Cram, by search with trees and by the rules alone.
#[test]
fn misere_cram() {
    for board in ["1x9", "2x2", "2x5", "2x6", "3x3", "3x4", "3x5", "4x4"] {
        let text = format!("cram {board}");
        let plain = outcome(&mut SumSearch::new(Play::Misere), &text);
        let reducing = outcome(&mut SumSearch::reducing(Play::Misere), &text);
        assert_eq!(reducing, plain, "{text}");
        let solved = solve(&text.parse().expect("a game"), Play::Misere);
        assert_eq!(solved.outcome, Some(plain), "{text}");
    }
}

/// Seconds that this thread has had of a processor.
fn seconds() -> f64 {
    let told = read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let spent = told.split(' ').next().and_then(|spent| spent.parse().ok());
    spent.unwrap_or(0.0) / 1e9
}

/// `cargo test --release -p grundy --test library whole:: -- --ignored --nocapture`
#[test]
#[ignore = "a minute in a release build"]
fn measured() {
    for text in [
        "cram 4x4",
        "cram 4x5",
        "cram 5x5",
        "cram 3x7",
        "node-kayles:grid=4x5",
        "node-kayles:king=4x5",
        "sprouts 5",
        "sprouts 6",
        "sprouts 7",
        "sprouts 8",
        "sprouts 9",
        "clobber 3x4",
        "tactix 4x4",
        "kayles 9 12 14 17",
        "kayles 20 21 22 23",
    ] {
        let Ok(game) = text.parse::<Game>() else {
            eprintln!("{text}: not read");
            continue;
        };
        let sum: Vec<&dyn Component> = game.components().collect();
        let budget = Budget::default();
        let (mut meter, begun) = (Meter::new(&budget), seconds());
        let mut search = SumSearch::reducing(Play::Misere);
        let outcome = search.outcome(&sum, &mut meter);
        let spent = budget.positions - meter.positions_left();
        let (sums, bytes) = (search.sums(), meter.bytes_held());
        let took = seconds() - begun;
        eprintln!(
            "{text}: {outcome:?}, {sums} sums, {spent} positions, {bytes} bytes, {took:.3} s"
        );
    }
}
