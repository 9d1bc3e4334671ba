//! A table in a file that is gone on with: rows that are there are read, new ones come in, and there is always a whole one.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use grundy::Message;
use grundy_files::Lock;
use grundy_service::rows::{self, Row};

use crate::failure::Failure;
use crate::output;
use crate::words;

/// Least time between two times that the table is written.
const WRITTEN: Duration = Duration::from_secs(2);

/// The table of a file, which is locked.
pub(crate) struct TableFile<R> {
    path: PathBuf,
    /// By key.
    pub(crate) rows: BTreeMap<String, R>,
    /// The keys in the order of the file.
    order: Vec<String>,
    written: Instant,
    _lock: Lock,
}

impl<R: Row> TableFile<R> {
    /// Reads the file if there is one. Rows stand in this order; those with other keys are left out.
    ///
    /// # Errors
    /// That the file is another's, cannot be read, or has a line that is no row, as `no_row` says.
    pub(crate) fn open(
        path: &Path,
        order: Vec<String>,
        no_row: impl FnOnce(&Path, usize) -> Message,
    ) -> Result<TableFile<R>, Failure> {
        let lock = output::lock(path)?;
        let rows = match fs::read_to_string(path) {
            Ok(text) => rows::read(&text).map_err(|line| Failure::Input(no_row(path, line)))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(Failure::File(path.to_owned(), words::cannot_read(), error)),
        };
        let rows = rows.into_iter().map(|row: R| (row.key().to_owned(), row));
        Ok(TableFile {
            path: path.to_owned(),
            rows: rows.collect(),
            order,
            written: Instant::now(),
            _lock: lock,
        })
    }

    /// Puts a row in the place of that with its key.
    pub(crate) fn put(&mut self, row: R) {
        self.rows.insert(row.key().to_owned(), row);
    }

    /// Writes the table if the last time is long ago.
    pub(crate) fn write_now_and_then(&mut self) -> Result<(), Failure> {
        match self.written.elapsed() > WRITTEN {
            true => self.write(),
            false => Ok(()),
        }
    }

    /// Writes the table.
    pub(crate) fn write(&mut self) -> Result<(), Failure> {
        let rows = self.order.iter().filter_map(|key| self.rows.get(key));
        output::replace_file(&self.path, rows::write(rows).as_bytes())?;
        self.written = Instant::now();
        Ok(())
    }
}
