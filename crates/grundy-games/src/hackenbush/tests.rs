use super::*;
use crate::oracle;
use crate::quotient::Play;
use grundy::Game;
use grundy::{Budget, StateGraph, solve};

fn read(text: &str) -> Game {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Numbers that look like chance.
fn chance(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

fn drawing_by_chance(state: &mut u64, vertices: u64, edges: u64) -> Drawing {
    let names = ["0", "a", "b", "c", "d", "e"].map(str::to_owned);
    let mut end = || (chance(state) % vertices) as u32;
    let edges = (0..edges).map(|_| (end(), end())).collect();
    Drawing::new(names.to_vec(), edges, None).expect("a picture")
}

#[test]
fn the_principles_against_search() {
    let mut state = 0x9e37_79b9_7f4a_7c15;
    let rules = Hackenbush { ground: None };
    for round in 0..120 {
        let drawing = drawing_by_chance(&mut state, 2 + round % 5, 1 + round % 8);
        oracle::values(&rules, [drawing.clone()]);
        if round % 12 == 0 {
            let text = format!("{} {}", rules.head(), rules.write(&drawing));
            oracle::game(&text, Play::Normal);
            oracle::game(&format!("{text} + nim 1"), Play::Misere);
            oracle::engines(&text, Play::Misere);
        }
    }
}

#[test]
fn text_reads_back() {
    for (text, printed) in [
        ("hackenbush ground-a", "hackenbush ground-a"),
        (
            "hackenbush:ground-b-a,a-ground",
            "hackenbush ground-a,ground-b,a-b",
        ),
        (
            "hackenbush 0-1,1-0,1-1,2-3 0-0 :",
            "hackenbush 0-1,0-1,1-1 0-0 :",
        ),
        ("hackenbush:ground=x x-a,0-a", "hackenbush:ground=x x-a,0-a"),
        (
            "hackenbush:ground=x,y x-a,y-a,x-y",
            "hackenbush:ground=x x-x,x-a,x-a",
        ),
        ("hackenbush:ground=ground ground-0", "hackenbush ground-0"),
        (
            "green-hackenbush ground-0,b%20c-0",
            "hackenbush ground-0,0-b%20c",
        ),
    ] {
        let game = read(text);
        assert_eq!(game.to_string(), printed);
        assert_eq!(read(printed), game, "{text}");
    }
    // Twins cancel, though they were read apart.
    assert_eq!(
        read("hackenbush 0-b,0-a,z-y")
            .components()
            .next()
            .map(|one| one.position()),
        read("hackenbush 0-a,b-0")
            .components()
            .next()
            .map(|one| one.position())
    );
    let answer = solve(&read("hackenbush 0-a,b-0 + hackenbush b-0-a"), Play::Normal);
    assert_eq!(answer.value.expect("a value").to_string(), "0");
}

#[test]
fn errors_have_a_place() {
    let column = |text: &str| text.parse::<Game>().expect_err(text).column;
    assert_eq!(column("hackenbush a-b"), 12);
    assert_eq!(column("hackenbush 0-a,-b"), 16);
    assert_eq!(column("hackenbush:ground=z 0-a"), 21);
    assert_eq!(column("hackenbush:ground=a,, a-b"), 21);
    assert_eq!(column("hackenbush @pictures.txt"), 12);
}

#[test]
fn a_large_picture_from_a_file() {
    // Double edges one on another, then a long stalk.
    let mut text = String::from("# a picture\n");
    for at in 0..300 {
        text.push_str(&format!("{at} {}\n", at + 1));
        if at < 100 {
            text.push_str(&format!("{} {at}\n", at + 1));
        }
    }
    let files = |name: &str| match name {
        "stalk.txt" => Ok(text.clone()),
        "dot" => Ok("graph { ground -- a -- b; ground -- b }".to_owned()),
        _ => Err(message!("no such file", "没有该文件")),
    };
    let read =
        |text: &str| Game::parse(text, &files).unwrap_or_else(|error| panic!("{text}: {error}"));
    let game = read("hackenbush @stalk.txt");
    assert_eq!(game.to_string(), "hackenbush @stalk.txt");
    let answer = solve(&game, Play::Normal);
    assert_eq!(answer.value.expect("a value").to_string(), "200");
    let cut = read("hackenbush @stalk.txt#250-251,3-2,299-300");
    assert_eq!(cut.to_string(), "hackenbush @stalk.txt#2-3,250-251");
    let answer = solve(&cut, Play::Normal);
    assert_eq!(answer.value.expect("a value").to_string(), "151");
    assert_eq!(answer.winning.listed.len(), 1);
    assert!(Game::parse("hackenbush @stalk.txt#2-3,2-3,2-3", &files).is_err());
    // What is too large for a search is told so at once.
    let mut text = String::new();
    for at in 0..5000 {
        text.push_str(&format!("{at} {}\n", at + 1));
    }
    let files_too = |_: &str| Ok(text.clone());
    let game = Game::parse("hackenbush @long", &files_too).expect("a picture");
    assert!(solve(&game, Play::Misere).outcome.is_none());
    assert!(StateGraph::new(&game, Play::Normal, &Budget::default()).is_err());
    let small = read("hackenbush @dot");
    assert_eq!(small.to_string(), "hackenbush ground-a,ground-b,a-b");
    assert_eq!(
        read("hackenbush @dot#b-a").to_string(),
        "hackenbush ground-a,ground-b"
    );
}
