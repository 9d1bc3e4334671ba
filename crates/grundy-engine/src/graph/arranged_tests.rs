//! Large graphs' engines against definitions applied vertex by vertex, in every form in which edges are held.

use super::{Arranged, Edges, Graph, GraphError, Loopy, grundy, labelling, loopy_values};
use crate::quotient::{Outcome, Play};
use crate::random::Random;

fn arranged(vertices: usize, edges: &[(u32, u32)], batch: usize) -> Arranged {
    let mut held = Edges::default();
    for edges in edges.chunks(batch) {
        held.extend(edges).unwrap();
    }
    if let Some(last) = vertices.checked_sub(1) {
        held.vertex(last as u32).unwrap();
    }
    assert_eq!(
        (held.vertices(), held.len()),
        (vertices, edges.len() as u64)
    );
    held.arranged(3)
}

/// What a vertex is marked, and in which round; nothing for a draw.
type Mark = Option<(Outcome, u32)>;

/// The Grundy value of each vertex and its mark, by the definitions, going round until nothing changes.
fn by_definition(graph: &Graph, play: Play) -> (Vec<Option<u32>>, Vec<Mark>) {
    let vertices = graph.vertices();
    let mut values = vec![None; vertices];
    loop {
        let before = values.clone();
        for (vertex, value) in (0u32..).zip(&mut values) {
            let options = graph.options(vertex).iter();
            let known: Option<Vec<u32>> = options.map(|&option| before[option as usize]).collect();
            if let Some(known) = known {
                *value = (0..).find(|value| !known.contains(value));
            }
        }
        if values == before {
            break;
        }
    }
    let mut labels: Vec<Mark> = vec![None; vertices];
    for round in 0.. {
        let before = labels.clone();
        for vertex in 0..vertices {
            let options = graph.options(vertex as u32);
            if before[vertex].is_some() {
                continue;
            }
            let told = |option: &u32| before[*option as usize].map(|(label, _)| label);
            labels[vertex] = if options.is_empty() {
                match play {
                    Play::Normal => Some((Outcome::P, round)),
                    Play::Misere => Some((Outcome::N, round)),
                }
            } else if options
                .iter()
                .any(|option| told(option) == Some(Outcome::P))
            {
                Some((Outcome::N, round))
            } else if options
                .iter()
                .all(|option| told(option) == Some(Outcome::N))
            {
                Some((Outcome::P, round))
            } else {
                None
            };
        }
        if labels == before {
            break;
        }
    }
    (values, labels)
}

fn check(vertices: usize, edges: &[(u32, u32)], batch: usize) {
    let graph = Graph::new(vertices, edges).unwrap();
    let large = arranged(vertices, edges, batch);
    assert_eq!((large.vertices(), large.edges()), (vertices, edges.len()));
    let values = large.values();
    let ending = large.ending();
    assert_eq!(large.cycle().is_some(), ending.contains(&u32::MAX));
    for play in [Play::Normal, Play::Misere] {
        let (by_hand, labels) = by_definition(&graph, play);
        let outcomes = large.outcomes(play);
        let best = large.best(&outcomes);
        for vertex in 0..vertices as u32 {
            let at = vertex as usize;
            assert_eq!(
                Some(ending[at]).filter(|&value| value != u32::MAX),
                by_hand[at]
            );
            if let Some(value) = by_hand[at] {
                assert_eq!(values.value(vertex), Some(Loopy::Finite(value)));
            }
            let label = labels[at].map_or(Outcome::D, |(label, _)| label);
            assert_eq!(outcomes.outcome(vertex), Some(label));
            assert_eq!(
                outcomes.remoteness(vertex),
                labels[at].map(|(_, round)| round)
            );
            // Who wins wants the least remoteness, who loses the greatest, who draws a draw.
            let options = graph.options(vertex).iter().copied();
            let told = |option: &u32| labels[*option as usize];
            let wanted = match label {
                Outcome::N => options
                    .filter(|option| told(option).is_some_and(|(label, _)| label == Outcome::P))
                    .min_by_key(|option| (told(option).map(|(_, round)| round), *option)),
                Outcome::P => options.max_by_key(|option| {
                    (
                        told(option).map(|(_, round)| round),
                        std::cmp::Reverse(*option),
                    )
                }),
                Outcome::D => options.filter(|option| told(option).is_none()).min(),
            };
            assert_eq!(Some(best[at]).filter(|&best| best != u32::MAX), wanted);
        }
    }
    assert_eq!(large.into_graph(), graph);
}

#[test]
fn random_graphs_of_every_form() {
    let mut random = Random(1966);
    for round in 0..1200u64 {
        let vertices = 1 + random.below(24) as usize;
        let count = random.below(3 * vertices as u64 + 1);
        let mut edges: Vec<(u32, u32)> = (0..count)
            .map(|_| {
                let (one, other) = (
                    random.below(vertices as u64) as u32,
                    random.below(vertices as u64) as u32,
                );
                match round % 4 {
                    // Falling, rising, and two kinds with cycles.
                    0 => (one.max(other), one.min(other)),
                    1 => (one.min(other), one.max(other)),
                    _ => (one, other),
                }
            })
            .filter(|&(one, other)| round % 4 > 1 || one != other)
            .collect();
        if random.below(3) > 0 {
            edges.sort_by_key(|&(from, _)| from);
            if random.below(3) == 0 && edges.len() > 2 {
                // Sorted for a while.
                let last = edges.len() - 1;
                edges.swap(last / 2, last);
            }
        }
        check(vertices, &edges, 1 + random.below(9) as usize);
    }
}

#[test]
fn acyclic_in_no_order() {
    let mut random = Random(7);
    for _ in 0..300 {
        let vertices = 2 + random.below(60) as usize;
        let mut names: Vec<u32> = (0..vertices as u32).collect();
        random.shuffle(&mut names);
        let edges: Vec<(u32, u32)> = (0..random.below(6 * vertices as u64))
            .map(|_| {
                let from = 1 + random.below(vertices as u64 - 1);
                let to = random.below(from);
                (names[from as usize], names[to as usize])
            })
            .collect();
        check(vertices, &edges, 7);
    }
}

/// Each vertex leads to all before it, so its value is its place: values above 24 and 64, and more than 255 options.
#[test]
fn large_values_and_many_options() {
    let vertices = 600u32;
    let mut random = Random(3);
    let mut names: Vec<u32> = (0..vertices).collect();
    for shuffled in [false, true] {
        let mut edges: Vec<(u32, u32)> = (0..vertices)
            .flat_map(|from| (0..from).map(move |to| (from, to)))
            .collect();
        for sorted in [true, false] {
            if shuffled {
                random.shuffle(&mut names);
            }
            if !sorted {
                random.shuffle(&mut edges);
            }
            let named: Vec<(u32, u32)> = edges
                .iter()
                .map(|&(from, to)| (names[from as usize], names[to as usize]))
                .collect();
            let large = arranged(vertices as usize, &named, 1000);
            let values = large.values();
            let outcomes = large.outcomes(Play::Normal);
            for place in 0..vertices {
                let vertex = names[place as usize];
                assert_eq!(values.value(vertex), Some(Loopy::Finite(place)));
                assert_eq!(outcomes.remoteness(vertex), Some(place.min(1)));
            }
        }
    }
}

/// Two hubs with far more options than a byte counts, one of them on a cycle.
#[test]
fn hubs() {
    for hub in [0u32, 1500] {
        let others = (0..3000u32).filter(|&other| other != hub);
        let mut edges: Vec<(u32, u32)> = others.map(|other| (hub, other)).collect();
        edges.extend_from_within(..1000);
        edges.push((2999, 2));
        let large = arranged(3000, &edges, 100);
        assert_eq!(large.values().value(hub), Some(Loopy::Finite(2)));
        assert_eq!(large.outcomes(Play::Normal).remoteness(hub), Some(1));
        assert_eq!(large.outcomes(Play::Misere).outcome(hub), Some(Outcome::N));
        edges.push((2, hub));
        check(3000, &edges, 100);
        let graph = Graph::new(3000, &edges).unwrap();
        assert_eq!(arranged(3000, &edges, 100).values(), loopy_values(&graph));
    }
}

#[test]
fn chains() {
    let length = 200_000u32;
    for step in [1, length - 1] {
        // Step by step down, up, or in an order in which no numbers rise or fall.
        let place = |at: u32| (u64::from(at) * u64::from(step) % u64::from(length)) as u32;
        let scattered = |at: u32| place(at) ^ u32::from(step > 1);
        let edges: Vec<(u32, u32)> = (1..length)
            .map(|at| (scattered(at), scattered(at - 1)))
            .collect();
        let large = arranged(length as usize, &edges, 4096);
        let outcomes = large.outcomes(Play::Normal);
        let values = large.values();
        for at in (0..length).step_by(997) {
            assert_eq!(outcomes.remoteness(scattered(at)), Some(at));
            assert_eq!(values.value(scattered(at)), Some(Loopy::Finite(at % 2)));
        }
    }
}

#[test]
fn nothing_and_limits() {
    let empty = Edges::default().arranged(1);
    assert_eq!((empty.vertices(), empty.edges()), (0, 0));
    assert_eq!(empty.values().vertices(), 0);
    assert!(empty.best(&empty.outcomes(Play::Normal)).is_empty());
    assert_eq!(empty.into_graph(), Graph::new(0, &[]).unwrap());

    let mut alone = Edges::default();
    alone.vertex(2).unwrap();
    let alone = alone.arranged(1);
    assert_eq!(alone.ending(), [0, 0, 0]);

    let mut small = Edges::new(5 << 20);
    small.extend(&[(0, 1)]).unwrap();
    assert!(matches!(
        small.extend(&[(0, 4_000_000_000)]),
        Err(GraphError::TooLarge { .. })
    ));
    assert!(small.vertex(u32::MAX).is_err());
    assert_eq!(small.arranged(1).ending(), [1, 0]);
}

#[test]
fn graphs_made_of_edges_and_graphs_agree() {
    let mut random = Random(11);
    for _ in 0..300 {
        let vertices = 1 + random.below(40) as usize;
        let edges: Vec<(u32, u32)> = (0..random.below(4 * vertices as u64))
            .map(|_| {
                let one = random.below(vertices as u64) as u32;
                (one, random.below(vertices as u64) as u32)
            })
            .collect();
        let graph = Graph::new(vertices, &edges).unwrap();
        let large = arranged(vertices, &edges, 3);
        for vertex in 0..vertices as u32 {
            assert_eq!(
                large.values().value(vertex),
                loopy_values(&graph).value(vertex)
            );
        }
        let labels = labelling(&graph, Play::Normal);
        let outcomes = large.outcomes(Play::Normal);
        for vertex in 0..vertices as u32 {
            assert_eq!(outcomes.outcome(vertex), labels.label(vertex));
        }
        match (large.cycle(), grundy(&graph)) {
            (None, Ok(values)) => assert_eq!(large.ending(), values),
            (Some(cycle), Err(_)) => {
                let next = cycle.vertices.iter().cycle().skip(1);
                for (&from, to) in cycle.vertices.iter().zip(next) {
                    assert!(graph.options(from).contains(to));
                }
            }
            _ => panic!("one found a cycle, the other none"),
        }
    }
}
