//! What falls although no coordinate does, and has a bound: differences of coordinates, sums in which each has a weight, and the zeros among
//! the binary digits of one.

use super::{Digits, Term, contradicts, may_stay};
use crate::rule::linear::Linear;

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

    /// Whether a move makes it larger by a number that is told.
    fn plainly_grows(&self, term: &Term) -> bool {
        let grown = self.grown(term);
        grown.is_some_and(|grown| grown.constant().is_some_and(|by| by > 0))
    }

    /// Whether no move makes it larger, and it has a bound wherever one makes it smaller.
    fn is_kept(&self, term: &Term, work: &mut u64) -> bool {
        match self {
            Quantity::Difference(sum, less) => {
                let grown = self.grown(term);
                let mut fallen = term.system.to_vec();
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
                Digits::StayIfApart(both) => contradicts(&term.system, Some(both.clone()), 1, work),
                Digits::Other => false,
            },
        }
    }
}

/// Quantities one after another, none of which a move makes larger before one earlier has become smaller, and each with a bound.
pub(super) fn bounded(mut terms: Vec<Term>, arity: usize, work: &mut u64) -> Option<Vec<Quantity>> {
    let mut order: Vec<Quantity> = Vec::new();
    let mut all = Quantity::all(arity);
    // One that falls with every move tells more than several.
    let alone = all.iter().find(|quantity| {
        if terms.iter().any(|term| quantity.plainly_grows(term)) {
            return false;
        }
        let mut all = terms.iter();
        all.all(|term| {
            quantity.is_kept(term, work) && contradicts(&term.system, quantity.grown(term), 0, work)
        })
    });
    if let Some(alone) = alone {
        return Some(vec![alone.clone()]);
    }
    while !terms.is_empty() {
        all.retain(|quantity| !order.contains(quantity));
        let falls = |quantity: &Quantity, work: &mut u64| {
            if terms.iter().any(|term| quantity.plainly_grows(term)) {
                return false;
            }
            terms.iter().all(|term| quantity.is_kept(term, work))
                && terms
                    .iter()
                    .any(|term| contradicts(&term.system, quantity.grown(term), 0, work))
        };
        let next = all.iter().find(|quantity| falls(quantity, work))?;
        terms.retain_mut(|term| {
            let grown = next.grown(term);
            may_stay(term, grown, work)
        });
        order.push(next.clone());
    }
    Some(order)
}

/// A sum of coordinates, each times a small number, that every move makes smaller.
pub(super) fn weighted(terms: &[Term], arity: usize, work: &mut u64) -> Option<Quantity> {
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
