//! Games given by their rules: positions are found by playing on from the starts, and solved as the graph they make.

use std::sync::Arc;
use std::time::Instant;

use grundy::component::{Component, Part, Rules};
use grundy::encoded::{Encoded, Undecodable};
use grundy::engine::graph::Loopy;
use grundy::explorer::{Explorer, explorer};
use grundy::{Game, Outcome, Ruleset, message};
use grundy_graph::Row;

use crate::answers::Answers;
use crate::explore::{Explored, explore};
use crate::links::Links;
use crate::results::Results;
use crate::run::run;
use crate::solve::{Report, solve_shard};
use crate::sums::{Sums, rules_of, sum_of};
use crate::{Failure, Job};

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
    /// The best option, of several the first that the rules give; none at the end of play.
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

impl<Position> Solution<Position> {
    /// The same with other positions: those that were asked for, and those that answers name.
    fn read<To>(
        self,
        starts: impl IntoIterator<Item = To>,
        mut read: impl FnMut(&Position) -> Result<To, Undecodable>,
    ) -> Result<Solution<To>, Failure> {
        let answers = self
            .starts
            .into_iter()
            .zip(starts)
            .map(|(answer, position)| {
                let best = answer.best.as_ref().map(&mut read).transpose();
                Ok(PositionAnswer {
                    position,
                    outcome: answer.outcome,
                    value: answer.value,
                    remoteness: answer.remoteness,
                    best: best.map_err(|why| Failure::Input(why.describe()))?,
                })
            });
        Ok(Solution {
            starts: answers.collect::<Result<_, Failure>>()?,
            report: self.report,
        })
    }
}

/// Rules and starts in bytes, as the workers see them.
struct OnBytes {
    /// By ruleset, its explorer, for positions of at most so many options.
    #[allow(clippy::type_complexity)] // Named it would be no clearer.
    explorers: Box<dyn Fn(usize) -> Vec<Box<dyn Explorer>> + Send + Sync>,
    starts: Vec<Vec<u8>>,
}

/// Explores sums of positions of one ruleset and solves them, with threads or processes as the job says; every process gets the
/// answers.
///
/// Any ruleset will do whose positions are [`Encoded`]. A position of the answer is a sum: where an option falls apart, its
/// parts are played on side by side, and sums that differ only in the order of their positions are one. It takes the
/// bytes of a sum and some 80 more for each, once more where another worker has moves to it, and 4 a move. Play may go
/// round; there must be finitely many positions. The job's partition does not matter; a checkpoint is not kept. On several
/// processes, what [`solve_into`](crate::solve_into) says about the network holds.
///
/// # Errors
/// See [`Failure`]; also if the rules cannot be evaluated at a position, it has more options than memory allows, or it does not
/// come back from its bytes.
///
/// ```
/// use grundy::rulesets::cram::Cram;
/// use grundy::{Game, Outcome, component};
/// use grundy_cluster::{Job, solve_game};
/// let game: Game = "cram 3x4".parse()?;
/// let (rules, board) = component::of_kind::<Cram>(game.components().next().unwrap()).unwrap();
/// let solution = solve_game(*rules, &[vec![*board]], &Job::default())?;
/// assert_eq!(solution.starts[0].outcome, Some(Outcome::N));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_game<R>(
    rules: R,
    starts: &[Vec<R::Position>],
    job: &Job,
) -> Result<Solution<Vec<R::Position>>, Failure>
where
    R: Ruleset<Position: Encoded>,
{
    let rules = Arc::new(rules);
    let form = |position: &R::Position| {
        let mut bytes = Vec::new();
        position.encode(&mut bytes);
        bytes
    };
    let game = OnBytes {
        explorers: Box::new(move |limit| vec![explorer(Arc::clone(&rules), limit)]),
        starts: (starts.iter())
            .map(|sum| sum_of(sum.iter().map(form).collect()))
            .collect(),
    };
    let read = |sum: &Vec<u8>| {
        let mut rest = &sum[..];
        let positions =
            std::iter::from_fn(|| (!rest.is_empty()).then(|| R::Position::decode(&mut rest)));
        positions.collect()
    };
    solve_on_bytes(game, job)?.read(starts.iter().cloned(), read)
}

/// Rulesets of different kinds that a sum has at most.
const MOST_RULESETS: usize = 256;

/// Explores games and solves them, as [`solve_game`]: sums of any rulesets of the catalogue.
///
/// # Errors
/// As [`solve_game`]; also where positions of a ruleset have no byte form.
///
/// ```
/// use grundy::{Game, Outcome};
/// use grundy_cluster::{Job, Value, solve_games};
/// let mut job = Job::default();
/// job.workers = 2;
/// let game: Game = "kayles 5 + nim 3".parse()?;
/// let answer = &solve_games(&[game], &job)?.starts[0];
/// assert_eq!((answer.outcome, &answer.value), (Some(Outcome::N), &Some(Value::Finite(7))));
/// assert!(answer.best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_games(starts: &[Game], job: &Job) -> Result<Solution<Game>, Failure> {
    // By ruleset, a part of a game that has it; where there is one, no position says of which it is.
    let mut parts: Vec<&Part> = Vec::new();
    let same = |one: &dyn Rules, other: &dyn Rules| {
        one.head() == other.head() && one.name() == other.name()
    };
    for part in starts.iter().flat_map(|start| start.parts()) {
        let known = |other: &&Part| same(&*other.rules, &*part.rules);
        if !parts.iter().any(known) {
            parts.push(part);
        }
    }
    if parts.len() > MOST_RULESETS {
        return Err(Failure::Asked(message!(
            "the games are of more than {most} rulesets",
            "这些游戏的规则超过 {most} 种",
            most = MOST_RULESETS
        )));
    }
    let several = parts.len() > 1;
    let form = |component: &dyn Component| {
        let rules = component.rules();
        let place = parts.iter().position(|part| same(&*part.rules, &*rules));
        let mut bytes: Vec<u8> = several
            .then_some(place.unwrap_or(0) as u8)
            .into_iter()
            .collect();
        match component.encode(&mut bytes) {
            true => Ok(bytes),
            false => Err(no_form(&*rules)),
        }
    };
    let sums = starts.iter().map(|start| {
        let forms: Result<Vec<_>, Failure> = start.components().map(form).collect();
        Ok(sum_of(forms?))
    });
    let sums: Vec<Vec<u8>> = sums.collect::<Result<_, Failure>>()?;
    for part in &parts {
        part.rules
            .explorer(0)
            .ok_or_else(|| no_form(&*part.rules))?;
    }
    let rules: Vec<Box<dyn Rules>> = parts.iter().map(|part| part.rules.boxed()).collect();
    let game = OnBytes {
        explorers: Box::new(move |limit| {
            rules
                .iter()
                .filter_map(|rules| rules.explorer(limit))
                .collect()
        }),
        starts: sums,
    };
    let read = |sum: &Vec<u8>| {
        let mut rest = &sum[..];
        let mut left: Vec<Part> = Vec::new();
        while !rest.is_empty() {
            let place = rules_of(&mut rest, several)?;
            let part = parts.get(place).ok_or(Undecodable::OutOfRange)?;
            let component = part
                .rules
                .decode(&mut rest)
                .ok_or(Undecodable::OutOfRange)??;
            left.push(Part {
                rules: part.rules.boxed(),
                components: vec![component],
                whole: part.whole,
            });
        }
        Ok(Game::from_parts(left))
    };
    solve_on_bytes(game, job)?.read(starts.iter().cloned(), read)
}

fn no_form(rules: &dyn Rules) -> Failure {
    Failure::Asked(message!(
        "positions of '{rules}' have no byte form, which the workers need",
        "'{rules}' 的局面没有字节形式, 而工作线程需要它",
        rules = rules.head()
    ))
}

fn solve_on_bytes(game: OnBytes, job: &Job) -> Result<Solution<Vec<u8>>, Failure> {
    if job.checkpoint.is_some() {
        return Err(Failure::Asked(message!(
            "a game given by its rules is solved without a checkpoint",
            "由规则给出的游戏求解时不支持检查点"
        )));
    }
    let mut job = job.clone();
    job.also = format!("{}{:?}", job.also, game.starts);
    let game = Arc::new(game);
    let asked = job.clone();
    let mut solutions = run(&job, move |links, local| {
        let start = Instant::now();
        let memory = asked.memory.map(|bytes| bytes / asked.workers as u64);
        let limit = memory.map_or(MOST_OPTIONS, |bytes| {
            MOST_OPTIONS.min((bytes / OPTION_BYTES) as usize)
        });
        let mut sums = Sums::new((game.explorers)(limit));
        let Explored {
            shard,
            table,
            positions,
            moves,
        } = explore(links, &mut sums, &game.starts, memory)?;
        asked.check_size(moves, positions)?;
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
        let starts = starts(links, &mut sums, &game.starts, &found, &asked, find)?;
        Ok(Solution { starts, report })
    })?;
    solutions.pop().ok_or(Failure::Interrupted)
}

/// Options that a position has at most, however much memory there is.
const MOST_OPTIONS: usize = 1 << 24;
/// Bytes that an option takes at least while the options of its position are told.
const OPTION_BYTES: u64 = 64;

/// All workers ask for the starts and their options, and whoever has one of them answers to all.
fn starts(
    links: &mut Links,
    sums: &mut Sums,
    starts: &[Vec<u8>],
    found: &Results,
    job: &Job,
    find: impl Fn(&[u8]) -> Option<u32>,
) -> Result<Vec<PositionAnswer<Vec<u8>>>, Failure> {
    // By start: itself, then its options.
    let mut asked: Vec<Vec<Vec<u8>>> = Vec::new();
    for start in starts {
        let told = sums.options(start);
        let count = told.map_err(|why| crate::explore::unexplored(start, &why))?;
        let options = (0..count).map(|place| sums.option(place).to_vec());
        asked.push(std::iter::once(start.clone()).chain(options).collect());
    }
    let mut answers = Answers::default();
    let mut words = Vec::new();
    for (question, position) in (0..).zip(asked.iter().flatten()) {
        if let Some(vertex) = find(position) {
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
