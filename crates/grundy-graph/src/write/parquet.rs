//! Rows as Parquet, small and in columns that query engines take as they are.
//!
//! Vertices are mostly in rising order and options close to random: differences in as few bits as they need take almost
//! nothing for the first and less than the plain number for the second. The other columns have few different values and
//! are written as references into a dictionary.

use std::io;
use std::sync::Arc;

use grundy::engine::graph::Loopy;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;

use super::text::word;
use super::{Form, Target, nameless};
use crate::{Column, Names, Row};

/// So many rows are in memory, and together in the file.
const TOGETHER: usize = 1 << 18;

/// Rows of Parquet.
pub(super) struct Rows<'n> {
    writer: SerializedFileWriter<Target<'n>>,
    names: &'n Names,
    columns: Vec<Column>,
    vertices: Ends,
    outcomes: Nullable<ByteArray>,
    letters: [ByteArray; 3],
    values: Nullable<i32>,
    infinite: Lists,
    remoteness: Nullable<i32>,
    moves: Ends,
    rows: usize,
}

/// Values that may be missing.
#[derive(Default)]
struct Nullable<Value> {
    there: Vec<i16>,
    values: Vec<Value>,
}

impl<Value> Nullable<Value> {
    fn push(&mut self, value: Option<Value>) {
        self.there.push(i16::from(value.is_some()));
        self.values.extend(value);
    }

    fn write<Type: DataType<T = Value>>(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, Target<'_>>,
    ) -> Result<(), parquet::errors::ParquetError>
    where
        Type::T: 'static,
    {
        column::<Type>(group, &self.values, Some(&self.there), None)?;
        self.there.clear();
        self.values.clear();
        Ok(())
    }
}

/// Lists that may be missing.
#[derive(Default)]
struct Lists {
    levels: Vec<i16>,
    /// 1 where an element is in the same list as the one before.
    repeats: Vec<i16>,
    values: Vec<i32>,
}

/// Vertices, by number or by name.
enum Ends {
    Numbers(Nullable<i64>),
    Words(Nullable<ByteArray>),
}

impl Ends {
    fn new(names: &Names) -> Ends {
        match names.words() {
            None => Ends::Numbers(Nullable::default()),
            Some(_) => Ends::Words(Nullable::default()),
        }
    }

    fn push(&mut self, vertex: Option<u32>, names: &Names) -> io::Result<()> {
        match self {
            Ends::Numbers(numbers) => {
                if let Some(vertex) = vertex.filter(|&vertex| vertex >= names.may_miss()) {
                    return Err(nameless(vertex));
                }
                numbers.push(vertex.map(i64::from));
            }
            Ends::Words(words) => {
                let name = match vertex {
                    None => None,
                    Some(vertex) if vertex < names.may_miss() => {
                        Some(vertex.to_string().into_bytes())
                    }
                    Some(vertex) => Some(word(names, vertex)?.as_bytes().to_vec()),
                };
                words.push(name.map(ByteArray::from));
            }
        }
        Ok(())
    }

    /// Writes a column; one that has no place for missing values if `all` are there.
    fn write(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, Target<'_>>,
        all: bool,
    ) -> Result<(), parquet::errors::ParquetError> {
        match self {
            Ends::Numbers(numbers) => {
                let there = (!all).then_some(&*numbers.there);
                column::<Int64Type>(group, &numbers.values, there, None)?;
                *numbers = Nullable::default();
            }
            Ends::Words(words) => {
                let there = (!all).then_some(&*words.there);
                column::<ByteArrayType>(group, &words.values, there, None)?;
                *words = Nullable::default();
            }
        }
        Ok(())
    }
}

fn column<Type: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Target<'_>>,
    values: &[Type::T],
    levels: Option<&[i16]>,
    repeats: Option<&[i16]>,
) -> Result<(), parquet::errors::ParquetError> {
    if let Some(mut column) = group.next_column()? {
        column
            .typed::<Type>()
            .write_batch(values, levels, repeats)?;
        column.close()?;
    }
    Ok(())
}

impl<'n> Rows<'n> {
    pub(super) fn new(
        target: Target<'n>,
        names: &'n Names,
        columns: &[Column],
    ) -> io::Result<Rows<'n>> {
        let end = match names.words() {
            None => ["int64", ""],
            Some(_) => ["binary", " (STRING)"],
        };
        let mut schema = format!("message answers {{ required {} vertex{};", end[0], end[1]);
        for column in columns {
            schema.push_str(&match column {
                Column::Outcome => "optional binary outcome (STRING);".to_owned(),
                Column::Value => "optional int32 value; optional group infinite (LIST) { repeated group list { required int32 element; } }".to_owned(),
                Column::Remoteness => "optional int32 remoteness;".to_owned(),
                Column::Move => format!("optional {} move{};", end[0], end[1]),
            });
        }
        schema.push('}');
        let schema = parse_message_type(&schema).map_err(io::Error::other)?;
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_created_by(concat!("grundy ", env!("CARGO_PKG_VERSION")).to_owned());
        if names.words().is_none() {
            for name in ["vertex", "move"] {
                let path = ColumnPath::from(name);
                properties = properties
                    .set_column_dictionary_enabled(path.clone(), false)
                    .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
            }
        }
        let writer = SerializedFileWriter::new(target, Arc::new(schema), properties.build().into())
            .map_err(io::Error::other)?;
        Ok(Rows {
            writer,
            names,
            columns: columns.to_vec(),
            vertices: Ends::new(names),
            outcomes: Nullable::default(),
            letters: ["P", "N", "D"].map(|letter| ByteArray::from(letter.as_bytes().to_vec())),
            values: Nullable::default(),
            infinite: Lists::default(),
            remoteness: Nullable::default(),
            moves: Ends::new(names),
            rows: 0,
        })
    }

    /// Writes the rows in memory.
    fn flush(&mut self) -> Result<(), parquet::errors::ParquetError> {
        self.rows = 0;
        let mut group = self.writer.next_row_group()?;
        self.vertices.write(&mut group, true)?;
        for at in &self.columns {
            match at {
                Column::Outcome => self.outcomes.write::<ByteArrayType>(&mut group)?,
                Column::Value => {
                    self.values.write::<Int32Type>(&mut group)?;
                    let Lists {
                        levels,
                        repeats,
                        values,
                    } = std::mem::take(&mut self.infinite);
                    column::<Int32Type>(&mut group, &values, Some(&levels), Some(&repeats))?;
                }
                Column::Remoteness => self.remoteness.write::<Int32Type>(&mut group)?,
                Column::Move => self.moves.write(&mut group, false)?,
            }
        }
        group.close()?;
        Ok(())
    }
}

fn small(number: u32) -> io::Result<i32> {
    i32::try_from(number).map_err(|_| {
        io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("{number} does not fit into the column, which ends at 2^31 - 1"),
        )
    })
}

impl<'n> Form<'n> for Rows<'n> {
    fn row(&mut self, row: &Row<'_>) -> io::Result<()> {
        self.vertices.push(Some(row.vertex), self.names)?;
        for at in 0..self.columns.len() {
            match self.columns[at] {
                Column::Outcome => {
                    let letter = row.outcome.map(|outcome| match outcome {
                        grundy::Outcome::P => 0,
                        grundy::Outcome::N => 1,
                        grundy::Outcome::D => 2,
                    });
                    self.outcomes
                        .push(letter.map(|at: usize| self.letters[at].clone()));
                }
                Column::Value => {
                    let (value, set) = match row.value {
                        None => (None, None),
                        Some(Loopy::Finite(value)) => (Some(small(value)?), None),
                        Some(Loopy::Infinite(set)) => (None, Some(set)),
                    };
                    self.values.push(value);
                    match set {
                        None | Some([]) => {
                            self.infinite.levels.push(i16::from(set.is_some()));
                            self.infinite.repeats.push(0);
                        }
                        Some(set) => {
                            for (place, &value) in set.iter().enumerate() {
                                self.infinite.levels.push(2);
                                self.infinite.repeats.push(i16::from(place > 0));
                                self.infinite.values.push(small(value)?);
                            }
                        }
                    }
                }
                Column::Remoteness => {
                    self.remoteness.push(row.remoteness.map(small).transpose()?);
                }
                Column::Move => self.moves.push(row.best, self.names)?,
            }
        }
        self.rows += 1;
        // Long sets count as well.
        if self.rows >= TOGETHER || self.infinite.values.len() >= 4 * TOGETHER {
            self.flush().map_err(io::Error::other)?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<Target<'n>> {
        if self.rows > 0 {
            self.flush().map_err(io::Error::other)?;
        }
        self.writer.into_inner().map_err(io::Error::other)
    }
}
