//! Games of contests on a number or two: digits, divisors, powers.

use super::{Given, Told, one, too_large};
use crate::tally::Move;
use grundy::{Message, message};
use std::sync::{Mutex, OnceLock, PoisonError};

/// USACO Open 2009: the largest digit is taken from the number, or the smallest that is not 0. Who wins is kept for the numbers up to the
/// largest so far.
pub(super) fn digit_takes(given: Given<'_>) -> Result<Told, Message> {
    const MOST: u64 = 9_999_999;
    static WINS: Mutex<Vec<bool>> = Mutex::new(Vec::new());
    let number = one(&given[0]);
    if number > MOST {
        return Err(too_large(MOST));
    }
    let place = number as usize;
    let mut wins = WINS.lock().unwrap_or_else(PoisonError::into_inner);
    while wins.len() <= place {
        let next = wins.len();
        let (mut largest, mut smallest, mut rest) = (0, 9, next);
        while rest > 0 {
            let digit = rest % 10;
            largest = largest.max(digit);
            if digit > 0 {
                smallest = smallest.min(digit);
            }
            rest /= 10;
        }
        let won = next > 0 && !(wins[next - largest] && wins[next - smallest]);
        wins.push(won);
    }
    Ok(Told::of(wins[place]))
}

/// Codeforces 1370C: one less, or the number divided by an odd divisor above 1. Odd numbers but 1 win by becoming 1, so that nobody makes an
/// odd one of an even one while there is another way: lost are 1, the powers of 2 from 4 on, and twice a prime from 6 on.
pub(super) fn odd_divisors(given: Given<'_>) -> Result<Told, Message> {
    const MOST: u64 = 1 << 40;
    let number = one(&given[0]);
    if number > MOST {
        return Err(too_large(MOST));
    }
    let half = number / 2;
    let is_prime = |number: u64| {
        let mut divisors = (3..).step_by(2).take_while(|by| by * by <= number);
        number > 2 && number % 2 == 1 && !divisors.any(|by| number.is_multiple_of(by))
    };
    let wins = match number {
        0 | 1 => false,
        2 => true,
        _ if number % 2 == 1 => true,
        _ => !number.is_power_of_two() && !is_prime(half),
    };
    Ok(Told::of(wins))
}

/// HackerRank's Counter Game: a power of 2 is halved, from another number the largest power of 2 is taken, and who makes 1 wins. The number
/// of turns is fixed: the ones of n − 1 in binary.
pub(super) fn counter(given: Given<'_>) -> Result<Told, Message> {
    let number = one(&given[0]);
    if number == 0 {
        return Err(message!("the number must be at least 1", "数须至少为 1"));
    }
    Ok(Told::of((number - 1).count_ones() % 2 == 1))
}

/// Codeforces 167C: of a ≤ b, b becomes b mod a, or a power of a is taken from it. Where (b mod a, a) is lost, going there wins. Else nobody
/// wants to: with b = qa + r, the taking goes on q, by 1 or a power of a each time, which modulo a + 1 is 1 or −1, and who must go to
/// (r, a) loses: lost are the q that are odd modulo a + 1.
pub(super) fn wizards(given: Given<'_>) -> Result<Told, Message> {
    let (mut small, mut large) = (one(&given[0]), one(&given[1]));
    if small > large {
        (small, large) = (large, small);
    }
    let mut steps = Vec::new();
    while small > 0 {
        steps.push((small, large / small));
        (small, large) = (large % small, small);
    }
    let wins = steps.iter().rev().fold(false, |below, &(small, times)| {
        !below || small.checked_add(1).is_none_or(|by| times % by % 2 == 0)
    });
    Ok(Told::of(wins))
}

/// The largest number of the game below.
const COINS: u32 = 20;

/// The numbers that are free after x is named: not those that are x, some times, and a sum that could not be named before.
fn free_after(free: u32, coin: u32) -> u32 {
    const ALL: u32 = (1 << (COINS + 1)) - 1;
    // 1 is never named, and no sum either.
    let mut sums = ALL & !free & !2;
    let mut step = coin;
    while step <= COINS {
        sums |= sums << step & ALL;
        step *= 2;
    }
    free & !sums
}

/// POJ 1143: Sylver coinage (J. H. Conway) with the numbers 2 to 20. Whoever finds none to name loses. The numbers that may still be named are a
/// set of bits, and each move makes it a smaller number.
pub(super) fn coinage(given: Given<'_>) -> Result<Told, Message> {
    static WINS: OnceLock<Vec<bool>> = OnceLock::new();
    let coins = |free: u32| (2..=COINS).filter(move |coin| free >> coin & 1 == 1);
    let mut free = 0;
    for &number in &given[0] {
        match u32::try_from(number) {
            Ok(coin @ 2..=COINS) => free |= 1 << coin,
            _ => {
                return Err(message!(
                    "the numbers must be from 2 to {most}",
                    "数应在 2 到 {most} 之间",
                    most = u64::from(COINS)
                ));
            }
        }
    }
    // By a quarter of the set: neither 0 nor 1 is ever free.
    let wins = WINS.get_or_init(|| {
        let mut wins: Vec<bool> = Vec::with_capacity(1 << (COINS - 1));
        for set in 0..1u32 << (COINS - 1) {
            let won = coins(4 * set).any(|coin| !wins[free_after(4 * set, coin) as usize / 4]);
            wins.push(won);
        }
        wins
    });
    let winning = coins(free).filter(|&coin| !wins[free_after(free, coin) as usize / 4]);
    let moves = winning.zip(1..).map(|(coin, index)| Move {
        index,
        from: coin.into(),
        to: 0,
        take: coin.into(),
    });
    let moves: Vec<Move> = moves.collect();
    Ok(Told {
        wins: !moves.is_empty(),
        moves,
        ..Told::default()
    })
}
