//! What search has found of parts, in a table of bounded size.
//!
//! A part has at most one entry for what is proved of it (its value, or values that it has not) and one for each n that is being searched
//! (proof and disproof number). A number of k digits is scattered by a bijection of k-digit numbers; the first digits of what comes out name a
//! bucket of one cache line, and an entry keeps all the others: so an entry is of one part only, and the part can be told from it. Where
//! that leaves too little room in 64 bits for what is found, an entry is two words, of which the first is the number itself.
//!
//! Where a bucket is full, the new entry takes the place of one that cost least: search hands results up its own stack and needs none of
//! them kept.

mod digits;

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64, fence};

use digits::{float, gather, mask, scatter, unfloat};

/// What is known of a part and of one n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The value is none of these.
    pub not: u64,
    /// The value.
    pub exact: Option<u32>,
    /// How far from proved "it is not n" and "it is n" are, if that was searched.
    pub effort: Option<(u32, u32)>,
}

impl Known {
    /// Nothing.
    const NOTHING: Known = Known {
        not: 0,
        exact: None,
        effort: None,
    };
}

/// A bucket: one line of the cache.
#[derive(Debug)]
#[repr(align(64))]
struct Bucket([AtomicU64; 8]);

impl Bucket {
    fn empty() -> Bucket {
        Bucket(std::array::from_fn(|_| AtomicU64::new(0)))
    }
}

/// The table.
#[derive(Debug)]
pub struct Table {
    /// Digits of a number.
    bits: u32,
    /// The number of buckets is two to this.
    log: u32,
    /// Two words an entry.
    wide: bool,
    buckets: Vec<Bucket>,
    filled: AtomicU64,
    /// For entries of two words, how often buckets were written to: odd while one is. A bucket shares it with every 1024th.
    turns: Vec<AtomicU32>,
}

/// Numbers of more digits than this have entries of two words.
const NARROW: u32 = 50;

/// The kinds of an entry, in its lowest two digits; 0 is no entry.
const EFFORT: u64 = 1;
const NOT: u64 = 2;
const EXACT: u64 = 3;

/// Digits of n in an entry of effort.
const N_BITS: u32 = 5;

/// An n from here on is not kept while it is searched, and a value is not excluded.
pub const MOST: u32 = 1 << N_BITS;

/// How many buckets have a turn of their own.
const TURNS: usize = 1024;

fn turns() -> Vec<AtomicU32> {
    (0..TURNS).map(|_| AtomicU32::new(0)).collect()
}

/// The least buckets, as a power of two.
const LEAST: u32 = 6;

fn buckets(log: u32) -> Vec<Bucket> {
    let mut buckets = Vec::with_capacity(1 << log);
    crate::pages::by_large_pages(buckets.spare_capacity_mut());
    buckets.extend((0..1u64 << log).map(|_| Bucket::empty()));
    buckets
}

impl Table {
    /// An empty table for numbers of so many digits.
    pub fn new(bits: u32) -> Table {
        let wide = bits > NARROW;
        let log = match wide {
            true => LEAST,
            // An entry needs room for what is found.
            false => LEAST.max(bits.saturating_sub(36)),
        };
        Table {
            bits,
            log,
            wide,
            buckets: buckets(log),
            filled: AtomicU64::new(0),
            turns: turns(),
        }
    }

    /// How many entries there are.
    pub fn len(&self) -> u64 {
        self.filled.load(Relaxed)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many entries there can be.
    pub fn capacity(&self) -> u64 {
        (if self.wide { 4 } else { 8 }) << self.log
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> u64 {
        64 << self.log
    }

    /// Whether it should be grown before more is kept.
    pub fn is_full(&self) -> bool {
        self.len() > self.capacity() / 8 * 5
    }

    /// Digits of an entry for what is found.
    fn payload(&self) -> u32 {
        match self.wide {
            true => 62,
            // A shift by all 64 digits is none.
            false => (62 - self.bits.saturating_sub(self.log)).min(60),
        }
    }

    /// Bucket and tag of a number.
    #[inline]
    fn place(&self, number: u64) -> (usize, u64) {
        let mixed = scatter(number, self.bits);
        let bucket = (mixed & ((1 << self.log) - 1)) as usize;
        match self.wide {
            true => (bucket, number),
            false => (bucket, mixed >> self.log),
        }
    }

    /// Fetches the line of a number ahead of its use.
    #[inline]
    pub fn prefetch(&self, number: u64) {
        let (bucket, _) = self.place(number);
        crate::prefetch::prefetch(&self.buckets, bucket);
    }

    /// What is known of a number, and of it and n.
    #[inline]
    pub fn find(&self, number: u64, n: u32) -> Known {
        let (bucket, tag) = self.place(number);
        let mut known = Known::NOTHING;
        let payload = self.payload();
        let words = &self.buckets[bucket].0;
        if self.wide {
            // Two words are read together only if nobody wrote meanwhile.
            let turns = &self.turns[bucket % TURNS];
            loop {
                let before = turns.load(Acquire);
                known = Known::NOTHING;
                for pair in words.chunks_exact(2) {
                    let data = pair[1].load(Relaxed);
                    if data != 0 && pair[0].load(Relaxed) == tag {
                        take(&mut known, data & 3, data >> 2, n, payload);
                    }
                }
                fence(Acquire);
                if before.is_multiple_of(2) && turns.load(Relaxed) == before {
                    break;
                }
                std::hint::spin_loop();
            }
        } else {
            // No entry has the kind 0 and the tag 0.
            for word in words {
                let word = word.load(Relaxed);
                if word >> (2 + payload) == tag {
                    take(
                        &mut known,
                        word & 3,
                        (word >> 2) & mask(payload),
                        n,
                        payload,
                    );
                }
            }
        }
        known
    }

    /// Keeps that the value is `value`.
    pub fn exact(&self, number: u64, value: u32) {
        self.put(number, EXACT, u64::from(value), |_, _| true);
    }

    /// Keeps that the value is none of `not`; what was excluded before stays so only if it is among them.
    pub fn exclude(&self, number: u64, not: u64) {
        let not = not & mask(self.payload().min(MOST));
        self.put(number, NOT, not, |kind, data| {
            kind == NOT || (kind == EFFORT && not >> (data & mask(N_BITS)) & 1 == 1)
        });
    }

    /// Keeps how far from proved "it is not n" and "it is n" are.
    pub fn effort(&self, number: u64, n: u32, (not, is): (u32, u32)) {
        if n >= MOST {
            return;
        }
        let each = (self.payload() - N_BITS) / 2;
        let both = float(not, each) | float(is, each) << each;
        self.put(
            number,
            EFFORT,
            u64::from(n) | both << N_BITS,
            |kind, data| kind == EFFORT && data & mask(N_BITS) == u64::from(n),
        );
    }

    /// Puts an entry in the place of those of the same number that it makes needless; or in a free place, or in that of the cheapest.
    fn put(&self, number: u64, kind: u64, data: u64, needless: impl Fn(u64, u64) -> bool) {
        let (bucket, tag) = self.place(number);
        let turns = &self.turns[bucket % TURNS];
        if self.wide {
            // Whoever makes it odd writes; the others wait.
            while turns.fetch_or(1, Acquire) % 2 == 1 {
                std::hint::spin_loop();
            }
            fence(Release);
        }
        let payload = self.payload();
        let words = &self.buckets[bucket].0;
        let (step, shift) = if self.wide { (2, 0) } else { (1, 2 + payload) };
        let (mut own, mut free, mut cheapest) = (None, None, (u64::MAX, 0));
        let mut cleared = 0;
        for at in (0..8).step_by(step) {
            let word = words[at + step - 1].load(Relaxed);
            if word == 0 {
                free = free.or(Some(at));
                continue;
            }
            let same = match self.wide {
                true => words[at].load(Relaxed) == tag,
                false => word >> shift == tag,
            };
            let found = (word >> 2) & mask(payload);
            if same && needless(word & 3, found) {
                if own.is_none() {
                    own = Some(at);
                } else {
                    words[at + step - 1].store(0, Relaxed);
                    cleared += 1;
                }
                continue;
            }
            let cost = match word & 3 {
                EFFORT => {
                    let each = (payload - N_BITS) / 2;
                    let not = unfloat(found >> N_BITS & mask(each), each);
                    let is = unfloat(found >> (N_BITS + each) & mask(each), each);
                    u64::from(not) + u64::from(is)
                }
                // In turn, by what is put.
                kind => (1 << 40) * kind + (scatter(tag ^ at as u64, 64) >> 32),
            };
            if cost < cheapest.0 {
                cheapest = (cost, at);
            }
        }
        let fresh = own.is_none() && free.is_some();
        let at = own.or(free).unwrap_or(cheapest.1);
        let word = kind | data << 2;
        if self.wide {
            words[at].store(tag, Relaxed);
            words[at + 1].store(word, Relaxed);
            turns.fetch_add(1, Release);
        } else {
            words[at].store(word | tag << shift, Relaxed);
        }
        if fresh {
            self.filled.fetch_add(1, Relaxed);
        }
        if cleared > 0 {
            self.filled.fetch_sub(cleared, Relaxed);
        }
    }

    /// The same entries in twice as many buckets.
    pub fn grown(&self) -> Table {
        let log = self.log + 1;
        let table = Table {
            bits: self.bits,
            log,
            wide: self.wide,
            buckets: buckets(log),
            filled: AtomicU64::new(0),
            turns: turns(),
        };
        self.entries(|number, entry| table.enter(number, entry));
        table
    }

    /// Puts an entry.
    pub fn enter(&self, number: u64, entry: Entry) {
        match entry {
            Entry::Exact(value) => self.exact(number, value),
            Entry::Not(not) => self.exclude(number, not),
            Entry::Effort(n, effort) => self.effort(number, n, effort),
        }
    }

    /// Tells every entry with its number.
    pub fn entries(&self, mut tell: impl FnMut(u64, Entry)) {
        let payload = self.payload();
        for (bucket, words) in self.buckets.iter().enumerate() {
            for pair in words.0.chunks_exact(if self.wide { 2 } else { 1 }) {
                let word = pair[pair.len() - 1].load(Relaxed);
                if word == 0 {
                    continue;
                }
                let number = match self.wide {
                    true => pair[0].load(Relaxed),
                    false => gather(word >> (2 + payload) << self.log | bucket as u64, self.bits),
                };
                let found = (word >> 2) & mask(payload);
                let entry = match word & 3 {
                    EXACT => Entry::Exact(found as u32),
                    NOT => Entry::Not(found),
                    _ => {
                        let each = (payload - N_BITS) / 2;
                        let not = unfloat(found >> N_BITS & mask(each), each);
                        let is = unfloat(found >> (N_BITS + each) & mask(each), each);
                        Entry::Effort((found & mask(N_BITS)) as u32, (not, is))
                    }
                };
                tell(number, entry);
            }
        }
    }
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The value.
    Exact(u32),
    /// The value is none of these.
    Not(u64),
    /// For an n, how far from proved "it is not n" and "it is n" are.
    Effort(u32, (u32, u32)),
}

#[inline]
fn take(known: &mut Known, kind: u64, found: u64, n: u32, payload: u32) {
    match kind {
        EXACT => known.exact = Some(found as u32),
        NOT => known.not = found,
        EFFORT if found & mask(N_BITS) == u64::from(n) => {
            let each = (payload - N_BITS) / 2;
            let not = unfloat(found >> N_BITS & mask(each), each);
            let is = unfloat(found >> (N_BITS + each) & mask(each), each);
            known.effort = Some((not, is));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::digits::ODD;
    use super::*;
    use crate::random::Random;

    /// Whatever the digits of the numbers, what is told was put last, in tables that grow and in tables that forget.
    #[test]
    fn what_is_told_was_put() {
        for (bits, grows) in [
            (3, true),
            (12, true),
            (42, true),
            (42, false),
            (50, true),
            (63, true),
            (64, false),
        ] {
            let mut random = Random(9);
            let mut table = Table::new(bits);
            let mut put: HashMap<u64, Entry> = HashMap::new();
            let most = mask(bits.min(17));
            for _ in 0..60_000 {
                let number = (random.below(u64::MAX) & most).wrapping_mul(ODD) & mask(bits);
                let (n, value) = (
                    (random.below(u64::MAX) % 9) as u32,
                    (random.below(u64::MAX) % 40) as u32,
                );
                match (random.below(u64::MAX) % 3, put.get(&number)) {
                    (_, Some(Entry::Exact(_))) => {}
                    (0, _) => {
                        table.exact(number, value);
                        put.insert(number, Entry::Exact(value));
                    }
                    (1, _) => {
                        let before = table.find(number, n).not;
                        let not = before | 1 << n;
                        table.exclude(number, not);
                        put.insert(number, Entry::Not(not));
                    }
                    _ => table.effort(number, n, (1 + value, 2)),
                }
                let known = table.find(number, n);
                match put.get(&number) {
                    Some(Entry::Exact(value)) => {
                        assert!(known.exact.is_none_or(|told| told == *value))
                    }
                    Some(Entry::Not(not)) => {
                        assert_eq!(known.exact, None);
                        assert_eq!(known.not & !not, 0);
                    }
                    _ => assert_eq!((known.exact, known.not), (None, 0)),
                }
                if grows && table.is_full() {
                    table = table.grown();
                }
            }
            let mut told = 0;
            table.entries(|number, entry| {
                told += 1;
                match (entry, put.get(&number)) {
                    (Entry::Exact(value), Some(Entry::Exact(put))) => assert_eq!(value, *put),
                    (Entry::Not(not), Some(Entry::Not(put))) => assert_eq!(not & !put, 0),
                    (Entry::Effort(..), before) => {
                        assert!(!matches!(before, Some(Entry::Exact(_))))
                    }
                    (entry, before) => panic!("{number}: {entry:?}, but {before:?} was put"),
                }
            });
            assert_eq!(told, table.len(), "{bits} digits");
            if grows && bits > 20 {
                assert!(told > 20_000, "{told} entries of {bits} digits are left");
            }
        }
    }
}
