//! A game that is being played: the positions so far, whose turn it is, undo and redo. It knows boards and moves, no rules.

use std::sync::Arc;

use grundy::{Budget, Game, Lang, Message, Outcome, Play};
use grundy_play::Board;

use crate::watch;
use crate::words::{self, TerminalWord};
use grundy_service::moves::asked;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Player {
    /// Somebody at the keyboard.
    Person,
    /// The opponent that chooses by itself.
    Machine,
}

/// What stays the same in all games from one start.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    pub(super) play: Play,
    /// The first and the second player.
    pub(super) players: [Player; 2],
    /// How often in a hundred moves the machine plays blindly.
    pub(super) errs: u8,
    pub(super) seed: u64,
    pub(super) budget: Budget,
    /// Where the position was asked for by a rule: what comes before it in the notation.
    pub(super) head: Option<String>,
}

/// A move that was played.
#[derive(Clone, Debug)]
pub(super) struct Played {
    /// The move in words, with its component where there are several.
    pub(super) message: Message,
    /// What was wrong with a person's move.
    pub(super) comment: Option<Message>,
}

/// A position and the move that was played from it, if any.
#[derive(Clone, Debug)]
struct Stage {
    board: Arc<Board>,
    played: Option<Played>,
}

/// The game so far. Cheap to clone: boards are shared.
#[derive(Clone, Debug)]
pub(super) struct Session {
    pub(super) terms: Arc<Terms>,
    stages: Vec<Stage>,
    at: usize,
    /// How many games there were from this start, so that the machine does not repeat itself.
    games: u64,
}

impl Session {
    pub(super) fn new(game: &Game, terms: Terms) -> Session {
        let _question = watch::question();
        let board = Board::new(game, terms.play, &terms.budget);
        let first = Stage {
            board: Arc::new(board),
            played: None,
        };
        Session {
            terms: Arc::new(terms),
            stages: vec![first],
            at: 0,
            games: 0,
        }
    }

    /// The position now.
    pub(super) fn board(&self) -> &Arc<Board> {
        &self.stages[self.at].board
    }

    /// The side to move: 0 began.
    pub(super) fn side(&self) -> usize {
        self.at % 2
    }

    pub(super) fn player(&self) -> Player {
        self.terms.players[self.side()]
    }

    pub(super) fn is_over(&self) -> bool {
        self.board().moves.is_empty()
    }

    /// Whether a person may move now.
    pub(super) fn awaits_person(&self) -> bool {
        self.player() == Player::Person && !self.is_over()
    }

    /// Whether the machine is to move now.
    pub(super) fn awaits_machine(&self) -> bool {
        self.player() == Player::Machine && !self.is_over()
    }

    /// The side that has won.
    pub(super) fn winner(&self) -> Option<usize> {
        let stuck = self.side();
        self.board().is_over().then(|| match self.terms.play {
            Play::Normal => 1 - stuck,
            Play::Misere => stuck,
        })
    }

    /// The moves before the position now, each with its side.
    pub(super) fn played(&self) -> impl DoubleEndedIterator<Item = (usize, &Played)> {
        let stages = self.stages[..self.at].iter().enumerate();
        stages.filter_map(|(at, stage)| Some((at % 2, stage.played.as_ref()?)))
    }

    /// Plays a move of the board's list; it must be in it.
    pub(super) fn play(&mut self, number: usize) {
        let board = Arc::clone(self.board());
        let Some(mv) = board.moves.get(number) else {
            return;
        };
        // Where all moves lose there is nothing to learn from this one.
        let wrong = mv.wins == Some(false) && board.answer.outcome != Some(Outcome::P);
        let told = wrong && self.player() == Player::Person;
        let comment = told.then(|| board.comment(number)).flatten();
        self.stages.truncate(self.at + 1);
        self.stages[self.at].played = Some(Played {
            message: board.named(number),
            comment,
        });
        let _question = watch::question();
        let next = Board::new(&mv.game, self.terms.play, &self.terms.budget);
        self.stages.push(Stage {
            board: Arc::new(next),
            played: None,
        });
        self.at += 1;
    }

    /// Lets the machine play; whether it did.
    pub(super) fn reply(&mut self) -> bool {
        // Far apart for neighbouring plies and games.
        let step = (self.at as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let game = self.games.wrapping_mul(0xD1B5_4A32_D192_ED03);
        let seed = self.terms.seed.wrapping_add(step).wrapping_add(game);
        match self.board().choose(self.terms.errs, seed) {
            Some(chosen) => {
                self.play(chosen.number);
                true
            }
            None => false,
        }
    }

    /// Whether a person was to move at a stage, or there is none and every stage will do.
    fn is_stop(&self, at: usize) -> bool {
        let people = self.terms.players.contains(&Player::Person);
        !people || self.terms.players[at % 2] == Player::Person
    }

    /// Back to before the last move of a person; whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        let Some(at) = (0..self.at).rev().find(|&at| self.is_stop(at)) else {
            return false;
        };
        self.at = at;
        true
    }

    /// Forward to where a person is to move again, or to the end; whether there was a move.
    pub(super) fn redo(&mut self) -> bool {
        let last = self.stages.len() - 1;
        if self.at == last {
            return false;
        }
        let next = (self.at + 1..=last).find(|&at| self.is_stop(at));
        self.at = next.unwrap_or(last);
        true
    }

    /// A new game from the same start.
    pub(super) fn restart(&mut self) {
        self.stages.truncate(1);
        self.stages[0].played = None;
        self.at = 0;
        self.games += 1;
    }

    /// A position as it would be asked for.
    pub(super) fn asked(&self, game: &Game) -> String {
        asked(game, self.terms.head.as_deref())
    }

    /// What a side is called.
    pub(super) fn name(&self, side: usize, lang: Lang) -> &'static str {
        let players = self.terms.players;
        let word = match (players[0] == players[1], players[side], side) {
            (false, Player::Person, _) => TerminalWord::You,
            (false, Player::Machine, _) => TerminalWord::Machine,
            (true, _, 0) => TerminalWord::First,
            (true, ..) => TerminalWord::Second,
        };
        word.of(lang)
    }

    /// The same where there is little room.
    pub(super) fn short_name(&self, side: usize, lang: Lang) -> &'static str {
        let players = self.terms.players;
        let word = match (players[0] == players[1], players[side], side) {
            (false, Player::Person, _) => TerminalWord::You,
            (false, Player::Machine, _) => TerminalWord::ShortMachine,
            (true, _, 0) => TerminalWord::ShortFirst,
            (true, ..) => TerminalWord::ShortSecond,
        };
        word.of(lang)
    }

    /// Who plays whom.
    pub(super) fn pairing(&self) -> Message {
        match self.terms.players {
            [Player::Person, Player::Person] => words::two_people(),
            [Player::Machine, Player::Machine] => words::two_machines(),
            [first, _] => words::you_and_machine(first == Player::Person, self.terms.errs),
        }
    }

    /// Whose turn it is, or how the game has ended.
    pub(super) fn state(&self, lang: Lang) -> Message {
        let players = self.terms.players;
        match self.winner() {
            None if players[0] != players[1] && self.player() == Player::Person => {
                words::your_move()
            }
            None => words::to_move(self.name(self.side(), lang)),
            Some(winner) if players[0] != players[1] => {
                words::you_and_the_end(players[winner] == Player::Person, self.terms.play)
            }
            Some(winner) => words::the_end(self.name(winner, lang), self.terms.play),
        }
    }

    /// The moves that a hint names, the surest first: those that win, else those that keep a draw.
    pub(super) fn advised(&self) -> Vec<usize> {
        let moves = &self.board().moves;
        let those = |wanted: &dyn Fn(usize) -> bool| -> Vec<usize> {
            (0..moves.len()).filter(|&at| wanted(at)).collect()
        };
        let winning = those(&|at| moves[at].wins == Some(true));
        if !winning.is_empty() {
            return winning;
        }
        those(&|at| moves[at].after == Some(Outcome::D))
    }

    /// A hint in words, about the move of this number, or about none.
    pub(super) fn hint(&self, number: Option<usize>) -> Message {
        let board = self.board();
        match number {
            Some(number) if board.moves[number].wins == Some(true) => {
                words::hint_wins(board.named(number))
            }
            Some(number) => words::hint_draws(board.named(number)),
            None if board.moves.iter().all(|mv| mv.wins == Some(false)) => words::hint_none(),
            None => words::hint_unknown(),
        }
    }
}
