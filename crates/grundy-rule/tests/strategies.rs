//! Who wins by mirror images, on boards and words, held against plain search that knows only the patterns.

use std::collections::HashMap;

use grundy::budget::{Budget, Meter};
use grundy::grids::Patterns;
use grundy::pattern::{Winner, find_in_words, strategies_on_boards};
use grundy::words::Rewriting;

/// Numbers without end, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// The cells of a pattern: row, column, before, after.
type Cells = Vec<(i64, i64, u8, u8)>;

/// All ways to turn and mirror a pattern that a word before it allows.
fn turned(cells: &Cells, symmetry: &str) -> Vec<Cells> {
    let mut all = Vec::new();
    for turn in 0..8 {
        let (exchanged, down, across) = (turn & 4 > 0, turn & 2 > 0, turn & 1 > 0);
        let fits = match symmetry {
            "" => true,
            "turned" => (exchanged as u8 + down as u8 + across as u8).is_multiple_of(2),
            "mirrored" => !exchanged,
            _ => turn == 0,
        };
        if !fits {
            continue;
        }
        let moved = cells.iter().map(|&(row, column, from, to)| {
            let (row, column) = if exchanged {
                (column, row)
            } else {
                (row, column)
            };
            let row = if down { -row } else { row };
            let column = if across { -column } else { column };
            (row, column, from, to)
        });
        let moved: Cells = moved.collect();
        let top = moved.iter().map(|it| it.0).min().unwrap_or(0);
        let left = moved.iter().map(|it| it.1).min().unwrap_or(0);
        let moved = moved.iter().map(|it| (it.0 - top, it.1 - left, it.2, it.3));
        all.push(moved.collect());
    }
    all
}

struct Board<'p> {
    rows: i64,
    columns: i64,
    torus: bool,
    patterns: &'p [Cells],
    known: HashMap<Vec<u8>, bool>,
}

impl Board<'_> {
    /// Whether who is to move loses.
    fn is_lost(&mut self, cells: &[u8]) -> bool {
        if let Some(&known) = self.known.get(cells) {
            return known;
        }
        let patterns = self.patterns;
        let mut lost = true;
        'all: for pattern in patterns {
            for row in 0..self.rows {
                for column in 0..self.columns {
                    let mut next = cells.to_vec();
                    let mut places = Vec::new();
                    let fits = pattern.iter().all(|&(down, right, from, to)| {
                        let (mut row, mut column) = (row + down, column + right);
                        if self.torus {
                            (row, column) = (row % self.rows, column % self.columns);
                        }
                        let inside = row < self.rows && column < self.columns;
                        let place = (row * self.columns + column) as usize;
                        let own = inside && cells[place] == from && !places.contains(&place);
                        if own {
                            places.push(place);
                            next[place] = to;
                        }
                        own
                    });
                    if fits && self.is_lost(&next) {
                        lost = false;
                        break 'all;
                    }
                }
            }
        }
        self.known.insert(cells.to_vec(), lost);
        lost
    }
}

/// A random rule: one or two patterns that fill cells, with the text.
fn rule(random: &mut Random) -> (String, Vec<Cells>, bool) {
    let symmetry = ["", "", "turned", "mirrored", "fixed"][random.below(5) as usize];
    let torus = random.below(6) == 0;
    let mut text = format!(
        "grid {}{}",
        if symmetry.is_empty() {
            String::new()
        } else {
            format!("{symmetry} ")
        },
        if torus { "torus " } else { "" }
    );
    let mut patterns = Vec::new();
    let many = 1 + random.below(2);
    for number in 0..many {
        let (rows, columns) =
            [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 2), (3, 1)][random.below(7) as usize];
        let mut cells = Cells::new();
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for row in 0..rows {
            let (mut before, mut after) = (String::new(), String::new());
            for column in 0..columns {
                // Mostly free cells that are covered; some that are only looked at, and gaps.
                let (from, to) = match random.below(9) {
                    0 if rows * columns > 2 => (' ', ' '),
                    1 if rows * columns > 1 => ('.', '.'),
                    2 if number > 0 => ('#', 'x'),
                    3 if number > 0 => ('#', '#'),
                    _ => ('.', '#'),
                };
                before.push(from);
                after.push(to);
                if from != ' ' {
                    cells.push((row, column, from as u8, to as u8));
                }
            }
            left.push(before);
            right.push(after);
        }
        if !cells.iter().any(|it| it.2 != it.3) {
            return rule(random);
        }
        if number > 0 {
            text += "; ";
        }
        text += &format!("\"{}\" -> \"{}\"", left.join("/"), right.join("/"));
        patterns.extend(turned(&cells, symmetry));
    }
    (format!("{text} over \"#x\" from \".\""), patterns, torus)
}

/// Whether a sentence is of boards of these sides.
fn is_of(which: &str, rows: i64, columns: i64) -> bool {
    let side = |count: i64, what: &str| {
        let word = if count % 2 == 0 { "an even" } else { "an odd" };
        let other = if count % 2 == 0 { "an odd" } else { "an even" };
        if which.contains(&format!("{other} number of {what}")) {
            return false;
        }
        match which.split_once(&format!("{word} number of {what}, ")) {
            Some((_, more)) => {
                let least = more.split(' ').next().and_then(|it| it.parse::<i64>().ok());
                count >= least.expect("a number")
            }
            None => true,
        }
    };
    side(rows, "rows") && side(columns, "columns")
}

#[test]
fn boards_are_lost_and_won_as_is_told() {
    let mut random = Random(1);
    let (mut lost, mut won, mut torus_too) = (0, 0, 0);
    for _ in 0..400 {
        let (text, patterns, torus) = rule(&mut random);
        let Ok(rule) = Patterns::parse_with(&text, &[]) else {
            continue;
        };
        let strategies = strategies_on_boards(&rule);
        for strategy in &strategies {
            let which = strategy.which.to_string();
            for (rows, columns) in (1..=4).flat_map(|rows| (1..=4).map(move |it| (rows, it))) {
                if rows * columns > 12 || !is_of(&which, rows, columns) {
                    continue;
                }
                let mut board = Board {
                    rows,
                    columns,
                    torus,
                    patterns: &patterns,
                    known: HashMap::new(),
                };
                let told = board.is_lost(&vec![b'.'; (rows * columns) as usize]);
                let said = strategy.message();
                let expected = strategy.winner == Winner::Second;
                assert_eq!(told, expected, "{text}: {said} on {rows}x{columns}");
                match expected {
                    true => lost += 1,
                    false => won += 1,
                }
                torus_too += usize::from(torus);
            }
        }
    }
    println!("{lost} lost, {won} won, {torus_too} on a torus");
    assert!(
        lost > 200 && won > 50 && torus_too > 10,
        "{lost} {won} {torus_too}"
    );
}

#[test]
fn cram_is_told_as_it_is_known() {
    let rule = Patterns::parse_with("grid \"..\" -> \"##\" from \".\"", &[]).expect("a rule");
    let said: Vec<(String, Winner)> = strategies_on_boards(&rule)
        .into_iter()
        .map(|it| (it.which.to_string(), it.winner))
        .collect();
    let board = |rows: &str, columns: &str| {
        format!("every board with {rows} number of rows and {columns} number of columns")
    };
    let expected = [
        (board("an even", "an even"), Winner::Second),
        (board("an even", "an odd"), Winner::First),
        (board("an odd", "an even"), Winner::First),
    ];
    assert_eq!(said, expected);
}

/// Whether who is to move in a word loses, by pairs of what is replaced by what; `^` and `$` stand before and behind.
fn is_lost(word: &str, pairs: &[(String, String)], known: &mut HashMap<String, bool>) -> bool {
    if let Some(&known) = known.get(word) {
        return known;
    }
    let mut lost = true;
    for (left, right) in pairs {
        let (start, end) = (left.starts_with('^'), left.ends_with('$'));
        let left = left.trim_matches(['^', '$']);
        for at in 0..word.len() {
            let stop = at + left.len();
            let fits =
                word[at..].starts_with(left) && (!start || at == 0) && (!end || stop == word.len());
            if fits {
                let next = format!("{}{right}{}", &word[..at], &word[stop..]);
                lost &= !is_lost(&next, pairs, known);
            }
        }
    }
    known.insert(word.to_owned(), lost);
    lost
}

#[test]
fn palindromes_are_lost_where_it_is_told() {
    let mut random = Random(5);
    let sides = ["a", "b", "ab", "ba", "aab", "baa", "aba", "aa"];
    let (mut told, mut without) = (0, 0);
    // With checks of overflow each takes several times as long.
    let rules = if cfg!(debug_assertions) { 25 } else { 150 };
    for _ in 0..rules {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for _ in 0..1 + random.below(2) {
            let left = sides[random.below(sides.len() as u64) as usize];
            let right: String = (0..random.below(left.len() as u64))
                .map(|_| if random.below(2) == 0 { 'a' } else { 'b' })
                .collect();
            let (mut one, mut other) = (left.to_owned(), left.chars().rev().collect::<String>());
            if random.below(5) == 0 {
                (one, other) = (format!("^{one}"), format!("{other}$"));
            }
            pairs.push((one, right.clone()));
            // Nearly always with its image.
            if random.below(5) > 0 {
                pairs.push((other, right.chars().rev().collect()));
            }
        }
        let written = pairs.iter().map(|(left, right)| {
            let inner = left.trim_matches(['^', '$']);
            let start = if left.starts_with('^') { "^ " } else { "" };
            let end = if left.ends_with('$') { " $" } else { "" };
            format!("{start}\"{inner}\"{end} -> \"{right}\"")
        });
        let text = written.collect::<Vec<_>>().join("; ") + " over \"ab\"";
        let Ok(rule) = Rewriting::parse_with(&text, &[]) else {
            continue;
        };
        let report = find_in_words(&rule, &mut Meter::new(&Budget::default()));
        let report = report.expect("time");
        if report.strategies.is_empty() {
            without += 1;
            continue;
        }
        told += 1;
        let mut known = HashMap::new();
        for length in 0..=5 {
            for number in 0..1 << length {
                let half: String = (0..length)
                    .map(|place| if number >> place & 1 == 0 { 'a' } else { 'b' })
                    .collect();
                let word = half.clone() + &half.chars().rev().collect::<String>();
                assert!(is_lost(&word, &pairs, &mut known), "{text}: {word}");
            }
        }
    }
    assert!(
        told > rules / 15 && without > rules / 15,
        "{told} {without}"
    );
}
