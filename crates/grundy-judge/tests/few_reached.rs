//! Rules of one's own whose numbers are large while few positions are reached: against plain search on small numbers, and against the proved
//! answers of the problems on large ones.

use std::collections::HashMap;

use grundy_judge::{Format, Limits, run_within};

fn answers(format: &str, input: &str) -> String {
    let format = Format::parse(format).unwrap_or_else(|error| panic!("{error}"));
    let mut answers = Vec::new();
    // Positions are counted and not time, which is another on a busy machine.
    let limits = Limits {
        budget: grundy::Budget::of_positions(20_000_000),
        ..Limits::default()
    };
    let judged = run_within(&format, &limits, input.as_bytes(), &mut answers);
    judged.unwrap_or_else(|error| panic!("{error}"));
    String::from_utf8(answers).unwrap()
}

/// Codeforces 1370C, in both orders of its moves: an odd divisor above 1 divides the number, or one is taken from it.
const NUMBER_GAME: [&str; 2] = [
    "n -> n/d for d in divisors(n) if d > 1 and d%2 == 1; n -> n-1 if n > 1",
    "n -> n-1 if n > 1; n -> n/d for d in divisors(n) if d > 1 and d%2 == 1",
];

fn number_game(rule: &str) -> String {
    format!(
        r#"[[format]]
name = "numbers"
cases = "counted"
layout = "n"
options = "{rule}"
answer = {{ win = "A", lose = "F" }}
"#
    )
}

#[test]
fn divisors_of_small_numbers_as_plain_search() {
    let mut wins = vec![false, false];
    for n in 2..=3000usize {
        let odd = (3..=n).step_by(2).filter(|divisor| n % divisor == 0);
        let won = !wins[n - 1] || odd.into_iter().any(|divisor| !wins[n / divisor]);
        wins.push(won);
    }
    let input: Vec<String> = (1..=3000).map(|n: usize| n.to_string()).collect();
    let expected: String = wins[1..]
        .iter()
        .map(|&won| if won { 'A' } else { 'F' })
        .collect();
    for rule in NUMBER_GAME {
        let told = answers(&number_game(rule), &format!("3000 {}", input.join(" ")));
        assert_eq!(told, expected, "{rule}");
        let reversed: Vec<&str> = input.iter().rev().map(String::as_str).collect();
        let told = answers(&number_game(rule), &format!("3000 {}", reversed.join(" ")));
        assert_eq!(told, expected.chars().rev().collect::<String>(), "{rule}");
    }
}

/// Who wins, as the problem's editorial proves it: a power of two above 2 is lost, so is twice an odd prime, and 1.
fn number_game_is_won(n: u64) -> bool {
    let twos = n.trailing_zeros();
    let odd = n >> twos;
    let is_prime = odd > 1
        && (3..)
            .take_while(|d| d * d <= odd)
            .all(|d| !odd.is_multiple_of(d));
    match (twos, odd) {
        (0, 1) => false,
        (0, _) | (1, 1) => true,
        (1, _) => !is_prime,
        (_, 1) => false,
        _ => true,
    }
}

#[test]
fn divisors_of_large_numbers() {
    let mut numbers: Vec<u64> = vec![1_000_000_000, 999_999_999, 536_870_912, 999_999_874];
    numbers.extend([2 * 499_999_993, 735_134_400, 698_377_680, 3 << 28, 1 << 29]);
    numbers.extend((999_999_001..=999_999_041).chain(12_000_001..12_000_020));
    let expected: String = (numbers.iter())
        .map(|&n| if number_game_is_won(n) { 'A' } else { 'F' })
        .collect();
    let input: Vec<String> = numbers.iter().map(u64::to_string).collect();
    let input = format!("{} {}", input.len(), input.join(" "));
    for rule in NUMBER_GAME {
        assert_eq!(answers(&number_game(rule), &input), expected, "{rule}");
    }
}

/// Values of `n -> n/2 | n/3`, by the definition.
fn value(n: u64, known: &mut HashMap<u64, u64>) -> u64 {
    if n == 0 {
        return 0;
    }
    if let Some(&value) = known.get(&n) {
        return value;
    }
    let options = [value(n / 2, known), value(n / 3, known)];
    let mex = (0..).find(|mex| !options.contains(mex)).unwrap();
    known.insert(n, mex);
    mex
}

#[test]
fn parts_of_numbers_of_any_size() {
    let format = |answer: &str| {
        format!(
            r#"[[format]]
name = "parts"
cases = "until-end"
layout = "n heap*n"
options = "heap -> heap/2 | heap/3 if heap > 0"
answer = {answer}
"#
        )
    };
    let told = |answer: &str, input: &str| answers(&format(answer), input);
    let mut known = HashMap::new();
    let heaps = [
        1_000_000_000_000_000_000,
        999_999_999_999_999_989,
        7,
        123_456_789,
        5_000_000,
    ];
    let mut sum = 0;
    for (place, &heap) in heaps.iter().enumerate() {
        let one = value(heap, &mut known);
        sum ^= one;
        let input = format!("1 {heap}");
        assert_eq!(told("{ value = \"{value}\" }", &input), one.to_string());
        let wins = told("{ win = \"W\", lose = \"L\" }", &input);
        assert_eq!(wins, if one == 0 { "L" } else { "W" });
        let all: Vec<String> = heaps[..=place].iter().map(u64::to_string).collect();
        let input = format!("{} {}", all.len(), all.join(" "));
        assert_eq!(
            told("{ value = \"{value}\" }", &input),
            sum.to_string(),
            "{input}"
        );
    }
}

/// LeetCode 464: numbers up to `most` are drawn, each once, until their total is reached.
const DRAWN: &str = r#"[[format]]
name = "drawn"
cases = "until-end"
layout = "most total"
options = "(used,total) -> (used bitor 2^(k-1), max(total-k,0)) for k in 1..=most if total > 0 and (used >> (k-1)) & 1 == 0"
position = "0 total"
answer = { win = "true\n", lose = "false\n" }
"#;

fn draws(used: u32, most: u32, left: i64, known: &mut HashMap<u32, bool>) -> bool {
    if left <= 0 {
        return false;
    }
    if let Some(&wins) = known.get(&used) {
        return wins;
    }
    let mut free = (1..=most).filter(|k| used >> (k - 1) & 1 == 0);
    let wins = free.any(|k| !draws(used | 1 << (k - 1), most, left - i64::from(k), known));
    known.insert(used, wins);
    wins
}

#[test]
fn numbers_are_drawn() {
    let mut cases: Vec<(u32, i64)> = (1..=11)
        .flat_map(|most: u32| {
            let all = i64::from(most * (most + 1) / 2);
            (1..=all).map(move |total| (most, total))
        })
        .collect();
    cases.extend([(20, 200), (20, 209), (18, 171)]);
    for (most, total) in cases {
        let wins = draws(0, most, total, &mut HashMap::new());
        let told = answers(DRAWN, &format!("{most} {total}"));
        assert_eq!(told, format!("{wins}\n"), "{most} {total}");
    }
}

#[test]
fn two_numbers_of_which_one_only_shrinks_by_halves() {
    // Few positions are reached, and the box of both has 10^18.
    let format = r#"[[format]]
name = "halves"
cases = "until-end"
layout = "x y"
options = "(x,y) -> (x/2,y) | (x,y/2) | (x/3,y/3) if x > 0 and y > 0"
answer = { win = "W", lose = "L" }
"#;
    fn wins(x: u64, y: u64, known: &mut HashMap<(u64, u64), bool>) -> bool {
        if x == 0 || y == 0 {
            return false;
        }
        if let Some(&won) = known.get(&(x, y)) {
            return won;
        }
        let options = [(x / 2, y), (x, y / 2), (x / 3, y / 3)];
        let won = options.into_iter().any(|(x, y)| !wins(x, y, known));
        known.insert((x, y), won);
        won
    }
    let mut known = HashMap::new();
    let pairs = [
        (1_000_000_000, 999_999_937),
        (1, 1_000_000_000),
        (40, 60),
        (123_456, 7),
    ];
    for (x, y) in pairs
        .into_iter()
        .chain((1..60).flat_map(|x| [(x, 3 * x), (97 * x, x)]))
    {
        let expected = if wins(x, y, &mut known) { "W" } else { "L" };
        assert_eq!(answers(format, &format!("{x} {y}")), expected, "{x} {y}");
    }
}
