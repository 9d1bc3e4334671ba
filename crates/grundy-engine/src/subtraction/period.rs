//! The period of a finite subtraction set, found and proved.
//!
//! A value is a function of the last `m` values, `m` the greatest take. So if two windows of `m` consecutive
//! values are equal the sequence repeats from the first of them on (Berlekamp, Conway and Guy, *Winning Ways*,
//! chapter 4); and two such windows must come, the windows being finitely many. The distance to the latest earlier
//! window equal to the last one is the least period; walking back from there gives the least preperiod.

use super::{Path, Table, TableError, Takes, Values};

/// A proved period: from `preperiod` on, the value of `n + period` is the value of `n`; both are the least possible.
///
/// Made only by [`period()`], which compares two whole windows of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    preperiod: u64,
    period: u64,
    /// The values of `0..preperiod + period`.
    values: Values,
}

impl Period {
    /// The number of heaps before the sequence repeats.
    #[must_use]
    pub fn preperiod(&self) -> u64 {
        self.preperiod
    }

    /// The length of the part that repeats, at least 1.
    #[must_use]
    pub fn period(&self) -> u64 {
        self.period
    }

    /// The value of a heap of any size.
    #[must_use]
    pub fn value(&self, heap: u64) -> u16 {
        if heap < self.preperiod {
            self.at(heap)
        } else {
            self.tail_value(heap % self.period)
        }
    }

    /// The value shared by all heaps from the preperiod on that are `residue` modulo the period.
    #[must_use]
    pub fn tail_value(&self, residue: u64) -> u16 {
        let (residue, first) = (residue % self.period, self.preperiod % self.period);
        // Both are below the period, which is the length of a table: no overflow.
        self.at(self.preperiod + (residue + self.period - first) % self.period)
    }

    /// The values of the heaps below preperiod + period.
    #[must_use]
    pub fn values(&self) -> &Values {
        &self.values
    }

    fn at(&self, heap: u64) -> u16 {
        self.values.get(heap).unwrap_or_default()
    }
}

/// Finds the least period and preperiod of a set of takes (any order, repetitions allowed), within `positions` heaps
/// and `limit` bytes.
///
/// Heaps are computed up to about twice preperiod + period + greatest take.
///
/// ```
/// use grundy_engine::subtraction::period;
/// let found = period(&[1, 3, 4], 1 << 20, 1 << 22, &|| false)?;
/// assert_eq!((found.preperiod(), found.period()), (0, 7));
/// assert_eq!(found.value(u64::MAX), found.value(u64::MAX % 7));
/// # Ok::<(), grundy_engine::subtraction::TableError>(())
/// ```
///
/// # Errors
/// [`TableError::NoPeriodWithin`] where the positions do not suffice, and those of [`values`](super::values).
pub fn period(
    takes: &[u64],
    positions: u64,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Period, TableError> {
    let takes = Takes::new(takes, u64::MAX)?;
    let window = takes.greatest();
    if window == 0 {
        return Err(TableError::NoTake);
    }
    let most = usize::try_from(positions).unwrap_or(usize::MAX);
    let mut table = Table::new(takes, Path::best(), limit);
    let mut end = window.saturating_mul(2).saturating_add(256);
    loop {
        end = end.min(most);
        if end <= window {
            return Err(TableError::NoPeriodWithin { positions });
        }
        table.extend(end, stop)?;
        let found = match &table.values {
            Values::U8(values) => recurrence(values, window, stop)?,
            Values::U16(values) => recurrence(values, window, stop)?,
        };
        if let Some((preperiod, period)) = found {
            let mut values = table.values;
            match &mut values {
                Values::U8(values) => shorten(values, preperiod + period),
                Values::U16(values) => shorten(values, preperiod + period),
            }
            return Ok(Period {
                preperiod: preperiod as u64,
                period: period as u64,
                values,
            });
        }
        if end == most {
            return Err(TableError::NoPeriodWithin { positions });
        }
        end = end.saturating_mul(2);
    }
}

fn shorten<T>(values: &mut Vec<T>, length: usize) {
    values.truncate(length);
    values.shrink_to_fit();
}

/// The least preperiod and period, if the last `window` values occur before.
///
/// Earlier windows are met from the last to the first by a rolling hash; equal hashes are compared in full.
pub(crate) fn recurrence<T: Copy + Eq + Into<u64>>(
    values: &[T],
    window: usize,
    stop: &dyn Fn() -> bool,
) -> Result<Option<(usize, usize)>, TableError> {
    const BASE: u64 = 0x9E37_79B9_7F4A_7C15;
    let Some(start) = values.len().checked_sub(window) else {
        return Ok(None);
    };
    let last = &values[start..];
    let wanted = last.iter().rev().fold(0u64, |hash, &value| {
        hash.wrapping_mul(BASE).wrapping_add(value.into())
    });
    let highest = (1..window).fold(1u64, |power, _| power.wrapping_mul(BASE));
    let mut hash = wanted;
    for earlier in (0..start).rev() {
        if earlier % (1 << 20) == 0 && stop() {
            return Err(TableError::Stopped);
        }
        let leaving = values[earlier + window].into();
        hash = hash
            .wrapping_sub(highest.wrapping_mul(leaving))
            .wrapping_mul(BASE)
            .wrapping_add(values[earlier].into());
        if hash == wanted && &values[earlier..earlier + window] == last {
            let period = start - earlier;
            let differs = (0..earlier)
                .rev()
                .find(|&heap| values[heap] != values[heap + period]);
            return Ok(Some((differs.map_or(0, |heap| heap + 1), period)));
        }
    }
    Ok(None)
}
