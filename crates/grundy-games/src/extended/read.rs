//! Extended codes as text.

use super::{Digit, Extended, Sizes};
use crate::codes::MOST_DIGITS;
use crate::message;
use crate::notation::{ParseError, Word};
use crate::text::Message;

/// Most heaps that a digit tells by their number.
const MOST_HEAPS: u64 = 63;

/// Whether a word has the look of a code, and says more than hexadecimal digits.
pub fn is_extended(word: &str) -> bool {
    let begins = word.starts_with(|first: char| first.is_ascii_hexdigit() || "{*".contains(first));
    begins && word.contains('.') && word.contains(['[', ']', '{', '}', '!', '=', '?', '*'])
}

/// Letters of a code, each with its place.
struct Letters<'w> {
    word: Word<'w>,
    at: usize,
}

impl Letters<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.word.text[self.at..].chars().next()?;
        self.at += letter.len_utf8();
        Some(letter)
    }

    fn peek(&self) -> Option<char> {
        self.word.text[self.at..].chars().next()
    }

    /// An error at the last letter.
    fn wrong(&self, message: Message) -> ParseError {
        let before = &self.word.text[..self.at];
        let bytes = before.chars().next_back().map_or(1, char::len_utf8);
        ParseError::at(self.word.at + self.at - bytes.min(self.at), bytes, message)
    }
}

pub(super) fn code(word: &Word<'_>) -> Result<Extended, ParseError> {
    let mut letters = Letters { word: *word, at: 0 };
    let (mut digits, mut period) = (Vec::new(), None);
    let mut pointed = false;
    while let Some(letter) = letters.next() {
        match letter {
            '.' if digits.len() == 1 && !pointed => pointed = true,
            '[' if pointed && period.is_none() => period = Some(digits.len()),
            ']' if period.is_some_and(|from| from < digits.len()) => {
                if letters.next().is_some() {
                    return Err(letters.wrong(message!(
                        "digits in brackets repeat for ever: nothing can follow them",
                        "方括号中的数字无限循环，其后不能再有内容"
                    )));
                }
                break;
            }
            _ => digits.push(digit(letter, &mut letters)?),
        }
        if digits.len() > MOST_DIGITS {
            return Err(word.error(message!(
                "a code has at most {most} digits",
                "代号最多 {most} 位",
                most = MOST_DIGITS
            )));
        }
        if digits.len() == 2 && !pointed {
            return Err(letters.wrong(message!(
                "expected a point after the first digit",
                "第一位数字后应有小数点"
            )));
        }
        if let [first] = digits[..]
            && !pointed
            && (first.allows(0) || first.allows(1))
        {
            return Err(letters.wrong(message!(
                "the digit before the point may only allow splitting (4, 8 or c): a move that leaves the heap as it is would never end",
                "小数点前的数字只能允许分堆（4、8 或 c）：原样留下一堆会使对局无休止"
            )));
        }
    }
    if !pointed {
        return Err(word.error(message!(
            "expected a point after the first digit",
            "第一位数字后应有小数点"
        )));
    }
    if period.is_some() && !word.text.ends_with(']') {
        return Err(letters.wrong(message!(
            "expected ] after the digits that repeat for ever",
            "无限循环的数字后应有 ]"
        )));
    }
    let period = digits.split_off(period.unwrap_or(digits.len()));
    Ok(least(digits, period))
}

/// The shortest way to tell the same digits.
fn least(mut digits: Vec<Digit>, mut period: Vec<Digit>) -> Extended {
    if period.iter().all(|digit| digit.is_zero()) {
        period.clear();
    }
    let repeats = |&length: &usize| {
        period.len().is_multiple_of(length)
            && period
                .iter()
                .eq(period.iter().cycle().skip(length).take(period.len()))
    };
    let length = (1..=period.len()).find(repeats).unwrap_or(0);
    period.truncate(length);
    match period.is_empty() {
        true => {
            let last = digits.iter().rposition(|digit| !digit.is_zero());
            digits.truncate(last.map_or(1, |last| last + 1));
        }
        // The digit of no removal stays for itself.
        false => {
            while digits.len() > 1 && digits.last() == period.last() {
                digits.pop();
                period.rotate_right(1);
            }
        }
    }
    Extended { digits, period }
}

/// Reads a digit that begins with a letter.
fn digit(letter: char, letters: &mut Letters<'_>) -> Result<Digit, ParseError> {
    let begun = letters.at - letter.len_utf8();
    let mut digit = match letter {
        '*' => Digit {
            counts: 1,
            more: true,
            sizes: Sizes::Any,
        },
        '{' => counts(letters)?,
        _ => match letter.to_digit(16) {
            Some(counts) => Digit {
                counts: counts.into(),
                ..Digit::default()
            },
            None => {
                return Err(letters.wrong(message!(
                    "'{found}' is not a digit of a code; digits are 0–7, 8–f for three heaps, and numbers of heaps in braces such as {some} or {more}",
                    "'{found}' 不是代号的数字：应为 0–7，表示三堆的 8–f，或花括号中的堆数，如 {some}、{more}",
                    found = letter.to_string(),
                    some = "{2,3}",
                    more = "{2+}"
                )));
            }
        },
    };
    digit.sizes = match letters.peek() {
        Some('!') => Sizes::Different,
        Some('=') => Sizes::Equal,
        Some('?') => Sizes::Mixed,
        _ => Sizes::Any,
    };
    if digit.sizes != Sizes::Any {
        letters.next();
    }
    if digit.sizes == Sizes::Mixed && (digit.allows(0) || digit.allows(1)) {
        let bytes = letters.at - begun;
        return Err(ParseError::at(
            letters.word.at + begun,
            bytes,
            message!(
                "? requires that not all heaps are equal, so it needs two heaps or more: 4?, {more}?",
                "? 要求各堆不全相等，须至少剩两堆：4?、{more}?",
                more = "{2+}"
            ),
        ));
    }
    // Of one heap or none nothing is asked.
    if !digit.more && digit.counts < 4 {
        digit.sizes = Sizes::Any;
    }
    Ok(digit)
}

/// Reads numbers of heaps up to `}`.
fn counts(letters: &mut Letters<'_>) -> Result<Digit, ParseError> {
    let inside = Word {
        text: &letters.word.text[letters.at..],
        at: letters.word.at + letters.at,
    };
    let (inside, rest) = inside.cut('}');
    if rest.is_none() {
        return Err(inside.error(message!(
            "expected {brace} after the numbers of heaps",
            "堆数之后应有 {brace}",
            brace = "}"
        )));
    }
    letters.at += inside.text.len() + 1;
    let mut digit = Digit::default();
    let words = inside.split(',');
    for (place, word) in words.iter().enumerate() {
        let is_last = place + 1 == words.len();
        let text = match word.text.strip_suffix('+') {
            Some(text) if is_last => {
                digit.more = true;
                text
            }
            _ => word.text,
        };
        let count = Word { text, ..*word }.number_below(MOST_HEAPS)?;
        if digit.more && digit.counts >> count > 0 {
            return Err(word.error(message!(
                "the number with + must be the largest",
                "带 + 的堆数应最大"
            )));
        }
        digit.counts |= 1 << count;
    }
    // 1 and more after 0 is 0 and more.
    while digit.more && digit.counts.count_ones() > 1 {
        let top = digit.counts.ilog2();
        if digit.counts >> (top - 1) & 1 == 0 {
            break;
        }
        digit.counts &= !(1 << top);
    }
    Ok(digit)
}

/// Writes a digit.
pub(super) fn told(digit: Digit) -> String {
    let sizes = match digit.sizes {
        Sizes::Any => "",
        Sizes::Different => "!",
        Sizes::Equal => "=",
        Sizes::Mixed => "?",
    };
    let hex = u32::try_from(digit.counts).ok();
    let hex = hex.and_then(|digit| char::from_digit(digit, 16));
    match hex {
        Some(hex) if !digit.more => format!("{hex}{sizes}"),
        _ => {
            let counts = (0..64).filter(|count| digit.counts >> count & 1 == 1);
            let counts: Vec<String> = counts.map(|count| count.to_string()).collect();
            let more = if digit.more { "+" } else { "" };
            format!("{{{}{more}}}{sizes}", counts.join(","))
        }
    }
}
