//! `grundy docs`: the guide as a book, served on this machine or written to a folder.

use std::fs;
use std::path::Path;

use clap::ArgMatches;
use grundy_docs::{Beside, File, INDEX, folder, names};
use grundy_files::replace;
use grundy_service::json;
use serde::Serialize;

use super::{place, serve};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits::{as_json, text};
use crate::words;

const EXAMPLE: &str = "grundy docs solve";

/// A file by which a book is known.
const SCRIPT: &str = "book.js";

/// The name and version of the JSON schema.
const DOCS: &str = "grundy.docs/1";

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let page = place(matches, "PAGE").unwrap_or(INDEX);
    if !names().any(|name| name == page) {
        let pages: Vec<&str> = names().filter(|name| *name != INDEX).collect();
        let message = words::no_guide_page(page, &pages.join(", "));
        return Err(Failure::Arguments(message, EXAMPLE.to_owned()));
    }
    match text(matches, "output") {
        Some(out) => write(Path::new(out), matches, context),
        None => {
            let path = format!("docs/{}/{page}.html", folder(context.lang));
            serve::serve(&serve::Asked::default(), &path, matches, context)
        }
    }
}

/// Writes the book into a folder that is new or empty, or holds an older one.
fn write(out: &Path, matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let is_empty = || fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_none());
    if out.exists() && !out.join(SCRIPT).is_file() && !is_empty() {
        return Err(Failure::Input(words::no_room_for_book(out)));
    }
    let files = grundy_docs::files(Beside {
        games: None,
        library: text(matches, "library"),
    });
    for File { path, content } in &files {
        let path = out.join(path);
        let written = match path.parent() {
            Some(parent) => fs::create_dir_all(parent),
            None => Ok(()),
        };
        written
            .and_then(|()| replace(&path, content.as_bytes()))
            .map_err(|error| {
                Failure::Input(words::file_error(words::cannot_write(), &path, &error))
            })?;
    }
    let first = out.join("index.html");
    let first = first.display().to_string();
    let line = match as_json(matches) {
        true => json::line(&Book {
            schema: DOCS,
            index: &first,
            files: files.len(),
        }),
        false => format!("{first}\n"),
    };
    context.write(line.as_bytes())?;
    Ok(Exit::Answered)
}

/// What was written.
#[derive(Serialize)]
struct Book<'a> {
    schema: &'static str,
    /// The page to open first.
    index: &'a str,
    /// How many files the book has.
    files: usize,
}
