//! The program among others: pipes, signals, colours, files.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use common::{grundy, run, spawned};

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    for arguments in [
        &["solve", "-"][..],
        &["table", "nim", "0..300000"],
        &["completions", "bash"],
        &["solve", "nim", "3"],
    ] {
        let mut child = grundy(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let mut input = child.stdin.take().expect("standard input");
        let _ = input.write_all("nim 3 5 7\n".repeat(20_000).as_bytes());
        drop(input);
        let output = child.wait_with_output().expect("an end");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

#[test]
fn colours_only_where_they_are_wanted() {
    let plain = run(&["solve", "nim", "3", "5", "7"], b"");
    assert!(!plain.out.contains('\u{1b}'));
    let coloured = |variable: &str| {
        let output = grundy(&["solve", "nim", "3", "5", "7"])
            .env(variable, "1")
            .output()
            .expect("a run");
        String::from_utf8_lossy(&output.stdout).contains('\u{1b}')
    };
    assert!(coloured("CLICOLOR_FORCE"));
    assert!(!coloured("NO_COLOR"));
}

#[test]
fn the_locale_chooses_the_language() {
    let message = |variables: &[(&str, &str)]| {
        let output = grundy(&["solve", "nim", "1"])
            .envs(variables.iter().copied())
            .output()
            .expect("a run");
        let is_chinese = String::from_utf8_lossy(&output.stdout).contains("先手必胜");
        if is_chinese { "zh" } else { "en" }
    };
    assert_eq!(message(&[]), "en");
    assert_eq!(message(&[("LANG", "zh_CN.UTF-8")]), "zh");
    assert_eq!(message(&[("LANG", "zh_CN.UTF-8"), ("LC_ALL", "C")]), "en");
    assert_eq!(
        message(&[("LC_ALL", ""), ("LC_MESSAGES", "zh_TW"), ("LANG", "de")]),
        "zh"
    );
}

#[cfg(unix)]
fn press_ctrl_c(child: &std::process::Child) {
    let sent = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill");
    assert!(sent.success());
}

#[cfg(unix)]
fn ends_within(child: &mut std::process::Child, time: Duration) -> Option<i32> {
    let begun = Instant::now();
    while begun.elapsed() < time {
        if let Some(status) = child.try_wait().expect("a status") {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("an end");
    panic!("Ctrl-C did not stop it");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_program_that_waits() {
    let mut child = spawned(&["solve", "-"]);
    let mut questions = child.stdin.take().expect("standard input");
    writeln!(questions, "nim 5").expect("a question");
    let mut answer = String::new();
    let mut answers = BufReader::new(child.stdout.take().expect("standard output"));
    answers.read_line(&mut answer).expect("an answer");
    std::thread::sleep(Duration::from_millis(50));
    press_ctrl_c(&child);
    assert_eq!(ends_within(&mut child, Duration::from_secs(5)), Some(130));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_game_that_awaits_a_line() {
    let mut child = spawned(&["play", "nim", "3", "5", "--seed", "1"]);
    let mut out = BufReader::new(child.stdout.take().expect("standard output"));
    let mut line = String::new();
    while !line.starts_with("Your move") {
        line.clear();
        assert!(out.read_line(&mut line).expect("a line") > 0);
    }
    std::thread::sleep(Duration::from_millis(50));
    press_ctrl_c(&child);
    assert_eq!(ends_within(&mut child, Duration::from_secs(5)), Some(130));
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_search() {
    let long = [
        "solve",
        "--misere",
        "cram",
        "8x9",
        "--time",
        "none",
        "--positions",
        "1T",
        "--memory",
        "1G",
    ];
    let mut child = spawned(&long);
    std::thread::sleep(Duration::from_millis(400));
    press_ctrl_c(&child);
    assert_eq!(ends_within(&mut child, Duration::from_secs(10)), Some(130));
}

#[test]
fn a_file_is_complete_or_not_there() {
    let folder = folder("files");
    let file = folder.join("table.csv");
    let path = file.to_str().expect("UTF-8");
    let ran = run(&["table", "nim", "0..3", "-o", path], b"");
    assert_eq!((ran.exit, ran.out.as_str()), (0, ""));
    let text = fs::read_to_string(&file).expect("the file");
    assert_eq!(text, "n,value,outcome\n0,0,P\n1,1,N\n2,2,N\n");
    // A folder cannot be replaced by a file.
    let taken = folder.join("taken");
    fs::create_dir(&taken).expect("a folder");
    let ran = run(
        &["table", "nim", "0..3", "-o", taken.to_str().expect("UTF-8")],
        b"",
    );
    assert_eq!(ran.exit, 2, "{}", ran.err);
    assert_eq!(
        fs::read_dir(&folder).expect("the folder").count(),
        2,
        "nothing is left behind"
    );
}

#[cfg(unix)]
#[test]
fn devices_and_links_stay_what_they_are() {
    let folder = folder("links");
    let (file, link) = (folder.join("file.csv"), folder.join("link.csv"));
    fs::write(&file, "old").expect("a file");
    std::os::unix::fs::symlink(&file, &link).expect("a link");
    let device = PathBuf::from("/dev/null");
    for path in [&link, &device] {
        let ran = run(
            &[
                "table",
                "nim",
                "0..1",
                "-f",
                "csv",
                "-o",
                path.to_str().expect("UTF-8"),
            ],
            b"",
        );
        assert_eq!(ran.exit, 0, "{}", ran.err);
    }
    assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
    let text = fs::read_to_string(&file).expect("the file");
    assert_eq!(text, "n,value,outcome\n0,0,P\n");
    assert!(!fs::metadata(&device).expect("the device").is_file());
}

#[test]
fn cells_beyond_the_budget_are_marked() {
    let ran = run(
        &[
            "table",
            "--misere",
            "king",
            "7..9",
            "7..9",
            "--positions",
            "20",
        ],
        b"",
    );
    assert_eq!(ran.exit, 1, "{}", ran.out);
    assert!(ran.out.contains("?"), "{}", ran.out);
    assert!(ran.err.contains("4 of 4 cells are unknown"), "{}", ran.err);
}

#[test]
fn positions_may_stand_in_files() {
    let file = folder("positions").join("nothing.txt");
    fs::write(&file, [0xff, 0xfe]).expect("a file");
    let word = format!("@{}", file.display());
    let ran = run(&["solve", "nim", &word], b"");
    assert_eq!(ran.exit, 2, "{}", ran.err);
}

#[test]
fn scripts_and_pages_are_made_for_every_shell_and_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = run(&["completions", shell], b"");
        assert_eq!(ran.exit, 0);
        assert!(ran.out.contains("positions"), "{shell}");
    }
    for command in [
        "solve",
        "table",
        "judge",
        "games",
        "completions",
        "man",
        "help",
    ] {
        let ran = run(&["man", command], b"");
        assert_eq!(ran.exit, 0);
        assert!(
            ran.out.contains(&format!(".TH grundy-{command} 1")),
            "{}",
            ran.out
        );
        assert!(ran.out.contains(".SH NAME"));
        let chinese = run(&["man", command, "--lang", "zh"], b"");
        assert!(chinese.out.contains(".SH 名称"));
        for lang in ["en", "zh"] {
            assert_eq!(run(&["help", command, "--lang", lang], b"").exit, 0);
            assert_eq!(run(&[command, "--help", "--lang", lang], b"").exit, 0);
        }
    }
    assert_eq!(run(&["man"], b"").exit, 0);
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let ran = run(&[OsStr::new("solve"), OsStr::from_bytes(b"\xff\xfe")], b"");
    assert_eq!(ran.exit, 2, "{}", ran.err);
}

/// From a pipe, a file named or redirected, by one thread or two: the same answers; and what was answered before an
/// error stands.
#[test]
fn contest_inputs_come_as_files_and_pipes() {
    let folder = folder("judge");
    let mut input = String::from("30000\n");
    for case in 0..30_000u32 {
        let heaps: Vec<String> = (0..case % 40)
            .map(|place| (case * place % 97).to_string())
            .collect();
        input += &format!("{}\n{}\n", heaps.len(), heaps.join(" "));
    }
    for (name, text, exit) in [
        ("whole.txt", input.as_str(), 0),
        ("cut.txt", &input[..input.len() - 3], 2),
        ("odd.txt", &input.replacen("\n39\n", "\n39\nx ", 700), 2),
    ] {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        let file = path.to_str().expect("a plain path");
        let piped = run(&["judge", "nyoj585"], text.as_bytes());
        assert_eq!(piped.exit, exit, "{}", piped.err);
        assert!(piped.out.lines().count() > 30);
        for threads in ["1", "2"] {
            let named = run(&["judge", "nyoj585", file, "--threads", threads], b"");
            assert_eq!(
                (&named.out, &named.err, named.exit),
                (&piped.out, &piped.err, exit)
            );
            let redirected = grundy(&["judge", "nyoj585", "--threads", threads])
                .stdin(fs::File::open(&path).expect("the file"))
                .output()
                .expect("the program runs");
            assert_eq!(String::from_utf8_lossy(&redirected.stdout), piped.out);
            assert_eq!(String::from_utf8_lossy(&redirected.stderr), piped.err);
        }
    }
}

/// Answers appear while more input is awaited.
#[test]
fn contest_inputs_may_be_typed() {
    let mut child = spawned(&["judge", "nyoj585"]);
    let mut input = child.stdin.take().expect("standard input");
    let mut answers = BufReader::new(child.stdout.take().expect("standard output"));
    for (typed, answer) in [
        ("3\n2\n1 1\n", "HRDV\n"),
        ("1\n5\n", "PIAOYI\n"),
        ("2 7 7\n", "HRDV\n"),
    ] {
        input.write_all(typed.as_bytes()).expect("a reader");
        input.flush().expect("a reader");
        let mut line = String::new();
        answers.read_line(&mut line).expect("an answer");
        assert_eq!(line, answer);
    }
    drop(input);
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}
