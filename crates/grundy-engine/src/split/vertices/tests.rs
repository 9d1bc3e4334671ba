//! Search that looks at components one after another, and searches that know only the rules.

use super::{Board, Host};
use crate::set::Set;
use crate::split::{Fact, Keys, Splits};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

/// The value of a part by its options, each fact and each key held against it.
pub(in crate::split) fn value<const W: usize, S: Splits<Part = Set<W>>>(
    game: &S,
    part: Set<W>,
    known: &mut FxHashMap<Set<W>, u32>,
) -> u32 {
    if let Some(&value) = known.get(&part) {
        return value;
    }
    let mut reached = 0u64;
    let told = game.options(&part, |worth, parts| {
        let mut value = worth;
        for &option in parts {
            assert!(game.size(&option) < game.size(&part));
            value ^= self::value(game, option, known);
        }
        reached |= 1 << value;
        ControlFlow::Continue(())
    });
    assert!(told.is_ok());
    let value = reached.trailing_ones();
    match game.fact(&part) {
        Fact::Exact(exact) => assert_eq!(exact, value, "{part:?}"),
        Fact::Not(not) => assert_eq!(not >> value & 1, 0, "{part:?} is {value}"),
    }
    let keys = game.keys(1 << 20);
    let number = keys.number(&part).expect("there are numbers enough");
    assert_eq!(keys.part(number), Some(part));
    known.insert(part, value);
    value
}

/// The graph on so many vertices whose edges are these.
pub(in crate::split) fn host<const W: usize>(vertices: usize, edges: &[(usize, usize)]) -> Host<W> {
    let mut neighbours = vec![Set::EMPTY; vertices];
    for &(one, other) in edges {
        neighbours[one].insert(other);
        neighbours[other].insert(one);
    }
    Host::new(neighbours).expect("a graph")
}

/// All graphs on so many vertices, by their edges.
pub(in crate::split) fn graphs(vertices: usize) -> impl Iterator<Item = Vec<(usize, usize)>> {
    let pairs: Vec<(usize, usize)> = (0..vertices)
        .flat_map(|one| (0..one).map(move |other| (other, one)))
        .collect();
    (0..1u32 << pairs.len()).map(move |chosen| {
        let kept = (0..pairs.len()).filter(|at| chosen >> at & 1 == 1);
        kept.map(|at| pairs[at]).collect()
    })
}

/// The board on which two squares are joined where their difference says so.
pub(in crate::split) fn board<const W: usize>(
    rows: usize,
    columns: usize,
    joined: fn(usize, usize) -> bool,
) -> Host<W> {
    let place = |square: usize| (square / columns, square % columns);
    let edge = |one: usize, other: usize| {
        let ((row, column), (to_row, to_column)) = (place(one), place(other));
        one != other && joined(row.abs_diff(to_row), column.abs_diff(to_column))
    };
    let count = rows * columns;
    let neighbours = (0..count).map(|one| (0..count).filter(|&other| edge(one, other)).collect());
    let host = Host::new(neighbours.collect()).expect("a graph");
    host.on_board(Board::new(rows, columns).expect("not too large"))
        .expect("a board")
}

pub(in crate::split) fn grid(down: usize, across: usize) -> bool {
    down + across == 1
}
pub(in crate::split) fn king(down: usize, across: usize) -> bool {
    down.max(across) == 1
}
pub(in crate::split) fn knight(down: usize, across: usize) -> bool {
    down * across == 2
}
pub(in crate::split) fn rook(down: usize, across: usize) -> bool {
    down == 0 || across == 0
}
pub(in crate::split) fn bishop(down: usize, across: usize) -> bool {
    down == across
}
pub(in crate::split) fn queen(down: usize, across: usize) -> bool {
    rook(down, across) || bishop(down, across)
}

#[test]
fn what_is_no_graph_or_no_board() {
    let set = |numbers: &[usize]| numbers.iter().copied().collect::<Set<1>>();
    assert!(Host::new(vec![set(&[1]), set(&[0])]).is_some());
    assert!(Host::new(vec![set(&[1]), set(&[])]).is_none());
    assert!(Host::new(vec![set(&[0])]).is_none());
    assert!(Host::new(vec![set(&[1])]).is_none());
    assert!(Host::<1>::new(vec![Set::EMPTY; 65]).is_none());
    let cycle = host::<1>(4, &[(0, 1), (1, 3), (3, 2), (2, 0)]);
    let square = Board::new(2, 2).expect("a board");
    assert!(cycle.clone().on_board(square).is_some());
    assert!(cycle.on_board(Board::new(1, 4).expect("a board")).is_none());
    let path = host::<1>(4, &[(0, 1), (1, 2), (2, 3)]);
    assert!(path.clone().on_board(square).is_none());
    assert!(path.on_board(Board::new(4, 1).expect("a board")).is_some());
    assert!(Board::new(0, 3).is_none() && Board::new(3, 65).is_none());
}

/// The least image is an image of the set, the same for all images; images under symmetries are images.
#[test]
fn least_images_of_all_sets_of_a_board() {
    let (rows, columns) = (3, 4);
    let host = board::<1>(rows, columns, king);
    let mut least_of_kind: FxHashMap<Vec<(i32, i32)>, Set<1>> = FxHashMap::default();
    for bits in 1..1u64 << (rows * columns) {
        let part = Set([bits]);
        let cells: Vec<(i32, i32)> = part
            .iter()
            .map(|at| ((at / columns) as i32, (at % columns) as i32))
            .collect();
        let images = (0..8).map(|which| {
            let turned = cells.iter().map(|&(mut row, mut column)| {
                if which & 1 == 1 {
                    row = -row;
                }
                if which & 2 == 2 {
                    column = -column;
                }
                if which & 4 == 4 {
                    (column, row)
                } else {
                    (row, column)
                }
            });
            let turned: Vec<(i32, i32)> = turned.collect();
            let top = turned.iter().map(|cell| cell.0).min().unwrap_or(0);
            let left = turned.iter().map(|cell| cell.1).min().unwrap_or(0);
            let mut moved: Vec<(i32, i32)> = turned
                .iter()
                .map(|(row, column)| (row - top, column - left))
                .collect();
            moved.sort_unstable();
            moved
        });
        let kind = images.min().expect("eight images");
        let least = host.least(part);
        assert_eq!(least.len(), part.len());
        assert_eq!(host.edges(least), host.edges(part));
        assert_eq!(host.least(least), least);
        assert_eq!(
            *least_of_kind.entry(kind).or_insert(least),
            least,
            "{cells:?}"
        );
        let Some(symmetries) = host.symmetries(part) else {
            continue;
        };
        for at in 0..symmetries.which().count() {
            let image = part.iter().map(|vertex| {
                let mut images = symmetries.images(vertex);
                images.nth(at).expect("as many as symmetries")
            });
            assert_eq!(image.collect::<Set<1>>(), part);
        }
    }
    let mut least: Vec<Set<1>> = least_of_kind.values().copied().collect();
    let kinds = least.len();
    least.sort_unstable();
    least.dedup();
    assert_eq!(least.len(), kinds);
}
