//! Rules made from bytes against their meaning: every way of the library to a value (table, search of one position, the solver with
//! its recognition of known games, the theorems of periods, the patterns that are found) against the definition worked out by itself.

#![cfg_attr(fuzzing, no_main)]

#[path = "../../crates/grundy/tests/known_patterns/mod.rs"]
mod known_patterns;
#[path = "../../crates/grundy/tests/plain/mod.rs"]
mod plain;

use grundy::budget::{Budget, Meter};
use grundy::pattern::{self, Evidence, Form, Scope, Subject};
use grundy::rule::Rule;
use grundy::rulesets::CATALOGUE;
use grundy::{Game, Play, Solver, Wanted};
use libfuzzer_sys::fuzz_target;
use plain::{Brute, Bytes, Plain, made};

/// By number of coordinates, how far values go; patterns must hold three times as far.
const SIDES: [usize; 2] = [66, 12];

fn budget() -> Budget {
    Budget {
        positions: 60_000,
        bytes: 1 << 23,
        time: None,
        ..Budget::default()
    }
}

fn truth(brute: &mut Brute, rule: &Plain, place: &[u64]) -> Option<u32> {
    let place: Vec<i64> = place.iter().map(|&number| number as i64).collect();
    brute.left = 20_000;
    brute.value(rule, &place).ok().flatten()
}

fn places(arity: usize, side: usize) -> impl Iterator<Item = Vec<u64>> {
    (0..side.pow(arity as u32)).map(move |cell| {
        let wheel = |place: usize| (cell / side.pow(place as u32) % side) as u64;
        (0..arity).map(wheel).collect()
    })
}

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    let arity = 1 + usize::from(first % 4 == 3);
    let plain = made(&mut Bytes(rest), arity);
    let text = plain.to_string();
    // A constant that divides by 0 is refused when read.
    let Ok(rule) = Rule::parse(&text) else {
        return;
    };
    let mut brute = Brute::new(0);
    let side = SIDES[arity - 1];
    let table = rule.table(&vec![side; arity], &mut Meter::new(&budget()));
    let mut solver = Solver::new();
    solver.budget = budget();
    solver.wanted = Wanted::Value;
    for place in places(arity, side) {
        let Some(value) = truth(&mut brute, &plain, &place) else {
            continue;
        };
        let index: Vec<usize> = place.iter().map(|&number| number as usize).collect();
        if let Ok(table) = &table {
            assert_eq!(
                table.get(&index),
                Some(value),
                "{text} at {place:?} by table"
            );
        }
        if place.iter().sum::<u64>() % 5 != 0 {
            continue;
        }
        let position = rule.position(&place).expect("a position");
        if let Ok(single) = rule.value(&position, &mut Meter::new(&budget())) {
            assert_eq!(single, value, "{text} at {place:?} alone");
        }
        let game = Game::from_parts(vec![rule.clone().part(CATALOGUE, vec![position])]);
        let answer = solver.solve(&game, Play::Normal);
        if let Some(told) = answer.value {
            assert_eq!(told, value.into(), "{text} at {place:?} solved as {game}");
        }
    }
    let scope = Scope { small: Some(6) };
    let Ok(report) = pattern::find(&rule, &scope, &mut Meter::new(&budget())) else {
        return;
    };
    let far = places(arity, 3 * side).chain((0..40).map(|power| vec![1 << power; arity]));
    let known: Vec<(Vec<u64>, u32)> = far
        .filter_map(|place| truth(&mut brute, &plain, &place).map(|value| (place, value)))
        .collect();
    for found in &report.findings {
        if matches!(found.form, Form::Game { .. }) {
            continue;
        }
        let (proved, to) = match found.evidence {
            Evidence::Proved { checked_to, .. } => (true, checked_to),
            Evidence::Checked { to, .. } | Evidence::Family { to, .. } => (false, to),
            // Of rules without tables, which those read here are not.
            Evidence::Positions { .. } => continue,
        };
        let largest = known.iter().flat_map(|(place, _)| place).max();
        let bound = largest.map_or(0, |most| most + 1);
        let says = known_patterns::teller(&report, found, bound);
        for (place, value) in &known {
            let within = place.iter().all(|&number| number < to);
            if !within && (!proved || place.iter().any(|&number| number > 1 << 20)) {
                continue;
            }
            let value = match found.subject {
                Subject::Values => *value,
                Subject::Losing => u32::from(*value > 0),
            };
            assert_eq!(
                says(place),
                value,
                "{text} at {place:?}: {}",
                found.message()
            );
        }
    }
});
