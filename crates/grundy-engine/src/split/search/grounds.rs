//! What the value of a part rests on: every claim about other parts that its proof needs, and that theirs need, down to what theorems tell.
//!
//! That the value is v rests, for each m < v, on an option of the value m, and on this of every option, that its value is not v; that it is not n, on
//! one option of the value n, or on a smaller value. That a sum is not n rests on the values of all its parts but one, and on that one not being what is left of n. So
//! claims lead to claims of smaller parts. Most stand in the table; what has had to make room there is searched once more. Whoever has all of
//! them can check each by the options of one part.

use std::collections::hash_map::Entry;
use std::ops::ControlFlow;

use grundy_base::budget::Meter;
use rustc_hash::FxHashMap;

use super::together::Team;
use super::{Answer, Search, Stopped};
use crate::split::{Fact, Splits, by_size, cancel};

/// Values from here on are not named one by one.
const MOST: u32 = 64;

/// A claim of a part.
#[derive(Clone, Copy, Debug)]
enum Claim {
    Is(u32),
    Not(u32),
}

/// An option: what is told of it, and its other parts, the largest at the end.
type Told<P> = (u32, Vec<P>);

/// A value, and claims of parts that it rests on.
type Grounds<P> = (u32, Vec<(P, Fact)>);

impl<S: Splits> Search<S> {
    /// The value of a sum, with all that the values of its parts rest on: of each part that its value is this, or none of these. What
    /// [theorems](Splits::fact) tell is left out. Small parts come first. What has to be searched for is searched for by a team.
    ///
    /// # Errors
    /// Why a value is not found.
    pub fn grounds<'c>(
        &mut self,
        parts: &[S::Part],
        team: impl Into<Team<'c>>,
        meter: &mut Meter,
    ) -> Answer<Grounds<S::Part>, S> {
        let mut parts = parts.to_vec();
        cancel(&mut parts);
        let mut claims = Claims {
            search: self,
            team: team.into(),
            meter,
            all: FxHashMap::default(),
            open: Vec::new(),
        };
        let sum = claims.values(&parts)?;
        while let Some((part, claim)) = claims.open.pop() {
            match claim {
                Claim::Is(value) => claims.rest_of_is(&part, value)?,
                Claim::Not(n) => claims.rest_of_not(&part, n)?,
            }
        }
        let mut all: Vec<(S::Part, Fact)> = claims.all.into_iter().collect();
        all.sort_by_cached_key(|(part, _)| (self.splits.size(part), format!("{part:?}")));
        Ok((sum, all))
    }
}

/// The claims met so far, those of which it is not yet told what they rest on, and who searches.
struct Claims<'s, 'c, S: Splits> {
    search: &'s mut Search<S>,
    team: Team<'c>,
    meter: &'s mut Meter,
    all: FxHashMap<S::Part, Fact>,
    open: Vec<(S::Part, Claim)>,
}

impl<S: Splits> Claims<'_, '_, S> {
    fn value(&mut self, part: &S::Part) -> Answer<u32, S> {
        self.search.value_by(part, &mut self.team, self.meter)
    }

    fn is(&mut self, part: &S::Part, n: u32) -> Answer<bool, S> {
        self.search.is_by(part, n, &mut self.team, self.meter)
    }

    /// Takes a claim up, unless it is there or a theorem tells it.
    fn claim(&mut self, part: &S::Part, claim: Claim) -> Answer<(), S> {
        let theorem = self.search.splits.fact(part);
        let mut bit = 0;
        match (claim, theorem) {
            (_, Fact::Exact(_)) => return Ok(()),
            (Claim::Not(n), Fact::Not(not)) if n < MOST => {
                bit = 1 << n;
                if not & bit != 0 {
                    return Ok(());
                }
            }
            _ => {}
        }
        let fact = match claim {
            Claim::Is(value) => Fact::Exact(value),
            Claim::Not(_) => Fact::Not(bit),
        };
        match self.all.entry(part.clone()) {
            Entry::Vacant(new) => {
                let bytes = 2 * size_of::<(S::Part, Fact, Claim)>() as u64;
                self.meter.spend(0, bytes)?;
                new.insert(fact);
            }
            Entry::Occupied(mut there) => match (*there.get(), fact) {
                (Fact::Exact(_), _) => return Ok(()),
                (Fact::Not(not), Fact::Not(more)) if not & more != 0 => return Ok(()),
                (Fact::Not(not), Fact::Not(more)) => *there.get_mut() = Fact::Not(not | more),
                (Fact::Not(_), exact) => *there.get_mut() = exact,
            },
        }
        self.open.push((part.clone(), claim));
        Ok(())
    }

    /// Claims that a part has not this value, which was found: where the value is known and smaller, or n cannot be named, that it is what it is.
    fn claim_not(&mut self, part: &S::Part, n: u32) -> Answer<(), S> {
        let claim = match self.search.known(part)?.0 {
            Some(value) if value < n => Claim::Is(value),
            None if n >= MOST => Claim::Is(self.value(part)?),
            Some(value) if n >= MOST => Claim::Is(value),
            _ => Claim::Not(n),
        };
        self.claim(part, claim)
    }

    /// Claims the values of some parts: their nim-sum.
    fn values(&mut self, parts: &[S::Part]) -> Answer<u32, S> {
        let mut sum = 0;
        for part in parts {
            let value = self.value(part)?;
            self.claim(part, Claim::Is(value))?;
            sum ^= value;
        }
        Ok(sum)
    }

    /// All options, small ones first: what is found in these costs little.
    fn told(&mut self, part: &S::Part) -> Answer<Vec<Told<S::Part>>, S> {
        let splits = self.search.splits.clone();
        let mut told: Vec<Told<S::Part>> = Vec::new();
        let done = splits.options(part, |value, parts| {
            let mut parts = parts.to_vec();
            cancel(&mut parts);
            by_size(&mut parts, |part| splits.size(part));
            told.push((value, parts));
            ControlFlow::Continue(())
        });
        done.map_err(Stopped::Rules)?;
        self.search.options += told.len() as u64;
        self.search.spend(self.meter)?;
        let size = |(_, parts): &Told<S::Part>| -> u32 {
            parts.iter().map(|part| splits.size(part)).sum()
        };
        told.sort_by_cached_key(size);
        Ok(told)
    }

    /// The value of an option, where the values of all its parts are known.
    fn known_sum(&self, (value, parts): &Told<S::Part>) -> Answer<Option<u32>, S> {
        let mut sum = *value;
        for part in parts {
            match self.search.known(part)?.0 {
                Some(value) => sum ^= value,
                None => return Ok(None),
            }
        }
        Ok(Some(sum))
    }

    /// Claims an option of this value, if there is one: one whose value is known, rather than one that has to be searched for.
    fn claim_option(&mut self, told: &[Told<S::Part>], n: u32) -> Answer<bool, S> {
        for may_search in [false, true] {
            for option in told {
                let (value, parts) = option;
                let is = match self.known_sum(option)? {
                    Some(sum) => sum == n,
                    None if may_search => {
                        let (search, team) = (&mut *self.search, &mut self.team);
                        search.sum_is_by(parts, n ^ value, team, self.meter)?
                    }
                    None => false,
                };
                if is {
                    self.values(parts)?;
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn rest_of_is(&mut self, part: &S::Part, value: u32) -> Answer<(), S> {
        let told = self.told(part)?;
        for m in 0..value {
            self.claim_option(&told, m)?;
        }
        for (known, parts) in &told {
            if let Some((last, others)) = parts.split_last() {
                let left = value ^ known ^ self.values(others)?;
                // It is not: that is searched where the table has lost it.
                self.is(last, left)?;
                self.claim_not(last, left)?;
            }
        }
        Ok(())
    }

    fn rest_of_not(&mut self, part: &S::Part, n: u32) -> Answer<(), S> {
        let told = self.told(part)?;
        if !self.claim_option(&told, n)? {
            self.values(std::slice::from_ref(part))?;
        }
        Ok(())
    }
}
