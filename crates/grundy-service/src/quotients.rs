//! The table of misère quotients of games with short codes: rows in a file, the table that comes with the program, and
//! `grundy.quotients/1`.
//!
//! A row is *complete* where the values of all heaps are proved to repeat; the hash is that of the certificate that shows it, which
//! `grundy quotient CODE --certificate FILE` writes and `grundy-check` verifies. A *partial* row says how far the quotient was built,
//! and how many elements it has at least with one heap more.

use std::fmt;

use grundy::Budget;
use grundy::engine::misere::census::Entry;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::json;
use crate::rows::{self, cell, told};
use crate::{Failure, Sink};

/// The name and version of the schema.
pub const SCHEMA: &str = "grundy.quotients/1";

/// The misère quotients of codes of up to three octal or two hexadecimal digits, made by `grundy quotient --atlas`.
const TABLE: &str = include_str!("../data/misere-quotients.tsv");

/// A question for the quotients of all codes of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {}

/// The table.
#[derive(Debug)]
pub struct Response {
    /// A row for each code.
    pub rows: Vec<Row>,
}

impl Request {
    /// Reads the table that comes with the program.
    ///
    /// # Errors
    /// None: the table is read by a test.
    pub fn run(&self, _: &Budget, _: &mut dyn Sink) -> Result<Response, Failure> {
        Ok(Response { rows: table() })
    }
}

impl Response {
    /// The JSON document of the schema, one line with its line end.
    pub fn json(&self) -> String {
        json::line(&Document {
            schema: SCHEMA,
            codes: self.rows.iter().map(Told::of).collect(),
        })
    }

    /// How many codes of each family there are, and how many of them are complete; no family without codes.
    pub fn sums(&self) -> Vec<Sum> {
        let families = [Family::Octal, Family::FirstFour, Family::Hexadecimal];
        let sum = |family| {
            let rows = || self.rows.iter().filter(|row| row.family() == family);
            Sum {
                family,
                codes: rows().count(),
                complete: rows().filter(|row| row.complete.is_some()).count(),
            }
        };
        let sums = families.into_iter().map(sum);
        sums.filter(|sum| sum.codes > 0).collect()
    }
}

/// Codes that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Octal ones with nothing before the point.
    Octal,
    /// Octal ones with 4 before the point: a heap may be split without taking.
    FirstFour,
    /// Those with a digit that is not octal.
    Hexadecimal,
}

/// How many codes of a family there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The family.
    pub family: Family,
    /// Its codes.
    pub codes: usize,
    /// Those whose quotient is that of all heaps, and proved to be.
    pub complete: usize,
}

/// A code of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The code.
    pub code: String,
    /// Pre-period and period, where the quotient is that of all heaps.
    pub complete: Option<(u64, u64)>,
    /// `tame`, `regular` or `irregular`, as far as it was built; the latter two are wild.
    pub nature: String,
    /// Its elements.
    pub order: u64,
    /// Those in P.
    pub p_count: u64,
    /// How many heaps are covered one by one, from the heap of 0 on.
    pub covered: u64,
    /// The last heap with which it grew.
    pub last_change: Option<u64>,
    /// How many elements it has at least with one heap more, where it is partial.
    pub lower_bound: Option<u64>,
    /// How it seems to grow for ever, where it is partial: from which heap on, after how many heaps, by how many elements.
    pub growth: Option<(u64, u64, u64)>,
    /// How many positions, as a budget counts them, it might cost.
    pub positions: u64,
    /// How long it took.
    pub seconds: f64,
    /// The SHA-256 of the certificate, where it is complete.
    pub certificate: Option<String>,
}

impl Row {
    /// The row of an entry that might cost so many positions and took so many seconds.
    pub fn of(code: &str, entry: &Entry, positions: u64, seconds: f64) -> Row {
        let complete = entry.complete();
        let certificate = complete.map(|_| {
            let hash = Sha256::digest(entry.quotient.certificate().as_bytes());
            hash.iter().map(|byte| format!("{byte:02x}")).collect()
        });
        let growth = entry.growth.map(|growth| {
            (
                growth.from as u64,
                growth.heaps as u64,
                growth.elements as u64,
            )
        });
        Row {
            code: code.to_owned(),
            complete: complete.map(|at| (at.preperiod as u64, at.period as u64)),
            nature: entry.nature.word().to_owned(),
            order: entry.order() as u64,
            p_count: entry.p_count() as u64,
            covered: entry.covered() as u64,
            last_change: entry.last_change().map(|heap| heap as u64),
            lower_bound: complete.is_none().then_some(entry.lower_bound() as u64),
            growth,
            positions,
            seconds,
            certificate,
        }
    }

    /// The codes with which it is counted.
    pub fn family(&self) -> Family {
        let mut digits = self.code.chars().filter(char::is_ascii_alphanumeric);
        match (
            digits.any(|digit| !('0'..='7').contains(&digit)),
            self.code.starts_with('4'),
        ) {
            (true, _) => Family::Hexadecimal,
            (false, true) => Family::FirstFour,
            (false, false) => Family::Octal,
        }
    }

    /// The word of JSON for how far it goes.
    pub fn status(&self) -> &'static str {
        match self.complete {
            Some(_) => "complete",
            None => "partial",
        }
    }

    /// The last heap that is covered one by one.
    pub fn last_heap(&self) -> u64 {
        self.covered.saturating_sub(1)
    }
}

/// The table, as JSON has it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub(crate) struct Document<'a> {
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    schema: &'static str,
    codes: Vec<Told<'a>>,
}

/// A code of the table, as JSON has it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct Told<'a> {
    code: &'a str,
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["complete", "partial"])))]
    status: &'static str,
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["tame", "regular", "irregular"])))]
    kind: &'a str,
    order: u64,
    p_portion: u64,
    heaps: u64,
    last_change: Option<u64>,
    preperiod: Option<u64>,
    period: Option<u64>,
    lower_bound: Option<u64>,
    growth: Option<Grows>,
    certificate_sha256: Option<&'a str>,
}

/// How a quotient was seen to grow, as JSON has it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct Grows {
    from: u64,
    heaps: u64,
    elements: u64,
}

impl Told<'_> {
    fn of(row: &Row) -> Told<'_> {
        Told {
            code: &row.code,
            status: row.status(),
            kind: &row.nature,
            order: row.order,
            p_portion: row.p_count,
            heaps: row.last_heap(),
            last_change: row.last_change,
            preperiod: row.complete.map(|(preperiod, _)| preperiod),
            period: row.complete.map(|(_, period)| period),
            lower_bound: row.lower_bound,
            growth: row.growth.map(|(from, heaps, elements)| Grows {
                from,
                heaps,
                elements,
            }),
            certificate_sha256: row.certificate.as_deref(),
        }
    }
}

impl rows::Row for Row {
    const HEADING: &'static str = "code\tstatus\tnature\torder\tp_count\tcovered\tpreperiod\tperiod\tlast_change\tlower_bound\tgrows_from\tgrows_after\tgrows_by\tpositions\tseconds\tcertificate_sha256";

    fn read(line: &str) -> Option<Row> {
        let cells: Vec<&str> = line.split('\t').collect();
        let &[
            code,
            status,
            nature,
            order,
            p_count,
            covered,
            preperiod,
            period,
            last_change,
            lower_bound,
            from,
            after,
            by,
            positions,
            seconds,
            certificate,
        ] = &cells[..]
        else {
            return None;
        };
        let complete = match status {
            "complete" => Some((preperiod.parse().ok()?, period.parse().ok()?)),
            "partial" => None,
            _ => return None,
        };
        Some(Row {
            code: code.to_owned(),
            complete,
            nature: nature.to_owned(),
            order: order.parse().ok()?,
            p_count: p_count.parse().ok()?,
            covered: covered.parse().ok()?,
            last_change: told(last_change)?,
            lower_bound: told(lower_bound)?,
            growth: match (told(from)?, told(after)?, told(by)?) {
                (Some(from), Some(after), Some(by)) => Some((from, after, by)),
                _ => None,
            },
            positions: positions.parse().ok()?,
            seconds: seconds.parse().ok()?,
            certificate: told(certificate)?,
        })
    }

    fn key(&self) -> &str {
        &self.code
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = [
            self.code.clone(),
            self.status().to_owned(),
            self.nature.clone(),
            self.order.to_string(),
            self.p_count.to_string(),
            self.covered.to_string(),
            cell(self.complete.map(|(preperiod, _)| preperiod)),
            cell(self.complete.map(|(_, period)| period)),
            cell(self.last_change),
            cell(self.lower_bound),
            cell(self.growth.map(|(from, ..)| from)),
            cell(self.growth.map(|(_, after, _)| after)),
            cell(self.growth.map(|(.., by)| by)),
            self.positions.to_string(),
            format!("{:.3}", self.seconds),
            cell(self.certificate.as_ref()),
        ];
        f.write_str(&cells.join("\t"))
    }
}

/// The table that comes with the program.
pub fn table() -> Vec<Row> {
    // Read by a test.
    rows::read(TABLE).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read_as_it_was_written() {
        let rows: Vec<Row> = rows::read(TABLE).expect("a table");
        assert_eq!(rows::write(&rows), TABLE);
    }

    #[test]
    fn codes_are_counted_by_family() {
        let table = Response { rows: table() };
        let sums = table.sums();
        let told: Vec<_> = sums.iter().map(|sum| (sum.family, sum.codes)).collect();
        let all = [
            (Family::Octal, 512),
            (Family::FirstFour, 64),
            (Family::Hexadecimal, 192),
        ];
        assert_eq!(told, all);
        let complete = sums.iter().map(|sum| sum.complete).sum::<usize>();
        let shown = table.rows.iter().filter(|row| row.certificate.is_some());
        // Nothing is called complete without a certificate.
        assert_eq!(complete, shown.count());
        assert!(
            table
                .rows
                .iter()
                .all(|row| row.complete.is_some() == row.lower_bound.is_none())
        );
    }

    #[test]
    fn what_is_not_known_is_null() {
        let table = Response { rows: table() };
        let json = table.json();
        for row in [
            r#"{"code":"0.75","status":"complete","kind":"regular","order":8,"p_portion":2,"heaps":21,"last_change":5,"preperiod":8,"period":2,"lower_bound":null,"growth":null,"certificate_sha256":"401a05f66fea173e6535cd89205b735c6dfe7a2ec5fdba340c4fe73c99f7760c"}"#,
            r#"{"code":"0.07","status":"partial","kind":"regular","order":638,"p_portion":109,"heaps":33,"last_change":33,"preperiod":null,"period":null,"lower_bound":640,"growth":null,"certificate_sha256":null}"#,
        ] {
            assert!(json.contains(row), "{row}");
        }
    }

    /// Every complete row that Siegel's MisereSolver has computed too says the same there: order, P, pre-period and period.
    #[test]
    fn rows_are_as_they_are_known_elsewhere() {
        const ELSEWHERE: &str = include_str!("../../../testdata/quotients-elsewhere.tsv");
        let rows = table();
        let known = ELSEWHERE.lines().filter(|line| !line.starts_with('#'));
        let mut count = 0;
        for line in known {
            let cells: Vec<&str> = line.split('\t').collect();
            let &[code, order, p_count, preperiod, period] = &cells[..] else {
                panic!("{line}");
            };
            let row = rows.iter().find(|row| row.code == code).expect(code);
            let (from, every) = row.complete.expect(code);
            let told = [row.order, row.p_count, from, every].map(|number| number.to_string());
            assert_eq!(told, [order, p_count, preperiod, period], "{code}");
            count += 1;
        }
        assert_eq!(count, 235);
        // Dawson's Kayles up to heap 33 (Plambeck and Siegel 2008), and no farther.
        let dawson = rows.iter().find(|row| row.code == "0.07").expect("a row");
        let told = (dawson.order, dawson.last_heap(), dawson.complete);
        assert_eq!(told, (638, 33, None));
    }
}
