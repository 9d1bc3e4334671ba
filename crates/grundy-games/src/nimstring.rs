//! Nimstring, on boards of Dots and Boxes: lines are drawn one at a time, and whoever completes a box must draw another.
//!
//! E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways for your Mathematical Plays*, chapter 16; E. R. Berlekamp, *The Dots and Boxes Game*
//! (2000). Nobody counts boxes: who cannot draw a line loses. A box is a coin, a line that is not drawn yet is a string that ties it to the next
//! box or to the ground; to draw the line cuts the string.
//!
//! A move that completes a box does not end the turn, so a position is no ordinary impartial game: with a number n, it may be that no n makes
//! position + *n* a P-position. Such a position is *loony*. Two theorems, both by strategy stealing, bring all others back to ordinary games:
//!
//! - A position is loony where a box with one string is tied to one with two, whose other string does not lead to a box with one string. Let R be
//!   what is left without both. The player to move may take both boxes and move in R; or cut the far string, which leaves the pair for the
//!   opponent, who, having taken it, must move in R. (To keep the pair for later does not help: whoever moves in R leaves it to the other.) One of
//!   the two wins, *whatever else there is*. So a move to a loony position always loses, and may be left out.
//! - Any other box with one string is as good as taken: whoever moves next takes it and moves as if it had not been there; if that loses, so does
//!   every other move, as the opponent could take it.
//!
//! What remains is a game in which players alternate, a position is the sum of its connected pieces, and values are nimbers. It is this game that
//! stands in the catalogue: boxes are completed of themselves, and loony moves are not allowed. Under normal play it is Nimstring, in sums too; under
//! misère play it is a game of its own.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! let answer = solve(&"nimstring 2x2".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.outcome, Some(Outcome::P));
//! # Ok::<(), grundy::ParseError>(())
//! ```

mod net;

use crate::chomp::sides;
use crate::couples::{Couples, FallsApart, couples};
use crate::engine::split::search::Search;
use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::ruleset::{Capabilities, Options, Ruleset, Stop};
use crate::scene::{self, Clicks, DotMark, Draw, Line, Mark, Scene};
use crate::text::{Message, Text};

use net::{Net, Pieces};

/// Nimstring. A position is a board of at most 128 lines.
#[derive(Clone, Copy, Debug)]
pub struct Nimstring;

/// A board of boxes with the strings that are left: lines that are not drawn. No box has exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    rows: u8,
    columns: u8,
    /// First the lines across, row by row, then the lines down.
    strings: u128,
}

grundy_core::encoded!(Board { rows, columns, strings } if |board| {
    let net = Net::new(board.rows.into(), board.columns.into());
    net.is_some_and(|net| {
        board.strings & !net.whole() == 0 && net.completed(board.strings) == Some(board.strings)
    })
});

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "D",
    name: "nimstring",
    aliases: &[],
    title: Text::new("Nimstring", "点格尼姆（Nimstring）"),
    rule: Text {
        en: "Cut an edge of a net: a line of Dots and Boxes, between two boxes or between a box and the ground. A box that is left with one edge loses that edge automatically; an edge whose cut would let the opponent choose who moves next (a loony move) may not be cut.",
        zh: "剪断网上的一条边：它相当于点格棋中的一条线，连着两个格，或连着格与地面。只剩一条边的格随即自动失去这条边；剪断后让对手得以选择由谁继续走的边（loony 步）不可剪。",
    },
    form: Text::new(
        "nimstring ROWSxCOLUMNS … (of boxes) or the edges, rows across and rows down in turn, . (there) and x (cut) joined by /",
        "nimstring ROWSxCOLUMNS …（方格数），或逐行写出各边，横行与竖行交替，.（未剪）与 x（已剪），以 / 相连",
    ),
    example: "nimstring 2x3",
    source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, chapter 16",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<Nimstring>,
};

impl Board {
    fn net(&self) -> Net {
        Net::new(self.rows.into(), self.columns.into()).expect("a board has a net")
    }
}

impl Ruleset for Nimstring {
    type Position = Board;
    /// The line.
    type Move = u8;

    fn options(&self, board: &Board, options: &mut Options<Board, u8>) -> Result<(), Stop> {
        let net = board.net();
        for string in net::each(board.strings) {
            let Some(left) = net.completed(board.strings & !(1 << string)) else {
                continue;
            };
            let pieces = net.pieces(left);
            let pieces: Vec<Board> = pieces.map(|strings| Board { strings, ..*board }).collect();
            options.push(string, &pieces)?;
        }
        Ok(())
    }

    fn describe(&self, board: &Board, &line: &u8) -> Message {
        let (rows, columns) = (u32::from(board.rows), u32::from(board.columns));
        let across = (rows + 1) * columns;
        let line = u32::from(line);
        match line.checked_sub(across) {
            None if line / columns == rows => message!(
                "cut the edge below row {row}, column {column}",
                "剪断第 {row} 行第 {column} 列下方的边",
                row = rows,
                column = line % columns + 1
            ),
            None => message!(
                "cut the edge above row {row}, column {column}",
                "剪断第 {row} 行第 {column} 列上方的边",
                row = line / columns + 1,
                column = line % columns + 1
            ),
            Some(down) if down % (columns + 1) == columns => message!(
                "cut the edge right of row {row}, column {column}",
                "剪断第 {row} 行第 {column} 列右方的边",
                row = down / (columns + 1) + 1,
                column = columns
            ),
            Some(down) => message!(
                "cut the edge left of row {row}, column {column}",
                "剪断第 {row} 行第 {column} 列左方的边",
                row = down / (columns + 1) + 1,
                column = down % (columns + 1) + 1
            ),
        }
    }

    fn capabilities(&self) -> Capabilities<'_, Nimstring> {
        Capabilities {
            couples: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Board, u8> for Nimstring {
    /// Strings and coins: a coin for each box that has strings, named by its row and column; a string at the border ends at the ground
    /// beyond it. The strings are in the order of their numbers.
    fn scene(&self, board: &Board) -> Option<Scene> {
        let net = board.net();
        let mut places: Vec<(usize, usize)> = Vec::new();
        let mut lines = Vec::new();
        for string in net::each(board.strings) {
            let ends = net.tied(usize::from(string)).map(|place| {
                let known = places.iter().position(|&one| one == place);
                known.unwrap_or_else(|| {
                    places.push(place);
                    places.len() - 1
                })
            });
            lines.push(Line::new(ends[0] as u32, ends[1] as u32, false));
        }
        let names: Vec<String> = places
            .iter()
            .map(|(row, column)| format!("{row},{column}"))
            .collect();
        let (rows, columns) = (usize::from(board.rows), usize::from(board.columns));
        let mark = |at: usize| {
            let (row, column) = places[at];
            match (1..=rows).contains(&row) && (1..=columns).contains(&column) {
                true => DotMark::Plain,
                false => DotMark::Ground,
            }
        };
        scene::graph(names.iter().map(String::as_str), mark, lines)
    }

    fn clicks(&self, board: &Board, &string: &u8, _: &[Board]) -> Vec<Clicks> {
        let before = board.strings & ((1 << string) - 1);
        vec![vec![Mark::Edge(before.count_ones() as usize)]]
    }
}

impl FallsApart<Board> for Nimstring {
    fn couples(&self, board: &Board, bytes: u64) -> Option<Box<dyn Couples<Board>>> {
        let (rows, columns) = (board.rows, board.columns);
        let pieces = Pieces::new(board.net());
        Some(couples(
            format!("nimstring {rows}x{columns}"),
            Search::new(pieces, bytes),
            move |pieces: &Pieces, board: &Board| {
                let same = (board.rows, board.columns) == (rows, columns);
                same.then(|| (0, pieces.parts(board.strings)))
            },
        ))
    }
}

impl Notation for Nimstring {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Nimstring, Vec<Board>), ParseError> {
        clause.no_parameters()?;
        let too_large = || message!("a board has at most 128 lines", "棋盘最多 128 条线");
        let mut boards = Vec::with_capacity(clause.words.len());
        for word in clause.words {
            let size = word.text.starts_with(|first: char| first.is_ascii_digit());
            if let Some((rows, columns)) = if size { sides(word, 128)? } else { None } {
                let net = Net::new(rows, columns).ok_or_else(|| word.error(too_large()))?;
                boards.push(Board {
                    rows: rows as u8,
                    columns: columns as u8,
                    strings: net.whole(),
                });
                continue;
            }
            let lines = word.split('/');
            if lines.len() < 3 || lines.len() % 2 == 0 {
                return Err(word.error(message!(
                    "expected an odd number of rows with / between them: lines across, lines down, and so on, at least 3",
                    "此处应为用 / 隔开的奇数行（至少 3 行）：横线与竖线交替"
                )));
            }
            let (rows, columns) = (lines.len() / 2, lines[0].text.len());
            let net = Net::new(rows, columns).ok_or_else(|| word.error(too_large()))?;
            let mut strings = 0;
            for (at, line) in lines.iter().enumerate() {
                let length = columns + at % 2;
                let letters = line.text.as_bytes();
                if letters.len() != length || !letters.iter().all(|letter| b".x".contains(letter)) {
                    return Err(line.error(message!(
                        "expected a row of {length} edges, . for one that is there and x for one that is cut",
                        "此处应为 {length} 条边的一行，. 表示未剪，x 表示已剪",
                        length = length
                    )));
                }
                for (place, _) in
                    (letters.iter().enumerate()).filter(|(_, letter)| **letter == b'.')
                {
                    strings |= 1 << net.line(at, place);
                }
            }
            let strings = net.completed(strings).ok_or_else(|| {
                word.error(message!(
                    "this position is loony: a box that lacks one line is beside one that lacks two; the player to move wins, whatever else there is, and it has no Grundy value",
                    "此局面为 loony：缺一条线的格旁边有缺两条线的格；无论还有什么，先手必胜，故没有 SG 值"
                ))
            })?;
            boards.push(Board {
                rows: rows as u8,
                columns: columns as u8,
                strings,
            });
        }
        Ok((Nimstring, boards))
    }
    fn head(&self) -> String {
        LISTING.name.to_owned()
    }
    fn coordinates(&self) -> usize {
        2
    }
    /// A board without a line drawn: so many rows, so many columns of boxes.
    fn at(&self, coordinates: &[u64]) -> Option<Board> {
        let &[rows, columns] = coordinates else {
            return None;
        };
        let (rows, columns) = (rows.try_into().ok()?, columns.try_into().ok()?);
        let net = Net::new(rows, columns)?;
        Some(Board {
            rows: rows as u8,
            columns: columns as u8,
            strings: net.whole(),
        })
    }
    fn write(&self, board: &Board) -> String {
        let net = board.net();
        if board.strings == net.whole() {
            return format!("{}x{}", board.rows, board.columns);
        }
        let (rows, columns) = (usize::from(board.rows), usize::from(board.columns));
        let letter = |at, place| match board.strings >> net.line(at, place) & 1 {
            0 => 'x',
            _ => '.',
        };
        let row = |at: usize| {
            (0..columns + at % 2)
                .map(|place| letter(at, place))
                .collect()
        };
        (0..2 * rows + 1)
            .map(row)
            .collect::<Vec<String>>()
            .join("/")
    }
}

#[cfg(test)]
mod tests;
