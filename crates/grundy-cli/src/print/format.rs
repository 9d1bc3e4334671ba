//! Contest formats: the list and one of them.

use std::fmt::Write;

use grundy::Lang;
use grundy_judge::{Format, Options, Sentence};

use crate::print::paint::{Paint, labelled, left, width, wrapped};
use crate::words::{self, Word};

fn of(sentence: &Sentence, lang: Lang) -> &str {
    match lang {
        Lang::En => &sentence.en,
        Lang::Zh => &sentence.zh,
    }
}

/// All formats: each its name, title and rule.
pub(crate) fn all(formats: &[&Format], lang: Lang, paint: Paint, columns: usize) -> String {
    let names = formats.iter().map(|format| width(&format.name)).max();
    let names = names.unwrap_or(0);
    let mut out = String::new();
    for format in formats {
        let mut text = String::new();
        if let Some(title) = &format.title {
            text.push_str(of(title, lang));
            text.push_str(if lang == Lang::Zh { "：" } else { ": " });
        }
        match &format.sentence {
            Some(sentence) => text.push_str(of(sentence, lang)),
            None => text.push_str(format.rule.text()),
        }
        let mut lines = String::new();
        wrapped(&mut lines, &text, names + 2, columns);
        out.push_str(&paint.heading(&left(&format.name, names)));
        out.push_str("  ");
        out.push_str(lines.trim_start());
        if !format.aliases.is_empty() {
            let also = words::also_called(format.aliases.join(words::listed(lang))).render(lang);
            wrapped(&mut out, &also, names + 2, columns);
        }
    }
    out
}

/// One format: what is asked, how it is written, and the sample.
pub(crate) fn one(format: &Format, lang: Lang, paint: Paint, columns: usize) -> String {
    let mut out = paint.heading(&format.name);
    if let Some(title) = &format.title {
        let _ = write!(out, "  {}", paint.bold(of(title, lang)));
    }
    out.push_str("\n\n");
    if let Some(sentence) = &format.sentence {
        wrapped(&mut out, of(sentence, lang), 0, columns);
        out.push('\n');
    }
    let (cases, answer) = (words::cases(format.cases), words::answers(format));
    let options = format.options.as_ref();
    let position = options.and_then(Options::position);
    let options = options.map(Options::text);
    // A rule of one line is not said twice.
    let rule = format.rule.text();
    let one_line = options.filter(|text| *text != rule);
    let placed = |text: &str| match position {
        Some(position) => words::placed(text, position).render(lang),
        None => text.to_owned(),
    };
    let (rule, one_line) = match one_line {
        Some(text) => (rule.to_owned(), placed(text)),
        None => (placed(rule), String::new()),
    };
    let rule = match &format.wins {
        Some(wins) => words::wins_if(&rule, wins.text()).render(lang),
        None => rule,
    };
    let unverified = match &format.sample {
        Some(sample) if sample.unverified => words::unverified_sample().render(lang),
        _ => String::new(),
    };
    let rows = [
        (Word::Cases, cases.render(lang)),
        (Word::Input, format.layout.text().to_owned()),
        (Word::Made, format.lists.clone().unwrap_or_default()),
        (Word::Rule, rule),
        (Word::OneLine, one_line),
        (Word::Answer, answer.render(lang)),
        (Word::Limits, format.limits.clone()),
        (Word::Set, format.source.clone()),
        (Word::Aliases, format.aliases.join(words::listed(lang))),
        (Word::Sample, unverified),
    ];
    labelled(&mut out, &rows, lang, paint, columns);
    if let Some(sample) = &format.sample {
        for (label, text) in [
            (Word::SampleInput, &sample.input),
            (Word::SampleOutput, &sample.output),
        ] {
            let _ = writeln!(out, "\n{}", paint.dim(label.of(lang)));
            for line in text.lines() {
                let _ = writeln!(out, "{}", format!("    {line}").trim_end());
            }
        }
    }
    out
}
