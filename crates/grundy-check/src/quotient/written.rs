//! Reading a certificate of a quotient: a line that says what it is, a line of claims in JSON, and the hash of that line.
//!
//! Nothing is believed: lengths must be what is there, and numbers must name what there is.

use std::io::Read;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::certificate::{begins, hexadecimal, unreadable};
use crate::verdict::Refusal;

pub(crate) const FIRST_LINE: &[u8] = b"grundy quotient 1\n";

/// Longest certificate in bytes, without its first line.
const LONGEST: u64 = 1 << 24;

/// Most elements: some tables have their square.
pub(super) const MOST_ELEMENTS: u64 = 1 << 13;

/// The line of claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Version of the format.
    pub version: u32,
    /// The rules of a game of heaps: letter n is the heap of n.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Where there are no rules: by letter its options, each a list of earlier letters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letters: Option<Vec<Vec<Vec<u32>>>>,
    /// Names of these letters, which prove nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<Vec<String>>,
    /// How many letters are covered.
    pub heaps: u64,
    /// How many elements the quotient has; 0 is 1.
    pub order: u64,
    /// The elements in P, rising.
    pub p: Vec<u32>,
    /// Letters whose values make all elements, rising.
    pub generators: Vec<u32>,
    /// By generator: by element its product with the generator's value.
    pub actions: Vec<Vec<u32>>,
    /// By letter: its value.
    pub phi: Vec<u32>,
    /// The least heap, 1 or more, from which on values repeat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<u64>,
    /// After how many heaps they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
}

impl Claim {
    pub(super) fn read(mut source: impl Read) -> Result<Claim, Refusal> {
        begins(&mut source, FIRST_LINE)?;
        let mut rest = Vec::new();
        let mut lines = source.take(LONGEST + 1);
        lines.read_to_end(&mut rest).map_err(unreadable)?;
        if rest.len() as u64 > LONGEST {
            return Err(Refusal::Bytes(LONGEST));
        }
        let mut lines = rest.split(|&byte| byte == b'\n');
        let (Some(line), Some(sealed), Some(end)) = (lines.next(), lines.next(), lines.next())
        else {
            return Err(Refusal::Truncated);
        };
        if !end.is_empty() || lines.next().is_some() {
            return Err(Refusal::Trailing);
        }
        let hash = hexadecimal(&Sha256::digest(line));
        if sealed.strip_prefix(b"sha256 ") != Some(hash.as_bytes()) {
            return Err(Refusal::Altered);
        }
        let claim: Claim =
            serde_json::from_slice(line).map_err(|error| Refusal::Header(error.to_string()))?;
        claim.sound()?;
        Ok(claim)
    }

    /// What can be said without the rules of play.
    fn sound(&self) -> Result<(), Refusal> {
        let contradiction = |what| Err(Refusal::Contradiction(what));
        if self.version != 1 {
            return Err(Refusal::Foreign);
        }
        if self.code.is_some() == self.letters.is_some() {
            return contradiction("either code or letters is needed");
        }
        if self.order > MOST_ELEMENTS {
            return Err(Refusal::Large(MOST_ELEMENTS));
        }
        let (heaps, order) = (self.heaps, self.order);
        if self.phi.len() as u64 != heaps {
            return contradiction("there are not as many values as heaps");
        }
        if let Some(letters) = &self.letters {
            if letters.len() as u64 != heaps {
                return contradiction("there are not as many letters as heaps");
            }
            let comes_later = |(letter, options): (usize, &Vec<Vec<u32>>)| {
                let mut parts = options.iter().flatten();
                parts.any(|&part| part as usize >= letter)
            };
            if letters.iter().enumerate().any(comes_later) {
                return contradiction("an option is not made of earlier letters");
            }
        }
        if let Some(names) = &self.names
            && (self.letters.is_none() || names.len() as u64 != heaps)
        {
            return contradiction("there are not as many names as letters");
        }
        if self.actions.len() != self.generators.len() {
            return contradiction("there are not as many actions as generators");
        }
        if !rises(&self.generators, heaps) {
            return contradiction("the generators are not letters in order");
        }
        if order == 0 || !rises(&self.p, order) {
            return contradiction("P is not a set of elements in order");
        }
        let is_element = |&x: &u32| u64::from(x) < order;
        if !self.phi.iter().all(is_element) {
            return contradiction("a value is no element");
        }
        let is_map =
            |action: &Vec<u32>| action.len() as u64 == order && action.iter().all(is_element);
        if !self.actions.iter().all(is_map) {
            return contradiction("an action is no map of the elements");
        }
        match (self.preperiod, self.period) {
            (None, None) => {}
            (Some(_), Some(_)) if self.code.is_none() => {
                return contradiction("letters without rules of heaps do not go on");
            }
            (Some(preperiod), Some(period)) => {
                if preperiod == 0 || period == 0 {
                    return contradiction("the pre-period or the period is 0");
                }
                if preperiod.checked_add(period).is_none_or(|end| end > heaps) {
                    return contradiction("a period ends behind the heaps");
                }
            }
            _ => return contradiction("pre-period and period belong together"),
        }
        Ok(())
    }
}

/// Whether numbers rise, each below a limit.
fn rises(numbers: &[u32], limit: u64) -> bool {
    numbers.is_sorted_by(|one, other| one < other)
        && numbers.last().is_none_or(|&last| u64::from(last) < limit)
}
