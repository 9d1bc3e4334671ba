//! Tables of values over two coordinates, kept for rulesets that can fill one as a whole.

use std::marker::PhantomData;

use crate::engine::Work;
use crate::ruleset::Ruleset;
use crate::said;
use crate::text::Said;

/// Values over `0..width` × `0..height`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairValues {
    /// How many first coordinates.
    pub width: usize,
    /// How many second coordinates.
    pub height: usize,
    /// The value at (x, y) is at `y * width + x`.
    pub values: Vec<u32>,
}

impl PairValues {
    /// The value at (x, y), where the table reaches it.
    pub fn value(&self, x: u64, y: u64) -> Option<u32> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        if x >= self.width || y >= self.height {
            return None;
        }
        self.values.get(y * self.width + x).copied()
    }
}

/// The table kept for one ruleset.
struct Kept<R>(PairValues, PhantomData<fn(R)>);

impl<R> Default for Kept<R> {
    fn default() -> Self {
        Kept(PairValues::default(), PhantomData)
    }
}

/// The value of a position by the ruleset's table over both coordinates.
///
/// # Errors
/// Why there is none: the ruleset has no such table, or what ran out.
pub fn value<R: Ruleset>(
    rules: &R,
    head: &str,
    position: &R::Position,
    work: &mut Work,
) -> Result<u32, Said> {
    let Some((x, y)) = rules.pair(position) else {
        return Err(said!(
            "no table of this ruleset holds the position",
            "此规则没有包含该局面的表"
        ));
    };
    let table = &mut work.tables.of::<Kept<R>>(head).0;
    if let Some(value) = table.value(x, y) {
        return Ok(value);
    }
    // A square of a power of two, so that a few questions fill it once.
    let side = x
        .max(y)
        .saturating_add(1)
        .checked_next_power_of_two()
        .unwrap_or(u64::MAX)
        .max(32);
    let cells = side.saturating_mul(side);
    work.meter
        .spend(cells, cells.saturating_mul(4))
        .map_err(|ran_out| ran_out.said())?;
    let side = usize::try_from(side).unwrap_or(usize::MAX);
    *table = rules
        .fill_pairs(side, side, &mut work.meter)
        .map_err(|ran_out| ran_out.said())?;
    table
        .value(x, y)
        .ok_or_else(|| said!("the table does not reach the position", "表未覆盖该局面"))
}
