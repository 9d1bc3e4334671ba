//! Candidates of batches ahead of the proofs that none of their heaps is rare: the work of several threads.
//!
//! Once rare values are seldom, whoever finds the least common numbers of a batch may go on to the next one as if no heap
//! before it were rare. That this is so is shown meanwhile by other threads, each of which has the numbers so far as memory of its
//! own and is told the new ones with each batch. The first thread shows what nobody else has begun when it is as far as it may go,
//! and also what another thread has not done in twice the usual time, so that it never waits for one that the system lets
//! stand. No value is given out before it is proved: where a batch cannot be, all behind it is forgotten, and the batch is
//! done again by the first thread alone.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use super::batch::{BATCH, Batch};
use super::space::Space;
use super::{BLOCK, Sparse, Stop};

/// Before that many values rare ones are too frequent.
const FIRST: u64 = 1 << 15;

/// So many batches in a row must have had no rare heap.
const CALM: u32 = 8;

/// More threads than this find nothing to do.
const MOST_THREADS: usize = 8;

/// In batches: how long either way is timed, and how long the faster one is then gone.
const TRIAL: u32 = 16;
const CHOSEN: u32 = 1024;

/// Until so much time has passed no block's end is waited at, where nobody has anything to do at last; and at most so many blocks.
const STRETCH: (Duration, usize) = (Duration::from_millis(20), 64);

/// How often a thread looks for work, or an answer, before it sleeps, or looks at the clock.
const SPINS: u32 = 4_000;
const LOOKS: u32 = 64;

/// Batches that wait for their proof, and those who work on them.
#[derive(Debug)]
pub(super) struct Ahead {
    threads: usize,
    /// How many values are wanted in all.
    goal: u64,
    /// Batches in a row without a rare heap.
    calm: u32,
    first: u64,
    helpers: Option<Helpers>,
    /// What a proof took lately.
    usual: Duration,
    /// Which way is the faster one, where that is asked.
    clock: Option<Clock>,
}

/// What batches took by one thread alone and by all: where no processor is idle, one is faster.
#[derive(Clone, Copy, Debug, Default)]
struct Clock {
    alone: Duration,
    ahead: Duration,
    /// Batches since the times were begun.
    batches: u32,
}

impl Clock {
    fn goes_ahead(&self) -> bool {
        match self.batches {
            ..TRIAL => false,
            batches => batches < 2 * TRIAL || self.ahead < self.alone,
        }
    }

    /// Takes note of so many batches done one way or the other.
    fn note(&mut self, ahead: bool, batches: u32, took: Duration) {
        // Either trial ends at a block's end only, so that the times are compared by batch.
        let each = took / batches.max(1);
        let mean = if ahead {
            &mut self.ahead
        } else {
            &mut self.alone
        };
        if self.batches < 2 * TRIAL {
            *mean = if mean.is_zero() {
                each
            } else {
                (*mean).min(each)
            };
        }
        self.batches += batches;
        if self.batches >= CHOSEN {
            *self = Clock::default();
        }
    }
}

impl Default for Ahead {
    fn default() -> Ahead {
        Ahead {
            threads: 1,
            goal: 0,
            calm: 0,
            first: FIRST,
            helpers: None,
            usual: Duration::from_millis(1),
            clock: Some(Clock::default()),
        }
    }
}

/// Threads that prove, and the desk on which their work lies; they end when this is dropped.
#[derive(Debug)]
struct Helpers {
    office: Arc<Office>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Debug)]
struct Office {
    desk: Mutex<Desk>,
    called: Condvar,
    /// How often anything was laid on the desk for the helpers, and for the first thread.
    posted: AtomicUsize,
    answered: AtomicUsize,
}

#[derive(Debug)]
struct Desk {
    closed: bool,
    /// How many helpers sleep.
    asleep: usize,
    /// What has changed besides the numbers.
    space: Space,
    last_rare: u64,
    /// The place of the first of the numbers here.
    from: usize,
    /// The last numbers.
    numbers: Vec<u16>,
    /// Up to which place the numbers of each helper are these.
    known: Vec<usize>,
    /// Where the batches begin that nobody has begun to prove.
    waiting: VecDeque<usize>,
    /// Changes whenever batches are forgotten.
    round: u64,
    answers: Vec<Answer>,
}

#[derive(Clone, Copy, Debug)]
struct Answer {
    /// Where the batch begins.
    start: usize,
    /// Whether none of its heaps is rare.
    proved: bool,
    took: Duration,
}

/// A batch whose candidates are among the numbers.
#[derive(Debug)]
struct Pending {
    start: usize,
    proved: Option<bool>,
}

impl Office {
    /// What a thread that ended by a panic left is whole: the desk is changed by nothing that panics.
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the helpers that something has changed.
    fn call(&self, desk: MutexGuard<'_, Desk>) {
        let asleep = desk.asleep > 0;
        drop(desk);
        self.posted.fetch_add(1, Ordering::Release);
        if asleep {
            self.called.notify_all();
        }
    }
}

impl Drop for Helpers {
    fn drop(&mut self) {
        let mut desk = self.office.desk();
        desk.closed = true;
        self.office.call(desk);
        for thread in self.threads.drain(..) {
            // What a helper did not do is done by the first thread.
            drop(thread.join());
        }
    }
}

impl Helpers {
    /// As many as the system grants of so many.
    fn of(sparse: &Sparse, batch: &Batch, count: usize) -> Helpers {
        let office = Arc::new(Office {
            desk: Mutex::new(Desk {
                closed: false,
                asleep: 0,
                space: sparse.space.clone(),
                last_rare: sparse.last_rare,
                from: sparse.codes.len(),
                numbers: Vec::new(),
                known: vec![sparse.codes.len(); count],
                waiting: VecDeque::new(),
                round: 0,
                answers: Vec::new(),
            }),
            called: Condvar::new(),
            posted: AtomicUsize::new(0),
            answered: AtomicUsize::new(0),
        });
        let threads = (0..count).map_while(|which| {
            let (office, shadow, batch) = (office.clone(), sparse.shadow(), batch.shadow());
            let helper = Builder::new().name("proofs".to_owned());
            helper
                .spawn(move || help(&office, which, shadow, batch))
                .ok()
        });
        let threads: Vec<JoinHandle<()>> = threads.collect();
        office.desk().known.truncate(threads.len());
        Helpers { office, threads }
    }

    /// Lays the numbers up to the last on the desk, and the batch at `start` if it is to be proved.
    fn post(&self, sparse: &Sparse, start: Option<usize>) {
        let mut desk = self.office.desk();
        let told = desk.from + desk.numbers.len();
        desk.numbers.extend_from_slice(&sparse.codes[told..]);
        desk.last_rare = sparse.last_rare;
        desk.space.clone_from(&sparse.space);
        if let Some(start) = start {
            desk.waiting.push_back(start);
            self.office.call(desk);
            return;
        }
        // All are proved: what every helper knows is not wanted again.
        let (from, proved) = (desk.from, sparse.codes.len());
        let known = desk
            .known
            .iter()
            .fold(proved, |least, &known| least.min(known));
        if known > from + 8 * BLOCK {
            desk.numbers.drain(..known - from);
            desk.from = known;
        }
    }

    /// Forgets all numbers from a place on, and what was to be proved.
    fn forget_from(&self, place: usize) {
        let mut desk = self.office.desk();
        let kept = place.saturating_sub(desk.from);
        desk.numbers.truncate(kept);
        desk.known
            .iter_mut()
            .for_each(|known| *known = place.min(*known));
        desk.waiting.clear();
        desk.answers.clear();
        desk.round += 1;
    }
}

/// What a helper does until the desk is closed.
fn help(office: &Office, which: usize, mut shadow: Sparse, mut batch: Batch) {
    let mut numbers = [0; BATCH];
    loop {
        let (seen, spins) = (office.posted.load(Ordering::Acquire), SPINS);
        let mut desk = office.desk();
        if desk.closed {
            return;
        }
        let Some(start) = desk.waiting.pop_front() else {
            drop(desk);
            let posted = || office.posted.load(Ordering::Acquire) != seen;
            if !(0..spins).any(|_| {
                std::hint::spin_loop();
                posted()
            }) {
                let mut desk = office.desk();
                desk.asleep += 1;
                while !desk.closed && desk.waiting.is_empty() {
                    let woken = office.called.wait(desk);
                    desk = woken.unwrap_or_else(PoisonError::into_inner);
                }
                desk.asleep -= 1;
            }
            continue;
        };
        let round = desk.round;
        let known = desk.known[which].min(start);
        shadow.space.clone_from(&desk.space);
        shadow.last_rare = desk.last_rare;
        shadow.forget_from(&mut batch, known);
        let from = desk.from;
        let new = &desk.numbers[known - from..];
        let (before, own) = new.split_at(start - known);
        shadow.codes.extend_from_slice(before);
        numbers.copy_from_slice(&own[..BATCH]);
        desk.known[which] = start + BATCH;
        drop(desk);
        let begun = Instant::now();
        let proved = shadow.proves(&mut batch, &numbers);
        let took = begun.elapsed();
        let mut desk = office.desk();
        if desk.round == round {
            let answer = Answer {
                start,
                proved,
                took,
            };
            desk.answers.push(answer);
            drop(desk);
            office.answered.fetch_add(1, Ordering::Release);
        }
    }
}

impl Ahead {
    /// Works with so many threads from now on.
    pub(super) fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, MOST_THREADS);
        self.helpers = None;
    }

    /// Goes on over several blocks at once where so many values are wanted in all.
    pub(super) fn set_goal(&mut self, goal: u64) {
        self.goal = goal;
    }

    /// Begins so early, and does so whether it is faster or not.
    #[cfg(test)]
    pub(super) fn set_first(&mut self, first: u64) {
        self.first = first;
        self.clock = None;
    }

    /// Takes note that numbers have changed, or that the first were dropped.
    pub(super) fn forget(&mut self) {
        self.helpers = None;
        self.calm = 0;
    }

    /// Bytes of memory of the helpers where each holds so many.
    pub(super) fn bytes(&self, each: usize) -> usize {
        let helpers = self.helpers.as_ref();
        helpers.map_or(0, |helpers| helpers.threads.len().saturating_mul(each))
    }

    /// Whether there are helpers.
    pub(super) fn has_helpers(&self) -> bool {
        self.helpers.is_some()
    }

    /// Takes note of a batch done by the first thread alone, begun then.
    fn note(&mut self, rare: bool, begun: Instant) {
        self.calm = if rare { 0 } else { self.calm.saturating_add(1) };
        if let Some(clock) = self.clock.as_mut().filter(|_| self.calm > CALM) {
            clock.note(false, 1, begun.elapsed());
        }
    }

    /// Waits for an answer, but not for longer than twice what one usually takes.
    fn wait(&self, office: &Office, seen: usize) {
        let begun = Instant::now();
        loop {
            for _ in 0..LOOKS {
                if office.answered.load(Ordering::Acquire) != seen {
                    return;
                }
                std::hint::spin_loop();
            }
            if begun.elapsed() > 2 * self.usual {
                return;
            }
        }
    }
}

impl Sparse {
    /// Goes on by a batch at least, by as many threads as are of use.
    pub(super) fn next_batches(&mut self) -> Result<(), Stop> {
        if self.ahead.threads == 1 {
            return self.batch();
        }
        let (begun, length) = (Instant::now(), self.codes.len());
        if self.goes_ahead() && self.batches_ahead() {
            let batches = (self.codes.len() - length) / BATCH;
            if let Some(clock) = &mut self.ahead.clock {
                clock.note(true, batches as u32, begun.elapsed());
            }
            return Ok(());
        }
        let (begun, last_rare) = (Instant::now(), self.last_rare);
        let done = self.batch();
        self.ahead.note(self.last_rare != last_rare, begun);
        done
    }

    /// Whether the next batches are begun before those before them are proved.
    fn goes_ahead(&self) -> bool {
        let ahead = &self.ahead;
        ahead.calm >= CALM
            && self.len() >= ahead.first
            && ahead.clock.is_none_or(|clock| clock.goes_ahead())
    }

    /// Goes on to the end of a block, or to the first batch that must be done by one thread alone, which is told.
    fn batches_ahead(&mut self) -> bool {
        let mut ahead = std::mem::take(&mut self.ahead);
        let mut batch = std::mem::take(&mut self.batch);
        let done = self.go_ahead(&mut ahead, &mut batch);
        self.complete_prefix();
        self.batch = batch;
        self.ahead = ahead;
        done
    }

    fn go_ahead(&mut self, ahead: &mut Ahead, batch: &mut Batch) -> bool {
        if ahead.helpers.is_none() {
            let each = self.bytes_of_helper(self.codes.capacity(), batch);
            let helpers = ahead.threads - 1;
            if self.bytes().saturating_add(helpers.saturating_mul(each)) > self.limits.memory {
                ahead.set_threads(1);
                return false;
            }
            ahead.helpers = Some(Helpers::of(self, batch, helpers));
        }
        let Some(helpers) = &ahead.helpers else {
            return false;
        };
        helpers.post(self, None);
        let begun = Instant::now();
        let mut end = (self.codes.len() / BLOCK + 1) * BLOCK;
        let last = self.last_block(end + STRETCH.1 * BLOCK, ahead.goal);
        let most = 2 * ahead.threads;
        let mut pending: VecDeque<Pending> = VecDeque::new();
        let mut alone = false;
        let mut usual = ahead.usual;
        loop {
            let seen = helpers.office.answered.load(Ordering::Acquire);
            if self.codes.len() >= end && end < last && begun.elapsed() < STRETCH.0 {
                end += BLOCK;
            }
            // Who proves the next batch that nobody has begun, if there is no room for more.
            let full = alone || self.codes.len() >= end || pending.len() >= most;
            let mut desk = helpers.office.desk();
            for answer in desk.answers.drain(..) {
                usual = (7 * usual + answer.took) / 8;
                for pending in &mut pending {
                    if pending.start == answer.start {
                        pending.proved = Some(answer.proved);
                    }
                }
            }
            let unbegun = full.then(|| desk.waiting.pop_front()).flatten();
            drop(desk);
            while let Some(proved) = pending.front().and_then(|first| first.proved) {
                let Some(first) = pending.pop_front() else {
                    break;
                };
                if !proved {
                    helpers.forget_from(first.start);
                    self.forget_from(batch, first.start);
                    ahead.calm = 0;
                    return false;
                }
            }
            let mut mine = unbegun;
            if full && mine.is_none() {
                if pending.is_empty() {
                    ahead.usual = usual;
                    return !alone;
                }
                ahead.wait(&helpers.office, seen);
                if helpers.office.answered.load(Ordering::Acquire) == seen {
                    mine = pending.front().map(|first| first.start);
                }
            }
            if let Some(start) = mine {
                let after = self.codes.split_off(start);
                let mut numbers = [0; BATCH];
                numbers.copy_from_slice(&after[..BATCH]);
                let proved = self.proves(batch, &numbers);
                self.codes.truncate(start);
                self.codes.extend_from_slice(&after);
                for pending in &mut pending {
                    if pending.start == start {
                        pending.proved = Some(proved);
                    }
                }
            } else if !full {
                let start = self.codes.len();
                if self.candidates_of_batch(batch) {
                    helpers.post(self, Some(start));
                    pending.push_back(Pending {
                        start,
                        proved: None,
                    });
                } else {
                    self.forget_from(batch, start);
                    alone = true;
                }
            }
        }
    }

    /// The last end of a block up to a place for which there is room, before the space is looked at again, and not beyond so many values.
    fn last_block(&self, place: usize, goal: u64) -> usize {
        let most = self.next_look.min(goal).saturating_sub(self.base);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        place.min(self.codes.capacity()).min(most) / BLOCK * BLOCK
    }

    /// Forgets the numbers from a place on.
    fn forget_from(&mut self, batch: &mut Batch, place: usize) {
        self.codes.truncate(place);
        batch.forget_from(place);
    }

    /// A sequence of the same numbers that only proves.
    fn shadow(&self) -> Sparse {
        Sparse {
            prefix: self.prefix.clone(),
            base: self.base,
            codes: self.codes.clone(),
            last_rare: self.last_rare,
            ..Sparse::empty(self.rules.clone(), self.limits, self.space.clone())
        }
    }

    /// Bytes that a helper holds where there is place for so many numbers.
    pub(super) fn bytes_of_helper(&self, length: usize, batch: &Batch) -> usize {
        // While numbers are moved, they are there twice.
        4 * length + 2 * self.prefix.len() + batch.bytes() + batch.growth(length)
    }
}
