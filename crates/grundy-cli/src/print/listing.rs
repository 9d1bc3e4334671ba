//! The catalogue of games, in words.

use std::fmt::Write;

use grundy::Lang;
use grundy::notation::Listing;
use grundy::proofs::{self, Theorem};

use crate::print::paint::{Paint, labelled, left, width, wrapped};
use crate::words::{self, Word};

/// All games, a line each, under what they have in common.
pub(crate) fn all(listings: &[&Listing], lang: Lang, paint: Paint) -> String {
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
    let mut out = String::new();
    for (_, group) in &groups {
        let head = words::group_of_games(group[0].id);
        let _ = writeln!(out, "{}", paint.bold(head.of(lang)));
        for listing in group {
            let name = paint.heading(&left(listing.name, names));
            let _ = writeln!(out, "  {name}  {}", listing.title.of(lang));
        }
    }
    let _ = writeln!(out, "\n{}", paint.dim(words::MORE_OF_A_GAME.of(lang)));
    out
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
    let example = format!("grundy solve {}", listing.example);
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

#[cfg(test)]
mod tests {
    use grundy::rulesets;

    use super::*;

    #[test]
    fn every_game_has_a_line_without_its_id() {
        for lang in [Lang::En, Lang::Zh] {
            let text = all(rulesets::CATALOGUE, lang, Paint::new(false));
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
            // Six groups, an empty line and the last.
            assert_eq!(heads.count(), 8, "{text}");
        }
    }
}
