//! Numbers as people write them: `1000000`, `1_000_000`, `1,000,000`, `1e6` or `10^6`.

use std::borrow::Cow;

/// A number: `1000000`, `1_000_000`, `1,000,000`, `1e6` or `10^6`.
pub fn count(text: &str) -> Option<u64> {
    let (base, first, power) = match (text.split_once(['e', 'E']), text.split_once('^')) {
        (Some((first, power)), None) => (10, apart(first)?, natural(power)?),
        (None, Some((base, power))) => (apart(base)?, 1, natural(power)?),
        (None, None) => return apart(text),
        (Some(_), Some(_)) => return None,
    };
    let power = base.checked_pow(u32::try_from(power).ok()?)?;
    first.checked_mul(power)
}

/// Digits in a number that is written out: longer ones no game is played with.
const LONGEST: u64 = 20_000;

/// A position with its numbers in plain digits: `nim 1_000 1e6 10^20`. Only what stands between blanks, commas, colons and
/// equality signs is such a number, or the sides of a board; a comma is none of its marks: it parts coordinates. Letters of full width, as a Chinese keyboard writes them, are those of ASCII, but in the names of files.
pub fn plain(position: &str) -> Cow<'_, str> {
    // Nearly all are, and there may be millions.
    let mut twos = position.as_bytes().windows(2);
    let begins_mark = |two: &[u8]| two[0].is_ascii_digit() && b"_eE^".contains(&two[1]);
    if position.is_ascii() && !twos.any(begins_mark) {
        return Cow::Borrowed(position);
    }
    if position.contains(is_full_width) && !position.contains('@') {
        let narrow: String = position.chars().map(narrow).collect();
        return Cow::Owned(in_digits(&narrow).into_owned());
    }
    in_digits(position)
}

fn is_full_width(letter: char) -> bool {
    narrow(letter) != letter
}

/// The letter of ASCII that one of full width stands for.
fn narrow(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(letter as u32 - 0xff01 + 0x21).unwrap_or(letter),
        '\u{3000}' => ' ',
        '\u{3001}' => ',',
        _ => letter,
    }
}

fn in_digits(position: &str) -> Cow<'_, str> {
    let parts = |letter: char| letter.is_whitespace() || [',', ':', '='].contains(&letter);
    if !position.split(parts).any(is_marked) {
        return Cow::Borrowed(position);
    }
    let words = position.split_inclusive(parts).map(|word| {
        let bare = word.trim_end_matches(parts);
        match sides(bare).filter(|_| is_marked(bare)) {
            Some(digits) => digits + &word[bare.len()..],
            None => word.to_owned(),
        }
    });
    Cow::Owned(words.collect())
}

/// Whether a word may be a number that is not in plain digits, or a board with such sides.
fn is_marked(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit()) && word.contains(['_', 'e', 'E', '^'])
}

/// A number, or the sides of a board (`3x1e3`), in digits.
fn sides(word: &str) -> Option<String> {
    let side = |side: &str| match is_marked(side) {
        true => written_out(side),
        false => (side.bytes().all(|byte| byte.is_ascii_digit())).then(|| side.to_owned()),
    };
    let sides: Vec<String> = word.split('x').map(side).collect::<Option<_>>()?;
    Some(sides.join("x"))
}

/// The digits of a number, also of one beyond 2^64 that is a multiple of a power of ten.
fn written_out(text: &str) -> Option<String> {
    if let Some(number) = count(text).filter(|_| !text.contains(',')) {
        return Some(number.to_string());
    }
    let (first, power) = match (text.split_once(['e', 'E']), text.strip_prefix("10^")) {
        (Some((first, power)), None) => (apart(first)?, power),
        (None, Some(power)) => (1, power),
        _ => return None,
    };
    let power = natural(power).filter(|&power| power <= LONGEST)?;
    let zeros = "0".repeat(usize::try_from(power).ok()?);
    Some(format!("{first}{zeros}"))
}

/// The first number of a position that is written by a power of ten with more zeros than are written out.
pub(crate) fn beyond(position: &str) -> Option<&str> {
    let parts = |letter: char| letter.is_whitespace() || [',', ':', '='].contains(&letter);
    position.split(parts).find(|word| {
        let power = match word.split_once(['e', 'E']) {
            Some((first, power)) => apart(first).map(|_| power),
            None => word.strip_prefix("10^"),
        };
        let is_long = |power: &str| match natural(power) {
            Some(power) => power > LONGEST,
            None => power.len() > 19 && power.bytes().all(|byte| byte.is_ascii_digit()),
        };
        power.is_some_and(is_long)
    })
}

/// Digits, perhaps with underscores between them, or with a comma before each three of the last ones.
fn apart(text: &str) -> Option<u64> {
    if let Some((first, rest)) = text.split_once(',') {
        let three = |group: &str| group.len() == 3 && natural(group).is_some();
        let grouped = (1..=3).contains(&first.len()) && rest.split(',').all(three);
        return grouped.then(|| natural(&text.replace(',', "")))?;
    }
    let bare = text.starts_with('_') || text.ends_with('_') || text.contains("__");
    (!bare).then(|| natural(&text.replace('_', "")))?
}

/// Digits only: no sign, no blanks.
pub fn natural(digits: &str) -> Option<u64> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_in_plain_digits() {
        for (written, plain) in [
            ("nim 1_000 1e3 10^3", "nim 1000 1000 1000"),
            ("wythoff 1e2,2_0", "wythoff 100,20"),
            (
                "nim 10^20 + kayles 12e20",
                "nim 100000000000000000000 + kayles 1200000000000000000000",
            ),
            ("nim 2^10", "nim 1024"),
            ("take:1_000,2e1 5", "take:1000,20 5"),
            ("bash:1e1 20", "bash:10 20"),
            ("cram 1e1x3 + chomp 2x1_0", "cram 10x3 + chomp 2x10"),
            ("node-kayles:queen=1e1", "node-kayles:queen=10"),
            (
                "nim ３\u{3000}１_０ ＋ wythoff ３，５",
                "nim 3 10 + wythoff 3,5",
            ),
            ("graph @（一）", "graph @（一）"),
        ] {
            assert_eq!(super::plain(written), plain);
        }
        // What is no number, or no number of this form, stays.
        for other in [
            "nim 3 5",
            "0.1e3 5",
            "geography:1e-2_e",
            "nim 1e99999",
            "cram 3x4",
            "cram 1ex3",
            "0.1e3x2",
            "nim 1__0 _1",
            "",
            "nim\t5  7,",
        ] {
            assert_eq!(super::plain(other), other);
        }
    }

    #[test]
    fn powers_that_are_not_written_out() {
        assert_eq!(beyond("nim 3 1e20001"), Some("1e20001"));
        assert_eq!(beyond("wythoff 3,10^99999"), Some("10^99999"));
        assert_eq!(
            beyond("nim 1e99999999999999999999"),
            Some("1e99999999999999999999")
        );
        for other in ["nim 1e20000", "nim 3", "0.1e3 5", "nim 1e", "nim 10^x"] {
            assert_eq!(beyond(other), None, "{other}");
        }
    }

    #[test]
    fn numbers_of_heaps() {
        for (text, number) in [
            ("0", 0),
            ("1000000", 1_000_000),
            ("1_000_000", 1_000_000),
            ("1e9", 1_000_000_000),
            ("25E3", 25_000),
            ("10^9", 1_000_000_000),
            ("1,000,000", 1_000_000),
            ("999,999", 999_999),
            ("2^40", 1 << 40),
            ("1e19", 10_000_000_000_000_000_000),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(count(text), Some(number), "{text}");
        }
        for wrong in [
            "",
            "-1",
            "+1",
            "1.5",
            "1e",
            "e9",
            "^9",
            "10^",
            "1e20",
            "2^64",
            "1e-3",
            "_1",
            "1_",
            "1__0",
            "1e9e9",
            "10^1e1",
            "0x10",
            "1,0",
            ",100",
            "1,000,",
            "1000,000",
            "1,00_0",
            "1_000,000",
            "1 000",
            "三",
            "18446744073709551616",
            "2^99999999999",
        ] {
            assert_eq!(count(wrong), None, "{wrong}");
        }
    }
}
