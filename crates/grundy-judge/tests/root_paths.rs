//! Paths to the root that are taken from forests, against the rules alone; and rules on graphs that are judged by a theorem, against the same
//! rules position by position.

use grundy_judge::{Format, run};
use std::collections::HashMap;

fn format(keys: &str) -> Format {
    let text = format!("[[format]]\nname = \"paths\"\ncases = \"counted\"\n{keys}");
    Format::parse(&text).unwrap_or_else(|why| panic!("{keys}: {why}"))
}

fn judged(format: &Format, input: &str) -> String {
    let mut answers = Vec::new();
    run(format, input.as_bytes(), &mut answers).unwrap_or_else(|why| panic!("{why}\n{input}"));
    String::from_utf8(answers).expect("text")
}

struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// Edges of forests on the vertices from 1, in any order, and how many vertices there are.
fn forests(is_tree: bool) -> Vec<(u64, Vec<(u64, u64)>)> {
    let mut random = Random(3);
    let forest = |round: u64| {
        let count = 1 + round % 9;
        let mut names: Vec<u64> = (1..=count).collect();
        for last in (1..names.len()).rev() {
            names.swap(last, random.below(last as u64 + 1) as usize);
        }
        let mut edges = Vec::new();
        for place in 1..names.len() {
            let other = names[random.below(place as u64) as usize];
            if is_tree || random.below(4) > 0 {
                edges.push((names[place], other));
            }
        }
        (count, edges)
    };
    (0..300).map(forest).collect()
}

/// The value of what is left, by the rule alone: a set of vertices of which each has a parent, or none.
fn searched(parents: &[u64], left: u64, known: &mut HashMap<u64, u32>) -> u32 {
    if let Some(&value) = known.get(&left) {
        return value;
    }
    let mut reached = 0u64;
    for vertex in (1..parents.len() as u64).filter(|vertex| left >> vertex & 1 == 1) {
        reached |= 1 << searched(parents, without(parents, left, vertex), known);
    }
    let value = reached.trailing_ones();
    known.insert(left, value);
    value
}

fn without(parents: &[u64], mut left: u64, vertex: u64) -> u64 {
    let mut at = vertex;
    while at != 0 && left >> at & 1 == 1 {
        left ^= 1 << at;
        at = parents[at as usize];
    }
    left
}

/// By vertex from 1, its parent where each tree has its root at its least vertex.
fn parents(count: u64, edges: &[(u64, u64)]) -> Vec<u64> {
    let mut parents = vec![0; count as usize + 1];
    let mut seen = vec![false; count as usize + 1];
    for root in 1..=count {
        let mut ready = vec![root];
        while let Some(at) = ready.pop() {
            if std::mem::replace(&mut seen[at as usize], true) {
                continue;
            }
            let ends = edges.iter().flat_map(|&(u, v)| [(u, v), (v, u)]);
            for (_, to) in ends.filter(|&(from, to)| from == at && !seen[to as usize]) {
                parents[to as usize] = at;
                ready.push(to);
            }
        }
    }
    parents
}

#[test]
fn small_forests_are_as_the_rules_say() {
    let keys = |answer: &str| {
        format(&format!(
            "layout = \"n m forest:n(u v)*m\"\nrule = \"root-paths {{n}} {{u}} {{v}}\"\nanswer = {{ {answer} }}"
        ))
    };
    let (mut input, mut values, mut counts, mut moves) =
        (String::new(), String::new(), String::new(), String::new());
    let all = forests(false);
    for (count, edges) in &all {
        let lines: String = edges.iter().map(|(u, v)| format!("{u} {v}\n")).collect();
        input += &format!("{count} {}\n{lines}", edges.len());
        let (parents, whole) = (parents(*count, edges), (2u64 << count) - 2);
        let mut known = HashMap::new();
        values += &format!("{}\n", searched(&parents, whole, &mut known));
        let lost: Vec<u64> = (1..=*count)
            .filter(|&vertex| {
                let left = without(&parents, whole, vertex);
                searched(&parents, left, &mut known) == 0
            })
            .collect();
        counts += &format!("{}\n", lost.len());
        let told: String = lost.iter().map(|vertex| format!(" {vertex}")).collect();
        moves += &match lost.is_empty() {
            true => "Bob\n".to_owned(),
            false => format!("Alice{told}\n"),
        };
    }
    let input = format!("{}\n{input}", all.len());
    assert_eq!(judged(&keys("value = \"{value}\\n\""), &input), values);
    assert_eq!(judged(&keys("count = \"{count}\\n\""), &input), counts);
    let answer = "win = \"Alice\", move = \" {to}\", after = \"\\n\", lose = \"Bob\\n\"";
    assert_eq!(judged(&keys(answer), &input), moves);
}

#[test]
fn rules_on_graphs_are_judged_by_their_theorems_as_position_by_position() {
    let mut input = String::new();
    let all = forests(true);
    for (count, edges) in &all {
        let lines: String = edges.iter().map(|(u, v)| format!("{u} {v}\n")).collect();
        input += &format!("{count} {}\n{lines}", 1 + count / 2);
    }
    let input = format!("{}\n{input}", all.len());
    for (rule, answer) in [
        ("tree remove path to vertex", "value = \"{value} \""),
        ("tree remove path to vertex", "count = \"{count} \""),
        ("tree remove path to vertex", "win = \"W\", lose = \"L\""),
        (
            "graph move token along edge and remove vertex",
            "win = \"W\", lose = \"L\"",
        ),
    ] {
        let format = format(&format!(
            "layout = \"n token tree:n(u v)*n-1\"\nrule = \"{rule}\"\nanswer = {{ {answer} }}"
        ));
        let plainly = format.by_options().expect("a rule").expect("a format");
        assert_eq!(judged(&format, &input), judged(&plainly, &input), "{rule}");
    }
}

#[test]
fn a_large_forest_takes_no_time() {
    let count = 100_000u64;
    let mut random = Random(11);
    let edges = (2..=count).map(|vertex| format!("{vertex} {}\n", 1 + random.below(vertex - 1)));
    let lines: String = edges.collect();
    let format = format(
        "layout = \"n tree:n(u v)*n-1\"\nrule = \"tree remove path to vertex\"\nanswer = { value = \"{value}\" }",
    );
    let told: u64 = judged(&format, &format!("1\n{count}\n{lines}"))
        .parse()
        .expect("a value");
    assert!(told < 1 << 17);
}

#[test]
fn what_is_wrong_is_told() {
    let token = format(
        "layout = \"n tree:n(u v)*n-1 [token]*2\"\nrule = \"graph move token along edge and remove vertex\"\nanswer = { win = \"W\", lose = \"L\" }",
    );
    let told = run(&token, &b"1\n2\n1 2\n2\n3\n"[..], &mut Vec::new());
    let told = told.expect_err("no vertex 3").to_string();
    assert!(told.contains("no vertex has this number"), "{told}");
    let cycle = format(
        "layout = \"n m graph:n(u v)*m\"\nrule = \"root-paths {n} {u} {v}\"\nanswer = { value = \"{value}\" }",
    );
    let told = run(&cycle, &b"1\n3 3\n1 2\n2 3\n3 1\n"[..], &mut Vec::new());
    let told = told.expect_err("a cycle").to_string();
    assert!(told.contains("do not form a forest"), "{told}");
    // What is told of a whole case is not told of each of its numbers.
    let each = Format::parse(
        "[[format]]\nname = \"each\"\ncases = \"one\"\nlayout = \"n a*n\"\nrule = \"candy-piles {a}\"\nanswer = { win = \"W\", lose = \"L\", each = true }",
    );
    let told = each.expect_err("each").to_string();
    assert!(told.contains("`each` is only for"), "{told}");
}

#[test]
fn a_coordinate_that_only_rules_out_moves_has_large_positions() {
    let format = format(
        "layout = \"n q\"\noptions = \"(n,q) -> (n-k,k) for k in 1..=4 if k != q\"\nanswer = { win = \"W\", lose = \"L\" }",
    );
    let mut known = vec![[false; 5]];
    for n in 1..=20_000usize {
        let wins = |q: usize| (1..=4.min(n)).any(|k| k != q && !known[n - k][k]);
        known.push([wins(0), wins(1), wins(2), wins(3), wins(4)]);
    }
    let asked: Vec<(usize, usize)> = (15_000..20_000).map(|n| (n, n % 5)).collect();
    let lines: String = asked.iter().map(|(n, q)| format!("{n} {q}\n")).collect();
    let told = judged(&format, &format!("{}\n{lines}", asked.len()));
    let plain = asked
        .iter()
        .map(|&(n, q)| if known[n][q] { 'W' } else { 'L' });
    assert_eq!(told, plain.collect::<String>());
}
