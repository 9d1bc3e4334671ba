//! Numbers drawn at random, the same for the same seed: SplitMix64 (Steele, Lea and Flood 2014).

/// A source of numbers.
#[derive(Clone, Debug)]
pub(crate) struct Draw(u64);

impl Draw {
    pub(crate) fn new(seed: u64) -> Draw {
        Draw(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    }

    /// A number below `limit`, which is not 0, all but equally likely (to one part in 2^64 / limit).
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads() {
        let mut draw = Draw::new(0);
        assert_eq!(draw.next(), 0xE220_A839_7B1D_CDAF);
        let mut seen = [0; 10];
        (0..1000).for_each(|_| seen[draw.below(10) as usize] += 1);
        assert!(seen.iter().all(|&times| times > 60), "{seen:?}");
    }
}
