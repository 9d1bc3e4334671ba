//! Exact Nim: a move takes stones from exactly k heaps, at least one from each.
//!
//! With k = 1 this is Nim. With as many non-empty heaps as must be moved in, the value is the smallest heap: it says how
//! many moves can be made at most, and every smaller number can be left. With fewer, nobody can move. In between Boros,
//! Gurvich and others (2015 and later) have results for outcomes and values; here search answers.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let answer = solve(&"exact:2 3 5".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "3");
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::component;
use crate::nimber::Nimber;
use crate::notation::{Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::{self, Natural, bits};
use crate::ruleset::{Full, Options, Ruleset, ValueTheorem};
use crate::rulesets::moore::{each_lowering, lowered, tell_lowered};
use crate::rulesets::passing::{sorted, written};
use crate::said;
use crate::text::{Said, Text};

/// Exact Nim. A position is its non-empty heaps, ascending.
#[derive(Clone, Copy, Debug)]
pub struct Exact {
    heaps: usize,
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A15",
    name: "exact",
    aliases: &["exact-nim"],
    title: Text {
        en: "Exact Nim",
        zh: "恰取 K 堆尼姆",
    },
    rule: Text {
        en: "Take stones from exactly K heaps, at least one from each of them.",
        zh: "每次恰好从 K 堆取石子,每堆至少一颗。",
    },
    form: "exact:K HEAP …",
    example: "exact:2 3 4 5",
    source: "E. Boros, V. Gurvich, N. B. Ho, K. Makino and P. Mursic, On the Sprague–Grundy function of Exact k-Nim, Discrete Applied Mathematics 239 (2018)",
    recognises: only_by_name,
    parse: component::parse::<Exact>,
};

type Heaps = Box<[Natural]>;

impl Ruleset for Exact {
    type Position = Heaps;
    type Move = Vec<(usize, Natural)>;

    fn options(
        &self,
        heaps: &Heaps,
        options: &mut Options<Heaps, Vec<(usize, Natural)>>,
    ) -> Result<(), Full> {
        if heaps.len() < self.heaps {
            return Ok(());
        }
        each_lowering(heaps, self.heaps, |lower| {
            if lower.len() < self.heaps {
                return Ok(());
            }
            options.push(lower.to_vec(), &[lowered(heaps, lower)])
        })
    }

    fn tell(&self, heaps: &Heaps, lower: &Vec<(usize, Natural)>) -> Said {
        tell_lowered(heaps, lower)
    }

    fn weight(&self, heaps: &Heaps) -> u64 {
        heaps.iter().map(|heap| 24 + number::weight(heap)).sum()
    }

    fn value_theorem(&self) -> Option<&dyn ValueTheorem<Heaps>> {
        Some(self)
    }
}

impl ValueTheorem<Heaps> for Exact {
    fn value(&self, heaps: &Heaps) -> Option<Nimber> {
        match heaps.first() {
            Some(smallest) if heaps.len() == self.heaps => Some(Nimber(smallest.clone())),
            _ if heaps.len() < self.heaps => Some(Nimber::zero()),
            _ if self.heaps == 1 => Some(Nimber(bits::nim_sum(heaps))),
            _ => None,
        }
    }

    fn because(&self, heaps: &Heaps) -> Said {
        if heaps.len() < self.heaps {
            return said!(
                "fewer than {k} heaps are left, so nobody can move",
                "剩下不足 {k} 堆,无法行动",
                k = self.heaps
            );
        }
        if self.heaps == 1 {
            return said!("with one heap a move this is Nim", "每次恰一堆即尼姆");
        }
        said!(
            "every move is in all {k} heaps, so the value is the smallest heap",
            "每次都要动全部 {k} 堆,SG 值等于最小的堆",
            k = self.heaps
        )
    }
}

impl Notation for Exact {
    const WHOLE: bool = true;

    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Exact, Vec<Heaps>), ParseError> {
        let word = clause.needs_parameters()?;
        let heaps = word.number_below(u64::from(u32::MAX))? as usize;
        if heaps == 0 {
            return Err(word.error(said!("a move in 0 heaps is no move", "动 0 堆不是一步")));
        }
        Ok((Exact { heaps }, vec![sorted(clause.naturals()?)]))
    }
    fn head(&self) -> String {
        format!("exact:{}", self.heaps)
    }
    fn write(&self, heaps: &Heaps) -> String {
        written(heaps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quotient::Play;
    use crate::rulesets::doubt;

    #[test]
    fn doubted() {
        for heaps in 1..4 {
            let mut positions = Vec::new();
            for a in 0u32..6 {
                for b in 0..=a {
                    for c in 0..=b {
                        positions.push(sorted([a, b, c].map(Natural::from)));
                        if a < 5 {
                            doubt::game(&format!("exact:{heaps} {a} {b} {c}"), Play::Normal);
                            doubt::game(&format!("exact:{heaps} {a} {b} {c}"), Play::Misere);
                        }
                    }
                }
            }
            doubt::values(&Exact { heaps }, positions);
        }
        doubt::engines("exact:2 3 4 5", Play::Normal);
    }
}
