//! Edge Geography: a token is moved along the edges of a graph, along each edge at most once.
//!
//! Schaefer (1978) proved it PSPACE-complete on directed graphs, Fraenkel, Scheinerman and Ullman (1993) on undirected ones,
//! so values come from search. Loops and parallel edges count: each can be used once. A position is the token's
//! vertex with the edges that can still be reached, so that what is out of reach makes no difference; of parallel edges
//! the first are used first.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! // Round a triangle without directions there are three moves, whichever way one goes.
//! let answer = solve(&"undirected-edge-geography:a-b-c-a a".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.outcome, Some(Outcome::N));
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::engine::graph::{
    Family, NamedEdges, escaped, parse_edges, parse_inline_edges, unescaped,
};
use crate::graph::{in_file, in_word, no_vertex, shown_name};
use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, Word, only_by_name, shortened};
use crate::ruleset::{Capabilities, Options, Ruleset, Stop};
use crate::scene::{self, Clicks, DotMark, Draw, Line, Mark, Scene};
use crate::text::{Message, Text};
use crate::vertex_set::{MOST_HELD as MOST, members};

/// Edge Geography on a graph of at most 128 edges.
#[derive(Clone, Debug)]
pub struct EdgeGeography {
    named: NamedEdges,
    /// Whether the edges have a direction.
    directed: bool,
    /// The edges along which one can leave a vertex, a bit each.
    from: Vec<u128>,
}

/// Where the token is, and which edges it can still use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    token: u32,
    /// The edges not yet used that can be reached along such edges.
    left: u128,
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "D",
    name: "edge-geography",
    aliases: &["edge_geography"],
    title: Text::new("Edge Geography", "边地理游戏（Edge Geography）"),
    rule: Text {
        en: "A token on a vertex of a directed graph; move it along an edge that has not been used.",
        zh: "棋子放在有向图的一个顶点上；每次沿一条未用过的边移动。",
    },
    form: "edge-geography:EDGE,EDGE,… VERTEX[/LEFT,LEFT,…] …, an EDGE being FROM-TO; or edge-geography:FAMILY=SIZE VERTEX …; or edge-geography @FILE VERTEX …",
    example: "edge-geography:a-b,b-c,c-a,b-d a",
    source: "T. J. Schaefer, On the complexity of some two-person perfect-information games, Journal of Computer and System Sciences 16 (1978)",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<EdgeGeography>,
};

/// The line in the catalogue of the game without directions.
pub static UNDIRECTED: Listing = Listing {
    id: "D",
    name: "undirected-edge-geography",
    aliases: &["undirected_edge_geography"],
    title: Text::new(
        "Undirected Edge Geography",
        "无向边地理游戏（Undirected Edge Geography）",
    ),
    rule: Text {
        en: "A token on a vertex of an undirected graph; move it along an edge that has not been used.",
        zh: "棋子放在无向图的一个顶点上；每次沿一条未用过的边移动。",
    },
    form: "undirected-edge-geography:EDGE,EDGE,… VERTEX[/LEFT,LEFT,…] …, an EDGE being A-B; or undirected-edge-geography:FAMILY=SIZE VERTEX …; or undirected-edge-geography @FILE VERTEX …",
    example: "undirected-edge-geography:a-b,b-c,c-a,c-d a",
    source: "A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography, Theoretical Computer Science 112 (1993)",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<EdgeGeography>,
};

impl EdgeGeography {
    fn new(named: NamedEdges, directed: bool) -> EdgeGeography {
        let named = named.sorted(directed);
        let mut from = vec![0u128; named.names.len()];
        for (at, &(one, other)) in named.edges.iter().enumerate() {
            from[one as usize] |= 1 << at;
            if !directed {
                from[other as usize] |= 1 << at;
            }
        }
        EdgeGeography {
            named,
            directed,
            from,
        }
    }

    /// The token on a vertex, as many of the edges being left as can be reached.
    fn place(&self, token: u32, left: u128) -> State {
        let (mut reach, mut next) = (0, self.from[token as usize] & left);
        while next != 0 {
            reach |= next;
            let beyond = members(next).fold(0, |set, edge| {
                let (one, other) = self.named.edges[edge as usize];
                set | self.from[other as usize]
                    | if self.directed {
                        0
                    } else {
                        self.from[one as usize]
                    }
            });
            next = beyond & left & !reach;
        }
        State { token, left: reach }
    }

    fn everything(&self) -> u128 {
        match self.named.edges.len() {
            0 => 0,
            count => u128::MAX >> (MOST - count.min(MOST)),
        }
    }

    fn name(&self, vertex: u32) -> &str {
        &self.named.names[vertex as usize]
    }

    fn edge(&self, at: u32) -> String {
        let (one, other) = self.named.edges[at as usize];
        format!("{}-{}", escaped(self.name(one)), escaped(self.name(other)))
    }

    /// Reads the edges that are left; of parallel edges, the last ones.
    fn read_left(&self, word: &Word<'_>) -> Result<u128, ParseError> {
        let mut left = 0u128;
        if word.text == NONE {
            return Ok(left);
        }
        for part in word.split(',') {
            let (one, other) = part.cut('-');
            let vertex =
                |word: Word<'_>| unescaped(word.text).and_then(|name| self.named.vertex(&name));
            let ends = vertex(one).zip(other.and_then(vertex));
            let ends = ends.map(|(one, other)| {
                if self.directed || one <= other {
                    (one, other)
                } else {
                    (other, one)
                }
            });
            let places = (0..self.named.edges.len()).rev();
            let mut free =
                places.filter(|&at| Some(self.named.edges[at]) == ends && left >> at & 1 == 0);
            match free.next() {
                Some(at) => left |= 1 << at,
                None => {
                    return Err(part.error(message!(
                        "the graph has no edge '{edge}' here",
                        "图中此处没有边 '{edge}'",
                        edge = shortened(part.text)
                    )));
                }
            }
        }
        Ok(left)
    }
}

/// How no edge is written.
const NONE: &str = ":";

impl Ruleset for EdgeGeography {
    type Position = State;
    /// The edge that is used.
    type Move = u32;

    fn options(&self, place: &State, options: &mut Options<State, u32>) -> Result<(), Stop> {
        let mut before = None;
        for edge in members(self.from[place.token as usize] & place.left) {
            let ends = self.named.edges[edge as usize];
            if before.replace(ends) == Some(ends) {
                continue;
            }
            let (one, other) = ends;
            let to = if place.token == one { other } else { one };
            options.push(edge, &[self.place(to, place.left & !(1 << edge))])?;
        }
        Ok(())
    }

    fn describe(&self, place: &State, edge: &u32) -> Message {
        let (one, other) = self.named.edges[*edge as usize];
        let to = if place.token == one { other } else { one };
        message!(
            "move from {from} to {to}",
            "从 {from} 走到 {to}",
            from = shown_name(self.name(place.token)),
            to = shown_name(self.name(to))
        )
    }

    fn capabilities(&self) -> Capabilities<'_, EdgeGeography> {
        Capabilities {
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<State, u32> for EdgeGeography {
    fn scene(&self, place: &State) -> Option<Scene> {
        let mark = |vertex: usize| match vertex == place.token as usize {
            true => DotMark::Token,
            false => DotMark::Plain,
        };
        let edges = self.named.edges.iter().enumerate();
        let edges = edges.map(|(edge, &(from, to))| Line {
            gone: place.left >> edge & 1 == 0,
            ..Line::new(from, to, self.directed)
        });
        scene::graph(self.named.names.iter().map(String::as_str), mark, edges)
    }

    fn clicks(&self, _: &State, &edge: &u32, _: &[State]) -> Vec<Clicks> {
        vec![vec![Mark::Edge(edge as usize)]]
    }
}

impl Notation for EdgeGeography {
    fn listing(&self) -> &'static Listing {
        if self.directed { &LISTING } else { &UNDIRECTED }
    }
    /// A word is the token's vertex, and after a stroke the edges still open to it; without one, all.
    fn read(clause: &Clause<'_>) -> Result<(EdgeGeography, Vec<State>), ParseError> {
        let directed = clause.listing.name == LISTING.name;
        let (place, words) = match (clause.parameters, clause.words.split_first()) {
            (None, Some((first, rest))) if first.text.starts_with('@') => (*first, rest),
            _ => (clause.needs_parameters()?, &clause.words[..]),
        };
        let named = match clause.file(&place) {
            Some(text) => parse_edges(&text?, directed).map_err(|error| in_file(&place, &error))?,
            None => match Family::read(&place) {
                Some(family) => NamedEdges::of_family(family?, directed),
                None => parse_inline_edges(place.text).map_err(|error| in_word(&place, &error))?,
            },
        };
        let count = named.edges.len();
        if count > MOST {
            return Err(place.error(message!(
                "the graph has {count} edges; at most {most} can be searched",
                "图有 {count} 条边；至多 {most} 条才能搜索",
                count = count,
                most = MOST
            )));
        }
        let game = EdgeGeography::new(named, directed);
        let mut places = Vec::with_capacity(words.len());
        for word in words {
            let (token, left) = word.cut('/');
            let found = unescaped(token.text).and_then(|name| game.named.vertex(&name));
            let vertex = found.ok_or_else(|| no_vertex(&game.named.names, &token))?;
            let left = match left {
                Some(left) => game.read_left(&left)?,
                None => game.everything(),
            };
            places.push(game.place(vertex, left));
        }
        Ok((game, places))
    }
    fn head(&self) -> String {
        if let Some(family) = self.named.family {
            return format!("{}:{family}", self.listing().name);
        }
        let mut lonely = vec![true; self.named.names.len()];
        for &(one, other) in &self.named.edges {
            lonely[one as usize] = false;
            lonely[other as usize] = false;
        }
        let edges = (0..self.named.edges.len() as u32).map(|at| self.edge(at));
        let alone = self.named.names.iter().zip(lonely);
        let alone = alone.filter(|(_, lonely)| *lonely);
        let written: Vec<String> = edges.chain(alone.map(|(name, _)| escaped(name))).collect();
        format!("{}:{}", self.listing().name, written.join(","))
    }
    fn write(&self, place: &State) -> String {
        let name = escaped(self.name(place.token));
        if *place == self.place(place.token, self.everything()) {
            return name;
        }
        let left: Vec<String> = members(place.left).map(|at| self.edge(at)).collect();
        if left.is_empty() {
            return format!("{name}/{NONE}");
        }
        format!("{name}/{}", left.join(","))
    }
}

grundy_core::encoded!(State { token, left });

#[cfg(test)]
mod tests {
    use crate::oracle;
    use crate::quotient::{Outcome, Play};
    use grundy::{Game, solve};

    /// The rules once more: edges, the token, and what has been used.
    fn wins(edges: &[(u32, u32)], directed: bool, token: u32, used: u32, play: Play) -> bool {
        let mut moves = 0;
        for (at, &(one, other)) in edges.iter().enumerate() {
            let used_then = used | 1 << at;
            if used == used_then {
                continue;
            }
            for (from, to) in [(one, other), (other, one)]
                .into_iter()
                .take(2 - usize::from(directed))
            {
                if from == token {
                    moves += 1;
                    if !wins(edges, directed, to, used_then, play) {
                        return true;
                    }
                }
            }
        }
        moves == 0 && play == Play::Misere
    }

    #[test]
    fn graphs_with_loops_and_parallel_edges() {
        let mut state = 0x2545_f491_4f6c_dd1du64;
        let mut chance = |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % below) as u32
        };
        for number in 0..300 {
            let count = 1 + chance(8);
            let edges: Vec<(u32, u32)> = (0..count).map(|_| (chance(4), chance(4))).collect();
            let token = chance(4);
            for (name, directed) in [
                ("edge-geography", true),
                ("undirected-edge-geography", false),
            ] {
                let mut text = format!("{name}:0,1,2,3");
                for (from, to) in &edges {
                    text.push_str(&format!(",{from}-{to}"));
                }
                let text = format!("{text} {token}");
                let game: Game = text.parse().expect("a game");
                assert_eq!(game.to_string().parse::<Game>().expect("reads back"), game);
                for play in [Play::Normal, Play::Misere] {
                    let answer = solve(&game, play);
                    let wins = wins(&edges, directed, token, 0, play);
                    let outcome = if wins { Outcome::N } else { Outcome::P };
                    assert_eq!(answer.outcome, Some(outcome), "{text} under {play:?}");
                    if number % 25 == 0 {
                        oracle::game(&text, play);
                        oracle::engines(&format!("{text} + nim 1"), play);
                    }
                    for step in &answer.winning.listed {
                        for part in &step.to {
                            let text = format!("{} {}", part.head(), part.position());
                            let read: Game = text.parse().expect("an option");
                            assert!(
                                read.components().any(|read| read.same(part.as_ref())),
                                "{text}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn text_reads_back_and_errors_have_a_place() {
        for (text, printed) in [
            (
                "edge-geography:b-a,a-b,a-b,c a a/a-b c/:",
                "edge-geography:a-b,a-b,b-a,c a a/a-b c",
            ),
            (
                "undirected-edge-geography:b-a-b a b/b-a b/:",
                "undirected-edge-geography:a-b,a-b a b/a-b b/:",
            ),
        ] {
            let game: Game = text.parse().expect("a game");
            assert_eq!(game.to_string(), printed);
            assert_eq!(printed.parse::<Game>().expect("reads back"), game);
        }
        let column = |text: &str| text.parse::<Game>().expect_err(text).column;
        assert_eq!(column("edge-geography:a-b c"), 20);
        assert_eq!(column("edge-geography:a-b a/b-a"), 22);
        assert_eq!(column("undirected-edge-geography:a-b a/b-a,a-b"), 37);
        assert_eq!(column("edge-geography:a- a"), 18);
    }
}
