use super::*;
use crate::split::search::Search;
use crate::split::vertices::tests::{
    bishop, board, graphs, grid, host, king, knight, queen, rook, value,
};
use grundy_base::budget::{Budget, Meter};
use rustc_hash::FxHashMap;

/// The value of a set, its parts searched.
fn of<const W: usize>(game: &NodeKaylesParts<W>, left: Set<W>) -> u32 {
    let (mut parts, mut known) = (Vec::new(), FxHashMap::default());
    let worth = game.split(left, &mut parts);
    let values = parts.iter().map(|&part| value(game, part, &mut known));
    values.fold(worth, |sum, value| sum ^ value)
}

fn whole<const W: usize>(game: &NodeKaylesParts<W>) -> u32 {
    of(game, Set::below(game.host.vertices()))
}

/// By the definition, nothing taken apart.
fn plain<const W: usize>(host: &Host<W>, left: Set<W>, known: &mut FxHashMap<Set<W>, u32>) -> u32 {
    if let Some(&value) = known.get(&left) {
        return value;
    }
    let mut reached = 0u64;
    for vertex in left.iter() {
        let mut to = left.without(host.beside(vertex));
        to.remove(vertex);
        reached |= 1 << plain(host, to, known);
    }
    let value = reached.trailing_ones();
    known.insert(left, value);
    value
}

/// With the table for small graphs, and with none of it so that nothing hides behind it.
#[test]
fn all_graphs_of_six_vertices() {
    for vertices in 0..=6 {
        for edges in graphs(vertices) {
            let host = host::<1>(vertices, &edges);
            let expected = plain(&host, Set::below(vertices), &mut FxHashMap::default());
            for most in [0, 3, small::MOST] {
                // A fresh large table for each of so many graphs is too much.
                if most == small::MOST && edges.len() % 5 != 0 {
                    continue;
                }
                let game = NodeKaylesParts::with_table(host.clone(), most.min(vertices.max(3)));
                assert_eq!(whole(&game), expected, "{edges:?}");
            }
        }
    }
}

/// Every set of squares, so that shifts, turns and involutions are met.
#[test]
fn all_sets_of_squares_of_small_boards() {
    let joined = [grid, king, knight, rook, bishop, queen];
    for (rows, columns) in [(1, 9), (2, 5), (3, 4), (4, 3)] {
        for joined in joined {
            let host = board::<2>(rows, columns, joined);
            let game = NodeKaylesParts::with_table(host.clone(), 0);
            let mut known = FxHashMap::default();
            let mut parts_known = FxHashMap::default();
            for bits in 0..1u64 << (rows * columns) {
                let left = Set([bits, 0]);
                let expected = plain(&host, left, &mut known);
                let mut parts = Vec::new();
                let mut found = game.split(left, &mut parts);
                for part in parts {
                    found ^= value(&game, part, &mut parts_known);
                }
                assert_eq!(found, expected, "{bits:b} of {rows}x{columns}");
            }
        }
    }
}

/// Dawson's Chess has the period 34 from 52 on, with exceptions before (Guy and Smith 1956).
#[test]
fn paths_and_cycles() {
    for vertices in 1..=14 {
        let mut edges: Vec<(usize, usize)> = (1..vertices).map(|at| (at - 1, at)).collect();
        for _ in 0..2 {
            let host = host::<1>(vertices, &edges);
            let expected = plain(&host, Set::below(vertices), &mut FxHashMap::default());
            assert_eq!(whole(&NodeKaylesParts::with_table(host, 0)), expected);
            edges.push((0, vertices - 1));
            if vertices < 3 {
                break;
            }
        }
    }
    let edges: Vec<(usize, usize)> = (1..256).map(|at| (at - 1, at)).collect();
    let game = NodeKaylesParts::new(host::<4>(256, &edges));
    let long = |length| of(&game, Set::below(length));
    assert!((60..200).all(|length| long(length) == long(length + 34)));
}

/// By the search for couples.
fn searched<const W: usize>(host: Host<W>) -> u32 {
    let all = Set::below(host.vertices());
    let (game, mut parts) = (NodeKaylesParts::new(host), Vec::new());
    let known = game.split(all, &mut parts);
    let mut meter = Meter::new(&Budget {
        time: None,
        ..Budget::default()
    });
    let value = Search::new(game, 1 << 26).sum(&parts, &mut meter);
    known ^ value.expect("small enough to search")
}

/// Queens by OEIS A344227; a grid of three rows and kings as two other programs found.
#[test]
fn published_boards() {
    for (side, expected) in [
        (1, 1),
        (2, 1),
        (3, 2),
        (4, 1),
        (5, 3),
        (6, 1),
        (7, 2),
        (8, 3),
    ] {
        assert_eq!(searched(board::<1>(side, side, queen)), expected);
        let wide = searched(board::<2>(side, side, queen));
        assert_eq!(wide, expected, "queens {side}");
    }
    assert_eq!(searched(board::<2>(9, 9, queen)), 1);
    let others: [fn(usize, usize) -> bool; 5] = [king, grid, knight, bishop, rook];
    for joined in others {
        let game = NodeKaylesParts::new(board::<1>(5, 5, joined));
        assert_eq!(searched(board::<1>(5, 5, joined)), whole(&game));
    }
    assert_eq!(searched(board::<1>(7, 7, king)), 1);
    assert_eq!(searched(board::<1>(3, 20, grid)), 1);
}
