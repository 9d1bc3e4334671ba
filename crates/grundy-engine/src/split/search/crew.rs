//! One question searched by others who share nothing but what they tell: processes, on this machine or elsewhere.
//!
//! A master (`master.rs`) sends each worker the number of a part, with n and a share of options, and hears how far it is then. Each worker
//! has a search of its own, whose table stays from job to job. What one has proved of large parts goes to the others with their next jobs
//! (`news.rs`); small parts are proved again by each, for that is sooner done than told. A worker may come or be lost at any time:
//! its leaf is free again. Where there is nobody, the master does the leaves itself. So the answer never depends on who is there.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Debug;
use std::time::Duration;

use grundy_base::budget::Meter;

use super::master::{Leaf, Master};
use super::news::{Job, MOST_NEWS, Reply};
use super::proof::{NEVER, NO, YES};
use super::{Answer, Search};
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

/// Options of one job: some ten milliseconds, which no round trip matters beside.
const SHARE: u64 = if cfg!(test) { 1 << 8 } else { 1 << 18 };

/// Jobs that a worker has at once.
const JOBS: usize = 1;

/// News that wait for those who have not heard them.
const MOST_KEPT: usize = 1 << 18;

/// How long the master waits before it looks at its budget.
const WAIT: Duration = Duration::from_millis(50);

/// What the master remembers from question to question.
#[derive(Debug)]
pub(super) struct Office<P> {
    /// The couple that is asked, and what is known around it.
    question: Option<((u64, u32), Master<P>)>,
    /// Parts of which something was proved, with who has proved it; of those before `forgotten` nothing is kept.
    log: VecDeque<(Option<u64>, u64)>,
    forgotten: u64,
    workers: BTreeMap<u64, Worker<P>>,
    next_id: u64,
}

#[derive(Debug)]
struct Worker<P> {
    /// How far in the log it has heard.
    heard: u64,
    jobs: Vec<(u64, Leaf<P>)>,
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
    fn note(&mut self, by: Option<u64>, numbers: Vec<u64>) {
        self.log
            .extend(numbers.into_iter().map(|number| (by, number)));
        while self.log.len() > MOST_KEPT {
            self.log.pop_front();
            self.forgotten += 1;
        }
    }

    /// The worker with the fewest jobs, if it may have another.
    fn free(&self) -> Option<u64> {
        let least = (self.workers.iter()).min_by_key(|(_, worker)| worker.jobs.len());
        least.and_then(|(&id, worker)| (worker.jobs.len() < JOBS).then_some(id))
    }

    /// The next numbers that a worker should hear of.
    fn unheard(&mut self, worker: u64) -> Vec<u64> {
        let Some(at) = self.workers.get_mut(&worker) else {
            return Vec::new();
        };
        let begin = at.heard.max(self.forgotten);
        let skipped = (begin - self.forgotten) as usize;
        let batch = self.log.iter().skip(skipped).take(MOST_NEWS);
        at.heard = begin + batch.len() as u64;
        batch
            .filter(|(by, _)| *by != Some(worker))
            .map(|&(_, number)| number)
            .collect()
    }
}

impl<S: Splits> Search<S> {
    /// Whether a question is under way.
    pub(super) fn is_led(&self, part: &S::Part, n: u32) -> Answer<bool, S> {
        let number = self.number(part)?;
        let question = self
            .office
            .as_ref()
            .and_then(|office| office.question.as_ref());
        Ok(question.is_some_and(|(couple, _)| *couple == (number, n)))
    }

    /// Whether the value of a part is n, by others.
    pub(super) fn lead(
        &mut self,
        part: &S::Part,
        n: u32,
        crew: &mut dyn Crew,
        meter: &mut Meter,
    ) -> Answer<bool, S> {
        let number = self.number(part)?;
        let mut office = self.office.take().unwrap_or_default();
        let (_, mut master) = (office.question.take())
            .filter(|(couple, _)| *couple == (number, n))
            .unwrap_or_else(|| ((number, n), Master::new(number, part.clone(), n)));
        self.news.get_or_insert_default();
        let answer = self.led(&mut office, &mut master, crew, meter);
        // Whoever is still at work is not waited for.
        for worker in office.workers.values_mut() {
            for (_, leaf) in worker.jobs.drain(..) {
                master.lost(&leaf);
            }
        }
        let own = self.fresh();
        office.note(None, own);
        if answer.is_err() {
            office.question = Some(((number, n), master));
        }
        self.office = Some(office);
        let is = answer?;
        match is {
            true => self.found(part, n, meter)?,
            false => self.excluded(part, 1u64.checked_shl(n).unwrap_or(0), meter)?,
        }
        Ok(is)
    }

    fn led(
        &mut self,
        office: &mut Office<S::Part>,
        master: &mut Master<S::Part>,
        crew: &mut dyn Crew,
        meter: &mut Meter,
    ) -> Answer<bool, S> {
        loop {
            meter.look()?;
            gather(office, master, crew);
            while let Some(worker) = office.free() {
                let Some(leaf) = master.next(self, meter)? else {
                    break;
                };
                let own = self.fresh();
                office.note(None, own);
                let job = match self.job(office, worker, &leaf, crew.share()) {
                    Ok(job) => job,
                    Err(why) => {
                        master.lost(&leaf);
                        return Err(why);
                    }
                };
                crew.send(worker, &job.bytes());
                if let Some(worker) = office.workers.get_mut(&worker) {
                    worker.jobs.push((job.id, leaf));
                }
            }
            if let Some(answer) = master.answer() {
                return Ok(answer);
            }
            if office.workers.is_empty()
                && let Some(mut leaf) = master.next(self, meter)?
            {
                let found = self.leaf(&mut leaf, crew.share(), meter);
                self.until = u64::MAX;
                match found {
                    Ok(efforts) => master.done(leaf, efforts, self, meter)?,
                    Err(why) => {
                        master.lost(&leaf);
                        return Err(why);
                    }
                }
            }
            let mut wait = match office.workers.is_empty() {
                true => Duration::ZERO,
                false => WAIT,
            };
            while let Some((worker, reply)) = crew.hear(wait) {
                wait = Duration::ZERO;
                if !self.replied(office, master, worker, &reply, meter)? {
                    crew.dismiss(worker);
                }
            }
        }
    }

    fn job(
        &self,
        office: &mut Office<S::Part>,
        worker: u64,
        leaf: &Leaf<S::Part>,
        share: u64,
    ) -> Answer<Job, S> {
        office.next_id += 1;
        let more = leaf.more.iter().map(|part| self.number(part));
        let unheard = office.unheard(worker);
        Ok(Job {
            id: office.next_id,
            part: self.number(&leaf.part)?,
            n: leaf.n,
            limits: leaf.limits,
            share,
            more: more.collect::<Result<_, _>>()?,
            news: (unheard.into_iter())
                .filter_map(|number| self.news_of(number))
                .collect(),
        })
    }

    /// Takes a reply in; false where it cannot be right.
    fn replied(
        &mut self,
        office: &mut Office<S::Part>,
        master: &mut Master<S::Part>,
        from: u64,
        reply: &[u8],
        meter: &mut Meter,
    ) -> Answer<bool, S> {
        let Some(reply) = Reply::read(reply) else {
            return Ok(false);
        };
        self.options = self.options.saturating_add(reply.options);
        self.spend(meter)?;
        // What was known before it came is the master's own.
        let own = self.fresh();
        office.note(None, own);
        let Some(fresh) = self.believe(&reply.news, meter)? else {
            return Ok(false);
        };
        self.fresh();
        office.note(Some(from), fresh);
        let jobs = office.workers.get_mut(&from).map(|worker| &mut worker.jobs);
        let job = jobs.and_then(|jobs| {
            let at = jobs.iter().position(|(id, _)| *id == reply.id)?;
            Some(jobs.remove(at))
        });
        // One of an older question is of use by its news only.
        if let Some((_, mut leaf)) = job {
            leaf.n = reply.n;
            let number = self.number(&leaf.part)?;
            let known = matches!(reply.efforts, NO | YES);
            if !known && [reply.efforts.0, reply.efforts.1].contains(&NEVER) {
                master.lost(&leaf);
                return Ok(false);
            }
            if !known {
                self.table.effort(number, leaf.n, reply.efforts);
            }
            master.done(leaf, reply.efforts, self, meter)?;
        }
        Ok(true)
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
        self.news = Some(Vec::new());
        let mut leaf = Leaf::new(part, job.n, more, job.limits);
        let before = self.options;
        let efforts = self.leaf(&mut leaf, job.share, meter)?;
        let news = self.fresh();
        let reply = Reply {
            id: job.id,
            n: leaf.n,
            efforts,
            options: self.options - before,
            news: (news.into_iter())
                .filter_map(|number| self.news_of(number))
                .collect(),
        };
        Ok(Some(reply.bytes()))
    }
}

/// Who has come, and who is lost.
fn gather<P: Clone>(office: &mut Office<P>, master: &mut Master<P>, crew: &mut dyn Crew) {
    let there: BTreeSet<u64> = crew.workers().into_iter().collect();
    office.workers.retain(|worker, at| {
        let stays = there.contains(worker);
        if !stays {
            for (_, leaf) in &at.jobs {
                master.lost(leaf);
            }
        }
        stays
    });
    for worker in there {
        office.workers.entry(worker).or_insert(Worker {
            heard: 0,
            jobs: Vec::new(),
        });
    }
}
