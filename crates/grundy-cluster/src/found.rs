//! What a worker has found.

use grundy::engine::graph::Loopy;
use grundy_graph::{Column, Row};

use crate::rounds::{ENDLESS, Rounds};
use crate::share::Share;
use crate::values::Values;

/// What a worker has found of the vertices of its share.
pub(crate) struct Found {
    pub(crate) share: Share,
    pub(crate) values: Option<Values>,
    pub(crate) rounds: Option<Rounds>,
}

impl Found {
    /// Tells of each vertex.
    pub(crate) fn rows<E>(
        &self,
        columns: &[Column],
        mut tell: impl FnMut(Row<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let asked = |column| columns.contains(&column);
        let mut set = Vec::new();
        for vertex in 0..self.share.len() as u32 {
            if !self.share.is_vertex(vertex) {
                continue;
            }
            let value = self.values.as_ref().map(|values| {
                values.value(vertex).map_or_else(
                    || {
                        set = values.told(vertex);
                        Loopy::Infinite(&set)
                    },
                    Loopy::Finite,
                )
            });
            let rounds = self.rounds.as_ref();
            let round = rounds.map(|rounds| rounds.round[vertex as usize]);
            tell(Row {
                vertex: self.share.name(vertex),
                outcome: rounds
                    .zip(round)
                    .map(|(rounds, round)| rounds.label(round))
                    .filter(|_| asked(Column::Outcome)),
                value: value.filter(|_| asked(Column::Value)),
                remoteness: round.filter(|&round| round != ENDLESS && asked(Column::Remoteness)),
                best: rounds
                    .and_then(|rounds| rounds.best(vertex))
                    .filter(|_| asked(Column::Move)),
            })?;
        }
        Ok(())
    }
}
