//! No false claim is believed: claims that the first values of games suggest are held against values far beyond.

#[path = "common/brute.rs"]
mod brute;
#[allow(dead_code, reason = "shared with the other tests")]
mod common;
#[path = "common/hunt.rs"]
mod hunt;

use brute::{Dice, Game, Kind, Run, runs};
use common::{by_code, by_takes};
use hunt::{Figures, verdict};

#[test]
fn brute_force_agrees_with_plain_loops() {
    let mut dice = Dice(7);
    for kind in Kind::ALL.into_iter().cycle().take(200) {
        let game = kind.game(&mut dice);
        let plain = match &game {
            Game::Take { set, all_but } => by_takes(|take| set.contains(&take) != *all_but, 40),
            Game::Code { unequal: true, .. } => continue,
            Game::Code { least: 1.., .. } => continue,
            Game::Code { digits, .. } if digits.iter().any(|&digit| digit > 15) => continue,
            Game::Code { digits, .. } => by_code(digits, 40),
        };
        assert_eq!(game.values(40), plain, "{}", game.name());
    }
    // Winning Ways, chapter 4, and by hand: one into four heaps, of at least six.
    let of = |digits: &[u8], unequal, least| {
        let digits = digits.to_vec();
        let game = Game::Code {
            digits,
            unequal,
            least,
        };
        game.values(12)
    };
    assert_eq!(of(&[4], true, 0), [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2]);
    assert_eq!(of(&[0, 16], false, 6)[..8], [0, 0, 0, 0, 0, 0, 1, 1]);
    // Beyond one word of values.
    let nim = Game::Take {
        set: vec![],
        all_but: true,
    };
    assert_eq!(nim.values(200), (0..200).collect::<Vec<u32>>());
}

/// The values of these codes go on growing up to the least bound of the theorem and stop later: two heaps that balance
/// each other, one of which is worth little, do so no more a period on.
#[test]
fn growth_that_stops_behind_the_bound() {
    let mut believed = Vec::new();
    for (digits, known) in [
        (&[8, 1, 0, 0, 15][..], Some([3, 2, 2])),
        (&[0, 2, 2, 13, 0, 12], None),
        (&[0, 6, 1, 5, 4, 15], None),
        (&[8, 6, 1, 4, 14, 5], Some([7, 1, 4])),
        (&[0, 14, 0, 11, 12, 12], Some([18, 1, 16])),
        (&[0, 1, 0, 0, 14, 0, 9], Some([5, 2, 2])),
        (&[0, 9, 0, 0, 0, 0, 0, 0, 6], Some([4, 2, 2])),
    ] {
        let game = Game::code(digits);
        let values = game.values(90);
        let held = runs(&values, 40).into_iter().filter(|run| {
            run.saltus > 0 && run.fails.is_some_and(|fails| fails >= run.bound(&game))
        });
        let held: Vec<Run> = held.collect();
        println!("{}: {held:?}", game.name());
        let (game, values) = (&game, &values);
        let verified = held
            .iter()
            .filter(|run| verdict(Kind::Growing, game, values, run).is_ok());
        believed.extend(verified.map(|run| format!("{}: {run:?}", game.name())));
        let named = |run: &Run| known == Some([run.period, run.preperiod, run.saltus as usize]);
        assert!(!held.is_empty() && (known.is_none() || held.iter().any(named)));
    }
    assert!(believed.is_empty(), "{believed:#?}");
    let values = Game::code(&[8, 1, 0, 0, 15]).values(30);
    assert_eq!((values[23], values[26]), (14, 7));
}

fn hunted(kind: Kind, seed: u64, games: u64) -> Figures {
    let (mut figures, mut dice) = (Figures::default(), Dice(seed));
    (0..games).for_each(|_| figures.draw(kind, &mut dice));
    println!("{kind:?}: {figures:?}");
    assert!(figures.false_ones.is_empty(), "{:?}", figures.false_ones);
    figures
}

#[test]
fn a_short_hunt() {
    let [growing, breaking, taking, all_but] = [
        (Kind::Growing, 120),
        (Kind::Breaking, 100),
        (Kind::Taking, 100),
        (Kind::AllBut, 30),
    ]
    .map(|(kind, games)| hunted(kind, 1, games));
    assert!(growing.held > 10 && all_but.held > 10);
    for figures in [&growing, &breaking, &taking, &all_but] {
        assert!(figures.verified > 15, "{figures:?}");
    }
    // For these the theorem needs no more than that the values repeat below its bound.
    assert_eq!((breaking.held, taking.held), (0, 0));
}

/// `cargo test --release -p grundy-check --test hunt -- --ignored --nocapture` takes some minutes; `GAMES` sets how many
/// games of each kind there are, `SEED` which ones.
#[test]
#[ignore = "minutes; see the comment"]
fn a_long_hunt() {
    let number = |name: &str, otherwise: u64| {
        let value = std::env::var(name).ok();
        value.map_or(otherwise, |value| value.parse().expect(name))
    };
    let (seed, games) = (number("SEED", 2), number("GAMES", 800_000));
    let (mut hard, mut dice) = (Figures::default(), Dice(seed));
    for game in 1..=games {
        hard.draw_hard(Kind::Growing, &mut dice);
        assert!(hard.false_ones.is_empty(), "{:?}", hard.false_ones);
        if game.is_multiple_of(100_000) || game == games {
            println!("{:?}, hard: {hard:?}", Kind::Growing);
        }
    }
    for (kind, part) in [
        (Kind::Growing, 20),
        (Kind::Breaking, 20),
        (Kind::Taking, 20),
        (Kind::AllBut, 200),
    ] {
        hunted(kind, seed, games / part);
    }
}
