//! How a position is drawn and by which clicks a move is made: data for whoever draws, in a window, a page or a terminal.
//!
//! A ruleset tells the [`Scene`] of a position and, for each move, the elements of the scene that are clicked to make it.
//! Games on one heap or on two coordinates need not tell anything: their scene and its clicks are read off their options. A
//! move that no click makes is chosen from the list of moves. Nobody who draws has to know the rules.

use std::borrow::Cow;
use std::fmt;

use crate::number::Natural;
use crate::stop::Stop;
use crate::text::Message;

/// Most squares, pins or vertices of a scene; a larger position is only written.
pub const MOST_DRAWN: usize = 512;

/// What is seen of one component.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scene {
    /// Stones on top of each other: [`Mark::Stone`], from 0 at the bottom.
    Heap(u64),
    /// Pins side by side: [`Mark::Stone`], from 0 at the left, and [`Mark::Gap`] between them.
    Row(u64),
    /// Pins in a ring: [`Mark::Stone`].
    Ring(u64),
    /// Several heaps: [`Mark::Of`].
    Heaps(Vec<u64>),
    /// A piece on a board of two coordinates: [`Mark::Square`].
    Piece {
        /// What it looks like.
        piece: Piece,
        /// Where it stands: x to the right, y upwards.
        at: (u64, u64),
    },
    /// Squares in a row: [`Mark::Cell`], from 0 at the left.
    Strip(Vec<Cell>),
    /// Squares in rows, the lowest row first: [`Mark::Square`].
    Board {
        /// Squares across.
        width: usize,
        /// The squares, row by row.
        squares: Vec<Square>,
    },
    /// A graph: [`Mark::Vertex`] and [`Mark::Edge`].
    Graph {
        /// The vertices.
        vertices: Vec<Dot>,
        /// The edges.
        edges: Vec<Line>,
    },
    /// Several pictures side by side, such as those of games that are played together: [`Mark::In`].
    Several(Vec<Inset>),
    /// Nothing but what is written.
    Text,
}

/// One of several pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inset {
    /// What is written under it.
    pub label: String,
    /// What is seen.
    pub scene: Scene,
}

/// A chess piece, or a plain one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Piece {
    Queen,
    Rook,
    Bishop,
    Knight,
    King,
    Token,
}

impl Piece {
    /// Its name in data.
    pub fn word(self) -> &'static str {
        match self {
            Piece::Queen => "queen",
            Piece::Rook => "rook",
            Piece::Bishop => "bishop",
            Piece::Knight => "knight",
            Piece::King => "king",
            Piece::Token => "token",
        }
    }
}

/// What lies on a square of a strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A coin.
    Coin,
    /// The silver dollar.
    Dollar,
    /// A coin of the one of two sides that face each other.
    White,
    /// A coin of the other side.
    Black,
    /// A coin that shows heads.
    Heads,
    /// A coin that shows tails.
    Tails,
    /// So many coins on one another.
    Stack(u64),
    /// A number that may be chosen.
    Number(u64),
    /// A letter.
    Letter(char),
}

impl Cell {
    /// Its name in data; of a letter the letter itself.
    pub fn word(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Cell::Empty => "",
            Cell::Coin => "coin",
            Cell::Dollar => "dollar",
            Cell::White => "white",
            Cell::Black => "black",
            Cell::Heads => "heads",
            Cell::Tails => "tails",
            Cell::Stack(_) => "stack",
            Cell::Number(_) => "number",
            Cell::Letter(letter) => return Cow::Owned(letter.to_string()),
        })
    }
}

/// A square of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Square {
    /// Something that may be taken.
    Full,
    /// Nothing: a free square of a board.
    Free,
    /// A square that something was laid on for good.
    Covered,
    /// A counter without a colour.
    Counter,
    /// What nobody may take.
    Poison,
    /// A white stone.
    White,
    /// A black stone.
    Black,
    /// A coin that shows heads.
    Heads,
    /// A coin that shows tails.
    Tails,
    /// A queen.
    Queen,
    /// A toad, which goes to the right.
    Toad,
    /// A frog, which goes to the left.
    Frog,
    /// An elephant, which goes to the right.
    Elephant,
    /// A rhino, which goes to the left.
    Rhino,
    /// Nothing any more.
    Gone,
    /// A letter.
    Letter(char),
}

impl Square {
    /// Its name in data; of a letter the letter itself.
    pub fn word(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Square::Full => "full",
            Square::Free => "free",
            Square::Covered => "covered",
            Square::Counter => "counter",
            Square::Poison => "poison",
            Square::White => "white",
            Square::Black => "black",
            Square::Heads => "heads",
            Square::Tails => "tails",
            Square::Queen => "queen",
            Square::Toad => "toad",
            Square::Frog => "frog",
            Square::Elephant => "elephant",
            Square::Rhino => "rhino",
            Square::Gone => "gone",
            Square::Letter(letter) => return Cow::Owned(letter.to_string()),
        })
    }

    /// The letter that stands for it where there is room for no more: its own, or the one that the notation has for an animal.
    pub fn letter(self) -> Option<char> {
        match self {
            Square::Letter(letter) => Some(letter),
            Square::Toad => Some('t'),
            Square::Frog => Some('f'),
            Square::Elephant => Some('e'),
            Square::Rhino => Some('r'),
            _ => None,
        }
    }
}

/// A vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dot {
    /// What is written beside it.
    pub label: String,
    /// What is special about it.
    pub mark: DotMark,
}

/// What is special about a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DotMark {
    /// Nothing.
    Plain,
    /// The token stands there.
    Token,
    /// It is the ground, or the root.
    Ground,
    /// It cannot be used any more.
    Gone,
    /// It is a spot of a drawing, to which lines are drawn.
    Spot,
}

impl DotMark {
    /// Its name in data.
    pub fn word(self) -> &'static str {
        match self {
            DotMark::Plain => "",
            DotMark::Token => "token",
            DotMark::Ground => "ground",
            DotMark::Gone => "gone",
            DotMark::Spot => "spot",
        }
    }
}

/// An edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The place of the vertex where it begins.
    pub from: usize,
    /// The place of the vertex where it ends.
    pub to: usize,
    /// Whether it goes one way only.
    pub directed: bool,
    /// What lies on it, where that is more than the edge itself.
    pub count: Option<u64>,
    /// Whether it has been used.
    pub gone: bool,
}

/// An element that can be clicked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// A stone or pin.
    Stone(u64),
    /// A stone of one of several heaps.
    Of(usize, u64),
    /// The gap before a pin.
    Gap(u64),
    /// A square of a strip.
    Cell(u64),
    /// A square of a board: x, y.
    Square(u64, u64),
    /// A vertex by its place.
    Vertex(usize),
    /// An edge by its place.
    Edge(usize),
    /// An element of one of several pictures.
    In(usize, Box<Mark>),
}

impl Mark {
    /// This element, where its picture is that of this place among several.
    #[must_use]
    pub fn within(self, place: usize) -> Mark {
        Mark::In(place, Box::new(self))
    }
}

impl fmt::Display for Mark {
    /// As data names it: `s3`, `s0.3`, `g2`, `c4`, `c3,4`, `v1`, `e5`, `p0.v1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mark::Stone(stone) => write!(f, "s{stone}"),
            Mark::Of(heap, stone) => write!(f, "s{heap}.{stone}"),
            Mark::Gap(gap) => write!(f, "g{gap}"),
            Mark::Cell(cell) => write!(f, "c{cell}"),
            Mark::Square(x, y) => write!(f, "c{x},{y}"),
            Mark::Vertex(vertex) => write!(f, "v{vertex}"),
            Mark::Edge(edge) => write!(f, "e{edge}"),
            Mark::In(place, mark) => write!(f, "p{place}.{mark}"),
        }
    }
}

/// The elements that are clicked, in order, to make a move.
pub type Clicks = Vec<Mark>;

/// A move of a drawn component.
#[derive(Clone, Debug)]
pub struct Turn<P> {
    /// The move in words.
    pub message: Message,
    /// What it leaves.
    pub to: Vec<P>,
    /// The ways to click it; none where it is chosen from a list.
    pub clicks: Vec<Clicks>,
}

/// A component as it is drawn, with all its moves.
#[derive(Clone, Debug)]
pub struct Drawn<P> {
    /// What is seen.
    pub scene: Scene,
    /// All moves, or why they are not told.
    pub turns: Result<Vec<Turn<P>>, Stop>,
}

/// Where a heap falls to: the clicks on a heap of stones or a row of pins that lead from `heap` to what is left.
///
/// Of a heap one clicks the stone down to which one takes. Of a row one clicks the first and the last pin of those that go, or
/// the gap where it is split; what is left may lie either way round.
pub fn heap_clicks(is_row: bool, heap: u64, left: &[u64]) -> Vec<Clicks> {
    let (one, other) = match *left {
        [] => (0, 0),
        [one] => (one, 0),
        [one, other] => (one, other),
        _ => return Vec::new(),
    };
    if !is_row {
        let falls = other == 0 && one < heap;
        return falls.then(|| vec![Mark::Stone(one)]).into_iter().collect();
    }
    let Some(removed) = heap.checked_sub(one.saturating_add(other)) else {
        return Vec::new();
    };
    let run = |before: u64| match removed {
        0 => vec![Mark::Gap(before)],
        _ => vec![Mark::Stone(before), Mark::Stone(before + removed - 1)],
    };
    if removed == 0 && (one == 0 || other == 0) {
        return Vec::new();
    }
    let mut clicks = vec![run(one)];
    if one != other {
        clicks.push(run(other));
    }
    clicks
}

/// A strip with something on some of its squares; `None` where it is too long.
pub fn strip(lying: impl IntoIterator<Item = (u64, Cell)>) -> Option<Scene> {
    let mut cells = vec![Cell::Empty];
    for (square, cell) in lying {
        let square = usize::try_from(square).ok().filter(|&at| at < MOST_DRAWN)?;
        if square >= cells.len() {
            cells.resize(square + 1, Cell::Empty);
        }
        cells[square] = cell;
    }
    Some(Scene::Strip(cells))
}

/// Several heaps; `None` where they are too many or too large.
pub fn heaps(heaps: &[Natural]) -> Option<Scene> {
    if heaps.len() > MOST_DRAWN {
        return None;
    }
    let sizes = heaps.iter().map(|heap| u64::try_from(heap).ok());
    sizes.collect::<Option<Vec<u64>>>().map(Scene::Heaps)
}

/// The clicks that lower some of several heaps, in any order where they are few.
pub fn lowered(lower: &[(usize, Natural)]) -> Vec<Clicks> {
    let mark = |(place, size): &(usize, Natural)| Some(Mark::Of(*place, u64::try_from(size).ok()?));
    let marks = lower.iter().map(mark).collect::<Option<Clicks>>();
    marks.map_or_else(Vec::new, |marks| in_any_order(&marks))
}

/// Up to three things in each order, more of them as they are.
pub fn in_any_order<T: Clone>(things: &[T]) -> Vec<Vec<T>> {
    let orders: &[&[usize]] = match things.len() {
        2 => &[&[0, 1], &[1, 0]],
        3 => &[
            &[0, 1, 2],
            &[0, 2, 1],
            &[1, 0, 2],
            &[1, 2, 0],
            &[2, 0, 1],
            &[2, 1, 0],
        ],
        _ => return vec![things.to_vec()],
    };
    let ordered = |order: &&[usize]| order.iter().map(|&place| things[place].clone()).collect();
    orders.iter().map(ordered).collect()
}

/// A graph of names and edges; `None` where it is too large.
pub fn graph<'n>(
    names: impl IntoIterator<Item = &'n str>,
    mark: impl Fn(usize) -> DotMark,
    edges: impl IntoIterator<Item = Line>,
) -> Option<Scene> {
    let named = names.into_iter().take(MOST_DRAWN + 1).enumerate();
    let vertices: Vec<Dot> = named
        .map(|(place, name)| Dot {
            label: name.to_owned(),
            mark: mark(place),
        })
        .collect();
    let edges: Vec<Line> = edges.into_iter().take(4 * MOST_DRAWN + 1).collect();
    let small = vertices.len() <= MOST_DRAWN && edges.len() <= 4 * MOST_DRAWN;
    small.then_some(Scene::Graph { vertices, edges })
}

impl Line {
    /// An edge with nothing special.
    pub fn new(from: u32, to: u32, directed: bool) -> Line {
        Line {
            from: from as usize,
            to: to as usize,
            directed,
            count: None,
            gone: false,
        }
    }
}

/// A ruleset that tells how its positions are drawn, of type `P`, and its moves clicked, of type `M`.
pub trait Draw<P, M> {
    /// How a position is drawn. `None` leaves it to its place in a table: stones of a heap, pins where heaps can fall apart, or a
    /// piece on a board; where it has none, the position is only written.
    fn scene(&self, position: &P) -> Option<Scene>;

    /// The clicks on the elements of the scene that make a move, each way of them; asked only where
    /// [`scene`](Draw::scene) answers. None leaves the move to the list of moves.
    fn clicks(&self, position: &P, mv: &M, to: &[P]) -> Vec<Clicks> {
        let _ = (position, mv, to);
        Vec::new()
    }

    /// The same for any of the moves of a position: what they share is looked at once.
    fn hand<'d>(&'d self, position: &'d P) -> Hand<'d, P, M> {
        Box::new(move |mv, to| self.clicks(position, mv, to))
    }
}

/// Tells how each move of a position is clicked.
pub type Hand<'d, P, M> = Box<dyn Fn(&M, &[P]) -> Vec<Clicks> + 'd>;

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(clicks: &[Clicks]) -> Vec<String> {
        let path = |path: &Clicks| {
            let marks: Vec<String> = path.iter().map(Mark::to_string).collect();
            marks.join(" ")
        };
        clicks.iter().map(path).collect()
    }

    #[test]
    fn heaps_and_rows() {
        assert_eq!(shown(&heap_clicks(false, 5, &[3])), ["s3"]);
        assert_eq!(shown(&heap_clicks(false, 5, &[])), ["s0"]);
        assert_eq!(shown(&heap_clicks(true, 5, &[2, 2])), ["s2 s2"]);
        assert_eq!(shown(&heap_clicks(true, 5, &[1, 2])), ["s1 s2", "s2 s3"]);
        assert_eq!(shown(&heap_clicks(true, 5, &[4])), ["s4 s4", "s0 s0"]);
        assert_eq!(shown(&heap_clicks(true, 5, &[1, 4])), ["g1", "g4"]);
        assert!(heap_clicks(true, 5, &[3, 3]).is_empty());
        assert!(heap_clicks(false, 5, &[5]).is_empty());
    }
}
