//! The pass over all staircases of a bar, in lexicographic order.
//!
//! It splits a staircase into its lower rows P and its upper rows Q. Its number is one that P tells plus the number of Q among all upper
//! parts, so that what follows P is a run of the table, and runs of different P are alike. With q the length of the lowest row of Q, a bite is
//! one of three kinds:
//!
//! - *in Q*: it leads within the run, by steps that are the same for every P and listed once;
//! - *in P at a column c ≥ q*: Q stays as it is, so that one bite of P is a run of the table for all Q with q ≤ c, read in order;
//! - *in P at a column c < q*: where it leads is told by c, by the rows of P below the bite, and by Q cut down to c, but not by the
//!   rows of P above. So the set of values that such bites in the lowest i rows lead to is kept for every Q while the rows above run
//!   through all they can be. It is got from two sets that are kept already and one value, see `Pass::raise`.
//!
//! This last kind is half of all bites of a square bar, at the price of one for each staircase.
//!
//! Mirror images are worth the same, but to work out one of each two gains nothing: runs with holes, and a second place to write to, cost
//! what they save (measured on 13 × 13).

use grundy_base::budget::{Exhausted, Meter};

use super::{Numbers, STAIRCASES_A_POSITION, Staircases, Unfilled, within_bar};
use crate::grid::{Cell, TableError, zeroed};

/// A set of values below 64 `W`.
type Set<const W: usize> = [u64; W];

#[inline(always)]
fn insert<const W: usize>(set: &mut Set<W>, value: usize) {
    set[value / 64 % W] |= 1 << (value % 64);
}

#[inline(always)]
fn union<const W: usize>(one: &Set<W>, other: &Set<W>) -> Set<W> {
    std::array::from_fn(|word| one[word] | other[word])
}

/// The value that stands for the staircase without a square: no bite may lead to it. An option has less squares than the bar, which has
/// at most 64 `W`, so that its value, at most the number of its own options, is smaller.
const fn poison<const W: usize>() -> usize {
    64 * W - 1
}

/// The least value missing, leaving aside the [`poison`]. Others than it are not all there: see there.
#[inline(always)]
fn least_missing<const W: usize>(mut set: Set<W>) -> usize {
    set[W - 1] &= !(1 << 63);
    let word = set.iter().position(|&word| word != u64::MAX);
    let word = word.unwrap_or(W - 1);
    64 * word + set[word].trailing_ones() as usize
}

/// Bytes that may be kept beside the table: what stays near the processor.
const MOST_KEPT: usize = 32 << 20;

/// Bytes that a pass keeps beside the table, where upper parts have so many rows.
fn kept_bytes<const W: usize>(numbers: &Numbers, upper_rows: usize) -> usize {
    let sets = (numbers.rows - upper_rows + 2) * size_of::<Set<W>>();
    let bites = (upper_rows * numbers.columns + 2) * size_of::<u32>();
    numbers.count(upper_rows).saturating_mul(sets + bites)
}

/// How many rows the upper part has.
fn split<const W: usize>(numbers: &Numbers) -> usize {
    let fits = |&upper: &usize| kept_bytes::<W>(numbers, upper) <= MOST_KEPT;
    let half = numbers.rows / 2;
    (1..=half).rev().find(fits).unwrap_or(numbers.rows.min(1))
}

/// The table of a bar, of values below 64 `W`.
pub(super) fn filled<const W: usize, T: Cell>(
    rows: usize,
    columns: usize,
    meter: &mut Meter,
) -> Result<Staircases, Unfilled> {
    // Few columns make the runs short and the rows many, which share what is kept.
    let (rows, columns) = (rows.max(columns), rows.min(columns));
    let count = within_bar(rows, columns);
    let positions = count / STAIRCASES_A_POSITION;
    if positions > meter.positions_left() {
        meter.spend(positions, 0)?;
    }
    let bytes = count.saturating_mul(size_of::<T>() as u64);
    meter.spend(0, bytes)?;
    let numbers = Numbers::new(rows, columns);
    let upper = split::<W>(&numbers);
    let beside = kept_bytes::<W>(&numbers, upper) as u64;
    let done = meter.spend(0, beside).and_then(|()| {
        let too_large = |_: TableError| Exhausted::Bytes(meter.bytes_allowed());
        let mut values = zeroed::<T>(count as usize).map_err(too_large)?;
        Pass::<W>::new(&numbers, upper, meter)?.run(&mut values, meter)?;
        Ok(T::cells(values))
    });
    meter.release(beside);
    match done {
        Ok(cells) => Ok(Staircases { numbers, cells }),
        Err(exhausted) => {
            meter.release(bytes);
            Err(exhausted.into())
        }
    }
}

/// The upper parts, in lexicographic order.
pub(super) struct Upper {
    /// Where what a bite leads to stands, one part after another.
    pub(super) bites: Vec<u32>,
    /// Where the bites of a part begin.
    pub(super) starts: Vec<u32>,
    /// The part with its longest rows shorter by one, where it has a square.
    less: Vec<u32>,
}

impl Upper {
    pub(super) fn new(
        numbers: &Numbers,
        rows: usize,
        meter: &mut Meter,
    ) -> Result<Upper, Exhausted> {
        let mut upper = Upper {
            bites: Vec::new(),
            starts: vec![0],
            less: Vec::new(),
        };
        let mut lengths = vec![0; rows];
        let mut bitten = lengths.clone();
        loop {
            for row in 0..rows {
                for column in 0..lengths[row] {
                    bitten.copy_from_slice(&lengths);
                    for length in &mut bitten[row..] {
                        *length = column.min(*length);
                    }
                    upper.bites.push(numbers.of(&bitten) as u32);
                }
            }
            upper.starts.push(upper.bites.len() as u32);
            let longest = lengths.first().map_or(0, |&length: &usize| length);
            for (less, &length) in bitten.iter_mut().zip(&lengths) {
                *less = length.min(longest.saturating_sub(1));
            }
            upper.less.push(numbers.of(&bitten) as u32);
            meter.step(4 * (rows * rows * numbers.columns) as u64)?;
            if next(&mut lengths, numbers.columns).is_none() {
                return Ok(upper);
            }
        }
    }
}

/// Goes on to the next rows in lexicographic order, none longer than `most` and than the one below it; which row grew.
pub(super) fn next(lengths: &mut [usize], most: usize) -> Option<usize> {
    let below = |row: usize| row.checked_sub(1).map_or(most, |below| lengths[below]);
    let row = (0..lengths.len()).rfind(|&row| lengths[row] < below(row))?;
    lengths[row] += 1;
    lengths[row + 1..].fill(0);
    Some(row)
}

/// The pass through all staircases of a bar, with what it keeps.
struct Pass<'n, const W: usize> {
    numbers: &'n Numbers,
    /// Rows of upper parts.
    upper_rows: usize,
    upper: Upper,
    /// The rows below.
    lower: Vec<usize>,
    /// At i how many staircases the lowest i of them leave behind: a number is what all leave and the number of the upper part.
    behind: Vec<usize>,
    /// At column c and i how many the lowest i rows of length c leave behind.
    columns: Vec<Vec<usize>>,
    /// At i, for every upper part: values by bites in the lowest i rows at columns that the part covers.
    covered: Vec<Vec<Set<W>>>,
    /// For every upper part: values by bites in the lower rows at columns beyond it.
    beyond: Vec<Set<W>>,
    /// The sets of one value.
    single: Vec<Set<W>>,
}

impl<'n, const W: usize> Pass<'n, W> {
    fn new(numbers: &'n Numbers, upper_rows: usize, meter: &mut Meter) -> Result<Self, Exhausted> {
        let lower_rows = numbers.rows - upper_rows;
        let parts = numbers.count(upper_rows);
        let single = (0..64 * W).map(|value| {
            let mut set = [0; W];
            insert(&mut set, value);
            set
        });
        Ok(Pass {
            numbers,
            upper_rows,
            upper: Upper::new(numbers, upper_rows, meter)?,
            lower: vec![0; lower_rows],
            behind: vec![0; lower_rows + 1],
            columns: numbers.columns_of(lower_rows),
            covered: vec![vec![[0; W]; parts]; lower_rows + 1],
            beyond: vec![[0; W]; parts],
            single: single.collect(),
        })
    }

    /// How many upper parts there are whose lowest row is shorter than `length`.
    fn parts(&self, length: usize) -> usize {
        self.numbers.shorter(self.upper_rows, length)
    }

    fn run<T: Cell>(&mut self, values: &mut [T], meter: &mut Meter) -> Result<(), Exhausted> {
        values[0] = T::of(poison::<W>());
        let squares = (self.numbers.rows * self.numbers.columns) as u64;
        let mut uncounted = 0;
        loop {
            let highest = self.lower.last().copied();
            let parts = self.parts(highest.unwrap_or(self.numbers.columns) + 1);
            uncounted += parts as u64;
            meter.spend(uncounted / STAIRCASES_A_POSITION, 0)?;
            uncounted %= STAIRCASES_A_POSITION;
            meter.step(parts as u64 * (squares / 6 + 8) + squares)?;
            self.bite_beyond(values);
            self.finish(values, parts);
            let Some(row) = next(&mut self.lower, self.numbers.columns) else {
                return Ok(());
            };
            for row in row..self.lower.len() {
                let left = self.numbers.rows - row;
                self.behind[row + 1] =
                    self.behind[row] + self.numbers.shorter(left, self.lower[row]);
            }
            self.raise(row, values);
        }
    }

    /// What the lowest rows up to `row` leave behind where that row and all lower rows above it, up to `end`, have the length `column`.
    #[inline(always)]
    fn cut(&self, row: usize, end: usize, column: usize) -> usize {
        self.behind[row] + self.columns[column][end] - self.columns[column][row]
    }

    /// Collects the values by bites in the lower rows at columns beyond the upper part.
    fn bite_beyond<T: Cell>(&mut self, values: &[T]) {
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
                let bitten = &values[start..start + parts];
                for (set, value) in self.beyond.iter_mut().zip(bitten) {
                    insert(set, value.value());
                }
            }
        }
    }

    /// Tells the values of the staircases with these lower rows.
    fn finish<T: Cell>(&mut self, values: &mut [T], parts: usize) {
        let start = self.behind[self.lower.len()];
        let run = &mut values[start..start + parts];
        let covered = &self.covered[self.lower.len()];
        let sets = self.beyond.iter_mut().zip(covered);
        let bites = self.upper.starts.windows(2);
        for (part, ((beyond, covered), bites)) in sets.zip(bites).enumerate().take(parts) {
            let mut set = union(beyond, covered);
            *beyond = [0; W];
            for &to in &self.upper.bites[bites[0] as usize..bites[1] as usize] {
                set = union(&set, &self.single[run[to as usize].value() % (64 * W)]);
            }
            // The staircase without a square keeps its mark.
            if start + part > 0 {
                run[part] = T::of(least_missing(set));
            }
        }
    }

    /// Lower row number `row` has grown to a length k. Upper parts Q whose lowest row is as long are met from now on.
    ///
    /// What bites in this row or below it, at columns below k, lead to: for columns below k − 1 in this row, what they did from the part
    /// whose rows of length k are cut down to k − 1, as the bite cuts deeper; for column k − 1 in this row, one staircase; and in rows below
    /// it, the same as if this row were cut away.
    fn raise<T: Cell>(&mut self, row: usize, values: &[T]) {
        let length = self.lower[row];
        let start = self.cut(row, self.lower.len(), length - 1);
        let met = self.parts(length)..self.parts(length + 1);
        let (below, here) = self.covered.split_at_mut(row + 1);
        let (below, here) = (&below[row], &mut here[0]);
        for part in met {
            let less = self.upper.less[part] as usize;
            let mut set = union(&here[less], &below[part]);
            insert(&mut set, values[start + less].value());
            here[part] = set;
        }
    }
}
