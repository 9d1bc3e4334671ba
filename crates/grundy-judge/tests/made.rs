//! Numbers and lists that a format makes of those it reads, and formulas of groups: against the same made in plain Rust.

use crate::common::own::{format, judged};

fn lists() -> Vec<Vec<u64>> {
    let mut state = 11u64;
    let mut next = move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        state >> 60
    };
    let mut lists = vec![vec![], vec![5], vec![3, 3], vec![1, 2, 3, 4, 5, 6]];
    lists.extend((0..40).map(|number| (0..=number % 7).map(|_| next()).collect::<Vec<u64>>()));
    lists
}

fn joined(list: &[u64]) -> String {
    let texts: Vec<String> = list.iter().map(u64::to_string).collect();
    texts.join(" ")
}

/// The entries of a list that is made of `n a*n`.
fn made(lists: &str, of: &[u64]) -> Vec<u64> {
    let keys = format!(
        "layout = \"n a*n\"\nlists = \"{lists}\"\nvalue = \"b\"\nanswer = {{ value = \"{{value}} \", each = true }}"
    );
    let told = judged(&keys, &format!("{} {}", of.len(), joined(of)));
    let told = told.unwrap_or_else(|error| panic!("{lists}: {error}"));
    told.split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect()
}

#[test]
fn each_way_to_make_a_list() {
    for a in lists() {
        let sorted = || {
            let mut sorted = a.clone();
            sorted.sort_unstable();
            sorted
        };
        let distinct = || {
            let mut distinct = sorted();
            distinct.dedup();
            distinct
        };
        let count = |of: u64| a.iter().filter(|&&x| x == of).count() as u64;
        let sums = |from: &[u64]| {
            let mut sums = vec![0];
            from.iter()
                .for_each(|x| sums.push(sums[sums.len() - 1] + x));
            sums
        };
        let gaps: Vec<u64> = sorted().windows(2).map(|pair| pair[1] - pair[0]).collect();
        let mut lows = Vec::new();
        for &x in &a {
            lows.push(lows.last().map_or(x, |&low: &u64| low.min(x)));
        }
        let reversed: Vec<u64> = a.iter().rev().copied().collect();
        let doubled: Vec<u64> = a.iter().filter(|&&x| x > 3).map(|x| 2 * x).collect();
        let counts: Vec<u64> = distinct().into_iter().map(count).collect();
        let mut all = vec![
            ("b = sorted(a)", sorted()),
            ("b = reversed(a)", reversed.clone()),
            ("b = distinct(a)", distinct()),
            ("b = counts(a)", counts.clone()),
            ("b = sums(a)", sums(&a)),
            ("b = [2*a if a > 3]", doubled.clone()),
            ("b = [2*x for x in a if x > 3]", doubled),
            ("b = [a % 2 == 1]", a.iter().map(|x| x % 2).collect()),
            (
                "c = sorted(a); b = [c[i]-c[i-1] for i in 1..len(c)]",
                gaps.clone(),
            ),
            (
                "c = sorted(a); d = [c[i]-c[i-1] for i in 1..n]; b = reversed(d)",
                gaps.iter().rev().copied().collect(),
            ),
            ("b = sorted(counts(a))", {
                let mut counts = counts.clone();
                counts.sort_unstable();
                counts
            }),
            (
                "b = [0] + a + [n, 7]",
                [vec![0], a.clone(), vec![a.len() as u64, 7]].concat(),
            ),
            ("b = a + sorted(a + [1, 2])", {
                let mut more = [sorted(), vec![1, 2]].concat();
                more.sort_unstable();
                [a.clone(), more].concat()
            }),
            ("b = [0] + [b[i]+a[i] for i in 0..n]", sums(&a)),
            (
                "b = [1, 1] + [(b[i]+b[i+1]) % 100 for i in 0..=n]",
                fibonacci(a.len() + 3),
            ),
            (
                "m = sum(a); b = [m, max(a)]",
                vec![a.iter().sum(), a.iter().copied().max().unwrap_or(0)],
            ),
        ];
        if !a.is_empty() {
            all.push((
                "b = [first(a)] + [min(b[i-1], a[i]) for i in 1..n]",
                lows.clone(),
            ));
            all.push(("b = [a[0]] + [min(b[i-1], a[i]) for i in 1..n]", lows));
        }
        for (text, expected) in all {
            assert_eq!(made(text, &a), expected, "{text} of {a:?}");
        }
    }
}

fn fibonacci(length: usize) -> Vec<u64> {
    let mut list = vec![1, 1];
    while list.len() < length {
        list.push((list[list.len() - 2] + list[list.len() - 1]) % 100);
    }
    list
}

#[test]
fn letters_are_their_places_in_the_alphabet() {
    let keys = |layout: &str| {
        format!(
            "layout = \"{layout}\"\nlists = \"b = letters(s)\"\nvalue = \"b\"\nanswer = {{ value = \"{{value}}\", each = true }}"
        )
    };
    assert_eq!(judged(&keys("s:'a-z'"), "cab").unwrap(), "201");
    assert_eq!(judged(&keys("n s:'.#'*n"), "3\n.#.").unwrap(), "010");
    assert_eq!(
        judged(&keys("n m s:'.#'*n*m"), "2 3\n.#.\n##.").unwrap(),
        "010110"
    );
    // The cells of a board as a mask.
    let mask = "layout = \"n m s:'.#'*n*m\"\nlists = \"t = letters(s); mask = sum(2^i for i in 0..len(t) if t[i] == 1)\"\nvalue = \"mask\"\nanswer = { value = \"{value}\" }";
    assert_eq!(
        judged(mask, "2 3\n.#.\n##.").unwrap(),
        (2 + 8 + 16).to_string()
    );
}

#[test]
fn what_stands_in_brackets_is_made_for_each_position() {
    let keys = "layout = \"n a*n q [k c*k]*q\"\nlists = \"t = sum(a); b = sorted(c); u = t+len(b)\"\nvalue = \"u\"\nanswer = { value = \"{value} \" }";
    assert_eq!(judged(keys, "2 5 6 3 1 9 2 8 8 0").unwrap(), "12 13 11 ");
    let rule = "layout = \"n a*n q [x]*q\"\nlists = \"m = max(a)\"\noptions = \"x -> x-k for k in 1..=m\"\nanswer = { value = \"{value} \" }";
    assert_eq!(judged(rule, "2 1 2 3 4 5 6").unwrap(), "1 2 0 ");
}

#[test]
fn lists_that_are_made_are_positions_of_all_rules() {
    let nim = "layout = \"n a*n\"\nlists = \"b = sorted(a); g = [b[i]-b[i-1]-1 for i in 1..n if i % 2 == 1]\"\nrule = \"nim {g}\"\nanswer = { value = \"{value}\" }";
    assert_eq!(judged(nim, "4 9 1 4 6").unwrap(), (2 ^ 2).to_string());
    let list = "layout = \"n a*n\"\nlists = \"c = counts(a)\"\nrule = 'multiset c[i] -> c[i]-k for k in 1..=2'\nanswer = { value = \"{value}\" }";
    assert_eq!(judged(list, "5 1 1 1 1 2").unwrap(), (1 ^ 1).to_string());
    let pairs = "layout = \"n a*n\"\nlists = \"b = reversed(a)\"\noptions = \"(x,y) -> (x-k,y) | (x,y-k) for k in 1..\"\nposition = \"a b\"\nanswer = { value = \"{value}\" }";
    assert_eq!(
        judged(pairs, "3 1 2 4").unwrap(),
        ((1 ^ 4) ^ (4 ^ 1)).to_string()
    );
}

#[test]
fn a_formula_of_a_group_reads_its_own_lists() {
    let groups: [(u64, &[u64]); 4] = [(5, &[1, 2, 3]), (9, &[]), (7, &[6]), (8, &[2, 2, 7, 1])];
    let input: String = groups
        .iter()
        .map(|(x, p)| format!("{x} {} {} ", p.len(), joined(p)))
        .collect();
    let value = |formula: &str, of: &dyn Fn(u64, &[u64]) -> u64| {
        let keys = format!(
            "layout = \"n (x m p*m)*n\"\nvalue = \"{formula}\"\nanswer = {{ value = \"{{value}} \", each = true }}"
        );
        let expected: String = groups
            .iter()
            .map(|(x, p)| format!("{} ", of(*x, p)))
            .collect();
        let told = judged(&keys, &format!("{} {input}", groups.len()));
        assert_eq!(told.unwrap(), expected, "{formula}");
        let position = format!(
            "layout = \"n (x m p*m)*n\"\noptions = \"h -> h-k for k in 1..\"\nposition = \"{}\"\nanswer = {{ value = \"{{value}}\" }}",
            format_args!("({formula})")
        );
        let total = groups.iter().fold(0, |total, (x, p)| total ^ of(*x, p));
        let told = judged(&position, &format!("{} {input}", groups.len()));
        assert_eq!(told.unwrap(), total.to_string(), "{formula}");
    };
    value("sum(p)", &|_, p| p.iter().sum());
    value("x + len(p)", &|x, p| x + p.len() as u64);
    value("max(p) xor (x - min(p))", &|x, p| {
        let (min, max) = (p.iter().min(), p.iter().max());
        max.copied().unwrap_or(0) ^ (x - min.copied().unwrap_or(0))
    });
    value("sum(2^p[i] for i in 0..m)", &|_, p| {
        p.iter().map(|p| 1 << p).sum()
    });
    value("count(y < x for y in p)", &|x, p| {
        p.iter().filter(|&&y| y < x).count() as u64
    });
}

#[test]
fn lists_of_groups_are_a_sum() {
    let keys = |layout: &str| {
        format!(
            "layout = \"{layout}\"\nrule = 'list a[i],a[i-1] -> a[i]-k,a[i-1]+k for k in 1..; a[0] -> a[0]-k for k in 1..'\nanswer = {{ value = \"{{value}}\" }}"
        )
    };
    let one = |a: &[u64]| -> u64 {
        let told = judged(&keys("n a*n"), &format!("{} {}", a.len(), joined(a)));
        told.unwrap().parse().unwrap()
    };
    let groups: [&[u64]; 3] = [&[1, 2, 3], &[], &[4, 1]];
    let input: String = groups
        .iter()
        .map(|a| format!("{} {} ", a.len(), joined(a)))
        .collect();
    let sum = groups.iter().fold(0, |sum, a| sum ^ one(a));
    assert_eq!(
        judged(&keys("n (m a*m)*n"), &format!("3 {input}")).unwrap(),
        sum.to_string()
    );
    let refused = format(&format!("{}\nposition = \"2*a+1\"", keys("n a*n"))).unwrap_err();
    assert!(
        refused.contains("'2*a+1' is not a list of the layout"),
        "{refused}"
    );
}

#[test]
fn who_wins_is_asked_of_all_groups() {
    let keys = "layout = \"n (m p*m)*n\"\nwins = \"sum(p) == 10 and len(p) == 4 and last(p) == 4\"\nanswer = { win = \"W\", lose = \"L\" }";
    assert_eq!(judged(keys, "2 1 1 3 2 3 4").unwrap(), "W");
    assert_eq!(judged(keys, "2 2 1 2 2 4 3").unwrap(), "L");
}

#[test]
fn who_wins_is_asked_of_the_values_of_a_rule() {
    let keys = |wins: &str| {
        format!(
            "layout = \"t n a*n\"\noptions = \"a -> a-k for k in 1..=3\"\nwins = \"{wins}\"\nanswer = {{ win = \"W\", lose = \"L\" }}"
        )
    };
    let holds = |wins: &str, of: &dyn Fn(u64, &[u64]) -> bool| {
        for a in lists() {
            for t in 0..2 {
                let values: Vec<u64> = a.iter().map(|a| a % 4).collect();
                let input = format!("{t} {} {}", a.len(), joined(&a));
                let expected = if of(t, &values) { "W" } else { "L" };
                assert_eq!(
                    judged(&keys(wins), &input).unwrap(),
                    expected,
                    "{wins}: {input}"
                );
            }
        }
    };
    let total = |values: &[u64]| values.iter().fold(0, |total, value| total ^ value);
    holds("(total != 0) == (t == 0)", &|t, values| {
        (total(values) != 0) == (t == 0)
    });
    holds("sum % 2 == t or most == 3", &|t, values| {
        values.iter().sum::<u64>() % 2 == t || values.contains(&3)
    });
    holds("total == 0 and rows > 2 and n == len(a)", &|_, values| {
        total(values) == 0 && values.len() > 2
    });
    // What is said of values goes with who wins alone, and under normal play.
    let refused =
        format(&keys("total != 0").replace("win = \"W\", lose = \"L\"", "value = \"{value}\""))
            .unwrap_err();
    assert!(
        refused.contains("`wins` together with `options`"),
        "{refused}"
    );
    let refused = format(&format!("misere = true\n{}", keys("total != 0"))).unwrap_err();
    assert!(
        refused.contains("`wins` together with `options`"),
        "{refused}"
    );
    // Play that may come back has no values.
    let endless = "layout = \"n\"\noptions = \"n -> n if n > 2; n -> n-1\"\nwins = \"total != 0\"\nanswer = { win = \"W\", lose = \"L\" }";
    assert!(
        judged(endless, "5")
            .unwrap_err()
            .to_string()
            .contains("unknown")
    );
    assert_eq!(judged(endless, "2").unwrap(), "L");
}

#[test]
fn what_is_wrong_is_told_where_it_stands() {
    let wrong = |lists: &str| {
        let keys = format!(
            "layout = \"n a*n s:'ab' q [k]*q\"\nlists = \"{lists}\"\nvalue = \"k\"\nanswer = {{ value = \"{{value}}\" }}"
        );
        format(&keys).err().unwrap_or_default()
    };
    for (lists, place) in [
        ("b", "column 10: expected a name and its definition"),
        ("b = ", "column 14: expected a number or a name"),
        ("b = sorted(s)", "column 21: 's' is not a list of numbers"),
        ("b = sorted(n)", "column 21: 'n' is not a list of numbers"),
        ("b = letters(a)", "column 22: 'a' has no letters"),
        ("n = [1]", "column 10: the name already has another meaning"),
        ("sum = 3", "column 10: the name already has another meaning"),
        ("1x = [1]", "column 10: expected a name of letters"),
        (
            "b = sorted(c)",
            "column 21: expected a list of the layout, not 'c'",
        ),
        (
            "b = [x for y in a]",
            "column 15: the name 'x' is not defined here",
        ),
        (
            "b = [b[0] for i in 0..2]",
            "column 15: there is no array 'b'",
        ),
        (
            "b = [1] + [b[i] for i in 0..2 if i > 1]",
            "column 40: expected the end",
        ),
        (
            "b = [1] + [b[i] for a in 0..2]",
            "expected a name that is not in use",
        ),
        (
            "b = total",
            "column 14: total, sum, most and rows are for values only",
        ),
        ("b = [1, 2, [3]]", "column 22: expected a number or a name"),
    ] {
        let told = wrong(lists);
        assert!(told.contains(place), "{lists}: {told}");
    }
    let deep = format!("b = {}a{}", "sorted(".repeat(50_000), ")".repeat(50_000));
    assert!(wrong(&deep).contains("can be nested at most"));
    let nested = format!("b = {}1{}", "[".repeat(50_000), "]".repeat(50_000));
    assert!(!wrong(&nested).is_empty());
    let long = format!("b = [{}1]", "1,".repeat(50_000));
    assert!(wrong(&long).contains("at most 256"));
    let prefixes = "layout = \"n a*n\"\nlists = \"b = sorted(a)\"\nvalue = \"b\"\nanswers = \"prefixes\"\nanswer = { value = \"{value}\" }";
    assert!(
        format(prefixes)
            .unwrap_err()
            .contains("is only for names that are read")
    );
    let bounds = "layout = \"n a*n\"\nlists = \"b = sorted(a)\"\nvalue = \"b\"\nbounds = { b = \"0..=1\" }\nanswer = { value = \"{value}\" }";
    assert!(
        format(bounds)
            .unwrap_err()
            .contains("a bound needs a name of the layout")
    );
    let groups =
        "layout = \"n (m p*m)*n\"\nvalue = \"p - min(p)\"\nanswer = { value = \"{value}\" }";
    assert!(
        format(groups)
            .unwrap_err()
            .contains("read in the same rows")
    );
}

#[test]
fn what_a_case_does_not_allow_is_told() {
    let told = |lists: &str, value: &str| {
        let keys = format!(
            "layout = \"n a*n\"\nlists = \"{lists}\"\nvalue = \"{value}\"\nanswer = {{ value = \"{{value}}\" }}"
        );
        judged(&keys, "3 4 5 6").unwrap_err().to_string()
    };
    assert!(told("b = [a[5]]", "n").contains("b: one of its numbers has no value here"));
    assert!(told("b = [a - 5]", "n").contains("b: one of its numbers would be negative here"));
    assert!(told("b = n - 4", "n").contains("b: one of its numbers would be negative here"));
    assert!(
        told("b = [0] + [b[i+1] for i in 0..n]", "n")
            .contains("b: one of its numbers has no value here")
    );
    assert!(
        told("b = [0] + [b[i-1] for i in 0..n]", "n")
            .contains("b: one of its numbers has no value here")
    );
    assert!(told("b = [0] + [b[i] for i in 0..2^60]", "n").contains("too many"));
    assert!(told("b = [0] + a", "a + b").contains("differ in length here"));
    assert!(
        told("b = [0] + a; c = sum(a*b)", "n").contains("c: one of its numbers has no value here")
    );
    let long = told("b = [x for x in 1..10^15]", "n");
    assert!(long.contains("b: ") || long.contains("too many"), "{long}");
}
