//! The content of a block of edges.

use super::MOST;

/// A step of the beginnings that is told elsewhere.
const LONG_STEP: u8 = 255;
/// So many bytes stand before the lists.
const HEAD: usize = 9;

/// Packs edges, at least one, sorted by where they begin.
pub(super) fn pack(edges: &[(u32, u32)], out: &mut Vec<u8>) {
    let (Some(&(first, _)), Some(least), Some(greatest)) = (
        edges.first(),
        edges.iter().map(|edge| edge.1).min(),
        edges.iter().map(|edge| edge.1).max(),
    ) else {
        return;
    };
    let width = (4 - ((greatest - least).leading_zeros() / 8) as usize).max(1);
    out.extend_from_slice(&first.to_le_bytes());
    out.extend_from_slice(&least.to_le_bytes());
    out.push(width as u8);
    let mut long = Vec::new();
    let mut before = first;
    for &(from, _) in edges {
        let step = from - before;
        before = from;
        if step < u32::from(LONG_STEP) {
            out.push(step as u8);
        } else {
            out.push(LONG_STEP);
            long.extend_from_slice(&step.to_le_bytes());
        }
    }
    for &(_, to) in edges {
        out.extend_from_slice(&(to - least).to_le_bytes()[..width]);
    }
    out.extend_from_slice(&long);
}

/// A block of edges that is being unpacked.
pub(super) struct Unpacking<'b> {
    steps: std::slice::Iter<'b, u8>,
    ends: &'b [u8],
    width: usize,
    least: u32,
    long: std::slice::ChunksExact<'b, u8>,
    begin: u32,
}

impl<'b> Unpacking<'b> {
    /// The content of a block of so many edges, if its lists have the right lengths.
    pub(super) fn new(count: usize, content: &'b [u8]) -> Option<Unpacking<'b>> {
        let (head, lists) = content.split_first_chunk::<HEAD>()?;
        let (begin, rest) = head.split_first_chunk()?;
        let (least, width) = rest.split_first_chunk()?;
        let width = usize::from(width[0]);
        if count == 0 || count > MOST || !(1..=4).contains(&width) {
            return None;
        }
        let (steps, lists) = lists.split_at_checked(count)?;
        let (ends, long) = lists.split_at_checked(count * width)?;
        if long.len() % 4 != 0 || long.len() / 4 != memchr::memchr_iter(LONG_STEP, steps).count() {
            return None;
        }
        Some(Unpacking {
            steps: steps.iter(),
            ends,
            width,
            least: u32::from_le_bytes(*least),
            long: long.chunks_exact(4),
            begin: u32::from_le_bytes(*begin),
        })
    }

    /// Appends the next edges, so many if there are. `None` where a vertex is beyond 2^32.
    pub(super) fn take(&mut self, most: usize, edges: &mut Vec<(u32, u32)>) -> Option<()> {
        match self.width {
            1 => self.take_wide::<1>(most, edges),
            2 => self.take_wide::<2>(most, edges),
            3 => self.take_wide::<3>(most, edges),
            _ => self.take_wide::<4>(most, edges),
        }
    }

    fn take_wide<const WIDTH: usize>(
        &mut self,
        most: usize,
        edges: &mut Vec<(u32, u32)>,
    ) -> Option<()> {
        let (ends, later) = self
            .ends
            .split_at(self.ends.len().min(most.saturating_mul(WIDTH)));
        self.ends = later;
        // One sum beyond 32 bits spoils the answer, and is found by the carries, once for all.
        let (mut begin, mut carries) = (u64::from(self.begin), 0);
        let (least, long) = (u64::from(self.least), &mut self.long);
        let (ends, _) = ends.as_chunks::<WIDTH>();
        edges.extend(ends.iter().zip(&mut self.steps).map(|(end, &step)| {
            begin += if step == LONG_STEP {
                long.next().map_or(0, |step| {
                    u64::from(u32::from_le_bytes([step[0], step[1], step[2], step[3]]))
                })
            } else {
                u64::from(step)
            };
            let mut bytes = [0; 4];
            bytes[..WIDTH].copy_from_slice(end);
            let end = least + u64::from(u32::from_le_bytes(bytes));
            carries |= begin | end;
            (begin as u32, end as u32)
        }));
        self.begin = begin as u32;
        (carries >> 32 == 0).then_some(())
    }

    /// Whether all edges were taken.
    pub(super) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}
