//! The line that contest problems write before a list of edges: `n m`, the numbers of vertices and edges, and perhaps
//! more numbers; or `n` alone before the n − 1 edges of a tree.
//!
//! Such a line looks like an edge. It is taken for a header where everything that follows agrees: there are just as many edges, and
//! all vertices are numbers from 1 to n, or all from 0 to n − 1. Until that is known it is held back; as soon as something
//! disagrees, it is the edge that it looks like.

use std::ops::Range;

use crate::names::plain_number;

/// A first line that was taken for a header.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// The line, without blanks around it.
    pub line: String,
    /// The vertices that it speaks of: all are vertices of the graph, also those without edges.
    pub vertices: Range<u32>,
}

/// Most numbers in such a line.
const MOST: usize = 8;

/// Vertices for each edge, beyond a few: more are no graph of a contest, and all of them would be held.
const SPREAD: u64 = 64;
const FEW: u64 = 1 << 10;

/// A first line that may be a header, and what was seen after it.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    /// The line as it stands in the file.
    pub(super) text: Vec<u8>,
    /// How many lines are before it.
    pub(super) before: u64,
    pub(super) numbers: Vec<u32>,
    /// Whether the caller says that it is one.
    sure: bool,
    edges: u64,
    /// Whether 0 was a vertex, n, or something that is neither nor between them.
    zero: bool,
    last: bool,
    other: bool,
}

/// What the first lines of a file say.
pub(super) enum First {
    /// Nothing: blanks or a comment.
    Nothing,
    /// Numbers only.
    Numbers(Vec<u32>),
    /// Something else.
    Other,
}

/// What a line says that may be a header.
pub(super) fn first(line: &[u8]) -> First {
    let line = memchr::memchr(b'#', line).map_or(line, |comment| &line[..comment]);
    let words = line.split(|&byte| byte.is_ascii_whitespace() || byte == b',');
    let mut words = words.filter(|word| !word.is_empty()).peekable();
    if words.peek().is_none() {
        return match line.contains(&b',') {
            true => First::Other,
            false => First::Nothing,
        };
    }
    let numbers: Option<Vec<u32>> = words.take(MOST + 1).map(plain_number).collect();
    match numbers.filter(|numbers| numbers.len() <= MOST) {
        Some(numbers) => First::Numbers(numbers),
        None => First::Other,
    }
}

impl Held {
    /// A line that may be a header, if its numbers could be those of one; `limit` is that of numbers that are vertices themselves.
    pub(super) fn new(
        text: &[u8],
        before: u64,
        numbers: Vec<u32>,
        sure: bool,
        limit: u32,
    ) -> Option<Held> {
        let held = Held {
            text: text.to_vec(),
            before,
            numbers,
            sure,
            edges: 0,
            zero: false,
            last: false,
            other: false,
        };
        let few = u64::from(held.vertices()) <= FEW + SPREAD * held.wanted();
        let small = held.numbers.iter().take(2).all(|&number| number < limit);
        (sure || (few && small && held.wanted() > 0)).then_some(held)
    }

    fn vertices(&self) -> u32 {
        self.numbers[0]
    }

    /// How many edges there must be.
    fn wanted(&self) -> u64 {
        match self.numbers[..] {
            [vertices] => u64::from(vertices.saturating_sub(1)),
            [_, edges, ..] => u64::from(edges),
            [] => 0,
        }
    }

    pub(super) fn is_sure(&self) -> bool {
        self.sure
    }

    /// Looks at edges that follow.
    pub(super) fn see(&mut self, edges: &[(u32, u32)]) {
        self.edges += edges.len() as u64;
        let last = self.vertices();
        for vertex in edges.iter().flat_map(|&(from, to)| [from, to]) {
            self.zero |= vertex == 0;
            self.last |= vertex == last;
            self.other |= vertex > last;
        }
    }

    /// Looks at something that is no edge between numbers.
    pub(super) fn see_other(&mut self) {
        self.other = true;
    }

    /// Whether what was seen disagrees.
    pub(super) fn is_refuted(&self) -> bool {
        let beyond = self.edges > self.wanted();
        !self.sure && (self.other || beyond || (self.zero && self.last))
    }

    /// The header, if everything up to the end of the file agrees.
    pub(super) fn end(&self) -> Option<Header> {
        if self.is_refuted() || !(self.sure || self.edges == self.wanted()) {
            return None;
        }
        let line = String::from_utf8_lossy(&self.text).trim().to_owned();
        let vertices = self.vertices();
        let first = u32::from(!self.zero);
        let fits = !self.other && u64::from(vertices) <= FEW + SPREAD * self.edges;
        let vertices = match fits {
            true => first..vertices.saturating_add(first),
            false => 0..0,
        };
        Some(Header { line, vertices })
    }
}
