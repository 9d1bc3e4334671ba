//! Programs of formats whose numbers do not simply stand one behind the other: lists in brackets, signs between numbers, groups with counts
//! of their own, tables, words; against the judge.

mod support;

use grundy_emit::{Language, Task, emit};
use grundy_judge::{Format, run};
use support::{Trial, is_usable, try_all};

/// How cases are counted, the layout, what the rule says, and an input.
const LAYOUTS: [(&str, &str, &str, &str); 16] = [
    (
        "until-end",
        "heap*[]",
        "options = 'heap -> heap-k for k in {1,3,4}'",
        "[3,1,2]\n[]\n[ 4 , 5 ]\n[9]\n",
    ),
    (
        "counted",
        "heap*[] limit",
        "options = 'heap -> heap-k for k in 1..=limit'",
        "3\n[3,10,2] 2\n[] 5\n[4,4,1]\n3\n",
    ),
    (
        "until-end",
        "n '/' m",
        "options = '(n,m) -> (n-1,m) | (n,m-2)'",
        "3/4\n5 / 6\n1/1\n",
    ),
    (
        "one",
        "t (n a*n)*t",
        "options = 'a -> a-k for k in {1,2}'",
        "3 2 4 5 0 3 1 1 2\n",
    ),
    (
        "counted",
        "t (n a*n c)*t",
        "options = 'c -> c-k for k in {1,2,4}'",
        "2\n2 1 7 5 0 3\n1 2 1 1 2\n",
    ),
    (
        "counted",
        "n m cell*n*m",
        "options = 'cell -> cell-k for k in 1..=2'",
        "2\n2 3\n1 2 3\n4 5 6\n1 1\n3\n",
    ),
    (
        "one",
        "k take*k [m h*m]*0",
        "options = 'h -> h-t for t in take'",
        "2 1 3\n2 5 6\n1 7\n3 1 1 2\n0\n",
    ),
    (
        "until-end",
        "a*[]",
        "rule = 'multiset a[i],a[j] -> a[i]+a[j],[]; a[i] -> a[i]-1'",
        "[2,1]\n[]\n[3,1,1]\n",
    ),
    (
        "until-end",
        "a*[]",
        "rule = 'multiset a[i] -> [b, a[i]-b] for b in 1..a[i] if 2*b != a[i]'",
        "[12,11]\n[]\n[3,1,7]\n",
    ),
    (
        "counted",
        "s:'ab' t:'+-'",
        "rule = '\"++\" -> \"--\"'",
        "2\nabba ++-++\na ++++\n",
    ),
    (
        "counted",
        "n (s:'+-')*n",
        "rule = '\"++\" -> \"--\"'",
        "3\n2\n++++ ++++\n1\n++\n3\n+++++ ++ ++-+++\n",
    ),
    (
        "counted",
        "n (k s:'AB'*k)*n",
        "rule = 'cyclic \"++\" -> \"--\"'\nposition = '{s:+-}'",
        "2\n2\n4 AAAA 3 A A B\n1\n5\nABAAA\n",
    ),
    (
        "counted",
        "n m '|' graph:n(u v)*m",
        "rule = 'graph remove vertex with neighbours'",
        "2\n3 2 | 1 2 2 3\n2 0|\n",
    ),
    // Answers after each number of a list that is no sum, of one that is, and of one that stands beside the position.
    (
        "counted",
        "n a*n",
        "rule = 'multiset a[i],a[j] -> a[i]+a[j],[]; a[i] -> a[i]-1'\nanswers = 'prefixes'",
        "3\n4 2 1 0 1\n0\n2 1 3\n",
    ),
    (
        "counted",
        "n a*n",
        "rule = 'list a[i] -> a[i]-k for k in {1,3}'\nanswers = 'prefixes'",
        "2\n4 2 5 0 3\n1 7\n",
    ),
    (
        "counted",
        "s:'+-' n a*n",
        "rule = '\"++\" -> \"--\"'\nanswers = 'prefixes'",
        "2\n++++-++ 3 2 5 0\n++ 1 7\n",
    ),
];

fn formats() -> Vec<(Format, &'static str)> {
    let answers = [
        "{ win = \"won\\n\", lose = \"lost\\n\" }",
        "{ value = \"{value}\\n\" }",
    ];
    let of = |(cases, layout, rule, input): &(&str, &str, &str, &'static str)| {
        let format = |answer: &str| {
            let text = format!(
                "[[format]]\nname = \"layout\"\ncases = \"{cases}\"\nlayout = \"{layout}\"\n{rule}\nanswer = {answer}\n"
            );
            Format::parse(&text).unwrap_or_else(|why| panic!("{text}: {why}"))
        };
        answers.map(|answer| (format(answer), *input))
    };
    LAYOUTS.iter().flat_map(of).collect()
}

fn agrees(language: Language) {
    if !is_usable(language) {
        return;
    }
    let mut trials = Vec::new();
    for (format, input) in formats() {
        let layout = format.layout.text().to_owned();
        let program = emit(&Task::of(&format), language);
        let program = program.unwrap_or_else(|why| panic!("{layout}: {why}"));
        let mut expected = Vec::new();
        run(&format, input.as_bytes(), &mut expected)
            .unwrap_or_else(|why| panic!("{layout}: {why}"));
        trials.push(Trial {
            name: layout,
            program,
            input: input.to_owned(),
            expected: String::from_utf8(expected).expect("text"),
        });
    }
    try_all(language, "layouts", &trials);
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

/// What is still not read is told.
#[test]
fn lists_of_words_are_refused() {
    let format = Format::parse(
        "[[format]]\nname = \"words\"\ncases = \"one\"\nlayout = \"s:'+-'*[]\"\nrule = '\"++\" -> \"--\"'\nanswer = { value = \"{value}\" }\n",
    );
    let format = format.unwrap_or_else(|why| panic!("{why}"));
    let why = emit(&Task::of(&format), Language::Python).expect_err("no program");
    assert!(why.to_string().contains("s:'…'"), "{why}");
}
