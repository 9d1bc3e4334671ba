//! The mex of many values, seen one after another: each is marked with the number of the turn, so that nothing is cleared.

mod halves;

use halves::Halves;
pub(crate) use halves::NO_HALF;

/// Values from here on are kept in a list: a clause may say that a position is worth 2^30.
const MOST: usize = 1 << 24;

/// Marks looked at in one go.
const PIECE: usize = 32;

/// Marks of values.
#[derive(Debug)]
pub(crate) struct Marks {
    /// One for each value below a power of two, and at the end one for what is no value.
    marks: Vec<u8>,
    turn: u8,
    large: Vec<u32>,
    /// One for each number of 16 digits, or none as long as nobody needs them: there is no need to see whether a place is among them.
    wide: Vec<u8>,
    /// How many of them may hold a mark of this turn.
    width: usize,
    /// Values that are not marked yet.
    halves: Halves,
    /// Whether others are.
    others: bool,
}

impl Default for Marks {
    fn default() -> Marks {
        Marks {
            marks: vec![0; 256 + 1],
            turn: 0,
            large: Vec::new(),
            wide: Vec::new(),
            width: 0,
            halves: Halves::default(),
            others: false,
        }
    }
}

impl Marks {
    /// Forgets all values.
    #[inline]
    pub(crate) fn begin(&mut self) {
        self.large.clear();
        self.width = 0;
        self.halves.clear();
        self.others = false;
        self.turn = self.turn.wrapping_add(1);
        if self.turn == 0 {
            self.marks.fill(0);
            self.wide.fill(0);
            self.turn = 1;
        }
    }

    /// Adds a value.
    #[inline]
    pub(crate) fn insert(&mut self, value: u32) {
        self.others = true;
        let last = self.marks.len() - 1;
        match self.marks[..last].get_mut(value as usize) {
            Some(mark) => *mark = self.turn,
            None => self.insert_beyond(value),
        }
    }

    #[cold]
    fn insert_beyond(&mut self, value: u32) {
        let place = value as usize;
        if place < MOST {
            if let Some(last) = self.marks.last_mut() {
                *last = 0;
            }
            self.marks.resize((place + 1).next_power_of_two() + 1, 0);
            self.marks[place] = self.turn;
        } else {
            self.large.push(value);
        }
    }

    /// Adds values, none above the greatest.
    #[inline(always)]
    pub(crate) fn insert_all(&mut self, values: &[u32], greatest: u32) {
        self.others = true;
        let (last, turn) = (self.marks.len() - 1, self.turn);
        if greatest as usize >= last {
            return values.iter().for_each(|&value| self.insert(value));
        }
        let marks = &mut self.marks[..];
        for &value in values {
            if let Some(mark) = marks.get_mut(value as usize) {
                *mark = turn;
            }
        }
    }

    /// Room for so many values below 2^16, no more than some thousands.
    pub(crate) fn room_for_halves(&mut self, count: usize) -> &mut [u16] {
        if !self.halves.has_room(count) {
            self.put_halves();
        }
        self.halves.room(count)
    }

    /// Adds what was written there; no value is above the greatest but for [`NO_HALF`], which is none.
    pub(crate) fn add_halves(&mut self, count: usize, greatest: u16) {
        self.halves.keep(count, greatest);
    }

    /// Marks the values that are held.
    fn put_halves(&mut self) {
        self.others = true;
        if self.wide.is_empty() {
            self.wide.resize(1 << 16, 0);
        }
        self.width = self.width.max(usize::from(self.halves.greatest) + 1);
        if let Some(wide) = self.wide.first_chunk_mut() {
            put(wide, self.halves.values(), self.turn);
        }
        self.halves.clear();
    }

    fn join_all(&mut self) {
        if !self.halves.values().is_empty() {
            self.put_halves();
        }
        if self.width > 0 {
            self.join();
        }
    }

    /// Adds what stands among the halves to the other marks.
    fn join(&mut self) {
        let (turn, width) = (self.turn, std::mem::take(&mut self.width));
        if width >= self.marks.len() {
            self.insert_beyond(width as u32);
            self.marks[width] = 0;
        }
        for (mark, wide) in self.marks[..width].iter_mut().zip(&self.wide) {
            *mark = if *wide == turn { turn } else { *mark };
        }
    }

    /// Adds those values, none above the greatest, whose lane is not 0; the others are no values afterwards.
    #[inline(always)]
    pub(crate) fn insert_where(&mut self, values: &mut [u32], greatest: u32, lanes: &[i32]) {
        self.others = true;
        let (last, turn) = (self.marks.len() - 1, self.turn);
        if greatest as usize >= last {
            let all = values.iter().zip(lanes).filter(|&(_, &lane)| lane != 0);
            return all.for_each(|(&value, _)| self.insert(value));
        }
        // Without a branch, as nobody can foretell which guards hold, and by whole vectors.
        for (value, &lane) in values.iter_mut().zip(lanes) {
            *value = if lane != 0 { *value } else { last as u32 };
        }
        let marks = &mut self.marks[..];
        for &mut value in values {
            if let Some(mark) = marks.get_mut(value as usize) {
                *mark = turn;
            }
        }
    }

    /// Whether somebody who may move to these outcomes (0 for P, 1 for N) wins, if who cannot move wins: 1, or 0 if not.
    pub(crate) fn misere(&mut self) -> u32 {
        self.join_all();
        let has = |outcome: usize| self.marks[outcome] == self.turn;
        u32::from(has(0) || !has(1))
    }

    /// The least value that was not added.
    pub(crate) fn mex(&mut self) -> u32 {
        let told = match self.others {
            true => None,
            false => self.halves.mex(),
        };
        let mex = told.unwrap_or_else(|| self.marked());
        self.halves.last = mex;
        mex
    }

    /// The least value that has no mark.
    fn marked(&mut self) -> u32 {
        self.join_all();
        let turn = self.turn;
        for (number, piece) in self.marks.chunks_exact(PIECE).enumerate() {
            if piece.iter().fold(0, |all, mark| all | (mark ^ turn)) != 0 {
                let free = piece.iter().position(|&mark| mark != turn);
                return (number * PIECE + free.unwrap_or(0)) as u32;
            }
        }
        let mut mex = self.marks.len() as u32 - 1;
        self.large.sort_unstable();
        for &value in &self.large {
            mex += u32::from(value == mex);
        }
        mex
    }
}

/// Marks values, one after another: where there are instructions for wider vectors, the compiler would take the values out of vectors
/// again, which takes longer.
#[inline(never)]
fn put(wide: &mut [u8; 1 << 16], values: &[u16], turn: u8) {
    for &value in values {
        wide[usize::from(value)] = turn;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(marks: &mut Marks, values: &[u16], greatest: u16) {
        for values in values.chunks(256) {
            marks.room_for_halves(values.len()).copy_from_slice(values);
            marks.add_halves(values.len(), greatest);
        }
    }

    #[test]
    fn as_a_set_of_values() {
        let mut marks = Marks::default();
        let mut number = 7u32;
        for turn in 0..700 {
            marks.begin();
            let mut seen = std::collections::BTreeSet::new();
            for value in (0..turn % 300).chain([u32::MAX - 2, 1 << 24]) {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                if !number.is_multiple_of(97) {
                    marks.insert(value);
                    seen.insert(value);
                }
            }
            let mex = (0..).find(|value| !seen.contains(value));
            assert_eq!(Some(marks.mex()), mex, "{turn}");
        }
    }

    #[test]
    fn halves_beside_other_values() {
        let mut marks = Marks::default();
        for turn in 0..600u16 {
            marks.begin();
            let greatest = turn * 50;
            let halves: Vec<u16> = (0..=greatest).filter(|value| value % 3 != 1).collect();
            add(&mut marks, &halves, greatest);
            add(&mut marks, &[NO_HALF, 0], greatest);
            let others: Vec<u32> = (0..u32::from(turn))
                .filter(|value| value % 3 == 1)
                .collect();
            marks.insert_all(&others, turn.into());
            let all = halves.iter().map(|&half| u32::from(half)).chain(others);
            let all: std::collections::BTreeSet<u32> = all.chain([0]).collect();
            let mex = (0..).find(|value| !all.contains(value));
            assert_eq!(Some(marks.mex()), mex, "{turn}");
        }
    }

    /// Nothing but halves, however many and whatever the mex of the turn before.
    #[test]
    fn halves_alone() {
        let mut marks = Marks::default();
        for missing in [
            0, 700, 3, 15, 16, 63, 64, 300, 127, 128, 1, 255, 256, 257, 40, 64,
        ] {
            for count in [1, 100, 1_000, 40_000] {
                marks.begin();
                let values = (0..count).map(|place| (place as u32 * 7 % 1_024) as u16);
                let values: Vec<u16> = values
                    .map(|value| if value == missing { NO_HALF } else { value })
                    .collect();
                add(&mut marks, &values, 1_023);
                let mex = (0..).find(|value| !values.contains(value));
                assert_eq!(Some(marks.mex()), mex.map(u32::from), "{missing} {count}");
                let misere = !values.contains(&1) || values.contains(&0);
                assert_eq!(marks.misere(), u32::from(misere), "{missing} {count}");
            }
        }
    }

    #[test]
    fn more_values_than_marks() {
        let mut marks = Marks::default();
        marks.begin();
        marks.insert_all(&(0..(1 << 24) + 5).collect::<Vec<u32>>(), (1 << 24) + 4);
        marks.insert_all(&[(1 << 24) + 9], (1 << 24) + 9);
        assert_eq!(marks.mex(), (1 << 24) + 5);
    }
}
