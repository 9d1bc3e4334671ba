//! Graphs by a name and a size, such as `queen=8x8` or `cycle=12`, with the names of their vertices.
//!
//! On boards a vertex is a square, `r2c5` in row 2 and column 5 from 1; two are joined where a piece could go from one to the other whatever
//! stands between. The others: `path`, `cycle`, `complete` have the vertices 1 to N in a row, round, or all joined; `star` and `wheel`
//! have a middle 0 besides; `bipartite=NxK` has a1 to aN and b1 to bK, all of either joined to all of the other; `prism=N` and
//! `petersen=NxK` have rims a and b, each vertex joined to that of its number, the rim b with steps of K; a `hypercube` has words of N
//! digits 0 and 1, joined where one digit differs; and a `torus` is a grid whose sides are glued.

use super::rules::{LONGEST_SIDE, Piece};
use super::set::ROOM;
use super::text::{Flaw, Slip};

/// A graph of a family.
pub(super) struct Family {
    kind: Kind,
    first: usize,
    second: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Squares(Piece),
    Torus,
    Path,
    Cycle,
    Complete,
    Bipartite,
    Star,
    Wheel,
    Prism,
    Petersen,
    Hypercube,
}

impl Family {
    /// Reads `NAME=SIZE`; `None` where the text is of another form.
    pub(super) fn read(text: &str) -> Option<Result<Family, Slip>> {
        let (name, size) = text.split_once('=')?;
        let kind = match name {
            "grid" => Kind::Squares(Piece::Grid),
            "king" => Kind::Squares(Piece::King),
            "queen" => Kind::Squares(Piece::Queen),
            "rook" => Kind::Squares(Piece::Rook),
            "bishop" => Kind::Squares(Piece::Bishop),
            "knight" => Kind::Squares(Piece::Knight),
            "torus" => Kind::Torus,
            "path" => Kind::Path,
            "cycle" => Kind::Cycle,
            "complete" => Kind::Complete,
            "bipartite" => Kind::Bipartite,
            "star" => Kind::Star,
            "wheel" => Kind::Wheel,
            "prism" => Kind::Prism,
            "petersen" => Kind::Petersen,
            "hypercube" => Kind::Hypercube,
            _ => return Some(Err(Slip(0, Flaw::Game))),
        };
        let sized = Family::sized(kind, size);
        Some(sized.ok_or(Slip(name.len() + 1, Flaw::Size)))
    }

    fn sized(kind: Kind, size: &str) -> Option<Family> {
        let number = |text: &str| super::text::digits(text);
        let one = size.split_once('x').is_none();
        let (first, second) = match size.split_once('x') {
            Some((first, second)) => (number(first)?, number(second)?),
            None => (number(size)?, number(size)?),
        };
        let family = Family {
            kind,
            first,
            second,
        };
        let sound = match kind {
            Kind::Squares(_) => true,
            Kind::Torus => first >= 3 && second >= 3,
            Kind::Bipartite => !one,
            Kind::Petersen => !one && second >= 1 && second < first.div_ceil(2),
            Kind::Cycle | Kind::Wheel | Kind::Prism => one && first >= 3,
            Kind::Hypercube => one && first <= 8,
            _ => one,
        };
        let sides = first.max(second) <= LONGEST_SIDE;
        (sound && sides && (1..=ROOM).contains(&family.count())).then_some(family)
    }

    /// How many vertices there are.
    pub(super) fn count(&self) -> usize {
        match self.kind {
            Kind::Squares(_) | Kind::Torus => self.first * self.second,
            Kind::Path | Kind::Cycle | Kind::Complete => self.first,
            Kind::Star | Kind::Wheel => self.first + 1,
            Kind::Bipartite => match self.first.min(self.second) {
                0 => 0,
                _ => self.first + self.second,
            },
            Kind::Prism | Kind::Petersen => 2 * self.first,
            Kind::Hypercube => 1 << self.first,
        }
    }

    /// Rows and columns, if the vertices are squares.
    pub(super) fn board(&self) -> Option<(usize, usize)> {
        let is_board = matches!(self.kind, Kind::Squares(_) | Kind::Torus);
        is_board.then_some((self.first, self.second))
    }

    /// The piece that joins squares, if one does.
    pub(super) fn piece(&self) -> Option<Piece> {
        match self.kind {
            Kind::Squares(piece) => Some(piece),
            _ => None,
        }
    }

    /// The name of a vertex.
    pub(super) fn name(&self, vertex: usize) -> String {
        let first = self.first;
        match self.kind {
            Kind::Path | Kind::Cycle | Kind::Complete => (vertex + 1).to_string(),
            Kind::Star | Kind::Wheel => vertex.to_string(),
            Kind::Bipartite | Kind::Prism | Kind::Petersen => match vertex.checked_sub(first) {
                None => format!("a{}", vertex + 1),
                Some(vertex) => format!("b{}", vertex + 1),
            },
            Kind::Hypercube => format!("{vertex:0first$b}"),
            Kind::Squares(_) | Kind::Torus => {
                format!("r{}c{}", vertex / self.second + 1, vertex % self.second + 1)
            }
        }
    }

    /// Whether two vertices are joined, of which the first has the lesser number.
    pub(super) fn joins(&self, one: usize, other: usize) -> bool {
        let first = self.first;
        let around = |one: usize, other: usize, step: usize| {
            let apart = other - one;
            apart == step || apart + step == first
        };
        let square = |vertex: usize| [(vertex / self.second) as u8, (vertex % self.second) as u8];
        match self.kind {
            Kind::Squares(piece) => piece.joins(square(one), square(other)),
            Kind::Torus => {
                let ([row, column], [to_row, to_column]) = (square(one), square(other));
                let glued =
                    |apart: u8, side: usize| usize::from(apart).min(side - usize::from(apart));
                let down = glued(row.abs_diff(to_row), first);
                down + glued(column.abs_diff(to_column), self.second) == 1
            }
            Kind::Path => one + 1 == other,
            Kind::Cycle => around(one, other, 1),
            Kind::Complete => true,
            Kind::Bipartite => one < first && other >= first,
            Kind::Star => one == 0,
            Kind::Wheel => one == 0 || around(one, other, 1),
            Kind::Prism | Kind::Petersen => match (one < first, other < first) {
                (true, true) => around(one, other, 1),
                (true, false) => other == one + first,
                _ if self.kind == Kind::Prism => around(one, other, 1),
                _ => around(one, other, self.second),
            },
            Kind::Hypercube => (one ^ other).count_ones() == 1,
        }
    }
}
