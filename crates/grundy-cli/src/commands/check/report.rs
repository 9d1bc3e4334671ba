//! What a check found, for people and as JSON.

use std::fmt::Write as _;
use std::time::Duration;

use grundy::{Lang, Message, Solver};
use grundy_judge::trial::{Case, Farthest, LeftOut, Why, input};
use grundy_judge::{Cases, Format, JudgeError, Judged, Limits, judged};
use grundy_service::check;
use grundy_service::judge::Position;

use super::program::PATIENCE;
use super::trial::{Failed, Kind};
use crate::commands::judge::explain;
use crate::context::Context;
use crate::print::answer::Manner;
use crate::print::paint::{Paint, clean};
use crate::words;

/// Lines of an output or a complaint that are shown.
const LINES: usize = 20;

/// Characters of a line that are shown.
const COLUMNS: usize = 200;

/// Bytes of an output in JSON.
const BYTES: usize = 64 << 10;

/// Positions that are explained.
const EXPLAINED: usize = 3;

/// Reasons for leaving cases out that are kept, and that are shown.
const REASONS: (usize, usize) = (100, 3);

/// Cases without which a check that its time ended says nothing: where many go into one run, and where each needs its own.
const ENOUGH: (u64, u64) = (100, 20);

/// Characters of a case that is shown as an example.
const EXAMPLE: usize = 60;

/// Why cases were left out.
#[derive(Debug)]
pub(super) struct Reason {
    count: u64,
    why: Why,
    /// The input with such a case alone.
    input: String,
}

impl Reason {
    /// The input in one line: blanks and line ends are the same to the judge.
    fn example(&self) -> String {
        shortened(&self.input)
    }
}

/// A text in one line, with its beginning where it is long.
fn shortened(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = clean(&words.join(" "));
    match line.char_indices().nth(EXAMPLE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// What a check is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Cases are made up.
    Making,
    /// The judge answers them.
    Judging,
    /// The program runs.
    Running,
    /// Larger numbers are tried, after all others.
    Far,
    /// A case that fails is made smaller.
    Shrinking,
}

impl Stage {
    /// It, as what takes the time.
    pub(super) fn message(self) -> Message {
        match self {
            Stage::Making => words::making_cases(),
            Stage::Judging => words::judging_cases(),
            Stage::Running => words::running_program(),
            Stage::Far => words::trying_large_numbers(),
            Stage::Shrinking => words::shrinking_input(),
        }
    }

    /// What is said as it begins, where nothing else says that there is still something to do.
    pub(super) fn note(self) -> Option<Message> {
        (self == Stage::Far).then(words::now_large_numbers)
    }

    /// It, in a word of JSON.
    fn word(self) -> &'static str {
        match self {
            Stage::Making => "cases",
            Stage::Judging => "judge",
            Stage::Running => "program",
            Stage::Far => "far",
            Stage::Shrinking => "smaller",
        }
    }
}

/// A check of a program, and what it found.
#[derive(Debug)]
pub struct Report {
    pub(super) format: Format,
    pub(super) limits: Limits,
    pub(super) command: String,
    /// Cases that are made up.
    pub(super) most: u64,
    /// How far larger and larger numbers are tried, if they are.
    pub(super) farthest: Option<Farthest>,
    pub(super) seed: u64,
    pub(super) time: Duration,
    /// Cases on which the program was run.
    pub(super) tried: u64,
    /// Small cases on which the formula that judges agrees with a search by the moves.
    pub(super) searched: u64,
    /// Cases that the judge refused.
    pub(super) refused: u64,
    /// Why it refused them, each reason once.
    pub(super) reasons: Vec<Reason>,
    /// Cases of larger numbers on which it was run besides.
    pub(super) far: u64,
    /// The largest number of all these.
    pub(super) largest: u64,
    /// The size of numbers with which it broke or was too slow.
    pub(super) gave_up: Option<u64>,
    /// The time of the whole check, where it was over before everything was tried.
    pub(super) over: Option<Duration>,
    /// What it was at last.
    pub(super) stage: Stage,
    /// How long the judge may work on one case, and on those of one run.
    pub(super) judge: (Duration, Duration),
    /// What the judge answers to the sample of the format, where that says something else.
    pub(super) sample_differs: Option<String>,
    pub(super) failed: Option<Failed>,
}

impl Report {
    /// Whether all answers were right, of enough cases.
    pub fn agrees(&self) -> bool {
        self.failed.is_none() && !self.tried_too_few()
    }

    /// Whether the time was over after so few cases that their agreement says hardly anything.
    pub(super) fn tried_too_few(&self) -> bool {
        let enough = match self.format.cases {
            Cases::One => ENOUGH.1,
            _ => ENOUGH.0,
        };
        self.over.is_some() && self.tried < enough.min(self.most)
    }

    /// Whether the judge's answers rest on play that ends, which is not proved.
    fn is_assumed(&self) -> bool {
        self.limits.assume_finite && !self.format.ends()
    }

    /// A case to which the judge has no answer.
    pub(super) fn leave_out(&mut self, case: &Case, left: &LeftOut) {
        self.refused += 1;
        let stopped = match left {
            LeftOut::Stopped(_) => Some(Why::told(&words::judge_stopped(self.judge))),
            _ => None,
        };
        let why = stopped.as_ref().unwrap_or(left.why());
        if let Some(reason) = (self.reasons.iter_mut()).find(|reason| reason.why.is_like(why)) {
            reason.count += 1;
        } else if self.reasons.len() < REASONS.0 {
            self.reasons.push(Reason {
                count: 1,
                why: why.clone(),
                input: input(&self.format, std::slice::from_ref(case)),
            });
        }
    }

    /// The reasons for which cases were left out, the most frequent first.
    fn most_frequent(&self) -> Vec<&Reason> {
        let mut reasons: Vec<&Reason> = self.reasons.iter().collect();
        reasons.sort_by_key(|reason| std::cmp::Reverse(reason.count));
        reasons
    }

    /// That there was no case to try, and the most frequent reason.
    pub(super) fn none_made(&self) -> Message {
        match self.most_frequent().first() {
            Some(reason) => words::no_case_made(
                reason.count,
                &reason.why.en,
                &reason.why.zh,
                &reason.example(),
            ),
            None => words::no_new_case(),
        }
    }

    /// What agreed when somebody asked to stop.
    pub(super) fn agreed_until_then(&self) -> Message {
        match self.stage {
            Stage::Far => words::agreed_before_large(self.tried, self.far),
            _ => words::agreed_until_then(self.tried),
        }
    }

    /// That the time is over and nothing was tried, if it is so.
    pub(super) fn nothing_tried(&self) -> Option<Message> {
        let time = self.over.filter(|_| self.tried == 0)?;
        Some(words::no_time_for_a_case(time, self.stage.message()))
    }

    /// Whether the judge's answers are a formula of the format.
    fn is_by_formula(&self) -> bool {
        self.format.formulas().is_some()
    }

    /// Cases that were tried.
    pub(super) fn saw(&mut self, cases: &[Case]) {
        if !self.has_plain_numbers() {
            return;
        }
        let largest = cases.iter().map(Case::largest).max();
        self.largest = self.largest.max(largest.unwrap_or(0));
    }

    /// For people; `explains` says why the right answer is that.
    pub(super) fn text(&self, context: &Context, explains: bool) -> String {
        let lang = context.lang;
        let paint = Paint::new(context.colours());
        let mut out = String::new();
        let Some(failed) = &self.failed else {
            let agree = match self.over {
                None if self.is_by_formula() => words::formula_agrees(self.tried, self.seed),
                None => words::all_agree(self.tried, self.seed),
                Some(time) if self.tried_too_few() => {
                    words::too_few_within(time, self.tried, self.seed)
                }
                Some(time) => words::agree_within(time, self.tried, self.seed),
            };
            out.push_str(&paint.bold(&agree.render(lang)));
            out.push('\n');
            if self.over.is_some() {
                let was_at = words::was_at(self.stage.message());
                out.push_str(&was_at.render(lang));
                out.push('\n');
            }
            if self.is_by_formula() {
                let basis = match self.searched {
                    0 => words::nothing_independent(),
                    searched => words::formula_searched(searched),
                };
                out.push_str(&basis.render(lang));
                out.push('\n');
            }
            self.how_far(&mut out, lang);
            self.left_out(&mut out, lang);
            self.remarks(&mut out, lang);
            return out;
        };
        // Of several tries one that worked too long says more than one that waited.
        let tries = failed.took.iter().map(|took| took.has_worked(self.time));
        let has_worked = tries.max().flatten();
        let what = match failed.kind {
            Kind::Wrong => words::wrong_answer(),
            Kind::Crash => words::crashed(failed.code),
            Kind::Late => words::too_late(self.time, PATIENCE, has_worked),
            Kind::Flood => words::flooded(),
        };
        out.push_str(&paint.bold(&what.render(lang)));
        out.push('\n');
        let is_sample = failed.cases.is_empty();
        let (tried, heading) = if is_sample {
            (
                words::sample_fails(self.tried + self.far, self.seed),
                words::sample(),
            )
        } else {
            let tried = words::failed_within(self.tried + self.far, self.seed);
            (tried, words::least_input())
        };
        out.push_str(&paint.dim(&tried.render(lang)));
        out.push_str("\n\n");
        for (number, took) in failed.took.iter().enumerate() {
            let run = words::run_took(number + 1, took.worked, took.lasted);
            out.insert_str(out.len() - 1, &format!("{}\n", run.render(lang)));
        }
        part(&mut out, &paint, &heading, lang, &failed.input);
        let expected = String::from_utf8_lossy(&failed.expected);
        let got = String::from_utf8_lossy(&failed.got);
        // Of a program that was stopped it says nothing that something is missing.
        let is_late = failed.kind == Kind::Late;
        for (heading, text) in [(words::expected(), expected), (words::got(), got)] {
            if !is_late || !text.trim().is_empty() {
                part(&mut out, &paint, &heading, lang, &text);
            }
        }
        if !failed.complaint.is_empty() {
            part(
                &mut out,
                &paint,
                &words::complaint(),
                lang,
                &failed.complaint,
            );
        }
        if explains {
            out.push_str(&paint.heading(&words::reason().render(lang)));
            out.push_str("\n\n");
        }
        let mut solver = Solver::new();
        solver.budget = self.limits.budget.clone();
        let manner = Manner {
            lang,
            paint,
            columns: context.columns(),
            all: false,
            most: 10,
            explain: false,
        };
        let (positions, left) = self.positions(failed, explains);
        for position in positions {
            let text = explain::explained(&self.format, &position, &mut solver, &manner);
            out.push_str(&text);
        }
        if let Some(error) = left {
            // Of generated cases the answer was known before the time was over.
            let (en, zh) = (error.to_string(), error.chinese());
            let unknown = match is_sample {
                true => words::sample_unknown(&en, &zh),
                false => words::no_reasons(Some(words::as_it_is(en, zh))),
            };
            out.push_str(&unknown.render(lang));
            out.push_str("\n\n");
        }
        self.left_out(&mut out, lang);
        self.remarks(&mut out, lang);
        let mut out = out.trim_end().to_owned();
        out.push('\n');
        out
    }

    /// The first positions of the input, as the judge sees them, and why it sees no more. Of generated cases it has answered all before, of a sample
    /// need not.
    fn positions(&self, failed: &Failed, explains: bool) -> (Vec<Judged>, Option<JudgeError>) {
        let mut positions = Vec::new();
        if !explains {
            return (positions, None);
        }
        let told = judged(
            &self.format,
            &self.limits,
            failed.input.as_bytes(),
            &mut |position| {
                if positions.len() < EXPLAINED {
                    positions.push(position);
                }
                Ok(())
            },
        );
        (positions, told.err())
    }

    /// Whether the largest number of a case says how large it is: letters and edges are not numbers of the kind.
    fn has_plain_numbers(&self) -> bool {
        self.format.own.is_none() && !self.format.layout.has_letters()
    }

    fn how_far(&self, out: &mut String, lang: Lang) {
        if !self.has_plain_numbers() {
            return;
        }
        out.push_str(&words::tried_up_to(self.largest, self.far).render(lang));
        out.push('\n');
        if let Some(size) = self.gave_up {
            let is_promised = !self.format.far.is_empty();
            out.push_str(&words::gave_up(size, is_promised).render(lang));
            out.push('\n');
        }
    }

    /// What the judge's answers rest on: that play ends, or the rule where the sample says otherwise.
    fn remarks(&self, out: &mut String, lang: Lang) {
        if let Some(answer) = &self.sample_differs {
            let answer = shortened(answer);
            out.push_str(&words::sample_differs(&answer).render(lang));
            out.push('\n');
        }
        if self.is_assumed() {
            out.push_str(&words::assumed_finite().render(lang));
            out.push('\n');
        }
    }

    fn left_out(&self, out: &mut String, lang: Lang) {
        if self.refused == 0 {
            return;
        }
        out.push_str(&words::refused_cases(self.refused).render(lang));
        out.push('\n');
        let reasons = self.most_frequent();
        let shown = &reasons[..reasons.len().min(REASONS.1)];
        let mut others = self.refused;
        for reason in shown {
            others -= reason.count;
            let example = reason.example();
            let why =
                words::refused_because(reason.count, &reason.why.en, &reason.why.zh, &example);
            let _ = writeln!(out, "    {}", why.render(lang));
        }
        if others > 0 {
            let _ = writeln!(out, "    {}", words::refused_otherwise(others).render(lang));
        }
    }

    /// As one JSON object, a line.
    pub fn json(&self) -> String {
        self.told_in_json(true)
    }

    /// The same; `explains` shows the first positions of what failed.
    pub(super) fn told_in_json(&self, explains: bool) -> String {
        let positions = (self.failed.as_ref()).map(|failed| self.positions(failed, explains).0);
        let positions: Vec<Judged> = positions.unwrap_or_default();
        let beginning = |bytes: &[u8]| {
            let most = bytes.len().min(BYTES);
            String::from_utf8_lossy(&bytes[..most]).into_owned()
        };
        let found = check::Report {
            schema: check::SCHEMA,
            format: &self.format.name,
            rule: self.format.rule.text(),
            command: &self.command,
            seed: self.seed,
            cases: self.tried,
            refused: self.refused,
            left_out: (self.most_frequent().into_iter())
                .map(|reason| check::LeftOut {
                    count: reason.count,
                    reason: &reason.why.en,
                    input: &reason.input,
                })
                .collect(),
            formula: self.is_by_formula(),
            searched: self.searched,
            sample_differs: self.sample_differs.as_deref(),
            assumed_finite: self.is_assumed(),
            unused: &self.format.unused,
            far: self.far,
            largest: self.largest,
            gave_up: self.gave_up,
            time_over: self.over.is_some(),
            at: self.over.map(|_| self.stage.word()),
            verdict: match self.failed.as_ref().map(|failed| failed.kind) {
                None if self.tried_too_few() => "inconclusive",
                None => "agree",
                Some(Kind::Wrong) => "wrong",
                Some(Kind::Crash) => "crash",
                Some(Kind::Late) => "timeout",
                Some(Kind::Flood) => "too-much-output",
            },
            failed: self.failed.as_ref().map(|failed| check::Failed {
                input: &failed.input,
                expected: beginning(&failed.expected),
                got: beginning(&failed.got),
                exit: failed.code,
                limit: (failed.kind == Kind::Late).then_some(self.time.as_millis()),
                runs: (failed.took.iter())
                    .map(|took| check::Took {
                        worked: took.worked.map(|time| time.as_millis()),
                        lasted: took.lasted.as_millis(),
                    })
                    .collect(),
                stderr: &failed.complaint,
                positions: positions.iter().map(Position::of).collect(),
            }),
        };
        found.json()
    }
}

/// A heading and a text below it, set in.
fn part(out: &mut String, paint: &Paint, heading: &grundy::Message, lang: Lang, text: &str) {
    out.push_str(&paint.heading(&heading.render(lang)));
    out.push('\n');
    let lines = text.lines().count();
    if text.trim().is_empty() {
        let _ = writeln!(
            out,
            "    {}",
            paint.dim(&words::nothing_written().render(lang))
        );
    }
    let mut is_whole = lines <= LINES;
    for line in text.lines().take(LINES) {
        let shown: String = line.chars().take(COLUMNS).collect();
        let is_cut = shown.len() < line.len();
        is_whole &= !is_cut;
        let cut = if is_cut { "…" } else { "" };
        let _ = writeln!(out, "{}", format!("    {}{cut}", clean(&shown)).trim_end());
    }
    if !is_whole {
        let more = words::not_whole(lines.saturating_sub(LINES), lines, text.len());
        let _ = writeln!(out, "    {}", paint.dim(&more.render(lang)));
    }
    out.push('\n');
}
