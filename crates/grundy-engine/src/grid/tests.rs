//! Each table against a mex written out from the rules.

use super::*;
use crate::random::Random;
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
        let table = queen::queen(size.0, size.1, 1, LIMIT, &|| false).unwrap();
        assert_eq!((table.width(), table.height()), size);
        assert_eq!(table.iter().collect::<Vec<_>>(), expected, "{size:?}");
    }
}

#[test]
fn queen_on_a_long_narrow_board() {
    // Wide enough for values beyond 16 bits, and for the lower bound of the values to matter.
    let table = queen::queen(70_000, 2, 1, LIMIT, &|| false).unwrap();
    assert!(matches!(table.cells(), Cells::U32(_)));
    let turned = queen::queen(2, 70_000, 2, LIMIT, &|| false).unwrap();
    for x in 0..70_000 {
        assert_eq!(table.get(x, 0), Some(x as u32));
        assert_eq!(table.get(x, 1), turned.get(1, x));
        // The row y = 1 is 1, 2, 0 and on, three at a time.
        let expected = [1, 2, 0][x % 3] + x - x % 3;
        assert_eq!(table.get(x, 1), Some(expected as u32));
    }
}

/// The cell a displacement leads to, if it is on the board.
fn shifted(
    (x, y): (usize, usize),
    (dx, dy): (i64, i64),
    (width, height): (usize, usize),
) -> Option<(usize, usize)> {
    let (x, y) = (
        usize::try_from(x as i64 + dx).ok()?,
        usize::try_from(y as i64 + dy).ok()?,
    );
    (x < width && y < height).then_some((x, y))
}

type Vectors = Vec<(i64, i64)>;

/// Leaps and riders by the rules alone, in an order by the measure given.
fn all_moves(
    size: (usize, usize),
    (leaps, riders): (&Vectors, &Vectors),
    (a, b): (i64, i64),
) -> Vec<u32> {
    plainly(
        size,
        |x, y| a * x as i64 + b * y as i64,
        |x, y| {
            let mut options: Vec<_> = leaps
                .iter()
                .filter_map(|&leap| shifted((x, y), leap, size))
                .collect();
            for &rider in riders {
                options.extend(std::iter::successors(shifted((x, y), rider, size), |&at| {
                    shifted(at, rider, size)
                }));
            }
            options
        },
    )
}

#[test]
fn leaps_by_the_rules() {
    let mut random = Random(17);
    let sizes = [
        (0, 3),
        (1, 1),
        (1, 80),
        (80, 1),
        (63, 65),
        (64, 64),
        (70, 20),
        (9, 300),
        (300, 9),
    ];
    for round in 0..60 {
        let size = sizes[round % sizes.len()];
        // Measures with signs of all kinds; any vector that falls in it is a leap.
        let measure = [
            (1, 1),
            (1, 400),
            (0, 1),
            (1, 0),
            (2, 3),
            (-1, 1),
            (3, -2),
            (400, 1),
            (-1, -400),
        ][round % 9];
        let count = [1, 2, 3, 7, 8, 15, 16, 20, 33, 70][round % 10];
        let mut leaps: Vectors = Vec::new();
        while leaps.len() < count {
            let leap = (random.between(-9, 9), random.between(-9, 9));
            if measure.0 * leap.0 + measure.1 * leap.1 < 0 {
                leaps.push(leap);
            }
        }
        let expected = all_moves(size, (&leaps, &vec![]), measure);
        let table = leaper::leaper(&leaps, size.0, size.1, LIMIT, &|| false).unwrap();
        assert_eq!(
            table.iter().collect::<Vec<_>>(),
            expected,
            "{size:?} {leaps:?}"
        );
    }
}

#[test]
fn knight_of_all_four_leaps() {
    let leaps = vec![(-2, 1), (-2, -1), (1, -2), (-1, -2)];
    for size in [(15, 15), (40, 33)] {
        let table = leaper::leaper(&leaps, size.0, size.1, LIMIT, &|| false).unwrap();
        assert_eq!(
            table.iter().collect::<Vec<_>>(),
            all_moves(size, (&leaps, &vec![]), (1, 1))
        );
    }
}

#[test]
fn riders_by_the_rules() {
    let mut random = Random(29);
    let sizes = [(1, 1), (1, 80), (30, 31), (40, 9), (9, 40)];
    for round in 0..40 {
        let size = sizes[round % sizes.len()];
        let measure = [(1, 1), (2, 3), (1, -1), (-3, -1)][round % 4];
        let mut draw = |count: usize, length: i64| {
            let mut moves: Vectors = Vec::new();
            while moves.len() < count {
                let step = (
                    random.between(-length, length),
                    random.between(-length, length),
                );
                if measure.0 * step.0 + measure.1 * step.1 < 0 {
                    moves.push(step);
                }
            }
            moves
        };
        let (leaps, riders) = (
            draw(round % 5, 4),
            draw(1 + round % 4, 1 + round as i64 % 3),
        );
        let table = moves::moves(&leaps, &riders, size.0, size.1, 1, LIMIT, &|| false).unwrap();
        let expected = all_moves(size, (&leaps, &riders), measure);
        assert_eq!(
            table.iter().collect::<Vec<_>>(),
            expected,
            "{size:?} {leaps:?} {riders:?}"
        );
    }
}

#[test]
fn pieces() {
    let go = || false;
    let (rook, queen) = (vec![(-1, 0), (0, -1)], vec![(0, -1), (-1, -1), (-1, 0)]);
    let table = moves::moves(&[], &rook, 40, 70, 1, LIMIT, &go).unwrap();
    for (x, y) in (0..40).flat_map(|x| (0..70).map(move |y| (x, y))) {
        assert_eq!(
            table.get(x, y).map(u64::from),
            Some(queen::rook(x as u64, y as u64))
        );
    }
    let fast = moves::moves(&[], &queen, 90, 50, 1, LIMIT, &go).unwrap();
    let slow = in_order::in_order(&[], &queen, 90, 50, LIMIT, &go).unwrap();
    assert!(fast.iter().eq(slow.iter()));
    assert_eq!((fast.get(90, 0), fast.get(0, 50)), (None, None));
}

#[test]
fn moves_refused() {
    let go = || false;
    let refused = |leaps: &[(i64, i64)], riders: &[(i64, i64)]| {
        moves::moves(leaps, riders, 20, 20, 1, LIMIT, &go).err()
    };
    assert_eq!(refused(&[(0, 0)], &[]), Some(TableError::Standstill));
    assert_eq!(
        refused(&[], &[(-1, 0), (0, 0)]),
        Some(TableError::Standstill)
    );
    assert_eq!(
        refused(&[(-1, 0), (1, 0)], &[]),
        Some(TableError::Unordered)
    );
    assert_eq!(
        refused(&[(-1, 2), (2, -1), (-1, -1)], &[]),
        Some(TableError::Unordered)
    );
    assert_eq!(
        refused(&[(-1, 0)], &[(0, -1), (1, 1)]),
        Some(TableError::Unordered)
    );
    // Longer than the board: never made, so no harm.
    assert_eq!(
        refused(&[(-1, 0), (i64::MAX, i64::MIN), (20, 0)], &[]),
        None
    );
    for leaps in [vec![(-1, 0)], vec![(-1, -1)], vec![(-1, 1), (1, -2)]] {
        let size = 1 << 33;
        let found = moves::moves(&leaps, &[], size, size, 1, u64::MAX, &go);
        assert!(
            matches!(found, Err(TableError::TooLarge { .. })),
            "{leaps:?}"
        );
        let found = moves::moves(&leaps, &[(-1, 0)], size, size, 1, u64::MAX, &go);
        assert!(
            matches!(found, Err(TableError::TooLarge { .. })),
            "{leaps:?}"
        );
        assert_eq!(
            moves::moves(&leaps, &[], 30, 30, 1, LIMIT, &|| true),
            Err(TableError::Stopped)
        );
    }
    assert_eq!(
        moves::moves(&[], &[(-2, -1)], 30, 30, 1, LIMIT, &|| true),
        Err(TableError::Stopped)
    );
}

#[test]
fn split_by_the_rules() {
    for (width, height) in [
        (0, 0),
        (0, 9),
        (1, 1),
        (1, 90),
        (33, 20),
        (20, 33),
        (45, 45),
    ] {
        let mut expected = vec![0u32; width * height];
        for y in 0..height {
            for x in 0..width {
                let at = |x: usize, y: usize| y * width + x;
                let mut seen = BTreeSet::new();
                for i in 0..x {
                    for j in 0..y {
                        seen.insert(expected[at(x, j)] ^ expected[at(i, y)]);
                    }
                }
                expected[at(x, y)] = match (x, y) {
                    (heap, 0) | (0, heap) => heap as u32,
                    _ => (0..).find(|value| !seen.contains(value)).unwrap(),
                };
            }
        }
        let table = split::split(width, height, LIMIT, &|| false).unwrap();
        assert_eq!(
            table.iter().collect::<Vec<_>>(),
            expected,
            "{width} {height}"
        );
    }
}

#[test]
fn stops_in_the_middle() {
    use std::cell::Cell as Counter;
    let polls = Counter::new(0);
    let fourth = || {
        polls.set(polls.get() + 1);
        polls.get() == 4
    };
    type Job<'a> = &'a dyn Fn(&dyn Fn() -> bool) -> Result<Grid, TableError>;
    let jobs: [Job<'_>; 5] = [
        &|stop| queen::queen(200, 200, 1, LIMIT, stop),
        &|stop| leaper::leaper(&[(-1, -2), (-2, -1)], 2_000_000, 7, LIMIT, stop),
        &|stop| leaper::leaper(&[(-1, 0), (0, -1)], 300, 300, LIMIT, stop),
        &|stop| moves::moves(&[], &[(-1, -2)], 150, 150, 1, LIMIT, stop),
        &|stop| split::split(9, 60, LIMIT, stop),
    ];
    for (number, job) in jobs.iter().enumerate() {
        polls.set(0);
        assert_eq!(job(&fourth), Err(TableError::Stopped), "{number}");
    }
}
