//! Numbers for sets of vertices: of at most 64 the bits themselves, of more in the order in which the sets came.

use crate::set::Set;
use crate::split::Keys;
use rustc_hash::FxHashMap;
use std::sync::RwLock;

/// Numbers for sets of vertices.
pub struct Keyed<const WORDS: usize> {
    vertices: u32,
    numbered: RwLock<Numbered<WORDS>>,
}

#[derive(Default)]
struct Numbered<const WORDS: usize> {
    sets: Vec<Set<WORDS>>,
    numbers: FxHashMap<Set<WORDS>, u32>,
}

impl<const WORDS: usize> Keyed<WORDS> {
    /// Numbers for sets of so many vertices.
    pub fn new(vertices: usize) -> Self {
        Keyed {
            vertices: vertices as u32,
            numbered: RwLock::default(),
        }
    }
}

impl<const WORDS: usize> Keys<Set<WORDS>> for Keyed<WORDS> {
    fn bits(&self) -> u32 {
        match WORDS {
            1 => self.vertices.max(1),
            _ => 32,
        }
    }

    fn number(&self, part: &Set<WORDS>) -> Option<u64> {
        if WORDS == 1 {
            return Some(part.0[0]);
        }
        if let Some(&number) = self.numbered.read().ok()?.numbers.get(part) {
            return Some(number.into());
        }
        let mut numbered = self.numbered.write().ok()?;
        let next = u32::try_from(numbered.sets.len()).ok()?;
        let number = *numbered.numbers.entry(*part).or_insert(next);
        if number == next {
            numbered.sets.push(*part);
        }
        Some(number.into())
    }

    fn part(&self, number: u64) -> Set<WORDS> {
        if WORDS == 1 {
            let mut set = Set::EMPTY;
            set.put(0, number);
            return set;
        }
        let numbered = self.numbered.read().ok();
        let set = numbered.and_then(|numbered| numbered.sets.get(number as usize).copied());
        set.unwrap_or_default()
    }

    fn bytes(&self) -> u64 {
        let numbered = self.numbered.read().ok();
        let held = numbered.map_or(0, |numbered| numbered.sets.len());
        (held * (2 * size_of::<Set<WORDS>>() + 16)) as u64
    }
}
