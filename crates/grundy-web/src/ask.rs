//! One question asked within the limits: its turn awaited, answered by a worker, stopped when it is late, when the
//! client goes away and when the server stops.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{Notify, watch};
use tokio::time::{sleep, sleep_until, timeout, timeout_at};

use crate::Limits;
use crate::client::Asker;
use crate::question::{Asked, Outcome};
use crate::shares::Shares;
use crate::spare::Spare;
use crate::staff::{Answer, Hand, Lost, Room, Staff, processor_time, stand_back};
use crate::turns::{Level, MOMENT, Turn, Turns};

/// How much longer than its moment a quick question may take where the processors are busy with other things, so that
/// the moment has not yet been its own.
const PATIENCE: u32 = 16;
/// How often it is seen whether a quick question has had its moment, or a long one must give way.
const GLANCES: [Duration; 2] = [Duration::from_millis(10), Duration::from_millis(100)];

/// How many workers a question is offered to where they have ended without having it.
const TRIES: usize = 4;

/// Where questions are asked.
pub(crate) struct Dispatcher {
    staff: Staff,
    spare: Spare,
    turns: Arc<Turns>,
    waiting: Arc<Shares>,
    answers: Arc<Shares>,
    /// Becomes true when commands must end.
    ending: watch::Receiver<bool>,
    limits: Limits,
}

/// Why a question has no answer.
#[derive(Debug)]
pub(crate) enum Failed {
    /// Too many wait.
    Busy,
    /// The server ends.
    Stopping,
    /// It took too long.
    Late,
    /// It wanted more memory than it may have.
    TooMuch,
    /// Whoever was to answer it failed.
    Broken,
    /// Whoever was to answer it had ended before.
    Unbegun,
}

impl From<Lost> for Failed {
    fn from(lost: Lost) -> Failed {
        match lost {
            Lost::NoRoom => Failed::Busy,
            Lost::TooMuch => Failed::TooMuch,
            Lost::Broken => Failed::Broken,
            Lost::Unbegun => Failed::Unbegun,
        }
    }
}

/// What a worker comes to: the worker, if it can go on with other questions, and its answer.
type Answering = Pin<Box<dyn Future<Output = (Option<Hand>, Result<Answer, Lost>)> + Send>>;

/// A question that is being answered.
struct Running {
    answer: Answering,
    stop: Arc<Notify>,
    process: Option<u32>,
    /// What the process had had of the processors before.
    before: Option<Duration>,
    begun: Instant,
}

impl Running {
    /// What it has had of the processors, where the system says it.
    fn had(&self) -> Option<Duration> {
        let now = processor_time(self.process)?;
        Some(now.saturating_sub(self.before?))
    }
}

impl Dispatcher {
    pub(crate) fn new(staff: Staff, limits: &Limits, ending: watch::Receiver<bool>) -> Dispatcher {
        Dispatcher {
            turns: Turns::new(limits.quick.max(1), limits.at_once.max(1)),
            waiting: Shares::new(limits.waiting),
            answers: Shares::new(limits.answers / 1024 + 1),
            staff,
            spare: Spare::new(Instant::now()),
            ending,
            limits: limits.clone(),
        }
    }

    /// Starts workers before they are needed.
    pub(crate) fn prepare(&self) {
        // Should there be none now, there may be one later.
        let _ = self.staff.prepare(self.limits.quick.clamp(1, 2));
    }

    /// Asks. Whoever drops the future is no longer interested: the question is stopped.
    pub(crate) async fn ask(&self, asked: Asked, asker: &Asker) -> Result<Answer, Failed> {
        if let Some(outcome) = self.at_once(&asked) {
            let room = self.room(asker).take(outcome.content.len())?;
            return Ok(Answer { outcome, room });
        }
        let _waiting = self.waiting.take(asker.client, 1).ok_or(Failed::Busy)?;
        let asked = Arc::new(asked);
        for _ in 1..TRIES {
            match self.ask_one(&asked, asker).await {
                Err(Failed::Unbegun) => {}
                answered => return answered,
            }
        }
        self.ask_one(&asked, asker).await
    }

    /// Asks whoever is there.
    async fn ask_one(&self, asked: &Arc<Asked>, asker: &Asker) -> Result<Answer, Failed> {
        if !self.staff.can_be_interrupted() {
            return self.long(asked, asker, None).await;
        }
        let turn = Arc::new(self.turn(Level::Quick, asker).await?);
        let mut running = self.begin(asked, asker, &turn)?;
        if let Some(answer) = self.moment(&mut running, &turn).await {
            return answer;
        }
        // The rest of it is another turn; if nobody waits for one, it just goes on, but stands back.
        let longer = self.turns.now(Level::Long, asker);
        let begun = longer.map(|longer| {
            stand_back(running.process);
            (Arc::new(longer), running)
        });
        drop(turn);
        self.prepare();
        self.long(asked, asker, begun).await
    }

    /// What comes of a small question, as long as those that were not have cost little.
    fn at_once(&self, asked: &Asked) -> Option<Outcome> {
        let begun = Instant::now();
        if !self.spare.is_left(begun) {
            return None;
        }
        let outcome = self.staff.at_once(asked);
        self.spare.spent(begun.elapsed());
        outcome
    }

    /// Where the answers of a client find room.
    fn room(&self, asker: &Asker) -> Room {
        Room {
            shares: Arc::clone(&self.answers),
            client: asker.client,
        }
    }

    async fn turn(&self, level: Level, asker: &Asker) -> Result<Turn, Failed> {
        let mut ending = self.ending.clone();
        tokio::select! {
            turn = timeout(self.limits.time, self.turns.turn(level, asker)) => match turn {
                Ok(Some(turn)) => Ok(turn),
                _ => Err(Failed::Busy),
            },
            _ = ending.wait_for(|&ending| ending) => Err(Failed::Stopping),
        }
    }

    fn begin(
        &self,
        asked: &Arc<Asked>,
        asker: &Asker,
        turn: &Arc<Turn>,
    ) -> Result<Running, Failed> {
        let hand = self.staff.hand(turn.is_long());
        let hand = hand.map_err(|_| Failed::Busy)?;
        let process = hand.process();
        let stop = Arc::new(Notify::new());
        let room = self.room(asker);
        let answer = hand.ask(Arc::clone(asked), Arc::clone(&stop), room, Arc::clone(turn));
        Ok(Running {
            answer: Box::pin(answer),
            stop,
            process,
            before: processor_time(process),
            begun: Instant::now(),
        })
    }

    /// What comes of a question: whoever answered it may be asked again.
    fn ended(
        &self,
        (hand, answer): (Option<Hand>, Result<Answer, Lost>),
    ) -> Result<Answer, Failed> {
        match hand {
            Some(hand) => self.staff.take_back(hand),
            // The next question need not wait for a process to start.
            None => self.prepare(),
        }
        Ok(answer?)
    }

    /// The answer, if it comes within a moment.
    async fn moment(&self, running: &mut Running, turn: &Turn) -> Option<Result<Answer, Failed>> {
        let mut ending = self.ending.clone();
        loop {
            let wait = MOMENT
                .saturating_sub(running.begun.elapsed())
                .max(GLANCES[0]);
            tokio::select! {
                biased;
                ended = &mut running.answer => {
                    if let Some(had) = running.had() {
                        turn.took(had);
                    }
                    return Some(self.ended(ended));
                }
                () = sleep(wait) => {}
                _ = ending.wait_for(|&ending| ending) => return None,
            }
            let had_all = running.had().is_none_or(|had| had >= MOMENT);
            if had_all || running.begun.elapsed() >= PATIENCE * MOMENT {
                return None;
            }
        }
    }

    /// The answer of a question that may take all the time there is.
    async fn long(
        &self,
        asked: &Arc<Asked>,
        asker: &Asker,
        begun: Option<(Arc<Turn>, Running)>,
    ) -> Result<Answer, Failed> {
        let (turn, mut running) = match begun {
            Some(begun) => begun,
            None => {
                let turn = Arc::new(self.turn(Level::Long, asker).await?);
                let running = self.begin(asked, asker, &turn)?;
                (turn, running)
            }
        };
        let mut ending = self.ending.clone();
        let end = tokio::time::Instant::from_std(running.begun + self.limits.time);
        let failed = loop {
            tokio::select! {
                biased;
                ended = &mut running.answer => return self.ended(ended),
                () = sleep_until(end) => break Failed::Late,
                _ = ending.wait_for(|&ending| ending) => break Failed::Stopping,
                () = sleep(GLANCES[1]) => {}
            }
            if self.turns.is_to_yield(&turn, Instant::now()) {
                return Err(Failed::Busy);
            }
        };
        running.stop.notify_one();
        let soon = tokio::time::Instant::now() + self.limits.grace;
        let last = timeout_at(soon, &mut running.answer).await;
        let last = last.map(|ended| self.ended(ended));
        match (failed, last) {
            // It was done just then.
            (_, Ok(Ok(answer))) if answer.outcome.status.is_success() => Ok(answer),
            (Failed::Late, Ok(answer)) => answer,
            (failed, _) => Err(failed),
        }
    }
}
