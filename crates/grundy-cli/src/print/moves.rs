//! The moves of a position, in words and as JSON: what a page or a terminal needs to draw it and to play it.

use std::fmt::Write;

use grundy::scene::{Clicks, Scene};
use grundy::{Lang, Outcome};
use grundy_play::{Board, Chosen, layout};

use super::json::{array, field, key, number, string};
use super::paint::{brief, clean, left, width};
use crate::print::answer::Manner;
use crate::words::{self, PlayWord};

/// The name and version of the schema.
pub(crate) const MOVES: &str = "grundy.moves/1";

/// What is shown.
pub(crate) struct Shown<'a> {
    /// The position.
    pub(crate) board: &'a Board,
    /// The machine's choice, where it was asked for.
    pub(crate) chosen: Option<Chosen>,
    /// The number of the move to be commented on.
    pub(crate) played: Option<usize>,
    /// Where the position was asked for by a rule: what comes before it in the notation.
    pub(crate) head: Option<&'a str>,
}

impl Shown<'_> {
    /// A position as it would be asked for.
    fn asked(&self, game: &grundy::Game) -> String {
        asked(game, self.head)
    }
}

/// A position as it would be asked for: behind a rule, without the `head` that the rule has in the notation.
pub(crate) fn asked(game: &grundy::Game, head: Option<&str>) -> String {
    let text = game.to_string();
    if head == Some(&text)
        && let Some(nothing) = nothing(game)
    {
        return nothing;
    }
    match head.and_then(|head| text.strip_prefix(head)) {
        Some(rest) if rest.starts_with(' ') => rest.trim_start().to_owned(),
        _ => text,
    }
}

/// The position at zero, where nobody can move: what a rule reads in place of no position at all.
fn nothing(game: &grundy::Game) -> Option<String> {
    let rules = &game.parts().first()?.rules;
    let zeros = vec![0; rules.coordinates()];
    let steps = rules.at(&zeros)?.steps(1).ok()?;
    let written: Vec<String> = zeros.iter().map(u64::to_string).collect();
    steps.is_empty().then(|| written.join(","))
}

/// The list for people.
pub(crate) fn text(shown: &Shown<'_>, manner: &Manner) -> String {
    let (board, lang, paint) = (shown.board, manner.lang, manner.paint);
    let mut out = String::new();
    super::answer::heading(&mut out, &board.answer, manner);
    super::answer::verdict(&mut out, &board.answer, manner);
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
            (Some(false), _) => (PlayWord::Loses.of(lang), Some(false)),
            (None, _) => ("?", None),
        };
        let word = left(word, 6);
        let word = match is_win {
            Some(true) => paint.win(&word),
            Some(false) => paint.loss(&word),
            None => paint.open(&word),
        };
        let _ = writeln!(
            out,
            "{place:>6}  {word} {}  {}",
            left(told, widest),
            paint.dim(&brief(&shown.asked(&mv.game), 80))
        );
    }
    if !board.complete {
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

/// The same for programs, without a line end.
pub(crate) fn json(shown: &Shown<'_>, lang: Lang) -> String {
    let board = shown.board;
    let mut out = String::from("{");
    field(&mut out, "schema", MOVES);
    field(&mut out, "game", &shown.asked(&board.game));
    field(&mut out, "play", board.play.word());
    outcome(&mut out, "outcome", board.answer.outcome);
    value(&mut out, board.answer.value.as_ref());
    truth(&mut out, "over", Some(board.is_over()));
    truth(&mut out, "complete", Some(board.complete));
    key(&mut out, "components");
    array(
        &mut out,
        board.places.iter().enumerate(),
        |out, (at, place)| {
            out.push('{');
            number(out, "component", at as u64);
            field(out, "game", &place.game);
            value(out, place.value.as_ref());
            key(out, "scene");
            scene(out, &place.scene);
            out.push('}');
        },
    );
    key(&mut out, "moves");
    array(&mut out, &board.moves, |out, mv| {
        out.push('{');
        number(out, "component", mv.component as u64);
        field(out, "from", &board.places[mv.component].game);
        field(out, "move", &mv.message.render(lang));
        key(out, "to");
        array(out, &mv.to, |out, to| string(out, to));
        field(out, "game", &shown.asked(&mv.game));
        truth(out, "wins", mv.wins);
        outcome(out, "after", mv.after);
        key(out, "clicks");
        array(out, &mv.clicks, clicks);
        out.push('}');
    });
    if let Some(chosen) = shown.chosen {
        key(&mut out, "chosen");
        out.push('{');
        number(&mut out, "number", chosen.number as u64);
        truth(&mut out, "wins", board.moves[chosen.number].wins);
        truth(&mut out, "erred", Some(chosen.erred));
        out.push('}');
    }
    if let Some(played) = shown.played {
        key(&mut out, "played");
        out.push('{');
        number(&mut out, "number", played as u64);
        truth(&mut out, "wins", board.moves[played].wins);
        key(&mut out, "said");
        match board.comment(played) {
            Some(message) => string(&mut out, &message.render(lang)),
            None => out.push_str("null"),
        }
        out.push('}');
    }
    out.push('}');
    out
}

fn truth(out: &mut String, name: &str, truth: Option<bool>) {
    key(out, name);
    out.push_str(match truth {
        Some(true) => "true",
        Some(false) => "false",
        None => "null",
    });
}

fn outcome(out: &mut String, name: &str, outcome: Option<Outcome>) {
    key(out, name);
    match outcome {
        Some(outcome) => string(out, outcome.letter()),
        None => out.push_str("null"),
    }
}

fn value(out: &mut String, value: Option<&grundy::Nimber>) {
    key(out, "value");
    match value {
        Some(value) => {
            let _ = write!(out, "{}", value.0);
        }
        None => out.push_str("null"),
    }
}

fn clicks(out: &mut String, clicks: &Clicks) {
    array(out, clicks, |out, mark| string(out, &mark.to_string()));
}

fn scene(out: &mut String, scene: &Scene) {
    out.push('{');
    match scene {
        Scene::Heap(count) => counted(out, "heap", *count),
        Scene::Row(count) => counted(out, "row", *count),
        Scene::Ring(count) => counted(out, "ring", *count),
        Scene::Heaps(counts) => {
            field(out, "kind", "heaps");
            key(out, "counts");
            array(out, counts, |out, count| {
                let _ = write!(out, "{count}");
            });
        }
        Scene::Piece { piece, at } => {
            field(out, "kind", "piece");
            field(out, "piece", piece.word());
            let size = (at.0.max(7) + 1, at.1.max(7) + 1);
            let _ = write!(
                out,
                ",\"at\":[{},{}],\"size\":[{},{}]",
                at.0, at.1, size.0, size.1
            );
        }
        Scene::Strip(cells) => {
            field(out, "kind", "strip");
            key(out, "cells");
            array(out, cells, |out, cell| {
                out.push('{');
                field(out, "mark", cell.word());
                if let grundy::scene::Cell::Stack(count) = cell {
                    number(out, "count", *count);
                }
                out.push('}');
            });
        }
        Scene::Board { width, squares } => {
            field(out, "kind", "board");
            number(out, "width", *width as u64);
            number(out, "height", (squares.len() / width.max(&1)) as u64);
            key(out, "cells");
            array(out, squares, |out, square| string(out, square.word()));
        }
        Scene::Graph { vertices, edges } => {
            field(out, "kind", "graph");
            let places = layout::places(vertices, edges);
            key(out, "vertices");
            array(out, vertices.iter().zip(places), |out, (dot, (x, y))| {
                out.push('{');
                field(out, "label", &dot.label);
                let _ = write!(out, ",\"x\":{x:.4},\"y\":{y:.4}");
                field(out, "mark", dot.mark.word());
                out.push('}');
            });
            key(out, "edges");
            array(out, edges, |out, line| {
                out.push('{');
                number(out, "from", line.from as u64);
                number(out, "to", line.to as u64);
                truth(out, "directed", Some(line.directed));
                if let Some(count) = line.count {
                    number(out, "count", count);
                }
                truth(out, "gone", Some(line.gone));
                out.push('}');
            });
        }
        _ => field(out, "kind", "text"),
    }
    out.push('}');
}

fn counted(out: &mut String, kind: &str, count: u64) {
    field(out, "kind", kind);
    number(out, "count", count);
}
