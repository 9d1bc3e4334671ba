//! The context in which a command works: the language it speaks, where its answer goes, who may stop it, which files it may
//! open.
//!
//! At the terminal these are standard output, Ctrl-C and the files of whoever typed the command. The context of an asker
//! elsewhere keeps the answer as bytes, is stopped by a flag, has what came with the question in the place of standard
//! input, and opens no file at all, unless the asker is a program of the user's own. A command does not know at which of
//! them it works, and answers the same.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use grundy::{Budget, Lang, Message};
use grundy_files::Identity;

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::{self, Written};
use crate::words;

/// Where a command works.
#[derive(Debug)]
pub struct Context {
    /// The language of what is said.
    pub(crate) lang: Lang,
    /// When the command began.
    pub(crate) begun: Instant,
    /// What there is in the place of a terminal.
    elsewhere: Option<Elsewhere>,
    /// Whether the process runs the program `grundy`, and not another that has the commands within it.
    is_program: bool,
    /// What the command at work is to write, which it therefore does not read.
    written: Mutex<Vec<Written>>,
}

/// The context of somebody who asks from elsewhere.
#[derive(Debug)]
struct Elsewhere {
    /// Limits that no flag exceeds, and what stops the command.
    most: Budget,
    /// What came with the question, until it is read.
    input: Mutex<Vec<u8>>,
    kept: Kept,
    /// What was said beside the answer.
    asides: Mutex<String>,
    /// Whether files are read and written.
    files: bool,
    /// Where it is told how far the command is.
    counter: Option<Arc<AtomicU64>>,
}

impl Elsewhere {
    /// What came with the question; as of standard input, nothing is left when it was read.
    fn brought(&self) -> Vec<u8> {
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut input)
    }
}

impl Context {
    /// The terminal, and the files of whoever sits there.
    pub(crate) fn terminal(lang: Lang) -> Context {
        Context {
            lang,
            begun: Instant::now(),
            elsewhere: None,
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

    /// A context that keeps at most `length` bytes of an answer, stays within `most`, stops when the flag in it is set, and
    /// has this `input`.
    pub fn elsewhere(lang: Lang, most: Budget, input: Vec<u8>, length: usize) -> Context {
        let kept = Kept::new(length);
        Context {
            lang,
            begun: Instant::now(),
            elsewhere: Some(Elsewhere {
                most,
                input: Mutex::new(input),
                kept,
                asides: Mutex::default(),
                files: false,
                counter: None,
            }),
            is_program: false,
            written: Mutex::default(),
        }
    }

    /// The same, for a program of the user's own: its commands read and write files.
    #[must_use]
    pub fn with_files(mut self) -> Context {
        if let Some(elsewhere) = &mut self.elsewhere {
            elsewhere.files = true;
        }
        self
    }

    /// The same, with a number that tells how far the command is: how many positions or values it has worked out.
    #[must_use]
    pub fn counting(mut self, counter: Arc<AtomicU64>) -> Context {
        if let Some(elsewhere) = &mut self.elsewhere {
            elsewhere.counter = Some(counter);
        }
        self
    }

    /// Tells whoever counts how far the command is.
    pub(crate) fn passed(&self, count: u64) {
        let elsewhere = self.elsewhere.as_ref();
        if let Some(counter) = elsewhere.and_then(|elsewhere| elsewhere.counter.as_ref()) {
            counter.store(count, Ordering::Relaxed);
        }
    }

    /// Whether whoever asks is elsewhere.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.elsewhere.is_some()
    }

    /// What was said beside the answer until now.
    pub(crate) fn asides(&self) -> String {
        let asides = self.elsewhere.as_ref().map(|elsewhere| &elsewhere.asides);
        let message = asides.map(|asides| {
            asides
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .clone()
        });
        message.unwrap_or_default()
    }

    /// What was kept of the answer.
    pub(crate) fn into_kept(self) -> Vec<u8> {
        self.elsewhere
            .map_or_else(Vec::new, |elsewhere| elsewhere.kept.take())
    }

    /// Hears from now on who stops the command.
    pub(crate) fn listen(&self) -> Interrupt {
        match &self.elsewhere {
            None => Interrupt::listen(self.lang),
            Some(elsewhere) => Interrupt::of(elsewhere.most.stop.clone().unwrap_or_default()),
        }
    }

    /// The most that a command may use here, whatever its flags ask for; nothing is said at the terminal.
    pub(crate) fn most(&self) -> Option<&Budget> {
        self.elsewhere.as_ref().map(|elsewhere| &elsewhere.most)
    }

    /// Writes a part of the answer.
    pub(crate) fn write(&self, text: &[u8]) -> Result<(), Failure> {
        match &self.elsewhere {
            None => output::write(text),
            Some(elsewhere) => elsewhere
                .kept
                .clone()
                .write_all(text)
                .map_err(Failure::write),
        }
    }

    /// Where an answer is written that comes in many pieces.
    pub(crate) fn writer(&self) -> Box<dyn Write + Send> {
        match &self.elsewhere {
            None => Box::new(io::stdout()),
            Some(elsewhere) => Box::new(elsewhere.kept.clone()),
        }
    }

    /// Writes a file that is complete or not there.
    pub(crate) fn write_file(
        &self,
        path: &Path,
        content: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.needs_files()?;
        output::write_file(path, content)
    }

    /// Whether files are read and written.
    pub(crate) fn has_files(&self) -> bool {
        self.elsewhere
            .as_ref()
            .is_none_or(|elsewhere| elsewhere.files)
    }

    /// Refuses what needs a file where there are none.
    pub(crate) fn needs_files(&self) -> Result<(), Failure> {
        match self.has_files() {
            true => Ok(()),
            false => Err(Failure::Input(words::no_files_here())),
        }
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
        if self.has_files() {
            self.reads(name)?;
        }
        let read = match &self.elsewhere {
            Some(elsewhere) if name == "-" => limited(&elsewhere.brought()[..], most, &mut text),
            Some(elsewhere) if !elsewhere.files => return Err(words::no_files_here()),
            None if name == "-" => limited(io::stdin().lock(), most, &mut text),
            _ => File::open(name).and_then(|file| limited(file, most, &mut text)),
        };
        match read {
            Err(error) => Err(words::no_such_file(name, &error)),
            Ok(bytes) if bytes as u64 > most => Err(words::file_too_large(name, most)),
            Ok(_) => Ok(text),
        }
    }

    /// Standard input, or what stands for it, to be read once.
    pub(crate) fn input(&self) -> Box<dyn Read + Send> {
        match &self.elsewhere {
            None => Box::new(io::stdin()),
            Some(elsewhere) => Box::new(io::Cursor::new(elsewhere.brought())),
        }
    }

    /// Says something beside the answer, on standard error; elsewhere it is kept.
    pub(crate) fn aside(&self, text: &str) {
        match &self.elsewhere {
            // Whoever reads the answer may have left standard error.
            None => _ = io::stderr().lock().write_all(text.as_bytes()),
            Some(elsewhere) => {
                let mut asides = elsewhere
                    .asides
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner);
                asides.push_str(text);
            }
        }
    }

    /// Whether to colour the answer.
    pub(crate) fn colours(&self) -> bool {
        self.elsewhere.is_none() && output::colours()
    }

    /// Columns that a text may take.
    pub(crate) fn columns(&self) -> usize {
        match &self.elsewhere {
            None => output::columns(),
            Some(_) => output::COLUMNS,
        }
    }

    /// Whether somebody watches how far the command is.
    pub(crate) fn is_watched(&self) -> bool {
        self.elsewhere.is_none() && output::is_watched()
    }

    /// Whether the answer itself is shown to somebody.
    pub(crate) fn is_shown(&self) -> bool {
        self.elsewhere.is_none() && output::is_shown()
    }
}

fn limited(reader: impl Read, most: u64, text: &mut String) -> io::Result<usize> {
    reader.take(most.saturating_add(1)).read_to_string(text)
}

/// Bytes of an answer, as many as are allowed; of a longer one nothing, for its beginning would look like an answer.
#[derive(Clone, Debug)]
struct Kept {
    /// `None` when there were more.
    bytes: Arc<Mutex<Option<Vec<u8>>>>,
    length: usize,
}

impl Kept {
    fn new(length: usize) -> Kept {
        Kept {
            bytes: Arc::new(Mutex::new(Some(Vec::new()))),
            length,
        }
    }

    fn take(&self) -> Vec<u8> {
        let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        bytes.take().unwrap_or_default()
    }
}

impl Write for Kept {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        let mut kept = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *kept {
            Some(bytes) if more.len() <= self.length - bytes.len() => {
                bytes.extend_from_slice(more);
                Ok(more.len())
            }
            kept => {
                *kept = None;
                Err(io::Error::other(TooLong(self.length)))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An answer is longer than so many bytes, which is what its context keeps.
#[derive(Debug)]
pub(crate) struct TooLong(pub(crate) usize);

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "longer than {} bytes", self.0)
    }
}

impl std::error::Error for TooLong {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_an_answer_that_is_too_long_nothing_is_kept() {
        let context = |length| Context::elsewhere(Lang::En, Budget::default(), Vec::new(), length);
        let fits = context(6);
        assert!(fits.write(b"abc").is_ok() && fits.write(b"def").is_ok());
        assert_eq!(fits.into_kept(), b"abcdef");
        let long = context(5);
        assert!(long.write(b"abc").is_ok() && long.write(b"def").is_err());
        // Nor is what would fit by itself.
        assert!(long.write(b"g").is_err());
        assert_eq!(long.into_kept(), b"");
    }
}
