//! Many sums at once: each row of a matrix of numbers is a sum of positions of one ruleset.
//!
//! The value of a sum is the nim-sum of the values of its components (Sprague 1936, Grundy 1939). So each component is valued once, by the
//! ruleset's table of heaps where it has one, and rows are looked up and added. Heaps of Nim are their own values (Bouton 1901), and under
//! misère play only rows of ones and nothing else are won otherwise; other sums under misère play are solved whole, equal ones once.

use std::collections::HashMap;

use crate::budget::Meter;
use crate::component::{Part, Rules};
use crate::message;
use crate::quotient::{Outcome, Play};
use crate::reason::{NoTheorem, Reason, TooLarge};
use crate::solve::{Solver, Wanted};
use crate::text::Message;
use crate::{Component, Engine, Game};

/// Numbers, row after row, so many to a row.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'n, N> {
    /// The numbers of all rows.
    pub numbers: &'n [N],
    /// How many make a row; at least 1.
    pub width: usize,
}

/// Why rows have no answers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowsError {
    /// The game is not one ruleset, without positions, whose positions are one number each, or two.
    Game,
    /// The numbers do not make whole rows, or a row does not make whole positions of so many coordinates.
    Width {
        /// Coordinates of a position.
        coordinates: usize,
        /// Numbers of a row.
        width: usize,
        /// Numbers in all.
        count: usize,
    },
    /// There is no position at these numbers.
    NoPosition {
        /// The row, from 0.
        row: usize,
        /// What stands there.
        numbers: Vec<i128>,
    },
    /// What a row is worth cannot be told within the budget, or at all.
    Unknown {
        /// The row, from 0.
        row: usize,
        /// Why.
        why: Reason,
    },
}

impl RowsError {
    /// What is wrong, in a sentence.
    pub fn describe(&self) -> Message {
        match self {
            RowsError::Game => message!(
                "rows of numbers are sums of one game whose positions are one number or two, such as kayles, wythoff or take:1-3",
                "数的各行是同一种游戏之和，其局面为一个数或两个数，例如 kayles、wythoff 或 take:1-3"
            ),
            RowsError::Width {
                coordinates,
                width,
                count,
            } => message!(
                "{count} numbers in rows of {width} are not whole rows of positions of {coordinates} each",
                "{count} 个数按每行 {width} 个排列，不能构成每个局面 {coordinates} 个数的完整各行",
                count = *count,
                width = *width,
                coordinates = *coordinates
            ),
            RowsError::NoPosition { row, numbers } => {
                let numbers: Vec<String> = numbers.iter().map(i128::to_string).collect();
                message!(
                    "row {row}: there is no position at {numbers}",
                    "第 {row} 行：{numbers} 处没有局面",
                    row = *row,
                    numbers = numbers.join(",")
                )
            }
            RowsError::Unknown { row, why } => message!(
                "row {row}: {why}",
                "第 {row} 行：{why}",
                row = *row,
                why = why.describe()
            ),
        }
    }
}

impl std::fmt::Display for RowsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.describe().fmt(f)
    }
}

impl std::error::Error for RowsError {}

/// A type of integers that rows are made of.
pub trait Number: Copy + sealed::Sealed {
    /// The number in 64 bits; a negative one has the greatest.
    #[doc(hidden)]
    fn bits(self) -> u64;
    /// The number itself.
    #[doc(hidden)]
    fn whole(self) -> i128;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! numbers {
    ($($type:ty),*) => {$(
        impl sealed::Sealed for $type {}
        impl Number for $type {
            #[inline(always)]
            #[allow(clippy::cast_sign_loss, clippy::cast_lossless, trivial_numeric_casts, reason = "one text for all types")]
            fn bits(self) -> u64 {
                self as u64
            }
            #[inline(always)]
            #[allow(clippy::cast_lossless, reason = "as above")]
            fn whole(self) -> i128 {
                self as i128
            }
        }
    )*};
}
numbers!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);

/// The Grundy value of each row.
///
/// The game has no positions of its own: its name and parameters say by which rules the rows are played. A position of a game on pairs takes two
/// numbers of a row.
///
/// ```
/// use grundy::{Game, Rows, Solver, values};
/// let kayles: Game = "kayles".parse().unwrap();
/// let rows = Rows { numbers: &[1, 2, 3, 4, 5, 9], width: 3 };
/// assert_eq!(values(&kayles, rows, &mut Solver::new()).unwrap(), [0, 1]);
/// ```
///
/// Takes a few steps for each number, beside the values of the components: a table up to the largest heap, or one question for each that differs.
///
/// # Errors
/// The first row that has no answer, and why.
pub fn values<N: Number>(
    game: &Game,
    rows: Rows<'_, N>,
    solver: &mut Solver,
) -> Result<Vec<u64>, RowsError> {
    let rules = asked(game, rows)?;
    let mut worth = Worth::of(rules, rows, solver)?;
    if worth.is_nim {
        return Ok(added(rows));
    }
    let Rows { numbers, width } = rows;
    let mut values = Vec::with_capacity(numbers.len() / width);
    let meter = Meter::new(&solver.budget);
    for (row, numbers) in numbers.chunks_exact(width).enumerate() {
        if row.is_multiple_of(LOOK) {
            looked(&meter, row)?;
        }
        values.push(worth.row(row, numbers, solver)?);
    }
    Ok(values)
}

/// Who wins each row. Under normal play a row of one position is told by what tells who wins that, a theorem above all, and so is a row whose value
/// [`values`] cannot tell; any other by its value.
///
/// ```
/// use grundy::{Game, Outcome, Play, Rows, Solver, outcomes};
/// let nim: Game = "nim".parse().unwrap();
/// let rows = Rows { numbers: &[1u8, 1, 2, 2, 1, 0], width: 2 };
/// let told = outcomes(&nim, rows, Play::Misere, &mut Solver::new()).unwrap();
/// assert_eq!(told, [Outcome::N, Outcome::P, Outcome::P]);
/// ```
///
/// # Errors
/// As [`values`].
pub fn outcomes<N: Number>(
    game: &Game,
    rows: Rows<'_, N>,
    play: Play,
    solver: &mut Solver,
) -> Result<Vec<Outcome>, RowsError> {
    let of_value = |value: u64| if value == 0 { Outcome::P } else { Outcome::N };
    let rules = asked(game, rows)?;
    checked(rows)?;
    if is_nim(rules) && play == Play::Normal {
        return Ok(added(rows).into_iter().map(of_value).collect());
    }
    if is_nim(rules) {
        let of_row = |row: &[N]| {
            let bits = row.iter().map(|number| number.bits());
            let (sum, any) = bits.fold((0, 0), |(sum, any), one| (sum ^ one, any | one));
            of_value(if any > 1 { sum } else { 1 - sum })
        };
        return Ok(rows.numbers.chunks_exact(rows.width).map(of_row).collect());
    }
    let coordinates = rules.coordinates();
    let mut worth = match play {
        Play::Normal => Some(Worth::of(rules, rows, solver)?),
        Play::Misere => None,
    };
    if rows.width == coordinates && worth.as_ref().is_some_and(|worth| worth.heaps.is_none()) {
        // A position alone is told with less than its value.
        worth = None;
    }
    let mut known: HashMap<Vec<u64>, Outcome> = HashMap::new();
    let meter = Meter::new(&solver.budget);
    let told = rows.numbers.chunks_exact(rows.width).enumerate();
    told.map(|(row, numbers)| {
        if row.is_multiple_of(LOOK) || worth.is_none() {
            looked(&meter, row)?;
        }
        if let Some(worth) = &mut worth {
            match worth.row(row, numbers, solver) {
                Ok(value) => return Ok(of_value(value)),
                Err(RowsError::Unknown { .. }) => {}
                Err(wrong) => return Err(wrong),
            }
        }
        let mut positions: Vec<&[N]> = numbers.chunks_exact(coordinates).collect();
        positions.sort_unstable_by_key(|position| {
            position.iter().map(|it| it.bits()).collect::<Vec<_>>()
        });
        let key: Vec<u64> = (positions.iter().copied().flatten())
            .map(|number| number.bits())
            .collect();
        if let Some(outcome) = known.get(&key) {
            return Ok(*outcome);
        }
        let components = positions.iter().map(|position| at(rules, row, position));
        let components = components.collect::<Result<Vec<_>, RowsError>>()?;
        let answer = quietly(solver, Wanted::Outcome, |solver| {
            solver.solve(&sum(rules, components), play)
        });
        let why = answer.unknown.unwrap_or(Reason::Off);
        let outcome = (answer.outcome).ok_or(RowsError::Unknown { row, why })?;
        known.insert(key, outcome);
        Ok(outcome)
    })
    .collect()
}

/// So many rows are answered between two looks at the budget.
const LOOK: usize = 1 << 12;

fn looked(meter: &Meter, row: usize) -> Result<(), RowsError> {
    meter.look().map_err(|exhausted| RowsError::Unknown {
        row,
        why: exhausted.into(),
    })
}

/// The rules of a question that is one about rows.
fn asked<'g, N>(game: &'g Game, rows: Rows<'_, N>) -> Result<&'g dyn Rules, RowsError> {
    let [part] = game.parts() else {
        return Err(RowsError::Game);
    };
    let coordinates = part.rules.coordinates();
    if coordinates == 0 || !part.components.is_empty() {
        return Err(RowsError::Game);
    }
    let (width, count) = (rows.width, rows.numbers.len());
    let is_whole = width > 0 && width.is_multiple_of(coordinates) && count.is_multiple_of(width);
    match is_whole {
        true => Ok(part.rules.as_ref()),
        false => Err(RowsError::Width {
            coordinates,
            width,
            count,
        }),
    }
}

fn is_nim(rules: &dyn Rules) -> bool {
    rules.name() == Some("nim")
}

/// That no number is negative.
fn checked<N: Number>(rows: Rows<'_, N>) -> Result<(), RowsError> {
    let least = rows.numbers.iter().map(|number| number.whole() >> 64);
    let any = least.fold(0, |any, high| any | high);
    if any == 0 {
        return Ok(());
    }
    let at = rows.numbers.iter().position(|number| number.whole() < 0);
    let at = at.unwrap_or(0);
    Err(RowsError::NoPosition {
        row: at / rows.width,
        numbers: vec![rows.numbers[at].whole()],
    })
}

/// The nim-sum of each row. Short rows have loops of their own, which work on many rows at a time.
fn added<N: Number>(rows: Rows<'_, N>) -> Vec<u64> {
    fn exactly<N: Number, const W: usize>(numbers: &[N]) -> Vec<u64> {
        let (rows, _) = numbers.as_chunks::<W>();
        let sum = |row: &[N; W]| row.iter().fold(0, |sum, number| sum ^ number.bits());
        rows.iter().map(sum).collect()
    }
    let Rows { numbers, width } = rows;
    match width {
        1 => exactly::<N, 1>(numbers),
        2 => exactly::<N, 2>(numbers),
        3 => exactly::<N, 3>(numbers),
        4 => exactly::<N, 4>(numbers),
        5 => exactly::<N, 5>(numbers),
        6 => exactly::<N, 6>(numbers),
        7 => exactly::<N, 7>(numbers),
        8 => exactly::<N, 8>(numbers),
        _ => {
            let sum = |row: &[N]| row.iter().fold(0, |sum, number| sum ^ number.bits());
            numbers.chunks_exact(width).map(sum).collect()
        }
    }
}

/// What positions are worth.
struct Worth<'r> {
    rules: &'r dyn Rules,
    is_nim: bool,
    coordinates: usize,
    /// The values of all heaps to the largest, where the ruleset tells them as a whole.
    heaps: Option<Vec<u32>>,
    /// The values of single positions.
    known: HashMap<[u64; 2], u64>,
}

/// Heaps that a table may hold for each number of the rows, and how many it may hold anyway.
const A_NUMBER: u64 = 16;
const ANYWAY: u64 = 1 << 20;

impl<'r> Worth<'r> {
    fn of<N: Number>(
        rules: &'r dyn Rules,
        rows: Rows<'_, N>,
        solver: &mut Solver,
    ) -> Result<Worth<'r>, RowsError> {
        checked(rows)?;
        let mut worth = Worth {
            rules,
            is_nim: is_nim(rules),
            coordinates: rules.coordinates(),
            heaps: None,
            known: HashMap::new(),
        };
        let greatest = rows.numbers.iter().map(|number| number.bits()).max();
        if worth.coordinates == 1
            && let Some(greatest) = greatest.filter(|_| !worth.is_nim)
            && greatest / A_NUMBER <= rows.numbers.len() as u64 + ANYWAY
        {
            let mut work = solver.work();
            // A theorem needs no table of all smaller heaps.
            let by_theorem = (rules.at(&[greatest]))
                .is_some_and(|component| component.value_by(Engine::Theorem, &mut work).is_ok());
            worth.heaps = match by_theorem {
                true => None,
                false => rules.heap_values(greatest, &mut work).and_then(Result::ok),
            };
            solver.keep(work);
        }
        Ok(worth)
    }

    fn row<N: Number>(
        &mut self,
        row: usize,
        numbers: &[N],
        solver: &mut Solver,
    ) -> Result<u64, RowsError> {
        if let Some(heaps) = &self.heaps {
            let value = |number: &N| heaps.get(number.bits() as usize).copied().unwrap_or(0);
            return Ok(numbers
                .iter()
                .fold(0, |sum, number| sum ^ value(number))
                .into());
        }
        let mut sum = 0;
        for position in numbers.chunks_exact(self.coordinates) {
            let key = [
                position[0].bits(),
                position.last().map_or(0, |number| number.bits()),
            ];
            sum ^= match self.known.get(&key) {
                Some(&value) => value,
                None => {
                    let value = self.position(row, position, solver)?;
                    self.known.insert(key, value);
                    value
                }
            };
        }
        Ok(sum)
    }

    fn position<N: Number>(
        &self,
        row: usize,
        position: &[N],
        solver: &mut Solver,
    ) -> Result<u64, RowsError> {
        let component = at(self.rules, row, position)?;
        let game = sum(self.rules, vec![component]);
        let answer = quietly(solver, Wanted::Value, |solver| {
            solver.solve(&game, Play::Normal)
        });
        let why = answer.unknown.unwrap_or(NoTheorem::Value.into());
        let value = (answer.value).ok_or(RowsError::Unknown { row, why })?;
        u64::try_from(&value.0).map_err(|_| RowsError::Unknown {
            row,
            why: TooLarge::Value.into(),
        })
    }
}

/// The position at some numbers.
fn at<N: Number>(
    rules: &dyn Rules,
    row: usize,
    numbers: &[N],
) -> Result<Box<dyn Component>, RowsError> {
    let coordinates: Vec<u64> = numbers.iter().map(|number| number.bits()).collect();
    rules.at(&coordinates).ok_or_else(|| RowsError::NoPosition {
        row,
        numbers: numbers.iter().map(|number| number.whole()).collect(),
    })
}

fn sum(rules: &dyn Rules, components: Vec<Box<dyn Component>>) -> Game {
    Game::from_parts(vec![Part {
        rules: rules.boxed(),
        components,
        whole: false,
    }])
}

/// Without moves and reasons, which nobody asks for.
fn quietly<T>(solver: &mut Solver, asked: Wanted, work: impl FnOnce(&mut Solver) -> T) -> T {
    let (listed, reasons, wanted) = (solver.listed, solver.reasons, solver.wanted);
    (solver.listed, solver.reasons, solver.wanted) = (0, false, asked);
    let told = work(solver);
    (solver.listed, solver.reasons, solver.wanted) = (listed, reasons, wanted);
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers below others, by Knuth's linear congruence.
    fn random(mut state: u64) -> impl FnMut(u64) -> u64 {
        move |below| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        }
    }

    #[test]
    fn rows_are_worth_what_sums_are() {
        let mut random = random(5);
        for (head, coordinates, below) in [
            ("nim", 1, 1 << 20),
            ("kayles", 1, 60),
            ("grundy", 1, 40),
            ("take:1,3,4", 1, 1 << 30),
            ("bash:4", 1, 1 << 30),
            ("0.137", 1, 90),
            ("fibonacci", 1, 300),
            ("wythoff", 2, 40),
            ("euclid", 2, 30),
            ("rule 'n -> n-1 | n/2 if n > 0'", 1, 50),
            ("rule '(x,y) -> (x-k,y) | (x,y-k) for k in 1..=2'", 2, 12),
        ] {
            let game: Game = head.parse().expect(head);
            for heaps in [1, 2, 3, 9] {
                let width = coordinates * heaps;
                let numbers: Vec<u64> = (0..20 * width).map(|_| 1 + random(below)).collect();
                let rows = Rows {
                    numbers: &numbers,
                    width,
                };
                let mut solver = Solver::new();
                let told = values(&game, rows, &mut solver).expect(head);
                let normal = outcomes(&game, rows, Play::Normal, &mut solver).expect(head);
                for (row, numbers) in numbers.chunks(width).enumerate() {
                    let positions = numbers.chunks(coordinates);
                    let positions: Vec<String> = positions
                        .map(|one| one.iter().map(u64::to_string).collect::<Vec<_>>().join(","))
                        .collect();
                    let text = format!("{head} {}", positions.join(" "));
                    let whole: Game = text.parse().expect("a game");
                    let answer = Solver::new().solve(&whole, Play::Normal);
                    let value = answer.value.and_then(|value| u64::try_from(&value.0).ok());
                    assert_eq!(Some(told[row]), value, "{text}");
                    assert_eq!(Some(normal[row]), answer.outcome, "{text}");
                }
            }
        }
    }

    #[test]
    fn rows_are_won_under_misere_play_as_sums_are() {
        for (head, below) in [("nim", 3u8), ("kayles", 5), ("take:1-2", 6)] {
            let game: Game = head.parse().expect(head);
            let numbers: Vec<u8> = (0..below)
                .flat_map(|a| (0..below).flat_map(move |b| (0..below).flat_map(move |c| [a, b, c])))
                .collect();
            let rows = Rows {
                numbers: &numbers,
                width: 3,
            };
            let told = outcomes(&game, rows, Play::Misere, &mut Solver::new()).expect(head);
            for (row, numbers) in numbers.chunks(3).enumerate() {
                let text = format!("{head} {} {} {}", numbers[0], numbers[1], numbers[2]);
                let whole: Game = text.parse().expect("a game");
                let answer = Solver::new().solve(&whole, Play::Misere);
                assert_eq!(Some(told[row]), answer.outcome, "{text}");
            }
        }
    }

    #[test]
    fn rows_without_a_value_have_an_outcome_all_the_same() {
        let told = |head: &str, numbers: &[u64], width: usize| {
            let game: Game = head.parse().expect(head);
            let rows = Rows { numbers, width };
            outcomes(&game, rows, Play::Normal, &mut Solver::new()).expect(head)
        };
        let far = 10u64.pow(17);
        // Wythoff's theorem tells a pair of any size.
        let pairs = [far, far / 100, 165_580_140, 267_914_295, 3, 5];
        let alone = [Outcome::N, Outcome::P, Outcome::P];
        assert_eq!(told("wythoff", &pairs, 2), alone);
        // Beside a pair that is worth 0, a pair wins as it does alone.
        let sums = [far, far / 100, 3, 5, 3, 4, 3, 4];
        assert_eq!(told("wythoff", &sums, 4), [Outcome::N, Outcome::P]);
        // Where play need not end, there are draws.
        let circles = "rule 'n -> n-1 | 5-n if n > 0'";
        for width in [1, 2] {
            let numbers: Vec<u64> = (0..6).flat_map(|n| vec![n; width]).collect();
            for (row, told) in told(circles, &numbers, width).into_iter().enumerate() {
                let heaps = vec![row.to_string(); width].join(" ");
                let whole: Game = format!("{circles} {heaps}").parse().expect(circles);
                assert_eq!(
                    Some(told),
                    Solver::new().solve(&whole, Play::Normal).outcome
                );
            }
        }
    }

    #[test]
    fn what_is_no_row_is_refused() {
        let ask = |head: &str, numbers: &[i64], width: usize| {
            let game: Game = head.parse().expect(head);
            values(&game, Rows { numbers, width }, &mut Solver::new())
        };
        assert_eq!(ask("nim", &[], 3), Ok(vec![]));
        assert_eq!(ask("staircase", &[1, 2], 2).err(), Some(RowsError::Game));
        assert_eq!(ask("nim 3", &[1, 2], 2).err(), Some(RowsError::Game));
        assert_eq!(ask("nim + kayles", &[1], 1).err(), Some(RowsError::Game));
        for (head, count, width) in [("nim", 3, 2), ("nim", 3, 0), ("wythoff", 3, 3)] {
            let wrong = ask(head, &vec![1; count], width);
            assert!(matches!(wrong, Err(RowsError::Width { .. })), "{head}");
        }
        for head in ["nim", "kayles"] {
            let wrong = RowsError::NoPosition {
                row: 1,
                numbers: vec![-5],
            };
            assert_eq!(ask(head, &[1, 2, 3, -5, 0, -1], 2).err(), Some(wrong));
        }
        let game: Game = "nim".parse().expect("nim");
        let rows = Rows {
            numbers: &[-1i8],
            width: 1,
        };
        let wrong = outcomes(&game, rows, Play::Misere, &mut Solver::new());
        assert!(wrong.is_err());
        assert!(ask("rule 'n -> n'", &[3], 1).is_err());
    }
}
