//! From tokens to lands: what makes no difference goes, and what is not joined is parted.

use super::{LETTER, Land, MOST_SPOTS, STOP, TWO, WALL, canonical};

/// What is wrong with the text of a position, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The byte.
    pub at: usize,
    /// What.
    pub kind: WrongKind,
}

/// What is wrong with the text of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WrongKind {
    /// Neither `0`, `1`, `2`, a letter, `.` nor `/`.
    Character,
    /// A boundary that does not end with `.`.
    Unended,
    /// A boundary or a region of nothing.
    Empty,
    /// A spot without a line that has others beside it.
    NotAlone,
    /// A letter for the third time.
    Thrice,
    /// More spots and letters than [`MOST_SPOTS`] spots can lead to.
    TooMany,
}

/// How many letters there can be.
const LETTERS: usize = 64;

/// Reads the text of a position.
pub(super) fn read(text: &str) -> Result<Vec<Land>, Wrong> {
    let wrong = |at, kind| Err(Wrong { at, kind });
    let mut tokens: Vec<u8> = Vec::with_capacity(text.len() + 1);
    let mut times = [0u8; LETTERS];
    // Where the boundary began; and half the number of letters that can come of what is read.
    let (mut start, mut weight) = (0, 0);
    for (at, character) in text.char_indices() {
        let token = match character {
            '0'..='2' => character as u8 - b'0',
            'A'..='Z' => character as u8 - b'A' + LETTER,
            'a'..='z' => character as u8 - b'a' + 26 + LETTER,
            '.' => STOP,
            '/' => WALL,
            _ => return wrong(at, WrongKind::Character),
        };
        let ended = matches!(tokens.last(), None | Some(&STOP | &WALL));
        match token {
            STOP if ended => return wrong(at, WrongKind::Empty),
            STOP if at - start > 1 && tokens[start..].contains(&0) => {
                return wrong(start, WrongKind::NotAlone);
            }
            WALL if !ended => return wrong(at, WrongKind::Unended),
            WALL if tokens.last() != Some(&STOP) => return wrong(at, WrongKind::Empty),
            STOP | WALL => start = at + 1,
            0..LETTER => weight += 4 - usize::from(token),
            _ => {
                let times = &mut times[usize::from(token - LETTER)];
                *times += 1;
                weight += if *times == 1 { 2 } else { 0 };
                if *times == 3 {
                    return wrong(at, WrongKind::Thrice);
                }
            }
        }
        // A line takes two lives and brings a spot with one. So what all spots weigh, 4 without a line, 3 with one, 2 with two, never
        // grows, and there are at most half as many letters as it says.
        if weight > 4 * MOST_SPOTS {
            return wrong(at, WrongKind::TooMany);
        }
        tokens.push(token);
    }
    match tokens.last() {
        Some(&STOP) => {}
        None | Some(&WALL) => return wrong(text.len(), WrongKind::Empty),
        _ => return wrong(text.len(), WrongKind::Unended),
    }
    tokens.push(WALL);
    Ok(lands(&mut tokens))
}

/// The lands of a position given by its tokens, in order; spots without a life are no longer there.
pub(super) fn lands(tokens: &mut [u8]) -> Vec<Land> {
    // Regions that live, moved to the front; the letters of each; how often each letter stands there.
    let mut regions: Vec<(usize, usize, u64)> = Vec::with_capacity(8);
    let (mut kept, mut start) = (0, 0);
    let (mut once, mut twice) = (0u64, 0u64);
    while start < tokens.len() {
        let (mut lives, mut letters, mut double, mut end) = (0, 0u64, 0u64, start);
        while tokens[end] != WALL {
            match tokens[end] {
                token @ ..LETTER => lives += 3 - u32::from(token),
                STOP => {}
                letter => {
                    let letter = 1 << (letter - LETTER);
                    double |= letters & letter;
                    letters |= letter;
                }
            }
            end += 1;
        }
        if lives + letters.count_ones() >= 2 {
            let first = kept;
            for place in start..=end {
                // A boundary of nothing goes.
                let token = tokens[place];
                if token != STOP || kept > first && tokens[kept - 1] != STOP {
                    tokens[kept] = token;
                    kept += 1;
                }
            }
            twice |= once & letters | double;
            once |= letters;
            regions.push((first, kept, letters & !double));
        }
        start = end + 1;
    }
    // A letter at one corner, and one at two side by side, is no more than a spot with a life.
    let single = once & !twice;
    let mut lands = Vec::new();
    let mut out: Vec<u8> = Vec::with_capacity(kept);
    let mut left: Vec<(usize, usize, u64)> = regions;
    while let Some((first, end, mut joined)) = left.pop() {
        out.clear();
        write(&tokens[first..end], single, &mut out);
        loop {
            let before = left.len();
            left.retain(|&(first, end, letters)| {
                let apart = letters & joined & !single == 0;
                if !apart {
                    joined |= letters;
                    write(&tokens[first..end], single, &mut out);
                }
                apart
            });
            if left.len() == before {
                break;
            }
        }
        lands.push(Land(canonical::form(&out)));
    }
    lands.sort_unstable();
    lands
}

/// Writes a region, with letters put to their right names.
fn write(region: &[u8], single: u64, out: &mut Vec<u8>) {
    for boundary in region.split_inclusive(|&token| token == STOP) {
        let start = out.len();
        for &token in boundary {
            let is_letter = (LETTER..STOP).contains(&token);
            let one = is_letter && single >> (token - LETTER) & 1 == 1;
            match out.last_mut() {
                Some(last) if is_letter && *last == token => *last = TWO,
                _ => out.push(if one { TWO } else { token }),
            }
        }
        // The last and the first corner are side by side too.
        let spots = out.len() - 1;
        if out[spots] == STOP && spots - start > 1 {
            let (first, last) = (out[start], out[spots - 1]);
            if first == last && (LETTER..STOP).contains(&first) {
                out[start] = TWO;
                out.remove(spots - 1);
            }
        }
    }
}
