//! The ways to write a number as a sum of so many, ascending, each greater than the one before by at least a step: 0 for any numbers, 1 for different ones.

/// Sums of so many numbers, one after another in the order of their first number, then of their second.
pub(super) struct Partitions {
    parts: Vec<u64>,
    step: u64,
    /// The sum that is spread anew: none at the end.
    spread: Option<(usize, u64, u64)>,
}

impl Partitions {
    /// The sums of `count` positive numbers, with `count` at most `sum`.
    pub(super) fn new(sum: u64, count: u64, step: u64) -> Partitions {
        let fits = count > 0 && least(1, count, step) <= u128::from(sum);
        Partitions {
            parts: vec![0; if fits { count as usize } else { 0 }],
            step,
            spread: fits.then_some((0, 1, sum)),
        }
    }

    /// The next sum.
    pub(super) fn next(&mut self) -> Option<&[u64]> {
        let (from, first, sum) = self.spread?;
        let (mut number, mut rest) = (first, sum);
        let last = self.parts.len() - 1;
        for part in &mut self.parts[from..last] {
            *part = number;
            rest -= number;
            number += self.step;
        }
        self.parts[last] = rest;
        self.spread = None;
        let mut sum = rest;
        for from in (0..last).rev() {
            sum += self.parts[from];
            let first = self.parts[from] + 1;
            if least(first, (last - from + 1) as u64, self.step) <= u128::from(sum) {
                self.spread = Some((from, first, sum));
                break;
            }
        }
        Some(&self.parts)
    }
}

/// The least sum of `count` numbers from `first` on.
fn least(first: u64, count: u64, step: u64) -> u128 {
    let [first, count, step] = [first, count, step].map(u128::from);
    count * first + step * (count * (count - 1) / 2)
}

/// Does something with each sum, until it fails.
pub(super) fn each<E>(
    mut partitions: Partitions,
    mut job: impl FnMut(&[u64]) -> Result<(), E>,
) -> Result<(), E> {
    while let Some(parts) = partitions.next() {
        job(parts)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of partitions into so many parts, and into so many different parts, by their recurrences.
    #[test]
    fn all_sums_once() {
        fn count(sum: u64, parts: u64, step: u64, least: u64) -> u64 {
            match parts {
                0 => u64::from(sum == 0),
                _ => (least..=sum)
                    .map(|first| count(sum - first, parts - 1, step, first + step))
                    .sum(),
            }
        }
        for (sum, step) in (1..16).flat_map(|sum| [(sum, 0), (sum, 1)]) {
            for parts in 1..=sum {
                let mut all = std::collections::BTreeSet::new();
                let mut partitions = Partitions::new(sum, parts, step);
                let mut told = 0;
                while let Some(one) = partitions.next() {
                    assert_eq!(one.iter().sum::<u64>(), sum);
                    assert!(one.windows(2).all(|two| two[0] + step <= two[1]));
                    all.insert(one.to_vec());
                    told += 1;
                }
                assert_eq!(all.len(), told);
                assert_eq!(told as u64, count(sum, parts, step, 1), "{sum} in {parts}");
            }
        }
    }
}
