//! Programs that go from lost positions to those that lead to them, and programs that read numbers below zero and letters of
//! groups: in every language whose tools are here, on made-up cases, against the judge.

use crate::support;
use crate::support::each_language_agrees_with_the_judge;

use grundy_emit::{Language, Task, emit};
use grundy_judge::Format;
use support::made_up;

const OUTCOME: &str = r#"answer = { win = "W\n", lose = "L\n" }"#;
const VALUE: &str = r#"answer = { value = "{value}\n" }"#;

fn format(name: &str, keys: &str) -> Format {
    let text = format!("[[format]]\nname = \"{name}\"\ncases = \"until-end\"\n{keys}");
    Format::parse(&text).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// Rules whose moves can be taken back, with the numbers of their ranges.
const BACKWARD: [(&str, &str); 12] = [
    (
        "a b",
        "(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-2*k) for k in 1..",
    ),
    (
        "a b",
        "(a,b) -> (a-k,b) | (a-k,b-1) for k in 1..=a if (a+b) % 3 > 0",
    ),
    ("a b", "(a,b) -> (a-k,b) | (a,b-k) for k in 1..=a/2"),
    (
        "a b",
        "(a,b) -> (a-k,b) for k in 1..a if k != b; (a,b) -> (a,b-1)",
    ),
    ("a b", "(a,b) -> (a-t,b) | (a,b-t-1) for t in {1,3,4}"),
    (
        "a b",
        "(a,b) -> (a-2^k,b) | (a,b-2^k) for k in 0.. if b > 1",
    ),
    ("a b", "(a,b) -> (a-1,b) | (a-1,b-1) | (a,b-1)"),
    (
        "a b",
        "(a,b) -> (a-k,b-k) | (a-1,b) for k in 1..=half where half = 3",
    ),
    (
        "a b",
        "(a,b) -> (a-k,b) for h = a / 2 + b, k in 1..=h if k % 2 == 1; (a,b) -> (a,b-2)",
    ),
    (
        "a b",
        "(a,b) -> (a-k-j,b) | (a,b-3*k) for j in {1,2}, k in 1..",
    ),
    (
        "a b c",
        "(a,b,c) -> (a-k,b,c) | (a,b-k,c-k) for k in 1..; (a,b,c) -> (a-1,b,c-2)",
    ),
    (
        "a b m",
        "(a,b) -> (a-k,b) | (a,b-k) | (a-m,b-m) for k in 1..=m",
    ),
];

fn backward() -> Vec<Format> {
    let one = |(layout, rule): (&str, &str)| {
        let ranges = "ranges = { a = \"0..=12\", b = \"0..=9\" }";
        format(
            rule,
            &format!("layout = \"{layout}\"\noptions = \"{rule}\"\n{ranges}\n{OUTCOME}"),
        )
    };
    let mut all: Vec<Format> = BACKWARD.into_iter().map(one).collect();
    // Several positions of a case, one by one, in a table that grows.
    all.push(format(
        "queries",
        &format!(
            "layout = \"q [x y]*q\"\noptions = \"(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..\"\n{OUTCOME}"
        ),
    ));
    all
}

/// Formats whose answers stand in lines, whose arcs have no cycle, and that count primes.
fn others() -> Vec<Format> {
    [
        // Codeforces 918D: who moves goes along an arc of at least the last letter; an answer for each pair of vertices.
        "layout = \"n m (v u)*m s:'a-c'*m\"\nlists = \"e = letters(s); r = [i/n+1 for i in 0..n*n]; q = [i%n+1 for i in 0..n*n]\"\noptions = \"(x,y,d) -> (y,u[i],e[i]) for i in 0..m if v[i] == x if e[i] >= d\"\nposition = \"r q 0\"\nanswer = { win = \"A\", lose = \"B\", each = true, row = \"n\", after-case = \"\\n\" }\nacyclic = \"v u\"\nranges = { n = \"2..=4\", m = \"1..=5\", v = \"1..=4\", u = \"1..=4\" }\nbounds = { v = \"1..=n\", u = \"1..=n\" }",
        "layout = \"n m k (from to)*m x*k\"\noptions = \"x -> to[j] for j in 0..m if from[j] == x\"\nanswer = { value = \"{value}\\n\" }\nranges = { n = \"2..=6\", m = \"1..=8\", k = \"1..=3\", x = \"1..=6\", from = \"1..=6\", to = \"1..=6\" }\nacyclic = \"from to\"\nbounds = { x = \"1..=n\", from = \"1..=n\", to = \"1..=n\" }",
        "layout = \"n k a*n\"\nvalue = \"a % 3\"\nanswer = { value = \"{value} \", each = true, row = \"k\", after-case = \"\\n\" }\nranges = { n = \"1..=7\", k = \"1..=3\" }",
        "layout = \"n k a*n\"\nrule = \"kayles {a}\"\nanswer = { value = \"{value} \", each = true, row = \"k\", after-case = \"\\n\" }\nranges = { n = \"1..=7\", k = \"1..=3\", a = \"0..=30\" }",
        "layout = \"x y\"\nwins = \"count(p > 0 for p in primes(x)) <= y or sum(1 for p in primes(x-y)) == 3\"\nanswer = { win = \"W\\n\", lose = \"L\\n\" }\nranges = { x = \"1..=300\", y = \"1..=30\" }",
    ]
    .into_iter()
    .map(|keys| format("others", keys))
    .collect()
}

/// Formats whose numbers may be below zero, and whose groups have letters.
fn read() -> Vec<Format> {
    let ranges = "ranges = { n = \"1..=5\", p = \"-1..=5\", x = \"-9..=9\", y = \"-9..=9\", a = \"-50..=50\", b = \"-5..=-1\" }";
    [
        // A forest by its parents.
        (
            "n +-p*n",
            "lists = \"u = [p[i]+1 for i in 0..n]; v = [i+1 for i in 0..n]\"\nrule = \"hackenbush:ground=0 {u}-{v},..\"\nbounds = { p = \"-1..=index-2\" }",
            OUTCOME,
        ),
        (
            "n (+-x +-y r)*n",
            "lists = \"d = [abs(x[i]) + abs(y[i]) * r[i] for i in 0..n]\"\nrule = \"nim {d}\"",
            OUTCOME,
        ),
        (
            "+-a +-b n +-x*n",
            "lists = \"s = [1 for t in x if t < 0]; w = sorted(x); k = [abs(w[i] % 3 + a / 4 - b % 5 + i) for i in 0..n]\"\nvalue = \"abs(sum(x[i] * i for i in 0..n)) xor len(s) xor sum(k)\"",
            VALUE,
        ),
        (
            "+-a",
            "options = \"a -> a-k for k in {1,3,4}\"\nposition = \"a+60\"",
            VALUE,
        ),
        (
            "n (p:'KQR' x y)*n",
            "lists = \"t = letters(p)\"\noptions = \"(x,y,t) -> (x-1,y,t) | (x,y-1,t) if t == 0; (x,y,t) -> (x-k,y,t) | (x,y-k,t) for k in 1.. if t > 0; (x,y,t) -> (x-k,y-k,t) for k in 1.. if t == 1\"",
            OUTCOME,
        ),
        (
            "n (s:'abc' x)*n",
            "lists = \"t = letters(s)\"\nvalue = \"sum(t[i] * (i+1) for i in 0..len(t)) xor sum(x)\"",
            VALUE,
        ),
    ]
    .into_iter()
    .map(|(layout, keys, answer)| {
        let has = |name: &str| layout.split(|it: char| !it.is_ascii_alphanumeric()).any(|it| it == name);
        let signed = layout.contains('-');
        let kept: Vec<&str> = ranges
            .trim_start_matches("ranges = { ")
            .trim_end_matches(" }")
            .split(", ")
            .filter(|range| {
                let name = range.split(' ').next().unwrap_or("");
                has(name) && (signed || !range.contains("\"-"))
            })
            .collect();
        let keys = format!("layout = \"{layout}\"\n{keys}\nranges = {{ {} }}\n{answer}", kept.join(", "));
        format(layout, &keys)
    })
    .collect()
}

fn agrees(language: Language) {
    made_up(language, "forward", &backward());
    made_up(language, "below", &read());
    made_up(language, "lined", &others());
}

each_language_agrees_with_the_judge!(agrees);

#[test]
fn moves_that_cannot_be_taken_back_are_looked_at_one_by_one() {
    let writes = |rule: &str, keys: &str| {
        let keys = format!("layout = \"a b\"\noptions = \"{rule}\"\n{keys}");
        let format = format("one", &keys);
        let mut task = Task::of(&format);
        task.assume_finite = true;
        emit(&task, Language::Cpp).expect("a program")
    };
    let forward = "what is not marked by its turn is lost";
    for (_, rule) in BACKWARD.into_iter().filter(|(layout, _)| *layout == "a b") {
        assert!(writes(rule, OUTCOME).contains(forward), "{rule}");
    }
    for (rule, keys) in [
        // What is taken depends on the position.
        ("(a,b) -> (a-b-1,b) | (a,b-1)", OUTCOME),
        ("(a,b) -> (a/2,b) | (a,b-1) if a+b > 0", OUTCOME),
        (
            "(a,b) -> (a-k,b) + (k,0) | (a,b-1) for k in 1..=a/2",
            OUTCOME,
        ),
        // Values are asked for.
        (
            "(a,b) -> (a-k,b) | (a,b-k) | (a-1,b-1) for k in 1..=3",
            VALUE,
        ),
    ] {
        assert!(!writes(rule, keys).contains(forward), "{rule}");
    }
}
