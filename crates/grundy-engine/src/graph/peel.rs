//! Grundy values from the ends of play backwards: a vertex whose last option has its value is given the mex, and tells the
//! vertices before it (Sprague, 1935; Grundy, 1939; the order is that of A. B. Kahn, 1962).
//!
//! One number is all that is kept of a vertex until then: its open options in the high byte, and below it a bit for
//! each small value among those that are closed. Bits of larger values stand aside; there are few such vertices, since a
//! vertex of value `m` has options of `m` values.

use rustc_hash::FxHashMap;

use super::Graph;
use super::degrees::Degrees;
use super::write_combining::WriteCombining;
use crate::pages::by_large_pages;
use crate::prefetch::prefetch;

/// The value of a vertex from which play can go on for ever, until it has another.
pub(super) const INFINITE: u32 = u32::MAX;

/// The lowest bit of the open options.
const OPEN: u32 = 24;

/// How far ahead in the queue memory is fetched: the row of the vertices before, where it starts.
pub(super) const AHEAD: [usize; 2] = [8, 16];

/// What peeling found.
pub(super) struct Peeled {
    /// The Grundy value of each vertex from which play must end, [`INFINITE`] for the others.
    pub(super) values: Vec<u32>,
    /// The vertices from which play must end, each after its options.
    pub(super) order: Vec<u32>,
    /// What the others have open.
    pub(super) open: Degrees,
}

/// Peels the ends of play off, where `before` has the vertices before each vertex and `degrees` their options.
pub(super) fn peeled(before: &Graph, degrees: &Degrees) -> Peeled {
    let vertices = before.vertices();
    let mut records: Vec<u32> = Vec::with_capacity(vertices);
    let mut order = vec![0u32; vertices + 1];
    by_large_pages(&mut order);
    by_large_pages(records.spare_capacity_mut());
    let mut queued = 0;
    for (vertex, &open) in (0u32..).zip(degrees.low()) {
        records.push(u32::from(open) << OPEN);
        order[queued] = vertex;
        queued += usize::from(open == 0);
    }
    let mut peeling = Peeling {
        records,
        order,
        queued,
        // What was put aside is brought back here; the bytes are not used until the end.
        open: degrees.clone(),
        portions: degrees.has_portions(),
        large: Large::default(),
        write_combining: WriteCombining::new(vertices),
    };
    peeling.run(before);
    let Peeling {
        mut records,
        mut order,
        queued,
        mut open,
        ..
    } = peeling;
    order.truncate(queued);
    if queued < vertices {
        for (vertex, record) in (0u32..).zip(&mut records) {
            // A value is less than the open bits, and who has a value has nothing open.
            let left = (*record >> OPEN) as u8;
            open.set_low(vertex, left);
            if left > 0 {
                *record = INFINITE;
            }
        }
    }
    Peeled {
        values: records,
        order,
        open,
    }
}

struct Peeling {
    records: Vec<u32>,
    order: Vec<u32>,
    queued: usize,
    open: Degrees,
    portions: bool,
    large: Large,
    write_combining: WriteCombining<u32>,
}

impl Peeling {
    fn run(&mut self, before: &Graph) {
        let mut next = 0;
        let mut ripe = Vec::new();
        loop {
            while next < self.queued {
                let [near, far] = AHEAD;
                if next + far < self.queued {
                    before.fetch_start(self.order[next + far]);
                    before.fetch_row(self.order[next + near]);
                    prefetch(&self.records, self.order[next + near] as usize);
                }
                let vertex = self.order[next];
                next += 1;
                let value = self.large.mex(vertex, self.records[vertex as usize]);
                self.records[vertex as usize] = value;
                for &earlier in before.options(vertex) {
                    if let Some(full) = self.write_combining.put(earlier, value) {
                        self.empty(full);
                    }
                }
            }
            self.write_combining.ripe(&mut ripe);
            if ripe.is_empty() {
                return;
            }
            for number in ripe.drain(..) {
                self.empty(number);
            }
        }
    }

    /// Vertices are told that an option of theirs has a value.
    fn empty(&mut self, number: u32) {
        let (records, order) = (&mut self.records[..], &mut self.order[..]);
        let mut queued = self.queued;
        for (later, vertex, value) in self.write_combining.emptied(number) {
            prefetch(records, later as usize);
            if value >= OPEN {
                self.large.add(vertex, value);
            }
            let record = &mut records[vertex as usize];
            *record = (*record | Large::bit(value)) - (1 << OPEN);
            let mut closed = *record >> OPEN == 0;
            if self.portions && closed {
                let portion = self.open.portion(vertex);
                *record |= u32::from(portion) << OPEN;
                closed = portion == 0;
            }
            // PERF: written in any case and only then counted or not, for want of a branch that could be foretold. The
            // place is there: no vertex is queued twice.
            order[queued] = vertex;
            queued += usize::from(closed);
        }
        self.queued = queued;
    }
}

/// The values when each vertex comes after its options, and `before` has the vertices before each.
pub(super) fn in_order(before: &Graph, order: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut records = vec![0u32; before.vertices()];
    by_large_pages(&mut records);
    let mut large = Large::default();
    for vertex in order {
        let value = large.mex(vertex, records[vertex as usize]);
        records[vertex as usize] = value;
        let bit = Large::bit(value);
        before.fetch_entries(vertex, 64, |later| prefetch(&records, later as usize));
        for &earlier in before.options(vertex) {
            if bit == 0 {
                large.add(earlier, value);
            }
            records[earlier as usize] |= bit;
        }
    }
    records
}

/// The values from 24 up among the options of the vertices that have such: a bit each.
#[derive(Default)]
struct Large(FxHashMap<u32, Vec<u64>>);

impl Large {
    /// The bit of a value in a record, or 0.
    #[inline(always)]
    fn bit(value: u32) -> u32 {
        if value < OPEN { 1 << value } else { 0 }
    }

    #[cold]
    fn add(&mut self, vertex: u32, value: u32) {
        let bits = self.0.entry(vertex).or_default();
        let at = (value - OPEN) as usize;
        if bits.len() <= at / 64 {
            bits.resize(at / 64 + 1, 0);
        }
        bits[at / 64] |= 1 << (at % 64);
    }

    /// The least value that a vertex with this record, with nothing open, lacks among its options.
    #[inline(always)]
    fn mex(&mut self, vertex: u32, record: u32) -> u32 {
        let small = record.trailing_ones();
        if small < OPEN {
            return small;
        }
        self.large_mex(vertex)
    }

    #[cold]
    fn large_mex(&mut self, vertex: u32) -> u32 {
        let bits = self.0.remove(&vertex).unwrap_or_default();
        let full = bits.iter().take_while(|&&word| word == u64::MAX).count();
        let rest = bits.get(full).map_or(0, |word| word.trailing_ones());
        OPEN + 64 * full as u32 + rest
    }
}
