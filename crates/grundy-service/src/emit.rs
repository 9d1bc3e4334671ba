//! The program for a judge: `grundy.program/1`.
//!
//! A pattern of the rule is looked for first; where none is found that answers what the problem asks, the program fills tables.

mod counted;

use grundy::budget::{Exhausted, Meter};
use grundy::kinds::AnyRule;
use grundy::pattern::{self, Evidence, Finding, Form, Scope};
use grundy::rule::{Given, Rule, Unfilled};
use grundy::words::Rewriting;
use grundy::{Budget, Lang, Message, Reason};
pub use grundy_emit::Language;
use grundy_emit::{Task, Way};
use grundy_judge::{Format, Options};

use serde::{Deserialize, Serialize};

use crate::json;
use crate::problem::Problem;
use crate::{Failure, Sink, stopped};

/// The name and version of the schema.
pub const SCHEMA: &str = "grundy.program/1";

/// A question for a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The problem.
    pub problem: Problem,
    /// The programming language.
    #[serde(with = "Target")]
    pub language: Language,
    /// Whether no pattern is looked for.
    #[serde(default)]
    pub tables: bool,
    /// Whether every play is taken to end where that is not seen.
    #[serde(default)]
    pub assume_finite: bool,
    /// The language of the comments.
    #[serde(default, with = "Tag")]
    pub comments: Lang,
}

/// Programming languages by their names.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Language", rename_all = "lowercase")]
enum Target {
    Cpp,
    Python,
    Rust,
    Java,
}

/// Languages by their tags.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Lang", rename_all = "lowercase")]
enum Tag {
    En,
    Zh,
}

/// A program.
#[derive(Debug)]
pub struct Response {
    /// What it answers; with a rule on numbers, where one on lists is one for each entry.
    pub format: Format,
    /// What it is written in.
    pub language: Language,
    /// Its text.
    pub program: String,
    /// How it tells who wins.
    pub way: Way,
    /// The pattern that it uses, if it uses one.
    pub finding: Option<Finding>,
    /// Why the search for a pattern ended before it was complete, where it did and none is used.
    pub cut_short: Option<Message>,
}

/// What a program rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Basis {
    /// A pattern that is proved.
    Proved,
    /// A pattern that was only checked.
    Checked,
    /// The rule of Nim, whose heaps are their own values.
    Nim,
    /// The formulas that the format itself gives.
    Formulas,
    /// A theorem on the game that the format names.
    Theorem,
    /// A search of all that can follow a position, which may need more time or memory than the problem allows.
    Search,
    /// Tables up to the largest number of the input, which may need more time or memory than the problem allows.
    Tables,
}

impl Request {
    /// Writes the program; the budget is that of the search for a pattern.
    ///
    /// # Errors
    /// That there is no such problem, that no program can be written for it, or that somebody stopped it.
    pub fn run(&self, budget: &Budget, sink: &mut dyn Sink) -> Result<Response, Failure> {
        let format = self.problem.read(sink)?;
        let numbers = grundy_emit::on_numbers(&format, self.assume_finite);
        if numbers.is_none()
            && !self.tables
            && let Some((by_formula, finding)) = counted::formula(&format, budget)
        {
            if stopped(budget) {
                return Err(Failure::Interrupted);
            }
            let task = Task {
                lang: self.comments,
                finding: Some(&finding),
                ..Task::of(&by_formula)
            };
            if let Ok(program) = grundy_emit::emitted(&task, self.language) {
                return Ok(Response {
                    language: self.language,
                    program: program.text,
                    way: program.way,
                    finding: Some(finding),
                    cut_short: None,
                    format,
                });
            }
        }
        let (found, ran_out) = match self.tables {
            true => (Vec::new(), None),
            false => findings(numbers.as_ref().unwrap_or(&format), budget),
        };
        if stopped(budget) {
            return Err(Failure::Interrupted);
        }
        let task = Task {
            lang: self.comments,
            assume_finite: self.assume_finite,
            tables: self.tables,
            ..Task::of(&format)
        };
        let uses = |finding: &Finding| {
            let finding = Some(finding);
            grundy_emit::uses_finding(&Task { finding, ..task })
        };
        // What is known of the game goes before what was only checked.
        let is_known = !self.tables && grundy_emit::is_known(&task);
        let is_sure = |finding: &Finding| !is_known || finding.caution().is_none();
        let finding = found.into_iter().find(|one| is_sure(one) && uses(one));
        let task = Task {
            finding: finding.as_ref(),
            ..task
        };
        let program = grundy_emit::emitted(&task, self.language);
        let program = program.map_err(|why| Failure::Unknown(why.message().clone().into()))?;
        Ok(Response {
            language: self.language,
            program: program.text,
            way: program.way,
            cut_short: ran_out
                .filter(|_| finding.is_none())
                .map(Exhausted::message),
            finding,
            format: numbers.unwrap_or(format),
        })
    }
}

/// The patterns of the format's rule, and what ran out before all were looked for. What a case gives is a further coordinate: a pattern
/// holds for all its values.
fn findings(format: &Format, budget: &Budget) -> (Vec<Finding>, Option<Exhausted>) {
    let mut meter = Meter::new(budget);
    let found = match (&format.own, &format.options) {
        (Some(own), _) => match own.rule() {
            AnyRule::Words(rule) if !format.rule.is_misere() => languages(rule, &meter),
            _ => Ok(Vec::new()),
        },
        (None, Some(options)) => of_options(format, options, &mut meter),
        (None, None) => Ok(Vec::new()),
    };
    match found {
        Ok(found) => (found, meter.look().err()),
        Err(exhausted) => (Vec::new(), Some(exhausted)),
    }
}

/// The patterns of a rule on numbers; none where it cannot be evaluated.
fn of_options(
    format: &Format,
    options: &Options,
    meter: &mut Meter,
) -> Result<Vec<Finding>, Exhausted> {
    let fields = format.layout.names();
    let names: Vec<&str> = options
        .parameters()
        .iter()
        .map(|&field| fields[field].as_ref())
        .collect();
    let given: Vec<(&str, Given)> = names.iter().map(|name| (*name, Given::Number(1))).collect();
    let rule = Rule::parse_with(options.text(), &given).ok();
    let Some(rule) = rule.and_then(|rule| rule.with_constants_as_coordinates(&names)) else {
        return Ok(Vec::new());
    };
    match pattern::find(&rule, &Scope::default(), meter) {
        Ok(report) => match report.cut {
            Some(exhausted) if report.findings.is_empty() => Err(exhausted),
            _ => Ok(report.findings),
        },
        Err(Unfilled::Exhausted(exhausted)) => Err(exhausted),
        Err(_) => Ok(Vec::new()),
    }
}

/// The automata that tell words, those that are proved to and those of few states first, as far as half of the budget goes.
fn languages(rule: &Rewriting, meter: &Meter) -> Result<Vec<Finding>, Exhausted> {
    let mut found = match pattern::languages(rule, &mut meter.part(2)) {
        Ok(found) => found,
        Err(Reason::Exhausted(exhausted)) => return Err(exhausted),
        Err(_) => Vec::new(),
    };
    found.sort_by_key(|finding| match &finding.form {
        Form::Language { told, .. } => (finding.caution().is_some(), told.len()),
        _ => (true, usize::MAX),
    });
    Ok(found)
}

impl Response {
    /// What the program rests on.
    pub fn basis(&self) -> Basis {
        match self.finding.as_ref().map(|finding| &finding.evidence) {
            Some(
                Evidence::Proved { .. }
                | Evidence::Positions {
                    theorem: Some(_), ..
                },
            ) => Basis::Proved,
            Some(
                Evidence::Checked { .. } | Evidence::Positions { .. } | Evidence::Family { .. },
            ) => Basis::Checked,
            None if is_nim(&self.format) => Basis::Nim,
            None if self.way == Way::Direct && is_by_formulas(&self.format) => Basis::Formulas,
            None => match self.way {
                Way::Theorem => Basis::Theorem,
                Way::Search => Basis::Search,
                _ => Basis::Tables,
            },
        }
    }

    /// The JSON document of the schema, one line with its line end.
    pub fn json(&self, lang: Lang) -> String {
        let caution = self.finding.as_ref().and_then(Finding::caution);
        json::line(&Document {
            schema: SCHEMA,
            format: &self.format.name,
            language: self.language.name(),
            file: self.language.file_name(),
            program: &self.program,
            basis: self.basis(),
            caution: caution.map(|caution| caution.render(lang)),
            cut_short: (self.cut_short.as_ref()).map(|why| why.render(lang)),
            unused: &self.format.unused,
        })
    }
}

/// Whether the program is the formulas of its format: where options stand beside them, it is the options.
fn is_by_formulas(format: &Format) -> bool {
    format.own.is_none() && format.formulas().is_some()
}

fn is_nim(format: &Format) -> bool {
    format.options.as_ref().is_some_and(|options| {
        let rule = Rule::parse(options.text()).ok();
        let known = rule.and_then(|rule| rule.recognise(grundy::rulesets::CATALOGUE));
        known.is_some_and(|known| known.head == "nim" || known.head == "rook")
    })
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    format: &'a str,
    language: &'static str,
    file: &'static str,
    program: &'a str,
    basis: Basis,
    #[serde(skip_serializing_if = "Option::is_none")]
    caution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut_short: Option<String>,
    /// Names that `lists` of the format makes and nothing reads.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    unused: &'a [String],
}
