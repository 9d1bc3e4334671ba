//! The values of heaps whose options are written down, each of them one coordinate.
//!
//! Most options lie far before their heaps: they are looked up for a whole group of heaps at once, side by side where an option is at the
//! same distance from all of them, and nothing waits for anything. Only options that lie within the group or shortly before it have to be
//! taken one heap after another. For these the last values stand in one short array as bits, the value v as the bit v, so that from one heap
//! to the next there is nothing to be done but to read a word, to join it to what was looked up before, and to take the lowest bit
//! that is free.
//!
//! Values from 64 on have no bit. They are not missed as long as one of the 64 bits is free.

#![allow(
    unsafe_code,
    reason = "the same code for wider vectors, where the machine has them"
)]

use std::ops::Range;

use super::Block;
use crate::rule::columns::{LANES, Path, by_path};

/// Heaps for which what lies far before them is looked up together.
const GROUP: usize = 32;

/// The coordinates of an option, by lane; a negative one where a heap does not have it.
pub(super) type Places = [i32; LANES];

/// By lane, where among the last values as bits an option stands; 0 where there is none.
type Near = [u16; LANES];

/// An option at least a group before its heaps.
struct Far {
    /// How far, where that is the same for all heaps that have it.
    apart: Option<usize>,
    places: Stands,
}

/// Where the coordinates of an option stand.
#[derive(Clone, Copy)]
enum Stands {
    /// Where the caller has them.
    There(usize),
    /// Here, for those heaps only before which the option is far.
    Here(usize),
}

/// The options of a block.
pub(super) struct Lookup {
    far: Vec<Far>,
    near: Vec<Near>,
    parted: Vec<Places>,
    bits: Box<Bits>,
    path: Path,
    /// Whether all options lie before their heaps.
    sure: bool,
}

impl Lookup {
    pub(super) fn new() -> Lookup {
        Lookup {
            far: Vec::new(),
            near: Vec::new(),
            parted: Vec::new(),
            bits: Box::new([0; 2 * LANES]),
            path: Path::best(),
            sure: false,
        }
    }

    /// Sorts the options of a block by how far before their heaps they lie, which is known of some.
    pub(super) fn prepare(&mut self, places: &[Places], apart: &[Option<usize>], block: Block) {
        self.far.clear();
        self.near.clear();
        self.parted.clear();
        let first = i32::try_from(block.first);
        let mut columns = places.iter().zip(apart).enumerate();
        self.sure = first.is_ok_and(|first| {
            columns.all(|(number, (places, &apart))| {
                let apart = match apart {
                    Some(apart) => Some((apart, apart)),
                    None => self.apart(places, block.count, first),
                };
                apart.is_none_or(|apart| self.sort(number, places, apart, first))
            })
        });
    }

    /// The least and the greatest distance from the heaps that have an option, 0 for one that does not lie before its heap; `None` where
    /// none has it.
    fn apart(&self, places: &Places, count: usize, first: i32) -> Option<(usize, usize)> {
        let (least, most) = apart(self.path, places, count, first);
        let number = |apart: i32| usize::try_from(apart).unwrap_or(0);
        (least <= most).then(|| (number(least), number(most)))
    }

    /// Says whether an option lies before all heaps that have it.
    fn sort(
        &mut self,
        number: usize,
        places: &Places,
        (least, most): (usize, usize),
        first: i32,
    ) -> bool {
        if least >= GROUP {
            self.far.push(Far {
                apart: (least == most).then_some(least),
                places: Stands::There(number),
            });
        } else if least > 0 {
            let (mut far, mut near) = (*places, [0; LANES]);
            part(self.path, &mut far, &mut near, first);
            self.near.push(near);
            if most >= LANES {
                self.far.push(Far {
                    apart: None,
                    places: Stands::Here(self.parted.len()),
                });
                self.parted.push(far);
            }
        }
        least > 0
    }

    /// Fills these cells of the block, and tells the first that is left: one whose value may be 64 or more.
    pub(super) fn fill(
        &mut self,
        places: &[Places],
        heaps: Range<usize>,
        cells: &mut [u32],
    ) -> usize {
        if !self.sure {
            return heaps.start;
        }
        let behind = filled(self, places, heaps.clone(), cells);
        // Where there is one such heap there are more.
        self.sure = behind == heaps.end;
        behind
    }
}

/// The least and the greatest distance of an option from the heaps that have it.
fn apart(path: Path, places: &Places, count: usize, first: i32) -> (i32, i32) {
    by_path!(path, apart_by(places: &Places, count: usize, first: i32) -> (i32, i32) => places, count, first)
}

#[inline(always)]
fn apart_by(places: &Places, count: usize, first: i32) -> (i32, i32) {
    let (mut least, mut most) = (i32::MAX, i32::MIN);
    // All lanes, those behind the last heap too, so that there are whole vectors only.
    for (lane, &place) in places.iter().enumerate() {
        let apart = first.wrapping_add(lane as i32).wrapping_sub(place);
        let there = place >= 0 && (lane as i32) < count as i32;
        least = least.min(if there { apart } else { i32::MAX });
        most = most.max(if there { apart } else { i32::MIN });
    }
    (least, most)
}

/// Parts those lanes whose option is near from the others.
fn part(path: Path, far: &mut Places, near: &mut Near, first: i32) {
    by_path!(path, part_by(far: &mut Places, near: &mut Near, first: i32) => far, near, first);
}

#[inline(always)]
fn part_by(far: &mut Places, near: &mut Near, first: i32) {
    for (lane, (place, near)) in far.iter_mut().zip(near).enumerate() {
        let apart = first.wrapping_add(lane as i32).wrapping_sub(*place);
        let is_near = *place >= 0 && apart < LANES as i32;
        let slot = LANES as i32 + (*place).wrapping_sub(first);
        *near = if is_near { slot as u16 } else { 0 };
        *place = if is_near { -1 } else { *place };
    }
}

/// A value as a bit, if it has one.
#[inline(always)]
fn bit(value: u32) -> u64 {
    1u64.checked_shl(value).unwrap_or(0)
}

/// The values of the heaps of a block as bits, and before them of those that lie before the block. The place 0 is none of them, and has no
/// bit.
type Bits = [u64; 2 * LANES];

fn filled(lookup: &mut Lookup, places: &[Places], heaps: Range<usize>, cells: &mut [u32]) -> usize {
    by_path!(lookup.path, filled_by(lookup: &mut Lookup, places: &[Places], heaps: Range<usize>, cells: &mut [u32]) -> usize => lookup, places, heaps, cells)
}

#[inline(always)]
fn filled_by(
    lookup: &mut Lookup,
    places: &[Places],
    heaps: Range<usize>,
    cells: &mut [u32],
) -> usize {
    let first = heaps.start / LANES * LANES;
    let Lookup {
        far,
        near,
        parted,
        bits,
        ..
    } = lookup;
    let begin = first.saturating_sub(LANES - 1);
    let before = &cells[begin..heaps.start];
    for (bits, &value) in bits[LANES - (first - begin)..].iter_mut().zip(before) {
        *bits = bit(value);
    }
    let mut heap = heaps.start;
    while heap < heaps.end {
        let start = heap / GROUP * GROUP;
        let lanes = heap - first..(start + GROUP).min(heaps.end) - first;
        let group = start - first..lanes.end;
        let mut seen = [0; GROUP];
        for far in far.iter() {
            let places = match far.places {
                Stands::There(number) => places.get(number),
                Stands::Here(number) => parted.get(number),
            };
            let Some(places) = places else { break };
            see(
                &mut seen[..group.len()],
                &places[group.clone()],
                far.apart,
                &cells[..start],
            );
        }
        // One loop for each small number of options, and one for all others.
        let rest = lanes.clone();
        let behind = match near.len() {
            0 => told::<0>(near, rest, &seen, bits),
            1 => told::<1>(near, rest, &seen, bits),
            2 => told::<2>(near, rest, &seen, bits),
            3 => told::<3>(near, rest, &seen, bits),
            4 => told::<4>(near, rest, &seen, bits),
            _ => told::<5>(near, rest, &seen, bits),
        };
        let bits = &bits[LANES + lanes.start..LANES + behind];
        for (cell, bit) in cells[heap..].iter_mut().zip(bits) {
            *cell = bit.trailing_zeros();
        }
        heap = first + behind;
        if behind < lanes.end {
            break;
        }
    }
    heap
}

/// Adds the values of an option far before the heaps of a group.
#[inline(always)]
fn see(seen: &mut [u64], places: &[i32], apart: Option<usize>, before: &[u32]) {
    // The heap of the group's first lane is the first that is not before it.
    let row = apart.and_then(|apart| before.len().checked_sub(apart));
    match row.and_then(|row| before.get(row..row + seen.len())) {
        Some(row) => {
            for ((seen, &place), &value) in seen.iter_mut().zip(places).zip(row) {
                *seen |= if place >= 0 { bit(value) } else { 0 };
            }
        }
        None => see_scattered(seen, places, before),
    }
}

/// Adds what an option has whose places lie anywhere; by itself, since gathering by vectors, which the compiler would do otherwise, takes
/// longer.
#[inline(never)]
fn see_scattered(seen: &mut [u64], places: &[i32], before: &[u32]) {
    for (seen, &place) in seen.iter_mut().zip(places) {
        // Nobody can foretell which options are there: the place of one that is not is beyond all cells, and then a value is read that
        // has no bit.
        let value = before.get(place as u32 as usize);
        *seen |= bit(*value.unwrap_or(&u32::MAX));
    }
}

/// Tells the bits of these lanes, one after another, and the first that is left.
#[inline(always)]
fn told<const N: usize>(
    near: &[Near],
    lanes: Range<usize>,
    seen: &[u64; GROUP],
    bits: &mut Bits,
) -> usize {
    let few = near.first_chunk::<N>().filter(|_| near.len() == N);
    for lane in lanes.clone() {
        let mut all = seen[lane % GROUP];
        let mut see = |near: &Near| all |= bits[usize::from(near[lane % LANES]) % bits.len()];
        match few {
            Some(few) => few.iter().for_each(&mut see),
            None => near.iter().for_each(&mut see),
        }
        if all == u64::MAX {
            return lane;
        }
        bits[LANES + lane % LANES] = !all & (all + 1);
    }
    lanes.end
}
