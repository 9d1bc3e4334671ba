//! Short positions are judged many at a time; whoever asks for every position gets them one by one. Both give the same bytes, the same
//! summary and the same error, whatever stands in the input.

use grundy_judge::{Limits, find, judged, run};
use proptest::prelude::*;

/// A number as inputs have them: mostly small, sometimes long, with a sign or a fault.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        12 => (0u64..4).prop_map(|number| number.to_string()),
        6 => (0u64..200).prop_map(|number| number.to_string()),
        2 => any::<u64>().prop_map(|number| number.to_string()),
        1 => any::<u128>().prop_map(|number| (number >> 2).to_string()),
        1 => (0u64..50).prop_map(|number| format!("+{number}")),
        1 => (0u64..50).prop_map(|number| format!("000{number}")),
        1 => prop_oneof![Just("-1"), Just("x"), Just("1.5"), Just("")].prop_map(str::to_owned),
    ]
}

/// Rows: a count, mostly right, and numbers.
fn rows(width: usize) -> impl Strategy<Value = String> {
    let row = (
        prop::collection::vec(number(), 0..12),
        0u8..40,
        any::<bool>(),
    );
    let text = move |(mut numbers, fault, line): (Vec<String>, u8, bool)| {
        numbers.truncate(numbers.len() / width * width);
        let count = match fault {
            0 => numbers.len() / width + 1,
            1 => numbers.len(),
            _ => numbers.len() / width,
        };
        let blank = if line { "\n" } else { " " };
        format!("{count}{blank}{}\n", numbers.join(" "))
    };
    prop::collection::vec(row.prop_map(text), 0..40).prop_map(|rows| rows.concat())
}

/// What came out: bytes, cases, answers, and what was wrong.
type Out = (Vec<u8>, Result<(u64, u64), String>);

fn many(name: &str, input: &str) -> Out {
    let mut answers = Vec::new();
    let summary = run(find(name).unwrap(), input.as_bytes(), &mut answers);
    let summary = summary.map(|summary| (summary.cases, summary.answers));
    (answers, summary.map_err(|error| error.to_string()))
}

fn one_by_one(name: &str, input: &str) -> Out {
    let mut answers = Vec::new();
    let format = find(name).unwrap();
    let summary = judged(
        format,
        &Limits::default(),
        input.as_bytes(),
        &mut |position| {
            answers.extend_from_slice(position.answer.as_bytes());
            Ok(())
        },
    );
    let summary = summary.map(|summary| (summary.cases, summary.answers));
    (answers, summary.map_err(|error| error.to_string()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn rows_of_heaps(rows in rows(1)) {
        for (name, head) in [("nyoj585", "1000\n"), ("nyoj585", "7\n"), ("nyoj888", "1000\n"), ("hdu1850", "")] {
            let input = format!("{head}{rows}");
            prop_assert_eq!(many(name, &input), one_by_one(name, &input), "{} {}", name, input);
        }
    }

    #[test]
    fn rows_of_pairs(rows in rows(2)) {
        let input = format!("50\n{rows}");
        prop_assert_eq!(many("nyoj135", &input), one_by_one("nyoj135", &input), "{}", input);
    }

    #[test]
    fn positions_of_a_case(sets in prop::collection::vec(("3( [1-9]){3}", 0u64..6, rows(1)), 0..4)) {
        let case = |(takes, more, rows): &(String, u64, String)| {
            let positions = rows.lines().count() as u64;
            format!("{takes}\n{}\n{rows}", if *more == 0 { positions + 1 } else { positions })
        };
        let input: String = sets.iter().map(case).collect();
        let (mut expected, mut got) = (one_by_one("hdu1536", &input), many("hdu1536", &input));
        // What follows a case belongs to no position, and of two faults of one position each may meet another first.
        expected.1 = expected.1.map_err(|_| String::new());
        got.1 = got.1.map_err(|_| String::new());
        expected.0.retain(|byte| *byte != b'\n');
        got.0.retain(|byte| *byte != b'\n');
        prop_assert_eq!(got, expected, "{}", input);
    }
}
