//! Rules on graphs and rooted trees in one line: `graph remove vertex with neighbours`, `tree cut edge`.
//!
//! A rule says what a move takes: a vertex with what is near it, an edge with its ends or without, edges at a vertex; or that an edge is
//! contracted, or that a token goes along one. A guard is a condition of the notation of numbers that speaks of the graph: `degree(v) % 2 ==
//! 0`. What is left is the sum of its components. Node Kayles and Arc Kayles (Schaefer 1978), the games of deleting vertices of even or of odd
//! degree (Nowakowski and Ottaway 2005), of deleting a vertex or an edge (Fraenkel and Scheinerman 1991), Geography (Fraenkel, Scheinerman, Ullman 1993)
//! and cutting trees (Conway 1976) are such rules.
//!
//! ```
//! use grundy_rule::graphs::GraphRule;
//! let rule = GraphRule::parse("graph delete vertex if degree(v)%2 == 0; remove edge").unwrap();
//! assert_eq!(rule.to_string(), "graph remove vertex if degree(v)%2 == 0; remove edge");
//! let wrong = GraphRule::parse("graph remove vertx | contract edge if degre(v) == 1").unwrap_err();
//! assert_eq!(wrong.errors.len(), 2);
//! ```
//!
//! What the words mean is told once, by `moves.rs`; engines that know theorems of a game answer where a rule is that game (`engines.rs`).

mod engines;
mod guard;
mod host;
mod moves;
mod parity;
mod parse;
mod play;
mod position;
mod shape;
pub mod syntax;
mod text;
mod tokens;

use std::fmt;

use crate::budget::pulse;
use crate::message;
use crate::rule::{Given, RuleErrors};
use crate::text::Message;
use guard::{Count, Guard, Of};
use syntax::{Action, Behind, Kind, Syntax};

pub use host::MOST as MOST_VERTICES;
pub use moves::GraphMove;
pub use parity::Deletion;
pub use position::GraphPosition;
pub use text::Wrong;

/// A rule on graphs: what a text of the notation says.
#[derive(Clone, Debug)]
pub struct GraphRule {
    text: String,
    name: Option<String>,
    syntax: Syntax,
    /// The guards of each clause.
    guards: Vec<Vec<Guard>>,
}

/// A game that is known by its form, with theorems of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// Node Kayles.
    NodeKayles,
    /// Arc Kayles.
    ArcKayles,
    /// Whatever else takes vertices only.
    Removal,
    /// Green Hackenbush on a tree.
    Cutting,
    /// The path to the root is taken.
    Paths,
    /// A token that never comes back to a vertex, along edges without direction.
    Geography,
    /// Any other.
    Other,
}

/// Bytes, and steps, that reading a rule takes for each byte of its text at most.
const READ: u64 = 250;

impl GraphRule {
    /// Whether a text is meant to be a rule on graphs: it begins with `graph`, `digraph` or `tree`, and no arrow follows.
    pub fn begins(text: &str) -> bool {
        parse::begins(text).is_some()
    }

    /// Reads a rule. Time and memory are in proportion to the length of the text.
    ///
    /// # Errors
    /// All that is wrong, each with its place, what was expected, and an example.
    pub fn parse(text: &str) -> Result<GraphRule, RuleErrors> {
        GraphRule::parse_with(text, &[])
    }

    /// Reads a rule whose constants are given beside the text; they take the place of those in it.
    ///
    /// # Errors
    /// Those of [`parse`](GraphRule::parse), and arrays.
    pub fn parse_with(text: &str, given: &[(&str, Given)]) -> Result<GraphRule, RuleErrors> {
        // Tokens, syntax and code of short words take some hundred bytes and steps for each byte of the text.
        pulse::room(READ.saturating_mul(text.len() as u64));
        pulse::step(READ.saturating_mul(text.len() as u64));
        let read = parse::parse(text, given).map_err(|errors| RuleErrors::placed(errors, text))?;
        Ok(GraphRule {
            text: text.to_owned(),
            name: None,
            syntax: read.syntax,
            guards: read.guards,
        })
    }

    /// The rule under a name, which answers use instead of its text. A solver takes rules of the same name for the same rule.
    pub fn named(mut self, name: &str) -> GraphRule {
        self.name = Some(name.to_owned());
        self
    }

    /// The text that was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The rule as it is written.
    pub fn syntax(&self) -> &Syntax {
        &self.syntax
    }

    fn actions(&self) -> impl Iterator<Item = Action> {
        let clauses = self.syntax.clauses.iter();
        clauses.flat_map(|clause| clause.actions.iter().copied())
    }

    /// Whether positions have a token.
    pub fn has_token(&self) -> bool {
        self.actions()
            .any(|action| matches!(action, Action::Token(_)))
    }

    /// How many tokens positions have at most.
    pub fn tokens(&self) -> usize {
        match self.has_token() {
            true => self.syntax.tokens,
            false => 0,
        }
    }

    /// Whether a condition asks how many tokens stand somewhere.
    pub fn asks_tokens(&self) -> bool {
        let reads = self.guards.iter().flatten().flat_map(|guard| &guard.reads);
        let mut reads = reads;
        reads.any(|count| matches!(count, Count::Of(Of::Tokens, _)))
    }

    /// Whether a vertex goes behind a token.
    pub fn vertices_go(&self) -> bool {
        self.actions()
            .any(|action| action == Action::Token(Behind::Vertex))
    }

    /// Whether each move takes something from the graph, so that every play ends.
    pub fn takes(&self) -> bool {
        !self
            .actions()
            .any(|action| action == Action::Token(Behind::Nothing))
    }

    /// Whether every play ends, and why, in a sentence.
    pub fn ending(&self) -> Message {
        match self.takes() {
            true => message!(
                "every play ends: each move takes a vertex or an edge",
                "对局必然结束：每步都减少顶点或边"
            ),
            false => message!(
                "a token may circle for ever: values are given only for positions where it cannot",
                "棋子可能无限循环：只对不会循环的局面给出 SG 值"
            ),
        }
    }

    /// The game that it is by its form.
    pub fn form(&self) -> Form {
        if self.tokens() > 1 {
            return Form::Other;
        }
        let guarded = self.guards.iter().any(|guards| !guards.is_empty());
        let mut actions = self.actions();
        let only = actions
            .next()
            .filter(|_| actions.next().is_none() && !guarded);
        match (self.syntax.kind, only) {
            (Kind::Graph, Some(Action::Vertex { within: 1 })) => Form::NodeKayles,
            (Kind::Graph, Some(Action::Ends)) => Form::ArcKayles,
            (Kind::Tree, Some(Action::Edge)) => Form::Cutting,
            (Kind::Tree, Some(Action::Path)) => Form::Paths,
            (Kind::Graph, Some(Action::Token(Behind::Vertex))) => Form::Geography,
            (Kind::Graph, _) if self.actions().all(Action::takes_vertices) => Form::Removal,
            _ => Form::Other,
        }
    }
}

impl fmt::Display for GraphRule {
    /// The rule with all that was given to it: it reads back to the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.syntax.fmt(f)
    }
}

impl PartialEq for GraphRule {
    fn eq(&self, other: &GraphRule) -> bool {
        self.syntax == other.syntax
    }
}

#[cfg(test)]
mod tests;
