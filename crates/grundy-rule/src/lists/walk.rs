//! The moves from a list, one after another, with every step counted.
//!
//! Whatever is gone through (numbers of a range, sets of places, ways to write a number as a sum, entries that are put down) takes from
//! one number of steps; where it is used up, the moves of this list cannot be told.

use std::sync::Arc;

use crate::number::factor;
use crate::rule::code::{Code, Fault, FaultKind, Missing};
use crate::rule::evaluate::dividing;
use crate::rule::step::Step as Numbers;
use crate::rule::syntax::{Numbers as Kind, Span};

use super::compile::{Count, Element, Filling, Move, Program, Step, Sum, Value};

/// Why the moves are not gone through to the end.
#[derive(Debug)]
pub(super) enum Halt<E> {
    Fault(Fault),
    /// No steps are left.
    Steps,
    /// Whoever takes the moves takes no more.
    Taker(E),
}

/// What becomes of some entries, or of the whole list.
pub(super) struct Found<'f> {
    /// For each place, what comes there; none where the whole list becomes `entries`.
    pub(super) places: Option<&'f [(usize, usize, usize)]>,
    /// The new entries, of which each place has those from one number to another.
    pub(super) entries: &'f [i64],
}

impl Found<'_> {
    /// The list that this makes of another, as it is written.
    pub(super) fn after(&self, list: &[i64]) -> Vec<i64> {
        let Some(places) = self.places else {
            return self.entries.to_vec();
        };
        let mut order: Vec<_> = places.to_vec();
        order.sort_unstable();
        let mut to = Vec::with_capacity(list.len() + self.entries.len());
        let mut next = 0;
        for (place, from, end) in order {
            to.extend_from_slice(&list[next..place]);
            to.extend_from_slice(&self.entries[from..end]);
            next = place + 1;
        }
        to.extend_from_slice(&list[next..]);
        to
    }
}

/// Goes through moves.
pub(super) struct Walker<'p> {
    program: &'p Program,
    /// The list first, then the arrays of the rule.
    arrays: Vec<Arc<[i64]>>,
    /// What is known of the list as a whole.
    wholes: [i64; 5],
    slots: Vec<i64>,
    /// Places of the set.
    set: Vec<usize>,
    /// Parts of sums.
    sums: Vec<Vec<i64>>,
    places: Vec<(usize, usize, usize)>,
    entries: Vec<i64>,
    /// What a step takes: more where a list is gone through to count entries.
    scale: u64,
    /// Steps that may still be taken.
    pub(super) steps: u64,
}

/// What is known of some numbers as a whole; `None` where the sum is asked for and too large.
pub(super) fn wholes(list: &[i64], sums: bool) -> Option<[i64; 5]> {
    let mut all = list.iter();
    let sum = all.try_fold(0i64, |sum, &entry| sum.checked_add(entry));
    let sum = sum.or((!sums).then_some(0))?;
    let mut sorted = list.to_vec();
    sorted.sort_unstable();
    let (least, most) = (sorted.first().copied(), sorted.last().copied());
    sorted.dedup();
    Some([
        list.len() as i64,
        sum,
        least.unwrap_or(0),
        most.unwrap_or(0),
        sorted.len() as i64,
    ])
}

/// Numbers that are gone through.
enum Source {
    Range(i64, i64),
    Listed(Vec<i64>),
}

impl Source {
    fn numbers(self) -> impl Iterator<Item = i64> {
        let (range, listed) = match self {
            Source::Range(from, to) => (Some(from..=to), Vec::new()),
            Source::Listed(all) => (None, all),
        };
        range.into_iter().flatten().chain(listed)
    }
}

type Walked<E> = Result<(), Halt<E>>;
type Visit<'v, E> = &'v mut dyn FnMut(Found<'_>) -> Result<(), E>;

fn there<E>(number: Result<i64, Missing>) -> Result<Option<i64>, Halt<E>> {
    match number {
        Ok(number) => Ok(Some(number)),
        Err(Missing::Absent) => Ok(None),
        Err(Missing::Fault(fault)) => Err(Halt::Fault(fault)),
    }
}

impl<'p> Walker<'p> {
    pub(super) fn new(program: &'p Program, steps: u64) -> Walker<'p> {
        Walker {
            program,
            arrays: program.arrays.clone(),
            wholes: [0; 5],
            slots: Vec::new(),
            set: Vec::new(),
            sums: Vec::new(),
            places: Vec::new(),
            entries: Vec::new(),
            scale: 1,
            steps,
        }
    }

    fn spend<E>(&mut self, steps: usize) -> Walked<E> {
        let steps = self.scale.saturating_mul(steps as u64);
        self.steps = self.steps.checked_sub(steps).ok_or(Halt::Steps)?;
        Ok(())
    }

    fn number<E>(&self, code: &Code) -> Result<Option<i64>, Halt<E>> {
        there(code.evaluate(&self.slots, &self.arrays))
    }

    /// Tells every move from a list until `visit` says no.
    pub(super) fn moves<E>(&mut self, list: &Arc<[i64]>, visit: Visit<'_, E>) -> Walked<E> {
        self.scale = match self.program.counts {
            true => 1 + list.len() as u64 / 8,
            false => 1,
        };
        self.spend(list.len() / 8 + 1)?;
        self.arrays[0] = Arc::clone(list);
        self.wholes = wholes(list, self.program.sums).ok_or(Halt::Fault(Fault {
            span: Span::default(),
            kind: FaultKind::Overflow,
        }))?;
        let program = self.program;
        for mv in &program.moves {
            self.slots.clear();
            self.slots.resize(mv.slots, 0);
            self.slots[..5].copy_from_slice(&self.wholes);
            self.walk(mv, &mv.steps, visit)?;
        }
        Ok(())
    }

    /// The entries of the list of a family at some numbers.
    pub(super) fn built(
        &mut self,
        elements: &[Element],
        numbers: &[i64],
        slots: usize,
    ) -> Option<Vec<i64>> {
        self.slots.clear();
        self.slots.extend_from_slice(numbers);
        self.slots.resize(slots.max(numbers.len()), 0);
        self.entries.clear();
        match self.list::<()>(elements) {
            Ok(true) => Some(std::mem::take(&mut self.entries)),
            _ => None,
        }
    }

    /// Goes on with the steps of a clause; no deeper than there are steps.
    fn walk<E>(&mut self, mv: &'p Move, steps: &'p [Step], visit: Visit<'_, E>) -> Walked<E> {
        let Some((step, rest)) = steps.split_first() else {
            return self.give(mv, visit);
        };
        match step {
            Step::Plain(Numbers::Guard(condition)) => {
                match mv.set.filter(|&set| condition.mentions(set)) {
                    None => {
                        if !matches!(self.number(condition)?, Some(truth) if truth != 0) {
                            return Ok(());
                        }
                    }
                    // It must hold at every place of the set.
                    Some(slot) => {
                        for number in 0..self.set.len() {
                            self.spend(1)?;
                            self.slots[slot] = self.set[number] as i64;
                            if !matches!(self.number(condition)?, Some(truth) if truth != 0) {
                                return Ok(());
                            }
                        }
                    }
                }
                self.walk(mv, rest, visit)
            }
            Step::Plain(Numbers::Let(slot, code)) => {
                let Some(value) = self.number(code)? else {
                    return Ok(());
                };
                self.slots[*slot] = value;
                self.walk(mv, rest, visit)
            }
            Step::Plain(Numbers::Open(slot, from, ends)) => {
                let Some(from) = self.number(from)? else {
                    return Ok(());
                };
                for value in from.. {
                    self.spend(1)?;
                    self.slots[*slot] = value;
                    if let Some(set) = mv.set {
                        // Any place tells as well: a negative entry is none.
                        self.slots[set] = self.set.first().map_or(0, |&place| place as i64);
                    }
                    let mut goes_on = false;
                    for end in ends {
                        goes_on |= self.number(end)?.is_some_and(|number| number >= 0);
                    }
                    if !goes_on {
                        break;
                    }
                    self.walk(mv, rest, visit)?;
                }
                Ok(())
            }
            Step::Plain(step) => {
                let Some(slot) = step.slot() else {
                    return Ok(());
                };
                let Some(source) = self.source(step)? else {
                    return Ok(());
                };
                for value in source.numbers() {
                    self.spend(1)?;
                    // Equal entries of a list without order lead to equal lists.
                    if mv.same == Some(slot) && self.repeats(value) {
                        continue;
                    }
                    self.slots[slot] = value;
                    self.walk(mv, rest, visit)?;
                }
                Ok(())
            }
            Step::All(slot) => {
                self.set = (0..self.arrays[0].len()).collect();
                self.spend(self.set.len())?;
                if self.set.is_empty() {
                    return Ok(());
                }
                self.slots[slot + 1] = self.set.len() as i64;
                self.walk(mv, rest, visit)
            }
            Step::Sets(slot, count) => self.sets(mv, (*slot, count.as_ref()), rest, visit),
            Step::Parts(slot, sum) => self.parts(mv, (*slot, sum), rest, visit),
        }
    }

    /// Whether the entry at a place is the one before it.
    fn repeats(&self, place: i64) -> bool {
        let list = &self.arrays[0];
        let before = usize::try_from(place - 1);
        before.is_ok_and(|before| list.get(before) == list.get(before + 1))
    }

    fn source<E>(&mut self, step: &Numbers) -> Result<Option<Source>, Halt<E>> {
        Ok(Some(match step {
            Numbers::Range(_, from, to) => match (self.number(from)?, self.number(to)?) {
                (Some(from), Some(to)) => Source::Range(from, to),
                _ => return Ok(None),
            },
            Numbers::Set(_, all) => {
                let mut numbers = Vec::with_capacity(all.len());
                for one in all {
                    numbers.extend(self.number(one)?);
                }
                Source::Listed(numbers)
            }
            Numbers::Array(_, array) => {
                self.spend(self.arrays[*array].len())?;
                Source::Listed(self.arrays[*array].to_vec())
            }
            Numbers::Numbers(_, kind, of) => {
                let Some(of) = self.number(of)? else {
                    return Ok(None);
                };
                match kind {
                    Kind::Primes => {
                        let mut primes = Vec::new();
                        for number in 2..=of {
                            self.spend(1)?;
                            if factor::is_prime(number.unsigned_abs()) {
                                primes.push(number);
                            }
                        }
                        Source::Listed(primes)
                    }
                    Kind::Divisors | Kind::PrimeFactors => Source::Listed(dividing(*kind, of)),
                }
            }
            Numbers::Guard(_) | Numbers::Let(..) | Numbers::Open(..) => return Ok(None),
        }))
    }

    /// Whether a number is among those of a generator.
    fn admits<E>(&mut self, step: Option<&Numbers>, number: i64) -> Result<bool, Halt<E>> {
        let Some(step) = step else { return Ok(true) };
        Ok(match self.source(step)? {
            None => false,
            Some(Source::Range(from, to)) => (from..=to).contains(&number),
            Some(Source::Listed(all)) => all.contains(&number),
        })
    }

    /// All sets of places, by their numbers: as the digits of a counter, the first place the lowest.
    fn sets<E>(
        &mut self,
        mv: &'p Move,
        (slot, count): (usize, Option<&Numbers>),
        rest: &'p [Step],
        visit: Visit<'_, E>,
    ) -> Walked<E> {
        let length = self.arrays[0].len();
        for size in 1..=length {
            self.spend(1)?;
            if !self.admits(count, size as i64)? {
                continue;
            }
            let mut chosen: Vec<usize> = (0..size).collect();
            loop {
                self.spend(size)?;
                self.set.clone_from(&chosen);
                self.slots[slot + 1] = size as i64;
                self.walk(mv, rest, visit)?;
                // The next set of this size: the last place that can go on does.
                let goes_on = |place: &usize| chosen[*place] < length - size + place;
                let Some(place) = (0..size).rev().find(goes_on) else {
                    break;
                };
                let next = chosen[place] + 1;
                for (step, at) in (place..size).enumerate() {
                    chosen[at] = next + step;
                }
            }
        }
        Ok(())
    }

    /// All ways to write a number as a sum, the parts never rising.
    fn parts<E>(
        &mut self,
        mv: &'p Move,
        (slot, sum): (usize, &'p Sum),
        rest: &'p [Step],
        visit: Visit<'_, E>,
    ) -> Walked<E> {
        let Some(of) = self.number(&sum.of)?.filter(|&of| of > 0) else {
            return Ok(());
        };
        let (fewest, most) = match &sum.count {
            None => (2, i64::MAX),
            Some(step) => match self.source(step)? {
                None => return Ok(()),
                Some(Source::Range(from, to)) => (from.max(1), to),
                Some(Source::Listed(all)) => {
                    let most = all.iter().max().copied().unwrap_or(0);
                    (all.iter().min().copied().unwrap_or(1).max(1), most)
                }
            },
        };
        let (mut low, mut high, mut listed) = (1, of, None);
        match sum.among.as_ref() {
            None => {}
            Some(step) => match self.source(step)? {
                None => return Ok(()),
                Some(Source::Range(from, to)) => (low, high) = (from.max(1), to.min(of)),
                Some(Source::Listed(mut all)) => {
                    all.retain(|&part| part > 0);
                    all.sort_unstable();
                    all.dedup();
                    listed = Some(all);
                }
            },
        }
        // The greatest part that is allowed and no greater.
        let below = |part: i64| match &listed {
            None => Some(part.min(high)).filter(|&part| part >= low),
            Some(all) => {
                let place = all.partition_point(|&other| other <= part);
                place.checked_sub(1).map(|place| all[place])
            }
        };
        let mut parts: Vec<i64> = Vec::new();
        let (mut left, mut next) = (of, of);
        loop {
            self.spend(1)?;
            let room = most.saturating_sub(parts.len() as i64);
            let part = below(next.min(left)).filter(|_| left > 0 && room > 0);
            // The parts that follow are no greater: too little is never made up for.
            let enough = |part: i64| {
                let sum = match sum.distinct && room >= part {
                    true => i128::from(part) * (i128::from(part) + 1) / 2,
                    false => i128::from(part) * i128::from(room),
                };
                sum >= i128::from(left)
            };
            if let Some(part) = part.filter(|&part| enough(part)) {
                parts.push(part);
                left -= part;
                next = if sum.distinct { part - 1 } else { part };
                continue;
            }
            if left == 0 {
                let count = parts.len() as i64;
                if count >= fewest && self.admits(sum.count.as_ref(), count)? {
                    self.spend(parts.len())?;
                    if let Some(known) = wholes(&parts, true) {
                        self.slots[slot..slot + 5].copy_from_slice(&known);
                    }
                    if self.sums.len() <= sum.list {
                        self.sums.resize(sum.list + 1, Vec::new());
                    }
                    self.sums[sum.list].clone_from(&parts);
                    self.walk(mv, rest, visit)?;
                }
            }
            let Some(last) = parts.pop() else {
                return Ok(());
            };
            left += last;
            next = last - 1;
        }
    }

    /// What the alternatives of a clause make of the list.
    fn give<E>(&mut self, mv: &'p Move, visit: Visit<'_, E>) -> Walked<E> {
        let length = self.arrays[0].len();
        // Which entries are replaced, each with the number of what comes there.
        let mut at: Vec<(usize, usize)> = Vec::new();
        for (number, place) in mv.places.iter().flatten().enumerate() {
            if mv.set.is_some_and(|slot| *place == Code::Slot(slot)) {
                at.extend(self.set.iter().map(|&place| (place, number)));
                continue;
            }
            let found = self.number(place)?;
            match found.and_then(|place| usize::try_from(place).ok()) {
                Some(place) if place < length => at.push((place, number)),
                _ => return Ok(()),
            }
        }
        for (number, (place, _)) in at.iter().enumerate() {
            // A set has each place once.
            let before = if mv.set.is_some() && mv.places.iter().flatten().count() == 1 {
                &[]
            } else {
                &at[..number]
            };
            if before.iter().any(|(other, _)| other == place) {
                return Ok(());
            }
        }
        for fillings in &mv.alternatives {
            self.entries.clear();
            self.places.clear();
            match &mv.places {
                None => {
                    if let Some(Filling::List(elements)) = fillings.first()
                        && self.list(elements)?
                    {
                        self.told(false, visit)?;
                    }
                }
                Some(_) => self.put(mv, fillings, &at, visit)?,
            }
        }
        Ok(())
    }

    /// Puts down what comes in the places that are left, in turn; no deeper than there are numbers of which any may come.
    fn put<E>(
        &mut self,
        mv: &'p Move,
        fillings: &'p [Filling],
        at: &[(usize, usize)],
        visit: Visit<'_, E>,
    ) -> Walked<E> {
        let begun = (self.places.len(), self.entries.len());
        for (next, &(place, number)) in at.iter().enumerate() {
            self.spend(1)?;
            if let Some(slot) = mv.set
                && mv.places.iter().flatten().nth(number) == Some(&Code::Slot(slot))
            {
                self.slots[slot] = place as i64;
            }
            let from = self.entries.len();
            let there = match &fillings[number] {
                Filling::One(code) => match self.number(code)? {
                    Some(entry) if entry >= 0 => {
                        self.entries.push(entry);
                        true
                    }
                    _ => false,
                },
                Filling::List(elements) => self.list(elements)?,
                Filling::Any(step) => {
                    let numbers = self.source(step)?;
                    if at.len() > MOST_ANY {
                        return Err(Halt::Steps);
                    }
                    for entry in numbers.into_iter().flat_map(Source::numbers) {
                        self.spend(1)?;
                        if entry < 0 {
                            continue;
                        }
                        self.entries.truncate(from);
                        let count = self.places.len();
                        self.entries.push(entry);
                        self.places.push((place, from, from + 1));
                        self.put(mv, fillings, &at[next + 1..], visit)?;
                        self.places.truncate(count);
                    }
                    false
                }
            };
            if !there {
                self.places.truncate(begun.0);
                self.entries.truncate(begun.1);
                return Ok(());
            }
            self.places.push((place, from, self.entries.len()));
        }
        self.told(true, visit)?;
        self.places.truncate(begun.0);
        self.entries.truncate(begun.1);
        Ok(())
    }

    fn told<E>(&mut self, places: bool, visit: Visit<'_, E>) -> Walked<E> {
        // So much is written down of it.
        self.spend(self.entries.len() + self.arrays[0].len())?;
        let found = Found {
            places: places.then_some(&self.places),
            entries: &self.entries,
        };
        visit(found).map_err(Halt::Taker)
    }

    /// Adds entries; whether all of them are there.
    fn list<E>(&mut self, elements: &[Element]) -> Result<bool, Halt<E>> {
        for element in elements {
            match &element.times {
                Count::Once => {
                    if !self.element(&element.value)? {
                        return Ok(false);
                    }
                }
                Count::Of(times) => {
                    let Some(times) = self.number(times)? else {
                        return Ok(false);
                    };
                    // What does not depend on how often it is put down is worked out once.
                    let from = self.entries.len();
                    if times > 0 && !self.element(&element.value)? {
                        return Ok(false);
                    }
                    let once = self.entries.len() - from;
                    for _ in 1..times {
                        self.spend(once + 1)?;
                        self.entries.extend_from_within(from..from + once);
                    }
                }
                Count::For(step) => {
                    let Some(slot) = step.slot() else {
                        return Ok(false);
                    };
                    let Some(source) = self.source(step)? else {
                        return Ok(false);
                    };
                    for value in source.numbers() {
                        self.spend(1)?;
                        self.slots[slot] = value;
                        if !self.element(&element.value)? {
                            return Ok(false);
                        }
                    }
                }
            }
        }
        Ok(true)
    }

    fn element<E>(&mut self, value: &Value) -> Result<bool, Halt<E>> {
        match value {
            Value::Code(code) => match self.number(code)? {
                Some(entry) if entry >= 0 => self.entries.push(entry),
                _ => return Ok(false),
            },
            Value::Parts(list) => {
                let length = self.sums.get(*list).map_or(0, Vec::len);
                self.spend(length)?;
                if let Some(parts) = self.sums.get(*list) {
                    self.entries.extend_from_slice(parts);
                }
            }
        }
        Ok(true)
    }
}

/// Most places in which any of several numbers may come: so deep is the recursion over them.
const MOST_ANY: usize = 64;
