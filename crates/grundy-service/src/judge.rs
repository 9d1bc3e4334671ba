//! Contest formats, inputs and what is judged: `grundy.formats/1`, `grundy.output/1` and `grundy.judged/1`.

use std::io::{self, Write};

use grundy::{Budget, Exhausted, Game, component, message};
use grundy_judge::{Format, JudgeError, Judged, Limits};
use serde::{Deserialize, Serialize};

use crate::json::Both;
use crate::problem::Problem;
use crate::{Failure, Sink, json, stopped};

/// The name and version of the schema of formats.
pub const FORMATS: &str = "grundy.formats/1";

/// The name and version of the schema of a position that was judged.
pub const JUDGED: &str = "grundy.judged/1";

/// The name and version of the schema of a judge's output.
pub const OUTPUT: &str = "grundy.output/1";

/// A question for the judge's answers to an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The problem.
    pub problem: Problem,
    /// The input.
    pub input: Input,
    /// Whether the positions are wanted in the place of the output.
    #[serde(default)]
    pub positions: bool,
    /// Whether the output is wanted beside the positions.
    #[serde(default)]
    pub output: bool,
}

/// An input, which need not be text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Input {
    /// Text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

impl Input {
    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Input::Text(text) => text.as_bytes(),
            Input::Bytes(bytes) => bytes,
        }
    }
}

/// What was judged.
#[derive(Debug)]
pub struct Response {
    /// The format.
    pub format: Format,
    /// The answers, where they are wanted.
    pub output: Option<Vec<u8>>,
    /// The positions, where they are wanted.
    pub positions: Option<Vec<Judged>>,
}

impl Request {
    /// Judges the input; the budget is that of each position, and its bytes are those of the whole output.
    ///
    /// # Errors
    /// That there is no such problem, that the input is not as its format says, that an answer is not known, or that somebody stopped it.
    pub fn run(&self, budget: &Budget, sink: &mut dyn Sink) -> Result<Response, Failure> {
        let format = self.problem.read(sink)?;
        let (limits, input) = (limits(budget), self.input.bytes());
        let failed = |error| failure(&format, error, budget);
        let mut positions = self.positions.then(Vec::new);
        if let Some(positions) = &mut positions {
            let judged = grundy_judge::judged(&format, &limits, input, &mut |judged| {
                positions.push(judged);
                sink.progress(positions.len() as u64);
                Ok(())
            });
            judged.map_err(failed)?;
        }
        let mut output = None;
        if self.output || positions.is_none() {
            let mut written = Limited(Vec::new(), budget.bytes);
            let judged = grundy_judge::run_within(&format, &limits, input, &mut written);
            judged.map_err(failed)?;
            output = Some(written.0);
        }
        Ok(Response {
            output,
            positions,
            format,
        })
    }
}

impl Response {
    /// The JSON document of the schema, one line with its line end.
    pub fn json(&self) -> String {
        let positions = self.positions.as_ref();
        json::line(&Output {
            schema: OUTPUT,
            format: &self.format.name,
            output: (self.output.as_deref()).map(String::from_utf8_lossy),
            positions: positions.map(|all| all.iter().map(Position::of).collect()),
        })
    }
}

/// A judge's output, or the positions that were judged.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Output<'a> {
    #[cfg_attr(feature = "schema", schemars(extend("const" = OUTPUT)))]
    schema: &'static str,
    /// The name of the format.
    format: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<std::borrow::Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<Vec<Position<'a>>>,
}

/// What a run may use: the budget for each position, tables and cases within the bytes of the whole.
pub fn limits(budget: &Budget) -> Limits {
    let at_most =
        |most: u32, bytes: u64| u32::try_from(bytes).map_or(most, |bytes| most.min(bytes));
    let usual = Limits::default();
    Limits {
        table: at_most(usual.table, budget.bytes / 16),
        kept: at_most(usual.kept, budget.bytes / 64),
        budget: budget.clone(),
        stop: budget.stop.clone(),
        ..usual
    }
}

/// What it means that a run stopped.
pub fn failure(format: &Format, error: JudgeError, budget: &Budget) -> Failure {
    use grundy_judge::Problem as Of;
    let sentence = |en: String, zh: String| message!("{en}", "{zh}", en = en, zh = zh);
    match error {
        JudgeError::Input(error) => match error.problem {
            Of::Stopped => Failure::Interrupted,
            Of::Unknown(_) if stopped(budget) => Failure::Interrupted,
            Of::Unknown(_) => Failure::Unknown(sentence(error.to_string(), error.chinese()).into()),
            _ => {
                let lines = |input: &str| input.lines().collect::<Vec<_>>().join(" / ");
                let sample = format.sample.as_ref();
                Failure::Input(error, sample.map(|sample| lines(&sample.input)))
            }
        },
        JudgeError::Write(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            Failure::Unknown(Exhausted::Bytes(budget.bytes).into())
        }
        other => Failure::File(sentence(other.to_string(), other.chinese())),
    }
}

/// A vector of at most so many bytes.
struct Limited(Vec<u8>, u64);

impl Write for Limited {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        if (self.0.len() + more.len()) as u64 > self.1 {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Some formats as one object, a line.
pub fn formats(formats: &[&Format]) -> String {
    let all = formats.iter().map(|format| Entry {
        name: &format.name,
        aliases: &format.aliases,
        title: format.title.as_ref().map(both),
        sentence: format.sentence.as_ref().map(both),
        layout: format.layout.text(),
        lists: format.lists.as_deref(),
        rule: format.rule.text(),
        options: format.options.as_ref().map(grundy_judge::Options::text),
        position: format
            .options
            .as_ref()
            .and_then(grundy_judge::Options::position),
        wins: format.wins.as_ref().map(grundy_judge::Over::text),
        draw: format.draw.as_ref().map(grundy_judge::Wording::text),
        answers: format.prefixes.then_some("prefixes"),
        unused: &format.unused,
        source: &format.source,
        limits: &format.limits,
        sample: format.sample.as_ref().map(|sample| Sample {
            input: &sample.input,
            output: &sample.output,
            unverified: sample.unverified,
        }),
    });
    json::line(&Formats {
        schema: FORMATS,
        formats: all.collect(),
    })
}

/// Problems of contests.
#[derive(Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Problems")
)]
pub(crate) struct Formats<'a> {
    #[cfg_attr(feature = "schema", schemars(extend("const" = FORMATS)))]
    schema: &'static str,
    formats: Vec<Entry<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct Entry<'a> {
    name: &'a str,
    aliases: &'a [String],
    title: Option<Both<'a>>,
    sentence: Option<Both<'a>>,
    layout: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    lists: Option<&'a str>,
    rule: &'a str,
    options: Option<&'a str>,
    position: Option<&'a str>,
    /// When the mover wins by the values of `options`, where that is not simply that their nim-sum is not 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    wins: Option<&'a str>,
    /// What is written where neither player can force a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    draw: Option<&'a str>,
    /// When answers are written, where that is not once for each position.
    #[serde(skip_serializing_if = "Option::is_none")]
    answers: Option<&'static str>,
    /// Names that `lists` makes and nothing reads.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    unused: &'a [String],
    source: &'a str,
    limits: &'a str,
    sample: Option<Sample<'a>>,
}

/// The sentence in both languages.
fn both(sentence: &grundy_judge::Sentence) -> Both<'_> {
    Both {
        en: &sentence.en,
        zh: &sentence.zh,
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct Sample<'a> {
    input: &'a str,
    output: &'a str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unverified: bool,
}

/// A position and what the judge expects for it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct Position<'a> {
    #[cfg_attr(feature = "schema", schemars(extend("const" = JUDGED)))]
    schema: &'static str,
    case: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    play: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    answer: &'a str,
}

impl Position<'_> {
    /// What was judged.
    pub fn of(judged: &Judged) -> Position<'_> {
        let ruled = judged.ruled.as_ref().map(|ruled| {
            let part = component::part(ruled.rule.clone(), ruled.positions.clone());
            Game::from_parts(vec![part]).to_string()
        });
        let game = ruled.or_else(|| judged.game.clone());
        let wins = judged.mover_wins.filter(|_| game.is_some());
        Position {
            schema: JUDGED,
            case: judged.case,
            position: (judged.position > 0).then_some(judged.position),
            play: (game.as_ref()).map(|_| if judged.misere { "misere" } else { "normal" }),
            outcome: wins.map(|wins| if wins { "N" } else { "P" }),
            game,
            answer: &judged.answer,
        }
    }

    /// The JSON document of the schema, one line with its line end.
    pub fn json(&self) -> String {
        json::line(self)
    }
}
