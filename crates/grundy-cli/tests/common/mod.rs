//! Runs the program in an environment that is the same everywhere.

#![allow(dead_code, reason = "each test file uses what it needs")]

pub(crate) mod hostile;
pub(crate) mod made;
pub(crate) mod questions;
pub(crate) mod sequences;
pub(crate) mod server;

use std::io::Write;
use std::process::{Child, Command, Stdio};

/// What a run printed and how it ended.
pub(crate) struct Ran {
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
    /// The exit code; 255 where a signal ended it.
    pub(crate) exit: i32,
}

/// The program with its arguments.
pub(crate) fn grundy<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(arguments).env("COLUMNS", "100");
    for variable in [
        "LC_ALL",
        "LC_MESSAGES",
        "LANG",
        "NO_COLOR",
        "CLICOLOR_FORCE",
    ] {
        command.env_remove(variable);
    }
    command
}

/// The program with all its streams in our hands.
pub(crate) fn spawned<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Child {
    grundy(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Runs it to its end.
pub(crate) fn run<S: AsRef<std::ffi::OsStr>>(arguments: &[S], input: &[u8]) -> Ran {
    let mut child = spawned(arguments);
    let mut stdin = child.stdin.take().expect("standard input");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // Whoever does not read its input closes it.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    let exit = output.status.code().unwrap_or(255);
    assert!(
        exit != 101,
        "a panic: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ran {
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
        exit,
    }
}

/// The words of a call; single quotes hold blanks together.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quoted, mut begun) = (String::new(), false, false);
    for character in line.chars() {
        match character {
            '\'' => (quoted, begun) = (!quoted, true),
            ' ' if !quoted => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            other => {
                word.push(other);
                begun = true;
            }
        }
    }
    if begun {
        words.push(word);
    }
    words
}
