//! Regularities that values show without a proof that they go on.
//!
//! Hexadecimal games may be *arithmetic periodic*: G(n + p) = G(n) + s, or *sapp* ("split arithmetic periodic, periodic"): so for
//! some residues modulo p, and periodic for the others (S. Howse and R. J. Nowakowski 2004; D. G. Horrocks and R. J. Nowakowski
//! 2003). Their theorems ask for conditions on the values that are not checked here.

use super::Values;

/// How the values of two heaps a period apart differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Regularity {
    /// Not at all.
    Periodic,
    /// By the saltus.
    Arithmetic,
    /// By the saltus for some residues, not at all for the others.
    Sapp,
}

/// A regularity of computed values. It says nothing of the heaps beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observed {
    /// After how many heaps the values show it.
    pub period: u64,
    /// From which heap on.
    pub preperiod: u64,
    /// By how much values grow in a period, where they do.
    pub saltus: u64,
    /// Whether values repeat exactly or grow by a saltus each period.
    pub regularity: Regularity,
}

/// How often a regularity must be seen.
const ROUNDS: usize = 4;

/// The longest period looked for.
const LONGEST: usize = 1 << 12;

impl Observed {
    /// The regularity of least period that the last half of the values shows, four times at least; periods up to
    /// 4096 are tried.
    pub fn of(values: &Values) -> Option<Observed> {
        let values: Vec<u32> = values.iter().collect();
        let half = values.len() / 2;
        (1..=LONGEST.min(half / ROUNDS)).find_map(|period| {
            let saltus = |heap: usize| values[heap + period].checked_sub(values[heap]);
            let first = values.len() - 2 * period;
            let greatest = (first..first + period).filter_map(saltus).max()?;
            // Each residue goes on as its last two values do.
            let steady = |heap: &usize| {
                let steps = saltus(*heap);
                steps.is_some_and(|steps| steps == 0 || steps == greatest)
                    && (*heap >= first || steps == saltus(heap + period))
            };
            let last = values.len() - period;
            let preperiod = (0..last)
                .rev()
                .find(|heap| !steady(heap))
                .map_or(0, |heap| heap + 1);
            (preperiod <= half).then(|| Observed {
                period: period as u64,
                preperiod: preperiod as u64,
                saltus: greatest.into(),
                regularity: match (first..last).all(|heap| saltus(heap) == Some(greatest)) {
                    _ if greatest == 0 => Regularity::Periodic,
                    true => Regularity::Arithmetic,
                    false => Regularity::Sapp,
                },
            })
        })
    }
}
