//! Names of theorems that a machine has checked: each that is cited stands in the table, and each file that the table names is there.

use grundy::rule::Rule;
use grundy::{Game, Play, Theory, proofs, rulesets, solve};

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

/// A period has the theorem of what it was proved of, whatever the word for it is; a rule that is neither a code nor takes has none.
#[test]
fn a_period_cites_what_it_was_proved_by() {
    let cited = |game: &str| {
        let game = game.parse().expect(game);
        let answer = solve(&game, Play::Normal);
        let period = answer.components[0].period.expect("beyond the table");
        proofs::of_period(&period)
    };
    assert_eq!(cited("0.13 1000000000000"), ["guy_smith"]);
    assert_eq!(cited("0.31 1000000000000"), ["guy_smith"]);
    assert_eq!(cited("0.77 1000000000000"), ["guy_smith"]);
    assert_eq!(cited("take:1,3,4 1000000000000"), ["window"]);
    assert_eq!(cited("take:!2 1000000000000"), ["all_but"]);
    let rule = Rule::parse("n -> n-1 | n-4; n -> n-3 if n%5 == 0").expect("a rule");
    let heap = rule.position(&[1_000_000_000_000]).expect("a heap");
    let game = Game::from_parts(vec![rule.part(rulesets::CATALOGUE, vec![heap])]);
    let answer = solve(&game, Play::Normal);
    let period = answer.components[0].period.expect("beyond the table");
    assert!(proofs::of_period(&period).is_empty());
}
