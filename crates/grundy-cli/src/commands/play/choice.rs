//! A move as it is clicked together: after each click only the moves whose clicks begin so remain.

use std::collections::{BTreeSet, HashSet};

use grundy::scene::{Clicks, Mark};
use grundy_play::Board;

/// The clicks so far, all in one component.
#[derive(Clone, Debug, Default)]
pub(super) struct Choice {
    pub(super) component: usize,
    pub(super) path: Clicks,
}

/// What a click, or the wish to play what was clicked, leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// More clicks are needed, or possible.
    Further,
    /// A move.
    Play(usize),
    /// Several moves are clicked alike.
    Among(Vec<usize>),
    /// There is no such move.
    Nothing,
}

impl Choice {
    /// The moves that go on from the clicks so far, with their next click; of a move each way to click it.
    fn onwards<'b>(
        &'b self,
        board: &'b Board,
    ) -> impl Iterator<Item = (usize, usize, Option<Mark>)> + 'b {
        let moves = board.moves.iter().enumerate();
        let begun = !self.path.is_empty();
        moves
            .filter(move |(_, mv)| !begun || mv.component == self.component)
            .flat_map(move |(number, mv)| {
                let fits = mv.clicks.iter().filter(|path| path.starts_with(&self.path));
                fits.map(move |path| (number, mv.component, path.get(self.path.len()).cloned()))
            })
    }

    /// What can be clicked next: component and element.
    pub(super) fn enabled(&self, board: &Board) -> HashSet<(usize, Mark)> {
        self.onwards(board)
            .filter_map(|(_, component, mark)| Some((component, mark?)))
            .collect()
    }

    /// The moves that the clicks so far make, and those that go on from them.
    pub(super) fn reached(&self, board: &Board) -> (Vec<usize>, BTreeSet<usize>) {
        let mut complete = Vec::new();
        let mut longer = BTreeSet::new();
        if self.path.is_empty() {
            return (complete, longer);
        }
        for (number, _, mark) in self.onwards(board) {
            match mark {
                Some(_) => {
                    longer.insert(number);
                }
                None if !complete.contains(&number) => complete.push(number),
                None => {}
            }
        }
        (complete, longer)
    }

    /// The choice after one more click.
    pub(super) fn with(&self, component: usize, mark: Mark) -> Choice {
        let mut path = self.path.clone();
        path.push(mark);
        Choice { component, path }
    }

    /// One more click.
    pub(super) fn click(&mut self, board: &Board, component: usize, mark: Mark) -> Step {
        if !self.path.is_empty() && component != self.component {
            return Step::Nothing;
        }
        let next = self.with(component, mark);
        let again = self.path.last() == next.path.last();
        let (complete, longer) = next.reached(board);
        if !longer.is_empty() {
            *self = next;
            Step::Further
        } else if complete.is_empty() && again {
            // The last element again asks for what is complete.
            self.finish(board)
        } else {
            among(complete)
        }
    }

    /// Plays what is complete although other moves go on from it.
    pub(super) fn finish(&self, board: &Board) -> Step {
        among(self.reached(board).0)
    }

    /// Takes the last click back; whether there was one.
    pub(super) fn back(&mut self) -> bool {
        self.path.pop().is_some()
    }
}

fn among(moves: Vec<usize>) -> Step {
    match moves[..] {
        [] => Step::Nothing,
        [only] => Step::Play(only),
        _ => Step::Among(moves),
    }
}

#[cfg(test)]
mod tests {
    use grundy::{Budget, Play};

    use super::*;

    fn board(text: &str) -> Board {
        let game = text.parse().expect("a game");
        Board::new(&game, Play::Normal, &Budget::default())
    }

    #[test]
    fn one_click_on_a_heap_and_two_on_a_row() {
        let nim = board("nim 3 5");
        let mut choice = Choice::default();
        assert_eq!(choice.enabled(&nim).len(), 8);
        let Step::Play(number) = choice.click(&nim, 1, Mark::Stone(2)) else {
            panic!("one click is a move of Nim");
        };
        assert_eq!(nim.moves[number].game.to_string(), "nim 3 2");
        assert_eq!(choice.click(&nim, 1, Mark::Stone(7)), Step::Nothing);

        let kayles = board("kayles 5");
        assert_eq!(choice.click(&kayles, 0, Mark::Stone(1)), Step::Further);
        assert_eq!(choice.enabled(&kayles).len(), 2);
        assert!(choice.back() && !choice.back());
        choice.click(&kayles, 0, Mark::Stone(1));
        assert!(matches!(
            choice.click(&kayles, 0, Mark::Stone(2)),
            Step::Play(_)
        ));
        assert_eq!(choice.click(&kayles, 0, Mark::Stone(4)), Step::Nothing);
    }

    #[test]
    fn a_shorter_path_is_played_when_it_is_asked_for() {
        // Moore's Nim lowers one heap or two.
        let moore = board("moore:2 2 2");
        let mut choice = Choice::default();
        assert_eq!(choice.finish(&moore), Step::Nothing);
        assert_eq!(choice.click(&moore, 0, Mark::Of(0, 1)), Step::Further);
        let Step::Play(short) = choice.finish(&moore) else {
            panic!("one heap alone may be lowered");
        };
        // The same element again asks for the same.
        assert_eq!(
            choice.clone().click(&moore, 0, Mark::Of(0, 1)),
            Step::Play(short)
        );
        let Step::Play(long) = choice.click(&moore, 0, Mark::Of(1, 0)) else {
            panic!("two heaps may be lowered");
        };
        assert_ne!(short, long);
    }
}
