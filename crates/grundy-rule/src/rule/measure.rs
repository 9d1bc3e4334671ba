//! Whether every option of a rule is smaller, and in which measure: then every play ends, and tables can be filled in
//! order.
//!
//! What a clause says of its numbers (patterns, ranges, guards, that no coordinate is negative) is written as linear
//! inequalities, in cases where it is an alternative; what is not linear is bounded. A measure falls if "some option is
//! not smaller" contradicts them. All of it errs to one side: a measure that is told is right, and none told means none
//! was seen.

use crate::budget::pulse;
use crate::message;
use crate::rule::Rule;
use crate::rule::linear::{Linear, impossible};
use crate::rule::program::{MoveClause, Program};
use crate::text::Message;

mod cases;

use cases::Cases;

/// A number, or several, that every move makes smaller.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Measure {
    /// The sum of these coordinates, which may be a single one.
    Sum(Vec<usize>),
    /// The largest coordinate.
    Max,
    /// The first of these coordinates that changes.
    Lexicographic(Vec<usize>),
    /// None was seen: play may go on for ever.
    Unknown,
}

impl Measure {
    /// Whether one was seen.
    pub fn is_known(&self) -> bool {
        *self != Measure::Unknown
    }

    /// Whether every play ends, and why, in a sentence.
    pub fn describe(&self) -> Message {
        match self {
            Measure::Sum(of) if of.len() == 1 => message!(
                "every play ends: each move makes coordinate {place} smaller",
                "对局必然结束：每步都使第 {place} 个坐标变小",
                place = of[0] + 1
            ),
            Measure::Sum(of) => message!(
                "every play ends: each move makes the sum of coordinates {places} smaller",
                "对局必然结束：每步都使第 {places} 个坐标之和变小",
                places = places(of)
            ),
            Measure::Max => message!(
                "every play ends: each move makes the largest coordinate smaller",
                "对局必然结束：每步都使最大的坐标变小"
            ),
            Measure::Lexicographic(of) => message!(
                "every play ends: of coordinates {places}, in this order, the first that changes becomes smaller",
                "对局必然结束：按第 {places} 个坐标的次序，首个改变的坐标变小",
                places = places(of)
            ),
            Measure::Unknown => message!(
                "it is not seen that every play ends: values are told only where everything that follows ends",
                "未能看出对局必然结束：只有后续全部终止之处才给出 SG 值"
            ),
        }
    }
}

fn places(of: &[usize]) -> String {
    let places = of.iter().map(|place| (place + 1).to_string());
    places.collect::<Vec<_>>().join(", ")
}

/// Inequalities that may be made for a rule in all.
const WORK: u64 = 300_000;

/// A case of a clause, and a position in one of its options.
struct Term {
    system: Vec<Linear>,
    coordinates: Vec<Linear>,
}

impl Rule {
    /// The measure in which every option is smaller; worked out when first asked for.
    ///
    /// ```
    /// use grundy::rule::{Measure, Rule};
    /// let measure = |text: &str| Rule::parse(text).unwrap().measure().clone();
    /// assert_eq!(measure("n -> n-k for k in {1,3,4}"), Measure::Sum(vec![0]));
    /// assert_eq!(measure("(x,y) -> (x-2,y+1) | (x+1,y-2)"), Measure::Sum(vec![0, 1]));
    /// assert_eq!(measure("(x,y) -> (x-1,3*y) | (x,y-1)"), Measure::Lexicographic(vec![0, 1]));
    /// assert_eq!(measure("n -> n/2"), Measure::Unknown); // 0 leads to 0.
    /// ```
    pub fn measure(&self) -> &Measure {
        self.measure
            .get_or_init(|| measured(self.program()).unwrap_or(Measure::Unknown))
    }
}

fn measured(program: &Program) -> Option<Measure> {
    let mut work = WORK;
    let mut terms = Vec::new();
    for clause in &program.moves {
        terms.extend(terms_of(program, clause, &mut work)?);
    }
    let arity = program.arity;
    let coordinates = |set: usize| (0..arity).filter(move |place| set >> place & 1 == 1);
    // Single coordinates first, then the sum of all, then other sums.
    let mut sets: Vec<usize> = (1..1 << arity).collect();
    sets.sort_by_key(|set| match set.count_ones() as usize {
        1 => 0,
        many if many == arity => 1,
        _ => 2,
    });
    for set in sets {
        if falls(&terms, &coordinates(set).collect::<Vec<_>>(), &mut work) {
            return Some(Measure::Sum(coordinates(set).collect()));
        }
    }
    if arity > 1 && largest_falls(&terms, arity, &mut work) {
        return Some(Measure::Max);
    }
    lexicographic(terms, arity, &mut work).map(Measure::Lexicographic)
}

/// Every position of every option of a clause, with what is known there.
fn terms_of(program: &Program, clause: &MoveClause, work: &mut u64) -> Option<Vec<Term>> {
    let mut cases = Cases::of(program);
    cases.pattern(&clause.fixed, work)?;
    for value in &program.values {
        cases.no_value(value, work)?;
    }
    for step in &clause.steps {
        cases.step(step, work)?;
    }
    let mut terms = Vec::new();
    for sum in &clause.options {
        pulse::step(1000);
        let mut option = cases.clone();
        let mut positions = Vec::new();
        for coordinates in sum {
            let mut position = Vec::new();
            for code in coordinates {
                let place = option.variable(code, work)?;
                // A negative coordinate is no position.
                option.require(&Linear::variable(place), work);
                position.push(Linear::variable(place));
            }
            positions.push(position);
        }
        for system in option.systems() {
            for position in &positions {
                let inequalities = (system.len() + position.len()) as u64;
                pulse::step(100 * inequalities);
                pulse::room(size_of::<Linear>() as u64 * inequalities);
                terms.push(Term {
                    system: system.clone(),
                    coordinates: position.clone(),
                });
            }
        }
    }
    Some(terms)
}

/// `linear` is at least `bound`, added to a system: whether that is impossible.
fn contradicts(system: &[Linear], linear: Option<Linear>, bound: i128, work: &mut u64) -> bool {
    let Some(linear) = linear.and_then(|linear| linear.plus(&Linear::number(1), -bound)) else {
        return false;
    };
    let mut system = system.to_vec();
    system.push(linear);
    impossible(&system, work)
}

fn falls(terms: &[Term], set: &[usize], work: &mut u64) -> bool {
    terms.iter().all(|term| {
        let grown = set.iter().try_fold(Linear::number(0), |sum, &place| {
            let sum = sum.plus(&term.coordinates[place], 1)?;
            sum.minus(&Linear::variable(place))
        });
        contradicts(&term.system, grown, 0, work)
    })
}

fn largest_falls(terms: &[Term], arity: usize, work: &mut u64) -> bool {
    terms.iter().all(|term| {
        (0..arity).all(|largest| {
            let mut system = term.system.clone();
            for other in 0..arity {
                let above = Linear::variable(largest).minus(&Linear::variable(other));
                system.extend(above);
            }
            term.coordinates.iter().all(|coordinate| {
                let grown = coordinate.minus(&Linear::variable(largest));
                contradicts(&system, grown, 0, work)
            })
        })
    })
}

/// Coordinates one after another, none of which a move makes larger before one earlier has become smaller.
fn lexicographic(mut terms: Vec<Term>, arity: usize, work: &mut u64) -> Option<Vec<usize>> {
    let mut order = Vec::new();
    while !terms.is_empty() {
        let grown =
            |term: &Term, place: usize| term.coordinates[place].minus(&Linear::variable(place));
        let next = (0..arity)
            .filter(|place| !order.contains(place))
            .find(|&place| {
                let mut all = terms.iter();
                all.all(|term| contradicts(&term.system, grown(term, place), 1, work))
            })?;
        order.push(next);
        // What is left may leave this coordinate as it is.
        terms.retain_mut(|term| {
            term.system.extend(grown(term, next));
            !impossible(&term.system, work)
        });
    }
    Some(order)
}

#[cfg(test)]
mod tests;
