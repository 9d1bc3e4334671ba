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

/// A file of Parquet in, a file of Parquet out.
#[cfg(feature = "parquet")]
mod columns {
    use std::fs::File;
    use std::path::{Path, PathBuf};
    use std::sync::Arc;

    use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::file::writer::SerializedFileWriter;
    use parquet::record::RowAccessor;
    use parquet::schema::parser::parse_message_type;

    use super::{Ran, run};

    fn directory(name: &str) -> PathBuf {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a directory");
        path
    }

    fn written(path: &Path, groups: &[Vec<Option<&str>>]) {
        let schema = "message positions { required int64 id; optional binary game (STRING); }";
        let schema = Arc::new(parse_message_type(schema).expect("a schema"));
        let file = File::create(path).expect("a file");
        let mut writer = SerializedFileWriter::new(file, schema, Arc::default()).expect("a writer");
        for games in groups {
            let mut group = writer.next_row_group().expect("a group");
            let mut column = group.next_column().expect("a column").expect("the first");
            let ids: Vec<i64> = (0..).take(games.len()).collect();
            let ids = column.typed::<Int64Type>().write_batch(&ids, None, None);
            ids.expect("numbers");
            column.close().expect("a column");
            let mut column = group.next_column().expect("a column").expect("the second");
            let there: Vec<i16> = games.iter().map(|game| i16::from(game.is_some())).collect();
            let texts: Vec<ByteArray> = games.iter().flatten().map(|&game| game.into()).collect();
            let texts = (column.typed::<ByteArrayType>()).write_batch(&texts, Some(&there), None);
            texts.expect("texts");
            column.close().expect("a column");
            group.close().expect("a group");
        }
        writer.close().expect("the end");
    }

    /// Game, outcome, value and reason of each row.
    type Told = [Option<String>; 4];

    fn told(path: &Path) -> Vec<Told> {
        let file = File::open(path).expect("a file");
        let reader = SerializedFileReader::new(file).expect("Parquet");
        let rows = reader.get_row_iter(None).expect("rows");
        rows.map(|row| {
            let row = row.expect("a row");
            let text = |at| row.get_string(at).ok().cloned();
            let value = row.get_ulong(2).ok().map(|value| value.to_string());
            [text(0), text(1), value, text(3)]
        })
        .collect()
    }

    #[test]
    fn positions_of_a_column_are_answered() {
        let directory = directory("parquet-positions");
        let (from, to) = (directory.join("in.parquet"), directory.join("out.parquet"));
        let first = vec![
            Some("nim 3 5 7"),
            None,
            Some("--misere nim 1 1"),
            Some("nim x"),
        ];
        let many: Vec<String> = (0..700).map(|heap| format!("kayles {heap} 5")).collect();
        written(
            &from,
            &[first, many.iter().map(|game| Some(&**game)).collect()],
        );
        for threads in ["1", "3"] {
            let (from, to_text) = (from.display().to_string(), to.display().to_string());
            let line = [
                "solve",
                "--parquet",
                &from,
                "-o",
                &to_text,
                "--threads",
                threads,
            ];
            let Ran { out, err, exit } = run(&line, b"");
            assert_eq!((&*out, &*err, exit), ("", "", 2), "{threads}");
            let told = told(&to);
            assert_eq!(told.len(), 704);
            let some = |text: &str| Some(text.to_owned());
            assert_eq!(told[0], [some("nim 3 5 7"), some("N"), some("1"), None]);
            assert_eq!(told[1], [None, None, None, None]);
            assert_eq!(told[2], [some("--misere nim 1 1"), some("N"), None, None]);
            assert_eq!(told[3][..3], [some("nim x"), None, None]);
            assert!(
                told[3][3]
                    .as_ref()
                    .is_some_and(|why| why.contains("column 5"))
            );
            for (row, game) in told[4..].iter().zip(&many) {
                let answer = grundy::solve(&game.parse().expect("a game"), grundy::Play::Normal);
                let value = answer.value.map(|value| value.to_string());
                assert_eq!((&row[0], &row[2]), (&Some(game.clone()), &value));
            }
        }
    }

    #[test]
    fn other_files_are_refused() {
        let directory = directory("parquet-refused");
        let path = |name: &str| directory.join(name).display().to_string();
        std::fs::write(path("text.parquet"), "nim 3 5 7").expect("a file");
        written(Path::new(&path("in.parquet")), &[vec![Some("nim 1")]]);
        let lines: [&[&str]; 6] = [
            &[
                "solve",
                "--parquet",
                &path("none.parquet"),
                "-o",
                &path("out.parquet"),
            ],
            &[
                "solve",
                "--parquet",
                &path("text.parquet"),
                "-o",
                &path("out.parquet"),
            ],
            &["solve", "--parquet", &path("in.parquet")],
            &["solve", "-o", &path("out.parquet"), "-"],
            &[
                "solve",
                "--parquet",
                &path("in.parquet"),
                "-o",
                &path("out.parquet"),
                "--all",
            ],
            &[
                "solve",
                "--parquet",
                &path("in.parquet"),
                "-o",
                &path("in.parquet"),
            ],
        ];
        for line in lines {
            let Ran { out, err, exit } = run(line, b"");
            assert_eq!((&*out, exit), ("", 2), "{line:?} {err}");
            assert!(!Path::new(&path("out.parquet")).exists(), "{line:?}");
        }
        assert_eq!(told(Path::new(&path("in.parquet"))).len(), 1);
    }
}

#[test]
fn a_name_alone_is_refused_as_on_the_command_line() {
    let (answers, exit) = answers(
        b"kayles\n--misere take:1,3\nnim 3 + kayles\nkayles 3\n",
        SOLVE,
    );
    assert_eq!(exit, 2);
    for (place, name, column, example) in [
        (0, "kayles", 1, "kayles 10"),
        (1, "take:1,3", 10, "take:1,3"),
        (2, "kayles", 9, "nim 3 + kayles 10"),
    ] {
        let answer = &answers[place];
        let error = answer["error"].as_str().expect("an error");
        let told = format!("'{name}' is a game; add a position to ask about");
        assert!(error.contains(&told), "{answer}");
        assert_eq!(answer["column"], column, "{answer}");
        let shown = answer["example"].as_str().expect("an example");
        assert!(shown.starts_with(example), "{answer}");
    }
    assert_eq!(answers[3]["outcome"], "N");
}

#[test]
fn a_flag_alone_says_that_its_position_is_missing() {
    let (answers, exit) = answers(b"--misere\n  --misere # nothing\n", SOLVE);
    assert_eq!(exit, 2);
    for (answer, column) in answers.iter().zip([1, 3]) {
        let error = answer["error"].as_str().expect("an error");
        assert!(
            error.contains("stands before a position, and none follows"),
            "{answer}"
        );
        assert_eq!(answer["column"], column);
        assert_eq!(answer["play"], "misere");
    }
}

#[test]
fn a_comment_may_stand_behind_a_position() {
    let input = b"nim 3 5 # two heaps\n--misere nim 1\t# one\nnim 3 x # wrong\n";
    let (some, exit) = answers(input, SOLVE);
    assert_eq!((some.len(), exit), (3, 2));
    assert_eq!(some[0]["game"], "nim 3 5");
    assert_eq!(some[1]["play"], "misere");
    assert_eq!(some[2]["column"], 7);
    let rule = ["solve", "-", "--rule", "grid \"..\" -> \"##\""];
    let (some, exit) = answers(b"../#.\n../.. # a comment\n", &rule);
    assert_eq!((some.len(), exit), (2, 0), "{some:?}");
}
