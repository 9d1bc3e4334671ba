//! Where the values of a run go: a stream, or a file that is complete or not there. Until it is complete, a file that a
//! checkpoint can go on with is called `FILE.part`; before a run goes on with it, every byte of it is read and compared with
//! the sums in the checkpoint.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use grundy_files::{
    Temporary, behind, beside, is_device, keep_permissions, remove_left_over, unfinished,
};
use serde::{Deserialize, Serialize};

use super::sums::{BLOCK, Sum, Sums};
use crate::failure::Failure;
use crate::words;

/// What values are written to.
pub(super) enum Output {
    /// Nothing.
    Nowhere,
    /// Standard output, a device or a pipe; with the name of the latter.
    Stream(Box<dyn Write>, Option<PathBuf>),
    /// A file.
    File(Box<Part>),
}

/// A file under its temporary name.
pub(super) struct Part {
    file: File,
    /// What the user calls it.
    named: PathBuf,
    /// Its name when it is complete.
    path: PathBuf,
    /// Its name until then.
    part: PathBuf,
    written: u64,
    /// What it may begin with, before all values.
    heads: Vec<Vec<u8>>,
    /// It goes if the run ends early, for as long as no checkpoint speaks of it.
    passing: Option<Temporary>,
    /// The sums of what comes after the head, for a checkpoint.
    sums: Option<Sums>,
}

/// What a checkpoint tells of an output.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Written {
    /// Its length.
    pub(super) length: u64,
    /// What it begins with, before all values: one of these, all of one length.
    pub(super) heads: Vec<Vec<u8>>,
    /// The sums of what comes after that.
    pub(super) sums: Vec<Sum>,
}

fn failed(path: &Path) -> impl Fn(io::Error) -> Failure + '_ {
    |error| Failure::File(path.to_owned(), words::cannot_write(), error)
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
        let (named, path) = (path, behind(path));
        if is_device(&path) {
            if kept {
                return Err(Failure::Input(words::checkpoint_needs_file()));
            }
            let file = File::options()
                .write(true)
                .open(&path)
                .map_err(failed(named))?;
            return Ok(Output::Stream(Box::new(file), Some(named.to_owned())));
        }
        // A link that leads round in a circle.
        if path.is_symlink() {
            path.metadata().map_err(failed(named))?;
        }
        if path.file_name().is_none() || path.is_dir() {
            return Err(failed(named)(io::ErrorKind::IsADirectory.into()));
        }
        let part = if kept {
            beside(&path, ".part")
        } else {
            unfinished(&path)
        };
        let file = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&part)
            .map_err(failed(named))?;
        lock(&file, &part)?;
        // An empty one is what a beginning leaves that was ended at once.
        if kept && !again && file.metadata().is_ok_and(|there| there.len() > 0) {
            return Err(Failure::Input(words::part_exists(&part)));
        }
        let passing = Some(Temporary::new(part.clone()));
        file.set_len(0).map_err(failed(named))?;
        if !kept {
            remove_left_over(&path);
            keep_permissions(&file, &path);
        }
        Ok(Output::File(Box::new(Part {
            file,
            named: named.to_owned(),
            path,
            part,
            written: 0,
            heads: Vec::new(),
            passing,
            sums: kept.then(Sums::default),
        })))
    }

    /// A file that goes on: the partial one, or the complete one where there is no other. What was written after the
    /// checkpoint goes.
    pub(super) fn go_on(path: &Path, written: &Written) -> Result<Output, Failure> {
        let (named, path) = (path, behind(path));
        let part = beside(&path, ".part");
        let whole = !part.exists();
        if whole && written.length == 0 {
            return Output::create(named, true, false);
        }
        if whole && !path.is_file() {
            return Err(Failure::Input(words::part_missing(&part)));
        }
        let found = if whole { &path } else { &part };
        let mut file = File::options()
            .read(true)
            .write(true)
            .open(found)
            .map_err(failed(named))?;
        lock(&file, found)?;
        let (head, sums) = seen(&mut file, found, written)?;
        if whole {
            fs::rename(&path, &part).map_err(failed(named))?;
        }
        file.set_len(written.length).map_err(failed(named))?;
        file.seek(SeekFrom::End(0)).map_err(failed(named))?;
        Ok(Output::File(Box::new(Part {
            file,
            named: named.to_owned(),
            path,
            part,
            written: written.length,
            heads: vec![head],
            passing: None,
            sums: Some(sums),
        })))
    }

    /// A checkpoint speaks of it now: it stays if the run ends early.
    pub(super) fn keep(&mut self) {
        if let Output::File(part) = self
            && let Some(passing) = part.passing.take()
        {
            passing.keep();
        }
    }

    /// Writes on.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Output::Nowhere => Ok(()),
            Output::Stream(out, None) => out.write_all(bytes).map_err(Failure::write),
            Output::Stream(out, Some(path)) => out.write_all(bytes).map_err(failed(path)),
            Output::File(part) => {
                part.file.write_all(bytes).map_err(failed(&part.named))?;
                part.written += bytes.len() as u64;
                if let Some(sums) = &mut part.sums {
                    sums.add(bytes);
                }
                Ok(())
            }
        }
    }

    /// Whether the file begins with something else; from now on it may begin with this, too.
    pub(super) fn may_begin(&mut self, head: &[u8]) -> bool {
        match self {
            Output::File(part) if part.written > 0 && !part.heads.iter().any(|one| one == head) => {
                part.heads.push(head.to_vec());
                true
            }
            _ => false,
        }
    }

    /// Writes what comes before all values, over what stands there.
    pub(super) fn write_head(&mut self, head: &[u8]) -> Result<(), Failure> {
        let Output::File(part) = self else {
            return self.write(head);
        };
        let file = &mut part.file;
        file.seek(SeekFrom::Start(0))
            .and_then(|_| file.write_all(head))
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .map_err(failed(&part.named))?;
        part.written = part.written.max(head.len() as u64);
        part.heads = vec![head.to_vec()];
        Ok(())
    }

    /// Sees to it that all that was written is on the disk, and says how to go on from there.
    pub(super) fn settle(&mut self) -> Result<Written, Failure> {
        let Output::File(part) = self else {
            return Ok(Written::default());
        };
        part.file.sync_data().map_err(failed(&part.named))?;
        Ok(Written {
            length: part.written,
            heads: part.heads.clone(),
            sums: part.sums.as_ref().map_or_else(Vec::new, Sums::all),
        })
    }

    /// Completes the output.
    pub(super) fn finish(self) -> Result<(), Failure> {
        match self {
            Output::Nowhere => Ok(()),
            Output::Stream(mut out, None) => out.flush().map_err(Failure::write),
            Output::Stream(mut out, Some(path)) => out.flush().map_err(failed(&path)),
            Output::File(part) => {
                if part.sums.is_some() {
                    part.file.sync_all().map_err(failed(&part.named))?;
                }
                // A part that a run may have to go on with was its own to write until now.
                keep_permissions(&part.file, &part.path);
                fs::rename(&part.part, &part.path).map_err(failed(&part.named))
            }
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

/// Reads all that the checkpoint speaks of, and tells the head that it has and the sums; fails where it is not what was written.
fn seen(file: &mut File, path: &Path, written: &Written) -> Result<(Vec<u8>, Sums), Failure> {
    let unread = |error| Failure::File(path.to_owned(), words::cannot_read(), error);
    let differs = |from: u64, to: u64| Failure::Input(words::part_differs(path, from, to));
    let length = file.metadata().map_err(unread)?.len();
    if length < written.length {
        let message = words::part_short(path, length, written.length);
        return Err(Failure::Input(message));
    }
    let mut head = vec![0; written.heads.first().map_or(0, Vec::len)];
    file.seek(SeekFrom::Start(0)).map_err(unread)?;
    file.read_exact(&mut head).map_err(unread)?;
    let after = head.len() as u64;
    if !written.heads.is_empty() && !written.heads.contains(&head) {
        return Err(differs(1, after));
    }
    let (mut sums, mut block) = (Sums::default(), Vec::with_capacity(BLOCK));
    let mut at = after;
    while at < written.length {
        let most = (written.length - at).min(BLOCK as u64);
        block.clear();
        file.take(most).read_to_end(&mut block).map_err(unread)?;
        sums.add(&block);
        let place = ((at - after) / BLOCK as u64) as usize;
        if block.len() as u64 != most || sums.last() != written.sums.get(place).copied() {
            return Err(differs(at + 1, at + most));
        }
        at += most;
    }
    Ok((head, sums))
}
