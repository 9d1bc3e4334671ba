//! How a land of Sprouts is drawn: its spots as vertices, and the lines along its boundaries as edges. A line is drawn by pressing the
//! spots at its ends, one spot twice for a loop; where several lines have the same ends, which lie on different sides of other boundaries
//! or in different regions, one is chosen by its words. Board and words name a spot alike: one with a letter by it, the others by
//! numbers from 1.

use std::collections::BTreeMap;

use grundy_engine::sprouts::{Land, Line};

use super::{Spots, Sprouts};
use crate::message;
use crate::scene::{self, Clicks, DotMark, Draw, Line as Edge, Mark, Scene};
use crate::text::Message;

/// The spots of a land by number: a letter stands at two corners and is one spot.
pub(super) struct Map {
    /// What each spot is called.
    names: Vec<String>,
    /// The spots of each boundary of each region, and how the boundary is written.
    regions: Vec<Vec<(String, Vec<usize>)>>,
}

impl Map {
    pub(super) fn new(land: &Land) -> Map {
        let mut names: Vec<String> = Vec::new();
        let mut numbered = 0;
        let mut letters: BTreeMap<char, usize> = BTreeMap::new();
        let mut regions = Vec::new();
        while land.boundary(regions.len(), 0).is_some() {
            let written = (0..).map_while(|boundary| land.boundary(regions.len(), boundary));
            let boundaries = written.map(|boundary| {
                let mut spot = |letter: char| {
                    let mut fresh = |name: String| {
                        names.push(name);
                        names.len() - 1
                    };
                    if letter.is_ascii_digit() {
                        numbered += 1;
                        return fresh(numbered.to_string());
                    }
                    let known = letters.entry(letter);
                    *known.or_insert_with(|| fresh(letter.to_string()))
                };
                let spots = boundary.chars().map(&mut spot).collect();
                (boundary, spots)
            });
            regions.push(boundaries.collect());
        }
        Map { names, regions }
    }

    /// The lines along the boundaries. A hand that follows the boundaries passes each line on both of its sides; where a region
    /// is gone, on one.
    fn edges(&self) -> Vec<Edge> {
        let mut passed: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for (_, spots) in self.regions.iter().flatten() {
            for (place, &from) in spots.iter().enumerate() {
                let to = spots[(place + 1) % spots.len()];
                if from != to {
                    *passed.entry((from.min(to), from.max(to))).or_default() += 1;
                }
            }
        }
        let edges = passed.into_iter().flat_map(|((from, to), sides)| {
            std::iter::repeat_n(Edge::new(from as u32, to as u32, false), sides.div_ceil(2))
        });
        edges.collect()
    }

    /// The spots of a boundary, by the places of its region and of itself.
    fn spots(&self, region: usize, boundary: usize) -> &[usize] {
        let boundary = (self.regions.get(region)).and_then(|region| region.get(boundary));
        boundary.map_or(&[], |(_, spots)| spots)
    }

    /// The names of some places of a boundary, one after another.
    pub(super) fn names(
        &self,
        region: usize,
        boundary: usize,
        places: impl IntoIterator<Item = usize>,
    ) -> Vec<&str> {
        let spots = self.spots(region, boundary);
        let named = places.into_iter().filter_map(|place| spots.get(place));
        named.map(|&spot| self.names[spot].as_str()).collect()
    }

    /// The names of all spots of a boundary; each once.
    pub(super) fn all_names(&self, region: usize, boundary: usize) -> Vec<&str> {
        let mut names = self.names(region, boundary, 0..self.spots(region, boundary).len());
        names.sort_unstable();
        names.dedup();
        names
    }

    /// A spot at which a line ends; one that is met twice on its boundary with the spots between which the line leaves it.
    pub(super) fn end(&self, region: usize, (boundary, place): (usize, usize)) -> Message {
        let spots = self.spots(region, boundary);
        let spot = spots[place];
        let name = self.names[spot].as_str();
        if spots.iter().filter(|&&one| one == spot).count() < 2 {
            return message!("{spot}", "{spot}", spot = name);
        }
        let around = |step: usize| self.names[spots[(place + step) % spots.len()]].as_str();
        message!(
            "{spot} (between {before} and {after})",
            "{spot}（{before} 与 {after} 之间）",
            spot = name,
            before = around(spots.len() - 1),
            after = around(1)
        )
    }

    /// The spots of this place on the boundaries of the region that are written as this one is, with their boundaries.
    fn alike(&self, region: usize, (boundary, place): (usize, usize)) -> Vec<(usize, usize)> {
        let boundaries = self.regions.get(region).map_or(&[][..], Vec::as_slice);
        let Some((text, _)) = boundaries.get(boundary) else {
            return Vec::new();
        };
        let same = (boundaries.iter().enumerate()).filter(|(_, (other, _))| other == text);
        same.filter_map(|(at, (_, spots))| Some((at, *spots.get(place)?)))
            .collect()
    }
}

impl Draw<Spots, Line> for Sprouts {
    fn scene(&self, Spots(land): &Spots) -> Option<Scene> {
        let map = Map::new(land);
        let names = map.names.iter().map(String::as_str);
        scene::graph(names, |_| DotMark::Spot, map.edges())
    }

    /// Lines that differ only in which of equal boundaries they touch are one move: any of them may be pressed, from either end.
    fn clicks(&self, Spots(land): &Spots, line: &Line, _: &[Spots]) -> Vec<Clicks> {
        let map = Map::new(land);
        let is_within = line.from.0 == line.to.0;
        let mut clicks: Vec<Clicks> = Vec::new();
        for (one, from) in map.alike(line.region, line.from) {
            for (other, to) in map.alike(line.region, line.to) {
                if (one == other) == is_within {
                    clicks.push(vec![Mark::Vertex(from), Mark::Vertex(to)]);
                    clicks.push(vec![Mark::Vertex(to), Mark::Vertex(from)]);
                }
            }
        }
        clicks.sort_unstable();
        clicks.dedup();
        clicks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn land(text: &str) -> Spots {
        Spots(Land::read(text).expect(text).remove(0))
    }

    fn drawn(text: &str) -> (Vec<String>, Vec<(usize, usize)>) {
        let Some(Scene::Graph { vertices, edges }) = Sprouts.scene(&land(text)) else {
            panic!("{text} is drawn");
        };
        let labels = vertices.into_iter().map(|vertex| vertex.label);
        let edges = edges.into_iter().map(|edge| (edge.from, edge.to));
        (labels.collect(), edges.collect())
    }

    #[test]
    fn spots_and_the_lines_between_them() {
        assert_eq!(drawn("0.0."), (vec!["1".into(), "2".into()], vec![]));
        // One line with its spots, passed on both sides.
        assert_eq!(drawn("22.").1, [(0, 1)]);
        assert_eq!(drawn("1A1A.").1.len(), 2);
        // A ring of two spots: two lines.
        let (labels, edges) = drawn("0.AB./AB.");
        assert_eq!(labels, ["1", "A", "B"]);
        assert_eq!(edges, [(1, 2), (1, 2)]);
    }

    #[test]
    fn every_line_can_be_pressed_and_any_of_equal_spots() {
        let spots = land("0.0.0.");
        let mut told = Vec::new();
        let _ = grundy_engine::sprouts::lines(&spots.0, |line, _| {
            told.push(Sprouts.clicks(&spots, &line, &[]).len());
            std::ops::ControlFlow::<()>::Continue(())
        });
        told.sort_unstable();
        // Three loops by the number of spots inside, of any spot; and any two of three spots, from either end.
        assert_eq!(told, [3, 3, 3, 6]);
    }
}
