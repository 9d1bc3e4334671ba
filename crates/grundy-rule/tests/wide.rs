//! Rules of many coordinates, against plain search that knows the moves alone: rows, rings, boards and mancala-like pits.

use std::collections::{HashMap, HashSet};

use grundy::rule::{Measure, Rule};
use grundy::{Budget, Game, Outcome, Play, Solver, budget::Meter};
use grundy_core::encoded::Encoded;

/// What a move adds to each heap; it may not leave one below 0.
type Move = Vec<i64>;

/// So many heaps, and by how much a move changes some of them.
fn moved(heaps: usize, changes: &[(usize, i64)]) -> Move {
    let mut all = vec![0; heaps];
    for &(place, by) in changes {
        all[place] += by;
    }
    all
}

fn name(place: usize) -> String {
    format!("x{place}")
}

/// The rule of these moves.
fn written(heaps: usize, moves: &[Move]) -> String {
    let all = |text: &dyn Fn(usize) -> String| {
        let texts: Vec<String> = (0..heaps).map(text).collect();
        format!("({})", texts.join(","))
    };
    let options = moves.iter().map(|by| {
        all(&|place| match by[place] {
            0 => name(place),
            by if by < 0 => format!("{}-{}", name(place), -by),
            by => format!("{}+{by}", name(place)),
        })
    });
    let options: Vec<String> = options.collect();
    format!("{} -> {}", all(&name), options.join(" | "))
}

/// The value, whether the player to move wins under misère play, and how many moves win under normal play.
#[derive(Default)]
struct Plain(HashMap<Vec<i64>, (u32, bool)>);

impl Plain {
    fn options(from: &[i64], moves: &[Move]) -> HashSet<Vec<i64>> {
        let left = moves
            .iter()
            .map(|by| from.iter().zip(by).map(|(a, b)| a + b).collect());
        left.filter(|left: &Vec<i64>| left.iter().all(|&heap| heap >= 0))
            .collect()
    }

    fn of(&mut self, from: &[i64], moves: &[Move]) -> (u32, bool) {
        if let Some(&told) = self.0.get(from) {
            return told;
        }
        let options = Plain::options(from, moves);
        let told: Vec<(u32, bool)> = options.iter().map(|left| self.of(left, moves)).collect();
        let value = (0..).find(|value| told.iter().all(|one| one.0 != *value));
        let wins = told.is_empty() || told.iter().any(|one| !one.1);
        let found = (value.expect("a mex"), wins);
        self.0.insert(from.to_vec(), found);
        found
    }
}

/// A row whose neighbouring heaps each lose a stone.
fn neighbours(heaps: usize, ring: bool) -> Vec<Move> {
    let pairs = heaps - usize::from(!ring);
    (0..pairs)
        .map(|at| moved(heaps, &[(at, -1), ((at + 1) % heaps, -1)]))
        .collect()
}

/// One or two stones go on to the next pit, and from the last off the board.
fn pits(heaps: usize) -> Vec<Move> {
    let stones = |by: i64| {
        (0..heaps).map(move |at| match at + 1 < heaps {
            true => moved(heaps, &[(at, -by), (at + 1, by)]),
            false => moved(heaps, &[(at, -by)]),
        })
    };
    stones(1).chain(stones(2)).collect()
}

/// A stone is lost by three heaps, or goes two pits on and leaves one behind.
fn mixed(heaps: usize) -> Vec<Move> {
    let three = (0..heaps - 2).map(|at| moved(heaps, &[(at, -1), (at + 1, -1), (at + 2, -1)]));
    let sown = (0..heaps - 2).map(|at| moved(heaps, &[(at, -2), (at + 1, 1), (at + 2, 1)]));
    three.chain(sown).collect()
}

/// Dominoes on a board four cells wide.
fn dominoes(rows: usize) -> Vec<Move> {
    let cells = 4 * rows;
    let beside = (0..cells).filter(|at| at % 4 < 3).map(|at| (at, at + 1));
    let below = (0..cells - 4).map(|at| (at, at + 4));
    beside
        .chain(below)
        .map(|(a, b)| moved(cells, &[(a, -1), (b, -1)]))
        .collect()
}

fn position(numbers: &[i64]) -> String {
    let texts: Vec<String> = numbers.iter().map(i64::to_string).collect();
    texts.join(",")
}

#[test]
fn many_coordinates_are_searched_as_the_moves_say() {
    for (moves, from) in [
        (neighbours(9, false), vec![1, 2, 1, 2, 2, 1, 2, 1, 1]),
        (neighbours(10, true), vec![1, 2, 1, 1, 2, 1, 1, 1, 2, 1]),
        (neighbours(12, true), vec![1; 12]),
        (pits(9), vec![2, 0, 0, 1, 0, 0, 1, 0, 0]),
        (pits(10), vec![1, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
        (
            pits(16),
            vec![0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 1, 0, 1, 1],
        ),
        (mixed(9), vec![2, 1, 2, 1, 0, 2, 1, 1, 0]),
        (mixed(12), vec![2, 1, 0, 2, 1, 1, 0, 2, 1, 0, 1, 1]),
        (dominoes(3), vec![1; 12]),
        (dominoes(4), vec![1; 16]),
        // Beyond what a key of small numbers holds.
        (neighbours(9, false), vec![0, 300, 2, 0, 0, 1, 300, 0, 0]),
        (
            neighbours(20, false),
            vec![1, 1, 0, 0, 0, 1, 1, 2, 1, 0, 0, 0, 0, 0, 0, 1, 2, 2, 0, 1],
        ),
    ] {
        let text = written(from.len(), &moves);
        let rule = Rule::parse(&text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        assert_eq!(rule.to_string(), text);
        assert!(rule.measure().is_known(), "{text}: {:?}", rule.measure());
        let mut plain = Plain::default();
        let (value, misere) = plain.of(&from, &moves);
        let game: Game = format!("rule '{text}' {}", position(&from))
            .parse()
            .expect("a game");
        assert_eq!(game.to_string().parse::<Game>().as_ref(), Ok(&game));
        let mut solver = Solver::new();
        let answer = solver.solve(&game, Play::Normal);
        assert_eq!(
            answer.value.expect(&text).to_string(),
            value.to_string(),
            "{text}"
        );
        let winning = Plain::options(&from, &moves);
        let winning = winning
            .iter()
            .filter(|left| plain.of(left, &moves).0 == 0)
            .count();
        if value > 0 {
            assert_eq!(
                answer.winning.count.as_ref().expect(&text).to_string(),
                winning.to_string(),
                "{text}"
            );
        }
        let answer = solver.solve(&game, Play::Misere);
        let expected = if misere { Outcome::N } else { Outcome::P };
        assert_eq!(answer.outcome, Some(expected), "{text}");
    }
}

/// A board that the catalogue knows: no number of it is from here.
#[test]
fn a_board_of_sixteen_cells_is_that_of_the_catalogue() {
    let text = written(16, &dominoes(4));
    let rule: Game = format!("rule '{text}' {}", position(&[1; 16]))
        .parse()
        .expect("a game");
    let board: Game = "cram 4x4".parse().expect("a game");
    for play in [Play::Normal, Play::Misere] {
        let told = |game: &Game| grundy::solve(game, play).outcome.expect("an outcome");
        assert_eq!(told(&rule), told(&board), "{play:?}");
    }
}

#[test]
fn tables_and_single_values_agree() {
    let moves = mixed(9);
    let rule = Rule::parse(&written(9, &moves)).expect("a rule");
    let sizes = [2, 3, 2, 2, 2, 2, 2, 2, 2];
    let mut meter = Meter::new(&Budget::default());
    let table = rule.table(&sizes, &mut meter).expect("a table");
    let mut plain = Plain::default();
    for (cell, &told) in table.cells().iter().enumerate() {
        let mut rest = cell;
        let mut from = Vec::new();
        for size in sizes {
            from.push((rest % size) as i64);
            rest /= size;
        }
        assert_eq!(told, plain.of(&from, &moves).0, "{from:?}");
    }
}

#[test]
fn there_are_at_most_sixty_four() {
    let single = |heaps: usize| {
        let moves: Vec<Move> = (0..heaps).map(|at| moved(heaps, &[(at, -1)])).collect();
        written(heaps, &moves)
    };
    let rule = Rule::parse(&single(64)).expect("a rule");
    assert_eq!(rule.arity(), 64);
    assert!(matches!(rule.measure(), Measure::Sum(of) if of.len() == 64));
    let mut heaps = vec![0; 64];
    (heaps[3], heaps[40], heaps[63]) = (2, 1, 2);
    let position = rule.position(&heaps).expect("a position");
    let mut bytes = Vec::new();
    position.encode(&mut bytes);
    assert_eq!(Encoded::decode(&mut &bytes[..]), Ok(position.clone()));
    let value = rule.value(&position, &mut Meter::new(&Budget::default()));
    assert_eq!(value.expect("a value"), 1);
    let errors = Rule::parse(&single(65)).expect_err("too many");
    assert!(
        errors.to_string().contains("at most 64 coordinates"),
        "{errors}"
    );
    assert_eq!(rule.position(&[1; 63]), None);
}
