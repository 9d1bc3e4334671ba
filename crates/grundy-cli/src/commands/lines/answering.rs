//! One line, and its answer as a JSON object.

use grundy::budget::Exhausted;
use grundy::reason::Reason;
use grundy::{Game, ParseError, Play, Solver};
use grundy_service::answer::{Detail, LineError};
use grundy_service::rule::Ruled;
use grundy_service::solve::most_moves;
use grundy_service::text::plain;

use crate::context::Context;
use crate::failure::Exit;
use crate::print::json;
use crate::print::paint::brief;
use crate::watch;
use crate::words;

use super::line::{self, Wrong};

/// Answers lines into a buffer.
pub(super) struct Answering<'r> {
    pub(super) solver: Solver,
    pub(super) asked: Asked<'r>,
    /// The number of the last line.
    pub(super) line: u64,
    pub(super) exit: Exit,
    pub(super) out: String,
    /// Whether the last answer might have been another with more memory, or had nobody asked to stop.
    pub(super) is_cut: bool,
}

/// What is asked of every line.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'r> {
    pub(crate) play: Play,
    /// In place of the games of the catalogue.
    pub(crate) ruled: Option<&'r Ruled>,
    pub(crate) all: bool,
    pub(crate) detail: Detail,
    pub(crate) context: &'r Context,
}

impl Asked<'_> {
    /// Under which play a line is answered that says this one.
    pub(super) fn play_of(&self, said: Play) -> Play {
        match said {
            Play::Misere => said,
            Play::Normal => self.play,
        }
    }
}

impl<'r> Answering<'r> {
    pub(super) fn new(solver: Solver, asked: Asked<'r>) -> Answering<'r> {
        Answering {
            solver,
            asked,
            line: 0,
            exit: Exit::Answered,
            out: String::new(),
            is_cut: false,
        }
    }

    /// Answers a line; blank lines and those that begin with `#` get no answer.
    pub(super) fn line(&mut self, line: &[u8]) {
        self.line += 1;
        self.is_cut = false;
        let text = match std::str::from_utf8(line) {
            Ok(text) => text,
            Err(error) => {
                let valid = String::from_utf8_lossy(&line[..error.valid_up_to()]);
                let column = valid.chars().count() + 1;
                let message = words::not_utf8(column).render(self.asked.context.lang);
                let text = String::from_utf8_lossy(line);
                return self.refuse(&text, (&message, "input"), column, None);
            }
        };
        let text = text.trim_end();
        if text.is_empty() || text.trim_start().starts_with('#') {
            return;
        }
        let text = &*plain(text);
        let most = self.solver.budget.bytes;
        if self.asked.all {
            self.solver.listed = most_moves(text, most);
        }
        let files = |name: &str| self.asked.context.read(name, most);
        match line::read(text, self.asked, &files) {
            Ok((game, play)) => self.answer(&game, play),
            Err(Wrong::OfRule(failure)) => {
                let message = failure.sentence(self.asked.context.lang);
                self.refuse(text, (&message, "position"), 1, None);
            }
            Err(Wrong::Position(error)) => {
                let message = error.render(self.asked.context.lang);
                self.refuse(text, (&message, "position"), error.column, Some(&error));
            }
        }
    }

    fn answer(&mut self, game: &Game, play: Play) {
        let mut answer = self.solver.solve(game, play);
        // What was asked to stop for its time may take that for Ctrl-C.
        if let (None, Some(time)) = (answer.outcome, watch::late()) {
            answer.unknown = Some(Exhausted::Time(time).into());
        }
        let cut = |why: &Reason| !matches!(why, Reason::Exhausted(Exhausted::Positions(_)));
        let ran_out = |why: &Reason| matches!(why, Reason::Exhausted(_) | Reason::Interrupted);
        self.is_cut = answer.unknown.is_some()
            || (answer.declined.iter()).any(|one| ran_out(&one.why) && cut(&one.why));
        json::answer(
            &mut self.out,
            &answer,
            self.asked.context.lang,
            self.asked.detail,
        );
        self.out.push('\n');
        if answer.outcome.is_none() && self.exit == Exit::Answered {
            self.exit = Exit::Unknown;
        }
    }

    fn refuse(
        &mut self,
        text: &str,
        (message, kind): (&str, &str),
        column: usize,
        error: Option<&ParseError>,
    ) {
        let refused = LineError {
            text: &brief(text, 1000),
            line: self.line,
            message,
            kind,
            column,
            error,
        };
        let asked = text.trim_start().starts_with("--misere");
        let play = if asked { Play::Misere } else { self.asked.play };
        json::refused(&mut self.out, refused, play);
        self.out.push('\n');
        self.exit = Exit::Usage;
    }

    pub(super) fn too_long(&mut self, longest: usize) {
        self.line += 1;
        let message = words::line_too_long(longest).render(self.asked.context.lang);
        self.refuse("", (&message, "input"), 1, None);
    }
}
