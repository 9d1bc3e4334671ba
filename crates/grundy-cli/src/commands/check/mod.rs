//! `grundy check`: a user's program on made-up inputs, against the judge's answers.
//!
//! All small cases, random ones, and ones at which programs are often wrong; of a program that fails the least case is
//! looked for, and told with the reason for the right answer.

mod far;
mod program;
mod report;
mod trial;

use std::collections::{HashSet, VecDeque};
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::ArgMatches;
use grundy_judge::trial::{Case, Generator, told};
use grundy_judge::{Cases, Format, Limits};

use crate::commands::{judge, place};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits;
use crate::progress::Progress;
use crate::words;
use program::Program;
use report::Report;
use trial::Trial;

/// A valid call.
const EXAMPLE: &str = "grundy check cses1098 --cmd ./a.out";

/// Cases in one run of the program.
const BATCH: usize = 100;

/// The first cases come again at the end of every run, for programs that do not begin anew.
const REPEATED: usize = 8;

/// Cases where many go into one run, and where each needs its own.
const CASES: (u64, u64) = (2000, 200);

/// Most cases of one check.
const MOST_CASES: u64 = 10_000_000;

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let own = judge::own_formats(matches, context)?;
    let is_named = place(matches, "NAME").is_some() || limits::text(matches, "rule").is_some();
    if !is_named && own.is_empty() {
        return Err(Failure::Arguments(words::which_problem(), EXAMPLE.into()));
    }
    let (format, rest) = judge::chosen(matches, &own, EXAMPLE, context)?;
    if let Some(word) = rest {
        return Err(judge::no_such_format(word, &own, EXAMPLE));
    }
    let format = &*format;
    let command = limits::text(matches, "cmd").filter(|command| !command.trim().is_empty());
    let Some(command) = command else {
        return Err(Failure::Arguments(words::which_program(), EXAMPLE.into()));
    };
    let many = format.cases != Cases::One;
    let cases = match limits::text(matches, "cases") {
        None if many => CASES.0,
        None => CASES.1,
        Some(text) => limits::count(text)
            .filter(|count| (1..=MOST_CASES).contains(count))
            .ok_or_else(|| {
                let example = format!("{EXAMPLE} --cases 500");
                Failure::Arguments(words::no_cases(text, MOST_CASES), example)
            })?,
    };
    let seed = match limits::text(matches, "seed") {
        None => 1,
        Some(text) => limits::natural(text).ok_or_else(|| {
            Failure::Arguments(words::no_seed(text), format!("{EXAMPLE} --seed 7"))
        })?,
    };
    let time = match limits::text(matches, "limit-time") {
        None => Duration::from_secs(2),
        Some(text) => limits::duration(text)
            .flatten()
            .filter(|time| !time.is_zero())
            .ok_or_else(|| {
                let example = format!("{EXAMPLE} --limit-time 500ms");
                Failure::Arguments(words::no_limit(text), example)
            })?,
    };
    let largest = match limits::text(matches, "largest") {
        None => None,
        Some(text) => {
            let largest = limits::natural(text).filter(|&largest| largest < 1 << 63);
            Some(largest.ok_or_else(|| {
                let example = format!("{EXAMPLE} --largest 1000000");
                Failure::Arguments(words::no_largest(text), example)
            })?)
        }
    };
    let interrupt = context.listen();
    let mut bounds = Limits {
        budget: limits::budget(matches, Some(Duration::from_secs(10)), &interrupt, context)?,
        stop: Some(interrupt.flag()),
        ..Limits::default()
    };
    judge::within_bytes(&mut bounds);
    let program = Program {
        command,
        time,
        interrupt: &interrupt,
    };
    let trial = Trial {
        format,
        limits: &bounds,
        program: &program,
    };
    let mut report = Report {
        format,
        command,
        seed,
        time,
        tried: 0,
        refused: 0,
        far: 0,
        largest: 0,
        gave_up: None,
        failed: None,
    };
    let is_open = limits::text(matches, "rule").is_some() || format.ranges.is_empty();
    let largest = largest.or(is_open.then_some(far::LARGEST));
    let all = |report: &mut Report<'_>| {
        tried(&trial, cases, seed, report, context)?;
        match (&report.failed, largest) {
            (None, Some(largest)) => far::tried(&trial, largest, seed, report),
            _ => Ok(()),
        }
    };
    if let Err(failure) = all(&mut report) {
        return Err(match failure {
            Failure::Interrupted => Failure::InterruptedAt(words::agreed_until_then(report.tried)),
            other => other,
        });
    }
    if let (None, Some(sample)) = (&report.failed, &format.sample) {
        report.failed = trial.run_on(&[], &sample.input, sample.output.clone().into_bytes())?;
    }
    if interrupt.was_pressed() && report.failed.is_none() {
        return Err(Failure::InterruptedAt(words::agreed_until_then(
            report.tried,
        )));
    }
    if report.tried == 0 {
        return Err(Failure::unknown(words::no_case_made()));
    }
    let text = if matches.get_flag("json") {
        report.json(&bounds)
    } else {
        report.text(&bounds, context)
    };
    context.write(text.as_bytes())?;
    Ok(match report.failed {
        None => Exit::Answered,
        Some(_) => Exit::Mismatch,
    })
}

/// Tries the program on so many cases, or up to the first that fails, which is made smaller.
fn tried(
    trial: &Trial<'_>,
    cases: u64,
    seed: u64,
    report: &mut Report<'_>,
    context: &Context,
) -> Result<(), Failure> {
    let progress = Progress::of_cases(cases, context);
    let mut made = Made::new(trial.format, trial.limits, cases, seed);
    let many = trial.format.cases != Cases::One;
    let together = if many { BATCH } else { 1 };
    let mut first: Vec<Case> = Vec::new();
    loop {
        let batch: Vec<Case> = made.by_ref().take(together).collect();
        if batch.is_empty() {
            return Ok(());
        }
        let known = told(trial.format, trial.limits, &batch);
        if trial.program.interrupt.was_pressed() {
            return Err(Failure::Interrupted);
        }
        let allowed = batch.iter().zip(&known).filter(|(_, told)| told.is_some());
        let mut allowed: Vec<Case> = allowed.map(|(case, _)| case.clone()).collect();
        report.refused += (batch.len() - allowed.len()) as u64;
        progress
            .counter()
            .fetch_add(batch.len() as u64, Ordering::Relaxed);
        if allowed.is_empty() {
            continue;
        }
        report.saw(&allowed);
        let count = allowed.len() as u64;
        if many {
            if first.is_empty() {
                first.extend(allowed.iter().take(REPEATED).cloned());
            }
            allowed.extend_from_slice(&first);
        }
        if let Some(failed) = trial.run(&allowed)? {
            report.tried += count;
            report.failed = Some(trial.shrunk(failed)?);
            return Ok(());
        }
        report.tried += count;
    }
}

/// Cases in the order in which they are tried.
struct Made<'f> {
    format: &'f Format,
    limits: &'f Limits,
    generator: Generator<'f>,
    ready: VecDeque<Case>,
    /// Cases that were made, as far as they are kept, so that none comes twice.
    seen: HashSet<Case>,
    turn: u64,
    made: u64,
    most: u64,
}

/// Cases that are kept to notice one that comes again.
const SEEN: usize = 1 << 18;

/// So many that come again one after the other say that there are hardly others.
const AGAIN: u32 = 300;

impl<'f> Made<'f> {
    fn new(format: &'f Format, limits: &'f Limits, most: u64, seed: u64) -> Made<'f> {
        let generator = Generator::new(format, seed);
        let half = usize::try_from((most / 2).min(20_000)).unwrap_or(20_000);
        Made {
            format,
            limits,
            ready: generator.small(half).into(),
            generator,
            seen: HashSet::new(),
            turn: 0,
            made: 0,
            most,
        }
    }
}

impl Made<'_> {
    fn another(&mut self) -> Case {
        if let Some(case) = self.ready.pop_front() {
            return case;
        }
        self.turn += 1;
        let by_outcome = matches!(self.format.tell, grundy_judge::Reply::Outcome { .. });
        match self.turn % 8 {
            0 if by_outcome => {
                self.ready.extend(self.generator.balanced(self.limits));
                self.ready
                    .pop_front()
                    .unwrap_or_else(|| self.generator.medium())
            }
            1 | 3 | 5 => self.generator.adversarial(),
            _ => self.generator.medium(),
        }
    }
}

impl Iterator for Made<'_> {
    type Item = Case;

    fn next(&mut self) -> Option<Case> {
        if self.made == self.most {
            return None;
        }
        for _ in 0..AGAIN {
            let case = self.another();
            if self.seen.contains(&case) {
                continue;
            }
            if self.seen.len() < SEEN {
                self.seen.insert(case.clone());
            }
            self.made += 1;
            return Some(case);
        }
        None
    }
}
