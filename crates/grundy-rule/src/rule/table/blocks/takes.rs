//! Rules whose every option is the heap less the number of a range, `n -> n-k for k in 1..=100 if …`.
//!
//! For each k the guards are evaluated for all heaps of a block; bit by bit they make up a word of 32 numbers for each heap. These
//! words, laid over the positions that are options, are asked for the least value that none of them has.

use std::ops::Range;

use super::near::{self, REACH};
use super::planes::{Planes, WORD};
use super::ways::{Column32, End, Way};
use super::{Block, Unsure};
use crate::budget::Meter;
use crate::quotient::Play;
use crate::rule::code::Arrays;
use crate::rule::columns::{LANES, Path};
use crate::rule::marks::Marks;
use crate::rule::program::Program;

/// Numbers that may be evaluated one by one, for each heap, before a block is given up.
const SINGLY: usize = 8;

/// Options that are few.
const FEW: i64 = 256;

/// The rule and the values so far.
pub(super) struct Takes<'r> {
    arrays: &'r Arrays,
    slots: Vec<i64>,
    ways: Vec<Way<'r>>,
    /// `None` where there are too many values.
    planes: Option<Planes>,
    /// The values of so many heaps are noted there.
    noted: usize,
    /// By lane, which of the last heaps are options, where no others are.
    near: Option<Box<Column32>>,
    marks: Marks,
    play: Play,
    path: Path,
    /// The options of a heap, a bit for each position.
    row: Vec<u32>,
    block: Block,
}

/// Position 0 has this bit: no number that leaves no option to any heap of a block is among the masks.
const BEFORE: usize = LANES;

impl<'r> Takes<'r> {
    pub(super) fn of(
        program: &'r Program,
        size: usize,
        play: Play,
        meter: &Meter,
    ) -> Option<Takes<'r>> {
        let slots = vec![0; program.slots];
        let mut ways = Vec::new();
        for clause in &program.moves {
            for alternative in 0..clause.options.len() {
                ways.push(Way::of(clause, alternative, &slots, size, &program.arrays)?);
            }
        }
        let share = meter.bytes_left() / (4 * ways.len().max(1) as u64);
        for way in &mut ways {
            way.share(share);
        }
        Some(Takes {
            arrays: &program.arrays,
            slots,
            ways,
            planes: Planes::new(size + BEFORE, meter),
            noted: 0,
            near: None,
            marks: Marks::default(),
            play,
            path: Path::best(),
            row: Vec::new(),
            block: Block { first: 0, count: 0 },
        })
    }

    /// Whether no heap has more options than can be told at once faster than in any other way.
    pub(super) fn are_few(&self) -> bool {
        let few =
            |way: &Way<'_>| matches!(way.end, End::At(last) if last.saturating_sub(way.from) < FEW);
        self.ways.iter().all(few)
    }

    /// Evaluates the guards of a block.
    pub(super) fn prepare(&mut self, block: Block, meter: &mut Meter) -> Result<(), Unsure> {
        self.block = block;
        let mut singly = SINGLY * LANES;
        for way in &mut self.ways {
            way.prepare(block, &mut self.slots, self.arrays, &mut singly, meter)?;
        }
        self.near = self.near();
        Ok(())
    }

    /// By lane, which of the last heaps are options, if all options are among them.
    fn near(&self) -> Option<Box<Column32>> {
        let reach = REACH as i64;
        let mut near = Box::new([0; LANES]);
        for way in self.ways.iter().filter(|way| !way.masks.is_empty()) {
            // The lowest bit is the farthest option.
            let shift = u32::try_from(reach - (way.most - way.more)).ok()?;
            for (near, word) in near.iter_mut().zip(way.masks.first_chunk::<LANES>()?) {
                *near |= word << shift;
            }
        }
        Some(near)
    }

    /// Fills these cells of a block.
    pub(super) fn run(&mut self, heaps: Range<usize>, cells: &mut [u32], meter: &Meter) {
        if let Some(near) = &self.near {
            let lane = heaps.start % LANES;
            let options = &near[lane..lane + heaps.len()];
            near::fill(
                self.path,
                self.play,
                options,
                heaps.start,
                &mut cells[..heaps.end],
            );
            return;
        }
        while self.noted < heaps.start {
            self.note(self.noted, cells[self.noted], meter);
        }
        for heap in heaps {
            let value = self.value(heap % LANES, &cells[..heap]);
            cells[heap] = value;
            self.note(heap, value, meter);
        }
    }

    /// The value of the heap in a lane, whose cell comes behind these.
    fn value(&mut self, lane: usize, cells: &[u32]) -> u32 {
        let heap = cells.len();
        let base = self.lay_out(lane, heap);
        match (&self.planes, self.play) {
            (Some(planes), Play::Normal) => planes.least(base, &self.row),
            (Some(planes), Play::Misere) => {
                let (has_0, has_1) = planes.outcomes(base, &self.row);
                u32::from(has_0 || !has_1)
            }
            (None, play) => {
                self.marks.begin();
                for (place, &word) in self.row.iter().enumerate() {
                    let first = (base + place) * WORD;
                    let mut word = word;
                    while word != 0 {
                        let position = first + word.trailing_zeros() as usize;
                        word &= word - 1;
                        if let Some(&value) = cells.get(position.wrapping_sub(BEFORE)) {
                            self.marks.insert(value);
                        }
                    }
                }
                match play {
                    Play::Normal => self.marks.mex(),
                    Play::Misere => self.marks.misere(),
                }
            }
        }
    }

    /// Lays the options of a heap over the positions, and tells the first word.
    fn lay_out(&mut self, lane: usize, heap: usize) -> usize {
        let begin = |way: &Way<'_>| {
            // The greatest k leaves at least −255, and BEFORE is more.
            let begin = heap as i64 - way.most + way.more + BEFORE as i64;
            usize::try_from(begin).unwrap_or(0)
        };
        let used = || self.ways.iter().filter(|way| !way.masks.is_empty());
        let base = used().map(begin).min().unwrap_or(0) / WORD;
        self.row.clear();
        if let [way] = &self.ways[..] {
            // One way lays its words side by side.
            let shift = begin(way) % WORD;
            let mut carried = 0;
            for masks in way.masks.chunks_exact(LANES) {
                let all = u64::from(masks[lane]) << shift | carried;
                self.row.push(all as u32);
                carried = all >> WORD;
            }
            self.row.push(carried as u32);
            return base;
        }
        let words = (heap + BEFORE) / WORD + 1;
        self.row.resize(words.saturating_sub(base), 0);
        for way in used() {
            let begin = begin(way);
            let (first, shift) = (begin / WORD - base, begin % WORD);
            let row = &mut self.row[first..];
            for (place, masks) in way.masks.chunks_exact(LANES).enumerate() {
                let all = u64::from(masks[lane]) << shift;
                for (place, part) in [(place, all as u32), (place + 1, (all >> WORD) as u32)] {
                    // Nothing lies beyond the heap.
                    if let Some(word) = row.get_mut(place) {
                        *word |= part;
                    }
                }
            }
        }
        base
    }

    #[inline]
    fn note(&mut self, heap: usize, value: u32, meter: &Meter) {
        let planes = self.planes.as_mut();
        if planes.is_some_and(|planes| !planes.note(heap + BEFORE, value, meter)) {
            self.planes = None;
        }
        self.noted = heap + 1;
    }
}
