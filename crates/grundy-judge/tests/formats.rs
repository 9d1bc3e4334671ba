//! Formats of one's own: what their text may say, and where it is wrong.

use grundy_judge::{Format, run};
use proptest::prelude::*;

const GOOD: &str = r#"[[format]]
name = "own"
aliases = ["mine"]
cases = "counted"
case = "heaps"
count = 3
rule = "nim"
answer = { tell = "outcome", win = "Yes\n", lose = "No\n" }
"#;

#[test]
fn a_good_one() {
    let format = Format::parse(GOOD).unwrap();
    assert!(format.is_called("own") && format.is_called("mine") && !format.is_called("other"));
    let mut answers = Vec::new();
    let summary = run(&format, &b"2\n3 5 7\n1 2 3\n"[..], &mut answers).unwrap();
    assert_eq!(
        (answers.as_slice(), summary.cases, summary.bytes),
        (&b"Yes\nNo\n"[..], 2, 14)
    );
    let text = GOOD
        .replace("counted", "until-end")
        .replace("count = 3", "count = 2");
    let error = run(
        &Format::parse(&text).unwrap(),
        &b"1 1 5 \n "[..],
        Vec::new(),
    )
    .unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 2 (byte 8): the input ends; expected heap 2 of 2 of case 2"
    );
}

#[test]
fn a_set_needs_takes() {
    let text = GOOD
        .replace("heaps", "positions")
        .replace("count = 3", "")
        .replace("\"nim\"", "\"subtraction\"");
    let error = run(
        &Format::parse(&text).unwrap(),
        &b"1\n0 1 1 1"[..],
        Vec::new(),
    )
    .unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 1 (byte 2): a set needs at least one take; expected the number of takes of case 1"
    );
}

#[test]
fn faults_have_a_place() {
    let count = "count = 3";
    for (from, to, place, part) in [
        ("\"nim\"", "\"nym\"", (7, 8), "unknown variant"),
        ("rule = \"nim\"\n", "", (1, 1), "missing field"),
        ("aliases", "alias", (3, 1), "unknown field"),
        ("\"counted\"", "\"counted", (4, 17), ""),
        ("\"own\"", "\"\"", (2, 8), "a format needs a name"),
        ("\"own\"", "5", (2, 8), "invalid type"),
        ("\"counted\"", "\"until-zero\"", (6, 9), "until-zero"),
        ("\"heaps\"", "\"positions\"", (7, 8), "Nim goes with"),
        ("\"heaps\"", "\"pairs\"", (7, 8), "Nim goes with"),
        ("\"nim\"", "\"bounded\"", (7, 8), "bounded"),
        ("\"nim\"", "\"subtraction\"", (7, 8), "subtraction"),
        (count, "count = 0", (6, 9), "at least 1"),
        (count, "count = -3", (6, 9), ""),
        (count, "count = 4611686018427387904", (6, 9), "below 2^62"),
        (count, "limit = 3", (6, 9), "`limit` goes with"),
        (count, "takes = [3]", (6, 9), "`takes` goes with"),
        (
            "rule = \"nim\"",
            "rule = \"subtraction\"\ntakes = []",
            (8, 9),
            "at least one number",
        ),
        (
            "rule = \"nim\"",
            "rule = \"subtraction\"\ntakes = [1, 0]",
            (8, 9),
            "at least one number",
        ),
        (", win = \"Yes\\n\"", "", (8, 10), "`win` and `lose`"),
        ("\"outcome\"", "\"winning-moves\"", (8, 10), "`after`"),
        ("[[format]]", "[format]", (1, 1), ""),
    ] {
        let text = GOOD.replace(from, to);
        assert_ne!(text, GOOD);
        let error = Format::parse(&text).unwrap_err();
        assert_eq!((error.line, error.column), place, "{from} {to}: {error}");
        assert!(
            error.message.contains(part) && !error.message.contains('\n'),
            "{error}"
        );
        assert!(
            error
                .to_string()
                .starts_with(&format!("line {}, column {}: ", place.0, place.1))
        );
    }
    assert!(Format::parse("").is_err());
    assert!(Format::parse(&GOOD.repeat(2)).is_err());
    assert_eq!(Format::parse_all(&GOOD.repeat(2)).unwrap().len(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn any_text_is_read_or_refused(at in 0usize..GOOD.len(), length in 0usize..40, put in "\\PC{0,12}") {
        let end = (at + length).min(GOOD.len());
        let text = format!("{}{put}{}", &GOOD[..at], &GOOD[end..]);
        if let Err(error) = Format::parse_all(&text) {
            prop_assert!(error.line >= 1 && error.line <= text.matches('\n').count() + 1);
            prop_assert!(error.column >= 1);
        }
    }
}
