use super::*;
use crate::split::search::Search;
use crate::split::vertices::tests::{
    bishop, board, graphs, grid, host, king, knight, queen, rook, value,
};
use grundy_base::budget::{Budget, Meter};
use rustc_hash::FxHashMap;

/// The rules once more: what each move leaves of a set of vertices.
trait Rules: Choice {
    fn left<const W: usize>(host: &Host<W>, left: Set<W>) -> Vec<Set<W>>;
}

impl Rules for Vertex {
    fn left<const W: usize>(host: &Host<W>, left: Set<W>) -> Vec<Set<W>> {
        let without = |vertex| left.without(host.beside(vertex)).without(Set::of(vertex));
        left.iter().map(without).collect()
    }
}

impl Rules for Edge {
    fn left<const W: usize>(host: &Host<W>, left: Set<W>) -> Vec<Set<W>> {
        let without = |one, other| left.without(Set::of(one)).without(Set::of(other));
        let beside = |one| (host.beside(one) & left).iter();
        let edges = left
            .iter()
            .flat_map(|one| beside(one).map(move |other| (one, other)));
        edges.map(|(one, other)| without(one, other)).collect()
    }
}

/// By the definition, nothing taken apart.
fn plain<C: Rules, const W: usize>(
    host: &Host<W>,
    left: Set<W>,
    known: &mut FxHashMap<Set<W>, u32>,
) -> u32 {
    if let Some(&value) = known.get(&left) {
        return value;
    }
    let mut reached = 0u64;
    for to in C::left(host, left) {
        reached |= 1 << plain::<C, W>(host, to, known);
    }
    let value = reached.trailing_ones();
    known.insert(left, value);
    value
}

/// The value of a whole graph by the definition.
fn expected<C: Rules>(host: &Host<1>) -> u32 {
    let all = Set::below(host.vertices());
    plain::<C, 1>(host, all, &mut FxHashMap::default())
}

/// The value of a set, its parts searched.
fn of<C: Choice, const W: usize>(
    game: &KaylesParts<C, W>,
    left: Set<W>,
    known: &mut FxHashMap<Set<W>, u32>,
) -> u32 {
    let mut parts = Vec::new();
    let worth = game.split(left, &mut parts);
    let values = parts.iter().map(|&part| value(game, part, known));
    values.fold(worth, |sum, value| sum ^ value)
}

fn whole<C: Choice, const W: usize>(game: &KaylesParts<C, W>) -> u32 {
    let all = Set::below(game.host.vertices());
    of(game, all, &mut FxHashMap::default())
}

/// With the table for small graphs, and with none of it so that nothing hides behind it.
fn on_all_graphs_of_six_vertices<C: Rules>() {
    for vertices in 0..=6 {
        for edges in graphs(vertices) {
            let host = host::<1>(vertices, &edges);
            let expected = expected::<C>(&host);
            for most in [0, 3, small::MOST] {
                // A fresh large table for each of so many graphs is too much.
                if most == small::MOST && edges.len() % 5 != 0 {
                    continue;
                }
                let most = most.min(vertices.max(3));
                let game = KaylesParts::<C, 1>::with_table(host.clone(), most);
                assert_eq!(whole(&game), expected, "{edges:?}");
            }
        }
    }
}

#[test]
fn all_graphs_of_six_vertices() {
    on_all_graphs_of_six_vertices::<Vertex>();
    on_all_graphs_of_six_vertices::<Edge>();
}

/// Every set of squares, so that shifts, turns and involutions are met.
fn on_all_sets_of_squares<C: Rules>(joined: &[fn(usize, usize) -> bool]) {
    for (rows, columns) in [(1, 9), (2, 5), (3, 4), (4, 3)] {
        for &joined in joined {
            let host = board::<2>(rows, columns, joined);
            let game = KaylesParts::<C, 2>::with_table(host.clone(), 0);
            let (mut known, mut parts_known) = (FxHashMap::default(), FxHashMap::default());
            for bits in 0..1u64 << (rows * columns) {
                let left = Set([bits, 0]);
                let expected = plain::<C, 2>(&host, left, &mut known);
                let found = of(&game, left, &mut parts_known);
                assert_eq!(found, expected, "{bits:b} of {rows}x{columns}");
            }
        }
    }
}

#[test]
fn all_sets_of_squares_of_small_boards() {
    on_all_sets_of_squares::<Vertex>(&[grid, king, knight, rook, bishop, queen]);
    on_all_sets_of_squares::<Edge>(&[grid, king, knight]);
}

fn on_paths_and_cycles<C: Rules>() {
    for vertices in 1..=14 {
        let mut edges: Vec<(usize, usize)> = (1..vertices).map(|at| (at - 1, at)).collect();
        for _ in 0..2 {
            let host = host::<1>(vertices, &edges);
            let expected = expected::<C>(&host);
            let game = KaylesParts::<C, 1>::with_table(host, 0);
            assert_eq!(whole(&game), expected, "{edges:?}");
            edges.push((0, vertices - 1));
            if vertices < 3 {
                break;
            }
        }
    }
}

/// Dawson's Chess and Dawson's Kayles have the period 34 from 52 on, with exceptions before (Guy and Smith 1956).
#[test]
fn paths_and_cycles() {
    on_paths_and_cycles::<Vertex>();
    on_paths_and_cycles::<Edge>();
    let edges: Vec<(usize, usize)> = (1..256).map(|at| (at - 1, at)).collect();
    let game = KaylesParts::<Vertex, 4>::new(host(256, &edges));
    let long = |length| of(&game, Set::below(length), &mut FxHashMap::default());
    assert!((60..200).all(|length| long(length) == long(length + 34)));
}

/// What is left over of an edge game has the value of the whole, without paths, boards or tables.
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
        let reduced = Edge::reduced(&host, all);
        assert_eq!(
            plain::<Edge, 1>(&host, reduced, &mut known),
            plain::<Edge, 1>(&host, all, &mut known),
            "{edges:?}"
        );
        assert_eq!(Edge::reduced(&host, reduced), reduced);
        dropped += u32::from(reduced.len() + 2 < all.len());
    }
    assert!(dropped > 900, "{dropped}");
}

/// By the search for couples.
fn searched<C: Choice, const W: usize>(host: Host<W>) -> u32 {
    let all = Set::below(host.vertices());
    let (game, mut parts) = (KaylesParts::<C, W>::new(host), Vec::new());
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
        let found = searched::<Vertex, 1>(board(side, side, queen));
        assert_eq!(found, expected, "queens {side}");
        let wide = searched::<Vertex, 2>(board(side, side, queen));
        assert_eq!(wide, expected, "queens {side}");
    }
    assert_eq!(searched::<Vertex, 2>(board(9, 9, queen)), 1);
    let others: [fn(usize, usize) -> bool; 5] = [king, grid, knight, bishop, rook];
    for joined in others {
        let game = KaylesParts::<Vertex, 1>::new(board(5, 5, joined));
        assert_eq!(searched::<Vertex, 1>(board(5, 5, joined)), whole(&game));
    }
    assert_eq!(searched::<Vertex, 1>(board(7, 7, king)), 1);
    assert_eq!(searched::<Vertex, 1>(board(3, 20, grid)), 1);
}

/// Cram, as published (Lemoine and Viennot, *Computer analysis of Sprouts with nimbers*, 2010).
#[test]
fn grids_are_cram() {
    for (rows, columns, expected) in [(3, 3, 0), (3, 4, 1), (3, 5, 1), (4, 4, 0), (4, 5, 2)] {
        let game = KaylesParts::<Edge, 1>::new(board(rows, columns, grid));
        assert_eq!(whole(&game), expected, "{rows}x{columns}");
        let found = searched::<Edge, 1>(board(rows, columns, grid));
        assert_eq!(found, expected, "{rows}x{columns}");
    }
}
