//! `grundy graph` as a process: the same graph in every form and by every engine has the same answers; what is wrong is
//! told with its place and leaves nothing behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Directory {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("graphs-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a scratch directory");
        Directory(path)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), content).expect("a scratch file");
    }

    fn run(&self, arguments: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_grundy"))
            .arg("graph")
            .args(arguments.split(' '))
            .current_dir(&self.0)
            .env("LANG", "C")
            .output()
            .expect("the program runs")
    }

    /// Standard output of a call that answers.
    fn told(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments}: {error}");
        String::from_utf8(output.stdout).expect("text")
    }

    fn files(&self) -> usize {
        fs::read_dir(&self.0).expect("the directory").count()
    }
}

/// A plain generator of pseudo-random numbers (SplitMix64; Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % bound
    }
}

/// A list of edges: mostly to smaller numbers, some back, the numbers scattered.
fn edges(vertices: u64, count: u64, back: u64) -> String {
    let mut random = Random(vertices + back);
    let name = |place: u64| place * 7919 % vertices;
    let mut text = String::new();
    for _ in 0..count {
        let (one, other) = (random.below(vertices), random.below(vertices));
        let (mut from, mut to) = (one.max(other), one.min(other));
        if from == to {
            continue;
        }
        if random.below(100) < back {
            (from, to) = (to, from);
        }
        text += &format!("{} {}\n", name(from), name(to));
    }
    text
}

#[test]
fn every_engine_tells_the_same() {
    let directory = Directory::new("engines");
    for back in [0, 3, 50] {
        directory.write("edges.txt", edges(3000, 9000, back));
        for play in ["", " --misere"] {
            let whole = directory.told(&format!("edges.txt{play} --format csv"));
            assert!(whole.lines().count() > 2900);
            let one = directory.told(&format!("edges.txt{play} --format csv --threads 1"));
            assert_eq!(one, whole);
            let files = directory.told(&format!(
                "edges.txt{play} --format csv --memory 1M --scratch ."
            ));
            assert_eq!(files, whole, "back {back}{play}");
            #[cfg(feature = "cluster")]
            {
                let _ = fs::remove_dir_all(directory.0.join("out"));
                directory.told(&format!("edges.txt{play} --workers 2 -o out --format csv"));
                let parts = fs::read_to_string(directory.0.join("out/part-00000.csv"));
                assert_eq!(parts.expect("the only part"), whole, "back {back}{play}");
            }
        }
    }
}

#[test]
fn every_form_tells_the_same() {
    let directory = Directory::new("forms");
    directory.write("edges.txt", "a b\na c\nb-c-d\nc c\ne\n");
    directory.write("table.csv", "from,to\na,b\na,c\nb,c\nc,d\nc,c\ne,\n");
    directory.write("table.tsv", "from\tto\na\tb\na\tc\nb\tc\nc\td\nc\tc\ne\t\n");
    directory.write(
        "graph.dot",
        "digraph { a -> {b c}; b -> c -> d; c -> c; e }",
    );
    directory.write(
        "graph.json",
        r#"{"directed":true,"nodes":[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"},{"id":"e"}],
            "links":[{"source":"a","target":"b"},{"source":"a","target":"c"},{"source":"b","target":"c"},
                     {"source":"c","target":"d"},{"source":"c","target":"c"}]}"#,
    );
    directory.write(
        "graph.graphml",
        "<graphml><graph edgedefault=\"directed\"><node id=\"a\"/><node id=\"b\"/><node id=\"c\"/><node id=\"d\"/><node id=\"e\"/>\
         <edge source=\"a\" target=\"b\"/><edge source=\"a\" target=\"c\"/><edge source=\"b\" target=\"c\"/>\
         <edge source=\"c\" target=\"d\"/><edge source=\"c\" target=\"c\"/></graph></graphml>",
    );
    let sorted = |text: String| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let expected = sorted(directory.told("edges.txt --format csv"));
    assert_eq!(
        expected,
        [
            "a,N,inf{0},3,b",
            "b,P,0,2,c",
            "c,N,inf{0},1,d",
            "d,P,0,0,",
            "e,P,0,0,",
            "vertex,outcome,value,remoteness,move"
        ]
        .map(str::to_owned)
        .to_vec()
    );
    directory.told("edges.txt -o graph.grg");
    for form in [
        "table.csv",
        "table.tsv",
        "graph.dot",
        "graph.json",
        "graph.graphml",
        "graph.grg",
    ] {
        assert_eq!(
            sorted(directory.told(&format!("{form} --format csv"))),
            expected,
            "{form}"
        );
    }
    let lines = directory.told("edges.txt --format jsonl");
    assert!(lines.contains(
        r#"{"vertex":"c","outcome":"N","value":{"infinite":[0]},"remoteness":1,"move":"d"}"#
    ));
}

#[test]
fn what_is_wrong_is_told_and_leaves_nothing() {
    let directory = Directory::new("wrong");
    directory.write("wrong.txt", "a b\na b c\n");
    directory.write("twice.json", r#"{"nodes":["a","a"],"links":[]}"#);
    directory.write("unknown.json", r#"{"nodes":["a"],"links":[["a","b"]]}"#);
    directory.write("good.txt", "a b\nb c\n");
    directory.told("good.txt -o good.grg");
    let packed = fs::read(directory.0.join("good.grg")).expect("just written");
    directory.write("cut.grg", &packed[..packed.len() - 1]);
    let files = directory.files();
    for (call, part) in [
        ("wrong.txt", "line 2, column 5"),
        ("wrong.txt -o answers.csv", "line 2, column 5"),
        (
            "twice.json -o answers.parquet",
            if cfg!(feature = "parquet") {
                "'a'"
            } else {
                "'parquet'"
            },
        ),
        ("unknown.json -o answers.jsonl", "'b'"),
        ("cut.grg -o answers.csv", "cut.grg"),
        ("nowhere.txt", "nowhere.txt"),
        ("good.txt --at nobody", "nobody"),
        ("good.txt --columns value,colour", "colour"),
        ("good.txt --misere --columns value", "values"),
        ("good.txt --format parquet", "-o"),
        ("good.txt --threads 0", "--threads"),
        ("good.txt --patience 3s", "--workers"),
        ("good.txt -o no/such/directory.csv", "no/such/directory.csv"),
    ] {
        let output = directory.run(call);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{call}: {error}");
        assert!(error.contains(part), "{call}: {error}");
        assert_eq!(directory.files(), files, "{call} left a file behind");
    }
}

#[test]
fn nothing_and_next_to_nothing() {
    let directory = Directory::new("nothing");
    directory.write("empty.txt", "");
    directory.write("one.txt", "a\n");
    assert!(directory.told("empty.txt").contains("0 vertices, 0 edges"));
    assert!(directory.told("one.txt").contains("1 vertex, 0 edges"));
    for (file, is_empty) in [("empty.txt", true), ("one.txt", false)] {
        let error = String::from_utf8(directory.run(file).stderr).expect("text");
        assert_eq!(
            error.contains("the graph has no vertices"),
            is_empty,
            "{error}"
        );
    }
    assert_eq!(
        directory.told("empty.txt --format csv"),
        "vertex,outcome,value,remoteness,move\n"
    );
    assert_eq!(
        directory.told("one.txt --format csv"),
        "vertex,outcome,value,remoteness,move\na,P,0,0,\n"
    );
    assert!(directory.told("empty.txt --format svg").contains("</svg>"));
    assert!(directory.told("one.txt --steps").contains("round 0"));
    directory.told("empty.txt --steps");
}

/// The line that contest problems write before the edges: by every engine, and as it is told.
#[test]
fn a_contest_header_is_no_edge() {
    let directory = Directory::new("header");
    let edges = edges(300, 900, 2);
    let all: String = (0..300).map(|vertex| format!("{vertex}\n")).collect();
    let line = format!("300 {}", edges.lines().count());
    directory.write("plain.txt", format!("{edges}{all}"));
    directory.write("headed.txt", format!("{line}\n{edges}"));
    for play in ["", " --misere"] {
        for how in ["", " --memory 20K --scratch .", " --threads 1"] {
            let call = |file: &str| format!("{file}{play}{how} --format csv");
            let plain = directory.told(&call("plain.txt"));
            let headed = directory.run(&call("headed.txt"));
            let note = String::from_utf8_lossy(&headed.stderr);
            assert!(
                note.contains(&format!("the first line, '{line}'")),
                "{how}: {note}"
            );
            assert_eq!(String::from_utf8_lossy(&headed.stdout), plain, "{how}");
        }
        let plain = directory.told(&format!("plain.txt{play} --format csv"));
        for workers in 1..=3 {
            let out = format!("out{workers}");
            if cfg!(not(feature = "cluster")) {
                break;
            }
            directory.told(&format!(
                "headed.txt{play} --workers {workers} -o {out} --format csv"
            ));
            let mut rows: Vec<String> = Vec::new();
            for part in fs::read_dir(directory.0.join(&out)).expect("answers") {
                let path = part.expect("a part").path();
                if path.extension().is_some_and(|ending| ending == "csv") {
                    let part = fs::read_to_string(path).expect("a part");
                    rows.extend(part.lines().skip(1).map(str::to_owned));
                }
            }
            let mut expected: Vec<String> = plain.lines().skip(1).map(str::to_owned).collect();
            let key = |row: &String| {
                row.split(',')
                    .next()
                    .and_then(|name| name.parse::<u32>().ok())
            };
            rows.sort_by_key(key);
            expected.sort_by_key(key);
            assert_eq!(rows, expected, "{workers} workers{play}");
            fs::remove_dir_all(directory.0.join(out)).expect("answers");
        }
    }
    directory.write("three.txt", "3 2\n1 2\n2 3\n");
    assert!(directory.told("three.txt --header no --at 3").contains("D"));
    assert!(
        directory
            .told("three.txt --header auto --at 3")
            .contains("(P-position)")
    );
    for (how, line) in [
        ("auto", serde_json::json!("3 2")),
        ("no", serde_json::Value::Null),
    ] {
        for at in ["", " --at 3", " --at 3 --at 2", " --at 3 --at 2 --misere"] {
            let told = directory.told(&format!("three.txt --header {how}{at} --json"));
            let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
            assert_eq!(told.get("header"), Some(&line), "{how}{at}");
        }
    }
    let refused = directory.run("three.txt --header yes --workers 2 -o out");
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(
        directory.run("three.txt --game graph --at 1").status.code(),
        Some(0)
    );
}

/// One schema whatever the play: that of a position on a graph.
#[test]
fn positions_have_one_schema() {
    let directory = Directory::new("schema");
    directory.write("roads.txt", "a b\nb c\nc a\nc d\nb d\nx%20y a\n");
    for play in ["", " --misere"] {
        for at in [
            "--at b",
            "--at b --at c",
            "--at b --at c --at d",
            "--at x%20y --at b",
        ] {
            let told = directory.told(&format!("roads.txt {at}{play} --json"));
            let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
            let keys: Vec<&str> = told
                .as_object()
                .expect("an object")
                .keys()
                .map(String::as_str)
                .collect();
            let promised = [
                "complete",
                "header",
                "moves",
                "outcome",
                "play",
                "remoteness",
                "schema",
                "tokens",
                "value",
            ];
            let mut sorted = keys.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, promised, "{at}{play}");
            assert_eq!(told["schema"], "grundy.graph/1", "{at}{play}");
            let moves = told["moves"].as_array().expect("moves");
            match told["outcome"].as_str() {
                Some("N") => assert!(!moves.is_empty(), "{told}"),
                Some("P") => assert!(moves.is_empty(), "{told}"),
                _ => {}
            }
            for step in moves {
                let token = step["token"].as_u64().expect("a token") as usize;
                assert_eq!(step["from"], told["tokens"][token]["vertex"], "{told}");
                assert!(step["to"].is_string(), "{told}");
            }
        }
    }
}

/// The moves of a single token: those of the same graph in the notation, whichever play; from scratch files it is told
/// that there may be more.
#[test]
fn all_winning_moves_of_a_token_are_told() {
    let directory = Directory::new("moves");
    let mut random = Random(5);
    let mut several = 0;
    for round in 0..24 {
        let (vertices, back) = (5 + random.below(4), if round % 2 == 0 { 0 } else { 30 });
        let mut list: Vec<(u64, u64)> = Vec::new();
        for _ in 0..2 * vertices {
            let (one, other) = (random.below(vertices), random.below(vertices));
            let turned = random.below(100) < back;
            if one != other {
                let (low, high) = (one.min(other), one.max(other));
                list.push(if turned { (low, high) } else { (high, low) });
            }
        }
        let top = list.iter().map(|edge| edge.0).max().expect("an edge");
        let file: String = list.iter().map(|(a, b)| format!("{a} {b}\n")).collect();
        directory.write("some.txt", file);
        let inline: Vec<String> = list.iter().map(|(a, b)| format!("{a}-{b}")).collect();
        let inline = format!("graph:{}", inline.join(","));
        for play in ["", " --misere"] {
            let call = format!("some.txt --header no --at {top} --json{play}");
            let told: serde_json::Value =
                serde_json::from_str(&directory.told(&call)).expect("JSON");
            assert_eq!(told["complete"], true, "{told}");
            let solved = Command::new(env!("CARGO_BIN_EXE_grundy"))
                .args(["solve", "--json", "--all"])
                .args(play.split_whitespace())
                .args([inline.as_str(), &top.to_string()])
                .output()
                .expect("the program runs");
            let solved: serde_json::Value = serde_json::from_slice(&solved.stdout).expect("JSON");
            assert_eq!(told["outcome"], solved["outcome"], "{inline} {top}{play}");
            if told["outcome"] == "N" {
                let moves = told["moves"].as_array().expect("moves");
                assert_eq!(solved["winning_moves"], moves.len(), "{inline} {top}{play}");
                several += usize::from(moves.len() > 1);
            }
        }
    }
    assert!(several >= 5, "{several} positions with more than one");

    directory.write("large.txt", format!("{}s 0\ns t\n", edges(3000, 9000, 0)));
    let text = directory.told("large.txt --at s --memory 1M --scratch .");
    let told = directory.told("large.txt --at s --memory 1M --scratch . --json");
    assert!(text.contains("A quickest winning move"), "{text}");
    assert!(text.contains("there may be other such moves"), "{text}");
    assert!(told.contains("\"complete\":false"), "{told}");
    let whole = directory.told("large.txt --at s");
    assert!(
        whole.contains("Winning move") && !whole.contains("other such moves"),
        "{whole}"
    );
}
