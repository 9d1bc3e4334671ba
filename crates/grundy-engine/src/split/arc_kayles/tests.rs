use super::*;
use crate::split::search::Search;
use crate::split::vertices::tests::{board, graphs, grid, host, king, knight, value};
use grundy_base::budget::{Budget, Meter};
use rustc_hash::FxHashMap;

/// The value of a set, its parts searched.
fn of<const W: usize>(game: &ArcKaylesParts<W>, left: Set<W>) -> u32 {
    let (mut parts, mut known) = (Vec::new(), FxHashMap::default());
    let worth = game.split(left, &mut parts);
    let values = parts.iter().map(|&part| value(game, part, &mut known));
    values.fold(worth, |sum, value| sum ^ value)
}

fn whole<const W: usize>(game: &ArcKaylesParts<W>) -> u32 {
    of(game, Set::below(game.host.vertices()))
}

/// By the definition, nothing taken apart.
fn plain<const W: usize>(host: &Host<W>, left: Set<W>, known: &mut FxHashMap<Set<W>, u32>) -> u32 {
    if let Some(&value) = known.get(&left) {
        return value;
    }
    let mut reached = 0u64;
    for one in left.iter() {
        for other in (host.beside(one) & left).iter() {
            let mut to = left;
            to.remove(one);
            to.remove(other);
            reached |= 1 << plain(host, to, known);
        }
    }
    let value = reached.trailing_ones();
    known.insert(left, value);
    value
}

#[test]
fn all_graphs_of_six_vertices() {
    for vertices in 0..=6 {
        for edges in graphs(vertices) {
            let host = host::<1>(vertices, &edges);
            let expected = plain(&host, Set::below(vertices), &mut FxHashMap::default());
            for most in [0, 4] {
                let game = ArcKaylesParts::with_table(host.clone(), most);
                assert_eq!(whole(&game), expected, "{edges:?}");
            }
        }
    }
}

/// Reductions alone, without paths, boards or tables: what is left over has the value of the whole.
#[test]
fn reductions_on_all_graphs_of_six_vertices_and_some_of_nine() {
    let mut seed = 1u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        seed >> 33
    };
    let sparse = (0..3000).map(|_| {
        let edges = (0..10).map(|_| ((random() % 9) as usize, (random() % 9) as usize));
        let edges = edges.filter(|(one, other)| one != other);
        (9, edges.collect::<Vec<_>>())
    });
    let mut dropped = 0;
    for (vertices, edges) in graphs(6).map(|edges| (6, edges)).chain(sparse) {
        let host = host::<1>(vertices, &edges);
        let mut known = FxHashMap::default();
        let all = Set::below(vertices);
        let game = ArcKaylesParts::with_table(host.clone(), 0);
        let reduced = game.reduced(all);
        assert_eq!(
            plain(&host, reduced, &mut known),
            plain(&host, all, &mut known),
            "{edges:?}"
        );
        assert_eq!(game.reduced(reduced), reduced);
        dropped += u32::from(reduced.len() + 2 < all.len());
    }
    assert!(dropped > 900, "{dropped}");
}

#[test]
fn all_sets_of_squares_of_small_boards() {
    for (rows, columns) in [(1, 9), (2, 5), (3, 4), (4, 3)] {
        for joined in [grid, king, knight] {
            let host = board::<1>(rows, columns, joined);
            let game = ArcKaylesParts::with_table(host.clone(), 0);
            let (mut known, mut parts_known) = (FxHashMap::default(), FxHashMap::default());
            for bits in 0..1u64 << (rows * columns) {
                let left = Set([bits]);
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

/// Cram, as published (Lemoine and Viennot, *Computer analysis of Sprouts with nimbers*, 2010).
#[test]
fn grids_are_cram() {
    for (rows, columns, expected) in [(3, 3, 0), (3, 4, 1), (3, 5, 1), (4, 4, 0), (4, 5, 2)] {
        let game = ArcKaylesParts::new(board::<1>(rows, columns, grid));
        assert_eq!(whole(&game), expected, "{rows}x{columns}");
        let mut parts = Vec::new();
        let known = game.split(Set::below(rows * columns), &mut parts);
        let mut meter = Meter::new(&Budget::default());
        let found = Search::new(game, 1 << 26).sum(&parts, &mut meter);
        assert_eq!(known ^ found.expect("small"), expected, "{rows}x{columns}");
    }
}

#[test]
fn paths_and_cycles() {
    for vertices in 1..=14 {
        let mut edges: Vec<(usize, usize)> = (1..vertices).map(|at| (at - 1, at)).collect();
        for _ in 0..2 {
            let host = host::<1>(vertices, &edges);
            let expected = plain(&host, Set::below(vertices), &mut FxHashMap::default());
            assert_eq!(whole(&ArcKaylesParts::with_table(host, 0)), expected);
            edges.push((0, vertices - 1));
            if vertices < 3 {
                break;
            }
        }
    }
}
