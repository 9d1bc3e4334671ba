//! Nim with passing of stones: take at least one stone from a heap, then move any number of that heap's remaining stones
//! onto other non-empty heaps; an empty heap is never filled again.
//!
//! The P-positions are those whose non-empty heaps pair off into equal sizes: whoever faces pairs breaks one of them and
//! the opponent copies the move on its twin. From any other position the largest heap has stones enough to raise the
//! smaller of each remaining pair to the larger: with an odd number of heaps it vanishes, with an even number it is
//! lowered to its partner. The classic of contest problems (POJ 1740 and others).
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! assert_eq!(solve(&"passing 6 6 8 8".parse::<Game>()?, Play::Normal).outcome, Some(Outcome::P));
//! assert_eq!(solve(&"passing 6 6 8".parse::<Game>()?, Play::Normal).outcome, Some(Outcome::N));
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::component;
use crate::notation::{Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::{self, Natural};
use crate::quotient::{Outcome, Play};
use crate::ruleset::{Full, Moves, Options, OutcomeTheorem, Ruleset, Step};
use crate::said;
use crate::scene::{self, Clicks, Scene};
use crate::text::{Said, Text, short};

/// Nim with passing. A position is its non-empty heaps, ascending.
#[derive(Clone, Copy, Debug)]
pub struct Passing;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A8",
    name: "passing",
    aliases: &[],
    title: Text {
        en: "Nim with passing of stones",
        zh: "取石子并移动",
    },
    rule: Text {
        en: "Take at least one stone from a heap, then move any of that heap's remaining stones onto other non-empty heaps.",
        zh: "从一堆取走至少一颗,然后可把该堆剩下的石子任意移到其他非空堆上。",
    },
    form: "passing HEAP …",
    example: "passing 6 6 8 8",
    source: "POJ 1740, A New Stone Game (LouTianCheng); HDU 2176's family of problems",
    recognises: only_by_name,
    parse: component::parse::<Passing>,
};

type Heaps = Box<[Natural]>;

/// The heap moved from, what is taken, and what goes onto which heap.
#[derive(Clone, Debug)]
pub struct Passed {
    from: Natural,
    taken: Natural,
    onto: Vec<(Natural, Natural)>,
}

/// The non-empty heaps, ascending.
pub(crate) fn sorted(heaps: impl IntoIterator<Item = Natural>) -> Box<[Natural]> {
    let mut heaps: Vec<Natural> = heaps.into_iter().filter(|heap| !heap.is_zero()).collect();
    heaps.sort_unstable();
    heaps.into()
}

/// What is left after stones of heap `from` are given away (`onto` by place) and some taken.
fn left(heaps: &[Natural], from: usize, taken: &Natural, onto: &[Natural]) -> Heaps {
    let given = onto.iter().fold(taken.clone(), |sum, given| sum + given);
    sorted(
        heaps
            .iter()
            .zip(onto)
            .enumerate()
            .map(|(place, (heap, more))| {
                if place == from {
                    heap - &given
                } else {
                    heap + more
                }
            }),
    )
}

fn passed(heaps: &[Natural], from: usize, taken: Natural, onto: &[Natural]) -> Passed {
    let onto = heaps.iter().zip(onto).filter(|(_, more)| !more.is_zero());
    Passed {
        from: heaps[from].clone(),
        taken,
        onto: onto
            .map(|(heap, more)| (heap.clone(), more.clone()))
            .collect(),
    }
}

/// How many moves there are, if they are at most [`FEW`].
///
/// From a heap of n with m heaps beside it: what is taken beyond one stone, what stays and what each of the others gets are
/// m + 2 numbers of sum n − 1, in C(n + m, m + 1) ways.
fn few_moves(heaps: &[Natural]) -> Option<u64> {
    let mut total = 0u64;
    for heap in heaps {
        let stones = u64::try_from(heap).ok().filter(|&stones| stones <= FEW)?;
        // Of one stone the only move takes it.
        let mut ways = 1u64;
        let choices = if stones == 1 { 0 } else { heaps.len() as u64 };
        for picked in 1..=choices {
            ways = ways.checked_mul(stones - 1 + picked)? / picked;
            if ways > FEW {
                return None;
            }
        }
        total += ways;
        if total > FEW {
            return None;
        }
    }
    Some(total)
}

/// The winning moves of at most three heaps, of any size: how many there are from each heap, and the stones that the
/// first of them gives to each heap. Every further one gives one stone more to each of the others.
///
/// One heap must go. Of two, the larger is lowered to the other, which it may raise on the way. Of three, one goes and
/// makes the other two equal.
fn of_few_heaps(heaps: &[Natural]) -> Option<Vec<(usize, Natural, Vec<Natural>)>> {
    if heaps.len() > 3 {
        return None;
    }
    let mut found = Vec::new();
    for (from, heap) in heaps.iter().enumerate() {
        let others = heaps
            .iter()
            .enumerate()
            .filter(|&(place, _)| place != from)
            .map(|(_, size)| size);
        let largest = others.max().cloned().unwrap_or_default();
        let onto: Vec<Natural> = heaps
            .iter()
            .enumerate()
            .map(|(place, size)| {
                if place == from {
                    Natural::ZERO
                } else {
                    &largest - size
                }
            })
            .collect();
        // At least one stone is taken, and of two heaps the one moved from must come down to its partner.
        let mut used = onto.iter().fold(Natural::ONE, |sum, given| sum + given);
        if heaps.len() == 2 {
            used += &largest;
        }
        if used > *heap {
            continue;
        }
        let more = match heaps.len() {
            1 => Natural::ZERO,
            _ => (heap - used) / 2u8,
        };
        found.push((from, more + 1u8, onto));
    }
    Some(found)
}

impl Ruleset for Passing {
    type Position = Heaps;
    type Move = Passed;

    fn options(&self, heaps: &Heaps, options: &mut Options<Heaps, Passed>) -> Result<(), Full> {
        for from in 0..heaps.len() {
            let mut taken = Natural::ONE;
            while taken <= heaps[from] {
                let mut onto = vec![Natural::ZERO; heaps.len()];
                let mut spare = &heaps[from] - &taken;
                loop {
                    let to = left(heaps, from, &taken, &onto);
                    options.push(passed(heaps, from, taken.clone(), &onto), &[to])?;
                    // The next way to give: one more onto the first heap that leaves room, the ones before it cleared.
                    let mut place = 0;
                    loop {
                        if place == heaps.len() {
                            break;
                        }
                        if place != from && !spare.is_zero() {
                            spare -= 1u8;
                            onto[place] += 1u8;
                            break;
                        }
                        spare += std::mem::take(&mut onto[place]);
                        place += 1;
                    }
                    if place == heaps.len() {
                        break;
                    }
                }
                taken += 1u8;
            }
        }
        Ok(())
    }

    fn tell(&self, _: &Heaps, passed: &Passed) -> Said {
        if passed.onto.is_empty() {
            return said!(
                "take {taken} from the heap of {from}",
                "从 {from} 颗的堆取 {taken} 颗",
                taken = &passed.taken,
                from = &passed.from
            );
        }
        let list = |sign: &str| {
            let one =
                |(heap, more): &(Natural, Natural)| format!("{}{sign}{}", short(more), short(heap));
            passed.onto.iter().map(one).collect::<Vec<_>>().join(", ")
        };
        said!(
            "take {taken} from the heap of {from} and move {onto}",
            "从 {from} 颗的堆取 {taken} 颗,并移动 {onto}",
            taken = &passed.taken,
            from = &passed.from,
            onto = said!("{en}", "{zh}", en = list(" onto "), zh = list(" 颗到 "))
        )
    }

    fn scene(&self, heaps: &Heaps) -> Option<Scene> {
        scene::heaps(heaps)
    }

    /// The stone down to which is taken; what is given away then is chosen from a list.
    fn clicks(&self, heaps: &Heaps, passed: &Passed, _: &[Heaps]) -> Vec<Clicks> {
        let from = heaps.iter().position(|heap| *heap == passed.from);
        from.map_or_else(Vec::new, |from| {
            scene::lowered(&[(from, &passed.from - &passed.taken)])
        })
    }

    fn weight(&self, heaps: &Heaps) -> u64 {
        heaps.iter().map(|heap| 24 + number::weight(heap)).sum()
    }

    fn outcome_theorem(&self) -> Option<&dyn OutcomeTheorem<Heaps>> {
        Some(self)
    }
}

/// Up to this many moves are gone through one by one.
const FEW: u64 = 50_000;

impl Passing {
    /// The moves that [`of_few_heaps`] found, one by one up to the limit, and their number.
    fn listed(
        &self,
        heaps: &Heaps,
        found: &[(usize, Natural, Vec<Natural>)],
        limit: usize,
    ) -> Moves<Heaps> {
        let (mut count, mut listed) = (Natural::ZERO, Vec::new());
        for (from, ways, first) in found {
            count += ways;
            let (mut onto, mut way) = (first.clone(), Natural::ZERO);
            while listed.len() < limit && way < *ways {
                let stays = match heaps.len() {
                    2 => &heaps[1 - from] + &onto[1 - from],
                    _ => Natural::ZERO,
                };
                let given = onto.iter().fold(stays, |sum, given| sum + given);
                let taken = &heaps[*from] - given;
                let to = left(heaps, *from, &taken, &onto);
                let said = self.tell(heaps, &passed(heaps, *from, taken, &onto));
                listed.push(Step { said, to: vec![to] });
                way += 1u8;
                for (place, given) in onto.iter_mut().enumerate() {
                    if place != *from {
                        *given += 1u8;
                    }
                }
            }
        }
        Moves {
            count: Some(count),
            listed,
        }
    }
}

fn all_pair_off(heaps: &[Natural]) -> bool {
    heaps.len().is_multiple_of(2) && heaps.chunks(2).all(|pair| pair[0] == pair[1])
}

impl OutcomeTheorem<Heaps> for Passing {
    fn outcome(&self, heaps: &Heaps, play: Play) -> Option<Outcome> {
        match play {
            Play::Normal => Some(if all_pair_off(heaps) {
                Outcome::P
            } else {
                Outcome::N
            }),
            Play::Misere => None,
        }
    }

    /// All of them where there are at most three heaps or the moves can be gone through; else the move of the proof.
    fn winning(&self, heaps: &Heaps, _: Play, limit: usize) -> Option<Moves<Heaps>> {
        if few_moves(heaps).is_some() {
            return None;
        }
        if let Some(found) = of_few_heaps(heaps) {
            return Some(self.listed(heaps, &found, limit));
        }
        let from = heaps.len() - 1;
        let mut onto = vec![Natural::ZERO; heaps.len()];
        // With an even number of heaps the smallest is the largest's partner.
        let first = if heaps.len().is_multiple_of(2) { 1 } else { 0 };
        for place in (first..from).step_by(2) {
            onto[place] = &heaps[place + 1] - &heaps[place];
        }
        let given = onto.iter().fold(Natural::ZERO, |sum, given| sum + given);
        let stays = if first == 1 {
            heaps[0].clone()
        } else {
            Natural::ZERO
        };
        let taken = &heaps[from] - given - stays;
        let to = left(heaps, from, &taken, &onto);
        let said = self.tell(heaps, &passed(heaps, from, taken, &onto));
        Some(Moves {
            count: None,
            listed: vec![Step { said, to: vec![to] }],
        })
    }

    fn because(&self, heaps: &Heaps, _: Play) -> Said {
        if all_pair_off(heaps) {
            return said!(
                "the {heaps} non-empty heaps pair off into equal sizes: each move is copied on the twin heap",
                "{heaps} 个非空堆两两相等:后手总在对应的堆上照做",
                heaps = heaps.len()
            );
        }
        said!(
            "the non-empty heaps do not pair off into equal sizes, and the largest has stones enough to make them",
            "非空堆不能两两相等,而最大堆的石子足以把它们配成相等"
        )
    }
}

impl Notation for Passing {
    const WHOLE: bool = true;

    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Passing, Vec<Heaps>), ParseError> {
        clause.no_parameters()?;
        Ok((Passing, vec![sorted(clause.naturals()?)]))
    }
    fn head(&self) -> String {
        "passing".to_owned()
    }
    fn write(&self, heaps: &Heaps) -> String {
        written(heaps)
    }
}

/// Heaps in the notation.
pub(crate) fn written(heaps: &[Natural]) -> String {
    heaps
        .iter()
        .map(number::decimal::print)
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::doubt;

    #[test]
    fn doubted() {
        for a in 0..5 {
            for b in 0..=a {
                for c in 0..=b.min(3) {
                    doubt::game(&format!("passing {a} {b} {c}"), Play::Normal);
                    doubt::game(&format!("passing {a} {b} {c} 1"), Play::Normal);
                }
                doubt::game(&format!("passing {a} {b}"), Play::Misere);
            }
        }
        doubt::game("passing", Play::Normal);
        doubt::game("passing 2 2 1 1 + nim 1", Play::Normal);
        doubt::engines("passing 3 2 1", Play::Normal);
    }

    /// The formula for at most three heaps against going through all moves.
    #[test]
    fn few_heaps_are_counted() {
        for a in 1u32..8 {
            for b in 0..=a {
                for c in 0..=b {
                    let heaps = sorted([a, b, c].map(Natural::from));
                    let mut options = Options::with_limit(usize::MAX);
                    Passing.options(&heaps, &mut options).expect("no limit");
                    assert_eq!(few_moves(&heaps), Some(options.len() as u64), "{heaps:?}");
                    let mut expected: Vec<Heaps> = options
                        .iter()
                        .map(|(_, to)| to[0].clone())
                        .filter(|to| all_pair_off(to))
                        .collect();
                    let found = of_few_heaps(&heaps).expect("at most three heaps");
                    let told = Passing.listed(&heaps, &found, usize::MAX);
                    let mut moves: Vec<Heaps> =
                        told.listed.iter().map(|step| step.to[0].clone()).collect();
                    expected.sort();
                    moves.sort();
                    assert_eq!(moves, expected, "{heaps:?}");
                    assert_eq!(told.count, Some(Natural::from(moves.len())));
                }
            }
        }
        let heaps = sorted([u64::MAX, u64::MAX - 3, 1].map(Natural::from));
        assert_eq!(few_moves(&heaps), None);
        let answer = crate::solve(
            &"passing 10000000000000000000000 3".parse().expect("heaps"),
            Play::Normal,
        );
        let most = Natural::from(10u8).pow(22) / 2u8 - 1u8;
        assert_eq!(answer.winning.count, Some(most));
        assert_eq!(answer.winning.listed.len(), 10);
    }

    /// The constructed move leaves pairs, also for large heaps.
    #[test]
    fn the_constructed_move_wins() {
        for text in [
            "900 800 700 650 3",
            "1000000000000000000000000 7 7 5",
            "18446744073709551615 18446744073709551614 2 1",
            "500 400 400 300",
            "100000 99999 5 4",
        ] {
            let game: crate::Game = format!("passing {text}").parse().expect(text);
            let answer = crate::solve(&game, Play::Normal);
            assert_eq!(answer.outcome, Some(Outcome::N), "{text}");
            let to = &answer.winning.listed[0].to[0];
            assert_eq!(
                to.outcome(Play::Normal),
                Some(Outcome::P),
                "{text}: {}",
                to.position()
            );
        }
    }
}
