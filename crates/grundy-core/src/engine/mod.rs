//! Engines: one file each, opened by the theorem it stands on.
//!
//! The first group answers for a component of a sum ([`heaps`], [`pairs`], [`staircases`], [`couples`], [`search`], [`enumerate`]) or for a whole
//! sum ([`whole`]); the others, from the floor below, are plain functions on
//! numbers, tables, trees and graphs that rulesets call.

use std::any::{Any, TypeId};
use std::fmt;

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Meter};
use crate::component::Component;
use crate::couples::Searching;
use crate::reason::Reason;
use crate::stop::Stop;

pub use grundy_engine::{
    breaking, graph, grid, hackenbush, heap_values, matching, misere, period, prefetch, sequence,
    sought, split, staircase, subtraction, tree,
};

pub mod couples;
pub mod enumerate;
pub mod genera;
pub mod heaps;
pub mod letters;
pub mod pairs;
pub mod search;
pub mod staircases;
pub mod whole;

/// So many options of a position are listed at one go. Where there are more they are listed anew, four times as many each time, and the clock is
/// looked at between.
const AT_ONCE: usize = 1 << 14;

/// The options of a component, of which there is room for so many bytes each.
fn listed(
    component: &dyn Component,
    bytes: u64,
    meter: &Meter,
) -> Result<Vec<Vec<Box<dyn Component>>>, Reason> {
    let room = meter.room(bytes);
    let mut limit = room.min(AT_ONCE);
    loop {
        meter.look()?;
        match component.options(limit) {
            Err(Stop::Full) if limit < room => limit = limit.saturating_mul(4).min(room),
            told => return told.map_err(|stop| stop.reason(|| meter.full(bytes).into())),
        }
    }
}

/// What an engine works with while one question is answered.
#[derive(Debug)]
pub struct Work {
    /// What may still be spent.
    pub meter: Meter,
    /// Tables and memos, by ruleset.
    pub tables: Tables,
    /// How many moves to list.
    pub listed: usize,
    /// How positions that fall apart are searched.
    pub searching: Searching,
}

impl Work {
    /// Begins a question.
    pub fn new(budget: &Budget, tables: Tables, listed: usize) -> Work {
        Work {
            meter: Meter::new(budget),
            tables,
            listed,
            searching: Searching::default(),
        }
    }
}

/// Tables and memos kept between questions: one box for each kind of table, ruleset and parameters.
#[derive(Default)]
pub struct Tables(FxHashMap<TypeId, FxHashMap<String, Box<dyn Any + Send>>>);

impl Tables {
    /// The table of type `T` for the ruleset written `head`, made empty if there is none. `T` must name the ruleset
    /// among its parameters, so that two rulesets never share one.
    pub fn of<T: Default + Send + 'static>(&mut self, head: &str) -> &mut T {
        let table = self.kept(TypeId::of::<T>(), head, || Box::new(T::default()));
        table
            .downcast_mut()
            .expect("a table is kept under its own type")
    }

    /// The box of a kind, made if there is none: compiled once, and not for each kind.
    fn kept(
        &mut self,
        kind: TypeId,
        head: &str,
        make: fn() -> Box<dyn Any + Send>,
    ) -> &mut (dyn Any + Send) {
        let kind = self.0.entry(kind).or_default();
        if !kind.contains_key(head) {
            kind.insert(head.to_owned(), make());
        }
        kind.get_mut(head).expect("there is one now").as_mut()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables")
            .field("kinds", &self.0.len())
            .finish()
    }
}
