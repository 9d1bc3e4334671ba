//! Tables of values over two coordinates, kept for rulesets that can fill one as a whole.

use std::marker::PhantomData;

use crate::budget::{Exhausted, Meter};
use crate::engine::Work;
use crate::engine::grid::{Grid, TableError};
use crate::reason::{NotCovered, Reason};
use crate::ruleset::Ruleset;

/// The table kept for one ruleset.
struct Kept<R>(Option<Grid>, PhantomData<fn(R)>);

impl<R> Default for Kept<R> {
    fn default() -> Self {
        Kept(None, PhantomData)
    }
}

/// Bytes that a cell is reckoned to take.
const CELL: u64 = 4;

/// The value of a position by the ruleset's table over both coordinates.
///
/// # Errors
/// Why there is none: the ruleset has no such table, or what ran out.
pub fn value<R: Ruleset>(
    rules: &R,
    head: &str,
    position: &R::Position,
    work: &mut Work,
) -> Result<u32, Reason> {
    let on_pairs = rules.capabilities().pairs.ok_or(NotCovered::NoTable)?;
    let (x, y) = on_pairs.pair(position).ok_or(NotCovered::NoTable)?;
    let table = &mut work.tables.of::<Kept<R>>(head).0;
    if let Some(value) = read(table, x, y) {
        return Ok(value);
    }
    // A square of a power of two, so that a few questions fill it once; where that is too large, the largest square
    // that leaves something for what is asked next.
    let least = x.max(y).saturating_add(1);
    let side = least
        .checked_next_power_of_two()
        .unwrap_or(u64::MAX)
        .max(32);
    let (positions, bytes) = (work.meter.positions_left(), work.meter.bytes_left());
    let most = (positions.min(bytes / CELL) / 16 * 15).isqrt();
    let side = side.min(most.max(least));
    let cells = side.saturating_mul(side);
    let bytes = cells.saturating_mul(CELL);
    if let Err(refused) = work.meter.spend(cells, bytes) {
        // There is no table that would hold them.
        work.meter.release(bytes);
        return Err(refused.into());
    }
    let side = usize::try_from(side).unwrap_or(usize::MAX);
    *table = Some(on_pairs.fill_pairs(side, side, work.searching.threads, &mut work.meter)?);
    read(table, x, y).ok_or(Reason::NotCovered(NotCovered::OutsideTable))
}

fn read(table: &Option<Grid>, x: u64, y: u64) -> Option<u32> {
    table
        .as_ref()?
        .get(usize::try_from(x).ok()?, usize::try_from(y).ok()?)
}

/// What ran out where a table was refused.
pub fn ran_out(refused: TableError, meter: &Meter) -> Reason {
    let exhausted = match refused {
        TableError::Stopped => meter.look().err().unwrap_or(Exhausted::Interrupted),
        _ => Exhausted::Bytes(meter.bytes_left()),
    };
    exhausted.into()
}
