//! Values of consecutive heaps and their statistics: `grundy.sequence/1`.

use std::time::{Duration, Instant};

use grundy::budget::Meter;
use grundy::engine::sequence::{BLOCK, Engine, Rules};
use grundy::{Budget, Reason, message};
use serde::{Deserialize, Serialize};

use crate::json::{self, Fixed};
use crate::rule::Written;
use crate::source::{Basis, Game, Source, ended};
use crate::statistics::{Rare, Row, Statistics};
use crate::{Failure, Refused, Sink, Why};

/// The name and version of the schema.
pub const SCHEMA: &str = "grundy.sequence/1";

/// Most values of a question.
pub const MOST: u64 = 1_000_000_000_000_000_000;

/// Most values that are told one by one in JSON.
pub const FEW: u64 = 10_000;

/// Values between two looks at the clock.
const BATCH: usize = 64 * BLOCK;

/// What values are passed on to, with the heap of the first.
pub type Take<'t> = dyn FnMut(u64, &[u32]) -> Result<(), Failure> + 't;

/// A question for the values of consecutive heaps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// A code, a set of takes or a game with such rules, where there is no rule.
    #[serde(default)]
    pub code: Option<String>,
    /// A rule in its place.
    #[serde(default)]
    pub rule: Option<Written>,
    /// The heap before which they end.
    pub number: u64,
    /// The first heap.
    #[serde(default)]
    pub from: u64,
}

/// What was computed.
#[derive(Clone, Debug)]
pub struct Run {
    /// The rules as they were asked for.
    pub code: String,
    /// The rules as data, where they are a code or a set of takes.
    pub rules: Option<Rules>,
    /// By what the last values are known.
    pub basis: Basis,
    /// How many values were computed or found by a period.
    pub computed: u64,
    /// How long it took.
    pub time: Duration,
}

/// Values and what is counted of them.
#[derive(Clone, Debug)]
pub struct Response {
    /// The question.
    pub request: Request,
    /// What was computed.
    pub run: Run,
    /// What was counted.
    pub statistics: Statistics,
    /// The values themselves, where they are at most [`FEW`].
    pub values: Option<Vec<u32>>,
}

impl Request {
    /// Counts the values, and keeps them where they are few.
    ///
    /// # Errors
    /// As of [`each`](Request::each).
    pub fn run(&self, budget: &Budget, sink: &mut dyn Sink) -> Result<Response, Failure> {
        let mut statistics = Statistics::default();
        let is_short = self.number.saturating_sub(self.from) <= FEW;
        let mut kept = is_short.then(Vec::new);
        let run = self.each(budget, sink, &mut |first, values| {
            statistics.count(first, values);
            if let Some(kept) = &mut kept {
                kept.extend_from_slice(values);
            }
            Ok(())
        })?;
        Ok(Response {
            request: self.clone(),
            run,
            statistics,
            values: kept,
        })
    }

    /// Passes the values on as they are computed, with the first heap of each batch.
    ///
    /// # Errors
    /// That there are no such rules or heaps, that the budget does not suffice, that somebody stopped it, or what `take` says.
    pub fn each(
        &self,
        budget: &Budget,
        sink: &mut dyn Sink,
        take: &mut Take<'_>,
    ) -> Result<Run, Failure> {
        let begun = Instant::now();
        let (code, game) = Game::read(self.code.as_deref(), self.rule.as_ref())?;
        let (number, from) = (self.number, self.from);
        if !(1..=MOST).contains(&number) {
            return Err(Refused::NumberOfValues(number).into());
        }
        if from >= number {
            return Err(Refused::FirstHeap { from, number }.into());
        }
        let mut source = match Source::by_period(&game, from, number, budget)? {
            Some(source) => source,
            None => match game.needs_more(number, budget.bytes) {
                Some(needed) => return Err(memory_needed(number, needed, budget.bytes).into()),
                None => Source::new(&game, number, budget)?,
            },
        };
        let there = source.len();
        let meter = Meter::new(budget);
        let mut values = Vec::with_capacity(BATCH);
        while source.len() < number {
            let first = source.len();
            values.clear();
            let mut stop = Ok(());
            while stop.is_ok() && source.len() < number && values.len() < BATCH {
                meter.look().map_err(Reason::from)?;
                stop = source.next_block(&mut values);
            }
            // The last block may go beyond the last heap.
            values.truncate(usize::try_from(number - first).unwrap_or(usize::MAX));
            let skipped = usize::try_from(from.saturating_sub(first)).unwrap_or(usize::MAX);
            if let Some(wanted) = values.get(skipped..).filter(|wanted| !wanted.is_empty()) {
                take(first + skipped as u64, wanted)?;
            }
            sink.progress(source.len().min(number));
            stop.map_err(|stop| ended(source.len(), stop))?;
        }
        let rules = match game {
            Game::Code(rules) => Some(rules),
            Game::Rule(_) | Game::Family(_) => None,
        };
        Ok(Run {
            code,
            rules,
            basis: source.basis(),
            computed: number - there,
            time: begun.elapsed(),
        })
    }
}

/// That memory does not suffice for so many values.
pub fn memory_needed(count: u64, needed: u64, memory: u64) -> Why {
    let message = message!(
        "{count#value} of this game need about {needed#byte} of memory; {memory} are allowed",
        "该游戏的 {count} 个值约需 {needed} 字节内存，而上限为 {memory}",
        count = count,
        needed = needed,
        memory = memory
    );
    message.into()
}

impl Response {
    /// The JSON document of the schema, one line with its line end.
    pub fn json(&self) -> String {
        let report = Report {
            code: &self.run.code,
            rules: self.run.rules.as_ref(),
            from: self.request.from,
            basis: self.run.basis,
            statistics: &self.statistics,
            time: self.run.time,
            computed: self.run.computed,
            values: self.values.as_deref(),
        };
        report.json()
    }
}

/// What is told of a run.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The rules as they were asked for.
    pub code: &'a str,
    /// The rules as data, where they are a code or a set of takes.
    pub rules: Option<&'a Rules>,
    /// The first heap that was counted.
    pub from: u64,
    /// By what the last values are known.
    pub basis: Basis,
    /// What was counted.
    pub statistics: &'a Statistics,
    /// The time of this run.
    pub time: Duration,
    /// How many values were computed in it.
    pub computed: u64,
    /// The values themselves, where they are few.
    pub values: Option<&'a [u32]>,
}

impl Report<'_> {
    /// The split into rare and common values: of all heaps from 0 on only, for of some of them it would tell another one.
    pub fn rare(&self) -> Option<Rare> {
        let rules = self.rules.filter(|_| self.from == 0)?;
        self.statistics.rare(rules)
    }

    /// The JSON document of the schema, one line with its line end.
    pub fn json(&self) -> String {
        let statistics = self.statistics;
        let rare = self.rare();
        json::line(&Document {
            schema: SCHEMA,
            code: self.code,
            from: self.from,
            count: statistics.count,
            engine: word(self.basis),
            period: match self.basis {
                Basis::Period(period) => Some(Repetition {
                    preperiod: period.preperiod(),
                    period: period.period(),
                    saltus: period.saltus(),
                }),
                Basis::Engine(_) | Basis::Options => None,
            },
            largest: Largest {
                value: statistics.largest,
                heap: statistics.largest_at,
            },
            space: rare.map(|rare| Space {
                mask: rare.space.mask,
                odd: rare.space.odd,
                rare: rare.space.rare,
                last_rare: rare.last(),
                rare_values: rare.rows,
            }),
            frequencies: statistics.rows(),
            beyond: statistics.beyond,
            seconds: Fixed(self.time.as_secs_f64()),
            computed: self.computed,
            values: self.values,
        })
    }
}

#[derive(Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Sequence")
)]
pub(crate) struct Document<'a> {
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    schema: &'static str,
    code: &'a str,
    from: u64,
    count: u64,
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["dense", "sparse", "window", "options", "period"])))]
    engine: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<Repetition>,
    largest: Largest,
    space: Option<Space>,
    frequencies: Vec<Row>,
    beyond: u64,
    #[cfg_attr(feature = "schema", schemars(with = "f64", range(min = 0)))]
    seconds: Fixed<6>,
    computed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "&[u32]"))]
    values: Option<&'a [u32]>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct Largest {
    value: u32,
    heap: u64,
}

/// A period that is proved, by which the values are known.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct Repetition {
    preperiod: u64,
    period: u64,
    saltus: u64,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct Space {
    mask: u32,
    odd: [bool; 2],
    rare: u64,
    last_rare: u64,
    rare_values: Vec<Row>,
}

fn word(basis: Basis) -> &'static str {
    match basis {
        Basis::Engine(Engine::Dense) => "dense",
        Basis::Engine(Engine::Sparse) => "sparse",
        Basis::Engine(Engine::Window) => "window",
        Basis::Options => "options",
        Basis::Period(_) => "period",
    }
}
