//! A period, in words.

use std::fmt::Write;
use std::time::Duration;

use grundy::{Lang, proofs};
use grundy_service::period::Report;

use crate::print::paint::{Paint, left, width};
use crate::words::{self, PeriodWord};

/// The code whose certificate comes with the source: the others are made again in seconds.
const KEPT: &str = "0.106";

/// In words.
pub(crate) fn text(report: &Report, lang: Lang, paint: Paint) -> String {
    let mut rows: Vec<(PeriodWord, String)> = Vec::new();
    let mut out = String::new();
    match &report.proved {
        Some(proved) => {
            let heading = match proved.saltus {
                0 => words::period_proved(&report.code),
                _ => words::arithmetic_proved(&report.code),
            };
            let heading = heading.render(lang);
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
            for theorem in proved
                .checked
                .iter()
                .filter_map(|name| proofs::theorem(name))
            {
                let comma = words::comma(lang);
                let place = format!("{}{comma}{}", theorem.file, theorem.name);
                rows.push((PeriodWord::ByMachine, place));
            }
        }
        None => {
            let heading = words::period_unknown(&report.code, report.checked_to).render(lang);
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
    rows.push((PeriodWord::Checked, report.checked_to.to_string()));
    rows.push((PeriodWord::Engine, report.engine.0.render(lang)));
    let time = Duration::from_secs_f64(report.seconds);
    let time = words::rate(time, report.computed);
    rows.push((PeriodWord::Time, time.render(lang)));
    if let Some(sum) = &report.looked_up {
        rows.push((PeriodWord::Source, words::looked_up().render(lang)));
        rows.push((
            PeriodWord::Certificate,
            match report.code == KEPT {
                true => format!("data/{KEPT}.certificate, SHA-256 {sum}"),
                false => format!("SHA-256 {sum}"),
            },
        ));
    }
    let labels = rows.iter().map(|(label, _)| width(label.of(lang))).max();
    for (label, text) in &rows {
        let label = paint.dim(&left(label.of(lang), labels.unwrap_or(0)));
        let _ = writeln!(out, "{label}   {text}");
    }
    out
}
