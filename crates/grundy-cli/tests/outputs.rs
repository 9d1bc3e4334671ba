//! Files that a command writes: none in the place of another, or of what it reads; each as the user would have it.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use common::sequences::folder;

/// Runs the program within a folder.
fn run(folder: &Path, line: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.current_dir(folder).args(line).env("LC_ALL", "C");
    command.output().expect("the program")
}

/// What there is in a folder.
fn all(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("the folder");
    let mut all: Vec<_> = entries
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            (name.into_owned(), fs::read(&path).unwrap_or_default())
        })
        .collect();
    all.sort();
    all
}

/// Runs lines that must be refused with one of these words, and change nothing.
fn refused(folder: &Path, word: &str, lines: &[&str]) {
    let before = all(folder);
    for line in lines {
        let root = folder.display().to_string();
        let line: Vec<String> = line
            .split(' ')
            .map(|part| part.replace('^', &root))
            .collect();
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        let output = run(folder, &line);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line:?}: {message}");
        assert!(message.contains(word), "{line:?}: {message}");
        assert_eq!(all(folder), before, "{line:?}");
    }
}

#[test]
fn two_outputs_are_two_files() {
    let folder = folder("outputs-apart");
    fs::write(folder.join("g.txt"), "a b\nb c\n").expect("a graph");
    fs::create_dir(folder.join("within")).expect("a folder");
    #[cfg(unix)]
    std::os::unix::fs::symlink("s.u8", folder.join("link")).expect("a link");
    let mut lines = vec![
        "seq 0.106 -n 3000 -o s.u8 --checkpoint s.u8.part --every 2000",
        "seq 0.106 -n 3000 -o s.lock --checkpoint s",
        "seq 0.77 -n 1000 -o s.u8 --checkpoint ./s.u8",
        "seq 0.77 -n 1000 -o s.u8 --checkpoint ^/within/../s.u8",
        "seq 0.77 -n 1000 -o s.svg --plot ./s.svg",
        "seq 0.77 -n 1000 -o s.svg --plot ^/s.svg",
        "seq 0.77 -n 1000 -o s --plot s.part.svg --checkpoint ./s.part.svg",
        "period 0.77 --certificate k.c --checkpoint k.c",
        "period 0.77 --certificate k.c.lock --checkpoint k.c",
        "graph g.txt --workers 2 -o x --checkpoint x",
        "graph g.txt --workers 2 -o x --checkpoint within/../x",
    ];
    if cfg!(unix) {
        lines.push("seq 0.77 -n 1000 -o s.u8 --checkpoint link");
    }
    refused(
        &folder,
        "would be lost",
        &["seq 0.77 -n 9 -o s --checkpoint s"],
    );
    refused(&folder, "lost", &lines);
    // A device keeps nothing.
    if cfg!(unix) {
        let line = ["seq", "0.77", "-n", "9", "-o", "/dev/null"];
        assert!(run(&folder, &line).status.success());
    }
    // Nor is anything wrong with files that only look alike.
    let line = "seq 0.77 -n 1000 -o s.u8 --checkpoint s.u8.save --plot s.u8.svg --every 100";
    let line: Vec<&str> = line.split(' ').collect();
    assert!(run(&folder, &line).status.success());
}

#[test]
fn what_is_read_is_not_written_over() {
    let folder = folder("outputs-inputs");
    let there = [
        ("r.txt", "n -> n-k for k in {1,3}"),
        ("v.txt", "1 3"),
        ("g.txt", "a b\nb c\n"),
        ("s.lock", "n -> n-k for k in {1,3}"),
        ("s.part", "n -> n-k for k in {1,3}"),
    ];
    for (name, text) in there {
        fs::write(folder.join(name), text).expect("a file");
    }
    refused(
        &folder,
        "is read by this command",
        &[
            "seq --rule @r.txt -n 10 -o r.txt",
            "seq --rule @r.txt -n 10 -o ./r.txt",
            "seq --rule @r.txt -n 10 -o other --checkpoint r.txt --restart",
            "seq --rule @s.lock -n 10 -o other --checkpoint s",
            "seq --rule @s.part -n 10 -o s --checkpoint c",
            "table --rule @r.txt 0..10 -f csv -o r.txt",
            "table --rule n->n-v --let v=@v.txt 0..10 -f csv -o v.txt",
            "emit --rule @r.txt --to cpp -o r.txt",
            "chart --rule @r.txt 0..10 -o r.txt",
            "period --rule @r.txt --certificate r.txt",
            "period --rule @r.txt --checkpoint r.txt --resume",
            "graph g.txt -f csv -o g.txt",
            "graph ^/g.txt -f csv -o g.txt",
            "graph g.txt --workers 2 -o x --checkpoint g.txt",
        ],
    );
}

#[test]
fn only_a_checkpoint_is_begun_anew() {
    let folder = folder("outputs-restart");
    fs::write(folder.join("thesis.txt"), "Chapter one").expect("a file");
    fs::write(folder.join("empty"), "").expect("a file");
    let lines = [
        "seq 0.77 -n 100 --stats --checkpoint thesis.txt --restart",
        "seq 0.77 -n 100 -o s.u8 --checkpoint thesis.txt --restart",
    ];
    refused(&folder, "not a checkpoint of grundy seq", &lines);
    // What stands where the lock would be is not lost with it.
    fs::write(folder.join("notes.lock"), "notes").expect("a file");
    let lines = [
        "seq 0.77 -n 100 --stats --checkpoint notes",
        "period 0.77 --checkpoint notes",
        "period --atlas notes -n 10",
    ];
    refused(&folder, "needs this name for its lock", &lines);
    for _ in 0..2 {
        let line = "seq 0.77 -n 100 --stats --checkpoint empty --restart";
        let line: Vec<&str> = line.split(' ').collect();
        assert!(run(&folder, &line).status.success());
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_grow_is_told_of() {
    let folder = folder("outputs-limit");
    for line in [
        "seq 0.106 -n 300000 -o values.u8",
        "table nim 0..200 0..200 -f csv -o values.csv",
    ] {
        let mut shell = Command::new("sh");
        let call = format!("ulimit -f 8; exec \"$0\" {line}");
        shell.current_dir(&folder).env("LC_ALL", "C");
        shell.args(["-c", &call, env!("CARGO_BIN_EXE_grundy")]);
        let output = shell.output().expect("a shell");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {message}");
        assert!(
            message.contains("cannot write 'values."),
            "{line}: {message}"
        );
        assert!(!message.contains(".part"), "{line}: {message}");
        assert_eq!(all(&folder), [], "{line}");
    }
}

#[cfg(unix)]
#[test]
fn a_new_file_is_for_the_same_readers() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = folder("outputs-readers");
    symlink("later.u8", folder.join("link")).expect("a link");
    symlink("round", folder.join("round")).expect("a link");
    for line in [
        "seq 0.77 -n 100 -f u8 -o values",
        "seq 0.77 -n 100 -f u8 -o values --checkpoint save --restart",
        "table nim 0..9 0..9 -f csv -o values",
    ] {
        let line: Vec<&str> = line.split(' ').collect();
        for mode in [0o640, 0o600] {
            let path = folder.join("values");
            fs::write(&path, "old").expect("a file");
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a file");
            assert!(run(&folder, &line).status.success(), "{line:?}");
            let there = fs::metadata(&path).expect("a file").permissions();
            assert_eq!(there.mode() & 0o777, mode, "{line:?}");
        }
    }
    // A link is followed, be there a file behind it or not.
    let line = ["seq", "0.77", "-n", "100", "-f", "u8", "-o", "link"];
    assert!(run(&folder, &line).status.success());
    assert!(folder.join("link").is_symlink());
    assert_eq!(
        fs::read(folder.join("later.u8")).expect("a file").len(),
        100
    );
    refused(&folder, "round", &["seq 0.77 -n 9 -o round"]);
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_killed_run_left_goes() {
    let folder = folder("outputs-left");
    fs::write(folder.join("g.txt"), "a b\nb c\n").expect("a graph");
    for line in [
        "graph g.txt -f csv -o answers",
        "table nim 0..9 0..9 -f csv -o answers",
        "seq 0.77 -n 100 -o answers",
    ] {
        // No process has such a number.
        for name in [
            "answers.4194305.part",
            "answers.1.part",
            "other.4194305.part",
        ] {
            fs::write(folder.join(name), "half").expect("a file");
        }
        let line: Vec<&str> = line.split(' ').collect();
        assert!(run(&folder, &line).status.success(), "{line:?}");
        let names: Vec<String> = all(&folder).into_iter().map(|(name, _)| name).collect();
        let stay = ["answers", "answers.1.part", "g.txt", "other.4194305.part"];
        assert_eq!(names, stay, "{line:?}");
    }
}

#[cfg(feature = "web")]
#[test]
fn a_book_replaces_a_book_and_nothing_else() {
    let folder = folder("outputs-book");
    fs::write(folder.join("index.html"), "mine").expect("a page");
    refused(
        &folder,
        "name a new folder",
        &["docs -o .", "docs -o index.html"],
    );
    for _ in 0..2 {
        let output = run(&folder, &["docs", "-o", "book", "--json"]);
        assert!(output.status.success(), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("\"schema\":\"grundy.docs/1\""));
    }
    assert!(folder.join("book/zh/find.html").is_file());
}

#[test]
fn an_atlas_of_fewer_digits_keeps_longer_codes() {
    let folder = folder("outputs-atlas");
    let go = |digits: &str, values: &str| {
        let line = [
            "period", "--atlas", "t.tsv", "--digits", digits, "-n", values,
        ];
        assert!(run(&folder, &line).status.success(), "{digits}");
        let table = fs::read_to_string(folder.join("t.tsv")).expect("a table");
        // Without how far and how long each was computed, and the certificate of what was.
        let cells = |line: &str| {
            let cells = line.split('\t').enumerate();
            let same = cells.filter(|(column, _)| ![4, 15, 17].contains(column));
            same.map(|(_, cell)| cell).collect::<Vec<&str>>().join("\t")
        };
        table.lines().map(cells).collect::<Vec<String>>()
    };
    let longer = go("2", "1000");
    assert_eq!(longer.len(), 1 + 128);
    let again = go("1", "100");
    for (one, other) in again.iter().zip(&longer) {
        assert_eq!(one, other);
    }
    assert_eq!(again.len(), longer.len());
    fs::remove_file(folder.join("t.tsv")).expect("a table");
    // Rows of shorter codes, told of first, are those that a table of all has.
    let shorter = go("1", "1000");
    assert_eq!(shorter.len(), 1 + 16);
    for (one, other) in go("2", "1000").iter().zip(&longer) {
        assert_eq!(one, other);
    }
    let lines =
        ["0", "5", "-1", "x"].map(|digits| format!("period --atlas t.tsv --digits {digits}"));
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    refused(&folder, "not a number of digits", &lines);
}
