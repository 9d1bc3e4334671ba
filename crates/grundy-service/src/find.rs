//! The pattern in the values of a rule or a game, or in values of the asker's own: `grundy.find/1`.
//!
//! Under misère play it is the pattern in who wins single positions.

mod document;
mod misere;
mod samples;

use std::ops::RangeInclusive;

use grundy::budget::{Exhausted, Meter};
use grundy::component::Rules;
use grundy::engine::period::Search;
use grundy::engine::sequence::Rules as Sequence;
use grundy::kinds::AnyRule;
use grundy::pattern::{
    self, Family, Finding, Form, Parameter, Proved, Report, Sample, Scope, Subject,
};
use grundy::rule::{Rule, Unfilled};
use grundy::{Budget, Engine, Game, Message, Play, Reason, Solver, message};
use serde::{Deserialize, Serialize};

use crate::filling::Filling;
use crate::period::reason;
use crate::range::Axis;
use crate::rule::{Ruled, Value, Written, names};
use crate::text::count;
use crate::{Failure, Refused, Sink, Why, stopped};
use grundy::text::list_of;

#[cfg(feature = "schema")]
pub(crate) use document::Document;
pub use misere::KnownQuotient;

/// The name and version of the schema.
pub const SCHEMA: &str = "grundy.find/1";

/// Values of a game of the catalogue that are looked at: of one coordinate, and of each of two.
const HEAPS: u64 = 11_000;
const SIDE: usize = 110;

/// Words by one number that are looked at.
const WORDS: usize = 440;

/// How many numbers a range may have in which patterns are guessed.
pub const SMALL: RangeInclusive<u32> = 5..=1_000_000;

/// A question for patterns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// What patterns are looked for in.
    pub of: Of,
    /// How many numbers each coordinate runs through where patterns are guessed, if not the usual number.
    #[serde(default)]
    pub small: Option<u32>,
    /// Whether who cannot move wins: then the pattern is one of outcomes.
    #[serde(default)]
    pub misere: bool,
    /// Parameters of the rule: then the pattern is one of the rules for all of their values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub family: Vec<Range>,
}

/// A parameter of a family of rules, and the values from which a pattern is guessed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// The name of the parameter.
    pub name: String,
    /// The first value.
    pub from: u64,
    /// The value behind the last.
    pub to: u64,
}

/// How many values of a parameter patterns may be guessed from.
const VALUES: RangeInclusive<u64> = 3..=1000;

/// With at most so many values of a parameter the usual numbers are enough to guess from.
const FEW: u64 = 40;

/// The largest parameter.
const LARGEST: u64 = 1_000_000;

/// Most rules of a family.
const RULES: u64 = 3_000;

impl Range {
    /// Reads `m in 2..12` or `m in 2..=11`.
    ///
    /// # Errors
    /// That it is no such range.
    pub fn read(text: &str) -> Result<Range, Failure> {
        let wrong = || Failure::Refused(Refused::Parameter(text.to_owned()));
        let (name, range) = text.split_once(" in ").ok_or_else(wrong)?;
        let (from, to) = range.split_once("..").ok_or_else(wrong)?;
        let number = |text: &str| count(text.trim()).ok_or_else(wrong);
        let to = match to.trim().strip_prefix('=') {
            Some(last) => number(last)?.checked_add(1).ok_or_else(wrong)?,
            None => number(to)?,
        };
        let range = Range {
            name: name.trim().to_owned(),
            from: number(from)?,
            to,
        };
        range.parameter()?;
        Ok(range)
    }

    fn parameter(&self) -> Result<Parameter, Failure> {
        let wrong = || {
            let (name, from, to) = (&self.name, self.from, self.to);
            Failure::Refused(Refused::Parameter(format!("{name} in {from}..{to}")))
        };
        let values = self.to.checked_sub(self.from).ok_or_else(wrong)?;
        let fits = VALUES.contains(&values) && self.to <= LARGEST && !self.name.is_empty();
        let fits = fits.then(|| Parameter::new(&self.name, self.from, self.to));
        fits.ok_or_else(wrong)
    }
}

/// What patterns are looked for in: a rule, a game or values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Of {
    /// The values of a rule.
    Rule(Written),
    /// The values of a game of the catalogue, named with its parameters.
    Game(String),
    /// Values, and how they are called.
    Values(String, Values),
}

/// Values of the asker's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Values {
    /// Of one coordinate.
    Line(Vec<u32>),
    /// Of two, the first running fastest, and how many numbers each runs through.
    Grid(Vec<u32>, usize, usize),
}

/// What was found.
#[derive(Debug)]
pub struct Response {
    /// The rule, the game, or what the values are called.
    pub name: String,
    /// The patterns.
    pub report: Report,
    /// The rule that was asked for.
    pub ruled: Option<Ruled>,
    /// Under which play.
    pub play: Play,
    /// The misère quotient of all heaps, where it is known.
    pub quotient: Option<KnownQuotient>,
}

/// As many values `grundy seq` writes in a line.
const LINE: usize = 20;

impl Values {
    /// Reads numbers; several lines of the same length, two numbers at least, are a table. Lines of twenty with blanks between them are a sequence,
    /// since `grundy seq` writes it so.
    ///
    /// # Errors
    /// What is no number, or which line is not of that length.
    pub fn read(text: &str) -> Result<Values, Message> {
        let mut rows: Vec<Vec<u32>> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let mut row = Vec::new();
            let mut at = 0;
            for word in line.split(|letter: char| letter == ',' || letter.is_whitespace()) {
                let column = line[..at].chars().count() + 1;
                at += word.len()
                    + line[at + word.len()..]
                        .chars()
                        .next()
                        .map_or(0, char::len_utf8);
                if word.is_empty() {
                    continue;
                }
                let value = word.parse().ok().filter(|&value: &u32| value < 1 << 31);
                row.push(value.ok_or_else(|| no_value_in_file(number, column, word))?);
            }
            if !row.is_empty() {
                rows.push(row);
            }
        }
        let width = rows.first().map_or(0, Vec::len);
        if rows.is_empty() {
            return Err(no_values());
        }
        // A sequence may be broken into lines, all of the same length but for the last.
        let (last, before) = rows
            .split_last()
            .map_or((0, &rows[..0]), |(last, before)| (last.len(), before));
        let odd = before.iter().position(|row| row.len() != width);
        let odd = odd.or((last > width).then_some(rows.len() - 1));
        if let Some(odd) = odd.filter(|_| width > 0) {
            let found = rows[odd].len();
            return Err(ragged(odd + 1, found, width));
        }
        let is_sequence = width == LINE && !text.contains(',');
        if rows.len() < 2 || width < 2 || last < width || is_sequence {
            return Ok(Values::Line(rows.concat()));
        }
        // A row for each x: the first coordinate is the row.
        let height = rows.len();
        let cells = (0..width).flat_map(|y| rows.iter().map(move |row| row[y]));
        Ok(Values::Grid(cells.collect(), height, width))
    }

    /// Whether there are any, none is too large, and a grid is whole.
    fn are_values(&self) -> bool {
        let cells = match self {
            Values::Line(cells) => cells,
            Values::Grid(cells, width, height) => {
                if *width < 2 || *height < 2 || width.checked_mul(*height) != Some(cells.len()) {
                    return false;
                }
                cells
            }
        };
        !cells.is_empty() && cells.iter().all(|&value| value < 1 << 31)
    }
}

/// The failure of a rule of a family, with the values of its parameters.
fn of_parameters(failure: Failure, parameters: &[Parameter], at: &[u64]) -> Failure {
    let values = parameters.iter().zip(at);
    let values = values.map(|(parameter, value)| format!("{} = {value}", parameter.name));
    let values: Vec<String> = values.collect();
    if values.is_empty() {
        return failure;
    }
    let told = |why: Message| {
        message!(
            "for {values}: {why}",
            "{values} 时：{why}",
            values = list_of(&values),
            why = why
        )
    };
    match failure {
        Failure::Unknown(why) => Failure::Unknown(why.in_words(told)),
        Failure::Rule(text, mut errors) => {
            for error in &mut errors.errors {
                error.message = told(error.message.clone());
            }
            Failure::Rule(text, errors)
        }
        failure => failure,
    }
}

/// A word in a file that is no value.
fn no_value_in_file(line: u64, column: usize, found: &str) -> Message {
    message!(
        "line {line}, column {column}: expected a Grundy value from 0 to 2147483647, found '{found}'; for example: 0,1,2,0,1,2",
        "第 {line} 行第 {column} 列：此处应为 0 至 2147483647 的 SG 值，却是 '{found}'；例如：0,1,2,0,1,2",
        line = line,
        column = column,
        found = found
    )
}

/// A file without values.
fn no_values() -> Message {
    message!(
        "there are no values; for example: 0,1,2,0,1,2",
        "其中没有数值；例如：0,1,2,0,1,2"
    )
}

/// A table whose rows are not of the same length.
fn ragged(line: usize, found: usize, expected: usize) -> Message {
    message!(
        "line {line} has {found} values and the first line {expected}: expected rows of the same length, or one value a line",
        "第 {line} 行有 {found} 个值，而第一行有 {expected} 个：各行应一样长，或每行一个值",
        line = line,
        found = found,
        expected = expected
    )
}

/// Positions of a rule on boards, trees or lists with what is counted in them, from which patterns are guessed; none where there is no such list.
///
/// # Errors
/// That there is no such rule.
pub fn sample(written: &Written, play: Play, budget: &Budget) -> Result<Option<Sample>, Failure> {
    let ruled = written.read()?;
    Ok(samples::of(&ruled, play, budget).map(|looked| looked.sample))
}

/// Patterns of a rule on lists that hold for all lists that were looked at, those with an entry 0 among them.
pub(crate) fn in_all_lists(written: &Written, play: Play, budget: &Budget) -> Option<Vec<Finding>> {
    let ruled = written.read().ok()?;
    let looked = samples::of(&ruled, play, budget)?;
    let report = looked.find(false, &mut Meter::new(budget)).ok()?;
    Some(report.findings)
}

impl Request {
    /// Looks for patterns.
    ///
    /// # Errors
    /// That there is no such rule or game, or that the budget did not suffice.
    pub fn run(&self, budget: &Budget, sink: &mut dyn Sink) -> Result<Response, Failure> {
        if let Some(small) = self.small.filter(|small| !SMALL.contains(small)) {
            return Err(Refused::SmallRange(small).into());
        }
        if !self.family.is_empty() {
            return self.family(budget);
        }
        if self.misere {
            return self.misere(budget, sink);
        }
        let mut meter = Meter::new(budget);
        let ended = |why: Reason| match stopped(budget) {
            true => Failure::Interrupted,
            false => Failure::Unknown(why.into()),
        };
        let ran_out = |exhausted: Exhausted| ended(exhausted.into());
        let (name, report, ruled) = match &self.of {
            Of::Rule(written) => {
                let ruled = written.read()?;
                let scope = Scope { small: self.small };
                let found = match ruled.rule.numbers() {
                    Some(rule) => {
                        let found = pattern::find(rule, &scope, &mut meter);
                        found.map_err(|unfilled: Unfilled| match (&unfilled, rule.remedy()) {
                            (Unfilled::Repeats(_), Some(remedy)) => {
                                let why = unfilled.reason(rule);
                                Failure::Unknown(Why::from(why).in_words(|why| {
                                    message!(
                                        "{why}; {remedy}",
                                        "{why}；{remedy}",
                                        why = why,
                                        remedy = remedy
                                    )
                                }))
                            }
                            _ => ended(unfilled.reason(rule)),
                        })?
                    }
                    None => match self.counted(&ruled, budget, &mut meter) {
                        Some(found) => found.map_err(ended)?,
                        None => {
                            let words = ruled.family()?;
                            let count = self.small.map_or(WORDS, |small| 11 * small as usize);
                            let values = first_values(words.rules.as_ref(), count, budget)?;
                            pattern::find_in_values(&values, &mut meter).map_err(ran_out)?
                        }
                    },
                };
                (ruled.rule.text().to_owned(), found, Some(ruled))
            }
            Of::Values(name, values) => {
                if !values.are_values() {
                    return Err(Refused::Values.into());
                }
                let report = match values {
                    Values::Line(values) => pattern::find_in_values(values, &mut meter),
                    Values::Grid(cells, width, height) => {
                        pattern::find_in_grid(cells, *width, *height, &mut meter)
                    }
                };
                (name.clone(), report.map_err(ran_out)?, None)
            }
            Of::Game(game) => {
                let report = of_game((game, self.small), budget, &mut meter, &ended, sink)?;
                (game.clone(), report, None)
            }
        };
        Ok(Response {
            name,
            report,
            ruled,
            play: Play::Normal,
            quotient: None,
        })
    }

    /// Looks for patterns in what is counted in positions, where they are no sequence.
    fn counted(
        &self,
        ruled: &Ruled,
        budget: &Budget,
        meter: &mut Meter,
    ) -> Option<Result<Report, Reason>> {
        match &ruled.rule {
            AnyRule::Words(rule) if ruled.family().is_err() => {
                Some(pattern::find_in_words(rule, meter))
            }
            _ => {
                let looked = samples::of(ruled, Play::Normal, budget)?;
                let found = looked.find(true, meter).map_err(Reason::from);
                Some(found.map(|mut report| {
                    let is_lost = |found: &Finding| found.subject == Subject::Losing;
                    if let AnyRule::Grids(rule) = &ruled.rule
                        && !report.findings.iter().any(is_lost)
                    {
                        report.strategies = pattern::strategies_on_boards(rule);
                    }
                    report
                }))
            }
        }
    }

    /// Looks for the pattern in a family of rules.
    fn family(&self, budget: &Budget) -> Result<Response, Failure> {
        let Of::Rule(written) = &self.of else {
            return Err(Refused::FamilyOfRules.into());
        };
        let parameters = self.family.iter().map(Range::parameter);
        let parameters = parameters.collect::<Result<Vec<Parameter>, Failure>>()?;
        let rules = parameters
            .iter()
            .map(|it| it.until - it.from)
            .fold(1u64, u64::saturating_mul);
        if parameters.len() > pattern::MOST_PARAMETERS || rules > RULES {
            return Err(Refused::FamilyTooLarge(rules).into());
        }
        let mut used = parameters.iter().map(|it| &it.name);
        if let Some(unused) = used.find(|name| !names(&written.text, name)) {
            return Err(Refused::ParameterUnused(unused.clone()).into());
        }
        let given = |at: &[u64]| {
            let own = parameters.iter().zip(at);
            let own = own.map(|(it, &number)| (it.name.clone(), Value::Number(number as i64)));
            Written {
                text: written.text.clone(),
                given: written.given.iter().cloned().chain(own).collect(),
            }
        };
        let first: Vec<u64> = parameters.iter().map(|it| it.from).collect();
        // Whether it is for some values only that the rule cannot be read.
        let reads = |value: u64| given(&vec![value; first.len()]).numbers().is_ok();
        let ruled = given(&first)
            .read()
            .map_err(|failure| match reads(0) || reads(1) {
                true => of_parameters(failure, &parameters, &first),
                false => failure,
            })?;
        ruled.numbers()?;
        let read = &mut |at: &[u64]| match stopped(budget) {
            true => Err(Failure::Interrupted),
            false => {
                let rule = given(at).numbers();
                rule.map_err(|failure| of_parameters(failure, &parameters, at))
            }
        };
        let family = Family::read(&parameters, read)?;
        let play = if self.misere {
            Play::Misere
        } else {
            Play::Normal
        };
        let mut meter = Meter::new(budget);
        // Of many values of one parameter a pattern is seen in more numbers than these are.
        let values = (parameters.iter()).map(|it| it.to.saturating_sub(it.from));
        let values = values.max().unwrap_or(0);
        let is_long = parameters.len() == 1 && values > FEW;
        let is_line = ruled.rule.numbers().is_some_and(|rule| rule.arity() == 1);
        let more = u32::try_from(values + values / 2).ok();
        let small = self.small.or(more.filter(|_| is_long && is_line));
        let report = pattern::find_in_family(&family, play, small, &mut meter);
        let report = report.ok_or(Failure::Refused(Refused::FamilyOfRules))?;
        let report = report.map_err(|unfilled| match (stopped(budget), ruled.rule.numbers()) {
            (false, Some(rule)) => {
                let why = Failure::Unknown(unfilled.why.reason(rule).into());
                of_parameters(why, &parameters, &unfilled.at)
            }
            _ => Failure::Interrupted,
        })?;
        Ok(Response {
            name: written.text.clone(),
            report,
            ruled: None,
            play,
            quotient: None,
        })
    }

    /// Looks for the pattern in who wins under misère play.
    fn misere(&self, budget: &Budget, sink: &mut dyn Sink) -> Result<Response, Failure> {
        let (name, ruled, game) = match &self.of {
            Of::Values(..) => return Err(Refused::MisereValues.into()),
            Of::Rule(written) => {
                let ruled = written.read()?;
                let name = ruled.rule.text().to_owned();
                let sampled = match ruled.rule.numbers() {
                    None => samples::of(&ruled, Play::Misere, budget),
                    Some(_) => None,
                };
                let found = sampled.map(|looked| looked.find(true, &mut Meter::new(budget)));
                if let Some(report) = found {
                    let report = report.map_err(|why| match stopped(budget) {
                        true => Failure::Interrupted,
                        false => Failure::Unknown(Reason::from(why).into()),
                    })?;
                    return Ok(Response {
                        name,
                        report,
                        ruled: Some(ruled),
                        play: Play::Misere,
                        quotient: None,
                    });
                }
                if ruled.rule.numbers().is_none() && ruled.family().is_err() {
                    ruled.numbers()?;
                }
                let game = match ruled.family() {
                    Ok(words) if ruled.rule.numbers().is_none() => Game::from_parts(vec![words]),
                    _ => ruled.head(),
                };
                (name, Some(ruled), game)
            }
            Of::Game(text) => {
                let files = |name: &str| sink.read(name, budget.bytes);
                let game = Game::parse(text, &files).map_err(|error| Failure::game(text, error))?;
                (text.clone(), None, game)
            }
        };
        let [part] = game.parts() else {
            return Err(Refused::OneGame(name).into());
        };
        let rules = part.rules.as_ref();
        let numbers = ruled.as_ref().filter(|it| it.rule.numbers().is_some());
        let (report, quotient) = misere::of(&self.of, numbers, self.small, rules, budget, sink)?;
        Ok(Response {
            name,
            report,
            ruled,
            play: Play::Misere,
            quotient,
        })
    }
}

/// The first values of words or lists by one number, as far as they are known, if that is far enough to see anything.
fn first_values(rules: &dyn Rules, count: usize, budget: &Budget) -> Result<Vec<u32>, Failure> {
    const FEWEST: usize = 66;
    let mut solver = Solver::new();
    solver.budget = budget.clone();
    // The rest is for what is looked for in the values.
    solver.budget.time = budget.time.map(|time| time / 2);
    let filling = Filling {
        rules,
        play: Play::Normal,
        down: None,
        across: Axis::below(count),
        solver,
        threads: 1,
        progress: &mut |_| {},
    };
    let (values, why) = filling.first_values();
    match why {
        _ if stopped(budget) => Err(Failure::Interrupted),
        Some(why) if values.len() < FEWEST => Err(Failure::Unknown(why.into())),
        _ => Ok(values),
    }
}

/// The patterns of a game of the catalogue.
fn of_game(
    (game, small): (&str, Option<u32>),
    budget: &Budget,
    meter: &mut Meter,
    ended: &dyn Fn(Reason) -> Failure,
    sink: &dyn Sink,
) -> Result<Report, Failure> {
    let mut solver = Solver::new();
    solver.budget = budget.clone();
    let files = |name: &str| sink.read(name, budget.bytes);
    let parsed = Game::parse(game, &files).map_err(|error| Failure::game(game, error))?;
    let [part] = parsed.parts() else {
        return Err(Refused::OneGame(game.to_owned()).into());
    };
    if !part.components.is_empty() {
        return Err(Refused::OneGame(game.to_owned()).into());
    }
    let rules = part.rules.as_ref();
    let as_rule = AS_RULES.iter().find(|(head, _)| *head == rules.head());
    if let Some(rule) = as_rule.and_then(|(_, rule)| Rule::parse(rule).ok()) {
        let found = pattern::find(&rule, &Scope { small }, meter);
        let mut report = found.map_err(|unfilled| ended(unfilled.reason(&rule)))?;
        // That it is itself is no news.
        (report.findings).retain(|finding| !matches!(finding.form, Form::Game { .. }));
        return Ok(report);
    }
    let ran_out = |exhausted: Exhausted| ended(exhausted.into());
    let mut work = solver.work();
    match rules.coordinates() {
        1 => {
            let values = match rules.heap_values(HEAPS - 1, &mut work) {
                Some(values) => values.map_err(ended)?,
                None => {
                    let mut value = |heap: u64| {
                        let component = rules.at(&[heap])?;
                        let engines = Engine::VALUES;
                        let value = engines
                            .into_iter()
                            .find_map(|engine| component.value_by(engine, &mut work).ok())?;
                        u32::try_from(&value.0).ok()
                    };
                    (0..HEAPS).map_while(&mut value).collect()
                }
            };
            let mut report = pattern::find_in_values(&values, meter).map_err(ran_out)?;
            if let Ok(rules) = game.parse::<Sequence>() {
                prove(&mut report, rules, budget.bytes);
            }
            Ok(report)
        }
        2 => {
            let grid = rules.pair_values(SIDE, SIDE, &mut work);
            let grid = grid.ok_or_else(|| Refused::NoCoordinates(rules.head().to_owned()))?;
            let cells: Vec<u32> = grid.map_err(ended)?.iter().collect();
            pattern::find_in_grid(&cells, SIDE, SIDE, meter).map_err(ran_out)
        }
        _ => Err(Refused::NoCoordinates(rules.head().to_owned()).into()),
    }
}

/// Marks as proved the period that was found, and what follows from it, if the values looked at prove one.
fn prove(report: &mut Report, rules: Sequence, memory: u64) {
    let mut search = Search::new(rules, usize::try_from(memory).unwrap_or(usize::MAX));
    while search.len() < HEAPS && matches!(search.advance(), Ok(None)) {}
    let Some(found) = search.look() else {
        return;
    };
    let number = |number: u64| usize::try_from(number).ok();
    let (Some(preperiod), Some(period)) = (number(found.preperiod()), number(found.period()))
    else {
        return;
    };
    let Ok(saltus) = u32::try_from(found.saltus()) else {
        return;
    };
    report.follow(&Proved {
        preperiod,
        period,
        saltus,
        theorem: reason(&found),
    });
}

/// Games whose moves are a line: what holds of them is proved from it.
const AS_RULES: [(&str, &str); 2] = [
    ("nim", "n -> n-k for k in 1..=n"),
    (
        "wythoff",
        "(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..",
    ),
];
