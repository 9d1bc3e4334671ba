//! Chomp on at most three rows, however long: which bites leave a lost staircase.
//!
//! Write (a, b, c) for the lengths of the rows from the bottom, a ≥ b ≥ c. Bites lead to
//!
//! - (k, min(b, k), min(c, k)) for 1 ≤ k < a, in the lowest row,
//! - (a, k, min(c, k)) for k < b, in the middle one,
//! - (a, b, k) for k < c, in the upper one.
//!
//! So there is at most one lost staircase for each b and c, as of two the longer could be bitten down to the shorter; likewise for each a and c,
//! and for each a and b. (On (k, k, k) no such bite need be feared: whole bars but the first square are won, by strategy stealing.) One
//! pass over a = 1, 2, … finds them all. With a given, c = 0, 1, … in order, and for each c the least b that is lost with it:
//!
//! > (a, b, c) is lost exactly if no lost staircase is of the form (k, b, c) with b ≤ k < a, (k, k, c) with c ≤ k < b, (a, k, c) with c ≤ k < b,
//! > (a, k, k) with k < c, or (a, b, k) with k < c.
//!
//! The first two are kept for each c: a set of b whose least members are all there, so that only what lies beyond the first gap is held, and
//! the least k of the second form, beyond which nothing is lost any more. The third and the fourth say when to go on to the next c, and when to stop with this a. The
//! fifth is a set for this a. This is the plain definition in another order; no theorem on periods is used. (That lost staircases with a given c
//! are told by a period: Zeilberger, *Three-rowed Chomp*, 2001, by computer; Byrnes, *Poset game periodicity*, 2003, with proof.)
//!
//! With two rows the lost ones are (b + 1, b).

use grundy_base::budget::{Exhausted, Meter};

/// How many words of sets of middle rows count as one position of a budget: as many take about as long as a search needs for one.
pub const WORDS_A_POSITION: u64 = 128;

/// The lost staircases that a bite in (a, b, c) leads to, a ≥ b ≥ c and a ≥ 1: at most three, and none exactly where (a, b, c) itself is lost.
///
/// For each of a · min(a, c) pairs some words of 64 middle rows are passed over, ten on the average where all three are 20,000: that takes about
/// two seconds. It keeps less than so many bits.
///
/// ```
/// use grundy_base::{Budget, budget::Meter};
/// use grundy_engine::staircase::lost_below;
/// let below = |rows| lost_below(rows, &mut Meter::new(&Budget::default()));
/// assert_eq!(below([4, 4, 4])?, [[4, 2, 2]]);
/// assert_eq!(below([4, 2, 2])?, [] as [[u32; 3]; 0]);
/// # Ok::<(), grundy_base::budget::Exhausted>(())
/// ```
///
/// # Errors
/// What ran out.
pub fn lost_below(rows: [u32; 3], meter: &mut Meter) -> Result<Vec<[u32; 3]>, Exhausted> {
    let [a, b, c] = rows;
    debug_assert!(a >= b && b >= c && a >= 1);
    if c == 0 {
        return Ok(two_rows(a, b));
    }
    let before = meter.bytes_held();
    let found = Pass::new(c, a, meter).and_then(|mut pass| pass.run(rows, meter));
    meter.release(meter.bytes_held().saturating_sub(before));
    found
}

/// The same of two rows.
fn two_rows(a: u32, b: u32) -> Vec<[u32; 3]> {
    match (a, b) {
        (1, 0) => vec![],
        (_, 0) => vec![[1, 0, 0]],
        (1, 1) => vec![[1, 0, 0]],
        _ if a == b => vec![[a, b - 1, 0]],
        _ if a == b + 1 => vec![],
        _ => vec![[b + 1, b, 0]],
    }
}

/// What is known of an upper row of one length c.
struct Upper {
    /// Which lengths of middle rows are taken, in words of 64, from this word on. Those before are all taken.
    first: usize,
    taken: Vec<u64>,
    /// How many words at the front are full, and wait to be cut off.
    full: usize,
    /// The greatest middle row that may still be lost: k where (k, k, c) is lost.
    most: u32,
}

impl Upper {
    fn new(length: u32) -> Upper {
        // No middle row is shorter than the upper one.
        let below = (1u64 << (length % 64)) - 1;
        Upper {
            first: length as usize / 64,
            taken: vec![below],
            full: 0,
            most: u32::MAX,
        }
    }

    /// The least middle row that is neither taken here nor in `others`, of which the last word is not full; and how many words were looked at.
    #[inline]
    fn least_free(&self, others: &[u64]) -> (u32, u64) {
        let from = self.first + self.full;
        let others = others.get(from..).unwrap_or_default();
        let taken = &self.taken[self.full..];
        let both = taken.iter().zip(others).map(|(here, other)| here | other);
        let rest = others.iter().copied().skip(taken.len());
        let found = both
            .chain(rest)
            .enumerate()
            .find(|&(_, word)| word != u64::MAX);
        // What lies beyond all words is free.
        let (at, word) = found.unwrap_or((others.len(), 0));
        let place = 64 * (from + at) as u32 + word.trailing_ones();
        (place, at as u64 + 1)
    }

    /// Takes a middle row; how many words are held more.
    #[inline]
    fn take(&mut self, row: u32) -> u64 {
        let at = row as usize / 64 - self.first;
        let held = self.taken.capacity();
        if at >= self.taken.len() {
            self.taken.resize(at + 1, 0);
        }
        self.taken[at] |= 1 << (row % 64);
        while self.taken.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
        // Where half of them can go, that costs no more than their coming did.
        if 2 * self.full > self.taken.len() {
            self.taken.drain(..self.full);
            self.first += self.full;
            self.full = 0;
        }
        (self.taken.capacity() - held) as u64
    }
}

/// The pass over bottom rows.
struct Pass {
    uppers: Vec<Upper>,
    /// The middle rows that are lost with this bottom row and an upper row met before: a set, and its members.
    here: Vec<u64>,
    members: Vec<u32>,
}

impl Pass {
    /// For upper rows up to `c` and bottom rows up to `a`.
    fn new(c: u32, a: u32, meter: &mut Meter) -> Result<Pass, Exhausted> {
        let words = a as usize / 64 + 2;
        meter.spend(
            0,
            8 * words as u64 + (c as u64 + 1) * 2 * size_of::<Upper>() as u64,
        )?;
        Ok(Pass {
            uppers: (0..=c).map(Upper::new).collect(),
            here: vec![0; words],
            members: Vec::new(),
        })
    }

    fn run(&mut self, [a, b, c]: [u32; 3], meter: &mut Meter) -> Result<Vec<[u32; 3]>, Exhausted> {
        let mut below = Vec::new();
        let mut uncounted = 0;
        for bottom in 1..=a {
            let mut steps = 0;
            for upper in 0..=c.min(bottom) {
                let known = &mut self.uppers[upper as usize];
                let (middle, words) = known.least_free(&self.here);
                steps += words;
                if middle > known.most.min(bottom) {
                    continue;
                }
                let lost = [bottom, middle, upper];
                if is_option(lost, [a, b, c]) {
                    below.push(lost);
                }
                meter.spend(0, 8 * known.take(middle))?;
                if middle == bottom {
                    known.most = middle;
                }
                self.here[middle as usize / 64] |= 1 << (middle % 64);
                self.members.push(middle);
                if middle == upper {
                    break;
                }
            }
            for middle in self.members.drain(..) {
                self.here[middle as usize / 64] = 0;
            }
            uncounted += steps;
            meter.spend(uncounted / WORDS_A_POSITION, 0)?;
            meter.step(2 * steps)?;
            uncounted %= WORDS_A_POSITION;
        }
        Ok(below)
    }
}

/// Whether one bite leads from the second staircase to the first, another one.
fn is_option(to: [u32; 3], from: [u32; 3]) -> bool {
    let [a, b, c] = from;
    let [x, y, z] = to;
    match () {
        () if x < a => (y, z) == (b.min(x), c.min(x)),
        () if x == a && y < b => z == c.min(y),
        () => (x, y) == (a, b) && z < c,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use grundy_base::budget::{Budget, Meter};

    use super::{is_option, lost_below, two_rows};

    fn meter() -> Meter {
        Meter::new(&Budget {
            time: None,
            ..Budget::default()
        })
    }

    /// All staircases with a bottom row of at most so many squares, from the smaller to the larger.
    fn all(most: u32) -> impl Iterator<Item = [u32; 3]> {
        (1..=most).flat_map(|a| (0..=a).flat_map(move |b| (0..=b).map(move |c| [a, b, c])))
    }

    /// The lost ones, by the rules alone.
    fn plainly(most: u32) -> HashSet<[u32; 3]> {
        let mut lost = HashSet::new();
        for [a, b, c] in all(most) {
            let lowest = (1..a).map(|k| [k, b.min(k), c.min(k)]);
            let middle = (0..b).map(|k| [a, k, c.min(k)]);
            let upper = (0..c).map(|k| [a, b, k]);
            if !lowest
                .chain(middle)
                .chain(upper)
                .any(|to| lost.contains(&to))
            {
                lost.insert([a, b, c]);
            }
        }
        lost
    }

    #[test]
    fn what_is_lost_below_is_what_the_rules_say() {
        let lost = plainly(48);
        for rows in all(48) {
            let mut below = lost_below(rows, &mut meter()).expect("small");
            below.sort_unstable();
            let mut plain: Vec<[u32; 3]> = (lost.iter().copied())
                .filter(|&to| to != rows && is_option(to, rows))
                .collect();
            plain.sort_unstable();
            assert_eq!(below, plain, "{rows:?}");
            assert_eq!(below.is_empty(), lost.contains(&rows), "{rows:?}");
        }
    }

    #[test]
    fn longer_rows_too() {
        let lost = plainly(150);
        for rows in
            all(150).filter(|[a, b, c]| a % 7 == 3 && b % 5 == 2 && c % 6 < 2 || (a == b && b == c))
        {
            let below = lost_below(rows, &mut meter()).expect("small");
            let plain = lost.iter().filter(|&&to| to != rows && is_option(to, rows));
            assert_eq!(below.len(), plain.count(), "{rows:?}");
            assert!(below.iter().all(|to| lost.contains(to)), "{rows:?}");
        }
    }

    /// Two rows are told without the pass, and the pass would tell the same.
    #[test]
    fn two_rows_differ_by_one() {
        let lost = plainly(40);
        for [a, b, c] in all(40).filter(|rows| rows[2] == 0) {
            let below = two_rows(a, b);
            let plain = lost
                .iter()
                .filter(|&&to| to != [a, b, c] && is_option(to, [a, b, c]));
            let mut plain: Vec<[u32; 3]> = plain.copied().collect();
            plain.sort_unstable();
            assert_eq!(below, plain);
            assert_eq!(lost.contains(&[a, b, c]), a == b + 1);
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let asked = |budget: Budget| lost_below([50_000; 3], &mut Meter::new(&budget));
        assert!(asked(Budget::of_positions(1_000)).is_err());
        let bytes = Budget {
            bytes: 1 << 16,
            ..Budget::default()
        };
        let mut meter = Meter::new(&bytes);
        assert!(lost_below([50_000; 3], &mut meter).is_err());
        assert_eq!(meter.bytes_held(), 0);
    }
}
