//! Node Kayles: choose a vertex of a graph; it goes, and its neighbours with it.
//!
//! Schaefer (1978) introduced it and proved it PSPACE-complete, so values come from search. What is left of the graph is
//! the sum of its connected pieces. On a path it is the octal game 0.137, Dawson's Chess; on the squares of a board, joined as a queen moves,
//! it is the game of placing queens that do not attack each other.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! // The middle vertex of a path of three takes all of it.
//! let answer = solve(&"node-kayles:a-b,b-c".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "2");
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::engine::split::kayles::Vertex;
use crate::graph::shown;
use crate::kayles::{Choice, Kayles};
use crate::message;
use crate::notation::{self, Listing, only_by_name};
use crate::scene::{Clicks, Mark};
use crate::text::{Message, Text, all_of};
use crate::vertex_set::Vertices;

/// Node Kayles on a graph of at most 256 vertices.
pub type NodeKayles = Kayles<Node>;

/// A vertex is chosen.
#[derive(Clone, Copy, Debug)]
pub struct Node;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "D",
    name: "node-kayles",
    aliases: &["node_kayles"],
    title: Text::new("Node Kayles", "顶点保龄球（Node Kayles）"),
    rule: Text {
        en: "Choose a vertex of an undirected graph; it is removed together with all its neighbours.",
        zh: "在无向图上选一个顶点，将它和它的所有邻点一并删去。",
    },
    form: Text::new(
        "node-kayles:EDGE,EDGE,… [LEFT,LEFT,… …], an EDGE being A-B; or node-kayles:FAMILY=SIZE, such as queen=8; or node-kayles @FILE",
        "node-kayles:EDGE,EDGE,… [LEFT,LEFT,… …]，EDGE 写作 A-B；或 node-kayles:FAMILY=SIZE，如 queen=8；或 node-kayles @FILE",
    ),
    example: "node-kayles:a-b,b-c,c-d,d-e",
    source: "T. J. Schaefer, On the complexity of some two-person perfect-information games, Journal of Computer and System Sciences 16 (1978)",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<NodeKayles>,
};

impl Choice for Node {
    /// The vertex.
    type Move = u32;
    type Searched = Vertex;
    const LEAST: u32 = 1;

    fn listing() -> &'static Listing {
        &LISTING
    }

    fn moves(graph: &NodeKayles, left: Vertices) -> impl Iterator<Item = (u32, Vertices)> {
        left.iter().map(move |vertex| {
            let mut left = left.without(graph.neighbours[vertex]);
            left.remove(vertex);
            (vertex as u32, left)
        })
    }

    fn describe(graph: &NodeKayles, left: Vertices, vertex: &u32) -> Message {
        let beside = graph.neighbours[*vertex as usize] & left;
        let name = shown(&graph.named, *vertex);
        if beside.is_empty() {
            return message!("choose {name}", "选 {name}", name = name);
        }
        let beside = beside.iter().map(|at| shown(&graph.named, at as u32));
        let beside: Vec<String> = beside.collect();
        message!(
            "choose {name} and remove {beside}",
            "选 {name}，邻点 {beside} 一并删去",
            name = name,
            beside = all_of(&beside)
        )
    }

    fn clicks(_: &NodeKayles, &vertex: &u32) -> Vec<Clicks> {
        vec![vec![Mark::Vertex(vertex as usize)]]
    }
}

#[cfg(test)]
mod tests {
    use crate::oracle;
    use crate::quotient::Play;
    use grundy::solve;

    fn value(text: &str) -> String {
        let answer = solve(&text.parse().expect(text), Play::Normal);
        answer.value.expect(text).to_string()
    }

    fn path(vertices: u32) -> String {
        let names: Vec<String> = (1..=vertices).map(|vertex| vertex.to_string()).collect();
        format!("node-kayles:{}", names.join("-"))
    }

    #[test]
    fn paths_are_dawsons_chess() {
        for vertices in 1..=40 {
            assert_eq!(value(&path(vertices)), value(&format!("0.137 {vertices}")));
        }
        let first: Vec<String> = (1..=12).map(|vertices| value(&path(vertices))).collect();
        assert_eq!(first.join(" "), "1 1 2 0 3 1 1 0 3 3 2 2");
    }

    #[test]
    fn cycles_and_stars() {
        // Any vertex of a cycle leaves a path of three fewer.
        for vertices in 4..20 {
            let cycle = format!("{}-1", path(vertices));
            let left = value(&path(vertices - 3));
            assert_eq!(value(&cycle), if left == "0" { "1" } else { "0" });
        }
        // The middle takes all; a leaf takes the middle and leaves the other leaves, worth 1 each.
        assert_eq!(value("node-kayles:m-a,m-b,m-c,m-d"), "2");
        assert_eq!(value("node-kayles:m-a,m-b,m-c"), "1");
        assert_eq!(value("node-kayles:a,b,c"), "1");
    }

    /// The rules once more on sets of names, nothing taken apart.
    fn by_definition(edges: &[(u32, u32)], left: u32) -> u32 {
        let option = |chosen: u32| {
            let beside = edges
                .iter()
                .filter_map(|&(a, b)| (a == chosen).then_some(b).or((b == chosen).then_some(a)));
            left & !beside.fold(1 << chosen, |gone, at| gone | 1 << at)
        };
        let chosen = (0..32).filter(|vertex| left >> vertex & 1 == 1);
        let values: Vec<u32> = chosen.map(|at| by_definition(edges, option(at))).collect();
        (0..).find(|value| !values.contains(value)).unwrap_or(0)
    }

    #[test]
    fn every_graph_of_four_vertices() {
        let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        for chosen in 0..64u32 {
            let edges: Vec<(u32, u32)> = (0..6)
                .filter(|place| chosen >> place & 1 == 1)
                .map(|place| pairs[place])
                .collect();
            let mut text = "node-kayles:0,1,2,3".to_owned();
            for (a, b) in &edges {
                text.push_str(&format!(",{a}-{b}"));
            }
            assert_eq!(
                value(&text),
                by_definition(&edges, 15).to_string(),
                "{text}"
            );
            oracle::both(&text);
            if chosen % 9 == 0 {
                oracle::engines(&format!("{text} + nim 2"), Play::Normal);
                oracle::engines(&format!("{text} + nim 2"), Play::Misere);
            }
        }
    }

    #[test]
    fn text_reads_back_and_errors_have_a_place() {
        for (text, printed) in [
            ("node-kayles:b-a,c", "node-kayles:b-a,c a,b,c"),
            ("node-kayles:a-b a : b,a", "node-kayles:a-b a : a,b"),
            ("node-kayles:%3A-a :", "node-kayles:%3A-a :"),
        ] {
            let game: grundy::Game = text.parse().expect(text);
            assert_eq!(game.to_string(), printed);
            assert_eq!(printed.parse::<grundy::Game>().expect("reads back"), game);
        }
        let column = |text: &str| text.parse::<grundy::Game>().expect_err(text).column;
        assert_eq!(column("node-kayles"), 1);
        assert_eq!(column("node-kayles:a--b"), 15);
        assert_eq!(column("node-kayles:a-b a,c"), 19);
        let places = |text: &str| {
            let error = text.parse::<grundy::Game>().expect_err(text);
            error.all().map(|error| error.column).collect::<Vec<_>>()
        };
        // Loops and repeated edges, all of them.
        assert_eq!(places("node-kayles:a-a"), [13]);
        assert_eq!(places("node-kayles:a-b-a,c-c,c-b-c"), [15, 19, 25]);
        let large: Vec<String> = (0..257).map(|vertex| vertex.to_string()).collect();
        assert_eq!(column(&format!("node-kayles:{}", large.join("-"))), 13);
        let whole = format!("node-kayles:{}", large[..256].join(","));
        assert_eq!(value(&whole), "0");
    }
}
