//! Fibonacci Nim: one heap; the first move takes anything but the whole heap, each later move at most twice what was
//! taken before.
//!
//! Whinihan (1963): the first player loses exactly if the heap is a Fibonacci number. In general a position is the heap
//! and the most that may be taken now, and the mover wins exactly if that reaches the smallest part of the heap's
//! Zeckendorf form (the sum of Fibonacci numbers no two of which are neighbours): take that part, and the opponent, who
//! may take twice as much, cannot reach the next. Under misère play the mover leaves one stone and wins.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! let answer = solve(&"fibonacci 20".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.outcome, Some(Outcome::N)); // 20 = 13 + 5 + 2: take 2
//! assert_eq!(answer.winning.listed[0].to[0].position(), "18,4");
//! # Ok::<(), grundy::ParseError>(())
//! ```

mod values;

use crate::message;
use crate::nim::take_words;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::{self, Natural, decimal, fibonacci};
use crate::quotient::{Outcome, Play};
use crate::ruleset::{Capabilities, Moves, Options, OutcomeTheorem, Ruleset, Step, Stop};
use crate::scene::{Clicks, Draw, Mark, Scene};
use crate::text::{Message, Text};

/// Fibonacci Nim. A position is the heap and the most that may be taken now, never more than the heap.
#[derive(Clone, Copy, Debug)]
pub struct Fibonacci;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A7",
    name: "fibonacci",
    aliases: &["fibonacci-nim"],
    title: Text::new("Fibonacci Nim", "斐波那契博弈"),
    rule: Text {
        en: "One heap; the first move takes any number but not the whole heap, each later one at most twice what was taken before.",
        zh: "一堆石子；先手第一次不能取完，此后每次最多取对手上次所取的两倍。",
    },
    form: Text::new(
        "fibonacci HEAP … or HEAP,MOST …",
        "fibonacci HEAP …，或 HEAP,MOST …",
    ),
    example: "fibonacci 20",
    source: "M. J. Whinihan, Fibonacci Nim, The Fibonacci Quarterly 1.4 (1963)",
    theorems: &[
        "form_unique",
        "zeckendorf_form",
        "fibonacci_lost",
        "fibonacci_opening",
        "fibonacci_misere",
        "fibonacci_smallest_winning",
        "fibonacci_winning",
    ],
    recognises: only_by_name,
    parse: notation::parse::<Fibonacci>,
};

type Pair = (Natural, Natural);

fn after(heap: &Natural, take: &Natural) -> Pair {
    let left = heap - take;
    let most = (take * 2u8).min(left.clone());
    (left, most)
}

impl Ruleset for Fibonacci {
    type Position = Pair;
    type Move = Natural;

    fn options(
        &self,
        (heap, most): &Pair,
        options: &mut Options<Pair, Natural>,
    ) -> Result<(), Stop> {
        let mut take = Natural::ONE;
        while take <= *most {
            options.push(take.clone(), &[after(heap, &take)])?;
            take += 1u8;
        }
        Ok(())
    }

    fn describe(&self, _: &Pair, take: &Natural) -> Message {
        take_words(take)
    }

    fn heap_bytes(&self, (heap, most): &Pair) -> u64 {
        number::heap_bytes(heap) + number::heap_bytes(most)
    }

    fn capabilities(&self) -> Capabilities<'_, Fibonacci> {
        Capabilities {
            outcomes: Some(self),
            reached: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Pair, Natural> for Fibonacci {
    fn scene(&self, (heap, _): &Pair) -> Option<Scene> {
        u64::try_from(heap).ok().map(Scene::Heap)
    }

    fn clicks(&self, _: &Pair, _: &Natural, to: &[Pair]) -> Vec<Clicks> {
        let left = to.first().map(|(left, _)| u64::try_from(left));
        let stone = left
            .and_then(Result::ok)
            .map(|left| vec![Mark::Stone(left)]);
        stone.into_iter().collect()
    }
}

impl OutcomeTheorem<Pair> for Fibonacci {
    fn outcome(&self, (heap, most): &Pair, play: Play) -> Option<Outcome> {
        let is_p = match play {
            Play::Normal if heap - most == Natural::ONE => fibonacci::opening_is_p(heap),
            Play::Normal => fibonacci::is_p(heap, most),
            Play::Misere => fibonacci::is_misere_p(heap, most),
        };
        Some(if is_p { Outcome::P } else { Outcome::N })
    }

    fn winning(&self, (heap, most): &Pair, play: Play, limit: usize) -> Option<Moves<Pair>> {
        let takes = match play {
            Play::Normal => fibonacci::winning(heap, most, limit),
            Play::Misere => fibonacci::misere_winning(heap, most, limit),
        };
        let step = |take: Natural| Step {
            message: take_words(&take),
            to: vec![after(heap, &take)],
        };
        Some(Moves {
            count: Some(takes.count.into()),
            listed: takes.first.into_iter().map(step).collect(),
        })
    }

    fn because(&self, (heap, most): &Pair, play: Play) -> Message {
        if play == Play::Misere {
            return message!(
                "under misère play a player who can leave one stone wins, and so does a player who cannot move",
                "反常规则下，能留下一颗者胜，不能行动者也胜"
            );
        }
        let opening = heap - most == Natural::ONE;
        match fibonacci::smallest_winning(heap, heap) {
            None => message!("nothing is left to take", "没有石子可取"),
            Some(part) if opening && part == *heap => message!(
                "Whinihan 1963: {heap} is a Fibonacci number, and the first move may not take the whole heap",
                "Whinihan 1963：{heap} 是斐波那契数，而第一次不能取完",
                heap = heap
            ),
            Some(part) if part > *most => message!(
                "the smallest part of the Zeckendorf form of {heap} is {part}, more than the {most} that may be taken (Whinihan 1963)",
                "{heap} 的齐肯多夫表示中最小项为 {part}，超过可取的 {most}（Whinihan 1963）",
                heap = heap,
                part = part,
                most = most
            ),
            Some(part) => message!(
                "the smallest part of the Zeckendorf form of {heap} is {part} and may be taken; the opponent cannot reach the next part (Whinihan 1963)",
                "{heap} 的齐肯多夫表示中最小项为 {part}，可以取走；对手取不到下一项（Whinihan 1963）",
                heap = heap,
                part = part
            ),
        }
    }
}

impl Notation for Fibonacci {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Fibonacci, Vec<Pair>), ParseError> {
        clause.no_parameters()?;
        let mut positions = Vec::with_capacity(clause.words.len());
        for word in clause.words {
            if word.text.contains(',') {
                let (heap, most) = word.pair()?;
                let most = most.min(heap.clone());
                positions.push((heap, most));
            } else {
                let heap = word.natural()?;
                let most = if heap.is_zero() {
                    Natural::ZERO
                } else {
                    &heap - 1u8
                };
                positions.push((heap, most));
            }
        }
        Ok((Fibonacci, positions))
    }
    fn head(&self) -> String {
        "fibonacci".to_owned()
    }
    fn write(&self, (heap, most): &Pair) -> String {
        if heap.is_zero() || heap - most == Natural::ONE {
            return decimal::print(heap);
        }
        format!("{},{}", decimal::print(heap), decimal::print(most))
    }
    fn coordinates(&self) -> usize {
        1
    }
    fn at(&self, coordinates: &[u64]) -> Option<Pair> {
        let [heap] = coordinates[..] else { return None };
        Some((Natural::from(heap), Natural::from(heap.saturating_sub(1))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;

    #[test]
    fn theorem_agrees_with_search() {
        for play in [Play::Normal, Play::Misere] {
            for heap in 0..40 {
                oracle::game(&format!("fibonacci {heap}"), play);
            }
            for heap in 0..16 {
                for most in 0..=heap {
                    oracle::game(&format!("fibonacci {heap},{most}"), play);
                }
            }
        }
        oracle::game("fibonacci 9 6,2 + nim 3", Play::Normal);
        oracle::game("fibonacci 7 + nim 2", Play::Misere);
        oracle::engines("fibonacci 21", Play::Normal);
    }
}
