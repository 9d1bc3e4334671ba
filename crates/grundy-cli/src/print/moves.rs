//! The moves of a position, in words.

use std::fmt::Write;

use grundy::Outcome;
use grundy_play::Move;
use grundy_service::moves::Response;

use super::paint::{brief, clean, left, width, wrapped};
use crate::print::answer::Manner;
use crate::words::{self, PlayWord};

/// Marks a move of which it is not known whether it wins.
const UNKNOWN: &str = "?";

/// Whether it is not known what a move leads to.
pub(crate) fn is_open(mv: &Move) -> bool {
    mv.wins.is_none() && !matches!(mv.after, Some(Outcome::D | Outcome::N))
}

/// The list for people.
pub(crate) fn text(shown: &Response, manner: &Manner) -> String {
    let (board, lang, paint) = (&shown.board, manner.lang, manner.paint);
    let mut out = String::new();
    super::answer::heading(&mut out, &board.answer, manner);
    super::answer::verdict(&mut out, &board.game, &board.answer, manner);
    if board.moves.is_empty() && board.complete {
        let _ = writeln!(out, "{}", words::no_move().render(lang));
    }
    let told: Vec<String> = (0..board.moves.len())
        .map(|place| clean(&board.named(place).render(lang)))
        .collect();
    let widest = told
        .iter()
        .map(|text| width(text))
        .max()
        .unwrap_or(0)
        .min(60);
    for (place, (mv, told)) in board.moves.iter().zip(&told).enumerate() {
        let (word, is_win) = match (mv.wins, mv.after) {
            (Some(true), _) => (PlayWord::Wins.of(lang), Some(true)),
            (_, Some(Outcome::D)) => (PlayWord::Draws.of(lang), None),
            (Some(false), _) | (_, Some(Outcome::N)) => (PlayWord::Loses.of(lang), Some(false)),
            _ => (UNKNOWN, None),
        };
        let word = left(word, 6);
        let word = match is_win {
            Some(true) => paint.win(&word),
            Some(false) => paint.loss(&word),
            None => paint.open(&word),
        };
        let _ = writeln!(
            out,
            "{:>6}  {word} {}  {}",
            place + 1,
            left(told, widest),
            paint.dim(&brief(&shown.asked(&mv.game), 80))
        );
    }
    if board.moves.iter().any(is_open) {
        let because = words::moves_unknown(&board.answer);
        let legend = words::unknown_mark(UNKNOWN, because).render(lang);
        wrapped(&mut out, &legend, 2, manner.columns);
    }
    if let Some(fault) = &board.fault {
        let _ = writeln!(out, "{}", fault.describe().render(lang));
    } else if !board.complete {
        let _ = writeln!(out, "{}", words::moves_cut(board.moves.len()).render(lang));
    }
    if let Some(chosen) = shown.chosen {
        let _ = writeln!(
            out,
            "\n{} {}",
            paint.bold(PlayWord::Machine.of(lang)),
            told[chosen.number]
        );
    }
    if let Some(message) = shown.played.and_then(|played| board.comment(played)) {
        let _ = writeln!(out, "\n{}", message.render(lang));
    }
    out
}
