//! Programs that go through the places of a number in an array, as `from[k] == x` asks for, on random graphs: in every language whose tools
//! are here, against the judge.

use crate::support;
use crate::support::each_language_agrees_with_the_judge;

use grundy_emit::{Language, Task, emit};
use grundy_judge::Format;
use support::{Random, is_usable, trial, try_all};

const WITH_DRAWS: &str = r#"answer = { win = "W\n", lose = "L\n", draw = "D\n" }"#;
const OUTCOME: &str = r#"answer = { win = "W\n", lose = "L\n" }"#;
const VALUE: &str = r#"answer = { value = "{value}\n" }"#;
const ALL_MOVES: &str =
    r#"answer = { win = "", move = "{k} {to}", between = "; ", after = "\n", lose = "none\n" }"#;

/// Rules on the edges `from[k]` to `to[k]`, with the numbers of a position that is asked for.
fn formats() -> Vec<Format> {
    let negative: Vec<i64> = (0..45).map(|k| k * k % 7 - 2).collect();
    let written_out =
        format!("x -> x-1-k/9 for k in 0..45 if v[k] == x%5-2 where v = {negative:?}");
    let of_case = format!(
        "x -> x-1-k/9 for k in 0..40 if v[k] == x%5-2 where v = [{}]",
        "m-3,n-4,-1,0,".repeat(10).trim_end_matches(',')
    );
    let all = [
        (
            "draws",
            "x",
            "x -> to[k] for k in 0..m if from[k] == x",
            WITH_DRAWS,
        ),
        (
            "misere",
            "x",
            "x -> to[k] for k in 0..m if from[k] == x",
            WITH_DRAWS,
        ),
        (
            "goal",
            "x y",
            "(x,y) -> (to[k],y) for k in 0..m if from[k] == x and x != y",
            WITH_DRAWS,
        ),
        (
            "two steps",
            "x",
            "x -> to[j] for k in 0..m if from[k] == x for j in 0..m if to[k] == from[j]",
            WITH_DRAWS,
        ),
        (
            "down",
            "x",
            "x -> to[k] for k in 0..m if to[k] < x and x == from[k]",
            OUTCOME,
        ),
        (
            "down",
            "x",
            "x -> to[k] for k in 0..m if to[k] < x and x == from[k]",
            VALUE,
        ),
        (
            "down",
            "x",
            "x -> to[k] for k in 0..m if to[k] < x and x == from[k]",
            ALL_MOVES,
        ),
        (
            "misere",
            "x",
            "x -> to[k] for k in 0..m if to[k] < x and x == from[k]",
            OUTCOME,
        ),
        (
            "back",
            "x",
            "x -> from[k] for k in 1..=m-1, t = from[k] if t < x if (2*x+1)/2 == to[k] and k != 3",
            VALUE,
        ),
        (
            "both",
            "x y",
            "(x,y) -> (to[k],y) | (x,y-1) for k in 0..m if from[k] == x+y and to[k] < x",
            VALUE,
        ),
        (
            "witness",
            "x",
            "x -> x-1 for k in 0..m if from[k] == x",
            VALUE,
        ),
        (
            "witnesses",
            "x",
            "x -> x-2 for k in 0..m if from[k] == x for j in 0..m if to[j] == x and k != j",
            VALUE,
        ),
        (
            "absent",
            "x",
            "x -> x-1-k for k in 0..m if x > 0 and from[k] == max(x-4,6/x)",
            OUTCOME,
        ),
        ("written out", "x", &written_out, VALUE),
        ("of the case", "x", &of_case, VALUE),
    ];
    let format = |&(name, position, rule, answer): &(&str, &str, &str, &str)| {
        let misere = if name == "misere" {
            "misere = true\n"
        } else {
            ""
        };
        let text = format!(
            "[[format]]\nname = \"{name}\"\ncases = \"until-end\"\nlayout = \"n m (from to)*m q [{position}]*q\"\n{misere}options = \"{rule}\"\n{answer}"
        );
        Format::parse(&text).unwrap_or_else(|why| panic!("{rule}: {why}"))
    };
    all.iter().map(format).collect()
}

/// Random graphs, of few edges and of many, and every vertex.
fn input(format: &Format, random: &mut Random) -> String {
    let mut text = String::new();
    let pairs = format.layout.text().contains("[x y]");
    for case in 0..60 {
        let n = random.within(&(1..=9));
        let m = random.within(&(1..=if case % 3 == 0 { 40 } else { 10 }));
        text += &format!("{n} {m}\n");
        for _ in 0..m {
            text += &format!("{} {}\n", random.within(&(1..=n)), random.within(&(1..=n)));
        }
        let mut asked: Vec<String> = Vec::new();
        for x in 1..=n {
            match pairs {
                true => asked.extend((1..=n.min(4)).map(|y| format!("{x} {y}"))),
                false => asked.push(x.to_string()),
            }
        }
        text += &format!("{}\n{}\n", asked.len(), asked.join("\n"));
    }
    text
}

fn agrees(language: Language) {
    if !is_usable(language) {
        return;
    }
    let mut random = Random(3);
    let mut trials = Vec::new();
    for format in formats() {
        let name = format!(
            "{} {}",
            format.name,
            format.options.as_ref().map_or("", |it| it.text())
        );
        let input = input(&format, &mut random);
        let trial = trial(&format, input, language, name);
        assert!(
            trial.program.contains("link_"),
            "{}: goes through all\n{}",
            trial.name,
            trial.program
        );
        trials.push(trial);
    }
    try_all(language, "places", &trials);
}

each_language_agrees_with_the_judge!(agrees);

#[test]
fn ranges_that_are_gone_through() {
    for rule in [
        "x -> to[k] for k in 0..m if from[k] == 3",
        "x -> to[k] for k in x..m if from[k] == x",
        "x -> to[k] for k in 0..m if from[k] == from[x]",
        "x -> to[k] for k in 0..m if from[k] == k-x",
        "x -> to[k] for k in 0..m if from[k] == x or x == 2",
        "x -> x-k for k in 0..3 if v[k] == x where v = [1,2,3]",
    ] {
        let text = format!(
            "[[format]]\nname = \"all\"\ncases = \"one\"\nlayout = \"n m (from to)*m x\"\noptions = \"{rule}\"\n{WITH_DRAWS}"
        );
        let format = Format::parse(&text).unwrap_or_else(|why| panic!("{rule}: {why}"));
        let program = emit(&Task::of(&format), Language::Python);
        let program = program.unwrap_or_else(|why| panic!("{rule}: {why}"));
        assert!(!program.contains("link_"), "{rule}:\n{program}");
    }
}
