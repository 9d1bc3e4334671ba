//! Runs a format over an input: counts, never lines, say what comes next.

mod ahead;
mod cases;
mod guess;
mod judged;
mod paired;
mod read_at;
mod tallies;

pub use judged::judged;
pub use paired::run_file;

use crate::channel::Channel;
use crate::error::JudgeError;
use crate::format::Format;
use crate::source::Unlimited;
use cases::{Progress, Run};
use grundy_number::text::tokens::Path;
use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use tallies::{Driver, drive};

/// What a run may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The largest heap that gets a value under a subtraction set; the table takes a byte or two a
    /// heap, and a heap costs a step per take.
    pub table: u32,
    /// Numbers of one case that are kept where the rule needs them all at once, 16 bytes each.
    pub kept: u32,
    /// What the solver may use for one position of a rule that has no closed form here.
    pub budget: grundy::Budget,
    /// Ends the run when it is set; answers to what was judged are written.
    pub stop: Option<Arc<AtomicBool>>,
    /// Is raised by the bytes that [`run_file`] reads, for whoever shows how far it is.
    pub read: Option<Arc<AtomicU64>>,
    /// Whether every play is taken to end where that is not seen, so that no answer is sought for play that comes back; where it does, there
    /// is none.
    pub assume_finite: bool,
    /// By which instructions numbers are read: the best of the machine, if nothing else is wanted.
    pub path: Path,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            table: 10_000_000,
            kept: 1 << 21,
            budget: grundy::Budget::default(),
            stop: None,
            read: None,
            assume_finite: false,
            path: Path::best(),
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
    run_within(format, &Limits::default(), input, output)
}

/// [`run`] with limits of one's own.
///
/// # Errors
/// As [`run`].
pub fn run_within(
    format: &Format,
    limits: &Limits,
    mut input: impl Read,
    mut output: impl Write,
) -> Result<Summary, JudgeError> {
    // One reader and one writer for all: whoever calls this does not compile every tally anew.
    alone(format, limits, &mut input, &mut output)
}

/// [`run_within`] in one thread.
fn alone(
    format: &Format,
    limits: &Limits,
    input: &mut dyn Read,
    output: &mut dyn Write,
) -> Result<Summary, JudgeError> {
    struct Alone<'r> {
        format: &'r Format,
        limits: &'r Limits,
        input: &'r mut dyn Read,
        output: &'r mut dyn Write,
    }

    impl Driver for Alone<'_> {
        type Out = Result<Summary, JudgeError>;

        fn by<T: crate::tally::Tally + Send>(self, make: impl Fn() -> T + Sync) -> Self::Out {
            let mut channel = Channel::new(Unlimited(self.input), self.output, self.limits.path)
                .single(self.format.layout.stops().as_deref());
            let mut progress = Progress::default();
            let mut run = Run::new(self.format, self.limits, make());
            let result = run.go(&mut channel, &mut progress);
            finish(&mut channel, &progress, result.map(drop))
        }
    }

    drive(
        format,
        limits,
        Alone {
            format,
            limits,
            input,
            output,
        },
    )
}

/// Writes what is left to write and says how far the run came.
fn finish<R: crate::source::Source>(
    channel: &mut Channel<'_, R>,
    progress: &Progress,
    result: Result<(), JudgeError>,
) -> Result<Summary, JudgeError> {
    // After a failed write there is nobody to write to.
    if !matches!(result, Err(JudgeError::Write(_))) {
        channel.flush()?;
    }
    result?;
    Ok(Summary {
        cases: progress.cases,
        answers: progress.answers,
        bytes: channel.used(),
    })
}
