//! What is found of rules on words and in blocks of numbers, held against plain search, and beyond what was looked at.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use grundy::budget::{Budget, Meter};
use grundy::pattern::{Evidence, Form, Report, Subject, find_in_words};
use grundy::rule::Formula;
use grundy::words::Rewriting;

/// A rule, its moves said a second time, and what must be proved of it: states of the automaton of lost words, and formulas.
struct Case {
    rule: &'static str,
    /// What is replaced by what; only at the beginning, only at the end.
    pairs: &'static [(&'static str, &'static str, bool, bool)],
    letters: &'static str,
    values: Option<&'static str>,
    lost: Option<&'static str>,
    states: Option<usize>,
}

const CASES: &[Case] = &[
    Case {
        rule: "\"a\" -> \"b\"",
        pairs: &[("a", "b", false, false)],
        letters: "ab",
        values: Some("a%2"),
        lost: Some("a%2 == 0"),
        states: Some(2),
    },
    // Each move takes one inversion away.
    Case {
        rule: "\"ab\" -> \"ba\"",
        pairs: &[("ab", "ba", false, false)],
        letters: "ab",
        values: None,
        lost: None,
        states: Some(4),
    },
    // Whole words are eaten from both ends.
    Case {
        rule: "^ \"a\" -> \"\"; \"b\" $ -> \"\"",
        pairs: &[("a", "", true, false), ("b", "", false, true)],
        letters: "ab",
        values: None,
        lost: None,
        states: Some(6),
    },
    Case {
        rule: "\"a\" -> \"\" | \"b\"; \"b\" -> \"\"",
        pairs: &[
            ("a", "", false, false),
            ("a", "b", false, false),
            ("b", "", false, false),
        ],
        letters: "ab",
        values: None,
        lost: None,
        states: Some(4),
    },
    Case {
        rule: "\"a\" -> \"\"; \"b\" -> \"\"; \"c\" -> \"\"",
        pairs: &[
            ("a", "", false, false),
            ("b", "", false, false),
            ("c", "", false, false),
        ],
        letters: "abc",
        values: Some("n%2"),
        lost: Some("n%2 == 0"),
        states: Some(2),
    },
    // The flip game: what is lost is no small regular language, and nothing is told of it.
    Case {
        rule: "\"++\" -> \"--\"",
        pairs: &[("++", "--", false, false)],
        letters: "+-",
        values: None,
        lost: None,
        states: None,
    },
];

struct Plain<'c> {
    case: &'c Case,
    known: HashMap<String, u32>,
}

impl Plain<'_> {
    fn value(&mut self, word: &str) -> u32 {
        if let Some(&value) = self.known.get(word) {
            return value;
        }
        let mut options = BTreeSet::new();
        for &(from, to, start, end) in self.case.pairs {
            for at in 0..word.len() {
                let stop = at + from.len();
                if word[at..].starts_with(from)
                    && (!start || at == 0)
                    && (!end || stop == word.len())
                {
                    let next = format!("{}{to}{}", &word[..at], &word[stop..]);
                    options.insert(self.value(&next));
                }
            }
        }
        let value = (0..).find(|value| !options.contains(value)).unwrap_or(0);
        self.known.insert(word.to_owned(), value);
        value
    }
}

fn found(rule: &str) -> Report {
    let rule = Rewriting::parse_with(rule, &[]).expect("a rule");
    // What is found is no matter of how busy the machine is.
    let budget = Budget {
        time: Some(Duration::from_secs(100)),
        ..Budget::default()
    };
    find_in_words(&rule, &mut Meter::new(&budget)).expect("time")
}

fn is_proved(evidence: &Evidence) -> bool {
    matches!(
        evidence,
        Evidence::Positions {
            theorem: Some(_),
            ..
        }
    )
}

/// Words of up to nine letters, and some longer than any that was looked at.
fn words(letters: &str) -> Vec<String> {
    let letters: Vec<char> = letters.chars().collect();
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..if letters.len() > 2 { 6 } else { 9 } {
        last = (last.iter())
            .flat_map(|word| letters.iter().map(move |letter| format!("{word}{letter}")))
            .collect();
        all.extend(last.iter().cloned());
    }
    let mut seed = 12345u64;
    for length in 17..=20 {
        for _ in 0..3 {
            let word: String = (0..length)
                .map(|_| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    letters[(seed >> 33) as usize % letters.len()]
                })
                .collect();
            all.push(word);
        }
    }
    all
}

#[test]
fn what_is_found_is_what_plain_search_says() {
    for case in CASES {
        let report = found(case.rule);
        let mut plain = Plain {
            case,
            known: HashMap::new(),
        };
        let words = words(case.letters);
        let (mut values, mut lost, mut states) = (None, None, None);
        for finding in &report.findings {
            let told = |word: &str| -> u32 {
                match &finding.form {
                    Form::Language {
                        letters,
                        next,
                        told,
                    } => {
                        let state = word.chars().fold(0, |state, letter| {
                            let letter = letters.iter().position(|&one| one == letter);
                            next[state * letters.len() + letter.expect("a letter")] as usize
                        });
                        told[state]
                    }
                    Form::Counted { expression, .. } => {
                        let names: Vec<&str> = report.names.iter().map(String::as_str).collect();
                        let formula = Formula::parse(expression, &names).expect("a formula");
                        let mut counts = vec![word.len() as u64];
                        for letter in case.letters.chars() {
                            counts.push(word.matches(letter).count() as u64);
                        }
                        let bytes = word.as_bytes();
                        counts.push(bytes.chunk_by(|one, other| one == other).count() as u64);
                        let number = formula.value(&counts).expect("a number") as u32;
                        match finding.subject {
                            Subject::Values => number,
                            Subject::Losing => 1 - number,
                        }
                    }
                    other => panic!("{other:?}"),
                }
            };
            for word in &words {
                let value = plain.value(word);
                let value = match finding.subject {
                    Subject::Values => value,
                    Subject::Losing => value.min(1),
                };
                let said = finding.message();
                assert_eq!(told(word), value, "{}: {word}: {said}", case.rule);
            }
            match (&finding.form, finding.subject) {
                (Form::Language { told, .. }, Subject::Losing) => {
                    assert!(
                        is_proved(&finding.evidence),
                        "{}: {}",
                        case.rule,
                        finding.message()
                    );
                    states = Some(told.len());
                }
                (Form::Counted { expression, .. }, Subject::Values)
                    if is_proved(&finding.evidence) =>
                {
                    values = Some(expression.clone());
                }
                (Form::Counted { expression, .. }, Subject::Losing)
                    if is_proved(&finding.evidence) =>
                {
                    lost = Some(expression.clone());
                }
                _ => {}
            }
        }
        let expected = (case.values, case.lost, case.states);
        let told = (values.as_deref(), lost.as_deref(), states);
        assert_eq!(told, expected, "{}", case.rule);
    }
}

/// Where play can grow or go round, or a rule on rings is read, nothing is claimed that is not so, and nothing hangs.
#[test]
fn what_cannot_be_tabulated_is_not_told() {
    for rule in ["\"a\" -> \"aa\"", "\"ab\" -> \"ba\"; \"ba\" -> \"ab\""] {
        assert_eq!(found(rule).findings, [], "{rule}");
    }
    for finding in found("cyclic \"a\" -> \"b\"").findings {
        assert!(!is_proved(&finding.evidence));
    }
}

/// Rules whose moves change two numbers by little: who loses is told by remainders, and that is proved. Some look alike and are none.
const BLOCKS: &[(&str, Option<&str>)] = &[
    (
        "(n,m) -> (n-1,m) | (n,m-1) | (n-1,m-1)",
        Some("n%2+m%2 == 0"),
    ),
    ("(n,m) -> (n-1,m) | (n,m-1)", Some("n%2 == m%2")),
    ("(n,m) -> (n-k,m) | (n,m-k) for k in 1..=2", None),
    ("(n,m) -> (n-k,m-1) for k in {1,3}", None),
    // A guard of remainders, and one that is true from some number on.
    (
        "(n,m) -> (n-1,m) if m%2 == 0; (n,m) -> (n,m-1) if n > 2",
        None,
    ),
    ("(n,m) -> (n-2,m-1) | (n-2,m+1) | (n-1,m-2)", None),
    // Moves on the diagonal only, or as far as one likes: the form proves nothing here.
    ("(n,m) -> (n-1,m) | (n,m-1) if n != m", None),
    ("(n,m) -> (n-k,m) for k in 1..=n; (n,m) -> (n,m-1)", None),
];

#[test]
fn what_is_proved_by_blocks_holds_far_beyond_them() {
    use grundy::pattern::{Scope, find};
    use grundy::rule::Rule;
    let mut proved = 0;
    for &(text, lost) in BLOCKS {
        let rule = Rule::parse(text).expect("a rule");
        let report = find(
            &rule,
            &Scope::default(),
            &mut Meter::new(&Budget::default()),
        );
        let report = report.unwrap_or_else(|_| panic!("{text}"));
        let table = rule.table(&[500, 500], &mut Meter::new(&Budget::default()));
        let table = table.unwrap_or_else(|_| panic!("{text}"));
        let mut told = None;
        for finding in &report.findings {
            let (Form::Formula { expression, .. }, Evidence::Proved { theorem, .. }) =
                (&finding.form, &finding.evidence)
            else {
                continue;
            };
            if finding.subject == Subject::Losing {
                told = Some(expression.clone());
            }
            proved += usize::from(theorem.to_string().contains("induction"));
            let formula = Formula::parse(expression, &["n", "m"]).expect("a formula");
            for (cell, &value) in table.cells().iter().enumerate() {
                let place = [cell as u64 % 500, cell as u64 / 500];
                let number = formula.value(&place).expect("a number");
                let expected = match finding.subject {
                    Subject::Values => i64::from(value),
                    Subject::Losing => i64::from(value == 0),
                };
                assert_eq!(number, expected, "{text}: {place:?}");
            }
        }
        if lost.is_some() {
            assert_eq!(told.as_deref(), lost, "{text}");
        }
    }
    assert!(proved >= 1, "{proved}");
}

/// The value of digits by how many are 0, 1 and 2 modulo 3, of which one may be taken if 3 divides the sum of the others.
fn of_digits(digits: [usize; 3]) -> u32 {
    let mut options = BTreeSet::new();
    for place in 0..3 {
        let mut next = digits;
        if next[place] > 0 {
            next[place] -= 1;
            if (next[1] + 2 * next[2]).is_multiple_of(3) {
                options.insert(of_digits(next));
            }
        }
    }
    (0..).find(|value| !options.contains(value)).unwrap_or(0)
}

#[test]
fn an_automaton_of_many_states_is_found_in_longer_words() {
    // UVa 11489 Integer Game; the digits by their remainders.
    let report = found(
        "^ u x v $ -> u v for u in words, x in letters, v in words \
         if (count(u,\"b\")+count(v,\"b\")+2*count(u,\"c\")+2*count(v,\"c\"))%3 == 0 over \"abc\"",
    );
    let mut tested = 0;
    for finding in &report.findings {
        let Form::Language { next, told, .. } = &finding.form else {
            continue;
        };
        assert!(told.len() > 12, "{} states", told.len());
        let mut seed = 5u64;
        for length in 0..24 {
            for _ in 0..40 {
                let mut digits = [0; 3];
                let mut state = 0;
                for _ in 0..length {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let letter = (seed >> 33) as usize % 3;
                    digits[letter] += 1;
                    state = next[state * 3 + letter] as usize;
                }
                let value = of_digits(digits);
                let truth = match finding.subject {
                    Subject::Values => value,
                    Subject::Losing => value.min(1),
                };
                assert_eq!(told[state], truth, "{digits:?}");
                tested += 1;
            }
        }
    }
    assert!(tested > 0, "{report:?}");
}
