//! The options of a heap, one by one: what each leaves, as the values of its heaps put together.
//!
//! What a value is, and how values of heaps side by side make one, is told by who asks: numbers with their nim-sum, or elements of a
//! monoid with their product.

use crate::rules::{Break, Remainders, Rules, Take};

/// Values of heaps, and how they are put together.
pub(crate) trait Values {
    /// What a heap is worth, and heaps side by side.
    type Value: Copy;
    /// The value of no heap at all.
    fn nothing(&self) -> Self::Value;
    /// The value of some heaps and one more beside them.
    fn beside(&self, heaps: Self::Value, one: Self::Value) -> Self::Value;
}

/// Nim-sums (Sprague 1935, Grundy 1939).
pub(crate) struct Nim;

impl Values for Nim {
    type Value = u32;
    fn nothing(&self) -> u32 {
        0
    }
    fn beside(&self, heaps: u32, one: u32) -> u32 {
        heaps ^ one
    }
}

/// Meets the value of each option of a heap, from the values of smaller heaps; `values` has at least those.
pub(crate) fn each<V: Values>(
    rules: &Rules,
    heap: usize,
    values: &[V::Value],
    kind: &V,
    meet: impl FnMut(V::Value),
) {
    match rules {
        Rules::Break(rules) => breaks(rules, heap, values, kind, meet),
        Rules::Take(rules) => takes(rules, heap, values, meet),
        Rules::Remainders(rules) => remainders(rules, heap, values, meet),
    }
}

fn breaks<V: Values>(
    rules: &Break,
    heap: usize,
    values: &[V::Value],
    kind: &V,
    mut meet: impl FnMut(V::Value),
) {
    for (removed, &digit) in rules.digits.iter().enumerate() {
        let Some(left) = heap.checked_sub(removed) else {
            break;
        };
        if left == 0 {
            if digit & 1 != 0 {
                meet(kind.nothing());
            }
            break;
        }
        if digit & 2 != 0 {
            meet(values[left]);
        }
        if heap < rules.least {
            continue;
        }
        if digit & 4 != 0 {
            pairs(left, rules.unequal, values, kind, &mut meet);
        }
        for parts in 3..8 {
            if digit >> parts & 1 == 1 {
                several(parts, left, 1, kind.nothing(), values, kind, &mut meet);
            }
        }
    }
}

/// So many heaps of at least `least` stones, beside others that are worth `sum`.
fn several<V: Values>(
    parts: usize,
    left: usize,
    least: usize,
    sum: V::Value,
    values: &[V::Value],
    kind: &V,
    meet: &mut impl FnMut(V::Value),
) {
    for one in least..=left / parts {
        let (sum, left) = (kind.beside(sum, values[one]), left - one);
        if parts > 2 {
            several(parts - 1, left, one, sum, values, kind, meet);
        } else {
            meet(kind.beside(sum, values[left]));
        }
    }
}

fn pairs<V: Values>(
    left: usize,
    unequal: bool,
    values: &[V::Value],
    kind: &V,
    meet: &mut impl FnMut(V::Value),
) {
    let most = if unequal { (left - 1) / 2 } else { left / 2 };
    let larger = values[left - most..left].iter().rev();
    for (&first, &second) in values[1..=most].iter().zip(larger) {
        meet(kind.beside(first, second));
    }
}

fn takes<T: Copy>(rules: &Take, heap: usize, values: &[T], mut meet: impl FnMut(T)) {
    let most = heap as u64;
    let mut run = |low: u64, high: u64| {
        for take in low..=high.min(most) {
            meet(values[heap - take as usize]);
        }
    };
    if rules.all_but {
        let mut next = 1;
        for &(low, high) in &rules.ranges {
            run(next, low - 1);
            next = high + 1;
        }
        run(next, most);
    } else {
        rules.ranges.iter().for_each(|&(low, high)| run(low, high));
    }
}

fn remainders<T: Copy>(rules: &Remainders, heap: usize, values: &[T], mut meet: impl FnMut(T)) {
    for take in 1..=heap {
        if rules.allows(take as u64) {
            meet(values[heap - take]);
        }
    }
}
