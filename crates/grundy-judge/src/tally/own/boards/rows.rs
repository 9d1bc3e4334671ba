//! Boards as they stand in the input: so many rows of letters, with nothing but a line end behind each.
//!
//! A board that has room in a block of bytes is read at once: what must be a letter is told from what must be a line end by a mask, and each row
//! is moved to its place. Any other is read eight letters at a time.

use crate::glance::codes::{Codes, eight};
use crate::glance::letters::Letters;
use grundy_number::text::marks::BLOCK;

/// Fewer cells are sooner read row by row.
const FEW: usize = 8;

/// How boards of some sides stand in the input.
pub(super) struct Rows {
    rows: usize,
    width: usize,
    /// In a block, with nothing before a line end, and with a carriage return.
    in_block: [Option<Shape>; 2],
}

/// Where what stands in a block that begins with a board.
struct Shape {
    /// From the beginning of a row to that of the next.
    stride: usize,
    letters: u64,
    returns: u64,
    ends: u64,
    all: u64,
}

impl Shape {
    fn new(rows: usize, width: usize, returns: usize) -> Option<Shape> {
        let stride = width + returns + 1;
        let bytes = rows.checked_mul(stride).filter(|&bytes| bytes <= BLOCK)?;
        if rows * width < FEW {
            return None;
        }
        let begins = (0..rows).fold(0, |begins, row| begins | (1u64 << (row * stride)));
        let all = u64::MAX >> (BLOCK - bytes);
        let ends = begins << (stride - 1);
        let returns = if returns == 1 { begins << width } else { 0 };
        Some(Shape {
            stride,
            letters: all & !ends & !returns,
            returns,
            ends,
            all,
        })
    }
}

impl Rows {
    /// For boards with a cell at least.
    pub(super) fn new(rows: usize, width: usize) -> Rows {
        Rows {
            rows,
            width,
            in_block: [0, 1].map(|returns| Shape::new(rows, width, returns)),
        }
    }

    /// Whether these are the sides.
    #[inline(always)]
    pub(super) fn are(&self, rows: usize, width: usize) -> bool {
        (self.rows, self.width) == (rows, width)
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The board from byte `at` on, packed, with the bytes where its last row begins and ends; nothing where it does not stand in a block, as it should.
    #[inline(always)]
    pub(super) fn in_block(
        &self,
        letters: &Letters,
        bytes: &[u8],
        at: usize,
    ) -> Option<(u64, usize, usize)> {
        let block: &[u8; BLOCK] = bytes.get(at..)?.first_chunk()?;
        let is_returned = *block.get(self.width)? == b'\r';
        let shape = self.in_block[usize::from(is_returned)].as_ref()?;
        let found = letters.block(block);
        let stands = [found.letters, found.returns, found.ends].map(|marks| marks & shape.all);
        if stands != [shape.letters, shape.returns, shape.ends] {
            return None;
        }
        let row = u64::MAX >> (BLOCK - self.width);
        let packed = |marks: u64| {
            let rows = (0..self.rows)
                .map(|own| ((marks >> (own * shape.stride)) & row) << (own * self.width));
            rows.fold(0, |board, row| board | row)
        };
        let board = match letters.bits() {
            1 => packed(found.first),
            _ => spread(packed(found.first)) | (spread(packed(found.second)) << 1),
        };
        let last = at + (self.rows - 1) * shape.stride;
        Some((board, last, last + self.width))
    }

    /// The board from byte `at` on, row by row.
    #[inline(always)]
    pub(super) fn read<const BITS: u32>(
        &self,
        codes: &Codes,
        bytes: &[u8],
        mut at: usize,
    ) -> Option<(u64, usize, usize)> {
        let (mut board, mut shift) = (0u64, 0);
        for row in 1..=self.rows {
            let begin = at;
            let mut left = self.width;
            while left > 0 {
                let (codes, wrong) = codes.read::<BITS>(eight(bytes, at)?);
                let count = left.min(8);
                let shown = u64::MAX >> (64 - 8 * count);
                if wrong & shown != 0 {
                    return None;
                }
                // A board has at most 64 bits, so none is lost.
                board |= (codes & ((1 << (BITS as usize * count)) - 1)) << shift;
                shift += BITS * count as u32;
                (at, left) = (at + count, left - count);
            }
            let end = at;
            if *bytes.get(at)? == b'\r' {
                at += 1;
            }
            if *bytes.get(at)? != b'\n' {
                return None;
            }
            if row == self.rows {
                return Some((board, begin, end));
            }
            at += 1;
        }
        None
    }
}

/// Puts a bit of 0 behind each of the lowest 32.
fn spread(bits: u64) -> u64 {
    let bits = (bits | (bits << 16)) & 0x0000_ffff_0000_ffff;
    let bits = (bits | (bits << 8)) & 0x00ff_00ff_00ff_00ff;
    let bits = (bits | (bits << 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    let bits = (bits | (bits << 2)) & 0x3333_3333_3333_3333;
    (bits | (bits << 1)) & 0x5555_5555_5555_5555
}
