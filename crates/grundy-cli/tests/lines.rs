//! The contract of `grundy solve -`: one position a line in, one JSON object a line out.

mod common;

use std::io::{BufRead, BufReader, Write};

use common::{Ran, run, spawned};
use serde_json::Value;

fn answers(input: &[u8], arguments: &[&str]) -> (Vec<Value>, i32) {
    let Ran { out, err, exit } = run(arguments, input);
    assert_eq!(err, "", "nothing on standard error");
    let objects = out
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect();
    (objects, exit)
}

const SOLVE: &[&str] = &["solve", "-"];

#[test]
fn answers_come_in_order_with_all_keys() {
    let input: String = (0..3000u32).map(|heap| format!("nim {heap} 7\n")).collect();
    let (answers, exit) = answers(input.as_bytes(), SOLVE);
    assert_eq!(exit, 0);
    assert_eq!(answers.len(), 3000);
    for (heap, answer) in answers.iter().enumerate() {
        assert_eq!(answer["game"], format!("nim {heap} 7"));
        assert_eq!(answer["play"], "normal");
        assert_eq!(answer["value"], heap ^ 7);
        assert_eq!(answer["outcome"], if heap == 7 { "P" } else { "N" });
        assert_eq!(answer["winning_moves"], i32::from(heap != 7));
        assert_eq!(
            answer["moves"].as_array().map(Vec::len),
            answer["winning_moves"].as_u64().map(|count| count as usize)
        );
        assert!(answer.get("error").is_none());
    }
}

#[test]
fn a_move_names_its_component_and_what_it_leaves() {
    let (answers, _) = answers(b"nim 3 + wythoff 1,2 + nim 5", SOLVE);
    let moves = answers[0]["moves"].as_array().expect("moves");
    assert_eq!(
        moves.len(),
        answers[0]["winning_moves"].as_u64().expect("a count") as usize
    );
    let last = moves.last().expect("a move");
    assert_eq!(last["component"], 2);
    assert_eq!(last["from"], "5");
    assert_eq!(last["move"], "take 2");
    assert_eq!(last["to"], serde_json::json!(["nim 3"]));
}

#[test]
fn numbers_are_exact() {
    let big = "123456789012345678901234567890123456789012345678901234567890";
    let Ran { out, exit, .. } = run(
        SOLVE,
        format!("nim {big}\nnim 18446744073709551615\n").as_bytes(),
    );
    assert_eq!(exit, 0);
    assert!(
        out.contains(&format!("\"value\":{big},\"winning_moves\":1")),
        "{out}"
    );
    assert!(out.contains("\"value\":18446744073709551615,"), "{out}");
}

#[test]
fn a_line_may_be_misere() {
    let (own, _) = answers(b"--misere nim 1 1 1\n  --misere nim 1 1\nnim 1 1\n", SOLVE);
    let of = |answer: &Value| (answer["play"].clone(), answer["outcome"].clone());
    assert_eq!(of(&own[0]), ("misere".into(), "P".into()));
    assert_eq!(of(&own[1]), ("misere".into(), "N".into()));
    assert_eq!(of(&own[2]), ("normal".into(), "P".into()));
    assert!(own[0]["value"].is_null());
    let (all, _) = answers(b"nim 1 1\n", &["solve", "-", "--misere"]);
    assert_eq!(of(&all[0]), ("misere".into(), "N".into()));
}

#[test]
fn errors_are_objects_and_the_run_goes_on() {
    let (answers, exit) = answers(b"nim 3 x\nnim 3\nnimm 3\n\xff\xfe\nnim 4\n", SOLVE);
    assert_eq!(exit, 2);
    assert_eq!(answers.len(), 5);
    for (place, column) in [(0, 7), (2, 1), (3, 1)] {
        let answer = &answers[place];
        assert!(answer["error"].is_string(), "{answer}");
        assert_eq!(answer["line"], place + 1);
        assert_eq!(answer["column"], column);
        for key in ["outcome", "value", "winning_moves"] {
            assert!(answer[key].is_null(), "{answer}");
        }
        assert_eq!(answer["moves"], serde_json::json!([]));
        assert_eq!(answer["play"], "normal");
    }
    assert_eq!(answers[0]["game"], "nim 3 x");
    assert_eq!(answers[0]["example"], "nim 3 5 7");
    assert_eq!(answers[1]["outcome"], "N");
    assert_eq!(answers[4]["value"], 4);
}

#[test]
fn columns_count_behind_the_flag_too() {
    let (answers, _) = answers("--misere nim 尼姆\n".as_bytes(), SOLVE);
    assert_eq!(answers[0]["column"], 14);
    assert!(answers[0]["length"].as_u64() >= Some(1));
    assert_eq!(answers[0]["play"], "misere");
}

#[test]
fn blank_lines_and_comments_get_no_answer() {
    let (some, exit) = answers(
        b"\n# a comment\n   \nnim 1\r\n\t# another\nnim x\n\n",
        SOLVE,
    );
    assert_eq!((some.len(), exit), (2, 2));
    assert_eq!(some[1]["line"], 6);
    let (none, exit) = answers(b"", SOLVE);
    assert_eq!((none.len(), exit), (0, 0));
}

#[test]
fn an_unknown_answer_says_why() {
    let input = b"--misere wythoff 20,20 + nim 5 6 7\nnim 1\n";
    let (some, exit) = answers(input, &["solve", "-", "--positions", "30"]);
    assert_eq!(exit, 1);
    assert!(some[0]["outcome"].is_null());
    assert!(some[0]["unknown"].is_string());
    assert_eq!(some[1]["outcome"], "N");
}

#[test]
fn a_line_that_is_too_long_is_refused_and_passed_over() {
    let mut input = b"nim 1\nnim ".to_vec();
    input.resize((16 << 20) + 1_000_000, b'7');
    input.extend_from_slice(b"\nnim 2\n");
    let (answers, exit) = answers(&input, SOLVE);
    assert_eq!(exit, 2);
    assert_eq!(answers.len(), 3);
    assert!(answers[1]["error"].is_string());
    assert_eq!(answers[1]["line"], 2);
    assert_eq!(answers[2]["value"], 2);
}

#[test]
fn hostile_lines_do_no_harm() {
    let lines = [
        "nim ".to_owned() + &"9".repeat(300),
        "nim".to_owned() + &" 1".repeat(20_000),
        "nim 1".to_owned() + &" + nim 1".repeat(2000),
        ":".repeat(1000),
        "+ + +".to_owned(),
        "\u{0}\u{1}\u{7f}\u{202e}".to_owned(),
        "--misere".to_owned(),
        "--misere --misere nim 1".to_owned(),
        "nim @/nonexistent/file".to_owned(),
        "wythoff 1000000000000000000000,1 2".to_owned(),
    ];
    let (answers, exit) = answers(lines.join("\n").as_bytes(), SOLVE);
    assert_eq!((answers.len(), exit), (lines.len(), 2));
    assert_eq!(answers[1]["outcome"], "P");
    assert_eq!(answers[2]["outcome"], "N");
}

#[test]
fn each_answer_comes_before_the_next_question() {
    let mut child = spawned(SOLVE);
    let mut questions = child.stdin.take().expect("standard input");
    let mut answers = BufReader::new(child.stdout.take().expect("standard output"));
    for heap in 1..4 {
        writeln!(questions, "nim {heap}").expect("a question");
        let mut answer = String::new();
        answers.read_line(&mut answer).expect("an answer");
        assert!(answer.contains(&format!("\"value\":{heap},")), "{answer}");
    }
    // A line in two pieces is one line.
    questions.write_all(b"nim 1").expect("a piece");
    questions.flush().expect("written");
    std::thread::sleep(std::time::Duration::from_millis(30));
    questions.write_all(b"2\n").expect("the other");
    let mut answer = String::new();
    answers.read_line(&mut answer).expect("an answer");
    assert!(answer.contains("\"value\":12,"), "{answer}");
    drop(questions);
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}

#[test]
fn explained_lines_have_the_keys_of_the_long_form() {
    let (answers, _) = answers(b"nim 3 5\n", &["solve", "-", "--explain"]);
    assert_eq!(answers[0]["schema"], "grundy.answer/1");
    assert_eq!(answers[0]["theory"], "sprague-grundy");
    assert_eq!(answers[0]["components"][1]["value"], 5);
    assert_eq!(answers[0]["declined"], serde_json::json!([]));
}

#[test]
fn the_number_of_threads_changes_no_answer() {
    let kinds: [fn(u64) -> String; 10] = [
        |n| format!("nim {} {} {}", n % 97, n % 89, n % 7),
        |n| format!("kayles {} {}", n % 120, n % 50),
        |n| format!("wythoff {},{}", n % 300, n % 211),
        |n| format!("--misere nim {} {}", n % 3, n % 2),
        |n| format!("0.77 {} + take:1,3,4 {}", n % 90, n % 1000),
        |n| format!("wythoff {},{}", 2000 + n % 13, 2500 + n % 7),
        |n| format!("nosuch {n}"),
        |n| format!("cram {}x{}", 1 + n % 4, 1 + n % 5),
        |n| format!("nim {} x", n % 9),
        |_| String::new(),
    ];
    let line = |n: u64| kinds[(n * n / 7 % 10) as usize](n);
    let input: String = (0..4000).map(|n| line(n) + "\n").collect();
    let answered = |threads| {
        let arguments = ["solve", "-", "--threads", threads];
        let Ran { out, exit, .. } = run(&arguments, input.as_bytes());
        (out, exit)
    };
    let alone = answered("1");
    assert_eq!(alone.1, 2);
    assert!(alone.0.lines().count() > 3000);
    for threads in ["2", "3", "7"] {
        let (out, exit) = answered(threads);
        assert_eq!(exit, 2, "{threads} threads");
        for (one, other) in alone.0.lines().zip(out.lines()) {
            assert_eq!(one, other, "{threads} threads");
        }
        assert_eq!(alone.0.len(), out.len());
    }
}
