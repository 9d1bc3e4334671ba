//! Depth first: the values of small parts from all their options, and couples of larger ones from the follower that is expected to decide them
//! at the least cost.

use std::ops::ControlFlow;

use grundy_base::budget::Meter;

use super::followers::Follower;
use super::{Answer, Search, Stopped};
use crate::split::Splits;

impl<S: Splits> Search<S> {
    /// The value of a small part, by those of all options.
    pub(super) fn whole(&mut self, part: &S::Part, meter: &mut Meter) -> Answer<u32, S> {
        if let (Some(value), _) = self.known(part)? {
            return Ok(value);
        }
        self.enter()?;
        let splits = self.splits.clone();
        let (mut seen, mut failed) = (Seen::default(), None);
        let told = splits.options(part, |value, parts| {
            let mut sum = value;
            self.options += 1;
            for part in parts {
                match self.whole(part, meter) {
                    Ok(value) => sum ^= value,
                    Err(why) => {
                        failed = Some(why);
                        return ControlFlow::Break(());
                    }
                }
            }
            seen.insert(sum);
            ControlFlow::Continue(())
        });
        self.depth -= 1;
        told.map_err(Stopped::Rules)?;
        if let Some(why) = failed {
            return Err(why);
        }
        self.spend(meter)?;
        let value = seen.least_missing();
        self.found(part, value, meter)?;
        Ok(value)
    }

    /// Depth first: the follower first that is expected to say yes at the least cost.
    pub(super) fn deep(&mut self, part: &S::Part, n: u32, meter: &mut Meter) -> Answer<bool, S> {
        self.enter()?;
        let before = self.options;
        let mut followers = self.spare.pop().unwrap_or_default();
        let answer = self.deep_within(part, n, &mut followers, meter);
        followers.clear();
        self.spare.push(followers);
        self.depth -= 1;
        let is = answer?;
        let (size, shape) = (self.splits.size(part), self.splits.shape(part));
        self.rates.count(size, shape, n, is);
        match is {
            true => self.found(part, n, meter)?,
            false if n < 64 => self.excluded(part, 1 << n, meter)?,
            false => {}
        }
        self.tell(part, n, before)?;
        Ok(is)
    }

    fn deep_within(
        &mut self,
        part: &S::Part,
        n: u32,
        followers: &mut Vec<Follower<S::Part>>,
        meter: &mut Meter,
    ) -> Answer<bool, S> {
        if self.followers(part, n, followers, meter)? {
            return Ok(false);
        }
        for follower in followers.iter_mut() {
            let shape = self.splits.shape(&follower.part);
            let size = self.splits.size(&follower.part);
            follower.price = self.rates.price(size, shape, follower.n);
        }
        followers.sort_unstable_by(|one, next| one.price.total_cmp(&next.price));
        for follower in &*followers {
            let mut m = follower.n;
            for beside in &follower.more {
                m ^= self.value_of(beside, meter)?;
            }
            if self.is_of(&follower.part, m, meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Values seen.
#[derive(Default)]
struct Seen {
    low: u64,
    high: Vec<u32>,
}

impl Seen {
    fn insert(&mut self, value: u32) {
        match value {
            0..64 => self.low |= 1 << value,
            _ => self.high.push(value),
        }
    }

    fn least_missing(mut self) -> u32 {
        if self.low != u64::MAX {
            return self.low.trailing_ones();
        }
        self.high.sort_unstable();
        self.high.dedup();
        let run = self
            .high
            .iter()
            .zip(64..)
            .take_while(|(value, at)| *value == at);
        64 + run.count() as u32
    }
}
