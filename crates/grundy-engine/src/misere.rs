//! Misère quotients: which monoid decides sums under misère play.
//!
//! Under misère play values are no numbers, but sums of given components still have a smallest commutative monoid that tells who
//! wins, the [`MisereQuotient`] (Plambeck 2005; Plambeck and Siegel 2008). A [`Builder`] makes it for one letter after another, a
//! letter being a kind of component: a heap ([`Heaps`]) or whatever has a list of options ([`Lists`]). Each quotient is verified
//! exactly, by the two conditions below, so that it is right for every sum of the letters that it covers.
//!
//! # What is verified
//!
//! Let Φ give each letter a value in Q, E(h) be the values of the options of a letter h, and W(h) the set of the y with ey in P for
//! some e in E(h).
//!
//! 1. 1 is not in P: who cannot move wins.
//! 2. No sum is wrongly called P: there are no letter h and y with Φ(h)y in P and y in W(h).
//! 3. No sum is wrongly called N: see `relation.rs`.
//!
//! By induction on the number of moves, P is then right for all sums: a non-empty sum called P has no option called P, and one called
//! N has one.

mod bits;
mod builder;
mod candidate;
mod canonical;
pub mod census;
mod certificate;
mod freeing;
mod genus;
mod heap_quotient;
mod heaps;
mod infinite;
mod known;
mod letters;
mod mixed;
mod monoid;
mod quotient;
mod relation;
mod structure;
mod tail;

use std::fmt;

use grundy_base::budget::{Exhausted, Meter};

pub use builder::{Builder, Failed};
pub use canonical::{Form, Forms};
pub use certificate::Unread;
pub use genus::Genus;
pub use heap_quotient::{HeapElements, HeapQuotient, Repeats};
pub use heaps::Heaps;
pub use infinite::{Case, Far, Seen, SemilinearQuotient};
pub use known::known;
pub use letters::{Letters, Lists};
pub use mixed::{Mixed, MixedQuotient};
pub use quotient::{Element, MisereQuotient};
pub use structure::Word;

/// That a quotient has more elements than it may, or may have: at least so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order(pub usize);

/// Why a quotient does not grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It would have too many elements.
    Order(Order),
    /// The budget does not suffice.
    Exhausted(Exhausted),
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::Order(Order(order)) => {
                write!(f, "the quotient would have more than {order} elements")
            }
            Stopped::Exhausted(exhausted) => exhausted.fmt(f),
        }
    }
}

impl std::error::Error for Stopped {}

impl From<Order> for Stopped {
    fn from(order: Order) -> Stopped {
        Stopped::Order(order)
    }
}

impl From<Exhausted> for Stopped {
    fn from(exhausted: Exhausted) -> Stopped {
        Stopped::Exhausted(exhausted)
    }
}

/// Most elements of any quotient: products are numbers of 16 bits.
pub const MOST_ELEMENTS: usize = 1 << 16;

/// What building a quotient may cost.
#[derive(Debug)]
pub struct Limits<'m> {
    /// Most elements of a quotient; more than [`MOST_ELEMENTS`] are none.
    pub order: usize,
    /// What may be spent besides.
    pub meter: Option<&'m mut Meter>,
}

impl Default for Limits<'_> {
    /// Quotients of up to 4,096 elements.
    fn default() -> Self {
        Limits {
            order: 1 << 12,
            meter: None,
        }
    }
}

impl Limits<'_> {
    /// Spends steps, each of about a nanosecond: a thousand of them, begun, count as a position, so that a number of positions
    /// lets the same be built on every machine.
    fn step(&mut self, steps: u64) -> Result<(), Exhausted> {
        let positions = 1 + steps / 1024;
        let meter = self.meter.as_mut();
        meter.map_or(Ok(()), |meter| meter.spend(positions, 0))
    }

    /// Counts steps, each of about a nanosecond, within what is [spent](Limits::step): in time the clock is looked at.
    fn pace(&mut self, steps: u64) -> Result<(), Exhausted> {
        let meter = self.meter.as_mut();
        meter.map_or(Ok(()), |meter| meter.step(steps))
    }

    /// Counts bytes that are held from now on.
    fn hold(&mut self, bytes: u64) -> Result<(), Exhausted> {
        let meter = self.meter.as_mut();
        meter.map_or(Ok(()), |meter| meter.spend(0, bytes))
    }

    /// Bytes that may still be held, at most so many.
    fn room(&self, most: usize) -> usize {
        let left = self.meter.as_ref().map(|meter| meter.bytes_left());
        left.map_or(most, |left| {
            usize::try_from(left).unwrap_or(usize::MAX).min(most)
        })
    }

    /// Most elements of a quotient.
    fn elements(&self) -> usize {
        self.order.min(MOST_ELEMENTS)
    }

    /// Most elements of a candidate before it is reduced.
    fn candidates(&self) -> usize {
        16 * self.elements()
    }
}

#[cfg(test)]
mod tests;
