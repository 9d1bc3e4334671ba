//! How a region of Brussels Sprouts is drawn: each piece as a star with its free ends around it, in their order, and under it how many they
//! are. A line is drawn by pressing the two ends that it joins. Where it joins two ends of one piece, the ends between them come to lie
//! on one side; which other pieces lie there too is chosen by words.

use super::{BrusselsSprouts, Line, Region};
use crate::scene::{self, Clicks, DotMark, Draw, Inset, Line as Edge, Mark, Scene};

/// Most free ends that are drawn.
const MOST_ENDS: u64 = 64;

impl Region {
    /// The free ends of each piece; `None` where they are too many to be drawn.
    fn stars(&self) -> Option<Vec<u64>> {
        let (ends, _) = self.size()?;
        let piece = |&(ends, count): &(u64, u64)| std::iter::repeat_n(ends, count as usize);
        (ends <= MOST_ENDS).then(|| self.pieces.iter().flat_map(piece).collect())
    }
}

/// A piece: its middle, and the free ends from 1 on.
fn star(ends: u64) -> Option<Scene> {
    let middle = std::iter::once("+".to_owned());
    let names: Vec<String> = middle
        .chain((1..=ends).map(|end| end.to_string()))
        .collect();
    let mark = |at: usize| match at {
        0 => DotMark::Gone,
        _ => DotMark::Plain,
    };
    let edges = (1..=ends as u32).map(|end| Edge::new(0, end, false));
    scene::graph(names.iter().map(String::as_str), mark, edges)
}

/// A free end of the piece at this place.
fn end(piece: usize, end: u64) -> Mark {
    Mark::Vertex(end as usize + 1).within(piece)
}

impl Draw<Region, Line> for BrusselsSprouts {
    fn scene(&self, region: &Region) -> Option<Scene> {
        let inset = |ends: u64| {
            Some(Inset {
                label: ends.to_string(),
                scene: star(ends)?,
            })
        };
        let insets = region.stars()?.into_iter().map(inset);
        insets.collect::<Option<_>>().map(Scene::Several)
    }

    /// Any ends of any pieces that are alike, from either of the two.
    fn clicks(&self, region: &Region, line: &Line, _: &[Region]) -> Vec<Clicks> {
        let stars = region.stars().unwrap_or_default();
        let of_size = |size: u64| {
            let all = stars.iter().enumerate();
            all.filter_map(move |(piece, &ends)| (ends == size).then_some(piece))
        };
        let mut lines: Vec<[Mark; 2]> = Vec::new();
        match *line {
            Line::Between(one, other) => {
                for from in of_size(one) {
                    for to in of_size(other).filter(|&to| to != from) {
                        let pairs =
                            (0..one).flat_map(|near| (0..other).map(move |far| (near, far)));
                        lines.extend(pairs.map(|(near, far)| [end(from, near), end(to, far)]));
                    }
                }
            }
            Line::Within { ends, aside, .. } => {
                for piece in of_size(ends) {
                    let across =
                        |near: u64| [end(piece, near), end(piece, (near + aside + 1) % ends)];
                    lines.extend((0..ends).map(across));
                }
            }
        }
        let mut clicks: Vec<Clicks> = lines
            .iter()
            .flat_map(|line| scene::in_any_order(line))
            .collect();
        clicks.sort_unstable();
        clicks.dedup();
        clicks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cross_is_a_star_and_its_ends_are_pressed() {
        let cross = Region::crosses(1);
        let Some(Scene::Several(insets)) = BrusselsSprouts.scene(&cross) else {
            panic!("a cross is drawn");
        };
        let Scene::Graph { vertices, edges } = &insets[0].scene else {
            panic!("as a star");
        };
        assert_eq!((insets.len(), vertices.len(), edges.len()), (1, 5, 4));
        let ways = |aside| {
            let pieces = Region::new(Vec::new());
            let line = Line::Within {
                ends: 4,
                aside,
                pieces,
            };
            BrusselsSprouts.clicks(&cross, &line, &[]).len()
        };
        // Four pairs of neighbours and two of opposite ends, each from either end.
        assert_eq!((ways(0), ways(1)), (8, 4));
        assert!(BrusselsSprouts.scene(&Region::crosses(17)).is_none());
    }

    #[test]
    fn any_two_pieces_that_are_alike_are_joined() {
        let region = Region::new(vec![(1, 2), (2, 1)]);
        let ways = |one, other| {
            BrusselsSprouts
                .clicks(&region, &Line::Between(one, other), &[])
                .len()
        };
        assert_eq!((ways(1, 1), ways(1, 2)), (2, 8));
    }
}
