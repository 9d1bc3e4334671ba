//! Cells of a table that are answered one by one, by several threads.
//!
//! No cell depends on another one. So each thread takes the next few that nobody has taken, in order, and answers them with a solver
//! of its own and its part of the memory. A cell for which a thread ran out of something is answered once more in the end, by a solver
//! with all of the memory; so what a table says depends on the number of threads only where that one runs out as well.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use grundy::budget::{Exhausted, Meter};
use grundy::{Answer, Budget, Game, Message, Play, Reason, Solver, Wanted};

use crate::Failure;
use crate::range::Cell;

/// Most cells that a thread takes at once.
const MOST: usize = 64;
/// Into how many pieces a thread's part is cut at least, so that hard cells at the end keep no thread waiting.
const PIECES: usize = 64;

/// Cells in order, how many of them are unknown, and why the first is.
pub(crate) type Solved = (Vec<Cell>, Option<(u64, Reason)>);

/// Cells to be answered.
pub(crate) struct Cells<'a> {
    /// How many there are.
    pub(crate) count: usize,
    /// The game of each, or why there is none.
    pub(crate) game: &'a (dyn Fn(usize) -> Result<Game, Message> + Sync),
    /// Under which play.
    pub(crate) play: Play,
    /// What they may cost.
    pub(crate) budget: &'a Budget,
    /// How many threads answer.
    pub(crate) threads: usize,
}

/// What is known so far.
struct Known {
    cells: Vec<Cell>,
    /// Cells that were answered, or are left to the end.
    done: usize,
    unknown: u64,
    /// The first cell that is unknown, and why.
    first: Option<(usize, Reason)>,
    /// The first cell without a game, and why there is none.
    missing: Option<(usize, Message)>,
    /// Cells for which a thread ran out of something.
    left: Vec<usize>,
}

impl Known {
    fn is_unknown(&mut self, place: usize, why: Reason) {
        if self.first.as_ref().is_none_or(|(first, _)| place < *first) {
            self.first = Some((place, why));
        }
    }
}

impl Cells<'_> {
    /// Answers all; `progress` is told how many are done.
    ///
    /// # Errors
    /// That there is no game for a cell, which is the first such one.
    pub(crate) fn solve(&self, progress: &mut dyn FnMut(u64)) -> Result<Solved, Failure> {
        let threads = self.threads.clamp(1, self.count.max(1));
        let meter = Meter::new(self.budget);
        let known = Mutex::new(Known {
            cells: vec![Cell::default(); self.count],
            done: 0,
            unknown: 0,
            first: None,
            missing: None,
            left: Vec::new(),
        });
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let size = (self.count / (PIECES * threads)).clamp(1, MOST);
        let work = |progress: &mut dyn FnMut(u64)| {
            let mut solver = self.solver(threads);
            while !stop.load(Ordering::Relaxed) && meter.look().is_ok() {
                let from = next.fetch_add(size, Ordering::Relaxed);
                if from >= self.count {
                    return;
                }
                let to = (from + size).min(self.count);
                let is_over = self.some(from..to, &mut solver, threads > 1, &meter, &known);
                if is_over {
                    // What was taken before is still answered, so that the first failure is told.
                    stop.store(true, Ordering::Relaxed);
                }
                progress(lock(&known).done as u64);
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| work(&mut |_| {}));
            }
            work(progress);
        });
        let mut left = std::mem::take(&mut lock(&known).left);
        left.sort_unstable();
        let mut solver = self.solver(1);
        for place in left {
            if meter.look().is_err() {
                break;
            }
            self.some(place..place + 1, &mut solver, false, &meter, &known);
            progress(lock(&known).done as u64);
        }
        let mut known = known.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, missing)) = known.missing {
            return Err(Failure::Unknown(missing.into()));
        }
        // What nobody came to is not known for the reason that all of them stopped.
        let undone = (self.count - known.done) as u64;
        if let (true, Err(exhausted)) = (undone > 0, meter.look()) {
            known.unknown += undone;
            known.first.get_or_insert((0, exhausted.into()));
        }
        let unknown = known.first.map(|(_, why)| (known.unknown, why));
        Ok((known.cells, unknown))
    }

    /// A solver that tells outcomes and values, with its part of the memory.
    fn solver(&self, parts: usize) -> Solver {
        let mut solver = Solver::new();
        solver.budget = Budget {
            bytes: self.budget.bytes / parts as u64,
            ..self.budget.clone()
        };
        (solver.listed, solver.reasons, solver.wanted) = (0, false, Wanted::Value);
        solver
    }

    /// Answers some cells. Whether nothing more is to be begun: a cell has no game, or the budget is spent.
    fn some(
        &self,
        places: std::ops::Range<usize>,
        solver: &mut Solver,
        may_leave: bool,
        meter: &Meter,
        known: &Mutex<Known>,
    ) -> bool {
        for place in places {
            let game = match (self.game)(place) {
                Ok(game) => game,
                Err(missing) => {
                    let mut known = lock(known);
                    if (known.missing.as_ref()).is_none_or(|(first, _)| place < *first) {
                        known.missing = Some((place, missing));
                    }
                    return true;
                }
            };
            let answer = solver.solve(&game, self.play);
            let mut known = lock(known);
            if may_leave && ran_out(&answer) {
                known.left.push(place);
            } else {
                known.done += 1;
                known.cells[place] = Cell {
                    value: (answer.value).and_then(|value| u128::try_from(&value.0).ok()),
                    outcome: answer.outcome,
                };
                if let (None, Some(why)) = (answer.outcome, answer.unknown) {
                    known.unknown += 1;
                    known.is_unknown(place, why);
                }
            }
            drop(known);
            if meter.look().is_err() {
                return true;
            }
        }
        false
    }
}

/// Whether an answer might be another with more memory, or with tables that other cells have left.
fn ran_out(answer: &Answer) -> bool {
    let whys = answer.declined.iter().map(|one| &one.why);
    let mut whys = whys.chain(&answer.unknown);
    (answer.outcome.is_none() || answer.value.is_none())
        && whys.any(|why| {
            matches!(
                why,
                Reason::Exhausted(Exhausted::Bytes(_) | Exhausted::Positions(_))
            )
        })
}

/// What is known; a thread that panicked takes its panic with it, and leaves whole cells.
fn lock(known: &Mutex<Known>) -> std::sync::MutexGuard<'_, Known> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}
