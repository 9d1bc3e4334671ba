//! Plain numbers out of bytes, many at a time.
//!
//! A number is plain if it has at most [`DIGITS`] digits and a blank behind it. Every path takes the
//! same numbers and stops at the same byte: before a sign, a byte that does not belong, a longer
//! number, one that the slice cuts. What is odd is left for the exact reader of
//! [`channel`](crate::channel).

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

/// Digits of a plain number at most, leading zeros too.
pub(crate) const DIGITS: usize = 16;

/// A way to take numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Path {
    /// 64 bytes at a time, by AVX-512 with byte permutations.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// Marks of 64 bytes by AVX2, then number by number.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Byte by byte, on any machine.
    Portable,
}

impl Path {
    /// The ways this machine has, the best first.
    pub(crate) fn all_here() -> Vec<Path> {
        let mut paths = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            if avx512::is_here() {
                paths.push(Path::Avx512);
            }
            if avx2::is_here() {
                paths.push(Path::Avx2);
            }
        }
        paths.push(Path::Portable);
        paths
    }

    /// The best way this machine has; `GRUNDY_JUDGE_PATH` set to avx512, avx2 or portable asks for that one.
    pub(crate) fn best() -> Path {
        use std::sync::OnceLock;
        static BEST: OnceLock<Path> = OnceLock::new();
        *BEST.get_or_init(|| {
            let asked = std::env::var("GRUNDY_JUDGE_PATH").unwrap_or_default();
            let here = Path::all_here();
            let named = here
                .iter()
                .find(|path| format!("{path:?}").eq_ignore_ascii_case(&asked));
            *named.unwrap_or(&here[0])
        })
    }
}

/// What was taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Taken {
    /// How many numbers.
    pub(crate) numbers: usize,
    /// The index right behind the blank that ends the last of them.
    pub(crate) next: usize,
}

/// What was taken, and the numbers folded into two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Folded {
    pub(crate) taken: Taken,
    pub(crate) xor: u64,
    pub(crate) or: u64,
    /// Whether it ended before numbers of more than four digits, which better are taken.
    pub(crate) long: bool,
}

/// Takes at most so many plain numbers like [`take`] and folds them without writing them down,
/// until one of more than four digits is near; nothing on paths where that gains nothing.
#[inline]
pub(crate) fn fold(path: Path, bytes: &[u8], at: usize, most: usize) -> Option<Folded> {
    match path {
        #[cfg(target_arch = "x86_64")]
        Path::Avx512 => Some(avx512::fold(bytes, at, most)),
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => Some(avx2::fold(bytes, at, most)),
        Path::Portable => None,
    }
}

/// Takes plain numbers from index `at` on, which must not be within a number, until `out` is full or something else comes.
#[inline]
pub(crate) fn take(path: Path, bytes: &[u8], at: usize, out: &mut [u64]) -> Taken {
    match path {
        #[cfg(target_arch = "x86_64")]
        Path::Avx512 => avx512::take(bytes, at, out),
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => avx2::take(bytes, at, out),
        Path::Portable => portable::take(bytes, at, out),
    }
}

/// The lowest `count` bits.
#[cfg(target_arch = "x86_64")]
fn low(count: usize) -> u64 {
    if count < 64 {
        (1 << count) - 1
    } else {
        u64::MAX
    }
}

/// Where numbers end in a block of 64 bytes; those that are too long are not told apart.
#[cfg(target_arch = "x86_64")]
struct Ends {
    /// The blanks that end numbers.
    ends: u64,
    /// Those whose number has at least two, three and four digits.
    at_least: [u64; 3],
    /// Whether some number has more than four digits.
    over_four: bool,
    /// Whether something odd follows.
    odd: bool,
}

/// Finds the ends by the marks of digits and blanks in the last block and this.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn ends(previous: u64, digits: u64, blanks: u64) -> Ends {
    // Which bytes have a digit so many places before them, at most five. The last marks are brought
    // down first: what compilers make of shifts over two words is slow on some machines.
    let last = previous >> 59;
    let behind = |places: u32| digits << places | last >> (5 - places);
    let odd = !(digits | blanks);
    let mut ends = blanks & behind(1);
    if odd != 0 {
        ends &= (odd & odd.wrapping_neg()) - 1;
    }
    let two = ends & behind(2);
    let three = two & behind(3);
    let four = three & behind(4);
    let over_four = four & behind(5);
    Ends {
        ends,
        at_least: [two, three, four],
        over_four: over_four != 0,
        odd: odd != 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{DIGITS, Path, Taken, fold, take};
    use proptest::prelude::*;

    /// What the definition says, by words.
    fn slow(bytes: &[u8], at: usize, most: usize) -> (Vec<u64>, usize) {
        let blank = |byte: u8| byte == b' ' || (9..14).contains(&byte);
        let (mut numbers, mut next, mut place) = (Vec::new(), at, at);
        while numbers.len() < most {
            while place < bytes.len() && blank(bytes[place]) {
                place += 1;
            }
            let digits = bytes[place..]
                .iter()
                .take_while(|byte| byte.is_ascii_digit())
                .count();
            let end = place + digits;
            if digits == 0 || digits > DIGITS || end == bytes.len() || !blank(bytes[end]) {
                break;
            }
            let text = std::str::from_utf8(&bytes[place..end]).unwrap();
            numbers.push(text.parse().unwrap());
            next = end + 1;
            place = next;
        }
        (numbers, next)
    }

    fn check(bytes: &[u8], at: usize, most: usize) {
        let (numbers, next) = slow(bytes, at, most);
        for path in Path::all_here() {
            let mut out = vec![7; most];
            let taken = take(path, bytes, at, &mut out);
            let expected = Taken {
                numbers: numbers.len(),
                next,
            };
            let text = String::from_utf8_lossy(bytes);
            assert_eq!(taken, expected, "{path:?} {text:?} at {at}");
            assert_eq!(out[..taken.numbers], numbers, "{path:?} {text:?} at {at}");
            if let Some(folded) = fold(path, bytes, at, most) {
                let numbers = &numbers[..folded.taken.numbers];
                let xor = numbers.iter().fold(0, |all, number| all ^ number);
                let or = numbers.iter().fold(0, |all, number| all | number);
                assert_eq!(
                    (folded.xor, folded.or),
                    (xor, or),
                    "{path:?} {text:?} at {at}"
                );
                // As many as there are, unless a long one follows.
                let (again, next) = slow(bytes, at, folded.taken.numbers);
                assert_eq!(
                    (again.len(), next),
                    (numbers.len(), folded.taken.next),
                    "{path:?} {text:?} at {at}"
                );
                assert!(
                    folded.long || folded.taken == expected,
                    "{path:?} {text:?} at {at}"
                );
                let ahead = &bytes[next..];
                let digits = |window: &[u8]| window.iter().all(u8::is_ascii_digit);
                assert!(
                    !folded.long || ahead.windows(5).any(digits),
                    "{path:?} {text:?} at {at}"
                );
            }
        }
    }

    /// All short texts over a few bytes, at the borders of blocks too.
    #[test]
    fn every_short_text() {
        const BYTES: &[u8] = b"07 \n-";
        for length in 0..6u32 {
            for code in 0..BYTES.len().pow(length) {
                let text: Vec<u8> = (0..length)
                    .map(|place| BYTES[code / BYTES.len().pow(place) % BYTES.len()])
                    .collect();
                check(&text, 0, 8);
                for before in [60, 63, 64] {
                    let mut long = b"12 ".repeat(43);
                    long.truncate(before);
                    long.extend_from_slice(&text);
                    long.extend_from_slice(b" 5 ");
                    check(&long, 0, 64);
                }
            }
        }
    }

    #[test]
    fn numbers_of_every_length_at_every_place() {
        for digits in 1..40 {
            for before in 0..130 {
                let mut text = b" ".repeat(before);
                text.extend((0..digits).map(|place| b'1' + (place % 9) as u8));
                text.extend_from_slice(b"\r\n42 ");
                check(&text, 0, 4);
                text[before] = b'0';
                check(&text, before, 4);
            }
        }
    }

    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        let usual = prop::sample::select(b"0123456789 1 2 \n\t".to_vec());
        let digits = prop::sample::select(b"0123456789".to_vec());
        let byte =
            prop_oneof![60 => usual, 200 => digits.clone(), 100 => Just(b' '), 1 => any::<u8>()];
        let short = prop::collection::vec(prop_oneof![2 => digits, 1 => Just(b' ')], 0..400);
        prop_oneof![prop::collection::vec(byte, 0..400), short]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn any_bytes(bytes in bytes(), at in 0usize..70, most in 0usize..200) {
            let at = at.min(bytes.len());
            // Not within a number.
            let at = bytes[..at].iter().rposition(|byte| !byte.is_ascii_digit()).map_or(0, |last| last + 1);
            check(&bytes, at, most);
        }
    }
}
