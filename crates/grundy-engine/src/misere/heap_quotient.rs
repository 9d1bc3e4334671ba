//! The quotient of all heaps of a game, once its values repeat for ever.
//!
//! # When values repeat for ever
//!
//! Let the heaps below M be covered, and Φ(n + p) = Φ(n) for all n ≥ n₀ ≥ 1 with n + p < M. If the options of every heap m ≥ M have
//! the values that the options of m − p have, then Φ(m) = Φ(m − p) is right for it, as the conditions that are verified depend on
//! a letter's value and its options' values only; and so, heap by heap, for all (Plambeck and Siegel 2008 for octal codes).
//!
//! - **A code** whose moves take at most k stones and leave at most j heaps, of any sizes: M ≥ j(n₀ + p) + k. Of what a move leaves
//!   of m the largest heap has at least n₀ + p stones, and p fewer make it what a move leaves of m − p, of the same value; of what a
//!   move leaves of m − p the largest heap has at least n₀ stones, and p more do the same. A least heap that may be split must be at
//!   most M − p.
//! - **A code with splits in two that differ**: M ≥ 2n₀ + 3p + k. If p fewer stones make a + b equal heaps b + b, these have at least
//!   n₀ + p stones each, and (b + p) + (b − p) is what a move leaves of m − p, of the same value.
//! - **A finite set of takes**, k the largest: the same with j = 1.
//! - **Takes with given remainders modulo d**, q the least common multiple of p and d: M ≥ n₀ + 2q, and m has the options of m − q. What
//!   m − q leaves m leaves too, and what m leaves besides has at least m − q ≥ n₀ + q stones and the value of q stones fewer, which
//!   m − q leaves.
//!
//! Once all that a heap can become is played as under normal play, values are those of normal play (see `tail.rs`), which come much
//! faster.

use grundy_number::Natural;

use super::builder::{Builder, Failed};
use super::certificate::Unread;
use super::heaps::Heaps;
use super::infinite::SemilinearQuotient;
use super::quotient::{Element, MisereQuotient};
use super::tail::Tail;
use super::{Limits, Stopped};
use crate::period::Remainders;
use crate::sequence::{Rules, Takes};

/// The values of all heaps from a pre-period on: proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeats {
    /// The least heap from which on values repeat.
    pub preperiod: usize,
    /// After how many heaps.
    pub period: usize,
}

/// What the heaps of a game are worth in a quotient.
#[derive(Clone, Copy, Debug)]
pub struct HeapElements<'q> {
    /// By heap that is covered one by one, from 0 on: the number of its element.
    pub values: &'q [u32],
    /// How values repeat, where that is proved.
    pub repeats: Option<Repeats>,
}

impl HeapElements<'_> {
    /// The value of a heap, where it is covered.
    pub fn of(&self, heap: &Natural) -> Option<Element> {
        match u64::try_from(heap) {
            Ok(heap) => self.at(heap),
            Err(_) => {
                let Repeats { preperiod, period } = self.repeats?;
                self.written(preperiod + (heap - preperiod) % period)
            }
        }
    }

    /// The value of a heap of so many, where it is covered: a look at a table, or a division besides.
    pub fn at(&self, heap: u64) -> Option<Element> {
        let place = match (heap < self.values.len() as u64, self.repeats) {
            (true, _) => heap,
            (false, None) => return None,
            (false, Some(Repeats { preperiod, period })) => {
                preperiod as u64 + (heap - preperiod as u64) % period as u64
            }
        };
        self.written(place as usize)
    }

    fn written(&self, heap: usize) -> Option<Element> {
        self.values.get(heap).map(|&value| Element(value))
    }
}

/// The quotient of the heaps of a game, as far as it was built.
#[derive(Clone, Debug)]
pub struct HeapQuotient {
    builder: Builder<Heaps>,
    repeats: Option<Repeats>,
    /// Most elements with which the next heap was tried, and why it was given up.
    stopped: Option<(usize, Stopped)>,
    /// How many heaps were covered when a period was looked for last.
    looked: usize,
    tail: Tail,
    /// The certificate that was believed, where it is one of some heaps only: the builder cannot go on from it.
    believed: Option<&'static str>,
}

/// Fewer heaps have no period that is worth looking for.
pub(super) const FEW: usize = 12;

impl HeapQuotient {
    /// Of no heaps yet.
    pub fn new(rules: Rules) -> HeapQuotient {
        HeapQuotient {
            builder: Builder::new(Heaps::new(rules, usize::MAX)),
            repeats: None,
            stopped: None,
            looked: FEW,
            tail: Tail::default(),
            believed: None,
        }
    }

    /// Of the heaps that a builder covers.
    pub(super) fn of(builder: Builder<Heaps>) -> HeapQuotient {
        let looked = builder.quotient().letters();
        let repeats = repeats(builder.letters().rules(), &builder.quotient().values);
        HeapQuotient {
            builder,
            repeats,
            stopped: None,
            looked,
            tail: Tail::default(),
            believed: None,
        }
    }

    /// Of the heaps of a certificate that is believed as long as no others are asked for.
    pub(super) fn believing(builder: Builder<Heaps>, text: &'static str) -> HeapQuotient {
        HeapQuotient {
            looked: builder.quotient().letters(),
            builder,
            repeats: None,
            stopped: None,
            tail: Tail::default(),
            believed: Some(text),
        }
    }

    /// Of all heaps, whose values repeat.
    pub(super) fn complete(builder: Builder<Heaps>, repeats: Repeats) -> HeapQuotient {
        HeapQuotient {
            looked: builder.quotient().letters(),
            builder,
            repeats: Some(repeats),
            stopped: None,
            tail: Tail::default(),
            believed: None,
        }
    }

    pub(super) fn builder(&self) -> &Builder<Heaps> {
        &self.builder
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.builder.letters().rules()
    }

    /// The quotient of the heaps that are covered; of all heaps where its values repeat.
    pub fn quotient(&self) -> &MisereQuotient {
        self.builder.quotient()
    }

    /// How many heaps are covered one by one, from 0 on.
    pub fn covered(&self) -> usize {
        self.quotient().letters()
    }

    /// From where on and how the values of heaps repeat, where that is proved.
    pub fn repeats(&self) -> Option<Repeats> {
        self.repeats
    }

    /// Why it covers no more heaps, where it was stopped by the order of the quotient.
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped.map(|(_, why)| why)
    }

    /// The sum by which the last candidate with the next heap was refused, where that was given up and not for the size of the first
    /// candidate.
    pub fn failed(&self) -> Option<&Failed> {
        self.builder.failed()
    }

    /// What decides sums of the covered heaps and of the next one: a finite monoid and linear conditions, if some are found and proved.
    ///
    /// # Errors
    /// [`Stopped`]: what is spent.
    pub fn semilinear(
        &self,
        limits: &mut Limits<'_>,
    ) -> Result<Option<SemilinearQuotient>, Stopped> {
        match self.believed.is_none() && !self.tail.has_begun() {
            true => SemilinearQuotient::recognised(&self.builder, limits),
            false => Ok(None),
        }
    }

    /// Covers the next heap, of which no quotient was found, where such conditions show that there is one; whether they do.
    ///
    /// # Errors
    /// [`Stopped`]: what is spent.
    pub fn cover_by_law(
        &mut self,
        law: &SemilinearQuotient,
        limits: &mut Limits<'_>,
    ) -> Result<bool, Stopped> {
        if law.letters() != self.covered() + 1 {
            return Ok(false);
        }
        let found = match law.quotient(limits) {
            Err(Stopped::Order(_)) => None,
            found => found?,
        };
        let Some(found) = found else {
            return Ok(false);
        };
        let letters = self.builder.letters().clone();
        let grown = Builder::verifying(letters, found, limits)?;
        let is_right = grown.is_some();
        if let Some(grown) = grown {
            self.builder = grown;
            self.stopped = None;
        }
        Ok(is_right)
    }

    /// Covers heaps up to one of `last` stones, or all where their values are proved to repeat.
    ///
    /// # Errors
    /// [`Stopped`]: what stands in the way; what was covered stays. A heap that was given up is tried again where more elements are
    /// allowed.
    pub fn cover(&mut self, last: u64, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        while self.repeats.is_none() && self.covered() as u64 <= last {
            if let Some(text) = self.believed {
                match HeapQuotient::read(text, limits) {
                    Ok(read) => *self = read,
                    Err(Unread::Stopped(stopped)) => return Err(stopped),
                    Err(_) => *self = HeapQuotient::new(self.rules().clone()),
                }
                continue;
            }
            if let Some((order, stopped)) = self.stopped
                && limits.order <= order
            {
                return Err(stopped);
            }
            let advanced = match self.tail.has_begun() {
                true => self.follow(last, limits),
                false => self.builder.advance(limits).map(|_| ()),
            };
            if let Err(stopped) = advanced {
                if matches!(stopped, Stopped::Order(_)) {
                    self.stopped = Some((limits.order, stopped));
                }
                return Err(stopped);
            }
            let covered = self.covered();
            if covered >= self.looked {
                self.looked = covered + covered / 16 + 1;
                if self.repeats.is_none() {
                    self.repeats = repeats(self.rules(), &self.quotient().values);
                }
                if self.repeats.is_none() && !self.tail.has_begun() {
                    let rules = self.builder.letters().rules();
                    self.tail.begin(rules, self.builder.quotient(), limits);
                }
            }
        }
        Ok(())
    }

    /// Covers the heaps that are played as under normal play, up to one of `last` stones or all.
    fn follow(&mut self, last: u64, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        // With fewer heaps no period is proved.
        let mut enough = 0;
        while self.covered() as u64 <= last {
            let covered = self.covered();
            let rules = self.builder.letters().rules();
            let (value, grown) = self.tail.next(rules, self.builder.quotient(), limits)?;
            grown
                .into_iter()
                .for_each(|grown| self.builder.replace(grown));
            self.builder.believe(value);
            let is_due = covered.is_multiple_of(64) && self.covered() >= enough;
            let Some(period) = self.tail.period().filter(|_| is_due) else {
                continue;
            };
            match repeats_by(self.rules(), &self.quotient().values, period) {
                Ok(repeats) => {
                    self.repeats = Some(repeats);
                    return Ok(());
                }
                Err(needed) => enough = needed,
            }
        }
        Ok(())
    }

    /// The values of heaps.
    pub fn heaps(&self) -> HeapElements<'_> {
        HeapElements {
            values: self.quotient().values(),
            repeats: self.repeats,
        }
    }

    /// The value of a heap, where it is covered.
    pub fn value(&self, heap: &Natural) -> Option<Element> {
        self.heaps().of(heap)
    }
}

/// How many heaps must be covered for values to repeat for ever, if they do among these.
fn needed(rules: &Rules, preperiod: usize, period: usize) -> Option<usize> {
    match rules.takes() {
        None => {
            let most = rules.digits().len().saturating_sub(1);
            let parts = rules.parts().max(1) as usize;
            let split = usize::try_from(rules.least_split()).ok()?;
            let equal = if rules.unequal() { period } else { 0 };
            let enough = parts
                .checked_mul(preperiod + period)?
                .checked_add(equal + most)?;
            Some(enough.max(split.checked_add(period)?))
        }
        Some(Takes::These(runs)) => {
            let most = usize::try_from(runs.last()?.1).ok()?;
            (preperiod + period).checked_add(most)
        }
        Some(Takes::Modulo(divisor, _)) => {
            let needed = Remainders::new(*divisor).needed(preperiod as u64, period as u64)?;
            usize::try_from(needed).ok()
        }
        Some(Takes::AllBut(_)) => None,
    }
}

/// The shortest period that the values of the first heaps prove.
pub(super) fn repeats(rules: &Rules, values: &[u32]) -> Option<Repeats> {
    (1..values.len() / 2).find_map(|period| repeats_by(rules, values, period).ok())
}

/// How values repeat, if those of the first heaps prove this period.
///
/// # Errors
/// How many heaps, at least, would prove it.
fn repeats_by(rules: &Rules, values: &[u32], period: usize) -> Result<Repeats, usize> {
    let later = values.get(period..).ok_or(period)?;
    let mut pairs = values.iter().zip(later);
    let preperiod = pairs.rposition(|(one, other)| one != other);
    let preperiod = preperiod.map_or(0, |last| last + 1).max(1);
    match needed(rules, preperiod, period).unwrap_or(usize::MAX) {
        needed if needed <= values.len() => Ok(Repeats { preperiod, period }),
        needed => Err(needed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where building is stopped early and a law shows the quotient to be finite, that is the quotient that is built else.
    #[test]
    fn a_finite_law_is_a_quotient() {
        let mut grown = 0;
        for (code, order) in [
            ("0.77", 12),
            ("0.75", 4),
            ("0.115", 14),
            ("0.72", 16),
            ("4.3", 4),
        ] {
            let mut quotient = HeapQuotient::new(code.parse().expect("rules"));
            let mut few = Limits { order, meter: None };
            let stopped = quotient.cover(u64::MAX, &mut few);
            assert!(matches!(stopped, Err(Stopped::Order(_))), "{code}");
            let limits = &mut Limits::default();
            let heap = quotient.covered();
            let law = quotient.semilinear(limits).expect("no limit");
            let Some(law) = law.filter(SemilinearQuotient::is_finite) else {
                continue;
            };
            assert_eq!(quotient.cover_by_law(&law, limits), Ok(true), "{code}");
            assert_eq!(quotient.cover_by_law(&law, limits), Ok(false), "{code}");
            let mut whole = HeapQuotient::new(quotient.rules().clone());
            assert_eq!(whole.cover(heap as u64, limits), Ok(()), "{code}");
            assert_eq!(quotient.quotient().values(), whole.quotient().values());
            assert_eq!(quotient.quotient().order(), whole.quotient().order());
            assert_eq!(quotient.cover(u64::MAX, limits), Ok(()), "{code}");
            assert_eq!(quotient.repeats(), covered(code).repeats(), "{code}");
            grown += 1;
        }
        assert!(grown > 2, "{grown}");
    }

    fn covered(code: &str) -> HeapQuotient {
        let mut quotient = HeapQuotient::new(code.parse().expect("rules"));
        let covered = quotient.cover(u64::MAX, &mut Limits::default());
        assert_eq!(covered, Ok(()), "{code}");
        quotient
    }

    /// Pre-periods and periods by Plambeck and Siegel (2008) and by Siegel's program.
    #[test]
    fn published_periods() {
        for (code, preperiod, period) in [
            ("0.77", 71, 12),
            ("0.75", 8, 2),
            ("0.71", 3, 6),
            ("0.72", 16, 4),
            ("0.115", 92, 14),
            ("0.4107", 66, 24),
        ] {
            assert_eq!(
                covered(code).repeats(),
                Some(Repeats { preperiod, period }),
                "{code}"
            );
        }
    }

    #[test]
    fn heaps_beyond_are_those_before() {
        for code in ["0.77", "0.72", "take:1,3,4", "take:1,4mod5", "4.3"] {
            let quotient = covered(code);
            // The same covered one by one.
            let heaps = 2 * quotient.covered() + 40;
            let mut long = Builder::new(Heaps::new(quotient.rules().clone(), heaps));
            long.cover_all(&mut Limits::default()).expect("a quotient");
            for heap in 0..heaps {
                let value = quotient.value(&Natural::from(heap)).expect("covered");
                assert_eq!(Some(value), long.quotient().value(heap), "{code} {heap}");
            }
            let far = Natural::from(10u8).pow(30);
            assert!(quotient.value(&far).is_some());
        }
    }

    #[test]
    fn the_largest_takes() {
        for takes in ["take:1,18446744073709551615", "take:1-18446744073709551615"] {
            let mut quotient = HeapQuotient::new(takes.parse().expect("rules"));
            let covered = quotient.cover(40, &mut Limits::default());
            assert_eq!(covered, Ok(()), "{takes}");
            assert!(quotient.repeats().is_none());
        }
    }

    #[test]
    fn an_infinite_quotient_stops() {
        let mut quotient = HeapQuotient::new("0.3122".parse().expect("a code"));
        let stopped = quotient.cover(
            100,
            &mut Limits {
                order: 300,
                meter: None,
            },
        );
        assert!(matches!(stopped, Err(Stopped::Order(_))));
        assert_eq!(quotient.covered(), 7);
        assert_eq!(quotient.cover(6, &mut Limits::default()), Ok(()));
        assert!(quotient.cover(7, &mut Limits::default()).is_err());
    }
}
