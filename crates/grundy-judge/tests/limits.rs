//! Each problem at the limits of its statement: one input as large as it allows, judged within a second by a release build.
//!
//! `cargo test --release -p grundy-judge --test all limits:: -- --ignored --nocapture` prints the times, of one problem with its name in
//! GRUNDY_LIMITS; without `--release` more is allowed. That every problem is here is tested always.

use grundy_judge::{Cases, Count, Edges, Field, Format, Item, Span, find, formats, run_within};
use std::collections::HashMap;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// By line a problem, how many cases, and the numbers by name; a name of its own range stands as it is in the formats.
const LIMITS: &str = include_str!("limits.txt");

struct Maker<'f> {
    format: &'f Format,
    ranges: HashMap<Field, (u64, u64)>,
    numbers: Vec<u64>,
    state: u64,
    text: String,
}

impl Maker<'_> {
    fn within(&mut self, low: u64, high: u64) -> u64 {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let width = u128::from(high - low) + 1;
        low + ((u128::from(self.state) * width) >> 64) as u64
    }

    fn number(&mut self, field: Field) -> u64 {
        let (low, high) = self.ranges.get(&field).copied().unwrap_or((1, 100));
        let number = self.within(low, high);
        self.numbers[field] = number;
        number
    }

    fn count(&self, count: Count) -> u64 {
        match count {
            Count::Fixed(0) => 5,
            Count::Fixed(count) => count,
            Count::Named(field, plus) => self.numbers[field].saturating_add_signed(plus),
            Count::Times(one, other) => self.numbers[one] * self.numbers[other],
        }
    }

    fn put(&mut self, number: u64) {
        let _ = write!(self.text, "{number} ");
    }

    fn letters(&mut self, field: Field, count: u64) -> String {
        let letters = self
            .format
            .layout
            .alphabet(field)
            .expect("letters")
            .to_vec();
        let last = letters.len() as u64 - 1;
        let mut word = String::new();
        for _ in 0..count {
            let letter = char::from(letters[self.within(0, last) as usize]);
            // Neighbours of abc048_d differ; a row of crosses has room.
            let other = char::from(letters[0]);
            let again = self.format.name == "abc048_d" && word.ends_with(letter);
            let full = letter == 'X' && word.contains('X');
            word.push(if again && word.ends_with(other) {
                char::from(letters[1])
            } else if again || full {
                other
            } else {
                letter
            });
        }
        word
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Number(field) => {
                    let number = self.number(*field);
                    self.put(number);
                }
                Item::Rows(fields, count) => {
                    let rows = self.count(*count);
                    let shape = self.format.layout.shape(fields[0]);
                    for row in 0..rows {
                        match shape {
                            Some((Edges::Circuits, _)) => {
                                self.put(row + 1);
                                self.put((row + 1) % rows + 1);
                            }
                            Some((Edges::Tree | Edges::Forest, _)) => {
                                // Deep, but for some.
                                let least = row.saturating_sub(3);
                                let up = self.within(least, row) + 1;
                                self.put(up);
                                self.put(row + 2);
                            }
                            Some((_, vertices)) => {
                                let count = self.numbers[vertices];
                                let next = row % count + 1;
                                self.put(next);
                                let other = if row < count { next % count + 1 } else { next };
                                self.put(other);
                            }
                            None => {
                                // Lists that climb are positions of coins and climbers too.
                                for &field in fields {
                                    let number = self.number(field);
                                    let climbs = CLIMBING.contains(&self.format.name.as_str());
                                    self.put(if climbs { number + 1000 * row } else { number });
                                }
                            }
                        }
                    }
                    self.text.push('\n');
                }
                Item::Letters(field, span) => {
                    let (lines, width) = match span {
                        Span::Word | Span::Listed => (1, self.number(*field)),
                        Span::Line(count) => (1, self.count(*count)),
                        Span::Board(lines, width) => (self.count(*lines), self.count(*width)),
                    };
                    for _ in 0..lines {
                        let line = self.letters(*field, width);
                        self.text += &line;
                        self.text.push('\n');
                    }
                }
                Item::Listed(field) => {
                    let count = if self.format.name == "leetcode1908" {
                        7
                    } else {
                        1000
                    };
                    let list: Vec<String> = (0..count)
                        .map(|_| self.number(*field).to_string())
                        .collect();
                    let _ = writeln!(self.text, "[{}]", list.join(","));
                }
                Item::Literal(text) => self.text += text,
                Item::Group(inner, _, count) => {
                    let groups = self.count(*count);
                    for group in 0..groups {
                        if self.format.name == "poj2425" {
                            self.arrows(group, groups);
                        } else {
                            self.items(inner);
                        }
                    }
                }
                _ => panic!("{item:?}"),
            }
        }
        self.text.push('\n');
    }

    /// Arrows to vertices behind this one.
    fn arrows(&mut self, from: u64, of: u64) {
        let count = (of - 1 - from).min(20);
        self.put(count);
        for _ in 0..count {
            let to = self.within(from + 1, of - 1);
            self.put(to);
        }
    }
}

/// Lists of these are places, in order.
const CLIMBING: [&str; 8] = [
    "poj1704",
    "hdu4315",
    "luoguP3480",
    "arc137_c",
    "cf346A",
    "dp_k",
    "acwing893",
    "cf1191D",
];

fn input(format: &Format, line: &str) -> String {
    let mut words = line.split_whitespace().skip(1);
    let cases: u64 = words
        .next()
        .and_then(|word| word.parse().ok())
        .expect("cases");
    let mut ranges: HashMap<Field, (u64, u64)> = HashMap::new();
    for (field, range) in &format.ranges {
        ranges.insert(*field, (*range.start(), *range.end()));
    }
    for word in words {
        let (name, range) = word.split_once('=').expect("name=low..high");
        let (low, high) = range.split_once("..").unwrap_or((range, range));
        let field = format
            .layout
            .field(name)
            .unwrap_or_else(|| panic!("{line}: {name}"));
        ranges.insert(
            field,
            (low.parse().expect("low"), high.parse().expect("high")),
        );
    }
    let mut maker = Maker {
        format,
        ranges,
        numbers: vec![0; format.layout.names().len()],
        state: 1,
        text: String::new(),
    };
    if format.cases == Cases::Counted {
        maker.put(cases);
    }
    for _ in 0..if format.cases == Cases::One { 1 } else { cases } {
        maker.items(format.layout.head());
        if let Some((items, count)) = format.layout.bracket() {
            for _ in 0..maker.count(count) {
                maker.items(items);
            }
            if count == Count::Fixed(0) {
                maker.text += "0\n";
            }
        }
    }
    maker.text
}

#[test]
fn every_problem_is_here() {
    let names: Vec<&str> = LIMITS
        .lines()
        .map(|line| line.split_whitespace().next().expect("a name"))
        .collect();
    for name in &names {
        assert!(find(name).is_some(), "{name}");
    }
    for format in formats() {
        assert!(names.contains(&format.name.as_str()), "{}", format.name);
    }
}

#[test]
#[ignore = "measures; for release builds"]
fn within_a_second() {
    let allowed = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 1 });
    let only = std::env::var("GRUNDY_LIMITS").unwrap_or_default();
    let mut slow = Vec::new();
    for line in LIMITS.lines() {
        let name = line.split_whitespace().next().expect("a name");
        if !only.is_empty() && only != name {
            continue;
        }
        let format = find(name).expect("known");
        let input = input(format, line);
        let start = Instant::now();
        let mut answers = Vec::new();
        let result = run_within(
            format,
            &grundy_judge::Limits::default(),
            input.as_bytes(),
            &mut answers,
        );
        let time = start.elapsed();
        println!(
            "{name:24} {:>10} bytes {:>8.1} ms",
            input.len(),
            time.as_secs_f64() * 1e3
        );
        match result {
            Ok(_) if time <= allowed => {}
            Ok(_) => slow.push(format!("{name}: {time:?}")),
            Err(error) => slow.push(format!("{name}: {error}")),
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}
