//! Quotients written as certificates are verified by the independent checker, and read again as they were.

use std::path::{Path, PathBuf};
use std::time::Instant;

use grundy_check::quotient::{Finding, check};
use grundy_check::{Effort, Refusal};
use grundy_engine::misere::{Builder, HeapQuotient, Limits, Lists, Unread};

fn covered(code: &str, last: u64) -> HeapQuotient {
    let mut quotient = HeapQuotient::new(code.parse().expect("rules"));
    quotient
        .cover(last, &mut Limits::default())
        .expect("a small quotient");
    quotient
}

fn finding(text: &str) -> Result<Finding, Refusal> {
    check(text.as_bytes(), &Effort::default()).map(|report| report.finding)
}

/// Games of every sort of rules, and the last heap to cover: those that the builder's tests compare with published quotients are
/// among them. Where all heaps are covered a period is proved.
const GAMES: [(&str, u64); 27] = [
    ("0.77", u64::MAX),
    ("0.75", u64::MAX),
    ("0.71", u64::MAX),
    ("0.72", u64::MAX),
    ("0.115", u64::MAX),
    ("0.4107", 20),
    ("0.07", 24),
    ("0.644", 30),
    ("0.137", 12),
    ("0.26", 20),
    ("0.23", u64::MAX),
    ("4.3", u64::MAX),
    ("4.7", 11),
    ("4.56", 11),
    ("0.8", 11),
    ("0.09f", 11),
    ("0.3c", 11),
    ("0.0{4}3", 11),
    ("grundy", 12),
    ("couples", 11),
    ("0.6:unequal,least5", 11),
    ("0.07:unequal", 13),
    ("take:1,3,4", u64::MAX),
    ("take:2,3", u64::MAX),
    ("take:!1,2", 11),
    ("take:1,4mod5", u64::MAX),
    ("take:1,3mod4", u64::MAX),
];

/// A certificate of each of them is kept for the checker's own tests.
fn kept(code: &str) -> PathBuf {
    let name: String = code
        .chars()
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else {
                '-'
            }
        })
        .collect();
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../testdata/quotients/{name}.txt"))
}

/// `GRUNDY_QUOTIENTS=write cargo test -p grundy-engine --test quotients` writes those that are kept.
#[test]
fn quotients_are_verified_and_read_again() {
    for (code, last) in GAMES {
        let quotient = covered(code, last);
        let text = quotient.certificate();
        written(&kept(code), &text);
        agree(code, &quotient, &text);
        assert_eq!(quotient.repeats().is_some(), last == u64::MAX, "{code}");
    }
}

#[test]
#[ignore = "half a minute: cargo test --release -p grundy-engine --test quotients -- --ignored --nocapture"]
fn large_quotients_are_verified_and_read_again() {
    for (code, last) in [
        ("0.77", u64::MAX),
        ("0.4107", u64::MAX),
        ("0.07", 33),
        ("0.644", u64::MAX),
    ] {
        let quotient = covered(code, last);
        let text: &'static str = quotient.certificate().leak();
        agree(code, &quotient, text);
        let time = |work: &dyn Fn()| {
            let begin = Instant::now();
            work();
            begin.elapsed()
        };
        let limits = Limits::default;
        println!(
            "{code}: {} bytes; built in {:?}, read in {:?}, trusted in {:?}, checked in {:?}",
            text.len(),
            time(&|| drop(covered(code, last))),
            time(&|| drop(HeapQuotient::read(text, &mut limits()))),
            time(&|| drop(HeapQuotient::trusted(text))),
            time(&|| drop(finding(text))),
        );
    }
}

/// Compares with a file, or writes it.
fn written(file: &Path, text: &str) {
    if std::env::var("GRUNDY_QUOTIENTS").is_ok_and(|value| value == "write") {
        std::fs::write(file, text).expect("the folder is there");
    }
    assert!(
        std::fs::read_to_string(file).is_ok_and(|kept| kept == text),
        "{}",
        file.display()
    );
}

/// Builder, checker and reader.
fn agree(code: &str, quotient: &HeapQuotient, text: &str) {
    match finding(text) {
        Ok(Finding::Verified(verified)) => assert_eq!(
            (verified.order as usize, verified.p_count as usize),
            (quotient.quotient().order(), quotient.quotient().p_count()),
            "{code}"
        ),
        other => panic!("{code}: {other:?}"),
    }
    let read = HeapQuotient::read(text, &mut Limits::default()).expect(code);
    assert_eq!(read.certificate(), text, "{code}");
    assert_eq!(read.repeats(), quotient.repeats(), "{code}");
    let trusted = HeapQuotient::trusted(text.to_owned().leak()).expect(code);
    assert_eq!(trusted.certificate(), text, "{code}");
}

#[test]
fn what_is_read_goes_on() {
    let text: &'static str = covered("0.115", 30).certificate().leak();
    for mut read in [
        HeapQuotient::read(text, &mut Limits::default()).expect("verified"),
        HeapQuotient::trusted(text).expect("believed"),
    ] {
        read.cover(u64::MAX, &mut Limits::default())
            .expect("42 elements");
        assert_eq!(read.certificate(), covered("0.115", u64::MAX).certificate());
    }
}

/// Arc Kayles on short paths and stars: letters by their options.
#[test]
fn letters_by_their_options() {
    let options = vec![
        vec![],
        vec![vec![]],
        vec![vec![1], vec![0, 0]],
        vec![vec![2], vec![1, 1], vec![0]],
        vec![vec![3], vec![2, 1], vec![1]],
        vec![vec![4, 0], vec![2, 2, 1], vec![3, 1]],
    ];
    let names: Vec<String> = ["a", "b", "c", "d\n\"e\u{202e}", "鏈", ""]
        .map(str::to_owned)
        .to_vec();
    let mut builder = Builder::new(Lists::new(options).expect("letters"));
    builder.cover_all(&mut Limits::default()).expect("small");
    for names in [&names[..], &[]] {
        let text = builder.certificate(names);
        assert!(matches!(finding(&text), Ok(Finding::Verified(_))), "{text}");
        let (read, others) = Builder::<Lists>::read(&text, &mut Limits::default()).expect("whole");
        assert_eq!(others, names);
        assert_eq!(read.certificate(names), text);
    }
}

#[test]
fn what_is_altered_is_not_read() {
    let text = covered("0.75", u64::MAX).certificate();
    let read = |text: &str| HeapQuotient::read(text, &mut Limits::default());
    for at in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        let altered = String::from_utf8(bytes).expect("still ASCII");
        assert!(read(&altered).is_err(), "{altered}");
        assert!(finding(&altered).is_err(), "{altered}");
    }
    for end in 0..text.len() {
        assert!(read(&text[..end]).is_err(), "{end}");
        assert!(finding(&text[..end]).is_err(), "{end}");
    }
    assert_eq!(read(&(text + "\n")).err(), Some(Unread::Damaged));
}
