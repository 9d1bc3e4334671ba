//! Compounds against plain search that plays whole compounds by their rules.

use super::*;
use crate::oracle;
use crate::quotient::{Outcome, Play};
use crate::text::Lang;
use grundy::{Game, solve};

/// Small games of many kinds, some of which have ended.
const GAMES: [&str; 15] = [
    "nim 0",
    "nim 1",
    "nim 3",
    "take:1-2 3",
    "take:1-2 4",
    "take:2 5",
    "take:3,4 9",
    "kayles 3",
    "kayles 5",
    "grundy 5",
    "tree 0,0,1,1",
    "nim 1 + take:1-2 4",
    "rule 'n -> n-1 | n/2 if n > 0' 4",
    "rule '(x,y) -> (x-1,y) | (y,x-1)' 2,1 + nim 1",
    "rule '\"++\" -> \"--\"' ++++",
];

/// A game as it is written within a compound.
fn within(game: &str) -> String {
    game.replacen('\'', "(", 1).replacen('\'', ")", 1)
}

const KINDS: [(&str, &str); 4] = [
    ("conjunctive", "&"),
    ("long-conjunctive", "&"),
    ("selective", "|"),
    ("ordinal", ":"),
];

/// A compound by the rules alone: games as their texts, options by the catalogue.
fn options(kind: &str, games: &[String]) -> Vec<Vec<String>> {
    let moves = |game: &String| -> Vec<String> {
        let sum: Game = game.parse().expect(game);
        let parts: One = sum.components().map(Component::boxed).collect();
        let mut all = Vec::new();
        for (place, part) in parts.iter().enumerate() {
            for left in part.options(usize::MAX).expect("no limit") {
                let mut sum = parts.clone();
                sum.remove(place);
                sum.extend(left);
                let texts = sum
                    .iter()
                    .map(|part| format!("{} {}", part.head(), part.position()));
                let texts: Vec<String> = texts.collect();
                all.push(if texts.is_empty() {
                    "nim 0".to_owned()
                } else {
                    texts.join(" + ")
                });
            }
        }
        all
    };
    let all: Vec<Vec<String>> = games.iter().map(moves).collect();
    let mut reached: Vec<Vec<String>> = vec![vec![]];
    match kind {
        "ordinal" => {
            let mut reached = Vec::new();
            for (place, moves) in all.iter().enumerate() {
                for left in moves {
                    reached.push([&games[..place], std::slice::from_ref(left)].concat());
                }
            }
            return reached;
        }
        "conjunctive" if all.iter().any(Vec::is_empty) => return vec![],
        _ => {}
    }
    for (game, moves) in games.iter().zip(&all) {
        let rest = kind == "selective" || moves.is_empty();
        let ways: Vec<&String> = moves.iter().chain(rest.then_some(game)).collect();
        reached = reached
            .iter()
            .flat_map(|before| {
                ways.iter()
                    .map(|way| [&before[..], &[(*way).clone()]].concat())
            })
            .collect();
    }
    // Doing nothing is no move. A game never comes back to itself.
    reached.retain(|left| left != games);
    reached
}

type Known = std::collections::HashMap<Vec<String>, (u32, bool)>;

/// The value, and whether the next player wins under misère play.
fn plain(kind: &str, games: &[String], known: &mut Known) -> (u32, bool) {
    if let Some(&told) = known.get(games) {
        return told;
    }
    let all = options(kind, games);
    let reached: Vec<(u32, bool)> = all.iter().map(|left| plain(kind, left, known)).collect();
    let value = (0..)
        .find(|value| reached.iter().all(|one| one.0 != *value))
        .unwrap_or(0);
    let won = reached.is_empty() || reached.iter().any(|one| !one.1);
    known.insert(games.to_vec(), (value, won));
    (value, won)
}

#[test]
fn compounds_are_won_as_their_rules_say() {
    for (kind, sign) in KINDS {
        let mut known = Known::new();
        let mut solver = grundy::Solver::new();
        for (place, first) in GAMES.iter().enumerate() {
            for second in &GAMES[if kind == "ordinal" { 0 } else { place }..] {
                let games = [first.to_string(), second.to_string()];
                let (value, misere) = plain(kind, &games, &mut known);
                let text = format!("{kind} '{} {sign} {}'", within(first), within(second));
                let game: Game = text.parse().expect(&text);
                assert_eq!(
                    game.to_string().parse::<Game>().as_ref(),
                    Ok(&game),
                    "{text}"
                );
                let answer = solver.solve(&game, Play::Normal);
                assert_eq!(
                    answer.value.expect(&text).to_string(),
                    value.to_string(),
                    "{text}"
                );
                // The outcome by what the games are worth.
                let compound = game.components().next().expect("one").boxed();
                for play in [Play::Normal, Play::Misere] {
                    let mut work = solver.work();
                    let wins = compound.wins_by_search(play, &mut work).expect(&text);
                    let expected = if play == Play::Normal {
                        value != 0
                    } else {
                        misere
                    };
                    assert_eq!(wins, expected, "{text} under {play:?}");
                    solver.keep(work);
                }
            }
        }
    }
}

#[test]
fn three_games_and_sums_agree_with_search() {
    for (kind, sign) in KINDS {
        let compound = format!("{kind} 'nim 2 {sign} take:1-2 3 {sign} kayles 2'");
        oracle::both(&compound);
        oracle::both(&format!("{kind} 'kayles 3 {sign} nim 2' 'nim 1'"));
        oracle::game(
            &format!("{kind} 'nim 2 {sign} kayles 3' + nim 3"),
            Play::Normal,
        );
        oracle::engines(&compound, Play::Normal);
    }
}

/// Every kind is associative: a compound within one of its kind is worth what the games one after the other are.
#[test]
fn compounds_stand_within_compounds() {
    let value = |text: &str| {
        let answer = solve(&text.parse::<Game>().expect(text), Play::Normal);
        answer.value.expect(text)
    };
    let misere = |text: &str| solve(&text.parse::<Game>().expect(text), Play::Misere).outcome;
    for (kind, sign) in KINDS {
        for [first, second, third] in [
            ["nim 2", "take:1-2 3", "kayles 2"],
            ["kayles 3", "nim 1", "nim 2"],
            ["take:1-2 4", "nim 0", "nim 3"],
        ] {
            let flat = format!("{kind} '{first} {sign} {second} {sign} {third}'");
            let nested = [
                format!("{kind} '({kind} {first} {sign} {second}) {sign} {third}'"),
                format!("{kind} '{first} {sign} ({kind} {second} {sign} {third})'"),
            ];
            for nested in nested {
                assert_eq!(value(&nested), value(&flat), "{nested}");
                assert_eq!(misere(&nested), misere(&flat), "{nested}");
            }
        }
        for (other, between) in KINDS {
            let mixed = format!("{kind} 'nim 1 {sign} ({other} nim 2 {between} kayles 2) + nim 1'");
            oracle::both(&mixed);
        }
    }
}

#[test]
fn the_reason_has_the_numbers() {
    for (text, play, said) in [
        (
            "conjunctive 'nim 3 & take:1-2 5'",
            Play::Normal,
            "the games last 1, 3 moves: the shortest, 1, decides, and it is odd: the player to move wins",
        ),
        (
            "long-conjunctive 'nim 2 & nim 0'",
            Play::Normal,
            "the games last 1, 0 moves: the longest, 1, decides",
        ),
        (
            "selective 'nim 2 | take:1-2 3'",
            Play::Normal,
            "the values of the games are 2, 0: one move can make all of them 0",
        ),
        (
            "selective 'nim 2 | nim 1'",
            Play::Misere,
            "the values of the games are 2, 1",
        ),
        (
            "ordinal 'kayles 3 : nim 2'",
            Play::Normal,
            "from each game to the end the values are 5, 2",
        ),
    ] {
        let answer = solve(&text.parse::<Game>().expect(text), play);
        let reasons = answer.because.iter().chain(
            answer
                .components
                .iter()
                .filter_map(|component| component.because.as_ref()),
        );
        let reasons: Vec<String> = reasons.map(|reason| reason.render(Lang::En)).collect();
        assert!(
            reasons.iter().any(|reason| reason.contains(said)),
            "{text}: {reasons:?}"
        );
    }
}

/// Games that are far too large to be gone through.
#[test]
fn what_the_games_are_worth_is_enough() {
    let outcome = |text: &str| solve(&text.parse::<Game>().expect(text), Play::Normal).outcome;
    let lost = outcome("selective 'kayles 0 | nim 100000000000000000000 100000000000000000000'");
    assert_eq!(lost, Some(Outcome::P));
    assert_eq!(
        outcome("conjunctive 'take:1-2 3000 & take:1-2 8000'"),
        Some(Outcome::P)
    );
    assert_eq!(
        outcome("long-conjunctive 'take:1-2 2000 & take:1-2 3203'"),
        Some(Outcome::N)
    );
}

#[test]
fn text_reads_back_and_errors_have_a_place() {
    for (text, printed) in [
        (
            "join 'nim 3 & nim 5' 'kayles 4'",
            "conjunctive 'nim 3 & nim 5' 'kayles 4'",
        ),
        (
            "union 'nim 5 3 | take:1,2,3 4'",
            "selective 'nim 3 + nim 5 | take:1-3 4'",
        ),
        ("ordinal 'nim 3 : nim 0'", "ordinal 'nim 3 : nim 0'"),
        ("continued-conjunctive 'nim 3'", "long-conjunctive 'nim 3'"),
        (
            "join '(union nim 5 | kayles 2) + nim 1 & (ordinal nim 1 : (join nim 2 & nim 3)) '",
            "conjunctive 'nim 1 + (selective nim 5 | kayles 2) & (ordinal nim 1 : (conjunctive nim 2 & nim 3))'",
        ),
        (
            "join 'rule (n -> n-1|n-3) 5 & nim 3'",
            "conjunctive 'take:1,3 5 & nim 3'",
        ),
        (
            "union 'rule ((x,y)->(x-1,y)|(y,x-1)) (2,1) 3,3 + kayles 2 | (join rule (n->n-1|n/2 if n>0) 5 & nim 2)'",
            "selective 'kayles 2 + rule ((x,y) -> (x-1,y) | (y,x-1)) 2,1 + rule ((x,y) -> (x-1,y) | (y,x-1)) 3,3 | (conjunctive rule (n -> n-1 | n/2 if n > 0) 5 & nim 2)'",
        ),
        (
            "join 'rule (\"++\" -> \"--\") +++ & rule (multiset a[i] -> a[i]-k for k in 1..2) [3,1]'",
            "conjunctive 'rule (\"++\" -> \"--\") +++ & rule (multiset a[i] -> a[i]-k for k in 1..2) [1,3]'",
        ),
    ] {
        let game: Game = text.parse().expect(text);
        assert_eq!(game.to_string(), printed);
        assert_eq!(printed.parse::<Game>().expect("reads back"), game);
    }
    let column = |text: &str| text.parse::<Game>().expect_err(text).column;
    assert_eq!(column("conjunctive nim 3"), 13);
    assert_eq!(column("conjunctive 'nim 3 & nimm 3'"), 22);
    assert_eq!(column("conjunctive 'nim 3 & nim x'"), 26);
    assert_eq!(column("conjunctive 'nim 3 & '"), 22);
    assert_eq!(column("selective ' | nim 3'"), 12);
    assert_eq!(column("ordinal ''"), 10);
    assert_eq!(column("ordinal 'nim 3 & nim 3'"), 16);
    assert_eq!(column("conjunctive 'graph:a-b,b-a a'"), 14);
    assert_eq!(column("selective:2 'nim 3'"), 11);
    assert_eq!(column("join 'nim 3 & (union nim 1 | nim 2'"), 15);
    assert_eq!(column("join 'nim 3) & nim 2'"), 12);
    assert_eq!(column("join 'nim 3 & (nim 2)'"), 16);
    assert_eq!(column("join 'nim 3 & (union nim 1 | nimm 2)'"), 30);
    assert_eq!(column("join 'nim 1 + rule n -> n-1 5 & nim 2'"), 20);
    assert_eq!(column("join 'rule (n -> n-j) 5 & nim 2'"), 20);
    assert_eq!(column("join 'rule (n -> n) 5 & nim 2'"), 7);
    assert_eq!(column("join 'rule (n -> n-1 5 & nim 2'"), 12);
    assert_eq!(column("join 'rule (\"(\" -> \")\") ( & nim 2'"), 14);
    assert_eq!(column("join 'rule (n -> n-1) 5 (n) & nim 2'"), 25);
    let deep = format!("join '{}nim 1{}'", "(join ".repeat(9), ")".repeat(9));
    assert_eq!(column(&deep), 55);
    assert_eq!(column("union 'nim 3 | take:2-1,3 4'"), 23);
}

/// What is drawn of a compound, and the ways to click each move.
fn drawn(text: &str) -> (crate::scene::Scene, Vec<(String, Vec<String>)>) {
    let game: Game = text.parse().expect(text);
    let component = game.components().next().expect("a compound");
    let drawn = component.drawn(1000);
    let written = |way: &crate::scene::Clicks| {
        let marks: Vec<String> = way.iter().map(ToString::to_string).collect();
        marks.join(" ")
    };
    let turns = drawn.turns.expect("few moves").into_iter();
    let told = turns.map(|turn| {
        let ways = turn.clicks.iter().map(written).collect();
        (turn.message.render(Lang::En), ways)
    });
    (drawn.scene, told.collect())
}

#[test]
fn pictures_stand_side_by_side_and_moves_are_clicked_game_by_game() {
    use crate::scene::Scene;
    let (scene, turns) = drawn("selective 'kayles 2 | node-kayles:a-b'");
    let Scene::Several(insets) = scene else {
        panic!("{scene:?}");
    };
    assert_eq!(insets[0].scene, Scene::Row(2));
    assert!(matches!(insets[1].scene, Scene::Graph { .. }));
    let labels: Vec<&str> = insets.iter().map(|inset| &inset.label[..]).collect();
    assert_eq!(labels, ["1", "2"]);
    let ways = |message: &str| {
        let found = turns.iter().find(|(told, _)| told == message);
        found.expect(message).1.clone()
    };
    assert_eq!(ways("in game 1 take 2"), ["p0.s0 p0.s1"]);
    assert_eq!(ways("in game 2 choose a and remove b"), ["p1.v0", "p1.v1"]);
    assert_eq!(
        ways("in game 1 take 2; in game 2 choose a and remove b"),
        [
            "p0.s0 p0.s1 p1.v0",
            "p0.s0 p0.s1 p1.v1",
            "p1.v0 p0.s0 p0.s1",
            "p1.v1 p0.s0 p0.s1"
        ]
    );
    assert!(turns.iter().all(|(_, ways)| !ways.is_empty()));
}

#[test]
fn heaps_of_a_compound_stand_on_one_ground() {
    let (scene, turns) = drawn("conjunctive 'nim 1 & take:1-2 2'");
    assert_eq!(scene, crate::scene::Scene::Heaps(vec![1, 2]));
    let ways: Vec<&Vec<String>> = turns.iter().map(|(_, ways)| ways).collect();
    assert_eq!(
        ways,
        [&["s0.0 s1.1", "s1.1 s0.0"], &["s0.0 s1.0", "s1.0 s0.0"]]
    );
}
