//! The catalogue of games, in words.

use std::fmt::Write;

use grundy::Lang;
use grundy::notation::Listing;
use grundy::proofs::{self, Theorem};

use crate::print::paint::{Paint, labelled, left, width, wrapped};
use crate::words::{self, Word};

/// Fewest columns in which the beginning of a rule tells something.
const LEAST: usize = 36;

/// All games, a line each, under what they have in common; behind the titles, where the terminal is wide enough, how the rules begin.
pub(crate) fn all(listings: &[&Listing], lang: Lang, paint: Paint, columns: usize) -> String {
    let mut groups: Vec<(char, Vec<&Listing>)> = Vec::new();
    for listing in listings {
        let letter = listing.id.chars().next().unwrap_or_default();
        match groups.iter_mut().find(|(other, _)| *other == letter) {
            Some((_, group)) => group.push(listing),
            None => groups.push((letter, vec![listing])),
        }
    }
    groups.sort_by_key(|(letter, _)| *letter);
    let names = listings.iter().map(|listing| width(listing.name)).max();
    let names = names.unwrap_or(0);
    let titles = listings.iter().map(|listing| width(listing.title.of(lang)));
    let titles = titles.max().unwrap_or(0);
    let room = columns.saturating_sub(2 + names + 2 + titles + 2);
    let mut out = String::new();
    for (_, group) in &groups {
        let head = words::group_of_games(group[0].id);
        let _ = writeln!(out, "{}", paint.bold(head.of(lang)));
        for listing in group {
            let name = paint.heading(&left(listing.name, names));
            let title = listing.title.of(lang);
            if room < LEAST {
                let _ = writeln!(out, "  {name}  {title}");
                continue;
            }
            let rule = paint.dim(&begun(listing.rule.of(lang), room));
            let _ = writeln!(out, "  {name}  {}  {rule}", left(title, titles));
        }
    }
    let _ = writeln!(out, "\n{}", paint.dim(words::MORE_OF_A_GAME.of(lang)));
    out
}

/// The beginning of a text in so many columns.
fn begun(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut begun = String::new();
    for letter in text.chars() {
        begun.push(letter);
        if width(&begun) >= columns {
            begun.pop();
            break;
        }
    }
    format!("{}…", begun.trim_end())
}

/// One game.
pub(crate) fn one(listing: &Listing, lang: Lang, paint: Paint, columns: usize) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{}  {}\n",
        paint.heading(listing.name),
        paint.bold(listing.title.of(lang))
    );
    wrapped(&mut out, listing.rule.of(lang), 0, columns);
    out.push('\n');
    let example = solved(listing.example);
    let aliases = listing.aliases.join(words::listed(lang));
    let theorems = listing.theorems.iter();
    let theorems: Vec<Theorem> = theorems.filter_map(|name| proofs::theorem(name)).collect();
    let theorems: Vec<String> = theorems
        .chunk_by(|one, next| one.file == next.file)
        .map(|of_file| {
            let names: Vec<&str> = of_file.iter().map(|theorem| theorem.name).collect();
            let gap = words::before_brackets(" ", lang);
            let file = words::bracketed(of_file[0].file, lang);
            format!("{}{gap}{file}", names.join(words::listed(lang)))
        })
        .collect();
    let theorems = theorems.join(words::comma(lang));
    let rows = [
        (Word::Form, listing.form.of(lang)),
        (Word::Example, example.as_str()),
        (Word::Aliases, aliases.as_str()),
        (Word::Source, listing.source),
        (Word::Theorems, theorems.as_str()),
    ];
    labelled(&mut out, &rows, lang, paint, columns);
    out
}

/// The command that solves a position, as a shell reads it: what has quotation marks of its own goes between others.
pub(crate) fn solved(position: &str) -> String {
    match position.contains('\'') {
        true => format!("grundy solve \"{position}\""),
        false => format!("grundy solve {position}"),
    }
}

#[cfg(test)]
mod tests {
    use grundy::rulesets;

    use super::*;

    #[test]
    fn every_game_has_a_line_without_its_id() {
        for lang in [Lang::En, Lang::Zh] {
            let text = all(rulesets::CATALOGUE, lang, Paint::new(false), 80);
            assert!(text.lines().all(|line| width(line) <= 80), "{text}");
            for listing in rulesets::CATALOGUE {
                let lines = text.lines().filter(|line| {
                    line.split_whitespace().next() == Some(listing.name)
                        && line.ends_with(listing.title.of(lang))
                });
                assert_eq!(lines.count(), 1, "{}", listing.name);
            }
            let heads = text.lines().filter(|line| !line.starts_with(' '));
            let games = text.lines().filter(|line| line.starts_with("  "));
            assert_eq!(games.count(), rulesets::CATALOGUE.len());
            // Six groups, an empty line and the last two.
            assert_eq!(heads.count(), 9, "{text}");
        }
    }

    #[test]
    fn rules_begin_behind_the_titles_where_there_is_room() {
        let some: Vec<&Listing> = rulesets::CATALOGUE[..3].to_vec();
        for lang in [Lang::En, Lang::Zh] {
            let text = all(&some, lang, Paint::new(false), 100);
            let lines = text.lines().filter(|line| line.starts_with("  "));
            for (line, listing) in lines.zip(&some) {
                let begins: String = listing.rule.of(lang).chars().take(12).collect();
                assert!(line.contains(&begins), "{line}");
                assert!(width(line) <= 100, "{line}");
            }
        }
    }
}
