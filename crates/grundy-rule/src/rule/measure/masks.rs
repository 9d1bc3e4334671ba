//! What is known of single binary digits: masks whose ones stand at places that are told, such as `2^i`, `3<<i` and `2^i + 2^j`, and what
//! conditions and submasks say of the ones that a number has there.
//!
//! A mask is written as a sum of powers of different exponents; what it has in common with a number is then the sum of what each power has.
//! All of it holds of integers of any length: a power that is no number of 64 bits is a fault where it is evaluated, and so leads nowhere.

use crate::rule::code::Code;
use crate::rule::step::Step;
use crate::rule::syntax::{Comparison, Operator, Span};

/// Most ones of a mask.
const MOST_ONES: u32 = 6;

fn binary(operator: Operator, left: &Code, right: &Code) -> Code {
    Code::binary(operator, left.clone(), right.clone(), Span::default())
}

/// The number of an expression without a name in it.
pub(super) fn fixed(code: &Code) -> Option<i64> {
    match code {
        Code::Number(number) => Some(*number),
        Code::Binary(_, pair, _) => {
            fixed(&pair[0])?;
            fixed(&pair[1])?;
            code.evaluate(&[], &[]).ok()
        }
        _ => None,
    }
}

/// `2^exponent`.
pub(super) fn power(exponent: &Code) -> Code {
    binary(Operator::Power, &Code::Number(2), exponent)
}

/// What two numbers have in common.
pub(super) fn common(one: &Code, other: &Code) -> Code {
    binary(Operator::BitAnd, one, other)
}

/// A number as something and a constant.
fn parted(code: &Code) -> (Option<&Code>, i64) {
    let whole = (Some(code), 0);
    match code {
        Code::Number(number) => (None, *number),
        Code::Binary(operator @ (Operator::Add | Operator::Subtract), pair, _) => {
            let (left, right) = (parted(&pair[0]), parted(&pair[1]));
            match (operator, left, right) {
                (Operator::Add, (part, a), (None, b)) | (Operator::Add, (None, b), (part, a)) => {
                    a.checked_add(b).map_or(whole, |sum| (part, sum))
                }
                (_, (part, a), (None, b)) if *operator == Operator::Subtract => {
                    a.checked_sub(b).map_or(whole, |rest| (part, rest))
                }
                _ => whole,
            }
        }
        _ => whole,
    }
}

/// An exponent and a constant, written in one way only.
fn raised(exponent: &Code, by: i64) -> Option<Code> {
    let (part, number) = parted(exponent);
    let number = number.checked_add(by)?;
    Some(match (part, number) {
        (None, number) => Code::Number(number),
        (Some(part), 0) => part.clone(),
        (Some(part), 1..) => binary(Operator::Add, part, &Code::Number(number)),
        (Some(part), _) => binary(
            Operator::Subtract,
            part,
            &Code::Number(number.checked_neg()?),
        ),
    })
}

/// The places of the ones of a number above 0, if there are few.
fn ones(number: i64) -> Option<Vec<i64>> {
    let few = number > 0 && number.count_ones() <= MOST_ONES;
    few.then(|| (0..63).filter(|place| number >> place & 1 == 1).collect())
}

/// The exponents of powers whose sum a number is; those of constants alone are none.
pub(super) fn exponents(code: &Code) -> Option<Vec<Code>> {
    let Code::Binary(operator, pair, _) = code else {
        return None;
    };
    let [left, right] = &**pair;
    let shifted = |by: i64, exponents: &[Code]| -> Option<Vec<Code>> {
        let [exponent] = exponents else {
            return None;
        };
        ones(by)?
            .into_iter()
            .map(|place| raised(exponent, place))
            .collect()
    };
    let all = match operator {
        Operator::Power if left.constant() == Some(2) && right.constant().is_none() => {
            vec![raised(right, 0)?]
        }
        Operator::ShiftLeft if right.constant().is_none() => {
            shifted(left.constant()?, std::slice::from_ref(right))?
        }
        Operator::Multiply => match (left.constant(), right.constant()) {
            (Some(by), _) => shifted(by, &exponents(right)?)?,
            (_, Some(by)) => shifted(by, &exponents(left)?)?,
            _ => return None,
        },
        Operator::Add | Operator::BitOr | Operator::Xor => {
            let mut all = exponents(left)?;
            all.extend(exponents(right)?);
            all
        }
        _ => return None,
    };
    (all.len() <= MOST_ONES as usize).then_some(all)
}

/// Whether two exponents differ by a constant other than 0.
pub(super) fn plainly_differ(one: &Code, other: &Code) -> bool {
    let ((a, by), (b, beside)) = (parted(one), parted(other));
    a == b && by != beside
}

/// A power, a constant times one, or what masks are joined to, written in one way; none where it is so already.
pub(super) fn canonical(code: &Code) -> Option<Code> {
    let Code::Binary(operator, pair, _) = code else {
        return None;
    };
    let [left, right] = &**pair;
    if right.constant().is_some() {
        return None;
    }
    match operator {
        // Masks that are joined to a number one after another are joined to each other first.
        Operator::Xor | Operator::BitOr => {
            let Code::Binary(before, inner, _) = left else {
                return None;
            };
            let joined = before == operator && exponents(&inner[0]).is_none();
            let both = exponents(&inner[1]).zip(exponents(right));
            let masks = binary(*operator, &inner[1], right);
            (joined && both.is_some()).then(|| binary(*operator, &inner[0], &masks))
        }
        Operator::Power if left.constant() == Some(2) => {
            let exponent = raised(right, 0)?;
            (exponent != *right).then(|| power(&exponent))
        }
        Operator::ShiftLeft => match left.constant()? {
            1 => Some(power(&raised(right, 0)?)),
            by if by > 1 => Some(binary(Operator::Multiply, left, &power(&raised(right, 0)?))),
            _ => None,
        },
        _ => None,
    }
}

/// What a condition says of ones: those of a number at some places are all there, or none is.
pub(super) struct Told {
    pub(super) of: Code,
    pub(super) exponents: Vec<Code>,
    pub(super) there: bool,
}

/// What a comparison says of ones, as `(s >> i) & 1 == 0` and `s & (3 << i) == 0` do.
pub(super) fn told(comparison: Comparison, pair: &[Code; 2], holds: bool) -> Option<Told> {
    let turned = matches!(comparison, Comparison::Equal | Comparison::Unequal);
    let looked = looked_at(&pair[0], &pair[1]);
    let looked = looked.or_else(|| turned.then(|| looked_at(&pair[1], &pair[0])).flatten());
    let (of, exponents, against) = looked?;
    let alone = exponents.len() == 1;
    let comparison = match (comparison, holds) {
        (same, true) => same,
        (Comparison::Equal, false) => Comparison::Unequal,
        (Comparison::Unequal, false) => Comparison::Equal,
        (Comparison::Less, false) => Comparison::AtLeast,
        (Comparison::AtMost, false) => Comparison::Greater,
        (Comparison::Greater, false) => Comparison::AtMost,
        (Comparison::AtLeast, false) => Comparison::Less,
    };
    use Against::{All, Between, Nothing};
    let there = match (comparison, against) {
        (Comparison::Equal | Comparison::AtMost, Nothing) => false,
        (Comparison::Equal | Comparison::AtLeast, All) => true,
        (Comparison::Unequal | Comparison::Greater, Nothing) if alone => true,
        (Comparison::Unequal | Comparison::Less, All) if alone => false,
        (Comparison::Less, Between(1)) => false,
        (Comparison::Less | Comparison::AtMost, Between(_)) if alone => false,
        (Comparison::Greater | Comparison::AtLeast, Between(_)) if alone => true,
        _ => return None,
    };
    Some(Told {
        of,
        exponents,
        there,
    })
}

/// What the ones that are looked at are compared with.
#[derive(Clone, Copy)]
enum Against {
    Nothing,
    /// What they are if all are there.
    All,
    /// This number between the two.
    Between(i64),
}

/// A number, the places of it that are looked at, and what is found there is compared with.
fn looked_at(digits: &Code, with: &Code) -> Option<(Code, Vec<Code>, Against)> {
    let Code::Binary(operator, parts, _) = digits else {
        return None;
    };
    let [left, right] = &**parts;
    // A number moved down by some places, and the lowest of it.
    let moved = |number: &Code, mask: i64| {
        let Code::Binary(operator, parts, _) = number else {
            return None;
        };
        let [of, by] = &**parts;
        let by = match (operator, by) {
            (Operator::ShiftRight, by) => by,
            (Operator::Divide, Code::Binary(Operator::Power, base, _))
                if base[0].constant() == Some(2) =>
            {
                &base[1]
            }
            _ => return None,
        };
        let places: Option<Vec<Code>> = (ones(mask)?.into_iter())
            .map(|place| raised(by, place))
            .collect();
        Some((of.clone(), places?, mask))
    };
    let lowest = match (operator, left.constant(), right.constant()) {
        (Operator::BitAnd, _, Some(mask)) => moved(left, mask),
        (Operator::BitAnd, Some(mask), _) => moved(right, mask),
        (Operator::Remainder, _, Some(by)) if by > 1 && by & (by - 1) == 0 => moved(left, by - 1),
        _ => None,
    };
    if let Some((of, places, mask)) = lowest {
        let against = match with.constant()? {
            0 => Against::Nothing,
            number if number == mask => Against::All,
            number if 0 < number && number < mask => Against::Between(number),
            _ => return None,
        };
        return Some((of, places, against));
    }
    if *operator != Operator::BitAnd {
        return None;
    }
    let (of, mask, places) = match (exponents(right), exponents(left)) {
        (Some(places), _) => (left, right, places),
        (None, Some(places)) => (right, left, places),
        _ => return None,
    };
    let against = match with.constant() {
        Some(0) => Against::Nothing,
        _ if with == mask => Against::All,
        _ => return None,
    };
    Some((of.clone(), places, against))
}

/// The steps of a clause and its options with masks in the place of their names.
pub(super) fn written_out(
    steps: &[Step],
    options: &[Vec<Vec<Code>>],
) -> (Vec<Step>, Vec<Vec<Vec<Code>>>) {
    let mut names: Vec<(usize, Code)> = Vec::new();
    let put = |code: &Code, names: &[(usize, Code)]| {
        crate::rule::lines::put_in(code, names).unwrap_or_else(|| code.clone())
    };
    let mut written = Vec::with_capacity(steps.len());
    for step in steps {
        written.push(match step {
            Step::Let(slot, code) => {
                let code = put(code, &names);
                if exponents(&code).is_some() {
                    names.push((*slot, code.clone()));
                }
                Step::Let(*slot, code)
            }
            Step::Guard(condition) => Step::Guard(put(condition, &names)),
            other => other.clone(),
        });
    }
    let put_all = |term: &Vec<Code>| term.iter().map(|code| put(code, &names)).collect();
    let options = options
        .iter()
        .map(|sum| sum.iter().map(put_all).collect())
        .collect();
    (written, options)
}
