//! Words in the order of a dictionary, among words of the same length.
//!
//! Let the letters have ranks. Of two words of the same length the one is smaller that has the letter of smaller rank where their ranks first
//! differ, read from the left, or else from the right. There are finitely many words of one length, so no play can make a word smaller for ever
//! without changing its length: that is why this order is well-founded, although the order of all words in a dictionary is not (b, ab, aab, …
//! falls for ever). A move whose two sides are of the same length and whose right side is smaller makes the whole word smaller, whatever
//! stands before it and behind it: what stands there is the same in both words, so they first differ within the sides. In a ring that need not be
//! so, since a move may begin at the end of the word as it is written and go on at its beginning.
//!
//! Turning coins is of this kind: the leftmost coin that is turned goes from heads to tails (J. H. Conway; H. W. Lenstra). Letters may have the same
//! rank. For few letters all ranks are tried, for more of them the order of the alphabet and the opposite one.
//!
//! Sides with names and repeated pieces are compared piece by piece: equal pieces at the end from which a word is read are left out, and the
//! pieces behind them must begin with letters that differ, whatever the names stand for. Sides are of the same length if the same repeated
//! pieces stand on both and as many single letters.

use super::{Dom, Move, Num, Part, Times, What};
use crate::message;
use crate::text::Message;

/// Alphabets of up to so many letters are gone through by all ranks.
const FEW: usize = 4;

/// Most letters: ranks are digits of 4 bits.
const MOST: usize = 16;

/// Ranks of the letters, and the end from which words are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    ranks: u64,
    from_right: bool,
}

/// All orders that are tried, from the left and from the right; those with more ranks first, since they tell more words apart.
pub(super) fn all(letters: usize) -> Vec<Order> {
    if !(2..=MOST).contains(&letters) {
        return Vec::new();
    }
    let mut ranks: Vec<Vec<usize>> = Vec::new();
    match letters <= FEW {
        true => {
            // Each number in base `letters`; ranks that leave one out are those of another number.
            for number in 0..letters.pow(letters as u32) {
                let digits = (0..letters as u32).map(|place| number / letters.pow(place) % letters);
                let digits: Vec<usize> = digits.collect();
                let most = digits.iter().max().copied().unwrap_or(0);
                if most > 0 && (0..=most).all(|rank| digits.contains(&rank)) {
                    ranks.push(digits);
                }
            }
            ranks.sort_by_key(|digits| letters - digits.iter().max().copied().unwrap_or(0));
        }
        false => {
            ranks.push((0..letters).collect());
            ranks.push((0..letters).rev().collect());
        }
    }
    let packed = |digits: &Vec<usize>| {
        let places = (0u32..).zip(digits);
        places.fold(0, |all, (place, &rank)| all | (rank as u64) << (4 * place))
    };
    let both = |ranks: u64| [false, true].map(|from_right| Order { ranks, from_right });
    ranks.iter().map(packed).flat_map(both).collect()
}

impl Order {
    fn rank(self, letter: u8) -> u64 {
        match usize::from(letter) < MOST {
            true => self.ranks >> (4 * u32::from(letter)) & 15,
            false => 15,
        }
    }

    /// 1 where these letters become smaller, 0 where their ranks stay the same; none where they become greater, or more or fewer.
    pub(super) fn falls(self, left: &[u8], right: &[u8]) -> Option<i64> {
        if left.len() != right.len() {
            return None;
        }
        let both = left.iter().zip(right);
        let ranks = both.map(|(&left, &right)| (self.rank(left), self.rank(right)));
        let mut differing: Vec<(u64, u64)> = ranks.filter(|(left, right)| left != right).collect();
        let first = match self.from_right {
            true => differing.pop(),
            false => differing.first().copied(),
        };
        match first {
            None => Some(0),
            Some((left, right)) => (left > right).then_some(1),
        }
    }

    /// The same of sides with names and repeated pieces; none also where it is not plain.
    pub(super) fn falls_by_pieces(self, mv: &Move) -> Option<i64> {
        if !is_as_long(mv) {
            return None;
        }
        let (mut left, mut right) = (
            read(&mv.left, self.from_right),
            read(&mv.right, self.from_right),
        );
        let same = left
            .iter()
            .zip(&right)
            .take_while(|(left, right)| left == right);
        let same = same.count();
        left.drain(..same);
        right.drain(..same);
        let (Some(left), Some(right)) = (left.first(), right.first()) else {
            return (left.len() == right.len()).then_some(0);
        };
        let least = self.first(left, mv)?.0;
        let most = self.first(right, mv)?.1;
        (least > most).then_some(1)
    }

    /// The least and the greatest rank of the first letter of a piece, where it has one for certain.
    fn first(self, part: &Part, mv: &Move) -> Option<(u64, u64)> {
        let times = match &part.times {
            Times::Once => 1,
            Times::Bind(slot) => super::bounds(&Num::Slot(*slot), &mv.slots, 0).0,
            Times::Of(number) => super::bounds(number, &mv.slots, 0).0,
        };
        if times < 1 {
            return None;
        }
        let set = match &part.what {
            What::Letters(letters) => {
                let letter = match self.from_right {
                    true => letters.last(),
                    false => letters.first(),
                };
                1 << *letter?
            }
            What::Slot(slot) | What::Back(slot) => match mv.slots[*slot].domain {
                Dom::Letters(set) | Dom::Runs(set) => set,
                Dom::Words(set) if super::least_length(*slot, mv) > 0 => set,
                _ => return None,
            },
        };
        let ranks = (0..64).filter(|letter| set >> letter & 1 == 1);
        let ranks = || ranks.clone().map(|letter| self.rank(letter));
        Some((ranks().min()?, ranks().max()?))
    }

    /// The word in this order.
    pub(super) fn described(self, letters: &[char]) -> Message {
        let mut ranked: Vec<(u64, char)> = (0u8..)
            .zip(letters)
            .map(|(place, &letter)| (self.rank(place), letter))
            .collect();
        ranked.sort_unstable();
        let groups = ranked.chunk_by(|one, other| one.0 == other.0);
        let groups =
            groups.map(|group| group.iter().map(|(_, letter)| *letter).collect::<String>());
        let order = groups
            .map(|group| format!("\"{group}\""))
            .collect::<Vec<_>>()
            .join(" < ");
        match self.from_right {
            false => message!(
                "the word as read from the left, in the order {order},",
                "从左读的字（字典序，{order}）",
                order = order
            ),
            true => message!(
                "the word as read from the right, in the order {order},",
                "从右读的字（字典序，{order}）",
                order = order
            ),
        }
    }
}

/// The pieces in the order in which they are read, single letters each by itself.
fn read(parts: &[Part], from_right: bool) -> Vec<Part> {
    let mut all = Vec::new();
    for part in parts {
        let letters = match (&part.what, &part.times) {
            (What::Letters(letters), Times::Once) => letters.iter().map(|&letter| vec![letter]),
            _ => {
                all.push(plain(part));
                continue;
            }
        };
        all.extend(letters.map(|letter| Part {
            what: What::Letters(letter),
            times: Times::Once,
        }));
    }
    if from_right {
        all.reverse();
    }
    all
}

/// A piece whose name is bound by how often it stands there as one that stands there so often.
fn plain(part: &Part) -> Part {
    let times = match &part.times {
        Times::Bind(slot) => Times::Of(Num::Slot(*slot)),
        other => other.clone(),
    };
    Part {
        what: part.what.clone(),
        times,
    }
}

/// Whether both sides are plainly of the same length.
fn is_as_long(mv: &Move) -> bool {
    // How many more single letters there are on the left, and by kind how many more repeated pieces and names.
    let mut single: i64 = 0;
    let mut kinds: Vec<(Option<usize>, Times, i64)> = Vec::new();
    let sides = mv.left.iter().map(|part| (part, 1));
    for (part, sign) in sides.chain(mv.right.iter().map(|part| (part, -1))) {
        let part = plain(part);
        let (name, letters) = match &part.what {
            What::Letters(letters) => (None, letters.len() as i64),
            What::Slot(slot) | What::Back(slot) => match mv.slots[*slot].domain {
                Dom::Letters(_) => (None, 1),
                _ => (Some(*slot), 1),
            },
        };
        let times = match part.times {
            Times::Of(Num::Constant(times)) => match (name, times.max(0).checked_mul(letters)) {
                (None, Some(letters)) => {
                    single = single.saturating_add(sign * letters);
                    continue;
                }
                _ => return false,
            },
            Times::Once if name.is_none() => {
                single = single.saturating_add(sign * letters);
                continue;
            }
            times => times,
        };
        let same = |one: &&mut (Option<usize>, Times, i64)| one.0 == name && one.1 == times;
        match kinds.iter_mut().find(same) {
            Some(one) => one.2 += sign * letters,
            None => kinds.push((name, times, sign * letters)),
        }
    }
    single == 0 && kinds.iter().all(|(_, _, more)| *more == 0)
}
