//! Games in which every move goes any number of steps in one of a few directions (rooks, queens, Nim, Wythoff's game and their like in up
//! to four coordinates), or one of a few single steps.
//!
//! Along a direction the values that a position can reach are those that its neighbour can reach, and the neighbour's own. So a
//! bit-set for each line, of the values met on it, takes the place of going through the options: the mex is the
//! first bit that no line through the position has.

use rustc_hash::FxHashMap;

use crate::budget::{Exhausted, Meter};
use crate::rule::Rule;
use crate::rule::code::Code;
use crate::rule::program::MoveClause;
use crate::rule::step::Step;
use crate::rule::syntax::{Function, Operator};

/// By coordinate, how much a step takes.
type Direction = [u32; 4];

/// The moves of such a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rays {
    /// Any number of steps.
    pub(crate) lines: Vec<Direction>,
    /// One step.
    pub(crate) steps: Vec<Direction>,
}

impl Rule {
    /// Whether every move goes any number of steps in one of a few directions, or is one of a few single steps: then
    /// [`table`](Rule::table) needs a few words of a bit-set for each position, however many options it has.
    pub fn goes_along_lines(&self) -> bool {
        self.rays().is_some()
    }

    /// The directions in which positions go, if they do nothing else.
    pub(crate) fn rays(&self) -> Option<Rays> {
        let program = self.program();
        if !program.values.is_empty() || program.moves.is_empty() {
            return None;
        }
        if program.arity > Direction::default().len() {
            return None;
        }
        let mut rays = Rays::default();
        for clause in &program.moves {
            if clause.fixed.iter().any(Option::is_some) {
                return None;
            }
            for sum in &clause.options {
                let [term] = &sum[..] else { return None };
                let (direction, is_line) = moved(clause, term)?;
                if direction.iter().all(|&by| by == 0) {
                    return None;
                }
                let kind = if is_line {
                    &mut rays.lines
                } else {
                    &mut rays.steps
                };
                if !kind.contains(&direction) {
                    kind.push(direction);
                }
            }
        }
        Some(rays)
    }
}

/// The direction of an option, and whether it goes any number of steps.
fn moved(clause: &MoveClause, term: &[Code]) -> Option<(Direction, bool)> {
    let mut direction = [0; 4];
    match &clause.steps[..] {
        [] => {
            for (place, (by, code)) in direction.iter_mut().zip(term).enumerate() {
                *by = taken(code, place, &|code| code.constant())?;
            }
            Some((direction, false))
        }
        [step] => {
            let slot = step.slot()?;
            if let Some(place) = any_smaller(step, term, slot) {
                direction[place] = 1;
                return Some((direction, true));
            }
            let times = |code: &Code| match code {
                Code::Slot(own) if *own == slot => Some(1),
                Code::Binary(Operator::Multiply, pair, _) => match &**pair {
                    [Code::Slot(own), Code::Number(by)] | [Code::Number(by), Code::Slot(own)] => {
                        (*own == slot).then_some(*by)
                    }
                    _ => None,
                },
                _ => None,
            };
            for (place, (by, code)) in direction.iter_mut().zip(term).enumerate() {
                *by = taken(code, place, &times)?;
            }
            let goes_on = match step {
                Step::Open(_, from, _) => from.constant() == Some(1),
                Step::Range(_, from, to) => from.constant() == Some(1) && reaches(to, &direction),
                _ => false,
            };
            goes_on.then_some((direction, true))
        }
        _ => None,
    }
}

/// What is taken from a coordinate: nothing, or something positive that `by` knows.
fn taken(code: &Code, place: usize, by: &dyn Fn(&Code) -> Option<i64>) -> Option<u32> {
    match code {
        Code::Slot(own) if *own == place => Some(0),
        Code::Binary(Operator::Subtract, pair, _) if pair[0] == Code::Slot(place) => {
            let by = u32::try_from(by(&pair[1])?).ok()?;
            (1..1 << 16).contains(&by).then_some(by)
        }
        _ => None,
    }
}

/// The coordinate that becomes any smaller number, the others staying: `(i,y) for i in 0..x`.
fn any_smaller(step: &Step, term: &[Code], slot: usize) -> Option<usize> {
    let Step::Range(_, from, to) = step else {
        return None;
    };
    let place = term.iter().position(|code| *code == Code::Slot(slot))?;
    let others = (0..term.len()).filter(|&other| other != place);
    let stay = others
        .into_iter()
        .all(|other| term[other] == Code::Slot(other));
    let all = match to {
        Code::Binary(Operator::Subtract, pair, _) => {
            pair[0] == Code::Slot(place) && pair[1].constant() == Some(1)
        }
        _ => false,
    };
    (stay && all && from.constant() == Some(0)).then_some(place)
}

/// Whether an end of a range lets nobody stop before a coordinate would become negative.
fn reaches(to: &Code, direction: &Direction) -> bool {
    match to {
        Code::Slot(place) => direction.get(*place).is_some_and(|&by| by > 0),
        Code::Call(Function::Min, parts, _) => parts.iter().all(|part| reaches(part, direction)),
        Code::Call(Function::Max, parts, _) => parts.iter().any(|part| reaches(part, direction)),
        _ => false,
    }
}

/// The bit-sets of the lines in one direction.
struct Lines {
    direction: Direction,
    /// How far apart neighbours on a line are in the table.
    stride: usize,
    /// By the first cell of a line, its number.
    numbers: FxHashMap<usize, u32>,
    words: Vec<u64>,
}

impl Rays {
    /// The table of a box; `None` where it would take too much memory.
    pub(crate) fn table(
        &self,
        sizes: &[usize],
        meter: &mut Meter,
    ) -> Option<Result<Vec<u32>, Exhausted>> {
        let cells = sizes
            .iter()
            .try_fold(1usize, |cells, &size| cells.checked_mul(size))?;
        if cells == 0 {
            return Some(Ok(Vec::new()));
        }
        let longest = |direction: &Direction| {
            let steps = sizes.iter().zip(direction).filter(|(_, by)| **by > 0);
            let steps = steps.map(|(&size, &by)| (size - 1) / by as usize);
            steps.min().unwrap_or(0)
        };
        // No value is larger than the number of options.
        let options = self.lines.iter().map(longest).sum::<usize>() + self.steps.len();
        let width = options / 64 + 1;
        let strides: Vec<usize> = (0..sizes.len())
            .map(|place| sizes[..place].iter().product())
            .collect();
        let stride = |direction: &Direction| -> usize {
            strides
                .iter()
                .zip(direction)
                .map(|(stride, &by)| stride * by as usize)
                .sum()
        };
        let count = |direction: &Direction| {
            let inner = sizes.iter().zip(direction);
            let inner: usize = inner
                .map(|(&size, &by)| size.saturating_sub(by as usize))
                .product();
            cells - inner
        };
        let needed = self
            .lines
            .iter()
            .map(|line| count(line) as u128 * (width as u128 * 8 + 32));
        let needed = u64::try_from(needed.sum::<u128>() + cells as u128 * 4).ok()?;
        if needed > meter.bytes_left() {
            return None;
        }
        if let Err(exhausted) = meter.spend(0, needed) {
            return Some(Err(exhausted));
        }
        let mut lines: Vec<Lines> = (self.lines.iter())
            .map(|&direction| Lines {
                direction,
                stride: stride(&direction),
                numbers: FxHashMap::default(),
                words: Vec::with_capacity(count(&direction) * width),
            })
            .collect();
        let mut values = vec![0u32; cells];
        let mut at = vec![0usize; sizes.len()];
        let mut starts = vec![0usize; lines.len()];
        let mut singles: Vec<u32> = Vec::new();
        for index in 0..cells {
            if index % sizes[0] == 0 {
                let row = sizes[0] as u64;
                if let Err(exhausted) = meter.spend(row, 0) {
                    return Some(Err(exhausted));
                }
            }
            for (line, start) in lines.iter_mut().zip(&mut starts) {
                let steps = at.iter().zip(&line.direction).filter(|(_, by)| **by > 0);
                let steps = steps.map(|(&number, &by)| match by {
                    1 => number,
                    by => number / by as usize,
                });
                let first = index - steps.min().unwrap_or(0) * line.stride;
                let fresh = line.numbers.len() as u32;
                let number = *line.numbers.entry(first).or_insert(fresh);
                if number == fresh {
                    line.words.resize(line.words.len() + width, 0);
                }
                *start = number as usize * width;
            }
            singles.clear();
            for step in &self.steps {
                let inside = at
                    .iter()
                    .zip(step)
                    .all(|(&number, &by)| number >= by as usize);
                if inside {
                    singles.push(values[index - stride(step)]);
                }
            }
            let mut mex = 0;
            for word in 0..width {
                let mut seen = 0;
                for (line, start) in lines.iter().zip(&starts) {
                    seen |= line.words[start + word];
                }
                for &single in &singles {
                    if single as usize / 64 == word {
                        seen |= 1 << (single % 64);
                    }
                }
                if seen != u64::MAX {
                    mex = 64 * word + seen.trailing_ones() as usize;
                    break;
                }
            }
            values[index] = mex as u32;
            for (line, start) in lines.iter_mut().zip(&starts) {
                line.words[start + mex / 64] |= 1 << (mex % 64);
            }
            for (number, &size) in at.iter_mut().zip(sizes) {
                *number += 1;
                if *number < size {
                    break;
                }
                *number = 0;
            }
        }
        Some(Ok(values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;

    fn rays(text: &str) -> Option<Rays> {
        let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        rule.rays()
    }

    #[test]
    fn as_going_through_the_options() {
        for (text, sizes) in [
            (
                "(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..",
                &[40, 33][..],
            ),
            (
                "(x,y) -> (i,y) for i in 0..x; (x,y) -> (x,j) for j in 0..y",
                &[20, 31],
            ),
            (
                "(x,y) -> (x-k,y-2*k) | (x-3*k,y-k) | (x,y-2*k) for k in 1..",
                &[35, 40],
            ),
            (
                "(x,y) -> (x-k,y) for k in 1..=x; (x,y) -> (x-2*k,y-k) for k in 1..=min(x,y)",
                &[30, 30],
            ),
            (
                "(x,y) -> (x-k,y-k) for k in 1..=max(x,y); (x,y) -> (x-1,y) | (x,y-3) | (x-2,y-1)",
                &[30, 30],
            ),
            (
                "(x,y,z) -> (x-k,y,z) | (x,y-k,z-k) | (x-k,y-k,z-k) for k in 1..",
                &[9, 12, 10],
            ),
            (
                "(w,x,y,z) -> (w-k,x,y,z) | (w,x-k,y,z-k) | (w,x,y-k,z) | (w,x,y,z-k) for k in 1..",
                &[5, 6, 4, 5],
            ),
            ("n -> n-2*k for k in 1..; n -> n-1 | n-5", &[90]),
            ("(x,y) -> (x-1,y) | (x,y-1) | (x-1,y-1)", &[25, 1]),
        ] {
            let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
            let meter = || Meter::new(&Budget::default());
            let by_lines = rule.rays().and_then(|rays| rays.table(sizes, &mut meter()));
            let by_lines = by_lines
                .unwrap_or_else(|| panic!("{text}: no lines"))
                .expect("memory");
            let plain = rule.table_by_options(sizes, &mut meter()).expect("a table");
            assert!(by_lines == plain.cells(), "{text}");
        }
    }

    #[test]
    fn what_goes_otherwise_is_left_alone() {
        for text in [
            "(x,y) -> (x-k,y) for k in 1..=3",
            "(x,y) -> (x-k,y) for k in 1..=y",
            "(x,y) -> (x-k,y) for k in 2..",
            "(x,y) -> (x-k,y) for k in 1.. if k != 3",
            "(x,y) -> (x-2,y+1)",
            "(x,y) -> (y,x-1)",
            "(x,y) -> (i,y) for i in 1..x",
            "(x,y) -> (i,y) + (x-i,y) for i in 1..x",
            "(x,0) -> (x-1,0)",
            "(x,y) -> (x-k*k,y) for k in 1..",
            "(0,0) = *2; (x,y) -> (x-k,y) for k in 1..",
        ] {
            assert_eq!(rays(text), None, "{text}");
        }
    }
}
