//! Vertex Geography: a token is moved along the edges of a directed graph, and never back to a vertex that it has left.
//!
//! Named after the game of naming places; Schaefer (1978) proved it PSPACE-complete, so values come from search. A
//! position is the token's vertex with the vertices that it can still reach, so that what is out of reach makes no
//! difference.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! // Round a cycle of three there are two moves.
//! let answer = solve(&"geography:a-b-c-a a".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.outcome, Some(Outcome::P));
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::component;
use crate::engine::graph::{NamedGraph, escaped, inline};
use crate::notation::{Clause, Listing, Notation, ParseError, only_by_name};
use crate::ruleset::{Full, Options, Ruleset};
use crate::rulesets::graph::{shown, vertex};
use crate::rulesets::node_kayles::{everything, members, read_set, read_small_graph, write_set};
use crate::said;
use crate::text::{Said, Text};

/// Vertex Geography on a directed graph of at most 128 vertices.
#[derive(Clone, Debug)]
pub struct Geography {
    named: NamedGraph,
    /// The options of each vertex, a bit each.
    options: Vec<u128>,
}

/// Where the token is, and where it can still go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    token: u8,
    /// The vertices not yet visited that can be reached through such vertices.
    reach: u128,
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "D",
    name: "geography",
    aliases: &[],
    title: Text {
        en: "Geography",
        zh: "地理游戏(Geography)",
    },
    rule: Text {
        en: "A token on a vertex of a directed graph; move it along an edge to a vertex where it has not been.",
        zh: "棋子放在有向图的一个顶点上;每次沿边移动到一个未到过的顶点。",
    },
    form: "geography:EDGE,EDGE,… VERTEX[/LEFT,LEFT,…] …, an EDGE being FROM-TO; or geography @FILE VERTEX …",
    example: "geography:a-b,b-c,c-a,b-d a",
    source: "T. J. Schaefer, On the complexity of some two-person perfect-information games, Journal of Computer and System Sciences 16 (1978)",
    recognises: only_by_name,
    parse: component::parse::<Geography>,
};

impl Geography {
    fn new(named: NamedGraph) -> Geography {
        let options = (0..named.names().len() as u32)
            .map(|from| {
                let options = named.graph().options(from).iter();
                options.fold(0, |set, &to| set | 1 << to)
            })
            .collect();
        Geography { named, options }
    }

    /// The token on a vertex, as many of the others being left as can be reached.
    fn place(&self, token: u32, left: u128) -> Place {
        let left = left & !(1 << token);
        let (mut reach, mut edge) = (0, self.options[token as usize] & left);
        while edge != 0 {
            reach |= edge;
            let beyond = members(edge).fold(0, |set, at| set | self.options[at as usize]);
            edge = beyond & left & !reach;
        }
        let token = token as u8;
        Place { token, reach }
    }
}

impl Ruleset for Geography {
    type Position = Place;
    /// Where the token goes.
    type Move = u32;

    fn options(&self, place: &Place, options: &mut Options<Place, u32>) -> Result<(), Full> {
        for to in members(self.options[usize::from(place.token)] & place.reach) {
            options.push(to, &[self.place(to, place.reach)])?;
        }
        Ok(())
    }

    fn tell(&self, place: &Place, to: &u32) -> Said {
        said!(
            "move from {from} to {to}",
            "从 {from} 走到 {to}",
            from = shown(&self.named, place.token.into()),
            to = shown(&self.named, *to)
        )
    }
}

impl Notation for Geography {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    /// A word is the token's vertex, and after a stroke the vertices still open to it; without one, all others.
    fn read(clause: &Clause<'_>) -> Result<(Geography, Vec<Place>), ParseError> {
        let (named, words) = read_small_graph(clause)?;
        let game = Geography::new(named);
        let mut places = Vec::with_capacity(words.len());
        for word in words {
            let (token, left) = word.cut('/');
            let token = vertex(&game.named, &token)?;
            let left = match left {
                Some(left) => read_set(&game.named, &left)?,
                None => everything(&game.named),
            };
            places.push(game.place(token, left));
        }
        Ok((game, places))
    }
    fn head(&self) -> String {
        format!("geography:{}", inline(&self.named))
    }
    fn write(&self, place: &Place) -> String {
        let name = escaped(self.named.name(place.token.into()).unwrap_or_default());
        if *place == self.place(place.token.into(), everything(&self.named)) {
            return name;
        }
        format!("{name}/{}", write_set(&self.named, place.reach))
    }
}

#[cfg(test)]
mod tests {
    use crate::quotient::{Outcome, Play};
    use crate::rulesets::doubt;
    use crate::{Game, solve};

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
                    doubt::game(&text, play);
                    doubt::engines(&format!("{text} + nim 1"), play);
                }
            }
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
        let column = |text: &str| text.parse::<Game>().expect_err(text).column;
        assert_eq!(column("geography:a-b c"), 15);
        assert_eq!(column("geography:a-b a/c"), 17);
        assert_eq!(column("geography:a- a"), 13);
    }
}
