//! Letters of a small alphabet, eight at a time: bytes become codes of one or two bits, side by side in a number, the first lowest.
//!
//! For any two letters some bit of a byte tells them apart, and for up to four letters two sums of bits do. From the codes the letters are made
//! again: where they are not what stands there, something else than a letter stands there.

/// A bit of a byte, or the sum of two of them.
#[derive(Clone, Copy, Debug)]
struct Tap {
    one: u32,
    other: u32,
    /// Whether the other bit counts.
    both: u64,
}

/// The lowest bit of each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

impl Tap {
    /// The bit of each byte, in its lowest place.
    #[inline(always)]
    fn of(self, eight: u64) -> u64 {
        ((eight >> self.one) ^ ((eight >> self.other) & self.both)) & ONES
    }

    fn of_byte(self, byte: u8) -> usize {
        (self.of(u64::from(byte)) & 1) as usize
    }

    /// All of them.
    fn all() -> impl Iterator<Item = Tap> {
        let pairs = (0..8).flat_map(|one| (one..8).map(move |other| (one, other)));
        pairs.map(|(one, other)| Tap {
            one,
            other,
            both: if one == other { 0 } else { ONES },
        })
    }
}

/// How letters become codes.
#[derive(Clone, Debug)]
pub(crate) struct Codes {
    taps: [Tap; 2],
    /// By code, the letter; where no letter has a code, one that has another.
    letters: [u8; 4],
    /// What the letter of code 0 differs by from that of code 1, from that of code 2, and the three together from that of code 3, in every byte.
    differences: [u64; 3],
    bits: u32,
}

impl Codes {
    /// For up to four letters.
    pub(crate) fn of(letters: &[u8]) -> Option<Codes> {
        let bits = match letters.len() {
            1 | 2 => 1,
            3 | 4 => 2,
            _ => return None,
        };
        let code = |taps: [Tap; 2], letter: u8| match bits {
            1 => taps[0].of_byte(letter),
            _ => taps[0].of_byte(letter) | (taps[1].of_byte(letter) << 1),
        };
        let told_apart = |taps: [Tap; 2]| {
            let met = (letters.iter()).try_fold(0u8, |met, &letter| {
                let bit = 1 << code(taps, letter);
                (met & bit == 0).then_some(met | bit)
            });
            met.is_some()
        };
        let pairs = Tap::all().flat_map(|one| Tap::all().map(move |other| [one, other]));
        let taps = pairs.into_iter().find(|&taps| told_apart(taps))?;
        let mut by_code = [letters[0]; 4];
        for (place, by_code) in by_code.iter_mut().enumerate() {
            // A letter without this code stands for none.
            let own = letters.iter().find(|&&letter| code(taps, letter) == place);
            let other = letters.iter().find(|&&letter| code(taps, letter) != place);
            // Of a single letter the other code is that of its complement, which is none of the alphabet.
            *by_code = *own.or(other).unwrap_or(&letters[0]);
        }
        let [a, b, c, d] = by_code.map(u64::from);
        Some(Codes {
            taps,
            letters: by_code,
            differences: [a ^ b, a ^ c, a ^ b ^ c ^ d],
            bits,
        })
    }

    /// Bits of a code.
    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    /// The code of a letter.
    pub(crate) fn code(&self, byte: u8) -> Option<u8> {
        let code = match self.bits {
            1 => self.taps[0].of_byte(byte),
            _ => self.taps[0].of_byte(byte) | (self.taps[1].of_byte(byte) << 1),
        };
        (self.letters[code] == byte).then_some(code as u8)
    }

    /// The codes of eight bytes, the first lowest, and what is not 0 in each byte that is no letter; codes of such bytes mean nothing.
    #[inline(always)]
    pub(crate) fn read<const BITS: u32>(&self, eight: u64) -> (u64, u64) {
        let first = self.taps[0].of(eight);
        let zero = u64::from(self.letters[0]) * ONES;
        if BITS == 1 {
            let letters = zero ^ (first * self.differences[0]);
            // Bit 8k goes to bit 56 + k; everything else ends below or falls out.
            let codes = first.wrapping_mul(0x0102_0408_1020_4080) >> 56;
            return (codes, letters ^ eight);
        }
        let second = self.taps[1].of(eight);
        let letters = zero
            ^ (first * self.differences[0])
            ^ (second * self.differences[1])
            ^ ((first & second) * self.differences[2]);
        let pairs = first | (second << 1);
        let pairs = (pairs | (pairs >> 6)) & 0x000f_000f_000f_000f;
        let pairs = (pairs | (pairs >> 12)) & 0x0000_00ff_0000_00ff;
        ((pairs | (pairs >> 24)) & 0xffff, letters ^ eight)
    }
}

/// Eight bytes from a place on, the first lowest.
#[inline(always)]
pub(crate) fn eight(bytes: &[u8], at: usize) -> Option<u64> {
    let eight = bytes.get(at..at.checked_add(8)?)?;
    Some(u64::from_le_bytes(eight.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn agrees<const BITS: u32>(codes: &Codes, letters: &[u8], bytes: &[u8]) -> bool {
        let (read, wrong) = codes.read::<BITS>(eight(bytes, 0).unwrap());
        bytes.iter().enumerate().all(|(place, byte)| {
            let is_letter = letters.contains(byte);
            let code = (read >> (BITS as usize * place)) & ((1 << BITS) - 1);
            let fits = codes.code(*byte).map(u64::from) == Some(code);
            let rest = (wrong >> (8 * place)) & 0xff;
            (rest == 0) == is_letter && fits == is_letter
        })
    }

    proptest! {
        #[test]
        fn codes_are_those_of_letters(
            letters in prop::collection::btree_set(33u8..127, 1..=4),
            bytes in prop::collection::vec(any::<u8>(), 8),
            chosen in prop::collection::vec(0usize..6, 8),
        ) {
            let letters: Vec<u8> = letters.into_iter().collect();
            let bytes: Vec<u8> = (bytes.iter().zip(chosen))
                .map(|(&byte, chosen)| *letters.get(chosen).unwrap_or(&byte))
                .collect();
            // Letters of which no two sums tell all apart are left to others.
            if let Some(codes) = Codes::of(&letters) {
                let fits = match codes.bits() {
                    1 => agrees::<1>(&codes, &letters, &bytes),
                    _ => agrees::<2>(&codes, &letters, &bytes),
                };
                prop_assert!(fits, "{:?} {:?}", letters, bytes);
            }
        }
    }

    #[test]
    fn usual_alphabets_have_codes() {
        for letters in [
            "+-", ".#", "01", "a", "abc", "abcd", "xo.", ".XO#", "UDLR", "RGB", "()[]",
        ] {
            assert!(Codes::of(letters.as_bytes()).is_some(), "{letters}");
        }
    }
}
