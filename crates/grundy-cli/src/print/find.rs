//! What was found in a rule's values, in words and as JSON.

use std::fmt::Write;

use grundy::Lang;
use grundy::pattern::{Evidence, Form, Report, Subject};

use crate::commands::ruled::Ruled;
use crate::print::json;
use crate::print::paint::{Paint, wrapped};
use crate::words::{self, FindWord, Word};

/// The name and version of the JSON schema.
const FIND: &str = "grundy.find/1";

/// Values shown.
const SHOWN: usize = 40;
/// Rows and columns of a table shown.
const SIDE: usize = 12;

/// A report and what it is about.
pub(crate) struct Shown<'r> {
    /// The rule, the game or the file.
    pub(crate) name: &'r str,
    pub(crate) report: &'r Report,
    pub(crate) ruled: Option<&'r Ruled>,
}

/// In words.
pub(crate) fn text(shown: &Shown<'_>, lang: Lang, paint: Paint, columns: usize) -> String {
    let report = shown.report;
    let mut out = String::new();
    let _ = writeln!(out, "{}\n", paint.bold(shown.name));
    values(&mut out, report, columns);
    let heading = |out: &mut String, word: &str| {
        let _ = writeln!(out, "\n{}", paint.bold(word));
    };
    heading(&mut out, FindWord::Found.of(lang));
    if report.findings.is_empty() {
        let message = if report.refused.is_empty() {
            words::nothing_found(report.searched, report.held_out)
        } else {
            words::nothing_told()
        };
        wrapped(&mut out, &message.render(lang), 4, columns);
    }
    for finding in &report.findings {
        let text = finding.message().render(lang);
        let text = match finding.evidence {
            Evidence::Proved { .. } => paint.win(&text),
            Evidence::Checked { .. } => text,
        };
        wrapped(&mut out, &text, 4, columns);
        if let Some(more) = table(&finding.form) {
            wrapped(&mut out, &more, 8, columns);
        }
    }
    for refusal in &report.refused {
        wrapped(&mut out, &refusal.message().render(lang), 4, columns);
    }
    for remark in &report.remarks {
        wrapped(&mut out, &remark.message().render(lang), 4, columns);
    }
    if !report.sequences.is_empty() {
        heading(&mut out, FindWord::Sequences.of(lang));
        for sequence in &report.sequences {
            wrapped(
                &mut out,
                &words::sequence(sequence).render(lang),
                4,
                columns,
            );
        }
    }
    if let Some(ruled) = shown.ruled {
        heading(&mut out, Word::OwnRule.of(lang));
        for note in ruled.notes() {
            wrapped(&mut out, &note.render(lang), 4, columns);
        }
    }
    if !report.findings.is_empty() {
        let _ = writeln!(out);
        wrapped(
            &mut out,
            &words::how_found(report.searched, report.held_out).render(lang),
            0,
            columns,
        );
    }
    out
}

/// The first values.
fn values(out: &mut String, report: &Report, columns: usize) {
    match report.sizes[..] {
        [_] => {
            let first = report.values.iter().take(SHOWN).map(u32::to_string);
            let line = first.collect::<Vec<_>>().join(" ");
            let more = if report.values.len() > SHOWN {
                " …"
            } else {
                ""
            };
            wrapped(out, &format!("G = {line}{more}"), 4, columns);
        }
        [width, height] => {
            let (across, down) = (width.min(SIDE), height.min(SIDE));
            let cell = |x: usize, y: usize| report.values[y * width + x].to_string();
            let cells = (0..across).flat_map(|x| (0..down).map(move |y| (x, y)));
            let wide = cells.map(|(x, y)| cell(x, y).len()).max().unwrap_or(1);
            for x in 0..across {
                out.push_str("   ");
                for y in 0..down {
                    let _ = write!(out, " {:>wide$}", cell(x, y));
                }
                out.push_str(if height > down { " …\n" } else { "\n" });
            }
        }
        _ => {}
    }
}

/// The numbers behind a form, where they are not in its sentence.
fn table(form: &Form) -> Option<String> {
    match form {
        Form::Periodic {
            preperiod, values, ..
        } => {
            let split = usize::try_from(*preperiod)
                .unwrap_or(usize::MAX)
                .min(values.len());
            let line = |values: &[u32]| {
                let shown = values.iter().take(SHOWN).map(u32::to_string);
                let more = if values.len() > SHOWN { " …" } else { "" };
                shown.collect::<Vec<_>>().join(" ") + more
            };
            let (before, period) = values.split_at(split);
            Some(if before.is_empty() {
                format!("({})", line(period))
            } else {
                format!("{} ({})", line(before), line(period))
            })
        }
        Form::Automaton {
            base,
            next,
            accepting,
            ..
        } => {
            let base = *base as usize;
            let rows =
                next.chunks(base)
                    .zip(accepting)
                    .enumerate()
                    .map(|(state, (next, accepts))| {
                        let to = next
                            .iter()
                            .map(u32::to_string)
                            .collect::<Vec<_>>()
                            .join(" ");
                        format!("{state}{}: {to}", if *accepts { "*" } else { "" })
                    });
            Some(rows.collect::<Vec<_>>().join("; "))
        }
        _ => None,
    }
}

/// As JSON.
pub(crate) fn json(shown: &Shown<'_>, lang: Lang) -> String {
    let report = shown.report;
    let mut out = String::from("{");
    json::field(&mut out, "schema", FIND);
    json::field(&mut out, "of", shown.name);
    json::key(&mut out, "names");
    json::array(&mut out, &report.names, |out, name| json::string(out, name));
    json::number(&mut out, "searched", report.searched);
    json::number(&mut out, "held_out", report.held_out);
    json::key(&mut out, "sizes");
    json::array(&mut out, &report.sizes, number);
    json::key(&mut out, "values");
    json::array(&mut out, report.values.iter().take(SHOWN), number);
    json::key(&mut out, "findings");
    json::array(&mut out, &report.findings, |out, finding| {
        out.push('{');
        json::field(out, "subject", word(finding.subject));
        form(out, &finding.form);
        json::key(out, "proved");
        let (proved, checked, spread) = match &finding.evidence {
            Evidence::Proved {
                theorem,
                checked_to,
            } => (Some(theorem), *checked_to, None),
            Evidence::Checked { to, spread } => (None, *to, *spread),
        };
        out.push_str(if proved.is_some() { "true" } else { "false" });
        if let Some(theorem) = proved {
            json::field(out, "theorem", &theorem.render(lang));
        }
        json::number(out, "checked_to", checked);
        if let Some(spread) = spread {
            json::number(out, "spread_positions", spread.positions);
            json::number(out, "spread_to", spread.to);
        }
        json::field(out, "said", &finding.message().render(lang));
        out.push('}');
    });
    json::key(&mut out, "refused");
    json::array(&mut out, &report.refused, |out, refusal| {
        out.push('{');
        json::field(out, "subject", word(refusal.subject));
        json::number(out, "below", refusal.below);
        if let Some(place) = &refusal.fails_at {
            json::key(out, "fails_at");
            json::array(out, place, number);
        }
        json::field(out, "said", &refusal.message().render(lang));
        out.push('}');
    });
    json::key(&mut out, "remarks");
    json::array(&mut out, &report.remarks, |out, remark| {
        json::string(out, &remark.message().render(lang));
    });
    json::key(&mut out, "sequences");
    json::array(&mut out, &report.sequences, |out, sequence| {
        out.push('{');
        json::field(out, "id", sequence.id);
        json::field(out, "name", sequence.name);
        json::number(out, "terms", sequence.terms as u64);
        out.push('}');
    });
    if let Some(ruled) = shown.ruled {
        json::key(&mut out, "rule");
        out.push_str(&ruled.json());
    }
    out.push_str("}\n");
    out
}

fn word(subject: Subject) -> &'static str {
    match subject {
        Subject::Values => "values",
        Subject::Losing => "losing",
    }
}

fn number<N: std::fmt::Display>(out: &mut String, number: N) {
    let _ = write!(out, "{number}");
}

fn form(out: &mut String, form: &Form) {
    match form {
        Form::Periodic {
            preperiod,
            period,
            saltus,
            values,
        } => {
            json::field(out, "form", "periodic");
            json::number(out, "preperiod", *preperiod);
            json::number(out, "period", *period);
            json::number(out, "saltus", (*saltus).into());
            json::key(out, "values");
            json::array(out, values, number);
        }
        Form::Formula {
            expression,
            exceptions,
        } => {
            json::field(out, "form", "formula");
            json::field(out, "expression", expression);
            json::key(out, "exceptions");
            json::array(out, exceptions, |out, (position, value)| {
                out.push_str("{\"position\":");
                json::array(out, position, number);
                json::number(out, "value", (*value).into());
                out.push('}');
            });
        }
        Form::Recurrence {
            first,
            coefficients,
            constant,
        } => {
            json::field(out, "form", "recurrence");
            json::key(out, "first");
            json::array(out, first, number);
            json::key(out, "coefficients");
            json::array(out, coefficients, number);
            json::key(out, "constant");
            let _ = write!(out, "{constant}");
        }
        Form::Automaton {
            base,
            most_first,
            next,
            accepting,
        } => {
            json::field(out, "form", "automaton");
            json::number(out, "base", (*base).into());
            json::key(out, "most_significant_first");
            let _ = write!(out, "{most_first}");
            json::key(out, "next");
            json::array(out, next, number);
            json::key(out, "accepting");
            json::array(out, accepting, number);
        }
        Form::Game { head } => {
            json::field(out, "form", "game");
            json::field(out, "game", head);
        }
    }
}
