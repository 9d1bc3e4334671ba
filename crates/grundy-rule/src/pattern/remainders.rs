//! Expressions that depend on remainders only, as their form tells: `n%3 == 0`, `(n/2+m)%2`.

use crate::rule::syntax::{Expression, Kind, Operator};

/// Longest period that is told.
pub(super) const MOST: u64 = 64;

/// A number that may be added to any name without a change of the expression, where the form tells one.
pub(super) fn period(expression: &Expression) -> Option<u64> {
    let both = |one: Option<u64>, other: Option<u64>| lcm(one?, other?);
    match &expression.kind {
        Kind::Number(_) => Some(1),
        Kind::Negate(part) | Kind::Not(part) => period(part),
        Kind::Binary(Operator::Remainder, pair) => match &pair[1].kind {
            Kind::Number(by) => {
                let by = u64::try_from(*by).ok().filter(|&by| by > 0)?;
                let all = linear(&pair[0]).and_then(|all| all.checked_mul(by));
                // A remainder of what repeats anyway.
                let all = all.or_else(|| period(&pair[0]))?;
                Some(all).filter(|&all| all <= MOST)
            }
            _ => None,
        },
        Kind::Binary(_, pair) => both(period(&pair[0]), period(&pair[1])),
        Kind::Compare(first, rest) => {
            let rest = rest.iter().map(|(_, part)| period(part));
            rest.fold(period(first), both)
        }
        Kind::Call(_, parts) => parts.iter().map(period).fold(Some(1), both),
        _ => None,
    }
}

/// For sums of names and quotients of them: what, added to a name, adds a whole number.
fn linear(expression: &Expression) -> Option<u64> {
    let all = match &expression.kind {
        Kind::Number(_) | Kind::Name(_) => Some(1),
        Kind::Negate(part) => linear(part),
        Kind::Binary(Operator::Add | Operator::Subtract, pair) => {
            lcm(linear(&pair[0])?, linear(&pair[1])?)
        }
        Kind::Binary(Operator::Multiply, pair) => match (&pair[0].kind, &pair[1].kind) {
            (Kind::Number(_), _) => linear(&pair[1]),
            (_, Kind::Number(_)) => linear(&pair[0]),
            _ => None,
        },
        Kind::Binary(Operator::Divide, pair) => match pair[1].kind {
            Kind::Number(by) if by > 0 => linear(&pair[0])?.checked_mul(by as u64),
            _ => None,
        },
        _ => None,
    };
    all.filter(|&all| all <= MOST)
}

pub(super) fn lcm(one: u64, other: u64) -> Option<u64> {
    let (mut a, mut b) = (one, other);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    (one / a.max(1)).checked_mul(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Formula;

    #[test]
    fn expressions_repeat_as_they_say() {
        for (text, expected) in [
            ("a%3", Some(3)),
            ("(n-a)%2 == 0 and b%3 != 1", Some(6)),
            ("n/3%2", Some(6)),
            ("(n/2+b/3)%2", Some(12)),
            ("min(a%3,1)*(b%2)", Some(6)),
            ("(n%4 xor a%4)%3", Some(4)),
            ("n/3", None),
            ("a == b", None),
            ("min(a,2)%2", None),
            ("n%(a+1)", None),
        ] {
            let formula = Formula::parse(text, &["n", "a", "b"]).expect(text);
            assert_eq!(period(formula.expression()), expected, "{text}");
            let Some(period) = expected else { continue };
            for place in 0..216u64 {
                let numbers = [place % 6, place / 6 % 6, place / 36];
                for name in 0..3 {
                    let mut more = numbers;
                    more[name] += period;
                    assert_eq!(formula.value(&numbers), formula.value(&more), "{text}");
                }
            }
        }
    }
}
