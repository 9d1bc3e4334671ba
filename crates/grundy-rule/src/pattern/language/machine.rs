//! Automata that read words: guessed from short words, and proved or refuted for words of all lengths where moves replace fixed words.

use std::collections::{BTreeSet, HashMap, VecDeque};

use super::table::{Table, mex};
use crate::budget::{Exhausted, Meter};
use crate::words::compile::Pair;

/// Most states of an automaton that is told.
const STATES: usize = 64;

/// Most sets of states that are gone through for a proof, and what they may hold in all.
pub(super) const SETS: usize = 200_000;
const HELD: usize = 4_000_000;

/// An automaton that reads a word and tells a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Machine {
    pub(super) letters: usize,
    /// `next[state * letters + letter]`; state 0 is the start.
    pub(super) next: Vec<u32>,
    pub(super) told: Vec<u32>,
}

impl Machine {
    pub(super) fn after(&self, state: u32, word: &[u8]) -> u32 {
        word.iter().fold(state, |state, &letter| {
            self.next[state as usize * self.letters + usize::from(letter)]
        })
    }

    /// The smallest automaton that is right for all words looked at, guessed from words of up to `short` letters.
    pub(super) fn learned(
        table: &Table,
        truths: &[u32],
        short: usize,
        meter: &mut Meter,
    ) -> Result<Option<Machine>, Exhausted> {
        for ahead in 0..=short {
            let guess = Machine::guessed(table, truths, short, ahead, meter)?;
            let Some(machine) = guess else { continue };
            meter.spend(truths.len() as u64 / 8, 0)?;
            if machine.is_right(table, truths) {
                return Ok(Some(machine));
            }
        }
        Ok(None)
    }

    /// Beginnings are the same where what follows, up to `ahead` letters, is worth the same.
    pub(super) fn guessed(
        table: &Table,
        truths: &[u32],
        short: usize,
        ahead: usize,
        meter: &mut Meter,
    ) -> Result<Option<Machine>, Exhausted> {
        // What follows a beginning stands side by side in each length.
        let signature = |word: &[u8]| -> Vec<u32> {
            let mut all = Vec::new();
            let mut many = 1;
            let begun = table.index(word).unwrap_or(0) - table.first[word.len()];
            for more in 0..=ahead {
                let from = table.first[word.len() + more] + begun * many;
                all.extend_from_slice(&truths[from..from + many]);
                many *= table.letters;
            }
            all
        };
        let mut machine = Machine {
            letters: table.letters,
            next: Vec::new(),
            told: Vec::new(),
        };
        let mut states: HashMap<Vec<u32>, u32> = HashMap::new();
        let mut waiting: VecDeque<Vec<u8>> = VecDeque::new();
        if ahead > short {
            return Ok(None);
        }
        states.insert(signature(&[]), 0);
        machine.told.push(truths[0]);
        waiting.push_back(Vec::new());
        while let Some(word) = waiting.pop_front() {
            if word.len() + 1 + ahead > short {
                return Ok(None);
            }
            for letter in 0..table.letters {
                let mut more = word.clone();
                more.push(letter as u8);
                let signature = signature(&more);
                meter.spend(1 + signature.len() as u64 / 16, 0)?;
                let fresh = states.len() as u32;
                let state = *states.entry(signature).or_insert(fresh);
                if state == fresh {
                    if states.len() > STATES {
                        return Ok(None);
                    }
                    machine.told.push(truths[table.index(&more).unwrap_or(0)]);
                    waiting.push_back(more);
                }
                machine.next.push(state);
            }
        }
        Ok(Some(machine))
    }

    /// Whether it tells all words right.
    pub(super) fn is_right(&self, table: &Table, truths: &[u32]) -> bool {
        let mut states = vec![0u32; truths.len()];
        for length in 0..=table.longest {
            for index in table.first[length]..table.first[length + 1] {
                if length > 0 {
                    let number = index - table.first[length];
                    let before = table.first[length - 1] + number / table.letters;
                    let letter = [(number % table.letters) as u8];
                    states[index] = self.after(states[before], &letter);
                }
                if self.told[states[index] as usize] != truths[index] {
                    return false;
                }
            }
        }
        true
    }

    /// Whether what it tells of every word is the mex of what it tells of the options (with `outcomes`, whether it tells 0 exactly where
    /// no option is told 0): `None` where that is too much to go through.
    pub(super) fn is_kernel(
        &self,
        pairs: &[Pair],
        outcomes: bool,
        meter: &mut Meter,
    ) -> Result<Option<bool>, Exhausted> {
        let mut known: BTreeSet<Read> = BTreeSet::new();
        let mut waiting: VecDeque<Read> = VecDeque::new();
        let mut held = 0;
        let start = Read::default();
        waiting.push_back(start.clone());
        known.insert(start);
        while let Some(read) = waiting.pop_front() {
            let told = |&state: &u32| self.told[state as usize];
            let options = read.moved.iter().chain(&read.ended).map(told).collect();
            let own = told(&read.state);
            let expected = match outcomes {
                true => u32::from(options_have_zero(&options)),
                false => mex(&options),
            };
            if own != expected {
                return Ok(Some(false));
            }
            for letter in 0..self.letters {
                meter.spend(1 + (read.size() + pairs.len()) as u64 / 16, 0)?;
                let next = self.read_on(&read, letter as u8, pairs, read == Read::default());
                if !known.contains(&next) {
                    held += 1 + next.size();
                    if known.len() >= SETS || held > HELD {
                        return Ok(None);
                    }
                    known.insert(next.clone());
                    waiting.push_back(next);
                }
            }
        }
        Ok(Some(true))
    }

    /// What is known of a word with one letter more.
    fn read_on(&self, read: &Read, letter: u8, pairs: &[Pair], at_start: bool) -> Read {
        let mut next = Read {
            begun: true,
            state: self.after(read.state, &[letter]),
            ..Read::default()
        };
        next.moved = (read.moved.iter())
            .map(|&state| self.after(state, &[letter]))
            .collect();
        let mut go_on = |number: usize, done: usize, state: u32| {
            let pair = &pairs[number];
            if pair.left.get(done) != Some(&letter) {
                return;
            }
            match (done + 1 == pair.left.len(), pair.end) {
                (false, _) => {
                    next.within.insert((number, done + 1, state));
                }
                (true, false) => {
                    next.moved.insert(state);
                }
                (true, true) => {
                    next.ended.insert(state);
                }
            }
        };
        for &(number, done, state) in &read.within {
            go_on(number, done, state);
        }
        for (number, pair) in pairs.iter().enumerate() {
            if at_start || !pair.start {
                go_on(number, 0, self.after(read.state, &pair.right));
            }
        }
        next
    }
}

fn options_have_zero(options: &BTreeSet<u32>) -> bool {
    options.contains(&0)
}

/// What is known of a word that has been read so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Read {
    /// Whether any letter was read.
    begun: bool,
    state: u32,
    /// Moves whose left side has been read in part: which, how far, and the state behind what stands there then.
    within: BTreeSet<(usize, usize, u32)>,
    /// States that the word could be in had a move been made.
    moved: BTreeSet<u32>,
    /// The same by moves that are made at the end of words only.
    ended: BTreeSet<u32>,
}

impl Read {
    fn size(&self) -> usize {
        self.within.len() + self.moved.len() + self.ended.len()
    }
}
