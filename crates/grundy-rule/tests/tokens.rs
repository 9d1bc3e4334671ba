//! Rules on graphs with two tokens, against play that is written here a second time: all graphs of three vertices and some of four.

use std::collections::{BTreeSet, HashMap};

use grundy::kinds::AnyRule;
use grundy::{Game, Nimber, Outcome, Play, Solver};

/// What is there: vertices, edges from one to another, and where the two tokens stand, in rising order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Position {
    vertices: BTreeSet<usize>,
    edges: BTreeSet<(usize, usize)>,
    tokens: [usize; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goes {
    Nothing,
    Vertex,
    Edge,
}

struct Case {
    text: &'static str,
    directed: bool,
    goes: Goes,
    /// Whether a token may go from one vertex to another.
    may: fn(&Position, usize, usize) -> bool,
}

fn on(position: &Position, vertex: usize) -> usize {
    position.tokens.iter().filter(|at| **at == vertex).count()
}

const CASES: [Case; 6] = [
    Case {
        text: "graph with 2 tokens move token along edge and remove vertex",
        directed: false,
        goes: Goes::Vertex,
        may: |_, _, _| true,
    },
    Case {
        text: "graph with 2 tokens move token along edge and remove edge",
        directed: false,
        goes: Goes::Edge,
        may: |_, _, _| true,
    },
    Case {
        text: "graph with 2 tokens move token along edge and remove edge if tokens(v) == 0",
        directed: false,
        goes: Goes::Edge,
        may: |position, _, to| on(position, to) == 0,
    },
    Case {
        text: "digraph with 2 tokens move token along edge if tokens(v) == 0",
        directed: true,
        goes: Goes::Nothing,
        may: |position, _, to| on(position, to) == 0,
    },
    Case {
        text: "digraph with 2 tokens move token along edge if tokens(u) == 2 or tokens(v) == 1",
        directed: true,
        goes: Goes::Nothing,
        may: |position, from, to| on(position, from) == 2 || on(position, to) == 1,
    },
    Case {
        text: "digraph with 2 tokens move token along edge and remove vertex",
        directed: true,
        goes: Goes::Vertex,
        may: |_, _, _| true,
    },
];

fn moves(case: &Case, position: &Position) -> BTreeSet<Position> {
    let mut all = BTreeSet::new();
    for place in 0..2 {
        let (from, other) = (position.tokens[place], position.tokens[1 - place]);
        for &(one, two) in &position.edges {
            let ways = [(one, two), (two, one)];
            for &(start, to) in &ways[..if case.directed { 1 } else { 2 }] {
                if start != from || !(case.may)(position, from, to) {
                    continue;
                }
                let mut next = position.clone();
                next.tokens = [to.min(other), to.max(other)];
                match case.goes {
                    Goes::Nothing => {}
                    Goes::Edge => {
                        next.edges.remove(&(one, two));
                    }
                    Goes::Vertex if other == to => continue,
                    Goes::Vertex => {
                        next.vertices.remove(&from);
                        next.edges.retain(|edge| edge.0 != from && edge.1 != from);
                    }
                }
                all.insert(next);
            }
        }
    }
    all
}

fn value(case: &Case, position: &Position, known: &mut HashMap<Position, u64>) -> u64 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let values: Vec<u64> = moves(case, position)
        .iter()
        .map(|next| value(case, next, known))
        .collect();
    let least = (0..).find(|least| !values.contains(least)).unwrap();
    known.insert(position.clone(), least);
    least
}

fn wins(case: &Case, position: &Position, known: &mut HashMap<Position, bool>) -> bool {
    if let Some(&wins) = known.get(position) {
        return wins;
    }
    let all = moves(case, position);
    let won = all.is_empty() || all.iter().any(|next| !wins(case, next, known));
    known.insert(position.clone(), won);
    won
}

/// Graphs of so many vertices: where edges have a direction, those that lead upwards, so that play ends.
fn positions(case: &Case, count: usize) -> Vec<Position> {
    let pairs: Vec<(usize, usize)> = (0..count)
        .flat_map(|one| (one + 1..count).map(move |two| (one, two)))
        .collect();
    let mut all = Vec::new();
    for chosen in 0..1u32 << pairs.len() {
        let edges: BTreeSet<(usize, usize)> = (0..pairs.len())
            .filter(|place| chosen >> place & 1 == 1)
            .map(|place| pairs[place])
            .collect();
        for one in 0..count {
            for two in one..count {
                if one == two && case.goes == Goes::Vertex {
                    continue;
                }
                all.push(Position {
                    vertices: (0..count).collect(),
                    edges: edges.clone(),
                    tokens: [one, two],
                });
            }
        }
    }
    all
}

fn written(position: &Position) -> String {
    let edges = position
        .edges
        .iter()
        .map(|(one, two)| format!("v{one}-v{two}"));
    let alone = position.vertices.iter().map(|one| format!("v{one}"));
    let graph: Vec<String> = alone.chain(edges).collect();
    let [one, two] = position.tokens;
    format!("v{one},v{two}/{}", graph.join(","))
}

#[test]
fn values_and_misere_as_by_plain_play() {
    for case in &CASES {
        let rule = AnyRule::parse_with(case.text, &[]).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(rule.to_string(), case.text);
        let (mut solver, mut known, mut misere) = (Solver::new(), HashMap::new(), HashMap::new());
        for count in [2, 3, 4] {
            for position in positions(case, count) {
                let text = written(&position);
                let part = rule.part(&[text.as_str()]);
                let part = part.unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"));
                let game = Game::from_parts(vec![part]);
                let again: Game = game
                    .to_string()
                    .parse()
                    .unwrap_or_else(|why| panic!("{game}: {why}"));
                assert_eq!(again.to_string(), game.to_string());
                let told = solver.solve(&game, Play::Normal).value;
                let mine = value(case, &position, &mut known);
                assert_eq!(told, Some(Nimber::from(mine)), "{}: {text}", case.text);
                let told = solver.solve(&game, Play::Misere).outcome;
                let mine = match wins(case, &position, &mut misere) {
                    true => Outcome::N,
                    false => Outcome::P,
                };
                assert_eq!(told, Some(mine), "{}: {text}", case.text);
            }
        }
    }
}

#[test]
fn what_is_wrong_has_its_place() {
    for (text, column) in [
        ("graph with 5 tokens move token along edge", 12),
        ("graph with 2 move token along edge", 14),
        ("graph with 2 tokens remove vertex", 21),
    ] {
        let errors = AnyRule::parse_with(text, &[]).expect_err(text);
        assert_eq!(errors.errors[0].span.start + 1, column, "{text}: {errors}");
    }
    let rule = AnyRule::parse_with(
        "graph with 2 tokens move token along edge and remove vertex",
        &[],
    );
    let rule = rule.expect("a rule");
    for text in ["a,b,c/a-b,b-c", "a,a/a-b", "a,d/a-b"] {
        assert!(rule.part(&[text]).is_err(), "{text}");
    }
    assert!(rule.part(&["b/a-b"]).is_ok());
}
