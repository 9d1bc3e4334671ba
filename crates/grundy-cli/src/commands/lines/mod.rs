//! `grundy solve -`: one position a line in, one JSON object a line out, in order.
//!
//! All complete lines that a read brings are answered and written before the next read, so that whoever types or waits
//! gets each answer at once, and a file is answered in large pieces, by several threads.

mod ahead;
mod answering;
#[cfg(feature = "parquet")]
pub(crate) mod columns;
mod line;

use std::io::{ErrorKind, Read};
use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use grundy::Solver;

use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::watch;
use crate::words;

use ahead::{Ahead, Done};
use answering::Answering;

pub(crate) use answering::Asked;

/// Longest line where memory allows it: what is made of a line takes several times its bytes.
const LONGEST: usize = 16 << 20;
const SHARE: u64 = 8;
/// Bytes asked of standard input at once.
const PIECE: usize = 256 << 10;
/// Bytes of answers held before they are written.
const HELD: usize = 64 << 10;
/// How long an answer may wait for the ones after it.
const PATIENCE: Duration = Duration::from_millis(20);
/// Fewest lines a thread for which others are begun.
const FEWEST: usize = 64;
/// How long a stretch of lines may take that is cut among threads.
const STRETCH: Duration = Duration::from_millis(20);

/// Answers standard input to its end.
pub(crate) fn run(
    solver: Solver,
    asked: Asked<'_>,
    threads: usize,
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    let longest =
        usize::try_from(solver.budget.bytes / SHARE).map_or(LONGEST, |share| share.min(LONGEST));
    let mut conversation = Conversation {
        ahead: Ahead::beside(&solver, threads.saturating_sub(1), asked),
        answering: Answering::new(solver, asked),
        stretch: FEWEST * threads,
        interrupt,
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
        let mut lines = Vec::new();
        let mut rest = &buffer[..complete];
        while !rest.is_empty() {
            let end = rest.iter().position(|&byte| byte == b'\n');
            let (line, behind) = match end {
                Some(end) => (&rest[..end], &rest[end + 1..]),
                None => (rest, &[][..]),
            };
            rest = behind;
            if !std::mem::take(&mut passing) {
                lines.push(line);
            }
        }
        conversation.all(&lines)?;
        conversation.flush()?;
        if at_end {
            return Ok(conversation.answering.exit);
        }
        buffer.copy_within(complete..filled, 0);
        filled -= complete;
        if passing {
            filled = 0;
        } else if filled > longest {
            conversation.answering.too_long(longest);
            (passing, filled) = (true, 0);
            buffer.truncate(PIECE);
            buffer.shrink_to_fit();
        }
        if buffer.len() - filled < PIECE / 2 {
            buffer.resize(2 * buffer.len(), 0);
        }
    }
}

/// Lines and their answers, in order.
struct Conversation<'r, 'i> {
    answering: Answering<'r>,
    ahead: Vec<Ahead<'r>>,
    /// How many lines are cut among the threads at once.
    stretch: usize,
    interrupt: &'i Interrupt,
    written: Instant,
}

impl Conversation<'_, '_> {
    /// Answers lines.
    fn all(&mut self, mut lines: &[&[u8]]) -> Result<(), Failure> {
        let threads = self.ahead.len() + 1;
        while threads > 1 && lines.len() >= FEWEST * threads {
            let (stretch, rest) = lines.split_at(self.stretch.min(lines.len()));
            let begun = Instant::now();
            self.together(stretch)?;
            let took = begun.elapsed();
            if took < STRETCH / 2 && stretch.len() == self.stretch {
                self.stretch *= 2;
            } else if took > STRETCH {
                self.stretch = (self.stretch / 2).max(FEWEST * threads);
            }
            lines = rest;
        }
        self.alone(lines)
    }

    /// Answers a stretch of lines by all threads.
    fn together(&mut self, lines: &[&[u8]]) -> Result<(), Failure> {
        let size = lines.len().div_ceil(self.ahead.len() + 1);
        let mut parts = lines.chunks(size);
        let own = parts.next().unwrap_or_default();
        let mut ahead = std::mem::take(&mut self.ahead);
        let done = thread::scope(|scope| {
            let mut behind = self.answering.line + own.len() as u64;
            let mut begun = Vec::new();
            for (ahead, part) in ahead.iter_mut().zip(parts) {
                let (tell, told) = channel();
                begun.push((ahead.stop(), told, part, behind));
                scope.spawn(move || ahead.run(part, behind, &tell));
                behind += part.len() as u64;
            }
            let mut answered = self.alone(own);
            for (stop, told, part, behind) in begun {
                let patience = match answered {
                    Ok(()) => ahead::PATIENCE,
                    Err(_) => Duration::ZERO,
                };
                let done = told.recv_timeout(patience).or_else(|_| {
                    stop.store(true, Ordering::Relaxed);
                    told.recv()
                });
                answered = answered.and_then(|()| {
                    self.answering.line = behind;
                    match done {
                        Ok(done) => self.write(part, done),
                        Err(_) => self.alone(part),
                    }
                });
            }
            answered
        });
        self.ahead = ahead;
        done
    }

    /// Writes what was answered ahead, and answers what was left.
    fn write(&mut self, lines: &[&[u8]], done: Done) -> Result<(), Failure> {
        let first = self.answering.line;
        let mut from = 0;
        for (to, at) in done.left {
            self.answering.out.push_str(&done.out[from..to]);
            from = to;
            self.answering.line = first + at as u64;
            self.alone(&lines[at..=at])?;
        }
        self.answering.out.push_str(&done.out[from..]);
        self.answering.line = first + lines.len() as u64;
        self.answering.exit = self.answering.exit.and(done.exit);
        if self.answering.out.len() >= HELD {
            self.flush()?;
        }
        Ok(())
    }

    /// Answers lines by this thread.
    fn alone(&mut self, lines: &[&[u8]]) -> Result<(), Failure> {
        for line in lines {
            let question = watch::question();
            self.answering.line(line);
            drop(question);
            if self.interrupt.was_pressed() {
                self.flush()?;
                return Err(Failure::Interrupted);
            }
            if self.answering.out.len() >= HELD || self.written.elapsed() > PATIENCE {
                self.flush()?;
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Failure> {
        if !self.answering.out.is_empty() {
            self.answering
                .asked
                .context
                .write(self.answering.out.as_bytes())?;
            self.answering.out.clear();
        }
        self.written = Instant::now();
        Ok(())
    }
}
