//! Games of contests on lists of numbers and on words, each by a rule that a line says.

use super::{Given, Told, mex, one, too_large};
use crate::tally::Move;
use grundy::{Message, message};
use std::collections::HashMap;

/// Heaps that are emptied in their order (HDU 4994, Codeforces 1382B): ones pass the turn, and whoever comes first to a heap of
/// more can choose who takes its last stone.
pub(super) fn ordered_nim(given: Given<'_>) -> Result<Told, Message> {
    let heaps: Vec<u64> = given[0].iter().copied().filter(|&heap| heap > 0).collect();
    let ones = heaps.iter().take_while(|&&heap| heap == 1).count();
    Ok(Told::of((ones % 2 == 0) != (ones == heaps.len())))
}

/// Equal heaps may not come to be after a move, and no move leaves them (Codeforces 1191D): play goes to 0, 1, 2, …
pub(super) fn distinct_piles(given: Given<'_>) -> Result<Told, Message> {
    let mut piles = given[0].clone();
    piles.sort_unstable();
    let doubles: Vec<usize> = (1..piles.len())
        .filter(|&at| piles[at] == piles[at - 1])
        .collect();
    let stuck = match doubles.as_slice() {
        [] => false,
        [at] => {
            let number = piles[*at];
            number == 0 || piles.contains(&(number - 1))
        }
        _ => true,
    };
    let parity = piles
        .iter()
        .zip(0u64..)
        .fold(0, |sum, (&pile, least)| sum ^ (pile & 1) ^ (least & 1));
    Ok(Told::of(!stuck && parity == 1))
}

/// Of an even number of heaps just half are made smaller (Codeforces 1162E): lost if more than half are the least.
pub(super) fn half_the_piles(given: Given<'_>) -> Result<Told, Message> {
    let piles = &given[0];
    if piles.len() % 2 == 1 {
        return Err(message!("the number of piles must be even", "堆数须为偶数"));
    }
    let least = piles.iter().min().copied().unwrap_or(0);
    let count = piles.iter().filter(|&&pile| pile == least).count();
    Ok(Told::of(count <= piles.len() / 2))
}

fn gcd(mut one: u64, mut other: u64) -> u64 {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
}

/// One is taken from a number, and all are divided by what divides them all (AtCoder AGC 010 D): won with an odd number of
/// even ones; with one odd number among an odd count the only hope is to make it even, and divide.
pub(super) fn decrementing(given: Given<'_>) -> Result<Told, Message> {
    let mut numbers = given[0].clone();
    if numbers.contains(&0) || numbers.iter().fold(0, |all, &number| gcd(all, number)) != 1 {
        return Err(message!(
            "the numbers must have no common divisor above 1",
            "这些数的最大公约数须为 1"
        ));
    }
    let mut mine = true;
    loop {
        let odd: Vec<usize> = (0..numbers.len())
            .filter(|&at| numbers[at] % 2 == 1)
            .collect();
        let even = numbers.len() - odd.len();
        if even % 2 == 1 {
            return Ok(Told::of(mine));
        }
        match odd.as_slice() {
            [only] if numbers[*only] > 1 => {
                numbers[*only] -= 1;
                let all = numbers.iter().fold(0, |all, &number| gcd(all, number));
                numbers.iter_mut().for_each(|number| *number /= all);
                mine = !mine;
            }
            _ => return Ok(Told::of(!mine)),
        }
    }
}

/// The largest pile goes, or one of each (AtCoder AGC 002 E): who eats the last candy loses. The piles in order are a staircase,
/// and along its diagonal who wins is the same up to the last square, from which one walks up or right.
pub(super) fn candy_piles(given: Given<'_>) -> Result<Told, Message> {
    let mut piles = given[0].clone();
    if piles.is_empty() || piles.contains(&0) {
        return Err(message!(
            "each pile must have at least one candy",
            "每堆须至少有一颗糖"
        ));
    }
    piles.sort_unstable_by(|one, other| other.cmp(one));
    let diagonal = (0..piles.len())
        .take_while(|&at| piles[at] > at as u64)
        .count()
        - 1;
    let up = piles[diagonal] - diagonal as u64 - 1;
    let right = (diagonal + 1..piles.len())
        .take_while(|&at| piles[at] > diagonal as u64)
        .count();
    Ok(Told::of(up % 2 == 1 || right % 2 == 1))
}

/// A piece walks on a tree of numbers and takes one where it stands (AtCoder AGC 010 F): won are the vertices next to a lost one
/// of a smaller number. Those from which the first player wins.
pub(super) fn falling_walk(given: Given<'_>) -> Result<Told, Message> {
    let numbers = &given[0];
    let mut near = vec![Vec::new(); numbers.len() + 1];
    for (&u, &v) in given[1].iter().zip(&given[2]) {
        near[u as usize].push(v as usize);
        near[v as usize].push(u as usize);
    }
    let mut order: Vec<usize> = (1..=numbers.len()).collect();
    order.sort_by_key(|&vertex| numbers[vertex - 1]);
    let mut wins = vec![false; numbers.len() + 1];
    for vertex in order {
        let below = |&&next: &&usize| numbers[next - 1] < numbers[vertex - 1] && !wins[next];
        wins[vertex] = near[vertex].iter().find(below).is_some();
    }
    let won = (1..wins.len()).filter(|&vertex| wins[vertex]);
    let moves = won.zip(1..).map(|(vertex, index)| Move {
        index,
        from: vertex as u128,
        to: vertex as u128,
        take: 0,
    });
    let moves: Vec<Move> = moves.collect();
    Ok(Told {
        wins: !moves.is_empty(),
        moves,
        ..Told::default()
    })
}

/// The largest of different numbers becomes another that is smaller (AtCoder ARC 137 C): who could leave it the largest need not,
/// so there is one more move or one less; where it cannot be, the free places below are filled one by one.
pub(super) fn distinct_numbers(given: Given<'_>) -> Result<Told, Message> {
    let mut numbers = given[0].clone();
    numbers.sort_unstable();
    if numbers.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(message!(
            "the numbers must be different",
            "这些数须互不相同"
        ));
    }
    let [.., second, largest] = numbers.as_slice() else {
        return Ok(Told::of(numbers.first().is_some_and(|&number| number > 0)));
    };
    let free = largest + 1 - numbers.len() as u64;
    Ok(Told::of(largest - second > 1 || free % 2 == 1))
}

/// Two cards of one front or one back go (AtCoder ABC 354 E), by all sets of cards that are left.
pub(super) fn card_pairs(given: Given<'_>) -> Result<Told, Message> {
    const MOST: usize = 20;
    let cards: Vec<(u64, u64)> = given[0]
        .iter()
        .copied()
        .zip(given[1].iter().copied())
        .collect();
    if cards.len() > MOST {
        return Err(too_large(MOST as u64));
    }
    let mut pairs = Vec::new();
    for one in 0..cards.len() {
        for other in 0..one {
            if cards[one].0 == cards[other].0 || cards[one].1 == cards[other].1 {
                pairs.push(1usize << one | 1 << other);
            }
        }
    }
    let mut wins = vec![false; 1 << cards.len()];
    for left in 1..wins.len() {
        wins[left] = pairs
            .iter()
            .any(|&pair| left & pair == pair && !wins[left ^ pair]);
    }
    Ok(Told::of(wins[wins.len() - 1]))
}

/// Differences of two numbers are added to a set (Codeforces 346A): at the end all multiples of the common divisor are there.
pub(super) fn differences(given: Given<'_>) -> Result<Told, Message> {
    let all = given[0].iter().fold(0, |all, &number| gcd(all, number));
    let most = given[0].iter().max().copied().unwrap_or(0);
    if all == 0 {
        return Err(message!(
            "the numbers must be at least 1",
            "这些数须至少为 1"
        ));
    }
    Ok(Told::of(
        (most / all).wrapping_sub(given[0].len() as u64) % 2 == 1,
    ))
}

/// Piles in a ring, whose turn it is takes from the next one (Codeforces 1695B): all are made smaller by one until the first of
/// the least is empty.
pub(super) fn ring_of_piles(given: Given<'_>) -> Result<Told, Message> {
    let piles = &given[0];
    let least = piles.iter().min().copied().unwrap_or(0);
    let first = piles.iter().position(|&pile| pile == least).unwrap_or(0);
    Ok(Told::of(
        piles.len() % 2 == 1 && piles != &[0] || piles.len().is_multiple_of(2) && first % 2 == 1,
    ))
}

/// As many as one likes, at most the least pile that has some, from every pile that has some (Codeforces 1965A): won just where the
/// least number from 1 on that is no pile is odd, or, where there is none below the largest, the largest.
pub(super) fn everything_nim(given: Given<'_>) -> Result<Told, Message> {
    let mut piles = given[0].clone();
    piles.sort_unstable();
    piles.dedup();
    piles.retain(|&pile| pile > 0);
    let run = piles
        .iter()
        .zip(1u64..)
        .take_while(|(pile, number)| *pile == number)
        .count() as u64;
    let told = if run == piles.len() as u64 {
        run
    } else {
        run + 1
    };
    Ok(Told::of(told % 2 == 1))
}

/// Of two heaps one goes and the other is parted in two (Luogu P2148): a pair is worth the number of ones at the end of
/// (a-1) or (b-1) in binary.
pub(super) fn parted_pairs(given: Given<'_>) -> Result<Told, Message> {
    if given[0].len() % 2 == 1 || given[0].contains(&0) {
        return Err(message!(
            "heaps must come in pairs and must not be empty",
            "石堆须成对给出且非空"
        ));
    }
    let value = |pair: &[u64]| u64::from(((pair[0] - 1) | (pair[1] - 1)).trailing_ones());
    Ok(Told::worth(
        given[0]
            .chunks_exact(2)
            .map(value)
            .fold(0, |sum, value| sum ^ value),
    ))
}

/// A coin in a ring makes the number of the edge it goes along smaller, and cannot go along 0 (Luogu P1288): won where the next 0
/// one way or the other is an odd number of edges off.
pub(super) fn ring_of_numbers(given: Given<'_>) -> Result<Told, Message> {
    let Some(first) = given[0].iter().position(|&number| number == 0) else {
        return Err(message!(
            "one of the numbers must be 0",
            "至少须有一个数为 0"
        ));
    };
    let last = given[0]
        .iter()
        .rev()
        .position(|&number| number == 0)
        .unwrap_or(0);
    Ok(Told::of(first % 2 == 1 || last % 2 == 1))
}

/// Heaps that never shrink from left to right, and must not (Luogu P3480, POI 2009): staircase Nim on their differences.
pub(super) fn growing_piles(given: Given<'_>) -> Result<Told, Message> {
    let piles = &given[0];
    if let Some(at) = (1..piles.len()).find(|&at| piles[at] < piles[at - 1]) {
        return Err(message!(
            "pile {at} is smaller than the one before",
            "第 {at} 堆比前一堆小",
            at = at + 1
        ));
    }
    let differences =
        (0..piles.len()).map(|at| piles[at] - if at == 0 { 0 } else { piles[at - 1] });
    Ok(Told::worth(
        differences.rev().step_by(2).fold(0, |sum, step| sum ^ step),
    ))
}

/// Words are made letter by letter, each the beginning of one that is given; who cannot go on loses, and the loser begins the next
/// of k games (Codeforces 455B): who can win one game and lose it as he likes wins them all.
pub(super) fn lots_of_games(given: Given<'_>) -> Result<Told, Message> {
    let games = one(&given[0]);
    let mut children: Vec<HashMap<u64, usize>> = vec![HashMap::new()];
    for word in given[1].split(|&letter| letter == u64::from(b'\n')) {
        let mut at = 0;
        for &letter in word {
            let next = children.len();
            at = *children[at].entry(letter).or_insert(next);
            if at == next {
                children.push(HashMap::new());
            }
        }
    }
    // Ends come after beginnings.
    let mut can = vec![(false, true); children.len()];
    for at in (0..children.len()).rev() {
        if !children[at].is_empty() {
            let next = children[at].values();
            let (win, lose) = (|&next: &usize| !can[next].0, |&next: &usize| !can[next].1);
            can[at] = (
                next.clone().copied().any(|next| win(&next)),
                next.copied().any(|next| lose(&next)),
            );
        }
    }
    let (win, lose) = can[0];
    Ok(Told::of(win && (lose || games % 2 == 1)))
}

/// A letter with equal neighbours is where a word is cut (Codeforces 305E): such letters in runs, of which a cut takes one with its
/// neighbours. The winning first cuts, by their places from 1.
pub(super) fn palindrome_cuts(given: Given<'_>) -> Result<Told, Message> {
    const MOST: usize = 5000;
    let word = &given[0];
    if word.len() > MOST {
        return Err(too_large(MOST as u64));
    }
    let is_centre = |at: usize| at > 0 && at + 1 < word.len() && word[at - 1] == word[at + 1];
    let mut values = vec![0u64];
    for length in 1..=word.len() {
        let mut options: Vec<u64> = (1..=length)
            .map(|at| values[at.saturating_sub(2)] ^ values[(length - at).saturating_sub(1)])
            .collect();
        values.push(mex(&mut options));
    }
    // Runs of centres: where each begins, and its length.
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for at in (0..word.len()).filter(|&at| is_centre(at)) {
        match runs.last_mut() {
            Some((first, length)) if *first + *length == at => *length += 1,
            _ => runs.push((at, 1)),
        }
    }
    let sum = runs
        .iter()
        .fold(0, |sum, (_, length)| sum ^ values[*length]);
    let mut moves = Vec::new();
    for &(first, length) in &runs {
        for at in 1..=length {
            let after = values[at.saturating_sub(2)] ^ values[(length - at).saturating_sub(1)];
            if sum ^ values[length] ^ after == 0 {
                moves.push(Move {
                    index: moves.len() as u64 + 1,
                    from: 0,
                    to: (first + at) as u128,
                    take: 0,
                });
            }
        }
    }
    Ok(Told {
        wins: sum != 0,
        value: sum,
        moves,
        ..Told::default()
    })
}

/// A digit is made smaller, or a 0 goes with all behind it (HDU 1404): all words up to six digits, from the smallest, once.
pub(super) fn digit_deletions(given: Given<'_>) -> Result<Told, Message> {
    const MOST: usize = 6;
    static WINS: std::sync::OnceLock<Vec<bool>> = std::sync::OnceLock::new();
    if given[0].len() > MOST {
        return Err(too_large(999_999));
    }
    let digits: Vec<usize> = given[0]
        .iter()
        .map(|&digit| (digit & 15) as usize)
        .collect();
    if digits.first() == Some(&0) {
        return Ok(Told::of(true));
    }
    // Words that do not begin with 0 are their numbers; the empty one is 0.
    let wins = WINS.get_or_init(|| {
        let mut wins = vec![false; 1_000_000];
        for number in 1..wins.len() {
            let mut unit = 1;
            let mut found = false;
            while unit <= number && !found {
                let digit = number / unit % 10;
                let is_first = number / unit < 10;
                // A leading 0 is won by whoever meets it.
                found = (usize::from(is_first)..digit)
                    .any(|less| !wins[number - (digit - less) * unit])
                    || (digit == 0 && !wins[number / unit / 10]);
                unit *= 10;
            }
            wins[number] = found;
        }
        wins
    });
    let number = digits.iter().fold(0, |number, digit| 10 * number + digit);
    Ok(Told::of(wins[number]))
}

/// Up to ⌊x / k⌋ stones of a heap of x with its own k (AtCoder ARC 091 F): a multiple of k is worth x / k, and another heap what a
/// smaller one is, from which all of the same quotient are stepped over at once.
pub(super) fn strange_nim(given: Given<'_>) -> Result<Told, Message> {
    let mut sum = 0;
    for (&heap, &part) in given[0].iter().zip(&given[1]) {
        if part == 0 {
            return Err(message!("k must be at least 1", "k 须至少为 1"));
        }
        let mut heap = heap;
        sum ^= loop {
            let (quotient, rest) = (heap / part, heap % part);
            if quotient == 0 {
                break 0;
            }
            if rest == 0 {
                break quotient;
            }
            heap -= rest.div_ceil(quotient + 1) * (quotient + 1);
        };
    }
    Ok(Told::worth(sum))
}

/// Bags that are emptied on plates, which then are heaps of Nim (AtCoder ARC 105 D). Whoever does not begin with the plates
/// wants their nim-sum to be 0, which the other prevents by the heaviest plate; only with all bags in equal pairs can each be
/// answered by its like.
pub(super) fn bags_and_plates(given: Given<'_>) -> Result<Told, Message> {
    let mut bags: Vec<u64> = given[0].iter().copied().filter(|&bag| bag > 0).collect();
    bags.sort_unstable();
    let are_pairs = bags
        .chunks(2)
        .all(|pair| matches!(pair, [one, other] if one == other));
    Ok(Told::of(bags.len().is_multiple_of(2) && !are_pairs))
}

/// Mock Turtles (Berlekamp, Conway and Guy, Winning Ways, chapter 14) by the places of the heads from 0, of which some are told
/// twice (HDU 3537): the head at x is worth the odious one of 2x and 2x + 1.
pub(super) fn mock_coins(given: Given<'_>) -> Result<Told, Message> {
    let mut coins = given[0].clone();
    coins.sort_unstable();
    coins.dedup();
    let mut sum = 0;
    for coin in coins {
        let twice = coin.checked_mul(2).ok_or_else(|| too_large(u64::MAX / 2))?;
        sum ^= twice | u64::from(coin.count_ones() % 2 == 0);
    }
    Ok(Told::worth(sum))
}
