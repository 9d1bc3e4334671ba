//! Tables of boards: what a search has proved of the components of one game.
//!
//! Under normal play a position that splits into parts is the sum of its components, and outside a component there is only its value (Sprague 1935, Grundy
//! 1939). A search for one value leaves behind what it proved of thousands of components: that a value is v, or that it is not m. This checks
//! such a table from the rules alone, each entry by what it says and by entries of smaller components:
//!
//! - `rules`: the games, and how their positions are written; `family`: graphs by name;
//! - `form`: components, and what makes two of them equal;
//! - `mirror` and `line`: theorems that tell values without a look at all moves;
//! - `known`: what is known of a component, by the table, by these, or by plain search within a bound;
//! - `check`: an entry, by what it says.
//!
//! No option has a component that is not smaller, in the number of its vertices after what may go has gone, than what it is an option of. So by induction over that number, if
//! each entry follows from others, all are true, whoever wrote them.

mod check;
mod family;
mod form;
mod json;
mod known;
mod line;
mod mirror;
mod rules;
mod set;
mod text;
mod verdict;
mod words;
mod written;

use std::collections::BTreeSet;
use std::io::Read;

use crate::sample::Draw;
use crate::verdict::{Effort, Refusal};
use check::Fares;
use form::Key;
use known::{Entry, Known};
use written::Table;

pub(crate) use json::report as json;
pub(crate) use words::{flaw, report as words};

pub use text::Flaw;
pub use verdict::{Fault, Finding, Report, Unproved, Verified};
pub use written::{Claim, Says};

pub(crate) const FIRST_LINE: &[u8] = b"grundy-boards 1\n";

/// The line of the root.
const ROOT: u64 = 3;

/// How many lines that were not proved are told.
const TOLD: usize = 10;

/// Checks a table of boards.
///
/// Memory is a few times what `source` holds, and what search keeps: at most `effort.bound` components for each that the table does not tell.
///
/// # Errors
/// [`Refusal`] if there is nothing to judge: not a whole table, a game that is not understood, or more work than `effort` allows.
pub fn check(source: impl Read, effort: &Effort) -> Result<Report, Refusal> {
    let table = Table::read(source)?;
    let finding = match table.fault {
        Some(fault) => Finding::Refuted(fault),
        None => judged(&table, effort)?,
    };
    Ok(Report {
        claim: table.claim,
        finding,
    })
}

fn judged(table: &Table, effort: &Effort) -> Result<Finding, Refusal> {
    let mut known = Known::new(
        &table.rules,
        &table.entries,
        effort.bound,
        effort.most_options,
    );
    let mut order: Vec<(&Key, &Entry)> = table.entries.iter().collect();
    order.sort_unstable_by_key(|(_, entry)| entry.line);
    let mut checked = 0;
    let mut unproved: Vec<u64> = Vec::new();
    let mut count = 0;
    let mut fares = |fares: Fares, line: u64| {
        checked += 1;
        match fares {
            Fares::Proved => None,
            Fares::Wrong(fault) => Some(fault),
            Fares::Unproved => {
                count += 1;
                if unproved.len() < TOLD {
                    unproved.push(line);
                }
                None
            }
        }
    };
    let root = known.check_sum(&table.root, table.claim.says.fact(), ROOT)?;
    if let Some(fault) = fares(root, ROOT) {
        return Ok(Finding::Refuted(fault));
    }
    // Of the components, and then of sums, a few or all.
    let components = order.len() + table.sums.len();
    let mut draw = Draw::new(effort.seed);
    let sample = effort.sample.filter(|&sample| sample < components as u64);
    let chosen: Vec<usize> = match sample {
        Some(sample) => {
            let drawn = (0..sample).map(|_| draw.below(components as u64) as usize);
            drawn.collect::<BTreeSet<usize>>().into_iter().collect()
        }
        None => (0..components).collect(),
    };
    for at in chosen {
        let (line, entry) = match order.get(at) {
            Some((key, entry)) => {
                let line = entry.line.into();
                (line, known.check(key, entry.fact, line)?)
            }
            None => {
                let (line, places, fact) = &table.sums[at - order.len()];
                let line = (*line).into();
                (line, known.check_sum(places, *fact, line)?)
            }
        };
        if let Some(fault) = fares(entry, line) {
            return Ok(Finding::Refuted(fault));
        }
    }
    if count > 0 {
        return Ok(Finding::Unproved(Unproved {
            count,
            checked,
            lines: unproved,
        }));
    }
    Ok(Finding::Verified(Verified {
        components: components as u64,
        // One of them was the root's.
        checked: checked - 1,
        recomputed: known.recomputed,
        seed: sample.map(|_| effort.seed),
    }))
}
