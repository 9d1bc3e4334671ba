//! Everything that can follow a small position: `grundy.states/1`.

use grundy::state_graph::Vertex;
use grundy::{Budget, Game, Lang, StateGraph};
use serde::{Deserialize, Serialize};

use crate::json;
use crate::solve::Position;
use crate::{Failure, Sink, play, stopped};

/// The name and version of the schema.
pub const SCHEMA: &str = "grundy.states/1";

/// Positions, moves and components looked at where nobody says how many.
pub const POSITIONS: u64 = 20_000;

/// Most characters of a position's name.
const NAME: usize = 60;

/// A question for the state graph of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The position.
    pub position: Position,
}

/// A state graph.
#[derive(Debug)]
pub struct Response {
    /// The position that it begins with.
    pub game: Game,
    /// The graph.
    pub graph: StateGraph,
}

impl Request {
    /// Makes the graph, within the budget's positions.
    ///
    /// # Errors
    /// That there is no such position, that too much can follow it, or that somebody stopped it.
    pub fn run(&self, budget: &Budget, sink: &mut dyn Sink) -> Result<Response, Failure> {
        let (game, _) = self.position.read(budget, sink)?;
        let graph = StateGraph::new(&game, play(self.position.misere), budget);
        let graph = graph.map_err(|why| match stopped(budget) {
            true => Failure::Interrupted,
            false => why.into(),
        })?;
        Ok(Response { game, graph })
    }
}

impl Response {
    /// The names of the positions, heaps of one ruleset joined as in `nim 3 5 7`; long ones without their middle.
    pub fn names(&self, lang: Lang) -> Vec<String> {
        let joined: Vec<&str> = self
            .game
            .parts()
            .iter()
            .filter(|part| !part.whole)
            .map(|part| part.rules.head())
            .collect();
        let vertices = self.graph.vertices.iter();
        vertices.map(|vertex| name(vertex, &joined, lang)).collect()
    }

    /// The JSON document of the schema, one line with its line end.
    pub fn json(&self, lang: Lang) -> String {
        let names = self.names(lang);
        let states = self.graph.vertices.iter().zip(&names);
        let states = states.map(|(vertex, name)| State {
            position: name,
            outcome: vertex.outcome.letter(),
            value: vertex.value,
            remoteness: vertex.remoteness,
            options: &vertex.options,
        });
        json::line(&Document {
            schema: SCHEMA,
            game: self.game.to_string(),
            play: self.graph.play.word(),
            states: states.collect(),
        })
    }
}

#[derive(Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "States")
)]
pub(crate) struct Document<'a> {
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    schema: &'static str,
    game: String,
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Play"))]
    play: &'static str,
    states: Vec<State<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct State<'a> {
    position: &'a str,
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["N", "P", "D"])))]
    outcome: &'static str,
    value: Option<u32>,
    remoteness: Option<u64>,
    options: &'a [usize],
}

fn name(vertex: &Vertex, joined: &[&str], lang: Lang) -> String {
    let mut name = String::new();
    let mut before = None;
    for component in &vertex.components {
        let head = component.head();
        let position = component.position();
        if before != Some(head) || !joined.contains(&head) {
            if before.is_some() {
                name.push_str(" + ");
            }
            name.push_str(head);
        }
        if !position.is_empty() {
            name.push(' ');
            name.push_str(&position);
        }
        before = Some(head);
    }
    if before.is_none() {
        name.push_str(match lang {
            Lang::En => "nothing",
            Lang::Zh => "空",
        });
    }
    brief(&name, NAME)
}

/// Long text with its middle left out.
pub fn brief(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let kept = most.saturating_sub(1) / 2;
    let mut short: String = text.chars().take(kept).collect();
    short.push('…');
    short.extend(text.chars().skip(count - kept));
    short
}
