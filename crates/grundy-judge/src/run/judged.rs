//! Every position of an input with the game it is and its answer: for those who ask why.

use super::cases::{Progress, Run};
use super::tallies::{Driver, drive};
use super::{Limits, Summary, finish};
use crate::channel::Channel;
use crate::error::JudgeError;
use crate::format::Format;
use crate::source::Unlimited;
use crate::tally::Tally;
use grundy::rule::{Position, Rule};
use std::io::{self, Read};

/// A rule in the one-line notation, with the parameters of a case, and the positions whose sum it judges.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruled {
    /// The rule.
    pub rule: Rule,
    /// The positions.
    pub positions: Vec<Position>,
}

/// A position that was judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The case, from 1.
    pub case: u64,
    /// The position within the case, from 1; 0 where a case is one position.
    pub position: u64,
    /// The position in the notation of games; nothing where the rule is no game of the catalogue.
    pub game: Option<String>,
    /// The rule and the positions, where the format's rule is one in the one-line notation.
    pub ruled: Option<Ruled>,
    /// Whether it is played under misère play.
    pub misere: bool,
    /// Whether the mover wins, where that is asked of the rule.
    pub mover_wins: Option<bool>,
    /// What the judge expects for it, without what follows the case.
    pub answer: String,
}

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
    input: impl Read,
    each: &mut dyn FnMut(Judged) -> Result<(), JudgeError>,
) -> Result<Summary, JudgeError> {
    struct Observed<'r, R> {
        format: &'r Format,
        limits: &'r Limits,
        input: R,
        each: &'r mut dyn FnMut(Judged) -> Result<(), JudgeError>,
    }

    impl<R: Read> Driver for Observed<'_, R> {
        type Out = Result<Summary, JudgeError>;

        fn by<T: Tally + Send>(self, make: impl Fn() -> T + Sync) -> Self::Out {
            let mut channel =
                Channel::new(Unlimited(self.input), io::sink(), self.limits.path).holding();
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
