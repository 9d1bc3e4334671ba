//! Loopy values of the vertices from which play can go on for ever: the labelling value by value of A. S. Fraenkel and
//! Y. Perl, *Constructions in combinatorial games with cycles* (1975), as for graphs in memory, in steps that are the same
//! for all vertices, so that blocks come into memory in turn.
//!
//! In the round of the value `m`, a vertex is *reached* when an option has this value. Each vertex reached tells those
//! that have it as an option that a move to it can be reverted. A vertex that was not reached, has options of all smaller
//! values, and was told by all its options without a value has the value `m`. All who have it as an option are
//! reached before anybody is told more.

use super::Unsolved;
use super::order::NONE;
use super::peel::Peel;
use super::scratch::{Scratch, Stream};
use super::window::{DONE, HEAD, ID, LENGTH, OPEN, OPTIONS, Window};

/// How many options without a value have not told of being reached in the round [`COUNTED`].
const LEFT: usize = 2;
/// One more than the round for which [`LEFT`] was counted, or [`OUT`].
const COUNTED: usize = 3;
/// One more than the last round in which the vertex was reached, or [`OUT`].
const REACHED: usize = HEAD;
/// The value, or [`NONE`].
const VALUE: usize = HEAD + 1;
/// Then come the values of the options from which play must end, in rising order, each once.
const SET: usize = HEAD + 2;

/// A round that never comes: for a vertex that has a value, or cannot have one.
const OUT: u32 = u32::MAX;

/// The labelling.
struct Loops<'a> {
    peel: &'a mut Peel,
    /// The vertices of each block.
    states: Vec<Stream>,
    /// Those who have a vertex as an option that was given the value of the round, once for each.
    reach: Vec<Stream>,
    /// Those who have a vertex as an option that was reached in the round, once for each.
    revert: Vec<Stream>,
    list: Vec<u32>,
    round: u32,
}

/// Adds the loopy values of all vertices that were put away to the rows.
pub(super) fn run(peel: &mut Peel) -> Result<(), Unsolved> {
    let streams = || -> Vec<Stream> {
        std::iter::repeat_with(Stream::default)
            .take(peel.blocks.count())
            .collect()
    };
    let (states, reach, revert) = (streams(), streams(), streams());
    // The records have other parts here.
    peel.window = Window::new(u32::MAX);
    let mut loops = Loops {
        peel,
        states,
        reach,
        revert,
        list: Vec::new(),
        round: 0,
    };
    loops.begin()?;
    while loops.open_round()? {
        loops.go_round()?;
        loops.round += 1;
    }
    loops.end()
}

/// Sends a vertex to each block of those in the list.
fn spread(list: &[u32], peel: &mut Peel, streams: &mut [Stream]) -> Result<(), Unsolved> {
    for &vertex in list {
        streams[peel.blocks.of(vertex)].push(&mut peel.scratch, &[vertex])?;
    }
    Ok(())
}

impl Loops<'_> {
    /// Makes the states.
    fn begin(&mut self) -> Result<(), Unsolved> {
        let ended = self.values_of_options()?;
        let peel = &mut *self.peel;
        let (mut words, mut records, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
        for (block, ended) in ended.into_iter().enumerate() {
            records.clear();
            let stream = std::mem::take(&mut peel.put_away[block]);
            stream.read(&mut peel.scratch, &mut records)?;
            stream.forget(&mut peel.scratch);
            let vertices = ids(&records, peel.values);
            pairs.clear();
            let mut distinct = 0;
            for piece in 0..ended.pieces() {
                words.clear();
                ended.last_look(&mut peel.scratch, piece, &mut words)?;
                for pair in words.chunks_exact(2) {
                    if vertices.binary_search(&pair[0]).is_ok() {
                        pairs.push(u64::from(pair[0]) << 32 | u64::from(pair[1]));
                    }
                }
                // Each vertex has few values.
                if pairs.len() > distinct * 2 + (1 << 12) {
                    pairs.sort_unstable();
                    pairs.dedup();
                    distinct = pairs.len();
                }
            }
            pairs.sort_unstable();
            pairs.dedup();
            self.states[block] = states(&records, peel.values, &pairs, &mut peel.scratch)?;
        }
        Ok(())
    }

    /// For the vertices of each block, the values of the options from which play must end: two words each, in no order.
    /// Other vertices are among them.
    fn values_of_options(&mut self) -> Result<Vec<Stream>, Unsolved> {
        let peel = &mut *self.peel;
        let blocks = &peel.blocks;
        let at_first = peel.at_first.as_ref().unwrap_or(blocks);
        let mut values: Vec<Stream> = std::iter::repeat_with(Stream::default)
            .take(at_first.count())
            .collect();
        peel.rows
            .each_value(&mut peel.scratch, |scratch, vertex, value| {
                values[at_first.of(vertex)].push(scratch, &[vertex, value])
            })?;
        let mut told: Vec<Stream> = std::iter::repeat_with(Stream::default)
            .take(blocks.count())
            .collect();
        let (mut words, mut known) = (Vec::new(), Vec::new());
        for (values, waiting) in values.into_iter().zip(&mut peel.waiting) {
            known.clear();
            for piece in 0..values.pieces() {
                words.clear();
                values.last_look(&mut peel.scratch, piece, &mut words)?;
                known.extend(words.chunks_exact(2).map(|pair| (pair[0], pair[1])));
            }
            known.sort_unstable();
            let edges = std::mem::take(&mut waiting.edges);
            for piece in 0..edges.pieces() {
                words.clear();
                edges.last_look(&mut peel.scratch, piece, &mut words)?;
                for edge in words.chunks_exact(2) {
                    let (vertex, from) = (edge[0], edge[1]);
                    if let Ok(at) = known.binary_search_by_key(&vertex, |known| known.0)
                        && from != NONE
                    {
                        told[blocks.of(from)].push(&mut peel.scratch, &[from, known[at].1])?;
                    }
                }
            }
        }
        Ok(told)
    }

    /// Brings the states of a block into memory, where they need be found if `find`.
    fn bring(&mut self, block: usize, find: bool) -> Result<(), Unsolved> {
        let peel = &mut *self.peel;
        if peel.window.words.is_empty() {
            peel.visits += 1;
            let stream = std::mem::take(&mut self.states[block]);
            stream.read(&mut peel.scratch, &mut peel.window.words)?;
            stream.forget(&mut peel.scratch);
            if find || self.states.len() == 1 {
                peel.window.index();
            }
        }
        Ok(())
    }

    /// Puts them away, if there are others.
    fn store(&mut self, block: usize) -> Result<(), Unsolved> {
        let peel = &mut *self.peel;
        if self.states.len() == 1 {
            return Ok(());
        }
        self.states[block].push(&mut peel.scratch, &peel.window.words)?;
        self.states[block].close(&mut peel.scratch)?;
        peel.window.words.clear();
        Ok(())
    }

    /// The vertex at this place is reached: those before it are to be told.
    fn reached(&mut self, at: usize) -> Result<(), Unsolved> {
        let peel = &mut *self.peel;
        peel.window.words[at + REACHED] = self.round + 1;
        let vertex = peel.window.words[at + ID];
        peel.rows.element(&mut peel.scratch, vertex, self.round)?;
        let mut begin = 0;
        while peel.before(at, &mut begin, &mut self.list)? {
            spread(&self.list, peel, &mut self.revert)?;
        }
        Ok(())
    }

    /// The vertex at this place has the value of the round: those before it are to be reached.
    fn give(&mut self, at: usize) -> Result<(), Unsolved> {
        let peel = &mut *self.peel;
        let record = &mut peel.window.words[at..=at + VALUE];
        (record[COUNTED], record[REACHED], record[VALUE]) = (OUT, OUT, self.round);
        let mut begin = 0;
        while peel.before(at, &mut begin, &mut self.list)? {
            spread(&self.list, peel, &mut self.reach)?;
        }
        Ok(())
    }

    /// Begins a round with what the vertices from which play must end bring about. Whether the round can give values.
    fn open_round(&mut self) -> Result<bool, Unsolved> {
        let mut standing = false;
        for block in 0..self.states.len() {
            self.bring(block, false)?;
            let mut at = 0;
            while at < self.peel.window.words.len() {
                let next = self.peel.window.next(at);
                let end = self.peel.window.list(at);
                let record = &mut self.peel.window.words[at..end];
                if record[COUNTED] != OUT && record[REACHED] != self.round {
                    // No option has the value before.
                    record[COUNTED] = OUT;
                }
                let stands = record[COUNTED] != OUT;
                standing |= stands;
                if record[REACHED] <= self.round {
                    if record[SET..].binary_search(&self.round).is_ok() {
                        self.reached(at)?;
                    } else if stands && record[OPEN] == 0 {
                        self.give(at)?;
                    }
                }
                at = next;
            }
            self.store(block)?;
        }
        Ok(standing)
    }

    /// Reaches and tells until nothing follows.
    fn go_round(&mut self) -> Result<(), Unsolved> {
        loop {
            let mut quiet = true;
            for block in 0..self.states.len() {
                if self.reach[block].is_empty() {
                    continue;
                }
                quiet = false;
                self.each(block, true, |loops, at| {
                    let record = &mut loops.peel.window.words[at..=at + VALUE];
                    // From the next round on: in this one, all who count it have been reached.
                    record[OPEN] -= 1;
                    if record[REACHED] <= loops.round {
                        return loops.reached(at);
                    }
                    Ok(())
                })?;
            }
            for block in 0..self.states.len() {
                if self.revert[block].is_empty() {
                    continue;
                }
                quiet = false;
                self.each(block, false, |loops, at| {
                    let round = loops.round;
                    let record = &mut loops.peel.window.words[at..=at + VALUE];
                    if record[COUNTED] == OUT || record[REACHED] > round {
                        return Ok(());
                    }
                    if record[COUNTED] != round + 1 {
                        record[COUNTED] = round + 1;
                        record[LEFT] = record[OPEN];
                    }
                    record[LEFT] -= 1;
                    if record[LEFT] == 0 {
                        return loops.give(at);
                    }
                    Ok(())
                })?;
            }
            if quiet {
                return Ok(());
            }
        }
    }

    /// Delivers the mail of a block of one kind.
    fn each(
        &mut self,
        block: usize,
        reach: bool,
        mut told: impl FnMut(&mut Self, usize) -> Result<(), Unsolved>,
    ) -> Result<(), Unsolved> {
        let streams = if reach {
            &mut self.reach
        } else {
            &mut self.revert
        };
        let stream = std::mem::take(&mut streams[block]);
        self.bring(block, true)?;
        let mut words = Vec::new();
        for piece in 0..stream.pieces() {
            words.clear();
            stream.last_look(&mut self.peel.scratch, piece, &mut words)?;
            for &vertex in &words {
                if let Some(at) = self.peel.window.find(vertex) {
                    told(self, at)?;
                }
            }
        }
        self.store(block)
    }

    /// Adds the values found, and the rest of the sets, to the rows.
    fn end(&mut self) -> Result<(), Unsolved> {
        for block in 0..self.states.len() {
            self.bring(block, false)?;
            let peel = &mut *self.peel;
            let mut at = 0;
            while at < peel.window.words.len() {
                let record = &peel.window.words[at..peel.window.list(at)];
                if record[VALUE] != NONE {
                    peel.rows
                        .finite(&mut peel.scratch, record[ID], record[VALUE])?;
                } else {
                    for &value in &record[SET..] {
                        peel.rows.element(&mut peel.scratch, record[ID], value)?;
                    }
                }
                at = peel.window.next(at);
            }
            peel.window.words.clear();
        }
        Ok(())
    }
}

/// The vertices of records as they were put away, in rising order.
fn ids(records: &[u32], values: u32) -> Vec<u32> {
    let (mut ids, mut at) = (Vec::new(), 0);
    while at < records.len() {
        ids.push(records[at + ID]);
        at = Window::behind(records, at, values).1;
    }
    ids.sort_unstable();
    ids
}

/// Makes states of records as they were put away, and of sorted pairs of a vertex and a value of an ended option.
fn states(
    records: &[u32],
    values: u32,
    pairs: &[u64],
    scratch: &mut Scratch,
) -> Result<Stream, Unsolved> {
    let (mut stream, mut at) = (Stream::default(), 0);
    while at < records.len() {
        let (list, next) = Window::behind(records, at, values);
        let vertex = records[at + ID];
        debug_assert_ne!(records[at + OPEN], DONE, "a vertex was put away");
        let begin = pairs.partition_point(|&pair| pair >> 32 < vertex.into());
        let set = pairs[begin..].iter();
        let set = set.take_while(|&&pair| pair >> 32 == u64::from(vertex));
        // The window takes as many words between head and list as there are bits for these options.
        let between = 2 + set.clone().count() as u32;
        let mut head = [0; HEAD + 2];
        head[ID] = vertex;
        head[OPEN] = records[at + OPEN];
        head[OPTIONS] = between * 32;
        head[LENGTH] = records[at + LENGTH];
        head[VALUE] = NONE;
        stream.push(scratch, &head)?;
        for &pair in set {
            stream.push(scratch, &[pair as u32])?;
        }
        stream.push(scratch, &records[list..next])?;
        at = next;
    }
    stream.close(scratch)?;
    Ok(stream)
}
