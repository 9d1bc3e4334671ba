//! Games on graphs, trees and forests of contests.

use super::{Given, Told, mex, one, too_large};
use crate::tally::Move;
use crate::tally::tree::{Cuts, cuts};
use grundy::{Message, message};

/// Vertices of one case.
const MOST: u64 = 1 << 21;

fn broken() -> Message {
    message!("the edges of a case do not form a tree", "给出的边不构成树")
}

/// The values of trees that stand one after another: `m` vertices each, and the edges of all.
fn values(given: Given<'_>) -> Result<Vec<Cuts>, Message> {
    let (sizes, u, v) = (&given[0], &given[1], &given[2]);
    let mut edges = u.iter().copied().zip(v.iter().copied());
    let value = |&size: &u64| {
        let count = usize::try_from(size.saturating_sub(1)).unwrap_or(usize::MAX);
        cuts(size, edges.by_ref().take(count), MOST as usize).map_err(|_| broken())
    };
    sizes.iter().map(value).collect()
}

/// A sum of trees that are cut, each with its root 1.
pub(super) fn trees(given: Given<'_>) -> Result<Told, Message> {
    let value = values(given)?.iter().fold(0, |sum, tree| sum ^ tree.value);
    Ok(Told::worth(value))
}

/// The same where who cuts last loses. Each branch of a root is a game of its own, and behaves like the heap that it is worth (a
/// test holds this against search), so that Bouton's misère rule decides. Accepted programs often look at whole trees instead,
/// which is wrong where two large branches of one root cancel.
pub(super) fn misere_trees(given: Given<'_>) -> Result<Told, Message> {
    let values = values(given)?;
    let sum = values.iter().fold(0, |sum, tree| sum ^ tree.value);
    let large = values.iter().any(|tree| tree.tall);
    Ok(Told::of((sum != 0) == large))
}

/// The neighbours of each vertex, one list behind the other, with the number of the edge.
pub(super) struct Near {
    pub(super) begins: Vec<usize>,
    pub(super) ends: Vec<(u32, u32)>,
}

impl Near {
    pub(super) fn new(vertices: usize, edges: &[(u64, u64)]) -> Near {
        let mut begins = vec![0usize; vertices + 2];
        for &(u, v) in edges {
            begins[u as usize + 1] += 1;
            begins[v as usize + 1] += 1;
        }
        for at in 1..begins.len() {
            begins[at] += begins[at - 1];
        }
        let mut next = begins.clone();
        let mut ends = vec![(0, 0); 2 * edges.len()];
        for (edge, &(u, v)) in edges.iter().enumerate() {
            for (own, far) in [(u, v), (v, u)] {
                ends[next[own as usize]] = (far as u32, edge as u32);
                next[own as usize] += 1;
            }
        }
        Near { begins, ends }
    }

    pub(super) fn of(&self, vertex: usize) -> &[(u32, u32)] {
        &self.ends[self.begins[vertex]..self.begins[vertex + 1]]
    }
}

/// Vertices in the order of a walk from `root`, each with the edge by which it was come to.
fn walk(near: &Near, vertices: usize, root: usize) -> Vec<(usize, usize, u32)> {
    let mut order = Vec::new();
    let mut at: Vec<usize> = near.begins.clone();
    let mut seen = vec![false; vertices + 1];
    let mut way = vec![root];
    seen[root] = true;
    order.push((root, 0, u32::MAX));
    while let Some(&vertex) = way.last() {
        if at[vertex] == near.begins[vertex + 1] {
            way.pop();
            continue;
        }
        let (next, edge) = near.ends[at[vertex]];
        at[vertex] += 1;
        if !std::mem::replace(&mut seen[next as usize], true) {
            order.push((next as usize, vertex, edge));
            way.push(next as usize);
        }
    }
    order
}

/// The value of a graph that stands on the ground at vertex 1, by the fusion principle (*Winning ways*, chapter 7): what
/// lies on a cycle may be made one vertex, whose loops are worth 1 each; what is left is a tree.
fn fused(vertices: usize, edges: &[(u64, u64)]) -> Result<u64, Message> {
    if vertices == 0 {
        return Ok(0);
    }
    let near = Near::new(vertices, edges);
    let order = walk(&near, vertices, 1);
    let mut number = vec![0u32; vertices + 1];
    for (place, &(vertex, ..)) in order.iter().enumerate() {
        number[vertex] = place as u32 + 1;
    }
    if edges.iter().any(|&(u, _)| number[u as usize] == 0) {
        return Err(message!(
            "an edge is not joined to the ground, vertex 1",
            "有一条边不与地面（顶点 1）相连"
        ));
    }
    // The earliest vertex that is reached from each without the edge by which it was come to (R. E. Tarjan 1974): where it
    // is the vertex itself, that edge is on no cycle.
    let mut low = number.clone();
    for &(vertex, before, by) in order.iter().rev() {
        for &(next, edge) in near.of(vertex) {
            if edge != by {
                low[vertex] = low[vertex].min(number[next as usize]);
            }
        }
        if before != 0 {
            low[before] = low[before].min(low[vertex]);
        }
    }
    // Edges that the walk did not go along are loops.
    let mut walked = vec![false; edges.len()];
    for &(_, _, by) in &order {
        if let Some(edge) = walked.get_mut(by as usize) {
            *edge = true;
        }
    }
    let mut value = vec![0u64; vertices + 1];
    for (&(u, v), _) in edges.iter().zip(&walked).filter(|(_, walked)| !**walked) {
        let (u, v) = (u as usize, v as usize);
        value[if number[u] > number[v] { u } else { v }] ^= 1;
    }
    for &(vertex, before, _) in order.iter().rev() {
        let is_bridge = low[vertex] == number[vertex];
        value[before] ^= if is_bridge {
            value[vertex] + 1
        } else {
            value[vertex] ^ 1
        };
    }
    // Vertex 0 stands before the first, which is not cut off from it.
    Ok(value[0].wrapping_sub(1))
}

/// Graphs on the ground, side by side: `n` vertices and `k` edges each, and the edges of all.
pub(super) fn fusion(given: Given<'_>) -> Result<Told, Message> {
    let mut edges = given[2].iter().copied().zip(given[3].iter().copied());
    let mut sum = 0;
    for (&vertices, &count) in given[0].iter().zip(&given[1]) {
        if vertices > MOST {
            return Err(too_large(MOST));
        }
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let own: Vec<(u64, u64)> = edges.by_ref().take(count).collect();
        if own
            .iter()
            .any(|&(u, v)| u.min(v) == 0 || u.max(v) > vertices)
        {
            return Err(message!("no vertex has this number", "没有这个编号的顶点"));
        }
        sum ^= fused(vertices as usize, &own)?;
    }
    Ok(Told::worth(sum))
}

/// The value of each vertex of a directed graph; none where an arrow path leads round in a circle.
pub(super) type Values = Vec<Option<u64>>;

/// Values on a directed graph: `k` arrows of each vertex 0, 1, …, and where they lead.
pub(super) fn arrows(given: Given<'_>) -> Result<Values, Message> {
    let (counts, next) = (&given[0], &given[1]);
    let vertices = counts.len();
    if next.iter().any(|&vertex| vertex >= vertices as u64) {
        return Err(no_vertex(vertices));
    }
    let mut begins = vec![0usize];
    for &count in counts {
        begins.push(begins[begins.len() - 1] + count as usize);
    }
    // Backwards from the vertices without arrows, each when all that it leads to have their values.
    let mut left: Vec<u64> = counts.clone();
    let mut back = vec![Vec::new(); vertices];
    for vertex in 0..vertices {
        for &to in &next[begins[vertex]..begins[vertex + 1]] {
            back[to as usize].push(vertex as u32);
        }
    }
    let mut ready: Vec<usize> = (0..vertices).filter(|&vertex| left[vertex] == 0).collect();
    let mut value = vec![None; vertices];
    let mut own = Vec::new();
    while let Some(vertex) = ready.pop() {
        own.clear();
        let to = next[begins[vertex]..begins[vertex + 1]].iter();
        own.extend(to.filter_map(|&to| value[to as usize]));
        value[vertex] = Some(mex(&mut own));
        for &before in &back[vertex] {
            left[before as usize] -= 1;
            if left[before as usize] == 0 {
                ready.push(before as usize);
            }
        }
    }
    Ok(value)
}

/// The sum of tokens on such a graph.
pub(super) fn tokens<'t>(
    values: &Values,
    mut tokens: impl Iterator<Item = &'t u64>,
) -> Result<Told, Message> {
    let sum = tokens.try_fold(0, |sum, &token| {
        let value = values.get(usize::try_from(token).unwrap_or(usize::MAX));
        let value = value.ok_or_else(|| no_vertex(values.len()))?;
        let round = || message!("the arrows form a cycle", "有向图中有环");
        Ok(sum ^ value.ok_or_else(round)?)
    })?;
    Ok(Told::worth(sum))
}

fn no_vertex(vertices: usize) -> Message {
    message!(
        "no vertex has this number (0 to {last})",
        "没有这个编号的顶点（应为 0 到 {last}）",
        last = vertices.saturating_sub(1)
    )
}

/// A token walks on a tree and never comes back: who cannot move loses. The winning first moves, by their ends.
pub(super) fn tree_walk(given: Given<'_>) -> Result<Told, Message> {
    let (vertices, start) = (one(&given[0]), one(&given[1]));
    if vertices > MOST || start == 0 || start > vertices {
        return Err(message!("no vertex has this number", "没有这个编号的顶点"));
    }
    let edges: Vec<(u64, u64)> = given[2]
        .iter()
        .copied()
        .zip(given[3].iter().copied())
        .collect();
    let near = Near::new(vertices as usize, &edges);
    let order = walk(&near, vertices as usize, start as usize);
    let mut wins = vec![false; vertices as usize + 1];
    for &(vertex, before, _) in order.iter().rev() {
        if before != 0 && !wins[vertex] {
            wins[before] = true;
        }
    }
    let mut ends: Vec<u64> = near
        .of(start as usize)
        .iter()
        .map(|&(next, _)| next.into())
        .collect();
    ends.retain(|&end| !wins[end as usize]);
    ends.sort_unstable();
    let moves = (1..).zip(ends).map(|(index, to)| Move {
        index,
        from: start.into(),
        to: to.into(),
        take: 0,
    });
    let moves: Vec<Move> = moves.collect();
    Ok(Told {
        wins: !moves.is_empty(),
        moves,
        ..Told::default()
    })
}

/// Cycles from which paths of l to r vertices are taken (Codeforces 1823E): a cycle of c vertices is worth c / l if c < l + r,
/// and 0 otherwise, since whoever answers can then halve what is left.
pub(super) fn circuits(given: Given<'_>) -> Result<Told, Message> {
    let (vertices, least, most) = (one(&given[0]), one(&given[1]), one(&given[2]));
    if vertices > MOST || least == 0 || most < least {
        return Err(message!(
            "the paths must have at least 1 vertex, and l must not exceed r",
            "路的顶点数至少为 1，且 l 不大于 r"
        ));
    }
    let edges: Vec<(u64, u64)> = given[3]
        .iter()
        .copied()
        .zip(given[4].iter().copied())
        .collect();
    let near = Near::new(vertices as usize, &edges);
    if (1..=vertices as usize).any(|vertex| near.of(vertex).len() != 2) {
        return Err(message!(
            "each vertex of a cycle must have two edges",
            "环上每个顶点须恰有两条边"
        ));
    }
    let mut seen = vec![false; vertices as usize + 1];
    let mut sum = 0;
    for first in 1..=vertices as usize {
        let mut length = 0u64;
        let mut at = first;
        while !std::mem::replace(&mut seen[at], true) {
            length += 1;
            let next = near.of(at).iter().map(|&(next, _)| next as usize);
            at = next.into_iter().find(|&next| !seen[next]).unwrap_or(at);
        }
        if length > 0 && length < least.saturating_add(most) {
            sum ^= length / least;
        }
    }
    Ok(Told::worth(sum))
}
