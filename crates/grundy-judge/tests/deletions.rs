//! Vertices and edges are deleted, one a move: graphs too large for a search are told by counting, as small ones are told by search.

use std::fmt::Write as _;

use grundy_judge::{Format, run};

fn format(rule: &str, answer: &str) -> Format {
    let text = format!(
        "[[format]]\nname = \"deletions\"\ncases = \"one\"\nlayout = \"n m graph:n(u v)*m\"\nrule = \"{rule}\"\nanswer = {{ {answer} }}\n"
    );
    Format::parse(&text).expect("a format")
}

fn told(rule: &str, answer: &str, input: &str) -> Result<String, String> {
    let mut out = Vec::new();
    let format = format(rule, answer);
    run(&format, input.as_bytes(), &mut out).map_err(|why| why.to_string())?;
    Ok(String::from_utf8(out).expect("text"))
}

/// A path of so many vertices, and `alone` vertices beside it.
fn path(vertices: usize, alone: usize) -> String {
    let mut text = format!("{} {}\n", vertices + alone, vertices - 1);
    for vertex in 1..vertices {
        let _ = writeln!(text, "{vertex} {}", vertex + 1);
    }
    text
}

/// Of a path beside others the value and the number of winning moves depend on parities alone, so small ones tell of large ones.
#[test]
fn large_graphs_are_told_as_small_ones() {
    for rule in [
        "remove vertex | remove edge",
        "remove vertex",
        "remove edge",
    ] {
        let rule = format!("graph {rule}");
        for vertices in [2, 3, 4, 5] {
            for alone in [0, 1] {
                let value = |input: &str| told(&rule, "value = \"{value}\"", input);
                let count = |input: &str| told(&rule, "count = \"{count}\"", input);
                let few = path(vertices, alone);
                let many = path(vertices + 400, alone);
                assert_eq!(value(&few), value(&many), "{rule} {vertices} {alone}");
                let count_of = |input: &str| -> usize {
                    count(input).expect("a count").parse().expect("a number")
                };
                let (few, many) = (count_of(&few), count_of(&many));
                // Each further vertex of the path is one more of even degree, with an edge.
                assert!(
                    many == few || many == few + 400,
                    "{rule} {vertices} {alone}: {few} {many}"
                );
            }
        }
    }
}

/// With a cycle of odd length the value of deleting either is not known so, and other rules are searched.
#[test]
fn what_is_not_known_is_refused() {
    let mut odd = path(399, 0).replace("399 398\n", "399 399\n");
    odd.push_str("399 1\n");
    assert!(
        told(
            "graph remove vertex | remove edge",
            "value = \"{value}\"",
            &odd
        )
        .is_err()
    );
    assert_eq!(
        told("graph remove edge", "value = \"{value}\"", &odd),
        Ok("1".to_owned())
    );
    let large = path(400, 0);
    for rule in [
        "graph remove vertex | remove edge if parts == 1",
        "graph remove vertex with neighbours",
    ] {
        assert!(told(rule, "value = \"{value}\"", &large).is_err());
    }
    let text = "[[format]]\nname = \"deletions\"\ncases = \"one\"\nlayout = \"n m graph:n(u v)*m\"\nmisere = true\nrule = \"graph remove edge\"\nanswer = { win = \"First\", lose = \"Second\" }\n";
    let format = Format::parse(text).expect("a format");
    assert!(run(&format, large.as_bytes(), &mut Vec::new()).is_err());
}
