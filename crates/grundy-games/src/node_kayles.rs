//! Node Kayles: choose a vertex of a graph; it goes, and its neighbours with it.
//!
//! Schaefer (1978) introduced it and proved it PSPACE-complete, so values come from search. What is left of the graph is
//! the sum of its connected pieces. On a path it is the octal game 0.137, Dawson's Chess.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! // The middle vertex of a path of three takes all of it.
//! let answer = solve(&"node-kayles:a-b,b-c".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "2");
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::engine::graph::{NamedGraph, escaped, inline};
use crate::graph::{read_graph, read_undirected, shown, vertex};
use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, Word, only_by_name};
use crate::ruleset::{Capabilities, Options, Ruleset, Stop};
use crate::scene::{self, Clicks, DotMark, Draw, Line, Mark, Scene};
use crate::text::{Message, Text};

/// Node Kayles on a graph of at most 128 vertices. A position is the set of the vertices that are left, a bit each.
#[derive(Clone, Debug)]
pub struct NodeKayles {
    named: NamedGraph,
    /// The neighbours of each vertex, itself not among them.
    neighbours: Vec<u128>,
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
    form: "node-kayles:EDGE,EDGE,… [LEFT,LEFT,… …], an EDGE being A-B; or node-kayles @FILE",
    example: "node-kayles:a-b,b-c,c-d,d-e",
    source: "T. J. Schaefer, On the complexity of some two-person perfect-information games, Journal of Computer and System Sciences 16 (1978)",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<NodeKayles>,
};

/// How many vertices a set may be of.
pub(crate) const MOST: usize = 128;

/// The vertices of a set, in rising order.
pub(crate) fn members(mut set: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let least = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(least)
    })
}

/// All vertices of a graph.
pub(crate) fn everything(named: &NamedGraph) -> u128 {
    match named.names().len() {
        0 => 0,
        count => u128::MAX >> (MOST - count.min(MOST)),
    }
}

/// The names of a set, with commas between them; `:` for none.
pub(crate) fn write_set(named: &NamedGraph, set: u128) -> String {
    let name = |vertex| escaped(named.name(vertex).unwrap_or_default());
    let names: Vec<String> = members(set).map(name).collect();
    if names.is_empty() {
        return NONE.to_owned();
    }
    names.join(",")
}

/// Reads what [`write_set`] writes.
///
/// # Errors
/// At a name that is none.
pub(crate) fn read_set(named: &NamedGraph, word: &Word<'_>) -> Result<u128, ParseError> {
    if word.text == NONE {
        return Ok(0);
    }
    let names = word.split(',');
    names
        .iter()
        .try_fold(0, |set, name| Ok(set | 1 << vertex(named, name)?))
}

/// How the set of no vertex is written.
const NONE: &str = ":";

/// The graph of a clause, put in order, if it is small enough for sets; and the words that are left.
///
/// # Errors
/// Where there is none, or it is too large.
pub(crate) fn read_small_graph<'c, 'a>(
    clause: &'c Clause<'a>,
    directed: bool,
) -> Result<(NamedGraph, &'c [Word<'a>]), ParseError> {
    let (named, words) = if directed {
        read_graph(clause)?
    } else {
        read_undirected(clause)?
    };
    let count = named.names().len();
    if count > MOST {
        let place = clause.parameters.or(clause.words.first().copied());
        return Err(place.unwrap_or(clause.name).error(message!(
            "the graph has {count} vertices; at most {most} can be searched",
            "图有 {count} 个顶点；至多 {most} 个才能搜索",
            count = count,
            most = MOST
        )));
    }
    Ok((named.sorted(), words))
}

impl NodeKayles {
    /// The game on a graph, its edges taken without direction and its loops as nothing.
    fn new(named: NamedGraph) -> NodeKayles {
        let mut neighbours = vec![0u128; named.names().len()];
        for from in 0..named.names().len() as u32 {
            for &to in named.graph().options(from) {
                if from != to {
                    neighbours[from as usize] |= 1 << to;
                    neighbours[to as usize] |= 1 << from;
                }
            }
        }
        NodeKayles { named, neighbours }
    }

    /// The connected pieces of what is left.
    fn pieces(&self, mut left: u128) -> Vec<u128> {
        let mut pieces = Vec::new();
        while left != 0 {
            let mut piece = 0;
            let mut edge = left & left.wrapping_neg();
            while edge != 0 {
                piece |= edge;
                let beside = members(edge).fold(0, |set, at| set | self.neighbours[at as usize]);
                edge = beside & left & !piece;
            }
            left &= !piece;
            pieces.push(piece);
        }
        pieces
    }
}

impl Ruleset for NodeKayles {
    type Position = u128;
    /// The vertex that is chosen.
    type Move = u32;

    fn options(&self, left: &u128, options: &mut Options<u128, u32>) -> Result<(), Stop> {
        for vertex in members(*left) {
            let gone = self.neighbours[vertex as usize] | 1 << vertex;
            options.push(vertex, &self.pieces(left & !gone))?;
        }
        Ok(())
    }

    fn describe(&self, left: &u128, vertex: &u32) -> Message {
        let beside = self.neighbours[*vertex as usize] & left;
        let name = shown(&self.named, *vertex);
        if beside == 0 {
            return message!("choose {name}", "选 {name}", name = name);
        }
        let beside: Vec<String> = members(beside).map(|at| shown(&self.named, at)).collect();
        message!(
            "choose {name}, which removes {beside} too",
            "选 {name}，邻点 {beside} 一并删去",
            name = name,
            beside = beside.join(", ")
        )
    }

    fn capabilities(&self) -> Capabilities<'_, NodeKayles> {
        Capabilities {
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<u128, u32> for NodeKayles {
    fn scene(&self, &left: &u128) -> Option<Scene> {
        let names = self.named.names();
        let mark = |vertex: usize| match left >> vertex & 1 {
            1 => DotMark::Plain,
            _ => DotMark::Gone,
        };
        let edges = (0..names.len() as u32)
            .flat_map(|from| members(self.neighbours[from as usize]).map(move |to| (from, to)));
        let edges = edges.filter(|(from, to)| from < to).map(|(from, to)| Line {
            gone: left >> from & left >> to & 1 == 0,
            ..Line::new(from, to, false)
        });
        scene::graph(names.iter().map(String::as_str), mark, edges)
    }

    fn clicks(&self, _: &u128, &vertex: &u32, _: &[u128]) -> Vec<Clicks> {
        vec![vec![Mark::Vertex(vertex as usize)]]
    }
}

impl Notation for NodeKayles {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    /// Without a word the position is the whole graph; else each word is a set of vertices that are left.
    fn read(clause: &Clause<'_>) -> Result<(NodeKayles, Vec<u128>), ParseError> {
        let (named, words) = read_small_graph(clause, false)?;
        let sets = if words.is_empty() {
            vec![everything(&named)]
        } else {
            let sets = words.iter().map(|word| read_set(&named, word));
            sets.collect::<Result<Vec<u128>, ParseError>>()?
        };
        Ok((NodeKayles::new(named), sets))
    }
    fn head(&self) -> String {
        format!("node-kayles:{}", inline(&self.named))
    }
    fn write(&self, left: &u128) -> String {
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
        let large: Vec<String> = (0..129).map(|vertex| vertex.to_string()).collect();
        assert_eq!(column(&format!("node-kayles:{}", large.join("-"))), 13);
        let whole = format!("node-kayles:{}", large[..128].join(","));
        assert_eq!(value(&whole), "0");
    }
}
