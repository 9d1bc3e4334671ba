//! Those who answer: worker processes, each asked one question at a time and used again while it behaves well; or a
//! thread of this process, for a server within another program and for tests.
//!
//! A process can be bound in memory, made to stand back and killed at any moment, and what it held is then free. A thread
//! can only be asked to stop.

use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fmt, io};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio::sync::Notify;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::timeout;

use crate::client::Client;
use crate::frame;
use crate::question::{self, Asked, Outcome, outcome};
use crate::shares::{Share, Shares};
use crate::turns::Turn;
use crate::{Answers, worker};

/// How a worker process is started; its standard streams are the server's to choose.
pub type Start = Box<dyn Fn() -> Command + Send + Sync>;

/// How far a long question stands back behind all else.
#[cfg(unix)]
const NICE: i32 = 12;
/// What is kept of a worker's last words.
const LAST_WORDS: u64 = 4096;
/// Content of an answer is read in pieces of so many bytes.
const PIECE: usize = 256 << 10;

/// Those who answer.
pub(crate) enum Staff {
    /// Worker processes.
    Processes(Pool),
    /// Threads of this process.
    Threads(Arc<dyn Answers>),
    /// The very thread that asks.
    Inline(Arc<dyn Answers>),
}

impl fmt::Debug for Staff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Staff::Processes(_) => "Processes",
            Staff::Threads(_) => "Threads",
            Staff::Inline(_) => "Inline",
        })
    }
}

/// Worker processes that wait for a question.
pub(crate) struct Pool {
    start: Start,
    /// Who tells, within this process, what costs hardly anything.
    near: Arc<dyn Answers>,
    fresh: Mutex<Vec<Process>>,
    /// Those that stand back: they can never come forward again.
    nice: Mutex<Vec<Process>>,
    /// How many of each are kept.
    kept: usize,
}

/// A worker process.
pub(crate) struct Process {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    errors: JoinHandle<String>,
    stands_back: bool,
}

/// What can be asked a question.
pub(crate) enum Hand {
    Process(Box<Process>),
    Thread(Arc<dyn Answers>),
    Inline(Arc<dyn Answers>),
}

/// An answer with the room that it takes.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) outcome: Outcome,
    pub(crate) room: Option<Share>,
}

/// Why a question has no outcome.
#[derive(Debug)]
pub(crate) enum Lost {
    /// There is no room for its answer.
    NoRoom,
    /// It wanted more memory than it may have.
    TooMuch,
    /// The worker ended.
    Broken,
    /// The worker ended before it had the question.
    Unbegun,
}

/// Where the answers of a client find room.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    pub(crate) shares: Arc<Shares>,
    pub(crate) client: Client,
}

impl Room {
    pub(crate) fn take(&self, bytes: usize) -> Result<Option<Share>, Lost> {
        let share = self.shares.take(self.client, bytes / 1024 + 1);
        share.map(Some).ok_or(Lost::NoRoom)
    }
}

impl Staff {
    /// Worker processes; so many are kept waiting.
    pub(crate) fn processes(start: Start, near: Arc<dyn Answers>, kept: usize) -> Staff {
        Staff::Processes(Pool {
            start,
            near,
            fresh: Mutex::default(),
            nice: Mutex::default(),
            kept,
        })
    }

    /// Whether a question can be begun for a moment and taken away from whoever answers it.
    pub(crate) fn can_be_interrupted(&self) -> bool {
        matches!(self, Staff::Processes(_))
    }

    /// What comes of a question that costs less than a worker's turn.
    pub(crate) fn at_once(&self, asked: &Asked) -> Option<Outcome> {
        match self {
            Staff::Processes(pool) => question::at_once(asked, &*pool.near),
            Staff::Threads(_) | Staff::Inline(_) => None,
        }
    }

    /// Starts workers until enough wait.
    pub(crate) fn prepare(&self, count: usize) -> io::Result<()> {
        if let Staff::Processes(pool) = self {
            while lock(&pool.fresh).len() < count {
                let process = Process::start(&pool.start)?;
                lock(&pool.fresh).push(process);
            }
        }
        Ok(())
    }

    /// Somebody to ask; for a long question, somebody who stands back.
    pub(crate) fn hand(&self, is_long: bool) -> io::Result<Hand> {
        let pool = match self {
            Staff::Threads(answers) => return Ok(Hand::Thread(Arc::clone(answers))),
            Staff::Inline(answers) => return Ok(Hand::Inline(Arc::clone(answers))),
            Staff::Processes(pool) => pool,
        };
        let waiting = match is_long {
            true => lock(&pool.nice).pop(),
            false => None,
        };
        let waiting = waiting.or_else(|| lock(&pool.fresh).pop());
        let mut process = match waiting.and_then(Process::still_there) {
            Some(process) => process,
            None => Process::start(&pool.start)?,
        };
        if is_long {
            process.stand_back();
        }
        Ok(Hand::Process(Box::new(process)))
    }

    /// Takes back somebody who has answered and can be asked again.
    pub(crate) fn take_back(&self, hand: Hand) {
        if let (Staff::Processes(pool), Hand::Process(process)) = (self, hand) {
            let mut waiting = match process.stands_back {
                true => lock(&pool.nice),
                false => lock(&pool.fresh),
            };
            if waiting.len() < pool.kept {
                waiting.push(*process);
            }
        }
    }
}

fn lock(waiting: &Mutex<Vec<Process>>) -> MutexGuard<'_, Vec<Process>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hand {
    /// The process that answers, where it is one of its own.
    pub(crate) fn process(&self) -> Option<u32> {
        match self {
            Hand::Process(process) => process.child.id(),
            Hand::Thread(_) | Hand::Inline(_) => None,
        }
    }

    /// Asks. Whoever drops the future is no longer interested: a process is killed, a thread told to stop. After
    /// `stop` the question is to end soon with what is known.
    pub(crate) async fn ask(
        self,
        asked: Arc<Asked>,
        stop: Arc<Notify>,
        room: Room,
        turn: Arc<Turn>,
    ) -> (Option<Hand>, Result<Answer, Lost>) {
        match self {
            Hand::Process(mut process) => {
                drop(turn);
                let answered = process.ask(&asked, &stop, &room).await;
                match answered {
                    Ok((answer, true)) => (Some(Hand::Process(process)), Ok(answer)),
                    Ok((answer, false)) => (None, Ok(answer)),
                    Err(lost @ Lost::NoRoom) => (None, Err(lost)),
                    Err(lost) => (None, Err(process.last_words(lost).await)),
                }
            }
            Hand::Thread(answers) => {
                let told = Arc::new(AtomicBool::new(false));
                let _abandoned = StopOnDrop(Arc::clone(&told));
                let heard = Arc::clone(&told);
                let again = Arc::clone(&answers);
                let mut running = spawn_blocking(move || {
                    let outcome = outcome(&asked, &*answers, &heard);
                    // A turn ends with its thread, not with the wish for an answer.
                    drop(turn);
                    outcome
                });
                let ended = tokio::select! {
                    ended = &mut running => ended,
                    () = stop.notified() => {
                        told.store(true, Ordering::Relaxed);
                        running.await
                    }
                };
                let answer = ended.map_err(|_| Lost::Broken).and_then(|outcome| {
                    let room = room.take(outcome.content.len())?;
                    Ok(Answer { outcome, room })
                });
                (Some(Hand::Thread(again)), answer)
            }
            Hand::Inline(answers) => {
                drop(turn);
                let outcome = outcome(&asked, &*answers, &Arc::default());
                let answer = Answer {
                    outcome,
                    room: None,
                };
                (Some(Hand::Inline(answers)), Ok(answer))
            }
        }
    }
}

/// Tells a thread to stop when nobody waits for it any longer.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Process {
    fn start(start: &Start) -> io::Result<Process> {
        let mut command = start();
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Ctrl-C at the terminal is for the server, which lets its workers finish.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut command = tokio::process::Command::from(command);
        let mut child = command.kill_on_drop(true).spawn()?;
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = streams else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let errors = tokio::spawn(async move {
            let mut words = Vec::new();
            let mut errors = errors.take(LAST_WORDS);
            let _ = errors.read_to_end(&mut words).await;
            // What comes after is not kept, but must not hold up the worker.
            let _ = tokio::io::copy(&mut errors.into_inner(), &mut tokio::io::sink()).await;
            String::from_utf8_lossy(&words).into_owned()
        });
        Ok(Process {
            child,
            input,
            output,
            errors,
            stands_back: false,
        })
    }

    /// Itself, unless it has ended while it waited.
    fn still_there(mut self) -> Option<Process> {
        matches!(self.child.try_wait(), Ok(None)).then_some(self)
    }

    /// Leaves the processors to others.
    fn stand_back(&mut self) {
        if !self.stands_back {
            self.stands_back = true;
            stand_back(self.child.id());
        }
    }

    /// Hands over a question.
    async fn begin(&mut self, asked: &Asked) -> io::Result<()> {
        self.input.write_all(&frame::asked(asked)).await?;
        if let Some(body) = &asked.body {
            self.input.write_all(body).await?;
        }
        self.input.flush().await?;
        match self.output.read_u8().await? {
            frame::BEGUN => Ok(()),
            _ => Err(io::ErrorKind::InvalidData.into()),
        }
    }

    async fn ask(
        &mut self,
        asked: &Asked,
        stop: &Notify,
        room: &Room,
    ) -> Result<(Answer, bool), Lost> {
        let broken = |_: io::Error| Lost::Broken;
        self.begin(asked).await.map_err(|_| Lost::Unbegun)?;
        let head = {
            let reading = frame::head(&mut self.output);
            let mut reading = std::pin::pin!(reading);
            tokio::select! {
                head = &mut reading => head,
                () = stop.notified() => {
                    self.input.write_all(&frame::stop()).await.map_err(broken)?;
                    reading.await
                }
            }
        };
        let head = head.map_err(broken)?;
        if head.length > asked.bounds.output.saturating_add(PIECE) {
            return Err(Lost::Broken);
        }
        let room = room.take(head.length)?;
        let mut content = vec![0; head.length];
        for piece in content.chunks_mut(PIECE) {
            self.output.read_exact(piece).await.map_err(broken)?;
        }
        let outcome = Outcome {
            status: head.status,
            media: head.media,
            content,
            panicked: false,
        };
        Ok((Answer { outcome, room }, head.again))
    }

    /// Why it ended, where more is known than that the question was `lost`.
    async fn last_words(mut self: Box<Self>, lost: Lost) -> Lost {
        const SOON: Duration = Duration::from_millis(500);
        let ended = timeout(SOON, self.child.wait()).await;
        let code = ended
            .ok()
            .and_then(Result::ok)
            .and_then(|status| status.code());
        let words = timeout(SOON, &mut self.errors).await;
        let words = words.ok().and_then(Result::ok).unwrap_or_default();
        if code == Some(worker::TOO_MUCH) || words.contains("memory allocation of") {
            return Lost::TooMuch;
        }
        if !words.is_empty() {
            use std::io::Write as _;
            // Whoever reads standard error may have left.
            let _ = writeln!(io::stderr(), "{}", words.trim_end());
        }
        lost
    }
}

/// Has a process leave the processors to others.
#[cfg(unix)]
pub(crate) fn stand_back(process: Option<u32>) {
    use rustix::process::{Pid, setpriority_process};
    let process = process.and_then(|id| i32::try_from(id).ok());
    if let Some(process) = process.and_then(Pid::from_raw) {
        // It may just have ended.
        let _ = setpriority_process(Some(process), NICE);
    }
}

#[cfg(not(unix))]
pub(crate) fn stand_back(_process: Option<u32>) {}

/// Time of the processors that a process has had, where the system says it.
pub(crate) fn processor_time(process: Option<u32>) -> Option<Duration> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let told = std::fs::read_to_string(format!("/proc/{}/stat", process?)).ok()?;
    // The name, which may contain anything, stands in parentheses.
    let mut fields = told.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    // A tick is a hundredth of a second on every Linux.
    Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
}
