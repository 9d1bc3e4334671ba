//! Lieges of Legendre: take one cow from a pile, or split a pile of even size 2x into K piles of x.
//!
//! For even K a split is worth 0 (K equal piles cancel), and the values are 0, 1, 2 and from 3 on 0 for odd, 1 for even piles. For
//! odd K a split is worth what one pile of x is: the values are 0, 1, 0, 1, 2, then 0 for odd piles, and for a pile of 2x the
//! mex of 0 and the value of x, that is 2 where x is worth 1 and else 1: as many steps as the pile can be halved. Both by
//! induction. (Codeforces 603C.)
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let value = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).value.unwrap().to_string();
//! assert_eq!((value("legendre:2 3 4"), value("legendre:3 16")), ("1".to_owned(), "2".to_owned()));
//! ```

use dashu_int::ops::BitTest;

use crate::engine::heaps::HeapsByOptions;
use crate::message;
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::{self, Natural};
use crate::ruleset::{Capabilities, Moves, Options, Ruleset, Step, Stop, ValueTheorem};
use crate::scene::{Clicks, Draw, MOST_DRAWN, Mark, Scene, heap_clicks};
use crate::text::{Message, Text};

/// The game. A position is the size of a pile.
#[derive(Clone, Copy, Debug)]
pub struct Legendre {
    /// How many piles a split makes, at least 1.
    piles: u64,
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "F7",
    name: "legendre",
    aliases: &[],
    title: Text::new("Lieges of Legendre", "Lieges of Legendre（分牛）"),
    rule: Text {
        en: "Take one cow from a pile, or split a pile of 2x cows, x > 0, into K piles of x.",
        zh: "从一堆中取走一头牛，或把 2x 头（x > 0）的一堆变成 K 堆，每堆 x 头。",
    },
    form: Text::same("legendre:K PILE …"),
    example: "legendre:3 16",
    source: "a rule of contest problems (Codeforces 603C, 2015), by induction",
    theorems: &["legendre_grundy"],
    recognises: only_by_name,
    parse: notation::parse::<Legendre>,
};

/// A split into more piles than this is not written out.
const MOST_PILES: u64 = 4096;

impl Legendre {
    fn value(self, pile: &Natural) -> u32 {
        let small = u64::try_from(pile).ok();
        if self.piles.is_multiple_of(2) {
            return match small {
                Some(small @ 0..=2) => small as u32,
                _ => u32::from(!pile.bit(0)),
            };
        }
        const FIRST: [u32; 5] = [0, 1, 0, 1, 2];
        if let Some(small) = small.filter(|&small| small <= 4) {
            return FIRST[small as usize];
        }
        // Halved until it is odd or 4, then up again.
        let halvings = pile.trailing_zeros().unwrap_or(0);
        let odd = pile >> halvings;
        let (mut value, doublings) = if odd == Natural::ONE {
            (FIRST[4], halvings - 2)
        } else if odd == Natural::from(3u8) {
            (FIRST[3], halvings)
        } else {
            (0, halvings)
        };
        for _ in 0..doublings {
            value = if value == 1 { 2 } else { 1 };
        }
        value
    }

    /// The pile that a split is made of.
    fn half(pile: &Natural) -> Option<Natural> {
        (!pile.is_zero() && !pile.bit(0)).then(|| pile >> 1)
    }

    fn told(self, half: Option<&Natural>) -> Message {
        match half {
            None => message!("take one cow", "取走一头"),
            Some(half) => message!(
                "split into {piles} piles of {half}",
                "变成 {piles} 堆，每堆 {half} 头",
                piles = self.piles,
                half = half
            ),
        }
    }
}

impl Ruleset for Legendre {
    type Position = Natural;
    /// Whether the pile is split.
    type Move = bool;

    fn options(&self, pile: &Natural, options: &mut Options<Natural, bool>) -> Result<(), Stop> {
        if pile.is_zero() {
            return Ok(());
        }
        options.push(false, &[pile - 1u8])?;
        if let Some(half) = Legendre::half(pile) {
            if self.piles > MOST_PILES {
                return Err(Stop::Full);
            }
            options.push(true, &vec![half; self.piles as usize])?;
        }
        Ok(())
    }

    fn describe(&self, pile: &Natural, split: &bool) -> Message {
        let half = Legendre::half(pile).filter(|_| *split);
        self.told(half.as_ref())
    }

    fn heap_bytes(&self, pile: &Natural) -> u64 {
        number::heap_bytes(pile)
    }

    fn capabilities(&self) -> Capabilities<'_, Legendre> {
        Capabilities {
            values: Some(self),
            heaps: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl HeapsByOptions for Legendre {}

impl Draw<Natural, bool> for Legendre {
    /// The cows stand side by side, since a pile may be split in the middle.
    fn scene(&self, pile: &Natural) -> Option<Scene> {
        let cows = u64::try_from(pile).ok()?;
        (cows <= MOST_DRAWN as u64).then_some(Scene::Row(cows))
    }

    /// A split is made in the gap in the middle, whatever number of piles it makes.
    fn clicks(&self, pile: &Natural, split: &bool, _: &[Natural]) -> Vec<Clicks> {
        match (u64::try_from(pile), split) {
            (Ok(cows), true) => vec![vec![Mark::Gap(cows / 2)]],
            (Ok(cows), false) => heap_clicks(true, cows, &[cows.saturating_sub(1)]),
            (Err(_), _) => Vec::new(),
        }
    }
}

impl ValueTheorem<Natural> for Legendre {
    fn value(&self, pile: &Natural) -> Option<Nimber> {
        Some(Nimber::from(Legendre::value(*self, pile)))
    }

    /// A split into very many piles is counted and not listed.
    fn moves_to(&self, pile: &Natural, target: &Nimber, limit: usize) -> Option<Moves<Natural>> {
        let of = |pile: &Natural| Nimber::from(Legendre::value(*self, pile));
        let (mut count, mut listed) = (0u8, Vec::new());
        if !pile.is_zero() && of(&(pile - 1u8)) == *target {
            count += 1;
            listed.push(Step {
                message: self.told(None),
                to: vec![pile - 1u8],
            });
        }
        // Where a split makes one pile, 2 becomes 1 either way.
        let half = Legendre::half(pile).filter(|half| self.piles > 1 || *half > Natural::ONE);
        if let Some(half) = half {
            let value = if self.piles.is_multiple_of(2) {
                Nimber::zero()
            } else {
                of(&half)
            };
            if value == *target {
                count += 1;
                if self.piles <= MOST_PILES {
                    listed.push(Step {
                        message: self.told(Some(&half)),
                        to: vec![half; self.piles as usize],
                    });
                }
            }
        }
        listed.truncate(limit);
        Some(Moves {
            count: Some(count.into()),
            listed,
        })
    }

    fn because(&self, pile: &Natural) -> Message {
        let value = Legendre::value(*self, pile);
        if *pile < Natural::from(5u8) {
            return message!(
                "by the first values; the value of {pile} is {value}",
                "由前几项：{pile} 的 SG 值为 {value}",
                pile = pile,
                value = value
            );
        }
        if !pile.bit(0) && self.piles % 2 == 1 {
            return message!(
                "K = {piles} is odd and the pile even: the value is the mex of 0 and the value {of_half} of {half}, that is {value}",
                "K = {piles} 为奇数，堆为偶数：SG 值为 0 与 {half} 的 SG 值 {of_half} 的 mex，即 {value}",
                piles = self.piles,
                half = pile >> 1,
                of_half = Legendre::value(*self, &(pile >> 1)),
                value = value
            );
        }
        if pile.bit(0) {
            return message!(
                "an odd pile of 5 or more: the value is 0",
                "不小于 5 的奇数堆：SG 值为 0"
            );
        }
        message!(
            "K = {piles} is even, so that a split is worth 0, and the pile is even: the value is 1",
            "K = {piles} 为偶数，分堆所得为 0；堆为偶数：SG 值为 1",
            piles = self.piles
        )
    }
}

impl Notation for Legendre {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Legendre, Vec<Natural>), ParseError> {
        let word = clause.needs_parameters()?;
        let piles = word.number()?;
        if piles == 0 {
            return Err(word.error(message!(
                "a split makes at least one pile",
                "分堆至少得到一堆"
            )));
        }
        Ok((Legendre { piles }, clause.naturals()?))
    }
    fn head(&self) -> String {
        format!("legendre:{}", self.piles)
    }
    crate::single_heaps!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::quotient::Play;

    #[test]
    fn theorem_agrees_with_search() {
        for piles in 1u64..6 {
            oracle::values(&Legendre { piles }, (0u32..200).map(Natural::from));
            for heaps in ["0", "4", "3 6", "8"] {
                oracle::game(&format!("legendre:{piles} {heaps}"), Play::Normal);
            }
            oracle::game(&format!("legendre:{piles} 4 2"), Play::Misere);
        }
        oracle::engines("legendre:3 12 7", Play::Normal);
    }

    #[test]
    fn large() {
        let answer = |text: &str| grundy::solve(&text.parse().expect(text), Play::Normal);
        let many = answer("legendre:1000000000 1000000000000000000");
        assert_eq!(many.value, Some(Nimber::from(1u64)));
        assert_eq!(many.winning.count, Some(Natural::from(2u8)));
        let power = Natural::ONE << 5001;
        assert_eq!(
            answer(&format!("legendre:3 {power}")).value,
            Some(Nimber::from(1u64))
        );
        assert_eq!(
            "legendre:0 3"
                .parse::<grundy::Game>()
                .expect_err("no pile")
                .column,
            10
        );
    }
}
