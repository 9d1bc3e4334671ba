//! Paths and cycles, whose values are those of heaps.
//!
//! A move on a path leaves one path or two, as a move of an octal game does of a heap; a move on a cycle leaves a path, whatever the move.

/// A connected graph without a vertex of three neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::split) enum Line {
    /// It has ends, or is a vertex alone.
    Path,
    /// It has none.
    Cycle,
}

/// The values of paths and cycles of a game.
#[derive(Clone, Debug)]
pub(in crate::split) struct Lines {
    paths: Vec<u32>,
    /// How many vertices go from a cycle in a move.
    gone: usize,
}

impl Lines {
    /// The values of paths of up to so many vertices: `moves` tells for a path the two paths that a move leaves. From a cycle go `gone` vertices.
    pub(in crate::split) fn new(
        vertices: usize,
        gone: usize,
        moves: impl Fn(usize, &mut dyn FnMut(usize, usize)),
    ) -> Lines {
        let mut paths: Vec<u32> = vec![0];
        for length in 1..=vertices {
            let mut reached = [0u64; 8];
            moves(length, &mut |one, other| {
                let value = (paths[one] ^ paths[other]) as usize;
                if let Some(word) = reached.get_mut(value / 64) {
                    *word |= 1 << (value % 64);
                }
            });
            let full = reached.iter().take_while(|&&word| word == u64::MAX).count();
            let rest = reached.get(full).map_or(0, |word| word.trailing_ones());
            paths.push(64 * full as u32 + rest);
        }
        Lines { paths, gone }
    }

    /// The value of a line of so many vertices, which must be among those of the table; a cycle has at least three.
    #[inline]
    pub(in crate::split) fn value(&self, line: Line, vertices: u32) -> u32 {
        let vertices = vertices as usize;
        match line {
            Line::Path => self.paths[vertices],
            Line::Cycle => u32::from(self.paths[vertices.saturating_sub(self.gone)] == 0),
        }
    }
}
