//! What a judge answers to cases, and whether an output is the same.

use super::case::{Case, input};
use crate::error::{JudgeError, Problem};
use crate::format::{Cases, Format};
use crate::position::Judged;
use crate::run::{Limits, judged, run_within};
use grundy::budget::Exhausted;
use grundy::{Lang, Message};

/// A judge's answer to one case.
#[derive(Clone, Debug)]
pub struct CaseAnswer {
    /// Who wins, where the case is one position and that is asked.
    pub mover_wins: Option<bool>,
    /// Its positions, as they were judged.
    pub positions: Vec<Judged>,
}

/// Why there is no answer to a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// The format does not allow it, or its text was not read.
    Refused(Why),
    /// It cannot be judged within the limits.
    TooMuch(Why),
    /// Its answer was not waited for: whoever asked wanted an end.
    Stopped(Why),
}

/// What the judge said of a case that it did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// In English.
    pub en: String,
    /// In Chinese.
    pub zh: String,
    /// The English without the position and without numbers.
    kind: String,
}

impl Why {
    fn new(en: &str, zh: &str) -> Why {
        Why::about(en.to_owned(), zh.to_owned(), en)
    }

    /// What somebody else says of it.
    pub fn told(message: &Message) -> Why {
        let [en, zh] = [Lang::En, Lang::Zh].map(|lang| message.render(lang));
        let kind = en.clone();
        Why::about(en, zh, &kind)
    }

    fn about(en: String, zh: String, kind: &str) -> Why {
        let kind = kind.chars().filter(|letter| !letter.is_ascii_digit());
        Why {
            en,
            zh,
            kind: kind.collect(),
        }
    }

    /// Whether the reason is the same, whatever the position and its numbers are.
    pub fn is_like(&self, other: &Why) -> bool {
        self.kind == other.kind
    }
}

impl LeftOut {
    /// What the judge said of it.
    pub fn why(&self) -> &Why {
        match self {
            LeftOut::Refused(why) | LeftOut::TooMuch(why) | LeftOut::Stopped(why) => why,
        }
    }
}

/// The answers to cases; none to those that the format does not allow, or that cannot be judged within the limits.
pub fn told(format: &Format, limits: &Limits, cases: &[Case]) -> Vec<Option<CaseAnswer>> {
    let asked = asked(format, limits, cases);
    asked.into_iter().map(Result::ok).collect()
}

/// The answers to cases, or why there is none.
pub fn asked(format: &Format, limits: &Limits, cases: &[Case]) -> Vec<Result<CaseAnswer, LeftOut>> {
    let mut all: Vec<Result<CaseAnswer, LeftOut>> = Vec::with_capacity(cases.len());
    while all.len() < cases.len() {
        let rest = &cases[all.len()..];
        let text = input(format, rest);
        let mut positions: Vec<Vec<Judged>> = Vec::new();
        let result = judged(format, limits, text.as_bytes(), &mut |shown| {
            let place = usize::try_from(shown.case.saturating_sub(1)).unwrap_or(0);
            // A case may have no positions at all.
            positions.resize_with(positions.len().max(place + 1), Vec::new);
            positions[place].push(shown);
            Ok(())
        });
        let judged = match &result {
            Ok(summary) => summary.cases,
            Err(JudgeError::Input(error)) => error.expected.case.saturating_sub(1),
            Err(_) => 0,
        };
        let judged = usize::try_from(judged).unwrap_or(0).min(rest.len());
        positions.resize_with(judged, Vec::new);
        all.extend(positions.into_iter().map(|positions| {
            let mover_wins = match positions.as_slice() {
                [only] => only.mover_wins,
                _ => None,
            };
            Ok(CaseAnswer {
                mover_wins,
                positions,
            })
        }));
        let is_over = result.is_ok() && format.cases != Cases::One;
        if is_over {
            // Whatever is left was not read.
            let why = || Why::new("the data before it ends the input", "其前的数据已结束输入");
            all.resize_with(cases.len(), || Err(LeftOut::Refused(why())));
        } else if let Err(error) = result {
            all.push(Err(why(&error)));
            let flag = limits.stop.as_ref();
            let is_set = flag.is_some_and(|stop| stop.load(std::sync::atomic::Ordering::Relaxed));
            if is_set || limits.budget.is_stopped(0) {
                let why = || Why::new("stopped", "已停止");
                all.resize_with(cases.len(), || Err(LeftOut::Stopped(why())));
            }
        }
    }
    all.truncate(cases.len());
    all
}

fn why(error: &JudgeError) -> LeftOut {
    let JudgeError::Input(error) = error else {
        return LeftOut::Refused(Why::new(&error.to_string(), &error.chinese()));
    };
    let said = error.problem.to_string();
    let kind = match &error.problem {
        Problem::Unfit(refusal) | Problem::NoPosition(refusal) | Problem::Unknown(refusal) => {
            &refusal.en
        }
        _ => &said,
    };
    let why = Why::about(said.clone(), error.problem.chinese(), kind);
    let interrupted = Exhausted::Interrupted.message().render(Lang::En);
    match &error.problem {
        Problem::Stopped => LeftOut::Stopped(why),
        Problem::Unknown(refusal) if refusal.en == interrupted => LeftOut::Stopped(why),
        Problem::Unknown(_) | Problem::CaseTooLong { .. } | Problem::HeapBeyondTable { .. } => {
            LeftOut::TooMuch(why)
        }
        _ => LeftOut::Refused(why),
    }
}

/// The whole output to cases.
///
/// # Errors
/// As [`run_within`].
pub fn output(format: &Format, limits: &Limits, cases: &[Case]) -> Result<Vec<u8>, JudgeError> {
    let mut answers = Vec::new();
    run_within(
        format,
        limits,
        input(format, cases).as_bytes(),
        &mut answers,
    )?;
    Ok(answers)
}

/// The first token, from 0, in which two outputs differ, as most judges compare them: blanks only part tokens.
pub fn difference(expected: &[u8], got: &[u8]) -> Option<usize> {
    let mut expected = tokens(expected);
    let mut got = tokens(got);
    let mut place = 0;
    loop {
        match (expected.next(), got.next()) {
            (None, None) => return None,
            (expected, got) if expected != got => return Some(place),
            _ => place += 1,
        }
    }
}

/// The tokens of an output.
pub fn tokens(output: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_blank = |byte: &u8| grundy_number::text::scan::is_blank(*byte);
    output.split(is_blank).filter(|token| !token.is_empty())
}
