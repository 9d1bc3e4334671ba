//! Programs of formats that only name their game, by its theorem, against the judge.

use crate::support;

use grundy_emit::{Language, Task, emit};
use grundy_judge::{Cases, Format, formats};
use support::made_up;

/// Formats that are named, and games of the catalogue that no known format has.
const OWN: &str = r#"
[[format]]
name = "moore"
cases = "counted"
layout = "n k heap*n"
rule = "moore:{k} {heap}"
ranges = { n = "1..=5", k = "1..=3", heap = "0..=6" }
answer = { win = "A\n", lose = "B\n" }

[[format]]
name = "moore-2"
cases = "counted"
layout = "n heap*n"
rule = "moore:2 {heap}"
ranges = { n = "1..=5", heap = "0..=6" }
answer = { win = "A\n", lose = "B\n" }

[[format]]
name = "end-nim"
cases = "counted"
layout = "n heap*n"
rule = "end-nim {heap}"
ranges = { n = "1..=6", heap = "0..=5" }
answer = { win = "A\n", lose = "B\n" }

[[format]]
name = "northcott"
cases = "counted"
layout = "n (a b)*n"
rule = "northcott {a},{b+1}"
ranges = { n = "1..=4", a = "1..=4", b = "5..=9" }
answer = { value = "{value}\n" }

[[format]]
name = "nimble"
cases = "counted"
layout = "n coin*n"
rule = "nimble {coin}"
ranges = { n = "1..=4", coin = "0..=9" }
answer = { value = "{value}\n" }

[[format]]
name = "hackenbush"
cases = "counted"
layout = "n tree:n(u v)*n-1"
rule = "hackenbush:ground=1 {u}-{v},.."
ranges = { n = "2..=7" }
answer = { value = "{value}\n" }

[[format]]
name = "hackenbush-with-cycles"
cases = "counted"
layout = "n m graph:n(u v)*m"
rule = "hackenbush:ground=1 {u}-{v},.."
ranges = { n = "3..=4", m = "1..=4" }
answer = { value = "{value}\n" }

[[format]]
name = "geography"
cases = "counted"
layout = "n m start graph:n(u v)*m"
rule = "undirected-geography:{u}-{v},.. {start}"
ranges = { n = "5..=7", m = "2..=7", start = "1..=5" }
answer = { win = "A\n", lose = "B\n" }

[[format]]
name = "geography-of-many"
cases = "counted"
layout = "n m q graph:n(u v)*m [start]*q"
rule = "undirected-geography:{u}-{v},.. {start}"
ranges = { n = "5..=7", m = "2..=7", q = "1..=4", start = "1..=7" }
answer = { win = "A\n", lose = "B\n" }

[[format]]
name = "geography-of-each"
cases = "counted"
layout = "n m graph:n(u v)*m"
rule = "undirected-geography:{u}-{v},.. {1..n}"
ranges = { n = "5..=7", m = "2..=7" }
answer = { each = true, row = "n", win = "A", lose = "B" }

[[format]]
name = "geography-of-listed"
cases = "counted"
layout = "n m q graph:n(u v)*m start*q"
rule = "undirected-geography:{u}-{v},.. {start+1}"
ranges = { n = "5..=7", m = "2..=7", q = "1..=4", start = "0..=7" }
answer = { each = true, win = "A", lose = "B", after-case = "\n" }

[[format]]
name = "geography-of-graphs"
cases = "counted"
layout = "q [n m start graph:n(u v)*m]*q"
rule = "undirected-geography:{u}-{v},.. {start}"
ranges = { q = "1..=4", n = "5..=7", m = "2..=7", start = "1..=5" }
answer = { win = "A\n", lose = "B\n" }

[[format]]
name = "geography-by-its-rule"
cases = "counted"
layout = "n q tree:n(u v)*n-1 [token]*q"
rule = "graph move token along edge and remove vertex"
ranges = { n = "2..=9", q = "1..=4", token = "1..=2" }
answer = { win = "A\n", lose = "B\n" }

[[format]]
name = "root-paths"
cases = "counted"
layout = "n m forest:n(u v)*m"
rule = "root-paths {n} {u} {v}"
ranges = { n = "1..=12", m = "0..=11" }
answer = { value = "{value}\n" }

[[format]]
name = "root-paths-listed"
cases = "counted"
layout = "n m forest:n(u v)*m"
rule = "root-paths {n} {u} {v}"
ranges = { n = "1..=12", m = "0..=11" }
answer = { win = "WIN", move = " {to}", after = "\n", lose = "LOSE\n" }

[[format]]
name = "root-paths-counted"
cases = "counted"
layout = "n m forest:n(u v)*m"
rule = "root-paths {n} {u} {v}"
ranges = { n = "1..=12", m = "0..=11" }
answer = { count = "{count}\n" }

[[format]]
name = "root-paths-by-its-rule"
cases = "counted"
layout = "n tree:n(u v)*n-1"
rule = "tree remove path to vertex"
ranges = { n = "1..=12" }
answer = { count = "{count}\n" }

[[format]]
name = "placed-walk"
cases = "counted"
layout = "n m graph:n(u v)*m"
rule = "placed-walk {n} {u} {v}"
ranges = { n = "5..=7", m = "2..=7" }
answer = { win = "WIN", move = " {to} {to-1}", after = "\n", lose = "LOSE\n" }

[[format]]
name = "rook-walk"
cases = "counted"
layout = "n m s:'#.'(r c)*n*m"
rule = "rook-walk {r} {c}"
ranges = { n = "1..=5", m = "1..=5" }
answer = { win = "WIN\n", move = "{row} {column+1}\n", lose = "LOSE\n" }

[[format]]
name = "king-walk"
cases = "counted"
layout = "n m s:'#.'(r c)*n*m"
rule = "king-walk {r} {c}"
ranges = { n = "1..=5", m = "1..=5" }
answer = { win = "1\n", lose = "2\n" }

[[format]]
name = "kayles"
cases = "counted"
layout = "n row*n"
rule = "kayles {row}"
ranges = { n = "1..=4", row = "0..=20" }
answer = { value = "{value}\n" }

[[format]]
name = "dawsons-kayles"
cases = "counted"
layout = "n row*n"
rule = "dawsons-kayles {row}"
ranges = { n = "1..=4", row = "0..=20" }
answer = { value = "{value}\n" }

[[format]]
name = "grundy"
cases = "counted"
layout = "n heap*n"
rule = "grundy {heap}"
ranges = { n = "1..=4", heap = "0..=20" }
answer = { win = "A\n", lose = "B\n" }

[[format]]
name = "bash-of-each"
cases = "counted"
layout = "n most heap*n"
rule = "bash:{most} {heap}"
ranges = { n = "1..=4", most = "1..=4", heap = "0..=20" }
answer = { each = true, value = "{value} " }

[[format]]
name = "bash-counted"
cases = "counted"
layout = "n most heap*n"
rule = "bash:{most} {heap}"
ranges = { n = "1..=4", most = "1..=4", heap = "0..=20" }
answer = { count = "{count}\n" }

[[format]]
name = "bash-between"
cases = "counted"
layout = "n p q heap*n"
rule = "bash:{p}-{q} {heap}"
ranges = { n = "1..=4", p = "1..=3", q = "3..=6", heap = "0..=20" }
answer = { value = "{value}\n" }

[[format]]
name = "takes-of-a-case"
cases = "counted"
layout = "k take*k n heap*n"
rule = "take:{take} {heap}"
ranges = { k = "1..=3", take = "1..=6", n = "1..=4", heap = "0..=20" }
answer = { value = "{value}\n" }

[[format]]
name = "takes-1-3-4"
cases = "counted"
layout = "n heap*n"
rule = "take:1,3,4 {heap}"
ranges = { n = "1..=4", heap = "0..=20" }
answer = { value = "{value}\n" }

[[format]]
name = "bounded"
cases = "counted"
layout = "n (heap limit)*n"
rule = "bounded {heap},{limit}"
ranges = { n = "1..=4", heap = "0..=20", limit = "1..=5" }
answer = { value = "{value}\n" }

[[format]]
name = "lasker"
cases = "counted"
layout = "n heap*n"
rule = "lasker {heap}"
ranges = { n = "1..=4", heap = "0..=20" }
answer = { value = "{value}\n" }

[[format]]
name = "wythoff"
cases = "counted"
layout = "a b"
rule = "wythoff {a},{b}"
ranges = { a = "0..=40", b = "0..=40" }
answer = { win = "A\n", lose = "B\n" }

[[format]]
name = "fibonacci"
cases = "counted"
layout = "n"
rule = "fibonacci {n}"
ranges = { n = "1..=100" }
answer = { win = "A\n", lose = "B\n" }

[[format]]
name = "nim-of-a-run"
cases = "counted"
layout = "n m x"
rule = "nim {n..m} {x}"
ranges = { n = "0..=4", m = "4..=9", x = "0..=9" }
answer = { value = "{value}\n" }

[[format]]
name = "misere-nim-after-each"
cases = "counted"
layout = "n heap*n"
rule = "--misere nim {heap}"
answers = "prefixes"
ranges = { n = "1..=5", heap = "0..=3" }
answer = { win = "A\n", lose = "B\n" }

[[format]]
name = "staircase-after-each"
cases = "counted"
layout = "n heap*n"
rule = "staircase {heap}"
answers = "prefixes"
ranges = { n = "1..=5", heap = "0..=3" }
answer = { value = "{value}\n" }

[[format]]
name = "passing"
cases = "counted"
layout = "n heap*n"
rule = "passing {heap}"
ranges = { n = "1..=5", heap = "0..=4" }
answer = { win = "A\n", lose = "B\n" }

[[format]]
name = "names-that-algorithms-use"
cases = "counted"
layout = "total degree tree:total(near worth)*total-1"
rule = "cuts:{total} {near},{worth}"
ranges = { total = "1..=7", degree = "0..=3" }
answer = { value = "{value}\n" }
"#;

/// All formats that only name their game and become programs, with several cases each.
fn named() -> Vec<Format> {
    let own = Format::parse_all(OWN).expect("formats");
    let is_named = |format: &&Format| {
        format.options.is_none() && format.own.is_none() && format.formulas().is_none()
    };
    let known: Vec<Format> = formats().iter().filter(is_named).cloned().collect();
    let becomes = |format: &Format| emit(&Task::of(format), Language::Cpp).is_ok();
    assert!(own.iter().all(becomes));
    let mut all: Vec<Format> = known.into_iter().filter(becomes).collect();
    assert!(all.len() >= 45, "{}", all.len());
    for format in &mut all {
        if format.cases == Cases::One {
            format.cases = Cases::Counted;
        }
    }
    all.extend(own);
    all
}

#[test]
fn cpp_programs_by_theorems_answer_as_the_judge_does() {
    made_up(Language::Cpp, "named", &named());
}

#[test]
fn rust_programs_by_theorems_answer_as_the_judge_does() {
    made_up(Language::Rust, "named", &named());
}

#[test]
fn java_programs_by_theorems_answer_as_the_judge_does() {
    made_up(Language::Java, "named", &named());
}

#[test]
fn python_programs_by_theorems_answer_as_the_judge_does() {
    made_up(Language::Python, "named", &named());
}

#[test]
fn a_game_without_a_theorem_is_refused_with_the_games_that_have_one() {
    let text = r#"
        [[format]]
        name = "chomp"
        cases = "one"
        layout = "a b"
        rule = "chomp {a}x{b}"
        answer = { win = "A", lose = "B" }
    "#;
    let format = Format::parse(text).expect("a format");
    let why = emit(&Task::of(&format), Language::Cpp).expect_err("no program");
    let why = why.to_string();
    assert!(
        why.contains("only names its game, 'chomp {a}x{b}'"),
        "{why}"
    );
    assert!(
        why.contains("fusion") && why.contains("undirected-geography"),
        "{why}"
    );
}
