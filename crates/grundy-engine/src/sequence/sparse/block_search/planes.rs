//! Where each common value occurs among the last heaps: a plane of bits for each number, eight heaps to a byte.

use super::super::super::BLOCK;
use super::super::PREFIX;

/// Numbers of common values that have a plane; a block with larger ones is not searched so.
pub(super) const PLANES: usize = 64;

/// Bytes of a block in a plane, and words.
pub(super) const BYTES: usize = BLOCK / 8;
pub(super) const WORDS: usize = BLOCK / 64;

/// How many words of the last heaps probes are chosen by.
pub(super) const SAMPLE: usize = 64;

/// Bytes of a plane kept at least: nothing looks farther back.
pub(super) const KEPT: usize = (PREFIX / 8 + 8 * SAMPLE + 8).next_multiple_of(BYTES);

/// How far the planes are apart. Not a multiple of a large power of two, or they would share lines of the cache.
const STRIDE: usize = 4 * KEPT + BYTES;

/// An option's place in the planes: of the heap that it leaves beside the given one, the distance and the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) distance: usize,
    pub(super) plane: usize,
}

impl Spot {
    /// Where a plane's bytes so far behind are, from the place looked from on: more by [`Planes::BEFORE`].
    pub(super) fn offset(self) -> usize {
        self.plane * STRIDE + Planes::BEFORE - self.distance / 8
    }
}

/// The planes, one behind the other.
#[derive(Debug, Default)]
pub(super) struct Planes {
    bytes: Vec<u8>,
    /// How many bytes each has.
    length: usize,
}

impl Planes {
    /// What offsets are too large by, none of them being negative.
    pub(super) const BEFORE: usize = KEPT;

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.bytes.len() / STRIDE
    }

    /// How many bytes each has.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Bytes of memory in use.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.capacity()
    }

    /// All bytes, where [`Spot::offset`] finds its own.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn all(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn clear(&mut self) {
        self.length = 0;
    }

    /// Makes place for numbers as large as `widest`.
    pub(super) fn widen(&mut self, widest: u8) {
        let wanted = (usize::from(widest) + 1) * STRIDE;
        if self.bytes.len() < wanted {
            self.bytes.resize(wanted, 0);
        }
    }

    /// Drops what is older than anything looks, if there is no place for a block more. How many bytes were dropped of each.
    pub(super) fn trim(&mut self) -> usize {
        if self.length < 4 * KEPT {
            return 0;
        }
        let dropped = self.length - KEPT;
        for plane in self.bytes.chunks_exact_mut(STRIDE) {
            plane.copy_within(dropped..self.length, 0);
        }
        self.length = KEPT;
        dropped
    }

    /// The place of a block more in each plane, which the caller fills.
    pub(super) fn append(&mut self) -> impl Iterator<Item = &mut [u8; BYTES]> {
        let from = self.length;
        self.length += BYTES;
        let planes = self.bytes.chunks_exact_mut(STRIDE);
        planes.filter_map(move |plane| plane.get_mut(from..)?.first_chunk_mut())
    }

    /// Undoes the last block.
    pub(super) fn take_back(&mut self) {
        self.length -= BYTES;
    }

    /// Where a plane begins.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn start(&self, plane: usize) -> usize {
        plane * STRIDE
    }

    /// So many words of a plane from the byte `place` on; none are set where there are none.
    #[inline(always)]
    pub(super) fn words<const LENGTH: usize>(&self, plane: usize, place: usize) -> [u64; LENGTH] {
        let place = plane * STRIDE + place;
        self.bytes
            .get(place..place + 8 * LENGTH)
            .map_or([0; LENGTH], words)
    }

    /// The last byte that is wholly before an option's heap, seen from the byte `place` of each plane; `None` if that is
    /// too far back.
    #[inline(always)]
    pub(super) fn place(&self, spot: Spot, place: usize) -> Option<usize> {
        let from = place.checked_sub(spot.distance / 8 + 1)?;
        (spot.plane < self.count()).then_some(spot.plane * STRIDE + from)
    }

    /// For the heaps of so many words from the byte `place` on, whether they have the option; `None` if that is too far
    /// back.
    #[inline(always)]
    pub(super) fn look<const LENGTH: usize>(
        &self,
        spot: Spot,
        place: usize,
    ) -> Option<[u64; LENGTH]> {
        let from = self.place(spot, place)?;
        let bits = spot.distance % 8;
        let behind: [u64; LENGTH] = self.words(0, from);
        let ahead: [u64; LENGTH] = self.words(0, from + 1);
        // Without a shift the byte behind, too, is dropped: what it leaves is ahead as well.
        Some(std::array::from_fn(|word| {
            ahead[word] << bits | behind[word] >> (8 - bits)
        }))
    }
}

/// The words that so many bytes are.
#[inline(always)]
fn words<const LENGTH: usize>(bytes: &[u8]) -> [u64; LENGTH] {
    let bytes = bytes.as_chunks().0;
    std::array::from_fn(|word| u64::from_le_bytes(bytes[word]))
}
