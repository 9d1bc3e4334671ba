//! Tables of staircases: the values of all that lies within a bar, kept for rulesets whose positions are such.
//!
//! A table holds far more than one question needs where the staircase is thin, a hook or a few long rows: such positions are left to search.

use std::marker::PhantomData;

use crate::budget::Meter;
use crate::engine::Work;
use crate::message;
use crate::reason::{NotCovered, Reason, TooLarge};
use crate::ruleset::Ruleset;
use crate::text::Message;

use grundy_engine::staircase::{Staircases, Unfilled, within, within_bar};

/// The tables kept for one ruleset.
struct Kept<R>(Vec<Staircases>, PhantomData<fn(R)>);

impl<R> Default for Kept<R> {
    fn default() -> Self {
        Kept(Vec::new(), PhantomData)
    }
}

/// A table is filled where it holds at most this many staircases for one that can follow: it tells so many before search
/// has looked at one.
const WASTE: u64 = 32;

/// The value of a position by the table of the smallest bar around it.
///
/// # Errors
/// Why there is none: the ruleset is not one on staircases, the bar holds too much that cannot follow, or what ran out.
pub fn value<R: Ruleset>(
    rules: &R,
    head: &str,
    position: &R::Position,
    work: &mut Work,
) -> Result<u32, Reason> {
    let on_staircases = rules.capabilities().staircases.ok_or(NotCovered::NoTable)?;
    let rows = on_staircases.rows(position).ok_or(NotCovered::NoTable)?;
    let tables = &mut work.tables.of::<Kept<R>>(head).0;
    if let Some(value) = tables.iter().find_map(|table| table.value(rows)) {
        return Ok(value);
    }
    let (high, wide) = (rows.len(), rows.first().copied().map_or(0, usize::from));
    work.meter.step((high * wide) as u64)?;
    if within_bar(high, wide) / WASTE > within(rows) {
        return Err(NotCovered::Thin.into());
    }
    let table = Staircases::fill(high, wide, &mut work.meter).map_err(reason)?;
    let value = table.value(rows).ok_or(NotCovered::OutsideTable);
    keep(tables, table, work.meter.bytes_allowed());
    Ok(value?)
}

/// Why a value is right.
pub fn because() -> Message {
    message!(
        "from the table of all that lies within the bar around it, each value the mex of its options' values",
        "由其外围整块内所有局面的 SG 值表得出，每个值是其后继值的 mex"
    )
}

/// Adds a table to those kept, of which it replaces what lies within it; the oldest go where all together are too large.
fn keep(tables: &mut Vec<Staircases>, table: Staircases, most: u64) {
    let (high, wide) = table.sides();
    tables.retain(|other| {
        let (rows, columns) = other.sides();
        rows > high || columns > wide
    });
    tables.push(table);
    let held = |tables: &[Staircases]| tables.iter().map(Staircases::bytes).sum::<u64>();
    while tables.len() > 1 && held(tables) > most {
        tables.remove(0);
    }
}

fn reason(unfilled: Unfilled) -> Reason {
    match unfilled {
        Unfilled::Exhausted(exhausted) => exhausted.into(),
        Unfilled::TooManySquares(_) => TooLarge::Value.into(),
    }
}

/// Whether search may begin: every staircase within a position can follow it, so that none is missed by search.
///
/// # Errors
/// That there are more than may be looked at.
pub fn searchable<R: Ruleset>(
    rules: &R,
    position: &R::Position,
    meter: &mut Meter,
) -> Result<(), Reason> {
    let on_staircases = rules.capabilities().staircases;
    let rows = on_staircases.and_then(|staircases| staircases.rows(position));
    let Some(rows) = rows else {
        return Ok(());
    };
    let wide = rows.first().copied().map_or(0, u64::from);
    meter.step(rows.len() as u64 * wide)?;
    if within(rows).saturating_sub(1) > meter.positions_left() {
        // Nothing is left of it either way.
        meter.spend(meter.positions_left().saturating_add(1), 0)?;
    }
    Ok(())
}
