//! What words are worth, by a machine that learns: its states are the pieces that words begin with, and a step is a table's entry.
//!
//! A word is cut where no move ever reaches across, and is worth what its pieces are [together](super::worth). What stands before the
//! next letter is a piece so far, a node of a tree of letters; where the letter is cut off from it, what the piece is worth is added and
//! the tree is entered anew. Eight letters of two, or four of up to four, are one entry of a table that is filled when it is first wanted. Where a word cannot be
//! cut (by rules that speak of its ends, rings, pieces that are not tame under misère play) the whole word is the piece.

use super::worth::{FIRM, together, wins_misere};
use crate::glance::codes::{Codes, eight};

/// Pieces that are kept, and those of them that have rows in the tables.
const NODES: usize = 1 << 16;
const ROWS: usize = 1 << 12;

/// Entries of a row: the codes of eight bits, or those of the last letters, behind a bit that tells how many there are.
const ROW: usize = 256;

/// What is in no table yet.
const UNKNOWN: u64 = u64::MAX;
const NONE: u32 = u32::MAX;

/// Why a word has no value here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lack {
    /// There is no room for its pieces.
    Room,
    /// A piece has none.
    Value,
}

/// What is known of a piece.
#[derive(Clone, Copy)]
enum Worth {
    NotAsked,
    Not,
    Is(u64),
}

struct Node {
    parent: u32,
    code: u8,
    live: bool,
    row: u32,
    next: [u32; 4],
    worth: Worth,
}

/// What is worth so much, as a step has it above its row; nothing where there is no room.
fn above(worth: u64) -> Option<u64> {
    let value = worth & !FIRM;
    (value < 1 << 31).then_some((worth & FIRM) | (value << 32))
}

/// Tells what a piece is worth, by the numbers of its letters.
pub(super) type Solve<'s> = &'s mut dyn FnMut(&[u8]) -> Option<u64>;

/// The machine.
pub(super) struct Automaton {
    codes: Codes,
    /// By code, the rule's number of the letter.
    letters: [u8; 4],
    /// By the codes of two letters, whether a word is cut between them.
    is_cut: [[bool; 4]; 4],
    is_live: [bool; 4],
    /// Whether words are never cut, and a word without letters is no sum of nothing.
    whole: bool,
    /// Whether words are told by who wins under misère play, of pieces that are tame.
    tame: bool,
    nodes: Vec<Node>,
    /// By row, its node; and how many rows there may be.
    rows: Vec<u32>,
    most: usize,
    /// By row and codes, the row that follows, and above it what is added.
    steps: Vec<u64>,
    /// By row and the codes of the last letters, what is added.
    ends: Vec<u64>,
}

impl Automaton {
    /// A machine for letters whose numbers are given by code, where so many bytes may be used; nothing is cut where `cuts` is none. Under misère play
    /// it is `tame` where words are told by pieces.
    pub(super) fn new(
        codes: Codes,
        letters: [u8; 4],
        cuts: Option<&dyn Fn(u8, u8) -> bool>,
        is_live: impl Fn(u8) -> bool,
        tame: bool,
        bytes: u64,
    ) -> Automaton {
        let mut is_cut = [[false; 4]; 4];
        if let Some(cuts) = cuts {
            is_cut = letters.map(|left| letters.map(|right| cuts(left, right)));
        }
        let whole = cuts.is_none();
        let mut machine = Automaton {
            codes,
            letters,
            is_cut,
            is_live: letters.map(|letter| whole || is_live(letter)),
            whole,
            tame,
            nodes: Vec::new(),
            rows: Vec::new(),
            // A row has two tables of 8 bytes an entry, and a quarter of what is allowed may be used.
            most: usize::try_from(bytes / (64 * ROW as u64))
                .unwrap_or(ROWS)
                .clamp(1, ROWS),
            steps: Vec::new(),
            ends: Vec::new(),
        };
        // The root always has a row.
        let root = machine.node(0, 0, false);
        let _ = machine.row(root.unwrap_or(0));
        machine
    }

    pub(super) fn codes(&self) -> &Codes {
        &self.codes
    }

    /// Whether its pieces are to be tame ones.
    pub(super) fn is_tame(&self) -> bool {
        self.tame
    }

    fn node(&mut self, parent: u32, code: u8, live: bool) -> Result<u32, Lack> {
        if self.nodes.len() == NODES {
            return Err(Lack::Room);
        }
        self.nodes.push(Node {
            parent,
            code,
            live,
            row: NONE,
            next: [NONE; 4],
            worth: Worth::NotAsked,
        });
        Ok(self.nodes.len() as u32 - 1)
    }

    /// The row of a node.
    fn row(&mut self, node: u32) -> Result<u32, Lack> {
        let row = self.nodes[node as usize].row;
        if row != NONE {
            return Ok(row);
        }
        if self.rows.len() == self.most {
            return Err(Lack::Room);
        }
        let row = self.rows.len() as u32;
        self.nodes[node as usize].row = row;
        self.rows.push(node);
        self.steps.resize(self.steps.len() + ROW, UNKNOWN);
        self.ends.resize(self.ends.len() + ROW, UNKNOWN);
        Ok(row)
    }

    fn child(&mut self, node: u32, code: u8) -> Result<u32, Lack> {
        let next = self.nodes[node as usize].next[usize::from(code)];
        if next != NONE {
            return Ok(next);
        }
        let live = self.nodes[node as usize].live || self.is_live[usize::from(code)];
        let next = self.node(node, code, live)?;
        self.nodes[node as usize].next[usize::from(code)] = next;
        Ok(next)
    }

    /// What a piece is worth, as a step has it.
    fn worth(&mut self, node: u32, solve: Solve<'_>) -> Result<u64, Lack> {
        let found = &self.nodes[node as usize];
        let worth = match found.worth {
            Worth::Is(worth) => Some(worth),
            Worth::Not => None,
            // A piece without letters by which a move is made is worth nothing, and so is no piece at all.
            Worth::NotAsked if !self.whole && !found.live => Some(0),
            Worth::NotAsked if node == 0 => None,
            Worth::NotAsked => {
                let mut piece = Vec::new();
                let mut at = node;
                while at != 0 {
                    let Node { parent, code, .. } = self.nodes[at as usize];
                    piece.push(self.letters[usize::from(code)]);
                    at = parent;
                }
                piece.reverse();
                let worth = solve(&piece).and_then(above);
                self.nodes[node as usize].worth = worth.map_or(Worth::Not, Worth::Is);
                worth
            }
        };
        worth.ok_or(Lack::Value)
    }

    /// A letter more: the piece that is begun then, and what is added.
    fn step(&mut self, node: u32, code: u8, solve: Solve<'_>) -> Result<(u32, u64), Lack> {
        let last = usize::from(self.nodes[node as usize].code);
        if node != 0 && self.is_cut[last][usize::from(code)] {
            let added = self.worth(node, solve)?;
            return Ok((self.child(0, code)?, added));
        }
        Ok((self.child(node, code)?, 0))
    }

    /// What a word is worth, by the codes of its letters.
    pub(super) fn word(
        &mut self,
        codes: impl Iterator<Item = u8>,
        solve: Solve<'_>,
    ) -> Result<u64, Lack> {
        let (mut node, mut total) = (0, 0);
        for code in codes {
            let (next, added) = self.step(node, code, solve)?;
            (node, total) = (next, together(total, added));
        }
        let worth = together(total, self.worth(node, solve)?);
        Ok(self.told(worth, worth))
    }

    /// What is told of a word, by the nim-sum of what its pieces are worth and by the marks that any of them has.
    #[inline(always)]
    fn told(&self, sum: u64, marks: u64) -> u64 {
        let worth = ((sum & !FIRM) >> 32) | (marks & FIRM);
        match self.tame {
            true => wins_misere(worth).into(),
            false => worth,
        }
    }

    /// So many letters more from a row's piece on, by their codes.
    fn steps(
        &mut self,
        row: u32,
        codes: u64,
        count: u32,
        solve: Solve<'_>,
    ) -> Result<(u32, u64), Lack> {
        let bits = self.codes.bits();
        let (mut node, mut total) = (self.rows[row as usize], 0);
        for place in 0..count {
            let code = (codes >> (bits * place)) as u8 & ((1 << bits) - 1);
            let (next, added) = self.step(node, code, solve)?;
            (node, total) = (next, together(total, added));
        }
        Ok((node, total))
    }

    #[cold]
    fn learn_step(&mut self, place: usize, count: u32, solve: Solve<'_>) -> Option<u64> {
        let (row, codes) = ((place / ROW) as u32, (place % ROW) as u64);
        let (node, added) = self.steps(row, codes, count, solve).ok()?;
        let next = self.row(node).ok()?;
        let step = added | (u64::from(next) * ROW as u64);
        self.steps[place] = step;
        Some(step)
    }

    #[cold]
    fn learn_end(&mut self, place: usize, count: u32, solve: Solve<'_>) -> Option<u64> {
        let (row, codes) = ((place / ROW) as u32, (place % ROW) as u64);
        let (node, added) = self.steps(row, codes, count, solve).ok()?;
        let end = together(added, self.worth(node, solve).ok()?);
        self.ends[place] = end;
        Some(end)
    }

    /// What the letters from byte `at` on are worth, up to what is no letter, and where they end; nothing where the bytes end before.
    #[inline(always)]
    pub(super) fn read<const BITS: u32>(
        &mut self,
        bytes: &[u8],
        mut at: usize,
        solve: Solve<'_>,
    ) -> Option<(u64, usize)> {
        // Where the row begins that the letters so far lead to.
        let mut row = 0;
        let (mut total, mut marks) = (0, 0);
        let in_row = 8 / BITS;
        macro_rules! step {
            ($codes:expr) => {
                let place = row + $codes as usize;
                let mut step = *self.steps.get(place)?;
                if step == UNKNOWN {
                    step = self.learn_step(place, in_row, solve)?;
                }
                row = step as u32 as usize;
                (total, marks) = (total ^ step, marks | step);
            };
        }
        loop {
            let (codes, wrong) = self.codes.read::<BITS>(eight(bytes, at)?);
            if wrong == 0 {
                step!(codes & 0xff);
                if BITS == 2 {
                    step!(codes >> 8);
                }
                at += 8;
                continue;
            }
            let count = wrong.trailing_zeros() / 8;
            let (mut codes, mut left) = (codes, count);
            if BITS == 2 && left >= in_row {
                step!(codes & 0xff);
                (codes, left) = (codes >> 8, left - in_row);
            }
            let one = 1 << (BITS * left);
            let place = row + ((codes & (one - 1)) | one) as usize;
            let mut end = *self.ends.get(place)?;
            if end == UNKNOWN {
                end = self.learn_end(place, left, solve)?;
            }
            return Some((self.told(total ^ end, marks | end), at + count as usize));
        }
    }
}
