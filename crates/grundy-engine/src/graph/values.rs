//! Grundy values of the vertices of a graph without cycles: the mex of the options' values, ends of play first
//! (Sprague, 1935; Grundy, 1939).

use super::Graph;
use super::arranged::{Arranged, Direction};
use super::peel::INFINITE;
use grundy_base::message;
use grundy_base::text::Message;
use std::error::Error;
use std::fmt;

/// A cycle of a graph: each vertex has the next as an option, and the last has the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// Its vertices, each once.
    pub vertices: Vec<u32>,
}

impl Cycle {
    /// Walks on from a vertex until one comes again.
    pub(super) fn of_walk(from: u32, next: &[u32]) -> Cycle {
        let mut walk = Vec::new();
        let mut step_of = vec![u32::MAX; next.len()];
        let mut vertex = from;
        while step_of[vertex as usize] == u32::MAX {
            step_of[vertex as usize] = walk.len() as u32;
            walk.push(vertex);
            vertex = next[vertex as usize];
        }
        walk.drain(..step_of[vertex as usize] as usize);
        Cycle { vertices: walk }
    }

    /// The cycle in words: its first twenty vertices, by number.
    pub fn message(&self) -> Message {
        let shown = self.vertices.iter().take(20).chain(self.vertices.first());
        let shown: Vec<String> = shown.map(u32::to_string).collect();
        let shown = shown.join(" ");
        if self.vertices.len() <= 20 {
            return message!(
                "play can go on for ever: {shown}",
                "对局可以无限循环：{shown}",
                shown = shown
            );
        }
        message!(
            "play can go on for ever: {shown} (of {count} vertices, the first 20)",
            "对局可以无限循环：{shown}（共 {count} 个顶点，此处为前 20 个）",
            shown = shown,
            count = self.vertices.len()
        )
    }
}

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for Cycle {}

/// The Grundy value of every vertex, or a cycle.
///
/// Linear time, no recursion. Where all edges lead to smaller numbers, or all to larger, there is nothing to sort.
///
/// ```
/// use grundy_engine::graph::{Graph, grundy};
/// // Heaps of 0 to 4 tokens, of which one or two are taken.
/// let graph = Graph::new(5, &[(1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (4, 2), (4, 3)])?;
/// assert_eq!(grundy(&graph).unwrap(), [0, 1, 2, 0, 1]);
/// let round = Graph::new(3, &[(0, 1), (1, 2), (2, 1)])?;
/// assert_eq!(grundy(&round).unwrap_err().vertices, [1, 2]);
/// # Ok::<(), grundy_engine::graph::GraphError>(())
/// ```
pub fn grundy(graph: &Graph) -> Result<Vec<u32>, Cycle> {
    let vertices = graph.vertices();
    let rows = || (0..vertices as u32).map(|vertex| (vertex, graph.options(vertex)));
    if rows().all(|(vertex, options)| options.last().is_none_or(|&largest| largest < vertex)) {
        return Ok(values(graph, Direction::Falling.order(vertices)));
    }
    if rows().all(|(vertex, options)| options.first().is_none_or(|&least| least > vertex)) {
        return Ok(values(graph, Direction::Rising.order(vertices)));
    }
    let arranged = Arranged::from(graph);
    let values = arranged.ending();
    if values.contains(&INFINITE)
        && let Some(cycle) = arranged.cycle()
    {
        return Err(cycle);
    }
    Ok(values)
}

/// The values, when every vertex comes after its options; 0 for vertices that do not come.
pub(super) fn values(graph: &Graph, order: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut values = vec![0u32; graph.vertices()];
    // `seen[g]` is the last vertex, plus one, that had an option of value g; so nothing is ever cleared.
    let most = (0..graph.vertices() as u32)
        .map(|vertex| graph.options(vertex).len())
        .max()
        .unwrap_or(0);
    let mut seen = vec![0u32; most + 1];
    for vertex in order {
        let stamp = vertex + 1;
        let options = graph.options(vertex);
        for &option in options {
            seen[values[option as usize] as usize] = stamp;
        }
        let mex = seen[..=options.len()]
            .iter()
            .take_while(|&&mark| mark == stamp)
            .count();
        values[vertex as usize] = mex as u32;
    }
    values
}

/// The Grundy value of every vertex from which play must end, and `None` for those from which it can go round for ever.
///
/// Linear time, no recursion.
///
/// ```
/// use grundy_engine::graph::{Graph, grundy_where_play_ends};
/// let round = Graph::new(4, &[(0, 1), (1, 2), (2, 1), (1, 3), (0, 3)])?;
/// assert_eq!(grundy_where_play_ends(&round), [None, None, None, Some(0)]);
/// # Ok::<(), grundy_engine::graph::GraphError>(())
/// ```
pub fn grundy_where_play_ends(graph: &Graph) -> Vec<Option<u32>> {
    let values = Arranged::from(graph).ending().into_iter();
    values
        .map(|value| Some(value).filter(|&value| value != INFINITE))
        .collect()
}
