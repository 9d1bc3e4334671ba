//! Tables of heap values: all heaps from 0 up, each the mex of its options' values (Sprague 1935, Grundy 1939).
//!
//! A ruleset on heaps fills its table in its own way; [`HeapValues::fill_by_options`] serves any of them. Where a
//! ruleset has proved a period, heaps of any size are read off the table.

use std::marker::PhantomData;

use crate::budget::{Exhausted, Meter};
use crate::engine::Work;
use crate::engine::period::{Ended, Period, Search};
use crate::engine::sequence::{BLOCK, Rules, Stop};
use crate::nimber::{Mex, Nimber};
use crate::number::Natural;
use crate::reason::{NotCovered, Reason, TooLarge};
use crate::ruleset::{Moves, Options, Ruleset};
use crate::said;
use crate::text::Said;

/// Values of the heaps 0, 1, 2, … as far as computed.
#[derive(Clone, Debug, Default)]
pub struct HeapValues {
    /// The values.
    pub values: Vec<u32>,
    /// A proved period of the whole sequence.
    pub period: Option<Period>,
}

impl HeapValues {
    /// The value of a heap, if the table or its period reaches it; a value of 2^32 or more is not told here.
    pub fn value(&self, heap: &Natural) -> Option<u32> {
        match self.written(heap) {
            Some(value) => Some(value),
            None => u32::try_from(&self.beyond(heap)?).ok(),
        }
    }

    /// The value of a heap, of any size, if the table or its period reaches it.
    pub fn nimber(&self, heap: &Natural) -> Option<Nimber> {
        match self.written(heap) {
            Some(value) => Some(Nimber::from(value)),
            None => self.beyond(heap).map(Nimber),
        }
    }

    fn written(&self, heap: &Natural) -> Option<u32> {
        self.values.get(usize::try_from(heap).ok()?).copied()
    }

    fn beyond(&self, heap: &Natural) -> Option<Natural> {
        let written = |heap: u64| self.values.get(usize::try_from(heap).ok()?).copied();
        self.period?.value(heap, written)
    }

    /// The values by the engines for long sequences, up to the heap `last` or to a proved period. `cost` says how many
    /// positions of a search the next block costs.
    ///
    /// # Errors
    /// What ran out; the table has what was computed.
    pub(crate) fn fill_by_sequence(
        &mut self,
        rules: Rules,
        last: u64,
        meter: &mut Meter,
        cost: impl Fn(&Search) -> u64,
    ) -> Result<(), Reason> {
        let room = usize::try_from(meter.bytes_left() / 2).unwrap_or(usize::MAX);
        let mut search = Search::keeping(rules, room);
        let ended = loop {
            if search.len() > last {
                break Ok(());
            }
            // Four bytes for the table, about as many for the engine and the search.
            let spent = meter.spend(cost(&search), 8 * BLOCK as u64);
            if let Err(ran_out) = spent.and(meter.look()) {
                break Err(ran_out.into());
            }
            match search.advance() {
                Ok(None) => {}
                Ok(Some(_)) => break Ok(()),
                Err(Ended::Stop(Stop::Memory(_)) | Ended::Full(_)) => {
                    break Err(meter.full(8).into());
                }
                Err(Ended::Stop(_)) => break Ok(()),
            }
        };
        self.period = search.finder().period();
        let needed = self.period.map_or(u64::MAX, |period| {
            period.preperiod().saturating_add(period.period())
        });
        let needed = usize::try_from(needed).unwrap_or(usize::MAX);
        let values = search.finder().values();
        if self.values.len() < values.len() {
            self.values = values.iter().take(needed).collect();
        }
        ended
    }

    /// Adds heaps up to `last` by going through each one's options.
    ///
    /// # Errors
    /// What ran out.
    pub fn fill_by_options<R: Ruleset + ?Sized>(
        &mut self,
        rules: &R,
        at: impl Fn(u64) -> R::Position,
        last: u64,
        meter: &mut Meter,
    ) -> Result<(), Reason> {
        let limit = usize::try_from(meter.positions_left()).unwrap_or(usize::MAX);
        let mut options = Options::with_limit(limit);
        let mut mex = Mex::new();
        while self.values.len() as u64 <= last {
            options.clear();
            let heap = self.values.len() as u64;
            let told = rules.options(&at(heap), &mut options);
            told.map_err(|stop| stop.reason(|| Exhausted::Positions(limit as u64).into()))?;
            meter.spend(1 + options.positions().len() as u64 / 16, 4)?;
            meter.step(20 * options.positions().len() as u64)?;
            mex.clear();
            for (_, sum) in options.iter() {
                let value = sum.iter().fold(0, |value, position| {
                    let smaller = rules
                        .heap(position)
                        .and_then(|smaller| usize::try_from(&*smaller).ok());
                    value
                        ^ smaller
                            .and_then(|smaller| self.values.get(smaller))
                            .copied()
                            .unwrap_or(0)
                });
                mex.insert(value);
            }
            self.values.push(mex.least_missing());
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
    let Some(heap) = rules.heap(position) else {
        return Err(NotCovered::NotHeaps.into());
    };
    let table = &mut work.tables.of::<Kept<R>>(head).0;
    if let Some(value) = table.nimber(&heap) {
        return Ok(value);
    }
    // A period may be found and proved from a table far shorter than the heap.
    let last = u64::try_from(&*heap).unwrap_or(u64::MAX);
    let filled = rules.fill_heaps(table, last, &mut work.meter);
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
    let heap = rules.heap(position)?;
    let table = &work.tables.of::<Kept<R>>(head).0;
    table.nimber(&heap)?;
    rules.heap_moves_to(table, &heap, &target.0, work.listed)
}

/// Why a heap beyond the table has its value: the period that was proved.
pub fn by_period<R: Ruleset>(
    rules: &R,
    head: &str,
    position: &R::Position,
    work: &mut Work,
) -> Option<Said> {
    let heap = rules.heap(position)?;
    let table = &work.tables.of::<Kept<R>>(head).0;
    let period = table.period?;
    let same = period.reduce(&heap);
    if period.saltus() > 0 {
        let value = table.value(&same)?;
        return (same != *heap).then(|| {
            said!(
                "by a proved period: from heap {preperiod} on the values grow by {saltus} in each {period} heaps, so {heap} is worth what {same} is, {value}, and {saltus} for each of {rounds} periods more",
                "由已证明的周期得出:从第 {preperiod} 堆起,每 {period} 堆值增加 {saltus},故 {heap} 的值等于 {same} 的值 {value} 加上 {rounds} 个周期各 {saltus}",
                preperiod = period.preperiod(),
                period = period.period(),
                saltus = period.saltus(),
                heap = &*heap,
                rounds = (&*heap - &same) / period.period(),
                same = same,
                value = value
            )
        });
    }
    (same != *heap).then(|| {
        said!(
            "by a proved period: from heap {preperiod} on the values repeat after {period}, so {heap} is worth what {same} is",
            "由已证明的周期得出:从第 {preperiod} 堆起以 {period} 为周期,故 {heap} 与 {same} 的值相同",
            preperiod = period.preperiod(),
            period = period.period(),
            heap = &*heap,
            same = same
        )
    })
}

/// The values of the heaps `0..=last`.
///
/// # Errors
/// What ran out.
pub fn values<R: Ruleset>(
    rules: &R,
    head: &str,
    last: u64,
    work: &mut Work,
) -> Result<Vec<u32>, Reason> {
    let table = &mut work.tables.of::<Kept<R>>(head).0;
    if table.values.len() as u64 <= last && table.period.is_none() {
        rules.fill_heaps(table, last, &mut work.meter)?;
    }
    let count = last.saturating_add(1);
    work.meter.spend(count, count.saturating_mul(4))?;
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
