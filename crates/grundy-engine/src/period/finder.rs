//! Looks for a period while values come in, each time that there are a sixteenth more: so it is proved
//! soon after the bound of the theorem is reached, and looking costs a small part of computing.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Period, Proof, Values};

/// Least number of values between two looks.
const STEP: usize = 64;

/// What bytes of a saved finder begin with.
const MARK: &[u8; 16] = b"grundy period 1\n";

/// Looks for a period while values come in.
///
/// ```
/// use grundy_engine::period::{Finder, Proof};
/// use grundy_engine::sequence::{Limits, Rules, Sequence};
/// let rules: Rules = "0.77".parse().unwrap();
/// let mut finder = Finder::new(Proof::of(&rules), 1 << 20);
/// let (mut sequence, mut block) = (Sequence::new(rules, Limits::default()), Vec::new());
/// let kayles = loop {
///     block.clear();
///     sequence.next_block(&mut block).unwrap();
///     if let Some(period) = finder.push(&block).unwrap() {
///         break period;
///     }
/// };
/// assert_eq!((kayles.period(), kayles.preperiod()), (12, 71));
/// ```
#[derive(Clone, Debug)]
pub struct Finder {
    proof: Proof,
    /// Most bytes of values kept.
    memory: usize,
    values: Values,
    next_look: usize,
    proved: Option<Period>,
}

/// The values seen so far take all the memory allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full(
    /// The bytes that would be needed at least.
    pub usize,
);

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at least {} bytes of memory would be needed", self.0)
    }
}

impl std::error::Error for Full {}

/// Why bytes are not those of a saved finder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotKept {
    /// They do not begin as such bytes do.
    Foreign,
    /// They are cut short or changed.
    Damaged,
}

impl fmt::Display for NotKept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotKept::Foreign => "not the values of a search for a period",
            NotKept::Damaged => "damaged",
        })
    }
}

impl std::error::Error for NotKept {}

/// What is kept: the planes of the values.
#[derive(Serialize, Deserialize)]
struct Saved<'v>(#[serde(borrow)] Vec<&'v [u8]>);

impl Finder {
    /// Begins with heap 0, keeping at most `memory` bytes of values.
    pub fn new(proof: Proof, memory: usize) -> Finder {
        Finder {
            proof,
            memory,
            values: Values::default(),
            next_look: STEP,
            proved: None,
        }
    }

    /// Adds the next values, and tells a period if it is proved by now; once there is one, values are no more kept.
    ///
    /// # Errors
    /// [`Full`]: the values are not added.
    pub fn push(&mut self, values: &[u32]) -> Result<Option<Period>, Full> {
        if self.proved.is_none() {
            let length = self.values.len() + values.len();
            let bytes = length.saturating_mul(self.values.width_with(values));
            if bytes > self.memory {
                return Err(Full(bytes));
            }
            self.values.extend(values);
            if length >= self.next_look {
                self.look();
            }
        }
        Ok(self.proved)
    }

    /// Looks for a period now.
    pub fn look(&mut self) -> Option<Period> {
        if self.proved.is_none() {
            let outlook = self.proof.outlook(&self.values);
            let length = self.values.len();
            let needed = outlook.err().flatten();
            let needed = needed.and_then(|needed| usize::try_from(needed).ok());
            // A proof that is on its way is not waited for longer than needed, nor asked for at every block.
            let soon = length + STEP.max(length / 256);
            self.next_look =
                (length + STEP.max(length / 16)).min(needed.unwrap_or(usize::MAX).max(soon));
            self.proved = outlook.ok();
        }
        self.proved
    }

    /// How a period would be proved.
    pub fn proof(&self) -> &Proof {
        &self.proof
    }

    /// The period, if one is proved.
    pub fn period(&self) -> Option<Period> {
        self.proved
    }

    /// The values so far.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// How many values were looked at.
    pub fn len(&self) -> u64 {
        self.values.len() as u64
    }

    /// Whether there were none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The values as bytes that [`Finder::restore`] reads.
    pub fn save(&self) -> Vec<u8> {
        let planes = self.values.planes().iter().map(Vec::as_slice).collect();
        let state = postcard::to_allocvec(&Saved(planes)).expect("bytes can be written");
        let sum: [u8; 32] = Sha256::digest(&state).into();
        [&MARK[..], &sum, &state].concat()
    }

    /// Goes on where [`Finder::save`] was called.
    ///
    /// # Errors
    /// [`NotKept`] if the bytes are not those of a finder, whole and unchanged.
    pub fn restore(saved: &[u8], proof: Proof, memory: usize) -> Result<Finder, NotKept> {
        let rest = saved.strip_prefix(MARK).ok_or(NotKept::Foreign)?;
        let (sum, state) = rest.split_first_chunk::<32>().ok_or(NotKept::Damaged)?;
        let found: [u8; 32] = Sha256::digest(state).into();
        if found != *sum {
            return Err(NotKept::Damaged);
        }
        let Saved(planes) = postcard::from_bytes(state).map_err(|_| NotKept::Damaged)?;
        let planes = planes.into_iter().map(<[u8]>::to_vec).collect();
        let mut finder = Finder::new(proof, memory);
        finder.values = Values::from_planes(planes).ok_or(NotKept::Damaged)?;
        finder.look();
        Ok(finder)
    }
}
