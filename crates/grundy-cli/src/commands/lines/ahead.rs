//! Lines answered ahead, on other threads.
//!
//! A stretch of lines is cut into as many parts as there are threads. The first thread answers its own part as it would alone, and
//! then writes what the others have, in order. Each of these has a solver with tables of its own and a little memory; a line whose
//! answer might be another with more of it, or that nobody had time to answer, is left to the first thread. So the answers are the
//! same, whatever the number of threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use grundy::{Budget, Solver};

use super::answering::{Answering, Asked};
use crate::failure::Exit;

/// Longest line answered ahead: what long numbers cost is not counted in positions.
const SHORT: usize = 512;
/// Most bytes of a thread ahead, and the part of what is allowed that all of them have.
const MOST: u64 = 64 << 20;
const SHARE: u64 = 16;
/// How long the first thread waits for the others, once its own part is done.
pub(super) const PATIENCE: Duration = Duration::from_millis(20);

/// A thread that answers ahead, between its parts.
pub(super) struct Ahead<'r> {
    answering: Answering<'r>,
    stop: Arc<AtomicBool>,
}

/// What became of a part.
pub(super) struct Done {
    /// The answers.
    pub(super) out: String,
    /// Lines that are left to the first thread: where in the answers theirs belongs, and their places in the part.
    pub(super) left: Vec<(usize, usize)>,
    /// What the program is to end with for those that were answered.
    pub(super) exit: Exit,
}

impl<'r> Ahead<'r> {
    /// So many threads that answer ahead of this one.
    pub(super) fn beside(solver: &Solver, threads: usize, asked: Asked<'r>) -> Vec<Ahead<'r>> {
        let share = solver.budget.bytes / SHARE / threads.max(1) as u64;
        let one = || {
            let stop = Arc::new(AtomicBool::new(false));
            let mut ahead = Solver::new();
            ahead.budget = Budget {
                bytes: share.min(MOST),
                stop: Some(Arc::clone(&stop)),
                ..solver.budget.clone()
            };
            ahead.listed = solver.listed;
            ahead.reasons = solver.reasons;
            ahead.thorough = solver.thorough;
            ahead.brief = solver.brief;
            let answering = Answering::new(ahead, asked);
            Ahead { answering, stop }
        };
        (0..threads).map(|_| one()).collect()
    }

    /// What has this thread stop once it is set, leaving what it has not answered.
    pub(super) fn stop(&self) -> Arc<AtomicBool> {
        self.stop.store(false, Ordering::Relaxed);
        Arc::clone(&self.stop)
    }

    /// Answers a part whose lines come behind the line of this number.
    pub(super) fn run(&mut self, lines: &[&[u8]], behind: u64, tell: &Sender<Done>) {
        let mut left = Vec::new();
        let answering = &mut self.answering;
        answering.out.reserve(128 * lines.len());
        for (at, line) in lines.iter().enumerate() {
            let (before, exit) = (answering.out.len(), answering.exit);
            let mut is_left =
                self.stop.load(Ordering::Relaxed) || line.len() > SHORT || line.contains(&b'@');
            if !is_left {
                answering.line = behind + at as u64;
                answering.line(line);
                is_left = answering.is_cut || self.stop.load(Ordering::Relaxed);
            }
            if is_left {
                answering.out.truncate(before);
                answering.exit = exit;
                left.push((before, at));
            }
        }
        // Whoever does not wait any more has ended.
        let _ = tell.send(Done {
            out: std::mem::take(&mut answering.out),
            left,
            exit: std::mem::replace(&mut answering.exit, Exit::Answered),
        });
    }
}
