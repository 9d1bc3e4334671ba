//! Heaps from which on a game is played as under normal play, and what they are worth.
//!
//! Let (Q, P) be the quotient of the heaps below M, regular in the sense of `structure.rs`, with kernel K and its identity e; and let
//! γ : Q → ℕ be a homomorphism into the nimbers with nim-addition that takes the value of each heap to its Grundy value. As e is
//! idempotent γ(e) = 0, so γ(x) = γ(ex). Let γ be injective on K. Then a value x in K is in P exactly if γ(x) = 0.
//!
//! Let a heap m ≥ M have moves, but only to options whose values are in K, and let its Grundy value be γ(k) for a k in K. Then Φ(m) = k
//! is right: a sum with m and all options of it have values in K, for in each there is still m or an option of m. So each of them is in
//! P exactly if its Grundy value is 0, and a sum has Grundy value 0 exactly if no option has; and there is an option.
//!
//! The values of sums without m are what they were, so (Q, P) is the quotient of one heap more. All options of m have values in K if
//! all heaps from F ≥ 1 to m − 1 do and m ≥ jF + k, where a move takes at most k stones and leaves at most j heaps: the largest of
//! these has at least F stones. So one heap follows the other.
//!
//! When a Grundy value comes that γ does not take, it is a power of two, as γ(K) is a group and every number below is taken. Then K
//! grows to K′ = K × {1, m} with m² = e, and Q to (Q ∖ K) ∪ K′, where the product of x with (k, m) is (xk, m). P stays, as γ is not
//! 0 on what is new. For the same reason as above that is right for all sums with m. It is reduced: elements with different γ are
//! told apart by their products with an element of K′, so what could be like (k, m) is in Q and has a γ of Q, and it has not. Large
//! heaps have values in K′, and so it goes on: from here on a quotient needs no building at all.
//!
//! That quotients become regular, and K what normal play sees of a game, was observed by Plambeck and Siegel (2008).

use super::monoid::{NONE, Presented, generated};
use super::quotient::MisereQuotient;
use super::{Limits, Stopped};
use crate::period::Search;
use crate::sequence::{Engine, Rules, Takes};
use grundy_base::budget::Exhausted;

/// Twice the most bytes of the engine of Grundy values.
const MEMORY: usize = 1 << 29;

/// What a heap costs, where nothing is searched for.
const STEPS: u64 = 50;

/// Most heaps whose values are worked out by those of normal play.
const HEAPS: usize = 1 << 22;

/// The Grundy values of the heaps, and what they are in a quotient.
#[derive(Debug, Default)]
pub(super) struct Tail {
    search: Option<Box<Search>>,
    /// By Grundy value: the element of the kernel, or `NONE`; empty where heaps are not as under normal play.
    elements: Vec<u32>,
}

impl Clone for Tail {
    /// What was computed can be computed again.
    fn clone(&self) -> Tail {
        Tail {
            search: None,
            elements: self.elements.clone(),
        }
    }
}

/// The most stones that a move takes, and the most heaps that it leaves, where there are such numbers.
fn bounds(rules: &Rules) -> Option<(usize, usize)> {
    match rules.takes() {
        None => Some((
            rules.digits().len().saturating_sub(1),
            rules.parts().max(1) as usize,
        )),
        Some(Takes::These(runs)) => Some((usize::try_from(runs.last()?.1).ok()?, 1)),
        Some(_) => None,
    }
}

/// Whether a heap has moves, and so has every larger one.
fn moves_from(rules: &Rules, heap: usize) -> bool {
    if rules.takes().is_some() {
        return bounds(rules).is_some_and(|(most, _)| heap >= most);
    }
    let may_split = heap as u64 >= rules.least_split();
    let mut digits = rules.digits().iter().enumerate();
    digits.any(|(take, &digit)| {
        let left = heap.saturating_sub(take);
        let parts = (1..8).filter(|parts| digit >> parts & 1 != 0);
        parts.into_iter().any(|parts| match parts {
            1 => left >= 1,
            2 if rules.unequal() => may_split && left >= 3,
            parts => may_split && left >= parts,
        })
    })
}

/// Whether all options of the heaps that come next have values in the kernel, and there are some.
fn is_within(rules: &Rules, quotient: &MisereQuotient) -> bool {
    let Some((most, parts)) = bounds(rules) else {
        return false;
    };
    let identity = quotient.kernel_identity().0;
    let kernel = quotient.row(identity);
    let is_out = |&value: &u32| u32::from(kernel[value as usize]) != value;
    let last = quotient.values.iter().rposition(is_out);
    let from = last.map_or(0, |last| last + 1).max(1);
    let enough = parts
        .checked_mul(from)
        .and_then(|stones| stones.checked_add(most));
    enough.is_some_and(|enough| enough <= quotient.letters())
        && moves_from(rules, quotient.letters())
}

impl Tail {
    /// Whether the heaps that come next are known to be as under normal play.
    pub(super) fn has_begun(&self) -> bool {
        !self.elements.is_empty()
    }

    /// Begins if the heaps that come next are as under normal play.
    pub(super) fn begin(&mut self, rules: &Rules, quotient: &MisereQuotient, limits: &Limits<'_>) {
        self.elements = self.kernel(rules, quotient, limits).unwrap_or_default();
    }

    /// By Grundy value: the element of the kernel, if the heaps that come next have no other values.
    fn kernel(
        &mut self,
        rules: &Rules,
        quotient: &MisereQuotient,
        limits: &Limits<'_>,
    ) -> Option<Vec<u32>> {
        if !is_within(rules, quotient) || !quotient.is_regular() {
            return None;
        }
        let letters = quotient.letters();
        let grundy: Vec<u32> = (0..letters)
            .map(|heap| self.grundy(rules, heap, limits))
            .collect::<Option<_>>()?;
        let nimber = |letter: u32| grundy[letter as usize];
        let mut nimbers = vec![0; quotient.order()];
        let monoid = &quotient.monoid;
        for (x, &(rest, last)) in monoid.parents.iter().enumerate().skip(1) {
            nimbers[x] = nimbers[rest as usize] ^ nimber(quotient.generators[last as usize]);
        }
        let mut actions = monoid.actions.iter().zip(&quotient.generators);
        let is_homomorphism = actions.all(|(action, &letter)| {
            let mut images = action.iter().zip(&nimbers);
            images.all(|(&image, from)| nimbers[image as usize] == from ^ nimber(letter))
        });
        let mut values = quotient.values.iter().zip(&grundy);
        if !is_homomorphism || !values.all(|(&value, grundy)| nimbers[value as usize] == *grundy) {
            return None;
        }
        let kernel = quotient.kernel();
        let mut elements = vec![NONE; kernel.len()];
        for x in &kernel {
            *elements.get_mut(nimbers[x.0 as usize] as usize)? = x.0;
        }
        // As many places as elements, and none of them empty.
        (!elements.contains(&NONE)).then_some(elements)
    }

    /// The Grundy value of a heap, if it can be had.
    fn grundy(&mut self, rules: &Rules, heap: usize, limits: &Limits<'_>) -> Option<u32> {
        let memory = limits.room(MEMORY) / 2;
        let search = self
            .search
            .get_or_insert_with(|| Box::new(Search::keeping(rules.clone(), memory)));
        let mut heap = heap as u64;
        while heap >= search.len() {
            match search.period() {
                Some(period) => {
                    heap = period.preperiod() + (heap - period.preperiod()) % period.period();
                }
                None => {
                    search.advance().ok()?;
                }
            }
        }
        search.value(heap)
    }

    /// The value of the next heap, and the quotient where it has grown.
    ///
    /// # Errors
    /// [`Stopped`]: that it would have too many elements, or that the Grundy value cannot be had.
    pub(super) fn next(
        &mut self,
        rules: &Rules,
        quotient: &MisereQuotient,
        limits: &mut Limits<'_>,
    ) -> Result<(u32, Option<MisereQuotient>), Stopped> {
        let heap = quotient.letters();
        if heap >= HEAPS {
            return Err(Exhausted::Positions(HEAPS as u64).into());
        }
        let computed = self.search.as_ref().map_or(0, |search| search.len());
        let grundy = self.grundy(rules, heap, limits);
        let grundy = grundy.ok_or(Exhausted::Bytes(limits.room(MEMORY) as u64))?;
        if let Some(search) = &self.search {
            let new = search.len() - computed;
            let each = match search.engine() {
                Engine::Dense => STEPS + heap as u64 / 4,
                _ => STEPS,
            };
            limits.step(STEPS + new * each)?;
        }
        if let Some(&element) = self.elements.get(grundy as usize) {
            return Ok((element, None));
        }
        let kernel = self.elements.clone();
        let (grown, new) = grown(quotient, &kernel, limits)?;
        let row = grown.row(new);
        self.elements
            .extend(kernel.iter().map(|&k| u32::from(row[k as usize])));
        Ok((self.elements[kernel.len()], Some(grown)))
    }

    /// The proved period of the Grundy values.
    pub(super) fn period(&self) -> Option<usize> {
        let period = self.search.as_ref()?.period()?;
        usize::try_from(period.period()).ok()
    }
}

/// A quotient whose kernel grows by one generator, and the new element that is the identity of the kernel times that.
struct Grown<'q> {
    quotient: &'q MisereQuotient,
    kernel: &'q [u32],
    /// By element: the place of its product with the identity in the kernel.
    places: Vec<u32>,
}

impl Presented for Grown<'_> {
    fn codes(&self) -> usize {
        self.quotient.order() + self.kernel.len()
    }
    fn one(&self) -> u32 {
        0
    }
    fn times(&self, code: u32, generator: usize) -> u32 {
        let order = self.quotient.order() as u32;
        let place = code.checked_sub(order);
        match (self.quotient.monoid.actions.get(generator), place) {
            (Some(action), None) => action[code as usize],
            (None, None) => order + self.places[code as usize],
            (None, Some(place)) => self.kernel[place as usize],
            (Some(action), Some(place)) => {
                let x = action[self.kernel[place as usize] as usize];
                order + self.places[x as usize]
            }
        }
    }
}

/// The quotient with a heap more, whose Grundy value is new; `kernel` are the elements of the kernel by Grundy values.
fn grown(
    quotient: &MisereQuotient,
    kernel: &[u32],
    limits: &mut Limits<'_>,
) -> Result<(MisereQuotient, u32), Stopped> {
    let mut place_of = vec![NONE; quotient.order()];
    for (place, &k) in (0u32..).zip(kernel) {
        place_of[k as usize] = place;
    }
    let to_kernel = quotient.row(kernel[0]).iter();
    let places = to_kernel.map(|&x| place_of[usize::from(x)]).collect();
    let grown = Grown {
        quotient,
        kernel,
        places,
    };
    let generators = quotient.generators.len() + 1;
    let made = generated(&grown, generators, limits.elements(), limits)?;
    let mut members = vec![false; made.codes.len()];
    for (member, &code) in members.iter_mut().zip(&made.codes) {
        *member = (code as usize) < quotient.order() && quotient.in_p(code);
    }
    let new = made.elements[quotient.order()];
    let mut grown = MisereQuotient::of(made.monoid, members);
    grown.generators = quotient.generators.clone();
    grown.generators.push(quotient.letters() as u32);
    grown.values = quotient.values.clone();
    grown.kinds_of = vec![NONE; quotient.letters()];
    Ok((grown, new))
}

#[cfg(test)]
mod tests {
    use super::super::{Builder, Element, HeapQuotient, Heaps, Limits};
    use super::*;

    /// What is said of heaps is what building and verifying says, heap by heap, of elements as well.
    #[test]
    fn what_follows_is_what_is_built() {
        let mut grew = 0_usize;
        for (code, heaps) in [
            ("0.77", 150),
            ("0.156", 320),
            ("0.644", 420),
            ("0.560", 330),
            ("0.414", 200),
            ("0.115", 160),
            ("take:2,3,7", 60),
            ("grundy", 12),
        ] {
            let rules: Rules = code.parse().expect("rules");
            let mut quotient = HeapQuotient::new(rules.clone());
            let covered = quotient.cover(heaps as u64 - 1, &mut Limits::default());
            assert_eq!(covered, Ok(()), "{code}");
            let heaps = heaps.min(quotient.covered());
            let mut built = Builder::new(Heaps::new(rules, heaps));
            built.cover_all(&mut Limits::default()).expect("a quotient");
            let (built, quotient) = (built.quotient(), quotient.quotient());
            // Where it has grown without being built it has no kinds.
            grew += usize::from(quotient.kinds.is_empty());
            assert_eq!(built.values, quotient.values[..heaps], "{code}");
            assert_eq!(built.generators, quotient.generators, "{code}");
            assert_eq!(built.order(), quotient.order(), "{code}");
            for x in (0..built.order() as u32).map(Element) {
                assert_eq!(built.outcome(x), quotient.outcome(x), "{code}");
                assert_eq!(built.row(x.0), quotient.row(x.0), "{code}");
            }
        }
        assert!(grew >= 2, "{grew}");
    }
}
