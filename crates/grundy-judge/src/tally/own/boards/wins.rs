//! Who wins on each of all boards, as bits: eight times as many boards as values have room in a cache, and boards are asked for in no order.

use grundy_engine::patterns::LOST;
use grundy_number::text::marks::{BLOCK, Marker};
use grundy_number::text::tokens::Path;

/// By board, whether the mover wins.
pub(super) struct Wins(Vec<u64>);

impl Wins {
    /// From a table that was [filled](grundy_engine::patterns::fill).
    pub(super) fn of(table: &[u8]) -> Wins {
        let marker = Marker::new(Path::best(), [LOST]);
        let (blocks, rest) = table.as_chunks::<BLOCK>();
        let mut last = [LOST; BLOCK];
        last[..rest.len()].copy_from_slice(rest);
        let lost = blocks
            .iter()
            .chain([&last])
            .map(|block| marker.marks(block));
        Wins(lost.map(|[lost]| !lost).collect())
    }

    #[inline(always)]
    pub(super) fn get(&self, board: u64) -> Option<bool> {
        let bits = *self.0.get(usize::try_from(board / 64).ok()?)?;
        Some((bits >> (board % 64)) & 1 == 1)
    }

    pub(super) fn bytes(&self) -> usize {
        8 * self.0.len()
    }
}

#[cfg(test)]
mod tests {
    use super::Wins;

    #[test]
    fn each_board_has_its_bit() {
        for size in [32, 64, 256] {
            let table: Vec<u8> = (0..size)
                .map(|board: u32| (board * board % 7) as u8)
                .collect();
            let wins = Wins::of(&table);
            for (board, &known) in (0..).zip(&table) {
                // What is worth much is not told in a table, and won.
                assert_eq!(wins.get(board), Some(known != 1), "{size} {board}");
            }
        }
    }
}
