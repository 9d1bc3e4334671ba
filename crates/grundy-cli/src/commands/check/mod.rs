//! `grundy check`: a user's program on made-up inputs, against the judge's answers.
//!
//! All small cases, random ones, and ones at which programs are often wrong; of a program that fails the least case is
//! looked for, and told with the reason for the right answer.

mod far;
mod formula;
mod made;
mod pace;
mod program;
mod report;
mod trial;

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use grundy::{Budget, Message};
use grundy_judge::trial::{Case, CaseAnswer, Farthest, LeftOut, asked, difference};
use grundy_judge::{Cases, Format, Limits};
use grundy_service::check::{MOST_CASES, Request};
use grundy_service::{Failure as Of, Refused, Sink};

use crate::commands::judge;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits;
use crate::progress::Progress;
use crate::watch;
use crate::words;
use made::Made;
use pace::Pace;
use program::Program;
use report::Stage;
use trial::{Failed, Trial};

pub use report::Report as Checked;

/// A valid call.
const EXAMPLE: &str = "grundy check cses1098 --cmd ./a.out";

/// Cases in one run of the program.
const BATCH: usize = 100;

/// Cases in the first run of a check that has a time of its own: how long cases take the judge is not known yet.
const FIRST_BATCH: usize = 10;

/// Numbers that the cases of one run have together, unless one case alone has more.
const NUMBERS: usize = 1 << 20;

/// Time for one question to the judge, where the check has no time of its own.
const EACH: Duration = Duration::from_secs(10);

/// The first cases come again at the end of every run, for programs that do not begin anew.
const REPEATED: usize = 8;

/// Cases where many go into one run, and where each needs its own.
const CASES: (u64, u64) = (2000, 200);

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let request = request(matches, context)?;
    let interrupt = context.listen();
    let budget = limits::budget_of_tries(matches, EACH, &interrupt, context)?;
    let sink = &mut Counted {
        progress: None,
        context,
    };
    let of = |failure| Failure::of(failure, EXAMPLE);
    let mut checked = Checked::of(&request, &budget, sink).map_err(of)?;
    judge::warn(&checked.format, context);
    sink.progress = Some(Progress::of_cases(checked.most, context));
    checked
        .conducted(&budget, sink, &mut |checked| {
            leave(checked, matches, context)
        })
        .map_err(|failure| match failure {
            Of::Interrupted => Failure::InterruptedAt(checked.agreed_until_then()),
            failure => of(failure),
        })?;
    // What was found is told, however late it is.
    let hold = watch::hold();
    let text = written(&checked, matches, context, true);
    watch::found(None);
    drop(hold);
    context.write(text.as_bytes())?;
    Ok(exit(&checked))
}

/// What the program ends with.
fn exit(checked: &Checked) -> Exit {
    match checked.failed {
        Some(_) => Exit::Mismatch,
        None if checked.tried_too_few() => Exit::Unknown,
        None => Exit::Answered,
    }
}

/// What was found; `explains` says why the right answer is that.
fn written(checked: &Checked, matches: &ArgMatches, context: &Context, explains: bool) -> String {
    match limits::as_json(matches) {
        true => checked.told_in_json(explains),
        false => checked.text(context, explains),
    }
}

/// Leaves what was found until now to the watch, which tells it where the check does not come to its end in time.
fn leave(checked: &Checked, matches: &ArgMatches, context: &Context) {
    let out = match (checked.nothing_tried(), &checked.failed) {
        (Some(message), None) => Err(message),
        // The judge may be what takes the time.
        _ => Ok(written(checked, matches, context, false)),
    };
    let exit = match &out {
        Err(_) => Exit::Unknown,
        Ok(_) => exit(checked),
    };
    watch::found(Some(watch::Found { out, exit }));
}

/// What the flags ask for.
fn request(matches: &ArgMatches, context: &Context) -> Result<Request, Failure> {
    let problem = judge::problem(matches, context)?;
    if judge::is_missing(&problem) {
        return Err(Failure::Arguments(words::which_problem(), EXAMPLE.into()));
    }
    let command = limits::text(matches, "cmd").filter(|command| !command.trim().is_empty());
    let Some(command) = command else {
        return Err(Failure::Arguments(words::which_program(), EXAMPLE.into()));
    };
    let mut request = Request::of(problem, command.to_owned());
    request.assume_finite = matches.get_flag("assume-finite");
    if let Some(text) = limits::text(matches, "cases") {
        let cases = limits::count(text).filter(|count| (1..=MOST_CASES).contains(count));
        request.cases = Some(cases.ok_or_else(|| {
            let example = format!("{EXAMPLE} --cases 500");
            Failure::Arguments(words::no_cases(text, MOST_CASES), example)
        })?);
    }
    if let Some(text) = limits::text(matches, "seed") {
        request.seed = limits::count(text).ok_or_else(|| {
            Failure::Arguments(words::no_seed(text), format!("{EXAMPLE} --seed 7"))
        })?;
    }
    if let Some(text) = limits::text(matches, "limit-time") {
        let time = limits::duration(text)
            .flatten()
            .filter(|time| !time.is_zero());
        let time = time.ok_or_else(|| {
            let example = format!("{EXAMPLE} --limit-time 500ms");
            Failure::Arguments(words::no_limit(text), example)
        })?;
        request.limit = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    }
    if let Some(text) = limits::text(matches, "largest") {
        let largest = limits::count(text).filter(|&largest| largest < 1 << 63);
        request.largest = Some(largest.ok_or_else(|| {
            let example = format!("{EXAMPLE} --largest 1000000");
            Failure::Arguments(words::no_largest(text), example)
        })?);
    }
    Ok(request)
}

/// The terminal behind a check: its files, and a bar once there is something to count.
struct Counted<'c> {
    progress: Option<Progress>,
    context: &'c Context,
}

impl Sink for Counted<'_> {
    fn progress(&mut self, done: u64) {
        if let Some(progress) = &self.progress {
            progress.counter().store(done, Ordering::Relaxed);
        }
    }

    fn note(&mut self, message: &Message) {
        // A bar would stand still meanwhile.
        if self.context.is_watched() {
            self.progress = None;
            let message = message.render(self.context.lang);
            self.context.aside(&format!("{message}\n"));
        }
    }

    fn read(&self, name: &str, most: u64) -> Result<String, Message> {
        self.context.read(name, most)
    }
}

impl Checked {
    /// A check as it is asked for, of which nothing is done yet.
    ///
    /// # Errors
    /// That there is no such problem or program, or that the numbers asked for are out of their ranges.
    pub fn of(request: &Request, budget: &Budget, sink: &dyn Sink) -> Result<Checked, Of> {
        let mut format = request.problem.read(sink)?;
        if let Some(largest) = request.largest {
            // An end below that of the ranges is one for them too.
            for (_, range) in &mut format.ranges {
                *range = *range.start()..=(*range.end()).min(largest.max(*range.start()));
            }
        }
        let most = request.cases.unwrap_or(match format.cases {
            Cases::One => CASES.1,
            _ => CASES.0,
        });
        if !(1..=MOST_CASES).contains(&most) {
            let (found, most) = (most, MOST_CASES);
            return Err(Refused::Cases { found, most }.into());
        }
        if request.command.trim().is_empty() || request.limit == 0 {
            return Err(Refused::NoProgram.into());
        }
        // Letters and edges are no numbers that could be large.
        let is_open =
            (request.problem.rule.is_some() || format.ranges.is_empty()) && format.own.is_none();
        let asked_for = request.largest.map(|largest| (largest, true));
        let open = is_open.then_some((far::LARGEST, false));
        let farthest = |(largest, is_asked_for)| Farthest {
            largest,
            is_asked_for,
        };
        let farthest = (asked_for.map(farthest))
            .or_else(|| Farthest::of(&format))
            .or_else(|| open.map(farthest));
        let mut limits = grundy_service::judge::limits(budget);
        limits.assume_finite = request.assume_finite;
        Ok(Checked {
            limits,
            farthest,
            format,
            command: request.command.clone(),
            most,
            seed: request.seed,
            time: Duration::from_millis(request.limit),
            tried: 0,
            searched: 0,
            refused: 0,
            reasons: Vec::new(),
            far: 0,
            largest: 0,
            gave_up: None,
            over: None,
            stage: Stage::Making,
            judge: (Duration::ZERO, Duration::ZERO),
            sample_differs: None,
            failed: None,
        })
    }

    /// Tries the program, up to the first failure or the end of the time; `sink` is told how many cases were made up. A time of the
    /// budget that counts from some moment is that of the whole check: at its end what was tried until then is the answer.
    ///
    /// # Errors
    /// That somebody stopped it, that the program cannot be run, or that no case was made up that the judge can answer.
    pub fn conduct(&mut self, budget: &Budget, sink: &mut dyn Sink) -> Result<(), Of> {
        self.conducted(budget, sink, &mut |_| ())
    }

    /// The same; where the check has a time of its own, `seen` is shown what would be told if that were over now, whenever there is more to
    /// tell.
    fn conducted(
        &mut self,
        budget: &Budget,
        sink: &mut dyn Sink,
        seen: &mut dyn FnMut(&Checked),
    ) -> Result<(), Of> {
        let (format, limits, command) = (
            self.format.clone(),
            self.limits.clone(),
            self.command.clone(),
        );
        let whole = budget.since.zip(budget.time);
        let until = whole.and_then(|(since, time)| since.checked_add(time));
        let program = Program {
            command: &command,
            time: self.time,
            until,
            is_stopped: &|| budget.is_stopped(0),
        };
        let trial = Trial {
            format: &format,
            limits: &limits,
            program: &program,
        };
        let time = budget.time.filter(|_| until.is_some());
        let told = &mut Told { sink, seen, time };
        match self.all(&trial, told) {
            // What the end of the time stopped is no failure.
            Err(Of::Interrupted | Of::Unknown(_)) if program.is_over() => self.over = budget.time,
            all => all?,
        }
        match (self.tried, self.over) {
            _ if self.failed.is_some() => Ok(()),
            (0, Some(time)) => {
                let message = words::no_time_for_a_case(time, self.stage.message());
                Err(Of::Unknown(message.into()))
            }
            (0, None) => Err(Of::Unknown(self.none_made().into())),
            _ => Ok(()),
        }
    }

    /// Tries everything there is to try, up to the first failure.
    fn all(&mut self, trial: &Trial<'_>, told: &mut Told<'_>) -> Result<(), Of> {
        let left = trial.program.left();
        let mut pace = Pace::new(trial.limits, left, self.farthest.is_some());
        self.judge = pace.parts();
        told.is_at(Stage::Making, self);
        formula::compared(trial, &pace, self)?;
        let mut made = Made::new(trial.format, self.most, self.seed);
        tried(trial, &mut made, &mut pace, self, told)?;
        if let (None, Some(farthest)) = (&self.failed, self.farthest) {
            far::tried(trial, farthest, &pace, self, told)?;
        }
        if self.failed.is_none() && pace.is_over() {
            pace.go_on();
            tried(trial, &mut made, &mut pace, self, told)?;
        }
        if let (None, Some(sample)) = (&self.failed, &trial.format.sample) {
            let expected = match trial.answered(&sample.input) {
                // What the rule says is what is checked.
                Ok(told) if difference(sample.output.as_bytes(), &told).is_some() => {
                    self.sample_differs = Some(String::from_utf8_lossy(&told).into_owned());
                    told
                }
                _ => sample.output.clone().into_bytes(),
            };
            self.failed = trial.run_on(&[], &sample.input, expected)?;
        }
        match &self.failed {
            None if trial.program.is_stopped() => Err(Of::Interrupted),
            _ => Ok(()),
        }
    }
}

/// Those who are told how far a check is.
struct Told<'t> {
    sink: &'t mut dyn Sink,
    seen: &'t mut dyn FnMut(&Checked),
    /// The time of the whole check, if it has one.
    time: Option<Duration>,
}

impl Told<'_> {
    /// The check comes to something else.
    fn is_at(&mut self, stage: Stage, report: &mut Checked) {
        if stage != report.stage
            && let Some(message) = stage.note()
        {
            self.sink.note(&message);
        }
        report.stage = stage;
        if self.time.is_some() {
            let before = std::mem::replace(&mut report.over, self.time);
            (self.seen)(report);
            report.over = before;
        }
    }

    /// A run failed, and is made smaller.
    fn shrunk(
        &mut self,
        failed: Failed,
        trial: &Trial<'_>,
        report: &mut Checked,
    ) -> Result<(), Of> {
        report.failed = Some(failed);
        self.is_at(Stage::Shrinking, report);
        report.failed = match report.failed.take() {
            Some(failed) => Some(trial.shrunk(failed)?),
            None => None,
        };
        Ok(())
    }
}

/// Tries the program on as many cases as asked for, or up to the first that fails, which is made smaller, or until the rest of the time
/// is for others.
fn tried(
    trial: &Trial<'_>,
    made: &mut Made<'_>,
    pace: &mut Pace,
    report: &mut Checked,
    told: &mut Told<'_>,
) -> Result<(), Of> {
    let many = trial.format.cases != Cases::One;
    let mut together = match trial.program.left() {
        _ if !many => 1,
        None => BATCH,
        Some(_) => FIRST_BATCH,
    };
    let mut first: Vec<Case> = Vec::new();
    let mut least = Duration::MAX;
    while !pace.is_over() {
        let (begun, before) = (Instant::now(), pace.worked());
        told.is_at(Stage::Making, report);
        let limits = pace.limits();
        let (mut batch, mut numbers): (Vec<Case>, usize) = (Vec::new(), 0);
        while batch.len() < together && numbers < NUMBERS && !trial.program.is_stopped() {
            let Some(case) = made.another(pace, &limits) else {
                break;
            };
            numbers += case.numbers();
            batch.push(case);
        }
        if batch.is_empty() && !trial.program.is_stopped() {
            return Ok(());
        }
        told.is_at(Stage::Judging, report);
        let known = answers(trial.format, &limits, &batch);
        if trial.program.is_stopped() {
            return Err(Of::Interrupted);
        }
        pace.heard(&known, pace.worked().saturating_sub(before));
        let allowed = batch.iter().zip(&known).filter(|(_, known)| known.is_ok());
        let mut allowed: Vec<Case> = allowed.map(|(case, _)| case.clone()).collect();
        for (case, known) in batch.iter().zip(&known) {
            if let Err(left) = known {
                report.leave_out(case, left);
            }
        }
        told.sink.progress(made.made);
        if allowed.is_empty() {
            continue;
        }
        let count = allowed.len();
        if many {
            if first.is_empty() {
                first.extend(allowed.iter().take(REPEATED).cloned());
            }
            allowed.extend_from_slice(&first);
        }
        told.is_at(Stage::Running, report);
        let failed = trial.run(&allowed)?;
        report.saw(&allowed[..count]);
        report.tried += count as u64;
        if let Some(failed) = failed {
            return told.shrunk(failed, trial, report);
        }
        if many {
            // What the shortest run took may be all for its start, of which fewer cases would spare nothing.
            let took = begun.elapsed();
            least = least.min(took);
            together = match took > pace.soon() + least {
                true => (together / 2).max(1),
                false => (2 * together).min(BATCH),
            };
        }
    }
    Ok(())
}

/// The answers to a batch; the small ones are asked first, so that a large one takes no time from them.
fn answers(format: &Format, limits: &Limits, batch: &[Case]) -> Vec<Result<CaseAnswer, LeftOut>> {
    let mut order: Vec<usize> = (0..batch.len()).collect();
    order.sort_by_cached_key(|&place| batch[place].size());
    let ordered: Vec<Case> = order.iter().map(|&place| batch[place].clone()).collect();
    let known = asked(format, limits, &ordered);
    let mut placed: Vec<_> = order.into_iter().zip(known).collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, known)| known).collect()
}
