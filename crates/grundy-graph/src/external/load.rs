//! A block's vertices are brought into memory: from the edges to them and the number of edges from them, or as they were
//! put away.

use super::Unsolved;
use super::order::NONE;
use super::scratch::{Lists, Scratch, Stream};
use super::too_large;
use super::window::{BEST, HEAD, LENGTH, LONG, REMOTENESS, Window};

/// The edges of a block as they wait to be sorted.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    /// The edges to its vertices: the vertex, then whence; [`NONE`] for a vertex that is only named.
    pub(super) edges: Stream,
    /// The vertices whence edges lead, once for each edge.
    pub(super) sources: Stream,
}

/// Room that is used again for each block.
#[derive(Debug, Default)]
pub(super) struct BlockBuffers {
    words: Vec<u32>,
    pairs: Vec<u64>,
    sources: Vec<u32>,
    counts: Vec<Count>,
    merged: Vec<Count>,
}

#[derive(Clone, Copy, Debug)]
struct Count {
    vertex: u32,
    /// Edges to it.
    to: u32,
    /// Edges from it.
    from: u32,
}

impl BlockBuffers {
    /// Reads edges from this piece on until so many bytes are full, and sorts them; the piece to go on with.
    fn pairs(
        &mut self,
        stream: &Stream,
        scratch: &mut Scratch,
        mut piece: usize,
        bytes: u64,
    ) -> Result<usize, Unsolved> {
        self.pairs.clear();
        while piece < stream.pieces()
            && (piece == 0
                || self.pairs.len() as u64 * 8 + scratch.page() as u64 * 4 <= bytes
                || self.pairs.is_empty())
        {
            self.words.clear();
            stream.piece(scratch, piece, &mut self.words)?;
            let pairs = self.words.chunks_exact(2);
            self.pairs
                .extend(pairs.map(|pair| u64::from(pair[0]) << 32 | u64::from(pair[1])));
            piece += 1;
        }
        self.pairs.sort_unstable();
        Ok(piece)
    }

    fn sources(
        &mut self,
        stream: &Stream,
        scratch: &mut Scratch,
        mut piece: usize,
        bytes: u64,
    ) -> Result<usize, Unsolved> {
        self.sources.clear();
        while piece < stream.pieces()
            && (self.sources.is_empty()
                || self.sources.len() as u64 * 4 + scratch.page() as u64 * 4 <= bytes)
        {
            stream.piece(scratch, piece, &mut self.sources)?;
            piece += 1;
        }
        self.sources.sort_unstable();
        Ok(piece)
    }

    /// Adds sorted counts to those known.
    fn count(&mut self, more: impl Iterator<Item = Count>) -> Result<(), Unsolved> {
        self.merged.clear();
        let mut known = self.counts.iter().copied().peekable();
        let mut more = more.peekable();
        loop {
            let next = match (known.peek(), more.peek()) {
                (None, None) => break,
                (Some(a), Some(b)) if a.vertex <= b.vertex => known.next(),
                (Some(_), None) => known.next(),
                _ => more.next(),
            };
            let Some(next) = next else { break };
            match self.merged.last_mut() {
                Some(last) if last.vertex == next.vertex => {
                    last.to = last.to.checked_add(next.to).ok_or_else(too_many)?;
                    last.from = last.from.checked_add(next.from).ok_or_else(too_many)?;
                }
                _ => self.merged.push(next),
            }
        }
        std::mem::swap(&mut self.counts, &mut self.merged);
        Ok(())
    }

    /// Adds the records of the vertices of a block to those in memory. Lists that do not fit into so many bytes are
    /// written to their file. Fails if the vertices alone do not fit into twice as many.
    pub(super) fn load(
        &mut self,
        waiting: &Waiting,
        scratch: &mut Scratch,
        lists: &mut Lists,
        bytes: u64,
        window: &mut Window,
    ) -> Result<(), Unsolved> {
        self.counts.clear();
        let mut piece = 0;
        loop {
            piece = self.pairs(&waiting.edges, scratch, piece, bytes / 2)?;
            let pairs = std::mem::take(&mut self.pairs);
            let counted = self.count(pairs.iter().map(|&pair| Count {
                vertex: (pair >> 32) as u32,
                to: u32::from(pair as u32 != NONE),
                from: 0,
            }));
            self.pairs = pairs;
            counted?;
            if piece >= waiting.edges.pieces() {
                break;
            }
        }
        // All edges are still at hand if one reading was enough.
        let at_hand = self.pairs.len() as u64 * 2 == waiting.edges.words(scratch);
        piece = 0;
        while piece < waiting.sources.pieces() {
            piece = self.sources(&waiting.sources, scratch, piece, bytes / 4)?;
            let sources = std::mem::take(&mut self.sources);
            let counted = self.count(sources.iter().map(|&vertex| Count {
                vertex,
                to: 0,
                from: 1,
            }));
            self.sources = sources;
            counted?;
        }
        let first = self.add_records(lists, bytes, window)?;
        if at_hand {
            return fill(&self.pairs, first, lists, window, true);
        }
        piece = 0;
        while piece < waiting.edges.pieces() {
            piece = self.pairs(&waiting.edges, scratch, piece, bytes / 2)?;
            fill(&self.pairs, first, lists, window, false)?;
        }
        let mut at = first;
        while at < window.words.len() {
            (window.words[at + REMOTENESS], window.words[at + BEST]) = (NONE, NONE);
            at = window.next(at);
        }
        Ok(())
    }

    /// Adds records with empty lists for all that were counted; where they begin.
    fn add_records(
        &mut self,
        lists: &mut Lists,
        bytes: u64,
        window: &mut Window,
    ) -> Result<usize, Unsolved> {
        let heads = self
            .counts
            .iter()
            .map(|count| HEAD + window.bits(count.from));
        let heads = heads.sum::<usize>() as u64 * 4;
        if heads > bytes.saturating_mul(2) && heads > 1 << 20 {
            return Err(too_large());
        }
        // The shortest lists stay in memory.
        let mut longest = LONG - 1;
        let short = |longest: u32| -> u64 {
            let lengths = self.counts.iter().map(|count| count.to);
            lengths
                .filter(|&length| length <= longest)
                .map(u64::from)
                .sum()
        };
        while longest > 0 && short(longest) * 4 + heads > bytes / 2 {
            longest /= 2;
        }
        let first = window.words.len();
        let words = (heads / 4 + short(longest)) as usize;
        window.words.reserve_exact(words);
        if first + words >= u32::MAX as usize {
            return Err(too_large());
        }
        for count in &self.counts {
            if count.to <= longest {
                window.add(count.vertex, count.from, count.to);
            } else {
                let at = window.add(count.vertex, count.from, LONG);
                let list = window.list(at);
                let place = lists.room(count.to.into())?;
                window.words[list] = place as u32;
                window.words[list + 1] = (place >> 32) as u32;
                window.words[list + 2] = count.to;
            }
        }
        Ok(first)
    }
}

/// Puts sorted edges into the lists of the records from this place on, which are in the order of the vertices. Unless they
/// are all that come, the words of what is best count how many have been put.
fn fill(
    pairs: &[u64],
    first: usize,
    lists: &mut Lists,
    window: &mut Window,
    all: bool,
) -> Result<(), Unsolved> {
    let mut at = first;
    for same in pairs.chunk_by(|a, b| a >> 32 == b >> 32) {
        let vertex = (same[0] >> 32) as u32;
        while window.words[at] != vertex {
            at = window.next(at);
        }
        // The sorted edges that only name the vertex come last.
        let same = &same[..same.partition_point(|&pair| pair as u32 != NONE)];
        let put = if all || window.words[at + REMOTENESS] == NONE {
            0
        } else {
            window.words[at + REMOTENESS]
        };
        let list = window.list(at);
        if window.words[at + LENGTH] == LONG {
            let place = place(window, at);
            lists.write(place + u64::from(put), same.iter().map(|&pair| pair as u32))?;
        } else {
            let begin = list + put as usize;
            for (word, &pair) in window.words[begin..].iter_mut().zip(same) {
                *word = pair as u32;
            }
        }
        if !all {
            window.words[at + REMOTENESS] = put + same.len() as u32;
        }
    }
    Ok(())
}

/// Where the long list of this record is.
pub(super) fn place(window: &Window, at: usize) -> u64 {
    let list = window.list(at);
    u64::from(window.words[list]) | u64::from(window.words[list + 1]) << 32
}

#[cold]
fn too_many() -> Unsolved {
    too_large()
}
