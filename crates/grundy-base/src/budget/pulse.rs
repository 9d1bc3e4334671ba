//! The meter of what is at work on this thread, for work that takes no meter.
//!
//! A theorem tells the value of a position, a notation writes it down, a number is read from its digits: none of these
//! takes a meter, and each may be asked about numbers of millions of digits. Long arithmetic therefore [counts](step)
//! its steps and the [bytes](room) it is about to need here. Where no meter [runs](super::Meter::run) the thread, that is
//! the whole of it. Where one does, the clock, the flag and the watch are looked at in time, and once something has run out
//! the work is given up by unwinding to the meter that runs it, as it would be by a panic; no hook hears of it.
//!
//! Engines take their meter by hand, keep what they know, and never unwind.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::{Exhausted, Meter, STEPS};

thread_local! {
    /// Steps before the next look.
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
    /// The meter that runs the thread.
    static METER: RefCell<Option<Meter>> = const { RefCell::new(None) };
    /// Steps of rules since an engine last looked.
    static COUNTED: Cell<u64> = const { Cell::new(0) };
}

/// What is thrown where something has run out.
struct GivenUp(Exhausted);

/// Puts back the meter that ran the thread before, whatever happens.
struct Back {
    left: u64,
    meter: Option<Meter>,
}

impl Back {
    fn restore(&mut self) -> Option<Meter> {
        LEFT.set(self.left);
        METER.with_borrow_mut(|meter| std::mem::replace(meter, self.meter.take()))
    }
}

pub(super) fn run<T>(meter: &mut Meter, work: impl FnOnce() -> T) -> Result<T, Exhausted> {
    meter.look()?;
    let mut back = Back {
        left: LEFT.replace(STEPS),
        meter: METER.replace(Some(meter.clone())),
    };
    let done = catch_unwind(AssertUnwindSafe(work));
    back.restore();
    done.or_else(
        |thrown: Box<dyn Any + Send>| match thrown.downcast::<GivenUp>() {
            Ok(given_up) => Err(given_up.0),
            Err(other) => resume_unwind(other),
        },
    )
}

/// Counts steps of about a nanosecond each. Gives the work up where something has run out.
#[inline]
pub fn step(steps: u64) {
    let left = LEFT.get();
    if steps < left {
        LEFT.set(if left == u64::MAX { left } else { left - steps });
    } else {
        // What has run out stays so: the next step looks again.
        LEFT.set(0);
        check(Meter::look_here);
        LEFT.set(STEPS);
    }
}

/// Counts steps of about a nanosecond each that a rule takes within one position, for the engine that asked it: the engine
/// looks when it next [spends](Meter::spend), and keeps what it knows.
#[inline]
pub fn count(steps: u64) {
    COUNTED.set(COUNTED.get().saturating_add(steps));
}

/// Whether so many steps were [counted](count) that it is time to look; they are then counted from 0.
#[inline]
pub(super) fn is_due() -> bool {
    let is_due = COUNTED.get() >= STEPS;
    if is_due {
        COUNTED.set(0);
    }
    is_due
}

/// Gives the work up where there is no room for so many bytes for a while.
pub fn room(bytes: u64) {
    check(|meter| match meter.bytes_left() < bytes {
        true => Err(Exhausted::Bytes(meter.budget.bytes)),
        false => Ok(()),
    });
}

fn check(check: impl FnOnce(&Meter) -> Result<(), Exhausted>) {
    if let Err(ran_out) = ask(check)
        && !std::thread::panicking()
    {
        resume_unwind(Box::new(GivenUp(ran_out)));
    }
}

/// Asks the meter that runs the thread, if one does. A watch that is being asked is not asked again.
fn ask(ask: impl FnOnce(&Meter) -> Result<(), Exhausted>) -> Result<(), Exhausted> {
    let asked = METER.try_with(|meter| match meter.try_borrow_mut() {
        Ok(meter) => meter.as_ref().map_or(Ok(()), ask),
        Err(_) => Ok(()),
    });
    asked.unwrap_or(Ok(()))
}

/// Whether what runs the thread has run out.
pub(super) fn outer() -> Result<(), Exhausted> {
    ask(Meter::look_here)
}

/// Allows a new meter no more than is left to the one that runs the thread.
pub(super) fn within(new: &mut Meter) {
    let inherited = ask(|outer| {
        new.budget.bytes = new.budget.bytes.min(outer.bytes_left());
        if let Some(deadline) = outer.deadline
            && new.deadline.is_none_or(|own| deadline < own)
        {
            (new.deadline, new.budget.time) = (Some(deadline), outer.budget.time);
        }
        if new.budget.stop.is_none() && new.budget.watch.is_none() {
            new.budget.stop.clone_from(&outer.budget.stop);
            new.budget.watch.clone_from(&outer.budget.watch);
        }
        Ok(())
    });
    debug_assert_eq!(inherited, Ok(()));
}
