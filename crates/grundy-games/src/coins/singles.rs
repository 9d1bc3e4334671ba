//! What a head that stands alone in a row is worth: by formula where one is known, else worked out from the left.

/// Which coins may be turned together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Together {
    /// From the first to the second number of coins.
    Count(usize, usize),
    /// A run of neighbours.
    Run,
}

/// Values of single heads are worked out while they stay below this, and for so many squares.
const LARGEST: u64 = 1 << 18;
const SQUARES: usize = 512;

/// The values of heads that stand alone on the squares from 0, where no formula is known: each the least number that is no
/// nim-sum of so many of the values before it as may be turned with it.
pub(super) fn singles(together: Together, far: usize) -> Vec<u64> {
    let Together::Count(least, most) = together else {
        return Vec::new();
    };
    if formula(together, 0).is_some() || most > 9 || least > most {
        return Vec::new();
    }
    // By number of coins: the nim-sums of that many different ones.
    let mut sums = vec![Sums::default(); most];
    sums[0].insert(0);
    let mut values: Vec<u64> = Vec::new();
    while values.len() < far.min(SQUARES) {
        let Some(value) = least_missing(&sums[least - 1..]).filter(|&value| value < LARGEST) else {
            break;
        };
        values.push(value);
        for count in (1..most).rev() {
            let (fewer, more) = sums.split_at_mut(count);
            more[0].take_in(&fewer[count - 1], value);
        }
    }
    values
}

/// A set of numbers below [`LARGEST`], a bit each.
#[derive(Clone, Default)]
struct Sums(Vec<u64>);

impl Sums {
    fn insert(&mut self, number: u64) {
        let word = (number / 64) as usize;
        if word >= self.0.len() {
            self.0.resize((word + 1).next_power_of_two(), 0);
        }
        self.0[word] |= 1 << (number % 64);
    }

    /// Adds every number of another set, nim-added to `value`.
    fn take_in(&mut self, other: &Sums, value: u64) {
        let high = (value / 64) as usize;
        // Both lengths are powers of two (or 0), so that places stay inside.
        let length = other.0.len().max((high + 1).next_power_of_two());
        if self.0.len() < length {
            self.0.resize(length, 0);
        }
        for (place, &word) in other.0.iter().enumerate() {
            self.0[place ^ high] |= shuffled(word, value % 64);
        }
    }
}

/// The least number in none of the sets.
fn least_missing(sets: &[Sums]) -> Option<u64> {
    (0u64..).find_map(|place| {
        let words = sets.iter().filter_map(|set| set.0.get(place as usize));
        let ones = words.fold(0, |all, word| all | word).trailing_ones();
        (ones < 64).then(|| place * 64 + u64::from(ones))
    })
}

/// The bits of a word, each moved from its place p to p ⊕ `by`.
fn shuffled(mut word: u64, by: u64) -> u64 {
    const EVEN: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, even) in EVEN.into_iter().enumerate() {
        if by >> bit & 1 == 1 {
            let shift = 1 << bit;
            word = (word & even) << shift | word >> shift & even;
        }
    }
    word
}

/// The left end of the run up to `right` in Ruler that is worth `change`.
///
/// Squares 0 to n − 1 are worth n ⊕ ⌊n/2⌋ together, the Gray code of n, which every number is once.
pub(super) fn run_to(right: u64, change: u64) -> Option<u64> {
    let gray = |n: u64| n ^ n >> 1;
    let wanted = gray(right + 1) ^ change;
    let mut left = wanted;
    for shift in [1, 2, 4, 8, 16, 32] {
        left ^= left >> shift;
    }
    (left <= right).then_some(left)
}

/// How many moves a row has, or the largest number there is.
pub(super) fn count(together: Together, heads: &[u64]) -> u64 {
    heads.iter().fold(0u64, |all, &right| {
        all.saturating_add(match together {
            Together::Run => right.saturating_add(1),
            Together::Count(least, most) => choices(right, least, most),
        })
    })
}

/// Ways to choose a head on square `right` and others to its left, from the first to the second number together.
fn choices(right: u64, least: usize, most: usize) -> u64 {
    let (mut all, mut ways) = (0u64, 1u128);
    for count in 1..=most {
        if count >= least {
            all = all.saturating_add(u64::try_from(ways).unwrap_or(u64::MAX));
        }
        let left = u128::from(right).saturating_sub(count as u128 - 1);
        let product = ways.checked_mul(left);
        match product.map(|product| product / count as u128) {
            Some(0) => break,
            Some(more) => ways = more,
            None => return u64::MAX,
        }
    }
    all
}

/// The value of a head alone on a square, where there is a formula.
pub(super) fn formula(together: Together, square: u64) -> Option<u64> {
    match together {
        Together::Run => Some(1 << (square + 1).trailing_zeros()),
        Together::Count(1, 1) => Some(1),
        Together::Count(1, 2) => Some(square + 1),
        Together::Count(2, 2) => Some(square),
        // Odious numbers have an odd number of ones.
        Together::Count(1, 3) => {
            Some(2 * square + u64::from(square.count_ones().is_multiple_of(2)))
        }
        Together::Count(3, 3) => {
            let shifted = square.checked_sub(2);
            Some(shifted.map_or(0, |square| {
                2 * square + u64::from(square.count_ones() % 2 == 0)
            }))
        }
        Together::Count(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Single heads of Mock Turtles and Ruler as published in Winning Ways.
    #[test]
    fn published_values() {
        let values = |together| {
            (0..8)
                .map(|square| formula(together, square).expect("known"))
                .collect::<Vec<_>>()
        };
        assert_eq!(values(Together::Count(1, 3)), [1, 2, 4, 7, 8, 11, 13, 14]);
        assert_eq!(values(Together::Run), [1, 2, 1, 4, 1, 2, 1, 8]);
        assert_eq!(
            singles(Together::Count(1, 5), 9),
            [1, 2, 4, 8, 16, 31, 32, 64, 103]
        );
        // The eighteen squares of Moebius that Winning Ways ties to a code of that length.
        assert_eq!(
            singles(Together::Count(1, 5), 18)[8..],
            [103, 128, 171, 213, 256, 301, 342, 439, 475, 494]
        );
    }

    /// The rows of 18 squares of Moebius and of 24 of Mogul that are lost are as many as the words of the extended
    /// quadratic residue code and of the extended Golay code (Winning Ways, chapter 14).
    #[test]
    fn lost_rows_are_codes() {
        for (most, squares, dimension) in [(5, 18, 9), (7, 24, 12)] {
            let mut basis: Vec<u64> = Vec::new();
            for value in singles(Together::Count(1, most), squares) {
                let rest = basis.iter().fold(value, |rest, &one| rest.min(rest ^ one));
                if rest > 0 {
                    basis.push(rest);
                    basis.sort_unstable_by(|one, other| other.cmp(one));
                }
            }
            assert_eq!(squares - basis.len(), dimension);
        }
    }

    #[test]
    fn shuffling_moves_every_bit() {
        for by in 0..64 {
            for place in 0..64 {
                assert_eq!(shuffled(1 << place, by), 1 << (place ^ by));
            }
        }
    }

    /// The run that Gray codes find, against adding up squares.
    #[test]
    fn runs_are_found() {
        for right in 0u64..40 {
            let mut sum = 0;
            for left in (0..=right).rev() {
                sum ^= formula(Together::Run, left).expect("known");
                assert_eq!(run_to(right, sum), Some(left));
            }
            assert_eq!(run_to(right, 0), None);
            assert_eq!(run_to(right, 1 << 50), None);
        }
    }
}
