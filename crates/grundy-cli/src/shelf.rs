//! Tables of searches in a folder, a file for each, and how far a search is, on standard error where somebody watches.
//!
//! A file is called by the name of its search and the hash of that, and is written whole before it takes the place of an older one. Only one run
//! has it: another one searches without it. A file that is damaged is told of and left alone until a whole new table takes its place.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use grundy::couples::{self, NoTable, Progress};
use grundy::{Lang, Message};
use grundy_files::{Lock, NotLocked, Partial};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sha2::{Digest, Sha256};

use crate::context::Context;
use crate::failure::Failure;
use crate::print::paint::{Paint, clean};
use crate::words::Word;
use crate::{output, watch, words};

/// How often a table is written while its search goes on.
const EVERY: Duration = Duration::from_secs(300);

/// When it is first told how far a search is that tells no more than how many positions it has looked at, and how often after that.
const FIRST: Duration = Duration::from_secs(1);
const AGAIN: Duration = Duration::from_millis(200);

/// Tables in a folder, if there is one, and the line that tells how far a search is, if somebody watches.
#[derive(Debug)]
pub(crate) struct Shelf {
    folder: Option<PathBuf>,
    lang: Lang,
    is_watched: bool,
    begun: Instant,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    written: Instant,
    /// The files met so far; none where another run has it.
    locks: BTreeMap<PathBuf, Option<Lock>>,
    has_written: bool,
    bar: Option<ProgressBar>,
    /// Options at the last time.
    last: Option<(Instant, u64)>,
    /// When the number of positions was told last.
    counted: Option<Instant>,
}

impl State {
    fn show(bar: &mut Option<ProgressBar>, line: String) {
        let bar = bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{msg}") {
                bar.set_style(style);
            }
            bar
        });
        bar.set_message(line);
        bar.tick();
    }
}

impl Shelf {
    /// Tables in this folder, which is made if it is missing.
    ///
    /// # Errors
    /// That it cannot be made.
    pub(crate) fn new(folder: Option<&Path>, context: &Context) -> Result<Shelf, Failure> {
        if let Some(folder) = folder {
            let made = fs::create_dir_all(folder);
            made.map_err(|error| Failure::File(folder.to_owned(), words::cannot_write(), error))?;
        }
        Ok(Shelf {
            folder: folder.map(Path::to_owned),
            lang: context.lang,
            is_watched: context.is_watched(),
            begun: Instant::now(),
            state: Mutex::new(State {
                written: Instant::now(),
                locks: BTreeMap::new(),
                has_written: false,
                bar: None,
                last: None,
                counted: None,
            }),
        })
    }

    /// Whether a table was written.
    pub(crate) fn has_written(&self) -> bool {
        self.state().has_written
    }

    /// Takes the line away that tells how far a search is.
    pub(crate) fn clear(&self) {
        if let Some(bar) = self.state().bar.take() {
            bar.finish_and_clear();
        }
    }

    /// Tells how many positions a search has looked at, where it tells nothing better itself.
    pub(crate) fn count(&self, positions: u64) {
        if !self.is_watched || self.begun.elapsed() < FIRST {
            return;
        }
        let mut state = self.state();
        let is_recent = |told: Option<Instant>| told.is_some_and(|told| told.elapsed() < AGAIN);
        if state.last.is_some() || is_recent(state.counted) {
            return;
        }
        state.counted = Some(Instant::now());
        let line = words::searched(positions, self.begun.elapsed().as_secs());
        State::show(&mut state.bar, line.render(self.lang));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(file_name(name)))
    }

    /// Says something on standard error.
    fn note(&self, message: &Message) {
        self.clear();
        let paint = Paint::new(output::error_colours());
        let word = paint.open(Word::Warning.of(self.lang));
        let line = format!("{word}{}\n", clean(&message.render(self.lang)));
        // Whoever reads the answer may have left standard error.
        let _ = io::stderr().lock().write_all(line.as_bytes());
    }

    /// Whether this run has a file, from now on to its end.
    fn has(&self, path: &Path) -> bool {
        if let Some(lock) = self.state().locks.get(path) {
            return lock.is_some();
        }
        let lock = match Lock::on(path) {
            Ok(lock) => Some(lock),
            Err(why) => {
                self.note(&match why {
                    NotLocked::InUse => words::table_in_use(path),
                    NotLocked::Taken(other) => words::no_lock(path, &other),
                    NotLocked::File(error) => {
                        words::file_error(words::cannot_write(), path, &error)
                    }
                });
                None
            }
        };
        let has = lock.is_some();
        self.state().locks.insert(path.to_owned(), lock);
        has
    }
}

/// The name of the file: what can be read of the name of the search, and its hash.
fn file_name(name: &str) -> String {
    const LONGEST: usize = 40;
    let mut slug = String::new();
    for letter in name.chars().take(LONGEST) {
        match letter.is_ascii_alphanumeric() {
            true => slug.push(letter.to_ascii_lowercase()),
            false if slug.ends_with('-') || slug.is_empty() => {}
            false => slug.push('-'),
        }
    }
    let mut file = format!("{}-", slug.trim_end_matches('-'));
    for byte in Sha256::digest(name.as_bytes()) {
        let _ = write!(file, "{byte:02x}");
    }
    file + ".couples"
}

/// Writes a file whole, on the disk.
fn write_whole(
    path: &Path,
    write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = BufWriter::with_capacity(1 << 20, Partial::create(path)?);
    write(&mut file)?;
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.finish_on_disk()
}

impl couples::Shelf for Shelf {
    fn load(&self, name: &str, read: &mut dyn FnMut(&mut dyn Read) -> io::Result<()>) {
        let Some(path) = self.path(name).filter(|path| self.has(path)) else {
            return;
        };
        let read = match File::open(&path) {
            Ok(file) => read(&mut BufReader::with_capacity(1 << 20, file)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        };
        if let Err(error) = read {
            let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
            let why = match inner {
                Some(NoTable(why)) => why.clone(),
                None => grundy::system::reason(&error),
            };
            self.note(&words::damaged_table(&path, why));
        }
    }

    fn save(&self, name: &str, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) {
        let Some(path) = self.path(name).filter(|path| self.has(path)) else {
            return;
        };
        // What is being written is written to its end, whoever asks to stop.
        let _hold = watch::hold();
        let written = write_whole(&path, write);
        {
            let mut state = self.state();
            state.written = Instant::now();
            state.has_written |= written.is_ok();
        }
        if let Err(error) = written {
            self.note(&words::file_error(words::cannot_write(), &path, &error));
        }
    }

    fn progress(&self, name: &str, progress: &Progress) {
        if !self.is_watched {
            return;
        }
        let mut state = self.state();
        let now = Instant::now();
        let rate = state.last.map_or(0, |(then, options)| {
            let seconds = now.duration_since(then).as_secs_f64().max(0.001);
            (progress.options.saturating_sub(options) as f64 / seconds) as u64
        });
        state.last = Some((now, progress.options));
        let filled = 100 * progress.entries / progress.capacity.max(1);
        let line = words::searching(name, progress.options, progress.entries, filled, rate);
        State::show(&mut state.bar, line.render(self.lang));
    }

    fn is_due(&self) -> bool {
        self.folder.is_some() && self.state().written.elapsed() >= EVERY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_plain_and_tell_searches_apart() {
        let one = file_name("cram 4x9");
        assert!(one.starts_with("cram-4x9-"), "{one}");
        assert_eq!(one.len(), "cram-4x9-".len() + 64 + ".couples".len());
        assert_ne!(one, file_name("cram 4-9"));
        for name in ["", "../../x", "图", &"a/".repeat(1000)] {
            let file = file_name(name);
            let plain = |letter: char| letter.is_ascii_alphanumeric() || "-.".contains(letter);
            assert!(file.chars().all(plain), "{file}");
            assert!(file.len() < 128 && !file.contains(".."), "{file}");
        }
    }
}
