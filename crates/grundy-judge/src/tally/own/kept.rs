//! What is known of pieces, by how they are written, and how it is found out.

use super::worth::{FIRM, Tame};
use crate::format::OwnRule;
use crate::tally::Tally;
use crate::tally::general::General;
use grundy::kinds::AnyRule;
use grundy::{Budget, Game, Wanted};
use rustc_hash::FxHashMap;

/// Bytes of pieces that are kept before they are forgotten.
const HELD: usize = 1 << 26;

/// After so many pieces at least half must have come again: there are 65,536 boards of 4 by 4 cells with two letters.
const TRIED: u64 = 1 << 18;

/// Longer runs of a letter are kept as other pieces are.
const RUN: usize = 1 << 12;

/// What was asked before.
pub(super) struct Kept {
    known: FxHashMap<Box<[u8]>, u64>,
    /// By letter and length, the values of pieces of one letter again and again.
    runs: Vec<Vec<Option<u64>>>,
    held: usize,
    asked: u64,
    found: u64,
    solver: General,
    tame: Tame,
    misere: bool,
}

impl Kept {
    pub(super) fn new(misere: bool, budget: &Budget) -> Kept {
        let wanted = match misere {
            true => Wanted::Outcome,
            false => Wanted::Value,
        };
        Kept {
            known: FxHashMap::default(),
            runs: Vec::new(),
            held: 0,
            asked: 0,
            found: 0,
            solver: General::new(misere, wanted, 0, budget.clone()),
            tame: Tame::new(budget),
            misere,
        }
    }

    /// The value of a piece of a word by the numbers of its letters.
    pub(super) fn piece(&mut self, own: &OwnRule, piece: &[u8]) -> Option<u64> {
        let of_rule = |kept: &mut Kept| kept.of_piece(own, piece, false);
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
    pub(super) fn value(
        &mut self,
        piece: &[u8],
        find: impl FnOnce(&mut Kept) -> Option<u64>,
    ) -> Option<u64> {
        self.asked += 1;
        if let Some(&value) = self.known.get(piece) {
            self.found += 1;
            return Some(value);
        }
        let value = find(self)?;
        self.keep(piece, value);
        Some(value)
    }

    /// What a piece is worth: alone, or under misère play beside others where it is tame.
    pub(super) fn of_piece(&mut self, own: &OwnRule, piece: &[u8], tame: bool) -> Option<u64> {
        let AnyRule::Words(rule) = own.rule() else {
            return None;
        };
        let letters = piece
            .iter()
            .map(|&letter| rule.letters()[usize::from(letter)]);
        let word = letters.collect::<String>();
        self.of_word(own.rule(), &word, tame)
    }

    /// What a word of a sum is worth.
    pub(super) fn of_word(&mut self, rule: &AnyRule, word: &str, tame: bool) -> Option<u64> {
        match tame {
            true => self.tame.worth(rule, word),
            false => self.solved(rule, &[word]).filter(|value| value & FIRM == 0),
        }
    }

    /// Whether pieces come again: looking for what does not costs more than it spares.
    pub(super) fn comes_again(&self) -> bool {
        self.asked <= TRIED || 2 * self.found >= self.asked
    }

    pub(super) fn solved(&mut self, rule: &AnyRule, words: &[&str]) -> Option<u64> {
        let part = rule.part(words).ok()?;
        self.solver.solve(&Game::from_parts(vec![part]));
        match self.misere {
            true => self.solver.mover_wins().ok().map(u64::from),
            false => self.solver.small_value(),
        }
    }

    fn keep(&mut self, piece: &[u8], value: u64) {
        self.held += piece.len() + 64;
        if self.held > HELD {
            (self.known, self.held) = (FxHashMap::default(), piece.len() + 64);
        }
        self.known.insert(piece.into(), value);
    }
}
