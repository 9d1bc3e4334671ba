//! Where the vertices of a small graph without beginning and end are drawn: as far from each other as the way between them is long.
//!
//! The picture is the one of least *stress*, the sum over all pairs of the square of what their distance in the picture differs from
//! the length of their way, in proportion to that length (Kamada and Kawai, 1989). Each vertex in turn goes to the mean of the places where
//! the others would have it, which never makes the stress greater (Gansner, Koren and North, 2005). It begins from a spiral, so that the same graph is
//! always drawn in the same way.

use std::collections::VecDeque;

/// Rounds in which every vertex goes to its place once. Fewer, where a round moves none of them visibly.
const ROUNDS: usize = 400;

/// Edges' length in the picture, if there is room enough for the boxes so.
const EDGE: f64 = 74.0;

/// Edges are made at most so much longer to give the boxes room.
const STRETCHED: f64 = 3.0;

/// Free room between two boxes.
const BETWEEN: f64 = 10.0;

/// The places of the vertices in a picture of this size.
pub(crate) struct Spread {
    /// The middle of each vertex.
    pub(crate) places: Vec<(f64, f64)>,
    /// How wide the picture is.
    pub(crate) width: f64,
    /// How high it is.
    pub(crate) height: f64,
}

/// Places for vertices that are boxes of these widths and this height, of a graph with these edges, whose directions do not matter.
pub(crate) fn spread(edges: &[(u32, u32)], widths: &[f64], tall: f64) -> Spread {
    let count = widths.len();
    let ways = ways(edges, count);
    let mut places: Vec<(f64, f64)> = (0..count)
        .map(|vertex| {
            // By the golden angle, so that no two are in one direction.
            let (far, angle) = ((vertex as f64).sqrt() / 2.0, 2.4 * vertex as f64);
            (far * angle.cos(), far * angle.sin())
        })
        .collect();
    for _ in 0..ROUNDS {
        let mut farthest: f64 = 0.0;
        for vertex in 0..count {
            let (before, after) = (places[vertex], wanted(vertex, &places, &ways));
            places[vertex] = after;
            farthest = farthest.max((after.0 - before.0).abs() + (after.1 - before.1).abs());
        }
        if farthest < 1e-4 {
            break;
        }
    }
    let scale = scale(&places, widths, tall);
    let side = |vertex: usize| widths[vertex] / 2.0;
    let least = |ends: &dyn Fn(usize) -> f64| (0..count).map(ends).fold(f64::INFINITY, f64::min);
    let most = |ends: &dyn Fn(usize) -> f64| (0..count).map(ends).fold(0.0, f64::max);
    let left = least(&|vertex| places[vertex].0 * scale - side(vertex));
    let top = least(&|vertex| places[vertex].1 * scale - tall / 2.0);
    for (x, y) in &mut places {
        (*x, *y) = (*x * scale - left, *y * scale - top);
    }
    Spread {
        width: most(&|vertex| places[vertex].0 + side(vertex)),
        height: most(&|vertex| places[vertex].1 + tall / 2.0),
        places,
    }
}

/// How many edges lead from each vertex to each; of vertices that are not joined one more than the longest way.
fn ways(edges: &[(u32, u32)], count: usize) -> Vec<Vec<f64>> {
    let mut beside = vec![Vec::new(); count];
    for &(from, to) in edges {
        beside[from as usize].push(to as usize);
        beside[to as usize].push(from as usize);
    }
    let from = |start: usize| {
        let mut steps = vec![None; count];
        steps[start] = Some(0usize);
        let mut queue = VecDeque::from([start]);
        while let Some(vertex) = queue.pop_front() {
            let next = steps[vertex].map(|steps| steps + 1);
            for &other in &beside[vertex] {
                if steps[other].is_none() {
                    steps[other] = next;
                    queue.push_back(other);
                }
            }
        }
        steps
    };
    let steps: Vec<Vec<Option<usize>>> = (0..count).map(from).collect();
    let longest = steps.iter().flatten().flatten().max().copied();
    let apart = longest.unwrap_or(0) + 1;
    let row =
        |row: &Vec<Option<usize>>| row.iter().map(|way| way.unwrap_or(apart) as f64).collect();
    steps.iter().map(row).collect()
}

/// The mean of where the others would have a vertex: each in the direction in which it is, as far off as the way is long.
fn wanted(vertex: usize, places: &[(f64, f64)], ways: &[Vec<f64>]) -> (f64, f64) {
    let (x, y) = places[vertex];
    let (mut sum, mut weight) = ((0.0, 0.0), 0.0);
    for (other, (&(to_x, to_y), &way)) in places.iter().zip(&ways[vertex]).enumerate() {
        if other == vertex {
            continue;
        }
        let (across, down) = (x - to_x, y - to_y);
        let far = across.hypot(down).max(1e-9);
        let each = 1.0 / (way * way);
        sum.0 += each * (to_x + way * across / far);
        sum.1 += each * (to_y + way * down / far);
        weight += each;
    }
    match weight > 0.0 {
        true => (sum.0 / weight, sum.1 / weight),
        false => (x, y),
    }
}

/// How long an edge is, so that no box lies on another one if possible.
fn scale(places: &[(f64, f64)], widths: &[f64], tall: f64) -> f64 {
    let mut scale = EDGE;
    for (one, &(x, y)) in places.iter().enumerate() {
        for (other, &(to_x, to_y)) in places.iter().enumerate().skip(one + 1) {
            let beside = ((widths[one] + widths[other]) / 2.0 + BETWEEN) / (x - to_x).abs();
            let below = (tall + BETWEEN) / (y - to_y).abs();
            scale = scale.max(beside.min(below));
        }
    }
    scale.min(STRETCHED * EDGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn far(spread: &Spread, one: usize, other: usize) -> f64 {
        let (one, other) = (spread.places[one], spread.places[other]);
        (one.0 - other.0).hypot(one.1 - other.1)
    }

    #[test]
    fn ways_are_as_long_as_they_are() {
        let ring: Vec<(u32, u32)> = (0..6).map(|vertex| (vertex, (vertex + 1) % 6)).collect();
        let widths = [30.0; 6];
        let drawn = spread(&ring, &widths, 20.0);
        let edges: Vec<f64> = (0..6).map(|v| far(&drawn, v, (v + 1) % 6)).collect();
        for &edge in &edges {
            assert!((edge - edges[0]).abs() < 1.0, "{edges:?}");
        }
        assert!(far(&drawn, 0, 3) > 1.7 * edges[0]);
        let within = |&(x, y): &(f64, f64)| {
            (15.0..=drawn.width - 15.0).contains(&x) && (10.0..=drawn.height - 10.0).contains(&y)
        };
        assert!(drawn.places.iter().all(within));
    }

    #[test]
    fn boxes_do_not_lie_on_each_other() {
        let tree: Vec<(u32, u32)> = (1..40).map(|vertex| (vertex, vertex / 2)).collect();
        let widths: Vec<f64> = (0..40).map(|vertex| f64::from(30 + vertex % 5)).collect();
        let drawn = spread(&tree, &widths, 20.0);
        for (one, &(x, y)) in drawn.places.iter().enumerate() {
            for (other, &(to_x, to_y)) in drawn.places.iter().enumerate().skip(one + 1) {
                let free = (x - to_x).abs() >= (widths[one] + widths[other]) / 2.0
                    || (y - to_y).abs() >= 20.0;
                assert!(free, "{one} and {other}");
            }
        }
    }

    #[test]
    fn the_least_graphs_are_drawn() {
        assert_eq!(spread(&[], &[], 20.0).places, []);
        let one = spread(&[(0, 0)], &[30.0], 20.0);
        assert_eq!(
            (one.places[0], one.width, one.height),
            ((15.0, 10.0), 30.0, 20.0)
        );
        let apart = spread(&[], &[30.0, 30.0], 20.0);
        assert!(far(&apart, 0, 1) > 30.0);
    }
}
