//! The games: what the vertices are, which are joined, and what a move takes away.
//!
//! - `cram`: the squares of a board of any shape, joined where they share a side; a move takes two that are joined;
//! - `arc-kayles:GRAPH`: the same on a graph;
//! - `node-kayles:GRAPH`: a move takes a vertex and all that are joined to it.
//!
//! A GRAPH is edges `A-B`, also paths `A-B-C`, with commas between them; or a [family](super::family) with its size.

use std::collections::HashMap;

use super::family::Family;
use super::line::Paths;
use super::set::{ROOM, Set};
use super::text::{Flaw, Place, Slip, digits, split};

/// Most rows or columns.
pub(super) const LONGEST_SIDE: usize = 255;

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
    /// By the names of its vertices.
    Names(Names),
}

/// How the vertices of a graph are called.
#[derive(Clone, Debug, Default)]
struct Names {
    places: HashMap<String, [u8; 2]>,
    /// Whether `all` stands for all.
    of_family: bool,
    /// Rows and columns, where the vertices are squares: a position may be rows of `.` and `x`.
    board: Option<(usize, usize)>,
}

/// The rules of a game.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) takes: Takes,
    pub(super) host: Host,
    pub(super) paths: Paths,
    written: Written,
}

impl Rules {
    /// Reads the head of a game's notation.
    pub(super) fn read(head: &str) -> Result<Rules, Slip> {
        if head == "cram" {
            return Ok(Rules {
                takes: Takes::Edge,
                host: Host::Squares(Piece::Grid),
                paths: Paths::of(Takes::Edge),
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
        let (host, names) = match Family::read(graph) {
            Some(family) => of_family(&family.map_err(shifted)?),
            None => of_edges(graph).map_err(shifted)?,
        };
        Ok(Rules {
            takes,
            host,
            paths: Paths::of(takes),
            written: Written::Names(names),
        })
    }

    /// Reads a position: the places of the vertices that are there.
    pub(super) fn position(&self, text: &str) -> Result<Vec<[u8; 2]>, Slip> {
        match &self.written {
            Written::Rows => squares(text),
            Written::Names(names) => names.position(text),
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

impl Names {
    fn position(&self, text: &str) -> Result<Vec<[u8; 2]>, Slip> {
        if text == ":" {
            return Ok(Vec::new());
        }
        if self.of_family && text == "all" {
            let mut places: Vec<[u8; 2]> = self.places.values().copied().collect();
            places.sort_unstable();
            return Ok(places);
        }
        if let Some(board) = self.board
            && text.starts_with(['.', 'x'])
        {
            let (places, sides) = rows(text)?;
            return match sides == board {
                // The squares of a torus are numbered.
                true => Ok((places.into_iter())
                    .filter_map(|[row, column]| {
                        let name = format!("r{}c{}", u16::from(row) + 1, u16::from(column) + 1);
                        self.places.get(&name).copied()
                    })
                    .collect()),
                false => Err(Slip(text.len(), Flaw::Row)),
            };
        }
        let mut places = Vec::new();
        for Place(at, name) in split(text, ',') {
            let place = self.places.get(name).ok_or(Slip(at, Flaw::Vertex))?;
            places.push(*place);
        }
        let named = places.len();
        places.sort_unstable();
        places.dedup();
        match places.len() == named {
            true => Ok(places),
            false => Err(Slip(0, Flaw::Twice)),
        }
    }
}

/// The free squares of a board.
fn squares(text: &str) -> Result<Vec<[u8; 2]>, Slip> {
    if !text.starts_with(|letter: char| letter.is_ascii_digit()) {
        return rows(text).map(|(places, _)| places);
    }
    let sides = text.split_once('x');
    let sides = sides.and_then(|(rows, columns)| digits(rows).zip(digits(columns)));
    let (rows, columns) = sides.ok_or(Slip(0, Flaw::Square))?;
    let side = |side| (1..=LONGEST_SIDE).contains(&side);
    if !side(rows) || !side(columns) || rows * columns > ROOM {
        return Err(Slip(0, Flaw::Size));
    }
    let row = |row| (0..columns).map(move |column| [row as u8, column as u8]);
    Ok((0..rows).flat_map(row).collect())
}

/// Places of squares, and rows and columns.
type Squares = (Vec<[u8; 2]>, (usize, usize));

/// The `.` in rows of `.` and `x`, and how many rows and columns there are.
fn rows(text: &str) -> Result<Squares, Slip> {
    let columns = text.find('/').unwrap_or(text.len());
    let mut places = Vec::new();
    let mut rows = 0;
    for Place(start, squares) in split(text, '/') {
        for (column, square) in squares.bytes().enumerate() {
            if rows >= LONGEST_SIDE || column >= LONGEST_SIDE || (rows + 1) * columns > ROOM {
                return Err(Slip(start + column, Flaw::Size));
            }
            match square {
                b'.' => places.push([rows as u8, column as u8]),
                b'x' => {}
                _ => return Err(Slip(start + column, Flaw::Square)),
            }
        }
        if squares.len() != columns || columns == 0 {
            return Err(Slip(start + squares.len(), Flaw::Row));
        }
        rows += 1;
    }
    Ok((places, (rows, columns)))
}

fn of_family(family: &Family) -> (Host, Names) {
    let columns = family.board().map_or(1, |(_, columns)| columns);
    let place = |vertex: usize| match family.piece() {
        Some(_) => [(vertex / columns) as u8, (vertex % columns) as u8],
        None => [vertex as u8, 0],
    };
    let count = family.count();
    let names = Names {
        places: (0..count)
            .map(|vertex| (family.name(vertex), place(vertex)))
            .collect(),
        of_family: true,
        board: family.board(),
    };
    let host = match family.piece() {
        Some(piece) => Host::Squares(piece),
        None => {
            let mut joined = vec![Set::default(); count];
            for one in 0..count {
                for other in (one + 1..count).filter(|&other| family.joins(one, other)) {
                    joined[one].insert(other);
                    joined[other].insert(one);
                }
            }
            Host::Graph(joined)
        }
    };
    (host, names)
}

/// A graph by its edges.
fn of_edges(text: &str) -> Result<(Host, Names), Slip> {
    let mut names = Names::default();
    let mut joined: Vec<Set> = Vec::new();
    for Place(start, path) in split(text, ',') {
        let mut before = None;
        for Place(at, name) in split(path, '-') {
            let at = start + at;
            if name.is_empty() || name == ":" {
                return Err(Slip(at, Flaw::Vertex));
            }
            let number = match names.places.get(name) {
                Some(place) => usize::from(place[0]),
                None if joined.len() == ROOM => return Err(Slip(at, Flaw::Size)),
                None => {
                    let place = [joined.len() as u8, 0];
                    names.places.insert(name.to_owned(), place);
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
