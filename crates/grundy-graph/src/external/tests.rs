//! Graphs in a few hundred bytes and in plenty, against the engines in memory.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grundy::engine::graph::{
    Advice, Graph, Labelling, Loopy, LoopyValues, labelling, loopy_values,
};
use grundy::{Budget, Lang, Outcome, Play};

use super::{Effort, External, Unsolved};
use crate::{Sink, SinkError};

/// A plain generator of pseudo-random numbers (SplitMix64; Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (((mixed >> 32) * u64::from(bound)) >> 32) as u32
    }

    fn shuffled(&mut self, count: u32) -> Vec<u32> {
        let mut names: Vec<u32> = (0..count).collect();
        for last in (1..count).rev() {
            names.swap(last as usize, self.below(last + 1) as usize);
        }
        names
    }
}

/// A row that lives on.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    vertex: u32,
    outcome: Option<Outcome>,
    value: Option<Result<u32, Vec<u32>>>,
    remoteness: Option<u32>,
    best: Option<u32>,
}

fn owned(value: Loopy<'_>) -> Result<u32, Vec<u32>> {
    match value {
        Loopy::Finite(value) => Ok(value),
        Loopy::Infinite(set) => Err(set.to_vec()),
    }
}

fn bytes(bytes: u64) -> Budget {
    Budget {
        bytes,
        time: None,
        ..Budget::default()
    }
}

fn solve(edges: &[(u32, u32)], lone: &[u32], play: Play, budget: u64) -> (Vec<Answer>, Effort) {
    let mut graph = External::new(&std::env::temp_dir(), &bytes(budget)).expect("a scratch file");
    for batch in edges.chunks(7) {
        graph.edges(batch).expect("room");
    }
    for &vertex in lone {
        graph.vertex(vertex).expect("room");
    }
    let mut answers = Vec::new();
    let effort = graph
        .solve(play, &mut |row| {
            answers.push(Answer {
                vertex: row.vertex,
                outcome: row.outcome,
                value: row.value.map(owned),
                remoteness: row.remoteness,
                best: row.best,
            });
            Ok(())
        })
        .expect("an answer");
    (answers, effort)
}

/// The answer of the engines in memory.
fn expected(
    graph: &Graph,
    labels: &Labelling,
    values: Option<&LoopyValues>,
    vertex: u32,
) -> Answer {
    let best = match labels.advice(graph, vertex) {
        Some(Advice::Win(best) | Advice::HoldDraw(best) | Advice::Delay(best)) => {
            best.first().copied()
        }
        _ => None,
    };
    Answer {
        vertex,
        outcome: labels.label(vertex),
        value: values.and_then(|values| values.value(vertex)).map(owned),
        remoteness: labels.remoteness(vertex),
        best,
    }
}

/// Compares all answers, in normal and misère play, within each of these numbers of bytes.
fn agrees_with_search(vertices: u32, edges: &[(u32, u32)], budgets: &[u64]) -> Effort {
    let graph = Graph::new(vertices as usize, edges).expect("a graph");
    let mut named = vec![false; vertices as usize];
    for &(from, to) in edges {
        (named[from as usize], named[to as usize]) = (true, true);
    }
    // Every second vertex without edges is named.
    let lone: Vec<u32> = (0..vertices)
        .filter(|&vertex| !named[vertex as usize] && vertex % 2 == 0)
        .collect();
    for &vertex in &lone {
        named[vertex as usize] = true;
    }
    let values = loopy_values(&graph);
    let mut last = None;
    for play in [Play::Normal, Play::Misere] {
        let labels = labelling(&graph, play);
        let wanted: Vec<Answer> = (0..vertices)
            .filter(|&vertex| named[vertex as usize])
            .map(|vertex| {
                let values = (play == Play::Normal).then_some(&values);
                expected(&graph, &labels, values, vertex)
            })
            .collect();
        for &budget in budgets {
            let (answers, effort) = solve(edges, &lone, play, budget);
            assert_eq!(answers, wanted, "{play:?}, {budget} bytes, edges {edges:?}");
            last = Some(effort);
        }
    }
    last.expect("a budget")
}

const BUDGETS: [u64; 4] = [200, 700, 3000, 1 << 20];

#[test]
fn random_graphs_without_cycles() {
    let mut random = Random(1);
    for round in 0..90 {
        let vertices = 2 + random.below(60);
        let names = random.shuffled(vertices);
        let count = random.below(vertices * 4);
        let edges: Vec<(u32, u32)> = (0..count)
            .map(|_| {
                let from = 1 + random.below(vertices - 1);
                let to = random.below(from);
                match round % 3 {
                    0 => (from, to),
                    1 => (to, from),
                    _ => (names[from as usize], names[to as usize]),
                }
            })
            .collect();
        agrees_with_search(vertices, &edges, &BUDGETS);
    }
}

#[test]
fn random_graphs_with_cycles() {
    let mut random = Random(2);
    for round in 0..100 {
        let vertices = 1 + random.below(40);
        let count = random.below(vertices * (2 + round % 3));
        let edges: Vec<(u32, u32)> = (0..count)
            .map(|_| (random.below(vertices), random.below(vertices)))
            .collect();
        agrees_with_search(vertices, &edges, &BUDGETS);
    }
}

#[test]
fn nearly_acyclic_graphs() {
    let mut random = Random(3);
    for _ in 0..70 {
        let vertices = 3 + random.below(60);
        let names = random.shuffled(vertices);
        let mut edges: Vec<(u32, u32)> = (0..vertices * 2)
            .map(|_| {
                let from = 1 + random.below(vertices - 1);
                (names[from as usize], names[random.below(from) as usize])
            })
            .collect();
        for _ in 0..random.below(4) {
            edges.push((random.below(vertices), random.below(vertices)));
        }
        agrees_with_search(vertices, &edges, &BUDGETS);
    }
}

#[test]
fn many_blocks_are_used() {
    let mut random = Random(4);
    let names = random.shuffled(400);
    let edges: Vec<(u32, u32)> = (0..2000)
        .map(|_| {
            let from = 1 + random.below(399);
            (names[from as usize], names[random.below(from) as usize])
        })
        .collect();
    // With a table of levels, and without.
    let effort = agrees_with_search(400, &edges, &[5000]);
    assert!(effort.blocks > 5, "{effort:?}");
    let effort = agrees_with_search(400, &edges, &[1500]);
    assert!(effort.visits > effort.blocks as u64, "{effort:?}");
    assert_eq!((effort.edges, effort.endless), (2000, 0));
    let cyclic: Vec<(u32, u32)> = (0..1200)
        .map(|_| (random.below(400), random.below(400)))
        .collect();
    let effort = agrees_with_search(400, &cyclic, &[5000, 1500]);
    assert!(effort.endless > 0 && effort.blocks > 5, "{effort:?}");
}

#[test]
fn chains() {
    let mut random = Random(5);
    let names = random.shuffled(3000);
    let chain: Vec<(u32, u32)> = (1..3000).map(|from| (from, from - 1)).collect();
    let shuffled: Vec<(u32, u32)> = chain
        .iter()
        .map(|&(from, to)| (names[from as usize], names[to as usize]))
        .collect();
    let effort = agrees_with_search(3000, &chain, &[20_000]);
    assert!(effort.blocks > 10, "{effort:?}");
    // In order, each block is in memory once.
    assert_eq!(effort.visits, effort.blocks as u64);
    agrees_with_search(3000, &shuffled, &[40_000, 4 << 20]);
    // A circle with a way out, and a chain that leads to it.
    let mut circle = chain;
    circle.push((5, 30));
    circle.retain(|&(from, _)| from != 1);
    circle.push((20, 1));
    agrees_with_search(3000, &circle, &[20_000]);
}

#[test]
fn large_values() {
    let edges: Vec<(u32, u32)> = (1..120)
        .flat_map(|from| (0..from).map(move |to| (from, to)))
        .collect();
    let mut twice = edges.clone();
    twice.extend_from_slice(&edges);
    agrees_with_search(120, &twice, &[1000, 3000, 1 << 20]);
    let back: Vec<(u32, u32)> = edges
        .iter()
        .copied()
        .chain([(0, 119), (119, 119)])
        .collect();
    agrees_with_search(120, &back, &[3000]);
}

#[test]
fn vertices_with_many_edges() {
    // To one, from one, and both.
    let mut star: Vec<(u32, u32)> = (1..2000).map(|from| (from, 0)).collect();
    agrees_with_search(2000, &star, &[3000]);
    star.extend((1..2000).map(|to| (2000, to)));
    agrees_with_search(2001, &star, &[3000]);
    star.push((0, 2000));
    agrees_with_search(2001, &star, &[3000]);
}

#[test]
fn remoteness_and_values_of_more_than_16_bits() {
    let edges: Vec<(u32, u32)> = (1..70_000).map(|from| (from, from - 1)).collect();
    let (answers, effort) = solve(&edges, &[], Play::Normal, 400_000);
    assert!(effort.blocks > 5, "{effort:?}");
    for (at, answer) in (0u32..).zip(&answers) {
        assert_eq!(answer.remoteness, Some(at));
        assert_eq!(answer.value, Some(Ok(at % 2)));
    }
}

#[test]
fn nothing_and_next_to_nothing() {
    let (answers, effort) = solve(&[], &[], Play::Normal, 1000);
    assert_eq!((answers.len(), effort.vertices), (0, 0));
    let (answers, _) = solve(&[], &[9, 3, 9], Play::Misere, 1000);
    let told: Vec<_> = answers
        .iter()
        .map(|row| (row.vertex, row.outcome))
        .collect();
    assert_eq!(told, [(3, Some(Outcome::N)), (9, Some(Outcome::N))]);
    agrees_with_search(1, &[(0, 0)], &[64]);
}

#[test]
fn errors_are_told() {
    let nowhere = External::new(Path::new("/no such directory/at all"), &bytes(1000));
    let error = nowhere.expect_err("no directory");
    assert!(
        error
            .message()
            .render(Lang::Zh)
            .starts_with("无法读写临时文件")
    );
    let edges: Vec<(u32, u32)> = (1..500).map(|from| (from, from - 1)).collect();
    // The file of all edges, or later ones.
    for limit in [0, 1000, 3900, 5000] {
        let graph = External::new(&std::env::temp_dir(), &bytes(2000)).expect("a file");
        let mut graph = graph.with_scratch_limit(limit);
        match graph.edges(&edges) {
            Err(SinkError::File(error)) => assert!(error.to_string().contains("room"), "{error}"),
            Err(other) => panic!("{other}"),
            Ok(()) => {
                assert!(limit > 1000);
                let error = graph.solve(Play::Normal, &mut |_| Ok(()));
                assert!(matches!(error, Err(Unsolved::Scratch(_))), "{error:?}");
            }
        }
    }
    let mut graph = External::new(&std::env::temp_dir(), &bytes(2000)).expect("a file");
    graph.edges(&edges).expect("room");
    let failed = graph.solve(Play::Normal, &mut |_| Err(std::io::Error::other("enough")));
    assert!(matches!(failed, Err(Unsolved::Rows(_))));
    let mut graph = External::new(&std::env::temp_dir(), &bytes(2000)).expect("a file");
    assert!(matches!(
        graph.vertex(u32::MAX),
        Err(SinkError::TooLarge(_))
    ));
    // So many blocks of so few bytes do not even fit by name.
    graph.vertex(u32::MAX - 1).expect("a vertex");
    let error = graph.solve(Play::Normal, &mut |_| Ok(()));
    assert!(matches!(error, Err(Unsolved::TooLarge(_))), "{error:?}");
    let mut graph = External::new(&std::env::temp_dir(), &bytes(u64::MAX)).expect("a file");
    graph.edges(&[(3_000_000_000, 7)]).expect("room");
    let mut vertices = Vec::new();
    let solved = graph.solve(Play::Normal, &mut |row| {
        vertices.push(row.vertex);
        Ok(())
    });
    assert!(solved.is_ok(), "{solved:?}");
    assert_eq!(vertices, [7, 3_000_000_000]);
}

#[test]
fn stopped() {
    let stop = Arc::new(AtomicBool::new(false));
    let budget = Budget {
        stop: Some(Arc::clone(&stop)),
        ..bytes(2000)
    };
    let mut graph = External::new(&std::env::temp_dir(), &budget).expect("a file");
    graph.edges(&[(1, 0); 500]).expect("room");
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(matches!(
        graph.edges(&[(1, 0)]),
        Err(SinkError::Interrupted)
    ));
    let stopped = graph.solve(Play::Normal, &mut |_| Ok(()));
    assert!(matches!(stopped, Err(Unsolved::Exhausted(_))));
    let budget = Budget {
        time: Some(Duration::ZERO),
        ..bytes(2000)
    };
    let mut graph = External::new(&std::env::temp_dir(), &budget).expect("a file");
    assert!(graph.edges(&[(1, 0)]).is_err());
}

#[test]
fn nothing_is_left_behind() {
    let place = std::env::temp_dir().join(format!("grundy-external-{}", std::process::id()));
    std::fs::create_dir_all(&place).expect("a directory");
    let left = || std::fs::read_dir(&place).expect("the directory").count();
    let edges: Vec<(u32, u32)> = (1..500).map(|from| (from, from - 1)).collect();
    for limit in [5000, u64::MAX] {
        let graph = External::new(&place, &bytes(2000)).expect("a file");
        let mut graph = graph.with_scratch_limit(limit);
        graph.edges(&edges).expect("room");
        let solved = graph.solve(Play::Normal, &mut |_| Ok(()));
        assert_eq!(solved.is_ok(), limit == u64::MAX);
        assert_eq!(left(), 0);
    }
    std::fs::remove_dir(&place).expect("an empty directory");
}
