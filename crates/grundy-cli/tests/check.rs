//! `grundy check` on programs that are right, wrong, slow, broken, silent or not there. The programs are shell commands.

#![cfg(unix)]

mod common;

use common::{Ran, run, spawned};
use std::time::{Duration, Instant};

/// A program for single heaps: `answer` is what awk prints for the number n.
fn heaps(answer: &str) -> String {
    format!("awk '{{ n = $1; {answer} }}'")
}

fn check(arguments: &[&str], command: &str) -> Ran {
    let mut all = vec!["check"];
    all.extend_from_slice(arguments);
    all.extend(["--cmd", command]);
    run(&all, b"")
}

/// The report as JSON.
fn report(arguments: &[&str], command: &str) -> (serde_json::Value, i32) {
    let mut all = arguments.to_vec();
    all.push("--json");
    let Ran { out, err, exit } = check(&all, command);
    let json = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}"));
    (json, exit)
}

const KIKI: &str = r#"print n % 3 ? "Kiki" : "Cici""#;

#[test]
fn a_right_program_passes() {
    let Ran { out, err, exit } = check(&["hdu1847"], &heaps(KIKI));
    assert_eq!((exit, err.as_str()), (0, ""), "{out}");
    assert!(
        out.starts_with("All cases agree: 9")
            && out.ends_with(" (seed 1)\nTried with numbers up to 1000.\n"),
        "{out}"
    );
    let (json, exit) = report(&["hdu1847", "--cases", "300", "--seed", "9"], &heaps(KIKI));
    assert_eq!(exit, 0);
    assert_eq!(json["schema"], "grundy.check/1");
    assert_eq!(
        (&json["verdict"], &json["cases"]),
        (&"agree".into(), &300.into())
    );
    // Blanks and line ends do not matter.
    let spaced = heaps(r#"printf "\r\n  %s \n\n", n % 3 ? "Kiki" : "Cici""#);
    assert_eq!(check(&["hdu1847", "--cases", "300"], &spaced).exit, 0);
}

/// The values for takes of 1, 3 and 4 repeat after 7, not after 4.
#[test]
fn the_least_case_is_told() {
    let program = r#"awk 'NR > 1 && NR % 2 { x = 0; for (i = 1; i <= NF; i++) x += $i % 4 == 0 ? 0 : 1; print x % 2 ? "first" : "second" }'"#;
    let rule = "n -> n-k for k in {1,3,4}";
    let (json, exit) = report(&["cses1098", "--rule", rule], program);
    assert_eq!(exit, 1);
    assert_eq!(json["verdict"], "wrong");
    assert_eq!(json["input"], "1\n1\n2\n");
    assert_eq!(
        (&json["expected"], &json["got"]),
        (&"second\n".into(), &"first\n".into())
    );
    assert_eq!(
        json["positions"][0]["game"],
        "rule 'n -> n-k for k in {1,3,4}' 2"
    );
    assert_eq!(json["positions"][0]["outcome"], "P");
    let Ran { out, exit, .. } = check(&["cses1098", "--rule", rule], program);
    assert_eq!(exit, 1);
    assert!(
        out.starts_with("Wrong answer\n") && out.contains("    1\n    1\n    2\n"),
        "{out}"
    );
    assert!(
        out.contains("The player to move loses (P-position), Grundy value 0"),
        "{out}"
    );
}

/// Wrong only from a number on, that no small case reaches: it is made smaller to just that number.
#[test]
fn a_failing_case_becomes_small() {
    let wrong = r#"print n % 3 && n < 417 ? "Kiki" : "Cici""#;
    let (json, _) = report(&["hdu1847", "--cases", "400"], &heaps(wrong));
    assert_eq!(json["input"], "418\n");
    // Rows go as well: it is wrong where some heap is 12 or more.
    let wrong = r#"awk 'NR > 1 && NR % 2 { x = 0; for (i = 1; i <= NF; i++) { if ($i > 11) { x = 99; break } a = $i; p = 1; y = 0; b = x; while (a || b) { if (a % 2 != b % 2) y += p; a = int(a / 2); b = int(b / 2); p *= 2 } x = y } print x ? "PIAOYI" : "HRDV" }'"#;
    let (json, exit) = report(&["nyoj585", "--cases", "800"], wrong);
    assert_eq!((exit, &json["verdict"]), (1, &"wrong".into()));
    assert_eq!(json["input"], "1\n2\n12 12\n");
}

/// A program that forgets to forget: wrong only from the second case on.
#[test]
fn cases_that_need_each_other_stay() {
    let wrong = r#"awk '{ x = x || $1 > 5; print $1 % 3 && !(x && $1 < 3) ? "Kiki" : "Cici" }'"#;
    let (json, exit) = report(&["hdu1847"], wrong);
    assert_eq!(exit, 1);
    assert_eq!(json["input"], "6\n1\n");
}

#[test]
fn what_programs_do_wrong() {
    for (command, verdict, exit) in [
        ("sleep 100", "timeout", serde_json::Value::Null),
        ("sleep 100 & wait", "timeout", serde_json::Value::Null),
        ("yes", "too-much-output", serde_json::Value::Null),
        ("true", "wrong", serde_json::Value::Null),
        ("cat > /dev/null; exit 3", "crash", 3.into()),
        ("kill -9 $$", "crash", (-9).into()),
    ] {
        let begun = Instant::now();
        let time = if verdict == "timeout" { "200ms" } else { "20s" };
        let (json, code) = report(&["leetcode292", "--limit-time", time], command);
        assert_eq!((&json["verdict"], code), (&verdict.into(), 1), "{command}");
        assert_eq!(json["exit"], exit, "{command}");
        assert_eq!(json["input"], "1\n", "{command}");
        assert!(begun.elapsed() < Duration::from_secs(10), "{command}");
    }
    let (json, _) = report(&["leetcode292"], "echo bad luck >&2; exit 1");
    assert_eq!(json["stderr"], "bad luck\n");
}

/// What counts is how long a program works, not how long it lasts: on a machine with other things to do everything lasts.
#[test]
#[cfg(target_os = "linux")]
fn waiting_is_not_work() {
    let waits = format!("sleep 0.6; {}", heaps(KIKI));
    let limit = ["hdu1847", "--cases", "20", "--limit-time", "300ms"];
    let (json, exit) = report(&limit, &waits);
    assert_eq!((exit, &json["verdict"]), (0, &"agree".into()), "{json}");
    // Whose children work.
    let (json, exit) = report(&limit, "(while :; do :; done) & wait");
    assert_eq!((exit, &json["verdict"]), (1, &"timeout".into()), "{json}");
    assert_eq!(json["limit"], 300, "{json}");
    let runs = json["runs"].as_array().expect("two tries");
    assert_eq!(runs.len(), 2, "{json}");
    for run in runs {
        let worked = run["worked"].as_u64().expect("a time");
        assert!(worked > 0, "{json}");
    }
}

/// Who is slow once by chance is run again, and only who is slow again is too slow.
#[test]
fn who_is_slow_once_is_not_too_slow() {
    let mark = written("slow", "");
    let path = mark.to_str().expect("a path");
    let once = format!(
        "if [ -e '{path}' ]; then rm '{path}'; while :; do :; done; fi; {}",
        heaps(KIKI)
    );
    let limit = ["hdu1847", "--cases", "20", "--limit-time", "500ms"];
    let (json, exit) = report(&limit, &once);
    assert_eq!((exit, &json["verdict"]), (0, &"agree".into()), "{json}");
    assert!(!mark.exists(), "it was slow once");
}

/// A program that is too slow has no output to be compared: its input, the limit and its times are told.
#[test]
fn a_timeout_is_told_by_its_times() {
    let limit = ["leetcode292", "--limit-time", "200ms"];
    let Ran { out, exit, .. } = check(&limit, "while :; do :; done");
    assert_eq!(exit, 1, "{out}");
    assert!(out.starts_with("Time limit exceeded: "), "{out}");
    let first = out.lines().next().unwrap_or_default();
    assert!(first.contains("0.2 s"), "{out}");
    assert!(out.contains("\nrun 1: stopped after "), "{out}");
    assert!(out.contains("\nrun 2: stopped after "), "{out}");
    assert!(out.contains("\nThe smallest input found\n    1\n"), "{out}");
    assert!(out.contains("\nExpected\n    true\n"), "{out}");
    assert!(
        !out.contains("\nGot") && !out.contains("(nothing)"),
        "{out}"
    );
}

/// Who does not read may still be right.
#[test]
fn nothing_needs_to_be_read() {
    let rule = ["--rule", "n -> n-1 if n < 0", "--cases", "300"];
    let all_lost = r#"read count; yes Second | head -n "$count""#;
    assert_eq!(check(&rule, all_lost).exit, 0);
    let (json, exit) = report(&["leetcode292"], "echo true");
    assert_eq!((exit, &json["input"]), (1, &"4\n".into()));
}

#[test]
fn what_cannot_be_run() {
    for command in ["./no-such-program", "no-such-program --at-all", "/"] {
        let Ran { out, err, exit } = check(&["leetcode292"], command);
        assert_eq!((exit, out.as_str()), (2, ""), "{command}");
        assert!(
            err.starts_with(&format!("error: cannot run '{command}'")),
            "{err}"
        );
    }
}

#[test]
fn rules_without_a_format() {
    let program = r#"awk 'NR > 1 && NR % 2 { x = 0; for (i = 1; i <= NF; i++) x += $i; print x % 2 ? "First" : "Second" }'"#;
    let odd = "n -> n-k for k in {1,3}";
    assert_eq!(check(&["--rule", odd], program).exit, 0);
    let (json, exit) = report(&["--rule", odd, "--misere"], program);
    assert_eq!((exit, &json["input"]), (1, &"1\n1\n0\n".into()));
    assert_eq!(json["format"], "plain");
    let pairs = r#"awk 'NR > 1 { if (k == 0) { k = $1; x = 0; if (k > 0) next } x += $1 + $2; if (--k == 0) print x % 2 ? "First" : "Second" }'"#;
    let rule = "(x,y) -> (x-1,y) | (x,y-1)";
    assert_eq!(check(&["--rule", rule, "--cases", "400"], pairs).exit, 0);
}

#[test]
fn ctrl_c_stops_it_and_the_program() {
    let mark = format!("{}", 1000 + std::process::id());
    let command = format!("sleep {mark}");
    let mut child = spawned(&[
        "check",
        "leetcode292",
        "--limit-time",
        "1h",
        "--cmd",
        &command,
    ]);
    std::thread::sleep(Duration::from_millis(500));
    let sent = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill");
    assert!(sent.success());
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a status") {
            break status;
        }
        assert!(begun.elapsed() < Duration::from_secs(10), "it goes on");
        std::thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(status.code(), Some(130));
    let left = std::process::Command::new("pgrep")
        .args(["-f", "-r", "S,R", &format!("^{command}$")])
        .output();
    if let Ok(left) = left {
        assert_eq!(
            String::from_utf8_lossy(&left.stdout),
            "",
            "the program goes on"
        );
    }
}

/// The program that gives the right answers is right, whatever the cases, the layout and the answers are.
#[test]
fn judges_agree_with_themselves() {
    let grundy = env!("CARGO_BIN_EXE_grundy");
    for name in [
        "nyoj888",
        "nyoj135",
        "hdu1850",
        "hdu1536",
        "hdu1848",
        "hdu2149",
        "hdu2176",
        "hdu2177",
        "hdu2999",
        "hdu3389",
        "hdu4315",
        "luoguP1247",
        "cf15C",
        "cses1729",
        "cses1099",
        "nim_product_64",
    ] {
        let command = format!("'{grundy}' judge {name}");
        let Ran { out, err, exit } =
            check(&[name, "--cases", "24", "--limit-time", "20s"], &command);
        assert_eq!(exit, 0, "{name}: {out}{err}");
        assert!(out.starts_with("All cases agree: "), "{name}: {out}");
    }
}

/// Made-up heaps are at most 100: a program that is wrong from 1000 on is found by the sample.
#[test]
fn the_sample_is_tried_too() {
    let grundy = env!("CARGO_BIN_EXE_grundy");
    let right = check(
        &["nyoj135", "--cases", "20"],
        &format!("'{grundy}' judge nyoj135"),
    );
    assert_eq!(right.exit, 0);
    let wrong = format!("sed 's/^1000 1$/7 1/' | '{grundy}' judge nyoj135");
    let Ran { out, exit, .. } = check(&["nyoj135", "--cases", "200", "--largest", "100"], &wrong);
    assert_eq!(exit, 1, "{out}");
    assert!(
        out.contains("The sample input\n    2\n    1\n    1000 1\n"),
        "{out}"
    );
    assert!(out.contains("The right answer"), "{out}");
}

/// A program that goes by a pattern of the small numbers of a rule that moves to roots: the constant tail from 82 on ends at 82^2.
#[test]
fn a_pattern_of_small_numbers_is_caught_far_away() {
    let rule = "n -> y for y in 1..=sqrt(n) if y < n and y^4 >= n";
    let tail = "awk 'NR > 1 && NR % 2 { a = 0; b = 0; for (i = 1; i <= NF; i++) if ($i >= 4 && $i < 82) { if ($i < 16) a = 1 - a; else b = 1 - b } print a + b ? \"First\" : \"Second\" }'";
    let (json, exit) = report(&["--rule", rule, "--cases", "100"], tail);
    assert_eq!((exit, &json["verdict"]), (1, &"wrong".into()), "{json}");
    assert_eq!(json["input"], "1\n1\n6724\n", "{json}");
    let (json, exit) = report(
        &["--rule", rule, "--cases", "100", "--largest", "6000"],
        tail,
    );
    assert_eq!((exit, &json["verdict"]), (0, &"agree".into()), "{json}");
    assert_eq!(json["largest"], 6000);
}

/// Programs that are right for all numbers of the ranges, and wrong or broken for some that the statement allows.
#[test]
fn numbers_go_to_the_limits_of_the_statement() {
    let parity = |first: &str, wrong: &str| {
        format!(
            r#"awk 'NR > 1 {{ {first}; print ($1 + $2) % 2 && !({wrong}) ? "Burenka" : "Tonya" }}'"#
        )
    };
    let few = ["cf1719A", "--cases", "50"];
    let (json, exit) = report(&few, &parity("n = 0", "0"));
    assert_eq!((exit, &json["verdict"]), (0, &"agree".into()), "{json}");
    assert_eq!(json["largest"], 1_000_000_000, "{json}");
    assert!(json["far"].as_u64().expect("a number") > 100, "{json}");
    let (json, exit) = report(&few, &parity("n = 0", "$1 > 20000000"));
    assert_eq!((exit, &json["verdict"]), (1, &"wrong".into()), "{json}");
    let (json, exit) = report(&few, &parity("if ($1 > 20000000) exit 3", "0"));
    assert_eq!((exit, &json["verdict"]), (1, &"crash".into()), "{json}");
    // Nothing beyond what is asked for, but for the sample of the statement.
    let less = ["cf1719A", "--cases", "50", "--largest", "1000000"];
    let beyond = "$1 > 20000000 && $1 != 999999999";
    let (json, exit) = report(&less, &parity("n = 0", beyond));
    assert_eq!((exit, &json["largest"]), (0, &1_000_000.into()), "{json}");
}

/// A formula is held against the moves of its own format, on small cases.
#[test]
fn a_formula_with_moves_is_searched() {
    let powers = r#"awk 'NR > 1 { for (p = 1; p < $1; p *= 2) k++; print $1 % 2 || p == $1 && k % 2 ? "Bob" : "Alice"; k = 0 }'"#;
    let Ran { out, exit, .. } = check(&["cf1537D", "--cases", "100"], powers);
    assert_eq!(exit, 0, "{out}");
    assert!(
        out.contains("The formula itself agrees with a search by the moves"),
        "{out}"
    );
    let (json, _) = report(&["cf1537D", "--cases", "100"], powers);
    assert_eq!(json["formula"], true, "{json}");
    assert!(json["searched"].as_u64().expect("a number") > 50, "{json}");
    let wrong = "[[format]]\nname = 'wrong'\ncases = 'until-end'\nlayout = 'n'\nwins = 'n % 3 != 0'\noptions = 'n -> n-k for k in 1..=3'\nanswer = { win = \"first\\n\", lose = \"second\\n\" }\nranges = { n = '0..=20' }\n";
    let path = written("contradiction", wrong);
    let program = heaps(r#"print $1 % 3 ? "first" : "second""#);
    let Ran { err, exit, .. } = check(&["--problem", path.to_str().expect("a path")], &program);
    assert_eq!(exit, 1, "{err}");
    assert!(
        err.contains(
            "for the input 3 its formula gives second, but a search by `options` gives first"
        ),
        "{err}"
    );
    std::fs::remove_file(path).expect("the file goes");
}

/// With numbers that nothing promises a program may be too slow, and is not blamed.
#[test]
fn what_no_range_promises_is_not_counted() {
    let odd = "n -> n-k for k in {1,3}";
    let slow = r#"awk 'NR > 1 && NR % 2 { x = 0; for (i = 1; i <= NF; i++) { x += $i; if ($i > 100000) exit 3 } print x % 2 ? "First" : "Second" }'"#;
    let (json, exit) = report(&["--rule", odd, "--cases", "100"], slow);
    assert_eq!((exit, &json["verdict"]), (0, &"agree".into()), "{json}");
    assert_eq!(json["gave_up"], 1_000_000);
    let Ran { out, .. } = check(&["--rule", odd, "--cases", "100"], slow);
    assert!(
        out.contains("numbers up to 1000000 the program failed"),
        "{out}"
    );
}

/// A format that is only a rule of one line, and whose ranges say what is made up.
#[test]
fn formats_of_ones_own() {
    let path = std::env::temp_dir().join(format!("grundy-check-{}.toml", std::process::id()));
    let format = r#"[[format]]
name = "halves"
cases = "until-zero"
layout = "n"
options = "n -> n-1 | n/2 if n > 0"
ranges = { n = "5..=40" }
answer = { value = "Case {case}: {value}\n" }
"#;
    std::fs::write(&path, format).expect("a file");
    let path = path.to_str().expect("a path");
    let grundy = env!("CARGO_BIN_EXE_grundy");
    let right = format!("'{grundy}' judge --format '{path}'");
    let Ran { out, exit, .. } = check(&["--problem", path], &right);
    // Every number of the range, and no other.
    let agree = "All cases agree: 36 (seed 1)\nTried with numbers up to 40.\n";
    assert_eq!((exit, out.as_str()), (0, agree));
    let wrong = format!("{right} | sed 's/: 0/: 1/'");
    let (json, exit) = report(&["--problem", path, "halves"], &wrong);
    assert_eq!((exit, &json["input"]), (1, &"6\n0\n".into()));
    assert_eq!(json["expected"], "Case 1: 0\n");
    std::fs::remove_file(path).expect("the file goes");
}

/// A format whose every case is much work for the judge.
const DIVISORS: &str = r#"[[format]]
name = "divisors"
cases = "until-end"
layout = "n"
options = "n -> n-d for d in divisors(n) if d < n"
ranges = { n = "1..=1000000000" }
answer = { value = "{value}\n" }
"#;

/// Long lists, of which no more are made at once than a million numbers.
const LONG: &str = r#"[[format]]
name = "long"
cases = "counted"
layout = "n a*n"
rule = "nim {a}"
ranges = { n = "1..=2000000", a = "0..=1000000000" }
answer = { win = "W\n", lose = "L\n" }
"#;

fn written(name: &str, format: &str) -> std::path::PathBuf {
    let name = format!("grundy-check-{name}-{}.toml", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, format).expect("a file");
    path
}

/// At the end of its time a check says what was tried, and that is no failure.
#[test]
fn a_check_has_a_time_of_its_own() {
    let path = written("divisors", DIVISORS);
    let path = path.to_str().expect("a path");
    // How often 2 divides the number.
    let right = heaps("v = 0; while (n % 2 == 0) { n /= 2; v++ } print v");
    let timed = ["--problem", path, "--cases", "1000000", "--time", "2s"];
    let begun = Instant::now();
    let Ran { out, err, exit } = check(&timed, &right);
    let took = begun.elapsed();
    assert_eq!((exit, err.as_str()), (0, ""), "{out}");
    let said = "Stopped by --time after 2 s; all cases tried so far agree: ";
    assert!(out.starts_with(said), "{out}");
    assert!(out.contains("\nWhen the time ran out, "), "{out}");
    assert!(out.contains("\nTried with numbers up to "), "{out}");
    assert!(took < Duration::from_secs(10), "{took:?}");
    let (json, exit) = report(&timed, &right);
    assert_eq!(
        (exit, &json["verdict"], &json["time_over"]),
        (0, &"agree".into(), &true.into())
    );
    assert!(json["cases"].as_u64().expect("a number") >= 10, "{json}");
    assert!(json["at"].is_string(), "{json}");
    // What is wrong among the small cases is found all the same.
    let (json, exit) = report(&timed, &heaps("print n % 2 ? 0 : 1"));
    assert_eq!((exit, &json["input"]), (1, &"4\n".into()));
    assert_eq!(json["time_over"], serde_json::Value::Null);
    std::fs::remove_file(path).expect("the file goes");
}

/// A check that is done before its time ends as one without a time.
#[test]
fn a_time_that_is_not_used_up_is_not_mentioned() {
    let timed = ["hdu1847", "--cases", "300", "--time", "60s"];
    let Ran { out, exit, .. } = check(&timed, &heaps(KIKI));
    assert_eq!(exit, 0, "{out}");
    assert!(out.starts_with("All cases agree: 300 (seed 1)\n"), "{out}");
    assert_eq!(
        report(&timed, &heaps(KIKI)).0["time_over"],
        serde_json::Value::Null
    );
}

/// The end of the check's time is that of the program it runs; only a run that has all its own time can be too slow.
#[test]
fn a_run_has_no_more_time_than_the_check() {
    let begun = Instant::now();
    let timed = ["leetcode292", "--limit-time", "50s", "--time", "700ms"];
    let Ran { out, err, exit } = check(&timed, "sleep 100");
    assert_eq!((exit, out.as_str()), (1, ""), "{err}");
    let nothing = "no case was completed within 0.7 s: ";
    assert!(err.contains(nothing), "{err}");
    assert!(begun.elapsed() < Duration::from_secs(10));
    // Every run is right and short enough, and the last is cut short.
    let slow = format!("sleep 0.2; {}", heaps(KIKI));
    let (json, exit) = report(&["hdu1847", "--time", "1500ms"], &slow);
    assert_eq!((exit, &json["verdict"]), (0, &"agree".into()), "{json}");
    assert_eq!(json["time_over"], true, "{json}");
    assert!(json["cases"].as_u64().expect("a number") < 1000, "{json}");
    let timed = ["leetcode292", "--limit-time", "100ms", "--time", "20s"];
    let (json, exit) = report(&timed, "sleep 100");
    assert_eq!((exit, &json["verdict"]), (1, &"timeout".into()), "{json}");
}

/// Neither memory nor time goes into many long lists.
#[test]
fn long_lists_are_few_at_a_time() {
    let path = written("long", LONG);
    let path = path.to_str().expect("a path");
    let grundy = env!("CARGO_BIN_EXE_grundy");
    let right = format!("'{grundy}' judge --problem '{path}'");
    let begun = Instant::now();
    let limits = ["--time", "4s", "--memory", "1G", "--cases", "1000000"];
    let timed = [&["--problem", path][..], &limits].concat();
    let Ran { out, err, exit } = check(&timed, &right);
    assert_eq!((exit, err.as_str()), (0, ""), "{out}");
    assert!(out.starts_with("Stopped by --time after 4 s; "), "{out}");
    assert!(begun.elapsed() < Duration::from_secs(15));
    std::fs::remove_file(path).expect("the file goes");
}

/// Names that `lists` makes in vain are told beside the answer, and are no error.
#[test]
fn names_that_nothing_reads_are_told() {
    let path = written(
        "unused",
        "[[format]]\nname = 'unused'\ncases = 'until-end'\nlayout = 'n a*n'\nlists = 'b = sorted(a); c = max(b)'\nvalue = 'n'\nanswer = { value = \"{value}\\n\" }\n",
    );
    let path = path.to_str().expect("a path");
    let Ran { out, err, exit } = run(&["judge", "--problem", path], b"1 7 2 3 4");
    assert_eq!((exit, out.as_str()), (0, "1\n2\n"));
    assert!(err.starts_with("warning: `lists` defines b, c, "), "{err}");
    let Ran { err, .. } = run(&["judge", "--problem", path, "--lang", "zh"], b"");
    assert!(err.starts_with("警告：`lists` 中的 b、c "), "{err}");
    let program = "awk '{ print $1 }'";
    let (json, _) = report(&["--problem", path, "--cases", "5"], program);
    assert_eq!(json["unused"], serde_json::json!(["b", "c"]));
    std::fs::remove_file(path).expect("the file goes");
}

/// A formula is compared with a program, and is not said to be right for that; the moves show that it is not.
#[test]
fn agreement_with_a_formula_is_called_so() {
    let path = written(
        "formula",
        "[[format]]\nname = 'formula'\ncases = 'until-end'\nlayout = 'n'\nwins = 'n % 3 != 0'\nanswer = { win = \"first\\n\", lose = \"second\\n\" }\nranges = { n = '0..=20' }\n",
    );
    let path = path.to_str().expect("a path");
    let program = heaps(r#"print n % 3 ? "first" : "second""#);
    let Ran { out, exit, .. } = check(&["--problem", path], &program);
    assert_eq!(exit, 0, "{out}");
    assert!(
        out.starts_with("The program agrees with the formula of the problem: 21 cases")
            && out.contains("This says nothing about the formula itself"),
        "{out}"
    );
    let (json, _) = report(&["--problem", path], &program);
    assert_eq!(json["formula"], true);
    // By these moves n % 4 decides.
    let rule = ["--problem", path, "--rule", "n -> n-k for k in 1..=3"];
    let (json, exit) = report(&rule, &program);
    assert_eq!((exit, &json["formula"]), (1, &serde_json::Value::Null));
    assert_eq!(json["input"], "3\n");
    std::fs::remove_file(path).expect("the file goes");
}

/// A sample that is not what the format's own rule says is no mistake of the program.
#[test]
fn a_sample_that_contradicts_its_rule_is_told() {
    let path = written(
        "sample",
        "[[format]]\nname = 'sample'\ncases = 'until-end'\nlayout = 'n'\noptions = 'n -> n-k for k in 1..=3'\nanswer = { win = \"first\\n\", lose = \"second\\n\" }\nranges = { n = '0..=30' }\nsample = { input = \"4\\n\", output = \"first\\n\" }\n",
    );
    let path = path.to_str().expect("a path");
    let program = heaps(r#"print n % 4 ? "first" : "second""#);
    let limits = ["--problem", path, "--largest", "30"];
    let Ran { out, exit, .. } = check(&limits, &program);
    assert_eq!(exit, 0, "{out}");
    let told = "The sample of the problem contradicts its rule";
    assert!(
        out.contains(told) && out.contains(" to the sample is second\n"),
        "{out}"
    );
    let (json, _) = report(&limits, &program);
    assert_eq!(json["sample_differs"], "second\n", "{json}");
    std::fs::remove_file(path).expect("the file goes");
}

/// An answer that the judge knows stands beside no "unknown": only its reasons are.
#[test]
fn an_answer_without_reasons_is_an_answer() {
    let rule = "n -> n-k for k in {1,3,4} if n % 5 != 2";
    // As many positions as a table of heaps up to 90 needs, and no more for reasons.
    let asked = [
        "judge",
        "cses1098",
        "--explain",
        "--positions",
        "92",
        "--rule",
        rule,
    ];
    let english = run(&asked, b"1\n2\n90 77\n");
    let chinese = run(&[&asked[..], &["--lang", "zh"]].concat(), b"1\n2\n90 77\n");
    assert_eq!((english.exit, chinese.exit), (0, 0), "{}", english.err);
    for (text, answer, said, never) in [
        (
            english.out,
            "Case 1 → first\n",
            "This is the judge's answer",
            "Unknown",
        ),
        (chinese.out, "第 1 组 → first\n", "答案由评测给出", "\n未知"),
    ] {
        assert!(text.starts_with(answer), "{text}");
        assert!(text.contains(said) && !text.contains(never), "{text}");
    }
}

/// What is taken on trust is said.
#[test]
fn play_that_is_assumed_to_end_is_told() {
    // From 3 to 4 the number grows, so that it is not seen that play ends.
    let rule = "n -> 7-n if n == 3; n -> n-1 if n > 4";
    let program = r#"awk 'NR > 1 && NR % 2 { x = 0; for (i = 1; i <= NF; i++) if ($i == 3 || $i > 4 && $i % 2) x++; print x % 2 ? "First" : "Second" }'"#;
    let assumed = [
        "--rule",
        rule,
        "--cases",
        "100",
        "--largest",
        "50",
        "--assume-finite",
    ];
    let Ran { out, exit, .. } = check(&assumed, program);
    assert_eq!(exit, 0, "{out}");
    assert!(out.contains("--assume-finite assumes it"), "{out}");
    let (json, _) = report(&assumed, program);
    assert_eq!(json["assumed_finite"], true, "{json}");
    // Of a rule whose play is seen to end nothing is assumed.
    let (json, _) = report(&["--rule", "n -> n-1", "--assume-finite"], "true");
    assert_eq!(json["assumed_finite"], serde_json::Value::Null, "{json}");
}

/// The reasons for which cases are left out are those of the judge, each with a case.
#[test]
fn cases_that_are_left_out_have_reasons() {
    let path = written(
        "left-out",
        "[[format]]\nname = 'left'\ncases = 'until-end'\nlayout = 'n k'\noptions = 'n -> n-j for j in 1..=12/k'\nanswer = { win = \"first\\n\", lose = \"second\\n\" }\nranges = { n = '1..=9', k = '0..=3' }\n",
    );
    let path = path.to_str().expect("a path");
    let program = r#"awk '{ print $1 % (int(12 / $2) + 1) ? "first" : "second" }'"#;
    let (json, exit) = report(&["--problem", path], program);
    assert_eq!((exit, &json["verdict"]), (0, &"agree".into()), "{json}");
    let reasons = json["left_out"].as_array().expect("reasons");
    let [reason] = &reasons[..] else {
        panic!("{json}");
    };
    assert_eq!(reason["count"], json["refused"]);
    let said = reason["reason"].as_str().expect("a sentence");
    assert!(said.contains("divides by 0"), "{said}");
    let input = reason["input"].as_str().expect("an input");
    assert!(input.ends_with(" 0\n"), "{input}");
    let Ran { out, .. } = check(&["--problem", path], program);
    assert!(
        out.contains("divides by 0") && out.contains(" 0)\n"),
        "{out}"
    );
    std::fs::remove_file(path).expect("the file goes");
}

/// Programs by the golden ratio of few digits, or by too few Fibonacci numbers: wrong only where who wins turns.
#[test]
fn programs_that_are_nearly_right_are_found_wrong() {
    let wythoff = r#"awk '{ a = $1 < $2 ? $1 : $2; b = $1 + $2 - a; print int((b - a) * 1.618033) == a ? 0 : 1 }'"#;
    let euclid = r#"awk '$1 + $2 == 0 { exit } { a = $1 < $2 ? $1 : $2; b = $1 + $2 - a; print (a == b || b / a > 1.61803) ? "Stan wins" : "Ollie wins" }'"#;
    let few = r#"awk 'BEGIN { a = 1; b = 2; while (b <= 121393) { f[b] = 1; c = a + b; a = b; b = c } } $1 == 0 { exit } { print $1 in f ? "Second win" : "First win" }'"#;
    for (problem, program) in [("hdu1527", wythoff), ("poj2348", euclid), ("hdu2516", few)] {
        let (json, exit) = report(&[problem, "--cases", "200"], program);
        assert_eq!(json["verdict"], "wrong", "{problem}: {json}");
        assert_eq!(exit, 1, "{problem}");
    }
}
