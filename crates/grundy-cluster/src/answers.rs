//! Answers in memory.

use grundy::Outcome;
use grundy::engine::graph::Loopy;
use grundy_graph::Row;

use crate::run::run;
use crate::solve::{Report, solve_graph};
use crate::{Failure, Job, Source};

/// The answers for all vertices, in memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    rows: Vec<Answer>,
    /// The sets of the infinite values, one behind the other.
    sets: Vec<u32>,
    report: Report,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answer {
    vertex: u32,
    outcome: Option<Outcome>,
    /// A value, or a place in the sets.
    value: Option<Result<u32, (usize, usize)>>,
    remoteness: Option<u32>,
    best: Option<u32>,
}

impl Answers {
    /// How many vertices there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether the graph is empty.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The answers by vertex, in rising order.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Row<'_>> + '_ {
        self.rows.iter().map(|answer| Row {
            vertex: answer.vertex,
            outcome: answer.outcome,
            value: answer.value.map(|value| match value {
                Ok(value) => Loopy::Finite(value),
                Err((start, end)) => Loopy::Infinite(&self.sets[start..end]),
            }),
            remoteness: answer.remoteness,
            best: answer.best,
        })
    }

    /// What it took.
    pub fn report(&self) -> Report {
        self.report
    }

    pub(crate) fn push(&mut self, row: Row<'_>) {
        let value = row.value.map(|value| match value {
            Loopy::Finite(value) => Ok(value),
            Loopy::Infinite(set) => {
                let start = self.sets.len();
                self.sets.extend_from_slice(set);
                Err((start, self.sets.len()))
            }
        });
        self.rows.push(Answer {
            vertex: row.vertex,
            outcome: row.outcome,
            value,
            remoteness: row.remoteness,
            best: row.best,
        });
    }

    pub(crate) fn sort(&mut self) {
        self.rows.sort_unstable_by_key(|answer| answer.vertex);
    }

    /// A row in words, to be sent.
    pub(crate) fn put(row: &Row<'_>, words: &mut Vec<u32>) {
        let outcome = match row.outcome {
            None => 0,
            Some(Outcome::P) => 1,
            Some(Outcome::N) => 2,
            Some(Outcome::D) => 3,
        };
        let (kind, value, set) = match row.value {
            None => (0, 0, &[][..]),
            Some(Loopy::Finite(value)) => (1, value, &[][..]),
            Some(Loopy::Infinite(set)) => (2, set.len() as u32, set),
        };
        // Neither a remoteness nor a vertex is this number.
        let none = u32::MAX;
        words.extend([
            row.vertex,
            outcome | kind << 2,
            value,
            row.remoteness.unwrap_or(none),
            row.best.unwrap_or(none),
        ]);
        words.extend_from_slice(set);
    }

    /// Takes rows as [`put`](Answers::put) made them.
    pub(crate) fn take(&mut self, mut words: &[u32]) {
        while let [vertex, kinds, value, remoteness, best, rest @ ..] = words {
            words = rest;
            let value = match kinds >> 2 {
                0 => None,
                1 => Some(Loopy::Finite(*value)),
                _ => {
                    let (set, rest) = words.split_at((*value as usize).min(words.len()));
                    words = rest;
                    Some(Loopy::Infinite(set))
                }
            };
            self.push(Row {
                vertex: *vertex,
                outcome: match kinds & 3 {
                    0 => None,
                    1 => Some(Outcome::P),
                    2 => Some(Outcome::N),
                    _ => Some(Outcome::D),
                },
                value,
                remoteness: Some(*remoteness).filter(|&none| none != u32::MAX),
                best: Some(*best).filter(|&none| none != u32::MAX),
            });
        }
    }
}

/// Answers a graph with threads of this process, into memory. `job.hosts` must be none.
///
/// Linear time in all but the loopy values, as [`grundy::engine::graph::loopy_values`]. For memory see
/// [`Job::estimate`]; the answers themselves take some 50 bytes a vertex more.
///
/// # Errors
/// See [`Failure`].
///
/// ```
/// use grundy::Outcome;
/// use grundy_cluster::{Edges, Job, solve};
/// let mut job = Job::default();
/// job.workers = 2;
/// // 0 → 1 → 2, and back from 1 to 0.
/// let answers = solve(Edges::new([(0, 1), (1, 2), (1, 0)]), &job)?;
/// let outcomes: Vec<_> = answers.rows().map(|row| row.outcome.unwrap()).collect();
/// assert_eq!(outcomes, [Outcome::P, Outcome::N, Outcome::P]);
/// assert_eq!(answers.rows().nth(1).unwrap().best, Some(2));
/// # Ok::<(), grundy_cluster::Failure>(())
/// ```
pub fn solve(source: impl Source + 'static, job: &Job) -> Result<Answers, Failure> {
    if job.hosts.is_some() {
        return Err(Failure::Asked(grundy::message!(
            "answers of several processes go to files, not into memory",
            "多个进程的答案须写入文件，不能放在内存中"
        )));
    }
    job.check_memory(source.about())?;
    let asked = job.clone();
    let parts = run(job, move |links, local| {
        let (report, found) = solve_graph(links, &source, &asked, local)?;
        let mut answers = Answers::default();
        found.rows(&asked.columns, |row| answers.push(row));
        answers.report = report;
        Ok(answers)
    })?;
    let mut answers = Answers::default();
    answers.report = parts.first().map_or(answers.report, |part| part.report);
    for part in &parts {
        for row in part.rows() {
            answers.push(row);
        }
    }
    answers.sort();
    Ok(answers)
}
