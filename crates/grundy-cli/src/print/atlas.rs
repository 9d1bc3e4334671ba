//! The table of the periods of octal games: rows in a file, and shown.

use std::fmt::{self, Write};

use grundy::Lang;
use grundy_service::atlas as service;

use crate::print::paint::{Paint, left, right, width};
use crate::words;

/// What a column holds that has nothing to say.
const NOTHING: &str = "-";

/// A code of the table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    /// The code.
    pub(crate) code: String,
    /// A code of the same sequence.
    pub(crate) equivalent: Option<String>,
    /// By how many heaps its values come later than there.
    pub(crate) shift: u64,
    /// How many values were computed.
    pub(crate) to: u64,
    /// The first heap that is not worth 0.
    pub(crate) first: Option<u64>,
    /// The period, where one is proved.
    pub(crate) proved: Option<Proved>,
    /// The largest value met; of sequences too long to keep, among the first ones.
    pub(crate) largest: u32,
    /// How many heaps had rare values, where they are told apart.
    pub(crate) rare: Option<u64>,
    /// The engine at the end.
    pub(crate) engine: String,
    /// How long it took.
    pub(crate) seconds: f64,
    /// The SHA-256 of the certificate.
    pub(crate) certificate: Option<String>,
}

/// A proved period in the table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Proved {
    pub(crate) period: u64,
    pub(crate) preperiod: u64,
    /// The last exceptional heap and its value.
    pub(crate) last_exception: Option<(u64, u32)>,
    pub(crate) theorem: String,
    /// The SHA-256 of the values.
    pub(crate) sum: String,
}

impl Row {
    /// The names of the columns.
    pub(crate) const HEADING: &'static str = "code\tequivalent\tshift\tstatus\tto\tperiod\tpreperiod\tsaltus\tlast_exception\tlast_value\ttheorem\tfirst\tlargest\trare\tengine\tseconds\tvalues_sha256\tcertificate_sha256";

    /// Reads a line.
    fn read(line: &str) -> Option<Row> {
        let cells: Vec<&str> = line.split('\t').collect();
        let &[
            code,
            equivalent,
            shift,
            status,
            to,
            period,
            preperiod,
            _,
            last,
            last_value,
            theorem,
            first,
            largest,
            rare,
            engine,
            seconds,
            sum,
            certificate,
        ] = &cells[..]
        else {
            return None;
        };
        let text = |cell: &str| (cell != NOTHING).then(|| cell.to_owned());
        let number = |cell: &str| match cell {
            NOTHING => Some(None),
            cell => cell.parse::<u64>().ok().map(Some),
        };
        let proved = match status {
            "proved" => Some(Proved {
                period: period.parse().ok().filter(|&period: &u64| period > 0)?,
                preperiod: preperiod.parse().ok()?,
                last_exception: match number(last)? {
                    None => None,
                    Some(heap) => Some((heap, last_value.parse().ok()?)),
                },
                theorem: theorem.to_owned(),
                sum: sum.to_owned(),
            }),
            "open" => None,
            _ => return None,
        };
        Some(Row {
            code: code.to_owned(),
            equivalent: text(equivalent),
            shift: number(shift)?.unwrap_or(0),
            to: to.parse().ok()?,
            first: number(first)?,
            proved,
            largest: largest.parse().ok()?,
            rare: number(rare)?,
            engine: engine.to_owned(),
            seconds: seconds.parse().ok()?,
            certificate: text(certificate),
        })
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number =
            |number: Option<u64>| number.map_or(NOTHING.to_owned(), |number| number.to_string());
        let text = |text: Option<&String>| text.map_or(NOTHING, String::as_str).to_owned();
        let proved = self.proved.as_ref();
        let exception = proved.and_then(|proved| proved.last_exception);
        let cells = [
            self.code.clone(),
            text(self.equivalent.as_ref()),
            number(self.equivalent.as_ref().map(|_| self.shift)),
            if proved.is_some() { "proved" } else { "open" }.to_owned(),
            self.to.to_string(),
            number(proved.map(|proved| proved.period)),
            number(proved.map(|proved| proved.preperiod)),
            number(proved.map(|_| 0)),
            number(exception.map(|(heap, _)| heap)),
            number(exception.map(|(_, value)| value.into())),
            text(proved.map(|proved| &proved.theorem)),
            number(self.first),
            self.largest.to_string(),
            number(self.rare),
            self.engine.clone(),
            format!("{:.3}", self.seconds),
            text(proved.map(|proved| &proved.sum)),
            text(self.certificate.as_ref()),
        ];
        f.write_str(&cells.join("\t"))
    }
}

/// The rows of a table.
///
/// # Errors
/// The number of the line that is none.
pub(crate) fn read(text: &str) -> Result<Vec<Row>, usize> {
    let mut lines = (1..).zip(text.lines());
    match lines.next() {
        Some((_, Row::HEADING)) => {}
        _ => return Err(1),
    }
    lines
        .map(|(number, line)| Row::read(line).ok_or(number))
        .collect()
}

/// The table in words.
pub(crate) fn text(rows: &[Row], lang: Lang, paint: Paint) -> String {
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
    let headings = words::atlas_columns(lang);
    let widths: Vec<usize> = (0..6)
        .map(|column| {
            let cells = cells.iter().map(|cells| width(&cells[column]));
            cells.chain([width(headings[column])]).max().unwrap_or(0)
        })
        .collect();
    let line = |cells: [&str; 6]| {
        let mut line = left(cells[0], widths[0]);
        for (cell, width) in cells[1..5].iter().zip(&widths[1..]) {
            line.push_str("  ");
            line.push_str(&right(cell, *width));
        }
        line.push_str("  ");
        line.push_str(cells[5]);
        line.truncate(line.trim_end().len());
        line
    };
    let own = || rows.iter().filter(|row| row.equivalent.is_none());
    let proved = own().filter(|row| row.proved.is_some()).count();
    let counts = words::atlas_counts(rows.len(), own().count(), proved).render(lang);
    let mut out = format!(
        "{}\n\n{}\n",
        paint.bold(&counts),
        paint.dim(&line(headings))
    );
    for (row, cells) in rows.iter().zip(&cells) {
        let text = line(cells.each_ref().map(String::as_str));
        let text = match (&row.equivalent, &row.proved) {
            (Some(_), _) => paint.dim(&text),
            (None, None) => paint.bold(&text),
            (None, Some(_)) => text,
        };
        let _ = writeln!(out, "{text}");
    }
    out
}

/// The table as one JSON object, a line.
pub(crate) fn json(rows: &[Row]) -> String {
    service::json(rows.iter().map(|row| {
        let proved = row.proved.as_ref();
        let exception = proved.and_then(|proved| proved.last_exception);
        service::Row {
            code: &row.code,
            equivalent: row.equivalent.as_deref(),
            shift: row.shift,
            proved: proved.is_some(),
            checked_to: row.to,
            period: proved.map(|proved| proved.period),
            preperiod: proved.map(|proved| proved.preperiod),
            last_exception: exception.map(|(heap, _)| heap),
            largest_value: row.largest,
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_written() {
        let row = Row {
            code: "0.07".to_owned(),
            equivalent: Some("0.137".to_owned()),
            shift: 1,
            to: 512,
            first: Some(2),
            proved: Some(Proved {
                period: 34,
                preperiod: 53,
                last_exception: Some((52, 2)),
                theorem: "guy-smith".to_owned(),
                sum: "00ff".to_owned(),
            }),
            largest: 9,
            rare: None,
            engine: "dense".to_owned(),
            seconds: 0.25,
            certificate: None,
        };
        let open = Row {
            proved: None,
            equivalent: None,
            shift: 0,
            ..row.clone()
        };
        let text = format!("{}\n{row}\n{open}\n", Row::HEADING);
        assert_eq!(read(&text), Ok(vec![row, open]));
        assert_eq!(read(""), Err(1));
        assert_eq!(read(&format!("{}\n0.7\tx\n", Row::HEADING)), Err(2));
    }
}
