//! Candidates for a quotient: some letters are set free, who wins is worked out anew, and what cannot be told apart is made one.
//!
//! Setting letters free means to forget what is known of their powers and products: a candidate is the direct product of the
//! submonoid that the values of all other letters generate and of a cyclic monoid for each free letter, with an index and a period
//! that are guessed. Who wins is then decided element by element in the order of least words, each by the options of its least
//! word, which come before it. Nothing here is proved; the verification tells whether the reduced candidate is a quotient.

use std::collections::HashMap;

use grundy_base::budget::Exhausted;

use super::letters::Letters;
use super::monoid::{Classes, Generated, NONE, Presented, generated};
use super::quotient::{Kind, MisereQuotient};
use super::{Limits, Order, Stopped};

/// Kinds of letters that are set free as one, with index and period of their powers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Free {
    pub(super) kinds: Vec<u32>,
    pub(super) index: u32,
    pub(super) period: u32,
}

impl Free {
    fn powers(&self) -> u32 {
        self.index + self.period
    }
}

/// Most codes of a candidate's elements.
const CODES: u64 = 1 << 26;

/// Products of an element of the quotient before and of powers of the free letters. In the code of a product the former has the
/// lowest `bits`, and the number of the powers those above.
struct Product<'q> {
    before: &'q MisereQuotient,
    bits: u32,
    /// By two numbers of powers: that of their product.
    powers: Vec<u32>,
    /// How many powers there are.
    count: u32,
    /// By kind: its code.
    kinds: Vec<u32>,
}

impl Product<'_> {
    fn new<'q>(before: &'q MisereQuotient, free: &[Free]) -> Result<Product<'q>, Order> {
        let order = before.order() as u64;
        let counts = free.iter().map(|free| u64::from(free.powers()));
        let count: u64 = counts.fold(1, u64::saturating_mul);
        let bits = (order - 1).checked_ilog2().map_or(0, |last| last + 1);
        if count << bits > CODES || count > 1 << 10 {
            return Err(Order(before.order()));
        }
        let count = count as u32;
        let mut powers = Vec::with_capacity((count * count) as usize);
        for a in 0..count {
            for b in 0..count {
                let (mut stride, mut both) = (1, 0);
                for free in free {
                    let mut power = a / stride % free.powers() + b / stride % free.powers();
                    if power >= free.powers() {
                        power = free.index + (power - free.index) % free.period;
                    }
                    both += power * stride;
                    stride *= free.powers();
                }
                powers.push(both);
            }
        }
        let code = |(name, kind): (u32, &Kind)| {
            let mut stride = 1 << bits;
            for free in free {
                if free.kinds.contains(&name) {
                    return stride;
                }
                stride *= free.powers();
            }
            kind.value
        };
        Ok(Product {
            before,
            bits,
            powers,
            count,
            kinds: (0..).zip(&before.kinds).map(code).collect(),
        })
    }

    /// The element of the quotient before, and the number of the powers.
    fn split(&self, code: u32) -> (u32, u32) {
        (code & ((1 << self.bits) - 1), code >> self.bits)
    }

    fn of(&self, a: u32, b: u32) -> u32 {
        let ((a, a_powers), (b, b_powers)) = (self.split(a), self.split(b));
        let powers = self.powers[(a_powers * self.count + b_powers) as usize];
        u32::from(self.before.row(a)[b as usize]) | powers << self.bits
    }
}

impl Presented for Product<'_> {
    fn codes(&self) -> usize {
        (self.count as usize) << self.bits
    }
    fn one(&self) -> u32 {
        0
    }
    fn times(&self, code: u32, generator: usize) -> u32 {
        self.of(code, self.kinds[generator])
    }
}

/// A candidate whose elements are known, with who wins.
pub(super) struct Candidate<'q> {
    product: Product<'q>,
    made: Generated,
    /// By element: whether it is in P.
    members: Vec<bool>,
}

impl Candidate<'_> {
    /// Sets letters free of what a quotient knows of them.
    ///
    /// # Errors
    /// [`Stopped`]: that there would be too many elements, or that time ran out.
    pub(super) fn new<'q>(
        before: &'q MisereQuotient,
        free: &[Free],
        letters: &mut impl Letters,
        limits: &mut Limits<'_>,
    ) -> Result<Candidate<'q>, Stopped> {
        let product = Product::new(before, free)?;
        let most = limits.candidates();
        let made = generated(&product, product.kinds.len(), most, limits)?;
        let mut candidate = Candidate {
            product,
            made,
            members: Vec::new(),
        };
        candidate.decide(letters, limits)?;
        Ok(candidate)
    }

    /// How many elements it has.
    pub(super) fn order(&self) -> usize {
        self.made.monoid.order()
    }

    /// Decides who wins, element by element.
    fn decide(
        &mut self,
        letters: &mut impl Letters,
        limits: &mut Limits<'_>,
    ) -> Result<(), Exhausted> {
        let Candidate { product, made, .. } = self;
        let before = product.before;
        let code = |&kind: &u32| match kind {
            NONE => 0,
            kind => product.kinds[kind as usize],
        };
        let values: Vec<u32> = before.kinds_of.iter().map(code).collect();
        letters.renew();
        // Of each generator: its effects, each as an element of the quotient before and powers.
        let effects: Vec<Vec<(u32, u32)>> = (made.kept.iter())
            .map(|&kind| {
                let first = before.kinds[kind].first as usize;
                let times = |a, b| product.of(a, b);
                let effects = letters.effects(first, &values, product.codes(), times);
                effects
                    .into_iter()
                    .map(|code| product.split(code))
                    .collect()
            })
            .collect();
        letters.renew();
        let monoid = &made.monoid;
        let count = monoid.order();
        let mut members = vec![false; count];
        // The same by codes.
        let mut lost = vec![false; product.codes()];
        // For each element the letters of its least word, each with the element that is left without one of it: letters of one
        // word stand together, where the word without its last letter has them at `starts`.
        let mut without: Vec<(u32, u32)> = Vec::new();
        let mut starts: Vec<u32> = vec![0, 0];
        for x in 1..count {
            let (rest, last) = monoid.parents[x];
            let begin = without.len();
            limits.pace(32)?;
            without.push((last, rest));
            let action = &monoid.actions[last as usize];
            for place in starts[rest as usize]..starts[rest as usize + 1] {
                let (letter, left) = without[place as usize];
                if letter != last {
                    without.push((letter, action[left as usize]));
                }
            }
            starts.push(without.len() as u32);
            members[x] = !without[begin..].iter().any(|&(letter, left)| {
                let code = made.codes[left as usize];
                let (value, powers) = product.split(code);
                let (row, powers) = (before.row(value), powers * product.count);
                effects[letter as usize].iter().any(|&(value, power)| {
                    let powers = product.powers[(powers + power) as usize];
                    let code = u32::from(row[value as usize]) | powers << product.bits;
                    lost[code as usize]
                })
            });
            lost[made.codes[x] as usize] = members[x];
        }
        self.members = members;
        Ok(())
    }

    /// Whether it calls a sum of letters of some kinds P.
    pub(super) fn calls_p(&self, word: &[(u32, u32)]) -> bool {
        let mut code = 0;
        for &(kind, exponent) in word {
            for _ in 0..exponent {
                code = self.product.of(code, self.product.kinds[kind as usize]);
            }
        }
        self.members[self.made.elements[code as usize] as usize]
    }

    /// The candidate with what cannot be told apart made one, and the values of all letters in it, yet without kinds.
    ///
    /// # Errors
    /// [`Stopped`]: that it has too many elements, or that time ran out.
    pub(super) fn reduced(&self, limits: &mut Limits<'_>) -> Result<MisereQuotient, Stopped> {
        let reduced = reduced(&self.made, &self.members, limits)?;
        let before = self.product.before;
        let generator = |&place: &usize| before.kinds[self.made.kept[place]].first;
        let value = |&kind: &u32| match kind {
            NONE => 0,
            kind => {
                let code = self.product.kinds[kind as usize];
                reduced.images[self.made.elements[code as usize] as usize]
            }
        };
        let values = before.kinds_of.iter().map(value).collect();
        let generators = reduced.kept.iter().map(generator).collect();
        let mut quotient = reduced.quotient;
        quotient.values = values;
        quotient.generators = generators;
        Ok(quotient)
    }
}

/// A monoid with a set P, reduced.
pub(super) struct Reduced {
    /// What it is then, yet without letters.
    pub(super) quotient: MisereQuotient,
    /// By element before: the element now.
    pub(super) images: Vec<u32>,
    /// Which generators of the monoid are no products of earlier ones now.
    pub(super) kept: Vec<usize>,
}

/// Makes what cannot be told apart by P one.
///
/// # Errors
/// [`Stopped`]: that there are too many elements still, or that time ran out.
pub(super) fn reduced(
    made: &Generated,
    members: &[bool],
    limits: &mut Limits<'_>,
) -> Result<Reduced, Stopped> {
    let (classes, count) = made.monoid.classes(members, limits)?;
    if count > limits.elements() {
        return Err(Order(limits.elements()).into());
    }
    let of = Classes::new(&made.monoid, &classes, count);
    let now = generated(&of, made.monoid.actions.len(), count, limits)?;
    let is_p = |&class: &u32| members[of.first(class) as usize];
    let members = now.codes.iter().map(is_p).collect();
    let image = |&class: &u32| now.elements[class as usize];
    Ok(Reduced {
        images: classes.iter().map(image).collect(),
        kept: now.kept,
        quotient: MisereQuotient::of(now.monoid, members),
    })
}

/// The kinds of the letters of a reduced candidate, from the effects of each; of two letters of one kind the first tells them.
///
/// # Errors
/// The letters of a sum that is called P though an option of it is: it is N.
pub(super) fn sorted(
    quotient: &mut MisereQuotient,
    letters: &mut impl Letters,
) -> Result<(), Vec<u32>> {
    let mut names: HashMap<(u32, Vec<u32>), u32> = HashMap::new();
    let (mut kinds, mut kinds_of) = (Vec::new(), Vec::new());
    let mut wrong: Option<(u32, u32)> = None;
    letters.renew();
    for letter in 0..quotient.values.len() {
        let value = quotient.values[letter];
        let order = quotient.order();
        let product = |a: u32, b: u32| u32::from(quotient.row(a)[b as usize]);
        let effects = letters.effects(letter, &quotient.values, order, product);
        if effects.is_empty() {
            kinds_of.push(NONE);
            continue;
        }
        let name = *names
            .entry((value, effects))
            .or_insert_with_key(|(_, effects)| {
                let won = quotient.won(effects);
                let clash = super::bits::first_common(quotient.contexts(value), &won);
                if let Some(context) = clash.filter(|at| wrong.is_none_or(|(least, _)| *at < least))
                {
                    wrong = Some((context, letter as u32));
                }
                kinds.push(quotient.kind(letter as u32, value, effects, &won));
                kinds.len() as u32 - 1
            });
        kinds_of.push(name);
    }
    (quotient.kinds, quotient.kinds_of) = (kinds, kinds_of);
    match wrong {
        None => Ok(()),
        Some((context, letter)) => {
            let generators = &quotient.generators;
            let word = quotient.monoid.word(context);
            let word = word.map(|generator| generators[generator as usize]);
            Err(word.chain([letter]).collect())
        }
    }
}
