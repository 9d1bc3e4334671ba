//! Boards of at most 128 squares, some of them blocked, with pieces of one sort or two, and games on them that fall apart: what they have in common.
//!
//! A game tells its moves, and into which fields a position falls apart. A field without a move is worth nothing and left out.

use std::convert::Infallible;
use std::fmt::Debug;
use std::ops::ControlFlow;

use crate::chomp::sides;
use crate::couples::{Couples, FallsApart, couples};
use crate::engine::split::keys::Numbered;
use crate::engine::split::search::Search;
use crate::engine::split::{Fact, Splits};
use crate::message;
use crate::notation::{Clause, Listing, Notation, ParseError, Word};
use crate::ruleset::{Capabilities, Options, Ruleset, Stop};
use crate::scene::{Clicks, Draw, Mark, Scene, Square};
use crate::squares::{Grid, MOST, read_rows, too_large};
use crate::text::Message;

/// A board with what stands on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Field {
    pub(crate) grid: Grid,
    /// The squares that are not blocked.
    pub(crate) open: u128,
    /// Those with a piece of the first sort, and of the second.
    pub(crate) pieces: [u128; 2],
}

grundy_core::encoded!(Field { grid, open, pieces } if |field| {
    let [one, two] = field.pieces;
    field.open & !field.grid.whole() == 0 && (one | two) & !field.open == 0 && one & two == 0
});

impl Field {
    /// The squares with nothing on them.
    pub(crate) fn empty(&self) -> u128 {
        self.open & !self.pieces[0] & !self.pieces[1]
    }

    /// The part of it on some squares; all others are blocked.
    fn cut_out(&self, squares: u128) -> Field {
        Field {
            open: self.open & squares,
            pieces: self.pieces.map(|pieces| pieces & squares),
            ..*self
        }
    }

    /// The least of its images, both ways round if the sorts may be exchanged.
    fn least(&self, exchanged: bool) -> Field {
        let [one, two] = self.pieces;
        let of = |layers| {
            let (grid, [open, one, two]) = self.grid.least_of(layers);
            let pieces = [one, two];
            Field { grid, open, pieces }
        };
        let least = of([self.open, one, two]);
        match exchanged {
            true => least.min(of([self.open, two, one])),
            false => least,
        }
    }

    fn letter(&self, square: u128) -> char {
        match (
            self.open & square,
            self.pieces[0] & square,
            self.pieces[1] & square,
        ) {
            (0, ..) => '#',
            (_, 0, 0) => '.',
            (_, 0, _) => 'o',
            _ => 'x',
        }
    }
}

/// A game on fields. Every move takes an empty square, and fills none again.
pub(crate) trait OnFields: Copy + Debug + Default + Send + Sync + 'static {
    /// What is done in a move.
    type Move: Clone + Debug;
    /// Whether there are two sorts of pieces, which may be exchanged; else all are alike.
    const SORTS: bool;
    /// What the first sort of pieces looks like.
    const PIECE: Square;

    /// Its line in the catalogue.
    fn listing() -> &'static Listing;

    /// Every move once, with what it leaves.
    fn moves(field: &Field) -> Vec<(Self::Move, Field)>;

    /// What a move leaves, as it lies.
    fn after(field: &Field, mv: &Self::Move) -> Field;

    /// Sets of squares on which it goes on by itself; pieces that never move again may be left out.
    fn regions(field: &Field) -> Vec<u128>;

    /// A move in words.
    fn describe(field: &Field, mv: &Self::Move) -> Message;

    /// The squares that are clicked, in their order; several ways may mean one move.
    fn marks(field: &Field, mv: &Self::Move) -> Vec<Vec<u128>>;

    /// What is wrong with a position, if something is.
    fn wrong(field: &Field) -> Option<Message> {
        let _ = field;
        None
    }
}

/// The rules of a game on fields.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields<G>(G);

impl<G: OnFields> Fields<G> {
    /// The fields in which something can be moved, each in its least form.
    pub(crate) fn cut_apart(field: &Field) -> Vec<Field> {
        let regions = G::regions(field).into_iter();
        let parts = regions.map(|region| field.cut_out(region));
        let alive = parts.filter(|part| !G::moves(part).is_empty());
        alive.map(|part| part.least(G::SORTS)).collect()
    }
}

impl<G: OnFields> Ruleset for Fields<G> {
    type Position = Field;
    type Move = G::Move;

    fn options(&self, field: &Field, options: &mut Options<Field, G::Move>) -> Result<(), Stop> {
        for (mv, left) in G::moves(field) {
            options.push(mv, &Self::cut_apart(&left))?;
        }
        Ok(())
    }

    /// The fields are turned, the board that the player sees is not.
    fn keeps_apart(&self) -> bool {
        true
    }

    fn seen(&self, field: &Field, mv: &G::Move) -> Option<Field> {
        Some(G::after(field, mv))
    }

    fn describe(&self, field: &Field, mv: &G::Move) -> Message {
        G::describe(field, mv)
    }

    fn capabilities(&self) -> Capabilities<'_, Fields<G>> {
        Capabilities {
            couples: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl<G: OnFields> Draw<Field, G::Move> for Fields<G> {
    /// The first row is drawn at the top.
    fn scene(&self, field: &Field) -> Option<Scene> {
        let grid = field.grid;
        let square = |(row, column)| match field.letter(grid.bit(row, column)) {
            '#' => Square::Covered,
            'x' => G::PIECE,
            'o' => Square::White,
            _ => Square::Free,
        };
        let row = |row| (0..grid.columns()).map(move |column| (row, column));
        Some(Scene::Board {
            width: grid.columns().into(),
            squares: (0..grid.rows()).rev().flat_map(row).map(square).collect(),
        })
    }

    fn clicks(&self, field: &Field, mv: &G::Move, _: &[Field]) -> Vec<Clicks> {
        let mark = |square: u128| {
            let (row, column) = field.grid.first(square);
            Mark::Square(column.into(), (field.grid.rows() - 1 - row).into())
        };
        let paths = G::marks(field, mv).into_iter();
        paths
            .map(|squares| squares.into_iter().map(mark).collect())
            .collect()
    }
}

impl<G: OnFields> FallsApart<Field> for Fields<G> {
    /// Every board.
    fn couples(&self, _: &Field, bytes: u64) -> Option<Box<dyn Couples<Field>>> {
        let search = Search::new(*self, bytes);
        let parts = |_: &Fields<G>, field: &Field| Some((0, Self::cut_apart(field)));
        Some(couples(Notation::head(self), search, parts))
    }
}

impl<G: OnFields> Splits for Fields<G> {
    type Part = Field;
    type Keys = Numbered<Field>;
    type Stop = Infallible;

    fn keys(&self, bytes: u64) -> Numbered<Field> {
        Numbered::new(|_| 0, bytes)
    }

    /// Empty squares: each move takes one.
    fn size(&self, part: &Field) -> u32 {
        part.empty().count_ones()
    }

    fn shape(&self, part: &Field) -> u32 {
        part.open.count_ones()
    }

    /// No play is longer than there are empty squares.
    fn fact(&self, part: &Field) -> Fact {
        Fact::at_most(self.size(part))
    }

    fn options<F>(&self, part: &Field, mut visit: F) -> Result<(), Infallible>
    where
        F: FnMut(u32, &[Field]) -> ControlFlow<()>,
    {
        for (_, left) in G::moves(part) {
            if visit(0, &Self::cut_apart(&left)).is_break() {
                break;
            }
        }
        Ok(())
    }
}

fn read<G: OnFields>(word: &Word<'_>) -> Result<Field, ParseError> {
    // A row may have an x between two other letters; only digits make it a size.
    if word.text.starts_with(|first: char| first.is_ascii_digit())
        && let Some((rows, columns)) = sides(word, MOST as u64)?
    {
        let grid = Grid::new(rows, columns).ok_or_else(|| word.error(too_large()))?;
        return Ok(empty(grid));
    }
    let (grid, [one, two, _, blocked]) = read_rows(word, b"xo.#", |columns| match G::SORTS {
        true => message!(
            "expected a row of {columns} squares, x and o for pieces, . for an empty square and # for a blocked one",
            "此处应为 {columns} 格的一行，x 和 o 表示棋子，. 表示空格，# 表示堵住的格",
            columns = columns
        ),
        false => message!(
            "expected a row of {columns} squares, x for a piece, . for an empty square and # for a blocked one",
            "此处应为 {columns} 格的一行，x 表示棋子，. 表示空格，# 表示堵住的格",
            columns = columns
        ),
    })?;
    let field = Field {
        grid,
        open: grid.whole() & !blocked,
        pieces: match G::SORTS {
            true => [one, two],
            false => [one | two, 0],
        },
    };
    match G::wrong(&field) {
        Some(message) => Err(word.error(message)),
        None => Ok(field),
    }
}

fn empty(grid: Grid) -> Field {
    Field {
        grid,
        open: grid.whole(),
        pieces: [0, 0],
    }
}

impl<G: OnFields> Notation for Fields<G> {
    fn listing(&self) -> &'static Listing {
        G::listing()
    }
    fn read(clause: &Clause<'_>) -> Result<(Fields<G>, Vec<Field>), ParseError> {
        clause.no_parameters()?;
        let fields = clause.words.iter().map(read::<G>);
        Ok((Fields(G::default()), fields.collect::<Result<_, _>>()?))
    }
    fn head(&self) -> String {
        G::listing().name.to_owned()
    }
    fn write(&self, field: &Field) -> String {
        if *field == empty(field.grid) {
            return format!("{}x{}", field.grid.rows(), field.grid.columns());
        }
        field.grid.write(|square| field.letter(square))
    }
    fn coordinates(&self) -> usize {
        2
    }
    /// An empty board: so many rows, so many columns.
    fn at(&self, coordinates: &[u64]) -> Option<Field> {
        Grid::at(coordinates).map(empty)
    }
}

#[cfg(test)]
pub(crate) mod tests;
