//! Chomp: a bar of chocolate; take a square with all that lie above and to the right of it; the first square, bottom
//! left, is poisoned and nobody may take it.
//!
//! Gale (1974); as a game on divisors, Schuh (1952). From a whole bar of more than one square the first player wins, by
//! strategy stealing: if taking the last corner does not win, the answer to it could have been the first move. The
//! argument names no move, so moves and values come from a table of all that lies within the bar, or from search where that would hold far more than
//! can follow. A square bar is won by leaving one row and one column of equal length. Two rows are lost exactly where the upper is shorter by one
//! square; three rows of up to a million squares, and bars too large for a table of values, are answered by what is
//! [lost](crate::engine::staircase) below them.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! let answer = solve(&"chomp 3x4".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.outcome, Some(Outcome::N));
//! assert_eq!(answer.winning.listed[0].to[0].position(), "4,2,2");
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, Word, only_by_name};
use crate::quotient::{Outcome, Play};
use crate::ruleset::{Capabilities, OnStaircases, Options, OutcomeTheorem, Ruleset, Step, Stop};
use crate::scene::{Clicks, Draw, MOST_DRAWN, Mark, Scene, Square};
use crate::text::{Message, Text};

/// Chomp. A position is the length of each row from the bottom up, none longer than the one below it, none empty.
#[derive(Clone, Copy, Debug)]
pub struct Chomp;

/// Most rows and columns of a bar.
const SIDE: u64 = 200;

/// Most columns where there are at most three rows.
const LONG: u64 = 1_000_000;

/// Whether a bar of so many rows and columns may be played on.
fn fits(rows: u64, columns: u64) -> bool {
    rows <= SIDE && columns <= if rows <= 3 { LONG } else { SIDE }
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "D",
    name: "chomp",
    aliases: &[],
    title: Text::new("Chomp", "巧克力游戏（Chomp）"),
    rule: Text {
        en: "Take a square of the bar with all squares above and to the right of it; the bottom left square may not be taken.",
        zh: "选一格，连同其上方和右方的所有格一起取走；左下角的格不能取。",
    },
    form: Text::new(
        "chomp ROWSxCOLUMNS … or ROW,ROW,… (lengths from the bottom)",
        "chomp ROWSxCOLUMNS …，或 ROW,ROW,…（自下而上各行的长度）",
    ),
    example: "chomp 3x4",
    source: "D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974)",
    theorems: &[
        "chomp_outcome",
        "chomp_bar",
        "chomp_hook",
        "chomp_square",
        "stolen",
    ],
    recognises: only_by_name,
    parse: notation::parse::<Chomp>,
};

type Rows = Box<[u32]>;

impl Ruleset for Chomp {
    type Position = Rows;
    /// Row and column of the square taken, from 0.
    type Move = (usize, u32);

    fn options(&self, rows: &Rows, options: &mut Options<Rows, (usize, u32)>) -> Result<(), Stop> {
        let mut left = rows.clone();
        for (row, &length) in rows.iter().enumerate() {
            if row > 0 {
                options.push((row, 0), &[rows[..row].into()])?;
            }
            // No row is longer than the one below it: all stay.
            for column in 1..length {
                for (left, &length) in left.iter_mut().zip(rows).skip(row) {
                    *left = length.min(column);
                }
                options.push((row, column), std::slice::from_ref(&left))?;
            }
            left[row] = length;
        }
        Ok(())
    }

    fn describe(&self, _: &Rows, (row, column): &(usize, u32)) -> Message {
        message!(
            "take from row {row}, column {column}",
            "从第 {row} 行第 {column} 列起取走",
            row = row + 1,
            column = *column + 1
        )
    }

    fn heap_bytes(&self, rows: &Rows) -> u64 {
        4 * rows.len() as u64
    }

    fn capabilities(&self) -> Capabilities<'_, Chomp> {
        Capabilities {
            outcomes: Some(self),
            staircases: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl OnStaircases<Rows> for Chomp {
    fn rows<'p>(&self, rows: &'p Rows) -> Option<&'p [u32]> {
        Some(rows)
    }

    fn bite(&self, rows: &Rows, row: usize, column: u32) -> Step<Rows> {
        let bitten = |(place, &length): (usize, &u32)| match place < row {
            true => length,
            false => length.min(column),
        };
        let left = rows.iter().enumerate().map(bitten);
        Step {
            message: self.describe(rows, &(row, column)),
            to: vec![left.filter(|&length| length > 0).collect()],
        }
    }
}

impl Draw<Rows, (usize, u32)> for Chomp {
    fn scene(&self, rows: &Rows) -> Option<Scene> {
        let width = (rows.first().copied().unwrap_or(0) as usize).max(1);
        if width * rows.len() > 4 * MOST_DRAWN {
            return None;
        }
        let row = |length: &u32| {
            let length = *length as usize;
            (0..width).map(move |column| match column < length {
                true => Square::Full,
                false => Square::Gone,
            })
        };
        let mut squares: Vec<Square> = rows.iter().flat_map(row).collect();
        if let Some(first) = squares.first_mut() {
            *first = Square::Poison;
        }
        Some(Scene::Board { width, squares })
    }

    fn clicks(&self, _: &Rows, &(row, column): &(usize, u32), _: &[Rows]) -> Vec<Clicks> {
        vec![vec![Mark::Square(u64::from(column), row as u64)]]
    }
}

impl OutcomeTheorem<Rows> for Chomp {
    fn outcome(&self, rows: &Rows, play: Play) -> Option<Outcome> {
        let (first, last) = (rows.first()?, rows.last()?);
        if play != Play::Normal || first != last {
            return None;
        }
        Some(if rows.len() == 1 && *first == 1 {
            Outcome::P
        } else {
            Outcome::N
        })
    }

    fn because(&self, rows: &Rows, _: Play) -> Message {
        if rows.len() == 1 && rows.first() == Some(&1) {
            return message!("only the poisoned square is left", "只剩有毒的一格");
        }
        message!(
            "strategy stealing (Gale 1974): if taking the far corner does not win, the answer to it could have been the first move",
            "策略窃取（Gale 1974）：若取走最远角不胜，则对手的应手本来就可以作为第一步"
        )
    }
}

/// `ROWSxCOLUMNS`, both from 1 to `most`.
pub(crate) fn sides(word: &Word<'_>, most: u64) -> Result<Option<(usize, usize)>, ParseError> {
    let (rows, Some(columns)) = word.cut('x') else {
        return Ok(None);
    };
    let side = |word: &Word<'_>| match word.number_below(most)? {
        0 => Err(word.error(message!(
            "a board has at least one row and one column",
            "棋盘至少有一行一列"
        ))),
        side => Ok(side as usize),
    };
    Ok(Some((side(&rows)?, side(&columns)?)))
}

impl Notation for Chomp {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Chomp, Vec<Rows>), ParseError> {
        clause.no_parameters()?;
        let too_large = || {
            message!(
                "a bar has at most {side} rows and {side} columns, or at most 3 rows of {long} squares",
                "一块最多 {side} 行 {side} 列，或至多 3 行、每行 {long} 格",
                side = SIDE,
                long = LONG
            )
        };
        let mut positions = Vec::new();
        for word in clause.words {
            if let Some((rows, columns)) = sides(word, LONG)? {
                if !fits(rows as u64, columns as u64) {
                    return Err(word.error(too_large()));
                }
                positions.push(vec![columns as u32; rows].into());
                continue;
            }
            let mut rows: Vec<u32> = Vec::new();
            for part in word.split(',') {
                let length = part.number_below(LONG)? as u32;
                if length == 0
                    || rows.last().is_some_and(|&below| below < length)
                    || rows.len() >= SIDE as usize
                {
                    return Err(part.error(message!(
                        "expected row lengths from the bottom up, none empty and none longer than the one below",
                        "此处应为自下而上的各行长度，不得为 0，也不得长于下面一行"
                    )));
                }
                rows.push(length);
            }
            if !fits(
                rows.len() as u64,
                rows.first().copied().map_or(0, u64::from),
            ) {
                return Err(word.error(too_large()));
            }
            positions.push(rows.into());
        }
        Ok((Chomp, positions))
    }
    fn head(&self) -> String {
        "chomp".to_owned()
    }
    fn coordinates(&self) -> usize {
        2
    }
    /// A whole bar: so many rows, so many columns.
    fn at(&self, coordinates: &[u64]) -> Option<Rows> {
        let &[rows @ 1..=SIDE, columns @ 1..=LONG] = coordinates else {
            return None;
        };
        fits(rows, columns).then(|| vec![columns as u32; rows as usize].into())
    }
    fn write(&self, rows: &Rows) -> String {
        match (rows.first(), rows.last()) {
            (Some(first), Some(last)) if first == last => format!("{}x{first}", rows.len()),
            _ => rows
                .iter()
                .map(u32::to_string)
                .collect::<Vec<_>>()
                .join(","),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::engine::{Tables, Work, search, staircases};
    use crate::nimber::Nimber;
    use crate::oracle;
    use crate::reason::NotCovered;
    use grundy_core::solve::{Engine, Solver};

    fn work() -> Work {
        let budget = Budget {
            time: None,
            ..Budget::default()
        };
        Work::new(&budget, Tables::default(), usize::MAX)
    }

    /// All positions within a bar.
    fn within(rows: usize, columns: u32) -> Vec<Rows> {
        let mut found: Vec<Vec<u32>> = (1..=columns).map(|length| vec![length]).collect();
        let mut next = 0;
        while let Some(lower) = found.get(next).cloned() {
            next += 1;
            for length in 1..=lower
                .last()
                .copied()
                .filter(|_| lower.len() < rows)
                .unwrap_or(0)
            {
                found.push([&lower[..], &[length]].concat());
            }
        }
        found.into_iter().map(Rows::from).collect()
    }

    #[test]
    fn the_table_agrees_with_search() {
        let (mut by_table, mut by_search) = (work(), work());
        let all = within(6, 6);
        assert_eq!(all.len(), 923);
        for rows in all {
            let searched = search::value(&Chomp, "chomp", &rows, &mut by_search).expect("small");
            let told = staircases::value(&Chomp, "chomp", &rows, &mut by_table).expect("small");
            assert_eq!(told, searched, "{rows:?}");
        }
    }

    #[test]
    fn bars_and_staircases_have_the_moves_that_search_finds() {
        for rows in 1..=6 {
            for columns in 1..=6 {
                oracle::game(&format!("chomp {rows}x{columns}"), Play::Normal);
            }
        }
        for rows in within(4, 4) {
            let rows = Chomp.write(&rows);
            oracle::game(&format!("chomp {rows}"), Play::Normal);
            oracle::game(&format!("chomp {rows} + chomp 3,1 + nim 2"), Play::Normal);
        }
    }

    #[test]
    fn a_thin_staircase_is_left_to_search() {
        // A hook: a row of 150 squares below 120 rows of one.
        let hook: Rows = std::iter::once(150).chain([1; 120]).collect();
        let told = staircases::value(&Chomp, "chomp", &hook, &mut work());
        assert_eq!(told, Err(NotCovered::Thin.into()));
        let hook = Chomp.write(&hook);
        let game: grundy::Game = format!("chomp {hook}").parse().expect("a hook");
        let answer = grundy::solve(&game, Play::Normal);
        assert_eq!(answer.value, Some(Nimber::from(149u32 ^ 120)));
        assert_eq!(answer.components[0].engine, Some(Engine::Search));
    }

    #[test]
    fn a_bar_that_does_not_fit_is_refused_at_once() {
        let answer = |text: &str, budget: Budget| {
            let mut solver = Solver::new();
            solver.budget = budget;
            solver.solve(&text.parse::<grundy::Game>().expect("a sum"), Play::Normal)
        };
        let mut small = Budget::of_positions(100_000);
        let told = answer("chomp 10x10", small.clone());
        assert_eq!(told.components[0].engine, Some(Engine::Table));
        assert_eq!(told.components[0].value, told.value);
        assert!(told.value.is_some() && told.winning.count.is_some());
        let told = answer("chomp 16x16", small.clone());
        assert_eq!((told.outcome, told.value), (Some(Outcome::N), None));
        assert_eq!(told.winning.count, None);
        let why: Vec<_> = told.declined.iter().map(|one| one.why.word()).collect();
        assert!(why.contains(&"positions"), "{why:?}");
        small.bytes = 1 << 20;
        let told = answer("chomp 12x12 + nim 1", small);
        assert_eq!(told.outcome, None);
    }

    #[test]
    fn whole_bars_have_coordinates() {
        assert_eq!(Chomp.at(&[2, 3]), Some([3, 3].into()));
        assert_eq!(Chomp.at(&[3, 1_000_000]).map(|rows| rows.len()), Some(3));
        for none in [
            &[0, 3][..],
            &[3, 0],
            &[201, 1],
            &[4, 201],
            &[3, 1_000_001],
            &[3],
            &[3, 3, 3],
        ] {
            assert_eq!(Chomp.at(none), None);
        }
    }

    #[test]
    fn theorem_agrees_with_search() {
        for rows in 1..=4 {
            for columns in 1..=4 {
                oracle::game(&format!("chomp {rows}x{columns}"), Play::Normal);
            }
        }
        oracle::game("chomp 4,2 3,1 + nim 2", Play::Normal);
        oracle::game("chomp 3x3", Play::Misere);
        oracle::engines("chomp 3x4", Play::Normal);
    }

    #[test]
    fn a_huge_bar_is_won_without_search() {
        let game: grundy::Game = "chomp 200x200".parse().expect("a bar");
        assert_eq!(grundy::solve(&game, Play::Normal).outcome, Some(Outcome::N));
    }

    /// What is lost tells the winner and the winning moves where the table of values is switched off or would not fit.
    #[test]
    fn who_wins_without_values_is_who_wins_with_them() {
        let mut plain = Solver::new().without(Engine::Table);
        let mut told = Solver::new()
            .without(Engine::Search)
            .without(Engine::SumSearch);
        let mut table = Solver::new();
        for rows in within(5, 5).into_iter().chain(within(3, 9)) {
            let game: grundy::Game = format!("chomp {}", Chomp.write(&rows))
                .parse()
                .expect("rows");
            let searched = plain.solve(&game, Play::Normal);
            for solver in [&mut told, &mut table] {
                let answer = solver.solve(&game, Play::Normal);
                assert_eq!(answer.outcome, searched.outcome, "{rows:?}");
                assert_eq!(answer.winning.count, searched.winning.count, "{rows:?}");
            }
            // The moves by the table of who wins are the moves by search.
            let (moves, _) =
                staircases::winning(&Chomp, "chomp", &rows, &mut work()).expect("small");
            let moves = moves.listed.iter().map(|step| {
                let to: Vec<String> = step.to.iter().map(|rows| Chomp.write(rows)).collect();
                (step.message.clone(), to)
            });
            let listed = searched.winning.listed.iter().map(|found| {
                let to = found.to.iter().map(|component| component.position());
                (found.message.clone(), to.collect())
            });
            assert_eq!(
                moves.collect::<Vec<_>>(),
                listed.collect::<Vec<_>>(),
                "{rows:?}"
            );
        }
    }

    #[test]
    fn long_rows_are_answered() {
        let answer =
            |text: &str| grundy::solve(&text.parse::<grundy::Game>().expect(text), Play::Normal);
        let moves = |text: &str| {
            let answer = answer(text);
            let to = |found: &grundy_core::answer::WinningMove| found.to[0].position();
            answer.winning.listed.iter().map(to).collect::<Vec<_>>()
        };
        assert_eq!(answer("chomp 1000000,999999").outcome, Some(Outcome::P));
        assert_eq!(moves("chomp 2x1000000"), ["1000000,999999"]);
        assert_eq!(moves("chomp 1000000"), ["1x1"]);
        assert_eq!(moves("chomp 1000000,5"), ["6,5"]);
        for long in ["chomp 3x700", "chomp 100000,99997,2", "chomp 90000,40000,7"] {
            let told = answer(long);
            match told.outcome {
                Some(Outcome::P) => assert_eq!(told.winning.count, Some(0u64.into())),
                Some(Outcome::N) => {
                    for to in moves(long) {
                        let to = format!("chomp {to}");
                        assert_eq!(answer(&to).outcome, Some(Outcome::P), "{long}: {to}");
                    }
                }
                _ => panic!("{long} is not answered"),
            }
        }
        // Columns are as good as rows.
        let (wide, high) = (
            answer("chomp 150,80,31"),
            answer(&format!(
                "chomp {}",
                Chomp.write(
                    &(0..150)
                        .map(|row| 1 + u32::from(row < 80) + u32::from(row < 31))
                        .collect()
                )
            )),
        );
        assert_eq!(wide.outcome, high.outcome);
        assert_eq!(wide.winning.count, high.winning.count);
    }

    #[test]
    fn bars_that_are_too_large_are_told_apart() {
        for (text, column) in [
            ("chomp 4x201", 7),
            ("chomp 201x3", 7),
            ("chomp 3x1000001", 9),
            ("chomp 201,1,1,1", 7),
            ("chomp 0x3", 7),
            ("chomp 3,4", 9),
        ] {
            let error = text.parse::<grundy::Game>().expect_err(text);
            assert_eq!(error.column, column, "{text}: {error}");
        }
    }
}
