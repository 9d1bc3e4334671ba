//! Nim on a graph: a pile lies on each edge, and a token stands on a vertex. Take any number from a pile next to the
//! token, and move the token along that edge.
//!
//! Fukuyama, *A Nim game played on graphs* (2003). Loops and parallel edges count, each with its own pile; a position is
//! the token's vertex with the piles that it can still reach.
//!
//! Values come from search. Where the edges within reach form a tree, who wins is plain, and the sizes of the piles do
//! not matter: the mover wins exactly if some neighbour of the token is lost for whoever must move there without the
//! edge between. For by taking that whole pile one moves there and cuts off the way back. If there is no such neighbour,
//! then wherever the token goes, the opponent has such a neighbour on the far side, and moving there cuts off everything
//! that was left behind.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! // Two edges: whoever moves to the middle is answered by the other edge.
//! let answer = solve(&"graph-nim:a-b:5,b-c:1000000 a".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.outcome, Some(Outcome::P));
//! # Ok::<(), grundy::ParseError>(())
//! ```

#[cfg(test)]
mod tests;
mod text;

use std::collections::VecDeque;

use crate::engine::graph::{NamedEdges, escaped, unescaped};
use crate::graph::{no_vertex, shown_name};
use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::Natural;
use crate::quotient::{Outcome, Play};
use crate::ruleset::{Capabilities, Moves, Options, OutcomeTheorem, Ruleset, Step, Stop};
use crate::scene::{self, Clicks, DotMark, Draw, Line, Mark, Scene};
use crate::text::{Message, Text};

/// Nim on an undirected graph.
#[derive(Clone, Debug)]
pub struct GraphNim {
    named: NamedEdges,
    /// The pile on each edge at the start; of parallel edges, the smaller ones first.
    whole: Box<[u64]>,
    /// The edges at each vertex, in rising order.
    at: Vec<Vec<u32>>,
}

/// Where the token is, and the piles that it can reach.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    token: u32,
    /// The pile on each edge; 0 where it is out of reach. Of parallel edges, the smaller ones first.
    piles: Box<[u64]>,
}

/// An edge, and what is left on it.
type Taken = (u32, u64);

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "D",
    name: "graph-nim",
    aliases: &["graph_nim"],
    title: Text::new("Nim on a graph", "图上的尼姆"),
    rule: Text {
        en: "A pile lies on each edge; take any number from a pile next to the token, and move the token along that edge.",
        zh: "每条边上有一堆石子；从棋子相邻的一条边上取走至少一颗，并沿该边移动棋子。",
    },
    form: Text::new(
        "graph-nim:EDGE,EDGE,… VERTEX[/EDGE,EDGE,…] …, an EDGE being A-B:PILE; or graph-nim:FAMILY=SIZE:PILE, such as cycle=5:2; or graph-nim @FILE VERTEX …, the file with A B PILE a line",
        "graph-nim:EDGE,EDGE,… VERTEX[/EDGE,EDGE,…] …，EDGE 写作 A-B:PILE；或 graph-nim:FAMILY=SIZE:PILE，如 cycle=5:2；或 graph-nim @FILE VERTEX …，文件每行为 A B PILE",
    ),
    example: "graph-nim:a-b:2,b-c:1,c-a:3 a",
    source: "M. Fukuyama, A Nim game played on graphs, Theoretical Computer Science 304 (2003)",
    theorems: &["graph_nim_lost", "graph_nim_winning", "piles_do_not_matter"],
    recognises: only_by_name,
    parse: notation::parse::<GraphNim>,
};

/// Most edges: a position holds a number for each.
const MOST: usize = 10_000;

/// Most piles that the options of one position may hold together.
const MOST_HELD: usize = 1 << 25;

/// Who wins on a tree.
struct Branches {
    /// The edges at the token, with the vertex there, that lead to a branch lost for whoever moves there.
    lost: Vec<(u32, u32)>,
}

impl GraphNim {
    /// The game with a pile on each edge.
    fn new(read: NamedEdges, piles: &[u64]) -> GraphNim {
        // Sorted with their piles, so that parallel edges come smaller piles first.
        let count = read.edges.len() as u32;
        let sorted = read.clone().sorted(false);
        let vertex = |old: u32| sorted.vertex(&read.names[old as usize]).unwrap_or(0);
        let mut order: Vec<(u32, u32, u64)> = (0..count)
            .map(|at| {
                let (one, other) = read.edges[at as usize];
                let (one, other) = (vertex(one), vertex(other));
                (one.min(other), one.max(other), piles[at as usize])
            })
            .collect();
        order.sort_unstable();
        let mut at = vec![Vec::new(); sorted.names.len()];
        for (edge, &(one, other)) in (0u32..).zip(&sorted.edges) {
            at[one as usize].push(edge);
            if one != other {
                at[other as usize].push(edge);
            }
        }
        GraphNim {
            whole: order.into_iter().map(|(_, _, pile)| pile).collect(),
            named: sorted,
            at,
        }
    }

    /// The other end of an edge.
    fn across(&self, edge: u32, from: u32) -> u32 {
        let (one, other) = self.named.edges[edge as usize];
        if one == from { other } else { one }
    }

    /// The token on a vertex with such piles, as far as it can reach them.
    fn place(&self, token: u32, piles: &[u64]) -> State {
        let mut kept = vec![0u64; piles.len()];
        let mut next = vec![token];
        let mut seen = vec![false; self.at.len()];
        seen[token as usize] = true;
        while let Some(vertex) = next.pop() {
            for &edge in &self.at[vertex as usize] {
                let pile = piles[edge as usize];
                kept[edge as usize] = pile;
                let to = self.across(edge, vertex);
                if pile > 0 && !std::mem::replace(&mut seen[to as usize], true) {
                    next.push(to);
                }
            }
        }
        let piles = kept.into();
        State { token, piles }
    }

    /// What a move leads to.
    fn after(&self, place: &State, (edge, left): Taken) -> State {
        let mut piles = place.piles.to_vec();
        let ends = self.named.edges[edge as usize];
        // Among parallel edges the smaller pile goes before the others.
        let mut at = edge as usize;
        while at > 0 && self.named.edges[at - 1] == ends && piles[at - 1] > left {
            piles[at] = piles[at - 1];
            at -= 1;
        }
        piles[at] = left;
        self.place(self.across(edge, place.token), &piles)
    }

    /// The branches at the token, where what it can reach is a tree.
    fn branches(&self, place: &State) -> Option<Branches> {
        const NONE: u32 = u32::MAX;
        let mut by = vec![NONE; self.at.len()];
        let mut seen = vec![false; self.at.len()];
        seen[place.token as usize] = true;
        let mut order = vec![place.token];
        let mut next = VecDeque::from([place.token]);
        while let Some(vertex) = next.pop_front() {
            for &edge in &self.at[vertex as usize] {
                if place.piles[edge as usize] == 0 || edge == by[vertex as usize] {
                    continue;
                }
                let to = self.across(edge, vertex);
                if std::mem::replace(&mut seen[to as usize], true) {
                    return None;
                }
                by[to as usize] = edge;
                order.push(to);
                next.push_back(to);
            }
        }
        let mut wins = vec![false; self.at.len()];
        let mut lost = Vec::new();
        for &vertex in order.iter().skip(1).rev() {
            let below = self.across(by[vertex as usize], vertex);
            if !wins[vertex as usize] {
                wins[below as usize] = true;
                if below == place.token {
                    lost.push((by[vertex as usize], vertex));
                }
            }
        }
        lost.sort_unstable();
        Some(Branches { lost })
    }

    fn name(&self, vertex: u32) -> &str {
        &self.named.names[vertex as usize]
    }
}

impl Ruleset for GraphNim {
    type Position = State;
    type Move = Taken;

    fn options(&self, place: &State, options: &mut Options<State, Taken>) -> Result<(), Stop> {
        for &edge in &self.at[place.token as usize] {
            for left in 0..place.piles[edge as usize] {
                let held = options.len().saturating_mul(place.piles.len());
                if options.room() == 0 || held > MOST_HELD {
                    return Err(Stop::Full);
                }
                options.push((edge, left), &[self.after(place, (edge, left))])?;
            }
        }
        Ok(())
    }

    /// The piles of parallel edges are kept in order; each is one of its own, as in Nim.
    fn keeps_apart(&self) -> bool {
        true
    }

    fn describe(&self, place: &State, &(edge, left): &Taken) -> Message {
        let to = self.across(edge, place.token);
        message!(
            "take {taken} of {pile}, moving from {from} to {to}",
            "从 {pile} 个中取 {taken} 个，从 {from} 走到 {to}",
            taken = place.piles[edge as usize] - left,
            pile = place.piles[edge as usize],
            from = shown_name(self.name(place.token)),
            to = shown_name(self.name(to))
        )
    }

    fn heap_bytes(&self, place: &State) -> u64 {
        16 + 8 * place.piles.len() as u64
    }

    fn capabilities(&self) -> Capabilities<'_, GraphNim> {
        Capabilities {
            outcomes: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<State, Taken> for GraphNim {
    fn scene(&self, place: &State) -> Option<Scene> {
        let mark = |vertex: usize| match vertex == place.token as usize {
            true => DotMark::Token,
            false => DotMark::Plain,
        };
        let edges = self.named.edges.iter().zip(&place.piles);
        let edges = edges.map(|(&(from, to), &pile)| Line {
            count: Some(pile),
            gone: pile == 0,
            ..Line::new(from, to, false)
        });
        scene::graph(self.named.names.iter().map(String::as_str), mark, edges)
    }

    /// The edge; how much is left on it is chosen from a list where there is a choice.
    fn clicks(&self, _: &State, &(edge, _): &Taken, _: &[State]) -> Vec<Clicks> {
        vec![vec![Mark::Edge(edge as usize)]]
    }
}

impl OutcomeTheorem<State> for GraphNim {
    fn outcome(&self, place: &State, play: Play) -> Option<Outcome> {
        if play == Play::Misere {
            return None;
        }
        let branches = self.branches(place)?;
        Some(if branches.lost.is_empty() {
            Outcome::P
        } else {
            Outcome::N
        })
    }

    /// With one lost branch its whole pile must be taken; with two, what is left of a pile leads back to an
    /// opponent's win, so that every take from either wins.
    fn winning(&self, place: &State, _: Play, limit: usize) -> Option<Moves<State>> {
        let lost = self.branches(place)?.lost;
        let takes = |edge: u32| match lost.len() {
            1 => 1,
            _ => place.piles[edge as usize],
        };
        let count = lost.iter().fold(Natural::ZERO, |count, &(edge, _)| {
            &count + &Natural::from(takes(edge))
        });
        let all = lost
            .iter()
            .flat_map(|&(edge, _)| (0..takes(edge)).map(move |left| (edge, left)));
        let listed = all.take(limit).map(|taken| Step {
            message: self.describe(place, &taken),
            to: vec![self.after(place, taken)],
        });
        Some(Moves {
            count: Some(count),
            listed: listed.collect(),
        })
    }

    fn because(&self, place: &State, _: Play) -> Message {
        let token = shown_name(self.name(place.token));
        let lost = self.branches(place).map(|branches| branches.lost);
        match lost.unwrap_or_default().first() {
            Some(&(_, to)) => message!(
                "the part within reach is a tree, where only the edges matter: taking the whole pile towards {to} leaves a branch in which the player to move loses",
                "可到达的部分是树，只与边有关：取尽通向 {to} 的那堆，所余的一支轮到者必败",
                to = shown_name(self.name(to))
            ),
            None => message!(
                "the part within reach is a tree, where only the edges matter: in each branch at {token} the player to move wins, and cuts off the way back",
                "可到达的部分是树，只与边有关：{token} 处的每一支都是轮到者必胜，且能断其退路",
                token = token
            ),
        }
    }
}

impl Notation for GraphNim {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    /// A word is the token's vertex, and after a stroke the piles that it can reach; without one, all at the start.
    fn read(clause: &Clause<'_>) -> Result<(GraphNim, Vec<State>), ParseError> {
        let (game, words) = text::read(clause)?;
        let mut places = Vec::with_capacity(words.len());
        for word in words {
            let (token, piles) = word.cut('/');
            let found = unescaped(token.text).and_then(|name| game.named.vertex(&name));
            let vertex = found.ok_or_else(|| no_vertex(&game.named.names, &token))?;
            places.push(match piles {
                Some(piles) => game.place(vertex, &text::read_piles(&game, &piles)?),
                None => game.place(vertex, &game.whole),
            });
        }
        Ok((game, places))
    }
    fn head(&self) -> String {
        format!("graph-nim:{}", text::written(self, &self.whole, true))
    }
    fn write(&self, place: &State) -> String {
        let name = escaped(self.name(place.token));
        if *place == self.place(place.token, &self.whole) {
            return name;
        }
        format!("{name}/{}", text::written(self, &place.piles, false))
    }
}

grundy_core::encoded!(State { token, piles });
