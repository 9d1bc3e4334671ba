//! Rulesets whose values stand in tables: over one number, over two, or over all staircases within a bar; and what tells values beyond them.

use std::borrow::Cow;

use crate::budget::Meter;
use crate::engine::Work;
use crate::engine::grid::Grid;
use crate::engine::heap_values::HeapValues;
use crate::engine::sequence::Rules;
use crate::engine::sought::Sought;
use crate::nimber::Nimber;
use crate::number::Natural;
use crate::quotient::{Outcome, Play};
use crate::reason::{NotCovered, Reason};
use crate::text::Message;
use crate::theorem::{Moves, Step};

/// A ruleset on heaps: its positions are numbers, and options are made of smaller numbers.
pub trait OnHeaps<P> {
    /// The heap that a position is, where it is one.
    fn heap<'p>(&self, position: &'p P) -> Option<Cow<'p, Natural>>;

    /// Fills a table of the values of heaps at least to `last`. Asked only where [`heap`](OnHeaps::heap) answers.
    /// The table takes the values in order. A ruleset with no better way than its options implements
    /// [`HeapsByOptions`](crate::engine::heaps::HeapsByOptions) instead.
    ///
    /// # Errors
    /// What ran out, or where the rules cannot be evaluated; the table keeps what it has.
    fn fill_heaps(
        &self,
        table: &mut HeapValues,
        last: u64,
        meter: &mut Meter,
    ) -> Result<(), Reason>;

    /// The options of a heap that are sought by what their heaps are worth, where they are told faster than by going through all
    /// options: their exact number, and the first `limit`. Asked only where the worth of the heap is known.
    fn heap_moves(&self, sought: &Sought<'_>, heap: &Natural, limit: usize) -> Option<Moves<P>> {
        let _ = (sought, heap, limit);
        None
    }

    /// The same rules as a code or as a set of takes, if they are such: what may become of a heap. How many moves lead to one option,
    /// and how they are told, may differ.
    fn sequence_rules(&self) -> Option<Rules> {
        None
    }
}

/// A ruleset on pairs of numbers. A table over them may be filled as a whole.
pub trait OnPairs<P> {
    /// The two coordinates of a position, where it has a place in the table.
    fn pair(&self, position: &P) -> Option<(u64, u64)>;

    /// The table of values over `0..width` × `0..height`, by so many threads where the ruleset can use several. Asked only where [`pair`](OnPairs::pair) answers.
    ///
    /// # Errors
    /// What ran out, or where the rules cannot be evaluated.
    fn fill_pairs(
        &self,
        width: usize,
        height: usize,
        threads: usize,
        meter: &mut Meter,
    ) -> Result<Grid, Reason> {
        let _ = (width, height, threads, meter);
        Err(NotCovered::NoTable.into())
    }
}

/// A ruleset on staircases: rows of squares, none longer than the one below it. Its moves are those of Chomp: take a square with all above
/// and to the right of it, but for the first square.
pub trait OnStaircases<P> {
    /// The lengths of the rows from the bottom, none longer than the one below it, where a position is a staircase.
    fn rows<'p>(&self, position: &'p P) -> Option<&'p [u32]>;

    /// The move that takes the square in a row and a column, both counted from 0. Asked only where the square is there.
    fn bite(&self, position: &P, row: usize, column: u32) -> Step<P>;
}

/// A ruleset with a way of its own to go through what is reached from a position, and through nothing else. It knows only the rules.
pub trait OnReached<P> {
    /// Whether this is less work than a table that holds the position. What was found out meanwhile is kept.
    fn is_little(&self, head: &str, position: &P, work: &mut Work) -> bool;

    /// The value of a position.
    ///
    /// # Errors
    /// What ran out, where the rules cannot be evaluated, or that play can repeat a position.
    fn value(&self, head: &str, position: &P, work: &mut Work) -> Result<u32, Reason>;

    /// Whether it tells who wins, with less work than a value takes: where every play ends and every option is one position or none.
    fn tells_outcomes(&self) -> bool;

    /// Whether the player to move wins. Asked only where [outcomes are told](OnReached::tells_outcomes).
    ///
    /// # Errors
    /// As for [`value`](OnReached::value).
    fn wins(&self, head: &str, position: &P, play: Play, work: &mut Work) -> Result<bool, Reason>;

    /// Why the player to move wins or loses, of a position whose winner was [told](OnReached::wins) or whose value is known, where there is more
    /// to say than that it was searched.
    fn because(&self, position: &P, play: Play, work: &mut Work) -> Option<Message> {
        let _ = (position, play, work);
        None
    }

    /// Whether it was told who wins with far less work than a table takes that holds the position. What was found out is kept. Asked only
    /// where [outcomes are told](OnReached::tells_outcomes).
    fn tells_outcome_soon(
        &self,
        _head: &str,
        _position: &P,
        _play: Play,
        _work: &mut Work,
    ) -> bool {
        false
    }
}

/// A ruleset in whose values patterns are sought and proved. What is only observed tells nothing here.
pub trait OnPatterns<P> {
    /// Whether a position is so large that no table within the budget holds it, and too much is reached from it to go through.
    fn is_beyond(&self, head: &str, position: &P, work: &mut Work) -> bool;

    /// What a pattern that is proved tells of a position under normal play. It is sought with a part of the budget, once.
    ///
    /// # Errors
    /// What ran out, where the rules cannot be evaluated, or that nothing is proved:
    /// [`OnlyObserved`](crate::reason::NoTheorem::OnlyObserved) where a pattern is seen all the same.
    fn told(&self, head: &str, position: &P, work: &mut Work) -> Result<Patterned, Reason>;
}

/// What a pattern tells of a position.
#[derive(Clone, Debug)]
pub struct Patterned {
    /// Who wins it alone.
    pub outcome: Outcome,
    /// The Grundy value, where it tells that: always of a P-position.
    pub value: Option<Nimber>,
    /// The pattern, and by what it is proved.
    pub because: Message,
}
