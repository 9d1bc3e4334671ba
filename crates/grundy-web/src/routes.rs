//! What may be asked: a type for each route, whose fields are its parameters. From these types come the reading of a request, the
//! OpenAPI document and the index of the interface; what is made of them is a request of the service.
//!
//! Only what a field names can be said, and nothing of it is a word of a command: no text becomes a flag, and none names a file.

mod contests;
mod others;
mod parameters;
mod positions;
mod shared;
mod values;

use std::sync::LazyLock;

use grundy::{Message, Text};
use grundy_service::{Failure, Refused, Request};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::words;
use parameters::Schema;
pub use parameters::{Kind, Parameter};

/// The beginning of every path of the interface.
pub const ROOT: &str = "/api/v1/";

/// Something that may be asked.
#[derive(Debug)]
pub struct Route {
    /// The end of its path, behind [`ROOT`].
    pub name: &'static str,
    /// What it answers, in a line.
    pub about: Text,
    /// All that it may answer, the usual first.
    pub answers: &'static [Answer],
    /// What may be said, from the type of its questions.
    schema: LazyLock<Schema>,
    /// Makes a request of the parameters' values.
    read: fn(Map<String, Value>) -> Result<Asks, Wrong>,
}

/// What an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Its form.
    pub form: Form,
    /// The name of its schema in the OpenAPI document, where it is JSON.
    pub schema: Option<&'static str>,
}

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The document of the question.
    Json,
    /// A picture that can be made larger.
    Svg,
    /// A picture of dots.
    Png,
    /// A table with a heading.
    Csv,
    /// A graph in the language of Graphviz.
    Dot,
    /// Plain text.
    Text,
    /// Integers of one byte.
    U8,
    /// Integers of two bytes, the least significant first.
    U16,
    /// Integers of four bytes, the least significant first.
    U32,
}

impl Form {
    /// Its media type.
    pub fn media(self) -> &'static str {
        match self {
            Form::Json => "application/json",
            Form::Svg => "image/svg+xml",
            Form::Png => "image/png",
            Form::Csv => "text/csv; charset=utf-8",
            Form::Dot => "text/vnd.graphviz; charset=utf-8",
            Form::Text => "text/plain; charset=utf-8",
            Form::U8 | Form::U16 | Form::U32 => "application/octet-stream",
        }
    }
}

/// How an answer looks, where it is a picture or a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Whether a table shows who wins instead of the values.
    pub outcomes: bool,
    /// Whether values stand on a logarithmic scale.
    pub log: bool,
    /// Width in pixels.
    pub width: Option<usize>,
    /// Height in pixels.
    pub height: Option<usize>,
}

/// What a request asks for.
#[derive(Debug)]
pub(crate) struct Asks {
    pub(crate) request: Request,
    pub(crate) form: Form,
    pub(crate) look: Look,
    /// The text that `@-` in a position stands for.
    pub(crate) input: Option<String>,
}

impl Asks {
    fn new(request: Request, form: Form) -> Asks {
        Asks {
            request,
            form,
            look: Look::default(),
            input: None,
        }
    }
}

/// Why values make no question.
#[derive(Debug)]
pub(crate) enum Wrong {
    /// The service would say so, too.
    Failure(Failure),
    /// The parameters do not go together.
    Parameters(Message),
}

impl From<Failure> for Wrong {
    fn from(failure: Failure) -> Wrong {
        Wrong::Failure(failure)
    }
}

impl From<Refused> for Wrong {
    fn from(refused: Refused) -> Wrong {
        Wrong::Failure(refused.into())
    }
}

/// A question as its route takes it.
trait Question: Default + DeserializeOwned + JsonSchema + Serialize {
    /// What it is made into.
    ///
    /// # Errors
    /// That there is no such thing to ask for.
    fn asks(self) -> Result<Asks, Wrong>;
}

/// The route of a type.
const fn route_of<Q: Question>(
    name: &'static str,
    about: Text,
    answers: &'static [Answer],
) -> Route {
    Route {
        name,
        about,
        answers,
        schema: LazyLock::new(Schema::of::<Q>),
        read: |values| {
            let question: Result<Q, _> = serde_json::from_value(Value::Object(values));
            let wrong = |error: serde_json::Error| words::no_question(&error.to_string());
            let question = question.map_err(|error| Wrong::Parameters(wrong(error)))?;
            question.asks()
        },
    }
}

const fn form(form: Form) -> Answer {
    Answer { form, schema: None }
}

const fn json(schema: &'static str) -> Answer {
    Answer {
        form: Form::Json,
        schema: Some(schema),
    }
}

const SVG: Answer = form(Form::Svg);
const CSV: Answer = form(Form::Csv);
const DOT: Answer = form(Form::Dot);
const TEXT: Answer = form(Form::Text);

/// What may be asked.
pub static ROUTES: [Route; 15] = [
    route_of::<positions::Solve>(
        "solve",
        Text {
            en: "Who wins a position, by which moves, and why",
            zh: "局面谁胜、必胜走法及理由",
        },
        &[json("Answer")],
    ),
    route_of::<positions::Moves>(
        "moves",
        Text {
            en: "All moves of a position, which of them win, and how it is drawn",
            zh: "局面的全部走法、哪些必胜，以及如何绘制",
        },
        &[json("Moves")],
    ),
    route_of::<values::Table>(
        "table",
        Text {
            en: "Values or outcomes over a range of heaps, or two",
            zh: "一个或两个坐标范围内的 SG 值或胜负表",
        },
        &[json("Table"), SVG, form(Form::Png), CSV],
    ),
    route_of::<values::Sequence>(
        "sequence",
        Text {
            en: "The nim-sequence of a take-and-break game",
            zh: "取分游戏的 SG 值序列",
        },
        &[
            json("Sequence"),
            CSV,
            SVG,
            TEXT,
            form(Form::U8),
            form(Form::U16),
            form(Form::U32),
        ],
    ),
    route_of::<values::Chart>(
        "chart",
        Text {
            en: "A picture of a nim-sequence, its period marked",
            zh: "SG 值序列的图，并标出周期",
        },
        &[SVG],
    ),
    route_of::<values::Period>(
        "period",
        Text {
            en: "The period of a nim-sequence, proved",
            zh: "SG 值序列的周期及其证明",
        },
        &[json("Period")],
    ),
    route_of::<values::Quotient>(
        "quotient",
        Text {
            en: "The misère quotient of a game or of positions",
            zh: "游戏或局面的反常规则商",
        },
        &[json("Quotient")],
    ),
    route_of::<values::Find>(
        "find",
        Text {
            en: "The pattern in a rule's values, or in values of one's own",
            zh: "规则的 SG 值或自备数值中的规律",
        },
        &[json("Findings")],
    ),
    route_of::<contests::Problems>(
        "problems",
        Text {
            en: "The contest problems that are known, or one of them",
            zh: "已收录的竞赛题目，或其中之一",
        },
        &[json("Problems")],
    ),
    route_of::<contests::Judge>(
        "judge",
        Text {
            en: "What a judge expects for an input, or each of its positions with its answer",
            zh: "一份输入的标准输出，或其中每个局面及其答案",
        },
        &[json("Output")],
    ),
    route_of::<contests::Emit>(
        "emit",
        Text {
            en: "The program for a judge, from a rule or a contest's problem",
            zh: "由规则或竞赛题目写出可提交评测的程序",
        },
        &[TEXT],
    ),
    route_of::<others::Games>(
        "games",
        Text {
            en: "The catalogue of games, or one of them",
            zh: "游戏目录，或其中之一",
        },
        &[json("Games")],
    ),
    route_of::<positions::States>(
        "states",
        Text {
            en: "The state graph of a small position",
            zh: "小局面的状态图",
        },
        &[SVG, json("States"), DOT],
    ),
    route_of::<others::Steps>(
        "steps",
        Text {
            en: "The labelling of a graph by P and N, round by round",
            zh: "图的 P、N 逐轮标记过程",
        },
        &[json("Steps"), SVG, DOT],
    ),
    route_of::<positions::Binary>(
        "binary",
        Text {
            en: "The nim-sum of a position in binary columns, as a picture",
            zh: "以二进制列画出局面的异或和",
        },
        &[SVG],
    ),
];

/// The route of a name.
pub fn route(name: &str) -> Option<&'static Route> {
    ROUTES.iter().find(|route| route.name == name)
}

impl Route {
    /// What may be said, in order.
    pub fn parameters(&self) -> &[Parameter] {
        &self.schema.parameters
    }

    /// What may be said as a schema of JSON, without descriptions.
    pub(crate) fn schema(&self) -> &Map<String, Value> {
        &self.schema.whole
    }

    /// Makes a request of the parameters' values.
    pub(crate) fn read(&self, values: Map<String, Value>) -> Result<Asks, Wrong> {
        (self.read)(values)
    }
}
