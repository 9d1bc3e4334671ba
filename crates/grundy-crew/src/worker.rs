//! A worker: calls whoever leads, and does jobs until the connection ends.

use std::io;
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use grundy::budget::Meter;
use grundy::couples::Workers;
use grundy::{Budget, Game};

use crate::frame;

/// How often a worker says that it is alive.
const BEAT: Duration = Duration::from_secs(1);

/// How often it looks whether it is to stop while it waits for a job.
const GLANCE: Duration = Duration::from_millis(50);

/// The longest text of a game that is taken.
const TEXT: usize = 1 << 20;

/// Joins whoever listens at an address and searches until it is no longer wanted, or `stop` is set. It holds as many bytes as it is told,
/// and at most `most_bytes`. Where a game is named, it searches for no other.
///
/// # Errors
/// That nothing is listening there, or of the connection: that it ends is none. That the two do not understand each other is one, of the kind
/// [`InvalidData`](io::ErrorKind::InvalidData).
pub fn work(
    address: SocketAddr,
    token: &[u8],
    game: Option<&str>,
    most_bytes: u64,
    stop: Arc<AtomicBool>,
) -> io::Result<()> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    frame::write(&mut stream, &[frame::HELLO, token].concat())?;
    let task = frame::read(&mut stream, TEXT + 8)?;
    let unclear = || io::Error::from(io::ErrorKind::InvalidData);
    let (bytes, text) = task.split_first_chunk::<8>().ok_or_else(unclear)?;
    let bytes = u64::from_le_bytes(*bytes).min(most_bytes);
    let text = std::str::from_utf8(text).map_err(|_| unclear())?;
    if game.is_some_and(|game| game != text) {
        return Err(unclear());
    }
    let game: Game = text.parse().map_err(|_| unclear())?;
    let mut searches = Workers::new(&game, bytes);
    let budget = Budget {
        positions: u64::MAX,
        bytes: u64::MAX,
        time: None,
        since: None,
        stop: Some(Arc::clone(&stop)),
        watch: None,
    };
    let out = Arc::new(Mutex::new(stream.try_clone()?));
    let quitting = stream.try_clone()?;
    let (beating, beat_stop) = (Arc::clone(&out), Arc::clone(&stop));
    // Ends with the process, or when nobody hears it.
    thread::Builder::new().spawn(move || {
        loop {
            let begun = Instant::now();
            while begun.elapsed() < BEAT {
                thread::sleep(GLANCE);
                if beat_stop.load(Ordering::Relaxed) {
                    // It may be waiting for a job.
                    let _ = quitting.shutdown(Shutdown::Both);
                    return;
                }
            }
            let mut out = beating.lock().unwrap_or_else(PoisonError::into_inner);
            if frame::write(&mut *out, frame::ALIVE).is_err() {
                // What is being searched is wanted by nobody.
                beat_stop.store(true, Ordering::Relaxed);
                return;
            }
        }
    })?;
    let done = loop {
        let job = match frame::read(&mut stream, frame::LONGEST) {
            Ok(job) => job,
            Err(_) => break Ok(()),
        };
        // A meter for each job: what is held is counted by the search itself.
        let reply = searches.work(&job, &mut Meter::new(&budget));
        let Ok(Some(reply)) = reply else {
            break match stop.load(Ordering::Relaxed) {
                true => Ok(()),
                false => Err(unclear()),
            };
        };
        let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
        if frame::write(&mut *out, &reply).is_err() {
            break Ok(());
        }
    };
    let _ = stream.shutdown(Shutdown::Both);
    done
}
