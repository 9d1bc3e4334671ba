//! How often parts had the value that they were asked for: what search tries first.

/// Yes and no, by size, shape and n.
#[derive(Clone, Debug)]
pub(super) struct Rates {
    counts: Vec<(u32, u32)>,
    /// 1.35^size: how much longer a larger part takes.
    costs: Vec<f32>,
}

const SIZES: u32 = 64;
const SHAPES: u32 = 16;
const NUMBERS: u32 = 16;
/// Counts are halved at this many, so that what came last counts most.
const MOST: u32 = 1 << 20;

impl Rates {
    pub(super) fn new() -> Rates {
        Rates {
            counts: vec![(0, 0); (SIZES * SHAPES * NUMBERS) as usize],
            costs: (0..SIZES).map(|size| 1.35f32.powi(size as i32)).collect(),
        }
    }

    fn place(size: u32, shape: u32, n: u32) -> usize {
        let size = size.min(SIZES - 1);
        let (shape, n) = (shape.min(SHAPES - 1), n.min(NUMBERS - 1));
        ((size * SHAPES + shape) * NUMBERS + n) as usize
    }

    /// What it is expected to cost to find a yes here, the cost of a look shared by how often it is one.
    #[inline]
    pub(super) fn price(&self, size: u32, shape: u32, n: u32) -> f32 {
        let (yes, no) = self.counts[Rates::place(size, shape, n)];
        let rate = (yes as f32 + 0.5) / (yes as f32 + no as f32 + 2.0);
        self.costs[size.min(SIZES - 1) as usize] / rate
    }

    /// Counts an answer.
    #[inline]
    pub(super) fn count(&mut self, size: u32, shape: u32, n: u32, yes: bool) {
        let counts = &mut self.counts[Rates::place(size, shape, n)];
        match yes {
            true => counts.0 += 1,
            false => counts.1 += 1,
        }
        if counts.0 + counts.1 >= MOST {
            *counts = (counts.0 / 2, counts.1 / 2);
        }
    }
}
