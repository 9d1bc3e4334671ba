//! Games on fields against their rules on rows of letters, with no part, image or bit.

use std::collections::HashMap;

use super::*;
use crate::oracle;
use crate::quotient::Play;
use grundy::{Game, solve};

/// Rows of letters; beyond them all is blocked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Plain {
    letters: Vec<u8>,
    columns: usize,
}

impl Plain {
    pub(crate) fn places(&self) -> Vec<(i32, i32)> {
        let place = |at| ((at / self.columns) as i32, (at % self.columns) as i32);
        (0..self.letters.len()).map(place).collect()
    }

    fn index(&self, row: i32, column: i32) -> Option<usize> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        let at = row * self.columns + column;
        (column < self.columns && at < self.letters.len()).then_some(at)
    }

    pub(crate) fn at(&self, row: i32, column: i32) -> u8 {
        self.index(row, column).map_or(b'#', |at| self.letters[at])
    }

    pub(crate) fn put(&mut self, row: i32, column: i32, letter: u8) {
        let at = self.index(row, column).expect("on the board");
        self.letters[at] = letter;
    }

    fn field(&self) -> Field {
        let grid = Grid::new(self.letters.len() / self.columns, self.columns).expect("a board");
        let of = |letter: u8| {
            let places = self.letters.iter().enumerate();
            places.fold(0u128, |set, (at, &one)| {
                set | u128::from(one == letter) << at
            })
        };
        Field {
            grid,
            open: grid.whole() & !of(b'#'),
            pieces: [of(b'x'), of(b'o')],
        }
    }
}

fn plain(cells: &Plain, options: fn(&Plain) -> Vec<Plain>, known: &mut HashMap<Plain, u32>) -> u32 {
    if let Some(&value) = known.get(cells) {
        return value;
    }
    let left = options(cells);
    let reached: Vec<u32> = left
        .iter()
        .map(|left| plain(left, options, known))
        .collect();
    let value = (0..).find(|value| !reached.contains(value)).unwrap_or(0);
    known.insert(cells.clone(), value);
    value
}

/// Every so-manieth board of some sizes, in all letters: parts and what is told of them against the rules alone.
pub(crate) fn parts<G: OnFields>(
    letters: &[u8],
    sizes: &[(usize, usize)],
    step: usize,
    options: fn(&Plain) -> Vec<Plain>,
) {
    let game = Fields(G::default());
    let (mut by_rules, mut by_parts) = (HashMap::new(), HashMap::new());
    for &(rows, columns) in sizes {
        let squares = rows * columns;
        let count = letters.len().pow(squares as u32);
        for seen in (0..count).step_by(step) {
            let mut number = seen;
            let letter = |_| {
                let letter = letters[number % letters.len()];
                number /= letters.len();
                letter
            };
            let letters = (0..squares).map(letter).collect();
            let cells = Plain { letters, columns };
            let field = cells.field();
            if G::wrong(&field).is_some() {
                continue;
            }
            assert_eq!(G::moves(&field).len(), options(&cells).len(), "{cells:?}");
            let value = plain(&cells, options, &mut by_rules);
            let parts = Fields::<G>::cut_apart(&field);
            let values = parts
                .iter()
                .map(|part| oracle::part(&game, part, &mut by_parts));
            let sum = values.fold(0, |sum, value| sum ^ value);
            assert_eq!(sum, value, "{}", Notation::write(&game, &field));
            if (seen / step).is_multiple_of(53) {
                oracle::couples(&game, &parts, value);
            }
        }
    }
}

/// A position alone and beside another, by every engine.
pub(crate) fn whole(text: &str) {
    oracle::both(text);
    oracle::engines(&format!("{text} + nim 2"), Play::Normal);
}

pub(crate) fn value(text: &str) -> u32 {
    let answer = solve(&text.parse().expect(text), Play::Normal);
    let value = answer.value.expect(text).to_string();
    value.parse().expect(text)
}

pub(crate) fn reads_back(texts: &[(&str, &str)]) {
    for (text, printed) in texts {
        let game: Game = text.parse().expect(text);
        assert_eq!(game.to_string(), *printed);
        assert_eq!(printed.parse::<Game>().expect("reads back"), game);
    }
}

pub(crate) fn refused(texts: &[(&str, usize)]) {
    for (text, column) in texts {
        let error = text.parse::<Game>().expect_err(text);
        assert_eq!(error.column, *column, "{text}");
    }
}
