//! Rules on grids against games of the catalogue that are played on the same boards, and against placing that is written here a second time.

use std::collections::{BTreeSet, HashMap};

use grundy::kinds::AnyRule;
use grundy::{Game, Nimber, Outcome, Play, Solver};

const CRAM: &str = "grid \"..\" -> \"##\" from \".\"";

fn read(rule: &str) -> AnyRule {
    AnyRule::parse_with(rule, &[]).unwrap_or_else(|errors| panic!("{rule}: {errors}"))
}

fn game(rule: &AnyRule, board: &str) -> Game {
    let part = rule.part(&[board]);
    Game::from_parts(vec![
        part.unwrap_or_else(|wrong| panic!("{board}: {wrong:?}")),
    ])
}

fn full(height: usize, width: usize, letter: &str) -> String {
    vec![letter.repeat(width); height].join("/")
}

#[test]
fn cram_as_in_the_catalogue() {
    let rule = read(CRAM);
    assert!(rule.ends());
    let (mut solver, mut known) = (Solver::new(), Solver::new());
    for height in 1..=4 {
        for width in height..=5 {
            let mine = solver.solve(&game(&rule, &full(height, width, ".")), Play::Normal);
            let cram: Game = format!("cram {height}x{width}").parse().unwrap();
            let theirs = known.solve(&cram, Play::Normal);
            assert_eq!(mine.value, theirs.value, "{height}x{width}");
            assert!(mine.value.is_some());
        }
    }
}

#[test]
fn full_boards_are_written_by_their_sides() {
    let rule = read(CRAM);
    let written = |board: &str| game(&rule, board).to_string();
    assert_eq!(written("2x3"), written(".../..."));
    assert!(rule.part(&["0x3"]).is_err() && rule.part(&["2x"]).is_err());
    for sides in ["0x3", "5000x5000", "99999999999999999999x1"] {
        let wrong = rule.part(&[sides]).unwrap_err();
        let told = wrong.message.render(grundy::Lang::En);
        assert!(told.contains("at most"), "{told}");
    }
    // Where tables are full of nothing, and where it is a row of the rule's own letters, it is no side.
    assert!(read("grid \"..\" -> \"##\"").part(&["2x3"]).is_err());
    let letters = read("grid \"2x\" -> \"33\" from \"2\"");
    assert_eq!(game(&letters, "2x3").components().count(), 1);
    assert!(game(&letters, "2x3").to_string().ends_with("2x3"));
}

#[test]
fn clobber_as_in_the_catalogue() {
    let rule = read("grid \"xo\" -> \".x\" | \"o.\" over \".\"");
    let (mut solver, mut known) = (Solver::new(), Solver::new());
    // Every board of these sides.
    for (height, width) in [(1, 6), (2, 3), (3, 3)] {
        let cells = height * width;
        let all = 3u32.pow(cells as u32);
        for number in (0..all).step_by(if cells > 6 { 37 } else { 1 }) {
            let letter =
                |place: usize| [".", "x", "o"][(number / 3u32.pow(place as u32) % 3) as usize];
            let rows: Vec<String> = (0..height)
                .map(|row| {
                    (0..width)
                        .map(|column| letter(row * width + column))
                        .collect()
                })
                .collect();
            let board = rows.join("/");
            let mine = solver.solve(&game(&rule, &board), Play::Normal).value;
            let clobber: Game = format!("clobber {board}").parse().unwrap();
            assert_eq!(mine, known.solve(&clobber, Play::Normal).value, "{board}");
        }
    }
}

type Boards = BTreeSet<Vec<Vec<u8>>>;

/// The eight images of a pattern and of what it becomes.
fn images(from: &[&str], to: &[&str]) -> Vec<[Vec<Vec<u8>>; 2]> {
    let rows = |pattern: &[&str]| -> Vec<Vec<u8>> {
        pattern.iter().map(|row| row.bytes().collect()).collect()
    };
    let flipped = |pattern: &Vec<Vec<u8>>| -> Vec<Vec<u8>> {
        pattern
            .iter()
            .map(|row| row.iter().rev().copied().collect())
            .collect()
    };
    let exchanged = |pattern: &Vec<Vec<u8>>| -> Vec<Vec<u8>> {
        (0..pattern[0].len())
            .map(|column| pattern.iter().map(|row| row[column]).collect())
            .collect()
    };
    let mut both = [rows(from), rows(to)];
    let mut all = Vec::new();
    for _ in 0..4 {
        all.push(both.clone());
        both = both.each_ref().map(flipped);
        all.push(both.clone());
        both = both.each_ref().map(exchanged);
    }
    all
}

fn next(board: &[Vec<u8>], images: &[[Vec<Vec<u8>>; 2]], torus: bool) -> Boards {
    let (height, width) = (board.len(), board[0].len());
    let mut all = Boards::new();
    for [from, to] in images {
        for top in 0..height {
            for left in 0..width {
                let within = match torus {
                    true => from.len() <= height && from[0].len() <= width,
                    false => top + from.len() <= height && left + from[0].len() <= width,
                };
                if !within {
                    continue;
                }
                let mut after = board.to_vec();
                let mut fits = true;
                for (down, row) in from.iter().enumerate() {
                    for (right, &letter) in row.iter().enumerate() {
                        let cell = &mut after[(top + down) % height][(left + right) % width];
                        fits &= letter == b' ' || *cell == letter;
                        if letter != b' ' {
                            *cell = to[down][right];
                        }
                    }
                }
                if fits {
                    all.insert(after);
                }
            }
        }
    }
    all
}

#[test]
fn values_and_misere_as_by_plain_placing() {
    type Pairs = &'static [(&'static [&'static str], &'static [&'static str])];
    let cases: [(&str, Pairs, bool, &str); 8] = [
        ("grid \"..\" -> \"##\"", &[(&[".."], &["##"])], false, ".#"),
        (
            "grid torus \"..\" -> \"##\"",
            &[(&[".."], &["##"])],
            true,
            ".#",
        ),
        (
            "grid \". /..\" -> \"# /##\"",
            &[(&[". ", ".."], &["# ", "##"])],
            false,
            ".#",
        ),
        (
            "grid \" ../.. \" -> \" ##/## \"; \"...\" -> \"##x\"",
            &[(&[" ..", ".. "], &[" ##", "## "]), (&["..."], &["##x"])],
            false,
            ".#x",
        ),
        (
            "grid \"../..\" -> \"##/##\"; \"..\" -> \"##\"",
            &[(&["..", ".."], &["##", "##"]), (&[".."], &["##"])],
            false,
            ".#",
        ),
        (
            "grid \"o\"{k} -> \".\"{k} for k in 1..=3",
            &[(&["o"], &["."]), (&["oo"], &[".."]), (&["ooo"], &["..."])],
            false,
            ".o",
        ),
        (
            "grid \"xo\" -> \".x\"; \"ox.\" -> \"..o\"",
            &[(&["xo"], &[".x"]), (&["ox."], &["..o"])],
            false,
            ".xo",
        ),
        (
            "grid \".\" x \"/\" x \".\" -> \"#\" x \"/\" x \"#\" for x in letters",
            &[
                (&["..", ".."], &["#.", ".#"]),
                (&[".#", "#."], &["##", "##"]),
            ],
            false,
            ".#",
        ),
    ];
    for (text, pairs, torus, letters) in cases {
        let rule = read(text);
        assert_eq!(rule, read(&rule.to_string()), "{rule}");
        let all: Vec<_> = pairs
            .iter()
            .flat_map(|(from, to)| images(from, to))
            .collect();
        let (mut values, mut misere) = (HashMap::new(), HashMap::new());
        let mut solver = Solver::new();
        let bytes = letters.as_bytes();
        for (height, width) in [(1, 4), (2, 3), (3, 3), (3, 4)] {
            let cells = height * width;
            let count = bytes.len().pow(cells as u32);
            for number in (0..count).step_by(if count > 1000 { count / 40 + 1 } else { 7 }) {
                let letter =
                    |place: usize| bytes[number / bytes.len().pow(place as u32) % bytes.len()];
                let board: Vec<Vec<u8>> = (0..height)
                    .map(|row| {
                        (0..width)
                            .map(|column| letter(row * width + column))
                            .collect()
                    })
                    .collect();
                let rows: Vec<_> = board
                    .iter()
                    .map(|row| String::from_utf8_lossy(row))
                    .collect();
                let written = rows.join("/");
                let game = game(&rule, &written);
                let told = game.components().next().unwrap().options(1 << 20).unwrap();
                let mut told: Vec<String> = told.iter().map(|to| to[0].position()).collect();
                told.sort();
                told.dedup();
                let mut expected: Vec<String> = (next(&board, &all, torus).iter())
                    .map(|to| {
                        let rows: Vec<_> =
                            to.iter().map(|row| String::from_utf8_lossy(row)).collect();
                        rows.join("/")
                    })
                    .collect();
                expected.sort();
                assert_eq!(told, expected, "{text}: {written}");
                let value = value(&board, &all, torus, &mut values);
                let answer = solver.solve(&game, Play::Normal);
                assert_eq!(answer.value, Some(Nimber::from(value)), "{text}: {written}");
                if cells < 9 {
                    let wins = wins(&board, &all, torus, &mut misere);
                    let outcome = if wins { Outcome::N } else { Outcome::P };
                    let answer = solver.solve(&game, Play::Misere);
                    assert_eq!(answer.outcome, Some(outcome), "{text}: {written}");
                }
            }
        }
    }
}

fn value(
    board: &[Vec<u8>],
    images: &[[Vec<Vec<u8>>; 2]],
    torus: bool,
    values: &mut HashMap<Vec<Vec<u8>>, u32>,
) -> u32 {
    if let Some(&value) = values.get(board) {
        return value;
    }
    let options = next(board, images, torus);
    let options: Vec<u32> = options
        .iter()
        .map(|to| self::value(to, images, torus, values))
        .collect();
    let value = (0..).find(|value| !options.contains(value)).unwrap();
    values.insert(board.to_vec(), value);
    value
}

fn wins(
    board: &[Vec<u8>],
    images: &[[Vec<Vec<u8>>; 2]],
    torus: bool,
    known: &mut HashMap<Vec<Vec<u8>>, bool>,
) -> bool {
    if let Some(&wins) = known.get(board) {
        return wins;
    }
    let options = next(board, images, torus);
    let wins = options.is_empty()
        || options
            .iter()
            .any(|to| !self::wins(to, images, torus, known));
    known.insert(board.to_vec(), wins);
    wins
}

#[test]
fn symmetries_by_name() {
    let count = |rule: &str, board: &str| {
        let game = game(&read(rule), board);
        game.components()
            .next()
            .unwrap()
            .options(1 << 20)
            .unwrap()
            .len()
    };
    // An L of three cells and one more, on three rows of three: how many ways it lies.
    let shape = "\".  /...\" -> \"#  /###\"";
    let board = full(3, 3, ".");
    assert_eq!(count(&format!("grid fixed {shape}"), &board), 2);
    assert_eq!(count(&format!("grid mirrored {shape}"), &board), 8);
    assert_eq!(count(&format!("grid turned {shape}"), &board), 8);
    assert_eq!(count(&format!("grid {shape}"), &board), 16);
}

#[test]
fn what_is_wrong_is_told() {
    for rule in [
        "grid \"..\" -> \"#\"",
        "grid \"../..\" -> \"##/# \"",
        "grid \"o\"{k} -> \".\"{k} for k in 1..",
        "grid ^ \".\" -> \"#\"",
        "grid \"..\" -> \"##\" from \"..\"",
        "grid",
    ] {
        assert!(AnyRule::parse_with(rule, &[]).is_err(), "{rule}");
    }
    let rule = read(CRAM);
    for (board, place) in [
        ("../.", (3, 4)),
        ("..//..", (3, 4)),
        (".x", (1, 2)),
        ("", (0, 1)),
    ] {
        let wrong = rule.part(&[board]).unwrap_err();
        assert_eq!(wrong.place, Some(place), "{board}: {}", wrong.message);
    }
}
