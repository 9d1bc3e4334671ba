//! What a worker has found.

use grundy::engine::graph::Loopy;
use grundy_graph::{Column, Row};

use crate::retrograde::{ENDLESS, Retrograde};
use crate::shard::Shard;
use crate::values::Values;

/// What a worker has found of the vertices of its shard.
pub(crate) struct Results {
    pub(crate) shard: Shard,
    pub(crate) values: Option<Values>,
    pub(crate) rounds: Option<Retrograde>,
}

impl Results {
    /// Tells of a vertex.
    pub(crate) fn row<T>(
        &self,
        vertex: u32,
        columns: &[Column],
        tell: impl FnOnce(Row<'_>) -> T,
    ) -> T {
        let asked = |column| columns.contains(&column);
        let set;
        let value = self.values.as_ref().filter(|_| asked(Column::Value));
        let value = match value.map(|values| (values, values.value(vertex))) {
            None => None,
            Some((_, Some(value))) => Some(Loopy::Finite(value)),
            Some((values, None)) => {
                set = values.told(vertex);
                Some(Loopy::Infinite(&set))
            }
        };
        let rounds = self.rounds.as_ref();
        let round = rounds.map(|rounds| rounds.round[vertex as usize]);
        tell(Row {
            vertex: self.shard.name(vertex),
            outcome: rounds
                .zip(round)
                .map(|(rounds, round)| rounds.label(round))
                .filter(|_| asked(Column::Outcome)),
            value,
            remoteness: round.filter(|&round| round != ENDLESS && asked(Column::Remoteness)),
            best: rounds
                .and_then(|rounds| rounds.best(vertex))
                .filter(|_| asked(Column::Move)),
        })
    }

    /// Tells of each vertex.
    pub(crate) fn rows(&self, columns: &[Column], mut tell: impl FnMut(Row<'_>)) {
        for vertex in 0..self.shard.len() as u32 {
            if self.shard.is_vertex(vertex) {
                self.row(vertex, columns, &mut tell);
            }
        }
    }
}
