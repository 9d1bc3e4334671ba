//! `grundy solve --parquet`: the positions of a column, answered into columns beside it.
//!
//! A row group after the other is read, answered by all threads and written, so that memory holds one of them. Rows that are no position
//! have their error in the place of an answer.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use grundy::{Budget, Game, Outcome, Play, Solver};
use grundy_files::Partial;
use grundy_service::text::plain;
use parquet::basic::{Compression, ZstdLevel};
use parquet::column::reader::ColumnReader;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::Asked;
use super::line::{self, Wrong};
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::words;

/// The column of the positions.
const GAME: &str = "game";

/// Columns of the answers: the position as it was read; `P`, `N` or `D`; the Grundy value where there is one below 2^64; and why there is no
/// outcome, or what is wrong with the position.
const SCHEMA: &str = "message positions {
    optional binary game (STRING);
    optional binary outcome (STRING);
    optional int64 value (INTEGER(64,false));
    optional binary unknown (STRING);
}";

/// Rows that are read, answered and written together.
const TOGETHER: usize = 1 << 18;

/// What became of a row.
struct Row {
    game: Option<ByteArray>,
    outcome: Option<Outcome>,
    value: Option<u64>,
    unknown: Option<String>,
    exit: Exit,
}

/// Answers the positions of one file into another.
pub(crate) fn run(
    solver: &Solver,
    asked: Asked<'_>,
    threads: usize,
    (from, to): (&Path, &Path),
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    let unreadable = |error| Failure::File(from.to_owned(), words::cannot_read(), error);
    let wrong = |error: ParquetError| Failure::Input(words::not_parquet(from, &error));
    (asked.context.reads(&from.to_string_lossy())).map_err(Failure::Input)?;
    let reader = SerializedFileReader::new(File::open(from).map_err(unreadable)?).map_err(wrong)?;
    let schema = reader.metadata().file_metadata().schema_descr();
    let names: Vec<String> = (schema.columns().iter())
        .map(|column| column.path().string())
        .collect();
    let place = names.iter().position(|name| name == GAME);
    let is_text = |place: usize| {
        let column = schema.column(place);
        column.physical_type() == parquet::basic::Type::BYTE_ARRAY && column.max_rep_level() == 0
    };
    let Some(place) = place.filter(|&place| is_text(place)) else {
        let found = names.join(", ");
        return Err(Failure::Input(words::no_positions(from, &found)));
    };
    let unwritable = |error| Failure::File(to.to_owned(), words::cannot_write(), error);
    let file = BufWriter::new(Partial::create(to).map_err(unwritable)?);
    let unwritten = |error: ParquetError| unwritable(std::io::Error::other(error));
    let schema = parse_message_type(SCHEMA).map_err(unwritten)?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .build();
    let mut writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties))
        .map_err(unwritten)?;
    let mut solvers: Vec<Solver> = (0..threads.max(1))
        .map(|_| quiet(solver, threads.max(1)))
        .collect();
    let mut exit = Exit::Answered;
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group).map_err(wrong)?;
        let mut left = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        let mut column = group.get_column_reader(place).map_err(wrong)?;
        while left > 0 {
            let games = texts(&mut column, left.min(TOGETHER)).map_err(wrong)?;
            if games.is_empty() {
                break;
            }
            left -= games.len();
            let rows = answered(games, &mut solvers, asked);
            if interrupt.was_pressed() {
                return Err(Failure::Interrupted);
            }
            exit = rows.iter().fold(exit, |exit, row| exit.and(row.exit));
            let mut group = writer.next_row_group().map_err(unwritten)?;
            write(&mut group, rows).map_err(unwritten)?;
            group.close().map_err(unwritten)?;
        }
    }
    let file = writer.into_inner().map_err(unwritten)?;
    let file = file
        .into_inner()
        .map_err(|error| unwritable(error.into_error()))?;
    file.finish().map_err(unwritable)?;
    Ok(exit)
}

/// A solver that tells outcome and value, with its part of the memory.
fn quiet(solver: &Solver, threads: usize) -> Solver {
    let mut quiet = Solver::new();
    quiet.budget = Budget {
        bytes: solver.budget.bytes / threads as u64,
        ..solver.budget.clone()
    };
    (quiet.listed, quiet.reasons) = (0, false);
    quiet.wanted = grundy::solve::Wanted::Value;
    quiet.thorough = solver.thorough;
    quiet
}

/// The next texts of a column.
fn texts(column: &mut ColumnReader, count: usize) -> Result<Vec<Option<ByteArray>>, ParquetError> {
    let ColumnReader::ByteArrayColumnReader(reader) = column else {
        return Ok(Vec::new());
    };
    let (mut there, mut values) = (Vec::new(), Vec::new());
    let (rows, ..) = reader.read_records(count, Some(&mut there), None, &mut values)?;
    if there.is_empty() {
        return Ok(values.into_iter().map(Some).collect());
    }
    let greatest = there.iter().copied().max().unwrap_or(0).max(1);
    let mut values = values.into_iter();
    let row = |level: &i16| (*level == greatest).then(|| values.next()).flatten();
    Ok(there.iter().take(rows).map(row).collect())
}

/// The answers, by so many solvers side by side.
fn answered(games: Vec<Option<ByteArray>>, solvers: &mut [Solver], asked: Asked<'_>) -> Vec<Row> {
    let size = games.len().div_ceil(solvers.len()).max(1);
    thread::scope(|scope| {
        let parts: Vec<_> = (games.chunks(size).zip(solvers))
            .map(|(part, solver)| {
                let answer = move || -> Vec<Row> {
                    part.iter()
                        .map(|game| row(game.as_ref(), solver, asked))
                        .collect()
                };
                scope.spawn(answer)
            })
            .collect();
        let rows = parts.into_iter().map(|part| part.join());
        rows.flat_map(|rows| rows.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

fn row(game: Option<&ByteArray>, solver: &mut Solver, asked: Asked<'_>) -> Row {
    let mut row = Row {
        game: game.cloned(),
        outcome: None,
        value: None,
        unknown: None,
        exit: Exit::Answered,
    };
    let Some(game) = game else { return row };
    match read(game.data(), solver, asked) {
        Err(wrong) => (row.unknown, row.exit) = (Some(wrong), Exit::Usage),
        Ok((game, play)) => {
            let answer = solver.solve(&game, play);
            row.outcome = answer.outcome;
            row.value = answer.value.and_then(|value| u64::try_from(&value.0).ok());
            if answer.outcome.is_none() {
                let why = answer.unknown.map(|why| why.render(asked.context.lang));
                (row.unknown, row.exit) = (why, Exit::Unknown);
            }
        }
    }
    row
}

/// A position and its play, or what is wrong with it.
fn read(text: &[u8], solver: &Solver, asked: Asked<'_>) -> Result<(Game, Play), String> {
    let lang = asked.context.lang;
    let text = std::str::from_utf8(text)
        .map_err(|error| words::not_utf8(error.valid_up_to() + 1).render(lang))?;
    let files = |name: &str| asked.context.read(name, solver.budget.bytes);
    line::read(&plain(text.trim_end()), asked, &files).map_err(|wrong| match wrong {
        Wrong::OfRule(failure) => failure.sentence(lang),
        Wrong::Position(error) => error.render(lang),
    })
}

fn write(
    group: &mut SerializedRowGroupWriter<'_, BufWriter<Partial>>,
    rows: Vec<Row>,
) -> Result<(), ParquetError> {
    let letter = |row: &Row| row.outcome.map(|outcome| ByteArray::from(outcome.letter()));
    let why = |row: &Row| row.unknown.as_deref().map(ByteArray::from);
    #[expect(
        clippy::cast_possible_wrap,
        reason = "the column is one of unsigned numbers"
    )]
    let value = |row: &Row| row.value.map(|value| value as i64);
    column::<ByteArrayType>(group, &rows, |row| row.game.clone())?;
    column::<ByteArrayType>(group, &rows, letter)?;
    column::<Int64Type>(group, &rows, value)?;
    column::<ByteArrayType>(group, &rows, why)
}

/// Writes what each row has for a column.
fn column<Type: DataType>(
    group: &mut SerializedRowGroupWriter<'_, BufWriter<Partial>>,
    rows: &[Row],
    of: impl Fn(&Row) -> Option<Type::T>,
) -> Result<(), ParquetError> {
    let (mut there, mut values) = (Vec::with_capacity(rows.len()), Vec::new());
    for row in rows {
        let value = of(row);
        there.push(i16::from(value.is_some()));
        values.extend(value);
    }
    if let Some(mut column) = group.next_column()? {
        (column.typed::<Type>()).write_batch(&values, Some(&there), None)?;
        column.close()?;
    }
    Ok(())
}
