//! A position with its winning moves on it, each where it is clicked and under its number in the list of `grundy moves`.
//!
//! A move of one click is a disc; one of several clicks, such as a domino on two squares, a run of pins or an edge, is a bar through them. Only
//! the [scene](grundy::scene) tells where that is: no game is known here.

use std::fmt::Write;

use grundy::scene::Mark;
use grundy::{Component, Lang, Outcome, Play};
use grundy_play::Board;

use crate::picture::scene::{Block, COMPONENTS, Foot, GAP, INK, Point, block, page};
use crate::picture::svg::escaped;
use crate::print::paint::{clean, width};
use crate::words;

/// The colour of a move.
const MOVE: &str = "#7048e8";
/// The radius of the disc with a move's number.
const DISC: f64 = 9.0;
/// Where on its bar a move's number is tried, first to last, so that numbers do not lie on one another.
const TRIED: [f64; 5] = [0.5, 0.25, 0.75, 0.0, 1.0];
/// The height of a line under the picture.
const LINE: usize = 20;

/// The picture. A move that no click makes, or whose clicks are not on the picture, is told under it.
pub(crate) fn marked(board: &Board, lang: Lang) -> String {
    let components: Vec<&dyn Component> = board.game.components().take(COMPONENTS).collect();
    let drawn = board.places.iter().zip(&components);
    let mut blocks: Vec<Block> = drawn
        .map(|(place, component)| block(&place.scene, *component))
        .collect();
    let mut taken: Vec<Vec<Point>> = vec![Vec::new(); blocks.len()];
    let (mut shown, mut hidden) = (0, 0);
    let winning = (1..).zip(&board.moves);
    for (number, mv) in winning.filter(|(_, mv)| mv.wins == Some(true)) {
        let block = blocks.get_mut(mv.component);
        let path = block.as_ref().and_then(|block| path(block, &mv.clicks));
        match (block, path) {
            (Some(block), Some(path)) => {
                let number: usize = number;
                let told = format!(
                    "{number}{}{}",
                    words::colon(lang),
                    clean(&mv.message.render(lang))
                );
                let at = free(&path, &taken[mv.component]);
                taken[mv.component].push(at);
                mark(&mut block.body, &path, at, &number.to_string(), &told);
                shown += 1;
            }
            _ => hidden += 1,
        }
    }
    page(&board.game, blocks, &foot(board, shown, hidden, lang))
}

/// The points that are clicked one after the other, by the first way of all whose elements are on the picture.
fn path(block: &Block, ways: &[Vec<Mark>]) -> Option<Vec<Point>> {
    ways.iter().find_map(|way| {
        let spots: Option<Vec<&Vec<Point>>> =
            way.iter().map(|mark| block.spots.get(mark)).collect();
        let mut path: Vec<Point> = spots?.into_iter().flatten().copied().collect();
        path.dedup();
        (!path.is_empty()).then_some(path)
    })
}

/// A place on a path for its number, apart from those that are taken if there is one.
fn free(path: &[Point], taken: &[Point]) -> Point {
    let apart = |at: &Point| {
        let far = |other: &Point| (at.0 - other.0).hypot(at.1 - other.1) >= 2.0 * DISC;
        taken.iter().all(far)
    };
    let mut tried = TRIED.into_iter().map(|part| along(path, part));
    tried.find(apart).unwrap_or_else(|| along(path, TRIED[0]))
}

/// The point of a path at a part of its length.
fn along(path: &[Point], part: f64) -> Point {
    let length = |one: &[Point]| (one[1].0 - one[0].0).hypot(one[1].1 - one[0].1);
    let mut left = part * path.windows(2).map(length).sum::<f64>();
    for step in path.windows(2) {
        let long = length(step);
        if long > 0.0 && left <= long {
            let part = left / long;
            let between = |from: f64, to: f64| from + part * (to - from);
            return (between(step[0].0, step[1].0), between(step[0].1, step[1].1));
        }
        left -= long;
    }
    path.last().copied().unwrap_or_default()
}

/// Draws a move: its bar, if it has several points, and its number; a pointer that rests on it sees what it is.
fn mark(body: &mut String, path: &[Point], (x, y): Point, number: &str, told: &str) {
    let _ = writeln!(body, "<g class=\"move\"><title>{}</title>", escaped(told));
    if let [first, rest @ ..] = path
        && !rest.is_empty()
    {
        let mut line = format!("M{:.1} {:.1}", first.0, first.1);
        for (x, y) in rest {
            let _ = write!(line, "L{x:.1} {y:.1}");
        }
        let _ = writeln!(
            body,
            "<path d=\"{line}\" fill=\"none\" stroke=\"{MOVE}\" stroke-opacity=\"0.5\" stroke-width=\"10\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
        );
    }
    let _ = writeln!(
        body,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{DISC}\" fill=\"{MOVE}\" stroke=\"#ffffff\"/>\n<text x=\"{x:.1}\" y=\"{y:.1}\" dy=\"0.35em\" font-size=\"9\" text-anchor=\"middle\" fill=\"#ffffff\">{number}</text>\n</g>"
    );
}

/// Who wins, and what the marks mean.
fn foot(board: &Board, shown: usize, hidden: usize, lang: Lang) -> Foot {
    let mut foot = Foot::default();
    let verdict = words::verdict(board.answer.outcome).render(lang);
    let play = words::play(board.play).of(lang);
    let and = words::between_notes(lang);
    line(&mut foot, 0, &format!("{verdict}{and}{play}"));
    if board.answer.outcome == Some(Outcome::N) {
        let ended = board.is_over() && board.play == Play::Misere;
        let moves = words::winning_moves(&board.answer.winning, ended);
        line(&mut foot, 0, &moves.render(lang));
    }
    if shown > 0 {
        let y = (foot.height + LINE / 2) as f64;
        mark(&mut foot.body, &[(DISC, y)], (DISC, y), "n", "n");
        let meaning = words::marked_move().render(lang);
        line(&mut foot, 3 * GAP / 2, &meaning);
    }
    if hidden > 0 {
        line(&mut foot, 0, &words::moves_not_marked(hidden).render(lang));
    }
    foot
}

fn line(foot: &mut Foot, left: usize, text: &str) {
    let _ = writeln!(
        foot.body,
        "<text x=\"{left}\" y=\"{}\" dy=\"0.35em\" fill=\"{INK}\">{}</text>",
        foot.height + LINE / 2,
        escaped(text)
    );
    foot.height += LINE;
    foot.width = foot.width.max(left + 8 * width(text));
}

#[cfg(test)]
mod tests {
    use grundy::rulesets::CATALOGUE;
    use grundy::{Budget, Game};

    use super::*;

    fn board(text: &str, play: Play) -> Board {
        let game: Game = text.parse().expect(text);
        let budget = Budget {
            positions: 200_000,
            ..Budget::default()
        };
        Board::new(&game, play, &budget)
    }

    /// The numbers of the moves that are marked, but that of the legend.
    fn numbers(picture: &str) -> Vec<usize> {
        let marks = picture.split("<g class=\"move\"><title>").skip(1);
        let numbers = marks.filter_map(|mark| mark.split_once([':', '：'])?.0.parse().ok());
        numbers.collect()
    }

    fn winning(board: &Board) -> Vec<usize> {
        let all = (1..).zip(&board.moves);
        let winning = all.filter(|(_, mv)| mv.wins == Some(true));
        winning.map(|(number, _)| number).collect()
    }

    #[test]
    fn every_winning_move_is_marked_or_counted_in_every_game() {
        let mut marks = 0;
        for listing in CATALOGUE {
            if listing.example.parse::<Game>().is_err() {
                continue;
            }
            for play in [Play::Normal, Play::Misere] {
                let board = board(listing.example, play);
                let picture = marked(&board, Lang::En);
                assert_eq!(
                    picture.matches("<g ").count(),
                    picture.matches("</g>").count(),
                    "{}",
                    listing.example
                );
                let (winning, told) = (winning(&board), numbers(&picture));
                assert!(told.iter().all(|number| winning.contains(number)));
                let hidden = winning.len() - told.len();
                let counted = words::moves_not_marked(hidden).render(Lang::En);
                assert_eq!(
                    picture.contains(&escaped(&counted)),
                    hidden > 0,
                    "{}",
                    listing.example
                );
                marks += told.len();
            }
        }
        assert!(marks > 100, "{marks}");
    }

    #[test]
    fn a_mark_lies_where_it_is_clicked() {
        // The middle domino leaves two squares, each alone; any other leaves a last move.
        let cram = board("cram 1x4", Play::Normal);
        let picture = marked(&cram, Lang::En);
        assert_eq!(numbers(&picture), winning(&cram));
        // The middle of four squares in a row: from the second to the third.
        assert!(picture.contains("M42.0 14.0L70.0 14.0"), "{picture}");
        let pins = marked(&board("kayles 4", Play::Normal), Lang::En);
        assert!(pins.contains("M28.0 24.0L44.0 24.0"), "{pins}");
        let heap = marked(&board("nim 3 5", Play::Normal), Lang::En);
        assert_eq!(heap.matches("<path d=\"M0").count(), 2);
        // Of 5 stones, those from the fourth on.
        assert!(heap.contains("<circle cx=\"28.0\" cy=\"42.0\""), "{heap}");
    }

    #[test]
    fn a_lost_position_has_no_mark() {
        let lost = marked(&board("cram 2x2", Play::Normal), Lang::Zh);
        assert!(numbers(&lost).is_empty() && !lost.contains("class=\"move\""));
        assert!(lost.contains("后手必胜"), "{lost}");
    }

    #[test]
    fn numbers_keep_apart() {
        let path = [(0.0, 0.0), (40.0, 0.0)];
        assert_eq!(free(&path, &[]), (20.0, 0.0));
        assert_eq!(free(&path, &[(20.0, 0.0)]), (0.0, 0.0));
        assert_eq!(along(&[(3.0, 4.0)], 0.5), (3.0, 4.0));
    }
}
