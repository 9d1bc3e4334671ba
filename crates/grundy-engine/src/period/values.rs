//! Values of heaps kept by byte: the lowest bytes of all, and further planes only where some value needs them. So
//! a repetition is looked for at the speed of memory.

use memchr::memmem;

/// How many last values are looked for among those before.
const SAMPLE: usize = 64;

/// How many values are compared at a time.
const STEP: usize = 1 << 12;

/// The values of the heaps 0, 1, 2, ….
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values {
    /// The bytes of the values by their rank, the lowest first; at least one plane once there are values.
    planes: Vec<Vec<u8>>,
}

impl Values {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.planes.first().map_or(0, Vec::len)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many bytes a value takes: 1 to 4.
    pub fn width(&self) -> usize {
        self.planes.len()
    }

    /// The value of a heap.
    pub fn value(&self, heap: usize) -> Option<u32> {
        let mut bytes = self.planes.iter().rev();
        bytes
            .try_fold(0, |value, plane| {
                Some(value << 8 | u32::from(*plane.get(heap)?))
            })
            .filter(|_| !self.planes.is_empty())
    }

    /// The values in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len()).map(|heap| self.value(heap).unwrap_or_default())
    }

    /// The bytes of the values by their rank, the lowest first.
    pub fn planes(&self) -> &[Vec<u8>] {
        &self.planes
    }

    /// Values by the bytes of their ranks. `None` if the planes are not equally long, or more than four.
    pub fn from_planes(planes: Vec<Vec<u8>>) -> Option<Values> {
        let values = Values { planes };
        let length = values.len();
        let whole = values.planes.iter().all(|plane| plane.len() == length);
        (whole && values.planes.len() <= 4).then_some(values)
    }

    /// How many planes there would be with these values too.
    pub(super) fn width_with(&self, values: &[u32]) -> usize {
        let used = values.iter().fold(0, |used, value| used | value);
        let width = (4 - used.leading_zeros() as usize / 8).max(1);
        width.max(self.planes.len())
    }

    /// Adds the next values.
    pub fn extend(&mut self, values: &[u32]) {
        let (length, width) = (self.len(), self.width_with(values));
        self.planes.resize_with(width, || vec![0; length]);
        for (rank, plane) in self.planes.iter_mut().enumerate() {
            plane.extend(values.iter().map(|value| (value >> (8 * rank)) as u8));
        }
    }

    /// Whether the values from `start` up to `end` are those `period` places before.
    fn agree(&self, start: usize, end: usize, period: usize) -> bool {
        let plane = |plane: &Vec<u8>| plane[start..end] == plane[start - period..end - period];
        self.planes.iter().all(plane)
    }

    /// The first heap from which on all up to `known` have the value of the heap `period` later; from `known` on they are
    /// known to.
    pub(super) fn repeats_since(&self, period: usize, known: usize) -> usize {
        let mut since = known;
        while since > 0 {
            let start = since.saturating_sub(STEP);
            if !self.agree(start + period, since + period, period) {
                let differs = |heap: &usize| !self.agree(heap + period, heap + period + 1, period);
                return (start..since)
                    .rev()
                    .find(differs)
                    .map_or(0, |heap| heap + 1);
            }
            since = start;
        }
        0
    }

    /// The least period below `most`, which is at most `from`, for which the values from the place `from` on are those
    /// one period before.
    pub(super) fn repeats_from(&self, from: usize, most: usize) -> Option<usize> {
        let (low, length) = (self.planes.first()?, self.len());
        let sample = SAMPLE.min(length.checked_sub(from)?);
        if sample == 0 {
            return None;
        }
        let finder = memmem::Finder::new(&low[length - sample..]);
        let mut work = 4 * length + (1 << 16);
        let (mut least, mut span, mut found) = (1, SAMPLE, Vec::new());
        // Nearest first: in stretches that double, each searched forwards.
        while least < most {
            let beyond = most.min(least + span);
            let end = length - least;
            let mut start = length - sample - (beyond - 1);
            found.clear();
            while let Some(at) = finder.find(&low[start..end]) {
                found.push(length - sample - (start + at));
                start += at + 1;
                let Some(left) = work.checked_sub(sample) else {
                    return self.repeats_from_linear(from, most);
                };
                work = left;
            }
            for &period in found.iter().rev() {
                let mut agrees = from;
                while agrees < length {
                    let to = length.min(agrees + STEP);
                    let Some(left) = work.checked_sub(to - agrees) else {
                        return self.repeats_from_linear(from, most);
                    };
                    work = left;
                    if !self.agree(agrees, to, period) {
                        break;
                    }
                    agrees = to;
                }
                if agrees == length {
                    return Some(period);
                }
            }
            (least, span) = (beyond, 2 * span);
        }
        None
    }

    /// Where the values repeat, for last values that occur so often that comparing at each place would take long: all values from
    /// `from` on are looked for, in time linear in the length (M. Crochemore and D. Perrin 1991).
    fn repeats_from_linear(&self, from: usize, most: usize) -> Option<usize> {
        let (low, length) = (self.planes.first()?, self.len());
        let finder = memmem::FinderRev::new(&low[from..]);
        let first = from - (most - 1);
        let mut end = length - 1;
        while let Some(at) = finder.rfind(&low[first.min(end)..end]) {
            let period = from - (at + first);
            if self.agree(from, length, period) {
                return Some(period);
            }
            end = length - period - 1;
        }
        None
    }
}
