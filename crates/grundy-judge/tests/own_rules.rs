//! Rules of one's own in the place of a format's: every kind of answer, against plain search that knows only the rule.

use std::collections::HashMap;

use grundy_judge::{Format, JudgeError, Limits, Problem, find, judged, run, run_file, run_within};

fn answers(format: &Format, input: &str) -> String {
    let mut answers = Vec::new();
    run(format, input.as_bytes(), &mut answers).unwrap_or_else(|error| panic!("{error}"));
    String::from_utf8(answers).unwrap()
}

/// Values of heaps for takes, by the definition.
fn values(takes: &[usize], most: usize) -> Vec<usize> {
    let mut values: Vec<usize> = Vec::new();
    for heap in 0..=most {
        let left = takes.iter().filter_map(|take| heap.checked_sub(*take));
        let options: Vec<usize> = left.map(|left| values[left]).collect();
        values.extend((0..).find(|value| !options.contains(value)));
    }
    values
}

const OWN: &str = r#"[[format]]
name = "own"
cases = "until-end"
layout = "n heap*n"
rule = "nim {heap}"
answer = ANSWER
"#;

fn own(answer: &str) -> Format {
    Format::parse(&OWN.replace("ANSWER", answer)).unwrap()
}

/// More coordinates than a position holds without memory of its own: ten heaps in a ring, of which two neighbours lose a stone each.
#[test]
fn many_coordinates() {
    const NAMES: [&str; 10] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    fn value(heaps: &[usize], known: &mut HashMap<Vec<usize>, usize>) -> usize {
        if let Some(&value) = known.get(heaps) {
            return value;
        }
        let mut options = Vec::new();
        for at in 0..10 {
            let mut left = heaps.to_vec();
            if left[at] > 0 && left[(at + 1) % 10] > 0 {
                left[at] -= 1;
                left[(at + 1) % 10] -= 1;
                options.push(value(&left, known));
            }
        }
        let mex = (0..).find(|value| !options.contains(value)).unwrap();
        known.insert(heaps.to_vec(), mex);
        mex
    }
    let option = |at: usize| {
        let taken = |place: usize| {
            if place == at || place == (at + 1) % 10 {
                "-1"
            } else {
                ""
            }
        };
        let numbers = (0..10).map(|place| format!("{}{}", NAMES[place], taken(place)));
        format!("({})", numbers.collect::<Vec<_>>().join(","))
    };
    let options: Vec<String> = (0..10).map(option).collect();
    let text = format!(
        r#"[[format]]
name = "ring"
cases = "until-end"
layout = "{names}"
options = '({from}) -> {options}'
position = "{names}"
answer = {{ value = "{{value}}\n" }}
"#,
        names = NAMES.join(" "),
        from = NAMES.join(","),
        options = options.join(" | "),
    );
    let format = Format::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let mut known = HashMap::new();
    for heaps in [
        [1; 10],
        [0; 10],
        [2, 1, 2, 1, 0, 1, 1, 2, 1, 1],
        [1, 2, 2, 1, 1, 0, 0, 3, 1, 2],
        [300, 1, 0, 2, 1, 1, 0, 0, 2, 3],
    ] {
        let input = heaps.map(|heap: usize| heap.to_string()).join(" ");
        let expected = format!("{}\n", value(&heaps, &mut known));
        assert_eq!(answers(&format, &input), expected, "{input}");
    }
}

const TAKES: &str = "n -> n-k for k in {1,3,4}";

#[test]
fn values_and_counts_and_each() {
    let known = values(&[1, 3, 4], 30);
    let told = own("{ value = \"{value}\\n\" }")
        .with_options(TAKES, false)
        .unwrap();
    let counted = own("{ count = \"{count}\\n\" }")
        .with_options(TAKES, false)
        .unwrap();
    let each = own("{ value = \"{value} \", each = true, after-case = \"\\n\" }");
    let each = each.with_options(TAKES, false).unwrap();
    for one in 0..=30 {
        for other in [0, 2, 5, 17, 30] {
            let input = format!("2 {one} {other}");
            let sum = known[one] ^ known[other];
            assert_eq!(answers(&told, &input), format!("{sum}\n"));
            let both = format!("{} {} \n", known[one], known[other]);
            assert_eq!(answers(&each, &input), both);
            let wins = |heap: usize, rest: usize| {
                let left = [1, 3, 4].iter().filter_map(|take| heap.checked_sub(*take));
                left.filter(|&left| known[left] == rest).count()
            };
            let count = wins(one, known[other]) + wins(other, known[one]);
            assert_eq!(answers(&counted, &input), format!("{count}\n"), "{input}");
        }
    }
}

/// Who wins under misère play, by going through everything.
fn misere(heaps: &mut Vec<usize>, takes: &[usize]) -> bool {
    let mut any = false;
    for place in 0..heaps.len() {
        for &take in takes {
            if heaps[place] < take {
                continue;
            }
            any = true;
            heaps[place] -= take;
            let lost = !misere(heaps, takes);
            heaps[place] += take;
            if lost {
                return true;
            }
        }
    }
    !any
}

#[test]
fn misere_play() {
    let outcome = "{ win = \"W\", lose = \"L\" }";
    let asked = own(outcome).with_options(TAKES, true).unwrap();
    let text = OWN
        .replace("ANSWER", outcome)
        .replace("nim {heap}", "--misere nim {heap}");
    let kept = Format::parse(&text)
        .unwrap()
        .with_options(TAKES, false)
        .unwrap();
    for one in 0..8 {
        for other in 0..8 {
            let expected = if misere(&mut vec![one, other], &[1, 3, 4]) {
                "W"
            } else {
                "L"
            };
            let input = format!("2 {one} {other}");
            assert_eq!(answers(&asked, &input), expected, "{input}");
            assert_eq!(answers(&kept, &input), expected, "{input}");
        }
    }
}

#[test]
fn parameters_come_from_the_case() {
    let format = find("hdu1846").unwrap();
    let rule = "n -> n-k for k in 1..=m if k % 2 == 1";
    let format = format.with_options(rule, false).unwrap();
    let takes = |most: usize| (1..=most).filter(|take| take % 2 == 1).collect::<Vec<_>>();
    let mut input = String::from("400\n");
    let mut expected = String::new();
    for m in 1..=8 {
        for n in 1..=50 {
            input.push_str(&format!("{n} {m}\n"));
            let wins = values(&takes(m), n)[n] != 0;
            expected.push_str(if wins { "first\n" } else { "second\n" });
        }
    }
    assert_eq!(answers(&format, &input), expected);
}

#[test]
fn the_position_is_found() {
    // The rule's n is no heap of the layout, where n counts; m is a constant of its own.
    let format = find("cses1098").unwrap();
    let format = format
        .with_options("n -> n-k for k in 1..=m where m = 4", false)
        .unwrap();
    assert_eq!(answers(&format, "2\n1\n5\n2\n3 4\n"), "second\nfirst\n");
    // Pairs take the place of pairs, and a position that is written stays.
    let format = find("hdu2147").unwrap();
    let rook = "(x,y) -> (i,y) for i in 0..x; (x,y) -> (x,j) for j in 0..y";
    let format = format.with_options(rook, false).unwrap();
    assert_eq!(
        answers(&format, "3 3\n3 4\n0 0\n"),
        "What a pity!\nWonderful!\n"
    );
    // What has no place is refused.
    let error = find("cses1098")
        .unwrap()
        .with_options("(x,y) -> (x-1,y)", false)
        .unwrap_err();
    let text = error.render(grundy::Lang::En);
    assert!(text.contains("names of the layout"), "{text}");
}

#[test]
fn what_cannot_be_told_is_refused() {
    let told = find("hdu2176").unwrap();
    let moves = told
        .with_options("multiset a[i] -> a[i]-1", false)
        .unwrap_err();
    assert!(
        moves
            .render(grundy::Lang::En)
            .contains("the moves themselves")
    );
    let split = told.with_options("n -> a + b for a in 1..n, b = n-a", false);
    let split = split.unwrap_err().render(grundy::Lang::En);
    assert!(split.contains("leave one heap"), "{split}");
    let value = own("{ value = \"{value}\" }")
        .with_options(TAKES, true)
        .unwrap_err();
    assert!(value.render(grundy::Lang::En).contains("no value"));
    let wrong = find("cses1098")
        .unwrap()
        .with_options("n -> n-k for k in 1..=q", false);
    let wrong = wrong.unwrap_err().render(grundy::Lang::En);
    assert!(
        wrong.contains("column 23") && wrong.contains('q'),
        "{wrong}"
    );
    assert!(Format::plain("n -> n-k", false).is_err());
}

#[test]
fn the_plain_format() {
    let format = Format::plain("n -> n-k for k in 1..=3", false).unwrap();
    assert_eq!(format.layout.text(), "k n*k");
    assert_eq!(
        answers(&format, "3\n1\n4\n2\n1 2\n0\n"),
        "Second\nFirst\nSecond\n"
    );
    let format = Format::plain("(k,m) -> (k-1,m) | (k,m-1)", false).unwrap();
    assert_eq!(format.layout.text(), "heaps (k m)*heaps");
    assert_eq!(
        answers(&format, "2\n1\n1 2\n2\n1 2 0 1\n"),
        "First\nSecond\n"
    );
    let format = Format::plain("0 = *2; _ -> end", true).unwrap();
    assert_eq!(answers(&format, "2\n1\n0\n1\n7\n"), "First\nSecond\n");
}

#[test]
fn large_numbers_and_small_budgets() {
    // By the game of the catalogue that the rule is.
    let format = find("leetcode292").unwrap();
    let format = format
        .with_options("n -> n-k for k in 1..=3", false)
        .unwrap();
    assert_eq!(answers(&format, "4611686018427387904"), "false\n");
    assert_eq!(answers(&format, "4611686018427387903"), "true\n");
    // Beyond any table it is refused, with a reason, and so is what has no end.
    let mut limits = Limits::default();
    limits.budget.positions = 10_000;
    for (rule, input) in [
        ("n -> n-popcount(n) if n > 0", "100000000000"),
        ("n -> (n+1) | n-1", "5"),
        ("n -> n/(n-3)", "3"),
        ("n -> n-1", "9223372036854775808"),
    ] {
        let format = find("leetcode292")
            .unwrap()
            .with_options(rule, false)
            .unwrap();
        let error = run_within(&format, &limits, input.as_bytes(), Vec::new()).unwrap_err();
        let JudgeError::Input(error) = &error else {
            panic!("{error}");
        };
        let known = matches!(
            error.problem,
            Problem::Unknown(_) | Problem::OutOfRange { .. }
        );
        assert!(known, "{rule}: {error}");
    }
}

#[test]
fn positions_are_shown() {
    let format = find("hdu1536").unwrap();
    let format = format
        .with_options("heap -> heap-t for t in take", false)
        .unwrap();
    let mut shown = Vec::new();
    let input = &b"2 2 5 2 2 5 12 1 2 0"[..];
    judged(&format, &Limits::default(), input, &mut |position| {
        let ruled = position.ruled.expect("a rule");
        shown.push((
            ruled.rule.to_string(),
            ruled.positions.len(),
            position.mover_wins,
        ));
        Ok(())
    })
    .unwrap();
    let rule = "heap -> heap-t for t in take where take = [2,5]".to_owned();
    assert_eq!(
        shown,
        [(rule.clone(), 2, Some(false)), (rule, 1, Some(true))]
    );
}

/// Positions beside the road may have no value, or no options that can be worked out.
#[test]
fn only_what_follows_matters() {
    let format = find("hdu1517").unwrap();
    let rule = "(p,goal) -> (p*k,goal) for k in 2..=9 if p < goal";
    let format = format.with_options(rule, false).unwrap();
    let options = format.options.as_ref().unwrap();
    assert_eq!(options.coordinates().len(), 2);
    let expected = "Stan wins.\nOllie wins.\nStan wins.\nOllie wins.\n";
    assert_eq!(answers(&format, "162\n17\n34012226\n18"), expected);
    let format = find("leetcode292").unwrap();
    let format = format
        .with_options("n -> n-2 if 6/(n-3) < 9", false)
        .unwrap();
    assert_eq!(answers(&format, "6"), "true\n");
}

/// What is known from one run does not change the next, and two threads answer as one.
#[test]
fn memory_and_threads() {
    let format = find("hdu1846").unwrap();
    let format = format
        .with_options("n -> n-k for k in 1..=m if k % 3 != 2", false)
        .unwrap();
    let mut input = String::from("60000\n");
    for case in 0..60_000u64 {
        let n = case * 7919 % 1000;
        input.push_str(&format!("{n} {}\n", 1 + case % 5));
    }
    let expected = answers(&format, &input);
    assert_eq!(answers(&format, &input), expected);
    let path = std::env::temp_dir().join(format!("grundy-own-rules-{}", std::process::id()));
    std::fs::write(&path, &input).unwrap();
    for threads in [1, 2] {
        let file = std::fs::File::open(&path).unwrap();
        let mut got = Vec::new();
        run_file(&format, &Limits::default(), &file, threads, &mut got).unwrap();
        assert_eq!(got, expected.as_bytes(), "{threads}");
    }
    std::fs::remove_file(&path).unwrap();
}

/// Sums under misère play of a rule that is a code: by the quotient of its heaps, by the catalogue's game, and by plain search.
#[test]
fn misere_sums_of_a_code() {
    const KAYLES: &str =
        "n -> a + (n-1-a) for a in 0..=(n-1)/2; n -> a + (n-2-a) for a in 0..=(n-2)/2";
    let answer = "{ win = \"N\", lose = \"P\" }";
    let ruled = own(answer).with_options(KAYLES, true).unwrap();
    let text = OWN.replace("ANSWER", answer);
    let named = Format::parse(&text.replace("nim {heap}", "--misere kayles {heap}")).unwrap();
    let mut known = HashMap::new();
    let (mut input, mut expected) = (String::new(), String::new());
    for one in 0..=9 {
        for other in 0..=9 {
            for third in 0..=5 {
                input.push_str(&format!("3 {one} {other} {third}\n"));
                let lost = misere_kayles(vec![one, other, third], &mut known);
                expected.push(if lost { 'P' } else { 'N' });
            }
        }
    }
    assert_eq!(answers(&ruled, &input), expected);
    assert_eq!(answers(&named, &input), expected);
    let mut input = String::new();
    let mut number = 7u64;
    for case in 0..2000 {
        let count = case % 9 + 1;
        input.push_str(&format!("{count}"));
        for _ in 0..count {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            input.push_str(&format!(" {}", number >> (number >> 58) >> 4));
        }
        input.push('\n');
    }
    assert_eq!(answers(&ruled, &input), answers(&named, &input));
    // Where no quotient of all heaps is found the solver answers, as before.
    let wild = own(answer)
        .with_options("n -> n-1; n -> n/2 if n > 1", true)
        .unwrap();
    assert_eq!(answers(&wild, "1 1\n2 1 1\n2 3 3\n1 0\n"), "PNPN");
}

/// Whether a sum of rows of Kayles is lost where who cannot move wins, by going through everything.
fn misere_kayles(mut rows: Vec<usize>, known: &mut HashMap<Vec<usize>, bool>) -> bool {
    rows.retain(|&row| row > 0);
    rows.sort_unstable();
    if let Some(&lost) = known.get(&rows) {
        return lost;
    }
    let mut lost = !rows.is_empty();
    for place in 0..rows.len() {
        for take in 1..=rows[place].min(2) {
            let left = rows[place] - take;
            for part in 0..=left / 2 {
                let mut next = rows.clone();
                next[place] = part;
                next.push(left - part);
                lost &= !misere_kayles(next, known);
            }
        }
    }
    known.insert(rows, lost);
    lost
}
