//! Values of positions that fall apart, by the [search for couples](grundy_engine::split) that a ruleset offers, or by that of any ruleset.

use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use grundy_engine::split::search::Search;
use grundy_engine::split::{Keys, Splits, cancel};
use rustc_hash::FxHashMap;

use crate::budget::{Exhausted, Meter};
use crate::couples::{Couples, Grounds, MOST_MOVES, Searching, couples};
use crate::engine::{Tables, Work};
use crate::nimber::Nimber;
use crate::reason::{NotCovered, Reason};
use crate::ruleset::{Options, Ruleset, Stop};

/// The searches kept for one ruleset.
struct Kept<R: Ruleset>(Vec<Box<dyn Couples<R::Position>>>, PhantomData<fn(R)>);

impl<R: Ruleset> Default for Kept<R> {
    fn default() -> Self {
        Kept(Vec::new(), PhantomData)
    }
}

/// Searches of boards of different sizes that are kept at once.
const MOST_KEPT: usize = 8;

/// The value of a position.
///
/// # Errors
/// What ran out, or that the ruleset offers no search for it.
pub fn value<R: Ruleset>(
    rules: &R,
    head: &str,
    position: &R::Position,
    work: &mut Work,
) -> Result<u32, Reason> {
    let asked =
        |search: &mut dyn Couples<R::Position>, meter: &mut Meter| search.value(position, meter);
    let Work {
        meter,
        tables,
        searching,
        ..
    } = work;
    let search = kept(rules, head, position, tables, searching, meter)?;
    searched(search, searching, meter, asked)
}

/// The value of a position, with all that it rests on.
///
/// # Errors
/// What ran out, or that the ruleset offers no search for it, or none whose parts are positions.
pub fn grounds<R: Ruleset>(
    rules: &R,
    head: &str,
    position: &R::Position,
    work: &mut Work,
) -> Result<Grounds<R::Position>, Reason> {
    // The long part is kept on the way; what follows is not begun again after each slice of time.
    value(rules, head, position, work)?;
    let Work {
        meter,
        tables,
        searching,
        ..
    } = work;
    kept(rules, head, position, tables, searching, meter)?.grounds(position, meter)
}

/// The search that covers a position: one that is kept, or a new one with what the shelf has of it.
fn kept<'w, R: Ruleset>(
    rules: &R,
    head: &str,
    position: &R::Position,
    tables: &'w mut Tables,
    searching: &Searching,
    meter: &mut Meter,
) -> Result<&'w mut dyn Couples<R::Position>, Reason> {
    let kept = &mut tables.of::<Kept<R>>(head).0;
    let at = kept.iter().position(|search| search.covers(position));
    let at = match at {
        Some(at) => at,
        None => {
            let bytes = meter.bytes_left() / 4 * 3;
            let offered = rules.capabilities().couples;
            let search = offered.and_then(|offered| offered.couples(position, bytes));
            let mut search = search.ok_or(NotCovered::Couples)?;
            if let Some(shelf) = &searching.shelf
                && search.lasts()
            {
                let name = search.name().to_owned();
                shelf.load(&name, &mut |from| search.load(from));
            }
            held(search.as_ref(), meter)?;
            if kept.len() == MOST_KEPT {
                kept.remove(0);
            }
            kept.push(search);
            kept.len() - 1
        }
    };
    Ok(kept[at].as_mut())
}

/// Counts what a search holds before it has searched: its table has a least size, which may be more than there is room for.
///
/// # Errors
/// That there is no room for it.
fn held<P>(search: &dyn Couples<P>, meter: &mut Meter) -> Result<(), Exhausted> {
    let bytes = search.progress().bytes;
    if meter.room(bytes) == 0 {
        return Err(meter.full(bytes));
    }
    meter.spend(0, bytes)
}

/// How long a search goes on before somebody hears of it.
const SLICE: Duration = Duration::from_secs(2);

/// Asks a search. Where tables are kept, it is asked in slices of time, between which its table loses nothing.
fn searched<P, T>(
    search: &mut dyn Couples<P>,
    searching: &Searching,
    meter: &mut Meter,
    asked: impl Fn(&mut dyn Couples<P>, &mut Meter) -> Result<T, Reason>,
) -> Result<T, Reason> {
    search.set_threads(searching.threads);
    search.set_crew(searching.crew.clone());
    let Some(shelf) = &searching.shelf else {
        return asked(search, meter);
    };
    let name = search.name().to_owned();
    let save = |search: &dyn Couples<P>| {
        if search.lasts() {
            shelf.save(&name, &mut |to| search.save(to));
        }
    };
    let before = search.progress().options;
    let told = loop {
        let mut slice = meter.for_now(SLICE);
        let told = asked(search, &mut slice);
        meter.resume(&slice);
        if !matches!(told, Err(Reason::Exhausted(Exhausted::Time(_)))) || meter.look().is_err() {
            break told;
        }
        shelf.progress(&name, &search.progress());
        if shelf.is_due() {
            save(search);
        }
    };
    if search.progress().options > before {
        save(search);
    }
    told
}

/// Whether the value of a sum is `target`, the sum being an option of a position whose value was found.
///
/// # Errors
/// What ran out.
pub fn is<R: Ruleset>(
    rules: &R,
    head: &str,
    sum: &[R::Position],
    target: &Nimber,
    work: &mut Work,
) -> Result<bool, Reason> {
    let Some(target) = target
        .to_u64()
        .and_then(|target| u32::try_from(target).ok())
    else {
        return Ok(false);
    };
    let kept = &mut work.tables.of::<Kept<R>>(head).0;
    let covers = |search: &dyn Couples<R::Position>| sum.iter().all(|part| search.covers(part));
    if let Some(search) = kept.iter_mut().find(|search| covers(search.as_ref())) {
        let asked = |search: &mut dyn Couples<R::Position>, meter: &mut Meter| {
            search.is(sum, target, meter)
        };
        return searched(search.as_mut(), &work.searching, &mut work.meter, asked);
    }
    let mut value = 0;
    for part in sum {
        value ^= self::value(rules, head, part, work)?;
    }
    Ok(value == target)
}

/// The value of a position by a search by couples of any ruleset whose plays end, from its options alone, in so many threads. The ruleset
/// need offer nothing.
///
/// # Errors
/// What ran out.
pub fn value_of_any<R: Ruleset>(
    rules: Arc<R>,
    position: &R::Position,
    threads: usize,
    meter: &mut Meter,
) -> Result<u32, Reason> {
    let name = format!("{rules:?}");
    let desk = Arc::new(Desk::new(rules));
    let positions = Positions(Arc::clone(&desk) as Arc<dyn Listed>);
    let search = Search::new(positions, meter.bytes_left() / 4 * 3);
    let mut search = couples(name, search, move |_, position| {
        Some((0, desk.part(position).ok()?.into_iter().collect()))
    });
    held(search.as_ref(), meter)?;
    search.set_threads(threads);
    search.value(position, meter)
}

/// The positions of a ruleset as parts, by the numbers that its desk gives them: one search is compiled for all rulesets.
#[derive(Clone)]
struct Positions(Arc<dyn Listed>);

/// A position by its number, with the number of its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Met {
    /// None where no more positions may be held.
    number: Option<u32>,
    moves: u32,
}

/// Visits an option's components, until it breaks.
type Visit<'v> = dyn FnMut(&[Met]) -> ControlFlow<()> + 'v;

/// Lists options of positions by number.
trait Listed: Send + Sync {
    /// No more than so many bytes are held from now on.
    fn limit(&self, bytes: u64);

    /// Bytes that are held.
    fn bytes(&self) -> u64;

    /// The position of a number.
    fn met(&self, number: u32) -> Option<Met>;

    /// Lists the options of the position of a number, which was met.
    fn options(&self, number: u32, visit: &mut Visit<'_>) -> Result<(), Stop>;
}

/// Gives the positions of a ruleset numbers in the order in which they are met.
struct Desk<R: Ruleset> {
    rules: Arc<R>,
    known: RwLock<Positioned<R::Position>>,
    most: AtomicU64,
}

/// The positions that were met, with their numbers and the number of options of each.
struct Positioned<P> {
    numbers: FxHashMap<P, u32>,
    all: Vec<(P, u32)>,
}

impl<R: Ruleset> Desk<R> {
    /// What one position takes, kept twice and with the room that a hash table leaves.
    const EACH: u64 = 2 * (2 * size_of::<R::Position>() as u64 + 16);

    fn new(rules: Arc<R>) -> Desk<R> {
        Desk {
            rules,
            known: RwLock::new(Positioned {
                numbers: FxHashMap::default(),
                all: Vec::new(),
            }),
            most: AtomicU64::new(u64::MAX),
        }
    }

    /// The part that a position is; none where there is no move, which is worth 0.
    fn part(&self, position: &R::Position) -> Result<Option<Met>, Stop> {
        let at = |known: &Positioned<R::Position>| {
            let &number = known.numbers.get(position)?;
            let moves = known.all[number as usize].1;
            Some(Met {
                number: Some(number),
                moves,
            })
        };
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let met = at(&known);
        drop(known);
        let met = match met {
            Some(met) => met,
            None => {
                let mut options = Options::with_limit(MOST_MOVES);
                self.rules.options(position, &mut options)?;
                let moves = u32::try_from(options.len()).unwrap_or(u32::MAX);
                let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
                // Another thread may have met it meanwhile.
                at(&known).unwrap_or_else(|| Met {
                    number: self.number(&mut known, position, moves),
                    moves,
                })
            }
        };
        Ok((met.moves > 0).then_some(met))
    }

    /// A number for a new position; none where there is no room left.
    fn number(
        &self,
        known: &mut Positioned<R::Position>,
        position: &R::Position,
        moves: u32,
    ) -> Option<u32> {
        let number = u32::try_from(known.all.len()).ok()?;
        if (u64::from(number) + 1).saturating_mul(Self::EACH) > self.most.load(Ordering::Relaxed) {
            return None;
        }
        known.numbers.insert(position.clone(), number);
        known.all.push((position.clone(), moves));
        Some(number)
    }
}

impl<R: Ruleset> Listed for Desk<R> {
    fn limit(&self, bytes: u64) {
        self.most.store(bytes, Ordering::Relaxed);
    }

    fn bytes(&self) -> u64 {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.all.len() as u64 * Self::EACH
    }

    fn met(&self, number: u32) -> Option<Met> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let &(_, moves) = known.all.get(number as usize)?;
        Some(Met {
            number: Some(number),
            moves,
        })
    }

    fn options(&self, number: u32, visit: &mut Visit<'_>) -> Result<(), Stop> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let position = known.all[number as usize].0.clone();
        drop(known);
        let mut options = Options::with_limit(MOST_MOVES);
        self.rules.options(&position, &mut options)?;
        let mut parts = Vec::new();
        for (_, sum) in options.iter() {
            parts.clear();
            for position in sum {
                parts.extend(self.part(position)?);
            }
            if visit(&parts).is_break() {
                break;
            }
        }
        Ok(())
    }
}

impl Splits for Positions {
    type Part = Met;
    type Keys = Positions;
    type Stop = Stop;

    fn keys(&self, bytes: u64) -> Positions {
        self.0.limit(bytes);
        self.clone()
    }

    fn size(&self, part: &Met) -> u32 {
        part.moves
    }

    fn options<F>(&self, part: &Met, mut visit: F) -> Result<(), Stop>
    where
        F: FnMut(u32, &[Met]) -> ControlFlow<()>,
    {
        // A search numbers a part before it asks for the options.
        let number = part.number.ok_or(Stop::Full)?;
        let mut kept = Vec::new();
        self.0.options(number, &mut |parts| {
            kept.clear();
            kept.extend_from_slice(parts);
            // Two for which there is no number are not known to be equal.
            if kept.iter().all(|part| part.number.is_some()) {
                cancel(&mut kept);
            }
            visit(0, &kept)
        })
    }
}

impl Keys<Met> for Positions {
    fn bits(&self) -> u32 {
        32
    }

    fn number(&self, part: &Met) -> Option<u64> {
        part.number.map(u64::from)
    }

    fn part(&self, number: u64) -> Option<Met> {
        self.0.met(u32::try_from(number).ok()?)
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}
