//! Rules whose options look back at most w heaps, whatever else they say: the last w values and the remainder of n by some m
//! tell the next value, so a window of w values that comes back at a distance that m divides comes back for ever.
//!
//! Whether a rule is of this kind is read off its expressions, each of which is followed as s·n + f: s is a constant and
//! f depends on nothing of n but its remainder by m, from some heap on.

use crate::rule::Rule;
use crate::rule::code::Code;
use crate::rule::step::Step;
use crate::rule::syntax::{Comparison, Function, Operator};

/// What the options of a rule look back at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// How many heaps.
    pub(super) most: u64,
    /// The number by which the remainder of the heap matters.
    pub(super) modulus: u64,
    /// From this heap on.
    pub(super) from: u64,
}

/// s·n + f with f from `low` to `high`, from the heap `from` on.
#[derive(Clone, Copy, Debug)]
struct Shape {
    slope: i64,
    low: i64,
    high: i64,
    modulus: u64,
    from: u64,
}

/// Larger numbers are not followed.
const MOST: i64 = 1 << 32;
const MOST_MODULUS: u64 = 1 << 20;

impl Shape {
    fn constant(low: i64, high: i64) -> Option<Shape> {
        let small = low.abs() <= MOST && high.abs() <= MOST;
        (small && low <= high).then_some(Shape {
            slope: 0,
            low,
            high,
            modulus: 1,
            from: 0,
        })
    }

    /// The shape with the conditions on n of all `others` added; `None` where they contradict one another.
    fn joined(mut self, others: &[Shape]) -> Option<Shape> {
        for other in others {
            self.modulus = common(self.modulus, other.modulus)?;
            self.from = self.from.max(other.from);
        }
        Some(self)
    }

    fn flat(&self) -> Option<Shape> {
        (self.slope == 0).then_some(*self)
    }
}

fn common(a: u64, b: u64) -> Option<u64> {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    (a / x.max(1))
        .checked_mul(b)
        .filter(|&it| it <= MOST_MODULUS)
}

/// The window of a rule of one coordinate, if it has one.
pub(super) fn window(rule: &Rule) -> Option<Window> {
    let program = rule.program();
    if program.arity != 1 {
        return None;
    }
    let mut all = Shape::constant(0, 0)?;
    let mut most = 0;
    for clause in &program.values {
        if let [Some(number)] = clause.fixed[..] {
            all.from = all.from.max(u64::try_from(number).unwrap_or(0) + 1);
            continue;
        }
        let mut slots = slots(rule);
        all = steps(rule, &clause.steps, &mut slots, all)?;
        let value = shape(&clause.value, &slots, rule)?.flat()?;
        all = all.joined(&[value])?;
    }
    for clause in &program.moves {
        if let [Some(number)] = clause.fixed[..] {
            all.from = all.from.max(u64::try_from(number).unwrap_or(0) + 1);
            continue;
        }
        let mut slots = slots(rule);
        all = steps(rule, &clause.steps, &mut slots, all)?;
        for term in clause.options.iter().flatten() {
            let [code] = &term[..] else { return None };
            let left = shape(code, &slots, rule)?;
            all = all.joined(&[left])?;
            match left.slope {
                // A heap of its own: below every heap that is larger.
                0 => all.from = all.from.max(u64::try_from(left.high).unwrap_or(0) + 1),
                1 if left.high < 0 => most = most.max(left.low.unsigned_abs()),
                _ => return None,
            }
        }
    }
    Some(Window {
        most,
        modulus: all.modulus,
        from: all.from.max(most),
    })
}

fn slots(rule: &Rule) -> Vec<Option<Shape>> {
    let mut slots = vec![None; rule.program().slots.max(1)];
    slots[0] = Some(Shape {
        slope: 1,
        low: 0,
        high: 0,
        modulus: 1,
        from: 0,
    });
    slots
}

/// Follows generators and guards; what they ask of n is joined to `all`.
fn steps(
    rule: &Rule,
    steps: &[Step],
    slots: &mut [Option<Shape>],
    mut all: Shape,
) -> Option<Shape> {
    for step in steps {
        let made = match step {
            Step::Guard(condition) => shape(condition, slots, rule)?.flat()?,
            Step::Let(_, code) => shape(code, slots, rule)?,
            Step::Range(_, from, to) => {
                let (from, to) = (shape(from, slots, rule)?, shape(to, slots, rule)?);
                if from.slope != to.slope {
                    return None;
                }
                Shape {
                    high: to.high.max(from.low),
                    ..from
                }
                .joined(&[to])?
            }
            Step::Open(..) => return None,
            Step::Set(_, elements) => {
                let elements = elements.iter().map(|element| shape(element, slots, rule));
                union(&elements.collect::<Option<Vec<Shape>>>()?)?
            }
            Step::Array(_, array) => {
                let numbers = rule.program().arrays.get(*array)?;
                let low = numbers.iter().min().copied().unwrap_or(0);
                Shape::constant(low, numbers.iter().max().copied().unwrap_or(0))?
            }
            Step::Numbers(_, _, code) => {
                let of = shape(code, slots, rule)?.flat()?;
                Shape::constant(1, of.high.max(1))?.joined(&[of])?
            }
        };
        all = all.joined(&[made])?;
        if let Some(slot) = step.slot() {
            *slots.get_mut(slot)? = Some(made);
        }
    }
    Some(all)
}

/// What holds all of these; their slopes must be the same.
fn union(shapes: &[Shape]) -> Option<Shape> {
    let Some(first) = shapes.first() else {
        return Shape::constant(0, 0);
    };
    let same = shapes.iter().all(|shape| shape.slope == first.slope);
    let all = Shape {
        low: shapes.iter().map(|shape| shape.low).min()?,
        high: shapes.iter().map(|shape| shape.high).max()?,
        ..*first
    };
    all.joined(shapes).filter(|_| same)
}

fn shape(code: &Code, slots: &[Option<Shape>], rule: &Rule) -> Option<Shape> {
    let found = match code {
        Code::Number(number) => Shape::constant(*number, *number)?,
        Code::Slot(slot) => (*slots.get(*slot)?)?,
        Code::Not(part) => shape(part, slots, rule)?.flat()?,
        Code::Compare(comparison, pair) => compared(
            *comparison,
            shape(&pair[0], slots, rule)?,
            shape(&pair[1], slots, rule)?,
        )?,
        Code::Binary(operator, pair, _) => binary(
            *operator,
            shape(&pair[0], slots, rule)?,
            shape(&pair[1], slots, rule)?,
        )?,
        Code::Call(function, parts, _) => {
            let parts = parts.iter().map(|part| shape(part, slots, rule));
            called(*function, &parts.collect::<Option<Vec<Shape>>>()?)?
        }
        Code::Of(..) | Code::Length(_) | Code::Fold(_) => return None,
        Code::Element(array, index, _) => {
            let index = shape(index, slots, rule)?.flat()?;
            let numbers = rule.program().arrays.get(*array)?;
            let low = numbers.iter().min().copied().unwrap_or(0);
            let high = numbers.iter().max().copied().unwrap_or(0);
            Shape::constant(low, high)?.joined(&[index])?
        }
    };
    let small = found.low.abs() <= MOST && found.high.abs() <= MOST && found.slope.abs() <= MOST;
    small.then_some(found)
}

/// From which heap on a shape of the greater slope is above the other.
fn above(a: Shape, b: Shape) -> u64 {
    let apart = [a.low, a.high, b.low, b.high].map(i64::unsigned_abs);
    let apart = apart.iter().sum::<u64>() + 1;
    apart.max(a.from).max(b.from)
}

/// A condition depends on the remainder of n where the slopes are the same; otherwise it is settled from some heap on.
fn compared(comparison: Comparison, a: Shape, b: Shape) -> Option<Shape> {
    if a.slope == b.slope {
        return Shape::constant(0, 1)?.joined(&[a, b]);
    }
    let holds = i64::from(comparison.holds(a.slope, b.slope));
    let settled = Shape::constant(holds, holds)?;
    Some(Shape {
        from: above(a, b),
        ..settled
    })
}

fn binary(operator: Operator, a: Shape, b: Shape) -> Option<Shape> {
    let both = |slope: i64, low: i64, high: i64| {
        Shape {
            slope,
            ..Shape::constant(low, high)?
        }
        .joined(&[a, b])
    };
    let flat = a.slope == 0 && b.slope == 0;
    let natural = flat && a.low >= 0 && b.low >= 0;
    match operator {
        Operator::Add => both(a.slope + b.slope, a.low + b.low, a.high + b.high),
        Operator::Subtract => both(a.slope - b.slope, a.low - b.high, a.high - b.low),
        Operator::And | Operator::Or if flat => both(0, 0, 1),
        Operator::Multiply if flat => {
            let products = [
                (a.low, b.low),
                (a.low, b.high),
                (a.high, b.low),
                (a.high, b.high),
            ];
            let products = products.map(|(a, b)| a.checked_mul(b));
            let products: Option<Vec<i64>> = products.into_iter().collect();
            let products = products?;
            both(0, *products.iter().min()?, *products.iter().max()?)
        }
        Operator::Divide if natural && b.low >= 1 => both(0, a.low / b.high, a.high / b.low),
        Operator::Remainder if b.slope == 0 && b.low == b.high && b.low >= 1 => {
            let modulus = u64::try_from(b.low).ok()?;
            let rest = Shape::constant(0, b.low - 1)?.joined(&[a, b])?;
            // Without n in it there is nothing of n to take the remainder of.
            let modulus = if a.slope == 0 { 1 } else { modulus };
            Some(Shape {
                modulus: common(rest.modulus, modulus)?,
                ..rest
            })
        }
        Operator::BitAnd | Operator::BitOr | Operator::Xor if natural => {
            let bits = 64 - a.high.max(b.high).leading_zeros();
            both(0, 0, (1i64 << bits.min(40)) - 1)
        }
        Operator::Power if natural => {
            let power = |a: i64, b: i64| a.checked_pow(u32::try_from(b).ok()?);
            let high = power(a.high.max(1), b.high)?;
            both(
                0,
                power(a.low, b.high).unwrap_or(0).min(power(a.low, b.low)?),
                high,
            )
        }
        _ => None,
    }
}

fn called(function: Function, parts: &[Shape]) -> Option<Shape> {
    let least = parts.iter().map(|part| part.slope).min()?;
    let steepest = parts.iter().map(|part| part.slope).max()?;
    if least != steepest {
        // From some heap on the slope decides.
        let slope = match function {
            Function::Min => least,
            Function::Max => steepest,
            _ => return None,
        };
        let chosen = parts.iter().filter(|part| part.slope == slope).copied();
        let chosen: Vec<Shape> = chosen.collect();
        let settled = parts
            .iter()
            .flat_map(|&a| parts.iter().map(move |&b| above(a, b)));
        let from = settled.max()?;
        let mut kept = called(function, &chosen)?.joined(parts)?;
        kept.from = kept.from.max(from);
        return Some(kept);
    }
    let lows = parts.iter().map(|part| part.low);
    let highs = parts.iter().map(|part| part.high);
    let (low, high) = match function {
        Function::Min => (lows.min()?, highs.min()?),
        Function::Max => (lows.max()?, highs.max()?),
        _ if least != 0 => return None,
        Function::Abs => (0, lows.map(i64::abs).chain(highs.map(i64::abs)).max()?),
        Function::Popcount
        | Function::BitLength
        | Function::Valuation
        | Function::Log
        | Function::Omega
        | Function::BigOmega => (0, 64),
        Function::IsPrime => (0, 1),
        Function::Sqrt | Function::DigitSum | Function::Zeckendorf | Function::NumDiv => {
            (0, highs.max()?.max(0))
        }
        Function::Gcd => (0, lows.map(i64::abs).chain(highs.map(i64::abs)).max()?),
    };
    Shape {
        slope: least,
        ..Shape::constant(low, high)?
    }
    .joined(parts)
}
