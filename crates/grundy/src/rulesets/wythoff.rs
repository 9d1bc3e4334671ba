//! Wythoff's game: two heaps; take from one, or the same from both.
//!
//! Wythoff (1907): the P-positions are (⌊kφ⌋, ⌊kφ²⌋). Its Grundy values have no known formula; the table of the queen
//! tells them.

use crate::component;
use crate::notation::{Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::{self, Natural};
use crate::ruleset::{Full, Options, Ruleset};
use crate::said;
use crate::text::{Said, Text};

/// Wythoff's game. A position is its two heaps.
#[derive(Clone, Copy, Debug)]
pub struct Wythoff;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A6",
    name: "wythoff",
    aliases: &[],
    title: Text {
        en: "Wythoff's game",
        zh: "威佐夫博弈",
    },
    rule: Text {
        en: "Two heaps; take any number from one heap, or the same number from both.",
        zh: "两堆石子;每次从一堆取任意多颗,或从两堆取同样多颗。",
    },
    form: "wythoff A,B …",
    example: "wythoff 3,5",
    source: "W. A. Wythoff, A modification of the game of nim, Nieuw Archief voor Wiskunde 7 (1907)",
    recognises: only_by_name,
    parse: component::parse::<Wythoff>,
};

/// What is taken from the first and the second heap.
type Taken = (Natural, Natural);

impl Ruleset for Wythoff {
    type Position = (Natural, Natural);
    type Move = Taken;

    fn options(
        &self,
        (x, y): &(Natural, Natural),
        options: &mut Options<(Natural, Natural), Taken>,
    ) -> Result<(), Full> {
        let both = x.min(y);
        for (most, first, second) in [(x, true, false), (y, false, true), (both, true, true)] {
            let mut stones = Natural::ONE;
            while stones <= *most {
                let taken = (
                    if first { stones.clone() } else { Natural::ZERO },
                    if second {
                        stones.clone()
                    } else {
                        Natural::ZERO
                    },
                );
                let left = (x - &taken.0, y - &taken.1);
                options.push(taken, &[left])?;
                stones += 1u8;
            }
        }
        Ok(())
    }

    fn tell(&self, _: &(Natural, Natural), (first, second): &Taken) -> Said {
        if first.is_zero() {
            said!(
                "take {stones} from the second heap",
                "从第二堆取 {stones} 颗",
                stones = second
            )
        } else if second.is_zero() {
            said!(
                "take {stones} from the first heap",
                "从第一堆取 {stones} 颗",
                stones = first
            )
        } else {
            said!(
                "take {stones} from both heaps",
                "从两堆各取 {stones} 颗",
                stones = first
            )
        }
    }

    fn weight(&self, (x, y): &(Natural, Natural)) -> u64 {
        number::weight(x) + number::weight(y)
    }
}

impl Notation for Wythoff {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Wythoff, Vec<(Natural, Natural)>), ParseError> {
        clause.no_parameters()?;
        Ok((Wythoff, clause.pairs()?))
    }
    fn head(&self) -> String {
        "wythoff".to_owned()
    }
    fn write(&self, (x, y): &(Natural, Natural)) -> String {
        format!("{x},{y}")
    }
    fn coordinates(&self) -> usize {
        2
    }
    fn at(&self, coordinates: &[u64]) -> Option<(Natural, Natural)> {
        let [x, y] = coordinates[..] else { return None };
        Some((Natural::from(x), Natural::from(y)))
    }
}

#[cfg(test)]
mod tests {
    use crate::quotient::Play;
    use crate::rulesets::doubt;

    #[test]
    fn doubted() {
        for x in 0..7 {
            for y in 0..7 {
                for play in [Play::Normal, Play::Misere] {
                    doubt::game(&format!("wythoff {x},{y}"), play);
                    doubt::game(&format!("wythoff {x},{y} + nim 3"), play);
                }
            }
        }
    }
}
