//! A tree from its edges, without adjacency lists: each vertex keeps only the nim-sum of its neighbours' numbers and
//! how many there are. A leaf's nim-sum is its one neighbour, so leaves are peeled off first in, first out, each
//! handing its worth to its neighbour; when all vertices but the root are peeled, the edges were a tree.

use super::{Tree, TreeError};
use crate::pages::by_large_pages;
use crate::prefetch::prefetch;

/// How many edges or leaves ahead memory is fetched. PERF: a third less time for a shuffled tree of 10^7 vertices.
const AHEAD: usize = 24;

/// What is known of one vertex while its neighbours are peeled: the nim-sum of the numbers of the neighbours not yet
/// peeled, at the end of the parent alone; how many those are, for the root one more, so that it stays; and
/// the nim-sum of the worths of the neighbours already peeled.
///
/// PERF: three plain numbers, so that a zeroed list of them costs nothing until it is touched.
type Record = (u32, u32, u32);

/// The tree with so many edges, where `edge(at)` tells the ends of one.
pub(super) fn tree(edges: usize, edge: impl Fn(usize) -> (u32, u32)) -> Result<Tree, TreeError> {
    match join(edges, &edge).and_then(peel) {
        Some(tree) => Ok(tree),
        None => Err(what_is_wrong(edges, edge)),
    }
}

/// The records of all vertices; `None` if one is out of range.
fn join(edges: usize, edge: impl Fn(usize) -> (u32, u32)) -> Option<Vec<Record>> {
    let mut records: Vec<Record> = vec![(0, 0, 0); edges + 1];
    by_large_pages(&mut records);
    records[0].1 = 1;
    for at in 0..edges {
        if at + AHEAD < edges {
            let (a, b) = edge(at + AHEAD);
            prefetch(&records, a as usize);
            prefetch(&records, b as usize);
        }
        let (a, b) = edge(at);
        for (one, other) in [(a, b), (b, a)] {
            let (neighbours, degree, _) = records.get_mut(one as usize)?;
            *neighbours ^= other;
            *degree += 1;
        }
    }
    Some(records)
}

/// Peels all vertices but the first; `None` if that cannot be done.
fn peel(mut records: Vec<Record>) -> Option<Tree> {
    let edges = records.len() - 1;
    // PERF: each candidate is written behind the queue and only then counted or not, for want of a branch that could be
    // foretold; the zeros behind the queue may be fetched ahead without harm.
    let mut order = vec![0u32; edges + 1 + 2 * AHEAD];
    by_large_pages(&mut order);
    let mut queued = 0;
    for (vertex, &(_, degree, _)) in (1u32..).zip(&records[1..]) {
        order[queued] = vertex;
        queued += usize::from(degree == 1);
    }
    let mut next = 0;
    while next < queued {
        prefetch(&records, order[next + 2 * AHEAD] as usize);
        prefetch(&records, records[order[next + AHEAD] as usize].0 as usize);
        let leaf = order[next];
        let (below, degree, value) = records[leaf as usize];
        if degree != 1 {
            return None; // the last of a part without the root: its neighbour took the edge
        }
        let (neighbours, degree, nim_sum) = &mut records[below as usize];
        *neighbours ^= leaf;
        *degree -= 1;
        *nim_sum ^= value + 1;
        order[queued] = below;
        queued += usize::from(*degree == 1 && below != 0);
        next += 1;
    }
    if next < edges {
        return None;
    }
    order.truncate(edges);
    let values = records.iter().map(|&(_, _, value)| value).collect();
    // PERF: collected in place, so no fresh memory is touched.
    let mut parent: Vec<u32> = records
        .into_iter()
        .skip(1)
        .map(|(above, _, _)| above)
        .collect();
    parent.shrink_to_fit();
    let order = (1u32..)
        .zip(&parent)
        .any(|(child, &above)| above > child)
        .then_some(order);
    Some(Tree {
        parent,
        values,
        order,
    })
}

/// Finds the first edge that cannot belong to a tree. Cycles are found by sets united edge by edge (Tarjan, 1975).
#[cold]
fn what_is_wrong(edges: usize, edge: impl Fn(usize) -> (u32, u32)) -> TreeError {
    for at in 0..edges {
        let (a, b) = edge(at);
        if a.max(b) as usize > edges {
            return TreeError::OutOfRange {
                at,
                vertex: a.max(b),
                edges,
            };
        }
        if a == b {
            return TreeError::SecondRoot { at, vertex: a };
        }
    }
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

/// The vertex that stands for the set of this one. The way to it is halved.
fn top(above: &mut [u32], mut vertex: u32) -> u32 {
    while above[vertex as usize] != vertex {
        let next = above[above[vertex as usize] as usize];
        above[vertex as usize] = next;
        vertex = next;
    }
    vertex
}
