//! Play on byte forms: the options of an encoded position, encoded.
//!
//! An engine that holds positions as bytes sees of a ruleset no more than this, whatever the type of its positions.

use std::fmt;
use std::ops::Deref;

use crate::encoded::{Encoded, Undecodable};
use crate::message;
use crate::ruleset::{Options, Ruleset, Stop};
use crate::text::{Lang, Message};

/// Tells the options of positions given as bytes. It keeps buffers to be used again, so each thread has its own.
pub trait Explorer {
    /// Reads the position at the front of the bytes, leaves what follows, and adds its options.
    ///
    /// # Errors
    /// Where no position stands there, or its options cannot all be told; those told until then may have been added.
    fn options(
        &mut self,
        position: &mut &[u8],
        options: &mut EncodedOptions,
    ) -> Result<(), Unexplored>;
}

/// Options, each a sum of positions in byte form.
#[derive(Clone, Debug, Default)]
pub struct EncodedOptions {
    bytes: Vec<u8>,
    /// By position, where it ends in the bytes.
    positions: Vec<usize>,
    /// By option, how many positions there are up to its end.
    sums: Vec<usize>,
    prefix: Option<u8>,
    several: bool,
}

impl EncodedOptions {
    /// Forgets the options, and keeps the room.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.positions.clear();
        self.sums.clear();
        self.several = false;
    }

    /// A byte that is put before each position added from now on: of what rules it is, where there are several.
    pub fn set_prefix(&mut self, prefix: Option<u8>) {
        self.prefix = prefix;
    }

    /// How many options there are.
    pub fn len(&self) -> usize {
        self.sums.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.sums.is_empty()
    }

    /// Whether none falls apart: each is a position, or nothing.
    pub fn are_single(&self) -> bool {
        !self.several
    }

    /// The positions of an option, by its place.
    #[inline]
    pub fn sum(&self, place: usize) -> impl ExactSizeIterator<Item = &[u8]> {
        let start = place.checked_sub(1).map_or(0, |before| self.sums[before]);
        (start..self.sums[place]).map(|position| {
            let start = (position.checked_sub(1)).map_or(0, |before| self.positions[before]);
            &self.bytes[start..self.positions[position]]
        })
    }

    /// Adds an option.
    #[inline]
    fn push<P: Encoded>(&mut self, sum: &[P]) {
        for position in sum {
            self.bytes.extend(self.prefix);
            position.encode(&mut self.bytes);
            self.positions.push(self.bytes.len());
        }
        self.several |= sum.len() > 1;
        self.sums.push(self.positions.len());
    }
}

/// Why options are not told.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unexplored {
    /// The bytes are no position.
    Undecodable(Undecodable),
    /// The position that the bytes are has another byte form, which must not be.
    Ambiguous,
    /// The ruleset stopped: there are too many, or the rules cannot be evaluated.
    Stop(Stop),
}

impl Unexplored {
    /// The sentence.
    pub fn describe(&self) -> Message {
        match self {
            Unexplored::Undecodable(why) => message!(
                "it cannot be read back from its bytes: {why}",
                "无法由字节还原：{why}",
                why = why.describe()
            ),
            Unexplored::Ambiguous => message!(
                "its bytes are different after it was read back from them",
                "由字节还原后编码不同"
            ),
            Unexplored::Stop(Stop::Full) => {
                message!("it has too many options", "其后继太多")
            }
            Unexplored::Stop(Stop::Fault(fault)) => fault.describe(),
        }
    }
}

impl fmt::Display for Unexplored {
    /// The English sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe().render(Lang::En))
    }
}

impl std::error::Error for Unexplored {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Unexplored::Undecodable(why) => Some(why),
            Unexplored::Ambiguous => None,
            Unexplored::Stop(stop) => Some(stop),
        }
    }
}

/// The explorer of a ruleset whose positions have a byte form, for positions of at most `limit` options.
pub fn explorer<R>(rules: impl Deref<Target = R> + 'static, limit: usize) -> Box<dyn Explorer>
where
    R: Ruleset,
    R::Position: Encoded,
{
    Box::new(OfRules {
        rules,
        limit,
        options: Options::with_limit(limit),
        again: Vec::new(),
    })
}

struct OfRules<D: Deref<Target: Ruleset>> {
    rules: D,
    limit: usize,
    options: Options<<D::Target as Ruleset>::Position, <D::Target as Ruleset>::Move>,
    again: Vec<u8>,
}

impl<D> Explorer for OfRules<D>
where
    D: Deref<Target: Ruleset<Position: Encoded>>,
{
    fn options(
        &mut self,
        bytes: &mut &[u8],
        options: &mut EncodedOptions,
    ) -> Result<(), Unexplored> {
        let before = *bytes;
        let position = Encoded::decode(bytes).map_err(Unexplored::Undecodable)?;
        let position: &<D::Target as Ruleset>::Position = &position;
        self.again.clear();
        position.encode(&mut self.again);
        if self.again != before[..before.len() - bytes.len()] {
            return Err(Unexplored::Ambiguous);
        }
        self.options.renew(self.limit);
        (self.rules.options(position, &mut self.options)).map_err(Unexplored::Stop)?;
        for (_, sum) in self.options.iter() {
            options.push(sum);
        }
        Ok(())
    }
}
