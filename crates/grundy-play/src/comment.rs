//! What a move was worth, in a sentence: for whoever wants to learn from it.

use grundy::{Message, Natural, Outcome, Play, Solver, Theory, message};

use crate::board::Board;

impl Board {
    /// What a move of the list was worth: whether it wins, and if not, what it leaves to the opponent and what would have been
    /// better. `None` where there is no such move, or nothing is known.
    pub fn comment(&self, number: usize) -> Option<Message> {
        let mv = self.moves.get(number)?;
        let by_values = self.play == Play::Normal && self.answer.theory == Theory::SpragueGrundy;
        match (mv.wins?, self.answer.outcome?, mv.after) {
            (true, ..) if by_values => Some(message!(
                "A winning move: it leaves nim-sum 0, and every answer changes that.",
                "必胜的一步：留下异或和 0，对手无论怎么走都会改变它。"
            )),
            (true, ..) => Some(message!(
                "A winning move: it leaves a P-position, from which every move loses.",
                "必胜的一步：留下必败态，对手怎么走都输。"
            )),
            (false, Outcome::P, _) => Some(message!(
                "Every move loses here if your opponent makes no mistake.",
                "此处怎么走都输，只能等对手出错。"
            )),
            (false, _, Some(Outcome::D)) if self.answer.outcome == Some(Outcome::D) => {
                Some(message!(
                    "This keeps the draw: neither player can force a win.",
                    "这样保持和局：双方都不能强制取胜。"
                ))
            }
            (false, Outcome::D, _) => Some(match self.drawing() {
                Some(better) => message!(
                    "“{move}” gives the draw away; “{better}” would have kept it.",
                    "“{move}”错失和局；走“{better}”可保持和局。",
                    move = self.named(number),
                    better = better
                ),
                None => message!(
                    "“{move}” loses.",
                    "“{move}”走后必败。",
                    move = self.named(number)
                ),
            }),
            (false, Outcome::N, Some(Outcome::P)) => Some(message!(
                "This still wins, but takes longer.",
                "这样仍必胜，但要走更久。"
            )),
            (false, Outcome::N, _) => Some(self.error(number, by_values)),
        }
    }

    /// Why a move was wrong where others win.
    fn error(&self, number: usize, by_values: bool) -> Message {
        let (made, better) = (self.named(number), self.better());
        let left = by_values.then(|| self.left(number)).flatten();
        match (left, better) {
            (Some(value), Some(better)) => message!(
                "“{move}” leaves your opponent nim-sum {value}, which can be made 0; “{better}” would have left nim-sum 0.",
                "“{move}”留给对手的异或和是 {value}，对手可以把它变成 0；若走“{better}”，则使异或和为 0。",
                move = made,
                value = value,
                better = better
            ),
            (None, Some(better)) => message!(
                "“{move}” leaves your opponent an N-position; “{better}” would have won.",
                "“{move}”留给对手必胜态；走“{better}”才是必胜的。",
                move = made,
                better = better
            ),
            (_, None) => message!(
                "“{move}” leaves your opponent an N-position.",
                "“{move}”留给对手必胜态。",
                move = made
            ),
        }
    }

    /// The Grundy value of what a move leaves.
    fn left(&self, number: usize) -> Option<Natural> {
        let mut solver = Solver::new();
        solver.budget = self.budget.clone();
        solver.reasons = false;
        let answer = solver.solve(&self.moves[number].game, self.play);
        answer.value.map(|value| value.0)
    }

    /// The first winning move, with its component where there are several.
    fn better(&self) -> Option<Message> {
        let best = self.moves.iter().position(|mv| mv.wins == Some(true))?;
        Some(self.named(best))
    }

    fn drawing(&self) -> Option<Message> {
        let kept = |mv: &crate::Move| mv.after == Some(Outcome::D);
        let best = self.moves.iter().position(kept)?;
        Some(self.named(best))
    }

    /// A move in words, with its component where there are several.
    pub fn named(&self, number: usize) -> Message {
        let mv = &self.moves[number];
        if self.places.len() == 1 {
            return mv.message.clone();
        }
        message!(
            "{move} (in {component})",
            "{move}（在 {component} 中）",
            move = mv.message.clone(),
            component = self.places[mv.component].game.clone()
        )
    }
}
