//! Many names, each once, numbered in the order of their coming: their bytes one after another in one piece of memory.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

/// A name has at most so many bytes.
const LONGEST: usize = 1 << 20;
/// So many names share a base, so that a name costs 4 bytes for its place and not 8.
const SHARING: usize = 1 << 10;

/// Why a name is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// It is longer than a mebibyte.
    Long,
    /// There are 2^32 − 2 vertices.
    Many,
}

/// Names that are all different, numbered from 0.
///
/// A name takes its bytes and about 10 bytes more.
#[derive(Clone, Debug, Default)]
pub struct Words {
    bytes: Vec<u8>,
    /// Where each name ends, from the base of its row.
    ends: Vec<u32>,
    /// Where each row of names begins.
    bases: Vec<usize>,
    numbers: HashTable<u32>,
    hashing: DefaultHashBuilder,
}

impl Words {
    /// How many names there are.
    pub fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The name with this number.
    pub fn word(&self, number: u32) -> Option<&str> {
        if number >= self.len() {
            return None;
        }
        // Only texts are taken.
        std::str::from_utf8(raw(&self.bytes, &self.ends, &self.bases, number)).ok()
    }

    /// All names, in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map_while(|number| self.word(number))
    }

    /// The number of a name.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.find_hashed(self.hashing.hash_one(name.as_bytes()), name.as_bytes())
    }

    /// How many bytes of memory they take.
    pub fn size(&self) -> usize {
        self.bytes.capacity()
            + size_of::<u32>() * self.ends.capacity()
            + size_of::<usize>() * self.bases.capacity()
            + self.numbers.allocation_size()
    }

    fn find_hashed(&self, hash: u64, name: &[u8]) -> Option<u32> {
        self.numbers
            .find(hash, |&number| {
                raw(&self.bytes, &self.ends, &self.bases, number) == name
            })
            .copied()
    }

    /// The number of a name, which must be UTF-8, and whether it is new.
    pub(crate) fn intern(&mut self, name: &[u8]) -> Result<(u32, bool), Full> {
        let hash = self.hashing.hash_one(name);
        if let Some(number) = self.find_hashed(hash, name) {
            return Ok((number, false));
        }
        if name.len() > LONGEST {
            return Err(Full::Long);
        }
        let number = self.len();
        if number >= u32::MAX - 1 {
            return Err(Full::Many);
        }
        if self.ends.len().is_multiple_of(SHARING) {
            self.bases.push(self.bytes.len());
        }
        self.bytes.extend_from_slice(name);
        // A row of the longest names has 2^30 bytes.
        let base = self.bases.last().copied().unwrap_or_default();
        self.ends.push((self.bytes.len() - base) as u32);
        let (bytes, ends, bases, hashing) = (&self.bytes, &self.ends, &self.bases, &self.hashing);
        self.numbers.insert_unique(hash, number, |&number| {
            hashing.hash_one(raw(bytes, ends, bases, number))
        });
        Ok((number, true))
    }
}

/// The bytes of a name; the number must be one.
fn raw<'a>(bytes: &'a [u8], ends: &[u32], bases: &[usize], number: u32) -> &'a [u8] {
    let number = number as usize;
    let base = bases[number / SHARING];
    let begin = match number % SHARING {
        0 => base,
        _ => base + ends[number - 1] as usize,
    };
    &bytes[begin..base + ends[number] as usize]
}
