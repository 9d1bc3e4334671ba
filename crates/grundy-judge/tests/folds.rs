//! What formulas ask of whole lists and of ranges, against the same asked in plain Rust; and formats that are judged by them, against plain search
//! of the games that they are about.

use std::collections::HashMap;

use grundy_judge::{Format, JudgeError, Limits, run, run_within};

fn judged(format: &str, input: &str) -> Result<String, JudgeError> {
    let format = Format::parse(format).unwrap_or_else(|error| panic!("{error}\n{format}"));
    let mut answers = Vec::new();
    run(&format, input.as_bytes(), &mut answers)?;
    Ok(String::from_utf8(answers).unwrap())
}

fn answers(format: &str, input: &str) -> String {
    judged(format, input).unwrap_or_else(|error| panic!("{error}"))
}

/// The value of one formula over `n a*n k`.
fn value(formula: &str, a: &[u64], k: u64) -> String {
    let format = format!(
        r#"[[format]]
name = "formula"
cases = "one"
layout = "n a*n k"
value = "{formula}"
answer = {{ value = "{{value}}" }}
"#
    );
    let entries: Vec<String> = a.iter().map(u64::to_string).collect();
    answers(&format, &format!("{} {} {k}", a.len(), entries.join(" ")))
}

/// Whether one condition over `n a*n k` holds.
fn holds(condition: &str, a: &[u64], k: u64) -> bool {
    let format = format!(
        r#"[[format]]
name = "condition"
cases = "one"
layout = "n a*n k"
wins = "{condition}"
answer = {{ win = "1", lose = "0" }}
"#
    );
    let entries: Vec<String> = a.iter().map(u64::to_string).collect();
    answers(&format, &format!("{} {} {k}", a.len(), entries.join(" "))) == "1"
}

fn lists() -> Vec<Vec<u64>> {
    let mut state = 7u64;
    let mut next = move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        state >> 59
    };
    let mut lists = vec![vec![0], vec![5], vec![31, 31], vec![1, 2, 3, 4, 5, 6]];
    lists.extend((0..40).map(|number| (0..=number % 7).map(|_| next()).collect::<Vec<u64>>()));
    lists
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[test]
fn each_fold_of_a_list_and_of_a_range() {
    for a in lists() {
        for k in [1, 4, 12, 30] {
            let all = || a.iter().copied();
            let even = || all().filter(|x| x % 2 == 0);
            let divisors = || (1..=k).filter(move |d| k % d == 0);
            for (formula, expected) in [
                ("sum(a)", all().sum::<u64>()),
                ("sum(a % 2)", all().map(|x| x % 2).sum()),
                (
                    "sum(a * index)",
                    all().zip(1..).map(|(x, place)| x * place).sum(),
                ),
                ("sum(a if a % 2 == 0)", even().sum()),
                ("count(a == k)", all().filter(|&x| x == k).count() as u64),
                (
                    "count(a > 3 and a % 2 == 0)",
                    even().filter(|&x| x > 3).count() as u64,
                ),
                ("min(a)", all().min().unwrap()),
                ("max(a)", all().max().unwrap()),
                ("max(a if a % 2 == 0)", even().max().unwrap_or(0)),
                ("gcd(a)", all().fold(0, gcd)),
                ("xor(a)", all().fold(0, |x, y| x ^ y)),
                ("k xor xor(a)", all().fold(k, |x, y| x ^ y)),
                ("k xor (k+1)", k ^ (k + 1)),
                ("first(a)", a[0]),
                ("last(a)", a[a.len() - 1]),
                (
                    "last(a if a <= first(a))",
                    all().rfind(|&x| x <= a[0]).unwrap(),
                ),
                ("len(a)", a.len() as u64),
                ("max(min(a), k)", all().min().unwrap().max(k)),
                ("gcd(k, sum(a))", gcd(k, all().sum())),
                ("sum(max(a, k))", all().map(|x| x.max(k)).sum()),
                (
                    "count(a == max(a))",
                    all().filter(|&x| Some(x) == all().max()).count() as u64,
                ),
                ("sum(d for d in divisors(k))", divisors().sum()),
                (
                    "sum(x*x for x in a if x != k)",
                    all().filter(|&x| x != k).map(|x| x * x).sum(),
                ),
                ("count(a[i] < a[j] for i in 0..n, j in 0..i)", {
                    let pairs = (0..a.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
                    pairs.filter(|&(i, j)| a[i] < a[j]).count() as u64
                }),
                (
                    "sum(count(a % d == 0) for d in divisors(k))",
                    divisors()
                        .map(|d| all().filter(|x| x % d == 0).count() as u64)
                        .sum(),
                ),
                ("count(any(a == d for d in divisors(k)))", {
                    all().filter(|&x| divisors().any(|d| d == x)).count() as u64
                }),
                ("len(d for d in primefactors(k))", {
                    divisors()
                        .filter(|&d| d > 1 && (2..d).all(|e| d % e != 0))
                        .count() as u64
                }),
            ] {
                assert_eq!(
                    value(formula, &a, k),
                    expected.to_string(),
                    "{formula} {a:?} {k}"
                );
            }
            for (condition, expected) in [
                ("any(a == k)", a.contains(&k)),
                ("all(a < k)", all().all(|x| x < k)),
                ("not any(a == k) and n > 1", !a.contains(&k) && a.len() > 1),
                ("any(a == xor(a))", a.contains(&all().fold(0, |x, y| x ^ y))),
                (
                    "any(d >= n for d in divisors(k) if d < k)",
                    divisors().any(|d| d >= a.len() as u64 && d < k),
                ),
                (
                    "all(x != y for x in a, y in {1,2,3})",
                    all().all(|x| !(1..=3).contains(&x)),
                ),
                (
                    "any(a[i] == a[i-1] for i in 0..n)",
                    a.windows(2).any(|pair| pair[0] == pair[1]),
                ),
                ("all(any(a + d == k for d in 0..=k))", all().all(|x| x <= k)),
                ("first(a) > min(a)", Some(a[0]) > all().min()),
                ("sum(a) % 2 == 1", all().sum::<u64>() % 2 == 1),
            ] {
                assert_eq!(holds(condition, &a, k), expected, "{condition} {a:?} {k}");
            }
        }
    }
}

#[test]
fn inner_folds_see_what_runs_around_them() {
    for a in lists() {
        for k in [1, 3, 12] {
            let all = || a.iter().copied();
            let prefix = |i: u64| all().take(i as usize);
            let n = a.len() as u64;
            for (formula, expected) in [
                (
                    "sum(sum(1 for x in a if x % d == 0) * d for d in 1..=k)",
                    (1..=k)
                        .map(|d| all().filter(|x| x % d == 0).count() as u64 * d)
                        .sum(),
                ),
                (
                    "max(xor(a[t] for t in 0..i) for i in 0..=n)",
                    (0..=n)
                        .map(|i| prefix(i).fold(0, |x, y| x ^ y))
                        .max()
                        .unwrap(),
                ),
                (
                    "sum(count(x == c for x in a) for c in a)",
                    all()
                        .map(|c| all().filter(|&x| x == c).count() as u64)
                        .sum(),
                ),
                // A list without its own rows around it, and one within it.
                (
                    "sum(count(a > d and a <= max(a)) + len(a) for d in 0..k)",
                    (0..k)
                        .map(|d| all().filter(|&x| x > d).count() as u64 + n)
                        .sum(),
                ),
                // Names used anew, and a fold that knows nothing of those around it.
                (
                    "sum(sum(d for d in 1..=d) + sum(d for d in divisors(k)) for d in 1..=k)",
                    (1..=k)
                        .map(|d| d * (d + 1) / 2 + (1..=k).filter(|e| k % e == 0).sum::<u64>())
                        .sum(),
                ),
                (
                    "sum(sum(min(x*y for y in a if y >= z) for x in a if x > z) for z in 0..k)",
                    (0..k)
                        .map(|z| {
                            let least = all().filter(|&y| y >= z).min().unwrap_or(0);
                            let all = all().filter(|&x| x > z);
                            all.map(|x| x * least).sum::<u64>()
                        })
                        .sum(),
                ),
                (
                    "count(i >= len(a) or all(a[j] <= a[i] for j in 0..i) for i in 0..n+2)",
                    2 + (0..n)
                        .filter(|&i| prefix(i).all(|x| x <= a[i as usize]))
                        .count() as u64,
                ),
                (
                    "sum(last(p for p in primes(m)) for m in 2..=k)",
                    (2..=k)
                        .map(|m| {
                            let is_prime = |p: &u64| (2..*p).all(|d| !p.is_multiple_of(d));
                            (2..=m).rfind(is_prime).unwrap()
                        })
                        .sum(),
                ),
            ] {
                let told = value(formula, &a, k);
                assert_eq!(told, expected.to_string(), "{formula} {a:?} {k}");
            }
            let is_sum = |c: u64| (0..n).any(|i| prefix(i + 1).sum::<u64>() == c);
            assert_eq!(
                holds("any(sum(a[t] for t in 0..=i) == k for i in 0..n)", &a, k),
                is_sum(k),
                "{a:?} {k}"
            );
        }
    }
}

#[test]
fn what_is_wrong_with_an_inner_fold_is_told_at_its_place() {
    // The place is that of the sign behind @.
    for (formula, message) in [
        (
            "sum(sum(x % @e for x in a) for d in 1..=k)",
            "'e' is not defined here",
        ),
        (
            "sum(sum(x for x in a if x > @d) for c in 1..=k)",
            "'d' is not defined here",
        ),
        (
            "sum(count(@x+d for x in a) for d in 1..=k)",
            "takes a condition",
        ),
        (
            "sum(sum(@x > d for x in a) for d in 1..=k)",
            "takes a number",
        ),
        ("sum(@sum(d) for d in 1..=k)", "range over values"),
        ("sum(sum(x for @x in d..) for d in 1..=k)", "needs an end"),
        (
            "sum(sum(x for x in @c if x > d) for d in 1..=k)",
            "no array 'c'",
        ),
        (
            "sum(sum(sum(sum(sum(sum(sum(sum(@sum(d for i in 1..2) for h in 1..2) for g in 1..2) for f in 1..2) for e in 1..2) for d in 1..2) for c in 1..2) for b in 1..2) for d in 1..2)",
            "at most 8",
        ),
    ] {
        let (before, behind) = formula.split_once('@').expect("a place");
        let format = format!(
            "[[format]]\nname = \"f\"\ncases = \"one\"\nlayout = \"n a*n k\"\nvalue = \"{before}{behind}\"\nanswer = {{ value = \"{{value}}\" }}\n"
        );
        let error = Format::parse(&format).expect_err("refused");
        assert!(
            error.message.to_string().contains(message),
            "{formula}: {error}"
        );
        let column = "value = \"".len() + before.len() + 1;
        assert_eq!(error.column, column, "{formula}: {error}");
    }
}

#[test]
fn beside_the_value_of_a_row() {
    for a in lists() {
        let format = r#"[[format]]
name = "row"
cases = "one"
layout = "n a*n"
value = "0 if a == max(a); a + count(a == 0)"
wins = "total != 0 and count(a > 3) > 1"
answer = { win = "1", lose = "0" }
"#;
        let (most, zeros) = (
            a.iter().max().unwrap(),
            a.iter().filter(|&&x| x == 0).count(),
        );
        let values = a
            .iter()
            .map(|x| if x == most { 0 } else { x + zeros as u64 });
        let total = values.fold(0, |x, y| x ^ y);
        let expected = total != 0 && a.iter().filter(|&&x| x > 3).count() > 1;
        let entries: Vec<String> = a.iter().map(u64::to_string).collect();
        let told = answers(format, &format!("{} {}", a.len(), entries.join(" ")));
        assert_eq!(told, u8::from(expected).to_string(), "{a:?}");
    }
}

/// Codeforces 1738C: players take numbers in turn, and the first wins if the sum of theirs is even in the end. Position: how many even
/// and odd numbers are left, and the parity of the first player's sum.
const EVEN_SUM: &str = r#"[[format]]
name = "even"
cases = "counted"
layout = "n a*n"
options = "(even,odd,first,turn) -> (even-1,odd,first,1-turn) | (even,odd-1,(first + (turn == 0)) % 2,1-turn); (0,0,first,turn) = *((first+turn+1) % 2)"
position = "count(a%2==0) count(a%2==1) 0 0"
answer = { win = "Alice\n", lose = "Bob\n" }
"#;

fn even_sum(numbers: &mut Vec<u64>, turn: bool, sum: u64) -> bool {
    if numbers.is_empty() {
        return sum.is_multiple_of(2);
    }
    // Whether the first player wins.
    let mut outcomes = (0..numbers.len()).map(|place| {
        let number = numbers.remove(place);
        let won = even_sum(numbers, !turn, if turn { sum } else { sum + number });
        numbers.insert(place, number);
        won
    });
    if turn {
        outcomes.all(|won| won)
    } else {
        outcomes.any(|won| won)
    }
}

#[test]
fn counts_are_a_position() {
    for a in lists() {
        let entries: Vec<String> = a.iter().map(u64::to_string).collect();
        let input = format!("1 {} {}", a.len(), entries.join(" "));
        let expected = if even_sum(&mut a.clone(), false, 0) {
            "Alice\n"
        } else {
            "Bob\n"
        };
        assert_eq!(answers(EVEN_SUM, &input), expected, "{a:?}");
    }
}

/// Codeforces 1747C: the first number loses one and is exchanged with any other; who finds it 0 loses.
const SWAP: &str = r#"[[format]]
name = "swap"
cases = "counted"
layout = "n a*n"
wins = "first(a) > min(a)"
answer = { win = "Alice\n", lose = "Bob\n" }
"#;

fn swap(a: &[u64], known: &mut HashMap<Vec<u64>, bool>) -> bool {
    if a[0] == 0 {
        return false;
    }
    if let Some(&wins) = known.get(a) {
        return wins;
    }
    let wins = (1..a.len()).any(|place| {
        let mut next = a.to_vec();
        next[0] -= 1;
        next.swap(0, place);
        !swap(&next, known)
    });
    known.insert(a.to_vec(), wins);
    wins
}

#[test]
fn the_first_number_against_the_least() {
    let mut known = HashMap::new();
    for a in 1..6 {
        for b in 1..6 {
            for c in 1..6 {
                let wins = swap(&[a, b, c], &mut known);
                let expected = if wins { "Alice\n" } else { "Bob\n" };
                assert_eq!(answers(SWAP, &format!("1 3 {a} {b} {c}")), expected);
            }
        }
    }
}

/// AtCoder ARC 131 C: distinct numbers, one of which is taken in turn; who makes the nim-sum of those left 0 wins.
const ZERO_XOR: &str = r#"[[format]]
name = "zero-xor"
cases = "one"
layout = "n a*n"
wins = "n % 2 == 1 or any(a == xor(a))"
answer = { win = "Win\n", lose = "Lose\n" }
"#;

fn zero_xor(numbers: &[u64]) -> bool {
    (0..numbers.len()).any(|place| {
        let mut left = numbers.to_vec();
        left.remove(place);
        left.iter().fold(0, |x, y| x ^ y) == 0 || !zero_xor(&left)
    })
}

#[test]
fn some_entry_is_the_nim_sum_of_all() {
    for set in 1u32..1 << 7 {
        let numbers: Vec<u64> = (0..7)
            .filter(|bit| set >> bit & 1 == 1)
            .map(|bit| bit + 1)
            .collect();
        // A nim-sum of 0 before the first move ends nothing: the statement promises another.
        if numbers.iter().fold(0, |x, y| x ^ y) == 0 {
            continue;
        }
        let entries: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let expected = if zero_xor(&numbers) {
            "Win\n"
        } else {
            "Lose\n"
        };
        let told = answers(
            ZERO_XOR,
            &format!("{} {}", numbers.len(), entries.join(" ")),
        );
        assert_eq!(told, expected, "{numbers:?}");
    }
}

/// Codeforces 78C: n logs of length m; one is cut into equal parts of at least k; who cannot loses.
const LOGS: &str = r#"[[format]]
name = "logs"
cases = "until-end"
layout = "n m k"
wins = "n % 2 == 1 and any(d >= k for d in divisors(m) if d < m)"
answer = { win = "Timur\n", lose = "Marsel\n" }
"#;

fn log_value(m: usize, k: usize, known: &mut HashMap<usize, usize>) -> usize {
    if let Some(&value) = known.get(&m) {
        return value;
    }
    let parts = (2..=m).filter(|parts| m.is_multiple_of(*parts) && m / parts >= k);
    let options: Vec<usize> = parts
        .map(|parts| {
            if parts % 2 == 0 {
                0
            } else {
                log_value(m / parts, k, known)
            }
        })
        .collect();
    let value = (0..).find(|value| !options.contains(value)).unwrap();
    known.insert(m, value);
    value
}

#[test]
fn some_divisor_is_large_enough() {
    for k in 1..12 {
        let mut known = HashMap::new();
        for m in 1..60 {
            for n in 1..4 {
                let value = if n % 2 == 1 {
                    log_value(m, k, &mut known)
                } else {
                    0
                };
                let expected = if value == 0 { "Marsel\n" } else { "Timur\n" };
                assert_eq!(
                    answers(LOGS, &format!("{n} {m} {k}")),
                    expected,
                    "{n} {m} {k}"
                );
            }
        }
    }
    // Numbers as the statement allows them, and far larger.
    let input = "999999999 999999937 2 1 1000000000 500000001 1 1000000000 500000000 1 999999999999999989 2";
    assert_eq!(answers(LOGS, input), "Marsel\nMarsel\nTimur\nMarsel\n");
}

#[test]
fn what_is_wrong_is_told_at_its_place() {
    let format = |key: &str| {
        format!(
            "[[format]]\nname = \"f\"\ncases = \"one\"\nlayout = \"n a*n k s:'01'\"\n{key}\nanswer = {{ win = \"1\", lose = \"0\" }}\n"
        )
    };
    for (key, column, part) in [
        ("wins = \"any(a)\"", 13, "any takes a condition"),
        ("wins = \"sum(a > 1) > 0\"", 13, "sum takes a number"),
        ("wins = \"sum(k) > 0\"", 13, "expected a list"),
        ("wins = \"a > 0\"", 9, "'a' is a list"),
        (
            "wins = \"n > 0 and any(a > b)\"",
            27,
            "'b' is not defined here",
        ),
        ("wins = \"any(x > 0 for x in b)\"", 28, "no array 'b'"),
        (
            "wins = \"any(x > 0 for x in 1..)\"",
            23,
            "where does this range end",
        ),
        ("wins = \"any(a > sum(c))\"", 21, "'c' is not defined here"),
        ("wins = \"any(s > 0)\"", 13, "one of numbers"),
    ] {
        let error = Format::parse(&format(key)).expect_err(key);
        assert_eq!((error.line, error.column), (5, column), "{key}: {error}");
        assert!(error.message.to_string().contains(part), "{key}: {error}");
    }
    let deep = format!("wins = \"{}a > 0{}\"", "any(".repeat(9), ")".repeat(9));
    let error = Format::parse(&format(&deep)).expect_err("too deep");
    assert!(
        error.message.to_string().contains("can be nested at most"),
        "{error}"
    );
}

#[test]
fn what_has_no_value_and_what_is_too_much_is_said() {
    let format = |wins: &str| {
        format!(
            "[[format]]\nname = \"f\"\ncases = \"one\"\nlayout = \"n a*n k\"\nwins = \"{wins}\"\nanswer = {{ win = \"1\", lose = \"0\" }}\n"
        )
    };
    for (wins, input) in [
        ("first(a) > 0", "0 1"),
        ("a[k] > 0", "1 5 1"),
        ("sum(a / k) > 0", "1 5 0"),
        ("sum(a) > 0", "2 9223372036854775807 9223372036854775807 1"),
        ("any(x == k for x in a)", "1 9223372036854775808 1"),
        ("any(i == 0 for i in 1..=k)", "0 9000000000000000000"),
        (
            "any(sum(t for t in 1..=k if t > i) == i for i in 1..=3)",
            "0 9000000000000000000",
        ),
    ] {
        let read = Format::parse(&format(wins)).expect(wins);
        let limits = Limits {
            budget: grundy::Budget::of_positions(100_000),
            ..Limits::default()
        };
        let mut out = Vec::new();
        assert!(
            run_within(&read, &limits, input.as_bytes(), &mut out).is_err(),
            "{wins}"
        );
    }
}

/// The names of the layout stand in the first clause that has names for all its coordinates; one before it may speak of one position.
#[test]
fn a_clause_before_may_speak_of_one_position() {
    let told = |options: &str| {
        let format = format!(
            "[[format]]\nname = \"f\"\ncases = \"until-end\"\nlayout = \"n\"\noptions = \"{options}\"\nanswer = {{ value = \"{{value}} \" }}\n"
        );
        answers(&format, "0 1 2 3 4")
    };
    let expected = told("n -> n-1 if n > 1; 1 = *1");
    assert_eq!(told("1 = *1; n -> n-1 if n > 1"), expected);
}
