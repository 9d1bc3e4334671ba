//! Quotients written down, so that others can verify them, and read again.
//!
//! A certificate is a text of three lines: `grundy quotient 1`, the claim as one JSON object, and the SHA-256 of the bytes of that
//! object. The claim names the letters (the rules of heaps, or the options of each letter), the monoid by its actions, the set P, the
//! value of each letter, and from which heap on and how values repeat where that is proved. An independent checker, which shares
//! nothing with this library, verifies it from nothing else.
//!
//! What is read is verified as well, by the conditions that a quotient is built by. Only [`HeapQuotient::trusted`] believes.
//!
//! ```
//! use grundy_engine::misere::HeapQuotient;
//! let mut quotient = HeapQuotient::new("0.23".parse().unwrap());
//! quotient.cover(100, &mut Default::default()).unwrap();
//! let text = quotient.certificate();
//! let read = HeapQuotient::read(&text, &mut Default::default()).unwrap();
//! assert_eq!(read.certificate(), text);
//! ```

use std::fmt;

use grundy_base::message;
use grundy_base::text::Message;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::builder::Builder;
use super::heap_quotient::{HeapQuotient, Repeats};
use super::heaps::Heaps;
use super::letters::Lists;
use super::mixed::MixedQuotient;
use super::monoid::{NONE, Presented, generated};
use super::quotient::MisereQuotient;
use super::{Limits, MOST_ELEMENTS, Stopped};
use crate::sequence::Rules;

const FIRST_LINE: &str = "grundy quotient 1";

/// The claim, as it is written.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim {
    version: u32,
    /// The rules of heaps; else the letters have options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    /// By letter: its options, each a list of letters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    letters: Option<Vec<Vec<Vec<u32>>>>,
    /// By letter: what people call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    names: Option<Vec<String>>,
    /// How many letters are covered.
    heaps: usize,
    /// How many elements there are; 0 is 1.
    order: usize,
    /// The elements in P, rising.
    p: Vec<u32>,
    /// Letters whose values generate all, rising.
    generators: Vec<u32>,
    /// By generator: by element the product of both.
    actions: Vec<Vec<u32>>,
    /// By letter: its value.
    phi: Vec<u32>,
    /// From which heap on values repeat, where that is proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    preperiod: Option<usize>,
    /// After how many heaps they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    period: Option<usize>,
}

/// Why a certificate is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// No certificate of a quotient, or of another version.
    Foreign,
    /// The claim is not the one that was hashed.
    Damaged,
    /// The claim is no such object; how, in English.
    Claim(String),
    /// The parts of the claim contradict each other; how, in English.
    Contradiction(&'static str),
    /// A condition of quotients does not hold: it is not what it says.
    Wrong,
    /// It is too large, or the budget does not suffice.
    Stopped(Stopped),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Unread {
    /// The sentence.
    pub fn message(&self) -> Message {
        match self {
            Unread::Foreign => message!(
                "this is not a certificate of a quotient",
                "不是反常规则商的证书"
            ),
            Unread::Damaged => message!("the certificate is damaged", "证书已损坏"),
            Unread::Claim(why) => message!(
                "the claim cannot be understood: {why}",
                "无法理解证书的内容：{why}",
                why = why.clone()
            ),
            Unread::Contradiction(what) => message!(
                "the certificate contradicts itself: {what}",
                "证书自相矛盾：{what}",
                what = *what
            ),
            Unread::Wrong => message!("the certificate is wrong", "证书有误"),
            Unread::Stopped(Stopped::Exhausted(exhausted)) => exhausted.message(),
            Unread::Stopped(Stopped::Order(super::Order(order))) => message!(
                "the quotient would have more than {order} elements",
                "商的元素会超过 {order} 个",
                order = *order as u64
            ),
        }
    }
}

impl std::error::Error for Unread {}

impl From<Stopped> for Unread {
    fn from(stopped: Stopped) -> Unread {
        Unread::Stopped(stopped)
    }
}

impl Claim {
    /// What a quotient says of itself.
    fn of(quotient: &MisereQuotient) -> Claim {
        let elements = 0..quotient.order() as u32;
        Claim {
            version: 1,
            heaps: quotient.letters(),
            order: quotient.order(),
            p: elements.filter(|&x| quotient.in_p(x)).collect(),
            generators: quotient.generators.clone(),
            actions: quotient.monoid.actions.clone(),
            phi: quotient.values.clone(),
            ..Claim::default()
        }
    }

    /// The whole text.
    fn text(&self) -> String {
        // A structure of numbers, texts and lists of them is always written.
        let claim = serde_json::to_string(self).unwrap_or_default();
        format!("{FIRST_LINE}\n{claim}\nsha256 {}\n", hash(&claim))
    }

    fn read(text: &str) -> Result<Claim, Unread> {
        let mut lines = text.split('\n');
        if lines.next() != Some(FIRST_LINE) {
            return Err(Unread::Foreign);
        }
        let [claim, sealed, end] = [(); 3].map(|()| lines.next());
        let hashed = sealed.and_then(|line| line.strip_prefix("sha256 "));
        let claim = claim.filter(|claim| {
            hashed == Some(&hash(claim)) && end == Some("") && lines.next().is_none()
        });
        let claim: Claim = serde_json::from_str(claim.ok_or(Unread::Damaged)?)
            .map_err(|error| Unread::Claim(error.to_string()))?;
        match claim.version {
            1 => Ok(claim),
            _ => Err(Unread::Foreign),
        }
    }

    /// The quotient: a monoid with a set P in which no two elements are alike, and the values of letters. Whether these are right
    /// remains to be seen.
    fn quotient(&self, limits: &mut Limits<'_>) -> Result<MisereQuotient, Unread> {
        let contradiction = |what| Err(Unread::Contradiction(what));
        let order = self.order;
        let most = limits.elements();
        if order > most {
            return Err(Stopped::Order(super::Order(most)).into());
        }
        let is_element = |&x: &u32| (x as usize) < order;
        if order == 0 || !self.phi.iter().chain(&self.p).all(is_element) {
            return contradiction("there is no such element");
        }
        if self.phi.len() != self.heaps || self.actions.len() != self.generators.len() {
            return contradiction("there are fewer or more values or actions than letters");
        }
        if !self.generators.is_sorted_by(|one, other| one < other) {
            return contradiction("the generators do not rise");
        }
        let fits = |action: &Vec<u32>| action.len() == order && action.iter().all(is_element);
        if !self.actions.iter().all(fits) {
            return contradiction("an action is no map of the elements");
        }
        for (action, &letter) in self.actions.iter().zip(&self.generators) {
            if self.phi.get(letter as usize) != action.first() {
                return contradiction("a generator has another value");
            }
        }
        for (place, one) in self.actions.iter().enumerate() {
            for other in &self.actions[..place] {
                limits.pace(order as u64).map_err(Stopped::from)?;
                let commute = |x: usize| one[other[x] as usize] == other[one[x] as usize];
                if !(0..order).all(commute) {
                    return Err(Unread::Wrong);
                }
            }
        }
        let made = generated(self, self.generators.len(), order, limits)?;
        if made.monoid.order() != order {
            return contradiction("some elements are values of no sum");
        }
        let mut members = vec![false; order];
        for &x in &self.p {
            members[made.elements[x as usize] as usize] = true;
        }
        let classes = made.monoid.classes(&members, limits);
        let (_, classes) = classes.map_err(Stopped::from)?;
        if members[0] || classes != order {
            return Err(Unread::Wrong);
        }
        let kept = made.kept.iter().map(|&place| self.generators[place]);
        let generators = kept.collect();
        let values = self.phi.iter().map(|&x| made.elements[x as usize]);
        let values = values.collect();
        let mut quotient = MisereQuotient::of(made.monoid, members);
        (quotient.generators, quotient.values) = (generators, values);
        Ok(quotient)
    }

    fn rules(&self) -> Result<Rules, Unread> {
        let none = Unread::Contradiction("there are no rules of heaps");
        let code = self.code.as_ref().filter(|_| self.letters.is_none());
        let rules = code.ok_or(none)?.parse::<Rules>();
        rules.map_err(|_| Unread::Claim("rules".to_owned()))
    }

    fn repeats(&self) -> Result<Option<Repeats>, Unread> {
        match (self.preperiod, self.period) {
            (None, None) => Ok(None),
            (Some(preperiod), Some(period))
                if period > 0
                    && preperiod
                        .checked_add(period)
                        .is_some_and(|kept| kept <= self.heaps) =>
            {
                Ok(Some(Repeats { preperiod, period }))
            }
            _ => Err(Unread::Contradiction(
                "the heaps do not have a whole period",
            )),
        }
    }
}

impl Presented for Claim {
    fn codes(&self) -> usize {
        self.order
    }
    fn one(&self) -> u32 {
        0
    }
    fn times(&self, code: u32, generator: usize) -> u32 {
        self.actions[generator][code as usize]
    }
}

fn hash(claim: &str) -> String {
    let hash = Sha256::digest(claim.as_bytes());
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Builder<Heaps> {
    /// The quotient of the heaps so far as a certificate, which the independent checker verifies; `repeats` is what is claimed of larger
    /// heaps.
    pub fn certificate(&self, repeats: Option<Repeats>) -> String {
        let claim = Claim {
            code: Some(self.letters().rules().to_string()),
            preperiod: repeats.map(|repeats| repeats.preperiod),
            period: repeats.map(|repeats| repeats.period),
            ..Claim::of(self.quotient())
        };
        claim.text()
    }
}

impl HeapQuotient {
    /// The quotient as a certificate, which the independent checker verifies.
    pub fn certificate(&self) -> String {
        self.builder().certificate(self.repeats())
    }

    /// Reads a certificate and verifies all that it says.
    ///
    /// # Errors
    /// [`Unread`].
    pub fn read(text: &str, limits: &mut Limits<'_>) -> Result<HeapQuotient, Unread> {
        let claim = Claim::read(text)?;
        let (rules, repeats) = (claim.rules()?, claim.repeats()?);
        let heaps = Heaps::new(rules, usize::MAX);
        let builder = Builder::verifying(heaps, claim.quotient(limits)?, limits)?;
        let read = HeapQuotient::of(builder.ok_or(Unread::Wrong)?);
        match repeats == read.repeats() {
            true => Ok(read),
            false => Err(Unread::Wrong),
        }
    }

    /// Reads a certificate and believes it: for one that a test has verified and that is part of the program. It is verified once it
    /// has to grow.
    ///
    /// # Errors
    /// [`Unread`].
    pub fn trusted(text: &'static str) -> Result<HeapQuotient, Unread> {
        HeapQuotient::believed(text, MOST_ELEMENTS)
    }

    /// The same of a quotient of at most `order` elements.
    pub(super) fn believed(text: &'static str, order: usize) -> Result<HeapQuotient, Unread> {
        let claim = Claim::read(text)?;
        let mut limits = Limits { order, meter: None };
        let heaps = Heaps::new(claim.rules()?, usize::MAX);
        let mut quotient = claim.quotient(&mut limits)?;
        quotient.kinds_of = vec![NONE; quotient.letters()];
        let builder = Builder::believing(heaps, quotient);
        Ok(match claim.repeats()? {
            None => HeapQuotient::believing(builder, text),
            Some(repeats) => HeapQuotient::complete(builder, repeats),
        })
    }
}

impl MixedQuotient {
    /// The same as that of a [`Builder`] of lists, where there are no heaps.
    pub fn certificate(&self, names: &[String]) -> Option<String> {
        let covered = self.quotient().letters();
        let letters = self
            .lists()
            .filter(|letters| letters.options().len() >= covered)?;
        let claim = Claim {
            letters: Some(letters.options()[..covered].to_vec()),
            names: Some(names.to_vec()).filter(|names| names.len() == covered),
            ..Claim::of(self.quotient())
        };
        Some(claim.text())
    }
}

impl Builder<Lists> {
    /// The quotient of the letters so far as a certificate, which the independent checker verifies; `names` are what people call
    /// these letters, or none.
    ///
    /// # Panics
    /// Where there are names of some of the letters only.
    pub fn certificate(&self, names: &[String]) -> String {
        let covered = self.quotient().letters();
        assert!(names.is_empty() || names.len() == covered, "{covered}");
        let claim = Claim {
            letters: Some(self.letters().options()[..covered].to_vec()),
            names: Some(names.to_vec()).filter(|names| !names.is_empty()),
            ..Claim::of(self.quotient())
        };
        claim.text()
    }

    /// Reads a certificate of letters by their options and verifies all that it says; also the names of the letters, if they have some.
    ///
    /// # Errors
    /// [`Unread`].
    pub fn read(
        text: &str,
        limits: &mut Limits<'_>,
    ) -> Result<(Builder<Lists>, Vec<String>), Unread> {
        let mut claim = Claim::read(text)?;
        let contradiction = Unread::Contradiction;
        let letters = claim.letters.take().filter(|_| claim.code.is_none());
        let letters = letters.ok_or(contradiction("there are no options of letters"))?;
        let names = claim.names.take().unwrap_or_default();
        let named = names.is_empty() || names.len() == claim.heaps;
        if letters.len() != claim.heaps || !named || claim.repeats()?.is_some() {
            return Err(contradiction("there are fewer or more letters"));
        }
        let letters = Lists::new(letters).map_err(|_| contradiction("an option comes later"))?;
        let builder = Builder::verifying(letters, claim.quotient(limits)?, limits)?;
        Ok((builder.ok_or(Unread::Wrong)?, names))
    }
}
