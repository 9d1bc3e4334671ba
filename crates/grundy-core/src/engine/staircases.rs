//! Tables of staircases: the values of all that lies within a bar, kept for rulesets whose positions are such.
//!
//! A table holds far more than one question needs where the staircase is thin, a hook or a few long rows: such positions are left to search.
//!
//! Who wins a staircase alone, and by which moves, takes less: a bit for each staircase in place of its value, or no table at all where there are
//! at most three rows or three columns.

use std::marker::PhantomData;

use crate::budget::Meter;
use crate::engine::Work;
use crate::message;
use crate::number::Natural;
use crate::reason::{NotCovered, Reason, TooLarge};
use crate::ruleset::{Moves, Ruleset};
use crate::text::Message;

use grundy_engine::staircase::{Lost, Staircases, Unfilled, lost_below, within, within_bar};

/// The tables kept for one ruleset, of one kind.
struct Kept<T, R>(Vec<T>, PhantomData<fn(R)>);

impl<T, R> Default for Kept<T, R> {
    fn default() -> Self {
        Kept(Vec::new(), PhantomData)
    }
}

/// A table of all that lies within a bar.
trait OfBar {
    /// Rows and columns, the longer side first.
    fn sides(&self) -> (usize, usize);
    fn bytes(&self) -> u64;
}

impl OfBar for Staircases {
    fn sides(&self) -> (usize, usize) {
        Staircases::sides(self)
    }
    fn bytes(&self) -> u64 {
        Staircases::bytes(self)
    }
}

impl OfBar for Lost {
    fn sides(&self) -> (usize, usize) {
        Lost::sides(self)
    }
    fn bytes(&self) -> u64 {
        Lost::bytes(self)
    }
}

/// A table is filled where it holds at most this many staircases for one that can follow: it tells so many before search
/// has looked at one.
const WASTE: u64 = 32;

/// The rows and columns of the smallest bar around a staircase.
fn bar_around(rows: &[u32]) -> (usize, usize) {
    (rows.len(), rows.first().map_or(0, |&row| row as usize))
}

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
    let tables = &mut work.tables.of::<Kept<Staircases, R>>(head).0;
    value_of(rows, tables, &mut work.meter)
}

/// The same of the rows, whatever the rules.
fn value_of(rows: &[u32], tables: &mut Vec<Staircases>, meter: &mut Meter) -> Result<u32, Reason> {
    if let Some(value) = tables.iter().find_map(|table| table.value(rows)) {
        return Ok(value);
    }
    let (high, wide) = bar_around(rows);
    meter.step((high * wide) as u64)?;
    if within_bar(high, wide) / WASTE > within(rows) {
        return Err(NotCovered::Thin.into());
    }
    let table = Staircases::fill(high, wide, meter).map_err(reason)?;
    let value = table.value(rows).ok_or(NotCovered::OutsideTable);
    keep(tables, table, meter.bytes_allowed());
    Ok(value?)
}

/// Why a value is right.
pub fn because() -> Message {
    message!(
        "from a table of all positions inside the enclosing rectangle, each value the mex of its options' values",
        "由外接矩形内所有局面的 SG 值表得出，每个值是其后继值的 mex"
    )
}

/// The bites of a staircase that leave a lost one, and how they were found: no such bite exactly where it is itself lost.
///
/// # Errors
/// Why that is not known: as of [`value`].
pub fn winning<R: Ruleset>(
    rules: &R,
    head: &str,
    position: &R::Position,
    work: &mut Work,
) -> Result<(Moves<R::Position>, Message), Reason> {
    let on_staircases = rules.capabilities().staircases.ok_or(NotCovered::NoTable)?;
    let rows = on_staircases.rows(position).ok_or(NotCovered::NoTable)?;
    let tables = &mut work.tables.of::<Kept<Lost, R>>(head).0;
    let (bites, because) = bites(rows, tables, &mut work.meter, work.listed)?;
    let bite = |(row, column)| on_staircases.bite(position, row, column);
    let moves = Moves {
        count: Some(Natural::from(bites.count)),
        listed: bites.listed.into_iter().map(bite).collect(),
    };
    Ok((moves, because))
}

/// Bites by row and column: their number, and the first of them.
struct Bites {
    count: u64,
    listed: Vec<(usize, u32)>,
}

/// The same of the rows, whatever the rules.
fn bites(
    rows: &[u32],
    tables: &mut Vec<Lost>,
    meter: &mut Meter,
    most: usize,
) -> Result<(Bites, Message), Reason> {
    let (high, wide) = bar_around(rows);
    if high > 3 && wide > 3 {
        return by_bits(rows, tables, meter, most);
    }
    let Some(three) = three_rows(rows) else {
        return Err(NotCovered::OutsideTable.into());
    };
    let upright = high <= 3;
    let mut listed: Vec<(usize, u32)> = lost_below(three, meter)?
        .into_iter()
        .filter_map(|to| {
            let (row, (&column, _)) =
                (to.iter().zip(&three).enumerate()).find(|(_, (left, before))| left != before)?;
            Some(match upright {
                true => (row, column),
                false => (column as usize, row as u32),
            })
        })
        .collect();
    listed.sort_unstable();
    let count = listed.len() as u64;
    listed.truncate(most);
    let because = match three[2] {
        0 => message!(
            "with two rows, the positions that lose are those where one row is exactly one square longer than the other",
            "两行时，当且仅当一行比另一行多一格时，先手负"
        ),
        _ => message!(
            "for any lengths of two of the three rows, at most one length of the third gives a P-position; all of them were found, from the shortest bottom row up",
            "三行中任意两行给定后，第三行至多有一种长度使先手负；从最短的底行起逐一求出所有先手负的局面"
        ),
    };
    Ok((Bites { count, listed }, because))
}

/// At most three rows as three, or as many columns as rows.
fn three_rows(rows: &[u32]) -> Option<[u32; 3]> {
    let wide = *rows.first().filter(|&&row| row > 0)?;
    let mut three = [0; 3];
    if rows.len() <= 3 {
        three[..rows.len()].copy_from_slice(rows);
    } else {
        for column in 0..wide.min(3) {
            three[column as usize] = rows.partition_point(|&row| row > column) as u32;
        }
    }
    Some(three)
}

/// The same by the table of what is lost within the smallest bar around it.
fn by_bits(
    rows: &[u32],
    tables: &mut Vec<Lost>,
    meter: &mut Meter,
    most: usize,
) -> Result<(Bites, Message), Reason> {
    let (high, wide) = bar_around(rows);
    let at = (tables.iter()).position(|table| table.is_lost(rows).is_some());
    let at = match at {
        Some(at) => at,
        None => {
            let table = Lost::fill(high, wide, meter)?;
            keep(tables, table, meter.bytes_allowed());
            tables.len() - 1
        }
    };
    let table = &tables[at];
    let (mut count, mut listed) = (0u64, Vec::new());
    let mut left = rows.to_vec();
    for row in 0..rows.len() {
        for column in 0..rows[row] {
            meter.step(10 + rows.len() as u64)?;
            for (left, &length) in left.iter_mut().zip(rows).skip(row) {
                *left = length.min(column);
            }
            if table.is_lost(&left) == Some(true) {
                count += 1;
                if listed.len() < most {
                    listed.push((row, column));
                }
            }
        }
        left[row] = rows[row];
    }
    let because = message!(
        "from a table of the P-positions inside the enclosing rectangle: those from which no bite leads to another",
        "由外接矩形内所有先手负局面的表得出：凡不能一步到达先手负局面者，即为先手负"
    );
    Ok((Bites { count, listed }, because))
}

/// Adds a table to those kept, of which it replaces what lies within it; the oldest go where all together are too large.
fn keep<T: OfBar>(tables: &mut Vec<T>, table: T, most: u64) {
    let (high, wide) = table.sides();
    tables.retain(|other| {
        let (rows, columns) = other.sides();
        rows > high || columns > wide
    });
    tables.push(table);
    let held = |tables: &[T]| tables.iter().map(T::bytes).sum::<u64>();
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
