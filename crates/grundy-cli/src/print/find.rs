//! What was found in a rule's values, in words.

use std::fmt::Write;

use grundy::pattern::{Evidence, Finding, Form, Report, Subject};
use grundy::{Lang, Play};
use grundy_service::find::{KnownQuotient, Response};

use crate::commands::ruled;
use crate::print::paint::{Paint, wrapped};
use crate::words::{self, FindWord, Word};

/// Values shown.
const SHOWN: usize = 40;
/// Values of one's own in which a pattern is sought, at least.
const FEWEST: usize = 66;
/// Rows and columns of a table shown.
const SIDE: usize = 12;

/// In words.
pub(crate) fn text(shown: &Response, lang: Lang, paint: Paint, columns: usize) -> String {
    let report = &shown.report;
    let mut out = String::new();
    let is_misere = shown.play == Play::Misere;
    let name = match is_misere {
        true => format!(
            "{}{}{}",
            shown.name,
            words::before_brackets("  ", lang),
            words::bracketed(Word::Misere.of(lang), lang)
        ),
        false => shown.name.clone(),
    };
    let _ = writeln!(out, "{}", paint.bold(&name));
    if !report.sizes.is_empty() {
        out.push('\n');
    }
    values(&mut out, report, is_misere, (lang, columns));
    let heading = |out: &mut String, word: &str| {
        let _ = writeln!(out, "\n{}", paint.bold(word));
    };
    heading(&mut out, FindWord::Found.of(lang));
    if report.findings.is_empty() && report.strategies.is_empty() {
        let message = if is_misere && report.refused.is_empty() {
            words::no_pattern_of_outcomes(report.values.len() as u64)
        } else if shown.ruled.is_none() && report.sizes.len() == 1 && report.values.len() < FEWEST {
            words::too_few_values(report.values.len())
        } else if report.refused.is_empty() {
            words::nothing_found(report.searched)
        } else {
            words::nothing_told()
        };
        wrapped(&mut out, &message.render(lang), 4, columns);
    }
    // Of values there is more to tell.
    let has_values = (report.findings.iter()).any(|finding| finding.subject == Subject::Values);
    for finding in &report.findings {
        let text = finding.message().render(lang);
        let text = match finding.evidence {
            Evidence::Proved { .. }
            | Evidence::Positions {
                theorem: Some(_), ..
            } => paint.win(&text),
            Evidence::Checked { .. } | Evidence::Positions { .. } | Evidence::Family { .. } => text,
        };
        wrapped(&mut out, &text, 4, columns);
        if let Some(more) = table(&finding.form, is_misere) {
            wrapped(&mut out, &more, 8, columns);
        }
        if let Some(condition) = trivial(finding).filter(|_| !has_values) {
            let told = words::trivial_pattern(condition).render(lang);
            wrapped(&mut out, &told, 8, columns);
        }
    }
    for strategy in &report.strategies {
        let text = strategy.message().render(lang);
        wrapped(&mut out, &paint.win(&text), 4, columns);
    }
    for refusal in &report.refused {
        wrapped(&mut out, &refusal.message().render(lang), 4, columns);
    }
    for remark in &report.remarks {
        wrapped(&mut out, &remark.message().render(lang), 4, columns);
    }
    if let Some(why) = report.cut {
        wrapped(
            &mut out,
            &words::find_cut_short(why.message()).render(lang),
            4,
            columns,
        );
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
    if let Some(known) = &shown.quotient {
        heading(&mut out, FindWord::Quotient.of(lang));
        quotient(&mut out, known, shown, lang, columns);
    }
    if let Some(own) = &shown.ruled {
        heading(&mut out, Word::OwnRule.of(lang));
        for note in ruled::notes(own) {
            wrapped(&mut out, &note.render(lang), 4, columns);
        }
    }
    let is_proved =
        |found: &&Finding| is_misere && matches!(found.evidence, Evidence::Proved { .. });
    if !report.findings.is_empty() && !report.findings.iter().any(|found| is_proved(&found)) {
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

/// The condition of the P-positions, where it says that all numbers are 0.
fn trivial(finding: &Finding) -> Option<&str> {
    let (Form::Formula { expression, .. } | Form::Counted { expression, .. }) = &finding.form
    else {
        return None;
    };
    let is_name = |word: &str| word.chars().all(|letter| letter.is_alphanumeric());
    let is_zero = |part: &str| part.strip_suffix(" == 0").is_some_and(is_name);
    let is_all = match &finding.form {
        Form::Formula { exceptions, .. } => exceptions.is_empty(),
        _ => true,
    };
    let is_trivial =
        finding.subject == Subject::Losing && is_all && expression.split(" and ").all(is_zero);
    is_trivial.then_some(expression)
}

/// What the misère quotient of all heaps is, and how a program goes by it.
fn quotient(out: &mut String, known: &KnownQuotient, shown: &Response, lang: Lang, columns: usize) {
    let told = words::quotient_of_heaps(known.order, known.p_count, known.preperiod, known.period);
    wrapped(out, &told.render(lang), 4, columns);
    if let Some(own) = &shown.ruled
        && own.proved().is_some()
        && !shown.name.contains('\'')
    {
        let told = words::emit_misere(shown.name.clone());
        wrapped(out, &told.render(lang), 4, columns);
    }
}

/// A value, or under misère play who wins.
fn shown_as(value: u32, is_misere: bool) -> String {
    match (is_misere, value) {
        (false, value) => value.to_string(),
        (true, 0) => "P".to_owned(),
        (true, _) => "N".to_owned(),
    }
}

/// The first values, or who wins the first positions.
fn values(out: &mut String, report: &Report, is_misere: bool, (lang, columns): (Lang, usize)) {
    let letter = |&value: &u32| shown_as(value, is_misere);
    match report.sizes[..] {
        [_] => {
            let first = report.values.iter().take(SHOWN).map(letter);
            let line = first.collect::<Vec<_>>().join(" ");
            let more = if report.values.len() > SHOWN {
                " …"
            } else {
                ""
            };
            let head = if is_misere { "" } else { "G = " };
            wrapped(out, &format!("{head}{line}{more}"), 4, columns);
        }
        [width, height, ..] => {
            // Of further coordinates the first value.
            let others = report.names.iter().zip(&report.first).skip(2);
            let others: Vec<String> = others.map(|(name, at)| format!("{name} = {at}")).collect();
            if !others.is_empty() {
                let others = others.join(words::comma(lang));
                let line = format!("{others}{}", words::colon(lang).trim_end());
                wrapped(out, &line, 4, columns);
            }
            let (across, down) = (width.min(SIDE), height.min(SIDE));
            let cell = |x: usize, y: usize| letter(&report.values[y * width + x]);
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
fn table(form: &Form, is_misere: bool) -> Option<String> {
    match form {
        Form::Periodic {
            preperiod, values, ..
        } => {
            let split = usize::try_from(*preperiod)
                .unwrap_or(usize::MAX)
                .min(values.len());
            let line = |values: &[u32]| {
                let shown = values.iter().take(SHOWN);
                let shown = shown.map(|&value| shown_as(value, is_misere));
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
        Form::Language {
            letters,
            next,
            told,
        } => {
            let rows = next.chunks(letters.len().max(1)).zip(told).enumerate();
            let rows = rows.map(|(state, (next, told))| {
                let to: Vec<String> = (letters.iter().zip(next))
                    .map(|(letter, state)| format!("{letter}→{state}"))
                    .collect();
                format!("{state} ({told}): {}", to.join(" "))
            });
            Some(rows.collect::<Vec<_>>().join("; "))
        }
        _ => None,
    }
}
