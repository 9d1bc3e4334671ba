//! Vectors of exponents by what of them matters far out: their states.
//!
//! The *forms* of a shape are the exponents themselves and differences p·x − q·y of multiples of two of them. The state of a vector
//! at clip E is the value of each form that is at most E in absolute value; of each other form its sign; and the remainder of each
//! exponent above E by the period m. A set is a union of states: a finite boolean combination of linear inequalities and
//! congruences, so semilinear.
//!
//! **A move sees no further.** If no form changes by more than c under a move, the state of a vector at clip D + c determines that of
//! the option at clip D: a form of more than D + c stays above D and keeps its sign, and all others are known exactly.
//!
//! **Every state is met in a box.** Take a vector v, the forms that its state at clip E knows exactly, and the polyhedron of the real
//! vectors on which those have the same values and all others keep their signs and stay above E, that is, at E + 1 or beyond. It lies
//! among the vectors without negative exponents, so it is the sum of the convex hull of its vertices and of a cone with integral rays, and v is
//! a point of the hull and at most k multiples of rays, where k is the number of exponents. Taking m times a ray away, as often
//! as its multiple allows, changes neither a known form nor a remainder, and stays in the polyhedron: the state is that of a vector that is less than k·m rays away from
//! the hull. For one exponent no vertex is above E + 1 and the ray is 1. For two, a vertex solves two equations with right sides of at most E + 1,
//! so it is s·d + t·e with |s|, |t| ≤ E + 1 for the directions d and e in which one of the two forms vanishes, and those are the rays too: no entry of it is
//! above 2c(E + 1), where c is the greatest coefficient. So no exponent need be above k·c·(E + 1 + m). For three exponents the same holds
//! with c = 1: all minors of differences are 0 or ±1.

/// Most exponents.
pub(super) const MOST: usize = 3;

/// A vector of exponents: those beyond the number of a shape are 0.
pub(super) type Vector = [i64; MOST];

/// The difference p·x − q·y of multiples of two exponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) plus: (usize, u32),
    pub(super) minus: (usize, u32),
}

impl Form {
    fn of(self, vector: &Vector) -> i64 {
        i64::from(self.plus.1) * vector[self.plus.0]
            - i64::from(self.minus.1) * vector[self.minus.0]
    }
}

/// What of vectors of exponents matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// How many exponents there are.
    pub(super) exponents: usize,
    /// Forms besides the exponents.
    pub(super) forms: Vec<Form>,
    /// Up to where forms matter exactly.
    pub(super) clip: u32,
    /// By which number the remainders of exponents beyond matter.
    pub(super) period: u32,
}

/// A state, as a number.
pub(super) type State = u128;

impl Shape {
    /// The same at another clip.
    pub(super) fn at(&self, clip: u32) -> Shape {
        Shape {
            clip,
            ..self.clone()
        }
    }

    /// The state of a vector.
    pub(super) fn state(&self, vector: &Vector) -> State {
        let (clip, period) = (i64::from(self.clip), i64::from(self.period));
        let mut state = 0;
        for &exponent in &vector[..self.exponents] {
            let seen = match exponent {
                near if near <= clip => near,
                far => clip + 1 + far % period,
            };
            state = state * (clip + period + 1) as u128 + seen as u128;
        }
        for form in &self.forms {
            let seen = form.of(vector).clamp(-clip - 1, clip + 1) + clip + 1;
            state = state * (2 * clip + 3) as u128 + seen as u128;
        }
        state
    }

    /// By how much a form changes at most under a change of the exponents.
    pub(super) fn change(&self, by: &Vector) -> u32 {
        let forms = self.forms.iter().map(|form| form.of(by));
        let most = forms.chain(by.iter().copied()).map(i64::abs).max();
        most.unwrap_or(0) as u32
    }

    /// No exponent need be above this for every state to be met.
    pub(super) fn bound(&self) -> u32 {
        let coefficients = self.forms.iter().flat_map(|form| [form.plus.1, form.minus.1]);
        let most = coefficients.max().unwrap_or(1);
        self.exponents as u32 * most * (self.clip + 1 + self.period)
    }

    /// All vectors of a box.
    pub(super) fn vectors(exponents: usize, bound: u32) -> impl Iterator<Item = Vector> {
        let side = u64::from(bound) + 1;
        (0..side.pow(exponents as u32)).map(move |number| {
            let digit = |place| (number / side.pow(place as u32) % side) as i64;
            let mut vector = [0; MOST];
            for (place, entry) in vector.iter_mut().enumerate().take(exponents) {
                *entry = digit(place);
            }
            vector
        })
    }
}
