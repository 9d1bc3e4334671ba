//! Sums of letters as elements of F × N^k: a finite monoid F beside the exponents of free letters.
//!
//! A letter goes to an element of F or counts for one exponent. To set letters of F free is to forget what is known of their powers
//! and products: they become an exponent, or powers with an index and a period that are guessed, and the others generate what they
//! generated. Nothing here is proved; a frame is as good as the law that holds in it.

use std::collections::HashMap;

use grundy_number::Natural;

use super::super::bits;
use super::super::letters::Letters;
use super::super::monoid::{Classes, Generated, Monoid, NONE, Presented, generated};
use super::super::quotient::MisereQuotient;
use super::super::{Limits, Stopped};
use super::law::Picture;
use super::shape::{MOST, Vector};

/// Where a letter goes.
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

/// Letters that go to one place, and whose options are worth the same.
#[derive(Clone, Debug)]
pub(super) struct Sort {
    /// The first of these letters.
    pub(super) first: u32,
    pub(super) place: Place,
    pub(super) effects: Vec<Effect>,
}

/// Sorts of letters of F that are set free as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Freed {
    pub(super) sorts: Vec<u32>,
    /// Index and period of their powers; none for an exponent.
    pub(super) powers: Option<(u32, u32)>,
}

/// F × N^k with letters in it.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) finite: Monoid,
    /// k.
    pub(super) exponents: usize,
    /// By letter: its sort, or `NONE` if it has no moves.
    pub(super) sorts_of: Vec<u32>,
    pub(super) sorts: Vec<Sort>,
    /// By generator of F: its sort.
    pub(super) generators: Vec<u32>,
}

/// Bits of an exponent in the code of an option, and the exponent that is too large for it.
const BITS: u32 = 3;
const TOO_MANY: u32 = (1 << BITS) - 1;

/// Most codes of elements with powers of freed letters.
pub(super) const CODES: usize = 1 << 24;

impl Frame {
    /// A quotient and one letter more, which is not placed yet.
    pub(super) fn start(before: &MisereQuotient, letters: &mut impl Letters) -> Option<Frame> {
        let of = |(&kind, &value)| (kind != NONE).then_some(Place::Finite(value));
        let places = before.kinds_of.iter().zip(&before.values).map(of);
        let places: Vec<_> = places.chain([Some(Place::Finite(0))]).collect();
        Frame::sorted(
            before.monoid.clone(),
            0,
            &places,
            &before.generators,
            letters,
        )
    }

    /// A frame from the places of the letters; nothing if an option has too many of a free letter, or a letter that is placed has no
    /// moves.
    fn sorted(
        finite: Monoid,
        exponents: usize,
        places: &[Option<Place>],
        generators: &[u32],
        letters: &mut impl Letters,
    ) -> Option<Frame> {
        // The code of an element has that of F lowest, and the exponents above.
        let width = usize::BITS - (finite.order() - 1).leading_zeros();
        let shift = |free: usize| width + BITS * free as u32;
        let mask = (1u32 << width) - 1;
        let codes = places.iter().map(|place| match place {
            None => 0,
            Some(Place::Finite(element)) => *element,
            Some(Place::Free(free)) => 1 << shift(*free),
        });
        let codes: Vec<u32> = codes.collect();
        let power = |code: u32, free| code >> shift(free) & TOO_MANY;
        let product = |a: u32, b: u32| {
            let times = |x: u32, g: u32| finite.actions[g as usize][x as usize];
            let powers = (0..exponents)
                .map(|free| (power(a, free) + power(b, free)).min(TOO_MANY) << shift(free));
            finite.word(b & mask).fold(a & mask, times) | powers.sum::<u32>()
        };
        letters.renew();
        let mut names: HashMap<(Place, Vec<Effect>), u32> = HashMap::new();
        let mut sorts: Vec<Sort> = Vec::new();
        let mut sorts_of = Vec::new();
        for (letter, place) in places.iter().enumerate() {
            let Some(place) = *place else {
                sorts_of.push(NONE);
                continue;
            };
            let bound = 1 << shift(exponents);
            let effects = letters.effects(letter, &codes, bound, product);
            let effects = effects.into_iter().map(|code| {
                let mut powers = [0; MOST];
                for (free, entry) in powers.iter_mut().enumerate().take(exponents) {
                    *entry = i64::from(power(code, free));
                }
                let fits = powers.iter().all(|&power| power < i64::from(TOO_MANY));
                let finite = code & mask;
                fits.then_some(Effect { finite, powers })
            });
            let effects = effects.collect::<Option<Vec<Effect>>>()?;
            if effects.is_empty() {
                // What has no moves changes no sum, and has no place: the proof counts on the moves of every letter that has one.
                return None;
            }
            let name = names.entry((place, effects));
            let name = name.or_insert_with_key(|(place, effects)| {
                sorts.push(Sort {
                    first: letter as u32,
                    place: *place,
                    effects: effects.clone(),
                });
                sorts.len() as u32 - 1
            });
            sorts_of.push(*name);
        }
        letters.renew();
        let sort = |&letter: &u32| sorts_of[letter as usize];
        Some(Frame {
            generators: generators.iter().map(sort).collect(),
            finite,
            exponents,
            sorts_of,
            sorts,
        })
    }

    /// Where the letters go, from where their sorts do.
    fn places(&self, place: impl Fn(u32) -> Place) -> Vec<Option<Place>> {
        let sorts = self.sorts_of.iter();
        let place = |&sort: &u32| (sort != NONE).then(|| place(sort));
        sorts.map(place).collect()
    }

    /// Sets letters free, if F then has no more than `most` elements.
    pub(super) fn freed(
        &self,
        freed: &[Freed],
        letters: &mut impl Letters,
        most: usize,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Frame>, Stopped> {
        let mut exponents = self.exponents;
        let mut powers = Vec::new();
        let mut free: HashMap<u32, usize> = HashMap::new();
        let mut of_powers: HashMap<u32, usize> = HashMap::new();
        for letter in freed {
            let (names, place) = match letter.powers {
                None => (&mut free, exponents),
                Some(_) => (&mut of_powers, powers.len()),
            };
            names.extend(letter.sorts.iter().map(|&sort| (sort, place)));
            match letter.powers {
                None => exponents += 1,
                Some(both) => powers.push(both),
            }
        }
        if exponents > MOST {
            return Ok(None);
        }
        // The sorts that stay in F, and what each does there.
        let mut names = Vec::new();
        let mut times = Vec::new();
        for (name, sort) in (0u32..).zip(&self.sorts) {
            match sort.place {
                Place::Finite(value) if !free.contains_key(&name) => {
                    names.push(name);
                    times.push(match of_powers.get(&name) {
                        Some(&letter) => Times::Power(letter),
                        None => Times::Action(self.times(value)),
                    });
                }
                Place::Free(exponent) => {
                    free.insert(name, exponent);
                }
                Place::Finite(_) => {}
            }
        }
        let powers = Powers {
            before: &self.finite,
            powers,
            times,
        };
        if powers.codes() > CODES {
            return Ok(None);
        }
        let Some(made) = generated_within(&powers, names.len(), most, limits)? else {
            return Ok(None);
        };
        let mut places = vec![Place::Finite(0); self.sorts.len()];
        for (generator, &name) in names.iter().enumerate() {
            let code = powers.times(powers.one(), generator);
            places[name as usize] = Place::Finite(made.elements[code as usize]);
        }
        for (name, exponent) in free {
            places[name as usize] = Place::Free(exponent);
        }
        let first = |&kept: &usize| self.sorts[names[kept] as usize].first;
        let generators: Vec<u32> = made.kept.iter().map(first).collect();
        let places = self.places(|sort| places[sort as usize]);
        let (finite, generators) = (made.monoid, &generators);
        Ok(Frame::sorted(
            finite, exponents, &places, generators, letters,
        ))
    }

    /// Makes those elements of F one that nothing in a picture tells apart, and the picture one of them.
    pub(super) fn reduced(
        &self,
        picture: &mut Picture,
        letters: &mut impl Letters,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Frame>, Stopped> {
        let order = self.finite.order();
        let column = |f| {
            let sets = picture.sets.iter();
            sets.map(|set| u32::from(bits::has(set, f))).collect()
        };
        let (mut classes, mut count) = named((0..order as u32).map(column));
        loop {
            let key = |f: usize| {
                let images = self.finite.actions.iter().map(|action| action[f] as usize);
                let all = [f].into_iter().chain(images);
                all.map(|image| classes[image]).collect()
            };
            let (finer, more) = named((0..order).map(key));
            classes = finer;
            if more == count {
                break;
            }
            count = more;
        }
        let reduced = Classes::new(&self.finite, &classes, count);
        let generators = self.finite.actions.len();
        let Some(made) = generated_within(&reduced, generators, count, limits)? else {
            return Ok(None);
        };
        for set in &mut picture.sets {
            let mut seen = vec![0u64; bits::words(count)];
            for (element, &class) in (0u32..).zip(&made.codes) {
                if bits::has(set, reduced.first(class)) {
                    bits::put(&mut seen, element);
                }
            }
            *set = seen;
        }
        let first = |&kept: &usize| self.sorts[self.generators[kept] as usize].first;
        let generators: Vec<u32> = made.kept.iter().map(first).collect();
        let places = self.places(|sort| match self.sorts[sort as usize].place {
            Place::Finite(f) => Place::Finite(made.elements[classes[f as usize] as usize]),
            free => free,
        });
        let (finite, generators) = (made.monoid, &generators);
        Ok(Frame::sorted(
            finite,
            self.exponents,
            &places,
            generators,
            letters,
        ))
    }

    /// The product of two elements of F.
    pub(super) fn product(&self, a: u32, b: u32) -> u32 {
        let times = |x: u32, g: u32| self.finite.actions[g as usize][x as usize];
        self.finite.word(b).fold(a, times)
    }

    /// A power of an element of F.
    pub(super) fn power(&self, f: u32, exponent: &Natural) -> u32 {
        let bytes = exponent.to_be_bytes();
        let bits = bytes
            .iter()
            .flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1));
        bits.fold(0, |power, bit| {
            let square = self.product(power, power);
            match bit {
                0 => square,
                _ => self.product(square, f),
            }
        })
    }

    /// The products of an element of F with all.
    pub(super) fn times(&self, f: u32) -> Vec<u32> {
        let mut all: Vec<u32> = (0..self.finite.order() as u32).collect();
        for generator in self.finite.word(f) {
            let action = &self.finite.actions[generator as usize];
            for x in &mut all {
                *x = action[*x as usize];
            }
        }
        all
    }

    /// Where a letter goes; nowhere if it has no moves.
    pub(super) fn place(&self, letter: u32) -> Option<Place> {
        let sort = self.sorts_of[letter as usize];
        self.sorts.get(sort as usize).map(|sort| sort.place)
    }

    /// The first letter of an exponent.
    pub(super) fn free(&self, exponent: usize) -> u32 {
        let mut sorts = self.sorts.iter();
        let sort = sorts.find(|sort| sort.place == Place::Free(exponent));
        sort.map_or(NONE, |sort| sort.first)
    }

    /// The element of a sum of letters with exponents.
    pub(super) fn element(&self, sum: &[(u32, u32)]) -> (u32, Vector) {
        let (mut f, mut vector) = (0, [0; MOST]);
        for &(letter, exponent) in sum {
            match self.place(letter) {
                None => {}
                Some(Place::Free(free)) => vector[free] += i64::from(exponent),
                Some(Place::Finite(value)) => {
                    f = (0..exponent).fold(f, |f, _| self.product(f, value));
                }
            }
        }
        (f, vector)
    }
}

/// What generators make of 1, if these are no more than `most` elements.
fn generated_within(
    presented: &impl Presented,
    generators: usize,
    most: usize,
    limits: &mut Limits<'_>,
) -> Result<Option<Generated>, Stopped> {
    match generated(presented, generators, most, limits) {
        Ok(made) => Ok(Some(made)),
        Err(Stopped::Order(_)) => Ok(None),
        Err(stopped) => Err(stopped),
    }
}

/// Numbers for keys, in the order in which they come first, and how many there are.
fn named(keys: impl Iterator<Item = Vec<u32>>) -> (Vec<u32>, usize) {
    let mut names: HashMap<Vec<u32>, u32> = HashMap::new();
    let mut name = |key| {
        let next = names.len() as u32;
        *names.entry(key).or_insert(next)
    };
    let all: Vec<u32> = keys.map(&mut name).collect();
    (all, names.len())
}

/// What a generator does to an element with powers.
pub(super) enum Times {
    /// What it does to the element.
    Action(Vec<u32>),
    /// One more of a freed letter.
    Power(usize),
}

/// Elements of a monoid with powers of freed letters.
pub(super) struct Powers<'f> {
    pub(super) before: &'f Monoid,
    /// By freed letter: index and period.
    pub(super) powers: Vec<(u32, u32)>,
    /// By generator.
    pub(super) times: Vec<Times>,
}

impl Powers<'_> {
    /// The element and the exponents of a code.
    pub(super) fn split(&self, code: u32) -> (u32, Vector) {
        let order = self.before.order() as u32;
        let mut left = code / order;
        let mut exponents = [0; MOST];
        for (exponent, (index, period)) in exponents.iter_mut().zip(&self.powers) {
            *exponent = i64::from(left % (index + period));
            left /= index + period;
        }
        (code % order, exponents)
    }
}

impl Presented for Powers<'_> {
    fn codes(&self) -> usize {
        let counts = self.powers.iter();
        let counts = counts.map(|(index, period)| (index + period) as usize);
        counts.fold(self.before.order(), usize::saturating_mul)
    }
    fn one(&self) -> u32 {
        0
    }
    fn times(&self, code: u32, generator: usize) -> u32 {
        let order = self.before.order() as u32;
        match &self.times[generator] {
            Times::Action(action) => code - code % order + action[(code % order) as usize],
            Times::Power(letter) => {
                let before = self.powers[..*letter].iter();
                let stride =
                    before.fold(order, |stride, (index, period)| stride * (index + period));
                let (index, period) = self.powers[*letter];
                match code / stride % (index + period) + 1 == index + period {
                    true => code - (period - 1) * stride,
                    false => code + stride,
                }
            }
        }
    }
}
