//! Line by line: the position and its moves as text, a line in, the answer as text. For pipes, tests and screen readers.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, IsTerminal, Read};
use std::sync::Arc;

use grundy::{Game, Lang};

use super::session::{Player, Session};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::print::answer::{self, Manner};
use crate::print::paint::{Paint, brief, clean, left, right, width};
use crate::words::{self, TerminalWord};

/// Most moves that are listed unasked.
const LISTED: usize = 30;
/// Most moves of a game that the machine plays with itself.
const LONGEST: usize = 1000;
/// Longest line that is read.
const LINE: u64 = 1 << 16;

/// Plays line by line.
pub(super) fn run(
    session: Session,
    context: &Context,
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    let typed = std::io::stdin().is_terminal();
    let mut lines = BufReader::new(std::io::stdin());
    let mut table = Table {
        session,
        context,
        manner: Manner {
            lang: context.lang,
            paint: Paint::new(context.colours()),
            columns: context.columns(),
            all: false,
            most: 0,
            explain: false,
        },
    };
    table.begin()?;
    let mut shown = false;
    let mut played = 0;
    loop {
        if interrupt.was_pressed() {
            return Err(Failure::Interrupted);
        }
        if table.session.awaits_machine() {
            if played == LONGEST {
                table.say(&words::plain_endless(LONGEST).render(context.lang))?;
                return Ok(Exit::Answered);
            }
            if !table.session.reply() {
                return Ok(Exit::Answered);
            }
            played += usize::from(!table.session.terms.players.contains(&Player::Person));
            table.tell_last()?;
            shown = false;
            continue;
        }
        if !shown {
            table.show()?;
            shown = true;
        }
        let people = table.session.terms.players.contains(&Player::Person);
        if !people {
            return Ok(Exit::Answered);
        }
        if typed {
            context.write(b"> ")?;
        }
        interrupt.working(false);
        let line = next(&mut lines)?;
        interrupt.working(true);
        let Some(line) = line else {
            if typed {
                context.write(b"\n")?;
            }
            if !table.session.is_over() {
                table.say(&words::plain_stopped().render(context.lang))?;
            }
            return Ok(Exit::Answered);
        };
        if !typed {
            table.say(&format!("> {}", clean(&line)))?;
        }
        match table.obey(&line)? {
            Obeyed::Quit => return Ok(Exit::Answered),
            Obeyed::Moved => shown = false,
            Obeyed::Answered => {}
        }
    }
}

/// A line without its end; `None` at the end of input.
fn next(lines: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut line = Vec::new();
    let read = lines.by_ref().take(LINE).read_until(b'\n', &mut line);
    match read {
        Ok(0) => Ok(None),
        Ok(_) => Ok(Some(String::from_utf8_lossy(&line).trim().to_owned())),
        Err(error) => Err(Failure::Input(words::no_such_file("-", &error))),
    }
}

/// What a line has led to.
enum Obeyed {
    /// The end.
    Quit,
    /// Another position.
    Moved,
    /// Something was said.
    Answered,
}

struct Table<'d> {
    session: Session,
    context: &'d Context,
    manner: Manner,
}

impl Table<'_> {
    fn lang(&self) -> Lang {
        self.manner.lang
    }

    fn say(&self, text: &str) -> Result<(), Failure> {
        let text = text.trim_end();
        self.context.write(format!("{text}\n").as_bytes())
    }

    /// Says what is played, by whom.
    fn begin(&self) -> Result<(), Failure> {
        let play = words::play(self.session.terms.play).of(self.lang());
        let message = words::plain_begin(play, self.session.pairing());
        self.say(&message.render(self.lang()))
    }

    /// The position and its moves.
    fn show(&self) -> Result<(), Failure> {
        let board = self.session.board();
        let game = clean(&self.session.asked(&board.game));
        let mut out = format!("\n{}\n", self.manner.paint.bold(&game));
        let count = board.moves.len();
        if !self.session.is_over() {
            if count <= LISTED {
                out.push_str(&self.moves(0..count));
            } else {
                let message = words::plain_many(count, board.moves[0].message.clone());
                let _ = writeln!(out, "{}", message.render(self.lang()));
            }
        }
        let state = self.session.state(self.lang()).render(self.lang());
        let _ = writeln!(out, "{}", self.manner.paint.bold(&state));
        self.context.write(out.as_bytes())
    }

    /// Some moves, each with its number and what it leads to.
    fn moves(&self, numbers: impl IntoIterator<Item = usize>) -> String {
        let board = self.session.board();
        let rows: Vec<[String; 3]> = (numbers.into_iter())
            .map(|number| {
                let game = self.session.asked(&board.moves[number].game);
                [
                    (number + 1).to_string(),
                    clean(&board.named(number).render(self.lang())),
                    brief(&clean(&game), 60),
                ]
            })
            .collect();
        let widest = |column: usize| {
            rows.iter()
                .map(|row| width(&row[column]))
                .max()
                .unwrap_or(0)
        };
        let (numbers, message) = (widest(0), widest(1));
        let mut out = String::new();
        for row in &rows {
            let _ = writeln!(
                out,
                "  {}  {}   {}",
                right(&row[0], numbers),
                left(&row[1], message),
                self.manner.paint.dim(&format!("→ {}", row[2]))
            );
        }
        if !board.complete {
            let cut = words::moves_cut(board.moves.len()).render(self.lang());
            let _ = writeln!(out, "{cut}");
        }
        out
    }

    /// What was played last, and what was wrong with it.
    fn tell_last(&self) -> Result<(), Failure> {
        let Some((side, played)) = self.session.played().last() else {
            return Ok(());
        };
        let name = self.session.name(side, self.lang());
        let message = words::has_played(name, played.message.clone());
        self.say(&clean(&message.render(self.lang())))?;
        match &played.comment {
            Some(comment) => {
                let comment = clean(&comment.render(self.lang()));
                self.say(&self.manner.paint.open(&comment))
            }
            None => Ok(()),
        }
    }

    fn obey(&mut self, line: &str) -> Result<Obeyed, Failure> {
        let lang = self.lang();
        let board = Arc::clone(self.session.board());
        match line.to_lowercase().as_str() {
            "quit" | "q" | "exit" | "退出" => return Ok(Obeyed::Quit),
            "help" | "?" | "帮助" => self.say(TerminalWord::PlainHelp.of(lang))?,
            "moves" | "m" | "走法" => {
                let list = self.moves(0..board.moves.len());
                self.say(&list)?;
            }
            "hint" | "h" | "提示" if !self.session.is_over() => {
                let best = self.session.advised().first().copied();
                self.say(&self.session.hint(best).render(lang))?;
            }
            "why" | "w" | "理由" => {
                let reasons = answer::reasoned(&board.game, &board.answer, &self.manner);
                self.say(&reasons)?;
            }
            "undo" | "u" | "悔棋" => {
                if self.session.undo() {
                    return Ok(Obeyed::Moved);
                }
                self.say(&words::nothing_to_undo().render(lang))?;
            }
            "redo" | "r" | "重走" => {
                if self.session.redo() {
                    return Ok(Obeyed::Moved);
                }
                self.say(&words::nothing_to_redo().render(lang))?;
            }
            "new" | "n" | "新局" => {
                self.session.restart();
                return Ok(Obeyed::Moved);
            }
            "" if !self.session.is_over() => {
                let count = board.moves.len();
                self.say(&words::plain_ask(count).render(lang))?;
            }
            _ => match &self.meant(line)[..] {
                [number] => {
                    self.session.play(*number);
                    self.tell_last()?;
                    return Ok(Obeyed::Moved);
                }
                [] => {
                    let count = board.moves.len();
                    let line = brief(&clean(line), 60);
                    let message = match count {
                        0 => words::plain_over(&line),
                        _ => words::plain_wrong(&line, count),
                    };
                    self.say(&message.render(lang))?;
                }
                several => {
                    let numbers: Vec<String> = several
                        .iter()
                        .take(12)
                        .map(|number| (number + 1).to_string())
                        .collect();
                    let line = brief(&clean(line), 60);
                    self.say(&words::plain_several(&line, &numbers.join(", ")).render(lang))?;
                }
            },
        }
        Ok(Obeyed::Answered)
    }

    /// The moves that a line may mean: by number, in words of either language, or by the position after it.
    fn meant(&self, line: &str) -> Vec<usize> {
        let board = self.session.board();
        let count = board.moves.len();
        if let Ok(number) = line.parse::<usize>() {
            let number = number.checked_sub(1).filter(|&number| number < count);
            return number.into_iter().collect();
        }
        let plain = |text: &str| {
            let words: Vec<&str> = text.split_whitespace().collect();
            words.join(" ").to_lowercase()
        };
        let wanted = plain(line);
        let those = |is: &dyn Fn(usize) -> bool| -> Vec<usize> {
            (0..count).filter(|&number| is(number)).collect()
        };
        for whole in [true, false] {
            let message = |number: usize, lang| {
                let message = if whole {
                    board.named(number)
                } else {
                    board.moves[number].message.clone()
                };
                plain(&message.render(lang))
            };
            let found = those(&|number| {
                message(number, Lang::En) == wanted || message(number, Lang::Zh) == wanted
            });
            if !found.is_empty() {
                return found;
            }
        }
        let found = those(&|number| {
            let game = &board.moves[number].game;
            plain(&self.session.asked(game)) == wanted || plain(&game.to_string()) == wanted
        });
        if !found.is_empty() {
            return found;
        }
        // The same position may be written in other ways.
        match line.parse::<Game>() {
            Ok(game) => {
                let game = game.to_string();
                those(&|number| board.moves[number].game.to_string() == game)
            }
            Err(_) => Vec::new(),
        }
    }
}
