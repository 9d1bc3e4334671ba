//! Boards of the whole catalogue: what is clicked exists, what is told of a move is what search tells, every position that is
//! reached reads back, and the perfect opponent wins whatever is won.

use std::collections::{HashMap, HashSet};

use grundy::rulesets::CATALOGUE;
use grundy::scene::{Mark, Scene};
use grundy::{Budget, Game, Outcome, Play, Solver};
use grundy_play::Board;

fn budget() -> Budget {
    Budget {
        positions: 20_000,
        ..Budget::default()
    }
}

/// The examples of the catalogue that can be played by hand.
fn examples() -> impl Iterator<Item = Game> {
    let parsed = CATALOGUE
        .iter()
        .filter_map(|listing| listing.example.parse().ok());
    parsed.filter(|game: &Game| game.to_string().len() < 200)
}

fn exists(scene: &Scene, mark: &Mark) -> bool {
    match (scene, mark) {
        (Scene::Heap(count) | Scene::Row(count) | Scene::Ring(count), Mark::Stone(stone)) => {
            stone < count
        }
        (Scene::Row(count), Mark::Gap(gap)) => 0 < *gap && gap < count,
        (Scene::Heaps(heaps), Mark::Of(heap, stone)) => {
            heaps.get(*heap).is_some_and(|count| stone < count)
        }
        // A piece's board reaches as far as its moves do.
        (Scene::Piece { at, .. }, &Mark::Square(x, y)) => {
            x <= at.0 + 1 && y <= at.1 + 1 && (x, y) != *at
        }
        (Scene::Strip(cells), &Mark::Cell(cell)) => (cell as usize) < cells.len(),
        (Scene::Board { width, squares }, &Mark::Square(x, y)) => {
            (x as usize) < *width && y as usize * width + (x as usize) < squares.len()
        }
        (Scene::Graph { vertices, .. }, Mark::Vertex(vertex)) => *vertex < vertices.len(),
        (Scene::Graph { edges, .. }, Mark::Edge(edge)) => *edge < edges.len(),
        (Scene::Several(insets), Mark::In(place, mark)) => {
            let inset = insets.get(*place);
            inset.is_some_and(|inset| exists(&inset.scene, mark))
        }
        _ => false,
    }
}

/// Games in which one click leaves a choice, or some moves have none.
const CHOICES: &[&str] = &[
    "passing",
    "boxes",
    "blocking",
    "graph-nim",
    "paper",
    "sprouts",
    "brussels-sprouts",
    "nogo",
    "conjunctive",
    "long-conjunctive",
    "selective",
    "ordinal",
];

fn check(board: &Board) {
    let text = board.game.to_string();
    let mut paths: HashMap<(usize, String), HashSet<String>> = HashMap::new();
    for mv in &board.moves {
        let scene = &board.places[mv.component].scene;
        for path in &mv.clicks {
            assert!(!path.is_empty(), "{text}");
            for mark in path {
                assert!(exists(scene, mark), "{text}: {mark} in {scene:?}");
            }
            let path = format!("{path:?}");
            paths
                .entry((mv.component, path))
                .or_default()
                .insert(mv.to.join("|"));
        }
        let choices = CHOICES
            .iter()
            .any(|name| board.places[mv.component].game.starts_with(name));
        if !choices {
            assert!(
                !mv.clicks.is_empty(),
                "{text}: '{}' cannot be clicked",
                mv.message
            );
        }
        let again: Game = mv
            .game
            .to_string()
            .parse()
            .expect("what is reached reads back");
        assert!(again == mv.game, "{text}: {again}");
    }
    for ((component, path), results) in paths {
        let choices = CHOICES
            .iter()
            .any(|name| board.places[component].game.starts_with(name));
        assert!(
            choices || results.len() == 1,
            "{text}: {path} means {results:?}"
        );
    }
}

#[test]
fn every_move_of_the_catalogue_is_clicked_and_judged() {
    for game in examples() {
        for play in [Play::Normal, Play::Misere] {
            let mut game = game.clone();
            for seed in 0..3 {
                let board = Board::new(&game, play, &budget());
                check(&board);
                let mut solver = Solver::new();
                solver.budget = budget();
                for mv in board.moves.iter().step_by(1 + board.moves.len() / 12) {
                    let after = solver.solve(&mv.game, play).outcome;
                    if let (Some(told), Some(after)) = (mv.after, after) {
                        assert_eq!(told, after, "{game} {play:?}: {}", mv.message);
                    }
                }
                let Some(chosen) = board.choose(30, seed) else {
                    break;
                };
                game = board.moves[chosen.number].game.clone();
            }
        }
    }
}

#[test]
fn the_perfect_opponent_wins_what_is_won() {
    for game in examples() {
        for play in [Play::Normal, Play::Misere] {
            let mut board = Board::new(&game, play, &budget());
            let (Some(Outcome::N | Outcome::P), true) = (board.answer.outcome, board.complete)
            else {
                continue;
            };
            let winner = usize::from(board.answer.outcome == Some(Outcome::P));
            let mut turn = 0;
            while !board.is_over() && turn < 400 {
                // Whoever is lost plays anything.
                let errs = if turn % 2 == winner { 0 } else { 100 };
                let Some(chosen) = board.choose(errs, turn as u64 + 7) else {
                    break;
                };
                let comment = board.comment(chosen.number);
                assert!(
                    comment.is_some() || board.moves[chosen.number].wins.is_none(),
                    "{game}"
                );
                board = Board::new(&board.moves[chosen.number].game, play, &budget());
                turn += 1;
            }
            if board.is_over() {
                let stuck = turn % 2;
                let won = match play {
                    Play::Normal => 1 - stuck,
                    Play::Misere => stuck,
                };
                assert_eq!(won, winner, "{game} {play:?}");
            }
        }
    }
}

#[test]
fn comments_say_what_would_have_been_better() {
    let board = Board::new(&"nim 3 5".parse().expect("a game"), Play::Normal, &budget());
    let wrong = board
        .moves
        .iter()
        .position(|mv| mv.game.to_string() == "nim 2 5")
        .expect("a move");
    assert_eq!(
        board.comment(wrong).expect("known").to_string(),
        "“take 1 (in nim 3)” leaves your opponent nim-sum 7, which can be made 0; “take 2 (in nim 5)” would have left nim-sum 0."
    );
}

#[test]
fn what_is_too_large_is_said_so() {
    let board = Board::new(
        &"nim 1000000000000 7".parse().expect("a game"),
        Play::Normal,
        &budget(),
    );
    assert!(!board.complete && !board.is_over());
    assert_eq!(board.answer.outcome, Some(Outcome::N));
    let many = format!("nim{}", " 3".repeat(5_001));
    let board = Board::new(&many.parse().expect("a game"), Play::Normal, &budget());
    assert!(!board.complete && !board.is_over() && board.places.is_empty());
    assert_eq!(board.answer.outcome, Some(Outcome::N));
    assert_eq!(board.choose(0, 1), None);
}

/// Every move that wins is among the moves once, and as many win as the answer counts.
#[test]
fn as_many_moves_win_as_are_counted() {
    let more = [
        "node-kayles:a-b,b-c,a-c,c-d",
        "arc-kayles:a-b,b-c,a-c,c-d",
        "arc-kayles:grid=2x2",
        "hackenbush ground-a,ground-a,a-b,a-b,ground-c",
        "rule 'n -> n-1 | (n+1)/2 if n > 1; 1 -> 0' 3 7",
        "flip ++++-+++",
        "multiply 9 30",
        "tree 0,0,0 0,0",
        "moore:2 3 3 3 1",
    ];
    for game in examples().chain(more.iter().map(|text| text.parse().expect(text))) {
        for play in [Play::Normal, Play::Misere] {
            let board = Board::new(&game, play, &budget());
            let ends = game.components().all(|component| component.ends());
            let Some(count) = board
                .answer
                .winning
                .count
                .filter(|_| board.complete && ends)
            else {
                continue;
            };
            let win = board
                .moves
                .iter()
                .filter(|mv| mv.wins == Some(true))
                .count();
            assert_eq!(count.to_string(), win.to_string(), "{game} under {play:?}");
        }
    }
}

/// A move that can be made in several ways can be clicked in each of them.
#[test]
fn each_way_to_make_a_move_can_be_clicked() {
    for (text, moves, ways) in [
        ("node-kayles:a-b,b-c,a-c", 1, 3),
        ("hackenbush ground-a,ground-a,ground-a", 1, 3),
    ] {
        let game: Game = text.parse().expect(text);
        let board = Board::new(&game, Play::Normal, &budget());
        assert_eq!(board.moves.len(), moves, "{text}");
        assert_eq!(board.moves[0].clicks.len(), ways, "{text}");
    }
}

/// Search cuts boards into pieces and turns them; whoever plays sees the board as it lies.
#[test]
fn boards_stay_as_they_lie() {
    for (game, mv, after) in [
        (
            "cram 2x3",
            "lay a domino across, from row 1, column 1",
            "cram xx./...",
        ),
        (
            "cram 1x5",
            "lay a domino across, from row 1, column 2",
            "cram .xx..",
        ),
        ("tactix 2x3", "take row 1, column 1", "tactix .oo/ooo"),
        (
            "clobber xox/oxo",
            "move from row 2, column 3 onto row 1, column 3",
            "clobber xoo/ox.",
        ),
    ] {
        let board = Board::new(&game.parse().expect("a game"), Play::Normal, &budget());
        let told = |one: &&grundy_play::Move| one.message.render(grundy::Lang::En) == mv;
        let found = board.moves.iter().find(told).expect(mv);
        assert_eq!(found.game.to_string(), after, "{game}: {mv}");
        // What is left is worth what search says of its pieces.
        let after = Solver::new().solve(&found.game, Play::Normal).outcome;
        assert_eq!(after, found.after, "{game}: {mv}");
    }
}
