//! Subtraction sets with values below 64: each heap keeps `1 << value`, so that the set of its options' values
//! is an OR of loads, and the mex is the lowest clear bit: `!set & (set + 1)`, again in one-hot form.
//!
//! A block of 64 heaps first ORs in all takes of 64 or more, which reach only earlier blocks. The nearer takes
//! are ORed into groups of 8, 16 or 32 heaps, as wide as the least take allows; takes below 8 are then passed on
//! heap by heap inside the group of 8.

#![allow(
    unsafe_code,
    reason = "entering code compiled for detected instructions"
)]

use super::{BLOCK, Reached, TableError, Takes, reserve};
use std::ops::{BitAnd, BitOr};

/// An unsigned integer used as a set of values.
pub(super) trait Set:
    Copy + Default + Eq + BitOr<Output = Self> + BitAnd<Output = Self>
{
    /// All values of `0..BITS`.
    const FULL: Self;
    /// The one-element set of the least value absent; empty if every value is there.
    fn least_absent(self) -> Self;
    /// The set `{value}`, or the empty set where the integer is too narrow.
    fn only(value: u8) -> Self;
    /// The least value in the set.
    fn least(self) -> u8;
}

macro_rules! sets {
    ($($integer:ty)*) => {$(
        impl Set for $integer {
            const FULL: Self = <$integer>::MAX;
            #[inline(always)]
            fn least_absent(self) -> Self {
                !self & self.wrapping_add(1)
            }
            #[inline(always)]
            fn only(value: u8) -> Self {
                <$integer>::checked_shl(1, u32::from(value)).unwrap_or(0)
            }
            #[inline(always)]
            fn least(self) -> u8 {
                self.trailing_zeros() as u8
            }
        }
    )*};
}
sets!(u8 u16 u32 u64);

/// Appends values up to `target` of them, with room for values below `room` (8, 16, 32 or 64).
pub(super) fn portable(
    room: u32,
    takes: &Takes,
    values: &mut Vec<u8>,
    target: usize,
    stop: &dyn Fn() -> bool,
) -> Result<Reached, TableError> {
    match room {
        ..=8 => extend::<u8>(takes, values, target, stop, block),
        9..=16 => extend::<u16>(takes, values, target, stop, block),
        17..=32 => extend::<u32>(takes, values, target, stop, block),
        _ => extend::<u64>(takes, values, target, stop, block),
    }
}

/// [`portable`]'s loop compiled for AVX2, which the processor must have.
#[cfg(target_arch = "x86_64")]
pub(super) fn avx2(
    room: u32,
    takes: &Takes,
    values: &mut Vec<u8>,
    target: usize,
    stop: &dyn Fn() -> bool,
) -> Result<Reached, TableError> {
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn compiled<T: Set>(takes: &Takes, window: &mut [T], at: usize) -> [u8; BLOCK] {
        block(takes, window, at)
    }
    /// Only called where `avx2` was asked for, below.
    fn enter<T: Set>(takes: &Takes, window: &mut [T], at: usize) -> [u8; BLOCK] {
        // SAFETY: `avx2` has asserted that the machine has these instructions.
        unsafe { compiled(takes, window, at) }
    }
    assert!(
        std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("bmi2")
    );
    match room {
        ..=8 => extend::<u8>(takes, values, target, stop, enter),
        9..=16 => extend::<u16>(takes, values, target, stop, enter),
        17..=32 => extend::<u32>(takes, values, target, stop, enter),
        _ => extend::<u64>(takes, values, target, stop, enter),
    }
}

/// The marker of a heap whose value did not fit.
const NO_ROOM: u8 = 255;

fn extend<T: Set>(
    takes: &Takes,
    values: &mut Vec<u8>,
    target: usize,
    stop: &dyn Fn() -> bool,
    block: impl Fn(&Takes, &mut [T], usize) -> [u8; BLOCK],
) -> Result<Reached, TableError> {
    let pad = takes.greatest().max(BLOCK).next_multiple_of(BLOCK);
    let chunk = (pad / 4).next_multiple_of(BLOCK).max(1 << 12);
    let mut window: Vec<T> = Vec::new();
    reserve(&mut window, pad + chunk)?;
    window.resize(pad + chunk, T::default());
    // Blocks begin where the values end; what lies before heap 0 is the empty set.
    let known = values.len().min(pad);
    for (cell, &value) in window[pad - known..pad]
        .iter_mut()
        .zip(&values[values.len() - known..])
    {
        *cell = T::only(value);
    }
    while values.len() < target {
        if stop() {
            return Err(TableError::Stopped);
        }
        for at in (pad..pad + chunk).step_by(BLOCK) {
            let found = block(takes, &mut window, at);
            if found.contains(&NO_ROOM) {
                return Ok(Reached::TooNarrow);
            }
            let wanted = (target - values.len()).min(BLOCK);
            values.extend_from_slice(&found[..wanted]);
            if wanted < BLOCK || values.len() == target {
                return Ok(Reached::End);
            }
        }
        window.copy_within(chunk.., 0);
    }
    Ok(Reached::End)
}

/// The values of the 64 heaps at `window[at..]`, whose sets it writes there.
#[inline(always)]
fn block<T: Set>(takes: &Takes, window: &mut [T], at: usize) -> [u8; BLOCK] {
    let mut sets = [T::default(); BLOCK];
    // Four vector registers' worth at a time stay in registers over all takes.
    match size_of::<T>() {
        1 => gather::<T, 64>(&takes.far, window, at, &mut sets),
        2 => gather::<T, 64>(&takes.far, window, at, &mut sets),
        4 => gather::<T, 32>(&takes.far, window, at, &mut sets),
        _ => gather::<T, 16>(&takes.far, window, at, &mut sets),
    }
    settle(&takes.near, window, at, &sets);
    let mut found = [NO_ROOM; BLOCK];
    for (value, &set) in found.iter_mut().zip(&window[at..at + BLOCK]) {
        *value = if set == T::default() {
            NO_ROOM
        } else {
            set.least()
        };
    }
    found
}

/// ORs into the sets of a block what the takes of 64 or more reach.
#[inline(always)]
fn gather<T: Set, const LANES: usize>(
    far: &[usize],
    window: &[T],
    at: usize,
    sets: &mut [T; BLOCK],
) {
    for (group, sets) in sets.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
        let end = at + (group + 1) * LANES;
        let before = &window[..end];
        let mut gathered = [T::default(); LANES];
        for &take in far {
            let Some(seen) = before[..end - take].last_chunk::<LANES>() else {
                continue;
            };
            for (set, &one) in gathered.iter_mut().zip(seen) {
                *set = *set | one;
            }
        }
        *sets = gathered;
    }
}

/// Settles the 64 heaps at `window[at..]`, given the sets that the far takes reach: takes below 64 are added here.
#[inline(always)]
pub(super) fn settle<T: Set>(near: &[usize], window: &mut [T], at: usize, sets: &[T; BLOCK]) {
    match near.first() {
        None => {
            for (cell, set) in window[at..at + BLOCK].iter_mut().zip(sets) {
                *cell = set.least_absent();
            }
        }
        Some(32..) => by_groups::<T, 32>(near, window, at, sets),
        Some(16..) => by_groups::<T, 16>(near, window, at, sets),
        Some(8..) => by_groups::<T, 8>(near, window, at, sets),
        Some(_) => by_heaps(near, window, at, sets),
    }
}

/// Every take is at least `GROUP`: a group of so many heaps is settled at once.
#[inline(always)]
fn by_groups<T: Set, const GROUP: usize>(
    near: &[usize],
    window: &mut [T],
    at: usize,
    sets: &[T; BLOCK],
) {
    for (group, sets) in sets.as_chunks::<GROUP>().0.iter().enumerate() {
        let end = at + (group + 1) * GROUP;
        let mut gathered = *sets;
        for &take in near {
            let Some(seen) = window[..end - take].last_chunk::<GROUP>() else {
                continue;
            };
            for (set, &one) in gathered.iter_mut().zip(seen) {
                *set = *set | one;
            }
        }
        for (cell, set) in window[end - GROUP..end].iter_mut().zip(gathered) {
            *cell = set.least_absent();
        }
    }
}

/// Takes below 8 among them: inside a group of 8 each heap passes its value on to the later ones.
#[inline(always)]
fn by_heaps<T: Set>(near: &[usize], window: &mut [T], at: usize, sets: &[T; BLOCK]) {
    let mut reach = [T::default(); 8];
    for &take in near {
        if let Some(mask) = reach.get_mut(take) {
            *mask = T::FULL;
        }
    }
    for (group, sets) in sets.as_chunks::<8>().0.iter().enumerate() {
        let end = at + (group + 1) * 8;
        // The group itself still counts as empty for the takes that reach into it.
        window[end - 8..end].fill(T::default());
        let mut gathered = *sets;
        for &take in near {
            let Some(seen) = window[..end - take].last_chunk::<8>() else {
                continue;
            };
            for (set, &one) in gathered.iter_mut().zip(seen) {
                *set = *set | one;
            }
        }
        let mut settled = [T::default(); 8];
        for i in 0..8 {
            let one = gathered[i].least_absent();
            settled[i] = one;
            for j in i + 1..8 {
                gathered[j] = gathered[j] | (one & reach[j - i]);
            }
        }
        window[end - 8..end].copy_from_slice(&settled);
    }
}
