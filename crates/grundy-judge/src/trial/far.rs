//! Large numbers: beyond a threshold, beyond 32 or 64 bits, or beyond the numbers of which a pattern was seen, a program may be wrong that is
//! right for all small ones.
//!
//! How far numbers go is what the statement says, `far` of the format; where that is not known, as far as somebody wants.

use std::ops::RangeInclusive;

use super::case::{Case, range};
use super::draw::Choose;
use super::generator::Generator;
use super::random::Random;
use crate::format::{Cases, Field, Format, Item};
use grundy::pattern::BOUNDS;

/// How far numbers go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Farthest {
    /// The largest one.
    pub largest: u64,
    /// Whether somebody asks for it, even where it is beyond the statement.
    pub is_asked_for: bool,
}

impl Farthest {
    /// As far as the statement says, if it does.
    pub fn of(format: &Format) -> Option<Farthest> {
        let ends = format.far.iter().map(|(_, range)| *range.end());
        Some(Farthest {
            largest: ends.max()?,
            is_asked_for: false,
        })
    }
}

/// Numbers up to this are tried anyway.
const NEAR: u64 = 100;

/// Cases of one size: where many go into an input, and where each needs its own.
const OF_A_SIZE: [usize; 2] = [24, 4];

/// How many times as many are of the largest size.
const OF_THE_LARGEST: usize = 4;

/// The sizes of numbers up to the largest, by powers of ten.
pub fn sizes(largest: u64) -> impl Iterator<Item = u64> {
    let next = move |size: &u64| (*size < largest).then(|| size.saturating_mul(10).min(largest));
    std::iter::successors(Some(NEAR.min(largest / 2)), next).skip(1)
}

/// Cases with numbers up to a size: random ones and ones at which programs change what they do; most for the largest size. The same for the
/// same seed.
///
/// ```
/// use grundy_judge::trial::{Farthest, large};
/// let format = grundy_judge::find("cses1098").unwrap();
/// let farthest = Farthest::of(format).unwrap();
/// let cases = large(format, farthest, 1000, 7);
/// assert!(cases.iter().all(|case| case.largest() <= 1000));
/// let cases = large(format, farthest, farthest.largest, 7);
/// assert!(cases.iter().any(|case| case.largest() == 1_000_000_000));
/// ```
pub fn large(format: &Format, farthest: Farthest, size: u64, seed: u64) -> Vec<Case> {
    let wide = wide(format, size, farthest.is_asked_for);
    let many = format.cases != Cases::One;
    let mut generator = Generator::new(&wide, seed ^ size);
    let count = OF_A_SIZE[usize::from(!many)];
    if size < farthest.largest {
        return (0..count).map(|_| generator.far()).collect();
    }
    let random = (0..OF_THE_LARGEST * count).map(|_| generator.far());
    let mut cases: Vec<Case> = random.collect();
    cases.extend(thresholds(size, many).map(|number| generator.near(number)));
    cases
}

/// Numbers at which programs change what they do: powers of 2, up to the largest, and where an input has many cases their neighbours,
/// Fibonacci numbers and powers of 10.
fn thresholds(largest: u64, many: bool) -> impl Iterator<Item = u64> {
    let twos = (0..64).map(|place| 1u64 << place);
    let tens = (0..20).map(|place| 10u64.pow(place)).filter(move |_| many);
    let golden = fibonacci().filter(move |_| many);
    let beside = move |number: u64| {
        let near = [number - 1, number.saturating_add(1)];
        std::iter::once(number).chain(near.into_iter().filter(move |_| many))
    };
    let all = twos.chain(tens).chain(golden).flat_map(beside);
    all.filter(move |&number| number <= largest)
}

/// The Fibonacci numbers 1, 2, 3, 5, … below 2^64, which many games know as bounds and neighbours of which nearly have the golden ratio.
fn fibonacci() -> impl Iterator<Item = u64> {
    let next = |&(one, next): &(u64, u64)| Some((next, one.checked_add(next)?));
    std::iter::successors(Some((1, 2)), next).map(|(one, _)| one)
}

/// The next Fibonacci number or the one before, where the number is one.
fn beside(number: u64, above: bool) -> Option<u64> {
    let mut all = fibonacci().skip_while(|&next| next < number);
    (all.next() == Some(number)).then_some(())?;
    let before = || fibonacci().take_while(|&next| next < number).last();
    if above { all.next() } else { before() }
}

/// The format with ranges of large numbers, up to a size: those of its `far`; without such all numbers of a position that count nothing, are no
/// parameters, and not below 0. Where the size is one that somebody asks for, those that the statement lets be the largest go up to it
/// even beyond the statement.
fn wide(format: &Format, size: u64, is_asked_for: bool) -> Format {
    let most = format.far.iter().map(|(_, far)| *far.end()).max();
    let of = |field: Field| -> Option<RangeInclusive<u64>> {
        let told = format.far.iter().find(|(name, _)| *name == field);
        let (low, high) = match told {
            Some((_, far)) if is_asked_for && most == Some(*far.end()) => (*far.start(), size),
            Some((_, far)) => (*far.start(), size.min(*far.end())),
            None if most.is_none() && is_free(format, field) => (range(format, field).0, size),
            None => return None,
        };
        Some(low..=high.max(low))
    };
    let mut wide = format.clone();
    for field in 0..format.layout.names().len() {
        if let Some(range) = of(field) {
            wide.ranges.retain(|(name, _)| *name != field);
            wide.ranges.push((field, range));
        }
    }
    wide
}

/// Whether a number may be as large as one likes, as far as the layout says.
fn is_free(format: &Format, field: Field) -> bool {
    let layout = &format.layout;
    let is_vertex = |item: &Item| {
        let fields = item.fields();
        fields.iter().take(2).any(|&vertex| vertex == field) && layout.shape(fields[0]).is_some()
    };
    !format.parameters().contains(&field)
        && !layout.may_be_negative(field)
        && layout.counted_by(field).is_none()
        && layout.alphabet(field).is_none()
        && !layout.items().any(is_vertex)
}

/// Ranges that are no longer are small: all their numbers come about equally often.
const SHORT: u64 = 32;

/// How far beside another number one is: what is lost where numbers are rounded to 53 binary digits.
const BESIDE: u64 = 8;

/// Chooses large numbers.
pub(super) struct Far<'r> {
    random: &'r mut Random,
    /// Whether there are as few rows as can be.
    few: bool,
    /// A number that comes often.
    number: Option<u64>,
    /// The number that was chosen last, and by field the nim-sum of all.
    last: Option<u64>,
    sums: Vec<u64>,
}

impl Far<'_> {
    pub(super) fn new<'r>(random: &'r mut Random, format: &Format, number: Option<u64>) -> Far<'r> {
        Far {
            few: random.once_in(3),
            random,
            number,
            last: None,
            sums: vec![0; format.layout.names().len()],
        }
    }

    /// A number of a long range, or one beside it.
    fn large(&mut self, field: Field, low: u64, high: u64) -> u64 {
        if let Some(number) = self.number
            && self.random.once_in(2)
        {
            return number;
        }
        let bits = high.max(1).ilog2();
        let size = high >> self.random.within(0, bits.into());
        let sized = self.random.within(size / 2, size);
        // Two of them in a row come together.
        let above = self.random.once_in(2);
        let row = self.last.filter(|_| self.random.once_in(2));
        if let Some(number) = row.and_then(|last| beside(last, above)) {
            return number;
        }
        let number = match self.random.within(0, 12) {
            0 => {
                let last = BOUNDS.len() as u64 - 1;
                BOUNDS[usize::try_from(self.random.within(0, last)).unwrap_or(0)]
            }
            1 => sized.isqrt().pow(2),
            2 => 1 << sized.max(1).ilog2(),
            3 => 10u64.pow(sized.max(1).ilog10()),
            4 => sized.isqrt().isqrt().pow(4),
            5 => {
                let last = self
                    .last
                    .unwrap_or(high)
                    .saturating_add(self.random.within(0, 2 * BESIDE));
                return last.saturating_sub(BESIDE);
            }
            // What differs from others in one digit, or makes their nim-sum 0.
            6 => return self.last.unwrap_or(high) ^ (1 << self.random.within(0, bits.into())),
            7 => return self.sums[field],
            8 => return high - self.random.within(0, 2).min(high - low),
            9 | 10 => return self.random.within(low, high),
            11 => {
                return fibonacci()
                    .take_while(|&it| it <= sized)
                    .last()
                    .unwrap_or(1);
            }
            _ => sized,
        };
        number
            .saturating_add(self.random.within(0, 2))
            .saturating_sub(1)
    }
}

impl Choose for Far<'_> {
    fn choose(&mut self, field: Field, low: u64, high: u64, rows: bool) -> u64 {
        const FEW_ROWS: u64 = 3;
        if rows && self.few {
            return low.max(1).min(high);
        }
        if rows || high - low <= SHORT {
            let high = if rows { high.min(low + FEW_ROWS) } else { high };
            return self.random.within(low, high);
        }
        let number = self.large(field, low, high).clamp(low, high);
        self.last = Some(number);
        self.sums[field] ^= number;
        number
    }

    fn random(&mut self) -> Option<&mut Random> {
        Some(self.random)
    }
}
