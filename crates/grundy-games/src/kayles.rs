//! Kayles on graphs: what is chosen goes, and with it all that it touches; in [Node Kayles](crate::node_kayles) a vertex with its
//! neighbours, in [Arc Kayles](crate::arc_kayles) an edge with both its ends.
//!
//! Schaefer (1978) introduced both. What is left of the graph is the sum of its connected pieces, and values come from search.

use std::fmt::Debug;
use std::marker::PhantomData;

use crate::couples::{Couples, FallsApart, couples_of_positions};
use crate::engine::graph::{NamedGraph, inline};
use crate::engine::split::kayles::{self, KaylesParts};
use crate::engine::split::search::Search;
use crate::notation::{Clause, Listing, Notation, ParseError};
use crate::ruleset::{Capabilities, Options, Ruleset, Stop};
use crate::scene::{Clicks, Draw, Scene};
use crate::text::Message;
use crate::vertex_set::{
    MOST, Vertices, drawn, host, neighbours, pieces, read_sets, read_small_graph, resized,
    write_set,
};

/// What a player chooses: all in which the games differ.
pub trait Choice: Debug + Send + Sync + Sized + 'static {
    /// What is chosen.
    type Move: Clone + Debug;
    /// The same for the search.
    type Searched: kayles::Choice;
    /// Pieces of fewer vertices have no move, and are left out.
    const LEAST: u32;

    /// Its line in the catalogue.
    fn listing() -> &'static Listing;

    /// What may be chosen of the vertices that are left, and what each move leaves of them.
    fn moves(graph: &Kayles<Self>, left: Vertices) -> impl Iterator<Item = (Self::Move, Vertices)>;

    /// A move in words.
    fn describe(graph: &Kayles<Self>, left: Vertices, chosen: &Self::Move) -> Message;

    /// The clicks that make a move.
    fn clicks(graph: &Kayles<Self>, chosen: &Self::Move) -> Vec<Clicks>;
}

/// Kayles on a graph of at most 256 vertices. A position is the set of the vertices that are left, a bit each.
#[derive(Clone, Debug)]
pub struct Kayles<C> {
    pub(crate) named: NamedGraph,
    /// The neighbours of each vertex, itself not among them.
    pub(crate) neighbours: Vec<Vertices>,
    choice: PhantomData<C>,
}

impl<C: Choice> Kayles<C> {
    /// The game on a graph, its edges taken without direction and its loops as nothing.
    fn new(named: NamedGraph) -> Kayles<C> {
        Kayles {
            neighbours: neighbours(&named),
            named,
            choice: PhantomData,
        }
    }

    /// Each part of the search is a position: a set of vertices.
    fn search<const WORDS: usize>(&self, bytes: u64) -> Option<Box<dyn Couples<Vertices>>> {
        let host = host::<WORDS>(&self.named, &self.neighbours)?;
        let search = Search::new(KaylesParts::<C::Searched, WORDS>::new(host), bytes);
        Some(couples_of_positions(
            Notation::head(self),
            search,
            |game: &KaylesParts<C::Searched, WORDS>, left: &Vertices| {
                let mut parts = Vec::new();
                let known = game.split(resized(*left), &mut parts);
                Some((known, parts))
            },
            |_, part| resized(*part),
        ))
    }
}

impl<C: Choice> Ruleset for Kayles<C> {
    type Position = Vertices;
    type Move = C::Move;

    fn options(
        &self,
        left: &Vertices,
        options: &mut Options<Vertices, C::Move>,
    ) -> Result<(), Stop> {
        for (chosen, left) in C::moves(self, *left) {
            let mut pieces = pieces(&self.neighbours, left);
            pieces.retain(|piece| piece.len() >= C::LEAST);
            options.push(chosen, &pieces)?;
        }
        Ok(())
    }

    /// The player sees what is left out.
    fn keeps_apart(&self) -> bool {
        C::LEAST > 1
    }

    fn describe(&self, left: &Vertices, chosen: &C::Move) -> Message {
        C::describe(self, *left, chosen)
    }

    fn capabilities(&self) -> Capabilities<'_, Kayles<C>> {
        Capabilities {
            couples: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl<C: Choice> FallsApart<Vertices> for Kayles<C> {
    /// On sets of as many words as the graph needs; they cover whatever is left of it.
    fn couples(&self, _: &Vertices, bytes: u64) -> Option<Box<dyn Couples<Vertices>>> {
        match self.neighbours.len() {
            0..=64 => self.search::<1>(bytes),
            65..=128 => self.search::<2>(bytes),
            _ => self.search::<4>(bytes),
        }
    }
}

impl<C: Choice> Draw<Vertices, C::Move> for Kayles<C> {
    fn scene(&self, left: &Vertices) -> Option<Scene> {
        drawn(&self.named, &self.neighbours, left)
    }

    fn clicks(&self, _: &Vertices, chosen: &C::Move, _: &[Vertices]) -> Vec<Clicks> {
        C::clicks(self, chosen)
    }
}

impl<C: Choice> Notation for Kayles<C> {
    fn listing(&self) -> &'static Listing {
        C::listing()
    }
    /// Without a word the position is the whole graph; else each word is a set of vertices that are left.
    fn read(clause: &Clause<'_>) -> Result<(Kayles<C>, Vec<Vertices>), ParseError> {
        let (named, words) = read_small_graph(clause, false, MOST)?;
        let sets = read_sets(&named, words)?;
        Ok((Kayles::new(named), sets))
    }
    fn head(&self) -> String {
        format!("{}:{}", C::listing().name, inline(&self.named))
    }
    fn write(&self, left: &Vertices) -> String {
        write_set(&self.named, *left)
    }
}
