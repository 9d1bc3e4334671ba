//! What pieces of positions are worth, kept by how they are written: the same small pieces come again and again in an input.
//!
//! A word is cut where no move ever reaches across, a list each of whose moves looks at one entry only is the sum of its entries, and a
//! board is kept whole. What pieces are worth together is told by [`worth`](super::worth), under misère play where all are tame. Where pieces hardly come again, or
//! one has no value, nothing is told here and the solver is asked for the whole position.

use super::boards::Boards;
use super::kept::Kept;
use super::words::Words;
use super::worth::{together, wins_misere};
use crate::format::{Numbers, OwnPlace, OwnRule};
use crate::glance::letters::Letters;
use crate::glance::{Glance, Glanced, Short};
use grundy::kinds::AnyRule;
use grundy::{Budget, Wanted};

/// The largest board that is kept, in letters.
const BOARD: usize = 64;

/// Entries of lists below this are kept in a table.
const SMALL: usize = 1 << 16;

/// Values of pieces; under misère play, where a sum is not told by values, of whole words and boards: 1 where the mover wins, else 0.
pub(super) struct Pieces {
    parts: Parts,
    kept: Kept,
    misere: bool,
    /// What small entries of lists are worth, [`UNASKED`] where that is not known.
    entries: Vec<u64>,
    /// The piece of a word that is read.
    piece: Vec<u8>,
    /// What is known of short words.
    short: Short,
}

/// An entry of which nothing is known yet.
const UNASKED: u64 = u64::MAX;

/// What a position falls into.
enum Parts {
    Words(Words),
    Entries,
    Boards(Option<Box<Boards>>),
}

impl Pieces {
    /// None where positions of the rule are not told by pieces.
    pub(super) fn of(
        own: &OwnRule,
        misere: bool,
        wanted: Wanted,
        budget: &Budget,
    ) -> Option<Pieces> {
        // A move is not told by values, and what cases give may make another rule of it.
        if wanted == Wanted::Moves || !own.parameters().is_empty() {
            return None;
        }
        // Under misère play who wins is all that is known.
        if misere && wanted != Wanted::Outcome {
            return None;
        }
        let parts = match (own.rule(), own.place()) {
            (AnyRule::Words(rule), OwnPlace::Letters(_, exchanged)) if rule.ends() => Parts::Words(
                Words::of(rule, own, exchanged.as_ref(), misere, budget.bytes)?,
            ),
            (AnyRule::Lists(rule), OwnPlace::List(_)) if rule.is_sum() && rule.ends() => {
                Parts::Entries
            }
            (AnyRule::Grids(rule), OwnPlace::Letters(field, _))
                if rule.ends() && !own.has_boards_of_groups(*field) =>
            {
                let boards = Boards::of(rule, own.place(), own.alphabet(), misere, wanted, budget);
                if misere && boards.is_none() {
                    return None;
                }
                Parts::Boards(boards.map(Box::new))
            }
            _ => return None,
        };
        Some(Pieces {
            parts,
            misere,
            kept: Kept::new(misere, budget),
            entries: Vec::new(),
            piece: Vec::new(),
            short: Short::default(),
        })
    }

    /// Judges cases from the front of some bytes.
    pub(super) fn glance(
        &mut self,
        own: &OwnRule,
        glance: &Glance,
        bytes: &[u8],
        most: u64,
        out: &mut Vec<u8>,
    ) -> Glanced {
        let kept = &mut self.kept;
        match &mut self.parts {
            Parts::Words(words) => {
                let short = &mut self.short;
                match words.bits() {
                    Some(1) => glance.words(bytes, most, out, short, |at| {
                        words.read::<1>(kept, own, bytes, at)
                    }),
                    Some(_) => glance.words(bytes, most, out, short, |at| {
                        words.read::<2>(kept, own, bytes, at)
                    }),
                    None => Glanced::default(),
                }
            }
            Parts::Boards(Some(boards)) => {
                let letters = &Letters::of(boards.codes(), glance.path());
                match letters.bits() {
                    1 => glance.boards(bytes, most, out, |at, rows, width| {
                        boards.worth::<1>(letters, bytes, at, rows, width)
                    }),
                    _ => glance.boards(bytes, most, out, |at, rows, width| {
                        boards.worth::<2>(letters, bytes, at, rows, width)
                    }),
                }
            }
            _ => Glanced::default(),
        }
    }

    /// The value of a position, where its pieces tell it.
    pub(super) fn value(&mut self, own: &OwnRule, numbers: &Numbers) -> Option<u64> {
        match (&mut self.parts, own.place()) {
            (Parts::Words(words), OwnPlace::Letters(field, _)) => {
                let letters = &numbers.0[*field];
                words.lines(&mut self.kept, own, letters, self.misere, &mut self.piece)
            }
            (Parts::Entries, OwnPlace::List(field)) => {
                let mut total = 0;
                for &entry in &numbers.0[*field] {
                    total = together(total, self.entry(own, entry)?);
                }
                Some(self.told(total))
            }
            (Parts::Boards(boards), OwnPlace::Letters(field, _)) => {
                let packed = boards.as_mut();
                if let Some(value) = packed.and_then(|boards| boards.lines(&numbers.0[*field])) {
                    return Some(value);
                }
                let asks = self.kept.comes_again() && !self.misere;
                asks.then(|| self.board(own, numbers, *field))?
            }
            _ => None,
        }
    }

    /// The value of a list, where its entries tell it.
    #[inline]
    pub(super) fn entries(&mut self, own: &OwnRule, entries: &[u64]) -> Option<u64> {
        if !matches!(self.parts, Parts::Entries) {
            return None;
        }
        let mut total = 0;
        for &entry in entries {
            let place = usize::try_from(entry).unwrap_or(usize::MAX);
            let worth = match self.entries.get(place) {
                Some(&worth) if worth != UNASKED => worth,
                _ => self.entry(own, entry.into())?,
            };
            total = together(total, worth);
        }
        Some(self.told(total))
    }

    /// What is told of a list that is worth so much.
    #[inline(always)]
    fn told(&self, worth: u64) -> u64 {
        match self.misere {
            true => wins_misere(worth).into(),
            false => worth,
        }
    }

    /// What an entry of a list is worth.
    #[inline(never)]
    fn entry(&mut self, own: &OwnRule, entry: u128) -> Option<u64> {
        if !self.kept.comes_again() {
            return None;
        }
        let place = usize::try_from(entry).ok().filter(|&place| place < SMALL);
        let known = place.and_then(|place| self.entries.get(place));
        if let Some(&worth) = known.filter(|&&worth| worth != UNASKED) {
            return Some(worth);
        }
        let misere = self.misere;
        let worth = |kept: &mut Kept| kept.of_word(own.rule(), &format!("[{entry}]"), misere);
        let Some(place) = place else {
            return self.kept.value(&entry.to_ne_bytes(), worth);
        };
        let worth = worth(&mut self.kept)?;
        if self.entries.len() <= place {
            self.entries.resize(place + 1, UNASKED);
        }
        self.entries[place] = worth;
        Some(worth)
    }

    /// The value of a small board.
    fn board(&mut self, own: &OwnRule, numbers: &Numbers, field: usize) -> Option<u64> {
        let letters = &numbers.0[field];
        if letters.len() > BOARD {
            return None;
        }
        let mut key = [0; BOARD];
        for (byte, &letter) in key.iter_mut().zip(letters) {
            *byte = u8::try_from(letter).ok()?;
        }
        self.kept.value(&key[..letters.len()], |kept| {
            let words = own.words(numbers);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            kept.solved(own.rule(), &words)
        })
    }
}
