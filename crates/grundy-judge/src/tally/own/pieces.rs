//! What pieces of positions are worth, kept by how they are written: the same small pieces come again and again in an input.
//!
//! A word is cut where no move ever reaches across, a list each of whose moves looks at one entry only is the sum of its entries, and a
//! board is kept whole. The value of a sum is the nim-sum of the values (Sprague 1935, Grundy 1939). Where pieces hardly come again, or
//! one has no value, nothing is told here and the solver is asked for the whole position.

use rustc_hash::FxHashMap;

use crate::format::{Numbers, OwnPlace, OwnRule};
use crate::tally::general::General;
use grundy::kinds::AnyRule;
use grundy::words::Rewriting;
use grundy::{Budget, Game, Wanted};

/// Bytes of pieces that are kept before they are forgotten.
const HELD: usize = 1 << 26;

/// The largest board that is kept, in letters.
const BOARD: usize = 64;

/// Entries of lists below this are kept in a table.
const SMALL: usize = 1 << 16;

/// After so many pieces at least half must have come again: there are 65,536 boards of 4 by 4 cells with two letters.
const TRIED: u64 = 1 << 18;

/// Values of pieces under normal play.
pub(super) struct Pieces {
    parts: Parts,
    known: FxHashMap<Box<[u8]>, u64>,
    /// Values of small entries of lists.
    entries: Vec<Option<u64>>,
    held: usize,
    asked: u64,
    found: u64,
    piece: Vec<u8>,
    solver: General,
}

/// What a position falls into.
enum Parts {
    Words(Box<Cuts>),
    Entries,
    Boards,
}

/// Where the words of a rule are cut, by letters as they are read.
struct Cuts {
    /// By byte, the number of the letter that the rule knows; others are no letters.
    letters: [u8; 256],
    /// By a letter and the next.
    is_cut: Vec<bool>,
    is_live: Vec<bool>,
}

const NO_LETTER: u8 = u8::MAX;

impl Cuts {
    /// None where it matters where in a word a piece stands.
    fn of(rule: &Rewriting, exchanged: Option<&(Vec<u8>, Vec<u8>)>) -> Option<Cuts> {
        let tells_ends = rule.moves().iter().any(|mv| mv.start || mv.end);
        if tells_ends || rule.is_cyclic() || !rule.ends() {
            return None;
        }
        let count = u8::try_from(rule.letters().len()).ok()?;
        let number = |byte: u8| {
            let place = exchanged.and_then(|(from, to)| {
                let place = from.iter().position(|own| *own == byte)?;
                to.get(place).copied()
            });
            let letter = char::from(place.unwrap_or(byte));
            let number = rule.letters().iter().position(|own| *own == letter);
            number.map_or(NO_LETTER, |number| number as u8)
        };
        let mut letters = [NO_LETTER; 256];
        for byte in 0..=u8::MAX {
            letters[usize::from(byte)] = number(byte);
        }
        let pairs = (0..count).flat_map(|left| (0..count).map(move |right| (left, right)));
        Some(Cuts {
            letters,
            is_cut: pairs
                .map(|(left, right)| rule.is_cut_between(left, right))
                .collect(),
            is_live: (0..count).map(|letter| rule.is_live(letter)).collect(),
        })
    }
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
        if misere || wanted == Wanted::Moves || !own.parameters().is_empty() {
            return None;
        }
        let parts = match (own.rule(), own.place()) {
            (AnyRule::Words(rule), OwnPlace::Letters(_, exchanged)) => {
                Parts::Words(Box::new(Cuts::of(rule, exchanged.as_ref())?))
            }
            (AnyRule::Lists(rule), OwnPlace::List(_)) if rule.is_sum() && rule.ends() => {
                Parts::Entries
            }
            (AnyRule::Grids(rule), OwnPlace::Letters(field, _))
                if rule.ends() && !own.has_boards_of_groups(*field) =>
            {
                Parts::Boards
            }
            _ => return None,
        };
        Some(Pieces {
            parts,
            known: FxHashMap::default(),
            entries: Vec::new(),
            held: 0,
            asked: 0,
            found: 0,
            piece: Vec::new(),
            solver: General::new(false, Wanted::Value, 0, budget.clone()),
        })
    }

    /// The value of a position, where its pieces tell it.
    pub(super) fn value(&mut self, own: &OwnRule, numbers: &Numbers) -> Option<u64> {
        // Looking for what does not come again costs more than it spares.
        if self.asked > TRIED && 2 * self.found < self.asked {
            return None;
        }
        match (&self.parts, own.place()) {
            (Parts::Words(_), OwnPlace::Letters(field, _)) => self.words(own, &numbers.0[*field]),
            (Parts::Entries, OwnPlace::List(field)) => {
                let mut entries = numbers.0[*field].iter();
                entries.try_fold(0, |sum, &entry| Some(sum ^ self.entry(own, entry)?))
            }
            (Parts::Boards, OwnPlace::Letters(field, _)) => self.board(own, numbers, *field),
            _ => None,
        }
    }

    /// Words line by line.
    fn words(&mut self, own: &OwnRule, letters: &[u128]) -> Option<u64> {
        let Parts::Words(cuts) = &self.parts else {
            return None;
        };
        let count = cuts.is_live.len();
        let mut piece = std::mem::take(&mut self.piece);
        piece.clear();
        let (mut total, mut live, mut place) = (0, false, 0);
        // One step more, which ends the last piece.
        while place <= letters.len() {
            let Parts::Words(cuts) = &self.parts else {
                return None;
            };
            let next = match letters.get(place) {
                None => None,
                Some(&letter) if letter == u128::from(b'\n') => None,
                Some(&letter) => {
                    let letter = *cuts.letters.get(usize::try_from(letter).ok()?)?;
                    if letter == NO_LETTER {
                        return None;
                    }
                    Some(letter)
                }
            };
            let is_cut = match (piece.last(), next) {
                (Some(&last), Some(next)) => {
                    cuts.is_cut[usize::from(last) * count + usize::from(next)]
                }
                _ => next.is_none(),
            };
            let is_live = next.is_some_and(|next| cuts.is_live[usize::from(next)]);
            if is_cut {
                if live {
                    total ^= self.piece(own, &piece)?;
                }
                live = false;
                piece.clear();
            }
            live |= is_live;
            piece.extend(next);
            place += 1;
        }
        self.piece = piece;
        Some(total)
    }

    /// The value of a piece of a word by the numbers of its letters.
    fn piece(&mut self, own: &OwnRule, piece: &[u8]) -> Option<u64> {
        self.asked += 1;
        if let Some(&value) = self.known.get(piece) {
            self.found += 1;
            return Some(value);
        }
        let AnyRule::Words(rule) = own.rule() else {
            return None;
        };
        let letters = piece
            .iter()
            .map(|&letter| rule.letters()[usize::from(letter)]);
        let word: String = letters.collect();
        let value = self.solved(own.rule(), &[&word])?;
        self.keep(piece, value);
        Some(value)
    }

    /// The value of an entry of a list.
    fn entry(&mut self, own: &OwnRule, entry: u128) -> Option<u64> {
        let place = usize::try_from(entry).ok().filter(|&place| place < SMALL);
        if let Some(place) = place {
            if let Some(Some(value)) = self.entries.get(place) {
                return Some(*value);
            }
            let value = self.solved(own.rule(), &[&format!("[{entry}]")])?;
            if self.entries.len() <= place {
                self.entries.resize(place + 1, None);
            }
            self.entries[place] = Some(value);
            return Some(value);
        }
        self.asked += 1;
        let key = entry.to_ne_bytes();
        if let Some(&value) = self.known.get(&key[..]) {
            self.found += 1;
            return Some(value);
        }
        let value = self.solved(own.rule(), &[&format!("[{entry}]")])?;
        self.keep(&key, value);
        Some(value)
    }

    /// The value of a small board.
    fn board(&mut self, own: &OwnRule, numbers: &Numbers, field: usize) -> Option<u64> {
        let letters = &numbers.0[field];
        if letters.len() > BOARD {
            return None;
        }
        self.asked += 1;
        let mut key = [0; BOARD];
        for (byte, &letter) in key.iter_mut().zip(letters) {
            *byte = u8::try_from(letter).ok()?;
        }
        let key = &key[..letters.len()];
        if let Some(&value) = self.known.get(key) {
            self.found += 1;
            return Some(value);
        }
        let words = own.words(numbers);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let value = self.solved(own.rule(), &words)?;
        self.keep(key, value);
        Some(value)
    }

    fn solved(&mut self, rule: &AnyRule, words: &[&str]) -> Option<u64> {
        let part = rule.part(words).ok()?;
        self.solver.solve(&Game::from_parts(vec![part]));
        self.solver.small_value()
    }

    fn keep(&mut self, piece: &[u8], value: u64) {
        self.held += piece.len() + 64;
        if self.held > HELD {
            (self.known, self.held) = (FxHashMap::default(), piece.len() + 64);
        }
        self.known.insert(piece.into(), value);
    }
}
