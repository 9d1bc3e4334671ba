//! Which staircases within a bar are lost, a bit each: what is left of the table of values where only the winner is asked for.
//!
//! The order, the two parts of a staircase, and the three kinds of bites are those of the [table of values](super). A set of values becomes one
//! bit: whether some bite leads to a lost staircase. So 64 upper parts are done at once wherever runs are read in order. That is so of bites in
//! the lower rows at columns beyond the upper part; and of the others in the lower rows too, where the upper parts that are met are taken by how
//! many of their lowest rows have the new length: both those parts and the same with these rows shorter by one are runs.
//!
//! Only for those that no bite in the lower rows wins are the bites in the upper part gone through.

use grundy_base::budget::{Exhausted, Meter};

use crate::grid::zeroed;

use super::pass::{Upper, next};
use super::{Numbers, within_bar};

/// How many staircases count as one position of a budget: as many take about as long as a search needs for one.
pub const BITS_A_POSITION: u64 = 128;

/// Bytes that may be listed of bites in upper parts. Few of them are looked at, and the more rows the upper part has, the longer are the runs.
const MOST_LISTED: usize = 16 << 20;

/// Which staircases within a bar are lost: whoever moves there loses.
#[derive(Debug)]
pub struct Lost {
    numbers: Numbers,
    bits: Vec<u64>,
}

impl Lost {
    /// The table for a bar: C(rows + columns, columns) bits.
    ///
    /// It takes about 3 ns for each staircase of a bar of 16 × 16. [`BITS_A_POSITION`] count as one position.
    ///
    /// ```
    /// use grundy_base::{Budget, budget::Meter};
    /// use grundy_engine::staircase::Lost;
    /// let table = Lost::fill(3, 4, &mut Meter::new(&Budget::default()))?;
    /// assert_eq!(table.is_lost(&[4, 4, 4]), Some(false));
    /// assert_eq!(table.is_lost(&[4, 2, 2]), Some(true));
    /// # Ok::<(), grundy_base::budget::Exhausted>(())
    /// ```
    ///
    /// # Errors
    /// What ran out; before anything is held where it is seen that the budget does not suffice.
    pub fn fill(rows: usize, columns: usize, meter: &mut Meter) -> Result<Lost, Exhausted> {
        let (rows, columns) = (rows.max(columns), rows.min(columns));
        let count = within_bar(rows, columns);
        let positions = count / BITS_A_POSITION;
        if positions > meter.positions_left() {
            meter.spend(positions, 0)?;
        }
        // Reading goes beyond the last by a word.
        let words = count / 64 + 2;
        let bytes = 8 * words;
        let numbers = match meter.spend(0, bytes) {
            Ok(()) => Numbers::new(rows, columns),
            Err(exhausted) => {
                meter.release(bytes);
                return Err(exhausted);
            }
        };
        let upper = upper_rows(&numbers);
        let beside = kept_bytes(&numbers, upper);
        let done = meter.spend(0, beside).and_then(|()| {
            let full = Exhausted::Bytes(meter.bytes_allowed());
            let mut bits = zeroed::<u64>(words as usize).map_err(|_| full)?;
            Pass::new(&numbers, upper, meter)?.run(&mut bits, meter)?;
            Ok(bits)
        });
        meter.release(beside);
        match done {
            Ok(bits) => Ok(Lost { numbers, bits }),
            Err(exhausted) => {
                meter.release(bytes);
                Err(exhausted)
            }
        }
    }

    /// Rows and columns of the bar, the longer side first.
    pub fn sides(&self) -> (usize, usize) {
        (self.numbers.rows, self.numbers.columns)
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> u64 {
        8 * self.bits.len() as u64
    }

    /// Whether a staircase is lost, told by its rows from the bottom as for [values](super::Staircases::value); none for what does not lie within
    /// the bar or has no square.
    pub fn is_lost(&self, rows: &[u32]) -> Option<bool> {
        let number = self.numbers.within(rows)?;
        Some(get(&self.bits, number) & 1 == 1)
    }

    /// How many are lost.
    pub fn count(&self) -> u64 {
        self.bits
            .iter()
            .map(|word| u64::from(word.count_ones()))
            .sum()
    }
}

/// Bytes that a pass keeps beside the table, where upper parts have so many rows.
fn kept_bytes(numbers: &Numbers, upper: usize) -> u64 {
    let parts = numbers.count(upper) as u64;
    let sets = (numbers.rows - upper + 4) as u64 * (parts / 64 + 2) * 8;
    sets + parts.saturating_mul(listed_bytes(numbers, upper) as u64)
}

/// Bytes of the bites listed of an upper part, at most.
fn listed_bytes(numbers: &Numbers, upper: usize) -> usize {
    (upper * numbers.columns + 2) * size_of::<u32>()
}

/// How many rows the upper part has.
fn upper_rows(numbers: &Numbers) -> usize {
    let fits = |&upper: &usize| {
        let listed = listed_bytes(numbers, upper) / 2;
        numbers.count(upper).saturating_mul(listed) <= MOST_LISTED
    };
    let half = numbers.rows / 2;
    (1..=half).rev().find(fits).unwrap_or(numbers.rows.min(1))
}

/// The 64 bits from one on.
#[inline(always)]
fn get(bits: &[u64], at: usize) -> u64 {
    let (word, shift) = (at / 64, at % 64);
    // Shifted in two steps: by 64 at once it may not be.
    bits[word] >> shift | bits[word + 1] << 1 << (63 - shift)
}

/// Puts the lowest so many of 64 bits, at most 64, in the place of those from one on.
#[inline(always)]
fn put(bits: &mut [u64], at: usize, value: u64, count: usize) {
    let (word, shift) = (at / 64, at % 64);
    let mask = first(count);
    bits[word] = bits[word] & !(mask << shift) | (value & mask) << shift;
    let rest = mask >> 1 >> (63 - shift);
    bits[word + 1] = bits[word + 1] & !rest | (value & mask) >> 1 >> (63 - shift);
}

/// The first so many bits, at most 64.
#[inline(always)]
fn first(count: usize) -> u64 {
    match count {
        0 => 0,
        1..64 => u64::MAX >> (64 - count),
        _ => u64::MAX,
    }
}

/// Adds to the first so many bits those of a run.
#[inline(always)]
fn add(to: &mut [u64], bits: &[u64], start: usize, count: usize) {
    let (word, shift) = (start / 64, start % 64);
    let whole = count / 64;
    let from = &bits[word..=word + whole + 1];
    for (to, from) in to[..whole].iter_mut().zip(from.windows(2)) {
        *to |= from[0] >> shift | from[1] << 1 << (63 - shift);
    }
    to[whole] |= get(bits, start + 64 * whole) & first(count % 64);
}

/// The pass through all staircases of a bar, with what it keeps: as that of values, each set a bit.
struct Pass<'n> {
    numbers: &'n Numbers,
    upper_rows: usize,
    upper: Upper,
    lower: Vec<usize>,
    behind: Vec<usize>,
    columns: Vec<Vec<usize>>,
    /// At i, for every upper part: whether a bite in the lowest i rows at a column that the part covers wins.
    covered: Vec<Vec<u64>>,
    /// For every upper part: whether a bite in the lower rows wins.
    won: Vec<u64>,
    /// For every upper part: whether it is lost on these lower rows.
    lost: Vec<u64>,
}

impl<'n> Pass<'n> {
    fn new(numbers: &'n Numbers, upper_rows: usize, meter: &mut Meter) -> Result<Self, Exhausted> {
        let lower_rows = numbers.rows - upper_rows;
        let words = numbers.count(upper_rows) / 64 + 2;
        Ok(Pass {
            numbers,
            upper_rows,
            upper: Upper::new(numbers, upper_rows, meter)?,
            lower: vec![0; lower_rows],
            behind: vec![0; lower_rows + 1],
            columns: numbers.columns_of(lower_rows),
            covered: vec![vec![0; words]; lower_rows + 1],
            won: vec![0; words],
            lost: vec![0; words],
        })
    }

    /// How many upper parts there are whose lowest row is shorter than `length`.
    fn parts(&self, length: usize) -> usize {
        self.numbers.shorter(self.upper_rows, length)
    }

    fn run(&mut self, bits: &mut [u64], meter: &mut Meter) -> Result<(), Exhausted> {
        let squares = (self.numbers.rows * self.numbers.columns) as u64;
        let mut uncounted = 0;
        loop {
            let highest = self.lower.last().copied();
            let parts = self.parts(highest.unwrap_or(self.numbers.columns) + 1);
            uncounted += parts as u64;
            meter.spend(uncounted / BITS_A_POSITION, 0)?;
            uncounted %= BITS_A_POSITION;
            meter.step(3 * parts as u64 + squares)?;
            self.bite_beyond(bits);
            self.finish(bits, parts);
            let Some(row) = next(&mut self.lower, self.numbers.columns) else {
                return Ok(());
            };
            for row in row..self.lower.len() {
                let left = self.numbers.rows - row;
                self.behind[row + 1] =
                    self.behind[row] + self.numbers.shorter(left, self.lower[row]);
            }
            self.raise(row, bits);
        }
    }

    /// What the lowest rows up to `row` leave behind where that row and all lower rows above it, up to `end`, have the length `column`.
    #[inline(always)]
    fn cut(&self, row: usize, end: usize, column: usize) -> usize {
        self.behind[row] + self.columns[column][end] - self.columns[column][row]
    }

    /// Collects what wins by bites in the lower rows at columns beyond the upper part.
    fn bite_beyond(&mut self, bits: &[u64]) {
        let (Some(&lowest), Some(&highest)) = (self.lower.first(), self.lower.last()) else {
            return;
        };
        let all = self.behind[self.lower.len()];
        let mut height = self.lower.len();
        for column in 0..lowest {
            while self.lower[height - 1] <= column {
                height -= 1;
            }
            let parts = self.parts(column.min(highest) + 1);
            let above = all - self.behind[height];
            for row in 0..height {
                let start = self.cut(row, height, column) + above;
                add(&mut self.won, bits, start, parts);
            }
        }
    }

    /// Tells which staircases with these lower rows are lost.
    fn finish(&mut self, bits: &mut [u64], parts: usize) {
        let start = self.behind[self.lower.len()];
        let covered = &self.covered[self.lower.len()];
        for (word, covered) in covered.iter().enumerate().take(parts.div_ceil(64)) {
            let mut open = !(self.won[word] | covered) & first(parts - 64 * word);
            self.won[word] = 0;
            self.lost[word] = 0;
            while open != 0 {
                let part = 64 * word + open.trailing_zeros() as usize;
                open &= open - 1;
                let bites = self.upper.starts[part] as usize..self.upper.starts[part + 1] as usize;
                let is_lost = |&to: &u32| self.lost[to as usize / 64] >> (to % 64) & 1 == 1;
                // Who would bite the first square is not asked.
                if start + part > 0 && !self.upper.bites[bites].iter().any(is_lost) {
                    self.lost[word] |= 1 << (part % 64);
                }
            }
            put(bits, start + 64 * word, self.lost[word], parts - 64 * word);
        }
    }

    /// Lower row number `row` has grown to a length k: for the upper parts whose lowest row is as long, whether some bite wins in this row or
    /// below it at columns below k. See the pass of values. Those of which exactly the lowest m rows have the length k are a run; and so are
    /// the same with these rows cut down to k − 1, as what is above them may be any part that is shorter than k.
    fn raise(&mut self, row: usize, bits: &[u64]) {
        let length = self.lower[row];
        let start = self.cut(row, self.lower.len(), length - 1);
        let (below, here) = self.covered.split_at_mut(row + 1);
        let (below, here) = (&below[row], &mut here[0]);
        let (mut to, mut from) = (0, 0);
        for rows in (0..self.upper_rows).rev() {
            to += self.numbers.shorter(rows + 1, length);
            from += self.numbers.shorter(rows + 1, length - 1);
            let count = self.numbers.shorter(rows, length);
            for at in (0..count).step_by(64) {
                let won = get(here, from + at) | get(below, to + at) | get(bits, start + from + at);
                put(here, to + at, won, count - at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use grundy_base::budget::{Budget, Exhausted, Meter};

    use super::super::Staircases;
    use super::{BITS_A_POSITION, Lost, add, first, get, put, within_bar};

    fn meter() -> Meter {
        Meter::new(&Budget {
            positions: u64::MAX,
            time: None,
            ..Budget::default()
        })
    }

    /// Every staircase of at least one square within a bar, rows from the bottom.
    fn each(rows: usize, columns: u32, see: &mut impl FnMut(&[u32])) {
        fn grow(staircase: &mut Vec<u32>, rows: usize, most: u32, see: &mut impl FnMut(&[u32])) {
            for length in 1..=most {
                staircase.push(length);
                see(staircase);
                if rows > 1 {
                    grow(staircase, rows - 1, length, see);
                }
                staircase.pop();
            }
        }
        grow(&mut Vec::new(), rows, columns, see);
    }

    fn compare(rows: usize, columns: usize) {
        let lost = Lost::fill(rows, columns, &mut meter()).expect("small");
        let values = Staircases::fill(rows, columns, &mut meter()).expect("small");
        let mut count = 0;
        each(rows, columns as u32, &mut |staircase| {
            let value = values.value(staircase).expect("within");
            assert_eq!(
                lost.is_lost(staircase),
                Some(value == 0),
                "{rows}x{columns}: {staircase:?}"
            );
            count += u64::from(value == 0);
        });
        assert_eq!(lost.count(), count, "{rows}x{columns}");
    }

    #[test]
    fn lost_are_those_of_value_0() {
        for (rows, columns) in (1..=8).flat_map(|rows| (1..=8).map(move |columns| (rows, columns)))
        {
            compare(rows, columns);
        }
        for (rows, columns) in [
            (2, 140),
            (3, 60),
            (4, 30),
            (30, 4),
            (200, 2),
            (1, 130),
            (10, 9),
            (9, 11),
        ] {
            compare(rows, columns);
        }
    }

    /// By the rules alone, where the table of values has no say.
    #[test]
    fn nobody_leaves_a_lost_staircase_lost() {
        let table = Lost::fill(7, 9, &mut meter()).expect("small");
        each(7, 9, &mut |staircase| {
            let wins = (0..staircase.len())
                .flat_map(|row| (0..staircase[row]).map(move |column| (row, column)));
            let wins = wins.skip(1).any(|(row, column)| {
                let mut left = staircase.to_vec();
                left[row..]
                    .iter_mut()
                    .for_each(|length| *length = column.min(*length));
                left.retain(|&length| length > 0);
                table.is_lost(&left) == Some(true)
            });
            assert_eq!(table.is_lost(staircase), Some(!wins), "{staircase:?}");
        });
    }

    #[test]
    fn bits_are_read_and_put() {
        let bits = [
            0xfedc_ba98_7654_3210,
            0x0123_4567_89ab_cdef,
            0x5555_aaaa_5555_aaaa,
            0,
        ];
        let one = |bits: &[u64], at: usize| bits[at / 64] >> (at % 64) & 1;
        for at in 0..128 {
            for place in 0..64 {
                assert_eq!(get(&bits, at) >> place & 1, one(&bits, at + place));
            }
            for count in 0..=100 {
                assert_eq!(first(count).count_ones() as usize, count.min(64));
                assert_eq!(first(count).trailing_ones() as usize, count.min(64));
                let mut changed = bits;
                put(&mut changed, at, 0x0f1e_2d3c_4b5a_6978, count);
                for place in 0..192 {
                    let inside = (at..at + count.min(64)).contains(&place);
                    let expected = match inside {
                        true => 0x0f1e_2d3c_4b5a_6978u64 >> (place - at) & 1,
                        false => one(&bits, place),
                    };
                    assert_eq!(one(&changed, place), expected);
                }
                if at + count < 128 {
                    let mut sum = [1, 0, 0];
                    add(&mut sum, &bits, at, count);
                    for place in 0..192 {
                        let more = place < count && one(&bits, at + place) == 1;
                        assert_eq!(one(&sum, place) == 1, more || place == 0);
                    }
                }
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let refused = |budget: Budget, rows, columns| {
            let mut meter = Meter::new(&budget);
            let refused = Lost::fill(rows, columns, &mut meter).expect_err("too large");
            assert_eq!(meter.bytes_held(), 0);
            refused
        };
        let positions = Budget::of_positions(1_000);
        assert_eq!(refused(positions, 12, 12), Exhausted::Positions(1_000));
        let small = Budget {
            bytes: 1 << 16,
            time: None,
            ..Budget::default()
        };
        assert_eq!(refused(small, 12, 12), Exhausted::Bytes(1 << 16));
        let all = Budget {
            positions: u64::MAX,
            bytes: 1 << 40,
            time: None,
            ..Budget::default()
        };
        assert_eq!(refused(all.clone(), 200, 200), Exhausted::Bytes(1 << 40));
        assert_eq!(
            refused(all, 1_000_000, 1_000_000),
            Exhausted::Bytes(1 << 40)
        );
        let mut meter = Meter::new(&Budget::default());
        let table = Lost::fill(10, 10, &mut meter).expect("small");
        assert_eq!(meter.bytes_held(), table.bytes());
        let spent = Budget::default().positions - meter.positions_left();
        assert_eq!(spent, within_bar(10, 10) / BITS_A_POSITION);
    }

    #[test]
    #[ignore = "601 million staircases"]
    fn the_bar_of_sixteen() {
        for side in 14..=17 {
            let start = std::time::Instant::now();
            let table = Lost::fill(side, side, &mut meter()).expect("within the budget");
            eprintln!(
                "{side}: {:?}, {} bytes, {} lost",
                start.elapsed(),
                table.bytes(),
                table.count()
            );
        }
    }
}
