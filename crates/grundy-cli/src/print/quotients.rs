//! The table of misère quotients, in words.

use std::fmt::Write;

use grundy::Lang;
use grundy_service::quotients::{Response, Row};

use crate::print::aligned;
use crate::print::paint::{Paint, wrapped};
use crate::words;

/// The table in words, with how many codes are complete at its end.
pub(crate) fn text(table: &Response, lang: Lang, paint: Paint, columns: usize) -> String {
    let cells: Vec<[String; 9]> = table.rows.iter().map(|row| cells(row, lang)).collect();
    let (heading, lines) = aligned::lines(words::quotients_columns(lang), &cells, 3);
    let mut out = format!(
        "{}\n\n{}\n",
        paint.bold(&words::quotients_heading(table.rows.len()).render(lang)),
        paint.dim(&heading)
    );
    for (row, line) in table.rows.iter().zip(lines) {
        let line = match row.complete {
            Some(_) => line,
            None => paint.bold(&line),
        };
        let _ = writeln!(out, "{line}");
    }
    out.push('\n');
    for sum in table.sums() {
        let _ = writeln!(out, "{}", words::quotients_sum(sum).render(lang));
    }
    out.push('\n');
    wrapped(
        &mut out,
        &words::quotients_meaning().render(lang),
        0,
        columns,
    );
    out
}

fn cells(row: &Row, lang: Lang) -> [String; 9] {
    let number = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    let bound = row.lower_bound.map(words::quotients_bound);
    let growth = row.growth.map(words::quotients_growth);
    let notes: Vec<String> = [bound, growth]
        .into_iter()
        .flatten()
        .map(|note| note.render(lang))
        .collect();
    [
        row.code.clone(),
        words::quotients_status(row.complete.is_some())
            .of(lang)
            .to_owned(),
        words::quotients_kind(&row.nature).of(lang).to_owned(),
        row.order.to_string(),
        row.p_count.to_string(),
        number(row.complete.map(|(preperiod, _)| preperiod)),
        number(row.complete.map(|(_, period)| period)),
        row.last_heap().to_string(),
        notes.join(words::between_notes(lang)),
    ]
}
