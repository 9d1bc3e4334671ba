//! Formats that know draws, and formats that answer after each number: against plain search that knows only the rules.

use std::collections::HashMap;

use grundy_judge::{Format, JudgeError, run};

fn judged(format: &str, input: &str) -> Result<String, JudgeError> {
    let format = Format::parse(format).unwrap_or_else(|error| panic!("{error}\n{format}"));
    let mut answers = Vec::new();
    run(&format, input.as_bytes(), &mut answers)?;
    Ok(String::from_utf8(answers).unwrap())
}

fn answers(format: &str, input: &str) -> String {
    judged(format, input).unwrap_or_else(|error| panic!("{error}"))
}

/// HDU 5754, the knight: it goes from (1,1) to (n,m), where who brings it wins; where it can go no further it is a draw.
const KNIGHT: &str = r#"[[format]]
name = "knight"
cases = "counted"
layout = "n m"
options = "(x,y) -> (x-1,y-2) | (x-2,y-1); (x,y) -> (x,y) if x+y > 0 and (x < 1 or y < 2) and (x < 2 or y < 1)"
position = "n-1 m-1"
answer = { win = "B\n", lose = "G\n", draw = "D\n" }
"#;

/// 1 if the mover wins, -1 if the other does, 0 if neither can force it.
fn knight(x: i64, y: i64, known: &mut HashMap<(i64, i64), i32>) -> i32 {
    if (x, y) == (0, 0) {
        return -1;
    }
    if let Some(&told) = known.get(&(x, y)) {
        return told;
    }
    let options = [(x - 1, y - 2), (x - 2, y - 1)];
    let options = options.into_iter().filter(|&(x, y)| x >= 0 && y >= 0);
    let best = options.map(|(x, y)| -knight(x, y, known)).max();
    let told = best.unwrap_or(0);
    known.insert((x, y), told);
    told
}

#[test]
fn a_knight_that_is_stuck_is_a_draw() {
    let mut known = HashMap::new();
    for n in 1..=20 {
        for m in 1..=20 {
            let expected = match knight(n - 1, m - 1, &mut known) {
                1 => "B\n",
                -1 => "G\n",
                _ => "D\n",
            };
            assert_eq!(answers(KNIGHT, &format!("1 {n} {m}")), expected, "{n} {m}");
        }
    }
    // Many cases, and large boards: labels are kept.
    let mut input = String::from("400");
    let mut expected = String::new();
    for place in 0..400i64 {
        let (n, m) = (300 - place / 2, 250 - place / 3);
        input.push_str(&format!(" {n} {m}"));
        expected.push_str(match knight(n - 1, m - 1, &mut known) {
            1 => "B\n",
            -1 => "G\n",
            _ => "D\n",
        });
    }
    assert_eq!(answers(KNIGHT, &input), expected);
}

/// Some graph of moves: between n and its neighbour of the other parity, three less, or half, under conditions.
const ROUND: &str = "n -> n xor 1 if n%5 < 3; n -> n-3 if n%4 == 1; n -> n/2 if n > 9 and n%3 == 0";

/// The outcome by the definition: rounds of labels until nothing changes.
fn labels(misere: bool) -> Vec<i32> {
    let options = |n: i64| {
        let mut options = Vec::new();
        if n % 5 < 3 {
            options.push(n ^ 1);
        }
        if n % 4 == 1 && n >= 3 {
            options.push(n - 3);
        }
        if n > 9 && n % 3 == 0 {
            options.push(n / 2);
        }
        options
    };
    let mut labels = vec![0; 64];
    loop {
        let before = labels.clone();
        for n in 0..64i64 {
            let all = options(n);
            let told: Vec<i32> = all.iter().map(|&to| before[to as usize]).collect();
            labels[n as usize] = match () {
                () if all.is_empty() => {
                    if misere {
                        1
                    } else {
                        -1
                    }
                }
                () if told.contains(&-1) => 1,
                () if told.iter().all(|&told| told == 1) => -1,
                () => 0,
            };
        }
        if labels == before {
            return labels;
        }
    }
}

#[test]
fn play_that_comes_back_is_labelled() {
    for misere in [false, true] {
        let labels = labels(misere);
        assert!(labels.contains(&0));
        let play = if misere { "--misere " } else { "" };
        let format = format!(
            r#"[[format]]
name = "round"
cases = "until-end"
layout = "n"
options = "{ROUND}"
answer = {{ win = "W", lose = "L", draw = "D" }}
"#
        );
        let read = Format::parse(&format).unwrap();
        let read = if misere {
            read.with_options(ROUND, true).unwrap()
        } else {
            read
        };
        for order in [1, 61] {
            let numbers: Vec<usize> = (0..64).map(|n| n * order % 64).collect();
            let input: Vec<String> = numbers.iter().map(usize::to_string).collect();
            let mut told = Vec::new();
            run(&read, input.join(" ").as_bytes(), &mut told)
                .unwrap_or_else(|error| panic!("{error}"));
            let expected: String = (numbers.iter())
                .map(|&n| match labels[n] {
                    1 => 'W',
                    -1 => 'L',
                    _ => 'D',
                })
                .collect();
            assert_eq!(String::from_utf8(told).unwrap(), expected, "{play}{ROUND}");
        }
    }
}

/// Moves on pairs below a bound, to and fro, in which play can come back.
const PAIRS: &str = "(x,y) -> (x+1,y) if (x+y)%3 == 2 and x < SIDE; (x,y) -> (x,y-1) | (x-2,y); (x,y) -> (y,x) if x%2 == 1";

fn pairs(side: u64) -> String {
    let rule = PAIRS.replace("SIDE", &(side - 1).to_string());
    format!(
        r#"[[format]]
name = "pairs"
cases = "until-end"
layout = "n (x y)*n"
options = "{rule}"
answer = {{ win = "W", lose = "L", draw = "D" }}
"#
    )
}

/// The outcomes of all sums of two positions on a board of this side, by rounds of labels: 1 won, -1 lost, 0 neither.
fn sums_of_two(side: usize) -> Vec<i32> {
    let options = |place: usize| {
        let (x, y) = (place / side, place % side);
        let mut options = Vec::new();
        if (x + y) % 3 == 2 && x < side - 1 {
            options.push(place + side);
        }
        if y > 0 {
            options.push(place - 1);
        }
        if x > 1 {
            options.push(place - 2 * side);
        }
        if x % 2 == 1 {
            options.push(y * side + x);
        }
        options
    };
    let cells = side * side;
    let sums: Vec<Vec<usize>> = (0..cells * cells)
        .map(|sum| {
            let (one, other) = (sum / cells, sum % cells);
            let first = options(one).into_iter().map(|one| one * cells + other);
            let second = options(other).into_iter().map(|other| one * cells + other);
            first.chain(second).collect()
        })
        .collect();
    let mut labels = vec![0; sums.len()];
    loop {
        let label = |options: &Vec<usize>| match () {
            () if options.iter().any(|&to| labels[to] == -1) => 1,
            () if options.iter().all(|&to| labels[to] == 1) => -1,
            () => 0,
        };
        let next: Vec<i32> = sums.iter().map(label).collect();
        if next == labels {
            return labels;
        }
        labels = next;
    }
}

#[test]
fn sums_whose_play_comes_back() {
    const SIDE: usize = 5;
    let labels = sums_of_two(SIDE);
    assert!([1, -1, 0].iter().all(|label| labels.contains(label)));
    let cells = SIDE * SIDE;
    // In several orders, so that some positions are known when others are asked for.
    for step in [1, 7, 313] {
        let sums = (0..labels.len()).map(|at| at * step % labels.len());
        let (mut input, mut expected) = (String::new(), String::new());
        for sum in sums {
            let (one, other) = (sum / cells, sum % cells);
            let places = [one / SIDE, one % SIDE, other / SIDE, other % SIDE];
            input.push_str(&format!(
                "2 {} {} {} {}\n",
                places[0], places[1], places[2], places[3]
            ));
            expected.push(match labels[sum] {
                1 => 'W',
                -1 => 'L',
                _ => 'D',
            });
        }
        assert_eq!(
            answers(&pairs(SIDE as u64), &input),
            expected,
            "step {step}"
        );
    }
    assert_eq!(answers(&pairs(5), "0"), "L");
}

/// Loopy values that are finite are values; ∞ is none.
#[test]
fn values_where_play_comes_back() {
    let format = r#"[[format]]
name = "values"
cases = "until-end"
layout = "n a*n"
options = "a -> 1 if a == 0; a -> 0 | 2 if a == 1; a -> a | 1 if a == 3; a -> 3 | 2 | 1 if a == 4"
answer = { value = "{value} " }
"#;
    // From 0 one moves to 1 only, and is answered by the move to 2, where play is over.
    assert_eq!(answers(format, "1 0 1 1 2 1 2 3 1 1 1 0"), "0 1 1 1 0 ");
    let error = judged(format, "2 1 3").expect_err("no value").to_string();
    assert!(error.contains("can go on for ever"), "{error}");
    let outcomes = format.replace(
        "value = \"{value} \"",
        "win = \"W\", lose = \"L\", draw = \"D\"",
    );
    // From 3 there is a move to 1 or to 3 itself, so that it wins beside 1 and draws beside 0.
    assert_eq!(
        answers(&outcomes, "2 3 1 2 3 0 2 3 3 3 3 1 2 2 4 0"),
        "WDDWW"
    );
}

/// The position of each component is analysed once: a thousand sums of ten on a large board take a moment.
#[test]
fn sums_of_many_whose_play_comes_back() {
    let mut state = 3u64;
    let mut next = move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let mut input = String::new();
    for _ in 0..1000 {
        input.push_str("10");
        for _ in 0..10 {
            input.push_str(&format!(" {} {}", next() % 60, next() % 60));
        }
        input.push('\n');
    }
    let begun = std::time::Instant::now();
    assert_eq!(answers(&pairs(60), &input).len(), 1000);
    assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
}

#[test]
fn a_draw_without_a_word_is_said() {
    let format = KNIGHT.replace(", draw = \"D\\n\"", "");
    let error = judged(&format, "1 2 2").expect_err("a draw").to_string();
    assert!(error.contains("draw"), "{error}");
    assert_eq!(answers(&format, "1 1 1"), "G\n");
    let of_nim = KNIGHT
        .replace("options = ", "rule = \"nim {n}\"\n#")
        .replace("position", "#position");
    let error = Format::parse(&of_nim).expect_err("no draws");
    assert!(
        error.message.to_string().contains("`draw` is only for"),
        "{error}"
    );
}

fn lists() -> Vec<Vec<u64>> {
    let mut state = 5u64;
    let mut next = move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        state >> 59
    };
    (0..30)
        .map(|number| (0..=number % 9).map(|_| 1 + next()).collect())
        .collect()
}

fn numbers(list: &[u64]) -> String {
    let entries: Vec<String> = list.iter().map(u64::to_string).collect();
    format!("{} {}", entries.len(), entries.join(" "))
}

/// Every kind of rule: after each number the answer is that of the numbers up to it.
#[test]
fn after_each_number_as_if_the_list_ended_there() {
    let rules = [
        "rule = \"nim {a}\"",
        "rule = \"--misere nim {a}\"",
        "rule = \"take:1,3,4 {a}\"",
        "rule = \"bounded {a},{k}\"",
        "rule = \"lasker {a}\"",
        "rule = \"kayles {a}\"",
        "value = \"(a-1) % 2\"",
        "value = \"a % 3\"\nwins = \"total != 1 and n > 1\"",
        "value = \"a + index\"",
        "value = \"(a + n) % 4\"",
        "value = \"a % 3 if n % 2 == 1; a\"",
        "value = \"a % 4\"\nwins = \"total > count(a > 5)\"",
        "value = \"a xor max(a)\"",
        "wins = \"first(a) > min(a)\"",
        "options = \"a -> a-k for k in 1..=3\"",
        "options = \"x -> x-k for k in 1..=3\"\nposition = \"a+n\"",
        "options = \"(a,k) -> (a-1,k) | (a-k,k) if k > 0\"",
        "options = \"a -> a-1 | (a+1) if a > 0 and a < 20\"",
        "options = \"n -> n-t for t in {1,2}\"\nposition = \"sum(a)\"",
        "rule = \"multiset x[i] -> x[i]-1 | []\"\nposition = \"a\"",
    ];
    for rule in rules {
        let format = |answers: &str| {
            format!(
                "[[format]]\nname = \"f\"\ncases = \"one\"\nlayout = \"k n a*n\"\n{rule}\nanswer = {{ win = \"W\", lose = \"L\" }}\n{answers}"
            )
        };
        let (plain, running) = (format(""), format("answers = \"prefixes\"\n"));
        // Sums that are searched whole are small.
        let searched = ["multiset", "--misere"]
            .iter()
            .any(|part| rule.contains(part));
        for list in lists() {
            if searched && list.len() > 2 {
                continue;
            }
            let mut expected = String::new();
            let mut known = true;
            for end in 1..=list.len() {
                match judged(&plain, &format!("2 {}", numbers(&list[..end]))) {
                    Ok(told) => expected.push_str(&told),
                    Err(_) => known = false,
                }
            }
            let told = judged(&running, &format!("2 {}", numbers(&list)));
            match known {
                true => assert_eq!(
                    told.unwrap_or_else(|error| panic!("{rule}: {error}")),
                    expected,
                    "{rule} {list:?}"
                ),
                false => assert!(told.is_err(), "{rule} {list:?}"),
            }
        }
    }
}

/// Codeforces 705B: cycles of vertices are divided until all have one vertex; after each new cycle, who wins. The second player moves second.
const SPIDER: &str = r#"[[format]]
name = "spider"
cases = "one"
layout = "n a*n"
value = "(a-1) % 2"
answer = { win = "1\n", lose = "2\n" }
answers = "prefixes"
"#;

#[test]
fn spider_man() {
    assert_eq!(answers(SPIDER, "3\n1 2 3\n"), "2\n1\n1\n");
    assert_eq!(answers(SPIDER, "5\n1 1 5 1 1\n"), "2\n2\n2\n2\n2\n");
    let by_options = SPIDER.replace(
        "value = \"(a-1) % 2\"",
        "options = \"a -> b + (a-b) for b in 1..a\"",
    );
    for list in lists() {
        assert_eq!(
            answers(&by_options, &numbers(&list)),
            answers(SPIDER, &numbers(&list)),
            "{list:?}"
        );
    }
    // A hundred thousand numbers take a moment.
    let many: Vec<u64> = (1..=100_000).collect();
    assert_eq!(answers(SPIDER, &numbers(&many)).lines().count(), 100_000);
}

/// Another list than the last one is whole from the beginning.
#[test]
fn lists_before_the_last_one() {
    for rule in [
        "value = \"b\"",
        "options = \"b -> b-k for k in 1..\"",
        "options = \"x -> x-k for k in 1..\"\nposition = \"b\"",
    ] {
        let format = format!(
            "[[format]]\nname = \"f\"\ncases = \"one\"\nlayout = \"m b*m n a*n\"\n{rule}\nanswer = {{ value = \"{{value}} \" }}\nanswers = \"prefixes\"\n"
        );
        assert_eq!(answers(&format, "3 1 2 4 2 0 0"), "7 7 ", "{rule}");
    }
}

#[test]
fn values_with_their_case() {
    let format = r#"[[format]]
name = "values"
cases = "counted"
layout = "n a*n"
options = "a -> a-k for k in 1..=a"
answer = { value = "{case}:{value} ", after-case = "\n" }
answers = "prefixes"
"#;
    assert_eq!(answers(format, "2 3 1 2 3 0"), "1:1 1:3 1:0 \n\n");
    let wrong = format.replace("n a*n", "n a*n k");
    assert_eq!(
        answers(&wrong.replace("n a*n k", "k n a*n"), "1 7 2 5 5"),
        "1:5 1:0 \n"
    );
    let error = Format::parse(&wrong).expect_err("no list at the end");
    assert!(
        error.message.to_string().contains("ends with a list"),
        "{error}"
    );
}
