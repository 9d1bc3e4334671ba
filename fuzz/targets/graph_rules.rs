//! Rules on graphs: whatever is read is printed and read again as the same rule; its positions too; and what a search of components tells of a small graph
//! is what a second search through the options tells. A text is a rule, and behind a line end a position.

#![cfg_attr(fuzzing, no_main)]

use grundy::budget::{Budget, Meter};
use grundy::graphs::GraphRule;
use grundy::notation::no_files;
use grundy::{Game, Lang, Play, Solver, component};
use libfuzzer_sys::fuzz_target;

fn budget() -> Budget {
    Budget {
        positions: 20_000,
        bytes: 1 << 24,
        ..Budget::default()
    }
}

fuzz_target!(|text: &str| {
    let (rule, position) = text.split_once('\n').unwrap_or((text, "a-b,b-c,c-a,c-d"));
    let rule = match GraphRule::parse(rule) {
        Ok(rule) => rule,
        Err(errors) => {
            assert!(!errors.errors.is_empty());
            let _ = (errors.render(Lang::En), errors.render(Lang::Zh));
            return;
        }
    };
    let printed = rule.to_string();
    assert_eq!(GraphRule::parse(&printed).as_ref(), Ok(&rule));
    let position = match rule.read_position(position, &no_files) {
        Ok(position) => position,
        Err(wrong) => {
            let (from, to) = wrong.place;
            // What is missing is told right behind the end.
            assert!(from <= to && to <= position.len() + 1);
            return;
        }
    };
    let game = Game::from_parts(vec![component::part(rule, vec![position])]);
    let text = game.to_string();
    assert_eq!(text.parse::<Game>().as_ref(), Ok(&game), "{text}");
    let mut solver = Solver::new();
    solver.budget = budget();
    let answer = solver.solve(&game, Play::Normal);
    for component in game.components() {
        if let (Some(value), Ok(again)) = (
            &answer.value,
            component.value_again(1, &mut Meter::new(&budget())),
        ) {
            assert_eq!(*value, again, "{text}");
        }
    }
});
