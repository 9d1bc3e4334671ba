//! Ever larger numbers: a program may be right for all small ones and wrong beyond, as one is that goes by a pattern of small numbers, or whose
//! numbers are too short.
//!
//! They are tried by powers of ten, as far as the judge can answer within a part of its budget: up to those of the statement, which are
//! `far` of the format. Where nothing says how large numbers are, since the rule is the user's own or the format has no ranges, they go
//! up to what contests mostly allow. A program that is too slow there is not blamed for it, since many cases may be one run, nor is one that
//! breaks where no statement promises such numbers: the report says how far it was tried.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use grundy_judge::trial::{Case, Farthest, asked, large, sizes, turning};
use grundy_service::Failure;

use super::Told;
use super::pace::Pace;
use super::report::{Report, Stage};
use super::trial::{Kind, Trial};

/// The largest number tried, where none is told: what contests' problems mostly allow.
pub(super) const LARGEST: u64 = 1_000_000_000;

/// Time for all sizes but the largest, which is tried anyway, and for each.
const TIME: Duration = Duration::from_secs(5);
const EACH: Duration = Duration::from_secs(3);

/// Cases of a size to which the judge has no answer, and none to which it has, say that it has none to larger ones.
const REFUSED: usize = 4;

/// Tries larger and larger numbers, up to the largest.
pub(super) fn tried(
    trial: &Trial<'_>,
    farthest: Farthest,
    pace: &Pace,
    report: &mut Report,
    told: &mut Told<'_>,
) -> Result<(), Failure> {
    let many = trial.format.cases != grundy_judge::Cases::One;
    let begun = Instant::now();
    for size in sizes(farthest.largest) {
        if begun.elapsed() > TIME && size < farthest.largest {
            continue;
        }
        let until = Instant::now() + EACH;
        told.is_at(Stage::Far, report);
        let limits = pace.limits();
        let (mut cases, mut refused): (Vec<Case>, usize) = (Vec::new(), 0);
        let mut made = VecDeque::from(large(trial.format, farthest, size, report.seed));
        let (mut of_size, turned_until) = (made.len(), Instant::now() + EACH / 2);
        while let Some(case) = made.pop_front() {
            let known = asked(trial.format, &limits, std::slice::from_ref(&case));
            if trial.program.is_stopped() {
                return Err(Failure::Interrupted);
            }
            match known.first() {
                Some(Ok(answer)) => {
                    // Beside those of a size, and not beside these again.
                    if of_size > 0 && Instant::now() < turned_until {
                        let within = (size, turned_until);
                        let beside = (&case, answer);
                        made.extend(turning(trial.format, &limits, beside, within, report.seed));
                    }
                    cases.push(case);
                }
                Some(Err(left)) => {
                    refused += 1;
                    report.leave_out(&case, left);
                }
                None => {}
            }
            of_size = of_size.saturating_sub(1);
            if Instant::now() > until || (refused >= REFUSED && cases.is_empty()) {
                break;
            }
        }
        if cases.is_empty() {
            return Ok(());
        }
        let runs = if many { cases.len() } else { 1 };
        for run in cases.chunks(runs) {
            let Some(failed) = trial.run(run)? else {
                report.far += run.len() as u64;
                report.saw(run);
                if Instant::now() > until + EACH {
                    break;
                }
                continue;
            };
            let is_promised = !trial.format.far.is_empty() && !farthest.is_asked_for;
            if failed.kind == Kind::Wrong || (is_promised && failed.kind != Kind::Late) {
                report.far += run.len() as u64;
                report.saw(run);
                return told.shrunk(failed, trial, report);
            }
            report.gave_up = Some(size);
            return Ok(());
        }
    }
    Ok(())
}
