//! The proof that no rare value was overlooked: for each one below the candidates an option that has it.
//!
//! A *probe* is a move that leaves a given heap; where the other heap that it leaves has the common value wanted, a bit
//! plane tells for 512 heaps at once. A few dozen probes show nearly all heaps to have an option of a rare value: they
//! are chosen, by the last heaps, one after the other so that each shows the most of what is left, and among moves
//! whose planes are read without a shift of bits. What a scan found where the probes showed nothing becomes one, too.

use super::super::super::Rules;
use super::super::Tap;
use super::super::space::{RARE, Space};
#[cfg(target_arch = "x86_64")]
use super::narrow;
use super::planes::{BYTES, KEPT, PLANES, Planes, SAMPLE, Spot, WORDS};

/// Most probes for one rare value: those chosen, and those learnt from scans.
const CHOSEN: usize = 160;
const LEARNT: usize = 48;

/// Probes are chosen from so many moves to the same option.
const SAME: usize = 48;
/// And from so many in all.
const CHOICE: usize = 512;

/// Chosen probes are made so many at a time.
const AT_ONCE: usize = 4;

/// The probes of a rare value.
#[derive(Clone, Debug, Default)]
pub(super) struct Probes {
    /// The common values above it that are not above the next rare value: their planes, and which of the heaps.
    pub(super) above: Vec<(usize, u64)>,
    /// Those chosen, none of which needs a shift, by their places in the planes.
    pub(super) chosen: Vec<[u32; AT_ONCE]>,
    /// Those learnt from scans.
    pub(super) others: Vec<Spot>,
}

/// What is known of how rare values are shown.
#[derive(Debug, Default)]
pub(super) struct Prover {
    /// By rare values.
    probes: Vec<Probes>,
    /// How many bytes back the chosen ones reach.
    reach: usize,
    /// How many planes there were when last looked at.
    known: usize,
}

impl Prover {
    /// Bytes of memory in use.
    pub(super) fn bytes(&self) -> usize {
        let most = 4 * CHOSEN + size_of::<Spot>() * LEARNT;
        self.probes.capacity() * (size_of::<Probes>() + most)
    }

    /// Chooses for each rare value the probes that show it for most of the last heaps, one after the other.
    pub(super) fn choose(
        &mut self,
        planes: &Planes,
        taps: &[(usize, u16)],
        prefix: &[u16],
        rules: &Rules,
        space: &Space,
    ) {
        let Some(place) = planes.length().checked_sub(8 * SAMPLE) else {
            return;
        };
        // Moves by the number of the heap that they leave.
        let mut moves: Vec<Vec<usize>> = vec![Vec::new(); planes.count()];
        let within = |distance: usize| {
            distance.is_multiple_of(8) && distance / 8 < place.min(KEPT - 8 * SAMPLE - 8)
        };
        for removed in rules.splits() {
            let heaps = prefix.iter().enumerate().skip(1);
            for (heap, &code) in heaps.filter(|(_, code)| *code & RARE == 0) {
                if let Some(same) = moves.get_mut(usize::from(code))
                    && same.len() < SAME
                    && within(removed + heap)
                {
                    same.push(removed + heap);
                }
            }
        }
        for &(distance, change) in taps.iter().filter(|tap| tap.1 & RARE != 0) {
            if let Some(same) = moves.get_mut(usize::from(change & !RARE))
                && within(distance)
            {
                same.insert(0, distance);
            }
        }
        let sample: Vec<[u64; SAMPLE]> = (0..planes.count())
            .map(|plane| planes.words(plane, place))
            .collect();
        let often =
            |plane: usize| -> u32 { sample[plane].iter().map(|word| word.count_ones()).sum() };
        let mut frequent: Vec<usize> = (0..planes.count()).collect();
        frequent.sort_by_key(|&plane| u32::MAX - often(plane));
        for probes in &mut self.probes {
            probes.chosen.clear();
            probes.others.clear();
        }
        self.reach = place.min(KEPT);
        for rare in 0..planes.count() as u16 {
            let mut left = [0; SAMPLE];
            for parity in [0, 1] {
                for (common, plane) in (0..).zip(&sample) {
                    if space.rare_below(parity, common) > rare {
                        for (left, word) in left.iter_mut().zip(plane) {
                            *left |= word & (u64::MAX / 3) << parity;
                        }
                    }
                }
            }
            let likely = frequent.iter().flat_map(|&plane| {
                let moves = moves.get(usize::from(rare) ^ plane).into_iter().flatten();
                moves.map(move |&distance| Spot { distance, plane })
            });
            let likely = likely
                .filter_map(|spot| Some((spot, planes.look(spot, place)?)))
                .take(CHOICE)
                .collect();
            self.of(rare).choose(likely, left);
        }
    }

    /// Takes note of a move that showed a rare value: the option's number is the other's heap's, changed so.
    pub(super) fn learn(&mut self, rare: u16, tap: Tap) {
        let rare = rare & !RARE;
        let plane = usize::from(rare ^ tap.change & !RARE);
        let distance = tap.distance as usize;
        if tap.change & RARE == 0 || distance / 8 >= KEPT - BYTES - 8 || plane >= PLANES {
            return;
        }
        let others = &mut self.of(rare).others;
        let spot = Spot { distance, plane };
        if !others.contains(&spot) {
            others.truncate(LEARNT - 1);
            others.push(spot);
        }
    }

    /// The probes of a rare value.
    fn of(&mut self, rare: u16) -> &mut Probes {
        let rare = usize::from(rare);
        if self.probes.len() <= rare {
            self.probes.resize(rare + 1, Probes::default());
        }
        &mut self.probes[rare]
    }

    /// Lists the rare values below the last block's candidates that no probe shows to be excluded.
    pub(super) fn prove(
        &mut self,
        planes: &Planes,
        space: &Space,
        wide: bool,
        open: &mut Vec<(usize, u16)>,
    ) {
        for common in self.known..planes.count() {
            for parity in [0, 1] {
                // Blocks begin with an even heap.
                let heaps = (u64::MAX / 3) << parity;
                if let Some(rare) = space.rare_below(parity, common as u16).checked_sub(1) {
                    self.of(rare).above.push((common, heaps));
                }
            }
        }
        self.known = planes.count();
        let place = planes.length() - BYTES;
        let enough = place >= self.reach;
        #[cfg(target_arch = "x86_64")]
        if wide {
            // SAFETY: wide vectors are asked for only where the processor has them.
            return unsafe { narrow::prove(&self.probes, planes, (place, enough), open) };
        }
        let _ = wide;
        // Heaps that need the rare value: all whose candidate is above it.
        let mut needing = [0u64; WORDS];
        for (rare, probes) in self.probes.iter().enumerate().rev() {
            for &(plane, heaps) in &probes.above {
                let block: [u64; WORDS] = planes.words(plane, place);
                for (needing, word) in needing.iter_mut().zip(block) {
                    *needing |= word & heaps;
                }
            }
            let mut left = needing;
            probes.make(planes, (place, enough), &mut left);
            list(rare, left, open);
        }
    }
}

/// Lists the heaps left.
pub(super) fn list(rare: usize, left: [u64; WORDS], open: &mut Vec<(usize, u16)>) {
    for (word, mut bits) in left.into_iter().enumerate() {
        while bits != 0 {
            open.push((
                64 * word + bits.trailing_zeros() as usize,
                rare as u16 | RARE,
            ));
            bits &= bits - 1;
        }
    }
}

impl Probes {
    /// Makes probes until nothing is left, the chosen ones if there are enough heaps before.
    fn make(&self, planes: &Planes, (place, enough): (usize, bool), left: &mut [u64; WORDS]) {
        for four in self.chosen.iter().filter(|_| enough) {
            if none(left) {
                return;
            }
            for &offset in four {
                let from = place + offset as usize - Planes::BEFORE;
                exclude(left, planes.words(0, from));
            }
        }
        for &spot in &self.others {
            if none(left) {
                return;
            }
            if let Some(seen) = planes.look::<WORDS>(spot, place) {
                exclude(left, seen);
            }
        }
    }

    /// Chooses among these moves, each with what it shows, while there are heaps left.
    fn choose(&mut self, mut likely: Vec<(Spot, [u64; SAMPLE])>, mut left: [u64; SAMPLE]) {
        let mut chosen = Vec::new();
        while chosen.len() < CHOSEN {
            let best = likely.iter().enumerate().map(|(place, (_, seen))| {
                let shown = seen.iter().zip(&left);
                let shown = shown.map(|(seen, left)| (seen & left).count_ones());
                (shown.sum::<u32>(), place)
            });
            let Some((1.., place)) = best.rev().max_by_key(|best| best.0) else {
                break;
            };
            let (spot, seen) = likely.swap_remove(place);
            chosen.push(spot.offset() as u32);
            exclude(&mut left, seen);
        }
        if let Some(&last) = chosen.last() {
            chosen.resize(chosen.len().next_multiple_of(AT_ONCE), last);
        }
        self.chosen = chosen.as_chunks().0.to_vec();
    }
}

#[inline(always)]
fn none<const LENGTH: usize>(left: &[u64; LENGTH]) -> bool {
    left.iter().fold(0, |all, word| all | word) == 0
}

#[inline(always)]
fn exclude<const LENGTH: usize>(left: &mut [u64; LENGTH], seen: [u64; LENGTH]) {
    for (left, seen) in left.iter_mut().zip(seen) {
        *left &= !seen;
    }
}
