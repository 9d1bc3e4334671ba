//! What the command line prints, word for word, in both languages.
//!
//! A file in `tests/golden` holds calls, each followed by what it reads (`<`), prints (`|`), complains (`!`) and exits
//! with (`=`). `GRUNDY_GOLDEN=write cargo test -p grundy-cli --test golden` writes the files anew; look at the
//! difference before keeping it.

mod common;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use common::{Ran, run, words};

/// One call with its input.
struct Call {
    line: String,
    input: Vec<String>,
}

fn calls(text: &str) -> Vec<Call> {
    let mut calls: Vec<Call> = Vec::new();
    for line in text.lines() {
        if let Some(line) = line.strip_prefix("$ grundy") {
            calls.push(Call {
                line: line.trim().to_owned(),
                input: Vec::new(),
            });
        } else if let (Some(input), Some(call)) = (line.strip_prefix("< "), calls.last_mut()) {
            call.input.push(input.to_owned());
        }
    }
    calls
}

fn transcript(call: &Call) -> String {
    let input: String = call.input.iter().map(|line| format!("{line}\n")).collect();
    let Ran { out, err, exit } = run(&words(&call.line), input.as_bytes());
    let out = without_seconds(&out);
    let mut text = format!("$ grundy {}\n", call.line);
    for (mark, lines) in [("<", &input), ("|", &out), ("!", &err)] {
        for line in lines.lines() {
            let _ = writeln!(text, "{}", format!("{mark} {line}").trim_end());
        }
    }
    let _ = writeln!(text, "= {exit}\n");
    text
}

/// JSON without what differs from run to run: how long it took.
fn without_seconds(out: &str) -> String {
    let mut pieces = out.split("\"seconds\":");
    let mut kept = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        kept.push_str("\"seconds\":0");
        kept.push_str(
            piece.trim_start_matches(|digit: char| digit == '.' || digit.is_ascii_digit()),
        );
    }
    kept
}

fn check(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name);
    let expected = fs::read_to_string(&path).expect("a golden file");
    let calls = calls(&expected);
    assert!(!calls.is_empty(), "{name} holds no call");
    let told: String = calls.iter().map(transcript).collect();
    let told = format!("{}\n", told.trim_end());
    if std::env::var_os("GRUNDY_GOLDEN").is_some_and(|value| value == "write") {
        fs::write(&path, told).expect("a writable golden file");
        return;
    }
    for (line, (told, expected)) in told.lines().zip(expected.lines()).enumerate() {
        assert_eq!(told, expected, "{name}, line {}", line + 1);
    }
    assert_eq!(told, expected, "{name}");
}

/// What people asked.
#[test]
fn asked() {
    check("asked.txt");
    check("asked.zh.txt");
}

#[test]
fn emit() {
    check("emit.txt");
}

#[test]
fn play() {
    check("play.txt");
    check("play.zh.txt");
}

/// Every object of the contract, byte for byte. The program that is checked is a shell command.
#[cfg(unix)]
#[test]
fn json() {
    check("json.txt");
}

#[test]
fn rules() {
    check("rules.txt");
}

/// Rules on words, grids and graphs. The programs that are checked are shell commands.
#[cfg(unix)]
#[test]
fn kinds() {
    check("kinds.txt");
    check("kinds.zh.txt");
}

#[test]
fn solve() {
    check("solve.txt");
}

/// The programs that are checked are shell commands.
#[cfg(unix)]
#[test]
fn checks_and_rules() {
    check("check.txt");
}

#[test]
fn quotients() {
    check("quotient.txt");
    check("quotient.zh.txt");
}

#[test]
fn solve_in_chinese() {
    check("solve.zh.txt");
}

#[test]
fn errors() {
    check("errors.txt");
}

#[test]
fn errors_in_chinese() {
    check("errors.zh.txt");
}

#[test]
fn tables() {
    check("table.txt");
}

#[test]
fn state_graphs() {
    check("tree.txt");
}

#[test]
fn moves() {
    check("moves.txt");
}

#[test]
fn judges_and_games() {
    check("judge.txt");
}

#[test]
fn sequences() {
    check("sequences.txt");
}

#[test]
fn help() {
    check("help.txt");
}
