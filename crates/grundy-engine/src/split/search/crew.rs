//! One question searched by others too who share nothing but what they tell: processes, on this machine or elsewhere.
//!
//! A master (`master.rs`) sends each worker the number of a part, with n and a share of options, and hears how far it is then. Each worker
//! has a search of its own, whose table stays from job to job. What cost one of them more than a few options goes to the others with their next jobs
//! (`news.rs`); what cost less is found again by each, for that is sooner done than told. A worker may come or be lost at any time:
//! its leaf is free again. Threads of whoever leads search all the while. So the answer never depends on who is there.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Debug;
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use grundy_base::budget::Meter;

use super::master::{Leaf, Master};
use super::news::{Heap, Job, MOST_NEWS, News, Reply};
use super::proof::{NEVER, NO, YES};
use super::together::{Desk, sit};
use super::{Answer, PER_POSITION, Search};
use crate::split::Splits;

/// Those who search, as the master sees them. A worker has a number that no later one has.
pub trait Crew: Debug + Send {
    /// Who is there now.
    fn workers(&mut self) -> Vec<u64>;

    /// Sends a job, to be done by [`Search::work`]. Whoever cannot be reached is not there any more when it is next asked.
    fn send(&mut self, worker: u64, job: &[u8]);

    /// The next reply, with who sends it; waits for it at most so long, and less where somebody comes or is lost.
    fn hear(&mut self, wait: Duration) -> Option<(u64, Vec<u8>)>;

    /// Lets a worker go whose replies cannot be right.
    fn dismiss(&mut self, worker: u64);

    /// About how many options a job should take.
    fn share(&self) -> u64 {
        SHARE
    }
}

/// Options of one job, at most: some ten milliseconds, which no round trip matters beside.
const SHARE: u64 = if cfg!(test) { 1 << 8 } else { 1 << 16 };

/// A job takes this part of its share at least, were it farther than another leaf by then.
const FLOOR: u64 = 16;

/// What costs so many options is told, where there is one worker; with more of them, so many times more. So what whoever leads has to hear and to
/// pass on stays the same.
const LEAST: u64 = 16;

/// News that wait for those who have not heard them.
const MOST_KEPT: usize = 1 << 18;

/// How long whoever leads waits for a reply before it sees what its own threads have found.
const WAIT: Duration = Duration::from_millis(1);

/// What the master remembers from question to question.
#[derive(Debug)]
pub(super) struct Office<P> {
    /// The couple that is asked, and what is known around it.
    question: Option<((u64, u32), Master<P>)>,
    /// What was found, with who has found it, none for the master; what was before `forgotten` is not kept.
    log: VecDeque<(Option<u64>, News)>,
    forgotten: u64,
    workers: BTreeMap<u64, Worker<P>>,
    next_id: u64,
}

#[derive(Debug)]
struct Worker<P> {
    /// How far in the log it has heard.
    heard: u64,
    /// What it is at. It has no second job waiting: leaves that are farther from the question are more often searched for nothing, and that costs
    /// more than a round trip.
    job: Option<(u64, Leaf<P>)>,
}

impl<P> Default for Office<P> {
    fn default() -> Self {
        Office {
            question: None,
            log: VecDeque::new(),
            forgotten: 0,
            workers: BTreeMap::new(),
            next_id: 0,
        }
    }
}

impl<P> Office<P> {
    /// Keeps news for those who have not heard them, if there is anybody.
    pub(super) fn note(&mut self, by: Option<u64>, news: Vec<News>) {
        self.log.extend(news.into_iter().map(|news| (by, news)));
        while self.log.len() > MOST_KEPT {
            self.log.pop_front();
            self.forgotten += 1;
        }
    }

    /// What is found is put into this.
    pub(super) fn heap(&self) -> Heap {
        Heap::new(LEAST * self.workers.len().max(1) as u64)
    }

    /// A question that was put off, if it is this one.
    pub(super) fn taken_up(&mut self, couple: (u64, u32)) -> Option<Master<P>> {
        let question = self.question.take();
        question.and_then(|(asked, master)| (asked == couple).then_some(master))
    }

    /// A question with which somebody may go on.
    pub(super) fn put_off(&mut self, couple: (u64, u32), master: Master<P>) {
        self.question = Some((couple, master));
    }

    /// Whether a worker is at a leaf.
    pub(super) fn is_at_work(&self) -> bool {
        self.workers.values().any(|worker| worker.job.is_some())
    }

    /// Whoever is still at a leaf is not waited for.
    pub(super) fn leave(&mut self, master: &mut Master<P>)
    where
        P: Clone,
    {
        for worker in self.workers.values_mut() {
            if let Some((_, leaf)) = worker.job.take() {
                master.lost(&leaf);
            }
        }
    }

    /// A worker that has no job.
    fn free(&self) -> Option<u64> {
        let mut workers = self.workers.iter();
        workers.find_map(|(&id, worker)| worker.job.is_none().then_some(id))
    }

    /// The next news that a worker should hear.
    fn unheard(&mut self, worker: u64) -> Vec<News> {
        let Some(at) = self.workers.get_mut(&worker) else {
            return Vec::new();
        };
        let begin = at.heard.max(self.forgotten);
        let skipped = (begin - self.forgotten) as usize;
        let batch = self.log.range(skipped..).take(MOST_NEWS);
        at.heard = begin + batch.len() as u64;
        batch
            .filter(|(by, _)| *by != Some(worker))
            .map(|&(_, news)| news)
            .collect()
    }
}

impl<S: Splits> Desk<'_, S> {
    /// Who has come, and who is lost; whether a leaf is free again.
    fn gather(&mut self, crew: &mut dyn Crew) -> bool {
        let mut freed = false;
        let there: BTreeSet<u64> = crew.workers().into_iter().collect();
        let master = &mut *self.master;
        self.office.workers.retain(|worker, at| {
            let stays = there.contains(worker);
            if let (false, Some((_, leaf))) = (stays, &at.job) {
                master.lost(leaf);
                freed = true;
            }
            stays
        });
        for worker in there {
            let new = Worker {
                heard: 0,
                job: None,
            };
            self.office.workers.entry(worker).or_insert(new);
        }
        freed
    }

    /// A job for a worker that has none.
    fn job(&mut self, share: u64, meter: &mut Meter) -> Option<(u64, Job)> {
        let worker = self.office.free()?;
        let leaf = self.next(meter)?;
        let more = leaf.more.iter().map(|part| self.search.number(part));
        let told: Answer<_, S> = more
            .collect::<Result<Vec<_>, _>>()
            .and_then(|more| Ok((more, self.search.number(&leaf.part)?)));
        let (more, part) = match told {
            Ok(told) => told,
            Err(why) => {
                self.master.lost(&leaf);
                self.fail(why);
                return None;
            }
        };
        let own = self.search.fresh();
        self.office.note(None, own);
        self.office.next_id += 1;
        let job = Job {
            id: self.office.next_id,
            part,
            n: leaf.n,
            limits: leaf.limits,
            share,
            least: LEAST * self.office.workers.len() as u64,
            more,
            news: self.office.unheard(worker),
        };
        let at = self.office.workers.get_mut(&worker)?;
        at.job = Some((job.id, leaf));
        Some((worker, job))
    }

    /// Takes a reply in whose news are known by now; false where it cannot be right.
    fn replied(&mut self, from: u64, reply: &Reply, meter: &mut Meter) -> bool {
        self.options = self.options.saturating_add(reply.options);
        let worker = self.office.workers.get_mut(&from);
        // One of an older question is of use by its news only.
        let job = worker.and_then(|worker| worker.job.take_if(|(id, _)| *id == reply.id));
        let Some((_, mut leaf)) = job else {
            return true;
        };
        let known = matches!(reply.efforts, NO | YES);
        if !known && [reply.efforts.0, reply.efforts.1].contains(&NEVER) {
            self.master.lost(&leaf);
            return false;
        }
        leaf.n = reply.n;
        self.done(leaf, reply.efforts, meter);
        true
    }
}

impl<S: Splits> Search<S> {
    /// Hands out to a crew and takes in, until all is over.
    pub(super) fn attend(
        &mut self,
        crew: &mut dyn Crew,
        desk: &Mutex<Desk<'_, S>>,
        changed: &Condvar,
        meter: &Meter,
    ) {
        let share = crew.share();
        let mut own = meter.clone();
        loop {
            let mut jobs = Vec::new();
            let mut at = sit(desk);
            if at.gather(crew) {
                changed.notify_all();
            }
            // What the workers do counts as what the threads do.
            let spent = meter.clone().spend(at.options / PER_POSITION, 0);
            if let Err(why) = spent.and_then(|()| meter.look()) {
                at.fail(why.into());
            }
            while !at.is_over()
                && let Some(job) = at.job(share, &mut own)
            {
                jobs.push(job);
            }
            let (over, nobody) = (at.is_over(), at.office.workers.is_empty());
            drop(at);
            for (worker, job) in jobs {
                crew.send(worker, &job.bytes());
            }
            if over {
                break;
            }
            match crew.hear(WAIT) {
                Some((worker, reply)) => {
                    if !self.heard(worker, &reply, desk, &mut own) {
                        crew.dismiss(worker);
                    }
                    changed.notify_all();
                }
                None if nobody => std::thread::sleep(WAIT),
                None => {}
            }
        }
        changed.notify_all();
    }

    /// Takes a reply in; false where it cannot be right.
    fn heard(
        &mut self,
        from: u64,
        reply: &[u8],
        desk: &Mutex<Desk<'_, S>>,
        meter: &mut Meter,
    ) -> bool {
        let Some(mut reply) = Reply::read(reply) else {
            return false;
        };
        let news = std::mem::take(&mut reply.news);
        let fresh = match self.believe(&news, meter) {
            Ok(Some(fresh)) => fresh,
            Ok(None) => return false,
            Err(why) => {
                sit(desk).fail(why);
                return true;
            }
        };
        let mut at = sit(desk);
        at.office.note(Some(from), fresh);
        at.replied(from, &reply, meter)
    }

    /// Does a job of the master: what to reply. None where the job is not one for this search.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub fn work(&mut self, job: &[u8], meter: &mut Meter) -> Answer<Option<Vec<u8>>, S> {
        let Some(job) = Job::read(job) else {
            return Ok(None);
        };
        self.news = None;
        if self.believe(&job.news, meter)?.is_none() {
            return Ok(None);
        }
        let more: Option<Vec<S::Part>> = job.more.iter().map(|&part| self.part_of(part)).collect();
        let (Some(part), Some(more)) = (self.part_of(job.part), more) else {
            return Ok(None);
        };
        self.news = Some(Heap::new(job.least));
        let mut leaf = Leaf::new(part, job.n, more, job.limits);
        let before = self.options;
        let efforts = self.leaf(&mut leaf, (job.share / FLOOR, job.share), meter)?;
        let reply = Reply {
            id: job.id,
            n: leaf.n,
            efforts,
            options: self.options - before,
            news: self.fresh(),
        };
        Ok(Some(reply.bytes()))
    }
}
