//! Words as numbers: each letter is a function of what stands behind it.
//!
//! Let a letter stand for the function x ↦ mx + d of natural numbers with m ≥ 1, and a word for its functions one after the other, the last letter
//! first, from 0 on; or the same from the other end. If the functions of a left side, put one after the other, are Mx + D and those of its right side
//! M'x + D' with M ≥ M' and D > D', every move makes the number of the whole word smaller: what stands behind the sides is the same x for both,
//! and what stands before them is made of functions that grow (Lankford 1979, interpretations by polynomials). `"ab" -> "bba"` ends since
//! a: 3x and b: x+1 make 3x+3 of ab and 3x+2 of bba. In a ring nothing stands first, and nothing is told.
//!
//! With two numbers (x, y) and matrices, the first number on its diagonal at least 1, more is told: `"aa" -> "aba"` makes fewer neighbours a, a
//! (Endrullis, Waldmann and Zantema 2008). Pairs are compared by their first numbers, if the second are no greater. One number is the case in
//! which the second is always 0.
//!
//! Functions are sought among few, for rules of few letters; each is checked by its coefficients, and a letter that no side has changes nothing.

use super::Pair;
use crate::budget::pulse;
use crate::message;
use crate::text::Message;

/// Most letters that sides may have.
const MOST_LETTERS: usize = 4;

/// Most letters with functions of pairs of numbers.
const MOST_OF_PAIRS: usize = 3;

/// Most letters that are looked at: those of all sides, for every choice of functions.
const MOST: usize = 1 << 22;

/// (x, y) ↦ (ax + by + d, cx + ey + f), in the order a, b, c, e, d, f.
type Function = [u8; 6];

/// What letters stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Linear {
    letters: [u8; MOST_LETTERS],
    functions: [Function; MOST_LETTERS],
    count: u8,
    from_left: bool,
}

/// All that are tried for these pairs: numbers first.
pub(super) fn all(pairs: &[Pair]) -> Vec<Linear> {
    let sides = || {
        pairs
            .iter()
            .flat_map(|pair| pair.left.iter().chain(&pair.right))
    };
    let mut letters: Vec<u8> = sides().copied().collect();
    letters.sort_unstable();
    letters.dedup();
    if letters.is_empty() || letters.len() > MOST_LETTERS {
        return Vec::new();
    }
    let of_numbers = (1..=3).flat_map(|m| (0..=2).map(move |d| [m, 0, 0, 0, d, 0]));
    let of_numbers: Vec<Function> = of_numbers.collect();
    let bit = |number: u8, place: u32| number >> place & 1;
    let of_pairs = (0..32u8).map(|it| {
        [
            1,
            bit(it, 0),
            bit(it, 1),
            bit(it, 2),
            bit(it, 3),
            bit(it, 4),
        ]
    });
    let of_pairs: Vec<Function> = of_pairs.collect();
    let mut all = Vec::new();
    for (functions, most) in [(of_numbers, MOST_LETTERS), (of_pairs, MOST_OF_PAIRS)] {
        let choices = functions.len().pow(letters.len() as u32);
        let looked = choices.saturating_mul(sides().count());
        if letters.len() <= most && looked <= MOST {
            pulse::step(looked as u64);
            add(&letters, &functions, &mut all);
        }
    }
    all
}

/// Every choice of one of these functions for each letter.
fn add(letters: &[u8], functions: &[Function], all: &mut Vec<Linear>) {
    for number in 0..functions.len().pow(letters.len() as u32) {
        let mut linear = Linear {
            letters: [0; MOST_LETTERS],
            functions: [[0; 6]; MOST_LETTERS],
            count: letters.len() as u8,
            from_left: false,
        };
        let mut rest = number;
        for (place, &letter) in letters.iter().enumerate() {
            linear.letters[place] = letter;
            linear.functions[place] = functions[rest % functions.len()];
            rest /= functions.len();
        }
        all.push(linear);
        all.push(Linear {
            from_left: true,
            ..linear
        });
    }
}

impl Linear {
    fn function(&self, letter: u8) -> Function {
        let known = &self.letters[..usize::from(self.count)];
        match known.iter().position(|known| *known == letter) {
            Some(place) => self.functions[place],
            None => [1, 0, 0, 1, 0, 0],
        }
    }

    /// The functions of these letters one after the other; none where numbers become too large.
    fn of(&self, letters: &[u8]) -> Option<[u64; 6]> {
        let mut all: [u64; 6] = [1, 0, 0, 1, 0, 0];
        let before = |all: [u64; 6], letter: u8| -> Option<[u64; 6]> {
            let [a, b, c, e, d, f] = self.function(letter).map(u64::from);
            let row =
                |a: u64, b: u64, x: u64, y: u64| a.checked_mul(x)?.checked_add(b.checked_mul(y)?);
            Some([
                row(a, b, all[0], all[2])?,
                row(a, b, all[1], all[3])?,
                row(c, e, all[0], all[2])?,
                row(c, e, all[1], all[3])?,
                row(a, b, all[4], all[5])?.checked_add(d)?,
                row(c, e, all[4], all[5])?.checked_add(f)?,
            ])
        };
        match self.from_left {
            // The innermost function is that of the last letter.
            false => {
                for &letter in letters.iter().rev() {
                    all = before(all, letter)?;
                }
            }
            true => {
                for &letter in letters {
                    all = before(all, letter)?;
                }
            }
        }
        Some(all)
    }

    /// 1 where a pair makes the number smaller whatever stands around it, 0 where it makes it no greater.
    pub(super) fn falls(&self, pair: &Pair) -> Option<i64> {
        let (left, right) = (self.of(&pair.left)?, self.of(&pair.right)?);
        let no_greater = left.iter().zip(right).all(|(left, right)| *left >= right);
        no_greater.then_some(i64::from(left[4] > right[4]))
    }

    /// What the letters stand for.
    pub(super) fn described(&self, letters: &[char]) -> Message {
        let term = |factor: u8, name: &str| match factor {
            0 => None,
            1 => Some(name.to_owned()),
            factor => Some(format!("{factor}{name}")),
        };
        let sum = |a: u8, b: u8, d: u8| {
            let number = (d > 0).then(|| d.to_string());
            let terms: Vec<String> = [term(a, "x"), term(b, "y"), number]
                .into_iter()
                .flatten()
                .collect();
            match terms.is_empty() {
                true => "0".to_owned(),
                false => terms.join("+"),
            }
        };
        let count = usize::from(self.count);
        let functions = &self.functions[..count];
        let is_one = functions
            .iter()
            .all(|it| (it[1], it[2], it[3], it[5]) == (0, 0, 0, 0));
        let one = |(letter, it): (&u8, &Function)| {
            let letter = letters.get(usize::from(*letter)).copied().unwrap_or('?');
            let first = sum(it[0], it[1], it[4]);
            match is_one {
                true => format!("\"{letter}\": {first}"),
                false => format!("\"{letter}\": ({first}, {})", sum(it[2], it[3], it[5])),
            }
        };
        let all: Vec<String> = self.letters[..count]
            .iter()
            .zip(functions)
            .map(one)
            .collect();
        let all = all.join("; ");
        match (is_one, self.from_left) {
            (true, false) => message!(
                "the number x that begins as 0 and that the letters, the last one first, make into {all},",
                "从 0 起、由末字母到首字母依次作用（{all}）所得的数",
                all = all
            ),
            (true, true) => message!(
                "the number x that begins as 0 and that the letters, the first one first, make into {all},",
                "从 0 起、由首字母到末字母依次作用（{all}）所得的数",
                all = all
            ),
            (false, false) => message!(
                "the number x of the pair (x, y) that begins as (0, 0) and that the letters, the last one first, make into {all},",
                "数对 (x, y) 从 (0, 0) 起、由末字母到首字母依次作用（{all}）所得的首个数",
                all = all
            ),
            (false, true) => message!(
                "the number x of the pair (x, y) that begins as (0, 0) and that the letters, the first one first, make into {all},",
                "数对 (x, y) 从 (0, 0) 起、由首字母到末字母依次作用（{all}）所得的首个数",
                all = all
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Measure, measured};
    use super::*;
    use crate::words::compile::{Program, compile};
    use crate::words::parse::parse;

    fn program(rule: &str) -> Program {
        let (syntax, errors) = parse(rule);
        assert!(errors.is_empty(), "{rule}");
        compile(&syntax, &[]).0.expect("a rule")
    }

    /// The numbers that a word stands for, worked out letter by letter.
    fn value(linear: &Linear, word: &[u8]) -> (u128, u128) {
        let step = |(x, y): (u128, u128), letter: u8| {
            let [a, b, c, e, d, f] = linear.function(letter).map(u128::from);
            (a * x + b * y + d, c * x + e * y + f)
        };
        match linear.from_left {
            false => word
                .iter()
                .rev()
                .fold((0, 0), |at, &letter| step(at, letter)),
            true => word.iter().fold((0, 0), |at, &letter| step(at, letter)),
        }
    }

    /// Measures are told of all these rules, and on every short word each move makes the first that it changes smaller.
    #[test]
    fn numbers_of_words_fall_with_every_move() {
        for rule in [
            "\"ab\" -> \"bba\"",
            "\"ba\" -> \"abb\"",
            "\"aa\" -> \"aba\"",
            "\"ab\" -> \"bba\"; \"bb\" -> \"b\"",
            "\"aa\" -> \"bab\" over \"c\"",
            "\"ab\" -> \"bba\"; \"ca\" -> \"ac\"",
            "\"abb\" -> \"bbba\" | \"ba\"",
        ] {
            let program = program(rule);
            let measures = measured(&program).unwrap_or_else(|| panic!("{rule}"));
            let pairs = program.pairs.as_ref().expect("few moves");
            let letters = program.letters.len();
            let is_linear = |measure: &Measure| matches!(measure, Measure::Linear(_));
            for number in 0..letters.pow(7) {
                let letter = |place: u32| (number / letters.pow(place) % letters) as u8;
                let word: Vec<u8> = (0..7).map(letter).collect();
                for pair in pairs {
                    for at in 0..=word.len() - pair.left.len() {
                        if !word[at..].starts_with(&pair.left) {
                            continue;
                        }
                        let mut after = word[..at].to_vec();
                        after.extend(&pair.right);
                        after.extend(&word[at + pair.left.len()..]);
                        for measure in measures.iter().filter(|it| is_linear(it)) {
                            let Measure::Linear(linear) = measure else {
                                continue;
                            };
                            let (before, now) = (value(linear, &word), value(linear, &after));
                            let falls = linear.falls(pair);
                            if falls == Some(1) {
                                assert!(now.0 < before.0 && now.1 <= before.1, "{rule} {word:?}");
                            }
                        }
                    }
                }
            }
        }
        for rule in [
            "\"ab\" -> \"baa\"; \"ba\" -> \"ab\"",
            "\"a\" -> \"aa\"",
            "cyclic \"ab\" -> \"bba\"",
        ] {
            assert!(measured(&program(rule)).is_none(), "{rule}");
        }
    }
}
