//! Sums of an output, block by block, by which every byte of it is seen to be what was written.

use sha2::{Digest, Sha256};

/// Bytes of a block.
pub(super) const BLOCK: usize = 1 << 20;

/// The first half of a block's SHA-256.
pub(super) type Sum = [u8; 16];

/// Sums of what has been written so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    full: Vec<Sum>,
    open: Sha256,
    /// Bytes in the open block.
    filled: usize,
}

fn half(block: Sha256) -> Sum {
    let [first, _] = *block.finalize().as_chunks().0 else {
        unreachable!("32 bytes are two halves");
    };
    first
}

impl Sums {
    /// More was written.
    pub(super) fn add(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(BLOCK - self.filled));
            self.open.update(now);
            self.filled += now.len();
            bytes = later;
            if self.filled == BLOCK {
                self.full.push(half(std::mem::take(&mut self.open)));
                self.filled = 0;
            }
        }
    }

    /// The sum of the last block, full or not.
    pub(super) fn last(&self) -> Option<Sum> {
        match self.filled {
            0 => self.full.last().copied(),
            _ => Some(half(self.open.clone())),
        }
    }

    /// The sums of all blocks, the one that is not full last.
    pub(super) fn all(&self) -> Vec<Sum> {
        let mut all = self.full.clone();
        if self.filled > 0 {
            all.push(half(self.open.clone()));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_do_not_matter() {
        let bytes: Vec<u8> = (0..2 * BLOCK + 5).map(|at| (at % 251) as u8).collect();
        for length in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, bytes.len()] {
            let whole = {
                let mut sums = Sums::default();
                sums.add(&bytes[..length]);
                sums.all()
            };
            assert_eq!(whole.len(), length.div_ceil(BLOCK));
            for piece in [77_777, BLOCK] {
                let mut sums = Sums::default();
                bytes[..length]
                    .chunks(piece)
                    .for_each(|piece| sums.add(piece));
                assert_eq!(sums.all(), whole);
            }
        }
    }
}
