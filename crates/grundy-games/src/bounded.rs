//! Bounded Nim: each heap has its own limit; take from 1 to that many stones from it.
//!
//! A heap of `n` with the limit `m` has the value n mod (m + 1), by induction: its options are the `m` heaps before it,
//! whose values are all the other residues. A limit of 0 is a dead heap of value 0. Misère sums go by Bouton's rule
//! (Ferguson 1974).
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! let answer = solve(&"bounded 1000,1 5,2".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.outcome, Some(Outcome::N)); // 1000 mod 2 = 0, 5 mod 3 = 2
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::bash::{ferguson, range_because};
use crate::nim::take_words;
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::{self, Natural, bounded};
use crate::range::Range;
use crate::ruleset::{Capabilities, Moves, Options, Ruleset, Step, Stop, ValueTheorem};
use crate::scene::{Clicks, Draw, Mark, Scene};
use crate::text::{Message, Text};

/// Bounded Nim. A position is a heap and its limit.
#[derive(Clone, Copy, Debug)]
pub struct Bounded;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A3",
    name: "bounded",
    aliases: &[],
    title: Text::new("Bounded Nim", "限取尼姆"),
    rule: Text {
        en: "Each heap has its own limit; take from 1 to that many stones from it.",
        zh: "每堆各有上限，每次从一堆取 1 到其上限颗。",
    },
    form: Text::same("bounded HEAP,LIMIT …"),
    example: "bounded 1000,1 5,2",
    source: "R. P. Sprague (1935) and P. M. Grundy (1939); misère sums: T. S. Ferguson, International Journal of Game Theory 3 (1974)",
    theorems: &[
        "bounded_grundy",
        "bounded_lost",
        "bounded_misere",
        "taking_paired",
        "ferguson",
    ],
    recognises: only_by_name,
    parse: notation::parse::<Bounded>,
};

type Limited = (Natural, Natural);

impl Ruleset for Bounded {
    type Position = Limited;
    type Move = Natural;

    fn options(
        &self,
        (heap, limit): &Limited,
        options: &mut Options<Limited, Natural>,
    ) -> Result<(), Stop> {
        let most = heap.min(limit);
        let mut take = Natural::ONE;
        while take <= *most {
            options.push(take.clone(), &[(heap - &take, limit.clone())])?;
            take += 1u8;
        }
        Ok(())
    }

    fn describe(&self, _: &Limited, take: &Natural) -> Message {
        take_words(take)
    }

    fn heap_bytes(&self, (heap, limit): &Limited) -> u64 {
        number::heap_bytes(heap) + number::heap_bytes(limit)
    }

    fn capabilities(&self) -> Capabilities<'_, Bounded> {
        Capabilities {
            values: Some(self),
            tame: Some(ferguson),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Limited, Natural> for Bounded {
    fn scene(&self, (heap, _): &Limited) -> Option<Scene> {
        u64::try_from(heap).ok().map(Scene::Heap)
    }

    fn clicks(&self, _: &Limited, _: &Natural, to: &[Limited]) -> Vec<Clicks> {
        let left = to.first().map(|(left, _)| u64::try_from(left));
        let stone = left
            .and_then(Result::ok)
            .map(|left| vec![Mark::Stone(left)]);
        stone.into_iter().collect()
    }
}

impl ValueTheorem<Limited> for Bounded {
    fn value(&self, (heap, limit): &Limited) -> Option<Nimber> {
        Some(Nimber(bounded::value_natural(heap, limit)))
    }

    fn moves_to(
        &self,
        (heap, limit): &Limited,
        target: &Nimber,
        most: usize,
    ) -> Option<Moves<Limited>> {
        let moves = Range::up_to(limit.clone()).moves_to(heap, &target.0, most);
        let step = |step: Step<Natural>| Step {
            message: step.message,
            to: step
                .to
                .into_iter()
                .map(|left| (left, limit.clone()))
                .collect(),
        };
        Some(Moves {
            count: moves.count,
            listed: moves.listed.into_iter().map(step).collect(),
        })
    }

    fn because(&self, (heap, limit): &Limited) -> Message {
        range_because(&Range::up_to(limit.clone()), heap)
    }
}

impl Notation for Bounded {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Bounded, Vec<Limited>), ParseError> {
        clause.no_parameters()?;
        Ok((Bounded, clause.pairs()?))
    }
    fn head(&self) -> String {
        "bounded".to_owned()
    }
    crate::pairs_of_numbers!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::quotient::Play;

    #[test]
    fn theorem_agrees_with_search() {
        let positions =
            || (0u32..30).flat_map(|heap| (0u32..12).map(move |limit| (heap.into(), limit.into())));
        oracle::values(&Bounded, positions());
        for heaps in [
            "0,0",
            "4,0",
            "7,2",
            "7,2 5,1",
            "6,3 6,2 1,9",
            "5,0 3,1",
            "4,4 2,2 3,0",
        ] {
            oracle::both(&format!("bounded {heaps}"));
        }
        oracle::engines("bounded 9,3 4,4", Play::Normal);
        oracle::engines("bounded 9,3 4,4", Play::Misere);
    }

    #[test]
    fn numbers_of_many_digits() {
        let limit = Natural::from(7u8).pow(2400);
        let heap = (&limit + 1u8) * Natural::from(3u8).pow(900) + 12u8;
        let game = format!("bounded {heap},{limit} 8,9")
            .parse()
            .expect("a game");
        let answer = grundy::solve(&game, Play::Normal);
        assert_eq!(answer.value, Some(Nimber::from(12u64 ^ 8)));
        assert_eq!(answer.winning.count, Some(Natural::ONE));
        assert!(answer.game.len() > 4000);
    }

    #[test]
    fn the_whole_range_of_machine_words() {
        let most = u64::MAX;
        let game = format!("bounded {most},{most} {most},{}", most - 1)
            .parse()
            .expect("a game");
        let answer = grundy::solve(&game, Play::Normal);
        assert_eq!(answer.value, Some(Nimber::from(most)));
    }
}
