//! Rules on words, lists, grids and graphs that take numbers of the case, and rules on numbers whose winning moves are printed, against
//! searches that know only what the moves are.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use grundy_judge::{Format, run};

fn answers(format: &Format, text: &str) -> String {
    let mut out = Vec::new();
    run(format, text.as_bytes(), &mut out).expect("answers");
    String::from_utf8(out).expect("text")
}

fn format(keys: &str) -> Format {
    let text = format!("[[format]]\nname = \"tried\"\ncases = \"until-end\"\n{keys}");
    Format::parse(&text).expect("a format")
}

fn fault(keys: &str) -> String {
    let text = format!("[[format]]\nname = \"tried\"\ncases = \"until-end\"\n{keys}");
    Format::parse(&text)
        .expect_err("no format")
        .message
        .to_string()
}

/// The value of a position by the definition.
fn value<P: Clone + Eq + std::hash::Hash>(
    position: &P,
    options: &dyn Fn(&P) -> Vec<P>,
    known: &mut HashMap<P, u64>,
) -> u64 {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let next = options(position);
    let values: BTreeSet<u64> = (next.iter())
        .map(|next| value(next, options, known))
        .collect();
    let mex = (0..).find(|value| !values.contains(value)).unwrap_or(0);
    known.insert(position.clone(), mex);
    mex
}

#[test]
fn lists_take_numbers_of_the_case() {
    let format = format(
        r#"layout = "n k a*n"
        rule = 'multiset a[i] -> a[i]-t for t in 1..=k; a[i],a[j] -> a[i]-k,a[j]-k'
        answer = { value = "{value}\n" }"#,
    );
    let (mut input, mut expected) = (String::new(), String::new());
    for k in [2, 1, 3, 2] {
        let options = |list: &Vec<u64>| {
            let mut all = Vec::new();
            for place in 0..list.len() {
                for take in 1..=k.min(list[place]) {
                    let mut next = list.clone();
                    next[place] -= take;
                    all.push(next);
                }
                for other in 0..place {
                    if list[place] >= k && list[other] >= k {
                        let mut next = list.clone();
                        next[place] -= k;
                        next[other] -= k;
                        all.push(next);
                    }
                }
            }
            all
        };
        let mut known = HashMap::new();
        for list in [[0, 3, 5], [2, 2, 4], [1, 5, 5], [4, 0, 0]] {
            let _ = writeln!(input, "3 {k} {} {} {}", list[0], list[1], list[2]);
            let _ = writeln!(expected, "{}", value(&list.to_vec(), &options, &mut known));
        }
    }
    assert_eq!(answers(&format, &input), expected);
}

#[test]
fn a_list_of_the_case_may_be_an_array_of_the_rule() {
    let format = format(
        r#"layout = "m take*m n a*n"
        rule = 'multiset a[i] -> a[i]-t for t in take'
        answer = { value = "{value}\n" }"#,
    );
    assert_eq!(
        answers(&format, "2 1 3\n2 4 5\n1 2\n2 4 5\n0\n1 7\n"),
        "1\n0\n0\n"
    );
}

#[test]
fn words_and_grids_take_numbers_of_the_case() {
    let words = format(
        r#"layout = "n k s:'01'"
        rule = '"0"{k} -> "1"{k}'
        answer = { value = "{value}\n" }"#,
    );
    let (mut input, mut expected) = (String::new(), String::new());
    for k in [2usize, 3, 1, 2] {
        let options = |word: &String| {
            let run = "0".repeat(k);
            let places = (0..word.len()).filter(|&place| word[place..].starts_with(&run));
            places
                .map(|place| format!("{}{}{}", &word[..place], "1".repeat(k), &word[place + k..]))
                .collect()
        };
        let mut known = HashMap::new();
        for word in ["00000", "0010000", "1", "00000000"] {
            let _ = writeln!(input, "{} {k} {word}", word.len());
            let _ = writeln!(
                expected,
                "{}",
                value(&word.to_owned(), &options, &mut known)
            );
        }
    }
    assert_eq!(answers(&words, &input), expected);
    let grids = format(
        r##"layout = "n m k s:'.#'*n*m"
        rule = 'grid "."{k} -> "#"{k}'
        answer = { value = "{value}\n" }"##,
    );
    // One cell after another, or a domino.
    assert_eq!(answers(&grids, "2 2 1\n..\n.#\n2 2 2\n..\n.#\n"), "1\n1\n");
}

#[test]
fn conditions_on_graphs_take_numbers_of_the_case() {
    let format = format(
        r#"layout = "n m most graph:n(u v)*m"
        rule = 'graph remove vertex if degree(v) <= most'
        answer = { value = "{value}\n" }"#,
    );
    let edges = [(1usize, 2usize), (2, 3), (3, 1), (3, 4)];
    let (mut input, mut expected) = (String::new(), String::new());
    for most in [1, 0, 3, 2] {
        let options = |left: &BTreeSet<usize>| {
            let degree = |vertex: usize| {
                let both = edges
                    .iter()
                    .filter(|(one, other)| left.contains(one) && left.contains(other));
                both.filter(|(one, other)| *one == vertex || *other == vertex)
                    .count()
            };
            let removed = left.iter().filter(|&&vertex| degree(vertex) <= most);
            removed
                .map(|vertex| left.iter().copied().filter(|it| it != vertex).collect())
                .collect()
        };
        let all: BTreeSet<usize> = (1..=4).collect();
        let _ = writeln!(input, "4 4 {most}\n1 2\n2 3\n3 1\n3 4");
        let _ = writeln!(expected, "{}", value(&all, &options, &mut HashMap::new()));
    }
    assert_eq!(answers(&format, &input), expected);
}

#[test]
fn a_name_that_the_layout_has_not_is_an_error() {
    let message = fault(
        r#"layout = "n a*n"
        rule = 'multiset a[i] -> a[i]-t for t in 1..=k'
        answer = { win = "W\n", lose = "L\n" }"#,
    );
    assert!(message.contains("'k'"), "{message}");
    let message = fault(
        r#"layout = "[n k a*n]*3"
        rule = 'multiset a[i] -> a[i]-t for t in 1..=k'
        answer = { win = "W\n", lose = "L\n" }"#,
    );
    assert!(message.contains("before the positions"), "{message}");
    let message = fault(
        r#"layout = "n s:'ab'"
        rule = '"+" -> "-"'
        answer = { win = "W\n", lose = "L\n" }"#,
    );
    assert!(message.contains("as in \"{s:+-}\""), "{message}");
}

#[test]
fn misere_play_is_said_in_the_problem_file() {
    let takes = |heap: u64, k: u64| {
        let mut lost: Vec<bool> = Vec::new();
        for n in 0..=usize::try_from(heap).expect("small") {
            let wins = n == 0 || (1..=k.min(n as u64)).any(|take| lost[n - take as usize]);
            lost.push(!wins);
        }
        !lost[heap as usize]
    };
    let keys = [
        r#"options = "n -> n-t for t in 1..=k"
        misere = true"#,
        r#"rule = "bash:{k} {n}"
        misere = true"#,
        r#"rule = "--misere bash:{k} {n}""#,
        r#"rule = 'multiset n[i] -> n[i]-t for t in 1..=k'
        misere = true"#,
    ];
    for (number, keys) in keys.iter().enumerate() {
        let layout = if number == 3 { "k n*1" } else { "k n" };
        let format = format(&format!(
            "layout = \"{layout}\"\nanswer = {{ win = \"W\\n\", lose = \"L\\n\" }}\n{keys}"
        ));
        let (mut input, mut expected) = (String::new(), String::new());
        for k in 1..=4 {
            for n in 0..12 {
                let _ = writeln!(input, "{k} {n}");
                expected.push_str(if takes(n, k) { "W\n" } else { "L\n" });
            }
        }
        assert_eq!(answers(&format, &input), expected, "{keys}");
    }
    let answer = "layout = \"n\"\nanswer = { win = \"W\\n\", lose = \"L\\n\" }\n";
    for (keys, says) in [
        ("rule = \"--misere\"", "misere = true"),
        ("options = \"--misere n -> n-1\"", "misere = true"),
        (
            "wins = \"n > 1\"\nmisere = true",
            "is only for `rule` or `options`",
        ),
        ("rule = \"--misere nim {n}\"\nmisere = false", "is false"),
    ] {
        let message = fault(&format!("{answer}{keys}"));
        assert!(message.contains(says), "{message}");
    }
}

/// The winning moves of a sum of heaps from which a digit is taken, in the order of the rule.
#[test]
fn winning_moves_of_a_rule_are_printed() {
    let options = |n: &u64| {
        let digits = (0..4).map(|place| n / 10u64.pow(place) % 10);
        digits
            .filter(|digit| *digit > 0)
            .map(|digit| n - digit)
            .collect()
    };
    for first in [true, false] {
        let format = format(&format!(
            r#"layout = "m n*m"
            options = "n -> n-d for i in 0..4, d = n / 10^i % 10 if d > 0"
            answer = {{ win = "win ", lose = "lose\n", move = "{{index}}:{{from}}-{{take}}={{to}} ({{i}},{{d}})", between = " ", after = "\n", first = {first} }}"#
        ));
        let mut known = HashMap::new();
        let (mut input, mut expected) = (String::new(), String::new());
        for heaps in [[15u64, 31], [10, 10], [120, 7], [99, 101], [0, 0], [11, 22]] {
            let _ = writeln!(input, "2 {} {}", heaps[0], heaps[1]);
            let values = heaps.map(|heap| value(&heap, &options, &mut known));
            let mut moves: Vec<String> = Vec::new();
            for place in 0..2 {
                let mut seen = BTreeSet::new();
                for i in 0..4 {
                    let (from, d) = (heaps[place], heaps[place] / 10u64.pow(i) % 10);
                    let wins = d > 0
                        && value(&(from - d), &options, &mut known) == values[1 - place]
                        && values[0] != values[1];
                    if wins && seen.insert(d) {
                        moves.push(format!("{}:{from}-{d}={} ({i},{d})", place + 1, from - d));
                    }
                }
            }
            moves.truncate(if first { 1 } else { usize::MAX });
            match moves.is_empty() {
                true => expected.push_str("lose\n"),
                false => {
                    let _ = writeln!(expected, "win {}", moves.join(" "));
                }
            }
        }
        assert_eq!(answers(&format, &input), expected);
    }
}

#[test]
fn winning_moves_under_misere_play_leave_what_is_lost() {
    let format = format(
        r#"layout = "x y"
        options = "(x,y) -> (x-k,y) for k in 1..=x; (x,y) -> (x,y-k) for k in 1..=y"
        misere = true
        answer = { win = "", lose = "none\n", move = "{x},{y} {k}\n", first = true }"#,
    );
    // Nim of two heaps, misère: lost where the heaps are equal and above 1, or one alone is 1.
    let lost = |x: u64, y: u64| if x.max(y) > 1 { x == y } else { x + y == 1 };
    let (mut input, mut expected) = (String::new(), String::new());
    for x in 0..5u64 {
        for y in 0..5u64 {
            let _ = writeln!(input, "{x} {y}");
            let of_x = (1..=x).find(|k| lost(x - k, y));
            let of_y = (1..=y).find(|k| lost(x, y - k));
            match of_x.or(of_y) {
                Some(k) => {
                    let _ = writeln!(expected, "{x},{y} {k}");
                }
                None => expected.push_str("none\n"),
            }
        }
    }
    assert_eq!(answers(&format, &input), expected);
}

#[test]
fn texts_of_moves_that_do_not_fit_are_refused() {
    let of = |options: &str, told: &str| {
        fault(&format!(
            "layout = \"n\"\noptions = \"{options}\"\nanswer = {{ win = \"\", lose = \"\", move = \"{told}\" }}"
        ))
    };
    for (options, told, says) in [
        ("n -> n-k for k in 1..; n -> n/2 if n > 0", "{k}", "'k'"),
        ("n -> a + b for a in 1..n, b = n-a", "{to}", "one heap"),
        ("n -> n-k for k in 1..", "{heaps}", "{heaps}"),
        ("n -> n-k for k in 1..; n = *3", "{k}", "values"),
    ] {
        let message = of(options, told);
        assert!(message.contains(says), "{options}: {message}");
    }
}
