//! Parts of any kind numbered as they come.

use std::hash::Hash;
use std::sync::{PoisonError, RwLock};

use rustc_hash::FxHashMap;

use crate::split::Keys;

/// Numbers from 0, one to each part, in the order in which they are asked for.
#[derive(Debug)]
pub struct Numbered<Part> {
    held: RwLock<Held<Part>>,
    /// Bytes that a part holds outside itself, about.
    outside: fn(&Part) -> u64,
}

#[derive(Debug)]
struct Held<Part> {
    numbers: FxHashMap<Part, u32>,
    parts: Vec<Part>,
    bytes: u64,
}

impl<Part> Numbered<Part> {
    /// No part has a number yet; `outside` tells the bytes that a part holds outside itself.
    pub fn new(outside: fn(&Part) -> u64) -> Numbered<Part> {
        Numbered {
            held: RwLock::new(Held {
                numbers: FxHashMap::default(),
                parts: Vec::new(),
                bytes: 0,
            }),
            outside,
        }
    }
}

impl<Part: Clone + Eq + Hash + Send + Sync> Keys<Part> for Numbered<Part> {
    fn bits(&self) -> u32 {
        u32::BITS
    }

    fn number(&self, part: &Part) -> Option<u64> {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = held.numbers.get(part) {
            return Some(number.into());
        }
        drop(held);
        let mut held = self.held.write().unwrap_or_else(PoisonError::into_inner);
        let held = &mut *held;
        let fresh = u32::try_from(held.parts.len()).ok()?;
        let number = *held.numbers.entry(part.clone()).or_insert(fresh);
        if number == fresh {
            held.parts.push(part.clone());
            // Twice the part, and the room that tables leave.
            held.bytes += 2 * (2 * size_of::<Part>() as u64 + (self.outside)(part)) + 8;
        }
        Some(number.into())
    }

    fn part(&self, number: u64) -> Part {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        held.parts[number as usize].clone()
    }

    fn bytes(&self) -> u64 {
        self.held.read().unwrap_or_else(PoisonError::into_inner).bytes
    }
}
