//! SIGTERM and SIGHUP end a run as Ctrl-C does: it says how far it was, a checkpoint is written, nothing half-written stays.
#![cfg(unix)]

mod common;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::grundy;
use common::sequences::{arguments, folder, left_over};

fn begun(folder: &Path, line: &str) -> Child {
    grundy(&arguments(folder, line))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn send(child: &Child, signal: &str) {
    let sent = Command::new("kill")
        .args([&format!("-{signal}"), &child.id().to_string()])
        .status();
    assert!(sent.expect("kill").success());
}

/// Waits until a file is there with so many bytes.
fn until(path: &Path, bytes: u64) {
    let begun = Instant::now();
    while fs::metadata(path).map_or(true, |there| there.len() < bytes) {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "{}",
            path.display()
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The exit code, and what was said.
fn ended(mut child: Child) -> (Option<i32>, String) {
    let (begun, input) = (Instant::now(), child.stdin.take());
    while child.try_wait().expect("a status").is_none() {
        if begun.elapsed() > Duration::from_secs(20) {
            child.kill().expect("an end");
            panic!("it did not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(input);
    let output = child.wait_with_output().expect("an end");
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[test]
fn a_run_that_is_ended_says_how_to_go_on() {
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let folder = folder(&format!("signal-{signal}"));
        let line = "seq 0.106 -n 1e12 -o @values.u8 --checkpoint @run.save --every 1h";
        let child = begun(&folder, line);
        until(&folder.join("values.u8.part"), 1);
        send(&child, signal);
        let (exit, told) = ended(child);
        assert_eq!(exit, Some(code), "{told}");
        assert!(told.contains("--resume continues"), "{told}");
        assert!(!folder.join("run.save.lock").exists());
        // Without a checkpoint nothing stays.
        let child = begun(&folder, "seq 0.106 -n 1e12 -o @else.u8");
        let part = folder.join(format!("else.u8.{}.part", child.id()));
        until(&part, 1);
        send(&child, signal);
        assert_eq!(ended(child).0, Some(code));
        assert!(!part.exists() && !folder.join("else.u8").exists());
    }
}

#[test]
fn an_output_that_waits_for_its_input_goes_away() {
    for (signal, code) in [("TERM", 143), ("HUP", 129)] {
        let folder = folder(&format!("signal-waits-{signal}"));
        let child = begun(&folder, "graph - -o @packed.grg");
        until(&folder.join(format!("packed.grg.{}.part", child.id())), 0);
        send(&child, signal);
        assert_eq!(ended(child).0, Some(code));
        assert_eq!(left_over(&folder), Vec::<String>::new());
    }
}

#[test]
fn what_was_to_be_ignored_is_ignored() {
    let folder = folder("signal-nohup");
    let program = env!("CARGO_BIN_EXE_grundy");
    let line = format!(
        "trap '' HUP; exec '{program}' seq 0.106 -n 1e12 -o '{0}/values.u8' --checkpoint '{0}/run.save'",
        folder.display()
    );
    let child = Command::new("sh")
        .args(["-c", &line])
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    until(&folder.join("values.u8.part"), 1);
    send(&child, "HUP");
    std::thread::sleep(Duration::from_millis(300));
    send(&child, "TERM");
    assert_eq!(ended(child).0, Some(143));
}

#[test]
fn only_one_search_and_one_atlas_go_on_with_a_file() {
    let folder = folder("signal-locks");
    for (file, line) in [
        (
            "run.save",
            "period 0.007 --checkpoint @run.save --every 50ms",
        ),
        ("atlas.tsv", "period --atlas @atlas.tsv -n 1e6 --each 60s"),
    ] {
        let child = begun(&folder, line);
        until(&folder.join(format!("{file}.lock")), 0);
        let resume = if file == "run.save" { " --resume" } else { "" };
        let other = begun(&folder, &format!("{line}{resume}"));
        let (exit, told) = ended(other);
        assert_eq!(exit, Some(2), "{told}");
        assert!(told.contains("another run"), "{told}");
        // Whatever ends the first, the lock ends with it.
        send(&child, "KILL");
        assert_eq!(ended(child).0, None);
        let next = begun(&folder, line);
        std::thread::sleep(Duration::from_millis(300));
        send(&next, "TERM");
        let (_, told) = ended(next);
        assert!(!told.contains("another run"), "{told}");
    }
}

#[test]
fn an_atlas_keeps_its_rows_when_the_time_is_over() {
    let folder = folder("atlas-late");
    let path = folder.join("atlas.tsv");
    let heading = "code\tequivalent\tshift\tstatus\tto\tperiod\tpreperiod\tsaltus\tlast_exception\tlast_value\ttheorem\tfirst\tlargest\trare\tengine\tseconds\tvalues_sha256\tcertificate_sha256";
    let row = "4.673\t0.776\t1\topen\t513\t-\t-\t-\t-\t-\t-\t2\t47\t-\tdense\t0.001\t-\t-";
    fs::write(&path, format!("{heading}\n{row}\n")).expect("a file");
    let line = "period --atlas @atlas.tsv -n 1e9 --each 60s --time 500ms";
    let (exit, told) = ended(begun(&folder, line));
    assert_eq!(exit, Some(1), "{told}");
    assert!(told.contains("it takes longer than 0.5 s"), "{told}");
    let table = fs::read_to_string(&path).expect("the table");
    assert!(table.lines().any(|line| line == row), "{table}");
}

/// A machine that is busy is played by a program that stands still: the question is late, and the others are answered.
#[test]
fn a_late_question_does_not_end_the_conversation() {
    let folder = folder("signal-late");
    let mut child = begun(&folder, "solve - --time 300ms");
    let mut input = child.stdin.take().expect("standard input");
    let lines = "cram 7x7\nnim 3 5\ncram 7x9\nnim 1 1\n";
    input.write_all(lines.as_bytes()).expect("read");
    drop(input);
    for _ in 0..2 {
        std::thread::sleep(Duration::from_millis(150));
        send(&child, "STOP");
        std::thread::sleep(Duration::from_millis(1000));
        send(&child, "CONT");
        std::thread::sleep(Duration::from_millis(100));
    }
    let output = child.wait_with_output().expect("an end");
    let (told, error) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert_eq!(output.status.code(), Some(1), "{told}{error}");
    assert_eq!(told.lines().count(), 4, "{told}{error}");
    assert!(!told.contains("interrupted"), "{told}");
    assert_eq!(
        told.matches("it takes longer than 0.3 s").count(),
        2,
        "{told}"
    );
}
