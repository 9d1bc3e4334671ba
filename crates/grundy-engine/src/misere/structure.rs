//! What a quotient is made of: idempotents, the kernel, relations, and whether it is that of Nim.
//!
//! # The kernel
//!
//! The least ideal K of a finite commutative monoid Q is a group: its identity e is the product of all idempotents, and K = eQ. So
//! x ↦ ex takes all of Q to a group. Where K is an elementary 2-group that meets P in e only, sums that have their value in K are
//! played as if play were normal: this is how the nimbers come back under misère play (Plambeck and Siegel 2008, who call such a
//! quotient regular if |K ∩ P| = 1).
//!
//! # Tame quotients
//!
//! T₀ is the quotient of no heap of Nim that has a move, T₁ that of heaps of 1, and Tₙ for n ≥ 2 that of all heaps below 2ⁿ. By
//! Bouton's rule of 1901 a sum with a heap of 2 or more has its nim-sum as its value, and any other the parity of its heaps of 1: so
//! Tₙ is {1, a} ∪ K with a² = 1, where K is an elementary 2-group of 2ⁿ elements with identity e and ea ≠ e, and P is {a, e}. This
//! says all of Tₙ, as any element but e of such a group is taken to any other by an automorphism, and the products of a with K are
//! those of ea. A quotient is *tame* if it is some Tₙ (Plambeck and Siegel 2008).
//!
//! # Relations
//!
//! Parts of least words are least words, so the words that are least for nothing are those that have one of some smallest words as a
//! part. The equations of these with the least words of their values present the monoid: they turn any word step by step into a
//! lesser one until it is least.

use std::collections::HashSet;

use super::quotient::{Element, MisereQuotient, powers};

/// A word: letters with their exponents, the last letter first.
pub type Word = Vec<(u32, u32)>;

impl MisereQuotient {
    fn times(&self, a: u32, b: u32) -> u32 {
        u32::from(self.row(a)[b as usize])
    }

    fn elements(&self) -> impl Iterator<Item = u32> + use<> {
        0..self.order() as u32
    }

    /// The elements that are their own squares, rising. 1 is the first.
    pub fn idempotents(&self) -> Vec<Element> {
        let idempotents = self.elements().filter(|&x| self.times(x, x) == x);
        idempotents.map(Element).collect()
    }

    /// The identity of the kernel: the product of all idempotents.
    pub fn kernel_identity(&self) -> Element {
        let idempotents = self.elements().filter(|&x| self.times(x, x) == x);
        Element(idempotents.fold(0, |product, x| self.times(product, x)))
    }

    /// The kernel, which is the least ideal and a group: its elements, rising.
    pub fn kernel(&self) -> Vec<Element> {
        let mut kernel: Vec<u32> = (self.row(self.kernel_identity().0).iter())
            .map(|&x| u32::from(x))
            .collect();
        kernel.sort_unstable();
        kernel.dedup();
        kernel.into_iter().map(Element).collect()
    }

    /// Whether sums with a value in the kernel are played as under normal play: the kernel is an elementary 2-group of at least two
    /// elements in which only the identity is in P.
    pub fn is_regular(&self) -> bool {
        let identity = self.kernel_identity().0;
        let kernel = self.kernel();
        let fits =
            |&Element(x): &Element| self.times(x, x) == identity && self.in_p(x) == (x == identity);
        kernel.len() > 1 && kernel.iter().all(fits)
    }

    /// Whether it is the quotient of some heaps of Nim.
    ///
    /// ```
    /// use grundy_engine::misere::{Builder, Heaps};
    /// let built = |code: &str| {
    ///     let mut builder = Builder::new(Heaps::new(code.parse().unwrap(), 12));
    ///     builder.cover_all(&mut Default::default()).unwrap();
    ///     builder.quotient().clone()
    /// };
    /// assert!(built("0.33333333333").is_tame());
    /// assert!(!built("0.75").is_tame());
    /// ```
    pub fn is_tame(&self) -> bool {
        let members: Vec<u32> = self.elements().filter(|&x| self.in_p(x)).collect();
        let a = match self.order() {
            1 => return true,
            _ => members.iter().find(|&&x| self.times(x, x) == 0),
        };
        let Some(&a) = a else { return false };
        if self.order() == 2 {
            return members == [a];
        }
        let identity = self.kernel_identity().0;
        self.is_regular()
            && self.kernel().len() + 2 == self.order()
            && members.len() == 2
            && members.contains(&identity)
            && self.times(identity, a) != identity
    }

    /// Equations of words that present the monoid: on the left the least words, part by part, that are least for no element; on the
    /// right the least words of their values.
    ///
    /// It takes time as the elements times the square of the generators.
    pub fn relations(&self) -> Vec<(Word, Word)> {
        let count = self.generators.len();
        let exponents: Vec<Vec<u32>> = (self.elements())
            .map(|x| {
                let mut exponents = vec![0; count];
                for generator in self.monoid.word(x) {
                    exponents[generator as usize] += 1;
                }
                exponents
            })
            .collect();
        let image = |x: u32, generator: usize| self.monoid.actions[generator][x as usize];
        // Whether the word of x with one more generator is a least word.
        let is_least = |x: u32, generator: usize| {
            let (one, other) = (
                &exponents[x as usize],
                &exponents[image(x, generator) as usize],
            );
            (0..count).all(|place| one[place] + u32::from(place == generator) == other[place])
        };
        let mut met = HashSet::new();
        let mut relations = Vec::new();
        for x in self.elements() {
            for generator in 0..count {
                if is_least(x, generator) {
                    continue;
                }
                let mut word = exponents[x as usize].clone();
                word[generator] += 1;
                // Every word with one letter fewer must be least; that without this generator is.
                let mut others = (0..count).filter(|&other| other != generator && word[other] > 0);
                let is_smallest = others.all(|other| {
                    let rest = self.without(x, other as u32);
                    is_least(rest, generator)
                });
                if is_smallest && met.insert(word.clone()) {
                    let letters = (0..count).rev().flat_map(|place| {
                        let letter = self.generators[place];
                        std::iter::repeat_n(letter, word[place] as usize)
                    });
                    let left = powers(letters);
                    relations.push((left, self.word(Element(image(x, generator)))));
                }
            }
        }
        relations
    }

    /// The element whose least word is that of `x` without one of a generator that it has.
    fn without(&self, x: u32, generator: u32) -> u32 {
        let (rest, last) = self.monoid.parents[x as usize];
        match last == generator {
            true => rest,
            false => {
                let rest = self.without(rest, generator);
                self.monoid.actions[last as usize][rest as usize]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Builder, HeapQuotient, Heaps, Limits, Lists};
    use super::*;
    use crate::quotient::Outcome;

    fn built(code: &str, heaps: usize) -> MisereQuotient {
        let mut builder = Builder::new(Heaps::new(code.parse().expect("rules"), heaps));
        builder
            .cover_all(&mut Limits::default())
            .expect("a quotient");
        builder.quotient().clone()
    }

    const CODES: [(&str, usize); 7] = [
        ("0.77", 40),
        ("0.75", 20),
        ("0.71", 20),
        ("0.115", 50),
        ("0.137", 12),
        ("4.3", 12),
        ("take:1,3,4", 20),
    ];

    #[test]
    fn kernel_is_the_least_ideal() {
        for (code, heaps) in CODES {
            let quotient = built(code, heaps);
            let all: Vec<Element> = (0..quotient.order() as u32).map(Element).collect();
            // What every element divides.
            let divided =
                |x: &Element, y: &Element| all.iter().any(|&z| quotient.product(*x, z) == *y);
            let least: Vec<Element> = all
                .iter()
                .copied()
                .filter(|y| all.iter().all(|x| divided(x, y)))
                .collect();
            assert_eq!(quotient.kernel(), least, "{code}");
            let identity = quotient.kernel_identity();
            for &x in &least {
                assert_eq!(quotient.product(x, identity), x);
                assert!(least.iter().any(|&y| quotient.product(x, y) == identity));
            }
            let idempotents = quotient.idempotents();
            assert!(
                all.iter()
                    .all(|&x| idempotents.contains(&x) == (quotient.product(x, x) == x))
            );
        }
        assert!(built("0.77", 40).is_regular());
    }

    #[test]
    fn nim_is_tame() {
        // Heaps below n: one of 1 is T₁, and then each power of two doubles the kernel.
        for (heaps, order) in [
            (1, 1),
            (2, 2),
            (3, 6),
            (4, 6),
            (5, 10),
            (8, 10),
            (9, 18),
            (17, 34),
        ] {
            let options = (0..heaps).map(|heap| (0..heap).map(|left| vec![left]).collect());
            let mut nim = Builder::new(Lists::new(options.collect()).expect("in order"));
            nim.cover_all(&mut Limits::default()).expect("a quotient");
            assert_eq!(nim.quotient().order(), order);
            assert!(nim.quotient().is_tame(), "{heaps}");
        }
        for code in ["0.77", "0.75", "0.71", "0.115"] {
            assert!(!built(code, 50).is_tame(), "{code}");
        }
        // Orders of tame quotients alone tell nothing.
        let wild = built("0.75", 20);
        assert_eq!(wild.order(), 8);
        let mut tame = HeapQuotient::new("0.156".parse().expect("a code"));
        tame.cover(300, &mut Limits::default()).expect("a quotient");
        assert!(tame.quotient().is_tame());
    }

    /// The relations hold, and by them every word becomes the least word of its value.
    #[test]
    fn relations_present_the_monoid() {
        for (code, heaps) in CODES {
            let quotient = built(code, heaps);
            let worth = |word: &Word| {
                word.iter()
                    .fold(Element::ONE, |value, &(letter, exponent)| {
                        let letter = quotient.value(letter as usize).expect("covered");
                        (0..exponent).fold(value, |value, _| quotient.product(value, letter))
                    })
            };
            let relations = quotient.relations();
            let exponent = |word: &Word, letter: u32| {
                let power = word.iter().find(|power| power.0 == letter);
                power.map_or(0, |power| power.1)
            };
            let divides = |part: &Word, word: &Word| {
                part.iter().all(|&(letter, e)| exponent(word, letter) >= e)
            };
            for (left, right) in &relations {
                assert_eq!(worth(left), worth(right), "{code}");
                assert_ne!(left, right);
                let others = relations.iter().filter(|(other, _)| divides(other, left));
                assert_eq!(others.count(), 1, "{code}: {left:?}");
            }
            for x in 0..quotient.order() as u32 {
                for &generator in quotient.generators() {
                    let mut word = quotient.word(Element(x));
                    match word.iter_mut().find(|power| power.0 == generator) {
                        Some(power) => power.1 += 1,
                        None => word.push((generator, 1)),
                    }
                    word.sort_unstable_by(|a, b| b.cmp(a));
                    let least = quotient.word(worth(&word));
                    for _ in 0..200 {
                        let Some((left, right)) =
                            relations.iter().find(|(left, _)| divides(left, &word))
                        else {
                            break;
                        };
                        let mut letters: Vec<u32> = quotient.generators().to_vec();
                        letters.reverse();
                        word = letters
                            .into_iter()
                            .map(|letter| {
                                (
                                    letter,
                                    exponent(&word, letter) + exponent(right, letter)
                                        - exponent(left, letter),
                                )
                            })
                            .filter(|power| power.1 > 0)
                            .collect();
                    }
                    assert_eq!(word, least, "{code}");
                }
            }
        }
    }

    #[test]
    fn relations_of_two_heaps_of_nim() {
        let quotient = built("0.33", 3);
        assert_eq!(
            quotient.relations(),
            [(vec![(1, 2)], vec![]), (vec![(2, 3)], vec![(2, 1)]),]
        );
        assert_eq!(quotient.outcome(quotient.kernel_identity()), Outcome::P);
    }
}
