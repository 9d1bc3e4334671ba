//! The numbers, sets of places and ways to write a sum that a clause goes through.

use crate::number::primes::Primes;
use crate::rule::code::Code;
use crate::rule::evaluate::{dividing, submasks};
use crate::rule::step::Step as Numbers;
use crate::rule::syntax::{Comparison, Numbers as Kind, Operator};

use super::super::program::{Move, Step, Sum};
use super::{Halt, Visit, Walked, Walker, wholes};

/// Numbers that are gone through.
pub(super) enum Source {
    Range(i64, i64),
    Listed(Vec<i64>),
}

impl Source {
    pub(super) fn numbers(self) -> impl Iterator<Item = i64> {
        let (range, listed) = match self {
            Source::Range(from, to) => (Some(from..=to), Vec::new()),
            Source::Listed(all) => (None, all),
        };
        range.into_iter().flatten().chain(listed)
    }
}

impl<'p> Walker<'p> {
    pub(super) fn source<E>(&mut self, step: &Numbers) -> Result<Option<Source>, Halt<E>> {
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
                        let all = Primes::new().map_while(|prime| i64::try_from(prime).ok());
                        for prime in all.take_while(|&prime| prime <= of) {
                            self.spend(1)?;
                            primes.push(prime);
                        }
                        Source::Listed(primes)
                    }
                    Kind::Submasks => {
                        let mut masks = Vec::new();
                        for mask in submasks(of) {
                            self.spend(1)?;
                            masks.push(mask);
                        }
                        Source::Listed(masks)
                    }
                    Kind::Divisors | Kind::PrimeFactors => Source::Listed(dividing(*kind, of)),
                }
            }
            Numbers::Guard(_) | Numbers::Let(..) | Numbers::Open(..) => return Ok(None),
        }))
    }

    /// The numbers of a long range that divide another, where the guard behind it lets no others pass: there are few of them.
    pub(super) fn divisors<E>(
        &mut self,
        mv: &Move,
        (slot, source): (usize, &Source),
        rest: &[Step],
    ) -> Result<Option<Source>, Halt<E>> {
        let Source::Range(from, to) = *source else {
            return Ok(None);
        };
        let Some(Step::Plain(Numbers::Guard(guard))) = rest.first() else {
            return Ok(None);
        };
        let plain = mv.set.is_none() && mv.same != Some(slot);
        let Some(of) = divided(guard, slot).filter(|_| plain) else {
            return Ok(None);
        };
        if from < 1 || to.saturating_sub(from) < LONG {
            return Ok(None);
        }
        let Some(of) = self.number(of)? else {
            return Ok(Some(Source::Listed(Vec::new())));
        };
        // 0 is divided by every number.
        if of < 1 {
            return Ok(None);
        }
        self.spend(LONG as usize)?;
        let mut divisors = dividing(Kind::Divisors, of);
        divisors.retain(|divisor| (from..=to).contains(divisor));
        Ok(Some(Source::Listed(divisors)))
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
    pub(super) fn sets<E>(
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
    pub(super) fn parts<E>(
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
}

/// From so many numbers on it is dearer to try each than to factor.
const LONG: i64 = 64;

/// What the number in a slot must divide for a guard to hold: `n % k == 0`, whatever else it asks for behind that.
fn divided(guard: &Code, slot: usize) -> Option<&Code> {
    match guard {
        Code::Binary(Operator::And, pair, _) => divided(&pair[0], slot),
        Code::Compare(Comparison::Equal, pair) => match &**pair {
            [Code::Binary(Operator::Remainder, rest, _), Code::Number(0)] => {
                let [of, by] = &**rest;
                (*by == Code::Slot(slot) && !of.mentions(slot)).then_some(of)
            }
            _ => None,
        },
        _ => None,
    }
}
