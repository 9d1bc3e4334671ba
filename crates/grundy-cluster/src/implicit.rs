//! Games told by their rules: positions are found by playing on from the starts, and solved as the graph they make.

use std::sync::Arc;
use std::time::Instant;

use grundy::engine::graph::Loopy;
use grundy::{Outcome, message};
use grundy_graph::Row;

use crate::answers::Answers;
use crate::explore::{Explored, explore};
use crate::links::Links;
use crate::results::Results;
use crate::run::run;
use crate::solve::{Report, solve_shard};
use crate::table::stable_hash;
use crate::{Failure, Job};

/// A game as a program knows it. It must tell the same of equal positions in every process.
///
/// Whatever makes positions equal that need not be told apart (turning a board, sorting heaps) belongs into `options` and
/// `starts`: the fewer positions, the better.
pub trait ImplicitGame: Send + Sync + 'static {
    /// A position.
    type Position: Clone + Send + 'static;

    /// The positions that answers are wanted for.
    fn starts(&self) -> Vec<Self::Position>;

    /// Adds the options of a position. The same option twice does no harm, nor does play that goes round.
    fn options(&self, position: &Self::Position, options: &mut Vec<Self::Position>);

    /// Adds the position as bytes: equal positions the same bytes, unequal ones different bytes.
    fn encode(&self, position: &Self::Position, bytes: &mut Vec<u8>);

    /// The position with these bytes; none if there is no such position.
    fn decode(&self, bytes: &[u8]) -> Option<Self::Position>;

    /// A number that tells which worker has the position with these bytes: the same on all machines. Positions that
    /// lead to each other may share it, to save messages; there should be many more numbers than workers.
    fn partition_key(&self, bytes: &[u8]) -> u64 {
        stable_hash(bytes)
    }

    /// The tier of a position, if the game has tiers: a move never goes up. This is checked for every move.
    fn tier(&self, position: &Self::Position) -> Option<u32> {
        let _ = position;
        None
    }
}

/// A loopy value, with its set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// As a Nim heap of this size.
    Finite(u32),
    /// ∞, with the finite values of the options in rising order.
    Infinite(Vec<u32>),
}

/// The answer for a start. What was not asked for is none.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PositionAnswer<Position> {
    /// The start.
    pub position: Position,
    /// Its outcome.
    pub outcome: Option<Outcome>,
    /// Its value.
    pub value: Option<Value>,
    /// Its remoteness; none for a draw.
    pub remoteness: Option<u32>,
    /// The best option, of several the first that [`ImplicitGame::options`] gives; none at the end of play.
    pub best: Option<Position>,
}

/// What became of a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solution<Position> {
    /// The answers for the starts, in their order.
    pub starts: Vec<PositionAnswer<Position>>,
    /// How many positions and moves were found, and what it took.
    pub report: Report,
}

/// Explores a game from its starts and solves it, with threads or processes as the job says; every process gets the answers.
///
/// Takes the bytes of a position and some 80 more for each, once more where another worker has moves to it, and 4 a move. The job's
/// partition does not matter; a checkpoint is not kept. On several processes, what
/// [`solve_into`](crate::solve_into) says about the network holds.
///
/// # Errors
/// See [`Failure`]; also if a move goes up a tier, or a position does not come back from its bytes.
pub fn solve_game<Game: ImplicitGame>(
    game: Game,
    job: &Job,
) -> Result<Solution<Game::Position>, Failure> {
    if job.checkpoint.is_some() {
        return Err(Failure::Asked(message!(
            "a game told by its rules is solved without a checkpoint",
            "由规则给出的游戏求解时不支持检查点"
        )));
    }
    let game = Arc::new(game);
    let asked = job.clone();
    let mut solutions = run(job, move |links, local| {
        let start = Instant::now();
        let Explored {
            shard,
            table,
            positions,
            moves,
        } = explore(links, &*game)?;
        let sent = links.job_state().sent_bytes();
        let mut report = Report {
            edges: moves,
            bound: positions,
            reading: start.elapsed().as_secs_f64(),
            ..Report::default()
        };
        let start = Instant::now();
        let found = solve_shard(links, shard, 0, &asked, local)?;
        report.solving = start.elapsed().as_secs_f64();
        report.sent = links.job_state().sent_bytes() - sent;
        let find = |bytes: &[u8]| table.find(bytes);
        let starts = starts(links, &*game, &found, &asked, find)?;
        Ok(Solution { starts, report })
    })?;
    solutions.pop().ok_or(Failure::Interrupted)
}

/// All workers ask for the starts and their options, and whoever has one of them answers to all.
fn starts<Game: ImplicitGame>(
    links: &mut Links,
    game: &Game,
    found: &Results,
    job: &Job,
    find: impl Fn(&[u8]) -> Option<u32>,
) -> Result<Vec<PositionAnswer<Game::Position>>, Failure> {
    let starts = game.starts();
    // By start: itself, then its options.
    let mut asked: Vec<Vec<Game::Position>> = Vec::new();
    for start in &starts {
        let mut options = Vec::new();
        game.options(start, &mut options);
        options.insert(0, start.clone());
        asked.push(options);
    }
    let mut answers = Answers::default();
    let (mut bytes, mut words) = (Vec::new(), Vec::new());
    for (question, position) in (0..).zip(asked.iter().flatten()) {
        bytes.clear();
        game.encode(position, &mut bytes);
        if let Some(vertex) = find(&bytes) {
            let columns = crate::job::ALL;
            found.row(vertex, &columns, |row| {
                Answers::put(
                    &Row {
                        vertex: question,
                        ..row
                    },
                    &mut words,
                );
            });
            for worker in 0..links.workers() {
                links.put(worker, &words);
            }
            words.clear();
        }
        let mut take = |_, words: &[u32]| {
            answers.take(words);
            Ok(())
        };
        links.make_room(&mut take)?;
    }
    links.settle([0; 4], &mut |_, words| {
        answers.take(words);
        Ok(())
    })?;
    answers.sort();
    let mut rows = answers.rows();
    let mut told = Vec::new();
    for asked in asked {
        let rows: Vec<Row<'_>> = rows.by_ref().take(asked.len()).collect();
        let [own, options @ ..] = &rows[..] else {
            continue;
        };
        let wanted = own.remoteness.map(|moves| moves.wrapping_sub(1));
        let best = options
            .iter()
            .position(|option| option.remoteness == wanted);
        let column = |column| job.columns.contains(&column);
        use grundy_graph::Column;
        told.push(PositionAnswer {
            position: asked[0].clone(),
            outcome: own.outcome.filter(|_| column(Column::Outcome)),
            value: own
                .value
                .filter(|_| column(Column::Value))
                .map(|value| match value {
                    Loopy::Finite(value) => Value::Finite(value),
                    Loopy::Infinite(set) => Value::Infinite(set.to_vec()),
                }),
            remoteness: own.remoteness.filter(|_| column(Column::Remoteness)),
            best: best
                .filter(|_| column(Column::Move))
                .map(|best| asked[best + 1].clone()),
        });
    }
    Ok(told)
}
