//! Positions told by pieces that come again, against the solver asked for each position by itself.

use std::fmt::Write as _;

use crate::common::search::Random;
use grundy::kinds::AnyRule;
use grundy::{Game, Play, solve};
use grundy_judge::{Format, run};

/// Rules on words, with their letters.
const WORDS: [(&str, &str); 6] = [
    ("\"++\" -> \"--\"", "+-"),
    ("\"ab\" -> \"ca\"; \"bb\" -> \"cc\"", "abc"),
    ("\"a\"{k} -> \"\" for k in 1..=2 over \"|\"", "a|"),
    ("\"o\" x \"o\" -> \"x\" x \"x\" for x in \"xo\"", "xo"),
    ("^ \"a\" -> \"b\"; \"aa\" -> \"bb\"", "ab"),
    ("cyclic \"aa\" -> \"bb\"", "ab"),
];

const LISTS: [&str; 4] = [
    "multiset a[i] -> [b, a[i]-b] for b in 1..a[i]",
    "list a[i] -> a[i]-k for k in 1..=3",
    "multiset nonzero a[i] -> a[i]-k for k in 1..=a[i]/2",
    "list a[i],a[i+1] -> a[i]-1,a[i+1]-1 if a[i] > 0 and a[i+1] > 0",
];

const BOARDS: [&str; 3] = [
    "grid \"..\" -> \"##\"",
    "grid \". /..\" -> \"# /##\"",
    "grid fixed \"#/#\" -> \"./.\" | \"./#\"",
];

fn agrees(rule: &str, case: impl Fn(&mut Random) -> (String, Vec<String>)) {
    for misere in [false, true] {
        let format = Format::plain(rule, misere).unwrap_or_else(|why| panic!("{rule}: {why:?}"));
        let own = AnyRule::parse_with(rule, &[]).expect("a rule");
        let play = if misere { Play::Misere } else { Play::Normal };
        let mut random = Random(rule.len() as u64);
        let (mut input, mut expected) = (String::from("60\n"), String::new());
        for _ in 0..60 {
            let (text, words) = case(&mut random);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let part = own
                .part(&words)
                .unwrap_or_else(|why| panic!("{rule}: {words:?}: {why:?}"));
            let answer = solve(&Game::from_parts(vec![part]), play);
            let wins = answer.outcome == Some(grundy::Outcome::N);
            expected += if wins { "First\n" } else { "Second\n" };
            let _ = write!(input, "{text}");
        }
        let mut answers = Vec::new();
        run(&format, input.as_bytes(), &mut answers)
            .unwrap_or_else(|why| panic!("{rule}: {input}: {why}"));
        assert_eq!(
            String::from_utf8_lossy(&answers),
            expected,
            "{rule}, {misere}: {input}"
        );
    }
}

fn word(letters: &str, longest: u64, random: &mut Random) -> String {
    let letters: Vec<char> = letters.chars().collect();
    let count = random.within(1, longest);
    let letter = |random: &mut Random| letters[random.within(0, letters.len() as u64 - 1) as usize];
    (0..count).map(|_| letter(random)).collect()
}

#[test]
fn words_by_their_pieces() {
    for (rule, letters) in WORDS {
        agrees(rule, |random| {
            let word = word(letters, 12, random);
            (format!("{word}\n"), vec![word])
        });
    }
}

#[test]
fn lists_by_their_entries() {
    for rule in LISTS {
        agrees(rule, |random| {
            let count = random.within(0, 4);
            let entries = (0..count).map(|_| random.within(0, 6).to_string());
            let entries: Vec<String> = entries.collect();
            (
                format!("{count} {}\n", entries.join(" ")),
                vec![format!("[{}]", entries.join(","))],
            )
        });
    }
}

#[test]
fn boards_that_come_again() {
    for rule in BOARDS {
        agrees(rule, |random| {
            let (rows, columns) = (random.within(1, 3), random.within(1, 3));
            let row = |random: &mut Random| {
                let letter = |random: &mut Random| ['.', '#'][random.within(0, 1) as usize];
                (0..columns).map(|_| letter(random)).collect::<String>()
            };
            let rows: Vec<String> = (0..rows).map(|_| row(random)).collect();
            let text = format!("{} {columns}\n{}\n", rows.len(), rows.join("\n"));
            (text, vec![rows.join("/")])
        });
    }
}
