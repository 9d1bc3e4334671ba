//! How many options each vertex still has open, in a byte for nearly all.

use rustc_hash::FxHashMap;

/// Counts by vertex. PERF: a byte each, so that those of ten million vertices stay in the cache while edges come in any
/// order; what a byte cannot hold is put aside in portions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Degrees {
    low: Vec<u8>,
    /// How many portions more a vertex has. A vertex here has a `low` above 0.
    portions: FxHashMap<u32, u32>,
}

/// What is put aside at a time.
const PORTION: u8 = 128;

impl Degrees {
    /// So many vertices with nothing open.
    pub(super) fn new(vertices: usize) -> Degrees {
        Degrees {
            low: vec![0; vertices],
            portions: FxHashMap::default(),
        }
    }

    /// Makes room for vertices below `bound`.
    pub(super) fn grow(&mut self, bound: usize) {
        if self.low.len() < bound {
            self.low.resize(bound, 0);
        }
    }

    /// The bytes, for prefetching and for telling which are 0.
    #[inline(always)]
    pub(super) fn low(&self) -> &[u8] {
        &self.low
    }

    /// One more option of this vertex.
    #[inline(always)]
    pub(super) fn add(&mut self, vertex: u32) {
        let low = &mut self.low[vertex as usize];
        if *low == u8::MAX {
            *low -= PORTION;
            self.put_aside(vertex);
        }
        self.low[vertex as usize] += 1;
    }

    #[cold]
    fn put_aside(&mut self, vertex: u32) {
        *self.portions.entry(vertex).or_default() += 1;
    }

    /// One option less of this vertex, which has some; whether none is left.
    #[inline(always)]
    pub(super) fn take(&mut self, vertex: u32) -> bool {
        let low = &mut self.low[vertex as usize];
        *low -= 1;
        *low == 0 && (self.portions.is_empty() || !self.refill(vertex))
    }

    /// Brings a portion back, if one was put aside.
    #[cold]
    fn refill(&mut self, vertex: u32) -> bool {
        let portion = self.portion(vertex);
        self.low[vertex as usize] = portion;
        portion > 0
    }

    /// Takes a portion from those put aside: how much it is, or 0.
    #[cold]
    pub(super) fn portion(&mut self, vertex: u32) -> u8 {
        match self.portions.get_mut(&vertex) {
            Some(portions) if *portions > 0 => {
                *portions -= 1;
                PORTION
            }
            _ => 0,
        }
    }

    /// Nothing is open any more for this vertex.
    #[inline(always)]
    pub(super) fn close(&mut self, vertex: u32) {
        self.low[vertex as usize] = 0;
    }

    /// Says how many options a vertex has open that had none.
    pub(super) fn set(&mut self, vertex: u32, count: u32) {
        let over = count.saturating_sub(u8::MAX.into());
        let portions = over.div_ceil(PORTION.into());
        if portions > 0 {
            self.portions.insert(vertex, portions);
        }
        self.low[vertex as usize] = (count - portions * u32::from(PORTION)) as u8;
    }

    /// Says what the byte of a vertex is.
    pub(super) fn set_low(&mut self, vertex: u32, low: u8) {
        self.low[vertex as usize] = low;
    }

    /// Whether some vertex has more than a byte holds.
    pub(super) fn has_portions(&self) -> bool {
        !self.portions.is_empty()
    }

    /// How many options this vertex has open.
    pub(super) fn count(&self, vertex: u32) -> u32 {
        let portions = self.portions.get(&vertex).copied().unwrap_or(0);
        portions * u32::from(PORTION) + u32::from(self.low[vertex as usize])
    }
}
