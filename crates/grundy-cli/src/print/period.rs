//! A period, in words and as JSON.

use std::fmt::Write;

use grundy::engine::period::{Observed, Search};
use grundy::{Lang, Message};

use crate::print::json;
use crate::print::paint::{Paint, left, width};
use crate::words::{self, PeriodWord};

/// The name and version of the JSON schema.
const PERIOD: &str = "grundy.period/1";

/// Regularities are looked for in so many first values at most.
pub(crate) const OBSERVED: usize = 1 << 15;

/// What a search came to.
#[derive(Debug)]
pub(crate) struct Report<'r> {
    /// The rules as they were asked for.
    pub(crate) code: &'r str,
    /// The same, normalised, where they are a code or a set of takes.
    pub(crate) rules: Option<String>,
    /// The period, if one was proved.
    pub(crate) proved: Option<Proved>,
    /// What was only seen.
    pub(crate) observed: Option<Observed>,
    /// The largest value, if all of them were kept.
    pub(crate) largest: Option<u32>,
    /// How many values were looked at.
    pub(crate) checked_to: u64,
    /// What computed them, as a sentence and as a word.
    pub(crate) engine: (Message, String),
    /// How long it took.
    pub(crate) seconds: f64,
    /// How many values were computed in this time.
    pub(crate) computed: u64,
}

/// A proved period.
#[derive(Debug)]
pub(crate) struct Proved {
    pub(crate) period: u64,
    pub(crate) preperiod: u64,
    pub(crate) saltus: u64,
    /// The theorem, as a sentence and as JSON has it.
    pub(crate) theorem: (Message, String),
    /// The last heap before the repetition, and its value if it is known.
    pub(crate) last_exception: Option<(u64, Option<u32>)>,
}

impl<'r> Report<'r> {
    /// The report of a search.
    pub(crate) fn of(code: &'r str, search: &Search, seconds: f64, computed: u64) -> Report<'r> {
        let values = search.finder().values();
        let proved = search.period().map(|proved| Proved {
            period: proved.period(),
            preperiod: proved.preperiod(),
            saltus: proved.saltus(),
            theorem: (
                words::theorem(proved.theorem()),
                proved.theorem().word().to_owned(),
            ),
            last_exception: (proved.last_exception()).map(|heap| (heap, search.value(heap))),
        });
        let is_short = search.is_whole() && values.len() <= OBSERVED;
        Report {
            code,
            rules: Some(search.rules().to_string()),
            observed: (is_short && proved.is_none())
                .then(|| Observed::of(values))
                .flatten(),
            proved,
            largest: search.is_whole().then(|| values.iter().max()).flatten(),
            checked_to: search.len(),
            engine: (
                words::engine(search.engine()),
                format!("{:?}", search.engine()).to_lowercase(),
            ),
            seconds,
            computed,
        }
    }
}

/// In words.
pub(crate) fn text(report: &Report<'_>, lang: Lang, paint: Paint) -> String {
    let mut rows: Vec<(PeriodWord, String)> = Vec::new();
    let mut out = String::new();
    match &report.proved {
        Some(proved) => {
            let heading = words::period_proved(report.code).render(lang);
            let _ = writeln!(out, "{}\n", paint.bold(&heading));
            rows.push((PeriodWord::Period, proved.period.to_string()));
            rows.push((PeriodWord::Preperiod, proved.preperiod.to_string()));
            if proved.saltus > 0 {
                rows.push((PeriodWord::Saltus, proved.saltus.to_string()));
            }
            let exception = match proved.last_exception {
                None => PeriodWord::None.of(lang).to_owned(),
                Some((heap, Some(value))) => format!("G({heap}) = {value}"),
                Some((heap, None)) => heap.to_string(),
            };
            rows.push((PeriodWord::LastException, exception));
            rows.push((PeriodWord::Theorem, proved.theorem.0.render(lang)));
        }
        None => {
            let heading = words::period_unknown(report.code, report.checked_to).render(lang);
            let _ = writeln!(out, "{}", paint.bold(&heading));
            if let Some(seen) = &report.observed {
                let message = words::period_observed(
                    seen.regularity,
                    seen.period,
                    seen.preperiod,
                    seen.saltus,
                );
                let _ = writeln!(out, "{}", message.render(lang));
            }
            out.push('\n');
        }
    }
    if let Some(largest) = report.largest {
        rows.push((PeriodWord::Largest, largest.to_string()));
    }
    let rate = report.computed as f64 / report.seconds.max(1e-9) / 1e6;
    rows.push((PeriodWord::Checked, report.checked_to.to_string()));
    rows.push((PeriodWord::Engine, report.engine.0.render(lang)));
    let time = format!("{:.3} s ({rate:.1} M/s)", report.seconds);
    rows.push((PeriodWord::Time, time));
    let labels = rows.iter().map(|(label, _)| width(label.of(lang))).max();
    for (label, text) in &rows {
        let label = paint.dim(&left(label.of(lang), labels.unwrap_or(0)));
        let _ = writeln!(out, "{label}   {text}");
    }
    out
}

/// As one JSON object.
pub(crate) fn json(report: &Report<'_>) -> String {
    let proved = report.proved.as_ref();
    let mut out = String::from("{");
    let maybe = |out: &mut String, name: &str, number: Option<u64>| {
        json::key(out, name);
        match number {
            Some(number) => _ = write!(out, "{number}"),
            None => out.push_str("null"),
        }
    };
    let text = |out: &mut String, name: &str, text: Option<&str>| {
        json::key(out, name);
        match text {
            Some(text) => json::string(out, text),
            None => out.push_str("null"),
        }
    };
    json::field(&mut out, "schema", PERIOD);
    json::field(&mut out, "code", report.code);
    text(&mut out, "rules", report.rules.as_deref());
    json::key(&mut out, "proved");
    out.push_str(if proved.is_some() { "true" } else { "false" });
    maybe(&mut out, "period", proved.map(|proved| proved.period));
    maybe(&mut out, "preperiod", proved.map(|proved| proved.preperiod));
    maybe(&mut out, "saltus", proved.map(|proved| proved.saltus));
    let theorem = proved.map(|proved| proved.theorem.1.as_str());
    text(&mut out, "theorem", theorem);
    json::number(&mut out, "checked_to", report.checked_to);
    let exception = proved.and_then(|proved| proved.last_exception);
    maybe(&mut out, "last_exception", exception.map(|(heap, _)| heap));
    let value = exception.and_then(|(_, value)| value);
    maybe(&mut out, "last_exception_value", value.map(u64::from));
    maybe(&mut out, "largest_value", report.largest.map(u64::from));
    json::field(&mut out, "engine", &report.engine.1);
    json::key(&mut out, "seconds");
    let _ = write!(out, "{:.6}", report.seconds);
    if let Some(seen) = &report.observed {
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
    out.push_str("}\n");
    out
}
