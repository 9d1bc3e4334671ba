//! Turning coins against search, and far beyond it.

use super::*;
use crate::oracle;
use crate::quotient::Play;

/// Whole rows against search, though the theorem speaks of single heads.
#[test]
fn theorem_agrees_with_search() {
    let all = [
        Together::ANY_RUN,
        Together::Run(1),
        Together::Run(3),
        Together::Run(4),
        Together::Run(6),
        Together::Spaced(2),
        Together::Spaced(3),
        Together::Spaced(4),
        Together::Symmetric,
        Together::Count(1, 1),
        Together::Count(1, 2),
        Together::Count(2, 2),
        Together::Count(1, 3),
        Together::Count(3, 3),
        Together::Count(1, 4),
        Together::Count(2, 4),
        Together::Count(1, 5),
        Together::Count(1, 7),
        Together::Count(2, 3),
    ];
    for together in all {
        let coins = Coins {
            listing: &COINS,
            together,
            singles: singles(together, 8),
        };
        let rows = (0u32..1 << 8).map(|row| (0u64..8).filter(|bit| row >> bit & 1 == 1).collect());
        oracle::values(&coins, rows.collect::<Vec<Box<[u64]>>>());
    }
    for name in [
        "turtles",
        "mock-turtles",
        "twins",
        "triplets",
        "ruler",
        "moebius",
        "mogul",
        "coins:2-4",
        "coins:run-3",
        "coins:spaced-3",
        "coins:symmetric",
    ] {
        oracle::game(&format!("{name} 0 2 4"), Play::Normal);
        oracle::game(&format!("{name} 1 3"), Play::Misere);
        oracle::engines(&format!("{name} 1 5"), Play::Normal);
    }
    let row: grundy::Game = "ruler HTTH".parse().expect("a row");
    assert_eq!(row.to_string(), "ruler 0 3");
    for text in [
        "coins:run-3 1",
        "coins:spaced-3 1",
        "coins:symmetric 1",
        "coins:run 2",
    ] {
        let game: grundy::Game = text.parse().expect(text);
        assert_eq!(game.to_string(), text);
    }
    let column = |text: &str| text.parse::<grundy::Game>().expect_err(text).column;
    assert_eq!(column("coins:spaced-1 3"), 14);
    assert_eq!(column("coins:spaced 3"), 7);
    assert_eq!(
        "ruler HTxH".parse::<grundy::Game>().expect_err("x").column,
        9
    );
}

#[test]
fn far_squares() {
    let answer = |text: &str| {
        let game: grundy::Game = text.parse().expect(text);
        grundy::solve(&game, Play::Normal)
    };
    for text in [
        "turtles 5 1000000000000 4000000000000000000",
        "twins 0 1000000000000 77",
        "ruler 1000000000000",
        "ruler 1000 999999",
        "ruler 1048575 3500000",
        "coins:run-1000 1000000000000 999999999990 7",
    ] {
        let answer = answer(text);
        assert!(
            answer.winning.count.is_some_and(|count| !count.is_zero()),
            "{text}"
        );
        for found in &answer.winning.listed {
            assert_eq!(
                found.to[0]
                    .value_by(grundy::Engine::Theorem, &mut grundy::Solver::new().work())
                    .expect("a formula"),
                Nimber::zero(),
                "{text}"
            );
        }
    }
    // Many squares are worked out at once.
    assert!(answer("moebius 100").value.is_some());
    assert!(answer("mogul 30").value.is_some());
}

/// Without the theorem, a row with too many options is given up before any of them is written down.
#[test]
fn too_many_options() {
    for text in [
        "ruler 3000000",
        "ruler 4000000000000000000",
        "coins:900 3000",
        "coins:symmetric 300",
        "coins:spaced-2 1000000000000",
        "twins 3000000 3000001 3000002 3000003 3000004 3000005 3000006",
    ] {
        let game: grundy::Game = text.parse().expect(text);
        for play in [Play::Normal, Play::Misere] {
            let mut solver = grundy::Solver::new().without(grundy::Engine::Theorem);
            let answer = solver.solve(&game, play);
            assert_eq!(answer.outcome, None, "{text}");
            let why = answer.unknown.expect("a reason").to_string();
            assert!(why.contains("it needs more than"), "{text}: {why}");
        }
    }
    let ruler = Coins {
        listing: &RULER,
        together: Together::ANY_RUN,
        singles: Vec::new(),
    };
    let mut options = Options::with_limit(1 << 40);
    assert_eq!(
        ruler.options(&[1 << 41].into(), &mut options),
        Err(Stop::Full)
    );
    assert!(options.is_empty());
}

/// The number of options that is asked first, against the options.
#[test]
fn options_are_counted() {
    for together in [
        Together::ANY_RUN,
        Together::Run(1),
        Together::Run(3),
        Together::Run(4),
        Together::Run(6),
        Together::Spaced(2),
        Together::Spaced(3),
        Together::Spaced(4),
        Together::Symmetric,
        Together::Count(1, 1),
        Together::Count(1, 5),
        Together::Count(2, 3),
        Together::Count(4, 900),
        Together::Count(3, 2),
        Together::Run(3),
        Together::Spaced(2),
        Together::Spaced(4),
        Together::Symmetric,
    ] {
        let rules = Coins {
            listing: &COINS,
            together,
            singles: Vec::new(),
        };
        for row in 0u32..1 << 8 {
            let heads: Box<[u64]> = (0u64..8).filter(|bit| row >> bit & 1 == 1).collect();
            let mut options = Options::with_limit(usize::MAX);
            rules.options(&heads, &mut options).expect("no limit");
            let counted = count(together, &heads);
            assert_eq!(counted, options.len() as u64, "{together:?} {heads:?}");
            let held = |(turn, to): (&Turned, &[Box<[u64]>])| {
                let turn = match turn {
                    Turned::Some(turn) => turn.len(),
                    Turned::Run(..) => 0,
                };
                8 * (turn + to[0].len()) as u64
            };
            let most = options.iter().map(held).max().unwrap_or(0);
            assert!(most <= rules.heap_bytes(&heads), "{together:?} {heads:?}");
        }
    }
}
