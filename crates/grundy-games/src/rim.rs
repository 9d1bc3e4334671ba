//! Rim: each move draws a loop through at least one of the spots of a region, without touching other loops; the spots
//! left fall into those inside and those outside.
//!
//! So a region of n spots becomes two of a and b with a + b < n, and it is Nim in disguise (Berlekamp, Conway and Guy
//! 1982, chapter 4): a ⊕ b ≤ a + b < n, and every value below n can be left whole on one side.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let answer = solve(&"rim 3 5".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "6");
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::message;
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::Natural;
use crate::ruleset::{Capabilities, Moves, Options, Ruleset, Step, Stop, ValueTheorem};
use crate::scene::{self, Clicks, Draw, MOST_DRAWN, Scene};
use crate::text::{Message, Text};

/// Rim. A position is the number of spots in a region.
#[derive(Clone, Copy, Debug)]
pub struct Rim;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A15",
    name: "rim",
    aliases: &[],
    title: Text::new("Rim", "画圈游戏（Rim）"),
    rule: Text {
        en: "Draw a loop through one or more spots of a region, not touching other loops; the spots left lie inside or outside it.",
        zh: "画一个穿过某区域至少一个点的闭圈，不得碰到其他圈；剩下的点分在圈内与圈外。",
    },
    form: Text::same("rim SPOTS …"),
    example: "rim 3 5",
    source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 4",
    theorems: &["rim_grundy"],
    recognises: only_by_name,
    parse: notation::parse::<Rim>,
};

fn sides(a: u64, b: u64) -> Vec<u64> {
    [a, b].into_iter().filter(|&spots| spots > 0).collect()
}

fn describe(spots: u64, a: u64, b: u64) -> Message {
    message!(
        "draw a loop through {through}, leaving {a} and {b} on its sides",
        "画圈穿过 {through} 个点，两侧各剩 {a} 与 {b} 个",
        through = spots - a - b,
        a = a,
        b = b
    )
}

/// How many c with c ≤ most share no bit with `with`.
fn apart(most: u64, with: u64) -> Natural {
    let mut count = Natural::ZERO;
    for bit in (0..64).rev() {
        if most >> bit & 1 == 0 {
            continue;
        }
        // As most above this bit, 0 here, free below it.
        count += Natural::ONE << ((!with & ((1u64 << bit) - 1)).count_ones() as usize);
        if with >> bit & 1 == 1 {
            return count;
        }
    }
    count + 1u8
}

impl Ruleset for Rim {
    type Position = u64;
    /// The spots on the two sides.
    type Move = (u64, u64);

    fn options(&self, &spots: &u64, options: &mut Options<u64, (u64, u64)>) -> Result<(), Stop> {
        for left in (0..spots).rev() {
            for a in 0..=left / 2 {
                options.push((a, left - a), &sides(a, left - a))?;
            }
        }
        Ok(())
    }

    fn describe(&self, &spots: &u64, &(a, b): &(u64, u64)) -> Message {
        describe(spots, a, b)
    }

    fn capabilities(&self) -> Capabilities<'_, Rim> {
        Capabilities {
            values: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<u64, (u64, u64)> for Rim {
    fn scene(&self, &spots: &u64) -> Option<Scene> {
        (spots <= MOST_DRAWN as u64).then_some(Scene::Row(spots))
    }

    fn clicks(&self, &spots: &u64, &(a, b): &(u64, u64), _: &[u64]) -> Vec<Clicks> {
        scene::heap_clicks(true, spots, &[a, b])
    }
}

impl ValueTheorem<u64> for Rim {
    fn value(&self, &spots: &u64) -> Option<Nimber> {
        Some(Nimber::from(spots))
    }

    /// Two sides a and b of nim-sum t are t's ones dealt out between them, and a common part c beside: a + b = t + 2c.
    fn moves_to(&self, &spots: &u64, target: &Nimber, limit: usize) -> Option<Moves<u64>> {
        let Some(target) = target.to_u64().filter(|&target| target < spots) else {
            return Some(Moves::none());
        };
        let most = (spots - 1 - target) / 2;
        let dealt = target.count_ones().saturating_sub(1) as usize;
        let count = apart(most, target) << dealt;
        let mut listed = Vec::new();
        let mut common = 0u64;
        'all: while common <= most {
            // The part of the target on the first side: each way once, so without its highest one.
            let top = 1u64
                .checked_shl(target.checked_ilog2().unwrap_or(64))
                .unwrap_or(0);
            let free = target & !top;
            let mut part = free;
            loop {
                let (a, b) = (common | part, common | (target & !part));
                if listed.len() >= limit {
                    break 'all;
                }
                let (a, b) = (a.min(b), a.max(b));
                listed.push(Step {
                    message: describe(spots, a, b),
                    to: sides(a, b),
                });
                if part == 0 {
                    break;
                }
                part = (part - 1) & free;
            }
            // The next number that shares no bit with the target.
            common = ((common | target) + 1) & !target;
        }
        Some(Moves {
            count: Some(count),
            listed,
        })
    }

    fn because(&self, &spots: &u64) -> Message {
        message!(
            "{spots} spots are worth {spots}: the two sides of a loop hold fewer in all, and any smaller number can be left on one side",
            "{spots} 个点的 SG 值为 {spots}：圈两侧的点数之和更小，且任意更小的数都可留在一侧",
            spots = spots
        )
    }
}

impl Notation for Rim {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Rim, Vec<u64>), ParseError> {
        clause.no_parameters()?;
        let mut regions = Vec::with_capacity(clause.words.len());
        for word in clause.words {
            regions.push(word.number_below(1 << 62)?);
        }
        Ok((Rim, regions))
    }
    fn head(&self) -> String {
        "rim".to_owned()
    }
    fn write(&self, spots: &u64) -> String {
        spots.to_string()
    }
    fn coordinates(&self) -> usize {
        1
    }
    fn at(&self, coordinates: &[u64]) -> Option<u64> {
        let [spots] = coordinates[..] else {
            return None;
        };
        (spots <= 1 << 62).then_some(spots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::quotient::Play;

    #[test]
    fn theorem_agrees_with_search() {
        oracle::values(&Rim, 0..24);
        for spots in ["0", "4", "2 3", "3 3 1"] {
            oracle::both(&format!("rim {spots}"));
        }
        oracle::engines("rim 5 3", Play::Normal);
    }

    #[test]
    fn huge_regions_are_counted_not_listed() {
        let answer = grundy::solve(
            &"rim 4000000000000000000 5".parse().expect("spots"),
            Play::Normal,
        );
        assert_eq!(answer.winning.listed.len(), 10);
        assert!(
            answer
                .winning
                .count
                .is_some_and(|count| count > Natural::from(1u64 << 40))
        );
    }
}
