//! Laws: which elements of F × N^k are in P, by states.

use rustc_hash::FxHashMap;

use super::super::bits;
use super::shape::{Form, Shape, State, Vector};

/// P as a union of states.
#[derive(Clone, Debug)]
pub(super) struct Law {
    pub(super) shape: Shape,
    /// By state: which set.
    pub(super) rows: FxHashMap<State, u32>,
    /// Sets of elements of F.
    pub(super) sets: Vec<Vec<u64>>,
}

impl Law {
    /// The f with (f, v) in P.
    pub(super) fn row(&self, vector: &Vector) -> Option<&[u64]> {
        let row = *self.rows.get(&self.shape.state(vector))?;
        Some(&self.sets[row as usize])
    }

    pub(super) fn is_p(&self, f: u32, vector: &Vector) -> Option<bool> {
        Some(bits::has(self.row(vector)?, f))
    }
}

/// Outcomes in a box.
pub(super) struct Picture {
    pub(super) exponents: usize,
    pub(super) bound: u32,
    /// By vector: which set.
    pub(super) seen: Vec<(Vector, u32)>,
    pub(super) sets: Vec<Vec<u64>>,
}

fn rows_of(picture: &Picture, shape: &Shape) -> Option<FxHashMap<State, u32>> {
    let mut rows = FxHashMap::default();
    for (vector, row) in &picture.seen {
        if *rows.entry(shape.state(vector)).or_insert(*row) != *row {
            return None;
        }
    }
    Some(rows)
}

/// Sets of forms that are tried, simple ones first.
fn forms(exponents: usize) -> Vec<Vec<Form>> {
    let form = |x, y, p, q| Form {
        plus: (x, p),
        minus: (y, q),
    };
    match exponents {
        0 | 1 => vec![vec![]],
        2 => {
            let slopes = [(1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (3, 2), (2, 3)];
            let one = slopes.map(|(p, q)| form(0, 1, p, q));
            let mut all = vec![vec![]];
            all.extend(one.iter().map(|&form| vec![form]));
            for j in 0..one.len() {
                for i in 0..j {
                    all.push(vec![one[i], one[j]]);
                }
            }
            all
        }
        _ => {
            let one = [form(0, 1, 1, 1), form(0, 2, 1, 1), form(1, 2, 1, 1)];
            let mut all = Vec::new();
            for set in [0u32, 1, 2, 4, 3, 5, 6, 7] {
                all.push((0..3).filter(|i| set >> i & 1 != 0).map(|i| one[i]).collect());
            }
            all
        }
    }
}

/// The simplest law that a picture obeys.
pub(super) fn fitted(picture: &Picture) -> Option<Law> {
    for forms in forms(picture.exponents) {
        for period in [1, 2, 3, 4, 6, 8, 12] {
            let shape = |clip| Shape {
                exponents: picture.exponents,
                forms: forms.clone(),
                clip,
                period,
            };
            let Some(most) = (0..picture.bound)
                .take_while(|&clip| shape(clip).bound() <= picture.bound)
                .last()
            else {
                continue;
            };
            if rows_of(picture, &shape(most)).is_none() {
                continue;
            }
            let (mut low, mut high) = (0, most);
            while low < high {
                let middle = (low + high) / 2;
                match rows_of(picture, &shape(middle)) {
                    Some(_) => high = middle,
                    None => low = middle + 1,
                }
            }
            let rows = rows_of(picture, &shape(low))?;
            return Some(Law {
                shape: shape(low),
                rows,
                sets: picture.sets.clone(),
            });
        }
    }
    None
}
