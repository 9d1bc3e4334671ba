//! The binary `grundy`: arguments in, answers out.
//!
//! Commands read arguments and ask the library; printers turn its data into words, JSON and pictures; every sentence
//! for people stands in `words` in both languages. No command knows the rules of any game.

mod commands;
#[cfg_attr(not(feature = "web"), allow(dead_code, reason = "for the server"))]
mod desk;
mod dots;
mod failure;
mod grid;
mod interface;
mod interrupt;
mod language;
mod limits;
mod output;
mod picture;
mod print;
mod progress;
mod statistics;
mod words;

use std::process::ExitCode;

use desk::Desk;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    let lang = language::chosen(&arguments);
    match commands::run(&arguments, &Desk::terminal(lang)) {
        Ok(exit) => exit.into(),
        Err(failure) => failure.report(lang).into(),
    }
}
