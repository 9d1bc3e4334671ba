//! A formula that judges is itself held against the moves, where the format tells them: on small cases, by plain search.

use grundy_judge::trial::{CaseAnswer, Generator, asked, input};
use grundy_service::Failure;

use super::pace::Pace;
use super::report::Report;
use super::trial::Trial;
use crate::words;

/// Cases that are compared at most.
const CASES: usize = 400;

/// Compares them, within the judge's time for one run.
///
/// # Errors
/// That they differ: then nobody knows what is right.
pub(super) fn compared(trial: &Trial<'_>, pace: &Pace, report: &mut Report) -> Result<(), Failure> {
    let searched = match (trial.format.formulas(), trial.format.by_options()) {
        (Some(_), Some(Ok(searched))) => searched,
        _ => return Ok(()),
    };
    let cases = Generator::new(trial.format, report.seed).small(CASES);
    let by_formula = asked(trial.format, &pace.limits(), &cases);
    let by_moves = asked(&searched, &pace.limits(), &cases);
    for ((case, formula), moves) in cases.iter().zip(by_formula).zip(by_moves) {
        let (Ok(formula), Ok(moves)) = (formula, moves) else {
            continue;
        };
        let [formula, moves] = [formula, moves].map(written);
        if formula != moves {
            let input = input(trial.format, std::slice::from_ref(case));
            let message = words::formula_differs(&input, &formula, &moves);
            return Err(Failure::Unknown(message.into()));
        }
        report.searched += 1;
    }
    Ok(())
}

/// An answer as it is written, in one line.
fn written(answer: CaseAnswer) -> String {
    let positions = answer.positions.iter();
    let words: Vec<&str> = positions
        .flat_map(|position| position.answer.split_whitespace())
        .collect();
    words.join(" ")
}
