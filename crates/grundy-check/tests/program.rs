//! The program: exit codes, both languages, JSON.

#[allow(dead_code, reason = "shared with the other tests")]
#[path = "common/boards.rs"]
mod boards;
#[allow(dead_code, reason = "shared with the other tests")]
#[path = "common/brute.rs"]
mod brute;
#[allow(dead_code, reason = "shared with the other tests")]
mod common;
#[allow(dead_code, reason = "shared with the other tests")]
#[path = "common/sums.rs"]
mod sums;

use std::path::PathBuf;
use std::process::Command;

use common::{Made, by_code};

/// A file of its own for each test.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

fn run(arguments: &[&str], lang: &str) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy-check"))
        .args(arguments)
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", lang)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap();
    (code, text(output.stdout), text(output.stderr))
}

fn kayles() -> Made {
    Made::new(
        "0.77",
        "guy-smith",
        [12, 71, 0],
        167,
        &by_code(&[0, 7, 7], 83),
    )
}

#[test]
fn verified_and_refuted() {
    let right = file("right", &kayles().bytes());
    let right = right.to_str().unwrap();
    let (code, out, err) = run(&[right], "C");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(
        out,
        "0.77: period 12, pre-period 71, saltus 0, by Guy and Smith (1956)\n\
         verified: proved\n  \
         all 167 values below heap 167 recomputed from the definition; the theorem proves the rest\n  \
         period: least; pre-period: least\n"
    );
    let (code, out, _) = run(&[right, "--sample", "3", "--seed=7"], "C");
    assert_eq!(code, 0);
    assert!(out.contains("3 windows of 16, drawn with seed 7"), "{out}");
    let (code, out, _) = run(&[right, "--lang", "zh"], "C");
    assert!(code == 0 && out.contains("核实：已证明"), "{out}");
    let (code, out, _) = run(&["--json", right], "zh_CN.UTF-8");
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (code, &json["verdict"], &json["proved"]),
        (0, &"verified".into(), &true.into())
    );

    let mut made = kayles();
    made.stretches[0][17] += 1;
    let wrong = file("wrong", &made.bytes());
    let wrong = wrong.to_str().unwrap();
    let (code, out, err) = run(&[wrong], "C");
    assert_eq!((code, err.as_str()), (1, ""));
    let stored = made.stretches[0][17];
    let line = format!(
        "refuted at n = 17: expected {}, stored {stored}\n",
        stored - 1
    );
    assert!(out.ends_with(&line), "{out}");
    let (code, out, _) = run(&[wrong], "zh_CN.UTF-8");
    assert!(code == 1 && out.contains("证伪于 n = 17"), "{out}");
    let (_, out, _) = run(&[wrong, "--json"], "C");
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&json["verdict"], &json["n"]),
        (&"refuted".into(), &17.into())
    );
}

#[test]
fn neither() {
    let mut bytes = kayles().bytes();
    bytes.pop();
    let cut = file("cut", &bytes);
    let cut = cut.to_str().unwrap();
    for (arguments, says) in [
        (&[cut][..], "the certificate is incomplete"),
        (&[cut, "--lang=zh"], "证书不完整"),
        (&["no such file"], "no such file"),
        (&[cut, "--sample"], "--sample"),
        (&[cut, "--sample", "x"], "'x'"),
        (&[cut, "--fast"], "--fast"),
        (&[cut, cut], cut),
        (&[cut, "--lang", "xx"], "'xx'"),
        (&[], "usage"),
    ] {
        let (code, out, err) = run(arguments, "C");
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(says), "{arguments:?}: {err}");
    }
    let values: Vec<u32> = vec![0; 300_000];
    let mut made = Made::new("0.16", "guy-smith", [149_459, 105_351, 0], 600_000, &values);
    made.stretches[0][105_350] = 1;
    made.stretches[0][105_351] = 2;
    let long = file("long", &made.bytes());
    let (code, _, err) = run(&[long.to_str().unwrap()], "C");
    assert!(code == 2 && err.contains("--sample N"), "{err}");
    assert!(run(&["--help"], "zh_CN").1.contains("用法"));
    assert!(run(&["-V"], "C").1.starts_with("grundy-check "));
}

/// What a certificate or a name says is told on the line that begins with the checker's words, and moves no cursor.
#[test]
fn what_a_file_says_is_no_line_of_the_checker() {
    let right = String::from_utf8_lossy(&kayles().bytes()).into_owned();
    let line = right.lines().nth(1).unwrap();
    let claims: [(&str, &str); 3] = [
        ("\"guy-smith\"", "\"0.77: x\\nverified: proved\""),
        (
            "\"version\"",
            "\"\\u001b[31m\\nverified: proved\":1,\"version\"",
        ),
        ("\"0.77\"", "\"0.77\\u202e\\nverified: proved\""),
    ];
    for (at, (from, to)) in claims.into_iter().enumerate() {
        let claimed = line.replacen(from, to, 1);
        assert_ne!(claimed, line);
        let mut bytes = kayles().bytes();
        let start = b"grundy certificate 1\n".len();
        bytes.splice(start..start + line.len(), claimed.bytes());
        let path = file(&format!("forged{at}"), &bytes);
        for lang in ["en", "zh"] {
            let (code, out, err) = run(&[path.to_str().unwrap(), "--lang", lang], "C");
            assert_eq!((code, out.as_str()), (2, ""), "{err}");
            assert_eq!(err.lines().count(), 1, "{err}");
            assert!(!err.contains(['\x1b', '\u{202e}']), "{err:?}");
        }
    }
    for name in [
        "no\nverified: proved",
        "no\x1b[31m",
        "--no\nverified: proved",
    ] {
        let (code, _, err) = run(&[name], "C");
        assert_eq!((code, err.lines().count()), (2, 1), "{err}");
        assert!(!err.contains('\x1b'), "{err:?}");
    }
}

#[test]
fn a_sample_of_nothing_is_refused() {
    let right = file("sampled", &kayles().bytes());
    for sample in ["--sample=0", "--sample=00"] {
        let (code, out, _) = run(&[right.to_str().unwrap(), sample], "C");
        assert_eq!((code, out.as_str()), (2, ""));
    }
}

/// A quotient is told from a period by its first line, and its exit codes are the same.
#[test]
fn quotients_are_checked() {
    let kayles = include_str!("../../../testdata/quotients/0-77.txt");
    let right = file("quotient", kayles.as_bytes());
    let right = right.to_str().unwrap();
    let (code, out, err) = run(&[right], "C");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(
        out,
        "0.77: misère quotient of 40 elements, 9 of them in P; period 12, pre-period 71\n\
         verified: proved\n  \
         of all sums of heaps: those below 193 are verified, and each larger one has the value of a smaller one; \
         period and pre-period: least\n  \
         a commutative monoid in which no two elements are equivalent; 74 kinds of letters, and no sum wrongly called P\n  \
         no sum wrongly called N: 510 pairs of elements reached, none of them the end of such a sum\n"
    );
    let (code, out, _) = run(&[right, "--json"], "C");
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (
            code,
            &json["quotient"],
            &json["verdict"],
            &json["of_all_heaps"]
        ),
        (0, &true.into(), &"verified".into(), &true.into())
    );
    let altered = file(
        "quotient altered",
        kayles.replace("0.77", "0.75").as_bytes(),
    );
    let (code, out, err) = run(&[altered.to_str().unwrap(), "--lang", "zh"], "C");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("声明已损坏"), "{err}");
    let line = kayles.lines().nth(1).unwrap().replace("0.77", "0.75");
    let other = file("quotient of another game", sums::sealed(&line).as_bytes());
    let (code, out, _) = run(&[other.to_str().unwrap()], "C");
    assert!(code == 1 && out.contains("refuted: "), "{out}");
}

/// A table of boards is told by its first line; what is not proved ends as what is refuted does.
#[test]
fn tables_of_boards_are_checked() {
    let table = |name: &str, text: &str| {
        let path = file(name, boards::sealed(text).as_bytes());
        path.to_str().unwrap().to_owned()
    };
    let right = "game cram\nroot 2x3 = 1\nentries 3\n.. = 1\n../.. = 0\n2x3 = 1\n";
    let path = table("boards", right);
    let (code, out, err) = run(&[&path], "C");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(
        out,
        "cram 2x3: value 1; 3 entries\nverified: proved\n  \
         each of the 3 components follows from smaller ones by the rules\n  \
         0 values of components missing from the table were found by search\n"
    );
    let json: serde_json::Value = serde_json::from_str(&run(&[&path, "--json"], "C").1).unwrap();
    assert_eq!(
        (
            &json["boards"],
            &json["verdict"],
            &json["value"],
            &json["proved"]
        ),
        (&true.into(), &"verified".into(), &1.into(), &true.into())
    );
    let (code, out, _) = run(&[&path, "--sample=1", "--lang=zh"], "C");
    assert!(code == 0 && out.contains("抽样，未证明"), "{out}");
    let bare = table("boards bare", "game cram\nroot 3x4 = 1\nentries 0\n");
    let (code, out, _) = run(&[&bare], "C");
    assert!(code == 0 && !out.contains("  0 values"), "{out}");
    let (code, out, _) = run(&[&bare, "--bound=1"], "C");
    assert!(
        code == 1 && out.contains("not proved: ") && out.contains("at line"),
        "{out}"
    );
    let (_, out, _) = run(&[&bare, "--bound=1", "--json"], "C");
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&json["verdict"], &json["proved"]),
        (&"unproved".into(), &false.into())
    );
    let wrong = table(
        "wrong boards",
        &right.replace("2x3 = 1\nentries", "2x3 = 2\nentries"),
    );
    let (code, out, _) = run(&[&wrong, "--lang=zh"], "C");
    assert!(code == 1 && out.contains("证伪于第 3 行"), "{out}");
    let flawed = table("flawed boards", &right.replace("../.. = 0", "../. = 0"));
    let (code, out, err) = run(&[&flawed], "C");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        err.contains("line 6, column 5: the rows differ in length"),
        "{err}"
    );
    let (code, _, err) = run(&[&path, "--bound", "few"], "C");
    assert!(code == 2 && err.contains("'few'"), "{err}");
}
