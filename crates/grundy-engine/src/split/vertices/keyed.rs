//! Numbers for sets of vertices: where there are at most 64 vertices the bits themselves, else in the order in which the sets came.

use crate::set::Set;
use crate::split::Keys;
use crate::split::keys::Numbered;

/// Numbers for sets of vertices.
#[derive(Debug)]
pub enum Keyed<const WORDS: usize> {
    /// Sets of so many vertices, at most 64.
    Bits(u32),
    /// Sets of more.
    Numbered(Numbered<Set<WORDS>>),
}

impl<const WORDS: usize> Keyed<WORDS> {
    /// Numbers for sets of so many vertices, which hold at most so many bytes.
    pub fn new(vertices: usize, bytes: u64) -> Self {
        match u32::try_from(vertices) {
            Ok(vertices @ 0..=u64::BITS) => Keyed::Bits(vertices.max(1)),
            _ => Keyed::Numbered(Numbered::new(|_| 0, bytes)),
        }
    }
}

impl<const WORDS: usize> Keys<Set<WORDS>> for Keyed<WORDS> {
    fn bits(&self) -> u32 {
        match self {
            Keyed::Bits(bits) => *bits,
            Keyed::Numbered(numbered) => numbered.bits(),
        }
    }

    fn number(&self, part: &Set<WORDS>) -> Option<u64> {
        match self {
            Keyed::Bits(_) => part.0.first().copied(),
            Keyed::Numbered(numbered) => numbered.number(part),
        }
    }

    fn part(&self, number: u64) -> Option<Set<WORDS>> {
        match self {
            Keyed::Bits(_) => {
                let mut set = Set::EMPTY;
                set.put(0, number);
                Some(set)
            }
            Keyed::Numbered(numbered) => numbered.part(number),
        }
    }

    /// Bits tell their set in every search on the graph.
    fn lasts(&self) -> bool {
        matches!(self, Keyed::Bits(_))
    }

    fn bytes(&self) -> u64 {
        match self {
            Keyed::Bits(_) => 0,
            Keyed::Numbered(numbered) => numbered.bytes(),
        }
    }
}
