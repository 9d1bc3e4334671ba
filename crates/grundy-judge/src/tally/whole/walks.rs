//! A token that walks on a graph without directions and never comes back to a vertex: Undirected Vertex Geography, with a token that stands
//! somewhere or is first put on any vertex.
//!
//! A. S. Fraenkel, E. R. Scheinerman, D. Ullman, *Undirected edge geography* (1993): whoever must move from a vertex loses just where some
//! maximum matching misses it. These vertices are found while a maximum matching is looked for (J. Edmonds, *Paths, trees, and flowers*, 1965):
//! where no path from a free vertex makes the matching larger, they are the vertices at even distance in the tree of the search, and no later
//! search comes through that tree (T. Gallai 1964).

use super::graphs::Near;
use super::{Given, Told, one, too_large};
use crate::tally::Move;
use grundy::{Message, message};

/// Vertices of one case.
const MOST: u64 = 1 << 21;

/// Not yet come to; at even distance from where a search began; at odd distance.
const OUTSIDE: u8 = 0;
const EVEN: u8 = 1;
const ODD: u8 = 2;

/// A matching that grows.
struct Search {
    near: Near,
    mate: Vec<u32>,
    /// By which vertex one at odd distance, or in a blossom, was come to.
    before: Vec<u32>,
    /// Another vertex of the same blossom, or the one that stands for it.
    base: Vec<u32>,
    label: Vec<u8>,
    /// Which vertices the search at hand has come to.
    met: Vec<u32>,
    /// When a blossom's vertex was passed.
    passed: Vec<u32>,
    stamp: u32,
}

/// No vertex: they are numbered from 1.
const NONE: u32 = 0;

impl Search {
    fn new(vertices: usize, edges: &[(u64, u64)]) -> Search {
        let near = Near::new(vertices, edges);
        let mut mate = leaves_matched(&near, vertices);
        for &(u, v) in edges {
            let (one, other) = (u as usize, v as usize);
            if one != other && mate[one] == NONE && mate[other] == NONE {
                (mate[one], mate[other]) = (v as u32, u as u32);
            }
        }
        Search {
            near,
            mate,
            before: vec![NONE; vertices + 1],
            base: (0..=vertices as u32).collect(),
            label: vec![OUTSIDE; vertices + 1],
            met: Vec::new(),
            passed: vec![0; vertices + 1],
            stamp: 0,
        }
    }

    /// The vertex that stands for a blossom.
    fn find(&mut self, vertex: u32) -> u32 {
        let mut here = vertex as usize;
        while self.base[here] as usize != here {
            self.base[here] = self.base[self.base[here] as usize];
            here = self.base[here] as usize;
        }
        here as u32
    }

    /// Where the ways back from two vertices meet.
    fn meet(&mut self, one: u32, other: u32) -> u32 {
        self.stamp += 1;
        let (mut here, mut there) = (self.find(one), self.find(other));
        loop {
            if here != NONE {
                if self.passed[here as usize] == self.stamp {
                    return here;
                }
                self.passed[here as usize] = self.stamp;
                here = self.above(here);
            }
            (here, there) = (there, here);
        }
    }

    /// The blossom two steps nearer to where the search began.
    fn above(&mut self, vertex: u32) -> u32 {
        match self.mate[vertex as usize] {
            NONE => NONE,
            mate => self.find(self.before[mate as usize]),
        }
    }

    /// Makes one blossom of the way from a vertex to `top`, across which lies the edge to `across`.
    fn shrink(&mut self, vertex: u32, across: u32, top: u32) {
        let (mut here, mut across) = (vertex, across);
        while self.find(here) != top {
            self.before[here as usize] = across;
            across = self.mate[here as usize];
            if self.label[across as usize] == ODD {
                self.label[across as usize] = EVEN;
                self.met.push(across);
            }
            for part in [here, across] {
                if self.base[part as usize] == part {
                    self.base[part as usize] = top;
                }
            }
            here = self.before[across as usize];
        }
    }

    /// Looks for a path from a free vertex that makes the matching larger, and takes it. Where there is none, what was met keeps its labels.
    fn grow(&mut self, root: u32) {
        self.met.clear();
        self.met.push(root);
        self.label[root as usize] = EVEN;
        let mut odd = Vec::new();
        let mut at = 0;
        while let Some(&here) = self.met.get(at) {
            at += 1;
            for place in self.near.begins[here as usize]..self.near.begins[here as usize + 1] {
                let to = self.near.ends[place].0;
                let label = self.label[to as usize];
                match label {
                    OUTSIDE => {
                        self.before[to as usize] = here;
                        let mate = self.mate[to as usize];
                        if mate == NONE {
                            self.turn(to);
                            self.forget(&odd);
                            return;
                        }
                        self.label[to as usize] = ODD;
                        odd.push(to);
                        self.label[mate as usize] = EVEN;
                        self.met.push(mate);
                    }
                    EVEN if self.find(here) != self.find(to) => {
                        let top = self.meet(here, to);
                        self.shrink(here, to, top);
                        self.shrink(to, here, top);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Takes the path that ends there.
    fn turn(&mut self, last: u32) {
        let mut here = last;
        while here != NONE {
            let before = self.before[here as usize];
            let next = std::mem::replace(&mut self.mate[before as usize], here);
            self.mate[here as usize] = before;
            here = next;
        }
    }

    fn forget(&mut self, odd: &[u32]) {
        for &vertex in self.met.iter().chain(odd) {
            self.label[vertex as usize] = OUTSIDE;
            self.before[vertex as usize] = NONE;
            self.base[vertex as usize] = vertex;
        }
    }
}

/// A matching of vertices with one neighbour that is left, one after the other. Some maximum matching has each of these edges (R. M. Karp,
/// M. Sipser, *Maximum matchings in sparse random graphs*, 1981), so that of a forest this is one.
fn leaves_matched(near: &Near, vertices: usize) -> Vec<u32> {
    let mut mate = vec![NONE; vertices + 1];
    let mut left: Vec<usize> = (0..=vertices).map(|at| near.of(at).len()).collect();
    let leaves = (1..=vertices as u32).filter(|&at| left[at as usize] == 1);
    let mut leaves: Vec<u32> = leaves.collect();
    while let Some(leaf) = leaves.pop() {
        let is_free = |&&(to, _): &&(u32, u32)| to != leaf && mate[to as usize] == NONE;
        let Some(&(partner, _)) = near.of(leaf as usize).iter().find(is_free) else {
            continue;
        };
        if mate[leaf as usize] != NONE {
            continue;
        }
        (mate[leaf as usize], mate[partner as usize]) = (partner, leaf);
        for &(to, _) in near.of(partner as usize) {
            left[to as usize] = left[to as usize].saturating_sub(1);
            if left[to as usize] == 1 && mate[to as usize] == NONE {
                leaves.push(to);
            }
        }
    }
    mate
}

/// By vertex from 1, whether some maximum matching misses it.
fn missed(vertices: usize, edges: &[(u64, u64)]) -> Vec<bool> {
    let mut search = Search::new(vertices, edges);
    for vertex in 1..=vertices as u32 {
        if search.mate[vertex as usize] == NONE {
            search.grow(vertex);
        }
    }
    search.label.iter().map(|&label| label == EVEN).collect()
}

fn numbered(vertices: u64, edges: &[(u64, u64)]) -> Result<(), Message> {
    if vertices > MOST {
        return Err(too_large(MOST));
    }
    let outside = |&(u, v): &(u64, u64)| u.min(v) == 0 || u.max(v) > vertices;
    match edges.iter().any(outside) {
        true => Err(message!(
            "vertices must be numbered from 1 to at most {most}",
            "顶点编号应为 1 到最多 {most}",
            most = vertices
        )),
        false => Ok(()),
    }
}

fn pairs(one: &[u64], other: &[u64]) -> Vec<(u64, u64)> {
    one.iter().copied().zip(other.iter().copied()).collect()
}

pub(super) fn no_vertex() -> Message {
    message!("no vertex has this number", "没有这个编号的顶点")
}

/// By vertex from 1, whether a token there wins for whoever moves it: where every maximum matching covers the vertex. A vertex behind the
/// last has no edge.
pub(super) fn won_starts(given: Given<'_>) -> Result<Vec<bool>, Message> {
    let edges = pairs(&given[0], &given[1]);
    let ends = edges.iter().map(|&(u, v)| u.max(v));
    let vertices = ends.max().unwrap_or(0);
    numbered(vertices, &edges)?;
    let missed = missed(vertices as usize, &edges);
    Ok(missed.iter().map(|missed| !missed).collect())
}

/// Whoever begins puts the token on a vertex, and the other moves first: the vertices on which it is put to win.
pub(super) fn placed_walk(given: Given<'_>) -> Result<Told, Message> {
    let (vertices, edges) = (one(&given[0]), pairs(&given[1], &given[2]));
    numbered(vertices, &edges)?;
    let missed = missed(vertices as usize, &edges);
    let starts = (1..=vertices).filter(|&vertex| missed[vertex as usize]);
    Ok(told(starts.map(|vertex| (0, vertex))))
}

fn told(starts: impl Iterator<Item = (u64, u64)>) -> Told {
    let moves = starts.zip(1..).map(|((from, to), index)| Move {
        index,
        from: from.into(),
        to: to.into(),
        take: 0,
    });
    let moves: Vec<Move> = moves.collect();
    Told {
        wins: !moves.is_empty(),
        moves,
        ..Told::default()
    }
}

/// The same on the cells of a board, by their rows and columns: to a neighbour along a side, or to any of eight.
fn on_cells(given: Given<'_>, ways: &[(i64, i64)]) -> Result<Told, Message> {
    let cells = pairs(&given[0], &given[1]);
    if cells.len() as u64 > MOST {
        return Err(too_large(MOST));
    }
    let mut order: Vec<usize> = (0..cells.len()).collect();
    order.sort_by_key(|&cell| cells[cell]);
    let place = |cell: (u64, u64)| {
        let found = order.binary_search_by_key(&cell, |&other| cells[other]);
        found.ok().map(|at| order[at] as u64 + 1)
    };
    let mut edges = Vec::new();
    for (&(row, column), own) in cells.iter().zip(1..) {
        for &(down, right) in ways {
            let to = row
                .checked_add_signed(down)
                .zip(column.checked_add_signed(right));
            edges.extend(to.and_then(place).map(|other| (own, other)));
        }
    }
    let missed = missed(cells.len(), &edges);
    let lost = order.iter().filter(|&&cell| missed[cell + 1]);
    Ok(told(lost.map(|&cell| cells[cell])))
}

pub(super) fn rook_walk(given: Given<'_>) -> Result<Told, Message> {
    on_cells(given, &[(0, 1), (1, 0)])
}

pub(super) fn king_walk(given: Given<'_>) -> Result<Told, Message> {
    on_cells(given, &[(0, 1), (1, 0), (1, 1), (1, -1)])
}
