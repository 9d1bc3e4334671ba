//! The graph is read into memory, or where it does not fit into files.

use std::fs;
use std::sync::atomic::Ordering;

use grundy::budget::Exhausted;
use grundy::engine::graph::{Arranged, Graph};
use grundy_graph::{
    BothWays, Cause, External, Memory, Names, Pack, Progress, ReadError, Sink, SinkError, Unsolved,
    read as read_graph,
};

use grundy_service::steps::small;

use super::{Asked, print};
use crate::failure::{Exit, Failure};
use crate::progress;
use crate::words;

/// A graph, read.
pub(super) enum Graphs {
    /// In memory.
    Held(Held),
    /// In scratch files, since memory does not hold it.
    Scattered(Box<External>, Names),
}

/// A graph in memory.
pub(super) struct Held {
    /// The graph.
    pub(super) arranged: Arranged,
    /// What its vertices are called.
    pub(super) names: Names,
}

/// Edges from which on it is told how much memory they take.
const MANY: usize = 10_000_000;

impl Graphs {
    /// The options of every vertex with the names, of a graph of so many vertices at most; numbers that are no vertices are
    /// passed over.
    pub(super) fn small(self, most: usize) -> Result<(Graph, Vec<String>), Failure> {
        let Graphs::Held(Held { arranged, names }) = self else {
            return Err(too_large(most));
        };
        // However it is said there, here a file can have all answers.
        small(arranged, &names, most).map_err(|_| too_large(most))
    }
}

fn too_large(most: usize) -> Failure {
    let most = words::graph_of_vertices(most);
    Failure::unknown(words::too_large_to_draw(most))
}

/// Reads the file into memory, or into scratch files where that does not hold it.
pub(super) fn read(asked: &Asked<'_>) -> Result<Graphs, Failure> {
    let mut memory = Memory::new(asked.budget.bytes).by_threads(asked.options.threads);
    if let Some(stop) = &asked.budget.stop {
        memory = memory.stopped_by(stop.clone());
    }
    let names = match filled(asked, &mut memory) {
        Ok(names) => names,
        Err(error) => {
            let too_large = matches!(error.cause, Cause::SinkError(SinkError::TooLarge(_)));
            if !too_large || asked.file == "-" {
                return Err(failure(asked, error));
            }
            drop(memory);
            return scattered(asked);
        }
    };
    let (vertices, edges) = (memory.edges().vertices(), memory.edges().len() as usize);
    if vertices == 0 {
        print::note(&words::no_vertices(asked.named()), asked.context);
    }
    if edges >= MANY {
        let bytes = memory.edges().bytes();
        let needed = memory.edges().needed();
        let message = words::graph_memory(vertices, edges, bytes, needed, asked.budget.bytes);
        print::note(&message, asked.context);
    }
    let arranged = asked.at_once(|| memory.arranged());
    Ok(Graphs::Held(Held { arranged, names }))
}

/// Reads the file into scratch files.
fn scattered(asked: &Asked<'_>) -> Result<Graphs, Failure> {
    print::note(
        &words::on_scratch(asked.budget.bytes, &asked.scratch.display().to_string()),
        asked.context,
    );
    let mut external =
        External::new(&asked.scratch, &asked.budget).map_err(|error| unsolved(asked, error))?;
    let names = filled(asked, &mut external).map_err(|error| match error.cause {
        Cause::SinkError(SinkError::File(full)) => {
            Failure::File(asked.scratch.clone(), words::no_scratch(), full)
        }
        _ => failure(asked, error),
    })?;
    Ok(Graphs::Scattered(Box::new(external), names))
}

/// What a graph that was not solved from scratch files says.
pub(super) fn unsolved(asked: &Asked<'_>, error: Unsolved) -> Failure {
    match error {
        Unsolved::Scratch(error) => {
            Failure::File(asked.scratch.clone(), words::no_scratch(), error)
        }
        Unsolved::Rows(error) => match &asked.output {
            Some(path) => Failure::File(path.clone(), words::cannot_write(), error),
            None => Failure::write(error),
        },
        Unsolved::TooLarge(why) => Failure::unknown(words::graph_too_large(why)),
        Unsolved::Exhausted(Exhausted::Interrupted) => Failure::Interrupted,
        other => Failure::unknown(other.message()),
    }
}

/// Reads the file into a sink, both ways where that is asked for.
fn filled(asked: &Asked<'_>, sink: &mut dyn Sink) -> Result<Names, ReadError> {
    asked.at_once(|| {
        if asked.options.undirected {
            fill(asked, &mut BothWays::new(sink))
        } else {
            fill(asked, sink)
        }
    })
}

/// Reads the file into a sink.
pub(super) fn fill(asked: &Asked<'_>, sink: &mut dyn Sink) -> Result<Names, ReadError> {
    let length = match asked.file {
        "-" => 0,
        file => fs::metadata(file).map_or(0, |known| known.len()),
    };
    let bar = progress::Progress::of_bytes(length, asked.context);
    let counter = bar.counter();
    let mut told = |progress: Progress| counter.store(progress.bytes, Ordering::Relaxed);
    let read = read_graph(asked.input(), &asked.options, sink, &mut told);
    drop(bar);
    let read = read?;
    if let Some(header) = &read.header {
        // Read again into scratch files it says so again.
        if asked.header.set(header.line.clone()).is_ok() {
            print::note(&words::header(&header.line), asked.context);
        }
    }
    Ok(read.names)
}

/// What a file that was not read says.
pub(super) fn failure(asked: &Asked<'_>, error: ReadError) -> Failure {
    match error.cause {
        Cause::SinkError(SinkError::Interrupted) => Failure::Interrupted,
        Cause::SinkError(SinkError::TooLarge(why)) => Failure::unknown(words::graph_too_large(why)),
        Cause::File(file) if error.place.is_none() => {
            Failure::Input(words::no_such_file(asked.file, &file))
        }
        _ => Failure::Input(words::in_graph_file(asked.named(), error.message())),
    }
}

/// Writes the graph in the packed form.
pub(super) fn pack(asked: &Asked<'_>) -> Result<Exit, Failure> {
    let Some(path) = &asked.output else {
        return Err(super::refuse(words::binary_needs_file()));
    };
    let unwritten = |error| Failure::File(path.clone(), words::cannot_write(), error);
    let mut pack = Pack::create(path).map_err(|error| unwritten(error.error))?;
    let read = asked.at_once(|| fill(asked, &mut pack));
    let names = read.map_err(|error| match error.cause {
        Cause::SinkError(SinkError::File(full)) => unwritten(full),
        _ => failure(asked, error),
    })?;
    let packed = pack
        .finish(&names)
        .map_err(|error| unwritten(error.error))?;
    if asked.context.is_watched() {
        let text = words::packed(packed.edges, packed.bytes).render(asked.lang);
        asked.context.aside(&format!("{text}\n"));
    }
    Ok(Exit::Answered)
}
