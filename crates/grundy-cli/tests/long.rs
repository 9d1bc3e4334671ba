//! Long searches: tables in a folder, threads, a second search, and the table that a value rests on.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::run;

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Solves with a table in a folder; more arguments behind.
fn solve(game: &str, folder: &Path, more: &[&str]) -> common::Ran {
    let table = folder.to_str().expect("a name");
    let mut arguments = vec!["solve", "cram", game, "--table", table];
    arguments.extend(more);
    run(&arguments, b"")
}

fn tables(folder: &Path) -> Vec<PathBuf> {
    let there = fs::read_dir(folder).expect("a folder");
    there.map(|entry| entry.expect("a file").path()).collect()
}

#[test]
fn a_search_that_is_cut_goes_on_from_its_table() {
    let folder = folder("long-cut");
    let whole = run(&["solve", "cram", "5x5", "--positions", "500"], b"");
    let (mut runs, mut last) = (0, None);
    while runs < 50 {
        runs += 1;
        let ran = solve("5x5", &folder, &["--positions", "500"]);
        assert_eq!(tables(&folder).len(), 1);
        if ran.out.contains("Grundy value") {
            last = Some(ran);
            break;
        }
        assert!(ran.err.contains("is kept in"), "{}", ran.err);
    }
    let last = last.expect("an end");
    assert!(last.out.contains("Grundy value 0"), "{}", last.out);
    // Each run had the same small budget, which is too little for one that begins anew.
    assert!(!whole.out.contains("Grundy value"), "{}", whole.out);
    assert!(runs > 1);
}

#[test]
fn a_damaged_table_is_told_of_and_replaced() {
    let folder = folder("long-damaged");
    assert_eq!(solve("3x5", &folder, &[]).exit, 0);
    let path = tables(&folder).pop().expect("a table");
    let good = fs::read(&path).expect("a file");
    for at in (0..good.len()).step_by(good.len() / 20 + 1) {
        let mut bad = good.clone();
        bad[at] ^= 4;
        fs::write(&path, &bad).expect("a file");
        let ran = solve("3x5", &folder, &[]);
        assert!(
            ran.err.contains("not a complete table"),
            "{at}: {}",
            ran.err
        );
        assert!(ran.out.contains("Grundy value 1"), "{at}: {}", ran.out);
        // A whole new one has taken its place.
        assert_eq!(solve("3x5", &folder, &[]).err, "", "{at}");
    }
    for cut in [0, 1, good.len() / 2, good.len() - 1] {
        fs::write(&path, &good[..cut]).expect("a file");
        assert!(
            solve("3x5", &folder, &[])
                .err
                .contains("(it is incomplete)")
        );
        fs::write(&path, &good[..cut]).expect("a file");
        let ran = solve("3x5", &folder, &["--lang", "zh"]);
        assert!(ran.err.contains("（文件不完整）"), "{}", ran.err);
    }
}

#[test]
fn threads_agree() {
    for threads in ["1", "2", "3"] {
        let ran = run(&["solve", "cram", "5x5", "--threads", threads], b"");
        assert!(ran.out.contains("Grundy value 0"), "{}", ran.out);
    }
    for wrong in ["0", "x", "1025"] {
        let ran = run(&["solve", "cram", "3x5", "--threads", wrong], b"");
        assert_eq!(ran.exit, 2);
        assert!(ran.err.contains("--threads"), "{}", ran.err);
    }
}

#[test]
fn a_second_search_verifies_or_says_why_not() {
    let ran = run(&["solve", "cram", "3x5", "--verify"], b"");
    let verified = "verified by a second search without reductions";
    assert!(ran.out.contains(verified), "{}", ran.out);
    let ran = run(&["solve", "--json", "--verify", "cram", "3x5"], b"");
    let document: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(document["verified"][0]["verified"], true);
    let ran = run(&["solve", "nim", "3", "--verify"], b"");
    assert!(ran.out.contains("nothing to verify"), "{}", ran.out);
}

#[test]
fn what_a_value_rests_on_is_proved_by_the_checker() {
    let folder = folder("long-boards");
    fs::create_dir_all(&folder).expect("a folder");
    // Of Kayles, components of at most seven vertices are left to the checker.
    for (game, bound, more) in [
        ("cram 3x5", 0, ""),
        ("cram 4x4", 0, ""),
        ("cram 4x5", 0, ""),
        ("cram 5x5", 0, "--threads=2"),
        ("node-kayles:grid=3x9", 128, ""),
        ("node-kayles:torus=4x5 ...../..x../...../.x...", 128, ""),
        ("node-kayles:petersen=7x2", 128, "--threads=2"),
        (
            "node-kayles:a%20b%2C-c-d,d-%3A,%3A-e,c-f-g-h,h-c,f-j,j-k-e,x",
            128,
            "",
        ),
        ("arc-kayles:king=3x4", 128, ""),
        ("arc-kayles:hypercube=4 all", 128, "--threads=2"),
        ("arc-kayles:cycle=200", 0, ""),
    ] {
        let path = folder.join("boards");
        let name = format!("--certificate={}", path.to_str().expect("a name"));
        let asked = ["solve", &name].into_iter().chain([more, game]);
        let asked: Vec<&str> = asked.filter(|word| !word.is_empty()).collect();
        let ran = run(&asked, b"");
        assert_eq!(ran.exit, 0, "{game}: {}", ran.err);
        let file = fs::File::open(&path).expect("a file");
        // No value is searched for beyond that: all that is needed stands in the table.
        let effort = grundy_check::Effort {
            bound,
            ..grundy_check::Effort::default()
        };
        let report = grundy_check::boards::check(file, &effort).expect("a whole table");
        let verified = matches!(report.finding, grundy_check::boards::Finding::Verified(_));
        assert!(verified, "{game}: {:?}", report.finding);
    }
}
