//! Misère quotients of whatever can be played: heaps of games, components with all that can follow them, and both together.
//!
//! What a quotient is to be of is [`Asked`] for; a [`SumQuotient`] is built of it, letter by letter, and is exact for all sums of
//! what it covers, however far it came. Elements are words in generators, which are named a, b, c, … ([`Names`]).
//!
//! ```
//! use grundy_core::engine::misere::Limits;
//! use grundy_core::quotients::{Asked, SumQuotient};
//! # use grundy_core::{component, ruleset::{Options, Ruleset, Stop}};
//! # use grundy_base::{budget::Meter, text::Message};
//! # #[derive(Debug)]
//! # struct TakeOneOrTwo;
//! # impl Ruleset for TakeOneOrTwo {
//! #     type Position = u64;
//! #     type Move = u64;
//! #     fn options(&self, &heap: &u64, options: &mut Options<u64, u64>) -> Result<(), Stop> {
//! #         (1..=heap.min(2)).try_for_each(|take| options.push(take, &[heap - take]))
//! #     }
//! #     fn describe(&self, _: &u64, take: &u64) -> Message {
//! #         Message::verbatim(format!("take {take}"))
//! #     }
//! # }
//! # let ten = component::of(TakeOneOrTwo, [10]).components.remove(0);
//! let mut asked = Asked::default();
//! asked.component(ten.as_ref(), &mut Meter::new(&Default::default()))?;
//! let mut quotient = SumQuotient::new(asked)?;
//! while quotient.advance(&mut Limits::default())? {}
//! assert!(quotient.is_covered());
//! assert_eq!((quotient.quotient().order(), quotient.quotient().p_count()), (6, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use rustc_hash::FxHashMap;

use crate::budget::Meter;
use crate::component::{Component, Rules as RulesOf};
use crate::engine::letters::ComponentLetters;
use crate::engine::misere::{
    Element, Failed, HeapElements, HeapQuotient, Limits, MisereQuotient, MixedQuotient, Repeats,
    SemilinearQuotient, Stopped, Unread,
};
use crate::engine::sequence::Rules;
use crate::number::Natural;
use crate::reason::Reason;

/// Most elements of a quotient where nobody says how many.
pub const ORDER: usize = 1 << 12;

/// Bytes that building a quotient takes for each product of two elements.
pub(crate) const PRODUCT_BYTES: u64 = 40;

/// Most elements that the memory allows, at most `most`.
pub fn most_elements(meter: &Meter, most: usize) -> usize {
    let room = (meter.bytes_left() / PRODUCT_BYTES).isqrt();
    usize::try_from(room).map_or(most, |room| room.min(most))
}

/// A quotient that is built.
#[derive(Debug)]
pub(crate) enum Built {
    Heaps(HeapQuotient),
    Mixed(MixedQuotient),
}

impl Built {
    pub(crate) fn quotient(&self) -> &MisereQuotient {
        match self {
            Built::Heaps(built) => built.quotient(),
            Built::Mixed(built) => built.quotient(),
        }
    }

    pub(crate) fn heaps(&self, game: usize) -> HeapElements<'_> {
        match self {
            Built::Heaps(built) => built.heaps(),
            Built::Mixed(built) => built.heaps(game),
        }
    }

    /// The game and the size of the heap that a letter of the quotient is, if it is one.
    pub(crate) fn heap_of(&self, letter: u32) -> Option<(usize, usize)> {
        match self {
            Built::Heaps(_) => Some((0, letter as usize)),
            Built::Mixed(built) => built.heap_of(letter as usize),
        }
    }

    pub(crate) fn covered(&self) -> usize {
        self.quotient().letters()
    }
}

/// What stands where in a sum.
#[derive(Debug, Default)]
pub(crate) struct Standing {
    /// The games of heaps, each as it is written first.
    pub(crate) games: Vec<(Rules, String)>,
    /// By head: its game, if it is one of heaps.
    pub(crate) heads: FxHashMap<String, Option<usize>>,
    pub(crate) letters: ComponentLetters,
}

impl Standing {
    /// The game of heaps that a component is played by, if its rules are a code or a set of takes.
    pub(crate) fn game(&mut self, component: &dyn Component) -> Option<usize> {
        let head = component.head();
        if let Some(&game) = self.heads.get(head) {
            return game;
        }
        let games = &mut self.games;
        let game = component.sequence_rules().map(|rules| {
            let known = games.iter().position(|(known, _)| *known == rules);
            known.unwrap_or_else(|| {
                games.push((rules, head.to_owned()));
                games.len() - 1
            })
        });
        self.heads.insert(head.to_owned(), game);
        game
    }

    /// The game of a component that is a heap of one, and its size.
    pub(crate) fn heap(&self, component: &dyn Component) -> Option<(usize, Natural)> {
        let game = match self.heads.get(component.head()) {
            Some(&game) => game?,
            // The same rules may be written otherwise.
            None => {
                let rules = component.sequence_rules()?;
                self.games.iter().position(|(known, _)| *known == rules)?
            }
        };
        Some((game, component.heap()?))
    }

    pub(crate) fn element(&self, component: &dyn Component, built: &Built) -> Option<Element> {
        if let Some((game, heap)) = self.heap(component) {
            return built.heaps(game).of(&heap);
        }
        match (self.letters.get(component)?, built) {
            (0, _) => Some(Element::ONE),
            (letter, Built::Mixed(built)) => built.letter(letter as usize),
            (_, Built::Heaps(_)) => None,
        }
    }

    /// The name of a letter of the quotient, as a component is written.
    pub(crate) fn name(&self, letter: u32, built: &Built) -> String {
        match built.heap_of(letter) {
            Some((game, heap)) => format!("{} {heap}", self.games[game].1),
            None => (self.letters.component(letter)).map_or_else(String::new, written),
        }
    }
}

/// A component as it is written.
fn written(component: &dyn Component) -> String {
    let written = format!("{} {}", component.head(), component.position());
    written.trim_end().to_owned()
}

/// What a quotient is to be of.
#[derive(Debug, Default)]
pub struct Asked {
    standing: Standing,
    /// By game: the last heap.
    lasts: Vec<u64>,
}

impl Asked {
    /// Adds the heaps of a game up to one of `last` stones; whether its rules are those of heaps by a code or a set of takes. Of other
    /// rules components can be added.
    pub fn heaps(&mut self, rules: &dyn RulesOf, last: u64) -> bool {
        let first = rules.at(&[0]).filter(|_| rules.coordinates() == 1);
        let game = first.and_then(|first| self.standing.game(first.as_ref()));
        if let Some(game) = game {
            self.reach(game, last);
        }
        game.is_some()
    }

    /// Adds a component, and everything that can follow it.
    ///
    /// # Errors
    /// What ran out, that play can repeat a position, or where a rule cannot be evaluated.
    pub fn component(
        &mut self,
        component: &dyn Component,
        meter: &mut Meter,
    ) -> Result<(), Reason> {
        match (self.standing.game(component), component.heap()) {
            (Some(game), Some(heap)) => {
                self.reach(game, u64::try_from(&heap).unwrap_or(u64::MAX));
                Ok(())
            }
            _ => self.standing.letters.letter(component, meter).map(|_| ()),
        }
    }

    fn reach(&mut self, game: usize, last: u64) {
        self.lasts.resize(self.standing.games.len(), 0);
        self.lasts[game] = self.lasts[game].max(last);
    }
}

/// The heaps of one game in a quotient.
#[derive(Clone, Copy, Debug)]
pub struct Heaps<'q> {
    /// The game as it is written.
    pub game: &'q str,
    /// What they are worth.
    pub elements: HeapElements<'q>,
}

impl Heaps<'_> {
    /// How many are covered one by one.
    pub fn covered(&self) -> usize {
        self.elements.values.len()
    }

    /// How their values repeat, where that is proved.
    pub fn repeats(&self) -> Option<Repeats> {
        self.elements.repeats
    }
}

/// Why a certificate is not gone on with.
#[derive(Clone, Debug)]
pub enum NotResumed {
    /// It is not read, or it is wrong.
    Unread(Unread),
    /// It is of these rules and not of those that are asked for, if heaps of one game are.
    Other(Option<String>),
}

/// The misère quotient of all sums of what was asked for, as far as it is built.
#[derive(Debug)]
pub struct SumQuotient {
    asked: Asked,
    built: Built,
}

impl SumQuotient {
    /// Of no letters yet.
    ///
    /// # Errors
    /// That play can repeat a position.
    pub fn new(asked: Asked) -> Result<SumQuotient, Reason> {
        let standing = &asked.standing;
        let built = match &standing.games[..] {
            [(rules, _)] if standing.letters.is_empty() => {
                Built::Heaps(HeapQuotient::new(rules.clone()))
            }
            games => {
                let rules = games.iter().map(|(rules, _)| rules.clone());
                Built::Mixed(MixedQuotient::new(
                    standing.letters.lists()?,
                    rules.collect(),
                ))
            }
        };
        Ok(SumQuotient { asked, built })
    }

    /// Goes on from a certificate of the heaps of one game, which is verified first.
    ///
    /// # Errors
    /// Why it is not read, or that it is of another game.
    pub fn resumed(
        asked: Asked,
        certificate: &str,
        limits: &mut Limits<'_>,
    ) -> Result<SumQuotient, NotResumed> {
        let [(rules, _)] = &asked.standing.games[..] else {
            return Err(NotResumed::Other(None));
        };
        let read = HeapQuotient::read(certificate, limits).map_err(NotResumed::Unread)?;
        if read.rules() != rules || !asked.standing.letters.is_empty() {
            return Err(NotResumed::Other(Some(read.rules().to_string())));
        }
        let built = Built::Heaps(read);
        Ok(SumQuotient { asked, built })
    }

    /// What it claims, for the independent checker; none of sums with heaps of several games.
    pub fn certificate(&self) -> Option<String> {
        match &self.built {
            Built::Heaps(built) => Some(built.certificate()),
            Built::Mixed(built) => {
                let letters = 0..self.built.covered() as u32;
                let names: Vec<String> = letters.map(|letter| self.letter(letter)).collect();
                built.certificate(&names)
            }
        }
    }

    /// Covers more: a heap of each game, behind all components; whether something is left then.
    ///
    /// # Errors
    /// [`Stopped`]: what stands in the way; what was covered stays.
    pub fn advance(&mut self, limits: &mut Limits<'_>) -> Result<bool, Stopped> {
        let lasts = self.asked.lasts.iter().enumerate();
        let built = &self.built;
        let next = lasts.map(|(game, &last)| last.min(built.heaps(game).values.len() as u64));
        let next: Vec<u64> = next.collect();
        match &mut self.built {
            Built::Heaps(built) => built.cover(next[0], limits)?,
            Built::Mixed(built) => built.cover(&next, limits)?,
        }
        Ok(!self.is_covered())
    }

    /// Covers the next heap of one game by a law, where one shows that the quotient is finite though it was not found; whether it does.
    ///
    /// # Errors
    /// [`Stopped`]: what stands in the way; what was covered stays.
    pub fn cover_by_law(
        &mut self,
        law: &SemilinearQuotient,
        limits: &mut Limits<'_>,
    ) -> Result<bool, Stopped> {
        match &mut self.built {
            Built::Heaps(built) => built.cover_by_law(law, limits),
            Built::Mixed(_) => Ok(false),
        }
    }

    /// Whether all that was asked for is covered.
    pub fn is_covered(&self) -> bool {
        self.next().is_none()
    }

    /// Whether it covers the heaps of some games, all of them without end, and everything else that was asked for.
    pub fn is_complete(&self) -> bool {
        let mut heaps = self.heaps();
        self.is_covered() && heaps.len() > 0 && heaps.all(|heaps| heaps.repeats().is_some())
    }

    /// The next letter to be covered, as it is written.
    pub fn next(&self) -> Option<String> {
        let Asked { standing, lasts } = &self.asked;
        let covered = self.built.covered();
        if covered < standing.letters.len() && matches!(self.built, Built::Mixed(_)) {
            return Some(standing.name(covered as u32, &self.built));
        }
        let lacking = self
            .heaps()
            .zip(lasts)
            .filter(|(heaps, last)| heaps.repeats().is_none() && heaps.covered() as u64 <= **last);
        let (heaps, _) = lacking.min_by_key(|(heaps, _)| heaps.covered())?;
        Some(format!("{} {}", heaps.game, heaps.covered()))
    }

    /// The sum by which the last candidate with the [`next`](SumQuotient::next) letter was refused, where that letter was given up and not
    /// for the size of the first candidate.
    pub fn failed(&self) -> Option<&Failed> {
        match &self.built {
            Built::Heaps(built) => built.failed(),
            Built::Mixed(built) => built.failed(),
        }
    }

    /// What decides sums of what is covered and of the letter that was given up: a finite monoid and linear conditions, if some are found
    /// and proved.
    ///
    /// # Errors
    /// [`Stopped`]: what is spent.
    pub fn semilinear(
        &self,
        limits: &mut Limits<'_>,
    ) -> Result<Option<SemilinearQuotient>, Stopped> {
        match &self.built {
            Built::Heaps(built) => built.semilinear(limits),
            Built::Mixed(built) => built.semilinear(limits),
        }
    }

    /// The quotient of what is covered.
    pub fn quotient(&self) -> &MisereQuotient {
        self.built.quotient()
    }

    /// The heaps of each game.
    pub fn heaps(&self) -> impl ExactSizeIterator<Item = Heaps<'_>> {
        let games = self.asked.standing.games.iter().enumerate();
        games.map(|(place, (_, game))| {
            let elements = self.built.heaps(place);
            Heaps { game, elements }
        })
    }

    /// Whether it is of the heaps of one game and of nothing else.
    pub fn is_of_heaps(&self) -> bool {
        matches!(self.built, Built::Heaps(_))
    }

    /// The value of a component, where it is covered.
    pub fn element(&self, component: &dyn Component) -> Option<Element> {
        self.asked.standing.element(component, &self.built)
    }

    /// A letter of the quotient, as it is written.
    pub fn letter(&self, letter: u32) -> String {
        self.asked.standing.name(letter, &self.built)
    }

    /// The game and the size of the heap that a letter of the quotient is, if it is one.
    pub fn heap_of(&self, letter: u32) -> Option<(usize, usize)> {
        self.built.heap_of(letter)
    }
}

/// Names of the generators of a quotient: a, b, c, ….
#[derive(Clone, Debug)]
pub struct Names {
    /// By generator, in order: its letter, and whether it was used.
    generators: Vec<(u32, bool)>,
}

impl Names {
    /// Of a quotient; none is used yet.
    pub fn of(quotient: &MisereQuotient) -> Names {
        let generators = quotient.generators().iter();
        Names {
            generators: generators.map(|&letter| (letter, false)).collect(),
        }
    }

    /// The name of a generator by its place.
    pub fn name(place: usize) -> String {
        let letter = char::from(b'a' + (place % 26) as u8);
        match place / 26 {
            0 => letter.to_string(),
            round => format!("{letter}{round}"),
        }
    }

    /// An element as a product of generators, `ab²`; 1 for that of nothing.
    pub fn word(&mut self, quotient: &MisereQuotient, element: Element) -> String {
        self.product(quotient.word(element))
    }

    /// A product of generators, each with its exponent.
    pub fn product(&mut self, mut powers: Vec<(u32, u32)>) -> String {
        powers.sort_unstable();
        let mut word = String::new();
        for (letter, exponent) in powers {
            let place = self.generators.iter().position(|(one, _)| *one == letter);
            let Some(place) = place else { continue };
            self.generators[place].1 = true;
            word.push_str(&Names::name(place));
            if exponent > 1 {
                word.push_str(&raised(exponent));
            }
        }
        match word.is_empty() {
            true => "1".to_owned(),
            false => word,
        }
    }

    /// What the generators that were used are.
    pub fn legend(&self, name: impl Fn(u32) -> String) -> String {
        let used = self.generators.iter().enumerate();
        let used = used.filter(|(_, (_, used))| *used);
        let told =
            used.map(|(place, (letter, _))| format!("{} = {}", Names::name(place), name(*letter)));
        told.collect::<Vec<_>>().join(", ")
    }
}

/// A number as an exponent.
fn raised(exponent: u32) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = exponent.to_string();
    let digits = digits
        .bytes()
        .map(|digit| RAISED[usize::from(digit - b'0')]);
    digits.collect()
}
