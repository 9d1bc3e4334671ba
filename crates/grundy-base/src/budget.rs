//! How much an engine may spend, and the clean way to stop.
//!
//! Every engine takes a [`Meter`] and asks it before it grows; a meter that refuses says what ran out, and the engine
//! hands the problem back with what it knows.
//!
//! Theorems take no meter: they are statements about positions. What they do on long numbers is counted all the same, by
//! [`pulse`], where a meter [runs](Meter::run) them.

pub mod pulse;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::message;
use crate::text::{Message, seconds};

/// Limits for one question.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Positions (or heaps, or cells) an engine may look at.
    pub positions: u64,
    /// Bytes it may hold, by its own estimate.
    pub bytes: u64,
    /// Time it may take.
    pub time: Option<Duration>,
    /// Since when the time counts; where nothing is said, from the moment an engine begins.
    pub since: Option<Instant>,
    /// Set from outside (Ctrl-C) to stop at the next opportunity.
    pub stop: Option<Arc<AtomicBool>>,
    /// Asked now and then, by the thread at work, whether to go on.
    pub watch: Option<Watch>,
}

/// Whoever is asked, now and then, whether to go on, and told how far an engine is.
///
/// For callers that cannot set a flag while they wait: they are asked every few thousand positions or cells, so an
/// answer should come fast.
#[derive(Clone)]
pub struct Watch(Arc<dyn Fn(u64) -> bool + Send + Sync>);

impl Watch {
    /// Asks this function, which is told how many positions the engine at work has looked at, and answers whether to go on.
    ///
    /// ```
    /// use grundy_base::budget::{Budget, Exhausted, Meter, Watch};
    /// let watch = Some(Watch::new(|positions| positions < 10_000));
    /// let mut meter = Meter::new(&Budget { watch, ..Budget::default() });
    /// let spent = (0..).find_map(|_| meter.spend(1, 0).err());
    /// assert_eq!(spent, Some(Exhausted::Interrupted));
    /// ```
    pub fn new(goes_on: impl Fn(u64) -> bool + Send + Sync + 'static) -> Watch {
        Watch(Arc::new(goes_on))
    }

    /// Whether to go on.
    pub fn goes_on(&self, positions: u64) -> bool {
        (self.0)(positions)
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watch")
    }
}

impl Budget {
    /// So many positions, as many bytes as usual, and any time: what is done with it is the same on every machine.
    pub fn of_positions(positions: u64) -> Budget {
        Budget {
            positions,
            time: None,
            ..Budget::default()
        }
    }

    /// Whether somebody asked to stop; `positions` have been looked at.
    pub fn is_stopped(&self, positions: u64) -> bool {
        let flag = self.stop.as_ref();
        flag.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || (self.watch.as_ref()).is_some_and(|watch| !watch.goes_on(positions))
    }
}

impl Default for Budget {
    /// 20 million positions, 2 GiB, ten seconds.
    fn default() -> Budget {
        Budget {
            positions: 20_000_000,
            bytes: 2 << 30,
            time: Some(Duration::from_secs(10)),
            since: None,
            stop: None,
            watch: None,
        }
    }
}

/// [`Exhausted`]: which limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// More positions than allowed.
    Positions(u64),
    /// More bytes than allowed.
    Bytes(u64),
    /// More time than allowed.
    Time(Duration),
    /// Somebody asked to stop.
    Interrupted,
}

impl Exhausted {
    /// The sentence.
    pub fn message(self) -> Message {
        match self {
            Exhausted::Positions(limit) => {
                message!(
                    "it needs more than {limit#position}",
                    "所需局面超过 {limit} 个",
                    limit = limit
                )
            }
            Exhausted::Bytes(limit) => {
                message!(
                    "it needs more than {limit#byte} of memory",
                    "所需内存超过 {limit} 字节",
                    limit = limit
                )
            }
            Exhausted::Time(limit) => message!(
                "it takes longer than {seconds} s",
                "耗时超过 {seconds} 秒",
                seconds = seconds(limit)
            ),
            Exhausted::Interrupted => message!("it was interrupted", "已被中断"),
        }
    }
}

impl fmt::Display for Exhausted {
    /// The English sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for Exhausted {}

/// A budget being spent.
#[derive(Clone, Debug)]
pub struct Meter {
    budget: Budget,
    positions: u64,
    bytes: u64,
    deadline: Option<Instant>,
    next_look: u64,
    /// Steps since the last look.
    steps: u64,
}

/// Positions between two looks at the clock.
const STRIDE: u64 = 4096;

/// Steps, each of about a nanosecond, between two looks at the clock.
pub const STEPS: u64 = 1 << 22;

impl Meter {
    /// Starts to spend. What is begun within what another meter [runs](Meter::run) has no more bytes and no more time
    /// than are left there.
    pub fn new(budget: &Budget) -> Meter {
        let since = budget.since.unwrap_or_else(Instant::now);
        let deadline = budget.time.and_then(|time| since.checked_add(time));
        let mut meter = Meter {
            budget: budget.clone(),
            positions: 0,
            bytes: 0,
            deadline,
            next_look: STRIDE,
            steps: 0,
        };
        pulse::within(&mut meter);
        meter
    }

    /// Runs what takes no meter of its own: where [`pulse`] finds that the budget is spent, it is given up.
    ///
    /// What it was working on is lost, so it should change nothing that lives on.
    ///
    /// # Errors
    /// [`Exhausted`]: which limit was reached.
    ///
    /// ```
    /// use grundy_base::{Budget, budget::Meter, number::decimal};
    /// let mut meter = Meter::new(&Budget { bytes: 1 << 20, ..Budget::default() });
    /// let text = "7".repeat(3_000_000);
    /// assert!(meter.run(|| decimal::parse(&text, decimal::MOST_DIGITS)).is_err());
    /// ```
    pub fn run<T>(&mut self, work: impl FnOnce() -> T) -> Result<T, Exhausted> {
        pulse::run(self, work)
    }

    /// Counts steps, each of about a nanosecond, that look at no position and hold nothing: engines count so what they do
    /// within one position. The clock is looked at before [`STEPS`] of them have passed without a look.
    ///
    /// # Errors
    /// What has run out.
    #[inline]
    pub fn step(&mut self, steps: u64) -> Result<(), Exhausted> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps < STEPS {
            return Ok(());
        }
        // What has run out stays so: the next step looks again.
        self.look()?;
        self.steps = 0;
        Ok(())
    }

    /// A meter with a part of what this one may spend in positions, bytes and time, and with no more than is left of it.
    pub fn part(&self, divisor: u64) -> Meter {
        let mut part = self.clone();
        part.budget.positions = self.budget.positions / divisor.max(1);
        part.budget.positions = part.budget.positions.min(self.positions_left());
        part.budget.bytes = self.budget.bytes / divisor.max(1);
        part.budget.bytes = part.budget.bytes.min(self.bytes_left());
        (part.positions, part.bytes, part.next_look) = (0, 0, STRIDE);
        if let Some(time) = self.budget.time {
            let time = time / u32::try_from(divisor.max(1)).unwrap_or(u32::MAX);
            part.budget.time = Some(time);
            let deadline = Instant::now().checked_add(time);
            part.deadline = self.deadline.into_iter().chain(deadline).min();
        }
        part
    }

    /// A meter that may spend at most so many positions of what is left to this one, until the same deadline.
    pub fn at_most(&self, positions: u64) -> Meter {
        let mut part = self.clone();
        let most = self.positions.saturating_add(positions);
        part.budget.positions = part.budget.positions.min(most);
        part
    }

    /// The same meter with an end after so much time from now, if it does not end before; [`resume`](Meter::resume) goes on behind it.
    pub fn for_now(&self, time: Duration) -> Meter {
        let mut part = self.clone();
        let deadline = Instant::now().checked_add(time);
        part.deadline = self.deadline.into_iter().chain(deadline).min();
        part.budget.time = part.budget.time.or(Some(time));
        part
    }

    /// Counts what was spent by a meter that was this one [for some time](Meter::for_now).
    pub fn resume(&mut self, part: &Meter) {
        (self.positions, self.bytes) = (part.positions, part.bytes);
        self.next_look = self.positions.saturating_add(1);
    }

    /// Counts what a part has spent and still holds.
    pub fn settle(&mut self, part: &Meter) {
        self.positions = self.positions.saturating_add(part.positions);
        self.bytes = self.bytes.saturating_add(part.bytes);
        self.next_look = self.next_look.max(self.positions.saturating_add(1));
    }

    /// Counts positions about to be looked at and bytes about to be held.
    ///
    /// # Errors
    /// What has run out.
    #[inline]
    pub fn spend(&mut self, positions: u64, bytes: u64) -> Result<(), Exhausted> {
        self.positions = self.positions.saturating_add(positions);
        self.bytes = self.bytes.saturating_add(bytes);
        if self.positions > self.budget.positions {
            return Err(Exhausted::Positions(self.budget.positions));
        }
        if self.bytes > self.budget.bytes {
            return Err(Exhausted::Bytes(self.budget.bytes));
        }
        if self.positions >= self.next_look || pulse::is_due() {
            self.look()?;
            self.next_look = self.positions + STRIDE;
        }
        Ok(())
    }

    /// Gives back bytes that are no longer held.
    #[inline]
    pub fn release(&mut self, bytes: u64) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }

    /// Looks at the clock now, and whether somebody asked to stop.
    ///
    /// # Errors
    /// What has run out.
    pub fn look(&self) -> Result<(), Exhausted> {
        self.look_here()?;
        pulse::outer()
    }

    /// [`look`](Meter::look), leaving aside what runs the thread.
    fn look_here(&self) -> Result<(), Exhausted> {
        let is_stopped = self.budget.is_stopped(self.positions);
        match (self.deadline, self.budget.time) {
            // Whoever asks to stop then may do so for the time.
            (Some(deadline), Some(time)) if Instant::now() > deadline => Err(Exhausted::Time(time)),
            _ if is_stopped => Err(Exhausted::Interrupted),
            _ => Ok(()),
        }
    }

    /// How many things of `bytes` each may still be looked at and held at once.
    #[inline]
    pub fn room(&self, bytes: u64) -> usize {
        let room = self.positions_left().min(self.bytes_left() / bytes.max(1));
        usize::try_from(room).unwrap_or(usize::MAX)
    }

    /// What stands in the way of more things of `bytes` each than there is [`room`](Meter::room) for.
    pub fn full(&self, bytes: u64) -> Exhausted {
        if self.positions_left() <= self.bytes_left() / bytes.max(1) {
            return Exhausted::Positions(self.budget.positions);
        }
        Exhausted::Bytes(self.budget.bytes)
    }

    /// Positions that may still be looked at.
    #[inline]
    pub fn positions_left(&self) -> u64 {
        self.budget.positions.saturating_sub(self.positions)
    }

    /// Bytes that may be held in all.
    #[inline]
    pub fn bytes_allowed(&self) -> u64 {
        self.budget.bytes
    }

    /// Bytes that are held, or were about to be when there was no room for them.
    #[inline]
    pub fn bytes_held(&self) -> u64 {
        self.bytes
    }

    /// Bytes that may still be held.
    #[inline]
    pub fn bytes_left(&self) -> u64 {
        self.budget.bytes.saturating_sub(self.bytes)
    }
}
