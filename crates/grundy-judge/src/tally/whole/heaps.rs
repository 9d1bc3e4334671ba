//! Games of contests on numbers: heaps, boxes, intervals, dates.

use super::{Given, Told, mex, one, too_large};
use crate::tally::Move;
use grundy::number::product::small_product;
use grundy::{Message, message};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, OnceLock, PoisonError};

/// HDU 1729: into a box of s with c stones go up to c² more. With t the most for which t + t² < s, a box with more than t
/// stones is a heap of s − c, one with t is lost, and below the game is to have t: the same game with a box of t.
pub(super) fn squared_boxes(given: Given<'_>) -> Result<Told, Message> {
    let mut sum = 0;
    for (&size, &stones) in given[0].iter().zip(&given[1]) {
        if stones > size || size >= 1 << 62 {
            return Err(message!(
                "a box must hold no more than its size, which must be below 2^62",
                "盒中石子须不超过容量，容量须小于 2^62"
            ));
        }
        let mut size = size;
        sum ^= loop {
            if stones == 0 || stones == size {
                break 0;
            }
            let mut top = size.isqrt();
            while top > 0 && top + top * top >= size {
                top -= 1;
            }
            match stones.cmp(&top) {
                std::cmp::Ordering::Greater => break size - stones,
                std::cmp::Ordering::Equal => break 0,
                std::cmp::Ordering::Less => size = top,
            }
        };
    }
    Ok(Told::worth(sum))
}

/// The lost piles of a multiple, as far as they were asked for, which cases have in common.
struct LostPiles {
    lost: Vec<u128>,
    /// The largest pile that is a sum of lost ones up to each.
    reach: Vec<u128>,
    /// The last one that is far enough below the latest.
    far: usize,
}

impl Default for LostPiles {
    fn default() -> LostPiles {
        LostPiles {
            lost: vec![1],
            reach: vec![1],
            far: 0,
        }
    }
}

impl LostPiles {
    /// As many of one multiple.
    const MOST: usize = 1 << 20;
    /// As many of all multiples are kept for further cases.
    const KEPT: usize = 1 << 21;

    /// Goes on until each pile up to this one is a sum of lost ones; false if they become too many.
    fn reach(&mut self, pile: u128, times: u128) -> bool {
        let LostPiles { lost, reach, far } = self;
        while let Some(&last) = reach.last()
            && last < pile
        {
            if lost.len() > LostPiles::MOST {
                return false;
            }
            let next = last + 1;
            lost.push(next);
            while lost[*far] * times < next && lost[*far + 1] * times < next {
                *far += 1;
            }
            let is_below = lost[*far] * times < next;
            reach.push(next + if is_below { reach[*far] } else { 0 });
        }
        true
    }
}

/// One pile, each take at most k times the one before (A. J. Schwenk 1970): lost are the numbers of a sequence in which each
/// that is not lost is a sum of far enough ones, the least of which is the least winning take.
pub(super) fn multiple_nim(given: Given<'_>) -> Result<Told, Message> {
    let (pile, times) = (u128::from(one(&given[0])), u128::from(one(&given[1])));
    if pile == 0 || times == 0 {
        return Err(message!(
            "the pile and the multiple must be at least 1",
            "石子数与倍数须至少为 1"
        ));
    }
    // By multiple, and how many lost piles all have together.
    static KNOWN: Mutex<(BTreeMap<u128, LostPiles>, usize)> = Mutex::new((BTreeMap::new(), 0));
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let (by_multiple, all) = &mut *known;
    if *all > LostPiles::KEPT {
        by_multiple.clear();
        *all = 0;
    }
    let piles = by_multiple.entry(times).or_default();
    let before = piles.lost.len();
    let reached = piles.reach(pile, times);
    *all += piles.lost.len() - before;
    if !reached {
        return Err(too_large(LostPiles::MOST as u64));
    }
    let mut left = pile;
    let mut least = pile;
    while left > 0 {
        let place = piles.lost.partition_point(|&number| number <= left);
        least = piles.lost[place - 1];
        left -= least;
    }
    let moves = match least == pile {
        true => Vec::new(),
        false => vec![Move {
            index: 1,
            from: pile,
            to: pile - least,
            take: least,
        }],
    };
    Ok(Told {
        wins: !moves.is_empty(),
        moves,
        ..Told::default()
    })
}

/// AtCoder ABC 255 G: Nim in which from a heap of x just y may not be taken. A heap without such pairs is worth what no
/// smaller one is; one with pairs is worth the least value all of whose heaps are forbidden to it.
pub(super) fn forbidden_takes(given: Given<'_>) -> Result<Told, Message> {
    let mut pairs: Vec<(u64, u64)> = given[1]
        .iter()
        .copied()
        .zip(given[2].iter().copied())
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    // Heaps that got the value of a smaller one, in order, and how many there are of each such value.
    let mut again: Vec<(u64, u64)> = Vec::new();
    let mut more: HashMap<u64, u64> = HashMap::new();
    let value = |again: &[(u64, u64)], heap: u64| {
        let place = again.partition_point(|&(other, _)| other < heap);
        match again.get(place) {
            Some(&(other, value)) if other == heap => value,
            _ => heap - place as u64,
        }
    };
    for group in pairs.chunk_by(|one, other| one.0 == other.0) {
        let heap = group[0].0;
        let mut gone: HashMap<u64, u64> = HashMap::new();
        for take in group
            .iter()
            .map(|pair| pair.1)
            .filter(|&take| 0 < take && take <= heap)
        {
            *gone.entry(value(&again, heap - take)).or_default() += 1;
        }
        let free = gone
            .iter()
            .filter(|(value, count)| **count == 1 + more.get(value).unwrap_or(&0));
        if let Some(least) = free.map(|(&value, _)| value).min() {
            again.push((heap, least));
            *more.entry(least).or_default() += 1;
        }
    }
    let sum = given[0]
        .iter()
        .fold(0, |sum, &heap| sum ^ value(&again, heap));
    Ok(Told::worth(sum))
}

/// Codeforces 1312F: x, y or z fewer, at least none; y not after y, z not after z. Values repeat, since each depends on the
/// latest few.
pub(super) fn attacks(given: Given<'_>) -> Result<Told, Message> {
    const LARGEST: u64 = 64;
    let blows = [one(&given[0]), one(&given[1]), one(&given[2])];
    let longest = blows[0].max(blows[1]).max(blows[2]);
    if blows.contains(&0) || longest > LARGEST {
        return Err(message!(
            "an attack must kill 1 to {most}",
            "一次攻击须杀死 1 到 {most} 名士兵",
            most = LARGEST
        ));
    }
    let longest = longest as usize;
    // By castle: the value after x or nothing, after y, after z.
    let mut values: Vec<[u8; 3]> = vec![[0; 3]];
    let mut seen: HashMap<Vec<[u8; 3]>, usize> = HashMap::new();
    let after = |values: &[[u8; 3]], left: usize, blow: usize| {
        let left = left.saturating_sub(blows[blow] as usize);
        values[left][blow]
    };
    let period = loop {
        let here = values.len();
        let next = [0, 1, 2].map(|last| {
            let open = (0..3).filter(|&blow| blow == 0 || blow != last);
            let mut own: Vec<u64> = open.map(|blow| after(&values, here, blow).into()).collect();
            mex(&mut own) as u8
        });
        values.push(next);
        if here >= longest {
            let window = values[here + 1 - longest..].to_vec();
            if let Some(before) = seen.insert(window, here) {
                break (before, here - before);
            }
        }
        if here > 1 << 20 {
            return Err(message!(
                "no period of the values is found",
                "未找到值的周期"
            ));
        }
    };
    let (from, length) = (period.0 as u64, period.1 as u64);
    let place = |castle: u64| match castle > from {
        true => (from + (castle - from) % length) as usize,
        false => castle as usize,
    };
    let value = |castle: u64, last: usize| u64::from(values[place(castle)][last]);
    let sum = given[3]
        .iter()
        .fold(0, |sum, &castle| sum ^ value(castle, 0));
    let mut count = 0u128;
    for &castle in given[3].iter().filter(|&&castle| castle > 0) {
        for (blow, &killed) in blows.iter().enumerate() {
            let left = castle.saturating_sub(killed);
            count += u128::from(value(left, blow) == sum ^ value(castle, 0));
        }
    }
    Ok(Told {
        count,
        ..Told::of(sum != 0)
    })
}

/// The values of 1, 2, …, k powers of one base, where a move takes a number and all powers of it: Codeforces 317D.
const POWERS: [u64; 30] = [
    0, 1, 2, 1, 4, 3, 2, 1, 5, 6, 2, 1, 8, 7, 5, 9, 8, 7, 3, 4, 7, 4, 2, 1, 10, 9, 3, 6, 11, 12,
];

/// Codeforces 317D: from the numbers 1 to n a move takes one and all its powers. Powers of different bases do not touch.
pub(super) fn base_powers(given: Given<'_>) -> Result<Told, Message> {
    const MOST: u64 = (1 << 30) - 1;
    let most = one(&given[0]);
    if most > MOST {
        return Err(too_large(MOST));
    }
    let root = most.isqrt();
    let mut is_power = vec![false; root as usize + 1];
    let (mut sum, mut alone) = (0, most);
    for base in 2..=root {
        if is_power[base as usize] {
            continue;
        }
        let (mut power, mut count) = (base, 0);
        while power <= most {
            if power <= root {
                is_power[power as usize] = true;
            }
            count += 1;
            power *= base;
        }
        alone -= count;
        sum ^= POWERS[count as usize];
    }
    Ok(Told::worth(sum ^ (alone & 1)))
}

/// Codeforces 87C: a pile is parted into at least two whose sizes rise by one. The winning first moves, by the number of
/// parts, the fewest first.
pub(super) fn progressions(given: Given<'_>) -> Result<Told, Message> {
    const MOST: u64 = 1_000_000;
    let pile = one(&given[0]);
    if pile > MOST {
        return Err(too_large(MOST));
    }
    let pile = pile as usize;
    let mut values = vec![0u32; pile + 1];
    // The nim-sum of all values below.
    let mut sums = vec![0u32; pile + 2];
    // By value, the last pile that leads to it.
    let mut marks: Vec<usize> = Vec::new();
    let parts = |pile: usize| {
        (2usize..)
            .take_while(move |parts| parts * (parts + 1) / 2 <= pile)
            .filter_map(move |parts| {
                let rest = pile - parts * (parts - 1) / 2;
                rest.is_multiple_of(parts).then_some((parts, rest / parts))
            })
    };
    for number in 1..=pile {
        for (parts, first) in parts(number) {
            let value = (sums[first + parts] ^ sums[first]) as usize;
            if value >= marks.len() {
                marks.resize(value + 1, 0);
            }
            marks[value] = number;
        }
        let value = marks
            .iter()
            .position(|&mark| mark != number)
            .unwrap_or(marks.len());
        values[number] = value as u32;
        sums[number + 1] = sums[number] ^ value as u32;
    }
    let winning = parts(pile).filter(|&(parts, first)| sums[first + parts] == sums[first]);
    let moves = winning.zip(1..).map(|((parts, first), index)| Move {
        index,
        from: pile as u128,
        to: first as u128,
        take: parts as u128,
    });
    let moves: Vec<Move> = moves.collect();
    Ok(Told {
        wins: !moves.is_empty(),
        moves,
        ..Told::default()
    })
}

/// How many days a month has.
fn days(year: u64, month: u64) -> u64 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 31,
    }
}

/// HDU 1079: a day or a month on, if the day is there, up to 4 November 2001. The sum of day and month changes its parity with
/// each move but those from the ends of September and November, which may do either: won is an even sum, and those two days.
pub(super) fn calendar(given: Given<'_>) -> Result<Told, Message> {
    let (year, month, day) = (one(&given[0]), one(&given[1]), one(&given[2]));
    if !(1..=12).contains(&month) || day == 0 || day > days(year, month) {
        return Err(message!("there is no such day", "没有这一天"));
    }
    if (year, month, day) > (2001, 11, 4) {
        return Err(message!(
            "the day is after 4 November 2001, the day on which the game ends",
            "日期在终点 2001 年 11 月 4 日之后"
        ));
    }
    let either = day == 30 && (month == 9 || month == 11);
    Ok(Told::of((month + day) % 2 == 0 || either))
}

/// AtCoder ABC 206 F: intervals [l, r) that do not meet; each taken one parts the line.
pub(super) fn intervals(given: Given<'_>) -> Result<Told, Message> {
    const MOST: usize = 1000;
    let mut ends: Vec<u64> = given[0].iter().chain(&given[1]).copied().collect();
    ends.sort_unstable();
    ends.dedup();
    let place = |end: u64| ends.partition_point(|&other| other < end);
    let own = given[0].iter().zip(&given[1]);
    let mut own: Vec<(usize, usize)> = own.map(|(&l, &r)| (place(l), place(r))).collect();
    if own.iter().any(|(l, r)| l >= r) {
        return Err(message!(
            "an interval must end after it begins",
            "区间右端须大于左端"
        ));
    }
    let count = ends.len();
    if count > MOST || own.len() * count * count > 200_000_000 {
        return Err(too_large(MOST as u64));
    }
    own.sort_unstable();
    // By where a stretch begins and ends.
    let mut values = vec![0u64; (count + 1) * (count + 1)];
    let mut options = Vec::new();
    for length in 1..count {
        for from in 0..count - length {
            let to = from + length;
            let first = own.partition_point(|&(l, _)| l < from);
            options.clear();
            let within = own[first..].iter().filter(|&&(_, r)| r <= to);
            options.extend(within.map(|&(l, r)| values[from * count + l] ^ values[r * count + to]));
            values[from * count + to] = mex(&mut options);
        }
    }
    Ok(Told::worth(if count > 1 { values[count - 1] } else { 0 }))
}

/// Lamps in a plane, turned at the corners of rectangles (H. W. Lenstra 1977, the Tartan theorem): each is worth the nim product
/// of its coordinates.
pub(super) fn products(given: Given<'_>) -> Result<Told, Message> {
    let lamps = given[0].iter().zip(&given[1]);
    let value = |(&x, &y): (&u64, &u64)| small_product(x.into(), y.into()) as u64;
    Ok(Told::worth(
        lamps.map(value).fold(0, |sum, value| sum ^ value),
    ))
}

/// The same in space, at the corners of boxes.
pub(super) fn boxes(given: Given<'_>) -> Result<Told, Message> {
    let lamps = given[0].iter().zip(&given[1]).zip(&given[2]);
    let value = |((&x, &y), &z): ((&u64, &u64), &u64)| {
        small_product(small_product(x.into(), y.into()), z.into()) as u64
    };
    Ok(Told::worth(
        lamps.map(value).fold(0, |sum, value| sum ^ value),
    ))
}

/// Knights of LightOJ 1315, whose moves all go towards the corner: by diagonals, since each makes x + y smaller.
pub(super) fn hyper_knights(given: Given<'_>) -> Result<Told, Message> {
    const MOVES: [(i64, i64); 6] = [(-2, 1), (1, -2), (-1, -2), (-2, -1), (-1, -3), (-3, -1)];
    const DIAGONALS: u64 = 2048;
    static VALUES: OnceLock<Vec<u8>> = OnceLock::new();
    let place = |x: u64, y: u64| {
        let diagonal = x + y;
        (diagonal * (diagonal + 1) / 2 + x) as usize
    };
    let values = VALUES.get_or_init(|| {
        let mut values: Vec<u8> = Vec::with_capacity(place(0, DIAGONALS));
        for diagonal in 0..DIAGONALS {
            for x in 0..=diagonal {
                let y = diagonal - x;
                let mut seen = 0u8;
                for (right, up) in MOVES {
                    let to = x.checked_add_signed(right).zip(y.checked_add_signed(up));
                    if let Some((x, y)) = to {
                        seen |= 1 << values[place(x, y)];
                    }
                }
                values.push(seen.trailing_ones() as u8);
            }
        }
        values
    });
    let mut sum = 0;
    for (&x, &y) in given[0].iter().zip(&given[1]) {
        if x.checked_add(y)
            .is_none_or(|diagonal| diagonal >= DIAGONALS)
        {
            return Err(message!(
                "the coordinates are too large (x + y at most {most})",
                "坐标太大（x + y 最多 {most}）",
                most = DIAGONALS - 1
            ));
        }
        sum ^= u64::from(values[place(x, y)]);
    }
    Ok(Told::worth(sum))
}

/// POJ 2068: players in turn, each with a limit of his own, and who cannot take loses. By stones, whether the player at each
/// seat wins: he does if one of the fewer stones that he can leave is lost for the next, so that the latest such number is
/// all that is kept.
pub(super) fn seated_takes(given: Given<'_>) -> Result<Told, Message> {
    const MOST: u64 = 400_000_000;
    let stones = one(&given[0]);
    let limits: Vec<u64> = given[1]
        .iter()
        .zip(&given[2])
        .flat_map(|(&own, &other)| [own, other])
        .collect();
    let seats = limits.len();
    if seats == 0 {
        return Err(message!("nobody takes part", "没有人参加"));
    }
    if stones.saturating_add(1).saturating_mul(seats as u64) > MOST {
        return Err(too_large(MOST / seats as u64 - 1));
    }
    // By seat, one above the latest number of stones with which the player there loses.
    let mut lost = vec![0; seats];
    let mut first = false;
    let mut wins = vec![false; seats];
    for left in 0..=stones {
        for (seat, wins) in wins.iter_mut().enumerate() {
            let next = lost[(seat + 1) % seats];
            *wins = next > left.saturating_sub(limits[seat]);
        }
        for (lost, wins) in lost.iter_mut().zip(&wins) {
            if !wins {
                *lost = left + 1;
            }
        }
        first = wins[0];
    }
    Ok(Told::of(first))
}
