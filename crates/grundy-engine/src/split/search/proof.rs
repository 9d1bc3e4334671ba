//! Proof and disproof numbers, depth first: *df-pn* (Nagai 2002).
//!
//! Every couple has a number for how far it is from "not n", the least of its followers' numbers for yes, and one for how far it is from "is n": the
//! largest of their numbers for no, and one more for each other follower (their sum would count again what followers have
//! in common). The follower nearest to yes is searched until it is an eighth further than the next one, or the couple itself is as far as whoever asked
//! wants to know.

use grundy_base::budget::Meter;

use super::{Answer, Look, Search};
use crate::split::Splits;

use super::followers::Follower;

/// What is never reached.
pub(super) const NEVER: u32 = u32::MAX;

/// A follower is searched until it is farther than the next one by one part in so many.
const NEARER: u32 = 8;

/// How far it is from "not n" and from "is n".
pub(super) type Efforts = (u32, u32);

pub(super) const NO: Efforts = (0, NEVER);
pub(super) const YES: Efforts = (NEVER, 0);

impl<S: Splits> Search<S> {
    /// Whether the value is n.
    pub(super) fn proved(&mut self, part: &S::Part, n: u32, meter: &mut Meter) -> Answer<bool, S> {
        let until = std::mem::replace(&mut self.until, u64::MAX);
        let answer = loop {
            match self.efforts(part, n, (NEVER, NEVER), meter) {
                Ok(NO) => break Ok(false),
                Ok(YES) => break Ok(true),
                // As far as can be counted is no answer.
                Ok(_) => meter.spend(1, 0)?,
                Err(why) => break Err(why),
            }
        };
        self.until = until;
        answer
    }

    /// How far it is, until one of both is at its limit.
    pub(super) fn efforts(
        &mut self,
        part: &S::Part,
        n: u32,
        limits: Efforts,
        meter: &mut Meter,
    ) -> Answer<Efforts, S> {
        self.enter()?;
        let before = self.options;
        let mut followers = self.spare.pop().unwrap_or_default();
        let found = self.efforts_within(part, n, limits, &mut followers, meter);
        followers.clear();
        self.spare.push(followers);
        self.depth -= 1;
        let found = found?;
        match found {
            NO if n < 64 => self.excluded(part, 1 << n, meter)?,
            NO => {}
            YES => self.found(part, n, meter)?,
            efforts => {
                let number = self.number(part)?;
                self.table.effort(number, n, efforts);
                self.grow(meter)?;
            }
        }
        self.tell(part, n, before)?;
        Ok(found)
    }

    fn efforts_within(
        &mut self,
        part: &S::Part,
        n: u32,
        (not, is): Efforts,
        followers: &mut Vec<Follower<S::Part>>,
        meter: &mut Meter,
    ) -> Answer<Efforts, S> {
        if self.followers(part, n, followers, meter)? {
            return Ok(NO);
        }
        loop {
            let Some(others) = followers.len().checked_sub(1) else {
                return Ok(YES);
            };
            let others = u32::try_from(others).unwrap_or(NEVER);
            let (mut best, mut least, mut second, mut largest) = (0, NEVER, NEVER, 0);
            for (at, follower) in followers.iter().enumerate() {
                if follower.is < least {
                    (best, second, least) = (at, least, follower.is);
                } else {
                    second = second.min(follower.is);
                }
                largest = largest.max(follower.not);
            }
            let all = largest.saturating_add(others).min(NEVER - 1);
            if least >= not || all >= is || self.options >= self.until {
                return Ok((least, all));
            }
            let limit = (second / NEARER).saturating_add(second).saturating_add(1);
            let limits = (is.saturating_sub(others), not.min(limit));
            match self.follower(&mut followers[best], limits, meter)? {
                YES => return Ok(NO),
                NO => {
                    followers.swap_remove(best);
                }
                (not, is) => (followers[best].not, followers[best].is) = (not, is),
            }
        }
    }

    /// How far a follower is. The first time, that is what it becomes once the smaller parts beside it are known.
    fn follower(
        &mut self,
        follower: &mut Follower<S::Part>,
        limits: Efforts,
        meter: &mut Meter,
    ) -> Answer<Efforts, S> {
        if !follower.more.is_empty() {
            for beside in std::mem::take(&mut follower.more) {
                follower.n ^= self.value_of(&beside, meter)?;
            }
            return Ok(match self.look(&follower.part, follower.n)? {
                Look::Yes => YES,
                Look::No => NO,
                Look::Open(not, is) => (not, is),
            });
        }
        let (part, n) = (follower.part.clone(), follower.n);
        if self.splits.size(&part) > self.sizes.deep {
            return self.efforts(&part, n, limits, meter);
        }
        Ok(match self.is_of(&part, n, meter)? {
            true => YES,
            false => NO,
        })
    }
}
