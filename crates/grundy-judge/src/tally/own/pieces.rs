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
    kept: Kept,
    /// Values of small entries of lists.
    entries: Vec<Option<u64>>,
    /// The piece of a word that is read.
    piece: Vec<u8>,
}

/// What was asked before.
struct Kept {
    known: FxHashMap<Box<[u8]>, u64>,
    /// By letter and length, the values of pieces of one letter again and again.
    runs: Vec<Vec<Option<u64>>>,
    held: usize,
    asked: u64,
    found: u64,
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

/// What is no letter of the rule, and what ends a word.
const NO_LETTER: u8 = u8::MAX;
const LINE: u8 = u8::MAX - 1;

/// Longer runs of a letter are kept as other pieces are.
const RUN: usize = 1 << 12;

impl Cuts {
    /// None where it matters where in a word a piece stands.
    fn of(rule: &Rewriting, exchanged: Option<&(Vec<u8>, Vec<u8>)>) -> Option<Cuts> {
        let tells_ends = rule.moves().iter().any(|mv| mv.start || mv.end);
        if tells_ends || rule.is_cyclic() || !rule.ends() {
            return None;
        }
        let count = u8::try_from(rule.letters().len()).ok();
        let count = count.filter(|&count| count < LINE)?;
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
        letters[usize::from(b'\n')] = LINE;
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
            kept: Kept {
                known: FxHashMap::default(),
                runs: Vec::new(),
                held: 0,
                asked: 0,
                found: 0,
                solver: General::new(false, Wanted::Value, 0, budget.clone()),
            },
            entries: Vec::new(),
            piece: Vec::new(),
        })
    }

    /// The value of a position, where its pieces tell it.
    pub(super) fn value(&mut self, own: &OwnRule, numbers: &Numbers) -> Option<u64> {
        // Looking for what does not come again costs more than it spares.
        if self.kept.asked > TRIED && 2 * self.kept.found < self.kept.asked {
            return None;
        }
        match (&self.parts, own.place()) {
            (Parts::Words(cuts), OwnPlace::Letters(field, _)) => {
                self.kept
                    .words(cuts, own, &numbers.0[*field], &mut self.piece)
            }
            (Parts::Entries, OwnPlace::List(field)) => {
                let mut entries = numbers.0[*field].iter();
                entries.try_fold(0, |sum, &entry| Some(sum ^ self.entry(own, entry)?))
            }
            (Parts::Boards, OwnPlace::Letters(field, _)) => self.board(own, numbers, *field),
            _ => None,
        }
    }

    /// The value of an entry of a list.
    fn entry(&mut self, own: &OwnRule, entry: u128) -> Option<u64> {
        let place = usize::try_from(entry).ok().filter(|&place| place < SMALL);
        if let Some(place) = place {
            if let Some(Some(value)) = self.entries.get(place) {
                return Some(*value);
            }
            let value = self.kept.solved(own.rule(), &[&format!("[{entry}]")])?;
            if self.entries.len() <= place {
                self.entries.resize(place + 1, None);
            }
            self.entries[place] = Some(value);
            return Some(value);
        }
        let key = entry.to_ne_bytes();
        let word = || format!("[{entry}]");
        (self.kept).value(&key, |kept| kept.solved(own.rule(), &[&word()]))
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

impl Kept {
    /// The value of words line by line.
    fn words(
        &mut self,
        cuts: &Cuts,
        own: &OwnRule,
        letters: &[u128],
        piece: &mut Vec<u8>,
    ) -> Option<u64> {
        let count = cuts.is_live.len();
        let (mut total, mut live) = (0, false);
        piece.clear();
        for &letter in letters {
            let number = *cuts.letters.get(usize::try_from(letter).ok()?)?;
            let last = piece.last().map(|&last| usize::from(last));
            let ends = match number {
                NO_LETTER => return None,
                LINE => true,
                number => last.is_some_and(|last| cuts.is_cut[last * count + usize::from(number)]),
            };
            if ends {
                if live {
                    total ^= self.piece(own, piece)?;
                }
                live = false;
                piece.clear();
            }
            if number != LINE {
                live |= cuts.is_live[usize::from(number)];
                piece.push(number);
            }
        }
        if live {
            total ^= self.piece(own, piece)?;
        }
        Some(total)
    }

    /// The value of a piece of a word by the numbers of its letters.
    fn piece(&mut self, own: &OwnRule, piece: &[u8]) -> Option<u64> {
        let of_rule = |kept: &mut Kept| {
            let AnyRule::Words(rule) = own.rule() else {
                return None;
            };
            let letters = piece
                .iter()
                .map(|&letter| rule.letters()[usize::from(letter)]);
            kept.solved(own.rule(), &[&letters.collect::<String>()])
        };
        let (&first, others) = piece.split_first()?;
        if piece.len() >= RUN || others.iter().any(|&other| other != first) {
            return self.value(piece, of_rule);
        }
        self.asked += 1;
        let place = (usize::from(first), piece.len());
        if let Some(Some(value)) = self.runs.get(place.0).and_then(|runs| runs.get(place.1)) {
            self.found += 1;
            return Some(*value);
        }
        let value = of_rule(self)?;
        if self.runs.len() <= place.0 {
            self.runs.resize(place.0 + 1, Vec::new());
        }
        let runs = &mut self.runs[place.0];
        if runs.len() <= place.1 {
            runs.resize(place.1 + 1, None);
        }
        runs[place.1] = Some(value);
        Some(value)
    }

    /// What is known of a piece, or the value that is found for it now.
    fn value(&mut self, piece: &[u8], find: impl FnOnce(&mut Kept) -> Option<u64>) -> Option<u64> {
        self.asked += 1;
        if let Some(&value) = self.known.get(piece) {
            self.found += 1;
            return Some(value);
        }
        let value = find(self)?;
        self.keep(piece, value);
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
