//! The ways of breaking a heap in two so that the values of the parts are as wanted, counted exactly.
//!
//! Where the values of heaps are proved to repeat, those of a pair of large heaps depend on the first one's residue only, so that
//! the pairs are counted residue by residue: a heap of any size costs no more than the table behind it.

use grundy_number::Natural;

/// Pairs of heaps that make up one heap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// How many there are.
    pub count: Natural,
    /// The first few, the smaller heap first, ascending.
    pub listed: Vec<(Natural, Natural)>,
}

/// Which pairs are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// Any two that are not empty.
    Any,
    /// Two of different sizes.
    Unequal,
}

/// The values of the heaps 0, 1, 2, …
#[derive(Clone, Copy, Debug)]
pub struct Values<'t> {
    /// The first of them.
    pub table: &'t [u32],
    /// Pre-period and period, where they are proved to repeat.
    pub repeats: Option<(u64, u64)>,
}

/// The unordered pairs of non-empty heaps with the sum `total` whose values fit; the first `limit` are listed. `None` where neither
/// the table nor the way in which values repeat reaches `total`. Whether two values fit must not depend on their order.
///
/// Time is about the part of the table that is used, and once the length of `total`.
pub fn pairs(
    values: Values<'_>,
    total: &Natural,
    parts: Parts,
    limit: usize,
    fit: impl Fn(u32, u32) -> bool,
) -> Option<Pairs> {
    let Values { table, repeats } = values;
    if let Some(total) = usize::try_from(total)
        .ok()
        .filter(|&total| total <= table.len())
    {
        return Some(listed(table, total, parts, limit, fit));
    }
    let (preperiod, period) = repeats?;
    let reach = preperiod.checked_add(period)?;
    if (table.len() as u64) < reach {
        return None;
    }
    if let Some(total) = u64::try_from(total)
        .ok()
        .filter(|&total| total / 2 <= reach)
    {
        // Too small for both parts to be beyond the pre-period: write the values out.
        let value = |heap: u64| match table.get(heap as usize) {
            Some(&value) => value,
            None => table[(preperiod + (heap - preperiod) % period) as usize],
        };
        let values: Vec<u32> = (0..total).map(value).collect();
        return Some(listed(&values, values.len(), parts, limit, fit));
    }
    Some(counted(
        table,
        (preperiod, period),
        total,
        parts,
        limit,
        fit,
    ))
}

fn most_first(total: u64, parts: Parts) -> u64 {
    match parts {
        Parts::Any => total / 2,
        Parts::Unequal => total.saturating_sub(1) / 2,
    }
}

/// The pairs of a heap that the table reaches.
fn listed(
    values: &[u32],
    total: usize,
    parts: Parts,
    limit: usize,
    fit: impl Fn(u32, u32) -> bool,
) -> Pairs {
    let (mut count, mut listed) = (0u64, Vec::new());
    for first in 1..=most_first(total as u64, parts) as usize {
        if fit(values[first], values[total - first]) {
            count += 1;
            if listed.len() < limit {
                listed.push((first.into(), (total - first).into()));
            }
        }
    }
    Pairs {
        count: count.into(),
        listed,
    }
}

/// The pairs of a heap so large that half of it is beyond the first period.
fn counted(
    values: &[u32],
    (preperiod, period): (u64, u64),
    total: &Natural,
    parts: Parts,
    limit: usize,
    fit: impl Fn(u32, u32) -> bool,
) -> Pairs {
    // The larger part is beyond the pre-period; its value goes by its distance from there, modulo the period.
    let distance = (total - preperiod) % period;
    let matches = |first: u64| {
        let first_place = if first < preperiod {
            first
        } else {
            preperiod + (first - preperiod) % period
        };
        let second = preperiod + (distance + period - first % period) % period;
        fit(values[first_place as usize], values[second as usize])
    };
    let most = match parts {
        Parts::Any => total >> 1,
        Parts::Unequal => (total - 1u8) >> 1,
    };
    let repeating = preperiod.max(1);
    let mut count = Natural::from((1..repeating).filter(|&first| matches(first)).count());
    let found: Vec<u64> = (repeating..repeating + period)
        .filter(|&first| matches(first))
        .collect();
    for &first in &found {
        count += (&most - first) / period + 1u8;
    }
    let early = (1..repeating)
        .filter(|&first| matches(first))
        .map(Natural::from);
    let rounds = if found.is_empty() { 0 } else { u64::MAX };
    let repeated = (0..rounds).flat_map(|round| {
        found
            .iter()
            .map(move |&first| Natural::from(round) * period + first)
    });
    let listed = early
        .chain(repeated)
        .take_while(|first| *first <= most)
        .take(limit)
        .map(|first| {
            let second = total - &first;
            (first, second)
        });
    Pairs {
        count,
        listed: listed.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap_values::HeapValues;
    use crate::period::Period;
    use crate::sought::Sought;

    /// A table with a pre-period of some irregular values, and one written out far beyond.
    fn tables(preperiod: u64, period: u64) -> (HeapValues, Vec<u32>) {
        let value = |heap: u64| {
            let place = if heap < preperiod {
                heap
            } else {
                1000 + (heap - preperiod) % period
            };
            (place.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 62) as u32
        };
        let long: Vec<u32> = (0..600).map(value).collect();
        let proved = Period::by_breaking(&long, 2, 3).expect("a period");
        let short = (proved.preperiod() + proved.period()) as usize;
        let table = HeapValues {
            values: long[..short].to_vec(),
            period: Some(proved),
        };
        (table, long)
    }

    /// The pairs of a wanted nim-sum.
    fn found(
        table: &HeapValues,
        total: u32,
        target: u32,
        parts: Parts,
        limit: usize,
    ) -> Option<Pairs> {
        let target = &Natural::from(target);
        Sought::NimSum { table, target }.pairs(&total.into(), parts, limit)
    }

    #[test]
    fn counting_agrees_with_listing() {
        for (preperiod, period) in [(0, 1), (0, 5), (1, 3), (7, 4), (20, 12), (3, 40)] {
            let (table, long) = tables(preperiod, period);
            let whole = HeapValues {
                values: long,
                period: None,
            };
            for total in (0u32..500).step_by(if cfg!(debug_assertions) { 7 } else { 1 }) {
                for target in 0..5 {
                    for parts in [Parts::Any, Parts::Unequal] {
                        for limit in [0, 3, usize::MAX] {
                            assert_eq!(
                                found(&table, total, target, parts, limit),
                                found(&whole, total, target, parts, limit),
                                "{preperiod} {period}: {total} to {target}, {parts:?}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn beyond_a_table_without_a_period_nothing_is_known() {
        let table = HeapValues {
            values: vec![0, 1, 2],
            period: None,
        };
        assert_eq!(found(&table, 4, 0, Parts::Any, 9), None);
        let found = found(&table, 3, 3, Parts::Any, 9).expect("reached");
        assert_eq!(found.listed, [(Natural::from(1u8), Natural::from(2u8))]);
    }
}
