//! Random graphs over one, two and three workers, against the engines that have the whole graph in memory.

use grundy::engine::graph::{Advice, Graph, labelling, loopy_values};
use grundy::{Outcome, Play};
use grundy_cluster::{Answers, Edges, Job, Partition, solve};
use grundy_graph::Column;

/// A plain generator of pseudo-random numbers (SplitMix64; Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u128::from(mixed ^ (mixed >> 31)) * u128::from(bound)) >> 64) as u32
    }
}

fn agrees(edges: &[(u32, u32)], play: Play, answers: &Answers) {
    let bound = edges.iter().map(|&(a, b)| a.max(b) + 1).max().unwrap_or(0);
    let graph = Graph::new(bound as usize, edges).expect("a graph");
    let mut named = vec![false; bound as usize];
    for &(from, to) in edges {
        named[from as usize] = true;
        named[to as usize] = true;
    }
    let labels = labelling(&graph, play);
    let values = loopy_values(&graph);
    let mut vertices = (0..bound).filter(|&vertex| named[vertex as usize]);
    for row in answers.rows() {
        let vertex = row.vertex;
        assert_eq!(Some(vertex), vertices.next());
        assert_eq!(row.outcome, labels.label(vertex));
        assert_eq!(
            row.remoteness,
            labels.remoteness(vertex),
            "{vertex} {edges:?}"
        );
        if play == Play::Normal {
            assert_eq!(row.value, values.value(vertex), "{vertex} {edges:?}");
        }
        let best = match labels.advice(&graph, vertex) {
            Some(Advice::Win(list) | Advice::Delay(list) | Advice::HoldDraw(list)) => {
                list.first().copied()
            }
            _ => None,
        };
        assert_eq!(row.best, best, "{vertex} {edges:?}");
    }
    assert_eq!(vertices.next(), None);
}

fn everywhere(edges: &[(u32, u32)]) {
    for workers in [1, 2, 3] {
        for partition in [Partition::Block, Partition::Hash] {
            for play in [Play::Normal, Play::Misere] {
                let mut job = Job::default();
                job.workers = workers;
                job.partition = partition;
                job.play = play;
                if play == Play::Misere {
                    job.columns.retain(|&column| column != Column::Value);
                }
                let answers = solve(Edges::new(edges), &job).expect("answers");
                agrees(edges, play, &answers);
            }
        }
    }
}

/// Many small graphs side by side, so that one job checks them all.
fn side_by_side(graphs: u32, mut graph: impl FnMut(u32) -> (u32, Vec<(u32, u32)>)) {
    let (mut first, mut edges) = (0, Vec::new());
    for number in 0..graphs {
        let (vertices, more) = graph(number);
        edges.extend(more.into_iter().map(|(a, b)| (first + a, first + b)));
        first += vertices;
    }
    everywhere(&edges);
}

#[test]
fn small_random_graphs_with_cycles() {
    let mut random = Random(1);
    side_by_side(400, |round| {
        let vertices = 1 + random.below(if round % 2 == 0 { 8 } else { 40 });
        let count = random.below(3 * vertices);
        let edges = (0..count).map(|_| (random.below(vertices), random.below(vertices)));
        (vertices, edges.collect())
    });
}

#[test]
fn tiny_graphs_one_by_one() {
    let mut random = Random(4);
    for vertices in [1, 2, 3, 5] {
        let count = random.below(3 * vertices);
        let edges: Vec<_> = (0..count)
            .map(|_| (random.below(vertices), random.below(vertices)))
            .collect();
        everywhere(&edges);
    }
}

#[test]
fn small_random_graphs_without_cycles() {
    let mut random = Random(2);
    side_by_side(100, |_| {
        let vertices = 2 + random.below(60);
        let count = random.below(6 * vertices);
        let mut edge = || {
            let from = 1 + random.below(vertices - 1);
            (from * 3, random.below(from) * 3)
        };
        (3 * vertices, (0..count).map(|_| edge()).collect())
    });
}

#[test]
fn a_larger_graph_fills_many_batches() {
    let mut random = Random(3);
    let vertices = 20_000;
    let mut edges: Vec<_> = (0..60_000)
        .map(|_| (random.below(vertices), random.below(vertices)))
        .collect();
    // And some vertices of many predecessors.
    edges.extend((0..vertices).map(|vertex| (vertex, vertex % 3)));
    for partition in [Partition::Block, Partition::Hash] {
        let mut job = Job::default();
        job.workers = 3;
        job.partition = partition;
        let answers = solve(Edges::new(&edges[..]), &job).expect("answers");
        agrees(&edges, Play::Normal, &answers);
    }
}

#[test]
fn values_beyond_a_record() {
    // The complete graph on falling numbers: vertex v has the value v.
    let vertices = 100;
    let edges: Vec<_> = (0..vertices)
        .flat_map(|from| (0..from).map(move |to| (from, to)))
        .collect();
    // And with loops at every third.
    let mut looped = edges.clone();
    looped.extend((0..vertices).step_by(3).map(|vertex| (vertex, vertex)));
    for edges in [edges, looped] {
        let mut job = Job::default();
        job.workers = 2;
        let answers = solve(Edges::new(&edges[..]), &job).expect("answers");
        agrees(&edges, Play::Normal, &answers);
    }
}

#[test]
fn a_path_needs_few_messages() {
    let vertices = 100_000;
    let path: Vec<_> = (1..vertices).map(|vertex| (vertex, vertex - 1)).collect();
    let mut job = Job::default();
    job.workers = 3;
    let answers = solve(Edges::new(path), &job).expect("answers");
    assert_eq!(answers.len(), vertices as usize);
    for row in answers.rows() {
        let odd = row.vertex % 2 == 1;
        assert_eq!(row.outcome, Some(if odd { Outcome::N } else { Outcome::P }));
        assert_eq!(row.remoteness, Some(row.vertex));
    }
}

#[test]
fn the_empty_graph_has_no_answers() {
    for workers in [1, 3] {
        let mut job = Job::default();
        job.workers = workers;
        let answers = solve(Edges::new([]), &job).expect("answers");
        assert!(answers.is_empty());
    }
}
