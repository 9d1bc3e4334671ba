//! The guide against the catalogue: every game has its section in both languages, and no section is about a game that
//! is not there.

use std::path::Path;

use grundy::game::listing;
use grundy::rulesets::CATALOGUE;

/// A section: its heading, and the text below it.
struct Section {
    heading: String,
    text: String,
}

fn sections(lang: &str) -> Vec<Section> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs/guide")
        .join(lang)
        .join("games.md");
    let text = std::fs::read_to_string(path).expect("the page of games");
    let mut sections: Vec<Section> = Vec::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            let (heading, text) = (heading.to_owned(), String::new());
            sections.push(Section { heading, text });
        } else if line.starts_with("## ") {
            let (heading, text) = (String::new(), String::new());
            sections.push(Section { heading, text });
        } else if let Some(section) = sections.last_mut() {
            section.text.push_str(line);
            section.text.push('\n');
        }
    }
    sections.retain(|section| !section.heading.is_empty());
    sections
}

/// The words in backticks.
fn names(heading: &str) -> impl Iterator<Item = &str> {
    heading.split('`').skip(1).step_by(2)
}

#[test]
fn every_game_has_a_section_in_both_languages() {
    assert!(CATALOGUE.len() > 10);
    for lang in ["en", "zh"] {
        let sections = sections(lang);
        for game in CATALOGUE {
            let section = sections
                .iter()
                .find(|section| {
                    let id = section.heading.split(' ').next();
                    id == Some(game.id) && names(&section.heading).any(|name| name == game.name)
                })
                .unwrap_or_else(|| {
                    let (id, name) = (game.id, game.name);
                    panic!("docs/guide/{lang}/games.md has no heading '### {id} · `{name}` …'")
                });
            let shown = section.text.contains("$ grundy ");
            assert!(shown, "{lang}: no example of '{}' is shown", game.name);
        }
    }
}

#[test]
fn every_section_is_about_games_that_are_there() {
    for lang in ["en", "zh"] {
        for section in sections(lang) {
            assert!(names(&section.heading).count() > 0, "{}", section.heading);
            for name in names(&section.heading) {
                assert!(listing(name).is_some(), "{lang}: there is no game '{name}'");
            }
        }
    }
}
