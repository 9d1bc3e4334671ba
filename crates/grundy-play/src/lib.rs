//! Games as they are played: a position with its pictures and all its moves, an opponent, and what a move was worth.
//!
//! A [`Board`] is made of a game: each component with its scene, every move with the clicks that make it and whether it wins.
//! [`choose`](Board::choose) is the opponent, perfect or erring at a rate; [`comment`](Board::comment) tells what a move was
//! worth. None of it knows the rules of any game: moves come from rulesets, judgement from the solver.
//!
//! ```
//! use grundy::{Budget, Play};
//! use grundy_play::Board;
//! let board = Board::new(&"nim 3 5".parse()?, Play::Normal, &Budget::default());
//! let best = board.moves.iter().find(|mv| mv.wins == Some(true)).unwrap();
//! assert_eq!(best.clicks[0][0].to_string(), "s3"); // the heap of 5 down to 3
//! assert_eq!(best.game.to_string(), "nim 3 3");
//! # Ok::<(), grundy::ParseError>(())
//! ```

mod board;
mod choose;
mod comment;
pub mod layout;

pub use board::{Board, BoardComponent, Move};
pub use choose::Chosen;
