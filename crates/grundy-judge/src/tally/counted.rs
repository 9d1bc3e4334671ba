//! Words that are judged by counting their letters as they stream by.

use super::{Tally, refusal};
use crate::error::Problem;
use crate::format::{Numbers, Piece, Rule};
use crate::glance::{Glance, Glanced, Short};
use crate::source::Sink;
use grundy::message;
use std::fmt;

/// What is known of the letters so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// By letter (its last six bits), whether it came an odd number of times.
    odd: u64,
    /// How many letters there are, and how many of them are the letter 1.
    length: u64,
    ones: u64,
    /// The first letter and the last.
    ends: Option<(u8, u8)>,
    /// Letters that found no neighbour like them.
    stack: Vec<u8>,
    /// Pairs that were taken out.
    pairs: u64,
}

/// A way of counting.
pub(crate) struct Counting {
    name: &'static str,
    /// Letters that may stand side by side in no position, if any: like ones.
    parted: bool,
    take: fn(&mut Seen, &[u8]),
    wins: fn(&Seen) -> bool,
}

/// Ways of counting, each with its reason.
static COUNTINGS: [Counting; 4] = [
    // Codeforces 276B: each move takes a letter, who can lay a palindrome before a move wins. With at most one letter of odd
    // number the mover has won; every move changes the number of odd letters by one, so it is odd for who wins.
    Counting {
        name: "palindrome-letters",
        parted: false,
        take: |seen, letters| {
            seen.odd = letters
                .iter()
                .fold(seen.odd, |odd, letter| odd ^ (1 << (letter & 63)));
        },
        wins: |seen| seen.odd == 0 || seen.odd.count_ones() % 2 == 1,
    },
    // Codeforces 1104B: a move takes out two equal neighbours. What is left at the end is the same whatever is done (pairs
    // cancel as in a free product of groups of order 2), and so is the number of moves.
    Counting {
        name: "equal-neighbours",
        parted: false,
        take: |seen, letters| {
            for &letter in letters {
                if seen.stack.last() == Some(&letter) {
                    seen.stack.pop();
                    seen.pairs += 1;
                } else {
                    seen.stack.push(letter);
                }
            }
        },
        wins: |seen| seen.pairs % 2 == 1,
    },
    // Codeforces 1373B: a move takes out two neighbours that differ, of two letters. While there are both there is a move, so
    // there are as many as there are of the rarer one.
    Counting {
        name: "different-neighbours",
        parted: false,
        take: |seen, letters| {
            seen.length += letters.len() as u64;
            let ones = letters.chunks(128).map(|chunk| {
                let ones: u8 = chunk.iter().map(|&letter| letter & 1).sum();
                u64::from(ones)
            });
            seen.ones += ones.sum::<u64>();
        },
        wins: |seen| seen.ones.min(seen.length - seen.ones) % 2 == 1,
    },
    // AtCoder ARC 064 D: a move takes a letter from within, so that no neighbours are equal. At the end two letters alternate,
    // and the ends say whether the length is then odd.
    Counting {
        name: "unequal-word",
        parted: true,
        take: |seen, letters| {
            seen.length += letters.len() as u64;
            if let (Some(&first), Some(&last)) = (letters.first(), letters.last()) {
                seen.ends = Some((seen.ends.map_or(first, |(first, _)| first), last));
            }
        },
        wins: |seen| {
            let equal = seen.ends.is_some_and(|(first, last)| first == last);
            seen.length > 2 && (seen.length % 2 == 1) != equal
        },
    },
];

/// The way of that name.
pub(crate) fn counting(name: &str) -> Option<&'static Counting> {
    COUNTINGS.iter().find(|counting| counting.name == name)
}

impl PartialEq for Counting {
    fn eq(&self, other: &Counting) -> bool {
        self.name == other.name
    }
}

impl Eq for Counting {}

impl fmt::Debug for Counting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Counting at work.
pub(crate) struct Letters {
    counting: &'static Counting,
    seen: Seen,
    /// What is known of short words.
    short: Short,
}

impl Letters {
    pub(crate) fn new(counting: &'static Counting) -> Letters {
        Letters {
            counting,
            seen: Seen::default(),
            short: Short::default(),
        }
    }
}

impl Sink for Letters {
    fn narrow(&mut self, _: u64) -> Result<(), Problem> {
        Ok(())
    }

    fn wide(&mut self, _: u128) -> Result<(), Problem> {
        Ok(())
    }
}

impl Tally for Letters {
    fn begin(&mut self) {
        self.seen = Seen::default();
    }

    fn letters(&mut self, letters: &[u8]) -> Result<(), Problem> {
        if self.counting.parted {
            let before = self.seen.ends.map(|(_, last)| last);
            let joint = before == letters.first().copied() && before.is_some();
            if joint || letters.array_windows().any(|[one, other]| one == other) {
                let message = message!("two equal letters are adjacent", "有两个相同的字母相邻");
                return Err(Problem::Unfit(refusal(String::new(), &message)));
            }
        }
        (self.counting.take)(&mut self.seen, letters);
        Ok(())
    }

    fn glance(&mut self, glance: &Glance, bytes: &[u8], most: u64, out: &mut Vec<u8>) -> Glanced {
        let mut short = std::mem::take(&mut self.short);
        let found = glance.words(bytes, most, out, &mut short, |at| {
            let end = glance.end(bytes, at)?;
            self.begin();
            self.letters(&bytes[at..end]).ok()?;
            Some(((self.counting.wins)(&self.seen).into(), end))
        });
        self.short = short;
        found
    }

    fn position(&mut self, rule: &Rule, numbers: &Numbers) -> Result<(), Problem> {
        for piece in rule.words.iter().flatten() {
            if let Piece::Letters(field, _) = piece {
                let letters = numbers.0[*field].iter().map(|&letter| letter as u8);
                self.letters(&letters.collect::<Vec<u8>>())?;
            }
        }
        Ok(())
    }

    fn mover_wins(&mut self) -> Result<bool, Problem> {
        Ok((self.counting.wins)(&self.seen))
    }
}
