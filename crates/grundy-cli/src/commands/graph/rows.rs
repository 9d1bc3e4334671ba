//! The answers for all vertices: to read, or as rows in a file.

use std::io;

use grundy_graph::{Answers, Column, RowFormat, RowWriter, WriteError};

use super::reading::Graphs;
use super::{Asked, print, refuse};
use crate::failure::{Exit, Failure};
use crate::words;

/// Most vertices shown.
const SHOWN: usize = 40;

/// Writes a row for every vertex.
pub(super) fn write(asked: &Asked<'_>, graphs: Graphs, format: RowFormat) -> Result<Exit, Failure> {
    if asked.json {
        return Err(refuse(words::rows_or_json()));
    }
    let Graphs { arranged, names } = graphs;
    let answers = Answers::new(&arranged, &names, asked.play, &asked.columns, asked.threads);
    let cycle = answers.values().is_some_and(|values| values.cyclic());
    let cycle = cycle.then(|| arranged.cycle()).flatten();
    drop(arranged);
    let mut rows = match &asked.output {
        Some(path) => RowWriter::create(path, format, &names, &asked.columns),
        None => RowWriter::to(io::stdout(), format, &names, &asked.columns),
    }
    .map_err(failure)?;
    for vertex in answers.vertices() {
        rows.row(&answers.row(vertex)).map_err(failure)?;
    }
    rows.finish().map_err(failure)?;
    if let Some(cycle) = cycle {
        print::note(&words::cycle(&print::cycle(&cycle, &names)), asked.lang);
    }
    Ok(Exit::Answered)
}

fn failure(error: WriteError) -> Failure {
    match error.path {
        Some(path) => Failure::File(path, words::cannot_write(), error.error),
        None => Failure::write(error.error),
    }
}

/// Shows the first vertices, or all, with what can be said of the whole graph.
pub(super) fn show(asked: &Asked<'_>, graphs: Graphs) -> Result<Exit, Failure> {
    let Graphs { arranged, names } = graphs;
    let mut columns = asked.columns.clone();
    if !columns.contains(&Column::Outcome) {
        // To count them.
        columns.push(Column::Outcome);
    }
    let answers = Answers::new(&arranged, &names, asked.play, &columns, asked.threads);
    let shown = print::Shown {
        file: asked.file,
        play: asked.play,
        edges: arranged.edges(),
        cycle: arranged.cycle(),
        names: &names,
        columns: &asked.columns,
        answers: &answers,
    };
    drop(arranged);
    if asked.json {
        return asked.tell(&print::json(&shown));
    }
    let most = if asked.all { usize::MAX } else { SHOWN };
    asked.tell(&print::text(&shown, most, asked.lang, asked.paint()))
}
