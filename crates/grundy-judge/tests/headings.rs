//! What is written before and after the answers of a case, and names that `lists` makes in vain.

use crate::common::own::{format, judged};
use grundy_judge::{Format, Limits, run_file};
use std::io::{Seek, Write};

/// Queries of a case, with its number, numbers and a list before them.
const QUERIES: &str = "layout = \"n a*n q [x]*q\"\nlists = \"m = max(a)\"\nvalue = \"x + m\"\nanswer = { value = \"{value}\\n\", before-case = \"Case {case}: {a}; {m} {q-1}\\n\", after-case = \"-{n}\\n\" }";

#[test]
fn a_heading_stands_before_the_answers_of_its_case() {
    let told = judged(QUERIES, "2 4 3 2 1 2 0 1 5").expect("an answer");
    assert_eq!(told, "Case 1: 4 3; 4 1\n5\n6\n-2\nCase 2: ; 0 0\n5\n-0\n");
    // Where it is one position, where each row is answered, and where rows stream by.
    let each = "layout = \"n a*n\"\nrule = \"nim {a}\"\nanswer = { win = \"W\", lose = \"L\", each = true, before-case = \"{case}:\" }";
    assert_eq!(judged(each, "2 0 1 0").expect("an answer"), "1:LW2:");
    let plain = "layout = \"n a*n\"\nrule = \"nim {a}\"\nanswer = { win = \"W\", lose = \"L\", before-case = \"{case}:\" }";
    assert_eq!(judged(plain, "2 1 1 1 7").expect("an answer"), "1:L2:W");
    let zero = "layout = \"n [x]*0\"\nrule = \"nim {x}\"\nanswer = { win = \"W\", lose = \"L\", before-case = \"(\", after-case = \")\" }";
    assert_eq!(judged(zero, "1 4 2 0 2 0").expect("an answer"), "(WW)()");
}

#[test]
fn what_is_known_of_a_position_alone_is_no_heading() {
    for key in ["before-case", "after-case"] {
        let keys = |name: &str| {
            format!(
                "layout = \"n q [x]*q\"\nlists = \"y = x+n; z = n+1\"\nvalue = \"y\"\nanswer = {{ value = \"{{value}}\", {key} = \"{{{name}}}\" }}"
            )
        };
        for name in ["x", "y", "value", "w"] {
            let error = format(&keys(name)).expect_err(name);
            assert!(
                error.contains("slot") || error.contains("before […]"),
                "{error}"
            );
        }
        for name in ["n", "q", "z", "case"] {
            assert!(format(&keys(name)).is_ok(), "{name}");
        }
    }
}

/// Two threads tell the very same, though the second does not know the number of its case.
#[test]
fn headings_are_numbered_whatever_the_threads() {
    let text = "[[format]]\nname = \"many\"\ncases = \"counted\"\nlayout = \"q [n a*n]*q\"\nrule = \"nim {a}\"\nanswer = { win = \"W\", lose = \"L\", before-case = \"Case {case}\\n\" }";
    let many = Format::parse(text).expect("a format");
    let cases = 400_000;
    let mut input = format!("{cases}\n");
    let mut expected = String::new();
    for case in 1..=cases {
        input += "2 1 5 2 3 3\n";
        expected += &format!("Case {case}\nWL");
    }
    let mut file = tempfile();
    file.write_all(input.as_bytes()).expect("a file");
    file.rewind().expect("a file");
    let mut told = Vec::new();
    run_file(&many, &Limits::default(), &file, 2, &mut told).expect("answers");
    assert!(told == expected.as_bytes());
}

/// A file that nobody else sees.
fn tempfile() -> std::fs::File {
    let path = std::env::temp_dir().join(format!("grundy-headings-{}", std::process::id()));
    let mut options = std::fs::File::options();
    let file = options
        .read(true)
        .write(true)
        .create(true)
        .truncate(true)
        .open(&path);
    let file = file.expect("a file");
    std::fs::remove_file(&path).expect("a file");
    file
}

#[test]
fn names_that_nothing_reads_are_told() {
    let unused = |lists: &str, rest: &str| {
        let keys = format!("layout = \"n a*n\"\nlists = \"{lists}\"\n{rest}");
        format(&keys).unwrap_or_else(|why| panic!("{why}")).unused
    };
    let value = "value = \"sum(b)\"\nanswer = { value = \"{value} {e}\" }";
    assert_eq!(unused("b = sorted(a); e = max(b)", value), [""; 0]);
    let all = "b = sorted(a); c = [b+1]; +-d = len(c) - 3; e = n; f = [1] + [f[i] for i in 0..n]";
    assert_eq!(unused(all, value), ["c", "d", "f"]);
    let position = "options = \"x -> x-k for k in c\"\nposition = \"first(b)\"\nanswer = { win = \"W\", lose = \"L\" }";
    assert_eq!(
        unused("b = sorted(a); c = [1, 2]; e = [b]", position),
        ["e"]
    );
}
