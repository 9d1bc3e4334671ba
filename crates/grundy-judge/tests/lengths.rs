//! Words of a case by their lengths, and lists that a formula makes to ask something of them.

use crate::common::own::{format, judged};

fn told(layout: &str, lists: &str, input: &str) -> String {
    let keys = format!(
        "layout = \"{layout}\"\nlists = \"{lists}\"\nvalue = \"b\"\nanswer = {{ value = \"{{value}} \", each = true, after-case = \";\" }}"
    );
    judged(&keys, input).unwrap_or_else(|error| panic!("{layout}: {error}"))
}

#[test]
fn words_have_their_lengths() {
    let lengths = "b = lengths(w)";
    assert_eq!(
        told("n (w:'a-z')*n", lengths, "3 abc d ef 1 x 0"),
        "3 1 2 ;1 ;;"
    );
    assert_eq!(told("w:'a-z'", lengths, "abcd \"\" x"), "4 ;0 ;1 ;");
    // A line of no letters is a line, wherever it stands.
    let lines = "n (k w:'ab'*k)*n";
    assert_eq!(
        told(lines, lengths, "3 0 \"\" 2 ab 0 \"\" 1 0 \"\""),
        "0 2 0 ;0 ;"
    );
    // How often a letter comes in each word.
    let counts = "t = letters(w); e = sums(lengths(w)); b = [count(t[j] == 0 for j in e[i]..e[i+1]) for i in 0..n]";
    assert_eq!(told("n (w:'a-c')*n", counts, "4 aba c aa bca"), "2 0 2 1 ;");
}

#[test]
fn boards_and_numbers_have_no_lengths() {
    for (layout, of) in [
        ("n w:'.#'*n*n", "w"),
        ("n a*n", "a"),
        ("n (w:'a-z')*n", "n"),
    ] {
        let keys = format!(
            "layout = \"{layout}\"\nlists = \"b = lengths({of})\"\nvalue = \"b\"\nanswer = {{ value = \"\" }}"
        );
        let error = format(&keys).expect_err(layout);
        assert!(error.contains("is not a word"), "{error}");
    }
}

#[test]
fn a_formula_makes_lists_on_its_way() {
    let keys = |rest: &str| {
        format!("layout = \"s:'a-z' n a*n\"\n{rest}\nanswer = {{ value = \"{{value}} \" }}")
    };
    for (rest, expected) in [
        ("value = \"last(letters(s))\"", 3),
        (
            "value = \"n + max(counts(a)) * len(distinct(a + [9]))\"",
            4 + 2 * 4,
        ),
        (
            "lists = \"m = len(letters(s)) + first(reversed(a))\"\nvalue = \"m\"",
            3 + 5,
        ),
        (
            "lists = \"f = primefactors(60); d = divisors(n) + primes(n)\"\nvalue = \"sum(f) + sum(d)\"",
            10 + 7 + 5,
        ),
        (
            "value = \"len(primefactors(60)) + sum(divisors(n)) + max(primes(n*n))\"",
            3 + 7 + 13,
        ),
        ("value = \"sum(sorted(a)) if last(letters(s)) > 2; 0\"", 12),
    ] {
        let told =
            judged(&keys(rest), "abd 4 1 3 3 5").unwrap_or_else(|why| panic!("{rest}: {why}"));
        assert_eq!(told, format!("{expected} "), "{rest}");
    }
    let moves = "layout = \"s:'a-z'\"\noptions = \"x -> x-k for k in 1..=3\"\nposition = \"last(letters(s)) 4\"\nanswer = { win = \"W\", lose = \"L\" }";
    assert_eq!(judged(moves, "abe abb").expect("an answer"), "LW");
}

/// What is wrong is told where it stands, and what to write there.
#[test]
fn faults_say_what_to_write() {
    let keys = |lists: &str, value: &str| {
        format!(
            "layout = \"s:'a-z' n a*n u*n (m b*m)*n\"\nlists = \"{lists}\"\nvalue = \"{value}\"\nanswer = {{ value = \"{{value}}\" }}"
        )
    };
    for (lists, value, column, remedy) in [
        ("c = b", "n", 14, "[b]"),
        ("c = a", "n", 14, "[a+1]"),
        ("c = 1 + s", "n", 18, "t = letters(s)"),
        ("c = [u[index-1]]", "n", 17, "for i in 0..len(u)"),
        (
            "c = n",
            "max(counts(a)) + max(letters(a))",
            39,
            "'a' has no letters",
        ),
        ("c = n", "n + last(reversed(a)) + q", 34, "'q'"),
        ("c = n", "u[index-1]", 10, "but no list is named"),
    ] {
        let error = format(&keys(lists, value)).expect_err(lists);
        assert!(error.contains(remedy), "{lists}, {value}: {error}");
        assert!(
            error.contains(&format!("column {column}:")),
            "{lists}, {value}: {error}"
        );
    }
    let entries = "layout = \"n a*n u*n\"\nlists = \"c = [a + u[n-index]]\"\nvalue = \"c\"\nanswer = { value = \"{value} \", each = true }";
    assert_eq!(
        judged(entries, "3 1 2 3 10 20 30").expect("an answer"),
        "31 22 13 "
    );
    let position = "layout = \"n a*n\"\noptions = \"x -> x-k for k in 1..=3\"\nposition = \"a[index-1]\"\nanswer = { win = \"W\", lose = \"L\" }";
    assert!(
        format(position)
            .expect_err("no rows")
            .contains("but no list is named")
    );
    let permuted = position
        .replace("n a*n", "n p*n a*n")
        .replace("a[index-1]", "a[p - 1]");
    assert_eq!(
        judged(&permuted, "2 2 1 4 5 2 2 1 3 7").expect("an answer"),
        "WL"
    );
}
