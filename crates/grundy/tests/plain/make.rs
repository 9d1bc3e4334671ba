//! Rules by chance: jumps to roots, logarithms, digits, quotients and remainders, takes of them, and plain takes beside them, with
//! guards of the same kind.

use super::{Call, Clause, Number, Operation, Plain, Run, Test};

/// Who chooses.
pub(crate) trait Choose {
    /// A number below the bound, which is not 0.
    fn below(&mut self, bound: u32) -> u32;
}

/// The same choices for the same seed.
#[derive(Clone, Debug)]
pub(crate) struct Seeded(pub(crate) u64);

impl Choose for Seeded {
    fn below(&mut self, bound: u32) -> u32 {
        // splitmix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) >> 33) as u32 % bound
    }
}

/// Choices by bytes; 0 where there are no more.
#[derive(Clone, Debug)]
pub(crate) struct Bytes<'b>(pub(crate) &'b [u8]);

impl Choose for Bytes<'_> {
    fn below(&mut self, bound: u32) -> u32 {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        u32::from(*first) % bound
    }
}

fn constant(number: u32) -> Number {
    Number::Constant(number.into())
}

fn of(operation: Operation, a: Number, b: Number) -> Number {
    Number::Of(operation, Box::new([a, b]))
}

/// A rule of one or two coordinates.
pub(crate) fn made(choose: &mut dyn Choose, arity: usize) -> Plain {
    let clauses = 1 + choose.below(3);
    Plain {
        arity,
        clauses: (0..clauses).map(|_| clause(choose, arity)).collect(),
    }
}

const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

fn clause(choose: &mut dyn Choose, arity: usize) -> Clause {
    let mut made = if arity == 1 {
        heap(choose)
    } else {
        pair(choose)
    };
    let names = arity as u32 + made.runs.len() as u32;
    for _ in 0..choose.below(4).saturating_sub(1) {
        let (left, right) = (number(choose, names, 2), number(choose, names, 1));
        let compared = COMPARISONS[choose.below(6) as usize];
        made.tests.push(Test(left, compared, right));
    }
    made
}

/// What a number runs through: one number, up to one, down from one, or a set.
fn run(choose: &mut dyn Choose, names: u32) -> Run {
    let told = number(choose, names, 2);
    match choose.below(6) {
        0 | 1 => Run::Through(constant(choose.below(3)), told),
        2 => Run::Through(told, number(choose, names, 2)),
        3 => Run::Among(
            (0..1 + choose.below(3))
                .map(|_| choose.below(12).into())
                .collect(),
        ),
        _ => Run::Is(told),
    }
}

fn heap(choose: &mut dyn Choose) -> Clause {
    let (n, k) = (|| Number::Name(0), || Number::Name(1));
    let take = of(Operation::Subtract, n(), k());
    let (positive, less) = (Test(k(), ">", constant(0)), Test(k(), "<", n()));
    let first = run(choose, 1);
    match choose.below(8) {
        // A jump to a number.
        0..=3 => Clause {
            runs: vec![first],
            tests: vec![less],
            sum: vec![vec![k()]],
        },
        4 | 5 => Clause {
            runs: vec![first],
            tests: vec![positive],
            sum: vec![vec![take]],
        },
        6 => {
            let few = (0..1 + choose.below(3)).map(|_| (1 + choose.below(6)).into());
            Clause {
                runs: vec![Run::Among(few.collect())],
                tests: Vec::new(),
                sum: vec![vec![take]],
            }
        }
        // Two heaps.
        _ => Clause {
            runs: vec![first],
            tests: vec![positive, less],
            sum: vec![
                vec![k()],
                match choose.below(3) {
                    0 => vec![take],
                    1 => vec![of(Operation::Divide, n(), constant(2 + choose.below(3)))],
                    _ => vec![of(Operation::Subtract, n(), constant(1 + choose.below(3)))],
                },
            ],
        },
    }
}

fn pair(choose: &mut dyn Choose) -> Clause {
    let name = Number::Name;
    let (k, j) = (|| name(2), || name(3));
    let own = choose.below(2) as usize;
    let first = run(choose, 2);
    let apart = |one: Number| {
        let mut place = vec![name(0), name(1)];
        place[own] = one;
        place
    };
    match choose.below(5) {
        0 | 1 => Clause {
            runs: vec![first],
            tests: vec![Test(k(), "<", name(own))],
            sum: vec![apart(k())],
        },
        2 => Clause {
            runs: vec![first],
            tests: vec![Test(k(), ">", constant(0))],
            sum: vec![apart(of(Operation::Subtract, name(own), k()))],
        },
        3 => Clause {
            runs: vec![first],
            tests: vec![Test(k(), ">", constant(0))],
            sum: vec![
                (0..2)
                    .map(|place| of(Operation::Subtract, name(place), k()))
                    .collect(),
            ],
        },
        _ => {
            let second = Run::Is(number(choose, 3, 2));
            let both = |a: Number, b: Number| of(Operation::Add, a, b);
            Clause {
                runs: vec![first, second],
                tests: vec![Test(both(k(), j()), "<", both(name(0), name(1)))],
                sum: vec![vec![k(), j()]],
            }
        }
    }
}

/// A number of these names, so deep.
fn number(choose: &mut dyn Choose, names: u32, depth: u32) -> Number {
    if depth == 0 || choose.below(6) == 0 {
        return match choose.below(3) {
            0 => constant(choose.below(11)),
            _ => Number::Name(choose.below(names) as usize),
        };
    }
    let inner = |choose: &mut dyn Choose| number(choose, names, depth - 1);
    let small = |choose: &mut dyn Choose| constant(2 + choose.below(9));
    let call = |call, part| Number::Call(call, vec![part]);
    match choose.below(24) {
        0..=3 => call(Call::Sqrt, inner(choose)),
        4 | 5 => call(Call::BitLength, inner(choose)),
        6 => call(Call::Popcount, inner(choose)),
        7 => call(Call::DigitSum, inner(choose)),
        8 => {
            let part = inner(choose);
            Number::Call(Call::DigitSum, vec![part, small(choose)])
        }
        9..=12 => of(Operation::Divide, inner(choose), small(choose)),
        13 => of(
            Operation::Right,
            inner(choose),
            constant(1 + choose.below(4)),
        ),
        14 => of(
            Operation::Left,
            inner(choose),
            constant(1 + choose.below(2)),
        ),
        15 => of(Operation::Rest, inner(choose), small(choose)),
        16 => {
            let pair = vec![inner(choose), inner(choose)];
            Number::Call(Call::Gcd, pair)
        }
        17 => Number::Call(Call::Min, vec![inner(choose), inner(choose)]),
        18 => Number::Call(Call::Max, vec![inner(choose), inner(choose)]),
        19 => {
            let operation = [Operation::And, Operation::Or, Operation::Xor];
            let operation = operation[choose.below(3) as usize];
            of(operation, inner(choose), inner(choose))
        }
        20 => of(Operation::Add, inner(choose), inner(choose)),
        21 => {
            let apart = of(Operation::Subtract, inner(choose), inner(choose));
            call(Call::Abs, apart)
        }
        22 => of(
            Operation::Power,
            inner(choose),
            constant(2 + choose.below(2)),
        ),
        _ => of(Operation::Multiply, inner(choose), inner(choose)),
    }
}
