//! Families of graphs by a name and a size: `grid=5x9`, `queen=10`, `cycle=12`.
//!
//! A text of edges holds no `=`, so that a family is no graph of such text, and a shell leaves it as it is. What the names mean is one
//! table. A family is printed as it is read, in one form, however many edges it has.

use std::fmt;

use grundy_base::message;
use grundy_base::text::{Message, list_of};
use grundy_base::word::{ParseError, Word, shortened};

/// A graph of a family, of at most [`Family::MOST`] vertices. Its edges have no direction; there are no loops, and no edge twice.
///
/// ```
/// use grundy_base::word::Word;
/// use grundy_engine::graph::Family;
/// let read = |text| Family::read(&Word { text, at: 0 });
/// let queens = read("queen=3").expect("a board")?;
/// assert_eq!((queens.to_string(), queens.vertices()), ("queen=3x3".to_owned(), 9));
/// assert_eq!(queens.name(5), "r2c3");
/// assert_eq!(queens.edges().count(), 28);
/// assert!(read("a-b,b-c").is_none() && read("cycle=2").is_some_and(|read| read.is_err()));
/// # Ok::<(), grundy_base::word::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Family {
    kind: Kind,
    /// Rows and columns, or what the size is; the second is 1 where there is none.
    sizes: (usize, usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Grid,
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
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

/// How the size of a family is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    /// `ROWSxCOLUMNS`, or one number for a square.
    Board,
    /// `NxK`.
    Pair,
    /// `N`.
    One,
}

/// A line of the table.
struct Known {
    kind: Kind,
    name: &'static str,
    size: Size,
    /// The least of each size.
    least: usize,
    /// A text that is read.
    example: &'static str,
}

const fn known(
    kind: Kind,
    name: &'static str,
    size: Size,
    least: usize,
    example: &'static str,
) -> Known {
    Known {
        kind,
        name,
        size,
        least,
        example,
    }
}

/// All families.
const FAMILIES: &[Known] = &[
    known(Kind::Grid, "grid", Size::Board, 1, "grid=5x9"),
    known(Kind::King, "king", Size::Board, 1, "king=8"),
    known(Kind::Queen, "queen", Size::Board, 1, "queen=8"),
    known(Kind::Rook, "rook", Size::Board, 1, "rook=4"),
    known(Kind::Bishop, "bishop", Size::Board, 1, "bishop=6"),
    known(Kind::Knight, "knight", Size::Board, 1, "knight=6"),
    known(Kind::Torus, "torus", Size::Board, 3, "torus=4x5"),
    known(Kind::Path, "path", Size::One, 1, "path=20"),
    known(Kind::Cycle, "cycle", Size::One, 3, "cycle=12"),
    known(Kind::Complete, "complete", Size::One, 1, "complete=6"),
    known(Kind::Bipartite, "bipartite", Size::Pair, 1, "bipartite=3x4"),
    known(Kind::Star, "star", Size::One, 1, "star=7"),
    known(Kind::Wheel, "wheel", Size::One, 3, "wheel=6"),
    known(Kind::Prism, "prism", Size::One, 3, "prism=6"),
    known(Kind::Petersen, "petersen", Size::Pair, 1, "petersen=5x2"),
    known(Kind::Hypercube, "hypercube", Size::One, 0, "hypercube=4"),
];

impl Family {
    /// Most vertices.
    pub const MOST: usize = 1024;

    /// Reads `NAME=SIZE`; `None` where the text is of another form, such as edges.
    pub fn read(word: &Word<'_>) -> Option<Result<Family, ParseError>> {
        let (name, size) = word.cut('=');
        let of_letters = name.text.bytes().all(|byte| byte.is_ascii_alphabetic());
        let size = size.filter(|_| of_letters && !name.text.is_empty())?;
        Some(Family::of(&name, &size))
    }

    fn of(name: &Word<'_>, size: &Word<'_>) -> Result<Family, ParseError> {
        let is_it = |known: &&Known| {
            // Several queens stand on a board: `queens=8`.
            known.name == name.text || name.text.strip_suffix('s') == Some(known.name)
        };
        let Some(known) = FAMILIES.iter().find(is_it) else {
            let names: Vec<&str> = FAMILIES.iter().map(|known| known.name).collect();
            return Err(name.error(message!(
                "there is no family of graphs '{found}'; the families are {names}",
                "没有名为 '{found}' 的图族；有 {names}",
                found = shortened(name.text),
                names = list_of(&names)
            )));
        };
        let of_example = |mut error: ParseError| {
            known.example.clone_into(&mut error.example);
            error
        };
        let number = |word: &Word<'_>| -> Result<usize, ParseError> {
            let number = word.number_below(Family::MOST as u64).map_err(of_example)?;
            let number = number as usize;
            match number < known.least {
                true => Err(of_example(word.error(message!(
                    "the smallest size of {name} is {least}",
                    "{name} 的大小至少为 {least}",
                    name = known.name,
                    least = known.least
                )))),
                false => Ok(number),
            }
        };
        let (first, second) = size.cut('x');
        let sizes = match (known.size, &second) {
            (Size::Board | Size::Pair, Some(second)) => (number(&first)?, number(second)?),
            (Size::Board, None) => (number(&first)?, number(&first)?),
            (Size::One, None) => (number(&first)?, 1),
            (Size::Pair, None) | (Size::One, Some(_)) => {
                return Err(of_example(size.error(known.expected())));
            }
        };
        let family = Family {
            kind: known.kind,
            sizes,
        };
        if let (Kind::Petersen, (around, step)) = (known.kind, sizes)
            && 2 * step >= around
        {
            return Err(of_example(size.error(message!(
                "petersen=NxK needs K below N/2",
                "petersen=NxK 中 K 须小于 N/2"
            ))));
        }
        match family.count() {
            Some(count) if count <= Family::MOST => Ok(family),
            _ => Err(of_example(size.error(message!(
                "a graph of a family has at most {most} vertices",
                "图族中的图至多 {most} 个顶点",
                most = Family::MOST
            )))),
        }
    }

    /// How many vertices there are; `None` where it is far too many.
    fn count(self) -> Option<usize> {
        let (first, second) = self.sizes;
        match self.kind {
            Kind::Path | Kind::Cycle | Kind::Complete => Some(first),
            Kind::Star | Kind::Wheel => first.checked_add(1),
            Kind::Bipartite => first.checked_add(second),
            Kind::Prism | Kind::Petersen => first.checked_mul(2),
            Kind::Hypercube => 1usize.checked_shl(u32::try_from(first).ok()?),
            _ => first.checked_mul(second),
        }
    }

    /// How many vertices there are.
    pub fn vertices(self) -> usize {
        self.count().unwrap_or(0)
    }

    /// Rows and columns, where the vertices are the squares of a board, row by row.
    pub fn board(self) -> Option<(usize, usize)> {
        let row = self.known();
        (row.size == Size::Board).then_some(self.sizes)
    }

    /// Whether two vertices of the [board](Family::board) are joined by their difference alone, whatever its signs and whichever of its numbers is
    /// the rows'; so that a set of them can be shifted, turned and mirrored. A path is such a board of one row.
    pub fn by_difference(self) -> Option<(usize, usize)> {
        match self.kind {
            Kind::Path => Some((1, self.sizes.0)),
            Kind::Torus => None,
            _ => self.board(),
        }
    }

    /// The name of a vertex: row and column on a board (`r2c5`, from 1), digits of a corner of a cube (`0110`), 0 for the middle of a star or
    /// wheel, `a` or `b` and a number where there are two sides or rims, else a number from 1.
    pub fn name(self, vertex: usize) -> String {
        let (first, second) = self.sizes;
        match self.kind {
            Kind::Path | Kind::Cycle | Kind::Complete => (vertex + 1).to_string(),
            Kind::Star | Kind::Wheel => vertex.to_string(),
            Kind::Bipartite | Kind::Prism | Kind::Petersen => match vertex.checked_sub(first) {
                None => format!("a{}", vertex + 1),
                Some(vertex) => format!("b{}", vertex + 1),
            },
            Kind::Hypercube => format!("{vertex:0first$b}"),
            _ => format!("r{}c{}", vertex / second + 1, vertex % second + 1),
        }
    }

    /// The edges, the lesser vertex first, in rising order.
    pub fn edges(self) -> impl Iterator<Item = (u32, u32)> {
        let count = self.vertices();
        let pairs = (0..count).flat_map(move |one| (one + 1..count).map(move |other| (one, other)));
        let edges = pairs.filter(move |&(one, other)| self.joined(one, other));
        edges.map(|(one, other)| (one as u32, other as u32))
    }

    /// Whether two vertices are joined, the lesser one told first.
    fn joined(self, one: usize, other: usize) -> bool {
        let (first, second) = self.sizes;
        let round = |one: usize, other: usize, step: usize| {
            let apart = one.abs_diff(other);
            apart == step || apart + step == first
        };
        match self.kind {
            Kind::Path => one + 1 == other,
            Kind::Cycle => round(one, other, 1),
            Kind::Complete => true,
            Kind::Star => one == 0,
            Kind::Wheel => one == 0 || round(one, other, 1),
            Kind::Bipartite => one < first && other >= first,
            Kind::Prism | Kind::Petersen => {
                let step = if self.kind == Kind::Prism { 1 } else { second };
                match (one < first, other < first) {
                    (true, true) => round(one, other, 1),
                    (false, false) => round(one, other, step),
                    _ => other == one + first,
                }
            }
            Kind::Hypercube => (one ^ other).is_power_of_two(),
            _ => {
                let down = (one / second).abs_diff(other / second);
                let across = (one % second).abs_diff(other % second);
                match self.kind {
                    Kind::Grid => down + across == 1,
                    Kind::King => down.max(across) == 1,
                    Kind::Rook => down == 0 || across == 0,
                    Kind::Bishop => down == across,
                    Kind::Queen => down == 0 || across == 0 || down == across,
                    Kind::Knight => down * across == 2,
                    _ => {
                        let (down, across) = (down.min(first - down), across.min(second - across));
                        down + across == 1
                    }
                }
            }
        }
    }

    fn known(self) -> &'static Known {
        let found = FAMILIES.iter().find(|known| known.kind == self.kind);
        found.unwrap_or(&FAMILIES[0])
    }
}

impl Known {
    /// What the size should be.
    fn expected(&self) -> Message {
        match self.size {
            Size::Board => message!(
                "{name} takes ROWSxCOLUMNS, or one number for a square",
                "{name} 的大小写作 ROWSxCOLUMNS，正方形可只写一个数",
                name = self.name
            ),
            Size::Pair => message!(
                "{name} takes two numbers with x between them",
                "{name} 的大小是用 x 隔开的两个数",
                name = self.name
            ),
            Size::One => message!(
                "{name} takes one number",
                "{name} 的大小是一个数",
                name = self.name
            ),
        }
    }
}

/// As it is read; a square board with both its sides.
impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = self.known();
        match (known.size, self.sizes) {
            (Size::One, (size, _)) => write!(f, "{}={size}", known.name),
            (_, (first, second)) => write!(f, "{}={first}x{second}", known.name),
        }
    }
}

#[cfg(test)]
mod tests;
