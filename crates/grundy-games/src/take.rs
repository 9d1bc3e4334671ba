//! Subtraction games (S-Nim): from a heap take a number of stones that the set S allows.
//!
//! Finite sets have periodic values, since a value depends on the last max(S) values only; the period is found and
//! proved from the table. A set that is one range has a formula, also where the range has no end. Other sets of all numbers
//! but finitely many have their table. Where all takes below a number are allowed and no multiple of it, as with 1, 2, 4, 8, …, the
//! value is the residue: the takes below it lead to every other residue, and no take stays in the same; with one multiple of it,
//! as 1, 2, 9, there is a formula too.
//!
//! All numbers but finitely many: the values grow by a saltus in each period, which is found and proved from the table too.
//!
//! Under misère play sums go by Bouton's rule on their values (Ferguson 1974). With s the least take, a heap is worth 1 exactly
//! where taking s leaves one worth 0: the proof goes by smaller heaps and asks nothing of the set, so it may be infinite.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let answer = solve(&"take:1,3,4 1000000000000000000".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "1"); // the period is 7, proved
//! # Ok::<(), grundy::ParseError>(())
//! ```

mod jump;
pub mod modulo;
mod residue;
pub mod sets;

use std::borrow::Cow;

use jump::Jump;

use self::modulo::Modulo;
use self::sets::Named;
use crate::bash::{ferguson, range_because};
use crate::budget::{Exhausted, Meter};
use crate::component::Part;
use crate::engine::heaps::HeapValues;
use crate::engine::period::Period;
pub(crate) use crate::engine::sequence::run;
use crate::engine::sequence::{BLOCK, Rules, Takes, joined};
use crate::engine::sought::Sought;
use crate::engine::subtraction::{self, TableError};
use crate::message;
use crate::nim::take_words;
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, Word, only_by_name};
use crate::number::{self, Natural};
use crate::range::Range;
use crate::reason::Reason;
use crate::ruleset::{Capabilities, Moves, OnHeaps, Options, Ruleset, Step, Stop, ValueTheorem};
use crate::text::{Message, Text};

/// A subtraction game. A position is the size of a heap.
#[derive(Clone, Debug)]
pub struct Take {
    /// Runs of consecutive takes, ascending, not touching.
    runs: Vec<(u64, u64)>,
    /// Whether the runs are what may *not* be taken.
    all_but: bool,
    /// The theorem of a single run, or of a residue.
    theorem: Option<Theorem>,
}

/// The takes that a theorem is about.
#[derive(Clone, Debug)]
enum Theorem {
    /// From a least to a greatest.
    Range(Range),
    /// This one and all greater.
    From(Natural),
    /// All below this number, and no multiple of it: the value is the residue.
    Residue(u64),
    /// All below a number, and one multiple of it.
    Jump(Jump),
}

impl Theorem {
    /// The range of takes as far as a heap has stones.
    fn range(&self, heap: &Natural) -> Option<Cow<'_, Range>> {
        match self {
            Theorem::Range(range) => Some(Cow::Borrowed(range)),
            Theorem::From(least) => {
                Range::new(least.clone(), heap.max(least).clone()).map(Cow::Owned)
            }
            Theorem::Residue(_) | Theorem::Jump(_) => None,
        }
    }
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "B1",
    name: "take",
    aliases: &["subtraction"],
    title: Text::new("Subtraction game", "减法游戏（S-Nim）"),
    rule: Text {
        en: "Take from a heap a number of stones that the set allows; !1,2 allows all but 1 and 2, 1,4mod5 all that leave 1 or 4 when divided by 5.",
        zh: "每次从一堆取走集合中允许的颗数；!1,2 表示除 1、2 外均可，1,4mod5 表示除以 5 余 1 或 4 的颗数。",
    },
    form: Text::new(
        "take:SET HEAP … with SET like 1,3,4 or 1-3,7 or !1,2 or 1,4mod5, or powers2, fibonacci, squares, primes",
        "take:SET HEAP …，SET 如 1,3,4 或 1-3,7 或 !1,2 或 1,4mod5，或 powers2、fibonacci、squares、primes",
    ),
    example: "take:1,3,4 10 12",
    source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 4; misère sums: T. S. Ferguson, International Journal of Game Theory 3 (1974)",
    theorems: &[
        "bash_grundy",
        "taking_paired",
        "ferguson",
        "window",
        "all_but",
        "residue_grundy",
        "residue_runs_grundy",
        "jump_grundy",
        "powers_of_two_grundy",
        "residue_moves",
        "jump_moves",
    ],
    recognises: only_by_name,
    parse,
};

/// A set by its numbers or by its name.
fn parse(clause: &Clause<'_>) -> Result<Part, ParseError> {
    match clause.parameters.and_then(|word| Named::by_name(word.text)) {
        Some(_) => notation::parse::<Named>(clause),
        None if clause
            .parameters
            .is_some_and(|word| Modulo::is_meant(word.text)) =>
        {
            notation::parse::<Modulo>(clause)
        }
        None => notation::parse::<Take>(clause),
    }
}

/// Up to this heap a table is simply filled; beyond, a period is looked for first.
const SMALL: u64 = 1 << 16;

/// More takes than this are not gone through to count the winning ones.
const MOST_TAKES: u64 = 1 << 24;

impl Take {
    /// The game of a set of runs of takes, or of all takes but these; `None` where 0 is a take or nothing can be taken.
    pub fn new(runs: Vec<(u64, u64)>, all_but: bool) -> Option<Take> {
        if runs.iter().any(|&(low, high)| low == 0 || high < low) || (runs.is_empty() && !all_but) {
            return None;
        }
        let runs = joined(runs);
        let theorem = match runs[..] {
            [(low, high)] if !all_but => Range::new(low.into(), high.into()).map(Theorem::Range),
            [] if all_but => Some(Theorem::From(Natural::ONE)),
            // A set that ends with the machine words ends with them: nothing greater is forbidden.
            [(1, high)] if all_but => Some(Theorem::From(Natural::from(high) + 1u8)),
            [(1, high), ref others @ ..] if !all_but => {
                if let [(far, last)] = *others
                    && far == last
                    && high < far
                    && far % (high + 1) == 0
                {
                    let jump = Jump { most: high, far };
                    return Some(Take {
                        runs,
                        all_but,
                        theorem: Some(Theorem::Jump(jump)),
                    });
                }
                let none = |&(low, last): &(u64, u64)| (low - 1) / (high + 1) == last / (high + 1);
                others
                    .iter()
                    .all(none)
                    .then_some(Theorem::Residue(high + 1))
            }
            _ => None,
        };
        Some(Take {
            runs,
            all_but,
            theorem,
        })
    }

    /// The runs of takes up to `most`.
    fn allowed(&self, most: u64) -> Vec<(u64, u64)> {
        let mut allowed = Vec::new();
        if self.all_but {
            let mut next = 1;
            for &(low, high) in &self.runs {
                if low > next {
                    allowed.push((next, low - 1));
                }
                let Some(after) = high.checked_add(1) else {
                    return clipped(allowed, most);
                };
                next = after;
            }
            allowed.push((next, u64::MAX));
        } else {
            allowed.extend(&self.runs);
        }
        clipped(allowed, most)
    }

    /// The heaps that are worth so much, by a proved period of values that grow: the largest first.
    fn heaps_worth(table: &HeapValues, period: Period, target: &Natural) -> Vec<Natural> {
        let places = (0u64..).zip(&table.values);
        let places = places.take_while(|&(place, _)| place < period.preperiod() + period.period());
        let mut heaps: Vec<Natural> = places
            .filter_map(|(place, &value)| {
                let value = Natural::from(value);
                let more = (*target >= value).then(|| target - value)?;
                if place < period.preperiod() {
                    return more.is_zero().then(|| place.into());
                }
                let rounds = (&more % period.saltus() == 0).then(|| more / period.saltus())?;
                Some(rounds * period.period() + place)
            })
            .collect();
        heaps.sort_unstable();
        heaps.reverse();
        heaps
    }

    /// The moves of a heap to those worth so much, by a proved period of values that grow. Not many heaps are worth the
    /// same, however large this one is.
    fn grown_moves_to(
        &self,
        table: &HeapValues,
        heap: &Natural,
        target: &Natural,
        limit: usize,
    ) -> Option<Moves<Natural>> {
        let period = table.period.filter(|period| period.saltus() > 0)?;
        let may_take = |take: &Natural| match u64::try_from(take) {
            Ok(0) => false,
            Ok(take) => !self
                .runs
                .iter()
                .any(|&(low, high)| (low..=high).contains(&take)),
            Err(_) => true,
        };
        let (mut count, mut listed) = (0u64, Vec::new());
        for left in Take::heaps_worth(table, period, target) {
            if left > *heap {
                continue;
            }
            let take = heap - &left;
            if !may_take(&take) {
                continue;
            }
            count += 1;
            if listed.len() < limit {
                let message = take_words(&take);
                listed.push(Step {
                    message,
                    to: vec![left],
                });
            }
        }
        Some(Moves {
            count: Some(count.into()),
            listed,
        })
    }

    /// All but finitely many takes: a value is the least number that neither is new nor belongs only to heaps that
    /// a forbidden take leads to. Constant time a heap for each forbidden take.
    fn fill_all_but(
        &self,
        table: &mut HeapValues,
        last: u64,
        meter: &mut Meter,
    ) -> Result<(), Reason> {
        let mut heaps_of: Vec<u32> = Vec::new();
        let count = |value: u32, heaps_of: &mut Vec<u32>| {
            let place = value as usize;
            if heaps_of.len() <= place {
                heaps_of.resize(place + 1, 0);
            }
            heaps_of[place] += 1;
        };
        table
            .values
            .iter()
            .for_each(|&value| count(value, &mut heaps_of));
        let mut lost: Vec<u32> = Vec::new();
        while table.values.len() as u64 <= last {
            let heap = table.values.len() as u64;
            let forbidden: u64 = self
                .runs
                .iter()
                .map(|&(low, high)| high.min(heap).saturating_add(1).saturating_sub(low))
                .sum();
            meter.spend(1 + forbidden / 16, 4)?;
            lost.clear();
            for &(low, high) in &self.runs {
                for take in low..=high.min(heap) {
                    lost.push(table.values[(heap - take) as usize]);
                }
            }
            // All values up to the largest so far occur: a mex skips none.
            let mut value = heaps_of.len() as u32;
            lost.sort_unstable();
            for run in lost.chunk_by(|one, other| one == other) {
                if run.len() as u32 == heaps_of[run[0] as usize] {
                    value = value.min(run[0]);
                }
            }
            table.values.push(value);
            count(value, &mut heaps_of);
        }
        Ok(())
    }

    fn fill_finite(
        &self,
        table: &mut HeapValues,
        last: u64,
        meter: &mut Meter,
    ) -> Result<(), Reason> {
        let takes: u64 = self
            .runs
            .iter()
            .map(|&(low, high)| (high.min(last).saturating_sub(low)).saturating_add(1))
            .sum();
        meter.spend(takes, takes.saturating_mul(24))?;
        let takes = takes_below(&self.runs, last);
        let whole = self.runs.last().is_none_or(|&(_, high)| high <= last);
        let limit = meter.bytes_left();
        if last > SMALL && whole {
            let positions = meter.positions_left();
            let stopped = meter.clone();
            match subtraction::period(&takes, positions, limit, &|| stopped.look().is_err()) {
                Ok(period) => {
                    meter.spend(
                        period.values().len() as u64 / 8,
                        period.values().len() as u64 * 4,
                    )?;
                    table.values = period.values().iter().map(u32::from).collect();
                    table.period = Some(Period::from(&period));
                    return Ok(());
                }
                Err(TableError::NoPeriodWithin { .. }) if last < positions => {}
                Err(refused) => return Err(ran_out(refused, meter).into()),
            }
        }
        // A little more than asked, so that a row of questions fills the table few times.
        let last = last
            .saturating_add(last / 2)
            .max(1023)
            .min(meter.positions_left().max(last));
        meter.spend(last / 8, last.saturating_mul(6))?;
        let (limit, stopped) = (limit.min(meter.bytes_left()), meter.clone());
        let takes = takes_below(&self.runs, last);
        let values = subtraction::values(&takes, last, limit, &|| stopped.look().is_err())
            .map_err(|refused| ran_out(refused, meter))?;
        table.values = values.iter().map(u32::from).collect();
        Ok(())
    }
}

fn ran_out(refused: TableError, meter: &Meter) -> Exhausted {
    match refused {
        TableError::Stopped => meter.look().err().unwrap_or(Exhausted::Interrupted),
        TableError::TooLarge { .. } => Exhausted::Bytes(meter.bytes_left()),
        _ => Exhausted::Positions(meter.positions_left()),
    }
}

fn takes_below(runs: &[(u64, u64)], last: u64) -> Vec<u64> {
    clipped(runs.to_vec(), last)
        .into_iter()
        .flat_map(|(low, high)| low..=high)
        .collect()
}

fn clipped(runs: Vec<(u64, u64)>, most: u64) -> Vec<(u64, u64)> {
    runs.into_iter()
        .filter(|&(low, _)| low <= most)
        .map(|(low, high)| (low, high.min(most)))
        .collect()
}

impl Ruleset for Take {
    type Position = Natural;
    type Move = Natural;

    fn options(&self, heap: &Natural, options: &mut Options<Natural, Natural>) -> Result<(), Stop> {
        let most = u64::try_from(heap).unwrap_or(u64::MAX);
        for (low, high) in self.allowed(most) {
            for take in low..=high {
                options.push(take.into(), &[heap - take])?;
            }
        }
        // A heap beyond machine words, of which so many may be taken.
        if self.all_but && *heap > Natural::from(u64::MAX) {
            return Err(Stop::Full);
        }
        Ok(())
    }

    fn describe(&self, _: &Natural, take: &Natural) -> Message {
        take_words(take)
    }

    fn heap_bytes(&self, heap: &Natural) -> u64 {
        number::heap_bytes(heap)
    }

    fn capabilities(&self) -> Capabilities<'_, Take> {
        Capabilities {
            values: self.theorem.is_some().then_some(self),
            tame: Some(ferguson),
            heaps: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl OnHeaps<Natural> for Take {
    fn heap<'p>(&self, heap: &'p Natural) -> Option<Cow<'p, Natural>> {
        Some(Cow::Borrowed(heap))
    }

    fn fill_heaps(
        &self,
        table: &mut HeapValues,
        last: u64,
        meter: &mut Meter,
    ) -> Result<(), Reason> {
        if self.all_but && last > SMALL {
            // Values that grow are proved to do so from few of them.
            let forbidden: u64 = self.runs.iter().map(|&(low, high)| high - low + 1).sum();
            let cost = (1 + forbidden / 16).saturating_mul(BLOCK as u64);
            if let Some(rules) = self.sequence_rules() {
                table.fill_by_sequence(rules, last, meter, |_| cost)?;
            }
            if table.period.is_some() {
                return Ok(());
            }
        }
        if self.all_but {
            self.fill_all_but(table, last, meter)
        } else {
            self.fill_finite(table, last, meter)
        }
    }

    fn sequence_rules(&self) -> Option<Rules> {
        let runs = self.runs.clone();
        let takes = match self.all_but {
            true => Takes::AllBut(runs),
            false => Takes::These(runs),
        };
        Rules::taking(takes).ok()
    }

    fn heap_moves(
        &self,
        sought: &Sought<'_>,
        heap: &Natural,
        limit: usize,
    ) -> Option<Moves<Natural>> {
        if let Sought::NimSum { table, target } = *sought
            && let Some(moves) = self.grown_moves_to(table, heap, target, limit)
        {
            return Some(moves);
        }
        let small = u64::try_from(heap).ok();
        let allowed = self.allowed(small.unwrap_or(u64::MAX));
        let takes = allowed
            .iter()
            .map(|&(low, high)| (high - low).saturating_add(1));
        if takes.fold(0, u64::saturating_add) > MOST_TAKES {
            return None;
        }
        let value = |take: u64| -> Option<u32> {
            let inside = small
                .and_then(|heap| heap.checked_sub(take))
                .and_then(|left| usize::try_from(left).ok())
                .and_then(|left| sought.written(left));
            inside.or_else(|| sought.value(&(heap - take)))
        };
        let (mut count, mut listed) = (0u64, Vec::new());
        for take in allowed.into_iter().flat_map(|(low, high)| low..=high) {
            if sought.is_one(value(take)?) {
                count += 1;
                if listed.len() < limit {
                    listed.push(Step {
                        message: take_words(&take.into()),
                        to: vec![heap - take],
                    });
                }
            }
        }
        Some(Moves {
            count: Some(count.into()),
            listed,
        })
    }
}

impl ValueTheorem<Natural> for Take {
    fn value(&self, heap: &Natural) -> Option<Nimber> {
        let theorem = self.theorem.as_ref()?;
        if let Theorem::Residue(period) = theorem {
            return Some(Nimber::from(heap % *period));
        }
        if let Theorem::Jump(jump) = theorem {
            return Some(Nimber(jump.value(jump.residue(heap)).into()));
        }
        Some(Nimber(theorem.range(heap)?.value(heap)))
    }

    fn moves_to(&self, heap: &Natural, target: &Nimber, limit: usize) -> Option<Moves<Natural>> {
        let theorem = self.theorem.as_ref()?;
        if let Theorem::Residue(period) = theorem {
            return Some(residue::moves_to(&self.runs, heap, *period, target, limit));
        }
        if let Theorem::Jump(jump) = theorem {
            return Some(jump.moves_to(heap, target, limit));
        }
        Some(theorem.range(heap)?.moves_to(heap, &target.0, limit))
    }

    fn because(&self, heap: &Natural) -> Message {
        match &self.theorem {
            Some(Theorem::Range(range)) => range_because(range, heap),
            Some(Theorem::From(least)) => message!(
                "takes from {least} up: ⌊{heap} / {least}⌋ = {value}",
                "可取不少于 {least} 颗：⌊{heap} / {least}⌋ = {value}",
                least = least,
                heap = heap,
                value = heap / least
            ),
            Some(Theorem::Residue(period)) => message!(
                "all takes from 1 to {most} are allowed and no multiple of {period}: {heap} mod {period} = {value}",
                "可取 1 到 {most} 中任意颗，且 {period} 的倍数均不可取：{heap} mod {period} = {value}",
                most = period - 1,
                heap = heap,
                period = *period,
                value = heap % *period
            ),
            Some(Theorem::Jump(jump)) if jump.most == 1 => message!(
                "takes 1 or {far}; {far} is a multiple of 2: {heap} mod {period} = {residue}, whose value is {value}",
                "可取 1 或 {far} 颗；{far} 是 2 的倍数：{heap} mod {period} = {residue}，其 SG 值为 {value}",
                far = jump.far,
                heap = heap,
                period = jump.period(),
                residue = jump.residue(heap),
                value = jump.value(jump.residue(heap))
            ),
            Some(Theorem::Jump(jump)) => message!(
                "takes from 1 to {most} or {far}; {far} is a multiple of {all}: {heap} mod {period} = {residue}, whose value is {value}",
                "可取 1 到 {most} 或 {far} 颗；{far} 是 {all} 的倍数：{heap} mod {period} = {residue}，其 SG 值为 {value}",
                most = jump.most,
                far = jump.far,
                all = jump.most + 1,
                heap = heap,
                period = jump.period(),
                residue = jump.residue(heap),
                value = jump.value(jump.residue(heap))
            ),
            None => message!("no theorem applies", "没有适用的定理"),
        }
    }
}

impl Notation for Take {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Take, Vec<Natural>), ParseError> {
        let mut word = clause.needs_parameters()?;
        let all_but = word.text.starts_with('!');
        if all_but {
            word = Word {
                text: &word.text[1..],
                at: word.at + 1,
            };
        }
        let runs = if all_but && word.text.is_empty() {
            Vec::new()
        } else {
            word.split(',').iter().map(run).collect::<Result<_, _>>()?
        };
        let empty = || word.error(message!("the set of takes is empty", "可取数的集合为空"));
        Ok((
            Take::new(runs, all_but).ok_or_else(empty)?,
            clause.naturals()?,
        ))
    }
    fn head(&self) -> String {
        let run = |&(low, high): &(u64, u64)| match high - low {
            0 => low.to_string(),
            1 => format!("{low},{high}"),
            _ => format!("{low}-{high}"),
        };
        let runs: Vec<String> = self.runs.iter().map(run).collect();
        format!(
            "take:{}{}",
            if self.all_but { "!" } else { "" },
            runs.join(",")
        )
    }
    crate::single_heaps!();
}

#[cfg(test)]
mod tests;
