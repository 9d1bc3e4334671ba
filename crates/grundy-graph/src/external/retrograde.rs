//! Outcomes and remoteness of the vertices from which play can go on for ever, round by round (Steinhaus, 1925; Smith,
//! 1966): the round of a vertex is its remoteness. A block may go ahead of the others as far as nothing that they can
//! still tell it would come too late.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Unsolved;
use super::order::NONE;
use super::peel::Peel;
use super::scratch::Stream;
use super::window::{BEST, DONE, ID, Known, OPEN, REMOTENESS, lost};

/// The rounds of the blocks.
struct Rounds<'a> {
    peel: &'a mut Peel,
    /// The vertices that no round has come to, by block, once the block has been in memory.
    left: Vec<Option<Stream>>,
    /// The next round in which something may happen to the vertices of each block, as far as is known.
    due: Vec<u32>,
    /// The least remoteness in the mail of each block.
    mail: Vec<u32>,
    /// The block in memory.
    here: Option<usize>,
    changed: bool,
    /// The rounds of vertices in memory, and their places. Some are out of date.
    queue: BinaryHeap<Reverse<(u32, u32)>>,
    list: Vec<u32>,
}

/// Answers for all vertices that were put away. What was put away stays.
pub(super) fn run(peel: &mut Peel) -> Result<(), Unsolved> {
    let blocks = peel.blocks.count();
    let due = peel.put_away.iter();
    let mut rounds = Rounds {
        left: std::iter::repeat_with(|| None).take(blocks).collect(),
        due: due
            .map(|stream| if stream.is_empty() { NONE } else { 0 })
            .collect(),
        mail: vec![NONE; blocks],
        here: None,
        changed: false,
        queue: BinaryHeap::new(),
        list: Vec::new(),
        peel,
    };
    rounds.all()?;
    rounds.draws()
}

impl Rounds<'_> {
    /// The next round in which something may happen in this block.
    fn next(&self, block: usize) -> u32 {
        self.due[block].min(self.mail[block].saturating_add(1))
    }

    /// The next round of the vertex at this place, if it is known.
    fn round(&self, at: usize) -> Option<u32> {
        let record = &self.peel.window.words[at..=at + BEST];
        let (open, best) = (record[OPEN], record[REMOTENESS]);
        let known = open != DONE && best != NONE && (open == 0 || lost(best, self.peel.play));
        known.then(|| best + 1)
    }

    fn all(&mut self) -> Result<(), Unsolved> {
        loop {
            let (mut block, mut least, mut others) = (0, NONE, NONE);
            for candidate in 0..self.due.len() {
                let next = self.next(candidate);
                if next < least || next == least && self.here == Some(candidate) {
                    (block, others, least) = (candidate, least, next);
                } else {
                    others = others.min(next);
                }
            }
            if least == NONE {
                return self.store();
            }
            self.visit(block, others)?;
        }
    }

    /// Brings a block into memory.
    fn bring(&mut self, block: usize) -> Result<(), Unsolved> {
        if self.here == Some(block) {
            return Ok(());
        }
        self.store()?;
        let peel = &mut *self.peel;
        peel.visits += 1;
        match &self.left[block] {
            Some(stream) => stream.read(&mut peel.scratch, &mut peel.window.words)?,
            None => peel.put_away[block].read(&mut peel.scratch, &mut peel.window.words)?,
        }
        peel.window.index();
        self.here = Some(block);
        let mut at = 0;
        while at < self.peel.window.words.len() {
            let round = self.round(at);
            self.queue
                .extend(round.map(|round| Reverse((round, at as u32))));
            at = self.peel.window.next(at);
        }
        Ok(())
    }

    /// Puts the block in memory away.
    fn store(&mut self) -> Result<(), Unsolved> {
        let Some(block) = self.here.take() else {
            return Ok(());
        };
        self.queue.clear();
        let peel = &mut *self.peel;
        if self.changed || self.left[block].is_none() {
            peel.window.compact();
            if let Some(old) = self.left[block].take() {
                old.forget(&mut peel.scratch);
            }
            let mut stream = Stream::default();
            stream.push(&mut peel.scratch, &peel.window.words)?;
            stream.close(&mut peel.scratch)?;
            self.left[block] = Some(stream);
        }
        self.changed = false;
        peel.window.words.clear();
        Ok(())
    }

    /// Goes through the rounds of a block while they are not above `others`, the next round of any other block: from
    /// there come remotenesses of that number and more, which belong to later rounds here.
    fn visit(&mut self, block: usize, mut others: u32) -> Result<(), Unsolved> {
        self.bring(block)?;
        if self.mail[block] != NONE {
            self.mail[block] = NONE;
            self.changed = true;
            let (peel, queue) = (&mut *self.peel, &mut self.queue);
            let (window, play) = (&mut peel.window, peel.play);
            peel.mail.deliver(&mut peel.scratch, block, |to, option| {
                if let Some(at) = window.find(to)
                    && window.tell(at, option, play)
                {
                    let (open, best) = (window.words[at + OPEN], window.words[at + REMOTENESS]);
                    if open == 0 || lost(best, play) {
                        queue.push(Reverse((best + 1, at as u32)));
                    }
                }
            })?;
        }
        loop {
            let Some(&Reverse((round, at))) = self.queue.peek() else {
                self.due[block] = NONE;
                return Ok(());
            };
            let at = at as usize;
            if self.round(at) != Some(round) {
                self.queue.pop();
                continue;
            }
            if round > others {
                self.due[block] = round;
                return Ok(());
            }
            self.queue.pop();
            self.changed = true;
            let told = self.peel.window.settle(at);
            let row = Known {
                value: NONE,
                ..told
            };
            self.peel.rows.answer(&mut self.peel.scratch, &row)?;
            // The value is of no use to anybody.
            let told = Known { value: 0, ..told };
            let mut begin = 0;
            while self.peel.before(at, &mut begin, &mut self.list)? {
                for index in 0..self.list.len() {
                    if self.pass_on(self.list[index], &told, block)? {
                        others = others.min(told.remoteness + 1);
                    }
                }
            }
        }
    }

    /// Whether the vertex is not of this block.
    fn pass_on(&mut self, vertex: u32, option: &Known, here: usize) -> Result<bool, Unsolved> {
        let block = self.peel.blocks.of(vertex);
        if block != here {
            self.mail[block] = self.mail[block].min(option.remoteness);
            let peel = &mut *self.peel;
            peel.mail.send(&mut peel.scratch, block, vertex, option)?;
            return Ok(true);
        }
        // Those that an earlier round has come to are perhaps gone.
        if let Some(at) = self.peel.window.find(vertex)
            && self.peel.window.tell(at, option, self.peel.play)
        {
            let round = self.round(at);
            self.queue
                .extend(round.map(|round| Reverse((round, at as u32))));
        }
        Ok(false)
    }

    /// The vertices left over are draws; each holds the draw by its least option among them.
    fn draws(&mut self) -> Result<(), Unsolved> {
        let blocks = self.due.len();
        for block in 0..blocks {
            let Some(stream) = &self.left[block] else {
                continue;
            };
            let peel = &mut *self.peel;
            stream.read(&mut peel.scratch, &mut peel.window.words)?;
            let mut at = 0;
            while at < peel.window.words.len() {
                let told = Known {
                    vertex: peel.window.words[at + ID],
                    value: 0,
                    remoteness: 0,
                    best: NONE,
                };
                let mut begin = 0;
                while peel.before(at, &mut begin, &mut self.list)? {
                    for &vertex in &self.list {
                        let block = peel.blocks.of(vertex);
                        peel.mail.send(&mut peel.scratch, block, vertex, &told)?;
                    }
                }
                at = peel.window.next(at);
            }
            peel.window.words.clear();
        }
        for block in 0..blocks {
            let peel = &mut *self.peel;
            if let Some(stream) = self.left[block].take() {
                stream.read(&mut peel.scratch, &mut peel.window.words)?;
                stream.forget(&mut peel.scratch);
            }
            peel.window.index();
            let window = &mut peel.window;
            let mut at = 0;
            while at < window.words.len() {
                window.words[at + BEST] = NONE;
                at = window.next(at);
            }
            peel.mail.deliver(&mut peel.scratch, block, |to, option| {
                if let Some(at) = window.find(to) {
                    window.words[at + BEST] = window.words[at + BEST].min(option.vertex);
                }
            })?;
            at = 0;
            while at < peel.window.words.len() {
                let record = &peel.window.words[at..=at + BEST];
                let row = Known {
                    vertex: record[ID],
                    value: NONE,
                    remoteness: NONE,
                    best: record[BEST],
                };
                peel.rows.answer(&mut peel.scratch, &row)?;
                at = peel.window.next(at);
            }
            peel.window.words.clear();
        }
        Ok(())
    }
}
