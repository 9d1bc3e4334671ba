//! Names of theorems that a machine has checked: each that is cited stands in the table, and each file that the table names is there.

use grundy::{Theory, proofs, rulesets};

#[test]
fn every_theorem_that_is_cited_is_in_the_table() {
    let theories = [
        Theory::SpragueGrundy,
        Theory::MisereNim,
        Theory::Outcome,
        Theory::Loopy,
        Theory::MisereQuotient,
        Theory::Search,
        Theory::Unknown,
    ];
    let of_games = rulesets::CATALOGUE.iter().flat_map(|game| game.theorems);
    let of_theories = theories.iter().flat_map(|theory| theory.theorems());
    let mut cited = 0;
    for name in of_games.chain(of_theories) {
        assert!(proofs::theorem(name).is_some(), "{name}");
        cited += 1;
    }
    assert!(cited > 60, "{cited}");
}

#[test]
fn the_files_of_the_table_are_there() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for theorem in proofs::theorems() {
        let file = root.join("proofs/theories").join(theorem.file);
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let stated = ["Theorem", "Lemma", "Corollary"].iter().any(|word| {
            text.contains(&format!("{word} {} ", theorem.name))
                || text.contains(&format!("{word} {}:", theorem.name))
                || text.contains(&format!("{word} {}\n", theorem.name))
        });
        assert!(stated, "{}: {}", theorem.file, theorem.name);
    }
}

#[test]
fn the_guide_names_the_theorems_of_each_game() {
    let guide = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide");
    for lang in ["en", "zh"] {
        let page = std::fs::read_to_string(guide.join(lang).join("games.md")).expect("the page");
        for game in rulesets::CATALOGUE {
            let named = format!("`{}`", game.name);
            let of_game = |section: &&str| {
                section
                    .lines()
                    .next()
                    .is_some_and(|title| title.contains(&named))
            };
            let sections: Vec<&str> = page.split("\n### ").filter(of_game).collect();
            assert!(!sections.is_empty(), "{lang}: {}", game.name);
            for name in game.theorems {
                let cited = format!("`{name}`");
                assert!(
                    sections.iter().any(|section| section.contains(&cited)),
                    "{lang}: {}: {name}",
                    game.name
                );
            }
        }
    }
}
