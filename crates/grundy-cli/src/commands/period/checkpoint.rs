//! Checkpoints of a search for a period: the whole search in one file, which is replaced only by a whole one.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use grundy::engine::period::{NotKept, NotSearch, Search};
use grundy::engine::sequence::{NotSaved, Rules};
use grundy_files::Lock;

use super::refuse;
use crate::failure::Failure;
use crate::limits;
use crate::output;
use crate::watch;
use crate::words;

/// How often one is written if nothing is said.
const EVERY: Duration = Duration::from_secs(60);

/// Where and how often a search is saved.
pub(super) struct Checkpoint<'p> {
    path: Option<&'p Path>,
    every: Duration,
    last: Instant,
    _lock: Option<Lock>,
}

impl<'p> Checkpoint<'p> {
    /// In a file, if one is named.
    pub(super) fn new(path: Option<&'p Path>, every: Option<&str>) -> Result<Self, Failure> {
        let every = match every {
            None => EVERY,
            Some(text) => limits::duration(text)
                .flatten()
                .ok_or_else(|| refuse(words::no_interval(text)))?,
        };
        Ok(Checkpoint {
            _lock: path.map(output::lock).transpose()?,
            path,
            every,
            last: Instant::now(),
        })
    }

    /// Refuses to take the place of a file that is there.
    pub(super) fn is_new(&self) -> Result<(), Failure> {
        match self.path {
            Some(path) if path.exists() => Err(Failure::Input(words::checkpoint_is_there(path))),
            _ => Ok(()),
        }
    }

    /// The search in the file.
    pub(super) fn read(&self, rules: &Rules, memory: usize) -> Result<Search, Failure> {
        let path = self
            .path
            .ok_or_else(|| refuse(words::resume_needs_checkpoint()))?;
        let bytes = fs::read(path)
            .map_err(|error| Failure::File(path.to_owned(), words::cannot_read(), error))?;
        let search = Search::restore(&bytes, memory).map_err(|why| {
            Failure::Input(match why {
                NotSearch::Values(NotKept::Foreign) | NotSearch::Sequence(NotSaved::Foreign) => {
                    words::search_foreign(path)
                }
                NotSearch::Sequence(NotSaved::Version(version)) => {
                    words::search_version(path, version)
                }
                _ => words::search_damaged(path),
            })
        })?;
        if search.rules() != rules {
            let message = words::search_of_other_rules(path, search.rules().to_string());
            return Err(Failure::Input(message));
        }
        Ok(search)
    }

    /// Writes the search if it is time to.
    pub(super) fn write_if_due(&mut self, search: &Search) -> Result<(), Failure> {
        if self.path.is_none() || self.last.elapsed() < self.every {
            return Ok(());
        }
        self.write(search)?;
        self.last = Instant::now();
        Ok(())
    }

    /// Writes the search.
    pub(super) fn write(&self, search: &Search) -> Result<(), Failure> {
        let Some(path) = self.path else {
            return Ok(());
        };
        let _hold = watch::hold();
        output::replace_file(path, &search.save())
    }
}
