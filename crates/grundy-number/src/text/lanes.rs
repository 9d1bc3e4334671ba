//! Sums over rows of numbers, many at a time where the machine can: one text for each sum, compiled
//! anew for the vectors of each [`Path`].

#![allow(
    unsafe_code,
    reason = "functions compiled for a machine's features are called where it has them"
)]

use super::tokens::Path;

/// Rows of fewer numbers are not worth the call of a function of their own.
const SHORT: usize = 24;

/// Defines a function that runs its body with the vectors of a path, but plainly where that is shorter.
macro_rules! by_path {
    ($(#[$doc:meta])* fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty, plain if $short:expr; $body:block) => {
        $(#[$doc])*
        #[inline]
        pub fn $name(path: Path, $($argument: $type),*) -> $result {
            #[inline(always)]
            fn plain($($argument: $type),*) -> $result $body
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512dq")]
                fn by_avx512($($argument: $type),*) -> $result {
                    plain($($argument),*)
                }
                #[target_feature(enable = "avx2")]
                fn by_avx2($($argument: $type),*) -> $result {
                    plain($($argument),*)
                }
                match path {
                    _ if $short => plain($($argument),*),
                    // SAFETY: a path that is here has these features, and more.
                    Path::Avx512 if path.is_here() => unsafe { by_avx512($($argument),*) },
                    // SAFETY: as above.
                    Path::Avx2 if path.is_here() => unsafe { by_avx2($($argument),*) },
                    _ => plain($($argument),*),
                }
            }
            #[cfg(not(target_arch = "x86_64"))]
            {
                let _ = path;
                plain($($argument),*)
            }
        }
    };
}

by_path! {
    /// The xor and the or of some numbers.
    fn folded(numbers: &[u64]) -> (u64, u64), plain if numbers.len() < SHORT; {
        numbers.iter().fold((0, 0), |(xor, or), number| (xor ^ number, or | number))
    }
}

by_path! {
    /// How many of some numbers have this binary digit.
    fn with_digit(numbers: &[u64], digit: u64) -> u64, plain if numbers.len() < SHORT; {
        numbers.iter().map(|number| u64::from(number & digit != 0)).sum()
    }
}

by_path! {
    /// How many of some bytes are line ends.
    fn line_ends(bytes: &[u8]) -> u64, plain if bytes.len() < SHORT; {
        // Blocks of 255 keep the inner count within a byte.
        let ends = |block: &[u8]| block.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>();
        bytes.chunks(255).map(|block| u64::from(ends(block))).sum()
    }
}

/// Numbers below this, and one more, are exact as floating-point numbers.
const EXACT: u64 = 1 << 52;

by_path! {
    /// The xor of a mod (l + 1) over pairs a, l one after the other; nothing where some number is
    /// 2^52 or more.
    ///
    /// With a below 2^52 the floating-point quotient of a and d has the whole part of the true one: it
    /// could only be rounded up to a whole number k if k - a/d, which is at least 1/d, were at most
    /// k / 2^53; then a, which is at least kd - d, would be too large.
    fn bounded(pairs: &[[u64; 2]]) -> Option<u64>, plain if pairs.len() < SHORT / 8; {
        let (mut xor, mut or) = (0, 0);
        for &[heap, limit] in pairs {
            or |= heap | limit;
            // Both are below 2^52 or what comes out is not used: then i64 holds them, and their
            // quotient is in range.
            let divisor = (limit as i64).wrapping_add(1);
            let quotient = (heap as i64 as f64 / divisor as f64) as i64;
            xor ^= (heap as i64).wrapping_sub(quotient.wrapping_mul(divisor)) as u64;
        }
        (or < EXACT).then_some(xor)
    }
}

#[cfg(test)]
mod tests {
    use super::{bounded, folded, line_ends, with_digit};
    use crate::text::tokens::Path;
    use proptest::prelude::*;

    /// Quotients next to whole numbers, and numbers next to the border.
    fn number() -> impl Strategy<Value = u64> {
        let small = 0u64..50;
        let border = (0u64..5).prop_map(|less| (1 << 52) - 1 - less);
        prop_oneof![
            any::<u64>().prop_map(|wide| wide >> 12),
            small,
            border,
            Just(0)
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn sums_by_every_path(pairs in prop::collection::vec([number(), number()], 0..40), add in 0u64..3, wide in any::<u64>()) {
            // Heaps next to multiples of their limit and one.
            let pairs: Vec<[u64; 2]> = pairs
                .iter()
                .map(|&[heap, limit]| [(heap / (limit + 1) * (limit + 1) + add).min((1 << 52) - 1), limit])
                .collect();
            let numbers = pairs.concat();
            for path in Path::all_here() {
                let xor = pairs.iter().fold(0, |xor, [heap, limit]| xor ^ (heap % (limit + 1)));
                prop_assert_eq!(bounded(path, &pairs), Some(xor));
                prop_assert_eq!(folded(path, &numbers), numbers.iter().fold((0, 0), |(x, o), n| (x ^ n, o | n)));
                let count = numbers.iter().filter(|&number| number & 4 != 0).count() as u64;
                prop_assert_eq!(with_digit(path, &numbers, 4), count);
                let bytes: Vec<u8> = numbers.iter().map(|number| (number % 12) as u8).collect();
                let count = bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
                prop_assert_eq!(line_ends(path, &bytes.repeat(30)), 30 * count);
                let mut far = pairs.clone();
                far.push([wide | 1 << 52, 5]);
                prop_assert_eq!(bounded(path, &far), None);
            }
        }
    }
}
