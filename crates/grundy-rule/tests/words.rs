//! Rules on words against rewriting that is written here a second time and knows nothing but strings.

use std::collections::{BTreeSet, HashMap};

use grundy::kinds::AnyRule;
use grundy::{Game, Nimber, Outcome, Play, Solver};

type Words = BTreeSet<String>;

/// Every word in which one occurrence of `from` has become `to`.
fn once(word: &str, from: &str, to: &str) -> Words {
    let places = (0..=word.len()).filter(|&at| word[at..].starts_with(from));
    places
        .map(|at| format!("{}{to}{}", &word[..at], &word[at + from.len()..]))
        .collect()
}

/// The same of several.
fn any(word: &str, pairs: &[(&str, &str)]) -> Words {
    let all = pairs.iter();
    all.flat_map(|(from, to)| once(word, from, to)).collect()
}

/// The same in a ring: what goes beyond the end is written where it stood if the length stays, and else at the end.
fn around(word: &str, from: &str, to: &str) -> Words {
    let length = word.len();
    let mut all = Words::new();
    if from.len() > length {
        return all;
    }
    for start in 0..length {
        let turned = format!("{}{}", &word[start..], &word[..start]);
        let Some(rest) = turned.strip_prefix(from) else {
            continue;
        };
        let after = format!("{to}{rest}");
        all.insert(if start + from.len() <= length {
            format!("{}{to}{}", &word[..start], &word[start + from.len()..])
        } else if to.len() == from.len() {
            format!("{}{}", &after[length - start..], &after[..length - start])
        } else {
            format!("{rest}{to}")
        });
    }
    all
}

fn is_palindrome(word: &str) -> bool {
    word.bytes().eq(word.bytes().rev())
}

/// A rule, its letters, and its moves said a second time.
struct Case {
    rule: &'static str,
    letters: &'static str,
    next: fn(&str) -> Words,
}

const CASES: &[Case] = &[
    // A 1 or a 2 never changes, and is looked at from both sides.
    Case {
        rule: r#""00" -> "10"; "10" -> "12"; "01" -> "21""#,
        letters: "012",
        next: |word| any(word, &[("00", "10"), ("10", "12"), ("01", "21")]),
    },
    Case {
        rule: r#""101" -> "111"; "00" -> "20"; "20" -> "22"; ^ "10" -> "12""#,
        letters: "012",
        next: |word| {
            let mut all = any(word, &[("101", "111"), ("00", "20"), ("20", "22")]);
            all.extend(word.strip_prefix("10").map(|rest| format!("12{rest}")));
            all
        },
    },
    // Here what is beyond the 1 matters.
    Case {
        rule: r#""010" -> "210"; "01" $ -> "21""#,
        letters: "012",
        next: |word| {
            let mut all = any(word, &[("010", "210")]);
            all.extend(word.strip_suffix("01").map(|rest| format!("{rest}21")));
            all
        },
    },
    Case {
        rule: "\"++\" -> \"--\"",
        letters: "+-",
        next: |word| any(word, &[("++", "--")]),
    },
    Case {
        rule: "\"++\" -> \"--\" over \"#\"",
        letters: "+-#",
        next: |word| any(word, &[("++", "--")]),
    },
    Case {
        rule: "cyclic \"++\" -> \"--\"",
        letters: "+-",
        next: |word| around(word, "++", "--"),
    },
    Case {
        rule: "cyclic \"ab\" -> \"c\"; \"cc\" -> \"a\"",
        letters: "abc",
        next: |word| &around(word, "ab", "c") | &around(word, "cc", "a"),
    },
    // Toads and frogs, both players moving either.
    Case {
        rule: "\"T_\" -> \"_T\"; \"_F\" -> \"F_\"; \"TF_\" -> \"_FT\"; \"_TF\" -> \"FT_\"",
        letters: "TF_",
        next: |word| {
            any(
                word,
                &[("T_", "_T"), ("_F", "F_"), ("TF_", "_FT"), ("_TF", "FT_")],
            )
        },
    },
    // Words grow before they shrink.
    Case {
        rule: "\"a\" -> \"bb\" | \"bc\"; \"bb\" -> \"c\"",
        letters: "abc",
        next: |word| any(word, &[("a", "bb"), ("a", "bc"), ("bb", "c")]),
    },
    // A coin is taken where both neighbours lie on the table.
    Case {
        rule: "\"o\" x \"o\" -> \".\" x \".\" for x in letters",
        letters: "o.",
        next: |word| any(word, &[("ooo", ".o."), ("o.o", "...")]),
    },
    Case {
        rule: "\"1\"{k} -> \"0\"{k} for k in 1..=3",
        letters: "10",
        next: |word| any(word, &[("1", "0"), ("11", "00"), ("111", "000")]),
    },
    // Any number of neighbours go, and what is left closes up.
    Case {
        rule: "\"1\"{k} -> \"\" for k in {1,3} over \"|\"",
        letters: "1|",
        next: |word| any(word, &[("1", ""), ("111", "")]),
    },
    Case {
        rule: "^ \"a\" -> \"\" | \"b\"; \"b\" $ -> \"\"; \"ba\" -> \"c\"",
        letters: "abc",
        next: |word| {
            let mut all = any(word, &[("ba", "c")]);
            if let Some(rest) = word.strip_prefix('a') {
                all.insert(rest.to_owned());
                all.insert(format!("b{rest}"));
            }
            all.extend(word.strip_suffix('b').map(str::to_owned));
            all
        },
    },
    Case {
        rule: "^ \"ab\" $ -> \"ba\"; \"aa\" -> \"b\"",
        letters: "ab",
        next: |word| {
            let mut all = any(word, &[("aa", "b")]);
            if word == "ab" {
                all.insert("ba".to_owned());
            }
            all
        },
    },
    // Two equal neighbours go.
    Case {
        rule: "x{2} -> \"\" for x in \"abc\"",
        letters: "abc",
        next: |word| any(word, &[("aa", ""), ("bb", ""), ("cc", "")]),
    },
    // A whole run goes.
    Case {
        rule: "w -> \"\" for w in runs \"ab\" if len(w) >= 2",
        letters: "ab",
        next: |word| {
            let mut all = Words::new();
            let bytes = word.as_bytes();
            for start in 0..word.len() {
                let same = bytes[start..]
                    .iter()
                    .take_while(|one| **one == bytes[start]);
                let length = same.count();
                let begins = start == 0 || bytes[start - 1] != bytes[start];
                if begins && length >= 2 {
                    all.insert(format!("{}{}", &word[..start], &word[start + length..]));
                }
            }
            all
        },
    },
    Case {
        rule: "w -> \"\" for w in words if w == reverse(w) and len(w) > 1 over \"ab\"",
        letters: "ab",
        next: |word| {
            let mut all = Words::new();
            for start in 0..word.len() {
                for end in start + 2..=word.len() {
                    if is_palindrome(&word[start..end]) {
                        all.insert(format!("{}{}", &word[..start], &word[end..]));
                    }
                }
            }
            all
        },
    },
    // A square loses one half.
    Case {
        rule: "w{2} -> w for w in words \"ab\"",
        letters: "ab",
        next: |word| {
            let mut all = Words::new();
            for start in 0..word.len() {
                for half in 1..=(word.len() - start) / 2 {
                    let (one, other) = (start + half, start + 2 * half);
                    if word[start..one] == word[one..other] {
                        all.insert(format!("{}{}", &word[..start], &word[one..]));
                    }
                }
            }
            all
        },
    },
    // What stands between two stones is turned around as they go.
    Case {
        rule: "\"o\" w \"o\" -> reverse(w) for w in words \"ab\" if count(w,\"a\") <= 1 or len(w) % 3 == 0",
        letters: "oab",
        next: |word| {
            let mut all = Words::new();
            for start in 0..word.len() {
                for end in start + 1..word.len() {
                    let inner = &word[start + 1..end];
                    let fits = word[start..].starts_with('o') && word[end..].starts_with('o');
                    let few = inner.matches('a').count() <= 1 || inner.len() % 3 == 0;
                    if fits && !inner.contains('o') && few {
                        let back: String = inner.chars().rev().collect();
                        all.insert(format!("{}{back}{}", &word[..start], &word[end + 1..]));
                    }
                }
            }
            all
        },
    },
    // A peg jumps over one or more and takes them.
    Case {
        rule: "\"o\" \"o\"{k} \".\" -> \".\" \".\"{k} \"o\" for k in 1..",
        letters: "o.",
        next: |word| {
            let mut all = Words::new();
            for pegs in 2..word.len() {
                let from = format!("{}.", "o".repeat(pegs));
                let to = format!("{}o", ".".repeat(pegs));
                all.extend(once(word, &from, &to));
            }
            all
        },
    },
];

fn words(letters: &str, most: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut from = 0;
    for _ in 0..most {
        let to = all.len();
        for number in from..to {
            for letter in letters.chars() {
                all.push(format!("{}{letter}", all[number]));
            }
        }
        from = to;
    }
    all
}

fn read(rule: &str) -> AnyRule {
    AnyRule::parse_with(rule, &[]).unwrap_or_else(|errors| panic!("{rule}: {errors}"))
}

fn game(rule: &AnyRule, words: &[&str]) -> Game {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    let quoted: Vec<&str> = quoted.iter().map(String::as_str).collect();
    Game::from_parts(vec![rule.part(&quoted).unwrap()])
}

struct Oracle {
    next: fn(&str) -> Words,
    values: HashMap<String, u32>,
    misere: HashMap<String, bool>,
}

impl Oracle {
    fn value(&mut self, word: &str) -> u32 {
        if let Some(&value) = self.values.get(word) {
            return value;
        }
        let options: Vec<u32> = (self.next)(word)
            .iter()
            .map(|next| self.value(next))
            .collect();
        let value = (0..).find(|value| !options.contains(value)).unwrap();
        self.values.insert(word.to_owned(), value);
        value
    }

    /// Whether the player to move wins where who cannot move wins.
    fn wins_misere(&mut self, word: &str) -> bool {
        if let Some(&wins) = self.misere.get(word) {
            return wins;
        }
        let options = (self.next)(word);
        let wins = options.is_empty() || options.iter().any(|next| !self.wins_misere(next));
        self.misere.insert(word.to_owned(), wins);
        wins
    }
}

#[test]
fn moves_values_and_misere_as_by_plain_rewriting() {
    for case in CASES {
        let rule = read(case.rule);
        assert!(rule.ends(), "{}: {}", case.rule, rule.ending());
        let mut oracle = Oracle {
            next: case.next,
            values: HashMap::new(),
            misere: HashMap::new(),
        };
        let longest = if case.letters.len() == 2 { 9 } else { 6 };
        let mut solver = Solver::new();
        for word in words(case.letters, longest) {
            let game = game(&rule, &[&word]);
            let component = game.components().next().unwrap();
            let mut expected: Vec<String> = (case.next)(&word).into_iter().collect();
            let options = component.options(1 << 20).unwrap();
            let mut told: Vec<String> = Vec::new();
            for option in &options {
                let [only] = option.as_slice() else {
                    panic!("one word each");
                };
                told.push(only.position().trim_matches('"').to_owned());
            }
            told.sort();
            told.dedup();
            expected.sort();
            assert_eq!(told, expected, "{}: {word}", case.rule);
            let answer = solver.solve(&game, Play::Normal);
            let value = oracle.value(&word);
            assert_eq!(
                answer.value,
                Some(Nimber::from(value)),
                "{}: {word}",
                case.rule
            );
            if word.len() + 2 <= longest {
                let answer = solver.solve(&game, Play::Misere);
                let wins = oracle.wins_misere(&word);
                let outcome = if wins { Outcome::N } else { Outcome::P };
                assert_eq!(answer.outcome, Some(outcome), "{}: {word}", case.rule);
            }
        }
    }
}

#[test]
fn rules_read_back_to_themselves() {
    for case in CASES {
        let rule = read(case.rule);
        let written = rule.to_string();
        let again = read(&written);
        assert_eq!(rule, again, "{written}");
        assert_eq!(written, again.to_string());
    }
}

#[test]
fn two_flips_that_leave_equal_pieces_are_two_moves() {
    let rule = read("\"++\" -> \"--\"");
    let answer = Solver::new().solve(&game(&rule, &["++++-+++"]), Play::Normal);
    assert_eq!(answer.value, Some(Nimber::from(3u32)));
}

#[test]
fn sums_with_other_games() {
    let game: Game = "rule '\"++\" -> \"--\"' ++++-+++ \"+\" + nim 3"
        .parse()
        .unwrap();
    assert_eq!(
        game.to_string(),
        "rule '\"++\" -> \"--\"' ++++-+++ \"+\" + nim 3"
    );
    assert_eq!(
        Solver::new().solve(&game, Play::Normal).outcome,
        Some(Outcome::P)
    );
}

#[test]
fn endless_play_is_seen() {
    let rule = read("\"ab\" -> \"ba\"; \"ba\" -> \"ab\"; \"bb\" -> \"\"");
    assert!(!rule.ends());
    let answer = Solver::new().solve(&game(&rule, &["aab"]), Play::Normal);
    assert_eq!(answer.outcome, Some(Outcome::D));
    let answer = Solver::new().solve(&game(&rule, &["abb"]), Play::Normal);
    assert!(answer.outcome.is_some());
}

#[test]
fn measures_in_words() {
    for (rule, told) in [
        ("\"++\" -> \"--\"", "the number of letters among \"+\""),
        ("\"ab\" -> \"\"", "the number of letters"),
        (
            "\"a_\" -> \"_a\"",
            "the sum of the places of \"a\" from the right",
        ),
        ("\"a\" -> \"bb\"", "the number of letters among \"a\""),
        (
            "w -> \"x\" for w in words if len(w) >= 2",
            "the number of letters",
        ),
    ] {
        let ending = read(rule).ending().render(grundy::Lang::En);
        assert!(ending.contains(told), "{rule}: {ending}");
    }
    for rule in [
        "\"a\" -> \"a\"",
        "\"a\" -> \"aa\"",
        "w -> w w for w in words over \"a\"",
    ] {
        assert!(!read(rule).ends(), "{rule}");
    }
}

#[test]
fn flip_to_sixty() {
    let rule = read("\"++\" -> \"--\" from \"+\"{n}");
    let begun = std::time::Instant::now();
    let mut solver = Solver::new();
    // Octal 0.07 is Dawson's Kayles, two neighbours and what splits.
    for n in 0..=60usize {
        let dawson: Game = format!("0.07 {n}").parse().unwrap();
        let expected = Solver::new().solve(&dawson, Play::Normal).value;
        let flips = game(&rule, &[&"+".repeat(n)]);
        assert_eq!(solver.solve(&flips, Play::Normal).value, expected, "{n}");
    }
    assert!(begun.elapsed().as_secs() < 30);
}

#[test]
fn what_is_wrong_is_told_at_once() {
    let wrong = |rule: &str| AnyRule::parse_with(rule, &[]).unwrap_err();
    let errors = wrong("\"a\" - \"b\"; \"c\" -> ; \"d\"{k} -> \"e\"");
    assert_eq!(errors.errors.len(), 3);
    assert_eq!((errors.errors[0].line, errors.errors[0].column), (1, 5));
    assert_eq!(errors.errors[1].column, 19);
    let errors = wrong("\"d\"{k} -> x; \"\" -> \"a\"; cyclic \"a\" -> \"b\"");
    assert!(!errors.errors.is_empty());
    for rule in [
        "\"d\"{k} -> \"e\"",
        "\"d\" -> x for k in 1..=3",
        "\"\" -> \"a\"",
        "cyclic ^ \"a\" -> \"b\"",
        "\"a\" ^ -> \"b\"",
        "\"a\" -> ^ \"b\"",
        "\"a\" -> \"b\"{k} for k in 1..",
        "\"a\" -> w for w in words",
        "k -> \"a\" for k in 1..=3",
        "x -> \"a\" for x in letters if x < 3",
        "x -> \"a\" for x in letters if x + 1 == 3",
        "\"a b\" -> \"a\"",
        "\"a\" -> \"b",
        "\"a\" -> \"b\" for k in v",
        "\"a\" -> \"b\" for x in letters, x in letters",
        "\"a\" -> \"b\" from x{n}",
    ] {
        let errors = wrong(rule);
        assert!(!errors.errors.is_empty(), "{rule}");
        assert!(errors.errors.iter().all(|error| error.column > 0), "{rule}");
    }
    let rule = read("\"++\" -> \"--\"");
    let wrong = rule.part(&["++", "+x+"]).unwrap_err();
    assert_eq!((wrong.number, wrong.place), (1, Some((1, 2))));
}

#[test]
fn hostile_rules_end() {
    let deep = format!(
        "\"a\"{{{}1{}}} -> \"\"",
        "(".repeat(10_000),
        ")".repeat(10_000)
    );
    assert!(AnyRule::parse_with(&deep, &[]).is_err());
    let nots = format!("\"a\" -> \"\" if {} 1 == 1", "not ".repeat(10_000));
    assert!(AnyRule::parse_with(&nots, &[]).is_err());
    let rule = read("\"a\" -> \"a\"{9223372036854775807}");
    let answer = Solver::new().solve(&game(&rule, &["a"]), Play::Normal);
    assert_eq!(answer.outcome, None);
    let rule = read("\"a\"{k} -> \"b\"{k*k*k*k*k*k*k*k*k*k*k*k*k*k*k*k} for k in 1..");
    let long = "a".repeat(200);
    assert_eq!(
        Solver::new()
            .solve(&game(&rule, &[&long]), Play::Normal)
            .outcome,
        None
    );
    let rule = read("u v w u -> v w for u in words, v in words, w in words over \"ab\"");
    let mut solver = Solver::new();
    solver.budget.time = Some(std::time::Duration::from_secs(2));
    let long = "ab".repeat(300);
    let begun = std::time::Instant::now();
    assert_eq!(
        solver.solve(&game(&rule, &[&long]), Play::Normal).outcome,
        None
    );
    assert!(begun.elapsed().as_secs() < 60);
}
