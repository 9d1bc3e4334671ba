//! Single positions beyond a table, one after another: what was worked out for one serves the next.

use rustc_hash::FxHashMap;

use super::Unfilled;
use super::filling::{Filling, OPEN};
use crate::budget::Meter;
use crate::quotient::Play;
use crate::rule::{Position, Rule};

/// Positions that are kept before all are forgotten.
const KEPT: usize = 1 << 20;

/// Values of positions anywhere, with a table of those near the beginning.
pub(crate) struct Singles<'r> {
    rule: &'r Rule,
    sizes: Vec<usize>,
    cells: Vec<u32>,
    beyond: FxHashMap<Position, u32>,
}

impl<'r> Singles<'r> {
    /// With the values of a box, all of them.
    pub(crate) fn new(rule: &'r Rule, sizes: Vec<usize>, cells: Vec<u32>) -> Singles<'r> {
        Singles {
            rule,
            sizes,
            cells,
            beyond: FxHashMap::default(),
        }
    }

    /// The shortest side of the box.
    pub(crate) fn side(&self) -> usize {
        self.sizes.iter().min().copied().unwrap_or(0)
    }

    /// The box.
    pub(crate) fn into_cells(self) -> (Vec<usize>, Vec<u32>) {
        (self.sizes, self.cells)
    }

    /// The value of a position, by looking at everything that can follow it and is not known.
    ///
    /// # Errors
    /// [`Unfilled`]; other positions can be asked afterwards.
    pub(crate) fn value(&mut self, place: &[u64], meter: &mut Meter) -> Result<u32, Unfilled> {
        let position = self.rule.position(place).ok_or(Unfilled::Sizes)?;
        if self.beyond.len() > KEPT {
            self.beyond.clear();
        }
        let cells = std::mem::take(&mut self.cells);
        let mut filling = Filling::new(self.rule, &self.sizes, cells, meter, Play::Normal);
        filling.beyond = std::mem::take(&mut self.beyond);
        let told = filling
            .fill(position.clone())
            .map(|()| filling.value(&position));
        (self.cells, self.beyond) = (filling.cells, filling.beyond);
        if told.is_err() {
            // What was being worked out is not known.
            self.beyond.retain(|_, value| *value != OPEN);
        }
        told
    }
}
