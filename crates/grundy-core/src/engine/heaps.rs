//! Tables of heap values: all heaps from 0 up, each the mex of its options' values (Sprague 1935, Grundy 1939).
//!
//! A ruleset on heaps fills its table in its own way, or by its options as [`HeapsByOptions`]. Where a
//! ruleset has proved a period, heaps of any size are read off the table.

use std::borrow::Cow;
use std::marker::PhantomData;

use crate::budget::{Exhausted, Meter};
use crate::engine::Work;
use crate::message;
use crate::nimber::{Mex, Nimber};
use crate::number::Natural;
use crate::reason::{NotCovered, Reason, TooLarge};
use crate::ruleset::{Moves, OnHeaps, Options, Ruleset};
use crate::text::Message;

pub use grundy_engine::heap_values::HeapValues;
use grundy_engine::period::Period;
use grundy_engine::sought::Sought;

/// A ruleset whose positions are the sizes of heaps, with no better way to their values than the options of one heap after another.
pub trait HeapsByOptions: Ruleset<Position = Natural> {
    /// The last heap that the rules tell options of.
    fn last_heap(&self) -> u64 {
        u64::MAX
    }
}

impl<R: HeapsByOptions> OnHeaps<Natural> for R {
    fn heap<'p>(&self, heap: &'p Natural) -> Option<Cow<'p, Natural>> {
        Some(Cow::Borrowed(heap))
    }

    fn fill_heaps(
        &self,
        table: &mut HeapValues,
        last: u64,
        meter: &mut Meter,
    ) -> Result<(), Reason> {
        let last = last.min(self.last_heap());
        let limit = usize::try_from(meter.positions_left()).unwrap_or(usize::MAX);
        let mut options = Options::with_limit(limit);
        let mut mex = Mex::new();
        while table.values.len() as u64 <= last {
            options.clear();
            let heap = Natural::from(table.values.len());
            let told = self.options(&heap, &mut options);
            told.map_err(|stop| stop.reason(|| Exhausted::Positions(limit as u64).into()))?;
            meter.spend(1 + options.positions().len() as u64 / 16, 4)?;
            meter.step(20 * options.positions().len() as u64)?;
            mex.clear();
            let value = |heap: &Natural| {
                let value = usize::try_from(heap)
                    .ok()
                    .and_then(|heap| table.values.get(heap));
                value.copied().unwrap_or(0)
            };
            for (_, sum) in options.iter() {
                mex.insert(sum.iter().map(value).fold(0, |all, value| all ^ value));
            }
            table.values.push(mex.least_missing());
        }
        Ok(())
    }
}

/// The table kept for one ruleset.
struct Kept<R>(HeapValues, PhantomData<fn(R)>);

impl<R> Default for Kept<R> {
    fn default() -> Self {
        Kept(HeapValues::default(), PhantomData)
    }
}

/// The value of a heap, where it is below 2^32.
///
/// # Errors
/// Those of [`nimber`], and that the value is larger.
pub fn value<R: Ruleset>(
    rules: &R,
    head: &str,
    position: &R::Position,
    work: &mut Work,
) -> Result<u32, Reason> {
    let value = nimber(rules, head, position, work)?;
    u32::try_from(&value.0).map_err(|_| TooLarge::Value.into())
}

/// The value of a heap.
///
/// # Errors
/// Why there is none: the ruleset is not one on heaps, or what ran out.
pub fn nimber<R: Ruleset>(
    rules: &R,
    head: &str,
    position: &R::Position,
    work: &mut Work,
) -> Result<Nimber, Reason> {
    let on_heaps = rules.capabilities().heaps.ok_or(NotCovered::NotHeaps)?;
    let heap = on_heaps.heap(position).ok_or(NotCovered::NotHeaps)?;
    let table = &mut work.tables.of::<Kept<R>>(head).0;
    if let Some(value) = table.nimber(&heap) {
        return Ok(value);
    }
    // A period may be found and proved from a table far shorter than the heap.
    let last = u64::try_from(&*heap).unwrap_or(u64::MAX);
    let filled = on_heaps.fill_heaps(table, last, &mut work.meter);
    if let Some(value) = table.nimber(&heap) {
        return Ok(value);
    }
    Err(filled.err().unwrap_or(TooLarge::Heap.into()))
}

/// The options of the value `target` of a heap whose value the table has told, where the ruleset counts them by its table.
pub fn moves_to<R: Ruleset>(
    rules: &R,
    head: &str,
    position: &R::Position,
    target: &Nimber,
    work: &mut Work,
) -> Option<Moves<R::Position>> {
    let on_heaps = rules.capabilities().heaps?;
    let heap = on_heaps.heap(position)?;
    let table = &work.tables.of::<Kept<R>>(head).0;
    table.nimber(&heap)?;
    let target = &target.0;
    on_heaps.heap_moves(&Sought::NimSum { table, target }, &heap, work.listed)
}

/// The proved period that tells a heap's value, where the table that it was read off ends before the heap.
pub fn period_beyond<R: Ruleset>(
    rules: &R,
    head: &str,
    position: &R::Position,
    work: &mut Work,
) -> Option<Period> {
    let heap = rules.capabilities().heaps?.heap(position)?;
    let period = work.tables.of::<Kept<R>>(head).0.period?;
    (period.reduce(&heap) != *heap).then_some(period)
}

/// Why a heap beyond the table has its value: the period that was proved.
pub fn by_period<R: Ruleset>(
    rules: &R,
    head: &str,
    position: &R::Position,
    work: &mut Work,
) -> Option<Message> {
    let period = period_beyond(rules, head, position, work)?;
    let heap = rules.capabilities().heaps?.heap(position)?;
    repeats(&period, &heap, &work.tables.of::<Kept<R>>(head).0)
}

/// How a heap follows from smaller ones by a period, whatever the rules.
fn repeats(period: &Period, heap: &Natural, table: &HeapValues) -> Option<Message> {
    let same = period.reduce(heap);
    if period.saltus() > 0 {
        let value = table.value(&same)?;
        return Some(message!(
            "by a proved period: from heap {preperiod} on the values grow by {saltus} every {period} heaps, so a heap of {heap} has the value of a heap of {same}, which is {value}, plus {saltus} for each of the {rounds} periods between them",
            "由已证明的周期得出：从堆 {preperiod} 起，每 {period} 堆值增加 {saltus}，故堆 {heap} 的值等于堆 {same} 的值 {value} 加上 {rounds} 个周期各 {saltus}",
            preperiod = period.preperiod(),
            period = period.period(),
            saltus = period.saltus(),
            heap = heap,
            rounds = (heap - &same) / period.period(),
            same = same,
            value = value
        ));
    }
    Some(message!(
        "by a proved period: from heap {preperiod} on the values repeat every {period}, so a heap of {heap} has the same value as a heap of {same}",
        "由已证明的周期得出：从堆 {preperiod} 起以 {period} 为周期，故堆 {heap} 与堆 {same} 的 SG 值相同",
        preperiod = period.preperiod(),
        period = period.period(),
        heap = heap,
        same = same
    ))
}

/// The values of the heaps `0..=last`.
///
/// # Errors
/// The limit that was reached, or where a rule cannot be evaluated.
pub fn values<R: Ruleset>(
    rules: &R,
    head: &str,
    last: u64,
    work: &mut Work,
) -> Result<Vec<u32>, Reason> {
    let table = &mut work.tables.of::<Kept<R>>(head).0;
    if table.values.len() as u64 <= last && table.period.is_none() {
        let on_heaps = rules.capabilities().heaps.ok_or(NotCovered::NotHeaps)?;
        on_heaps.fill_heaps(table, last, &mut work.meter)?;
    }
    first_values(table, last, &mut work.meter)
}

/// The values of the heaps `0..=last` by a table, whatever the rules.
fn first_values(table: &HeapValues, last: u64, meter: &mut Meter) -> Result<Vec<u32>, Reason> {
    let count = last.saturating_add(1);
    meter.spend(count, count.saturating_mul(4))?;
    let value = |heap: u64| {
        let known = usize::try_from(heap)
            .ok()
            .and_then(|heap| table.values.get(heap))
            .copied();
        known.or_else(|| table.value(&Natural::from(heap)))
    };
    (0..=last)
        .map(value)
        .collect::<Option<Vec<u32>>>()
        .ok_or(Reason::TooLarge(TooLarge::Heap))
}
