//! Short words, as many at a time as a block of bytes holds.
//!
//! What is answered to a word of a few letters is kept in a table once it was found. Line ends part a block into words, and a word is the bits
//! of its letters between two of them, so no letter is looked at by itself. Whatever is not a single short word in a line, or has no
//! answer yet, is left where it stands for whoever reads word by word.

use super::codes::Codes;
use super::letters::{Block, Letters};
use super::told::{TEXT, Text};
use super::{Glanced, after_line_end};
use grundy_number::text::marks::BLOCK;

/// Places of the table: the codes of the letters, behind a bit that tells how many there are.
const PLACES: usize = 1 << 16;

/// What is in no place yet; of others the answer and one.
const UNKNOWN: u8 = 0;

/// Words of a block at most: a letter and a line end each.
const WORDS: usize = BLOCK / 2;

/// What is answered to short words, as far as it is known.
#[derive(Default)]
pub(crate) struct Short {
    /// Empty as long as nothing is.
    known: Vec<u8>,
}

impl Short {
    /// Letters of a word that has a place, for codes of so many bits.
    pub(super) fn longest(bits: u32) -> usize {
        (PLACES.ilog2() as usize - 1) / bits as usize
    }

    /// Keeps the answer to a word, where it has a place.
    pub(super) fn keep(&mut self, codes: &Codes, word: &[u8], answer: u8) {
        let length = word.len();
        if length == 0 || length > Short::longest(codes.bits()) {
            return;
        }
        let (mut first, mut second) = (0, 0);
        for (place, &letter) in word.iter().enumerate() {
            let Some(code) = codes.code(letter) else {
                return;
            };
            first |= u64::from(code & 1) << place;
            second |= u64::from(code >> 1) << place;
        }
        self.known.resize(PLACES, UNKNOWN);
        let place = place(first, second, length, codes.bits());
        if let (Some(known), Some(kept)) = (self.known.get_mut(place), answer.checked_add(1)) {
            *known = kept;
        }
    }

    /// Answers words from where `found` ends, at most so many in all, as long as they are short and known, with the text of each answer.
    pub(super) fn judge(
        &self,
        letters: &Letters,
        texts: &[Text],
        bytes: &[u8],
        most: u64,
        out: &mut Vec<u8>,
        found: &mut Glanced,
    ) {
        let bits = letters.bits();
        let mut at = after_line_end(bytes, found.used);
        let mut answers = [0; WORDS * TEXT];
        while let Some(block) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
            let block = letters.block(block);
            let (mut begin, mut written) = (0, 0);
            let mut ends = block.ends;
            while ends != 0 && found.cases < most {
                let end = ends.trailing_zeros() as usize;
                let Some((length, place)) = word(&block, begin, end, bits) else {
                    break;
                };
                let known = self.known.get(place).copied().unwrap_or(UNKNOWN);
                let text = texts.get(usize::from(known.wrapping_sub(1)));
                let answer = answers[written..].first_chunk_mut();
                let (Some(text), Some(answer)) = (text, answer) else {
                    break;
                };
                written += text.put(answer);
                (found.used, found.last) = (at + begin + length, at + begin);
                found.cases += 1;
                begin = end + 1;
                ends &= ends - 1;
            }
            out.extend_from_slice(&answers[..written]);
            if ends != 0 || begin == 0 {
                break;
            }
            at += begin;
        }
    }
}

/// How many letters the word between two places of a block has, and its place in the table; nothing where it is no short word.
#[inline(always)]
fn word(block: &Block, begin: usize, end: usize, bits: u32) -> Option<(usize, usize)> {
    let before = (block.returns >> (end.wrapping_sub(1) % BLOCK)) & 1;
    let length = end.wrapping_sub(begin + before as usize);
    if length.wrapping_sub(1) >= Short::longest(bits) {
        return None;
    }
    let own = (1 << length) - 1;
    let [first, second] = [block.first, block.second].map(|all| (all >> begin) & own);
    let is_word = !(block.letters >> begin) & own == 0;
    is_word.then_some((length, place(first, second, length, bits)))
}

/// The place of a word, by the bits of its letters' codes.
#[inline(always)]
fn place(first: u64, second: u64, length: usize, bits: u32) -> usize {
    (first | (second << length) | (1 << (bits as usize * length))) as usize
}
