//! The course of a job, as each worker runs it.

use crate::found::Found;
use crate::links::Links;
use crate::load::load;
use crate::log::{Log, Told, logs, read};
use crate::loopy::loopy;
use crate::rounds::Rounds;
use crate::share::Share;
use crate::source::Source;
use crate::values::Values;
use crate::{Failure, Job};
use grundy::Play;
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
) -> Result<(Report, Found), Failure> {
    let start = Instant::now();
    let loaded = load(links, source, job)?;
    let sent = links.fate().sent.load(Ordering::Relaxed);
    links.agree([0; 4])?;
    let mut report = Report {
        edges: loaded.edges,
        bound: loaded.bound,
        reading: start.elapsed().as_secs_f64(),
        ..Report::default()
    };
    let start = Instant::now();
    let found = solve_share(links, loaded.share, loaded.mark, job, local)?;
    report.solving = start.elapsed().as_secs_f64();
    report.sent = links.fate().sent.load(Ordering::Relaxed) - sent;
    Ok((report, found))
}

/// Finds all that is asked of a share. `local` is the number of this worker within its process, and `mark` tells this graph
/// from others.
pub(crate) fn solve_share(
    links: &mut Links,
    share: Share,
    mark: u64,
    job: &Job,
    local: usize,
) -> Result<Found, Failure> {
    let times = u64::from(job.values()) + u64::from(job.rounds());
    let total = share.len() as u64 * times;
    links.fate().total.fetch_add(total, Ordering::Relaxed);
    let mut found = Found {
        share,
        values: None,
        rounds: None,
    };
    let share = &found.share;
    if job.values() {
        let mut values = Values::new(share);
        for (vertex, value) in restore(links, share, mark, job, local, Told::Values)? {
            values.fix(vertex, value);
        }
        let mut log = log(links, mark, job, Told::Values)?;
        values.run(share, links, &mut log)?;
        loopy(share, &mut values, links, &mut log)?;
        if let Some(mut log) = log {
            log.write()?;
        }
        found.values = Some(values);
    }
    if job.rounds() {
        let told = match job.play {
            Play::Normal => Told::Rounds,
            Play::Misere => Told::MisereRounds,
        };
        let mut rounds = Rounds::new(share, job.play);
        if job.checkpoint.is_some() {
            let known = restore(links, share, mark, job, local, told)?;
            rounds.restore(share, links, known)?;
        }
        let mut log = log(links, mark, job, told)?;
        rounds.run(share, links, &mut log)?;
        if let Some(mut log) = log {
            log.write()?;
        }
        rounds.draws(share, links)?;
        found.rounds = Some(rounds);
    }
    Ok(found)
}

fn log(links: &Links, mark: u64, job: &Job, told: Told) -> Result<Option<Log>, Failure> {
    let directory = job.checkpoint.as_deref();
    directory
        .map(|directory| Log::create(directory, told, mark, links.me()))
        .transpose()
}

/// What the logs tell of the vertices of this share. The workers of a process read its logs, each some of them; where several
/// processes see the same directory they all read the same, and it does no harm.
fn restore(
    links: &mut Links,
    share: &Share,
    mark: u64,
    job: &Job,
    local: usize,
    told: Told,
) -> Result<Vec<(u32, u32)>, Failure> {
    let Some(directory) = &job.checkpoint else {
        return Ok(Vec::new());
    };
    let mut known: Vec<(u32, u32)> = Vec::new();
    let take = |known: &mut Vec<(u32, u32)>, words: &[u32]| {
        for pair in words.chunks_exact(2) {
            if let Some(vertex) = share.number(pair[0]) {
                known.push((vertex, pair[1]));
            }
        }
    };
    // All must have looked before anybody makes a log of its own.
    let logs = logs(directory, told)?;
    for path in logs.iter().skip(local).step_by(job.workers) {
        read(path, mark, |words| {
            for pair in words.chunks_exact(2) {
                if let Some(owner) = share.owner(pair[0]) {
                    links.put(owner, pair);
                }
            }
            let mut take = |_, words: &[u32]| {
                take(&mut known, words);
                Ok(())
            };
            links.turn(false, &mut take)?;
            links.make_room(&mut take)
        })?;
    }
    links.settle([0; 4], &mut |_, words| {
        take(&mut known, words);
        Ok(())
    })?;
    known.sort_unstable();
    known.dedup();
    Ok(known)
}
