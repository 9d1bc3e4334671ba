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

use crate::couples::{Couples, FallsApart, couples};
use crate::engine::graph::{NamedGraph, inline};
use crate::engine::split::node_kayles::NodeKaylesParts;
use crate::engine::split::search::Search;
use crate::graph::shown;
use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::ruleset::{Capabilities, Options, Ruleset, Stop};
use crate::scene::{Clicks, Draw, Mark, Scene};
use crate::text::{Message, Text};
use crate::vertex_set::{
    MOST, Vertices, drawn, host, neighbours, pieces, read_sets, read_small_graph, resized,
    write_set,
};

/// Node Kayles on a graph of at most 256 vertices. A position is the set of the vertices that are left, a bit each.
#[derive(Clone, Debug)]
pub struct NodeKayles {
    named: NamedGraph,
    /// The neighbours of each vertex, itself not among them.
    neighbours: Vec<Vertices>,
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "D",
    name: "node-kayles",
    aliases: &["node_kayles"],
    title: Text::new("Node Kayles", "顶点凯尔斯（Node Kayles）"),
    rule: Text {
        en: "Choose a vertex of an undirected graph; it is removed together with all its neighbours.",
        zh: "在无向图上选一个顶点，将它和它的所有邻点一并删去。",
    },
    form: "node-kayles:EDGE,EDGE,… [LEFT,LEFT,… …], an EDGE being A-B; or node-kayles:FAMILY=SIZE, such as queen=8; or node-kayles @FILE",
    example: "node-kayles:a-b,b-c,c-d,d-e",
    source: "T. J. Schaefer, On the complexity of some two-person perfect-information games, Journal of Computer and System Sciences 16 (1978)",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<NodeKayles>,
};

impl NodeKayles {
    /// The game on a graph, its edges taken without direction and its loops as nothing.
    fn new(named: NamedGraph) -> NodeKayles {
        NodeKayles {
            neighbours: neighbours(&named),
            named,
        }
    }

    fn search<const WORDS: usize>(&self, bytes: u64) -> Option<Box<dyn Couples<Vertices>>> {
        let host = host::<WORDS>(&self.named, &self.neighbours)?;
        let search = Search::new(NodeKaylesParts::new(host), bytes);
        Some(couples(
            Notation::head(self),
            search,
            |game: &NodeKaylesParts<WORDS>, left: &Vertices| {
                let mut parts = Vec::new();
                let known = game.split(resized(*left), &mut parts);
                Some((known, parts))
            },
        ))
    }
}

impl Ruleset for NodeKayles {
    type Position = Vertices;
    /// The vertex that is chosen.
    type Move = u32;

    fn options(&self, left: &Vertices, options: &mut Options<Vertices, u32>) -> Result<(), Stop> {
        for vertex in left.iter() {
            let mut left = left.without(self.neighbours[vertex]);
            left.remove(vertex);
            options.push(vertex as u32, &pieces(&self.neighbours, left))?;
        }
        Ok(())
    }

    fn describe(&self, left: &Vertices, vertex: &u32) -> Message {
        let beside = self.neighbours[*vertex as usize] & *left;
        let name = shown(&self.named, *vertex);
        if beside.is_empty() {
            return message!("choose {name}", "选 {name}", name = name);
        }
        let beside = beside.iter().map(|at| shown(&self.named, at as u32));
        let beside: Vec<String> = beside.collect();
        message!(
            "choose {name}, which removes {beside} too",
            "选 {name}，邻点 {beside} 一并删去",
            name = name,
            beside = beside.join(", ")
        )
    }

    fn capabilities(&self) -> Capabilities<'_, NodeKayles> {
        Capabilities {
            couples: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl FallsApart<Vertices> for NodeKayles {
    /// On sets of as many words as the graph needs; they cover whatever is left of it.
    fn couples(&self, _: &Vertices, bytes: u64) -> Option<Box<dyn Couples<Vertices>>> {
        match self.neighbours.len() {
            0..=64 => self.search::<1>(bytes),
            65..=128 => self.search::<2>(bytes),
            _ => self.search::<4>(bytes),
        }
    }
}

impl Draw<Vertices, u32> for NodeKayles {
    fn scene(&self, left: &Vertices) -> Option<Scene> {
        drawn(&self.named, &self.neighbours, left)
    }

    fn clicks(&self, _: &Vertices, &vertex: &u32, _: &[Vertices]) -> Vec<Clicks> {
        vec![vec![Mark::Vertex(vertex as usize)]]
    }
}

impl Notation for NodeKayles {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    /// Without a word the position is the whole graph; else each word is a set of vertices that are left.
    fn read(clause: &Clause<'_>) -> Result<(NodeKayles, Vec<Vertices>), ParseError> {
        let (named, words) = read_small_graph(clause, false, MOST)?;
        let sets = read_sets(&named, words)?;
        Ok((NodeKayles::new(named), sets))
    }
    fn head(&self) -> String {
        format!("node-kayles:{}", inline(&self.named))
    }
    fn write(&self, left: &Vertices) -> String {
        write_set(&self.named, *left)
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
        assert_eq!(value("node-kayles:a-a"), "1");
        assert_eq!(value("node-kayles:a-b,b-a"), "1");
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
        let large: Vec<String> = (0..257).map(|vertex| vertex.to_string()).collect();
        assert_eq!(column(&format!("node-kayles:{}", large.join("-"))), 13);
        let whole = format!("node-kayles:{}", large[..256].join(","));
        assert_eq!(value(&whole), "0");
    }
}
