//! Grundy values of the vertices from which play must end: the mex of the options' values (Sprague, 1935; Grundy, 1939),
//! found from the ends of play backwards.
//!
//! No order between workers is needed: a vertex has its value once all its options have told theirs, in whatever order.
//! Each worker runs through all it can conclude alone before it looks at its mail, so that a path within one
//! worker costs no message at all. When a whole phase passes in which nobody sent anything, what is left can go round for
//! ever.

use rustc_hash::FxHashMap;

use crate::Failure;
use crate::links::Links;
use crate::log::Log;
use crate::prefetch::{ITEMS_AHEAD, ROW_AHEAD, prefetch};
use crate::quiescence::{Reactive, run_until_quiet};
use crate::shard::{Shard, UNHEARD};

/// In the low half of a record, the options that have not told their value; in the high half, the set of those told.
///
/// This bit of the low half says that the value is known from elsewhere, and is the high half; no vertex has so many options.
const FIXED: u32 = 1 << 31;
/// Values in a record; greater ones are kept apart.
const NARROW: u32 = 32;
/// Vertices after which a worker looks at its mail.
const TURN: usize = 1 << 12;

/// What a worker knows of the values of its vertices.
#[derive(Debug)]
pub(crate) struct Values {
    pub(crate) records: Vec<u64>,
    /// The options' values from 32 on, by vertex, a bit each. Few vertices have any.
    pub(crate) wide: FxHashMap<u32, Vec<u64>>,
    /// All vertices that play must leave, and those known before, in the order in which they are, or will be, told of.
    pub(crate) order: Vec<u32>,
    next: usize,
}

impl Values {
    pub(crate) fn new(shard: &Shard) -> Values {
        Values {
            order: Vec::new(),
            records: shard.open.iter().map(|&open| open.into()).collect(),
            wide: FxHashMap::default(),
            next: 0,
        }
    }

    /// Gives a vertex a value that is known from elsewhere; whether it had none.
    pub(crate) fn fix(&mut self, vertex: u32, value: u32) -> bool {
        let record = &mut self.records[vertex as usize];
        let fresh = *record as u32 & FIXED == 0;
        if fresh {
            *record = u64::from(value) << 32 | u64::from(*record as u32 | FIXED);
        }
        fresh
    }

    /// Begins with the vertices that were fixed, of which nobody needs to be told, with what was heard of those of others, and
    /// with the ends of play.
    pub(crate) fn begin(&mut self, shard: &Shard, links: &Links, heard: &[u32]) {
        let vertices = 0..shard.len() as u32;
        let is_fixed =
            |values: &Values, vertex: u32| values.records[vertex as usize] as u32 & FIXED != 0;
        self.order = vertices
            .clone()
            .filter(|&vertex| is_fixed(self, vertex))
            .collect();
        self.next = self.order.len();
        links.tell_done(self.next as u64);
        self.order.extend(vertices.filter(|&vertex| {
            self.records[vertex as usize] as u32 == 0 && shard.is_vertex(vertex)
        }));
        for at in 0..self.next {
            let vertex = self.order[at];
            let value = (self.records[vertex as usize] >> 32) as u32;
            for &before in shard.before.row(vertex) {
                self.tell(before, value);
            }
        }
        for (mirror, &value) in (0..).zip(heard) {
            if value != UNHEARD {
                for &before in shard.before_mirror.row(mirror) {
                    self.tell(before, value);
                }
            }
        }
    }

    /// The value, once it is known.
    pub(crate) fn value(&self, vertex: u32) -> Option<u32> {
        let record = self.records[vertex as usize];
        match record as u32 {
            0 => Some(self.mex(vertex, record)),
            open if open & FIXED != 0 => Some((record >> 32) as u32),
            _ => None,
        }
    }

    /// How many options have not told their value; none count where the vertex has its own.
    pub(crate) fn unknown(&self, vertex: u32) -> u32 {
        let open = self.records[vertex as usize] as u32;
        if open & FIXED == 0 { open } else { 0 }
    }

    #[inline]
    fn mex(&self, vertex: u32, record: u64) -> u32 {
        let narrow = ((record >> 32) as u32).trailing_ones();
        if narrow < NARROW {
            return narrow;
        }
        let wide = self.wide.get(&vertex).map_or(&[][..], Vec::as_slice);
        let full = wide.iter().take_while(|&&word| word == u64::MAX).count();
        let rest = wide.get(full).map_or(0, |word| word.trailing_ones());
        NARROW + full as u32 * 64 + rest
    }

    /// The values that are told of the options, in rising order.
    pub(crate) fn told(&self, vertex: u32) -> Vec<u32> {
        let narrow = (self.records[vertex as usize] >> 32) as u32;
        let mut told: Vec<u32> = (0..NARROW)
            .filter(|value| narrow >> value & 1 == 1)
            .collect();
        for (word, bits) in (0u32..).zip(self.wide.get(&vertex).into_iter().flatten()) {
            let of_word = (0..64).filter(|bit| bits >> bit & 1 == 1);
            told.extend(of_word.map(|bit| NARROW + word * 64 + bit));
        }
        told
    }

    /// An option has this value.
    #[inline]
    fn tell(&mut self, vertex: u32, value: u32) {
        if self.records[vertex as usize] as u32 & FIXED != 0 {
            return;
        }
        self.note(vertex, value);
        let record = &mut self.records[vertex as usize];
        *record -= 1;
        if *record as u32 == 0 {
            self.order.push(vertex);
        }
    }

    /// Notes a value among those of the options, and no more; of a vertex that has its own, nothing.
    #[inline]
    pub(crate) fn note(&mut self, vertex: u32, value: u32) {
        if self.records[vertex as usize] as u32 & FIXED != 0 {
            return;
        }
        if value < NARROW {
            self.records[vertex as usize] |= 1 << (NARROW + value);
        } else {
            self.note_wide(vertex, value);
        }
    }

    #[cold]
    fn note_wide(&mut self, vertex: u32, value: u32) {
        let (word, bit) = ((value - NARROW) as usize / 64, (value - NARROW) % 64);
        let words = self.wide.entry(vertex).or_default();
        if words.len() <= word {
            words.resize(word + 1, 0);
        }
        words[word] |= 1 << bit;
    }

    /// Asks for what the vertices that come next need.
    // PERF: one worker on 4 × 10^7 edges in random order takes half of the time with it.
    #[inline]
    fn look_ahead(&self, shard: &Shard) {
        let ahead = |count: usize| self.order.get(self.next + count).copied();
        if let Some(vertex) = ahead(2 * ROW_AHEAD) {
            shard.before.prefetch_row(vertex);
            shard.interest.prefetch_row(vertex);
            prefetch(&self.records, vertex as usize);
        }
        if let Some(vertex) = ahead(ROW_AHEAD) {
            shard.before.prefetch_items(vertex);
            shard.interest.prefetch_items(vertex);
        }
        if let Some(vertex) = ahead(ITEMS_AHEAD) {
            for &before in shard.before.row(vertex) {
                prefetch(&self.records, before as usize);
            }
        }
    }

    /// Runs until nothing more can be concluded anywhere.
    pub(crate) fn run(
        &mut self,
        shard: &Shard,
        links: &mut Links,
        log: &mut Option<Log>,
    ) -> Result<(), Failure> {
        let mut telling = Telling {
            values: self,
            shard,
            log,
        };
        run_until_quiet(links, &mut telling)
    }
}

/// Every vertex that has its value tells it.
struct Telling<'a> {
    values: &'a mut Values,
    shard: &'a Shard,
    log: &'a mut Option<Log>,
}

impl Reactive for Telling<'_> {
    fn has_work(&self) -> bool {
        self.values.next < self.values.order.len()
    }

    fn work(&mut self, links: &mut Links) -> Result<(), Failure> {
        let (values, shard) = (&mut *self.values, self.shard);
        let before = values.next;
        for _ in 0..TURN {
            let Some(&vertex) = values.order.get(values.next) else {
                break;
            };
            values.next += 1;
            values.look_ahead(shard);
            let record = values.records[vertex as usize];
            let value = if record as u32 == 0 {
                values.mex(vertex, record)
            } else {
                (record >> 32) as u32
            };
            for &before in shard.before.row(vertex) {
                values.tell(before, value);
            }
            for interest in shard.interest.row(vertex) {
                links.put(interest.worker as usize, &[interest.mirror, value]);
            }
        }
        if let Some(log) = self.log {
            for &vertex in &values.order[before..values.next] {
                let value = values.value(vertex).unwrap_or(0);
                log.add(&[shard.name(vertex), value])?;
            }
            log.tick()?;
        }
        links.tell_done((values.next - before) as u64);
        Ok(())
    }

    fn take(&mut self, _: usize, words: &[u32]) -> Result<(), Failure> {
        let before = &self.shard.before_mirror;
        for (at, pair) in words.chunks_exact(2).enumerate() {
            if let Some(&mirror) = words.get(2 * (at + 2 * ROW_AHEAD)) {
                before.prefetch_row(mirror);
            }
            if let Some(&mirror) = words.get(2 * (at + ROW_AHEAD)) {
                before.prefetch_items(mirror);
            }
            if let Some(&mirror) = words.get(2 * (at + ITEMS_AHEAD)) {
                for &vertex in before.row(mirror) {
                    prefetch(&self.values.records, vertex as usize);
                }
            }
            for &vertex in before.row(pair[0]) {
                self.values.tell(vertex, pair[1]);
            }
        }
        Ok(())
    }
}
