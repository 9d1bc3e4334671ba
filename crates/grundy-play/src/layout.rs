//! Where the vertices of a scene's graph are drawn.
//!
//! What stands on the ground grows upwards from it, each vertex a level above the nearest one that carries it, with as much
//! room as it carries. Vertices that are all named by a row and a column stand at these. A directed graph without a cycle goes down in layers. Everything else stands in a circle, of a
//! star around its middle.

use grundy::scene::{Dot, DotMark, Line};

/// Places within 0..=1, x to the right and y downwards, of each vertex.
pub fn places(vertices: &[Dot], edges: &[Line]) -> Vec<(f64, f64)> {
    let count = vertices.len();
    let inside = |line: &&Line| line.from < count && line.to < count && line.from != line.to;
    let edges: Vec<&Line> = edges.iter().filter(inside).collect();
    if let Some(places) = on_grid(vertices) {
        return places;
    }
    let ground = vertices.iter().position(|dot| dot.mark == DotMark::Ground);
    if let Some(ground) = ground {
        return grown(count, &edges, ground);
    }
    if !edges.is_empty()
        && edges.iter().all(|line| line.directed)
        && let Some(layers) = layered(count, &edges)
    {
        return down(&layers, &edges);
    }
    match middle(count, &edges) {
        Some(middle) => around(count, middle),
        None => circle(count),
    }
}

/// The vertex of a star at which all edges end.
fn middle(count: usize, edges: &[&Line]) -> Option<usize> {
    let ends_at = |vertex: usize| {
        edges
            .iter()
            .all(|line| line.from == vertex || line.to == vertex)
    };
    let star = count > 2 && edges.len() + 1 == count;
    (0..count).find(|&vertex| star && ends_at(vertex))
}

/// All vertices in a circle around one of them.
fn around(count: usize, middle: usize) -> Vec<(f64, f64)> {
    let mut places = circle(count - 1);
    places.insert(middle, (0.5, 0.5));
    places
}

/// The places of vertices that are named `row,column`, the first row at the top; `None` where some are not.
fn on_grid(vertices: &[Dot]) -> Option<Vec<(f64, f64)>> {
    let cell = |dot: &Dot| {
        let (row, column) = dot.label.split_once(',')?;
        Some((column.parse::<u16>().ok()?, row.parse::<u16>().ok()?))
    };
    let cells: Vec<(u16, u16)> = vertices.iter().map(cell).collect::<Option<_>>()?;
    let within = |of: &dyn Fn(&(u16, u16)) -> u16| {
        let least = cells.iter().map(of).min()?;
        let spread = cells.iter().map(of).max()? - least;
        let place = move |at: u16| match spread {
            0 => 0.5,
            _ => f64::from(at - least) / f64::from(spread),
        };
        Some(place)
    };
    let (x, y) = (within(&|cell| cell.0)?, within(&|cell| cell.1)?);
    Some(
        cells
            .iter()
            .map(|&(column, row)| (x(column), y(row)))
            .collect(),
    )
}

fn circle(count: usize) -> Vec<(f64, f64)> {
    if count == 1 {
        return vec![(0.5, 0.5)];
    }
    let place = |at: usize| {
        let turn = std::f64::consts::TAU * at as f64 / count as f64;
        (0.5 + 0.5 * turn.sin(), 0.5 - 0.5 * turn.cos())
    };
    (0..count).map(place).collect()
}

/// Upwards from the ground, breadth first.
fn grown(count: usize, edges: &[&Line], ground: usize) -> Vec<(f64, f64)> {
    let mut beside = vec![Vec::new(); count];
    for line in edges {
        beside[line.from].push(line.to);
        beside[line.to].push(line.from);
    }
    let mut level = vec![None; count];
    let mut carried = vec![Vec::new(); count];
    let mut order = vec![ground];
    level[ground] = Some(0usize);
    let mut next = 0;
    while let Some(&vertex) = order.get(next) {
        next += 1;
        for &other in &beside[vertex] {
            if level[other].is_none() {
                level[other] = level[vertex].map(|level| level + 1);
                carried[vertex].push(other);
                order.push(other);
            }
        }
    }
    // Room by leaves, counted from the top down.
    let mut room = vec![1.0f64; count];
    for &vertex in order.iter().rev() {
        if !carried[vertex].is_empty() {
            room[vertex] = carried[vertex].iter().map(|&above| room[above]).sum();
        }
    }
    let highest = order.iter().filter_map(|&at| level[at]).max().unwrap_or(0);
    let mut places = vec![(0.5, 1.0); count];
    let mut left = vec![0.0f64; count];
    for &vertex in &order {
        let (whole, height) = (room[ground], level[vertex].unwrap_or(0) as f64);
        places[vertex] = (
            (left[vertex] + room[vertex] / 2.0) / whole,
            1.0 - height / highest.max(1) as f64,
        );
        let mut at = left[vertex];
        for &above in &carried[vertex] {
            left[above] = at;
            at += room[above];
        }
    }
    places
}

/// The layer of each vertex, the longest way from a vertex without predecessor; `None` where there is a cycle.
fn layered(count: usize, edges: &[&Line]) -> Option<Vec<usize>> {
    let (mut open, mut after) = (vec![0usize; count], vec![Vec::new(); count]);
    for line in edges {
        open[line.to] += 1;
        after[line.from].push(line.to);
    }
    let mut layer = vec![0usize; count];
    let mut ready: Vec<usize> = (0..count).filter(|&vertex| open[vertex] == 0).collect();
    let mut done = 0;
    while let Some(vertex) = ready.pop() {
        done += 1;
        for &to in &after[vertex] {
            layer[to] = layer[to].max(layer[vertex] + 1);
            open[to] -= 1;
            if open[to] == 0 {
                ready.push(to);
            }
        }
    }
    (done == count).then_some(layer)
}

/// Downwards in layers, each vertex under the middle of those that lead to it.
fn down(layer: &[usize], edges: &[&Line]) -> Vec<(f64, f64)> {
    let last = layer.iter().copied().max().unwrap_or(0);
    let mut places = vec![(0.5, 0.0); layer.len()];
    for depth in 0..=last {
        let mut here: Vec<usize> = (0..layer.len()).filter(|&at| layer[at] == depth).collect();
        let above = |vertex: usize| {
            let from = edges.iter().filter(|line| line.to == vertex);
            let xs: Vec<f64> = from.map(|line| places[line.from].0).collect();
            match xs.len() {
                0 => 0.5,
                count => xs.iter().sum::<f64>() / count as f64,
            }
        };
        let mut keyed: Vec<(f64, usize)> = here.iter().map(|&at| (above(at), at)).collect();
        keyed.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        here = keyed.into_iter().map(|(_, at)| at).collect();
        // Layers are shifted a little against each other, so that long edges do not hide behind vertices.
        let shift = if depth % 2 == 1 { 0.08 } else { 0.0 } / here.len() as f64;
        for (order, &vertex) in here.iter().enumerate() {
            let x = (order as f64 + 0.5) / here.len() as f64 + shift;
            places[vertex] = (x.min(1.0), depth as f64 / last.max(1) as f64);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dots(count: usize, ground: bool) -> Vec<Dot> {
        let mark = |at| match ground && at == 0 {
            true => DotMark::Ground,
            false => DotMark::Plain,
        };
        let dot = |at: usize| Dot {
            label: at.to_string(),
            mark: mark(at),
        };
        (0..count).map(dot).collect()
    }

    fn line(from: usize, to: usize, directed: bool) -> Line {
        Line {
            from,
            to,
            directed,
            count: None,
            gone: false,
        }
    }

    #[test]
    fn trees_grow_upwards() {
        let edges = [line(0, 1, false), line(0, 2, false), line(1, 3, false)];
        let places = places(&dots(4, true), &edges);
        assert_eq!(places[0], (0.5, 1.0));
        assert!(places[1].0 < places[2].0);
        assert_eq!((places[1].1, places[2].1, places[3].1), (0.5, 0.5, 0.0));
    }

    #[test]
    fn arrows_go_down_and_everything_is_inside() {
        let edges = [line(0, 1, true), line(1, 2, true), line(0, 2, true)];
        let down = places(&dots(3, false), &edges);
        assert!(down[0].1 < down[1].1 && down[1].1 < down[2].1);
        let ring = [line(0, 1, true), line(1, 2, true), line(2, 0, true)];
        let round = places(&dots(3, false), &ring);
        for (x, y) in down.into_iter().chain(round) {
            assert!((0.0..=1.0).contains(&x) && (0.0..=1.0).contains(&y));
        }
    }

    #[test]
    fn a_star_stands_around_its_middle() {
        let edges = [1, 2, 0, 4].map(|end| line(3, end, false));
        let places = places(&dots(5, false), &edges);
        assert_eq!(places[3], (0.5, 0.5));
        assert_eq!(places[0], (0.5, 0.0));
    }

    #[test]
    fn names_of_rows_and_columns_are_places() {
        let dot = |label: &str| Dot {
            label: label.to_owned(),
            mark: DotMark::Ground,
        };
        let grid = [dot("0,1"), dot("1,1"), dot("1,2"), dot("2,3")];
        assert_eq!(
            places(&grid, &[line(0, 1, false)]),
            [(0.0, 0.0), (0.0, 0.5), (0.5, 0.5), (1.0, 1.0)]
        );
        assert_eq!(places(&grid[1..3], &[]), [(0.0, 0.5), (1.0, 0.5)]);
    }

    #[test]
    fn anything_has_a_place() {
        for count in [0, 1, 2] {
            let edges = [line(5, 0, true), line(0, 0, true)];
            assert_eq!(places(&dots(count, false), &edges).len(), count);
            assert_eq!(places(&dots(count, true), &edges).len(), count);
        }
    }
}
