//! The values of a window of heaps, with the period where it is proved: what a chart shows.

use grundy::budget::Meter;
use grundy::engine::period::Search;
use grundy::engine::sequence::{Limits, Rules, Sequence};
use grundy::{Budget, Game, Reason, Solver};
use serde::{Deserialize, Serialize};

use crate::json;
use crate::range::Axis;
use crate::rule::{Ruled, Written};
use crate::source::ended;
use crate::{Failure, Refused, Sink, stopped};

/// The name and version of the schema.
pub const SCHEMA: &str = "grundy.chart/1";

/// The farthest heap that is shown.
pub const FARTHEST: u64 = 100_000_000;

/// The heaps that are shown where it is not said which.
pub const WINDOW: Axis = Axis {
    first: 0,
    count: 200,
};

/// Values in which a period is looked for besides those that are shown.
const LOOKED: u64 = 20_000;

/// A question for a chart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The name of a game with its parameters, where there is no rule.
    #[serde(default)]
    pub game: Option<String>,
    /// A rule in its place.
    #[serde(default)]
    pub rule: Option<Written>,
    /// The heaps that are shown, if not the [usual ones](WINDOW).
    #[serde(default)]
    pub window: Option<Axis>,
}

/// What a chart shows.
#[derive(Clone, Debug)]
pub struct Response {
    /// The game or the rule.
    pub name: String,
    /// The heaps.
    pub window: Axis,
    /// Their values.
    pub values: Vec<u32>,
    /// How many values come before the period, and the period, where one is proved.
    pub period: Option<(u64, u64)>,
}

impl Request {
    /// Computes the values, and a few more for their period.
    ///
    /// # Errors
    /// That there is no such game or window, that the budget does not suffice, or that somebody stopped it.
    pub fn run(&self, budget: &Budget, sink: &mut dyn Sink) -> Result<Response, Failure> {
        let window = self.window.unwrap_or(WINDOW);
        let end = window.first.saturating_add(window.count as u64);
        let ruled = self.rule.as_ref().map(Written::read).transpose()?;
        let game = self.game.as_deref();
        if let (Some(_), Some(game)) = (&ruled, game) {
            return Err(Refused::GameBesideRule(game.to_owned()).into());
        }
        if window.count == 0 {
            let first = window.first;
            return Err(Refused::EmptyRange(format!("{first}..{first}")).into());
        }
        if end > FARTHEST {
            let most = FARTHEST;
            return Err(Refused::WindowTooLong { end, most }.into());
        }
        let known = match &ruled {
            Some(ruled) => of_rule(ruled, end, budget),
            None => of_game(game.ok_or(Refused::NothingAsked)?, end, budget, sink),
        };
        let mut known = known.map_err(|failure| match (stopped(budget), failure) {
            (true, Failure::Unknown(_)) => Failure::Interrupted,
            (_, failure) => failure,
        })?;
        let first = usize::try_from(window.first).unwrap_or(usize::MAX);
        known.values.truncate(first.saturating_add(window.count));
        known.values.drain(..first.min(known.values.len()));
        Ok(Response {
            name: known.name,
            window,
            values: known.values,
            period: known.period,
        })
    }
}

impl Response {
    /// The JSON document of the schema, one line with its line end.
    pub fn json(&self) -> String {
        #[derive(Serialize)]
        struct Document<'a> {
            schema: &'static str,
            name: &'a str,
            from: u64,
            values: &'a [u32],
            preperiod: Option<u64>,
            period: Option<u64>,
        }
        json::line(&Document {
            schema: SCHEMA,
            name: &self.name,
            from: self.window.first,
            values: &self.values,
            preperiod: self.period.map(|(preperiod, _)| preperiod),
            period: self.period.map(|(_, period)| period),
        })
    }
}

/// The values of a game of the catalogue.
fn of_game(head: &str, end: u64, budget: &Budget, sink: &dyn Sink) -> Result<Known, Failure> {
    let files = |name: &str| sink.read(name, budget.bytes);
    let game = Game::parse(head, &files).map_err(|error| Failure::game(head, error))?;
    let part = match game.parts() {
        [part] if part.components.is_empty() => part,
        _ => return Err(Refused::OneGame(head.to_owned()).into()),
    };
    let rules = part.rules.as_ref();
    if let Ok(codes) = rules.head().parse::<Rules>() {
        return of_codes(head.to_owned(), codes, end, budget);
    }
    let mut solver = Solver::new();
    solver.budget = budget.clone();
    let values = rules.heap_values(end.saturating_sub(1), &mut solver.work());
    let values = values.ok_or_else(|| Refused::NotOfHeaps(rules.head().to_owned()))?;
    Ok(Known {
        name: head.to_owned(),
        values: values?,
        period: None,
    })
}

/// Values from heap 0 on, and the period where it is proved.
struct Known {
    name: String,
    values: Vec<u32>,
    period: Option<(u64, u64)>,
}

/// The values of a code or a set of takes, by the engine of sequences.
fn of_codes(name: String, rules: Rules, end: u64, budget: &Budget) -> Result<Known, Failure> {
    let memory = usize::try_from(budget.bytes).unwrap_or(usize::MAX);
    let mut meter = Meter::new(budget);
    let mut values = Vec::new();
    let mut sequence = Sequence::new(rules.clone(), Limits { memory });
    while sequence.len() < end {
        let there = values.len();
        sequence
            .next_block(&mut values)
            .map_err(|stop| ended(sequence.len(), stop))?;
        let bytes = size_of::<u32>() * (values.len() - there);
        meter
            .spend(0, bytes as u64)
            .and_then(|()| meter.look())
            .map_err(Reason::from)?;
    }
    values.truncate(usize::try_from(end).unwrap_or(usize::MAX));
    let mut search = Search::new(rules, memory);
    while search.len() < end.clamp(2000, LOOKED)
        && meter.look().is_ok()
        && matches!(search.advance(), Ok(None))
    {}
    let period = search
        .look()
        .map(|proved| (proved.preperiod(), proved.period()));
    Ok(Known {
        name,
        values,
        period,
    })
}

/// The values of a rule on one number.
fn of_rule(ruled: &Ruled, end: u64, budget: &Budget) -> Result<Known, Failure> {
    let rule = ruled.numbers()?;
    if rule.arity() != 1 {
        return Err(Refused::OneCoordinate(rule.arity()).into());
    }
    if let Some(rules) = ruled.proved_rules() {
        return of_codes(rule.text().to_owned(), rules.clone(), end, budget);
    }
    let length = usize::try_from(end).unwrap_or(usize::MAX);
    let table = rule.table(&[length], &mut Meter::new(budget));
    let values = table
        .map_err(|unfilled| unfilled.reason(rule))?
        .into_cells();
    let period = grundy::pattern::period(rule, &values);
    Ok(Known {
        name: rule.text().to_owned(),
        period: period.map(|proved| (proved.preperiod as u64, proved.period as u64)),
        values,
    })
}
