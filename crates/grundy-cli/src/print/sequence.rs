//! The statistics of a nim-sequence as text and as JSON.

use std::fmt::Write;
use std::time::Duration;

use grundy::Lang;
use grundy::engine::sequence::{Engine, Rules};

use crate::print::json;
use crate::print::paint::{Paint, left, right, width};
use crate::statistics::{Row, Statistics};
use crate::words::{self, Word};

/// The name and version of the JSON schema.
const SEQUENCE: &str = "grundy.sequence/1";

/// Most values in a table of frequencies.
const ROWS: usize = 64;

/// What is told of a run.
pub(crate) struct Report<'a> {
    pub(crate) code: &'a str,
    pub(crate) rules: Option<&'a Rules>,
    /// The first heap that was counted.
    pub(crate) from: u64,
    /// `None` where every option was gone through.
    pub(crate) engine: Option<Engine>,
    pub(crate) statistics: &'a Statistics,
    /// The time of this run, and the values that were computed in it.
    pub(crate) time: Duration,
    pub(crate) computed: u64,
    /// The values themselves, where they are few.
    pub(crate) values: Option<&'a [u32]>,
}

/// The statistics for people.
pub(crate) fn text(report: &Report<'_>, lang: Lang, paint: Paint) -> String {
    let statistics = report.statistics;
    let last = report.from + statistics.count.saturating_sub(1);
    let heaps = words::heaps(report.from, last, statistics.count).render(lang);
    let mut out = format!("{}  {}\n\n", paint.bold(report.code), paint.dim(&heaps));
    let rare = report.rules.and_then(|rules| statistics.rare(rules));
    let space = match &rare {
        Some(rare) => words::space(rare.space.mask, rare.space.odd),
        None => words::no_space(),
    };
    let largest = words::first_at(statistics.largest, statistics.largest_at);
    let mut facts = vec![
        (
            Word::Engine,
            report.engine.map_or_else(words::by_options, words::engine),
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

/// The statistics as one JSON object on a line.
pub(crate) fn object(report: &Report<'_>) -> String {
    let statistics = report.statistics;
    let mut out = String::from("{");
    json::field(&mut out, "schema", SEQUENCE);
    json::field(&mut out, "code", report.code);
    json::number(&mut out, "from", report.from);
    json::number(&mut out, "count", statistics.count);
    json::field(
        &mut out,
        "engine",
        report.engine.map_or("options", engine_word),
    );
    json::key(&mut out, "largest");
    let _ = write!(
        out,
        "{{\"value\":{},\"heap\":{}}}",
        statistics.largest, statistics.largest_at
    );
    json::key(&mut out, "space");
    match report.rules.and_then(|rules| statistics.rare(rules)) {
        None => out.push_str("null"),
        Some(rare) => {
            out.push('{');
            json::number(&mut out, "mask", rare.space.mask.into());
            json::key(&mut out, "odd");
            let [even, odd] = rare.space.odd;
            let _ = write!(out, "[{even},{odd}]");
            json::number(&mut out, "rare", rare.space.rare);
            json::number(&mut out, "last_rare", rare.last());
            json::key(&mut out, "rare_values");
            json::array(&mut out, &rare.rows, row);
            out.push('}');
        }
    }
    json::key(&mut out, "frequencies");
    json::array(&mut out, &statistics.rows(), row);
    json::number(&mut out, "beyond", statistics.beyond);
    json::key(&mut out, "seconds");
    let _ = write!(out, "{:.6}", report.time.as_secs_f64());
    json::number(&mut out, "computed", report.computed);
    if let Some(values) = report.values {
        json::key(&mut out, "values");
        json::array(&mut out, values, |out, value| {
            let _ = write!(out, "{value}");
        });
    }
    out.push_str("}\n");
    out
}

fn row(out: &mut String, row: &Row) {
    let Row { value, count, last } = row;
    let _ = write!(
        out,
        "{{\"value\":{value},\"count\":{count},\"last\":{last}}}"
    );
}

fn engine_word(engine: Engine) -> &'static str {
    match engine {
        Engine::Dense => "dense",
        Engine::Sparse => "sparse",
        Engine::Window => "window",
    }
}
