//! How a word falls apart: where no move will ever reach from one letter to the next, the word is cut there.
//!
//! A letter that no left side can match is never replaced and never moved across. Where no move changes the length of a word, more is
//! seen: a place can only ever hold letters that moves lead to from the one that stands there, so a gap that no left side can span by
//! such letters is never spanned. And a letter that never changes, and stands at an end of each left side that it stands in, is cut through: what
//! is on one side of it never matters on the other, and both pieces keep it. Moves on the two sides of a cut do not touch each other, so the word is worth the sum of its pieces,
//! wherever they stand (Sprague, Grundy); the ends of the word matter only where the rule speaks of them. A rule that is its own mirror
//! image does not tell a piece from its mirror image, and a ring not from where it is begun.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::couples::{Couples, FallsApart, couples};
use crate::engine::split::keys::Numbered;
use crate::engine::split::search::Search;
use crate::engine::split::{Splits, cancel};
use crate::ruleset::Stop;

use super::compile::{Dom, Pair, Program, What};
use super::{Rewriting, Word};

/// What is known of the letters of a rule.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    /// Letters that some left side can match.
    live: u64,
    /// For each letter, those that can come to stand in its place; none where moves change the length.
    reach: Option<Vec<u64>>,
    /// Letters that a left side matches side by side: of these and of those.
    beside: Vec<(u64, u64)>,
    /// Letters through which a word is cut.
    shared: u64,
    /// Whether the rule is its own mirror image.
    mirrored: bool,
    /// Whether some move is made at the beginning only, or at the end.
    pub(crate) starts: bool,
    pub(crate) ends: bool,
}

/// Looks at a rule.
pub(crate) fn reach(program: &Program) -> Reach {
    let starts = program.moves.iter().any(|mv| mv.start);
    let ends = program.moves.iter().any(|mv| mv.end);
    let Some(pairs) = &program.pairs else {
        let mut live = 0;
        for mv in &program.moves {
            for part in &mv.left {
                live |= match &part.what {
                    What::Letters(letters) => set_of(letters),
                    What::Slot(slot) | What::Back(slot) => match mv.slots[*slot].domain {
                        Dom::Letters(set) | Dom::Words(set) | Dom::Runs(set) => set,
                        Dom::Range(..) | Dom::Set(_) | Dom::Groups(_) | Dom::Boards => u64::MAX,
                    },
                };
            }
        }
        return Reach {
            live,
            reach: None,
            beside: Vec::new(),
            shared: 0,
            mirrored: false,
            starts,
            ends,
        };
    };
    let live = pairs.iter().fold(0, |live, pair| live | set_of(&pair.left));
    let keeps = pairs.iter().all(|pair| pair.left.len() == pair.right.len());
    let mut beside: Vec<(u64, u64)> = Vec::new();
    let reach = keeps.then(|| {
        let mut reach: Vec<u64> = (0..program.letters.len())
            .map(|letter| 1 << letter)
            .collect();
        for pair in pairs {
            for (from, to) in pair.left.iter().zip(&pair.right) {
                reach[usize::from(*from)] |= 1 << to;
            }
            for side in pair.left.windows(2) {
                let both = (1 << side[0], 1 << side[1]);
                if !beside.contains(&both) {
                    beside.push(both);
                }
            }
        }
        closed(reach)
    });
    let shared = if keeps {
        (0..program.letters.len()).fold(0, |shared, letter| {
            let letter = letter as u8;
            let is_shared = pairs.iter().all(|pair| is_cut_through(pair, letter));
            shared | u64::from(is_shared) << letter
        })
    } else {
        0
    };
    let known: HashSet<&Pair> = pairs.iter().collect();
    let mirrored = pairs.iter().all(|pair| known.contains(&mirror_of(pair)));
    Reach {
        live,
        reach,
        beside,
        shared,
        mirrored,
        starts,
        ends,
    }
}

/// Whether a move leaves a letter as it is and looks at nothing beyond it.
fn is_cut_through(pair: &Pair, letter: u8) -> bool {
    let last = pair.left.len().saturating_sub(1);
    let mut places = pair.left.iter().zip(&pair.right).enumerate();
    places
        .all(|(place, (from, to))| *from != letter || (to == from && (place == 0 || place == last)))
}

fn set_of(letters: &[u8]) -> u64 {
    letters.iter().fold(0, |set, letter| set | 1 << letter)
}

fn mirror_of(pair: &Pair) -> Pair {
    let back = |letters: &[u8]| letters.iter().rev().copied().collect();
    Pair {
        left: back(&pair.left),
        right: back(&pair.right),
        start: pair.end,
        end: pair.start,
    }
}

impl Reach {
    /// Whether some move may come to span the gap between two letters.
    pub(crate) fn is_spanned(&self, left: u8, right: u8) -> bool {
        match &self.reach {
            None => self.live >> left & self.live >> right & 1 == 1,
            Some(reach) => {
                let (left, right) = (reach[usize::from(left)], reach[usize::from(right)]);
                let mut beside = self.beside.iter();
                beside.any(|(one, other)| left & one != 0 && right & other != 0)
            }
        }
    }

    /// Whether a move may be made on this letter alone, or on what stands in its place later.
    pub(crate) fn is_live(&self, letter: u8) -> bool {
        let letters = match &self.reach {
            None => 1 << letter,
            Some(reach) => reach[usize::from(letter)],
        };
        self.live & letters != 0
    }
}

/// A piece of a word, in the form that stands for all that are worth the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Piece {
    pub(crate) letters: Box<[u8]>,
    pub(crate) cyclic: bool,
    /// Whether it begins where the word does, if that matters; and ends where it does.
    pub(crate) start: bool,
    pub(crate) end: bool,
}

impl Piece {
    /// The least of the forms that are worth the same.
    fn canonical(mut self, reach: &Reach) -> Piece {
        if self.cyclic {
            self.letters = least_rotation(&self.letters);
        }
        if reach.mirrored {
            let back: Box<[u8]> = self.letters.iter().rev().copied().collect();
            let back = match self.cyclic {
                true => least_rotation(&back),
                false => back,
            };
            let mirrored = Piece {
                letters: back,
                cyclic: self.cyclic,
                start: self.end,
                end: self.start,
            };
            if (&mirrored.letters, mirrored.start) < (&self.letters, self.start) {
                return mirrored;
            }
        }
        self
    }
}

/// The least of the words that a ring can be written as.
fn least_rotation(letters: &[u8]) -> Box<[u8]> {
    let from = |start: usize| letters[start..].iter().chain(&letters[..start]);
    let starts = 0..letters.len();
    let least = starts.min_by(|&one, &other| from(one).cmp(from(other)));
    from(least.unwrap_or(0)).copied().collect()
}

/// A rule whose words are cut, for a search by couples.
#[derive(Clone, Debug)]
pub(crate) struct Cuts {
    rule: Arc<Rewriting>,
}

impl Rewriting {
    /// The pieces of a word that may have moves.
    pub(crate) fn pieces(&self, word: &Piece, pieces: &mut Vec<Piece>) {
        let reach = self.reach();
        let letters = &word.letters;
        let mut add = |letters: &[u8], cyclic: bool, start: bool, end: bool| {
            if letters.iter().any(|&letter| reach.is_live(letter)) {
                let piece = Piece {
                    letters: letters.into(),
                    cyclic,
                    start: start && reach.starts,
                    end: end && reach.ends,
                };
                pieces.push(piece.canonical(reach));
            }
        };
        let cut = |place: usize| !reach.is_spanned(letters[place], letters[place + 1]);
        if !word.cyclic {
            let mut from = 0;
            for place in 1..=letters.len() {
                let is_last = place == letters.len();
                if is_last || cut(place - 1) {
                    let (start, end) = (word.start && from == 0, word.end && is_last);
                    add(&letters[from..place], false, start, end);
                    from = place;
                }
                // Both pieces keep a letter between two others that is cut through.
                let is_within = !is_last && from < place && place + 1 < letters.len();
                if is_within && reach.shared >> letters[place] & 1 == 1 && !cut(place - 1) {
                    add(
                        &letters[from..=place],
                        false,
                        word.start && from == 0,
                        false,
                    );
                    from = place;
                }
            }
            return;
        }
        let length = letters.len();
        // A ring of one letter has no gap that anything could span.
        let around = |place: usize| {
            !reach.is_spanned(letters[place], letters[(place + 1) % length]) || length == 1
        };
        let cuts: Vec<usize> = (0..length).filter(|&place| around(place)).collect();
        let Some(&last) = cuts.last() else {
            return add(letters, true, false, false);
        };
        let mut from = (last + 1) % length;
        for &cut in &cuts {
            let steps = (cut + length - from) % length + 1;
            let piece: Vec<u8> = (0..steps)
                .map(|step| letters[(from + step) % length])
                .collect();
            add(&piece, false, false, false);
            from = (cut + 1) % length;
        }
    }

    /// A whole word as a piece.
    pub(crate) fn whole(&self, word: &Word) -> Piece {
        let cyclic = self.program().cyclic;
        Piece {
            letters: word.0.clone(),
            cyclic,
            start: !cyclic,
            end: !cyclic,
        }
    }
}

impl Splits for Cuts {
    type Part = Piece;
    type Keys = Numbered<Piece>;
    type Stop = Stop;

    fn keys(&self, bytes: u64) -> Numbered<Piece> {
        Numbered::new(|piece| piece.letters.len() as u64 + 16, bytes)
    }

    fn size(&self, piece: &Piece) -> u32 {
        let live = piece.letters.iter();
        live.filter(|letter| self.rule.reach().is_live(**letter))
            .count() as u32
    }

    fn options<F>(&self, piece: &Piece, mut visit: F) -> Result<(), Stop>
    where
        F: FnMut(u32, &[Piece]) -> ControlFlow<()>,
    {
        let mut pieces = Vec::new();
        let mut each = |start: usize, end: usize, right: &[u8]| {
            pieces.clear();
            let letters = super::replaced(&piece.letters, start, end, right);
            let after = Piece {
                letters: letters.into(),
                ..*piece
            };
            self.rule.pieces(&after, &mut pieces);
            pieces.retain(|piece| self.rule.has_moves(piece));
            cancel(&mut pieces);
            visit(0, &pieces)
        };
        self.rule.each(piece, &mut each)
    }
}

impl FallsApart<Word> for Rewriting {
    /// Words of rules of which it is proved that every play ends.
    fn couples(&self, _: &Word, bytes: u64) -> Option<Box<dyn Couples<Word>>> {
        self.measures()?;
        let cuts = Cuts {
            rule: Arc::new(self.clone()),
        };
        let name = crate::notation::Notation::head(self);
        Some(couples(
            name,
            Search::new(cuts, bytes),
            |cuts: &Cuts, word: &Word| {
                let mut pieces = Vec::new();
                cuts.rule.pieces(&cuts.rule.whole(word), &mut pieces);
                pieces.retain(|piece| cuts.rule.has_moves(piece));
                cancel(&mut pieces);
                Some((0, pieces))
            },
        ))
    }
}

impl Rewriting {
    /// Whether a piece has a move: one without is worth 0. Where that cannot be told, whoever asks for the moves will hear why.
    fn has_moves(&self, piece: &Piece) -> bool {
        let mut has = false;
        let found = self.each(piece, &mut |_, _, _| {
            has = true;
            ControlFlow::Break(())
        });
        has || found.is_err()
    }
}

/// What can be reached in any number of steps, for each letter as bits, from what is reached in one.
pub(crate) fn closed(mut reach: Vec<u64>) -> Vec<u64> {
    loop {
        let before = reach.clone();
        for further in &mut reach {
            let others = before.iter().enumerate();
            *further |= others
                .filter(|(other, _)| *further >> other & 1 == 1)
                .fold(0, |all, (_, more)| all | more);
        }
        if reach == before {
            return reach;
        }
    }
}
