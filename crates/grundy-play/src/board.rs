//! A position with everything that is needed to play it.

use std::collections::HashSet;

use grundy::ruleset::Stop;
use grundy::scene::{Clicks, Scene};
use grundy::{Answer, Budget, Component, Fault, Game, Message, Nimber, Outcome, Play, Solver};

/// Most moves of one component, and of a position, that are listed; a position of more is not played by hand.
const MOST_MOVES: usize = 10_000;
/// Most components of a position that is played by hand.
const MOST_COMPONENTS: usize = 400;
/// Most components that the positions after all listed moves hold together.
const MOST_HELD: usize = 1_000_000;
/// Most moves that are judged one by one, where play can go on for ever.
const JUDGED: usize = 400;

/// A position that is played.
#[derive(Clone, Debug)]
pub struct Board {
    /// The position, all components of it.
    pub game: Game,
    /// Under which play.
    pub play: Play,
    /// What is known of it.
    pub answer: Answer,
    /// Its components as they are drawn, in order; none where there are too many of them.
    pub places: Vec<BoardComponent>,
    /// Its moves: all of them, or the first ones where it is not [`complete`](Board::complete).
    pub moves: Vec<Move>,
    /// Whether all moves are listed.
    pub complete: bool,
    /// Why the rule cannot be evaluated at this position, if it cannot; the position then has no moves.
    pub fault: Option<Box<Fault>>,
    pub(crate) budget: Budget,
}

/// A component as it is drawn.
#[derive(Clone, Debug)]
pub struct BoardComponent {
    /// The component in the notation.
    pub game: String,
    /// What is seen of it.
    pub scene: Scene,
    /// Its Grundy value, where it is known.
    pub value: Option<Nimber>,
}

/// A move.
#[derive(Clone, Debug)]
pub struct Move {
    /// The place of its component, from 0.
    pub component: usize,
    /// The move in words.
    pub message: Message,
    /// What it leaves in place of the component.
    pub left: Vec<Box<dyn Component>>,
    /// The positions that the component becomes, as the notation writes them.
    pub to: Vec<String>,
    /// The whole position after it.
    pub game: Game,
    /// Whether it wins; `None` where that is not known.
    pub wins: Option<bool>,
    /// Who wins after it; `None` where that is not known.
    pub after: Option<Outcome>,
    /// The ways to click it.
    pub clicks: Vec<Clicks>,
}

/// A component in the notation.
fn written(component: &dyn Component) -> String {
    let position = component.position();
    let text = format!("{} {position}", component.head());
    text.trim_end().to_owned()
}

/// What a move leaves, in whatever order it was told.
fn key(component: usize, to: &[Box<dyn Component>]) -> (usize, Vec<String>) {
    let mut texts: Vec<String> = to.iter().map(|one| written(one.as_ref())).collect();
    texts.sort_unstable();
    (component, texts)
}

impl Board {
    /// The board of a position. What it costs is within the budget; what the budget does not suffice for is not known.
    pub fn new(game: &Game, play: Play, budget: &Budget) -> Board {
        let mut solver = Solver::new();
        solver.budget = budget.clone();
        solver.listed = MOST_MOVES;
        let answer = solver.solve(game, play);
        let mut board = Board {
            game: game.clone(),
            play,
            places: Vec::new(),
            moves: Vec::new(),
            complete: true,
            fault: None,
            budget: budget.clone(),
            answer,
        };
        let count = game.components().count();
        if count > MOST_COMPONENTS {
            board.complete = false;
            return board;
        }
        let most = MOST_MOVES.min(MOST_HELD / count.max(1));
        for (place, component) in game.components().enumerate() {
            if board.stopped() {
                board.complete = false;
                return board;
            }
            board.draw(place, component, most);
        }
        board.judge(&mut solver);
        board
    }

    /// Whether nobody can move any more.
    pub fn is_over(&self) -> bool {
        self.complete && self.moves.is_empty()
    }

    /// Whether somebody asked to stop.
    fn stopped(&self) -> bool {
        self.budget.is_stopped(0)
    }

    /// Draws a component and lists its moves.
    fn draw(&mut self, place: usize, component: &dyn Component, most: usize) {
        let drawn = component.drawn(most);
        let told = self.answer.components.get(place);
        self.places.push(BoardComponent {
            game: written(component),
            scene: drawn.scene,
            value: told.and_then(|told| told.value.clone()),
        });
        let turns = match drawn.turns {
            Ok(turns) => turns,
            Err(stop) => {
                self.complete = false;
                if let Stop::Fault(fault) = stop {
                    self.fault = Some(fault);
                }
                return;
            }
        };
        for turn in turns {
            if self.moves.len() == most {
                self.complete = false;
                return;
            }
            let (_, to) = key(place, &turn.to);
            self.moves.push(Move {
                component: place,
                message: turn.message,
                to,
                game: self.game.after(place, &turn.to),
                left: turn.to,
                wins: None,
                after: None,
                clicks: turn.clicks,
            });
        }
    }

    /// Says of each move whether it wins.
    fn judge(&mut self, solver: &mut Solver) {
        let winning = &self.answer.winning;
        let listed: HashSet<(usize, Vec<String>)> = winning
            .listed
            .iter()
            .map(|mv| key(mv.component, &mv.to))
            .collect();
        let all = winning.count.as_ref().is_some_and(|count| {
            usize::try_from(count).is_ok_and(|count| count == winning.listed.len())
        });
        let endless = self.answer.remoteness.is_some()
            || self.answer.outcome == Some(Outcome::D)
            || !self.game.components().all(|component| component.ends());
        for mv in &mut self.moves {
            let wins = listed.contains(&(mv.component, mv.to.clone()));
            mv.wins = (all || wins).then_some(wins);
            mv.after = match (mv.wins, endless) {
                (Some(true), _) => Some(Outcome::P),
                (Some(false), false) => Some(Outcome::N),
                _ => None,
            };
        }
        if !endless || self.moves.len() > JUDGED {
            return;
        }
        // A move that is not told as winning may still keep a draw, or only lose time.
        for mv in self.moves.iter_mut().filter(|mv| mv.after.is_none()) {
            mv.after = solver.solve(&mv.game, self.play).outcome;
        }
    }
}
