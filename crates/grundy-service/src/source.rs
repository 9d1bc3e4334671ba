//! Where the values of a nim-sequence come from: a sequence that is computed as it goes, the table of a rule, which is there as a
//! whole, or a period, behind which nothing needs to be computed.

use grundy::budget::Meter;
use grundy::component::{self, Part};
use grundy::engine::period::Period;
use grundy::engine::sequence::{BLOCK, Engine, Limits, Rules, Sequence, Stop};
use grundy::notation::shortened;
use grundy::reason::{NotCovered, TooLarge};
use grundy::rule::Rule;
use grundy::rulesets::extended::is_extended;
use grundy::{Budget, Exhausted, ParseError, Play, Solver, message};

use crate::filling::Filling;
use crate::proved::Proved;
use crate::range::Axis;
use crate::rule::Written;
use crate::{Failure, Refused, Why, stopped, table, text};

/// Heaps after which the engine is known.
const SCOUTED: u64 = 1 << 14;

/// Bytes that the dense engine keeps for each value while it makes room.
const DENSE: u64 = 4;

/// What the values are of.
#[derive(Clone, Debug)]
pub enum Game {
    /// A code or a set of takes, which has engines of its own.
    Code(Rules),
    /// Any other rule on numbers.
    Rule(Box<Rule>),
    /// A family by one number: words of a rule on words, or heaps of a code that has no engine of its own.
    Family(Part),
}

impl Game {
    /// The code, or the rule in its place, and how it is called.
    ///
    /// # Errors
    /// That there is neither, both, no such code, or a rule of more coordinates than one.
    pub fn read(code: Option<&str>, rule: Option<&Written>) -> Result<(String, Game), Failure> {
        match (rule.map(Written::read).transpose()?, code) {
            (None, None) => Err(Refused::NothingAsked.into()),
            (Some(_), Some(code)) => Err(Refused::GameBesideRule(code.to_owned()).into()),
            (None, Some(code)) => Ok((code.to_owned(), Game::of_code(code)?)),
            (Some(ruled), None) => match ruled.proved_rules() {
                Some(rules) => Ok((rules.to_string(), Game::Code(rules.clone()))),
                None => match ruled.rule.numbers() {
                    Some(rule) if rule.arity() == 1 => {
                        Ok((rule.text().to_owned(), Game::Rule(Box::new(rule.clone()))))
                    }
                    Some(rule) => Err(Refused::OneCoordinate(rule.arity()).into()),
                    None => Ok((ruled.rule.text().to_owned(), Game::Family(ruled.family()?))),
                },
            },
        }
    }

    /// A code, which may be an extended one: then a game of the catalogue, and what it says may be a plain code or a set of takes.
    ///
    /// # Errors
    /// That there is no such code.
    pub fn of_code(code: &str) -> Result<Game, Failure> {
        let code = &*text::plain(code);
        let plain = match code.parse() {
            Ok(rules) => return Ok(Game::Code(rules)),
            Err(error) => error,
        };
        if !is_extended(code) {
            let is_name = code.starts_with(|first: char| first.is_ascii_alphabetic());
            return match code.parse::<grundy::Game>() {
                Ok(game) if is_name => of_game(code, &game, plain),
                // A name that is none of a game is told with those that are near.
                Err(unknown) if is_name => Err(Failure::game(code, unknown)),
                _ => Err(Failure::game(code, plain)),
            };
        }
        let game: grundy::Game = code.parse().map_err(|error| Failure::game(code, error))?;
        let [part] = game.parts() else {
            return Err(Failure::game(code, plain));
        };
        let heap = part.rules.at(&[0]);
        let rules = heap.and_then(|heap| heap.sequence_rules());
        Ok(rules.map_or_else(|| Game::Family(part.clone()), Game::Code))
    }

    /// Bytes that so many values need, where it can be known before anything is begun that `memory` will not suffice: the
    /// dense engine and a table keep all values.
    pub fn needs_more(&self, count: u64, memory: u64) -> Option<u64> {
        let needed = count.saturating_mul(DENSE);
        if needed <= memory {
            return None;
        }
        let rules = match self {
            Game::Code(rules) => rules.clone(),
            Game::Rule(_) | Game::Family(_) => return Some(needed),
        };
        let mut sequence = Sequence::new(rules, Limits::default());
        let mut values = Vec::new();
        while sequence.len() < SCOUTED {
            values.clear();
            if sequence.next_block(&mut values).is_err() {
                break;
            }
        }
        match sequence.engine() {
            Engine::Dense => Some(needed),
            Engine::Sparse | Engine::Window => None,
        }
    }
}

/// Why a sequence ended after so many values.
pub fn ended(length: u64, stop: Stop) -> Why {
    let why = match stop {
        Stop::Memory(bytes) => message!(
            "at least {bytes#byte} of memory would be needed",
            "至少还需 {bytes} 字节内存",
            bytes = bytes
        ),
        Stop::Wide => message!("the next value is above 65535", "下一个值超过 65535"),
        Stop::Dropped => message!(
            "the next value needs heaps that were dropped",
            "下一个值需要已丢弃的堆"
        ),
    };
    let message = message!(
        "stopped after {length} values: {why}",
        "在 {length} 个值之后停止：{why}",
        length = length,
        why = why
    );
    match stop {
        Stop::Memory(bytes) => Why::told(Exhausted::Bytes(bytes as u64), message),
        Stop::Wide => Why::told(TooLarge::Value, message),
        Stop::Dropped => Why::told(NotCovered::OutsideTable, message),
    }
}

/// A game of the catalogue that goes by no code of its own, but may have the rules of one all the same.
fn of_game(name: &str, game: &grundy::Game, mut wrong: ParseError) -> Result<Game, Failure> {
    let heap = match game.parts() {
        [part] if part.components.is_empty() => part.rules.at(&[0]),
        _ => None,
    };
    if let Some(rules) = heap.and_then(|heap| heap.sequence_rules()) {
        return Ok(Game::Code(rules));
    }
    wrong.message = message!(
        "'{name}' has no code: expected a code such as 0.77 or 4.3, take:SET, nim, grundy, couples or another name of a code, or a rule in one number such as 'n -> n-k for k in 1..=3'",
        "'{name}' 没有代号：此处应为 0.77 或 4.3 之类的代号、take:SET、nim、grundy、couples 或其他有名称的代号，或单变量规则，例如 'n -> n-k for k in 1..=3'",
        name = shortened(name)
    );
    Err(Failure::game(name, wrong))
}

/// The values of a game that has no position at 0, which counts as 0.
fn behind_zero(
    rules: &dyn component::Rules,
    size: usize,
    solver: Solver,
) -> Result<Vec<u32>, Failure> {
    let filling = Filling {
        rules,
        play: Play::Normal,
        down: None,
        across: Axis::below(size),
        solver,
        threads: 1,
        progress: &mut |_| {},
    };
    let (values, why) = filling.first_values();
    match why {
        Some(why) => Err(Failure::Unknown(why.into())),
        None if values.len() < size => Err(Failure::Unknown(
            message!(
                "there is no position at {at}",
                "坐标 {at} 处没有局面",
                at = values.len()
            )
            .into(),
        )),
        None => Ok(values),
    }
}

/// Values in their order.
#[derive(Debug)]
pub enum Source {
    /// A code or a set of takes.
    Sequence(Box<Sequence>),
    /// All values that will be asked for, and how many were passed on.
    Table(Vec<u32>, usize),
    /// Those from some heap on, by a period.
    Proved(Proved),
}

/// By what the last of the values are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// An engine of sequences.
    Engine(Engine),
    /// Every option was gone through.
    Options,
    /// A period that is proved.
    Period(Period),
}

impl Source {
    /// The values of the heaps from `from` to `count` - 1 by a period, where one is proved from the values of small heaps and that
    /// spares work.
    ///
    /// # Errors
    /// That somebody stopped it, or the time is over.
    pub fn by_period(
        game: &Game,
        from: u64,
        count: u64,
        budget: &Budget,
    ) -> Result<Option<Source>, Failure> {
        let Game::Code(rules) = game else {
            return Ok(None);
        };
        let proved = Proved::of(rules, from, count.saturating_sub(1), budget)?;
        Ok(proved.map(Source::Proved))
    }

    /// The values of a game from heap 0 on, `count` of them where they are the table of a rule, which stays within the budget's
    /// bytes and time.
    ///
    /// # Errors
    /// That the table cannot be filled, or that somebody stopped it.
    pub fn new(game: &Game, count: u64, budget: &Budget) -> Result<Source, Failure> {
        let rule = match game {
            Game::Code(rules) => {
                let memory = usize::try_from(budget.bytes).unwrap_or(usize::MAX);
                let sequence = Sequence::new(rules.clone(), Limits { memory });
                return Ok(Source::Sequence(Box::new(sequence)));
            }
            Game::Rule(rule) => rule,
            Game::Family(part) => {
                let size = usize::try_from(count).unwrap_or(usize::MAX);
                let mut solver = Solver::new();
                solver.budget = budget.clone();
                let rules = part.rules.as_ref();
                let values = match rules.at(&[0]) {
                    Some(_) => table::values(rules, &[size], solver, &mut |_| {}),
                    None => behind_zero(rules, size, solver),
                };
                return match values {
                    Err(_) if stopped(budget) => Err(Failure::Interrupted),
                    values => Ok(Source::Table(values?, 0)),
                };
            }
        };
        let budget = Budget {
            positions: u64::MAX,
            ..budget.clone()
        };
        let size = usize::try_from(count).unwrap_or(usize::MAX);
        let table = rule.table(&[size], &mut Meter::new(&budget));
        if stopped(&budget) {
            return Err(Failure::Interrupted);
        }
        let table = table.map_err(|unfilled| Failure::Unknown(unfilled.reason(rule).into()))?;
        Ok(Source::Table(table.into_cells(), 0))
    }

    /// Works with so many threads where the values are those of a code; so many values are wanted in all.
    pub fn set_threads(&mut self, threads: usize, count: u64) {
        if let Source::Sequence(sequence) = self {
            sequence.set_threads(threads);
            sequence.set_goal(count);
        }
    }

    /// The heap whose value comes next.
    #[expect(clippy::len_without_is_empty, reason = "it goes on for ever")]
    pub fn len(&self) -> u64 {
        match self {
            Source::Sequence(sequence) => sequence.len(),
            Source::Table(_, done) => *done as u64,
            Source::Proved(proved) => proved.next(),
        }
    }

    /// Adds the next values.
    ///
    /// # Errors
    /// Why there are no further ones.
    pub fn next_block(&mut self, values: &mut Vec<u32>) -> Result<(), Stop> {
        match self {
            Source::Sequence(sequence) => sequence.next_block(values),
            Source::Table(table, done) => {
                let end = table.len().min(*done + BLOCK);
                values.extend_from_slice(&table[*done..end]);
                // As a sequence does, it goes on in whole blocks.
                *done += BLOCK;
                Ok(())
            }
            Source::Proved(proved) => {
                proved.next_block(values);
                Ok(())
            }
        }
    }

    /// By what the last of the values are known.
    pub fn basis(&self) -> Basis {
        match self {
            Source::Sequence(sequence) => Basis::Engine(sequence.engine()),
            Source::Table(..) => Basis::Options,
            Source::Proved(proved) => Basis::Period(proved.period()),
        }
    }

    /// The state for a checkpoint; only a sequence has one.
    pub fn save(&self) -> Vec<u8> {
        match self {
            Source::Sequence(sequence) => sequence.save(),
            Source::Table(..) | Source::Proved(_) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_by_their_names() {
        for (name, code) in [("nim", "take:!"), ("kayles", "0.77"), ("row:1,2", "0.77")] {
            match Game::of_code(name) {
                Ok(Game::Code(rules)) => assert_eq!(rules.to_string(), code, "{name}"),
                other => panic!("{name}: {other:?}"),
            }
        }
        for name in ["lasker", "wythoff", "cram", "nim 3"] {
            let Err(Failure::Game(_, wrong)) = Game::of_code(name) else {
                panic!("{name} has no code");
            };
            let told = wrong.render(grundy::Lang::En);
            assert!(told.contains(&format!("'{name}' has no code")), "{told}");
        }
        assert!(Game::of_code("lasker 3 x").is_err() && Game::of_code("laskr").is_err());
    }

    /// A path has a vertex at least, and a cycle three.
    #[test]
    fn families_begin_where_they_have_positions() {
        for (family, expected) in [("path=n", [0, 1, 2, 3, 1, 4, 3, 2]), ("cycle=n", [0; 8])] {
            let written = Written {
                text: format!("graph remove vertex | remove edge with ends on {family}"),
                given: Vec::new(),
            };
            let (_, game) = Game::read(None, Some(&written)).expect("a family");
            let source = Source::new(&game, 8, &Budget::default());
            let Ok(Source::Table(values, _)) = source else {
                panic!("{family}: no table");
            };
            assert_eq!(values, expected, "{family}");
        }
    }
}
