//! What is read of a graph on its way to the sink: names become vertices, edges become batches.
//!
//! While all names are numbers below a limit, they are their own vertices. The first other name ends that: the numbers
//! up to the greatest one so far stay what they are, and all other names, numbers too, come after them in the order of
//! their appearance. So no vertex that the sink has is ever renumbered, and nothing is read twice.

use std::collections::HashMap;

use grundy::engine::graph::Taker;
use grundy::message;

use super::error::{Cause, ReadError, Where};
use super::header::{Header, Held};
use crate::names::{Full, Names, Words, plain_number};
use crate::{Sink, SinkError};

/// So many edges go to the sink at a time, or some more.
pub(crate) const BATCH: usize = 1 << 16;

/// Names between two looks at their bytes, of which a long one counts as several.
const LOOK: u32 = 1 << 12;
const LONG: u32 = 256;

/// Names on their way to vertices.
#[derive(Default)]
struct Naming {
    /// Numbers below are vertices themselves.
    limit: u32,
    /// One more than the greatest of them so far.
    bound: u32,
    words: Words,
    lone: Vec<u32>,
    /// So many of the lone ones were sorted last time.
    sorted: usize,
}

/// Takes a graph from a reader and gives it to a sink in batches.
pub(crate) struct Intake<'s> {
    naming: Naming,
    /// Edges that the sink does not have yet.
    pub(super) batch: Vec<(u32, u32)>,
    sink: &'s mut dyn Sink,
    taken: u64,
    /// Why the sink takes no more, where the caller could not be told at once.
    full: Option<Cause>,
    /// Most bytes of names and lone vertices.
    most: u64,
    /// So many more names before their bytes are looked at.
    unlooked: u32,
    declared: Bits,
    /// What was used while it was not known whether vertices must be declared.
    used: Bits,
    /// Where vertices were first used that are not declared yet.
    missing: HashMap<u32, Where>,
    /// Whether all vertices must be declared.
    all_declared: bool,
    /// The first line, while it may be a header.
    held: Option<Box<Held>>,
    header: Option<Header>,
}

impl<'s> Intake<'s> {
    /// Numbers below `limit` are to be their own vertices, as long as there are no other names.
    pub(crate) fn new(sink: &'s mut dyn Sink, limit: u32) -> Intake<'s> {
        Intake {
            naming: Naming {
                limit,
                ..Naming::default()
            },
            batch: Vec::with_capacity(BATCH + (BATCH >> 2)),
            sink,
            taken: 0,
            full: None,
            most: u64::MAX,
            unlooked: LOOK,
            declared: Bits::default(),
            used: Bits::default(),
            missing: HashMap::new(),
            all_declared: false,
            held: None,
            header: None,
        }
    }

    /// Holds a first line back that may be a header.
    pub(super) fn hold(&mut self, held: Held) {
        self.held = Some(Box::new(held));
    }

    /// What is held back.
    pub(super) fn held(&self) -> Option<&Held> {
        self.held.as_deref()
    }

    /// Holds it back no more.
    pub(super) fn take_held(&mut self) -> Option<Held> {
        self.held.take().map(|held| *held)
    }

    /// Ends the list: what was held back is a header, whose vertices there are, or else is given back.
    pub(super) fn end_of_list(&mut self) -> Result<Option<Held>, super::Cause> {
        let Some(held) = self.take_held() else {
            return Ok(None);
        };
        let Some(header) = held.end() else {
            return Ok(Some(held));
        };
        for vertex in header.vertices.clone() {
            let vertex = self.number(u64::from(vertex))?;
            self.lone(vertex)?;
        }
        self.found_header(header);
        Ok(None)
    }

    /// Notes what the first line was.
    pub(super) fn found_header(&mut self, header: Header) {
        self.header = Some(header);
    }

    /// The first line, if it was taken for a header.
    pub(super) fn header(&mut self) -> Option<Header> {
        self.header.take()
    }

    /// Looks at the edges in the batch from a place on, which were put there directly.
    #[inline]
    pub(super) fn see_from(&mut self, place: usize) {
        if let Some(held) = &mut self.held {
            held.see(&self.batch[place..]);
        }
    }

    /// Takes a first line for the edge that it looks like, before the edges that came after it if the sink has none yet.
    pub(super) fn join_first(&mut self, from: u32, to: u32) -> Result<(), Cause> {
        if self.taken > 0 {
            return self.join(from, to);
        }
        self.batch.insert(0, (from, to));
        self.flush_if_full()
    }

    /// Holds at most so many bytes of names and lone vertices.
    pub(super) fn holding(mut self, most: u64) -> Intake<'s> {
        self.most = most;
        self
    }

    /// Looks now and then whether names and lone vertices are too many.
    fn look(&mut self) -> Result<(), Cause> {
        self.unlooked = LOOK;
        let lone = size_of::<u32>() * self.naming.lone.capacity();
        if (self.naming.words.size() + lone) as u64 <= self.most {
            return Ok(());
        }
        Err(Cause::SinkError(SinkError::TooLarge(message!(
            "the names of more than {count#vertex/vertices} do not fit into {most#byte}",
            "超过 {count} 个顶点的名称无法放入 {most} 字节",
            count = u64::from(self.naming.words.len()) + self.naming.lone.len() as u64,
            most = self.most
        ))))
    }

    /// Tells how many edges there will be, if a file knows.
    #[cfg(feature = "parquet")]
    pub(super) fn expect_edges(&mut self, edges: u64) {
        if self.naming.limit > 0 {
            self.naming.limit = numbers_below(edges.saturating_mul(8));
        }
    }

    /// Numbers below this are their own vertices at present.
    pub(super) fn limit(&self) -> u32 {
        self.naming.limit
    }

    /// Tells that numbers up to this one, below the limit, went into the batch as vertices.
    pub(super) fn used(&mut self, greatest: u32) {
        self.naming.bound = self.naming.bound.max(greatest + 1);
    }

    /// How many edges were taken.
    pub(super) fn edges(&self) -> u64 {
        self.taken + self.batch.len() as u64
    }

    /// The vertex of a name.
    #[inline]
    pub(super) fn name(&mut self, name: &[u8]) -> Result<u32, Cause> {
        match plain_number(name) {
            Some(number) if number < self.naming.limit => {
                self.naming.bound = self.naming.bound.max(number + 1);
                Ok(number)
            }
            _ => self.word(name),
        }
    }

    /// The vertex of a number.
    #[inline]
    pub(super) fn number(&mut self, number: u64) -> Result<u32, Cause> {
        if number < u64::from(self.naming.limit) {
            self.naming.bound = self.naming.bound.max(number as u32 + 1);
            return Ok(number as u32);
        }
        let mut digits = itoa::Buffer::new();
        self.word(digits.format(number).as_bytes())
    }

    fn word(&mut self, name: &[u8]) -> Result<u32, Cause> {
        self.unlooked = match self.unlooked.checked_sub(1 + name.len() as u32 / LONG) {
            Some(left) => left,
            None => {
                self.look()?;
                LOOK
            }
        };
        // All names after the first other one are words: what is held back comes before it.
        if let Some(held) = &mut self.held {
            held.see_other();
            if let [from, to] = held.numbers[..]
                && !held.is_sure()
            {
                self.held = None;
                self.used(from.max(to));
                self.join_first(from, to)?;
            }
        }
        let naming = &mut self.naming;
        naming.limit = naming.bound;
        if std::str::from_utf8(name).is_err() {
            return Err(Cause::wrong(message!(
                "expected a name in UTF-8",
                "此处应为 UTF-8 编码的名称"
            )));
        }
        let number = match naming.words.intern(name) {
            Ok((number, _)) => number,
            Err(Full::Long) => {
                return Err(Cause::wrong(message!(
                    "expected a name of at most 2^20 bytes",
                    "此处名称应不超过 2^20 字节"
                )));
            }
            Err(Full::Many) => return Err(too_many()),
        };
        naming
            .bound
            .checked_add(number)
            .filter(|&vertex| vertex < u32::MAX - 1)
            .ok_or_else(too_many)
    }

    /// Takes an edge between vertices that this intake gave.
    #[inline]
    pub(super) fn join(&mut self, from: u32, to: u32) -> Result<(), Cause> {
        self.batch.push((from, to));
        if let Some(held) = &mut self.held {
            held.see(&[(from, to)]);
        }
        if self.batch.len() >= BATCH {
            self.flush()?;
        }
        Ok(())
    }

    /// Takes a vertex that perhaps has no edges.
    pub(super) fn lone(&mut self, vertex: u32) -> Result<(), Cause> {
        if let Some(held) = &mut self.held {
            held.see_other();
        }
        let naming = &mut self.naming;
        if vertex < naming.bound {
            naming.lone.push(vertex);
            if naming.lone.len() >= 2 * naming.sorted + BATCH {
                naming.sort();
                self.look()?;
            }
        }
        Ok(self.sink.vertex(vertex)?)
    }

    /// Gives the sink what it does not have yet.
    pub(super) fn flush(&mut self) -> Result<(), Cause> {
        if !self.batch.is_empty() {
            self.sink.edges(&self.batch)?;
            self.taken += self.batch.len() as u64;
            self.batch.clear();
        }
        Ok(())
    }

    /// Gives the sink a batch, if there is one.
    pub(super) fn flush_if_full(&mut self) -> Result<(), Cause> {
        if self.batch.len() >= BATCH / 2 {
            self.flush()?;
        }
        Ok(())
    }

    /// Takes a vertex from a list that has all vertices, or all that begin edges, each once; tells whether it is new.
    pub(super) fn declare(&mut self, vertex: u32) -> Result<bool, Cause> {
        self.missing.remove(&vertex);
        if !self.declared.set(vertex) {
            return Ok(false);
        }
        self.lone(vertex)?;
        Ok(true)
    }

    /// From now on each vertex must be declared, before its use or after.
    pub(super) fn all_are_declared(&mut self) {
        self.all_declared = true;
    }

    /// Takes note that a vertex was used here.
    pub(super) fn uses(&mut self, vertex: u32, place: impl FnOnce() -> Where) {
        if !self.all_declared {
            self.used.set(vertex);
        } else if !self.declared.has(vertex) {
            self.missing.entry(vertex).or_insert_with(place);
        }
    }

    /// The end of the file: all names, and how many edges there were.
    pub(super) fn finish(mut self) -> Result<(Names, u64), ReadError> {
        self.flush()?;
        if self.all_declared {
            let first = self
                .missing
                .iter()
                .min_by_key(|(vertex, place)| (order(place), **vertex))
                .map(|(&vertex, &place)| (vertex, Some(place)));
            let early = || self.used.first_not_in(&self.declared);
            if let Some((vertex, place)) = first.or_else(|| Some((early()?, None))) {
                let names = self.naming.finish();
                let cause = unknown(&names.name(vertex).unwrap_or_default());
                return Err(ReadError { place, cause });
            }
        }
        Ok((self.naming.finish(), self.taken))
    }

    /// Why the sink took no more, if it is the sink's doing that the reader complains.
    pub(super) fn reason(&mut self) -> Option<Cause> {
        self.full.take()
    }
}

/// The limit of numbers that are vertices themselves, where so many are in proportion.
pub(super) fn numbers_below(proportion: u64) -> u32 {
    proportion.clamp(1024, u64::from(u32::MAX) - 2) as u32
}

fn order(place: &Where) -> (u64, u64) {
    match *place {
        Where::Text(place) => (place.line as u64, place.column as u64),
        Where::Byte(at) | Where::Row(at) => (at, 0),
    }
}

/// An edge names a vertex that the list of vertices has not.
pub(super) fn unknown(name: &str) -> Cause {
    Cause::wrong(message!(
        "an edge names the vertex '{name}', which is not among the vertices of the file",
        "有一条边提到顶点 '{name}'，但文件的顶点表中没有它",
        name = short(name)
    ))
}

/// A list of vertices has one twice.
pub(super) fn duplicate(name: &str) -> Cause {
    Cause::wrong(message!(
        "the vertex '{name}' is declared twice",
        "顶点 '{name}' 被声明了两次",
        name = short(name)
    ))
}

/// A name as messages show it.
pub(super) fn short(name: &str) -> String {
    let mut shown: String = name.chars().take(60).flat_map(char::escape_debug).collect();
    if name.chars().nth(60).is_some() {
        shown.push('…');
    }
    shown
}

/// There are more names than 32-bit numbers.
pub(super) fn too_many() -> Cause {
    Cause::SinkError(SinkError::TooLarge(message!(
        "the graph has more than 2^32 - 2 vertices",
        "图的顶点超过 2^32 - 2 个"
    )))
}

impl Naming {
    fn sort(&mut self) {
        self.lone.sort_unstable();
        self.lone.dedup();
        self.sorted = self.lone.len();
    }

    fn finish(mut self) -> Names {
        self.sort();
        self.lone.shrink_to_fit();
        Names::of_parts(self.bound, self.lone, self.words)
    }
}

impl Taker for Intake<'_> {
    fn vertex(&mut self, name: &str) -> Option<u32> {
        let vertex = self.name(name.as_bytes());
        self.or_full(vertex)
    }

    fn alone(&mut self, vertex: u32) -> Option<()> {
        let taken = self.lone(vertex);
        self.or_full(taken)
    }

    fn edge(&mut self, from: u32, to: u32) -> Option<()> {
        let taken = self.join(from, to);
        self.or_full(taken)
    }
}

impl Intake<'_> {
    fn or_full<Taken>(&mut self, taken: Result<Taken, Cause>) -> Option<Taken> {
        taken.map_err(|cause| self.full = Some(cause)).ok()
    }
}

/// A set of vertices.
#[derive(Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn has(&self, vertex: u32) -> bool {
        self.0
            .get(vertex as usize / 64)
            .is_some_and(|bits| bits >> (vertex % 64) & 1 == 1)
    }

    /// The least vertex that the other set has not.
    fn first_not_in(&self, other: &Bits) -> Option<u32> {
        self.0.iter().enumerate().find_map(|(place, bits)| {
            let rest = bits & !other.0.get(place).copied().unwrap_or_default();
            (rest != 0).then(|| place as u32 * 64 + rest.trailing_zeros())
        })
    }

    /// Puts a vertex into the set; tells whether it is new.
    fn set(&mut self, vertex: u32) -> bool {
        let place = vertex as usize / 64;
        if place >= self.0.len() {
            self.0.resize(place + 1, 0);
        }
        let had = self.has(vertex);
        self.0[place] |= 1 << (vertex % 64);
        !had
    }
}
