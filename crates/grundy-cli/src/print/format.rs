//! Contest formats: the list, one of them, and JSON.

use std::fmt::Write;

use grundy::Lang;
use grundy_judge::{Format, Options, Sentence};

use crate::print::json;
use crate::print::paint::{Paint, left, width, wrapped};
use crate::words::{self, Word};

/// The name and version of the JSON schema.
const FORMATS: &str = "grundy.formats/1";

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
            text.push_str(if lang == Lang::Zh { ":" } else { ": " });
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
    let rows = [
        (Word::Cases, cases.render(lang)),
        (Word::Input, format.layout.text().to_owned()),
        (Word::Rule, format.rule.text().to_owned()),
        (Word::OneLine, one_line.to_owned()),
        (Word::Answer, answer.render(lang)),
        (Word::Limits, format.limits.clone()),
        (Word::Set, format.source.clone()),
        (Word::Aliases, format.aliases.join(", ")),
    ];
    let rows: Vec<_> = rows.iter().filter(|(_, text)| !text.is_empty()).collect();
    let labels = rows.iter().map(|(label, _)| width(label.of(lang))).max();
    let labels = labels.unwrap_or(0);
    for (label, text) in rows {
        let mut lines = String::new();
        wrapped(&mut lines, text, labels + 3, columns);
        let label = paint.dim(&left(label.of(lang), labels));
        let _ = write!(out, "{label}   {}", lines.trim_start());
    }
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

/// Some formats as one JSON object.
pub(crate) fn json(formats: &[&Format]) -> String {
    let mut out = String::from("{");
    json::field(&mut out, "schema", FORMATS);
    json::key(&mut out, "formats");
    json::array(&mut out, formats, |out, format| {
        out.push('{');
        json::field(out, "name", &format.name);
        json::key(out, "aliases");
        json::array(out, &format.aliases, |out, alias| json::string(out, alias));
        both(out, "title", format.title.as_ref());
        both(out, "sentence", format.sentence.as_ref());
        json::field(out, "layout", format.layout.text());
        json::field(out, "rule", format.rule.text());
        let options = format.options.as_ref();
        for (name, text) in [
            ("options", options.map(Options::text)),
            ("position", options.and_then(Options::position)),
        ] {
            json::key(out, name);
            match text {
                Some(text) => json::string(out, text),
                None => out.push_str("null"),
            }
        }
        json::field(out, "source", &format.source);
        json::field(out, "limits", &format.limits);
        json::key(out, "sample");
        match &format.sample {
            None => out.push_str("null"),
            Some(sample) => {
                out.push('{');
                json::field(out, "input", &sample.input);
                json::field(out, "output", &sample.output);
                out.push('}');
            }
        }
        out.push('}');
    });
    out.push_str("}\n");
    out
}

fn both(out: &mut String, name: &str, sentence: Option<&Sentence>) {
    json::key(out, name);
    match sentence {
        None => out.push_str("null"),
        Some(sentence) => {
            out.push('{');
            json::field(out, "en", &sentence.en);
            json::field(out, "zh", &sentence.zh);
            out.push('}');
        }
    }
}
