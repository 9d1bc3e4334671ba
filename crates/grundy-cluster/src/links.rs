//! A worker's end of the dataflow: batches to and from the other workers, and the phases they agree on.
//!
//! The dataflow itself is as plain as can be: an input of batches, an exchange by the worker they are for, and an
//! operator that puts them down. All workers run the same program over it, a sequence of *stages*, each made of one or
//! more *phases*. A worker ends its phase by telling each other how many batches it sent there; a phase is over when all have
//! ended it and all batches have come. That is a barrier, a sum over all workers, and (when nobody sent anything in a whole phase)
//! the proof that the stage has come to rest.
//!
//! A worker may have so many batches unreceipted at another and no more; what is ready beyond that waits with the
//! sender, who is told that it is [congested](Links::congested) and should take in before it goes on. Who takes in never
//! waits for room to send, so nothing can lock.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use timely::container::NoopBuilder;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::core::Input;
use timely::dataflow::operators::core::input::Handle;
use timely::dataflow::operators::generic::Operator;
use timely::worker::Worker;

use crate::Failure;
use crate::batch::{Batch, Kind, ToItsWorker, WORDS};
use crate::job_state::JobState;

/// Batches that may be under way from one worker to another: half a MiB.
const UNDER_WAY: u32 = 64;
/// After so many batches a receipt is given.
const RECEIPT: u32 = 16;
/// How long an idle worker sleeps before it looks whether the job has failed.
const NAP: Duration = Duration::from_millis(20);
/// How long a worker with nothing to do waits for mail before it says so.
const PAUSE: Duration = Duration::from_micros(100);

/// Phases that may be under way at once. While this worker is in a phase, another may have ended the next and be sending for the one
/// after; the number must divide 2^32.
const SLOTS: usize = 4;

/// What each worker says at the end of a phase.
pub(crate) type Summary = [u64; 4];

/// What one worker has told of a phase.
#[derive(Clone, Copy, Debug, Default)]
struct Heard {
    /// Data batches that came.
    came: u64,
    /// Data batches announced, and the summary.
    end: Option<(u64, Summary)>,
}

/// A worker's end of the dataflow.
pub(crate) struct Links {
    worker: Worker,
    input: Handle<u64, NoopBuilder<Batch>>,
    arrived: Rc<RefCell<Vec<Batch>>>,
    /// Those of a stage that this worker has not come to.
    early: VecDeque<Batch>,
    me: usize,
    workers: usize,
    /// By worker: words not sent yet, batches without room, batches without receipt, batches sent in this phase.
    filling: Vec<Vec<u32>>,
    waiting: Vec<VecDeque<Batch>>,
    unreceipted: Vec<u32>,
    sent: Vec<u64>,
    /// By worker: batches taken in that it has had no receipt for.
    taken: Vec<u32>,
    told: Vec<[Heard; SLOTS]>,
    stage: u32,
    phase: u32,
    ended: bool,
    job_state: Arc<JobState>,
}

impl Links {
    pub(crate) fn new(mut worker: Worker, job_state: Arc<JobState>) -> Links {
        let arrived = Rc::new(RefCell::new(Vec::new()));
        let put_down = Rc::clone(&arrived);
        let input = worker.dataflow::<u64, _, _>(|scope| {
            let (input, stream) = scope.new_input_with_builder::<NoopBuilder<Batch>>();
            stream.sink(
                DistributorPact(|_| ToItsWorker),
                "Take in",
                move |(input, _)| {
                    let mut put_down = put_down.borrow_mut();
                    input.for_each(|_, batch| put_down.push(std::mem::take(batch)));
                },
            );
            input
        });
        let (me, workers) = (worker.index(), worker.peers());
        Links {
            worker,
            input,
            arrived,
            early: VecDeque::new(),
            me,
            workers,
            filling: vec![Vec::new(); workers],
            waiting: vec![VecDeque::new(); workers],
            unreceipted: vec![0; workers],
            sent: vec![0; workers],
            taken: vec![0; workers],
            told: vec![[Heard::default(); SLOTS]; workers],
            stage: 0,
            phase: 0,
            ended: false,
            job_state,
        }
    }

    /// The number of this worker.
    pub(crate) fn me(&self) -> usize {
        self.me
    }

    /// How many workers there are.
    pub(crate) fn workers(&self) -> usize {
        self.workers
    }

    /// What the threads of this process share.
    pub(crate) fn job_state(&self) -> &JobState {
        &self.job_state
    }

    /// Adds words for a worker, to be taken in together.
    pub(crate) fn put(&mut self, to: usize, words: &[u32]) {
        if self.filling[to].len() + words.len() > WORDS {
            self.ship(to);
        }
        let filling = &mut self.filling[to];
        if filling.capacity() == 0 {
            filling.reserve_exact(WORDS.max(words.len()));
        }
        filling.extend_from_slice(words);
    }

    /// Whether batches wait for room at some worker.
    pub(crate) fn congested(&self) -> bool {
        self.waiting.iter().any(|waiting| !waiting.is_empty())
    }

    fn ship(&mut self, to: usize) {
        let words = std::mem::take(&mut self.filling[to]);
        if words.is_empty() {
            return;
        }
        self.sent[to] += 1;
        let batch = self.batch(to, Kind::Data, words);
        if self.unreceipted[to] < UNDER_WAY && self.waiting[to].is_empty() {
            self.unreceipted[to] += 1;
            self.send(batch);
        } else {
            self.waiting[to].push_back(batch);
        }
    }

    fn batch(&self, to: usize, kind: Kind, words: Vec<u32>) -> Batch {
        Batch {
            from: self.me as u32,
            to: to as u32,
            kind,
            stage: self.stage,
            // What is sent after the end of a phase belongs to the next.
            phase: self.phase.wrapping_add(self.ended.into()),
            words,
        }
    }

    fn send(&mut self, mut batch: Batch) {
        if batch.to as usize == self.me {
            self.arrived.borrow_mut().push(batch);
        } else {
            let bytes = 4 * batch.words.len() as u64;
            self.job_state.sent.fetch_add(bytes, Ordering::Relaxed);
            self.input.send_batch(&mut batch);
        }
    }

    /// Sends whatever is ready, half-full batches too.
    pub(crate) fn flush(&mut self) {
        for to in 0..self.workers {
            self.ship(to);
        }
    }

    /// Lets the dataflow move and takes in what has come; may sleep when nothing has. Tells whether anything had.
    pub(crate) fn turn(
        &mut self,
        may_sleep: bool,
        take: &mut impl FnMut(usize, &[u32]) -> Result<(), Failure>,
    ) -> Result<bool, Failure> {
        self.turn_within(if may_sleep { NAP } else { Duration::ZERO }, take)
    }

    /// As [`turn`](Links::turn), but sleeps no longer than this.
    pub(crate) fn turn_within(
        &mut self,
        nap: Duration,
        take: &mut impl FnMut(usize, &[u32]) -> Result<(), Failure>,
    ) -> Result<bool, Failure> {
        self.job_state.check()?;
        let idle = !nap.is_zero() && self.arrived.borrow().is_empty();
        if self.workers > 1 {
            self.worker.step_or_park(Some(Duration::ZERO));
            if idle && self.arrived.borrow().is_empty() {
                self.worker.step_or_park(Some(nap));
                self.worker.step_or_park(Some(Duration::ZERO));
            }
        }
        let mut any = false;
        while let Some(batch) = self.early.front() {
            if batch.stage != self.stage {
                break;
            }
            if let Some(batch) = self.early.pop_front() {
                self.take(batch, take)?;
                any = true;
            }
        }
        let mut arrived = std::mem::take(&mut *self.arrived.borrow_mut());
        for batch in arrived.drain(..) {
            any = true;
            match batch.kind {
                Kind::Data if batch.stage != self.stage => self.early.push_back(batch),
                Kind::Data => self.take(batch, take)?,
                Kind::End => self.hear(&batch),
                Kind::Receipt => self.clear(&batch),
            }
        }
        let mut newer = self.arrived.borrow_mut();
        if newer.is_empty() {
            *newer = arrived;
        }
        Ok(any)
    }

    fn take(
        &mut self,
        batch: Batch,
        take: &mut impl FnMut(usize, &[u32]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let from = batch.from as usize;
        if from >= self.workers {
            return Ok(());
        }
        take(from, &batch.words)?;
        self.told[from][batch.phase as usize % SLOTS].came += 1;
        self.taken[from] += 1;
        if self.taken[from] == RECEIPT {
            self.taken[from] = 0;
            let receipt = self.batch(from, Kind::Receipt, vec![RECEIPT]);
            self.send(receipt);
        }
        Ok(())
    }

    fn hear(&mut self, batch: &Batch) {
        let mut halves = batch.words.chunks_exact(2);
        let mut next = || {
            halves
                .next()
                .map_or(0, |half| u64::from(half[0]) | u64::from(half[1]) << 32)
        };
        let count = next();
        let summary = [next(), next(), next(), next()];
        if let Some(told) = self.told.get_mut(batch.from as usize) {
            told[batch.phase as usize % SLOTS].end = Some((count, summary));
        }
    }

    fn clear(&mut self, batch: &Batch) {
        let from = batch.from as usize;
        let cleared = batch.words.first().copied().unwrap_or(0);
        if from >= self.workers {
            return;
        }
        self.unreceipted[from] = self.unreceipted[from].saturating_sub(cleared);
        while self.unreceipted[from] < UNDER_WAY {
            let Some(batch) = self.waiting[from].pop_front() else {
                break;
            };
            self.unreceipted[from] += 1;
            self.send(batch);
        }
    }

    /// Ends this worker's phase. What it sends from now on belongs to the next.
    pub(crate) fn end(&mut self, summary: Summary) {
        self.flush();
        for to in 0..self.workers {
            let numbers = [self.sent[to]].into_iter().chain(summary);
            let words = numbers.flat_map(|number| [number as u32, (number >> 32) as u32]);
            let end = self.batch(to, Kind::End, words.collect());
            self.send(end);
            self.sent[to] = 0;
        }
        self.ended = true;
    }

    /// Once all workers have ended the phase and all batches have come, begins the next, and gives what each worker said.
    pub(crate) fn over(&mut self) -> Option<Vec<Summary>> {
        let slot = self.phase as usize % SLOTS;
        let complete = |told: &[Heard; SLOTS]| {
            let told = told[slot];
            told.end.is_some_and(|(count, _)| count == told.came)
        };
        if !self.ended || !self.told.iter().all(complete) {
            return None;
        }
        let summaries = self.told.iter_mut().map(|told| {
            let told = std::mem::take(&mut told[slot]);
            told.end.map_or([0; 4], |(_, summary)| summary)
        });
        let summaries = summaries.collect();
        self.phase = self.phase.wrapping_add(1);
        self.ended = false;
        Some(summaries)
    }

    /// Waits a little for mail, so that workers who wait for one that is busy do not wake each other all the time. Tells
    /// whether any came.
    pub(crate) fn pause(
        &mut self,
        take: &mut impl FnMut(usize, &[u32]) -> Result<(), Failure>,
    ) -> Result<bool, Failure> {
        self.turn_within(PAUSE, take)
    }

    /// How many data batches this worker has sent since it last ended a phase.
    pub(crate) fn sent(&self) -> u64 {
        self.sent.iter().sum()
    }

    /// So many more vertices have been answered.
    pub(crate) fn tell_done(&self, vertices: u64) {
        self.job_state.done.fetch_add(vertices, Ordering::Relaxed);
    }

    /// Begins the next stage. Every worker does so right after the last phase of a stage is over.
    pub(crate) fn next_stage(&mut self) {
        self.stage = self.stage.wrapping_add(1);
    }

    /// Takes in until there is room again.
    pub(crate) fn make_room(
        &mut self,
        take: &mut impl FnMut(usize, &[u32]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        while self.congested() {
            self.turn(true, take)?;
        }
        Ok(())
    }

    /// Ends a stage of a single phase: takes in until all have, and gives what each said.
    pub(crate) fn settle(
        &mut self,
        summary: Summary,
        take: &mut impl FnMut(usize, &[u32]) -> Result<(), Failure>,
    ) -> Result<Vec<Summary>, Failure> {
        self.end(summary);
        loop {
            if let Some(summaries) = self.over() {
                self.next_stage();
                return Ok(summaries);
            }
            self.turn(true, take)?;
        }
    }

    /// A stage in which nothing is sent: what each worker said.
    pub(crate) fn agree(&mut self, summary: Summary) -> Result<Vec<Summary>, Failure> {
        self.settle(summary, &mut |_, _| Ok(()))
    }
}
