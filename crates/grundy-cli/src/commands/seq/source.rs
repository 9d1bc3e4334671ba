//! Where the values come from: a sequence that is computed as it goes, or the table of a rule, which is there as a whole.

use grundy::engine::sequence::{BLOCK, Engine, Sequence, Stop};

/// Values in their order.
#[derive(Debug)]
pub(super) enum Source {
    /// A code or a set of takes.
    Sequence(Box<Sequence>),
    /// All values that will be asked for, and how many were passed on.
    Table(Vec<u32>, usize),
}

impl Source {
    /// How many values were passed on.
    pub(super) fn len(&self) -> u64 {
        match self {
            Source::Sequence(sequence) => sequence.len(),
            Source::Table(_, done) => *done as u64,
        }
    }

    /// Adds the next values.
    pub(super) fn next_block(&mut self, values: &mut Vec<u32>) -> Result<(), Stop> {
        match self {
            Source::Sequence(sequence) => sequence.next_block(values),
            Source::Table(table, done) => {
                let end = table.len().min(*done + BLOCK);
                values.extend_from_slice(&table[*done..end]);
                // As a sequence does, it goes on in whole blocks.
                *done += BLOCK;
                Ok(())
            }
        }
    }

    /// The engine, where it is one of sequences.
    pub(super) fn engine(&self) -> Option<Engine> {
        match self {
            Source::Sequence(sequence) => Some(sequence.engine()),
            Source::Table(..) => None,
        }
    }

    /// The state for a checkpoint; a table has none.
    pub(super) fn save(&self) -> Vec<u8> {
        match self {
            Source::Sequence(sequence) => sequence.save(),
            Source::Table(..) => Vec::new(),
        }
    }
}
