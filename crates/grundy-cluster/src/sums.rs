//! A sum of positions as one row of bytes: their byte forms in rising order, one after another.
//!
//! Sums that differ only in the order of their positions are so the same bytes, and one position to the workers. Where the
//! positions are of several rulesets, each has a byte in front that says of which.

use std::ops::Range;

use grundy::encoded::Undecodable;
use grundy::explorer::{EncodedOptions, Explorer, Unexplored};

/// Rows of bytes, one after another.
#[derive(Default)]
struct Forms {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Forms {
    fn push<'b>(&mut self, pieces: impl IntoIterator<Item = &'b [u8]>) {
        for piece in pieces {
            self.bytes.extend_from_slice(piece);
        }
        self.ends.push(self.bytes.len());
    }
}

/// The byte form of a sum of these positions.
pub(crate) fn sum_of(mut positions: Vec<Vec<u8>>) -> Vec<u8> {
    positions.sort_unstable();
    positions.concat()
}

/// Takes off the byte that says of which of several rulesets the position in front is.
pub(crate) fn rules_of(bytes: &mut &[u8], several: bool) -> Result<usize, Undecodable> {
    if !several {
        return Ok(0);
    }
    let (&first, rest) = bytes.split_first().ok_or(Undecodable::Shorter)?;
    *bytes = rest;
    Ok(first.into())
}

/// Tells the options of sums: one position is moved in, the others stay.
pub(crate) struct Sums {
    explorers: Vec<Box<dyn Explorer>>,
    told: EncodedOptions,
    parts: Vec<Part>,
    /// The options found, unless they are those told as they are.
    forms: Forms,
    as_told: bool,
}

/// A position of the sum at hand.
struct Part {
    bytes: Range<usize>,
    /// Its options among those told; none where an equal position stands before it.
    options: Range<usize>,
}

impl Sums {
    /// By ruleset, its explorer.
    pub(crate) fn new(explorers: Vec<Box<dyn Explorer>>) -> Sums {
        Sums {
            explorers,
            told: EncodedOptions::default(),
            parts: Vec::new(),
            forms: Forms::default(),
            as_told: false,
        }
    }

    /// Finds the options of a sum; how many there are, the same one perhaps more than once.
    pub(crate) fn options(&mut self, sum: &[u8]) -> Result<usize, Unexplored> {
        self.look(sum)?;
        self.forms.bytes.clear();
        self.forms.ends.clear();
        self.as_told = self.parts.len() < 2 && self.told.are_single();
        if self.as_told {
            return Ok(self.told.len());
        }
        let mut pieces: Vec<&[u8]> = Vec::new();
        for (at, part) in self.parts.iter().enumerate() {
            for option in part.options.clone() {
                pieces.clear();
                pieces.extend(self.told.sum(option));
                let others = (self.parts.iter().enumerate()).filter(|&(other, _)| other != at);
                pieces.extend(others.map(|(_, other)| &sum[other.bytes.clone()]));
                pieces.sort_unstable();
                self.forms.push(pieces.iter().copied());
            }
        }
        Ok(self.forms.ends.len())
    }

    /// One of the options found last, by its place.
    #[inline]
    pub(crate) fn option(&self, place: usize) -> &[u8] {
        if self.as_told {
            return self.told.sum(place).next().unwrap_or_default();
        }
        let start = (place.checked_sub(1)).map_or(0, |before| self.forms.ends[before]);
        &self.forms.bytes[start..self.forms.ends[place]]
    }

    /// Cuts a sum into its positions, and has the options of each told.
    fn look(&mut self, sum: &[u8]) -> Result<(), Unexplored> {
        self.told.clear();
        self.parts.clear();
        let several = self.explorers.len() > 1;
        let mut rest = sum;
        while !rest.is_empty() {
            let start = sum.len() - rest.len();
            let before = self.told.len();
            // No byte form begins another: what begins with one is that one.
            let last = self.parts.last().map(|last| &sum[last.bytes.clone()]);
            if let Some(after) = last.and_then(|last| rest.strip_prefix(last)) {
                rest = after;
            } else {
                let rules = rules_of(&mut rest, several).map_err(Unexplored::Undecodable)?;
                self.told.set_prefix(several.then_some(rules as u8));
                let none = Unexplored::Undecodable(Undecodable::OutOfRange);
                let explorer = self.explorers.get_mut(rules).ok_or(none)?;
                let length = rest.len();
                explorer.options(&mut rest, &mut self.told)?;
                if rest.len() == length {
                    return Err(Unexplored::Ambiguous);
                }
            }
            self.parts.push(Part {
                bytes: start..sum.len() - rest.len(),
                options: before..self.told.len(),
            });
        }
        Ok(())
    }
}
