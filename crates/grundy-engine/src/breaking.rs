//! The ways of breaking a heap in two so that the parts have a wanted nim-sum, counted exactly.
//!
//! Where the values of heaps have a proved [`Period`](crate::period::Period), the value of a pair of large heaps
//! depends on the first one's residue only, so that the pairs are counted residue by residue: a heap of any size costs no
//! more than the table behind it.

use crate::heap_values::HeapValues;
use grundy_number::Natural;

/// Pairs of heaps that make up one heap.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// The unordered pairs of non-empty heaps with the sum `total` whose values have the nim-sum `target`; the first `limit`
/// are listed. `None` where neither the table nor its period reaches `total`.
///
/// Time is about the part of the table that is used, and once the length of `total`.
pub fn pairs(
    table: &HeapValues,
    total: &Natural,
    target: u32,
    parts: Parts,
    limit: usize,
) -> Option<Pairs> {
    let values = &table.values[..];
    if let Some(total) = usize::try_from(total)
        .ok()
        .filter(|&total| total <= values.len())
    {
        return Some(listed(values, total, target, parts, limit));
    }
    // Where values grow, their nim-sums do not repeat.
    let period = table.period.filter(|period| period.saltus() == 0)?;
    let (preperiod, period) = (period.preperiod(), period.period());
    let reach = preperiod.checked_add(period)?;
    if (values.len() as u64) < reach {
        return None;
    }
    if let Some(total) = u64::try_from(total)
        .ok()
        .filter(|&total| total / 2 <= reach)
    {
        // Too small for both parts to be beyond the pre-period: write the values out.
        let value = |heap: u64| table.value(&Natural::from(heap));
        let values = (0..total).map(value).collect::<Option<Vec<u32>>>()?;
        return Some(listed(&values, values.len(), target, parts, limit));
    }
    Some(counted(
        values,
        (preperiod, period),
        total,
        target,
        parts,
        limit,
    ))
}

fn most_first(total: u64, parts: Parts) -> u64 {
    match parts {
        Parts::Any => total / 2,
        Parts::Unequal => total.saturating_sub(1) / 2,
    }
}

/// The pairs of a heap that the table reaches.
fn listed(values: &[u32], total: usize, target: u32, parts: Parts, limit: usize) -> Pairs {
    let (mut count, mut listed) = (0u64, Vec::new());
    for first in 1..=most_first(total as u64, parts) as usize {
        if values[first] ^ values[total - first] == target {
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
    target: u32,
    parts: Parts,
    limit: usize,
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
        values[first_place as usize] ^ values[second as usize] == target
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
    use crate::period::Period;

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
                            let total = Natural::from(total);
                            assert_eq!(
                                pairs(&table, &total, target, parts, limit),
                                pairs(&whole, &total, target, parts, limit),
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
        assert_eq!(pairs(&table, &Natural::from(4u8), 0, Parts::Any, 9), None);
        let found = pairs(&table, &Natural::from(3u8), 3, Parts::Any, 9).expect("reached");
        assert_eq!(found.listed, [(Natural::from(1u8), Natural::from(2u8))]);
    }
}
