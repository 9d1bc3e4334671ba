//! Sets of vertices of a graph in the notation: what is left of it.
//!
//! A set is the names of its vertices with commas between them. On a graph of a [family](Family) the whole is `all`; and where its vertices are the
//! squares of a board, a set is rows of `.` for what is left and `x` for what is gone, as in Cram. Names are read there too.

use crate::engine::graph::{Family, NamedGraph, escaped};
use crate::graph::{read_graph, read_undirected, vertex};
use crate::message;
use crate::notation::{Clause, ParseError, Word};
use crate::scene::{self, DotMark, Line, Scene};
use grundy_engine::set::Set;
use grundy_engine::split::vertices::{Board, Host};

/// A set of vertices, a bit each.
pub(crate) type Vertices = Set<4>;

/// How many vertices such a set may be of.
pub(crate) const MOST: usize = Vertices::ROOM;

/// How many numbers a set in a word of 128 bits may be of.
pub(crate) const MOST_HELD: usize = 128;

/// How the set of no vertex is written.
const NONE: &str = ":";

/// How the set of all vertices is written where the graph is of a family.
const ALL: &str = "all";

/// The members of a set in a word, in rising order.
pub(crate) fn members(mut set: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let least = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(least)
    })
}

/// A set of at most 128 vertices as a word.
pub(crate) fn to_word(Set([low, high, ..]): Vertices) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

/// The set in a word.
pub(crate) fn from_word(word: u128) -> Vertices {
    Set([word as u64, (word >> 64) as u64, 0, 0])
}

/// All vertices of a graph.
pub(crate) fn everything(named: &NamedGraph) -> Vertices {
    Set::below(named.names().len())
}

/// The text of a set.
pub(crate) fn write_set(named: &NamedGraph, set: Vertices) -> String {
    if set.is_empty() {
        return NONE.to_owned();
    }
    if named.family().is_some() && set == everything(named) {
        return ALL.to_owned();
    }
    if let Some((rows, columns)) = named.family().and_then(Family::board) {
        let square = |at: usize| if set.has(at) { '.' } else { 'x' };
        let row = |row: usize| (0..columns).map(|at| square(row * columns + at)).collect();
        return (0..rows).map(row).collect::<Vec<String>>().join("/");
    }
    let name = |vertex: usize| escaped(&named.names()[vertex]);
    set.iter().map(name).collect::<Vec<String>>().join(",")
}

/// Reads what [`write_set`] writes.
///
/// # Errors
/// At a name that is none, or a row that is none.
pub(crate) fn read_set(named: &NamedGraph, word: &Word<'_>) -> Result<Vertices, ParseError> {
    if word.text == NONE {
        return Ok(Set::EMPTY);
    }
    if named.family().is_some() && word.text == ALL {
        return Ok(everything(named));
    }
    if let Some(sides) = named.family().and_then(Family::board)
        && word.text.starts_with(['.', 'x'])
    {
        return read_rows(sides, word);
    }
    let mut set = Set::EMPTY;
    for name in word.split(',') {
        set.insert(vertex(named, &name)? as usize);
    }
    Ok(set)
}

fn read_rows((rows, columns): (usize, usize), word: &Word<'_>) -> Result<Vertices, ParseError> {
    let words = word.split('/');
    if words.len() != rows {
        return Err(word.error(message!(
            "expected {rows} rows with / between them",
            "此处应为用 / 隔开的 {rows} 行",
            rows = rows
        )));
    }
    let mut set = Set::EMPTY;
    for (row, word) in words.iter().enumerate() {
        let squares = word.text.as_bytes();
        if squares.len() != columns || !squares.iter().all(|square| b".x".contains(square)) {
            return Err(word.error(message!(
                "expected a row of {columns} squares, . for left and x for gone",
                "此处应为 {columns} 格的一行，. 表示还在，x 表示已删",
                columns = columns
            )));
        }
        let left = (0..columns).filter(|&column| squares[column] == b'.');
        for column in left {
            set.insert(row * columns + column);
        }
    }
    Ok(set)
}

/// The graph of a clause, put in order, if it has no more vertices than `most`; and the words that are left.
///
/// # Errors
/// Where there is none, or it is too large.
pub(crate) fn read_small_graph<'c, 'a>(
    clause: &'c Clause<'a>,
    directed: bool,
    most: usize,
) -> Result<(NamedGraph, &'c [Word<'a>]), ParseError> {
    let (named, words) = if directed {
        read_graph(clause)?
    } else {
        read_undirected(clause)?
    };
    let count = named.names().len();
    if count > most {
        let place = clause.parameters.or(clause.words.first().copied());
        return Err(place.unwrap_or(clause.name).error(message!(
            "the graph has {count} vertices; at most {most} can be searched",
            "图有 {count} 个顶点；至多 {most} 个才能搜索",
            count = count,
            most = most
        )));
    }
    Ok((named.sorted(), words))
}

/// The sets that the words of a clause tell; without a word, the whole graph.
///
/// # Errors
/// At a word that is no set.
pub(crate) fn read_sets(
    named: &NamedGraph,
    words: &[Word<'_>],
) -> Result<Vec<Vertices>, ParseError> {
    match words {
        [] => Ok(vec![everything(named)]),
        _ => words.iter().map(|word| read_set(named, word)).collect(),
    }
}

/// The neighbours of each vertex, edges taken without direction and loops as nothing.
pub(crate) fn neighbours(named: &NamedGraph) -> Vec<Vertices> {
    let mut neighbours = vec![Set::EMPTY; named.names().len()];
    for from in 0..named.names().len() {
        for &to in named.graph().options(from as u32) {
            if from != to as usize {
                neighbours[from].insert(to as usize);
                neighbours[to as usize].insert(from);
            }
        }
    }
    neighbours
}

/// The edges, the lesser vertex first, in rising order.
pub(crate) fn edges_of(neighbours: &[Vertices]) -> impl Iterator<Item = (usize, usize)> {
    let vertices = neighbours.iter().enumerate();
    vertices.flat_map(|(from, beside)| {
        let later = beside.without(Set::below(from));
        later.iter().map(move |to| (from, to))
    })
}

/// The connected pieces of what is left.
pub(crate) fn pieces(neighbours: &[Vertices], mut left: Vertices) -> Vec<Vertices> {
    let mut pieces = Vec::new();
    while let Some(first) = left.first() {
        let mut piece = Set::of(first);
        let mut edge = piece;
        while let Some(vertex) = edge.first() {
            edge.remove(vertex);
            let new = (neighbours[vertex] & left).without(piece);
            piece |= new;
            edge |= new;
        }
        left = left.without(piece);
        pieces.push(piece);
    }
    pieces
}

/// The graph with what is gone of it.
pub(crate) fn drawn(named: &NamedGraph, neighbours: &[Vertices], left: &Vertices) -> Option<Scene> {
    let mark = |vertex: usize| match left.has(vertex) {
        true => DotMark::Plain,
        false => DotMark::Gone,
    };
    let edges = edges_of(neighbours).map(|(from, to)| Line {
        gone: !left.has(from) || !left.has(to),
        ..Line::new(from as u32, to as u32, false)
    });
    scene::graph(named.names().iter().map(String::as_str), mark, edges)
}

/// The graph for search by components, with sets of so many words; `None` where it has more vertices.
pub(crate) fn host<const WORDS: usize>(
    named: &NamedGraph,
    neighbours: &[Vertices],
) -> Option<Host<WORDS>> {
    let narrow = neighbours.iter().map(|set| resized(*set));
    let host = Host::new(narrow.collect())?;
    let sides = named.family().and_then(Family::by_difference);
    let board = sides.and_then(|(rows, columns)| Board::new(rows, columns));
    match board {
        Some(board) => host.clone().on_board(board).or(Some(host)),
        None => Some(host),
    }
}

/// A set with more or fewer words; those that are cut off should be empty.
pub(crate) fn resized<const FROM: usize, const TO: usize>(set: Set<FROM>) -> Set<TO> {
    let mut to = Set::EMPTY;
    for (at, &word) in set.0.iter().enumerate() {
        to.put(64 * at, word);
    }
    to
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quotient::Play;
    use grundy::{Game, solve};

    /// The edges of a family as they are written one by one.
    fn edges(family: &str) -> String {
        let word = Word {
            text: family,
            at: 0,
        };
        let family = Family::read(&word).expect("a family").expect("a graph");
        let name = |vertex: u32| family.name(vertex as usize);
        let alone = (0..family.vertices()).map(|vertex| family.name(vertex));
        let edges = family.edges();
        let edges = edges.map(|(one, other)| format!("{}-{}", name(one), name(other)));
        alone.chain(edges).collect::<Vec<String>>().join(",")
    }

    #[test]
    fn families_are_their_edges() {
        for family in [
            "grid=3x4",
            "king=3",
            "queen=4",
            "rook=2x4",
            "bishop=3x4",
            "knight=3x4",
            "torus=3x4",
            "path=9",
            "cycle=9",
            "complete=6",
            "bipartite=3x4",
            "star=6",
            "wheel=6",
            "prism=5",
            "petersen=5x2",
            "hypercube=3",
        ] {
            for game in ["node-kayles", "arc-kayles"] {
                let value = |graph: &str| {
                    let text = format!("{game}:{graph}");
                    let answer = solve(&text.parse().expect(&text), Play::Normal);
                    answer.value.expect(&text)
                };
                assert_eq!(value(family), value(&edges(family)), "{game}:{family}");
            }
        }
        // The directions of a family go both ways; its vertices have the same names.
        let outcome = |text: String| solve(&text.parse().expect(&text), Play::Normal).outcome;
        for (family, token) in [
            ("path=6", "2"),
            ("grid=2x4", "r1c1"),
            ("hypercube=3", "000"),
        ] {
            let edges = edges(family);
            let there = outcome(format!("undirected-geography:{edges} {token}"));
            let game = |name: &str| outcome(format!("{name}:{family} {token}"));
            assert_eq!(game("undirected-geography"), there);
            assert_eq!(game("geography"), there);
            let there = outcome(format!("undirected-edge-geography:{edges} {token}"));
            assert_eq!(game("undirected-edge-geography"), there);
        }
    }

    #[test]
    fn families_print_back() {
        for (text, printed) in [
            ("node-kayles:grid=5x9", "node-kayles:grid=5x9 all"),
            ("node-kayles:queen=16", "node-kayles:queen=16x16 all"),
            (
                "node-kayles:grid=2x3 r2c1,r1c3 : .../.x.",
                "node-kayles:grid=2x3 xx./.xx : .../.x.",
            ),
            ("node-kayles:torus=3x3 all", "node-kayles:torus=3x3 all"),
            ("node-kayles:cycle=12 12,2", "node-kayles:cycle=12 2,12"),
            (
                "node-kayles:petersen=5x2 b1,a2",
                "node-kayles:petersen=5x2 a2,b1",
            ),
            (
                "arc-kayles:hypercube=3 100,011",
                "arc-kayles:hypercube=3 011,100",
            ),
            ("geography:cycle=5 1", "geography:cycle=5 1"),
            (
                "geography:grid=2x3 r1c1/r1c2,r1c3",
                "geography:grid=2x3 r1c1/x../xxx",
            ),
            (
                "undirected-geography:star=4 0",
                "undirected-geography:star=4 0",
            ),
            ("edge-geography:cycle=4 1", "edge-geography:cycle=4 1"),
            (
                "undirected-edge-geography:path=12 10/10-11",
                "undirected-edge-geography:path=12 10/10-11",
            ),
            ("graph:wheel=4 0 3", "graph:wheel=4 0 3"),
            ("graph-nim:cycle=5:3 1", "graph-nim:cycle=5:3 1"),
            ("graph-nim:path=3 1", "graph-nim:path=3:1 1"),
            ("graph-nim:path=3:2 1/2-3:1", "graph-nim:path=3:2 1/:"),
        ] {
            let game: Game = text.parse().expect(text);
            assert_eq!(game.to_string(), printed);
            assert_eq!(printed.parse::<Game>().expect(printed), game);
        }
    }

    #[test]
    fn errors_of_families_have_a_place() {
        for (text, column) in [
            ("node-kayles:gird=3x4", 13),
            ("node-kayles:grid=3x", 20),
            ("node-kayles:grid=3x4,a-b", 21),
            ("node-kayles:king=17", 13),
            ("node-kayles:king=3 r4c1", 20),
            ("node-kayles:king=3 ../...", 20),
            ("node-kayles:king=3 .../..:/...", 24),
            ("node-kayles:path=3 .x.", 20),
            ("geography:king=12 r1c1", 11),
            ("geography:king=3 r1c1/r9c9", 23),
            ("edge-geography:complete=17 1", 16),
            ("graph-nim:cycle=2:3 1", 17),
            ("graph-nim:cycle=5:z 1", 19),
            ("graph:cycle=5x2 1", 13),
        ] {
            let error = text.parse::<Game>().expect_err(text);
            assert_eq!(error.column, column, "{text}: {error}");
        }
    }
}
