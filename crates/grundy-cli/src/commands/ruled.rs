//! A rule of the user's own (`--rule`, `--let`), in the place of a game of the catalogue.

use clap::ArgMatches;
use grundy::Message;
use grundy_service::rule::{Ruled, Value, Written};

use crate::context::Context;
use crate::failure::Failure;
use crate::limits::text;
use crate::words;

pub(crate) const EXAMPLE: &str = "grundy solve --rule 'n -> n-k for k in {1,3,4}' 10 12";

/// The rule of `--rule` with what `--let` gives to it, if there is a rule. `most` bytes are read of a file.
pub(crate) fn written(
    matches: &ArgMatches,
    most: u64,
    context: &Context,
) -> Result<Option<Written>, Failure> {
    let given = all_given(matches, most, context)?;
    let Some(rule) = text(matches, "rule") else {
        return match given.first() {
            None => Ok(None),
            Some(_) => Err(refuse(words::let_without_rule())),
        };
    };
    Ok(Some(Written {
        text: contents(rule, most, context)?,
        given: (given.into_iter())
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
    }))
}

/// The same, read.
pub(crate) fn read(
    matches: &ArgMatches,
    most: u64,
    context: &Context,
) -> Result<Option<Ruled>, Failure> {
    let written = written(matches, most, context)?;
    let read = written.map(|written| written.read());
    read.transpose()
        .map_err(|failure| Failure::of(failure, EXAMPLE))
}

/// What is known of a rule, in sentences: which game it is, and whether every play ends.
pub(crate) fn notes(ruled: &Ruled) -> Vec<Message> {
    let known = ruled.known.iter().map(words::recognised);
    known
        .chain([words::measure(ruled.rule.measure())])
        .collect()
}

/// What `--let` gives, each name once.
fn all_given<'m>(
    matches: &'m ArgMatches,
    most: u64,
    context: &Context,
) -> Result<Vec<(&'m str, Value)>, Failure> {
    let mut all: Vec<(&str, Value)> = Vec::new();
    for one in matches.get_many::<String>("let").into_iter().flatten() {
        let (name, value) = one.split_once('=').ok_or_else(|| no_given(one))?;
        let name = name.trim();
        if all.iter().any(|(known, _)| *known == name) {
            return Err(refuse(words::given_twice(name)));
        }
        all.push((name, given(one, value, most, context)?));
    }
    Ok(all)
}

/// The text itself, or that of the file behind `@`.
fn contents(written: &str, most: u64, context: &Context) -> Result<String, Failure> {
    match written.strip_prefix('@') {
        None => Ok(written.to_owned()),
        Some(name) => context
            .read(name, most)
            .map(|text| text.trim_start_matches('\u{feff}').trim_end().to_owned())
            .map_err(Failure::Input),
    }
}

/// `3`, `[1,2,3]`, or numbers in the file behind `@`.
fn given(whole: &str, value: &str, most: u64, context: &Context) -> Result<Value, Failure> {
    let value = value.trim();
    if let Ok(number) = value.parse::<i64>() {
        return Ok(Value::Number(number));
    }
    let from_file = value.starts_with('@');
    let text = contents(value, most, context)?;
    let inner = match text.trim().strip_prefix('[') {
        Some(inner) => inner.strip_suffix(']').ok_or_else(|| no_given(whole))?,
        None if from_file => text.as_str(),
        None => return Err(no_given(whole)),
    };
    let numbers = inner.split(|letter: char| letter == ',' || letter.is_whitespace());
    let numbers = numbers.filter(|number| !number.is_empty());
    let numbers: Option<Vec<i64>> = numbers.map(|number| number.parse().ok()).collect();
    numbers.map(Value::Numbers).ok_or_else(|| no_given(whole))
}

fn no_given(found: &str) -> Failure {
    let example = "grundy table --rule 'n -> n-k for k in v' --let 'v=[1,3,4]' 0..20".to_owned();
    Failure::Arguments(words::no_given(found), example)
}

fn refuse(message: Message) -> Failure {
    Failure::Arguments(message, EXAMPLE.to_owned())
}
