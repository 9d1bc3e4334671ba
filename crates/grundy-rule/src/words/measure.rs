//! Whether every move of a rule on words makes something smaller: then every play ends.
//!
//! Measured are how many letters of a set a word has, and, where a move changes neither the length nor how many these are, the sum of
//! their places from the left or from the right; the word itself in the order of a dictionary ([`order`]); and numbers that words stand for
//! ([`linear`]). Several in turn: each is made no
//! greater by any move that is left, and those that make it smaller are done with (a lexicographic measure). It errs to one side: what is told
//! is proved.

mod linear;
mod order;

use self::linear::Linear;
use self::order::Order;
use crate::message;
use crate::text::Message;

use super::compile::{Dom, Move, Num, Pair, Part, Program, Slot, Test, Times, What};

/// A number that a word has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// How many letters of this set.
    Count(u64),
    /// The sum of their places, from the left.
    Left(u64),
    /// The same from the right.
    Right(u64),
    /// The word, in the order of a dictionary among words as long as it.
    Dictionary(Order),
    /// A number that the word stands for.
    Linear(Linear),
    /// How many cells a board has.
    Cells,
    /// How many groups of equal letters that hang together a board has.
    Groups,
}

/// Alphabets up to this many letters are gone through by all their sets.
const SMALL: usize = 8;

/// Sets of letters that are counted.
pub(crate) fn sets(letters: usize) -> Vec<u64> {
    let all = |count: usize| {
        if count >= 64 {
            u64::MAX
        } else {
            (1 << count) - 1
        }
    };
    let mut sets: Vec<u64> = vec![all(letters)];
    sets.extend((0..letters).map(|letter| 1 << letter));
    match letters <= SMALL {
        true => {
            let mut further: Vec<u64> = (1..all(letters))
                .filter(|set| set.count_ones() > 1)
                .collect();
            further.sort_by_key(|set| set.count_ones());
            sets.extend(further);
        }
        false => sets.extend((0..letters).map(|letter| all(letters) & !(1 << letter))),
    }
    sets
}

/// The measures, in the order in which the first that changes becomes smaller; none where none was seen.
pub(crate) fn measured(program: &Program) -> Option<Vec<Measure>> {
    let letters = program.letters.len();
    let sets = sets(letters);
    let all_letters = sets[0];
    // Places mean something where a word is a line from the left to the right.
    let is_line = !program.cyclic && !program.grid;
    let mut known: Vec<Measure> = sets.iter().map(|&set| Measure::Count(set)).collect();
    let mut orders = Vec::new();
    if is_line {
        orders.extend(order::all(letters).into_iter().map(Measure::Dictionary));
        if program.pairs.is_some() {
            let sums = sets
                .iter()
                .flat_map(|&set| [Measure::Left(set), Measure::Right(set)]);
            known.extend(sums);
        }
    }
    let measured = |all: &[Measure]| match &program.pairs {
        Some(pairs) => in_turn(all, pairs, by_pair),
        None => in_turn(all, &program.moves, |measure, mv| match measure {
            Measure::Count(set) => by_pieces(set, mv, all_letters),
            Measure::Dictionary(order) => order.falls_by_pieces(mv),
            _ => None,
        }),
    };
    measured(&known)
        .or_else(|| {
            known.extend(&orders);
            measured(&known)
        })
        .or_else(|| {
            let pairs = program.pairs.as_deref().filter(|_| is_line)?;
            known.extend(linear::all(pairs).into_iter().map(Measure::Linear));
            measured(&known)
        })
}

/// Looks for measures in turn; `falls` tells by how much a move makes one smaller at least, if that is known.
pub(crate) fn in_turn<M>(
    all: &[Measure],
    moves: &[M],
    falls: impl Fn(Measure, &M) -> Option<i64>,
) -> Option<Vec<Measure>> {
    let mut left: Vec<&M> = moves.iter().collect();
    let mut found = Vec::new();
    while !left.is_empty() {
        // The measure that most moves make smaller; of several the first.
        let mut best: Option<(usize, Measure)> = None;
        for &measure in all {
            let by: Option<Vec<i64>> = left.iter().map(|mv| falls(measure, mv)).collect();
            let Some(by) = by.filter(|by| by.iter().all(|&by| by >= 0)) else {
                continue;
            };
            let smaller = by.iter().filter(|&&by| by > 0).count();
            if smaller > best.map_or(0, |(most, _)| most) {
                best = Some((smaller, measure));
            }
        }
        let (_, measure) = best?;
        left.retain(|mv| falls(measure, mv).is_none_or(|by| by <= 0));
        found.push(measure);
    }
    Some(found)
}

fn among(set: u64, letters: &[u8]) -> i64 {
    letters
        .iter()
        .filter(|letter| set >> **letter & 1 == 1)
        .count() as i64
}

/// By how much a pair makes a measure smaller.
pub(crate) fn by_pair(measure: Measure, pair: &Pair) -> Option<i64> {
    let set = match measure {
        Measure::Count(set) | Measure::Left(set) | Measure::Right(set) => set,
        Measure::Dictionary(order) => return order.falls(&pair.left, &pair.right),
        Measure::Linear(linear) => return linear.falls(pair),
        Measure::Cells => return Some(0),
        Measure::Groups => return (pair.left == pair.right).then_some(0),
    };
    let counted = among(set, &pair.left) - among(set, &pair.right);
    let sum = |letters: &[u8]| -> i64 {
        let places = letters.iter().enumerate();
        places
            .filter(|(_, letter)| set >> **letter & 1 == 1)
            .map(|(place, _)| place as i64)
            .sum()
    };
    let nearer = sum(&pair.left) - sum(&pair.right);
    let same = pair.left.len() == pair.right.len() && counted == 0;
    match measure {
        Measure::Count(_) => Some(counted),
        Measure::Left(_) => same.then_some(nearer),
        Measure::Right(_) => same.then_some(-nearer),
        Measure::Dictionary(_) | Measure::Linear(_) | Measure::Cells | Measure::Groups => None,
    }
}

/// The least and the greatest that a number can be.
fn bounds(number: &Num, slots: &[Slot], depth: usize) -> (i64, Option<i64>) {
    match number {
        Num::Constant(number) => (*number, Some(*number)),
        Num::Slot(slot) if depth < 8 => match &slots[*slot].domain {
            Dom::Range(from, to) => {
                let to = to.as_ref().and_then(|to| bounds(to, slots, depth + 1).1);
                (bounds(from, slots, depth + 1).0.max(i64::MIN / 2), to)
            }
            Dom::Set(numbers) => {
                let all: Vec<_> = numbers
                    .iter()
                    .map(|one| bounds(one, slots, depth + 1))
                    .collect();
                let least = all.iter().map(|(least, _)| *least).min().unwrap_or(0);
                let most: Option<Vec<i64>> = all.iter().map(|(_, most)| *most).collect();
                (least, most.map(|most| most.into_iter().max().unwrap_or(0)))
            }
            _ => (i64::MIN / 2, None),
        },
        Num::Length(_)
        | Num::Count(..)
        | Num::Rows(_)
        | Num::Columns(_)
        | Num::Beside(..)
        | Num::BesideName(..) => (0, None),
        Num::Slot(_) | Num::Of(..) => (i64::MIN / 2, None),
    }
}

/// How many letters a name stands for at least, by what it runs through and by conditions that say so.
fn least_length(slot: usize, mv: &Move) -> i64 {
    let is_it = |part: &Part| matches!(part.what, What::Slot(it) | What::Back(it) if it == slot);
    let least = match mv.slots[slot].domain {
        Dom::Letters(_) | Dom::Runs(_) => 1,
        // What is replaced has at least one letter.
        _ if mv.left.iter().all(is_it) => 1,
        _ => 0,
    };
    let said = mv.tests.iter().filter_map(|test| match test {
        Test::Numbers(Num::Length(of), rest) if *of == slot => match rest.as_slice() {
            [(">=", Num::Constant(least))] => Some(*least),
            [(">", Num::Constant(less))] => less.checked_add(1),
            [("==", Num::Constant(just))] => Some(*just),
            _ => None,
        },
        _ => None,
    });
    said.fold(least, i64::max)
}

/// By how much a move makes the count of a set smaller at least, by the pieces of its sides: those that stand on both cancel.
fn by_pieces(set: u64, mv: &Move, all: u64) -> Option<i64> {
    // Each kind of piece, how many more of it there are on the left.
    let mut kinds: Vec<(Part, i64)> = Vec::new();
    let sides = mv.left.iter().map(|part| (part, 1));
    for (part, sign) in sides.chain(mv.right.iter().map(|part| (part, -1))) {
        let times = match &part.times {
            Times::Bind(slot) => Times::Of(Num::Slot(*slot)),
            other => other.clone(),
        };
        let (times, constant) = match times {
            Times::Of(Num::Constant(constant)) => (Times::Once, constant.max(0)),
            other => (other, 1),
        };
        let (what, count) = match &part.what {
            // Letters count alike, wherever they are.
            What::Letters(letters) => (What::Letters(Vec::new()), among(set, letters)),
            What::Slot(slot) | What::Back(slot) => (What::Slot(*slot), 1),
        };
        let count = count.checked_mul(constant)?;
        let part = Part { what, times };
        match kinds.iter_mut().find(|(known, _)| *known == part) {
            Some((_, more)) => *more = more.checked_add(sign * count)?,
            None => kinds.push((part, sign * count)),
        }
    }
    let mut falls: i64 = 0;
    for (part, more) in &kinds {
        if *more == 0 {
            continue;
        }
        let (least, most) = match &part.times {
            Times::Once => (1, Some(1)),
            Times::Bind(_) => (0, None),
            Times::Of(number) => bounds(number, &mv.slots, 0),
        };
        let (least, most) = (least.max(0), most.map(|most| most.max(0)));
        // How many letters of the set one piece has.
        let (few, many) = match part.what {
            What::Slot(slot) | What::Back(slot) => {
                let least = least_length(slot, mv);
                match mv.slots[slot].domain {
                    Dom::Letters(of) => (
                        i64::from(of & !set == 0 && of != 0),
                        Some(i64::from(of & set != 0)),
                    ),
                    Dom::Words(of) | Dom::Runs(of) => (
                        if of & !set == 0 { least } else { 0 },
                        if of & set == 0 { Some(0) } else { None },
                    ),
                    _ => (0, None),
                }
            }
            What::Letters(_) => (1, Some(1)),
        };
        let by = match *more > 0 {
            true => more.checked_mul(least.checked_mul(few)?)?,
            false => match many {
                Some(0) => 0,
                many => more.checked_mul(most?.checked_mul(many?)?)?,
            },
        };
        falls = falls.checked_add(by)?;
    }
    // What is replaced has at least one letter.
    let nothing_left = mv.right.is_empty() && set == all;
    Some(if nothing_left { falls.max(1) } else { falls })
}

/// Whether every play ends, and why, in a sentence.
pub(crate) fn described(measures: Option<&[Measure]>, letters: &[char]) -> Message {
    let one = |measure: &Measure| -> Message {
        let set = match *measure {
            Measure::Count(set) | Measure::Left(set) | Measure::Right(set) => set,
            Measure::Dictionary(_) | Measure::Linear(_) | Measure::Cells | Measure::Groups => 0,
        };
        let of: String = (letters.iter().enumerate())
            .filter(|(place, _)| set >> place & 1 == 1)
            .map(|(_, letter)| *letter)
            .collect();
        let all = of.chars().count() == letters.len();
        match measure {
            Measure::Count(_) if all => message!("the number of letters", "字母的个数"),
            Measure::Count(_) => message!(
                "the number of letters among \"{of}\"",
                "\"{of}\" 中字母的个数",
                of = of
            ),
            Measure::Left(_) => message!(
                "the sum of the places of \"{of}\" from the left",
                "\"{of}\" 从左数的位置之和",
                of = of
            ),
            Measure::Right(_) => message!(
                "the sum of the places of \"{of}\" from the right",
                "\"{of}\" 从右数的位置之和",
                of = of
            ),
            Measure::Dictionary(order) => order.described(letters),
            Measure::Linear(linear) => linear.described(letters),
            Measure::Cells => message!("the number of cells of a board", "棋盘的格数"),
            Measure::Groups => message!(
                "the number of groups of equal letters",
                "相同字母连通块的个数"
            ),
        }
    };
    crate::kinds::ending(measures.map(|measures| measures.iter().map(one)))
}
