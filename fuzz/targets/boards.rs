//! Law: a position that is read can be drawn and played: what is clicked is there, every move leaves a position that reads back,
//! and judging, choosing and commenting end without harm.
#![cfg_attr(fuzzing, no_main)]

use std::time::Duration;

use grundy::{Budget, Game, Play};
use grundy_play::Board;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (text, play) = match text.strip_prefix('!') {
        Some(text) => (text, Play::Misere),
        None => (text, Play::Normal),
    };
    let Ok(game) = text.parse::<Game>() else {
        return;
    };
    let budget = Budget {
        positions: 2_000,
        bytes: 16 << 20,
        time: Some(Duration::from_millis(200)),
        ..Budget::default()
    };
    let board = Board::new(&game, play, &budget);
    for mv in board.moves.iter().take(50) {
        let written = mv.game.to_string();
        let again: Game = written.parse().expect("what a move leaves reads back");
        assert_eq!(
            again
                .to_string()
                .parse::<Game>()
                .map(|game| game.to_string()),
            Ok(again.to_string())
        );
        assert!(mv.clicks.iter().all(|clicks| !clicks.is_empty()));
    }
    if let Some(chosen) = board.choose(10, text.len() as u64) {
        assert!(chosen.number < board.moves.len());
        let _ = board.comment(chosen.number);
    }
});
