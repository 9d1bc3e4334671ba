//! Turning and mirroring boards, in each way that leaves the places of patterns as they are.

use grundy_engine::patterns::Place;
use std::collections::HashSet;

/// Where the cells of a board go when it is turned or mirrored, in each way that leaves its sides.
pub(super) fn turns(rows: usize, width: usize) -> impl Iterator<Item = Vec<u32>> {
    (1..8)
        .filter(move |turn| turn & 4 == 0 || rows == width)
        .map(move |turn| {
            let cell = |cell: usize| {
                let (mut row, mut column) = (cell / width, cell % width);
                if turn & 1 == 1 {
                    row = rows - 1 - row;
                }
                if turn & 2 == 2 {
                    column = width - 1 - column;
                }
                if turn & 4 == 4 {
                    (row, column) = (column, row);
                }
                (row * width + column) as u32
            };
            (0..rows * width).map(cell).collect()
        })
}

/// A board whose cells, of so many bits, go where a turn says.
pub(super) fn turned(board: u64, turn: &[u32], bits: u32) -> u64 {
    let letter = (1 << bits) - 1;
    let cells = turn.iter().zip(0..);
    cells.fold(0, |all, (&to, from)| {
        all | (((board >> (from * bits)) & letter) << (to * bits))
    })
}

/// Whether a turn puts each place of a pattern where there is one.
pub(super) fn are_kept(places: &[Place], turn: &[u32], bits: u32) -> bool {
    let told = |place: &Place| [place.mask, place.before, place.change];
    let known: HashSet<[u64; 3]> = places.iter().map(told).collect();
    let mut after = places
        .iter()
        .map(|place| told(place).map(|part| turned(part, turn, bits)));
    after.all(|place| known.contains(&place))
}
