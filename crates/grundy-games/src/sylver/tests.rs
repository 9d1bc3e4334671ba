use std::collections::HashMap;

use super::*;
use crate::oracle;
use grundy::{Game, solve};

/// The numbers below 128 that are sums of multiples, as bits.
fn sums(mut members: u128, number: u32) -> u128 {
    loop {
        let more = members | members.checked_shl(number).unwrap_or(0);
        if more == members {
            return members;
        }
        members = more;
    }
}

/// The rules once more, on sets of numbers: whether the mover wins where all numbers from 128 on are sums.
fn is_won(members: u128, known: &mut HashMap<u128, bool>) -> bool {
    if let Some(&won) = known.get(&members) {
        return won;
    }
    let mut left = (2..128).filter(|number| members >> number & 1 == 0);
    let won = left.any(|number| !is_won(sums(members, number), known));
    known.insert(members, won);
    won
}

fn members(numbers: &[u32]) -> u128 {
    numbers.iter().fold(1, |all, &number| sums(all, number))
}

fn told(text: &str) -> Option<Outcome> {
    let game: Game = text.parse().expect(text);
    solve(&game, Play::Normal).outcome
}

fn written(numbers: &[u32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    format!("sylver {}", numbers.join(","))
}

fn agrees(numbers: &[u32], known: &mut HashMap<u128, bool>) {
    let text = written(numbers);
    let outcome = match is_won(members(numbers), known) {
        true => Outcome::N,
        false => Outcome::P,
    };
    assert_eq!(told(&text), Some(outcome), "{text}");
}

#[test]
fn what_is_left_agrees_with_the_rules() {
    let mut known = HashMap::new();
    for one in 2..9 {
        for other in one + 1..12 {
            if semigroup::gcd(one.into(), other.into()) == 1 {
                agrees(&[one, other], &mut known);
            }
            for third in other + 1..14 {
                let divisor = [other, third]
                    .into_iter()
                    .fold(u64::from(one), |all, next| semigroup::gcd(all, next.into()));
                if divisor == 1 {
                    agrees(&[one, other, third], &mut known);
                }
            }
        }
    }
}

/// Each number that may be named beside a P-position of the theorems leaves the mover a win.
#[test]
fn what_follows_known_positions_is_won() {
    let mut known = HashMap::new();
    for (named, most) in [
        (&[5][..], 13),
        (&[7], 9),
        (&[4, 6], 39),
        (&[6, 9], 14),
        (&[8, 12], 11),
    ] {
        assert_eq!(told(&written(named)), Some(Outcome::P), "{named:?}");
        for number in 2..most {
            let with = [named, &[number]].concat();
            let divisor = with
                .iter()
                .fold(0, |all, &one| semigroup::gcd(all, one.into()));
            if divisor == 1 {
                assert!(is_won(members(&with), &mut known), "{with:?}");
            }
        }
    }
}

/// What moves are said to win does win; all of them where they are counted.
#[test]
fn winning_moves_win() {
    let mut known = HashMap::new();
    for text in [
        "sylver 5,8",
        "sylver 4,9,11",
        "sylver 6,7",
        "sylver 9,6,11",
        "sylver 3,7",
        "sylver 5,9,11,12",
    ] {
        let answer = solve(&text.parse::<Game>().expect(text), Play::Normal);
        let (_, positions) = read(text);
        let expected: Vec<u32> = positions
            .gaps()
            .filter(|&gap| {
                let with: Vec<u32> = positions.numbers.iter().copied().chain([gap]).collect();
                !is_won(members(&with), &mut known)
            })
            .collect();
        assert_eq!(answer.outcome, Some(Outcome::N), "{text}");
        assert_eq!(answer.winning.count, Some(expected.len().into()), "{text}");
        let listed: Vec<String> = answer
            .winning
            .listed
            .iter()
            .map(|step| step.to[0].position())
            .collect();
        let wanted: Vec<String> = expected
            .iter()
            .map(|&gap| Sylver.write(&positions.with(gap)))
            .collect();
        assert_eq!(listed, wanted, "{text}");
    }
    for (text, number) in [
        ("sylver 25,35", "5"),
        ("sylver 4", "4,6"),
        ("sylver 12,20", "8,12"),
        ("sylver 0", "5"),
    ] {
        let answer = solve(&text.parse::<Game>().expect(text), Play::Normal);
        let first = answer
            .winning
            .listed
            .first()
            .map(|step| step.to[0].position());
        assert_eq!(first.as_deref(), Some(number), "{text}");
    }
}

fn read(text: &str) -> (Game, Named) {
    let game: Game = text.parse().expect(text);
    let numbers = text.split(' ').nth(1).expect("numbers").split(',');
    let mut numbers: Vec<u32> = numbers
        .map(|number| number.parse().expect("a number"))
        .collect();
    numbers.sort_unstable();
    (game, Named::of(numbers).expect("in order"))
}

#[test]
fn answers_agree_with_search() {
    for text in [
        "sylver 2,3",
        "sylver 3,4",
        "sylver 4,5",
        "sylver 3,5 2,7",
        "sylver 4,6,7 + nim 2",
    ] {
        oracle::both(text);
        oracle::engines(text, Play::Normal);
    }
}

#[test]
fn nothing_is_said_where_nothing_is_known() {
    for text in ["sylver 16", "sylver 18,32"] {
        let answer = solve(&text.parse::<Game>().expect(text), Play::Normal);
        assert_eq!(answer.outcome, None, "{text}");
    }
    assert_eq!(told("sylver 9973"), Some(Outcome::P));
    assert_eq!(told("sylver 9973,10000"), Some(Outcome::N));
}

#[test]
fn text_reads_back_and_errors_have_a_place() {
    for (text, printed) in [
        ("sylver-coinage 8,5", "sylver 5,8"),
        ("sylver 9,6,12,15 0", "sylver 6,9 0"),
        ("sylver 4,4", "sylver 4"),
    ] {
        let game: Game = text.parse().expect(text);
        assert_eq!(game.to_string(), printed);
        assert_eq!(printed.parse::<Game>().expect("reads back"), game);
    }
    let column = |text: &str| text.parse::<Game>().expect_err(text).column;
    assert_eq!(column("sylver 5,1"), 10);
    assert_eq!(column("sylver 5,x"), 10);
    assert_eq!(column("sylver 10001"), 8);
    assert_eq!(column("sylver:3 5"), 8);
}
