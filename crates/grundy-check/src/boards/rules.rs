//! The games: what the vertices are, which are joined, and what a move takes away.
//!
//! - `cram`: the squares of a board of any shape, joined where they share a side; a move takes two that are joined;
//! - `arc-kayles:GRAPH`: the same on a graph;
//! - `node-kayles:GRAPH`: a move takes a vertex and all that are joined to it.
//!
//! A GRAPH is edges `A-B`, also paths `A-B-C`, with commas between them; or the squares of a board, joined where a piece could go from one
//! to the other, whatever stands between: `grid`, `king`, `queen`, `rook`, `bishop` or `knight`, and the size: `queen8x8`.

use std::collections::HashMap;

use super::set::{ROOM, Set};
use super::text::{Flaw, Place, Slip};

/// Most rows or columns.
const LONGEST_SIDE: usize = 255;

/// What a move takes away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// Two vertices that are joined.
    Edge,
    /// A vertex, and all that are joined to it.
    Vertex,
}

/// Where two squares are joined, by their distance in rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Grid,
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
}

impl Piece {
    fn named(name: &str) -> Option<Piece> {
        Some(match name {
            "grid" => Piece::Grid,
            "king" => Piece::King,
            "queen" => Piece::Queen,
            "rook" => Piece::Rook,
            "bishop" => Piece::Bishop,
            "knight" => Piece::Knight,
            _ => return None,
        })
    }

    /// Whether two different squares are joined.
    pub(super) fn joins(self, one: [u8; 2], other: [u8; 2]) -> bool {
        let down = one[0].abs_diff(other[0]);
        let across = one[1].abs_diff(other[1]);
        match self {
            Piece::Grid => u16::from(down) + u16::from(across) == 1,
            Piece::King => down <= 1 && across <= 1,
            Piece::Rook => down == 0 || across == 0,
            Piece::Bishop => down == across,
            Piece::Queen => down == across || down == 0 || across == 0,
            Piece::Knight => matches!((down, across), (1, 2) | (2, 1)),
        }
    }
}

/// Where the vertices are.
#[derive(Clone, Debug)]
pub(super) enum Host {
    /// Squares, by row and column. A set of them may be shifted and turned.
    Squares(Piece),
    /// Vertices of a graph, by number: those that each is joined to.
    Graph(Vec<Set>),
}

/// How a position is written.
#[derive(Clone, Debug)]
enum Written {
    /// By rows of `.` and `x`.
    Rows,
    /// By the names of its vertices, which are in these places.
    Names(HashMap<String, [u8; 2]>),
}

/// The rules of a game.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) takes: Takes,
    pub(super) host: Host,
    written: Written,
}

impl Rules {
    /// Reads the head of a game's notation.
    pub(super) fn read(head: &str) -> Result<Rules, Slip> {
        if head == "cram" {
            return Ok(Rules {
                takes: Takes::Edge,
                host: Host::Squares(Piece::Grid),
                written: Written::Rows,
            });
        }
        let (name, graph) = head.split_once(':').ok_or(Slip(0, Flaw::Game))?;
        let takes = match name {
            "arc-kayles" => Takes::Edge,
            "node-kayles" => Takes::Vertex,
            _ => return Err(Slip(0, Flaw::Game)),
        };
        let shifted = |slip: Slip| slip.after(name.len() + 1);
        let (host, names) = match family(graph).map_err(shifted)? {
            Some(family) => family,
            None => edges(graph).map_err(shifted)?,
        };
        Ok(Rules {
            takes,
            host,
            written: Written::Names(names),
        })
    }

    /// Reads a position: the places of the vertices that are there.
    pub(super) fn position(&self, text: &str) -> Result<Vec<[u8; 2]>, Slip> {
        match &self.written {
            Written::Rows => squares(text),
            Written::Names(names) => {
                let mut places = Vec::new();
                if text == ":" {
                    return Ok(places);
                }
                for Place(at, name) in super::text::split(text, ',') {
                    let place = names.get(name).ok_or(Slip(at, Flaw::Vertex))?;
                    places.push(*place);
                }
                places.sort_unstable();
                match places.windows(2).any(|pair| pair[0] == pair[1]) {
                    true => Err(Slip(0, Flaw::Twice)),
                    false => Ok(places),
                }
            }
        }
    }

    /// Whether two vertices are joined.
    pub(super) fn joins(&self, one: [u8; 2], other: [u8; 2]) -> bool {
        match &self.host {
            Host::Squares(piece) => piece.joins(one, other),
            Host::Graph(joined) => joined[usize::from(one[0])].has(other[0].into()),
        }
    }
}

/// Two numbers with an `x` between them, if a text looks like that.
fn size(text: &str) -> Option<Result<(usize, usize), Flaw>> {
    let (rows, columns) = text.split_once('x')?;
    let number = |digits: &str| {
        let sound = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        sound.then(|| digits.parse::<usize>().unwrap_or(usize::MAX))
    };
    let (rows, columns) = (number(rows)?, number(columns)?);
    let side = |side| (1..=LONGEST_SIDE).contains(&side);
    let fits = side(rows) && side(columns) && rows * columns <= ROOM;
    Some(fits.then_some((rows, columns)).ok_or(Flaw::Size))
}

fn whole(rows: usize, columns: usize) -> Vec<[u8; 2]> {
    let row = |row| (0..columns).map(move |column| [row as u8, column as u8]);
    (0..rows).flat_map(row).collect()
}

/// The free squares of a board.
fn squares(text: &str) -> Result<Vec<[u8; 2]>, Slip> {
    if let Some(size) = size(text) {
        let (rows, columns) = size.map_err(|flaw| Slip(0, flaw))?;
        return Ok(whole(rows, columns));
    }
    let columns = text.find('/').unwrap_or(text.len());
    let mut places = Vec::new();
    for (row, Place(start, squares)) in super::text::split(text, '/').enumerate() {
        for (column, square) in squares.bytes().enumerate() {
            if row >= LONGEST_SIDE || column >= LONGEST_SIDE || (row + 1) * columns > ROOM {
                return Err(Slip(start + column, Flaw::Size));
            }
            match square {
                b'.' => places.push([row as u8, column as u8]),
                b'x' => {}
                _ => return Err(Slip(start + column, Flaw::Square)),
            }
        }
        if squares.len() != columns || columns == 0 {
            return Err(Slip(start + squares.len(), Flaw::Row));
        }
    }
    Ok(places)
}

type Graph = (Host, HashMap<String, [u8; 2]>);

/// A board of squares that a piece joins, if a text names one.
fn family(text: &str) -> Result<Option<Graph>, Slip> {
    let at = text.find(|letter: char| letter.is_ascii_digit());
    let Some((name, rest)) = at.and_then(|at| text.split_at_checked(at)) else {
        return Ok(None);
    };
    let Some((piece, size)) = Piece::named(name).zip(size(rest)) else {
        return Ok(None);
    };
    let (rows, columns) = size.map_err(|flaw| Slip(name.len(), flaw))?;
    let named = whole(rows, columns).into_iter().map(|[row, column]| {
        let name = format!("{}.{}", u16::from(row) + 1, u16::from(column) + 1);
        (name, [row, column])
    });
    Ok(Some((Host::Squares(piece), named.collect())))
}

/// A graph by its edges.
fn edges(text: &str) -> Result<Graph, Slip> {
    let mut names: HashMap<String, [u8; 2]> = HashMap::new();
    let mut joined: Vec<Set> = Vec::new();
    for Place(start, path) in super::text::split(text, ',') {
        let mut before = None;
        for Place(at, name) in super::text::split(path, '-') {
            let at = start + at;
            if name.is_empty() || name == ":" {
                return Err(Slip(at, Flaw::Vertex));
            }
            let number = match names.get(name) {
                Some(place) => usize::from(place[0]),
                None if joined.len() == ROOM => return Err(Slip(at, Flaw::Size)),
                None => {
                    names.insert(name.to_owned(), [joined.len() as u8, 0]);
                    joined.push(Set::default());
                    joined.len() - 1
                }
            };
            if let Some(before) = before.filter(|&before| before != number) {
                joined[number].insert(before);
                joined[before].insert(number);
            }
            before = Some(number);
        }
    }
    Ok((Host::Graph(joined), names))
}
