//! The followers of a couple, with what the table knows of them.

use std::ops::ControlFlow;

use grundy_base::budget::Meter;

use super::{Answer, Look, Search, Stopped};
use crate::split::{Splits, by_size};

/// How many options are told before the first is looked at: the lines of the table that they want are fetched meanwhile.
const AHEAD: usize = 6;

/// An option of a part of which all but some components are known; or the part itself with a smaller number.
#[derive(Clone, Debug)]
pub(super) struct Follower<P> {
    pub(super) part: P,
    /// Asked is whether the part, with what is beside it, has this value.
    pub(super) n: u32,
    /// How far it is from "no".
    pub(super) not: u32,
    /// How far it is from "yes".
    pub(super) is: u32,
    /// What it is expected to cost to come to a yes.
    pub(super) price: f32,
    /// Smaller parts beside it whose values are not known.
    pub(super) more: Vec<P>,
}

impl<P> Follower<P> {
    fn new(part: P, n: u32, (not, is): (u32, u32)) -> Follower<P> {
        Follower {
            part,
            n,
            not,
            is,
            price: 0.0,
            more: Vec::new(),
        }
    }
}

/// Options that were told: the nim-sum of what the game knows, and where the parts end.
#[derive(Debug)]
pub(super) struct Told<P> {
    parts: Vec<(P, u64)>,
    options: Vec<(u32, usize)>,
}

impl<P> Default for Told<P> {
    fn default() -> Self {
        Told {
            parts: Vec::new(),
            options: Vec::new(),
        }
    }
}

impl<P> Told<P> {
    fn clear(&mut self) {
        self.parts.clear();
        self.options.clear();
    }
}

impl<S: Splits> Search<S> {
    /// The followers of which the answer is not known; or whether one is known to say yes. The values that options are seen to have
    /// are excluded for the part.
    pub(super) fn followers(
        &mut self,
        part: &S::Part,
        n: u32,
        followers: &mut Vec<Follower<S::Part>>,
        meter: &mut Meter,
    ) -> Answer<bool, S> {
        let mut told = self.told.pop().unwrap_or_default();
        let mut not = 0;
        let yes = self.options_of(part, n, followers, &mut told, &mut not, meter);
        told.clear();
        self.told.push(told);
        let yes = yes?;
        if not != 0 {
            self.excluded(part, not, meter)?;
        }
        self.spend(meter)?;
        if yes {
            return Ok(true);
        }
        for m in 0..n {
            match self.look(part, m)? {
                Look::Yes => return Ok(true),
                Look::No => {}
                Look::Open(no, yes) => followers.push(Follower::new(part.clone(), m, (no, yes))),
            }
        }
        Ok(false)
    }

    fn options_of(
        &mut self,
        part: &S::Part,
        n: u32,
        followers: &mut Vec<Follower<S::Part>>,
        told: &mut Told<S::Part>,
        not: &mut u64,
        meter: &mut Meter,
    ) -> Answer<bool, S> {
        let splits = self.splits.clone();
        let (mut yes, mut failed) = (false, None);
        let done = splits.options(part, |value, parts| {
            for part in parts {
                match self.number(part) {
                    Ok(number) => {
                        self.table.prefetch(number);
                        told.parts.push((part.clone(), number));
                    }
                    Err(why) => {
                        failed = Some(why);
                        return ControlFlow::Break(());
                    }
                }
            }
            told.options.push((value, told.parts.len()));
            if told.options.len() < AHEAD {
                return ControlFlow::Continue(());
            }
            let looked = self.looked_at(n, followers, told, not, meter);
            told.clear();
            match looked {
                Ok(false) => return ControlFlow::Continue(()),
                Ok(true) => yes = true,
                Err(why) => failed = Some(why),
            }
            ControlFlow::Break(())
        });
        done.map_err(Stopped::Rules)?;
        match failed {
            Some(why) => Err(why),
            None => Ok(yes || self.looked_at(n, followers, told, not, meter)?),
        }
    }

    /// Looks at the options told: whether one has the value n. Adds the values that they have, and those that may be n to the followers.
    fn looked_at(
        &mut self,
        n: u32,
        followers: &mut Vec<Follower<S::Part>>,
        told: &Told<S::Part>,
        not: &mut u64,
        meter: &mut Meter,
    ) -> Answer<bool, S> {
        self.options += told.options.len() as u64;
        let mut begin = 0;
        let mut unknown: Vec<S::Part> = Vec::new();
        for &(value, end) in &told.options {
            let parts = &told.parts[begin..end];
            begin = end;
            let mut sum = value;
            unknown.clear();
            if let [(part, number)] = parts
                && self.splits.size(part) > self.sizes.whole
            {
                match self.look_at(part, *number, sum ^ n) {
                    (Some(value), _) => sum ^= value,
                    (None, Look::Open(no, yes)) => {
                        followers.push(Follower::new(part.clone(), sum ^ n, (no, yes)));
                        continue;
                    }
                    (None, _) => continue,
                }
            } else {
                for (part, number) in parts {
                    let told = match self.splits.size(part) <= self.sizes.whole {
                        true => Some(self.whole(part, meter)?),
                        false => self.known_at(part, *number).0,
                    };
                    match told {
                        Some(value) => sum ^= value,
                        None => unknown.push(part.clone()),
                    }
                }
                by_size(&mut unknown, |part| self.splits.size(part));
                let moves = unknown.iter().map(|part| self.splits.moves(part));
                let moves = moves.fold(0, u32::saturating_add);
                match (unknown.pop(), unknown.is_empty()) {
                    (None, _) => {}
                    (Some(part), false) => {
                        let mut follower =
                            Follower::new(part, sum ^ n, (1, moves.saturating_add(1)));
                        follower.more = std::mem::take(&mut unknown);
                        followers.push(follower);
                        continue;
                    }
                    (Some(part), true) => match self.look(&part, sum ^ n)? {
                        Look::Yes => sum = n,
                        Look::No => continue,
                        Look::Open(no, yes) => {
                            followers.push(Follower::new(part, sum ^ n, (no, yes)));
                            continue;
                        }
                    },
                }
            }
            if sum < 64 {
                *not |= 1 << sum;
            }
            if sum == n {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
