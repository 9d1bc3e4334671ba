//! The loopy value of a position from which play need not end (Smith 1966): ∞ with the finite values of its options, which decides its sums
//! with other games.

use grundy::quotient::LoopyValue;
use grundy::{Answer, Game, Play};

/// The value of a sum under normal play, where it is infinite and all that it adds up of is known.
pub fn value(game: &Game, answer: &Answer) -> Option<LoopyValue> {
    if answer.play != Play::Normal || answer.value.is_some() {
        return None;
    }
    let mut known = answer.components.iter();
    let mut total = LoopyValue::zero();
    for component in game.components() {
        let told = known.next().and_then(|known| known.value.clone());
        let value = match told.filter(|_| component.ends()) {
            Some(value) => LoopyValue::Finite(value),
            None => component.loopy()?.0,
        };
        total = LoopyValue::add(&total, &value);
    }
    matches!(total, LoopyValue::Infinite(_)).then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinite_values_are_those_of_the_graph() {
        for (text, told) in [
            ("graph:a-a,a-b,b-c,c-d,c-e a", Some("∞{0}")),
            ("graph:a-a,a-b,b-c,c-d,c-e a + nim 2", Some("∞{2}")),
            ("graph:a-b,b-a a", Some("∞{}")),
            ("graph:a-a,a-b,b-c,c-d,c-e c", None),
            ("nim 3 5", None),
        ] {
            let game: Game = text.parse().expect("a game");
            let answer = grundy::solve(&game, Play::Normal);
            let value = value(&game, &answer).map(|value| value.to_string());
            assert_eq!(value.as_deref(), told, "{text}");
        }
    }
}
