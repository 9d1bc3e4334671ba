//! Which of a few values occur among the nim-sums of two rows of values, many sums at a time.
//!
//! The least of the nim-sums ⊕ wanted is 0 where one does. Reading the rows takes longer than that, so that four values are
//! looked for at once, until one is left. A plain loop for that minimum becomes vector instructions by
//! itself; it is compiled once for any processor and once for each set of wider vectors.

#![allow(
    unsafe_code,
    reason = "entering code compiled for detected instructions"
)]

use std::ops::BitXor;

use crate::sequence::path::Path;

/// A cell that holds values.
pub(super) trait Width:
    Copy + Ord + BitXor<Output = Self> + std::fmt::Debug + Send + Sync
{
    /// The largest value it can hold.
    const MOST: Self;
    /// The value.
    fn number(self) -> usize;
    /// The cell for a value, if it is wide enough.
    fn of(value: u32) -> Option<Self>;
    /// How many marks there must be at least.
    const MARKS: usize;
    /// Sets the marks of all nim-sums, each of which has one.
    fn mark(met: &mut [u8], turn: u8, one: &[Self], other: &[Self]);
}

macro_rules! widths {
    ($($integer:ty: $mark:expr;)*) => {$(
        impl Width for $integer {
            const MOST: Self = <$integer>::MAX;
            const MARKS: usize = if <$integer>::BITS > 16 { 0 } else { 1 << (<$integer>::BITS % 32) };
            fn number(self) -> usize {
                self as usize
            }
            fn of(value: u32) -> Option<Self> {
                value.try_into().ok()
            }
            #[inline]
            fn mark(met: &mut [u8], turn: u8, one: &[Self], other: &[Self]) {
                $mark(met, turn, one, other)
            }
        }
    )*};
}
widths!(u8: marking::<u8, 256>; u16: marking::<u16, 65_536>; u32: marking::<u32, 0>;);

/// Sets the marks; a table of as many marks as `T` has values needs no comparison with its length.
#[inline]
fn marking<T: Width, const VALUES: usize>(met: &mut [u8], turn: u8, one: &[T], other: &[T]) {
    let (ones, rest) = one.as_chunks::<SUMS>();
    let (others, other_rest) = other.as_chunks::<SUMS>();
    let mut sums = [T::MOST; SUMS];
    for (one, other) in ones.iter().zip(others) {
        for ((sum, &one), &other) in sums.iter_mut().zip(one).zip(other) {
            *sum = one ^ other;
        }
        match met.first_chunk_mut::<VALUES>() {
            Some(met) if VALUES > 0 => sums.iter().for_each(|sum| met[sum.number()] = turn),
            _ => sums.iter().for_each(|sum| met[sum.number()] = turn),
        }
    }
    for (&one, &other) in rest.iter().zip(other_rest) {
        met[(one ^ other).number()] = turn;
    }
}

/// How many nim-sums are made together.
const SUMS: usize = 64;

impl Path {
    /// Looks for those of the values wanted that are left among the nim-sums of an element of `one` and the same element of
    /// `other`; those that are leave `left`. How many pairs were looked at is returned.
    #[inline]
    pub(super) fn seek<T: Width>(
        self,
        one: &[T],
        other: &[T],
        wanted: &[T; AT_ONCE],
        left: &mut [bool; AT_ONCE],
    ) -> usize {
        match self {
            Path::Portable => seek(one, other, wanted, left),
            // SAFETY: a path is one of `Path::all`, which has found the instructions.
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => unsafe { seek_avx2(one, other, wanted, left) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Path::Avx512 => unsafe { seek_avx512(one, other, wanted, left) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn seek_avx2<T: Width>(
    one: &[T],
    other: &[T],
    wanted: &[T; AT_ONCE],
    left: &mut [bool; AT_ONCE],
) -> usize {
    seek(one, other, wanted, left)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl,avx512dq")]
fn seek_avx512<T: Width>(
    one: &[T],
    other: &[T],
    wanted: &[T; AT_ONCE],
    left: &mut [bool; AT_ONCE],
) -> usize {
    seek(one, other, wanted, left)
}

/// How many values are looked for at once.
pub(super) const AT_ONCE: usize = 4;

/// How many pairs are looked at together at first, and at most.
const CHUNKS: (usize, usize) = (256, 4096);

#[inline(always)]
fn seek<T: Width>(
    mut one: &[T],
    mut other: &[T],
    wanted: &[T; AT_ONCE],
    left: &mut [bool; AT_ONCE],
) -> usize {
    let (mut chunk, mut before) = (CHUNKS.0, 0);
    loop {
        let length = chunk.min(one.len()).min(other.len());
        let mut still = left.iter().enumerate().filter(|(_, left)| **left);
        let (Some((last, _)), false) = (still.next(), length == 0) else {
            return before;
        };
        let only = still.next().is_none();
        let (ones, others) = (&one[..length], &other[..length]);
        if only {
            left[last] = least(ones, others, wanted[last]) != 0;
        } else {
            let least = least_of_four(ones, others, wanted);
            for (left, least) in left.iter_mut().zip(least) {
                *left &= least != 0;
            }
        }
        (one, other) = (&one[length..], &other[length..]);
        before += length;
        chunk = CHUNKS.1.min(2 * chunk);
    }
}

/// The least nim-sum of an element of each row and the value wanted.
#[inline(always)]
fn least<T: Width>(ones: &[T], others: &[T], wanted: T) -> usize {
    let mut least = T::MOST;
    for (&one, &other) in ones.iter().zip(others) {
        least = least.min(one ^ other ^ wanted);
    }
    least.number()
}

/// The same for each of four values.
#[inline(always)]
fn least_of_four<T: Width>(ones: &[T], others: &[T], wanted: &[T; AT_ONCE]) -> [usize; AT_ONCE] {
    let [first, second, third, fourth] = *wanted;
    let mut least = (T::MOST, T::MOST, T::MOST, T::MOST);
    for (&one, &other) in ones.iter().zip(others) {
        let sum = one ^ other;
        least.0 = least.0.min(sum ^ first);
        least.1 = least.1.min(sum ^ second);
        least.2 = least.2.min(sum ^ third);
        least.3 = least.3.min(sum ^ fourth);
    }
    [least.0, least.1, least.2, least.3].map(Width::number)
}
