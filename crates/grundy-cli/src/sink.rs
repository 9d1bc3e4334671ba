//! The command line as it stands behind a question to the service: the files of its context, and how far the work is.

use std::io::{self, Write as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::Message;
use grundy::couples::Shelf;
use grundy_service::Sink;

use crate::context::Context;

/// Time before anything is told, and between two such lines.
const FIRST: Duration = Duration::from_secs(1);
const BETWEEN: Duration = Duration::from_millis(200);

/// The context as the service sees it; on a watched terminal it tells how many of `all` positions are done.
pub(crate) struct Told<'c> {
    context: &'c Context,
    all: u64,
    begun: Instant,
    told: Option<Instant>,
    shelf: Option<Arc<dyn Shelf>>,
}

impl<'c> Told<'c> {
    /// A question of which nothing is told before its end.
    pub(crate) fn nothing(context: &'c Context) -> Told<'c> {
        Told::of(0, context)
    }

    /// A question of which nobody knows how many there will be: what is done is told as a number.
    pub(crate) fn counted(context: &'c Context) -> Told<'c> {
        Told::of(u64::MAX, context)
    }

    /// A question for so many positions; of none nothing is told.
    pub(crate) fn of(all: u64, context: &'c Context) -> Told<'c> {
        Told {
            context,
            all,
            begun: Instant::now(),
            told: None,
            shelf: None,
        }
    }

    /// The same with a place for tables of searches.
    pub(crate) fn with_shelf(self, shelf: Option<Arc<dyn Shelf>>) -> Told<'c> {
        Told { shelf, ..self }
    }
}

impl Sink for Told<'_> {
    fn progress(&mut self, done: u64) {
        let due = self.told.map_or(self.begun.elapsed() > FIRST, |told| {
            told.elapsed() > BETWEEN
        });
        if self.all > 0 && due && self.context.is_watched() {
            self.told = Some(Instant::now());
            let _ = match self.all {
                u64::MAX => write!(io::stderr(), "\r{done} "),
                all => write!(io::stderr(), "\r{:3} % ", done * 100 / all),
            };
        }
    }

    fn shelf(&self) -> Option<Arc<dyn Shelf>> {
        self.shelf.clone()
    }

    fn read(&self, name: &str, most: u64) -> Result<String, Message> {
        self.context.read(name, most)
    }
}

impl Drop for Told<'_> {
    fn drop(&mut self) {
        if self.told.is_some() {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}
