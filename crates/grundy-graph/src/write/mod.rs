//! Answers for vertices, row by row, into files that are complete or not there.
//!
//! | form | a row |
//! |---|---|
//! | CSV | `vertex,outcome,value,remoteness,move`, of these the columns asked for; ∞ values are `inf{0,2}`, in quotes where there is a comma inside; what there is not is empty |
//! | JSON lines | `{"vertex":"a","outcome":"N","value":1,"remoteness":3,"move":"b"}`; ∞ values are `{"infinite":[0,2]}`; what there is not is `null` |
//! | Parquet | `vertex` and `move` INT64 or strings, `outcome` a string, `value` INT32, `infinite` a list of INT32 (null where `value` is not), `remoteness` INT32 |
//!
//! Vertices are numbers in JSON lines and Parquet if all their names are, and strings otherwise.

#[cfg(feature = "parquet")]
mod parquet;
#[cfg(test)]
mod tests;
mod text;

use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use grundy::{Message, message, system};
use grundy_files::Partial;

use crate::{Column, Names, Row};

/// A form that answers are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RowFormat {
    /// Fields with commas between them, under a header.
    Csv,
    /// An object a line.
    JsonLines,
    /// Parquet.
    Parquet,
}

impl RowFormat {
    /// The form that the ending of a name tells.
    pub fn of(path: &Path) -> Option<RowFormat> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match ending.as_str() {
            "csv" => RowFormat::Csv,
            "jsonl" | "ndjson" | "json" => RowFormat::JsonLines,
            "parquet" => RowFormat::Parquet,
            _ => return None,
        })
    }

    /// Whether this build writes it; Parquet is behind the feature `parquet`.
    pub fn is_built(self) -> bool {
        self != RowFormat::Parquet || cfg!(feature = "parquet")
    }
}

/// A file was not written.
#[derive(Debug)]
pub struct WriteError {
    /// The file, if it has a name.
    pub path: Option<PathBuf>,
    /// What the system said when writing failed.
    pub error: io::Error,
}

impl WriteError {
    /// The message.
    pub fn message(&self) -> Message {
        match &self.path {
            Some(path) => message!(
                "cannot write {path}: {error}",
                "无法写入 {path}：{error}",
                path = path.display().to_string(),
                error = system::reason(&self.error)
            ),
            None => message!(
                "cannot write: {error}",
                "无法写入：{error}",
                error = system::reason(&self.error)
            ),
        }
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for WriteError {}

/// Where rows go.
enum Target<'n> {
    File(Partial),
    Writer(Box<dyn Write + Send + 'n>),
}

impl Write for Target<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::File(file) => file.write(bytes),
            Target::Writer(writer) => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::File(file) => file.flush(),
            Target::Writer(writer) => writer.flush(),
        }
    }
}

/// Rows in a form.
trait Form<'n> {
    fn row(&mut self, row: &Row<'_>) -> io::Result<()>;

    /// The end of the rows; gives the target back.
    fn finish(self: Box<Self>) -> io::Result<Target<'n>>;
}

/// Takes answers for vertices, in whatever order they are to stand in the file.
///
/// ```
/// use grundy_graph::{Column, Names, Row, RowFormat, RowWriter};
/// use grundy::Outcome;
/// let names = Names::of(["a", "b"]).unwrap();
/// let mut out = Vec::new();
/// let columns = [Column::Outcome, Column::Move];
/// let mut rows = RowWriter::to(&mut out, RowFormat::Csv, &names, &columns)?;
/// let none = Row { vertex: 1, outcome: Some(Outcome::P), value: None, remoteness: None, best: None };
/// rows.row(&Row { vertex: 0, outcome: Some(Outcome::N), best: Some(1), ..none })?;
/// rows.row(&none)?;
/// rows.finish()?;
/// assert_eq!(out, b"vertex,outcome,move\na,N,b\nb,P,\n");
/// # Ok::<(), grundy_graph::WriteError>(())
/// ```
pub struct RowWriter<'n> {
    form: Box<dyn Form<'n> + 'n>,
    path: Option<PathBuf>,
    rows: u64,
}

impl<'n> RowWriter<'n> {
    /// Begins a file. It is written under another name beside it, and has its own when it is
    /// [finished](Self::finish); otherwise nothing stays behind.
    pub fn create(
        path: &Path,
        format: RowFormat,
        names: &'n Names,
        columns: &[Column],
    ) -> Result<RowWriter<'n>, WriteError> {
        let failed = |error| WriteError {
            path: Some(path.to_owned()),
            error,
        };
        let file = Partial::create(path).map_err(failed)?;
        let target = Target::File(file);
        RowWriter::new(target, format, names, columns, Some(path.to_owned())).map_err(failed)
    }

    /// Begins rows that go anywhere, such as to standard output.
    pub fn to(
        writer: impl Write + Send + 'n,
        format: RowFormat,
        names: &'n Names,
        columns: &[Column],
    ) -> Result<RowWriter<'n>, WriteError> {
        let target = Target::Writer(Box::new(writer));
        RowWriter::new(target, format, names, columns, None)
            .map_err(|error| WriteError { path: None, error })
    }

    fn new(
        target: Target<'n>,
        format: RowFormat,
        names: &'n Names,
        columns: &[Column],
        path: Option<PathBuf>,
    ) -> io::Result<RowWriter<'n>> {
        let form: Box<dyn Form<'n> + 'n> = match format {
            RowFormat::Csv => Box::new(text::Csv::new(target, names, columns)),
            RowFormat::JsonLines => Box::new(text::JsonLines::new(target, names, columns)),
            #[cfg(feature = "parquet")]
            RowFormat::Parquet => Box::new(parquet::Rows::new(target, names, columns)?),
            #[cfg(not(feature = "parquet"))]
            RowFormat::Parquet => {
                return Err(io::Error::new(
                    io::ErrorKind::Unsupported,
                    "this program was built without the feature 'parquet': use CSV or JSON lines, or build it anew by cargo build --features parquet",
                ));
            }
        };
        Ok(RowWriter {
            form,
            path,
            rows: 0,
        })
    }

    /// Writes a row. Fails for a vertex without a name.
    pub fn row(&mut self, row: &Row<'_>) -> Result<(), WriteError> {
        self.rows += 1;
        self.form.row(row).map_err(|error| WriteError {
            path: self.path.clone(),
            error,
        })
    }

    /// Ends the file and gives it its name; tells how many rows it has.
    pub fn finish(self) -> Result<u64, WriteError> {
        let RowWriter { form, path, rows } = self;
        let finish = || match form.finish()? {
            Target::File(file) => file.finish(),
            Target::Writer(mut writer) => writer.flush(),
        };
        finish()
            .map(|()| rows)
            .map_err(|error| WriteError { path, error })
    }
}

/// A row names a vertex that has no name.
fn nameless(vertex: u32) -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidInput,
        format!("vertex {vertex} has no name"),
    )
}
