//! From which heap on, after how many heaps and by how much a formula of one coordinate grows: sums, multiples, quotients and
//! remainders by constants, and whatever is made of parts that repeat.

use crate::rule::code::Code;
use crate::rule::syntax::Operator;

/// From the first heap on, f(n + second) = f(n) + third.
type Eventual = (usize, usize, i64);

/// Longer periods are not followed.
const MOST: usize = 1 << 20;

/// The least common multiple, where it is not too large.
pub(super) fn common(a: usize, b: usize) -> Option<usize> {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    (a / x.max(1))
        .checked_mul(b)
        .filter(|&it| it <= MOST && it > 0)
}

/// How the code behaves; `None` where that is not seen.
pub(super) fn eventual(code: &Code) -> Option<Eventual> {
    match code {
        Code::Number(_) => Some((0, 1, 0)),
        Code::Slot(0) => Some((0, 1, 1)),
        Code::Slot(_) | Code::Element(..) | Code::Of(..) => None,
        Code::Length(_) | Code::Fold(_) => None,
        Code::Not(part) => repeating(&[eventual(part)?]),
        Code::Call(_, parts, _) => {
            let parts = parts.iter().map(eventual);
            repeating(&parts.collect::<Option<Vec<Eventual>>>()?)
        }
        Code::Compare(_, pair) => match &**pair {
            // Settled once n is beyond the number.
            [Code::Slot(0), Code::Number(number)] => {
                Some((usize::try_from(*number).unwrap_or(0).min(MOST) + 1, 1, 0))
                    .filter(|_| *number < MOST as i64)
            }
            [a, b] => repeating(&[eventual(a)?, eventual(b)?]),
        },
        Code::Binary(operator, pair, _) => {
            let (a, b) = (eventual(&pair[0])?, eventual(&pair[1])?);
            let (from, period) = (a.0.max(b.0), common(a.1, b.1)?);
            let grows = |it: Eventual| it.2.checked_mul((period / it.1) as i64);
            match (operator, &pair[0], &pair[1]) {
                (Operator::Add, ..) => Some((from, period, grows(a)?.checked_add(grows(b)?)?)),
                (Operator::Subtract, ..) => Some((from, period, grows(a)?.checked_sub(grows(b)?)?)),
                (Operator::Multiply, _, Code::Number(by))
                | (Operator::Multiply, Code::Number(by), _) => {
                    let grown = grows(a)?.checked_add(grows(b)?)?;
                    Some((from, period, grown.checked_mul(*by)?))
                }
                (Operator::Divide, _, Code::Number(by)) if *by > 0 && a.2 != 0 => {
                    let by = usize::try_from(*by).ok()?;
                    Some((from, common(1, a.1.checked_mul(by)?)?, a.2))
                }
                (Operator::Remainder, _, Code::Number(by)) if *by > 0 && a.2 != 0 => {
                    let by = usize::try_from(*by).ok()?;
                    Some((from, common(1, a.1.checked_mul(by)?)?, 0))
                }
                _ => repeating(&[a, b]),
            }
        }
    }
}

/// What is made of parts that do not grow.
fn repeating(parts: &[Eventual]) -> Option<Eventual> {
    let mut all = (0, 1, 0);
    for part in parts {
        if part.2 != 0 {
            return None;
        }
        all = (all.0.max(part.0), common(all.1, part.1)?, 0);
    }
    Some(all)
}
