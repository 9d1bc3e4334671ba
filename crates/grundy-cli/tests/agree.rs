//! Flags that do not make one question are refused, and the refusal names both of them, in both languages.

mod common;

use common::{Ran, run, words};

/// Calls, each with the two that contradict each other, or of which one would be without effect.
const APART: &[(&str, [&str; 2])] = &[
    ("solve --tree --json nim 1 2", ["--tree=dot", "--json"]),
    (
        "solve --tree=text --json nim 1 2",
        ["--tree=text", "--json"],
    ),
    ("solve --tree --binary nim 1 2", ["--tree", "--binary"]),
    ("solve --tree --genus nim 1 2", ["--tree", "--genus"]),
    ("solve --binary --json nim 1 2", ["--binary", "--json"]),
    (
        "solve --json --format text nim 1 2",
        ["--json", "--format text"],
    ),
    (
        "solve --certificate a.boards --certificate b.boards cram 2x3",
        ["'a.boards'", "'b.boards'"],
    ),
    ("solve --time 1s --time 2s nim 1", ["'1s'", "'2s'"]),
    ("solve --tree=dot --tree=text nim 1", ["'dot'", "'text'"]),
    (
        "solve nim 1 --token-file token",
        ["--token-file", "--listen"],
    ),
    ("solve - --processes 2", ["--processes", ""]),
    (
        "solve nim 1 --json -o answer.txt --format text",
        ["--json", "--format text"],
    ),
    (
        "solve --tree=dot nim 1 -o tree.svg",
        ["tree.svg", "--tree=dot"],
    ),
    (
        "solve nim 1 --format text -o answer.json",
        ["answer.json", "--format text"],
    ),
    (
        "table nim 0..4 --json --format csv",
        ["--json", "--format csv"],
    ),
    (
        "table nim 0..4 -o table.csv --format json",
        ["table.csv", "--format json"],
    ),
    (
        "table nim 0..4 -o table.csv --json",
        ["table.csv", "--json"],
    ),
    (
        "seq kayles -o values.u8 --format u16",
        ["values.u8", "--format u16"],
    ),
    ("graph - --json --format text", ["--json", "--format text"]),
    ("graph - -o answers.csv --json", ["answers.csv", "--json"]),
    ("emit hdu1847 --to cpp -o a.py", ["a.py", "--to cpp"]),
    (
        "quotient 0.77 --svg quotient.dot",
        ["quotient.dot", "--svg"],
    ),
    (
        "find --rule 'n -> n-k for k in 1..=3' --automaton a.png",
        ["a.png", "--automaton"],
    ),
    ("games --json --format text", ["--json", "--format text"]),
    (
        "find take:1 --json --format text",
        ["--json", "--format text"],
    ),
];

#[test]
fn contradictions_are_refused_and_both_are_named() {
    for (line, named) in APART {
        for lang in ["en", "zh"] {
            let mut asked = words(line);
            asked.extend(["--lang".to_owned(), lang.to_owned()]);
            let Ran { out, err, exit } = run(&asked, b"");
            assert_eq!((exit, out.as_str()), (2, ""), "{line}: {err}");
            for name in named {
                assert!(err.contains(name), "{line}: {err}");
            }
        }
    }
}

/// The same said twice is no contradiction.
#[test]
fn the_same_may_be_said_twice() {
    for line in [
        "solve --json --format json nim 1 2",
        "solve --tree=json --json nim 1 2",
        "solve --misere --misere nim 1 2",
        "solve --time 5s --time 5s nim 1",
        "table nim 0..4 --json --format json",
        "seq kayles --json --format csv",
        "judge --list nim --json --format json",
    ] {
        let Ran { err, exit, .. } = run(&words(line), b"");
        assert_eq!(exit, 0, "{line}: {err}");
    }
}

#[test]
fn an_unknown_ending_says_which_are_known() {
    for (line, known) in [
        ("table nim 0..4 -o t.foo", "text, csv, json, svg, png"),
        (
            "seq kayles -o t.foo",
            "text, csv, u8, u16, u32, npy, parquet",
        ),
        ("solve nim 1 -o t.foo", "text, json"),
        (
            "graph - -o t.foo",
            "text, csv, jsonl, json, parquet, dot, svg, grg",
        ),
    ] {
        let Ran { err, exit, .. } = run(&words(line), b"a b\n");
        assert_eq!(exit, 2, "{line}: {err}");
        assert!(
            err.contains("t.foo") && err.contains(known),
            "{line}: {err}"
        );
    }
}

#[test]
fn a_name_that_the_rule_does_not_use_is_refused() {
    for command in ["solve", "table", "find", "seq", "quotient", "emit --to cpp"] {
        let position = match command {
            "solve" => " 5",
            "table" => " 0..5",
            _ => "",
        };
        let line =
            format!("{command} --rule 'n -> n-k for k in 1..=m' --let m=3 --let x=2{position}");
        let Ran { err, exit, .. } = run(&words(&line), b"");
        assert_eq!(exit, 2, "{line}: {err}");
        assert!(err.contains("--let gives 'x'"), "{line}: {err}");
    }
    let line = "find --rule 'n -> n-1' --for 'm in 2..6'";
    let Ran { err, exit, .. } = run(&words(line), b"");
    assert_eq!(exit, 2, "{err}");
    assert!(err.contains("does not use the parameter 'm'"), "{err}");
}

/// What has no certificate is refused before anything is answered.
#[test]
fn what_has_no_certificate_says_what_has_one() {
    for line in [
        "solve --certificate c.boards nim 1 2",
        "solve --certificate c.boards cram 2x3 + cram 2x2",
        "solve --certificate c.boards --misere cram 2x3",
        "solve --certificate c.boards sprouts 2",
    ] {
        let Ran { out, err, exit } = run(&words(line), b"");
        assert_eq!((exit, out.as_str()), (2, ""), "{line}: {err}");
        assert!(
            err.contains("there is no certificate of this value"),
            "{line}: {err}"
        );
        assert!(
            err.contains("Cram, Node Kayles or Arc Kayles"),
            "{line}: {err}"
        );
    }
}
