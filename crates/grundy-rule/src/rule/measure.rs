//! Whether every option of a rule is smaller, and in which measure: then every play ends, and tables can be filled in
//! order.
//!
//! What a clause says of its numbers (patterns, ranges, guards, that no coordinate is negative) is written as linear
//! inequalities, in cases where it is an alternative; what is not linear is bounded. A measure falls if "some option is
//! not smaller" contradicts them. All of it errs to one side: a measure that is told is right, and none told means none
//! was seen.

use std::sync::Arc;

use crate::budget::pulse;
use crate::message;
use crate::rule::Rule;
use crate::rule::code::Code;
use crate::rule::linear::{Linear, impossible};
use crate::rule::program::{MoveClause, Program};
use crate::rule::step::Step;
use crate::rule::syntax::{Operator, Span};
use crate::text::{Message, list_of};

mod cases;
mod masks;
mod quantity;
mod unended;

use cases::Cases;
pub use quantity::Quantity;
use quantity::{bounded, weighted};

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
    /// The first of these that changes; each has a bound below which it does not fall.
    Bounded(Vec<Quantity>),
    /// None was seen: play may go on for ever.
    Unknown,
}

impl Measure {
    /// Whether one was seen.
    pub fn is_known(&self) -> bool {
        *self != Measure::Unknown
    }

    /// Whether positions that are smaller in it are few enough to be gone through in order: it is made of coordinates that fall.
    pub fn is_of_coordinates(&self) -> bool {
        !matches!(self, Measure::Unknown | Measure::Bounded(_))
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
                "对局必然结束：每步都使第 {zh} 个坐标之和变小",
                places = places(of, ", "),
                zh = places(of, "、")
            ),
            Measure::Max => message!(
                "every play ends: each move makes the largest coordinate smaller",
                "对局必然结束：每步都使最大的坐标变小"
            ),
            Measure::Lexicographic(of) => message!(
                "every play ends: of coordinates {places}, in this order, the first that changes becomes smaller",
                "对局必然结束：按第 {zh} 个坐标的次序，首个改变的坐标变小",
                places = places(of, ", "),
                zh = places(of, "、")
            ),
            Measure::Bounded(of) => match &of[..] {
                [Quantity::Difference(sum, less)] if sum.is_empty() && less.len() == 1 => message!(
                    "every play ends: each move makes coordinate {place} larger, and it has a bound",
                    "对局必然结束：每步都使第 {place} 个坐标变大，而它有上界",
                    place = less[0] + 1
                ),
                [Quantity::Zeros(place)] => message!(
                    "every play ends: each move adds binary ones to coordinate {place}",
                    "对局必然结束：每步都使第 {place} 个坐标的二进制 1 增多",
                    place = place + 1
                ),
                [weighted @ Quantity::Weighted(_)] => message!(
                    "every play ends: each move makes {weighted} smaller (x1 is coordinate 1)",
                    "对局必然结束：每步都使 {weighted} 变小（x1 指第 1 个坐标）",
                    weighted = weighted.to_string()
                ),
                _ => message!(
                    "every play ends: of {quantities}, in this order, the first that changes becomes smaller, and each has a bound (x1 is coordinate 1; zeros counts binary zeros)",
                    "对局必然结束：按 {quantities} 的次序，首个改变的量变小，且各有下界（x1 指第 1 个坐标；zeros 指二进制 0 的个数）",
                    quantities = list_of(of)
                ),
            },
            Measure::Unknown => message!(
                "termination is not proved: Grundy values are given only for positions whose every continuation ends",
                "未能证明对局必然结束：只对后续全部终止的局面给出 SG 值"
            ),
        }
    }
}

fn places(of: &[usize], between: &str) -> String {
    let places = of.iter().map(|place| (place + 1).to_string());
    places.collect::<Vec<_>>().join(between)
}

/// Inequalities that may be made for a rule in all.
const WORK: u64 = 300_000;

/// Of up to so many coordinates all sums are tried.
const ALL_SUMS: usize = 8;

/// A case of a clause, and a position in one of its options.
#[derive(Clone)]
struct Term {
    /// The positions of an option share what is known of it.
    system: Arc<Vec<Linear>>,
    coordinates: Vec<Linear>,
    digits: Vec<Digits>,
}

/// What becomes of the binary ones of a coordinate.
#[derive(Clone, Debug)]
enum Digits {
    /// All stay; some may be added.
    Stay,
    /// All stay where this number is not above 0, which is what the old one has in common with what is added.
    StayIfApart(Linear),
    Other,
}

impl Rule {
    /// The measure in which every option is smaller; worked out when first asked for.
    ///
    /// ```
    /// use grundy::rule::{Measure, Quantity, Rule};
    /// let measure = |text: &str| Rule::parse(text).unwrap().measure().clone();
    /// assert_eq!(measure("n -> n-k for k in {1,3,4}"), Measure::Sum(vec![0]));
    /// assert_eq!(measure("(x,y) -> (x-2,y+1) | (x+1,y-2)"), Measure::Sum(vec![0, 1]));
    /// assert_eq!(measure("(x,y) -> (x-1,3*y) | (x,y-1)"), Measure::Lexicographic(vec![0, 1]));
    /// assert_eq!(
    ///     measure("n -> (n+k) for k in 1..=3 if n+k <= 50"),
    ///     Measure::Bounded(vec![Quantity::Difference(vec![], vec![0])])
    /// );
    /// assert_eq!(
    ///     measure("(x,y) -> (x-2,y+3) | (x+1,y-2)"),
    ///     Measure::Bounded(vec![Quantity::Weighted(vec![5, 3])])
    /// );
    /// assert_eq!(measure("n -> n/2"), Measure::Unknown); // 0 leads to 0.
    /// ```
    pub fn measure(&self) -> &Measure {
        &self.measured().measure
    }

    /// Whether it is seen that no option has a coordinate above all those of the position: what follows a position then lies in
    /// the square of its largest.
    pub(crate) fn stays_within(&self) -> bool {
        self.measured().stays_within
    }

    fn measured(&self) -> &Measured {
        self.measured.get_or_init(|| Measured::of(self.program()))
    }
}

/// What is seen of all options.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    measure: Measure,
    stays_within: bool,
}

impl Measured {
    fn of(program: &Program) -> Measured {
        let mut work = WORK;
        let mut terms = Vec::new();
        for clause in &program.moves {
            match terms_of(program, clause, &mut work) {
                Some(more) => terms.extend(more),
                None => {
                    return Measured {
                        measure: Measure::Unknown,
                        stays_within: false,
                    };
                }
            }
        }
        let arity = program.arity;
        let stays_within = stay_within(&terms, arity, &mut work);
        let measure = measured(&terms, arity, &mut work).or_else(|| measure_of_more(&terms, arity));
        let measure = measure.unwrap_or(Measure::Unknown);
        Measured {
            measure,
            stays_within,
        }
    }
}

/// A measure that all of these make smaller.
fn measure_of(terms: &[Term], arity: usize) -> Option<Measure> {
    let mut work = WORK;
    measured(terms, arity, &mut work).or_else(|| measure_of_more(terms, arity))
}

/// One that is not made of coordinates alone.
fn measure_of_more(terms: &[Term], arity: usize) -> Option<Measure> {
    let bounded = bounded(terms.to_vec(), arity, &mut WORK.clone());
    bounded.map(Measure::Bounded).or_else(|| {
        let weighted = weighted(terms, arity, &mut WORK.clone())?;
        Some(Measure::Bounded(vec![weighted]))
    })
}

fn measured(terms: &[Term], arity: usize, work: &mut u64) -> Option<Measure> {
    // Single coordinates first, then the sum of all, then other sums.
    let singles = (0..arity).map(|place| vec![place]);
    let whole = (arity > 1).then(|| (0..arity).collect());
    for of in singles.chain(whole) {
        if falls(terms, &of, work) {
            return Some(Measure::Sum(of));
        }
    }
    if arity > ALL_SUMS {
        // The sums of so many coordinates are too many to be tried.
        return lexicographic(terms.to_vec(), arity, work)
            .map(Measure::Lexicographic)
            .or_else(|| largest_falls(terms, arity, work).then_some(Measure::Max));
    }
    for set in 1..1usize << arity {
        let of: Vec<usize> = (0..arity).filter(|place| set >> place & 1 == 1).collect();
        if of.len() > 1 && of.len() < arity && falls(terms, &of, work) {
            return Some(Measure::Sum(of));
        }
    }
    if arity > 1 && largest_falls(terms, arity, work) {
        return Some(Measure::Max);
    }
    lexicographic(terms.to_vec(), arity, work).map(Measure::Lexicographic)
}

/// Every position of every option of a clause, with what is known there.
fn terms_of(program: &Program, clause: &MoveClause, work: &mut u64) -> Option<Vec<Term>> {
    let mut cases = Cases::of(program);
    cases.pattern(&clause.fixed, work)?;
    for value in &program.values {
        cases.no_value(value, work)?;
    }
    let (steps, options) = masks::written_out(&clause.steps, &clause.options);
    for step in &steps {
        cases.step(step, work)?;
    }
    let mut terms = Vec::new();
    for sum in &options {
        pulse::step(1000);
        let mut option = cases.clone();
        let mut positions = Vec::new();
        for coordinates in sum {
            let (mut position, mut digits) = (Vec::new(), Vec::new());
            for (place, code) in coordinates.iter().enumerate() {
                digits.push(digits_of(code, place, &steps, &mut option, work)?);
                let value = option.linear(code, work)?;
                // A negative coordinate is no position.
                if *code != Code::Slot(place) {
                    option.require(&value, work);
                }
                position.push(value);
            }
            positions.push((position, digits));
        }
        for system in option.into_systems() {
            let weigh = |inequalities: usize| {
                pulse::step(100 * inequalities as u64);
                pulse::room((size_of::<Linear>() * inequalities) as u64);
            };
            weigh(system.len());
            let system = Arc::new(system);
            for (position, digits) in &positions {
                weigh(position.len());
                terms.push(Term {
                    system: Arc::clone(&system),
                    coordinates: position.clone(),
                    digits: digits.clone(),
                });
            }
        }
    }
    Some(terms)
}

/// What becomes of the binary ones of a coordinate.
fn digits_of(
    code: &Code,
    place: usize,
    steps: &[Step],
    option: &mut Cases<'_>,
    work: &mut u64,
) -> Option<Digits> {
    let mut code = code;
    // A name stands for what it was given.
    while let Code::Slot(slot) = code {
        let named = steps.iter().find_map(|step| match step {
            Step::Let(name, value) if name == slot => Some(value),
            _ => None,
        });
        match named {
            Some(value) => code = value,
            None => break,
        }
    }
    let own = Code::Slot(place);
    Some(match code {
        code if *code == own => Digits::Stay,
        Code::Binary(operator @ (Operator::BitOr | Operator::Xor | Operator::Add), ..) => {
            let mut parts = Vec::new();
            joined(code, *operator, &mut parts);
            let Some(at) = parts.iter().position(|part| **part == own) else {
                return Some(Digits::Other);
            };
            if *operator == Operator::BitOr {
                return Some(Digits::Stay);
            }
            parts.remove(at);
            let added = parts
                .into_iter()
                .cloned()
                .reduce(|before, next| Code::binary(*operator, before, next, Span::default()))?;
            // With nothing in common, both joined are the ones of both.
            let both = option.linear(&masks::common(&own, &added), work)?;
            Digits::StayIfApart(both)
        }
        _ => Digits::Other,
    })
}

/// The parts that an operator joins.
fn joined<'c>(code: &'c Code, by: Operator, parts: &mut Vec<&'c Code>) {
    match code {
        Code::Binary(operator, pair, _) if *operator == by => {
            joined(&pair[0], by, parts);
            joined(&pair[1], by, parts);
        }
        part => parts.push(part),
    }
}

/// What ranges and guards say of numbers, for whoever asks whether one is always below another.
pub(crate) struct Facts {
    program: Program,
    steps: Vec<Step>,
}

/// Inequalities that may be made for one question.
const FACT: u64 = 20_000;

impl Facts {
    /// Of so many numbers that are not negative, and the steps behind them, which fill `slots` in all.
    pub(crate) fn of(
        naturals: usize,
        slots: usize,
        arrays: &[Arc<[i64]>],
        steps: Vec<Step>,
    ) -> Facts {
        let program = Program {
            arity: naturals,
            values: Vec::new(),
            moves: Vec::new(),
            places: Vec::new(),
            arrays: arrays.to_vec(),
            slots,
        };
        Facts { program, steps }
    }

    /// Whether it is seen that a number is below another, or no greater than it, wherever both are.
    pub(crate) fn sure(&self, less: &Code, more: &Code, strictly: bool) -> bool {
        let mut work = FACT;
        self.seen(less, more, strictly, &mut work).unwrap_or(false)
    }

    fn seen(&self, less: &Code, more: &Code, strictly: bool, work: &mut u64) -> Option<bool> {
        let mut cases = Cases::of(&self.program);
        for step in &self.steps {
            cases.step(step, work)?;
        }
        let less = cases.variable(less, work)?;
        let more = cases.variable(more, work)?;
        let over = Linear::variable(less).minus(&Linear::variable(more));
        let bound = i128::from(!strictly);
        let systems = cases.systems().iter();
        let mut all = systems.map(|system| contradicts(system, over.clone(), bound, work));
        Some(all.all(|seen| seen))
    }
}

/// `linear` is at least `bound`, added to a system: whether that is impossible.
fn contradicts(system: &[Linear], linear: Option<Linear>, bound: i128, work: &mut u64) -> bool {
    let Some(linear) = linear.and_then(|linear| linear.plus(&Linear::number(1), -bound)) else {
        return false;
    };
    // The system by itself was not seen to be impossible.
    if let Some(constant) = linear.constant() {
        return constant < 0;
    }
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

/// Whether every coordinate of every option is at most one of the position.
fn stay_within(terms: &[Term], arity: usize, work: &mut u64) -> bool {
    terms.iter().all(|term| {
        (term.coordinates.iter().enumerate()).all(|(place, coordinate)| {
            let others = (0..arity).filter(|&other| other != place);
            std::iter::once(place).chain(others).any(|other| {
                let grown = coordinate.minus(&Linear::variable(other));
                contradicts(&term.system, grown, 1, work)
            })
        })
    })
}

fn largest_falls(terms: &[Term], arity: usize, work: &mut u64) -> bool {
    terms.iter().all(|term| {
        (0..arity).all(|largest| {
            let mut system = term.system.to_vec();
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
            let grown = grown(term, next);
            may_stay(term, grown, work)
        });
    }
    Some(order)
}

/// Whether something may not have fallen; if so, that is added to what is known.
fn may_stay(term: &mut Term, grown: Option<Linear>, work: &mut u64) -> bool {
    if let Some(constant) = grown.as_ref().and_then(Linear::constant) {
        return constant >= 0;
    }
    Arc::make_mut(&mut term.system).extend(grown);
    !impossible(&term.system, work)
}

#[cfg(test)]
mod tests;
