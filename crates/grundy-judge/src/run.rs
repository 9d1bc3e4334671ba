//! Runs a format over an input: counts, never lines, say what comes next.

use crate::channel::Channel;
use crate::error::{Expected, JudgeError, Problem, Role};
use crate::format::{Case, Cases, Format, Rule, Tell};
use crate::table::Table;
use crate::tally::{Bounded, Moves, Nim, NimMoves, Subtraction, Takes, Tally};
use std::io::{Read, Write};

/// What a run may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest heap that gets a value under a subtraction set; the table takes 8 bytes a heap,
    /// and a heap costs a step per take.
    pub table: u32,
    /// Heaps of one case that are kept to count winning moves, where the rule needs them
    /// (bounded heaps: 32 bytes each, subtraction sets: 4; Nim keeps none).
    pub kept: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            table: 10_000_000,
            kept: 1 << 22,
        }
    }
}

/// What a run did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Cases judged.
    pub cases: u64,
    /// Positions answered.
    pub answers: u64,
    /// Bytes of input used, up to the last number and the byte that ends it.
    pub bytes: u64,
}

/// Reads cases of `format` from `input` and writes its answers to `output`.
///
/// Numbers may stand anywhere: lines mean nothing. The run ends where the format says, and what
/// follows is not read. Answers are written when 64 KiB of them are held and before every read, so
/// they appear while the input pauses. Memory does not grow with the input, within [`Limits`].
/// One pass; a subtraction set costs heaps × takes once for its table.
///
/// Heaps and limits are exact below 2^128, counts below 2^63.
///
/// ```
/// let format = grundy_judge::find("hdu1850").unwrap();
/// let mut answers = Vec::new();
/// let summary = grundy_judge::run(format, &b"3\n5 7 9\n0\n"[..], &mut answers)?;
/// assert_eq!((answers.as_slice(), summary.cases), (&b"1\n"[..], 1));
/// # Ok::<(), grundy_judge::JudgeError>(())
/// ```
///
/// # Errors
/// The first thing in the input that the format does not allow, with its place, or the failure to
/// read or write. Answers to what stands before are written all the same.
pub fn run(format: &Format, input: impl Read, output: impl Write) -> Result<Summary, JudgeError> {
    run_within(format, Limits::default(), input, output)
}

/// [`run`] with limits of one's own.
///
/// # Errors
/// As [`run`].
pub fn run_within(
    format: &Format,
    limits: Limits,
    input: impl Read,
    output: impl Write,
) -> Result<Summary, JudgeError> {
    let mut channel = Channel::new(input, output);
    let result = judge(format, limits, &mut channel);
    // After a failed write there is nobody to write to.
    if !matches!(result, Err(JudgeError::Write(_))) {
        channel.flush()?;
    }
    result.map(|summary| Summary {
        bytes: channel.used(),
        ..summary
    })
}

/// Chooses the tally that the format's rule and answer need.
fn judge<R: Read, W: Write>(
    format: &Format,
    limits: Limits,
    channel: &mut Channel<R, W>,
) -> Result<Summary, JudgeError> {
    let kept = usize::try_from(limits.kept).unwrap_or(usize::MAX);
    match (&format.rule, &format.tell) {
        (Rule::Nim | Rule::MisereNim, tell) => {
            let misere = format.rule == Rule::MisereNim;
            match tell {
                Tell::Outcome { win, lose } => {
                    cases(format, channel, Nim::new(misere), outcome(win, lose))
                }
                Tell::WinningMoves { after } => {
                    cases(format, channel, NimMoves::new(misere), moves(after))
                }
            }
        }
        (Rule::Bounded(limit), Tell::Outcome { win, lose }) => cases(
            format,
            channel,
            Bounded::new(*limit, false, kept),
            outcome(win, lose),
        ),
        (Rule::Bounded(limit), Tell::WinningMoves { after }) => cases(
            format,
            channel,
            Bounded::new(*limit, true, kept),
            moves(after),
        ),
        (Rule::Subtraction(takes), tell) => {
            let mut table = Table::new(limits.table);
            takes.iter().flatten().for_each(|&take| table.take(take));
            table.seal();
            let tally = |moves| Subtraction::new(table, moves, kept);
            match (format.case, tell) {
                (Case::Positions, Tell::Outcome { win, lose }) => {
                    sets(format, channel, tally(false), outcome(win, lose))
                }
                (Case::Positions, Tell::WinningMoves { after }) => {
                    sets(format, channel, tally(true), moves(after))
                }
                (_, Tell::Outcome { win, lose }) => {
                    cases(format, channel, tally(false), outcome(win, lose))
                }
                (_, Tell::WinningMoves { after }) => {
                    cases(format, channel, tally(true), moves(after))
                }
            }
        }
    }
}

/// Writes one of two texts.
fn outcome<R: Read, W: Write, T: Tally>(
    win: &str,
    lose: &str,
) -> impl Fn(&mut T, &mut Channel<R, W>) -> Result<(), JudgeError> {
    move |tally, channel| channel.answer(if tally.mover_wins() { win } else { lose }.as_bytes())
}

/// Writes the number of winning moves.
fn moves<R: Read, W: Write, T: Moves>(
    after: &str,
) -> impl Fn(&mut T, &mut Channel<R, W>) -> Result<(), JudgeError> {
    move |tally, channel| {
        channel.answer(tally.winning_moves().to_string().as_bytes())?;
        channel.answer(after.as_bytes())
    }
}

/// Judges every case for itself.
fn cases<R: Read, W: Write, T: Tally>(
    format: &Format,
    channel: &mut Channel<R, W>,
    mut tally: T,
    tell: impl Fn(&mut T, &mut Channel<R, W>) -> Result<(), JudgeError>,
) -> Result<Summary, JudgeError> {
    let (role, pairs) = match format.case {
        Case::Pairs => (Role::PairCount, true),
        Case::Heaps | Case::Positions => (Role::HeapCount, false),
    };
    each_case(format, channel, role, |channel, case, count| {
        tally.begin();
        // Counts are below 2^63.
        let numbers = if pairs { 2 * count } else { count };
        channel.each(numbers, &mut tally, |index| {
            let (role, index) = match (pairs, index % 2) {
                (false, _) => (Role::Heap, index),
                (true, 0) => (Role::Heap, index / 2),
                (true, _) => (Role::Limit, index / 2),
            };
            Expected {
                role,
                index: index + 1,
                of: count,
                position: 0,
                case,
            }
        })?;
        tell(&mut tally, channel)?;
        Ok(1)
    })
}

/// Judges cases of one subtraction set and many positions.
fn sets<R: Read, W: Write>(
    format: &Format,
    channel: &mut Channel<R, W>,
    mut tally: Subtraction,
    tell: impl Fn(&mut Subtraction, &mut Channel<R, W>) -> Result<(), JudgeError>,
) -> Result<Summary, JudgeError> {
    each_case(format, channel, Role::TakeCount, |channel, case, count| {
        if count == 0 {
            return Err(channel.refuse(Problem::NoTakes, Expected::one(Role::TakeCount, 0, case)));
        }
        tally.table.clear();
        channel.each(count, &mut Takes(&mut tally.table), |index| Expected {
            role: Role::Take,
            index: index + 1,
            of: count,
            position: 0,
            case,
        })?;
        tally.table.seal();
        let positions = channel.count(Expected::one(Role::PositionCount, 0, case))?;
        for position in 1..=positions {
            let heaps = channel.count(Expected::one(Role::HeapCount, position, case))?;
            tally.begin();
            channel.each(heaps, &mut tally, |index| Expected {
                role: Role::Heap,
                index: index + 1,
                of: heaps,
                position,
                case,
            })?;
            tell(&mut tally, channel)?;
        }
        Ok(positions)
    })
}

/// Goes through the cases: `one` gets the number of the case and its count, and says how many positions it answered.
fn each_case<R: Read, W: Write>(
    format: &Format,
    channel: &mut Channel<R, W>,
    role: Role,
    mut one: impl FnMut(&mut Channel<R, W>, u64, u64) -> Result<u64, JudgeError>,
) -> Result<Summary, JudgeError> {
    let last = match format.cases {
        Cases::Counted => channel.count(Expected::one(Role::Cases, 0, 0))?,
        Cases::UntilZero | Cases::UntilEnd => u64::MAX,
    };
    let mut summary = Summary::default();
    while summary.cases < last {
        let case = summary.cases + 1;
        let expected = Expected::one(role, 0, case);
        let count = match (format.count, format.cases) {
            (Some(count), Cases::Counted) => count,
            (Some(count), _)
                if channel.more(Expected {
                    role: Role::Heap,
                    index: 1,
                    of: count,
                    ..expected
                })? =>
            {
                count
            }
            (Some(_), _) => break,
            (None, Cases::Counted) => channel.count(expected)?,
            (None, cases) => match channel.number_or_end(expected)? {
                None => break,
                Some(0) if cases == Cases::UntilZero => break,
                Some(number) => channel.as_count(number, expected)?,
            },
        };
        summary.answers = summary.answers.saturating_add(one(channel, case, count)?);
        channel.answer(format.after_case.as_bytes())?;
        summary.cases = case;
    }
    Ok(summary)
}
