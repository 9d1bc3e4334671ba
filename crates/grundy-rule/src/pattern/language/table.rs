//! All words of up to so many letters with their values, worked out from what each can become.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::budget::{Exhausted, Meter};
use crate::reason::Reason;
use crate::ruleset::Stop;
use crate::words::{Rewriting, Word, replaced};

/// Longest words that are looked at.
const LONGEST: usize = 400;

/// All words of up to so many letters.
pub(super) struct Table {
    pub(super) letters: usize,
    pub(super) longest: usize,
    /// Where the words of each length begin.
    pub(super) first: Vec<usize>,
    pub(super) values: Vec<u32>,
}

/// A value that is not known yet, and one that is being looked for.
const UNKNOWN: u32 = u32::MAX;
const SOUGHT: u32 = u32::MAX - 1;

/// Why words have no values here.
pub(super) enum Untold {
    Reason(Reason),
    /// Moves lead to words that are longer than those looked at, or play goes round.
    Unbounded,
}

impl From<Exhausted> for Untold {
    fn from(exhausted: Exhausted) -> Untold {
        Untold::Reason(exhausted.into())
    }
}

impl Table {
    /// All words of up to so many letters that they are no more than `most`.
    pub(super) fn sized(letters: usize, most: usize) -> Table {
        let mut first: Vec<usize> = vec![0, 1];
        let mut many = 1usize;
        while first.len() <= LONGEST {
            many = many.saturating_mul(letters);
            let next = first[first.len() - 1].saturating_add(many);
            if many == 0 || next > most {
                break;
            }
            first.push(next);
        }
        Table {
            letters,
            longest: first.len() - 2,
            values: vec![UNKNOWN; first[first.len() - 1]],
            first,
        }
    }

    pub(super) fn index(&self, word: &[u8]) -> Option<usize> {
        let first = self
            .first
            .get(word.len())
            .filter(|_| word.len() <= self.longest)?;
        let digits = word.iter().fold(0, |number, &letter| {
            number * self.letters + usize::from(letter)
        });
        Some(first + digits)
    }

    pub(super) fn word(&self, index: usize) -> Vec<u8> {
        let length = self.first.partition_point(|&first| first <= index) - 1;
        let mut rest = index - self.first[length];
        let mut word = vec![0; length];
        for letter in word.iter_mut().rev() {
            *letter = (rest % self.letters) as u8;
            rest /= self.letters;
        }
        word
    }

    /// The words that a move leads to, each once.
    fn options(&self, rule: &Rewriting, index: usize) -> Result<Vec<usize>, Untold> {
        let word = Word(self.word(index).into());
        let mut options = BTreeSet::new();
        let mut inside = true;
        let told = rule.each(&rule.whole(&word), &mut |start, end, right| match self
            .index(&replaced(&word.0, start, end, right))
        {
            Some(option) => {
                options.insert(option);
                ControlFlow::Continue(())
            }
            None => {
                inside = false;
                ControlFlow::Break(())
            }
        });
        match told {
            Ok(()) if inside => Ok(options.into_iter().collect()),
            Ok(()) => Err(Untold::Unbounded),
            Err(Stop::Fault(fault)) => Err(Untold::Reason(fault.into())),
            Err(_) => Err(Untold::Unbounded),
        }
    }

    /// Works out all values, without recursion: a word waits on a stack for its options.
    pub(super) fn fill(&mut self, rule: &Rewriting, meter: &mut Meter) -> Result<(), Untold> {
        for index in 0..self.values.len() {
            let mut stack: Vec<(usize, Vec<usize>, usize)> = Vec::new();
            if self.values[index] == UNKNOWN {
                self.values[index] = SOUGHT;
                stack.push((index, self.options(rule, index)?, 0));
            }
            while let Some((index, options, next)) = stack.last_mut() {
                match options.get(*next).copied() {
                    Some(option) => match self.values[option] {
                        UNKNOWN => {
                            self.values[option] = SOUGHT;
                            meter.spend(1, 0)?;
                            let further = self.options(rule, option)?;
                            stack.push((option, further, 0));
                        }
                        // Play goes round.
                        SOUGHT => return Err(Untold::Unbounded),
                        _ => *next += 1,
                    },
                    None => {
                        let values: BTreeSet<u32> =
                            options.iter().map(|&option| self.values[option]).collect();
                        let index = *index;
                        self.values[index] = mex(&values);
                        meter.spend(1, 0)?;
                        stack.pop();
                    }
                }
            }
        }
        Ok(())
    }
}

pub(super) fn mex(values: &BTreeSet<u32>) -> u32 {
    let mut least = 0;
    for &value in values {
        if value != least {
            break;
        }
        least += 1;
    }
    least
}
