//! Sums whose play can go on for ever, by the theory of loopy values and by search of the whole.

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
    let mut solver = Solver::new().without(Engine::SumSearch);
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
