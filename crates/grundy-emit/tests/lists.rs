//! Programs of rules on lists and multisets: in every language whose tools are here, on random lists, against the solver.

use crate::support;

use std::fmt::Write as _;

use grundy_emit::{Language, on_numbers};
use grundy_judge::Format;
use support::{Random, is_usable, trial, try_all};

/// Rules, how long their lists are and how large their entries, and whether who cannot move wins.
const RULES: [(&str, u64, u64, bool); 53] = [
    // Folds in guards and ends, and lists of what a condition holds for.
    (
        "list a[i] -> [] if all(a[t] > 0 for t in 0..=i) and sum(x for x in a) % 3 != 2",
        5,
        4,
        false,
    ),
    (
        "list a -> [a[t] for t in 0..len(a) if a[t] < a[i]] for i in 0..len(a)",
        6,
        6,
        false,
    ),
    (
        "list a[i] -> a[i]-k for k in 1..=count(a[t] > a[i] for t in 0..len(a) if t != i) if any(a[t] == a[i] - k or count(a > k) > 1 for t in 0..i)",
        4,
        5,
        true,
    ),
    (
        "multiset a[i] -> [max(a[t] for t in 0..i if a[t] < a[i])] if a[i] > 0 and len(x for x in a if x == a[i]) < 2+v[0] where v = [1,2]",
        5,
        7,
        false,
    ),
    (
        "list a -> [a[t]-1 for t in l..=r if a[t] > 0] for l in 0..len(a), r in l..len(a) if gcd(a[t] for t in l..=r) == min(a[t] for t in l..=r) and (l > 0 or r < len(a)-1 or all(a > 0))",
        4,
        4,
        false,
    ),
    (
        "list a[i] -> [] for t in 1..len(a) if a[t-1] > a[t]",
        6,
        5,
        false,
    ),
    (
        "multiset a[i] -> a[i]-k for k in 1..=2, t in 0..len(a), u in 0..len(a) if a[t]+a[u] == 2*a[i]+1",
        4,
        5,
        true,
    ),
    ("multiset a[i] -> a[i]-k for k in 1..", 6, 20, false),
    ("multiset a[i] -> a[i]-k for k in 1..", 5, 9, true),
    (
        "multiset a[i] -> [b, a[i]-b] for b in 1..a[i] if 2*b != a[i]",
        5,
        20,
        false,
    ),
    (
        "multiset a[i] -> [b, a[i]-b] for b in 1..a[i] if 2*b != a[i]",
        3,
        7,
        true,
    ),
    ("list a[i] -> a[i]-k for k in {1,3,4}", 5, 20, false),
    (
        "multiset a[i] -> a[i]-k | [k, a[i]-k] for k in 1..a[i]",
        5,
        12,
        false,
    ),
    (
        "multiset nonzero a[i] -> [] if a[i] % 2 == 1; a[i] -> a[i]-2",
        5,
        12,
        false,
    ),
    (
        "multiset a[i] -> [b{a[i]/b}] for b in divisors(a[i]) if b < a[i]",
        5,
        20,
        false,
    ),
    ("multiset a[i] -> [p] for p in parts(a[i])", 4, 10, false),
    (
        "multiset a[i] -> [p] for p in distinct parts(a[i])",
        4,
        14,
        false,
    ),
    (
        "multiset a[i] -> [p] for p in distinct parts(a[i], 2..=3)",
        4,
        14,
        false,
    ),
    (
        "multiset a[i] -> [p] for p in parts(a[i], 2.., {1,2,5})",
        4,
        12,
        false,
    ),
    (
        "multiset a[i] -> [p] for p in parts(a[i], {2,4}, 2..) if max(p)-min(p) <= 2",
        4,
        12,
        false,
    ),
    (
        "multiset a[i] -> [p] for p in parts(a[i]) if distinct(p) == 2 and len(p) < sum(p)",
        3,
        9,
        true,
    ),
    (
        "multiset a[i] -> [b+t for t in 0..k] for k in 2..=9, b in 1..=9 if k*b+k*(k-1)/2 == a[i]",
        4,
        20,
        false,
    ),
    (
        "multiset a[i] -> [c/2+t for t in 0..k] for k in 2..=sqrt(2*a[i]) if 2*a[i] % k == 0 for c = 2*a[i]/k-k+1 if c > 0 and c % 2 == 0",
        4,
        30,
        false,
    ),
    (
        "multiset a[s] -> any 0..a[s] for s in sets(1..=k) where k = 2",
        4,
        4,
        false,
    ),
    (
        "multiset a[s] -> any 0..a[s] for s in sets(1..=2)",
        3,
        4,
        true,
    ),
    ("multiset a[i] -> any 0..a[i]", 4, 9, false),
    ("multiset a[i],a[j] -> any a[j]-3..a[i],a[j]-1", 3, 4, false),
    (
        "multiset a[i] -> a[i]-k for k in 1..; a[s] -> a[s]-k for s in all, k in 1..",
        3,
        5,
        false,
    ),
    (
        "multiset a[s] -> a[s]-k for s in sets, k in 1..",
        3,
        4,
        false,
    ),
    (
        "multiset a[s] -> a[s]-k for s in sets, k in 1..=2 if a[s] % 2 == 0",
        4,
        5,
        false,
    ),
    (
        "multiset a[s] -> a[s]-len(s) for s in sets({1,3})",
        4,
        4,
        false,
    ),
    (
        "multiset nonzero a[s] -> a[s]-1 for s in all; a[i] -> []",
        4,
        5,
        false,
    ),
    (
        "multiset nonzero a[s] -> a[s]-1 for s in all; a[i] -> []",
        4,
        5,
        true,
    ),
    (
        "list a[s] -> [a[s]-1, 0] for s in sets(2..=2) if a[s] > 0 and sum(a) > 2",
        3,
        2,
        false,
    ),
    (
        "list a[s],a[j] -> a[s]-1,a[j]+1 for s in sets(1..=2), j in 0..=0",
        3,
        3,
        false,
    ),
    (
        "list a[i],a[i-1] -> a[i]-k,a[i-1]+k for k in 1..; a[0] -> a[0]-k for k in 1..",
        4,
        4,
        false,
    ),
    (
        "list nonzero a[0] -> a[0]-k for k in 1..; a[len(a)-1] -> a[len(a)-1]-k for k in 1..",
        4,
        5,
        false,
    ),
    (
        "list nonzero a[0] -> a[0]-k for k in 1..; a[len(a)-1] -> a[len(a)-1]-k for k in 1..",
        4,
        4,
        true,
    ),
    (
        "list a[i] -> a[i]-k for k in 1..=a[i] if i == 0 or a[i-1] < a[i]-k",
        4,
        8,
        false,
    ),
    (
        "multiset a[i],a[j] -> a[i]+a[j],[]; a[i] -> a[i]-1",
        3,
        4,
        false,
    ),
    (
        "multiset a[i],a[j] -> [a[i]+a[j]],[] if a[i] < a[j]",
        5,
        5,
        false,
    ),
    (
        "multiset a[i] -> a[i]-d for d in divisors(a[i])",
        4,
        12,
        false,
    ),
    (
        "multiset a[i] -> a[i]-k for k in 1.. if a[i] == max(a)",
        4,
        5,
        false,
    ),
    (
        "multiset a[i] -> a[i]-p for p in primes(a[i]) if count[a[i]] == 1 or min(a) == 0",
        4,
        9,
        false,
    ),
    ("list a[i] -> [] if a[i-1] == a[i+1]", 6, 2, false),
    (
        "list a[i] -> [a[i]-1, 0] if a[i] > 1 or a[i+1] == 0 and a[i] > 0",
        3,
        3,
        false,
    ),
    (
        "list a -> [a[t] for t in k..len(a)] for k in 1..=len(a) if a[k-1] % 2 == 0",
        6,
        4,
        false,
    ),
    (
        "list a -> [a[t] for t in 0..k] for k in 0..len(a) if a[k] > distinct(a)",
        6,
        6,
        false,
    ),
    (
        "list a[i] -> a[j] for j in 0..len(a) if a[j] < a[i]",
        4,
        5,
        false,
    ),
    (
        "list a[i],a[j] -> a[j],a[i] if i < j and a[i] > a[j]",
        5,
        4,
        false,
    ),
    (
        "multiset a[i] -> v[a[i]] for k in w if v[a[i]] < a[i] and k > 0 where v = [0,0,1,1,2,2,0], w = [1,2]",
        4,
        6,
        false,
    ),
    (
        "multiset a[i] -> f(a[i],k) for k in 1..=2 if a[i] >= k where f(n,k) = (n-k)/k",
        4,
        9,
        false,
    ),
    (
        "multiset a[i] -> [3-a[i], k{2}] for k in 0..a[i] if a[i] <= 3 and k < a[i] and 3-a[i] < a[i]",
        4,
        3,
        false,
    ),
];

/// The cases of a plain format: how long the list is, and its entries.
fn lists(longest: u64, largest: u64, random: &mut Random) -> String {
    let mut input = String::from("60\n");
    for case in 0..60 {
        let length = if case == 0 {
            0
        } else {
            random.within(&(1..=longest))
        };
        let _ = write!(input, "{length}");
        for _ in 0..length {
            let _ = write!(input, " {}", random.within(&(0..=largest)));
        }
        input.push('\n');
    }
    input
}

/// The same format, asked how many moves win.
fn counting(rule: &str, misere: bool, plain: &Format) -> Format {
    let play = if misere { "misere = true\n" } else { "" };
    let layout = plain.layout.text();
    let text = format!(
        "[[format]]\nname = \"counts\"\ncases = \"counted\"\nlayout = \"{layout}\"\n{play}rule = \'\'\'{rule}\'\'\'\nanswer = {{ count = \"{{count}}\\n\" }}\n"
    );
    Format::parse(&text).unwrap_or_else(|why| panic!("{rule}: {why}"))
}

fn agrees(language: Language) {
    if !is_usable(language) {
        return;
    }
    let mut random = Random(11);
    let mut trials = Vec::new();
    for (rule, longest, largest, misere) in RULES {
        let input = lists(longest, largest, &mut random);
        let format = Format::plain(rule, misere).expect("a rule");
        let counted = counting(rule, misere, &format);
        let name = format!("{rule} {misere}");
        trials.push(trial(
            &counted,
            input.clone(),
            language,
            format!("the count of {name}"),
        ));
        trials.push(trial(&format, input, language, name));
    }
    try_all(language, "lists", &trials);
}

#[test]
fn cpp_agrees_with_the_solver() {
    agrees(Language::Cpp);
}

#[test]
fn python_agrees_with_the_solver() {
    agrees(Language::Python);
}

#[test]
fn rust_agrees_with_the_solver() {
    agrees(Language::Rust);
}

#[test]
fn java_agrees_with_the_solver() {
    agrees(Language::Java);
}

/// Where each move puts down a fixed number of entries, there is a table and no search of lists.
#[test]
fn entries_that_stand_alone_are_numbers() {
    let of = |rule: &str| {
        let format = Format::plain(rule, false).expect("a rule");
        let numbers = on_numbers(&format, false)?;
        Some(
            numbers
                .options
                .expect("a rule on numbers")
                .text()
                .to_owned(),
        )
    };
    assert_eq!(
        of("multiset h[i] -> [b, h[i]-b] for b in 1..h[i]").as_deref(),
        Some("a -> b + a-b for b in 1..a")
    );
    assert_eq!(
        of("multiset h[i] -> [b{2}] for b in 1..h[i]").as_deref(),
        Some("a -> b + b for b in 1..a")
    );
    let format = Format::plain("multiset h[i] -> [b{2}] for b in 1..h[i]", true).expect("a rule");
    assert!(on_numbers(&format, false).is_none());
    assert_eq!(of("multiset h[i] -> h[i]-1 if h[i] == max(h)"), None);
    // A number of the rule is called like the list that is read.
    assert_eq!(of("multiset h[i] -> h[i]-a for a in 1.."), None);
}

/// A format with an answer of its own for each list.
#[test]
fn values_are_told_for_each_list() {
    let format = Format::parse(
        r#"
        [[format]]
        name = "lists"
        cases = "counted"
        layout = "n heap*n"
        rule = "multiset heap[s] -> any 0..heap[s] for s in sets(1..=2)"
        ranges = { n = "1..=3", heap = "0..=4" }
        answer = { value = "Case {case}: {value}\n" }
        "#,
    );
    let format = format.unwrap_or_else(|why| panic!("{why}"));
    let mut random = Random(3);
    for language in Language::ALL.into_iter().filter(|it| is_usable(*it)) {
        let input = lists(3, 4, &mut random);
        let trial = trial(&format, input, language, "values".to_owned());
        try_all(language, "list-values", &[trial]);
    }
}
