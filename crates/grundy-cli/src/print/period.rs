//! A proved period, in words and as JSON.

use std::fmt::Write;

use grundy::Lang;
use grundy::engine::period::{Observed, Search};

use crate::print::json;
use crate::print::paint::{Paint, left, width};
use crate::words::{self, PeriodWord};

/// The name and version of the JSON schema.
const PERIOD: &str = "grundy.period/1";

/// Regularities are looked for in so many first values at most.
const OBSERVED: usize = 1 << 15;

/// What a search came to.
#[derive(Debug)]
pub(crate) struct Report<'r> {
    /// The rules as they were asked for.
    pub(crate) code: &'r str,
    /// The search.
    pub(crate) search: &'r Search,
    /// How long it took.
    pub(crate) seconds: f64,
    /// How many values were computed in this time.
    pub(crate) computed: u64,
}

impl Report<'_> {
    fn observed(&self) -> Option<Observed> {
        let values = self.search.finder().values();
        (self.search.is_whole() && values.len() <= OBSERVED).then(|| Observed::of(values))?
    }

    fn value(&self, heap: u64) -> Option<u32> {
        self.search.value(heap)
    }

    /// The largest value, if all of them were kept.
    fn largest(&self) -> Option<u32> {
        let values = self.search.finder().values();
        self.search.is_whole().then(|| values.iter().max())?
    }
}

/// In words.
pub(crate) fn text(report: &Report<'_>, lang: Lang, paint: Paint) -> String {
    let search = report.search;
    let mut rows: Vec<(PeriodWord, String)> = Vec::new();
    let mut out = String::new();
    match search.period() {
        Some(proved) => {
            let heading = words::period_proved(report.code).render(lang);
            let _ = writeln!(out, "{}\n", paint.bold(&heading));
            rows.push((PeriodWord::Period, proved.period().to_string()));
            rows.push((PeriodWord::Preperiod, proved.preperiod().to_string()));
            if proved.saltus() > 0 {
                rows.push((PeriodWord::Saltus, proved.saltus().to_string()));
            }
            let exception = match proved.last_exception() {
                None => PeriodWord::None.of(lang).to_owned(),
                Some(heap) => match report.value(heap) {
                    Some(value) => format!("G({heap}) = {value}"),
                    None => heap.to_string(),
                },
            };
            rows.push((PeriodWord::LastException, exception));
            rows.push((
                PeriodWord::Theorem,
                words::theorem(proved.theorem()).render(lang),
            ));
        }
        None => {
            let heading = words::period_unknown(report.code, search.len()).render(lang);
            let _ = writeln!(out, "{}", paint.bold(&heading));
            if let Some(seen) = report.observed() {
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
    if let Some(largest) = report.largest() {
        rows.push((PeriodWord::Largest, largest.to_string()));
    }
    let rate = report.computed as f64 / report.seconds.max(1e-9) / 1e6;
    rows.push((PeriodWord::Checked, search.len().to_string()));
    rows.push((
        PeriodWord::Engine,
        words::engine(search.engine()).render(lang),
    ));
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
    let search = report.search;
    let proved = search.period();
    let mut out = String::from("{");
    let maybe = |out: &mut String, name: &str, number: Option<u64>| {
        json::key(out, name);
        match number {
            Some(number) => _ = write!(out, "{number}"),
            None => out.push_str("null"),
        }
    };
    json::field(&mut out, "schema", PERIOD);
    json::field(&mut out, "code", report.code);
    json::field(&mut out, "rules", &search.rules().to_string());
    json::key(&mut out, "proved");
    out.push_str(if proved.is_some() { "true" } else { "false" });
    maybe(&mut out, "period", proved.map(|proved| proved.period()));
    maybe(
        &mut out,
        "preperiod",
        proved.map(|proved| proved.preperiod()),
    );
    maybe(&mut out, "saltus", proved.map(|proved| proved.saltus()));
    json::key(&mut out, "theorem");
    match proved {
        Some(proved) => json::string(&mut out, proved.theorem().word()),
        None => out.push_str("null"),
    }
    json::number(&mut out, "checked_to", search.len());
    let exception = proved.and_then(|proved| proved.last_exception());
    maybe(&mut out, "last_exception", exception);
    let value = exception.and_then(|heap| report.value(heap));
    maybe(&mut out, "last_exception_value", value.map(u64::from));
    let largest = report.largest();
    maybe(&mut out, "largest_value", largest.map(u64::from));
    json::field(
        &mut out,
        "engine",
        &format!("{:?}", search.engine()).to_lowercase(),
    );
    json::key(&mut out, "seconds");
    let _ = write!(out, "{:.6}", report.seconds);
    if proved.is_none()
        && let Some(seen) = report.observed()
    {
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
