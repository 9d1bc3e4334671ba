//! What `grundy seq` is asked for.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ArgMatches;
use grundy::Budget;
use grundy_service::sequence::MOST;
use grundy_service::source::Game;

use super::checkpoint::{self, Every};
use super::encode::Format;
use super::width::Width;
use crate::commands::place;
use crate::commands::ruled;
use crate::context::Context;
use crate::failure::Failure;
use crate::limits::{self, text};
use crate::output;
use crate::words;

pub(super) const EXAMPLE: &str = "grundy seq 0.106 -n 1e6 -o values.u8 --stats";

/// How many values there are where nobody says how many.
const USUAL: &str = "40";

/// Memory where none is said: a gibibyte.
const MEMORY: u64 = 1 << 30;

/// Where values go.
#[derive(Debug)]
pub(super) enum Target {
    Nowhere,
    Stdout,
    File(PathBuf),
}

/// How a picture is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Picture {
    Svg,
    Png,
}

/// What to do about a checkpoint that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Begin {
    /// Nothing: there must be none.
    New,
    /// Leave it behind.
    Again,
    /// Go on from it.
    GoOn,
}

/// Where and how often checkpoints are written.
#[derive(Debug)]
pub(super) struct Keep {
    pub(super) path: PathBuf,
    pub(super) every: Every,
    pub(super) begin: Begin,
}

/// The request.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) code: String,
    pub(super) game: Game,
    /// The number of heaps, the empty one among them.
    pub(super) count: u64,
    /// The first heap whose value is wanted.
    pub(super) from: u64,
    pub(super) format: Format,
    pub(super) target: Target,
    pub(super) statistics: bool,
    pub(super) json: bool,
    pub(super) plot: Option<(PathBuf, Picture)>,
    pub(super) memory: u64,
    /// How many values may be computed, if somebody said it.
    pub(super) positions: Option<u64>,
    /// What the whole command is allowed, as it is written.
    pub(super) allowed: String,
    pub(super) threads: usize,
    pub(super) keep: Option<Keep>,
}

fn refuse(message: grundy::Message) -> Failure {
    Failure::Arguments(message, EXAMPLE.to_owned())
}

impl Asked {
    /// Reads the arguments; the budget is that of the whole command.
    pub(super) fn read(
        matches: &ArgMatches,
        budget: &Budget,
        context: &Context,
    ) -> Result<Asked, Failure> {
        let (code, game) = game(matches, context)?;
        let code = code.as_str();
        let told = text(matches, "number").unwrap_or(USUAL);
        let count = limits::count(told).filter(|count| (1..=MOST).contains(count));
        let count = count.ok_or_else(|| refuse(words::no_number_of_heaps(told)))?;
        let from = match text(matches, "from") {
            None => 0,
            Some(text) => match limits::count(text) {
                None => return Err(refuse(words::no_first_heap(text))),
                Some(from) if from >= count => {
                    return Err(refuse(words::first_heap_beyond(from, count)));
                }
                Some(from) => from,
            },
        };
        let (statistics, json) = (matches.get_flag("stats"), limits::as_json(matches));
        let plot = text(matches, "plot").map(picture).transpose()?;
        let target = match text(matches, "output") {
            Some("-") => Target::Stdout,
            Some(file) => Target::File(PathBuf::from(file)),
            None if text(matches, "format").is_some() => Target::Stdout,
            None if statistics || json || plot.is_some() => Target::Nowhere,
            None => Target::Stdout,
        };
        let memory = match text(matches, "memory") {
            None => MEMORY,
            // Making room takes as much again for a moment.
            Some(_) => budget.bytes / 2,
        };
        let threads = limits::threads(matches, "grundy seq 0.6 -n 4e6 --threads 2")?.unwrap_or(1);
        let keep = keep(matches)?;
        if keep.is_some() && matches!(game, Game::Rule(_) | Game::Family(_)) {
            return Err(refuse(words::no_checkpoint_of_rule()));
        }
        if keep.is_some() && matches!(target, Target::Stdout) {
            let example =
                format!("grundy seq {code} -n {told} -o values.txt --checkpoint run.save");
            return Err(Failure::Arguments(words::checkpoint_needs_file(), example));
        }
        let is_printed = plot
            .as_ref()
            .is_some_and(|(path, _)| path == Path::new("-"));
        if is_printed && (statistics || json || matches!(target, Target::Stdout)) {
            let example = format!("grundy seq {code} -n {told} --plot -");
            return Err(Failure::Arguments(words::picture_alone(), example));
        }
        check_folder(plot.as_ref().map(|(path, _)| path.as_path()))?;
        Ok(Asked {
            code: code.to_owned(),
            game,
            count,
            from,
            format: format(matches, &target)?,
            target,
            statistics,
            json,
            plot,
            memory,
            positions: text(matches, "positions").map(|_| budget.positions),
            allowed: limits::text(matches, "memory").unwrap_or("2G").to_owned(),
            threads,
            keep,
        })
    }

    /// Whether statistics are counted.
    pub(super) fn counts(&self) -> bool {
        self.statistics || self.json
    }

    /// What a checkpoint remembers of it.
    pub(super) fn options(&self) -> checkpoint::Options {
        let width = match self.format {
            Format::Raw(width) | Format::Npy(width) | Format::Parquet(width) => width.bytes(),
            Format::Text | Format::Csv => 0,
        };
        let has_values = !matches!(self.target, Target::Nowhere);
        checkpoint::Options {
            code: self.code.clone(),
            from: self.from,
            format: has_values.then(|| (self.format.name().to_owned(), width as u32)),
            has_statistics: self.counts(),
            picture: self.plot.is_some().then_some(self.count - self.from),
        }
    }
}

/// The code, or the rule and how it is called.
fn game(matches: &ArgMatches, context: &Context) -> Result<(String, Game), Failure> {
    let rule = ruled::written(matches, MEMORY, context)?;
    let game = Game::read(place(matches, "CODE"), rule.as_ref());
    game.map_err(|failure| Failure::of(failure, EXAMPLE))
}

/// Whether the folder of the picture is there: it is written when the run is over.
fn check_folder(picture: Option<&Path>) -> Result<(), Failure> {
    let folder = picture.and_then(Path::parent);
    match folder.filter(|folder| *folder != Path::new("") && !folder.is_dir()) {
        None => Ok(()),
        Some(_) => Err(Failure::File(
            picture.unwrap_or(Path::new("")).to_owned(),
            words::cannot_write(),
            std::io::ErrorKind::NotFound.into(),
        )),
    }
}

fn extension(path: &Path) -> Option<&str> {
    path.extension()?.to_str()
}

/// The file of a picture and its kind; `-` is SVG on standard output.
fn picture(file: &str) -> Result<(PathBuf, Picture), Failure> {
    let path = PathBuf::from(file);
    let picture = match extension(&path) {
        None if file == "-" => Picture::Svg,
        Some("svg") => Picture::Svg,
        Some("png") => Picture::Png,
        _ => {
            let example = "grundy seq 0.106 -n 1e6 --plot values.svg".to_owned();
            return Err(Failure::Arguments(words::no_picture(file), example));
        }
    };
    Ok((path, picture))
}

/// The format, by its flag or by the file's name.
fn format(matches: &ArgMatches, target: &Target) -> Result<Format, Failure> {
    let file = match target {
        Target::File(path) => Some(path.as_path()),
        _ => None,
    };
    let endings = ["csv", "u8", "u16", "u32", "npy", "parquet"].map(|form| (form, form));
    let asked = text(matches, "format").map(|form| (format!("--format {form}"), form));
    let name = output::format_of(file, asked, &endings);
    let name = name.map_err(|message| {
        let example = "grundy seq 0.106 -n 1e6 -o values.npy".to_owned();
        Failure::Arguments(message, example)
    })?;
    let name = name.unwrap_or("text");
    let told = text(matches, "width");
    let width = match told {
        Some("8") => Width::One,
        Some("32") => Width::Four,
        _ => Width::Two,
    };
    let format = match name {
        "csv" => Format::Csv,
        "u8" => Format::Raw(Width::One),
        "u16" => Format::Raw(Width::Two),
        "u32" => Format::Raw(Width::Four),
        "npy" => return Ok(Format::Npy(width)),
        "parquet" => return Ok(Format::Parquet(width)),
        _ => Format::Text,
    };
    if told.is_some() {
        let example = "grundy seq 0.106 -n 1e6 -o values.npy --width 8".to_owned();
        return Err(Failure::Arguments(words::width_without_use(), example));
    }
    Ok(format)
}

/// Where checkpoints are written.
fn keep(matches: &ArgMatches) -> Result<Option<Keep>, Failure> {
    let (resume, restart) = (matches.get_flag("resume"), matches.get_flag("restart"));
    let told = text(matches, "every");
    let example = || "grundy seq 0.106 -n 1e9 -o values.u8 --checkpoint run.save".to_owned();
    let Some(path) = text(matches, "checkpoint") else {
        let alone = [
            (resume, "--resume"),
            (restart, "--restart"),
            (told.is_some(), "--every"),
        ];
        return match alone.iter().find(|(is_there, _)| *is_there) {
            Some((_, flag)) => Err(Failure::Arguments(words::needs_checkpoint(flag), example())),
            None => Ok(None),
        };
    };
    if resume && restart {
        return Err(Failure::Arguments(words::resume_or_restart(), example()));
    }
    let every = match told {
        None => Every::Time(Duration::from_secs(60)),
        Some(told) => every(told)
            .ok_or_else(|| Failure::Arguments(words::no_interval_of_values(told), example()))?,
    };
    Ok(Some(Keep {
        path: PathBuf::from(path),
        every,
        begin: match (resume, restart) {
            (true, _) => Begin::GoOn,
            (_, true) => Begin::Again,
            _ => Begin::New,
        },
    }))
}

/// `30s` and the like are times, bare numbers are values.
fn every(text: &str) -> Option<Every> {
    match limits::count(text) {
        Some(values) => (values > 0).then_some(Every::Values(values)),
        None => limits::duration(text)?.map(Every::Time),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals() {
        assert_eq!(every("1e9"), Some(Every::Values(1_000_000_000)));
        assert_eq!(every("500"), Some(Every::Values(500)));
        assert_eq!(every("30s"), Some(Every::Time(Duration::from_secs(30))));
        assert_eq!(every("2h"), Some(Every::Time(Duration::from_secs(7200))));
        for wrong in ["", "0", "-1", "none", "s", "1d", "1.5.5s"] {
            assert_eq!(every(wrong), None, "{wrong}");
        }
    }
}
