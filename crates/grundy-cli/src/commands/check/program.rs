//! Runs a user's program on an input: within a time, up to so many bytes of output, and whatever it does with its streams.
//!
//! The command is handed to the shell, as it would be typed. On Unix it leads a process group of its own, which is killed
//! as a whole: a shell's children do not outlive it.
//!
//! What a run takes is its processor time, where the system tells it: a machine that has other things to do makes no program slow. Who
//! waits and does not work is stopped as well, after a few times the limit.

use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// What is kept of standard error.
const COMPLAINT: usize = 4 << 10;

/// How long what waits for a program sleeps before it looks whether it is stopped.
const LOOK: Duration = Duration::from_millis(50);

/// How many times the limit a run may last whose processor time is within it.
pub(super) const PATIENCE: u32 = 10;

/// A user's program.
pub(super) struct Program<'p> {
    /// The command, as it would be typed.
    pub(super) command: &'p str,
    /// Processor time for one run.
    pub(super) time: Duration,
    /// When the time of the whole check is over, and with it that of any run.
    pub(super) until: Option<Instant>,
    /// Whether somebody stopped the check.
    pub(super) is_stopped: &'p dyn Fn() -> bool,
}

/// How a run ended.
#[derive(Debug)]
pub(super) enum Ended {
    /// By itself and well, having written this.
    Well(Vec<u8>),
    /// With an exit code or by a signal, having written and complained this.
    Badly(Option<i32>, Vec<u8>, String),
    /// Not within its time, having written this: what each try took.
    Late(Vec<u8>, Vec<Took>),
    /// Writing more than any answer is long.
    Flooding(Vec<u8>),
    /// By somebody who stopped the check, or since the time of the check was over.
    Stopped,
}

/// What a run took until it ended or was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Took {
    /// Its processor time, where the system tells it.
    pub(super) worked: Option<Duration>,
    /// How long it lasted.
    pub(super) lasted: Duration,
}

impl Took {
    /// Whether the program worked longer than a limit allows; not known where the system does not tell it.
    pub(super) fn has_worked(&self, limit: Duration) -> Option<bool> {
        self.worked.map(|worked| worked > limit)
    }

    /// Whether it is more than a limit allows. A program of several threads may work longer than it lasts, and is judged by how long it lasts.
    fn is_beyond(&self, limit: Duration) -> bool {
        match self.worked {
            Some(worked) => {
                self.lasted.min(worked) > limit || self.lasted >= limit.saturating_mul(PATIENCE)
            }
            None => self.lasted > limit,
        }
    }
}

impl Program<'_> {
    /// Whether somebody stopped the check, or its time is over.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_over() || (self.is_stopped)()
    }

    /// Whether the time of the whole check is over.
    pub(super) fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// What is left of the time of the whole check.
    pub(super) fn left(&self) -> Option<Duration> {
        let until = self.until?;
        Some(until.saturating_duration_since(Instant::now()))
    }

    /// Runs it on an input; more than `most` bytes of output are too many. Who is not within the time gets a second try: only who is late
    /// twice is late.
    pub(super) fn run(&self, input: &[u8], most: usize) -> io::Result<Ended> {
        let first = self.run_once(input.to_vec(), most)?;
        let Ended::Late(written, mut took) = first else {
            return Ok(first);
        };
        // The end of the check's time leaves none for another.
        if self.left().is_none_or(|left| left > self.time) {
            match self.run_once(input.to_vec(), most)? {
                Ended::Late(_, again) => took.extend(again),
                Ended::Stopped if self.is_over() => {}
                other => return Ok(other),
            }
        }
        Ok(Ended::Late(written, took))
    }

    fn run_once(&self, input: Vec<u8>, most: usize) -> io::Result<Ended> {
        let mut child = Running(shell(self.command).spawn()?);
        let begun = Instant::now();
        let streams = (
            child.0.stdin.take(),
            child.0.stdout.take(),
            child.0.stderr.take(),
        );
        let (Some(mut stdin), Some(stdout), Some(stderr)) = streams else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        // None of the threads is waited for: a stream may be held by a process that cannot be reached.
        thread::spawn(move || {
            // Who does not read its input closes it, and may still be right.
            let _ = stdin.write_all(&input);
        });
        let output = reader(stdout, most, true);
        let complaint = reader(stderr, COMPLAINT, false);
        let group = child.0.id();
        // What it took, where that is too much. Before the limit nobody can be late.
        let late = || {
            let lasted = begun.elapsed();
            let worked = (lasted > self.time).then(|| grundy_process::spent(group));
            let worked = worked?;
            Some(Took { worked, lasted }).filter(|took| took.is_beyond(self.time))
        };
        // Up to the limit, to the moment; beyond it, whenever it is looked how much it works.
        let pause_of = |pause: Duration| {
            let ends = [self.time.checked_sub(begun.elapsed()), self.left()];
            ends.into_iter().flatten().fold(pause, Duration::min)
        };
        let (bytes, is_all) = loop {
            match output.recv_timeout(pause_of(LOOK)) {
                Ok(read) => break read,
                Err(_) if self.is_stopped() => return Ok(Ended::Stopped),
                Err(RecvTimeoutError::Disconnected) => break (Vec::new(), true),
                Err(RecvTimeoutError::Timeout) => {
                    let Some(took) = late() else { continue };
                    child.kill();
                    // What it wrote so far comes when its streams are closed.
                    let read = output.recv_timeout(LOOK);
                    let written = read.map(|(bytes, _)| bytes).unwrap_or_default();
                    return Ok(Ended::Late(written, vec![took]));
                }
            }
        };
        if !is_all {
            return Ok(Ended::Flooding(bytes));
        }
        let mut pause = Duration::from_micros(50);
        let status = loop {
            // Of whom is waited for nothing is told any more.
            if let Some(took) = late() {
                return Ok(Ended::Late(bytes, vec![took]));
            }
            if let Some(status) = child.0.try_wait()? {
                break status;
            }
            if self.is_stopped() {
                return Ok(Ended::Stopped);
            }
            thread::sleep(pause_of(pause));
            pause = (2 * pause).min(Duration::from_millis(5));
        };
        if status.success() {
            return Ok(Ended::Well(bytes));
        }
        let complaint = complaint.recv_timeout(LOOK);
        let complaint = complaint.map(|(bytes, _)| bytes).unwrap_or_default();
        let complaint = String::from_utf8_lossy(&complaint).into_owned();
        Ok(Ended::Badly(code(status), bytes, complaint))
    }
}

/// The exit code, or the negative number of the signal.
fn code(status: ExitStatus) -> Option<i32> {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        status.code().or(status.signal().map(|signal| -signal))
    }
    #[cfg(not(unix))]
    status.code()
}

fn shell(command: &str) -> Command {
    #[cfg(unix)]
    let mut shell = {
        use std::os::unix::process::CommandExt;
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).process_group(0);
        shell
    };
    #[cfg(not(unix))]
    let mut shell = {
        let mut shell = Command::new("cmd");
        shell.args(["/C", command]);
        shell
    };
    shell
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    shell
}

/// Reads a stream from a thread: at most so many bytes, and whether they were all. What is more is read and forgotten
/// unless too much is to end the run.
fn reader(
    mut stream: impl Read + Send + 'static,
    most: usize,
    stops: bool,
) -> Receiver<(Vec<u8>, bool)> {
    let (send, receive) = channel();
    thread::spawn(move || {
        let mut kept = Vec::new();
        let mut buffer = [0; 8192];
        let mut is_all = true;
        while let Ok(count @ 1..) = stream.read(&mut buffer) {
            let room = most.saturating_sub(kept.len());
            kept.extend_from_slice(&buffer[..count.min(room)]);
            if count > room {
                is_all = false;
                if stops {
                    break;
                }
            }
        }
        // Nobody may be waiting any more.
        let _ = send.send((kept, is_all));
    });
    receive
}

/// A child that is killed, with what it has started, when nobody waits for it any more.
struct Running(Child);

impl Running {
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.0.id())
            .ok()
            .and_then(rustix::process::Pid::from_raw)
        {
            // A group that is gone needs no end.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.0.kill();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Whoever was waited for has given its number back.
        if matches!(self.0.try_wait(), Ok(None)) {
            self.kill();
        }
        let _ = self.0.wait();
    }
}
