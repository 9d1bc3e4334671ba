//! `grundy man`: manual pages from the table of flags.

use std::fmt::Write;

use clap::ArgMatches;
use grundy::Lang;

use crate::commands::{arguments, place};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::interface;
use crate::words;

/// The generator's headings in Chinese.
const HEADINGS: [(&str, &str); 7] = [
    ("NAME", "名称"),
    ("SYNOPSIS", "概要"),
    ("DESCRIPTION", "描述"),
    ("OPTIONS", "选项"),
    ("SUBCOMMANDS", "命令"),
    ("EXTRA", "示例"),
    ("VERSION", "版本"),
];

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let mut command = interface::command(context.lang);
    let command = match place(matches, "COMMAND") {
        None => command,
        Some(name) => {
            let display = format!("grundy-{name}");
            let found = arguments::subcommand(&mut command, name)?;
            // `grundy-solve` is how manual pages of commands are called.
            found.clone().display_name(display)
        }
    };
    let name = place(matches, "COMMAND");
    let mut page = Vec::new();
    // The title of a page is what it is called by, then who it is by and in which book it stands.
    let book = words::Word::Manual.of(context.lang);
    clap_mangen::Man::new(command)
        .source(concat!("grundy ", env!("CARGO_PKG_VERSION")))
        .manual(book)
        .render(&mut page)
        .map_err(Failure::write)?;
    let mut page = translated(&String::from_utf8_lossy(&page), context.lang);
    surroundings(&mut page, context.lang);
    context.write(page.as_bytes())?;
    if context.is_shown() {
        let hint = words::how_to_read(name).render(context.lang);
        let note = words::Word::Note.of(context.lang);
        context.aside(&format!("{note}{hint}\n"));
    }
    Ok(Exit::Answered)
}

/// Adds which variables of the environment and which files matter.
fn surroundings(page: &mut String, lang: Lang) {
    // In the language of manual pages a backslash begins a command, and a bare hyphen may be set as another sign.
    let plain = |text: &str| text.replace('\\', "\\\\").replace('-', "\\-");
    let _ = writeln!(page, ".SH {}", words::ENVIRONMENT.of(lang));
    for (names, about) in words::VARIABLES {
        let _ = writeln!(page, ".TP\n{}\n{}", plain(names), plain(about.of(lang)));
    }
    let _ = writeln!(page, ".SH {}", words::FILES.of(lang));
    let _ = writeln!(page, "{}", plain(words::OWN_FILES.of(lang)));
}

fn translated(page: &str, lang: Lang) -> String {
    let mut out = String::with_capacity(page.len());
    for line in page.lines() {
        let heading = line
            .strip_prefix(".SH ")
            .filter(|_| lang == Lang::Zh)
            .and_then(|heading| HEADINGS.iter().find(|(english, _)| *english == heading));
        match heading {
            Some((_, chinese)) => {
                out.push_str(".SH ");
                out.push_str(chinese);
            }
            None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}
