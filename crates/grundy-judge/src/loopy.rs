//! Sums of positions of a rule whose play need not end: the loopy value of each position decides (Smith 1966), and is kept.
//!
//! What is reached from a position is a graph, whose vertices have loopy values: a number that acts as a Nim heap, or ∞ with the set of the
//! finite values of its options. Sums are judged by these values alone, so that a sum costs what its positions cost once, and not the
//! product of what is reached from each. In a sum equal values are interchangeable; so where a later search comes to a position whose value is
//! known, heaps stand there for what is reached from it: for a number the heap itself, for ∞ a vertex that leads to the heaps of its set and
//! to itself.

use std::collections::HashMap;

use grundy::budget::Meter;
use grundy::engine::graph::{Graph, Loopy, loopy_values};
use grundy::rule::{Position, Rule};
use grundy::{Options, Outcome, Reason, Ruleset};

/// A value that is kept.
#[derive(Debug)]
enum Value {
    Finite(u32),
    Infinite(Box<[u32]>),
}

impl Value {
    fn shown(&self) -> Loopy<'_> {
        match self {
            Value::Finite(value) => Loopy::Finite(*value),
            Value::Infinite(set) => Loopy::Infinite(set),
        }
    }
}

/// Values of the positions of one rule.
#[derive(Debug, Default)]
pub(crate) struct LoopyValues(HashMap<Position, Value>);

/// What a sum comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sum {
    pub(crate) outcome: Outcome,
    /// The nim-sum, where all values are finite.
    pub(crate) value: Option<u64>,
}

/// Bytes of a position on its way, with the room that tables leave.
const BYTES: u64 = 4 * size_of::<Position>() as u64;

/// Bytes of an edge, here and in the graph both ways.
const EDGE: u64 = 24;

/// Options that cost as much as a position.
const OPTIONS_A_POSITION: u64 = 16;

/// Edges of one graph: its values are found in one go, that nobody stops.
const MOST_EDGES: usize = 1 << 22;

/// A graph of positions, and of heaps that stand for positions of known value.
#[derive(Default)]
struct Reached {
    /// By vertex its position; none of a heap.
    vertices: Vec<Option<Position>>,
    edges: Vec<(u32, u32)>,
    numbers: HashMap<Position, u32>,
    /// The vertices of the heaps 0, 1, 2, …
    heaps: Vec<u32>,
}

impl Reached {
    fn vertex(&mut self, position: Option<Position>) -> u32 {
        self.vertices.push(position);
        self.vertices.len() as u32 - 1
    }

    /// The vertex of a heap.
    fn heap(&mut self, size: u32) -> u32 {
        while self.heaps.len() <= size as usize {
            let heap = self.vertex(None);
            self.edges
                .extend(self.heaps.iter().map(|&smaller| (heap, smaller)));
            self.heaps.push(heap);
        }
        self.heaps[size as usize]
    }

    /// What stands for a value.
    fn standing_for(&mut self, value: &Value) -> u32 {
        match value {
            Value::Finite(value) => self.heap(*value),
            Value::Infinite(set) => {
                let vertex = self.vertex(None);
                self.edges.push((vertex, vertex));
                for &size in set {
                    let heap = self.heap(size);
                    self.edges.push((vertex, heap));
                }
                vertex
            }
        }
    }
}

impl LoopyValues {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// What a sum of positions comes to under normal play; `None` where some option is itself a sum of several, or where too much is reached.
    pub(crate) fn sum(
        &mut self,
        rule: &Rule,
        positions: &[Position],
        meter: &mut Meter,
    ) -> Result<Option<Sum>, Reason> {
        for position in positions {
            if !self.0.contains_key(position) && !self.find(rule, position, meter)? {
                return Ok(None);
            }
        }
        let values = || {
            let known = positions.iter().filter_map(|position| self.0.get(position));
            known.map(Value::shown)
        };
        let value = values().try_fold(0, |sum, value| match value {
            Loopy::Finite(value) => Some(sum ^ u64::from(value)),
            Loopy::Infinite(_) => None,
        });
        Ok(Some(Sum {
            outcome: Loopy::sum(values()),
            value,
        }))
    }

    /// Finds the values of a position and of all that is reached from it; whether it has one.
    fn find(
        &mut self,
        rule: &Rule,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<bool, Reason> {
        let mut reached = Reached::default();
        let first = reached.vertex(Some(position.clone()));
        reached.numbers.insert(position.clone(), first);
        let bytes = BYTES + 4 * rule.heap_bytes(position);
        let mut options = Options::with_limit(0);
        let mut at = 0;
        while at < reached.vertices.len() {
            let from = at as u32;
            let position = reached.vertices[at].clone();
            at += 1;
            let Some(position) = position else { continue };
            options.renew(meter.room(bytes));
            let told = rule.options(&position, &mut options);
            let full = meter.full(bytes);
            told.map_err(|stop| stop.reason(|| full.into()))?;
            meter.spend(1 + options.len() as u64 / OPTIONS_A_POSITION, bytes)?;
            let (vertices, edges) = (reached.vertices.len(), reached.edges.len());
            for (_, sum) in options.iter() {
                let to = match sum {
                    [] => reached.heap(0),
                    [one] => match (reached.numbers.get(one), self.0.get(one)) {
                        (Some(&number), _) => number,
                        (None, known) => {
                            let number = match known {
                                Some(value) => reached.standing_for(value),
                                None => reached.vertex(Some(one.clone())),
                            };
                            reached.numbers.insert(one.clone(), number);
                            number
                        }
                    },
                    _ => return Ok(false),
                };
                reached.edges.push((from, to));
            }
            let more = reached.vertices.len() - vertices;
            meter.spend(0, more as u64 * bytes)?;
            meter.spend(0, (reached.edges.len() - edges) as u64 * EDGE)?;
            if reached.edges.len() > MOST_EDGES {
                return Ok(false);
            }
        }
        let graph = Graph::new(reached.vertices.len(), &reached.edges);
        let Ok(graph) = graph else { return Ok(false) };
        let values = loopy_values(&graph);
        for (vertex, position) in (0..).zip(&reached.vertices) {
            let (Some(position), Some(value)) = (position, values.value(vertex)) else {
                continue;
            };
            let value = match value {
                Loopy::Finite(value) => Value::Finite(value),
                Loopy::Infinite(set) => Value::Infinite(set.into()),
            };
            self.0.insert(position.clone(), value);
        }
        Ok(true)
    }
}
