//! The statistics of a nim-sequence: `grundy.sequence/1`.

use std::time::Duration;

use grundy::engine::sequence::{Engine, Rules};
use serde::Serialize;

use crate::json::{self, Fixed};
use crate::statistics::{Row, Statistics};

/// The name and version of the schema.
pub const SCHEMA: &str = "grundy.sequence/1";

/// What is told of a run.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The rules as they were asked for.
    pub code: &'a str,
    /// The same, where they are a code or a set of takes.
    pub rules: Option<&'a Rules>,
    /// The first heap that was counted.
    pub from: u64,
    /// `None` where every option was gone through.
    pub engine: Option<Engine>,
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
    /// As JSON, a line.
    pub fn json(&self) -> String {
        let statistics = self.statistics;
        let rare = self.rules.and_then(|rules| statistics.rare(rules));
        json::line(&Document {
            schema: SCHEMA,
            code: self.code,
            from: self.from,
            count: statistics.count,
            engine: self.engine.map_or("options", word),
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
struct Document<'a> {
    schema: &'static str,
    code: &'a str,
    from: u64,
    count: u64,
    engine: &'static str,
    largest: Largest,
    space: Option<Space>,
    frequencies: Vec<Row>,
    beyond: u64,
    seconds: Fixed<6>,
    computed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<&'a [u32]>,
}

#[derive(Serialize)]
struct Largest {
    value: u32,
    heap: u64,
}

#[derive(Serialize)]
struct Space {
    mask: u32,
    odd: [bool; 2],
    rare: u64,
    last_rare: u64,
    rare_values: Vec<Row>,
}

fn word(engine: Engine) -> &'static str {
    match engine {
        Engine::Dense => "dense",
        Engine::Sparse => "sparse",
        Engine::Window => "window",
    }
}
