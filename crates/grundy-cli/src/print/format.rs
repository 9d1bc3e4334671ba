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
            let also = words::also_called(format.aliases.join(", ")).render(lang);
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
    let (cases, answer) = (words::cases(format.cases), words::tells(&format.tell));
    let options = format.options.as_ref().map(Options::text);
    let one_line = options
        .filter(|text| *text != format.rule.text())
        .unwrap_or_default();
    let unverified = match &format.sample {
        Some(sample) if sample.unverified => words::unverified_sample().render(lang),
        _ => String::new(),
    };
    let rows = [
        (Word::Cases, cases.render(lang)),
        (Word::Input, format.layout.text().to_owned()),
        (Word::Rule, format.rule.text().to_owned()),
        (Word::OneLine, one_line.to_owned()),
        (Word::Answer, answer.render(lang)),
        (Word::Limits, format.limits.clone()),
        (Word::Set, format.source.clone()),
        (Word::Aliases, format.aliases.join(", ")),
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
