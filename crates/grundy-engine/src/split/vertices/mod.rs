//! Sets of vertices of one graph, as parts of games in which vertices go: what is left is the subgraph on a set.
//!
//! A [`Host`] is the graph on which all of it happens. It tells the components of a set, and of what is equal to a set one that stands for
//! all: on a board whose squares are joined by their difference alone (chess pieces, a grid) a set may be shifted, turned and mirrored, and
//! the subgraph on it stays the same; on other graphs a set stands for itself. Components of few vertices need no search, since there is a
//! table of all graphs that small, nor do paths and cycles, which are heaps of octal games.

mod board;
mod keyed;
pub(super) mod lines;
pub(super) mod small;

pub use board::Board;
pub use keyed::Keyed;

use crate::set::Set;
use board::{Frame, Place};
use lines::Line;

/// A graph, the sets of whose vertices are parts.
#[derive(Clone, Debug)]
pub struct Host<const WORDS: usize> {
    /// The neighbours of each vertex, itself not among them.
    neighbours: Vec<Set<WORDS>>,
    /// Each vertex with its neighbours.
    closed: Vec<Set<WORDS>>,
    /// Whether there are three vertices, each joined to the others.
    triangles: bool,
    board: Option<Board>,
}

/// The symmetries of a set on a board.
pub(super) struct Symmetries {
    board: Board,
    place: Place,
    /// Which of the eight, without doing nothing: a bit each.
    which: u8,
}

/// How an involution of a set stands to its vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Involution {
    /// How many vertices are their own images.
    pub fixed: u32,
    /// How many edges are their own images, their ends changing places.
    pub turned: u32,
}

impl<const WORDS: usize> Host<WORDS> {
    /// A graph by the neighbours of each vertex; `None` where there are more vertices than a set has room for, or an edge is told at one end
    /// only, or leads to its own vertex.
    pub fn new(neighbours: Vec<Set<WORDS>>) -> Option<Host<WORDS>> {
        let count = neighbours.len();
        let among = Set::below(count);
        let holds = |(at, beside): (usize, &Set<WORDS>)| {
            beside.without(among).is_empty()
                && !beside.has(at)
                && beside.iter().all(|other| neighbours[other].has(at))
        };
        if count > Set::<WORDS>::ROOM || !neighbours.iter().enumerate().all(holds) {
            return None;
        }
        let met = |(at, &beside): (usize, &Set<WORDS>)| {
            let mut later = beside.without(Set::below(at)).iter();
            later.any(|other| !(neighbours[other] & beside).is_empty())
        };
        let with_own = |(at, &beside): (usize, &Set<WORDS>)| beside | Set::of(at);
        Some(Host {
            triangles: neighbours.iter().enumerate().any(met),
            closed: neighbours.iter().enumerate().map(with_own).collect(),
            neighbours,
            board: None,
        })
    }

    /// The same graph, told to be a board: its vertices are the squares row by row, and whether two are joined depends on their difference
    /// alone, not on its sign, nor on which of its two numbers is the rows'. `None` where that is not so.
    ///
    /// Takes a step for each pair of vertices.
    pub fn on_board(self, board: Board) -> Option<Host<WORDS>> {
        let count = self.neighbours.len();
        if board.squares() != count {
            return None;
        }
        let place = |square: usize| (square / board.columns(), square % board.columns());
        let mut joined = rustc_hash::FxHashMap::default();
        for one in 0..count {
            for other in one + 1..count {
                let ((row, column), (to_row, to_column)) = (place(one), place(other));
                let (down, across) = (row.abs_diff(to_row), column.abs_diff(to_column));
                let difference = (down.min(across), down.max(across));
                let edge = self.neighbours[one].has(other);
                if *joined.entry(difference).or_insert(edge) != edge {
                    return None;
                }
            }
        }
        let board = Some(board);
        Some(Host { board, ..self })
    }

    /// How many vertices there are.
    pub fn vertices(&self) -> usize {
        self.neighbours.len()
    }

    /// The neighbours of each vertex.
    #[inline]
    pub fn rows(&self) -> &[Set<WORDS>] {
        &self.neighbours
    }

    /// The neighbours of a vertex.
    #[inline]
    pub fn beside(&self, vertex: usize) -> Set<WORDS> {
        self.neighbours[vertex]
    }

    /// A vertex with its neighbours.
    #[inline]
    pub(super) fn closed(&self, vertex: usize) -> Set<WORDS> {
        self.closed[vertex]
    }

    /// Whether there are three vertices, each joined to the others.
    #[inline]
    pub(super) fn has_triangles(&self) -> bool {
        self.triangles
    }

    /// The component of a set that holds its least vertex.
    #[inline]
    pub(super) fn component(&self, left: Set<WORDS>) -> Set<WORDS> {
        let mut reached = left.first().map_or(Set::EMPTY, Set::of);
        let mut edge = reached;
        while let Some(vertex) = edge.first() {
            edge = edge.without_first();
            let new = (self.neighbours[vertex] & left).without(reached);
            reached |= new;
            edge |= new;
            if reached == left {
                break;
            }
        }
        reached
    }

    /// How many edges there are between the vertices of a set.
    pub(super) fn edges(&self, part: Set<WORDS>) -> u32 {
        let degrees = part.iter().map(|at| (self.neighbours[at] & part).len());
        degrees.sum::<u32>() / 2
    }

    /// Whether a connected set is a path or a cycle.
    #[inline]
    pub(super) fn line(&self, part: Set<WORDS>) -> Option<Line> {
        let mut ends = 0;
        for vertex in part.iter() {
            let all_but_one = (self.neighbours[vertex] & part).without_first();
            if all_but_one.is_empty() {
                ends += 1;
            } else if !all_but_one.without_first().is_empty() {
                return None;
            }
        }
        Some(if ends == 0 { Line::Cycle } else { Line::Path })
    }

    /// The least of the sets that are known to be equal to this one.
    #[inline]
    pub(super) fn least(&self, part: Set<WORDS>) -> Set<WORDS> {
        match self.board {
            Some(board) => Frame::of(board, part).0.least(board),
            None => part,
        }
    }

    /// The symmetries of a set that are known.
    pub(super) fn symmetries(&self, part: Set<WORDS>) -> Option<Symmetries> {
        let board = self.board?;
        let (frame, top, left) = Frame::of(board, part);
        let which = frame.symmetries();
        (which != 0).then(|| Symmetries {
            board,
            place: frame.place(top, left),
            which,
        })
    }

    /// The involutions of a set that are known.
    pub(super) fn involutions(&self, part: Set<WORDS>) -> impl Iterator<Item = Involution> {
        let symmetries = self.symmetries(part);
        symmetries.into_iter().flat_map(move |symmetries| {
            let own = symmetries
                .which()
                .filter(|&which| board::is_involution(which));
            own.map(move |which| {
                let (mut fixed, mut turned) = (0, 0);
                for vertex in part.iter() {
                    let image = symmetries.image(which, vertex);
                    fixed += u32::from(image == vertex);
                    turned += u32::from(image > vertex && self.neighbours[vertex].has(image));
                }
                Involution { fixed, turned }
            })
        })
    }
}

impl Symmetries {
    /// Which they are.
    #[inline]
    fn which(&self) -> impl Iterator<Item = u8> + use<> {
        let which = self.which;
        (1..8).filter(move |at| which >> at & 1 == 1)
    }

    /// Where one of them takes a vertex.
    #[inline]
    fn image(&self, which: u8, vertex: usize) -> usize {
        self.place.image(self.board, which, vertex)
    }

    /// All images of a vertex but that under doing nothing.
    #[inline]
    pub(super) fn images(&self, vertex: usize) -> impl Iterator<Item = usize> {
        self.which().map(move |which| self.image(which, vertex))
    }
}

#[cfg(test)]
pub(super) mod tests;
