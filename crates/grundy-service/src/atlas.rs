//! The table of the periods of octal games: rows in a file, the table that comes with the program, and `grundy.atlas/1`.

use std::collections::HashMap;
use std::fmt;

use grundy::Budget;
use serde::{Deserialize, Serialize};

use crate::failure::Refused;
use crate::json;
use crate::rows::{self, cell, told};
use crate::{Failure, Sink};

/// The name and version of the schema.
pub const SCHEMA: &str = "grundy.atlas/1";

/// The periods of octal codes of up to [`MOST`] digits, made by `grundy period --atlas`.
const OCTAL: &str = include_str!("../data/octal-periods.tsv");

/// The most digits of a code of a table.
pub const MOST: u32 = 4;

/// A question for the periods of all octal codes of up to so many digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The most digits behind the point, 1 to [`MOST`].
    #[serde(default = "usual")]
    pub digits: u32,
}

/// The digits where nothing is said.
fn usual() -> u32 {
    3
}

impl Default for Request {
    fn default() -> Request {
        Request { digits: usual() }
    }
}

/// The digits that a text asks for; `None` if it is no number of them.
pub fn digits(text: &str) -> Option<u32> {
    let digits = text.parse().ok()?;
    (1..=MOST).contains(&digits).then_some(digits)
}

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
    /// That there is no table of so many digits.
    pub fn run(&self, _: &Budget, _: &mut dyn Sink) -> Result<Response, Failure> {
        if !(1..=MOST).contains(&self.digits) {
            return Err(Refused::Digits(self.digits).into());
        }
        let mut rows: Vec<Row> = rows::read(OCTAL).unwrap_or_default();
        rows.retain(|row| is_shown(&row.code, self.digits));
        name_within(&mut rows, self.digits);
        Ok(Response { rows })
    }
}

/// Whether a code has no more digits behind its point than so many.
fn is_shown(code: &str, digits: u32) -> bool {
    code.len() <= "0.".len() + digits as usize
}

/// Of codes that have the sequence of one that is not shown, the first with the fewest zeros takes its place.
fn name_within(rows: &mut [Row], digits: u32) {
    let mut firsts: HashMap<String, (u64, String)> = HashMap::new();
    let hidden = |row: &Row| {
        row.equivalent
            .clone()
            .filter(|code| !is_shown(code, digits))
    };
    for row in rows.iter() {
        if let Some(code) = hidden(row) {
            let first = firsts.entry(code).or_insert((u64::MAX, String::new()));
            if row.shift < first.0 {
                *first = (row.shift, row.code.clone());
            }
        }
    }
    for row in rows {
        if let Some((shift, first)) = hidden(row).and_then(|code| firsts.get(&code)) {
            row.shift -= shift;
            row.equivalent = (*first != row.code).then(|| first.clone());
        }
    }
}

/// The row of a code with a proved period in the table that comes with the program.
pub(crate) fn proved(code: &str) -> Option<Row> {
    let has = |line: &&str| line.split('\t').next() == Some(code);
    let row: Row = rows::Row::read(OCTAL.lines().find(has)?)?;
    row.proved.is_some().then_some(row)
}

impl Response {
    /// The JSON document of the schema, one line with its line end.
    pub fn json(&self) -> String {
        json(&self.rows)
    }
}

/// A code of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The code.
    pub code: String,
    /// A code of the same sequence.
    pub equivalent: Option<String>,
    /// By how many heaps its values come later than there.
    pub shift: u64,
    /// How many values were computed.
    pub to: u64,
    /// The first heap that is not worth 0.
    pub first: Option<u64>,
    /// The period, where one is proved.
    pub proved: Option<Proved>,
    /// The largest value met; of sequences too long to keep, among the first ones.
    pub largest: u32,
    /// How many heaps had rare values, where they are told apart.
    pub rare: Option<u64>,
    /// The engine at the end.
    pub engine: String,
    /// How long it took.
    pub seconds: f64,
    /// The SHA-256 of the certificate.
    pub certificate: Option<String>,
}

/// A proved period in the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Proved {
    /// The period.
    pub period: u64,
    /// How many values come before it.
    pub preperiod: u64,
    /// The last exceptional heap and its value.
    pub last_exception: Option<(u64, u32)>,
    /// The theorem, by its word.
    pub theorem: String,
    /// The SHA-256 of the values.
    pub sum: String,
}

impl rows::Row for Row {
    const HEADING: &'static str = "code\tequivalent\tshift\tstatus\tto\tperiod\tpreperiod\tsaltus\tlast_exception\tlast_value\ttheorem\tfirst\tlargest\trare\tengine\tseconds\tvalues_sha256\tcertificate_sha256";

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
        let proved = match status {
            "proved" => Some(Proved {
                period: period.parse().ok().filter(|&period: &u64| period > 0)?,
                preperiod: preperiod.parse().ok()?,
                last_exception: match told(last)? {
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
            equivalent: told(equivalent)?,
            shift: told(shift)?.unwrap_or(0),
            to: to.parse().ok()?,
            first: told(first)?,
            proved,
            largest: largest.parse().ok()?,
            rare: told(rare)?,
            engine: engine.to_owned(),
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
        let proved = self.proved.as_ref();
        let exception = proved.and_then(|proved| proved.last_exception);
        let cells = [
            self.code.clone(),
            cell(self.equivalent.as_ref()),
            cell(self.equivalent.as_ref().map(|_| self.shift)),
            if proved.is_some() { "proved" } else { "open" }.to_owned(),
            self.to.to_string(),
            cell(proved.map(|proved| proved.period)),
            cell(proved.map(|proved| proved.preperiod)),
            cell(proved.map(|_| 0)),
            cell(exception.map(|(heap, _)| heap)),
            cell(exception.map(|(_, value)| value)),
            cell(proved.map(|proved| &proved.theorem)),
            cell(self.first),
            self.largest.to_string(),
            cell(self.rare),
            self.engine.clone(),
            format!("{:.3}", self.seconds),
            cell(proved.map(|proved| &proved.sum)),
            cell(self.certificate.as_ref()),
        ];
        f.write_str(&cells.join("\t"))
    }
}

/// The table, as JSON has it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub(crate) struct Document<'a> {
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    schema: &'static str,
    codes: Vec<Entry<'a>>,
}

/// A code of the table, as JSON has it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct Entry<'a> {
    code: &'a str,
    equivalent: Option<&'a str>,
    shift: u64,
    proved: bool,
    checked_to: u64,
    period: Option<u64>,
    preperiod: Option<u64>,
    last_exception: Option<u64>,
    largest_value: u32,
}

/// Rows as one object, a line.
pub fn json(rows: &[Row]) -> String {
    json::line(&Document {
        schema: SCHEMA,
        codes: rows.iter().map(Entry::of).collect(),
    })
}

impl Entry<'_> {
    fn of(row: &Row) -> Entry<'_> {
        let proved = row.proved.as_ref();
        let exception = proved.and_then(|proved| proved.last_exception);
        Entry {
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
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{Row as _, read};

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
        assert_eq!(read::<Row>(""), Err(1));
        assert_eq!(read::<Row>(&format!("{}\n0.7\tx\n", Row::HEADING)), Err(2));
    }

    #[test]
    fn the_table_is_whole() {
        let rows = read::<Row>(OCTAL).expect("a table");
        assert!(rows.len() > 800, "{}", rows.len());
        let of = |code: &str| {
            let row = rows.iter().find(|row| row.code == code)?;
            let proved = row.proved.as_ref()?;
            Some((proved.period, proved.preperiod))
        };
        assert_eq!(of("0.77"), Some((12, 71)));
        assert_eq!(of("0.137"), Some((34, 52)));
        assert_eq!(of("0.16"), Some((149_459, 105_351)));
        assert_eq!(of("0.007"), None);
    }

    #[test]
    fn codes_that_are_shown_are_named_by_one_another() {
        let of = |digits| {
            let request = Request { digits };
            request.run(&Budget::default(), &mut crate::Quiet)
        };
        for digits in 1..=MOST {
            let rows = of(digits).expect("a table").rows;
            let codes: Vec<&str> = rows.iter().map(|row| row.code.as_str()).collect();
            assert!(codes.iter().all(|code| is_shown(code, digits)));
            for row in &rows {
                let Some(other) = &row.equivalent else {
                    continue;
                };
                let place = codes.iter().position(|code| code == other);
                let first = &rows[place.expect("a code that is shown")];
                assert_eq!(first.equivalent, None, "{}", row.code);
                let (period, other) = (row.proved.as_ref(), first.proved.as_ref());
                let period = period.map(|proved| (proved.period, &proved.sum));
                assert_eq!(period, other.map(|proved| (proved.period, &proved.sum)));
            }
        }
        assert!(of(0).is_err() && of(5).is_err());
    }

    #[test]
    fn what_is_not_known_is_null() {
        let row = |code: &str| Row {
            code: code.to_owned(),
            equivalent: None,
            shift: 0,
            to: 500,
            first: None,
            proved: None,
            largest: 9,
            rare: None,
            engine: String::new(),
            seconds: 0.0,
            certificate: None,
        };
        let proved = Row {
            equivalent: Some("0.137".to_owned()),
            shift: 1,
            proved: Some(Proved {
                period: 34,
                preperiod: 53,
                last_exception: Some((52, 2)),
                theorem: String::new(),
                sum: String::new(),
            }),
            ..row("0.07")
        };
        let expected = concat!(
            r#"{"schema":"grundy.atlas/1","codes":["#,
            r#"{"code":"0.007","equivalent":null,"shift":0,"proved":false,"checked_to":500,"period":null,"preperiod":null,"#,
            r#""last_exception":null,"largest_value":9},"#,
            r#"{"code":"0.07","equivalent":"0.137","shift":1,"proved":true,"checked_to":500,"period":34,"preperiod":53,"#,
            r#""last_exception":52,"largest_value":9}]}"#,
            "\n"
        );
        assert_eq!(json(&[row("0.007"), proved]), expected);
    }
}
