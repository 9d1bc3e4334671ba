//! Loopy values and sums against the product of the components, labelled whole by its rules.

use super::{Graph, Loopy, SumAdvice, grundy, labelling, loopy_values};
use crate::quotient::{Outcome, Play};
use crate::random::Random;
use std::collections::BTreeSet;

/// The positions of a sum of one token on each of these graphs: the first graph's vertices vary slowest.
struct Product {
    positions: Vec<Vec<u32>>,
    edges: Vec<(u32, u32)>,
}

impl Product {
    /// The rules of a sum, and nothing else.
    fn new(components: &[&Graph]) -> Product {
        let mut product = Product {
            positions: vec![vec![]],
            edges: vec![],
        };
        for component in components {
            product.positions = product
                .positions
                .iter()
                .flat_map(|position| {
                    (0..component.vertices() as u32)
                        .map(move |vertex| [position.as_slice(), &[vertex]].concat())
                })
                .collect();
        }
        for (from, position) in (0u32..).zip(&product.positions) {
            let mut weight: u32 = 1;
            for (component, &vertex) in components.iter().zip(position).rev() {
                for &option in component.options(vertex) {
                    let to = from - vertex * weight + option * weight;
                    product.edges.push((from, to));
                }
                weight *= component.vertices() as u32;
            }
        }
        product
    }

    fn graph(&self) -> Graph {
        Graph::new(self.positions.len(), &self.edges).unwrap()
    }

    fn outcomes(&self) -> Vec<Outcome> {
        labelling(&self.graph(), Play::Normal).labels().to_vec()
    }
}

/// Compares the outcomes of all sums with the product's, and counts the outcomes that were met.
fn compare(components: &[&Graph], met: &mut [usize; 3]) {
    let values: Vec<_> = components.iter().map(|graph| loopy_values(graph)).collect();
    let product = Product::new(components);
    for (position, outcome) in product.positions.iter().zip(product.outcomes()) {
        let told = Loopy::sum(
            values
                .iter()
                .zip(position)
                .map(|(values, &vertex)| values.value(vertex).unwrap()),
        );
        assert_eq!(told, outcome, "{position:?} of {components:?}");
        met[outcome as usize] += 1;
    }
}

/// A graph whose edges mostly lead to smaller numbers, so that there are ends of play and values above 0.
fn random_graph(random: &mut Random, most: u64) -> Graph {
    let vertices = 1 + random.below(most);
    let (down, up) = (7 + random.below(13), random.below(6));
    let mut edges = Vec::new();
    for from in 0..vertices {
        for to in 0..vertices {
            let often = if to < from { down } else { up };
            if random.below(20) < often {
                edges.push((from as u32, to as u32));
            }
        }
    }
    Graph::new(vertices as usize, &edges).unwrap()
}

fn heap(tokens: u32) -> Graph {
    let edges: Vec<_> = (0..=tokens)
        .flat_map(|from| (0..from).map(move |to| (from, to)))
        .collect();
    Graph::new(tokens as usize + 1, &edges).unwrap()
}

/// The graphs on three vertices, one of each kind.
fn three_vertices() -> Vec<Graph> {
    const PERMUTATIONS: [[u32; 3]; 6] = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let edges = |code: u32| {
        (0..9u32)
            .filter(move |bit| code >> bit & 1 == 1)
            .map(|bit| (bit / 3, bit % 3))
    };
    let least = |code: u32| {
        PERMUTATIONS.iter().all(|new| {
            let renamed = edges(code).map(|(from, to)| {
                let bit = 3 * new[from as usize] + new[to as usize];
                1u32 << bit
            });
            renamed.sum::<u32>() >= code
        })
    };
    (0..512)
        .filter(|&code| least(code))
        .map(|code| Graph::new(3, &edges(code).collect::<Vec<_>>()).unwrap())
        .collect()
}

#[test]
fn all_sums_of_two_graphs_on_three_vertices() {
    let graphs = three_vertices();
    assert_eq!(graphs.len(), 104);
    let mut met = [0; 3];
    for (at, first) in graphs.iter().enumerate() {
        for second in &graphs[at..] {
            compare(&[first, second], &mut met);
        }
    }
    assert!(met.iter().all(|&count| count > 1000), "{met:?}");
}

#[test]
fn random_sums_of_two_and_of_three() {
    let mut random = Random(66);
    let mut met = [0; 3];
    for _ in 0..1500 {
        let (first, second) = (random_graph(&mut random, 6), random_graph(&mut random, 6));
        compare(&[&first, &second], &mut met);
    }
    for _ in 0..400 {
        let graphs = [5, 4, 4].map(|most| random_graph(&mut random, most));
        compare(&[&graphs[0], &graphs[1], &graphs[2]], &mut met);
    }
    assert!(met.iter().all(|&count| count > 1000), "{met:?}");
}

#[test]
fn a_token_with_nim_heaps() {
    let mut random = Random(1903);
    let (mut met, mut round, mut answers) = ([0; 3], [0; 6], BTreeSet::new());
    for _ in 0..1200 {
        let graph = random_graph(&mut random, 8);
        compare(&[&graph, &heap(4)], &mut met);
        if random.below(6) == 0 {
            compare(&[&graph, &heap(2), &heap(3)], &mut met);
        }
        let values = loopy_values(&graph);
        let cycles = super::grundy_where_play_ends(&graph);
        for vertex in (0u32..).zip(&cycles).filter(|(_, ends)| ends.is_none()) {
            match values.value(vertex.0).unwrap() {
                Loopy::Finite(value) => round[value as usize] += 1,
                Loopy::Infinite(set) => _ = answers.insert(set.to_vec()),
            }
        }
    }
    // The comparison is worth something only if finite values on cycles and many sets were among the graphs.
    assert!(round[..4].iter().all(|&count| count > 15), "{round:?}");
    assert!(answers.len() > 10, "{answers:?}");
    assert!(met.iter().all(|&count| count > 1000), "{met:?}");
}

#[test]
fn without_cycles_they_are_the_grundy_values() {
    let mut random = Random(1939);
    for _ in 0..300 {
        let vertices = 1 + random.below(40) as u32;
        let dense = 1 + random.below(9);
        let mut edges = Vec::new();
        for from in 0..vertices {
            // Numbered so that neither rising nor falling order will do.
            let name = |vertex: u32| {
                if vertex.is_multiple_of(2) {
                    vertex / 2
                } else {
                    vertices - 1 - vertex / 2
                }
            };
            let options = (0..from).filter(|_| random.below(10) < dense);
            edges.extend(options.map(|to| (name(from), name(to))));
        }
        let graph = Graph::new(vertices as usize, &edges).unwrap();
        let found = loopy_values(&graph);
        for (vertex, value) in (0..).zip(grundy(&graph).unwrap()) {
            assert_eq!(found.value(vertex), Some(Loopy::Finite(value)));
        }
        check_definition(&graph);
    }
}

/// The conditions of Fraenkel and Perl, by which the values are defined, with the properties of the counter.
fn check_definition(graph: &Graph) {
    let found = loopy_values(graph);
    let value = |vertex: u32| match found.value(vertex).unwrap() {
        Loopy::Finite(value) => Some(value),
        Loopy::Infinite(_) => None,
    };
    let finite = |vertex: u32| -> BTreeSet<u32> {
        let options = graph.options(vertex).iter();
        options.filter_map(|&option| value(option)).collect()
    };
    let mex = |set: &BTreeSet<u32>| (0u32..).find(|value| !set.contains(value)).unwrap();
    // Without cycles the order of play is a counter.
    let cyclic = grundy(graph).is_err();
    let mut ranked = Vec::new();
    for vertex in 0..graph.vertices() as u32 {
        let set = finite(vertex);
        match found.value(vertex).unwrap() {
            Loopy::Finite(value_here) => {
                assert_eq!(mex(&set), value_here);
                if !cyclic {
                    assert_eq!(found.counter(vertex), None);
                    continue;
                }
                let counter = found.counter(vertex).unwrap();
                ranked.push((counter, value_here));
                for &option in graph.options(vertex) {
                    let smaller = value(option).is_some_and(|value| value < value_here);
                    let reverts = graph.options(option).iter().any(|&back| {
                        value(back) == Some(value_here) && found.counter(back) < Some(counter)
                    });
                    assert!(smaller || reverts, "{vertex} to {option} in {graph:?}");
                }
            }
            Loopy::Infinite(told) => {
                assert_eq!(told, set.iter().copied().collect::<Vec<_>>());
                assert_eq!(found.counter(vertex), None);
                let holds = graph
                    .options(vertex)
                    .iter()
                    .any(|&option| value(option).is_none() && !finite(option).contains(&mex(&set)));
                assert!(holds, "{vertex} in {graph:?}");
            }
        }
    }
    ranked.sort_unstable();
    assert!(
        (0u32..)
            .zip(&ranked)
            .all(|(at, &(counter, _))| at == counter)
    );
    assert!(ranked.is_sorted_by_key(|&(_, value)| value));
}

#[test]
fn the_definition_holds_on_larger_graphs() {
    let mut random = Random(1975);
    for _ in 0..1500 {
        check_definition(&random_graph(&mut random, 14));
    }
    for _ in 0..30 {
        check_definition(&random_graph(&mut random, 60));
    }
}

#[test]
fn whoever_follows_the_advice_gets_to_the_end() {
    let mut random = Random(1986);
    let mut met = [0; 4];
    for turn in 0..700 {
        let (graph, tokens) = if turn % 4 == 0 {
            (random_graph(&mut random, 4), 3)
        } else {
            (random_graph(&mut random, 6), 2)
        };
        let product = Product::new(&vec![&graph; tokens]);
        let outcomes = product.outcomes();
        let found = loopy_values(&graph);
        let size = graph.vertices() as u32;
        // The winner plays as advised, the loser anything: this must have no cycle.
        let mut play = Vec::new();
        for (from, position) in (0u32..).zip(&product.positions) {
            let outcome = outcomes[from as usize];
            assert_eq!(found.sum(position), Some(outcome));
            let place = |advised: &super::TokenMove| {
                let mut position = position.clone();
                assert!(graph.options(position[advised.token]).contains(&advised.to));
                position[advised.token] = advised.to;
                position
                    .iter()
                    .fold(0, |place, vertex| place * size + vertex)
            };
            let options = || {
                let edges = product.edges.iter().filter(|edge| edge.0 == from);
                edges.map(|&(_, to)| to)
            };
            match found.advice(&graph, position).unwrap() {
                SumAdvice::Over => {
                    met[0] += 1;
                    assert_eq!(options().count(), 0);
                }
                SumAdvice::Win(moves) => {
                    met[1] += 1;
                    assert_eq!(outcome, Outcome::N);
                    assert!(!moves.is_empty());
                    for to in moves.iter().map(place) {
                        assert_eq!(outcomes[to as usize], Outcome::P);
                        play.push((from, to));
                    }
                }
                SumAdvice::HoldDraw(moves) => {
                    met[2] += 1;
                    assert_eq!(outcome, Outcome::D);
                    let told: BTreeSet<u32> = moves.iter().map(place).collect();
                    let draws = options().filter(|&to| outcomes[to as usize] == Outcome::D);
                    assert_eq!(told, draws.collect());
                }
                SumAdvice::Lose => {
                    met[3] += 1;
                    assert_eq!(outcome, Outcome::P);
                    play.extend(options().map(|to| (from, to)));
                }
            }
        }
        let play = Graph::new(product.positions.len(), &play).unwrap();
        assert!(grundy(&play).is_ok(), "{graph:?}");
    }
    assert!(met.iter().all(|&count| count > 300), "{met:?}");
}

#[test]
fn small_and_missing() {
    let none = loopy_values(&Graph::new(0, &[]).unwrap());
    assert_eq!(none.vertices(), 0);
    assert_eq!(none.value(0), None);
    assert_eq!(none.counter(0), None);
    assert_eq!(none.sum(&[]), Some(Outcome::P));
    assert_eq!(none.sum(&[0]), None);
    let graph = Graph::new(1, &[(0, 0)]).unwrap();
    let found = loopy_values(&graph);
    assert_eq!(found.value(0), Some(Loopy::Infinite(&[])));
    assert_eq!(found.sum(&[0]), Some(Outcome::D));
    assert_eq!(found.advice(&graph, &[1]), None);
    assert_eq!(found.advice(&graph, &[]), Some(SumAdvice::Over));
}

#[test]
fn a_long_walk_takes_no_stack() {
    // Odd vertices lead to both neighbours, even ones down only: the value 0 is found step by step from the far end.
    let vertices = 100_001;
    let mut edges: Vec<(u32, u32)> = (1..vertices).map(|from| (from, from - 1)).collect();
    edges.extend((1..vertices - 1).step_by(2).map(|from| (from, from + 1)));
    let found = loopy_values(&Graph::new(vertices as usize, &edges).unwrap());
    for vertex in 0..vertices {
        assert_eq!(found.value(vertex), Some(Loopy::Finite(vertex % 2)));
        if vertex.is_multiple_of(2) {
            assert_eq!(found.counter(vertex), Some(vertex / 2));
        }
    }
}
