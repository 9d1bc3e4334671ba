//! One question searched by several threads, which share what is proved; and by others beside them (`crew.rs`).
//!
//! A master (`master.rs`) hands out leaves of the couples near the question. A worker searches its leaf by proof numbers, on its
//! own, until it is farther than the next best or has had its share of options. All threads have the same table; what one has proved is no work for
//! the others. Where there is a crew, the thread that was asked hands out to it and takes in, while the others search.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use grundy_base::budget::Meter;

use super::crew::{Crew, Office};
use super::master::{Leaf, Master};
use super::news::Heap;
use super::proof::{Efforts, NEVER, NO, YES};
use super::{Answer, Look, PER_POSITION, Search, Stopped};
use crate::split::{Keys, Splits};

/// Options that are searched by one before others are called: what is decided by then takes no time that is worth it.
const ALONE: u64 = if cfg!(test) { 1 << 10 } else { 1 << 18 };

/// Options of one leaf before it comes back.
const SHARE: u64 = if cfg!(test) { 1 << 8 } else { 1 << 17 };

/// Who searches.
#[derive(Debug)]
pub enum Team<'c> {
    /// So many threads; 0 and 1 are one.
    Threads(usize),
    /// So many threads, at least one, and others to whom jobs are sent.
    Crew(usize, &'c mut dyn Crew),
}

impl Team<'_> {
    fn is_one(&self) -> bool {
        matches!(self, Team::Threads(0 | 1))
    }

    /// Options that are searched by one before others are called. Those of a crew have to hear first what is known.
    fn alone(&self) -> u64 {
        match self {
            Team::Threads(_) => ALONE,
            Team::Crew(..) => 4 * ALONE,
        }
    }
}

impl From<usize> for Team<'_> {
    fn from(threads: usize) -> Self {
        Team::Threads(threads)
    }
}

impl<'c> From<&'c mut dyn Crew> for Team<'c> {
    fn from(crew: &'c mut dyn Crew) -> Self {
        Team::Crew(1, crew)
    }
}

/// The master, and what the workers have said.
pub(super) struct Desk<'d, S: Splits> {
    pub(super) master: &'d mut Master<S::Part>,
    pub(super) office: &'d mut Office<S::Part>,
    /// Looks into the table for the master.
    pub(super) search: Search<S>,
    working: usize,
    pub(super) failed: Option<Stopped<S::Stop>>,
    pub(super) options: u64,
    /// Whether all go home when the table is full, so that it can grow.
    can_grow: bool,
}

impl<S: Splits> Desk<'_, S> {
    /// Whether nobody is to search on: it is answered, it cannot be, or the table should grow.
    pub(super) fn is_over(&self) -> bool {
        self.master.answer().is_some()
            || self.failed.is_some()
            || (self.can_grow && self.search.table.is_full())
    }

    /// The next leaf; none where there is none now.
    pub(super) fn next(&mut self, meter: &mut Meter) -> Option<Leaf<S::Part>> {
        let next = self.master.next(&mut self.search, meter);
        next.unwrap_or_else(|why| {
            self.fail(why);
            None
        })
    }

    /// A leaf has come back.
    pub(super) fn done(&mut self, leaf: Leaf<S::Part>, efforts: Efforts, meter: &mut Meter) {
        let done = self.master.done(leaf, efforts, &mut self.search, meter);
        if let Err(why) = done {
            self.fail(why);
        }
    }

    pub(super) fn fail(&mut self, why: Stopped<S::Stop>) {
        self.failed.get_or_insert(why);
    }
}

/// Sits down at the desk, which nobody leaves in disorder.
pub(super) fn sit<'m, 'd, S: Splits>(desk: &'m Mutex<Desk<'d, S>>) -> MutexGuard<'m, Desk<'d, S>> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
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
        let couple = (self.number(part)?, n);
        let under_way = self
            .office
            .as_mut()
            .and_then(|office| office.taken_up(couple));
        let mut master = match under_way {
            Some(master) => master,
            None => {
                self.until = self.options + team.alone();
                let alone = self.begun(meter, |search, meter| {
                    search.efforts(part, n, (NEVER, NEVER), meter)
                });
                self.until = u64::MAX;
                match alone? {
                    NO => return Ok(false),
                    YES => return Ok(true),
                    _ => Master::new(couple.0, part.clone(), n),
                }
            }
        };
        let mut office = self.office.take().unwrap_or_default();
        let answer = loop {
            match self.round(&mut master, &mut office, team, meter) {
                Ok(Some(answer)) => break Ok(answer),
                // The table is full: alone, it grows.
                Ok(None) => match self.grow(meter) {
                    Ok(()) => {}
                    Err(why) => break Err(why),
                },
                Err(why) => break Err(why),
            }
        };
        office.leave(&mut master);
        if answer.is_err() {
            office.put_off(couple, master);
        }
        self.office = Some(office);
        let is = answer?;
        match is {
            true => self.found(part, n, meter)?,
            false => self.excluded(part, 1u64.checked_shl(n).unwrap_or(0), meter)?,
        }
        Ok(is)
    }

    /// Searches together until it is decided, or the table should grow.
    fn round(
        &mut self,
        master: &mut Master<S::Part>,
        office: &mut Office<S::Part>,
        team: &mut Team<'_>,
        meter: &mut Meter,
    ) -> Answer<Option<bool>, S> {
        let can_grow = 3 * self.table.bytes() + self.keys.bytes() <= self.most_bytes
            && 2 * self.table.bytes() <= meter.bytes_left();
        let (threads, crew) = match team {
            Team::Threads(threads) => (*threads, None),
            Team::Crew(threads, crew) => ((*threads).max(1), Some(&mut **crew)),
        };
        let each = meter.at_most(meter.positions_left() / threads as u64);
        let news = crew.is_some().then(|| office.heap());
        let desk = Mutex::new(Desk {
            master,
            office,
            search: self.worker(news.clone()),
            working: 0,
            failed: None,
            options: 0,
            can_grow,
        });
        let changed = Condvar::new();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (mut search, mut meter) = (self.worker(news.clone()), each.clone());
                let (desk, changed) = (&desk, &changed);
                scope.spawn(move || work(&mut search, desk, changed, &mut meter));
            }
            if let Some(crew) = crew {
                self.worker(None).attend(crew, &desk, &changed, meter);
            }
        });
        let desk = desk.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.options += desk.options;
        self.counted.0 += desk.options;
        meter.spend(desk.options / PER_POSITION, 0)?;
        match desk.failed {
            Some(why) => Err(why),
            None => Ok(desk.master.answer()),
        }
    }

    /// A search with the same table.
    fn worker(&self, news: Option<Heap>) -> Search<S> {
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
            news,
            office: None,
            ..*self
        }
    }

    /// Searches a leaf with so many options, from the least to the most: how far it is now, and in the leaf what the parts beside it made of n.
    pub(super) fn leaf(
        &mut self,
        leaf: &mut Leaf<S::Part>,
        (least, most): (u64, u64),
        meter: &mut Meter,
    ) -> Answer<Efforts, S> {
        self.depth = 0;
        let enough = self.options.saturating_add(least);
        self.until = self.options.saturating_add(most);
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
            Look::Open(..) => loop {
                let efforts = self.efforts(&leaf.part, leaf.n, leaf.limits, meter)?;
                if matches!(efforts, NO | YES) || self.options >= enough {
                    break efforts;
                }
                let (not, is) = leaf.limits;
                leaf.limits = (not.saturating_mul(2), is.saturating_mul(2));
                meter.look()?;
            },
        };
        self.spend(meter)?;
        Ok(efforts)
    }
}

/// What one thread does.
fn work<S: Splits>(
    search: &mut Search<S>,
    desk: &Mutex<Desk<'_, S>>,
    changed: &Condvar,
    meter: &mut Meter,
) {
    let mut at = sit(desk);
    while !at.is_over() {
        match at.next(meter) {
            Some(mut leaf) => {
                at.working += 1;
                drop(at);
                let before = search.options;
                let found = search.leaf(&mut leaf, (0, SHARE), meter);
                let news = search.fresh();
                at = sit(desk);
                at.working -= 1;
                at.options += search.options - before;
                at.office.note(None, news);
                match found {
                    Ok(efforts) => at.done(leaf, efforts, meter),
                    Err(why) => {
                        at.master.lost(&leaf);
                        at.fail(why);
                    }
                }
                changed.notify_all();
            }
            // All that is near is being searched.
            None if !at.is_over() && (at.working > 0 || at.office.is_at_work()) => {
                at = changed.wait(at).unwrap_or_else(PoisonError::into_inner);
            }
            None => {}
        }
    }
    changed.notify_all();
}
