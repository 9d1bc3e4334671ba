//! Rules with few options, whatever they are: `n -> n-1 | n/2 if n % 3 != 1`, `n -> n-k^2 for k in 1..`, `n -> n-k for k in 1..=popcount(n)`.
//!
//! The generators of a clause are gone through for all heaps of a block together, as far as any of them goes. For each of their numbers
//! the coordinates of the options are written down, or −1 for those heaps that do not have it.

use std::ops::Range;

use super::lookup::Lookup;
use super::steps::{self, Steps};
use super::{Block, Unsure};
use crate::budget::Meter;
use crate::quotient::Play;
use crate::rule::code::{Arrays, Code};
use crate::rule::columns::{Columns, LANES, Lanes, Operand};
use crate::rule::lines::put_in;
use crate::rule::marks::Marks;
use crate::rule::program::{MoveClause, Program};
use crate::rule::step::Step;
use crate::rule::syntax::{Comparison, Operator, Span};
use crate::rule::table::filling::OPTIONS_A_POSITION;

/// Most coordinates of a heap.
const MOST: usize = 256;

/// Numbers of all generators of a block that may be gone through.
const STEPS: usize = 1 << 12;

/// Where a range begins or ends: at a number, or at one of each heap.
enum Bound {
    All(Code),
    Each(Box<Columns>, Lanes),
}

/// A generator whose numbers are the same for all heaps.
enum Generator {
    Range(usize, Bound, Bound),
    Open(usize, Bound, Box<Columns>, Lanes),
    Set(usize, Vec<Code>),
    Array(usize, usize),
}

/// A clause, with its names put into what uses them.
struct Clause {
    generators: Vec<Generator>,
    columns: Columns,
    lanes: Lanes,
    /// Where the generators give the same numbers in the same order for every block.
    again: Option<Steps>,
}

/// What a block's options are.
struct Written<'r> {
    arrays: &'r Arrays,
    slots: Vec<i64>,
    block: Block,
    /// Numbers of generators that may still be gone through.
    steps: usize,
    /// How many numbers of the generators of a clause were written down.
    number: usize,
    /// By option, how many summands it has.
    sums: Vec<usize>,
    summands: steps::Written,
}

pub(super) struct Points<'r> {
    clauses: Vec<Clause>,
    written: Written<'r>,
    single: bool,
    lookup: Lookup,
    marks: Marks,
    play: Play,
}

impl<'r> Points<'r> {
    pub(super) fn of(
        program: &'r Program,
        size: usize,
        play: Play,
        meter: &Meter,
    ) -> Option<Points<'r>> {
        let room = meter.bytes_left() / (4 * program.moves.len().max(1) as u64);
        let clauses = program.moves.iter();
        let clauses = clauses.map(|clause| Clause::of(clause, size, room));
        let clauses: Option<Vec<Clause>> = clauses.collect();
        let written = Written {
            arrays: &program.arrays,
            slots: vec![0; program.slots],
            block: Block { first: 0, count: 0 },
            steps: 0,
            number: 0,
            sums: Vec::new(),
            summands: steps::Written::default(),
        };
        let mut options = program.moves.iter().flat_map(|clause| &clause.options);
        Some(Points {
            clauses: clauses?,
            written,
            single: options.all(|sum| sum.len() == 1),
            lookup: Lookup::new(),
            marks: Marks::default(),
            play,
        })
    }

    /// Whether values are looked up for several heaps at once.
    fn at_once(&self) -> bool {
        self.single && self.play == Play::Normal
    }

    /// Writes down the options of a block.
    pub(super) fn prepare(&mut self, block: Block, meter: &mut Meter) -> Result<(), Unsure> {
        let at_once = self.at_once();
        let written = &mut self.written;
        (written.block, written.steps) = (block, STEPS);
        written.sums.clear();
        written.summands.clear();
        for clause in &mut self.clauses {
            written.number = 0;
            let Clause {
                generators,
                columns,
                lanes,
                again,
            } = clause;
            let mut write = |written: &mut Written<'_>| {
                let number = written.number;
                written.number += 1;
                let again = again.as_mut();
                match again.and_then(|steps| written.write_again(steps, number)) {
                    Some(()) => Some(()),
                    None => written.write(columns, lanes),
                }
            };
            written
                .walk(generators, &mut write)
                .ok_or(Unsure::Unknown)?;
        }
        if at_once {
            let steps::Written { places, apart } = &written.summands;
            self.lookup.prepare(places.as_chunks().0, apart, block);
        }
        let options = (self.written.sums.len() * block.count) as u64;
        meter.spend(options / OPTIONS_A_POSITION, 0)?;
        Ok(())
    }

    /// Fills these cells of a block, as far as all options lie before them, and tells the first that is left.
    pub(super) fn run(&mut self, heaps: Range<usize>, cells: &mut [u32]) -> usize {
        let mut heap = heaps.start;
        while heap < heaps.end {
            if self.at_once() {
                let (places, _) = self.written.summands.places.as_chunks();
                heap = self.lookup.fill(places, heap..heaps.end, cells);
                if heap == heaps.end {
                    break;
                }
            }
            let Some(value) = self.value(heap % LANES, &cells[..heap]) else {
                return heap;
            };
            cells[heap] = value;
            heap += 1;
        }
        heaps.end
    }

    fn value(&mut self, lane: usize, cells: &[u32]) -> Option<u32> {
        let Written { sums, summands, .. } = &self.written;
        let places = &summands.places;
        // The values below 64, which are enough mostly.
        let mut seen = 0u64;
        let mut greater = 0;
        each_sum(sums, places, lane, cells, &mut |value| {
            greater |= value;
            seen |= 1 << (value % u64::BITS);
        })?;
        if self.play == Play::Misere {
            return Some(u32::from(seen & 1 == 1 || seen & 2 == 0));
        }
        if greater < u64::BITS {
            return Some(seen.trailing_ones());
        }
        self.marks.begin();
        each_sum(sums, places, lane, cells, &mut |value| {
            self.marks.insert(value);
        })?;
        Some(self.marks.mex())
    }
}

/// Tells the value of each option of the heap in a lane.
fn each_sum(
    sums: &[usize],
    places: &[i32],
    lane: usize,
    cells: &[u32],
    see: &mut impl FnMut(u32),
) -> Option<()> {
    let mut columns = places.chunks_exact(LANES);
    for &sum in sums {
        let (mut value, mut there) = (0, true);
        for places in columns.by_ref().take(sum) {
            match usize::try_from(places[lane]) {
                Ok(place) if there => value ^= *cells.get(place)?,
                Ok(_) => {}
                Err(_) => there = false,
            }
        }
        if there {
            see(value);
        }
    }
    Some(())
}

/// The conditions that a generator adds for heaps that do not go as far as others.
fn compared(comparison: Comparison, one: Code, other: Code) -> Code {
    Code::Compare(comparison, Box::new([one, other]))
}

impl Bound {
    fn of(code: &Code) -> Option<Bound> {
        if !code.mentions(0) {
            return Some(Bound::All(code.clone()));
        }
        let columns = Columns::of_heaps(&[], &[], &[vec![vec![code.clone()]]])?;
        Some(Bound::Each(Box::new(columns), Lanes::default()))
    }

    /// The least and the greatest over the heaps of a block.
    fn hull(&mut self, written: &Written<'_>) -> Option<(i64, i64)> {
        let Written { arrays, slots, .. } = written;
        match self {
            Bound::All(code) => {
                let number = code.evaluate(slots, arrays).ok()?;
                Some((number, number))
            }
            Bound::Each(columns, lanes) => {
                columns.begin(lanes, slots, arrays)?;
                let Block { first, count } = written.block;
                columns.fill_again(lanes, first, count, arrays)?;
                let operand = *columns.options.first()?.first()?.coordinates.first()?;
                hull(lanes, operand, count)
            }
        }
    }
}

/// Between which numbers the lanes lie.
fn hull(lanes: &Lanes, operand: Operand, count: usize) -> Option<(i64, i64)> {
    match lanes.column(operand) {
        None => Some(lanes.bounds(operand)),
        Some(column) => {
            let column = &column[..count];
            let least = column.iter().fold(i32::MAX, |least, &it| least.min(it));
            let most = column.iter().fold(i32::MIN, |most, &it| most.max(it));
            Some((least.into(), most.into()))
        }
    }
}

impl Clause {
    fn of(clause: &MoveClause, size: usize, room: u64) -> Option<Clause> {
        let mut generators = Vec::new();
        let (mut told, mut guards) = (Vec::new(), Vec::new());
        for fixed in clause.fixed.iter().flatten() {
            let heap = Code::Slot(0);
            guards.push(compared(Comparison::Equal, heap, Code::Number(*fixed)));
        }
        let mut names: Vec<(usize, Code)> = Vec::new();
        for step in &clause.steps {
            match step {
                Step::Let(name, value) => {
                    let value = put_in(value, &names)?;
                    told.push(value.clone());
                    names.push((*name, value));
                }
                Step::Guard(condition) => guards.push(put_in(condition, &names)?),
                Step::Range(slot, from, to) => {
                    let (from, to) = (put_in(from, &names)?, put_in(to, &names)?);
                    let number = || Code::Slot(*slot);
                    for (comparison, bound) in
                        [(Comparison::AtLeast, &from), (Comparison::AtMost, &to)]
                    {
                        if bound.mentions(0) {
                            guards.push(compared(comparison, number(), bound.clone()));
                        }
                    }
                    let (from, to) = (Bound::of(&from)?, Bound::of(&to)?);
                    generators.push(Generator::Range(*slot, from, to));
                }
                Step::Open(slot, from, ends) => {
                    let from = put_in(from, &names)?;
                    if from.mentions(0) {
                        return None;
                    }
                    let ends = ends.iter().map(|end| put_in(end, &names));
                    let goes_on = ends
                        .map(|end| Some(compared(Comparison::AtLeast, end?, Code::Number(0))))
                        .collect::<Option<Vec<Code>>>()?
                        .into_iter()
                        .reduce(|any, one| Code::binary(Operator::Or, any, one, Span::default()))?;
                    let ends = Columns::of_heaps(&[], &[], &[vec![vec![goes_on.clone()]]])?;
                    guards.push(goes_on);
                    let (from, ends) = (Bound::of(&from)?, Box::new(ends));
                    generators.push(Generator::Open(*slot, from, ends, Lanes::default()));
                }
                Step::Set(slot, elements) => {
                    let elements: Option<Vec<Code>> =
                        elements.iter().map(|code| put_in(code, &names)).collect();
                    let elements = elements?;
                    if elements.iter().any(|code| code.mentions(0)) {
                        return None;
                    }
                    generators.push(Generator::Set(*slot, elements));
                }
                Step::Array(slot, array) => generators.push(Generator::Array(*slot, *array)),
                Step::Numbers(..) => return None,
            }
        }
        let mut options = Vec::new();
        for sum in &clause.options {
            let mut terms = Vec::new();
            for term in sum {
                let codes = term.iter().map(|code| put_in(code, &names));
                terms.push(codes.collect::<Option<Vec<Code>>>()?);
            }
            if terms.is_empty() {
                return None;
            }
            options.push(terms);
        }
        let again = match generators.iter().all(Generator::is_steady) {
            true => Steps::of(&told, &guards, &options, size, room),
            false => None,
        };
        Some(Clause {
            generators,
            columns: Columns::of_heaps(&told, &guards, &options)?,
            lanes: Lanes::default(),
            again,
        })
    }
}

impl Generator {
    /// Whether it gives the same numbers for every block.
    fn is_steady(&self) -> bool {
        match self {
            Generator::Range(_, from, to) => {
                matches!((from, to), (Bound::All(_), Bound::All(_)))
            }
            Generator::Set(..) | Generator::Array(..) => true,
            Generator::Open(..) => false,
        }
    }
}

impl Written<'_> {
    /// Goes through the generators that are left; `None` where something may go wrong, or there are too many options.
    fn walk(
        &mut self,
        generators: &mut [Generator],
        write: &mut impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        let Some((generator, rest)) = generators.split_first_mut() else {
            return write(self);
        };
        match generator {
            Generator::Range(slot, from, to) => {
                let (from, to) = (from.hull(self)?.0, to.hull(self)?.1);
                if to.saturating_sub(from) >= MOST as i64 {
                    return None;
                }
                for number in from..=to {
                    self.slots[*slot] = number;
                    self.walk(rest, write)?;
                }
            }
            Generator::Open(slot, from, ends, own) => {
                let from = from.hull(self)?.0;
                for number in from..from.checked_add(MOST as i64)? {
                    self.slots[*slot] = number;
                    ends.begin(own, &self.slots, self.arrays)?;
                    let Block { first, count } = self.block;
                    ends.fill_again(own, first, count, self.arrays)?;
                    let goes_on = *ends.options.first()?.first()?.coordinates.first()?;
                    if hull(own, goes_on, count)?.1 == 0 {
                        return Some(());
                    }
                    self.walk(rest, write)?;
                }
                return None;
            }
            Generator::Set(slot, elements) => {
                for element in &*elements {
                    self.slots[*slot] = element.evaluate(&self.slots, self.arrays).ok()?;
                    self.walk(rest, write)?;
                }
            }
            Generator::Array(slot, array) => {
                for &element in self.arrays[*array].iter() {
                    self.slots[*slot] = element;
                    self.walk(rest, write)?;
                }
            }
        }
        Some(())
    }

    /// Writes down the options of each alternative, if they come again in every block.
    fn write_again(&mut self, steps: &mut Steps, number: usize) -> Option<()> {
        if self.summands.places.len() >= MOST * LANES {
            return None;
        }
        let (slots, arrays) = (&self.slots, self.arrays);
        let options = steps.write(number, self.block, slots, arrays, &mut self.summands)?;
        self.sums.resize(self.sums.len() + options, 1);
        Some(())
    }

    /// Writes down the options of each alternative.
    fn write(&mut self, columns: &Columns, lanes: &mut Lanes) -> Option<()> {
        let Block { first, count } = self.block;
        columns.begin(lanes, &self.slots, self.arrays)?;
        columns.fill_again(lanes, first, count, self.arrays)?;
        if lanes.count == 0 {
            return Some(());
        }
        for sum in &columns.options {
            for term in sum {
                let steps::Written { places, apart } = &mut self.summands;
                if places.len() >= MOST * LANES {
                    return None;
                }
                let coordinate = *term.coordinates.first()?;
                let begin = places.len();
                apart.push(None);
                match lanes.column(coordinate) {
                    Some(column) => places.extend_from_slice(column),
                    None => {
                        let number = i32::try_from(lanes.bounds(coordinate).0).ok()?;
                        places.resize(begin + LANES, number);
                    }
                }
                if let Some(guards) = lanes.guards() {
                    for (place, guard) in places[begin..].iter_mut().zip(guards) {
                        *place = if *guard != 0 { *place } else { -1 };
                    }
                }
            }
            self.sums.push(sum.len());
        }
        Some(())
    }
}
