//! What is wrong with texts that are no rules, and where.

use crate::rule::Rule;
use crate::text::Lang;

#[test]
fn errors_point_at_the_place() {
    for (text, places, word) in [
        ("", &[1][..], "expected a rule"),
        ("n", &[2], "expected '->'"),
        ("n ->", &[5], "expected a number or a name"),
        ("n -> n-j for k in 1..=3", &[8], "'j' is not defined here"),
        ("heap -> hepa-1", &[9], "did you mean 'heap'?"),
        (
            "n -> n-2k for k in 1..",
            &[9],
            "product needs its multiplication sign: 2*k",
        ),
        ("n -> n-k + 1 for k in 1..=n", &[12], "brackets, as (n+1)"),
        ("n -> n-k for k in 1.. if k = 3", &[28], "write '=='"),
        (
            "n -> n-k for k in 1..2 | n-3",
            &[24],
            "write 'for' and 'if' once",
        ),
        ("(x,y) -> (x-1)", &[10], "has 2 coordinates"),
        ("(x,y) -> x-1", &[10], "expected '('"),
        (
            "(x,y) -> (x-1,y); n -> n-1",
            &[19],
            "coordinates of the first",
        ),
        (
            &format!("({0}) -> ({0})", vec!["a"; 65].join(",")),
            &[1],
            "at most 64",
        ),
        ("n -> n-k for k in 1.. where k = 3", &[14], "given twice"),
        ("(x,x) -> (x-1,x)", &[4], "given twice"),
        (
            "n -> n-k/2 for k in 1..",
            &[16],
            "where does this range end",
        ),
        ("n -> n-k for k in v", &[19], "no array 'v'"),
        ("n -> n-1 if n", &[13], "write n != 0"),
        ("n -> n-1 if n&1", &[13], "write n & 1 == 1"),
        ("n -> n-1 if n%2 and n > 3", &[13], "write n%2 == 1"),
        ("n -> n-k for k in [1,3,4]", &[19], "in braces: {1,3,4}"),
        ("n -> n-k for k in 1,3,4", &[20], "in braces: {1,3,4}"),
        (
            "n -> n-1, n-3, n-4",
            &[9],
            "separated by '|'; for example: n -> n-1 | n-3 | n-4",
        ),
        ("n -> n-k 其中 k in 1..=3", &[10], "'其中' is written 'for'"),
        ("n -> n-m 其中 m = 3", &[10], "'其中' is written 'where'"),
        (
            "n -> n-k for k in 1..=n 其中 k%2 == 0",
            &[25],
            "'其中' is written 'if'",
        ),
        ("n -> n-1 若 n > 3", &[10], "'若' is written 'if'"),
        ("n -> n-1 if n > 3 且 n < 9", &[19], "'且' is written 'and'"),
        (
            "n -> n-1 if (n > 3 或 n < 2)",
            &[20],
            "'或' is written 'or'",
        ),
        ("n -> n-1若n>3", &[9], "'若' is written 'if', with a blank"),
        (
            "n -> n-k for k in 1..=n if k is prime",
            &[30],
            "for k in primes(n)",
        ),
        (
            "n -> n-k for k in 1..=n if k is odd",
            &[30],
            "odd if k%2 == 1",
        ),
        ("n -> (n>1)", &[6], "expected a number, not a condition"),
        ("n -> n-1 where m = n", &[20], "'n' is not defined here"),
        ("n -> n-1 where m = 1/0", &[20], "divides by 0"),
        ("n -> sqr(n)", &[6], "no function 'sqr'"),
        ("n -> min(n)", &[6], "2 to 8"),
        ("n -> n-99999999999999999999", &[8], "below 2^63"),
        ("n -> n-1 $$ @", &[10, 13], "'$' is not a symbol"),
        (
            "n -> n-; n -> n-j; n - 1; n -> (n-1",
            &[8, 17, 22, 36],
            "found ';'",
        ),
        ("n = *k for k in 1..=3", &[12], "a value is one number"),
        ("for -> 3", &[1], "expected a position"),
    ] {
        let errors = Rule::parse(text).expect_err(text);
        let columns: Vec<usize> = errors.errors.iter().map(|error| error.column).collect();
        assert_eq!(columns, places, "{text}: {errors}");
        assert!(errors.to_string().contains(word), "{text}: {errors}");
        for error in &errors.errors {
            assert!(!error.render(Lang::Zh).is_empty());
            assert!(Rule::parse(error.example).is_ok(), "{}", error.example);
        }
    }
}

#[test]
fn lines_are_counted() {
    let errors = Rule::parse("n -> n-1;\n尼 -> 尼-j").expect_err("j");
    let error = &errors.errors[0];
    assert_eq!((error.line, error.column), (2, 8));
    assert!(errors.to_string().starts_with("line 2, column 8: "));
}

#[test]
fn depth_is_bounded() {
    for deep in [
        format!("n -> {}n{}", "(".repeat(100_000), ")".repeat(100_000)),
        format!("n -> n{}", "-1".repeat(100_000)),
        format!("n -> {}n", "-".repeat(100_000)),
        format!("n -> n{}", "^2".repeat(100_000)),
        format!("n -> n if {}n > 0", "not ".repeat(100_000)),
        format!("n -> {}n{}", "v[".repeat(100_000), "]".repeat(100_000)),
        format!("n -> {}n", "min(".repeat(100_000)),
    ] {
        let errors = Rule::parse(&deep).expect_err("too deep");
        let told = errors.to_string();
        assert!(told.contains("deep"), "{told}");
    }
}
