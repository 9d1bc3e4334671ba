//! Lasker's Nim: take any number from a heap, or split a heap in two without taking.
//!
//! Lasker (1931). The value of n goes by n mod 4: 4k + 1 and 4k + 2 are worth n, 4k + 3 is worth n + 1 and 4k + 4 is worth
//! n − 1; by induction over blocks of four.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let answer = solve(&"lasker 3 4".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "7"); // 4 ⊕ 3
//! # Ok::<(), grundy::ParseError>(())
//! ```

use dashu_int::ops::BitTest;

use crate::codes::tell_pair;
use crate::engine::heaps::HeapsByOptions;
use crate::message;
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::{self, Natural};
use crate::ruleset::{Capabilities, Moves, Options, Ruleset, Step, Stop, ValueTheorem};
use crate::text::{Message, Text};

/// Lasker's Nim. A position is the size of a heap.
#[derive(Clone, Copy, Debug)]
pub struct Lasker;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A13",
    name: "lasker",
    aliases: &["laskers-nim"],
    title: Text::new("Lasker's Nim", "Lasker 尼姆"),
    rule: Text {
        en: "Take any number of stones from a heap, or split a heap into two.",
        zh: "从一堆取任意多个，或把一堆分成两堆。",
    },
    form: Text::same("lasker HEAP …"),
    example: "lasker 5 7",
    source: "E. Lasker, Brettspiele der Völker (1931)",
    theorems: &["lasker_grundy", "parts_grundy"],
    recognises: only_by_name,
    parse: notation::parse::<Lasker>,
};

/// What a move does.
#[derive(Clone, Debug)]
pub enum Laskers {
    /// Takes so many.
    Take(Natural),
    /// Splits into two heaps.
    Split(u64, u64),
}

/// The value of a heap. The map exchanges 4k + 3 and 4k + 4 and is its own inverse.
fn value(heap: &Natural) -> Natural {
    if heap.is_zero() {
        return Natural::ZERO;
    }
    match heap % 4u8 {
        0 => heap - 1u8,
        3 => heap + 1u8,
        _ => heap.clone(),
    }
}

/// The splits of a heap into two whose values have the nim-sum `target`: their exact number, and some, at most `limit`, the
/// smaller part first.
///
/// For values u and w of the two parts, u ⊕ w is the target and u + w is the heap, but for what the exchange of 4k + 3 and
/// 4k + 4 adds, which goes by the last two binary digits of u and w. And of a sum s and a nim-sum t, (s − t) / 2 is what u and w
/// have in common, while each digit of t may stand in either of them. So the time is that of a few additions.
fn splits(heap: &Natural, target: &Natural, limit: usize) -> (Natural, Vec<(Natural, Natural)>) {
    let last_digits = |number: &Natural| (number % 4u8) as usize;
    // What v(u) has more than u, by the last two digits of u, plus one.
    const SHIFT: [u8; 4] = [0, 1, 1, 2];
    // Digits of the target beyond the last two; the highest always goes to w, so that each pair is met once.
    let free: Vec<usize> = (2..target.bit_len())
        .filter(|&digit| target.bit(digit))
        .collect();
    let (mut count, mut listed) = (Natural::ZERO, Vec::new());
    for (u, shift) in SHIFT.into_iter().enumerate() {
        let w = u ^ last_digits(target);
        if free.is_empty() && u > w {
            continue;
        }
        // s = heap − (shift of u) − (shift of w).
        let more = heap + 2u8;
        let less = target + shift + SHIFT[w];
        if more < less {
            continue;
        }
        let twice = more - less;
        let common = &twice >> 1;
        if twice.bit(0) || last_digits(&common) != u & w || !(&common & target).is_zero() {
            continue;
        }
        let choices = free.len().saturating_sub(1);
        count += Natural::ONE << choices;
        // An empty part is no part; u, which is not more than w, is 0 in one choice at most.
        if common.is_zero() && u == 0 {
            count -= 1u8;
        }
        let chosen = 1u64.checked_shl(choices as u32).unwrap_or(u64::MAX);
        let of_this = (0..chosen).filter_map(|choice| {
            let mut first = ((&common >> 2) << 2) + Natural::from(u);
            for (place, &digit) in free.iter().take(64).enumerate() {
                if choice >> place & 1 != 0 {
                    first.set_bit(digit);
                }
            }
            if first.is_zero() {
                return None;
            }
            let second = &first ^ target;
            let (one, other) = (value(&first), value(&second));
            Some(if one <= other {
                (one, other)
            } else {
                (other, one)
            })
        });
        listed.extend(of_this.take(limit));
    }
    listed.sort();
    listed.truncate(limit);
    (count, listed)
}

/// A move that takes some, in words; what can fall apart is drawn as pins.
fn taken(pins: &Natural) -> Message {
    message!("take {pins}", "取 {pins} 个", pins = pins)
}

impl Ruleset for Lasker {
    type Position = Natural;
    type Move = Laskers;

    fn options(&self, heap: &Natural, options: &mut Options<Natural, Laskers>) -> Result<(), Stop> {
        let mut left = heap.clone();
        while !left.is_zero() {
            left -= 1u8;
            options.push(Laskers::Take(heap - &left), std::slice::from_ref(&left))?;
        }
        let heap = u64::try_from(heap).map_err(|_| Stop::Full)?;
        for first in 1..=heap / 2 {
            let to = [first, heap - first];
            options.push(Laskers::Split(to[0], to[1]), &to.map(Natural::from))?;
        }
        Ok(())
    }

    fn describe(&self, _: &Natural, mv: &Laskers) -> Message {
        match mv {
            Laskers::Take(stones) => taken(stones),
            Laskers::Split(first, second) => tell_pair(0, *first, *second),
        }
    }

    fn heap_bytes(&self, heap: &Natural) -> u64 {
        number::heap_bytes(heap)
    }

    fn capabilities(&self) -> Capabilities<'_, Lasker> {
        Capabilities {
            values: Some(self),
            heaps: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl HeapsByOptions for Lasker {}

impl ValueTheorem<Natural> for Lasker {
    fn value(&self, heap: &Natural) -> Option<Nimber> {
        Some(Nimber(value(heap)))
    }

    /// One heap of the wanted value is reached by taking; the splits are counted by binary digits.
    fn moves_to(&self, heap: &Natural, target: &Nimber, limit: usize) -> Option<Moves<Natural>> {
        let (mut count, listed) = splits(heap, &target.0, limit);
        let mut steps: Vec<Step<Natural>> = Vec::new();
        let left = value(&target.0);
        if left < *heap {
            count += 1u8;
            steps.push(Step {
                message: taken(&(heap - &left)),
                to: vec![left],
            });
        }
        steps.extend(listed.into_iter().map(|(first, second)| Step {
            message: tell_pair(0, &first, &second),
            to: vec![first, second],
        }));
        steps.truncate(limit);
        Some(Moves {
            count: Some(count),
            listed: steps,
        })
    }

    fn because(&self, heap: &Natural) -> Message {
        message!(
            "Lasker 1931: {heap} mod 4 = {residue}, so the value is {value}",
            "Lasker 1931：{heap} mod 4 = {residue}，SG 值为 {value}",
            heap = heap,
            residue = heap % 4u8,
            value = value(heap)
        )
    }
}

impl Notation for Lasker {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Lasker, Vec<Natural>), ParseError> {
        clause.no_parameters()?;
        Ok((Lasker, clause.naturals()?))
    }
    fn head(&self) -> String {
        "lasker".to_owned()
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
        oracle::values(&Lasker, (0u32..50).map(Natural::from));
        for heaps in ["0", "6", "3 4", "5 2 1"] {
            oracle::both(&format!("lasker {heaps}"));
        }
        oracle::engines("lasker 7 4", Play::Normal);
    }

    /// The splits counted by digits are those that are found one by one.
    #[test]
    fn splits_agree_with_search() {
        let value = |heap: u32| value(&heap.into());
        for heap in 0u32..150 {
            let mut of: std::collections::BTreeMap<Natural, Vec<(Natural, Natural)>> =
                std::collections::BTreeMap::new();
            for first in 1..=heap / 2 {
                let pair = (first.into(), (heap - first).into());
                of.entry(value(first) ^ value(heap - first))
                    .or_default()
                    .push(pair);
            }
            for target in (0u32..260).map(Natural::from) {
                let (count, listed) = splits(&heap.into(), &target, usize::MAX);
                let expected = of.remove(&target).unwrap_or_default();
                assert_eq!(listed, expected, "{heap} to {target}");
                assert_eq!(count, Natural::from(expected.len()), "{heap} to {target}");
                let (same, few) = splits(&heap.into(), &target, 2);
                assert_eq!((same, few.len()), (count, expected.len().min(2)));
            }
            assert!(of.is_empty(), "{heap}");
        }
    }

    #[test]
    fn large_heaps() {
        let count = |heap: &str, rest: &str| {
            let game = format!("lasker {heap} + nim {rest}")
                .parse()
                .expect("a game");
            grundy::solve(&game, Play::Normal).winning.count
        };
        // P-positions are left by taking it all and by halving.
        assert_eq!(count("1000000000000000000000000", "0"), Some(2u8.into()));
        let long = format!("1{}", "0".repeat(2000));
        assert!(count(&long, &long[1..]).is_some());
        assert!(count(&long, "12345678901234567890").is_some());
    }
}
