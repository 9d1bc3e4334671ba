use std::collections::HashMap;

use super::*;
use crate::oracle;
use grundy::{Game, solve};

/// The rules once more, on squares with and without a counter.
fn options(cells: &[bool], columns: usize) -> Vec<Vec<bool>> {
    let mut options = Vec::new();
    for from in 0..cells.len() {
        for step in [1, columns] {
            let mut left = cells.to_vec();
            let mut at = from;
            while at < cells.len() && cells[at] {
                left[at] = false;
                // One counter is one move, and there is but one way when there is one column.
                if at > from || step == 1 {
                    options.push(left.clone());
                }
                if step == 1 && at % columns == columns - 1 {
                    break;
                }
                at += step;
            }
        }
    }
    options
}

fn plain(cells: &[bool], columns: usize, known: &mut HashMap<Vec<bool>, u32>) -> u32 {
    if let Some(&value) = known.get(cells) {
        return value;
    }
    let options = options(cells, columns);
    let reached: Vec<u32> = options
        .iter()
        .map(|left| plain(left, columns, known))
        .collect();
    let value = (0..).find(|value| !reached.contains(value)).unwrap_or(0);
    known.insert(cells.to_vec(), value);
    value
}

/// Every board of some sizes: pieces and what is told of them against the rules alone.
#[test]
fn parts_are_worth_what_the_boards_are() {
    for (rows, columns) in [(1, 10), (2, 5), (3, 3), (3, 4)] {
        let (mut by_rules, mut by_parts) = (HashMap::new(), HashMap::new());
        let grid = Grid::new(rows, columns).expect("a board");
        for counters in 0..=grid.whole() {
            let cells: Vec<bool> = (0..rows * columns)
                .map(|at| counters >> at & 1 == 1)
                .collect();
            let value = plain(&cells, columns, &mut by_rules);
            let board = Board { grid, counters };
            assert_eq!(board.runs().count(), options(&cells, columns).len());
            let parts: Vec<Board> = board.cut_apart().collect();
            let values = parts
                .iter()
                .map(|part| oracle::part(&TacTix, part, &mut by_parts));
            let sum = values.fold(0, |sum, value| sum ^ value);
            assert_eq!(sum, value, "{}", TacTix.write(&board));
            if counters % 13 == 0 {
                oracle::couples(&TacTix, &parts, value);
            }
            if let Some(outcome) = TacTix.outcome(&board, Play::Normal) {
                assert_eq!(
                    outcome == Outcome::P,
                    value == 0,
                    "{}",
                    TacTix.write(&board)
                );
            }
        }
    }
}

#[test]
fn theorem_and_moves_agree_with_search() {
    for board in [
        "1x1", "1x4", "2x2", "2x3", "3x3", "3x4", "oo./.oo", "o.o/ooo", ".../.o.", "...",
    ] {
        oracle::both(&format!("tactix {board}"));
        oracle::engines(&format!("tactix {board} + nim 2"), Play::Normal);
    }
}

/// HAKMEM, item 74 (Gosper), on 4 × 4; a row is a Nim heap, and one column too.
#[test]
fn known_outcomes() {
    let solved = |text: &str, play| solve(&text.parse().expect(text), play);
    for (board, normal, misere) in [
        ("4x4", Outcome::P, Outcome::P),
        ("3x3", Outcome::N, Outcome::N),
        ("2x2", Outcome::P, Outcome::P),
        ("1x7", Outcome::N, Outcome::N),
    ] {
        let text = format!("tactix {board}");
        assert_eq!(solved(&text, Play::Normal).outcome, Some(normal), "{board}");
        assert_eq!(solved(&text, Play::Misere).outcome, Some(misere), "{board}");
    }
    for count in 1..12 {
        let value = solved(&format!("tactix {count}x1"), Play::Normal).value;
        assert_eq!(
            value.map(|value| value.to_string()),
            Some(count.to_string())
        );
    }
}

/// What boards are worth by couples, and what it takes.
#[test]
#[ignore = "measures"]
fn values_by_couples() {
    for (rows, columns) in [(3, 3), (3, 4), (3, 5), (4, 5), (3, 6), (5, 5)] {
        let grid = Grid::new(rows, columns).expect("a board");
        let board = Board {
            grid,
            counters: grid.whole(),
        };
        let parts: Vec<Board> = board.cut_apart().collect();
        let budget = crate::budget::Budget {
            time: Some(std::time::Duration::from_secs(60)),
            positions: u64::MAX,
            ..Default::default()
        };
        let mut meter = crate::budget::Meter::new(&budget);
        let mut search = crate::engine::split::search::Search::new(TacTix, 1 << 30);
        let begun = std::time::Instant::now();
        let value = search.sum(&parts, &mut meter);
        println!(
            "tactix {rows}x{columns}: {value:?}, {} options, {:?}",
            search.options(),
            begun.elapsed()
        );
    }
}

#[test]
fn text_reads_back_and_errors_have_a_place() {
    for (text, printed) in [
        ("tactix 1x3 o.o/..o", "tactix 1x3 o.o/..o"),
        ("bulo oo/oo ./.", "tactix 2x2 ./."),
    ] {
        let game: Game = text.parse().expect(text);
        assert_eq!(game.to_string(), printed);
        assert_eq!(printed.parse::<Game>().expect("reads back"), game);
    }
    let column = |text: &str| text.parse::<Game>().expect_err(text).column;
    assert_eq!(column("tactix oo/ooo"), 11);
    assert_eq!(column("tactix oo/o,"), 11);
    assert_eq!(column("tactix 0x4"), 8);
    assert_eq!(column("tactix:2 2x2"), 8);
}
