//! What a game is: the options of a position; and what a theorem may add to it.
//!
//! A [`Ruleset`] holds a game's parameters; its positions hold none, so that they stay small enough to be keys. An
//! option is a *move*, needed only to show it, and *the sum it leads to*, a slice of positions: a game in which a
//! position falls apart needs no concept of its own.
//!
//! That is all that a game needs to be solved, played and searched. Whatever more a ruleset knows is a trait of its own, beside
//! the data that it is about, and the ruleset says by its [`Capabilities`] which of them it has: [theorems](crate::theorem),
//! [tables](crate::tables), [pictures](crate::scene). How it is written is its [`Notation`](crate::notation::Notation).

use std::cmp::Ordering;
use std::fmt::Debug;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::couples::FallsApart;
use crate::scene::Draw;
use crate::text::Message;

pub use crate::stop::Stop;
pub use crate::tables::{OnHeaps, OnPairs, OnPatterns, OnReached, OnStaircases, Patterned};
pub use crate::theorem::{CountedMoves, LoopyTheorem, Moves, OutcomeTheorem, Step, ValueTheorem};

/// The rules of a game, with its parameters.
pub trait Ruleset: Debug + Send + Sync + 'static {
    /// A position of one component.
    type Position: Clone + Eq + Hash + Ord + Debug + Send + Sync + 'static;
    /// What is done in a move; only [`describe`](Ruleset::describe) reads it.
    type Move: Clone + Debug;

    /// Pushes every option of a position. Where two lead to the same sum, they are one move, see
    /// [`keeps_apart`](Ruleset::keeps_apart).
    ///
    /// # Errors
    /// [`Stop::Full`] as soon as the buffer takes no more; return it with `?`, so that a heap of 10^18 does no harm.
    /// [`Stop::Fault`] where the rules cannot be evaluated at the position.
    fn options(
        &self,
        position: &Self::Position,
        options: &mut Options<Self::Position, Self::Move>,
    ) -> Result<(), Stop>;

    /// A move in words: "take 3".
    fn describe(&self, position: &Self::Position, mv: &Self::Move) -> Message;

    /// Whether each option pushed is a move of its own, even if another leads to an equal position.
    ///
    /// Two moves are the same exactly if they lead to the same position as the player writes it. Mostly equal positions are
    /// written alike, and options that lead to equal sums, in whatever order these are told, are one move: the first of them.
    /// A ruleset that turns boards to their least form or puts heaps in order makes positions equal that the player sees
    /// apart. It answers `true`, and pushes each move once.
    fn keeps_apart(&self) -> bool {
        false
    }

    /// What a move leaves as the player sees it, where that is not written like the sum that was pushed: boards whose pieces are cut
    /// out and turned for search stay whole, as they lie, for whoever plays. It must be worth the same. `None`: what was pushed is seen.
    fn seen(&self, position: &Self::Position, mv: &Self::Move) -> Option<Self::Position> {
        let _ = (position, mv);
        None
    }

    /// Whether every play from a position ends. Where it may not, values come only from engines that notice.
    fn ends(&self, position: &Self::Position) -> bool {
        let _ = position;
        true
    }

    /// Bytes that a position holds outside itself, roughly; what search may keep is reckoned by it.
    fn heap_bytes(&self, position: &Self::Position) -> u64 {
        let _ = position;
        0
    }

    /// About how many moves a position has, where that can be told without going through them: searches look first where there are few.
    fn mobility(&self, position: &Self::Position) -> Option<u32> {
        let _ = position;
        None
    }

    /// So many positions at least are reached from a position, itself among them, where that is known at once: a search that may not look at
    /// so many is not begun.
    fn reached_at_least(&self, position: &Self::Position) -> Option<u64> {
        let _ = position;
        None
    }

    /// What the ruleset offers beyond its rules; with nothing, it is answered by search.
    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities::NONE
    }
}

/// A move as whoever plays sees it.
pub(crate) fn step<R: Ruleset>(
    rules: &R,
    position: &R::Position,
    mv: &R::Move,
    to: &[R::Position],
) -> Step<R::Position> {
    Step {
        message: rules.describe(position, mv),
        to: match rules.seen(position, mv) {
            Some(seen) => vec![seen],
            None => to.to_vec(),
        },
    }
}

/// What a ruleset offers beyond its rules, each as what tells it: the one table in which engines look for it.
pub struct Capabilities<'r, R: Ruleset + ?Sized> {
    /// A theorem that tells values.
    pub values: Option<&'r dyn ValueTheorem<R::Position>>,
    /// A theorem that tells outcomes of a single component.
    pub outcomes: Option<&'r dyn OutcomeTheorem<R::Position>>,
    /// A theorem that tells values where play can go on for ever.
    pub loopy: Option<&'r dyn LoopyTheorem<R::Position>>,
    /// The source of a proof that, under misère play, sums of this ruleset behave like Nim heaps of their Grundy
    /// values; its options must be single positions.
    pub tame: Option<fn() -> Message>,
    /// That positions are heaps, with a table of their values.
    pub heaps: Option<&'r dyn OnHeaps<R::Position>>,
    /// That positions are pairs of numbers, with a table of their values.
    pub pairs: Option<&'r dyn OnPairs<R::Position>>,
    /// That positions fall apart, with a search by components.
    pub couples: Option<&'r dyn FallsApart<R::Position>>,
    /// That positions are staircases, of which all within a bar stand in one table.
    pub staircases: Option<&'r dyn OnStaircases<R::Position>>,
    /// That what is reached from a position is gone through in a way of its own.
    pub reached: Option<&'r dyn OnReached<R::Position>>,
    /// That patterns of the values are sought and proved, which tell positions beyond every table.
    pub patterns: Option<&'r dyn OnPatterns<R::Position>>,
    /// How positions are drawn and moves clicked.
    pub drawn: Option<&'r dyn Draw<R::Position, R::Move>>,
}

impl<R: Ruleset + ?Sized> Capabilities<'_, R> {
    /// A ruleset that offers nothing beyond its rules.
    pub const NONE: Self = Capabilities {
        values: None,
        outcomes: None,
        loopy: None,
        tame: None,
        heaps: None,
        pairs: None,
        couples: None,
        staircases: None,
        reached: None,
        patterns: None,
        drawn: None,
    };
}

/// The options of a position, in a buffer that the caller owns and uses again.
#[derive(Clone, Debug)]
pub struct Options<P, M> {
    positions: Vec<P>,
    moves: Vec<(M, usize)>,
    limit: usize,
}

impl<P: Clone, M> Options<P, M> {
    /// An empty buffer for at most `limit` options.
    pub fn with_limit(limit: usize) -> Options<P, M> {
        Options {
            positions: Vec::new(),
            moves: Vec::new(),
            limit,
        }
    }

    /// Adds an option: the move and the sum that it leads to.
    ///
    /// # Errors
    /// [`Stop::Full`] where the buffer has reached its limit; the option is then not added.
    #[inline]
    pub fn push(&mut self, mv: M, to: &[P]) -> Result<(), Stop> {
        if self.moves.len() >= self.limit {
            return Err(Stop::Full);
        }
        self.positions.extend_from_slice(to);
        self.moves.push((mv, self.positions.len()));
        Ok(())
    }

    /// Forgets the options and keeps the room.
    pub fn clear(&mut self) {
        self.positions.clear();
        self.moves.clear();
    }

    /// Forgets the options and takes at most `limit` from now on.
    pub fn renew(&mut self, limit: usize) {
        self.clear();
        self.limit = limit;
    }

    /// How many options the buffer still takes. A ruleset that knows how many it has may [stop](Stop::Full) at once.
    pub fn room(&self) -> usize {
        self.limit.saturating_sub(self.moves.len())
    }

    /// How many options there are.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is none: the position is terminal.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The options, in the order pushed: move and sum.
    pub fn iter(&self) -> impl Iterator<Item = (&M, &[P])> {
        let starts = std::iter::once(0).chain(self.moves.iter().map(|&(_, end)| end));
        self.moves
            .iter()
            .zip(starts)
            .map(|((mv, end), start)| (mv, &self.positions[start..*end]))
    }

    /// All positions in all options, one after another.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }
}

impl<P: Clone + Eq + Hash + Ord, M: Clone> Options<P, M> {
    /// Pushes the options of a position, and of those that are the same move keeps the first.
    ///
    /// # Errors
    /// As [`Ruleset::options`]; what was pushed until then is kept in the same way.
    pub fn fill<R>(&mut self, rules: &R, position: &P) -> Result<(), Stop>
    where
        R: Ruleset<Position = P, Move = M>,
    {
        let pushed = rules.options(position, self);
        if rules.keeps_apart() || self.is_ordered() {
            return pushed;
        }
        let moves = self.moves_of(rules);
        if moves.last().is_some_and(|last| last + 1 < moves.len()) {
            let mut kept = Options::with_limit(self.limit);
            for ((mv, to), place) in self.iter().zip(moves) {
                if place == kept.moves.len() {
                    kept.positions.extend_from_slice(to);
                    kept.moves.push((mv.clone(), kept.positions.len()));
                }
            }
            *self = kept;
        }
        pushed
    }

    /// For each option, which move it is, counted from 0 in the order of their first options.
    pub fn moves_of<R>(&self, rules: &R) -> Vec<usize>
    where
        R: Ruleset<Position = P, Move = M>,
    {
        if rules.keeps_apart() || self.is_ordered() {
            return (0..self.len()).collect();
        }
        let (mut count, mut nothing) = (0, None);
        let mut alone: FxHashMap<&P, usize> = FxHashMap::default();
        let mut together: FxHashMap<Vec<&P>, usize> = FxHashMap::default();
        let mut moves = Vec::with_capacity(self.len());
        for (_, to) in self.iter() {
            let place = match to {
                [] => *nothing.get_or_insert(count),
                [only] => *alone.entry(only).or_insert(count),
                several => {
                    let mut sum: Vec<&P> = several.iter().collect();
                    sum.sort_unstable();
                    *together.entry(sum).or_insert(count)
                }
            };
            count = count.max(place + 1);
            moves.push(place);
        }
        moves
    }

    /// Whether the options are single positions that rise or fall, and so differ: most rulesets go through a heap in order.
    fn is_ordered(&self) -> bool {
        let sums = || self.iter().map(|(_, to)| to);
        let all = |way| {
            let mut pairs = sums().zip(sums().skip(1));
            pairs.all(|(one, next)| one.cmp(next) == way)
        };
        sums().all(|to| to.len() < 2) && (all(Ordering::Greater) || all(Ordering::Less))
    }
}
