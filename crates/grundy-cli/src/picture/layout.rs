//! Where the vertices of a small graph are drawn, and by which way long edges go.
//!
//! In layers from the top down (Sugiyama, Tagawa and Toda, 1981): edges that close a cycle are turned for the layout, each
//! vertex stands one layer below its last predecessor, and a long edge is held apart from the vertices that it passes.
//! Order within layers and places are worked out by the crate `rust-sugiyama` (MIT), which lays out 400 vertices and 800
//! edges in a tenth of a second where `layout-rs` takes 39 s, and never panicked on thousands of graphs. It is given
//! graphs without cycles, loops and parallel edges, since on cycles one of its rankings may not end; each edge in steps of
//! one layer, so that its own places are kept; and only so many edges that the work is bounded.

use std::collections::HashMap;

use grundy::engine::graph::Graph;
use rust_sugiyama::configure::{Config, CrossingMinimization, RankingType};

/// Most edges for which a place is sought; others go straight.
const EDGES: usize = 1500;
/// Most places where long edges pass a layer.
const BENDS: usize = 800;
/// The greatest number of edges for which neighbours are exchanged to save crossings.
const EXCHANGED: usize = 250;
/// Between neighbours in a layer.
const BESIDE: f64 = 24.0;
/// Between pieces of the graph that are not joined.
const APART: f64 = 28.0;

/// Places in a picture, all within `0..width` and `0..height`.
pub(crate) struct Layout {
    /// The middle of each vertex.
    pub(crate) places: Vec<(f64, f64)>,
    /// Where an edge passes between layers, in its direction; edges that go straight are not named.
    pub(crate) bends: HashMap<(u32, u32), Vec<(f64, f64)>>,
    /// How wide the picture is.
    pub(crate) width: f64,
    /// How high it is.
    pub(crate) height: f64,
}

/// The edges without loops, turned so that they make no cycle: from, to, and whether turned; and the layer of each vertex.
struct Downward {
    edges: Vec<(u32, u32)>,
    layers: Vec<usize>,
}

fn downward(graph: &Graph) -> Downward {
    let vertices = graph.vertices();
    let mut has_before = vec![false; vertices];
    for vertex in 0..vertices as u32 {
        for &option in graph.options(vertex) {
            has_before[option as usize] |= option != vertex;
        }
    }
    let (firsts, others): (Vec<u32>, Vec<u32>) =
        (0..vertices as u32).partition(|&vertex| !has_before[vertex as usize]);
    // Depth first, with a stack of its own; an edge to a vertex on the stack closes a cycle.
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states = vec![State::New; vertices];
    let mut finished = Vec::with_capacity(vertices);
    let mut edges = Vec::new();
    for root in firsts.into_iter().chain(others) {
        if states[root as usize] != State::New {
            continue;
        }
        states[root as usize] = State::Open;
        let mut stack = vec![(root, 0)];
        while let Some((vertex, next)) = stack.last_mut() {
            let from = *vertex;
            let Some(&to) = graph.options(from).get(*next) else {
                states[from as usize] = State::Done;
                finished.push(from);
                stack.pop();
                continue;
            };
            *next += 1;
            match states[to as usize] {
                State::Open if to == from => {}
                State::Open => edges.push((to, from)),
                State::Done => edges.push((from, to)),
                State::New => {
                    edges.push((from, to));
                    states[to as usize] = State::Open;
                    stack.push((to, 0));
                }
            }
        }
    }
    edges.sort_unstable();
    edges.dedup();
    let mut below = vec![Vec::new(); vertices];
    for &(from, to) in &edges {
        below[from as usize].push(to);
    }
    let mut layers = vec![0; vertices];
    for &vertex in finished.iter().rev() {
        for &to in &below[vertex as usize] {
            let layer = layers[vertex as usize] + 1;
            layers[to as usize] = layers[to as usize].max(layer);
        }
    }
    Downward { edges, layers }
}

/// What the crate is asked to place: vertices and bends, by layer, and the steps between them.
struct Asked {
    /// By place in the list: the layer and the vertex, or the edge whose bend this is.
    points: Vec<Point>,
    steps: Vec<(u32, u32)>,
}

#[derive(Clone, Copy)]
struct Point {
    layer: usize,
    of: Of,
}

#[derive(Clone, Copy)]
enum Of {
    Vertex(u32),
    Bend(u32, u32),
}

fn asked(downward: &Downward) -> Asked {
    let layers = &downward.layers;
    let span = |&(from, to): &(u32, u32)| layers[to as usize] - layers[from as usize];
    // First one edge of a single step to each vertex, which holds it in its layer; then shorter ones before longer.
    let mut held = vec![false; layers.len()];
    let mut ranked: Vec<(bool, usize, (u32, u32))> = Vec::with_capacity(downward.edges.len());
    for edge in &downward.edges {
        let holds = span(edge) == 1 && !std::mem::replace(&mut held[edge.1 as usize], true);
        ranked.push((!holds, span(edge), *edge));
    }
    ranked.sort_unstable();
    let mut points: Vec<Point> = (0u32..)
        .zip(layers)
        .map(|(vertex, &layer)| Point {
            layer,
            of: Of::Vertex(vertex),
        })
        .collect();
    let mut steps = Vec::new();
    let mut bends = BENDS;
    for (place, &(_, span, (from, to))) in ranked.iter().enumerate() {
        let Some(left) = bends.checked_sub(span - 1) else {
            break;
        };
        if place >= EDGES.max(layers.len()) {
            break;
        }
        bends = left;
        let mut above = from;
        for layer in layers[from as usize] + 1..layers[to as usize] {
            let bend = points.len() as u32;
            points.push(Point {
                layer,
                of: Of::Bend(from, to),
            });
            steps.push((above, bend));
            above = bend;
        }
        steps.push((above, to));
    }
    // In the order of the layers, which the ranking expects.
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    order.sort_by_key(|&point| points[point as usize].layer);
    let mut place = vec![0u32; points.len()];
    for (new, &old) in (0u32..).zip(&order) {
        place[old as usize] = new;
    }
    Asked {
        points: order.iter().map(|&old| points[old as usize]).collect(),
        steps: steps
            .into_iter()
            .map(|(above, below)| (place[above as usize], place[below as usize]))
            .collect(),
    }
}

/// Lays a graph out, each vertex as wide as it says and all of one height.
pub(crate) fn layout(graph: &Graph, widths: &[f64], tall: f64) -> Layout {
    let mut laid = Layout {
        places: vec![(0.0, 0.0); graph.vertices()],
        bends: HashMap::new(),
        width: 0.0,
        height: 0.0,
    };
    if graph.vertices() == 0 {
        return laid;
    }
    let asked = asked(&downward(graph));
    let wide = |of: Of| match of {
        Of::Vertex(vertex) => widths.get(vertex as usize).copied().unwrap_or(40.0),
        Of::Bend(..) => 4.0,
    };
    let sizes: Vec<(u32, (f64, f64))> = (0u32..)
        .zip(&asked.points)
        .map(|(place, point)| (place, (wide(point.of), tall + APART)))
        .collect();
    let config = Config {
        minimum_length: 1,
        vertex_spacing: BESIDE,
        dummy_vertices: true,
        dummy_size: 1.0,
        ranking_type: RankingType::Up,
        c_minimization: CrossingMinimization::Barycenter,
        transpose: asked.steps.len() <= EXCHANGED,
    };
    let pieces = rust_sugiyama::from_vertices_and_edges(&sizes, &asked.steps, &config);
    let mut pieces: Vec<Piece> = pieces
        .into_iter()
        .map(|(points, ..)| Piece::new(points, &asked.points, &wide, tall))
        .collect();
    pieces.sort_by_key(|piece| piece.first);
    // Pieces from left to right, in rows about as wide as the whole is high.
    let area: f64 = pieces.iter().map(Piece::area).sum();
    let widest = pieces.iter().map(|piece| piece.width).fold(0.0, f64::max);
    let most = widest.max((area * 1.6).sqrt());
    let (mut left, mut top, mut row) = (0.0, 0.0, 0.0f64);
    for piece in &pieces {
        if left > 0.0 && left + piece.width > most {
            (left, top, row) = (0.0, top + row + APART, 0.0);
        }
        for &(point, (x, y)) in &piece.points {
            let at = (left + x, top + y);
            match asked.points[point].of {
                Of::Vertex(vertex) => laid.places[vertex as usize] = at,
                Of::Bend(from, to) => laid.bends.entry((from, to)).or_default().push(at),
            }
        }
        laid.width = laid.width.max(left + piece.width);
        row = row.max(piece.height);
        laid.height = laid.height.max(top + piece.height);
        left += piece.width + APART;
    }
    for bends in laid.bends.values_mut() {
        bends.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    }
    // An edge that was turned passes its bends upwards.
    let named: Vec<(u32, u32)> = laid.bends.keys().copied().collect();
    for (from, to) in named {
        if graph.options(to).binary_search(&from).is_ok()
            && let Some(mut bends) = laid.bends.get(&(from, to)).cloned()
        {
            bends.reverse();
            laid.bends.insert((to, from), bends);
        }
    }
    laid
}

/// A part of the graph that is not joined to the rest, its points from 0.
struct Piece {
    points: Vec<(usize, (f64, f64))>,
    /// Its vertex with the least number.
    first: u32,
    width: f64,
    height: f64,
}

impl Piece {
    fn new(
        mut points: Vec<(usize, (f64, f64))>,
        of: &[Point],
        wide: &dyn Fn(Of) -> f64,
        tall: f64,
    ) -> Piece {
        points.sort_by_key(|&(point, _)| point);
        let half = |point: usize| wide(of[point].of) / 2.0;
        let least = |least: f64, here: f64| least.min(here);
        let left = points.iter().map(|&(point, (x, _))| x - half(point));
        let left = left.fold(f64::INFINITY, least);
        let top = points.iter().map(|&(_, (_, y))| y - tall / 2.0);
        let top = top.fold(f64::INFINITY, least);
        for (_, (x, y)) in &mut points {
            *x -= left;
            *y -= top;
        }
        let right = points.iter().map(|&(point, (x, _))| x + half(point));
        let below = points.iter().map(|&(_, (_, y))| y + tall / 2.0);
        let vertices = points.iter().filter_map(|&(point, _)| match of[point].of {
            Of::Vertex(vertex) => Some(vertex),
            Of::Bend(..) => None,
        });
        Piece {
            first: vertices.min().unwrap_or(0),
            width: right.fold(0.0, f64::max),
            height: below.fold(0.0, f64::max),
            points,
        }
    }

    fn area(&self) -> f64 {
        (self.width + APART) * (self.height + APART)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All vertices lie within the picture and none upon another.
    fn check(graph: &Graph) -> Layout {
        let widths: Vec<f64> = (0..graph.vertices())
            .map(|vertex| 30.0 + (vertex * 7 % 90) as f64)
            .collect();
        let tall = 40.0;
        let laid = layout(graph, &widths, tall);
        assert_eq!(laid.places.len(), graph.vertices());
        for (at, &(x, y)) in laid.places.iter().enumerate() {
            let half = widths[at] / 2.0;
            assert!(
                x - half > -0.01 && x + half < laid.width + 0.01,
                "{x} of {}",
                laid.width
            );
            assert!(y - tall / 2.0 > -0.01 && y + tall / 2.0 < laid.height + 0.01);
            for (other, &(x2, y2)) in laid.places[..at].iter().enumerate() {
                let apart = (x - x2).abs() > half + widths[other] / 2.0 || (y - y2).abs() > tall;
                assert!(apart, "{at} lies upon {other}: {graph:?}");
            }
        }
        laid
    }

    fn by_chance(state: &mut u64, vertices: u64, edges: u64) -> Graph {
        let mut end = || {
            *state ^= *state << 13;
            *state ^= *state >> 7;
            *state ^= *state << 17;
            (*state % vertices) as u32
        };
        let edges: Vec<(u32, u32)> = (0..edges).map(|_| (end(), end())).collect();
        Graph::new(vertices as usize, &edges).expect("a graph")
    }

    #[test]
    fn any_small_graph_has_room() {
        check(&Graph::new(0, &[]).expect("a graph"));
        check(&Graph::new(1, &[(0, 0)]).expect("a graph"));
        check(&Graph::new(60, &[]).expect("a graph"));
        // What a ranking that minimises lengths does not come back from.
        let edges = [
            (0, 1),
            (0, 2),
            (0, 3),
            (1, 0),
            (1, 3),
            (2, 0),
            (2, 3),
            (3, 0),
            (4, 1),
            (4, 2),
        ];
        check(&Graph::new(5, &edges).expect("a graph"));
        let mut state = 0x9e37_79b9_7f4a_7c15;
        for round in 0..150 {
            let vertices = 1 + round % 14;
            check(&by_chance(&mut state, vertices, round * 5 % 37));
        }
    }

    #[test]
    fn the_largest_graphs_that_are_drawn() {
        let all = |joined: &dyn Fn(u32, u32) -> bool| {
            let pairs = (0..400).flat_map(|one| (0..400).map(move |other| (one, other)));
            let edges: Vec<(u32, u32)> = pairs.filter(|&(one, other)| joined(one, other)).collect();
            Graph::new(400, &edges).expect("a graph")
        };
        check(&all(&|_, _| true));
        check(&all(&|one, other| one < 200 && other >= 200));
        check(&all(&|one, other| other == one + 1));
        check(&all(&|one, other| other == (one + 1) % 400));
        check(&all(&|one, other| one == 0 && other > 0));
        check(&all(&|one, other| one / 2 == other / 2));
        check(&by_chance(&mut 0x2545_f491_4f6c_dd1d, 400, 1200));
    }

    #[test]
    fn long_edges_bend_and_the_same_graph_looks_the_same() {
        let graph = Graph::new(4, &[(0, 1), (1, 2), (2, 3), (0, 3), (3, 0)]).expect("a graph");
        let (one, other) = (check(&graph), check(&graph));
        assert_eq!(one.places, other.places);
        assert_eq!(one.bends, other.bends);
        assert_eq!(one.bends[&(0, 3)].len(), 2);
        assert!(one.bends[&(0, 3)][0].1 < one.bends[&(0, 3)][1].1);
        assert!(one.bends[&(3, 0)][0].1 > one.bends[&(3, 0)][1].1);
        assert!(one.places[0].1 < one.places[1].1 && one.places[2].1 < one.places[3].1);
    }
}
