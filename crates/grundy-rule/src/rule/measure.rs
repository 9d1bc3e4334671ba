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
use crate::rule::syntax::Operator;
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
    /// The first of these that changes; each has a bound below which it does not fall.
    Bounded(Vec<Quantity>),
    /// None was seen: play may go on for ever.
    Unknown,
}

/// What may fall although no coordinate does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Quantity {
    /// The sum of the first coordinates less that of the second.
    Difference(Vec<usize>, Vec<usize>),
    /// The sum of all coordinates, each times its number here.
    Weighted(Vec<u32>),
    /// The zeros among the 63 binary digits of a coordinate.
    Zeros(usize),
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
            Measure::Bounded(of) => match &of[..] {
                [Quantity::Difference(sum, less)] if sum.is_empty() && less.len() == 1 => message!(
                    "every play ends: each move makes coordinate {place} larger, and it has a bound",
                    "对局必然结束：每步都使第 {place} 个坐标变大，而它有上界",
                    place = less[0] + 1
                ),
                [Quantity::Zeros(place)] => message!(
                    "every play ends: each move adds to the binary ones of coordinate {place}",
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
                    quantities =
                        (of.iter().map(Quantity::to_string).collect::<Vec<_>>()).join(", ")
                ),
            },
            Measure::Unknown => message!(
                "termination is not proved: Grundy values are given only for positions whose every continuation ends",
                "未能证明对局必然结束：只对后续全部终止的局面给出 SG 值"
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
#[derive(Clone)]
struct Term {
    system: Vec<Linear>,
    coordinates: Vec<Linear>,
    digits: Vec<Digits>,
}

/// What becomes of the binary ones of a coordinate.
#[derive(Clone, Debug)]
enum Digits {
    /// All stay; some may be added.
    Stay,
    /// All stay where the new number is the old one and this one more.
    StayIfAdded(Linear),
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
        let measure = measured(&terms, arity, &mut work).or_else(|| {
            let mut work = WORK;
            bounded(terms.clone(), arity, &mut work).map(Measure::Bounded)
        });
        let measure = measure.or_else(|| {
            let mut work = WORK;
            let weighted = weighted(&terms, arity, &mut work)?;
            Some(Measure::Bounded(vec![weighted]))
        });
        let measure = measure.unwrap_or(Measure::Unknown);
        Measured {
            measure,
            stays_within,
        }
    }
}

fn measured(terms: &[Term], arity: usize, work: &mut u64) -> Option<Measure> {
    let coordinates = |set: usize| (0..arity).filter(move |place| set >> place & 1 == 1);
    // Single coordinates first, then the sum of all, then other sums.
    let mut sets: Vec<usize> = (1..1 << arity).collect();
    sets.sort_by_key(|set| match set.count_ones() as usize {
        1 => 0,
        many if many == arity => 1,
        _ => 2,
    });
    for set in sets {
        if falls(terms, &coordinates(set).collect::<Vec<_>>(), work) {
            return Some(Measure::Sum(coordinates(set).collect()));
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
    for step in &clause.steps {
        cases.step(step, work)?;
    }
    let mut terms = Vec::new();
    for sum in &clause.options {
        pulse::step(1000);
        let mut option = cases.clone();
        let mut positions = Vec::new();
        for coordinates in sum {
            let (mut position, mut digits) = (Vec::new(), Vec::new());
            for (place, code) in coordinates.iter().enumerate() {
                digits.push(digits_of(code, place, clause, &mut option, work)?);
                let place = option.variable(code, work)?;
                // A negative coordinate is no position.
                option.require(&Linear::variable(place), work);
                position.push(Linear::variable(place));
            }
            positions.push((position, digits));
        }
        for system in option.systems() {
            for (position, digits) in &positions {
                let inequalities = (system.len() + position.len()) as u64;
                pulse::step(100 * inequalities);
                pulse::room(size_of::<Linear>() as u64 * inequalities);
                terms.push(Term {
                    system: system.clone(),
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
    clause: &MoveClause,
    option: &mut Cases<'_>,
    work: &mut u64,
) -> Option<Digits> {
    let mut code = code;
    // A name stands for what it was given.
    while let Code::Slot(slot) = code {
        let named = clause.steps.iter().find_map(|step| match step {
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
        Code::Binary(Operator::BitOr, pair, _) if pair.contains(&own) => Digits::Stay,
        Code::Binary(Operator::Xor, pair, _) if pair.contains(&own) => {
            let other = &pair[usize::from(pair[0] == own)];
            Digits::StayIfAdded(option.linear(other, work)?)
        }
        _ => Digits::Other,
    })
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

/// What no quantity falls below: any bound would do.
const BOUND: i128 = 1 << 64;

/// From so many coordinates on, only single ones and differences of two are tried.
const MANY: usize = 4;

impl Quantity {
    /// All that are tried, the plainest first.
    fn all(arity: usize) -> Vec<Quantity> {
        let mut all: Vec<Quantity> = (0..arity)
            .flat_map(|place| {
                [
                    Quantity::Difference(vec![place], vec![]),
                    Quantity::Difference(vec![], vec![place]),
                    Quantity::Zeros(place),
                ]
            })
            .collect();
        let signs = |sum: Vec<usize>, less: Vec<usize>| Quantity::Difference(sum, less);
        if arity > MANY {
            all.push(signs((0..arity).collect(), vec![]));
            for one in 0..arity {
                let others = (0..arity).filter(|&other| other != one);
                all.extend(others.map(|other| signs(vec![one], vec![other])));
            }
            return all;
        }
        for number in 1..3usize.pow(arity as u32) {
            let sign = |place: usize| number / 3usize.pow(place as u32) % 3;
            let those = |wanted| (0..arity).filter(|&place| sign(place) == wanted).collect();
            let (sum, less): (Vec<usize>, Vec<usize>) = (those(1), those(2));
            if sum.len() + less.len() > 1 {
                all.push(signs(sum, less));
            }
        }
        all
    }

    /// How much it is larger after a move than before, where that is a linear form that tells whether it is.
    fn grown(&self, term: &Term) -> Option<Linear> {
        let grown = |place: usize| term.coordinates[place].minus(&Linear::variable(place));
        match self {
            Quantity::Difference(sum, less) => {
                let mut all = Linear::number(0);
                for &place in sum {
                    all = all.plus(&grown(place)?, 1)?;
                }
                for &place in less {
                    all = all.plus(&grown(place)?, -1)?;
                }
                Some(all)
            }
            Quantity::Weighted(by) => {
                let mut places = by.iter().enumerate();
                places.try_fold(Linear::number(0), |all, (place, &by)| {
                    all.plus(&grown(place)?, by.into())
                })
            }
            // A number with more ones beside those that it had is larger.
            Quantity::Zeros(place) => grown(*place)?.times(-1),
        }
    }

    /// Whether no move makes it larger, and it has a bound wherever one makes it smaller.
    fn is_kept(&self, term: &Term, work: &mut u64) -> bool {
        match self {
            Quantity::Difference(sum, less) => {
                let grown = self.grown(term);
                let mut fallen = term.system.clone();
                fallen.extend(grown.as_ref().and_then(|grown| {
                    // It falls by 1 at least.
                    Linear::number(-1).minus(grown)
                }));
                let mut after = Some(Linear::number(0));
                for &place in sum {
                    after = after.and_then(|all| all.plus(&term.coordinates[place], 1));
                }
                for &place in less {
                    after = after.and_then(|all| all.plus(&term.coordinates[place], -1));
                }
                let below = after.and_then(|after| Linear::number(-BOUND - 1).minus(&after));
                contradicts(&term.system, grown, 1, work) && contradicts(&fallen, below, 0, work)
            }
            // No coordinate falls below 0.
            Quantity::Weighted(_) => contradicts(&term.system, self.grown(term), 1, work),
            Quantity::Zeros(place) => match &term.digits[*place] {
                Digits::Stay => true,
                Digits::StayIfAdded(added) => {
                    // More would be wanted than is there.
                    let grown = term.coordinates[*place].minus(&Linear::variable(*place));
                    let short = grown.and_then(|grown| added.minus(&grown));
                    contradicts(&term.system, short, 1, work)
                }
                Digits::Other => false,
            },
        }
    }
}

/// Quantities one after another, none of which a move makes larger before one earlier has become smaller, and each with a bound.
fn bounded(mut terms: Vec<Term>, arity: usize, work: &mut u64) -> Option<Vec<Quantity>> {
    let mut order: Vec<Quantity> = Vec::new();
    let all = Quantity::all(arity);
    // One that falls with every move tells more than several.
    let alone = all.iter().find(|quantity| {
        let mut all = terms.iter();
        all.all(|term| {
            quantity.is_kept(term, work) && contradicts(&term.system, quantity.grown(term), 0, work)
        })
    });
    if let Some(alone) = alone {
        return Some(vec![alone.clone()]);
    }
    while !terms.is_empty() {
        let falls = |quantity: &Quantity, work: &mut u64| {
            terms.iter().all(|term| quantity.is_kept(term, work))
                && terms
                    .iter()
                    .any(|term| contradicts(&term.system, quantity.grown(term), 0, work))
        };
        let next = all
            .iter()
            .filter(|quantity| !order.contains(quantity))
            .find(|quantity| falls(quantity, work))?;
        terms.retain_mut(|term| {
            term.system.extend(next.grown(term));
            !impossible(&term.system, work)
        });
        order.push(next.clone());
    }
    Some(order)
}

/// A sum of coordinates, each times a small number, that every move makes smaller.
fn weighted(terms: &[Term], arity: usize, work: &mut u64) -> Option<Quantity> {
    // By the number of coordinates, the largest that one is multiplied by.
    let most: u32 = match arity {
        2 => 8,
        3 => 5,
        4 => 3,
        _ => return None,
    };
    let number = |all: u32, place: usize| all / most.pow(place as u32) % most + 1;
    let mut all: Vec<Vec<u32>> = (0..most.pow(arity as u32))
        .map(|all| (0..arity).map(|place| number(all, place)).collect())
        .collect();
    all.sort_by_key(|by: &Vec<u32>| (by.iter().sum::<u32>(), std::cmp::Reverse(by[0])));
    // A term at which the last trial failed is asked first: most fail there too.
    let mut order: Vec<usize> = (0..terms.len()).collect();
    all.into_iter().map(Quantity::Weighted).find(|quantity| {
        let falls = |&place: &usize| {
            let term = &terms[place];
            contradicts(&term.system, quantity.grown(term), 0, work)
        };
        match order.iter().map(falls).position(|falls| !falls) {
            Some(place) => {
                order.swap(0, place);
                false
            }
            None => true,
        }
    })
}

impl std::fmt::Display for Quantity {
    /// As a sum or a difference of the coordinates `x1`, `x2`, …; `zeros(x1)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Quantity::Difference(sum, less) => {
                for (place, coordinate) in sum.iter().enumerate() {
                    let sign = if place > 0 { "+" } else { "" };
                    write!(f, "{sign}x{}", coordinate + 1)?;
                }
                less.iter()
                    .try_for_each(|coordinate| write!(f, "-x{}", coordinate + 1))
            }
            Quantity::Weighted(by) => {
                for (place, by) in by.iter().enumerate() {
                    let sign = if place > 0 { "+" } else { "" };
                    match by {
                        1 => write!(f, "{sign}x{}", place + 1)?,
                        by => write!(f, "{sign}{by}*x{}", place + 1)?,
                    }
                }
                Ok(())
            }
            Quantity::Zeros(coordinate) => write!(f, "zeros(x{})", coordinate + 1),
        }
    }
}

#[cfg(test)]
mod tests;
