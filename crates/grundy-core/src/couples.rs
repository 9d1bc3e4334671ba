//! What a ruleset offers whose positions fall apart: a search by components ([`grundy_engine::split`]), its parts made of positions.
//!
//! A ruleset implements [`FallsApart`]: for a position it begins a [`Search`](grundy_engine::split::search::Search) in which that position
//! and all that can follow have their parts. What a search has proved stays, and serves the next question that it [covers](Couples::covers).

use std::fmt;
use std::marker::PhantomData;

use grundy_engine::split::Splits;
use grundy_engine::split::search::{Search, Stopped};

use crate::budget::Meter;
use crate::reason::{NotCovered, Reason, TooLarge};
use crate::stop::Stop;

/// That positions fall apart into components, for search by couples of a component and a number.
pub trait FallsApart<P> {
    /// A search that covers a position and all that can follow it, and that holds at most about so many bytes; none where the position is too
    /// large for any.
    fn couples(&self, position: &P, bytes: u64) -> Option<Box<dyn Couples<P>>>;
}

/// A search by couples, with what it has proved.
pub trait Couples<P>: Send {
    /// Whether the position and all that can follow have parts in it.
    fn covers(&self, position: &P) -> bool;

    /// The value of a position that is covered.
    ///
    /// # Errors
    /// What ran out, or why an option cannot be told.
    fn value(&mut self, position: &P, meter: &mut Meter) -> Result<u32, Reason>;

    /// Whether the value of a sum of positions that are covered is n.
    ///
    /// # Errors
    /// As [`value`](Couples::value).
    fn is(&mut self, sum: &[P], n: u32, meter: &mut Meter) -> Result<bool, Reason>;

    /// How many options it has looked at.
    fn options(&self) -> u64;
}

/// Of one position no more moves are looked at.
pub(crate) const MOST_MOVES: usize = 1 << 20;

/// Makes parts of positions.
struct Parted<P, S: Splits, F> {
    search: Search<S>,
    parts: F,
    positions: PhantomData<fn(P)>,
}

/// A search, with what makes parts of a position: the nim-sum of what is known, and the parts. It makes none of a position that has no
/// place in this search.
pub fn couples<P, S, F>(search: Search<S>, parts: F) -> Box<dyn Couples<P>>
where
    P: 'static,
    S: Splits<Part: 'static, Keys: 'static, Stop: Into<Stop>> + 'static,
    F: Fn(&S, &P) -> Option<(u32, Vec<S::Part>)> + Send + 'static,
{
    Box::new(Parted {
        search,
        parts,
        positions: PhantomData,
    })
}

impl<P, S, F> Couples<P> for Parted<P, S, F>
where
    S: Splits<Stop: Into<Stop>>,
    F: Fn(&S, &P) -> Option<(u32, Vec<S::Part>)> + Send,
{
    fn covers(&self, position: &P) -> bool {
        (self.parts)(self.search.splits(), position).is_some()
    }

    fn value(&mut self, position: &P, meter: &mut Meter) -> Result<u32, Reason> {
        let parts = (self.parts)(self.search.splits(), position);
        let (known, parts) = parts.ok_or(NotCovered::Couples)?;
        Ok(known ^ self.search.sum(&parts, meter).map_err(reason)?)
    }

    fn is(&mut self, sum: &[P], n: u32, meter: &mut Meter) -> Result<bool, Reason> {
        let (mut n, mut all) = (n, Vec::new());
        for position in sum {
            let parts = (self.parts)(self.search.splits(), position);
            let (known, parts) = parts.ok_or(NotCovered::Couples)?;
            n ^= known;
            all.extend(parts);
        }
        self.search.sum_is(&all, n, meter).map_err(reason)
    }

    fn options(&self) -> u64 {
        self.search.options()
    }
}

fn reason<E: Into<Stop>>(stopped: Stopped<E>) -> Reason {
    match stopped {
        Stopped::Exhausted(exhausted) => exhausted.into(),
        Stopped::Keys(bytes) => crate::budget::Exhausted::Bytes(bytes).into(),
        Stopped::Deep(moves) => TooLarge::Plays(moves).into(),
        Stopped::Large => TooLarge::Value.into(),
        Stopped::Rules(stop) => stop.into().reason(|| TooLarge::Moves(MOST_MOVES).into()),
    }
}

impl<P> fmt::Debug for dyn Couples<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Couples")
            .field("options", &self.options())
            .finish_non_exhaustive()
    }
}
