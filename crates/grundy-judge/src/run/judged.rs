//! Every position of an input with the game it is and its answer: for those who ask why.

use super::cases::{Progress, Run};
use super::tallies::{Driver, drive};
use super::{Limits, Summary, finish};
use crate::channel::Channel;
use crate::error::JudgeError;
use crate::format::Format;
use crate::position::Judged;
use crate::source::Unlimited;
use crate::tally::Tally;
use std::io::{self, Read};

/// Judges an input like [`run`](super::run()) and shows each position as soon as it is judged.
///
/// A case is kept whole, within [`Limits::kept`].
///
/// ```
/// let format = grundy_judge::find("nyoj585").unwrap();
/// let mut games = Vec::new();
/// grundy_judge::judged(format, &Default::default(), &b"1 2 3 5"[..], &mut |position| {
///     games.push(position.game);
///     Ok(())
/// })?;
/// assert_eq!(games, [Some("nim 3 5".to_owned())]);
/// # Ok::<(), grundy_judge::JudgeError>(())
/// ```
///
/// # Errors
/// As [`run`](super::run()), and whatever `each` returns.
pub fn judged(
    format: &Format,
    limits: &Limits,
    mut input: impl Read,
    each: &mut dyn FnMut(Judged) -> Result<(), JudgeError>,
) -> Result<Summary, JudgeError> {
    // One reader for all: whoever calls this does not compile every tally anew.
    observed(format, limits, &mut input, each)
}

/// [`judged`] from any reader.
fn observed(
    format: &Format,
    limits: &Limits,
    input: &mut dyn Read,
    each: &mut dyn FnMut(Judged) -> Result<(), JudgeError>,
) -> Result<Summary, JudgeError> {
    struct Observed<'r> {
        format: &'r Format,
        limits: &'r Limits,
        input: &'r mut dyn Read,
        each: &'r mut dyn FnMut(Judged) -> Result<(), JudgeError>,
    }

    impl Driver for Observed<'_> {
        type Out = Result<Summary, JudgeError>;

        fn by<T: Tally + Send>(self, make: impl Fn() -> T + Sync) -> Self::Out {
            let mut nowhere = io::sink();
            let mut channel = Channel::new(Unlimited(self.input), &mut nowhere, self.limits.path)
                .single(self.format.layout.stops().as_deref())
                .holding();
            let mut progress = Progress::default();
            let mut run = Run::new(self.format, self.limits, make()).observed(self.each);
            let result = run.go(&mut channel, &mut progress);
            finish(&mut channel, &progress, result.map(drop))
        }
    }

    drive(
        format,
        limits,
        Observed {
            format,
            limits,
            input,
            each,
        },
    )
}
