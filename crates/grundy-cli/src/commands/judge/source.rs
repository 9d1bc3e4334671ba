//! Where an input comes from: a file, which several threads may read, or a pipe or terminal, where waiting is no work.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use grundy_judge::{Format, JudgeError, Limits};

use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::words;

/// An open input.
pub(super) enum Source {
    /// A regular file.
    File(File),
    /// Standard input that is no file.
    Stream,
}

impl Source {
    /// Opens the file of that name, or standard input.
    pub(super) fn open(name: Option<&str>, context: &Context) -> Result<Source, Failure> {
        let Some(name) = name.filter(|name| *name != "-") else {
            return Ok(standard_input().map_or(Source::Stream, Source::File));
        };
        let failed = |error| Failure::File(Path::new(name).to_owned(), words::cannot_read(), error);
        context.reads(name).map_err(Failure::Input)?;
        let file = File::open(name).map_err(failed)?;
        if file.metadata().map_err(failed)?.is_dir() {
            return Err(failed(io::ErrorKind::IsADirectory.into()));
        }
        Ok(Source::File(file))
    }

    /// Judges it to where the context has its answers.
    pub(super) fn judge(
        &self,
        format: &Format,
        mut limits: Limits,
        threads: usize,
        interrupt: &Interrupt,
        context: &Context,
    ) -> Result<(), JudgeError> {
        // Not `io::stdout`, which looks for line ends in all that is written.
        let output = io::stdout().lock();
        match self {
            Source::File(file) => {
                let length = file.metadata().map_or(0, |metadata| metadata.len());
                let progress = Progress::of_bytes(length, context);
                limits.read = Some(progress.counter());
                grundy_judge::run_file(format, &limits, file, threads, output).map(drop)
            }
            Source::Stream => {
                widen_pipe();
                let input = Waiting(io::stdin().lock(), interrupt);
                grundy_judge::run_within(format, &limits, input, output).map(drop)
            }
        }
    }

    /// Reads it with one thread.
    pub(super) fn read<T>(
        &self,
        interrupt: &Interrupt,
        with: impl FnOnce(&mut dyn Read) -> T,
    ) -> T {
        match self {
            Source::File(file) => {
                let mut file = file;
                with(&mut file)
            }
            Source::Stream => with(&mut Waiting(io::stdin().lock(), interrupt)),
        }
    }
}

/// Standard input, if it is a regular file.
fn standard_input() -> Option<File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let file = File::from(io::stdin().as_fd().try_clone_to_owned().ok()?);
        file.metadata().ok()?.is_file().then_some(file)
    }
    #[cfg(not(unix))]
    None
}

/// Bytes that a pipe may hold where the system allows it: the larger it is, the less its two ends wait for each other.
#[cfg(target_os = "linux")]
const PIPE: usize = 1 << 20;

/// Widens standard input, if it is a pipe.
fn widen_pipe() {
    #[cfg(target_os = "linux")]
    // What is no pipe, or may not be widened, stays as it is.
    let _ = rustix::pipe::fcntl_setpipe_size(io::stdin(), PIPE);
}

/// A reader during whose reads nothing is at work, so that Ctrl-C ends the program.
struct Waiting<'i, R>(R, &'i Interrupt);

impl<R: Read> Read for Waiting<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1.working(false);
        let count = self.0.read(buffer);
        self.1.working(true);
        count
    }
}
