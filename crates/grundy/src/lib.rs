//! Impartial combinatorial games: Nim and its whole family, Sprague–Grundy theory, misère play.
//!
//! Say a position, ask who wins, by how much and by which moves:
//!
//! ```
//! use grundy::{solve, Game, Lang, Outcome, Play};
//!
//! let game: Game = "nim 3 5 7 + wythoff 3,5".parse()?;
//! let answer = solve(&game, Play::Normal);
//! assert_eq!(answer.outcome, Some(Outcome::N));
//! assert_eq!(answer.value.unwrap().to_string(), "1"); // 3 ⊕ 5 ⊕ 7 ⊕ 0
//! let first = &answer.winning.listed[0];
//! assert_eq!((first.component, first.message.render(Lang::En)), (0, "take 1".to_owned()));
//! # Ok::<(), grundy::ParseError>(())
//! ```
//!
//! Which moves win, and what each of them leads to:
//!
//! ```
//! use grundy::{solve, Game, Play};
//!
//! let game: Game = "kayles 5 + nim 3".parse()?;
//! for mv in &solve(&game, Play::Normal).winning.listed {
//!     let after = game.after(mv.component, &mv.to);
//!     println!("{}: {} leaves {after}", mv.from, mv.message);
//!     assert!(solve(&after, Play::Normal).value.unwrap().is_zero());
//! }
//! # Ok::<(), grundy::ParseError>(())
//! ```
//!
//! The first 100 values of an octal game, here 0.77, which is Kayles:
//!
//! ```
//! use grundy::engine::sequence::{Limits, Rules, Sequence};
//!
//! let mut sequence = Sequence::new("0.77".parse::<Rules>()?, Limits::default());
//! let mut values = Vec::new();
//! while values.len() < 100 {
//!     sequence.next_block(&mut values)?;
//! }
//! assert_eq!(values[..10], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]);
//! assert_eq!(values[99], 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A table of a game that a line of text defines:
//!
//! ```
//! use grundy::{Budget, budget::Meter, rule::Rule};
//!
//! let rule = Rule::parse("(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..").unwrap();
//! let table = rule.table(&[3, 3], &mut Meter::new(&Budget::default())).unwrap();
//! assert_eq!(table.cells(), [0, 1, 2, 1, 2, 0, 2, 0, 1]);
//! ```
//!
//! And a game of one's own: its positions, its options, and how a move reads.
//!
//! ```
//! use grundy::{solve, Game, Message, Options, Outcome, Play, Ruleset, Stop};
//!
//! #[derive(Debug)]
//! struct TakeOrHalve;
//! impl Ruleset for TakeOrHalve {
//!     type Position = u64;
//!     type Move = u64;
//!     fn options(&self, &heap: &u64, options: &mut Options<u64, u64>) -> Result<(), Stop> {
//!         let left = [heap.checked_sub(1), (heap > 1).then_some(heap / 2)];
//!         left.into_iter().flatten().try_for_each(|left| options.push(left, &[left]))
//!     }
//!     fn describe(&self, _: &u64, left: &u64) -> Message {
//!         Message::verbatim(format!("leave {left}"))
//!     }
//! }
//!
//! let game = Game::of(TakeOrHalve, [10, 11]);
//! assert_eq!(game.to_string(), "TakeOrHalve 10 11");
//! assert_eq!(solve(&game, Play::Normal).outcome, Some(Outcome::N));
//! ```
//!
//! Many sums of one ruleset at once, a row of numbers each: 10^8 and more rows of Nim in a second.
//!
//! ```
//! use grundy::{Game, Rows, Solver, values};
//!
//! let kayles: Game = "kayles".parse()?;
//! let rows = Rows { numbers: &[1, 2, 3, 4, 5, 9], width: 3 };
//! assert_eq!(values(&kayles, rows, &mut Solver::new()).unwrap(), [0, 1]);
//! # Ok::<(), grundy::ParseError>(())
//! ```
//!
//! # Which engine for which game
//!
//! [`solve()`] asks in order: a **theorem** of the ruleset (any size of numbers), a **table** of all smaller positions
//! (heaps and pairs), **search** through a component's positions, a theorem on the **outcome** of a single component,
//! and **search through the whole sum** (misère sums of unlike games). Every engine but search is optional: switching
//! one off changes no answer, only the time. An engine that cannot answer within its [`Budget`] hands the question
//! back with the reason; if all do, the answer is "unknown, because …", with the [`Reason`] as a type:
//!
//! ```
//! use std::time::Duration;
//! use grundy::{Budget, Exhausted, Game, Play, Reason, Solver};
//!
//! let mut solver = Solver::new();
//! solver.budget = Budget { time: Some(Duration::ZERO), ..Budget::default() };
//! let answer = solver.solve(&"cram 6x6 + nim 3".parse::<Game>()?, Play::Misere);
//! match answer.unknown.as_ref().map(Reason::root) {
//!     Some(Reason::Exhausted(Exhausted::Time(_))) => {} // more time may help
//!     Some(Reason::NoTheorem(_)) => panic!("nothing that the budget can change"),
//!     other => panic!("{other:?}"),
//! }
//! # Ok::<(), grundy::ParseError>(())
//! ```

mod closure;
pub mod component;
pub mod game;
pub mod pattern;
pub mod rows;
pub mod rule;
pub mod rulesets;

pub use answer::Answer;
pub use grundy_base::{budget, message, system, text};
pub use grundy_core::{
    answer, couples, encoded, engine, explorer, fault, notation, proofs, quotients, reason,
    ruleset, scene, solve, state_graph, tables, theorem,
};
pub use grundy_engine::{certificate, quotient};
pub use grundy_number::{self as number, nimber};
pub use grundy_rule::{graphs, grids, kinds, lists, words};

pub use budget::{Budget, Exhausted};
pub use component::Component;
pub use encoded::Encoded;
pub use fault::{Fault, FaultKind};
pub use game::{Game, solve};
pub use nimber::{Mex, Nimber};
pub use notation::{ParseError, ParseErrorKind};
pub use number::Natural;
pub use quotient::{Outcome, Play};
pub use reason::Reason;
pub use rows::{Rows, RowsError, outcomes, values};
pub use ruleset::{Options, Ruleset, Stop};
pub use scene::{Drawn, Mark, Scene, Turn};
pub use solve::{Engine, Solver, Theory, Wanted};
pub use state_graph::StateGraph;
pub use text::{Fact, Lang, Message, Text};

#[cfg(test)]
mod tests;

/// The examples of the guide are tests too.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/en/library.md")]
struct Guide;

/// Those of its Chinese twin.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/zh/library.md")]
struct ChineseGuide;

/// The page of rules, in both languages.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/en/rules.md")]
struct GuideOfRules;

/// Its Chinese twin.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/zh/rules.md")]
struct ChineseGuideOfRules;

/// The page of rules on graphs, in both languages.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/en/rules-on-graphs.md")]
struct GuideOfGraphRules;

/// Its Chinese twin.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/zh/rules-on-graphs.md")]
struct ChineseGuideOfGraphRules;
