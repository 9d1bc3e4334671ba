//! Each table against a mex written out from the rules.

use super::*;
use std::collections::BTreeSet;

const LIMIT: u64 = 1 << 28;

/// Fills a board by the rules alone, given the options of a cell, in an order in which options come first.
fn plainly(
    (width, height): (usize, usize),
    order: impl Fn(usize, usize) -> i64,
    options: impl Fn(usize, usize) -> Vec<(usize, usize)>,
) -> Vec<u32> {
    let mut cells: Vec<(usize, usize)> = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .collect();
    cells.sort_by_key(|&(x, y)| order(x, y));
    let mut values = vec![None; width * height];
    for (x, y) in cells {
        let seen: BTreeSet<u32> = options(x, y)
            .iter()
            .map(|&(i, j)| values[j * width + i].unwrap())
            .collect();
        values[y * width + x] = (0..).find(|value| !seen.contains(value));
    }
    values.into_iter().map(Option::unwrap).collect()
}

fn sum(x: usize, y: usize) -> i64 {
    (x + y) as i64
}

#[test]
fn queen_by_the_rules() {
    let sizes = [
        (0, 0),
        (0, 5),
        (5, 0),
        (1, 1),
        (1, 70),
        (70, 1),
        (2, 150),
        (150, 3),
        (63, 65),
        (64, 64),
        (129, 66),
        (40, 130),
    ];
    for size in sizes {
        let expected = plainly(size, sum, |x, y| {
            let left = (0..x).map(|i| (i, y));
            let up = (0..y).map(|j| (x, j));
            let diagonal = (1..=x.min(y)).map(|k| (x - k, y - k));
            left.chain(up).chain(diagonal).collect()
        });
        let table = queen::queen(size.0, size.1, LIMIT, &|| false).unwrap();
        assert_eq!((table.width(), table.height()), size);
        assert_eq!(table.iter().collect::<Vec<_>>(), expected, "{size:?}");
    }
}

#[test]
fn queen_on_a_long_narrow_board() {
    // Wide enough for values beyond 16 bits, and for the lower bound of the values to matter.
    let table = queen::queen(70_000, 2, LIMIT, &|| false).unwrap();
    assert!(matches!(table.cells(), Cells::U32(_)));
    let turned = queen::queen(2, 70_000, LIMIT, &|| false).unwrap();
    for x in 0..70_000 {
        assert_eq!(table.get(x, 0), Some(x as u32));
        assert_eq!(table.get(x, 1), turned.get(1, x));
        // The row y = 1 is 1, 2, 0 and on, three at a time.
        let expected = [1, 2, 0][x % 3] + x - x % 3;
        assert_eq!(table.get(x, 1), Some(expected as u32));
    }
}
