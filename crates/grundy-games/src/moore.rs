//! Moore's Nim: a move takes stones from at least one and at most k heaps, at least one from each.
//!
//! Moore (1910): a position is lost for the mover exactly if in each binary column the number of ones is divisible by
//! k + 1. Under misère play the same holds while some heap has two stones or more; else the number of heaps of one stone
//! must leave the remainder 1. With k = 1 this is Nim. The theorem tells outcomes, not values.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! assert_eq!(solve(&"moore:2 1 1 1".parse::<Game>()?, Play::Normal).outcome, Some(Outcome::P));
//! # Ok::<(), grundy::ParseError>(())
//! ```

use dashu_int::ops::BitTest;

use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::{self, Natural, bits, bits::advance};
use crate::passing::{sorted, written};
use crate::quotient::{Outcome, Play};
use crate::ruleset::{Capabilities, Moves, Options, OutcomeTheorem, Ruleset, Step, Stop};
use crate::scene::{self, Clicks, Draw, Scene};
use crate::text::{Message, Text, list_of, short};

/// Moore's Nim. A position is its non-empty heaps, ascending.
#[derive(Clone, Copy, Debug)]
pub struct Moore {
    most: usize,
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A9",
    name: "moore",
    aliases: &[],
    title: Text::new("Moore's Nim", "Moore 尼姆（Nim-k）"),
    rule: Text {
        en: "Take stones from at least one and at most K heaps, at least one from each of them.",
        zh: "每次从至少一堆、至多 K 堆中取石子，所选的每堆至少取一颗。",
    },
    form: Text::same("moore:K HEAP …"),
    example: "moore:2 3 4 5",
    source: "E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11 (1910)",
    theorems: &[
        "moore_lost",
        "moore_misere",
        "moore_is_p",
        "moore_is_misere_p",
    ],
    recognises: only_by_name,
    parse: notation::parse::<Moore>,
};

type Heaps = Box<[Natural]>;
/// Heaps lowered, by place, with their new sizes.
type Lowered = Vec<(usize, Natural)>;

/// The heaps after some were lowered.
pub(crate) fn lowered(heaps: &[Natural], lower: &[(usize, Natural)]) -> Heaps {
    let mut heaps = heaps.to_vec();
    for (place, size) in lower {
        heaps[*place] = size.clone();
    }
    sorted(heaps)
}

/// Goes through every way to lower from 1 to `most` of the heaps, none of which is empty.
pub(crate) fn each_lowering(
    heaps: &[Natural],
    most: usize,
    mut each: impl FnMut(&[(usize, Natural)]) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut lower: Lowered = Vec::new();
    let mut next = 0;
    loop {
        if lower.len() < most && next < heaps.len() {
            lower.push((next, &heaps[next] - 1u8));
        } else {
            // The last choice goes on: a smaller size, else the next heap, else the choice before it.
            loop {
                let Some((place, size)) = lower.pop() else {
                    return Ok(());
                };
                if !size.is_zero() {
                    lower.push((place, size - 1u8));
                    break;
                }
                if place + 1 < heaps.len() {
                    lower.push((place + 1, &heaps[place + 1] - 1u8));
                    break;
                }
            }
        }
        next = lower.last().map_or(0, |(place, _)| place + 1);
        each(&lower)?;
    }
}

pub(crate) fn tell_lowered(heaps: &[Natural], lower: &[(usize, Natural)]) -> Message {
    let one =
        |(place, size): &(usize, Natural)| format!("{} → {}", short(&heaps[*place]), short(size));
    list_of(&lower.iter().map(one).collect::<Vec<_>>())
}

impl Ruleset for Moore {
    type Position = Heaps;
    type Move = Lowered;

    fn options(&self, heaps: &Heaps, options: &mut Options<Heaps, Lowered>) -> Result<(), Stop> {
        each_lowering(heaps, self.most, |lower| {
            options.push(lower.to_vec(), &[lowered(heaps, lower)])
        })
    }

    /// Heaps are kept in order; each is one of its own, as in Nim.
    fn keeps_apart(&self) -> bool {
        true
    }

    fn describe(&self, heaps: &Heaps, lower: &Lowered) -> Message {
        tell_lowered(heaps, lower)
    }

    fn heap_bytes(&self, heaps: &Heaps) -> u64 {
        heaps.iter().map(|heap| 24 + number::heap_bytes(heap)).sum()
    }

    fn capabilities(&self) -> Capabilities<'_, Moore> {
        Capabilities {
            outcomes: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Heaps, Lowered> for Moore {
    fn scene(&self, heaps: &Heaps) -> Option<Scene> {
        scene::heaps(heaps)
    }

    fn clicks(&self, _: &Heaps, lower: &Lowered, _: &[Heaps]) -> Vec<Clicks> {
        scene::lowered(lower)
    }
}

/// Up to this many moves are gone through one by one.
const FEW: u64 = 20_000;

/// Steps that listing moves may take.
const STEPS: usize = 1 << 18;

/// The first winning moves of normal play.
///
/// From the highest column down, the heaps lowered so far have free digits below: each way to make the ones of a column
/// divisible by k + 1 turns off some ones of heaps not lowered before and sets some digits of the others. No way is a
/// dead end, since Moore's construction goes on from any of them. Empty where the steps do not suffice for one move.
fn each_mending(heaps: &[Natural], most: usize, limit: usize) -> Vec<Lowered> {
    let most = most.min(heaps.len());
    let width = heaps.iter().map(BitTest::bit_len).max().unwrap_or(0);
    let words = 1 + width / 64;
    let mut found = Vec::new();
    let mut open: Vec<(usize, Lowered)> = vec![(width, Vec::new())];
    let mut steps = 0usize;
    while let Some((column, lower)) = open.pop() {
        steps = steps.saturating_add(heaps.len() + lower.len() * words);
        if found.len() >= limit || steps > STEPS {
            break;
        }
        let Some(column) = column.checked_sub(1) else {
            if !lower.is_empty() {
                found.push(lower);
            }
            continue;
        };
        let kept: Vec<usize> = (0..heaps.len())
            .filter(|&heap| heaps[heap].bit(column))
            .filter(|heap| {
                lower
                    .binary_search_by_key(heap, |(place, _)| *place)
                    .is_err()
            })
            .collect();
        let first = open.len();
        'ways: for more in 0..=kept.len().min(most - lower.len()) {
            let missing = (most + 1 - (kept.len() - more) % (most + 1)) % (most + 1);
            if missing > lower.len() {
                continue;
            }
            let mut off: Vec<usize> = (0..more).collect();
            loop {
                let mut on: Vec<usize> = (0..missing).collect();
                loop {
                    steps = steps.saturating_add(1 + (lower.len() + more) * words);
                    // Each way leads to a move, so that more ways than moves are wanted are too many.
                    if open.len() - first > limit || steps > STEPS {
                        break 'ways;
                    }
                    let mut next = lower.clone();
                    for (place, (_, size)) in next.iter_mut().enumerate() {
                        if on.binary_search(&place).is_ok() {
                            size.set_bit(column);
                        } else {
                            size.clear_bit(column);
                        }
                    }
                    for &place in &off {
                        let mut size = heaps[kept[place]].clone();
                        size.clear_bit(column);
                        next.push((kept[place], size));
                    }
                    next.sort_unstable_by_key(|(place, _)| *place);
                    open.push((column, next));
                    if !advance(&mut on, lower.len()) {
                        break;
                    }
                }
                if !advance(&mut off, kept.len()) {
                    break;
                }
            }
        }
    }
    found
}

/// How many moves lower all the `big` heaps to 0 or 1 and take away some of the `ones`, so that 1 modulo k + 1 heaps are
/// left: the winning moves of misère play where big ≤ k. `None` where the numbers are too large to go through.
fn count_flattening(big: usize, ones: usize, most: usize) -> Option<Natural> {
    let most = most.min(big + ones);
    let modulus = most + 1;
    let away = ones.min(most.checked_sub(big)?);
    if big.max(away) > 2000 {
        return None;
    }
    let mut stay = vec![Natural::ONE];
    for kept in 0..big {
        stay.push(&stay[kept] * (big - kept) / (kept + 1));
    }
    let (mut count, mut ways) = (Natural::ZERO, Natural::ONE);
    for gone in 0..=away {
        // ones − gone + kept ≡ 1
        let kept = (1 + gone + modulus - ones % modulus) % modulus;
        if kept <= big && (gone > 0 || big > 0) {
            count += &stay[kept] * &ways;
        }
        if gone < away {
            ways = ways * (ones - gone) / (gone + 1);
        }
    }
    Some(count)
}

impl OutcomeTheorem<Heaps> for Moore {
    fn outcome(&self, heaps: &Heaps, play: Play) -> Option<Outcome> {
        let is_p = match play {
            Play::Normal => bits::is_p(heaps, self.most),
            Play::Misere => bits::is_misere_p(heaps, self.most),
        };
        Some(if is_p { Outcome::P } else { Outcome::N })
    }

    /// All moves where they can be gone through; else their number and the first ones, found from the columns.
    fn winning(&self, heaps: &Heaps, play: Play, limit: usize) -> Option<Moves<Heaps>> {
        let ways = heaps.iter().try_fold(1u64, |ways, heap| {
            ways.checked_mul(u64::try_from(heap).ok()?.checked_add(1)?)
        });
        if ways.is_some_and(|ways| ways <= FEW) {
            return None;
        }
        // Misère play with more than k heaps of two stones or more is normal play: some such heap is always left.
        let big = heaps.iter().filter(|heap| **heap > Natural::ONE).count();
        let (found, count) = if play == Play::Misere && big <= self.most {
            let found = bits::misere_winning(heaps, self.most);
            (
                found.into_iter().collect(),
                count_flattening(big, heaps.len() - big, self.most),
            )
        } else {
            let mut found = each_mending(heaps, self.most, limit);
            if found.is_empty() {
                found.extend(bits::winning(heaps, self.most));
            }
            (found, bits::count_winning(heaps, self.most, 1 << 20))
        };
        let step = |lower: Lowered| Step {
            message: tell_lowered(heaps, &lower),
            to: vec![lowered(heaps, &lower)],
        };
        Some(Moves {
            count,
            listed: found.into_iter().map(step).collect(),
        })
    }

    fn because(&self, heaps: &Heaps, play: Play) -> Message {
        if play == Play::Misere && heaps.last().is_none_or(|largest| *largest == Natural::ONE) {
            return message!(
                "Moore 1910, misère: with heaps of one stone only, the player to move loses exactly if their number, {heaps}, leaves the remainder 1 modulo k + 1 = {modulus}",
                "Moore 1910，反常规则：各堆均为一颗时，当且仅当堆数 {heaps} 除以 k + 1 = {modulus} 余 1 时先手负",
                heaps = heaps.len(),
                modulus = self.most.saturating_add(1)
            );
        }
        let columns: Vec<String> = bits::columns(heaps, self.most)
            .iter()
            .rev()
            .map(usize::to_string)
            .collect();
        let columns = if columns.len() > 40 {
            "…".to_owned()
        } else {
            columns.join(" ")
        };
        message!(
            "Moore 1910: the ones in the binary columns, modulo k + 1 = {modulus}, are {columns}; the player to move loses exactly if all are 0",
            "Moore 1910：各二进制位上 1 的个数模 k + 1 = {modulus} 为 {columns}；当且仅当全为 0 时先手负",
            modulus = self.most.saturating_add(1),
            columns = columns
        )
    }
}

impl Notation for Moore {
    const SINGLE_COMPONENT: bool = true;

    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Moore, Vec<Heaps>), ParseError> {
        let most = clause
            .needs_parameters()?
            .number_below(u64::from(u32::MAX))?;
        Ok((
            Moore {
                most: most as usize,
            },
            vec![sorted(clause.naturals()?)],
        ))
    }
    fn head(&self) -> String {
        format!("moore:{}", self.most)
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
        for most in 0..4 {
            for a in 0..5 {
                for b in 0..=a {
                    for c in 0..=b {
                        oracle::both(&format!("moore:{most} {a} {b} {c}"));
                    }
                }
            }
            oracle::game(&format!("moore:{most} 1 1 2 3"), Play::Misere);
        }
        oracle::game("moore:2 1 2 3 + nim 2", Play::Normal);
        oracle::engines("moore:2 3 4 5", Play::Normal);
    }

    /// Moves found from the columns, and those of misère play, against going through all moves.
    #[test]
    fn moves_are_counted_and_listed() {
        for most in 1..4 {
            for set in 0u32..600 {
                let heaps =
                    sorted([set % 3, set / 3 % 4, set / 12 % 5, set / 60 % 10].map(Natural::from));
                let moore = Moore { most };
                let mut options = Options::with_limit(usize::MAX);
                moore.options(&heaps, &mut options).expect("no limit");
                let winning = |play| {
                    let mut winning: Vec<Heaps> = options
                        .iter()
                        .map(|(_, to)| to[0].clone())
                        .filter(|to| moore.outcome(to, play) == Some(Outcome::P))
                        .collect();
                    winning.sort();
                    winning
                };
                let expected = winning(Play::Normal);
                let mut found: Vec<Heaps> = each_mending(&heaps, most, 10_000)
                    .iter()
                    .map(|lower| lowered(&heaps, lower))
                    .collect();
                found.sort();
                assert_eq!(found, expected, "{heaps:?}");
                assert_eq!(each_mending(&heaps, most, 2).len(), expected.len().min(2));
                let big = heaps.iter().filter(|heap| **heap > Natural::ONE).count();
                if big <= most {
                    assert_eq!(
                        count_flattening(big, heaps.len() - big, most),
                        Some(winning(Play::Misere).len().into()),
                        "{most} {heaps:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_constructed_move_wins() {
        for text in [
            "moore:2 1000 999 77 5 4321",
            "moore:3 100000000000000000000000000 5 7 7 7 12",
        ] {
            for play in [Play::Normal, Play::Misere] {
                let answer = grundy::solve(&text.parse().expect(text), play);
                assert_eq!(answer.outcome, Some(Outcome::N), "{text}");
                assert_eq!(
                    answer.winning.listed[0].to[0].outcome(play),
                    Some(Outcome::P),
                    "{text}"
                );
            }
        }
    }
}
