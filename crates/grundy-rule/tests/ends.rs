//! Rules on words that are proved to end, against plain search for words to which play comes back.

use std::collections::{BTreeMap, BTreeSet};

use grundy_rule::words::Rewriting;

/// What is replaced by what.
type Pairs = Vec<(String, String)>;

struct Random(u64);

impl Random {
    fn below(&mut self, many: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % many
    }

    fn word(&mut self, letters: &str, length: u64) -> String {
        let letters: Vec<char> = letters.chars().collect();
        (0..length)
            .map(|_| letters[self.below(letters.len() as u64) as usize])
            .collect()
    }
}

/// A rule of a few clauses, most of which change no length, and the same written out for words of up to `longest` letters.
fn rule(random: &mut Random, letters: &str, longest: usize) -> (String, Pairs) {
    let (mut clauses, mut pairs) = (Vec::new(), Vec::new());
    for _ in 0..=random.below(2) {
        let length = random.below(3) + 1;
        let (left, right) = (random.word(letters, length), random.word(letters, length));
        match random.below(4) {
            // A repeated letter behind the sides, or before them.
            kind @ 0..=1 => {
                let (one, other) = (random.word(letters, 1), random.word(letters, 1));
                let least = random.below(2) as usize;
                clauses.push(match kind {
                    0 => format!("\"{left}\" \"{one}\"{{k}} -> \"{right}\" \"{other}\"{{k}} for k in {least}.."),
                    _ => format!("\"{one}\"{{k}} \"{left}\" -> \"{other}\"{{k}} \"{right}\" for k in {least}.."),
                });
                for many in least..=longest {
                    let (one, other) = (one.repeat(many), other.repeat(many));
                    pairs.push(match kind {
                        0 => (format!("{left}{one}"), format!("{right}{other}")),
                        _ => (format!("{one}{left}"), format!("{other}{right}")),
                    });
                }
            }
            2 => {
                clauses.push(format!("\"{left}\" -> \"{right}\""));
                pairs.push((left, right));
            }
            // Letters between that stay.
            _ => {
                let (one, other) = (random.word(letters, 1), random.word(letters, 1));
                clauses.push(format!(
                    "\"{left}\" u \"{one}\" -> \"{right}\" u \"{other}\" for u in words"
                ));
                for between in words(letters, longest) {
                    pairs.push((
                        format!("{left}{between}{one}"),
                        format!("{right}{between}{other}"),
                    ));
                }
            }
        }
    }
    (format!("{} over \"{letters}\"", clauses.join("; ")), pairs)
}

fn words(letters: &str, longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut begin = 0;
    for _ in 0..longest {
        let last = all[begin..].to_vec();
        begin = all.len();
        for word in last {
            all.extend(letters.chars().map(|letter| format!("{word}{letter}")));
        }
    }
    all
}

/// Whether play can come back to a word of up to so many letters.
fn comes_back(pairs: &Pairs, letters: &str, longest: usize) -> bool {
    let mut after: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for word in words(letters, longest) {
        let mut next = BTreeSet::new();
        for (left, right) in pairs {
            for at in 0..word.len() {
                if word[at..].starts_with(left.as_str()) {
                    next.insert(format!(
                        "{}{right}{}",
                        &word[..at],
                        &word[at + left.len()..]
                    ));
                }
            }
        }
        after.insert(word, next);
    }
    // Words from which all moves lead to words that are done are done.
    loop {
        let open: BTreeSet<String> = after.keys().cloned().collect();
        let done: Vec<String> = (after.iter())
            .filter(|(_, next)| next.iter().all(|it| !open.contains(it)))
            .map(|(word, _)| word.clone())
            .collect();
        if done.is_empty() {
            return !after.is_empty();
        }
        for word in done {
            after.remove(&word);
        }
    }
}

#[test]
fn what_is_proved_to_end_never_comes_back() {
    let mut random = Random(3);
    let (mut proved, mut by_order, mut cyclic) = (0, 0, 0);
    for round in 0..1200 {
        let (letters, longest) = if round % 3 == 0 {
            ("abc", 5)
        } else {
            ("ab", 6)
        };
        let (text, pairs) = rule(&mut random, letters, longest);
        let Ok(read) = Rewriting::parse_with(&text, &[]) else {
            panic!("{text}");
        };
        let goes_round = comes_back(&pairs, letters, longest);
        cyclic += usize::from(goes_round);
        if read.ends() {
            proved += 1;
            let why = read.ending().to_string();
            by_order += usize::from(why.contains("in the order"));
            assert!(!goes_round, "{text}: {why}");
        }
    }
    assert!(
        proved > 200 && by_order > 50 && cyclic > 200,
        "{proved} {by_order} {cyclic}"
    );
}

#[test]
fn coins_are_turned_from_the_left_or_from_the_right() {
    for (text, expected) in [
        (
            "\"R\" \"B\"{k} -> \"B\" \"R\"{k} for k in 0..",
            "the word as read from the left, in the order \"B\" < \"R\"",
        ),
        (
            "\"B\"{k} \"R\" -> \"R\"{k} \"B\" for k in 0..",
            "the word as read from the right, in the order \"B\" < \"R\"",
        ),
        (
            "\"H\" u \"T\" -> \"T\" u \"H\" for u in words; \"H\" -> \"T\"",
            "the word as read from the left, in the order \"T\" < \"H\"",
        ),
    ] {
        let rule = Rewriting::parse_with(text, &[]).expect("a rule");
        let why = rule.ending().to_string();
        assert!(rule.ends() && why.contains(expected), "{text}: {why}");
    }
    // Where words are rings, a move may go on at the beginning.
    for text in [
        "cyclic \"RB\" -> \"BR\"",
        "\"R\" \"B\"{k} -> \"B\" \"R\"{k} for k in 0..; \"BR\" -> \"RB\"",
        "\"ab\"{k} \"c\" -> \"ba\"{k} \"cc\" for k in 1..",
    ] {
        let rule = Rewriting::parse_with(text, &[]).expect("a rule");
        let by_order = rule.ending().to_string().contains("in the order");
        assert!(!by_order, "{text}: {}", rule.ending());
    }
}
