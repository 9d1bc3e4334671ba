//! What is known of the quotient of one game after so much work: an entry of a table of games.
//!
//! An entry is *complete* if the values of all heaps are known, as their period is proved; else it is *partial* and says how many
//! heaps are covered, all sums of which it decides, and how many elements the quotient of one heap more has at least. An entry
//! depends on the rules and on what may be spent: where this is counted in elements and positions of a meter and not in time, it is
//! the same on every machine.
//!
//! Some quotients grow for ever by as many elements after as many heaps each. That is [`Growth`]: it is seen and not proved.

use super::heap_quotient::{HeapQuotient, Repeats};
use super::{Limits, Stopped};
use crate::sequence::Rules;

/// What kind of quotient it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// That of heaps of Nim.
    Tame,
    /// Another, with a kernel that is played as under normal play.
    Regular,
    /// Any other.
    Irregular,
}

impl Nature {
    /// `tame`, `regular` or `irregular`; the latter two are wild.
    pub fn word(self) -> &'static str {
        match self {
            Nature::Tame => "tame",
            Nature::Regular => "regular",
            Nature::Irregular => "irregular",
        }
    }
}

/// That the quotient has grown by as many elements after as many heaps, again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The first heap from which on it is so.
    pub from: usize,
    /// After so many heaps.
    pub heaps: usize,
    /// By so many elements.
    pub elements: usize,
}

/// What is known of the quotient of a game.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The quotient of the heaps that are covered, or of all.
    pub quotient: HeapQuotient,
    /// The heaps at which the quotient grew, each with the order that it had then.
    pub changes: Vec<(usize, usize)>,
    /// Why no more heaps are covered; nothing where it is complete, or covers all that was asked for.
    pub stopped: Option<Stopped>,
    /// What kind of quotient it is.
    pub nature: Nature,
    /// Where it is partial: how it seems to grow for ever.
    pub growth: Option<Growth>,
}

/// Builds the quotient of heaps of up to `last` stones, or of all of them, as far as the limits let.
///
/// ```
/// use grundy_engine::misere::census::{Nature, entry};
/// let kayles = entry("0.77".parse().unwrap(), 1000, &mut Default::default());
/// let repeats = kayles.complete().expect("a period");
/// assert_eq!((kayles.order(), kayles.p_count(), kayles.last_change()), (40, 9, Some(27)));
/// assert_eq!((repeats.preperiod, repeats.period), (71, 12));
/// assert_eq!(kayles.nature, Nature::Regular);
/// ```
pub fn entry(rules: Rules, last: u64, limits: &mut Limits<'_>) -> Entry {
    let mut quotient = HeapQuotient::new(rules);
    let mut changes = Vec::new();
    let mut stopped = None;
    while quotient.repeats().is_none() && quotient.covered() as u64 <= last {
        let (heap, order) = (quotient.covered(), quotient.quotient().order());
        if let Err(reason) = quotient.cover(heap as u64, limits) {
            stopped = Some(reason);
            break;
        }
        let grown = quotient.quotient().order();
        if grown != order {
            changes.push((heap, grown));
        }
    }
    let built = quotient.quotient();
    let nature = match (built.is_tame(), built.is_regular()) {
        (true, _) => Nature::Tame,
        (false, true) => Nature::Regular,
        (false, false) => Nature::Irregular,
    };
    let growth = match quotient.repeats() {
        Some(_) => None,
        None => growth(&changes),
    };
    Entry {
        quotient,
        changes,
        stopped,
        nature,
        growth,
    }
}

/// How often growth must be seen to repeat.
const SEEN: usize = 4;

/// The regular growth with which changes end, if they do: these are the heaps at which a quotient grew, each with the order that it
/// had then.
pub fn growth(changes: &[(usize, usize)]) -> Option<Growth> {
    let step = |place: usize, after: usize| {
        let (one, other) = (changes[place - after], changes[place]);
        (other.0 - one.0, other.1 - one.1)
    };
    (1..=changes.len() / SEEN).find_map(|after| {
        let last = step(changes.len() - 1, after);
        let mut places = (after..changes.len()).rev();
        let from = places.find(|&place| step(place, after) != last);
        let from = from.map_or(0, |place| place - after + 1);
        (changes.len() - from > SEEN * after).then(|| Growth {
            from: changes[from].0,
            heaps: last.0,
            elements: last.1,
        })
    })
}

impl Entry {
    /// How many elements the quotient of the covered heaps has.
    pub fn order(&self) -> usize {
        self.quotient.quotient().order()
    }

    /// How many of them are in P.
    pub fn p_count(&self) -> usize {
        self.quotient.quotient().p_count()
    }

    /// How many heaps are covered one by one.
    pub fn covered(&self) -> usize {
        self.quotient.covered()
    }

    /// From where on and how the values of all heaps repeat, if that is proved: then the entry is complete.
    pub fn complete(&self) -> Option<Repeats> {
        self.quotient.repeats()
    }

    /// The last covered heap at which the quotient grew.
    pub fn last_change(&self) -> Option<usize> {
        self.changes.last().map(|&(heap, _)| heap)
    }

    /// How many elements the quotient of one heap more has at least, where the entry is partial.
    ///
    /// What is told apart by a sum stays so among more heaps: so it has no fewer elements. Where no element is right for that heap it
    /// has more, and by a theorem of Plambeck and Siegel (2008) the order of a quotient is even, but for that of no moves.
    pub fn lower_bound(&self) -> usize {
        match (self.complete(), self.stopped) {
            (None, Some(Stopped::Order(_))) => self.order() + 1 + (self.order() + 1) % 2,
            _ => self.order(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_base::Budget;
    use grundy_base::budget::Meter;

    #[test]
    fn growth_is_seen_at_the_end() {
        let mut changes = vec![(1, 2), (2, 6), (5, 12)];
        assert_eq!(growth(&changes), None);
        // Alternately three heaps and four elements, five heaps and six elements.
        for _ in 0..SEEN {
            for (heaps, elements) in [(3, 4), (5, 6)] {
                let (heap, order) = changes[changes.len() - 1];
                changes.push((heap + heaps, order + elements));
            }
        }
        let seen = Growth {
            from: 5,
            heaps: 8,
            elements: 10,
        };
        assert_eq!(growth(&changes), Some(seen));
        changes.push((100, 1000));
        assert_eq!(growth(&changes), None);
    }

    #[test]
    fn an_entry_depends_on_steps_only() {
        let within = |positions: u64| {
            let mut meter = Meter::new(&Budget::of_positions(positions));
            let limits = &mut Limits {
                order: 1000,
                meter: Some(&mut meter),
            };
            let entry = entry("0.115".parse().expect("a code"), 100, limits);
            (
                entry.covered(),
                entry.order(),
                entry.stopped,
                entry.lower_bound(),
            )
        };
        let little = within(200);
        assert_eq!(little, within(200));
        let more = within(2_000);
        assert!(
            little.0 < more.0 && little.1 < more.1,
            "{little:?} {more:?}"
        );
    }

    #[test]
    fn what_was_not_reached_has_a_bound() {
        let mut limits = Limits {
            order: 100,
            meter: None,
        };
        let entry = entry("0.3122".parse().expect("a code"), 100, &mut limits);
        assert_eq!((entry.covered(), entry.complete()), (7, None));
        assert_eq!(entry.lower_bound(), entry.order() + 2);
        assert_eq!(entry.changes.last().map(|last| last.1), Some(entry.order()));
    }
}
