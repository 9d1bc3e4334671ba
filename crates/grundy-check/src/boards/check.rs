//! Entries, each by what it says and by smaller ones.
//!
//! Let the options of a component be sums of smaller components, and take what is known of these. Then
//!
//! - *the value is not m* if an option has the value m; or if for a smaller number no option has it, since the value is then at most that;
//! - *the value is v* if for each m < v an option has the value m, and no option has the value v.
//!
//! An option's value is shown to be another than v where all of its components but one are known, and for that one the value is excluded that
//! it would have to have.

use super::form::{Key, Part};
use super::known::{Fact, Known};
use super::set::Set;
use super::verdict::Fault;
use crate::verdict::Refusal;

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

impl Known<'_> {
    /// An entry of a component.
    pub(super) fn check(&mut self, key: &Key, fact: Fact, line: u64) -> Result<Fares, Refusal> {
        let options = self.options(key)?;
        if let Some(value) = fact.exact {
            let mut fares = Fares::Proved;
            // A value that is too great fails at the least number that no option has.
            for smaller in 0..value {
                match self.reached(&options, smaller)? {
                    Reached::Yes => {}
                    Reached::No => {
                        let value = smaller;
                        return Ok(Fares::Wrong(Fault::Missing { line, value }));
                    }
                    Reached::Unknown => fares = Fares::Unproved,
                }
                if fares == Fares::Unproved && smaller as usize > options.len() {
                    break;
                }
            }
            return Ok(match self.reached(&options, value)? {
                Reached::No => fares,
                Reached::Yes => Fares::Wrong(Fault::Reached { line, value }),
                Reached::Unknown => Fares::Unproved,
            });
        }
        let mut fares = Fares::Proved;
        for value in (0..64).filter(|value| fact.not >> value & 1 == 1) {
            match self.excluded(&options, value, line)? {
                Fares::Proved => {}
                Fares::Unproved => fares = Fares::Unproved,
                wrong => return Ok(wrong),
            }
        }
        Ok(fares)
    }

    /// That a value is excluded.
    fn excluded(
        &mut self,
        options: &[(u32, Vec<Part>)],
        value: u32,
        line: u64,
    ) -> Result<Fares, Refusal> {
        let own = self.reached(options, value)?;
        if own == Reached::Yes {
            return Ok(Fares::Proved);
        }
        let mut all = true;
        for smaller in 0..value {
            match self.reached(options, smaller)? {
                Reached::Yes => {}
                Reached::No => return Ok(Fares::Proved),
                Reached::Unknown => all = false,
            }
        }
        Ok(match all && own == Reached::No {
            true => Fares::Wrong(Fault::Excluded { line, value }),
            false => Fares::Unproved,
        })
    }

    /// Whether an option has this value. What is known is looked at first.
    fn reached(&mut self, options: &[(u32, Vec<Part>)], n: u32) -> Result<Reached, Refusal> {
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
