//! Letters of a small alphabet in a block of bytes: a few numbers with a bit for each byte of it.

use super::codes::Codes;
use grundy_number::text::marks::{BLOCK, Marker};
use grundy_number::text::tokens::Path;

/// What is looked for: up to four letters by code, a line end, and what may stand before it.
const WANTED: usize = 6;

/// Letters that are looked for.
#[derive(Clone, Copy)]
pub(crate) struct Letters {
    marker: Marker<WANTED>,
    bits: u32,
}

/// What stands in a block, a bit for each byte.
pub(crate) struct Block {
    /// Letters.
    pub(crate) letters: u64,
    /// Letters whose code has the first bit, and those whose code has the second; line ends among them mean nothing.
    pub(crate) first: u64,
    pub(crate) second: u64,
    /// Line ends, and carriage returns.
    pub(crate) ends: u64,
    pub(crate) returns: u64,
}

impl Letters {
    pub(crate) fn of(codes: &Codes, path: Path) -> Letters {
        let mut wanted = [b'\n'; WANTED];
        for byte in 0..=u8::MAX {
            if let Some(code) = codes.code(byte) {
                wanted[usize::from(code)] = byte;
            }
        }
        wanted[WANTED - 1] = b'\r';
        Letters {
            marker: Marker::new(path, wanted),
            bits: codes.bits(),
        }
    }

    /// Bits of a code.
    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    /// What stands in a block.
    #[inline(always)]
    pub(crate) fn block(&self, block: &[u8; BLOCK]) -> Block {
        // A code that no letter has is that of a line end, which is no letter of what lies between two of them.
        let [zero, one, two, three, ends, returns] = self.marker.marks(block);
        Block {
            letters: (zero | one | two | three) & !ends,
            first: one | three,
            second: two | three,
            ends,
            returns,
        }
    }
}
