//! What boards of some sides are worth.
//!
//! A board is worth the least number that no option of it is worth (Sprague 1935, Grundy 1939), and what was found is kept: in a table by the
//! number itself where that is short, else by regions. Cells that moves can ever come to cover together belong together; where the rule
//! has a letter that no move ever touches, regions are boards of their own with that letter around them, moved to the first row and column, and
//! turned or mirrored in each way that leaves the patterns as they are.

use super::rows::Rows;
use super::turns::turned;
use super::wins::Wins;
use grundy_engine::patterns::{self, Place};
use grundy_number::text::tokens::Path;
use rustc_hash::FxHashMap;

/// Moves that are made one within another.
const DEPTH: u32 = 400;

/// What a table has of a board that is not known; of others the value and one.
pub(super) const UNKNOWN: u8 = 0;
/// Values are below this.
const VALUES: u32 = 128;

/// The part of all boards, one in so many, that is looked at before all are found.
const SHARE: u64 = 512;

/// Where a pattern may come to lie: what must stand there for that, and the cells.
pub(super) struct Reach {
    pub(super) mask: u64,
    pub(super) before: u64,
    pub(super) cells: u64,
}

/// Boards of some sides.
pub(super) struct Sheet {
    pub(super) rows: Rows,
    pub(super) places: Vec<Place>,
    pub(super) reaches: Vec<Reach>,
    /// All cells with the letter that no move touches, where boards are parted.
    pub(super) still: Option<u64>,
    pub(super) bits: u32,
    pub(super) known: Known,
    /// For each turn that leaves the places of the patterns as they are, where each cell goes.
    pub(super) turns: Vec<Vec<u32>>,
    pub(super) misere: bool,
    /// Whether who wins is all that is asked.
    pub(super) only_wins: bool,
    /// How many were looked at, until all are found or cannot be.
    pub(super) looked: Option<u64>,
    /// Boards that were given up.
    pub(super) failed: u32,
}

pub(super) enum Known {
    /// By the board.
    Table(Vec<u8>),
    /// All of them, where who wins is all that is asked.
    Wins(Wins),
    Kept(FxHashMap<u64, u8>),
}

impl Sheet {
    /// Counts boards that were looked at.
    pub(super) fn looked_at(&mut self, boards: u32) {
        if let Some(looked) = &mut self.looked {
            *looked += u64::from(boards);
        }
    }

    /// Whether all boards were found just now, since so many were looked at already that this takes no longer than they did; `steps` may be made for each that is asked for. No input
    /// takes much longer than twice what it must.
    pub(super) fn finds_all(&mut self, steps: u32) -> bool {
        let (Known::Table(table), Some(looked)) = (&mut self.known, self.looked) else {
            return false;
        };
        let boards = table.len() as u64;
        if looked < boards / SHARE || looked.saturating_mul(steps.into()) < boards {
            return false;
        }
        self.looked = None;
        let is_filled = patterns::fill(&self.places, self.misere, Path::best(), table);
        if is_filled && self.only_wins {
            self.known = Known::Wins(Wins::of(table));
        }
        is_filled
    }

    /// Bytes of the table.
    pub(super) fn table(&self) -> usize {
        match &self.known {
            Known::Table(table) => table.len(),
            Known::Wins(wins) => wins.bytes(),
            Known::Kept(_) => 0,
        }
    }

    /// Boards that are kept without a table.
    pub(super) fn held(&self) -> usize {
        match &self.known {
            Known::Table(_) | Known::Wins(_) => 0,
            Known::Kept(kept) => kept.len(),
        }
    }

    pub(super) fn forget(&mut self) {
        if let Known::Kept(kept) = &mut self.known {
            *kept = FxHashMap::default();
        }
    }

    /// What is known of a board; only a table is asked where there is no more than that to gain.
    pub(super) fn known(&self, board: u64, table_only: bool) -> Option<u8> {
        match &self.known {
            Known::Table(table) => {
                let value = *table.get(usize::try_from(board).ok()?)?;
                (value != UNKNOWN).then(|| value - 1)
            }
            Known::Wins(wins) => wins.get(board).map(u8::from),
            Known::Kept(_) if table_only => None,
            Known::Kept(kept) => kept.get(&board).copied(),
        }
    }

    /// The value of a board by its regions.
    pub(super) fn sum(
        &mut self,
        board: u64,
        torus: bool,
        steps: &mut u32,
        depth: u32,
    ) -> Option<u8> {
        let Some(still) = self.still else {
            return self.value(board, torus, steps, depth);
        };
        if let Some(known) = self.known(board, true) {
            return Some(known);
        }
        let mut regions = [0u64; 64];
        let mut count = 0;
        for reach in &self.reaches {
            if board & reach.mask != reach.before {
                continue;
            }
            let mut cells = reach.cells;
            let mut place = 0;
            while place < count {
                if regions[place] & cells != 0 {
                    cells |= regions[place];
                    count -= 1;
                    regions[place] = regions[count];
                } else {
                    place += 1;
                }
            }
            // Regions have no cell in common, so there are at most as many as cells.
            regions[count] = cells;
            count += 1;
        }
        let mut total = 0u8;
        for &region in &regions[..count] {
            let own = self.moved(board & region, region, still, torus);
            total ^= match self.known(own, false) {
                Some(known) => known,
                None => {
                    let least = self.least(board & region, region, still, torus);
                    let value = self.value(least, torus, steps, depth)?;
                    self.keep(own, value);
                    value
                }
            };
        }
        if let Known::Table(table) = &mut self.known {
            table[board as usize] = total + 1;
        }
        Some(total)
    }

    /// A region as a board of its own: in the first row and column, with the letter around it that no move touches.
    fn moved(&self, cells: u64, region: u64, still: u64, torus: bool) -> u64 {
        let shift = if torus { 0 } else { self.corner(region) };
        (cells >> shift) | (still & !(region >> shift))
    }

    /// The least of the boards that a region is when it is turned in each way that leaves the places of the patterns as they are.
    fn least(&self, cells: u64, region: u64, still: u64, torus: bool) -> u64 {
        let turned = self.turns.iter().map(|turn| {
            let (cells, region) = (self.turned(cells, turn), self.turned(region, turn));
            self.moved(cells, region, still, torus)
        });
        let own = self.moved(cells, region, still, torus);
        turned.fold(own, u64::min)
    }

    /// A board whose cells go where a turn says.
    fn turned(&self, board: u64, turn: &[u32]) -> u64 {
        turned(board, turn, self.bits)
    }

    fn keep(&mut self, board: u64, value: u8) {
        match &mut self.known {
            Known::Table(table) => table[board as usize] = value + 1,
            // They are all there.
            Known::Wins(_) => {}
            Known::Kept(kept) => drop(kept.insert(board, value)),
        }
    }

    /// The bits before the first row and column that a region has cells in.
    fn corner(&self, region: u64) -> u32 {
        let row = self.rows.width() as u32 * self.bits;
        let above = region.trailing_zeros() / row * row;
        let mut rest = region >> above;
        let mut columns = 0;
        while rest != 0 {
            columns |= rest;
            rest = rest.checked_shr(row).unwrap_or(0);
        }
        let columns = columns & (u64::MAX >> (64 - row));
        above + columns.trailing_zeros() / self.bits * self.bits
    }

    /// The value of a board as a whole.
    fn value(&mut self, board: u64, torus: bool, steps: &mut u32, depth: u32) -> Option<u8> {
        if let Some(known) = self.known(board, false) {
            return Some(known);
        }
        *steps = steps.checked_sub(1)?;
        if depth == DEPTH {
            return None;
        }
        let (mut met, mut moves) = (0u128, false);
        for place in 0..self.places.len() {
            let place = &self.places[place];
            if board & place.mask == place.before {
                moves = true;
                let option = board ^ place.change;
                let option = self.sum(option, torus, steps, depth + 1)?;
                if u32::from(option) >= VALUES {
                    return None;
                }
                met |= 1 << option;
            }
        }
        let value = match self.misere {
            true => u8::from(!moves || met & 1 == 1),
            false => met.trailing_ones() as u8,
        };
        self.keep(board, value);
        Some(value)
    }
}
