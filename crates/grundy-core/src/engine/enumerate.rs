//! Moves found by going through the options one by one, where no theorem names them.

use crate::engine::{Work, couples, heaps, pairs, search, staircases};
use crate::nimber::Nimber;
use crate::number::Natural;
use crate::quotient::{LoopyValue, Outcome, Play};
use crate::reason::{NoTheorem, Reason, TooLarge};
use crate::ruleset::{Capabilities, CountedMoves, Moves, Options, Ruleset, step};
use crate::theory::Engine;

/// More options than this are not gone through to count the winning ones.
const MOST: usize = 1 << 20;

/// Who wins the sum of nothing: nobody can move.
pub fn of_nothing(play: Play) -> Outcome {
    match play {
        Play::Normal => Outcome::P,
        Play::Misere => Outcome::N,
    }
}

fn options<R: Ruleset>(
    rules: &R,
    position: &R::Position,
    work: &mut Work,
) -> Result<Options<R::Position, R::Move>, Reason> {
    // With what tells the moves apart.
    let bytes = 128 + rules.heap_bytes(position);
    let room = work.meter.room(bytes);
    let full = work.meter.full(bytes);
    let mut options = Options::with_limit(room.min(MOST));
    let pushed = options.fill(rules, position);
    work.meter.spend(options.len() as u64, 0)?;
    pushed.map_err(|stop| {
        stop.reason(|| match room < MOST {
            true => full.into(),
            false => TooLarge::Moves(MOST).into(),
        })
    })?;
    Ok(options)
}

/// The options of the finite loopy value `target`, each with its counter.
///
/// # Errors
/// What ran out.
pub fn loopy_moves<R: Ruleset>(
    rules: &R,
    position: &R::Position,
    target: &Nimber,
    work: &mut Work,
) -> Result<CountedMoves<R::Position>, Reason> {
    let Some(theorem) = rules.capabilities().loopy else {
        return Ok(Vec::new());
    };
    let options = options(rules, position, work)?;
    let mut found = Vec::new();
    for (mv, to) in options.iter() {
        if let [only] = to
            && theorem.value(only) == LoopyValue::Finite(target.clone())
        {
            found.push((step(rules, position, mv, to), theorem.counter(only)));
        }
    }
    Ok(found)
}

/// The options whose value is `target`, the values told by `engine`.
///
/// # Errors
/// What ran out.
pub fn moves_to<R: Ruleset>(
    rules: &R,
    head: &str,
    position: &R::Position,
    engine: Engine,
    target: &Nimber,
    work: &mut Work,
) -> Result<Moves<R::Position>, Reason> {
    let Capabilities {
        values,
        heaps: on_heaps,
        staircases: on_staircases,
        patterns,
        ..
    } = rules.capabilities();
    those(rules, position, work, &mut |sum, work| {
        work.meter.step(100)?;
        if engine == Engine::Couples {
            return couples::is(rules, head, sum, target, work);
        }
        let mut value = Nimber::zero();
        for part in sum {
            let one = match engine {
                Engine::Theorem => {
                    let told = values.and_then(|theorem| theorem.value(part));
                    told.ok_or(NoTheorem::OptionValue)?
                }
                Engine::Table if on_heaps.is_some_and(|heaps| heaps.heap(part).is_some()) => {
                    heaps::nimber(rules, head, part, work)?
                }
                Engine::Table if on_staircases.is_some() => {
                    Nimber::from(staircases::value(rules, head, part, work)?)
                }
                // An option that a theorem knows may stand in no table.
                Engine::Table => match values.and_then(|told| told.value(part)) {
                    Some(value) => value,
                    None => Nimber::from(pairs::value(rules, head, part, work)?),
                },
                Engine::Pattern => {
                    let told = patterns
                        .ok_or(NoTheorem::OptionValue)?
                        .told(head, part, work);
                    told?.value.ok_or(NoTheorem::OptionValue)?
                }
                _ => Nimber::from(search::value(rules, head, part, work)?),
            };
            value = &value ^ &one;
        }
        Ok(value == *target)
    })
}

/// The options that the outcome theorem calls P-positions.
///
/// # Errors
/// What ran out, or that the theorem says nothing of some option.
pub fn winning<R: Ruleset>(
    rules: &R,
    position: &R::Position,
    play: Play,
    work: &mut Work,
) -> Result<Moves<R::Position>, Reason> {
    let outcomes = rules.capabilities().outcomes;
    those(rules, position, work, &mut |sum, work| {
        work.meter.step(1000)?;
        let outcome = match sum {
            [] => Some(of_nothing(play)),
            [only] => outcomes.and_then(|theorem| theorem.outcome(only, play)),
            _ => None,
        };
        Ok(outcome.ok_or(NoTheorem::OptionOutcome)? == Outcome::P)
    })
}

/// The options from which the next player loses, by the ruleset's own search of what is reached.
///
/// # Errors
/// What ran out, or that there is no such search.
pub fn lost<R: Ruleset>(
    rules: &R,
    head: &str,
    position: &R::Position,
    play: Play,
    work: &mut Work,
) -> Result<Moves<R::Position>, Reason> {
    let reached = rules.capabilities().reached;
    those(
        rules,
        position,
        work,
        &mut |sum, work| match (sum, reached) {
            ([], _) => Ok(of_nothing(play) == Outcome::P),
            ([only], Some(reached)) => Ok(!reached.wins(head, only, play, work)?),
            _ => Err(NoTheorem::OptionOutcome.into()),
        },
    )
}

/// The options that a proved pattern calls P-positions.
///
/// # Errors
/// What ran out, or that the pattern says nothing of some option.
pub fn lost_by_pattern<R: Ruleset>(
    rules: &R,
    head: &str,
    position: &R::Position,
    work: &mut Work,
) -> Result<Moves<R::Position>, Reason> {
    let patterns = rules.capabilities().patterns;
    those(
        rules,
        position,
        work,
        &mut |sum, work| match (sum, patterns) {
            ([], _) => Ok(true),
            ([only], Some(patterns)) => Ok(patterns.told(head, only, work)?.outcome == Outcome::P),
            _ => Err(NoTheorem::OptionOutcome.into()),
        },
    )
}

/// Whether an option is as wanted.
type IsWanted<'a, R> =
    dyn FnMut(&[<R as Ruleset>::Position], &mut Work) -> Result<bool, Reason> + 'a;

/// The options that are as wanted: their number, and the first of them.
fn those<R: Ruleset>(
    rules: &R,
    position: &R::Position,
    work: &mut Work,
    is_wanted: &mut IsWanted<'_, R>,
) -> Result<Moves<R::Position>, Reason> {
    let options = options(rules, position, work)?;
    let (mut count, mut listed) = (0u64, Vec::new());
    for (mv, sum) in options.iter() {
        if is_wanted(sum, work)? {
            count += 1;
            if listed.len() < work.listed {
                listed.push(step(rules, position, mv, sum));
            }
        }
    }
    Ok(Moves {
        count: Some(Natural::from(count)),
        listed,
    })
}
