//! Checkpoints: all that a run needs to go on, in one file that is always whole.
//!
//! The file is written under another name, brought to the disk and renamed, after the output that it speaks of was
//! brought there: whenever the program or the machine stops, the last checkpoint and the output up to its place are
//! there. A mark, a version and a SHA-256 say whose it is and that nothing was changed; it holds sums of the whole output, too.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::output::Written;
use crate::dots::Dots;
use crate::failure::Failure;
use crate::output;
use crate::words;
use grundy_service::statistics::Statistics;

/// What the file begins with.
const MARK: &[u8; 16] = b"grundy seq run\n\n";

/// The version written.
const VERSION: u32 = 2;

/// What a run was asked for, as far as it must stay the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Options {
    /// The code.
    pub(super) code: String,
    /// The first heap printed.
    pub(super) from: u64,
    /// The format and the bytes of a value, where values are written.
    pub(super) format: Option<(String, u32)>,
    /// Whether statistics are kept.
    pub(super) has_statistics: bool,
    /// Of how many heaps a picture is drawn.
    pub(super) picture: Option<u64>,
}

impl Options {
    /// Whether a run with these options can go on as one with `other`; how the code is written is not looked at.
    pub(super) fn go_with(&self, other: &Options) -> bool {
        let apart = |options: &Options| {
            (
                options.from,
                options.format.clone(),
                options.has_statistics,
                options.picture,
            )
        };
        apart(self) == apart(other)
    }

    /// The flags that they come from.
    pub(super) fn flags(&self) -> String {
        let mut flags = format!("--from {}", self.from);
        if let Some((format, width)) = &self.format {
            flags += &format!(" -o --format {format}");
            if ["npy", "parquet"].contains(&format.as_str()) {
                flags += &format!(" --width {}", 8 * width);
            }
        }
        if self.has_statistics {
            flags += " --stats";
        }
        if let Some(count) = self.picture {
            flags += &format!(" -n {} --plot", self.from.saturating_add(count));
        }
        flags
    }
}

/// A run between two blocks.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Checkpoint {
    pub(super) options: Options,
    /// How far the sequence is, which it says as well.
    pub(super) length: u64,
    /// What there is of the output.
    pub(super) written: Written,
    /// What the encoder keeps back.
    pub(super) pending: Vec<u8>,
    pub(super) statistics: Option<Statistics>,
    pub(super) dots: Option<Dots>,
    /// The sequence itself, as the library saves it.
    pub(super) sequence: Vec<u8>,
}

/// Why a file is no checkpoint to go on from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NoCheckpoint {
    /// It does not begin as one.
    Foreign,
    /// Another version wrote it.
    Version(u32),
    /// It is cut short or changed.
    Damaged,
}

impl Checkpoint {
    /// Its bytes.
    fn bytes(&self) -> Vec<u8> {
        let state = postcard::to_allocvec(self).expect("numbers and lists can be written");
        let sum: [u8; 32] = Sha256::digest(&state).into();
        [&MARK[..], &VERSION.to_le_bytes(), &sum, &state].concat()
    }

    /// The checkpoint of which these are the bytes.
    fn parse(bytes: &[u8]) -> Result<Checkpoint, NoCheckpoint> {
        let rest = bytes.strip_prefix(MARK).ok_or(NoCheckpoint::Foreign)?;
        let (version, rest) = rest.split_first_chunk().ok_or(NoCheckpoint::Damaged)?;
        let version = u32::from_le_bytes(*version);
        if version != VERSION {
            return Err(NoCheckpoint::Version(version));
        }
        let (sum, state) = rest
            .split_first_chunk::<32>()
            .ok_or(NoCheckpoint::Damaged)?;
        let found: [u8; 32] = Sha256::digest(state).into();
        if found != *sum {
            return Err(NoCheckpoint::Damaged);
        }
        postcard::from_bytes(state).map_err(|_| NoCheckpoint::Damaged)
    }

    /// Writes it in the place of an older one.
    pub(super) fn write(&self, path: &Path) -> Result<(), Failure> {
        output::replace_file(path, &self.bytes())
    }

    /// Reads it.
    pub(super) fn read(path: &Path) -> Result<Checkpoint, Failure> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(Failure::Input(words::checkpoint_missing(path)));
            }
            Err(error) => {
                return Err(Failure::File(path.to_owned(), words::cannot_read(), error));
            }
        };
        Checkpoint::parse(&bytes).map_err(|why| {
            Failure::Input(match why {
                NoCheckpoint::Foreign => words::checkpoint_foreign(path),
                NoCheckpoint::Version(version) => words::checkpoint_version(path, version),
                NoCheckpoint::Damaged => words::checkpoint_damaged(path),
            })
        })
    }
}

/// Refuses to begin anew over a file that is no checkpoint, of whatever version; an empty one holds nothing.
pub(super) fn may_be_replaced(path: &Path) -> Result<(), Failure> {
    if !path.is_file() {
        return Ok(());
    }
    let mut begins = Vec::new();
    let read =
        File::open(path).and_then(|file| file.take(MARK.len() as u64).read_to_end(&mut begins));
    read.map_err(|error| Failure::File(path.to_owned(), words::cannot_read(), error))?;
    match begins.is_empty() || begins == MARK {
        true => Ok(()),
        false => Err(Failure::Input(words::checkpoint_foreign(path))),
    }
}

/// How often a checkpoint is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Every {
    Time(Duration),
    Values(u64),
}

/// Says when the next checkpoint is due.
#[derive(Debug)]
pub(super) struct Clock {
    every: Every,
    last: Instant,
    length: u64,
}

impl Clock {
    /// Begins at a length of the sequence.
    pub(super) fn new(every: Every, length: u64) -> Clock {
        Clock {
            every,
            last: Instant::now(),
            length,
        }
    }

    /// The next interval begins.
    pub(super) fn begin(&mut self, length: u64) {
        self.last = Instant::now();
        self.length = length;
    }

    /// Whether a checkpoint is due at a length.
    pub(super) fn is_due(&self, length: u64) -> bool {
        match self.every {
            Every::Time(time) => self.last.elapsed() >= time,
            Every::Values(values) => length.saturating_sub(self.length) >= values,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint() -> Checkpoint {
        Checkpoint {
            options: Options {
                code: "0.77".to_owned(),
                from: 3,
                format: Some(("u8".to_owned(), 1)),
                has_statistics: true,
                picture: None,
            },
            length: 1024,
            written: Written {
                length: 1021,
                heads: vec![Vec::new()],
                sums: vec![[7; 16]],
            },
            pending: vec![1, 2],
            statistics: Some(Statistics::default()),
            dots: None,
            sequence: vec![9; 100],
        }
    }

    #[test]
    fn any_change_is_seen() {
        let bytes = checkpoint().bytes();
        let back = Checkpoint::parse(&bytes).expect("a checkpoint");
        assert_eq!(back.options, checkpoint().options);
        assert_eq!(back.sequence, checkpoint().sequence);
        for length in 0..bytes.len() {
            assert!(Checkpoint::parse(&bytes[..length]).is_err(), "{length}");
        }
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1 << (place % 8);
            let why = Checkpoint::parse(&changed).expect_err("a change");
            match place {
                0..16 => assert_eq!(why, NoCheckpoint::Foreign),
                16..20 => assert!(matches!(why, NoCheckpoint::Version(_))),
                _ => assert_eq!(why, NoCheckpoint::Damaged),
            }
        }
    }

    #[test]
    fn intervals_end_by_time_or_by_values() {
        let mut clock = Clock::new(Every::Values(1000), 512);
        assert!(!clock.is_due(1511));
        assert!(clock.is_due(1512));
        clock.begin(1512);
        assert!(!clock.is_due(2511));
        assert!(Clock::new(Every::Time(Duration::ZERO), 0).is_due(0));
        assert!(!Clock::new(Every::Time(Duration::from_secs(3600)), 0).is_due(1 << 40));
    }
}
