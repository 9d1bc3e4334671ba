//! Arc Kayles by components: choose an edge, and it goes with both ends and all edges there (Schaefer 1978). On a grid it is Cram.
//!
//! What is left is the subgraph on a set of vertices; a vertex without neighbours makes no difference. A *leaf* is a vertex with one
//! neighbour, which is then a *centre*. What is known of a part without search:
//!
//! *Of several leaves at one centre one is enough.* Let x and y be leaves at c. To choose xc is to choose yc, since the other is then a
//! vertex without neighbours; any other edge takes c away, with which both are such, or leaves x, y and c as they are. So without y the
//! options are the same.
//!
//! *A vertex v that is no leaf, and all of whose neighbours are centres, may go.* By induction over the number of vertices. Let c be a
//! neighbour of v, and l a leaf at c. To choose vc leaves G − v − c, with l alone. To choose lc leaves G − l − c, where all neighbours of v
//! are centres still, since a leaf goes only with its centre: so v may go from it, by induction or, where v has one neighbour left
//! or none, because it is one leaf of several or alone. So vc is worth what lc is worth, which is an option of G − v too. Any other edge
//! leaves v with neighbours that are centres, and by induction v may go after it as well as before.
//!
//! *An involution that fixes no vertex and no edge makes the value 0.* The second player answers an edge by its image. The two have no vertex
//! in common: if the image of u were v, the edge uv would be fixed. What is left is its own image. *If it fixes no vertex and one edge
//! alone, the value is not 0*: with that edge its two ends go, which are images of each other, and what is left has the value 0.
//!
//! *A path of n vertices is a heap of n in Dawson's Kayles* (octal 0.07), and of a cycle any move leaves a path of two fewer.

use super::vertices::lines::Lines;
use super::vertices::small::{self, SmallGraph};
use super::vertices::{Host, Keyed};
use super::{Fact, Splits, cancel};
use crate::set::Set;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Arc Kayles on the sets of vertices of a graph. A part is a connected set, the least of those that are known to be equal to it.
#[derive(Clone, Debug)]
pub struct ArcKaylesParts<const WORDS: usize> {
    host: Arc<Host<WORDS>>,
    small: Arc<small::Values>,
    lines: Arc<Lines>,
}

impl<const WORDS: usize> ArcKaylesParts<WORDS> {
    /// The game on a graph.
    pub fn new(host: Host<WORDS>) -> Self {
        let most = small::MOST.min(host.vertices());
        Self::with_table(host, most)
    }

    /// With a table for graphs of at most so many vertices.
    fn with_table(host: Host<WORDS>, most: usize) -> Self {
        let lines = Lines::new(host.vertices(), 2, |length, reach| {
            for first in 0..length.saturating_sub(1) {
                reach(first, length - first - 2);
            }
        });
        ArcKaylesParts {
            host: Arc::new(host),
            small: Arc::new(small::Values::new(most, of_small)),
            lines: Arc::new(lines),
        }
    }

    /// What a set of vertices is the sum of: the nim-sum of the components whose values are known, and the others, added to `parts`. Of
    /// those that are there twice nothing is told.
    pub fn split(&self, left: Set<WORDS>, parts: &mut Vec<Set<WORDS>>) -> u32 {
        let mut known = 0;
        let mut left = self.reduced(left);
        while !left.is_empty() {
            let component = self.host.component(left);
            left = left.without(component);
            match self.known(component) {
                Ok(value) => known ^= value,
                Err(part) => parts.push(part),
            }
        }
        cancel(parts);
        known
    }

    /// The value of a component, or the part that it is.
    #[inline]
    fn known(&self, component: Set<WORDS>) -> Result<u32, Set<WORDS>> {
        let count = component.len();
        match count {
            0 | 1 => return Ok(0),
            2 | 3 => return Ok(1),
            _ => {}
        }
        if let Some(value) = self.small.of(&self.host, component, count) {
            return Ok(value);
        }
        if let Some(line) = self.host.line(component) {
            return Ok(self.lines.value(line, count));
        }
        let mut involutions = self.host.involutions(component);
        match involutions.any(|found| found.fixed == 0 && found.turned == 0) {
            true => Ok(0),
            false => Err(self.host.least(component)),
        }
    }

    /// A set without what makes no difference: vertices without neighbours, all leaves at a centre but one, and vertices that are no leaf
    /// and have only centres as neighbours.
    fn reduced(&self, mut left: Set<WORDS>) -> Set<WORDS> {
        loop {
            let (mut leaves, mut centres, mut gone) = (Set::EMPTY, Set::EMPTY, Set::EMPTY);
            for vertex in left.iter() {
                let beside = self.host.beside(vertex) & left;
                match beside.len() {
                    0 => gone.insert(vertex),
                    1 if (beside & centres).is_empty() => {
                        leaves.insert(vertex);
                        centres |= beside;
                    }
                    1 => gone.insert(vertex),
                    _ => {}
                }
            }
            left = left.without(gone);
            // Two joined leaves are each other's centres, and stay.
            let mut between = Set::EMPTY;
            if !centres.is_empty() {
                for vertex in left.without(leaves | centres).iter() {
                    let beside = self.host.beside(vertex) & left;
                    if beside.without(centres).is_empty() {
                        between.insert(vertex);
                    }
                }
            }
            if between.is_empty() {
                return left;
            }
            // All of them at once: each has centres as neighbours, so none is beside another.
            left = left.without(between);
        }
    }
}

/// The value by the definition.
fn of_small(graph: &SmallGraph) -> u8 {
    graph.value(|graph, left, reach| {
        for one in (0..graph.vertices).filter(|one| left >> one & 1 == 1) {
            let beside = graph.neighbours[one] & left;
            for other in (0..one).filter(|other| beside >> other & 1 == 1) {
                reach(left & !(1 << one | 1 << other));
            }
        }
    })
}

impl<const WORDS: usize> Splits for ArcKaylesParts<WORDS> {
    type Part = Set<WORDS>;
    type Keys = Keyed<WORDS>;
    type Stop = Infallible;

    fn keys(&self, bytes: u64) -> Keyed<WORDS> {
        Keyed::new(self.host.vertices(), bytes)
    }

    fn size(&self, part: &Set<WORDS>) -> u32 {
        part.len()
    }

    fn moves(&self, part: &Set<WORDS>) -> u32 {
        self.host.edges(*part).max(1)
    }

    fn shape(&self, part: &Set<WORDS>) -> u32 {
        (self.host.edges(*part) + 1).saturating_sub(part.len())
    }

    fn fact(&self, part: &Set<WORDS>) -> Fact {
        if let Ok(value) = self.known(*part) {
            return Fact::Exact(value);
        }
        let mut involutions = self.host.involutions(*part);
        let won = involutions.any(|found| found.fixed == 0 && found.turned == 1);
        match Fact::at_most(part.len() / 2) {
            Fact::Not(not) => Fact::Not(not | u64::from(won)),
            exact => exact,
        }
    }

    fn options<F>(&self, part: &Set<WORDS>, mut visit: F) -> Result<(), Infallible>
    where
        F: FnMut(u32, &[Set<WORDS>]) -> ControlFlow<()>,
    {
        let symmetries = self.host.symmetries(*part);
        let mut parts = Vec::new();
        for one in part.iter() {
            let later = (self.host.beside(one) & *part).without(Set::below(one));
            for other in later.iter() {
                // Of the images of a move the least is enough.
                if let Some(symmetries) = &symmetries {
                    let mut images = symmetries.images(one).zip(symmetries.images(other));
                    if images.any(|(from, to)| (from.min(to), from.max(to)) < (one, other)) {
                        continue;
                    }
                }
                parts.clear();
                let mut left = *part;
                left.remove(one);
                left.remove(other);
                let known = self.split(left, &mut parts);
                if visit(known, &parts).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
