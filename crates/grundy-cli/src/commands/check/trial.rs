//! A user's program against the judge, case by case: the first that fails, and the least that still fails.

use std::time::{Duration, Instant};

use grundy_judge::trial::{Case, difference, input, output, tokens, told};
use grundy_judge::{Cases, Format, JudgeError, Limits, run_within};
use grundy_service::Failure;

use super::program::{Ended, Program, Took};
use crate::words;

/// Time for making a failing case smaller.
const SHRINKING: Duration = Duration::from_secs(20);

/// Runs for making a failing case smaller.
const RUNS: u32 = 3000;

/// Bytes that an output may have beyond twice those expected.
const SPARE: usize = 1 << 20;

/// What is wrong with a program's run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Another output.
    Wrong,
    /// An exit code that is not 0, or a signal.
    Crash,
    /// No end within the time.
    Late,
    /// Output without end.
    Flood,
}

/// A run that failed.
#[derive(Debug)]
pub(super) struct Failed {
    pub(super) kind: Kind,
    /// The cases of the input; none of a sample.
    pub(super) cases: Vec<Case>,
    pub(super) input: String,
    pub(super) expected: Vec<u8>,
    pub(super) got: Vec<u8>,
    /// The exit code, or the negative number of the signal.
    pub(super) code: Option<i32>,
    /// What it wrote to standard error.
    pub(super) complaint: String,
    /// What each of its tries took, where that was too much.
    pub(super) took: Vec<Took>,
}

/// A program and the judge that it is compared with.
pub(super) struct Trial<'t> {
    pub(super) format: &'t Format,
    pub(super) limits: &'t Limits,
    pub(super) program: &'t Program<'t>,
}

impl Trial<'_> {
    /// What the judge answers to a text.
    pub(super) fn answered(&self, text: &str) -> Result<Vec<u8>, JudgeError> {
        let mut answers = Vec::new();
        run_within(self.format, self.limits, text.as_bytes(), &mut answers)?;
        Ok(answers)
    }

    /// Runs the program on cases that the judge allows; what is wrong with it there.
    pub(super) fn run(&self, cases: &[Case]) -> Result<Option<Failed>, Failure> {
        let expected = output(self.format, self.limits, cases).map_err(|error| {
            let message = words::as_it_is(error.to_string(), error.chinese());
            match self.program.is_stopped() {
                true => Failure::Interrupted,
                false => Failure::Unknown(message.into()),
            }
        })?;
        self.run_on(cases, &input(self.format, cases), expected)
    }

    /// Runs the program on a text that holds these cases.
    pub(super) fn run_on(
        &self,
        cases: &[Case],
        text: &str,
        expected: Vec<u8>,
    ) -> Result<Option<Failed>, Failure> {
        let most = expected.len().saturating_mul(2).saturating_add(SPARE);
        let ended = self.program.run(text.as_bytes(), most);
        let ended = ended.map_err(|error| Failure::File(words::cannot_run(&error)))?;
        let mut took = Vec::new();
        let (kind, got, code, complaint) = match ended {
            Ended::Stopped => return Err(Failure::Interrupted),
            Ended::Well(got) => match difference(&expected, &got) {
                None => return Ok(None),
                Some(_) => (Kind::Wrong, got, None, String::new()),
            },
            // What a shell says of a command that is not there, or cannot be run.
            Ended::Badly(Some(code @ (126 | 127)), got, _) if got.is_empty() => {
                let command = self.program.command;
                return Err(Failure::File(match code {
                    126 => words::not_runnable(command),
                    _ => words::no_program(command),
                }));
            }
            Ended::Badly(code, got, complaint) => (Kind::Crash, got, code, complaint),
            Ended::Late(got, tries) => {
                took = tries;
                (Kind::Late, got, None, String::new())
            }
            Ended::Flooding(got) => (Kind::Flood, got, None, String::new()),
        };
        Ok(Some(Failed {
            kind,
            cases: cases.to_vec(),
            input: text.to_owned(),
            expected,
            got,
            code,
            complaint,
            took,
        }))
    }

    /// The least cases found that fail in the same way; those found until then where somebody asks to stop, time is over, or the judge has no
    /// answer to smaller ones together.
    pub(super) fn shrunk(&self, mut failed: Failed) -> Result<Failed, Failure> {
        match self.shrink(&mut failed) {
            Ok(()) | Err(Failure::Interrupted | Failure::Unknown(_)) => Ok(failed),
            Err(other) => Err(other),
        }
    }

    fn shrink(&self, failed: &mut Failed) -> Result<(), Failure> {
        let until = Instant::now()
            + self.program.left().map_or(SHRINKING, |left| {
                // The rest is for saying what was found.
                SHRINKING.min(left / 10 * 9)
            });
        let mut runs = 0;
        let mut fails = |cases: &[Case], kind: Kind| -> Result<Option<Failed>, Failure> {
            if runs == RUNS || Instant::now() >= until {
                return Ok(None);
            }
            runs += 1;
            Ok(self.run(cases)?.filter(|other| other.kind == kind))
        };
        if self.format.cases != Cases::One {
            // One case alone is best, and the case at which the outputs part is most likely it.
            let first = self.first_different(failed);
            let likely = first.and_then(|place| failed.cases.get(place)).cloned();
            if let Some(only) = likely.filter(|_| failed.cases.len() > 1)
                && let Some(less) = fails(&[only], failed.kind)?
            {
                *failed = less;
            }
            let mut part = failed.cases.len() / 2;
            while part > 0 && failed.cases.len() > 1 {
                let mut found = false;
                for begin in (0..failed.cases.len()).step_by(part) {
                    let mut rest = failed.cases.clone();
                    rest.drain(begin..(begin + part).min(rest.len()));
                    if !rest.is_empty()
                        && let Some(less) = fails(&rest, failed.kind)?
                    {
                        *failed = less;
                        found = true;
                        break;
                    }
                }
                if !found {
                    part /= 2;
                }
                part = part.min(failed.cases.len() / 2);
            }
        }
        'again: loop {
            for place in 0..failed.cases.len() {
                let mut simpler = failed.cases[place].smaller(self.format);
                simpler.sort_by_cached_key(Case::size);
                let known = told(self.format, self.limits, &simpler);
                for (case, _) in simpler
                    .iter()
                    .zip(&known)
                    .filter(|(_, told)| told.is_some())
                {
                    let mut cases = failed.cases.clone();
                    cases[place] = case.clone();
                    if let Some(less) = fails(&cases, failed.kind)? {
                        *failed = less;
                        continue 'again;
                    }
                }
            }
            return Ok(());
        }
    }

    /// The case at which the output most likely parts from what is expected: of numbers that a heading repeats it is not known how many they are.
    fn first_different(&self, failed: &Failed) -> Option<usize> {
        let wrong = difference(&failed.expected, &failed.got)?;
        let told = told(self.format, self.limits, &failed.cases);
        let mut text = Vec::new();
        for (place, told) in told.iter().enumerate() {
            text.extend_from_slice(self.format.before_case.text().as_bytes());
            for position in told.iter().flat_map(|told| &told.positions) {
                text.extend_from_slice(position.answer.as_bytes());
            }
            text.extend_from_slice(self.format.after_case.text().as_bytes());
            if tokens(&text).count() > wrong {
                return Some(place);
            }
        }
        None
    }
}
