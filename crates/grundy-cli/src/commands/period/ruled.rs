//! The period of a rule that is neither a code nor a set of takes: from tables that grow, until the values prove one.

use std::fmt::Write as _;
use std::time::Instant;

use grundy::budget::{Exhausted, Meter};
use grundy::engine::period::{Observed, Values};
use grundy::pattern::{self, Proved};
use grundy::rule::Unfilled;
use grundy::{Budget, Lang};

use super::Bound;
use crate::commands::ruled::Ruled;
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::output;
use crate::print::json;
use crate::print::paint::{Paint, left, width, wrapped};
use crate::words::{self, PeriodWord};

/// Values of the first table; each further one has ten times as many.
const FIRST: u64 = 1_000;

/// Most values where it is not said.
const MOST: u64 = 1_000_000;

/// Regularities are looked for in so many first values at most.
const OBSERVED: usize = 1 << 15;

/// What tables came to.
struct Found {
    values: Vec<u32>,
    proved: Option<Proved>,
    seconds: f64,
}

impl Found {
    fn observed(&self) -> Option<Observed> {
        let first = &self.values[..self.values.len().min(OBSERVED)];
        let mut kept = Values::default();
        kept.extend(first);
        Observed::of(&kept).filter(|_| self.proved.is_none())
    }

    /// The last heap before the repetition, and its value.
    fn exception(&self) -> Option<(usize, u32)> {
        let last = self.proved.as_ref()?.preperiod.checked_sub(1)?;
        Some((last, *self.values.get(last)?))
    }
}

/// Runs the command for such a rule.
pub(super) fn run(
    ruled: &Ruled,
    bound: Bound,
    memory: usize,
    as_json: bool,
    lang: Lang,
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    let begun = Instant::now();
    let rule = &ruled.rule;
    let most = if bound.values == u64::MAX {
        MOST
    } else {
        bound.values
    };
    let mut found = Found {
        values: Vec::new(),
        proved: None,
        seconds: 0.0,
    };
    let mut size = FIRST.min(most);
    loop {
        let left = bound
            .time
            .map(|time| time.saturating_duration_since(Instant::now()));
        let budget = Budget {
            positions: u64::MAX,
            bytes: memory as u64,
            time: left,
            stop: Some(interrupt.flag()),
        };
        let length = usize::try_from(size).unwrap_or(usize::MAX);
        match rule.table(&[length], &mut Meter::new(&budget)) {
            Ok(table) => found.values = table.into_cells(),
            Err(_) if interrupt.was_pressed() => return Err(Failure::Interrupted),
            // What the last table told still stands.
            Err(Unfilled::Exhausted(Exhausted::Time(_))) if !found.values.is_empty() => break,
            Err(unfilled) => return Err(Failure::Unknown(unfilled.said(rule))),
        }
        found.proved = pattern::period(rule, &found.values);
        if found.proved.is_some() || size >= most {
            break;
        }
        size = size.saturating_mul(10).min(most);
    }
    found.seconds = begun.elapsed().as_secs_f64();
    let text = if as_json {
        object(ruled, &found, lang)
    } else {
        told(ruled, &found, lang, Paint::new(output::colours()))
    };
    output::write(text.as_bytes())?;
    Ok(match found.proved {
        Some(_) => Exit::Answered,
        None => Exit::Unknown,
    })
}

fn told(ruled: &Ruled, found: &Found, lang: Lang, paint: Paint) -> String {
    let mut out = String::new();
    let text = ruled.rule.text();
    let mut rows: Vec<(PeriodWord, String)> = Vec::new();
    match &found.proved {
        Some(proved) => {
            let heading = words::period_proved(text).render(lang);
            let _ = writeln!(out, "{}", paint.bold(&heading));
            wrapped(&mut out, &proved.theorem.render(lang), 4, output::columns());
            out.push('\n');
            rows.push((PeriodWord::Period, proved.period.to_string()));
            rows.push((PeriodWord::Preperiod, proved.preperiod.to_string()));
            if proved.saltus > 0 {
                rows.push((PeriodWord::Saltus, proved.saltus.to_string()));
            }
            let exception = match found.exception() {
                None => PeriodWord::None.of(lang).to_owned(),
                Some((heap, value)) => format!("G({heap}) = {value}"),
            };
            rows.push((PeriodWord::LastException, exception));
        }
        None => {
            let heading = words::period_unknown(text, found.values.len() as u64).render(lang);
            let _ = writeln!(out, "{}", paint.bold(&heading));
            if let Some(seen) = found.observed() {
                let said = words::period_observed(
                    seen.regularity,
                    seen.period,
                    seen.preperiod,
                    seen.saltus,
                );
                let _ = writeln!(out, "{}", said.render(lang));
            }
            out.push('\n');
        }
    }
    if let Some(largest) = found.values.iter().max() {
        rows.push((PeriodWord::Largest, largest.to_string()));
    }
    rows.push((PeriodWord::Checked, found.values.len().to_string()));
    rows.push((PeriodWord::Engine, words::by_options().render(lang)));
    rows.push((PeriodWord::Time, format!("{:.3} s", found.seconds)));
    let labels = rows.iter().map(|(label, _)| width(label.of(lang))).max();
    for (label, text) in &rows {
        let label = paint.dim(&left(label.of(lang), labels.unwrap_or(0)));
        let _ = writeln!(out, "{label}   {text}");
    }
    out
}

fn object(ruled: &Ruled, found: &Found, lang: Lang) -> String {
    let mut out = String::from("{");
    let maybe = |out: &mut String, name: &str, number: Option<u64>| {
        json::key(out, name);
        match number {
            Some(number) => _ = write!(out, "{number}"),
            None => out.push_str("null"),
        }
    };
    let proved = found.proved.as_ref();
    json::field(&mut out, "schema", "grundy.period/1");
    json::field(&mut out, "code", ruled.rule.text());
    json::key(&mut out, "rules");
    out.push_str("null");
    json::key(&mut out, "proved");
    out.push_str(if proved.is_some() { "true" } else { "false" });
    maybe(
        &mut out,
        "period",
        proved.map(|proved| proved.period as u64),
    );
    maybe(
        &mut out,
        "preperiod",
        proved.map(|proved| proved.preperiod as u64),
    );
    maybe(
        &mut out,
        "saltus",
        proved.map(|proved| proved.saltus.into()),
    );
    json::key(&mut out, "theorem");
    match proved {
        Some(proved) => json::string(&mut out, &proved.theorem.render(lang)),
        None => out.push_str("null"),
    }
    json::number(&mut out, "checked_to", found.values.len() as u64);
    let exception = found.exception();
    maybe(
        &mut out,
        "last_exception",
        exception.map(|(heap, _)| heap as u64),
    );
    maybe(
        &mut out,
        "last_exception_value",
        exception.map(|(_, value)| value.into()),
    );
    let largest = found.values.iter().max();
    maybe(
        &mut out,
        "largest_value",
        largest.map(|&value| value.into()),
    );
    json::field(&mut out, "engine", "options");
    json::key(&mut out, "seconds");
    let _ = write!(out, "{:.6}", found.seconds);
    if let Some(seen) = found.observed() {
        json::key(&mut out, "observed");
        out.push('{');
        json::field(
            &mut out,
            "regularity",
            &format!("{:?}", seen.regularity).to_lowercase(),
        );
        json::number(&mut out, "period", seen.period);
        json::number(&mut out, "preperiod", seen.preperiod);
        json::number(&mut out, "saltus", seen.saltus);
        out.push('}');
    }
    json::key(&mut out, "rule");
    out.push_str(&ruled.json());
    out.push_str("}\n");
    out
}
