//! Values below 2^16 that are held until their mex is asked for.
//!
//! Which of the 64 values from a number on are among them is told by whole vectors, without a store for each value. The mex is small against
//! the number of values mostly, so that it is found in the first 64 or soon behind them; and as soon as all of these have been met the rest of
//! the values need not be looked at.

#![allow(
    unsafe_code,
    reason = "the same code for wider vectors, where the machine has them"
)]

use crate::rule::columns::{Path, by_path};

/// Stands in the place of a value that is not there.
pub(crate) const NO_HALF: u16 = u16::MAX;

/// Values that are held at most.
const HELD: usize = 1 << 15;

/// Where the mex is no smaller than this it takes as long to mark the values, one by one.
const FAR: u32 = 256;

/// Times that many values are looked at before it is seen whether all are met.
const PIECE: usize = 32;

/// Values that are looked for together.
const TOGETHER: u16 = u64::BITS as u16;

#[derive(Debug)]
pub(super) struct Halves {
    /// Room for all that are held, or none as long as nobody needs it.
    values: Vec<u16>,
    held: usize,
    /// None of them but [`NO_HALF`] is above it.
    pub(super) greatest: u16,
    /// The mex of the turn before.
    pub(super) last: u32,
    path: Path,
}

impl Default for Halves {
    fn default() -> Halves {
        Halves {
            values: Vec::new(),
            held: 0,
            greatest: 0,
            last: 0,
            path: Path::best(),
        }
    }
}

impl Halves {
    pub(super) fn clear(&mut self) {
        self.held = 0;
        self.greatest = 0;
    }

    pub(super) fn values(&self) -> &[u16] {
        &self.values[..self.held]
    }

    pub(super) fn has_room(&self, more: usize) -> bool {
        self.held + more <= HELD
    }

    /// Room for more values.
    pub(super) fn room(&mut self, more: usize) -> &mut [u16] {
        if self.values.is_empty() {
            self.values.resize(HELD + LANES, NO_HALF);
        }
        &mut self.values[self.held..self.held + more]
    }

    /// That so many values were written there.
    pub(super) fn keep(&mut self, more: usize, greatest: u16) {
        self.held += more;
        self.greatest = self.greatest.max(greatest);
    }

    /// The least value that is not there; `None` where it is told faster by marks.
    pub(super) fn mex(&mut self) -> Option<u32> {
        if self.last >= FAR {
            return None;
        }
        let whole = self.held.next_multiple_of(LANES);
        self.room(whole - self.held).fill(NO_HALF);
        self.held = whole;
        (0..FAR as u16)
            .step_by(usize::from(TOGETHER))
            .find_map(|from| {
                let met = self.met(from);
                (met != u64::MAX).then(|| u32::from(from) + met.trailing_ones())
            })
    }

    /// Which of the values from a number on are there.
    fn met(&self, from: u16) -> u64 {
        let mut met = 0;
        if self.greatest >= from {
            // So far, and no further.
            let width = (self.greatest - from).saturating_add(1).min(TOGETHER);
            let (values, _) = self.values().as_chunks();
            for piece in values.chunks(PIECE) {
                met |= met_of(self.path, piece, from, width);
                if met == u64::MAX {
                    break;
                }
            }
        }
        met
    }
}

/// Values that are looked at in one go.
const LANES: usize = 32;

/// Which of so many values from a number on are among these.
fn met_of(path: Path, values: &[[u16; LANES]], from: u16, width: u16) -> u64 {
    match path {
        // SAFETY: the path was chosen because the machine has these instructions.
        #[cfg(target_arch = "x86_64")]
        Path::Avx512 => unsafe {
            match width.div_ceil(ROW) {
                0 | 1 => met_avx512::<1>(values, from),
                2 => met_avx512::<2>(values, from),
                _ => met_avx512::<4>(values, from),
            }
        },
        path => by_path!(path, met_by(values: &[[u16; LANES]], from: u16) -> u64 => values, from),
    }
}

#[inline(always)]
fn met_by(values: &[[u16; LANES]], from: u16) -> u64 {
    const LANES: usize = 8;
    let mut met = [0u64; LANES];
    let (pieces, _) = values.as_flattened().as_chunks::<LANES>();
    for piece in pieces {
        for (met, &value) in met.iter_mut().zip(piece) {
            let place = value.wrapping_sub(from);
            *met |= if place < TOGETHER { 1 << place } else { 0 };
        }
    }
    met.iter().fold(0, |all, met| all | met)
}

/// Values that are bits of a number of 16 digits.
#[cfg(target_arch = "x86_64")]
const ROW: u16 = u16::BITS as u16;

/// The same for so many times 16 values, by the instruction that shifts numbers of 16 digits each by its own number, which the compiler does
/// not keep in registers by itself.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn met_avx512<const ROWS: usize>(values: &[[u16; LANES]], from: u16) -> u64 {
    use grundy_engine::vectors::of_halves;
    use std::arch::x86_64::{
        _mm512_or_si512, _mm512_reduce_or_epi32, _mm512_set1_epi16, _mm512_setzero_si512,
        _mm512_sllv_epi16, _mm512_sub_epi16,
    };
    let one = _mm512_set1_epi16(1);
    let mut met = [_mm512_setzero_si512(); ROWS];
    for values in values {
        let values = of_halves(values);
        for (met, row) in met.iter_mut().zip(0..) {
            let first = _mm512_set1_epi16((from + ROW * row).cast_signed());
            // Whatever is shifted by 16 or more is gone.
            let bits = _mm512_sllv_epi16(one, _mm512_sub_epi16(values, first));
            *met = _mm512_or_si512(*met, bits);
        }
    }
    met.iter().rev().fold(0, |all, &met| {
        let both = _mm512_reduce_or_epi32(met).cast_unsigned();
        all << ROW | u64::from((both | both >> ROW) as u16)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_every_path() {
        for path in Path::all() {
            for from in [0, 16, 64, 192] {
                for width in [1, 16, 40, 64] {
                    let values = (0..3_000u16).filter(|value| value % 7 != 3);
                    let values: Vec<u16> = values.take(300).chain([NO_HALF; 20]).collect();
                    let (values, _) = values.as_chunks();
                    let met = met_of(path, values, from, width);
                    for place in 0..width {
                        let is_there = (from + place) % 7 != 3;
                        assert_eq!(met >> place & 1 == 1, is_there, "{path:?} {from} {place}");
                    }
                }
            }
        }
    }
}
