//! Inputs that the judge refuses: programs end with an error on them, as the judge does, and give no answer to what they did not read.

use crate::support;

use grundy_emit::{Language, Task, emit};
use grundy_judge::{Format, run};
use support::{is_usable, refuses};

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
