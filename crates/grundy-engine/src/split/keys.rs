//! Numbers for parts that have no number of their own of 64 digits.

use std::hash::Hash;
use std::sync::RwLock;
use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxHashMap;

use super::Keys;

/// Numbers parts in the order in which they are met, and keeps each once: up to 2^32, or as many as the bytes allow.
#[derive(Debug)]
pub struct Numbered<Part> {
    met: RwLock<Met<Part>>,
    bytes: AtomicU64,
    /// Bytes of one part outside itself, roughly.
    outside: fn(&Part) -> u64,
    most: u64,
}

#[derive(Debug)]
struct Met<Part> {
    numbers: FxHashMap<Part, u32>,
    parts: Vec<Part>,
}

impl<Part: Clone + Eq + Hash> Numbered<Part> {
    /// No part yet. `outside` tells how many bytes a part holds outside itself, and no more than `most` bytes are held in all.
    pub fn new(outside: fn(&Part) -> u64, most: u64) -> Numbered<Part> {
        Numbered {
            met: RwLock::new(Met {
                numbers: FxHashMap::default(),
                parts: Vec::new(),
            }),
            bytes: AtomicU64::new(0),
            outside,
            most,
        }
    }
}

impl<Part: Clone + Eq + Hash + Send + Sync> Keys<Part> for Numbered<Part> {
    fn bits(&self) -> u32 {
        32
    }

    fn number(&self, part: &Part) -> Option<u64> {
        if let Some(&number) = self.met.read().ok()?.numbers.get(part) {
            return Some(number.into());
        }
        let mut met = self.met.write().ok()?;
        if let Some(&number) = met.numbers.get(part) {
            return Some(number.into());
        }
        let number = u32::try_from(met.parts.len()).ok()?;
        // Kept twice, and with the room that a hash table leaves.
        let bytes = 2 * (2 * size_of::<Part>() as u64 + 8 + (self.outside)(part));
        if self.bytes.load(Ordering::Relaxed) + bytes > self.most {
            return None;
        }
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        met.numbers.insert(part.clone(), number);
        met.parts.push(part.clone());
        Some(number.into())
    }

    fn part(&self, number: u64) -> Option<Part> {
        let met = self.met.read().ok()?;
        met.parts.get(usize::try_from(number).ok()?).cloned()
    }

    fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}
