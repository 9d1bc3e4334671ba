//! What vertices in memory tell vertices that are not.

use super::Unsolved;
use super::scratch::{Scratch, Stream};
use super::window::Known;

/// Messages to the vertices of each block, in the order sent.
#[derive(Debug)]
pub(super) struct Mail {
    /// Three words each: to whom, from whom, and value and remoteness in 16 bits each.
    narrow: Vec<Stream>,
    /// Four words each, where 16 bits are too few.
    wide: Vec<Stream>,
}

impl Mail {
    pub(super) fn new(blocks: usize) -> Mail {
        let streams = || {
            std::iter::repeat_with(Stream::default)
                .take(blocks)
                .collect()
        };
        Mail {
            narrow: streams(),
            wide: streams(),
        }
    }

    /// Tells a vertex of this block of an option.
    #[inline]
    pub(super) fn send(
        &mut self,
        scratch: &mut Scratch,
        block: usize,
        to: u32,
        option: &Known,
    ) -> Result<(), Unsolved> {
        let (value, remoteness) = (option.value, option.remoteness);
        if value.max(remoteness) <= 0xFFFF {
            let both = value << 16 | remoteness;
            return self.narrow[block].push(scratch, &[to, option.vertex, both]);
        }
        self.wide[block].push(scratch, &[to, option.vertex, value, remoteness])
    }

    /// Whether nothing waits for this block.
    pub(super) fn is_empty(&self, block: usize) -> bool {
        self.narrow[block].is_empty() && self.wide[block].is_empty()
    }

    /// Delivers all that waits for this block.
    pub(super) fn deliver(
        &mut self,
        scratch: &mut Scratch,
        block: usize,
        mut tell: impl FnMut(u32, &Known),
    ) -> Result<(), Unsolved> {
        let mut words = Vec::new();
        let mut told = |to: u32, vertex: u32, value: u32, remoteness: u32| {
            let option = Known {
                vertex,
                value,
                remoteness,
                best: vertex,
            };
            tell(to, &option);
        };
        let narrow = std::mem::take(&mut self.narrow[block]);
        for piece in 0..narrow.pieces() {
            words.clear();
            narrow.last_look(scratch, piece, &mut words)?;
            for message in words.chunks_exact(3) {
                let both = message[2];
                told(message[0], message[1], both >> 16, both & 0xFFFF);
            }
        }
        let wide = std::mem::take(&mut self.wide[block]);
        for piece in 0..wide.pieces() {
            words.clear();
            wide.last_look(scratch, piece, &mut words)?;
            for message in words.chunks_exact(4) {
                told(message[0], message[1], message[2], message[3]);
            }
        }
        Ok(())
    }
}
