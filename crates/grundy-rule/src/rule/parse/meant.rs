//! Words that people write in a rule though it has signs or other words for them: 若 for `if`, `k is prime`, a set without its braces.

use crate::message;
use crate::notation::shortened;
use crate::rule::error::RuleError;
use crate::rule::lexer::Token;
use crate::text::Message;

use super::{Parser, TAKE};

/// Words, and the word of rules that means the same.
const WORDS: &[(&str, &str)] = &[
    ("如果", "if"),
    ("若", "if"),
    ("当", "if"),
    ("when", "if"),
    ("并且", "and"),
    ("而且", "and"),
    ("且", "and"),
    ("或者", "or"),
    ("或", "or"),
    ("异或", "xor"),
    ("属于", "in"),
    ("对于", "for"),
    ("对", "for"),
    ("其中", "where"),
    ("with", "where"),
];

/// A rule with a condition.
const CONDITION: &str = "n -> n-k for k in 1..=n if k%2 == 1 and k < 6";

/// A rule whose takes are primes.
const PRIMES: &str = "n -> n-p for p in primes(n)";

/// What a name may have been meant as in which such a Chinese word stands without blanks around it.
pub(crate) fn run_together(name: &str) -> Option<Message> {
    let is_chinese = |word: &str| !word.is_ascii();
    let known = WORDS.iter().filter(|(word, _)| is_chinese(word));
    let (word, keyword) = known
        .filter(|(word, _)| name.contains(word))
        .max_by_key(|(word, _)| word.len())?;
    Some(message!(
        "'{name}' is read as one name; '{word}' is written '{keyword}', with a blank on each side",
        "'{name}' 会被当作一个名字；'{word}' 应写作 '{keyword}'，前后各留一个空格",
        name = shortened(name),
        word = *word,
        keyword = *keyword
    ))
}

impl Parser<'_> {
    /// What was probably meant by the word that stands here, where it is none of rules.
    pub(super) fn meant(&self) -> Option<RuleError> {
        let Token::Word(word) = self.token() else {
            return None;
        };
        if word == "is" {
            return Some(self.is());
        }
        let Some((_, keyword)) = WORDS.iter().find(|(known, _)| *known == word) else {
            return run_together(word).map(|message| self.error(message, CONDITION));
        };
        // 其中 stands before a number's range and before a condition as well as before a value.
        let keyword = match (*keyword, self.ahead(2)) {
            ("where", Token::Word("in" | "属于")) => "for",
            ("where", Token::Sign("=")) => "where",
            ("where", _) => "if",
            (keyword, _) => keyword,
        };
        let message = message!(
            "'{word}' is written '{keyword}' in a rule",
            "规则中 '{word}' 写作 '{keyword}'",
            word = word,
            keyword = keyword
        );
        Some(self.error(message, CONDITION))
    }

    /// `k is prime`, `k is even`.
    fn is(&self) -> RuleError {
        let before = self.next.checked_sub(1).and_then(|at| self.tokens.get(at));
        let name = match before {
            Some((Token::Word(name), _)) => shortened(name),
            _ => "k".to_owned(),
        };
        match self.ahead(1) {
            Token::Word("prime" | "primes") => {
                let message = message!(
                    "a condition has no word 'is'; a prime {name} is taken from the primes: for {name} in primes(n)",
                    "条件中没有 'is' 这个词；取素数的 {name} 写作 for {name} in primes(n)",
                    name = name
                );
                self.error(message, PRIMES)
            }
            _ => {
                let message = message!(
                    "a condition has no word 'is': {name} is even if {name}%2 == 0, odd if {name}%2 == 1",
                    "条件中没有 'is' 这个词：{name} 为偶数写作 {name}%2 == 0，为奇数写作 {name}%2 == 1",
                    name = name
                );
                self.error(message, CONDITION)
            }
        }
    }

    /// Numbers with commas between them, the first of which was read, where a set or a range should stand.
    pub(super) fn set_without_braces(&self) -> Option<RuleError> {
        let first = self.next.checked_sub(1)?;
        let mut numbers = Vec::new();
        for pair in self.tokens.get(first..)?.chunks(2) {
            let (Token::Number(number), _) = pair.first()? else {
                break;
            };
            numbers.push(number.to_string());
            if !matches!(pair.get(1), Some((Token::Sign(","), _))) {
                break;
            }
        }
        let message = message!(
            "a set of numbers is written in braces: {open}{numbers}{close}",
            "数的集合用花括号书写：{open}{numbers}{close}",
            open = "{",
            numbers = numbers.join(","),
            close = "}"
        );
        (numbers.len() > 1).then(|| self.error(message, TAKE))
    }
}
