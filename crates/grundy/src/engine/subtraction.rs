//! To be written.
use crate::number::Natural;
/// A proved period.
#[derive(Clone, Debug)]
pub struct Period {
    preperiod: u64,
    period: u64,
}
impl Period {
    /// The heap in the first period with the same value.
    pub fn reduce(&self, heap: &Natural) -> Natural {
        if *heap < Natural::from(self.preperiod) {
            return heap.clone();
        }
        Natural::from(self.preperiod)
            + (heap - Natural::from(self.preperiod)) % Natural::from(self.period)
    }
}
