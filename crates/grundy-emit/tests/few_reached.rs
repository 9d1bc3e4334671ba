//! Programs whose inputs are far too large for a table, while few positions are reached: they search, and answer as the judge does.

use crate::support;

use grundy_emit::{Language, Task, Way, emitted};
use grundy_judge::Format;
use support::{is_usable, trial, try_all};

/// The moves, what the ranges say of n, and numbers.
const RULES: [(&str, &str, &str); 4] = [
    (
        "n -> n/p^k for p in primefactors(n), k in 1..=valuation(n,p)",
        "1..=1000",
        "6\n1 2 12 99999989 100000000 73513440\n",
    ),
    (
        "n -> n/k for k in 2..=6 if n > 0",
        "0..=1000000000000000000",
        "7\n0 1 2 30 230 1000000000000000000 999999999999999999\n",
    ),
    (
        "n -> n/2 + n/3 if n > 1; n -> n/4 if n > 0",
        "0..=1000",
        "5\n0 1 100 12345 1000000000000\n",
    ),
    (
        "n -> n-100000000000000000*k for k in {1,3,4}",
        "0..=1000000000000000000",
        "4\n7 199999999999999999 700000000000000000 1000000000000000000\n",
    ),
];

fn formats() -> Vec<(Format, &'static str)> {
    let format = |(rule, range, input): (&str, &str, &'static str)| {
        let text = format!(
            "[[format]]\nname = \"large\"\ncases = \"counted\"\nlayout = \"n\"\noptions = \"{rule}\"\nranges = {{ n = \"{range}\" }}\nanswer = {{ value = \"{{value}}\\n\" }}\n"
        );
        (Format::parse(&text).expect("a format"), input)
    };
    RULES.into_iter().map(format).collect()
}

#[test]
fn programs_search_where_few_positions_are_reached() {
    for language in Language::ALL {
        if !is_usable(language) {
            continue;
        }
        let trials = formats().into_iter().map(|(format, input)| {
            let name = format.rule.text().to_owned();
            trial(&format, input.to_owned(), language, name)
        });
        try_all(language, "few", &trials.collect::<Vec<_>>());
    }
}

#[test]
fn they_say_that_they_search() {
    for (format, _) in formats() {
        let program = emitted(&Task::of(&format), Language::Cpp).expect("a program");
        assert_eq!(program.way, Way::Search, "{}", format.rule.text());
    }
    let table = grundy_judge::Format::plain("n -> n-k for k in {1,3,4}", false).expect("a format");
    let program = emitted(&Task::of(&table), Language::Cpp).expect("a program");
    assert_eq!(program.way, Way::Tables(None));
}
