//! One question asked within the limits: its turn awaited, its command run on a thread of its own, stopped when it is
//! late, when the client goes away and when the server stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tokio::sync::{Semaphore, watch};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{sleep, timeout};

use crate::{Answered, Answers, Limits, Question};

/// Where questions are asked.
pub(crate) struct Desk {
    answers: Arc<dyn Answers>,
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// Becomes true when commands must end.
    ending: watch::Receiver<bool>,
}

/// Why a question has no answer.
#[derive(Debug)]
pub(crate) enum Failed {
    /// Too many wait.
    Busy,
    /// The server ends.
    Stopping,
    /// It took too long; perhaps the command said something when it was stopped.
    Late(Option<Answered>),
    /// The command panicked.
    Broken,
}

impl Desk {
    pub(crate) fn new(
        answers: Arc<dyn Answers>,
        limits: &Limits,
        ending: watch::Receiver<bool>,
    ) -> Desk {
        Desk {
            answers,
            turns: Arc::new(Semaphore::new(limits.at_once.max(1))),
            waiting: AtomicUsize::new(0),
            ending,
        }
    }

    /// Asks. Whoever drops the future is no longer interested: the command is stopped.
    pub(crate) async fn ask(
        &self,
        question: Question,
        limits: &Limits,
    ) -> Result<Answered, Failed> {
        let _waiting = Waiting::enter(&self.waiting, limits.waiting).ok_or(Failed::Busy)?;
        let mut ending = self.ending.clone();
        let turn = Arc::clone(&self.turns).acquire_owned();
        let turn = tokio::select! {
            turn = timeout(limits.time, turn) => match turn {
                Ok(Ok(turn)) => turn,
                _ => return Err(Failed::Busy),
            },
            _ = ending.wait_for(|&ending| ending) => return Err(Failed::Stopping),
        };
        let stop = Arc::new(AtomicBool::new(false));
        let _abandoned = StopOnDrop(Arc::clone(&stop));
        let answers = Arc::clone(&self.answers);
        let told = Arc::clone(&stop);
        let mut running = spawn_blocking(move || {
            let answered = answers.answer(&question, &told);
            // The turn ends with the command, not with the wish for its answer.
            drop(turn);
            answered
        });
        let failed = tokio::select! {
            biased;
            ended = &mut running => return ended.map_err(|_| Failed::Broken),
            () = sleep(limits.time) => Failed::Late(None),
            _ = ending.wait_for(|&ending| ending) => Failed::Stopping,
        };
        stop.store(true, Ordering::Relaxed);
        let last = said_last(running, limits).await;
        match (failed, last) {
            // It was done just then.
            (_, Some(Ok(answered))) if answered.exit == 0 => Ok(answered),
            (_, Some(Err(()))) => Err(Failed::Broken),
            (Failed::Late(_), Some(Ok(answered))) => Err(Failed::Late(Some(answered))),
            (failed, _) => Err(failed),
        }
    }
}

/// What a command says that was told to stop, if it says so soon.
async fn said_last(running: JoinHandle<Answered>, limits: &Limits) -> Option<Result<Answered, ()>> {
    let ended = timeout(limits.grace, running).await.ok()?;
    Some(ended.map_err(|_| ()))
}

/// A place among those who wait.
struct Waiting<'c>(&'c AtomicUsize);

impl Waiting<'_> {
    fn enter(count: &AtomicUsize, most: usize) -> Option<Waiting<'_>> {
        if count.fetch_add(1, Ordering::Relaxed) < most {
            return Some(Waiting(count));
        }
        count.fetch_sub(1, Ordering::Relaxed);
        None
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Stops the command when nobody waits for it any longer.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
