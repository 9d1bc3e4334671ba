//! Files of tables of boards: malformed, damaged, or made to take long.

#[allow(dead_code, reason = "shared with the other tests")]
#[path = "common/boards.rs"]
mod boards;

use boards::sealed;
use grundy_check::boards::{Finding, Flaw, check};
use grundy_check::{Effort, Refusal};

fn effort(bound: u64) -> Effort {
    Effort {
        bound,
        most_options: u64::MAX,
        ..Effort::default()
    }
}

fn is_verified(finding: &Finding) -> bool {
    matches!(finding, Finding::Verified(_))
}

#[test]
fn malformed_lines_are_named() {
    let head = "game cram\nroot 2x2 = 0\nentries 1\n";
    let long = format!("{head}{} = 0\n", ".".repeat(2 << 20));
    let many = format!("{head}{} = 0\n", "./".repeat(300));
    for (text, line, column, flaw) in [
        ("", 2, 1, Flaw::Word("game")),
        ("game\n", 2, 1, Flaw::Word("game")),
        ("game chess\n", 2, 6, Flaw::Game),
        ("game node-kayles:a-,b\n", 2, 20, Flaw::Vertex),
        ("game node-kayles:queen=17x17\n", 2, 24, Flaw::Size),
        ("game node-kayles:queen=0x3\n", 2, 24, Flaw::Size),
        ("game arc-kayles:rabbit=3\n", 2, 17, Flaw::Game),
        (
            "game arc-kayles:grid=2\nroot r1c1,r2c3 = 0\n",
            3,
            11,
            Flaw::Vertex,
        ),
        (
            "game arc-kayles:grid=2\nroot r1c1,r1c1 = 0\n",
            3,
            6,
            Flaw::Twice,
        ),
        (
            "game arc-kayles:grid=2\nroot ../.. = 0\nentries 1\n.../... = 0\n",
            5,
            8,
            Flaw::Row,
        ),
        ("game arc-kayles:a-b\nroot all = 0\n", 3, 6, Flaw::Vertex),
        ("game cram\nroot 2x2 = 0 \n", 3, 13, Flaw::More),
        ("game cram\nroot 2x2=0\n", 3, 11, Flaw::Claim),
        ("game cram\nroot 2x2 = -1\n", 3, 12, Flaw::Number),
        ("game cram\nroot 2x2 = 01\n", 3, 12, Flaw::Number),
        ("game cram\nroot 2x2 = 9999999999\n", 3, 12, Flaw::Number),
        (
            "game cram\nroot 99999999999999999999x2 = 0\n",
            3,
            6,
            Flaw::Size,
        ),
        ("game cram\nroot 16x17 = 0\n", 3, 6, Flaw::Size),
        (
            "game cram\nroot 2x2 = 0\nentries many\n",
            4,
            9,
            Flaw::Number,
        ),
        ("game cram\nroot 2x2 = 0\nentries 1x\n", 4, 10, Flaw::More),
        (&format!("{head}../. = 1\n"), 5, 5, Flaw::Row),
        (&format!("{head}../.o = 1\n"), 5, 5, Flaw::Square),
        (&format!("{head}.é = 1\n"), 5, 2, Flaw::Square),
        (&format!("{head} = 1\n"), 5, 1, Flaw::Row),
        (&format!("{head}.. ! {{}}\n"), 5, 7, Flaw::Number),
        (&format!("{head}.. ! {{1,0}}\n"), 5, 9, Flaw::Values),
        (&format!("{head}.. ! {{64}}\n"), 5, 7, Flaw::Values),
        (&format!("{head}.. ! {{1\n"), 5, 8, Flaw::Claim),
        (&format!("{head}.. ! {{1}}}}\n"), 5, 8, Flaw::Claim),
        (&many, 5, 511, Flaw::Size),
        (&long, 5, (1 << 20) + 1, Flaw::Long),
        (
            &format!("{head}.. = 1\nsha257 0\n"),
            6,
            1,
            Flaw::Word("sha256"),
        ),
        (&format!("{head}.. = 1\nsha256 0\n"), 6, 8, Flaw::Hash),
        (
            &format!("{head}.. = 1\n.. = 1\n"),
            6,
            1,
            Flaw::Word("sha256"),
        ),
    ] {
        let refusal = check(format!("grundy-boards 1\n{text}").as_bytes(), &effort(0)).unwrap_err();
        let line = line as u64;
        let cut = text.lines().count() as u64 + 1 < line;
        let flaw = if cut { Flaw::Cut } else { flaw };
        assert_eq!(
            refusal,
            Refusal::Line { line, column, flaw },
            "{:.80}",
            text
        );
    }
}

#[test]
fn damaged_files_are_refused() {
    let whole = sealed("game cram\nroot 2x2 = 0\nentries 1\n2x2 = 0\n");
    let refused = |text: &str| check(text.as_bytes(), &effort(0)).unwrap_err();
    assert!(is_verified(
        &check(whole.as_bytes(), &effort(0)).unwrap().finding
    ));
    assert_eq!(
        refused(&whole.replace("root 2x2", "root 2x4")),
        Refusal::Altered
    );
    assert_eq!(refused(&format!("{whole}\n")), Refusal::Trailing);
    assert_eq!(refused(""), Refusal::Foreign);
    assert_eq!(
        refused(&whole.replace("boards 1", "boards 2")),
        Refusal::Foreign
    );
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    for kept in 1..lines.len() {
        let refusal = refused(&lines[..kept].concat());
        assert!(
            matches!(
                refusal,
                Refusal::Line {
                    flaw: Flaw::Cut,
                    ..
                }
            ),
            "{refusal:?}"
        );
    }
    // More entries are announced than any file has.
    let many = sealed("game cram\nroot 2x2 = 0\nentries 999999999\n2x2 = 0\n");
    let refusal = refused(&many);
    assert!(
        matches!(refusal, Refusal::Line { line: 6, .. }),
        "{refusal:?}"
    );
    let mut bytes = whole.clone().into_bytes();
    bytes[20] = 0xff;
    let refusal = check(&bytes[..], &effort(0)).unwrap_err();
    assert_eq!(
        refusal,
        Refusal::Line {
            line: 2,
            column: 5,
            flaw: Flaw::NotText
        }
    );
}

/// Tables made to take long: all of them end, with an answer or by the limit of steps, and none is believed.
#[test]
fn tables_made_to_take_long() {
    let all: Vec<String> = (0..64).map(|value| value.to_string()).collect();
    let all = all.join(",");
    let limited = Effort {
        most_options: 20_000_000,
        ..effort(u64::MAX)
    };
    for (game, root, claim) in [
        ("node-kayles:queen=16x16", "all", format!("! {{{all}}}")),
        ("node-kayles:rook=16x16", "all", "= 999999999".to_owned()),
        ("node-kayles:king=16x16", "all", "= 1".to_owned()),
        ("node-kayles:complete=255", "all", format!("! {{{all}}}")),
        ("arc-kayles:complete=255", "all", "= 999999999".to_owned()),
        ("arc-kayles:star=254", "all", "= 63".to_owned()),
        ("cram", "16x16", format!("! {{{all}}}")),
        ("cram", "15x17", format!("! {{{all}}}")),
        ("cram", "1x255", "= 0".to_owned()),
    ] {
        let entry = format!("{root} {claim}\n").repeat(20);
        let table = sealed(&format!(
            "game {game}\nroot {root} {claim}\nentries 20\n{entry}"
        ));
        match check(table.as_bytes(), &limited) {
            Ok(report) => assert!(!is_verified(&report.finding), "{game} {root} {claim}"),
            Err(refusal) => assert_eq!(refusal, Refusal::Long(20_000_000), "{game}"),
        }
    }
}
