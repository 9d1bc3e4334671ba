//! What holds a command to its budget, whatever it is doing.
//!
//! Engines look at their meters, and most commands end by themselves with what they know. Beside them a thread watches
//! the whole command, from the first byte of input to the last of a picture: its time, the bytes that it
//! [holds](grundy_process::heap), and whether somebody pressed Ctrl-C. Each of the three first asks the command to stop, by the
//! one flag at which engines look, and is remembered as the [cause](Cause). A command that has not ended a moment later
//! is ended here, with the sentence that tells why. So a limit holds where nobody thought of it, too.
//!
//! A command that saves what it has done is [let finish](hold), and so is a server that still answers.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use grundy::budget::Exhausted;
use grundy::{Lang, Message};
use grundy_process::{heap, worked};

use crate::failure::{Exit, Failure};
use crate::interrupt::end_at_once;
use crate::output;
use crate::print::paint::Paint;
use crate::words;
use grundy_service::Why;

/// How long a command that was asked to stop may take to tell what it knows: where its time is over, of the processor's time, so that
/// nothing is lost on a busy machine, and up to so many times as long by the clock.
const GRACE: Duration = Duration::from_millis(300);
const GRACE_BY_THE_CLOCK: u32 = 10;

/// The same where memory is short: what it still takes is bounded anyway.
const GRACE_OF_BYTES: Duration = Duration::from_secs(1);

/// How long the last sentence may take to be read.
const PATIENCE: Duration = Duration::from_millis(50);

/// The same of what a command has found, without which its exit code would tell of nothing.
const PATIENCE_OF_FOUND: Duration = Duration::from_secs(3);

/// How much later than an engine the watch sees that time is over: the engine knows what it was at.
const LATER: Duration = Duration::from_millis(30);

/// The same in a conversation, which goes on where an engine keeps its time.
const LATER_IN_CONVERSATION: Duration = Duration::from_millis(150);

/// How long a question of a conversation may go on after it was asked to stop, in times of what it had, and the bounds of
/// that. A machine with other work may be late by much, and what ends here takes all later questions with it; so it is ended
/// earlier only where the process was [at work](worked) for the usual moment since.
const GRACE_OF_A_QUESTION: u32 = 10;
const LEAST_OF_A_QUESTION: Duration = Duration::from_secs(5);
const MOST_OF_A_QUESTION: Duration = Duration::from_secs(60);

/// What the watch asks a command to stop for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// Somebody pressed Ctrl-C.
    Pressed,
    /// The time of the command is over.
    Time(Duration),
    /// It holds more than so many bytes.
    Bytes(u64),
}

impl Cause {
    fn message(self) -> Message {
        match self {
            Cause::Pressed => words::interrupted(),
            Cause::Time(time) => words::over_budget(Exhausted::Time(time), "--time"),
            Cause::Bytes(bytes) => words::over_budget(Exhausted::Bytes(bytes), "--memory"),
        }
    }

    fn why(self) -> Why {
        let reason = match self {
            Cause::Pressed => Exhausted::Interrupted,
            Cause::Time(time) => Exhausted::Time(time),
            Cause::Bytes(bytes) => Exhausted::Bytes(bytes),
        };
        Why::told(reason, self.message())
    }

    fn exit(self) -> Exit {
        match self {
            Cause::Pressed => Exit::Interrupted,
            Cause::Time(_) | Cause::Bytes(_) => Exit::Unknown,
        }
    }

    fn grace(self) -> Duration {
        match self {
            Cause::Bytes(_) => GRACE_OF_BYTES,
            Cause::Pressed | Cause::Time(_) => GRACE,
        }
    }
}

/// What is watched.
#[derive(Default)]
struct State {
    /// When the time is over, and how long it was.
    time: Option<(Instant, Duration)>,
    /// How much later the watch sees that.
    later: Duration,
    /// The time of each question of a conversation.
    each: Option<Duration>,
    /// Whether one of them is being answered.
    in_question: bool,
    /// What the user allows.
    bytes: u64,
    /// Whether the watch wakes by itself.
    is_timed: bool,
    /// Why the command was asked to stop, and when.
    asked: Option<(Cause, Instant)>,
    /// How long the process had been at work when the time was over.
    worked: Option<Duration>,
}

impl State {
    /// Whether only a question of a conversation was asked to stop, and the command goes on.
    fn only_the_question(&self) -> bool {
        self.in_question && matches!(self.asked, Some((Cause::Time(_), _)))
    }

    /// How long the process may still work where its time, or that of a question, is over.
    fn work_left(&self) -> Option<Duration> {
        let before = (self.worked).filter(|_| matches!(self.asked, Some((Cause::Time(_), _))))?;
        Some(GRACE.saturating_sub(worked()?.saturating_sub(before)))
    }

    /// How long what was asked to stop for this may still take.
    fn grace(&self, cause: Cause) -> Duration {
        match cause {
            Cause::Time(time) if self.in_question => time
                .saturating_mul(GRACE_OF_A_QUESTION)
                .clamp(LEAST_OF_A_QUESTION, MOST_OF_A_QUESTION),
            Cause::Time(_) if self.worked.is_some() => GRACE * GRACE_BY_THE_CLOCK,
            _ => cause.grace(),
        }
    }
}

struct Watch {
    lang: Lang,
    stop: Arc<AtomicBool>,
    state: Mutex<State>,
}

static WATCH: OnceLock<Watch> = OnceLock::new();
/// The thread that watches.
static WATCHER: OnceLock<Thread> = OnceLock::new();
/// What a command has found until now, where it is told even if the command does not come to its end.
static FOUND: Mutex<Option<Found>> = Mutex::new(None);
/// How many are saving something.
static HOLDS: AtomicUsize = AtomicUsize::new(0);

/// Begins to watch the command of this process, which stops at this flag.
pub(crate) fn begin(lang: Lang, stop: &Arc<AtomicBool>) {
    let watch = Watch {
        lang,
        stop: Arc::clone(stop),
        state: Mutex::default(),
    };
    heap::on_mark(wake);
    if WATCH.set(watch).is_ok()
        && let Ok(thread) = thread::Builder::new().spawn(watched)
    {
        let _ = WATCHER.set(thread.thread().clone());
    }
}

/// The limits of the command: how long it may take since it `began`, and which bytes were allowed; `told` says that the
/// user named them.
pub(crate) fn limit(began: Instant, time: Option<Duration>, bytes: u64, told: bool) {
    let Some(watch) = WATCH.get() else { return };
    // A limit that nobody named is there for what runs away.
    let (enough, most) = match told {
        true => (
            bytes.saturating_add((bytes / 8).max(8 << 20)),
            bytes.saturating_add((bytes / 4 + bytes / 8).max(12 << 20)),
        ),
        false => (bytes.saturating_mul(2), bytes.saturating_mul(3)),
    };
    heap::mark(enough, most);
    {
        let mut state = lock(watch);
        state.bytes = bytes;
        state.time = time.and_then(|time| Some((began.checked_add(time)?, time)));
        state.later = LATER;
    }
    wake();
}

/// What a command has found: its output and its exit code, or that it is nothing.
pub(crate) struct Found {
    /// What is written to standard output, or what is said of there being nothing.
    pub(crate) out: Result<String, Message>,
    pub(crate) exit: Exit,
}

/// What the watch tells from now on where it ends the command for its time or for Ctrl-C.
pub(crate) fn found(found: Option<Found>) {
    *FOUND.lock().unwrap_or_else(PoisonError::into_inner) = found;
}

/// The command is over: what the process does after it is not held to its limits.
pub(crate) fn over() {
    if let Some(watch) = WATCH.get() {
        let mut state = lock(watch);
        (state.time, state.asked) = (None, None);
    }
}

/// Each question of a conversation has this time.
pub(crate) fn limit_each(time: Option<Duration>) {
    if let Some(watch) = WATCH.get() {
        lock(watch).each = time;
    }
}

/// A question of a conversation, until this is dropped. One whose time is over is asked to stop, and the conversation goes
/// on with the next; only one that goes on and on ends it.
#[must_use]
pub(crate) struct Question(());

/// A question of a conversation is asked.
pub(crate) fn question() -> Question {
    if let Some(watch) = WATCH.get() {
        let mut state = lock(watch);
        let each = state.each;
        state.time = each.and_then(|time| Some((Instant::now().checked_add(time)?, time)));
        state.later = LATER_IN_CONVERSATION;
        state.in_question = true;
        // A thread that waits without end would not look again; one that waits for an earlier question looks in time.
        if state.time.is_some() && !state.is_timed {
            state.is_timed = true;
            drop(state);
            wake();
        }
    }
    Question(())
}

impl Drop for Question {
    fn drop(&mut self) {
        if let Some(watch) = WATCH.get() {
            let mut state = lock(watch);
            state.time = None;
            if state.only_the_question() {
                state.asked = None;
                watch.stop.store(false, Ordering::SeqCst);
                // It waits for the end of this question, and is to look at the next.
                wake();
            }
            state.in_question = false;
        }
    }
}

/// Ctrl-C was pressed; whether nothing had asked the command to stop before.
pub(crate) fn pressed() -> bool {
    let Some(watch) = WATCH.get() else {
        return true;
    };
    let first = {
        let mut state = lock(watch);
        let first = state.asked.is_none() || state.only_the_question();
        if first {
            state.asked = Some((Cause::Pressed, Instant::now()));
        }
        first
    };
    wake();
    first
}

/// Wakes the watch; allocates nothing.
pub(crate) fn wake() {
    if let Some(watcher) = WATCHER.get() {
        watcher.unpark();
    }
}

/// Why the command was asked to stop, if it was.
pub(crate) fn cause() -> Option<Cause> {
    lock(WATCH.get()?).asked.map(|(cause, _)| cause)
}

/// The time of the question that is being answered, if it was asked to stop for that.
pub(crate) fn late() -> Option<Duration> {
    let state = lock(WATCH.get()?);
    match state.asked {
        Some((Cause::Time(time), _)) if state.in_question => Some(time),
        _ => None,
    }
}

/// What a command that stopped is said to have ended with: it may have taken the end of its time for Ctrl-C.
pub(crate) fn told(failure: Failure) -> Failure {
    match (failure, cause()) {
        (Failure::Interrupted, Some(cause @ (Cause::Time(_) | Cause::Bytes(_)))) => {
            Failure::unknown(cause.why())
        }
        (Failure::InterruptedAt(message), Some(cause @ (Cause::Time(_) | Cause::Bytes(_)))) => {
            Failure::unknown(cause.why().in_words(|cause| words::and(cause, message)))
        }
        (failure, _) => failure,
    }
}

/// Something is being saved or answered: until this is dropped the command is not ended for its time or for Ctrl-C.
#[must_use]
pub(crate) struct Hold(());

/// Lets a command finish what it saves.
pub(crate) fn hold() -> Hold {
    HOLDS.fetch_add(1, Ordering::SeqCst);
    Hold(())
}

impl Drop for Hold {
    fn drop(&mut self) {
        // What was saved is still to be told, and saving may have taken all the time for it.
        if let Some(watch) = WATCH.get()
            && let Some((_, since)) = &mut lock(watch).asked
        {
            *since = Instant::now();
        }
        HOLDS.fetch_sub(1, Ordering::SeqCst);
        wake();
    }
}

fn lock(watch: &Watch) -> std::sync::MutexGuard<'_, State> {
    watch.state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the thread does.
fn watched() {
    heap::free_this_thread();
    let Some(watch) = WATCH.get() else { return };
    loop {
        let now = Instant::now();
        let mut state = lock(watch);
        if heap::is_full() {
            end(watch, Cause::Bytes(state.bytes));
        }
        if (state.asked.is_none() || state.only_the_question()) && heap::is_enough() {
            state.asked = Some((Cause::Bytes(state.bytes), now));
        }
        if let (None, Some((over, time))) = (state.asked, state.time)
            && now >= over + state.later
        {
            state.asked = Some((Cause::Time(time), now));
            state.worked = worked();
        }
        let left = match (state.asked, state.time) {
            (Some((cause, since)), _) => {
                watch.stop.store(true, Ordering::SeqCst);
                let left = (since + state.grace(cause)).saturating_duration_since(now);
                let left = left.min(state.work_left().unwrap_or(left));
                if left.is_zero() && HOLDS.load(Ordering::SeqCst) == 0 {
                    end(watch, cause);
                }
                left.max(Duration::from_millis(5))
            }
            (None, Some((over, _))) => (over + state.later).saturating_duration_since(now),
            (None, None) => Duration::MAX,
        };
        state.is_timed = left < Duration::MAX;
        drop(state);
        thread::park_timeout(left);
    }
}

/// Ends the program and says why.
fn end(watch: &Watch, cause: Cause) -> ! {
    let paint = Paint::new(output::error_colours());
    let word = paint.error(words::Word::Error.of(watch.lang));
    let found = match cause {
        Cause::Time(_) | Cause::Pressed => {
            FOUND.lock().unwrap_or_else(PoisonError::into_inner).take()
        }
        Cause::Bytes(_) => None,
    };
    let exit = match (&found, cause) {
        (Some(found), Cause::Time(_)) => found.exit,
        _ => cause.exit(),
    };
    let said = match found.as_ref().map(|found| &found.out) {
        Some(Ok(_)) if cause != Cause::Pressed => None,
        Some(Ok(_)) => Some(cause.message().render(watch.lang)),
        Some(Err(message)) => Some(message.render(watch.lang)),
        None => Some(cause.message().render(watch.lang)),
    };
    let line = said
        .map(|said| format!("{word}{said}\n"))
        .unwrap_or_default();
    let out = found.and_then(|found| found.out.ok()).unwrap_or_default();
    let patience = if out.is_empty() {
        PATIENCE
    } else {
        PATIENCE_OF_FOUND
    };
    // Who holds standard error may be waiting for memory, or for whoever reads it: that is not waited for.
    let (message, heard) = channel();
    let says = move || {
        heap::free_this_thread();
        // A command that writes answers holds standard output as long as it runs.
        if !out.is_empty() {
            let _ = io::stdout().lock().write_all(out.as_bytes());
            let _ = io::stdout().lock().flush();
        }
        let _ = io::stderr().lock().write_all(line.as_bytes());
        let _ = message.send(());
    };
    // Where the system has no room for a thread nothing is said, and the program ends all the same.
    let _ = thread::Builder::new().spawn(says);
    let is_heard = heard.recv_timeout(patience).is_ok();
    // What nobody could read is no answer.
    end_at_once(if is_heard { exit } else { cause.exit() })
}
