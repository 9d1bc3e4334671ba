//! The plain definition: the value of a heap is the least number that is not the value of an option, and the value of
//! some heaps side by side is the nim-sum of theirs (Sprague 1935, Grundy 1939).

use crate::options::{self, Nim};
use crate::rules::Rules;

/// Recomputes values from those of smaller heaps.
#[derive(Debug)]
pub(crate) struct Definition<'r> {
    rules: &'r Rules,
    /// When each number was last met.
    met: Vec<u64>,
    turn: u64,
}

impl<'r> Definition<'r> {
    pub(crate) fn new(rules: &'r Rules) -> Definition<'r> {
        Definition {
            rules,
            met: Vec::new(),
            turn: 0,
        }
    }

    /// The value of a heap, from the values of all smaller heaps; `values` has at least those. If these are not
    /// true, it may be greater than [`greatest`], and then it is one beyond that.
    pub(crate) fn value(&mut self, heap: usize, values: &[u32]) -> u32 {
        let most = greatest(heap);
        if self.met.len() <= most {
            self.met.resize(most + 1, 0);
        }
        self.turn += 1;
        let (met, turn) = (&mut self.met, self.turn);
        let meet = |value: u32| {
            if let Some(met) = met.get_mut(value as usize) {
                *met = turn;
            }
        };
        options::each(self.rules, heap, values, &Nim, meet);
        let missing = self.met.iter().position(|&met| met != turn);
        missing.unwrap_or(self.met.len()) as u32
    }
}

/// No true value of the heap is beyond this. Each move makes twice the number of stones less the number of heaps
/// smaller, so that no play has more moves; and a heap worth v has a play of v moves.
pub(crate) fn greatest(heap: usize) -> usize {
    heap.saturating_mul(2)
}

/// About how many options a heap has.
pub(crate) fn options(rules: &Rules, heap: u64) -> u128 {
    let wide = u128::from(heap);
    match rules {
        Rules::Take(rules) if rules.all_but => wide,
        Rules::Remainders(_) => wide,
        Rules::Take(rules) => rules.size(heap).into(),
        Rules::Break(rules) => {
            // Ways to part a number m in t are at least m^(t - 1) / t! (t - 1)!, and at most so many of the
            // same order.
            let ways = |parts: u32| {
                let factors = (1..u128::from(parts)).map(|factor| factor * (factor + 1));
                wide.saturating_pow(parts - 1) / factors.product::<u128>()
            };
            let of = |digit: &u8| {
                let many = (2..8).filter(|parts| digit >> parts & 1 == 1);
                many.map(ways).fold(2, u128::saturating_add)
            };
            let within = rules.digits.iter().take(heap.saturating_add(1) as usize);
            within.map(of).fold(0, u128::saturating_add)
        }
    }
}

/// Roughly how many options all heaps below `end` have together.
pub(crate) fn effort(rules: &Rules, end: u64) -> u128 {
    let wide = u128::from(end);
    let least = match rules {
        Rules::Break(rules) => u128::from(rules.parts()),
        Rules::Take(_) | Rules::Remainders(_) => 1,
    };
    // Marks are gone through, too.
    (options(rules, end).saturating_add(wide)).saturating_mul(wide) / least.max(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(code: &str, count: usize) -> Vec<u32> {
        let rules = code.parse().expect(code);
        let mut values = Vec::new();
        for heap in 0..count {
            let mut definition = Definition::new(&rules);
            values.push(definition.value(heap, &values));
        }
        values
    }

    #[test]
    fn published_values() {
        // Winning Ways, chapter 4; some by hand.
        assert_eq!(values("0.77", 12), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
        assert_eq!(values("0.07", 12), [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]);
        assert_eq!(values("grundy", 12), [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2]);
        assert_eq!(values("couples", 9), [0, 0, 0, 1, 2, 0, 1, 2, 3]);
        assert_eq!(values("take:1,3,4", 9), [0, 1, 0, 1, 2, 3, 2, 0, 1]);
        assert_eq!(values("take:1-2", 5), [0, 1, 2, 0, 1]);
        assert_eq!(values("take:!", 5), [0, 1, 2, 3, 4]);
        assert_eq!(values("take:!1,2", 7), [0, 0, 0, 1, 1, 1, 2]);
        assert_eq!(values("0.8", 9), [0, 0, 0, 0, 1, 1, 1, 2, 2]);
        assert_eq!(values("0.3f", 9), [0, 1, 2, 0, 1, 2, 3, 4, 5]);
        assert_eq!(values("4.", 5), [0, 0, 1, 0, 1]);
        // Four heaps after taking one, which must be of at least one stone each; and no splits of less than six.
        assert_eq!(values("0.[16]", 7), [0, 0, 0, 0, 0, 1, 1]);
        assert_eq!(values("0.[16]:least6", 7), [0, 0, 0, 0, 0, 0, 1]);
    }

    #[test]
    fn the_bound_holds() {
        for code in [
            "0.77",
            "0.8",
            "0.f",
            "4.777",
            "take:1,3,4",
            "take:!2",
            "0.3",
        ] {
            for (heap, value) in values(code, 40).into_iter().enumerate() {
                assert!(value as usize <= greatest(heap), "{code}");
            }
        }
    }
}
