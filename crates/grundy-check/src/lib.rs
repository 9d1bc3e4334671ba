//! An independent checker of certificates: of periods, of misère quotients, and of tables of boards.
//!
//! A certificate of a period says that from some heap on the Grundy values of a game repeat, each time greater by the saltus, and
//! holds the values that show it. The checker reads the rules of the game by itself, recomputes values by the plain
//! definition (the least value that no option has), and says *verified* or *refuted*. It is slow and simple, and shares
//! no code with the programs that find periods. Those of quotients are told of in [`quotient`], tables of boards in [`boards`].
//!
//! ```
//! use grundy_check::{Effort, Finding, check};
//! let line = r#"{"version":1,"code":"take:1,2","period":3,"preperiod":0,"saltus":0,"theorem":"subtraction","checked_to":6,"width":1,"stretches":[{"start":0,"length":3}],"sha256":"ae4b3280e56e2faf83f414a6e3dabe9d5fbe18976544c05fed121accb85b53fc"}"#;
//! let mut bytes = format!("grundy certificate 1\n{line}\n").into_bytes();
//! bytes.extend([0, 1, 2]);
//! let report = check(&bytes[..], &Effort::default()).unwrap();
//! assert!(matches!(report.finding, Finding::Verified(_)));
//! ```

mod arithmetic;
pub mod boards;
mod certificate;
mod claim;
mod claimed;
mod definition;
pub mod json;
mod least;
mod options;
pub mod quotient;
mod repeating;
mod rules;
mod sample;
mod space;
mod verdict;
mod walk;
mod window;
pub mod words;

pub use claim::{Claim, Theorem};
pub use verdict::{Effort, Finding, Least, Method, Refusal, Refutation, Report, Verified};

use certificate::Certificate;
use rules::Rules;

/// What was judged.
#[derive(Clone, Debug)]
pub enum Judgement {
    /// A period of a sequence of values.
    Period(Report),
    /// A misère quotient.
    Quotient(quotient::Report),
    /// A table of boards.
    Boards(boards::Report),
}

impl Judgement {
    /// Whether nothing was found to be wrong.
    pub fn is_verified(&self) -> bool {
        match self {
            Judgement::Period(report) => matches!(report.finding, Finding::Verified(_)),
            Judgement::Quotient(report) => {
                matches!(report.finding, quotient::Finding::Verified(_))
            }
            Judgement::Boards(report) => matches!(report.finding, boards::Finding::Verified(_)),
        }
    }
}

/// Checks a certificate of any sort.
///
/// # Errors
/// [`Refusal`], as [`check`], [`quotient::check`] and [`boards::check`].
pub fn judge(mut source: impl std::io::Read, effort: &Effort) -> Result<Judgement, Refusal> {
    let mut first = Vec::new();
    let mut beginning = std::io::Read::take(&mut source, quotient::FIRST_LINE.len() as u64);
    std::io::Read::read_to_end(&mut beginning, &mut first)
        .map_err(|error| Refusal::Unreadable(error.to_string()))?;
    let whole = std::io::Read::chain(&first[..], source);
    if first == quotient::FIRST_LINE {
        return quotient::check(whole, effort).map(Judgement::Quotient);
    }
    if first.starts_with(boards::FIRST_LINE) {
        return boards::check(whole, effort).map(Judgement::Boards);
    }
    check(whole, effort).map(Judgement::Period)
}

/// Checks a certificate of a period.
///
/// Memory is a few times the size of what `source` really holds, whatever its header says.
///
/// # Errors
/// [`Refusal`] if there is nothing to judge: not a whole certificate, rules that are not understood, or more work than
/// `effort` allows.
pub fn check(source: impl std::io::Read, effort: &Effort) -> Result<Report, Refusal> {
    let certificate = Certificate::read(source)?;
    let rules: Rules = certificate.claim.code.parse()?;
    let finding = match certificate.claim.theorem {
        Theorem::Window => window::check(&certificate, &rules, effort),
        _ => repeating::check(&certificate, &rules, effort),
    };
    let finding = match finding {
        Ok(verified) => Finding::Verified(verified),
        Err(verdict::Fault::Refuted(refutation)) => Finding::Refuted(refutation),
        Err(verdict::Fault::Refused(refusal)) => return Err(refusal),
    };
    Ok(Report {
        claim: certificate.claim,
        finding,
    })
}
