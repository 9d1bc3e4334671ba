//! Boxes and the strings between them, and Nimstring on them as a game that falls apart: its parts are connected pieces in the least of their
//! images under the turns and mirrors of the board.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::engine::split::keys::Numbered;
use crate::engine::split::{Fact, Splits, cancel};

/// The strings of a board of boxes.
#[derive(Clone, Debug)]
pub(super) struct Net {
    rows: usize,
    columns: usize,
    /// The strings of each box.
    boxes: Vec<u128>,
    /// For each string its boxes, one or two.
    ends: Vec<Vec<usize>>,
}

/// The members of a set.
pub(super) fn each(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let least = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(least)
    })
}

impl Net {
    /// The net of a board of so many rows and columns of boxes; `None` where it has none, or more than 128 lines.
    pub(super) fn new(rows: usize, columns: usize) -> Option<Net> {
        if rows == 0 || columns == 0 || rows > 128 || columns > 128 {
            return None;
        }
        let lines = (rows + 1) * columns + rows * (columns + 1);
        if lines > 128 {
            return None;
        }
        let mut net = Net {
            rows,
            columns,
            boxes: Vec::new(),
            ends: vec![Vec::new(); lines],
        };
        for row in 0..rows {
            for column in 0..columns {
                let around = [
                    net.line(2 * row, column),
                    net.line(2 * row + 2, column),
                    net.line(2 * row + 1, column),
                    net.line(2 * row + 1, column + 1),
                ];
                for line in around {
                    net.ends[line].push(net.boxes.len());
                }
                let set = around.iter().fold(0, |set, line| set | 1 << line);
                net.boxes.push(set);
            }
        }
        Some(net)
    }

    /// The number of a line: in which row, lines across and down counted in turn, and at which place there.
    pub(super) fn line(&self, at: usize, place: usize) -> usize {
        match at % 2 {
            0 => at / 2 * self.columns + place,
            _ => (self.rows + 1) * self.columns + at / 2 * (self.columns + 1) + place,
        }
    }

    /// What a string ties together, each by its row and column from 1: two boxes, or a box and the ground beyond the border.
    pub(super) fn tied(&self, line: usize) -> [(usize, usize); 2] {
        let across = (self.rows + 1) * self.columns;
        match line.checked_sub(across) {
            None => {
                let (row, column) = (line / self.columns, line % self.columns + 1);
                [(row, column), (row + 1, column)]
            }
            Some(down) => {
                let (row, column) = (down / (self.columns + 1) + 1, down % (self.columns + 1));
                [(row, column), (row, column + 1)]
            }
        }
    }

    /// All strings.
    pub(super) fn whole(&self) -> u128 {
        u128::MAX >> (128 - self.ends.len())
    }

    /// The strings of a box that are left.
    fn of(&self, place: usize, strings: u128) -> u128 {
        self.boxes[place] & strings
    }

    /// How many boxes have no string.
    #[cfg(test)]
    pub(super) fn boxes_without(&self, strings: u128) -> usize {
        (0..self.boxes.len())
            .filter(|&place| self.of(place, strings) == 0)
            .count()
    }

    /// The box at the other end of a string, if it is not the ground.
    fn beyond(&self, string: u128, place: usize) -> Option<usize> {
        let ends = &self.ends[string.trailing_zeros() as usize];
        ends.iter().copied().find(|&end| end != place)
    }

    /// What is left once all boxes with one string are completed; `None` where the position is loony.
    pub(super) fn completed(&self, mut strings: u128) -> Option<u128> {
        loop {
            let before = strings;
            for place in 0..self.boxes.len() {
                let last = self.of(place, strings);
                if last.count_ones() != 1 {
                    continue;
                }
                if let Some(next) = self.beyond(last, place)
                    && let other = self.of(next, strings) & !last
                    && other.count_ones() == 1
                {
                    let third = self.beyond(other, next);
                    if third.is_none_or(|third| self.of(third, strings).count_ones() != 1) {
                        return None;
                    }
                }
                strings &= !last;
            }
            if strings == before {
                return Some(strings);
            }
        }
    }

    /// The connected pieces: strings that meet at a box belong together, but not those that meet at the ground only.
    pub(super) fn pieces(&self, mut strings: u128) -> impl Iterator<Item = u128> {
        std::iter::from_fn(move || {
            if strings == 0 {
                return None;
            }
            let mut piece = strings & strings.wrapping_neg();
            let mut edge = piece;
            while edge != 0 {
                let ends = each(edge).flat_map(|string| &self.ends[usize::from(string)]);
                let met = ends.fold(0, |met, &place| met | self.boxes[place]);
                edge = met & strings & !piece;
                piece |= edge;
            }
            strings &= !piece;
            Some(piece)
        })
    }

    /// For each turn and mirror that leaves the board as it is, where each line comes to lie.
    fn images(&self) -> Vec<Vec<u8>> {
        let (rows, columns) = (self.rows, self.columns);
        let turns = if rows == columns { 8 } else { 4 };
        let image = |turn: usize| {
            let mut to = vec![0; self.ends.len()];
            for at in 0..2 * rows + 1 {
                for place in 0..columns + at % 2 {
                    // Places of lines in half boxes.
                    let (mut y, mut x) = (at, 2 * place + (1 - at % 2));
                    if turn & 1 != 0 {
                        y = 2 * rows - y;
                    }
                    if turn & 2 != 0 {
                        x = 2 * columns - x;
                    }
                    if turn & 4 != 0 {
                        (y, x) = (x, y);
                    }
                    to[self.line(at, place)] = self.line(y, x / 2) as u8;
                }
            }
            to
        };
        (0..turns).map(image).collect()
    }
}

/// The pieces of one board.
#[derive(Clone, Debug)]
pub(super) struct Pieces(Arc<(Net, Vec<Vec<u8>>)>);

impl Pieces {
    pub(super) fn new(net: Net) -> Pieces {
        let images = net.images();
        Pieces(Arc::new((net, images)))
    }

    fn least(&self, piece: u128) -> u128 {
        let (_, images) = &*self.0;
        let image = |to: &Vec<u8>| {
            each(piece).fold(0u128, |set, string| set | 1 << to[usize::from(string)])
        };
        images.iter().map(image).min().unwrap_or(piece)
    }

    /// The pieces of strings of which no box has exactly one, pairs of equal ones left out, and those in which every move is loony: these are
    /// worth 0.
    pub(super) fn parts(&self, strings: u128) -> Vec<u128> {
        let (net, _) = &*self.0;
        let movable = |piece: &u128| {
            each(*piece).any(|string| net.completed(piece & !(1 << string)).is_some())
        };
        let pieces = net.pieces(strings).filter(movable);
        let mut parts = pieces.map(|piece| self.least(piece)).collect();
        cancel(&mut parts);
        parts
    }
}

impl Splits for Pieces {
    type Part = u128;
    type Keys = Numbered<u128>;
    type Stop = Infallible;

    fn keys(&self, bytes: u64) -> Numbered<u128> {
        Numbered::new(|_| 0, bytes)
    }

    /// Strings: each move cuts one.
    fn size(&self, piece: &u128) -> u32 {
        piece.count_ones()
    }

    fn fact(&self, piece: &u128) -> Fact {
        Fact::at_most(piece.count_ones())
    }

    fn options<F>(&self, piece: &u128, mut visit: F) -> Result<(), Infallible>
    where
        F: FnMut(u32, &[u128]) -> ControlFlow<()>,
    {
        let (net, _) = &*self.0;
        for string in each(*piece) {
            if let Some(left) = net.completed(piece & !(1 << string))
                && visit(0, &self.parts(left)).is_break()
            {
                break;
            }
        }
        Ok(())
    }
}
