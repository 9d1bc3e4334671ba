//! A misère quotient, in words.

use std::fmt::Write;

use grundy::engine::misere::Element;
use grundy::{Lang, Message};
use grundy_service::quotient::{Failed, Phi, Response};

use crate::print::paint::{Paint, brief, left, right, width, wrapped};
use crate::words::{self, QuotientWord};

/// Most elements whose products are shown.
pub(crate) const TABLE: usize = 64;

/// Most words of a row of the summary.
const WORDS: usize = 40;

/// Most values of heaps that are shown without being asked for.
const VALUES: usize = 240;

/// The whole answer.
pub(crate) fn text(
    of: &Response,
    with_table: bool,
    lang: Lang,
    paint: Paint,
    columns: usize,
) -> String {
    let mut out = String::new();
    let words_of = of.words();
    let misere = words::bracketed(words::play(grundy::Play::Misere).of(lang), lang);
    let heading = paint.bold(&brief(&of.game, 160));
    let gap = words::before_brackets("  ", lang);
    let _ = writeln!(out, "{heading}{gap}{}", paint.dim(&misere));
    let status = words::quotient_status(of).render(lang);
    let _ = writeln!(out, "{}\n", paint.bold(&status));
    rows(&mut out, of, &words_of, (lang, paint, columns));
    components(&mut out, of, &words_of, lang, paint);
    for phi in of.phi(&words_of) {
        values(&mut out, &phi, lang, paint, columns);
    }
    if with_table {
        let _ = writeln!(out, "\n{}", paint.heading(QuotientWord::Products.of(lang)));
        products(&mut out, of, &words_of, paint);
    }
    out
}

/// Most words of a list, and how many there are besides.
fn listed(words_of: &[String], lang: Lang) -> String {
    let mut text = words_of[..words_of.len().min(WORDS)].join(", ");
    if words_of.len() > WORDS {
        text.push(' ');
        text.push_str(&words::and_more(words_of.len() - WORDS).render(lang));
    }
    text
}

fn rows(
    out: &mut String,
    of: &Response,
    words_of: &[String],
    (lang, paint, columns): (Lang, Paint, usize),
) {
    let quotient = of.quotient();
    let mut rows: Vec<(QuotientWord, String)> = Vec::new();
    let elements = words::elements(quotient.order(), quotient.p_count());
    rows.push((QuotientWord::Order, elements.render(lang)));
    let kind = match quotient.is_tame() {
        true => QuotientWord::Tame,
        false => QuotientWord::Wild,
    };
    rows.push((QuotientWord::Kind, kind.of(lang).to_owned()));
    if let (Some(last), Some(change)) = (of.heaps(), of.last_change()) {
        let covered = words::covered_heaps(last, change).render(lang);
        rows.push((QuotientWord::Covered, covered));
    }
    if let Some(end) = &of.end {
        rows.push((QuotientWord::Ended, words::quotient_ended(end).render(lang)));
    }
    if let Some(bound) = of.lower_bound() {
        let bound = match &of.end {
            Some(end) => words::lower_bound(&end.at, bound),
            None => words::lower_bound_beyond(bound),
        };
        rows.push((QuotientWord::LowerBound, bound.render(lang)));
    }
    beyond(&mut rows, of, lang);
    for phi in of.phi(words_of) {
        let told = match (phi.preperiod, phi.period, phi.heaps) {
            (Some(preperiod), Some(period), _) => words::repeats(phi.game, preperiod, period),
            (_, _, Some(last)) => words::no_repeats(phi.game, last),
            _ => continue,
        };
        rows.push((QuotientWord::Phi, told.render(lang)));
    }
    let generators = of.generators().into_iter();
    let generators: Vec<String> = generators
        .map(|(name, letter)| format!("{name} = {letter}"))
        .collect();
    rows.push((QuotientWord::Generators, listed(&generators, lang)));
    let relations = of.relations().into_iter();
    let relations: Vec<String> = relations
        .map(|[one, other]| format!("{one} = {other}"))
        .collect();
    rows.push((QuotientWord::Relations, listed(&relations, lang)));
    rows.push((QuotientWord::InP, listed(&of.p(words_of), lang)));
    let told = |elements: Vec<Element>| {
        let words = elements.iter().map(|one| words_of[one.0 as usize].clone());
        listed(&words.collect::<Vec<_>>(), lang)
    };
    rows.push((QuotientWord::Idempotents, told(quotient.idempotents())));
    rows.push((QuotientWord::Kernel, told(quotient.kernel())));
    let labels = rows.iter().map(|(label, _)| width(label.of(lang))).max();
    let labels = labels.unwrap_or(0);
    for (label, text) in rows.iter().filter(|(_, text)| !text.is_empty()) {
        let mut lines = String::new();
        wrapped(&mut lines, text, labels + 3, columns);
        let label = paint.dim(&left(label.of(lang), labels));
        let _ = write!(out, "{label}   {}", lines.trim_start());
    }
}

/// What is known of the next letter, and of larger heaps.
fn beyond(rows: &mut Vec<(QuotientWord, String)>, of: &Response, lang: Lang) {
    let mut row = |label, told: Option<Message>| {
        rows.extend(told.map(|told| (label, told.render(lang))));
    };
    row(QuotientWord::Failed, of.failed().map(Failed::describe));
    let law = of.law();
    let stopped = of.law_stopped().and_then(words::law_stopped);
    let told = law.map(|law| law.describe());
    row(QuotientWord::Law, told.or(stopped));
    row(QuotientWord::Example, law.and_then(|law| law.example()));
    let growth = of.growth;
    let growth = growth.map(|seen| words::growth(seen.from, seen.heaps, seen.elements));
    row(QuotientWord::Growth, growth);
}

/// The components that were named, each with its element and who wins it alone.
fn components(out: &mut String, of: &Response, words_of: &[String], lang: Lang, paint: Paint) {
    let told: Vec<(String, &str, QuotientWord)> = (of.named.iter().take(WORDS))
        .filter_map(|component| {
            let element = of.built.element(component.as_ref())?;
            let name = format!("{} {}", component.head(), component.position());
            let wins = match of.quotient().outcome(element) {
                grundy::Outcome::P => QuotientWord::Losing,
                _ => QuotientWord::Winning,
            };
            let name = brief(name.trim_end(), 60);
            Some((name, words_of[element.0 as usize].as_str(), wins))
        })
        .collect();
    if told.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "\n{}",
        paint.heading(QuotientWord::Components.of(lang))
    );
    let names = told.iter().map(|(name, ..)| width(name)).max().unwrap_or(0);
    let values = told
        .iter()
        .map(|(_, word, _)| width(word))
        .max()
        .unwrap_or(0);
    for (name, word, wins) in told {
        let (name, word) = (left(&name, names), left(word, values));
        let _ = writeln!(out, "    {name}   {word}   {}", wins.of(lang));
    }
}

/// Values of heaps, as many in a row as a period has if that fits.
fn values(out: &mut String, phi: &Phi<'_>, lang: Lang, paint: Paint, columns: usize) {
    let shown = &phi.words[..phi.words.len().min(VALUES)];
    if shown.is_empty() {
        return;
    }
    let to = phi.from + shown.len() as u64 - 1;
    let heading = words::values_of(phi.game, phi.from, to).render(lang);
    let _ = writeln!(out, "\n{}", paint.heading(&heading));
    let cell = shown.iter().map(|word| width(word)).max().unwrap_or(1) + 2;
    let margin = to.to_string().len() + 4;
    let room = (columns.max(60).saturating_sub(margin) / cell).max(1);
    let period = phi.period.and_then(|period| usize::try_from(period).ok());
    let per_row = match period {
        Some(period) if (2..=room).contains(&period) => room / period * period,
        _ if room >= 10 => room / 10 * 10,
        _ => room,
    };
    let per_row = per_row.min(20.max(period.unwrap_or(0))).max(1);
    for (row, words) in shown.chunks(per_row).enumerate() {
        let first = phi.from + (row * per_row) as u64;
        let label = paint.dim(&right(&first.to_string(), margin));
        let cells: String = words.iter().map(|word| right(word, cell)).collect();
        let _ = writeln!(out, "{label}{cells}");
    }
    if phi.words.len() > shown.len() {
        let more = words::and_more(phi.words.len() - shown.len()).render(lang);
        let _ = writeln!(out, "{}{}", " ".repeat(4), paint.dim(&more));
    }
}

fn products(out: &mut String, of: &Response, words_of: &[String], paint: Paint) {
    let cell = words_of.iter().map(|word| width(word)).max().unwrap_or(1) + 1;
    let head: String = words_of.iter().map(|word| right(word, cell)).collect();
    let _ = writeln!(out, "{}{}", " ".repeat(4 + cell), paint.dim(&head));
    for (a, word) in (0u32..).zip(words_of) {
        let product = |b: u32| &words_of[of.quotient().product_of(a, b) as usize];
        let row = 0..words_of.len() as u32;
        let row: String = row.map(|b| right(product(b), cell)).collect();
        let _ = writeln!(out, "    {}{row}", paint.dim(&right(word, cell)));
    }
}
