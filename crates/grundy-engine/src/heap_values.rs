//! The values of heaps 0, 1, 2, … as a table, with the period that was proved of them.

use grundy_base::budget::{Exhausted, Meter};
use grundy_number::{Natural, Nimber};

use crate::period::{Ended, Period, Search};
use crate::sequence::{BLOCK, Rules, Stop};

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
    #[inline]
    pub fn value(&self, heap: &Natural) -> Option<u32> {
        match self.written(heap) {
            Some(value) => Some(value),
            None => u32::try_from(&self.beyond(heap)?).ok(),
        }
    }

    /// The value of a heap, of any size, if the table or its period reaches it.
    #[inline]
    pub fn nimber(&self, heap: &Natural) -> Option<Nimber> {
        match self.written(heap) {
            Some(value) => Some(Nimber::from(value)),
            None => self.beyond(heap).map(Nimber),
        }
    }

    #[inline]
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
    pub fn fill_by_sequence(
        &mut self,
        rules: Rules,
        last: u64,
        meter: &mut Meter,
        cost: impl Fn(&Search) -> u64,
    ) -> Result<(), Exhausted> {
        let room = usize::try_from(meter.bytes_left() / 2).unwrap_or(usize::MAX);
        let mut search = Search::keeping(rules, room);
        let ended = loop {
            if search.len() > last {
                break Ok(());
            }
            // Four bytes for the table, about as many for the engine and the search.
            let spent = meter.spend(cost(&search), 8 * BLOCK as u64);
            if let Err(ran_out) = spent.and(meter.look()) {
                break Err(ran_out);
            }
            match search.advance() {
                Ok(None) => {}
                Ok(Some(_)) => break Ok(()),
                Err(Ended::Stop(Stop::Memory(_)) | Ended::Full(_)) => break Err(meter.full(8)),
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
}
