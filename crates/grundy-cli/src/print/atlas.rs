//! The table of the periods of octal games, in words.

use std::fmt::Write;

use grundy::Lang;
use grundy_service::atlas::Row;

use crate::print::aligned;
use crate::print::paint::Paint;
use crate::words;

/// The table of codes of up to so many digits, in words.
pub(crate) fn text(rows: &[Row], digits: u32, lang: Lang, paint: Paint) -> String {
    let number = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    let cells: Vec<[String; 6]> = rows
        .iter()
        .map(|row| {
            let proved = row.proved.as_ref();
            let exception = proved.and_then(|proved| proved.last_exception);
            let note = match (&row.equivalent, proved) {
                (Some(code), _) => words::atlas_same(code, row.shift).render(lang),
                (None, None) => words::atlas_open(row.to).render(lang),
                (None, Some(_)) => String::new(),
            };
            [
                row.code.clone(),
                number(proved.map(|proved| proved.period)),
                number(proved.map(|proved| proved.preperiod)),
                exception.map_or(String::new(), |(heap, value)| {
                    format!("G({heap}) = {value}")
                }),
                row.largest.to_string(),
                note,
            ]
        })
        .collect();
    let (heading, lines) = aligned::lines(words::atlas_columns(lang), &cells, 1);
    let own = || rows.iter().filter(|row| row.equivalent.is_none());
    let proved = own().filter(|row| row.proved.is_some()).count();
    let counts = words::atlas_counts(rows.len(), digits, own().count(), proved).render(lang);
    let mut out = format!("{}\n\n{}\n", paint.bold(&counts), paint.dim(&heading));
    for (row, text) in rows.iter().zip(lines) {
        let text = match (&row.equivalent, &row.proved) {
            (Some(_), _) => paint.dim(&text),
            (None, None) => paint.bold(&text),
            (None, Some(_)) => text,
        };
        let _ = writeln!(out, "{text}");
    }
    out
}
