//! Guards that protect a range which stands before them: `for k in 1..=a/b if b > 0` asks first whether b is above 0.
//!
//! A range that may be a fault is looked at only where those guards hold that know no number of it. So that nothing else changes, only
//! comparisons of sums move, which are never a fault for numbers that positions have.

use crate::rule::syntax::{Expression, Item, Kind, Operator};

/// The same generators and guards, each guard of a plain kind before the ranges that may be a fault and that it does not depend on.
pub(super) fn first(items: Vec<Item>) -> Vec<Item> {
    let may_fail = |item: &Item| matches!(item, Item::In(_, domain) if domain.parts().into_iter().any(divides));
    if !items.iter().any(may_fail) {
        return items;
    }
    let mut all: Vec<Item> = Vec::with_capacity(items.len());
    for item in items {
        let Item::If(condition) = item else {
            all.push(item);
            continue;
        };
        let mut left = Vec::new();
        for part in conjuncts(condition) {
            let own = |item: &Item| match item {
                Item::In(name, _) | Item::Let(name, _) => part.speaks_of(&[&name.text]),
                Item::If(_) => false,
            };
            let from = all.iter().rposition(own).map_or(0, |place| place + 1);
            match all[from..].iter().position(may_fail) {
                // What stands before it in the same guard may be there for it.
                Some(place) if left.is_empty() && is_plain(&part) => {
                    all.insert(from + place, Item::If(part));
                }
                _ => left.push(part),
            }
        }
        all.extend(left.into_iter().map(Item::If));
    }
    all
}

/// The parts of `a and b and c`, in order.
fn conjuncts(condition: Expression) -> Vec<Expression> {
    match condition.kind {
        Kind::Binary(Operator::And, pair) => {
            let [left, right] = *pair;
            let mut all = conjuncts(left);
            all.extend(conjuncts(right));
            all
        }
        _ => vec![condition],
    }
}

/// Whether an expression may be a fault where another would do: it divides, or reads an array.
fn divides(expression: &Expression) -> bool {
    match &expression.kind {
        Kind::Number(_) | Kind::Name(_) => false,
        Kind::Binary(Operator::Divide | Operator::Remainder, pair) => {
            !matches!(pair[1].kind, Kind::Number(by) if by != 0) || divides(&pair[0])
        }
        Kind::Index(..) => true,
        Kind::Negate(part) | Kind::Not(part) => divides(part),
        Kind::Binary(_, pair) => pair.iter().any(divides),
        Kind::Compare(first, rest) => divides(first) || rest.iter().any(|(_, one)| divides(one)),
        Kind::Call(_, parts) | Kind::Apply(_, parts) => parts.iter().any(divides),
        Kind::Fold(folding) => folding.parts().into_iter().any(divides),
    }
}

/// Whether an expression is made of comparisons, sums and names only.
fn is_plain(expression: &Expression) -> bool {
    use Operator::{Add, And, Or, Subtract};
    match &expression.kind {
        Kind::Number(_) | Kind::Name(_) => true,
        Kind::Negate(part) | Kind::Not(part) => is_plain(part),
        Kind::Binary(Add | Subtract | And | Or, pair) => pair.iter().all(is_plain),
        Kind::Compare(first, rest) => is_plain(first) && rest.iter().all(|(_, one)| is_plain(one)),
        _ => false,
    }
}
