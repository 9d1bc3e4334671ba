//! The vertices from which play must end, ends of play first: a vertex is settled when all its options have told it of
//! themselves, and then tells those that have it as an option (Sprague, 1935; Grundy, 1939; remoteness after Steinhaus,
//! 1925).
//!
//! Blocks of vertices come into memory in turn. What concerns a vertex in memory is told at once, the rest goes into
//! its block's mail. Vertices not settled when their block is through stay in memory while they are few, so that the
//! next blocks can settle them; when they are many, they are put away until mail comes.

use std::path::Path;

use grundy::Play;

use super::Unsolved;
use super::load::{BlockBuffers, Waiting, place};
use super::mail::Mail;
use super::order::{Blocks, NONE, each_edge};
use super::rows::Rows;
use super::scratch::{Lists, Scratch, Stream};
use super::window::{ID, Known, LENGTH, LONG, OPEN, Window};

/// Words of a long list in memory at a time.
const STRETCH: u64 = 1 << 14;

/// A graph in blocks.
#[derive(Debug)]
pub(super) struct Peel {
    pub(super) play: Play,
    pub(super) blocks: Blocks,
    /// The blocks that the edges were sent to, if the vertices left over have been made one.
    pub(super) at_first: Option<Blocks>,
    pub(super) scratch: Scratch,
    pub(super) lists: Lists,
    pub(super) rows: Rows,
    pub(super) window: Window,
    pub(super) buffers: BlockBuffers,
    pub(super) mail: Mail,
    pub(super) waiting: Vec<Waiting>,
    /// The vertices put away, by block.
    pub(super) put_away: Vec<Stream>,
    /// See [`Plan::values`].
    pub(super) values: u32,
    /// The places of the vertices in memory that can be settled.
    ready: Vec<u32>,
    /// Bytes a block may take.
    pub(super) block_bytes: u64,
    /// Bytes that vertices left over may take beside it.
    carry_bytes: u64,
    /// The same when all edges have been sorted.
    later_bytes: u64,
    pub(super) vertices: u64,
    pub(super) settled: u64,
    pub(super) visits: u64,
}

/// What a peel is made with.
pub(super) struct Plan<'a> {
    pub(super) play: Play,
    pub(super) place: &'a Path,
    pub(super) limit: u64,
    pub(super) block_bytes: u64,
    pub(super) carry_bytes: u64,
    pub(super) later_bytes: u64,
    /// Values of options are less.
    pub(super) values: u32,
}

impl Peel {
    pub(super) fn new(
        plan: &Plan<'_>,
        blocks: Blocks,
        scratch: Scratch,
        rows: Rows,
    ) -> Result<Peel, Unsolved> {
        let count = blocks.count();
        Ok(Peel {
            play: plan.play,
            lists: Lists::new(plan.place, plan.limit)?,
            scratch,
            rows,
            window: Window::new(plan.values),
            values: plan.values,
            buffers: BlockBuffers::default(),
            mail: Mail::new(count),
            waiting: std::iter::repeat_with(Waiting::default)
                .take(count)
                .collect(),
            put_away: std::iter::repeat_with(Stream::default)
                .take(count)
                .collect(),
            ready: Vec::new(),
            block_bytes: plan.block_bytes,
            carry_bytes: plan.carry_bytes,
            later_bytes: plan.later_bytes,
            blocks,
            at_first: None,
            vertices: 0,
            settled: 0,
            visits: 0,
        })
    }

    /// Sends each edge to the blocks of its ends.
    pub(super) fn distribute(&mut self, raw: &Stream, from: &mut Scratch) -> Result<(), Unsolved> {
        let (blocks, waiting, scratch) = (&self.blocks, &mut self.waiting, &mut self.scratch);
        each_edge(raw, from, |from, to| {
            if to == NONE {
                return waiting[blocks.of(from)].edges.push(scratch, &[from, NONE]);
            }
            waiting[blocks.of(from)].sources.push(scratch, &[from])?;
            waiting[blocks.of(to)].edges.push(scratch, &[to, from])
        })?;
        for waiting in waiting {
            waiting.edges.close(scratch)?;
            waiting.sources.close(scratch)?;
        }
        Ok(())
    }

    /// Settles every vertex from which play must end. The others are put away.
    pub(super) fn run(&mut self) -> Result<(), Unsolved> {
        let mut first = true;
        loop {
            let mut visited = false;
            for block in 0..self.blocks.count() {
                if first || !self.mail.is_empty(block) {
                    self.visit(block, first)?;
                    visited = true;
                }
            }
            if !visited {
                break;
            }
            if first {
                // No edges are sorted from now on, which leaves their room to the vertices left over.
                self.buffers = BlockBuffers::default();
                self.carry_bytes = self.later_bytes;
            }
            first = false;
        }
        self.put_all_away()?;
        self.gather()
    }

    /// Makes one block of all vertices that were put away, if they fit into memory together.
    fn gather(&mut self) -> Result<(), Unsolved> {
        let words = self.put_away.iter();
        let words: u64 = words.map(|stream| stream.words(&self.scratch)).sum();
        let left = (self.vertices - self.settled) as usize;
        if Window::bytes(words, left) > self.later_bytes || self.blocks.count() == 1 {
            return Ok(());
        }
        let mut all = Stream::default();
        for stream in std::mem::take(&mut self.put_away) {
            let mut words = Vec::new();
            for piece in 0..stream.pieces() {
                words.clear();
                stream.last_look(&mut self.scratch, piece, &mut words)?;
                all.push(&mut self.scratch, &words)?;
            }
        }
        all.close(&mut self.scratch)?;
        self.put_away.push(all);
        self.mail = Mail::new(1);
        self.at_first = Some(std::mem::replace(&mut self.blocks, Blocks::one()));
        Ok(())
    }

    fn visit(&mut self, block: usize, first: bool) -> Result<(), Unsolved> {
        self.visits += 1;
        if first {
            let begin = self.window.words.len();
            self.buffers.load(
                &self.waiting[block],
                &mut self.scratch,
                &mut self.lists,
                self.block_bytes,
                &mut self.window,
            )?;
            std::mem::take(&mut self.waiting[block].sources).forget(&mut self.scratch);
            self.vertices += self.window.count(begin) as u64;
        } else {
            let stream = std::mem::take(&mut self.put_away[block]);
            for piece in 0..stream.pieces() {
                stream.last_look(&mut self.scratch, piece, &mut self.window.words)?;
            }
        }
        self.window.index();
        let (window, play) = (&mut self.window, self.play);
        self.mail.deliver(&mut self.scratch, block, |to, option| {
            if let Some(at) = window.find(to) {
                window.tell(at, option, play);
            }
        })?;
        let mut at = 0;
        while at < self.window.words.len() {
            if self.window.words[at + OPEN] == 0 {
                self.ready.push(at as u32);
            }
            at = self.window.next(at);
        }
        self.drain(if first { block } else { usize::MAX })?;
        self.window.compact();
        if self.blocks.count() > 1 {
            let words = self.window.words.len() as u64;
            if Window::bytes(words, self.window.count(0)) > self.carry_bytes {
                self.put_all_away()?;
            }
        }
        Ok(())
    }

    /// Settles what can be settled in memory. Vertices of blocks after `last` are not in memory.
    fn drain(&mut self, last: usize) -> Result<(), Unsolved> {
        let mut steps = 0u32;
        while let Some(at) = self.ready.pop() {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(1 << 14) {
                self.scratch.look()?;
            }
            let at = at as usize;
            let told = self.window.settle(at);
            self.settled += 1;
            self.rows.answer(&mut self.scratch, &told)?;
            if self.window.words[at + LENGTH] == LONG {
                let (mut begin, mut list) = (0, Vec::new());
                while self.before(at, &mut begin, &mut list)? {
                    for &vertex in &list {
                        self.pass_on(vertex, &told, last)?;
                    }
                }
                continue;
            }
            for at in self.window.list(at)..self.window.next(at) {
                self.pass_on(self.window.words[at], &told, last)?;
            }
        }
        Ok(())
    }

    /// Reads some of the vertices that have the one at this place as an option, from the one numbered `begin` on, in place
    /// of those in `list`, and moves `begin` behind them. Whether there were any.
    pub(super) fn before(
        &mut self,
        at: usize,
        begin: &mut u64,
        list: &mut Vec<u32>,
    ) -> Result<bool, Unsolved> {
        let inside = self.window.list(at);
        let long = self.window.words[at + LENGTH] == LONG;
        let length = self.window.words[if long { inside + 2 } else { at + LENGTH }];
        let words = (u64::from(length) - *begin).min(STRETCH);
        if long {
            self.scratch.look()?;
            let place = place(&self.window, at) + *begin;
            self.lists.load(place, words as usize, list)?;
        } else {
            let from = inside + *begin as usize;
            list.clear();
            list.extend_from_slice(&self.window.words[from..from + words as usize]);
        }
        *begin += words;
        Ok(words > 0)
    }

    #[inline]
    fn pass_on(&mut self, vertex: u32, option: &Known, last: usize) -> Result<(), Unsolved> {
        let block = self.blocks.of(vertex);
        let at = if block > last {
            None
        } else {
            self.window.find(vertex)
        };
        let Some(at) = at else {
            return self.mail.send(&mut self.scratch, block, vertex, option);
        };
        self.window.tell(at, option, self.play);
        if self.window.words[at + OPEN] == 0 {
            self.ready.push(at as u32);
        }
        Ok(())
    }

    /// Puts all vertices in memory away.
    fn put_all_away(&mut self) -> Result<(), Unsolved> {
        let mut at = 0;
        while at < self.window.words.len() {
            let next = self.window.next(at);
            let block = self.blocks.of(self.window.words[at + ID]);
            self.put_away[block].push(&mut self.scratch, &self.window.words[at..next])?;
            at = next;
        }
        self.window.words.clear();
        Ok(())
    }
}
