//! Numbers as people write them: `1000000`, `1_000_000`, `1e6` or `10^6`.

/// A number of heaps: `1000000`, `1_000_000`, `1e6` or `10^6`.
pub fn count(text: &str) -> Option<u64> {
    let (base, first, power) = match (text.split_once(['e', 'E']), text.split_once('^')) {
        (Some((first, power)), None) => (10, apart(first)?, natural(power)?),
        (None, Some((base, power))) => (apart(base)?, 1, natural(power)?),
        (None, None) => return apart(text),
        (Some(_), Some(_)) => return None,
    };
    let power = base.checked_pow(u32::try_from(power).ok()?)?;
    first.checked_mul(power)
}

/// Digits, perhaps with underscores between them.
fn apart(text: &str) -> Option<u64> {
    let bare = text.starts_with('_') || text.ends_with('_') || text.contains("__");
    (!bare).then(|| natural(&text.replace('_', "")))?
}

/// Digits only: no sign, no blanks.
pub fn natural(digits: &str) -> Option<u64> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_heaps() {
        for (text, number) in [
            ("0", 0),
            ("1000000", 1_000_000),
            ("1_000_000", 1_000_000),
            ("1e9", 1_000_000_000),
            ("25E3", 25_000),
            ("10^9", 1_000_000_000),
            ("2^40", 1 << 40),
            ("1e19", 10_000_000_000_000_000_000),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(count(text), Some(number), "{text}");
        }
        for wrong in [
            "",
            "-1",
            "+1",
            "1.5",
            "1e",
            "e9",
            "^9",
            "10^",
            "1e20",
            "2^64",
            "1e-3",
            "_1",
            "1_",
            "1__0",
            "1e9e9",
            "10^1e1",
            "0x10",
            "1 000",
            "三",
            "18446744073709551616",
            "2^99999999999",
        ] {
            assert_eq!(count(wrong), None, "{wrong}");
        }
    }
}
