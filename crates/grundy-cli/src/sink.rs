//! The command line as it stands behind a question to the service: the files of its context, and how far the work is.

use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::Message;
use grundy::couples::Shelf;
use grundy_service::Sink;
use indicatif::ProgressBar;

use crate::context::Context;
use crate::progress::{self, Measure};

/// Time before anything is told.
const FIRST: Duration = Duration::from_secs(1);

/// The context as the service sees it; on a watched terminal it tells how many of `all` positions are done.
pub(crate) struct Told<'c> {
    context: &'c Context,
    all: u64,
    begun: Instant,
    bar: Option<ProgressBar>,
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
            bar: None,
            shelf: None,
        }
    }

    /// The same with a place for tables of searches.
    pub(crate) fn with_shelf(mut self, shelf: Option<Arc<dyn Shelf>>) -> Told<'c> {
        self.shelf = shelf;
        self
    }
}

impl Sink for Told<'_> {
    fn progress(&mut self, done: u64) {
        if self.all == 0 || !self.context.is_watched() || self.begun.elapsed() < FIRST {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let all = (self.all < u64::MAX).then_some(self.all);
            progress::bar(Measure::Positions, all).with_elapsed(self.begun.elapsed())
        });
        bar.set_position(done);
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
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
