//! The course of a job, as each worker runs it.

use crate::links::Links;
use crate::load::load;
use crate::log::{ALL, Kind, Log, logs, read};
use crate::loopy::loopy;
use crate::results::Results;
use crate::retrograde::Retrograde;
use crate::shard::{Shard, UNHEARD};
use crate::source::Source;
use crate::values::Values;
use crate::{Failure, Job};
use grundy::Play;
use rustc_hash::{FxHashMap, FxHasher};
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// What a job was about, and what it took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// Edges of the graph, parallel ones counted each; of a game, moves.
    pub edges: u64,
    /// One more than the greatest vertex; of a game, how many positions there are.
    pub bound: u64,
    /// Seconds for reading the edges and building the graph, or exploring the game.
    pub reading: f64,
    /// Seconds for the answers.
    pub solving: f64,
    /// Seconds for writing them.
    pub writing: f64,
    /// Bytes that the workers of this process gave to other workers for the answers.
    pub sent: u64,
}

/// Reads the graph and finds all that is asked.
pub(crate) fn solve_graph(
    links: &mut Links,
    source: &dyn Source,
    job: &Job,
    local: usize,
) -> Result<(Report, Results), Failure> {
    let start = Instant::now();
    let loaded = load(links, source, job)?;
    let sent = links.job_state().sent.load(Ordering::Relaxed);
    links.agree([0; 4])?;
    let mut report = Report {
        edges: loaded.edges,
        bound: loaded.bound,
        reading: start.elapsed().as_secs_f64(),
        ..Report::default()
    };
    let start = Instant::now();
    let found = solve_shard(links, loaded.shard, loaded.mark, job, local)?;
    report.solving = start.elapsed().as_secs_f64();
    report.sent = links.job_state().sent.load(Ordering::Relaxed) - sent;
    Ok((report, found))
}

/// Finds all that is asked of a shard. `local` is the number of this worker within its process, and `mark` tells this graph
/// from others.
pub(crate) fn solve_shard(
    links: &mut Links,
    shard: Shard,
    mark: u64,
    job: &Job,
    local: usize,
) -> Result<Results, Failure> {
    let times = u64::from(job.values()) + u64::from(job.rounds());
    let total = shard.len() as u64 * times;
    links.job_state().total.fetch_add(total, Ordering::Relaxed);
    let mut found = Results {
        shard,
        values: None,
        rounds: None,
    };
    let shard = &found.shard;
    if job.values() {
        let mut values = Values::new(shard);
        let known = restore(
            links,
            shard,
            mark,
            job,
            local,
            Kind::Values,
            |vertex, words| values.fix(vertex, words[0]),
        )?;
        values.begin(shard, links, &known.heard);
        if !known.complete {
            let mut log = log(links, mark, job, Kind::Values);
            values.run(shard, links, &mut log)?;
            loopy(shard, &mut values, links, &mut log)?;
            if let Some(log) = log {
                let ended = (0..shard.len() as u32)
                    .filter(|&vertex| shard.is_vertex(vertex) && values.value(vertex).is_some());
                complete(links, log, ended.count() as u64)?;
            }
        }
        found.values = Some(values);
    }
    if job.rounds() {
        let kind = match job.play {
            Play::Normal => Kind::Rounds,
            Play::Misere => Kind::MisereRounds,
        };
        let mut rounds = Retrograde::new(shard, job.play);
        let known = restore(links, shard, mark, job, local, kind, |vertex, words| {
            rounds.fix(vertex, words[0], words[1])
        })?;
        links.tell_done(rounds.answered);
        if !known.complete {
            rounds.begin(shard, &known.heard);
            let mut log = log(links, mark, job, kind);
            rounds.run(shard, links, &mut log)?;
            rounds.draws(shard, links)?;
            if let Some(mut log) = log {
                let draws = rounds.log_draws(shard, &mut log)?;
                complete(links, log, rounds.answered + draws)?;
            }
        }
        found.rounds = Some(rounds);
    }
    Ok(found)
}

fn log(links: &Links, mark: u64, job: &Job, kind: Kind) -> Option<Log> {
    let directory = job.checkpoint.as_deref();
    directory.map(|directory| Log::new(directory, kind, mark, links.me()))
}

/// Brings all logs to the disk, and notes that they hold all answers, so many of them of this worker.
fn complete(links: &mut Links, mut log: Log, answers: u64) -> Result<(), Failure> {
    log.settle()?;
    let all = links.agree([answers, 0, 0, 0])?;
    if links.me() == 0 {
        log.complete(all.iter().map(|message| message[0]).sum())?;
    }
    Ok(())
}

/// What the logs tell.
struct Known {
    /// By mirror: its value or round.
    heard: Vec<u32>,
    /// Whether they tell of all vertices that have an answer.
    complete: bool,
}

/// What the logs tell of the vertices of this shard, given to `fix`, which says whether it is new, and of the mirrors.
///
/// Where all processes see the same logs, each worker reads all of them: that is less than what would have to be sent, and then nobody
/// needs to be told again of a vertex that is known. Otherwise what each process sees is sent to all.
fn restore(
    links: &mut Links,
    shard: &Shard,
    mark: u64,
    job: &Job,
    local: usize,
    kind: Kind,
    mut fix: impl FnMut(u32, &[u32]) -> bool,
) -> Result<Known, Failure> {
    let mut known = Known {
        heard: Vec::new(),
        complete: false,
    };
    let Some(directory) = &job.checkpoint else {
        return Ok(known);
    };
    // All have looked before anybody makes a log of its own.
    let logs = logs(directory, kind)?;
    let seen = links.agree([listed(&logs), logs.len() as u64, 0, 0])?;
    if seen.iter().all(|message| message[1] == 0) {
        return Ok(known);
    }
    let shared = seen.iter().all(|message| *message == seen[0]);
    known.heard = vec![UNHEARD; shard.mirrored.len()];
    let mirrors: FxHashMap<u32, u32> = shard.mirrored.iter().copied().zip(0..).collect();
    let (mut own, mut all) = (0, 0);
    let width = kind.words();
    let mut take = |words: &[u32]| {
        for answer in words.chunks_exact(width) {
            let name = answer[0];
            if name == ALL {
                all = u64::from(answer[1]);
            } else if let Some(vertex) = shard.number(name) {
                own += u64::from(fix(vertex, &answer[1..]));
            } else if let Some(&mirror) = mirrors.get(&name) {
                known.heard[mirror as usize] = answer[1];
            }
        }
    };
    if shared {
        for path in &logs {
            read(path, mark, |words| {
                take(words);
                links.job_state().check()
            })?;
        }
    } else {
        for path in logs.iter().skip(local).step_by(job.workers) {
            read(path, mark, |words| {
                for answer in words.chunks_exact(width) {
                    (0..links.workers()).for_each(|worker| links.put(worker, answer));
                }
                let mut take = |_, words: &[u32]| {
                    take(words);
                    Ok(())
                };
                links.turn(false, &mut take)?;
                links.make_room(&mut take)
            })?;
        }
    }
    links.settle([0; 4], &mut |_, words| {
        take(words);
        Ok(())
    })?;
    let sums = links.agree([own, all, 0, 0])?;
    let own: u64 = sums.iter().map(|message| message[0]).sum();
    let all = sums.iter().map(|message| message[1]).max();
    known.complete = own > 0 && all == Some(own);
    Ok(known)
}

/// A number that tells lists of files apart.
fn listed(logs: &[PathBuf]) -> u64 {
    let mut hasher = FxHasher::default();
    for log in logs {
        log.file_name().hash(&mut hasher);
        fs::metadata(log)
            .map_or(0, |there| there.len())
            .hash(&mut hasher);
    }
    hasher.finish()
}
