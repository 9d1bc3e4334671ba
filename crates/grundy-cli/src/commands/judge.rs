//! `grundy judge`: a contest's input to the judge's output, by formats that are data.

use std::io::{self, Write};
use std::path::Path;

use clap::ArgMatches;
use grundy::Lang;
use grundy_judge::{Format, InputError, JudgeError};

use crate::commands::{files, place};
use crate::failure::{Exit, Failure};
use crate::output;
use crate::print::json;
use crate::print::paint::{Paint, left, width, wrapped};
use crate::words;

/// The name and version of the JSON schema.
const FORMATS: &str = "grundy.formats/1";
/// Largest file of formats.
const FORMAT_BYTES: u64 = 1 << 20;

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<Exit, Failure> {
    let extra = match crate::limits::text(matches, "formats") {
        None => Vec::new(),
        Some(path) => own(path)?,
    };
    let formats = || extra.iter().chain(grundy_judge::formats());
    let Some(name) = place(matches, "NAME") else {
        let all: Vec<&Format> = formats().collect();
        let text = if matches.get_flag("json") {
            as_json(&all)
        } else {
            as_text(&all, lang)
        };
        output::write(text.as_bytes())?;
        return Ok(Exit::Answered);
    };
    let Some(format) = formats().find(|format| format.is_called(name)) else {
        let known: Vec<&str> = formats().map(|format| format.name.as_str()).collect();
        let said = words::no_such_format(name, known.join(", "));
        let example = "grundy judge nyoj585 < input.txt".to_owned();
        return Err(Failure::Arguments(said, example));
    };
    match grundy_judge::run(format, io::stdin().lock(), io::stdout().lock()) {
        Ok(_) => {
            io::stdout().lock().flush().map_err(Failure::write)?;
            Ok(Exit::Answered)
        }
        Err(JudgeError::Write(error)) => Err(Failure::write(error)),
        Err(JudgeError::Read(error)) => Err(Failure::Input(words::cannot_read_input(&error))),
        Err(JudgeError::Input(error)) => Err(Failure::Input(refused(format, &error))),
        Err(other) => Err(Failure::Input(words::as_it_is(
            other.to_string(),
            other.chinese(),
        ))),
    }
}

/// The formats of a user's file.
fn own(path: &str) -> Result<Vec<Format>, Failure> {
    let text = files::read(path, FORMAT_BYTES).map_err(Failure::Input)?;
    Format::parse_all(&text).map_err(|error| {
        let path = Path::new(path).display().to_string();
        Failure::Input(words::no_formats(
            path,
            error.line,
            error.column,
            error.message,
        ))
    })
}

/// An error in the input, with the format's sample where it has one.
fn refused(format: &Format, error: &InputError) -> grundy::Said {
    let said = words::as_it_is(error.to_string(), error.chinese());
    match &format.sample {
        None => said,
        Some(sample) => {
            let lines: Vec<&str> = sample.input.lines().collect();
            words::with_example(said, lines.join(" / "))
        }
    }
}

fn as_text(formats: &[&Format], lang: Lang) -> String {
    let paint = Paint::new(output::colours());
    let names = formats.iter().map(|format| width(&format.name)).max();
    let names = names.unwrap_or(0);
    let mut out = String::new();
    for format in formats {
        let sentence = match (&format.sentence, lang) {
            (Some(sentence), Lang::En) => sentence.en.as_str(),
            (Some(sentence), Lang::Zh) => sentence.zh.as_str(),
            (None, _) => format.source.as_str(),
        };
        let mut lines = String::new();
        wrapped(&mut lines, sentence, names + 2, output::columns());
        out.push_str(&paint.heading(&left(&format.name, names)));
        out.push_str("  ");
        out.push_str(lines.trim_start());
        if !format.aliases.is_empty() {
            let also = words::also_called(format.aliases.join(", ")).render(lang);
            wrapped(&mut out, &also, names + 2, output::columns());
        }
    }
    out
}

fn as_json(formats: &[&Format]) -> String {
    let mut out = String::from("{");
    json::field(&mut out, "schema", FORMATS);
    json::key(&mut out, "formats");
    json::array(&mut out, formats, |out, format| {
        out.push('{');
        json::field(out, "name", &format.name);
        json::key(out, "aliases");
        json::array(out, &format.aliases, |out, alias| json::string(out, alias));
        json::key(out, "sentence");
        match &format.sentence {
            None => out.push_str("null"),
            Some(sentence) => {
                out.push('{');
                json::field(out, "en", &sentence.en);
                json::field(out, "zh", &sentence.zh);
                out.push('}');
            }
        }
        json::field(out, "source", &format.source);
        json::field(out, "limits", &format.limits);
        out.push('}');
    });
    out.push_str("}\n");
    out
}
