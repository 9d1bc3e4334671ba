//! A long text on its way: what is said is written whenever it has become long, so that no text is held as a whole.

use std::io;

use crate::failure::Failure;

/// Bytes that are held before they are written.
const HELD: usize = 64 << 10;

/// Text, and where it goes.
pub(crate) struct Poured<'w> {
    /// What is not written yet.
    pub(crate) text: String,
    out: &'w mut dyn io::Write,
    /// Asked now and then whether to go on.
    goes_on: &'w dyn Fn() -> bool,
}

impl<'w> Poured<'w> {
    /// Nothing yet.
    pub(crate) fn new(out: &'w mut dyn io::Write, goes_on: &'w dyn Fn() -> bool) -> Poured<'w> {
        Poured {
            text: String::new(),
            out,
            goes_on,
        }
    }

    /// Writes what there is, if it is long.
    ///
    /// # Errors
    /// That nobody reads it, or that somebody asked to stop.
    pub(crate) fn pour(&mut self) -> Result<(), Failure> {
        if self.text.len() < HELD {
            return Ok(());
        }
        if !(self.goes_on)() {
            return Err(Failure::Interrupted);
        }
        self.finish()
    }

    /// Writes what there is.
    ///
    /// # Errors
    /// That nobody reads it.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        let written = self.out.write_all(self.text.as_bytes());
        self.text.clear();
        written.map_err(Failure::write)
    }
}

/// Bytes that a writer of its own makes, in long pieces.
pub(crate) struct Pieces<'w> {
    held: Vec<u8>,
    out: &'w mut dyn io::Write,
    /// Asked before each piece whether to go on.
    goes_on: &'w dyn Fn() -> bool,
    /// Whether somebody asked to stop.
    stopped: bool,
}

impl<'w> Pieces<'w> {
    /// Nothing yet.
    pub(crate) fn new(out: &'w mut dyn io::Write, goes_on: &'w dyn Fn() -> bool) -> Pieces<'w> {
        Pieces {
            held: Vec::with_capacity(HELD),
            out,
            goes_on,
            stopped: false,
        }
    }

    /// Writes what is held, where what came before could be written.
    ///
    /// # Errors
    /// That nobody reads it, or that somebody asked to stop.
    pub(crate) fn finish(mut self, written: io::Result<()>) -> Result<(), Failure> {
        if self.stopped {
            return Err(Failure::Interrupted);
        }
        let written = written.and_then(|()| self.out.write_all(&self.held));
        self.held.clear();
        written.map_err(Failure::write)
    }
}

impl io::Write for Pieces<'_> {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        self.held.extend_from_slice(more);
        if self.held.len() >= HELD {
            self.stopped = !(self.goes_on)();
            if self.stopped {
                // Not the kind that writers try again after.
                return Err(io::Error::other("stopped"));
            }
            self.out.write_all(&self.held)?;
            self.held.clear();
        }
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
