//! The answers for all vertices: to read, or as rows in a file.

use grundy::Outcome;
use grundy_graph::{Answers, Column, Names, Row, RowFormat, RowWriter, WriteError};

use super::reading::{Graphs, Held, unsolved};
use super::{Asked, print, refuse};
use crate::failure::{Exit, Failure};
use crate::words;

/// Most vertices shown.
const SHOWN: usize = 40;

/// Rows between two looks whether to stop.
const LOOK: usize = 1 << 14;

/// Writes a row for every vertex.
pub(super) fn write(asked: &Asked<'_>, graphs: Graphs, format: RowFormat) -> Result<Exit, Failure> {
    if asked.json {
        return Err(refuse(words::rows_or_json()));
    }
    match graphs {
        Graphs::Held(Held { arranged, names }) => {
            let answers = asked.at_once(|| {
                Answers::new(&arranged, &names, asked.play, &asked.columns, asked.threads)
            });
            let cycle = answers.values().and_then(|_| answers.cycle(&arranged));
            drop(arranged);
            let mut rows = writer(asked, &names, format)?;
            for (at, vertex) in answers.vertices().enumerate() {
                if at % LOOK == 0 && asked.interrupt.was_pressed() {
                    return Err(Failure::Interrupted);
                }
                rows.row(&answers.row(vertex)).map_err(failure)?;
            }
            rows.finish().map_err(failure)?;
            if let Some(cycle) = cycle {
                print::note(&words::cycle(&print::cycle(&cycle, &names)), asked.context);
            }
        }
        Graphs::Scattered(external, names) => {
            let mut rows = writer(asked, &names, format)?;
            let effort = external
                .solve(asked.play, &mut |row| {
                    rows.row(&row).map_err(|error| error.error)
                })
                .map_err(|error| unsolved(asked, error))?;
            rows.finish().map_err(failure)?;
            print::note(&words::effort(&effort), asked.context);
        }
    }
    Ok(Exit::Answered)
}

fn writer<'n>(
    asked: &Asked<'_>,
    names: &'n Names,
    format: RowFormat,
) -> Result<RowWriter<'n>, Failure> {
    match &asked.output {
        Some(path) => RowWriter::create(path, format, names, &asked.columns),
        None => RowWriter::to(asked.context.writer(), format, names, &asked.columns),
    }
    .map_err(failure)
}

fn failure(error: WriteError) -> Failure {
    match error.path {
        Some(path) => Failure::File(path, words::cannot_write(), error.error),
        None => Failure::write(error.error),
    }
}

/// Shows the first vertices, or all, with what can be said of the whole graph.
pub(super) fn show(asked: &Asked<'_>, graphs: Graphs) -> Result<Exit, Failure> {
    let most = match asked.all {
        _ if asked.json => 0,
        true => usize::MAX,
        false => SHOWN,
    };
    match graphs {
        Graphs::Held(Held { arranged, names }) => {
            let mut columns = asked.columns.clone();
            if !columns.contains(&Column::Outcome) {
                // To count them.
                columns.push(Column::Outcome);
            }
            let answers = asked
                .at_once(|| Answers::new(&arranged, &names, asked.play, &columns, asked.threads));
            let head = print::Head {
                file: asked.named(),
                header: asked.header.get().map(String::as_str),
                play: asked.play,
                vertices: answers.count(),
                edges: arranged.edges() as u64,
                outcomes: answers.by_outcome().unwrap_or_default(),
                cycle: answers.cycle(&arranged),
            };
            drop(arranged);
            if asked.json {
                return asked.tell(&head.json(&names, &asked.columns, &answers));
            }
            let mut table = print::Table::new(&asked.columns, &names, asked.lang);
            for vertex in answers.vertices().take(most) {
                table.add(&answers.row(vertex));
            }
            asked.tell(&table.text(&head, asked.paint()))
        }
        Graphs::Scattered(external, names) => {
            if asked.json {
                return Err(refuse(words::lines_for_many()));
            }
            let mut table = print::Table::new(&asked.columns, &names, asked.lang);
            let (mut count, mut outcomes) = (0, [0; 3]);
            let effort = external
                .solve(asked.play, &mut |row: Row<'_>| {
                    count += 1;
                    outcomes[match row.outcome {
                        Some(Outcome::P) => 0,
                        Some(Outcome::N) => 1,
                        _ => 2,
                    }] += 1;
                    if count <= most as u64 {
                        table.add(&row);
                    }
                    Ok(())
                })
                .map_err(|error| unsolved(asked, error))?;
            let head = print::Head {
                file: asked.named(),
                header: asked.header.get().map(String::as_str),
                play: asked.play,
                vertices: count,
                edges: effort.edges,
                outcomes,
                cycle: None,
            };
            print::note(&words::effort(&effort), asked.context);
            asked.tell(&table.text(&head, asked.paint()))
        }
    }
}
