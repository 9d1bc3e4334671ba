//! End-Nim: heaps in a row; a move takes any number of stones, at least one, from the first or the last heap.
//!
//! M. H. Albert and R. J. Nowakowski, *The game of End-Nim*, Electronic Journal of Combinatorics 8(2) (2001), #R1. Who wins is told by two numbers
//! for each stretch v of the row: just one heap before it makes a P-position, l(v), and just one behind it, r(v); both are 0, no heap, if v is
//! one itself. For let x and y be the heaps around v. If x = l(v), the mover wins by taking all of y, and if y = r(v), by taking all of x. All
//! other pairs are played as in Nim, where every smaller x and every smaller y is an option: so the P-positions pair the x other than l(v) with the
//! y other than r(v), each in ascending order. Thus r(xv), the y that goes with x, follows from l(v) and r(v), and is 0 for x = l(v); l(vy) likewise.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! let outcome = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).outcome;
//! assert_eq!(outcome("end-nim 1 1"), Some(Outcome::P));
//! assert_eq!(outcome("end-nim 2 1 2 5"), Some(Outcome::N));
//! ```

use crate::budget::pulse;
use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::quotient::{Outcome, Play};
use crate::ruleset::{Capabilities, Moves, Options, OutcomeTheorem, Ruleset, Step, Stop};
use crate::scene::{Clicks, Draw, MOST_DRAWN, Mark, Scene};
use crate::text::{Message, Text};

/// End-Nim. A position is its heaps, none of them empty, in their order.
#[derive(Clone, Copy, Debug)]
pub struct EndNim;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A16",
    name: "end-nim",
    aliases: &[],
    title: Text::new("End-Nim", "两端尼姆"),
    rule: Text {
        en: "Heaps in a row; take any number of stones, at least one, from the first or the last heap.",
        zh: "若干堆石子排成一行；每次从首堆或末堆取走至少一颗。",
    },
    form: Text::same("end-nim HEAP …"),
    example: "end-nim 2 1 2 5",
    source: "M. H. Albert and R. J. Nowakowski, The game of End-Nim, Electronic Journal of Combinatorics 8(2) (2001), R1",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<EndNim>,
};

/// Largest heap.
const LARGEST: u64 = 1 << 62;

/// Of longer rows the theorem is not asked: it takes the square of their heaps.
const MOST_HEAPS: usize = 1 << 12;

/// Which end of the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The first heap.
    First,
    /// The last heap.
    Last,
}

/// Stones taken from one end.
#[derive(Clone, Copy, Debug)]
pub struct Take {
    end: End,
    stones: u64,
}

/// The heap that makes a P-position at the other end of a stretch from a heap `near` at this one: `own` is what would do so at this end of the
/// stretch alone, `other` at the other.
fn partner(near: u64, own: u64, other: u64) -> u64 {
    if near == own {
        return 0;
    }
    let place = near - u64::from(own > 0 && own < near);
    place + u64::from(other > 0 && place >= other)
}

/// What makes a P-position before the row and what behind it; of the row without its first heap and without its last too.
struct Ends {
    whole: (u64, u64),
    without_first: (u64, u64),
    without_last: (u64, u64),
}

impl Ends {
    fn of(heaps: &[u64]) -> Option<Ends> {
        if heaps.len() > MOST_HEAPS {
            return None;
        }
        // By the place of its first heap, of each stretch as long as the last round told; of none at all 0.
        let mut stretches = vec![(0u64, 0u64); heaps.len() + 1];
        let (mut without_first, mut without_last) = ((0, 0), (0, 0));
        for length in 1..=heaps.len() {
            pulse::step(4 * heaps.len() as u64);
            if length == heaps.len() {
                (without_last, without_first) = (stretches[0], stretches[1]);
            }
            for first in 0..=heaps.len() - length {
                let (shorter, rest) = (stretches[first], stretches[first + 1]);
                let before = partner(heaps[first + length - 1], shorter.1, shorter.0);
                let behind = partner(heaps[first], rest.0, rest.1);
                stretches[first] = (before, behind);
            }
        }
        let whole = stretches[0];
        Some(Ends {
            whole,
            without_first,
            without_last,
        })
    }
}

/// The row with this many stones in the heap at one end.
fn lowered(heaps: &[u64], end: End, left: u64) -> Box<[u64]> {
    let mut heaps = heaps.to_vec();
    let place = match end {
        End::First => 0,
        End::Last => heaps.len() - 1,
    };
    match left {
        0 => {
            heaps.remove(place);
        }
        left => heaps[place] = left,
    }
    heaps.into()
}

/// The ends that a move can be made at: a single heap has but one.
fn ends(heaps: &[u64]) -> impl Iterator<Item = (End, u64)> {
    let first = heaps.first().map(|&heap| (End::First, heap));
    let last = heaps.get(1..).and_then(<[u64]>::last);
    first.into_iter().chain(last.map(|&heap| (End::Last, heap)))
}

impl Ruleset for EndNim {
    type Position = Box<[u64]>;
    type Move = Take;

    fn options(
        &self,
        heaps: &Box<[u64]>,
        options: &mut Options<Box<[u64]>, Take>,
    ) -> Result<(), Stop> {
        let count = ends(heaps).map(|(_, heap)| heap).sum::<u64>();
        if count > options.room() as u64 {
            return Err(Stop::Full);
        }
        for (end, heap) in ends(heaps) {
            for left in (0..heap).rev() {
                let stones = heap - left;
                options.push(Take { end, stones }, &[lowered(heaps, end, left)])?;
            }
        }
        Ok(())
    }

    fn describe(&self, _: &Box<[u64]>, take: &Take) -> Message {
        match take.end {
            End::First => message!(
                "take {stones} from the first heap",
                "从首堆取 {stones} 颗",
                stones = take.stones
            ),
            End::Last => message!(
                "take {stones} from the last heap",
                "从末堆取 {stones} 颗",
                stones = take.stones
            ),
        }
    }

    fn heap_bytes(&self, heaps: &Box<[u64]>) -> u64 {
        8 * heaps.len() as u64
    }

    fn capabilities(&self) -> Capabilities<'_, EndNim> {
        Capabilities {
            outcomes: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Box<[u64]>, Take> for EndNim {
    fn scene(&self, heaps: &Box<[u64]>) -> Option<Scene> {
        (heaps.len() <= MOST_DRAWN).then(|| Scene::Heaps(heaps.to_vec()))
    }

    /// The lowest stone that is taken.
    fn clicks(&self, heaps: &Box<[u64]>, take: &Take, _: &[Box<[u64]>]) -> Vec<Clicks> {
        let place = match take.end {
            End::First => 0,
            End::Last => heaps.len() - 1,
        };
        vec![vec![Mark::Of(place, heaps[place] - take.stones)]]
    }
}

impl OutcomeTheorem<Box<[u64]>> for EndNim {
    fn outcome(&self, heaps: &Box<[u64]>, play: Play) -> Option<Outcome> {
        if play != Play::Normal {
            return None;
        }
        let behind = Ends::of(heaps)?.whole.1;
        Some(match behind {
            0 => Outcome::P,
            _ => Outcome::N,
        })
    }

    /// At each end at most one: the heap is lowered to what makes a P-position there, if it is larger.
    fn winning(&self, heaps: &Box<[u64]>, play: Play, limit: usize) -> Option<Moves<Box<[u64]>>> {
        if play != Play::Normal {
            return None;
        }
        let told = Ends::of(heaps)?;
        let mut steps: Vec<Step<Box<[u64]>>> = Vec::new();
        for (end, heap) in ends(heaps) {
            let left = match end {
                End::First => told.without_first.0,
                End::Last => told.without_last.1,
            };
            let Some(stones) = heap.checked_sub(left).filter(|&stones| stones > 0) else {
                continue;
            };
            let to = lowered(heaps, end, left);
            if steps.iter().all(|step| step.to[0] != to) {
                let message = self.describe(heaps, &Take { end, stones });
                steps.push(Step {
                    message,
                    to: vec![to],
                });
            }
        }
        Some(Moves::all(steps, limit))
    }

    fn because(&self, heaps: &Box<[u64]>, _: Play) -> Message {
        let behind = Ends::of(heaps).map_or(0, |told| told.whole.1);
        match behind {
            0 => message!(
                "Albert and Nowakowski 2001: the row is a P-position as it is",
                "Albert 与 Nowakowski 2001：这一行本身就是必败态，末尾无须再添堆"
            ),
            behind => message!(
                "Albert and Nowakowski 2001: the row would be a P-position only with one more heap, of {behind}, at its end",
                "Albert 与 Nowakowski 2001：末尾再添一堆 {behind} 颗，才是必败态",
                behind = behind
            ),
        }
    }
}

impl Notation for EndNim {
    const SINGLE_COMPONENT: bool = true;

    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(EndNim, Vec<Box<[u64]>>), ParseError> {
        clause.no_parameters()?;
        let mut heaps = Vec::with_capacity(clause.words.len());
        for word in clause.words {
            // A heap without stones is no heap of the row.
            match word.number_below(LARGEST)? {
                0 => {}
                heap => heaps.push(heap),
            }
        }
        Ok((EndNim, vec![heaps.into()]))
    }
    fn head(&self) -> String {
        "end-nim".to_owned()
    }
    fn write(&self, heaps: &Box<[u64]>) -> String {
        crate::silver::joined(heaps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use std::collections::HashMap;

    /// Who wins by the rules alone.
    fn is_won(heaps: &[u64], known: &mut HashMap<Vec<u64>, bool>) -> bool {
        if let Some(&won) = known.get(heaps) {
            return won;
        }
        let mut won = false;
        for (end, heap) in ends(heaps) {
            won |= (0..heap).any(|left| !is_won(&lowered(heaps, end, left), known));
        }
        known.insert(heaps.to_vec(), won);
        won
    }

    /// All rows of five heaps up to four stones, and longer ones of few.
    #[test]
    fn theorem_agrees_with_the_rules() {
        let mut known = HashMap::new();
        for (most, longest) in [(5u64, 5u32), (2, 9), (9, 3)] {
            for length in 0..=longest {
                for code in 0..most.pow(length) {
                    let heap = |place: u32| code / most.pow(place) % most + 1;
                    let heaps: Box<[u64]> = (0..length).map(heap).collect();
                    let told = EndNim.outcome(&heaps, Play::Normal);
                    let won = is_won(&heaps, &mut known);
                    assert_eq!(told == Some(Outcome::N), won, "{heaps:?}");
                }
            }
        }
    }

    #[test]
    fn whole_answers_agree_with_search() {
        for row in [
            "",
            "3",
            "1 1",
            "2 2",
            "2 1 2 5",
            "1 2 3",
            "3 1 4 1 2",
            "2 3 2",
        ] {
            oracle::both(&format!("end-nim {row}"));
            oracle::engines(&format!("end-nim {row} + nim 2"), Play::Normal);
        }
    }

    #[test]
    fn long_rows() {
        let row: Vec<String> = (1u64..2000)
            .map(|place| (place * place % 1009 * 1_000_000_007 + 1).to_string())
            .collect();
        let game: grundy::Game = format!("end-nim {}", row.join(" ")).parse().expect("a row");
        let answer = grundy::solve(&game, Play::Normal);
        assert!(answer.outcome.is_some());
    }

    #[test]
    fn text_reads_back_and_errors_have_a_place() {
        let game: grundy::Game = "end-nim 2 1 5".parse().expect("a row");
        assert_eq!(game.to_string(), "end-nim 2 1 5");
        let game: grundy::Game = "end-nim 0 2 0 5".parse().expect("a row");
        assert_eq!(game.to_string(), "end-nim 2 5");
        let column = |text: &str| text.parse::<grundy::Game>().expect_err(text).column;
        assert_eq!(column("end-nim 2 x 5"), 11);
        assert_eq!(column("end-nim:1 2"), 9);
    }
}
