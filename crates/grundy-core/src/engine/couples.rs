//! Values of positions that fall apart, by the [search for couples](grundy_engine::split) that a ruleset offers, or by that of any ruleset.

use std::collections::hash_map::Entry;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use grundy_engine::split::Splits;
use grundy_engine::split::keys::Numbered;
use grundy_engine::split::search::Search;
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
                let (name, before) = (search.name().to_owned(), search.progress().bytes);
                shelf.load(&name, &mut |from| search.load(from));
                let held = search.progress().bytes.saturating_sub(before);
                meter.spend(0, held)?;
            }
            if kept.len() == MOST_KEPT {
                kept.remove(0);
            }
            kept.push(search);
            kept.len() - 1
        }
    };
    Ok(kept[at].as_mut())
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

/// A search by couples of any ruleset whose plays end, from its options alone: it holds at most about so many bytes. The ruleset need offer nothing.
pub fn of_any<R: Ruleset>(rules: Arc<R>, bytes: u64) -> Box<dyn Couples<R::Position>> {
    let positions = Positions {
        rules,
        moves: Arc::default(),
    };
    let name = format!("{:?}", positions.rules);
    couples(name, Search::new(positions, bytes), |splits, position| {
        Some((0, splits.part(position).ok()?.into_iter().collect()))
    })
}

/// The positions of a ruleset as parts.
struct Positions<R: Ruleset> {
    rules: Arc<R>,
    /// How many options each has that was met.
    moves: Arc<Mutex<FxHashMap<R::Position, u32>>>,
}

impl<R: Ruleset> Clone for Positions<R> {
    fn clone(&self) -> Self {
        Positions {
            rules: Arc::clone(&self.rules),
            moves: Arc::clone(&self.moves),
        }
    }
}

impl<R: Ruleset> Positions<R> {
    /// The part that a position is; none where there is no move, which is worth 0.
    fn part(&self, position: &R::Position) -> Result<Option<Counted<R::Position>>, Stop> {
        let mut met = self.moves.lock().unwrap_or_else(PoisonError::into_inner);
        let moves = match met.entry(position.clone()) {
            Entry::Occupied(met) => *met.get(),
            Entry::Vacant(new) => {
                let mut options = Options::with_limit(MOST_MOVES);
                self.rules.options(position, &mut options)?;
                *new.insert(u32::try_from(options.len()).unwrap_or(u32::MAX))
            }
        };
        Ok((moves > 0).then(|| Counted {
            position: position.clone(),
            moves,
        }))
    }
}

/// A position with the number of its options.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Counted<P> {
    position: P,
    moves: u32,
}

impl<R: Ruleset> Splits for Positions<R> {
    type Part = Counted<R::Position>;
    type Keys = Numbered<Counted<R::Position>>;
    type Stop = Stop;

    fn keys(&self, bytes: u64) -> Self::Keys {
        // What is told of the moves is kept beside the keys.
        Numbered::new(|_| 2 * size_of::<R::Position>() as u64, bytes)
    }

    fn size(&self, part: &Self::Part) -> u32 {
        part.moves
    }

    fn options<F>(&self, part: &Self::Part, mut visit: F) -> Result<(), Stop>
    where
        F: FnMut(u32, &[Self::Part]) -> ControlFlow<()>,
    {
        let mut options = Options::with_limit(MOST_MOVES);
        self.rules.options(&part.position, &mut options)?;
        let mut parts = Vec::new();
        for (_, sum) in options.iter() {
            parts.clear();
            for position in sum {
                parts.extend(self.part(position)?);
            }
            grundy_engine::split::cancel(&mut parts);
            if visit(0, &parts).is_break() {
                break;
            }
        }
        Ok(())
    }
}
