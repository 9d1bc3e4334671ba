//! Arc Kayles: an edge is chosen, and goes with both its ends and all edges there.
//!
//! A vertex without neighbours makes no difference. A *leaf* is a vertex with one neighbour, which is then a *centre*.
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
//! *If an involution fixes no vertex and one edge alone, the value is not 0*: with that edge its two ends go, which are images of each other,
//! and what is left has the value 0.
//!
//! A path is a heap in Dawson's Kayles, octal 0.07.

use super::Choice;
use crate::set::Set;
use crate::split::vertices::Host;
use crate::split::vertices::small::SmallGraph;
use std::ops::ControlFlow;

/// An edge.
#[derive(Clone, Copy, Debug)]
pub struct Edge;

impl Choice for Edge {
    const OF_CYCLE: usize = 2;

    fn of_path(vertices: usize, reach: &mut dyn FnMut(usize, usize)) {
        for first in 0..vertices.saturating_sub(1) {
            reach(first, vertices - first - 2);
        }
    }

    fn of_small(graph: &SmallGraph, left: u8, reach: &mut dyn FnMut(u8)) {
        for one in (0..graph.vertices).filter(|one| left >> one & 1 == 1) {
            let beside = graph.neighbours[one] & left;
            for other in (0..one).filter(|other| beside >> other & 1 == 1) {
                reach(left & !(1 << one | 1 << other));
            }
        }
    }

    /// Without vertices without neighbours, all leaves at a centre but one, and vertices that are no leaf and have only centres as neighbours.
    fn reduced<const WORDS: usize>(host: &Host<WORDS>, mut left: Set<WORDS>) -> Set<WORDS> {
        loop {
            let (mut leaves, mut centres, mut gone) = (Set::EMPTY, Set::EMPTY, Set::EMPTY);
            for vertex in left.iter() {
                let beside = host.beside(vertex) & left;
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
                    let beside = host.beside(vertex) & left;
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

    fn is_won<const WORDS: usize>(host: &Host<WORDS>, part: Set<WORDS>) -> bool {
        let mut involutions = host.involutions(part);
        involutions.any(|found| found.fixed == 0 && found.turned == 1)
    }

    /// Each move takes two vertices.
    fn longest(vertices: u32) -> u32 {
        vertices / 2
    }

    fn moves<const WORDS: usize>(host: &Host<WORDS>, part: Set<WORDS>) -> u32 {
        host.edges(part)
    }

    fn each<const WORDS: usize>(
        host: &Host<WORDS>,
        part: Set<WORDS>,
        mut visit: impl FnMut(Set<WORDS>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let symmetries = host.symmetries(part);
        for one in part.iter() {
            let later = (host.beside(one) & part).without(Set::below(one));
            for other in later.iter() {
                // Of the images of a move the least is enough.
                if let Some(symmetries) = &symmetries {
                    let mut images = symmetries.images(one).zip(symmetries.images(other));
                    if images.any(|(from, to)| (from.min(to), from.max(to)) < (one, other)) {
                        continue;
                    }
                }
                let mut left = part;
                left.remove(one);
                left.remove(other);
                visit(left)?;
            }
        }
        ControlFlow::Continue(())
    }
}
