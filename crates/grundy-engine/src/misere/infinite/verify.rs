//! The proof of a law: that P is right for all sums.
//!
//! By induction on the number of moves it suffices that 1 is not in P, that no sum in P has an option in P, and that a non-empty sum outside P
//! has one. Take a vector v of exponents and all sums that have exactly these of the free letters; besides they have a sum w of
//! letters of F, of value f.
//!
//! - A *free letter* of the sum, one of exponent i, wins if (f·e, v − 1ᵢ + δ) is in P for an option (e, δ) of it. For f with (f, v) in P it may
//!   not. Let T(v) be the set of the f with (f, v) outside P for which in each exponent that is not 0 there is a sort of letters that
//!   does not win. If a sum is wrongly called N, f is in T(v); and if f is, taking only such letters for the exponents leaves nothing to win
//!   but by letters of w. So it does not matter which letters of an exponent are taken.
//! - For a *letter h of F* with the context y, the rest of w, there must not be an option in P where (yΦ(h), v) is in P. If neither is
//!   in P and yΦ(h) is in T(v), y is a bad context: a sum is wrongly called N exactly if f is in T(v), and the rest of w is a bad
//!   context of each of its letters. Whether there is such a w is decided by the relation of `relation.rs`, for these bad contexts. The empty w
//!   is one if 1 is in T(v) and v is not 0.
//!
//! Which of this holds depends on v only by the state at clip D + c (`shape.rs`), where D is the clip of the law and c the
//! greatest change of a form by a move. So one vector of each such state is looked at, and all of them are met in a box.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::quotient::{Kind, MisereQuotient};
use super::super::relation::Relation;
use super::super::{Limits, Stopped, bits};
use super::frame::{Frame, Place, Sort};
use super::law::Law;
use super::search::moved;
use super::shape::{MOST, Shape, Vector};

/// Why a law is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// 1 is in P.
    One,
    /// It says nothing of a vector.
    Silent(Vector),
    /// A sort of letters and its context: the sum is called P, and so is an option of the letter.
    P(u32, u32, Vector),
    /// Sorts of letters of F, with exponents: the sum is called N, and no option is called P.
    N(Vec<u32>, Vector),
}

/// The greatest change of a form by a move.
fn change(frame: &Frame, shape: &Shape) -> u32 {
    let moves = frame.sorts.iter().flat_map(|sort| {
        let less = match sort.place {
            Place::Finite(_) => None,
            Place::Free(free) => Some(free),
        };
        let effects = sort.effects.iter();
        effects.map(move |effect| moved(&[0; MOST], &effect.powers, less))
    });
    moves.map(|by| shape.change(&by)).max().unwrap_or(0)
}

/// One vector of each state.
pub(super) fn representatives(shape: &Shape) -> Vec<Vector> {
    let mut seen = FxHashSet::default();
    let mut vectors: Vec<Vector> = Shape::vectors(shape.exponents, shape.bound()).collect();
    vectors.retain(|vector| seen.insert(shape.state(vector)));
    vectors
}

/// What a proof works with.
struct Verifier<'f> {
    frame: &'f Frame,
    law: &'f Law,
    /// F with all its products.
    finite: MisereQuotient,
    /// By element of F that is part of an option: its products with all.
    products: FxHashMap<u32, Vec<u32>>,
}

/// Proves a law; by how many states.
///
/// # Errors
/// What is spent, or why it is refused.
pub(super) fn verified(
    frame: &Frame,
    law: &Law,
    limits: &mut Limits<'_>,
) -> Result<Result<usize, Wrong>, Stopped> {
    let order = frame.finite.order();
    if order > 1 << 16 {
        return Err(super::super::Order(order).into());
    }
    limits.step(2 * (order * order) as u64)?;
    if let Some(meter) = &mut limits.meter {
        let bytes = 3 * (order * order) as u64;
        meter.spend(0, bytes)?;
        meter.release(bytes);
    }
    let mut products = FxHashMap::default();
    for effect in frame.sorts.iter().flat_map(|sort| &sort.effects) {
        let product = products.entry(effect.finite);
        product.or_insert_with_key(|&f| frame.times(f));
    }
    let verifier = Verifier {
        frame,
        law,
        finite: MisereQuotient::of(frame.finite.clone(), vec![false; order]),
        products,
    };
    let shape = law.shape.beyond(change(frame, &law.shape));
    limits.step(16 * u64::from(shape.bound() + 1).pow(shape.exponents as u32))?;
    let vectors = representatives(&shape);
    for vector in &vectors {
        if let Err(wrong) = verifier.looked_at(vector, limits)? {
            return Ok(Err(wrong));
        }
    }
    Ok(Ok(vectors.len()))
}

impl Verifier<'_> {
    /// The contexts f in which an option of a letter is in P, beside the other exponents.
    fn won(&self, sort: &Sort, vector: &Vector, less: Option<usize>) -> Result<Vec<u64>, Wrong> {
        let mut won = vec![0u64; bits::words(self.frame.finite.order())];
        for effect in &sort.effects {
            let to = moved(vector, &effect.powers, less);
            let row = self.law.row(&to).ok_or(Wrong::Silent(to))?;
            for (f, &product) in (0u32..).zip(&self.products[&effect.finite]) {
                if bits::has(row, product) {
                    bits::put(&mut won, f);
                }
            }
        }
        Ok(won)
    }

    /// T(v), as far as letters of F are concerned that are in F.
    fn without_free(&self, vector: &Vector, row: &[u64]) -> Result<Vec<u64>, Wrong> {
        let mut still: Vec<u64> = row.iter().map(|word| !word).collect();
        for free in (0..self.frame.exponents).filter(|&free| vector[free] > 0) {
            let mut lost = vec![0u64; still.len()];
            for (name, sort) in (0u32..).zip(&self.frame.sorts) {
                if sort.place != Place::Free(free) {
                    continue;
                }
                let won = self.won(sort, vector, Some(free))?;
                if let Some(f) = bits::first_common(&won, row) {
                    let none = [0; MOST];
                    return Err(Wrong::P(name, f, moved(vector, &none, Some(free))));
                }
                for (lost, won) in lost.iter_mut().zip(&won) {
                    *lost |= !won;
                }
            }
            for (still, lost) in still.iter_mut().zip(&lost) {
                *still &= lost;
            }
        }
        Ok(still)
    }

    /// Looks at all sums with some exponents.
    fn looked_at(
        &self,
        vector: &Vector,
        limits: &mut Limits<'_>,
    ) -> Result<Result<(), Wrong>, Stopped> {
        let order = self.frame.finite.order();
        let Some(row) = self.law.row(vector) else {
            return Ok(Err(Wrong::Silent(*vector)));
        };
        let is_empty = vector.iter().all(|&exponent| exponent == 0);
        if is_empty && bits::has(row, 0) {
            return Ok(Err(Wrong::One));
        }
        let still = match self.without_free(vector, row) {
            Ok(still) => still,
            Err(wrong) => return Ok(Err(wrong)),
        };
        if !is_empty && bits::has(&still, 0) {
            return Ok(Err(Wrong::N(Vec::new(), *vector)));
        }
        let mut relation = Relation::new(order);
        for (name, sort) in (0u32..).zip(&self.frame.sorts) {
            limits.step((2 * order * (1 + sort.effects.len())) as u64)?;
            let Place::Finite(value) = sort.place else {
                continue;
            };
            let won = match self.won(sort, vector, None) {
                Ok(won) => won,
                Err(wrong) => return Ok(Err(wrong)),
            };
            let mut bad = vec![0u64; still.len()];
            for (f, &product) in (0u32..).zip(self.finite.row(value)) {
                let is_won = bits::has(&won, f);
                if bits::has(row, u32::from(product)) {
                    if is_won {
                        return Ok(Err(Wrong::P(name, f, *vector)));
                    }
                } else if !is_won && bits::has(&still, u32::from(product)) {
                    bits::put(&mut bad, f);
                }
            }
            let kind = Kind {
                first: sort.first,
                value,
                effects: Vec::new(),
                bad,
            };
            let closed = relation.close(&self.finite, name, &kind, limits)?;
            if let Err(node) = closed {
                return Ok(Err(Wrong::N(relation.word(node), *vector)));
            }
        }
        Ok(Ok(()))
    }
}
