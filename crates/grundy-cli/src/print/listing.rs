//! The catalogue of games, in words and as JSON.

use std::fmt::Write;

use grundy::Lang;
use grundy::Text;
use grundy::notation::Listing;

use crate::print::json;
use crate::print::paint::{Paint, left, width, wrapped};
use crate::words::Word;

/// The name and version of the JSON schema.
const GAMES: &str = "grundy.games/1";

/// All games: each its title, rule, example and reference.
pub(crate) fn all(listings: &[&Listing], lang: Lang, paint: Paint, columns: usize) -> String {
    let mut out = String::new();
    let ids = listings.iter().map(|listing| width(listing.id)).max();
    let names = listings.iter().map(|listing| width(listing.name)).max();
    let (ids, names) = (ids.unwrap_or(0), names.unwrap_or(0));
    for (place, listing) in listings.iter().enumerate() {
        if place > 0 {
            out.push('\n');
        }
        let _ = writeln!(
            out,
            "{}  {}  {}",
            paint.dim(&left(listing.id, ids)),
            paint.heading(&left(listing.name, names)),
            paint.bold(listing.title.of(lang))
        );
        let indent = ids + 2;
        wrapped(&mut out, listing.rule.of(lang), indent, columns);
        let _ = writeln!(
            out,
            "{}grundy solve {}",
            " ".repeat(indent),
            listing.example
        );
        let mut source = String::new();
        wrapped(&mut source, listing.source, indent, columns);
        for line in source.lines() {
            let _ = writeln!(out, "{}", paint.dim(line));
        }
    }
    out
}

/// One game.
pub(crate) fn one(listing: &Listing, lang: Lang, paint: Paint, columns: usize) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{}  {}  {}\n",
        paint.heading(listing.name),
        paint.bold(listing.title.of(lang)),
        paint.dim(&format!("({})", listing.id))
    );
    wrapped(&mut out, listing.rule.of(lang), 0, columns);
    out.push('\n');
    let example = format!("grundy solve {}", listing.example);
    let aliases = listing.aliases.join(", ");
    let rows = [
        (Word::Form, listing.form),
        (Word::Example, example.as_str()),
        (Word::Aliases, aliases.as_str()),
        (Word::Source, listing.source),
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
    out
}

/// Some games as one JSON object.
pub(crate) fn json(listings: &[&Listing]) -> String {
    let mut out = String::from("{");
    json::field(&mut out, "schema", GAMES);
    json::key(&mut out, "games");
    json::array(&mut out, listings, |out, listing| {
        out.push('{');
        json::field(out, "id", listing.id);
        json::field(out, "name", listing.name);
        json::key(out, "aliases");
        json::array(out, listing.aliases, |out, alias| json::string(out, alias));
        both(out, "title", &listing.title);
        both(out, "rule", &listing.rule);
        json::field(out, "form", listing.form);
        json::field(out, "example", listing.example);
        json::field(out, "source", listing.source);
        out.push('}');
    });
    out.push_str("}\n");
    out
}

fn both(out: &mut String, name: &str, text: &Text) {
    json::key(out, name);
    out.push('{');
    json::field(out, "en", text.en);
    json::field(out, "zh", text.zh);
    out.push('}');
}
