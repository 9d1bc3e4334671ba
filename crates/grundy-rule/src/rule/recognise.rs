//! Which known game a rule is: a set of takes, a code of taking and breaking (Guy and Smith 1956), Grundy's game, or a
//! game of the catalogue.
//!
//! Sets of takes, Nim with two heaps and Wythoff's game are told from the form of the rule, which proves it. Otherwise
//! moves are compared, position by position, up to a bound. Where the form of the rule is such that this proves it (`splits`),
//! it is proved; else the bound is told: the games are the same there, and what lies beyond is not known.

use std::collections::BTreeSet;

use crate::budget::pulse;
use crate::catalogue::{self, Catalogue};
use crate::engine::sequence::{Rules, Takes};
use crate::notation::no_files;
use crate::rule::position::Position;
use crate::rule::{Rule, RuleMove};
use crate::ruleset::{Options, Ruleset};

mod form;
mod splits;
mod takes;

pub(crate) use form::WYTHOFF;

/// A known game that a rule is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recognised {
    /// The game as its notation begins: `take:1,3,4`, `0.77`, `wythoff`.
    pub head: String,
    /// Its rules, where it is a game on heaps with a nim-sequence.
    pub rules: Option<Rules>,
    /// How far that is known.
    pub evidence: Evidence,
}

/// How far a rule is known to be a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The rule says nothing else: for all positions.
    Form,
    /// All options were the same at all positions whose coordinates are below this bound.
    Compared(u64),
}

/// Options of a position: sums in order, each in order.
type Sums = BTreeSet<Vec<u64>>;

/// Heaps at which sets of takes and codes are compared.
const HEAPS: u64 = 64;

/// Most heaps that are compared where that proves what is seen.
const MOST_HEAPS: u64 = 256;

/// By number of coordinates, the bound up to which games of the catalogue are compared.
const SIDES: [u64; 4] = [48, 12, 6, 4];

/// Most options of a position that is compared.
const MOST_OPTIONS: usize = 10_000;

impl Rule {
    /// The known game that the rule is, if it is seen to be one: of those that the rule alone shows, else the first game of the
    /// catalogue that has the same options. Looks at small positions only: the time does not depend on what the game is asked
    /// afterwards.
    ///
    /// ```
    /// use grundy::rule::{Evidence, Rule};
    /// use grundy::rulesets::CATALOGUE;
    /// let known = |text: &str| {
    ///     let known = Rule::parse(text).unwrap().recognise(CATALOGUE)?;
    ///     Some((known.head, known.evidence))
    /// };
    /// let takes = known("n -> n-k for k in 1..=m where m = 1000000");
    /// assert_eq!(takes, Some(("take:1-1000000".to_owned(), Evidence::Form)));
    /// let kayles = known("n -> a + b for k in 1..=2, a in 0..=n-k, b = n-k-a");
    /// assert_eq!(kayles, Some(("0.77".to_owned(), Evidence::Form)));
    /// assert_eq!(known("n -> n-popcount(n) if n > 0"), None);
    /// ```
    pub fn recognise(&self, catalogue: Catalogue) -> Option<Recognised> {
        self.shown_alone().or_else(|| self.in_catalogue(catalogue))
    }

    /// The known game that the rule shows without a catalogue to look in: a set of takes, a code, or by its form Nim or Wythoff's
    /// game. Nothing else is [known by form](Evidence::Form).
    pub fn shown_alone(&self) -> Option<Recognised> {
        if let Some(takes) = self.takes_by_form() {
            return Some(of_rules(Rules::taking(takes).ok()?, Evidence::Form));
        }
        if self.arity() == 1 {
            let proving = self.heaps_that_prove().filter(|&heaps| heaps <= MOST_HEAPS);
            let heaps = HEAPS.max(proving.unwrap_or(0));
            let left: Option<Vec<Sums>> = (0..heaps).map(|heap| self.heaps_left(heap)).collect();
            let rules = left.and_then(|left| takes_or_code(&left));
            if let Some(rules) = rules {
                let evidence = match proving {
                    Some(_) => Evidence::Form,
                    None => Evidence::Compared(heaps),
                };
                return Some(of_rules(rules, evidence));
            }
        }
        self.heaps_by_form().map(|head| Recognised {
            head: head.to_owned(),
            rules: None,
            evidence: Evidence::Form,
        })
    }

    /// The options of a position, `None` where they cannot be told.
    fn sums(&self, position: &Position) -> Option<Options<Position, RuleMove>> {
        let mut options = Options::with_limit(MOST_OPTIONS);
        self.options(position, &mut options).ok()?;
        pulse::step(1_000 + 200 * options.positions().len() as u64);
        Some(options)
    }

    /// What may be left of a heap, empty heaps left out.
    fn heaps_left(&self, heap: u64) -> Option<Sums> {
        let options = self.sums(&self.position(&[heap])?)?;
        let mut sums = Sums::new();
        for (_, sum) in options.iter() {
            let mut left = Vec::new();
            for part in sum {
                left.push(part.coordinates()?.first()?.unsigned_abs());
            }
            left.retain(|&part| part > 0);
            left.sort_unstable();
            sums.insert(left);
        }
        Some(sums)
    }

    /// The first game of the catalogue, without parameters, that has the same options.
    fn in_catalogue(&self, catalogue: Catalogue) -> Option<Recognised> {
        let side = *SIDES.get(self.arity().checked_sub(1)?)?;
        let same = |name: &str| {
            (0..side.pow(u32::try_from(self.arity()).unwrap_or(4))).all(|number| {
                let mut rest = number;
                let mut coordinates = Vec::new();
                for _ in 0..self.arity() {
                    coordinates.push(rest % side);
                    rest /= side;
                }
                self.same_options(catalogue, name, &coordinates) == Some(true)
            })
        };
        let listing = catalogue.iter().find(|listing| same(listing.name))?;
        Some(Recognised {
            head: listing.name.to_owned(),
            rules: None,
            evidence: Evidence::Compared(side),
        })
    }

    fn same_options(&self, catalogue: Catalogue, name: &str, coordinates: &[u64]) -> Option<bool> {
        let position = self.position(coordinates)?;
        let text = format!("{name} {}", position.write(self.arity()));
        let game = catalogue::read(catalogue, &text, &no_files).ok()?;
        let mut components = game.components();
        let (component, None) = (components.next()?, components.next()) else {
            return None;
        };
        let is_empty = |part: &String| part == "0";
        let theirs = component.options(MOST_OPTIONS).ok()?;
        let theirs: BTreeSet<Vec<String>> = theirs
            .iter()
            .map(|sum| {
                let mut sum: Vec<String> = sum.iter().map(|part| part.position()).collect();
                sum.retain(|part| !is_empty(part));
                sum.sort();
                sum
            })
            .collect();
        let options = self.sums(&position)?;
        let ours: BTreeSet<Vec<String>> = options
            .iter()
            .map(|(_, sum)| {
                let mut sum: Vec<String> =
                    sum.iter().map(|part| part.write(self.arity())).collect();
                sum.retain(|part| !is_empty(part));
                sum.sort();
                sum
            })
            .collect();
        Some(ours == theirs)
    }
}

fn of_rules(rules: Rules, evidence: Evidence) -> Recognised {
    let all = rules.takes() == Some(&Takes::AllBut(Vec::new()));
    Recognised {
        head: if all {
            "nim".to_owned()
        } else {
            rules.to_string()
        },
        rules: Some(rules),
        evidence,
    }
}

/// The rules under which these are the options of heaps 0, 1, 2, …; one move must have been seen at least.
fn takes_or_code(heaps: &[Sums]) -> Option<Rules> {
    if heaps.first().is_none_or(|options| !options.is_empty()) {
        return None;
    }
    let mut takes = BTreeSet::new();
    let mut digits: Vec<u8> = Vec::new();
    for (heap, options) in (0u64..).zip(heaps) {
        for left in options {
            let taken = heap.checked_sub(left.iter().sum())?;
            let place = usize::try_from(taken).ok()?;
            if left.len() > 7 || place >= heaps.len() {
                return None;
            }
            if left.len() <= 1 {
                takes.insert(taken);
            }
            if digits.len() <= place {
                digits.resize(place + 1, 0);
            }
            digits[place] |= 1 << left.len();
        }
    }
    let half = heaps.len() as u64 / 2;
    let missing: Vec<u64> = (1..heaps.len() as u64)
        .filter(|take| !takes.contains(take))
        .collect();
    let runs = |numbers: Vec<u64>| numbers.into_iter().map(|number| (number, number)).collect();
    let mut candidates = Vec::new();
    if takes.last().is_some_and(|&last| last < half) {
        candidates.push(Rules::taking(Takes::These(runs(
            takes.into_iter().collect(),
        ))));
    } else if missing.last().is_none_or(|&last| last < half) {
        candidates.push(Rules::taking(Takes::AllBut(runs(missing))));
    }
    if digits.len() as u64 <= half {
        for least_split in [2, 3] {
            for unequal in [false, true] {
                candidates.push(Rules::splitting(&digits, unequal, least_split));
            }
        }
    }
    let agrees = |rules: &Rules| {
        let mut all = (0u64..).zip(heaps);
        all.all(|(heap, options)| options_under(rules, heap).as_ref() == Some(options))
    };
    candidates.into_iter().flatten().find(agrees)
}

/// The options of a heap under rules, empty heaps left out; `None` where there are too many.
fn options_under(rules: &Rules, heap: u64) -> Option<Sums> {
    let mut sums = Sums::new();
    if let Some(takes) = rules.takes() {
        for taken in (1..=heap).filter(|&taken| takes.contains(taken)) {
            sums.insert(if taken == heap {
                vec![]
            } else {
                vec![heap - taken]
            });
        }
        return Some(sums);
    }
    for (taken, digit) in (0u64..).zip(rules.digits()) {
        let Some(left) = heap.checked_sub(taken) else {
            break;
        };
        for parts in 0..8usize {
            let allowed = digit >> parts & 1 == 1;
            if !allowed || (parts > 1 && heap < rules.least_split()) {
                continue;
            }
            divided(left, parts, 1, &mut Vec::new(), &mut |sum| {
                if !(rules.unequal() && sum.len() == 2 && sum[0] == sum[1]) {
                    sums.insert(sum.to_vec());
                }
                sums.len() <= MOST_OPTIONS
            })?;
        }
    }
    Some(sums)
}

/// All ways to divide a number into so many, none below `least`, ascending; `None` once `take` has had enough. No deeper
/// than there are parts.
fn divided(
    number: u64,
    parts: usize,
    least: u64,
    before: &mut Vec<u64>,
    take: &mut impl FnMut(&[u64]) -> bool,
) -> Option<()> {
    match parts {
        0 if number == 0 => return take(before).then_some(()),
        0 => return Some(()),
        1 if number >= least => {
            before.push(number);
            let goes_on = take(before);
            before.pop();
            return goes_on.then_some(());
        }
        1 => return Some(()),
        _ => {}
    }
    for part in least..=number / parts as u64 {
        before.push(part);
        let goes_on = divided(number - part, parts - 1, part, before, take);
        before.pop();
        goes_on?;
    }
    Some(())
}

#[cfg(test)]
mod tests;
