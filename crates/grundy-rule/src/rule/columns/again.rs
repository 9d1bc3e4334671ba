//! Guards that are the same again and again along the lanes, `a % 4 != k` or `(a+b) % 3 != 0`: they are evaluated for a few lanes, and the others
//! are copies of these.

use super::Column;
use crate::rule::code::Code;
use crate::rule::lines::slope;
use crate::rule::syntax::{Function, Operator};

/// Lanes of a vector.
const VECTOR: i64 = 16;

/// So many lanes are not worth a copy.
const MOST: i64 = 64;

/// After how many lanes, whole vectors of them, a guard is the same again, whatever the other slots are.
pub(super) fn lanes(guard: &Code, slot: usize) -> Option<usize> {
    let lanes = common(period(guard, slot)?, VECTOR)?;
    usize::try_from(lanes).ok().filter(|_| lanes <= MOST)
}

/// After how much more in a slot an expression is the same again.
fn period(code: &Code, slot: usize) -> Option<i64> {
    if !code.mentions(slot) {
        return Some(1);
    }
    let is_affine = |code: &Code| slope(code, slot).is_some();
    let of_both = |one: &Code, other: &Code| common(period(one, slot)?, period(other, slot)?);
    match code {
        Code::Binary(Operator::Remainder, pair, _) => match (is_affine(&pair[0]), &pair[1]) {
            (true, &Code::Number(by @ 1..=MOST)) => Some(by),
            _ => of_both(&pair[0], &pair[1]),
        },
        Code::Binary(Operator::BitAnd, pair, _) => match &**pair {
            [of, Code::Number(mask @ 0..MOST)] | [Code::Number(mask @ 0..MOST), of]
                if is_affine(of) =>
            {
                Some(i64::from((*mask as u32 + 1).next_power_of_two()))
            }
            [one, other] => of_both(one, other),
        },
        Code::Call(Function::Gcd, parts, _) => match &parts[..] {
            [of, Code::Number(by @ 1..=MOST)] | [Code::Number(by @ 1..=MOST), of]
                if is_affine(of) =>
            {
                Some(*by)
            }
            [one, other] => of_both(one, other),
            _ => None,
        },
        Code::Binary(_, pair, _) | Code::Compare(_, pair) => of_both(&pair[0], &pair[1]),
        Code::Not(part) => period(part, slot),
        _ => None,
    }
}

/// The least common multiple, where it is small.
fn common(one: i64, other: i64) -> Option<i64> {
    let (mut a, mut b) = (one, other);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    Some(one / a * other).filter(|&all| all <= MOST)
}

/// Copies the first lanes of a column, whole vectors of them, to those behind them.
#[inline(always)]
pub(super) fn copy(column: &mut Column, first: usize, count: usize) {
    let (vectors, _) = column.as_chunks_mut::<{ VECTOR as usize }>();
    let (first, all) = (first / VECTOR as usize, count.div_ceil(VECTOR as usize));
    let (head, others) = vectors.split_at_mut(first);
    for to in others[..all - first].chunks_mut(first) {
        for (to, from) in to.iter_mut().zip(&*head) {
            *to = *from;
        }
    }
}
