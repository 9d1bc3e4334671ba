//! `grundy solve -`: one position a line in, one JSON object a line out, in order.
//!
//! All complete lines that a read brings are answered and written before the next read, so that whoever types or waits
//! gets each answer at once, and a file is answered in large pieces.

use std::io::{ErrorKind, Read};
use std::time::{Duration, Instant};

use grundy::budget::Exhausted;
use grundy::{Game, ParseError, Play, Solver};
use grundy_service::answer::{Detail, LineError};
use grundy_service::rule::Ruled;
use grundy_service::solve::most_moves;

use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::print::json;
use crate::print::paint::brief;
use crate::watch;
use crate::words;

/// Longest line where memory allows it: what is made of a line takes several times its bytes.
const LONGEST: usize = 16 << 20;
const SHARE: u64 = 8;
/// Bytes asked of standard input at once.
const PIECE: usize = 256 << 10;
/// Bytes of answers held before they are written.
const HELD: usize = 64 << 10;
/// How long an answer may wait for the ones after it.
const PATIENCE: Duration = Duration::from_millis(20);

/// Answers standard input to its end.
pub(crate) fn run(
    solver: Solver,
    play: Play,
    ruled: Option<&Ruled>,
    all: bool,
    detail: Detail,
    interrupt: &Interrupt,
    context: &Context,
) -> Result<Exit, Failure> {
    let longest =
        usize::try_from(solver.budget.bytes / SHARE).map_or(LONGEST, |share| share.min(LONGEST));
    let mut answering = Answering {
        solver,
        play,
        ruled,
        all,
        context,
        detail,
        line: 0,
        exit: Exit::Answered,
        out: String::new(),
        written: Instant::now(),
    };
    let mut input = std::io::stdin();
    let mut buffer = vec![0; PIECE];
    let mut filled = 0;
    // Whether the rest of a line that is too long is being passed over.
    let mut passing = false;
    loop {
        interrupt.working(false);
        let read = match input.read(&mut buffer[filled..]) {
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(Failure::Input(words::cannot_read_input(&error))),
        };
        interrupt.working(true);
        let at_end = read == 0;
        // What was there before holds no line end.
        let fresh = filled;
        filled += read;
        let complete = match buffer[fresh..filled]
            .iter()
            .rposition(|&byte| byte == b'\n')
        {
            Some(last) => fresh + last + 1,
            None if at_end => filled,
            None => 0,
        };
        let mut lines = &buffer[..complete];
        while !lines.is_empty() {
            let end = lines.iter().position(|&byte| byte == b'\n');
            let (line, rest) = match end {
                Some(end) => (&lines[..end], &lines[end + 1..]),
                None => (lines, &[][..]),
            };
            lines = rest;
            if std::mem::take(&mut passing) {
                continue;
            }
            let question = watch::question();
            answering.line(line);
            drop(question);
            if interrupt.was_pressed() {
                answering.flush()?;
                return Err(Failure::Interrupted);
            }
            if answering.out.len() >= HELD || answering.written.elapsed() > PATIENCE {
                answering.flush()?;
            }
        }
        answering.flush()?;
        if at_end {
            return Ok(answering.exit);
        }
        buffer.copy_within(complete..filled, 0);
        filled -= complete;
        if passing {
            filled = 0;
        } else if filled > longest {
            answering.too_long(longest);
            (passing, filled) = (true, 0);
            buffer.truncate(PIECE);
            buffer.shrink_to_fit();
        }
        if buffer.len() - filled < PIECE / 2 {
            buffer.resize(2 * buffer.len(), 0);
        }
    }
}

/// Answers lines into a buffer.
struct Answering<'r> {
    solver: Solver,
    play: Play,
    /// In place of the games of the catalogue.
    ruled: Option<&'r Ruled>,
    all: bool,
    context: &'r Context,
    detail: Detail,
    line: u64,
    exit: Exit,
    out: String,
    written: Instant,
}

impl Answering<'_> {
    /// Answers a line; blank lines and those that begin with `#` get no answer.
    fn line(&mut self, line: &[u8]) {
        self.line += 1;
        let text = match std::str::from_utf8(line) {
            Ok(text) => text,
            Err(error) => {
                let valid = String::from_utf8_lossy(&line[..error.valid_up_to()]);
                let column = valid.chars().count() + 1;
                let message = words::not_utf8(column).render(self.context.lang);
                let text = String::from_utf8_lossy(line);
                return self.refuse(&text, (&message, "input"), column, None);
            }
        };
        let text = text.trim_end();
        if text.is_empty() || text.trim_start().starts_with('#') {
            return;
        }
        let most = self.solver.budget.bytes;
        if self.all {
            self.solver.listed = most_moves(text, most);
        }
        if let Some(ruled) = self.ruled {
            let files = |name: &str| self.context.read(name, most);
            return match ruled.game(text.trim_start(), &files) {
                Ok(game) => self.answer(&game, self.play),
                Err(failure) => {
                    let failure = Failure::of(failure, "");
                    let message = failure.sentence(self.context.lang);
                    self.refuse(text, (&message, "position"), 1, None);
                }
            };
        }
        let files = |name: &str| self.context.read(name, most);
        match Game::parse_line(text, &files) {
            Ok((game, play)) => self.answer(&game, play),
            Err(error) => {
                let message = error.render(self.context.lang);
                self.refuse(text, (&message, "position"), error.column, Some(&error));
            }
        }
    }

    fn answer(&mut self, game: &Game, play: Play) {
        let play = match play {
            Play::Misere => play,
            Play::Normal => self.play,
        };
        let mut answer = self.solver.solve(game, play);
        // What was asked to stop for its time may take that for Ctrl-C.
        if let (None, Some(time)) = (answer.outcome, watch::late()) {
            answer.unknown = Some(Exhausted::Time(time).into());
        }
        json::answer(&mut self.out, &answer, self.context.lang, self.detail);
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
        let play = if asked { Play::Misere } else { self.play };
        json::refused(&mut self.out, refused, play);
        self.out.push('\n');
        self.exit = Exit::Usage;
    }

    fn too_long(&mut self, longest: usize) {
        self.line += 1;
        let message = words::line_too_long(longest).render(self.context.lang);
        self.refuse("", (&message, "input"), 1, None);
    }

    fn flush(&mut self) -> Result<(), Failure> {
        if !self.out.is_empty() {
            self.context.write(self.out.as_bytes())?;
            self.out.clear();
        }
        self.written = Instant::now();
        Ok(())
    }
}
