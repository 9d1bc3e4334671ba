//! The labelling of a small graph, round by round: `grundy.steps/1`.

use grundy::engine::graph::{Arranged, Graph, Labelling, labelling};
use grundy::{Budget, Play, message};
use grundy_graph::{Answers, BothWays, Cause, Input, Memory, Names, Options, SinkError};
use serde::{Deserialize, Serialize};

use crate::{Failure, Sink, graph, play};

/// Most vertices that are labelled step by step.
pub const MOST: usize = 100_000;

/// What reading holds besides the graph.
const LEAST: u64 = 16 << 20;

/// A question for the labelling of a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The graph as text: an edge a line, from a vertex to one of its options; also CSV, DOT, GraphML or JSON.
    pub graph: String,
    /// Whether who cannot move wins.
    #[serde(default)]
    pub misere: bool,
    /// Whether an edge can be walked in both directions.
    #[serde(default)]
    pub undirected: bool,
}

/// A graph and its labelling.
#[derive(Debug)]
pub struct Response {
    /// The graph.
    pub graph: Graph,
    /// What its vertices are called.
    pub names: Vec<String>,
    /// The rounds.
    pub labelling: Labelling,
}

impl Request {
    /// Reads the graph and labels it.
    ///
    /// # Errors
    /// That the text is no graph, that the graph is too large, or that somebody stopped it.
    pub fn run(&self, budget: &Budget, sink: &mut dyn Sink) -> Result<Response, Failure> {
        let mut memory = Memory::new(budget.bytes);
        if let Some(stop) = &budget.stop {
            memory = memory.stopped_by(stop.clone());
        }
        let mut options = Options::default();
        options.bytes = budget.bytes.max(LEAST);
        let input = Input::bytes(self.graph.as_bytes());
        let mut each = |progress: grundy_graph::Progress| sink.progress(progress.bytes);
        let read = match self.undirected {
            true => grundy_graph::read(input, &options, &mut BothWays::new(&mut memory), &mut each),
            false => grundy_graph::read(input, &options, &mut memory, &mut each),
        };
        let read = read.map_err(|error| match error.cause {
            Cause::SinkError(SinkError::Interrupted) => Failure::Interrupted,
            Cause::SinkError(SinkError::TooLarge(why)) => Failure::Unknown(why.into()),
            _ => Failure::File(error.message()),
        })?;
        let (graph, names) = small(memory.arranged(), &read.names, MOST)?;
        Ok(Response {
            labelling: labelling(&graph, play(self.misere)),
            graph,
            names,
        })
    }
}

/// The options of every vertex with the names, of a graph of so many vertices at most; numbers that are no vertices are passed
/// over.
///
/// # Errors
/// That there are more.
pub fn small(
    arranged: Arranged,
    names: &Names,
    most: usize,
) -> Result<(Graph, Vec<String>), Failure> {
    let answers = Answers::new(&arranged, names, Play::Normal, &[], 1);
    if answers.count() > most as u64 {
        let message = message!(
            "the graph is too large for this: at most {most} vertices",
            "图太大：至多 {most} 个顶点",
            most = most
        );
        return Err(Failure::Unknown(message.into()));
    }
    let vertices: Vec<u32> = answers.vertices().collect();
    let place = |vertex: u32| vertices.binary_search(&vertex).unwrap_or(0) as u32;
    let graph = arranged.into_graph();
    let edges = (0u32..).zip(&vertices).flat_map(|(from, &vertex)| {
        let options = graph.options(vertex).iter();
        options.map(move |&to| (from, place(to)))
    });
    let edges: Vec<(u32, u32)> = edges.collect();
    let named = |&vertex: &u32| names.name(vertex).unwrap_or_default().into_owned();
    let graph = Graph::new(vertices.len(), &edges)
        .map_err(|error| Failure::Unknown(error.message().into()))?;
    Ok((graph, vertices.iter().map(named).collect()))
}

impl Response {
    /// What a vertex is called.
    pub fn name(&self, vertex: u32) -> String {
        self.names.get(vertex as usize).cloned().unwrap_or_default()
    }

    /// The JSON document of the schema, one line with its line end.
    pub fn json(&self) -> String {
        graph::steps(&self.graph, &|vertex| self.name(vertex), &self.labelling)
    }
}
