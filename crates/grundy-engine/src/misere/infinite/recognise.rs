//! Looking for a law.
//!
//! The letter at which the builder stopped is given an exponent, and F begins as the quotient of the letters before it. Outcomes in a box are searched,
//! elements of F that the picture does not tell apart are made one, and the simplest law of the picture is put to the proof. A sum that
//! it calls wrongly says what to do: if the search knows better, the law was read from too small a box; else letters of the sum
//! are set free, with more powers, or with an exponent once many powers have not been enough. So F keeps what is known, as in the builder.

use std::collections::BTreeMap;

use super::super::freeing::{self, Prefer};
use super::super::letters::Letters;
use super::super::quotient::MisereQuotient;
use super::super::{Limits, Stopped};
use super::frame::{Frame, Freed, Place};
use super::law::Law;
use super::search::{Search, picture, sides};
use super::shape::MOST;
use super::verify::{Wrong, verified};

/// Laws that are put to the proof before a letter is given up.
const ROUNDS: usize = 100;

/// By number of exponents: the index from which on a letter is given one more.
const INDEX: [u32; MOST + 1] = [0, 4, 7, u32::MAX];

/// Most elements of F: the proof needs all products.
const FINITE: usize = 1 << 13;

/// By number of exponents: up to where the first picture goes, and the last.
const BOUNDS: [(u32, u32); MOST] = [(60, 200), (20, 70), (18, 40)];

/// A sum that is called wrongly.
struct Word {
    /// Letters with exponents, the last first.
    letters: Vec<(u32, u32)>,
    /// Whether it is P.
    is_p: bool,
}

impl Word {
    /// What is wrong, in letters.
    fn of(frame: &Frame, wrong: &Wrong) -> Option<Word> {
        let (sorts, vector, is_p) = match wrong {
            Wrong::One | Wrong::Silent(_) => return None,
            Wrong::N(sorts, vector) => (sorts.clone(), vector, true),
            Wrong::P(sort, context, vector) => {
                let word = frame.finite.word(*context);
                let word = word.map(|generator| frame.generators[generator as usize]);
                (word.chain([*sort]).collect(), vector, false)
            }
        };
        let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
        for sort in sorts {
            *counts.entry(frame.sorts[sort as usize].first).or_default() += 1;
        }
        for free in (0..frame.exponents).filter(|&free| vector[free] > 0) {
            *counts.entry(frame.free(free)).or_default() += vector[free] as u32;
        }
        let letters = counts.into_iter().rev().collect();
        Some(Word { letters, is_p })
    }

    /// Whether a search calls it rightly.
    fn is_right(&self, frame: &Frame, limits: &mut Limits<'_>) -> Result<bool, Stopped> {
        let (f, vector) = frame.element(&self.letters);
        let Some(mut search) = Search::new(frame, sides(frame, &vector), limits)? else {
            return Ok(false);
        };
        Ok(search.is_p(f, vector, limits)? == Some(self.is_p))
    }

    /// What may be set free for it: all letters of one place before a single sort of them.
    fn choices(&self, frame: &Frame) -> Vec<Vec<Freed>> {
        let sort = |&(letter, exponent): &(u32, u32)| {
            let sort = frame.sorts_of[letter as usize];
            let place = frame.sorts.get(sort as usize)?.place;
            matches!(place, Place::Finite(_)).then_some((sort, exponent))
        };
        let finite: Vec<_> = self.letters.iter().filter_map(sort).collect();
        let twins = |name: u32| {
            let place = frame.sorts[name as usize].place;
            let sorts = (0u32..).zip(&frame.sorts);
            let twins = sorts.filter(|(_, sort)| sort.place == place);
            twins.map(|(twin, _)| twin).collect()
        };
        let mut choices: Vec<Vec<Freed>> = Vec::new();
        for choice in freeing::choices(&finite, twins, Prefer::Twins) {
            let mut exponents = frame.exponents;
            let freed = choice.into_iter().map(|(sorts, index)| {
                let is_exponent = index >= INDEX[exponents];
                exponents += usize::from(is_exponent);
                let powers = (!is_exponent).then_some((index, 2));
                Freed { sorts, powers }
            });
            let freed: Vec<Freed> = freed.collect();
            if !choices.contains(&freed) {
                choices.push(freed);
            }
        }
        choices
    }
}

/// A frame with a law that is proved, and by how many states.
pub(super) struct Found {
    pub(super) frame: Frame,
    pub(super) law: Law,
    pub(super) states: usize,
}

/// Looks for a law of the letters of a quotient and of the one behind them.
///
/// # Errors
/// What is spent.
pub(super) fn found(
    quotient: &MisereQuotient,
    letters: &mut impl Letters,
    limits: &mut Limits<'_>,
) -> Result<Option<Found>, Stopped> {
    let Some(start) = Frame::start(quotient, letters) else {
        return Ok(None);
    };
    let new = Freed {
        sorts: start.sorts_of.last().copied().into_iter().collect(),
        powers: None,
    };
    let Some(mut frame) = start.freed(&[new], letters, FINITE, limits)? else {
        return Ok(None);
    };
    let mut more = 0;
    for _ in 0..ROUNDS {
        let (first, last) = BOUNDS[frame.exponents - 1];
        let bound = first + more;
        if bound > last {
            break;
        }
        let Some(mut picture) = picture(&frame, bound, limits)? else {
            break;
        };
        let Some(reduced) = frame.reduced(&mut picture, letters, limits)? else {
            break;
        };
        frame = reduced;
        if frame.finite.order() > FINITE {
            break;
        }
        let Some(law) = picture.law() else {
            more += first / 2;
            continue;
        };
        let wrong = match verified(&frame, &law, limits)? {
            Ok(states) => return Ok(Some(Found { frame, law, states })),
            Err(wrong) => wrong,
        };
        let Some(word) = Word::of(&frame, &wrong) else {
            break;
        };
        if word.is_right(&frame, limits)? {
            more += first / 2;
            continue;
        }
        let Some(next) = righted(&frame, &word, letters, limits)? else {
            break;
        };
        frame = next;
    }
    Ok(None)
}

/// A frame whose search calls a sum rightly, with letters of it set free; if there is none, the one that came last.
fn righted(
    frame: &Frame,
    word: &Word,
    letters: &mut impl Letters,
    limits: &mut Limits<'_>,
) -> Result<Option<Frame>, Stopped> {
    let mut last = None;
    for freed in word.choices(frame) {
        limits.step(frame.finite.order() as u64 * 64)?;
        let most = limits.candidates().min(2 * FINITE);
        if let Some(candidate) = frame.freed(&freed, letters, most, limits)? {
            if word.is_right(&candidate, limits)? {
                return Ok(Some(candidate));
            }
            last = Some(candidate);
        }
    }
    Ok(last)
}
