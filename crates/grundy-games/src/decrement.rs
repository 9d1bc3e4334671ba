//! One from each of some: a move chooses one or more of the heaps that are not empty and takes one coin from each.
//!
//! Under normal play P exactly if all heaps are even: from there some chosen heap becomes odd, and else the odd heaps are
//! chosen. Under misère play the same holds with two heaps or more that are not empty, and a heap alone is P exactly if it is odd:
//! where making all heaps even would leave less than two, a single odd one can be left instead. (CSES 2208.)
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! assert_eq!(solve(&"decrement 2 4 6".parse::<Game>()?, Play::Normal).outcome, Some(Outcome::P));
//! assert_eq!(solve(&"decrement 2 4 5".parse::<Game>()?, Play::Normal).winning.count, Some(1u8.into()));
//! # Ok::<(), grundy::ParseError>(())
//! ```

use dashu_int::ops::BitTest;

use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::{self, Natural};
use crate::passing::written;
use crate::quotient::{Outcome, Play};
use crate::ruleset::{Capabilities, Moves, Options, OutcomeTheorem, Ruleset, Step, Stop};
use crate::scene::{self, Clicks, Draw, Scene};
use crate::text::{Message, Text, all_of, short};

/// The game. A position is the heaps that are not empty.
#[derive(Clone, Copy, Debug)]
pub struct Decrement;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "F10",
    name: "decrement",
    aliases: &[],
    title: Text::new("One coin from each of some heaps", "任选若干堆各取一枚"),
    rule: Text {
        en: "Choose one or more heaps that are not empty and take one coin from each.",
        zh: "任选一个或多个非空堆，从每堆各取一枚。",
    },
    form: Text::same("decrement HEAP …"),
    example: "decrement 1 2 3",
    source: "a rule of contest problems (CSES 2208), by parity",
    theorems: &["decrement_lost", "decrement_misere"],
    recognises: only_by_name,
    parse: notation::parse::<Decrement>,
};

type Heaps = Box<[Natural]>;

/// What is left after one coin of each heap that is chosen.
fn taken(heaps: &Heaps, chosen: impl Fn(usize) -> bool) -> Heaps {
    let left = |(place, heap): (usize, &Natural)| match chosen(place) {
        true => heap - 1u8,
        false => heap.clone(),
    };
    let heaps = heaps.iter().enumerate().map(left);
    heaps.filter(|heap| !heap.is_zero()).collect()
}

fn is_odd(heap: &Natural) -> bool {
    heap.bit(0)
}

fn lost(heaps: &Heaps, play: Play) -> bool {
    match (play, &heaps[..]) {
        (Play::Misere, []) => false,
        (Play::Misere, [only]) => is_odd(only),
        _ => !heaps.iter().any(is_odd),
    }
}

fn describe(heaps: &Heaps, chosen: impl Fn(usize) -> bool) -> Message {
    const SHOWN: usize = 8;
    let all: Vec<usize> = (0..heaps.len()).filter(|&place| chosen(place)).collect();
    let shown = &all[..all.len().min(SHOWN)];
    let listed = |name: fn(usize, String) -> String| {
        let names = shown
            .iter()
            .map(|&place| name(place + 1, short(&heaps[place])));
        let more = (all.len() > SHOWN).then(|| "…".to_owned());
        all_of(&names.chain(more).collect::<Vec<_>>())
    };
    let en = listed(|place, heap| format!("#{place} ({heap})"));
    let zh = listed(|place, heap| format!("第 {place} 堆（{heap} 枚）"));
    match all.len() {
        1 => message!("take one from heap {en}", "从{zh}取一枚", en = en, zh = zh),
        _ => message!(
            "take one from heaps {en}",
            "从{zh}各取一枚",
            en = en,
            zh = zh
        ),
    }
}

impl Ruleset for Decrement {
    type Position = Heaps;
    /// The heaps chosen.
    type Move = Vec<bool>;

    fn options(&self, heaps: &Heaps, options: &mut Options<Heaps, Vec<bool>>) -> Result<(), Stop> {
        let mut chosen = vec![false; heaps.len()];
        // Counting up in binary: each set but the empty one.
        while let Some(place) = chosen.iter().position(|chosen| !chosen) {
            chosen[..place].fill(false);
            chosen[place] = true;
            options.push(chosen.clone(), &[taken(heaps, |place| chosen[place])])?;
        }
        Ok(())
    }

    /// Heaps are kept in order; each is one of its own, as in Nim.
    fn keeps_apart(&self) -> bool {
        true
    }

    fn describe(&self, heaps: &Heaps, chosen: &Vec<bool>) -> Message {
        describe(heaps, |place| chosen.get(place).copied().unwrap_or(false))
    }

    fn heap_bytes(&self, heaps: &Heaps) -> u64 {
        heaps.iter().map(|heap| 24 + number::heap_bytes(heap)).sum()
    }

    fn capabilities(&self) -> Capabilities<'_, Decrement> {
        Capabilities {
            outcomes: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Heaps, Vec<bool>> for Decrement {
    fn scene(&self, heaps: &Heaps) -> Option<Scene> {
        scene::heaps(heaps)
    }

    fn clicks(&self, heaps: &Heaps, chosen: &Vec<bool>, _: &[Heaps]) -> Vec<Clicks> {
        let lower = heaps.iter().enumerate().zip(chosen);
        let lower = lower.filter(|&(_, &chosen)| chosen);
        let lower: Vec<(usize, Natural)> = lower
            .map(|((place, heap), _)| (place, heap - 1u8))
            .collect();
        scene::lowered(&lower)
    }
}

impl OutcomeTheorem<Heaps> for Decrement {
    fn outcome(&self, heaps: &Heaps, play: Play) -> Option<Outcome> {
        Some(if lost(heaps, play) {
            Outcome::P
        } else {
            Outcome::N
        })
    }

    fn winning(&self, heaps: &Heaps, play: Play, limit: usize) -> Option<Moves<Heaps>> {
        if lost(heaps, play) || heaps.is_empty() {
            return Some(Moves::none());
        }
        let (mut count, mut listed) = (0u64, Vec::new());
        let mut add = |chosen: &dyn Fn(usize) -> bool| {
            count += 1;
            if listed.len() < limit {
                listed.push(Step {
                    message: describe(heaps, chosen),
                    to: vec![taken(heaps, chosen)],
                });
            }
        };
        let odd = |place: usize| is_odd(&heaps[place]);
        let one = |place: usize| heaps[place] == Natural::ONE;
        let larger: Vec<usize> = (0..heaps.len()).filter(|&place| !one(place)).collect();
        match (play, &larger[..]) {
            // One of many ones is left.
            (Play::Misere, []) => (0..heaps.len()).for_each(|left| add(&|place| place != left)),
            // All ones go, and the larger heap is left odd.
            (Play::Misere, &[larger]) => add(&|place| place != larger || !odd(larger)),
            _ => add(&odd),
        }
        Some(Moves {
            count: Some(count.into()),
            listed,
        })
    }

    fn because(&self, heaps: &Heaps, play: Play) -> Message {
        let odd = heaps.iter().filter(|heap| is_odd(heap)).count();
        match (play, &heaps[..]) {
            (Play::Misere, []) => message!(
                "no move is left, and under misère play the player who cannot move wins",
                "已无法行动，反常规则下不能行动者胜"
            ),
            (Play::Misere, [only]) => message!(
                "one heap alone is counted down one by one; under misère play it is lost exactly if it is odd, and it is {heap}",
                "单堆只能逐枚取走；反常规则下当且仅当为奇数时后手必胜，此处为 {heap}",
                heap = only
            ),
            (Play::Misere, _) => message!(
                "with two heaps or more, a position is lost under misère play exactly if all heaps are even; odd heaps here: {odd}",
                "两堆及以上时，反常规则下当且仅当全为偶数时后手必胜；此处奇数堆有 {odd} 个",
                odd = odd
            ),
            _ => message!(
                "a position is lost exactly if all heaps are even: taking one from each odd heap makes them so; odd heaps here: {odd}",
                "当且仅当各堆全为偶数时后手必胜：从每个奇数堆各取一枚即可做到；此处奇数堆有 {odd} 个",
                odd = odd
            ),
        }
    }
}

impl Notation for Decrement {
    const SINGLE_COMPONENT: bool = true;

    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Decrement, Vec<Heaps>), ParseError> {
        clause.no_parameters()?;
        let heaps = clause.naturals()?.into_iter();
        Ok((
            Decrement,
            vec![heaps.filter(|heap| !heap.is_zero()).collect()],
        ))
    }
    fn head(&self) -> String {
        "decrement".to_owned()
    }
    fn write(&self, heaps: &Heaps) -> String {
        written(heaps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;

    #[test]
    fn theorem_agrees_with_search() {
        for place in 0..256u32 {
            let heap = |n: u32| place / 4u32.pow(n) % 4;
            let game = format!("decrement {} {} {} {}", heap(0), heap(1), heap(2), heap(3));
            if heap(0) <= heap(1) {
                oracle::both(&game);
            }
        }
        for heap in 0..9 {
            oracle::game(&format!("decrement {heap} 5"), Play::Misere);
            oracle::game(&format!("decrement {heap}"), Play::Misere);
        }
        oracle::game("decrement 1 2 + nim 3", Play::Normal);
        oracle::engines("decrement 1 2 2", Play::Normal);
        oracle::engines("decrement 1 2 2", Play::Misere);
    }

    #[test]
    fn many_heaps() {
        let heaps: Vec<String> = (0..5000u32).map(|heap| heap.to_string()).collect();
        let game = format!("decrement {}", heaps.join(" "))
            .parse()
            .expect("a game");
        let answer = grundy::solve(&game, Play::Normal);
        assert_eq!(answer.winning.count, Some(Natural::ONE));
    }
}
