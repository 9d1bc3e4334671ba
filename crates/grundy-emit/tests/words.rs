//! Programs of rules on words, grids and graphs: in every language whose tools are here, on all short words and some longer ones, against the solver.

use crate::support;

use std::fmt::Write as _;

use grundy_emit::{Language, Task, emit};
use grundy_judge::{Format, run};
use support::{Random, Trial, is_usable, try_all};

/// Rules, the letters that their words are made of, and whether who cannot move wins.
const RULES: [(&str, bool); 30] = [
    ("\"++\" -> \"--\"", false),
    ("\"++\" -> \"--\"", true),
    ("cyclic \"++\" -> \"--\"", false),
    ("cyclic \"++\" -> \"--\"", true),
    ("\"o\" x \"o\" -> \".\" x \".\" for x in letters", false),
    ("\"...\" -> \".X.\" over \"X\"", false),
    (
        "\"T_\" -> \"_T\"; \"_F\" -> \"F_\"; \"TF_\" -> \"_FT\"; \"_TF\" -> \"FT_\"",
        false,
    ),
    ("\"1\"{k} -> \"\" for k in {1,3} over \"|\"", false),
    ("\"1\"{k} -> \"0\"{k} for k in 1..=3", false),
    ("\"1\"{k} -> \"0\"{k} for k in 1..=2", true),
    (
        "w -> \"\" for w in words \"ab\" if w == reverse(w) and len(w) > 1",
        false,
    ),
    ("w w -> w for w in words \"ab\"", false),
    (
        "\"o\" \"o\"{k} \".\" -> \".\" \".\"{k} \"o\" for k in 1..",
        false,
    ),
    ("^ \"a\" -> \"\" | \"b\"; \"b\" $ -> \"\"", false),
    ("^ \"a\" -> \"\" | \"b\"; \"b\" $ -> \"\"", true),
    ("\"aa\" -> \"\"; \"ab\" -> \"b\"", false),
    ("\"ab\" -> \"ba\"; \"bb\" -> \"a\"", false),
    ("\".\" x -> x \".\" for x in \"ab\"", false),
    ("\"(\" w \")\" -> w for w in words \"ab\"", false),
    ("r -> \"\" for r in runs if len(r) >= 2 over \"abc\"", false),
    (
        "cyclic r -> \"\" for r in runs if len(r) >= 2 over \"ab\"",
        false,
    ),
    ("x{2} -> \"\" for x in \"abc\"", false),
    ("\"o\" w \"o\" -> reverse(w) for w in words \"ab\"", false),
    ("cyclic \"aa\" -> \"b\"; \"bb\" -> \"\"", false),
    (
        "cyclic \"aba\" -> \"bab\" if 1 == 1; \"aa\" -> \"bb\"",
        false,
    ),
    (
        "w \"c\" -> \"c\" for w in words \"ab\" if len(w) % 2 == 1 or count(w,\"a\") > 1",
        false,
    ),
    ("\"a\"{k} \"b\"{k} -> \"\" for k in 1..", false),
    ("\"a\" x -> y for x in \"ab\", y in \"bc\" if x != y", false),
    ("x{k} -> \"c\"{k-1} for x in \"ab\", k in 2..=3", false),
    (
        "w{2} -> \"c\" for w in words \"ab\" if not (w == \"ab\")",
        false,
    ),
];

/// All words up to a length, as far as there are not too many, and random longer ones.
fn words(letters: &str, longest: usize, random: &mut Random) -> Vec<String> {
    let letters: Vec<char> = letters.chars().collect();
    let mut all: Vec<String> = Vec::new();
    let mut last = vec![String::new()];
    while last[0].len() < longest && last.len() * letters.len() <= 400 {
        let longer = |word: &String| {
            let word = word.clone();
            letters.iter().map(move |letter| format!("{word}{letter}"))
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.iter().cloned());
    }
    for _ in 0..40 {
        let length = random.within(&(3..=10));
        let letter = |_| letters[random.within(&(0..=letters.len() as u64 - 1)) as usize];
        all.push((0..length).map(letter).collect());
    }
    all
}

fn trial(rule: &str, misere: bool, input: String, language: Language) -> Trial {
    let format = Format::plain(rule, misere).expect("a rule");
    let task = Task {
        assume_finite: true,
        ..Task::of(&format)
    };
    let program = emit(&task, language).unwrap_or_else(|why| panic!("{rule}: {why}"));
    let mut expected = Vec::new();
    run(&format, input.as_bytes(), &mut expected).unwrap_or_else(|why| panic!("{rule}: {why}"));
    Trial {
        name: format!("{rule} {misere}"),
        program,
        input,
        expected: String::from_utf8(expected).expect("text"),
    }
}

/// The same with the values.
fn valued(rule: &str, input: String, language: Language) -> Trial {
    numbered("value", rule, false, input, language)
}

/// The same with a number in the place of the winner: `value` or `count`.
fn numbered(what: &str, rule: &str, misere: bool, input: String, language: Language) -> Trial {
    let plain = Format::plain(rule, misere).expect("a rule");
    let play = if misere { "misere = true\n" } else { "" };
    let format = format!(
        "[[format]]\nname = \"numbers\"\ncases = \"counted\"\nlayout = \"{}\"\n{play}rule = \'\'\'{rule}\'\'\'\nanswer = {{ {what} = \"{{{what}}}\\n\" }}\n",
        plain.layout.text()
    );
    let format = Format::parse(&format).unwrap_or_else(|why| panic!("{rule}: {why}"));
    let task = Task {
        assume_finite: true,
        ..Task::of(&format)
    };
    let program = emit(&task, language).unwrap_or_else(|why| panic!("{rule}: {why}"));
    let mut expected = Vec::new();
    run(&format, input.as_bytes(), &mut expected).unwrap_or_else(|why| panic!("{rule}: {why}"));
    Trial {
        name: format!("the {what} of {rule} {misere}"),
        program,
        input,
        expected: String::from_utf8(expected).expect("text"),
    }
}

/// The letters of a rule's plain layout.
fn letters(rule: &str) -> String {
    let format = Format::plain(rule, false).expect("a rule");
    let letters = format.layout.alphabet(format.layout.names().len() - 1);
    let letters = letters.expect("an alphabet").iter();
    letters.map(|&letter| char::from(letter)).collect()
}

fn trials(language: Language) -> Vec<Trial> {
    let mut random = Random(7);
    let mut all = Vec::new();
    for (rule, misere) in RULES {
        let words = words(&letters(rule), 7, &mut random);
        let input = format!("{}\n{}\n", words.len(), words.join("\n"));
        all.push(numbered("count", rule, misere, input.clone(), language));
        all.push(trial(rule, misere, input, language));
    }
    for (rule, misere) in GRIDS {
        let letters: Vec<char> = letters(rule).chars().collect();
        let mut input = String::from("60\n");
        for _ in 0..60 {
            let (rows, columns) = (random.within(&(1..=3)), random.within(&(1..=4)));
            let _ = writeln!(input, "{rows} {columns}");
            for _ in 0..rows {
                let letter = |_| letters[random.within(&(0..=letters.len() as u64 - 1)) as usize];
                let row: String = (0..columns).map(letter).collect();
                input.push_str(&row);
                input.push('\n');
            }
        }
        if !misere {
            all.push(valued(rule, input.clone(), language));
        }
        all.push(numbered("count", rule, misere, input.clone(), language));
        all.push(trial(rule, misere, input, language));
    }
    for (rule, misere) in GRAPHS {
        let input = graphs(rule, &mut random);
        if !misere {
            all.push(valued(rule, input.clone(), language));
        }
        // What an edge and its ends become has no name of its own in a program.
        if !rule.contains("contract") {
            all.push(numbered("count", rule, misere, input.clone(), language));
        }
        all.push(trial(rule, misere, input, language));
    }
    all
}

/// Rules on graphs, and whether who cannot move wins.
const GRAPHS: [(&str, bool); 60] = [
    (
        "graph with 2 tokens move token along edge and remove vertex",
        false,
    ),
    (
        "graph with 2 tokens move token along edge and remove vertex if degree(v) > 1 or vertices % 2 == 0",
        true,
    ),
    (
        "graph with 2 tokens move token along edge and remove edge if tokens(v) == 0",
        false,
    ),
    (
        "graph with 2 tokens move token along edge and remove edge",
        true,
    ),
    (
        "digraph with 3 tokens move token along edge and remove edge if tokens(u) + tokens(v) > edges",
        false,
    ),
    (
        "digraph with 2 tokens move token along edge and remove vertex",
        true,
    ),
    (
        "graph remove vertex with neighbours if degree(v) == 1 or edges == 0",
        true,
    ),
    (
        "graph remove vertex if vertices % 2 == 1 or leaves == 2",
        true,
    ),
    (
        "graph remove edge if parts == 1; remove vertex if isolated(v)",
        true,
    ),
    ("graph remove vertex if parts > 1 or bipartite", true),
    (
        "graph remove edges at vertex if k <= 2 or degree(v) == k",
        true,
    ),
    (
        "graph contract edge if degree(v) > 2; remove vertex if leaf(v) or isolated(v)",
        true,
    ),
    (
        "digraph remove edge with ends if cycles > 0 or outdegree(u) == 1",
        true,
    ),
    ("tree remove path to vertex", true),
    ("tree remove path to vertex if k > 1 or size(v) == 1", true),
    (
        "tree remove path to vertex; cut edge if height(v) > 0",
        true,
    ),
    (
        "tree cut edge if parts == 1 and leaf(v); remove vertex if parts == 0",
        true,
    ),
    (
        "tree remove edge with ends if parts >= 1; cut edge if degree(u) == 3",
        false,
    ),
    ("graph contract edge", false),
    ("graph contract edge", true),
    (
        "graph contract edge if degree(v) > 2; remove vertex if leaf(v) or isolated(v)",
        false,
    ),
    ("digraph contract edge", false),
    ("digraph contract edge if parts == 1; remove edge", false),
    ("tree contract edge", false),
    (
        "tree contract edge if children(u) > 1; remove vertex",
        false,
    ),
    ("graph remove edges at vertex", false),
    ("graph remove edges at vertex", true),
    (
        "graph remove edges at vertex if k <= 2 or degree(v) == k",
        false,
    ),
    ("digraph remove edges at vertex if k != 2", false),
    ("tree remove path to vertex", false),
    ("tree remove path to vertex if k > 1 or size(v) == 1", false),
    (
        "tree remove path to vertex; cut edge if height(v) > 0",
        false,
    ),
    (
        "tree remove path to vertex if depth(v) % 2 == 0; remove vertex within 1",
        false,
    ),
    (
        "tree remove path to vertex | contract edge | remove edge with ends",
        false,
    ),
    ("graph remove edge if parts == 1", false),
    ("graph remove vertex if parts > 1 or bipartite", false),
    (
        "graph remove vertex with neighbours if not bipartite or parts <= 1",
        false,
    ),
    (
        "tree cut edge if depth(v) + height(v) >= 2 or children(u) == 1",
        false,
    ),
    ("tree cut edge if leaf(u) or size(v) > 2", true),
    ("tree cut edge", true),
    (
        "tree remove vertex if parts == 0 or depth(v) == m where m = 1",
        false,
    ),
    ("digraph remove vertex if leaf(v) or isolated(v)", false),
    (
        "digraph remove vertex if cycles == 0 or leaves > 1; remove edge if bipartite",
        false,
    ),
    ("tree remove vertex if depth(v) > 0", true),
    ("graph remove vertex with neighbours", false),
    ("graph remove vertex with neighbours", true),
    (
        "graph remove vertex if degree(v) % 2 == 0; remove edge",
        false,
    ),
    ("graph remove edge with ends", false),
    ("graph remove edge with ends", true),
    ("graph remove vertex | remove edge with ends", false),
    ("graph remove edge if leaf(u)", false),
    (
        "graph remove vertex if cycles > 0 or leaf(v); remove edge if vertices > 3",
        false,
    ),
    (
        "graph remove vertex within 2 if leaves >= 2 or edges == 3",
        false,
    ),
    ("graph move token along edge and remove vertex", false),
    ("graph move token along edge and remove vertex", true),
    (
        "graph move token along edge and remove edge if degree(v) > 1",
        false,
    ),
    ("digraph move token along edge and remove vertex", false),
    (
        "digraph remove vertex if indegree(v) == 0 or outdegree(v) > 1",
        false,
    ),
    ("tree cut edge", false),
    ("tree remove vertex; cut edge", false),
];

/// Random graphs, as the plain format of a rule has them.
fn graphs(rule: &str, random: &mut Random) -> String {
    let (tree, token) = (rule.starts_with("tree"), rule.contains("token"));
    let several = (2..=3).find(|count| rule.contains(&format!("with {count} tokens")));
    let several = several.unwrap_or(1);
    let mut input = String::from("60\n");
    for _ in 0..60 {
        let vertices = random.within(&(several..=6));
        let mut edges: Vec<(u64, u64)> = Vec::new();
        if tree {
            edges.extend((2..=vertices).map(|vertex| (random.within(&(1..=vertex - 1)), vertex)));
        } else if vertices > 1 {
            for _ in 0..random.within(&(0..=8)) {
                let edge = (
                    random.within(&(1..=vertices)),
                    random.within(&(1..=vertices)),
                );
                let back = (edge.1, edge.0);
                if edge.0 != edge.1 && !edges.contains(&edge) && !edges.contains(&back) {
                    edges.push(edge);
                }
            }
        }
        let _ = write!(input, "{vertices}");
        if !tree {
            let _ = write!(input, " {}", edges.len());
        }
        if token {
            let first = random.within(&(1..=vertices));
            for further in 0..several {
                let _ = write!(input, " {}", (first + further - 1) % vertices + 1);
            }
        }
        input.push('\n');
        for (from, to) in edges {
            let _ = writeln!(input, "{from} {to}");
        }
    }
    input
}

const GRIDS: [(&str, bool); 23] = [
    (
        "grid g -> \".\" for g in groups \"ab\" if len(g) > 1",
        false,
    ),
    ("grid g -> \".\" for g in groups \"ab\" if len(g) > 1", true),
    (
        "grid g -> x for g in groups, x in letters if beside(g,x) > 0 over \"ab\"",
        false,
    ),
    (
        "grid g -> \".\" for g in groups \"o\" if beside(g,\".\") == 0; \"x\" -> \"o\"",
        false,
    ),
    (
        "grid g -> \".\" for g in groups \"ab\" if rows(g) == 1 or 2 * columns(g) - len(g) % 3 > 2",
        false,
    ),
    (
        "grid fixed g -> \".\" for g in groups \"ab\" if rows(g) < columns(g) or count(g,\"a\") == 1",
        false,
    ),
    (
        "grid torus g -> \".\" for g in groups \"ab\" if not beside(g,\"ab\") == 2; \"ab\" -> \".b\"",
        false,
    ),
    (
        "grid a \"/\" b -> a + b for a in boards, b in boards if count(a,\"o\") > 0 and count(b,\"o\") > 0 over \".\"",
        false,
    ),
    (
        "grid a \"/\" b -> a + b for a in boards, b in boards if count(a,\"o\") > 0 and count(b,\"o\") > 0 over \".\"",
        true,
    ),
    (
        "grid mirrored a \"/\" m \"/\" b -> a + b for a in boards, m in boards, b in boards if rows(m) <= columns(m); \"o\" -> \".\"",
        false,
    ),
    (
        "grid a \"/\" b -> b for a in boards, b in boards if len(a) <= rows(b) + k for k in {1,2} over \".\"",
        true,
    ),
    (
        "grid fixed a \"/\" b -> a | b | a + b for a in boards, b in boards if count(a,\".\") == count(b,\"o\"); g -> \".\" for g in groups \"o\"",
        true,
    ),
    ("grid fixed \"x.\" -> \".x\"; \"xx\" -> \"oo\"", false),
    ("grid torus \"o\" -> \".\" over \"#\"", false),
    ("grid torus \"..\" -> \"##\"", true),
    ("grid \"..\" -> \"##\"", false),
    ("grid \"..\" -> \"##\"", true),
    ("grid \". /..\" -> \"# /##\"", false),
    ("grid \"o\"{k} -> \".\"{k} for k in 1..=9", false),
    ("grid \"xo\" -> \".x\" | \"o.\" over \".\"", false),
    ("grid torus \"..\" -> \"##\"", false),
    (
        "grid \".\" x \"/\" x \".\" -> \"#\" x \"/\" x \"#\" for x in letters",
        false,
    ),
    ("grid fixed \"...\" -> \"###\"", false),
];

fn agrees(language: Language) {
    if is_usable(language) {
        try_all(language, "words", &trials(language));
    }
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
