//! Kayles on graphs by components: what is chosen goes, and with it all that it touches (Schaefer 1978).
//!
//! Two games differ by what is chosen: a [`Vertex`], in Node Kayles, or an [`Edge`], in Arc Kayles, which on a grid is Cram. What is left is
//! the subgraph on a set of vertices, and a component of it is a part. What of a set makes no difference is told by a theorem of either
//! game ([`Choice`]); three things are known of a component without search in both.
//!
//! *Small ones* stand in a table of all graphs that small.
//!
//! *A path of n vertices is a heap of n in an octal game*: what is chosen goes with its neighbours, and what is left of a path is one path or
//! two. Of a cycle any move leaves a path, and always the same.
//!
//! *An involution without fixed vertex and without an edge between a vertex and its image makes the value 0.* The second player answers what
//! is chosen by its image. That is still there: the image of a vertex is neither the vertex nor beside it; and an edge has no vertex in common with
//! its image, since an end that is the image of the other would be beside its image. What the two take away is its own image, so the same holds
//! of what is left.

mod edge;
#[cfg(test)]
mod tests;
mod vertex;

pub use edge::Edge;
pub use vertex::Vertex;

use super::vertices::lines::Lines;
use super::vertices::small::{self, SmallGraph};
use super::vertices::{Host, Keyed};
use super::{Fact, Splits, cancel};
use crate::set::Set;
use std::convert::Infallible;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::Arc;

/// What a player chooses: all in which the games differ.
pub trait Choice: Copy + Debug + Send + Sync + 'static {
    /// How many vertices of a cycle go in a move.
    const OF_CYCLE: usize;

    /// Tells for each move on a path of so many vertices how long the two paths are that it leaves.
    fn of_path(vertices: usize, reach: &mut dyn FnMut(usize, usize));

    /// Tells for each move on a set of vertices of a small graph what it leaves.
    fn of_small(graph: &SmallGraph, left: u8, reach: &mut dyn FnMut(u8));

    /// A set without what makes no difference, as far as that may join components.
    fn reduced<const WORDS: usize>(host: &Host<WORDS>, left: Set<WORDS>) -> Set<WORDS> {
        let _ = host;
        left
    }

    /// A connected set without what else makes no difference; it is connected still.
    fn core<const WORDS: usize>(host: &Host<WORDS>, component: Set<WORDS>) -> Set<WORDS> {
        let _ = host;
        component
    }

    /// Whether the value of a connected set is seen not to be 0.
    fn is_won<const WORDS: usize>(host: &Host<WORDS>, part: Set<WORDS>) -> bool {
        let _ = (host, part);
        false
    }

    /// At least as many moves as the longest play has on a connected set of so many vertices, more than one.
    fn longest(vertices: u32) -> u32;

    /// About how many moves there are.
    fn moves<const WORDS: usize>(host: &Host<WORDS>, part: Set<WORDS>) -> u32;

    /// Tells what each move leaves, of moves that are images of each other one at least, until `visit` breaks.
    fn each<const WORDS: usize>(
        host: &Host<WORDS>,
        part: Set<WORDS>,
        visit: impl FnMut(Set<WORDS>) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
}

/// A game on the sets of vertices of a graph. A part is a connected set, the least of those that are known to be equal to it.
#[derive(Clone, Debug)]
pub struct KaylesParts<C, const WORDS: usize> {
    host: Arc<Host<WORDS>>,
    small: Arc<small::Values>,
    lines: Arc<Lines>,
    choice: PhantomData<C>,
}

impl<C: Choice, const WORDS: usize> KaylesParts<C, WORDS> {
    /// The game on a graph.
    pub fn new(host: Host<WORDS>) -> Self {
        let most = small::MOST.min(host.vertices());
        Self::with_table(host, most)
    }

    /// With a table for graphs of at most so many vertices.
    fn with_table(host: Host<WORDS>, most: usize) -> Self {
        let lines = Lines::new(host.vertices(), C::OF_CYCLE, C::of_path);
        let of_small: fn(&SmallGraph) -> u8 = |graph| graph.value(C::of_small);
        KaylesParts {
            host: Arc::new(host),
            small: Arc::new(small::Values::new(most, of_small)),
            lines: Arc::new(lines),
            choice: PhantomData,
        }
    }

    /// What a set of vertices is the sum of: the nim-sum of the components whose values are known, and the others, added to `parts`. Of
    /// those that are there twice nothing is told.
    pub fn split(&self, left: Set<WORDS>, parts: &mut Vec<Set<WORDS>>) -> u32 {
        let mut known = 0;
        let mut left = C::reduced(&self.host, left);
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
        if let Some(value) = self.small.of(&self.host, component, count) {
            return Ok(value);
        }
        if let Some(line) = self.host.line(component) {
            return Ok(self.lines.value(line, count));
        }
        let core = C::core(&self.host, component);
        if core != component
            && let Some(value) = self.small.of(&self.host, core, core.len())
        {
            return Ok(value);
        }
        let mut involutions = self.host.involutions(core);
        match involutions.any(|found| found.fixed == 0 && found.turned == 0) {
            true => Ok(0),
            false => Err(self.host.least(core)),
        }
    }
}

impl<C: Choice, const WORDS: usize> Splits for KaylesParts<C, WORDS> {
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
        C::moves(&self.host, *part).max(1)
    }

    fn shape(&self, part: &Set<WORDS>) -> u32 {
        (self.host.edges(*part) + 1).saturating_sub(part.len())
    }

    fn fact(&self, part: &Set<WORDS>) -> Fact {
        if let Ok(value) = self.known(*part) {
            return Fact::Exact(value);
        }
        let won = C::is_won(&self.host, *part);
        match Fact::at_most(C::longest(part.len())) {
            Fact::Not(not) => Fact::Not(not | u64::from(won)),
            exact => exact,
        }
    }

    fn options<F>(&self, part: &Set<WORDS>, mut visit: F) -> Result<(), Infallible>
    where
        F: FnMut(u32, &[Set<WORDS>]) -> ControlFlow<()>,
    {
        let mut parts = Vec::new();
        let _ = C::each(&self.host, *part, |left| {
            parts.clear();
            let known = self.split(left, &mut parts);
            visit(known, &parts)
        });
        Ok(())
    }
}
