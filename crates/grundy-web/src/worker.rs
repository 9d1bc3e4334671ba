//! A worker: the process in which questions are answered, one after the other, until the server closes its end.
//!
//! The command runs in a thread of its own. Another listens to the server all the while, so that a question is stopped
//! when it shall be, and so that nothing is left running when the server is gone, however it went. The system refuses
//! memory beyond the bound; where it cannot, a third thread looks at what is used and ends the process.

use std::io::{self, Write};
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use crate::Answers;
use crate::frame::{self, Order};
use crate::question::{Asked, outcome};

/// The stack of the thread that runs a command: as much as the command line's has.
const STACK: usize = 8 << 20;
/// A worker that has grown beyond this is not asked again.
const GROWN: u64 = 24 << 20;
/// How often it is seen how much memory is used.
const GLANCE: Duration = Duration::from_millis(if cfg!(target_os = "linux") { 10 } else { 250 });
/// What ends a worker that uses too much, by its exit code.
pub(crate) const TOO_MUCH: i32 = 3;

/// What a worker has to answer, and what tells it to stop.
type Question = (Box<Asked>, Arc<AtomicBool>);

/// Answers what comes on standard input, on standard output, with at most so many bytes of memory; returns when the
/// server no longer wants a worker.
///
/// To be called by a process that does nothing else, which should end after it: see [`Server::with_workers`].
///
/// [`Server::with_workers`]: crate::Server::with_workers
///
/// # Errors
/// The system's, if there can be no thread or what comes is no question.
pub fn work(answers: Arc<dyn Answers>, memory: u64) -> io::Result<()> {
    bound(memory);
    // No picture of the stack is made: where memory has run out, that would wait for ever.
    std::panic::set_hook(Box::new(|told| {
        let words = told.to_string();
        if words.contains("out of memory") {
            exit(TOO_MUCH);
        }
        let _ = writeln!(io::stderr(), "{words}");
    }));
    let is_busy = Arc::new(AtomicBool::new(false));
    let watched = Arc::clone(&is_busy);
    let watch = thread::Builder::new()
        .name("watch".to_owned())
        .spawn(move || watch(memory, &watched))?;
    let (sender, questions) = mpsc::channel::<Question>();
    thread::Builder::new()
        .name("command".to_owned())
        .stack_size(STACK)
        .spawn(move || {
            for question in questions {
                is_busy.store(true, Ordering::Relaxed);
                watch.thread().unpark();
                if !matches!(answer(question, &*answers), Ok(true)) {
                    exit(0);
                }
                is_busy.store(false, Ordering::Relaxed);
            }
        })?;
    let mut input = io::stdin().lock();
    let mut last = Arc::new(AtomicBool::new(false));
    while let Some(told) = frame::told(&mut input)? {
        match told {
            Order::Stop => last.store(true, Ordering::Relaxed),
            Order::Asked(asked) => {
                last = Arc::new(AtomicBool::new(false));
                if sender.send((asked, Arc::clone(&last))).is_err() {
                    break;
                }
            }
        }
    }
    Ok(())
}

/// Answers one question; whether the worker is fit for another.
fn answer((asked, stop): Question, answers: &dyn Answers) -> io::Result<bool> {
    io::stdout().write_all(&[frame::BEGUN])?;
    io::stdout().flush()?;
    let outcome = outcome(&asked, answers, &stop);
    drop(asked);
    let again = !outcome.panicked && resident().is_none_or(|bytes| bytes < GROWN);
    frame::write(&mut io::stdout().lock(), &outcome, again)?;
    io::stdout().flush()?;
    Ok(again)
}

/// Ends the process when it uses more memory than it may.
fn watch(most: u64, is_busy: &AtomicBool) {
    loop {
        if !is_busy.load(Ordering::Relaxed) {
            thread::park();
        }
        match resident() {
            None => return,
            Some(bytes) if bytes > most => exit(TOO_MUCH),
            Some(_) => thread::sleep(GLANCE),
        }
    }
}

/// Bytes of memory that this process uses, where the system says it.
#[cfg(target_os = "linux")]
fn resident() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = told.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes * 1024)
}

/// Bytes of memory that this process holds, asked of `ps`, which every Unix has.
#[cfg(all(unix, not(target_os = "linux")))]
fn resident() -> Option<u64> {
    let own = std::process::id().to_string();
    let mut program = std::process::Command::new("ps");
    let told = program.args(["-o", "rss=", "-p", &own]).output().ok()?;
    let kibibytes: u64 = String::from_utf8(told.stdout).ok()?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(not(unix))]
fn resident() -> Option<u64> {
    None
}

/// Has the system refuse more memory, and write no image of a process that ends for want of it.
#[cfg(unix)]
fn bound(memory: u64) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let set = |resource, most: u64| {
        let before = getrlimit(resource).maximum;
        let most = before.map_or(most, |before| before.min(most));
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        // Where it cannot be set, the thread that watches is left.
        let _ = setrlimit(resource, limit);
    };
    set(Resource::Data, memory);
    set(Resource::Core, 0);
    // Should the whole machine want memory, better a question is lost than another program.
    #[cfg(target_os = "linux")]
    let _ = std::fs::write("/proc/self/oom_score_adj", "500");
}

#[cfg(not(unix))]
fn bound(_memory: u64) {}
