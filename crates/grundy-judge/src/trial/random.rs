//! Random numbers that are the same everywhere: SplitMix64 (Steele, Lea and Flood 2014).

/// A row of random numbers.
#[derive(Clone, Debug)]
pub(super) struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from `low` to `high`, both included; the bias is below 2^-64 times the width.
    pub(super) fn within(&mut self, low: u64, high: u64) -> u64 {
        let width = u128::from(high.saturating_sub(low)) + 1;
        let place = (u128::from(self.next()) * width) >> 64;
        low.saturating_add(place as u64)
    }

    /// Whether something that happens once in so many times does.
    pub(super) fn once_in(&mut self, times: u64) -> bool {
        self.within(1, times) == 1
    }
}
