//! What a ruleset offers whose positions fall apart: a search by components ([`grundy_engine::split`]), its parts made of positions.
//!
//! A ruleset implements [`FallsApart`]: for a position it begins a [`Search`] in which that position
//! and all that can follow have their parts. What a search has proved stays, and serves the next question that it [covers](Couples::covers).

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use grundy_engine::split::search::together::Team;
use grundy_engine::split::search::{Search, Stopped};
use grundy_engine::split::{Fact, Splits};

pub use grundy_engine::split::search::crew::Crew;
pub use grundy_engine::split::search::kept::NoTable;

use crate::budget::Meter;
use crate::reason::{NotCovered, Reason, TooLarge};
use crate::stop::Stop;
use crate::sum::Sum;

/// That positions fall apart into components, for search by couples of a component and a number.
pub trait FallsApart<P> {
    /// A search that covers a position and all that can follow it, and that holds at most about so many bytes; none where the position is too
    /// large for any.
    fn couples(&self, position: &P, bytes: u64) -> Option<Box<dyn Couples<P>>>;
}

/// A search by couples, with what it has proved.
pub trait Couples<P>: Send {
    /// Whether the position and all that can follow have parts in it.
    fn covers(&self, position: &P) -> bool;

    /// Of what it is the search: its name, by which it is kept.
    fn name(&self) -> &str;

    /// Searches with so many threads from now on.
    fn set_threads(&mut self, threads: usize);

    /// Lets others search too from now on, where the parts have numbers that all of them know.
    fn set_crew(&mut self, crew: Option<Arc<Mutex<dyn Crew>>>);

    /// Does a job for whoever leads a search of this name, as one of its crew: what to reply. None where it is no job for this search.
    ///
    /// # Errors
    /// As [`value`](Couples::value).
    fn work(&mut self, job: &[u8], meter: &mut Meter) -> Result<Option<Vec<u8>>, Reason>;

    /// The value of a position that is covered.
    ///
    /// # Errors
    /// What ran out, or why an option cannot be told.
    fn value(&mut self, position: &P, meter: &mut Meter) -> Result<u32, Reason>;

    /// Whether the value of a sum of positions that are covered is n.
    ///
    /// # Errors
    /// As [`value`](Couples::value).
    fn is(&mut self, sum: &[P], n: u32, meter: &mut Meter) -> Result<bool, Reason>;

    /// The value of a position that is covered, with all that it [rests](Search::grounds) on: what is claimed of other positions.
    ///
    /// # Errors
    /// As [`value`](Couples::value); or that the parts of this search are not positions that can be written.
    fn grounds(&mut self, position: &P, meter: &mut Meter) -> Result<Grounds<P>, Reason>;

    /// How far it is.
    fn progress(&self) -> Progress;

    /// Whether what it knows can be kept in a file.
    fn lasts(&self) -> bool;

    /// Writes what it knows.
    ///
    /// # Errors
    /// Of the writer.
    fn save(&self, to: &mut dyn Write) -> io::Result<()>;

    /// Reads what was saved by a search of this name.
    ///
    /// # Errors
    /// Of the reader, or what is wrong with the file.
    fn load(&mut self, from: &mut dyn Read) -> io::Result<()>;
}

/// A value with what it rests on: of each position that its value is this, or none of these.
pub type Grounds<P> = (u32, Vec<(P, Fact)>);

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Options that it has looked at.
    pub options: u64,
    /// Entries of its table.
    pub entries: u64,
    /// Entries that the table has room for as large as it is now.
    pub capacity: u64,
    /// Bytes that the table and the numbers of its parts hold.
    pub bytes: u64,
}

/// How positions that fall apart are searched: by how many threads, where tables are kept, and who hears how far it is.
#[derive(Clone, Debug)]
pub struct Searching {
    /// Threads that search together; 1 unless set.
    pub threads: usize,
    /// Who searches beside them: other processes, on this machine or elsewhere.
    pub crew: Option<Arc<Mutex<dyn Crew>>>,
    /// Where tables are kept from one program to the next.
    pub shelf: Option<Arc<dyn Shelf>>,
}

impl Default for Searching {
    fn default() -> Searching {
        Searching {
            threads: 1,
            crew: None,
            shelf: None,
        }
    }
}

/// Keeps tables of searches under their names, and hears how far a search is. The library itself reads and writes no files.
pub trait Shelf: fmt::Debug + Send + Sync {
    /// Gives the table of this name to `read`, if there is one. What is wrong with it is the shelf's to tell; the search then begins anew.
    fn load(&self, name: &str, read: &mut dyn FnMut(&mut dyn Read) -> io::Result<()>);

    /// Keeps the table of this name, which `write` writes, in the place of an older one.
    fn save(&self, name: &str, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>);

    /// A search under way is this far; asked every few seconds.
    fn progress(&self, name: &str, progress: &Progress) {
        let _ = (name, progress);
    }

    /// Whether the table should be kept now, while the search goes on; asked every few seconds.
    fn is_due(&self) -> bool {
        false
    }
}

/// Of one position no more moves are looked at.
pub(crate) const MOST_MOVES: usize = 1 << 20;

/// Makes parts of positions.
struct Parted<P, S: Splits, F> {
    name: String,
    threads: usize,
    crew: Option<Arc<Mutex<dyn Crew>>>,
    search: Search<S>,
    parts: F,
    position: Option<Written<P, S>>,
}

/// The position that a part is.
type Written<P, S> = fn(&S, &<S as Splits>::Part) -> P;

/// A search under a name, which tells game and board, with what makes parts of a position: the nim-sum of what is known, and the parts. It makes none of a position that has no
/// place in this search.
pub fn couples<P, S, F>(name: impl Into<String>, search: Search<S>, parts: F) -> Box<dyn Couples<P>>
where
    P: 'static,
    S: Splits<Part: 'static, Keys: 'static, Stop: Into<Stop>> + 'static,
    F: Fn(&S, &P) -> Option<(u32, Vec<S::Part>)> + Send + 'static,
{
    Box::new(Parted {
        name: name.into(),
        threads: 1,
        crew: None,
        search,
        parts,
        position: None,
    })
}

/// The same of a game whose parts are positions: then what a value [rests](Couples::grounds) on can be written.
pub fn couples_of_positions<P, S, F>(
    name: impl Into<String>,
    search: Search<S>,
    parts: F,
    position: fn(&S, &S::Part) -> P,
) -> Box<dyn Couples<P>>
where
    P: 'static,
    S: Splits<Part: 'static, Keys: 'static, Stop: Into<Stop>> + 'static,
    F: Fn(&S, &P) -> Option<(u32, Vec<S::Part>)> + Send + 'static,
{
    Box::new(Parted {
        name: name.into(),
        threads: 1,
        crew: None,
        search,
        parts,
        position: Some(position),
    })
}

impl<P, S: Splits, F> Parted<P, S, F> {
    /// Has something searched for by whoever searches: threads, and a crew beside them.
    fn by_team<T>(&mut self, work: impl FnOnce(&mut Search<S>, Team<'_>) -> T) -> T {
        let Some(crew) = &self.crew else {
            return work(&mut self.search, Team::Threads(self.threads));
        };
        let mut crew = crew.lock().unwrap_or_else(PoisonError::into_inner);
        let mut crew = Named::new(&self.name, &mut *crew);
        work(&mut self.search, Team::Crew(self.threads, &mut crew))
    }
}

impl<P, S, F> Couples<P> for Parted<P, S, F>
where
    S: Splits<Stop: Into<Stop>>,
    F: Fn(&S, &P) -> Option<(u32, Vec<S::Part>)> + Send,
{
    fn covers(&self, position: &P) -> bool {
        (self.parts)(self.search.splits(), position).is_some()
    }

    fn value(&mut self, position: &P, meter: &mut Meter) -> Result<u32, Reason> {
        let parts = (self.parts)(self.search.splits(), position);
        let (known, parts) = parts.ok_or(NotCovered::Couples)?;
        let values = self.by_team(|search, team| search.sum_together(&parts, team, meter));
        Ok(known ^ values.map_err(reason)?)
    }

    fn is(&mut self, sum: &[P], n: u32, meter: &mut Meter) -> Result<bool, Reason> {
        let (mut n, mut all) = (n, Vec::new());
        for position in sum {
            let parts = (self.parts)(self.search.splits(), position);
            let (known, parts) = parts.ok_or(NotCovered::Couples)?;
            n ^= known;
            all.extend(parts);
        }
        let is = self.by_team(|search, team| search.sum_is_together(&all, n, team, meter));
        is.map_err(reason)
    }

    fn grounds(&mut self, position: &P, meter: &mut Meter) -> Result<Grounds<P>, Reason> {
        let parts = (self.parts)(self.search.splits(), position);
        let (Some((known, parts)), Some(position)) = (parts, self.position) else {
            return Err(NotCovered::Couples.into());
        };
        let grounds = self.by_team(|search, team| search.grounds(&parts, team, meter));
        let (value, grounds) = grounds.map_err(reason)?;
        let splits = self.search.splits();
        let grounds = grounds.into_iter();
        let written = grounds.map(|(part, fact)| (position(splits, &part), fact));
        Ok((known ^ value, written.collect()))
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    fn set_crew(&mut self, crew: Option<Arc<Mutex<dyn Crew>>>) {
        self.crew = crew.filter(|_| self.search.lasts());
    }

    fn work(&mut self, job: &[u8], meter: &mut Meter) -> Result<Option<Vec<u8>>, Reason> {
        match self.search.lasts() {
            true => self.search.work(job, meter).map_err(reason),
            false => Ok(None),
        }
    }

    fn progress(&self) -> Progress {
        Progress {
            options: self.search.options(),
            entries: self.search.table().len(),
            capacity: self.search.table().capacity(),
            bytes: self.search.bytes(),
        }
    }

    fn lasts(&self) -> bool {
        self.search.lasts()
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        self.search.save(&self.name, to)
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.search.load(&self.name, from)
    }
}

/// A crew that does jobs of several searches: each job and each reply bears the name of its search.
#[derive(Debug)]
struct Named<'c> {
    name: &'c str,
    crew: &'c mut dyn Crew,
}

impl<'c> Named<'c> {
    fn new(name: &'c str, crew: &'c mut dyn Crew) -> Named<'c> {
        Named { name, crew }
    }
}

fn with_name(name: &str, rest: &[u8]) -> Vec<u8> {
    let length = (name.len() as u64).to_le_bytes();
    [&length[..], name.as_bytes(), rest].concat()
}

/// The name, and what is behind it.
fn named(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<8>()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let (name, rest) = rest.split_at_checked(length)?;
    Some((std::str::from_utf8(name).ok()?, rest))
}

impl Crew for Named<'_> {
    fn workers(&mut self) -> Vec<u64> {
        self.crew.workers()
    }

    fn send(&mut self, worker: u64, job: &[u8]) {
        self.crew.send(worker, &with_name(self.name, job));
    }

    fn hear(&mut self, wait: Duration) -> Option<(u64, Vec<u8>)> {
        let mut wait = wait;
        loop {
            let (worker, reply) = self.crew.hear(wait)?;
            wait = Duration::ZERO;
            match named(&reply) {
                Some((name, reply)) if name == self.name => return Some((worker, reply.to_vec())),
                // A late one, for a search that has ended.
                Some(_) => {}
                None => self.crew.dismiss(worker),
            }
        }
    }

    fn dismiss(&mut self, worker: u64) {
        self.crew.dismiss(worker);
    }

    fn share(&self) -> u64 {
        self.crew.share()
    }
}

/// What one of a crew does: a search of the same name as that of whoever leads.
pub trait Worker: Send {
    /// The name of the search.
    fn name(&self) -> &str;

    /// As [`Couples::work`].
    ///
    /// # Errors
    /// As there.
    fn work(&mut self, job: &[u8], meter: &mut Meter) -> Result<Option<Vec<u8>>, Reason>;
}

/// A search for whatever positions, as a worker.
pub(crate) struct Working<P>(pub(crate) Box<dyn Couples<P>>);

impl<P> Worker for Working<P> {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn work(&mut self, job: &[u8], meter: &mut Meter) -> Result<Option<Vec<u8>>, Reason> {
        self.0.work(job, meter)
    }
}

/// The searches of one of a crew: those that the components of a sum may be asked for.
pub struct Workers(Vec<Box<dyn Worker>>);

impl Workers {
    /// Searches for the components of a sum, which hold at most about so many bytes together.
    pub fn new(sum: &Sum, bytes: u64) -> Workers {
        let each = bytes / (sum.components().count() as u64).max(1);
        let mut workers: Vec<Box<dyn Worker>> = Vec::new();
        for component in sum.components() {
            if let Some(worker) = component.worker(each)
                && workers.iter().all(|other| other.name() != worker.name())
            {
                workers.push(worker);
            }
        }
        Workers(workers)
    }

    /// Does a job: what to reply. None where there is no search of its name here, or it is no job.
    ///
    /// # Errors
    /// What ran out, or why an option cannot be told.
    pub fn work(&mut self, job: &[u8], meter: &mut Meter) -> Result<Option<Vec<u8>>, Reason> {
        let Some((name, job)) = named(job) else {
            return Ok(None);
        };
        let worker = self.0.iter_mut().find(|worker| worker.name() == name);
        let Some(worker) = worker else {
            return Ok(None);
        };
        let reply = worker.work(job, meter)?;
        Ok(reply.map(|reply| with_name(name, &reply)))
    }
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.0.iter().map(|worker| worker.name());
        f.debug_list().entries(names).finish()
    }
}

fn reason<E: Into<Stop>>(stopped: Stopped<E>) -> Reason {
    match stopped {
        Stopped::Exhausted(exhausted) => exhausted.into(),
        Stopped::Keys(bytes) => crate::budget::Exhausted::Bytes(bytes).into(),
        Stopped::Deep(moves) => TooLarge::Plays(moves).into(),
        Stopped::Large => TooLarge::Value.into(),
        Stopped::Rules(stop) => stop.into().reason(|| TooLarge::Moves(MOST_MOVES).into()),
    }
}

impl<P> fmt::Debug for dyn Couples<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Couples")
            .field("name", &self.name())
            .finish_non_exhaustive()
    }
}
