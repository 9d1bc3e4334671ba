//! Vertex Geography: a token is moved along the edges of a graph, and never back to a vertex where it has been.
//!
//! Named after the game of naming places; Schaefer (1978) proved it PSPACE-complete on directed graphs, so values come
//! from search. Without directions the first player wins exactly where every maximum matching covers the token
//! (Fraenkel, Scheinerman, Ullman, *Undirected edge geography*, 1993): whoever is there moves along such a matching, and
//! goes on so. A position is the token's vertex with the vertices that it can still reach, so that what is out of reach
//! makes no difference. Search by parts also puts together what is settled: see `parts.rs`.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! // Round a cycle of three there are two moves.
//! let answer = solve(&"geography:a-b-c-a a".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.outcome, Some(Outcome::P));
//! # Ok::<(), grundy::ParseError>(())
//! ```

mod parts;

use crate::engine::graph::{NamedGraph, escaped, inline};
use crate::engine::matching::Matching;
use crate::graph::{shown, vertex};
use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::quotient::{Outcome, Play};
use crate::ruleset::{Capabilities, Options, OutcomeTheorem, Ruleset, Stop};
use crate::scene::{self, Clicks, DotMark, Draw, Line, Mark, Scene};
use crate::text::{Message, Text};
use crate::vertex_set::{
    MOST_HELD, everything, from_word, members, read_set, read_small_graph, to_word, write_set,
};

/// Vertex Geography on a graph of at most 128 vertices.
#[derive(Clone, Debug)]
pub struct Geography {
    named: NamedGraph,
    /// Whether the edges have a direction.
    directed: bool,
    /// The options of each vertex, a bit each.
    options: Vec<u128>,
}

/// Where the token is, and where it can still go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    token: u8,
    /// The vertices not yet visited that can be reached through such vertices.
    reach: u128,
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "D",
    name: "geography",
    aliases: &[],
    title: Text::new("Geography", "地理游戏（Geography）"),
    rule: Text {
        en: "A token stands on a vertex of a directed graph; move it along an edge to a vertex where it has not been.",
        zh: "棋子放在有向图的一个顶点上；每次沿边移动到一个未到过的顶点。",
    },
    form: Text::new(
        "geography:EDGE,EDGE,… VERTEX[/LEFT,LEFT,…] …, an EDGE being FROM-TO; or geography:FAMILY=SIZE VERTEX …; or geography @FILE VERTEX …",
        "geography:EDGE,EDGE,… VERTEX[/LEFT,LEFT,…] …，EDGE 写作 FROM-TO；或 geography:FAMILY=SIZE VERTEX …；或 geography @FILE VERTEX …",
    ),
    example: "geography:a-b,b-c,c-a,b-d a",
    source: "T. J. Schaefer, On the complexity of some two-person perfect-information games, Journal of Computer and System Sciences 16 (1978)",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<Geography>,
};

/// The line in the catalogue of the game without directions.
pub static UNDIRECTED: Listing = Listing {
    id: "D",
    name: "undirected-geography",
    aliases: &["undirected_geography"],
    title: Text::new(
        "Undirected Geography",
        "无向地理游戏（Undirected Geography）",
    ),
    rule: Text {
        en: "A token stands on a vertex of an undirected graph; move it along an edge to a vertex where it has not been.",
        zh: "棋子放在无向图的一个顶点上；每次沿边移动到一个未到过的顶点。",
    },
    form: Text::new(
        "undirected-geography:EDGE,EDGE,… VERTEX[/LEFT,LEFT,…] …, an EDGE being A-B; or undirected-geography:FAMILY=SIZE VERTEX …; or undirected-geography @FILE VERTEX …",
        "undirected-geography:EDGE,EDGE,… VERTEX[/LEFT,LEFT,…] …，EDGE 写作 A-B；或 undirected-geography:FAMILY=SIZE VERTEX …；或 undirected-geography @FILE VERTEX …",
    ),
    example: "undirected-geography:a-b,b-c,c-a,c-d a",
    source: "A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography, Theoretical Computer Science 112 (1993)",
    theorems: &[
        "geography_won",
        "geography_outcome",
        "geography_move",
        "geography_near",
    ],
    recognises: only_by_name,
    parse: notation::parse::<Geography>,
};

impl Geography {
    fn new(named: NamedGraph, directed: bool) -> Geography {
        let named = if directed { named } else { named.undirected() };
        let mut options = vec![0u128; named.names().len()];
        for from in 0..named.names().len() as u32 {
            for &to in named.graph().options(from) {
                options[from as usize] |= 1 << to;
                if !directed {
                    options[to as usize] |= 1 << from;
                }
            }
        }
        Geography {
            named,
            directed,
            options,
        }
    }

    /// The token on a vertex, as many of the others being left as can be reached.
    fn place(&self, token: u32, left: u128) -> State {
        let left = left & !(1 << token);
        let (mut reach, mut edge) = (0, self.options[token as usize] & left);
        while edge != 0 {
            reach |= edge;
            let beyond = members(edge).fold(0, |set, at| set | self.options[at as usize]);
            edge = beyond & left & !reach;
        }
        let token = token as u8;
        State { token, reach }
    }
}

impl Ruleset for Geography {
    type Position = State;
    /// Where the token goes.
    type Move = u32;

    fn options(&self, place: &State, options: &mut Options<State, u32>) -> Result<(), Stop> {
        for to in members(self.options[usize::from(place.token)] & place.reach) {
            options.push(to, &[self.place(to, place.reach)])?;
        }
        Ok(())
    }

    fn describe(&self, place: &State, to: &u32) -> Message {
        message!(
            "move from {from} to {to}",
            "从 {from} 走到 {to}",
            from = shown(&self.named, place.token.into()),
            to = shown(&self.named, *to)
        )
    }

    fn capabilities(&self) -> Capabilities<'_, Geography> {
        Capabilities {
            outcomes: { if self.directed { None } else { Some(self) } },
            couples: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<State, u32> for Geography {
    fn scene(&self, place: &State) -> Option<Scene> {
        let names = self.named.names();
        let open = |vertex: usize| place.reach >> vertex & 1 == 1;
        let mark = |vertex: usize| match vertex == usize::from(place.token) {
            true => DotMark::Token,
            false if open(vertex) => DotMark::Plain,
            false => DotMark::Gone,
        };
        let here = |vertex: u32| mark(vertex as usize) != DotMark::Gone;
        let edges = (0..names.len() as u32).flat_map(|from| {
            self.named
                .graph()
                .options(from)
                .iter()
                .map(move |&to| (from, to))
        });
        let edges = edges.map(|(from, to)| Line {
            gone: !here(from) || !here(to),
            ..Line::new(from, to, self.directed)
        });
        scene::graph(names.iter().map(String::as_str), mark, edges)
    }

    fn clicks(&self, _: &State, &to: &u32, _: &[State]) -> Vec<Clicks> {
        vec![vec![Mark::Vertex(to as usize)]]
    }
}

impl OutcomeTheorem<State> for Geography {
    fn outcome(&self, place: &State, play: Play) -> Option<Outcome> {
        if self.directed || play == Play::Misere {
            return None;
        }
        let mut matching = Matching::maximum(&self.options, place.reach);
        Some(if matching.grow(place.token) {
            Outcome::N
        } else {
            Outcome::P
        })
    }

    fn because(&self, place: &State, _: Play) -> Message {
        let token = shown(&self.named, place.token.into());
        let mut matching = Matching::maximum(&self.options, place.reach);
        matching.grow(place.token);
        match matching.mate(place.token) {
            Some(mate) => message!(
                "every maximum matching, of {size} edges, covers {token}: move along one, to {mate}, and so answer every move (Fraenkel, Scheinerman, Ullman 1993)",
                "每个最大匹配（{size} 条边）都覆盖 {token}：沿一个最大匹配走到 {mate}，此后也总沿它应对（Fraenkel、Scheinerman、Ullman 1993）",
                size = matching.size(),
                token = token,
                mate = shown(&self.named, mate.into())
            ),
            None => message!(
                "a maximum matching, of {size} edges, misses {token}: every move is answered along it (Fraenkel, Scheinerman, Ullman 1993)",
                "有一个最大匹配（{size} 条边）不覆盖 {token}：对任何一步都沿它应对（Fraenkel、Scheinerman、Ullman 1993）",
                size = matching.size(),
                token = token
            ),
        }
    }
}

impl Notation for Geography {
    fn listing(&self) -> &'static Listing {
        if self.directed { &LISTING } else { &UNDIRECTED }
    }
    /// A word is the token's vertex, and after a stroke the vertices still open to it; without one, all others.
    fn read(clause: &Clause<'_>) -> Result<(Geography, Vec<State>), ParseError> {
        let directed = clause.listing.name == LISTING.name;
        let (named, words) = read_small_graph(clause, directed, MOST_HELD)?;
        let game = Geography::new(named, directed);
        let mut places = Vec::with_capacity(words.len());
        for word in words {
            let (token, left) = word.cut('/');
            let token = vertex(&game.named, &token)?;
            let left = match left {
                Some(left) => to_word(read_set(&game.named, &left)?),
                None => to_word(everything(&game.named)),
            };
            places.push(game.place(token, left));
        }
        Ok((game, places))
    }
    fn head(&self) -> String {
        format!("{}:{}", self.listing().name, inline(&self.named))
    }
    fn write(&self, place: &State) -> String {
        let name = escaped(self.named.name(place.token.into()).unwrap_or_default());
        if *place == self.place(place.token.into(), to_word(everything(&self.named))) {
            return name;
        }
        format!("{name}/{}", write_set(&self.named, from_word(place.reach)))
    }
}

grundy_core::encoded!(State { token, reach });

#[cfg(test)]
mod tests {
    use crate::oracle;
    use crate::quotient::{Outcome, Play};
    use grundy::{Game, solve};

    /// The rules once more: edges, the token, and what has been visited.
    fn wins(edges: &[(u32, u32)], token: u32, visited: u32, play: Play) -> bool {
        let visited = visited | 1 << token;
        let open =
            |&(from, to): &(u32, u32)| (from == token && visited >> to & 1 == 0).then_some(to);
        let options: Vec<u32> = edges.iter().filter_map(open).collect();
        if options.is_empty() {
            return play == Play::Misere;
        }
        options.iter().any(|&to| !wins(edges, to, visited, play))
    }

    #[test]
    fn every_graph_of_three_vertices_and_some_of_four() {
        let pairs: Vec<(u32, u32)> = (0..4)
            .flat_map(|from| (0..4).map(move |to| (from, to)))
            .filter(|(from, to)| from != to)
            .collect();
        for number in 0..600u32 {
            let chosen = if number < 64 {
                number
            } else {
                number * 977 % 4096
            };
            let edges: Vec<(u32, u32)> = (0..12)
                .filter(|place| chosen >> place & 1 == 1)
                .map(|place| pairs[place])
                .collect();
            let mut text = "geography:0,1,2,3".to_owned();
            for (from, to) in &edges {
                text.push_str(&format!(",{from}-{to}"));
            }
            let token = number % 4;
            let text = format!("{text} {token}");
            for play in [Play::Normal, Play::Misere] {
                let answer = solve(&text.parse().expect("a game"), play);
                let wins = wins(&edges, token, 0, play);
                let outcome = if wins { Outcome::N } else { Outcome::P };
                assert_eq!(answer.outcome, Some(outcome), "{text} under {play:?}");
                if number % 7 == 0 {
                    oracle::game(&text, play);
                    oracle::engines(&format!("{text} + nim 1"), play);
                }
            }
        }
    }

    #[test]
    fn matchings_against_search() {
        let pairs = |vertices: u32| {
            (0..vertices).flat_map(move |one| (one + 1..vertices).map(move |to| (one, to)))
        };
        let check = |edges: &[(u32, u32)], token: u32, closely: bool| {
            let mut text = "undirected-geography:0,1,2,3,4,5".to_owned();
            for (from, to) in edges {
                text.push_str(&format!(",{to}-{from}"));
            }
            let text = format!("{text} {token}");
            let both: Vec<(u32, u32)> = edges
                .iter()
                .flat_map(|&(one, other)| [(one, other), (other, one)])
                .collect();
            for play in [Play::Normal, Play::Misere] {
                let wins = wins(&both, token, 0, play);
                let outcome = if wins { Outcome::N } else { Outcome::P };
                let answer = solve(&text.parse().expect("a game"), play);
                assert_eq!(answer.outcome, Some(outcome), "{text} under {play:?}");
                if closely {
                    oracle::game(&text, play);
                    oracle::engines(&text, play);
                }
            }
        };
        for chosen in 0..1u32 << 10 {
            let edges = pairs(5).enumerate();
            let edges = edges.filter(|(at, _)| chosen >> at & 1 == 1);
            let edges: Vec<(u32, u32)> = edges.map(|(_, pair)| pair).collect();
            check(&edges, chosen % 5, chosen % 29 == 0);
        }
        for number in 0..200u32 {
            let chosen = number.wrapping_mul(0x9e37_79b9) >> 17;
            let edges = pairs(6).enumerate();
            let edges = edges.filter(|(at, _)| chosen >> at & 1 == 1);
            let edges: Vec<(u32, u32)> = edges.map(|(_, pair)| pair).collect();
            check(&edges, number % 6, number % 29 == 0);
        }
    }

    #[test]
    fn text_reads_back_and_errors_have_a_place() {
        let game: Game = "geography:b-a-c,c-b a a/b a/c,b a/:"
            .parse()
            .expect("a game");
        let printed = "geography:a-c,b-a,c-b a a/: a a/:";
        assert_eq!(game.to_string(), printed);
        assert_eq!(printed.parse::<Game>().expect("reads back"), game);
        let printed = "undirected-geography:a-b,a-c,b-c a b/c";
        for text in ["undirected-geography:b-a,a-c-b a b/c", printed] {
            let game: Game = text.parse().expect("a game");
            assert_eq!(game.to_string(), printed);
        }
        let column = |text: &str| text.parse::<Game>().expect_err(text).column;
        assert_eq!(column("geography:a-b c"), 15);
        assert_eq!(column("geography:a-b a/c"), 17);
        assert_eq!(column("geography:a- a"), 13);
    }
}
