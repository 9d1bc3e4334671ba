//! Answers for all vertices of a graph in order: each by the quickest way that the order of its vertices allows.
//!
//! Where numbers fall or rise along every edge, one pass over the vertices suffices; else vertices are peeled off from the ends of play, and what is
//! left, from which play can go on for ever, is labelled (Smith, 1966; Fraenkel).

use super::arranged::{Arranged, Outcomes, Rows};
use super::loopy::{self, LoopyValues};
use super::peel::{INFINITE, in_order, peeled};
use super::values::Cycle;
use super::{retrograde, topological};
use crate::quotient::Play;

impl Arranged {
    /// The Grundy values, loopy ones where play can go on for ever.
    ///
    /// Without cycles, linear time: some 2 ns an edge where numbers rise or fall along every edge and the edges came sorted, some
    /// 10 where they are in no order and memory decides; 4 bytes a vertex where numbers rise or fall, else 8. For cycles see
    /// [`loopy_values`](super::loopy_values).
    ///
    /// ```
    /// use grundy_engine::graph::{Edges, Loopy};
    /// let mut edges = Edges::default();
    /// edges.extend(&[(2, 0), (1, 0), (2, 1), (3, 3)])?;
    /// let values = edges.arranged(1).values();
    /// assert_eq!(values.value(2), Some(Loopy::Finite(2)));
    /// assert_eq!(values.value(3), Some(Loopy::Infinite(&[])));
    /// # Ok::<(), grundy_engine::graph::GraphError>(())
    /// ```
    pub fn values(&self) -> LoopyValues {
        match &self.0 {
            Rows::Options(options, direction) => {
                LoopyValues::of_finite(topological::values(options, *direction))
            }
            Rows::Before {
                before,
                direction: Some(direction),
                ..
            } => {
                let order = direction.order(before.vertices());
                LoopyValues::of_finite(in_order(before, order))
            }
            Rows::Before {
                before, degrees, ..
            } => {
                let peeled = peeled(before, degrees);
                if peeled.order.len() == before.vertices() {
                    return LoopyValues::of_finite(peeled.values);
                }
                loopy::labelled(before, peeled)
            }
        }
    }

    /// The Grundy value of each vertex from which play must end, `u32::MAX` for the others. As fast as [`Arranged::values`] for
    /// a graph without cycles.
    pub fn ending(&self) -> Vec<u32> {
        match &self.0 {
            Rows::Before {
                before,
                degrees,
                direction: None,
            } => peeled(before, degrees).values,
            _ => self.values().into_finite(),
        }
    }

    /// A cycle, if there is one. Linear time; 12 bytes a vertex.
    pub fn cycle(&self) -> Option<Cycle> {
        let Rows::Before {
            before,
            degrees,
            direction: None,
        } = &self.0
        else {
            return None;
        };
        let peeled = peeled(before, degrees);
        let left = |&vertex: &u32| peeled.values[vertex as usize] == INFINITE;
        if peeled.order.len() == before.vertices() {
            return None;
        }
        // From a vertex with a predecessor left over on a cycle one can walk back for ever; from a vertex left over one can walk
        // on for ever. A way on from each one left over is told by the edges between them.
        let mut next = vec![u32::MAX; before.vertices()];
        for option in (0..before.vertices() as u32).filter(left) {
            for &vertex in before.options(option) {
                let next = &mut next[vertex as usize];
                *next = (*next).min(option);
            }
        }
        let from = (0..before.vertices() as u32).find(left)?;
        Some(Cycle::of_walk(from, &next))
    }

    /// The outcomes under this play, with remoteness. Linear time; 9 bytes a vertex at most.
    ///
    /// ```
    /// use grundy_engine::graph::Edges;
    /// use grundy_engine::{Outcome, Play};
    /// let mut edges = Edges::default();
    /// edges.extend(&[(0, 1), (1, 0), (1, 2), (3, 3)])?;
    /// let outcomes = edges.arranged(1).outcomes(Play::Normal);
    /// assert_eq!((outcomes.outcome(0), outcomes.remoteness(0)), (Some(Outcome::P), Some(2)));
    /// assert_eq!((outcomes.outcome(3), outcomes.remoteness(3)), (Some(Outcome::D), None));
    /// # Ok::<(), grundy_engine::graph::GraphError>(())
    /// ```
    pub fn outcomes(&self, play: Play) -> Outcomes {
        let remoteness = match &self.0 {
            Rows::Options(options, direction) => topological::remoteness(options, *direction, play),
            Rows::Before {
                before, degrees, ..
            } => retrograde::remoteness(before, degrees.clone(), play),
        };
        Outcomes { play, remoteness }
    }
}
