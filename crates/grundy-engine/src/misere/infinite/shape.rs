//! Vectors of exponents by what of them matters: their states.
//!
//! The *forms* of a shape are the exponents themselves and some differences p·x − q·y of multiples of two of them. The state of a
//! vector at clip E tells the value of each form that is at most E in absolute value, of each other form its sign, and of each
//! exponent above E the remainder by the period m. So a union of states is a finite boolean combination of linear inequalities and
//! congruences: it is semilinear.
//!
//! **A move sees no further.** If no form changes by more than c under a move, the state of a vector at clip D + c tells that of the
//! option at clip D: a form above D + c stays above D with its sign, and all others are known exactly.
//!
//! **Every state is met in a box.** Let v be any vector of k exponents, and Π the set of the real vectors on which every form that the
//! state of v at clip E knows exactly has that value, and every other form keeps its sign and is at least E + 1 in absolute value.
//! Exponents are not negative on Π, so it is a polyhedron with vertices, and v is a point of their convex hull plus multiples of at most k
//! integral rays on which no exponent falls. Taking m times a ray away as long as its multiple stays at least 0 leaves v in Π, and
//! changes neither a form that is known exactly nor a remainder: the state stays. So each state is that of a vector
//! less than k·m rays away from the hull. How large are those? Let c be the greatest coefficient of a form.
//!
//! - k = 1: the vertex is at most E + 1, the ray is 1.
//! - k = 2: rays are primitive vectors on which a form vanishes, with entries of at most c. On a vertex two forms are at most E + 1, so that
//!   it is s·d + t·e with |s|, |t| ≤ E + 1, where d and e are such vectors: on e the form that vanishes on d is an integer and not 0.
//! - k = 3 and c = 1: all minors of such forms are 0, 1 or −1 (they are the incidences of a graph), so rays have entries 0 and 1, and
//!   by Cramer's rule no vertex has an entry above 3(E + 1).
//!
//! In each case no exponent need be above k·c·(E + 1 + m), which is the [`Shape::bound`].

use grundy_number::Natural;

/// Most exponents.
pub(super) const MOST: usize = 3;

/// A vector of exponents; those beyond the number of a shape are 0.
pub(super) type Vector = [i64; MOST];

/// The difference p·x − q·y of multiples of two exponents, each with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) plus: (usize, u32),
    pub(super) minus: (usize, u32),
}

impl Form {
    pub(super) fn of(self, vector: &Vector) -> i64 {
        i64::from(self.plus.1) * vector[self.plus.0]
            - i64::from(self.minus.1) * vector[self.minus.0]
    }
}

/// What of vectors of exponents matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// How many exponents there are.
    pub(super) exponents: usize,
    /// The forms besides the exponents.
    pub(super) forms: Vec<Form>,
    /// Up to where forms matter exactly.
    pub(super) clip: u32,
    /// By which number the remainders of exponents beyond matter.
    pub(super) period: u32,
}

/// A state, by its number.
pub(super) type State = u128;

impl Shape {
    /// The same at a clip that is larger by some.
    pub(super) fn beyond(&self, more: u32) -> Shape {
        Shape {
            clip: self.clip + more,
            ..self.clone()
        }
    }

    /// The number of a state, from what is seen of the exponents and of the forms.
    fn packed(
        &self,
        exponents: impl Iterator<Item = i64>,
        forms: impl Iterator<Item = i64>,
    ) -> State {
        let (clip, period) = (i128::from(self.clip), i128::from(self.period));
        let state = exponents.fold(0, |state, seen| {
            state * (clip + period + 1) + i128::from(seen)
        });
        let state = forms.fold(state, |state, seen| {
            state * (2 * clip + 3) + i128::from(seen) + clip + 1
        });
        state as State
    }

    /// The state of a vector.
    pub(super) fn state(&self, vector: &Vector) -> State {
        let (clip, period) = (i64::from(self.clip), i64::from(self.period));
        let exponents = vector[..self.exponents].iter();
        self.packed(
            exponents.map(|&exponent| match exponent {
                near if near <= clip => near,
                far => clip + 1 + far % period,
            }),
            (self.forms.iter()).map(|form| form.of(vector).clamp(-clip - 1, clip + 1)),
        )
    }

    /// The state of exponents of any size.
    pub(super) fn state_of(&self, vector: &[Natural]) -> State {
        let clip = i64::from(self.clip);
        let near = |number: &Natural| i64::try_from(number).ok().filter(|&near| near <= clip);
        let exponents = vector[..self.exponents].iter();
        self.packed(
            exponents.map(|exponent| {
                near(exponent).unwrap_or_else(|| clip + 1 + i64::from(exponent % self.period))
            }),
            self.forms.iter().map(|form| {
                let of = |(place, times): (usize, u32)| &vector[place] * times;
                let (plus, minus) = (of(form.plus), of(form.minus));
                match plus >= minus {
                    true => near(&(plus - minus)).unwrap_or(clip + 1),
                    false => -near(&(minus - plus)).unwrap_or(clip + 1),
                }
            }),
        )
    }

    /// By how much a form changes at most under a change of the exponents.
    pub(super) fn change(&self, by: &Vector) -> u32 {
        let forms = self.forms.iter().map(|form| form.of(by));
        let most = forms.chain(by.iter().copied()).map(i64::abs).max();
        most.map_or(0, |most| most as u32)
    }

    /// No exponent need be above this for every state to be met.
    pub(super) fn bound(&self) -> u32 {
        let forms = self.forms.iter();
        let coefficients = forms.flat_map(|form| [form.plus.1, form.minus.1]);
        let most = coefficients.max().unwrap_or(1);
        self.exponents as u32 * most * (self.clip + 1 + self.period)
    }

    /// All vectors with exponents up to a bound.
    pub(super) fn vectors(exponents: usize, bound: u32) -> impl Iterator<Item = Vector> {
        let side = u64::from(bound) + 1;
        (0..side.pow(exponents as u32)).map(move |number| {
            let mut vector = [0; MOST];
            let mut left = number;
            for entry in vector.iter_mut().take(exponents) {
                (*entry, left) = ((left % side) as i64, left / side);
            }
            vector
        })
    }
}
