//! A table that grows at its end, forgets at its beginning and tells when its last window has occurred before.

use super::period::recurrence;
use super::{Path, Table, TableError, Takes, Values};

/// The values of a set of takes, the first ones perhaps forgotten.
#[derive(Debug)]
pub(crate) struct Stream {
    table: Table,
}

impl Stream {
    /// Goes on from these values: the first ones of all, or as many last ones as the greatest take. Memory is
    /// bounded by `limit` bytes.
    pub(crate) fn new(takes: &[u64], values: &[u16], limit: u64) -> Result<Stream, TableError> {
        let mut table = Table::new(Takes::new(takes, u64::MAX)?, Path::best(), limit);
        let bytes: Result<Vec<u8>, _> = values.iter().map(|&value| u8::try_from(value)).collect();
        table.values = match bytes {
            Ok(bytes) => Values::U8(bytes),
            Err(_) => Values::U16(values.to_vec()),
        };
        Ok(Stream { table })
    }

    /// The greatest take.
    pub(crate) fn window(&self) -> usize {
        self.table.takes.greatest()
    }

    /// The values not forgotten.
    pub(crate) fn values(&self) -> &Values {
        &self.table.values
    }

    /// Bytes of the values not forgotten.
    pub(crate) fn bytes(&self) -> usize {
        match self.values() {
            Values::U8(values) => values.len(),
            Values::U16(values) => 2 * values.len(),
        }
    }

    /// Appends so many values.
    pub(crate) fn extend(&mut self, count: usize) -> Result<(), TableError> {
        let target = self.values().len().saturating_add(count);
        self.table.extend(target, &|| false)
    }

    /// Appends some of the values to `out`.
    pub(crate) fn copy(&self, places: std::ops::Range<usize>, out: &mut Vec<u32>) {
        match self.values() {
            Values::U8(values) => out.extend(values[places].iter().map(|&value| u32::from(value))),
            Values::U16(values) => out.extend(values[places].iter().map(|&value| u32::from(value))),
        }
    }

    /// Forgets the first values; a window of the last ones must stay.
    pub(crate) fn forget(&mut self, count: usize) {
        match &mut self.table.values {
            Values::U8(values) => drop(values.drain(..count)),
            Values::U16(values) => drop(values.drain(..count)),
        }
    }

    /// Where the values began to repeat and with which period, if the last window of them has occurred before.
    pub(crate) fn recurrence(&self) -> Option<(usize, usize)> {
        let found = match self.values() {
            Values::U8(values) => recurrence(values, self.window(), &|| false),
            Values::U16(values) => recurrence(values, self.window(), &|| false),
        };
        found.ok().flatten()
    }
}
