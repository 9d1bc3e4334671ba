//! The mex of many values, seen one after another: each is marked with the number of the turn, so that nothing is cleared.

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
}

impl Default for Marks {
    fn default() -> Marks {
        Marks {
            marks: vec![0; 256 + 1],
            turn: 0,
            large: Vec::new(),
        }
    }
}

impl Marks {
    /// Forgets all values.
    #[inline]
    pub(crate) fn begin(&mut self) {
        self.large.clear();
        self.turn = self.turn.wrapping_add(1);
        if self.turn == 0 {
            self.marks.fill(0);
            self.turn = 1;
        }
    }

    /// Adds a value.
    #[inline]
    pub(crate) fn insert(&mut self, value: u32) {
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

    /// Adds those values, none above the greatest, whose lane is not 0; the others are no values afterwards.
    #[inline(always)]
    pub(crate) fn insert_where(&mut self, values: &mut [u32], greatest: u32, lanes: &[i32]) {
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
    pub(crate) fn misere(&self) -> u32 {
        let has = |outcome: usize| self.marks[outcome] == self.turn;
        u32::from(has(0) || !has(1))
    }

    /// The least value that was not added.
    pub(crate) fn mex(&mut self) -> u32 {
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn more_values_than_marks() {
        let mut marks = Marks::default();
        marks.begin();
        marks.insert_all(&(0..(1 << 24) + 5).collect::<Vec<u32>>(), (1 << 24) + 4);
        marks.insert_all(&[(1 << 24) + 9], (1 << 24) + 9);
        assert_eq!(marks.mex(), (1 << 24) + 5);
    }
}
