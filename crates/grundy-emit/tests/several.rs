//! Programs of formats that read entries of lists in plain formulas, of rules on numbers whose conditions ask several numbers, and of lists whose
//! moves repeat entries: in every language whose tools are here, on made-up cases, against the judge.

use crate::support;
use crate::support::each_language_agrees_with_the_judge;

use grundy::lists::ListRule;
use grundy::rule::Rule;
use grundy::{Budget, Game, Play, budget::Meter};
use grundy_emit::{Language, Task, emit, on_numbers};
use grundy_judge::Format;
use support::{Trial, is_usable, made_up, trial, try_all};

/// Entries of lists in made numbers, in formulas of rows and in what is asked of the whole case.
const ENTRIES: [&str; 4] = [
    r#"
    [[format]]
    name = "entries"
    cases = "until-end"
    layout = "n c*n"
    lists = "r = c[n-1]; m = c[c[0]%n]+r; e = c[len(c)-1] xor first(c); b = sorted(c); g = b[n/2]-b[0]"
    value = "c xor m xor e if c[0] > 2 and c >= b[0]; g + c[c%n]"
    ranges = { n = "1..=5", c = "0..=6" }
    answer = { value = "{value}\n" }
    "#,
    r#"
    [[format]]
    name = "first letter"
    cases = "counted"
    layout = "s:'abc'"
    lists = "t = letters(s)"
    wins = "t[0] == 0 and t[len(t)-1] != t[0] or count(t == t[0]) > 2"
    ranges = { s = "1..=5" }
    answer = { win = "yes\n", lose = "no\n" }
    "#,
    r#"
    [[format]]
    name = "entry of a position"
    cases = "until-end"
    layout = "n c*n q [x]*q"
    rule = "nim {h}"
    lists = "h = c[x%n] + c[0]"
    ranges = { n = "1..=4", c = "0..=5", q = "1..=3", x = "0..=9" }
    answer = { win = "yes\n", lose = "no\n" }
    "#,
    r#"
    [[format]]
    name = "entries of entries"
    cases = "until-end"
    layout = "n p*n"
    lists = "k = p[p[0]%n]; l = [p[i] - p[0] for i in 0..n if p[i] >= p[0]]; j = l[0]"
    value = "j + k + sum(p[0] xor d for d in p) + p[(p[n-1]+k)%n]"
    ranges = { n = "1..=5", p = "0..=7" }
    answer = { value = "{value}\n" }
    "#,
];

/// Rules on numbers whose conditions and ends ask several numbers.
const RULES: [&str; 7] = [
    "n -> n-d for d in divisors(n) if d < n and not any(e % 2 == 1 for e in divisors(n) if 1 < e and e < d)",
    "n -> n-1 | n-2 if count(d % 2 == 1 for d in divisors(n)) > 2",
    "n -> n-k for k in 1..=n if any(v[i] == k for i in 0..3) where v = [1,3,4]",
    "n -> n-k for k in 1..=n if all((n-k)%j != 0 for j in {2,3}) or k == sum(i for i in 1..=2)",
    "n -> n/p for p in primefactors(n) if len(q for q in primefactors(n) if q > p) == 0",
    "(x,y) -> (x-k,y) | (x,y-k) for k in 1..=3 if count(j*j == x+y-k for j in 0..=9) == 0",
    "(x,y) -> (x-1,y) | (x,y-1) if max(x,y) == max(i*(i < 4) for i in 0..=max(x,y)) or min(x,y) > 2",
];

fn format(text: &str) -> Format {
    Format::parse(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn agrees(language: Language) {
    let formats: Vec<Format> = ENTRIES.iter().map(|text| format(text)).collect();
    made_up(language, "entries", &formats);
    if !is_usable(language) {
        return;
    }
    let trials = RULES.iter().map(|&rule| {
        let format = Format::plain(rule, false).unwrap_or_else(|why| panic!("{rule}: {why:?}"));
        let input = match rule.starts_with('(') {
            false => "5\n1 12\n1 17\n1 30\n1 9\n1 0\n",
            true => "4\n1 3 4\n1 5 2\n1 0 6\n1 7 7\n",
        };
        trial(&format, input.to_owned(), language, rule.to_owned())
    });
    try_all(language, "several", &trials.collect::<Vec<_>>());
}

each_language_agrees_with_the_judge!(agrees);

/// Lists whose moves repeat entries are worth what the rule on one number says, although the positions are others.
#[test]
fn repeated_entries_count_by_their_parity() {
    for text in [
        "multiset a[i] -> [b{a[i]/b}] for b in divisors(a[i]) if b < a[i]",
        "multiset a[i] -> [b{k}] for b in 0..a[i], k in 0..=4 if b*k <= a[i]",
        "multiset a[i] -> [b{a[i]/b}, a[i]%b] for b in 2..a[i]",
        "multiset a[i] -> [b{2}, c{3}] for b in 1..a[i], c in 1..=2 if b+c < a[i]",
        "list nonzero a[i] -> [b{k-1}, 1{k}] for b in 1..a[i], k in 0..3 if k < a[i] and a[i] > 1",
    ] {
        let rule = ListRule::parse_with(text, &[]).unwrap_or_else(|why| panic!("{text}: {why:?}"));
        let numbers = rule.values_on_numbers("n").expect("a rule on numbers");
        let numbers = Rule::parse(&numbers).unwrap_or_else(|why| panic!("{numbers}: {why}"));
        let table = numbers.table(&[8], &mut Meter::new(&Budget::default()));
        let table = table.expect("a table").into_cells();
        for (heap, &told) in table.iter().enumerate().take(8) {
            // The rule as it is written, whole lists searched: beside the last entry nothing else is asked.
            let game = format!("rule '{text} if len(a) > 0' {heap}");
            let game = Game::parse(&game, &|_: &str| unreachable!()).expect("a game");
            let answer = grundy::solve(&game, Play::Normal);
            let value = answer.value.unwrap_or_else(|| panic!("{text}: {heap}"));
            assert_eq!(value.to_u64(), Some(told.into()), "{text}: {heap}");
        }
    }
}

#[test]
fn repeated_entries_have_a_table() {
    let text = "multiset h[i] -> [b{h[i]/b}] for b in divisors(h[i]) if b < h[i]";
    let plain = |misere| Format::plain(text, misere).expect("a rule");
    assert!(on_numbers(&plain(false), false).is_some());
    // Two equal heaps are not four of them where who cannot move wins.
    assert!(on_numbers(&plain(true), false).is_none());
    for language in Language::ALL.into_iter().filter(|it| is_usable(*it)) {
        let trials = [false, true].map(|misere| {
            let input = "4\n1 12\n2 9 30\n3 8 8 5\n1 1\n".to_owned();
            trial(&plain(misere), input, language, format!("{text} {misere}"))
        });
        try_all(language, "repeated", &trials);
    }
}

#[test]
fn where_it_is_assumed_that_play_ends_repeated_entries_have_a_table() {
    let text = "multiset h[i] -> [(q+1){r}, q{m-r}] for m in 2..=h[i] for q = h[i]/m, r = h[i]%m if h[i] >= 2";
    let format = Format::plain(text, false).expect("a rule");
    let numbers = on_numbers(&format, true).expect("a rule on numbers");
    for language in Language::ALL.into_iter().filter(|it| is_usable(*it)) {
        let task = Task {
            assume_finite: true,
            ..Task::of(&numbers)
        };
        let input = "4\n1 12\n2 9 30\n3 8 8 5\n1 1\n".to_owned();
        let mut expected = Vec::new();
        grundy_judge::run(&numbers, input.as_bytes(), &mut expected).expect("an input");
        let trial = Trial {
            name: text.into(),
            program: emit(&task, language).expect("a program"),
            input,
            expected: String::from_utf8(expected).expect("text"),
        };
        try_all(language, "assumed", &[trial]);
    }
}
