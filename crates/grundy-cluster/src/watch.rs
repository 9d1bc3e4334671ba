//! Signs of life between the processes of a job.
//!
//! The dataflow itself waits for ever for a process that was stopped, and for one thread that panicked. So each
//! process tells each other every now and then that it is there, on a connection of its own and from a thread of its own,
//! however busy its workers are; and it tells when it gives up, and why, or that it has finished.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::Failure;
use crate::job_state::JobState;

const HERE: u8 = 0;
const FINISHED: u8 = 1;
const GAVE_UP: u8 = 2;
/// Words of a failure are cut to this many bytes.
const WORDS: usize = 1000;

/// Whether each process has said that it has finished.
pub(crate) type Farewells = Arc<Vec<AtomicBool>>;

/// Watches over the other processes until this one has finished or failed.
pub(crate) struct Watch {
    teller: std::thread::JoinHandle<()>,
    pub(crate) farewells: Farewells,
}

impl Watch {
    pub(crate) fn begin(
        streams: Vec<Option<TcpStream>>,
        peer_timeout: Duration,
        job_state: &Arc<JobState>,
    ) -> Result<Watch, Failure> {
        let farewells: Farewells =
            Arc::new(streams.iter().map(|_| AtomicBool::new(false)).collect());
        let failed = |error: std::io::Error| Failure::Network(grundy::system::reason(&error));
        let mut tell = Vec::new();
        for (process, stream) in streams.into_iter().enumerate() {
            let Some(stream) = stream else { continue };
            tell.push(stream.try_clone().map_err(failed)?);
            let (job_state, farewells) = (Arc::clone(job_state), Arc::clone(&farewells));
            std::thread::Builder::new()
                .name(format!("grundy-hear-{process}"))
                .spawn(move || {
                    hear(
                        stream,
                        process,
                        peer_timeout,
                        &job_state,
                        &farewells[process],
                    )
                })
                .map_err(failed)?;
        }
        let job_state = Arc::clone(job_state);
        let every = (peer_timeout / 4).min(Duration::from_secs(1));
        let teller = std::thread::Builder::new()
            .name("grundy-tell".to_owned())
            .spawn(move || self::tell(&tell, every, &job_state))
            .map_err(failed)?;
        Ok(Watch { teller, farewells })
    }

    /// Waits until the others have been told how it ended.
    pub(crate) fn end(self) {
        let _ = self.teller.join();
    }
}

/// Says every now and then that this process is there, and at the end how it ended.
fn tell(streams: &[TcpStream], every: Duration, job_state: &JobState) {
    let mut last: Option<Instant> = None;
    loop {
        let failure = job_state.failure();
        let finished = job_state.finished.load(Ordering::Acquire);
        let message = match &failure {
            // Failures after the end are nobody's business.
            _ if finished => vec![FINISHED],
            Some(failure) => {
                let words = failure.to_string();
                let words = &words.as_bytes()[..words.len().min(WORDS)];
                let mut message = vec![GAVE_UP];
                message.extend((words.len() as u16).to_le_bytes());
                message.extend(words);
                message
            }
            None => vec![HERE],
        };
        let over = message[0] != HERE;
        if over || last.is_none_or(|last| last.elapsed() >= every) {
            last = Some(Instant::now());
            for mut stream in streams {
                // Whoever cannot be told is found out by whoever listens to them.
                let _ = stream.set_write_timeout(Some(Duration::from_secs(1)));
                let _ = stream.write_all(&message);
                if over {
                    let _ = stream.shutdown(Shutdown::Write);
                }
            }
        }
        if over {
            return;
        }
        std::thread::sleep(Duration::from_millis(20).min(every));
    }
}

/// Listens to a process until it has ended, well or not.
fn hear(
    mut stream: TcpStream,
    process: usize,
    peer_timeout: Duration,
    job_state: &JobState,
    farewell: &AtomicBool,
) {
    let _ = stream.set_read_timeout(Some(peer_timeout));
    let failure = loop {
        let mut word = [0];
        match stream.read(&mut word) {
            Ok(0) => break Failure::Lost { process },
            Ok(_) if word[0] == HERE => {}
            Ok(_) if word[0] == FINISHED => {
                farewell.store(true, Ordering::Release);
                return;
            }
            Ok(_) => {
                let mut length = [0; 2];
                let mut words = Vec::new();
                if stream.read_exact(&mut length).is_ok() {
                    words.resize(usize::from(u16::from_le_bytes(length)).min(WORDS), 0);
                    let _ = stream.read_exact(&mut words);
                }
                break Failure::Elsewhere {
                    process,
                    message: String::from_utf8_lossy(&words).into_owned(),
                };
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                break Failure::Silent {
                    process,
                    seconds: peer_timeout.as_secs(),
                };
            }
            Err(_) => break Failure::Lost { process },
        }
    };
    if !job_state.finished.load(Ordering::Acquire) {
        job_state.fail(failure);
    }
}
