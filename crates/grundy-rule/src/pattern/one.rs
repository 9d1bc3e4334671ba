//! Patterns of one coordinate: all hypotheses that the small range suggests, held against every value.

use super::data::{Data, Hypothesis};
use super::finding::{Form, Subject};
use super::{automaton, closed, descent, intervals, losing, period, recurrence, residues};
use crate::budget::{Exhausted, Meter};

/// Formulas held against all values, the shortest first, and those held against a few of them before.
const MOST_TRIED: usize = 64;
const MOST_LOOKED_AT: usize = 4_000;

/// The simplest pattern of the values that survives.
pub(crate) fn values(data: &Data, meter: &mut Meter) -> Result<Option<Hypothesis>, Exhausted> {
    let probes = closed::probes(data);
    let bases = closed::bases(data, &probes);
    let truth = closed::truths(data, Subject::Values, &probes);
    let mut texts = closed::values(&bases, &truth);
    let regular = period::periodic(data, Subject::Values);
    if texts.is_empty() && regular.is_none() {
        texts = residues::values(data, &probes, &bases, &truth);
        texts.extend(intervals::texts(data, Subject::Values, &probes, &truth));
    }
    let formula = shortest(data, Subject::Values, texts, meter)?;
    let found = simplest([formula, regular]);
    Ok(found.or_else(|| descent::values(data)))
}

/// The simplest pattern of the P-positions that survives.
pub(crate) fn lost(data: &Data, meter: &mut Meter) -> Result<Option<Hypothesis>, Exhausted> {
    let probes = closed::probes(data);
    let bases = closed::bases(data, &probes);
    let truth = closed::truths(data, Subject::Losing, &probes);
    let mut texts = losing::conditions(data, &bases, &truth);
    texts.extend(losing::tells(&closed::leading(data, &probes), &truth));
    texts.extend(intervals::texts(data, Subject::Losing, &probes, &truth));
    let formula = shortest(data, Subject::Losing, texts, meter)?;
    let regular = period::periodic(data, Subject::Losing);
    if formula.is_some() || regular.is_some() {
        return Ok(simplest([formula, regular]));
    }
    let terms = recurrence::recurrence(data);
    let machine = automaton::automaton(data, meter)?;
    Ok(simplest([terms, machine]))
}

fn simplest<const COUNT: usize>(found: [Option<Hypothesis>; COUNT]) -> Option<Hypothesis> {
    found.into_iter().flatten().min_by_key(|found| found.cost)
}

/// The simplest formula among these texts that holds everywhere but at few exceptions.
pub(crate) fn shortest(
    data: &Data,
    subject: Subject,
    mut texts: Vec<String>,
    meter: &mut Meter,
) -> Result<Option<Hypothesis>, Exhausted> {
    // Divisors common to both tell the same as remainders do, and are harder to see through.
    texts.sort_by_key(|text| text.len() + 24 * usize::from(text.contains("gcd")));
    texts.dedup();
    let mut best: Option<Hypothesis> = None;
    let mut tried = 0;
    for text in texts.iter().take(MOST_LOOKED_AT) {
        meter.look()?;
        if !data.agrees_here_and_there(subject, text, meter)? {
            continue;
        }
        tried += 1;
        if tried > MOST_TRIED {
            break;
        }
        let Some(found) = data.formula(subject, text, meter)? else {
            continue;
        };
        let whole =
            matches!(&found.form, Form::Formula { exceptions, .. } if exceptions.is_empty());
        if best.as_ref().is_none_or(|best| found.cost < best.cost) {
            best = Some(found);
        }
        if whole {
            break;
        }
    }
    Ok(best)
}
