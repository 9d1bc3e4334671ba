//! Who wins a compound, from what its games are worth: no position of the compound is gone through but where nothing else tells.

use std::collections::HashMap;

use grundy_core::theory::Engine;

use super::{Choice, Compound, Games, Kind, MOST_MOVES, One, choices, why, written};
use crate::budget::Meter;
use crate::component::Component;
use crate::engine::Work;
use crate::engine::search;
use crate::engine::whole::SumSearch;
use crate::nimber::{Mex, Nimber};
use crate::quotient::{Outcome, Play};
use crate::reason::{Reason, TooLarge};
use crate::ruleset::{OnReached, Options, Ruleset, Stop};
use crate::text::Message;

/// A value is searched for with one part of so many of the budget, and at least so many positions.
const PART: u64 = 64;
const LEAST: u64 = 1 << 14;

/// Remoteness, or suspense, of games by their text.
#[derive(Default)]
struct Lengths([HashMap<String, u32>; 4]);

/// Outcomes of compounds under misère play by their text.
#[derive(Default)]
struct Misere(HashMap<String, bool>);

/// Whoever wins can choose between a short play and a long one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wants {
    /// The winner a short play: remoteness.
    Short,
    /// The winner a long one: suspense.
    Long,
}

/// What follows from the numbers of the options.
fn length(options: &[u32], wants: Wants, play: Play) -> u32 {
    // Who moves to such a number wins.
    let lost = match play {
        Play::Normal => 0,
        Play::Misere => 1,
    };
    let won = || {
        options
            .iter()
            .copied()
            .filter(move |number| number % 2 == lost)
    };
    let others = || options.iter().copied();
    let best = match wants {
        Wants::Short => won().min().or(others().max()),
        Wants::Long => won().max().or(others().min()),
    };
    best.map_or(0, |best| best + 1)
}

struct Frame {
    text: String,
    options: Vec<One>,
    next: usize,
    numbers: Vec<u32>,
}

fn told(game: &One, meter: &mut Meter) -> Result<Vec<Choice>, Reason> {
    let limit = usize::try_from(meter.positions_left()).unwrap_or(MOST_MOVES);
    let told = choices(game, limit.min(MOST_MOVES));
    let told = told.map_err(|stop| stop.reason(|| TooLarge::Moves(MOST_MOVES).into()))?;
    let bytes = told.iter().map(|(_, left)| 128 + 64 * left.len() as u64);
    meter.spend(1 + told.len() as u64 / 4, bytes.sum())?;
    Ok(told)
}

/// The remoteness or the suspense of a game, depth first with a stack of its own.
fn measure(
    game: &One,
    wants: Wants,
    play: Play,
    known: &mut HashMap<String, u32>,
    meter: &mut Meter,
) -> Result<u32, Reason> {
    let open = |game: &One, text: String, meter: &mut Meter| -> Result<Frame, Reason> {
        let options = told(game, meter)?;
        Ok(Frame {
            text,
            options: options.into_iter().map(|(_, left)| left).collect(),
            next: 0,
            numbers: Vec::new(),
        })
    };
    let text = written(game);
    if let Some(&number) = known.get(&text) {
        return Ok(number);
    }
    let mut stack = vec![open(game, text, meter)?];
    let mut last = 0;
    while let Some(frame) = stack.last_mut() {
        if let Some(option) = frame.options.get(frame.next) {
            let text = written(option);
            match known.get(&text) {
                Some(&number) => {
                    frame.numbers.push(number);
                    frame.next += 1;
                }
                None => {
                    let deeper = open(option, text, meter)?;
                    stack.push(deeper);
                }
            }
            continue;
        }
        last = length(&frame.numbers, wants, play);
        known.insert(std::mem::take(&mut frame.text), last);
        stack.pop();
    }
    Ok(last)
}

/// The value of a sum, by whatever engines tell the values of its parts.
fn value_of(game: &One, work: &mut Work) -> Result<u32, Reason> {
    let value = nim_sum(game, work)?;
    u32::try_from(&value.0).map_err(|_| TooLarge::Value.into())
}

/// The same, of any size.
fn nim_sum(game: &One, work: &mut Work) -> Result<Nimber, Reason> {
    game.iter().try_fold(Nimber::zero(), |all, part| {
        let mut why = Reason::Off;
        for engine in Engine::VALUES {
            match part.value_by(engine, work) {
                Ok(value) => return Ok(&all ^ &value),
                Err(reason) => why = reason,
            }
        }
        Err(why)
    })
}

/// Whether a game has no move; one is enough to know that it has.
fn has_ended(game: &One) -> bool {
    matches!(choices(game, 1), Ok(moves) if moves.is_empty())
}

/// Whether a game has a value other than 0.
fn is_won(game: &One, work: &mut Work) -> Result<bool, Reason> {
    Ok(!nim_sum(game, work)?.is_zero())
}

/// The rules alone, for plain search.
#[derive(Debug)]
struct Plain(Compound);

impl Ruleset for Plain {
    type Position = Games;
    type Move = ();

    fn options(&self, from: &Games, options: &mut Options<Games, ()>) -> Result<(), Stop> {
        let mut all = Options::with_limit(options.room());
        let pushed = self.0.options(from, &mut all);
        for (_, to) in all.iter() {
            options.push((), to)?;
        }
        pushed
    }

    fn describe(&self, _: &Games, (): &()) -> Message {
        crate::message!("a move", "一步")
    }

    fn heap_bytes(&self, position: &Games) -> u64 {
        self.0.heap_bytes(position)
    }
}

impl Compound {
    /// Remoteness of each game of a conjunctive compound, or suspense where it is a long one.
    pub(super) fn lengths(
        self,
        games: &[One],
        play: Play,
        work: &mut Work,
    ) -> Result<Vec<u32>, Reason> {
        let (wants, memory) = match self.0 {
            Kind::Long => (Wants::Long, 2),
            _ => (Wants::Short, 0),
        };
        let memory = memory + usize::from(play == Play::Misere);
        let mut lengths = Vec::with_capacity(games.len());
        for game in games {
            let known = &mut work.tables.of::<Lengths>("").0[memory];
            lengths.push(measure(game, wants, play, known, &mut work.meter)?);
        }
        Ok(lengths)
    }

    /// That of the compound.
    pub(super) fn deciding(self, lengths: &[u32]) -> u32 {
        let deciding = match self.0 {
            Kind::Long => lengths.iter().max(),
            _ => lengths.iter().min(),
        };
        deciding.copied().unwrap_or(0)
    }

    /// The values of an ordinal sum's last game, last two games, …, and of all: see the colon principle.
    pub(super) fn colon(games: &[One], work: &mut Work) -> Result<Vec<u32>, Reason> {
        let Some((last, before)) = games.split_last() else {
            return Ok(Vec::new());
        };
        let mut value = value_of(last, work)?;
        let mut values = vec![value];
        let mut mex = Mex::new();
        for game in before.iter().rev() {
            mex.clear();
            for (_, left) in told(game, &mut work.meter)? {
                mex.insert(value_of(&left, work)?);
            }
            // The values of options are passed over.
            for _ in 0..value {
                let free = mex.least_missing();
                mex.insert(free);
                work.meter.step(1 + u64::from(free) / 8)?;
            }
            value = mex.least_missing();
            values.push(value);
        }
        Ok(values)
    }

    /// The games of a selective compound that have not ended, each with its value.
    pub(super) fn unended(games: &[One], work: &mut Work) -> Result<Vec<Nimber>, Reason> {
        let left = games.iter().filter(|game| !has_ended(game));
        left.map(|game| nim_sum(game, work)).collect()
    }

    /// Whether the player to move wins under misère play, by going through all that can follow.
    fn wins_misere(&self, head: &str, from: &Games, work: &mut Work) -> Result<bool, Reason> {
        if let [game] = &from.games[..] {
            let mut whole = SumSearch::new(Play::Misere);
            let parts: Vec<&dyn Component> = game.iter().map(AsRef::as_ref).collect();
            return Ok(whole.outcome(&parts, &mut work.meter)? == Outcome::N);
        }
        let known = &mut work.tables.of::<Misere>(head).0;
        if let Some(&won) = known.get(&from.text) {
            return Ok(won);
        }
        let open = |from: &Games, meter: &mut Meter| -> Result<Vec<Games>, Reason> {
            let mut options =
                Options::with_limit(meter.room(self.heap_bytes(from) + 64).min(MOST_MOVES));
            let pushed = self.options(from, &mut options);
            pushed.map_err(|stop| stop.reason(|| TooLarge::Moves(MOST_MOVES).into()))?;
            let bytes = self.heap_bytes(from) * (1 + options.len() as u64);
            meter.spend(1 + options.len() as u64 / 4, bytes)?;
            Ok(options.positions().to_vec())
        };
        let mut stack = vec![(from.clone(), open(from, &mut work.meter)?, 0)];
        let mut last = true;
        while let Some((position, options, next)) = stack.last_mut() {
            // Who cannot move wins.
            let mut won = options.is_empty();
            let mut deeper = None;
            while !won && let Some(option) = options.get(*next) {
                match known.get(&option.text) {
                    Some(&theirs) => {
                        won = !theirs;
                        *next += 1;
                    }
                    None => {
                        deeper = Some(option.clone());
                        break;
                    }
                }
            }
            if let (false, Some(option)) = (won, deeper) {
                let options = open(&option, &mut work.meter)?;
                stack.push((option, options, 0));
                continue;
            }
            known.insert(position.text.clone(), won);
            last = won;
            stack.pop();
        }
        Ok(last)
    }
}

impl OnReached<Games> for Compound {
    fn is_little(&self, _: &str, _: &Games, _: &mut Work) -> bool {
        false
    }

    /// Ordinal sums by the colon principle, others by search, for a part of the budget: who wins is told by less.
    fn value(&self, head: &str, position: &Games, work: &mut Work) -> Result<u32, Reason> {
        if self.0 == Kind::Ordinal {
            let values = Compound::colon(&position.games, work)?;
            return Ok(values.last().copied().unwrap_or(0));
        }
        let positions = (work.meter.positions_left() / PART).max(LEAST);
        let part = work.meter.at_most(positions);
        let whole = std::mem::replace(&mut work.meter, part);
        let value = search::value(&Plain(*self), head, position, work);
        let part = std::mem::replace(&mut work.meter, whole);
        work.meter.resume(&part);
        value
    }

    fn tells_outcomes(&self) -> bool {
        true
    }

    fn wins(
        &self,
        head: &str,
        position: &Games,
        play: Play,
        work: &mut Work,
    ) -> Result<bool, Reason> {
        let games = &position.games;
        match (self.0, play) {
            (Kind::Conjunctive | Kind::Long, _) => {
                let lengths = self.lengths(games, play, work)?;
                let is_odd = self.deciding(&lengths) % 2 == 1;
                Ok(is_odd == (play == Play::Normal))
            }
            (Kind::Ordinal, Play::Normal) => Ok(Compound::colon(games, work)?
                .last()
                .is_some_and(|&value| value != 0)),
            (Kind::Ordinal, Play::Misere) => self.wins_misere(head, position, work),
            (Kind::Selective, _) => {
                let left: Vec<&One> = games.iter().filter(|game| !has_ended(game)).collect();
                if let (Play::Misere, [] | [_]) = (play, &left[..]) {
                    let only = left.into_iter().cloned().collect();
                    let only = Games::new(only, self.0);
                    return match only.games.is_empty() {
                        true => Ok(true),
                        false => self.wins_misere(head, &only, work),
                    };
                }
                for game in left {
                    if is_won(game, work)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }
    fn because(&self, position: &Games, play: Play, work: &mut Work) -> Option<Message> {
        why::why(*self, position, play, work)
    }
}
