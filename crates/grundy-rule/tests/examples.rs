//! Whoever makes a mistake in a rule is shown an example of the same kind of rule.

use grundy::Game;
use grundy::kinds::Kind;

const KINDS: [Kind; 5] = [
    Kind::Numbers,
    Kind::Words,
    Kind::Grids,
    Kind::Graphs,
    Kind::Lists,
];

#[test]
fn examples_are_games_of_their_kind() {
    for kind in KINDS {
        let example = kind.example();
        let game: Game = example.parse().expect(example);
        assert!(game.components().next().is_some(), "{example}");
        let rule = example.split('\'').nth(1).expect("a rule");
        assert_eq!(Kind::of(rule), kind, "{example}");
    }
}

#[test]
fn mistakes_are_answered_by_an_example_of_the_kind() {
    for (text, kind) in [
        ("rule 'n -> n-1' 3,x", Kind::Numbers),
        ("rule '\"++\" -> \"--\"' ++x+", Kind::Words),
        ("rule 'grid \"..\" -> \"##\"' .../..", Kind::Grids),
        ("rule 'tree cut edge' a-b,b-c,c-a", Kind::Graphs),
        (
            "rule 'multiset a[i] -> a[i]-k for k in 1..' 3,x",
            Kind::Lists,
        ),
    ] {
        let error = text.parse::<Game>().expect_err(text);
        assert_eq!(error.example, kind.example(), "{text}");
    }
}
