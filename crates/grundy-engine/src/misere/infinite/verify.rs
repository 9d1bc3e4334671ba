//! Verification.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::bits;
use super::super::quotient::{Kind, MisereQuotient};
use super::super::relation::Relation;
use super::frame::{Frame, Place, Sort};
use super::law::Law;
use super::search::moved;
use super::shape::{MOST, Shape, Vector};

/// Why a law is no quotient.
#[derive(Clone, Debug)]
pub(super) enum Wrong {
    /// 1 is in P.
    One,
    /// A state is not known.
    Unknown(Vector),
    /// The letter of a sort and the rest: called P though an option is.
    P(u32, u32, Vector),
    /// Sorts of finite letters and the exponents: called N though no option is P.
    N(Vec<u32>, Vector),
}

/// By how much a form changes at most under a move.
fn change(frame: &Frame, shape: &Shape) -> u32 {
    let moves = frame.sorts.iter().flat_map(|sort| {
        let less = match sort.place {
            Place::Finite(_) => None,
            Place::Free(free) => Some(free),
        };
        sort.effects
            .iter()
            .map(move |effect| moved(&[0; MOST], &effect.powers, less))
    });
    moves.map(|by| shape.change(&by)).max().unwrap_or(0)
}

/// The vectors of the box in which every state at a clip is met, one of each.
pub(super) fn representatives(shape: &Shape) -> Vec<Vector> {
    let mut seen = FxHashSet::default();
    Shape::vectors(shape.exponents, shape.bound())
        .filter(|vector| seen.insert(shape.state(vector)))
        .collect()
}

/// By element of F: its products with all.
type Products = FxHashMap<u32, Vec<u32>>;

/// The contexts f with (f · option, v + change) in P for some option.
fn won(frame: &Frame, law: &Law, products: &Products, sort: &Sort, vector: &Vector, less: Option<usize>) -> Result<Vec<u64>, Wrong> {
    let mut won = vec![0u64; bits::words(frame.finite.order())];
    for effect in &sort.effects {
        let to = moved(vector, &effect.powers, less);
        let row = law.row(&to).ok_or(Wrong::Unknown(to))?;
        for (f, &product) in (0u32..).zip(&products[&effect.finite]) {
            if bits::has(row, product) {
                bits::put(&mut won, f);
            }
        }
    }
    Ok(won)
}

pub(super) fn verified(frame: &Frame, law: &Law) -> Result<usize, Wrong> {
    let order = frame.finite.order();
    let finite = MisereQuotient::of(frame.finite.clone(), vec![false; order]);
    let mut products = Products::default();
    for effect in frame.sorts.iter().flat_map(|sort| &sort.effects) {
        let product = products.entry(effect.finite);
        product.or_insert_with_key(|&f| frame.times(f));
    }
    let one = law.is_p(0, &[0; MOST]).ok_or(Wrong::Unknown([0; MOST]))?;
    if one {
        return Err(Wrong::One);
    }
    let shape = law.shape.at(law.shape.clip + change(frame, &law.shape));
    let vectors = representatives(&shape);
    for vector in &vectors {
        let row = law.row(vector).ok_or(Wrong::Unknown(*vector))?;
        // Sums without a move of a free letter into P, called N.
        let mut still: Vec<u64> = row.iter().map(|word| !word).collect();
        for free in 0..frame.exponents {
            if vector[free] == 0 {
                continue;
            }
            let mut lost = vec![0u64; still.len()];
            for (name, sort) in (0u32..).zip(&frame.sorts) {
                if sort.place != Place::Free(free) {
                    continue;
                }
                let won = won(frame, law, &products, sort, vector, Some(free))?;
                if let Some(f) = bits::first_common(&won, row) {
                    let mut rest = *vector;
                    rest[free] -= 1;
                    return Err(Wrong::P(name, f, rest));
                }
                for (lost, won) in lost.iter_mut().zip(&won) {
                    *lost |= !won;
                }
            }
            for (still, lost) in still.iter_mut().zip(&lost) {
                *still &= lost;
            }
        }
        if vector.iter().any(|&v| v > 0) && bits::has(&still, 0) {
            return Err(Wrong::N(Vec::new(), *vector));
        }
        let mut relation = Relation::new(order);
        for (name, sort) in (0u32..).zip(&frame.sorts) {
            let Place::Finite(value) = sort.place else {
                continue;
            };
            let won = won(frame, law, &products, sort, vector, None)?;
            let mut bad = vec![0u64; still.len()];
            for (f, &product) in (0u32..).zip(finite.row(value)) {
                let has_won = bits::has(&won, f);
                if bits::has(row, u32::from(product)) {
                    if has_won {
                        return Err(Wrong::P(name, f, *vector));
                    }
                } else if !has_won && bits::has(&still, u32::from(product)) {
                    bits::put(&mut bad, f);
                }
            }
            let kind = Kind {
                first: sort.first,
                value,
                effects: Vec::new(),
                bad,
            };
            if let Err(node) = relation.close(&finite, name, &kind) {
                return Err(Wrong::N(relation.word(node), *vector));
            }
        }
    }
    Ok(vectors.len())
}
