//! Games of contests on trees whose answer is a look at degrees or at the longest path.

use super::graphs::Near;
use super::{Given, Told, one, too_large};
use crate::tally::Move;
use grundy::engine::tree::{ROOT, RootPaths};
use grundy::{Message, message};

fn no_tree() -> Message {
    message!("the edges of a case do not form a tree", "给出的边不构成树")
}

/// Codeforces 1363C: leaves are taken, and who takes the vertex x wins. A leaf x is taken at once. Else nobody wants to bare x: play goes on
/// until x and two more are left, and who must then take one of the two loses.
pub(super) fn leaf_hunt(given: Given<'_>) -> Result<Told, Message> {
    let (vertices, special) = (one(&given[0]), one(&given[1]));
    if special == 0 || special > vertices {
        return Err(message!(
            "the vertex must be one of 1 to n",
            "顶点应在 1 到 n 之间"
        ));
    }
    let ends = given[2].iter().chain(&given[3]);
    let degree = ends.filter(|&&end| end == special).count();
    Ok(Told::of(degree <= 1 || vertices % 2 == 0))
}

/// AtCoder AGC 033 C: a vertex is chosen, its coins are gone, and all others go one edge towards it. A turn makes the longest path one edge or
/// two shorter, so that with d vertices on it the game is one pile of d from which one or two are taken, but that from two only one can be.
pub(super) fn shrinking_tree(given: Given<'_>) -> Result<Told, Message> {
    const MOST: u64 = 1 << 21;
    let vertices = one(&given[0]);
    if vertices == 0 || vertices > MOST {
        return Err(no_tree());
    }
    let count = vertices as usize;
    let mut near: Vec<Vec<usize>> = vec![Vec::new(); count + 1];
    for (&u, &v) in given[1].iter().zip(&given[2]) {
        if u.min(v) == 0 || u.max(v) > vertices {
            return Err(no_tree());
        }
        near[u as usize].push(v as usize);
        near[v as usize].push(u as usize);
    }
    let (end, _) = farthest(&near, 1).ok_or_else(no_tree)?;
    let (_, edges) = farthest(&near, end).ok_or_else(no_tree)?;
    // Of d vertices: lost are those with d = 2, 5, 8, …
    Ok(Told::of(edges % 3 != 1))
}

/// Paths to the root are taken from a forest, each tree of which has its root at its least vertex; what stood on a path stays.
pub(super) fn root_paths(given: Given<'_>) -> Result<Told, Message> {
    const MOST: u64 = 1 << 22;
    let no_forest = || {
        message!(
            "the edges of a case do not form a forest on the vertices 1 to n",
            "给出的边不构成顶点 1 到 n 上的森林"
        )
    };
    let vertices = one(&given[0]);
    if vertices > MOST {
        return Err(too_large(MOST));
    }
    let edges = given[1].iter().copied().zip(given[2].iter().copied());
    let edges: Vec<(u64, u64)> = edges.collect();
    if (edges.iter()).any(|&(u, v)| u.min(v) == 0 || u.max(v) > vertices) {
        return Err(no_forest());
    }
    let near = Near::new(vertices as usize, &edges);
    let mut parents = vec![ROOT; vertices as usize];
    let mut seen = vec![false; vertices as usize + 1];
    let (mut ready, mut joined) = (Vec::new(), 0);
    for root in 1..=vertices as u32 {
        if seen[root as usize] {
            continue;
        }
        seen[root as usize] = true;
        ready.push(root);
        while let Some(vertex) = ready.pop() {
            for &(to, _) in near.of(vertex as usize) {
                if !std::mem::replace(&mut seen[to as usize], true) {
                    parents[to as usize - 1] = vertex - 1;
                    joined += 1;
                    ready.push(to);
                }
            }
        }
    }
    if joined != edges.len() {
        return Err(no_forest());
    }
    let forest = RootPaths::of(&parents).ok_or_else(no_forest)?;
    let moves = (1..).zip(forest.moves_to(0)).map(|(index, vertex)| Move {
        index,
        from: 0,
        to: u128::from(vertex) + 1,
        take: 0,
    });
    let moves: Vec<Move> = moves.collect();
    Ok(Told {
        wins: !moves.is_empty(),
        value: forest.value().into(),
        count: moves.len() as u128,
        moves,
    })
}

/// A vertex as far as any from this one, and how far; none where the edges are no tree.
fn farthest(near: &[Vec<usize>], from: usize) -> Option<(usize, usize)> {
    let mut all = vec![(from, 0, 0)];
    let mut at = 0;
    while let Some(&(vertex, before, far)) = all.get(at) {
        at += 1;
        all.extend(
            near[vertex]
                .iter()
                .filter(|&&to| to != before)
                .map(|&to| (to, vertex, far + 1)),
        );
        if all.len() >= near.len() {
            return None;
        }
    }
    all.last()
        .filter(|_| all.len() + 1 == near.len())
        .map(|&(vertex, _, far)| (vertex, far))
}
