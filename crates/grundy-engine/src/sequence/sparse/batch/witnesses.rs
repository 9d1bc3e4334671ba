//! Rare values shown for sixty-four heaps at once.
//!
//! A move that leaves a common heap i shows a rare value wherever the other heap it leaves has one certain number, and
//! neighbouring heaps leave neighbouring ones: it is compared with that number for the whole batch. How often a number
//! occurred lately tells how often such a move will show the value, so that for each rare value the moves whose other
//! number is the most frequent are tried first, until every heap that wants the value has been shown one. Of values that are
//! large only late heaps have the number needed, hence heaps of the first eighth beside the last ones are tried, and
//! those up to the middle beside those behind it. Moves that a scan of all pairs had to find are tried besides.
//!
//! A move found here is an option whatever the frequencies: they decide about time only.

use super::super::super::path::Path;
use super::super::space::RARE;
use super::lanes::{Numbers, absent};
use super::{BATCH, Tap};

/// A move shows a value where the other heap has this number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Witness {
    /// By how much the other heap is smaller than the one moved in.
    pub(super) distance: u32,
    pub(super) other: u16,
}

/// Moves are chosen until a heap is expected to be shown the value so many times.
const ENOUGH: u64 = 12;

/// One time.
const ONCE: u64 = 1 << 24;

/// Most moves chosen for a value, and for all of them.
const MOST: (usize, usize) = (1024, 1 << 20);

/// Most heaps of each number among which moves are chosen, in either part.
const EACH: usize = 16;

/// Most moves learnt for a value.
const LEARNT: usize = 32;

/// What a scan of pairs of heaps for one heap costs, in moves compared for a batch, and how many pairs it then looks at in
/// the time of one.
const SCAN: u64 = 50;
pub(super) const PAIRS: u64 = 24;

/// Pairs by which it is told how soon a scan finds a value.
const SAMPLE: usize = 1 << 12;

/// How many moves may have been learnt for a value while a batch is made.
const JUST_LEARNT: usize = 4;

/// The moves for one rare value.
#[derive(Debug, Default)]
struct Moves {
    /// So many heaps are rather left to a scan.
    few: u32,
    /// The last ones that a scan found, the latest first.
    learnt: Vec<Witness>,
    /// The likeliest first.
    chosen: Vec<Witness>,
}

/// Moves for each rare value, and what they showed in this batch.
#[derive(Debug, Default)]
pub(super) struct Witnesses {
    moves: Vec<Moves>,
    /// The heaps of the batch that were shown each value.
    shown: Vec<u64>,
    /// How many values there must be before moves are chosen again.
    next_choice: u64,
    /// The work of this batch, in comparisons of a vector.
    pub(super) work: u64,
    /// Never more moves chosen for a value, in tests.
    pub(super) most: Option<usize>,
}

/// Where values are when moves are chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a> {
    /// The numbers of the heaps 0, 1, 2, …
    pub(super) first: &'a [u16],
    /// Those of the last heaps.
    pub(super) last: &'a [u16],
    /// How many heaps there are.
    pub(super) length: u64,
}

impl Known<'_> {
    /// The heaps that a move may leave, the smaller ones first, and about which of the last ones it leaves beside them.
    /// The other heap is always the larger one.
    fn parts(&self, longest: usize) -> [(std::ops::Range<usize>, &[u16]); 2] {
        let (first, last) = (self.first, self.last);
        let kept = last.len();
        let reach = kept.saturating_sub(longest + 2 * BATCH) / 2;
        if kept as u64 == self.length {
            let eighth = reach / 4;
            return [
                (BATCH..eighth, &last[kept - kept / 8..]),
                (eighth.max(BATCH)..reach, &last[kept / 2..kept - kept / 8]),
            ];
        }
        let reach = reach.min(first.len());
        [(BATCH..reach, &last[kept - reach..]), (0..0, &[])]
    }
}

impl Witnesses {
    /// Without a move; `most` is as in the field.
    pub(super) fn at_most(most: Option<usize>) -> Witnesses {
        Witnesses {
            most,
            ..Witnesses::default()
        }
    }

    /// Bytes of memory.
    pub(super) fn bytes(&self) -> usize {
        let moves = self.moves.iter();
        let moves = moves.map(|moves| moves.learnt.capacity() + moves.chosen.capacity());
        size_of::<Witness>() * moves.sum::<usize>()
            + (size_of::<Moves>() + size_of::<u64>()) * self.moves.capacity()
    }

    /// Bytes of memory that may be needed besides, where there is place for `length` values.
    pub(super) fn growth(&self, length: usize) -> usize {
        let chosen = (4 * length).min(MOST.1);
        size_of::<Witness>() * (chosen + LEARNT * self.moves.len())
    }

    /// Begins a batch whose numbers are below `span`; `splits` are the removals after which two heaps may be left.
    /// To compare a move costs `cost`.
    pub(super) fn begin(&mut self, known: Known<'_>, splits: &[usize], span: usize, cost: u64) {
        let wider = span > self.moves.len();
        if wider {
            self.moves.resize_with(span, Moves::default);
        }
        self.work = 0;
        self.shown.clear();
        self.shown.resize(self.moves.len(), 0);
        if wider || known.length >= self.next_choice {
            self.next_choice = known.length + (known.length / 16).max(1024);
            self.choose(known, splits, cost);
        }
    }

    /// Chooses the likeliest moves anew.
    fn choose(&mut self, known: Known<'_>, splits: &[usize], cost: u64) {
        let span = self.moves.len();
        let Some(&longest) = splits.last() else {
            return;
        };
        let mut likely = Vec::new();
        let mut heaps = [vec![Vec::new(); span], vec![Vec::new(); span]];
        for (part, (range, sample)) in known.parts(longest).into_iter().enumerate() {
            let mut counts = vec![0u64; span];
            let common = |code: &&u16| **code & RARE == 0;
            for &code in sample.iter().filter(common) {
                counts[usize::from(code)] += 1;
            }
            let counts = counts
                .into_iter()
                .enumerate()
                .filter(|&(_, count)| count > 0);
            likely.extend(
                counts.map(|(number, count)| (count * ONCE / sample.len() as u64, part, number)),
            );
            for heap in range {
                let code = known.first[heap];
                if code & RARE == 0 {
                    let heaps = &mut heaps[part][usize::from(code)];
                    if heaps.len() < EACH {
                        heaps.push((heap + splits[heap % splits.len()]) as u32);
                    }
                }
            }
        }
        likely.sort_unstable_by(|one, other| other.cmp(one));
        let pairs = known.first[1..].iter().zip(known.last.iter().rev());
        let pairs = pairs.take(SAMPLE);
        let mut sums = vec![0u64; span];
        for sum in pairs
            .map(|(one, other)| one ^ other)
            .filter(|sum| sum & RARE == 0)
        {
            sums[usize::from(sum)] += 1;
        }
        let most = (4 * known.length).min(MOST.1 as u64) as usize / span;
        let most = self.most.unwrap_or(most).min(MOST.0);
        for (wanted, moves) in self.moves.iter_mut().enumerate() {
            moves.chosen.clear();
            let mut expected = 0;
            for &(times, part, other) in &likely {
                if expected >= ENOUGH * ONCE || moves.chosen.len() >= most {
                    break;
                }
                for &distance in &heaps[part][other ^ wanted] {
                    let other = other as u16;
                    moves.chosen.push(Witness { distance, other });
                    expected += times;
                }
            }
            moves.chosen.truncate(most);
            // What a scan costs for a heap, and how many moves show the value for one.
            let scan = SCAN + SAMPLE as u64 / (PAIRS * sums[wanted].max(1));
            let tries = moves.chosen.len() as u64 * ONCE / expected.max(1);
            moves.few = (tries * cost / scan).min(BATCH as u64) as u32;
            moves.chosen.shrink_to_fit();
        }
    }

    /// Tells for each rare value which heaps of those that need it are shown it by no move here. The batch begins behind
    /// the last of the numbers.
    pub(super) fn show(
        &mut self,
        numbers: Numbers<'_>,
        needed: &[u64],
        path: Path,
        mut open: impl FnMut(u16, u64),
    ) {
        let values = self.moves.iter().zip(&mut self.shown).zip(needed);
        for (wanted, ((moves, shown), &needed)) in (0..).zip(values) {
            let mut left = needed & !*shown;
            let few = moves.few;
            for moves in [&moves.chosen, &moves.learnt] {
                self.work += absent(numbers, moves, &mut left, few, path) as u64;
            }
            *shown |= needed & !left;
            if left != 0 {
                self.work += SCAN * u64::from(left.count_ones());
                open(wanted, left);
            }
        }
    }

    /// Whether a move just learnt shows the value for the heap at a place of the batch that begins at `start` of `codes`.
    pub(super) fn shows(&mut self, codes: &[u16], start: usize, place: usize, wanted: u16) -> bool {
        let shows =
            |witness: &Witness| codes[start + place - witness.distance as usize] == witness.other;
        let learnt = self.moves[usize::from(wanted)].learnt.iter();
        let shown = learnt.take(JUST_LEARNT).any(shows);
        self.shown[usize::from(wanted)] |= u64::from(shown) << place;
        shown
    }

    /// Takes note of a move that shows the value for the heap at a place of the batch.
    pub(super) fn learn(&mut self, place: usize, wanted: u16, tap: Tap) {
        self.shown[usize::from(wanted)] |= 1 << place;
        let other = tap.change ^ wanted ^ RARE;
        // Rare heaps have no place in eight digits.
        if let Ok(distance) = u32::try_from(tap.distance)
            && tap.distance >= BATCH as u64
            && other & RARE == 0
        {
            let learnt = &mut self.moves[usize::from(wanted)].learnt;
            learnt.truncate(LEARNT - 1);
            learnt.insert(0, Witness { distance, other });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn what_is_shown_is_an_option() {
        let mut random = Random(5);
        let length = 3000;
        let number = |random: &mut Random| {
            let number = random.below(11) * random.below(11);
            (number | (random.below(9) / 8 * u64::from(RARE))) as u16
        };
        let codes: Vec<u16> = (0..length).map(|_| number(&mut random)).collect();
        let known = Known {
            first: &codes,
            last: &codes,
            length: length as u64,
        };
        let mut witnesses = Witnesses::default();
        witnesses.begin(known, &[2, 5], 128, 3);
        witnesses.learn(
            0,
            3,
            Tap {
                distance: 70,
                change: RARE | 7,
            },
        );
        let needed = [u64::MAX; 128];
        let mut open = [0; 128];
        witnesses.show(
            Numbers::Wide(&codes),
            &needed,
            Path::Portable,
            |wanted, left| {
                open[usize::from(wanted)] = left;
            },
        );
        let mut shown = 0;
        for wanted in 0..128u16 {
            for place in 0..BATCH {
                if open[usize::from(wanted)] >> place & 1 == 0 {
                    shown += 1;
                    let occurs = [2, 5].into_iter().any(|removed| {
                        let left = length + place - removed;
                        let mut pairs = (1..length).filter_map(|one| {
                            Some((codes[one], *codes.get(left.checked_sub(one)?)?))
                        });
                        pairs.any(|(one, other)| one ^ other == wanted)
                    });
                    let learnt = codes[length + place - 70] == 7 ^ wanted;
                    assert!(occurs || learnt || place == 0 && wanted == 3, "{wanted}");
                }
            }
        }
        assert!(shown > 64 * 60, "{shown}");
    }
}
