//! Take-and-break games by codes that say more than octal and hexadecimal ones: digits for ever, any number of heaps, heaps that are equal or not.
//!
//! Berlekamp, Conway and Guy (*Winning Ways*, chapter 4) write Nim as 0.333… and ask for more than two heaps; one notation for all of this is A. N.
//! Siegel's in CGSuite 2 (`game.heap.TakeAndBreak`), and it is read here:
//!
//! * `0.[3]` is 0.333…, `0.3[37]` is 0.3373737…: the digits in brackets, the last of the code, go on for ever;
//! * `{2,3}` is a digit by the numbers of heaps that may be left, exactly those; `{2+}` is two or more, `*` is `{0+}`;
//! * behind a digit `!` asks that all heaps left are of different sizes, `=` that all are of one size, `?` that not all are. With one heap or none the
//!   first two ask nothing. `?` says nothing that is settled of one heap, and is refused there.
//!
//! So `4!.0` is Grundy's game. A code that says no more than a plain code, a set of takes or Grundy's game becomes that game, with its theorems.
//! The theorem of Guy and Smith is about finitely many digits and heaps of any sizes: of other codes no period is proved, and the table ends
//! with the budget.
//!
//! Removal k + pq of digit k in a period of p leaves the heaps that removal k leaves of a smaller heap of the same remainder. So what digits of the period
//! reach is gathered once for each heap, and a heap costs its own splits only.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let game = |text: &str| text.parse::<Game>().unwrap();
//! assert_eq!(game("4!.0 9"), game("grundy 9"));
//! assert_eq!(solve(&game("{2+}!.0 9"), Play::Normal).value.unwrap().to_string(), "5");
//! ```

mod partitions;
mod read;

pub use read::is_extended;

use std::borrow::Cow;

use partitions::{Partitions, each};

use crate::budget::Meter;
use crate::codes::{Code, tell_break};
use crate::component::{self, Part};
use crate::engine::heaps::HeapValues;
use crate::engine::sequence::{Rules, Takes, joined};
use crate::notation::{Clause, Listing, Notation, ParseError};
use crate::number::{self, Natural};
use crate::reason::Reason;
use crate::ruleset::{Capabilities, OnHeaps, Options, Ruleset, Stop};
use crate::split;
use crate::take::Take;
use crate::take::modulo::Modulo;
use crate::text::{Message, Text};

/// A take-and-break game by an extended code. A position is the size of a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extended {
    /// The digits before the period, that of no removal first; without a period there are no zeros at the end.
    digits: Vec<Digit>,
    /// The digits that go on for ever; none, or one of them is not 0.
    period: Vec<Digit>,
}

/// What may be left after one removal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Digit {
    /// Bit j: exactly j heaps.
    counts: u64,
    /// Whether any number of heaps above the highest bit may be left too.
    more: bool,
    sizes: Sizes,
}

/// What is asked of the heaps that are left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Sizes {
    #[default]
    Any,
    /// No two of them equal.
    Different,
    /// All equal.
    Equal,
    /// Not all equal.
    Mixed,
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "B2",
    name: "0.[37]",
    aliases: &[],
    title: Text::new("Take-and-break games by extended codes", "扩展代号游戏"),
    rule: Text {
        en: "A code whose digits in brackets repeat for ever; {2,3} leaves two heaps or three, {2+} two or more; after a digit, ! requires heaps of different sizes, = equal ones, ? not all equal ones.",
        zh: "方括号中的数字无限循环；{2,3} 表示剩两堆或三堆，{2+} 表示剩两堆或更多；数字后的 ! 要求各堆大小互不相同，= 要求全部相等，? 要求不全相等。",
    },
    form: Text::new(
        "0.DIGITS[DIGITS] HEAP … with digits 0–f, {COUNTS} or *, each with !, = or ? behind it",
        "0.DIGITS[DIGITS] HEAP …，各位为 0–f、{COUNTS} 或 *，其后可带 !、= 或 ?",
    ),
    example: "0.[37] 10",
    source: "A. N. Siegel, Combinatorial Game Suite 2, game.heap.TakeAndBreak; E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 4",
    theorems: &[],
    recognises: is_extended,
    parse,
};

/// The options of larger heaps are not gone through.
const MOST_HEAP: u64 = 1 << 20;

/// Heaps in all options of a position together.
const MOST_PARTS: usize = 1 << 22;

fn parse(clause: &Clause<'_>) -> Result<Part, ParseError> {
    let (code, heaps) = Extended::read(clause)?;
    if let Some(digits) = code
        .plain()
        .filter(|digits| digits.iter().all(|&digit| digit < 16))
    {
        return Ok(component::encoded_part(Code::of_digits(digits), heaps));
    }
    if code.is_grundys() {
        return Ok(component::encoded_part(split::grundys(), heaps));
    }
    if let Some(Takes::AllBut(runs)) = code.takes()
        && let Some(take) = Take::new(runs, true)
    {
        return Ok(component::encoded_part(take, heaps));
    }
    if let Some(takes) = code.takes().and_then(Modulo::new) {
        return Ok(component::encoded_part(takes, heaps));
    }
    Ok(component::encoded_part(code, heaps))
}

impl Digit {
    fn is_zero(self) -> bool {
        self.counts == 0
    }

    /// Whether so many heaps may be left.
    fn allows(self, count: u64) -> bool {
        match 1u64.checked_shl(count.try_into().unwrap_or(u32::MAX)) {
            Some(bit) if bit <= self.counts => self.counts & bit != 0,
            _ => self.more,
        }
    }

    /// The most heaps that may be left of so many stones.
    fn most(self, left: u64) -> u64 {
        match self.more {
            true => left,
            false => left.min(u64::from(self.counts.checked_ilog2().unwrap_or(0))),
        }
    }

    /// Does something with every way to leave so many stones, until it fails.
    fn ways<E>(self, left: u64, mut way: impl FnMut(&[u64]) -> Result<(), E>) -> Result<(), E> {
        if left == 0 {
            return if self.allows(0) { way(&[]) } else { Ok(()) };
        }
        // No more than so many different numbers have this sum.
        let most = match self.sizes {
            Sizes::Different => self.most(left).min((2 * left).isqrt() + 1),
            _ => self.most(left),
        };
        for count in (1..=most).filter(|&count| self.allows(count)) {
            match self.sizes {
                Sizes::Equal if !left.is_multiple_of(count) => {}
                Sizes::Equal => way(&vec![left / count; count as usize])?,
                Sizes::Any => each(Partitions::new(left, count, 0), &mut way)?,
                Sizes::Different => each(Partitions::new(left, count, 1), &mut way)?,
                Sizes::Mixed => each(Partitions::new(left, count, 0), |parts| {
                    match parts.first() == parts.last() {
                        true => Ok(()),
                        false => way(parts),
                    }
                })?,
            }
        }
        Ok(())
    }
}

impl Extended {
    /// The digits of an unrestricted code of finitely many, each below 256.
    fn plain(&self) -> Option<Vec<u8>> {
        let digit = |digit: &Digit| {
            let is_plain = digit.sizes == Sizes::Any && !digit.more;
            u8::try_from(digit.counts).ok().filter(|_| is_plain)
        };
        let digits = self.period.is_empty().then_some(&self.digits)?;
        digits.iter().map(digit).collect()
    }

    /// Whether this is 4!.0.
    fn is_grundys(&self) -> bool {
        let split = Digit {
            counts: 4,
            more: false,
            sizes: Sizes::Different,
        };
        self.period.is_empty() && self.digits == [split]
    }

    /// The set of takes that the code is: where every digit is 0 or 3, for ever 3, or from the first on in one period.
    fn takes(&self) -> Option<Takes> {
        let three = Digit {
            counts: 3,
            ..Digit::default()
        };
        let of_takes = |digit: &Digit| digit.is_zero() || *digit == three;
        let (first, digits) = self.digits.split_first()?;
        if !first.is_zero() || !digits.iter().chain(&self.period).all(of_takes) {
            return None;
        }
        match &self.period[..] {
            [_] => {
                let without = (1..).zip(digits).filter(|(_, digit)| digit.is_zero());
                let runs = without.map(|(take, _)| (take, take)).collect();
                Some(Takes::AllBut(joined(runs)))
            }
            period if digits.is_empty() && !period.is_empty() => {
                let length = period.len() as u64;
                let with = (1..).zip(period).filter(|(_, digit)| !digit.is_zero());
                let runs = with.map(|(take, _)| (take % length, take % length));
                Some(Takes::Modulo(length, joined(runs.collect())))
            }
            _ => None,
        }
    }

    /// The digit of a removal.
    fn digit(&self, removed: u64) -> Digit {
        let beyond = removed.checked_sub(self.digits.len() as u64);
        match beyond {
            None => self.digits[removed as usize],
            Some(_) if self.period.is_empty() => Digit::default(),
            Some(beyond) => self.period[(beyond % self.period.len() as u64) as usize],
        }
    }

    /// The values of what may be left of so many stones after a removal of this digit.
    fn reach(
        digit: Digit,
        left: u64,
        values: &[u32],
        set: &mut Values,
        meter: &mut Meter,
    ) -> Result<(), Reason> {
        let mut steps = digit.most(left);
        digit.ways(left, |parts| {
            steps += 1 + parts.len() as u64 / 8;
            if steps >= 64 {
                meter.spend(steps / 64, 0)?;
                steps %= 64;
            }
            let value = parts
                .iter()
                .fold(0, |all, &part| all ^ values[part as usize]);
            set.insert(value);
            Ok(())
        })
    }
}

/// A set of values.
#[derive(Clone, Debug, Default)]
struct Values(Vec<u64>);

impl Values {
    fn insert(&mut self, value: u32) {
        let place = value as usize / 64;
        if self.0.len() <= place {
            self.0.resize(place + 1, 0);
        }
        self.0[place] |= 1 << (value % 64);
    }

    /// The least number in none of some sets.
    fn least_missing<'s>(sets: impl Iterator<Item = &'s Values> + Clone) -> u32 {
        let mut place = 0;
        loop {
            let all = |set: &Values| set.0.get(place).copied().unwrap_or(0);
            let free = !sets.clone().map(all).fold(0, |all, part| all | part);
            if free != 0 {
                return place as u32 * 64 + free.trailing_zeros();
            }
            place += 1;
        }
    }
}

impl Ruleset for Extended {
    type Position = Natural;
    /// How many stones are removed, and the heaps left.
    type Move = (u64, Vec<u64>);

    fn options(
        &self,
        heap: &Natural,
        options: &mut Options<Natural, (u64, Vec<u64>)>,
    ) -> Result<(), Stop> {
        let heap = u64::try_from(heap).ok();
        let heap = heap.filter(|&heap| heap < MOST_HEAP).ok_or(Stop::Full)?;
        let last = match self.period.is_empty() {
            true => heap.min(self.digits.len() as u64 - 1),
            false => heap,
        };
        let mut room = MOST_PARTS;
        for removed in 0..=last {
            self.digit(removed).ways(heap - removed, |parts| {
                room = room.checked_sub(parts.len()).ok_or(Stop::Full)?;
                let to: Vec<Natural> = parts.iter().map(|&part| part.into()).collect();
                options.push((removed, parts.to_vec()), &to)
            })?;
        }
        Ok(())
    }

    fn describe(&self, _: &Natural, (removed, left): &(u64, Vec<u64>)) -> Message {
        match left[..] {
            // One heap that is left speaks for itself.
            [_] => tell_break(*removed, &[], true),
            _ => tell_break(*removed, left, true),
        }
    }

    fn heap_bytes(&self, heap: &Natural) -> u64 {
        number::heap_bytes(heap)
    }

    fn capabilities(&self) -> Capabilities<'_, Extended> {
        Capabilities {
            heaps: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl OnHeaps<Natural> for Extended {
    fn heap<'p>(&self, heap: &'p Natural) -> Option<Cow<'p, Natural>> {
        Some(Cow::Borrowed(heap))
    }

    /// From heap 0 each time, as what the period reaches is not kept; so to twice the heaps that were there.
    fn fill_heaps(
        &self,
        table: &mut HeapValues,
        last: u64,
        meter: &mut Meter,
    ) -> Result<(), Reason> {
        let known = table.values.len() as u64;
        let last = match known <= last {
            true => last.max(2 * known),
            false => return Ok(()),
        };
        let period = self.period.len();
        // What each digit of the period reaches, by the remainder of what is left.
        meter.spend(0, (period * period * size_of::<Values>()) as u64)?;
        let mut gathered = vec![Values::default(); period * period];
        let mut fresh = Values::default();
        for heap in 0..=last {
            fresh.0.clear();
            // Numbers that stand in the sets, and the sets of this heap.
            let digits = (period + self.digits.len()) as u64;
            let bytes = if heap < known { 0 } else { 4 };
            meter.spend(1 + digits / 8 + heap / 4096, bytes)?;
            for (removed, &digit) in (0..=heap).zip(&self.digits) {
                if heap >= known {
                    Self::reach(digit, heap - removed, &table.values, &mut fresh, meter)?;
                }
            }
            let mut met = Vec::with_capacity(period);
            for (place, &digit) in self.period.iter().enumerate() {
                let Some(left) = heap.checked_sub((self.digits.len() + place) as u64) else {
                    break;
                };
                let set = place * period + left as usize % period;
                Self::reach(digit, left, &table.values, &mut gathered[set], meter)?;
                met.push(set);
            }
            if heap >= known {
                let sets = met.iter().map(|&set| &gathered[set]);
                let value = Values::least_missing(sets.chain([&fresh]));
                table.values.push(value);
            }
        }
        Ok(())
    }

    fn sequence_rules(&self) -> Option<Rules> {
        match self.plain() {
            Some(digits) => Rules::new(&digits).ok(),
            None => Rules::taking(self.takes()?).ok(),
        }
    }
}

impl Notation for Extended {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Extended, Vec<Natural>), ParseError> {
        clause.no_parameters()?;
        Ok((read::code(&clause.name)?, clause.naturals()?))
    }
    fn head(&self) -> String {
        let told = |digits: &[Digit]| digits.iter().map(|digit| read::told(*digit)).collect();
        let (first, rest): (String, String) = match self.digits.split_first() {
            Some((first, rest)) => (read::told(*first), told(rest)),
            None => ("0".to_owned(), String::new()),
        };
        let period: String = told(&self.period);
        match (rest.is_empty(), period.is_empty()) {
            (true, true) => format!("{first}.0"),
            (false, true) => format!("{first}.{rest}"),
            (_, false) => format!("{first}.{rest}[{period}]"),
        }
    }
    crate::single_heaps!();
}

#[cfg(test)]
mod tests;
