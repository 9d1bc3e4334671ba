//! What a sequence needs to go on, as bytes: a mark, a version, the SHA-256 of what follows, and the state itself.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{dense, sparse, subtraction};

/// What such bytes begin with.
const MARK: &[u8; 16] = b"grundy sequence\n";

/// The version written.
const VERSION: u32 = 2;

/// The state of an engine.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Saved {
    Dense(dense::Saved),
    Sparse(sparse::Saved),
    Window(subtraction::Saved),
}

/// Why bytes are not those of a saved sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotSaved {
    /// They do not begin as a saved sequence does.
    Foreign,
    /// They were written by another version.
    Version(u32),
    /// They are cut short or changed.
    Damaged,
}

impl fmt::Display for NotSaved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotSaved::Foreign => f.write_str("not a saved sequence"),
            NotSaved::Version(version) => write!(f, "version {version}, not {VERSION}"),
            NotSaved::Damaged => f.write_str("damaged"),
        }
    }
}

impl std::error::Error for NotSaved {}

/// A state as bytes.
pub(super) fn save(state: &Saved) -> Vec<u8> {
    let state = postcard::to_allocvec(state).expect("a state of numbers and lists can be written");
    let sum: [u8; 32] = Sha256::digest(&state).into();
    [&MARK[..], &VERSION.to_le_bytes(), &sum, &state].concat()
}

/// The state of which these are the bytes.
pub(super) fn restore(bytes: &[u8]) -> Result<Saved, NotSaved> {
    let rest = bytes.strip_prefix(MARK).ok_or(NotSaved::Foreign)?;
    let (version, rest) = rest.split_first_chunk().ok_or(NotSaved::Damaged)?;
    let version = u32::from_le_bytes(*version);
    if version != VERSION {
        return Err(NotSaved::Version(version));
    }
    let (sum, state) = rest.split_first_chunk::<32>().ok_or(NotSaved::Damaged)?;
    let found: [u8; 32] = Sha256::digest(state).into();
    if found != *sum {
        return Err(NotSaved::Damaged);
    }
    postcard::from_bytes(state).map_err(|_| NotSaved::Damaged)
}
