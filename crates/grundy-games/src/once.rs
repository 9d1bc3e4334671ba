//! Once each: from a pile any number of stones may be taken, but from the same pile the same number not twice.
//!
//! A pile from which nothing has been taken has the largest j with j(j + 1) / 2 ≤ n for its value: no play of it takes longer.
//! That every smaller value is among the options is proved for piles up to 127, which are all that there are here (`proofs/theories/Once.v`;
//! Codeforces 768E asks up to 60); piles that are begun go by search.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let value = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).value.unwrap().to_string();
//! assert_eq!((value("once 60"), value("once 3/3")), ("10".to_owned(), "0".to_owned()));
//! ```

use rustc_hash::FxHashMap;

use crate::message;
use crate::nim::take_words;
use crate::nimber::{Mex, Nimber};
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::Natural;
use crate::ruleset::{Capabilities, Moves, Options, Ruleset, Step, Stop, ValueTheorem};
use crate::scene::{Clicks, Draw, Mark, Scene};
use crate::text::{Message, Text};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Once;

/// A position: a pile, and the numbers that can no longer be taken, those up to its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pile {
    stones: u32,
    /// Bit t stands for the number t.
    used: u128,
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "F8",
    name: "once",
    aliases: &[],
    title: Text::new("Each number once", "每堆同数只取一次"),
    rule: Text {
        en: "Take any number of stones from a pile, but no number that has been taken from the same pile before.",
        zh: "每次从一堆取任意多颗，但同一堆取过的颗数不得再取。",
    },
    form: Text::new(
        "once PILE … or once PILE/USED,USED …, piles up to 127",
        "once PILE …，或 once PILE/USED,USED …，堆不超过 127",
    ),
    example: "once 6 9/1,4",
    source: "a rule of contest problems (Codeforces 768E, 2017), proved to 127",
    theorems: &["once_grundy", "once_at_most"],
    recognises: only_by_name,
    parse: notation::parse::<Once>,
};

/// Largest pile.
const LARGEST: u64 = 127;

/// Positions that may be held to find the moves of a pile: enough up to some 80 stones.
const MOST_HELD: usize = 1 << 20;

impl Pile {
    fn new(stones: u32, used: u128) -> Pile {
        // The numbers 1, …, stones.
        let takes = (u128::MAX >> (LARGEST as u32 - stones)) & !1;
        Pile {
            stones,
            used: used & takes,
        }
    }

    fn takes(self) -> impl Iterator<Item = u32> {
        (1..=self.stones).filter(move |take| self.used >> take & 1 == 0)
    }

    fn after(self, take: u32) -> Pile {
        Pile::new(self.stones - take, self.used | 1 << take)
    }

    /// The length of the longest play of an unbegun pile, which is its value; nothing for one that is begun.
    fn longest(self) -> Option<u32> {
        (self.used == 0).then(|| {
            let fits = |&length: &u32| length * (length + 1) / 2 <= self.stones;
            (0..16).take_while(fits).last().unwrap_or(0)
        })
    }
}

/// The value of a pile by search, with its depth at most the longest play; `None` where too much would be held.
fn searched(pile: Pile, held: &mut FxHashMap<Pile, u32>) -> Option<u32> {
    if let Some(value) = pile.longest() {
        return Some(value);
    }
    if let Some(&value) = held.get(&pile) {
        return Some(value);
    }
    if held.len() >= MOST_HELD {
        return None;
    }
    let mut mex = Mex::new();
    for take in pile.takes() {
        mex.insert(searched(pile.after(take), held)?);
    }
    let value = mex.least_missing();
    held.insert(pile, value);
    Some(value)
}

impl Ruleset for Once {
    type Position = Pile;
    type Move = u32;

    fn options(&self, pile: &Pile, options: &mut Options<Pile, u32>) -> Result<(), Stop> {
        for take in pile.takes() {
            options.push(take, &[pile.after(take)])?;
        }
        Ok(())
    }

    fn describe(&self, _: &Pile, &take: &u32) -> Message {
        take_words(&take.into())
    }

    fn capabilities(&self) -> Capabilities<'_, Once> {
        Capabilities {
            values: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Pile, u32> for Once {
    fn scene(&self, pile: &Pile) -> Option<Scene> {
        Some(Scene::Heap(pile.stones.into()))
    }

    fn clicks(&self, _: &Pile, _: &u32, to: &[Pile]) -> Vec<Clicks> {
        let left = to.iter().map(|pile| vec![Mark::Stone(pile.stones.into())]);
        left.collect()
    }
}

impl ValueTheorem<Pile> for Once {
    fn value(&self, pile: &Pile) -> Option<Nimber> {
        pile.longest().map(Nimber::from)
    }

    /// Takes of more than half leave an unbegun pile in effect; the others are searched as far as there is room.
    fn moves_to(&self, pile: &Pile, target: &Nimber, limit: usize) -> Option<Moves<Pile>> {
        let mut held = FxHashMap::default();
        let (mut count, mut listed) = (Some(Natural::ZERO), Vec::new());
        let takes: Vec<u32> = pile.takes().collect();
        for take in takes.into_iter().rev() {
            let to = pile.after(take);
            match searched(to, &mut held) {
                None => count = None,
                Some(value) if Nimber::from(value) == *target => {
                    count = count.map(|count| count + 1u8);
                    listed.push(Step {
                        message: self.describe(pile, &take),
                        to: vec![to],
                    });
                }
                Some(_) => {}
            }
        }
        listed.reverse();
        listed.truncate(limit);
        Some(Moves { count, listed })
    }

    fn because(&self, pile: &Pile) -> Message {
        let length = pile.longest().unwrap_or(0);
        message!(
            "the numbers from 1 to {length} add up to {sum}, which is at most {stones}, and one more would not fit: no play of an unbegun pile is longer than {length} moves, and that is its value (proved up to 127 stones)",
            "1 到 {length} 之和为 {sum}，不超过 {stones}，再加一项则超过：未取过的堆最多可取 {length} 次，这就是其 SG 值（已证明至 127 颗）",
            length = length,
            sum = length * (length + 1) / 2,
            stones = pile.stones
        )
    }
}

impl Notation for Once {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Once, Vec<Pile>), ParseError> {
        clause.no_parameters()?;
        let mut piles = Vec::with_capacity(clause.words.len());
        for word in clause.words {
            let (stones, numbers) = word.cut('/');
            let mut used = 0;
            for number in numbers
                .map(|numbers| numbers.split(','))
                .unwrap_or_default()
            {
                used |= 1 << number.number_below(LARGEST)?;
            }
            piles.push(Pile::new(stones.number_below(LARGEST)? as u32, used));
        }
        Ok((Once, piles))
    }
    fn head(&self) -> String {
        "once".to_owned()
    }
    fn write(&self, pile: &Pile) -> String {
        let used: Vec<String> = (1..=pile.stones)
            .filter(|take| pile.used >> take & 1 == 1)
            .map(|take| take.to_string())
            .collect();
        if used.is_empty() {
            return pile.stones.to_string();
        }
        format!("{}/{}", pile.stones, used.join(","))
    }
    fn coordinates(&self) -> usize {
        1
    }
    fn at(&self, coordinates: &[u64]) -> Option<Pile> {
        match coordinates {
            &[stones] if stones <= LARGEST => Some(Pile::new(stones as u32, 0)),
            _ => None,
        }
    }
}

grundy_core::encoded!(Pile { stones, used });

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::quotient::Play;

    #[test]
    fn theorem_agrees_with_search() {
        oracle::values(&Once, (0..34).map(|stones| Pile::new(stones, 0)));
        for piles in ["0", "5", "4 6", "6/1,2 3", "3/3", "3/0,3,9"] {
            oracle::both(&format!("once {piles}"));
        }
        oracle::engines("once 9 7/2", Play::Normal);
        let game: grundy::Game = "once 3/3,9,3 127".parse().expect("a game");
        assert_eq!(game.to_string(), "once 3/3 127");
        assert_eq!(
            "once 128"
                .parse::<grundy::Game>()
                .expect_err("large")
                .column,
            6
        );
        assert_eq!("once 5/x".parse::<grundy::Game>().expect_err("x").column, 8);
    }

    /// A pile that is begun does not go by the longest play.
    #[test]
    fn begun_piles_go_by_search() {
        assert_eq!(Pile::new(3, 1 << 3).longest(), None);
        assert_eq!(
            searched(Pile::new(3, 1 << 3), &mut FxHashMap::default()),
            Some(0)
        );
        assert_eq!(Pile::new(117, 0).longest(), Some(14));
        assert_eq!(Pile::new(127, 0).longest(), Some(15));
    }
}
