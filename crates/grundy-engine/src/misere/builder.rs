//! Quotients grown letter by letter.
//!
//! A letter whose options are worth what those of an earlier one are has its value. Else a value is looked for with which all
//! stays right: none of its contexts in P may be won by an option of the letter, and the relation R must stay without a sum that is
//! wrongly called N. Where there is none, the quotient grows: the letter is set free, and as long as the reduced candidate calls a
//! sum wrongly, letters of that sum are set free *of the candidate*, which so keeps what it has learned from the sums before. What
//! is right in the end has been verified from nothing.

use std::collections::HashMap;

use super::candidate::{Candidate, Free, sorted};
use super::freeing::{self, Prefer};
use super::letters::Letters;
use super::monoid::NONE;
use super::quotient::{Kind, MisereQuotient, powers};
use super::relation::Relation;
use super::{Limits, Order, Stopped};
use crate::quotient::Outcome;

/// A quotient that grows.
#[derive(Clone, Debug)]
pub struct Builder<L> {
    letters: L,
    quotient: MisereQuotient,
    relation: Relation,
    /// By effects: the kind that has them.
    known: HashMap<Vec<u32>, u32>,
    /// How many times the quotient became another.
    grown: usize,
    failed: Option<Failed>,
}

/// The sum by which the last candidate with a letter was refused: what that called the sum and what it called the options of it do not
/// go together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// Letters with exponents, the last first.
    pub sum: Vec<(u32, u32)>,
    /// What the candidate called it: P, and so an option of it; or N, and none of them P.
    pub called: Outcome,
    /// How many elements the candidate had.
    pub order: usize,
}

/// A sum that a candidate calls wrongly.
struct Wrong {
    /// Kinds of letters with exponents.
    word: Vec<(u32, u32)>,
    /// Whether it is P.
    is_p: bool,
}

impl Failed {
    /// Of letters, and of whether it should be P.
    fn of(letters: &[u32], is_p: bool, order: usize) -> Failed {
        let mut letters = letters.to_vec();
        letters.sort_unstable_by(|a, b| b.cmp(a));
        Failed {
            sum: powers(letters.into_iter()),
            called: if is_p { Outcome::N } else { Outcome::P },
            order,
        }
    }
}

/// Candidates for one letter before it is given up.
const ROUNDS: usize = 400;

impl<L: Letters> Builder<L> {
    /// Begins with the quotient of no letter.
    pub fn new(letters: L) -> Builder<L> {
        Builder {
            letters,
            quotient: MisereQuotient::trivial(),
            relation: Relation::new(1),
            known: HashMap::new(),
            grown: 0,
            failed: None,
        }
    }

    /// Goes on from a reduced quotient with values that was made elsewhere, once it is verified; `None` if it is wrong.
    ///
    /// # Errors
    /// [`Stopped`]: the budget does not suffice.
    pub(super) fn verifying(
        mut letters: L,
        mut quotient: MisereQuotient,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Builder<L>>, Stopped> {
        for letter in 0..quotient.letters() {
            limits.step(8 * letter as u64 + 100)?;
        }
        if sorted(&mut quotient, &mut letters).is_err() {
            return Ok(None);
        }
        // What has no moves is worth nothing.
        let mut values = quotient.values.iter().zip(&quotient.kinds_of);
        if values.any(|(&value, &kind)| kind == NONE && value != 0) {
            return Ok(None);
        }
        let mut relation = Relation::new(quotient.order());
        let names = || (0u32..).zip(&quotient.kinds);
        for (name, kind) in names() {
            if relation.holds(kind) {
                continue;
            }
            if relation.close(&quotient, name, kind, limits)?.is_err() {
                return Ok(None);
            }
        }
        let known = names().map(|(name, kind)| (kind.effects.clone(), name));
        Ok(Some(Builder {
            known: known.collect(),
            letters,
            quotient,
            relation,
            grown: 0,
            failed: None,
        }))
    }

    /// Has a quotient that was verified elsewhere, and must not advance.
    pub(super) fn believing(letters: L, quotient: MisereQuotient) -> Builder<L> {
        Builder {
            letters,
            quotient,
            relation: Relation::new(1),
            known: HashMap::new(),
            grown: 0,
            failed: None,
        }
    }

    /// The quotient of the letters so far, verified.
    pub fn quotient(&self) -> &MisereQuotient {
        &self.quotient
    }

    /// The letters.
    pub fn letters(&self) -> &L {
        &self.letters
    }

    /// How many times the quotient became another; between two times the values of letters stay.
    pub fn grown(&self) -> usize {
        self.grown
    }

    /// The sum by which the last candidate with the next letter was refused, where that letter was given up and not for the size of the
    /// first candidate.
    pub fn failed(&self) -> Option<&Failed> {
        self.failed.as_ref()
    }

    /// The letters, to add more of them; those that are covered must stay.
    pub fn letters_mut(&mut self) -> &mut L {
        &mut self.letters
    }

    /// Covers one more letter; whether there was one.
    ///
    /// # Errors
    /// [`Stopped`]; the quotient stays as it was.
    pub fn advance(&mut self, limits: &mut Limits<'_>) -> Result<bool, Stopped> {
        let letter = self.quotient.letters();
        if letter >= self.letters.count() {
            return Ok(false);
        }
        let quotient = &self.quotient;
        limits.step(8 * letter as u64 + 100)?;
        // What the letter's splits are worth is kept, too.
        limits.hold(64 + 4 * quotient.order().min(letter / 2) as u64)?;
        let product = |a: u32, b: u32| u32::from(quotient.row(a)[b as usize]);
        let effects = (self.letters).effects(letter, &quotient.values, quotient.order(), product);
        if effects.is_empty() {
            self.quotient.values.push(0);
            self.quotient.kinds_of.push(NONE);
        } else if let Some(&name) = self.known.get(&effects) {
            let value = self.quotient.kinds[name as usize].value;
            self.quotient.values.push(value);
            self.quotient.kinds_of.push(name);
        } else if let Err(stopped) = self.cover(letter as u32, effects, limits) {
            // What the letters keep may be of the values of a candidate.
            self.letters.renew();
            return Err(stopped);
        }
        Ok(true)
    }

    /// Covers all letters.
    ///
    /// # Errors
    /// [`Stopped`]; what was covered stays.
    pub fn cover_all(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        while self.advance(limits)? {}
        Ok(())
    }

    /// Covers a letter whose effects are none that were met.
    fn cover(
        &mut self,
        letter: u32,
        effects: Vec<u32>,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        self.failed = None;
        match self.fitting(letter, &effects, limits)? {
            Some(kind) => {
                let name = self.quotient.kinds.len() as u32;
                self.quotient.values.push(kind.value);
                self.quotient.kinds_of.push(name);
                self.known.insert(effects, name);
                self.quotient.kinds.push(kind);
                Ok(())
            }
            None => self.grow_somehow(letter, limits),
        }
    }

    /// Gives the next letter a value that is known to be right. From then on the builder must not advance.
    pub(super) fn believe(&mut self, value: u32) {
        self.quotient.values.push(value);
    }

    /// Goes on with a quotient that is known to be right. From then on the builder must not advance.
    pub(super) fn replace(&mut self, quotient: MisereQuotient) {
        self.quotient = quotient;
    }

    /// The kind of a letter with a value that there is, if one fits; the relation is then closed with it.
    fn fitting(
        &mut self,
        letter: u32,
        effects: &[u32],
        limits: &mut Limits<'_>,
    ) -> Result<Option<Kind>, Stopped> {
        let quotient = &self.quotient;
        let won = quotient.won(effects);
        let mut unsure = Vec::new();
        for value in 0..quotient.order() as u32 {
            if super::bits::first_common(quotient.contexts(value), &won).is_some() {
                continue;
            }
            let kind = quotient.kind(letter, value, effects, &won);
            if self.relation.holds(&kind) {
                return Ok(Some(kind));
            }
            if !super::bits::has(&kind.bad, 0) {
                unsure.push(kind);
            }
        }
        let name = quotient.kinds.len() as u32;
        for kind in unsure {
            let mark = self.relation.mark();
            let closed = self.relation.close(quotient, name, &kind, limits);
            if matches!(closed, Ok(Ok(()))) {
                return Ok(Some(kind));
            }
            self.relation.back(mark);
            closed?.ok();
        }
        Ok(None)
    }

    /// Lets the quotient grow by a letter that no value fits, in one order of choices or else in another: which of them leads to the
    /// quotient by small candidates differs.
    fn grow_somehow(&mut self, letter: u32, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        match self.grow(letter, Prefer::Twins, limits) {
            Err(Stopped::Order(_)) => self.grow(letter, Prefer::Alone, limits),
            grown => grown,
        }
    }

    fn grow(
        &mut self,
        letter: u32,
        prefer: Prefer,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        let mut before = self.quotient.clone();
        let new = before.kinds.len() as u32;
        let kind = before.kind(letter, 0, &[], before.contexts(0));
        before.kinds.push(kind);
        before.kinds_of.push(new);
        before.values.push(0);
        let free = [Free {
            kinds: vec![new],
            index: 2,
            period: 2,
        }];
        let mut next =
            Candidate::new(&before, &free, &mut self.letters, limits)?.reduced(limits)?;
        for _ in 0..ROUNDS {
            let order = next.order() as u64;
            limits.step(order * order)?;
            let wrong = match sorted(&mut next, &mut self.letters) {
                Err(letters) => Some((letters, false)),
                Ok(()) => match self.verified(&next, letter, limits)? {
                    Err(kinds) => {
                        let first = |&kind: &u32| next.kinds[kind as usize].first;
                        Some((kinds.iter().map(first).collect(), true))
                    }
                    Ok(relation) => {
                        self.relation = relation;
                        None
                    }
                },
            };
            let Some((letters, is_p)) = wrong else {
                let names = (0u32..).zip(&next.kinds);
                self.known = names
                    .map(|(name, kind)| (kind.effects.clone(), name))
                    .collect();
                self.quotient = next;
                self.grown += 1;
                self.failed = None;
                return Ok(());
            };
            self.failed = Some(Failed::of(&letters, is_p, next.order()));
            let mut kinds: Vec<u32> = letters.iter().map(|&l| next.kinds_of[l as usize]).collect();
            kinds.sort_unstable_by(|a, b| b.cmp(a));
            let word = powers(kinds.into_iter());
            before = next;
            next = self.righted(&before, &Wrong { word, is_p }, prefer, limits)?;
        }
        Err(Stopped::Order(Order(self.quotient.order())))
    }

    /// The relation of a quotient, or the kinds of a sum that is wrongly called N: first of those that have the new letter.
    fn verified(
        &self,
        quotient: &MisereQuotient,
        letter: u32,
        limits: &mut Limits<'_>,
    ) -> Result<Result<Relation, Vec<u32>>, Stopped> {
        let names = || (0u32..).zip(&quotient.kinds);
        let new = quotient.kinds_of[letter as usize];
        let others = names().filter(|(name, _)| *name != new);
        let mut relation = Relation::allowing(quotient, others);
        if let Err(node) = relation.close(quotient, new, &quotient.kinds[new as usize], limits)? {
            return Ok(Err(relation.word(node)));
        }
        for (name, kind) in names() {
            if let Err(node) = relation.close(quotient, name, kind, limits)? {
                return Ok(Err(relation.word(node)));
            }
        }
        Ok(Ok(relation))
    }

    /// A reduced candidate that calls a sum rightly which the one before called wrongly, if setting letters of it free does it.
    fn righted(
        &mut self,
        before: &MisereQuotient,
        wrong: &Wrong,
        prefer: Prefer,
        limits: &mut Limits<'_>,
    ) -> Result<MisereQuotient, Stopped> {
        let mut last = None;
        for free in choices(before, &wrong.word, prefer) {
            limits.step(before.order() as u64 * 64)?;
            match Candidate::new(before, &free, &mut self.letters, limits) {
                Ok(candidate) => {
                    limits.step(64 * candidate.order() as u64)?;
                    if candidate.calls_p(&wrong.word) == wrong.is_p {
                        return candidate.reduced(limits);
                    }
                    last = Some(candidate);
                }
                Err(Stopped::Order(_)) if last.is_some() => {}
                Err(stopped) => return Err(stopped),
            }
        }
        match last {
            Some(candidate) => candidate.reduced(limits),
            None => Err(Order(before.order()).into()),
        }
    }
}

/// What may be set free for a sum.
fn choices(quotient: &MisereQuotient, word: &[(u32, u32)], prefer: Prefer) -> Vec<Vec<Free>> {
    let twins = |name: u32| {
        let value = quotient.kinds[name as usize].value;
        let kinds = (0u32..).zip(&quotient.kinds);
        let twins = kinds.filter(|(_, kind)| kind.value == value);
        twins.map(|(twin, _)| twin).collect()
    };
    let free = |(kinds, index)| Free {
        kinds,
        index,
        period: 2,
    };
    let choices = freeing::choices(word, twins, prefer).into_iter();
    choices
        .map(|choice| choice.into_iter().map(free).collect())
        .collect()
}
