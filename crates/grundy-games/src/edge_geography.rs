//! Edge Geography: a token is moved along the edges of a graph, along each edge at most once.
//!
//! Schaefer (1978) proved it PSPACE-complete on directed graphs, Fraenkel, Scheinerman and Ullman (1993) on undirected ones,
//! so values come from search. On a bipartite graph without directions the outcome is a matter of linear algebra, as they
//! also proved: see `kernel.rs`. Loops and parallel edges count: each can be used once. A position is the token's
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

mod kernel;

use crate::engine::graph::{
    Family, NamedEdges, escaped, parse_edges, parse_inline_edges, unescaped,
};
use crate::graph::{in_file, in_word, no_vertex, shown_name};
use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, Word, only_by_name, shortened};
use crate::quotient::{Outcome, Play};
use crate::ruleset::{Capabilities, Options, OutcomeTheorem, Ruleset, Stop};
use crate::scene::{self, Clicks, DotMark, Draw, Line, Mark, Scene};
use crate::text::{Message, Text};
use crate::vertex_set::{MOST_HELD as MOST, members};

use kernel::Kernel;

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
        en: "A token stands on a vertex of a directed graph; move it along an edge that has not been used.",
        zh: "棋子放在有向图的一个顶点上；每次沿一条未用过的边移动。",
    },
    form: Text::new(
        "edge-geography:EDGE,EDGE,… VERTEX[/LEFT,LEFT,…] …, an EDGE being FROM-TO; or edge-geography:FAMILY=SIZE VERTEX …; or edge-geography @FILE VERTEX …",
        "edge-geography:EDGE,EDGE,… VERTEX[/LEFT,LEFT,…] …，EDGE 写作 FROM-TO；或 edge-geography:FAMILY=SIZE VERTEX …；或 edge-geography @FILE VERTEX …",
    ),
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
        en: "A token stands on a vertex of an undirected graph; move it along an edge that has not been used.",
        zh: "棋子放在无向图的一个顶点上；每次沿一条未用过的边移动。",
    },
    form: Text::new(
        "undirected-edge-geography:EDGE,EDGE,… VERTEX[/LEFT,LEFT,…] …, an EDGE being A-B; or undirected-edge-geography:FAMILY=SIZE VERTEX …; or undirected-edge-geography @FILE VERTEX …",
        "undirected-edge-geography:EDGE,EDGE,… VERTEX[/LEFT,LEFT,…] …，EDGE 写作 A-B；或 undirected-edge-geography:FAMILY=SIZE VERTEX …；或 undirected-edge-geography @FILE VERTEX …",
    ),
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

    /// The even kernel that decides a game without directions, where what is left of the graph is bipartite.
    fn kernel(&self, place: &State) -> Option<Kernel> {
        let edges: Vec<(u32, u32)> = members(place.left)
            .map(|edge| self.named.edges[edge as usize])
            .collect();
        kernel::kernel(self.named.names.len(), place.token, &edges)
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
            outcomes: { if self.directed { None } else { Some(self) } },
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

impl OutcomeTheorem<State> for EdgeGeography {
    fn outcome(&self, place: &State, play: Play) -> Option<Outcome> {
        if self.directed || play == Play::Misere {
            return None;
        }
        self.kernel(place).map(|kernel| match kernel {
            Kernel::Held(_) => Outcome::P,
            Kernel::Near(_) => Outcome::N,
        })
    }

    fn because(&self, place: &State, _: Play) -> Message {
        let token = shown_name(self.name(place.token));
        match self.kernel(place) {
            Some(Kernel::Near(set)) => message!(
                "what is left is bipartite, and {token} has an odd number of edges to a set of {count} vertices, no two of them neighbours, to which each other vertex on its side has an even number: a move into this set leaves the opponent in an even kernel (Fraenkel, Scheinerman, Ullman 1993)",
                "剩下的图是二分图：从 {token} 有奇数条边通向一个含 {count} 个顶点的独立集，同侧其余顶点到它的边数都是偶数；走入该集，对手就处于偶核中（Fraenkel、Scheinerman、Ullman 1993）",
                token = token,
                count = set.len()
            ),
            Some(Kernel::Held(set)) => message!(
                "{token} lies in an even kernel of {count} vertices: no two are neighbours, and each other vertex has an even number of edges to it, so every move out of it can be answered by one back into it (Fraenkel, Scheinerman, Ullman 1993)",
                "{token} 处于一个含 {count} 个顶点的偶核中：核内没有相邻顶点，其余每个顶点到核的边数都是偶数，因此每次走出都可以再走回核内（Fraenkel、Scheinerman、Ullman 1993）",
                token = token,
                count = set.len()
            ),
            None => message!("there is no edge", "没有边"),
        }
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
            _ => (clause.needs_parameters()?, clause.words),
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
mod tests;
