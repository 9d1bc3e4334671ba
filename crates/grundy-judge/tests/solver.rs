//! Every format against the solver of the theory crate, which is asked of each position the rule written out; by every
//! kind of instructions, and in long inputs that leave the first reads.

use crate::common;

use common::small;
use grundy::{Game, Outcome, Play, Solver, message};
use grundy_judge::trial::{self, Case, Generator};
use grundy_judge::{Cases, Format, Limits, Path, Reply, formats, judged, run_within};
use proptest::prelude::*;
use std::collections::HashMap;

/// Numbers for a layout, as its text says: small ones, lists of few.
struct Maker<'b> {
    bytes: std::slice::Iter<'b, u8>,
    named: HashMap<String, u64>,
    text: String,
}

impl Maker<'_> {
    fn below(&mut self, most: u64) -> u64 {
        self.bytes.next().map_or(1, |&byte| u64::from(byte) % most)
    }

    fn put(&mut self, number: u64) {
        self.text += &number.to_string();
        self.text
            .push(if number.is_multiple_of(3) { '\n' } else { ' ' });
    }

    /// A number by its name; a name that counts something is small.
    fn number(&mut self, name: &str, counts: bool) {
        let number = if counts {
            1 + self.below(4)
        } else {
            1 + self.below(14)
        };
        self.named.insert(name.to_owned(), number);
        self.put(number);
    }

    fn count(&self, text: &str) -> u64 {
        let (name, less) = text.split_once('-').unwrap_or((text, "0"));
        let less: u64 = less.parse().unwrap();
        name.parse().unwrap_or_else(|_| self.named[name] - less)
    }

    /// Lists grow, so that they are positions of coins and climbers too.
    fn rows(&mut self, width: u64, count: &str) {
        let mut last = 0;
        for _ in 0..self.count(count) * width {
            last += 1 + self.below(5);
            self.put(last);
        }
    }

    fn layout(&mut self, layout: &str) {
        let (head, positions) = layout.split_once('[').unwrap_or((layout, ""));
        self.items(head, layout);
        if let Some((items, count)) = positions.split_once("]*") {
            for _ in 0..self.count(count) {
                self.items(items, layout);
            }
        }
    }

    fn items(&mut self, items: &str, layout: &str) {
        let mut rest = items.trim();
        while !rest.is_empty() {
            let (item, after) = match rest.strip_prefix('(') {
                Some(row) => {
                    let (names, after) = row.split_once(")*").unwrap();
                    let (count, after) = after.split_once(' ').unwrap_or((after, ""));
                    self.rows(names.split(' ').count() as u64, count);
                    rest = after.trim();
                    continue;
                }
                None => rest.split_once(' ').unwrap_or((rest, "")),
            };
            match item.split_once('*') {
                Some((_, count)) => self.rows(1, count),
                None => self.number(item, layout.contains(&format!("*{item}"))),
            }
            rest = after.trim();
        }
    }
}

fn input(format: &Format, bytes: &[u8], cases: u64) -> String {
    if !format.layout.is_plain() {
        let seed = bytes
            .iter()
            .fold(0, |seed: u64, &byte| seed.rotate_left(5) ^ u64::from(byte));
        let mut generator = Generator::new(format, seed);
        let made: Vec<Case> = (0..cases).map(|_| generator.medium()).collect();
        return trial::input(format, &made);
    }
    let mut maker = Maker {
        bytes: bytes.iter(),
        named: HashMap::new(),
        text: String::new(),
    };
    let cases = if format.cases == Cases::One { 1 } else { cases };
    if format.cases == Cases::Counted {
        maker.put(cases);
    }
    for _ in 0..cases {
        maker.layout(format.layout.text());
    }
    maker.text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn positions_are_what_the_solver_says(bytes in prop::collection::vec(any::<u8>(), 200)) {
        let no_files = |_: &str| Err(message!("no files", "没有文件"));
        let mut solver = Solver::new();
        (solver.listed, solver.reasons) = (0, false);
        for format in formats() {
            let input = input(format, &bytes, 3);
            let mut outputs = Vec::new();
            for path in Path::all_here() {
                let mut limits = small();
                limits.path = path;
                let mut answers = Vec::new();
                let result = run_within(format, &limits, input.as_bytes(), &mut answers);
                let error = result.map_or_else(|error| error.to_string(), |_| String::new());
                outputs.push((String::from_utf8(answers).unwrap(), error));
            }
            prop_assert!(outputs.windows(2).all(|pair| pair[0] == pair[1]), "{}\n{input}", format.name);
            let mut told = String::new();
            let mut count = 0;
            let result = judged(format, &small(), input.as_bytes(), &mut |position| {
                told += &position.answer;
                count += 1;
                let Some(game) = position.game else { return Ok(()) };
                let play = if position.misere { Play::Misere } else { Play::Normal };
                let solved = solver.solve(&Game::parse(&game, &no_files).unwrap(), play);
                let wins = solved.outcome.map(|outcome| outcome == Outcome::N);
                assert_eq!(position.mover_wins, wins, "{} {game}", format.name);
                if matches!(format.tell, Reply::Count(_)) {
                    let moves = solved.winning.count.unwrap().to_string();
                    assert_eq!(position.answer.trim(), moves, "{} {game}", format.name);
                }
                Ok(())
            });
            let error = result.map_or_else(|error| error.to_string(), |_| String::new());
            prop_assert_eq!(&error, &outputs[0].1, "{}\n{}", &format.name, input);
            // A rule may refuse what was made, but then something was asked of it.
            prop_assert!(count > 0 || !error.is_empty(), "{}", format.name);
            let told: String = told.split_whitespace().collect();
            let whole: String = outputs[0].0.split_whitespace().collect();
            prop_assert_eq!(told, whole, "{}", &format.name);
        }
    }
}

/// Long inputs, through many reads: every path writes the same, also where numbers are short, long or odd now and then.
#[test]
fn long_inputs_by_every_path() {
    let mut state = 5u64;
    let mut random = move |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for (name, most) in [
        ("nyoj585", 101),
        ("nyoj585", 1 << 30),
        ("nyoj888", 3),
        ("nyoj135", 1 << 31),
        ("hdu1850", 1_000_001),
    ] {
        let format = grundy_judge::find(name).unwrap();
        let mut input = String::from(if name == "hdu1850" { "" } else { "100\n" });
        for case in 0..100 {
            let count = [1, 2, 30, 700, 2000][random(5) as usize];
            input += &format!("{count}\n");
            let numbers = if name == "nyoj135" { 2 * count } else { count };
            for place in 0..numbers {
                let number = random(most);
                match (case % 50, place) {
                    (7, 5) => input += &format!("+{number} "),
                    (9, 1) => input += &format!("{:040} ", number),
                    (11, 0) => input += "18446744073709551616\r\n",
                    _ => input += &format!("{number} "),
                }
            }
            input += "\n";
        }
        let mut outputs = Vec::new();
        for path in Path::all_here() {
            let limits = Limits {
                path,
                ..Limits::default()
            };
            let mut answers = Vec::new();
            let summary = run_within(format, &limits, input.as_bytes(), &mut answers).unwrap();
            assert_eq!(summary.cases, 100);
            outputs.push(answers);
        }
        assert!(outputs.windows(2).all(|pair| pair[0] == pair[1]), "{name}");
    }
}
