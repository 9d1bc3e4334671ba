//! Parquet: two columns of integers or strings, named as those of tables or else the first two. Other columns, and those
//! inside lists, are passed over and not read. A row without a second end is a vertex.
//!
//! What the library for the format makes of damaged files is contained: a panic of it is an error here.

use std::panic::{AssertUnwindSafe, catch_unwind};

use grundy::{Message, message};
use parquet::basic::{ConvertedType, LogicalType, Type};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, FileReader, SerializedFileReader};
use parquet::schema::types::ColumnDescriptor;

use super::Options;
use super::columns::{known_pair, position};
use super::error::{Cause, ReadError, Where};
use super::input::Content;
use super::intake::{BATCH, Intake, short};

/// Reads a whole file; tells how many rows it has.
pub(super) fn read(
    content: Content,
    options: &Options,
    intake: &mut Intake<'_>,
) -> Result<u64, ReadError> {
    match content {
        Content::File(file) => chunks(file, options, intake),
        Content::Bytes(bytes) => chunks(bytes::Bytes::from(bytes), options, intake),
        Content::Stream(_) => Err(Cause::wrong(message!(
            "a Parquet file cannot be read from a pipe or compressed as a whole, because its end is read first; give the path of the file itself",
            "Parquet 文件不能从管道读取，也不能整体压缩，因为须先读其末尾；请给出文件本身的路径"
        ))
        .into()),
    }
}

/// Runs what the library does.
fn guarded<Done>(work: impl FnOnce() -> Result<Done, ParquetError>) -> Result<Done, Cause> {
    let why = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(done)) => return Ok(done),
        Ok(Err(ParquetError::External(error))) => match error.downcast::<std::io::Error>() {
            Ok(error) if error.kind() != std::io::ErrorKind::UnexpectedEof => {
                return Err(Cause::File(*error));
            }
            Ok(error) => error.to_string(),
            Err(error) => error.to_string(),
        },
        Ok(Err(error)) => error.to_string(),
        Err(_) => "a length inside is wrong".to_owned(),
    };
    Err(Cause::wrong(message!(
        "the Parquet file is damaged or truncated ({why})",
        "Parquet 文件已损坏或被截断（{why}）",
        why = why
    )))
}

fn chunks<File: ChunkReader + 'static>(
    file: File,
    options: &Options,
    intake: &mut Intake<'_>,
) -> Result<u64, ReadError> {
    let length = file.len();
    let reader = guarded(|| SerializedFileReader::new(file))?;
    let about = reader.metadata().file_metadata();
    let schema = about.schema_descr();
    let columns = ends(schema.columns().iter().map(|column| &**column), options)?;
    intake.expect_edges(about.num_rows().max(0) as u64);
    let mut rows = 0;
    for group in 0..reader.num_row_groups() {
        let column = |column: usize| {
            let descriptor = schema.column(column);
            let unsigned = matches!(
                descriptor.logical_type_ref(),
                Some(LogicalType::Integer(integer)) if !integer.is_signed
            ) || matches!(
                descriptor.converted_type(),
                ConvertedType::UINT_8
                    | ConvertedType::UINT_16
                    | ConvertedType::UINT_32
                    | ConvertedType::UINT_64
            );
            let about = reader.metadata().row_group(group).column(column);
            let begin = about
                .dictionary_page_offset()
                .unwrap_or(about.data_page_offset());
            let end = u64::try_from(begin)
                .ok()
                .zip(u64::try_from(about.compressed_size()).ok())
                .and_then(|(begin, size)| begin.checked_add(size));
            if end.is_none_or(|end| end > length) {
                return Err(Cause::wrong(message!(
                    "the Parquet file is damaged: a column lies outside it",
                    "Parquet 文件已损坏：某一列位于文件之外"
                )));
            }
            let values = guarded(|| reader.get_row_group(group)?.get_column_reader(column))?;
            Column::new(values, unsigned, descriptor.max_def_level())
        };
        let (mut from, mut to) = (column(columns[0])?, column(columns[1])?);
        let expected = reader.metadata().row_group(group).num_rows();
        let before = rows;
        loop {
            let at = |cause: Cause| cause.at(Where::Row(rows + 1));
            let read = from.fill().map_err(at)?;
            if read != to.fill().map_err(at)? {
                return Err(at(uneven()));
            }
            if read == 0 {
                break;
            }
            for row in 0..read {
                rows += 1;
                edge(&mut from, &mut to, row, intake).map_err(|cause| match cause {
                    Cause::SinkError(_) => ReadError::from(cause),
                    _ => cause.at(Where::Row(rows)),
                })?;
            }
        }
        if rows - before != expected.max(0) as u64 {
            return Err(uneven().at(Where::Row(rows + 1)));
        }
    }
    Ok(rows)
}

fn edge(
    from: &mut Column,
    to: &mut Column,
    row: usize,
    intake: &mut Intake<'_>,
) -> Result<(), Cause> {
    let begin = from.vertex(row, intake)?;
    let end = to.vertex(row, intake)?;
    match (begin, end) {
        (Some(from), Some(to)) => intake.join(from, to),
        (Some(from), None) => intake.lone(from),
        (None, None) => Ok(()),
        (None, Some(_)) => Err(Cause::wrong(message!(
            "expected a vertex where the edge begins, found null",
            "此边应有起点，却是 null"
        ))),
    }
}

fn uneven() -> Cause {
    Cause::wrong(message!(
        "the Parquet file is damaged: its columns have different lengths",
        "Parquet 文件已损坏：各列长度不同"
    ))
}

/// The columns where edges begin and end.
fn ends<'c>(
    columns: impl Iterator<Item = &'c ColumnDescriptor>,
    options: &Options,
) -> Result<[usize; 2], Cause> {
    let (mut names, mut places) = (Vec::new(), Vec::new());
    for (place, column) in columns.enumerate() {
        let type_is_right = match column.physical_type() {
            Type::INT32 | Type::INT64 => matches!(
                column.logical_type_ref(),
                None | Some(LogicalType::Integer(_))
            ),
            Type::BYTE_ARRAY => true,
            _ => false,
        };
        if column.max_rep_level() == 0 && type_is_right {
            names.push(column.path().string());
            places.push(place);
        }
    }
    let chosen = match &options.columns {
        Some(wanted) => {
            let mut chosen = [0; 2];
            for (chosen, name) in chosen.iter_mut().zip(wanted) {
                *chosen = position(&names, name).ok_or_else(|| none(name))?;
            }
            chosen
        }
        None => known_pair(&names).unwrap_or([0, 1]),
    };
    match chosen.map(|chosen| places.get(chosen)) {
        [Some(&from), Some(&to)] => Ok([from, to]),
        _ => Err(Cause::wrong(message!(
            "expected two columns of integers or strings, such as source and target",
            "此处应有两列整数或字符串，例如 source 与 target"
        ))),
    }
}

fn none(name: &str) -> Cause {
    let what: Message = message!(
        "there is no column '{name}' of integers or strings",
        "没有名为 '{name}' 的整数或字符串列",
        name = short(name)
    );
    Cause::wrong(what)
}

/// Values of a column, some at a time.
struct Values<Kind: DataType> {
    reader: ColumnReaderImpl<Kind>,
    values: Vec<Kind::T>,
    next: usize,
}

impl<Kind: DataType> Values<Kind> {
    fn new(reader: ColumnReaderImpl<Kind>) -> Values<Kind> {
        Values {
            reader,
            values: Vec::new(),
            next: 0,
        }
    }

    fn fill(&mut self, levels: Option<&mut Vec<i16>>) -> Result<usize, Cause> {
        self.values.clear();
        self.next = 0;
        let (rows, values, _) = guarded(|| {
            self.reader
                .read_records(BATCH, levels, None, &mut self.values)
        })?;
        if values != self.values.len() || values > rows {
            return Err(uneven());
        }
        Ok(rows)
    }

    fn next(&mut self) -> Result<&Kind::T, Cause> {
        self.next += 1;
        self.values.get(self.next - 1).ok_or_else(uneven)
    }
}

enum Kind {
    Int32(Values<parquet::data_type::Int32Type>),
    Int64(Values<parquet::data_type::Int64Type>),
    Words(Values<parquet::data_type::ByteArrayType>),
}

struct Column {
    kind: Kind,
    unsigned: bool,
    /// Which values are there, if some may be missing.
    levels: Option<Vec<i16>>,
    whole: i16,
}

impl Column {
    fn new(reader: ColumnReader, unsigned: bool, whole: i16) -> Result<Column, Cause> {
        let kind = match reader {
            ColumnReader::Int32ColumnReader(reader) => Kind::Int32(Values::new(reader)),
            ColumnReader::Int64ColumnReader(reader) => Kind::Int64(Values::new(reader)),
            ColumnReader::ByteArrayColumnReader(reader) => Kind::Words(Values::new(reader)),
            _ => return Err(uneven()),
        };
        Ok(Column {
            kind,
            unsigned,
            levels: (whole > 0).then(Vec::new),
            whole,
        })
    }

    /// Reads some rows, and tells how many; 0 at the end.
    fn fill(&mut self) -> Result<usize, Cause> {
        if let Some(levels) = &mut self.levels {
            levels.clear();
        }
        let levels = self.levels.as_mut();
        let rows = match &mut self.kind {
            Kind::Int32(values) => values.fill(levels),
            Kind::Int64(values) => values.fill(levels),
            Kind::Words(values) => values.fill(levels),
        }?;
        match &self.levels {
            Some(levels) if levels.len() != rows => Err(uneven()),
            _ => Ok(rows),
        }
    }

    /// The vertex in this row of those in memory, which are asked for in order.
    #[inline]
    fn vertex(&mut self, row: usize, intake: &mut Intake<'_>) -> Result<Option<u32>, Cause> {
        if let Some(levels) = &self.levels
            && levels.get(row) != Some(&self.whole)
        {
            return Ok(None);
        }
        let number = match &mut self.kind {
            Kind::Int32(values) if self.unsigned => i64::from(*values.next()? as u32),
            Kind::Int32(values) => i64::from(*values.next()?),
            Kind::Int64(values) => *values.next()?,
            Kind::Words(values) => {
                let name: &ByteArray = values.next()?;
                return intake.name(name.data()).map(Some);
            }
        };
        match u64::try_from(number) {
            Ok(number) => intake.number(number),
            Err(_) if self.unsigned => intake.number(number as u64),
            Err(_) => intake.name(itoa::Buffer::new().format(number).as_bytes()),
        }
        .map(Some)
    }
}
