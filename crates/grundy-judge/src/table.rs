//! Values of the heaps of a subtraction set, as far as they were asked for.
//!
//! The value of a heap is the least number that no option has (Sprague 1935, Grundy 1939).
//! A value is kept as one bit of a word, so the values that the options of 64 heaps in a row
//! have are found take by take, as the OR of two rows of words. A set whose values leave the
//! word goes on with plain numbers.

/// Heaps that are done at a time; takes smaller than this reach into the same block.
const BLOCK: usize = 64;

/// Values of heaps 0, 1, 2, … of one subtraction set.
pub(crate) struct Table {
    /// In growing order, without repetition, none above `limit`.
    takes: Vec<usize>,
    /// The largest heap that may be asked for.
    limit: usize,
    /// `1 << value` of each heap, while all values are below 64.
    bits: Vec<u64>,
    /// The values, once one of them is not.
    values: Vec<u32>,
    /// Of each value, the heap that last had it among its options.
    seen: Vec<u32>,
}

impl Table {
    /// An empty table for heaps up to `limit`, which must be below 2^32.
    pub(crate) fn new(limit: u32) -> Table {
        Table {
            takes: Vec::new(),
            limit: limit as usize,
            bits: Vec::new(),
            values: Vec::new(),
            seen: Vec::new(),
        }
    }

    /// The largest heap that may be asked for.
    pub(crate) fn limit(&self) -> u64 {
        self.limit as u64
    }

    /// The takes that matter to heaps up to the limit, in growing order.
    pub(crate) fn takes(&self) -> &[usize] {
        &self.takes
    }

    /// Forgets the set and its values.
    pub(crate) fn clear(&mut self) {
        self.takes.clear();
        self.bits.clear();
        self.values.clear();
        self.seen.clear();
    }

    /// Adds a take of at least 1; all are added before the first value is asked for.
    pub(crate) fn take(&mut self, take: u64) {
        // A take beyond the limit is open to no heap that may be asked for.
        let Some(take) = usize::try_from(take)
            .ok()
            .filter(|&take| take <= self.limit)
        else {
            return;
        };
        if self.takes.len() == self.takes.capacity() {
            // Repetitions must not make the list longer than the table.
            self.seal();
            self.takes.reserve(self.takes.len().max(64));
        }
        self.takes.push(take);
    }

    /// Brings the takes in order.
    pub(crate) fn seal(&mut self) {
        self.takes.sort_unstable();
        self.takes.dedup();
    }

    /// The value of a heap up to the limit; beyond, nothing.
    #[inline]
    pub(crate) fn value(&mut self, heap: u64) -> Option<u64> {
        let heap = usize::try_from(heap)
            .ok()
            .filter(|&heap| heap <= self.limit)?;
        if let Some(bit) = self.bits.get(heap) {
            return Some(u64::from(bit.trailing_zeros()));
        }
        if let Some(&value) = self.values.get(heap) {
            return Some(u64::from(value));
        }
        Some(self.grow(heap))
    }

    /// Fills the table up to `heap` and gives its value.
    #[cold]
    fn grow(&mut self, heap: usize) -> u64 {
        if self.values.is_empty() {
            // Half as much again, so that slowly growing heaps do not start over for each.
            let goal = (heap + heap / 2).min(self.limit);
            if self.grow_bits(goal) || heap < self.bits.len() {
                return u64::from(self.bits[heap].trailing_zeros());
            }
            self.values = self.bits.iter().map(|bit| bit.trailing_zeros()).collect();
            self.bits = Vec::new();
        }
        self.grow_values(heap);
        u64::from(self.values[heap])
    }

    /// Fills `bits` up to heap `goal`; false where a value of 64 comes first.
    fn grow_bits(&mut self, goal: usize) -> bool {
        let near = self.takes.partition_point(|&take| take < BLOCK);
        while self.bits.len() <= goal {
            let base = self.bits.len();
            let block = BLOCK.min(self.limit + 1 - base);
            let mut options = [0u64; BLOCK];
            for &take in &self.takes[near..] {
                // Heaps of this block that are at least `take`; all they reach is before the block.
                let Some(first) = take
                    .checked_sub(base)
                    .map_or(Some(0), |first| (first < block).then_some(first))
                else {
                    break;
                };
                let reached = &self.bits[base + first - take..base + block - take];
                for (options, bit) in options[first..block].iter_mut().zip(reached) {
                    *options |= bit;
                }
            }
            for (index, &far) in options[..block].iter().enumerate() {
                let heap = base + index;
                let mut options = far;
                for &take in self.takes[..near].iter().take_while(|&&take| take <= heap) {
                    options |= self.bits[heap - take];
                }
                if options == u64::MAX {
                    return false;
                }
                // The lowest bit that is not set.
                self.bits.push(!options & options.wrapping_add(1));
            }
        }
        true
    }

    /// Fills `values` up to `heap`.
    fn grow_values(&mut self, heap: usize) {
        // A heap has at most as many options as there are takes, so this is room for its value.
        self.seen.resize(self.takes.len() + 1, 0);
        for heap in self.values.len()..=heap {
            // Never 0: heap 0 has no options.
            let mark = heap as u32;
            for &take in self.takes.iter().take_while(|&&take| take <= heap) {
                self.seen[self.values[heap - take] as usize] = mark;
            }
            let value = if heap == 0 {
                0
            } else {
                self.seen.iter().take_while(|&&last| last == mark).count()
            };
            self.values.push(value as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    /// The values by the definition alone.
    fn slow(takes: &[u64], most: usize) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for heap in 0..=most {
            let options: Vec<u64> = takes
                .iter()
                .filter(|&&take| take as usize <= heap)
                .map(|&take| values[heap - take as usize])
                .collect();
            values.push((0..).find(|value| !options.contains(value)).unwrap());
        }
        values
    }

    fn compare(takes: &[u64], most: u32, order: impl Iterator<Item = u64>) {
        let expected = slow(takes, most as usize);
        let mut table = Table::new(most);
        takes.iter().for_each(|&take| table.take(take));
        table.seal();
        for heap in order {
            assert_eq!(
                table.value(heap),
                Some(expected[heap as usize]),
                "takes {takes:?} heap {heap}"
            );
        }
        assert_eq!(table.value(u64::from(most) + 1), None);
        assert_eq!(table.value(u64::MAX), None);
    }

    #[test]
    fn values_are_those_of_the_definition() {
        let all = |most: u64| (1..=most).collect::<Vec<u64>>();
        for takes in [
            vec![1],
            vec![2, 5],
            vec![5, 2, 5, 2, 5],
            vec![64],
            vec![63, 64, 65],
            vec![1, 63, 64, 65, 128],
            vec![100, 200, 350],
            vec![1, 3, 4, 9_999, u64::MAX],
            all(62),
            all(63),
            all(64),
            all(65),
            all(200),
            (1..=90).map(|index| index * index * 7 % 601 + 1).collect(),
        ] {
            for most in [0, 1, 63, 64, 65, 700] {
                compare(&takes, most, 0..=u64::from(most));
                compare(&takes, most, (0..=u64::from(most)).rev());
                compare(&takes, most, (0..=u64::from(most)).step_by(37));
            }
        }
    }

    #[test]
    fn repeated_takes_need_no_room() {
        let mut table = Table::new(10);
        (0..100_000).for_each(|index| table.take(index % 12 + 1));
        assert!(table.takes.capacity() <= 256, "{}", table.takes.capacity());
        table.seal();
        assert_eq!(table.takes(), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        assert_eq!(table.value(7), Some(7));
    }
}
