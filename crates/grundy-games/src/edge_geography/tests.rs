use super::{EdgeGeography, parse_inline_edges};
use crate::oracle;
use crate::quotient::{Outcome, Play};
use crate::ruleset::OutcomeTheorem;
use grundy::{Game, solve};

/// The rules once more: edges, the token, and what has been used.
fn wins(edges: &[(u32, u32)], directed: bool, token: u32, used: u32, play: Play) -> bool {
    let mut moves = 0;
    for (at, &(one, other)) in edges.iter().enumerate() {
        let used_then = used | 1 << at;
        if used == used_then {
            continue;
        }
        for (from, to) in [(one, other), (other, one)]
            .into_iter()
            .take(2 - usize::from(directed))
        {
            if from == token {
                moves += 1;
                if !wins(edges, directed, to, used_then, play) {
                    return true;
                }
            }
        }
    }
    moves == 0 && play == Play::Misere
}

#[test]
fn graphs_with_loops_and_parallel_edges() {
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut chance = |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below) as u32
    };
    for number in 0..300 {
        let count = 1 + chance(8);
        let edges: Vec<(u32, u32)> = (0..count).map(|_| (chance(4), chance(4))).collect();
        let token = chance(4);
        for (name, directed) in [
            ("edge-geography", true),
            ("undirected-edge-geography", false),
        ] {
            let mut text = format!("{name}:0,1,2,3");
            for (from, to) in &edges {
                text.push_str(&format!(",{from}-{to}"));
            }
            let text = format!("{text} {token}");
            let game: Game = text.parse().expect("a game");
            assert_eq!(game.to_string().parse::<Game>().expect("reads back"), game);
            for play in [Play::Normal, Play::Misere] {
                let answer = solve(&game, play);
                let wins = wins(&edges, directed, token, 0, play);
                let outcome = if wins { Outcome::N } else { Outcome::P };
                assert_eq!(answer.outcome, Some(outcome), "{text} under {play:?}");
                if number % 25 == 0 {
                    oracle::game(&text, play);
                    oracle::engines(&format!("{text} + nim 1"), play);
                }
                for step in &answer.winning.listed {
                    for part in &step.to {
                        let text = format!("{} {}", part.head(), part.position());
                        let read: Game = text.parse().expect("an option");
                        assert!(
                            read.components().any(|read| read.same(part.as_ref())),
                            "{text}"
                        );
                    }
                }
            }
        }
    }
}

/// Every simple bipartite graph of at most six vertices, and some with parallel edges, with the token everywhere.
#[test]
fn even_kernels_against_the_rules() {
    let check = |edges: &[(u32, u32)], vertices: u32| {
        for token in 0..vertices {
            let names = (0..vertices).map(|name| name.to_string());
            let written = edges.iter().map(|(one, other)| format!("{one}-{other}"));
            let text = names.chain(written).collect::<Vec<_>>().join(",");
            let named = parse_inline_edges(&text).expect("a graph");
            let rules = EdgeGeography::new(named, false);
            let place = rules.place(token, rules.everything());
            let wins = wins(edges, false, token, 0, Play::Normal);
            let outcome = if wins { Outcome::N } else { Outcome::P };
            assert_eq!(
                rules.outcome(&place, Play::Normal),
                Some(outcome),
                "{text} {token}"
            );
            assert_eq!(rules.outcome(&place, Play::Misere), None);
        }
    };
    for (near, far) in [(1, 5), (2, 4), (3, 3)] {
        let pairs: Vec<(u32, u32)> = (0..near)
            .flat_map(|one| (near..near + far).map(move |other| (one, other)))
            .collect();
        for chosen in 0..1u32 << pairs.len() {
            let edges = pairs.iter().enumerate();
            let edges = edges.filter(|(at, _)| chosen >> at & 1 == 1 && chosen.count_ones() < 9);
            let edges: Vec<(u32, u32)> = edges.map(|(_, &pair)| pair).collect();
            check(&edges, near + far);
            // Each third edge twice.
            let doubled = edges
                .iter()
                .enumerate()
                .flat_map(|(at, &edge)| std::iter::repeat_n(edge, 1 + usize::from(at % 3 == 1)));
            let doubled: Vec<(u32, u32)> = doubled.collect();
            if doubled.len() < 9 {
                check(&doubled, near + far);
            }
        }
    }
}

/// Far beyond what can be searched: outcome and all winning moves of a token on a 6 × 6 grid.
#[test]
fn grids_are_decided() {
    let square = |row: u32, column: u32| format!("{row}.{column}");
    let mut edges = Vec::new();
    for row in 0..6 {
        for column in 0..6 {
            if column < 5 {
                edges.push(format!(
                    "{}-{}",
                    square(row, column),
                    square(row, column + 1)
                ));
            }
            if row < 5 {
                edges.push(format!(
                    "{}-{}",
                    square(row, column),
                    square(row + 1, column)
                ));
            }
        }
    }
    let text = format!("undirected-edge-geography:{} 2.2", edges.join(","));
    let answer = solve(&text.parse().expect("a game"), Play::Normal);
    assert!(answer.outcome.is_some() && answer.winning.count.is_some());
    for step in &answer.winning.listed {
        let [part] = &step.to[..] else {
            panic!("one token");
        };
        let left: Game = format!("{} {}", part.head(), part.position())
            .parse()
            .expect("a game");
        assert_eq!(solve(&left, Play::Normal).outcome, Some(Outcome::P));
    }
}

#[test]
fn text_reads_back_and_errors_have_a_place() {
    for (text, printed) in [
        (
            "edge-geography:b-a,a-b,a-b,c a a/a-b c/:",
            "edge-geography:a-b,a-b,b-a,c a a/a-b c",
        ),
        (
            "undirected-edge-geography:b-a-b a b/b-a b/:",
            "undirected-edge-geography:a-b,a-b a b/a-b b/:",
        ),
    ] {
        let game: Game = text.parse().expect("a game");
        assert_eq!(game.to_string(), printed);
        assert_eq!(printed.parse::<Game>().expect("reads back"), game);
    }
    let column = |text: &str| text.parse::<Game>().expect_err(text).column;
    assert_eq!(column("edge-geography:a-b c"), 20);
    assert_eq!(column("edge-geography:a-b a/b-a"), 22);
    assert_eq!(column("undirected-edge-geography:a-b a/b-a,a-b"), 37);
    assert_eq!(column("edge-geography:a- a"), 18);
}
