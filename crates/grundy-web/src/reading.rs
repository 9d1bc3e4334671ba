//! From what a request says, names and texts, to the question that it asks: each text is read as its parameter's kind wants it.

use std::collections::BTreeSet;

use grundy::{Lang, Message};
use grundy_service::text::{count, natural};
use serde_json::{Map, Value};

use crate::bounds::Bounds;
use crate::routes::{Kind, Parameter, Route, Wrong};
use crate::{Problem, Question, openapi, query, words};

/// What a request says: names and values, in order.
pub(crate) type Given = Vec<(String, String)>;

/// The keys of a JSON object as names and values.
pub(crate) fn of_object(body: &[u8], lang: Lang) -> Result<Given, Problem> {
    let refuse = |message: grundy::Message| Problem::new(message.render(lang));
    let value: Value = serde_json::from_slice(body).map_err(|error| Problem {
        line: Some(error.line()),
        column: Some(error.column().max(1)),
        ..refuse(words::no_json(&error.to_string()))
    })?;
    let Value::Object(keys) = value else {
        return Err(refuse(words::no_object()));
    };
    let mut given = Given::new();
    for (name, value) in keys {
        let values = match value {
            Value::Array(values) => values,
            value => vec![value],
        };
        for value in values {
            let text = match value {
                Value::Null => continue,
                Value::Bool(truth) => truth.to_string(),
                Value::Number(number) => number.to_string(),
                Value::String(text) => text,
                Value::Array(_) | Value::Object(_) => {
                    return Err(refuse(words::no_plain_value(&name)));
                }
            };
            given.push((name.clone(), text));
        }
    }
    Ok(given)
}

/// The question that a request asks, and what its answer is.
pub(crate) fn question(
    route: &Route,
    given: &Given,
    default: Lang,
    bounds: &Bounds,
) -> Result<Question, Problem> {
    let mut lang = default;
    let mut seen = BTreeSet::new();
    for (name, value) in given {
        let refuse = |message: Message| Err(Problem::new(message.render(default)));
        let parameter = route.parameters().iter().find(|known| known.name == *name);
        let may_repeat = parameter.is_some_and(|known| known.kind == Kind::Texts);
        if name == "lang" {
            match query::named(value) {
                Some(named) => lang = named,
                None => return refuse(words::not_one_of(name, value, &["en", "zh"])),
            }
        } else if parameter.is_none() {
            let names = route.parameters().iter();
            let names: Vec<&str> = names.map(|known| known.name.as_str()).collect();
            return refuse(words::no_such_parameter(name, &names));
        }
        if !seen.insert(name) && !may_repeat {
            return refuse(words::twice(name));
        }
        if value.contains('\0') {
            return refuse(words::zero_byte(name));
        }
    }
    let mut values = Map::new();
    for parameter in route.parameters() {
        let of_it = given.iter().filter(|(name, _)| *name == parameter.name);
        let of_it: Vec<&str> = of_it.map(|(_, value)| value.as_str()).collect();
        if let Some(value) = value(parameter, &of_it, lang)? {
            values.insert(parameter.name.clone(), value);
        }
    }
    let asks = route.read(values).map_err(|wrong| {
        let example = openapi::example(route);
        match wrong {
            Wrong::Failure(failure) => Problem::of(&failure, Some(&example), lang),
            Wrong::Parameters(message) => Problem {
                kind: Some("arguments".into()),
                example: Some(example.into()),
                ..Problem::new(message.render(lang))
            },
        }
    })?;
    Ok(bounds.question(asks, lang))
}

/// The value of a parameter in its own kind, where it is given.
fn value(parameter: &Parameter, values: &[&str], lang: Lang) -> Result<Option<Value>, Problem> {
    let refuse = |message: Message| Err(Problem::new(message.render(lang)));
    let name = &parameter.name;
    let value = values.first().copied();
    // A form sends what was left open as an empty text.
    let value = value.filter(|value| !value.is_empty() || parameter.kind == Kind::Flag);
    let Some(value) = value else {
        if !parameter.required {
            return Ok(None);
        }
        let example = openapi::plain(&parameter.example);
        return Err(Problem {
            example: Some(example.as_str().into()),
            ..Problem::new(words::missing(name, &example).render(lang))
        });
    };
    Ok(Some(match &parameter.kind {
        Kind::Flag => match value {
            "false" | "0" | "no" => Value::from(false),
            "" | "true" | "1" | "yes" => Value::from(true),
            other => return refuse(words::no_truth(name, other)),
        },
        &Kind::Number { least, most } => {
            let number = natural(value).filter(|number| (least..=most).contains(number));
            match number {
                Some(number) => Value::from(number),
                None => return refuse(words::no_number(name, value, least, most)),
            }
        }
        Kind::Count => match count(value) {
            Some(count) => Value::from(count),
            None => {
                return Err(Problem {
                    kind: Some("arguments".into()),
                    example: Some(openapi::plain(&parameter.example).into()),
                    ..Problem::new(words::no_count(name, value).render(lang))
                });
            }
        },
        Kind::Choice(names) if !names.iter().any(|known| known == value) => {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            return refuse(words::not_one_of(name, value, &names));
        }
        Kind::Texts => values
            .iter()
            .copied()
            .filter(|text| !text.is_empty())
            .collect(),
        Kind::Text | Kind::Choice(_) => Value::from(value),
    }))
}
