//! One position as its numbers stream by: what of it must be remembered to judge it.
//!
//! Sums are judged by the nim-sum of their heaps' values (Sprague 1935, Grundy 1939), so most
//! rules keep a number or two; those that list or count winning moves may keep the heaps.

mod bounded;
mod closed;
mod counted;
mod diagonals;
mod formula;
mod general;
mod nim;
mod own;
mod ruled;
mod subtraction;
mod tree;
mod whole;

pub(crate) use bounded::Bounded;
pub(crate) use closed::{Bids, Fibonacci, Grundys, Interval, Lasker, NimProduct, NimRuns, Wythoff};
pub(crate) use counted::{Counting, Letters, counting};
pub(crate) use diagonals::Diagonals;
pub(crate) use formula::ByFormula;
pub(crate) use general::General;
pub(crate) use nim::{Nim, NimList, NimMoves};
pub(crate) use own::Owned;
pub(crate) use ruled::Ruled;
pub(crate) use subtraction::Subtraction;
pub(crate) use tree::Tree;
pub(crate) use whole::{Form, GEOGRAPHY, ROOT_PATHS, Whole, form_of as form};

use crate::error::{Problem, Refusal};
use crate::format::{End, Numbers, Piece, Reply, Rule, shifted};
use crate::glance::{Glance, Glanced};
use crate::source::Sink;
use grundy::Outcome;
use std::io::Write;

/// A rule at work on one position after the other. What a rule cannot tell is not asked of it:
/// formats are checked when they are read.
pub(crate) trait Tally: Sink {
    /// Takes the parameters of the case, when all is read but the rows that stream by.
    fn set(&mut self, _: &Numbers) -> Result<(), Problem> {
        Ok(())
    }

    /// Forgets the position.
    fn begin(&mut self);

    /// Takes letters that stream by.
    fn letters(&mut self, _: &[u8]) -> Result<(), Problem> {
        Ok(())
    }

    /// Takes the position's numbers, where they do not stream by.
    fn position(&mut self, rule: &Rule, numbers: &Numbers) -> Result<(), Problem> {
        operands(rule, numbers, |number| feed(self, number))
    }

    /// The components of the position, at most so many, as [`component`](Tally::component) takes them.
    fn split(&mut self, rule: &Rule, numbers: &Numbers, most: usize) -> Result<Vec<u128>, Problem> {
        components(rule, numbers, most)
    }

    /// Takes one component of the position for the whole.
    fn component(&mut self, _: &Rule, _: &Numbers, number: u128) -> Result<(), Problem> {
        self.begin();
        feed(self, number)
    }

    /// Takes a row for the position of the rows up to it, which follows that of the rows before it, where it can; `numbers` hold those
    /// rows. If not, the whole position is wanted.
    fn grow(&mut self, _: &Rule, _: &Numbers, _: usize) -> Result<bool, Problem> {
        Ok(false)
    }

    /// Whether the mover wins.
    fn mover_wins(&mut self) -> Result<bool, Problem>;

    /// Judges cases of letters from the front of some bytes, at most so many, where it can tell them from there, and writes their answers.
    fn glance(&mut self, _: &Glance, _: &[u8], _most: u64, _: &mut Vec<u8>) -> Glanced {
        Glanced::default()
    }

    /// Whether the mover wins the position of one row.
    #[inline(always)]
    fn row_wins(&mut self, row: &[u64]) -> Result<bool, Problem> {
        self.begin();
        self.row(row).map_err(|(_, problem)| problem)?;
        self.mover_wins()
    }

    /// Who wins, or that it is a draw.
    fn outcome(&mut self) -> Result<Outcome, Problem> {
        let wins = self.mover_wins()?;
        Ok(if wins { Outcome::N } else { Outcome::P })
    }

    /// Writes the number of winning first moves.
    fn count(&mut self, _: &mut Vec<u8>) -> Result<(), Problem> {
        Ok(())
    }

    /// Writes the Grundy value.
    fn value(&mut self, _: &mut Vec<u8>) -> Result<(), Problem> {
        Ok(())
    }

    /// Shows the winning first moves in order, until `show` is false.
    fn moves(&mut self, _: &mut dyn FnMut(&Move) -> bool) {}

    /// Writes the winning first moves in a format's words, where the tally does that itself.
    fn told_moves(&mut self, _: &Reply, _: u64, _: &mut Vec<u8>) -> Option<Result<(), Problem>> {
        None
    }

    /// The rule in the one-line notation and the positions that it judges, where it is one.
    fn ruled(&self) -> Option<crate::position::Ruled> {
        None
    }

    /// The heaps after a move.
    fn after(&self, _: &Move) -> Vec<u128> {
        Vec::new()
    }
}

/// A move in one heap, or to a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Move {
    /// The place of the heap, from 1.
    pub(crate) index: u64,
    /// The heap before, or the smaller heap of the pair after.
    pub(crate) from: u128,
    /// The heap after, or the larger heap of the pair after.
    pub(crate) to: u128,
    /// How much is taken.
    pub(crate) take: u128,
}

/// Hands one number to a tally.
pub(crate) fn feed<T: Sink + ?Sized>(tally: &mut T, number: u128) -> Result<(), Problem> {
    match u64::try_from(number) {
        Ok(number) => tally.narrow(number),
        Err(_) => tally.wide(number),
    }
}

/// Writes a number.
pub(crate) fn put(out: &mut Vec<u8>, number: impl std::fmt::Display) -> Result<(), Problem> {
    // A vector takes whatever is written.
    let _ = write!(out, "{number}");
    Ok(())
}

/// Writes a number in digits.
pub(crate) fn put_number(out: &mut Vec<u8>, number: impl Into<u128>) -> Result<(), Problem> {
    let number = number.into();
    let Ok(mut rest) = u64::try_from(number) else {
        return put(out, number);
    };
    let begin = out.len();
    loop {
        out.push(b'0' + (rest % 10) as u8);
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out[begin..].reverse();
    Ok(())
}

/// The numbers of a rule's position, at most so many.
fn components(rule: &Rule, numbers: &Numbers, most: usize) -> Result<Vec<u128>, Problem> {
    let mut components = Vec::new();
    operands(rule, numbers, |number| {
        components.push(number);
        (components.len() <= most)
            .then_some(())
            .ok_or(Problem::CaseTooLong { limit: most as u64 })
    })?;
    Ok(components)
}

/// The numbers of a rule's position in order.
pub(crate) fn operands(
    rule: &Rule,
    numbers: &Numbers,
    mut take: impl FnMut(u128) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let add = |number: u128, plus: i64| shifted(number, plus).ok_or(Problem::OutOfRange { plus });
    let end = |end: End| match end {
        End::Fixed(number) => Ok(number.into()),
        End::Named(field, plus) => add(numbers.one(field), plus),
    };
    for word in &rule.words {
        match word.as_slice() {
            [Piece::Gap(field, plus)] => {
                for &number in &numbers.0[*field] {
                    take(add(number, *plus)?)?;
                }
            }
            [
                Piece::Gap(left, add_left),
                Piece::Literal(_),
                Piece::Gap(right, add_right),
            ] => {
                let (lefts, rights) = (&numbers.0[*left], &numbers.0[*right]);
                // A number beside a list stays the same in every pair.
                let times = match (lefts.len(), rights.len()) {
                    (1, times) | (times, 1) => times,
                    (left, right) => left.min(right),
                };
                let at = |list: &[u128], place: usize| list[place.min(list.len() - 1)];
                for place in 0..times {
                    take(add(at(lefts, place), *add_left)?)?;
                    take(add(at(rights, place), *add_right)?)?;
                }
            }
            [Piece::Run(from, to)] => {
                for number in end(*from)?..=end(*to)? {
                    take(number)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// That lists which stand beside each other are not equally long.
pub(crate) fn uneven() -> grundy::Message {
    grundy::message!(
        "lists side by side differ in length here",
        "并列的各列在此处长度不同"
    )
}

/// A case whose rule refuses it.
pub(crate) fn refusal(game: String, message: &grundy::Message) -> Box<Refusal> {
    Box::new(Refusal {
        game,
        en: message.render(grundy::Lang::En),
        zh: message.render(grundy::Lang::Zh),
    })
}
