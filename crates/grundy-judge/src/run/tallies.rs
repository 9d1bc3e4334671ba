//! Which tally judges a format: the one place that knows them all.

use super::Limits;
use crate::format::{Format, Plan, Reply};
use crate::table::Table;
use crate::tally::{self, Tally};
use grundy::Wanted;

/// What is done with a tally, whichever it is.
pub(super) trait Driver {
    type Out;
    /// `make` gives as many of them as are wanted.
    fn by<T: Tally + Send>(self, make: impl Fn() -> T + Sync) -> Self::Out;
}

/// Drives with the tally of the format's plan.
pub(super) fn drive<D: Driver>(format: &Format, limits: &Limits, driver: D) -> D::Out {
    let kept = usize::try_from(limits.kept).unwrap_or(usize::MAX);
    let counts = matches!(format.tell, Reply::Count(_));
    let misere = format.rule.misere;
    let wanted = match format.tell {
        Reply::Outcome { .. } => Wanted::Outcome,
        Reply::Value(_) => Wanted::Value,
        _ => Wanted::Moves,
    };
    match &format.plan {
        Plan::Nim if counts => driver.by(|| tally::NimMoves::new(misere, limits.path)),
        Plan::Nim => driver.by(|| tally::Nim::new(misere, limits.path)),
        Plan::NimMoves => driver.by(|| tally::NimList::new(misere, kept)),
        Plan::Bounded(limit) => {
            driver.by(|| tally::Bounded::new(*limit, counts, kept, limits.path))
        }
        Plan::Interval(from, to) => driver.by(|| tally::Interval::new(*from, *to)),
        Plan::Subtraction(takes) => driver.by(|| {
            let table = Table::new(limits.table, limits.stop.clone());
            tally::Subtraction::new(takes.clone(), table, counts, kept)
        }),
        Plan::Wythoff => driver.by(tally::Wythoff::default),
        Plan::Fibonacci => driver.by(tally::Fibonacci::default),
        Plan::Grundys => driver.by(tally::Grundys::default),
        Plan::Lasker => driver.by(tally::Lasker::default),
        Plan::NimProduct => driver.by(tally::NimProduct::default),
        Plan::NimRuns => driver.by(tally::NimRuns::default),
        Plan::Bids(most) => driver.by(|| tally::Bids::new(*most, kept)),
        Plan::Tree(count) => driver.by(|| tally::Tree::new(*count, kept)),
        Plan::Diagonals(width) => driver.by(|| tally::Diagonals::new(*width, kept)),
        Plan::Counted(counting) => driver.by(|| tally::Letters::new(counting)),
        Plan::Whole(form) => driver.by(|| tally::Whole::new(form, format)),
        Plan::Formula(formulas) => driver.by(|| tally::ByFormula::new(formulas, &limits.budget)),
        Plan::Options(options, memory) => driver.by(|| {
            tally::Ruled::new(options, memory, &format.layout, misere, wanted, limits)
                .winning_if(format.wins.as_ref())
        }),
        Plan::Own(own) => {
            driver.by(|| tally::Owned::new(own, misere, wanted, kept, limits.budget.clone()))
        }
        Plan::General => {
            driver.by(|| tally::General::new(misere, wanted, kept, limits.budget.clone()))
        }
    }
}
