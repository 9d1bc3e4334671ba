//! How large the numbers are that a formula computes, where the ranges of a format say how large those of the input are.
//!
//! Programs compute with 64 bits. A formula that may need more for inputs that are announced is not used.

use grundy::rule::syntax::{Expression, Function, Kind, Operator};

/// Whether all that a formula computes on the way stays below 2^63, as far as the sizes of its names are known.
pub(crate) fn stay_small(formula: &Expression, size: &dyn Fn(&str) -> Option<i128>) -> bool {
    let mut largest = 0;
    bound(formula, size, &mut largest);
    largest <= i128::from(i64::MAX)
}

/// What the absolute value of an expression does not exceed, if that is known; the largest such bound of all its parts is kept.
fn bound(
    expression: &Expression,
    size: &dyn Fn(&str) -> Option<i128>,
    largest: &mut i128,
) -> Option<i128> {
    let mut of = |part: &Expression| bound(part, size, largest);
    let found = match &expression.kind {
        Kind::Number(number) => Some(i128::from(*number).abs()),
        Kind::Name(name) => size(name),
        Kind::Negate(part) => of(part),
        Kind::Not(part) => of(part).map(|_| 1),
        Kind::Compare(first, rest) => {
            of(first);
            rest.iter().for_each(|(_, part)| {
                of(part);
            });
            Some(1)
        }
        Kind::Binary(operator, pair) => {
            let (left, right) = (of(&pair[0]), of(&pair[1]));
            combined(*operator, left?, right?)
        }
        Kind::Call(function, parts) => {
            let sizes: Vec<Option<i128>> = parts.iter().map(of).collect();
            // Of numbers that are not below zero the least is no larger than any.
            if *function == Function::Min && parts.iter().all(is_natural) {
                sizes.iter().flatten().copied().min()
            } else {
                let sizes: Option<Vec<i128>> = sizes.into_iter().collect();
                called(*function, &sizes?)
            }
        }
        Kind::Index(_, part) => {
            of(part);
            None
        }
        Kind::Fold(folding) => {
            folding.parts().into_iter().for_each(|part| {
                of(part);
            });
            None
        }
        Kind::Apply(_, parts) => {
            parts.iter().for_each(|part| {
                of(part);
            });
            None
        }
    }?;
    *largest = (*largest).max(found);
    Some(found)
}

/// Whether it is plain that an expression is not below zero.
fn is_natural(expression: &Expression) -> bool {
    match &expression.kind {
        Kind::Number(number) => *number >= 0,
        Kind::Name(_) | Kind::Not(_) | Kind::Compare(..) => true,
        Kind::Binary(operator, pair) => {
            *operator != Operator::Subtract && pair.iter().all(is_natural)
        }
        Kind::Call(_, parts) => parts.iter().all(is_natural),
        _ => false,
    }
}

fn combined(operator: Operator, left: i128, right: i128) -> Option<i128> {
    let exponent = u32::try_from(right).unwrap_or(u32::MAX);
    Some(match operator {
        Operator::Or | Operator::And => 1,
        Operator::Add | Operator::Subtract => left.saturating_add(right),
        Operator::Multiply => left.saturating_mul(right),
        Operator::Divide | Operator::ShiftRight => left,
        Operator::Remainder => right,
        Operator::Power if left <= 1 => 1,
        Operator::Power => left.saturating_pow(exponent.min(128)),
        Operator::ShiftLeft => left.saturating_mul(2i128.saturating_pow(exponent.min(128))),
        // Neither has more binary digits than the longer.
        Operator::BitAnd | Operator::BitOr | Operator::Xor => {
            let digits = 128 - left.max(right).leading_zeros();
            2i128.saturating_pow(digits).saturating_sub(1)
        }
    })
}

fn called(function: Function, parts: &[i128]) -> Option<i128> {
    let most = parts.iter().copied().max()?;
    match function {
        Function::Min
        | Function::Max
        | Function::Abs
        | Function::Gcd
        | Function::Zeckendorf
        | Function::NumDiv => Some(most),
        Function::Popcount
        | Function::BitLength
        | Function::Valuation
        | Function::Log
        | Function::Omega
        | Function::BigOmega => Some(64),
        Function::IsPrime => Some(1),
        Function::Sqrt => Some(most.isqrt() + 1),
        Function::DigitSum => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::rule::Formula;

    #[test]
    fn the_least_of_several_is_as_small_as_any() {
        let small = |formula: &str| {
            let formula = Formula::parse(formula, &["a", "b"]).expect("a formula");
            stay_small(formula.expression(), &|_| Some(100_000_000))
        };
        assert!(small("abs(a^2-b^2)*min(a,b,1)/max(a*b,1)"));
        assert!(small("abs(a^2-b^2)*max(min(a,1),0)"));
        // A number below zero may be the least and large.
        assert!(!small("(a^2)*(b^2)*min(a-b,1)"));
        assert!(!small("abs(a^2-b^2)*max(a,1)*b"));
    }
}
