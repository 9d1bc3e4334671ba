//! Cards in boxes 1, 2, 3, …: a move takes at least one card from a box A to a box B < A with A + B odd and divisible by 3.
//!
//! The sum A + B is then 3 modulo 6, so that cards go between the boxes 0, 2, 5 modulo 6 and the boxes 3, 1, 4; they stay for
//! ever in 1, 3 and 4 only. Every path down from a box of the first kind takes an odd number of moves, from the others an even
//! number, so this is [staircase Nim](crate::staircase): the value is the nim-sum of the boxes 0, 2, 5 modulo 6.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let answer = solve(&"boxes 7 4 1 0 2".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "6"); // boxes 2 and 5
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::message;
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::{self, Natural, bits};
use crate::passing::written;
use crate::ruleset::{Capabilities, Moves, Options, Ruleset, Step, Stop, ValueTheorem};
use crate::scene::{self, Clicks, Draw, Scene};
use crate::text::{Message, Text};

/// The game. A position is the cards in the boxes 1, 2, 3, …, without empty boxes at the end.
#[derive(Clone, Copy, Debug)]
pub struct Boxes;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "F4",
    name: "boxes",
    aliases: &[],
    title: Text::new("Cards in boxes", "盒中移牌"),
    rule: Text {
        en: "Cards lie in boxes 1, 2, 3, …; move at least one card from a box A to a box B with B < A and A + B odd and divisible by 3.",
        zh: "牌放在 1、2、3…号盒中；每次把 A 号盒的至少一张移到 B 号盒，要求 B < A，且 A + B 为被 3 整除的奇数。",
    },
    form: Text::new(
        "boxes CARDS … (in boxes 1, 2, 3, …)",
        "boxes CARDS …（第 1、2、3、…… 盒中的卡片数）",
    ),
    example: "boxes 7 4 1 0 2",
    source: "a rule of contest problems (HDU 3389), as staircase Nim: R. P. Sprague, Tôhoku Mathematical Journal 43 (1937)",
    theorems: &["counted_grundy", "boxes_grundy"],
    recognises: only_by_name,
    parse: notation::parse::<Boxes>,
};

type Cards = Box<[Natural]>;

/// More boxes than this are not paired to count moves.
const MOST_BOXES: usize = 4096;

fn trimmed(mut cards: Vec<Natural>) -> Cards {
    while cards.last().is_some_and(Natural::is_zero) {
        cards.pop();
    }
    cards.into()
}

/// Whether cards of a box, from 1, count.
fn counts(number: usize) -> bool {
    matches!(number % 6, 0 | 2 | 5)
}

/// The boxes that cards of a box may go to, ascending; boxes are counted from 1.
fn below(from: usize) -> impl Iterator<Item = usize> {
    let first = (9 - from % 6) % 6;
    let first = if first == 0 { 6 } else { first };
    (first..from).step_by(6)
}

fn moved(cards: &Cards, from: usize, to: usize, count: &Natural) -> Cards {
    let mut cards = cards.to_vec();
    cards[from - 1] -= count;
    cards[to - 1] += count;
    trimmed(cards)
}

fn value(cards: &Cards) -> Natural {
    let boxes = (1..).zip(cards.iter());
    bits::nim_sum(
        boxes
            .filter(|&(number, _)| counts(number))
            .map(|(_, cards)| cards),
    )
}

impl Ruleset for Boxes {
    type Position = Cards;
    /// From, to, and how many cards.
    type Move = (usize, usize, Natural);

    fn options(
        &self,
        cards: &Cards,
        options: &mut Options<Cards, (usize, usize, Natural)>,
    ) -> Result<(), Stop> {
        for (from, most) in (1..).zip(cards.iter()) {
            if most.is_zero() {
                continue;
            }
            for to in below(from) {
                let mut count = Natural::ONE;
                while count <= *most {
                    options.push((from, to, count.clone()), &[moved(cards, from, to, &count)])?;
                    count += 1u8;
                }
            }
        }
        Ok(())
    }

    fn describe(&self, _: &Cards, (from, to, count): &(usize, usize, Natural)) -> Message {
        message!(
            "move {count} from box {from} to box {to}",
            "把 {count} 张从 {from} 号盒移到 {to} 号盒",
            count = count,
            from = *from,
            to = *to
        )
    }

    fn heap_bytes(&self, cards: &Cards) -> u64 {
        cards
            .iter()
            .map(|cards| 24 + number::heap_bytes(cards))
            .sum()
    }

    fn capabilities(&self) -> Capabilities<'_, Boxes> {
        Capabilities {
            values: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Cards, (usize, usize, Natural)> for Boxes {
    fn scene(&self, cards: &Cards) -> Option<Scene> {
        scene::heaps(cards)
    }

    /// The card down to which is taken; the box they go to is chosen from a list where there are several.
    fn clicks(
        &self,
        cards: &Cards,
        (from, _, count): &(usize, usize, Natural),
        _: &[Cards],
    ) -> Vec<Clicks> {
        let place = from - 1;
        scene::lowered(&[(place, &cards[place] - count)])
    }
}

impl ValueTheorem<Cards> for Boxes {
    fn value(&self, cards: &Cards) -> Option<Nimber> {
        Some(Nimber(value(cards)))
    }

    fn moves_to(&self, cards: &Cards, target: &Nimber, limit: usize) -> Option<Moves<Cards>> {
        let change = value(cards) ^ &target.0;
        if change.is_zero() {
            // Every move changes exactly one box that counts.
            return Some(Moves::none());
        }
        if cards.len() > MOST_BOXES {
            return None;
        }
        let mut listed = Vec::new();
        let mut count = 0u64;
        for (from, most) in (1..).zip(cards.iter()) {
            for to in below(from) {
                let by = if counts(from) {
                    // A box that counts is lowered to what is wanted of it.
                    let wanted = most ^ &change;
                    (wanted < *most).then(|| most - wanted)
                } else {
                    // A box that counts is raised from one above it.
                    let now = &cards[to - 1];
                    let wanted = now ^ &change;
                    (wanted > *now && wanted <= now + most).then(|| wanted - now)
                };
                if let Some(by) = by {
                    count += 1;
                    if listed.len() < limit {
                        listed.push(Step {
                            message: self.describe(cards, &(from, to, by.clone())),
                            to: vec![moved(cards, from, to, &by)],
                        });
                    }
                }
            }
        }
        Some(Moves {
            count: Some(count.into()),
            listed,
        })
    }

    fn because(&self, cards: &Cards) -> Message {
        message!(
            "as in staircase Nim only the boxes that are 0, 2 or 5 modulo 6 count; the nim-sum of their cards is {value}",
            "同阶梯博弈，只有编号模 6 余 0、2、5 的盒计入；其牌数的异或和为 {value}",
            value = value(cards)
        )
    }
}

impl Notation for Boxes {
    const SINGLE_COMPONENT: bool = true;

    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Boxes, Vec<Cards>), ParseError> {
        clause.no_parameters()?;
        Ok((Boxes, vec![trimmed(clause.naturals()?)]))
    }
    fn head(&self) -> String {
        "boxes".to_owned()
    }
    fn write(&self, cards: &Cards) -> String {
        written(cards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::quotient::Play;

    #[test]
    fn neighbours_are_those_of_the_rule() {
        for from in 1usize..40 {
            let expected: Vec<usize> = (1..from)
                .filter(|to| (from + to) % 2 == 1 && (from + to) % 3 == 0)
                .collect();
            assert_eq!(below(from).collect::<Vec<_>>(), expected, "{from}");
        }
    }

    #[test]
    fn theorem_agrees_with_search() {
        let mut positions: Vec<Cards> = Vec::new();
        for place in 0..729u32 {
            let cards: Vec<Natural> = (0..6).map(|n| (place / 3u32.pow(n) % 3).into()).collect();
            positions.push(trimmed(cards));
        }
        oracle::values(&Boxes, positions);
        // The boxes from 7 to 12 send cards to more than one box.
        let far = (0..64u32).map(|place| {
            let mut cards = vec![Natural::ZERO; 6];
            cards.extend((0..6).map(|n| Natural::from(place >> n & 1)));
            cards[1] = 1u8.into();
            trimmed(cards)
        });
        oracle::values(&Boxes, far);
        for cards in ["", "3 0 1", "1 2 0 0 1", "0 1 0 0 0 2 1"] {
            oracle::both(&format!("boxes {cards}"));
        }
        oracle::engines("boxes 0 2 0 1 1", Play::Normal);
    }

    #[test]
    fn numbers_of_many_digits() {
        let long = Natural::from(7u8).pow(2400);
        let game = format!("boxes 1 {long} 5 6 {}", &long ^ Natural::from(9u8));
        let answer = grundy::solve(&game.parse().expect("a game"), Play::Normal);
        assert_eq!(answer.value, Some(Nimber::from(9u64)));
    }
}
