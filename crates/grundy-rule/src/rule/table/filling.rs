//! The positions of a table one after another, whatever they depend on first.

use rustc_hash::FxHashMap;

use super::Unfilled;
use super::blocks::Blocks;
use super::taking::{Known, Scratch, Taking};
use crate::budget::Meter;
use crate::quotient::Play;
use crate::rule::columns::LANES;
use crate::rule::evaluate::{Evaluator, Halt};
use crate::rule::marks::Marks;
use crate::rule::position::Coordinates;
use crate::rule::{Measure, Position, Rule};

/// Not yet worked out.
pub(super) const UNKNOWN: u32 = u32::MAX;
/// Being worked out.
pub(super) const OPEN: u32 = u32::MAX - 1;

/// Options that cost as much as a position.
pub(super) const OPTIONS_A_POSITION: u64 = 16;

pub(super) struct Filling<'r> {
    pub(super) evaluator: Evaluator<'r>,
    sizes: &'r [usize],
    pub(super) cells: Vec<u32>,
    pub(super) beyond: FxHashMap<Position, u32>,
    meter: &'r mut Meter,
    marks: Marks,
    play: Play,
    unknown: Vec<Position>,
    scratch: Scratch,
    known: Known,
    /// What a position takes.
    bytes: u64,
    /// The last 16 digits of the values of known cells.
    halves: Vec<u16>,
}

/// What a position of so many coordinates takes.
const fn bytes(arity: usize) -> u64 {
    size_of::<Position>() as u64 + Coordinates::apart(arity)
}

/// The coordinates in the order in which the measure wants them gone through.
pub(super) fn slowest_first(measure: &Measure, arity: usize) -> Vec<usize> {
    let mut order = match measure {
        Measure::Sum(of) if of.len() == 1 => of.clone(),
        Measure::Lexicographic(of) => of.clone(),
        _ => Vec::new(),
    };
    order.extend(
        (0..arity)
            .rev()
            .filter(|place| !order.contains(place))
            .collect::<Vec<_>>(),
    );
    order
}

impl<'r> Filling<'r> {
    pub(super) fn new(
        rule: &'r Rule,
        sizes: &'r [usize],
        cells: Vec<u32>,
        meter: &'r mut Meter,
        play: Play,
    ) -> Filling<'r> {
        let mut evaluator = rule.evaluator(0);
        evaluator.clock = Some(meter.clone());
        evaluator.take_first_lanes();
        Filling {
            evaluator,
            sizes,
            cells,
            beyond: FxHashMap::default(),
            meter,
            marks: Marks::default(),
            play,
            unknown: Vec::new(),
            scratch: Scratch::default(),
            known: Known::default(),
            bytes: bytes(rule.arity()),
            halves: Vec::new(),
        }
    }

    /// Fills the first cells of a table of one number, as far as its heaps can be told by blocks.
    pub(super) fn fill_by_blocks(&mut self, rule: &Rule) -> Result<(), Unfilled> {
        let Some(mut blocks) = Blocks::of(rule, self.sizes, self.play, self.meter) else {
            return Ok(());
        };
        let mut heap = 0;
        while heap < self.cells.len() && (!heap.is_multiple_of(LANES) || blocks.serves()) {
            let behind = blocks.run(heap, &mut self.cells, self.meter);
            heap = behind.map_err(Unfilled::Exhausted)?;
            if heap < blocks.end() {
                // Something about this heap could not be told beforehand.
                self.know(heap);
                self.fill_at(&[heap])?;
                heap += 1;
            }
        }
        self.know(heap);
        Ok(())
    }

    /// Fills the whole box, the coordinates turning like a counter's wheels.
    pub(super) fn fill_all(&mut self, order: &[usize], cells: usize) -> Result<(), Unfilled> {
        let mut coordinates = vec![0; self.sizes.len()];
        // Those that are known already are the first of one number.
        if let [first] = &mut coordinates[..] {
            *first = self.known.cells;
        }
        for cell in self.known.cells..cells {
            self.fill_at(&coordinates)?;
            if let [_] = self.sizes {
                self.know(cell + 1);
            }
            for &place in order.iter().rev() {
                coordinates[place] += 1;
                if coordinates[place] < self.sizes[place] {
                    break;
                }
                coordinates[place] = 0;
            }
        }
        Ok(())
    }

    /// That the cells before this one hold values.
    fn know(&mut self, behind: usize) {
        if behind == self.cells.len() {
            // Nobody will ask for them.
            self.known.cells = behind;
            return;
        }
        let cells = &self.cells[self.known.cells..behind];
        self.known.digits |= cells.iter().fold(0, |all, value| all | value);
        self.halves.extend(cells.iter().map(|&value| value as u16));
        self.known.cells = behind;
    }

    pub(super) fn fill_at(&mut self, coordinates: &[usize]) -> Result<(), Unfilled> {
        let mut numbers = Coordinates::zeros(coordinates.len());
        for (number, &coordinate) in numbers.iter_mut().zip(coordinates) {
            *number = i64::try_from(coordinate).unwrap_or(i64::MAX);
        }
        match Position::of(numbers) {
            Some(position) => self.fill(position),
            None => Ok(()),
        }
    }

    pub(super) fn value(&self, position: &Position) -> u32 {
        value(position, self.sizes, &self.cells, &self.beyond)
    }

    fn set(&mut self, position: &Position, value: u32) -> Result<(), Unfilled> {
        if let Some(index) = index(position, self.sizes) {
            self.cells[index] = value;
        } else if self.beyond.insert(position.clone(), value).is_none() {
            let bytes = 2 * (self.bytes + 8);
            self.meter.spend(1, bytes).map_err(Unfilled::Exhausted)?;
        }
        Ok(())
    }

    /// Works out a position, and before it whatever it depends on.
    pub(super) fn fill(&mut self, position: Position) -> Result<(), Unfilled> {
        if self.value(&position) != UNKNOWN {
            return Ok(());
        }
        if self.look(&position)? {
            return Ok(());
        }
        // Each position stands on the stack twice: to be looked into, and, below what it waits for, to be told.
        let mut stack = vec![(position.clone(), true)];
        self.wait(&position, &mut stack)?;
        while let Some((position, waited)) = stack.pop() {
            self.meter.release(self.bytes + 8);
            let open = match self.value(&position) {
                OPEN => true,
                UNKNOWN => false,
                _ => continue,
            };
            // Whatever is open waits for what stands above it.
            if open && !waited {
                return Err(Unfilled::Repeats(position));
            }
            if self.look(&position)? {
                continue;
            }
            if open {
                return Err(Unfilled::Repeats(position));
            }
            stack.push((position.clone(), true));
            self.wait(&position, &mut stack)?;
        }
        Ok(())
    }

    /// Marks a position as open and puts what it waits for above it.
    fn wait(
        &mut self,
        position: &Position,
        stack: &mut Vec<(Position, bool)>,
    ) -> Result<(), Unfilled> {
        self.set(position, OPEN)?;
        let entries = 1 + self.unknown.len() as u64;
        let bytes = entries * (self.bytes + 8);
        self.meter.spend(0, bytes).map_err(Unfilled::Exhausted)?;
        stack.extend(self.unknown.drain(..).map(|position| (position, false)));
        Ok(())
    }

    /// Tells the value if those of all options are known; otherwise `unknown` holds the positions that are not.
    fn look(&mut self, position: &Position) -> Result<bool, Unfilled> {
        let fault = |fault| Unfilled::Fault(fault, position.clone());
        self.unknown.clear();
        if let Some(value) = self.evaluator.value(position).map_err(fault)? {
            self.meter.spend(1, 0).map_err(Unfilled::Exhausted)?;
            self.set(position, value)?;
            return Ok(true);
        }
        let steps = self
            .meter
            .positions_left()
            .saturating_mul(OPTIONS_A_POSITION);
        self.evaluator.steps = steps;
        self.marks.begin();
        let room = self.meter.room(self.bytes / OPTIONS_A_POSITION);
        let mut taking = Taking {
            marks: &mut self.marks,
            unknown: &mut self.unknown,
            sizes: self.sizes,
            cells: &self.cells,
            beyond: &self.beyond,
            room,
            repeats: None,
            scratch: &mut self.scratch,
            known: self.known,
            halves: &self.halves,
        };
        let gone_through = self.evaluator.options(position, &mut taking);
        let repeats = taking.repeats;
        gone_through.map_err(|halt| match halt {
            Halt::Fault(found) => fault(found),
            Halt::Exhausted(exhausted) => Unfilled::Exhausted(exhausted),
            Halt::Taker(()) if repeats.is_some() => {
                Unfilled::Repeats(repeats.unwrap_or_else(|| position.clone()))
            }
            Halt::Steps | Halt::Taker(()) => Unfilled::Exhausted(self.meter.full(4)),
        })?;
        let taken = steps.saturating_sub(self.evaluator.steps);
        self.meter
            .spend(1 + taken / OPTIONS_A_POSITION, 0)
            .map_err(Unfilled::Exhausted)?;
        if !self.unknown.is_empty() {
            return Ok(false);
        }
        let value = match self.play {
            Play::Normal => self.marks.mex(),
            Play::Misere => self.marks.misere(),
        };
        self.set(position, value)?;
        Ok(true)
    }
}

#[inline]
fn index(position: &Position, sizes: &[usize]) -> Option<usize> {
    if sizes.is_empty() {
        return None;
    }
    let mut index = 0;
    for (&number, &size) in position.numbers().iter().zip(sizes).rev() {
        // A Nim heap's first number is negative.
        let number = usize::try_from(number)
            .ok()
            .filter(|&number| number < size)?;
        index = index * size + number;
    }
    Some(index)
}

#[inline]
pub(super) fn value(
    position: &Position,
    sizes: &[usize],
    cells: &[u32],
    beyond: &FxHashMap<Position, u32>,
) -> u32 {
    match index(position, sizes) {
        Some(index) => cells[index],
        None => position
            .as_nim_heap()
            .unwrap_or_else(|| beyond.get(position).copied().unwrap_or(UNKNOWN)),
    }
}
