//! Search of what is reached from a position, and of nothing else: depth first, each position once.
//!
//! A table over all coordinates holds positions that no play comes to: of a rule on sets of twenty numbers and a total, a few in a
//! thousand are reached. Here a position is met once and gets a number; its options are numbers too, so that each is looked up once and
//! its value (the mex of the options' values: Sprague 1935, Grundy 1939) is then read from a list. Positions stand in keys as small as
//! their coordinates allow.
//!
//! Where only who wins is asked, the first option that is lost ends the look at a position. Options are looked at from those that are least in
//! the measure that every move makes smaller: from them play is over soonest, and what they tell often ends the look before a long chain of
//! positions, such as those below a number from which one may be taken, is gone into.

use crate::budget::{Exhausted, Meter};
use crate::engine::Work;
use crate::quotient::Play;
use crate::reason::Reason;
use crate::rule::columns::{Columns, Lanes, Operand, Term};
use crate::rule::evaluate::{Evaluator, Found, Halt, Take};
use crate::rule::lines::Line;
use crate::rule::marks::Marks;
use crate::rule::position::Coordinates;
use crate::rule::{Measure, Position, Quantity, Rule};
use crate::ruleset::OnReached;

mod store;
#[cfg(test)]
mod tests;

use store::{Bytes, Key, Store};

/// Not yet worked out.
const UNKNOWN: u32 = u32::MAX;
/// Being worked out.
const OPEN: u32 = u32::MAX - 1;

/// Who wins, where values are not asked for.
const LOST: u32 = 0;
const WON: u32 = 1;

/// Set in the list of options where a sum begins that is not a single position; below it stands of how many.
const SUM: u32 = 1 << 31;

/// Options that cost as much as a position.
const OPTIONS_A_POSITION: u64 = 16;

/// Of so many cells of a table, as many as one position are tried to be reached before the table is filled.
const CELLS_A_POSITION: u64 = 64;

/// A table of fewer cells is filled at once.
const SMALL: u64 = 1 << 10;

/// What is tried at most before a table is filled.
const MOST_TRIED: u64 = 1 << 14;

/// The memory of one rule: what is known of the positions that were reached, in keys of the least size.
///
/// ```
/// use grundy::{Budget, Play, budget::Meter};
/// use grundy::rule::{Reached, Rule};
/// let rule = Rule::parse("n -> n/d for d in divisors(n) if d > 1 and d%2 == 1; n -> n-1 if n > 1").unwrap();
/// let (mut memory, mut meter) = (Reached::default(), Meter::new(&Budget::of_positions(1000)));
/// let position = rule.position(&[1_000_000_000]).unwrap();
/// assert_eq!(rule.reached_wins(&mut memory, &position, Play::Normal, &mut meter), Some(Ok(true)));
/// ```
#[derive(Debug, Default)]
pub struct Reached {
    values: Stores,
    outcomes: [Stores; 2],
}

impl Reached {
    /// How many positions it holds.
    pub fn len(&self) -> usize {
        let [normal, misere] = &self.outcomes;
        self.values.len() + normal.len() + misere.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[derive(Debug, Default)]
struct Stores {
    narrow: Store<u64>,
    middle: Store<u128>,
    small: Store<Bytes>,
    wide: Store<Position>,
    /// Whether something was reached that only the widest hold.
    is_wide: bool,
}

impl Stores {
    fn len(&self) -> usize {
        self.narrow.len() + self.middle.len() + self.small.len() + self.wide.len()
    }
}

/// Why a search was given up.
enum Stopped {
    /// A coordinate is too large for the key.
    Key,
    Reason(Reason),
}

impl From<Exhausted> for Stopped {
    fn from(exhausted: Exhausted) -> Stopped {
        Stopped::Reason(exhausted.into())
    }
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Value,
    Outcome(Play),
}

/// A position on the way down.
struct Frame {
    node: u32,
    /// Where its options begin in the list.
    start: usize,
    /// The next of them to look at.
    next: usize,
}

/// One search.
struct Search<'s, K: Key> {
    rule: &'s Rule,
    evaluator: Evaluator<'s>,
    store: &'s mut Store<K>,
    meter: &'s mut Meter,
    asked: Asked,
    marks: Marks,
    stack: Vec<Frame>,
    /// The options of the positions on the stack, those of the last at the end.
    options: Vec<u32>,
    /// Bytes of the list that were counted.
    counted: usize,
    /// What a position costs.
    bytes: u64,
}

/// How soon play is over at the latest, by the number that every move makes smaller, or by the first of several.
fn nearness(rule: &Rule, numbers: &Coordinates) -> i64 {
    let sum = |of: &[usize]| (of.iter()).fold(0i64, |sum, &at| sum.saturating_add(numbers[at]));
    match rule.measure() {
        Measure::Sum(of) => sum(of),
        Measure::Max => numbers.iter().copied().max().unwrap_or(0),
        Measure::Lexicographic(of) => sum(&of[..of.len().min(1)]),
        Measure::Bounded(of) => match of.first() {
            Some(Quantity::Difference(more, less)) => sum(more).saturating_sub(sum(less)),
            Some(Quantity::Weighted(by)) => {
                let each = by.iter().zip(numbers.iter());
                each.fold(0, |sum, (&by, &number)| {
                    sum.saturating_add(number.saturating_mul(by.into()))
                })
            }
            Some(Quantity::Zeros(at)) => i64::from(numbers[*at].count_zeros()),
            None => 0,
        },
        Measure::Unknown => 0,
    }
}

impl<'s, K: Key> Search<'s, K> {
    fn new(
        rule: &'s Rule,
        store: &'s mut Store<K>,
        meter: &'s mut Meter,
        asked: Asked,
    ) -> Search<'s, K> {
        let mut evaluator = rule.evaluator(0);
        evaluator.clock = Some(meter.clone());
        Search {
            rule,
            evaluator,
            store,
            meter,
            asked,
            marks: Marks::default(),
            stack: Vec::new(),
            options: Vec::new(),
            counted: 0,
            bytes: Store::<K>::bytes(rule.arity()),
        }
    }

    /// What is asked of a position.
    fn told(mut self, position: &Position) -> Result<u32, Stopped> {
        let key = K::of(position.numbers()).ok_or(Stopped::Key)?;
        let (node, fresh) = self.store.number(key);
        let known = self.store.known[node as usize];
        if !fresh && known != UNKNOWN {
            return Ok(known);
        }
        let searched = self.run(node);
        // What was being worked out when the search was given up is not known.
        for frame in &self.stack {
            self.store.known[frame.node as usize] = UNKNOWN;
        }
        self.meter.release(self.counted as u64);
        searched.map(|()| self.store.known[node as usize])
    }

    fn run(&mut self, start: u32) -> Result<(), Stopped> {
        self.open(start)?;
        while let Some(frame) = self.stack.last_mut() {
            let mut deeper = None;
            let mut decided = None;
            while let Some(&option) = self.options.get(frame.next) {
                // The members of a sum stand behind its mark.
                if option & SUM == 0 {
                    match (self.store.known[option as usize], self.asked) {
                        (UNKNOWN, _) => {
                            deeper = Some(option);
                            break;
                        }
                        (OPEN, _) => {
                            let back = self.store.keys[option as usize].position(self.rule.arity());
                            let back = back.write(self.rule.arity());
                            return Err(Stopped::Reason(Reason::Repeats(Some(back))));
                        }
                        (LOST, Asked::Outcome(_)) => {
                            decided = Some(WON);
                            break;
                        }
                        _ => {}
                    }
                }
                frame.next += 1;
            }
            if let Some(option) = deeper {
                self.open(option)?;
                continue;
            }
            let (node, first) = (frame.node, frame.start);
            let told = match self.asked {
                Asked::Value => self.mex(first),
                Asked::Outcome(_) => decided.unwrap_or(LOST),
            };
            self.store.known[node as usize] = told;
            self.options.truncate(first);
            self.stack.pop();
        }
        Ok(())
    }

    /// The mex of the options from a place of the list on.
    fn mex(&mut self, first: usize) -> u32 {
        let known = &self.store.known;
        self.marks.begin();
        let mut rest = self.options[first..].iter();
        while let Some(&option) = rest.next() {
            let value = match option & SUM {
                0 => known[option as usize],
                _ => {
                    let parts = rest.by_ref().take((option ^ SUM) as usize);
                    parts.fold(0, |sum, &part| sum ^ known[part as usize])
                }
            };
            self.marks.insert(value);
        }
        self.marks.mex()
    }

    /// Lists the options of a position that is met for the first time, unless it is told at once.
    fn open(&mut self, node: u32) -> Result<(), Stopped> {
        let position = self.store.keys[node as usize].position(self.rule.arity());
        let fault = |rule: &Rule, fault: crate::rule::Fault| {
            Stopped::Reason(Reason::from(fault.at(&position, rule)))
        };
        let value = self.evaluator.value(&position);
        if let Some(value) = value.map_err(|found| fault(self.rule, found))? {
            self.meter.spend(1, self.bytes)?;
            self.store.known[node as usize] = match self.asked {
                Asked::Value => value,
                Asked::Outcome(Play::Normal) => u32::from(value != 0),
                // Under misère play a Nim heap is lost if it is 1.
                Asked::Outcome(Play::Misere) => u32::from(value != 1),
            };
            return Ok(());
        }
        let steps = (self.meter.positions_left()).saturating_mul(OPTIONS_A_POSITION);
        self.evaluator.steps = steps;
        let start = self.options.len();
        let before = self.store.len();
        let mut reached = Taking {
            store: &mut *self.store,
            options: &mut self.options,
            asked: self.asked,
            room: self.meter.room(size_of::<u32>() as u64 + self.bytes),
            met: 0,
            wins: false,
            arity: self.rule.arity(),
        };
        let gone_through = self.evaluator.options(&position, &mut reached);
        let (wins, met) = (reached.wins, reached.met);
        match gone_through {
            // The rest of the options need not be looked at.
            Ok(()) | Err(Halt::Taker(Full::Decided)) => {}
            Err(Halt::Fault(found)) => return Err(fault(self.rule, found)),
            Err(Halt::Exhausted(exhausted)) => return Err(exhausted.into()),
            Err(Halt::Taker(Full::Key)) => return Err(Stopped::Key),
            Err(Halt::Steps | Halt::Taker(Full::Room)) => {
                return Err(self.meter.full(self.bytes).into());
            }
        }
        let taken = steps.saturating_sub(self.evaluator.steps);
        let fresh = (self.store.len() - before) as u64;
        self.meter
            .spend(1 + taken / OPTIONS_A_POSITION, (1 + fresh) * self.bytes)?;
        let bytes =
            self.options.capacity() * size_of::<u32>() + self.stack.capacity() * size_of::<Frame>();
        if bytes > self.counted {
            self.meter.spend(0, (bytes - self.counted) as u64)?;
            self.counted = bytes;
        }
        let told = match self.asked {
            Asked::Outcome(_) if wins => Some(WON),
            Asked::Outcome(Play::Misere) if met == 0 => Some(WON),
            _ if self.options.len() == start => Some(LOST),
            _ => None,
        };
        match told {
            Some(told) => {
                self.options.truncate(start);
                self.store.known[node as usize] = told;
            }
            None => {
                if let Asked::Outcome(_) = self.asked {
                    let (rule, keys) = (self.rule, &self.store.keys);
                    let near = |&option: &u32| {
                        let position = keys[option as usize].position(rule.arity());
                        (nearness(rule, position.numbers()), option)
                    };
                    let options = &mut self.options[start..];
                    match K::apart(rule.arity()) {
                        0 => options.sort_unstable_by_key(near),
                        _ => options.sort_by_cached_key(near),
                    }
                }
                self.store.known[node as usize] = OPEN;
                self.stack.push(Frame {
                    node,
                    start,
                    next: start,
                });
            }
        }
        Ok(())
    }
}

/// Why no more options are taken.
enum Full {
    Key,
    Room,
    /// One was lost, and who wins was all that was asked.
    Decided,
}

/// Takes the options of a position as numbers.
struct Taking<'t, K: Key> {
    store: &'t mut Store<K>,
    options: &'t mut Vec<u32>,
    asked: Asked,
    room: usize,
    /// How many options there were.
    met: u64,
    wins: bool,
    /// How many coordinates a position has.
    arity: usize,
}

impl<K: Key> Taking<'_, K> {
    fn part(&mut self, numbers: &Coordinates) -> Result<u32, Full> {
        let key = K::of(numbers).ok_or(Full::Key)?;
        let (node, fresh) = self.store.number(key);
        if node & SUM != 0 {
            return Err(Full::Room);
        }
        if fresh {
            self.room = self.room.checked_sub(1).ok_or(Full::Room)?;
        }
        Ok(node)
    }

    /// An option of one position.
    #[inline]
    fn single(&mut self, numbers: &Coordinates) -> Result<(), Full> {
        let node = self.part(numbers)?;
        self.met += 1;
        if let Asked::Outcome(_) = self.asked {
            match self.store.known[node as usize] {
                WON => return Ok(()),
                LOST => {
                    self.wins = true;
                    return Err(Full::Decided);
                }
                _ => {}
            }
        }
        self.options.push(node);
        Ok(())
    }

    /// Where nothing is left, who moves next cannot.
    fn nothing(&mut self) -> Result<(), Full> {
        self.met += 1;
        match self.asked {
            Asked::Value => self.options.push(SUM),
            Asked::Outcome(Play::Misere) => {}
            Asked::Outcome(Play::Normal) => {
                self.wins = true;
                return Err(Full::Decided);
            }
        }
        Ok(())
    }

    fn sum<'n>(
        &mut self,
        parts: impl ExactSizeIterator<Item = Coordinates> + 'n,
    ) -> Result<(), Full> {
        self.met += 1;
        self.options.push(SUM | parts.len() as u32);
        for part in parts {
            let node = self.part(&part)?;
            self.options.push(node);
        }
        Ok(())
    }

    /// The options of an alternative in all lanes.
    fn many(&mut self, sum: &[Term], lanes: &Lanes) -> Result<(), Full> {
        let guards = lanes.guards();
        for lane in 0..lanes.count {
            if guards.is_some_and(|guards| guards[lane] == 0) {
                continue;
            }
            let arity = self.arity;
            let at = |operands: &[Operand]| {
                let mut numbers = Coordinates::zeros(arity);
                for (number, operand) in numbers.iter_mut().zip(operands) {
                    *number = lanes.at(*operand, lane);
                }
                numbers
            };
            match sum {
                [] => self.nothing()?,
                [one] => {
                    let numbers = at(&one.coordinates);
                    if numbers.iter().all(|&number| number >= 0) {
                        self.single(&numbers)?;
                    }
                }
                _ => {
                    let natural = |part: &Coordinates| part.iter().all(|&number| number >= 0);
                    if sum.iter().all(|part| natural(&at(&part.coordinates))) {
                        self.sum(sum.iter().map(|part| at(&part.coordinates)))?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl<K: Key> Take<Full> for Taking<'_, K> {
    const LINES: bool = true;

    fn option(&mut self, found: Found<'_>) -> Result<(), Full> {
        match found.to {
            [] => self.nothing(),
            [one] => self.single(one.numbers()),
            many => self.sum(many.iter().map(|part| part.numbers().clone())),
        }
    }

    fn columns(&mut self, columns: &Columns, lanes: &Lanes) -> Result<bool, Full> {
        columns
            .options
            .iter()
            .try_for_each(|sum| self.many(sum, lanes))?;
        Ok(true)
    }

    fn line(&mut self, line: &Line) -> Result<(), Full> {
        for place in 0..i64::try_from(line.count).unwrap_or(i64::MAX) {
            let at = |(start, slopes): &(Coordinates, Coordinates)| {
                let mut numbers = start.clone();
                for (number, slope) in numbers.iter_mut().zip(&**slopes) {
                    *number += slope * place;
                }
                numbers
            };
            match &line.parts[..] {
                [] => self.nothing()?,
                [one] => self.single(&at(one))?,
                many => self.sum(many.iter().map(at))?,
            }
        }
        Ok(())
    }
}

impl Rule {
    /// What is asked of a position, with the smallest keys that hold what is reached.
    fn reach(
        &self,
        stores: &mut Stores,
        position: &Position,
        asked: Asked,
        meter: &mut Meter,
    ) -> Result<u32, Reason> {
        let told = match self.arity() {
            _ if stores.is_wide => Err(Stopped::Key),
            1 | 2 => Search::new(self, &mut stores.narrow, meter, asked).told(position),
            3 | 4 => Search::new(self, &mut stores.middle, meter, asked).told(position),
            5..=Bytes::MOST => Search::new(self, &mut stores.small, meter, asked).told(position),
            _ => Err(Stopped::Key),
        };
        let told = match told {
            Err(Stopped::Key) => {
                stores.is_wide = true;
                Search::new(self, &mut stores.wide, meter, asked).told(position)
            }
            told => told,
        };
        told.map_err(|stopped| match stopped {
            Stopped::Reason(reason) => reason,
            Stopped::Key => Reason::Off,
        })
    }

    /// The value of a position, by what is reached from it and nothing else; the memory is of this rule alone.
    ///
    /// # Errors
    /// What ran out, where the rule cannot be evaluated, or that play can repeat a position.
    pub fn reached_value(
        &self,
        memory: &mut Reached,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<u32, Reason> {
        if let Some(size) = position.as_nim_heap() {
            return Ok(size);
        }
        self.reach(&mut memory.values, position, Asked::Value, meter)
    }

    /// Whether the player to move wins, by no more of what is reached than tells it; `None` where a position may be several, or no
    /// measure was seen that every move makes smaller.
    ///
    /// # Errors
    /// Those of [`reached_value`](Rule::reached_value).
    pub fn reached_wins(
        &self,
        memory: &mut Reached,
        position: &Position,
        play: Play,
        meter: &mut Meter,
    ) -> Option<Result<bool, Reason>> {
        if self.splits() || *self.measure() == Measure::Unknown {
            return None;
        }
        if let Some(size) = position.as_nim_heap() {
            let lost = u32::from(play == Play::Misere);
            return Some(Ok(size != lost));
        }
        let stores = &mut memory.outcomes[usize::from(play == Play::Misere)];
        let told = self.reach(stores, position, Asked::Outcome(play), meter);
        Some(told.map(|told| told == WON))
    }

    /// How many positions are tried to be reached before a table is filled that holds this one; none where it is small.
    pub fn worth_trying(&self, position: &Position) -> Option<u64> {
        let largest = position.coordinates()?.iter().copied().max();
        let side = largest.map_or(0, i64::unsigned_abs).saturating_add(1);
        let cells = match self.arity() {
            1 => side,
            _ => side.saturating_mul(side),
        };
        (cells >= SMALL).then(|| (cells / CELLS_A_POSITION).min(MOST_TRIED))
    }
}

impl OnReached<Position> for Rule {
    fn is_little(&self, head: &str, position: &Position, work: &mut Work) -> bool {
        let Some(most) = self.worth_trying(position) else {
            return false;
        };
        if *self.measure() == Measure::Unknown {
            return false;
        }
        if self.arity() == 2 && !self.stays_within() {
            return true;
        }
        let mut meter = work.meter.at_most(most);
        let memory = work.tables.of::<Reached>(head);
        let told = self.reached_value(memory, position, &mut meter);
        work.meter.resume(&meter);
        told.is_ok()
    }

    fn value(&self, head: &str, position: &Position, work: &mut Work) -> Result<u32, Reason> {
        let memory = work.tables.of::<Reached>(head);
        self.reached_value(memory, position, &mut work.meter)
    }

    fn tells_outcomes(&self) -> bool {
        !self.splits() && *self.measure() != Measure::Unknown
    }

    fn wins(
        &self,
        head: &str,
        position: &Position,
        play: Play,
        work: &mut Work,
    ) -> Result<bool, Reason> {
        let memory = work.tables.of::<Reached>(head);
        let told = self.reached_wins(memory, position, play, &mut work.meter);
        told.unwrap_or(Err(Reason::Off))
    }

    fn tells_outcome_soon(
        &self,
        head: &str,
        position: &Position,
        play: Play,
        work: &mut Work,
    ) -> bool {
        let Some(most) = self.worth_trying(position) else {
            return false;
        };
        // Where the value is told with little, so is who wins.
        if self.is_little(head, position, work) {
            return false;
        }
        let mut meter = work.meter.at_most(most);
        let memory = work.tables.of::<Reached>(head);
        let told = self.reached_wins(memory, position, play, &mut meter);
        work.meter.resume(&meter);
        matches!(told, Some(Ok(_)))
    }
}
