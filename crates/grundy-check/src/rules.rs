//! The rules of a game, read from its code.
//!
//! - `0.d1d2…`, also `4.…`: bit 0 of digit k allows removing k stones as the whole heap, bit j leaving j heaps, none empty.
//!   Digits are 0 to f, or told by the numbers of heaps up to 7 that may be left: `0.3{4}`; older certificates have a number up to 255 in
//!   brackets, `0.3[16]`. Behind a colon splits may be restricted: `0.6:unequal,least5` asks
//!   for heaps of different sizes and splits no heap of less than five. `kayles` and some others are names of codes;
//! - `grundy`: split a heap into two unequal ones; `couples`: split a heap of more than two;
//! - `take:1,3,4`, also with ranges `take:1-3,7`: remove one of these numbers;
//! - `take:!1,2`, also written `allbut:1,2`: remove any number but these;
//! - `take:1,4mod5`: remove a number that leaves one of these remainders when divided by the last.

use std::str::FromStr;

use crate::verdict::Refusal;

/// Most digits of a code, and most numbers and ranges of a set.
const MOST: usize = 1 << 12;

/// The rules of a game of heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    /// Taking and breaking.
    Break(Break),
    /// Taking only.
    Take(Take),
    /// Taking by remainders.
    Remainders(Remainders),
}

/// What may be left after removing so many stones, and which splits are allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Break {
    /// The digits, that of no removal first, the last not 0.
    pub(crate) digits: Vec<u8>,
    /// Whether two heaps that are left must differ.
    pub(crate) unequal: bool,
    /// Smaller heaps are not split.
    pub(crate) least: usize,
}

/// The numbers that may be taken, or all but these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Take {
    /// Ranges with both ends, apart and ascending.
    pub(crate) ranges: Vec<(u64, u64)>,
    pub(crate) all_but: bool,
}

/// The remainders of numbers that may be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Remainders {
    /// By what numbers are divided, not 0.
    pub(crate) divisor: u64,
    /// Ranges of remainders with both ends, apart and ascending.
    ranges: Vec<(u64, u64)>,
}

impl Remainders {
    /// Below which heap it must be seen that something repeats with a period for it to do so for ever: n₀ + 2q, q being the least common
    /// multiple of the period and the divisor.
    pub(crate) fn bound(&self, preperiod: u64, period: u64) -> u128 {
        let (mut divides, mut rest) = (period, self.divisor);
        while rest > 0 {
            (divides, rest) = (rest, divides % rest);
        }
        let common = u128::from(period / divides) * u128::from(self.divisor);
        common.saturating_mul(2).saturating_add(preperiod.into())
    }

    /// Whether so many may be taken, more than none.
    pub(crate) fn allows(&self, take: u64) -> bool {
        let remainder = take % self.divisor;
        let next = self.ranges.partition_point(|&(_, high)| high < remainder);
        self.ranges
            .get(next)
            .is_some_and(|&(low, _)| low <= remainder)
    }
}

impl Break {
    /// The greatest number of heaps that a move leaves, at least 1.
    pub(crate) fn parts(&self) -> u64 {
        let all = self.digits.iter().fold(0, |all, digit| all | digit);
        u64::from(all.checked_ilog2().unwrap_or(0).max(1))
    }

    /// The greatest number of stones that a move removes.
    pub(crate) fn farthest(&self) -> u64 {
        self.digits.len().saturating_sub(1) as u64
    }

    /// After which removals so many heaps may be left, 1 for one heap.
    pub(crate) fn leaving(&self, heaps: u32) -> impl Iterator<Item = u64> + '_ {
        let digits = (0..).zip(&self.digits);
        digits.filter_map(move |(removed, digit)| (digit >> heaps & 1 == 1).then_some(removed))
    }
}

impl Take {
    /// The greatest number in the set, or the greatest that is not.
    pub(crate) fn greatest(&self) -> u64 {
        self.ranges.last().map_or(0, |&(_, high)| high)
    }

    /// How many numbers up to `most` the ranges have.
    pub(crate) fn size(&self, most: u64) -> u64 {
        let within = |&(low, high): &(u64, u64)| (high.min(most) + 1).saturating_sub(low);
        self.ranges.iter().map(within).fold(0, u64::saturating_add)
    }
}

impl FromStr for Rules {
    type Err = Refusal;

    fn from_str(code: &str) -> Result<Rules, Refusal> {
        let read = match NAMED.iter().find(|(name, _)| *name == code) {
            Some((_, code)) => digits(code, None),
            None => match code.split_once(':') {
                Some(("take", set)) => match set.strip_prefix('!') {
                    Some(set) => take(set, true),
                    None => take(set, false),
                },
                Some(("allbut", set)) => take(set, true),
                Some((code, restricted)) => digits(code, Some(restricted)),
                None => digits(code, None),
            },
        };
        let read = match code {
            "grundy" => digits("4.", Some("unequal")),
            "couples" => digits("4.", Some("least3")),
            _ => read,
        };
        read.ok_or_else(|| Refusal::Code(code.chars().take(80).collect()))
    }
}

/// Names of codes.
const NAMED: [(&str, &str); 6] = [
    ("kayles", "0.77"),
    ("dawsons-kayles", "0.07"),
    ("dawsons-chess", "0.137"),
    ("treblecross", "0.007"),
    ("officers", "0.6"),
    ("guiles", "0.15"),
];

fn digits(code: &str, restricted: Option<&str>) -> Option<Rules> {
    let mut digits: Vec<u8> = Vec::new();
    let mut pointed = false;
    let mut rest = code;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        match letter {
            '.' if digits.len() == 1 && !pointed => pointed = true,
            '[' => {
                let (inside, after) = rest.split_once(']')?;
                digits.push(u8::try_from(number(inside)?).ok()?);
                rest = after;
            }
            '{' => {
                let (inside, after) = rest.split_once('}')?;
                let mut digit = 0;
                for count in inside.split(',') {
                    let count = number(count).filter(|&count| count < 8)?;
                    digit |= 1 << count;
                }
                digits.push(digit);
                rest = after;
            }
            _ => digits.push(letter.to_digit(16)? as u8),
        }
        if digits.len() > MOST + 1 {
            return None;
        }
    }
    // Leaving the heap as it is, or a heap of none, is no move.
    if !pointed || digits[0] & 3 != 0 {
        return None;
    }
    while digits.last() == Some(&0) {
        digits.pop();
    }
    // Of two that say different things neither could be meant.
    let (mut unequal, mut least) = (false, None);
    for word in restricted.into_iter().flat_map(|words| words.split(',')) {
        match word.strip_prefix("least") {
            Some(heap) if least.is_none() => least = Some(usize::try_from(number(heap)?).ok()?),
            None if word == "unequal" && !unequal => unequal = true,
            _ => return None,
        }
    }
    if unequal && digits.iter().any(|&digit| digit > 7) {
        return None;
    }
    // Where nothing is split no split is restricted.
    let splits = digits.iter().any(|&digit| digit > 3);
    Some(Rules::Break(Break {
        digits,
        unequal: unequal && splits,
        least: least.filter(|_| splits).unwrap_or(0),
    }))
}

fn take(set: &str, all_but: bool) -> Option<Rules> {
    if let Some((set, divisor)) = set.split_once("mod")
        && !all_but
    {
        let divisor = number(divisor)?;
        let ranges = ranges(set, 0, divisor.checked_sub(1)?)?;
        return Some(Rules::Remainders(Remainders { divisor, ranges }));
    }
    let ranges = match set {
        "" if all_but => Vec::new(),
        set => ranges(set, 1, u64::MAX)?,
    };
    Some(Rules::Take(Take { ranges, all_but }))
}

/// Numbers and ranges from `least` to `most` between commas, put in order and apart.
fn ranges(set: &str, least: u64, most: u64) -> Option<Vec<(u64, u64)>> {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for word in set.split(',') {
        let (low, high) = word.split_once('-').unwrap_or((word, word));
        let range = (number(low)?, number(high)?);
        if range.0 < least || range.1 < range.0 || range.1 > most || ranges.len() == MOST {
            return None;
        }
        ranges.push(range);
    }
    ranges.sort_unstable();
    let mut apart: Vec<(u64, u64)> = Vec::new();
    for (low, high) in ranges {
        match apart.last_mut() {
            Some(last) if low <= last.1 => last.1 = last.1.max(high),
            _ => apart.push((low, high)),
        }
    }
    Some(apart)
}

/// A number below 2^63, of digits only.
fn number(word: &str) -> Option<u64> {
    let plain = word.bytes().all(|byte| byte.is_ascii_digit());
    let number: u64 = word.parse().ok()?;
    (plain && number < 1 << 63).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read() {
        let rules = |code: &str| code.parse::<Rules>();
        let Ok(Rules::Break(kayles)) = rules("0.7700") else {
            panic!("Kayles")
        };
        assert_eq!((kayles.digits.len(), kayles.parts()), (3, 2));
        assert_eq!(kayles.leaving(2).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(rules("allbut:1,2"), rules("take:!2,1"));
        assert_eq!(rules("take:1-3,2-7,9"), rules("take:9,1-7"));
        for wrong in [
            "",
            "0",
            ".",
            "0.g",
            "1.7",
            "2.",
            "00.7",
            "take:",
            "take:0",
            "take:3-1",
            "take:1,",
            "take:+1",
            "take:!x",
            "nim",
            "allbut",
            "0.7 7",
            "take:9223372036854775808",
        ] {
            assert!(matches!(rules(wrong), Err(Refusal::Code(_))), "{wrong}");
        }
        let Ok(Rules::Remainders(five)) = rules("take:0,1,4mod5") else {
            panic!("remainders")
        };
        let taken: Vec<u64> = (1..11).filter(|&take| five.allows(take)).collect();
        assert_eq!(taken, [1, 4, 5, 6, 9, 10]);
        for wrong in [
            "take:5mod5",
            "take:mod5",
            "take:1mod0",
            "take:1mod",
            "take:!1mod5",
        ] {
            assert!(matches!(rules(wrong), Err(Refusal::Code(_))), "{wrong}");
        }
        assert_eq!(rules("kayles"), rules("0.77"));
        assert_eq!(rules("4.[16]"), rules("4.[16]0"));
        assert_eq!(rules("4.{4}"), rules("4.[16]"));
        assert_eq!(rules("4.{0,1,4}3"), rules("4.[19]3"));
        for wrong in [
            "0.[256]",
            "0.[16",
            "0.{4",
            "0.{8}",
            "0.{}",
            "0.]",
            "[",
            "0.8:unequal",
            "0.7:least",
            "0.7:least5,least9",
            "0.7:least5,unequal,least5",
            "0.7:unequal,unequal",
            "0.7:",
            "0.7:x",
            "kayles:1",
        ] {
            assert!(matches!(rules(wrong), Err(Refusal::Code(_))), "{wrong}");
        }
        let Ok(Rules::Break(five)) = rules("0.3[16]:least7") else {
            panic!("four heaps")
        };
        assert_eq!((five.parts(), five.least), (4, 7));
        assert!(rules("allbut:").is_ok() && rules("4.").is_ok() && rules("0.").is_ok());
    }
}
