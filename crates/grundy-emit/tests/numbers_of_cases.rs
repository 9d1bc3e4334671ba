//! Programs of rules that take numbers of the case, and of rules whose winning moves are printed: in every language whose tools are here,
//! on made-up cases, against the judge.

use crate::support;
use crate::support::each_language_agrees_with_the_judge;

use grundy_emit::{Language, Task, emit};
use grundy_judge::Format;
use support::made_up;

const OUTCOME: &str = r#"answer = { win = "W\n", lose = "L\n" }"#;
const VALUE: &str = r#"answer = { value = "{value}\n" }"#;
const FIRST: &str = "lose = \"none\\n\", first = true }";

fn format(name: &str, keys: &str) -> Format {
    let text = format!("[[format]]\nname = \"{name}\"\ncases = \"until-end\"\n{keys}");
    Format::parse(&text).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// Rules with numbers of the case, and with winning moves.
fn formats() -> Vec<Format> {
    let lists = [
        // A rule on numbers for each entry.
        "multiset a[i] -> a[i]-t for t in 1..=k",
        "multiset a[i] -> [b, a[i]-b] for b in 1..a[i] if (2*b-a[i]) % m != 0 where m = k+1",
        // Lists that are searched.
        "multiset a[i],a[j] -> a[i]-k,a[j]-1 | a[i]-1,a[j]",
        "list a[i],a[i+k] -> a[i]-1,a[i+k]-1; a[0] -> a[0]-1",
        "multiset a[s] -> a[s]-1 for s in sets(1..=k)",
    ];
    let mut all = Vec::new();
    for rule in lists {
        for answer in [OUTCOME, VALUE] {
            all.push(format(
                rule,
                &format!(
                    "layout = \"n k a*n\"\nrule = '{rule}'\nranges = {{ n = \"1..=3\", k = \"1..=3\", a = \"0..=5\" }}\n{answer}"
                ),
            ));
        }
    }
    all.push(format(
        "misere",
        &format!(
            "layout = \"n k a*n\"\nrule = 'multiset a[i] -> a[i]-t for t in 1..=k; a[i],a[j] -> a[i]-k,a[j]-k'\nmisere = true\nranges = {{ n = \"1..=3\", k = \"1..=3\", a = \"0..=5\" }}\n{OUTCOME}"
        ),
    ));
    for rule in [
        "multiset a[i] -> a[i]-t for t in take",
        "multiset a[i],a[j] -> a[i]-t,a[j]-t for t in take; a[i] -> a[i]-take[0]",
    ] {
        all.push(format(
            rule,
            &format!(
                "layout = \"m take*m n a*n\"\nrule = '{rule}'\nranges = {{ n = \"1..=3\", m = \"1..=2\", take = \"1..=3\", a = \"0..=6\" }}\n{VALUE}"
            ),
        ));
    }
    for (rule, layout) in [
        ("graph remove vertex if degree(v) <= most", "graph:n(u v)*m"),
        (
            "graph remove edge if vertices % (most+1) != 0",
            "graph:n(u v)*m",
        ),
        (
            "digraph remove vertex if outdegree(v) <= most",
            "arcs:n(u v)*m",
        ),
    ] {
        for answer in [OUTCOME, VALUE] {
            all.push(format(
                rule,
                &format!("layout = \"n m most {layout}\"\nrule = '{rule}'\nranges = {{ n = \"1..=5\", m = \"0..=6\", most = \"0..=3\" }}\n{answer}"),
            ));
        }
    }
    let digits = "options = \"n -> n-d for i in 0..4, d = n / 10^i % 10 if d > 0\"";
    let told = "move = \"{index}:{from}-{take}={to} ({i},{d})\"";
    for (layout, misere) in [("n", ""), ("m n*m", ""), ("n", "misere = true\n")] {
        for rest in [
            FIRST,
            "between = \", \", after = \".\\n\", lose = \"none\\n\" }",
        ] {
            all.push(format(
                "digits",
                &format!("layout = \"{layout}\"\n{misere}{digits}\nranges = {{ n = \"0..=300\" }}\nanswer = {{ win = \"win \", {told}, {rest}"),
            ));
        }
    }
    let all_moves = "between = \"; \", after = \"\\n\", lose = \"none\\n\" }";
    for (layout, rule, told) in [
        ("m n*m", "n -> n-k for k in 1..", "{index} {k}"),
        ("m t n*m", "n -> n-k for k in 1..=t", "{index} {from} {to}"),
        (
            "m (x y)*m",
            "(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..",
            "{index} {x},{y} {k}",
        ),
        (
            "m n*m",
            "n -> a + b for a in 0..n, b = n-1-a",
            "{index} {a} {b}",
        ),
        (
            "x y",
            "(x,y) -> (x+1,y-2) if y > 1; (x,y) -> (x-1,y)",
            "{x} {y}",
        ),
    ] {
        for rest in [FIRST, all_moves] {
            all.push(format(
                rule,
                &format!(
                    "layout = \"{layout}\"\noptions = \"{rule}\"\nranges = {{ {} }}\nanswer = {{ win = \"\", move = \"{told}\", {rest}",
                    if layout == "x y" { "x = \"0..=9\", y = \"0..=9\"" } else { "m = \"1..=3\"" }
                ),
            ));
        }
    }
    // Which winning move is the first, with numbers added to what is written of it.
    for (rule, told, order) in [
        (
            "n -> n-k for k in 1..",
            "{index-1}:{take+1}",
            "take, -index",
        ),
        ("n -> n-k for k in {4,1,2}", "{index-1}:{k-9}", "-index, k"),
        (
            "n -> n-k-j for k in 1..=2, j in 0..=2",
            "{k} {j+1} {index}",
            "j, -n, -k",
        ),
        (
            "n -> a + b for a in 0..n, b = n-1-a",
            "{index} {a} {b+1}",
            "-a",
        ),
    ] {
        all.push(format(
            rule,
            &format!(
                "layout = \"m n*m\"\noptions = \"{rule}\"\nranges = {{ m = \"1..=3\", n = \"0..=12\" }}\nanswer = {{ win = \"\", move = \"{told};\", order = \"{order}\", {FIRST}"
            ),
        ));
    }
    all.push(format(
        "misere order",
        "layout = \"n\"\nmisere = true\noptions = \"n -> n-k for k in {1,3,4}\"\nranges = { n = \"0..=40\" }\nanswer = { win = \"\", move = \"{k+1}\\n\", lose = \"-\\n\", first = true, order = \"-k\" }",
    ));
    // What is made of the numbers of the case.
    for rule in [
        "n -> n-t for t in 1..=m where m = k+1",
        "n -> n-t for t in v where w = 2*k+1, v = [1,k,w]",
    ] {
        all.push(format(
            rule,
            &format!(
                "layout = \"k c n*c\"\noptions = \"{rule}\"\nranges = {{ k = \"1..=4\", c = \"1..=3\" }}\n{VALUE}"
            ),
        ));
    }
    // Beans of bottles (Luogu P3185): the first bottles in order, and how many they are is told elsewhere.
    all.push(format(
        "beans",
        "layout = \"n p*n\"\noptions = \"(i,p) -> (i,p-1) + (n-1-a,1) + (n-1-b,1) for c = n-1-i, a in c+1..n, b in a..n\"\nposition = \"n-index p\"\nranges = { n = \"2..=4\", p = \"0..=3\" }\nanswer = { win = \"\", move = \"{c} {a} {b}\\n\", lose = \"-1 -1 -1\\n\", first = true }",
    ));
    all
}

fn agrees(language: Language) {
    made_up(language, "cases", &formats());
}

each_language_agrees_with_the_judge!(agrees);

#[test]
fn what_changes_patterns_is_refused() {
    for (layout, rule) in [
        ("n k s:'01'", "\"0\"{k} -> \"1\"{k}"),
        ("n m k s:'.#'*n*m", "grid \".\"{k} -> \"#\"{k}"),
    ] {
        let format = format(
            "patterns",
            &format!("layout = \"{layout}\"\nrule = '{rule}'\n{OUTCOME}"),
        );
        let why = emit(&Task::of(&format), Language::Cpp).expect_err("no program");
        assert!(why.to_string().contains("'k'"), "{why}");
    }
}
