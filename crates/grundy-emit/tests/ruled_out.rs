//! Programs of rules in which one coordinate only rules out moves, which keep one number for the other coordinates: in every language whose
//! tools are here, on made-up cases, against the judge, who keeps each position for itself.

use crate::support::{self, each_language_agrees_with_the_judge};

use grundy_emit::{Language, Task, emit};
use grundy_judge::Format;
use support::made_up;

/// Rules in which a coordinate forbids one number.
const FORBIDDING: [&str; 9] = [
    "(n,q) -> (n-k,k) for k in 1..=n if k != q",
    "(n,q) -> (n-k,k) for k in {1,2,3} if k != q",
    "(n,q) -> (n-k,k) for k in 1..=m if q != k where m = 4",
    // Other conditions, and a number that is no take.
    "(n,q) -> (n-k,k%3) for k in 1..=n if k%3 != q and (n+k) % 4 > 0",
    "(n,q) -> (n-k,2*k) for k in 1..=3 if 2*k != q; (n,q) -> (n-5,0)",
    "(n,q) -> (n-1,1) if q != 1; (n,q) -> (n-3,2) if q != 2; (n,q) -> (n-4,2) if 2 != q",
    "(n,q) -> end if n == 1 and q != 7; (n,q) -> (n-k,k) for k in {2,3,7} if k != q",
    // The coordinate stands first, and is compared with what it makes.
    "(q,n) -> (k,n-k-1) for k in 0..n if k+1 != q+n%2",
    "(n,m,q) -> (n-k,m,0) for k in 1..=n if q != 0; (n,m,q) -> (n,m-k,1) for k in 1..=m if q != 1; (n,m,q) -> (n-1,m-1,2) if q != 2",
];

/// Rules in which a coordinate is a bound.
const BOUNDING: [&str; 8] = [
    "(n,q) -> (n-k,2*k) for k in 1..=q",
    "(n,q) -> (n-k,k+1) for k in 1..=min(n,q)",
    "(n,q) -> (n-k,k) for k in 1..=n if k <= 2*q+1",
    "(n,q) -> (n-k,3*k) for k in 1..n if q > k; (n,q) -> (n-2,1) if n % 5 == 2",
    "(n,q) -> (n-k,k) for k in max(1,q)..=n",
    "(n,q) -> (n-k,k+1) for k in 1..=n if q <= k and k % 3 != 1",
    "(n,q) -> (n-k*j,k) for k in 1..=q for j in {1,3}",
    "(n,m,q) -> (n-k,m,k) | (n,m-k,k) for k in 1..=q+1",
];

/// Rules with such a coordinate for which a table of all of them is needed.
const OTHERS: [&str; 8] = [
    // It may only be used again.
    "(n,q) -> (n-k,k) for k in 1..=n if k == q or q == 0",
    // It is part of what is left.
    "(n,q) -> (n-k,q) for k in 1..=3 if k != q",
    // Two bounds.
    "(n,q) -> (n-k,k) for k in q+1..=2*q+1",
    // What is compared depends on the move.
    "(n,q) -> (n-k,k) for k in 1..=n if k != q % k",
    "(n,q) -> (n-k,k) for k in 1..=3 if k != q and q > 0; (n,0) -> (n-k,k) for k in 1..=n",
    // The numbers may begin below 0.
    "(n,q) -> (n-k-3,k+2) for k in q-3..=4",
    // The bound keeps within an array.
    "(n,q) -> (n-k,k) for k in 1..=q if v[k] > 0 where v = [1,1,0,1,1,1,0,1,1,1]",
    // Only the other coordinate falls, and not always.
    "(n,q) -> (n-k,q-1) for k in 0..=1 if q > 0",
];

fn format(rule: &str, more: &str) -> Format {
    let names = rule[1..].split(')').next().unwrap_or_default();
    let layout = names.replace(',', " ");
    let ranges: Vec<String> = (names.split(','))
        .map(|name| format!("{name} = \"0..={}\"", if name == "q" { 9 } else { 16 }))
        .collect();
    let text = format!(
        "[[format]]\nname = \"ruled-out\"\ncases = \"until-end\"\nlayout = \"{layout}\"\noptions = \"{rule}\"\nranges = {{ {} }}\n{more}\nanswer = {{ win = \"W\\n\", lose = \"L\\n\" }}",
        ranges.join(", ")
    );
    Format::parse(&text).unwrap_or_else(|why| panic!("{rule}: {why}"))
}

fn agrees(language: Language) {
    let all = FORBIDDING.iter().chain(&BOUNDING).chain(&OTHERS);
    let normal: Vec<Format> = all.map(|rule| format(rule, "")).collect();
    made_up(language, "ruled_out", &normal);
    let misere = FORBIDDING.iter();
    let misere: Vec<Format> = misere.map(|rule| format(rule, "misere = true")).collect();
    made_up(language, "misere_ruled_out", &misere);
}

each_language_agrees_with_the_judge!(agrees);

/// Whether the program keeps one number for all positions that differ in the coordinate alone.
fn keeps_one_number(format: &Format) -> bool {
    let program = emit(&Task::of(format), Language::Cpp).expect("a program");
    program.contains("so a position is lost just if")
}

#[test]
fn one_number_is_kept_where_a_coordinate_only_rules_out_moves() {
    for rule in FORBIDDING {
        assert!(keeps_one_number(&format(rule, "")), "{rule}");
        assert!(keeps_one_number(&format(rule, "misere = true")), "{rule}");
    }
    for rule in BOUNDING {
        assert!(keeps_one_number(&format(rule, "")), "{rule}");
        assert!(!keeps_one_number(&format(rule, "misere = true")), "{rule}");
    }
    for rule in OTHERS {
        let format = format(rule, "");
        let mut task = Task::of(&format);
        task.assume_finite = true;
        let program = emit(&task, Language::Cpp).expect("a program");
        assert!(!program.contains("so a position is lost just if"), "{rule}");
    }
}

#[test]
fn a_number_of_the_case_may_be_part_of_what_is_ruled_out() {
    let text = r#"
        [[format]]
        name = "capped"
        cases = "until-end"
        layout = "m n q"
        options = "(n,q) -> (n-k,k) for k in 1..=m if k != q"
        ranges = { m = "1..=4", n = "0..=20", q = "0..=5" }
        answer = { win = "W\n", lose = "L\n" }
    "#;
    let format = Format::parse(text).expect("a format");
    assert!(keeps_one_number(&format));
    made_up(Language::Cpp, "capped", std::slice::from_ref(&format));
    made_up(Language::Python, "capped", &[format]);
}
