//! Edges between numbers, as nearly all lines of large files have them: `u v`, nothing else.
//!
//! Eight bytes are looked at together (Lamport, *Multiple byte processing with full-word instructions*, 1975): where the
//! first byte is that is no digit, and what the digits before it come to, without a branch on how many there are.

/// So many bytes after the end of the lines can be looked at.
pub(super) const PADDING: usize = 24;

/// What stands between the numbers and after them.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// Each of these may stand between the two numbers.
    pub(super) between: [u8; 3],
    /// After the second number and this, more may follow that does not matter.
    pub(super) tail: Option<u8>,
    /// Whether the edge goes from the second number to the first.
    pub(super) turned: bool,
}

/// Reads lines from `at` up to `end`, where a line ends, as long as they are two numbers below `limit`. Tells where the
/// first other line begins, and takes the greatest number of all edges into account in `top`.
///
/// There are at least [`PADDING`] bytes more after `end`.
pub(super) fn edges(
    text: &[u8],
    at: usize,
    end: usize,
    limit: u32,
    shape: Shape,
    edges: &mut Vec<(u32, u32)>,
    top: &mut u32,
) -> usize {
    match shape {
        Shape {
            tail: Some(tail),
            turned,
            ..
        } => loop_over::<true>(text, at, end, limit, shape, tail, turned, edges, top),
        Shape {
            tail: None, turned, ..
        } => loop_over::<false>(text, at, end, limit, shape, 0, turned, edges, top),
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "one loop, compiled for each shape"
)]
#[inline(never)]
fn loop_over<const TAIL: bool>(
    text: &[u8],
    mut at: usize,
    end: usize,
    limit: u32,
    shape: Shape,
    tail: u8,
    turned: bool,
    edges: &mut Vec<(u32, u32)>,
    top: &mut u32,
) -> usize {
    let [one, two, three] = shape.between;
    let mut greatest = 0;
    let mut found = false;
    while at < end {
        let Some((from, between)) = number(text, at) else {
            break;
        };
        let sign = text[between];
        if sign != one && sign != two && sign != three {
            break;
        }
        let Some((to, mut after)) = number(text, between + 1) else {
            break;
        };
        let mut sign = text[after];
        if TAIL && sign == tail {
            // A quoted field may have an end of line inside.
            match memchr::memchr2(b'\n', b'"', &text[after..end]) {
                Some(length) => after += length,
                None => break,
            }
            sign = text[after];
        }
        if sign == b'\r' {
            after += 1;
            sign = text[after];
        }
        let larger = from.max(to);
        if sign != b'\n' || larger >= u64::from(limit) {
            break;
        }
        greatest = greatest.max(larger as u32);
        found = true;
        let edge = (from as u32, to as u32);
        edges.push(if turned { (edge.1, edge.0) } else { edge });
        at = after + 1;
    }
    if found {
        *top = (*top).max(greatest);
    }
    at
}

/// The number that begins here, of at most ten digits and without a zero before them, and where it ends.
#[inline(always)]
fn number(text: &[u8], at: usize) -> Option<(u64, usize)> {
    let word = u64::from_le_bytes(*text.get(at..)?.first_chunk()?);
    let digits = word ^ 0x3030_3030_3030_3030;
    // The high bit of each byte that is no digit, up to the first such; carries spoil the rest.
    let others = (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080;
    let (value, length) = if others != 0 {
        let length = others.trailing_zeros() / 8;
        if length == 0 {
            return None;
        }
        // Zeros come before the digits.
        (eight_digits(digits << (64 - 8 * length)), length as usize)
    } else {
        let mut value = eight_digits(digits);
        let mut length = 8;
        while let Some(digit @ 0..=9) = text.get(at + length).map(|byte| byte.wrapping_sub(b'0')) {
            if length == 10 {
                return None;
            }
            value = value * 10 + u64::from(digit);
            length += 1;
        }
        (value, length)
    };
    if word as u8 == b'0' && length > 1 {
        return None;
    }
    Some((value, at + length))
}

/// The number of eight digits, the first in the lowest byte: pairs, fours and then all are put together.
#[inline(always)]
fn eight_digits(digits: u64) -> u64 {
    const BYTES: u64 = 0x0000_00FF_0000_00FF;
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let high = (pairs & BYTES).wrapping_mul(0x000F_4240_0000_0064);
    let low = (pairs >> 16 & BYTES).wrapping_mul(0x0000_2710_0000_0001);
    high.wrapping_add(low) >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPACED: Shape = Shape {
        between: [b' ', b'\t', b','],
        tail: None,
        turned: false,
    };

    fn read(lines: &str, limit: u32, shape: Shape) -> (Vec<(u32, u32)>, usize, u32) {
        let mut text = lines.as_bytes().to_vec();
        text.extend([0; PADDING]);
        let (mut found, mut top) = (Vec::new(), 0);
        let at = edges(&text, 0, lines.len(), limit, shape, &mut found, &mut top);
        (found, at, top)
    }

    #[test]
    fn numbers_of_every_length() {
        let mut one = 0u64;
        for length in 0..=10 {
            for other in [
                0,
                9,
                10,
                123,
                99_999_999,
                100_000_000,
                987_654_321,
                4_294_967_293u32,
            ] {
                let line = format!("{one}\t{other}\n");
                let expected = vec![(one as u32, other)];
                assert_eq!(
                    read(&line, u32::MAX - 1, SPACED),
                    (expected, line.len(), (one as u32).max(other)),
                    "{line}"
                );
            }
            one = one * 10 + (length + 1) % 10;
            if one >= u64::from(u32::MAX) - 1 {
                break;
            }
        }
        for number in (0..100_000u32).chain((0..40_000).map(|step| step * 107_374)) {
            let line = format!("{number},{}\r\n", number ^ 1);
            assert_eq!(read(&line, u32::MAX, SPACED).0, [(number, number ^ 1)]);
        }
    }

    #[test]
    fn other_lines_are_left() {
        for line in [
            "",
            "\n",
            "1\n",
            "1 \n",
            " 1 2\n",
            "1  2\n",
            "1 2 \n",
            "01 2\n",
            "1 02\n",
            "1 2,3\n",
            "a b\n",
            "1 b\n",
            "1;2\n",
            "1 2\r",
            "-1 2\n",
            "1 -2\n",
            "4294967295 1\n",
            "1 4294967295\n",
            "1 12345678901\n",
            "#1 2\n",
            "1 2#\n",
            "1 2/\n",
            "1 2:\n",
            "100 1\n",
            "1 100\n",
        ] {
            let limit = if line.len() == 6 { 100 } else { u32::MAX };
            assert_eq!(read(line, limit, SPACED), (vec![], 0, 0), "{line:?}");
            let lines = format!("3 4\n{line}5 6\n");
            if !line.is_empty() {
                assert_eq!(
                    read(&lines, limit, SPACED),
                    (vec![(3, 4)], 4, 4),
                    "{line:?}"
                );
            }
        }
        let shape = Shape {
            between: [b','; 3],
            tail: Some(b','),
            turned: true,
        };
        let (found, at, _) = read("1,2\n3,4,x,y\r\n5,6,\n7,8,\"a\nb\"\n", 100, shape);
        assert_eq!((found, at), (vec![(2, 1), (4, 3), (6, 5)], 18));
    }
}
