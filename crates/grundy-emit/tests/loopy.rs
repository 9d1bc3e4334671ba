//! Programs of sums whose play need not end: tokens on graphs with cycles, against the judge and against labels of all positions of the sum.

use crate::support;

use std::fmt::Write as _;

use grundy_emit::{Language, Task, emit};
use grundy_judge::{Format, run};
use support::{Random, Trial, is_usable, try_all};

const ANSWER: &str = "answer = { win = \"W\\n\", lose = \"L\\n\", draw = \"D\\n\" }";

fn format(rest: &str) -> Format {
    let text = format!("[[format]]\nname = \"loopy\"\ncases = \"counted\"\n{rest}\n{ANSWER}\n");
    Format::parse(&text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// Tokens on a directed graph.
const TOKENS: &str = "layout = \"n m (from to)*m q x*q\"\noptions = \"x -> to[k] for k in 0..m if from[k] == x\"\nposition = \"x\"";

/// Sums of heaps whose play comes back; some options leave nothing, and some values are said.
const HEAPS: [&str; 4] = [
    "n -> n*2%7 if n > 0; n -> n-1 if n > 2",
    "n -> (n+3)%8 | n/2 if n > 1",
    "n -> end | n*n%11 | n-2 if n > 0",
    "3 = *1; n -> (n+1) | n-2 if n > 0 and n < 9 and n != 3",
];

struct Case {
    vertices: usize,
    edges: Vec<(usize, usize)>,
    tokens: Vec<usize>,
}

fn case(random: &mut Random) -> Case {
    let vertices = random.within(&(1..=9)) as usize;
    let vertex = |random: &mut Random| random.within(&(1..=vertices as u64)) as usize;
    let edges = random.within(&(0..=2 * vertices as u64));
    Case {
        vertices,
        edges: (0..edges)
            .map(|_| (vertex(random), vertex(random)))
            .collect(),
        tokens: (0..random.within(&(1..=3)))
            .map(|_| vertex(random))
            .collect(),
    }
}

/// The outcome by labels of all positions of the whole sum.
fn outcome(case: &Case) -> &'static str {
    let count = case.vertices.pow(case.tokens.len() as u32);
    let spread = |mut position: usize| {
        let mut all = Vec::new();
        for _ in &case.tokens {
            all.push(position % case.vertices + 1);
            position /= case.vertices;
        }
        all
    };
    let joined = |all: &[usize]| {
        all.iter()
            .rev()
            .fold(0, |sum, at| sum * case.vertices + at - 1)
    };
    let options = |position: usize| {
        let all = spread(position);
        let mut options = Vec::new();
        for place in 0..all.len() {
            for &(_, to) in case.edges.iter().filter(|(from, _)| *from == all[place]) {
                let mut next = all.clone();
                next[place] = to;
                options.push(joined(&next));
            }
        }
        options
    };
    let mut labels = vec![' '; count];
    let mut changes = true;
    while changes {
        changes = false;
        for position in 0..count {
            if labels[position] != ' ' {
                continue;
            }
            let options = options(position);
            let found: Vec<char> = options.iter().map(|&option| labels[option]).collect();
            labels[position] = match found {
                found if found.contains(&'L') => 'W',
                found if found.iter().all(|&label| label == 'W') => 'L',
                _ => continue,
            };
            changes = true;
        }
    }
    match labels[joined(&case.tokens)] {
        'W' => "W\n",
        'L' => "L\n",
        _ => "D\n",
    }
}

fn trials(language: Language) -> Vec<Trial> {
    let mut random = Random(9);
    let mut all = Vec::new();
    let tokens = format(TOKENS);
    let cases: Vec<Case> = (0..300).map(|_| case(&mut random)).collect();
    let mut input = format!("{}\n", cases.len());
    for case in &cases {
        let _ = writeln!(input, "{} {}", case.vertices, case.edges.len());
        for (from, to) in &case.edges {
            let _ = writeln!(input, "{from} {to}");
        }
        let tokens: Vec<String> = case.tokens.iter().map(usize::to_string).collect();
        let _ = writeln!(input, "{} {}", tokens.len(), tokens.join(" "));
    }
    all.push(Trial {
        name: "tokens".to_owned(),
        program: emit(&Task::of(&tokens), language).expect("a program"),
        expected: cases.iter().map(outcome).collect(),
        input,
    });
    for rule in HEAPS {
        let format = format(&format!(
            "layout = \"q heap*q\"\noptions = \"{rule}\"\nposition = \"heap\""
        ));
        let mut input = String::from("200\n");
        for _ in 0..200 {
            let count = random.within(&(1..=4));
            let heaps = (0..count).map(|_| random.within(&(0..=12)).to_string());
            let heaps: Vec<String> = heaps.collect();
            let _ = writeln!(input, "{count} {}", heaps.join(" "));
        }
        let mut expected = Vec::new();
        run(&format, input.as_bytes(), &mut expected).unwrap_or_else(|why| panic!("{rule}: {why}"));
        all.push(Trial {
            name: rule.to_owned(),
            program: emit(&Task::of(&format), language)
                .unwrap_or_else(|why| panic!("{rule}: {why}")),
            input,
            expected: String::from_utf8(expected).expect("text"),
        });
    }
    all
}

fn agrees(language: Language) {
    if is_usable(language) {
        try_all(language, "loopy", &trials(language));
    }
}

#[test]
fn cpp_agrees_with_plain_search() {
    agrees(Language::Cpp);
}

#[test]
fn python_agrees_with_plain_search() {
    agrees(Language::Python);
}

#[test]
fn rust_agrees_with_plain_search() {
    agrees(Language::Rust);
}

#[test]
fn java_agrees_with_plain_search() {
    agrees(Language::Java);
}
