//! What others have published of boards, held against what is found here: `testdata/boards`.
//!
//! `published_values` goes through all that takes moments. The whole of it, as far as a time for each board goes, is made by
//!
//! ```text
//! SECONDS=60 RESULTS=boards.tsv cargo test --release -p grundy --test library published:: -- --ignored --nocapture
//! ```
//!
//! which writes a line a board to the file (what is published, what is found, the seconds of it), and at the end which boards are beyond
//! reach. Begun again, it goes on with the boards that are not in the file or had less time.

use std::collections::HashMap;
use std::fmt;
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

/// A line of the results.
struct Line {
    name: String,
    told: String,
    /// `unknown` where it was not found within the seconds.
    found: String,
    seconds: f64,
}

impl Line {
    /// Reads a line; none where it was cut short.
    fn read(line: &str) -> Option<Line> {
        let fields: Vec<&str> = line.strip_suffix('\n')?.split('\t').collect();
        let &[name, told, found, seconds] = &fields[..] else {
            return None;
        };
        Some(Line {
            name: name.to_owned(),
            told: told.to_owned(),
            found: found.to_owned(),
            seconds: seconds.parse().ok()?,
        })
    }

    fn is_known(&self) -> bool {
        self.found != "unknown"
    }
}

impl fmt::Display for Line {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line {
            name,
            told,
            found,
            seconds,
        } = self;
        writeln!(out, "{name}\t{told}\t{found}\t{seconds:.2}")
    }
}

/// The results that are there already, by the boards' names; a later line counts.
fn results(text: &str) -> HashMap<String, Line> {
    let lines = text.split_inclusive('\n').filter_map(Line::read);
    lines.map(|line| (line.name.clone(), line)).collect()
}

#[test]
#[ignore = "takes as long as it is told to"]
fn every_published_value() {
    let seconds = std::env::var("SECONDS").map_or(10.0, |text| {
        text.parse::<f64>().expect("a number of seconds")
    });
    let path = std::env::var("RESULTS").unwrap_or_else(|_| "boards.tsv".to_owned());
    let before = fs::read_to_string(&path).unwrap_or_default();
    let mut done = results(&before);
    let file = OpenOptions::new().create(true).append(true).open(&path);
    let mut file = file.expect("the file can be written");
    // What was cut short does not run into the next line.
    if !before.is_empty() && !before.ends_with('\n') {
        writeln!(file).expect("the file can be written");
    }
    let (mut all, mut wrong, mut beyond) = (0, Vec::new(), Vec::new());
    for (game, told, play) in boards() {
        let name = format!("{game} {play:?}");
        let before = done.remove(&name);
        // What was found is not searched for again, nor what had as much time.
        let before = before.filter(|line| line.is_known() || line.seconds >= seconds);
        let line = before.unwrap_or_else(|| {
            let budget = Budget {
                positions: u64::MAX,
                bytes: 4 << 30,
                time: Some(Duration::from_secs_f64(seconds)),
                ..Budget::default()
            };
            let begun = Instant::now();
            let found = found(&game, &told, play, budget).map(|(found, _)| found);
            let taken = match found {
                Some(_) => begun.elapsed().as_secs_f64(),
                None => seconds,
            };
            let line = Line {
                name,
                told: told.clone(),
                found: found.unwrap_or_else(|| "unknown".to_owned()),
                seconds: taken,
            };
            print!("{line}");
            write!(file, "{line}").expect("the file can be written");
            line
        });
        all += 1;
        if !line.is_known() {
            beyond.push(line.name);
        } else if line.found != told {
            wrong.push(format!(
                "{}: {} is published, {} is found",
                line.name, told, line.found
            ));
        }
    }
    let known = all - beyond.len();
    println!("{known} of {all} boards are found; beyond reach within {seconds} s:");
    for name in beyond {
        println!("  {name}");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn results_are_gone_on_with() {
    let line = |found: &str| Line {
        name: "cram 3x5 Normal".to_owned(),
        told: "1".to_owned(),
        found: found.to_owned(),
        seconds: 0.25,
    };
    let text = format!("{}{}cram 3x6 Normal\t1\t1\t0.0", line("unknown"), line("1"));
    let read = results(&text);
    assert_eq!(read.len(), 1);
    assert_eq!(read["cram 3x5 Normal"].to_string(), line("1").to_string());
    assert!(read["cram 3x5 Normal"].is_known() && !line("unknown").is_known());
}
