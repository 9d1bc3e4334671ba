//! The context in which a command works: the language it speaks, when it began, and which files it is to write and so does not
//! read.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use grundy::{Lang, Message};
use grundy_files::Identity;

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::{self, Written};
use crate::words;

/// Where a command works.
#[derive(Debug)]
pub(crate) struct Context {
    /// The language of what is said.
    pub(crate) lang: Lang,
    /// When the command began.
    pub(crate) begun: Instant,
    /// Whether the process runs the program `grundy`, and not another that has the commands within it.
    is_program: bool,
    /// What the command at work is to write, which it therefore does not read.
    written: Mutex<Vec<Written>>,
}

impl Context {
    /// The terminal, and the files of whoever sits there.
    pub(crate) fn terminal(lang: Lang) -> Context {
        Context {
            lang,
            begun: Instant::now(),
            is_program: false,
            written: Mutex::default(),
        }
    }

    /// The same, where the process runs the program `grundy`.
    pub(crate) fn of_program(mut self) -> Context {
        self.is_program = true;
        self
    }

    /// Whether the process runs the program `grundy`, which can be started once more.
    pub(crate) fn is_program(&self) -> bool {
        self.is_program
    }

    /// Hears from now on who stops the command.
    pub(crate) fn listen(&self) -> Interrupt {
        Interrupt::listen(self.lang)
    }

    /// Writes a part of the answer.
    pub(crate) fn write(&self, text: &[u8]) -> Result<(), Failure> {
        output::write(text)
    }

    /// Where an answer is written that comes in many pieces.
    pub(crate) fn writer(&self) -> Box<dyn Write + Send> {
        Box::new(io::stdout())
    }

    /// Writes an answer to a file where one is named, else to standard output.
    pub(crate) fn write_to(&self, file: Option<&str>, bytes: &[u8]) -> Result<(), Failure> {
        match file.filter(|file| *file != "-") {
            None => self.write(bytes),
            Some(file) => self.write_file(Path::new(file), |out| {
                out.write_all(bytes).map_err(Failure::Write)
            }),
        }
    }

    /// Writes a file that is complete or not there.
    pub(crate) fn write_file(
        &self,
        path: &Path,
        content: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        output::write_file(path, content)
    }

    /// Hears which files the next command is to write, before it reads any; refuses where they are in each other's way.
    pub(crate) fn will_write(&self, written: Vec<Written>) -> Result<(), Failure> {
        Written::check(&written)?;
        *self.written.lock().unwrap_or_else(PoisonError::into_inner) = written;
        Ok(())
    }

    /// Refuses to read a file that the command is to write; `-` is none.
    pub(crate) fn reads(&self, name: &str) -> Result<(), Message> {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let path = Path::new(name);
        if name == "-" || written.is_empty() {
            return Ok(());
        }
        let there = Identity::of(path);
        written
            .iter()
            .try_for_each(|written| written.refuses(path, &there))
    }

    /// Reads the text of a file of at most `most` bytes; `-` is standard input.
    pub(crate) fn read(&self, name: &str, most: u64) -> Result<String, Message> {
        let mut text = String::new();
        self.reads(name)?;
        let read = match name {
            "-" => limited(io::stdin().lock(), most, &mut text),
            _ => File::open(name).and_then(|file| limited(file, most, &mut text)),
        };
        match read {
            Err(error) => Err(words::no_such_file(name, &error)),
            Ok(bytes) if bytes as u64 > most => Err(words::file_too_large(name, most)),
            Ok(_) => Ok(text),
        }
    }

    /// Says something beside the answer, on standard error.
    pub(crate) fn aside(&self, text: &str) {
        // Whoever reads the answer may have left standard error.
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }

    /// Whether to colour the answer.
    pub(crate) fn colours(&self) -> bool {
        output::colours()
    }

    /// Columns that a text may take.
    pub(crate) fn columns(&self) -> usize {
        output::columns()
    }

    /// Whether somebody watches how far the command is.
    pub(crate) fn is_watched(&self) -> bool {
        output::is_watched()
    }

    /// Whether the answer itself is shown to somebody.
    pub(crate) fn is_shown(&self) -> bool {
        output::is_shown()
    }
}

fn limited(reader: impl Read, most: u64, text: &mut String) -> io::Result<usize> {
    reader.take(most.saturating_add(1)).read_to_string(text)
}
