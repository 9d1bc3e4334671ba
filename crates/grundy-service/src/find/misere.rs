//! Patterns in who wins single positions under misère play.
//!
//! Where the misère quotient of all heaps is known, outcomes of single heaps repeat as it does, and that is a proof. Where it is not, what
//! was computed is looked at: outcomes of a rule by one pass over all smaller positions, of what a quotient covers, else position by position.

use grundy::budget::Meter;
use grundy::component::Rules;
use grundy::engine::misere::{Element, HeapElements, Repeats};
use grundy::engine::sequence::{Rules as Sequence, Takes};
use grundy::pattern::{self, Proved, Report, Scope};
use grundy::{Budget, Outcome, Play, Solver};

use super::{HEAPS, Of};
use crate::filling::Filling;
use crate::quotient;
use crate::range::Axis;
use crate::rule::Ruled;
use crate::{Failure, Quiet, Refused, Sink, stopped};

/// Positions that building a quotient may cost here, and elements that it may have: as many as a program holds.
const POSITIONS: u64 = 1_000_000;
const ORDER: u64 = 1 << 10;

/// Heaps that are solved one by one, numbers that each of two coordinates runs through, and positions that one of these may cost.
const SINGLY: usize = 660;
const SIDE: usize = 110;
const EACH: u64 = 100_000;

/// What a quotient of all heaps says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownQuotient {
    /// Its elements.
    pub order: usize,
    /// Those in P.
    pub p_count: usize,
    /// The least heap from which on values repeat.
    pub preperiod: u64,
    /// After how many heaps.
    pub period: u64,
}

/// The pattern, and the quotient where that of all heaps is known.
pub(super) fn of(
    of: &Of,
    ruled: Option<&Ruled>,
    small: Option<u32>,
    rules: &dyn Rules,
    budget: &Budget,
    sink: &mut dyn Sink,
) -> Result<(Report, Option<KnownQuotient>), Failure> {
    let mut meter = Meter::new(budget);
    let ended = |why: grundy::Reason| match stopped(budget) {
        true => Failure::Interrupted,
        false => Failure::Unknown(why.into()),
    };
    let ran_out = |exhausted: grundy::Exhausted| ended(exhausted.into());
    let rule = ruled.map(Ruled::numbers).transpose()?;
    let first = rules.at(&[0]).filter(|_| rules.coordinates() == 1);
    let sequence = first.and_then(|first| first.sequence_rules());
    let takes = sequence.as_ref().and_then(Sequence::takes);
    // Nothing proves that a quotient repeats where all numbers but a few may be taken.
    let is_worth = sequence.is_some() && !matches!(takes, Some(Takes::AllBut(_)));
    let quotient = is_worth.then(|| built(of, budget)).transpose()?;
    if stopped(budget) {
        return Err(Failure::Interrupted);
    }
    if let Some(quotient) = &quotient
        && let Some((preperiod, period)) = quotient.repeats()
    {
        let known = KnownQuotient {
            order: quotient.quotient().order(),
            p_count: quotient.quotient().p_count(),
            preperiod,
            period,
        };
        let (from, every) = (preperiod as usize, period as usize);
        let heaps = small.map_or(HEAPS as usize, |small| 11 * small as usize);
        let heaps = heaps.max(from + 4 * every);
        let proved = Proved::by_quotient(from, every, known.order);
        let outcomes = outcomes(quotient, heaps);
        let report =
            pattern::find_in_outcomes(rule, &outcomes, &[heaps], Some(&proved), &mut meter);
        return Ok((report.map_err(ran_out)?, Some(known)));
    }
    let by_rule = rule.and_then(|rule| {
        let found = pattern::find_misere(rule, &Scope { small }, &mut meter)?;
        Some(found.map_err(|unfilled| ended(unfilled.reason(rule))))
    });
    if let Some(report) = by_rule {
        return Ok((report?, None));
    }
    let heaps = HEAPS as usize;
    let mut proved = None;
    let (outcomes, sizes) = match (takes, &quotient) {
        (Some(takes), _) => {
            let outcomes = by_takes(takes, heaps);
            proved = Proved::by_first_lost(takes, &outcomes);
            (outcomes, vec![heaps])
        }
        (None, Some(quotient)) => {
            let outcomes = outcomes(quotient, heaps);
            let sizes = vec![outcomes.len()];
            (outcomes, sizes)
        }
        (None, None) => one_by_one(rules, budget, sink)?,
    };
    let report = pattern::find_in_outcomes(rule, &outcomes, &sizes, proved.as_ref(), &mut meter);
    Ok((report.map_err(ran_out)?, None))
}

/// The quotient of all heaps of what is asked, as far as a part of the budget lets it be built.
fn built(of: &Of, budget: &Budget) -> Result<quotient::Response, Failure> {
    let mut request = quotient::Request {
        order: Some(ORDER),
        ..quotient::Request::default()
    };
    match of {
        Of::Rule(written) => request.rule = Some(written.clone()),
        Of::Game(game) | Of::Values(game, _) => request.game = Some(game.clone()),
    }
    request.run(&half(budget, POSITIONS), &mut Quiet)
}

/// So many positions at most, and half of the time: some is left for what is looked for then.
fn half(budget: &Budget, positions: u64) -> Budget {
    Budget {
        positions: budget.positions.min(positions),
        time: budget.time.map(|time| time / 2),
        ..budget.clone()
    }
}

/// Who wins the first heaps that a quotient covers, at most so many: 0 for P, 1 for N.
fn outcomes(of: &quotient::Response, most: usize) -> Vec<u32> {
    let values = of.heap_values();
    let repeats = of.repeats().map(|(preperiod, period)| Repeats {
        preperiod: preperiod as usize,
        period: period as usize,
    });
    let heaps = HeapElements {
        values: &values,
        repeats,
    };
    let outcome = |heap| {
        heaps
            .at(heap)
            .map(|element: Element| number(of.quotient().outcome(element)))
    };
    (0..most as u64).map_while(outcome).collect()
}

/// Who wins the first heaps of a set of takes: a move leads to one heap.
fn by_takes(takes: &Takes, heaps: usize) -> Vec<u32> {
    let mut lost: Vec<u64> = Vec::new();
    let mut least = None;
    let outcomes = (0..heaps as u64).map(|heap| {
        least = least.or_else(|| {
            takes
                .contains(heap)
                .then_some(heap)
                .filter(|&take| take > 0)
        });
        let is_won = least.is_none() || lost.iter().any(|&left| takes.contains(heap - left));
        if !is_won {
            lost.push(heap);
        }
        u32::from(is_won)
    });
    outcomes.collect()
}

fn number(outcome: Outcome) -> u32 {
    u32::from(outcome != Outcome::P)
}

/// Who wins the first positions of one or two coordinates, as far as all are known, and how many numbers each runs through.
fn one_by_one(
    rules: &dyn Rules,
    budget: &Budget,
    sink: &mut dyn Sink,
) -> Result<(Vec<u32>, Vec<usize>), Failure> {
    let mut solver = Solver::new();
    // A position that costs more is none of many.
    solver.budget = half(budget, EACH);
    let (down, count) = match rules.coordinates() {
        1 => (None, SINGLY),
        // Some begin at 1.
        2 if rules.at(&[0, 0]).is_some() => (Some(Axis::below(SIDE)), SIDE),
        _ => return Err(Refused::NoCoordinates(rules.head().to_owned()).into()),
    };
    let across = Axis::below(count);
    let mut filling = Filling {
        rules,
        play: Play::Misere,
        down,
        across,
        solver,
        threads: 1,
        progress: &mut |done| sink.progress(done),
    };
    let (known, why) = filling.known();
    match (why, stopped(budget)) {
        (_, true) => Err(Failure::Interrupted),
        (Some(why), _) if known.is_empty() => Err(Failure::Unknown(why.into())),
        _ => Ok(boxed(
            known.into_iter().map(number).collect(),
            down.is_some(),
        )),
    }
}

/// Rows of the first coordinate as columns: of one coordinate what there is, of two the largest square of it.
fn boxed(rows: Vec<u32>, is_square: bool) -> (Vec<u32>, Vec<usize>) {
    if !is_square {
        let count = rows.len();
        return (rows, vec![count]);
    }
    let side = (rows.len() / SIDE).max(1);
    let at = |x: usize, y: usize| rows.get(x * SIDE + y).copied();
    let places = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let cells = places.filter_map(|(x, y)| at(x, y)).collect();
    (cells, vec![side, side])
}
