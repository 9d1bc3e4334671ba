use super::*;
use crate::oracle;
use grundy::Game;
use grundy::solve;

/// The rules once more: edges with piles, and the token.
fn wins(edges: &mut Vec<(u32, u32, u64)>, token: u32, play: Play) -> bool {
    let mut moves = 0;
    for at in 0..edges.len() {
        let (one, other, pile) = edges[at];
        if one != token && other != token {
            continue;
        }
        let to = if one == token { other } else { one };
        for left in 0..pile {
            moves += 1;
            edges[at].2 = left;
            let lost = !wins(edges, to, play);
            edges[at].2 = pile;
            if lost {
                return true;
            }
        }
    }
    moves == 0 && play == Play::Misere
}

fn written(edges: &[(u32, u32, u64)], token: u32) -> String {
    let mut text = "graph-nim:0,1,2,3,4,5".to_owned();
    for (one, other, pile) in edges {
        text.push_str(&format!(",{other}-{one}:{pile}"));
    }
    format!("{text} {token}")
}

fn check(edges: &[(u32, u32, u64)], token: u32, closely: bool) {
    let text = written(edges, token);
    let game: Game = text.parse().expect("a game");
    assert_eq!(game.to_string().parse::<Game>().expect("reads back"), game);
    for play in [Play::Normal, Play::Misere] {
        let answer = solve(&game, play);
        let wins = wins(&mut edges.to_vec(), token, play);
        let outcome = if wins { Outcome::N } else { Outcome::P };
        assert_eq!(answer.outcome, Some(outcome), "{text} under {play:?}");
        if closely {
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

/// Numbers that look like chance.
fn chance(state: &mut u64, below: u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state % below
}

#[test]
fn trees_against_search() {
    let mut state = 0x2545_f491_4f6c_dd1d;
    for round in 0..250 {
        // Each vertex is joined to an earlier one; some piles are empty.
        let edges: Vec<(u32, u32, u64)> = (1..=2 + round % 4)
            .map(|vertex| {
                let below = chance(&mut state, vertex) as u32;
                (below, vertex as u32, chance(&mut state, 4))
            })
            .collect();
        let token = chance(&mut state, 5) as u32;
        check(&edges, token, round % 4 == 0);
    }
}

#[test]
fn graphs_with_loops_and_parallel_edges() {
    let mut state = 0x9e37_79b9_7f4a_7c15;
    for round in 0..150 {
        let mut edges = Vec::new();
        for _ in 0..1 + round % 4 {
            let ends = (chance(&mut state, 3) as u32, chance(&mut state, 3) as u32);
            edges.push((ends.0, ends.1, 1 + chance(&mut state, 2)));
        }
        check(&edges, chance(&mut state, 3) as u32, round % 10 == 0);
    }
}

#[test]
fn large_piles_and_trees() {
    let answer = |text: &str| solve(&text.parse().expect(text), Play::Normal);
    // Both neighbours of the token are leaves: every take wins.
    let star = answer("graph-nim:m-a:18446744073709551615,m-b:18446744073709551615 m");
    assert_eq!(star.outcome, Some(Outcome::N));
    let count = star.winning.count.expect("a number").to_string();
    assert_eq!(count, "36893488147419103230");
    assert_eq!(star.winning.listed.len(), 10);
    let path: Vec<String> = (0..9_999).map(|at| format!("{at}-{}:7", at + 1)).collect();
    let path = path.join(",");
    assert_eq!(
        answer(&format!("graph-nim:{path} 0")).outcome,
        Some(Outcome::N)
    );
    assert_eq!(
        answer(&format!("graph-nim:{path} 1")).outcome,
        Some(Outcome::N)
    );
    let even = path.rsplit_once(',').expect("edges").0;
    assert_eq!(
        answer(&format!("graph-nim:{even} 4000")).outcome,
        Some(Outcome::P)
    );
}

#[test]
fn text_reads_back_and_errors_have_a_place() {
    for (text, printed) in [
        (
            "graph-nim:b-a,c-b:2,d a b/b-a:1 b/: d",
            "graph-nim:a-b:1,b-c:2,d a b/a-b:1 b/: d",
        ),
        (
            "graph-nim:a-b:3,b-a:2 a a/a-b:3,a-b:1 b/a-b:2",
            "graph-nim:a-b:2,a-b:3 a a/a-b:1,a-b:3 b/a-b:2",
        ),
    ] {
        let game: Game = text.parse().expect("a game");
        assert_eq!(game.to_string(), printed);
        assert_eq!(printed.parse::<Game>().expect("reads back"), game);
    }
    let column = |text: &str| text.parse::<Game>().expect_err(text).column;
    assert_eq!(column("graph-nim:a-b:x a"), 15);
    assert_eq!(column("graph-nim:a:3 a"), 11);
    assert_eq!(column("graph-nim:a-b:3,-c:2 a"), 17);
    assert_eq!(column("graph-nim:a-b:3 c"), 17);
    assert_eq!(column("graph-nim:a-b:3 a/a-b:1,b-a:1"), 25);
    assert_eq!(column("graph-nim a"), 1);
    let files = |name: &str| match name {
        "good" => Ok("# piles\na b 3\nb,c,2 # another\n\nd\n".to_owned()),
        _ => Ok("a b 3\n  b c\n".to_owned()),
    };
    let game = Game::parse("graph-nim @good b", &files).expect("a game");
    assert_eq!(game.to_string(), "graph-nim:a-b:3,b-c:2,d b");
    let error = Game::parse("graph-nim @bad a", &files).expect_err("no pile");
    assert_eq!((error.line, error.column), (2, 5));
}
