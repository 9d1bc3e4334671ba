//! Moves to every smaller number that is told apart by a function: `n -> s for s in 0..n if f(s) < f(n)`, or with `==`.
//!
//! Let f be a function such that before every number n each value below f(n) was taken: f(n) = n, the number of binary digits, the square root, a quotient, a sum
//! of digits and so on. Where a move leads to every smaller number of smaller f, the value is f(n): no option has that value, and every smaller value is that of
//! an option, by induction. Where f never falls and a move leads to every smaller number of the same f, what is left is Nim with the numbers of that f, so
//! the value is n less the first of them.

use crate::rule::Rule;
use crate::rule::syntax::{
    Body, Comparison, Coordinate, Domain, Expression, Function, Item, Kind, Operator,
};

/// What a rule of such a form is worth.
pub(super) fn value(rule: &Rule) -> Option<String> {
    let [clause] = &rule.expanded().clauses[..] else {
        return None;
    };
    let [Coordinate::Name(name)] = &clause.pattern.coordinates[..] else {
        return None;
    };
    let Body::Options(alternatives) = &clause.body else {
        return None;
    };
    let [alternative] = &alternatives[..] else {
        return None;
    };
    let [term] = &alternative[..] else {
        return None;
    };
    let [left] = &term.coordinates[..] else {
        return None;
    };
    let [Item::In(bound, domain), Item::If(guard)] = &clause.tail[..] else {
        return None;
    };
    let is = |expression: &Expression, name: &str| matches!(&expression.kind, Kind::Name(own) if own == name);
    if !is(left, &bound.text) || !goes_below(domain, &name.text) {
        return None;
    }
    let Kind::Compare(first, rest) = &guard.kind else {
        return None;
    };
    let [(comparison, second)] = &rest[..] else {
        return None;
    };
    let (lesser, greater, comparison) = match comparison {
        Comparison::Less | Comparison::Equal => (&**first, second, *comparison),
        Comparison::Greater => (second, &**first, Comparison::Less),
        _ => return None,
    };
    let (of_left, of_own) = match (seen(lesser, &bound.text), seen(greater, &name.text)) {
        (Some(of_left), Some(of_own)) => (of_left, of_own),
        _ if comparison == Comparison::Equal => {
            (seen(greater, &bound.text)?, seen(lesser, &name.text)?)
        }
        _ => return None,
    };
    if of_left != of_own {
        return None;
    }
    let n = &name.text;
    match comparison {
        Comparison::Less => Some(of_own.text(n)),
        _ => of_own.first(n).map(|first| format!("{n} - {first}")),
    }
}

/// Whether a name runs through all numbers below another.
fn goes_below(domain: &Domain, name: &str) -> bool {
    let number = |expression: &Expression, number: i64| expression.kind == Kind::Number(number);
    let is_name =
        |expression: &Expression| matches!(&expression.kind, Kind::Name(own) if own == name);
    match domain {
        Domain::Range {
            from,
            to: Some((to, false)),
        } => number(from, 0) && is_name(to),
        Domain::Range {
            from,
            to: Some((to, true)),
        } => {
            number(from, 0)
                && matches!(&to.kind, Kind::Binary(Operator::Subtract, pair)
                    if is_name(&pair[0]) && number(&pair[1], 1))
        }
        _ => false,
    }
}

/// A function of which every smaller value is taken before a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ranking {
    Itself,
    Length,
    Root,
    Ones,
    Digits(i64),
    Quotient(i64),
}

/// The function that an expression is of a name.
fn seen(expression: &Expression, name: &str) -> Option<Ranking> {
    let is_name = |part: &Expression| matches!(&part.kind, Kind::Name(own) if own == name);
    match &expression.kind {
        Kind::Name(own) if own == name => Some(Ranking::Itself),
        Kind::Call(function, parts) if parts.first().is_some_and(is_name) => {
            match (function, parts.get(1).map(|it| &it.kind)) {
                (Function::BitLength, None) => Some(Ranking::Length),
                (Function::Sqrt, None) => Some(Ranking::Root),
                (Function::Popcount, None) => Some(Ranking::Ones),
                (Function::DigitSum, None) => Some(Ranking::Digits(10)),
                (Function::DigitSum, Some(Kind::Number(base @ 2..))) => {
                    Some(Ranking::Digits(*base))
                }
                _ => None,
            }
        }
        Kind::Binary(Operator::Divide, pair) if is_name(&pair[0]) => match pair[1].kind {
            Kind::Number(by @ 1..) => Some(Ranking::Quotient(by)),
            _ => None,
        },
        _ => None,
    }
}

impl Ranking {
    fn text(self, n: &str) -> String {
        match self {
            Ranking::Itself => n.to_owned(),
            Ranking::Length => format!("bitlen({n})"),
            Ranking::Root => format!("sqrt({n})"),
            Ranking::Ones => format!("popcount({n})"),
            Ranking::Digits(10) => format!("digitsum({n})"),
            Ranking::Digits(base) => format!("digitsum({n},{base})"),
            Ranking::Quotient(by) => format!("{n}/{by}"),
        }
    }

    /// The first number of the same value, of a function that never falls.
    fn first(self, n: &str) -> Option<String> {
        match self {
            Ranking::Itself => Some(n.to_owned()),
            // The only number of no digits is 0.
            Ranking::Length => Some(format!("2^bitlen({n})/2")),
            Ranking::Root => Some(format!("sqrt({n})^2")),
            Ranking::Quotient(by) => Some(format!("{n}/{by}*{by}")),
            Ranking::Ones | Ranking::Digits(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, Meter};
    use crate::rule::Formula;

    #[test]
    fn the_value_is_the_function_or_the_place_among_equals() {
        for function in [
            "bitlen(#)",
            "sqrt(#)",
            "popcount(#)",
            "digitsum(#)",
            "digitsum(#,3)",
            "#/7",
        ] {
            for sign in ["<", "=="] {
                let (of_left, of_own) = (function.replace('#', "s"), function.replace('#', "n"));
                let text = format!("n -> s for s in 0..n if {of_left} {sign} {of_own}");
                let rule = Rule::parse(&text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
                let Some(told) = value(&rule) else {
                    let falls = function.starts_with("pop") || function.starts_with("dig");
                    assert!(falls && sign == "==", "{text}");
                    continue;
                };
                let told = Formula::parse(&told, &["n"]).expect("a formula");
                let table = rule.table(&[700], &mut Meter::new(&Budget::default()));
                for (heap, &value) in (0..).zip(table.expect("values").cells()) {
                    assert_eq!(
                        told.value(&[heap]),
                        Ok(i64::from(value)),
                        "{text} at {heap}"
                    );
                }
            }
        }
    }

    #[test]
    fn other_rules_are_not_these() {
        for text in [
            "n -> s for s in 1..n if bitlen(s) < bitlen(n)",
            "n -> s for s in 0..n if bitlen(s) < bitlen(n+1)",
            "n -> s for s in 0..n if bitlen(s) <= bitlen(n)",
            "n -> s for s in 0..n if sqrt(s) < bitlen(n)",
            "n -> s for s in 0..n if popcount(n) < popcount(s)",
            "n -> (s+0) for s in 0..n if sqrt(s) < sqrt(n)",
            "n -> s for s in 0..n if sqrt(s) < sqrt(n); n -> n-1 if n > 3",
            "n -> s for s in 0..n if n%3 < s%3",
        ] {
            let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
            assert_eq!(value(&rule), None, "{text}");
        }
    }
}
