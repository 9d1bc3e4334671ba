//! The statistics of a nim-sequence as text.

use std::fmt::Write;

use grundy::Lang;
use grundy_service::sequence::Report;

use crate::print::paint::{Paint, left, right, width};
use crate::words::{self, Word};
use grundy_service::source::Basis;
use grundy_service::statistics::Row;

/// Most values in a table of frequencies.
const ROWS: usize = 64;

/// The statistics for people.
pub(crate) fn text(report: &Report<'_>, lang: Lang, paint: Paint) -> String {
    let statistics = report.statistics;
    let last = report.from + statistics.count.saturating_sub(1);
    let heaps = words::heaps(report.from, last, statistics.count).render(lang);
    let mut out = format!("{}  {}\n\n", paint.bold(report.code), paint.dim(&heaps));
    let rare = report.rare();
    let space = match &rare {
        None if report.from > 0 => words::space_of_all(),
        Some(rare) => words::space(rare.space.mask, rare.space.odd),
        None => words::no_space(),
    };
    let largest = words::first_at(statistics.largest, statistics.largest_at);
    let mut facts = vec![
        (
            Word::Engine,
            match report.basis {
                Basis::Engine(engine) => words::engine(engine),
                Basis::Options => words::by_options(),
                Basis::Period(period) => words::by_period(period.preperiod(), period.period()),
            },
        ),
        (Word::LargestValue, largest),
        (Word::SparseSpace, space),
    ];
    if let Some(rare) = &rare {
        let heaps = words::rare_heaps(rare.space.rare, rare.last());
        facts.push((Word::RareValues, heaps));
    }
    facts.push((Word::Time, words::rate(report.time, report.computed)));
    let widest = facts.iter().map(|(word, _)| width(word.of(lang)));
    let widest = widest.max().unwrap_or(0);
    for (word, message) in &facts {
        let name = left(word.of(lang), widest);
        let _ = writeln!(out, "{}   {}", paint.dim(&name), message.render(lang));
    }
    out.push('\n');
    frequencies(
        &mut out,
        report,
        rare.as_ref().map(|rare| &rare.rows[..]),
        lang,
        paint,
    );
    out
}

/// A row for each value: how often, where last, and the same of its rare heaps.
fn frequencies(
    out: &mut String,
    report: &Report<'_>,
    rare: Option<&[Row]>,
    lang: Lang,
    paint: Paint,
) {
    let rows = report.statistics.rows();
    let mut cells: Vec<[String; 4]> = vec![[
        Word::Value.of(lang).to_owned(),
        Word::Frequency.of(lang).to_owned(),
        Word::LastHeap.of(lang).to_owned(),
        String::new(),
    ]];
    for row in rows.iter().take(ROWS) {
        let among = rare
            .unwrap_or_default()
            .iter()
            .find(|rare| rare.value == row.value);
        let among = match among {
            None => String::new(),
            Some(rare) if rare.count == row.count => Word::Rare.of(lang).to_owned(),
            Some(rare) => words::rare_heaps(rare.count, rare.last).render(lang),
        };
        cells.push([
            row.value.to_string(),
            row.count.to_string(),
            row.last.to_string(),
            among,
        ]);
    }
    let widest = |column: usize| {
        cells
            .iter()
            .map(|row| width(&row[column]))
            .max()
            .unwrap_or(0)
    };
    let widths = [widest(0), widest(1), widest(2)];
    for (place, row) in cells.iter().enumerate() {
        let line: Vec<String> = (0..3)
            .map(|column| right(&row[column], widths[column]))
            .collect();
        let line = format!("{}   {}", line.join("   "), row[3]);
        let line = line.trim_end();
        let _ = match place {
            0 => writeln!(out, "{}", paint.dim(line)),
            _ => writeln!(out, "{line}"),
        };
    }
    if rows.len() > ROWS {
        let more = words::more_values(rows.len() - ROWS).render(lang);
        let _ = writeln!(out, "{}", paint.dim(&more));
    }
    if report.statistics.beyond > 0 {
        let beyond = words::values_beyond(report.statistics.beyond).render(lang);
        let _ = writeln!(out, "{beyond}");
    }
}
