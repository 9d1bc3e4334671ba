//! Outcomes, remoteness and values against their definitions, run as a plain search.

use super::*;
use crate::quotient::{Outcome, Play};
use crate::random::Random;

/// The outcome within a number of moves, straight from the rules: for each bound on the length of play, who can force
/// the end within it. The least bound that will do is the remoteness.
fn by_definition(graph: &Graph, play: Play) -> Vec<(Outcome, Option<u32>)> {
    let vertices = graph.vertices();
    let mut found = vec![(Outcome::D, None); vertices];
    let mut wins = vec![false; vertices];
    let mut loses = vec![false; vertices];
    for moves in 0..=2 * vertices as u32 {
        let of = |vertex: usize| {
            graph
                .options(vertex as u32)
                .iter()
                .map(|&option| option as usize)
        };
        let end = |vertex: usize| of(vertex).next().is_none();
        let wins_now = (0..vertices).map(|vertex| {
            end(vertex) && play == Play::Misere
                || moves > 0 && of(vertex).any(|option| loses[option])
        });
        let loses_now = (0..vertices).map(|vertex| {
            if end(vertex) {
                play == Play::Normal
            } else {
                moves > 0 && of(vertex).all(|option| wins[option])
            }
        });
        (wins, loses) = (wins_now.collect(), loses_now.collect());
        for (vertex, found) in found.iter_mut().enumerate() {
            if found.1.is_none() && (wins[vertex] || loses[vertex]) {
                assert!(!(wins[vertex] && loses[vertex]));
                *found = (
                    if wins[vertex] { Outcome::N } else { Outcome::P },
                    Some(moves),
                );
            }
        }
    }
    found
}

/// Values straight from the definition, by depth-first search; only for graphs without cycles.
fn value_by_definition(graph: &Graph, vertex: u32) -> u32 {
    let values: Vec<u32> = graph
        .options(vertex)
        .iter()
        .map(|&option| value_by_definition(graph, option))
        .collect();
    (0..).find(|value| !values.contains(value)).unwrap()
}

/// Whether play can go round for ever, by plain closure of "can be reached".
fn has_cycle(graph: &Graph) -> bool {
    let reach = reach(graph);
    (0..graph.vertices()).any(|vertex| reach[vertex][vertex])
}

/// Whether a vertex can be reached from a vertex in one move or more.
fn reach(graph: &Graph) -> Vec<Vec<bool>> {
    let vertices = graph.vertices();
    let mut reach = vec![vec![false; vertices]; vertices];
    for (vertex, row) in reach.iter_mut().enumerate() {
        graph
            .options(vertex as u32)
            .iter()
            .for_each(|&option| row[option as usize] = true);
    }
    for by in 0..vertices {
        for from in 0..vertices {
            for to in 0..vertices {
                reach[from][to] |= reach[from][by] && reach[by][to];
            }
        }
    }
    reach
}

fn agrees_with_search(graph: &Graph) {
    for play in [Play::Normal, Play::Misere] {
        let found = labelling(graph, play);
        let wanted = by_definition(graph, play);
        for (vertex, &(label, moves)) in (0u32..).zip(&wanted) {
            assert_eq!(
                (found.label(vertex), found.remoteness(vertex)),
                (Some(label), moves),
                "{vertex} of {graph:?}"
            );
            follow(graph, &found, vertex, label, moves);
        }
        let mut seen = 0;
        for (number, round) in (0..).zip(found.rounds()) {
            assert!(!round.vertices.is_empty() && round.vertices.is_sorted());
            seen += round.vertices.len();
            assert!(
                round
                    .vertices
                    .iter()
                    .all(|&vertex| wanted[vertex as usize] == (round.label, Some(number)))
            );
            assert_eq!(round.number, number);
        }
        assert_eq!(
            seen,
            wanted.iter().filter(|(_, moves)| moves.is_some()).count()
        );
    }
    let reach = reach(graph);
    for (vertex, value) in (0u32..).zip(grundy_where_play_ends(graph)) {
        let beyond = &reach[vertex as usize];
        let endless = |&at: &usize| (beyond[at] || at == vertex as usize) && reach[at][at];
        let ends = !(0..graph.vertices()).any(|at| endless(&at));
        let wanted = ends.then(|| value_by_definition(graph, vertex));
        assert_eq!(value, wanted, "{vertex} of {graph:?}");
    }
    match grundy(graph) {
        Ok(values) => {
            assert!(!has_cycle(graph));
            for (vertex, &value) in (0u32..).zip(&values) {
                assert_eq!(value, value_by_definition(graph, vertex), "{graph:?}");
            }
        }
        Err(Cycle { vertices }) => {
            let next = vertices.iter().cycle().skip(1);
            assert!(!vertices.is_empty());
            assert!(
                vertices
                    .iter()
                    .zip(next)
                    .all(|(&vertex, option)| graph.options(vertex).contains(option))
            );
            let mut once = vertices.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), vertices.len());
        }
    }
}

/// Checks the advice and the reason on one vertex: a winner who follows it is one move nearer the end after
/// each pair of moves, whatever the loser does.
fn follow(graph: &Graph, found: &Labelling, vertex: u32, label: Outcome, moves: Option<u32>) {
    let is = |option: u32, wanted: Outcome| found.label(option) == Some(wanted);
    match (
        found.advice(graph, vertex).unwrap(),
        found.reason(graph, vertex).unwrap(),
    ) {
        (Advice::Over, Reason::End) => assert!(graph.options(vertex).is_empty()),
        (Advice::Win(best), Reason::MovesTo(option)) => {
            assert_eq!((label, best[0]), (Outcome::N, option));
            assert!(
                best.iter()
                    .all(|&option| is(option, Outcome::P) && found.remoteness(option) < moves)
            );
        }
        (Advice::Delay(best), Reason::AllWinning(option)) => {
            assert_eq!((label, best[0]), (Outcome::P, option));
            assert!(
                graph
                    .options(vertex)
                    .iter()
                    .all(|&option| is(option, Outcome::N) && found.remoteness(option) < moves)
            );
        }
        (Advice::HoldDraw(best), Reason::Endless(option)) => {
            assert_eq!((label, best[0]), (Outcome::D, option));
            assert!(best.iter().all(|&option| is(option, Outcome::D)));
            assert!(
                graph
                    .options(vertex)
                    .iter()
                    .all(|&option| !is(option, Outcome::P))
            );
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_graph_on_three_vertices() {
    for edges in 0..512u32 {
        let chosen: Vec<(u32, u32)> = (0..9)
            .filter(|bit| edges >> bit & 1 == 1)
            .map(|bit| (bit / 3, bit % 3))
            .collect();
        agrees_with_search(&Graph::new(3, &chosen).unwrap());
    }
}

#[test]
fn random_graphs() {
    let mut random = Random(1);
    let (mut cyclic, mut acyclic) = (0, 0);
    for round in 0..600 {
        let vertices = 1 + random.below(10);
        let edges: Vec<(u32, u32)> = (0..random.below(3 * vertices))
            .map(|_| (random.below(vertices) as u32, random.below(vertices) as u32))
            .filter_map(|(a, b)| match round % 4 {
                0 => Some((a, b)),
                // Rising, falling and shuffled numbers, all without cycles.
                1 => (a < b).then_some((a, b)),
                2 => (a > b).then_some((a, b)),
                _ => (a < b).then_some((
                    (a * 7 + 3) % 11 % vertices as u32,
                    (b * 7 + 3) % 11 % vertices as u32,
                )),
            })
            .collect();
        let graph = Graph::new(vertices as usize, &edges).unwrap();
        if has_cycle(&graph) {
            cyclic += 1
        } else {
            acyclic += 1
        }
        agrees_with_search(&graph);
        assert_eq!(graph.turned().turned(), graph);
        let mut sorted = edges.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let listed: Vec<(u32, u32)> = (0..vertices as u32)
            .flat_map(|vertex| {
                graph
                    .options(vertex)
                    .iter()
                    .map(move |&option| (vertex, option))
            })
            .collect();
        assert_eq!(listed, sorted);
    }
    assert!(cyclic > 100 && acyclic > 100);
}

#[test]
fn a_long_path_and_a_long_cycle() {
    for (length, play) in [(1_000_000, Play::Normal), (100_000, Play::Misere)] {
        // Numbers that jump about, so that nothing is in order: 7919 is prime to the length.
        let name = |place: u32| (u64::from(place) * 7919 % u64::from(length)) as u32;
        let mut edges: Vec<(u32, u32)> = (1..length)
            .map(|place| (name(place), name(place - 1)))
            .collect();
        let path = Graph::new(length as usize, &edges).unwrap();
        assert_eq!(grundy(&path).unwrap()[name(length - 1) as usize], 1);
        let found = labelling(&path, play);
        assert_eq!(found.remoteness(name(length - 1)), Some(length - 1));
        assert_eq!(found.rounds().len(), length as usize);
        let odd = if play == Play::Normal {
            Outcome::N
        } else {
            Outcome::P
        };
        assert_eq!(found.label(name(length - 1)), Some(odd));
        if play == Play::Misere {
            edges.push((name(0), name(length - 1)));
            let ring = Graph::new(length as usize, &edges).unwrap();
            assert_eq!(grundy(&ring).unwrap_err().vertices.len(), length as usize);
            assert_eq!(labelling(&ring, play).rounds().len(), 0);
        }
    }
}

#[test]
fn what_is_no_graph() {
    let error = Graph::new(2, &[(0, 1), (1, 2)]).unwrap_err();
    assert_eq!(
        error,
        GraphError::OutOfRange {
            at: 1,
            vertex: 2,
            vertices: 2
        }
    );
    assert_eq!(
        error.to_string(),
        "edge 2 names vertex 2, but there are 2 vertices, counted from 0"
    );
    assert!(matches!(
        Graph::new(u32::MAX as usize, &[]),
        Err(GraphError::TooLarge { .. })
    ));
    let empty = Graph::new(0, &[]).unwrap();
    agrees_with_search(&empty);
    assert!(empty.options(0).is_empty());
    assert_eq!(labelling(&empty, Play::Normal).advice(&empty, 0), None);
}
