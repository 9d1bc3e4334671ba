//! Rules on words, grids and lists: whatever is read is printed and read again as the same rule; the search by pieces, and the sum of a
//! list's entries, tell the value that plain search through whole positions tells; and nothing runs away. The input is a rule, and behind a line end a position.

#![cfg_attr(fuzzing, no_main)]

use grundy::kinds::{AnyRule, Kind};
use grundy::solve::Engine;
use grundy::{Budget, Game, Lang, Play, Solver};
use libfuzzer_sys::fuzz_target;

fn solver(off: &[Engine]) -> Solver {
    let mut solver = Solver::new();
    solver.budget = Budget {
        positions: 5_000,
        bytes: 1 << 24,
        ..Budget::default()
    };
    for engine in off {
        solver = solver.without(*engine);
    }
    solver
}

fuzz_target!(|text: &str| {
    let (text, position) = text.split_once('\n').unwrap_or((text, ""));
    let position = match Kind::of(text) {
        Kind::Numbers => return,
        Kind::Lists if position.is_empty() => "[1,2,3]",
        _ => position,
    };
    let rule = match AnyRule::parse_with(text, &[]) {
        Ok(rule) => rule,
        Err(errors) => {
            assert!(!errors.errors.is_empty());
            let _ = (errors.render(Lang::En), errors.render(Lang::Zh));
            return;
        }
    };
    let written = rule.to_string();
    let again = AnyRule::parse_with(&written, &[]).expect("what is printed is a rule");
    assert_eq!(rule, again, "{written}");
    assert_eq!(written, again.to_string());
    let _ = (rule.ending(), rule.missing());
    let short: String = position.chars().take(12).collect();
    let part = match rule.part(&[&short]) {
        Ok(part) => part,
        Err(wrong) => {
            let (from, to) = wrong.place.unwrap_or((0, 0));
            // What is missing is told right behind the end.
            assert!(from <= to && to <= short.len() + 1);
            return;
        }
    };
    let game = Game::from_parts(vec![part]);
    let one = solver(&[]).solve(&game, Play::Normal);
    let other = solver(&[Engine::Couples, Engine::Theorem]).solve(&game, Play::Normal);
    if let (Some(one), Some(other)) = (&one.value, &other.value) {
        assert_eq!(one, other, "{written}: {short}");
    }
    if let (Some(one), Some(other)) = (&one.outcome, &other.outcome) {
        assert_eq!(one, other, "{written}: {short}");
    }
});
