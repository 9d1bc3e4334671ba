//! A connection as the dataflow sees it: one that never breaks.
//!
//! When a connection of its own breaks, timely panics in threads that nobody waits for. Here a broken connection just falls
//! silent; that something is wrong comes out by the [signs of life](crate::watch), in better words.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::job_state::JobState;
use crate::watch::Farewells;

pub(crate) struct Wire {
    pub(crate) stream: TcpStream,
    pub(crate) process: usize,
    pub(crate) job_state: Arc<JobState>,
    pub(crate) farewells: Farewells,
}

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.stream.read(buffer) {
                Ok(read) if read > 0 => return Ok(read),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                _ => break,
            }
        }
        // The end is the end only if the other process says so, or this one needs nothing more.
        loop {
            let over = self.job_state.finished.load(Ordering::Acquire)
                || self.farewells[self.process].load(Ordering::Acquire);
            if over && self.job_state.failure().is_none() {
                return Ok(0);
            }
            let failed = self.job_state.failure().is_some();
            // After a failure this thread has nothing to do any more, and sleeps.
            std::thread::sleep(Duration::from_millis(if failed { 60_000 } else { 5 }));
        }
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.stream.write(bytes) {
            Ok(written) => Ok(written),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(_) => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Wire> {
        Ok(Wire {
            stream: self.stream.try_clone()?,
            process: self.process,
            job_state: Arc::clone(&self.job_state),
            farewells: Arc::clone(&self.farewells),
        })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // It may be gone already.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}
