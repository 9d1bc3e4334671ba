//! The monoid of a certificate: what is needed for it to be one, and its products.
//!
//! Let the actions be maps of the elements that commute, and let all elements be reached from element 0 by them. If two words of
//! generators lead from 0 to the same element, they are the same map: y is v(0) for some word v, and w(v(0)) = v(w(0)). So an element is
//! a map, the product of x and y is the map of x at y, and this is a commutative monoid in which 0 is 1. Each generator's action
//! is the product with the value of its letter as it leads from 0 there.
//!
//! The monoid is reduced if for any two elements x and y some z tells them apart: just one of xz and yz is in P.

use std::collections::HashMap;

use super::Stop;
use super::verdict::Fault;
use super::work::Work;
use super::written::Claim;

/// A set of elements, a bit for each.
pub(super) type Set = Vec<u64>;

pub(super) fn has(set: &[u64], x: u16) -> bool {
    set[usize::from(x) / 64] >> (x % 64) & 1 == 1
}

pub(super) fn put(set: &mut [u64], x: u16) {
    set[usize::from(x) / 64] |= 1 << (x % 64);
}

/// The monoid, as it was verified.
pub(super) struct Monoid<'c> {
    claim: &'c Claim,
    /// The elements but 0 in an order in which each is another times a generator: element, the other, place of the generator.
    steps: Vec<(u16, u16, usize)>,
    /// By element x: the set of the z with xz in P.
    contexts: Vec<Set>,
    /// By element that is the value of a letter: its products.
    rows: Vec<Option<Box<[u16]>>>,
}

impl Monoid<'_> {
    /// The monoid of a claim.
    pub(super) fn of<'c>(claim: &'c Claim, work: &mut Work) -> Result<Monoid<'c>, Stop> {
        commuting(claim, work)?;
        let steps = reached(claim, work)?;
        for (action, &letter) in claim.actions.iter().zip(&claim.generators) {
            let (value, product) = (claim.phi[letter as usize], action[0]);
            if value != product {
                let letter = u64::from(letter);
                return Err(Fault::Generator {
                    letter,
                    value,
                    product,
                }
                .into());
            }
        }
        let order = claim.order as usize;
        let mut monoid = Monoid {
            claim,
            steps,
            contexts: Vec::with_capacity(order),
            rows: vec![None; order],
        };
        monoid.multiply(work)?;
        monoid.reduced()?;
        Ok(monoid)
    }

    pub(super) fn order(&self) -> usize {
        self.claim.order as usize
    }

    /// How many words a set of elements has.
    pub(super) fn words(&self) -> usize {
        self.order().div_ceil(64)
    }

    /// Writes the products of x to a row.
    pub(super) fn row(&self, x: u16, row: &mut [u16]) {
        row[0] = x;
        for &(y, before, generator) in &self.steps {
            row[usize::from(y)] =
                self.claim.actions[generator][usize::from(row[usize::from(before)])] as u16;
        }
    }

    /// The set of the z with xz in P.
    pub(super) fn contexts(&self, x: u16) -> &[u64] {
        &self.contexts[usize::from(x)]
    }

    /// The products of the value of a letter.
    pub(super) fn products(&self, value: u16) -> &[u16] {
        self.rows[usize::from(value)].as_deref().unwrap_or_default()
    }

    /// The letters of a shortest sum that is worth x.
    pub(super) fn sum(&self, x: u16) -> Vec<u64> {
        let mut by_element = HashMap::new();
        for &(y, before, generator) in &self.steps {
            by_element.insert(y, (before, generator));
        }
        let mut sum = Vec::new();
        let mut at = x;
        while let Some(&(before, generator)) = by_element.get(&at) {
            sum.push(u64::from(self.claim.generators[generator]));
            at = before;
        }
        sum
    }

    /// All products, of which are kept those of values of letters and whether they are in P.
    fn multiply(&mut self, work: &mut Work) -> Result<(), Stop> {
        let order = self.order();
        let mut in_p = vec![false; order];
        self.claim.p.iter().for_each(|&x| in_p[x as usize] = true);
        let mut is_value = vec![false; order];
        self.claim
            .phi
            .iter()
            .for_each(|&x| is_value[x as usize] = true);
        let mut row = vec![0; order];
        for (x, is_value) in is_value.into_iter().enumerate() {
            work.steps(2 * order as u128)?;
            self.row(x as u16, &mut row);
            let mut contexts = vec![0; self.words()];
            for (z, &product) in (0..).zip(&row) {
                if in_p[usize::from(product)] {
                    put(&mut contexts, z);
                }
            }
            self.contexts.push(contexts);
            if is_value {
                self.rows[x] = Some(row.as_slice().into());
            }
        }
        Ok(())
    }

    fn reduced(&self) -> Result<(), Fault> {
        let mut first: HashMap<&[u64], u32> = HashMap::with_capacity(self.order());
        for (other, contexts) in (0..).zip(&self.contexts) {
            if let Some(one) = first.insert(contexts, other) {
                return Err(Fault::Alike([one, other]));
            }
        }
        Ok(())
    }
}

/// Sums of letters are worth products.
impl crate::options::Values for Monoid<'_> {
    type Value = u16;
    fn nothing(&self) -> u16 {
        0
    }
    fn beside(&self, sum: u16, letter: u16) -> u16 {
        self.products(letter)[usize::from(sum)]
    }
}

fn commuting(claim: &Claim, work: &mut Work) -> Result<(), Stop> {
    for (place, one) in claim.actions.iter().enumerate() {
        for (earlier, other) in claim.actions[..place].iter().enumerate() {
            work.steps(claim.order.into())?;
            let differ = |&x: &usize| one[other[x] as usize] != other[one[x] as usize];
            if let Some(element) = (0..one.len()).find(differ) {
                let letters = [earlier, place].map(|place| claim.generators[place].into());
                let element = element as u32;
                return Err(Fault::Order { letters, element }.into());
            }
        }
    }
    Ok(())
}

/// All elements but 0 as they are reached from it, nearest first.
fn reached(claim: &Claim, work: &mut Work) -> Result<Vec<(u16, u16, usize)>, Stop> {
    let mut seen = vec![false; claim.order as usize];
    seen[0] = true;
    let mut steps: Vec<(u16, u16, usize)> = Vec::new();
    let mut next = 0;
    loop {
        let at = match next {
            0 => 0,
            _ => match steps.get(next - 1) {
                Some(&(at, ..)) => at,
                None => break,
            },
        };
        next += 1;
        work.steps(claim.actions.len() as u128 + 1)?;
        for (generator, action) in claim.actions.iter().enumerate() {
            // An element is below the most elements there may be.
            let product = action[usize::from(at)] as u16;
            if !std::mem::replace(&mut seen[usize::from(product)], true) {
                steps.push((product, at, generator));
            }
        }
    }
    match seen.iter().position(|seen| !seen) {
        Some(element) => Err(Fault::Unreached(element as u32).into()),
        None => Ok(steps),
    }
}
