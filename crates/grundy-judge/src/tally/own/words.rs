//! Words by their pieces, which begin and end where no move ever reaches across.

use super::automaton::{Automaton, Lack};
use super::kept::Kept;
use crate::format::{OwnPlace, OwnRule};
use crate::glance::codes::Codes;
use grundy::words::Rewriting;

/// How words are told, the first way that has an answer.
pub(super) struct Words {
    /// The machines that read them, if their letters are few: under misère play one by tame pieces, and one by whole words.
    machines: Vec<Automaton>,
    /// Where they are cut, if they may be, for pieces that the machines have no room for.
    cuts: Option<Box<Cuts>>,
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

/// The number of the letter of a rule that a byte is; none where it knows 254 letters or more.
fn number(rule: &Rewriting, exchanged: Option<&(Vec<u8>, Vec<u8>)>, byte: u8) -> u8 {
    let place = exchanged.and_then(|(from, to)| {
        let place = from.iter().position(|own| *own == byte)?;
        to.get(place).copied()
    });
    let letter = char::from(place.unwrap_or(byte));
    let number = rule.letters().iter().position(|own| *own == letter);
    let number = number.and_then(|number| u8::try_from(number).ok());
    number.filter(|&number| number < LINE).unwrap_or(NO_LETTER)
}

impl Words {
    /// None where positions of the rule are told neither by pieces nor as whole words of few letters.
    pub(super) fn of(
        rule: &Rewriting,
        own: &OwnRule,
        exchanged: Option<&(Vec<u8>, Vec<u8>)>,
        misere: bool,
        bytes: u64,
    ) -> Option<Words> {
        let cuts = Cuts::of(rule, exchanged);
        let mut machines = Vec::new();
        if cuts.is_some() || !misere {
            machines.extend(automaton(rule, own, cuts.as_ref(), misere, bytes));
        }
        if misere {
            machines.extend(automaton(rule, own, None, false, bytes));
        }
        let cuts = cuts.filter(|_| !misere).map(Box::new);
        (cuts.is_some() || !machines.is_empty()).then_some(Words { machines, cuts })
    }

    /// Bits of a letter's code, where there are machines.
    pub(super) fn bits(&self) -> Option<u32> {
        let machine = self.machines.first();
        machine.map(|machine| machine.codes().bits())
    }

    /// What the word from byte `at` on is worth, and where it ends.
    #[inline(always)]
    pub(super) fn read<const BITS: u32>(
        &mut self,
        kept: &mut Kept,
        own: &OwnRule,
        bytes: &[u8],
        at: usize,
    ) -> Option<(u64, usize)> {
        self.machines.iter_mut().find_map(|machine| {
            let tame = machine.is_tame();
            machine.read::<BITS>(bytes, at, &mut |piece| kept.of_piece(own, piece, tame))
        })
    }

    /// What words are worth, one in each line.
    pub(super) fn lines(
        &mut self,
        kept: &mut Kept,
        own: &OwnRule,
        letters: &[u128],
        misere: bool,
        piece: &mut Vec<u8>,
    ) -> Option<u64> {
        for machine in &mut self.machines {
            match read_all(machine, kept, own, letters, misere) {
                Ok(value) => return Some(value),
                // Under misère play the next may know it.
                Err(Lack::Value) if !misere => return None,
                Err(_) => {}
            }
        }
        let cuts = self.cuts.as_ref().filter(|_| kept.comes_again())?;
        cuts.sum(kept, own, letters, piece)
    }
}

/// What words are worth, one in each line, by a machine.
fn read_all(
    machine: &mut Automaton,
    kept: &mut Kept,
    own: &OwnRule,
    letters: &[u128],
    misere: bool,
) -> Result<u64, Lack> {
    let mut lines = letters.split(|&letter| letter == u128::from(b'\n'));
    lines
        .clone()
        .skip(1)
        .try_for_each(|_| if misere { Err(Lack::Value) } else { Ok(()) })?;
    lines.try_fold(0, |total, line| {
        let code = |&letter: &u128| machine.codes().code(u8::try_from(letter).ok()?);
        let codes: Option<Vec<u8>> = line.iter().map(code).collect();
        let codes = codes.ok_or(Lack::Value)?;
        let tame = machine.is_tame();
        let solve = &mut |piece: &[u8]| kept.of_piece(own, piece, tame);
        let value = machine.word(codes.into_iter(), solve)?;
        Ok(total ^ value)
    })
}

impl Cuts {
    /// None where it matters where in a word a piece stands.
    fn of(rule: &Rewriting, exchanged: Option<&(Vec<u8>, Vec<u8>)>) -> Option<Cuts> {
        let tells_ends = rule.moves().iter().any(|mv| mv.start || mv.end);
        if tells_ends || rule.is_cyclic() || !rule.ends() {
            return None;
        }
        let count = u8::try_from(rule.letters().len()).ok();
        let count = count.filter(|&count| count < LINE)?;
        let mut letters = [NO_LETTER; 256];
        for byte in 0..=u8::MAX {
            letters[usize::from(byte)] = number(rule, exchanged, byte);
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

    /// The value of words line by line.
    fn sum(
        &self,
        kept: &mut Kept,
        own: &OwnRule,
        letters: &[u128],
        piece: &mut Vec<u8>,
    ) -> Option<u64> {
        let count = self.is_live.len();
        let (mut total, mut live) = (0, false);
        piece.clear();
        for &letter in letters {
            let number = *self.letters.get(usize::try_from(letter).ok()?)?;
            let last = piece.last().map(|&last| usize::from(last));
            let ends = match number {
                NO_LETTER => return None,
                LINE => true,
                number => last.is_some_and(|last| self.is_cut[last * count + usize::from(number)]),
            };
            if ends {
                if live {
                    total ^= kept.piece(own, piece)?;
                }
                live = false;
                piece.clear();
            }
            if number != LINE {
                live |= self.is_live[usize::from(number)];
                piece.push(number);
            }
        }
        if live {
            total ^= kept.piece(own, piece)?;
        }
        Some(total)
    }
}

/// The machine that reads words of a rule; they are cut where `cuts` says.
fn automaton(
    rule: &Rewriting,
    own: &OwnRule,
    cuts: Option<&Cuts>,
    tame: bool,
    bytes: u64,
) -> Option<Automaton> {
    let OwnPlace::Letters(_, exchanged) = own.place() else {
        return None;
    };
    let codes = Codes::of(own.alphabet())?;
    let mut letters = [0; 4];
    for &byte in own.alphabet() {
        letters[usize::from(codes.code(byte)?)] = match number(rule, exchanged.as_ref(), byte) {
            NO_LETTER => return None,
            number => number,
        };
    }
    let is_cut = |left: u8, right: u8| rule.is_cut_between(left, right);
    let is_cut: Option<&dyn Fn(u8, u8) -> bool> = cuts.is_some().then_some(&is_cut);
    let is_live = |letter: u8| rule.is_live(letter);
    Some(Automaton::new(codes, letters, is_cut, is_live, tame, bytes))
}
