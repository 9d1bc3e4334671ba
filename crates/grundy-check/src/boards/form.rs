//! Components, and the forms that stand for all that are equal to them.
//!
//! What is left after a move is a sum of its connected components. Components are *equal* here where a theorem of three lines says so:
//!
//! - A set of squares, shifted, turned or mirrored, is the same graph.
//! - *Two vertices lose one where a move takes an edge.* A *leaf* is a vertex joined to one other, its *centre*. A vertex d each of whose neighbours is
//!   the centre of a leaf other than d may go: to take d with a neighbour c is to take c with its leaf, for what is left differs in vertices that
//!   may go (a leaf without its centre is joined to nothing; what is left of d's neighbours has its leaves still, since a leaf goes only
//!   with its centre), and all other moves are the same and leave d as it is or joined to nothing. So of several leaves at a centre one is
//!   enough, and it does not matter which.
//! - *Twins lose one where a move takes a vertex.* Let u and v be joined, and to the same others. To take u is to take v, and any other move takes
//!   both or neither. So v may go.
//!
//! The [`Key`] of an edge game is the set of squares that are no leaves with a mark on each centre, in the least of its eight images: it is the same
//! whichever leaf was left out. Where a move takes a vertex, it does matter for the set which twin is left out: such a [`Part`] has
//! several keys.

use super::rules::{Host, Rules, Takes};
use super::set::{ROOM, Set};

/// What a component is known by: its own width (0 on a graph without squares), and a bit a square; then, where moves take edges, a bit a square for
/// the centres.
pub(super) type Key = Box<[u8]>;

/// Most keys of a component.
const MOST_KEYS: usize = 64;

/// A component.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Its keys, the first of which is the one that the checker keeps it under.
    pub(super) keys: Vec<Key>,
}

impl Part {
    /// Whether the two are known to be equal.
    fn equals(&self, other: &Part) -> bool {
        self.keys.iter().any(|key| other.keys.contains(key))
    }
}

/// A component by itself, its vertices numbered.
#[derive(Clone, Debug, Default)]
pub(super) struct Local {
    /// Where each vertex is; a leaf is told to be where its centre is.
    pub(super) places: Vec<[u8; 2]>,
    /// What each vertex is joined to.
    pub(super) joined: Vec<Set>,
}

impl Rules {
    /// The vertices at some places, at most [`ROOM`], and how they are joined; and a leaf more at each place that is marked.
    pub(super) fn local(&self, mut places: Vec<[u8; 2]>, centres: &[usize]) -> Local {
        let body = places.len();
        let mut joined = vec![Set::default(); body + centres.len()];
        for one in 0..body {
            for other in 0..one {
                if self.joins(places[one], places[other]) {
                    joined[one].insert(other);
                    joined[other].insert(one);
                }
            }
        }
        for (leaf, &centre) in (body..).zip(centres) {
            places.push(places[centre]);
            joined[leaf].insert(centre);
            joined[centre].insert(leaf);
        }
        Local { places, joined }
    }

    /// What a key says.
    pub(super) fn opened(&self, key: &Key) -> Local {
        let (width, bits) = key.split_first().unwrap_or((&0, &[]));
        let place = |bit: usize| match *width {
            0 => [bit as u8, 0],
            width => [
                (bit / usize::from(width)) as u8,
                (bit % usize::from(width)) as u8,
            ],
        };
        let ones = |bits: &[u8]| -> Vec<usize> {
            let bit = |&bit: &usize| bits[bit / 8] >> (bit % 8) & 1 == 1;
            (0..8 * bits.len()).filter(bit).collect()
        };
        match self.takes {
            Takes::Vertex => self.local(ones(bits).into_iter().map(place).collect(), &[]),
            Takes::Edge => {
                let (body, marks) = bits.split_at(bits.len() / 2);
                let body = ones(body);
                let centre = |mark| body.binary_search(&mark).unwrap_or(0);
                let centres: Vec<usize> = ones(marks).into_iter().map(centre).collect();
                self.local(body.into_iter().map(place).collect(), &centres)
            }
        }
    }

    /// What each move leaves: as a sum, a value and parts of no known value; equal parts are not told in pairs.
    pub(super) fn options(&self, local: &Local) -> Vec<(u32, Vec<Part>)> {
        let all = Set::below(local.joined.len());
        let mut options = Vec::new();
        for (vertex, &beside) in local.joined.iter().enumerate() {
            match self.takes {
                Takes::Vertex => {
                    let left = all.without(beside).without(Set::of(vertex));
                    options.push(self.sum(local, left));
                }
                Takes::Edge => {
                    for other in beside.iter().filter(|&other| other > vertex) {
                        let left = all.without(Set::of(vertex)).without(Set::of(other));
                        options.push(self.sum(local, left));
                    }
                }
            }
        }
        options
    }

    /// What some vertices are the sum of.
    pub(super) fn sum(&self, local: &Local, left: Set) -> (u32, Vec<Part>) {
        let mut value = 0;
        let mut parts: Vec<Part> = Vec::new();
        let mut add = |part: Part| {
            // A sum of two equal games is 0.
            match parts.iter().position(|one| one.equals(&part)) {
                Some(at) => drop(parts.swap_remove(at)),
                None => parts.push(part),
            }
        };
        let left = match self.takes {
            Takes::Edge => local.without_idle(left),
            Takes::Vertex => left,
        };
        for component in local.components(left) {
            match self.takes {
                Takes::Vertex if component.len() == 1 => value ^= 1,
                Takes::Vertex => add(Part {
                    keys: self.choices(local, component),
                }),
                Takes::Edge => {
                    let leaves = local.leaves(component);
                    let body = component.without(leaves);
                    match body.len() {
                        // A vertex alone; two; a centre with leaves: any move ends it.
                        _ if component.len() == 1 => {}
                        0 | 1 => value ^= 1,
                        _ => {
                            let centres = local.beside(leaves) & body;
                            add(Part {
                                keys: vec![self.key(local, body, centres)],
                            });
                        }
                    }
                }
            }
        }
        (value, parts)
    }

    /// The keys of a component of which twins may be left out, in one way or another.
    fn choices(&self, local: &Local, component: Set) -> Vec<Key> {
        let classes = local.twins(component);
        let single = classes.iter().fold(Set::default(), |set, &class| {
            set | class.without(Set::of(class.first().unwrap_or(0)))
        });
        let mut kept = vec![component.without(single)];
        for &class in &classes {
            let first = Set::of(class.first().unwrap_or(0));
            for at in 0..kept.len() {
                for other in class.without(first).iter() {
                    if kept.len() < MOST_KEYS {
                        kept.push(kept[at].without(first) | Set::of(other));
                    }
                }
            }
        }
        let mut keys: Vec<Key> = kept
            .into_iter()
            .map(|set| self.key(local, set, Set::default()))
            .collect();
        if !classes.is_empty() {
            keys.push(self.key(local, component, Set::default()));
        }
        keys
    }

    /// The key of a set of vertices, some of which are marked.
    fn key(&self, local: &Local, body: Set, marks: Set) -> Key {
        let places: Vec<([u8; 2], bool)> = body
            .iter()
            .map(|vertex| (local.places[vertex], marks.has(vertex)))
            .collect();
        let marked = self.takes == Takes::Edge;
        if let Host::Graph(joined) = &self.host {
            let bits = places.iter().map(|&(place, mark)| (place[0].into(), mark));
            return packed(0, joined.len(), marked, bits);
        }
        let side = |which: usize| {
            let sides = places.iter().map(|(place, _)| place[which]);
            let least = sides.clone().min().unwrap_or(0);
            (least, usize::from(sides.max().unwrap_or(0) - least) + 1)
        };
        let ((top, height), (left, width)) = (side(0), side(1));
        let mut least: Option<Key> = None;
        for image in 0..8u8 {
            let (rows, columns) = match image & 4 {
                0 => (height, width),
                _ => (width, height),
            };
            // The least image is no wider than high.
            if columns > rows {
                continue;
            }
            let bits = places.iter().map(|&([row, column], mark)| {
                let (row, column) = (usize::from(row - top), usize::from(column - left));
                let row = if image & 1 == 0 {
                    row
                } else {
                    height - 1 - row
                };
                let column = match image & 2 {
                    0 => column,
                    _ => width - 1 - column,
                };
                let bit = match image & 4 {
                    0 => row * columns + column,
                    _ => column * columns + row,
                };
                (bit, mark)
            });
            let key = packed(columns as u8, rows * columns, marked, bits);
            if least.as_ref().is_none_or(|least| key < *least) {
                least = Some(key);
            }
        }
        least.unwrap_or_default()
    }
}

/// A key by its bits.
fn packed(
    width: u8,
    squares: usize,
    marked: bool,
    bits: impl Iterator<Item = (usize, bool)>,
) -> Key {
    let bytes = squares.div_ceil(8);
    let mut key = [0u8; 1 + 2 * ROOM / 8];
    key[0] = width;
    for (bit, mark) in bits {
        key[1 + bit / 8] |= 1 << (bit % 8);
        if mark {
            key[1 + bytes + bit / 8] |= 1 << (bit % 8);
        }
    }
    let length = if marked { 2 * bytes } else { bytes };
    key[..=length].into()
}

impl Local {
    /// All that is joined to some vertices.
    fn beside(&self, vertices: Set) -> Set {
        let joined = vertices.iter().map(|vertex| self.joined[vertex]);
        joined.fold(Set::default(), |all, set| all | set)
    }

    fn components(&self, mut left: Set) -> Vec<Set> {
        let mut components = Vec::new();
        while let Some(start) = left.first() {
            let mut component = Set::of(start);
            let mut edge = component;
            while !edge.is_empty() {
                edge = (self.beside(edge) & left).without(component);
                component = component | edge;
            }
            left = left.without(component);
            components.push(component);
        }
        components
    }

    /// The vertices that are joined to one other.
    fn leaves(&self, left: Set) -> Set {
        let is_leaf = |&vertex: &usize| (self.joined[vertex] & left).len() == 1;
        let leaves = left.iter().filter(is_leaf);
        leaves.fold(Set::default(), |set, leaf| set | Set::of(leaf))
    }

    /// Some vertices, without those that may go because each of their neighbours has a leaf besides.
    fn without_idle(&self, mut left: Set) -> Set {
        loop {
            let leaves = self.leaves(left);
            let centres = self.beside(leaves) & left;
            // A leaf and its centre, each joined to the other alone, are both.
            let mut idle = left.without(leaves).without(centres);
            for vertex in idle.iter() {
                if !(self.joined[vertex] & left).without(centres).is_empty() {
                    idle = idle.without(Set::of(vertex));
                }
            }
            if idle.is_empty() {
                return left;
            }
            left = left.without(idle);
        }
    }

    /// The sets, of two or more each, of vertices of a component that are joined to each other and to the same others.
    fn twins(&self, component: Set) -> Vec<Set> {
        let closed = |vertex: usize| (self.joined[vertex] | Set::of(vertex)) & component;
        let mut classes = Vec::new();
        let mut seen = Set::default();
        for vertex in component.iter() {
            if seen.has(vertex) {
                continue;
            }
            let own = closed(vertex);
            let mut class = Set::of(vertex);
            for other in own.iter().filter(|&other| other > vertex) {
                if closed(other) == own {
                    class.insert(other);
                }
            }
            seen = seen | class;
            if class.len() > 1 {
                classes.push(class);
            }
        }
        classes
    }
}
