//! Entries, each by what it says and by smaller ones.
//!
//! Let the options of a component be sums of smaller components, and take what is known of these. Then
//!
//! - *the value is not m* if an option has the value m; or if for a smaller number no option has it, since the value is then at most that;
//! - *the value is v* if for each m < v an option has the value m, and no option has the value v.
//!
//! An option's value is shown to be another than v where all of its components but one are known, and for that one the value is excluded that
//! it would have to have.

use std::collections::BTreeMap;

use super::form::{Key, Part};
use super::known::{Fact, Known};
use super::set::Set;
use super::verdict::Fault;
use crate::verdict::Refusal;

/// Steps that a look at what is known of an option counts for.
const GLANCE: u64 = 50;

/// How an entry fares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fares {
    Proved,
    Unproved,
    Wrong(Fault),
}

/// Whether some option has a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reached {
    Yes,
    No,
    Unknown,
}

/// The options of a component, and which values were looked for among them.
struct Options {
    all: Vec<(u32, Vec<Part>)>,
    seen: BTreeMap<u32, Reached>,
}

impl Known<'_> {
    /// An entry of a component.
    pub(super) fn check(&mut self, key: &Key, fact: Fact, line: u64) -> Result<Fares, Refusal> {
        let mut options = Options {
            all: self.options(key)?,
            seen: BTreeMap::new(),
        };
        match fact.exact {
            Some(value) => self.is(&mut options, value, line),
            None => self.is_none_of(&mut options, fact.not, line),
        }
    }

    /// That the value is this.
    fn is(&mut self, options: &mut Options, value: u32, line: u64) -> Result<Fares, Refusal> {
        let mut fares = Fares::Proved;
        // More values than there are options are not reached: among the first ones one is missing, though it may not be known which.
        let most = (options.all.len() as u32).saturating_add(1);
        for smaller in 0..value.min(most) {
            match self.reached(options, smaller)? {
                Reached::Yes => {}
                Reached::No => {
                    let value = smaller;
                    return Ok(Fares::Wrong(Fault::Missing { line, value }));
                }
                Reached::Unknown => fares = Fares::Unproved,
            }
        }
        Ok(match self.reached(options, value)? {
            Reached::No => fares,
            Reached::Yes => Fares::Wrong(Fault::Reached { line, value }),
            Reached::Unknown => Fares::Unproved,
        })
    }

    /// That the value is none of the set's.
    fn is_none_of(&mut self, options: &mut Options, set: u64, line: u64) -> Result<Fares, Refusal> {
        let mut fares = Fares::Proved;
        for value in (0..64).filter(|value| set >> value & 1 == 1) {
            let own = self.reached(options, value)?;
            if own == Reached::Yes {
                continue;
            }
            let mut all = true;
            let mut missing = false;
            for smaller in 0..value {
                let reached = self.reached(options, smaller)?;
                all &= reached == Reached::Yes;
                missing |= reached == Reached::No;
            }
            if missing {
                continue;
            }
            if all && own == Reached::No {
                return Ok(Fares::Wrong(Fault::Excluded { line, value }));
            }
            fares = Fares::Unproved;
        }
        Ok(fares)
    }

    /// Whether an option has this value. What is known is looked at first.
    fn reached(&mut self, options: &mut Options, n: u32) -> Result<Reached, Refusal> {
        if let Some(&reached) = options.seen.get(&n) {
            return Ok(reached);
        }
        let reached = self.look_for(&options.all, n)?;
        options.seen.insert(n, reached);
        Ok(reached)
    }

    fn look_for(&mut self, options: &[(u32, Vec<Part>)], n: u32) -> Result<Reached, Refusal> {
        self.spend(GLANCE * options.len() as u64)?;
        let mut open = Vec::new();
        for option in options {
            match self.differs(option.0, &option.1, n, false)? {
                Some(false) => return Ok(Reached::Yes),
                Some(true) => {}
                None => open.push(option),
            }
        }
        let mut reached = Reached::No;
        for (value, parts) in open {
            match self.differs(*value, parts, n, true)? {
                Some(false) => return Ok(Reached::Yes),
                Some(true) => {}
                None => reached = Reached::Unknown,
            }
        }
        Ok(reached)
    }

    /// What a line says of a position that may be a sum.
    pub(super) fn check_sum(
        &mut self,
        places: &[[u8; 2]],
        fact: Fact,
        line: u64,
    ) -> Result<Fares, Refusal> {
        let local = self.rules.local(places.to_vec(), &[]);
        let all = Set::below(local.joined.len());
        let (value, parts) = self.rules.sum(&local, all);
        let wrong = Fares::Wrong(Fault::Sum { line });
        if let Some(exact) = fact.exact {
            let mut sum = value;
            for part in &parts {
                match self.value(part)? {
                    Some(value) => sum ^= value,
                    None => {
                        return Ok(match self.differs(value, &parts, exact, false)? {
                            Some(true) => wrong,
                            _ => Fares::Unproved,
                        });
                    }
                }
            }
            return Ok(if sum == exact { Fares::Proved } else { wrong });
        }
        let mut fares = Fares::Proved;
        for excluded in (0..64).filter(|value| fact.not >> value & 1 == 1) {
            match self.differs(value, &parts, excluded, true)? {
                Some(true) => {}
                Some(false) => return Ok(wrong),
                None => fares = Fares::Unproved,
            }
        }
        Ok(fares)
    }
}
