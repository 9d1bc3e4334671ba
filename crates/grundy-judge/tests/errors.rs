//! What is wrong in an input is said with its place, after the answers before it; no bytes make a
//! run panic; and how the input is cut into reads changes nothing.

use crate::common;

use common::{Steps, answers, small};
use grundy_judge::{Format, JudgeError, Limits, Problem, find, formats, run_within};
use proptest::prelude::*;
use std::io::{self, Read};

/// The answers and the English sentence of the error, the same for every way to cut the input.
fn told(name: &str, input: &[u8]) -> (String, String) {
    let format = find(name).unwrap();
    let (told, result) = answers(format, input, &[]);
    let sentence = result.map_or_else(|error| error.to_string(), |()| String::new());
    for step in 1..5 {
        let (again, result) = answers(format, input, &[step]);
        assert_eq!(
            (
                &again,
                &result.map_or_else(|error| error.to_string(), |()| String::new())
            ),
            (&told, &sentence)
        );
    }
    (told, sentence)
}

#[test]
fn errors_have_a_place_and_say_what_was_expected() {
    for (name, input, answers, sentence) in [
        (
            "nyoj585",
            "",
            "",
            "line 1, column 1 (byte 0): the input ends; expected the number of cases",
        ),
        (
            "nyoj585",
            " \n\n ",
            "",
            "line 3, column 2 (byte 4): the input ends; expected the number of cases",
        ),
        (
            "nyoj585",
            "2 1 5",
            "PIAOYI\n",
            "line 1, column 6 (byte 5): the input ends; expected the number of heaps of case 2",
        ),
        (
            "nyoj585",
            "2\r\n1\r\n5\r\n3\r\n1 2\r\n",
            "PIAOYI\n",
            "line 6, column 1 (byte 17): the input ends; expected heap 3 of 3 of case 2",
        ),
        (
            "nyoj585",
            "1 2 3 -4",
            "",
            "line 1, column 7 (byte 6): a number below zero; expected heap 2 of 2 of case 1",
        ),
        (
            "nyoj888",
            "1 2 3 -0",
            "",
            "line 1, column 7 (byte 6): a number below zero; expected heap 2 of 2 of case 1",
        ),
        (
            "nyoj888",
            "1\n2\n3 4.5\n",
            "",
            "line 3, column 4 (byte 7): unexpected '.' within a number; expected heap 2 of 2 of case 1",
        ),
        (
            "nyoj888",
            "1\n2\n3,4\n",
            "",
            "line 3, column 2 (byte 5): unexpected ',' within a number; expected heap 1 of 2 of case 1",
        ),
        (
            "nyoj888",
            "1\n2\n3 0x4\n",
            "",
            "line 3, column 4 (byte 7): unexpected 'x' within a number; expected heap 2 of 2 of case 1",
        ),
        (
            "nyoj888",
            "1\n2\n3+4\n",
            "",
            "line 3, column 2 (byte 5): unexpected '+' within a number; expected heap 1 of 2 of case 1",
        ),
        (
            "nyoj585",
            "+",
            "",
            "line 1, column 1 (byte 0): a plus sign without digits; expected the number of cases",
        ),
        (
            "nyoj585",
            "+ 1",
            "",
            "line 1, column 1 (byte 0): a plus sign without digits; expected the number of cases",
        ),
        (
            "nyoj585",
            "++1",
            "",
            "line 1, column 1 (byte 0): a plus sign without digits; expected the number of cases",
        ),
        (
            "nyoj585",
            "1 1 \0",
            "",
            "line 1, column 5 (byte 4): found 0x00 instead of a number; expected heap 1 of 1 of case 1",
        ),
        (
            "nyoj585",
            "\u{FEFF}1 x",
            "",
            "line 1, column 3 (byte 5): found 'x' instead of a number; expected the number of heaps of case 1",
        ),
        (
            "nyoj585",
            "\u{FEFF}\u{FEFF}1",
            "",
            "line 1, column 1 (byte 3): found 0xEF instead of a number; expected the number of cases",
        ),
        (
            "nyoj585",
            "1 \u{FEFF}1",
            "",
            "line 1, column 3 (byte 2): found 0xEF instead of a number; expected the number of heaps of case 1",
        ),
        (
            "nyoj585",
            "\u{FF11} 1",
            "",
            "line 1, column 1 (byte 0): found the full-width '１'; write '1'; expected the number of cases",
        ),
        (
            "nyoj585",
            "1 2\u{FF0C}3",
            "",
            "line 1, column 4 (byte 3): found the full-width '，'; write ','; expected the number of heaps of case 1",
        ),
        (
            "nyoj585",
            "340282366920938463463374607431768211456",
            "",
            "line 1, column 1 (byte 0): the number is too large (2^128 or more); expected the number of cases",
        ),
        (
            "nyoj585",
            "9223372036854775808",
            "",
            "line 1, column 1 (byte 0): the count is too large (2^63 or more); expected the number of cases",
        ),
        (
            "nyoj585",
            "9223372036854775807",
            "",
            "line 1, column 20 (byte 19): the input ends; expected the number of heaps of case 1",
        ),
        (
            "nyoj585",
            "1 9223372036854775807 1",
            "",
            "line 1, column 24 (byte 23): the input ends; expected heap 2 of 9223372036854775807 of case 1",
        ),
        (
            "nyoj135",
            "1 9223372036854775807 1",
            "",
            "line 1, column 24 (byte 23): the input ends; expected limit 1 of 9223372036854775807 of case 1",
        ),
        (
            "nyoj135",
            "1\n2\n7 3\n5 ?",
            "",
            "line 4, column 3 (byte 10): found '?' instead of a number; expected limit 2 of 2 of case 1",
        ),
        (
            "nyoj135",
            "1\n2\n7 3\n?",
            "",
            "line 4, column 1 (byte 8): found '?' instead of a number; expected heap 2 of 2 of case 1",
        ),
        (
            "nyoj135",
            "1\n",
            "",
            "line 2, column 1 (byte 2): the input ends; expected the number of pairs of case 1",
        ),
        (
            "hdu1850",
            "1 5 2 3",
            "1\n",
            "line 1, column 8 (byte 7): the input ends; expected heap 2 of 2 of case 2",
        ),
        (
            "hdu1536",
            "2 3 0 1",
            "",
            "line 1, column 5 (byte 4): taking 0 is not a move; expected take 2 of 2 of case 1",
        ),
        (
            "hdu1536",
            "2 3 000000000000000000000000000 1",
            "",
            "line 1, column 5 (byte 4): taking 0 is not a move; expected take 2 of 2 of case 1",
        ),
        (
            "hdu1536",
            "2 3",
            "",
            "line 1, column 4 (byte 3): the input ends; expected take 2 of 2 of case 1",
        ),
        (
            "hdu1536",
            "1 1\n",
            "",
            "line 2, column 1 (byte 4): the input ends; expected the number of positions of case 1",
        ),
        (
            "hdu1536",
            "1 1\n2\n1 1\n",
            "W",
            "line 4, column 1 (byte 10): the input ends; expected the number of heaps of position 2 of case 1",
        ),
        (
            "hdu1536",
            "1 1 2 1 1 2 2",
            "W",
            "line 1, column 14 (byte 13): the input ends; expected heap 2 of 2 of position 2 of case 1",
        ),
        (
            "hdu1536",
            "1 1\n1\n1 2001\n",
            "",
            "line 3, column 3 (byte 8): the heap is too large (at most 2000); expected heap 1 of 1 of position 1 of case 1",
        ),
        (
            "hdu1536",
            "1 1 1 1 18446744073709551616",
            "",
            "line 1, column 9 (byte 8): the heap is too large (at most 2000); expected heap 1 of 1 of position 1 of case 1",
        ),
        (
            "hdu1536",
            "x",
            "",
            "line 1, column 1 (byte 0): found 'x' instead of a number; expected the number of takes of case 1",
        ),
    ] {
        assert_eq!(
            told(name, input.as_bytes()),
            (answers.into(), sentence.into()),
            "{name} {input:?}"
        );
    }
}

#[test]
fn what_is_no_error() {
    for (name, input, answers) in [
        ("nyoj585", "0", ""),
        ("nyoj585", "1 0", "HRDV\n"),
        ("nyoj888", "3 0 1 0 2 0 1", "Yougth\nYougth\nHrdv\n"),
        ("nyoj585", "\u{FEFF}1\r\n2\r\n1 1\r\n", "HRDV\n"),
        (
            "nyoj585",
            "\u{FEFF}  +1 002\t+1\x0b\x0c00000000000000000000000000001",
            "HRDV\n",
        ),
        (
            "nyoj585",
            "2 2 4294967296 4294967297 1 36893488147419103232",
            "PIAOYI\nPIAOYI\n",
        ),
        (
            "nyoj585",
            "1 2 340282366920938463463374607431768211455 340282366920938463463374607431768211455",
            "HRDV\n",
        ),
        ("nyoj585", "1 1 1 whatever follows is not read", "PIAOYI\n"),
        (
            "nyoj135",
            "4 1 5 0 1 0 5 1 7 18446744073709551615 1 36893488147419103232 18446744073709551615",
            "Lose\nLose\nWin\nLose\n",
        ),
        // Heaps as large as their limit, the largest that there are: only equal ones cancel.
        (
            "nyoj135",
            "2 2 340282366920938463463374607431768211455 340282366920938463463374607431768211455 340282366920938463463374607431768211455 340282366920938463463374607431768211455 1 18446744073709551615 18446744073709551615",
            "Lose\nWin\n",
        ),
        ("hdu1850", "", ""),
        ("hdu1850", "\n\n", ""),
        ("hdu1850", "0", ""),
        ("hdu1850", "3 5 7 9", "1\n"),
        ("hdu1850", "3 5 7 9\n1 0\n0\n3 5 7 9", "1\n0\n"),
        ("hdu1850", "3 18446744073709551616 1 1 3 1 1 1", "1\n3\n"),
        ("hdu1536", "", ""),
        ("hdu1536", "1 1 0", "\n"),
        ("hdu1536", "1 1 1 0", "L\n"),
        (
            "hdu1536",
            "3 1 1 340282366920938463463374607431768211455 2 1 4 1 5",
            "LW\n",
        ),
        ("hdu1536", "2 2 5 3 2 5 12 3 2 4 7 4 2 3 7 12", "LWW\n"),
    ] {
        assert_eq!(
            told(name, input.as_bytes()),
            (answers.into(), String::new()),
            "{name} {input:?}"
        );
    }
}

#[test]
fn errors_in_chinese() {
    let format = find("hdu1536").unwrap();
    let error = answers(format, b"1 1\n1\n2 3 x", &[]).1.unwrap_err();
    assert_eq!(
        error.chinese(),
        "第 3 行第 5 列（字节 10）：'x' 不是数字；此处应为第 1 组第 1 个局面的堆（第 2 个，共 2 个）"
    );
}

#[test]
fn cases_that_must_be_kept_are_limited() {
    let bounded = r#"
        [[format]]
        name = "own"
        cases = "until-end"
        layout = "n heap*n"
        rule = "bash:3 {heap}"
        answer = { count = "{count}\n" }"#;
    let subtraction = bounded.replace("bash:3", "take:1,2,3");
    let limits = Limits { kept: 3, ..small() };
    for text in [bounded, &subtraction] {
        let mut answers = Vec::new();
        let result = run_within(
            &Format::parse(text).unwrap(),
            &limits,
            &b"3 4 4 1 4 4 4 1 1"[..],
            &mut answers,
        );
        let Err(JudgeError::Input(error)) = result else {
            panic!("{result:?}")
        };
        assert_eq!(
            (error.problem, error.place.offset),
            (Problem::CaseTooLong { limit: 3 }, 16)
        );
        assert_eq!(answers, b"3\n");
    }
}

/// Two megabytes of blanks and zeros before an error in line 100,002, across many chunks.
#[test]
fn places_far_into_the_input() {
    let mut input = b"1 3\n".to_vec();
    for _ in 0..100_000 {
        input.extend_from_slice(b"          \n");
    }
    input.resize(input.len() + 1_000_000, b'0');
    input.extend_from_slice(b"7 \n  8 9z");
    for steps in [&[][..], &[70_001, 3]] {
        let error = answers(find("nyoj585").unwrap(), &input, steps)
            .1
            .unwrap_err();
        let JudgeError::Input(error) = error else {
            panic!("{error}")
        };
        assert_eq!((error.place.line, error.place.column), (100_003, 6));
        assert_eq!(error.place.offset as usize, input.len() - 1);
        assert_eq!(error.problem, Problem::Attached(b'z'));
    }
    // A number of half a million digits is refused where it begins.
    let mut input = b"1 1\n ".to_vec();
    input.resize(500_000, b'1');
    let error = answers(find("nyoj585").unwrap(), &input, &[])
        .1
        .unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("line 2, column 2 (byte 5): the number is too large"),
        "{error}"
    );
}

/// Bytes like those of an input, and some that are not.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let usual = prop::sample::select(b"0123 1 2 \n\n\r\t3 ".to_vec());
    let byte = prop_oneof![40 => usual, 1 => any::<u8>(), 1 => prop::sample::select(b"+-.x\0\xEF\xBB\xBF".to_vec())];
    prop::collection::vec(byte, 0..300)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_bytes_are_answered_or_refused(input in bytes(), steps in prop::collection::vec(1usize..20, 1..4)) {
        for format in formats() {
            let (whole, result) = answers(format, &input, &[]);
            let (cut, again) = answers(format, &input, &steps);
            prop_assert_eq!(&whole, &cut);
            prop_assert_eq!(format!("{result:?}"), format!("{again:?}"));
            let Err(error) = result else { continue };
            prop_assert!(!error.chinese().is_empty());
            let JudgeError::Input(error) = error else { panic!("{error}") };
            // The place agrees with the text, and the byte with the problem.
            let offset = error.place.offset as usize;
            let before = &input[..offset];
            let line = before.iter().filter(|&&byte| byte == b'\n').count();
            let mut column = before.iter().rev().take_while(|&&byte| byte != b'\n').count();
            if line == 0 && before.starts_with(b"\xEF\xBB\xBF") {
                column -= 3;
            }
            prop_assert_eq!((error.place.line, error.place.column), (line as u64 + 1, column as u64 + 1));
            match error.problem {
                Problem::End => prop_assert_eq!(offset, input.len()),
                Problem::NoNumber(byte) | Problem::Attached(byte) => prop_assert_eq!(byte, input[offset]),
                Problem::Negative => prop_assert_eq!(b'-', input[offset]),
                Problem::NoLetter(byte, _) | Problem::NoText(byte, _) => prop_assert_eq!(byte, input[offset]),
                // Words, boards and lists begin with other bytes than numbers.
                Problem::Ragged { .. } => {}
                _ if format.layout.names().iter().enumerate().any(|(field, _)| format.layout.alphabet(field).is_some()) => {}
                _ if format.layout.text().contains("[]") => {}
                Problem::LonePlus => prop_assert_eq!(b'+', input[offset]),
                Problem::ZeroTake => prop_assert!(matches!(input[offset], b'0' | b'+')),
                _ => prop_assert!(matches!(input[offset], b'0'..=b'9' | b'+')),
            }
            // What stands before the error is answered as it would be alone.
            let (prefix, _) = answers(format, before, &[]);
            prop_assert!(prefix.starts_with(&whole) || whole.starts_with(&prefix));
        }
    }
}

#[test]
fn steps_read_everything() {
    let mut text = String::new();
    let mut steps = Steps::new(b"some bytes", &[3, 1]);
    io::BufReader::new(&mut steps)
        .read_to_string(&mut text)
        .unwrap();
    assert_eq!(text, "some bytes");
}
