//! Arc Kayles: choose an edge of a graph; it goes with both its ends, and with them all edges there.
//!
//! Schaefer (1978) introduced it; whether it is PSPACE-complete is open, and values come from search. What is left of the graph is the sum
//! of its connected pieces, and a vertex without edges makes no difference. On a path it is the octal game 0.07, Dawson's Kayles, and on a
//! grid it is Cram, an edge being a domino.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! // Cram on two rows of three.
//! let answer = solve(&"arc-kayles:grid=2x3".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "1");
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::engine::split::kayles::Edge;
use crate::graph::shown;
use crate::kayles::{Choice, Kayles};
use crate::message;
use crate::notation::{self, Listing, only_by_name};
use crate::scene::{Clicks, Mark};
use crate::text::{Message, Text};
use crate::vertex_set::{Vertices, edges_of};

/// Arc Kayles on a graph of at most 256 vertices.
pub type ArcKayles = Kayles<Arc>;

/// An edge is chosen.
#[derive(Clone, Copy, Debug)]
pub struct Arc;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "D",
    name: "arc-kayles",
    aliases: &["arc_kayles"],
    title: Text::new("Arc Kayles", "边保龄球（Arc Kayles）"),
    rule: Text {
        en: "Choose an edge of an undirected graph; it is removed together with both its ends and all edges there.",
        zh: "在无向图上选一条边，将它连同两个端点以及与之相连的所有边一并删去。",
    },
    form: Text::new(
        "arc-kayles:EDGE,EDGE,… [LEFT,LEFT,… …], an EDGE being A-B; or arc-kayles:FAMILY=SIZE, such as grid=5x9; or arc-kayles @FILE",
        "arc-kayles:EDGE,EDGE,… [LEFT,LEFT,… …]，EDGE 写作 A-B；或 arc-kayles:FAMILY=SIZE，如 grid=5x9；或 arc-kayles @FILE",
    ),
    example: "arc-kayles:a-b,b-c,c-d,d-e,b-e",
    source: "T. J. Schaefer, On the complexity of some two-person perfect-information games, Journal of Computer and System Sciences 16 (1978)",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<ArcKayles>,
};

impl Choice for Arc {
    /// The ends of the edge, the lesser one first.
    type Move = (u32, u32);
    type Searched = Edge;
    const LEAST: u32 = 2;

    fn listing() -> &'static Listing {
        &LISTING
    }

    fn moves(graph: &ArcKayles, left: Vertices) -> impl Iterator<Item = ((u32, u32), Vertices)> {
        let edges = edges_of(&graph.neighbours);
        let there = edges.filter(move |&(one, other)| left.has(one) && left.has(other));
        there.map(move |(one, other)| {
            let mut left = left;
            left.remove(one);
            left.remove(other);
            ((one as u32, other as u32), left)
        })
    }

    fn describe(graph: &ArcKayles, _: Vertices, &(one, other): &(u32, u32)) -> Message {
        message!(
            "choose the edge between {one} and {other}",
            "选 {one} 与 {other} 之间的边",
            one = shown(&graph.named, one),
            other = shown(&graph.named, other)
        )
    }

    /// The edge, or its two ends in either order.
    fn clicks(graph: &ArcKayles, &(one, other): &(u32, u32)) -> Vec<Clicks> {
        let vertex = |vertex: u32| Mark::Vertex(vertex as usize);
        let place =
            edges_of(&graph.neighbours).position(|ends| ends == (one as usize, other as usize));
        let edge = place.map(|place| vec![Mark::Edge(place)]);
        let ends = [
            vec![vertex(one), vertex(other)],
            vec![vertex(other), vertex(one)],
        ];
        edge.into_iter().chain(ends).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::oracle;
    use crate::quotient::Play;
    use grundy::{Game, solve};

    fn value(text: &str) -> String {
        let answer = solve(&text.parse().expect(text), Play::Normal);
        answer.value.expect(text).to_string()
    }

    #[test]
    fn paths_are_dawsons_kayles_and_grids_are_cram() {
        for vertices in 1..=40 {
            let path = value(&format!("arc-kayles:path={vertices}"));
            assert_eq!(path, value(&format!("0.07 {vertices}")));
        }
        // Any edge of a cycle leaves a path of two fewer.
        for vertices in 3..20 {
            let left = value(&format!("0.07 {}", vertices - 2));
            let cycle = value(&format!("arc-kayles:cycle={vertices}"));
            assert_eq!(cycle, if left == "0" { "1" } else { "0" });
        }
        for (rows, columns) in [(1, 7), (2, 3), (2, 6), (3, 3), (3, 4), (4, 4)] {
            let grid = format!("arc-kayles:grid={rows}x{columns}");
            assert_eq!(value(&grid), value(&format!("cram {rows}x{columns}")));
        }
        for (board, left) in [
            ("../.x", "../.x"),
            (".../.x./..x", ".../.x./..x"),
            ("x../..x/.x.", "x../..x/.x."),
        ] {
            let (rows, columns) = (board.split('/').count(), board.find('/').unwrap_or(0));
            let grid = format!("arc-kayles:grid={rows}x{columns} {left}");
            assert_eq!(value(&grid), value(&format!("cram {board}")));
        }
    }

    /// The rules once more on lists of edges, nothing taken apart.
    fn by_definition(edges: &[(u32, u32)]) -> u32 {
        let values: Vec<u32> = edges
            .iter()
            .map(|&(a, b)| {
                let meets = |&(c, d): &(u32, u32)| a == c || a == d || b == c || b == d;
                let left: Vec<(u32, u32)> =
                    edges.iter().filter(|edge| !meets(edge)).copied().collect();
                by_definition(&left)
            })
            .collect();
        (0..).find(|value| !values.contains(value)).unwrap_or(0)
    }

    #[test]
    fn every_graph_of_five_vertices() {
        let pairs: Vec<(u32, u32)> = (0..5)
            .flat_map(|one| (0..one).map(move |other| (other, one)))
            .collect();
        for chosen in 0..1u32 << pairs.len() {
            let kept = (0..pairs.len()).filter(|at| chosen >> at & 1 == 1);
            let edges: Vec<(u32, u32)> = kept.map(|at| pairs[at]).collect();
            let mut text = "arc-kayles:0,1,2,3,4".to_owned();
            for (a, b) in &edges {
                text.push_str(&format!(",{a}-{b}"));
            }
            assert_eq!(value(&text), by_definition(&edges).to_string(), "{text}");
            if chosen % 31 == 0 {
                oracle::both(&text);
                oracle::engines(&format!("{text} + nim 2"), Play::Normal);
                oracle::engines(&format!("{text} + nim 2"), Play::Misere);
            }
        }
    }

    /// Cram on boards whose opposite sides meet, with holes.
    #[test]
    fn a_torus_is_a_board_without_sides() {
        for (rows, columns, holes) in [
            (3, 3, 0b000_010_000u32),
            (3, 4, 0b1000_0000_0101),
            (3, 3, 0b101_000_001),
        ] {
            let free = |row: usize, column: usize| {
                holes >> (row % rows * columns + column % columns) & 1 == 0
            };
            let place =
                |row: usize, column: usize| (row % rows * columns + column % columns) as u32;
            let mut edges = Vec::new();
            let mut left = Vec::new();
            for row in 0..rows {
                let square = |column: usize| if free(row, column) { '.' } else { 'x' };
                left.push((0..columns).map(square).collect::<String>());
                for column in (0..columns).filter(|&column| free(row, column)) {
                    for (down, across) in [(row + 1, column), (row, column + 1)] {
                        if free(down, across) {
                            edges.push((place(row, column), place(down, across)));
                        }
                    }
                }
            }
            let text = format!("arc-kayles:torus={rows}x{columns} {}", left.join("/"));
            assert_eq!(value(&text), by_definition(&edges).to_string(), "{text}");
        }
    }

    #[test]
    fn every_edge_is_a_move() {
        let answer = solve(
            &"arc-kayles:star=5".parse::<Game>().expect("a star"),
            Play::Normal,
        );
        assert_eq!(answer.winning.count, Some(5u8.into()));
    }

    #[test]
    fn text_reads_back_and_errors_have_a_place() {
        for (text, printed) in [
            ("arc-kayles:b-a,c", "arc-kayles:b-a,c a,b,c"),
            ("arc-kayles:a-b a : b,a", "arc-kayles:a-b a : a,b"),
            ("arc-kayles:king=2", "arc-kayles:king=2x2 all"),
            (
                "arc-kayles:grid=2x3 r1c2,r2c2",
                "arc-kayles:grid=2x3 x.x/x.x",
            ),
        ] {
            let game: Game = text.parse().expect(text);
            assert_eq!(game.to_string(), printed);
            assert_eq!(printed.parse::<Game>().expect("reads back"), game);
        }
        let column = |text: &str| text.parse::<Game>().expect_err(text).column;
        assert_eq!(column("arc-kayles"), 1);
        assert_eq!(column("arc-kayles:a--b"), 14);
        assert_eq!(column("arc-kayles:a-b a,c"), 18);
        assert_eq!(column("arc-kayles:grid=17x16"), 12);
        assert_eq!(column("arc-kayles:grid=2x3 ../.."), 21);
        assert_eq!(column("arc-kayles:grid=2x3 .../..y"), 25);
    }
}
