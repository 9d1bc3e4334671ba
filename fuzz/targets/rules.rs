//! Rules in the one-line notation: whatever is read is printed and read again as the same rule; its table is what going through
//! the options of every position one by one gives; and nothing runs away.

#![cfg_attr(fuzzing, no_main)]

use std::collections::HashMap;

use grundy::budget::{Budget, Meter};
use grundy::rule::{Measure, Position, Rule};
use grundy::rulesets::CATALOGUE;
use grundy::{Lang, Options, Ruleset};
use libfuzzer_sys::fuzz_target;

/// By number of coordinates, how far tables go.
const SIDES: [usize; 4] = [60, 9, 4, 3];

fn budget() -> Budget {
    Budget {
        positions: 20_000,
        bytes: 1 << 22,
        ..Budget::default()
    }
}

/// The value by options alone, or `None` where that is not told or takes too long.
fn plain(
    rule: &Rule,
    position: Position,
    known: &mut HashMap<Position, u32>,
    left: &mut u32,
    depth: u32,
) -> Option<u32> {
    if let Some(&value) = known.get(&position) {
        return Some(value);
    }
    *left = left.checked_sub(1)?;
    let depth = depth.checked_sub(1)?;
    let mut options = Options::with_limit(500);
    rule.options(&position, &mut options).ok()?;
    let mut values = Vec::new();
    for (_, sum) in options.iter() {
        let mut value = 0;
        for part in sum {
            value ^= plain(rule, part.clone(), known, left, depth)?;
        }
        values.push(value);
    }
    let mex = (0..).find(|value| !values.contains(value))?;
    known.insert(position, mex);
    Some(mex)
}

fuzz_target!(|text: &str| {
    let rule = match Rule::parse(text) {
        Ok(rule) => rule,
        Err(errors) => {
            assert!(!errors.errors.is_empty());
            let _ = (errors.render(Lang::En), errors.render(Lang::Zh));
            return;
        }
    };
    let again = Rule::parse(&rule.to_string()).expect("what is printed is a rule");
    assert_eq!(again.syntax(), rule.syntax(), "{rule}");
    let side = SIDES[rule.arity() - 1];
    let sizes = vec![side; rule.arity()];
    let Ok(table) = rule.table(&sizes, &mut Meter::new(&budget())) else {
        return;
    };
    let _ = (
        rule.recognise(CATALOGUE),
        *rule.measure() == Measure::Unknown,
    );
    let mut known = HashMap::new();
    let mut left = 3_000;
    for (index, &value) in table.cells().iter().enumerate() {
        let mut rest = index;
        let coordinates: Vec<u64> = (0..rule.arity())
            .map(|_| {
                let coordinate = rest % side;
                rest /= side;
                coordinate as u64
            })
            .collect();
        let position = rule.position(&coordinates).expect("a position");
        let Some(right) = plain(&rule, position, &mut known, &mut left, 400) else {
            return;
        };
        assert_eq!(value, right, "{rule} at {coordinates:?}");
    }
});
