//! A rule of the user's own on words, grids, lists or graphs: the positions of a case are read and handed to the solver, which keeps what it
//! learns of their pieces from case to case. A rule with parameters is read once for the same parameters, and kept.

mod automaton;
mod boards;
mod kept;
mod pieces;
mod words;
mod worth;

use super::general::{General, shortened};
use super::{Tally, put_number, refusal};
use crate::error::Problem;
use crate::format::{Numbers, OwnPlace, OwnRule, Rule};
use crate::glance::{Glance, Glanced};
use crate::source::Sink;
use grundy::graphs::{Deletion, MOST_VERTICES};
use grundy::kinds::AnyRule;
use grundy::{Budget, Game, Lang, Outcome, Wanted};
use pieces::Pieces;
use std::collections::HashMap;
use std::sync::Arc;

/// Rules of earlier cases that are kept, and numbers of their parameters, before they are forgotten.
const KEPT: (usize, usize) = (1 << 10, 1 << 20);

/// What is known of a graph from how many vertices and edges it has.
struct Counted {
    value: u8,
    winning: u128,
}

/// Such a rule at work on one position after the other.
pub(crate) struct Owned<'f> {
    own: &'f OwnRule,
    solver: General,
    /// By parameters, the rules of earlier cases; and how many numbers they were given.
    known: HashMap<Vec<Vec<u128>>, Arc<AnyRule>>,
    held: usize,
    /// The rule of the case, where it is not always the same.
    rule: Option<Arc<AnyRule>>,
    misere: bool,
    /// What is kept of pieces, where positions are told by them.
    pieces: Option<Pieces>,
    /// A graph that is too large for a search, where its vertices and edges need only be counted.
    counted: Option<Counted>,
    /// The value of the position, where its pieces told it, or what was counted.
    value: Option<u64>,
}

impl<'f> Owned<'f> {
    pub(crate) fn new(
        own: &'f OwnRule,
        misere: bool,
        wanted: Wanted,
        kept: usize,
        budget: Budget,
    ) -> Owned<'f> {
        Owned {
            own,
            pieces: Pieces::of(own, misere, wanted, &budget),
            value: None,
            known: HashMap::new(),
            held: 0,
            rule: None,
            solver: General::new(misere, wanted, kept, budget),
            misere,
            counted: None,
        }
    }

    /// What a deletion of vertices or edges comes to on a graph that is too large for a search (Fraenkel and Scheinerman 1991).
    fn count_parts(&self, numbers: &Numbers) -> Option<Counted> {
        let rule = self.rule.as_deref().unwrap_or(self.own.rule());
        let (AnyRule::Graphs(rule), OwnPlace::Edges { vertices, ends, .. }) =
            (rule, self.own.place())
        else {
            return None;
        };
        let vertices = *numbers.0[*vertices].first()?;
        let deletion = rule.deletion().filter(|_| !self.misere)?;
        if vertices <= MOST_VERTICES as u128 {
            return None;
        }
        let edges = (numbers.0[ends[0]].iter().copied()).zip(numbers.0[ends[1]].iter().copied());
        let edges: Vec<(u128, u128)> = edges.collect();
        // Vertices without edges need not be kept.
        let mut near: HashMap<u128, Vec<u128>> = HashMap::new();
        for &(one, other) in &edges {
            near.entry(one).or_default().push(other);
            near.entry(other).or_default().push(one);
        }
        if deletion == Deletion::Both && !is_bipartite(&near) {
            return None;
        }
        let odd = near.values().filter(|near| near.len() % 2 == 1).count() as u128;
        let edges = edges.len() as u128;
        Some(Counted {
            value: deletion.value(vertices, edges),
            winning: deletion.winning(vertices, edges, odd),
        })
    }
}

/// Whether the vertices can be put on two sides, with no edge within one.
fn is_bipartite(near: &HashMap<u128, Vec<u128>>) -> bool {
    let mut sides: HashMap<u128, bool> = HashMap::new();
    for &first in near.keys() {
        if sides.contains_key(&first) {
            continue;
        }
        sides.insert(first, false);
        let mut waiting = vec![first];
        while let Some(vertex) = waiting.pop() {
            let side = sides[&vertex];
            for &next in &near[&vertex] {
                match sides.get(&next) {
                    Some(&other) if other == side => return false,
                    Some(_) => {}
                    None => {
                        sides.insert(next, !side);
                        waiting.push(next);
                    }
                }
            }
        }
    }
    true
}

impl Sink for Owned<'_> {
    fn narrow(&mut self, _: u64) -> Result<(), Problem> {
        Ok(())
    }

    fn wide(&mut self, _: u128) -> Result<(), Problem> {
        Ok(())
    }

    /// A list whose entries tell its value; any other is left to whoever keeps it whole.
    #[inline]
    fn row(&mut self, entries: &[u64]) -> Result<(), (usize, Problem)> {
        let pieces = self.pieces.as_mut();
        self.value = pieces.and_then(|pieces| pieces.entries(self.own, entries));
        match self.value {
            Some(_) => Ok(()),
            None => Err((0, Problem::Stopped)),
        }
    }
}

impl Tally for Owned<'_> {
    fn set(&mut self, numbers: &Numbers) -> Result<(), Problem> {
        let fields = self.own.parameters();
        if fields.is_empty() {
            return Ok(());
        }
        let parameters: Vec<Vec<u128>> = (fields.iter())
            .map(|&field| numbers.0[field].clone())
            .collect();
        if let Some(rule) = self.known.get(&parameters) {
            self.rule = Some(rule.clone());
            return Ok(());
        }
        let rule = self.own.rule_of(numbers).map_err(|error| {
            Problem::NoPosition(Box::new(crate::Refusal {
                game: self.own.rule().text().to_owned(),
                en: error.render(Lang::En),
                zh: error.render(Lang::Zh),
            }))
        })?;
        let numbers: usize = parameters.iter().map(Vec::len).sum();
        if self.known.len() >= KEPT.0 || self.held.saturating_add(numbers) > KEPT.1 {
            (self.known, self.held) = (HashMap::new(), 0);
            // What is known of their positions goes with them.
            self.solver.forget();
        }
        self.held += numbers;
        self.known.insert(parameters, rule.clone());
        self.rule = Some(rule);
        Ok(())
    }

    fn begin(&mut self) {
        self.solver.begin();
        (self.value, self.counted) = (None, None);
    }

    fn glance(&mut self, glance: &Glance, bytes: &[u8], most: u64, out: &mut Vec<u8>) -> Glanced {
        match &mut self.pieces {
            Some(pieces) => pieces.glance(self.own, glance, bytes, most, out),
            None => Glanced::default(),
        }
    }

    fn position(&mut self, _: &Rule, numbers: &Numbers) -> Result<(), Problem> {
        self.counted = self.count_parts(numbers);
        self.value = match (&self.counted, &mut self.pieces) {
            (Some(counted), _) => Some(counted.value.into()),
            (None, Some(pieces)) => pieces.value(self.own, numbers),
            (None, None) => None,
        };
        if self.value.is_none() {
            let game = self.played(numbers)?;
            self.solver.solve(&game);
        }
        Ok(())
    }

    fn mover_wins(&mut self) -> Result<bool, Problem> {
        match self.value {
            Some(value) => Ok(value != 0),
            None => self.solver.mover_wins(),
        }
    }

    fn outcome(&mut self) -> Result<Outcome, Problem> {
        match self.value {
            Some(0) => Ok(Outcome::P),
            Some(_) => Ok(Outcome::N),
            None => self.solver.outcome(),
        }
    }

    fn count(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        match &self.counted {
            Some(counted) => put_number(out, counted.winning),
            None => self.solver.count(out),
        }
    }

    fn value(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        match self.value {
            Some(value) => put_number(out, value),
            None => self.solver.value(out),
        }
    }
}

impl Owned<'_> {
    /// The position of a case as a game.
    fn played(&self, numbers: &Numbers) -> Result<Game, Problem> {
        let words = self.own.words(numbers);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let rule = self.rule.as_deref().unwrap_or(self.own.rule());
        let part = rule.part(&words).map_err(|wrong| {
            let word = words.get(wrong.number).copied().unwrap_or_default();
            Problem::NoPosition(refusal(shortened(word), &wrong.message))
        })?;
        Ok(Game::from_parts(vec![part]))
    }
}
