//! Formulas in the field of nimbers: `grundy.nimber/1`.

use std::borrow::Cow;

use grundy::budget::Meter;
use grundy::number::expression::{Expression, NoValue, Value};
use grundy::{Budget, Exhausted};
use serde::{Deserialize, Serialize};

use crate::json::{self, Digits};
use crate::text::count;
use crate::{Failure, Sink};

/// The name and version of the schema.
pub const SCHEMA: &str = "grundy.nimber/1";

/// A question for the value of a formula.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The formula, such as `3*5+7`: see [`grundy::number::expression`].
    pub formula: String,
}

/// A formula and what it comes to.
#[derive(Debug)]
pub struct Response {
    /// The formula as it was read.
    pub formula: Expression,
    /// Its value.
    pub value: Value,
}

impl Request {
    /// Reads the formula and evaluates it.
    ///
    /// # Errors
    /// That the text is no formula or has no value, that its numbers are too long, or what has run out.
    pub fn run(&self, budget: &Budget, _: &mut dyn Sink) -> Result<Response, Failure> {
        let mut meter = Meter::new(budget);
        let text = in_digits(&self.formula);
        let wrong = |error| Failure::game(&text, error);
        let read = meter.run(|| text.parse::<Expression>());
        let formula = read.map_err(exhausted)?.map_err(wrong)?;
        let value = formula.evaluate(&mut meter).map_err(|none| match none {
            NoValue::Undefined(error) => wrong(*error),
            NoValue::TooLong(message) => Failure::Unknown(message.into()),
            NoValue::Exhausted(what) => exhausted(what),
        })?;
        Ok(Response { formula, value })
    }
}

/// The formula with numbers such as `1_000` and `1e3` in plain digits; `10^3` is a power of nimbers.
fn in_digits(formula: &str) -> Cow<'_, str> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let is_marked = |word: &str| {
        word.starts_with(|first: char| first.is_ascii_digit()) && word.contains(['_', 'e', 'E'])
    };
    if !formula.split(|letter| !is_part(letter)).any(is_marked) {
        return Cow::Borrowed(formula);
    }
    let mut text = String::with_capacity(formula.len());
    let mut rest = formula;
    while let Some(letter) = rest.chars().next() {
        let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end.max(letter.len_utf8()));
        match count(word).filter(|_| is_marked(word)) {
            Some(number) => text.push_str(&number.to_string()),
            None => text.push_str(word),
        }
        rest = behind;
    }
    Cow::Owned(text)
}

fn exhausted(what: Exhausted) -> Failure {
    match what {
        Exhausted::Interrupted => Failure::Interrupted,
        what => Failure::Unknown(what.into()),
    }
}

impl Response {
    /// The JSON document of the schema, one line with its line end.
    pub fn json(&self) -> String {
        let (kind, value, other) = match &self.value {
            Value::Nimber(value) => ("nimber", Some(&value.0), None),
            Value::Roots(one, other) => ("nimber", Some(&one.0), Some(&other.0)),
            Value::Ordinary(count) => ("number", Some(count), None),
            Value::NoPower => ("number", None, None),
        };
        json::line(&Document {
            schema: SCHEMA,
            formula: self.formula.to_string(),
            kind,
            value: value.map(Digits),
            other: other.map(Digits),
        })
    }
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    formula: String,
    kind: &'static str,
    value: Option<Digits<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<Digits<'a>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Quiet;

    #[test]
    fn formulas_are_answered() {
        let json = |formula: &str| {
            let formula = formula.to_owned();
            let response = Request { formula }.run(&Budget::default(), &mut Quiet);
            response.map(|response| response.json())
        };
        assert_eq!(
            json("3*5+7").expect("a value"),
            "{\"schema\":\"grundy.nimber/1\",\"formula\":\"3 ⊗ 5 ⊕ 7\",\"kind\":\"nimber\",\"value\":8}\n"
        );
        let long = json("1_000*2 + 1e3").expect("a value");
        assert!(long.contains(r#""formula":"1000 ⊗ 2 ⊕ 1000""#), "{long}");
        let roots = json("quadratic(1,1)").expect("two roots");
        assert!(roots.ends_with("\"value\":2,\"other\":3}\n"), "{roots}");
        let none = json("log(2,4)").expect("told");
        assert!(none.ends_with("\"value\":null}\n"), "{none}");
        assert!(matches!(json("1/0"), Err(Failure::Game(..))));
        let long = format!("order({})", "7".repeat(50));
        assert!(matches!(json(&long), Err(Failure::Unknown(_))));
    }
}
