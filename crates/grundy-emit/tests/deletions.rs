//! Programs of rules that delete vertices or edges count what is left: against the judge, which searches small graphs.

use crate::support;

use std::fmt::Write as _;

use grundy_emit::{Language, Task, Way, emitted};
use grundy_judge::{Format, run};
use support::{Random, Trial, is_usable, try_all};

fn forests(random: &mut Random, vertices: std::ops::RangeInclusive<u64>, cases: u64) -> String {
    let mut input = format!("{cases}\n");
    for _ in 0..cases {
        let vertices = random.within(&vertices);
        let mut edges = String::new();
        let mut count = 0;
        for vertex in 2..=vertices {
            if random.within(&(0..=3)) > 0 {
                let _ = writeln!(edges, "{} {vertex}", random.within(&(1..=vertex - 1)));
                count += 1;
            }
        }
        let _ = writeln!(input, "{vertices} {count}\n{edges}");
    }
    input
}

fn trials(language: Language) -> Vec<Trial> {
    let mut random = Random(3);
    let mut all = Vec::new();
    for rule in [
        "graph remove vertex | remove edge",
        "graph remove edge; remove vertex",
        "graph remove vertex",
        "graph remove edge",
    ] {
        for answer in [
            "win = \"First\\n\", lose = \"Second\\n\"",
            "value = \"{value}\\n\"",
            "count = \"{count}\\n\"",
        ] {
            let text = format!(
                "[[format]]\nname = \"forest\"\ncases = \"counted\"\nlayout = \"n m forest:n(u v)*m\"\nrule = \"{rule}\"\nanswer = {{ {answer} }}\n"
            );
            let format = Format::parse(&text).expect("a format");
            let emitted = emitted(&Task::of(&format), language).expect("a program");
            assert_eq!(emitted.way, Way::Theorem, "{rule}");
            for (vertices, cases) in [(1..=7, 60), (300..=2000, 5)] {
                let input = forests(&mut random, vertices, cases);
                let mut expected = Vec::new();
                run(&format, input.as_bytes(), &mut expected).expect("an answer");
                all.push(Trial {
                    name: format!("{rule} {answer} {cases}"),
                    program: emitted.text.clone(),
                    input,
                    expected: String::from_utf8(expected).expect("text"),
                });
            }
        }
    }
    all
}

fn agrees(language: Language) {
    if is_usable(language) {
        try_all(language, "deletions", &trials(language));
    }
}

#[test]
fn cpp_agrees_with_the_judge() {
    agrees(Language::Cpp);
}

#[test]
fn python_agrees_with_the_judge() {
    agrees(Language::Python);
}

#[test]
fn rust_agrees_with_the_judge() {
    agrees(Language::Rust);
}

#[test]
fn java_agrees_with_the_judge() {
    agrees(Language::Java);
}
