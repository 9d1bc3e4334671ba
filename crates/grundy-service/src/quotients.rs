//! The table of misère quotients of games with short codes: rows in a file, the table that comes with the program.
//!
//! A row is *complete* where the values of all heaps are proved to repeat; the hash is that of the certificate that shows it, which
//! `grundy quotient CODE --certificate FILE` writes and `grundy-check` verifies. A *partial* row says how far the quotient was built,
//! and how many elements it has at least with one heap more.

use std::fmt;

use grundy::engine::misere::census::Entry;
use sha2::{Digest, Sha256};

use crate::rows::{self, cell, told};

/// The misère quotients of codes of up to three octal or two hexadecimal digits, made by `grundy quotient --atlas`.
const TABLE: &str = include_str!("../data/misere-quotients.tsv");

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
            match self.complete {
                Some(_) => "complete".to_owned(),
                None => "partial".to_owned(),
            },
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
}
