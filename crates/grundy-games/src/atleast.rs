//! Takes from p to q, and fewer than p must be taken whole: whoever takes the last stone wins, or loses under misère play.
//!
//! With r = n mod (p + q), the value is ⌈r / p⌉ where r ≤ q, and 0 where r > q. By induction: the options of n are the heaps
//! from n − q to n − p, their residues shifted likewise; up to q they show 0 and every smaller value and not the own one, and
//! beyond q nothing of value 0. A heap of value 0 with stones always has an option of value 1, so that under misère play
//! sums go by Bouton's rule, as in Ferguson (1974); one heap is then lost exactly if (n − 1) mod (p + q) < p.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! assert_eq!(solve(&"atleast:3-5 6".parse::<Game>()?, Play::Normal).outcome, Some(Outcome::P)); // 5 < 6 mod 8
//! assert_eq!(solve(&"atleast:3-5 11".parse::<Game>()?, Play::Misere).outcome, Some(Outcome::P)); // 10 mod 8 < 3
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::engine::heaps::HeapsByOptions;
use crate::message;
use crate::nim::take_words;
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::decimal::print;
use crate::number::{self, Natural, long};
use crate::quotient::{Outcome, Play};
use crate::range::by_residue;
use crate::ruleset::{Capabilities, Moves, Options, OutcomeTheorem, Ruleset, Stop, ValueTheorem};
use crate::text::{Message, Text};

/// The game. A position is the size of a heap. 1 ≤ least ≤ most.
#[derive(Clone, Debug)]
pub struct AtLeast {
    least: Natural,
    most: Natural,
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "F2",
    name: "atleast",
    aliases: &[],
    title: Text::new("Takes with a minimum", "限取博弈：不足下限须取完"),
    rule: Text {
        en: "Take from P to Q stones from a heap; a heap of fewer than P must be taken whole.",
        zh: "每次从一堆取 P 到 Q 颗；不足 P 颗时必须一次取完。",
    },
    form: Text::same("atleast:P-Q HEAP …"),
    example: "atleast:3-5 11",
    source: "a rule of contest problems (HDU 2897), by induction; misère sums: T. S. Ferguson, International Journal of Game Theory 3 (1974)",
    theorems: &[
        "at_least_grundy",
        "at_least_misere",
        "at_least_misere_residue",
        "at_least_paired",
    ],
    recognises: only_by_name,
    parse: notation::parse::<AtLeast>,
};

impl AtLeast {
    /// `None` where the least take is 0 or more than the greatest.
    pub fn new(least: Natural, most: Natural) -> Option<AtLeast> {
        (!least.is_zero() && least <= most).then_some(AtLeast { least, most })
    }

    fn period(&self) -> Natural {
        &self.least + &self.most
    }

    fn value(&self, heap: &Natural) -> Natural {
        let residue = long::remainder(heap, &self.period());
        if residue > self.most {
            return Natural::ZERO;
        }
        long::quotient(&(residue + &self.least - 1u8), &self.least)
    }

    /// The smallest heap that a move leaves, and the largest; of an empty heap none.
    fn left(&self, heap: &Natural) -> Option<(Natural, Natural)> {
        let down = |take: &Natural| {
            if heap > take {
                heap - take
            } else {
                Natural::ZERO
            }
        };
        (!heap.is_zero()).then(|| (down(&self.most), down(&self.least)))
    }
}

impl Ruleset for AtLeast {
    type Position = Natural;
    type Move = Natural;

    fn options(&self, heap: &Natural, options: &mut Options<Natural, Natural>) -> Result<(), Stop> {
        if !heap.is_zero() && *heap < self.least {
            return options.push(heap.clone(), &[Natural::ZERO]);
        }
        let most = (&self.most).min(heap);
        let mut take = self.least.clone();
        while take <= *most {
            options.push(take.clone(), &[heap - &take])?;
            take += 1u8;
        }
        Ok(())
    }

    fn describe(&self, _: &Natural, take: &Natural) -> Message {
        take_words(take)
    }

    fn heap_bytes(&self, heap: &Natural) -> u64 {
        number::heap_bytes(heap)
    }

    fn capabilities(&self) -> Capabilities<'_, AtLeast> {
        Capabilities {
            values: Some(self),
            outcomes: Some(self),
            tame: Some(tame),
            heaps: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl HeapsByOptions for AtLeast {}

/// Why sums are tame under misère play.
fn tame() -> Message {
    message!(
        "a heap of value 0 with stones always has an option of value 1, so that as in Ferguson 1974 sums behave under misère play like Nim heaps of their values",
        "SG 值为 0 的非空堆总有 SG 值为 1 的后继，故如 Ferguson 1974，反常规则下游戏之和等同于以其 SG 值为堆的尼姆"
    )
}

impl ValueTheorem<Natural> for AtLeast {
    fn value(&self, heap: &Natural) -> Option<Nimber> {
        Some(Nimber(self.value(heap)))
    }

    fn moves_to(&self, heap: &Natural, target: &Nimber, limit: usize) -> Option<Moves<Natural>> {
        let Some((low, high)) = self.left(heap) else {
            return Some(Moves::none());
        };
        let (period, target) = (self.period(), &target.0);
        let residues = |first: &Natural, last: &Natural| {
            by_residue(heap, (&low, &high), &period, (first, last), limit)
        };
        if !target.is_zero() {
            let first = long::product(&(target - 1u8), &self.least) + 1u8;
            if first > self.most {
                return Some(Moves::none());
            }
            let last = (&first + &self.least - 1u8).min(self.most.clone());
            return Some(residues(&first, &last));
        }
        // The residue 0, and those beyond the greatest take.
        let mut moves = residues(&Natural::ZERO, &Natural::ZERO);
        let beyond = residues(&(&self.most + 1u8), &(&period - 1u8));
        moves.count = moves
            .count
            .zip(beyond.count)
            .map(|(one, other)| one + other);
        moves.listed.extend(beyond.listed);
        moves.listed.sort_by(|one, other| other.to.cmp(&one.to));
        moves.listed.truncate(limit);
        Some(moves)
    }

    fn because(&self, heap: &Natural) -> Message {
        let period = self.period();
        let residue = long::remainder(heap, &period);
        if residue > self.most {
            return message!(
                "{heap} mod {period} = {residue} is more than {most}: every take leaves a value above 0, so the value is 0",
                "{heap} mod {period} = {residue} 大于 {most}：无论怎么取都剩下 SG 值大于 0 的堆，故 SG 值为 0",
                heap = heap,
                period = period,
                residue = residue,
                most = &self.most
            );
        }
        message!(
            "{heap} mod {period} = {residue}, so the value is ⌈{residue} / {least}⌉ = {value}",
            "{heap} mod {period} = {residue}，故 SG 值为 ⌈{residue} / {least}⌉ = {value}",
            heap = heap,
            period = period,
            residue = residue,
            least = &self.least,
            value = self.value(heap)
        )
    }
}

impl OutcomeTheorem<Natural> for AtLeast {
    fn outcome(&self, heap: &Natural, play: Play) -> Option<Outcome> {
        let value = self.value(heap);
        let lost = match play {
            Play::Normal => value.is_zero(),
            Play::Misere => value == Natural::ONE,
        };
        Some(if lost { Outcome::P } else { Outcome::N })
    }

    fn because(&self, heap: &Natural, play: Play) -> Message {
        if play == Play::Normal {
            return ValueTheorem::because(self, heap);
        }
        if heap.is_zero() {
            return message!(
                "no move is left, and under misère play the player who cannot move wins",
                "已无法行动，反常规则下不能行动者胜"
            );
        }
        message!(
            "one heap is lost under misère play exactly if (heap − 1) mod {period} is less than {least}; here ({heap} − 1) mod {period} = {residue}",
            "反常规则下，单堆当且仅当 (n − 1) mod {period} 小于 {least} 时后手必胜；此处 ({heap} − 1) mod {period} = {residue}",
            period = self.period(),
            least = &self.least,
            heap = heap,
            residue = long::remainder(&(heap - 1u8), &self.period())
        )
    }
}

impl Notation for AtLeast {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(AtLeast, Vec<Natural>), ParseError> {
        let word = clause.needs_parameters()?;
        let (low, Some(high)) = word.cut('-') else {
            return Err(word.error(message!(
                "expected the smallest and the largest take: P-Q",
                "此处应为最少与最多可取的颗数：P-Q"
            )));
        };
        let (least, most) = (low.natural()?, high.natural()?);
        if least.is_zero() {
            return Err(low.error(message!("taking 0 is not a move", "取 0 颗不是一步")));
        }
        let less = || {
            high.error(message!(
                "the largest take is smaller than the smallest",
                "最多可取数小于最少可取数"
            ))
        };
        let rules = AtLeast::new(least, most).ok_or_else(less)?;
        Ok((rules, clause.naturals()?))
    }
    fn head(&self) -> String {
        format!("atleast:{}-{}", print(&self.least), print(&self.most))
    }
    crate::single_heaps!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;

    #[test]
    fn theorem_agrees_with_search() {
        for least in 1u32..6 {
            for most in least..10 {
                let rules = AtLeast::new(least.into(), most.into()).expect("takes");
                oracle::values(&rules, (0u32..50).map(Natural::from));
                // The misère rule of one heap as it is usually told.
                for heap in 1u32..40 {
                    let lost = (heap - 1) % (least + most) < least;
                    let outcome = rules.outcome(&heap.into(), Play::Misere);
                    assert_eq!(outcome == Some(Outcome::P), lost, "{least}-{most} {heap}");
                }
                for play in [Play::Normal, Play::Misere] {
                    for heaps in ["0", "1", "7", "9", "13", "3 8", "1 9 14"] {
                        oracle::game(&format!("atleast:{least}-{most} {heaps}"), play);
                    }
                }
            }
        }
        oracle::game("atleast:3-5 6 + atleast:2-3 5 + nim 2", Play::Misere);
        oracle::engines("atleast:2-5 17 6", Play::Normal);
        oracle::engines("atleast:2-5 17 6", Play::Misere);
    }

    #[test]
    fn large_heaps_and_errors() {
        let game = "atleast:3-1000000000000000000000 500000000000000000000000000007";
        let answer = grundy::solve(&game.parse().expect("a game"), Play::Normal);
        assert!(answer.winning.count.is_some());
        let column = |text: &str| text.parse::<grundy::Game>().expect_err(text).column;
        assert_eq!(column("atleast 3"), 1);
        assert_eq!(column("atleast:3 3"), 9);
        assert_eq!(column("atleast:0-3 3"), 9);
        assert_eq!(column("atleast:4-3 3"), 11);
    }
}
