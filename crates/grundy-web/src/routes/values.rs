//! Questions about the values of many positions: tables, sequences, charts, periods, patterns.

use grundy_service::find::{Of, Values};
use grundy_service::range::Axis;
use grundy_service::{Failure, Refused, Request, chart, find, period, quotient, sequence, table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::parameters::Count;
use super::shared::{Played, Rule, Rules, forms};
use super::{Asks, Form, Look, Question, Wrong};
use crate::words;

#[derive(Default, Deserialize, JsonSchema, Serialize)]
#[schemars(extend(
    "dependentRequired" = {"let": ["rule"]},
    "not" = {"required": ["game", "rule"]}
))]
pub(super) struct Table {
    #[serde(flatten)]
    of: Rules,
    /// The range that goes down: 0..10 is 0 to 9, 0..=10 is 0 to 10
    #[schemars(
        example = "0..10",
        extend("zh" = "行的范围：0..10 即 0 至 9，0..=10 即 0 至 10")
    )]
    down: Option<String>,
    /// The range that goes across
    #[schemars(example = "0..10", extend("zh" = "列的范围"))]
    across: Option<String>,
    #[serde(flatten)]
    play: Played,
    /// Show who wins (P, N) instead of the values
    #[serde(default)]
    #[schemars(extend("zh" = "显示胜负（P、N）而非 SG 值"))]
    outcomes: bool,
    /// The form of the answer
    #[serde(default)]
    #[schemars(extend("zh" = "答案的格式"))]
    format: Cells,
}

forms! {
    /// A table.
    Cells: Json, Svg, Png, Csv
}

impl Question for Table {
    fn asks(self) -> Result<Asks, Wrong> {
        let rule = self.of.rule.written()?;
        if let (Some(_), Some(game)) = (&rule, &self.of.game) {
            return Err(Refused::GameBesideRule(game.clone()).into());
        }
        let ranges = [self.down, self.across].into_iter().flatten();
        let ranges = ranges.map(|range| range.parse());
        let request = table::Request {
            game: self.of.game,
            rule,
            ranges: ranges.collect::<Result<Vec<Axis>, Refused>>()?,
            misere: self.play.misere,
            threads: 0,
        };
        let look = Look {
            outcomes: self.outcomes,
            ..Look::default()
        };
        Ok(Asks {
            look,
            ..Asks::new(Request::Table(request), self.format.into())
        })
    }
}

#[derive(Default, Deserialize, JsonSchema, Serialize)]
#[schemars(extend("dependentRequired" = {"let": ["rule"]}))]
pub(super) struct Sequence {
    /// A game without a position: an octal code such as 0.77, take:1,3,4, kayles
    #[schemars(
        example = "0.106",
        extend("zh" = "不带局面的游戏：0.77 之类的八进制代号、take:1,3,4、kayles")
    )]
    code: Option<String>,
    #[serde(flatten)]
    rule: Rule,
    /// How many values, counted from heap 0
    #[schemars(
        with = "Count",
        example = "1000",
        extend("zh" = "值的个数（从堆 0 数起）")
    )]
    number: u64,
    /// The first heap (default: 0)
    #[schemars(
        with = "Option<Count>",
        example = "0",
        extend("zh" = "第一堆（默认 0）")
    )]
    from: Option<u64>,
    /// The form of the answer
    #[serde(default)]
    #[schemars(extend("zh" = "答案的格式"))]
    format: Stream,
}

forms! {
    /// Values in a row.
    Stream: Json, Csv, Svg, Text, U8, U16, U32
}

impl Question for Sequence {
    fn asks(self) -> Result<Asks, Wrong> {
        let request = sequence::Request {
            code: self.code,
            rule: self.rule.written()?,
            number: self.number,
            from: self.from.unwrap_or(0),
        };
        Ok(Asks::new(Request::Sequence(request), self.format.into()))
    }
}

#[derive(Default, Deserialize, JsonSchema, Serialize)]
#[schemars(extend("dependentRequired" = {"let": ["rule"], "from": ["to"]}))]
pub(super) struct Chart {
    #[serde(flatten)]
    of: Rules,
    /// The first heap (default: 0)
    #[schemars(example = 0, extend("zh" = "第一堆（默认 0）"))]
    from: Option<u64>,
    /// The heap before which it ends
    #[schemars(example = 200, extend("zh" = "到哪一堆为止（不含该堆）"))]
    to: Option<u64>,
    /// Its width in pixels
    #[schemars(range(min = 240, max = 4096), example = 960, extend("zh" = "宽度（像素）"))]
    width: Option<usize>,
    /// Its height in pixels
    #[schemars(range(min = 160, max = 2160), example = 480, extend("zh" = "高度（像素）"))]
    height: Option<usize>,
    /// Values on a logarithmic scale
    #[serde(default)]
    #[schemars(extend("zh" = "SG 值采用对数刻度"))]
    log: bool,
}

impl Question for Chart {
    fn asks(self) -> Result<Asks, Wrong> {
        let window = match (self.from, self.to) {
            (None, None) => None,
            (Some(from), None) => {
                let message = words::missing_end("to", &from.to_string());
                return Err(Wrong::Parameters(message));
            }
            (from, Some(to)) => {
                let first = from.unwrap_or(0);
                let count = usize::try_from(to.saturating_sub(first)).unwrap_or(usize::MAX);
                Some(Axis { first, count })
            }
        };
        let request = chart::Request {
            rule: self.of.rule.written()?,
            game: self.of.game,
            window,
        };
        let look = Look {
            log: self.log,
            width: self.width,
            height: self.height,
            ..Look::default()
        };
        Ok(Asks {
            look,
            ..Asks::new(Request::Chart(request), Form::Svg)
        })
    }
}

#[derive(Default, Deserialize, JsonSchema, Serialize)]
#[schemars(extend("dependentRequired" = {"let": ["rule"]}))]
pub(super) struct Period {
    #[serde(flatten)]
    of: Rules,
    /// Most values to compute
    #[schemars(
        with = "Option<Count>",
        example = "1e6",
        extend("zh" = "最多计算的值的个数")
    )]
    number: Option<u64>,
}

#[derive(Default, Deserialize, JsonSchema, Serialize)]
#[schemars(extend("dependentRequired" = {"let": ["rule"]}))]
pub(super) struct Quotient {
    #[serde(flatten)]
    of: Rules,
    /// Heaps of at most so many stones (default: all)
    #[schemars(
        with = "Option<Count>",
        example = "33",
        extend("zh" = "只取不超过这么多颗的堆（默认全部）")
    )]
    heaps: Option<u64>,
    /// Give up beyond so many elements, at most 65536 (default: 4096)
    #[schemars(
        with = "Option<Count>",
        example = "100",
        extend("zh" = "超过这么多个元素即放弃，最多 65536（默认 4096）")
    )]
    order: Option<u64>,
    /// The heaps whose values are told: 0..10 is 0 to 9, 0..=10 is 0 to 10
    #[schemars(
        example = "0..10",
        extend("zh" = "给出哪些堆的值：0..10 即 0 至 9，0..=10 即 0 至 10")
    )]
    phi: Option<String>,
    /// Also list all products, of at most 1024 elements
    #[serde(default)]
    #[schemars(extend("zh" = "同时列出全部乘积，最多 1024 个元素"))]
    table: bool,
}

impl Question for Quotient {
    fn asks(self) -> Result<Asks, Wrong> {
        let phi = self.phi.map(|phi| phi.parse::<Axis>()).transpose()?;
        let request = quotient::Request {
            rule: self.of.rule.written()?,
            game: self.of.game,
            heaps: self.heaps,
            order: self.order,
            phi,
            table: self.table,
            ..quotient::Request::default()
        };
        Ok(Asks::new(Request::Quotient(request), Form::Json))
    }
}

impl Question for Period {
    fn asks(self) -> Result<Asks, Wrong> {
        let request = period::Request {
            rule: self.of.rule.written()?,
            code: self.of.game,
            values: self.number,
            certificate: false,
        };
        Ok(Asks::new(Request::Period(request), Form::Json))
    }
}

#[derive(Default, Deserialize, JsonSchema, Serialize)]
#[schemars(extend(
    "dependentRequired" = {"let": ["rule"]},
    "oneOf" = [{"required": ["game"]}, {"required": ["rule"]}, {"required": ["values"]}]
))]
pub(super) struct Find {
    #[serde(flatten)]
    of: Rules,
    /// Values of G(0), G(1), …, or a table in CSV with a row for each x
    #[schemars(
        example = "0 1 2 0 1 2 0 1 2 0 1 2",
        extend("zh" = "G(0)、G(1)、… 的值；或 CSV 表格，每个 x 一行")
    )]
    values: Option<String>,
    /// Guess from coordinates below this
    #[schemars(
        with = "Option<Count>",
        example = "100",
        extend("zh" = "由小于此数的坐标猜测")
    )]
    small: Option<u64>,
    #[serde(flatten)]
    play: Played,
}

/// What values are called that came with the question.
const OWN: &str = "-";

impl Question for Find {
    fn asks(self) -> Result<Asks, Wrong> {
        let of = match (self.of.rule.written()?, self.values, self.of.game) {
            (Some(rule), None, None) => Of::Rule(rule),
            (None, Some(text), None) => {
                Of::Values(OWN.to_owned(), Values::read(&text).map_err(Failure::File)?)
            }
            (None, None, Some(game)) => Of::Game(game),
            _ => {
                return Err(Wrong::Parameters(words::one_of(&[
                    "game", "rule", "values",
                ])));
            }
        };
        let request = find::Request {
            of,
            small: (self.small).map(|small| u32::try_from(small).unwrap_or(u32::MAX)),
            misere: self.play.misere,
            family: Vec::new(),
        };
        Ok(Asks::new(Request::Find(request), Form::Json))
    }
}
