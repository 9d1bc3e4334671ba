//! What others have published of boards, held against what is found here: `testdata/boards`.
//!
//! `published_values` goes through all that takes moments. The whole of it, as far as a time for each board goes, is made by
//!
//! ```text
//! SECONDS=60 RESULTS=boards.tsv cargo test --release -p grundy --test published -- --ignored --nocapture
//! ```
//!
//! which writes a line a board to the file and, begun again, goes on with the boards that are not in it.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::time::{Duration, Instant};

use grundy::solve::Wanted;
use grundy::{Budget, Game, Outcome, Play, Solver};

const FILES: [(&str, &str, Play); 5] = [
    (
        "cram",
        include_str!("../../../testdata/boards/cram.tsv"),
        Play::Normal,
    ),
    (
        "kayles",
        include_str!("../../../testdata/boards/kayles.tsv"),
        Play::Normal,
    ),
    (
        "chomp",
        include_str!("../../../testdata/boards/chomp.tsv"),
        Play::Normal,
    ),
    (
        "sprouts",
        include_str!("../../../testdata/boards/sprouts.tsv"),
        Play::Normal,
    ),
    (
        "sprouts, misère",
        include_str!("../../../testdata/boards/sprouts-misere.tsv"),
        Play::Misere,
    ),
];

/// A board of the files: the game as it is written, and what is published of it.
fn boards() -> impl Iterator<Item = (String, String, Play)> {
    FILES.into_iter().flat_map(|(_, text, play)| {
        let lines = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        lines.filter_map(move |line| {
            let fields: Vec<&str> = line.split('\t').collect();
            match fields[..] {
                // Rows, columns, value, …
                [rows, columns, value, ..] if rows.parse::<u32>().is_ok() => {
                    Some((format!("chomp {rows}x{columns}"), value.to_owned(), play))
                }
                [game, told, ..] if game.parse::<Game>().is_ok() => {
                    Some((game.to_owned(), told.to_owned(), play))
                }
                // Larger than is read here.
                [..] => {
                    assert!(line.split(' ').count() > 1, "{line} is of a game");
                    None
                }
            }
        })
    })
}

/// What is found within a budget, and whether it says the same; none where it is unknown.
fn found(game: &str, told: &str, play: Play, budget: Budget) -> Option<(String, bool)> {
    let mut solver = Solver::new();
    solver.budget = budget;
    solver.thorough = true;
    solver.reasons = false;
    let is_outcome = matches!(told, "P" | "N");
    solver.wanted = if is_outcome {
        Wanted::Outcome
    } else {
        Wanted::Value
    };
    let answer = solver.solve(&game.parse::<Game>().expect(game), play);
    let found = match (is_outcome, &answer.value) {
        (true, _) => answer
            .outcome
            .map(|outcome| if outcome == Outcome::P { "P" } else { "N" }.to_owned()),
        (false, value) => value.as_ref().map(ToString::to_string),
    }?;
    let same = found == told;
    Some((found, same))
}

/// Whether a board has few squares, or a drawing few spots.
fn is_small(game: &str) -> bool {
    let numbers = game.split(|other: char| !other.is_ascii_digit());
    let squares: u32 = numbers
        .filter_map(|number| number.parse::<u32>().ok())
        .product();
    squares <= if game.starts_with("sprouts") { 8 } else { 49 }
}

#[test]
fn published_values() {
    let (mut known, mut all) = (0, 0);
    for (game, told, play) in boards().filter(|(game, ..)| is_small(game)) {
        let budget = Budget {
            time: Some(Duration::from_millis(50)),
            ..Budget::of_positions(2_000)
        };
        all += 1;
        if let Some((found, same)) = found(&game, &told, play, budget) {
            assert!(same, "{game}: {told} is published, {found} is found");
            known += 1;
        }
    }
    assert!(
        known > 100 && all > 150,
        "{known} of {all} boards are known"
    );
}

#[test]
#[ignore = "takes as long as it is told to"]
fn every_published_value() {
    let seconds =
        std::env::var("SECONDS").map_or(10, |text| text.parse().expect("a number of seconds"));
    let path = std::env::var("RESULTS").unwrap_or_else(|_| "boards.tsv".to_owned());
    let before = fs::read_to_string(&path).unwrap_or_default();
    let done: HashSet<&str> = before
        .lines()
        .filter_map(|line| line.split('\t').next())
        .collect();
    let file = OpenOptions::new().create(true).append(true).open(&path);
    let mut file = file.expect("the file can be written");
    let mut wrong = Vec::new();
    for (game, told, play) in boards() {
        let name = format!("{game} {play:?}");
        if done.contains(name.as_str()) {
            continue;
        }
        let budget = Budget {
            positions: u64::MAX,
            bytes: 4 << 30,
            time: Some(Duration::from_secs(seconds)),
            ..Budget::default()
        };
        let begun = Instant::now();
        let found = found(&game, &told, play, budget);
        let (found, same) = found.unwrap_or(("unknown".to_owned(), true));
        let line = format!(
            "{name}\t{told}\t{found}\t{:.2}",
            begun.elapsed().as_secs_f64()
        );
        println!("{line}");
        writeln!(file, "{line}").expect("the file can be written");
        if !same {
            wrong.push(line);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
