//! The table of the periods of octal games as JSON: `grundy.atlas/1`.

use serde::Serialize;

use crate::json;

/// The name and version of the schema.
pub const SCHEMA: &str = "grundy.atlas/1";

/// A code of the table.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Row<'a> {
    /// The code.
    pub code: &'a str,
    /// A code of the same sequence.
    pub equivalent: Option<&'a str>,
    /// By how many heaps its values come later than there.
    pub shift: u64,
    /// Whether a period is proved.
    pub proved: bool,
    /// How many values were computed.
    pub checked_to: u64,
    /// The period, where one is proved.
    pub period: Option<u64>,
    /// How many values come before it.
    pub preperiod: Option<u64>,
    /// The last exceptional heap.
    pub last_exception: Option<u64>,
    /// The largest value met.
    pub largest_value: u32,
}

/// All rows as one object, a line.
pub fn json<'a>(rows: impl IntoIterator<Item = Row<'a>>) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        schema: &'static str,
        codes: Vec<Row<'a>>,
    }
    json::line(&Document {
        schema: SCHEMA,
        codes: rows.into_iter().collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_null() {
        let open = Row {
            code: "0.007",
            equivalent: None,
            shift: 0,
            proved: false,
            checked_to: 500,
            period: None,
            preperiod: None,
            last_exception: None,
            largest_value: 9,
        };
        let proved = Row {
            code: "0.07",
            equivalent: Some("0.137"),
            shift: 1,
            proved: true,
            period: Some(34),
            preperiod: Some(53),
            last_exception: Some(52),
            ..open
        };
        let expected = concat!(
            r#"{"schema":"grundy.atlas/1","codes":["#,
            r#"{"code":"0.007","equivalent":null,"shift":0,"proved":false,"checked_to":500,"period":null,"preperiod":null,"#,
            r#""last_exception":null,"largest_value":9},"#,
            r#"{"code":"0.07","equivalent":"0.137","shift":1,"proved":true,"checked_to":500,"period":34,"preperiod":53,"#,
            r#""last_exception":52,"largest_value":9}]}"#,
            "\n"
        );
        assert_eq!(json([open, proved]), expected);
    }
}
