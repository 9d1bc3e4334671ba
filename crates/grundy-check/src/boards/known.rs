//! What is known of the values of components: by the table, by a theorem, or by plain search.

use std::collections::{HashMap, HashSet};

use super::form::{Key, Part};
use super::rules::Rules;
use crate::verdict::Refusal;

/// Steps that an option and a key of a component of it count for each, in the measure in which a billion take a second or two.
const STEPS: u64 = 500;

/// What is said of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fact {
    /// It is this.
    pub(super) exact: Option<u32>,
    /// Bit n is set where it is not n.
    pub(super) not: u64,
}

impl Fact {
    pub(super) fn exactly(value: u32) -> Fact {
        Fact {
            exact: Some(value),
            not: 0,
        }
    }

    /// Whether it is not n; `None` where that is not known.
    pub(super) fn differs(self, n: u32) -> Option<bool> {
        match self.exact {
            Some(value) => Some(value != n),
            None => (n < 64 && self.not >> n & 1 == 1).then_some(true),
        }
    }
}

/// A line of the table that says something of a component.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) fact: Fact,
    /// The first line that does.
    pub(super) line: u32,
}

/// All that is known.
pub(super) struct Known<'t> {
    pub(super) rules: &'t Rules,
    table: &'t HashMap<Key, Entry>,
    /// By theorems and search.
    found: HashMap<Key, Fact>,
    /// What took too long.
    given_up: HashSet<Key>,
    /// Most positions that are looked at for a component that the table does not tell.
    bound: u64,
    /// Steps that may still be taken, and how many there might be.
    steps: u64,
    most_steps: u64,
    /// How many values were recomputed.
    pub(super) recomputed: u64,
}

/// A search that ends without an answer.
enum Stop {
    GivenUp,
    Refused(Refusal),
}

impl<'t> Known<'t> {
    pub(super) fn new(
        rules: &'t Rules,
        table: &'t HashMap<Key, Entry>,
        bound: u64,
        steps: u64,
    ) -> Known<'t> {
        Known {
            rules,
            table,
            found: HashMap::new(),
            given_up: HashSet::new(),
            bound,
            steps,
            most_steps: steps,
            recomputed: 0,
        }
    }

    /// The options of a component, which are counted: those of large ones and of ones with many keys for more.
    pub(super) fn options(&mut self, key: &Key) -> Result<Vec<(u32, Vec<Part>)>, Refusal> {
        let local = self.rules.opened(key);
        let options = self.rules.options(&local);
        let keys = options.iter().flat_map(|(_, parts)| parts);
        let keys: usize = keys.map(|part| part.keys.len()).sum();
        let size = 1 + local.joined.len() / 32;
        self.spend(STEPS * ((1 + options.len() + keys) * size) as u64)?;
        Ok(options)
    }

    /// Takes so many steps.
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), Refusal> {
        let left = self.steps.checked_sub(steps);
        self.steps = left.ok_or(Refusal::Long(self.most_steps))?;
        Ok(())
    }

    /// What is known of a part.
    pub(super) fn fact(&mut self, part: &Part) -> Fact {
        let mut all = Fact::default();
        for entry in part.keys.iter().filter_map(|key| self.table.get(key)) {
            all.not |= entry.fact.not;
            all.exact = all.exact.or(entry.fact.exact);
        }
        if all.exact.is_none() {
            let key = &part.keys[0];
            let found = match self.found.get(key) {
                Some(&found) => found,
                None => {
                    // All keys are of the same value, and one may show what another hides.
                    let mut found = Fact::default();
                    for key in &part.keys {
                        let told = self.rules.theorem(key);
                        found.exact = found.exact.or(told.exact);
                        found.not |= told.not;
                    }
                    self.found.insert(key.clone(), found);
                    found
                }
            };
            all.not |= found.not;
            all.exact = found.exact;
        }
        all
    }

    /// The value of a part, searched for if need be and if that is not too long.
    pub(super) fn value(&mut self, part: &Part) -> Result<Option<u32>, Refusal> {
        if let Some(value) = self.fact(part).exact {
            return Ok(Some(value));
        }
        if self.given_up.contains(&part.keys[0]) {
            return Ok(None);
        }
        let mut left = self.bound;
        match self.search(part, &mut left) {
            Ok(value) => Ok(Some(value)),
            Err(Stop::GivenUp) => {
                self.given_up.insert(part.keys[0].clone());
                Ok(None)
            }
            Err(Stop::Refused(refusal)) => Err(refusal),
        }
    }

    /// The least value that no option has; as deep as plays are long.
    fn search(&mut self, part: &Part, left: &mut u64) -> Result<u32, Stop> {
        if let Some(value) = self.fact(part).exact {
            return Ok(value);
        }
        *left = left.checked_sub(1).ok_or(Stop::GivenUp)?;
        let key = &part.keys[0];
        let mut values = HashSet::new();
        for (mut value, parts) in self.options(key).map_err(Stop::Refused)? {
            for part in &parts {
                value ^= self.search(part, left)?;
            }
            values.insert(value);
        }
        let value = (0..).find(|value| !values.contains(value)).unwrap_or(0);
        self.found.insert(key.clone(), Fact::exactly(value));
        self.recomputed += 1;
        Ok(value)
    }

    /// Whether a sum has another value than n; `None` where that is not known. With `search`, values are searched for.
    pub(super) fn differs(
        &mut self,
        value: u32,
        parts: &[Part],
        n: u32,
        search: bool,
    ) -> Result<Option<bool>, Refusal> {
        let mut n = n ^ value;
        let mut unknown: Vec<(&Part, Fact)> = Vec::new();
        for part in parts {
            let fact = self.fact(part);
            match fact.exact {
                Some(value) => n ^= value,
                None => unknown.push((part, fact)),
            }
        }
        // The least are the cheapest to search.
        unknown.sort_by_key(|(part, _)| std::cmp::Reverse(part.keys[0].len()));
        while let Some((part, fact)) = unknown.pop() {
            if unknown.is_empty()
                && let Some(differs) = fact.differs(n)
            {
                return Ok(Some(differs));
            }
            if !search {
                return Ok(None);
            }
            match self.value(part)? {
                Some(value) => n ^= value,
                None => return Ok(None),
            }
        }
        Ok(Some(n != 0))
    }
}
