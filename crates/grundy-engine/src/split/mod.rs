//! Search for games that fall apart: dominoes on a board, vertices of a graph, lines between spots.
//!
//! After a move such a position is the disjunctive sum of its components, and by Sprague and Grundy outside a component there is only its
//! value. So nobody need look at a whole position: what is asked is always a *couple*, a component and a number n (Lemoine, Viennot,
//! *Computer analysis of Sprouts with nimbers*, 2010): is the value of the component n? It is exactly where the component beside a
//! nim-heap of n is a P-position; a component's value is the first n of which that is so.
//!
//! What a game tells of itself is [`Splits`]: the options of a component as sums, what theorems know of it ([`Fact`]), and numbers to keep it
//! under ([`Keys`]). None of it knows of search, and each piece is sound by itself.

pub mod board;
pub mod dominoes;
pub mod kayles;
pub mod keys;
pub mod placements;
mod rates;
pub mod removal;
pub mod search;
pub mod table;
#[cfg(test)]
mod tests;
pub mod vertices;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

/// What a theorem says of the value of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// It is none of these: bit n is set where the value is not n. [`Fact::NOTHING`] says nothing.
    Not(u64),
    /// It is this.
    Exact(u32),
}

impl Fact {
    /// Nothing is known.
    pub const NOTHING: Fact = Fact::Not(0);

    /// The value is at most `most`: that is so where no play is longer.
    pub const fn at_most(most: u32) -> Fact {
        match most {
            0..63 => Fact::Not(u64::MAX << (most + 1)),
            _ => Fact::NOTHING,
        }
    }
}

/// A game whose positions fall apart into components; cheap to clone.
///
/// A *part* is one component in the form that stands for all that are equal to it: shifted, turned and rid of what makes no difference. It is
/// connected, has at least one move, and its options are of smaller [`size`](Splits::size), each of their parts.
pub trait Splits: Clone + Send + Sync {
    /// A component in its least form.
    type Part: Clone + Eq + Hash + Debug + Send + Sync;
    /// Numbers that tell parts apart.
    type Keys: Keys<Self::Part>;
    /// Why the options of a part cannot be told; [`Infallible`](std::convert::Infallible) where they always can.
    type Stop: Debug + Send;

    /// Fresh keys, which hold at most so many bytes.
    fn keys(&self, bytes: u64) -> Self::Keys;

    /// How large a part is: cells, vertices, lives. Every part of every option has less.
    fn size(&self, part: &Self::Part) -> u32;

    /// About how many options it has, at least 1: what search expects to have to look at. A wrong number costs time only.
    fn moves(&self, part: &Self::Part) -> u32 {
        self.size(part).max(1)
    }

    /// Parts of one size and one shape are expected to have values that are spread alike (cells and edges, say): search goes first where
    /// it was lucky before. Any number does.
    fn shape(&self, part: &Self::Part) -> u32 {
        let _ = part;
        0
    }

    /// What theorems say of a part's value.
    fn fact(&self, part: &Self::Part) -> Fact {
        let _ = part;
        Fact::NOTHING
    }

    /// Tells every option, at least once, until `visit` breaks: the nim-sum of the components whose values are told by a theorem or a
    /// table of the game, and the other components.
    ///
    /// # Errors
    /// Where the rules cannot be evaluated.
    fn options<F>(&self, part: &Self::Part, visit: F) -> Result<(), Self::Stop>
    where
        F: FnMut(u32, &[Self::Part]) -> ControlFlow<()>;
}

/// Numbers under which parts are kept: different parts have different numbers, and a number tells its part, so that what is kept of it is
/// said of that part and of no other.
pub trait Keys<Part>: Send + Sync {
    /// How many binary digits a number has, 1 to 64.
    fn bits(&self) -> u32;

    /// The number of a part, below 2^[`bits`](Keys::bits); none where there is no number left.
    fn number(&self, part: &Part) -> Option<u64>;

    /// The part of a number; none where no part has it.
    fn part(&self, number: u64) -> Option<Part>;

    /// Whether a number is of the same part in every search of the game, so that what is found can be kept in a file.
    fn lasts(&self) -> bool {
        false
    }

    /// Bytes that are held.
    fn bytes(&self) -> u64 {
        0
    }
}

/// Drops pairs of equal parts: together they are worth 0.
pub fn cancel<P: PartialEq>(parts: &mut Vec<P>) {
    let mut at = 0;
    while at < parts.len() {
        match (at + 1..parts.len()).find(|&other| parts[other] == parts[at]) {
            Some(other) => {
                parts.swap_remove(other);
                parts.swap_remove(at);
            }
            None => at += 1,
        }
    }
}

/// Sorts the components of a sum by their size, equals as they were. They are few mostly, and then nothing is faster; and it takes little to
/// compile, which is done for each game.
pub fn by_size<P: Clone>(parts: &mut Vec<P>, size: impl Fn(&P) -> u32) {
    const FEW: usize = 16;
    if parts.len() > FEW {
        let mut order: Vec<(u32, usize)> = parts.iter().map(&size).zip(0..).collect();
        order.sort_unstable();
        *parts = order.iter().map(|&(_, at)| parts[at].clone()).collect();
        return;
    }
    for end in 1..parts.len() {
        let mut at = end;
        while at > 0 && size(&parts[at - 1]) > size(&parts[at]) {
            parts.swap(at - 1, at);
            at -= 1;
        }
    }
}
