//! The workers as whoever leads sees them: a thread listens, and each worker has a thread that reads what it says.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use grundy::couples::Crew;

use crate::frame;

/// How long a caller may take to say who it is.
const GREETING: Duration = Duration::from_secs(5);

/// A worker says that it is alive every second; silent for so long, it is lost.
const SILENCE: Duration = Duration::from_secs(30);

/// A worker that takes in nothing for so long is lost.
const STUCK: Duration = Duration::from_secs(10);

/// Options of a job, unless somebody asks for others: some ten milliseconds, which no round trip matters beside.
const SHARE: u64 = 1 << 16;

/// Replies that are read and not yet heard are at most so many a worker: it has had no more jobs.
const TOKEN: usize = 256;

#[derive(Debug, Default)]
struct There {
    workers: BTreeMap<u64, TcpStream>,
    came: u64,
}

/// What the threads share.
#[derive(Debug)]
struct Shared {
    there: Mutex<There>,
    token: Vec<u8>,
    /// What a worker is told: the bytes that it may hold, and the text of the game.
    task: Vec<u8>,
    ended: AtomicBool,
}

impl Shared {
    fn there(&self) -> MutexGuard<'_, There> {
        self.there.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lose(&self, worker: u64) {
        if let Some(stream) = self.there().workers.remove(&worker) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// The workers of one question. When it is dropped, all connections end, and with them the workers.
pub struct Hands {
    shared: Arc<Shared>,
    address: SocketAddr,
    /// A reply; none where somebody has come or gone.
    replies: Receiver<Option<(u64, Vec<u8>)>>,
    share: Option<u64>,
}

impl fmt::Debug for Hands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hands")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

impl Hands {
    /// Listens at an address for workers that know the token, to search for the game of this text and to hold so many bytes each.
    ///
    /// # Errors
    /// Why nobody can listen there; or that the token is shorter than 16 bytes, or longer than 256.
    pub fn listen(address: SocketAddr, token: &[u8], game: &str, bytes: u64) -> io::Result<Hands> {
        if !(16..=TOKEN).contains(&token.len()) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            there: Mutex::default(),
            token: token.to_vec(),
            task: [&bytes.to_le_bytes(), game.as_bytes()].concat(),
            ended: AtomicBool::new(false),
        });
        let (say, replies) = channel();
        let listening = Arc::clone(&shared);
        thread::Builder::new()
            .name("crew".to_owned())
            .spawn(move || accept(&listener, &listening, &say))?;
        Ok(Hands {
            shared,
            address,
            replies,
            share: None,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Jobs take about so many options from now on.
    pub fn set_share(&mut self, options: u64) {
        self.share = Some(options.max(1));
    }
}

impl Drop for Hands {
    fn drop(&mut self) {
        self.shared.ended.store(true, Ordering::Relaxed);
        for (_, stream) in std::mem::take(&mut self.shared.there().workers) {
            let _ = stream.shutdown(Shutdown::Both);
        }
        // Wakes the thread that listens.
        let _ = TcpStream::connect_timeout(&self.address, Duration::from_secs(1));
    }
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>, say: &Sender<Option<(u64, Vec<u8>)>>) {
    for stream in listener.incoming() {
        if shared.ended.load(Ordering::Relaxed) {
            return;
        }
        let Ok(stream) = stream else {
            // Too many files are open, say: later there may be fewer.
            thread::sleep(Duration::from_millis(100));
            continue;
        };
        let (shared, say) = (Arc::clone(shared), say.clone());
        // Where there is no thread for it, nobody joins.
        let _ = thread::Builder::new().spawn(move || read(stream, &shared, &say));
    }
}

/// Hears a worker out until it is gone.
fn read(mut stream: TcpStream, shared: &Shared, say: &Sender<Option<(u64, Vec<u8>)>>) {
    let Ok(worker) = greeted(&mut stream, shared) else {
        return;
    };
    let mut goes_on = say.send(None).is_ok();
    while goes_on {
        goes_on = match frame::read(&mut stream, frame::LONGEST) {
            Ok(alive) if alive == frame::ALIVE => true,
            Ok(reply) => say.send(Some((worker, reply))).is_ok(),
            Err(_) => false,
        };
    }
    shared.lose(worker);
    let _ = say.send(None);
}

/// The number of a worker that has said the right words and been told its task.
fn greeted(stream: &mut TcpStream, shared: &Shared) -> io::Result<u64> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(GREETING))?;
    stream.set_write_timeout(Some(STUCK))?;
    let hello = frame::read(stream, frame::HELLO.len() + TOKEN)?;
    let token = hello.strip_prefix(frame::HELLO);
    if !token.is_some_and(|token| is_same(token, &shared.token)) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    frame::write(stream, &shared.task)?;
    stream.set_read_timeout(Some(SILENCE))?;
    let mut there = shared.there();
    if shared.ended.load(Ordering::Relaxed) {
        return Err(io::ErrorKind::ConnectionAborted.into());
    }
    there.came += 1;
    let worker = there.came;
    there.workers.insert(worker, stream.try_clone()?);
    Ok(worker)
}

/// Whether two tokens are the same, in a time that does not tell where they differ.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    let differ = one.iter().zip(other).fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == other.len() && differ == 0
}

impl Crew for Hands {
    fn workers(&mut self) -> Vec<u64> {
        self.shared.there().workers.keys().copied().collect()
    }

    fn send(&mut self, worker: u64, job: &[u8]) {
        let stream = (self.shared.there().workers.get(&worker)).map(TcpStream::try_clone);
        let sent = match stream {
            Some(Ok(mut stream)) => frame::write(&mut stream, job),
            Some(Err(error)) => Err(error),
            None => return,
        };
        if sent.is_err() {
            self.shared.lose(worker);
        }
    }

    fn hear(&mut self, wait: Duration) -> Option<(u64, Vec<u8>)> {
        self.replies.recv_timeout(wait).ok().flatten()
    }

    fn dismiss(&mut self, worker: u64) {
        self.shared.lose(worker);
    }

    fn share(&self) -> u64 {
        self.share.unwrap_or(SHARE)
    }
}
