//! Which engine searches the components of a rule: one with theorems of its game, sets of vertices on the graph, or shapes.
//!
//! Node Kayles and Arc Kayles have theorems of their own. Where a rule takes nothing but vertices, a component is a set of vertices of the
//! graph. All other components are [shapes](super::shape), which are the same on whatever graph they lie.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_engine::graph::Family;
use grundy_engine::set::Set;
use grundy_engine::split::kayles::{Edge, KaylesParts, Vertex};
use grundy_engine::split::keys::Numbered;
use grundy_engine::split::removal::{Removal, RemovalParts};
use grundy_engine::split::search::Search;
use grundy_engine::split::vertices::{Board, Host as Ground};
use grundy_engine::split::{Splits, cancel};

use super::host::Host;
use super::moves::{Halt, State};
use super::position::GraphPosition;
use super::shape::{self, Rows, Shape};
use super::syntax::Kind;
use super::tokens::Tokens;
use super::{Form, GraphRule};
use crate::couples::{Couples, FallsApart, couples};
use crate::fault::{self, FaultKind};
use crate::message;
use crate::ruleset::Stop;

impl FallsApart<GraphPosition> for GraphRule {
    /// For rules that take vertices only, a search on the graph of the position, which covers whatever is left of it; else one of
    /// shapes, which covers all graphs of which no component has more than 64 vertices.
    fn couples(
        &self,
        position: &GraphPosition,
        bytes: u64,
    ) -> Option<Box<dyn Couples<GraphPosition>>> {
        let on_vertices = matches!(
            self.form(),
            Form::NodeKayles | Form::ArcKayles | Form::Removal
        );
        if on_vertices && position.gone().is_empty() {
            return match position.host().names.len() {
                0..=64 => self.on_vertices::<1>(position.host(), bytes),
                65..=128 => self.on_vertices::<2>(position.host(), bytes),
                _ => self.on_vertices::<4>(position.host(), bytes),
            };
        }
        let parts = ShapeParts {
            rule: Arc::new(self.clone()),
        };
        if !self.takes() || parts.of(position).is_none() {
            return None;
        }
        let of = |parts: &ShapeParts, position: &GraphPosition| Some((0, parts.of(position)?));
        Some(couples(self.to_string(), Search::new(parts, bytes), of))
    }
}

impl GraphRule {
    fn on_vertices<const WORDS: usize>(
        &self,
        host: &Arc<Host>,
        bytes: u64,
    ) -> Option<Box<dyn Couples<GraphPosition>>> {
        let ground = ground::<WORDS>(host)?;
        let name = format!("{self} {}", host.text);
        let own = Arc::clone(host);
        let left = move |position: &GraphPosition| {
            let covered = position.gone().is_empty() && position.is_on(&own);
            covered.then(|| resized::<4, WORDS>(position.left()))
        };
        Some(match self.form() {
            Form::NodeKayles => couples(
                name,
                Search::new(KaylesParts::<Vertex, WORDS>::new(ground), bytes),
                move |game: &KaylesParts<Vertex, WORDS>, position: &GraphPosition| {
                    let mut parts = Vec::new();
                    Some((game.split(left(position)?, &mut parts), parts))
                },
            ),
            Form::ArcKayles => couples(
                name,
                Search::new(KaylesParts::<Edge, WORDS>::new(ground), bytes),
                move |game: &KaylesParts<Edge, WORDS>, position: &GraphPosition| {
                    let mut parts = Vec::new();
                    Some((game.split(left(position)?, &mut parts), parts))
                },
            ),
            _ => couples(
                name,
                Search::new(
                    RemovalParts::new(ground, Removing(Arc::new(self.clone()))),
                    bytes,
                ),
                move |game: &RemovalParts<WORDS, Removing>, position: &GraphPosition| {
                    let mut parts = Vec::new();
                    Some((game.split(left(position)?, &mut parts), parts))
                },
            ),
        })
    }

    /// A fault as engines tell it, with the place in the rule and the graph.
    pub(super) fn stop<B>(
        &self,
        halt: Halt<B>,
        place: impl FnOnce() -> String,
    ) -> Result<(), Stop> {
        match halt {
            Halt::Broken(_) => Ok(()),
            Halt::Fault(fault) => {
                let message = fault.message(&self.text);
                Err(fault::Fault::new(fault.kind, place(), message).into())
            }
            Halt::TooMany => {
                let message = message!(
                    "a vertex has too many edges to try every set of them",
                    "某顶点的边太多，无法逐一检查其全部子集"
                );
                Err(fault::Fault::new(FaultKind::TooLong, place(), message).into())
            }
        }
    }
}

/// The graph for search by sets of vertices.
fn ground<const WORDS: usize>(host: &Host) -> Option<Ground<WORDS>> {
    let narrow = host.out.iter().map(|row| resized(*row)).collect();
    let ground = Ground::new(narrow)?;
    let sides = host.family.and_then(Family::by_difference);
    match sides.and_then(|(rows, columns)| Board::new(rows, columns)) {
        Some(board) => ground.clone().on_board(board).or(Some(ground)),
        None => Some(ground),
    }
}

/// A set with more or fewer words; those that are cut off should be empty.
fn resized<const FROM: usize, const TO: usize>(set: Set<FROM>) -> Set<TO> {
    let mut to = Set::EMPTY;
    for (at, &word) in set.0.iter().enumerate() {
        to.put(64 * at, word);
    }
    to
}

/// A rule that takes vertices only.
#[derive(Clone)]
struct Removing(Arc<GraphRule>);

impl Removal for Removing {
    type Stop = Stop;

    fn moves<const WORDS: usize>(
        &self,
        rows: &[Set<WORDS>],
        left: Set<WORDS>,
        mut visit: impl FnMut(Set<WORDS>) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let state = State {
            out: rows,
            into: rows,
            depth: &[],
            left,
            tokens: Tokens::NONE,
        };
        let told = self.0.moves(&state, |_, after| visit(after.left));
        told.or_else(|halt| self.0.stop(halt, || written(rows, left)))
    }
}

/// Part of a graph by the numbers of its vertices, for a message.
fn written<const WORDS: usize>(rows: &[Set<WORDS>], left: Set<WORDS>) -> String {
    let mut edges = Vec::new();
    for from in left.iter() {
        let beside = rows[from] & left;
        if beside.is_empty() {
            edges.push((from + 1).to_string());
        }
        let later = beside.without(Set::below(from)).iter();
        edges.extend(later.map(|to| format!("{}-{}", from + 1, to + 1)));
    }
    edges.join(",")
}

/// The shapes of components as parts.
#[derive(Clone)]
struct ShapeParts {
    rule: Arc<GraphRule>,
}

impl ShapeParts {
    /// The components of a position that have moves; none where one is too large.
    fn of(&self, position: &GraphPosition) -> Option<Vec<Shape>> {
        let rows = position.rows();
        let mut parts = Vec::new();
        for component in position.components(&rows) {
            let members: Vec<usize> = component.left().iter().collect();
            if members.len() > 64 {
                return None;
            }
            let place = |at: usize| members.binary_search(&at).ok();
            let row = |&at: &usize| {
                (rows.out[at] & component.left())
                    .iter()
                    .filter_map(place)
                    .collect()
            };
            let out: Vec<Set<1>> = members.iter().map(row).collect();
            let kind = self.rule.syntax.kind;
            // The root of what is left of a tree is its lowest vertex.
            let depth = &component.host().depth;
            let lowest = members.iter().min_by_key(|&&at| depth.get(at));
            let first = match kind {
                Kind::Tree => lowest.copied().and_then(place),
                _ => component.tokens().first().and_then(place),
            };
            let shape = shape::canonical_of(&out, kind, Set::below(members.len()), first);
            if self.has_move(&shape) {
                parts.push(shape);
            }
        }
        cancel(&mut parts);
        Some(parts)
    }

    fn token(&self) -> Option<usize> {
        self.rule.has_token().then_some(0)
    }

    /// Whether there is a move, or the rule cannot be evaluated.
    fn has_move(&self, part: &Shape) -> bool {
        let rows = Rows::of(&part.0, self.rule.syntax.kind);
        let state = rows.state(Set::below(part.0.len()), self.token());
        let told = self.rule.moves(&state, |_, _| ControlFlow::Break(()));
        told.is_err()
    }
}

impl Splits for ShapeParts {
    type Part = Shape;
    type Keys = Numbered<Shape>;
    type Stop = Stop;

    fn keys(&self, bytes: u64) -> Numbered<Shape> {
        Numbered::new(|shape| 8 * shape.0.len() as u64, bytes)
    }

    /// Vertices and edges, of which each move takes some.
    fn size(&self, part: &Shape) -> u32 {
        part.0.len() as u32 + part.0.iter().map(Set::len).sum::<u32>()
    }

    fn options<F>(&self, part: &Shape, mut visit: F) -> Result<(), Stop>
    where
        F: FnMut(u32, &[Shape]) -> ControlFlow<()>,
    {
        let kind = self.rule.syntax.kind;
        let rows = Rows::of(&part.0, kind);
        let state = rows.state(Set::below(part.0.len()), self.token());
        let told = self.rule.moves(&state, |mv, after| {
            let mut parts = shape::after(&rows, kind, &mv, &after);
            parts.retain(|part| self.has_move(part));
            cancel(&mut parts);
            visit(0, &parts)
        });
        told.or_else(|halt| {
            self.rule
                .stop(halt, || written(&part.0, Set::below(part.0.len())))
        })
    }
}
