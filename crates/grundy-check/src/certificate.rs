//! Reading a certificate: a line that says what it is, a line of claims in JSON, and the values.
//!
//! Nothing is believed: what the line of claims says about lengths must be what is there, to the byte, and no memory
//! is set aside before the bytes are.

use std::io::Read;

use sha2::{Digest, Sha256};

use crate::claim::{Claim, Extent, Theorem};
use crate::verdict::Refusal;

const FIRST_LINE: &[u8] = b"grundy certificate 1\n";

/// Longest line of claims.
const LONGEST_CLAIMS: u64 = 1 << 24;

/// Values of heaps in a row.
#[derive(Clone, Debug)]
pub(crate) struct Stretch {
    pub(crate) start: u64,
    pub(crate) values: Vec<u32>,
}

impl Stretch {
    /// The first heap behind it.
    pub(crate) fn end(&self) -> u64 {
        self.start + self.values.len() as u64
    }

    /// The value of a heap, if it is stored here.
    pub(crate) fn value(&self, heap: u64) -> Option<u32> {
        let place = heap.checked_sub(self.start)?;
        self.values.get(usize::try_from(place).ok()?).copied()
    }
}

/// What cannot be read.
pub(crate) fn unreadable(error: std::io::Error) -> Refusal {
    Refusal::Unreadable(error.to_string())
}

/// Reads the line that says what a certificate is.
///
/// # Errors
/// That it is another, or none at all.
pub(crate) fn begins(source: &mut impl Read, line: &[u8]) -> Result<(), Refusal> {
    let mut first = Vec::new();
    let mut beginning = source.take(line.len() as u64);
    beginning.read_to_end(&mut first).map_err(unreadable)?;
    match first == line {
        true => Ok(()),
        false => Err(Refusal::Foreign),
    }
}

/// A certificate as read: whole, but not believed.
#[derive(Clone, Debug)]
pub(crate) struct Certificate {
    pub(crate) claim: Claim,
    pub(crate) stretches: Vec<Stretch>,
    /// Whether the bytes of the values are those that were hashed.
    pub(crate) intact: bool,
}

impl Certificate {
    pub(crate) fn read(mut source: impl Read) -> Result<Certificate, Refusal> {
        begins(&mut source, FIRST_LINE)?;
        let (line, mut payload) = claims(&mut source).map_err(unreadable)?;
        let line = line.ok_or(Refusal::Truncated)?;
        let claim: Claim =
            serde_json::from_slice(&line).map_err(|error| Refusal::Header(error.to_string()))?;
        claim.sound()?;
        let declared = claim
            .stretches
            .iter()
            .try_fold(0u64, |sum, extent| sum.checked_add(extent.length))
            .and_then(|values| values.checked_mul(claim.width.into()))
            .ok_or(Refusal::Contradiction("the lengths are beyond 64 bits"))?;
        // One byte more than should be there would show bytes behind the end.
        let missing = declared
            .saturating_add(1)
            .saturating_sub(payload.len() as u64);
        source
            .take(missing)
            .read_to_end(&mut payload)
            .map_err(unreadable)?;
        match (payload.len() as u64).cmp(&declared) {
            std::cmp::Ordering::Less => return Err(Refusal::Truncated),
            std::cmp::Ordering::Greater => return Err(Refusal::Trailing),
            std::cmp::Ordering::Equal => {}
        }
        let intact = hexadecimal(&Sha256::digest(&payload)) == claim.sha256;
        let mut rest = &payload[..];
        let stretches = claim.stretches.iter().map(|extent| {
            // The lengths sum to what is there, so that none is greater.
            let (bytes, after) = rest.split_at(extent.length as usize * usize::from(claim.width));
            rest = after;
            Stretch {
                start: extent.start,
                values: decoded(bytes, claim.width),
            }
        });
        let stretches = stretches.collect();
        Ok(Certificate {
            claim,
            stretches,
            intact,
        })
    }
}

impl Claim {
    /// What can be said without the values.
    fn sound(&self) -> Result<(), Refusal> {
        let contradiction = |what| Err(Refusal::Contradiction(what));
        if self.version != 1 {
            return Err(Refusal::Foreign);
        }
        if ![1, 2, 4].contains(&self.width) {
            return contradiction("the width is not 1, 2 or 4");
        }
        if self.period == 0 {
            return contradiction("the period is 0");
        }
        let Some(kept) = self.preperiod.checked_add(self.period) else {
            return contradiction("the period ends beyond 64 bits");
        };
        let overflows = |extent: &Extent| extent.start.checked_add(extent.length).is_none();
        if self.stretches.iter().any(overflows) {
            return contradiction("a stretch ends beyond 64 bits");
        }
        if self.stretches.iter().any(|extent| extent.length == 0) {
            return contradiction("a stretch is empty");
        }
        if self.stretches.first().is_none_or(|first| first.start != 0) {
            return contradiction("the first stretch does not begin with heap 0");
        }
        let space = [
            self.mask.is_some(),
            self.odd.is_some(),
            self.rare.is_some(),
            self.window.is_some(),
        ];
        if self.theorem == Theorem::Window {
            if space.contains(&false) {
                return contradiction("mask, odd, rare and window are needed for this theorem");
            }
        } else {
            if space.contains(&true) {
                return contradiction("mask, odd, rare and window do not belong to this theorem");
            }
            if self.stretches.len() != 1 || self.stretches[0].length != kept {
                return contradiction("one stretch of pre-period and period is needed");
            }
        }
        Ok(())
    }
}

/// The line of claims, `None` if it has no end, and what was read beyond it.
fn claims(source: &mut impl Read) -> std::io::Result<(Option<Vec<u8>>, Vec<u8>)> {
    let mut line = Vec::new();
    loop {
        let before = line.len();
        let room = LONGEST_CLAIMS - before as u64;
        source.take(room.min(1 << 16)).read_to_end(&mut line)?;
        if let Some(end) = line[before..].iter().position(|&byte| byte == b'\n') {
            let rest = line.split_off(before + end + 1);
            line.pop();
            return Ok((Some(line), rest));
        }
        if line.len() == before {
            return Ok((None, Vec::new()));
        }
    }
}

/// Little-endian numbers of so many bytes each.
fn decoded(bytes: &[u8], width: u8) -> Vec<u32> {
    let number = |digits: &[u8]| {
        let digits = digits.iter().rev();
        digits.fold(0, |number, &digit| number << 8 | u32::from(digit))
    };
    bytes.chunks_exact(width.into()).map(number).collect()
}

pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
