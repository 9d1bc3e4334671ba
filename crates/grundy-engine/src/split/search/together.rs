//! One question searched by several threads, which share what is proved.
//!
//! A master (`master.rs`) hands out leaves of the couples near the question. A worker searches its leaf by proof numbers, on its
//! own, until it is farther than the next best or has had its share of options. All have the same table; what one has proved is no work for the
//! others.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use grundy_base::budget::Meter;

use super::crew::Crew;
use super::master::{Leaf, Master};
use super::proof::{Efforts, NEVER, NO, YES};
use super::{Answer, Look, PER_POSITION, Search, Stopped};
use crate::split::{Keys, Splits};

/// Options that are searched by one before others are called: what is decided by then takes no time that is worth it.
const ALONE: u64 = if cfg!(test) { 1 << 10 } else { 1 << 20 };

/// Options of one leaf before it comes back.
const SHARE: u64 = if cfg!(test) { 1 << 8 } else { 1 << 17 };

/// Who searches.
#[derive(Debug)]
pub enum Team<'c> {
    /// So many threads; 0 and 1 are one.
    Threads(usize),
    /// Others, to whom jobs are sent.
    Crew(&'c mut dyn Crew),
}

impl Team<'_> {
    fn is_one(&self) -> bool {
        matches!(self, Team::Threads(0 | 1))
    }
}

impl From<usize> for Team<'_> {
    fn from(threads: usize) -> Self {
        Team::Threads(threads)
    }
}

impl<'c> From<&'c mut dyn Crew> for Team<'c> {
    fn from(crew: &'c mut dyn Crew) -> Self {
        Team::Crew(crew)
    }
}

/// The master, and what the workers have said.
struct Desk<S: Splits> {
    master: Master<S::Part>,
    /// Looks into the table for the master.
    search: Search<S>,
    working: usize,
    failed: Option<Stopped<S::Stop>>,
    options: u64,
}

impl<S: Splits> Search<S> {
    /// The value of a part, by a team.
    ///
    /// # Errors
    /// As [`value`](Search::value).
    pub fn value_together<'c>(
        &mut self,
        part: &S::Part,
        team: impl Into<Team<'c>>,
        meter: &mut Meter,
    ) -> Answer<u32, S> {
        self.value_by(part, &mut team.into(), meter)
    }

    /// Whether the value of a part is n, by a team.
    ///
    /// # Errors
    /// As [`is`](Search::is).
    pub fn is_together<'c>(
        &mut self,
        part: &S::Part,
        n: u32,
        team: impl Into<Team<'c>>,
        meter: &mut Meter,
    ) -> Answer<bool, S> {
        self.is_by(part, n, &mut team.into(), meter)
    }

    pub(super) fn value_by(
        &mut self,
        part: &S::Part,
        team: &mut Team<'_>,
        meter: &mut Meter,
    ) -> Answer<u32, S> {
        if team.is_one() || self.splits.size(part) <= self.sizes.deep {
            return self.value(part, meter);
        }
        if let (Some(value), _) = self.known(part)? {
            return Ok(value);
        }
        for n in 0..super::MOST_VALUE {
            if self.is_by(part, n, team, meter)? {
                return Ok(n);
            }
        }
        Err(Stopped::Large)
    }

    pub(super) fn is_by(
        &mut self,
        part: &S::Part,
        n: u32,
        team: &mut Team<'_>,
        meter: &mut Meter,
    ) -> Answer<bool, S> {
        if team.is_one() || self.splits.size(part) <= self.sizes.deep {
            return self.is(part, n, meter);
        }
        match self.look(part, n)? {
            Look::Yes => return Ok(true),
            Look::No => return Ok(false),
            Look::Open(..) => {}
        }
        if !self.is_led(part, n)? {
            let alone = match team {
                Team::Crew(crew) => ALONE.min(crew.share().saturating_mul(4)),
                Team::Threads(_) => ALONE,
            };
            self.until = self.options + alone;
            let alone = self.begun(meter, |search, meter| {
                search.efforts(part, n, (NEVER, NEVER), meter)
            });
            self.until = u64::MAX;
            match alone? {
                NO => return Ok(false),
                YES => return Ok(true),
                _ => {}
            }
        }
        match team {
            Team::Crew(crew) => self.lead(part, n, *crew, meter),
            Team::Threads(threads) => loop {
                match self.round(part, n, *threads, meter)? {
                    Some(answer) => return Ok(answer),
                    // The table is full: alone, it grows.
                    None => self.grow(meter)?,
                }
            },
        }
    }

    /// Searches together until it is decided, or the table should grow.
    fn round(
        &mut self,
        part: &S::Part,
        n: u32,
        threads: usize,
        meter: &mut Meter,
    ) -> Answer<Option<bool>, S> {
        let master = Master::new(self.number(part)?, part.clone(), n);
        let can_grow = 3 * self.table.bytes() + self.keys.bytes() <= self.most_bytes
            && 2 * self.table.bytes() <= meter.bytes_left();
        let each = meter.at_most(meter.positions_left() / threads as u64);
        let desk = Mutex::new(Desk {
            master,
            search: self.worker(),
            working: 0,
            failed: None,
            options: 0,
        });
        let changed = Condvar::new();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (mut search, mut meter) = (self.worker(), each.clone());
                let (desk, changed) = (&desk, &changed);
                scope.spawn(move || work(&mut search, desk, changed, can_grow, &mut meter));
            }
        });
        let desk = desk.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.options += desk.options;
        self.counted.0 += desk.options;
        meter.spend(desk.options / PER_POSITION, 0)?;
        if let Some(why) = desk.failed {
            return Err(why);
        }
        let answer = desk.master.answer();
        match answer {
            Some(true) => self.found(part, n, meter)?,
            Some(false) => self.excluded(part, 1u64.checked_shl(n).unwrap_or(0), meter)?,
            None => {}
        }
        Ok(answer)
    }

    /// A search with the same table.
    fn worker(&self) -> Search<S> {
        Search {
            splits: self.splits.clone(),
            keys: self.keys.clone(),
            table: self.table.clone(),
            shared: true,
            rates: self.rates.clone(),
            spare: Vec::new(),
            told: Vec::new(),
            counted: (0, self.keys.bytes()),
            options: 0,
            news: None,
            office: None,
            ..*self
        }
    }

    /// Searches a leaf with about so many options: how far it is now, and in the leaf what the parts beside it made of n.
    pub(super) fn leaf(
        &mut self,
        leaf: &mut Leaf<S::Part>,
        share: u64,
        meter: &mut Meter,
    ) -> Answer<Efforts, S> {
        self.depth = 0;
        self.until = self.options.saturating_add(share);
        for beside in std::mem::take(&mut leaf.more) {
            leaf.n ^= self.value_of(&beside, meter)?;
        }
        let efforts = match self.look(&leaf.part, leaf.n)? {
            Look::Yes => YES,
            Look::No => NO,
            Look::Open(..) if self.splits.size(&leaf.part) <= self.sizes.deep => {
                match self.is_of(&leaf.part, leaf.n, meter)? {
                    true => YES,
                    false => NO,
                }
            }
            Look::Open(..) => self.efforts(&leaf.part, leaf.n, leaf.limits, meter)?,
        };
        self.spend(meter)?;
        Ok(efforts)
    }
}

/// What one thread does.
fn work<S: Splits>(
    search: &mut Search<S>,
    desk: &Mutex<Desk<S>>,
    changed: &Condvar,
    can_grow: bool,
    meter: &mut Meter,
) {
    let lock = || desk.lock().unwrap_or_else(PoisonError::into_inner);
    let mut at: MutexGuard<'_, Desk<S>> = lock();
    loop {
        let done = at.master.answer().is_some();
        let stopped = at.failed.is_some() || (can_grow && search.table.is_full());
        if done || stopped {
            break;
        }
        let Desk {
            master,
            search: looks,
            ..
        } = &mut *at;
        match master.next(looks, meter) {
            Err(why) => at.failed = Some(why),
            Ok(None) if at.master.answer().is_some() => {}
            // All that is near is being searched.
            Ok(None) if at.working > 0 => {
                at = changed.wait(at).unwrap_or_else(PoisonError::into_inner);
            }
            Ok(None) => {}
            Ok(Some(mut leaf)) => {
                at.working += 1;
                drop(at);
                let before = search.options;
                let found = search.leaf(&mut leaf, SHARE, meter);
                at = lock();
                at.working -= 1;
                at.options += search.options - before;
                let Desk {
                    master,
                    search: looks,
                    ..
                } = &mut *at;
                let kept = match found {
                    Ok(efforts) => master.done(leaf, efforts, looks, meter),
                    Err(why) => Err(why),
                };
                if let Err(why) = kept {
                    at.failed.get_or_insert(why);
                }
                changed.notify_all();
            }
        }
    }
    changed.notify_all();
}
