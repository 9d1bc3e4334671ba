//! The letters of a certificate, and what their options are worth.
//!
//! What the conditions ask of a letter depends on its value and on the values of its options only: letters that have both in common
//! are of one *kind*. A letter without moves changes nothing, and must be worth 1.

use std::collections::HashSet;

use super::monoid::Monoid;
use super::verdict::Fault;
use super::work::Work;
use super::written::Claim;
use super::{Stop, monoid};
use crate::definition;
use crate::options::{self, Values};
use crate::rules::Rules;
use crate::verdict::Refusal;

/// Most values of options of all kinds together.
const MOST_EFFECTS: usize = 1 << 26;

/// Letters with moves that have one value, and options of the same values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Kind {
    pub(super) value: u16,
    /// The values of the options, rising.
    pub(super) effects: Vec<u16>,
}

/// All letters.
pub(super) struct Letters {
    /// Each kind with its first letter.
    pub(super) kinds: Vec<(u64, Kind)>,
}

impl Letters {
    pub(super) fn of(
        claim: &Claim,
        rules: Option<&Rules>,
        monoid: &Monoid<'_>,
        work: &mut Work,
    ) -> Result<Letters, Stop> {
        // An element is below the most elements there may be.
        let values: Vec<u16> = claim.phi.iter().map(|&x| x as u16).collect();
        let mut seen: HashSet<Kind> = HashSet::new();
        let mut kinds = Vec::new();
        let mut most = MOST_EFFECTS;
        let mut met = vec![0; monoid.words()];
        for (letter, &value) in values.iter().enumerate() {
            met.fill(0);
            let mut effects = Vec::new();
            let mut meet = |effect: u16| {
                if !monoid::has(&met, effect) {
                    monoid::put(&mut met, effect);
                    effects.push(effect);
                }
            };
            match (rules, &claim.letters) {
                (Some(rules), _) => {
                    work.steps(definition::options(rules, letter as u64) + 1)?;
                    options::each(rules, letter, &values, monoid, &mut meet);
                }
                (None, Some(letters)) => {
                    for option in &letters[letter] {
                        work.steps(option.len() as u128 + 1)?;
                        let parts = option.iter().map(|&part| values[part as usize]);
                        meet(parts.fold(monoid.nothing(), |sum, part| monoid.beside(sum, part)));
                    }
                }
                (None, None) => {}
            }
            let letter = letter as u64;
            if effects.is_empty() {
                if value != 0 {
                    return Err(Fault::Still {
                        letter,
                        value: value.into(),
                    }
                    .into());
                }
                continue;
            }
            effects.sort_unstable();
            let kind = Kind { value, effects };
            if !seen.contains(&kind) {
                most = (most.checked_sub(kind.effects.len()))
                    .ok_or(Refusal::Effects(MOST_EFFECTS as u64))?;
                seen.insert(kind.clone());
                kinds.push((letter, kind));
            }
        }
        Ok(Letters { kinds })
    }
}
