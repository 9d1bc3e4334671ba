//! Boards of at most 128 squares, with a bit for each: what lies beside what, the connected pieces of some squares, and the least of the
//! eight images of a piece under turns and mirrors. Games in which only neighbours matter fall apart into such pieces.

use std::cmp::Ordering;

use crate::message;
use crate::notation::{ParseError, Word};
use crate::text::Message;

/// Most squares of a board.
pub(crate) const MOST: usize = 128;

/// Rows and columns; the square at `row`, `column`, both from 0, is bit `row * columns + column`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Grid {
    rows: u8,
    columns: u8,
}

grundy_core::encoded!(Grid { rows, columns } if |grid| {
    Grid::new(grid.rows.into(), grid.columns.into()).is_some()
});

/// Swaps rows and columns, after the rows and the columns may have been put in reverse order: bits of a turn.
const ROWS: u8 = 1;
const COLUMNS: u8 = 2;
const SWAP: u8 = 4;

/// The half turn.
pub(crate) const HALF: u8 = ROWS | COLUMNS;

impl Grid {
    /// `None` where it has no square or more than 128.
    pub(crate) fn new(rows: usize, columns: usize) -> Option<Grid> {
        let squares = rows.checked_mul(columns)?;
        (1..=MOST).contains(&squares).then_some(Grid {
            rows: rows as u8,
            columns: columns as u8,
        })
    }

    /// The board at the coordinates of a table: so many rows, so many columns.
    pub(crate) fn at(coordinates: &[u64]) -> Option<Grid> {
        let &[rows, columns] = coordinates else {
            return None;
        };
        Grid::new(rows.try_into().ok()?, columns.try_into().ok()?)
    }

    pub(crate) fn rows(self) -> u8 {
        self.rows
    }

    pub(crate) fn columns(self) -> u8 {
        self.columns
    }

    /// All squares.
    pub(crate) fn whole(self) -> u128 {
        u128::MAX >> (MOST as u32 - u32::from(self.rows) * u32::from(self.columns))
    }

    pub(crate) fn bit(self, row: u8, column: u8) -> u128 {
        1 << (u32::from(row) * u32::from(self.columns) + u32::from(column))
    }

    /// Row and column of the first of some squares.
    pub(crate) fn first(self, squares: u128) -> (u8, u8) {
        let place = squares.trailing_zeros();
        let columns = u32::from(self.columns);
        ((place / columns) as u8, (place % columns) as u8)
    }

    /// The squares of every second diagonal, the first square being one of them.
    pub(crate) fn checkered(self) -> u128 {
        let dark = |bit: &u128| {
            let (row, column) = self.first(*bit);
            (row + column) % 2 == 0
        };
        each(self.whole())
            .filter(dark)
            .fold(0, |set, bit| set | bit)
    }

    /// The squares of the first column.
    fn column(self) -> u128 {
        (0..self.rows).fold(0, |set, row| set | self.bit(row, 0))
    }

    /// The squares to the right, below, to the left and above, each set shifted as a whole.
    pub(crate) fn sides(self, squares: u128) -> [u128; 4] {
        let (width, first) = (u32::from(self.columns), self.column());
        let last = first << (self.columns - 1);
        [
            (squares & !last) << 1,
            squares.checked_shl(width).unwrap_or(0) & self.whole(),
            (squares & !first) >> 1,
            squares.checked_shr(width).unwrap_or(0),
        ]
    }

    /// The squares beside some.
    pub(crate) fn beside(self, squares: u128) -> u128 {
        self.sides(squares)
            .into_iter()
            .fold(0, |set, side| set | side)
    }

    /// The squares around some: beside them, or at a corner.
    pub(crate) fn around(self, squares: u128) -> u128 {
        let [right, _, left, _] = self.sides(squares);
        let [_, below, _, above] = self.sides(squares | right | left);
        right | left | below | above
    }

    /// The squares that are reached from one in a direction (rows down, columns to the right), as long as they are open.
    pub(crate) fn ray(
        self,
        from: u128,
        (down, right): (i8, i8),
        open: u128,
    ) -> impl Iterator<Item = u128> {
        let next = move |&(row, column): &(u8, u8)| {
            let row = row
                .checked_add_signed(down)
                .filter(|&row| row < self.rows)?;
            let column = column.checked_add_signed(right);
            let column = column.filter(|&column| column < self.columns)?;
            (open & self.bit(row, column) != 0).then_some((row, column))
        };
        std::iter::successors(Some(self.first(from)), next)
            .skip(1)
            .map(move |(row, column)| self.bit(row, column))
    }

    /// The connected pieces of some squares.
    pub(crate) fn pieces(self, squares: u128) -> impl Iterator<Item = u128> {
        self.pieces_by(squares, move |piece| self.beside(piece))
    }

    /// The pieces of some squares that are connected by what is `joined` to a set of them; whatever joins one square to another joins them both ways.
    pub(crate) fn pieces_by(
        self,
        mut squares: u128,
        joined: impl Fn(u128) -> u128,
    ) -> impl Iterator<Item = u128> {
        std::iter::from_fn(move || {
            if squares == 0 {
                return None;
            }
            let mut piece = squares & squares.wrapping_neg();
            loop {
                let larger = piece | joined(piece) & squares;
                if larger == piece {
                    break;
                }
                piece = larger;
            }
            squares &= !piece;
            Some(piece)
        })
    }

    /// Where a square comes to lie under a turn.
    pub(crate) fn image(self, turn: u8, (row, column): (u8, u8)) -> (u8, u8) {
        let row = if turn & ROWS == 0 {
            row
        } else {
            self.rows - 1 - row
        };
        let column = if turn & COLUMNS == 0 {
            column
        } else {
            self.columns - 1 - column
        };
        if turn & SWAP == 0 {
            (row, column)
        } else {
            (column, row)
        }
    }

    /// The turns that are their own inverse and leave the board as it is: the half turn, and mirrors.
    pub(crate) fn mirrors(self) -> &'static [u8] {
        const ALL: &[u8] = &[HALF, ROWS, COLUMNS, SWAP, SWAP | HALF];
        if self.rows == self.columns {
            ALL
        } else {
            &ALL[..3]
        }
    }

    /// Some squares, of which some are marked, cut out and turned to the least form, that in which the others are marked being as good:
    /// the board around, the squares, and the marks. It has no more rows than columns.
    pub(crate) fn least(self, squares: u128, marks: u128) -> (Grid, u128, u128) {
        let mut cells: [(u8, u8); MOST] = [(0, 0); MOST];
        let mut count = 0;
        for bit in each(squares) {
            cells[count] = self.first(bit);
            count += 1;
        }
        let cells = &mut cells[..count];
        let rows = (
            cells.first().map_or(0, |cell| cell.0),
            cells.last().map_or(0, |cell| cell.0),
        );
        let columns = cells.iter().fold((self.columns, 0), |(least, most), cell| {
            (least.min(cell.1), most.max(cell.1))
        });
        let around = Grid {
            rows: rows.1 - rows.0 + 1,
            columns: (columns.1 + 1).saturating_sub(columns.0).max(1),
        };
        let marked = |&(row, column): &(u8, u8)| marks & self.bit(row, column) != 0;
        let mut dark = [false; MOST];
        for (cell, dark) in cells.iter_mut().zip(&mut dark) {
            *dark = marked(cell);
            *cell = (cell.0 - rows.0, cell.1 - columns.0);
        }
        let turns = match around.rows.cmp(&around.columns) {
            Ordering::Less => 0..4,
            Ordering::Equal => 0..8,
            Ordering::Greater => 4..8,
        };
        let (high, wide) = match turns.start {
            4 => (around.columns, around.rows),
            _ => (around.rows, around.columns),
        };
        let turned = Grid {
            rows: high,
            columns: wide,
        };
        let least = turns.map(|turn| {
            let (mut squares, mut marks) = (0, 0);
            for (&cell, &dark) in cells.iter().zip(&dark) {
                let (row, column) = around.image(turn, cell);
                let bit = turned.bit(row, column);
                squares |= bit;
                marks |= if dark { bit } else { 0 };
            }
            (squares, marks.min(squares ^ marks))
        });
        let (squares, marks) = least.min().unwrap_or((0, 0));
        (turned, squares, marks)
    }

    /// Several sets of squares, the first of which holds the others and is not empty, cut out and turned together to the least form.
    pub(crate) fn least_of<const SETS: usize>(self, sets: [u128; SETS]) -> (Grid, [u128; SETS]) {
        let places = || each(sets[0]).map(|bit| self.first(bit));
        let ends = |of: fn((u8, u8)) -> u8| {
            let all = places().map(of);
            all.fold((u8::MAX, 0), |(least, most), at| {
                (least.min(at), most.max(at))
            })
        };
        let (rows, columns) = (ends(|place| place.0), ends(|place| place.1));
        let around = Grid {
            rows: rows.1.saturating_sub(rows.0) + 1,
            columns: columns.1.saturating_sub(columns.0) + 1,
        };
        let turns = (0..8).map(|turn| {
            let (rows_after, columns_after) = match turn & SWAP {
                0 => (around.rows, around.columns),
                _ => (around.columns, around.rows),
            };
            let turned = Grid {
                rows: rows_after,
                columns: columns_after,
            };
            let moved = sets.map(|set| {
                each(set).fold(0, |moved, bit| {
                    let (row, column) = self.first(bit);
                    let place = around.image(turn, (row - rows.0, column - columns.0));
                    moved | turned.bit(place.0, place.1)
                })
            });
            (turned, moved)
        });
        turns.min().unwrap_or((self, sets))
    }

    /// The rows in letters.
    pub(crate) fn write(self, letter: impl Fn(u128) -> char) -> String {
        let row = |row| {
            let letters = (0..self.columns).map(|column| letter(self.bit(row, column)));
            letters.collect::<String>()
        };
        (0..self.rows).map(row).collect::<Vec<_>>().join("/")
    }
}

/// Squares one by one, each the one bit of it.
pub(crate) fn each(mut squares: u128) -> impl Iterator<Item = u128> {
    std::iter::from_fn(move || {
        let bit = squares & squares.wrapping_neg();
        squares ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// What is said of a board that is too large.
pub(crate) fn too_large() -> Message {
    message!("a board has at most 128 squares", "棋盘最多 128 格")
}

/// Reads rows of letters joined by strokes: the board, and for each letter its squares.
///
/// # Errors
/// Where a row has another length than the first, or another letter: what was `expected`, given the length.
pub(crate) fn read_rows<const LETTERS: usize>(
    word: &Word<'_>,
    letters: &[u8; LETTERS],
    expected: impl Fn(usize) -> Message,
) -> Result<(Grid, [u128; LETTERS]), ParseError> {
    let rows = word.split('/');
    let columns = rows.first().map_or(0, |row| row.text.len());
    let grid = Grid::new(rows.len(), columns).ok_or_else(|| word.error(too_large()))?;
    let mut squares = [0; LETTERS];
    for (row, part) in rows.iter().enumerate() {
        if part.text.len() != columns {
            return Err(part.error(expected(columns)));
        }
        for (column, letter) in part.text.bytes().enumerate() {
            let place = letters.iter().position(|&one| one == letter);
            let place = place.ok_or_else(|| part.error(expected(columns)))?;
            squares[place] |= grid.bit(row as u8, column as u8);
        }
    }
    Ok((grid, squares))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_do_not_join_across_an_edge() {
        let grid = Grid::new(2, 3).expect("a board");
        let pieces: Vec<u128> = grid.pieces(0b001_100).collect();
        assert_eq!(pieces, [0b100, 0b001_000]);
        let row = Grid::new(1, 128).expect("a board");
        assert_eq!(row.pieces(u128::MAX).count(), 1);
        assert_eq!(row.beside(1 << 127), 1 << 126);
        let column = Grid::new(128, 1).expect("a board");
        assert_eq!(column.pieces(u128::MAX).count(), 1);
    }

    #[test]
    fn boards_have_coordinates() {
        assert_eq!(Grid::at(&[2, 3]), Grid::new(2, 3));
        for none in [
            &[0, 3][..],
            &[3, 0],
            &[129, 1],
            &[u64::MAX, 2],
            &[3],
            &[3, 3, 3],
        ] {
            assert_eq!(Grid::at(none), None);
        }
    }

    #[test]
    fn squares_around_and_in_rays() {
        let grid = Grid::new(3, 4).expect("a board");
        let bit = |row, column| grid.bit(row, column);
        let corner = bit(0, 1) | bit(1, 0) | bit(1, 1);
        assert_eq!(grid.around(bit(0, 0)), corner);
        let middle = grid.around(bit(1, 1));
        assert_eq!(middle.count_ones(), 8);
        let ray: Vec<u128> = grid.ray(bit(0, 0), (1, 1), grid.whole()).collect();
        assert_eq!(ray, [bit(1, 1), bit(2, 2)]);
        let open = grid.whole() & !bit(1, 1);
        assert_eq!(grid.ray(bit(1, 3), (0, -1), open).count(), 1);
    }

    #[test]
    fn images_of_several_sets_have_one_least_form() {
        let grid = Grid::new(3, 3).expect("a board");
        for squares in 1..=grid.whole() {
            let sets = [squares, squares & 0b101_110_001, squares & 0b010_001_000];
            let least = grid.least_of(sets);
            for turn in 0..8 {
                let moved = sets.map(|set| {
                    each(set).fold(0, |moved, bit| {
                        let (row, column) = grid.image(turn, grid.first(bit));
                        moved | grid.bit(row, column)
                    })
                });
                assert_eq!(grid.least_of(moved), least);
            }
            let counts = |sets: [u128; 3]| sets.map(u128::count_ones);
            assert_eq!(counts(least.1), counts(sets));
        }
    }

    /// Images of a piece have one least form, and pieces that are no images of each other have two.
    #[test]
    fn least_forms_tell_pieces_apart() {
        let grid = Grid::new(3, 3).expect("a board");
        for squares in 1..=grid.whole() {
            for marks in [0, squares & 0b101_010_101, squares & 0b011_100_001] {
                let least = grid.least(squares, marks);
                assert_eq!(least.1.count_ones(), squares.count_ones());
                assert!(least.0.rows <= least.0.columns);
                for turn in 0..8 {
                    let moved = |set: u128| {
                        each(set).fold(0, |moved, bit| {
                            let (row, column) = grid.image(turn, grid.first(bit));
                            moved | grid.bit(row, column)
                        })
                    };
                    assert_eq!(grid.least(moved(squares), moved(marks)), least);
                    assert_eq!(grid.least(moved(squares), moved(squares ^ marks)), least);
                }
                let again = least.0.least(least.1, least.2);
                assert_eq!(again, least);
            }
        }
        // The seven pentominoes within 3 × 3 squares, and with those of one row or two, twelve in all.
        let grid = Grid::new(5, 5).expect("a board");
        let mut forms = std::collections::HashSet::new();
        for squares in 0..1u128 << 25 {
            if squares.count_ones() == 5 && grid.pieces(squares).count() == 1 {
                forms.insert(grid.least(squares, 0));
            }
        }
        assert_eq!(forms.len(), 12);
    }
}
