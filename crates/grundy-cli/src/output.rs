//! Where answers go: standard output, whose reader may have left, or a file that is complete or not there.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use console::Term;
use grundy::Message;
use grundy_files::{Identity, Lock, NotLocked, Partial, behind, beside, is_device};

use crate::failure::Failure;
use crate::words;

/// Whether to colour what goes to standard output.
pub(crate) fn colours() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

/// Whether to colour what goes to standard error.
pub(crate) fn error_colours() -> bool {
    anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never
}

/// Whether somebody watches standard error.
pub(crate) fn is_watched() -> bool {
    io::stderr().is_terminal()
}

/// Whether standard output is a terminal.
pub(crate) fn is_shown() -> bool {
    io::stdout().is_terminal()
}

/// Columns where nothing is told of them.
pub(crate) const COLUMNS: usize = 100;

/// Columns of a text, between 40 and 120: those that the environment tells, else those of the terminal that shows it.
pub(crate) fn columns() -> usize {
    let told = std::env::var("COLUMNS").ok();
    let told = told.and_then(|columns| columns.parse().ok());
    // A shell need not pass on what it knows.
    let of_terminal = || match is_shown() {
        true => Term::stdout()
            .size_checked()
            .map(|(_, columns)| usize::from(columns)),
        false => None,
    };
    (told.or_else(of_terminal))
        .unwrap_or(COLUMNS)
        .clamp(40, 120)
}

/// What a command is to write to a file or folder.
#[derive(Debug)]
pub(crate) struct Written {
    /// The flag that names it.
    flag: &'static str,
    path: PathBuf,
    /// It and what is beside it for a while.
    all: Vec<Identity>,
}

impl Written {
    /// What a flag names; beside it there are files of the same name with these endings.
    pub(crate) fn new(flag: &'static str, path: &Path, endings: &[&str]) -> Written {
        let own = behind(path);
        let beside = endings.iter().map(|ending| beside(&own, ending));
        let mut all = vec![own.clone()];
        all.extend(beside);
        // A device or a pipe keeps nothing that could be lost.
        all.retain(|path| !is_device(path));
        Written {
            flag,
            path: path.to_owned(),
            all: all.iter().map(|path| Identity::of(path)).collect(),
        }
    }

    /// Refuses that two of them are in each other's way.
    pub(crate) fn check(all: &[Written]) -> Result<(), Failure> {
        for (place, one) in all.iter().enumerate() {
            for other in &all[place + 1..] {
                if one.all.iter().any(|there| other.writes(there)) {
                    let message =
                        words::same_file([one.flag, other.flag], [&one.path, &other.path]);
                    return Err(Failure::Input(message));
                }
            }
        }
        Ok(())
    }

    /// The sentence that refuses to read what it writes.
    pub(crate) fn refuses(&self, read: &Path, there: &Identity) -> Result<(), Message> {
        match self.writes(there) {
            true => Err(words::onto_itself(read, self.flag)),
            false => Ok(()),
        }
    }

    fn writes(&self, there: &Identity) -> bool {
        self.all.iter().any(|own| own.is(there))
    }
}

/// Writes to standard output.
pub(crate) fn write(text: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text)
        .and_then(|()| out.flush())
        .map_err(Failure::write)
}

/// Endings of files of plain text, which say nothing of what is in it.
const PLAIN: [&str; 3] = ["", "txt", "text"];

/// A format, and the flag that asks for it as it is written.
pub(crate) type Asked<'f> = Option<(String, &'f str)>;

/// The format that the ending of a file's name says, of these endings and their formats, or the one that a flag asks for; none where neither says
/// any, which is plain text. An ending may stand for several formats: the first is meant where no flag asks.
///
/// # Errors
/// That the ending is not known, or says another format than the flag.
pub(crate) fn format_of<'f>(
    file: Option<&Path>,
    asked: Asked<'f>,
    endings: &[(&str, &'f str)],
) -> Result<Option<&'f str>, Message> {
    let Some(file) = file.filter(|file| !is_device(file)) else {
        return Ok(asked.map(|(_, format)| format));
    };
    let ending = file.extension().and_then(|ending| ending.to_str());
    let ending = ending.unwrap_or_default().to_ascii_lowercase();
    let mut by_name = endings.iter().filter(|(known, _)| *known == ending);
    let first = by_name.clone().next();
    match (first, asked) {
        (Some((_, first)), None) => Ok(Some(first)),
        (Some(_), Some((_, asked))) if by_name.any(|(_, format)| *format == asked) => {
            Ok(Some(asked))
        }
        (Some(_), Some((flag, _))) => Err(words::ending_apart(file, &flag)),
        (None, Some((_, asked))) => Ok(Some(asked)),
        (None, None) if PLAIN.contains(&&*ending) => Ok(None),
        (None, None) => {
            let mut known = vec!["text"];
            for (_, format) in endings {
                if !known.contains(format) {
                    known.push(format);
                }
            }
            Err(words::other_form(file, &known.join(", ")))
        }
    }
}

/// Endings of pictures, for what is written as one of them only.
const PICTURES: [(&str, &str); 7] = [
    ("svg", "svg"),
    ("dot", "dot"),
    ("gv", "dot"),
    ("png", "png"),
    ("jpg", "jpg"),
    ("jpeg", "jpg"),
    ("pdf", "pdf"),
];

/// Refuses a file whose ending says another kind of picture than a flag writes, which is of this format.
///
/// # Errors
/// That it does.
pub(crate) fn check_picture(file: &str, flag: &str, format: &str) -> Result<(), Message> {
    let file = (file != "-").then(|| Path::new(file));
    format_of(file, Some((flag.to_owned(), format)), &PICTURES).map(drop)
}

/// Writes a file under another name and renames it when it is complete. A device or a pipe is written as it is, and
/// behind a link the file it leads to.
pub(crate) fn write_file(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::File(path.to_owned(), words::cannot_write(), error);
    let mut file = BufWriter::new(Partial::create(path).map_err(failed)?);
    // Whoever writes rows does not know where they go.
    content(&mut file).map_err(|failure| match failure {
        Failure::Write(error) => failed(error),
        other => other,
    })?;
    let file = file
        .into_inner()
        .map_err(|error| failed(error.into_error()))?;
    file.finish().map_err(failed)
}

/// Writes a file, on the disk, so that there is always the old one or the new one.
pub(crate) fn replace_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    grundy_files::replace(path, bytes)
        .map_err(|error| Failure::File(path.to_owned(), words::cannot_write(), error))
}

/// Sees to it that only one run goes on with a file.
pub(crate) fn lock(path: &Path) -> Result<Lock, Failure> {
    Lock::on(path).map_err(|why| match why {
        NotLocked::InUse => Failure::Input(words::in_use(path)),
        NotLocked::Taken(other) => Failure::Input(words::no_lock(path, &other)),
        NotLocked::File(error) => Failure::File(path.to_owned(), words::cannot_write(), error),
    })
}
