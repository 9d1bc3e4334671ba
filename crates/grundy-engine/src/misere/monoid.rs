//! Finite commutative monoids by the actions of generators.
//!
//! Commuting maps of a finite set in which everything is reached from one point, 1, are a commutative monoid: an element is where
//! the word that leads to it from 1 leads. So a monoid is kept as its Cayley graph, and needs no rewriting of words.
//!
//! Elements are numbered in the order of their least words: of two words the one with fewer of the last generator comes first, then
//! the one with fewer of the last but one, and so on. Part of a least word is a least word, and 1, the empty word, has number 0.

use super::bits;
use super::{Limits, Order, Stopped};
use grundy_base::budget::Exhausted;

/// Elements between two looks at the clock.
const ELEMENTS: usize = 1 << 12;

/// No element, no class, no letter.
pub(super) const NONE: u32 = u32::MAX;

/// Elements by codes, and the products with generators: what a monoid is made from.
pub(super) trait Presented {
    /// How many codes there are.
    fn codes(&self) -> usize;
    /// The code of 1.
    fn one(&self) -> u32;
    /// The code of a product.
    fn times(&self, code: u32, generator: usize) -> u32;
}

/// A finite commutative monoid.
#[derive(Clone, Debug, Default)]
pub(super) struct Monoid {
    /// By generator and element: the product.
    pub(super) actions: Vec<Vec<u32>>,
    /// By element: the element without the last letter of its least word, and that letter, a generator. 1 has none.
    pub(super) parents: Vec<(u32, u32)>,
}

/// Classes of a congruence of a monoid, by their numbers.
pub(super) struct Classes<'m> {
    monoid: &'m Monoid,
    /// By element: its class.
    classes: &'m [u32],
    /// By class: its first element.
    firsts: Vec<u32>,
}

impl Classes<'_> {
    /// The classes of all elements, of which there are `count`.
    pub(super) fn new<'m>(monoid: &'m Monoid, classes: &'m [u32], count: usize) -> Classes<'m> {
        let mut firsts = vec![NONE; count];
        for (element, &class) in classes.iter().enumerate().rev() {
            firsts[class as usize] = element as u32;
        }
        Classes {
            monoid,
            classes,
            firsts,
        }
    }

    /// The first element of a class.
    pub(super) fn first(&self, class: u32) -> u32 {
        self.firsts[class as usize]
    }
}

impl Presented for Classes<'_> {
    fn codes(&self) -> usize {
        self.firsts.len()
    }
    fn one(&self) -> u32 {
        self.classes[0]
    }
    fn times(&self, code: u32, generator: usize) -> u32 {
        let element = self.first(code);
        self.classes[self.monoid.actions[generator][element as usize] as usize]
    }
}

/// A monoid that was generated.
pub(super) struct Generated {
    pub(super) monoid: Monoid,
    /// By element: its code.
    pub(super) codes: Vec<u32>,
    /// By code: its element, or `NONE`.
    pub(super) elements: Vec<u32>,
    /// Which of the generators are no products of earlier ones, in order: those of the monoid.
    pub(super) kept: Vec<usize>,
}

/// What generators make of 1.
///
/// # Errors
/// [`Stopped`]: that there are more than `most` elements, or that time ran out.
pub(super) fn generated(
    presented: &impl Presented,
    generators: usize,
    most: usize,
    limits: &mut Limits<'_>,
) -> Result<Generated, Stopped> {
    let mut elements = vec![NONE; presented.codes()];
    let mut codes = vec![presented.one()];
    elements[presented.one() as usize] = 0;
    let mut parents = vec![(NONE, NONE)];
    let mut kept = Vec::new();
    let mut actions: Vec<Vec<u32>> = Vec::new();
    for generator in 0..generators {
        let alone = presented.times(presented.one(), generator);
        if elements[alone as usize] != NONE {
            continue;
        }
        let name = kept.len() as u32;
        kept.push(generator);
        let mut action = Vec::with_capacity(2 * codes.len());
        // Element by element, as those with one more of this generator come behind.
        while let Some(&before) = codes.get(action.len()) {
            if action.len().is_multiple_of(ELEMENTS) {
                limits.pace(4 * ELEMENTS as u64)?;
            }
            let code = presented.times(before, generator);
            if elements[code as usize] == NONE {
                if codes.len() >= most {
                    return Err(Order(most).into());
                }
                elements[code as usize] = codes.len() as u32;
                codes.push(code);
                parents.push((action.len() as u32, name));
            }
            action.push(elements[code as usize]);
        }
        // The products of the new ones with earlier generators: both commute.
        for earlier in &mut actions {
            limits.pace(2 * (parents.len() - earlier.len()) as u64)?;
            for &(before, _) in &parents[earlier.len()..] {
                earlier.push(action[earlier[before as usize] as usize]);
            }
        }
        actions.push(action);
    }
    Ok(Generated {
        monoid: Monoid { actions, parents },
        codes,
        elements,
        kept,
    })
}

impl Monoid {
    /// How many elements there are.
    pub(super) fn order(&self) -> usize {
        self.parents.len()
    }

    /// The least word of an element: generators, the last first.
    pub(super) fn word(&self, element: u32) -> impl Iterator<Item = u32> + '_ {
        let mut at = element;
        std::iter::from_fn(move || {
            let (rest, last) = *self.parents.get(at as usize).filter(|_| at != 0)?;
            at = rest;
            Some(last)
        })
    }

    /// All products, a row for each element; and for each a row of bits, which of them are members of a set.
    pub(super) fn table(&self, members: &[bool]) -> (Vec<u16>, Vec<u64>) {
        let order = self.order();
        let words = bits::words(order);
        let mut table = vec![0u16; order * order];
        let mut rows = vec![0u64; order * words];
        for (x, cell) in table.iter_mut().take(order).enumerate() {
            *cell = x as u16;
            if members[x] {
                bits::put(&mut rows, x as u32);
            }
        }
        // Arrays of a power of two, so that what is masked is known to be within.
        let size = order.next_power_of_two();
        // By element: its product, and in the highest bit whether that is a member.
        let mut action = vec![0u32; size];
        let mut acting = NONE;
        for x in 1..order {
            let (rest, last) = self.parents[x];
            if acting != last {
                for (to, &image) in action.iter_mut().zip(&self.actions[last as usize]) {
                    *to = image | u32::from(members[image as usize]) << 31;
                }
                acting = last;
            }
            let (before, row) = table.split_at_mut(x * order);
            let rest = &before[rest as usize * order..][..order];
            let cells = row[..order].chunks_mut(64).zip(rest.chunks(64));
            for (word, (cells, rest)) in rows[x * words..].iter_mut().zip(cells) {
                let mut bits = 0;
                for (place, (cell, &y)) in cells.iter_mut().zip(rest).enumerate() {
                    let image = action[usize::from(y) & (size - 1)];
                    *cell = image as u16;
                    bits |= u64::from(image >> 31) << place;
                }
                *word = bits;
            }
        }
        (table, rows)
    }

    /// Classes of elements that no product with another tells apart by membership in a set, and how many there are (E. F. Moore,
    /// *Gedanken-experiments on sequential machines*, 1956). Two classes are taken for one with a chance of about 2^-64 a pair.
    ///
    /// # Errors
    /// That time ran out.
    pub(super) fn classes(
        &self,
        members: &[bool],
        limits: &mut Limits<'_>,
    ) -> Result<(Vec<u32>, usize), Exhausted> {
        let mut classes: Vec<u32> = members.iter().map(|&is| u32::from(is)).collect();
        let mut count = 1 + usize::from(members.contains(&true) && members.contains(&false));
        if count == 1 {
            classes.fill(0);
        }
        let mut numbers = vec![0u64; classes.len()];
        let mut signatures = vec![0u64; classes.len()];
        let mut names = Names::new(classes.len());
        while count > 1 {
            // A class has a number. Generator by generator the number of an element takes in that of its image, so that all words
            // without powers are looked at in one round.
            for (number, &class) in numbers.iter_mut().zip(&classes) {
                *number = mixed(u64::from(class) + 1);
            }
            for (place, action) in (2u64..).zip(&self.actions) {
                limits.pace(action.len() as u64)?;
                let factor = mixed(place << 32) | 1;
                let both = numbers.iter().zip(action);
                for (signature, (&number, &image)) in signatures.iter_mut().zip(both) {
                    let other = numbers[image as usize].wrapping_mul(factor);
                    *signature = number.rotate_left(27) ^ other;
                }
                std::mem::swap(&mut numbers, &mut signatures);
            }
            names.clear();
            for (class, &number) in classes.iter_mut().zip(&numbers) {
                *class = names.of(mixed(number));
            }
            if names.count as usize == count {
                break;
            }
            count = names.count as usize;
        }
        Ok((classes, count))
    }
}

fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let number = (number ^ (number >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number ^ (number >> 32)
}

/// Signatures by the order in which they came first: an open table of a power of two.
struct Names {
    places: Vec<(u64, u32)>,
    count: u32,
}

impl Names {
    fn new(most: usize) -> Names {
        Names {
            places: vec![(0, NONE); (2 * most).next_power_of_two()],
            count: 0,
        }
    }

    fn clear(&mut self) {
        self.places.fill((0, NONE));
        self.count = 0;
    }

    fn of(&mut self, signature: u64) -> u32 {
        let mask = self.places.len() - 1;
        let mut at = (signature ^ (signature >> 32)) as usize & mask;
        loop {
            let place = &mut self.places[at];
            if place.1 == NONE {
                *place = (signature, self.count);
                self.count += 1;
            }
            if place.0 == signature {
                return place.1;
            }
            at = (at + 1) & mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Powers of two letters, each with an index and a period.
    struct Powers([(u32, u32); 2]);

    impl Presented for Powers {
        fn codes(&self) -> usize {
            self.0
                .iter()
                .map(|(index, period)| (index + period) as usize)
                .product()
        }
        fn one(&self) -> u32 {
            0
        }
        fn times(&self, code: u32, generator: usize) -> u32 {
            let first = self.0[0].0 + self.0[0].1;
            let mut powers = [code % first, code / first];
            let (index, period) = self.0[generator];
            powers[generator] += 1;
            if powers[generator] == index + period {
                powers[generator] = index;
            }
            powers[0] + first * powers[1]
        }
    }

    #[test]
    fn products_of_powers() {
        let powers = Powers([(2, 1), (0, 2)]);
        let made = generated(&powers, 2, 100, &mut Limits::default()).expect("six elements");
        assert_eq!(made.monoid.order(), 6);
        let (table, _) = made.monoid.table(&[false; 6]);
        for x in 0..6u32 {
            for y in 0..6u32 {
                let product = made
                    .monoid
                    .word(y)
                    .fold(made.codes[x as usize], |code, letter| {
                        powers.times(code, letter as usize)
                    });
                let element = made.elements[product as usize];
                assert_eq!(u32::from(table[(6 * x + y) as usize]), element);
                assert_eq!(table[(6 * x + y) as usize], table[(6 * y + x) as usize]);
            }
        }
        assert!(generated(&powers, 2, 5, &mut Limits::default()).is_err());
    }

    #[test]
    fn what_no_product_tells_apart_is_one_class() {
        let made = generated(&Powers([(0, 4), (3, 2)]), 2, 100, &mut Limits::default())
            .expect("twenty elements");
        // Membership by the parity of the first power alone.
        let even: Vec<bool> = made.codes.iter().map(|code| code % 4 % 2 == 0).collect();
        let limits = &mut Limits::default();
        let (classes, count) = made.monoid.classes(&even, limits).expect("no limit");
        assert_eq!(count, 2);
        assert!(
            classes
                .iter()
                .zip(&even)
                .all(|(class, even)| (*class == classes[0]) == *even)
        );
        let whole = made.monoid.classes(&[false; 20], limits);
        assert_eq!(whole.expect("no limit").1, 1);
    }
}
