//! What is said of numbers: sums compared with 0, remainders, relations between digits, joined by "and", "or", "not" and "for some number".
//! Each is made an automaton, from the inside out.

use std::rc::Rc;

use super::machine::{Machine, Steps, TooMuch, Track};

/// A sum of multiples of numbers, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Term {
    /// In rising order of the numbers; no multiple is 0.
    pub(super) parts: Vec<(Track, i64)>,
    pub(super) constant: i64,
}

/// Largest multiples and constants.
const LARGEST: i64 = 1 << 12;

impl Term {
    pub(super) fn number(constant: i64) -> Term {
        Term {
            parts: Vec::new(),
            constant,
        }
    }

    pub(super) fn of(track: Track) -> Term {
        Term {
            parts: vec![(track, 1)],
            constant: 0,
        }
    }

    /// This and so many times another; `None` where numbers become large.
    pub(super) fn plus(&self, times: i64, other: &Term) -> Option<Term> {
        let mut parts = self.parts.clone();
        for &(track, by) in &other.parts {
            let by = by.checked_mul(times)?;
            match parts.binary_search_by_key(&track, |part| part.0) {
                Ok(place) => parts[place].1 = parts[place].1.checked_add(by)?,
                Err(place) => parts.insert(place, (track, by)),
            }
        }
        parts.retain(|part| part.1 != 0);
        let constant = self
            .constant
            .checked_add(other.constant.checked_mul(times)?)?;
        let is_small = |number: i64| number.abs() <= LARGEST;
        let small = parts.iter().all(|part| is_small(part.1)) && is_small(constant);
        small.then_some(Term { parts, constant })
    }

    pub(super) fn times(&self, by: i64) -> Option<Term> {
        Term::default().plus(by, self)
    }

    /// Whether no number makes it negative, as its form tells.
    pub(super) fn is_natural(&self) -> bool {
        self.constant >= 0 && self.parts.iter().all(|part| part.1 >= 0)
    }

    /// The only number that it is.
    pub(super) fn single(&self) -> Option<Track> {
        match self.parts[..] {
            [(track, 1)] if self.constant == 0 => Some(track),
            _ => None,
        }
    }

    fn tracks(&self) -> Vec<Track> {
        self.parts.iter().map(|part| part.0).collect()
    }

    fn step(&self, digits: &[usize]) -> i64 {
        let parts = self.parts.iter().zip(digits);
        parts.map(|(part, &digit)| part.1 * digit as i64).sum()
    }
}

/// What is said of numbers.
#[derive(Clone, Debug)]
pub(super) enum Fact {
    /// The sum is 0.
    Zero(Term),
    /// The sum is at most 0.
    AtMost(Term),
    /// The number divides the sum.
    Divides(i64, Term),
    /// An automaton accepts these numbers; the tracks of the automaton are 0, 1, …, for the first, the second, …
    Digits(Rc<Machine>, Vec<Track>),
    /// All of these.
    All(Vec<Fact>),
    /// One of these.
    Any(Vec<Fact>),
    /// It is not so.
    Not(Box<Fact>),
    /// For some numbers.
    Some(Vec<Track>, Box<Fact>),
}

impl Fact {
    pub(super) fn equal(one: &Term, other: &Term) -> Option<Fact> {
        Some(Fact::Zero(one.plus(-1, other)?))
    }

    pub(super) fn at_most(one: &Term, other: &Term) -> Option<Fact> {
        Some(Fact::AtMost(one.plus(-1, other)?))
    }

    pub(super) fn not(self) -> Fact {
        Fact::Not(Box::new(self))
    }

    /// For some numbers, unless there are none.
    pub(super) fn some(tracks: Vec<Track>, fact: Fact) -> Fact {
        match tracks.is_empty() {
            true => fact,
            false => Fact::Some(tracks, Box::new(fact)),
        }
    }

    /// The automaton.
    pub(super) fn machine(&self, base: usize, steps: &mut Steps) -> Result<Machine, TooMuch> {
        let wide = base as i64;
        match self {
            Fact::Zero(term) => {
                // What is left of the sum, divided by the base; none where a digit of it is not 0.
                let mut step = |state: &Option<i64>, digits: &[usize]| {
                    let sum = (*state)? + term.step(digits);
                    (sum % wide == 0).then_some(sum / wide)
                };
                Machine::grown(
                    base,
                    term.tracks(),
                    Some(term.constant),
                    &mut step,
                    &|state| *state == Some(0),
                    steps,
                )
            }
            Fact::AtMost(term) => {
                let mut step = |state: &i64, digits: &[usize]| {
                    -(-(state + term.step(digits))).div_euclid(wide)
                };
                Machine::grown(
                    base,
                    term.tracks(),
                    term.constant,
                    &mut step,
                    &|state| *state <= 0,
                    steps,
                )
            }
            Fact::Divides(by, term) => {
                let mut step = |state: &(i64, i64), digits: &[usize]| {
                    let rest = (state.0 + state.1 * term.step(digits)).rem_euclid(*by);
                    (rest, (state.1 * wide).rem_euclid(*by))
                };
                Machine::grown(
                    base,
                    term.tracks(),
                    (term.constant.rem_euclid(*by), 1 % *by),
                    &mut step,
                    &|state| state.0 == 0,
                    steps,
                )
            }
            Fact::Digits(machine, tracks) => {
                // The same number may stand in two places.
                let mut own = tracks.clone();
                own.sort_unstable();
                own.dedup();
                let places: Vec<usize> = tracks
                    .iter()
                    .map(|track| own.binary_search(track).unwrap_or(0))
                    .collect();
                let many = base.pow(tracks.len() as u32);
                let mut step = |state: &u32, digits: &[usize]| {
                    let symbol = places
                        .iter()
                        .rev()
                        .fold(0, |symbol, &place| symbol * base + digits[place]);
                    machine.next[*state as usize * many + symbol]
                };
                Machine::grown(
                    base,
                    own,
                    0u32,
                    &mut step,
                    &|state| machine.accepting[*state as usize],
                    steps,
                )
            }
            Fact::Not(fact) => Ok(fact.machine(base, steps)?.other()),
            Fact::Any(facts) => {
                let mut all = Machine::constant(base, false);
                for fact in facts {
                    all = all.with(&fact.machine(base, steps)?, false, steps)?;
                }
                Ok(all)
            }
            Fact::All(_) => some(&[], self, base, steps),
            Fact::Some(tracks, fact) => some(tracks, fact, base, steps),
        }
    }
}

/// "For some numbers": each of them is forgotten as soon as all that speaks of it has been joined.
fn some(tracks: &[Track], fact: &Fact, base: usize, steps: &mut Steps) -> Result<Machine, TooMuch> {
    if let Fact::Any(facts) = fact {
        let mut all = Machine::constant(base, false);
        for fact in facts {
            all = all.with(&some(tracks, fact, base, steps)?, false, steps)?;
        }
        return Ok(all);
    }
    let mut left = tracks.to_vec();
    let mut flat = Vec::new();
    flatten(fact, &mut left, &mut flat);
    let mut machines = Vec::new();
    for fact in flat {
        machines.push(fact.machine(base, steps)?);
    }
    while !left.is_empty() {
        // The number for which the fewest others are read at once.
        let width = |track: &Track| {
            let with = machines.iter().filter(|it| it.tracks.contains(track));
            let mut all: Vec<Track> = with.flat_map(|it| it.tracks.iter().copied()).collect();
            all.sort_unstable();
            all.dedup();
            all.len()
        };
        let Some((place, track)) = left
            .iter()
            .copied()
            .enumerate()
            .min_by_key(|it| width(&it.1))
        else {
            break;
        };
        left.swap_remove(place);
        let (with, without): (Vec<Machine>, Vec<Machine>) = machines
            .into_iter()
            .partition(|it| it.tracks.contains(&track));
        machines = without;
        if let Some(all) = joined(with, steps)? {
            machines.push(all.without(track, steps)?);
        }
    }
    Ok(joined(machines, steps)?.unwrap_or_else(|| Machine::constant(base, true)))
}

/// Facts that all hold, with the numbers that are bound within them.
fn flatten<'f>(fact: &'f Fact, tracks: &mut Vec<Track>, found: &mut Vec<&'f Fact>) {
    match fact {
        Fact::All(facts) => facts.iter().for_each(|fact| flatten(fact, tracks, found)),
        Fact::Some(more, fact) if !matches!(**fact, Fact::Any(_)) => {
            tracks.extend(more);
            flatten(fact, tracks, found);
        }
        fact => found.push(fact),
    }
}

/// What all accept, the smallest first.
fn joined(mut machines: Vec<Machine>, steps: &mut Steps) -> Result<Option<Machine>, TooMuch> {
    machines.sort_by_key(|it| it.next.len());
    let mut all: Option<Machine> = None;
    for machine in machines {
        all = Some(match all {
            None => machine,
            Some(all) => all.with(&machine, true, steps)?,
        });
    }
    Ok(all)
}
