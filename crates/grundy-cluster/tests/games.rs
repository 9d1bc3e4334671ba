//! Games given by their rules, against the engines that know them otherwise.

use grundy::component::of_kind;
use grundy::encoded::Undecodable;
use grundy::engine::graph::{Graph, labelling, loopy_values};
use grundy::rule::Closure;
use grundy::rulesets::CATALOGUE;
use grundy::rulesets::chomp::Chomp;
use grundy::{
    Budget, Encoded, Fault, FaultKind, Game, Message, Options, Outcome, Play, Reason, Ruleset,
    StateGraph, Stop, message, solve,
};
use grundy_cluster::{Failure, Job, Value, solve_game, solve_games};

fn workers(workers: usize) -> Job {
    let mut job = Job::default();
    job.workers = workers;
    job
}

fn game(text: &str) -> Game {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn chomp_as_search_knows_it() {
    for (rows, columns) in [(1, 1), (2, 3), (3, 3), (3, 4)] {
        let game = game(&format!("chomp {rows}x{columns}"));
        let bar = game.components().next().expect("a bar");
        let (_, bar) = of_kind::<Chomp>(bar).expect("a bar");
        let expected = solve(&game, Play::Normal);
        for count in [1, 2, 3] {
            let solution = solve_game(Chomp, &[vec![bar.clone()]], &workers(count));
            let solution = solution.expect("answers");
            let start = &solution.starts[0];
            assert_eq!(start.outcome, expected.outcome);
            if let (Some(value), Some(Value::Finite(ours))) = (&expected.value, &start.value) {
                assert_eq!(value.to_string(), ours.to_string());
            }
            // Staircases in the box, but for the empty one.
            let paths = (1..=rows).fold(1, |paths, row| paths * (columns + row) / row);
            assert_eq!(solution.report.bound, paths as u64 - 1);
        }
    }
}

/// Outcome, remoteness and value as the graph of positions in memory has them, and a best move that leads where it should.
fn agree(game: &Game, play: Play, count: usize, positions: u64) -> bool {
    let budget = Budget {
        positions,
        ..Budget::default()
    };
    let Ok(graph) = StateGraph::new(game, play, &budget) else {
        return false;
    };
    let mut job = workers(count);
    job.play = play;
    if play == Play::Misere {
        use grundy_graph::Column::*;
        job.columns = vec![Outcome, Remoteness, Move];
    }
    let solution = solve_games(std::slice::from_ref(game), &job);
    let solution = solution.unwrap_or_else(|failure| panic!("{game}: {failure}"));
    let (ours, theirs) = (&solution.starts[0], &graph.vertices[0]);
    assert_eq!(ours.position, *game);
    assert_eq!(ours.outcome, Some(theirs.outcome), "{game}");
    assert_eq!(ours.remoteness.map(u64::from), theirs.remoteness, "{game}");
    if let Some(value) = theirs.value {
        assert_eq!(ours.value, Some(Value::Finite(value)), "{game}");
    }
    assert_eq!(ours.best.is_none(), theirs.options.is_empty(), "{game}");
    if let (Some(best), Some(moves)) = (&ours.best, ours.remoteness) {
        let after = StateGraph::new(best, play, &budget).expect("a part of the graph");
        let after = after.vertices.first().and_then(|after| after.remoteness);
        // Of nothing at all there is no vertex.
        assert_eq!(
            after.unwrap_or(0) + 1,
            u64::from(moves),
            "{game}: to {best}"
        );
    }
    true
}

#[test]
fn the_catalogue_by_workers() {
    let mut compared = Vec::new();
    for (place, listing) in CATALOGUE.iter().enumerate() {
        if agree(&game(listing.example), Play::Normal, 1 + place % 3, 1000) {
            compared.push(listing.name);
        }
    }
    assert!(compared.len() > CATALOGUE.len() / 2, "{compared:?}");
}

#[test]
fn sums_of_games_and_options_that_fall_apart() {
    for text in [
        "kayles 7",
        "cram 2x4",
        "cram 3x3 2x3",
        "kayles 5 + nim 3",
        "nim 2 + cram 2x2 + kayles 3 + wythoff 1,1",
        "treblecross 8",
        "hackenbush ground-a,a-b,b-c,c-a,ground-d",
        "tree 0,0,1,1,2",
        "lasker 3 4",
        "ring:1,2 7 + row:1,2 5",
        "rule 'n -> a + n-a-1 for a in 0..n-1' 6",
        "geography:a-b,b-c,c-a,c-d a + nim 2",
    ] {
        for play in [Play::Normal, Play::Misere] {
            for count in [1, 2] {
                assert!(agree(&game(text), play, count, 10_000), "{text}");
            }
        }
    }
}

#[test]
fn several_starts() {
    let starts = ["nim 1 2", "cram 2x2", "nim", "nim 2 1"].map(game);
    let solution = solve_games(&starts, &workers(2)).expect("answers");
    let outcomes: Vec<_> = solution.starts.iter().map(|start| start.outcome).collect();
    use Outcome::{N, P};
    assert_eq!(outcomes, [Some(N), Some(P), Some(P), Some(N)]);
    // In whatever order the heaps are named, they are one position.
    assert_eq!(solution.starts[0].best, solution.starts[3].best);
    assert!(solution.starts[2].best.is_none());
    assert!(
        solve_games(&[], &workers(1))
            .expect("no answers")
            .starts
            .is_empty()
    );
}

/// A graph in memory as a game.
#[derive(Debug)]
struct Explicit(Graph);

impl Ruleset for Explicit {
    type Position = u32;
    type Move = ();

    fn options(&self, &vertex: &u32, options: &mut Options<u32, ()>) -> Result<(), Stop> {
        for &to in self.0.options(vertex) {
            options.push((), &[to])?;
        }
        Ok(())
    }

    fn describe(&self, _: &u32, (): &()) -> Message {
        message!("along an edge", "沿一条边")
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
    let starts: Vec<Vec<u32>> = (0..600).map(|vertex| vec![vertex]).collect();
    for count in [1, 3] {
        let solution = solve_game(Explicit(graph.clone()), &starts, &workers(count));
        let solution = solution.expect("answers");
        assert_eq!(solution.starts.len(), 600);
        for start in &solution.starts {
            let vertex = start.position[0];
            assert_eq!(start.outcome, labels.label(vertex));
            assert_eq!(start.remoteness, labels.remoteness(vertex));
            let value = match values.value(vertex) {
                Some(grundy::engine::graph::Loopy::Finite(value)) => Value::Finite(value),
                Some(grundy::engine::graph::Loopy::Infinite(set)) => Value::Infinite(set.to_vec()),
                None => panic!("a vertex"),
            };
            assert_eq!(start.value, Some(value));
            match start.best.as_deref() {
                None => assert!(graph.options(vertex).is_empty()),
                Some(&[best]) if start.outcome == Some(Outcome::D) => {
                    assert_eq!(labels.label(best), Some(Outcome::D));
                }
                Some(&[best]) => assert_eq!(
                    labels.remoteness(best).map(|moves| moves + 1),
                    start.remoteness
                ),
                Some(other) => panic!("{other:?} is one vertex"),
            }
        }
    }
}

/// Rules with a mistake.
#[derive(Clone, Copy, Debug)]
enum Wrong {
    Fails,
    Panics,
    Grows,
}

impl Ruleset for Wrong {
    type Position = Forgetful;
    type Move = ();

    fn options(&self, at: &Forgetful, options: &mut Options<Forgetful, ()>) -> Result<(), Stop> {
        if matches!(self, Wrong::Fails) && at.0 == 3 {
            let what = message!("there is no such place", "没有这个位置");
            return Err(Fault::new(FaultKind::Failed, "3", what).into());
        }
        assert!(!matches!(self, Wrong::Panics) || at.0 != 3, "no options");
        match self {
            Wrong::Grows => options.push((), &[Forgetful(at.0 + 1)]),
            _ if at.0 == 0 => Ok(()),
            _ => options.push((), &[Forgetful(at.0 - 1)]),
        }
    }

    fn describe(&self, _: &Forgetful, (): &()) -> Message {
        message!("on", "继续")
    }
}

/// A number that does not always come back from its bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Forgetful(u64);

impl Encoded for Forgetful {
    fn encode(&self, bytes: &mut Vec<u8>) {
        self.0.encode(bytes);
    }
    fn decode(bytes: &mut &[u8]) -> Result<Forgetful, Undecodable> {
        match u64::decode(bytes)? {
            95 => Ok(Forgetful(94)),
            79 => Err(Undecodable::OutOfRange),
            number => Ok(Forgetful(number)),
        }
    }
}

#[test]
fn mistakes_in_rules_are_told() {
    for count in [1, 2] {
        let job = workers(count);
        let failure = |rules: Wrong, start| {
            let told = solve_game(rules, &[vec![Forgetful(start)]], &job);
            told.expect_err("a mistake").to_string()
        };
        assert_eq!(failure(Wrong::Fails, 9), "at 3: there is no such place");
        assert!(failure(Wrong::Panics, 9).contains("panicked: no options"));
        assert!(failure(Wrong::Fails, 99).contains("position 5f: its bytes are different"));
        let none = "position 4f: it cannot be read back from its bytes: a number is out of range";
        assert!(failure(Wrong::Fails, 90).contains(none));
    }
    let mut job = Job::default();
    job.checkpoint = Some("nowhere".into());
    assert!(matches!(
        solve_game(Wrong::Fails, &[], &job),
        Err(Failure::Asked(_))
    ));
}

/// What is far too large is refused soon, and takes no more memory than is allowed.
#[test]
fn memory_has_a_limit() {
    let mut job = workers(2);
    job.memory = Some(1 << 18);
    let endless = solve_game(Wrong::Grows, &[vec![Forgetful(100)]], &job);
    assert!(matches!(endless, Err(Failure::Asked(_))), "{endless:?}");
    for text in ["nim 1000000000000000000", "nim 900 900", "wythoff 300,300"] {
        let refused = solve_games(&[game(text)], &job);
        assert!(
            matches!(refused, Err(Failure::Asked(_))),
            "{text}: {refused:?}"
        );
    }
}

#[test]
fn positions_without_bytes_are_refused() {
    let halves = Closure::new("halves", |&n: &u64| match n {
        0 => vec![],
        n => vec![n / 2],
    });
    let failure = solve_games(&[halves.game([5])], &workers(1)).expect_err("no bytes");
    assert!(
        failure.to_string().contains("have no byte form"),
        "{failure}"
    );
}

/// A rule that cannot be evaluated tells where, as everywhere.
#[test]
fn faults_keep_their_place() {
    let faulty = game("rule 'n -> n-1 if 6/(n-3) > 0' 5");
    let failure = solve_games(std::slice::from_ref(&faulty), &workers(1)).expect_err("a fault");
    let answer = solve(&faulty, Play::Normal);
    let fault = answer
        .unknown
        .as_ref()
        .and_then(Reason::fault)
        .expect("a fault");
    assert_eq!(failure.to_string(), fault.to_string());
}
