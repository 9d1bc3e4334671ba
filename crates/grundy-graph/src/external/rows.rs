//! The answers, put away as they are found and told in the order of the vertices.

use std::io;

use grundy::engine::graph::Loopy;
use grundy::{Outcome, Play};

use super::Unsolved;
use super::order::NONE;
use super::scratch::{Scratch, Stream};
use super::window::{Known, lost};
use crate::Row;

/// The answers by ranges of vertices, each of which fits into memory.
#[derive(Debug)]
pub(super) struct Rows {
    /// Vertices in a range.
    span: u32,
    /// Four words each: the vertex, its value, remoteness and best move.
    answers: Vec<Stream>,
    /// Two words each: a vertex without a value among the answers, and its finite value.
    finite: Vec<Stream>,
    /// Two words each: such a vertex, and a value of one of its options.
    elements: Vec<Stream>,
    /// How many bytes a range may take.
    bytes: u64,
}

impl Rows {
    /// Vertices in a range of so many bytes.
    fn span(bytes: u64) -> u32 {
        (bytes / 16).clamp(1, u32::MAX.into()) as u32
    }

    /// How many ranges of so many bytes there are of vertices below this.
    pub(super) fn ranges(bound: u32, bytes: u64) -> u64 {
        u64::from(bound / Rows::span(bytes)) + 1
    }

    /// No answers, for vertices below this, in ranges of so many bytes.
    pub(super) fn new(bound: u32, bytes: u64) -> Rows {
        let streams = || {
            std::iter::repeat_with(Stream::default)
                .take(Rows::ranges(bound, bytes) as usize)
                .collect()
        };
        Rows {
            span: Rows::span(bytes),
            answers: streams(),
            finite: streams(),
            elements: streams(),
            bytes,
        }
    }

    /// Takes the answers for a vertex; a value of [`NONE`] is not a finite one, or comes later; a remoteness of [`NONE`] is a draw's.
    #[inline]
    pub(super) fn answer(&mut self, scratch: &mut Scratch, row: &Known) -> Result<(), Unsolved> {
        let range = (row.vertex / self.span) as usize;
        self.answers[range].push(scratch, &[row.vertex, row.value, row.remoteness, row.best])
    }

    /// Calls with each vertex that has a value among the answers, and the value.
    pub(super) fn each_value(
        &self,
        scratch: &mut Scratch,
        mut take: impl FnMut(&mut Scratch, u32, u32) -> Result<(), Unsolved>,
    ) -> Result<(), Unsolved> {
        let mut words = Vec::new();
        for stream in &self.answers {
            for piece in 0..stream.pieces() {
                words.clear();
                stream.piece(scratch, piece, &mut words)?;
                for row in words.chunks_exact(4).filter(|row| row[1] != NONE) {
                    take(scratch, row[0], row[1])?;
                }
            }
        }
        Ok(())
    }

    /// Takes a value that was not among the answers.
    pub(super) fn finite(
        &mut self,
        scratch: &mut Scratch,
        vertex: u32,
        value: u32,
    ) -> Result<(), Unsolved> {
        self.finite[(vertex / self.span) as usize].push(scratch, &[vertex, value])
    }

    /// Takes a value of an option of a vertex that perhaps has none itself.
    pub(super) fn element(
        &mut self,
        scratch: &mut Scratch,
        vertex: u32,
        value: u32,
    ) -> Result<(), Unsolved> {
        self.elements[(vertex / self.span) as usize].push(scratch, &[vertex, value])
    }

    /// Tells all rows in the order of the vertices.
    pub(super) fn tell(
        self,
        scratch: &mut Scratch,
        play: Play,
        row: &mut dyn FnMut(Row<'_>) -> io::Result<()>,
    ) -> Result<(), Unsolved> {
        let (mut words, mut answers, mut set) = (Vec::new(), Vec::<[u32; 4]>::new(), Vec::new());
        for ((stream, finite), elements) in
            self.answers.iter().zip(&self.finite).zip(&self.elements)
        {
            answers.clear();
            for piece in 0..stream.pieces() {
                words.clear();
                stream.last_look(scratch, piece, &mut words)?;
                let rows = words.chunks_exact(4);
                answers.extend(rows.map(|row| [row[0], row[1], row[2], row[3]]));
            }
            answers.sort_unstable_by_key(|row| row[0]);
            for piece in 0..finite.pieces() {
                words.clear();
                finite.last_look(scratch, piece, &mut words)?;
                for pair in words.chunks_exact(2) {
                    if let Ok(at) = answers.binary_search_by_key(&pair[0], |row| row[0]) {
                        answers[at][1] = pair[1];
                    }
                }
            }
            let mut sets = Sets::new(elements, self.bytes);
            for found in &answers {
                let value = if play == Play::Misere {
                    None
                } else if found[1] != NONE {
                    Some(Loopy::Finite(found[1]))
                } else {
                    sets.of(scratch, found[0], &answers, &mut set)?;
                    Some(Loopy::Infinite(&set))
                };
                let outcome = match found[2] {
                    NONE => Outcome::D,
                    remoteness if lost(remoteness, play) => Outcome::P,
                    _ => Outcome::N,
                };
                let told = Row {
                    vertex: found[0],
                    outcome: Some(outcome),
                    value,
                    remoteness: Some(found[2]).filter(|&moves| moves != NONE),
                    best: Some(found[3]).filter(|&best| best != NONE),
                };
                row(told).map_err(Unsolved::Rows)?;
            }
        }
        Ok(())
    }
}

/// The sets of a range in the order of its vertices, read as often as there are parts of them that fit into memory.
struct Sets<'a> {
    stream: &'a Stream,
    bytes: u64,
    /// The part in memory, sorted.
    part: Vec<u64>,
    /// The part holds the sets of all vertices below this.
    upto: u64,
}

impl<'a> Sets<'a> {
    fn new(stream: &'a Stream, bytes: u64) -> Sets<'a> {
        Sets {
            stream,
            bytes,
            part: Vec::new(),
            upto: 0,
        }
    }

    /// Puts the set of this vertex, the next one asked for, in place of the one given.
    fn of(
        &mut self,
        scratch: &mut Scratch,
        vertex: u32,
        answers: &[[u32; 4]],
        set: &mut Vec<u32>,
    ) -> Result<(), Unsolved> {
        if u64::from(vertex) >= self.upto {
            self.read(scratch, vertex, answers)?;
        }
        set.clear();
        let begin = self
            .part
            .partition_point(|&pair| pair >> 32 < vertex.into());
        let same = self.part[begin..].iter();
        set.extend(
            same.take_while(|&&pair| pair >> 32 == u64::from(vertex))
                .map(|&pair| pair as u32),
        );
        Ok(())
    }

    /// Reads the sets of the vertices without a value from this one on, as many as fit; of one at least.
    fn read(
        &mut self,
        scratch: &mut Scratch,
        from: u32,
        answers: &[[u32; 4]],
    ) -> Result<(), Unsolved> {
        self.part.clear();
        self.upto = 1 << 32;
        let mut words = Vec::new();
        for piece in 0..self.stream.pieces() {
            words.clear();
            self.stream.piece(scratch, piece, &mut words)?;
            for pair in words.chunks_exact(2) {
                let wanted = pair[0] >= from && u64::from(pair[0]) < self.upto;
                let infinite = |vertex: u32| {
                    let at = answers.binary_search_by_key(&vertex, |row| row[0]);
                    at.is_ok_and(|at| answers[at][1] == NONE)
                };
                if wanted && infinite(pair[0]) {
                    self.part
                        .push(u64::from(pair[0]) << 32 | u64::from(pair[1]));
                }
            }
            if self.part.len() as u64 * 8 > self.bytes / 2 {
                self.part.sort_unstable();
                self.part.dedup();
            }
            if self.part.len() as u64 * 8 > self.bytes / 2 {
                // The upper half comes later; the first vertex stays whole.
                let middle = self.part[self.part.len() / 2] >> 32;
                self.upto = middle.max(u64::from(from) + 1);
                let kept = self.part.partition_point(|&pair| pair >> 32 < self.upto);
                self.part.truncate(kept);
            }
        }
        self.part.sort_unstable();
        self.part.dedup();
        Ok(())
    }
}
