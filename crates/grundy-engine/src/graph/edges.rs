//! The edges of a large graph while they are read, 4 to 6 bytes each, and from there to rows.
//!
//! Lists of edges are often sorted by their first vertices; then the rows of options are there as soon as the edges are
//! read. Otherwise what is wanted are the rows the other way round, the vertices before each vertex, since values go from
//! the ends of play backwards. Edges are dealt by their second vertices into buckets of neighbouring vertices as they come,
//! so that later each bucket is sorted within the cache.

use super::radix::RadixBuckets;
use super::{Arranged, Direction, Graph, GraphError};

/// Edges in the order in which they come, and vertices, which are the numbers below a bound.
///
/// Loops and parallel edges are kept. Takes 4 bytes an edge while they come sorted by their first vertices, 6 when they do not, and
/// at most 5 a vertex.
#[derive(Debug)]
pub struct Edges {
    /// One more than the greatest vertex.
    bound: usize,
    count: u64,
    /// Bytes that may be held, here and when the edges are put into rows.
    limit: u64,
    /// Whether no edge leads to its own or a greater number, or none to its own or a smaller one.
    falling: bool,
    rising: bool,
    held: Held,
}

#[derive(Debug)]
enum Held {
    /// Sorted by first vertex so far: the start of each row up to that of the last edge.
    Sorted { start: Vec<u32>, options: Vec<u32> },
    /// In no order.
    RadixBuckets(RadixBuckets),
}

impl Default for Edges {
    fn default() -> Edges {
        Edges::new(u64::MAX)
    }
}

impl Edges {
    /// No edges and no vertices. At most so many bytes may be held, now and while the edges are put into rows.
    pub fn new(limit: u64) -> Edges {
        Edges {
            bound: 0,
            count: 0,
            limit,
            falling: true,
            rising: true,
            held: Held::Sorted {
                start: Vec::new(),
                options: Vec::new(),
            },
        }
    }

    /// The bytes that so many vertices and edges take at most, from here to the answers for every vertex, when the edges come
    /// sorted by their first vertices or not.
    pub fn estimate(vertices: u64, edges: u64, sorted: bool) -> u64 {
        let edge = if sorted { 4 } else { 10 };
        vertices
            .saturating_mul(24)
            .saturating_add(edges.saturating_mul(edge))
            .saturating_add(4 << 20)
    }

    /// Bytes held now, roughly.
    pub fn bytes(&self) -> u64 {
        match &self.held {
            Held::Sorted { start, options } => 4 * (start.len() + options.len()) as u64,
            Held::RadixBuckets(radix) => radix.bytes(),
        }
    }

    /// Bytes that will be held at most, from here to the answers for every vertex.
    pub fn needed(&self) -> u64 {
        let sorted = matches!(self.held, Held::Sorted { .. });
        Edges::estimate(self.bound as u64, self.count, sorted)
    }

    /// How many edges there are, parallel ones counted each.
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many vertices there are: one more than the greatest number among them.
    pub fn vertices(&self) -> usize {
        self.bound
    }

    /// All numbers up to this one are vertices.
    ///
    /// Fails if that is more than may be held.
    pub fn vertex(&mut self, vertex: u32) -> Result<(), GraphError> {
        let bound = vertex as usize + 1;
        if bound > self.bound {
            self.reserve(bound, 0)?;
        }
        Ok(())
    }

    fn reserve(&mut self, bound: usize, edges: usize) -> Result<(), GraphError> {
        let count = self.count + edges as u64;
        let sorted = matches!(self.held, Held::Sorted { .. });
        if bound >= u32::MAX as usize
            || count >= u32::MAX.into()
            || Edges::estimate(bound as u64, count, sorted) > self.limit
        {
            return Err(GraphError::TooLarge {
                vertices: bound,
                edges: count as usize,
            });
        }
        self.bound = bound;
        if let Held::RadixBuckets(radix) = &mut self.held {
            radix.grow(bound);
        }
        Ok(())
    }

    /// Adds edges, each from its first vertex to its second.
    ///
    /// Fails, with none of them added, if they are more than may be held, or than 32-bit numbers can name.
    pub fn extend(&mut self, edges: &[(u32, u32)]) -> Result<(), GraphError> {
        let (mut most, mut falling, mut rising) = (0, true, true);
        for &(from, to) in edges {
            most = most.max(from).max(to);
            falling &= to < from;
            rising &= to > from;
        }
        let bound = if edges.is_empty() {
            0
        } else {
            most as usize + 1
        };
        self.reserve(bound.max(self.bound), edges.len())?;
        self.falling &= falling;
        self.rising &= rising;
        let taken = match &mut self.held {
            Held::RadixBuckets(_) => 0,
            Held::Sorted { start, options } => sorted(start, options, edges),
        };
        if taken < edges.len() {
            if matches!(self.held, Held::Sorted { .. }) {
                self.deal();
                // Now more is needed an edge.
                self.reserve(self.bound, edges.len())?;
            }
            if let Held::RadixBuckets(radix) = &mut self.held {
                radix.extend(&edges[taken..]);
            }
        }
        self.count += edges.len() as u64;
        Ok(())
    }

    /// Deals rows into buckets.
    #[cold]
    fn deal(&mut self) {
        let Held::Sorted { start, options } = &mut self.held else {
            return;
        };
        let (mut start, options) = (std::mem::take(start), std::mem::take(options));
        start.resize(self.bound + 1, options.len() as u32);
        let rows = Graph::of_rows(start, options);
        let mut radix = RadixBuckets::new(self.bound);
        let mut batch = Vec::new();
        for from in 0..rows.vertices() as u32 {
            for options in rows.options(from).chunks(4096) {
                batch.clear();
                batch.extend(options.iter().map(|&to| (from, to)));
                radix.extend(&batch);
            }
        }
        self.held = Held::RadixBuckets(radix);
    }

    /// Puts the edges into the rows from which the answers are worked out, by so many threads. Linear time.
    pub fn arranged(mut self, threads: usize) -> Arranged {
        let direction = match (self.falling, self.rising) {
            (true, _) => Some(Direction::Falling),
            (_, true) => Some(Direction::Rising),
            _ => None,
        };
        if direction.is_none() {
            self.deal();
        }
        match self.held {
            Held::Sorted { mut start, options } => {
                start.resize(self.bound + 1, options.len() as u32);
                let direction = direction.unwrap_or(Direction::Falling);
                Arranged::by_options(Graph::of_rows(start, options), direction)
            }
            Held::RadixBuckets(radix) => {
                let (before, degrees) = radix.gathered(self.bound, self.count as usize, threads);
                Arranged::by_predecessors(before, degrees, direction)
            }
        }
    }
}

/// Appends edges to rows as long as their first vertices do not go back; how many.
fn sorted(start: &mut Vec<u32>, options: &mut Vec<u32>, edges: &[(u32, u32)]) -> usize {
    for (at, &(from, to)) in edges.iter().enumerate() {
        let from = from as usize;
        if from + 1 != start.len() {
            if from + 1 < start.len() {
                return at;
            }
            start.resize(from + 1, options.len() as u32);
        }
        options.push(to);
    }
    edges.len()
}
