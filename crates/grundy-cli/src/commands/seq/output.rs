//! Where the values of a run go: a stream, or a file that is complete or not there. Until it is complete, a file that a
//! checkpoint can go on with is called `FILE.part`.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::failure::Failure;
use crate::words;

/// How much before the end of a partial file tells that it is the right one.
const TAIL: u64 = 1 << 16;

/// What values are written to.
pub(super) enum Output {
    /// Nothing.
    Nowhere,
    /// Standard output, a device or a pipe; with the name of the latter.
    Stream(Box<dyn Write>, Option<PathBuf>),
    /// A file.
    File(Part),
}

/// A file under its temporary name.
pub(super) struct Part {
    file: File,
    /// Its name when it is complete.
    path: PathBuf,
    /// Its name until then.
    part: PathBuf,
    written: u64,
    /// Whether it stays if the run ends early.
    kept: bool,
}

/// How a partial file goes on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Continued {
    /// Its length.
    pub(super) written: u64,
    /// The length of what comes before all values.
    pub(super) head: u64,
    /// The sum of its last bytes.
    pub(super) tail: [u8; 32],
}

fn failed(path: &Path) -> impl Fn(io::Error) -> Failure + '_ {
    |error| Failure::File(path.to_owned(), words::cannot_write(), error)
}

/// `FILE.part`, or `FILE.suffix.part`.
fn partial(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(suffix);
    name.push(".part");
    path.with_file_name(name)
}

impl Output {
    /// Standard output, without the look for line ends in all that is written.
    pub(super) fn stdout() -> Output {
        #[cfg(unix)]
        {
            use std::os::fd::AsFd;
            if let Ok(own) = io::stdout().as_fd().try_clone_to_owned() {
                return Output::Stream(Box::new(File::from(own)), None);
            }
        }
        Output::Stream(Box::new(io::stdout()), None)
    }

    /// A file that is written anew, or a device or a pipe. `kept` says that it stays if the run ends early; `again`,
    /// that what an earlier run has left may go.
    pub(super) fn create(path: &Path, kept: bool, again: bool) -> Result<Output, Failure> {
        let behind = fs::canonicalize(path);
        let path = behind.as_deref().unwrap_or(path);
        if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
            if kept {
                return Err(Failure::Input(words::checkpoint_needs_file()));
            }
            let file = File::options()
                .write(true)
                .open(path)
                .map_err(failed(path))?;
            return Ok(Output::Stream(Box::new(file), Some(path.to_owned())));
        }
        if path.file_name().is_none() || path.is_dir() {
            return Err(failed(path)(io::ErrorKind::IsADirectory.into()));
        }
        let part = if kept {
            partial(path, "")
        } else {
            partial(path, &format!(".{}", std::process::id()))
        };
        // An empty one is what a beginning leaves that was ended at once.
        if kept && !again && fs::metadata(&part).is_ok_and(|there| there.len() > 0) {
            return Err(Failure::Input(words::part_exists(&part)));
        }
        let file = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&part)
            .map_err(failed(path))?;
        lock(&file, &part)?;
        file.set_len(0).map_err(failed(&part))?;
        Ok(Output::File(Part {
            file,
            path: path.to_owned(),
            part,
            written: 0,
            kept,
        }))
    }

    /// A file that goes on: the partial one, or the complete one where there is no other. What was written after the
    /// checkpoint goes.
    pub(super) fn go_on(path: &Path, continued: Continued) -> Result<Output, Failure> {
        let behind = fs::canonicalize(path);
        let path = behind.as_deref().unwrap_or(path);
        let part = partial(path, "");
        let whole = !part.exists();
        if whole && continued.written == 0 {
            return Output::create(path, true, false);
        }
        if whole && !path.is_file() {
            return Err(Failure::Input(words::part_missing(&part)));
        }
        let found = if whole { path } else { &part };
        let mut file = File::options()
            .read(true)
            .write(true)
            .open(found)
            .map_err(failed(found))?;
        lock(&file, found)?;
        let length = file.metadata().map_err(failed(found))?.len();
        if length < continued.written
            || tail(&mut file, continued.head, continued.written).map_err(failed(found))?
                != continued.tail
        {
            return Err(Failure::Input(words::part_differs(found)));
        }
        if whole {
            fs::rename(path, &part).map_err(failed(path))?;
        }
        file.set_len(continued.written).map_err(failed(&part))?;
        file.seek(SeekFrom::End(0)).map_err(failed(&part))?;
        Ok(Output::File(Part {
            file,
            path: path.to_owned(),
            part,
            written: continued.written,
            kept: true,
        }))
    }

    /// Writes on.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Output::Nowhere => Ok(()),
            Output::Stream(out, None) => out.write_all(bytes).map_err(Failure::write),
            Output::Stream(out, Some(path)) => out.write_all(bytes).map_err(failed(path)),
            Output::File(part) => {
                part.file.write_all(bytes).map_err(failed(&part.part))?;
                part.written += bytes.len() as u64;
                Ok(())
            }
        }
    }

    /// Writes what comes before all values, over what stands there.
    pub(super) fn write_head(&mut self, head: &[u8]) -> Result<(), Failure> {
        match self {
            Output::File(part) if part.written > 0 => {
                let file = &mut part.file;
                file.seek(SeekFrom::Start(0))
                    .and_then(|_| file.write_all(head))
                    .and_then(|()| file.seek(SeekFrom::End(0)))
                    .map(drop)
                    .map_err(failed(&part.part))
            }
            other => other.write(head),
        }
    }

    /// Sees to it that all that was written is on the disk, and says how to go on from there.
    pub(super) fn settle(&mut self, head: u64) -> Result<Continued, Failure> {
        let mut continued = Continued {
            written: 0,
            head,
            tail: Sha256::digest(b"").into(),
        };
        if let Output::File(part) = self {
            part.file.sync_data().map_err(failed(&part.part))?;
            continued.written = part.written;
            // The file may have been opened for writing alone.
            let mut read = File::open(&part.part).map_err(failed(&part.part))?;
            continued.tail = tail(&mut read, head, part.written).map_err(failed(&part.part))?;
        }
        Ok(continued)
    }

    /// Completes the output.
    pub(super) fn finish(self) -> Result<(), Failure> {
        match self {
            Output::Nowhere => Ok(()),
            Output::Stream(mut out, None) => out.flush().map_err(Failure::write),
            Output::Stream(mut out, Some(path)) => out.flush().map_err(failed(&path)),
            Output::File(part) => {
                if part.kept {
                    part.file.sync_all().map_err(failed(&part.part))?;
                }
                fs::rename(&part.part, &part.path).map_err(failed(&part.path))
            }
        }
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if !self.kept {
            // After it was renamed there is nothing to remove.
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// Only one run writes a file.
fn lock(file: &File, path: &Path) -> Result<(), Failure> {
    match file.try_lock() {
        Err(fs::TryLockError::WouldBlock) => Err(Failure::Input(words::part_in_use(path))),
        // Some file systems have no locks.
        Err(fs::TryLockError::Error(_)) | Ok(()) => Ok(()),
    }
}

/// The sum of the last bytes before `end`, but for those before `start`, which may be written anew.
fn tail(file: &mut File, start: u64, end: u64) -> io::Result<[u8; 32]> {
    let start = start.max(end.saturating_sub(TAIL)).min(end);
    let mut bytes = vec![0; (end - start) as usize];
    file.seek(SeekFrom::Start(start))?;
    file.read_exact(&mut bytes)?;
    Ok(Sha256::digest(&bytes).into())
}
