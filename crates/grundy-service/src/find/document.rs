//! Patterns as `grundy.find/1` has them.

use grundy::pattern::{Case, Evidence, Finding, Form, Parameter, Refusal, Subject, Winner};
use grundy::{Lang, Play};
use serde::Serialize;

use super::{Response, SCHEMA};
use crate::json;
use crate::rule::{self, Ruled};

/// Values that are told.
const TOLD: usize = 40;

impl Response {
    /// The JSON document of the schema, one line with its line end.
    pub fn json(&self, lang: Lang) -> String {
        let report = &self.report;
        let sequences = report.sequences.iter();
        json::line(&Document {
            schema: SCHEMA,
            of: &self.name,
            names: &report.names,
            searched: report.searched,
            held_out: report.held_out,
            cut_short: (report.cut).map(|why| why.message().render(lang)),
            sizes: &report.sizes,
            values: &report.values[..report.values.len().min(TOLD)],
            findings: (report.findings.iter())
                .map(|finding| Found::new(finding, lang))
                .collect(),
            strategies: (report.strategies.iter())
                .map(|strategy| Wins {
                    winner: match strategy.winner {
                        Winner::First => "first",
                        Winner::Second => "second",
                    },
                    positions: strategy.which.render(lang),
                    theorem: strategy.why.render(lang),
                    said: strategy.message().render(lang),
                })
                .collect(),
            refused: (report.refused.iter())
                .map(|refusal| NotTold::new(refusal, lang))
                .collect(),
            remarks: (report.remarks.iter())
                .map(|remark| remark.message().render(lang))
                .collect(),
            sequences: sequences
                .map(|sequence| Known {
                    id: sequence.id,
                    name: sequence.name,
                    terms: sequence.terms,
                })
                .collect(),
            rule: self.ruled.as_ref().map(Ruled::document),
            play: (self.play == Play::Misere).then_some("misere"),
            quotient: self.quotient.map(|known| Quotient {
                order: known.order,
                p_portion: known.p_count,
                preperiod: known.preperiod,
                period: known.period,
            }),
        })
    }
}

#[derive(Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Findings")
)]
pub(crate) struct Document<'a> {
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    schema: &'static str,
    of: &'a str,
    names: &'a [String],
    searched: u64,
    held_out: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    cut_short: Option<String>,
    sizes: &'a [usize],
    values: &'a [u32],
    findings: Vec<Found<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    strategies: Vec<Wins>,
    refused: Vec<NotTold<'a>>,
    remarks: Vec<String>,
    sequences: Vec<Known>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "rule::Document<'_>"))]
    rule: Option<rule::Document<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String", extend("const" = "misere")))]
    play: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Quotient"))]
    quotient: Option<Quotient>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct Quotient {
    order: usize,
    p_portion: usize,
    preperiod: u64,
    period: u64,
}

#[derive(Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Finding")
)]
struct Found<'a> {
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["values", "losing"])))]
    subject: &'static str,
    #[serde(flatten)]
    form: Shape<'a>,
    proved: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    theorem: Option<String>,
    checked_to: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    spread_positions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    spread_to: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Bounds<'_>>"))]
    parameters: Option<Vec<Bounds<'a>>>,
    said: String,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct Bounds<'a> {
    name: &'a str,
    from: u64,
    guessed_to: u64,
    checked_to: u64,
}

#[derive(Serialize)]
#[serde(tag = "form", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
enum Shape<'a> {
    Periodic {
        preperiod: u64,
        period: u64,
        saltus: u32,
        values: &'a [u32],
    },
    Formula {
        expression: &'a str,
        exceptions: Vec<Exception<'a>>,
    },
    Recurrence {
        first: &'a [u64],
        coefficients: &'a [i64],
        constant: i64,
    },
    Descent {
        first: &'a [u32],
        cases: Vec<Step>,
    },
    Automaton {
        base: u32,
        most_significant_first: bool,
        next: &'a [u32],
        accepting: &'a [bool],
    },
    Counted {
        expression: &'a str,
        names: Vec<&'a str>,
    },
    Language {
        letters: String,
        next: &'a [u32],
        told: &'a [u32],
    },
    Game {
        game: &'a str,
    },
}

/// What is told of the numbers with one remainder.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct Step {
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["value", "of"])))]
    told: &'static str,
    times: i64,
    plus: i64,
    more: i64,
}

impl Step {
    fn of(case: &Case) -> Step {
        match *case {
            Case::Value { times, plus } => Step {
                told: "value",
                times,
                plus,
                more: 0,
            },
            Case::Of { times, plus, more } => Step {
                told: "of",
                times,
                plus,
                more,
            },
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct Wins {
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["first", "second"])))]
    winner: &'static str,
    positions: String,
    theorem: String,
    said: String,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct Exception<'a> {
    position: &'a [u64],
    value: u32,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct NotTold<'a> {
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["values", "losing"])))]
    subject: &'static str,
    below: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "&[u64]"))]
    fails_at: Option<&'a [u64]>,
    said: String,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct Known {
    id: &'static str,
    name: &'static str,
    terms: usize,
}

fn word(subject: Subject) -> &'static str {
    match subject {
        Subject::Values => "values",
        Subject::Losing => "losing",
    }
}

impl Found<'_> {
    fn new(finding: &Finding, lang: Lang) -> Found<'_> {
        let (theorem, checked_to, spread) = match &finding.evidence {
            Evidence::Proved {
                theorem,
                checked_to,
            } => (Some(theorem), *checked_to, None),
            Evidence::Checked { to, spread } => (None, *to, *spread),
            Evidence::Family { to, .. } => (None, *to, None),
            Evidence::Positions {
                positions, theorem, ..
            } => (theorem.as_ref(), *positions, None),
        };
        Found {
            subject: word(finding.subject),
            form: Shape::of(&finding.form),
            proved: theorem.is_some(),
            theorem: theorem.map(|theorem| theorem.render(lang)),
            checked_to,
            spread_positions: spread.map(|spread| spread.positions),
            spread_to: spread.map(|spread| spread.to),
            parameters: match &finding.evidence {
                Evidence::Family { parameters, .. } => {
                    Some(parameters.iter().map(Bounds::of).collect())
                }
                _ => None,
            },
            said: finding.message().render(lang),
        }
    }
}

impl<'a> Bounds<'a> {
    fn of(parameter: &'a Parameter) -> Bounds<'a> {
        Bounds {
            name: &parameter.name,
            from: parameter.from,
            guessed_to: parameter.to,
            checked_to: parameter.until,
        }
    }
}

impl NotTold<'_> {
    fn new(refusal: &Refusal, lang: Lang) -> NotTold<'_> {
        NotTold {
            subject: word(refusal.subject),
            below: refusal.below,
            fails_at: refusal.fails_at.as_deref(),
            said: refusal.message().render(lang),
        }
    }
}

impl Shape<'_> {
    fn of(form: &Form) -> Shape<'_> {
        match form {
            Form::Periodic {
                preperiod,
                period,
                saltus,
                values,
            } => Shape::Periodic {
                preperiod: *preperiod,
                period: *period,
                saltus: *saltus,
                values,
            },
            Form::Formula {
                expression,
                exceptions,
            } => Shape::Formula {
                expression,
                exceptions: (exceptions.iter())
                    .map(|(position, value)| Exception {
                        position,
                        value: *value,
                    })
                    .collect(),
            },
            Form::Recurrence {
                first,
                coefficients,
                constant,
            } => Shape::Recurrence {
                first,
                coefficients,
                constant: *constant,
            },
            Form::Descent { first, cases } => Shape::Descent {
                first,
                cases: cases.iter().map(Step::of).collect(),
            },
            Form::Automaton {
                base,
                most_first,
                next,
                accepting,
            } => Shape::Automaton {
                base: *base,
                most_significant_first: *most_first,
                next,
                accepting,
            },
            Form::Counted { expression, legend } => Shape::Counted {
                expression,
                names: legend.iter().map(|it| it.name.as_str()).collect(),
            },
            Form::Language {
                letters,
                next,
                told,
            } => Shape::Language {
                letters: letters.iter().collect(),
                next,
                told,
            },
            Form::Game { head } => Shape::Game { game: head },
        }
    }
}
