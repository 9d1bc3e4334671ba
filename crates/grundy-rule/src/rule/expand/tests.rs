//! Rules with functions against the same rules written out.

use crate::rule::{Given, Rule};
use grundy::Budget;
use grundy::budget::Meter;

/// Rules with functions, and without.
const PAIRS: [(&str, &str); 6] = [
    (
        "n -> n-f(k) for k in 1..=n where f(k) = k*(k+1)/2",
        "n -> n-k*(k+1)/2 for k in 1..=n",
    ),
    (
        "n -> n-k for k in 1..=n if g(k,n) where f(a,b) = gcd(a,b), g(x,y) = f(x,y+1) == m, m = 1",
        "n -> n-k for k in 1..=n if gcd(k,n+1) == 1",
    ),
    (
        "n -> n-1-odd(n) where odd(a) = (a%2 == 1)",
        "n -> n-1-(n%2 == 1)",
    ),
    (
        "n -> n-v[at(n)] if n > 0 where v = [3,1,2], at(n) = n%3",
        "n -> n-v[n%3] if n > 0 where v = [3,1,2]",
    ),
    (
        "(x,y) -> (swap(y,x)-1,y) for k in {id(1),2} where swap(x,y) = y, id(x) = x",
        "(x,y) -> (x-1,y) for k in {1,2}",
    ),
    (
        "n -> n-k for k in 1..=square(n) where root(n) = sqrt(n), square(n) = root(root(n))+1",
        "n -> n-k for k in 1..=sqrt(sqrt(n))+1",
    ),
];

#[test]
fn as_written_out() {
    for (with, without) in PAIRS {
        let read = |text| Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        let (one, other) = (read(with), read(without));
        let sizes = vec![if one.arity() == 1 { 60 } else { 12 }; one.arity()];
        let cells = |rule: &Rule| {
            let mut meter = Meter::new(&Budget::default());
            rule.table(&sizes, &mut meter)
                .expect("a table")
                .into_cells()
        };
        assert_eq!(cells(&one), cells(&other), "{with}");
        assert_eq!(one.measure(), other.measure(), "{with}");
        let printed = one.to_string();
        assert_eq!(
            Rule::parse(&printed).expect("what was printed"),
            one,
            "{printed}"
        );
        assert!(printed.contains("where"), "{printed}");
    }
    let text = "n -> n-f(k) for k in 1..=n where f(k) = k*m, m = 2";
    assert_eq!(Rule::parse(text).expect("a rule").to_string(), text);
    let given = [("m", Given::Number(3))];
    let rule = Rule::parse_with("n -> n-f(k) for k in 1..=n where f(k) = k*m", &given);
    let rule = rule.expect("a rule");
    let constants = rule
        .with_constants_as_coordinates(&["m"])
        .expect("m is a constant");
    assert_eq!(constants.to_string(), "(n,m) -> (n-k*m,m) for k in 1..=n");
}

#[test]
fn what_is_wrong_with_functions() {
    let mut large = String::from("n -> n-f9(n) where f0(k) = k+k");
    for number in 1..10 {
        large.push_str(&format!(
            ", f{number}(k) = f{0}(k)+f{0}(f{0}(k))",
            number - 1
        ));
    }
    let mut deep = String::from("n -> n-f20(n) where f0(k) = ((((((((k+1)+1)+1)+1)+1)+1)+1)+1)+1");
    for number in 1..=20 {
        deep.push_str(&format!(", f{number}(k) = f{}(k)+1+1+1+1+1", number - 1));
    }
    for (text, column, part) in [
        ("n -> n-f(n) where f(k) = k+n", 28, "'n' is neither"),
        ("n -> n-f(n) where f(k) = f(k-1)", 26, "is defined later"),
        (
            "n -> n-f(n) where f(k) = g(k), g(k) = k",
            26,
            "is defined later",
        ),
        ("n -> n-f(n,1) where f(k) = k", 8, "takes 1 numbers, not 2"),
        ("n -> n-f(n)", 8, "no function 'f'"),
        ("n -> n-f(n,n) where f(k,k) = k", 25, "given twice"),
        ("n -> n-f(n) where f(k) = k, f(j) = j", 29, "given twice"),
        ("n -> n-f(n) where f(k) = k, f = 1", 19, "given twice"),
        ("n -> n-f(n) where f() = 1", 21, "expected a name"),
        ("n -> f(n) where f(k) = k > 1", 6, "not a condition"),
        (&large, 0, "more than 65536 parts"),
        (&deep, 0, "more than 100 deep"),
    ] {
        let errors = Rule::parse(text).expect_err(text).errors;
        let first = &errors[0];
        let message = first.message.to_string();
        assert!(message.contains(part), "{text}: {message}");
        assert!(
            column == 0 || first.column == column,
            "{text}: {}",
            first.column
        );
    }
}

/// What an error says is to be written is read.
#[test]
fn functions_of_other_languages_have_their_form_here() {
    for (names, here) in super::ELSEWHERE {
        for name in *names {
            let error = Rule::parse(&format!("n -> n-{name}(n)"))
                .unwrap_err()
                .to_string();
            assert!(error.contains(here), "{error}");
        }
        let written = format!("n -> n-({here}) for k in 2..=3 if n > 0");
        assert!(Rule::parse(&written).is_ok(), "{written}");
    }
}
