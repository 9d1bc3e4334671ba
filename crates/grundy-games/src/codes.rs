//! Take-and-break games by code: the digit d_k of `0.d1d2…` says what may be left after removing k stones from a heap.
//!
//! Bit 0 of d_k: nothing (the heap was k); bit 1: one heap; bit 2: two heaps; bit 3: three (hexadecimal codes). `4.…`
//! allows splitting without removal. Heaps that are left are not empty. Guy and Smith (1956) introduced the codes and
//! proved when an observed period is one for ever; the table looks for such a period and then tells heaps of any size.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let value = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).value.unwrap().to_string();
//! assert_eq!(value("0.77 11"), "6");
//! assert_eq!(value("kayles 1000000000000"), "1"); // period 12, proved
//! ```

use crate::budget::Meter;
use crate::engine::breaking::Parts;
use crate::engine::heaps::HeapValues;
use crate::engine::period::Search;
use crate::engine::sequence::{BLOCK, Engine, Rules};
use crate::engine::sought::Sought;
use crate::extended::is_extended;
use crate::message;
use crate::nimber::Mex;
use crate::notation::{self, Clause, Listing, Notation, ParseError, Word};
use crate::number::{self, Natural};
use crate::reason::Reason;
use crate::ruleset::{Capabilities, Moves, OnHeaps, Options, Ruleset, Step, Stop};
use crate::text::{Fact, Message, Text, all_of};
use std::borrow::Cow;

/// A take-and-break game. A position is the size of a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The game's own line in the catalogue, for those that have one.
    own: Option<&'static Listing>,
    /// The digits, that of no removal first, without zeros at the end.
    digits: Vec<u8>,
}

pub(crate) const GUY_SMITH: &str = "R. K. Guy and C. A. B. Smith, The G-values of various games, Proceedings of the Cambridge Philosophical Society 52 (1956)";

/// The line in the catalogue for codes of any kind.
pub static LISTING: Listing = Listing {
    id: "B2",
    name: "0.137",
    aliases: &[],
    title: Text::new("Octal and hexadecimal games", "八进制与十六进制代号游戏"),
    rule: Text {
        en: "The digit d_k of a code 0.d1d2… says what may be left after removing k stones: add 1 for nothing, 2 for one heap, 4 for two heaps, 8 for three; 4.… also splits without removing.",
        zh: "代号 0.d1d2… 的数字 d_k 表示取走 k 个后可以剩下什么：1 为不剩，2 为一堆，4 为两堆，8 为三堆，可相加；4.… 还允许不取而分堆。",
    },
    form: Text::new(
        "0.DIGITS HEAP … or 4.DIGITS HEAP …",
        "0.DIGITS HEAP …，或 4.DIGITS HEAP …",
    ),
    example: "0.137 10 20",
    source: GUY_SMITH,
    theorems: &["guy_smith", "least_repeats"],
    recognises: is_code,
    parse: notation::parse::<Code>,
};

/// Whether a word has the look of a code.
fn is_code(word: &str) -> bool {
    let mut letters = word.chars();
    letters
        .next()
        .is_some_and(|first| first.is_ascii_hexdigit())
        && letters.next() == Some('.')
        && !is_extended(word)
}

/// A table of fewer heaps is filled one by one.
const FEW: u64 = 512;

/// Most digits of a code.
pub(crate) const MOST_DIGITS: usize = 4096;

pub(crate) fn read_code(word: &Word<'_>) -> Result<Code, ParseError> {
    let place = |at: usize, message: Message| ParseError::at(word.at + at, 1, message);
    let mut digits = Vec::new();
    for (at, letter) in word.text.char_indices() {
        if at == 1 {
            continue;
        }
        let Some(digit) = letter.to_digit(16) else {
            return Err(place(
                at,
                message!(
                    "'{found}' is not a digit of a code; digits are 0–7, and 8–f for three heaps",
                    "'{found}' 不是代号的数字：应为 0–7，或表示三堆的 8–f",
                    found = letter.to_string()
                ),
            ));
        };
        digits.push(digit as u8);
    }
    if digits.len() > MOST_DIGITS {
        return Err(word.error(message!(
            "a code has at most {most} digits",
            "代号最多 {most} 位",
            most = MOST_DIGITS
        )));
    }
    if digits.first().is_some_and(|first| first & 3 != 0) {
        return Err(place(
            0,
            message!(
                "the digit before the point may only allow splitting (4, 8 or c): a move that leaves the heap as it is would never end",
                "小数点前的数字只能允许分堆（4、8 或 c）：原样留下一堆会使对局无休止"
            ),
        ));
    }
    let length = digits
        .iter()
        .rposition(|&digit| digit != 0)
        .map_or(1, |last| last + 1);
    digits.truncate(length);
    Ok(Code { own: None, digits })
}

impl Code {
    /// The code of taking runs of these lengths from a row: the digit 7 at each. `None` where one is 0 or too long for a code.
    pub(crate) fn of_runs(takes: &[u64]) -> Option<Code> {
        let longest = usize::try_from(takes.iter().copied().max()?).ok()?;
        if longest >= MOST_DIGITS || takes.contains(&0) {
            return None;
        }
        let mut digits = vec![0; longest + 1];
        takes.iter().for_each(|&take| digits[take as usize] = 7);
        Some(Code { own: None, digits })
    }

    /// Whether heaps can fall apart, so that they are drawn as rows of pins.
    fn of_pins(&self) -> bool {
        self.digits.iter().any(|digit| digit & 12 != 0)
    }

    /// The code of these digits, that of no removal first: each below 16, and no zeros at the end but the first.
    pub(crate) fn of_digits(digits: Vec<u8>) -> Code {
        Code { own: None, digits }
    }

    /// The same rules under a name of their own.
    pub(crate) fn named(self, own: &'static Listing) -> Code {
        Code {
            own: Some(own),
            ..self
        }
    }

    /// The largest number of heaps that a move leaves.
    fn parts(&self) -> usize {
        self.digits
            .iter()
            .map(|digit| (8 - digit.leading_zeros()).saturating_sub(1) as usize)
            .max()
            .unwrap_or(0)
    }

    /// The value of the next heap of a table.
    fn next_value(&self, values: &[u32], mex: &mut Mex) -> u32 {
        mex.clear();
        let heap = values.len();
        for (removed, digit) in self.digits.iter().enumerate() {
            let Some(left) = heap.checked_sub(removed) else {
                break;
            };
            if digit & 1 != 0 && left == 0 {
                mex.insert(0);
            }
            if digit & 2 != 0 && left > 0 {
                mex.insert(values[left]);
            }
            if digit & 4 != 0 {
                for first in 1..=left / 2 {
                    mex.insert(values[first] ^ values[left - first]);
                }
            }
            if digit & 8 != 0 {
                for first in 1..=left / 3 {
                    for second in first..=(left - first) / 2 {
                        mex.insert(values[first] ^ values[second] ^ values[left - first - second]);
                    }
                }
            }
        }
        mex.least_missing()
    }

    /// Makes the table by the engines for long sequences, up to the heap `last` or to a proved period.
    fn fill_fast(
        &self,
        rules: Rules,
        table: &mut HeapValues,
        last: u64,
        meter: &mut Meter,
    ) -> Result<(), Reason> {
        let cost = |search: &Search| match search.engine() {
            // Far cheaper than a position of a search.
            Engine::Sparse => BLOCK as u64 / 8,
            _ => (self.effort(search.len() + BLOCK as u64) / 64 + 1) * BLOCK as u64,
        };
        Ok(table.fill_by_sequence(rules, last, meter, cost)?)
    }

    /// Roughly how many options the heap has.
    fn effort(&self, heap: u64) -> u64 {
        let of = |digit: &u8| match digit {
            8.. => heap.saturating_mul(heap) / 12,
            4.. => heap / 2,
            _ => 1,
        };
        self.digits.iter().map(of).fold(1, u64::saturating_add)
    }
}

impl Ruleset for Code {
    type Position = Natural;
    /// How many stones are removed, and the heaps left.
    type Move = (u64, Vec<u64>);

    fn options(
        &self,
        heap: &Natural,
        options: &mut Options<Natural, (u64, Vec<u64>)>,
    ) -> Result<(), Stop> {
        for (removed, &digit) in (0u64..).zip(&self.digits) {
            if *heap < Natural::from(removed) {
                break;
            }
            let rest = heap - removed;
            if digit & 1 != 0 && rest.is_zero() {
                options.push((removed, vec![]), &[])?;
            }
            if digit & !1 == 0 || rest.is_zero() {
                continue;
            }
            // Beyond machine words there is no end to the ways of splitting.
            let left = u64::try_from(&rest);
            if digit & 2 != 0 {
                options.push((removed, vec![]), &[rest])?;
            }
            if digit & 12 == 0 {
                continue;
            }
            let left = left.map_err(|_| Stop::Full)?;
            if digit & 4 != 0 {
                for first in 1..=left / 2 {
                    let to = [first, left - first];
                    options.push((removed, to.to_vec()), &to.map(Natural::from))?;
                }
            }
            if digit & 8 != 0 {
                for first in 1..=left / 3 {
                    for second in first..=(left - first) / 2 {
                        let to = [first, second, left - first - second];
                        options.push((removed, to.to_vec()), &to.map(Natural::from))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn describe(&self, _: &Natural, (removed, left): &(u64, Vec<u64>)) -> Message {
        tell_break(*removed, left, self.of_pins())
    }

    fn heap_bytes(&self, heap: &Natural) -> u64 {
        number::heap_bytes(heap)
    }

    fn reached_at_least(&self, heap: &Natural) -> Option<u64> {
        // A heap that may be split, so many being removed, leaves every heap that is smaller by one more than these at least.
        let splits = self.digits.iter().position(|digit| digit & 12 != 0)?;
        let heap = u64::try_from(heap).unwrap_or(u64::MAX);
        Some(heap.saturating_sub(splits as u64 + 1).max(1))
    }

    fn capabilities(&self) -> Capabilities<'_, Code> {
        Capabilities {
            heaps: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl OnHeaps<Natural> for Code {
    fn heap<'p>(&self, heap: &'p Natural) -> Option<Cow<'p, Natural>> {
        Some(Cow::Borrowed(heap))
    }

    fn fill_heaps(
        &self,
        table: &mut HeapValues,
        last: u64,
        meter: &mut Meter,
    ) -> Result<(), Reason> {
        if last <= shared::LARGEST && self.shares_pairs() {
            let last = last.max(2 * table.values.len() as u64).min(shared::LARGEST);
            return Ok(self.fill_sharing(&mut table.values, last, meter)?);
        }
        let mut mex = Mex::new();
        while table.values.len() as u64 <= last {
            // A few heaps are sooner told one by one; a table of many is made anew, and then larger than asked for.
            if last >= FEW
                && let Ok(rules) = Rules::new(&self.digits)
            {
                let last = last.max(2 * table.values.len() as u64);
                return self.fill_fast(rules, table, last, meter);
            }
            meter.spend(1 + self.effort(table.values.len() as u64) / 64, 4)?;
            table.values.push(self.next_value(&table.values, &mut mex));
        }
        Ok(())
    }

    fn sequence_rules(&self) -> Option<Rules> {
        Rules::new(&self.digits).ok()
    }

    /// Codes of at most two heaps, whose pairs are counted by the period.
    fn heap_moves(
        &self,
        sought: &Sought<'_>,
        heap: &Natural,
        limit: usize,
    ) -> Option<Moves<Natural>> {
        if self.parts() > 2 {
            return None;
        }
        let (mut count, mut listed) = (Natural::ZERO, Vec::new());
        let mut add = |message: Message, to: Vec<Natural>| {
            if listed.len() < limit {
                listed.push(Step { message, to });
            }
        };
        for (removed, &digit) in (0u64..).zip(&self.digits) {
            if *heap < Natural::from(removed) {
                break;
            }
            let rest = heap - removed;
            if rest.is_zero() {
                if digit & 1 != 0 && sought.is_nothing() {
                    count += 1u8;
                    add(tell_break(removed, &[], self.of_pins()), vec![]);
                }
                break;
            }
            if digit & 2 != 0 && sought.is_one(sought.value(&rest)?) {
                count += 1u8;
                add(tell_break(removed, &[], self.of_pins()), vec![rest.clone()]);
            }
            if digit & 4 != 0 {
                let pairs = sought.pairs(&rest, Parts::Any, limit)?;
                count += pairs.count;
                for (first, second) in pairs.listed {
                    add(tell_pair(removed, &first, &second), vec![first, second]);
                }
            }
        }
        Some(Moves {
            count: Some(count),
            listed,
        })
    }
}

/// A move that takes some and leaves two heaps, in words; what can fall apart is drawn as pins.
pub(crate) fn tell_pair(removed: u64, first: impl Into<Fact>, second: impl Into<Fact>) -> Message {
    if removed == 0 {
        message!(
            "split into {first} and {second}",
            "分成 {first} 与 {second}",
            first = first.into(),
            second = second.into()
        )
    } else {
        message!(
            "take {stones} and leave {first} and {second}",
            "取 {stones} 个，剩下 {first} 与 {second}",
            stones = removed,
            first = first.into(),
            second = second.into()
        )
    }
}

/// A move that takes some pins or stones and leaves some heaps, in words.
pub(crate) fn tell_break(removed: u64, left: &[u64], pins: bool) -> Message {
    match (removed, left) {
        (_, []) if pins => message!("take {stones}", "取 {stones} 个", stones = removed),
        (_, []) => message!("take {stones}", "取 {stones} 颗", stones = removed),
        (_, &[first, second]) => tell_pair(removed, first, second),
        (0, _) => message!("split into {left}", "分成 {left}", left = all_of(left)),
        _ => message!(
            "take {stones} and leave {left}",
            "取 {stones} 个，剩下 {left}",
            stones = removed,
            left = all_of(left)
        ),
    }
}

impl Notation for Code {
    fn listing(&self) -> &'static Listing {
        self.own.unwrap_or(&LISTING)
    }
    fn read(clause: &Clause<'_>) -> Result<(Code, Vec<Natural>), ParseError> {
        clause.no_parameters()?;
        Ok((read_code(&clause.name)?, clause.naturals()?))
    }
    fn head(&self) -> String {
        if let Some(own) = self.own {
            return own.name.to_owned();
        }
        let digit = |&digit: &u8| char::from_digit(digit.into(), 16).unwrap_or('0');
        let digits: String = self.digits.iter().map(digit).collect();
        match digits.split_at(1) {
            (first, "") => format!("{first}.0"),
            (first, rest) => format!("{first}.{rest}"),
        }
    }
    crate::single_heaps!();
}

mod shared;
#[cfg(test)]
mod tests;
