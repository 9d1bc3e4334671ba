//! One summand of any ruleset, its type erased: what the solver and the text of a game see.

mod drawn;

use std::any::{Any, TypeId};
use std::fmt::{self, Debug, Write as _};
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use grundy_engine::period::Period;
use rustc_hash::FxHasher;

use crate::budget::Meter;
use crate::couples::{Grounds, Worker, Working};
use crate::encoded::{Encoded, Undecodable};
use crate::engine::grid::{Cells, Grid};
use crate::engine::sequence::Rules as SequenceRules;
use crate::engine::sought::Sought;
use crate::engine::{Work, couples, enumerate, heaps, pairs, search, staircases};
use crate::explorer::{Explorer, explorer};
use crate::message;
use crate::nimber::Nimber;
use crate::number::Natural;
use crate::quotient::{LoopyValue, Outcome, Play};
use crate::reason::{NoTheorem, NotCovered, Reason};
use crate::ruleset::{CountedMoves, Moves, Options, Patterned, Ruleset, Step, Stop, step};
use crate::scene::{Drawn, Turn};
use crate::text::Message;
use crate::theory::Engine;

/// A component of a sum.
///
/// Equal components (same rules, same position) compare and hash as equal.
pub trait Component: Debug + Send + Sync {
    /// The rules it is played by.
    fn rules(&self) -> Box<dyn Rules>;
    /// Name and parameters, as in the notation.
    fn head(&self) -> &str;
    /// The position, as in the notation.
    fn position(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }
    /// Adds the position, as in the notation, to a text.
    fn write(&self, text: &mut String);
    /// Whether every play of it ends.
    fn ends(&self) -> bool;
    /// Whether its rules offer a search by components.
    fn falls_apart(&self) -> bool;
    /// The search that covers it, as one of a [crew](crate::couples::Crew), which holds at most about so many bytes; none where its rules offer none.
    fn worker(&self, bytes: u64) -> Option<Box<dyn Worker>>;
    /// Its value by one engine, or why that engine declines.
    ///
    /// # Errors
    /// The reason.
    fn value_by(&self, engine: Engine, work: &mut Work) -> Result<Nimber, Reason>;
    /// Whether winning moves come from its table, though a theorem tells who wins: the table is then worth as much as the moves are.
    fn moves_by_table(&self) -> bool;
    /// Its winning moves where it stands alone under normal play, by a table of who wins rather than of values, and why: none exactly where it
    /// is a P-position.
    ///
    /// # Errors
    /// Why they cannot be had.
    fn winning_by_table(
        &self,
        work: &mut Work,
    ) -> Result<(Moves<Box<dyn Component>>, Message), Reason>;
    /// Whether it is beyond every table and too much is reached from it to go through, but its rules offer patterns that are proved.
    fn is_beyond(&self, work: &mut Work) -> bool;
    /// What a proved pattern tells of it under normal play.
    ///
    /// # Errors
    /// The reason.
    fn by_pattern(&self, work: &mut Work) -> Result<Patterned, Reason>;
    /// Its winning moves by such a pattern.
    ///
    /// # Errors
    /// Why they cannot be had.
    fn winning_by_pattern(&self, work: &mut Work) -> Result<Moves<Box<dyn Component>>, Reason>;
    /// Its value by a second [search](couples::value_of_any) through its options alone, which knows no theorem of it and none of the reductions of the first.
    ///
    /// # Errors
    /// The reason.
    fn value_again(&self, threads: usize, meter: &mut Meter) -> Result<Nimber, Reason>;
    /// Its value by the search that its rules offer, with all that it [rests](couples::grounds) on, each position in the notation.
    ///
    /// # Errors
    /// The reason.
    fn grounds(&self, work: &mut Work) -> Result<Grounds<String>, Reason>;
    /// Binary digits that no value of an option exceeds, where that is known of all values that the engine tells.
    fn most_bits(&self, engine: Engine) -> Option<usize>;
    /// Its options of the value `target`, by an engine that told its value.
    ///
    /// # Errors
    /// Why they cannot be had.
    fn moves_to(
        &self,
        engine: Engine,
        target: &Nimber,
        work: &mut Work,
    ) -> Result<Moves<Box<dyn Component>>, Reason>;
    /// The heap that it is, if it is one of a ruleset on heaps.
    fn heap(&self) -> Option<Natural>;
    /// Its rules as a code or as a set of takes, if they are such.
    fn sequence_rules(&self) -> Option<SequenceRules>;
    /// Its options that are sought by what their heaps are worth, where these are told without going through all options.
    fn sought(&self, sought: &Sought<'_>, work: &Work) -> Option<Moves<Box<dyn Component>>>;
    /// The proved period that tells its value, where that is told by a table that ends before it.
    fn period(&self, work: &mut Work) -> Option<Period>;
    /// Why an engine's value is right.
    fn because(&self, engine: Engine, work: &mut Work) -> Message;
    /// The proof that it is tame under misère play, if there is one.
    fn tame(&self) -> Option<Message>;
    /// Who wins it where it stands alone, by a theorem.
    fn outcome(&self, play: Play) -> Option<Outcome>;
    /// The moves that the outcome theorem calls winning.
    ///
    /// # Errors
    /// Why they cannot be had.
    fn winning(&self, play: Play, work: &mut Work) -> Result<Moves<Box<dyn Component>>, Reason>;
    /// Whether a search tells who wins it with less work than a value takes.
    fn searches_outcomes(&self) -> bool;
    /// Whether such a search has told it with far less work than a table takes.
    fn tells_outcome_soon(&self, play: Play, work: &mut Work) -> bool;
    /// Whether the player to move wins it where it stands alone, by such a search.
    ///
    /// # Errors
    /// What ran out, or where the rules cannot be evaluated.
    fn wins_by_search(&self, play: Play, work: &mut Work) -> Result<bool, Reason>;
    /// The winning moves by such a search.
    ///
    /// # Errors
    /// As for [`wins_by_search`](Component::wins_by_search).
    fn winning_by_search(
        &self,
        play: Play,
        work: &mut Work,
    ) -> Result<Moves<Box<dyn Component>>, Reason>;
    /// Why what that search says is right, where there is more to say than that it searched.
    fn search_because(&self, play: Play, work: &mut Work) -> Option<Message>;
    /// Remoteness by the outcome theorem.
    fn remoteness(&self, play: Play) -> Option<u64>;
    /// Why the outcome theorem's answer is right.
    fn outcome_because(&self, play: Play) -> Option<Message>;
    /// Its value where play can go on for ever, by a theorem, with the counter if that is finite.
    fn loopy(&self) -> Option<(LoopyValue, u64)>;
    /// Its options of the finite loopy value `target`, each with its counter.
    ///
    /// # Errors
    /// Why they cannot be had.
    fn loopy_moves(
        &self,
        target: &Nimber,
        work: &mut Work,
    ) -> Result<CountedMoves<Box<dyn Component>>, Reason>;
    /// All moves in words, each with what it leads to; of options that are the same move, the first.
    ///
    /// # Errors
    /// [`Stop`]: there are more than `limit`, or the rule cannot be evaluated.
    fn steps(&self, limit: usize) -> Result<Vec<Step<Box<dyn Component>>>, Stop>;
    /// How it is drawn, with all its moves and how each is clicked, where there are at most `limit`.
    fn drawn(&self, limit: usize) -> Drawn<Box<dyn Component>>;
    /// The same without words.
    ///
    /// # Errors
    /// [`Stop`]: there are more than `limit`, or the rule cannot be evaluated.
    fn options(&self, limit: usize) -> Result<Vec<Vec<Box<dyn Component>>>, Stop>;
    /// Adds the byte form of the position; whether it has one.
    fn encode(&self, bytes: &mut Vec<u8>) -> bool;
    /// Bytes that the component holds outside itself, roughly.
    fn heap_bytes(&self) -> u64;
    /// About how many moves it has, where that is told without going through them.
    fn mobility(&self) -> Option<u32>;
    /// Another box with the same component.
    fn boxed(&self) -> Box<dyn Component>;
    /// For comparison.
    fn as_any(&self) -> &dyn Any;
    /// Whether the other is the same position under the same rules.
    fn same(&self, other: &dyn Component) -> bool;
    /// Feeds a hasher what `same` compares.
    fn hash_into(&self, state: &mut dyn Hasher);
}

impl PartialEq for dyn Component {
    fn eq(&self, other: &dyn Component) -> bool {
        self.same(other)
    }
}
impl Eq for dyn Component {}
impl Hash for dyn Component {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash_into(state);
    }
}
impl Clone for Box<dyn Component> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

/// A ruleset of any kind, its type erased.
pub trait Rules: Debug + Send + Sync {
    /// Its name in the catalogue, if it stands there.
    fn name(&self) -> Option<&'static str>;
    /// Name and parameters, as in the notation.
    fn head(&self) -> &str;
    /// How many coordinates a position has in a table: 1, 2, or 0 where there are no tables.
    fn coordinates(&self) -> usize;
    /// The position at some coordinates.
    fn at(&self, coordinates: &[u64]) -> Option<Box<dyn Component>>;
    /// The values of the heaps `0..=last` as a whole, where the ruleset is one on heaps.
    ///
    /// # Errors
    /// What ran out.
    fn heap_values(&self, last: u64, work: &mut Work) -> Option<Result<Vec<u32>, Reason>>;
    /// The values over `0..width` × `0..height` as a whole, where the ruleset can.
    ///
    /// # Errors
    /// What ran out.
    fn pair_values(
        &self,
        width: usize,
        height: usize,
        work: &mut Work,
    ) -> Option<Result<Grid, Reason>>;
    /// The same of whole bars, for a ruleset on staircases: so many rows, so many columns. There is no bar at 0, and the cells there hold 0.
    ///
    /// # Errors
    /// What ran out.
    fn bar_values(
        &self,
        width: usize,
        height: usize,
        work: &mut Work,
    ) -> Option<Result<Grid, Reason>>;
    /// What tells the options of byte forms, for positions of at most `limit` options; none where positions have no byte form.
    fn explorer(&self, limit: usize) -> Option<Box<dyn Explorer>>;
    /// Reads a component from the byte form of its position at the front, and leaves what follows; none where positions have
    /// no byte form.
    fn decode(&self, bytes: &mut &[u8]) -> Option<Result<Box<dyn Component>, Undecodable>>;
    /// Another box with the same rules.
    fn boxed(&self) -> Box<dyn Rules>;
}

/// A clause of a game: rules, and the components that are played by them.
#[derive(Debug)]
pub struct Part {
    /// The rules.
    pub rules: Box<dyn Rules>,
    /// The components.
    pub components: Vec<Box<dyn Component>>,
    /// Whether the components were written as one clause each.
    pub whole: bool,
}

impl Clone for Part {
    fn clone(&self) -> Part {
        Part {
            rules: self.rules.boxed(),
            components: self.components.clone(),
            whole: self.whole,
        }
    }
}

/// A ruleset whose positions are written. Whatever has a [`Notation`](crate::notation::Notation) is one.
pub trait Written: Ruleset {
    /// Whether positions of one clause are one component (`passing 6 6 8 8`) rather than one each.
    const SINGLE_COMPONENT: bool = false;

    /// Its name in the catalogue, if it stands there.
    fn name(&self) -> Option<&'static str> {
        None
    }

    /// Writes name and parameters: all that determines the rules.
    fn head(&self) -> String;

    /// Adds a position to a text.
    fn write(&self, position: &Self::Position, text: &mut String);

    /// How many coordinates [`at`](Written::at) takes: 1 for heaps, 2 for pairs, 0 for none.
    fn coordinates(&self) -> usize {
        0
    }

    /// The position at some coordinates, for tables.
    fn at(&self, coordinates: &[u64]) -> Option<Self::Position> {
        let _ = coordinates;
        None
    }
}

/// A part of a game from a ruleset that is written, and positions. Engines that hold positions as bytes need an [`encoded_part`].
pub fn part<R: Written>(rules: R, positions: Vec<R::Position>) -> Part {
    part_with(rules, positions, None)
}

/// A part of a game from a ruleset that is written and positions that have a byte form.
pub fn encoded_part<R: Written<Position: Encoded>>(rules: R, positions: Vec<R::Position>) -> Part {
    let bytes = ByteForm {
        encode: R::Position::encode,
        decode: R::Position::decode,
        explorer: |handle, limit| explorer(handle, limit),
    };
    part_with(rules, positions, Some(bytes))
}

fn part_with<R: Written>(
    rules: R,
    positions: Vec<R::Position>,
    bytes: Option<ByteForm<R>>,
) -> Part {
    let writing = Writing {
        name: R::name,
        write: R::write,
        coordinates: R::coordinates,
        at: R::at,
    };
    let head = rules.head();
    Part {
        whole: R::SINGLE_COMPONENT,
        ..with(rules, head, (writing, bytes), positions)
    }
}

/// A part of a game from any ruleset, and positions; both are written as `Debug` has them. Two rulesets of one type that are
/// written alike are taken for the same.
///
/// ```
/// use grundy_base::{message, text::Message};
/// use grundy_core::ruleset::{Options, Ruleset, Stop};
/// use grundy_core::{Sum, component, solve::solve};
/// use grundy_engine::quotient::{Outcome, Play};
///
/// /// Take one stone, or half of them, rounded down.
/// #[derive(Debug)]
/// struct Halves;
///
/// impl Ruleset for Halves {
///     type Position = u64;
///     type Move = u64;
///     fn options(&self, &heap: &u64, options: &mut Options<u64, u64>) -> Result<(), Stop> {
///         let left = [heap.saturating_sub(1), heap / 2];
///         left.iter().filter(|_| heap > 0).try_for_each(|&left| options.push(left, &[left]))
///     }
///     fn describe(&self, _: &u64, left: &u64) -> Message {
///         message!("leave {left}", "剩下 {left}", left = *left)
///     }
/// }
///
/// let sum = Sum::new(vec![component::of(Halves, [10, 7])]);
/// assert_eq!(sum.to_string(), "Halves 10 7");
/// assert_eq!(solve(&sum, Play::Normal).outcome, Some(Outcome::N));
/// ```
pub fn of<R: Ruleset>(rules: R, positions: impl IntoIterator<Item = R::Position>) -> Part {
    let name = format!("{rules:?}");
    named(name, rules, positions)
}

/// A part of a game from any ruleset under a `name`, which must say all that determines the rules.
pub fn named<R: Ruleset>(
    name: impl Into<String>,
    rules: R,
    positions: impl IntoIterator<Item = R::Position>,
) -> Part {
    let writing = Writing {
        name: |_| None,
        write: |_, position, text| {
            // A string takes all that is written.
            let _ = write!(text, "{position:?}");
        },
        coordinates: |_| 0,
        at: |_, _| None,
    };
    with(rules, name.into(), (writing, None), positions)
}

fn with<R: Ruleset>(
    rules: R,
    head: String,
    (writing, bytes): (Writing<R>, Option<ByteForm<R>>),
    positions: impl IntoIterator<Item = R::Position>,
) -> Part {
    let mut hasher = FxHasher::default();
    TypeId::of::<R>().hash(&mut hasher);
    head.hash(&mut hasher);
    let hash = hasher.finish();
    let handle = Handle(Arc::new(Shared {
        rules: Arc::new(rules),
        head,
        hash,
        bytes,
        writing,
    }));
    let components = positions
        .into_iter()
        .map(|position| handle.component(position))
        .collect();
    Part {
        rules: Box::new(handle),
        components,
        whole: false,
    }
}

/// Rules and position of a component, if it is one of this kind of rules.
pub fn of_kind<R: Ruleset>(component: &dyn Component) -> Option<(&R, &R::Position)> {
    let single = component.as_any().downcast_ref::<Single<R>>()?;
    Some((single.rules(), &single.position))
}

/// What is known of positions that have a byte form.
struct ByteForm<R: Ruleset> {
    encode: fn(&R::Position, &mut Vec<u8>),
    decode: fn(&mut &[u8]) -> Result<R::Position, Undecodable>,
    explorer: fn(Handle<R>, usize) -> Box<dyn Explorer>,
}

/// How a ruleset and its positions are written and where they stand in tables.
struct Writing<R: Ruleset> {
    name: fn(&R) -> Option<&'static str>,
    write: fn(&R, &R::Position, &mut String),
    coordinates: fn(&R) -> usize,
    at: fn(&R, &[u64]) -> Option<R::Position>,
}

struct Shared<R: Ruleset> {
    rules: Arc<R>,
    head: String,
    /// That of the kind of rules and of the head, which may be long.
    hash: u64,
    bytes: Option<ByteForm<R>>,
    writing: Writing<R>,
}

impl<R: Ruleset> Shared<R> {
    fn at(&self, coordinates: &[u64]) -> Option<R::Position> {
        (self.writing.at)(&self.rules, coordinates)
    }
}

impl<R: Ruleset> fmt::Debug for Shared<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared")
            .field("rules", &self.rules)
            .field("head", &self.head)
            .finish_non_exhaustive()
    }
}

#[derive(Debug)]
struct Handle<R: Ruleset>(Arc<Shared<R>>);

impl<R: Ruleset> Clone for Handle<R> {
    fn clone(&self) -> Self {
        Handle(Arc::clone(&self.0))
    }
}

impl<R: Ruleset> Deref for Handle<R> {
    type Target = R;
    fn deref(&self) -> &R {
        &self.0.rules
    }
}

impl<R: Ruleset> Handle<R> {
    fn component(&self, position: R::Position) -> Box<dyn Component> {
        Box::new(Single {
            handle: self.clone(),
            position,
        })
    }
}

#[derive(Debug)]
struct Single<R: Ruleset> {
    handle: Handle<R>,
    position: R::Position,
}

impl<R: Ruleset> Single<R> {
    fn rules(&self) -> &R {
        &self.handle.0.rules
    }

    fn told(&self, limit: usize) -> Result<Options<R::Position, R::Move>, Stop> {
        let mut options = Options::with_limit(limit);
        options.fill(self.rules(), &self.position)?;
        Ok(options)
    }

    fn erase(&self, moves: Moves<R::Position>) -> Moves<Box<dyn Component>> {
        let step = |step: Step<R::Position>| Step {
            message: step.message,
            to: step
                .to
                .into_iter()
                .map(|position| self.handle.component(position))
                .collect(),
        };
        Moves {
            count: moves.count,
            listed: moves.listed.into_iter().map(step).collect(),
        }
    }
}

impl<R: Ruleset> Rules for Handle<R> {
    fn name(&self) -> Option<&'static str> {
        (self.0.writing.name)(&self.0.rules)
    }
    fn head(&self) -> &str {
        &self.0.head
    }
    fn coordinates(&self) -> usize {
        (self.0.writing.coordinates)(&self.0.rules)
    }
    fn at(&self, coordinates: &[u64]) -> Option<Box<dyn Component>> {
        Some(self.component(self.0.at(coordinates)?))
    }
    fn heap_values(&self, last: u64, work: &mut Work) -> Option<Result<Vec<u32>, Reason>> {
        let zero = self.0.at(&[0])?;
        self.0.rules.capabilities().heaps?.heap(&zero)?;
        Some(heaps::values(&*self.0.rules, &self.0.head, last, work))
    }
    fn pair_values(
        &self,
        width: usize,
        height: usize,
        work: &mut Work,
    ) -> Option<Result<Grid, Reason>> {
        let zero = self.0.at(&[0, 0])?;
        let on_pairs = self.0.rules.capabilities().pairs?;
        on_pairs.pair(&zero)?;
        Some(on_pairs.fill_pairs(width, height, work.searching.threads, &mut work.meter))
    }
    fn bar_values(
        &self,
        width: usize,
        height: usize,
        work: &mut Work,
    ) -> Option<Result<Grid, Reason>> {
        let (rules, head) = (&*self.0.rules, &self.0.head);
        rules.capabilities().staircases?;
        let last = [width.checked_sub(1)? as u64, height.checked_sub(1)? as u64];
        let last = self.0.at(&last)?;
        let mut fill = || {
            let cells = width.saturating_mul(height) as u64;
            work.meter.spend(cells, cells.saturating_mul(4))?;
            // The largest first, whose table tells all others.
            staircases::value(rules, head, &last, work)?;
            let mut values: Vec<u32> = Vec::new();
            for y in 0..height as u64 {
                for x in 0..width as u64 {
                    values.push(match self.0.at(&[x, y]) {
                        Some(position) => staircases::value(rules, head, &position, work)?,
                        None => 0,
                    });
                }
            }
            Ok(Grid::of(width, height, Cells::U32(values)))
        };
        Some(fill())
    }
    fn explorer(&self, limit: usize) -> Option<Box<dyn Explorer>> {
        let bytes = self.0.bytes.as_ref()?;
        Some((bytes.explorer)(self.clone(), limit))
    }
    fn decode(&self, bytes: &mut &[u8]) -> Option<Result<Box<dyn Component>, Undecodable>> {
        let decoded = (self.0.bytes.as_ref()?.decode)(bytes);
        Some(decoded.map(|position| self.component(position)))
    }
    fn boxed(&self) -> Box<dyn Rules> {
        Box::new(self.clone())
    }
}

impl<R: Ruleset> Component for Single<R> {
    fn rules(&self) -> Box<dyn Rules> {
        Box::new(self.handle.clone())
    }
    fn head(&self) -> &str {
        &self.handle.0.head
    }
    fn write(&self, text: &mut String) {
        (self.handle.0.writing.write)(self.rules(), &self.position, text);
    }
    fn ends(&self) -> bool {
        self.rules().ends(&self.position)
    }

    fn falls_apart(&self) -> bool {
        self.rules().capabilities().couples.is_some()
    }
    fn worker(&self, bytes: u64) -> Option<Box<dyn Worker>> {
        let offered = self.rules().capabilities().couples?;
        let search = offered.couples(&self.position, bytes)?;
        Some(Box::new(Working(search)))
    }

    fn value_by(&self, engine: Engine, work: &mut Work) -> Result<Nimber, Reason> {
        let (rules, head, position) = (self.rules(), &self.handle.0.head, &self.position);
        // A table is looked up by the head.
        work.meter.step(head.len() as u64)?;
        match engine {
            Engine::Theorem => rules
                .capabilities()
                .values
                .and_then(|theorem| theorem.value(position))
                .ok_or(NoTheorem::Value.into()),
            Engine::Table => {
                if let Some(reached) = rules.capabilities().reached
                    && reached.is_little(head, position, work)
                {
                    return Err(NotCovered::Little.into());
                }
                let on_heaps = rules.capabilities().heaps;
                if on_heaps.is_some_and(|heaps| heaps.heap(position).is_some()) {
                    heaps::nimber(rules, head, position, work)
                } else if rules.capabilities().staircases.is_some() {
                    staircases::value(rules, head, position, work).map(Nimber::from)
                } else {
                    pairs::value(rules, head, position, work).map(Nimber::from)
                }
            }
            Engine::Pattern if !self.is_beyond(work) => Err(NotCovered::Values.into()),
            Engine::Pattern => (self.by_pattern(work)?.value).ok_or(NoTheorem::ValueInSum.into()),
            Engine::Couples => couples::value(rules, head, position, work).map(Nimber::from),
            Engine::Search => {
                staircases::searchable(rules, position, &mut work.meter)?;
                search::value(rules, head, position, work).map(Nimber::from)
            }
            _ => Err(NotCovered::Values.into()),
        }
    }

    fn moves_by_table(&self) -> bool {
        self.rules().capabilities().staircases.is_some()
    }

    fn winning_by_table(
        &self,
        work: &mut Work,
    ) -> Result<(Moves<Box<dyn Component>>, Message), Reason> {
        let head = &self.handle.0.head;
        let (moves, because) = staircases::winning(self.rules(), head, &self.position, work)?;
        Ok((self.erase(moves), because))
    }

    fn is_beyond(&self, work: &mut Work) -> bool {
        let patterns = self.rules().capabilities().patterns;
        patterns
            .is_some_and(|patterns| patterns.is_beyond(&self.handle.0.head, &self.position, work))
    }
    fn by_pattern(&self, work: &mut Work) -> Result<Patterned, Reason> {
        let patterns = self.rules().capabilities().patterns;
        let patterns = patterns.ok_or(NotCovered::Values)?;
        patterns.told(&self.handle.0.head, &self.position, work)
    }
    fn winning_by_pattern(&self, work: &mut Work) -> Result<Moves<Box<dyn Component>>, Reason> {
        let (rules, head) = (self.rules(), &self.handle.0.head);
        Ok(self.erase(enumerate::lost_by_pattern(
            rules,
            head,
            &self.position,
            work,
        )?))
    }

    fn value_again(&self, threads: usize, meter: &mut Meter) -> Result<Nimber, Reason> {
        if !self.ends() {
            return Err(Reason::Repeats(None));
        }
        let rules = Arc::clone(&self.handle.0.rules);
        couples::value_of_any(rules, &self.position, threads, meter).map(Nimber::from)
    }

    fn grounds(&self, work: &mut Work) -> Result<Grounds<String>, Reason> {
        let (rules, head) = (self.rules(), &self.handle.0.head);
        let (value, grounds) = couples::grounds(rules, head, &self.position, work)?;
        let write = |position| {
            let mut text = String::new();
            (self.handle.0.writing.write)(rules, position, &mut text);
            text
        };
        let written = grounds
            .iter()
            .map(|(position, fact)| (write(position), *fact));
        Ok((value, written.collect()))
    }

    fn most_bits(&self, engine: Engine) -> Option<usize> {
        match engine {
            Engine::Theorem => (self.rules().capabilities().values)
                .and_then(|theorem| theorem.most_bits(&self.position)),
            Engine::Pattern => Some(64),
            // Tables and memos hold numbers of 32 binary digits.
            _ => Some(32),
        }
    }

    fn moves_to(
        &self,
        engine: Engine,
        target: &Nimber,
        work: &mut Work,
    ) -> Result<Moves<Box<dyn Component>>, Reason> {
        let rules = self.rules();
        if let (Engine::Theorem, Some(theorem)) = (engine, rules.capabilities().values)
            && let Some(moves) = theorem.moves_to(&self.position, target, work.listed)
        {
            return Ok(self.erase(moves));
        }
        let head = &self.handle.0.head;
        if engine == Engine::Table
            && let Some(moves) = heaps::moves_to(rules, head, &self.position, target, work)
        {
            return Ok(self.erase(moves));
        }
        let moves = enumerate::moves_to(rules, head, &self.position, engine, target, work)?;
        Ok(self.erase(moves))
    }

    fn heap(&self) -> Option<Natural> {
        let on_heaps = self.rules().capabilities().heaps?;
        Some(on_heaps.heap(&self.position)?.into_owned())
    }

    fn sequence_rules(&self) -> Option<SequenceRules> {
        self.rules().capabilities().heaps?.sequence_rules()
    }

    fn sought(&self, sought: &Sought<'_>, work: &Work) -> Option<Moves<Box<dyn Component>>> {
        let on_heaps = self.rules().capabilities().heaps?;
        let heap = on_heaps.heap(&self.position)?;
        let moves = on_heaps.heap_moves(sought, &heap, work.listed)?;
        Some(self.erase(moves))
    }

    fn period(&self, work: &mut Work) -> Option<Period> {
        let head = &self.handle.0.head;
        heaps::period_beyond(self.rules(), head, &self.position, work)
    }

    fn because(&self, engine: Engine, work: &mut Work) -> Message {
        let rules = self.rules();
        match (engine, rules.capabilities()
.values) {
            (Engine::Theorem, Some(theorem)) => theorem.because(&self.position),
            (Engine::Table, _) if rules.capabilities().staircases.is_some() => staircases::because(),
            (Engine::Table, _) => heaps::by_period(rules, &self.handle.0.head, &self.position, work)
                .unwrap_or_else(|| {
                    message!(
                        "from a table of the values of all smaller positions, each the mex of its options' values",
                        "由所有更小局面的 SG 值表得出，每个值是其后继值的 mex"
                    )
                }),
            (Engine::Pattern, _) => match self.by_pattern(work) {
                Ok(told) => told.because,
                Err(why) => why.describe(),
            },
            (Engine::Couples, _) => message!(
                "by search: the value is the size of the Nim heap that makes the sum with it a P-position",
                "由搜索得出：与它相加而使先手必败的尼姆堆，其大小就是 SG 值"
            ),
            _ => message!(
                "by search of all positions that can follow, each value the mex of its options' values",
                "搜索所有后续局面，每个值是其后继值的 mex"
            ),
        }
    }

    fn tame(&self) -> Option<Message> {
        self.rules().capabilities().tame.map(|tame| tame())
    }
    fn outcome(&self, play: Play) -> Option<Outcome> {
        self.rules()
            .capabilities()
            .outcomes?
            .outcome(&self.position, play)
    }
    fn winning(&self, play: Play, work: &mut Work) -> Result<Moves<Box<dyn Component>>, Reason> {
        let rules = self.rules();
        if let Some(moves) = rules
            .capabilities()
            .outcomes
            .and_then(|theorem| theorem.winning(&self.position, play, work.listed))
        {
            return Ok(self.erase(moves));
        }
        Ok(self.erase(enumerate::winning(rules, &self.position, play, work)?))
    }
    fn searches_outcomes(&self) -> bool {
        let reached = self.rules().capabilities().reached;
        reached.is_some_and(|reached| reached.tells_outcomes())
    }
    fn tells_outcome_soon(&self, play: Play, work: &mut Work) -> bool {
        let head = &self.handle.0.head;
        let reached = self.rules().capabilities().reached;
        reached.is_some_and(|reached| {
            reached.tells_outcomes() && reached.tells_outcome_soon(head, &self.position, play, work)
        })
    }
    fn wins_by_search(&self, play: Play, work: &mut Work) -> Result<bool, Reason> {
        let head = &self.handle.0.head;
        let reached = self.rules().capabilities().reached;
        reached
            .ok_or(NotCovered::Values)?
            .wins(head, &self.position, play, work)
    }
    fn winning_by_search(
        &self,
        play: Play,
        work: &mut Work,
    ) -> Result<Moves<Box<dyn Component>>, Reason> {
        let (rules, head) = (self.rules(), &self.handle.0.head);
        Ok(self.erase(enumerate::lost(rules, head, &self.position, play, work)?))
    }
    fn search_because(&self, play: Play, work: &mut Work) -> Option<Message> {
        let reached = self.rules().capabilities().reached?;
        reached.because(&self.position, play, work)
    }
    fn remoteness(&self, play: Play) -> Option<u64> {
        self.rules()
            .capabilities()
            .outcomes?
            .remoteness(&self.position, play)
    }
    fn outcome_because(&self, play: Play) -> Option<Message> {
        Some(
            self.rules()
                .capabilities()
                .outcomes?
                .because(&self.position, play),
        )
    }

    fn loopy(&self) -> Option<(LoopyValue, u64)> {
        let theorem = self.rules().capabilities().loopy?;
        let value = theorem.value(&self.position);
        Some((value, theorem.counter(&self.position)))
    }
    fn loopy_moves(
        &self,
        target: &Nimber,
        work: &mut Work,
    ) -> Result<CountedMoves<Box<dyn Component>>, Reason> {
        let moves = enumerate::loopy_moves(self.rules(), &self.position, target, work)?;
        let erased = moves.into_iter().map(|(step, counter)| {
            let to = step.to.into_iter();
            let step = Step {
                message: step.message,
                to: to.map(|position| self.handle.component(position)).collect(),
            };
            (step, counter)
        });
        Ok(erased.collect())
    }

    fn steps(&self, limit: usize) -> Result<Vec<Step<Box<dyn Component>>>, Stop> {
        let options = self.told(limit)?;
        let all = options.iter();
        let steps = all.map(|(mv, to)| step(self.rules(), &self.position, mv, to));
        let moves = Moves::all(steps.collect(), usize::MAX);
        Ok(self.erase(moves).listed)
    }
    fn drawn(&self, limit: usize) -> Drawn<Box<dyn Component>> {
        let drawn = drawn::drawn(self.rules(), &self.position, limit, |heap| {
            self.handle.0.at(&[heap])
        });
        let turn = |turn: Turn<R::Position>| Turn {
            message: turn.message,
            to: turn
                .to
                .into_iter()
                .map(|position| self.handle.component(position))
                .collect(),
            clicks: turn.clicks,
        };
        Drawn {
            scene: drawn.scene,
            turns: drawn
                .turns
                .map(|turns| turns.into_iter().map(turn).collect()),
        }
    }
    fn options(&self, limit: usize) -> Result<Vec<Vec<Box<dyn Component>>>, Stop> {
        let options = self.told(limit)?;
        let sum = |(_, to): (&R::Move, &[R::Position])| {
            to.iter()
                .map(|position| self.handle.component(position.clone()))
                .collect()
        };
        Ok(options.iter().map(sum).collect())
    }

    fn encode(&self, bytes: &mut Vec<u8>) -> bool {
        let form = self.handle.0.bytes.as_ref();
        form.map(|form| (form.encode)(&self.position, bytes))
            .is_some()
    }
    fn heap_bytes(&self) -> u64 {
        self.rules().heap_bytes(&self.position)
    }
    fn mobility(&self) -> Option<u32> {
        self.rules().mobility(&self.position)
    }
    fn boxed(&self) -> Box<dyn Component> {
        self.handle.component(self.position.clone())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn same(&self, other: &dyn Component) -> bool {
        other
            .as_any()
            .downcast_ref::<Single<R>>()
            .is_some_and(|other| {
                self.position == other.position
                    && (Arc::ptr_eq(&self.handle.0, &other.handle.0)
                        || (self.handle.0.hash == other.handle.0.hash
                            && self.handle.0.head == other.handle.0.head))
            })
    }
    fn hash_into(&self, mut state: &mut dyn Hasher) {
        self.handle.0.hash.hash(&mut state);
        self.position.hash(&mut state);
    }
}
