//! Lasker's Nim: take any number from a heap, or split a heap in two without taking.
//!
//! Lasker (1931). The value of n goes by n mod 4: 4k + 1 and 4k + 2 are worth n, 4k + 3 is worth n + 1 and 4k + 4 is worth
//! n − 1; by induction over blocks of four.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let answer = solve(&"lasker 3 4".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "7"); // 4 ⊕ 3
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::budget::{Exhausted, Meter};
use crate::component;
use crate::engine::heaps::HeapValues;
use crate::nimber::Nimber;
use crate::notation::{Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::{self, Natural};
use crate::ruleset::{Full, Moves, Options, Ruleset, Step, ValueTheorem};
use crate::rulesets::codes::tell_break;
use crate::rulesets::nim::take_words;
use crate::said;
use crate::text::{Said, Text};

/// Lasker's Nim. A position is the size of a heap.
#[derive(Clone, Copy, Debug)]
pub struct Lasker;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A13",
    name: "lasker",
    aliases: &["laskers-nim"],
    title: Text {
        en: "Lasker's Nim",
        zh: "Lasker 尼姆",
    },
    rule: Text {
        en: "Take any number of stones from a heap, or split a heap into two.",
        zh: "从一堆取任意多颗,或把一堆分成两堆。",
    },
    form: "lasker HEAP …",
    example: "lasker 5 7",
    source: "E. Lasker, Brettspiele der Völker (1931)",
    recognises: only_by_name,
    parse: component::parse::<Lasker>,
};

/// What a move does.
#[derive(Clone, Debug)]
pub enum Laskers {
    /// Takes so many.
    Take(Natural),
    /// Splits into two heaps.
    Split(u64, u64),
}

fn value(heap: &Natural) -> Natural {
    if heap.is_zero() {
        return Natural::ZERO;
    }
    match heap % 4u8 {
        0 => heap - 1u8,
        3 => heap + 1u8,
        _ => heap.clone(),
    }
}

impl Ruleset for Lasker {
    type Position = Natural;
    type Move = Laskers;

    fn options(&self, heap: &Natural, options: &mut Options<Natural, Laskers>) -> Result<(), Full> {
        let mut left = heap.clone();
        while !left.is_zero() {
            left -= 1u8;
            options.push(Laskers::Take(heap - &left), std::slice::from_ref(&left))?;
        }
        let heap = u64::try_from(heap).map_err(|_| Full)?;
        for first in 1..=heap / 2 {
            let to = [first, heap - first];
            options.push(Laskers::Split(to[0], to[1]), &to.map(Natural::from))?;
        }
        Ok(())
    }

    fn tell(&self, _: &Natural, mv: &Laskers) -> Said {
        match mv {
            Laskers::Take(stones) => take_words(stones),
            Laskers::Split(first, second) => tell_break(0, &[*first, *second]),
        }
    }

    fn weight(&self, heap: &Natural) -> u64 {
        number::weight(heap)
    }

    fn value_theorem(&self) -> Option<&dyn ValueTheorem<Natural>> {
        Some(self)
    }

    fn heap<'p>(&self, heap: &'p Natural) -> Option<&'p Natural> {
        Some(heap)
    }

    fn fill_heaps(
        &self,
        table: &mut HeapValues,
        last: u64,
        meter: &mut Meter,
    ) -> Result<(), Exhausted> {
        table.fill_by_options(self, Natural::from, last, meter)
    }
}

impl ValueTheorem<Natural> for Lasker {
    fn value(&self, heap: &Natural) -> Option<Nimber> {
        Some(Nimber(value(heap)))
    }

    /// The heap of the wanted value is reached by taking. Splits of heaps small enough are gone through; how many splits
    /// of a large heap have the value is not known without that, and then the count is left open.
    fn moves_to(&self, heap: &Natural, target: &Nimber, limit: usize) -> Option<Moves<Natural>> {
        const SMALL: u64 = 1 << 16;
        let mut steps: Vec<Step<Natural>> = Vec::new();
        // The formula exchanges 4k + 3 and 4k + 4 and is its own inverse.
        let left = value(&target.0);
        if left < *heap {
            steps.push(Step {
                said: take_words(&(heap - &left)),
                to: vec![left],
            });
        }
        let Some(small) = u64::try_from(heap).ok().filter(|&heap| heap <= SMALL) else {
            return Some(Moves {
                count: None,
                listed: steps,
            });
        };
        let value = |heap: u64| match heap % 4 {
            0 => heap - 1,
            3 => heap + 1,
            _ => heap,
        };
        for first in 1..=small / 2 {
            if Some(value(first) ^ value(small - first)) == target.to_u64() {
                let to = [first, small - first];
                steps.push(Step {
                    said: tell_break(0, &to),
                    to: to.map(Natural::from).to_vec(),
                });
            }
        }
        Some(Moves::all(steps, limit))
    }

    fn because(&self, heap: &Natural) -> Said {
        said!(
            "Lasker 1931: {heap} mod 4 = {residue}, so the value is {value}",
            "Lasker 1931:{heap} mod 4 = {residue},SG 值为 {value}",
            heap = heap,
            residue = heap % 4u8,
            value = value(heap)
        )
    }
}

impl Notation for Lasker {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Lasker, Vec<Natural>), ParseError> {
        clause.no_parameters()?;
        Ok((Lasker, clause.naturals()?))
    }
    fn head(&self) -> String {
        "lasker".to_owned()
    }
    fn write(&self, heap: &Natural) -> String {
        heap.to_string()
    }
    fn coordinates(&self) -> usize {
        1
    }
    fn at(&self, coordinates: &[u64]) -> Option<Natural> {
        let [heap] = coordinates[..] else { return None };
        Some(Natural::from(heap))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quotient::Play;
    use crate::rulesets::doubt;

    #[test]
    fn doubted() {
        doubt::values(&Lasker, (0u32..50).map(Natural::from));
        for heaps in ["0", "6", "3 4", "5 2 1"] {
            doubt::game(&format!("lasker {heaps}"), Play::Normal);
            doubt::game(&format!("lasker {heaps}"), Play::Misere);
        }
        doubt::engines("lasker 7 4", Play::Normal);
    }
}
