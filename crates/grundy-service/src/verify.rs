//! Values proved again by another way: a search through the options of the ruleset itself.
//!
//! The search of a game that falls apart uses what is known of it: reductions, forms of its own, theorems. The second search has none of these; it
//! knows the options of a position and that sums have values. Where both end, they agree, or the program is wrong.

use grundy::answer::ComponentAnswer;
use grundy::{Answer, Engine, Nimber, Reason};

use crate::Failure;

/// What the second search said of a component.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The component in the notation.
    pub game: String,
    /// Why its value is not verified, where that is so.
    pub open: Option<Reason>,
}

/// What the second search, `again`, says of each component whose value was told by a search of components.
///
/// # Errors
/// That both tell different values.
pub(crate) fn verified(
    answer: &Answer,
    mut again: impl FnMut(usize) -> Result<Nimber, Reason>,
) -> Result<Vec<Verified>, Failure> {
    let mut all = Vec::new();
    let searched = |part: &&ComponentAnswer| part.engine == Some(Engine::Couples);
    for (place, part) in answer.components.iter().enumerate() {
        let (true, Some(first)) = (searched(&part), &part.value) else {
            continue;
        };
        let game = part.game.trim_end().to_owned();
        let open = match again(place) {
            Ok(second) if second == *first => None,
            Ok(second) => {
                return Err(Failure::Disagree {
                    game,
                    first: first.0.to_string(),
                    second: second.0.to_string(),
                });
            }
            Err(why) => Some(why),
        };
        all.push(Verified { game, open });
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::{Game, Play, solve};

    fn answer() -> Answer {
        let game: Game = "cram 3x5 + nim 4 + cram 3x4".parse().expect("a game");
        solve(&game, Play::Normal)
    }

    #[test]
    fn what_both_tell_is_verified_and_what_they_tell_differently_fails() {
        let answer = answer();
        let searched: Vec<usize> = (0..answer.components.len())
            .filter(|&place| answer.components[place].engine == Some(Engine::Couples))
            .collect();
        assert_eq!(searched, [0, 2]);
        let value = |place: usize| answer.components[place].value.clone().expect("a value");
        let all = verified(&answer, |place| Ok(value(place))).expect("both agree");
        assert!(all.iter().all(|one| one.open.is_none()));
        assert_eq!(all.len(), 2);
        let open = verified(&answer, |_| Err(Reason::Interrupted)).expect("nothing is said");
        assert!(open.iter().all(|one| one.open.is_some()));
        for wrong in searched {
            let told = verified(&answer, |place| match place == wrong {
                true => Ok(Nimber::from(77u32)),
                false => Ok(value(place)),
            });
            let Err(failure @ Failure::Disagree { .. }) = told else {
                panic!("{told:?}");
            };
            let sentence = failure.describe().render(grundy::Lang::En);
            assert!(sentence.contains("77"), "{sentence}");
            assert!(sentence.contains(&value(wrong).0.to_string()), "{sentence}");
        }
    }
}
