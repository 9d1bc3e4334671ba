//! Geography for search by parts: what of a position makes a difference to its value.
//!
//! A vertex that leads to no cycle of vertices not yet visited is worth the same whenever the token comes there. For let w be such a vertex,
//! and let the token come to it later: whatever was visited on the way before leads to w, so w does not lead there, or there would be a cycle.
//! So nothing that can follow w is gone, and the value of w is the mex of its options' values, once and for all. Such vertices are *settled*: in
//! their place, what leads to them keeps the set of their values. As vertices are visited, cycles go, and more and more are settled.
//!
//! Where the token stands makes no difference either, but for where it can go. So a part is the set of the vertices that lead to a cycle, those
//! of them that are options of the token, and the values of the settled options of the token and of each of these vertices. Positions
//! that differ in what has been settled are one part. An option that lies behind a cut of the graph can no longer
//! reach what lies before it, and is a part without it.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::couples::{Couples, FallsApart, couples};
use crate::engine::split::keys::Numbered;
use crate::engine::split::search::Search;
use crate::engine::split::{Fact, Splits};
use crate::vertex_set::members;

use super::{Geography, State};

/// Values as a set: a value is at most the number of options, and so below 128.
type Values = u128;

/// What of a position makes a difference.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// The vertices that the token can reach and from which it can come to a cycle.
    open: u128,
    /// Those of them to which it can go at once.
    to: u128,
    /// The values of its other options.
    settled: Values,
    /// For each open vertex, in order, the values of its other options.
    beyond: Box<[Values]>,
}

impl Geography {
    /// The value of a position, or what makes a difference to it.
    pub(super) fn part(&self, place: &State) -> Result<Part, u32> {
        let to = self.options[usize::from(place.token)] & place.reach;
        self.settle(place.reach, to, 0, &mut [0; 128])
    }

    /// Settles what leads to no cycle of the vertices that can be reached; the value where nothing is left.
    fn settle(
        &self,
        among: u128,
        mut to: u128,
        mut settled: Values,
        beyond: &mut [Values; 128],
    ) -> Result<Part, u32> {
        let others = |vertex: u32| self.options[vertex as usize] & !(1 << vertex);
        let (mut open, mut edge) = (0, to);
        while edge != 0 {
            open |= edge;
            edge = members(edge).fold(0, |set, at| set | others(at)) & among & !open;
        }
        loop {
            let ends = members(open).filter(|&at| others(at) & open == 0);
            let ends = ends.fold(0u128, |set, at| set | 1 << at);
            if ends == 0 {
                break;
            }
            open &= !ends;
            let values = |options: u128, beyond: &[Values; 128]| {
                let options = members(options & ends);
                options.fold(0, |set, at| set | 1 << mex(beyond[at as usize]))
            };
            settled |= values(to, beyond);
            to &= open;
            for at in members(open) {
                beyond[at as usize] |= values(others(at), beyond);
            }
        }
        if to == 0 {
            return Err(mex(settled));
        }
        let beyond = members(open).map(|at| beyond[at as usize]).collect();
        Ok(Part {
            open,
            to,
            settled,
            beyond,
        })
    }
}

/// The least value that is not in a set.
fn mex(values: Values) -> u32 {
    values.trailing_ones()
}

impl FallsApart<State> for Geography {
    /// Every position.
    fn couples(&self, _: &State, bytes: u64) -> Option<Box<dyn Couples<State>>> {
        let search = Search::new(self.clone(), bytes);
        Some(couples(
            crate::notation::Notation::head(self),
            search,
            |game: &Geography, place: &State| {
                Some(match game.part(place) {
                    Ok(part) => (0, vec![part]),
                    Err(value) => (value, Vec::new()),
                })
            },
        ))
    }
}

impl Splits for Geography {
    type Part = Part;
    type Keys = Numbered<Part>;
    type Stop = Infallible;

    fn keys(&self, bytes: u64) -> Numbered<Part> {
        Numbered::new(|part| size_of_val::<[Values]>(&part.beyond) as u64, bytes)
    }

    /// Vertices: the one to which the token goes is no longer open.
    fn size(&self, part: &Part) -> u32 {
        part.open.count_ones()
    }

    fn moves(&self, part: &Part) -> u32 {
        part.to.count_ones() + part.settled.count_ones()
    }

    /// No value of an option, and no more than there are options.
    fn fact(&self, part: &Part) -> Fact {
        let options = part.to.count_ones() + part.settled.count_ones();
        match Fact::at_most(options) {
            Fact::Not(large) => Fact::Not(large | part.settled as u64),
            exact => exact,
        }
    }

    fn options<F>(&self, part: &Part, mut visit: F) -> Result<(), Infallible>
    where
        F: FnMut(u32, &[Part]) -> ControlFlow<()>,
    {
        for value in members(part.settled) {
            if visit(value, &[]).is_break() {
                return Ok(());
            }
        }
        let mut before = [0; 128];
        for (at, &values) in members(part.open).zip(&part.beyond) {
            before[at as usize] = values;
        }
        for vertex in members(part.to) {
            let left = part.open & !(1 << vertex);
            let to = self.options[vertex as usize] & left;
            let mut beyond = before;
            let broken = match self.settle(left, to, before[vertex as usize], &mut beyond) {
                Ok(part) => visit(0, &[part]).is_break(),
                Err(value) => visit(value, &[]).is_break(),
            };
            if broken {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use crate::oracle;
    use crate::vertex_set::members;

    use super::super::{Geography, State};
    use super::Part;
    use crate::engine::graph::parse_inline;

    /// By positions alone.
    fn plain(game: &Geography, place: State, known: &mut HashMap<State, u32>) -> u32 {
        if let Some(&value) = known.get(&place) {
            return value;
        }
        let options = members(game.options[usize::from(place.token)] & place.reach);
        let reached: Vec<u32> = options
            .map(|to| plain(game, game.place(to, place.reach), known))
            .collect();
        let value = (0..).find(|value| !reached.contains(value)).unwrap_or(0);
        known.insert(place, value);
        value
    }

    fn by_parts(game: &Geography, place: &State, known: &mut HashMap<Part, u32>) -> u32 {
        match game.part(place) {
            Ok(part) => oracle::part(game, &part, known),
            Err(value) => value,
        }
    }

    struct Random(u64);

    impl Random {
        fn below(&mut self, below: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) % below
        }

        /// So many edges among so many vertices, loops and parallel edges among them.
        fn graph(&mut self, vertices: u64, edges: u64, directed: bool) -> Geography {
            let names = (0..vertices).map(|name| name.to_string());
            let edges =
                (0..edges).map(|_| format!("{}-{}", self.below(vertices), self.below(vertices)));
            let text: Vec<String> = names.chain(edges.collect::<Vec<_>>()).collect();
            let named = parse_inline(&text.join(",")).expect("a graph");
            Geography::new(named, directed)
        }
    }

    /// Graphs of up to seven vertices, with and without directions, thin ones and thick ones, against positions alone.
    #[test]
    fn parts_are_worth_what_the_positions_are() {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        for number in 0..3000u64 {
            let vertices = 2 + number % 6;
            let edges = random.below(3 * vertices);
            let game = random.graph(vertices, edges, number % 3 > 0);
            let (mut positions, mut parts) = (HashMap::new(), HashMap::new());
            for token in 0..vertices as u32 {
                let place = game.place(token, (1 << vertices) - 1);
                let value = plain(&game, place, &mut positions);
                let told = by_parts(&game, &place, &mut parts);
                assert_eq!(told, value, "{game:?} {token}");
                if let Ok(part) = game.part(&place) {
                    oracle::couples(&game, &[part], value);
                }
            }
        }
    }

    /// How many positions and how many parts are looked at, on random graphs of so many vertices.
    #[test]
    #[ignore = "measures"]
    fn positions_and_parts() {
        let mut random = Random(0x2545_f491_4f6c_dd1d);
        for (vertices, edges) in [
            (20, 40),
            (20, 50),
            (20, 60),
            (24, 48),
            (24, 60),
            (28, 48),
            (28, 56),
            (30, 54),
        ] {
            let (mut positions, mut parts) = (0, 0);
            for _ in 0..10 {
                let game = random.graph(vertices, edges, true);
                let place = game.place(0, (1 << vertices) - 1);
                let (mut known, mut few) = (HashMap::new(), HashMap::new());
                let value = plain(&game, place, &mut known);
                assert_eq!(by_parts(&game, &place, &mut few), value);
                positions += known.len();
                parts += few.len();
            }
            println!("{vertices} vertices, {edges} edges: {positions} positions, {parts} parts");
        }
    }
}
