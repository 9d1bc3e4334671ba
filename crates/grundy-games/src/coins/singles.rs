//! What a head that stands alone in a row is worth: by formula where one is known, else worked out from the left.

use crate::nimber::Mex;

/// Which coins may be turned together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Together {
    /// From the first to the second number of coins.
    Count(usize, usize),
    /// A run of at most so many neighbours.
    Run(u64),
    /// So many coins, at least two, each as far from the next.
    Spaced(usize),
    /// Coins that are their own mirror image.
    Symmetric,
}

impl Together {
    /// A run of neighbours.
    pub(crate) const ANY_RUN: Together = Together::Run(u64::MAX);
}

/// Values of single heads are worked out while they stay below this, and for so many squares.
const LARGEST: u64 = 1 << 18;
const SQUARES: usize = 512;

/// Steps for the values of heads that are turned in mirror images.
const STEPS: u64 = 1 << 24;

/// The values of heads that stand alone on the squares from 0, where no formula is known: each the least number that is no
/// nim-sum of so many of the values before it as may be turned with it.
pub(crate) fn singles(together: Together, far: usize) -> Vec<u64> {
    let (least, most) = match together {
        Together::Count(least, most) => (least, most),
        Together::Run(_) => return Vec::new(),
        Together::Spaced(coins) => return spaced(coins, far.min(SQUARES)),
        Together::Symmetric => return symmetric(far.min(SQUARES)),
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

/// The same for so many coins at equal distances.
fn spaced(coins: usize, far: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    let mut mex = Mex::new();
    for square in 0..far {
        mex.clear();
        for distance in 1..=square / (coins - 1) {
            let others = (1..coins).map(|place| values[square - place * distance]);
            mex.insert(others.fold(0, |sum, value| sum ^ value) as u32);
        }
        values.push(mex.least_missing().into());
    }
    values
}

/// The same for mirror images: the others of a turn that ends on the left at a certain square are that one and any of the pairs between, so
/// that their nim-sums are all numbers of a space that pairs span, moved by its value.
fn symmetric(far: usize) -> Vec<u64> {
    let (mut values, mut steps): (Vec<u64>, u64) = (Vec::new(), 0);
    'squares: while values.len() < far {
        let right = values.len();
        let spaces: Vec<(u64, Vec<u64>)> = (0..right)
            .map(|left| {
                let mut basis: Vec<u64> = Vec::new();
                for square in left + 1..=(left + right) / 2 {
                    let other = left + right - square;
                    let pair = match other == square {
                        true => values[square],
                        false => values[square] ^ values[other],
                    };
                    let rest = least(pair, &basis);
                    if rest > 0 {
                        let place = basis.partition_point(|&one| one > rest);
                        basis.insert(place, rest);
                    }
                }
                (values[left], basis)
            })
            .collect();
        for value in 1.. {
            steps += spaces
                .iter()
                .map(|(_, basis)| 1 + basis.len() as u64)
                .sum::<u64>();
            if value >= LARGEST || steps > STEPS {
                break 'squares;
            }
            if spaces
                .iter()
                .all(|(by, basis)| least(value ^ by, basis) > 0)
            {
                values.push(value);
                break;
            }
        }
    }
    values
}

/// The least nim-sum of a number with those of a space, whose basis goes down and has different highest digits.
fn least(number: u64, basis: &[u64]) -> u64 {
    basis.iter().fold(number, |rest, &one| rest.min(rest ^ one))
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

/// The left end of the run up to `right` of at most so many coins that is worth `change`.
///
/// Squares 0 to n − 1 are worth n ⊕ ⌊n/2⌋ together, the Gray code of n, which every number is once; where a run has at most `most` coins,
/// that of n modulo the power of two above.
pub(super) fn run_to(right: u64, change: u64, most: u64) -> Option<u64> {
    let round = u64::MAX >> most.leading_zeros();
    let gray = |n: u64| n ^ n >> 1;
    let next = (right + 1) & round;
    let mut left = gray(next) ^ change;
    for shift in [1, 2, 4, 8, 16, 32] {
        left ^= left >> shift;
    }
    if change > round {
        return None;
    }
    // As many coins as the codes are apart on their way round.
    let coins = next.wrapping_sub(left) & round;
    (1..=most.min(right + 1))
        .contains(&coins)
        .then(|| right + 1 - coins)
}

/// How many moves a row has, or the largest number there is.
pub(crate) fn count(together: Together, heads: &[u64]) -> u64 {
    heads.iter().fold(0u64, |all, &right| {
        all.saturating_add(match together {
            Together::Run(most) => right.saturating_add(1).min(most),
            Together::Spaced(coins) => right / (coins as u64 - 1),
            Together::Symmetric if right >= 100 => u64::MAX,
            // For each distance of the ends as many sets as half the squares between, rounded up, have.
            Together::Symmetric => (1..=right).fold(1, |all: u64, distance| {
                all.saturating_add(1 << (distance / 2))
            }),
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
pub(crate) fn formula(together: Together, square: u64) -> Option<u64> {
    match together {
        Together::Run(most) => Some(1 << (square + 1).trailing_zeros().min(most.ilog2())),
        Together::Spaced(2) => Some(square),
        Together::Spaced(_) | Together::Symmetric => None,
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
        assert_eq!(values(Together::ANY_RUN), [1, 2, 1, 4, 1, 2, 1, 8]);
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
        for most in (1..20).chain([u64::MAX]) {
            for right in 0u64..40 {
                let (mut sum, mut found) = (0, 0);
                for left in (right.saturating_sub(most - 1)..=right).rev() {
                    sum ^= formula(Together::Run(most), left).expect("known");
                    assert_eq!(run_to(right, sum, most), Some(left), "{most}");
                    found += 1;
                }
                let all = (0..256).filter(|&sum| run_to(right, sum, most).is_some());
                assert_eq!(all.count(), found, "{most}");
                assert_eq!(run_to(right, 0, most), None);
                assert_eq!(run_to(right, 1 << 50, most), None);
            }
        }
    }

    /// A distance of its own makes exactly two coins Twins; symmetric turns by all their nim-sums.
    #[test]
    fn worked_out_values() {
        assert_eq!(spaced(2, 40), (0..40).collect::<Vec<u64>>());
        let values = symmetric(14);
        for right in 0..14u64 {
            let mut reached = Vec::new();
            let all = crate::coins::turns(Together::Symmetric, right, |turn| {
                let others = turn[1..].iter().map(|&square| values[square as usize]);
                reached.push(others.fold(0, |sum, value| sum ^ value));
                Ok::<(), ()>(())
            });
            assert!(all.is_ok());
            let mex = (0..).find(|value| !reached.contains(value));
            assert_eq!(mex, Some(values[right as usize]), "{right}");
        }
    }
}
