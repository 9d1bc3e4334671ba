//! Law: no engine contradicts another. Each is switched off in turn under a small budget; an answer may become
//! "unknown", never a different one.
#![cfg_attr(fuzzing, no_main)]

use std::time::Duration;

use grundy::{Budget, Engine, Game, Outcome, Play, Solver};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(game) = text.parse::<Game>() else {
        return;
    };
    if game.components().count() > 6 {
        return;
    }
    let budget = Budget {
        positions: 3_000,
        bytes: 1 << 22,
        time: Some(Duration::from_millis(500)),
        ..Budget::default()
    };
    for play in [Play::Normal, Play::Misere] {
        let solver = |off: Option<Engine>| {
            let mut solver = off.into_iter().fold(Solver::new(), Solver::without);
            solver.budget = budget.clone();
            solver
        };
        let full = solver(None).solve(&game, play);
        assert_eq!(full.outcome.is_none(), full.unknown.is_some());
        if let (Play::Normal, Some(value)) = (play, &full.value) {
            assert_eq!(
                full.outcome,
                Some(if value.is_zero() {
                    Outcome::P
                } else {
                    Outcome::N
                })
            );
        }
        for off in Engine::ALL {
            let without = solver(Some(off)).solve(&game, play);
            if let (Some(one), Some(other)) = (without.outcome, full.outcome) {
                assert_eq!(one, other, "{game} without {off:?}");
            }
            if let (Some(one), Some(other)) = (&without.value, &full.value) {
                assert_eq!(one, other, "{game} without {off:?}");
            }
            if let (Some(one), Some(other)) = (&without.winning.count, &full.winning.count) {
                assert_eq!(one, other, "{game} without {off:?}");
            }
        }
    }
});
