//! Every path against the portable one, and that one against a reading of whole words.

use super::{Path, Sums, Taken, nim, take};
use proptest::prelude::*;

/// Cells of `out` before anything is written.
const UNTOUCHED: u64 = 0xDEAD_BEEF_DEAD_BEEF;

/// The meaning of [`take`], word by word.
fn words(bytes: &[u8], at: usize, most: usize) -> (Vec<u64>, usize) {
    let blank = |byte: &u8| b" \t\n\x0B\x0C\r".contains(byte);
    let mut values = Vec::new();
    let mut next = at;
    let mut rest = bytes.get(at..).unwrap_or_default();
    while values.len() < most {
        let Some(start) = rest.iter().position(|byte| !blank(byte)) else {
            break;
        };
        let Some(length) = rest[start..].iter().position(blank) else {
            break;
        };
        let word = &rest[start..start + length];
        if length > 19 || !word.iter().all(u8::is_ascii_digit) {
            break;
        }
        let word = std::str::from_utf8(word).unwrap();
        values.push(word.parse().unwrap());
        rest = &rest[start + length + 1..];
        next = bytes.len() - rest.len();
    }
    (values, next)
}

/// Takes at most `most` numbers on each path and compares.
fn check(bytes: &[u8], at: usize, most: usize) {
    let (values, next) = words(bytes, at, most);
    let expected = Taken {
        numbers: values.len(),
        next,
    };
    let total = Sums {
        xor: values.iter().fold(5, |sum, value| sum ^ value),
        or: values.iter().fold(5, |sum, value| sum | value),
    };
    for path in Path::all_here() {
        let mut out = vec![UNTOUCHED; most];
        let taken = take(path, bytes, at, &mut out);
        assert_eq!(taken, expected, "{path:?} {at} {most} {bytes:?}");
        assert_eq!(
            out[..taken.numbers],
            values,
            "{path:?} {at} {most} {bytes:?}"
        );
        let mut sums = Sums { xor: 5, or: 5 };
        let taken = nim(path, bytes, at, most, &mut sums);
        assert_eq!(taken, expected, "{path:?} {at} {most} {bytes:?}");
        assert_eq!(sums, total, "{path:?} {at} {most} {bytes:?}");
    }
}

#[test]
fn every_short_text_is_taken_alike() {
    const LETTERS: [u8; 7] = *b"09 \n-x\0";
    for length in 0..=5 {
        for code in 0..LETTERS.len().pow(length) {
            let mut code = code;
            let mut text = Vec::new();
            for _ in 0..length {
                text.push(LETTERS[code % LETTERS.len()]);
                code /= LETTERS.len();
            }
            for most in 0..=2 {
                check(&text, 0, most);
            }
            check(&text, text.len() / 2, 9);
        }
    }
}

#[test]
fn every_byte_is_sorted_alike() {
    for byte in 0..=u8::MAX {
        for place in [0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 100] {
            let mut text = b"12 ".repeat(40);
            text[place] = byte;
            check(&text, 0, 64);
            check(&text, 1, 64);
            check(&text[..place + 1], 0, 64);
        }
    }
}

#[test]
fn each_number_of_digits_at_each_place() {
    for digits in 1..=22 {
        for place in (0..8).chain(40..70).chain(104..134) {
            for filler in [&b" "[..], b"7 ", b"\r\n", b"123456789 "] {
                let mut text = filler.repeat(place);
                text.truncate(place);
                if text.last().is_some_and(u8::is_ascii_digit) {
                    text.push(b' ');
                }
                text.extend((0..digits).map(|digit| b'0' + (9 - digit % 10)));
                text.extend_from_slice(b"\r\n5 6 ");
                check(&text, 0, 200);
                check(&text, 3, 200);
            }
        }
    }
}

#[test]
fn leading_zeros_count_as_digits() {
    for zeros in 0..=24 {
        let text = format!("1 {}7 8 ", "0".repeat(zeros));
        check(text.as_bytes(), 0, 9);
        assert_eq!(
            words(text.as_bytes(), 0, 9).0.len(),
            if zeros < 19 { 3 } else { 1 }
        );
    }
    check(b"9999999999999999999 18446744073709551615 ", 0, 9);
}

#[test]
fn every_room_is_kept_to() {
    for text in [
        "1 ",
        "12 ",
        "99999 ",
        "1234567890123 ",
        "  \r\n123456789 0 ",
    ] {
        let text = text.repeat(60);
        for most in 0..=140 {
            check(text.as_bytes(), 0, most);
        }
        for at in 0..=text.len() {
            check(text.as_bytes(), at, 70);
            check(&text.as_bytes()[..at], 0, 170);
        }
        check(text.as_bytes(), text.len() + 1, 1);
        check(text.as_bytes(), usize::MAX, 1);
    }
}

#[test]
fn long_runs_of_blanks_and_of_digits() {
    for length in (0..300).step_by(7) {
        for byte in [b' ', b'\t', b'0', b'3'] {
            let mut text = b"4 ".to_vec();
            text.resize(2 + length, byte);
            check(&text, 0, 9);
            text.extend_from_slice(b" 1 2 ");
            check(&text, 0, 9);
        }
    }
}

/// Pseudo-random numbers (Marsaglia 2003).
fn shuffled() -> impl Iterator<Item = u64> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    })
}

#[test]
fn long_rows_add_up() {
    for (limit, gap) in [
        (10, 1),
        (101, 1),
        (1000, 1),
        (1000, 3),
        (10_000, 1),
        (100_001, 2),
    ] {
        let mut text = Vec::new();
        for number in shuffled().take(1500) {
            text.extend_from_slice((number % limit).to_string().as_bytes());
            text.extend(&b" \r\n"[..gap]);
        }
        for most in [100, 128, 129, 255, 256, 257, 300, 1499, 1500, 9999] {
            check(&text, 0, most);
        }
        for index in (0..text.len()).step_by(307) {
            // A longer number, one more blank, an odd byte.
            for byte in [b'9', b'\t', b'\x13', b'/', b':', 0xB5] {
                let before = std::mem::replace(&mut text[index], byte);
                check(&text, 0, 9999);
                text[index] = before;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_is_taken_alike(
        words in prop::collection::vec(
            (
                prop_oneof![
                    8 => "[0-9]{1,3}",
                    4 => "[0-9]{1,9}",
                    2 => "[0-9]{1,20}",
                    1 => "0{0,30}[0-9]{1,4}",
                ],
                prop_oneof![20 => "[ \t\n\x0B\x0C\r]{1,2}", 2 => "[ \r\n]{1,90}", 1 => "[-+.,x\0é]"],
            ),
            0..120,
        ),
        at in 0_usize..90,
        most in prop_oneof![0_usize..40, Just(1000)],
    ) {
        let text: String = words.into_iter().map(|(word, blanks)| word + &blanks).collect();
        check(text.as_bytes(), 0, most);
        check(text.as_bytes(), at, most);
    }

    #[test]
    fn any_bytes_are_taken_alike(
        bytes in prop::collection::vec(
            prop_oneof![6 => b'0'..=b'9', 3 => prop::sample::select(&b" \n\r\t\x0B\x0C"[..])],
            0..300,
        ),
        odd in prop::option::of((any::<prop::sample::Index>(), any::<u8>())),
        at in 0_usize..70,
    ) {
        let mut bytes = bytes;
        if let Some((index, byte)) = odd && !bytes.is_empty() {
            let index = index.index(bytes.len());
            bytes[index] = byte;
        }
        check(&bytes, at, 1000);
    }
}
