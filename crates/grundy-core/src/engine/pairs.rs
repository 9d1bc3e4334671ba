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
    let (width, height) = sides((x, y), &work.meter);
    let cells = width.saturating_mul(height);
    let bytes = cells.saturating_mul(CELL);
    if let Err(refused) = work.meter.spend(cells, bytes) {
        // There is no table that would hold them.
        work.meter.release(bytes);
        return Err(refused.into());
    }
    let [width, height] = [width, height].map(|side| usize::try_from(side).unwrap_or(usize::MAX));
    *table = Some(on_pairs.fill_pairs(width, height, work.searching.threads, &mut work.meter)?);
    read(table, x, y).ok_or(Reason::NotCovered(NotCovered::OutsideTable))
}

/// The sides of a table that holds a cell: a square of a power of two, so that a few questions fill it once; where that is too large, the
/// largest square that leaves something for what is asked next; where none holds the cell, no more than it takes.
fn sides((x, y): (u64, u64), meter: &Meter) -> (u64, u64) {
    let (width, height) = (x.saturating_add(1), y.saturating_add(1));
    let least = width.max(height);
    let side = least.checked_next_power_of_two().unwrap_or(u64::MAX);
    let room = meter.positions_left().min(meter.bytes_left() / CELL);
    let side = side.max(32).min((room / 16 * 15).isqrt());
    match side >= least {
        true => (side, side),
        false => (width, height),
    }
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
