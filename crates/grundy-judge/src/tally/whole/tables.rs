//! Games of contests on boards, tables and rows of squares.

use super::{Given, Told, one};
use crate::tally::Move;
use grundy::{Message, message};

/// The cells row by row.
fn rows<'g>(given: Given<'g>) -> impl Iterator<Item = &'g [u64]> {
    let width = usize::try_from(one(&given[0]).max(1)).unwrap_or(usize::MAX);
    given[1].chunks(width)
}

/// Each row is a heap of all its coins: LightOJ 1247.
pub(super) fn row_sums(given: Given<'_>) -> Result<Told, Message> {
    let mut sum = 0;
    for row in rows(given) {
        let heap = row
            .iter()
            .try_fold(0u64, |heap, &cell| heap.checked_add(cell));
        sum ^=
            heap.ok_or_else(|| message!("the numbers of a row are too large", "一行之和太大"))?;
    }
    Ok(Told::worth(sum))
}

/// How many primes divide a number, each as often as it does.
fn factors(number: u64) -> u64 {
    let (mut rest, mut count, mut prime) = (number, 0, 2);
    while prime * prime <= rest {
        while rest % prime == 0 {
            (rest, count) = (rest / prime, count + 1);
        }
        prime += 1;
    }
    count + u64::from(rest > 1)
}

/// In one row any numbers become proper divisors of theirs: each row is a heap of its prime factors, UVa 11859.
pub(super) fn row_factors(given: Given<'_>) -> Result<Told, Message> {
    const MOST: u64 = 1_000_000_000;
    if given[1].iter().any(|&cell| cell == 0 || cell > MOST) {
        return Err(message!(
            "numbers must be from 1 to 1000000000",
            "数应为 1 到 1000000000"
        ));
    }
    let value = |row: &[u64]| row.iter().map(|&cell| factors(cell)).sum::<u64>();
    Ok(Told::worth(
        rows(given).map(value).fold(0, |sum, value| sum ^ value),
    ))
}

/// Coins that move right or down towards the last cell: staircase Nim (R. P. Sprague 1937) by the distance from it, of which the
/// odd ones count. LightOJ 1393.
pub(super) fn distance_parity(given: Given<'_>) -> Result<Told, Message> {
    let width = one(&given[0]).max(1);
    let count = given[1].len() as u64;
    let height = count / width;
    let mut sum = 0;
    for (at, &cell) in (0u64..).zip(&given[1]) {
        let distance = (height - 1 - at / width) + (width - 1 - at % width);
        if distance % 2 == 1 {
            sum ^= cell;
        }
    }
    Ok(Told::worth(sum))
}

/// Free cells are claimed that share no row and no column with a claimed one: as many moves as the fewer of free rows and free
/// columns. Codeforces 1365A. Cells are 0 or 1, as numbers or letters.
pub(super) fn free_lines(given: Given<'_>) -> Result<Told, Message> {
    let width = usize::try_from(one(&given[0]).max(1)).unwrap_or(usize::MAX);
    let mut columns = vec![true; width.min(given[1].len())];
    let mut free = 0;
    let digits: Vec<u64> = given[1]
        .iter()
        .filter(|&&cell| cell != u64::from(b'\n'))
        .map(|&cell| cell & 1)
        .collect();
    for row in digits.chunks(width) {
        free += usize::from(row.iter().all(|&cell| cell == 0));
        for (column, &cell) in columns.iter_mut().zip(row) {
            *column &= cell == 0;
        }
    }
    let columns = columns.iter().filter(|&&free| free).count();
    Ok(Told::of(free.min(columns) % 2 == 1))
}

/// Coins are turned in rectangles that reach the last cell, which every move turns: HDU 4642.
pub(super) fn last_cell(given: Given<'_>) -> Result<Told, Message> {
    Ok(Told::worth(given[0].last().copied().unwrap_or(0) & 1))
}

/// Of each row the first number that is not 0 is taken from: a heap on others. With v the value of those behind it, a heap of
/// more than v is worth itself, one of at most v one less, since v is what emptying it leads to. SPOJ MATGAME.
pub(super) fn row_stacks(given: Given<'_>) -> Result<Told, Message> {
    let value = |row: &[u64]| {
        let heaps = row.iter().rev().filter(|&&heap| heap > 0);
        heaps.fold(
            0,
            |behind, &heap| if heap > behind { heap } else { heap - 1 },
        )
    };
    let sum = rows(given).map(value).fold(0, |sum, value| sum ^ value);
    Ok(Told::worth(sum))
}

/// Values of runs of squares of which none is within two of a cross, where no three may come to stand in a row.
fn runs(longest: usize) -> Vec<u64> {
    let mut values = vec![0u64];
    for length in 1..=longest {
        let mut options: Vec<u64> = (1..=length)
            .map(|at| values[at.saturating_sub(3)] ^ values[(length - at).saturating_sub(2)])
            .collect();
        values.push(super::mex(&mut options));
    }
    values
}

/// Treblecross with crosses on the board: who makes three in a row wins. The winning first moves, by their squares from 1.
pub(super) fn crosses(given: Given<'_>) -> Result<Told, Message> {
    const MOST: usize = 4000;
    let row: Vec<bool> = given[0]
        .iter()
        .map(|&letter| letter != u64::from(b'.'))
        .collect();
    let length = row.len();
    if length > MOST {
        return Err(super::too_large(MOST as u64));
    }
    let cross = |at: usize, added: usize| at < length && (row[at] || at == added);
    let threes = |added: usize| {
        let first = added.saturating_sub(2);
        (first..=added).any(|at| (at..at + 3).all(|at| cross(at, added)))
    };
    if (0..length).any(|at| (at..at + 3).all(|at| cross(at, length))) {
        return Err(message!(
            "there are already three crosses in a row",
            "已有三个相连的叉"
        ));
    }
    let is_free = |at: &usize| !row[*at];
    let mut won: Vec<usize> = (0..length)
        .filter(is_free)
        .filter(|&at| threes(at))
        .collect();
    if won.is_empty() {
        // Nobody puts a cross within two of another: the answer would be three.
        let open = |at: usize, added: usize| {
            let near = at.saturating_sub(2)..=at + 2;
            !near.into_iter().any(|near| cross(near, added))
        };
        let values = runs(length);
        let value = |added: usize| {
            let (mut sum, mut run) = (0, 0);
            for at in 0..length {
                if open(at, added) {
                    run += 1;
                } else {
                    sum ^= values[std::mem::take(&mut run)];
                }
            }
            sum ^ values[run]
        };
        let moves = (0..length).filter(|&at| open(at, length));
        won = moves.filter(|&at| value(at) == 0).collect();
    }
    let moves = (1..).zip(&won).map(|(index, &at)| Move {
        index,
        from: 0,
        to: at as u128 + 1,
        take: 0,
    });
    Ok(Told {
        wins: !won.is_empty(),
        moves: moves.collect(),
        ..Told::default()
    })
}
