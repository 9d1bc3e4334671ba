//! Values that repeat, perhaps with a constant added in each turn.

use serde::{Deserialize, Serialize};

use crate::sequence::{BLOCK, Stop};

/// Values before they repeat, the values of a turn, and the place in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Repeat {
    cycle: Vec<u32>,
    place: usize,
    /// What a turn adds.
    rise: u32,
    /// What has been added so far.
    added: u32,
    /// What comes once, before the first turn, last first.
    before: Vec<u32>,
}

impl Repeat {
    /// Repeats these values, beginning at a place among them, with so much more in each turn. There must be some.
    pub(super) fn new(mut cycle: Vec<u32>, place: usize, rise: u32) -> Repeat {
        // Short turns are copied many at a time, unless their values grow too wide.
        let mut whole = rise;
        while !cycle.is_empty() && cycle.len() < 4 * BLOCK {
            let most = cycle.iter().max().copied().unwrap_or(0);
            let Some(twice) = whole.checked_mul(2) else {
                break;
            };
            if most.checked_add(whole).is_none() {
                break;
            }
            let turn = cycle.len();
            cycle.extend_from_within(..);
            cycle[turn..].iter_mut().for_each(|value| *value += whole);
            whole = twice;
        }
        Repeat {
            cycle,
            place,
            rise: whole,
            added: 0,
            before: Vec::new(),
        }
    }

    /// These values, the last of them for ever.
    pub(super) fn after(mut values: Vec<u32>) -> Repeat {
        let last = values.pop().unwrap_or(0);
        values.reverse();
        Repeat {
            before: values,
            ..Repeat::new(vec![last], 0, 0)
        }
    }

    /// Whether values can be copied from it.
    pub(super) fn sound(&self) -> bool {
        self.place < self.cycle.len()
    }

    /// Appends so many values.
    pub(super) fn extend(&mut self, count: usize, out: &mut Vec<u32>) -> Result<(), Stop> {
        let mut left = count;
        while left > 0
            && let Some(value) = self.before.pop()
        {
            out.push(value);
            left -= 1;
        }
        while left > 0 {
            let part = &self.cycle[self.place..];
            let part = &part[..left.min(part.len())];
            if self.added == 0 {
                out.extend_from_slice(part);
            } else {
                for value in part {
                    out.push(value.checked_add(self.added).ok_or(Stop::Wide)?);
                    self.place += 1;
                }
                self.place -= part.len();
            }
            left -= part.len();
            self.place += part.len();
            if self.place == self.cycle.len() {
                self.added = self.added.checked_add(self.rise).ok_or(Stop::Wide)?;
                self.place = 0;
            }
        }
        Ok(())
    }
}
