//! Which cuts give a picture a wanted value.
//!
//! Read from the ground up, the colon principle says by how much each part would have to change. A bridge is an answer
//! where its whole worth is that change. Within a part, an edge whose cut leaves no bridge only changes the parity; for
//! any other the part is valued anew without it.
//!
//! Which these are, labels tell: every edge by which the search found nothing new gets a label, and every other one
//! the exclusive or of the labels of the cycles that it lies on. Two edges of a part whose cutting together divides it
//! lie on the same cycles and so have equal labels (Pritchard and Thurimella, *Fast computation of small cuts via cycle
//! space sampling*, 2011). Unequal labels are proof; where two are equal by chance, work is done in vain and nothing else.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Picture;
use super::survey::{Rows, Survey};

/// The cuts that give a picture a wanted value. A cut is named by the place of its edge in the list; parallel edges are one
/// cut, the first of them, since the picture that is left is the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cuts {
    /// How many there are; none where that would have taken more steps than were allowed.
    pub count: Option<u64>,
    /// The first of them, in order of number, as many as were asked for; of those found, where the number is not known.
    pub first: Vec<u32>,
}

impl Picture {
    /// Steps that [`cuts_to`](Picture::cuts_to) may take beyond linear time by default: a fraction of a second in parts
    /// that fit into a cache, a few seconds in larger ones.
    pub const STEPS: u64 = 10_000_000;

    /// All edges whose cutting leaves a picture of value `target`: their number, and the first `most` of them.
    ///
    /// Linear time, and for each edge of which a part holds another that divides it together with this one, time in
    /// proportion to the part; these are left when they have taken `steps`.
    ///
    /// ```
    /// use grundy_engine::hackenbush::Picture;
    /// // A triangle on the ground, and a stalk of one edge on one of its vertices: 1 ⊕ (0 + 1).
    /// let picture = Picture::new(4, vec![(0, 1), (1, 2), (2, 0), (1, 3)])?;
    /// assert_eq!(picture.value(), 0);
    /// // Cutting from 2 to the ground leaves one edge that carries two, (1 ⊕ 1) + 1; cutting the stalk leaves the triangle.
    /// assert_eq!(picture.cuts_to(1, 10, Picture::STEPS).first, [2, 3]);
    /// # Ok::<(), grundy_engine::hackenbush::PictureError>(())
    /// ```
    pub fn cuts_to(&self, target: u64, most: usize, steps: u64) -> Cuts {
        let survey = &self.survey;
        let none = Cuts {
            count: Some(0),
            first: Vec::new(),
        };
        let Some(change) = u32::try_from(target).ok().map(|to| to ^ self.value()) else {
            return none;
        };
        if change == 0 {
            return none; // no cut leaves the value as it is
        }
        // By how much each part must change, at its first vertex; 0 where no cut in or above it can do it.
        let mut changes = vec![0u32; self.rows.vertices()];
        changes[0] = change;
        let mut answers = Vec::new();
        for (above, below) in survey.bridges() {
            let change = changes[survey.part[below as usize] as usize];
            let value = survey.value[above as usize];
            match (value + 1) ^ change {
                0 => answers.extend(survey.bridge_below(above).map(|(_, edge)| edge)),
                worth => changes[above as usize] = value ^ (worth - 1),
            }
        }
        let finished = self.cuts_in_parts(&changes, steps, &mut answers);
        answers.sort_unstable();
        let mut ends = FxHashSet::default();
        answers.retain(|&edge| {
            let (one, other) = self.edges[edge as usize];
            ends.insert((one.min(other), one.max(other)))
        });
        let count = answers.len() as u64;
        answers.truncate(most);
        Cuts {
            count: finished.then_some(count),
            first: answers,
        }
    }

    /// Adds the edges of parts that make the wanted change; whether all were looked at.
    fn cuts_in_parts(&self, changes: &[u32], mut steps: u64, answers: &mut Vec<u32>) -> bool {
        let survey = &self.survey;
        let mut wanted: Vec<u32> = (0u32..)
            .zip(&self.edges)
            .filter(|&(edge, &(one, _))| {
                survey.stands(one)
                    && !survey.is_bridge(edge)
                    && changes[survey.part[one as usize] as usize] != 0
            })
            .map(|(edge, _)| edge)
            .collect();
        if wanted.is_empty() {
            return true;
        }
        let labels = self.labels();
        let mut shared: FxHashMap<u64, u32> = FxHashMap::default();
        for &edge in &wanted {
            let (one, other) = self.edges[edge as usize];
            if one != other {
                *shared.entry(labels[edge as usize]).or_default() += 1;
            }
        }
        wanted.retain(|&edge| {
            let (one, other) = self.edges[edge as usize];
            let alone = one == other || shared[&labels[edge as usize]] == 1;
            // An even number of loops becomes odd, or the other way round.
            if alone && changes[survey.part[one as usize] as usize] == 1 {
                answers.push(edge);
            }
            !alone
        });
        // Small parts first, so that one large part does not use up the steps of all.
        let mut parts: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for &edge in &wanted {
            let part = survey.part[self.edges[edge as usize].0 as usize];
            parts.entry(part).or_default().push(edge);
        }
        if parts.is_empty() {
            return true;
        }
        let mut inner = self.inner_edges(&parts);
        let mut in_order: Vec<u32> = parts.keys().copied().collect();
        in_order.sort_unstable_by_key(|part| (inner[part].len(), *part));
        let carried = self.carried();
        let mut names = vec![0u32; self.rows.vertices()];
        for first in in_order {
            let part = Part::new(
                self,
                first,
                inner.remove(&first).unwrap_or_default(),
                &carried,
                &mut names,
            );
            let value = survey.value[first as usize] ^ changes[first as usize];
            for edge in &parts[&first] {
                match steps.checked_sub(part.edges.len() as u64) {
                    Some(left) => steps = left,
                    None => return false,
                }
                if part.value_without(*edge) == value {
                    answers.push(*edge);
                }
            }
        }
        true
    }

    /// The edges of some parts, in rising order.
    fn inner_edges(&self, parts: &FxHashMap<u32, Vec<u32>>) -> FxHashMap<u32, Vec<u32>> {
        let survey = &self.survey;
        let mut inner: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (edge, &(one, _)) in (0u32..).zip(&self.edges) {
            if survey.stands(one) && !survey.is_bridge(edge) {
                let part = survey.part[one as usize];
                if parts.contains_key(&part) {
                    inner.entry(part).or_default().push(edge);
                }
            }
        }
        inner
    }

    /// What each vertex carries on bridges.
    fn carried(&self) -> Vec<u32> {
        let mut carried = vec![0; self.rows.vertices()];
        for (above, below) in self.survey.bridges() {
            carried[below as usize] ^= self.survey.value[above as usize] + 1;
        }
        carried
    }

    /// A label of each edge; those of loops and of fallen edges mean nothing.
    fn labels(&self) -> Vec<u64> {
        let mut labels = vec![0u64; self.edges.len()];
        let mut at_vertex = vec![0u64; self.rows.vertices()];
        for (edge, &(one, other)) in (0u32..).zip(&self.edges) {
            if one != other && self.survey.stands(one) && !self.survey.found_by(edge, one, other) {
                let label = mixed(edge);
                labels[edge as usize] = label;
                at_vertex[one as usize] ^= label;
                at_vertex[other as usize] ^= label;
            }
        }
        for &vertex in self.survey.order.iter().skip(1).rev() {
            let (from, edge) = self.survey.found_from(vertex);
            labels[edge as usize] = at_vertex[vertex as usize];
            at_vertex[from as usize] ^= at_vertex[vertex as usize];
        }
        labels
    }
}

/// A number that looks like chance (the finalizer of splitmix64; Steele, Lea, Flood, 2014).
fn mixed(edge: u32) -> u64 {
    let mut label = (u64::from(edge) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    label = (label ^ (label >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    label = (label ^ (label >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    label ^ (label >> 31)
}

/// One part of a picture, to be valued without an edge.
struct Part {
    /// The edges by their places in the picture.
    places: Vec<u32>,
    edges: Vec<(u32, u32)>,
    rows: Rows,
    carried: Vec<u32>,
}

impl Part {
    /// `names` is room for a number of each vertex.
    fn new(
        picture: &Picture,
        first: u32,
        places: Vec<u32>,
        carried: &[u32],
        names: &mut [u32],
    ) -> Part {
        // Numbers from 1, in the order in which the vertices are met, after the first.
        let mut vertices = vec![first];
        names[first as usize] = 1;
        for &place in &places {
            let (one, other) = picture.edges[place as usize];
            for vertex in [one, other] {
                if names[vertex as usize] == 0 {
                    vertices.push(vertex);
                    names[vertex as usize] = vertices.len() as u32;
                }
            }
        }
        let name = |vertex: u32| names[vertex as usize] - 1;
        let edges: Vec<(u32, u32)> = places
            .iter()
            .map(|&place| picture.edges[place as usize])
            .map(|(one, other)| (name(one), name(other)))
            .collect();
        let carried = vertices
            .iter()
            .map(|&vertex| carried[vertex as usize])
            .collect();
        Part {
            places,
            rows: Rows::new(vertices.len(), &edges),
            edges,
            carried,
        }
    }

    fn value_without(&self, edge: u32) -> u32 {
        let without = self.places.binary_search(&edge).ok();
        let without = without.map(|place| place as u32);
        Survey::new(&self.rows, &self.edges, &self.carried, without).value[0]
    }
}
