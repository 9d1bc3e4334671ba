//! Inputs that the judge refuses: programs end with an error on them, as the judge does, and give no answer to what they did not read.

use crate::support;

use grundy_emit::{Language, Task, emit};
use grundy_judge::{Format, run};
use support::{Trial, each_language_agrees_with_the_judge, is_usable, refuses, try_all};

/// A format, and inputs that are not as it says.
const REFUSED: [(&str, &[&str]); 7] = [
    (
        "cases = 'counted'\nlayout = 'n a*n'\noptions = 'a -> a-k for k in 1..=3'",
        &[
            "",
            "x\n",
            "1\n2 3 a1\n",
            "1\n2 3 4x\n",
            "1\n2 3\n",
            "1\n2 3 -4\n",
            "1\n2 3,4\n",
            "1 1 + 4\n",
            "1 1 ++4\n",
            "1 1 1_0\n",
            "1 1 \u{661}\n",
            "\u{feff}\u{feff}1 1 4\n",
        ],
    ),
    (
        "cases = 'counted'\nlayout = 'heap*[] limit'\noptions = 'heap -> heap-k for k in 1..=limit'",
        &[
            "1\n[3,a] 2\n",
            "1\n[3,4\n",
            "1\n3 2\n",
            "1\n[3] x\n",
            "1\n[3,-4] 2\n",
            "1\n[3 2\n",
            "1\n[3,,4] 2\n",
            "1\n[3,4,] 2\n",
            "1\n[,3] 2\n",
            "1\n[3 4] 2\n",
            "1\n[3]] 2\n",
            "1\n[3],2\n",
        ],
    ),
    (
        "cases = 'until-end'\nlayout = \"n m s:'.#'*n*m\"\nrule = 'grid \".\" -> \"#\"; \"..\" -> \"##\"'",
        &[
            "1 2\n.x\n",
            "1 2\n.\n",
            "2 2\n...\n..\n",
            "1 2\n\"..\n",
            "1 2\n...\n",
        ],
    ),
    (
        "cases = 'until-end'\nlayout = \"n (p:'a-g' r)*n\"\nlists = 't = letters(p)'\noptions = '(t,r) -> (t-1,r) | (t,r-1)'",
        &["1 a1 3\n", "1 h 1\n", "1 a\n", "2 a 1 b1\n"],
    ),
    (
        "cases = 'until-end'\nlayout = 'n m s (x y)*m'\nlists = 'u = [x]; v = [y]'\nrule = 'undirected-geography:{u}-{v},.. {s}'",
        &["3 2 1 0 1 1 2\n", "3 2 0 1 2 2 3\n"],
    ),
    (
        "cases = 'until-end'\nlayout = \"n '->' m ',' k\"\nvalue = 'n + m + k'",
        &[
            "3 4 5\n",
            "3->4\n",
            "3->4,,5\n",
            "3->,4,5\n",
            "3,4->5\n",
            "3- >4,5\n",
            "->3->4,5\n",
            "3->4,5,\n",
        ],
    ),
    (
        "cases = 'until-end'\nlayout = 'n +-d'\nvalue = 'n + abs(d)'",
        &["1 --2\n", "1 -\n", "1 2-\n", "+ 2\n", "1 -1_0\n"],
    ),
];

fn all_refuse(language: Language) {
    if !is_usable(language) {
        return;
    }
    for (place, (rule, inputs)) in REFUSED.iter().enumerate() {
        let answer = match rule.contains("value") {
            true => "answer = { value = \"{value}\\n\" }",
            false => "answer = { win = \"won\\n\", lose = \"lost\\n\" }",
        };
        let text = format!("[[format]]\nname = 'refused'\n{rule}\n{answer}\n");
        let format = Format::parse(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
        for input in *inputs {
            let judged = run(&format, input.as_bytes(), &mut Vec::new());
            assert!(judged.is_err(), "{rule}: {input:?}");
        }
        let program = emit(&Task::of(&format), language);
        let program = program.unwrap_or_else(|why| panic!("{rule}: {why}"));
        refuses(language, &format!("refused{place}"), &program, inputs);
    }
}

#[test]
fn cpp_refuses_as_the_judge() {
    all_refuse(Language::Cpp);
}

#[test]
fn python_refuses_as_the_judge() {
    all_refuse(Language::Python);
}

#[test]
fn rust_refuses_as_the_judge() {
    all_refuse(Language::Rust);
}

#[test]
fn java_refuses_as_the_judge() {
    all_refuse(Language::Java);
}

/// Formats whose numbers may be as large as one likes, and inputs with a `{}` for such a number.
const WITHOUT_END: [(&str, &[&str]); 5] = [
    (
        "cases = 'until-end'\nlayout = 'n heap*n'\noptions = 'heap -> heap-k for k in 1..'",
        &["2 {} 5\n", "2 5 {}\n", "1 2\n2 {} {}\n"],
    ),
    (
        "cases = 'until-end'\nlayout = 'heap'\nrule = 'bash:4 {heap}'",
        &["{}\n", "17 {}\n"],
    ),
    (
        "cases = 'counted'\nlayout = 'heap*[] limit'\nrule = 'bounded {heap},{limit}'",
        &["1\n[{}] 3\n", "1\n[3,{}, 4] 3\n"],
    ),
    (
        "cases = 'until-end'\nlayout = 'n +-d'\nvalue = 'n + abs(d)'",
        &["0 {}\n", "{} -4\n", "0 -{}\n"],
    ),
    (
        "cases = 'until-end'\nlayout = \"n '->' m\"\nvalue = 'max(n, m) % 10'",
        &["{}->4\n", "4 -> {}\n"],
    ),
];

/// The numbers from which on 64 bits with a sign do not suffice; some of them would come out above 0.
const LARGE: [&str; 7] = [
    "9223372036854775808",
    "9223372036854775809",
    "10000000000000000000",
    "18446744073709551616",
    "18446744073709551621",
    "36893488147419103237",
    "1000000000000000000000000000000",
];

/// The largest number that all languages hold.
const LARGEST: &str = "9223372036854775807";

/// Numbers of 2^63 and more are refused where a language does not hold them, and otherwise answered as the judge answers, if it does.
fn large_numbers(language: Language) {
    if !is_usable(language) {
        return;
    }
    let mut trials = Vec::new();
    for (place, (rule, inputs)) in WITHOUT_END.iter().enumerate() {
        let answer = match rule.contains("value") {
            true => "answer = { value = \"{value}\\n\" }",
            false => "answer = { win = \"won\\n\", lose = \"lost\\n\" }",
        };
        let text = format!("[[format]]\nname = 'large'\n{rule}\n{answer}\n");
        let format = Format::parse(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
        let program = emit(&Task::of(&format), language);
        let program = program.unwrap_or_else(|why| panic!("{rule}: {why}"));
        let judged = |input: &str| {
            let mut output = Vec::new();
            run(&format, input.as_bytes(), &mut output).ok()?;
            String::from_utf8(output).ok()
        };
        let mut answered = |input: String| {
            if let Some(expected) = judged(&input) {
                trials.push(Trial {
                    name: format!("{rule} {input:?}"),
                    program: program.clone(),
                    input,
                    expected,
                });
            }
        };
        let filled = |number: &str| {
            let inputs = inputs.iter().map(|input| input.replace("{}", number));
            inputs.collect::<Vec<String>>()
        };
        // What is written is no larger than what is read.
        let largest = filled(LARGEST).into_iter().filter(|it| !it.contains("-4"));
        largest.for_each(&mut answered);
        let large: Vec<String> = LARGE.iter().flat_map(|number| filled(number)).collect();
        match language {
            Language::Python => large.into_iter().for_each(&mut answered),
            _ => {
                let large: Vec<&str> = large.iter().map(String::as_str).collect();
                refuses(language, &format!("large{place}"), &program, &large);
            }
        }
    }
    assert!(trials.len() > 8);
    try_all(language, "large", &trials);
}

each_language_agrees_with_the_judge!(large_numbers);
