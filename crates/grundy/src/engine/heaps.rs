//! Tables of heap values: all heaps from 0 up, each the mex of its options' values (Sprague 1935, Grundy 1939).
//!
//! A ruleset on heaps fills its table in its own way; [`HeapValues::fill_by_options`] serves any of them. Where a
//! ruleset has proved a period, heaps of any size are read off the table.

use std::marker::PhantomData;

use crate::budget::{Exhausted, Meter};
use crate::engine::Work;
use crate::engine::period::Period;
use crate::nimber::{Mex, Nimber};
use crate::number::Natural;
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
    /// The value of a heap, if the table or its period reaches it.
    pub fn value(&self, heap: &Natural) -> Option<u32> {
        if let Some(value) = usize::try_from(heap)
            .ok()
            .and_then(|heap| self.values.get(heap))
        {
            return Some(*value);
        }
        let heap = self.period?.reduce(heap);
        self.values.get(usize::try_from(&heap).ok()?).copied()
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
    ) -> Result<(), Exhausted> {
        let limit = usize::try_from(meter.positions_left()).unwrap_or(usize::MAX);
        let mut options = Options::with_limit(limit);
        let mut mex = Mex::new();
        while self.values.len() as u64 <= last {
            options.clear();
            let heap = self.values.len() as u64;
            rules
                .options(&at(heap), &mut options)
                .map_err(|_| Exhausted::Positions(limit as u64))?;
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

/// The value of a heap.
///
/// # Errors
/// Why there is none: the ruleset is not one on heaps, or what ran out.
pub fn value<R: Ruleset>(
    rules: &R,
    head: &str,
    position: &R::Position,
    work: &mut Work,
) -> Result<u32, Said> {
    let Some(heap) = rules.heap(position) else {
        return Err(said!(
            "the positions are not single heaps",
            "局面不是单个堆"
        ));
    };
    let table = &mut work.tables.of::<Kept<R>>(head).0;
    if let Some(value) = table.value(&heap) {
        return Ok(value);
    }
    // A period may be found and proved from a table far shorter than the heap.
    let last = u64::try_from(&*heap).unwrap_or(u64::MAX);
    let filled = rules.fill_heaps(table, last, &mut work.meter);
    if let Some(value) = table.value(&heap) {
        return Ok(value);
    }
    Err(match filled {
        Err(ran_out) => ran_out.said(),
        Ok(()) => said!("the heap is too large for a table", "堆太大,无法列表"),
    })
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
    let Ok(target) = u32::try_from(&target.0) else {
        return Some(Moves::none());
    };
    let table = &work.tables.of::<Kept<R>>(head).0;
    table.value(&heap)?;
    rules.heap_moves_to(table, &heap, target, work.listed)
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
) -> Result<Vec<u32>, Said> {
    let table = &mut work.tables.of::<Kept<R>>(head).0;
    if table.values.len() as u64 <= last && table.period.is_none() {
        rules
            .fill_heaps(table, last, &mut work.meter)
            .map_err(|ran_out| ran_out.said())?;
    }
    let count = last.saturating_add(1);
    work.meter
        .spend(count, count.saturating_mul(4))
        .map_err(|ran_out| ran_out.said())?;
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
        .ok_or_else(|| said!("the heap is too large for a table", "堆太大,无法列表"))
}
