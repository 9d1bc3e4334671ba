//! Judges a position that was read, and writes what is told of it.

use super::Run;
use crate::Judged;
use crate::channel::Channel;
use crate::error::{JudgeError, Problem};
use crate::format::{Count, Field, Layout, Numbers, Plan, Reply, Slot, Wording, shifted};
use crate::source::Source;
use crate::tally::{Move, Tally, put};
use grundy::Outcome;
use std::sync::atomic::Ordering;

impl<T: Tally> Run<'_, T> {
    /// Judges a position that was read and writes its answer.
    #[inline]
    pub(super) fn answer<R: Source>(
        &mut self,
        channel: &mut Channel<'_, R>,
        position: u64,
        case: u64,
    ) -> Result<(), JudgeError> {
        let format = self.format;
        if format.each {
            let components = self
                .tally
                .split(&format.rule, &self.numbers, self.kept)
                .map_err(|problem| self.refuse(channel, problem, position, case))?;
            let row = self.row();
            let mut written = 0;
            for number in components {
                self.tally
                    .component(&format.rule, &self.numbers, number)
                    .map_err(|problem| self.refuse(channel, problem, position, case))?;
                self.told(channel, Some(number), position, case)?;
                written += 1;
                if Some(written) == row {
                    channel.answer(b"\n")?;
                    written = 0;
                }
            }
            return Ok(());
        }
        if !self.streams {
            self.tally.begin();
            self.tally
                .position(&format.rule, &self.numbers)
                .map_err(|problem| self.refuse(channel, problem, position, case))?;
        }
        self.told(channel, None, position, case)
    }

    /// After how many answers a line ends, where the format says so.
    fn row(&self) -> Option<u128> {
        match self.format.row? {
            Count::Fixed(count) => Some(count.into()),
            Count::Named(field, plus) => shifted(self.numbers.last(field), plus),
            Count::Times(..) => None,
        }
    }

    /// Judges the position after each row of the last list, and writes an answer for each; the number of answers.
    pub(super) fn prefixes<R: Source>(
        &mut self,
        channel: &mut Channel<'_, R>,
        case: u64,
    ) -> Result<u64, JudgeError> {
        let format = self.format;
        let (fields, count) = format.layout.last_rows();
        let mut whole = Vec::with_capacity(fields.len());
        for &field in fields {
            whole.push(std::mem::take(&mut self.numbers.0[field]));
        }
        let rows = whole.first().map_or(0, Vec::len);
        // Rules whose heaps stream by take one row after the other.
        let mut last = (self.takes_rows).then(|| self.numbers.clone());
        self.tally.begin();
        for row in 0..rows {
            let position = row as u64 + 1;
            let stop = self.stop.as_ref();
            if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(self.refuse(channel, Problem::Stopped, position, case));
            }
            for (&field, entries) in fields.iter().zip(&whole) {
                self.numbers.0[field].push(entries[row]);
                if let Some(last) = &mut last {
                    last.0[field] = vec![entries[row]];
                }
            }
            if let Some(count) = count {
                self.numbers.0[count] = vec![position.into()];
            }
            let grown = match &last {
                Some(last) => (self.tally.position(&format.rule, last)).map(|()| true),
                None => self.tally.grow(&format.rule, &self.numbers, row),
            };
            let grown = grown.map_err(|problem| self.refuse(channel, problem, position, case))?;
            if !grown {
                self.tally.begin();
                let taken = self.tally.position(&format.rule, &self.numbers);
                taken.map_err(|problem| self.refuse(channel, problem, position, case))?;
            }
            self.told(channel, None, position, case)?;
        }
        Ok(rows as u64)
    }

    /// Tells, and shows it to whoever looks.
    #[inline]
    fn told<R: Source>(
        &mut self,
        channel: &mut Channel<'_, R>,
        component: Option<u128>,
        position: u64,
        case: u64,
    ) -> Result<(), JudgeError> {
        let Some(observer) = self.observer.take() else {
            return self.tell(channel, position, case);
        };
        channel.flush()?;
        self.tell(channel, position, case)?;
        let format = self.format;
        let game = match (&format.plan, component) {
            (Plan::General, None) => format.rule.game(&self.numbers, self.kept).ok(),
            (Plan::Own(own), _) => own.game(&self.numbers),
            (Plan::Whole(_), _) if let Some(own) = &format.own => own.game(&self.numbers),
            (
                Plan::NimProduct
                | Plan::NimRuns
                | Plan::Bids(_)
                | Plan::Options(..)
                | Plan::Tree(_)
                | Plan::Diagonals(_)
                | Plan::Counted(_)
                | Plan::Whole(_)
                | Plan::Formula(_),
                _,
            ) => None,
            (_, None) => format.rule.game(&self.numbers, self.kept).ok(),
            (_, Some(number)) => {
                let mut game = String::new();
                let written = format.rule.write_name(&self.numbers, &mut game);
                written.ok().map(|()| format!("{game} {number}"))
            }
        };
        let shown = Judged {
            case,
            position,
            game,
            ruled: self.tally.ruled(),
            misere: format.rule.misere,
            mover_wins: self.tally.mover_wins().ok(),
            answer: String::from_utf8_lossy(channel.held()).into_owned(),
        };
        let seen = observer(shown);
        self.observer = Some(observer);
        seen
    }

    /// Writes what the tally tells.
    #[inline]
    fn tell<R: Source>(
        &mut self,
        channel: &mut Channel<'_, R>,
        position: u64,
        case: u64,
    ) -> Result<(), JudgeError> {
        let format = self.format;
        match &format.tell {
            Reply::Outcome { win, lose } if format.draw.is_some() => {
                let outcome = self.tally.outcome();
                let outcome =
                    outcome.map_err(|problem| self.refuse(channel, problem, position, case))?;
                let wording = match (outcome, &format.draw) {
                    (Outcome::N, _) => win,
                    (Outcome::P, _) => lose,
                    (_, draw) => draw.as_ref().unwrap_or(lose),
                };
                self.say_read(channel, wording, case)
            }
            Reply::Outcome { win, lose } => {
                let wins = self.tally.mover_wins();
                let wins = wins.map_err(|problem| self.refuse(channel, problem, position, case))?;
                self.say_read(channel, if wins { win } else { lose }, case)
            }
            Reply::Count(wording) | Reply::Value(wording) => {
                self.number.clear();
                let told = match &format.tell {
                    Reply::Count(_) => self.tally.count(&mut self.number),
                    _ => self.tally.value(&mut self.number),
                };
                told.map_err(|problem| self.refuse(channel, problem, position, case))?;
                self.text.clear();
                let (number, numbers) = (&self.number, &self.numbers);
                wording.write(&mut self.text, |slot, plus, out| match slot {
                    Slot::Case => drop(put(out, case)),
                    Slot::Read(field) => put_read(out, numbers, (field, plus), &format.layout),
                    _ => out.extend_from_slice(number),
                });
                channel.answer(&self.text)
            }
            Reply::Moves {
                win,
                each,
                between,
                after,
                lose,
                first,
            } => {
                self.text.clear();
                if let Some(told) = (self.tally).told_moves(&format.tell, case, &mut self.text) {
                    told.map_err(|problem| self.refuse(channel, problem, position, case))?;
                    return channel.answer(&self.text);
                }
                let mut moves: Vec<Move> = Vec::new();
                self.tally.moves(&mut |shown| {
                    moves.push(*shown);
                    !first
                });
                if moves.is_empty() {
                    return say(channel, lose, &mut self.text, case);
                }
                say(channel, win, &mut self.text, case)?;
                for (index, shown) in moves.iter().enumerate() {
                    if index > 0 {
                        say(channel, between, &mut self.text, case)?;
                    }
                    self.text.clear();
                    let tally = &self.tally;
                    each.write(&mut self.text, |slot, plus, out| {
                        drop(match slot {
                            Slot::Index => put_shifted(out, shown.index.into(), plus),
                            Slot::From => put_shifted(out, shown.from, plus),
                            Slot::To => put_shifted(out, shown.to, plus),
                            Slot::Take => put_shifted(out, shown.take, plus),
                            Slot::Heaps => {
                                let heaps = tally.after(shown);
                                let texts: Vec<String> =
                                    heaps.iter().map(|heap| heap.to_string()).collect();
                                put(out, texts.join(" "))
                            }
                            _ => put(out, case),
                        });
                    });
                    channel.answer(&self.text)?;
                }
                say(channel, after, &mut self.text, case)
            }
        }
    }

    /// Writes a text whose slots may be the number of the case and what was read of it.
    #[inline]
    pub(super) fn say_read<R: Source>(
        &mut self,
        channel: &mut Channel<'_, R>,
        wording: &Wording,
        case: u64,
    ) -> Result<(), JudgeError> {
        if let Some(plain) = wording.plain() {
            return channel.answer(plain.as_bytes());
        }
        self.text.clear();
        let (numbers, layout) = (&self.numbers, &self.format.layout);
        wording.write(&mut self.text, |slot, plus, out| match slot {
            Slot::Read(field) => put_read(out, numbers, (field, plus), layout),
            _ => drop(put(out, case)),
        });
        channel.answer(&self.text)
    }
}

/// Writes what was read for a field, with something added to a number: a number, numbers with blanks between them, or letters.
fn put_read(out: &mut Vec<u8>, numbers: &Numbers, (field, plus): (Field, i64), layout: &Layout) {
    let read = &numbers.0[field];
    if layout.alphabet(field).is_some() {
        return out.extend(read.iter().filter_map(|&letter| u8::try_from(letter).ok()));
    }
    let below = layout.may_be_negative(field);
    for (place, &number) in read.iter().enumerate() {
        if place > 0 {
            out.push(b' ');
        }
        drop(match below {
            true => put(out, number.cast_signed() + i128::from(plus)),
            false => put_shifted(out, number, plus),
        });
    }
}

/// Writes a number with something added; only numbers that the program cannot hold have none.
fn put_shifted(out: &mut Vec<u8>, number: u128, plus: i64) -> Result<(), Problem> {
    match number.checked_add_signed(plus.into()) {
        Some(number) => put(out, number),
        None => match i128::try_from(number) {
            Ok(number) => put(out, number + i128::from(plus)),
            Err(_) => put(out, number),
        },
    }
}

/// Writes a text whose only slot may be the number of the case.
#[inline]
fn say<R: Source>(
    channel: &mut Channel<'_, R>,
    wording: &Wording,
    text: &mut Vec<u8>,
    case: u64,
) -> Result<(), JudgeError> {
    if let Some(plain) = wording.plain() {
        return channel.answer(plain.as_bytes());
    }
    text.clear();
    wording.write(text, |_, _, out| drop(put(out, case)));
    channel.answer(text)
}
