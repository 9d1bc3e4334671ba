//! Options of heaps that are sought by what they are worth: by a nim-sum, or by a product in a misère quotient.
//!
//! A ruleset on heaps knows which heaps a move leaves; what these are worth, and which worth is wanted, stands here. So the moves that
//! win are counted in one way under normal and under misère play, and where values repeat for ever, for heaps of any size.

use grundy_number::Natural;

use crate::breaking::{self, Pairs, Parts};
use crate::heap_values::HeapValues;
use crate::misere::{HeapElements, MisereQuotient};

/// What is sought of the options of a heap.
#[derive(Clone, Copy, Debug)]
pub enum Sought<'t> {
    /// The heaps that a move leaves have this nim-sum.
    NimSum {
        /// The values of heaps.
        table: &'t HeapValues,
        /// The nim-sum.
        target: &'t Natural,
    },
    /// The product of the heaps that a move leaves is one of some elements.
    Product {
        /// The quotient.
        quotient: &'t MisereQuotient,
        /// What heaps are worth.
        heaps: HeapElements<'t>,
        /// By element: whether it is sought.
        wanted: &'t [bool],
    },
}

impl<'t> Sought<'t> {
    /// What a heap is worth, as a number, where that is known: a Grundy value below 2^32, or the number of an element. 0 is what
    /// nothing is worth.
    pub fn value(&self, heap: &Natural) -> Option<u32> {
        match *self {
            Sought::NimSum { table, .. } => table.value(heap),
            Sought::Product { heaps, .. } => heaps.of(heap).map(|element| element.0),
        }
    }

    /// What a heap is worth that stands in the table.
    pub fn written(&self, heap: usize) -> Option<u32> {
        let values = match *self {
            Sought::NimSum { table, .. } => &table.values,
            Sought::Product { heaps, .. } => heaps.values,
        };
        values.get(heap).copied()
    }

    /// Whether a move is sought that leaves nothing.
    pub fn is_nothing(&self) -> bool {
        self.is_one(0)
    }

    /// Whether a move is sought that leaves one heap of a value.
    pub fn is_one(&self, value: u32) -> bool {
        match *self {
            Sought::NimSum { target, .. } => *target == Natural::from(value),
            Sought::Product { wanted, .. } => wanted[value as usize],
        }
    }

    /// Whether a move is sought that leaves two heaps of some values.
    pub fn is_pair(&self, one: u32, other: u32) -> bool {
        match *self {
            Sought::NimSum { target, .. } => *target == Natural::from(one ^ other),
            Sought::Product {
                quotient, wanted, ..
            } => wanted[quotient.product_of(one, other) as usize],
        }
    }

    /// The moves sought that leave two heaps of so many stones together, see [`breaking::pairs`].
    pub fn pairs(&self, total: &Natural, parts: Parts, limit: usize) -> Option<Pairs> {
        match *self {
            Sought::NimSum { table, target } => {
                let Ok(target) = u32::try_from(target) else {
                    return Some(Pairs::default());
                };
                let values = breaking::Values {
                    table: &table.values,
                    // Where values grow, their nim-sums do not repeat.
                    repeats: (table.period)
                        .filter(|period| period.saltus() == 0)
                        .map(|period| (period.preperiod(), period.period())),
                };
                breaking::pairs(values, total, parts, limit, |a, b| a ^ b == target)
            }
            Sought::Product {
                quotient,
                heaps,
                wanted,
            } => {
                let repeats = heaps.repeats;
                let values = breaking::Values {
                    table: heaps.values,
                    repeats: repeats.map(|at| (at.preperiod as u64, at.period as u64)),
                };
                breaking::pairs(values, total, parts, limit, |a, b| {
                    wanted[quotient.product_of(a, b) as usize]
                })
            }
        }
    }
}
