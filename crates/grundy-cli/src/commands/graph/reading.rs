//! The graph is read into memory, or where it does not fit into files.

use std::fs;
use std::sync::atomic::Ordering;

use grundy::Play;
use grundy::engine::graph::{Arranged, Graph};
use grundy_graph::{
    Answers, BothWays, Cause, Memory, Names, Pack, Progress, ReadError, Refused, Sink,
    read as read_graph,
};

use super::Asked;
use crate::failure::{Exit, Failure};
use crate::output;
use crate::progress;
use crate::words;

/// A graph, read.
pub(super) struct Graphs {
    /// The graph in memory.
    pub(super) arranged: Arranged,
    /// What its vertices are called.
    pub(super) names: Names,
}

impl Graphs {
    /// The options of every vertex with the names, of a graph of so many vertices at most; numbers that are no vertices are
    /// passed over.
    pub(super) fn small(self, most: usize) -> Result<(Graph, Vec<String>), Failure> {
        let answers = Answers::new(&self.arranged, &self.names, Play::Normal, &[], 1);
        let count = answers.count();
        if count > most as u64 {
            let most = words::graph_of_vertices(most);
            return Err(Failure::Unknown(words::too_large_to_draw(most)));
        }
        let vertices: Vec<u32> = answers.vertices().collect();
        let place = |vertex: u32| vertices.binary_search(&vertex).unwrap_or(0) as u32;
        let graph = self.arranged.into_graph();
        let edges = (0u32..).zip(&vertices).flat_map(|(from, &vertex)| {
            let options = graph.options(vertex).iter();
            options.map(move |&to| (from, place(to)))
        });
        let edges: Vec<(u32, u32)> = edges.collect();
        let named = |&vertex: &u32| self.names.name(vertex).unwrap_or_default().into_owned();
        let graph =
            Graph::new(vertices.len(), &edges).map_err(|error| Failure::Unknown(error.said()))?;
        Ok((graph, vertices.iter().map(named).collect()))
    }
}

/// Reads the file into memory.
pub(super) fn read(asked: &Asked<'_>) -> Result<Graphs, Failure> {
    let mut memory = Memory::new(asked.budget.bytes);
    if let Some(stop) = &asked.budget.stop {
        memory = memory.stopped_by(stop.clone());
    }
    let names = if asked.options.undirected {
        fill(asked, &mut BothWays::new(&mut memory))?
    } else {
        fill(asked, &mut memory)?
    };
    Ok(Graphs {
        arranged: memory.arranged(),
        names,
    })
}

/// Reads the file into a sink.
pub(super) fn fill(asked: &Asked<'_>, sink: &mut dyn Sink) -> Result<Names, Failure> {
    let length = match asked.file {
        "-" => 0,
        file => fs::metadata(file).map_or(0, |known| known.len()),
    };
    let bar = progress::Progress::of_bytes(length);
    let counter = bar.counter();
    let mut told = |progress: Progress| counter.store(progress.bytes, Ordering::Relaxed);
    let read = read_graph(asked.input(), &asked.options, sink, &mut told);
    drop(bar);
    read.map(|read| read.names)
        .map_err(|error| failure(asked, error))
}

/// What a file that was not read says.
pub(super) fn failure(asked: &Asked<'_>, error: ReadError) -> Failure {
    match error.cause {
        Cause::Refused(Refused::Interrupted) => Failure::Interrupted,
        Cause::Refused(Refused::TooLarge(why)) => Failure::Unknown(words::graph_too_large(why)),
        Cause::File(file) if error.place.is_none() => {
            Failure::Input(words::no_such_file(asked.file, &file))
        }
        _ => Failure::Input(words::in_graph_file(asked.file, error.said())),
    }
}

/// Writes the graph in the packed form.
pub(super) fn pack(asked: &Asked<'_>) -> Result<Exit, Failure> {
    let Some(path) = &asked.output else {
        return Err(super::refuse(words::binary_needs_file()));
    };
    let told = |error: &dyn std::fmt::Display| {
        let error = std::io::Error::other(error.to_string());
        Failure::File(path.clone(), words::cannot_write(), error)
    };
    let mut pack = Pack::create(path).map_err(|error| told(&error))?;
    let names = fill(asked, &mut pack)?;
    let packed = pack.finish(&names).map_err(|error| told(&error))?;
    if output::is_watched() {
        let text = words::packed(packed.edges, packed.bytes).render(asked.lang);
        eprintln!("{text}");
    }
    Ok(Exit::Answered)
}
