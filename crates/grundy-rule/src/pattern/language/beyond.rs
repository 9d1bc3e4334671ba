//! Words longer than all that are tabulated: what holds for every short word may yet be false.
//!
//! They are made up from a fixed seed, so that the answer is the same each time: at random, of few long runs, and of a part that is repeated.
//! Each is valued by plain search down to the table, with few words to look at for each and for all together and a part of the budget; those
//! that take more are left out.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use super::table::{Table, mex};
use crate::budget::{Exhausted, Meter};
use crate::message;
use crate::text::Message;
use crate::words::{Rewriting, Word, replaced};

/// Most words that are made up.
const MOST: usize = 400;

/// Words that may be looked at for one that is made up, and for all of them.
const FOR_ONE: usize = 4_000;
const FOR_ALL: usize = 40_000;

/// After so many one after the other that took too much no further one is tried.
const TOO_MANY: usize = 20;

/// Some words with their values.
pub(super) struct Beyond {
    pub(super) words: Vec<(Vec<u8>, u32)>,
}

impl Beyond {
    /// Longer words with their values, as far as they are cheap.
    pub(super) fn of(
        rule: &Rewriting,
        table: &Table,
        meter: &mut Meter,
    ) -> Result<Beyond, Exhausted> {
        let mut found = Beyond { words: Vec::new() };
        if table.letters == 0 {
            return Ok(found);
        }
        let mut search = Search {
            rule,
            table,
            known: HashMap::new(),
        };
        let mut random = Random(20_261_127);
        let mut part = meter.part(8);
        let mut failed = 0;
        let mut made: BTreeSet<Vec<u8>> = BTreeSet::new();
        for round in 0..MOST {
            if failed >= TOO_MANY || search.known.len() > FOR_ALL {
                break;
            }
            let length = table.longest + 1 + round / 25;
            let word = made_up(round, length, table.letters, &mut random);
            if !made.insert(word.clone()) {
                continue;
            }
            match search.value(&word, &mut part) {
                Ok(Some(value)) => {
                    failed = 0;
                    found.words.push((word, value));
                }
                Ok(None) => failed += 1,
                // A part of the budget is enough.
                Err(_) => break,
            }
        }
        meter.settle(&part);
        meter.look()?;
        Ok(found)
    }

    /// All short words, and these.
    pub(super) fn told(&self, which: Message) -> Message {
        let longest = self.words.iter().map(|(word, _)| word.len()).max();
        match longest {
            None => which,
            Some(longest) => message!(
                "{which} and {others} others of up to {longest} letters",
                "{which}，以及另外 {others} 个不超过 {longest} 个字母的字",
                which = which,
                others = self.words.len(),
                longest = longest
            ),
        }
    }
}

/// Numbers that look like chance and are the same each time (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, many: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % many.max(1) as u64) as usize
    }
}

fn made_up(round: usize, length: usize, letters: usize, random: &mut Random) -> Vec<u8> {
    let mut word: Vec<u8> = Vec::new();
    match round % 4 {
        0 | 1 => word.extend((0..length).map(|_| random.below(letters) as u8)),
        2 => {
            while word.len() < length {
                let letter = random.below(letters) as u8;
                let more = 1 + random.below(length);
                word.extend(std::iter::repeat_n(letter, more));
            }
        }
        _ => {
            let part = 1 + random.below(6);
            let part: Vec<u8> = (0..part).map(|_| random.below(letters) as u8).collect();
            word.extend(part.iter().cycle().take(length));
            // One letter is another.
            word[random.below(length)] = random.below(letters) as u8;
        }
    }
    word.truncate(length);
    word
}

struct Search<'r> {
    rule: &'r Rewriting,
    table: &'r Table,
    known: HashMap<Vec<u8>, u32>,
}

impl Search<'_> {
    fn known(&self, word: &[u8]) -> Option<u32> {
        match self.table.index(word) {
            Some(index) => Some(self.table.values[index]),
            None => self.known.get(word).copied(),
        }
    }

    fn options(&self, word: &[u8]) -> Option<BTreeSet<Vec<u8>>> {
        let whole = self.rule.whole(&Word(word.into()));
        let mut options = BTreeSet::new();
        let told = self.rule.each(&whole, &mut |start, end, right| {
            options.insert(replaced(word, start, end, right));
            ControlFlow::Continue(())
        });
        told.is_ok().then_some(options)
    }

    /// The value of a word; none where it takes too much, or play goes round.
    fn value(&mut self, word: &[u8], meter: &mut Meter) -> Result<Option<u32>, Exhausted> {
        let mut open: BTreeSet<Vec<u8>> = BTreeSet::new();
        let mut stack: Vec<(Vec<u8>, Vec<Vec<u8>>)> = Vec::new();
        let mut looked_at = 0;
        let mut next = Some(word.to_vec());
        loop {
            if let Some(word) = next.take() {
                looked_at += 1;
                meter.spend(1, 64 + 2 * word.len() as u64)?;
                if looked_at > FOR_ONE || !open.insert(word.clone()) {
                    return Ok(None);
                }
                let Some(options) = self.options(&word) else {
                    return Ok(None);
                };
                meter.spend(options.len() as u64 / 8, 0)?;
                stack.push((word, options.into_iter().collect()));
            }
            let Some((word, options)) = stack.last() else {
                return Ok(self.known(word));
            };
            next = options.iter().find(|it| self.known(it).is_none()).cloned();
            if next.is_none() {
                let values: BTreeSet<u32> =
                    options.iter().filter_map(|it| self.known(it)).collect();
                let word = word.clone();
                stack.pop();
                open.remove(&word);
                self.known.insert(word, mex(&values));
            }
        }
    }
}
