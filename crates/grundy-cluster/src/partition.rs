//! Which worker has which vertex.
//!
//! Vertices lie in blocks of equal size. For the other partition they are first renumbered by a permutation that looks
//! random and is never stored: three rounds of multiply and xor-shift, both invertible modulo a power of two, walked until the
//! number is in range (Black and Rogaway, *Ciphers with arbitrary finite domains*, 2002).

/// Which worker has which vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Partition {
    /// Each worker has a range of vertices. Best where neighbours have near numbers: little is sent, and a path numbered in
    /// order is run through without waiting.
    #[default]
    Block,
    /// The vertices are spread as if at random. Best where numbers say nothing, or ranges differ much in their edges.
    Hash,
}

/// A partition of so many vertices among so many workers. A vertex has a *place*; places lie in blocks.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) vertices: u64,
    size: u64,
    scatter: Option<Scatter>,
}

impl Layout {
    pub(crate) fn new(vertices: u64, workers: usize, partition: Partition) -> Layout {
        Layout {
            vertices,
            size: vertices.div_ceil(workers as u64).max(1),
            scatter: match partition {
                Partition::Block => None,
                Partition::Hash => Some(Scatter::new(vertices)),
            },
        }
    }

    pub(crate) fn place(&self, vertex: u32) -> u32 {
        match &self.scatter {
            None => vertex,
            Some(scatter) => scatter.forth(vertex),
        }
    }

    pub(crate) fn vertex(&self, place: u32) -> u32 {
        match &self.scatter {
            None => place,
            Some(scatter) => scatter.back(place),
        }
    }

    /// Whether places are not the vertices themselves.
    pub(crate) fn is_scattered(&self) -> bool {
        self.scatter.is_some()
    }

    /// The worker that has the place.
    pub(crate) fn owner(&self, place: u32) -> usize {
        (u64::from(place) / self.size) as usize
    }

    /// The places of a worker: from the first, so many.
    pub(crate) fn block(&self, worker: usize) -> (u32, usize) {
        let first = (self.size * worker as u64).min(self.vertices);
        let count = self.size.min(self.vertices - first);
        (first as u32, count as usize)
    }
}

#[derive(Clone, Debug)]
struct Scatter {
    vertices: u64,
    mask: u64,
    shift: u32,
}

/// Odd; the second is the inverse of the first modulo 2^64, and so modulo every smaller power of two.
const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
const INVERSE: u64 = inverse(ODD);

/// Newton's iteration: each round doubles the bits that are right.
const fn inverse(odd: u64) -> u64 {
    let mut guess = odd;
    let mut round = 0;
    while round < 6 {
        guess = guess.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(guess)));
        round += 1;
    }
    guess
}

impl Scatter {
    fn new(vertices: u64) -> Scatter {
        let bits = 64 - vertices.saturating_sub(1).leading_zeros();
        Scatter {
            vertices,
            mask: (1 << bits) - 1,
            // At least half of the bits, so that the xor-shift undoes itself.
            shift: bits.div_ceil(2).max(1),
        }
    }

    fn forth(&self, vertex: u32) -> u32 {
        let mut x = u64::from(vertex);
        loop {
            for _ in 0..3 {
                x = x.wrapping_mul(ODD) & self.mask;
                x ^= x >> self.shift;
            }
            if x < self.vertices || self.vertices == 0 {
                return x as u32;
            }
        }
    }

    fn back(&self, place: u32) -> u32 {
        let mut x = u64::from(place);
        loop {
            for _ in 0..3 {
                x ^= x >> self.shift;
                x = x.wrapping_mul(INVERSE) & self.mask;
            }
            if x < self.vertices || self.vertices == 0 {
                return x as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_a_permutation_and_lead_back() {
        for vertices in (1..200u64).chain([1000, 1023, 1024, 1025]) {
            for partition in [Partition::Block, Partition::Hash] {
                let layout = Layout::new(vertices, 3, partition);
                let mut seen = vec![false; vertices as usize];
                for vertex in 0..vertices as u32 {
                    let place = layout.place(vertex);
                    assert!(!std::mem::replace(&mut seen[place as usize], true));
                    assert_eq!(layout.vertex(place), vertex);
                    let (first, count) = layout.block(layout.owner(place));
                    assert!((first as usize..first as usize + count).contains(&(place as usize)));
                }
            }
        }
    }

    #[test]
    fn the_largest_numbers_lead_back() {
        let layout = Layout::new(1 << 32, 7, Partition::Hash);
        for vertex in [0, 1, u32::MAX - 1, u32::MAX, 0x8000_0000] {
            assert_eq!(layout.vertex(layout.place(vertex)), vertex);
        }
    }

    #[test]
    fn a_scattered_range_falls_to_all_workers() {
        let layout = Layout::new(30_000, 3, Partition::Hash);
        let mut counts = [0; 3];
        for vertex in 0..1000 {
            counts[layout.owner(layout.place(vertex))] += 1;
        }
        assert!(
            counts.iter().all(|count| (250..420).contains(count)),
            "{counts:?}"
        );
    }
}
