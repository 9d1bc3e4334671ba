//! Sprouts: a line joins two spots, or a spot with itself, crosses nothing, and gets a spot of its own; no spot has more than three lines.
//!
//! J. H. Conway and M. S. Paterson, 1967. What matters of a drawing was found by D. Applegate, G. Jacobson and D. Sleator (*Computer
//! analysis of Sprouts*, 1991) and J. Lemoine and S. Viennot (*Computer analysis of Sprouts with nimbers*, 2010): the drawing cuts the plane into
//! regions; the boundaries of a region are what a hand meets that follows each piece of the drawing within the region, spot after spot; a spot
//! with d lines has 3 − d *lives*. Each move lies in one region, and nothing else of the drawing is asked:
//!
//! - a spot without a life goes, and a region with fewer than two lives has no move and goes;
//! - a spot with one life has two corners. If one of them lies in a region that is gone, or both lie side by side on a boundary, there is nothing to
//!   choose between: it is written `2`. Else it is a letter, which stands at both its corners. A spot with two lives has one corner, `1`, and a
//!   spot without a line is a boundary by itself, `0`;
//! - the boundaries of a region may all be followed the other way round, whatever is done in other regions;
//! - regions that no letter joins do not know of each other: the position is the sum of its *lands*.
//!
//! [`Land`]s are kept in a form that is the same for all that are equal up to names and order (`canonical`).

mod canonical;
mod misere;
mod moves;
#[cfg(test)]
mod plane;
mod settle;
#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::fmt;
use std::ops::ControlFlow;

use crate::split::keys::Numbered;
use crate::split::{Fact, Splits};

pub use misere::MisereSearch;
pub use moves::{Line, lines};
pub use settle::{Wrong, WrongKind};

/// A spot with one life, at one corner only.
pub(crate) const TWO: u8 = 2;
/// The first of the letters: spots with one life that stand at two corners.
pub(crate) const LETTER: u8 = 3;
/// Behind each boundary.
pub(crate) const STOP: u8 = 254;
/// Behind each region.
pub(crate) const WALL: u8 = 255;

/// How many spots a game may begin with: then never more letters are needed than there are, small and capital.
pub const MOST_SPOTS: usize = 26;

/// Connected regions, in the form that stands for all equal ones: each region its boundaries, each boundary its spots.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Land(Box<[u8]>);

impl Land {
    /// Spots without a line; `None` for more than [`MOST_SPOTS`].
    pub fn spots(count: usize) -> Option<Land> {
        match count {
            0 => Some(Land(Box::default())),
            1..=MOST_SPOTS => Some(Land(
                [0, STOP].repeat(count).into_iter().chain([WALL]).collect(),
            )),
            _ => None,
        }
    }

    /// How many spots it is, if it has no line.
    pub fn as_spots(&self) -> Option<usize> {
        let count = self.0.len() / 2;
        (Land::spots(count)? == *self).then_some(count)
    }

    /// The lands of a position that is written down: boundaries end with `.`, regions are parted by `/`, a spot is `0`, `1`, `2` or a
    /// letter, which stands at most twice. Where nothing can be drawn there is none.
    ///
    /// Not every text is of a drawing in the plane; what is not is played by the same rules.
    ///
    /// # Errors
    /// The byte at which the text is wrong, and why.
    pub fn read(text: &str) -> Result<Vec<Land>, Wrong> {
        settle::read(text)
    }

    /// Its bytes, which tell it.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The land of bytes that [`as_bytes`](Land::as_bytes) has told; `None` for others.
    pub fn from_bytes(bytes: &[u8]) -> Option<Land> {
        if bytes.is_empty() {
            return Land::spots(0);
        }
        // Written out and read again, it is checked by one reader.
        let text = Land(bytes.into()).text()?;
        let mut lands = Land::read(&text).ok()?.into_iter();
        let land = lands.next().filter(|land| *land.0 == *bytes)?;
        lands.next().is_none().then_some(land)
    }

    /// Lives of all its spots: every line takes two and brings one, and the last leaves one, so that no play is longer than one less.
    pub fn lives(&self) -> u32 {
        let lives: u32 = (self.0.iter())
            .map(|&token| match token {
                0..LETTER => 2 * (3 - u32::from(token)),
                LETTER..STOP => 1,
                STOP.. => 0,
            })
            .sum();
        lives / 2
    }

    /// A boundary as it is written, without its end; by the places of its region and of itself, from 0.
    pub fn boundary(&self, region: usize, boundary: usize) -> Option<String> {
        let boundary = self.regions().nth(region)?.get(boundary)?.to_vec();
        boundary.into_iter().map(glyph).collect()
    }

    /// Each region as its boundaries.
    pub(crate) fn regions(&self) -> impl Iterator<Item = Vec<&[u8]>> {
        self.0
            .split_inclusive(|&token| token == WALL)
            .map(|region| {
                let boundaries = region.split_inclusive(|&token| token == STOP);
                (boundaries.filter_map(|boundary| boundary.strip_suffix(&[STOP]))).collect()
            })
    }

    /// As [`read`](Land::read) takes it, if the bytes are tokens in some order.
    fn text(&self) -> Option<String> {
        let body = self.0.strip_suffix(&[WALL])?;
        body.iter().map(|&token| glyph(token)).collect()
    }
}

/// How a token is written.
fn glyph(token: u8) -> Option<char> {
    match token {
        0..LETTER => Some((b'0' + token).into()),
        STOP => Some('.'),
        WALL => Some('/'),
        _ => match token - LETTER {
            capital @ 0..26 => Some((b'A' + capital).into()),
            small @ 26..52 => Some((b'a' + small - 26).into()),
            _ => None,
        },
    }
}

/// As [`read`](Land::read) takes it.
impl fmt::Display for Land {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().unwrap_or_default())
    }
}

impl fmt::Debug for Land {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The game as one that falls apart.
#[derive(Clone, Copy, Debug)]
pub struct Sprouts;

impl Splits for Sprouts {
    type Part = Land;
    type Keys = Numbered<Land>;
    type Stop = Infallible;

    fn keys(&self, bytes: u64) -> Numbered<Land> {
        Numbered::new(|land| land.0.len() as u64 + 16, bytes)
    }

    fn size(&self, land: &Land) -> u32 {
        land.lives()
    }

    /// Not lives: after so many moves they are much the same wherever these were, and what a land takes is told by what can be drawn.
    fn moves(&self, land: &Land) -> u32 {
        moves::count(land)
    }

    fn fact(&self, land: &Land) -> Fact {
        Fact::at_most(land.lives().saturating_sub(1))
    }

    fn options<F>(&self, land: &Land, mut visit: F) -> Result<(), Infallible>
    where
        F: FnMut(u32, &[Land]) -> ControlFlow<()>,
    {
        // Each sum once, in order: many lines leave the same.
        let mut sums: Vec<Box<[Land]>> = Vec::new();
        let _: ControlFlow<()> = lines(land, |_, lands| {
            sums.push(lands.into());
            ControlFlow::Continue(())
        });
        sums.sort_unstable();
        sums.dedup();
        let _ = sums.iter().try_for_each(|lands| visit(0, lands));
        Ok(())
    }
}
