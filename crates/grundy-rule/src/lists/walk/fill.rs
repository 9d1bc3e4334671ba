//! What comes in the places of entries.

use crate::rule::code::Code;

use super::super::program::{Count, Element, Filling, Move, Value};
use super::super::runs::Run;
use super::choose::Source;
use super::{Found, Halt, Visit, Walked, Walker};

impl<'p> Walker<'p> {
    /// What the alternatives of a clause make of the list.
    pub(super) fn give<E>(&mut self, mv: &'p Move, visit: Visit<'_, E>) -> Walked<E> {
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
            if let Some(runs) = &mut self.runs {
                runs.clear();
            }
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
            runs: self.runs.as_deref().unwrap_or(&[]),
        };
        visit(found).map_err(Halt::Taker)
    }

    /// Adds entries; whether all of them are there.
    pub(super) fn list<E>(&mut self, elements: &[Element]) -> Result<bool, Halt<E>> {
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
                    if once == 1 && times > 1 && self.runs.is_some() {
                        let entry = self.entries.pop().unwrap_or(0);
                        self.run(Run::equal(entry, times));
                        continue;
                    }
                    for _ in 1..times {
                        self.spend(once + 1)?;
                        self.entries.extend_from_within(from..from + once);
                    }
                }
                Count::For(step, slope, guard) => {
                    let Some(slot) = step.slot() else {
                        return Ok(false);
                    };
                    let Some(source) = self.source(step)? else {
                        return Ok(false);
                    };
                    if let (&Source::Range(from, to), Some(slope), Value::Code(code)) =
                        (&source, *slope, &element.value)
                        && from < to
                        && self.runs.is_some()
                    {
                        self.spend(1)?;
                        let mut ends = [0; 2];
                        for (end, at) in ends.iter_mut().zip([from, to]) {
                            self.slots[slot] = at;
                            match self.number(code)? {
                                Some(entry) if entry >= 0 => *end = entry,
                                _ => return Ok(false),
                            }
                        }
                        self.run(match slope {
                            0 => Run::equal(ends[0], to.wrapping_sub(from).wrapping_add(1)),
                            _ => Run {
                                first: ends[0].min(ends[1]),
                                last: ends[0].max(ends[1]),
                                by: slope.saturating_abs(),
                                odd: true,
                            },
                        });
                        continue;
                    }
                    for value in source.numbers() {
                        self.spend(1)?;
                        self.slots[slot] = value;
                        if let Some(guard) = guard
                            && self.number(guard)?.is_none_or(|holds| holds == 0)
                        {
                            continue;
                        }
                        if !self.element(&element.value)? {
                            return Ok(false);
                        }
                    }
                }
            }
        }
        Ok(true)
    }

    fn run(&mut self, run: Run) {
        self.runs.get_or_insert_default().push(run);
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
