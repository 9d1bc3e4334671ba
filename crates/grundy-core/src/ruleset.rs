//! What a game is: the options of a position; and what a theorem may add to it.
//!
//! A [`Ruleset`] holds a game's parameters; its positions hold none, so that they stay small enough to be keys. An
//! option is a *move*, needed only to show it, and *the sum it leads to*, a slice of positions: a game in which a
//! position falls apart needs no concept of its own.
//!
//! A ruleset may offer theorems in two grades that are two types. A [`ValueTheorem`] tells Grundy values and so stands
//! in sums; an [`OutcomeTheorem`] only tells who wins one component that stands alone.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::{self, Debug};
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::budget::Meter;
use crate::engine::grid::Grid;
use crate::engine::heaps::HeapValues;
use crate::fault::Fault;
use crate::nimber::Nimber;
use crate::number::Natural;
use crate::quotient::{LoopyValue, Outcome, Play};
use crate::reason::{NotCovered, Reason};
use crate::scene::{Clicks, Scene};
use crate::text::Message;

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

    /// How a position is drawn. `None` leaves it to [`heap`](Ruleset::heap) and [`pair`](Ruleset::pair): stones, pins where a
    /// heap can fall apart, or a piece on a board; where they answer nothing, the position is only written.
    fn scene(&self, position: &Self::Position) -> Option<Scene> {
        let _ = position;
        None
    }

    /// The clicks on the elements of the scene that make a move, each way of them; asked only where
    /// [`scene`](Ruleset::scene) answers. None leaves the move to the list of moves.
    fn clicks(
        &self,
        position: &Self::Position,
        mv: &Self::Move,
        to: &[Self::Position],
    ) -> Vec<Clicks> {
        let _ = (position, mv, to);
        Vec::new()
    }

    /// A theorem that tells values.
    fn value_theorem(&self) -> Option<&dyn ValueTheorem<Self::Position>> {
        None
    }

    /// A theorem that tells outcomes of a single component.
    fn outcome_theorem(&self) -> Option<&dyn OutcomeTheorem<Self::Position>> {
        None
    }

    /// A theorem that tells values where play can go on for ever.
    fn loopy_theorem(&self) -> Option<&dyn LoopyTheorem<Self::Position>> {
        None
    }

    /// The source of a proof that, under misère play, sums of this ruleset behave like Nim heaps of their Grundy
    /// values; its options must be single positions.
    fn tame(&self) -> Option<Message> {
        None
    }

    /// The heap that a position is, for rulesets on one number whose options are made of smaller numbers.
    fn heap<'p>(&self, position: &'p Self::Position) -> Option<Cow<'p, Natural>> {
        let _ = position;
        None
    }

    /// Fills a table of the values of heaps at least to `last`. Asked only where [`heap`](Ruleset::heap) answers.
    /// The table takes the values in order: [`FillByOptions`](crate::engine::heaps::FillByOptions) does it for any ruleset on heaps.
    ///
    /// # Errors
    /// What ran out, or where the rules cannot be evaluated; the table keeps what it has.
    fn fill_heaps(
        &self,
        table: &mut HeapValues,
        last: u64,
        meter: &mut Meter,
    ) -> Result<(), Reason> {
        let _ = (table, last, meter);
        Ok(())
    }

    /// The options of a heap that have the value `target`, where the table tells them faster than going through the options
    /// one by one: their exact number, and the first `limit`. Asked only where the table or its period reaches the heap.
    fn heap_moves_to(
        &self,
        table: &HeapValues,
        heap: &Natural,
        target: &Natural,
        limit: usize,
    ) -> Option<Moves<Self::Position>> {
        let _ = (table, heap, target, limit);
        None
    }

    /// The two coordinates of a position, for rulesets whose table over them can be filled as a whole.
    fn pair(&self, position: &Self::Position) -> Option<(u64, u64)> {
        let _ = position;
        None
    }

    /// The table of values over `0..width` × `0..height`. Asked only where [`pair`](Ruleset::pair) answers.
    ///
    /// # Errors
    /// What ran out, or where the rules cannot be evaluated.
    fn fill_pairs(&self, width: usize, height: usize, meter: &mut Meter) -> Result<Grid, Reason> {
        let _ = (width, height, meter);
        Err(NotCovered::NoTable.into())
    }
}

/// A theorem that tells the Grundy value of a position under normal play.
pub trait ValueTheorem<P> {
    /// The value, or `None` where the theorem says nothing of this position.
    fn value(&self, position: &P) -> Option<Nimber>;

    /// Binary digits that no value of an option exceeds, where that is plain: beside a much longer heap nothing is then
    /// asked of a short one.
    fn most_bits(&self, position: &P) -> Option<usize> {
        let _ = position;
        None
    }

    /// The options that have the value `target`: their exact number, and the first `limit` of them.
    ///
    /// `None` leaves it to going through the options one by one.
    fn moves_to(&self, position: &P, target: &Nimber, limit: usize) -> Option<Moves<P>> {
        let _ = (position, target, limit);
        None
    }

    /// The theorem with the numbers put in.
    fn because(&self, position: &P) -> Message;
}

/// A theorem that tells who wins a position that is the only component.
pub trait OutcomeTheorem<P> {
    /// Who wins, or `None` where the theorem says nothing of this position under this play.
    fn outcome(&self, position: &P, play: Play) -> Option<Outcome>;

    /// The options that are P-positions, asked only at an N-position; where play may go on for ever, only those that
    /// bring its end nearer.
    ///
    /// `None` leaves it to going through the options one by one.
    fn winning(&self, position: &P, play: Play, limit: usize) -> Option<Moves<P>> {
        let _ = (position, play, limit);
        None
    }

    /// Moves to the end of perfect play, where play could go on for ever.
    fn remoteness(&self, position: &P, play: Play) -> Option<u64> {
        let _ = (position, play);
        None
    }

    /// The theorem with the numbers put in.
    fn because(&self, position: &P, play: Play) -> Message;
}

/// A theorem that tells the loopy value of a position under normal play.
pub trait LoopyTheorem<P> {
    /// The value.
    fn value(&self, position: &P) -> LoopyValue;

    /// How far a position of finite value is from being settled: from each option whose value is greater or ∞ there must be a
    /// move to a position of the first value and of a smaller counter, and counters must rise with the value.
    fn counter(&self, position: &P) -> u64;
}

/// One move: in words, and the sum of positions that it leaves in place of the component.
#[derive(Clone, Debug)]
pub struct Step<P> {
    /// The move in words.
    pub message: Message,
    /// What it leaves.
    pub to: Vec<P>,
}

/// Moves, each with the counter of what it leaves, see [`LoopyTheorem`].
pub type CountedMoves<P> = Vec<(Step<P>, u64)>;

/// Some moves out of possibly very many.
#[derive(Clone, Debug)]
pub struct Moves<P> {
    /// How many there are; `None` where that is not known.
    pub count: Option<Natural>,
    /// The first few.
    pub listed: Vec<Step<P>>,
}

impl<P> Moves<P> {
    /// No move.
    pub fn none() -> Moves<P> {
        Moves {
            count: Some(Natural::ZERO),
            listed: Vec::new(),
        }
    }

    /// One move that leaves one position.
    pub fn one(message: Message, to: P) -> Moves<P> {
        Moves {
            count: Some(Natural::ONE),
            listed: vec![Step {
                message,
                to: vec![to],
            }],
        }
    }

    /// These moves, all of them; only the first `limit` are kept.
    pub fn all(mut steps: Vec<Step<P>>, limit: usize) -> Moves<P> {
        let count = Some(Natural::from(steps.len()));
        steps.truncate(limit);
        Moves {
            count,
            listed: steps,
        }
    }
}

/// Why not all options of a position are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// There are more than the buffer has room for.
    Full,
    /// The rules cannot be evaluated at the position: where, and what is wrong.
    Fault(Box<Fault>),
}

impl Stop {
    /// The reason that an engine gives, `full` being that for too many options.
    pub fn reason(self, full: impl FnOnce() -> Reason) -> Reason {
        match self {
            Stop::Full => full(),
            Stop::Fault(fault) => Reason::Fault(fault),
        }
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(Box::new(fault))
    }
}

impl fmt::Display for Stop {
    /// The English sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Full => f.write_str("there are more options than were asked for"),
            Stop::Fault(fault) => fmt::Display::fmt(fault, f),
        }
    }
}

impl std::error::Error for Stop {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Stop::Full => None,
            Stop::Fault(fault) => Some(fault.as_ref()),
        }
    }
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
