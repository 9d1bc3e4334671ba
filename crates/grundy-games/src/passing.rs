//! Nim with passing of stones: take at least one stone from a heap, then move any number of that heap's remaining stones
//! onto other non-empty heaps; an empty heap is never filled again.
//!
//! The P-positions are those whose non-empty heaps pair off into equal sizes: whoever faces pairs breaks one of them and
//! the opponent copies the move on its twin. From any other position the largest heap has stones enough to raise the
//! smaller of each remaining pair to the larger: with an odd number of heaps it vanishes, with an even number it is
//! lowered to its partner. The classic of contest problems (POJ 1740 and others).
//!
//! Under misère play the same pairs are P-positions while some heap has two stones or more; where none has, an odd number of
//! single stones is. Such pairs have two heaps of at least two stones, of which a move changes no more than one and
//! gives to the other at most: so no single stones alone remain, and the pairs are broken. From any other position with a
//! heap of two or more, the move above leaves pairs; if these are single stones only, the position was one heap h beside m
//! single stones, and taking h or h − 1 leaves an odd number of them.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! assert_eq!(solve(&"passing 6 6 8 8".parse::<Game>()?, Play::Normal).outcome, Some(Outcome::P));
//! assert_eq!(solve(&"passing 6 6 8".parse::<Game>()?, Play::Normal).outcome, Some(Outcome::N));
//! assert_eq!(solve(&"passing 6 6 1 1".parse::<Game>()?, Play::Misere).outcome, Some(Outcome::P));
//! assert_eq!(solve(&"passing 1 1".parse::<Game>()?, Play::Misere).outcome, Some(Outcome::N));
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::{self, Natural};
use crate::quotient::{Outcome, Play};
use crate::ruleset::{Capabilities, Moves, Options, OutcomeTheorem, Ruleset, Step, Stop};
use crate::scene::{self, Clicks, Draw, Scene};
use crate::text::{Message, Text, all_of, short};

/// Nim with passing. A position is its non-empty heaps, ascending.
#[derive(Clone, Copy, Debug)]
pub struct Passing;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A8",
    name: "passing",
    aliases: &[],
    title: Text::new("Nim with passing of stones", "取石子并移动"),
    rule: Text {
        en: "Take at least one stone from a heap, then move any of that heap's remaining stones onto other non-empty heaps.",
        zh: "从一堆取走至少一颗，然后可把该堆剩下的石子任意移到其他非空堆上。",
    },
    form: Text::same("passing HEAP …"),
    example: "passing 6 6 8 8",
    source: "POJ 1740, A New Stone Game (LouTianCheng); HDU 2176's family of problems",
    theorems: &[
        "passing_lost",
        "passing_misere",
        "passing_is_p",
        "passing_is_misere_p",
    ],
    recognises: only_by_name,
    parse: notation::parse::<Passing>,
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

/// Winning moves from one heap.
#[derive(Clone, Debug)]
struct Ways {
    from: usize,
    /// How many there are.
    count: Natural,
    /// What the first of them gives to each heap; every further one gives one stone more to each of the others.
    first: Vec<Natural>,
}

/// The winning moves of at most three heaps, of any size, under normal play.
///
/// One heap must go. Of two, the larger is lowered to the other, which it may raise on the way. Of three, one goes and
/// makes the other two equal.
fn of_few_heaps(heaps: &[Natural]) -> Option<Vec<Ways>> {
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
        let first: Vec<Natural> = heaps
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
        let mut used = first.iter().fold(Natural::ONE, |sum, given| sum + given);
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
        let count = more + 1u8;
        found.push(Ways { from, count, first });
    }
    Some(found)
}

impl Ruleset for Passing {
    type Position = Heaps;
    type Move = Passed;

    fn options(&self, heaps: &Heaps, options: &mut Options<Heaps, Passed>) -> Result<(), Stop> {
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

    /// Heaps are kept in order; each is one of its own, as in Nim.
    fn keeps_apart(&self) -> bool {
        true
    }

    fn describe(&self, _: &Heaps, passed: &Passed) -> Message {
        if passed.onto.is_empty() {
            return message!(
                "take {taken} from the heap of {from}",
                "从 {from} 颗的堆取 {taken} 颗",
                taken = &passed.taken,
                from = &passed.from
            );
        }
        let list = |sign: &str| {
            let one =
                |(heap, more): &(Natural, Natural)| format!("{}{sign}{}", short(more), short(heap));
            all_of(&passed.onto.iter().map(one).collect::<Vec<_>>())
        };
        message!(
            "take {taken} from the heap of {from} and move {onto}",
            "从 {from} 颗的堆取 {taken} 颗，并移动 {onto}",
            taken = &passed.taken,
            from = &passed.from,
            onto = message!("{en}", "{zh}", en = list(" onto "), zh = list(" 颗到 "))
        )
    }

    fn heap_bytes(&self, heaps: &Heaps) -> u64 {
        heaps.iter().map(|heap| 24 + number::heap_bytes(heap)).sum()
    }

    fn capabilities(&self) -> Capabilities<'_, Passing> {
        Capabilities {
            outcomes: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Heaps, Passed> for Passing {
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
}

/// Up to this many moves are gone through one by one.
const FEW: u64 = 50_000;

impl Passing {
    /// The move from a heap that gives so much to each of the others and leaves so much in its place.
    fn step(&self, heaps: &Heaps, from: usize, stays: &Natural, onto: &[Natural]) -> Step<Heaps> {
        let given = onto.iter().fold(stays.clone(), |sum, given| sum + given);
        let taken = &heaps[from] - given;
        let to = left(heaps, from, &taken, onto);
        Step {
            message: self.describe(heaps, &passed(heaps, from, taken, onto)),
            to: vec![to],
        }
    }

    /// The moves that [`of_few_heaps`] found, one by one up to the limit, and their number.
    fn listed(&self, heaps: &Heaps, found: &[Ways], limit: usize) -> Moves<Heaps> {
        let (mut count, mut listed) = (Natural::ZERO, Vec::new());
        for ways in found {
            count += &ways.count;
            let (mut onto, mut way) = (ways.first.clone(), Natural::ZERO);
            while listed.len() < limit && way < ways.count {
                let stays = match heaps.len() {
                    2 => &heaps[1 - ways.from] + &onto[1 - ways.from],
                    _ => Natural::ZERO,
                };
                listed.push(self.step(heaps, ways.from, &stays, &onto));
                way += 1u8;
                for (place, given) in onto.iter_mut().enumerate() {
                    if place != ways.from {
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

    /// The one move of a heap beside single stones that leaves an odd number of single stones.
    fn leaving_odd_stones(&self, heaps: &Heaps) -> Step<Heaps> {
        let from = heaps.len() - 1;
        // Beside an even number of them it leaves one more.
        let stays = Natural::from(u8::from(from.is_multiple_of(2)));
        self.step(heaps, from, &stays, &vec![Natural::ZERO; heaps.len()])
    }

    /// The winning moves where they are not gone through one by one.
    fn many(&self, heaps: &Heaps, play: Play, limit: usize) -> Moves<Heaps> {
        if are_single(heaps) {
            // Very many single stones: each may be taken.
            let nothing = vec![Natural::ZERO; heaps.len()];
            let one = |from| self.step(heaps, from, &Natural::ZERO, &nothing);
            return Moves {
                count: Some(heaps.len().into()),
                listed: (0..heaps.len()).take(limit).map(one).collect(),
            };
        }
        // Only here do the winning moves of the two plays differ: one that leaves single stones leaves one more or one less.
        let beside_single = are_single(&heaps[..heaps.len() - 1]);
        let differs = play == Play::Misere && beside_single;
        if let Some(mut found) = of_few_heaps(heaps) {
            if !differs {
                return self.listed(heaps, &found, limit);
            }
            for ways in &mut found {
                ways.count -= 1u8;
                for (place, given) in ways.first.iter_mut().enumerate() {
                    *given += u8::from(place != ways.from);
                }
            }
            let mut moves = self.listed(heaps, &found, limit.saturating_sub(1));
            moves.count = moves.count.map(|count| count + 1u8);
            if limit > 0 {
                moves.listed.insert(0, self.leaving_odd_stones(heaps));
            }
            return moves;
        }
        let step = match differs {
            true => self.leaving_odd_stones(heaps),
            false => self.leaving_pairs(heaps),
        };
        Moves {
            count: None,
            listed: vec![step],
        }
    }

    /// The move of the proof under normal play.
    fn leaving_pairs(&self, heaps: &Heaps) -> Step<Heaps> {
        let from = heaps.len() - 1;
        let mut onto = vec![Natural::ZERO; heaps.len()];
        // With an even number of heaps the smallest is the largest's partner.
        let first = usize::from(heaps.len().is_multiple_of(2));
        for place in (first..from).step_by(2) {
            onto[place] = &heaps[place + 1] - &heaps[place];
        }
        let stays = match first {
            1 => heaps[0].clone(),
            _ => Natural::ZERO,
        };
        self.step(heaps, from, &stays, &onto)
    }
}

fn all_pair_off(heaps: &[Natural]) -> bool {
    heaps.len().is_multiple_of(2) && heaps.chunks(2).all(|pair| pair[0] == pair[1])
}

/// Whether no heap has more than one stone.
fn are_single(heaps: &[Natural]) -> bool {
    heaps.last().is_none_or(Natural::is_one)
}

/// The first size, of those that occur an odd number of times, and how often it does.
fn odd_one(heaps: &[Natural]) -> Option<(&Natural, usize)> {
    let runs = heaps.chunk_by(|one, other| one == other);
    let mut odd = runs.filter(|run| !run.len().is_multiple_of(2));
    odd.next().map(|run| (&run[0], run.len()))
}

impl OutcomeTheorem<Heaps> for Passing {
    fn outcome(&self, heaps: &Heaps, play: Play) -> Option<Outcome> {
        let is_p = match play {
            Play::Misere if are_single(heaps) => !heaps.len().is_multiple_of(2),
            _ => all_pair_off(heaps),
        };
        Some(if is_p { Outcome::P } else { Outcome::N })
    }

    /// All of them where there are at most three heaps or the moves can be gone through; else the move of the proof.
    fn winning(&self, heaps: &Heaps, play: Play, limit: usize) -> Option<Moves<Heaps>> {
        if few_moves(heaps).is_some() {
            return None;
        }
        Some(self.many(heaps, play, limit))
    }

    fn because(&self, heaps: &Heaps, play: Play) -> Message {
        if play == Play::Misere && are_single(heaps) {
            return match heaps.len() {
                0 => message!("there is no stone to take", "已无石子可取"),
                ones if ones.is_multiple_of(2) => message!(
                    "no heap has more than one stone, and the {ones} single stones are even in number: the opponent takes the last",
                    "每堆至多一颗，共 {ones} 颗，为偶数：最后一颗由对手取走",
                    ones = ones
                ),
                ones => message!(
                    "no heap has more than one stone, and the number of single stones, {ones}, is odd: the player to move takes the last",
                    "每堆至多一颗，共 {ones} 颗，为奇数：最后一颗由先手取走",
                    ones = ones
                ),
            };
        }
        let Some((size, times)) = odd_one(heaps) else {
            return match play {
                Play::Normal => message!(
                    "the {heaps} non-empty heaps pair off into equal sizes: each move is copied on the twin heap",
                    "{heaps} 个非空堆两两相等：后手总在对应的堆上照做",
                    heaps = heaps.len()
                ),
                Play::Misere => message!(
                    "the {heaps} non-empty heaps pair off into equal sizes, and some have two stones or more: after each move the opponent can leave pairs again, or an odd number of single stones",
                    "{heaps} 个非空堆两两相等，且有的堆不少于两颗：每走一步，对手总能再次使各堆两两相等，或剩下奇数个单颗堆",
                    heaps = heaps.len()
                ),
            };
        };
        match play {
            Play::Misere if are_single(&heaps[..heaps.len() - 1]) => message!(
                "one heap of {largest} stands beside {ones} single stones: taking it, or all but one stone of it, leaves an odd number of single stones",
                "一堆 {largest} 颗，另有 {ones} 个单颗堆：取走这一堆，或只留其中一颗，可剩下奇数个单颗堆",
                largest = &heaps[heaps.len() - 1],
                ones = heaps.len() - 1
            ),
            _ => message!(
                "the non-empty heaps do not pair off into equal sizes (heaps of {size}: {times}), and the largest has enough stones to make them do so",
                "非空堆不能两两相等（{size} 颗的堆有 {times} 个），而最大堆的石子足以把它们配成相等",
                size = size,
                times = times
            ),
        }
    }
}

impl Notation for Passing {
    const SINGLE_COMPONENT: bool = true;

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
    use crate::oracle;

    #[test]
    fn theorem_agrees_with_search() {
        for a in 0..5 {
            for b in 0..=a {
                for c in 0..=b.min(3) {
                    oracle::game(&format!("passing {a} {b} {c}"), Play::Normal);
                    oracle::game(&format!("passing {a} {b} {c} 1"), Play::Normal);
                }
                oracle::game(&format!("passing {a} {b} {b} 1"), Play::Misere);
                for c in 0..=b.min(3) {
                    oracle::game(&format!("passing {a} {b} {c}"), Play::Misere);
                    oracle::game(&format!("passing {a} {b} {c} 1"), Play::Misere);
                }
            }
        }
        for ones in 0..7 {
            let ones = " 1".repeat(ones);
            oracle::game(&format!("passing{ones}"), Play::Misere);
            oracle::game(&format!("passing 2{ones}"), Play::Misere);
            oracle::game(&format!("passing 5{ones}"), Play::Misere);
        }
        oracle::game("passing", Play::Normal);
        oracle::game("passing 2 2 1 1 + nim 1", Play::Normal);
        oracle::engines("passing 3 2 1", Play::Normal);
    }

    /// Holds what is told of the winning moves from some heaps against going through all moves.
    fn moves_agree_with_search(
        heaps: &Heaps,
        told: &Moves<Heaps>,
        wins: impl Fn(&Heaps) -> bool,
    ) -> usize {
        let mut options = Options::with_limit(usize::MAX);
        Passing.options(heaps, &mut options).expect("no limit");
        let to = options.iter().map(|(_, to)| to[0].clone());
        let mut expected: Vec<Heaps> = to.filter(wins).collect();
        let listed = told.listed.iter().map(|step| step.to[0].clone());
        let mut moves: Vec<Heaps> = listed.collect();
        expected.sort();
        moves.sort();
        assert_eq!(moves, expected, "{heaps:?}");
        assert_eq!(told.count, Some(Natural::from(moves.len())));
        options.len()
    }

    /// What is told of misère play beyond the moves that can be gone through, on heaps of which they can.
    #[test]
    fn misere_moves_are_counted() {
        for a in 2u32..9 {
            for b in 0..=a {
                for c in 0..=b {
                    let heaps = sorted([a, b, c].map(Natural::from));
                    if Passing.outcome(&heaps, Play::Misere) == Some(Outcome::P) {
                        continue;
                    }
                    let told = Passing.many(&heaps, Play::Misere, usize::MAX);
                    moves_agree_with_search(&heaps, &told, |to| {
                        Passing.outcome(to, Play::Misere) == Some(Outcome::P)
                    });
                    let few = Passing.many(&heaps, Play::Misere, 1);
                    assert_eq!((few.listed.len(), few.count), (1, told.count));
                }
            }
        }
        for text in [
            "1000000 1 1 1 1",
            "1000000 1 1 1",
            "900 800 700 650 3",
            "500 400 400 300",
        ] {
            let game: grundy::Game = format!("passing {text}").parse().expect(text);
            let answer = grundy::solve(&game, Play::Misere);
            assert_eq!(answer.outcome, Some(Outcome::N), "{text}");
            let to = &answer.winning.listed[0].to[0];
            assert_eq!(to.outcome(Play::Misere), Some(Outcome::P), "{text}");
        }
        let many = format!("passing{}", " 1".repeat(60_000));
        let answer = grundy::solve(&many.parse().expect("heaps"), Play::Misere);
        assert_eq!(answer.winning.count, Some(Natural::from(60_000u32)));
    }

    /// The formula for at most three heaps against going through all moves.
    #[test]
    fn few_heaps_are_counted() {
        for a in 1u32..8 {
            for b in 0..=a {
                for c in 0..=b {
                    let heaps = sorted([a, b, c].map(Natural::from));
                    let found = of_few_heaps(&heaps).expect("at most three heaps");
                    let told = Passing.listed(&heaps, &found, usize::MAX);
                    let moves = moves_agree_with_search(&heaps, &told, |to| all_pair_off(to));
                    assert_eq!(few_moves(&heaps), Some(moves as u64), "{heaps:?}");
                }
            }
        }
        let heaps = sorted([u64::MAX, u64::MAX - 3, 1].map(Natural::from));
        assert_eq!(few_moves(&heaps), None);
        let answer = grundy::solve(
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
            let game: grundy::Game = format!("passing {text}").parse().expect(text);
            let answer = grundy::solve(&game, Play::Normal);
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
