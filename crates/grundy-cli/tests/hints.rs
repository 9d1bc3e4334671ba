//! What was probably meant is said where a question was not understood, with the whole command to type, in both languages.

mod common;

use std::fs;

use common::{Ran, run, words};

/// Refused calls, each with what the refusal says in English and in Chinese.
const REFUSED: &[(&str, &str, &str)] = &[
    (
        "find 'n -> n-1 | n-3'",
        "put --rule before it; for example: grundy find --rule 'n -> n-1 | n-3'",
        "前面加上 --rule；例如：grundy find --rule 'n -> n-1 | n-3'",
    ),
    (
        "table 'n -> n-1' 0..9",
        "grundy table --rule 'n -> n-1' 0..9",
        "grundy table --rule 'n -> n-1' 0..9",
    ),
    (
        "solve 'n -> n-1' 5",
        "grundy solve --rule 'n -> n-1' 5",
        "是规则",
    ),
    (
        "seq 'n -> n-1' 40",
        "grundy seq --rule 'n -> n-1' -n 40",
        "是规则",
    ),
    (
        "emit 'n -> n-1'",
        "grundy emit --rule 'n -> n-1' --to cpp",
        "是规则",
    ),
    (
        "seq --rule 'n -> n-1' 40",
        "did you mean -n 40? For example: grundy seq --rule 'n -> n-1' -n 40",
        "是否想输入 -n 40？例如：grundy seq --rule 'n -> n-1' -n 40",
    ),
    ("seq kayles 40", "grundy seq kayles -n 40", "-n 40"),
    (
        "table 0..5",
        "named first, then the ranges; for example: grundy table nim 0..5",
        "先写游戏名，再写范围；例如：grundy table nim 0..5",
    ),
    (
        "solve 'nim 3' 'nim 5'",
        "joined by '+'; for example: grundy solve nim 3 + nim 5",
        "以 '+' 连接；例如：grundy solve nim 3 + nim 5",
    ),
    (
        "solve 尼姆 3 5",
        "did you mean 'nim'?",
        "是否想输入 'nim'？",
    ),
    ("solve 3 5 7", "did you mean 'nim 3 5 7'?", "'nim 3 5 7'"),
    (
        "solve kayles + cram",
        "'kayles' is a game; add a position to ask about; for example: grundy solve kayles 10 + cram 4x5",
        "'kayles' 是游戏名",
    ),
    (
        "solve nim 3 5 7 + kayles",
        "grundy solve nim 3 5 7 + kayles 10",
        "'kayles' 是游戏名",
    ),
    (
        "solve nim @heaps.txt",
        "nim does not read files",
        "grundy solve nim $(cat heaps.txt)",
    ),
    (
        "solve - -f text",
        "a JSON object on a line of its own, whatever --format says",
        "没有 text 形式",
    ),
    (
        "seq kayles -n 5 --csv",
        "did you mean '--format csv'?",
        "是否想输入 '--format csv'？",
    ),
    ("table nim 0..3 --png", "'--format png'", "'--format png'"),
    ("slove", "did you mean 'solve'? For", "是否想输入 'solve'？"),
    (
        "period foo",
        "for example: grundy period 0.77",
        "grundy period 0.77",
    ),
    (
        "games foo",
        "for example: grundy games nim",
        "grundy games nim",
    ),
    (
        "games --search foo bar",
        "no game has all of these words",
        "没有游戏的名称",
    ),
    (
        "find --rule 'n -> n-k for k in [1,3,4]'",
        "in braces: {1,3,4}",
        "用花括号书写",
    ),
    (
        "solve take:1 take:3 5",
        "the shell makes several words of the braces in take:{1,3}: write take:1,3; for example: grundy solve take:1,3 5",
        "shell 会把 take:{1,3} 中的花括号展开成多个词：请写 take:1,3；例如：grundy solve take:1,3 5",
    ),
    (
        "table take:1 take:3 0..9",
        "grundy table take:1,3 0..9",
        "请写 take:1,3",
    ),
    (
        "solve 0.31 0.34 5",
        "in 0.3{1,4}: write '0.3{1,4}'; for example: grundy solve '0.3{1,4}' 5",
        "请写 '0.3{1,4}'",
    ),
    (
        "states nim 3",
        "did you mean 'graph' or 'solve'?",
        "'graph' 或 'solve'？",
    ),
    (
        "games --octal 0.3122",
        "no game of the catalogue has the code 0.3122",
        "目录中没有代号为 0.3122 的游戏",
    ),
    (
        "find --rule 'n -> n-k for k in 1,3,4'",
        "a set of numbers is written in braces: {1,3,4}",
        "用花括号书写：{1,3,4}",
    ),
    (
        "find --rule 'n -> n-1, n-3, n-4'",
        "options are separated by '|'; for example: n -> n-1 | n-3 | n-4",
        "后继之间用 '|' 分隔；例如：n -> n-1 | n-3 | n-4",
    ),
    (
        "find --rule 'n -> n-k for k in 1..=n if k is prime'",
        "for k in primes(n)",
        "写作 for k in primes(n)",
    ),
    (
        "find --rule 'n -> n-k 其中 k in {1,3}'",
        "'其中' is written 'for' in a rule",
        "规则中 '其中' 写作 'for'",
    ),
    (
        "find --rule 'n -> n-1 if n&1'",
        "write n & 1 == 1",
        "请写 n & 1 == 1",
    ),
];

#[test]
fn what_was_probably_meant_is_said() {
    for (line, english, chinese) in REFUSED {
        for (lang, hint) in [("en", english), ("zh", chinese)] {
            let mut asked = words(line);
            asked.extend(["--lang".to_owned(), lang.to_owned()]);
            let Ran { out, err, exit } = run(&asked, b"");
            assert_eq!((exit, out.as_str()), (2, ""), "{line}: {err}");
            assert!(err.contains(hint), "{line}: {err}");
        }
    }
    for line in ["period foo", "games foo"] {
        let Ran { err, .. } = run(&words(line), b"");
        assert!(!err.contains("did you mean"), "{err}");
    }
}

/// What is proposed is understood.
#[test]
fn proposed_commands_are_understood() {
    for (line, english, _) in REFUSED {
        let is_whole = |example: &str| example.starts_with("grundy ") && !example.contains('$');
        let example = english.find("grundy ").map(|at| &english[at..]);
        let Some(example) = example.filter(|example| is_whole(example)) else {
            continue;
        };
        let asked = words(example.trim_start_matches("grundy "));
        let Ran { err, exit, .. } = run(&asked, b"");
        assert!(exit < 2, "{line}: {example}: {err}");
    }
}

#[test]
fn a_file_of_positions_is_read_from_standard_input() {
    let name = format!("grundy-hints-{}.txt", std::process::id());
    let path = std::env::temp_dir().join(name);
    fs::write(&path, "nim 3 5\n").expect("a file");
    let path = path.to_str().expect("a path");
    for asked in [path.to_owned(), format!("@{path}")] {
        let Ran { err, exit, .. } = run(&["solve", &asked], b"");
        assert_eq!(exit, 2, "{err}");
        let hint = format!("'{path}' is a file; ");
        assert!(err.contains(&hint), "{err}");
        assert!(err.contains(&format!("grundy solve - < {path}")), "{err}");
    }
    let _ = fs::remove_file(path);
    let Ran { err, .. } = run(&["solve", "@no-such-file.txt"], b"");
    assert!(err.contains("there is no game"), "{err}");
}

#[test]
fn languages_have_the_tags_of_systems() {
    for (tag, word) in [
        ("zh_CN", "先手必胜"),
        ("zh-CN", "先手必胜"),
        ("zh_CN.UTF-8", "先手必胜"),
        ("en_US", "The player"),
        ("en_US.UTF-8", "The player"),
    ] {
        let Ran { out, err, exit } = run(&["solve", "nim", "3", "--lang", tag], b"");
        assert_eq!(exit, 0, "{tag}: {err}");
        assert!(out.contains(word), "{tag}: {out}");
    }
    let Ran { err, exit, .. } = run(&["solve", "nim", "3", "--lang", "fr"], b"");
    assert_eq!(exit, 2);
    assert!(err.contains("expected one of en, zh"), "{err}");
}

#[test]
fn games_are_searched_by_words() {
    for (line, found, not_found) in [
        ("games dominoes", "toppling-dominoes", "chomp"),
        ("games turning coins", "coins", "chomp"),
        ("games 翻硬币", "turtles", "chomp"),
        ("games --search nim", "lasker", "chomp"),
    ] {
        let Ran { out, err, exit } = run(&words(line), b"");
        assert_eq!(exit, 0, "{line}: {err}");
        let has = |name: &str| {
            out.lines()
                .any(|line| line.split_whitespace().next() == Some(name))
        };
        assert!(has(found) && !has(not_found), "{line}: {out}");
    }
    let Ran { out, .. } = run(&words("games --json --search 翻硬币"), b"");
    let games: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let games = games["games"].as_array().expect("games");
    assert!(games.iter().any(|game| game["name"] == "turtles"));
    assert!(games.iter().all(|game| game["name"] != "nim"));
}

#[test]
fn forty_values_where_nobody_says_how_many() {
    let Ran { out, exit, .. } = run(&["seq", "kayles"], b"");
    let Ran { out: told, .. } = run(&["seq", "kayles", "-n", "40"], b"");
    assert_eq!((exit, out), (0, told));
}

#[test]
fn what_is_unknown_says_why_and_what_allows_more() {
    let line = "solve chomp 20x20 --positions 1000";
    for (lang, part) in [
        (
            "en",
            "because it needs more than 1000 positions; --positions allows more",
        ),
        ("zh", "原因：所需局面超过 1000 个；可用 --positions 放宽"),
    ] {
        let mut asked = words(line);
        asked.extend(["--lang".to_owned(), lang.to_owned()]);
        let Ran { out, exit, .. } = run(&asked, b"");
        assert_eq!(exit, 0, "{out}");
        assert!(out.contains(part), "{out}");
        asked[0] = "moves".to_owned();
        let Ran { out, exit, .. } = run(&asked, b"");
        // Who wins is known, but not by which moves.
        assert_eq!(exit, 1, "{out}");
        assert_eq!(out.matches(part).count(), 1, "{out}");
    }
}

#[test]
fn a_position_is_named_where_there_is_no_room_for_it() {
    let Ran { out, exit, .. } = run(&words("solve --memory 1 nim 3"), b"");
    assert_eq!(exit, 1);
    assert!(out.starts_with("nim 3  ("), "{out}");
    assert!(out.contains("more than 1 byte of memory"), "{out}");
}

#[test]
fn a_guard_that_was_forgotten_comes_before_the_draw() {
    let line = "solve --rule 'n -> n-1 | n-3 | n/2' 10";
    let Ran { out, exit, .. } = run(&words(line), b"");
    assert_eq!(exit, 0);
    let first = "note: 0 can move to 0 for ever; did you mean n/2 if n > 0?";
    assert_eq!(out.lines().next(), Some(first), "{out}");
}

#[test]
fn manual_pages_tell_of_variables_and_files() {
    for (lang, sections) in [
        ("en", [".SH ENVIRONMENT", ".SH FILES"]),
        ("zh", [".SH 环境变量", ".SH 文件"]),
    ] {
        let Ran { out, err, exit } = run(&["man", "emit", "--lang", lang], b"");
        // What is no terminal gets no advice.
        assert_eq!((exit, err.as_str()), (0, ""));
        for section in sections {
            assert!(out.lines().any(|line| line == section), "{section}");
        }
        assert!(out.contains("NO_COLOR"), "{out}");
    }
}

#[test]
fn games_are_found_by_their_code() {
    for (code, found) in [
        ("0.77", "kayles"),
        ("0.137", "dawsons-chess"),
        ("0.07", "flip"),
    ] {
        let Ran { out, err, exit } = run(&["games", "--octal", code], b"");
        assert_eq!(exit, 0, "{code}: {err}");
        let has = |name: &str| {
            out.lines()
                .any(|line| line.split_whitespace().next() == Some(name))
        };
        assert!(has(found) && !has("nim"), "{code}: {out}");
    }
    let Ran { out, .. } = run(&words("games --json --octal 0.77"), b"");
    let games: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let games = games["games"].as_array().expect("games");
    assert!(games.iter().any(|game| game["name"] == "kayles"));
}

#[test]
fn a_range_that_leaves_out_its_end_is_pointed_to() {
    let Ran { out, .. } = run(&words("find --rule 'n -> n-k for k in 1..3'"), b"");
    assert!(
        out.contains("k in 1..3 goes up to 2; k in 1..=3 includes 3"),
        "{out}"
    );
    let Ran { out, .. } = run(&words("find --rule 'n -> n-k for k in 1..=3'"), b"");
    assert!(!out.contains("goes up to"), "{out}");
}

#[test]
fn a_limit_of_memory_is_told_as_it_was_given() {
    let Ran { err, exit, .. } = run(&words("seq 0.07 -n 1e6 --memory 100K"), b"");
    assert_eq!(exit, 1, "{err}");
    assert!(
        err.contains("the limit is 100K; --memory 7813K allows them"),
        "{err}"
    );
}
