//! Certificates of misère quotients.
//!
//! Under misère play, where whoever cannot move wins, sums of given components (letters) are decided by a commutative monoid Q with a
//! set P of elements: each letter h has a value Φ(h) in Q, and a sum is won by the player who has just moved, it is *P*, exactly if the
//! product of the values of its letters is in P. The least such monoid, in which for any two elements x and y some z has just one of xz
//! and yz in P, is *the* misère quotient of the letters (Plambeck 2005; Plambeck and Siegel 2008).
//!
//! A certificate holds all of that, and what is checked is enough for it to be true of every sum:
//!
//! - `monoid`: the actions make a commutative monoid, of which every element is the value of a sum, and no two elements are alike;
//! - `letters`: letters without moves are worth 1, and what the options of each other letter are worth;
//! - `sums`: 1 is not in P, no sum is wrongly called P, and none is wrongly called N: what follows for all sums by induction;
//! - `repeats`: with values that repeat, that this is so of all heaps.

mod json;
mod letters;
mod monoid;
mod repeats;
mod sums;
mod verdict;
mod words;
mod work;
mod written;

use std::io::Read;

use crate::rules::Rules;
use crate::verdict::{Effort, Refusal};
use letters::Letters;
use monoid::Monoid;
use sums::Sums;
use work::Work;

pub(crate) use json::report as json;
pub(crate) use words::report as words;
pub(crate) use written::FIRST_LINE;

pub use verdict::{Fault, Finding, Report, Verified};
pub use written::Claim;

/// Checks a certificate of a quotient.
///
/// Memory is a few times what `source` holds, and less than a gibibyte beside.
///
/// # Errors
/// [`Refusal`] if there is nothing to judge: not a whole certificate, rules that are not understood, or more work than
/// `effort` allows.
pub fn check(source: impl Read, effort: &Effort) -> Result<Report, Refusal> {
    let claim = Claim::read(source)?;
    let rules = claim
        .code
        .as_ref()
        .map(|code| code.parse::<Rules>())
        .transpose()?;
    let finding = match verified(&claim, rules.as_ref(), effort) {
        Ok(verified) => Finding::Verified(verified),
        Err(Stop::Fault(fault)) => Finding::Refuted(fault),
        Err(Stop::Refusal(refusal)) => return Err(refusal),
    };
    Ok(Report { claim, finding })
}

/// What ends a check.
#[derive(Debug)]
enum Stop {
    Fault(Fault),
    Refusal(Refusal),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Stop {
        Stop::Refusal(refusal)
    }
}

fn verified(claim: &Claim, rules: Option<&Rules>, effort: &Effort) -> Result<Verified, Stop> {
    let mut work = Work::new(effort.most_options);
    let monoid = Monoid::of(claim, &mut work)?;
    // What is said of all heaps is cheaper to see than that it is true of those that are covered.
    if let Some(rules) = rules {
        repeats::check(claim, rules)?;
    }
    let letters = Letters::of(claim, rules, &monoid, &mut work)?;
    let sums = Sums::check(&monoid, &letters, &mut work)?;
    Ok(Verified {
        order: claim.order,
        p_count: claim.p.len() as u64,
        kinds: letters.kinds.len() as u64,
        pairs: sums.pairs,
    })
}
