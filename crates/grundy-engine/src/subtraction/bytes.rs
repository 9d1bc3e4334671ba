//! Subtraction sets with values below 63 on AVX-512: heaps keep their value as a byte, so one load brings the
//! options of 64 heaps, and a permutation of bytes looks up the bit each value stands for.
//!
//! Values are taken eight to a plane: plane `p` holds for each heap the byte of values `8p..8p+8` seen. Only as
//! many planes are used as the values met so far need. Takes below 64 are settled as in
//! [`one_hot`](super::one_hot), on the planes transposed to integers.

#![allow(
    unsafe_code,
    reason = "AVX-512 loads from pointers and the entry into code compiled for it"
)]

use super::one_hot::{Set, settle};
use super::{BLOCK, Reached, TableError, Takes, reserve};
use std::arch::x86_64::*;

/// What stands before heap 0: a value that no plane has a bit for.
const NOTHING: u8 = 63;

/// Whether this machine has the instructions.
pub(super) fn available() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx512f")
        && has!("avx512bw")
        && has!("avx512vl")
        && has!("avx512cd")
        && has!("avx512vbmi")
        && has!("avx512bitalg")
        && has!("avx512vpopcntdq")
        && has!("avx512dq")
        && has!("bmi2")
}

/// Appends values up to `target` of them, with room for values below `room` (a multiple of 8 up to 64, where 63
/// is left out).
pub(super) fn extend(
    room: u32,
    takes: &Takes,
    values: &mut Vec<u8>,
    target: usize,
    stop: &dyn Fn() -> bool,
) -> Result<Reached, TableError> {
    assert!(available());
    let job = Job {
        takes,
        values,
        target,
        stop,
    };
    // SAFETY: `available` has found all the instructions.
    unsafe {
        match room.div_ceil(8) {
            0 | 1 => run::<u8, 1>(job),
            2 => run::<u16, 2>(job),
            3 => run::<u32, 3>(job),
            4 => run::<u32, 4>(job),
            5 => run::<u64, 5>(job),
            6 => run::<u64, 6>(job),
            7 => run::<u64, 7>(job),
            _ => run::<u64, 8>(job),
        }
    }
}

struct Job<'a> {
    takes: &'a Takes,
    values: &'a mut Vec<u8>,
    target: usize,
    stop: &'a dyn Fn() -> bool,
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512cd,avx512vbmi,avx512bitalg,avx512vpopcntdq,bmi1,bmi2"
)]
fn run<T: Set, const PLANES: usize>(job: Job<'_>) -> Result<Reached, TableError> {
    let Job {
        takes,
        values,
        target,
        stop,
    } = job;
    let pad = takes.greatest().max(BLOCK).next_multiple_of(BLOCK);
    let chunk = pad.max(1 << 13);
    let mut window: Vec<u8> = Vec::new();
    reserve(&mut window, pad + chunk)?;
    window.resize(pad + chunk, NOTHING);
    let known = values.len().min(pad);
    window[pad - known..pad].copy_from_slice(&values[values.len() - known..]);
    // The last two blocks in one-hot form, for the takes below 64.
    let mut recent = [T::default(); 2 * BLOCK];
    for (one, &value) in recent.iter_mut().zip(&window[pad - BLOCK..pad]) {
        *one = if value == NOTHING {
            T::default()
        } else {
            T::only(value)
        };
    }
    let tables = tables::<PLANES>();
    while values.len() < target {
        if stop() {
            return Err(TableError::Stopped);
        }
        for at in (pad..pad + chunk).step_by(BLOCK) {
            let planes = gather::<PLANES>(&takes.far, &window, at, &tables);
            let found = if takes.near.is_empty() {
                least_absent(&planes)
            } else {
                settle(
                    &takes.near,
                    &mut recent,
                    BLOCK,
                    &transposed::<T, PLANES>(&planes),
                );
                let found = least(&recent);
                recent.copy_within(BLOCK.., 0);
                found
            };
            let room = (8 * PLANES as u8).min(NOTHING);
            if _mm512_cmpge_epu8_mask(found, _mm512_set1_epi8(room as i8)) != 0 {
                return Ok(Reached::TooNarrow);
            }
            let Some(cells) = window[at..].first_chunk_mut::<BLOCK>() else {
                return Ok(Reached::End);
            };
            // SAFETY: `cells` is 64 bytes to write.
            unsafe { _mm512_storeu_si512(cells.as_mut_ptr().cast(), found) };
            let wanted = (target - values.len()).min(BLOCK);
            values.extend_from_slice(&cells[..wanted]);
            if values.len() == target {
                return Ok(Reached::End);
            }
        }
        window.copy_within(chunk.., 0);
    }
    Ok(Reached::End)
}

/// For each plane the byte that a value contributes; nothing for [`NOTHING`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn tables<const PLANES: usize>() -> [__m512i; PLANES] {
    std::array::from_fn(|plane| {
        let mut table = [0u8; BLOCK];
        for bit in 0..8 {
            table[8 * plane + bit] = 1 << bit;
        }
        table[usize::from(NOTHING)] = 0;
        // SAFETY: `table` is 64 bytes to read.
        unsafe { _mm512_loadu_si512(table.as_ptr().cast()) }
    })
}

/// The planes of the 64 heaps at `window[at..]`, as far as the takes of 64 or more reach.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn gather<const PLANES: usize>(
    far: &[usize],
    window: &[u8],
    at: usize,
    tables: &[__m512i; PLANES],
) -> [__m512i; PLANES] {
    assert!(at + BLOCK <= window.len() && far.last().is_none_or(|&take| take <= at));
    let load = |take: usize| {
        // SAFETY: takes ascend and the greatest is at most `at`, so the 64 bytes from `at - take` lie within
        // `window`, as just asserted.
        unsafe { _mm512_loadu_si512(window.as_ptr().add(at - take).cast()) }
    };
    let mut planes = [_mm512_setzero_si512(); PLANES];
    let (pairs, rest) = far.as_chunks::<2>();
    for &[one, two] in pairs {
        let (one, two) = (load(one), load(two));
        for (plane, &table) in planes.iter_mut().zip(tables) {
            let (one, two) = (
                _mm512_permutexvar_epi8(one, table),
                _mm512_permutexvar_epi8(two, table),
            );
            *plane = _mm512_ternarylogic_epi32::<0xFE>(*plane, one, two);
        }
    }
    for &take in rest {
        let one = load(take);
        for (plane, &table) in planes.iter_mut().zip(tables) {
            *plane = _mm512_or_si512(*plane, _mm512_permutexvar_epi8(one, table));
        }
    }
    planes
}

/// The mex of each of 64 heaps: trailing ones of the first plane, and on while planes are full.
#[target_feature(enable = "avx512f,avx512bw,avx512bitalg")]
fn least_absent<const PLANES: usize>(planes: &[__m512i; PLANES]) -> __m512i {
    let mut found = _mm512_setzero_si512();
    let mut full = !0u64;
    for &plane in planes {
        let above = _mm512_add_epi8(plane, _mm512_set1_epi8(1));
        let ones = _mm512_popcnt_epi8(_mm512_andnot_si512(above, plane));
        found = _mm512_mask_add_epi8(found, full, found, ones);
        full = _mm512_mask_cmpeq_epi8_mask(full, plane, _mm512_set1_epi8(-1));
    }
    found
}

/// The sets of 64 heaps as integers, from their planes.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn transposed<T: Set, const PLANES: usize>(planes: &[__m512i; PLANES]) -> [T; BLOCK] {
    let mut sets = [T::default(); BLOCK];
    let bytes = size_of::<T>();
    // Unpacking works inside quarters of a register, so the heaps are first dealt out to the quarters.
    let mut order = [0u8; BLOCK];
    for (place, heap) in order.iter_mut().enumerate() {
        let (quarter, within) = (place / 16, place % 16);
        let run = 16 / bytes;
        *heap = ((within / run) * 4 * run + quarter * run + within % run) as u8;
    }
    // SAFETY: `order` is 64 bytes to read.
    let order = unsafe { _mm512_loadu_si512(order.as_ptr().cast()) };
    let mut parts = [_mm512_setzero_si512(); 8];
    for (part, &plane) in parts.iter_mut().zip(planes) {
        *part = _mm512_permutexvar_epi8(order, plane);
    }
    let [a, b, c, d, e, f, g, h] = parts;
    let rows: [__m512i; 8] = match bytes {
        1 => [a; 8],
        2 => {
            let (low, high) = (_mm512_unpacklo_epi8(a, b), _mm512_unpackhi_epi8(a, b));
            [low, high, low, high, low, high, low, high]
        }
        4 => {
            let [i, j, k, l] = by_four([a, b, c, d]);
            [i, j, k, l, i, j, k, l]
        }
        _ => {
            let (low, high) = (by_four([a, b, c, d]), by_four([e, f, g, h]));
            std::array::from_fn(|row| match row % 2 {
                0 => _mm512_unpacklo_epi32(low[row / 2], high[row / 2]),
                _ => _mm512_unpackhi_epi32(low[row / 2], high[row / 2]),
            })
        }
    };
    for (row, &part) in rows.iter().take(bytes).enumerate() {
        // SAFETY: `sets` is 64 × `bytes` bytes, of which this writes the `row`-th 64; any bits are an integer.
        unsafe { _mm512_storeu_si512(sets.as_mut_ptr().cast::<u8>().add(row * 64).cast(), part) };
    }
    sets
}

/// Bytes of four planes to integers of four bytes, in four registers.
#[target_feature(enable = "avx512f,avx512bw")]
fn by_four([a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
    let (ab, cd) = (_mm512_unpacklo_epi8(a, b), _mm512_unpacklo_epi8(c, d));
    let (ab2, cd2) = (_mm512_unpackhi_epi8(a, b), _mm512_unpackhi_epi8(c, d));
    [
        _mm512_unpacklo_epi16(ab, cd),
        _mm512_unpackhi_epi16(ab, cd),
        _mm512_unpacklo_epi16(ab2, cd2),
        _mm512_unpackhi_epi16(ab2, cd2),
    ]
}

/// The values of the later 64 one-hot sets; an empty set gives 64 or its own width, which is out of room.
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512cd,avx512vbmi,avx512bitalg,avx512vpopcntdq,bmi1,bmi2"
)]
fn least<T: Set>(recent: &[T; 2 * BLOCK]) -> __m512i {
    let mut found = [0u8; BLOCK];
    for (value, &set) in found.iter_mut().zip(&recent[BLOCK..]) {
        *value = set.least();
    }
    // SAFETY: `found` is 64 bytes to read.
    unsafe { _mm512_loadu_si512(found.as_ptr().cast()) }
}
