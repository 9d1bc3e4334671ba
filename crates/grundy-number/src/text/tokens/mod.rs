//! Many numbers at once out of a slice of bytes: the common form of an input, as fast as it can
//! be had from the cache.
//!
//! A *plain* number is one to nineteen digits, after any number of blanks and with a blank behind
//! them. [`take`] hands out plain numbers up to the first thing that is not one, be it a sign, a
//! letter or a number that the slice cuts, and leaves that where it stands for an exact reader.
//! [`nim`] adds them up instead. There are three ways to the same answer:
//!
//! | [`Path`] | |
//! |---|---|
//! | `Avx512` | ends of numbers compressed to a list, then 8 or 16 numbers in one register |
//! | `Avx2` | the number that would end at each byte, for all bytes; or number by number in a register |
//! | `Portable` | byte by byte |

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;
#[cfg(test)]
mod tests;

use crate::text::scan::is_blank;
use std::sync::OnceLock;

/// The most digits of a plain number: nineteen nines are below 2^64.
pub const DIGITS: usize = 19;

/// Bytes that the vector paths take together.
#[cfg(target_arch = "x86_64")]
const BLOCK: usize = 64;
/// The most numbers that can end in a block.
#[cfg(target_arch = "x86_64")]
const MOST: usize = BLOCK / 2;

/// Bytes that must stand before blocks which look back.
const BEHIND: usize = 8;

/// By which instructions numbers are taken; the answers are the same. What a machine lacks the instructions for goes the portable way there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// Blocks of 64 bytes in registers of 64 bytes.
    Avx512,
    /// Blocks of 64 bytes in registers of 32 bytes.
    Avx2,
    /// Any machine.
    Portable,
}

impl Path {
    /// The fastest this machine has.
    pub fn best() -> Path {
        static BEST: OnceLock<Path> = OnceLock::new();
        *BEST.get_or_init(|| Path::all_here()[0])
    }

    /// The ways of reading that this machine's processor supports, the fastest first.
    pub fn all_here() -> Vec<Path> {
        let mut all = vec![Path::Avx512, Path::Avx2, Path::Portable];
        all.retain(|path| path.is_here());
        all
    }

    /// Whether this machine has the instructions.
    pub fn is_here(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Path::Avx512 => avx512::available(),
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => avx2::available(),
            #[cfg(not(target_arch = "x86_64"))]
            Path::Avx512 | Path::Avx2 => false,
            Path::Portable => true,
        }
    }
}

/// What was taken of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// How many numbers.
    pub numbers: usize,
    /// The index right behind the blank that ends the last of them; where it began, if there are none.
    pub next: usize,
}

/// Writes the plain numbers from byte `at` on to the front of `out`, in order, until `out` is full or
/// something else than a plain number comes. Byte `at` is taken as the first of the input: what
/// stands before it counts for nothing. The cells of `out` behind the numbers are left in any state.
///
/// Linear in the bytes passed over, and the same for every `path`.
pub fn take(path: Path, bytes: &[u8], at: usize, out: &mut [u64]) -> Taken {
    match path {
        #[cfg(target_arch = "x86_64")]
        Path::Avx512 if path.is_here() => avx512::take(bytes, at, out),
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 if path.is_here() => avx2::take(bytes, at, out),
        _ => portable::take(bytes, at, out),
    }
}

/// All of many numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Their nim-sum.
    pub xor: u64,
    /// The bits that any of them has.
    pub or: u64,
}

/// Adds to `sums` the plain numbers that [`take`] would write into `most` cells.
///
/// Faster than writing them where there are hundreds and they have few digits.
pub fn nim(path: Path, bytes: &[u8], at: usize, most: usize, sums: &mut Sums) -> Taken {
    let mut taken = Taken {
        numbers: 0,
        next: at,
    };
    let mut cells = [0; 128];
    // Blocks may look back where a blank and more stand before them.
    let mut back = at >= BEHIND && bytes.get(at - 1).is_some_and(|&byte| is_blank(byte));
    loop {
        if back {
            let left = most - taken.numbers;
            let more = match path {
                #[cfg(target_arch = "x86_64")]
                Path::Avx512 if path.is_here() => avx512::sum(bytes, taken.next, left, sums),
                #[cfg(target_arch = "x86_64")]
                Path::Avx2 if path.is_here() => avx2::sum(bytes, taken.next, left, sums),
                _ => portable::sum(bytes, taken.next, left, sums),
            };
            taken.numbers += more.numbers;
            taken.next = more.next;
        }
        let room = cells.len().min(most - taken.numbers);
        let some = take(path, bytes, taken.next, &mut cells[..room]);
        for number in &cells[..some.numbers] {
            sums.xor ^= number;
            sums.or |= number;
        }
        taken.numbers += some.numbers;
        taken.next = some.next;
        if some.numbers < cells.len() {
            return taken;
        }
        back = taken.next >= BEHIND;
    }
}

/// Where runs of digits reach, over the border of two blocks.
#[cfg(target_arch = "x86_64")]
#[derive(Default)]
struct Runs {
    /// Bit 0: the last byte so far is a digit.
    one: u64,
    /// Bit 1 and bit 0: the last byte, the one before it, is the second of two digits.
    two: u64,
    /// Bits 3 to 0: the last four bytes, the last uppermost, each the fourth of four digits.
    four: u64,
}

#[cfg(target_arch = "x86_64")]
impl Runs {
    /// From the digits of the next block: the bytes right behind a number, and those of them right
    /// behind one of more than four digits.
    #[inline(always)]
    fn follow(&mut self, digits: u64) -> (u64, u64) {
        let behind_one = digits << 1 | self.one;
        let two = digits & behind_one;
        let four = two & (two << 2 | self.two);
        let behind_five = (four << 1 | self.four >> 3) & (four << 2 | self.four >> 2);
        *self = Runs {
            one: digits >> 63,
            two: two >> 62,
            four: four >> 60,
        };
        let ends = behind_one & !digits;
        (ends, ends & behind_five)
    }
}
