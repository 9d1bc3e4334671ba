//! How a value arises that no theorem tells: the options of a component, what each is worth, and the least number that none of them is worth
//! (Sprague 1935, Grundy 1939).

use grundy::budget::Meter;
use grundy::engine::{Tables, Work};
use grundy::{Answer, Budget, Component, Engine, Game, Nimber, Play, Theory};

/// Most options that are told of a component, and how long their names may be together.
const OPTIONS: usize = 12;
const LETTERS: usize = 240;
/// Most components that are told of.
const COMPONENTS: usize = 4;
/// Positions that all of it may cost: the values of smaller positions are cheaper than the answer was, or are left out.
const POSITIONS: u64 = 200_000;

/// A component with its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mex {
    /// The component in the notation, as in the answer.
    pub game: String,
    /// Its options in the notation, each once, and what they are worth. An option without components has no name.
    pub options: Vec<(String, Nimber)>,
    /// What it is worth itself.
    pub value: Nimber,
}

/// The components of a sum under normal play whose values come from a table or a search, as far as they have few options.
pub fn told(game: &Game, answer: &Answer) -> Vec<Mex> {
    if answer.play != Play::Normal || answer.theory != Theory::SpragueGrundy {
        return Vec::new();
    }
    let mut work = Work::new(&Budget::of_positions(POSITIONS), Tables::default(), 0);
    let mut told: Vec<Mex> = Vec::new();
    for (component, known) in game.components().zip(&answer.components) {
        let by_options = !matches!(known.engine, None | Some(Engine::Theorem | Engine::Pattern));
        let Some(value) = known.value.clone().filter(|_| by_options) else {
            continue;
        };
        if told.iter().any(|other| other.game == known.game) {
            continue;
        }
        if let Some(options) = valued(component, &mut work) {
            told.push(Mex {
                game: known.game.clone(),
                options,
                value,
            });
        }
        if told.len() == COMPONENTS {
            break;
        }
    }
    told
}

/// The options of a component with their values, where they are few and all are known.
fn valued(component: &dyn Component, work: &mut Work) -> Option<Vec<(String, Nimber)>> {
    // Many moves may lead to one option.
    let options = component.options(8 * OPTIONS).ok()?;
    let mut told: Vec<(String, Nimber)> = Vec::new();
    for option in options {
        let name = name(&option);
        if told.iter().any(|(other, _)| *other == name) {
            continue;
        }
        if told.len() == OPTIONS {
            return None;
        }
        let mut sum = Nimber::zero();
        for part in &option {
            sum = &sum ^ &value(part.as_ref(), work)?;
        }
        told.push((name, sum));
    }
    let letters: usize = told.iter().map(|(name, _)| name.chars().count()).sum();
    (!told.is_empty() && letters <= LETTERS).then_some(told)
}

fn name(option: &[Box<dyn Component>]) -> String {
    let parts = option.iter().filter(|part| !part.position().is_empty());
    let parts = parts.map(|part| format!("{} {}", part.head(), part.position()));
    parts.collect::<Vec<_>>().join(" + ")
}

fn value(component: &dyn Component, work: &mut Work) -> Option<Nimber> {
    let mut engines = [
        Engine::Theorem,
        Engine::Table,
        Engine::Couples,
        Engine::Search,
    ]
    .iter();
    engines.find_map(|&engine| {
        let apart = engine != Engine::Couples || component.falls_apart();
        let mut part: Meter = work.meter.part(4);
        std::mem::swap(&mut work.meter, &mut part);
        let told = apart
            .then(|| component.value_by(engine, work).ok())
            .flatten();
        std::mem::swap(&mut work.meter, &mut part);
        work.meter.settle(&part);
        told
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_the_least_that_no_option_has() {
        let mut seen = 0;
        for text in [
            "kayles 5",
            "take:1,3,4 6 + kayles 3",
            "wythoff 2,2",
            "cram 2x3",
            "dawsons-kayles 9 + nim 4",
            "lasker 4",
        ] {
            let game: Game = text.parse().expect("a game");
            let answer = grundy::solve(&game, Play::Normal);
            for mex in told(&game, &answer) {
                let has = |value: u64| {
                    let wanted = Nimber::from(value);
                    mex.options.iter().any(|(_, value)| *value == wanted)
                };
                let least = (0..).find(|&value| !has(value)).expect("some number");
                assert_eq!(Nimber::from(least), mex.value, "{}", mex.game);
                seen += 1;
            }
        }
        assert!(seen >= 6, "{seen}");
        let theorem: Game = "nim 3 5".parse().expect("a game");
        assert!(told(&theorem, &grundy::solve(&theorem, Play::Normal)).is_empty());
    }
}
