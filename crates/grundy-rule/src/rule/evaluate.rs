//! The options of a position under a checked rule, one after another, with every step counted.

use std::cell::Cell;

use crate::budget::{Exhausted, Meter, pulse};
use crate::number::factor;
use crate::number::primes::Primes;
use crate::rule::code::{Arrays, Code, Fault, FaultKind, Missing};
use crate::rule::columns::{Columns, LANES, Lanes};
use crate::rule::fold::Fuel;
use crate::rule::lines::Line;
use crate::rule::places::{self, Sought};
use crate::rule::position::{Coordinates, Position};
use crate::rule::program::{Fixed, MoveClause, Program, ValueClause};
use crate::rule::step::Step;
use crate::rule::syntax::Numbers;

/// Why an evaluation does not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Halt<E> {
    Fault(Fault),
    /// No steps are left.
    Steps,
    Exhausted(Exhausted),
    /// Whoever takes the options takes no more.
    Taker(E),
}

/// An option as it is found.
pub(crate) struct Found<'f> {
    /// What further expressions may take.
    pub(crate) fuel: Fuel<'f>,
    pub(crate) clause: usize,
    pub(crate) alternative: usize,
    pub(crate) slots: &'f [i64],
    pub(crate) to: &'f [Position],
}

/// Who takes the options.
pub(crate) trait Take<E> {
    /// Whether options may be given as lines.
    const LINES: bool = false;

    /// Takes one option.
    fn option(&mut self, found: Found<'_>) -> Result<(), E>;

    /// Takes the options of many numbers of a range at once, and says whether it did; if not, they come one by one.
    fn columns(&mut self, columns: &Columns, lanes: &Lanes) -> Result<bool, E> {
        let _ = (columns, lanes);
        Ok(false)
    }

    /// Takes the options of a line.
    fn line(&mut self, line: &Line) -> Result<(), E> {
        let _ = line;
        Ok(())
    }
}

impl<E, F: FnMut(Found<'_>) -> Result<(), E>> Take<E> for F {
    fn option(&mut self, found: Found<'_>) -> Result<(), E> {
        self(found)
    }
}

/// Steps between two looks at the clock.
const STRIDE: u64 = 1 << 14;

/// Evaluates a program, again and again.
#[derive(Debug)]
pub(crate) struct Evaluator<'p> {
    program: &'p Program,
    arrays: &'p Arrays,
    slots: Vec<i64>,
    sum: Vec<Position>,
    lines: Vec<Line>,
    lanes: Lanes,
    /// The first primes, and where the others come from.
    primes: Vec<i64>,
    further: Primes,
    /// Steps that may still be taken.
    pub(crate) steps: u64,
    /// Steps that expressions have taken since.
    within: Cell<u64>,
    /// Whose clock is looked at.
    pub(crate) clock: Option<Meter>,
}

impl<'p> Evaluator<'p> {
    pub(crate) fn new(program: &'p Program, steps: u64) -> Evaluator<'p> {
        Evaluator::with(program, &program.arrays, steps)
    }

    /// With these arrays in the place of the program's own.
    pub(crate) fn with(program: &'p Program, arrays: &'p Arrays, steps: u64) -> Evaluator<'p> {
        Evaluator {
            program,
            arrays,
            slots: vec![0; program.slots],
            sum: Vec::new(),
            lines: Vec::new(),
            lanes: Lanes::default(),
            primes: Vec::new(),
            further: Primes::new(),
            steps,
            within: Cell::new(0),
            clock: None,
        }
    }

    /// Whoever takes the options needs the first lane only of coordinates that change by a constant.
    pub(crate) fn take_first_lanes(&mut self) {
        self.lanes.by_first = true;
    }

    /// Steps that are left.
    pub(crate) fn left(&self) -> u64 {
        self.steps.saturating_sub(self.within.get())
    }

    fn step<E>(&mut self) -> Result<(), Halt<E>> {
        self.spend(1)
    }

    /// Takes several steps at once.
    fn spend<E>(&mut self, steps: u64) -> Result<(), Halt<E>> {
        let before = self.steps;
        let steps = steps.saturating_add(self.within.take());
        self.steps = before.checked_sub(steps).ok_or(Halt::Steps)?;
        match &self.clock {
            // Not only at multiples, which several steps at once may pass over for ever.
            Some(clock) if self.steps / STRIDE != before / STRIDE => {
                clock.look().map_err(Halt::Exhausted)
            }
            _ => Ok(()),
        }
    }

    fn number(&self, code: &Code) -> Result<i64, Missing> {
        code.evaluate_within(&self.slots, self.arrays, &self.fuel())
    }

    /// What expressions may take.
    fn fuel(&self) -> Fuel<'_> {
        Fuel {
            taken: &self.within,
            most: self.steps,
            clock: self.clock.as_ref(),
        }
    }

    /// Fills the coordinates, if the clause is about the position.
    fn matches(&mut self, position: &Position, fixed: &Fixed) -> bool {
        let Some(numbers) = position.numbers().get(..self.program.arity) else {
            return false;
        };
        self.slots[..numbers.len()].copy_from_slice(numbers);
        let mut pairs = fixed.iter().zip(numbers);
        pairs.all(|(fixed, number)| fixed.is_none_or(|fixed| fixed == *number))
    }

    /// The nimber that a clause says the position is worth: that of the first that speaks of it.
    pub(crate) fn value(&mut self, position: &Position) -> Result<Option<u32>, Fault> {
        if let Some(size) = position.as_nim_heap() {
            return Ok(Some(size));
        }
        let program = self.program;
        for clause in &program.values {
            if !self.matches(position, &clause.fixed) {
                continue;
            }
            match self.said_value(clause) {
                Ok(Some(value)) => return Ok(Some(value)),
                Ok(None) | Err(Missing::Absent) => {}
                Err(Missing::Fault(fault)) => return Err(fault),
                // What is gone through for one number is too much.
                Err(Missing::Steps | Missing::Exhausted(_)) => {
                    let (span, kind) = (clause.span, FaultKind::TooLong);
                    return Err(Fault { span, kind });
                }
            }
        }
        Ok(None)
    }

    fn said_value(&mut self, clause: &ValueClause) -> Result<Option<u32>, Missing> {
        for step in &clause.steps {
            match step {
                Step::Guard(condition) if self.number(condition)? == 0 => return Ok(None),
                Step::Let(slot, code) => self.slots[*slot] = self.number(code)?,
                _ => {}
            }
        }
        let value = u32::try_from(self.number(&clause.value)?);
        let value = value.ok().filter(|&value| value < 1 << 31);
        let (span, kind) = (clause.span, FaultKind::NoNimber);
        value.map(Some).ok_or(Missing::Fault(Fault { span, kind }))
    }

    /// Gives every option to `take`. A position that a clause says the value of has none here.
    pub(crate) fn options<E>(
        &mut self,
        position: &Position,
        take: &mut impl Take<E>,
    ) -> Result<(), Halt<E>> {
        let program = self.program;
        for (number, clause) in program.moves.iter().enumerate() {
            self.step()?;
            if self.matches(position, &clause.fixed) {
                self.walk(number, clause, &clause.steps, take)?;
            }
        }
        Ok(())
    }

    /// Gives every option of the first clause to `take`, with these numbers in the first slots.
    pub(crate) fn first_clause<E>(
        &mut self,
        numbers: &[i64],
        take: &mut impl Take<E>,
    ) -> Result<(), Halt<E>> {
        let program = self.program;
        self.slots[..numbers.len()].copy_from_slice(numbers);
        match program.moves.first() {
            Some(clause) => self.walk(0, clause, &clause.steps, take),
            None => Ok(()),
        }
    }

    /// Goes on with the steps of a clause; no deeper than there are steps.
    fn walk<E, T: Take<E>>(
        &mut self,
        number: usize,
        clause: &'p MoveClause,
        steps: &'p [Step],
        take: &mut T,
    ) -> Result<(), Halt<E>> {
        let Some((step, rest)) = steps.split_first() else {
            return self.give(number, clause, take);
        };
        if let Some(lines) = clause
            .lines
            .as_ref()
            .filter(|lines| lines.steps == steps.len())
        {
            let arrays = self.arrays;
            let told = T::LINES.then(|| lines.lines(&mut self.slots, arrays, &mut self.lines));
            if let Some(numbers) = told.flatten() {
                self.spend(numbers.saturating_add(1))?;
                let mut all = self.lines.iter();
                return all
                    .try_for_each(|line| take.line(line))
                    .map_err(Halt::Taker);
            }
        }
        if let Step::Range(slot, from, to) = step
            && let Some(sought) = clause.sought.iter().find(|it| it.steps == steps.len())
            && let Some(places) = self.sought(sought, from, to)?
        {
            for &place in places {
                self.step()?;
                self.slots[*slot] = place.into();
                self.walk(number, clause, rest, take)?;
            }
            return Ok(());
        }
        if T::LINES
            && let Some(columns) = &clause.columns
            && columns.steps == steps.len()
            && self.many(number, clause, columns, rest, take)?
        {
            return Ok(());
        }
        match step {
            Step::Let(slot, code) => {
                let Some(value) = there(self.number(code))? else {
                    return Ok(());
                };
                self.slots[*slot] = value;
                self.walk(number, clause, rest, take)
            }
            Step::Guard(condition) => match there(self.number(condition))? {
                None | Some(0) => Ok(()),
                Some(_) => self.walk(number, clause, rest, take),
            },
            Step::Range(slot, from, to) => {
                let (Some(from), Some(to)) = (there(self.number(from))?, there(self.number(to))?)
                else {
                    return Ok(());
                };
                for value in from..=to {
                    self.step()?;
                    self.slots[*slot] = value;
                    self.walk(number, clause, rest, take)?;
                }
                Ok(())
            }
            Step::Open(slot, from, ends) => {
                let Some(from) = there(self.number(from))? else {
                    return Ok(());
                };
                for value in from..=i64::MAX {
                    self.step()?;
                    self.slots[*slot] = value;
                    let mut goes_on = false;
                    for end in ends {
                        goes_on |= there(self.number(end))?.is_some_and(|number| number >= 0);
                    }
                    if !goes_on {
                        break;
                    }
                    self.walk(number, clause, rest, take)?;
                }
                Ok(())
            }
            Step::Set(slot, elements) => {
                for element in elements {
                    self.step()?;
                    if let Some(value) = there(self.number(element))? {
                        self.slots[*slot] = value;
                        self.walk(number, clause, rest, take)?;
                    }
                }
                Ok(())
            }
            Step::Array(slot, array) => {
                let arrays = self.arrays;
                for &value in arrays[*array].iter() {
                    self.step()?;
                    self.slots[*slot] = value;
                    self.walk(number, clause, rest, take)?;
                }
                Ok(())
            }
            Step::Numbers(slot, numbers, of) => {
                let Some(of) = there(self.number(of))? else {
                    return Ok(());
                };
                match numbers {
                    Numbers::Primes => {
                        let mut next = 0;
                        while let Some(prime) = self.prime(next)?.filter(|&prime| prime <= of) {
                            self.step()?;
                            self.slots[*slot] = prime;
                            self.walk(number, clause, rest, take)?;
                            next += 1;
                        }
                    }
                    Numbers::Submasks => {
                        for value in submasks(of) {
                            self.step()?;
                            self.slots[*slot] = value;
                            self.walk(number, clause, rest, take)?;
                        }
                    }
                    Numbers::Divisors | Numbers::PrimeFactors => {
                        for value in dividing(*numbers, of) {
                            self.step()?;
                            self.slots[*slot] = value;
                            self.walk(number, clause, rest, take)?;
                        }
                    }
                }
                Ok(())
            }
        }
    }

    /// The numbers of a range at which an array has what a guard demands; nothing where all numbers are to be gone through.
    fn sought<E>(
        &mut self,
        sought: &'p Sought,
        from: &Code,
        to: &Code,
    ) -> Result<Option<&'p [u32]>, Halt<E>> {
        let (Ok(from), Ok(to)) = (self.number(from), self.number(to)) else {
            return Ok(None);
        };
        if !sought.serves(from, to, self.arrays) {
            return Ok(None);
        }
        let count = to.abs_diff(from);
        let (arrays, program) = (self.arrays, self.program);
        let mut fewest: Option<&'p [u32]> = None;
        for (array, wanted) in sought.wanted() {
            let Ok(wanted) = self.number(wanted) else {
                return Ok(None);
            };
            let numbers = &arrays[array];
            let ordered = &program.places[array];
            if ordered.get().is_none() {
                if !places::is_worth(count, numbers) {
                    return Ok(None);
                }
                pulse::count(places::COST * numbers.len() as u64);
            }
            let ordered = ordered.get_or_init(|| places::placed(numbers));
            let found = places::of_number(ordered, numbers, wanted, (from, to));
            if fewest.is_none_or(|fewest| found.len() < fewest.len()) {
                fewest = Some(found);
            }
        }
        Ok(fewest)
    }

    /// Goes through the innermost range many numbers at once, as far as that can be done; the rest, from some number on,
    /// one by one. Says no where not even the range could be told.
    fn many<E, T: Take<E>>(
        &mut self,
        number: usize,
        clause: &'p MoveClause,
        columns: &'p Columns,
        rest: &'p [Step],
        take: &mut T,
    ) -> Result<bool, Halt<E>> {
        let arrays = self.arrays;
        let Some((mut from, to)) = columns.range(&self.slots, arrays) else {
            return Ok(false);
        };
        if columns
            .begin(&mut self.lanes, &self.slots, arrays)
            .is_none()
        {
            return Ok(false);
        }
        loop {
            let left = match to {
                Some(to) if to < from => return Ok(true),
                Some(to) => to.saturating_sub(from).saturating_add(1),
                None => i64::MAX,
            };
            let count = usize::try_from(left).unwrap_or(LANES).min(LANES);
            let filled = columns.fill(&mut self.lanes, from, count, arrays);
            let taken = match filled {
                Some(_) => (take.columns(columns, &self.lanes)).map_err(Halt::Taker)?,
                None => false,
            };
            if taken {
                self.spend(count as u64 + 1)?;
                if filled == Some(true) {
                    return Ok(true);
                }
                from = from.saturating_add(count as i64);
                continue;
            }
            // An open range ends in a way of its own.
            let Some(to) = to else { return Ok(false) };
            let last = to.min(from.saturating_add(count as i64 - 1));
            for value in from..=last {
                self.step()?;
                self.slots[columns.slot] = value;
                self.walk(number, clause, rest, take)?;
            }
            from = last.saturating_add(1);
        }
    }

    /// The prime so numbered, from 0; looked for where it is not yet known.
    fn prime<E>(&mut self, place: usize) -> Result<Option<i64>, Halt<E>> {
        while self.primes.len() <= place {
            self.step()?;
            let next = self.further.next().map(i64::try_from);
            let Some(Ok(next)) = next else {
                return Ok(None);
            };
            self.primes.push(next);
        }
        Ok(Some(self.primes[place]))
    }

    fn give<E>(
        &mut self,
        number: usize,
        clause: &MoveClause,
        take: &mut impl Take<E>,
    ) -> Result<(), Halt<E>> {
        let program = self.program;
        'alternatives: for (alternative, sum) in clause.options.iter().enumerate() {
            self.sum.clear();
            for term in sum {
                let mut numbers = Coordinates::zeros(program.arity);
                for (number, code) in numbers.iter_mut().zip(term) {
                    match there(self.number(code))? {
                        Some(value) if value >= 0 => *number = value,
                        _ => continue 'alternatives,
                    }
                }
                self.sum.extend(Position::of(numbers));
            }
            let fuel = Fuel {
                taken: &self.within,
                most: self.steps,
                clock: self.clock.as_ref(),
            };
            take.option(Found {
                fuel,
                clause: number,
                alternative,
                slots: &self.slots,
                to: &self.sum,
            })
            .map_err(Halt::Taker)?;
        }
        Ok(())
    }

    /// What an option found earlier leads to, from the numbers that its clause named.
    pub(crate) fn again(
        &mut self,
        position: &Position,
        clause: usize,
        alternative: usize,
        named: &[i64],
    ) -> Option<Vec<Position>> {
        let program = self.program;
        let clause = program.moves.get(clause)?;
        self.matches(position, &clause.fixed);
        for ((_, slot), number) in clause.names.iter().zip(named) {
            self.slots[*slot] = *number;
        }
        let mut to = Vec::new();
        for term in clause.options.get(alternative)? {
            let mut numbers = Coordinates::zeros(program.arity);
            for (number, code) in numbers.iter_mut().zip(term) {
                *number = self.number(code).ok()?;
            }
            to.push(Position::of(numbers)?);
        }
        Some(to)
    }
}

/// `None` for what is not there.
#[inline]
fn there<E>(number: Result<i64, Missing>) -> Result<Option<i64>, Halt<E>> {
    match number {
        Ok(number) => Ok(Some(number)),
        Err(Missing::Absent) => Ok(None),
        Err(Missing::Fault(fault)) => Err(Halt::Fault(fault)),
        Err(Missing::Steps) => Err(Halt::Steps),
        Err(Missing::Exhausted(exhausted)) => Err(Halt::Exhausted(exhausted)),
    }
}

/// The numbers above 0 whose binary digits are all among those of another, ascending; none of 0 and of negative numbers.
pub(crate) fn submasks(of: i64) -> impl Iterator<Item = i64> {
    // What is added to the digits that are not there carries on to the next one that is.
    let next = move |mask: i64| Some(mask.wrapping_sub(of) & of).filter(|&next| next > 0 && of > 0);
    std::iter::successors(next(0), move |&mask| next(mask))
}

/// Divisors or prime factors, ascending; none of 0 and of negative numbers.
pub(crate) fn dividing(numbers: Numbers, of: i64) -> Vec<i64> {
    let Some(of) = u64::try_from(of).ok().filter(|&of| of > 0) else {
        return Vec::new();
    };
    let factors = factor::factors(of);
    let mut found = vec![1u64];
    if numbers == Numbers::PrimeFactors {
        found = factors.iter().map(|&(prime, _)| prime).collect();
    } else {
        for (prime, times) in factors {
            let before = found.len();
            let mut power = 1;
            for _ in 0..times {
                power *= prime;
                for place in 0..before {
                    found.push(found[place] * power);
                }
            }
        }
    }
    found.sort_unstable();
    let small = found
        .into_iter()
        .filter_map(|number| i64::try_from(number).ok());
    small.collect()
}
