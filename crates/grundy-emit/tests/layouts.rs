//! Programs of formats whose numbers do not simply stand one behind the other: lists in brackets, signs between numbers, groups with counts
//! of their own, tables, words; against the judge.

use crate::support;
use crate::support::each_language_agrees_with_the_judge;

use grundy_emit::{Language, Task, emit};
use grundy_judge::{Format, run};
use support::{Trial, is_usable, try_all};

/// How cases are counted, the layout, what the rule says, and an input.
const LAYOUTS: [(&str, &str, &str, &str); 21] = [
    (
        "until-end",
        "n k +-d +-a*n",
        "lists = 'b = sorted(a); +-c = [a[i]/3 - a[i]%k for i in 0..n]; s = sums(a); f = [s[i]/d*2 + 100000 for i in 0..=n]; g = distinct(a); +-w = [0] + [w[i]-a[i]/2 for i in 0..n]; z = (min(c) + max(w) + last(f) + d/k + d%k + len(g)) % 1003; +-y = d/(0-k) + d%(0-k)*7'\nvalue = '(b*7 + c*3 + abs(c) + z + y + 5000000) % 1000003'",
        "3 2 -7 5 -5 0\n1 3 4 -1\n4 5 -1 -10 -11 7 -12\n2 1 1 0\n-0",
    ),
    (
        "until-zero",
        "|n| (+-x y)*n |z|",
        "value = '(x == y+z) + 2*(x + y == 0 and x < 0)'",
        "2 -3 4 5 5 -1\n1 -3 3 2\n-1 3 4 0\n1 7 4 -3\n0",
    ),
    (
        "counted",
        "+-low m x*m",
        "options = 'x -> x-k for k in 1..=3 if x-k > low'",
        "4\n-5 2 1 7\n2 3 1 7 9\n-1 1 4\n0 1 4\n",
    ),
    (
        "until-end",
        "n +-p*n",
        "value = 'count(p[p[i]] <= 0 for i in 0..n) + sum(p[p[i]]+1 for i in 0..n if i != p[i])'",
        "2 -1 0\n3 0 -1 -1\n1 -1\n4 -1 3 -5 0\n",
    ),
    (
        "until-end",
        "n +-p*n",
        "lists = 'lab = [(p >= 0)*index]; u = [lab[p[i]] for i in 0..n if p[i] >= 0]; v = [i+1 for i in 0..n if p[i] >= 0]'\nrule = 'hackenbush:ground=0 {u}-{v},..'",
        "4\n-1 0 0 1\n5\n-1 0 -1 2 -1\n1\n-1\n\n",
    ),
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

/// Rules whose play need not end, of formats with a word for draws: the layout, the rule, and an input of cases that are counted.
const DRAWS: [(&str, &str, &str); 8] = [
    (
        "s:'x_'",
        "\"x_\" -> \"_x\"; \"_x\" -> \"x_\"; \"xx\" -> \"__\"; \"x_x\" -> \"___\"",
        "8\nx_ xx __ x_x xxx_ xx_xx _xxx_x xxx\n",
    ),
    (
        "s:'x_'",
        "cyclic \"x_\" -> \"_x\"; \"xx\" -> \"__\"",
        "7\nxx x_ xxx xx_x xxxx_ xx_x_x ___\n",
    ),
    (
        "s:'x_'",
        "--misere cyclic \"x_\" -> \"_x\"; \"xx\" -> \"__\"",
        "7\nxx x_ xxx xx_x xxxx_ xx_x_x ___\n",
    ),
    (
        "n m s:'x_'*n*m",
        "grid \"x_\" -> \"_x\"; \"xx\" -> \"__\"",
        "4\n1 3\nx_x\n2 2\nxx\nx_\n2 3\nxx_\n_xx\n2 2\nxx\nxx\n",
    ),
    (
        "a*[]",
        "list a[i] -> a[i]-2; a[i] -> a[i]+1 if a[i] == 3; a[i],a[i+1] -> [],[] if a[i] == a[i+1]",
        "7\n[3]\n[2,2]\n[]\n[3,1,1]\n[4,3,2]\n[1,1]\n[3,3,4,2]\n",
    ),
    (
        "a*[]",
        "--misere multiset a[i] -> a[i]-2; a[i] -> a[i]+1 if a[i] == 3; a[i],a[j] -> [],[] if a[i] == a[j]+1",
        "6\n[3]\n[2,2]\n[]\n[3,1,1]\n[4,3,2]\n[5,3]\n",
    ),
    (
        "n m token arcs:n(u v)*m",
        "digraph move token along edge",
        "4\n3 3 1\n1 2 2 3 3 1\n4 4 1\n1 2 2 3 3 1 3 4\n2 0 1\n4 4 3\n1 2 2 3 3 1 3 4\n",
    ),
    (
        "n m token graph:n(u v)*m",
        "--misere graph move token along edge",
        "2\n3 2 1\n1 2 2 3\n2 0 1\n",
    ),
];

/// Letters in rows of a group, arcs that have no cycle, and answers of which so many are a line: what follows the name, and an input.
const WHOLE: [(&str, &str); 14] = [
    (
        "cases = 'counted'\nlayout = \"n m (v u c:'a-z')*m\"\nlists = 'e = letters(c); r = [i/n+1 for i in 0..n*n]; q = [i%n+1 for i in 0..n*n]'\noptions = '(x,y,d) -> (y,u[i],e[i]) for i in 0..m if v[i] == x if e[i] >= d'\nposition = 'r q 0'\nanswer = { win = 'A', lose = 'B', each = true, row = 'n', after-case = '.' }\nacyclic = 'v u'",
        "3\n4 4\n1 2 b\n1 3 a\n2 4 c\n3 4 b\n1 0\n5 8\n5 3 h\n1 2 c\n3 1 c\n3 2 r\n5 2 r\n4 1 z\n4 3 z\n5 1 r",
    ),
    (
        "cases = 'until-end'\nlayout = \"n (p:'KQRBN' x y)*n\"\nlists = 't = letters(p)'\noptions = '(x,y,t) -> (x-1,y,t) | (x,y-1,t) | (x-1,y-1,t) if t == 0; (x,y,t) -> (x-k,y,t) | (x,y-k,t) for k in 1.. if t == 1 or t == 2; (x,y,t) -> (x-k,y-k,t) for k in 1.. if t == 1 or t == 3; (x,y,t) -> (x-1,y-2,t) | (x-2,y-1,t) if t == 4'\nanswer = { value = '{value} ' }",
        "2\nK 3 4\nQ 5 2\n3 R 1 7 B 2 2 N 9 8\n",
    ),
    (
        "cases = 'until-end'\nlayout = \"n (k s:'ab'*k w:'xyz')*n z\"\nlists = 't = letters(s); u = letters(w)'\nvalue = 'z + sum(t*index) + 100*len(t) + 7*sum(u)'\nanswer = { value = '{value} ' }",
        "2 3 aba yz 1 b z 5\n1 2 b a xxz 0",
    ),
    (
        "cases = 'until-end'\nlayout = 'w n a*n'\nvalue = 'a % 3'\nanswer = { value = ' {value}', each = true, row = 'w+1', after-case = '.' }",
        "1 4 0 1 2 3\n0 2 1 5",
    ),
    (
        "cases = 'until-end'\nlayout = 'n a*n'\nrule = 'nim {a}'\nanswer = { win = 'A', lose = 'B', each = true, row = '3' }",
        "7 0 1 2 3 0 5 6\n2 0 0\n3 1 0 1",
    ),
    (
        "cases = 'counted'\nlayout = \"s:'a-c' n +-d a*n\"\nlists = 't = letters(s); m = max(a)'\nvalue = 'n + sum(t)'\nanswer = { value = \"{case} {s} {n+1} {d} {d-2} [{a}] {m}: {value}\\n\" }",
        "3\nabc 3 -1 4 5 0\n\"b\" +1 1 007\r\n \"\" 2 +5 1 1\n",
    ),
    (
        "cases = 'until-end'\nlayout = \"s:'a-z' k\"\noptions = 'k -> k-j for j in 1..=3'\nanswer = { win = \"{s} {k} first\\n\", lose = \"{s} {k} second\\n\" }",
        "\u{feff}abc 3 xyz 8\nq\n0",
    ),
    (
        "cases = 'until-end'\nlayout = \"n s:'+-'*n\"\nrule = '\"++\" -> \"--\"'\nanswer = { win = \"{s} {n}: A\\n\", lose = \"{s} {n}: B\\n\" }",
        "4 ++++ 2 +- 3\n+ ++ 2 \"++\"",
    ),
    (
        "cases = 'counted'\nlayout = 'n a*n'\noptions = 'a -> a-k for k in {1,3,4}'\nanswer = { count = \"{count} of {n}: {a}\\n\" }",
        "3\n2 3 4\n1 0\n3 5 6 7\n",
    ),
    (
        "cases = 'counted'\nlayout = 'n m q [a b]*q'\noptions = '(x,y) -> (y,x) if x > y; (x,y) -> (x-1,y) if x > 0'\nposition = 'a b'\nanswer = { win = \"{a},{b} of {n} wins\\n\", lose = \"{a},{b} of {n-1} loses\\n\", draw = \"{a},{b}: {m} drawn\\n\" }",
        "1\n7 8 4\n1 2\n3 1\n0 0\n0 3\n",
    ),
    // A heading before the answers of a case.
    (
        "cases = 'counted'\nlayout = 'n a*n q [x]*q'\nlists = 'm = max(a); s = sorted(a)'\noptions = 'x -> x-k for k in a if k <= m'\nanswer = { win = 'W', lose = 'L', before-case = \"Case {case}: {n-1} [{s}] {m}\\n\", after-case = \"\\n{a};{case}\\n\" }",
        "\u{feff}3\n2 3 1 3 1 2 7\n1 4 0\n3 1 5 2 2 0 6",
    ),
    (
        "cases = 'until-zero'\nlayout = 'n a*n'\nrule = 'nim {a}'\nanswer = { win = 'A', lose = 'B', each = true, before-case = \"#{case}:\", after-case = \"\\n\" }",
        "3 0 1 2\n1 0\n0\n",
    ),
    (
        "cases = 'until-end'\nlayout = 'n a*n'\nrule = 'nim {a}'\nanswer = { win = 'A', lose = 'B', before-case = \"({n}) {a}:\" }\nanswers = 'prefixes'",
        "3 0 1 2 1 0 0",
    ),
    (
        "cases = 'until-end'\nlayout = \"k s:'+-' [p]*0\"\noptions = 'p -> p-j for j in 1..=k'\nanswer = { value = '{value} ', before-case = '{s}{k}=', after-case = ';' }",
        "1 ++ 3 4 0 2 - 0 5 \"\" 7 0",
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
    let drawn = |(layout, rule, input): &(&str, &str, &'static str)| {
        let text = format!(
            "[[format]]\nname = \"draws\"\ncases = \"counted\"\nlayout = \"{layout}\"\nrule = '{rule}'\nanswer = {{ win = \"won\\n\", lose = \"lost\\n\", draw = \"{{case}} drawn\\n\" }}\n"
        );
        let format = Format::parse(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
        (format, *input)
    };
    let whole = |(text, input): &(&str, &'static str)| {
        let text = format!("[[format]]\nname = 'whole'\n{text}\n");
        let format = Format::parse(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
        (format, *input)
    };
    let all = LAYOUTS.iter().flat_map(of);
    let all = all.chain(DRAWS.iter().map(drawn));
    all.chain(WHOLE.iter().map(whole)).collect()
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

each_language_agrees_with_the_judge!(agrees);

/// Sums of words whose play need not end, and moves that lead to sums.
#[test]
fn sums_that_need_not_end_are_refused() {
    for (layout, rule) in [
        (
            "n (s:'x_')*n",
            "rule = '\"x_\" -> \"_x\"; \"_x\" -> \"x_\"'",
        ),
        (
            "n",
            "options = \"n -> a + (n-a) for a in 1..n; n -> (n+1) if n > 0 and n < 9\"",
        ),
    ] {
        let text = format!(
            "[[format]]\nname = \"sums\"\ncases = \"one\"\nlayout = \"{layout}\"\n{rule}\nanswer = {{ win = \"W\", lose = \"L\", draw = \"D\" }}\n"
        );
        let format = Format::parse(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
        let why = emit(&Task::of(&format), Language::Python).expect_err("no program");
        assert!(why.to_string().contains("single position"), "{why}");
    }
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
