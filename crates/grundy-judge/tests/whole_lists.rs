//! Problems that ask something of a list as a whole, of a range, or of where marks stand, against plain search that knows only the rules; and
//! layouts whose boards yield where marks stand, and whose numbers may have a sign.

use crate::common;

use common::search::{Random, check, either, mover_wins, numbers, with};
use grundy_judge::{Format, JudgeError, run};

fn judged(format: &Format, input: &str) -> Result<String, JudgeError> {
    let mut answers = Vec::new();
    run(format, input.as_bytes(), &mut answers)?;
    Ok(String::from_utf8(answers).expect("text"))
}

/// A format of one case that tells who wins.
fn parsed(layout: &str, rest: &str) -> Result<Format, String> {
    let text = format!(
        "[[format]]\nname = \"own\"\ncases = \"until-end\"\nlayout = \"{layout}\"\n{rest}\nanswer = {{ win = \"1\\n\", lose = \"0\\n\" }}"
    );
    Format::parse(&text).map_err(|error| error.to_string())
}

#[test]
fn numbers_used_once() {
    fn first(n: u64, used: u64, left: u64) -> bool {
        let mut free = (1..=n).filter(|i| used >> i & 1 == 0);
        free.any(|i| i >= left || !first(n, used | 1 << i, left - i))
    }
    for n in 1..=7 {
        for total in 0..=n * (n + 1) / 2 + 2 {
            let wins = match total {
                0 => true,
                _ if total > n * (n + 1) / 2 => false,
                _ => first(n, 0, total),
            };
            let input = format!("{n} {total}\n");
            check("leetcode464", &input, &either(wins, "true", "false"));
        }
    }
}

#[test]
fn cycles_that_are_parted() {
    let mut random = Random(31);
    let options = |cycles: &Vec<u64>| {
        let mut all = Vec::new();
        for (place, &cycle) in cycles.iter().enumerate() {
            for part in 1..cycle {
                let mut next = with(cycles, place, part);
                next.push(cycle - part);
                next.sort_unstable();
                all.push(next);
            }
        }
        all
    };
    for _ in 0..40 {
        let count = random.within(1, 3);
        let cycles = random.list(count, 1, 5);
        let answers: String = (1..=cycles.len())
            .map(|many| {
                let mut first = cycles[..many].to_vec();
                first.sort_unstable();
                either(mover_wins(&first, &options), "1", "2")
            })
            .collect();
        let input = format!("{count}\n{}\n", numbers(&cycles));
        check("cf705B", &input, &answers);
    }
}

#[test]
fn sums_that_are_to_be_even() {
    fn alice(left: &[i64], sum: i64, hers: bool) -> bool {
        if left.is_empty() {
            return sum % 2 == 0;
        }
        let mut after = (0..left.len()).map(|place| {
            let rest = [&left[..place], &left[place + 1..]].concat();
            alice(&rest, if hers { sum + left[place] } else { sum }, !hers)
        });
        if hers {
            after.any(|wins| wins)
        } else {
            after.all(|wins| wins)
        }
    }
    let mut random = Random(32);
    for _ in 0..80 {
        let count = random.within(1, 6);
        let list: Vec<i64> = (0..count)
            .map(|_| random.within(0, 20) as i64 - 10)
            .collect();
        let texts: Vec<String> = list.iter().map(i64::to_string).collect();
        let input = format!("1\n{count}\n{}\n", texts.join(" "));
        let wins = alice(&list, 0, true);
        check("cf1738C", &input, &either(wins, "Alice", "Bob"));
    }
}

#[test]
fn the_first_number_is_exchanged() {
    let options = |list: &Vec<u64>| {
        let mut all = Vec::new();
        for place in 1..if list[0] > 0 { list.len() } else { 0 } {
            let mut next = with(list, 0, list[0] - 1);
            next.swap(0, place);
            all.push(next);
        }
        all
    };
    let mut random = Random(33);
    for _ in 0..60 {
        let count = random.within(2, 4);
        let list = random.list(count, 1, 4);
        let input = format!("1\n{count}\n{}\n", numbers(&list));
        let wins = mover_wins(&list, &options);
        check("cf1747C", &input, &either(wins, "Alice", "Bob"));
    }
}

#[test]
fn logs_in_equal_parts() {
    for n in 1..=3u64 {
        for m in 1..=12u64 {
            for k in 1..=6u64 {
                let options = |logs: &Vec<u64>| {
                    let mut all = Vec::new();
                    for (place, &log) in logs.iter().enumerate() {
                        let part = |&part: &u64| log % part == 0;
                        for part in (k..log).filter(part) {
                            let mut next = logs.clone();
                            next.remove(place);
                            // What can be parted no more is of no use.
                            if part >= 2 * k {
                                next.extend((0..log / part).map(|_| part));
                            }
                            next.sort_unstable();
                            all.push(next);
                        }
                    }
                    all
                };
                let wins = mover_wins(&vec![m; n as usize], &options);
                let input = format!("{n} {m} {k}\n");
                check("cf78C", &input, &either(wins, "Timur", "Marsel"));
            }
        }
    }
}

#[test]
fn nothing_is_left_of_different_numbers() {
    let sum = |list: &[u64]| list.iter().fold(0, |sum, number| sum ^ number);
    let options = |(list, begun): &(Vec<u64>, bool)| {
        if *begun && sum(list) == 0 {
            return Vec::new();
        }
        let without = |place: usize| [&list[..place], &list[place + 1..]].concat();
        (0..list.len())
            .map(|place| (without(place), true))
            .collect()
    };
    let mut random = Random(34);
    for _ in 0..120 {
        let count = random.within(1, 6);
        let mut list = random.list(count, 1, 15);
        list.sort_unstable();
        list.dedup();
        let input = format!("{}\n{}\n", list.len(), numbers(&list));
        let wins = mover_wins(&(list, false), &options);
        check("arc131_c", &input, &either(wins, "Win", "Lose"));
    }
}

#[test]
fn powers_are_taken() {
    for k in 1..=9u64 {
        let takes = |coins: u64| {
            let powers = std::iter::successors(Some(1), |power| Some(power * k));
            let powers: Vec<u64> = match k {
                1 => vec![1],
                _ => powers.take_while(|&power| power <= coins).collect(),
            };
            powers.into_iter().filter(move |&take| take <= coins)
        };
        let options = |&coins: &u64| takes(coins).map(|take| coins - take).collect::<Vec<_>>();
        for coins in 1..=60 {
            let winning = takes(coins).find(|take| !mover_wins(&(coins - take), &options));
            let least = winning.unwrap_or(0);
            check(
                "hdu4203",
                &format!("1\n{coins} {k}\n"),
                &format!("{least}\n"),
            );
        }
    }
}

/// Bombs by row and column from 1, each alone on its cell, none at (1,1).
type Bombs = Vec<(usize, usize)>;

/// The bombs with another, which another on its cell takes along.
fn toggled(bombs: &Bombs, bomb: (usize, usize)) -> Bombs {
    let mut bombs = bombs.clone();
    match bombs.binary_search(&bomb) {
        _ if bomb == (1, 1) => {}
        Ok(place) => drop(bombs.remove(place)),
        Err(place) => bombs.insert(place, bomb),
    }
    bombs
}

#[test]
fn bombs_on_a_board() {
    let options = |bombs: &Bombs| {
        let mut all = Vec::new();
        for &(p, q) in bombs {
            let left = toggled(bombs, (p, q));
            match (p, q) {
                (1, _) => all.extend((1..q).map(|v| toggled(&left, (1, v)))),
                (_, 1) => all.extend((1..p).map(|u| toggled(&left, (u, 1)))),
                _ => {
                    let pairs = (1..p).flat_map(|u| (1..q).map(move |v| (u, v)));
                    all.extend(pairs.map(|(u, v)| toggled(&toggled(&left, (u, q)), (p, v))));
                }
            }
        }
        all
    };
    let mut random = Random(35);
    for _ in 0..120 {
        let (n, m) = (random.within(1, 3), random.within(1, 4));
        let rows: Vec<String> = (0..n).map(|_| random.word(m, ".#")).collect();
        let mut bombs = Bombs::new();
        for (row, p) in rows.iter().zip(1..) {
            let marked = row.bytes().zip(1..).filter(|(letter, _)| *letter == b'#');
            bombs.extend(marked.map(|(_, q)| (p, q)).filter(|&bomb| bomb != (1, 1)));
        }
        let input = format!("{n} {m}\n{}\n0 0\n", rows.join("\n"));
        let wins = mover_wins(&bombs, &options);
        check("hdu2873", &input, &either(wins, "John", "Jack"));
    }
}

#[test]
fn marks_of_lines_and_words() {
    // Turning coins: of the places of marks, from 1, each a heap.
    let line = parsed("n s:'_x'(place)*n", "rule = \"nim {place}\"").expect("a format");
    assert_eq!(judged(&line, "3\nxxx\n3 _xx\n1 _\n").unwrap(), "0\n1\n0\n");
    let word = parsed("s:'_x'(place)", "value = \"place\"").expect("a format");
    assert_eq!(judged(&word, "xxx _xx ___").unwrap(), "0\n1\n0\n");
    // A board without a mark is no position to move in; formulas ask of rows and columns.
    let rest = "wins = \"count(row == column) > 1 or max(row) == n\"";
    let board = parsed("n m s:'.#'(row column)*n*m", rest).expect("a format");
    let input = "2 2\n..\n..\n2 2\n.#\n..\n2 2\n..\n#.\n3 3\n#..\n.#.\n...\n";
    assert_eq!(judged(&board, input).unwrap(), "0\n0\n1\n1\n");
    // Positions are moved by formulas.
    let rest =
        "options = \"(x,y) -> (x-k,y) | (x,y-k) for k in 1..\"\nposition = \"row-1 column-1\"";
    let rooks = parsed("n m s:'.#'(row column)*n*m", rest).expect("a format");
    assert_eq!(
        judged(&rooks, "2 2\n.#\n#.\n2 2\n##\n..").unwrap(),
        "0\n1\n"
    );
}

#[test]
fn signs_are_passed_over() {
    let rest = "rule = \"nim {a}\"";
    let list = parsed("n |a|*n", rest).expect("a format");
    assert_eq!(
        judged(&list, "2 3 -3\n2 -1 2\n3 -1 -0 +1\n").unwrap(),
        "0\n1\n0\n"
    );
    let one = parsed(
        "|a| b",
        "options = \"(a,b) -> (a-k,b) | (a,b-k) for k in 1..\"",
    );
    let one = one.expect("a format");
    assert_eq!(judged(&one, "-3 3\n3 2\n").unwrap(), "0\n1\n");
    for (input, place) in [
        ("-2 1 1", "line 1, column 1"),
        ("1 --1", "line 1, column 3"),
        ("1 -", "line 1, column 3"),
        ("1 1 -1 5", "line 1, column 5"),
    ] {
        let error = judged(&list, input).expect_err(input).to_string();
        assert!(error.starts_with(place), "{input}: {error}");
    }
}

#[test]
fn what_is_wrong_with_marks_and_signs_has_its_place() {
    let rest = "rule = \"nim 1\"";
    for (layout, column) in [
        ("n s:'.#'(p q)*n", 19),
        ("n m s:'.#'(p)*n*m", 21),
        ("n m s:'.#'(p q r)*n*m", 21),
        ("n m s:'.#'()*n*m", 21),
        ("n m s:'#'(p q)*n*m", 20),
        ("s:'.#'(p q)", 17),
        ("s:'.#'(p)*[]", 17),
        ("n |a*n", 15),
        ("n |s|:'.#'*n", 13),
        ("|a|*[]", 11),
        ("k (s:'.#'(p))*k", 20),
    ] {
        let error = parsed(layout, rest).expect_err(layout);
        let place = format!("line 4, column {column}: ");
        assert!(error.starts_with(&place), "{layout}: {error}");
    }
}
