//! Quotients that need not be finite: outcomes of all sums of some letters, told by a monoid and linear conditions.
//!
//! Where the quotient of some letters is infinite no finite monoid tells who wins. 0.3122 has such a quotient already with the heap of 7
//! (M. Weimerskirch, *On infinite indistinguishability quotient semigroups*, Games of No Chance 4): sums of heaps of 5 and 7 are decided by
//! which there are more of. So a [`SemilinearQuotient`] keeps the exponents of a few letters, a, b, …, besides an element f of a finite monoid F: the
//! sum goes to F × N^k, and P is told by a **law**, which looks at f, at exponents up to a bound and beyond at their remainders, and at
//! differences such as a − b up to a bound and beyond at their signs. Such a set is *semilinear*.
//!
//! A law is read from outcomes in a box (`recognise.rs`), and then proved (`verify.rs`): all sums fall into finitely many cases
//! (`shape.rs`), and each is decided exactly. So outcomes are right for every sum of the letters, however long.
//!
//! # Why a quotient is infinite
//!
//! Let a letter A count for exponent i, and m be the period of a law. Let v be a vector of exponents and d one with dᵢ > 0 such that
//! each form either vanishes on d, or is above the clip on v and has the same sign on d: then v + t·m·d has the state of v for all
//! t ≥ 0. Let s∞ be the state of v + s·m·1ᵢ for all great s. It is that of v + t·m·d + s·m·1ᵢ too for each t and all great s: a form that
//! 1ᵢ does not change is the same on v + t·m·d as on v or above the clip with its sign, and any other is above the clip in the end, with the
//! sign that 1ᵢ gives it. If now some f is in P in one of the states of v and s∞ and not in the other, no two powers of A are equivalent.
//!
//! For if Aˣ ~ Aˣ⁺ʸ with y > 0, then Aᶻ ~ Aᶻ⁺ⁿʸ for all z ≥ x and n ≥ 0. Take t so great that exponent i of u = v + t·m·d is at
//! least x: then (f, u) and (f, u + n·m·y·1ᵢ) are both in P or both not, for all n. But the former has the state of v, and for great n the
//! latter has s∞.

mod finite;
mod frame;
mod law;
mod recognise;
mod search;
mod shape;
mod verify;

use grundy_number::Natural;

use super::letters::Letters;
use super::quotient::{Element, MisereQuotient};
use super::{Builder, Limits, Stopped};
use crate::quotient::Outcome;

use frame::{Frame, Place};
use law::Law;
use recognise::Found;
use shape::{Form, MOST, Shape, Vector};

/// Who wins sums of some letters, by a finite monoid and linear conditions on the exponents of a few of them: proved.
///
/// ```
/// use grundy_engine::misere::{Builder, Heaps, Limits, SemilinearQuotient};
/// use grundy_engine::quotient::Outcome;
/// let heaps = Heaps::new("0.3122".parse().unwrap(), 8);
/// let mut builder = Builder::new(heaps);
/// let mut limits = Limits { order: 300, meter: None };
/// while let Ok(true) = builder.advance(&mut limits) {}
/// assert_eq!(builder.quotient().letters(), 7);
/// let quotient = SemilinearQuotient::recognised(&builder, &mut limits).unwrap().unwrap();
/// assert_eq!((quotient.letters(), quotient.free()), (8, vec![7, 5]));
/// assert_eq!(quotient.distinct_powers(), Some(7));
/// // 10^30 + 2 heaps of 7 and one more or one fewer heap of 5.
/// let sevens = grundy_number::Natural::from(10u8).pow(30) + 2u8;
/// let with = |fives| [(7, sevens.clone()), (5, fives)];
/// assert_eq!(quotient.outcome(&with(&sevens + 1u8)), Some(Outcome::P));
/// assert_eq!(quotient.outcome(&with(&sevens - 1u8)), Some(Outcome::N));
/// ```
#[derive(Clone, Debug)]
pub struct SemilinearQuotient {
    frame: Frame,
    law: Law,
    states: usize,
    distinct: Option<usize>,
}

/// What is seen of an exponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// It is this.
    Is(u32),
    /// It is beyond what matters exactly, with this remainder.
    Beyond(u32),
}

/// A case of exponents, and who wins there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// By exponent: what is seen of it.
    pub exponents: Vec<Seen>,
    /// By difference: what it is; where it is one more than the greatest that matters exactly, or less than its opposite by one, that or beyond.
    pub differences: Vec<i64>,
    /// The elements of F with which the sum is in P, rising.
    pub in_p: Vec<u32>,
}

/// A case in which great exponents make a sum P.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Far {
    /// By exponent: its remainder.
    pub remainders: Vec<u32>,
    /// By difference: what it is; where it is one more than the greatest that matters exactly, or less than its opposite by one, that or beyond.
    pub differences: Vec<i64>,
}

impl SemilinearQuotient {
    /// That of the letters of a builder and of the one behind them, at which it stopped, if a law is found and proved.
    ///
    /// # Errors
    /// [`Stopped`]: what is spent.
    pub fn recognised<L: Letters + Clone>(
        builder: &Builder<L>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<SemilinearQuotient>, Stopped> {
        SemilinearQuotient::of(builder.quotient(), &mut builder.letters().clone(), limits)
    }

    /// That of the letters of a quotient and of the one behind them.
    pub(super) fn of(
        quotient: &MisereQuotient,
        letters: &mut impl Letters,
        limits: &mut Limits<'_>,
    ) -> Result<Option<SemilinearQuotient>, Stopped> {
        if quotient.letters() >= letters.count() {
            return Ok(None);
        }
        let found = recognise::found(quotient, letters, limits)?;
        Ok(
            found.map(|Found { frame, law, states }| SemilinearQuotient {
                distinct: distinct(&frame, &law),
                frame,
                law,
                states,
            }),
        )
    }

    /// How many letters it covers.
    pub fn letters(&self) -> usize {
        self.frame.sorts_of.len()
    }

    /// Who wins a sum of letters with exponents; nothing if it does not cover one of them.
    pub fn outcome(&self, sum: &[(usize, Natural)]) -> Option<Outcome> {
        let (f, exponents) = self.value(sum)?;
        match self.law.is_p(f, &exponents)? {
            true => Some(Outcome::P),
            false => Some(Outcome::N),
        }
    }

    /// Where a sum goes.
    fn value(&self, sum: &[(usize, Natural)]) -> Option<(u32, [Natural; MOST])> {
        let mut f = 0;
        let mut exponents = [Natural::ZERO; MOST];
        for (letter, exponent) in sum {
            let letter = (*letter < self.letters()).then_some(*letter as u32)?;
            match self.frame.place(letter) {
                None => {}
                Some(Place::Free(free)) => exponents[free] += exponent,
                Some(Place::Finite(value)) => {
                    f = self.frame.product(f, self.frame.power(value, exponent));
                }
            }
        }
        Some((f, exponents))
    }

    /// How many elements the finite part has, F.
    pub fn finite_order(&self) -> usize {
        self.frame.finite.order()
    }

    /// The first letter of each exponent that it looks at.
    pub fn free(&self) -> Vec<u32> {
        let exponents = 0..self.frame.exponents;
        exponents.map(|free| self.frame.free(free)).collect()
    }

    /// A letter no two of whose powers are equivalent, so that the quotient is infinite: where the law shows one.
    pub fn distinct_powers(&self) -> Option<u32> {
        self.distinct.map(|free| self.frame.free(free))
    }

    /// Whether the quotient is shown to be infinite.
    pub fn is_infinite(&self) -> bool {
        self.distinct.is_some()
    }

    /// Whether the quotient is shown to be finite: no difference of exponents matters, so that a sum is told by an element of F, and by each
    /// exponent up to the clip or its remainder.
    pub fn is_finite(&self) -> bool {
        self.law.shape.forms.is_empty()
    }

    /// Up to which number exponents and differences matter exactly, and by which number remainders of greater exponents do.
    pub fn clip_and_period(&self) -> (u32, u32) {
        (self.law.shape.clip, self.law.shape.period)
    }

    /// The differences that it looks at, p·x − q·y: (p, the letter of x) and (q, the letter of y).
    pub fn differences(&self) -> Vec<[(u32, u32); 2]> {
        let forms = self.law.shape.forms.iter();
        let of = |(place, times): (usize, u32)| (times, self.frame.free(place));
        forms.map(|form| [of(form.plus), of(form.minus)]).collect()
    }

    /// The cases of great exponents in which they make a sum P; nothing if it does not cover a letter of the sum.
    pub fn far(&self, sum: &[(usize, Natural)]) -> Option<Vec<Far>> {
        let (f, _) = self.value(sum)?;
        let far = self.outcomes().into_iter().filter_map(|case| {
            let remainders = case.exponents.iter().map(|seen| match seen {
                Seen::Is(_) => None,
                Seen::Beyond(remainder) => Some(*remainder),
            });
            Some(Far {
                remainders: remainders.collect::<Option<_>>()?,
                differences: case.in_p.contains(&f).then_some(case.differences)?,
            })
        });
        Some(far.collect())
    }

    /// All cases of exponents with who wins there: what P is.
    pub fn outcomes(&self) -> Vec<Case> {
        let shape = &self.law.shape;
        let clip = i64::from(shape.clip);
        let vectors = verify::representatives(shape);
        let cases = vectors.iter().filter_map(|vector| {
            let row = self.law.row(vector)?;
            let exponents =
                vector[..shape.exponents]
                    .iter()
                    .map(|&exponent| match exponent <= clip {
                        true => Seen::Is(exponent as u32),
                        false => Seen::Beyond((exponent % i64::from(shape.period)) as u32),
                    });
            let differences = shape.forms.iter().map(|form| form.of(vector));
            let elements = 0..self.finite_order() as u32;
            Some(Case {
                exponents: exponents.collect(),
                differences: differences
                    .map(|difference| difference.clamp(-clip - 1, clip + 1))
                    .collect(),
                in_p: elements.filter(|&f| super::bits::has(row, f)).collect(),
            })
        });
        cases.collect()
    }

    /// How many cases of exponents it tells apart.
    pub fn states(&self) -> usize {
        self.law.rows.len()
    }

    /// The finite part F, with the letters that generate it; of P it knows nothing.
    pub fn finite(&self) -> MisereQuotient {
        let finite = self.frame.finite.clone();
        let nothing = vec![false; finite.order()];
        let first = |&sort: &u32| self.frame.sorts[sort as usize].first;
        let mut finite = MisereQuotient::of(finite, nothing);
        finite.generators = self.frame.generators.iter().map(first).collect();
        finite
    }

    /// Where a letter that it covers goes: to an element of F, or it counts for an exponent.
    pub fn place(&self, letter: usize) -> Option<Result<Element, usize>> {
        let letter = (letter < self.letters()).then_some(letter as u32)?;
        Some(match self.frame.place(letter) {
            None => Ok(Element::ONE),
            Some(Place::Finite(f)) => Ok(Element(f)),
            Some(Place::Free(free)) => Err(free),
        })
    }

    /// How many cases its proof looked at.
    pub fn cases(&self) -> usize {
        self.states
    }
}

/// An exponent whose letter has no two equivalent powers, if the law shows one.
fn distinct(frame: &Frame, law: &Law) -> Option<usize> {
    let shape = &law.shape;
    let period = i64::from(shape.period);
    let lines = shape.forms.iter().map(|form| {
        let mut along = [0; MOST];
        along[form.plus.0] = i64::from(form.minus.1);
        along[form.minus.0] = i64::from(form.plus.1);
        along
    });
    let lines: Vec<Vector> = lines.collect();
    for vector in verify::representatives(shape) {
        for line in lines.iter().filter(|line| stays(shape, &vector, line)) {
            for free in (0..frame.exponents).filter(|&free| line[free] > 0) {
                // Beyond the clip in every form that the letter changes.
                let clip = i64::from(shape.clip) + 1;
                let farthest = forms(shape).map(|form| form(&vector).abs()).max();
                let mut far = vector;
                far[free] += period * (clip + farthest.unwrap_or(0));
                if law.row(&vector)? != law.row(&far)? {
                    return Some(free);
                }
            }
        }
    }
    None
}

/// All forms of a shape, the exponents first.
fn forms(shape: &Shape) -> impl Iterator<Item = impl Fn(&Vector) -> i64> {
    let of = |form: Result<usize, Form>| {
        move |vector: &Vector| match form {
            Ok(place) => vector[place],
            Err(form) => form.of(vector),
        }
    };
    let exponents = (0..shape.exponents).map(Ok);
    exponents
        .chain(shape.forms.iter().copied().map(Err))
        .map(of)
}

/// Whether the state stays along a line.
fn stays(shape: &Shape, vector: &Vector, line: &Vector) -> bool {
    let clip = i64::from(shape.clip);
    forms(shape).all(|form| match form(line) {
        0 => true,
        grows => form(vector) * grows.signum() > clip,
    })
}

#[cfg(test)]
mod tests;
