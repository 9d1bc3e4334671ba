//! Edges in the columns of Parquet files.

use std::fs::File;
use std::path::{Path, PathBuf};

use grundy::message;
use grundy_graph::Sink;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};

use crate::Failure;
use crate::source::refused;

/// What the two ends of an edge are usually called.
const ENDS: [[&str; 2]; 3] = [["from", "to"], ["source", "target"], ["src", "dst"]];
const TOGETHER: usize = 1 << 14;

fn damaged(path: &Path) -> impl Fn(ParquetError) -> Failure {
    let path = path.display().to_string();
    move |error| {
        Failure::Input(message!(
            "{path} is no whole Parquet file: {error}",
            "{path} 不是完整的 Parquet 文件：{error}",
            path = path.as_str(),
            error = error.to_string()
        ))
    }
}

fn open(path: &Path) -> Result<SerializedFileReader<File>, Failure> {
    let file = File::open(path).map_err(|error| Failure::file(path, &error))?;
    SerializedFileReader::new(file).map_err(damaged(path))
}

/// How many rows the files have.
pub(crate) fn rows(files: &[PathBuf]) -> Result<u64, Failure> {
    files.iter().try_fold(0, |rows, path| {
        Ok(rows + open(path)?.metadata().file_metadata().num_rows().max(0) as u64)
    })
}

/// Reads every row group whose number, counted through all files, is `part` modulo `of`.
pub(crate) fn read(
    files: &[PathBuf],
    part: usize,
    of: usize,
    sink: &mut dyn Sink,
) -> Result<(), Failure> {
    let mut number = 0;
    for path in files {
        let reader = open(path)?;
        let schema = reader.metadata().file_metadata().schema_descr_ptr();
        let position = |name: &&str| {
            let mut columns = schema.columns().iter();
            columns.position(|column| column.name().eq_ignore_ascii_case(name))
        };
        let named = ENDS
            .iter()
            .find_map(|[from, to]| position(from).zip(position(to)));
        let (from, to) = named.unwrap_or((0, 1));
        if schema.num_columns() < 2 {
            return Err(Failure::Input(message!(
                "{path} has fewer than two columns",
                "{path} 不足两列",
                path = path.display().to_string()
            )));
        }
        for group in 0..reader.num_row_groups() {
            number += 1;
            if (number - 1) % of != part {
                continue;
            }
            let column = |column: usize| -> Result<Column, Failure> {
                let group = reader.get_row_group(group).map_err(damaged(path))?;
                let levels = schema.column(column).max_def_level();
                let nested = schema.column(column).max_rep_level() > 0 || levels > 1;
                let values = match group.get_column_reader(column).map_err(damaged(path))? {
                    ColumnReader::Int32ColumnReader(column) => Values::Short(column),
                    ColumnReader::Int64ColumnReader(column) => Values::Long(column),
                    _ => return Err(no_numbers(path)),
                };
                if nested {
                    return Err(no_numbers(path));
                }
                Ok(Column {
                    values,
                    optional: levels > 0,
                    ends: Vec::new(),
                })
            };
            let (mut from, mut to) = (column(from)?, column(to)?);
            loop {
                from.fill(path)?;
                to.fill(path)?;
                if from.ends.len() != to.ends.len() {
                    return Err(damaged(path)(ParquetError::General(
                        "columns of different lengths".to_owned(),
                    )));
                }
                if from.ends.is_empty() {
                    break;
                }
                let mut edges = Vec::with_capacity(from.ends.len());
                for (&from, &to) in from.ends.iter().zip(&to.ends) {
                    match (from, to) {
                        (Some(from), Some(to)) => edges.push((from, to)),
                        (Some(vertex), None) => sink.vertex(vertex).map_err(refused)?,
                        (None, _) => return Err(no_numbers(path)),
                    }
                }
                sink.edges(&edges).map_err(refused)?;
            }
        }
    }
    Ok(())
}

fn no_numbers(path: &Path) -> Failure {
    Failure::Input(message!(
        "{path}: the ends of the edges must be two plain columns of whole numbers from 0 and below {most}",
        "{path}：边的两端须为两列整数，不小于 0 且小于 {most}",
        path = path.display().to_string(),
        most = u32::MAX
    ))
}

enum Values {
    Short(ColumnReaderImpl<Int32Type>),
    Long(ColumnReaderImpl<Int64Type>),
}

struct Column {
    values: Values,
    optional: bool,
    ends: Vec<Option<u32>>,
}

impl Column {
    /// Reads the next rows; none at the end.
    fn fill(&mut self, path: &Path) -> Result<(), Failure> {
        self.ends.clear();
        let optional = self.optional;
        match &mut self.values {
            // A column of 32 bits may be meant without sign: 2^31 and more look negative, and are vertices then.
            Values::Short(column) => fill(column, optional, path, &mut self.ends, |number| {
                i64::from(number as u32)
            }),
            Values::Long(column) => fill(column, optional, path, &mut self.ends, |number| number),
        }
    }
}

fn fill<Type: DataType>(
    column: &mut ColumnReaderImpl<Type>,
    optional: bool,
    path: &Path,
    ends: &mut Vec<Option<u32>>,
    number: impl Fn(Type::T) -> i64,
) -> Result<(), Failure>
where
    Type::T: Copy,
{
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    // A reading ends at the end of a page; rows are to be as many in both columns.
    while ends.len() < TOGETHER {
        values.clear();
        levels.clear();
        let wanted = TOGETHER - ends.len();
        let there = optional.then_some(&mut levels);
        let (rows, _, _) = column
            .read_records(wanted, there, None, &mut values)
            .map_err(damaged(path))?;
        if rows == 0 {
            break;
        }
        let mut values = values.iter();
        for row in 0..rows {
            if optional && levels.get(row).is_none_or(|&level| level == 0) {
                ends.push(None);
                continue;
            }
            let number = values.next().map(|&value| number(value));
            let vertex = number.and_then(|number| u32::try_from(number).ok());
            let vertex = vertex.filter(|&vertex| vertex < u32::MAX);
            ends.push(Some(vertex.ok_or_else(|| no_numbers(path))?));
        }
    }
    Ok(())
}
