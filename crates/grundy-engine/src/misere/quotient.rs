//! The quotient of sums under misère play: a finite commutative monoid Q with a set P of elements.
//!
//! Two sums are equivalent when no third sum tells them apart by who wins (T. E. Plambeck, *Taming the wild in impartial
//! combinatorial games*, Integers 5, 2005; Plambeck and A. N. Siegel, *Misère quotients for impartial games*, Journal of
//! Combinatorial Theory A 115, 2008). The classes of sums of some letters are a commutative monoid, and those that the previous
//! player wins are the set P of it.

use crate::quotient::Outcome;

use super::bits;
use super::monoid::{Monoid, NONE};

/// An element of a quotient, by its number: 0 is 1, the class of the empty sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Element(pub u32);

impl Element {
    /// The class of the empty sum.
    pub const ONE: Element = Element(0);
}

/// Letters of one value whose options have the same values.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    /// The first of these letters.
    pub(super) first: u32,
    /// Their value.
    pub(super) value: u32,
    /// The values of their options, rising.
    pub(super) effects: Vec<u32>,
    /// The contexts y in which the letter is called N and no option of it is called P: then some other letter of y must have one.
    pub(super) bad: Vec<u64>,
}

/// A misère quotient (Q, P) with the values of the letters that it covers.
#[derive(Clone, Debug)]
pub struct MisereQuotient {
    pub(super) monoid: Monoid,
    /// All products.
    table: Vec<u16>,
    /// By element: whether it is in P.
    members: Vec<bool>,
    /// By element x: a row of the y with xy in P.
    rows: Vec<u64>,
    /// By generator of the monoid: the first letter of its value.
    pub(super) generators: Vec<u32>,
    /// By letter: its value.
    pub(super) values: Vec<u32>,
    /// By letter: its kind, or `NONE` if it has no moves.
    pub(super) kinds_of: Vec<u32>,
    pub(super) kinds: Vec<Kind>,
}

impl MisereQuotient {
    /// That of no letters: nobody has a move, and the next player wins.
    pub(super) fn trivial() -> MisereQuotient {
        let monoid = Monoid {
            actions: Vec::new(),
            parents: vec![(NONE, NONE)],
        };
        MisereQuotient::of(monoid, vec![false])
    }

    /// A monoid with a set P, without letters.
    pub(super) fn of(monoid: Monoid, members: Vec<bool>) -> MisereQuotient {
        let (table, rows) = monoid.table(&members);
        MisereQuotient {
            monoid,
            table,
            members,
            rows,
            generators: Vec::new(),
            values: Vec::new(),
            kinds_of: Vec::new(),
            kinds: Vec::new(),
        }
    }

    /// How many elements it has.
    pub fn order(&self) -> usize {
        self.members.len()
    }

    /// How many of them are in P.
    pub fn p_count(&self) -> usize {
        self.members.iter().filter(|&&is| is).count()
    }

    /// How many letters it covers.
    pub fn letters(&self) -> usize {
        self.values.len()
    }

    /// The value of a letter that it covers.
    pub fn value(&self, letter: usize) -> Option<Element> {
        self.values.get(letter).map(|&value| Element(value))
    }

    /// The value of a sum from those of its parts.
    ///
    /// # Panics
    /// Where these are no elements of it.
    pub fn product(&self, a: Element, b: Element) -> Element {
        Element(u32::from(self.row(a.0)[b.0 as usize]))
    }

    /// The same by their numbers.
    ///
    /// # Panics
    /// Where these are no numbers of elements.
    #[inline]
    pub fn product_of(&self, a: u32, b: u32) -> u32 {
        u32::from(self.row(a)[b as usize])
    }

    /// The numbers of the values of the letters that it covers.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Who wins a sum of a value.
    ///
    /// # Panics
    /// Where this is no element of it.
    pub fn outcome(&self, element: Element) -> Outcome {
        match self.members[element.0 as usize] {
            true => Outcome::P,
            false => Outcome::N,
        }
    }

    /// Whether an element is in P.
    pub(super) fn in_p(&self, x: u32) -> bool {
        self.members[x as usize]
    }

    /// The letters that generate it, in order: the first of each value that is no product of values of earlier letters.
    pub fn generators(&self) -> &[u32] {
        &self.generators
    }

    /// The least word of an element: letters that generate it with their exponents, the last first.
    pub fn word(&self, element: Element) -> Vec<(u32, u32)> {
        let letters = self.monoid.word(element.0);
        powers(letters.map(|generator| self.generators[generator as usize]))
    }

    /// The products with an element.
    pub(super) fn row(&self, x: u32) -> &[u16] {
        let order = self.order();
        &self.table[x as usize * order..][..order]
    }

    /// The set of the y with xy in P.
    pub(super) fn contexts(&self, x: u32) -> &[u64] {
        let words = bits::words(self.order());
        &self.rows[x as usize * words..][..words]
    }

    /// The contexts in which one of some effects is in P.
    pub(super) fn won(&self, effects: &[u32]) -> Vec<u64> {
        let mut won = vec![0u64; bits::words(self.order())];
        for &effect in effects {
            for (won, row) in won.iter_mut().zip(self.contexts(effect)) {
                *won |= row;
            }
        }
        won
    }

    /// The kind of a letter with a value, from the contexts that its effects win.
    pub(super) fn kind(&self, first: u32, value: u32, effects: &[u32], won: &[u64]) -> Kind {
        let rows = won.iter().zip(self.contexts(value));
        let mut bad: Vec<u64> = rows.map(|(won, row)| !(won | row)).collect();
        let rest = self.order() % 64;
        if rest > 0
            && let Some(last) = bad.last_mut()
        {
            *last &= (1 << rest) - 1;
        }
        Kind {
            first,
            value,
            effects: effects.to_vec(),
            bad,
        }
    }
}

/// Letters in falling order as powers.
pub(super) fn powers(letters: impl Iterator<Item = u32>) -> Vec<(u32, u32)> {
    let mut powers: Vec<(u32, u32)> = Vec::new();
    for letter in letters {
        match powers.last_mut() {
            Some((last, exponent)) if *last == letter => *exponent += 1,
            _ => powers.push((letter, 1)),
        }
    }
    powers
}
