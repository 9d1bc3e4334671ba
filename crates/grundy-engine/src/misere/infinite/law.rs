//! Laws: which elements of F × N^k are in P, told by states; and the simplest one that a picture obeys.

use rustc_hash::FxHashMap;

use grundy_number::Natural;

use super::super::bits;
use super::shape::{Form, Shape, State, Vector};

/// P as a union of states, for each element of F.
#[derive(Clone, Debug)]
pub(super) struct Law {
    pub(super) shape: Shape,
    /// By state: which set.
    pub(super) rows: FxHashMap<State, u32>,
    /// Sets of elements f of F: those with (f, v) in P.
    pub(super) sets: Vec<Vec<u64>>,
}

impl Law {
    fn of(&self, state: State) -> Option<&[u64]> {
        let row = *self.rows.get(&state)?;
        self.sets.get(row as usize).map(Vec::as_slice)
    }

    /// The f with (f, v) in P, if the state of v is known.
    pub(super) fn row(&self, vector: &Vector) -> Option<&[u64]> {
        self.of(self.shape.state(vector))
    }

    /// Whether (f, v) is in P, for exponents of any size.
    pub(super) fn is_p(&self, f: u32, vector: &[Natural]) -> Option<bool> {
        let row = self.of(self.shape.state_of(vector))?;
        Some(bits::has(row, f))
    }
}

/// Outcomes for all exponents up to a bound.
pub(super) struct Picture {
    pub(super) exponents: usize,
    pub(super) bound: u32,
    /// The vectors, each with its set.
    pub(super) seen: Vec<(Vector, u32)>,
    /// Sets of elements f of F: those with (f, v) in P.
    pub(super) sets: Vec<Vec<u64>>,
}

impl Picture {
    /// The set of each state, if there is one.
    fn rows(&self, shape: &Shape) -> Option<FxHashMap<State, u32>> {
        let mut rows = FxHashMap::default();
        let mut seen = self.seen.iter();
        let agrees =
            seen.all(|(vector, set)| *rows.entry(shape.state(vector)).or_insert(*set) == *set);
        agrees.then_some(rows)
    }

    /// The simplest law that it obeys: the fewest forms, then the least period, then the least clip.
    pub(super) fn law(&self) -> Option<Law> {
        for forms in forms(self.exponents) {
            for period in PERIODS {
                let mut shape = Shape {
                    exponents: self.exponents,
                    forms: forms.clone(),
                    clip: 0,
                    period,
                };
                // The largest clip of which the picture shows every state; a larger one only tells more.
                let room = self.bound.checked_sub(shape.bound());
                let Some(room) = room else { continue };
                let most = room * (1 + period) / shape.bound();
                let rows = |clip| self.rows(&shape.beyond(clip));
                if rows(most).is_none() {
                    continue;
                }
                let (mut low, mut high) = (0, most);
                while low < high {
                    let middle = low.midpoint(high);
                    match rows(middle) {
                        Some(_) => high = middle,
                        None => low = middle + 1,
                    }
                }
                let rows = rows(low)?;
                shape.clip = low;
                return Some(Law {
                    shape,
                    rows,
                    sets: self.sets.clone(),
                });
            }
        }
        None
    }
}

/// Periods that are tried.
const PERIODS: [u32; 7] = [1, 2, 3, 4, 6, 8, 12];

/// Slopes of forms that are tried.
const SLOPES: [(u32, u32); 7] = [(1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (3, 2), (2, 3)];

/// Sets of forms that are tried, fewer first.
fn forms(exponents: usize) -> Vec<Vec<Form>> {
    let form = |x, y, (p, q)| Form {
        plus: (x, p),
        minus: (y, q),
    };
    let (one, most): (Vec<Form>, u32) = match exponents {
        0 | 1 => (Vec::new(), 0),
        2 => (SLOPES.map(|slope| form(0, 1, slope)).to_vec(), 2),
        _ => {
            let pairs = [(0, 1), (0, 2), (1, 2)];
            (pairs.map(|(x, y)| form(x, y, (1, 1))).to_vec(), 3)
        }
    };
    let mut sets: Vec<u32> = (0..1 << one.len()).collect();
    sets.retain(|set| set.count_ones() <= most);
    sets.sort_by_key(|set| set.count_ones());
    let of = |set: u32| {
        let forms = one.iter().enumerate();
        let forms = forms.filter(|(place, _)| set >> place & 1 != 0);
        forms.map(|(_, &form)| form).collect()
    };
    sets.into_iter().map(of).collect()
}
