//! What the outside of a component can see of it: a value, in a commutative monoid that knows who wins.
//!
//! Sprague and Grundy's nimbers are the first such monoid, for normal play. For misère play there is one for the
//! games that behave like Nim (*tame* in the sense of Conway 1976): Bouton's (1901) misère rule, which Ferguson
//! (1974) proved for subtraction sets.

use crate::nimber::Nimber;

/// Who wins when both play perfectly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The previous player, who has just moved.
    P,
    /// The next player, about to move.
    N,
    /// Nobody can force a win: a draw, only where play can go on for ever.
    D,
}

impl Outcome {
    /// The letter.
    pub fn letter(self) -> &'static str {
        match self {
            Outcome::P => "P",
            Outcome::N => "N",
            Outcome::D => "D",
        }
    }
}

/// What it means to be unable to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Play {
    /// Who cannot move loses.
    #[default]
    Normal,
    /// Who cannot move wins.
    Misere,
}

impl Play {
    /// `normal` or `misere`, as the notation and JSON have it.
    pub fn word(self) -> &'static str {
        match self {
            Play::Normal => "normal",
            Play::Misere => "misere",
        }
    }
}

/// A commutative monoid of values that decides outcomes of sums.
///
/// The laws (tested): `add` is commutative and associative with `zero` neutral, and `wanted(rest)` is the value of one
/// heap-like option whose sum with `rest` is a P-position.
pub trait Quotient {
    /// What a component looks like from outside.
    type Value: Clone + PartialEq;
    /// The value of the empty sum.
    fn zero() -> Self::Value;
    /// The value of a sum of two.
    fn add(a: &Self::Value, b: &Self::Value) -> Self::Value;
    /// Who wins a position of this value.
    fn outcome(value: &Self::Value) -> Outcome;
    /// The Grundy value that an option of one component must have for the mover to win, the rest having value `rest`.
    fn wanted(rest: &Self::Value) -> Nimber;
}

/// Normal play: nimbers under nim-sum.
#[derive(Debug)]
pub enum Normal {}

impl Quotient for Normal {
    type Value = Nimber;
    fn zero() -> Nimber {
        Nimber::zero()
    }
    fn add(a: &Nimber, b: &Nimber) -> Nimber {
        a ^ b
    }
    fn outcome(value: &Nimber) -> Outcome {
        if value.is_zero() {
            Outcome::P
        } else {
            Outcome::N
        }
    }
    fn wanted(rest: &Nimber) -> Nimber {
        rest.clone()
    }
}

/// Misère play of components that behave like Nim heaps of their Grundy values.
#[derive(Debug)]
pub enum MisereNim {}

/// The value of a tame sum under misère play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tame {
    /// The nim-sum.
    pub nim_sum: Nimber,
    /// Whether some component has a value of 2 or more.
    pub big: bool,
}

impl From<&Nimber> for Tame {
    fn from(value: &Nimber) -> Tame {
        Tame {
            nim_sum: value.clone(),
            big: *value >= Nimber::from(2u64),
        }
    }
}

impl Quotient for MisereNim {
    type Value = Tame;
    fn zero() -> Tame {
        Tame {
            nim_sum: Nimber::zero(),
            big: false,
        }
    }
    fn add(a: &Tame, b: &Tame) -> Tame {
        Tame {
            nim_sum: &a.nim_sum ^ &b.nim_sum,
            big: a.big || b.big,
        }
    }
    /// As in Nim while some component is 2 or more; else the parity turns round.
    fn outcome(value: &Tame) -> Outcome {
        if value.nim_sum.is_zero() == value.big {
            Outcome::P
        } else {
            Outcome::N
        }
    }
    fn wanted(rest: &Tame) -> Nimber {
        if rest.big {
            rest.nim_sum.clone()
        } else {
            &rest.nim_sum ^ &Nimber::from(1u64)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laws<Q: Quotient>(values: &[Q::Value], single: impl Fn(&Nimber) -> Q::Value) {
        for a in values {
            assert!(Q::add(a, &Q::zero()) == *a);
            for b in values {
                assert!(Q::add(a, b) == Q::add(b, a));
                for c in values {
                    assert!(Q::add(&Q::add(a, b), c) == Q::add(a, &Q::add(b, c)));
                }
            }
            let wanted = Q::wanted(a);
            for size in 0u64..40 {
                let sum = Q::add(a, &single(&Nimber::from(size)));
                assert_eq!(
                    Q::outcome(&sum) == Outcome::P,
                    Nimber::from(size) == wanted,
                    "option {size}"
                );
            }
        }
    }

    #[test]
    fn both_are_monoids_with_one_wanted_option() {
        let nimbers: Vec<Nimber> = (0u64..9).map(Nimber::from).collect();
        laws::<Normal>(&nimbers, Nimber::clone);
        let mut tame: Vec<Tame> = nimbers.iter().map(Tame::from).collect();
        tame.push(Tame {
            nim_sum: Nimber::zero(),
            big: true,
        });
        tame.push(Tame {
            nim_sum: Nimber::from(1u64),
            big: true,
        });
        laws::<MisereNim>(&tame, |value| Tame::from(value));
    }
}
