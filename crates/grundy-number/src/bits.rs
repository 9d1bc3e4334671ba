//! Binary columns of heaps of any size: nim-sums, and Moore's Nim_k (E. H. Moore 1910).
//!
//! In Nim_k a move takes stones from at least one and at most `k` heaps. A position is P in normal
//! play if and only if in each binary column the number of ones is divisible by `k + 1`. In misère
//! play the same holds while some heap has two stones or more, and else the number of heaps of one
//! stone must leave the remainder 1. With `k = 1` this is Nim.
//!
//! A winning move is built from the highest column down. Heaps already lowered in a higher column may
//! have any digits below it; if they cannot mend a column, the ones left over are few enough to be
//! lowered too.

use std::collections::BTreeMap;

use dashu_int::{Word, ops::BitTest};

use super::{Natural, long};
use grundy_base::budget::pulse;

/// How many stones are left in which heaps: pairs of a heap's index and its new size, indices ascending.
pub type Lowered = Vec<(usize, Natural)>;

/// The nim-sum of heaps.
pub fn nim_sum<'a>(heaps: impl IntoIterator<Item = &'a Natural>) -> Natural {
    heaps.into_iter().fold(Natural::ZERO, |sum, heap| {
        pulse::step(sum.bit_len().max(heap.bit_len()) as u64 / 64);
        sum ^ heap
    })
}

/// The number of ones in each binary column modulo `k + 1`, the lowest column first, as many columns
/// as the largest heap has digits. Linear in the digits of all heaps.
///
/// No more heaps than there are can be moved in, so a larger `k` counts as the number of heaps.
pub fn columns(heaps: &[Natural], k: usize) -> Vec<usize> {
    let modulus = modulus(heaps, k);
    let width = heaps.iter().map(BitTest::bit_len).max().unwrap_or(0);
    let mut columns: Vec<usize> = WordColumns::new(heaps)
        .flatten()
        .map(|ones| ones % modulus)
        .collect();
    columns.truncate(width);
    columns
}

/// The number of ones in the columns, a word of columns at a time.
struct WordColumns<'a> {
    /// The words of the heaps that reach so far.
    heaps: Vec<&'a [Word]>,
    at: usize,
}

impl<'a> WordColumns<'a> {
    fn new(heaps: &'a [Natural]) -> WordColumns<'a> {
        WordColumns {
            heaps: heaps.iter().map(Natural::as_words).collect(),
            at: 0,
        }
    }
}

impl Iterator for WordColumns<'_> {
    type Item = [usize; Word::BITS as usize];

    fn next(&mut self) -> Option<Self::Item> {
        let at = self.at;
        self.at += 1;
        self.heaps.retain(|words| words.len() > at);
        pulse::step(32 * self.heaps.len() as u64);
        let mut ones = [0; Word::BITS as usize];
        for words in &self.heaps {
            let mut word = words[at];
            while word != 0 {
                ones[word.trailing_zeros() as usize] += 1;
                word &= word - 1;
            }
        }
        (!self.heaps.is_empty()).then_some(ones)
    }
}

/// `k + 1`, where `k` is at most the number of heaps (which is below `usize::MAX`).
fn modulus(heaps: &[Natural], k: usize) -> usize {
    k.min(heaps.len()) + 1
}

/// Whether the heaps are a P-position of Nim_k in normal play. With `k = 0` nobody can ever move.
///
/// ```
/// # use grundy_number::{Natural, bits};
/// let heaps = [1u8, 2, 3].map(Natural::from);
/// assert!(bits::is_p(&heaps, 1)); // Nim
/// assert!(!bits::is_p(&heaps, 2));
/// ```
pub fn is_p(heaps: &[Natural], k: usize) -> bool {
    let modulus = modulus(heaps, k);
    match k {
        0 => true,
        1 => nim_sum(heaps).is_zero(),
        _ => WordColumns::new(heaps)
            .flatten()
            .all(|ones| ones % modulus == 0),
    }
}

/// Whether the heaps are a P-position of Nim_k in misère play. A position without moves is N.
pub fn is_misere_p(heaps: &[Natural], k: usize) -> bool {
    match flat(heaps) {
        _ if k == 0 => false,
        Some(ones) => ones % modulus(heaps, k) == 1,
        None => is_p(heaps, k),
    }
}

/// The number of heaps of one stone, if none is larger.
fn flat(heaps: &[Natural]) -> Option<usize> {
    heaps
        .iter()
        .all(|heap| heap.is_zero() || heap.is_one())
        .then(|| heaps.iter().filter(|h| h.is_one()).count())
}

/// A winning move of normal play, if there is one: at most `k` heaps, each to a smaller size.
///
/// Linear in the digits of all heaps, but for the logarithm of their number.
pub fn winning(heaps: &[Natural], k: usize) -> Option<Lowered> {
    let modulus = modulus(heaps, k);
    // Longest heaps first: those with a digit in the column are the first few.
    let mut order: Vec<(usize, usize)> = heaps.iter().map(BitTest::bit_len).zip(0..).collect();
    order.sort_unstable_by_key(|&(length, heap)| (std::cmp::Reverse(length), heap));
    let mut lowered = BTreeMap::<usize, Natural>::new();
    let mut reach = 0;
    for column in (0..order.first()?.0).rev() {
        pulse::step(100 + 50 * reach as u64);
        while order.get(reach).is_some_and(|&(length, _)| length > column) {
            reach += 1;
        }
        let with_one = || {
            order[..reach]
                .iter()
                .map(|&(_, heap)| heap)
                .filter(|&heap| heaps[heap].bit(column))
        };
        let kept = with_one()
            .filter(|heap| !lowered.contains_key(heap))
            .count()
            % modulus;
        let mut wanted = if kept == 0 { 0 } else { modulus - kept };
        if wanted > lowered.len() {
            // kept ≤ k − (heaps lowered so far): that many ones are turned off as well.
            wanted = 0;
            let turned: Vec<usize> = with_one()
                .filter(|heap| !lowered.contains_key(heap))
                .take(kept)
                .collect();
            lowered.extend(turned.into_iter().map(|heap| (heap, heaps[heap].clone())));
        }
        for size in lowered.values_mut() {
            if wanted > 0 {
                size.set_bit(column);
                wanted -= 1;
            } else {
                size.clear_bit(column);
            }
        }
    }
    (!lowered.is_empty()).then(|| lowered.into_iter().collect())
}

/// A winning move of misère play, if there is one. Where there is no move there is none, though the
/// player to move has then won.
pub fn misere_winning(heaps: &[Natural], k: usize) -> Option<Lowered> {
    let modulus = modulus(heaps, k);
    let big = heaps.iter().filter(|heap| **heap > Natural::ONE).count();
    if k == 0 {
        return None;
    }
    if big > k {
        // Some heap of two or more is left as it is, so the columns decide before and after.
        return winning(heaps, k);
    }
    // All the larger heaps go down to 0 or 1, and heaps of one to 0, so that the ones leave 1.
    let ones = heaps.iter().filter(|heap| heap.is_one()).count();
    let (mut keep, mut remove) = (0, 0);
    // `keep` of the larger heaps stay as ones, `remove` ones go: ones + keep − remove ≡ 1.
    let rest = ones % modulus;
    if rest == 1 && big == 0 {
        return None;
    }
    let missing = (modulus + 1 - rest) % modulus;
    if missing <= big {
        keep = missing;
    } else {
        remove = (rest + modulus - 1) % modulus;
    }
    let mut move_made = Lowered::new();
    for (heap, size) in heaps.iter().enumerate() {
        if *size > Natural::ONE {
            move_made.push((heap, Natural::from(keep > 0)));
            keep = keep.saturating_sub(1);
        } else if size.is_one() && remove > 0 {
            move_made.push((heap, Natural::ZERO));
            remove -= 1;
        }
    }
    (!move_made.is_empty()).then_some(move_made)
}

/// The number of winning moves of normal play, if it is found within `steps` additions of numbers.
///
/// The columns are gone through from the highest down with the number of ways for each set of heaps
/// lowered so far: exact for heaps of any size when the heaps are few or `k` is small.
pub fn count_winning(heaps: &[Natural], k: usize, steps: u64) -> Option<Natural> {
    let modulus = modulus(heaps, k);
    let width = heaps.iter().map(BitTest::bit_len).max().unwrap_or(0);
    let mut left = Budget(steps);
    let mut ways: BTreeMap<Vec<usize>, Natural> = BTreeMap::from([(Vec::new(), Natural::ONE)]);
    for column in (0..width).rev() {
        left.spend(heaps.len())?;
        pulse::step(8 * heaps.len() as u64);
        let ones: Vec<usize> = (0..heaps.len())
            .filter(|&heap| heaps[heap].bit(column))
            .collect();
        let mut next = BTreeMap::new();
        for (set, number) in ways {
            let kept: Vec<usize> = ones
                .iter()
                .copied()
                .filter(|heap| set.binary_search(heap).is_err())
                .collect();
            left.spend(ones.len())?;
            for more in 0..=kept.len().min(modulus - 1 - set.len()) {
                // The heaps lowered before supply the ones that are missing, in any places.
                let missing = (modulus - (kept.len() - more) % modulus) % modulus;
                if missing > set.len() {
                    continue;
                }
                let number = long::product(&number, &binomial(set.len(), missing, &mut left)?);
                let mut chosen: Vec<usize> = (0..more).collect();
                loop {
                    left.spend(1 + set.len() + more + number.bit_len() / 64)?;
                    let mut union = set.clone();
                    union.extend(chosen.iter().map(|&at| kept[at]));
                    union.sort_unstable();
                    *next.entry(union).or_insert(Natural::ZERO) += &number;
                    if !advance(&mut chosen, kept.len()) {
                        break;
                    }
                }
            }
        }
        ways = next;
    }
    ways.remove(&Vec::new());
    Some(ways.into_values().sum())
}

/// Steps that may still be made.
struct Budget(u64);

impl Budget {
    fn spend(&mut self, steps: usize) -> Option<()> {
        self.0 = self.0.checked_sub(steps as u64)?;
        Some(())
    }
}

/// The number of subsets of `chosen` out of `all`.
fn binomial(all: usize, chosen: usize, left: &mut Budget) -> Option<Natural> {
    let chosen = chosen.min(all - chosen);
    left.spend(chosen)?;
    Some((0..chosen).fold(Natural::ONE, |number, at| number * (all - at) / (at + 1)))
}

/// The next subset of `0..all` of the same size in lexicographic order, if there is one.
pub fn advance(chosen: &mut [usize], all: usize) -> bool {
    let size = chosen.len();
    let Some(at) = (0..size).rev().find(|&at| chosen[at] < all - size + at) else {
        return false;
    };
    chosen[at] += 1;
    for after in at + 1..size {
        chosen[after] = chosen[after - 1] + 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// The rules and nothing else: all options of Nim_k.
    fn all_options(heaps: &[u8], k: usize) -> Vec<Vec<u8>> {
        let mut options = vec![Vec::new()];
        for &heap in heaps {
            options = options
                .iter()
                .flat_map(|o: &Vec<u8>| {
                    (0..=heap).map(|less| o.iter().copied().chain([less]).collect())
                })
                .collect();
        }
        options.retain(|o: &Vec<u8>| {
            (1..=k).contains(
                &o.iter()
                    .zip(heaps)
                    .filter(|(less, heap)| less < heap)
                    .count(),
            )
        });
        options
    }

    fn search(heaps: &[u8], k: usize, misere: bool, known: &mut HashMap<Vec<u8>, bool>) -> bool {
        if let Some(&p) = known.get(heaps) {
            return p;
        }
        let options = all_options(heaps, k);
        let p = if options.is_empty() {
            !misere
        } else {
            !options.iter().any(|o| search(o, k, misere, known))
        };
        known.insert(heaps.to_vec(), p);
        p
    }

    fn naturals(heaps: &[u8]) -> Vec<Natural> {
        heaps.iter().map(|&heap| Natural::from(heap)).collect()
    }

    fn play(heaps: &[u8], moves: &Lowered) -> Vec<u8> {
        let mut left = heaps.to_vec();
        for (heap, size) in moves {
            left[*heap] = u8::try_from(size).unwrap();
        }
        left
    }

    #[test]
    fn search_agrees() {
        for (most, count) in [(7u8, 1), (7, 2), (5, 3), (3, 4), (2, 5)] {
            for k in 0..=count + 1 {
                let (mut normal, mut misere) = (HashMap::new(), HashMap::new());
                for code in 0..usize::from(most + 1).pow(count as u32) {
                    let heaps: Vec<u8> = (0..count)
                        .map(|at| {
                            (code / usize::from(most + 1).pow(at as u32) % usize::from(most + 1))
                                as u8
                        })
                        .collect();
                    let large = naturals(&heaps);
                    let options = all_options(&heaps, k);
                    for (is_misere, known) in [(false, &mut normal), (true, &mut misere)] {
                        let p = search(&heaps, k, is_misere, known);
                        let (told, found) = if is_misere {
                            (is_misere_p(&large, k), misere_winning(&large, k))
                        } else {
                            (is_p(&large, k), winning(&large, k))
                        };
                        assert_eq!(told, p, "{heaps:?} k {k} misère {is_misere}");
                        let wins = options
                            .iter()
                            .filter(|o| search(o, k, is_misere, known))
                            .count();
                        assert_eq!(
                            found.is_some(),
                            wins > 0,
                            "{heaps:?} k {k} misère {is_misere}"
                        );
                        if let Some(found) = found {
                            let left = play(&heaps, &found);
                            assert!(options.contains(&left), "{heaps:?} k {k} {found:?}");
                            assert!(
                                search(&left, k, is_misere, known),
                                "{heaps:?} k {k} {found:?}"
                            );
                        }
                        if !is_misere {
                            assert_eq!(
                                count_winning(&large, k, 1 << 20),
                                Some(wins.into()),
                                "{heaps:?} k {k}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_budget_is_kept() {
        let many: Vec<Natural> = (0..60u8)
            .map(|at| Natural::from(1000u16 + u16::from(at)))
            .collect();
        assert_eq!(count_winning(&many, 30, 100_000), None);
        assert!(count_winning(&many, 1, 1 << 20).is_some());
        assert_eq!(count_winning(&[], 3, 0), Some(Natural::ZERO));
        assert_eq!(winning(&[], 3), None);
        assert!(is_p(&many, 0) && !is_misere_p(&many, 0));
        assert!(!is_p(&many, usize::MAX));
        assert_eq!(
            winning(&many, usize::MAX).map(|moves| moves.len()),
            Some(60)
        );
    }

    fn number() -> impl Strategy<Value = Natural> {
        (any::<[u64; 3]>(), 0usize..192)
            .prop_map(|(words, less)| Natural::from_words(&words.map(|w| w as _)) >> less)
    }

    proptest! {
        #[test]
        fn large_heaps(heaps in proptest::collection::vec(number(), 0..9), k in 0usize..6) {
            let found = winning(&heaps, k);
            prop_assert_eq!(found.is_some(), !is_p(&heaps, k));
            if let Some(found) = found {
                prop_assert!((1..=k).contains(&found.len()));
                let mut left = heaps.clone();
                for (heap, size) in found {
                    prop_assert!(size < heaps[heap]);
                    left[heap] = size;
                }
                prop_assert!(is_p(&left, k));
                prop_assert!(columns(&left, k).iter().all(|&ones| ones == 0));
                if k < 3 {
                    prop_assert!(count_winning(&heaps, k, 1 << 24).unwrap() >= Natural::ONE);
                }
            }
            let misere = misere_winning(&heaps, k);
            prop_assert_eq!(misere.is_some(), !is_misere_p(&heaps, k) && k > 0 && heaps.iter().any(|h| !h.is_zero()));
            if let Some(misere) = misere {
                prop_assert!((1..=k).contains(&misere.len()));
                let mut left = heaps.clone();
                for (heap, size) in misere {
                    prop_assert!(size < heaps[heap]);
                    left[heap] = size;
                }
                prop_assert!(is_misere_p(&left, k));
            }
        }

        #[test]
        fn with_k_1_it_is_nim(heaps in proptest::collection::vec(number(), 0..6)) {
            let sum = nim_sum(&heaps);
            let moves = heaps.iter().filter(|&heap| (heap ^ &sum) < *heap).count();
            prop_assert_eq!(is_p(&heaps, 1), sum.is_zero());
            prop_assert_eq!(columns(&heaps, 1).iter().all(|&ones| ones == 0), sum.is_zero());
            prop_assert_eq!(count_winning(&heaps, 1, 1 << 20), Some(moves.into()));
        }
    }
}
