//! All boards of some sides at once: the 32 that differ in their lowest bits together, and one such row after the other.
//!
//! Where each move makes the number of a board smaller, what moves lead to comes first; where each makes it larger, all is seen from the
//! other end. A value is kept as a bit, so that what the options of a board are worth together is the *or* of what is kept of them, and
//! its own value is the lowest bit that this lacks (Sprague 1935, Grundy 1939). A move that leaves the lowest bits alone leads 32 boards to 32 that stand side by
//! side; one that changes some of them leads there in another order, which a few exchanges bring about.

#![allow(
    unsafe_code,
    reason = "a function compiled for a machine's features is called where it has them"
)]

use grundy_number::text::tokens::Path;

/// How many bits are the lowest, and boards that differ in them.
const LOW: u32 = 5;
const ROW: usize = 1 << LOW;
const LOWEST: usize = ROW - 1;

/// A byte for each board of a row.
type Row = [u64; ROW / 8];

/// The lowest bit of each byte, and all but the highest.
const ONES: u64 = 0x0101_0101_0101_0101;
const REST: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Where a pattern may lie on boards that are numbers, a bit for each cell: the bits that it looks at, what must stand there, and
/// which of them the move changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The bits that are looked at.
    pub mask: u64,
    /// What they must be.
    pub before: u64,
    /// Those that change; they are among the bits of the mask, and at least one.
    pub change: u64,
}

/// A place of a pattern as rows of boards have it.
#[derive(Clone, Copy)]
struct Move {
    /// What must stand in the bits above the lowest, and what changes there.
    mask: usize,
    before: usize,
    change: usize,
    /// What changes in the lowest, and for which boards of a row.
    exchange: usize,
    has: Row,
}

impl Move {
    fn new(place: &Place, flip: u64) -> Move {
        let [mask, before, change] = [place.mask, place.before ^ (flip & place.mask), place.change]
            .map(|bits| usize::try_from(bits).unwrap_or(usize::MAX));
        let has = |board: usize| board & mask & LOWEST == before & LOWEST;
        let byte = |board: usize| if has(board) { 0xff } else { 0 };
        Move {
            mask: mask >> LOW,
            before: before >> LOW,
            change: change >> LOW,
            exchange: change & LOWEST,
            has: std::array::from_fn(|eight| {
                u64::from_le_bytes(std::array::from_fn(|place| byte(8 * eight + place)))
            }),
        }
    }

    fn is_in(&self, row: usize) -> bool {
        row & self.mask == self.before
    }

    /// What the boards of a row are led to, by what those are that differ in the higher bits.
    #[inline(always)]
    fn options(&self, there: &Row) -> Row {
        let mut row = *there;
        if self.exchange & 1 != 0 {
            row = row.map(|eight| ((eight >> 8) & EVEN_BYTES) | ((eight & EVEN_BYTES) << 8));
        }
        if self.exchange & 2 != 0 {
            row = row.map(|eight| ((eight >> 16) & EVEN_PAIRS) | ((eight & EVEN_PAIRS) << 16));
        }
        if self.exchange & 4 != 0 {
            row = row.map(|eight| eight.rotate_left(32));
        }
        if self.exchange & 8 != 0 {
            row = [row[1], row[0], row[3], row[2]];
        }
        if self.exchange & 16 != 0 {
            row = [row[2], row[3], row[0], row[1]];
        }
        std::array::from_fn(|place| row[place] & self.has[place])
    }
}

/// What a table that is filled has of a board that is lost for the mover: the value 0 and one.
pub const LOST: u8 = 1;

/// Every other byte, and every other two.
const EVEN_BYTES: u64 = 0x00ff_00ff_00ff_00ff;
const EVEN_PAIRS: u64 = 0x0000_ffff_0000_ffff;

/// The moves of a kind of boards.
struct Moves {
    /// Those that leave the lowest bits alone, those that change them and others, and those that change nothing else.
    above: Vec<Move>,
    across: Vec<Move>,
    below: Vec<Move>,
    /// Moves that are made one after the other within a row at most.
    depth: usize,
    misere: bool,
}

impl Moves {
    fn new(places: &[Place], flip: u64, misere: bool) -> Moves {
        let all: Vec<Move> = places.iter().map(|place| Move::new(place, flip)).collect();
        let part = |is_one: &dyn Fn(&Move) -> bool| {
            all.iter()
                .copied()
                .filter(|own| is_one(own))
                .collect::<Vec<Move>>()
        };
        let is_above = |own: &Move| own.exchange == 0 && own.has == [u64::MAX; ROW / 8];
        let below = part(&|own| own.change == 0);
        let mut depths = [0; ROW];
        for board in 0..ROW {
            let bytes = |own: &Move| own.has[board / 8].to_le_bytes()[board % 8] != 0;
            let moves = below.iter().filter(|own| bytes(own));
            let options = moves.map(|own| depths[board ^ own.exchange] + 1);
            depths[board] = options.max().unwrap_or(0);
        }
        Moves {
            above: part(&|own| own.change != 0 && is_above(own)),
            across: part(&|own| own.change != 0 && !is_above(own)),
            below,
            depth: depths.into_iter().max().unwrap_or(0),
            misere,
        }
    }

    /// Fills a table row by row.
    #[inline(always)]
    fn fill(&self, table: &mut [u8]) {
        let (rows, _) = table.as_chunks_mut::<ROW>();
        let mut here: Vec<&Move> = Vec::new();
        for row in 0..rows.len() {
            let mut met = Row::default();
            for own in self.above.iter().filter(|own| own.is_in(row)) {
                met = or(met, loaded(&rows[row ^ own.change]));
            }
            for own in self.across.iter().filter(|own| own.is_in(row)) {
                met = or(met, own.options(&loaded(&rows[row ^ own.change])));
            }
            here.clear();
            here.extend(self.below.iter().filter(|own| own.is_in(row)));
            let mut worth = met.map(|met| self.worth(met));
            // So many times what was found of some boards of the row may change what is found of others.
            for _ in 0..if here.is_empty() { 0 } else { self.depth } {
                let all = here
                    .iter()
                    .fold(met, |all, own| or(all, own.options(&worth)));
                worth = all.map(|met| self.worth(met));
            }
            for (bytes, worth) in rows[row].as_chunks_mut::<8>().0.iter_mut().zip(worth) {
                *bytes = worth.to_le_bytes();
            }
        }
    }

    /// What eight boards are worth, by what their options are; nothing where that has no bit.
    #[inline(always)]
    fn worth(&self, met: u64) -> u64 {
        if self.misere {
            // Who cannot move wins; the second bit says so, the first that the mover loses.
            let none = !(met | (met >> 1)) & ONES;
            return ONES + ((met & ONES) | none);
        }
        // The sums never go beyond a byte.
        let next = ((met & REST) + ONES) ^ (met & !REST);
        next & !met
    }
}

#[inline(always)]
fn or(one: Row, other: Row) -> Row {
    std::array::from_fn(|place| one[place] | other[place])
}

#[inline(always)]
fn loaded(row: &[u8; ROW]) -> Row {
    let (eights, _) = row.as_chunks::<8>();
    std::array::from_fn(|place| u64::from_le_bytes(eights[place]))
}

/// Fills the table of all boards with values and one, or with 0 for boards that are worth 8 or more; whether that was done. It is not where
/// some moves lead to smaller numbers and others to larger ones, or there are fewer boards than a row has.
pub fn fill(places: &[Place], misere: bool, path: Path, table: &mut [u8]) -> bool {
    let is_larger = |place: &Place| {
        let highest = 1 << place.change.checked_ilog2()?;
        Some(place.before & highest == 0)
    };
    let mut larger = places.iter().map(is_larger);
    let Some(is_first) = larger.next().flatten() else {
        return false;
    };
    if table.len() < ROW || larger.any(|own| own != Some(is_first)) {
        return false;
    }
    let flip = if is_first { u64::MAX } else { 0 };
    fill_rows(&Moves::new(places, flip, misere), table, path);
    if is_first {
        table.reverse();
    }
    true
}

/// Fills a table by the instructions of a path, and makes values and one of bits.
fn fill_rows(moves: &Moves, table: &mut [u8], path: Path) {
    #[inline(always)]
    fn plain(moves: &Moves, table: &mut [u8]) {
        moves.fill(table);
        for worth in table {
            *worth = if *worth == 0 {
                0
            } else {
                (*worth - 1).count_ones() as u8 + 1
            };
        }
    }
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn by_avx2(moves: &Moves, table: &mut [u8]) {
            plain(moves, table);
        }
        if path != Path::Portable && Path::Avx2.is_here() {
            // SAFETY: the path that is here has these instructions.
            unsafe { by_avx2(moves, table) };
            return;
        }
    }
    let _ = path;
    plain(moves, table);
}

#[cfg(test)]
mod tests {
    use super::{Place, fill};
    use crate::random::Random;
    use grundy_number::text::tokens::Path;

    /// By board, the value and one, or 0 where that is above 8; each board by itself.
    fn plain(places: &[Place], board: u64, misere: bool, known: &mut [Option<u8>]) -> u8 {
        if let Some(known) = known[board as usize] {
            return known;
        }
        let options = places
            .iter()
            .filter(|place| board & place.mask == place.before);
        let options = options.map(|place| plain(places, board ^ place.change, misere, known));
        let options: Vec<u8> = options.collect();
        let value = match misere {
            true => u8::from(options.is_empty() || options.contains(&1)),
            false => (0..).find(|value| !options.contains(&(value + 1))).unwrap(),
        };
        known[board as usize] = Some(value + 1);
        value + 1
    }

    #[test]
    fn all_boards_are_worth_what_each_is() {
        let mut random = Random(1);
        let bits = 11;
        for round in 0..60 {
            let (larger, misere) = (round % 2 == 0, round % 3 == 0);
            let places: Vec<Place> = (0..1 + random.below(12))
                .map(|_| {
                    let mut cells = || 1u64 << random.below(bits);
                    let change = [cells(), cells(), cells()]
                        .into_iter()
                        .fold(0, |all, cell| all | cell);
                    let others = if random.below(2) == 0 {
                        0
                    } else {
                        1 << random.below(bits)
                    };
                    let mask = change | others;
                    let highest = 1 << change.ilog2();
                    let before = random.below(1 << bits) & mask & !highest;
                    let before = if larger { before } else { before | highest };
                    Place {
                        mask,
                        before,
                        change,
                    }
                })
                .collect();
            let mut known = vec![None; 1 << bits];
            let expected: Vec<u8> = (0..1 << bits)
                .map(|board| plain(&places, board, misere, &mut known))
                .map(|value| if value > 8 { 0 } else { value })
                .collect();
            for path in Path::all_here() {
                let mut table = vec![7; 1 << bits];
                assert!(fill(&places, misere, path, &mut table));
                assert_eq!(table, expected, "{round} {path:?}");
            }
        }
    }

    #[test]
    fn moves_both_ways_are_left_alone() {
        let place = |before| Place {
            mask: 3,
            before,
            change: 3,
        };
        let mut table = vec![7; 64];
        assert!(!fill(
            &[place(1), place(2)],
            false,
            Path::Portable,
            &mut table
        ));
        assert!(!fill(&[], false, Path::Portable, &mut table));
        assert_eq!(table, vec![7; 64]);
    }
}
