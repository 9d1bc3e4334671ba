//! What the outside of a component can see of it: a value, in a commutative monoid that knows who wins.
//!
//! Sprague and Grundy's nimbers are the first such monoid, for normal play. For misère play there is one for the
//! games that behave like Nim (*tame* in the sense of Conway 1976): Bouton's (1901) misère rule, which Ferguson
//! (1974) proved for subtraction sets.

use grundy_number::Natural;
use grundy_number::nimber::Nimber;

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
    /// The letter of the outcome: `P`, `N` or `D`.
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
/// The laws (tested): `add` is commutative and associative with `zero` neutral, `less` undoes it, and `wanted(rest)` is the value of one
/// heap-like option whose sum with `rest` is a P-position.
pub trait Quotient {
    /// What a component looks like from outside.
    type Value: Clone + PartialEq;
    /// The value of the empty sum.
    fn zero() -> Self::Value;
    /// The value of a sum of two.
    fn add(a: &Self::Value, b: &Self::Value) -> Self::Value;
    /// The value of a sum without one of its components, so that nothing need be kept of every part of a long sum.
    fn less(sum: &Self::Value, part: &Self::Value) -> Self::Value;
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
    fn less(sum: &Nimber, part: &Nimber) -> Nimber {
        sum ^ part
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
    /// How many components have a value of 2 or more.
    pub big: u64,
}

impl From<&Nimber> for Tame {
    fn from(value: &Nimber) -> Tame {
        Tame {
            nim_sum: value.clone(),
            big: u64::from(value.0 > Natural::ONE),
        }
    }
}

impl Quotient for MisereNim {
    type Value = Tame;
    fn zero() -> Tame {
        Tame {
            nim_sum: Nimber::zero(),
            big: 0,
        }
    }
    fn add(a: &Tame, b: &Tame) -> Tame {
        Tame {
            nim_sum: &a.nim_sum ^ &b.nim_sum,
            big: a.big + b.big,
        }
    }
    fn less(sum: &Tame, part: &Tame) -> Tame {
        Tame {
            nim_sum: &sum.nim_sum ^ &part.nim_sum,
            big: sum.big.saturating_sub(part.big),
        }
    }
    /// As in Nim while some component is 2 or more; else the parity turns round.
    fn outcome(value: &Tame) -> Outcome {
        if value.nim_sum.is_zero() == (value.big > 0) {
            Outcome::P
        } else {
            Outcome::N
        }
    }
    fn wanted(rest: &Tame) -> Nimber {
        if rest.big > 0 {
            rest.nim_sum.clone()
        } else {
            &rest.nim_sum ^ &Nimber::from(1u64)
        }
    }
}

/// The value of a component whose play can go on for ever, or of a sum of such, under normal play.
///
/// C. A. B. Smith, *Graphs and composite games* (1966); the finite values are those of A. S. Fraenkel and Y. Perl,
/// *Constructions in combinatorial games with cycles* (1975). A commutative monoid; but no value of an option is wanted
/// where the rest is infinite, so it is no [`Quotient`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopyValue {
    /// In sums it acts as a Nim heap.
    Finite(Nimber),
    /// ∞, with the finite values of the options, in rising order and each once.
    Infinite(Vec<Nimber>),
}

impl LoopyValue {
    /// The value of the empty sum.
    pub fn zero() -> LoopyValue {
        LoopyValue::Finite(Nimber::zero())
    }

    /// The value of a sum of two.
    pub fn add(a: &LoopyValue, b: &LoopyValue) -> LoopyValue {
        match (a, b) {
            (LoopyValue::Finite(a), LoopyValue::Finite(b)) => LoopyValue::Finite(a ^ b),
            (LoopyValue::Infinite(set), LoopyValue::Finite(value))
            | (LoopyValue::Finite(value), LoopyValue::Infinite(set)) => {
                let mut set: Vec<Nimber> = set.iter().map(|option| option ^ value).collect();
                set.sort();
                LoopyValue::Infinite(set)
            }
            // Whoever moves leaves one of them infinite.
            (LoopyValue::Infinite(_), LoopyValue::Infinite(_)) => LoopyValue::Infinite(Vec::new()),
        }
    }

    /// Who wins a position of this value.
    pub fn outcome(&self) -> Outcome {
        match self {
            LoopyValue::Finite(value) if value.is_zero() => Outcome::P,
            LoopyValue::Finite(_) => Outcome::N,
            LoopyValue::Infinite(set) if set.first().is_some_and(Nimber::is_zero) => Outcome::N,
            LoopyValue::Infinite(_) => Outcome::D,
        }
    }
}

impl std::fmt::Display for LoopyValue {
    /// The number, or ∞ with its set: `∞{0,2}`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LoopyValue::Finite(value) => value.fmt(f),
            LoopyValue::Infinite(set) => {
                f.write_str("∞{")?;
                for (at, value) in set.iter().enumerate() {
                    write!(f, "{}{value}", if at > 0 { "," } else { "" })?;
                }
                f.write_str("}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopy_values_are_a_monoid() {
        let number = |value: u64| Nimber::from(value);
        let mut values: Vec<LoopyValue> = (0..6).map(|n| LoopyValue::Finite(number(n))).collect();
        for set in 0u64..16 {
            let set = (0..4).filter(|bit| set >> bit & 1 == 1).map(number);
            values.push(LoopyValue::Infinite(set.collect()));
        }
        for a in &values {
            assert_eq!(LoopyValue::add(a, &LoopyValue::zero()), *a);
            for b in &values {
                let sum = LoopyValue::add(a, b);
                assert_eq!(sum, LoopyValue::add(b, a));
                for c in &values {
                    let other = LoopyValue::add(a, &LoopyValue::add(b, c));
                    assert_eq!(LoopyValue::add(&sum, c), other);
                }
            }
        }
        assert_eq!(values[6 + 5].to_string(), "∞{0,2}");
        assert_eq!(values[6 + 5].outcome(), Outcome::N);
        assert_eq!(values[6 + 4].outcome(), Outcome::D);
    }

    fn laws<Q: Quotient>(values: &[Q::Value], single: impl Fn(&Nimber) -> Q::Value) {
        for a in values {
            assert!(Q::add(a, &Q::zero()) == *a);
            for b in values {
                assert!(Q::add(a, b) == Q::add(b, a));
                assert!(Q::less(&Q::add(a, b), b) == *a);
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
            big: 1,
        });
        tame.push(Tame {
            nim_sum: Nimber::from(1u64),
            big: 1,
        });
        laws::<MisereNim>(&tame, |value| Tame::from(value));
    }
}
