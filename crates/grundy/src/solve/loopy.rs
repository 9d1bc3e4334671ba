//! Sums in which play can go on for ever: the components' loopy values decide (Smith 1966; Fraenkel and Perl 1975).
//!
//! With finite values only, the nim-sum decides as ever. With one infinite value, the player to move wins if its set has
//! the nim-sum of the others. With two, neither can force the end. A move to a P-position keeps the win but need
//! not bring the end nearer; of such moves those are told that leave the least total of counters. Whoever keeps to
//! them ends the game: an opponent's move to a greater value or to ∞ can be reverted to a smaller counter, a move to a
//! smaller value has a smaller counter itself, and only so many moves can be made where every play ends.

use super::{Engine, Question, Theory, Wanted};
use crate::nimber::Nimber;
use crate::number::Natural;
use crate::quotient::{LoopyValue, Outcome};
use crate::said;

impl Question<'_> {
    /// Normal play, where each component has a value, if only a loopy one.
    pub(super) fn by_loopy(&mut self, values: &[Option<(Nimber, Engine)>]) -> bool {
        if !self.is_on(Engine::Loopy) {
            return false;
        }
        let components = self.components.clone();
        let known = values.iter().zip(&components).map(|(value, component)| {
            let ended = value.clone().filter(|_| component.ends());
            match ended {
                Some((value, _)) => Some((LoopyValue::Finite(value), 0)),
                None => component.loopy(),
            }
        });
        let Some(known) = known.collect::<Option<Vec<(LoopyValue, u64)>>>() else {
            return false;
        };
        let total = known.iter().fold(LoopyValue::zero(), |sum, (value, _)| {
            LoopyValue::add(&sum, value)
        });
        self.answer.outcome = Some(total.outcome());
        self.answer.theory = Theory::Loopy;
        self.answer.winning.count = Some(Natural::ZERO);
        if self.reasons {
            for (told, (value, _)) in self.answer.components.iter_mut().zip(&known) {
                if told.because.is_none() {
                    told.because = Some(said!(
                        "play can go on for ever; its loopy value is {value}",
                        "对局可以无限进行;其广义 SG 值为 {value}",
                        value = value.to_string()
                    ));
                }
            }
            self.answer.because = Some(reason(&known));
        }
        if let LoopyValue::Finite(value) = &total {
            self.answer.value = Some(value.clone());
        }
        if total.outcome() == Outcome::N {
            self.loopy_moves(values, &known);
        }
        true
    }

    /// The moves to P-positions that leave the least total of counters.
    fn loopy_moves(&mut self, values: &[Option<(Nimber, Engine)>], known: &[(LoopyValue, u64)]) {
        self.answer.winning.count = None;
        if self.wanted < Wanted::Moves {
            return;
        }
        let components = self.components.clone();
        let counters: u64 = known.iter().map(|(_, counter)| counter).sum();
        let (mut least, mut found) = (None, Vec::new());
        let mut ended = Vec::new();
        for (place, component) in components.iter().enumerate() {
            let others = known.iter().enumerate().filter(|&(at, _)| at != place);
            let rest = others.fold(LoopyValue::zero(), |sum, (_, (value, _))| {
                LoopyValue::add(&sum, value)
            });
            let LoopyValue::Finite(wanted) = rest else {
                continue;
            };
            if let Some((_, engine)) = values[place].as_ref().filter(|_| component.ends()) {
                ended.push((place, *engine, wanted));
                continue;
            }
            let moves = match component.loopy_moves(&wanted, &mut self.work) {
                Ok(moves) => moves,
                Err(why) => {
                    self.declined(Engine::Loopy, Some(place), why);
                    return;
                }
            };
            for (step, counter) in moves {
                let left = counters - known[place].1 + counter;
                if least.is_none_or(|least| left < least) {
                    least = Some(left);
                    found.clear();
                }
                if least == Some(left) {
                    found.push((place, step));
                }
            }
        }
        // Moves where play ends leave the counters as they are.
        if least.is_some_and(|least| least < counters) {
            ended.clear();
        }
        let mut count = Some(Natural::ZERO);
        let before = self.answer.winning.listed.len();
        for (place, engine, wanted) in ended {
            self.moves_to(place, engine, &wanted, &mut count);
        }
        let told = self.answer.winning.listed.len() > before
            || count.as_ref().is_none_or(|count| !count.is_zero());
        if told && least.is_some_and(|least| least > counters) {
            found.clear();
        }
        self.answer.winning.count = count.map(|count| count + Natural::from(found.len()));
        for (place, step) in found {
            self.list(place, vec![step]);
        }
    }
}

/// The theorem with the numbers put in.
fn reason(known: &[(LoopyValue, u64)]) -> crate::text::Said {
    let infinite = known
        .iter()
        .filter_map(|(value, _)| match value {
            LoopyValue::Infinite(set) => Some(set),
            LoopyValue::Finite(_) => None,
        })
        .collect::<Vec<_>>();
    let sum = known
        .iter()
        .fold(Nimber::zero(), |sum, (value, _)| match value {
            LoopyValue::Finite(value) => &sum ^ value,
            LoopyValue::Infinite(_) => sum,
        });
    match infinite[..] {
        [] => said!(
            "Smith 1966: all loopy values are finite, and their nim-sum {sum} decides",
            "Smith 1966:所有广义 SG 值均有限,由异或和 {sum} 决定胜负",
            sum = sum.to_string()
        ),
        [set] if set.contains(&sum) => said!(
            "Smith 1966: one value is ∞, and its set has the nim-sum {sum} of the others: a move there wins",
            "Smith 1966:只有一个值为 ∞,其集合中含有其余各值的异或和 {sum}:走到该处即胜",
            sum = sum.to_string()
        ),
        [_] => said!(
            "Smith 1966: one value is ∞, and its set lacks the nim-sum {sum} of the others: a draw",
            "Smith 1966:只有一个值为 ∞,其集合中不含其余各值的异或和 {sum}:和局",
            sum = sum.to_string()
        ),
        _ => said!(
            "Smith 1966: two values or more are ∞, so neither player can force the end: a draw",
            "Smith 1966:有两个或更多值为 ∞,双方都不能强制结束:和局"
        ),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Component, Engine, Game, Outcome, Play, Solver};

    /// A plain generator of pseudo-random numbers (SplitMix64; Steele, Lea and Flood, 2014).
    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut mixed = self.0;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            ((mixed ^ (mixed >> 31)) % bound as u64) as usize
        }
    }

    /// Tokens on two random graphs, and sometimes a Nim heap.
    fn sum(random: &mut Random) -> String {
        let mut text = String::new();
        for _ in 0..2 {
            let vertices = 2 + random.below(5);
            let edges: Vec<String> = (0..2 + random.below(2 * vertices))
                .map(|_| {
                    let (from, to) = (random.below(vertices), random.below(vertices));
                    // More edges down than up, so that many values are finite.
                    match random.below(4) {
                        0 => format!("{from}-{to}"),
                        _ => format!("{}-{}", from.max(to), from.min(to)),
                    }
                })
                .chain((0..vertices).map(|vertex| vertex.to_string()))
                .collect();
            let plus = if text.is_empty() { "" } else { " + " };
            let tokens = (0..1 + random.below(2)).map(|_| format!(" {}", random.below(vertices)));
            text += &format!(
                "{plus}graph:{}{}",
                edges.join(","),
                tokens.collect::<String>()
            );
        }
        if random.below(2) == 0 {
            text += &format!(" + nim {}", random.below(5));
        }
        text
    }

    fn solver() -> Solver {
        let mut solver = Solver::new().without(Engine::Whole);
        solver.listed = 1000;
        solver.budget.time = None;
        solver
    }

    #[test]
    fn values_agree_with_labelling_the_whole_sum() {
        let mut random = Random(1966);
        let mut outcomes = [0; 3];
        for _ in 0..1500 {
            let game: Game = sum(&mut random).parse().unwrap();
            let by_values = solver().solve(&game, Play::Normal);
            let labels = Solver::new().without(Engine::Loopy);
            let by_labels = { labels }.solve(&game, Play::Normal);
            assert_eq!(by_values.outcome, by_labels.outcome, "{game}");
            assert!(by_values.outcome.is_some(), "{game}");
            outcomes[match by_values.outcome {
                Some(Outcome::P) => 0,
                Some(Outcome::N) => 1,
                _ => 2,
            }] += 1;
        }
        assert!(outcomes.iter().all(|&count| count > 50), "{outcomes:?}");
    }

    /// The game with a component replaced.
    fn after(game: &Game, place: usize, to: &[Box<dyn Component>]) -> Game {
        let mut parts = game.parts().to_vec();
        let mut at = place;
        for part in &mut parts {
            if at < part.components.len() {
                part.components.splice(at..=at, to.iter().cloned());
                break;
            }
            at -= part.components.len();
        }
        Game::from_parts(parts)
    }

    /// Whoever keeps to the moves told comes to the end and has won.
    #[test]
    fn the_moves_told_win_against_anything() {
        let mut random = Random(75);
        let mut games = 0;
        while games < 150 {
            let mut game: Game = sum(&mut random).parse().unwrap();
            if solver().solve(&game, Play::Normal).outcome != Some(Outcome::N) {
                continue;
            }
            games += 1;
            for turn in 0.. {
                assert!(turn < 400, "{game} does not end");
                let told = solver().solve(&game, Play::Normal);
                let moves = told.winning.listed;
                assert!(!moves.is_empty(), "{game}");
                if let Some(count) = told.winning.count {
                    assert_eq!(count.to_string(), moves.len().to_string(), "{game}");
                }
                let step = &moves[random.below(moves.len())];
                game = after(&game, step.component, &step.to);
                let components: Vec<_> = game.components().collect();
                let replies = components
                    .iter()
                    .enumerate()
                    .flat_map(|(place, component)| {
                        let options = component.options(1000).unwrap().into_iter();
                        options.map(move |to| (place, to))
                    });
                let mut replies: Vec<_> = replies.collect();
                if replies.is_empty() {
                    break;
                }
                let (place, to) = replies.swap_remove(random.below(replies.len()));
                game = after(&game, place, &to);
            }
        }
    }
}
