//! Takes that are bounded by the take before (A. J. Schwenk 1970, after M. J. Whinihan 1963): one may take up to c times as many as were
//! just taken. Lost are those from whom the smallest part of the heap is out of reach, the heap being written as a sum of 1 and, after H,
//! the sum of H and the least part that is H/c at least: powers of 2 for c = 1, Fibonacci numbers for c = 2.

use crate::rule::Rule;
use crate::rule::code::Code;
use crate::rule::step::Step;
use crate::rule::syntax::Operator;

/// The number c of a rule `(n,q) -> (n-k,c*k) for k in 1..=q` (of q or of the least of n and q).
pub(super) fn factor(rule: &Rule) -> Option<i64> {
    let program = rule.program();
    let [clause] = &program.moves[..] else {
        return None;
    };
    let plain = program.arity == 2 && program.values.is_empty();
    if !plain || clause.fixed.iter().any(Option::is_some) {
        return None;
    }
    let [Step::Range(taken, from, to)] = &clause.steps[..] else {
        return None;
    };
    let up_to_limit = match to {
        Code::Slot(1) => true,
        Code::Call(crate::rule::syntax::Function::Min, parts, _) => {
            matches!(
                parts[..],
                [Code::Slot(0), Code::Slot(1)] | [Code::Slot(1), Code::Slot(0)]
            )
        }
        _ => false,
    };
    let [options] = &clause.options[..] else {
        return None;
    };
    let [term] = &options[..] else {
        return None;
    };
    let [left, limit] = &term[..] else {
        return None;
    };
    let is_taken = |code: &Code| *code == Code::Slot(*taken);
    let takes = matches!(left, Code::Binary(Operator::Subtract, pair, _)
        if pair[0] == Code::Slot(0) && is_taken(&pair[1]));
    let by = match limit {
        limit if is_taken(limit) => 1,
        Code::Binary(Operator::Multiply, pair, _) => match &**pair {
            [Code::Number(by), times] | [times, Code::Number(by)] if is_taken(times) => *by,
            _ => return None,
        },
        _ => return None,
    };
    let fits = from.constant() == Some(1) && up_to_limit && takes;
    (fits && (1..=64).contains(&by)).then_some(by)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, Meter};
    use crate::rule::Formula;

    fn rule(text: &str) -> Rule {
        Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"))
    }

    #[test]
    fn lost_is_whom_the_smallest_part_is_out_of_reach() {
        for by in 1..=9 {
            let rule = rule(&format!("(n,q) -> (n-k,{by}*k) for k in 1..=q"));
            assert_eq!(factor(&rule), Some(by));
            let told = format!("n == 0 or zeckendorf(n,{by}) > q");
            let told = Formula::parse(&told, &["n", "q"]).expect("a formula");
            let sizes = [160usize, 160];
            let table = rule.table(&sizes, &mut Meter::new(&Budget::default()));
            for (cell, &value) in table.expect("values").cells().iter().enumerate() {
                let place = [(cell % sizes[0]) as u64, (cell / sizes[0]) as u64];
                assert_eq!(told.holds(&place), Ok(value == 0), "{by} at {place:?}");
            }
        }
    }

    #[test]
    fn other_rules_are_not_these() {
        for text in [
            "(n,q) -> (n-k,2*k) for k in 2..=q",
            "(n,q) -> (n-k,2*k) for k in 1..q",
            "(n,q) -> (n-k,2*k+1) for k in 1..=q",
            "(n,q) -> (n-k,2*k) for k in 1..=q if k != 3",
            "(n,q) -> (n-k,2*k) for k in 1..=q; (n,q) -> (n-5,q)",
            "(n,q) -> (n-k,2*q) for k in 1..=q",
            "(n,q) -> (n-2*k,2*k) for k in 1..=q",
            "(n,q) -> (n-k,2*k) for k in 1..=q; (3,5) = *1",
        ] {
            assert_eq!(factor(&rule(text)), None, "{text}");
        }
    }
}
