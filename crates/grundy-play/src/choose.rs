//! The opponent: a perfect player, or one that errs at a rate.
//!
//! Where moves win, one of them is played. Where all lose, the one that leaves the fewest winning answers, or in games without
//! an end the one after which the end is farthest; a draw is kept.

use grundy::{Outcome, Solver, Wanted};

use crate::board::Board;

/// Most losing moves that are compared.
const COMPARED: usize = 60;

/// The opponent's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The place of the move in the board's list.
    pub number: usize,
    /// Whether it was chosen blindly, as an error.
    pub erred: bool,
}

impl Board {
    /// The machine's move: the best that is known, or with a probability of `errs` in 100 any move at all. Equal seeds choose
    /// equally. `None` where no move is left, or where they cannot all be listed and none is known to win.
    pub fn choose(&self, errs: u8, seed: u64) -> Option<Chosen> {
        let mut random = fastrand::Rng::with_seed(seed);
        if self.moves.is_empty() {
            return None;
        }
        if random.u8(..100) < errs {
            let number = random.usize(..self.moves.len());
            return Some(Chosen {
                number,
                erred: self.moves[number].wins == Some(false),
            });
        }
        let those = |wanted: &dyn Fn(usize) -> bool| -> Vec<usize> {
            (0..self.moves.len()).filter(|&at| wanted(at)).collect()
        };
        let winning = those(&|at| self.moves[at].wins == Some(true));
        let drawing = those(&|at| self.moves[at].after == Some(Outcome::D));
        let unknown = those(&|at| self.moves[at].wins.is_none());
        let number = if !winning.is_empty() {
            random.choice(winning)?
        } else if !drawing.is_empty() {
            random.choice(drawing)?
        } else if !unknown.is_empty() {
            random.choice(unknown)?
        } else {
            self.hardest(&mut random)?
        };
        Some(Chosen {
            number,
            erred: false,
        })
    }

    /// Among losing moves, the one to which the answer is hardest to find.
    fn hardest(&self, random: &mut fastrand::Rng) -> Option<usize> {
        let mut places: Vec<usize> = (0..self.moves.len()).collect();
        random.shuffle(&mut places);
        places.truncate(COMPARED);
        let mut solver = Solver::new();
        solver.budget = self.budget.clone();
        solver.reasons = false;
        solver.listed = 1;
        solver.wanted = Wanted::Moves;
        let mut hardness = |place: &usize| {
            let answer = solver.solve(&self.moves[*place].game, self.play);
            let count = answer.winning.count.as_ref();
            let count = count.and_then(|count| u64::try_from(count).ok());
            // Far ends first, then few answers.
            let answers = count.unwrap_or(u64::MAX);
            (answer.remoteness.unwrap_or(0), u64::MAX - answers)
        };
        places.into_iter().max_by_key(|place| hardness(place))
    }
}
