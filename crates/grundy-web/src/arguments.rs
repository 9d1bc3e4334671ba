//! From what a request says to the arguments of a command.

use std::collections::BTreeSet;
use std::time::Duration;

use grundy::Lang;
use grundy_service::text::count;
use serde_json::{Map, Value};

use crate::bounds::Bounds;
use crate::routes::{Answer, Budget, Goes, Kind, Parameter, Route};
use crate::{Form, Problem, Question, words};
use crate::{openapi, query};

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

/// The command that a request asks for, and what its answer is.
pub(crate) fn question(
    route: &Route,
    given: &Given,
    default: Lang,
    bounds: &Bounds,
) -> Result<(Question, Answer), Problem> {
    let mut lang = default;
    let mut seen = BTreeSet::new();
    for (name, value) in given {
        let refuse = |message: grundy::Message| Err(Problem::new(message.render(default)));
        let parameter = route.parameters.iter().find(|known| known.name == name);
        let may_repeat = parameter.is_some_and(|known| matches!(known.kind, Kind::Texts));
        if name == "lang" {
            match query::named(value) {
                Some(named) => lang = named,
                None => return refuse(words::not_one_of(name, value, &["en", "zh"])),
            }
        } else if parameter.is_none() {
            let names: Vec<&str> = route.parameters.iter().map(|known| known.name).collect();
            return refuse(words::no_such_parameter(name, &names));
        }
        if !seen.insert(name) && !may_repeat {
            return refuse(words::twice(name));
        }
        if value.contains('\0') {
            return refuse(words::zero_byte(name));
        }
    }
    let mut asked = Asked {
        lang,
        arguments: route.command.iter().map(|&word| word.to_owned()).collect(),
        places: Vec::new(),
        first: None,
        input: None,
        answer: route.answer,
        values: Map::new(),
        is_typed: route.read.is_some(),
    };
    for parameter in route.parameters {
        let values = given.iter().filter(|(name, _)| name == parameter.name);
        let values: Vec<&str> = values.map(|(_, value)| value.as_str()).collect();
        asked.tell(parameter, &values)?;
    }
    if let Some(read) = route.read {
        let asks = read(asked.values)
            .map_err(|failure| Problem::of(&failure, Some(&openapi::example(route)), lang))?;
        let question = Question {
            arguments: Vec::new(),
            input: asks.input.map(String::into_bytes),
            request: Some(asks.request),
            form: asks.form,
            lang,
            most_output: bounds.output,
            most_time: bounds.budget_time(),
            most_bytes: bounds.bytes,
            most_positions: bounds.positions,
        };
        return Ok((question, asked.answer));
    }
    let mut arguments = asked.arguments;
    arguments.extend(route.budgets.iter().map(|budget| bound(*budget, bounds)));
    arguments.push(match lang {
        Lang::En => "--lang=en".to_owned(),
        Lang::Zh => "--lang=zh".to_owned(),
    });
    if !asked.places.is_empty() {
        arguments.push("--".to_owned());
        arguments.append(&mut asked.places);
    }
    let question = Question {
        arguments,
        input: asked.input,
        request: None,
        form: Form::Json,
        lang,
        most_output: bounds.output,
        most_time: bounds.time,
        most_bytes: bounds.bytes,
        most_positions: bounds.positions,
    };
    Ok((question, asked.answer))
}

/// A bound as an argument.
fn bound(budget: Budget, bounds: &Bounds) -> String {
    let milliseconds = |time: Duration| time.as_millis().max(1);
    match budget {
        Budget::Time(flag) => format!("{flag}={}ms", milliseconds(bounds.budget_time())),
        Budget::Bytes(flag) => format!("{flag}={}", bounds.bytes),
        Budget::Positions(flag) => format!("{flag}={}", bounds.positions),
    }
}

/// A command that is being put together.
struct Asked {
    lang: Lang,
    arguments: Vec<String>,
    places: Vec<String>,
    /// The first number of a range whose end is still to come.
    first: Option<String>,
    input: Option<Vec<u8>>,
    answer: Answer,
    /// The values of parameters that were given, of a question that is a type.
    values: Map<String, Value>,
    is_typed: bool,
}

impl Asked {
    /// Tells the command of a parameter.
    fn tell(&mut self, parameter: &Parameter, values: &[&str]) -> Result<(), Problem> {
        let lang = self.lang;
        let refuse = |message: grundy::Message| Err(Problem::new(message.render(lang)));
        let name = parameter.name;
        let value = values.first().copied();
        // A form sends what was left open as an empty text.
        let value = value.filter(|value| !value.is_empty() || matches!(parameter.kind, Kind::Flag));
        if parameter.required && value.is_none() {
            let example = parameter.example;
            return Err(Problem {
                example: Some(example.into()),
                ..Problem::new(words::missing(name, example).render(lang))
            });
        }
        match parameter.kind {
            Kind::Flag => match value {
                None | Some("false" | "0" | "no") => return Ok(()),
                Some("" | "true" | "1" | "yes") => {}
                Some(other) => return refuse(words::no_truth(name, other)),
            },
            Kind::Number { least, most } => {
                let is_in = |value: &str| {
                    value.bytes().all(|byte| byte.is_ascii_digit())
                        && value
                            .parse()
                            .is_ok_and(|number: u64| (least..=most).contains(&number))
                };
                if let Some(value) = value.filter(|value| !is_in(value)) {
                    return refuse(words::no_number(name, value, least, most));
                }
            }
            Kind::Choice(choices) => {
                let chosen = match value {
                    None => choices.first(),
                    Some(value) => choices.iter().find(|choice| choice.name == value),
                };
                let Some(chosen) = chosen else {
                    let names: Vec<&str> = choices.iter().map(|choice| choice.name).collect();
                    return refuse(words::not_one_of(name, value.unwrap_or_default(), &names));
                };
                let name = name.to_owned();
                self.values.insert(name, Value::from(chosen.name));
                self.arguments.push(chosen.argument.to_owned());
                self.answer = chosen.answer.unwrap_or(self.answer);
                return Ok(());
            }
            Kind::Text | Kind::Texts | Kind::Count => {}
        }
        if let Some(value) = value {
            let value = match parameter.kind {
                Kind::Flag => Value::from(true),
                Kind::Number { .. } => Value::from(value.parse::<u64>().ok()),
                Kind::Count => match count(value) {
                    Some(count) => Value::from(count),
                    None if self.is_typed => return refuse(words::no_count(name, value)),
                    None => Value::Null,
                },
                Kind::Texts => values
                    .iter()
                    .copied()
                    .filter(|text| !text.is_empty())
                    .collect(),
                Kind::Text | Kind::Choice(_) => Value::from(value),
            };
            self.values.insert(name.to_owned(), value);
        }
        match (parameter.goes, value) {
            (Goes::End, None) => {
                if let Some(first) = self.first.take() {
                    return refuse(words::missing_end(name, &first));
                }
            }
            (_, None) | (Goes::Choice, _) => {}
            (Goes::First, Some(first)) => self.first = Some(first.to_owned()),
            (Goes::End, Some(end)) => {
                let first = self.first.take();
                let first = first.as_deref().unwrap_or("0");
                self.places.push(format!("{first}..{end}"));
            }
            (Goes::Flag(flag), Some(_)) if matches!(parameter.kind, Kind::Flag) => {
                self.arguments.push(flag.to_owned());
            }
            (Goes::Flag(flag), Some(_)) => {
                let values = values.iter().filter(|value| !value.is_empty());
                self.arguments
                    .extend(values.map(|value| format!("{flag}={value}")));
            }
            // To a command this is its standard input.
            (Goes::Place, Some("-")) if !self.is_typed => return refuse(words::only_a_dash(name)),
            (Goes::Place, Some(value)) => self.places.push(value.to_owned()),
            (Goes::Input(argument), Some(value)) => {
                if !argument.is_empty() {
                    self.arguments.push(argument.to_owned());
                }
                self.input = Some(value.as_bytes().to_vec());
            }
        }
        Ok(())
    }
}
