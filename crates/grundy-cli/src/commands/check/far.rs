//! Ever larger numbers: a program may be right for all small ones and wrong beyond, as one is that goes by a pattern of small numbers.
//!
//! Where the format gives no range, or the rule is the user's own, nothing says how large numbers are. So they are tried by powers
//! of ten, as far as the judge can answer within a part of its budget. A program that is too slow there, or breaks, is not blamed for
//! it: the report says how far it was tried.

use std::time::{Duration, Instant};

use grundy_judge::trial::{Case, Generator, asked};
use grundy_service::Failure;

use super::Told;
use super::pace::brief;
use super::report::{Report, Stage};
use super::trial::{Kind, Trial};

/// The largest number tried, where none is told: what contests' problems mostly allow.
pub(super) const LARGEST: u64 = 1_000_000_000;

/// Numbers up to this are tried among the others.
const NEAR: u64 = 100;

/// Time for all answers.
const TIME: Duration = Duration::from_secs(5);

/// Cases of one size: where many go into a run, and where each needs its own.
const OF_A_SIZE: [usize; 2] = [24, 4];

/// Tries larger and larger numbers, up to the largest.
pub(super) fn tried(
    trial: &Trial<'_>,
    largest: u64,
    report: &mut Report,
    told: &mut Told<'_>,
) -> Result<(), Failure> {
    let many = trial.format.cases != grundy_judge::Cases::One;
    let mut generator = Generator::new(trial.format, report.seed ^ LARGEST);
    let limits = brief(trial.limits);
    let begun = Instant::now();
    let mut size = NEAR;
    while size < largest && begun.elapsed() < TIME {
        size = size.saturating_mul(10).min(largest);
        let (mut cases, mut refused): (Vec<Case>, u64) = (Vec::new(), 0);
        told.is_at(Stage::Judging, report);
        for _ in 0..OF_A_SIZE[usize::from(!many)] {
            let case = generator.far(size);
            let known = asked(trial.format, &limits, std::slice::from_ref(&case));
            if trial.program.is_stopped() {
                return Err(Failure::Interrupted);
            }
            match known.first() {
                Some(Ok(_)) => cases.push(case),
                Some(Err(left)) => {
                    refused += 1;
                    report.leave_out(&case, left);
                }
                None => {}
            }
            if begun.elapsed() > TIME || (refused >= 4 && cases.is_empty()) {
                break;
            }
        }
        if cases.is_empty() {
            return Ok(());
        }
        told.is_at(Stage::Running, report);
        let runs = if many { cases.len() } else { 1 };
        for run in cases.chunks(runs) {
            match trial.run(run)? {
                None => {
                    report.far += run.len() as u64;
                    report.saw(run);
                }
                Some(failed) if failed.kind == Kind::Wrong => {
                    report.far += run.len() as u64;
                    report.saw(run);
                    return told.shrunk(failed, trial, report);
                }
                Some(_) => {
                    report.gave_up = Some(size);
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}
