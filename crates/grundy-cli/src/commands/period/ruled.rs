//! The period of a rule that is neither a code nor a set of takes: from tables that grow, until the values prove one.

use std::time::Instant;

use grundy::budget::{Exhausted, Meter};
use grundy::engine::period::{Observed, Values};
use grundy::rule::Unfilled;
use grundy::{Budget, Lang, pattern};

use super::Bound;
use crate::commands::ruled::Ruled;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::print::period::{OBSERVED, Proved, Report};
use crate::words;

/// Values of the first table; each further one has ten times as many.
const FIRST: u64 = 1_000;

/// Most values where it is not said.
const MOST: u64 = 1_000_000;

/// What the tables of such a rule came to.
pub(super) fn report<'r>(
    ruled: &'r Ruled,
    bound: Bound,
    memory: usize,
    lang: Lang,
    interrupt: &Interrupt,
) -> Result<Report<'r>, Failure> {
    let begun = Instant::now();
    let rule = &ruled.rule;
    let most = if bound.values == u64::MAX {
        MOST
    } else {
        bound.values
    };
    let (mut values, mut proved) = (Vec::new(), None);
    let mut computed = 0;
    let mut size = FIRST.min(most);
    loop {
        let left = (bound.time).map(|time| time.saturating_duration_since(Instant::now()));
        let budget = Budget {
            positions: u64::MAX,
            bytes: memory as u64,
            time: left,
            since: None,
            stop: Some(interrupt.flag()),
            watch: None,
        };
        let length = usize::try_from(size).unwrap_or(usize::MAX);
        match rule.table(&[length], &mut Meter::new(&budget)) {
            Ok(table) => values = table.into_cells(),
            Err(_) if interrupt.was_pressed() => return Err(Failure::Interrupted),
            // What the last table told still stands.
            Err(Unfilled::Exhausted(Exhausted::Time(_))) if !values.is_empty() => break,
            Err(unfilled) => return Err(Failure::unknown(unfilled.reason(rule))),
        }
        computed += size;
        proved = pattern::period(rule, &values);
        if proved.is_some() || size >= most {
            break;
        }
        size = size.saturating_mul(10).min(most);
    }
    let observed = || {
        let mut kept = Values::default();
        kept.extend(&values[..values.len().min(OBSERVED)]);
        Observed::of(&kept)
    };
    Ok(Report {
        code: rule.text(),
        rules: None,
        observed: if proved.is_none() { observed() } else { None },
        proved: proved.map(|proved| Proved {
            period: proved.period as u64,
            preperiod: proved.preperiod as u64,
            saltus: proved.saltus.into(),
            last_exception: (proved.preperiod.checked_sub(1))
                .map(|heap| (heap as u64, values.get(heap).copied())),
            theorem: (proved.theorem.clone(), proved.theorem.render(lang)),
        }),
        largest: values.iter().max().copied(),
        checked_to: values.len() as u64,
        engine: (words::by_options(), "options".to_owned()),
        seconds: begun.elapsed().as_secs_f64(),
        computed,
    })
}
