//! Games told by their rules, against the engines that know them otherwise.

use grundy::Outcome;
use grundy::engine::graph::{Graph, labelling, loopy_values};
use grundy::{Game, Play, solve};
use grundy_cluster::{Failure, ImplicitGame, Job, Value, solve_game};

/// Chomp: a staircase of squares, of which a player eats one with all above and to the right; who eats the last loses in its usual
/// form, so here the corner may not be eaten.
struct Chomp(Vec<u8>);

impl ImplicitGame for Chomp {
    type Position = Vec<u8>;

    fn starts(&self) -> Vec<Vec<u8>> {
        vec![self.0.clone()]
    }

    fn options(&self, rows: &Vec<u8>, options: &mut Vec<Vec<u8>>) {
        for row in 0..rows.len() {
            for column in 0..rows[row] {
                if (row, column) != (0, 0) {
                    let mut next = rows.clone();
                    next[row..]
                        .iter_mut()
                        .for_each(|length| *length = column.min(*length));
                    while next.last() == Some(&0) {
                        next.pop();
                    }
                    options.push(next);
                }
            }
        }
    }

    fn encode(&self, rows: &Vec<u8>, bytes: &mut Vec<u8>) {
        bytes.extend(rows);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        Some(bytes.to_vec())
    }

    fn tier(&self, rows: &Vec<u8>) -> Option<u32> {
        Some(rows.iter().map(|&length| u32::from(length)).sum())
    }
}

#[test]
fn chomp_as_search_knows_it() {
    for (rows, columns) in [(1, 1), (2, 3), (3, 3), (3, 4)] {
        let game: Game = format!("chomp {rows}x{columns}").parse().expect("a game");
        let expected = solve(&game, Play::Normal);
        for workers in [1, 2, 3] {
            let mut job = Job::default();
            job.workers = workers;
            let solution = solve_game(Chomp(vec![columns; rows]), &job).expect("answers");
            let start = &solution.starts[0];
            assert_eq!(start.outcome, expected.outcome);
            if let (Some(value), Some(Value::Finite(ours))) = (&expected.value, &start.value) {
                assert_eq!(value.to_string(), ours.to_string());
            }
            // Staircases in the box, but for the empty one.
            let paths = (1..=rows).fold(1, |paths, row| paths * (columns as usize + row) / row);
            assert_eq!(solution.report.bound, paths as u64 - 1);
        }
    }
}

/// A graph in memory as a game: all vertices are starts.
struct Explicit(Graph);

impl ImplicitGame for Explicit {
    type Position = u32;

    fn starts(&self) -> Vec<u32> {
        (0..self.0.vertices() as u32).collect()
    }

    fn options(&self, vertex: &u32, options: &mut Vec<u32>) {
        options.extend(self.0.options(*vertex));
    }

    fn encode(&self, vertex: &u32, bytes: &mut Vec<u8>) {
        // Of many lengths.
        bytes.extend(vertex.to_string().bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Option<u32> {
        std::str::from_utf8(bytes).ok()?.parse().ok()
    }
}

#[test]
fn a_graph_as_a_game() {
    let mut seed = 7u64;
    let mut random = |bound: u32| {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((seed >> 33) % u64::from(bound)) as u32
    };
    let edges: Vec<_> = (0..900).map(|_| (random(600), random(600))).collect();
    let graph = Graph::new(600, &edges).expect("a graph");
    let labels = labelling(&graph, Play::Normal);
    let values = loopy_values(&graph);
    for workers in [1, 3] {
        let mut job = Job::default();
        job.workers = workers;
        let solution = solve_game(Explicit(graph.clone()), &job).expect("answers");
        assert_eq!(solution.starts.len(), 600);
        for start in &solution.starts {
            let vertex = start.position;
            assert_eq!(start.outcome, labels.label(vertex));
            assert_eq!(start.remoteness, labels.remoteness(vertex));
            let value = match values.value(vertex) {
                Some(grundy::engine::graph::Loopy::Finite(value)) => Value::Finite(value),
                Some(grundy::engine::graph::Loopy::Infinite(set)) => Value::Infinite(set.to_vec()),
                None => panic!("a vertex"),
            };
            assert_eq!(start.value, Some(value));
            match start.best {
                None => assert!(graph.options(vertex).is_empty()),
                Some(best) if start.outcome == Some(Outcome::D) => {
                    assert_eq!(labels.label(best), Some(Outcome::D));
                }
                Some(best) => assert_eq!(
                    labels.remoteness(best).map(|moves| moves + 1),
                    start.remoteness
                ),
            }
        }
    }
}

/// Rules with a mistake.
enum Wrong {
    Climbs,
    Forgets,
    Panics,
}

impl ImplicitGame for Wrong {
    type Position = u8;

    fn starts(&self) -> Vec<u8> {
        vec![9]
    }

    fn options(&self, position: &u8, options: &mut Vec<u8>) {
        if matches!(self, Wrong::Panics) && *position == 3 {
            panic!("no options");
        }
        options.extend(position.checked_sub(1));
    }

    fn encode(&self, position: &u8, bytes: &mut Vec<u8>) {
        bytes.push(*position);
    }

    fn decode(&self, bytes: &[u8]) -> Option<u8> {
        let forgets = matches!(self, Wrong::Forgets) && bytes[0] == 5;
        Some(if forgets { 4 } else { bytes[0] })
    }

    fn tier(&self, position: &u8) -> Option<u32> {
        let climbs = matches!(self, Wrong::Climbs) && *position == 2;
        Some(if climbs { 100 } else { u32::from(*position) })
    }
}

#[test]
fn mistakes_in_rules_are_told() {
    for workers in [1, 2] {
        let mut job = Job::default();
        job.workers = workers;
        let failure = |game| solve_game(game, &job).expect_err("a mistake").to_string();
        assert!(
            failure(Wrong::Climbs).contains("position 03: a move goes up from tier 3 to tier 100")
        );
        assert!(failure(Wrong::Forgets).contains("position 05: it has other bytes"));
        assert!(failure(Wrong::Panics).contains("panicked: no options"));
    }
    let mut job = Job::default();
    job.checkpoint = Some("nowhere".into());
    assert!(matches!(
        solve_game(Wrong::Climbs, &job),
        Err(Failure::Asked(_))
    ));
}
