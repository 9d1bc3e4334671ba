//! Graphs of files and what is known of their vertices: `grundy.graph/1`, and the labelling round by round: `grundy.steps/1`.

use std::borrow::Cow;

use grundy::engine::graph::{Cycle, Graph, Labelling, Loopy, Reason as Label, Round, TokenMove};
use grundy::{Lang, Outcome, Play, Reason};
use grundy_graph::{Answers, Column, Names};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::answer::Unknown;
use crate::json::{self, Each};

/// The name and version of the schema of a graph.
pub const GRAPH: &str = "grundy.graph/1";

/// The name and version of the schema of a labelling.
pub const STEPS: &str = "grundy.steps/1";

/// What can be said of a whole graph.
#[derive(Debug)]
pub struct Head<'a> {
    /// The name of the file that the graph was read from.
    pub file: &'a str,
    /// The first line, if it was taken for a header.
    pub header: Option<&'a str>,
    /// Under which play.
    pub play: Play,
    /// How many vertices there are.
    pub vertices: u64,
    /// How many edges there are.
    pub edges: u64,
    /// How many vertices are P, N and D.
    pub outcomes: [u64; 3],
    /// A cycle, if there is one.
    pub cycle: Option<Cycle>,
}

/// The value of a vertex: a number, or an object with the numbers behind ∞.
struct Value<'a>(Loopy<'a>);

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Infinite<'a> {
            infinite: &'a [u32],
        }
        match self.0 {
            Loopy::Finite(value) => serializer.serialize_u32(value),
            Loopy::Infinite(infinite) => Infinite { infinite }.serialize(serializer),
        }
    }
}

fn name(names: &Names, vertex: Option<u32>) -> Option<Cow<'_, str>> {
    names.name(vertex?)
}

impl Head<'_> {
    /// The JSON document of the schema, one line with its line end, with the rows that were asked for.
    pub fn json(&self, names: &Names, columns: &[Column], answers: &Answers) -> String {
        #[derive(serde::Serialize)]
        struct Document<'a, R: Serialize> {
            schema: &'static str,
            play: &'static str,
            header: Option<&'a str>,
            vertices: u64,
            edges: u64,
            cycle: Option<Vec<Cow<'a, str>>>,
            outcomes: Counts,
            rows: R,
        }
        let rows = || {
            answers.vertices().map(|vertex| Row {
                vertex,
                names,
                columns,
                answers,
            })
        };
        let [lost, won, drawn] = self.outcomes;
        let cycle = self.cycle.as_ref().map(|cycle| {
            let vertices = cycle.vertices.iter();
            let names = vertices.map(|&vertex| names.name(vertex).unwrap_or_default());
            names.collect()
        });
        json::line(&Document {
            schema: GRAPH,
            play: self.play.word(),
            header: self.header,
            vertices: self.vertices,
            edges: self.edges,
            cycle,
            outcomes: Counts { lost, won, drawn },
            rows: Each(rows),
        })
    }
}

#[derive(serde::Serialize)]
struct Counts {
    #[serde(rename = "P")]
    lost: u64,
    #[serde(rename = "N")]
    won: u64,
    #[serde(rename = "D")]
    drawn: u64,
}

/// What is told of a vertex: the columns that were asked for.
struct Row<'a> {
    vertex: u32,
    names: &'a Names,
    columns: &'a [Column],
    answers: &'a Answers,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = self.answers.row(self.vertex);
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("vertex", &name(self.names, Some(self.vertex)))?;
        for column in self.columns {
            match column {
                Column::Outcome => {
                    object.serialize_entry("outcome", &row.outcome.map(Outcome::letter))
                }
                Column::Value => object.serialize_entry("value", &row.value.map(Value)),
                Column::Remoteness => object.serialize_entry("remoteness", &row.remoteness),
                Column::Move => object.serialize_entry("move", &name(self.names, row.best)),
            }?;
        }
        object.end()
    }
}

/// Tokens and what was found of them.
#[derive(Debug)]
pub struct Position<'a> {
    /// The name of the file that the graph was read from.
    pub file: &'a str,
    /// The first line, if it was taken for a header.
    pub header: Option<&'a str>,
    /// Under which play.
    pub play: Play,
    /// The names of the vertices.
    pub names: &'a Names,
    /// The vertices with a token.
    pub tokens: &'a [u32],
    /// Who wins.
    pub outcome: Option<Outcome>,
    /// The value of each token, and its set if that is ∞; none in misère play.
    pub values: Vec<(Option<u32>, Vec<u32>)>,
    /// Moves to the end of perfect play; only for a single token.
    pub remoteness: Option<u32>,
    /// The moves that win, or hold the draw.
    pub moves: Vec<TokenMove>,
    /// Whether these are all of them; from scratch files one of the quickest is known at most.
    pub complete: bool,
}

impl Position<'_> {
    /// The values of the tokens.
    pub fn loopy(&self) -> impl Iterator<Item = Loopy<'_>> {
        self.values.iter().map(|(value, set)| match value {
            Some(value) => Loopy::Finite(*value),
            None => Loopy::Infinite(set),
        })
    }

    /// The nim-sum, where all values are finite.
    pub fn total(&self) -> Option<u32> {
        let mut values = self.values.iter().map(|(value, _)| *value);
        let sum = values.try_fold(0, |sum, value| Some(sum ^ value?));
        sum.filter(|_| !self.values.is_empty())
    }

    /// The JSON document of the schema, one line with its line end, with why the outcome is unknown.
    pub fn json(&self, unknown: Option<&Reason>, lang: Lang) -> String {
        let mut values = self.loopy();
        let tokens = self.tokens.iter();
        let tokens = tokens.map(|&token| Token {
            vertex: name(self.names, Some(token)),
            value: values.next().map(Value),
        });
        let moves = self.moves.iter().map(|step| Step {
            token: step.token,
            from: name(self.names, self.tokens.get(step.token).copied()),
            to: name(self.names, Some(step.to)),
        });
        json::line(&Tokens {
            schema: GRAPH,
            play: self.play.word(),
            header: self.header,
            outcome: self.outcome.map(Outcome::letter),
            value: self.total(),
            remoteness: self.remoteness,
            tokens: tokens.collect(),
            moves: moves.collect(),
            complete: self.complete,
            unknown: unknown.map(|unknown| Unknown::new(unknown, lang)),
        })
    }
}

#[derive(serde::Serialize)]
struct Tokens<'a> {
    schema: &'static str,
    play: &'static str,
    header: Option<&'a str>,
    outcome: Option<&'static str>,
    value: Option<u32>,
    remoteness: Option<u32>,
    tokens: Vec<Token<'a>>,
    moves: Vec<Step<'a>>,
    complete: bool,
    #[serde(flatten)]
    unknown: Option<Unknown<'a>>,
}

#[derive(serde::Serialize)]
struct Token<'a> {
    vertex: Option<Cow<'a, str>>,
    value: Option<Value<'a>>,
}

#[derive(serde::Serialize)]
struct Step<'a> {
    token: usize,
    from: Option<Cow<'a, str>>,
    to: Option<Cow<'a, str>>,
}

/// The vertices that no round marks.
pub fn draws(labelling: &Labelling) -> Vec<u32> {
    let labels = (0u32..).zip(labelling.labels());
    let draws = labels.filter(|(_, label)| **label == Outcome::D);
    draws.map(|(vertex, _)| vertex).collect()
}

/// The labelling of a graph, round by round, as one object, a line. A vertex has its name and, unless play ends there, the option that
/// decided.
///
/// Linear in the edges.
pub fn steps(graph: &Graph, names: &dyn Fn(u32) -> String, labelling: &Labelling) -> String {
    #[derive(serde::Serialize)]
    struct Document {
        schema: &'static str,
        play: &'static str,
        rounds: Vec<Marked>,
        draws: Vec<Decided>,
    }
    #[derive(serde::Serialize)]
    struct Marked {
        round: u32,
        label: &'static str,
        why: &'static str,
        vertices: Vec<Decided>,
    }
    #[derive(serde::Serialize)]
    struct Decided {
        vertex: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        to: Option<String>,
    }
    let decided = |vertices: &[u32]| -> Vec<Decided> {
        let decided = vertices.iter().map(|&vertex| Decided {
            vertex: names(vertex),
            to: match labelling.reason(graph, vertex) {
                Some(Label::MovesTo(to) | Label::AllWinning(to) | Label::Endless(to)) => {
                    Some(names(to))
                }
                _ => None,
            },
        });
        decided.collect()
    };
    let marked = |round: Round<'_>| Marked {
        round: round.number,
        label: round.label.letter(),
        why: match (round.number, round.label) {
            (0, _) => "no-option",
            (_, Outcome::N) => "an-option-is-p",
            _ => "all-options-are-n",
        },
        vertices: decided(round.vertices),
    };
    json::line(&Document {
        schema: STEPS,
        play: labelling.play().word(),
        rounds: labelling.rounds().map(marked).collect(),
        draws: decided(&draws(labelling)),
    })
}
