//! What small boards are worth, their cells packed into one number.
//!
//! A move of a rule on grids puts letters in the place of others, so on a packed board it is a mask, what must stand there and what changes.
//! [`sheet`] keeps what boards of the same sides are worth, and [`grundy_engine::patterns`] finds all of these at once where many are asked for; [`rows`] are boards as they stand
//! in the input.

mod rows;
mod sheet;
mod turns;
mod wins;

use crate::format::OwnPlace;
use crate::glance::codes::Codes;
use crate::glance::letters::Letters;
use grundy::grids::Patterns;
use grundy::{Budget, Wanted};
use grundy_engine::patterns::Place;
use rows::Rows;
use sheet::{Known, Reach, Sheet, UNKNOWN};
use turns::{are_kept, turns};

/// Boards of at most so many bits have a table, and those of more than so many are parted.
const TABLE: u32 = 25;
const WHOLE: u32 = 18;
/// Bits of a board at most.
const MOST: u32 = 64;
/// Bytes of all tables.
const TABLES: usize = 1 << 26;
/// Boards that are kept, of those without a table, before they are forgotten.
const KEPT: usize = 1 << 20;
/// Boards that are looked at for the value of one, where no fewer are allowed; where there is no table, what is not told soon is better
/// asked of the solver, and so many boards times places are looked at.
const STEPS: u32 = 1 << 17;
const STEPS_WITHOUT: u32 = 1 << 12;
const LOOKS_WITHOUT: u32 = 1 << 19;
/// After so many boards of a kind that were given up, none is tried.
const FAILED: u32 = 32;
/// Places of patterns on a board, and kinds of boards.
const PLACES: usize = 4096;
const SHEETS: usize = 64;

/// Cells with what stands there before and after a move, by codes.
type Cells = Vec<(usize, usize, u64, u64)>;

/// Boards under a rule.
pub(super) struct Boards {
    codes: Codes,
    patterns: Vec<(usize, usize, Cells)>,
    torus: bool,
    misere: bool,
    /// Whether who wins is all that is asked.
    only_wins: bool,
    /// By code, which letters can come to stand in its place, as bits.
    reach: [u8; 4],
    /// A letter that no move ever touches, nor what comes to stand in its place.
    still: Option<u64>,
    sheets: Vec<Sheet>,
    /// Boards that are looked at for the value of one.
    steps: u32,
    budget: Budget,
}

impl Boards {
    /// None where the letters are too many.
    pub(super) fn of(
        rule: &Patterns,
        place: &OwnPlace,
        alphabet: &[u8],
        misere: bool,
        wanted: Wanted,
        budget: &Budget,
    ) -> Option<Boards> {
        let OwnPlace::Letters(_, exchanged) = place else {
            return None;
        };
        // Groups and cuts are no patterns.
        if !rule.shapes().is_empty() {
            return None;
        }
        let known = |byte: u8| {
            let of = exchanged.as_ref().and_then(|(from, to)| {
                let place = from.iter().position(|own| *own == byte)?;
                to.get(place).copied()
            });
            char::from(of.unwrap_or(byte))
        };
        let codes = Codes::of(alphabet)?;
        // Each letter of the rule has one of the input.
        let letters = rule.letters();
        let read: Vec<(char, u8)> = (alphabet.iter())
            .map(|&byte| Some((known(byte), codes.code(byte)?)))
            .collect::<Option<_>>()?;
        let code = |letter: char| {
            let mut codes = read.iter().filter(|(own, _)| *own == letter);
            let code = codes.next()?.1;
            codes.next().is_none().then_some(u64::from(code))
        };
        if letters.chars().any(|letter| code(letter).is_none())
            || read.len() != letters.chars().count()
        {
            return None;
        }
        let mut reach = [1u8, 2, 4, 8];
        let mut patterns = Vec::new();
        let mut asked = 0u8;
        for pattern in rule.patterns() {
            let cells = pattern.cells(rule).into_iter();
            let cells =
                cells.map(|(row, column, from, to)| Some((row, column, code(from)?, code(to)?)));
            let cells = cells.collect::<Option<Cells>>()?;
            for &(_, _, from, to) in &cells {
                reach[from as usize] |= 1 << to;
                asked |= 1 << from;
            }
            let (height, width) = pattern.sides();
            patterns.push((height, width, cells));
        }
        // What is reached from what is reached; four times are enough for four letters.
        for _ in 0..4 {
            reach = reach.map(|from| {
                let reached = (0..4).filter(|to| (from >> to) & 1 == 1);
                reached.fold(from, |all, to| all | reach[to])
            });
        }
        let mut stills = read.iter().map(|(_, code)| u64::from(*code));
        let still = stills.find(|&code| reach[code as usize] & asked == 0);
        Some(Boards {
            codes,
            patterns,
            torus: rule.is_torus(),
            misere,
            only_wins: wanted == Wanted::Outcome,
            reach,
            // Under misère play a board is not the sum of its regions.
            still: still.filter(|_| !misere),
            sheets: Vec::new(),
            steps: u32::try_from(budget.positions).unwrap_or(STEPS).min(STEPS),
            budget: budget.clone(),
        })
    }

    pub(super) fn codes(&self) -> &Codes {
        &self.codes
    }

    /// The place of the sheet of boards with these sides.
    #[inline(always)]
    fn sheet(&mut self, rows: usize, width: usize) -> Option<usize> {
        let is_one = |sheet: &Sheet| sheet.rows.are(rows, width);
        let found = self.sheets.iter().position(is_one);
        found.or_else(|| self.add_sheet(rows, width))
    }

    /// So many bytes, or a quarter of those that are allowed.
    fn most(&self, bytes: usize) -> usize {
        usize::try_from(self.budget.bytes / 4).map_or(bytes, |allowed| allowed.min(bytes))
    }

    fn tables(&self) -> usize {
        self.sheets.iter().map(Sheet::table).sum()
    }

    #[cold]
    fn add_sheet(&mut self, rows: usize, width: usize) -> Option<usize> {
        let bits = self.codes.bits();
        let cells = rows.checked_mul(width)?;
        let all = u32::try_from(cells).ok()?.checked_mul(bits)?;
        if all > MOST || all == 0 || self.sheets.len() == SHEETS {
            return None;
        }
        let (mut places, mut reaches) = (Vec::new(), Vec::new());
        let letter = (1u64 << bits) - 1;
        for (height, wide, cells) in &self.patterns {
            if *height > rows || *wide > width {
                continue;
            }
            let lies = |sides: usize, own: usize| match self.torus {
                true => sides,
                false => sides + 1 - own,
            };
            for row in 0..lies(rows, *height) {
                for column in 0..lies(width, *wide) {
                    let mut place = Place {
                        mask: 0,
                        before: 0,
                        change: 0,
                    };
                    let mut reach = Reach {
                        mask: 0,
                        before: 0,
                        cells: 0,
                    };
                    for &(down, right, from, to) in cells {
                        let cell = (row + down) % rows * width + (column + right) % width;
                        let shift = cell as u32 * bits;
                        place.mask |= letter << shift;
                        place.before |= from << shift;
                        place.change |= (from ^ to) << shift;
                        reach.cells |= letter << shift;
                        // Whether no other letter leads to it.
                        let others = (0..4).filter(|other| *other != from);
                        let mut others = others.map(|other| self.reach[other as usize]);
                        if others.all(|reached| (reached >> from) & 1 == 0) {
                            reach.mask |= letter << shift;
                            reach.before |= from << shift;
                        }
                    }
                    places.push(place);
                    reaches.push(reach);
                }
            }
        }
        if places.len() > PLACES {
            return None;
        }
        let still = self
            .still
            .map(|code| (0..cells as u32).fold(0, |all, cell| all | (code << (cell * bits))));
        let turns = turns(rows, width);
        let turns = turns.filter(|turn| are_kept(&places, turn, bits)).collect();
        self.sheets.push(Sheet {
            rows: Rows::new(rows, width),
            turns,
            places,
            reaches,
            still: still.filter(|_| all > WHOLE),
            bits,
            known: match all <= TABLE && self.tables() + (1 << all) <= self.most(TABLES) {
                true => Known::Table(vec![UNKNOWN; 1 << all]),
                false => Known::Kept(Default::default()),
            },
            misere: self.misere,
            only_wins: self.only_wins,
            looked: Some(0),
            failed: 0,
        });
        Some(self.sheets.len() - 1)
    }

    /// What a packed board is worth; where only who wins is asked, as under misère play, it may be 1 where the mover wins, else 0.
    #[inline(always)]
    fn value(&mut self, sheet: usize, board: u64) -> Option<u64> {
        match &self.sheets.get(sheet)?.known {
            Known::Table(table) => {
                let value = *table.get(usize::try_from(board).ok()?)?;
                if value != UNKNOWN {
                    return Some(u64::from(value) - 1);
                }
            }
            Known::Wins(wins) => return wins.get(board).map(u64::from),
            Known::Kept(_) => {}
        }
        self.asked(sheet, board)
    }

    /// What the board from byte `at` on is worth, and where its last row begins and ends.
    #[inline(always)]
    pub(super) fn worth<const BITS: u32>(
        &mut self,
        letters: &Letters,
        bytes: &[u8],
        at: usize,
        rows: usize,
        width: usize,
    ) -> Option<(u64, usize, usize)> {
        let sheet = self.sheet(rows, width)?;
        let rows = &self.sheets.get(sheet)?.rows;
        let in_block = rows.in_block(letters, bytes, at);
        let (board, last, end) = in_block.or_else(|| rows.read::<BITS>(&self.codes, bytes, at))?;
        Some((self.value(sheet, board)?, last, end))
    }

    /// What a board is worth whose rows are parted by line ends.
    pub(super) fn lines(&mut self, letters: &[u128]) -> Option<u64> {
        let lines = letters.split(|&letter| letter == u128::from(b'\n'));
        let width = lines.clone().next()?.len();
        let sheet = self.sheet(lines.clone().count(), width)?;
        let (mut board, mut shift) = (0, 0);
        for line in lines {
            if line.len() != width {
                return None;
            }
            for &letter in line {
                let code = self.codes.code(u8::try_from(letter).ok()?)?;
                board |= u64::from(code) << shift;
                shift += self.codes.bits();
            }
        }
        self.value(sheet, board)
    }

    #[inline(never)]
    fn asked(&mut self, sheet: usize, board: u64) -> Option<u64> {
        if self.sheets.iter().map(Sheet::held).sum::<usize>() > self.most(64 * KEPT) / 64 {
            self.sheets.iter_mut().for_each(Sheet::forget);
        }
        if self.budget.is_stopped(0) {
            return None;
        }
        let torus = self.torus;
        let sheet = self.sheets.get_mut(sheet)?;
        let most = match &sheet.known {
            Known::Table(_) | Known::Wins(_) => STEPS,
            Known::Kept(_) => {
                (LOOKS_WITHOUT / (sheet.places.len() as u32).max(1)).min(STEPS_WITHOUT)
            }
        };
        let mut steps = self.steps.min(most);
        if sheet.failed == FAILED {
            return None;
        }
        if sheet.finds_all(steps)
            && let Some(value) = sheet.known(board, true)
        {
            return Some(value.into());
        }
        let allowed = steps;
        let value = sheet.sum(board, torus, &mut steps, 0);
        sheet.looked_at(1 + (allowed - steps));
        sheet.failed += u32::from(value.is_none());
        value.map(u64::from)
    }
}
