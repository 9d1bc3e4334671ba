//! A tree from its edges, without adjacency lists: each vertex keeps only the nim-sum of its neighbours' numbers and
//! how many there are. A leaf's nim-sum is its one neighbour, so leaves are peeled off first in, first out, each
//! handing its worth to its neighbour; when all vertices but the root are peeled, the edges were a tree.

use super::prefetch::prefetch;
use super::{Tree, TreeError};

/// How far ahead elements are fetched. PERF: a shuffled tree of 10^7 vertices takes about half the time it takes without.
const AHEAD: usize = 24;

/// What is known of one vertex while its neighbours are peeled.
#[derive(Clone, Copy, Default)]
#[repr(C, align(16))]
struct Record {
    /// The nim-sum of the numbers of the neighbours not yet peeled; at the end, of the parent alone.
    neighbours: u32,
    /// How many neighbours are not yet peeled. The root has one more than it has, so that it stays.
    degree: u32,
    /// The nim-sum of the worths of the neighbours already peeled.
    value: u32,
}

/// The tree with `edges` edges, where `edge(i)` tells the ends of the `i`-th.
pub(super) fn tree(edges: usize, edge: impl Fn(usize) -> (u32, u32)) -> Result<Tree, TreeError> {
    for at in 0..edges {
        let (a, b) = edge(at);
        if a.max(b) as usize > edges {
            return Err(TreeError::OutOfRange {
                at,
                vertex: a.max(b),
                edges,
            });
        }
        if a == b {
            return Err(TreeError::SecondRoot { at, vertex: a });
        }
    }
    let mut records = vec![Record::default(); edges + 1];
    records[0].degree = 1;
    for at in 0..edges {
        if at + AHEAD < edges {
            let (a, b) = edge(at + AHEAD);
            prefetch(&records, a as usize);
            prefetch(&records, b as usize);
        }
        let (a, b) = edge(at);
        for (one, other) in [(a, b), (b, a)] {
            let record = &mut records[one as usize];
            record.neighbours ^= other;
            record.degree += 1;
        }
    }
    let mut order: Vec<u32> = Vec::with_capacity(edges);
    order.extend(
        (1u32..)
            .zip(&records[1..])
            .filter(|(_, record)| record.degree == 1)
            .map(|(vertex, _)| vertex),
    );
    let mut next = 0;
    while next < order.len() {
        if let Some(&later) = order.get(next + 2 * AHEAD) {
            prefetch(&records, later as usize);
        }
        if let Some(&later) = order.get(next + AHEAD) {
            prefetch(&records, records[later as usize].neighbours as usize);
        }
        let leaf = order[next];
        let Record {
            neighbours: below,
            degree,
            value,
        } = records[leaf as usize];
        if degree != 1 {
            break; // the last of a component without the root: its neighbour took the edge
        }
        let record = &mut records[below as usize];
        record.neighbours ^= leaf;
        record.degree -= 1;
        record.value ^= value + 1;
        if record.degree == 1 && below != 0 {
            order.push(below);
        }
        next += 1;
    }
    if next < edges {
        return Err(first_cycle(edges, edge));
    }
    let parent: Vec<u32> = records[1..]
        .iter()
        .map(|record| record.neighbours)
        .collect();
    let values = records.iter().map(|record| record.value).collect();
    let order = (1u32..)
        .zip(&parent)
        .any(|(child, &above)| above > child)
        .then_some(order);
    Ok(Tree {
        parent,
        values,
        order,
    })
}

/// Finds the first edge that joins vertices already joined, by sets that are united edge by edge (Tarjan, 1975).
#[cold]
fn first_cycle(edges: usize, edge: impl Fn(usize) -> (u32, u32)) -> TreeError {
    let mut above: Vec<u32> = (0..=edges as u32).collect();
    for at in 0..edges {
        let (vertex, other) = edge(at);
        let (one, another) = (top(&mut above, vertex), top(&mut above, other));
        if one == another {
            return TreeError::Cycle { at, vertex, other };
        }
        above[one as usize] = another;
    }
    unreachable!("as many edges without a cycle join all vertices, and were peeled")
}

/// The vertex that stands for the set of this one, with the way to it halved.
fn top(above: &mut [u32], mut vertex: u32) -> u32 {
    while above[vertex as usize] != vertex {
        let next = above[above[vertex as usize] as usize];
        above[vertex as usize] = next;
        vertex = next;
    }
    vertex
}
