//! Whether a game of the catalogue has the values that were looked at.

use super::data::Data;
use crate::budget::Meter;
use crate::catalogue::{self, Catalogue};
use crate::engine::sequence::{Limits, Sequence};
use crate::engine::{Tables, Work};
use crate::nimber::Nimber;
use crate::notation::no_files;
use crate::rule::Recognised;
use crate::solve::Engine;
use grundy_core::couples::Searching;

/// Whether the values are those of the game; `None` where it has no table that tells.
pub(super) fn agrees(
    catalogue: Catalogue,
    known: &Recognised,
    data: &Data,
    meter: &mut Meter,
) -> Option<bool> {
    if let (Some(rules), [size]) = (&known.rules, &data.sizes[..]) {
        let memory = usize::try_from(meter.bytes_left()).unwrap_or(usize::MAX);
        let mut sequence = Sequence::new(rules.clone(), Limits { memory });
        let mut values = Vec::new();
        while values.len() < *size {
            sequence.next_block(&mut values).ok()?;
        }
        return Some(values[..*size] == data.cells[..]);
    }
    let game = catalogue::read(catalogue, &known.head, &no_files).ok()?;
    let [part] = game.parts() else { return None };
    let mut work = Work {
        meter: meter.clone(),
        tables: Tables::default(),
        listed: 0,
        searching: Searching::default(),
    };
    match data.sizes[..] {
        [size] => {
            let last = u64::try_from(size).ok()?.checked_sub(1)?;
            // A theorem is sooner asked than a table filled.
            let mut told = (0u64..).zip(&data.cells).map(|(heap, value)| {
                let component = part.rules.at(&[heap])?;
                let by_theorem = component.value_by(Engine::Theorem, &mut work).ok()?;
                Some(by_theorem == Nimber::from(*value))
            });
            if let Some(same) = told.try_fold(true, |all, same| Some(all & same?)) {
                return Some(same);
            }
            let values = part.rules.heap_values(last, &mut work)?.ok()?;
            Some(values == data.cells)
        }
        [width, height] => {
            let grid = part.rules.pair_values(width, height, &mut work)?.ok()?;
            let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
            let mut pairs = places.zip(&data.cells);
            Some(pairs.all(|((x, y), value)| grid.get(x, y) == Some(*value)))
        }
        _ => None,
    }
}
