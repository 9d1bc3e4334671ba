//! Sums of letters as elements of F × N^k: a finite monoid beside the exponents of letters that are free.

use std::collections::HashMap;

use super::super::bits;
use super::super::letters::Letters;
use super::super::monoid::{Monoid, NONE, Presented, generated};
use super::super::quotient::MisereQuotient;
use super::law::Picture;
use super::shape::{MOST, Vector};

/// Where a kind of letter goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// An element of F.
    Finite(u32),
    /// One more of an exponent.
    Free(usize),
}

/// What an option of a letter is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Effect {
    pub(super) finite: u32,
    pub(super) powers: Vector,
}

/// Letters of one value whose options have the same values.
#[derive(Clone, Debug)]
pub(super) struct Sort {
    pub(super) first: u32,
    pub(super) place: Place,
    pub(super) effects: Vec<Effect>,
}

/// Sorts of letters that are set free as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Freed {
    pub(super) sorts: Vec<u32>,
    /// Index and period of the powers; none for an exponent.
    pub(super) powers: Option<(u32, u32)>,
}

/// F × N^k with the letters in it.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) finite: Monoid,
    pub(super) exponents: usize,
    /// By letter: its sort, or `NONE`.
    pub(super) sorts_of: Vec<u32>,
    pub(super) sorts: Vec<Sort>,
    /// By generator of F: its sort.
    pub(super) generators: Vec<u32>,
}

/// Bits of an exponent in the code of an option.
const BITS: u32 = 3;

/// Elements of a monoid beside powers of free letters.
struct Powers<'q> {
    before: &'q Monoid,
    /// Of each free letter that has powers: index, period.
    powers: Vec<(u32, u32)>,
    /// By generator: what it does in the monoid, or of which free letter it is one.
    times: Vec<Result<Vec<u32>, usize>>,
}

impl Powers<'_> {
    fn count(&self) -> usize {
        self.powers
            .iter()
            .map(|(index, period)| (index + period) as usize)
            .product()
    }
}

impl Presented for Powers<'_> {
    fn codes(&self) -> usize {
        self.before.order() * self.count()
    }
    fn one(&self) -> u32 {
        0
    }
    fn times(&self, code: u32, generator: usize) -> u32 {
        let order = self.before.order() as u32;
        match &self.times[generator] {
            Ok(action) => {
                let element = action[(code % order) as usize];
                code - code % order + element
            }
            Err(place) => {
                let mut stride = order;
                for (index, period) in &self.powers[..*place] {
                    stride *= index + period;
                }
                let (index, period) = self.powers[*place];
                let power = code / stride % (index + period);
                if power + 1 == index + period {
                    code - (period - 1) * stride
                } else {
                    code + stride
                }
            }
        }
    }
}

/// Classes of elements of a monoid.
struct Classes<'f> {
    finite: &'f Monoid,
    classes: &'f [u32],
    one: Vec<u32>,
}

impl Presented for Classes<'_> {
    fn codes(&self) -> usize {
        self.one.len()
    }
    fn one(&self) -> u32 {
        self.classes[0]
    }
    fn times(&self, code: u32, generator: usize) -> u32 {
        let element = self.one[code as usize];
        self.classes[self.finite.actions[generator][element as usize] as usize]
    }
}

impl Frame {
    /// A quotient with one more letter, that has no value yet.
    pub(super) fn start(before: &MisereQuotient, letters: &mut impl Letters) -> Option<Frame> {
        let mut values: Vec<Option<Place>> = (before.kinds_of.iter())
            .zip(&before.values)
            .map(|(&kind, &value)| (kind != NONE).then_some(Place::Finite(value)))
            .collect();
        values.push(Some(Place::Finite(0)));
        Frame::sorted(before.monoid.clone(), 0, &values, &before.generators, letters)
    }

    /// Where each letter goes.
    fn places(&self) -> impl Iterator<Item = Option<Place>> + '_ {
        let place = |&sort: &u32| (sort != NONE).then(|| self.sorts[sort as usize].place);
        self.sorts_of.iter().map(place)
    }

    /// Sets sorts of finite letters free of what is known of them.
    pub(super) fn freed(
        &self,
        freed: &[Freed],
        letters: &mut impl Letters,
        most: usize,
    ) -> Option<Frame> {
        let mut exponents = self.exponents;
        let mut powers = Vec::new();
        // By sort: its place, if it is an exponent; else its generator.
        let mut place: Vec<Result<usize, Result<u32, usize>>> = (self.sorts.iter())
            .map(|sort| match sort.place {
                Place::Finite(value) => Err(Ok(value)),
                Place::Free(free) => Ok(free),
            })
            .collect();
        for letter in freed {
            for &sort in &letter.sorts {
                place[sort as usize] = match letter.powers {
                    None => Ok(exponents),
                    Some(_) => Err(Err(powers.len())),
                };
            }
            match letter.powers {
                None => exponents += 1,
                Some(both) => powers.push(both),
            }
        }
        if exponents > MOST {
            return None;
        }
        let finite = (0..place.len()).filter(|&sort| place[sort].is_err());
        let names: Vec<usize> = finite.collect();
        let presented = Powers {
            before: &self.finite,
            powers,
            times: (names.iter().filter_map(|&sort| place[sort].err()))
                .map(|times| times.map(|value| self.times(value)))
                .collect(),
        };
        if presented.codes() > 1 << 24 {
            return None;
        }
        let made = generated(&presented, names.len(), most).ok()?;
        let mut values = vec![Place::Finite(0); place.len()];
        for (generator, &sort) in names.iter().enumerate() {
            let code = presented.times(0, generator);
            values[sort] = Place::Finite(made.elements[code as usize]);
        }
        for (sort, place) in place.iter().enumerate() {
            if let Ok(free) = place {
                values[sort] = Place::Free(*free);
            }
        }
        let values: Vec<Option<Place>> = (self.sorts_of.iter())
            .map(|&sort| (sort != NONE).then(|| values[sort as usize]))
            .collect();
        let first = |&kept: &usize| self.sorts[names[kept]].first;
        let generators: Vec<u32> = made.kept.iter().map(first).collect();
        Frame::sorted(made.monoid, exponents, &values, &generators, letters)
    }

    /// Makes elements of F one that nothing tells apart in a picture.
    pub(super) fn reduced(
        &self,
        picture: &mut Picture,
        letters: &mut impl Letters,
    ) -> Option<Frame> {
        let order = self.finite.order();
        let mut names: HashMap<Vec<u64>, u32> = HashMap::new();
        let mut classes: Vec<u32> = (0..order as u32)
            .map(|f| {
                let mut column = vec![0u64; picture.sets.len().div_ceil(64)];
                for (place, set) in (0u32..).zip(&picture.sets) {
                    if bits::has(set, f) {
                        bits::put(&mut column, place);
                    }
                }
                let next = names.len() as u32;
                *names.entry(column).or_insert(next)
            })
            .collect();
        let mut count = names.len();
        loop {
            let mut names: HashMap<Vec<u32>, u32> = HashMap::new();
            let next: Vec<u32> = (0..order)
                .map(|f| {
                    let actions = self.finite.actions.iter();
                    let mut key = vec![classes[f]];
                    key.extend(actions.map(|action| classes[action[f] as usize]));
                    let next = names.len() as u32;
                    *names.entry(key).or_insert(next)
                })
                .collect();
            classes = next;
            if names.len() == count {
                break;
            }
            count = names.len();
        }
        let mut one = vec![NONE; count];
        for (element, &class) in classes.iter().enumerate().rev() {
            one[class as usize] = element as u32;
        }
        let reduced = Classes {
            finite: &self.finite,
            classes: &classes,
            one,
        };
        let made = generated(&reduced, self.finite.actions.len(), count).ok()?;
        for set in &mut picture.sets {
            let mut seen = vec![0u64; bits::words(count)];
            for (element, &class) in (0u32..).zip(&made.codes) {
                if bits::has(set, reduced.one[class as usize]) {
                    bits::put(&mut seen, element);
                }
            }
            *set = seen;
        }
        let value = |place| match place {
            Place::Finite(f) => Place::Finite(made.elements[classes[f as usize] as usize]),
            free => free,
        };
        let values: Vec<Option<Place>> = self.places().map(|place| place.map(value)).collect();
        let first = |&kept: &usize| self.sorts[self.generators[kept] as usize].first;
        let generators: Vec<u32> = made.kept.iter().map(first).collect();
        Frame::sorted(made.monoid, self.exponents, &values, &generators, letters)
    }

    /// A product in F.
    pub(super) fn product(&self, a: u32, b: u32) -> u32 {
        let times = |x: u32, g: u32| self.finite.actions[g as usize][x as usize];
        self.finite.word(b).fold(a, times)
    }

    /// The products of an element of F with all.
    pub(super) fn times(&self, f: u32) -> Vec<u32> {
        let mut all: Vec<u32> = (0..self.finite.order() as u32).collect();
        for g in self.finite.word(f) {
            let action = &self.finite.actions[g as usize];
            for x in &mut all {
                *x = action[*x as usize];
            }
        }
        all
    }

    /// The element of a sum of letters.
    pub(super) fn element(&self, letters: &[(u32, u32)]) -> (u32, Vector) {
        let (mut f, mut vector) = (0, [0; MOST]);
        for &(letter, exponent) in letters {
            match self.sorts[self.sorts_of[letter as usize] as usize].place {
                Place::Free(free) => vector[free] += i64::from(exponent),
                Place::Finite(value) => {
                    for _ in 0..exponent {
                        f = self.product(f, value);
                    }
                }
            }
        }
        (f, vector)
    }

    pub(super) fn sorted(
        finite: Monoid,
        exponents: usize,
        values: &[Option<Place>],
        gens: &[u32],
        letters: &mut impl Letters,
    ) -> Option<Frame> {
        let order = finite.order();
        let width = usize::BITS - (order - 1).leading_zeros();
        let codes: Vec<u32> = values
            .iter()
            .map(|value| match value {
                None => 0,
                Some(Place::Finite(element)) => *element,
                Some(Place::Free(free)) => 1 << (width + BITS * *free as u32),
            })
            .collect();
        let mask = (1u32 << width) - 1;
        let product = |a: u32, b: u32| {
            let word = finite.word(b & mask);
            let mut code = word.fold(a & mask, |x, g| finite.actions[g as usize][x as usize]);
            for free in 0..exponents as u32 {
                let shift = width + BITS * free;
                let power = (a >> shift & 7) + (b >> shift & 7);
                code |= power.min(7) << shift;
            }
            code
        };
        let bound = 1 << (width + BITS * exponents as u32);
        letters.renew();
        let mut names: HashMap<(Place, Vec<Effect>), u32> = HashMap::new();
        let mut sorts: Vec<Sort> = Vec::new();
        let mut sorts_of = Vec::new();
        for (letter, value) in values.iter().enumerate() {
            let Some(place) = *value else {
                sorts_of.push(NONE);
                continue;
            };
            let mut effects = Vec::new();
            for code in letters.effects(letter, &codes, bound, product) {
                let mut powers = [0; MOST];
                for (free, power) in powers.iter_mut().enumerate().take(exponents) {
                    *power = i64::from(code >> (width + BITS * free as u32) & 7);
                    if *power == 7 {
                        return None;
                    }
                }
                effects.push(Effect {
                    finite: code & mask,
                    powers,
                });
            }
            let name = *names.entry((place, effects)).or_insert_with_key(|(_, effects)| {
                sorts.push(Sort {
                    first: letter as u32,
                    place,
                    effects: effects.clone(),
                });
                sorts.len() as u32 - 1
            });
            sorts_of.push(name);
        }
        letters.renew();
        let generators = gens.iter().map(|&g| sorts_of[g as usize]).collect();
        Some(Frame {
            finite,
            exponents,
            sorts_of,
            sorts,
            generators,
        })
    }
}
