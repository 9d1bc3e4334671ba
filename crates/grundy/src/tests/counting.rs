//! One law over the whole catalogue: the winning moves are counted, and two of one component are the same exactly if they
//! lead to the same position as the player writes it.
//!
//! The moves are told here twice, without the engines and without what puts equal ones together: by the texts of the options
//! that a ruleset pushes, for the games whose positions are written as the player sees them; and for the games that keep less
//! than the player sees (a board's pieces turned, heaps put in order) by playing on the text itself.

use std::collections::BTreeSet;

use crate::budget::{Budget, Meter};
use crate::component::Component;
use crate::engine::whole::SumSearch;
use crate::game::Game;
use crate::quotient::{Outcome, Play};
use crate::rule::Closure;
use crate::rulesets::CATALOGUE;
use crate::solve::{Engine, Solver};

/// Every game of the catalogue, with positions from which everything that follows is looked at.
const STARTS: &[&str] = &[
    "nim 6",
    "bounded 7,3",
    "bash:3 9",
    "bash:2-4 9",
    "take:1,3,4 10",
    "take:!1,2 8",
    "0.137 8",
    "0.45f 8",
    "4.3 6",
    "c.7 6",
    "kayles 9",
    "dawsons-kayles 9",
    "dawsons-chess 9",
    "treblecross 9",
    "officers 8",
    "guiles 9",
    "grundy 10",
    "couples 9",
    "lasker 7",
    "tax:3/0,1,0,2,0,1,3,1 7",
    "wythoff 4,4",
    "fibonacci 9",
    "euclid 9,5",
    "rook 3,3",
    "queen 3,3",
    "king 4,4",
    "knight 5,5",
    "bishop 4,4",
    "cross 3,3",
    "passing 3 2 1",
    "moore:2 2 2 1",
    "staircase 2 1 2",
    "nimble 5",
    "northcott 2,7",
    "silver 1 3 5",
    "dollar 1 3 4",
    "turtles 0 2 4",
    "mock-turtles 0 2 4",
    "twins 0 2 4",
    "triplets 0 2 4",
    "ruler 0 2 4",
    "moebius 1 3 4",
    "mogul 1 3 4",
    "coins:2-3 1 3 4",
    "welter 0 3 5",
    "rim 6",
    "blocking:1 2 2",
    "exact:2 2 2 1",
    "cram 2x3",
    "cram .x./...",
    "clobber 2x3",
    "clobber xo./oox",
    "cannibal-clobber 2x3",
    "sprouts 2",
    "brussels-sprouts 1",
    "nimstring 1x2",
    "nimstring x./.../..",
    "0.[37] 9",
    "4?.[03] 8",
    "{2+}!.0 10",
    "0.{1,3}2= 9",
    "fission .x./x../...",
    "nogo 2x3",
    "nogo x.#/.o.",
    "amazons x../..#",
    "toads-and-frogs tt..f",
    "elephants-and-rhinos e.e..r",
    "conjunctive 'nim 2 & kayles 3'",
    "long-conjunctive 'nim 2 & kayles 3'",
    "selective 'nim 2 | kayles 3'",
    "ordinal 'nim 2 : kayles 3'",
    "tactix 2x3",
    "tactix o.o/ooo",
    "chomp 3x3",
    "graph:a-b,a-b,a-c,b-c,c-d,b-d a",
    "tree 0,0,1,1,2",
    "hackenbush ground-a,ground-a,a-b,a-b,b-b,b-b,ground-c",
    "node-kayles:a-b,b-c,a-c,c-d",
    "node-kayles:a-b,b-c,c-d,d-a,a-e,b-e,c-e,d-e",
    "arc-kayles:a-b,b-c,a-c,c-d,c-e",
    "geography:a-b,a-b,b-c,c-a,c-d a",
    "undirected-geography:a-b,b-c,c-a,c-d a",
    "edge-geography:a-b,a-b,b-c,c-a,c-d a",
    "undirected-edge-geography:a-b,a-b,b-c,c-a,c-d a",
    "graph-nim:a-b:2,a-b:2,b-c:1,c-a:1 a",
    "row:1,2 8",
    "ring:1,2 7",
    "atleast:2-4 9",
    "multiply:2-9 70",
    "multiply:3-5 40",
    "boxes 1 1 0 2 1",
    "once 6",
    "legendre:1 9",
    "legendre:2 8",
    "primes 8 2 9",
    "divisors 24",
    "decrement 2 2 1",
    "flip ++++-+++",
    "hill:2 1 3 5",
    "paper 5,5",
    "take:squares 9",
    "rule 'n -> n-1 | n/2 if n > 0' 9",
    "tartan:twins,turtles 2,3",
    "acrostic:twins,ruler 2,3",
    "end-nim 2 1 2 1",
    "kotzig:1,2 7",
    "sylver 4,5",
    "toppling-dominoes 5",
    "nimstring 1x2",
];

type Parts = Vec<Box<dyn Component>>;

/// A move: the position that it leaves as the player writes it, and that position.
type Move = (Vec<String>, Parts);

fn read(text: &str) -> Game {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn parts(text: &str) -> Parts {
    read(text).components().map(Component::boxed).collect()
}

fn written(component: &dyn Component) -> String {
    format!("{} {}", component.head(), component.position())
}

/// The moves of a component, the same ones put together.
fn moves(component: &dyn Component) -> Vec<Move> {
    let mut seen = BTreeSet::new();
    let all = lying::moves(component.head(), &component.position()).unwrap_or_else(|| {
        let options = component.options(usize::MAX).expect("no limit");
        let told = |to: Parts| {
            let mut key: Vec<String> = to.iter().map(|part| written(part.as_ref())).collect();
            key.sort();
            (key, to)
        };
        options.into_iter().map(told).collect()
    });
    all.into_iter()
        .filter(|(key, _)| seen.insert(key.clone()))
        .collect()
}

/// How many moves of a sum win, by the rules alone.
fn winning(sum: &[&dyn Component], by_rules: &mut SumSearch) -> usize {
    let budget = Budget {
        time: None,
        ..Budget::default()
    };
    let mut meter = Meter::new(&budget);
    let mut wins = |place: usize, to: &Parts| {
        let others = sum.iter().enumerate().filter(|&(other, _)| other != place);
        let after: Vec<&dyn Component> = others
            .map(|(_, component)| *component)
            .chain(to.iter().map(AsRef::as_ref))
            .collect();
        by_rules.outcome(&after, &mut meter) == Ok(Outcome::P)
    };
    let mut count = 0;
    for (place, component) in sum.iter().enumerate() {
        let moves = moves(*component);
        count += moves.iter().filter(|(_, to)| wins(place, to)).count();
    }
    count
}

/// Every way to leave out engines that is asked: none, each one, and all but each one.
fn solvers() -> Vec<(String, Solver)> {
    let without = |off: &[Engine]| {
        let solver = off
            .iter()
            .fold(Solver::new(), |solver, &engine| solver.without(engine));
        (format!("without {off:?}"), solver)
    };
    let others = |engine: Engine| {
        let others = Engine::ALL.into_iter().filter(|&other| other != engine);
        without(&others.collect::<Vec<_>>())
    };
    let one_off = Engine::ALL.iter().map(|&engine| without(&[engine]));
    std::iter::once(without(&[]))
        .chain(one_off)
        .chain(Engine::ALL.map(others))
        .map(|(name, mut solver)| {
            solver.listed = usize::MAX;
            solver.budget.time = None;
            (name, solver)
        })
        .collect()
}

/// Holds what all engines count and list against the moves of a sum.
fn hold(game: &Game, by_rules: &mut SumSearch, solvers: &mut [(String, Solver)]) {
    let play = by_rules.play();
    let sum: Vec<&dyn Component> = game.components().collect();
    let count = winning(&sum, by_rules);
    for (place, (engines, solver)) in solvers.iter_mut().enumerate() {
        let answer = solver.solve(game, play);
        let told = answer.winning.count;
        assert!(
            place > 0 || told.is_some(),
            "{game} under {play:?}: no count"
        );
        let Some(told) = told else { continue };
        let listed = answer.winning.listed.len();
        let told = (told.to_string(), listed);
        assert_eq!(
            told,
            (count.to_string(), count),
            "{game} under {play:?} {engines}"
        );
    }
}

/// The components that can follow one, itself first; at most so many.
fn following(start: &dyn Component, most: usize) -> Parts {
    let mut seen = BTreeSet::from([written(start)]);
    let mut found = vec![start.boxed()];
    let mut next = 0;
    while let Some(component) = found.get(next).cloned() {
        next += 1;
        for part in component.options(usize::MAX).expect("no limit").concat() {
            if found.len() < most && seen.insert(written(part.as_ref())) {
                found.push(part);
            }
        }
    }
    found
}

#[test]
fn every_engine_counts_moves_as_the_player_writes_them() {
    let mut solvers = solvers();
    let mut names = BTreeSet::new();
    for start in STARTS {
        let mut by_rules = [Play::Normal, Play::Misere].map(SumSearch::new);
        for component in read(start).components() {
            names.extend(component.rules().name());
            for position in following(component, 10) {
                let game = read(&written(position.as_ref()));
                for by_rules in &mut by_rules {
                    hold(&game, by_rules, &mut solvers);
                }
            }
        }
    }
    for listing in CATALOGUE {
        assert!(
            names.contains(listing.name),
            "no start for {}",
            listing.name
        );
    }
}

/// Rules in the one-line notation: clauses and alternatives that lead to one position, sums told in any order, values said, and
/// coordinates that no measure shows to fall.
const RULES: &[&str] = &[
    "'n -> n-1 | (n+1)/2 if n > 1; 1 -> 0' 9",
    "'n -> a + b for k in 1..=2, a in 0..=n-k, b = n-k-a' 8",
    "'n -> a + b + c for a in 0..n, b in 0..n-a, c = n-1-a-b' 6",
    "'n -> (n+k-1)/k for k in 2..=5 if n > 1' 20",
    "'n -> n-k for k in {1,2,2}; n -> n-2 | end if n > 4' 9",
    "'n -> n-k for k in v where v = [1,1,3]' 9",
    "'0 = *3; 5 = *2; n -> n-1 | end | n-1' 8",
    "'(x,y) -> (x-k,y) for k in 1..; (x,y) -> (x,y-k) for k in 1..; (x,y) -> (x-k,y-k) for k in 0.. if k > 0' 3,3",
    "'(x,y) -> (min(x,y)-1,max(x,y)) | (max(x,y),min(x,y)-1)' 3,3",
    "'(x,y) -> (y,x-1) | (x-1,y)' 3,3",
    "'(x,y) -> (x-1,y) + (x,y-1) | (x,y-1) + (x-1,y)' 2,2",
    "'n -> n xor 3 if n % 4 > 1; n -> n-1 | n-2 + n-2 if n % 4 < 2' 8",
];

#[test]
fn rules_count_so_too() {
    let mut solvers = solvers();
    for rule in RULES {
        let mut by_rules = [Play::Normal, Play::Misere].map(SumSearch::new);
        for component in read(&format!("rule {rule}")).components() {
            for position in following(component, 10) {
                let game = read(&written(position.as_ref()));
                for by_rules in &mut by_rules {
                    hold(&game, by_rules, &mut solvers);
                }
            }
        }
    }
}

/// A function of positions, whether or not it is known that its play ends, counts as the game of the catalogue that it is.
#[test]
fn functions_count_as_the_games_that_they_are() {
    let kayles = |heap: &u64| {
        let all =
            (1..=2.min(*heap)).flat_map(|taken| (0..=heap - taken).map(move |left| (taken, left)));
        all.map(|(taken, left)| vec![left, heap - taken - left])
            .collect()
    };
    for (name, ends) in [("kayles-that-ends", true), ("kayles-that-may-end", false)] {
        for heap in 0..12 {
            for play in [Play::Normal, Play::Misere] {
                let mut rules = Closure::sums(name, kayles);
                if ends {
                    rules = rules.ending();
                }
                let told = Solver::new().solve(&rules.game([heap]), play);
                let known = Solver::new().solve(&read(&format!("kayles {heap}")), play);
                assert_eq!(
                    told.winning.count, known.winning.count,
                    "{name} {heap} {play:?}"
                );
                assert_eq!(told.winning.listed.len(), known.winning.listed.len());
            }
        }
    }
}

/// In a sum the component moved in is part of the move.
#[test]
fn equal_components_count_each() {
    let mut solvers = solvers();
    for sum in [
        "nim 3 3 1",
        "nim 1 1 1",
        "kayles 5 5 2",
        "cram 1x4 1x4 + nim 1",
        "passing 2 2 + nim 2",
        "moore:2 2 2 1 + nim 1",
        "multiply 30 30 + nim 2",
        "hackenbush ground-a,ground-a,a-b ground-a,ground-a,a-b + nim 1",
        "node-kayles:a-b,b-c,a-c a,b,c a,b,c + nim 3",
        "flip ++++-+++-++++",
        "tree 0,0 0,0 + nim 1",
        "legendre:1 2 4 + take:1,2 2",
        "blocking:1 2 2 + nim 1",
    ] {
        for play in [Play::Normal, Play::Misere] {
            hold(&read(sum), &mut SumSearch::new(play), &mut solvers);
        }
    }
}

/// What the contract of the notation gives as examples, by hand.
#[test]
fn by_hand() {
    for (game, play, count) in [
        ("kayles 10", Play::Normal, 4),
        ("nim 3 3 1", Play::Normal, 3),
        ("nim 1 1 1", Play::Normal, 3),
        ("cram 1x4", Play::Misere, 2),
        ("flip ++++-+++", Play::Normal, 2),
        ("flip 4 3", Play::Normal, 2),
        ("node-kayles:a-b,b-c,a-c", Play::Normal, 1),
        ("tree 0,0,0", Play::Normal, 3),
        ("hackenbush ground-a,ground-a,ground-b", Play::Normal, 2),
        ("multiply 9", Play::Normal, 1),
        ("moore:2 1 1", Play::Normal, 1),
        (
            "rule 'n -> n-1 | (n+1)/2 if n > 1; 1 -> 0' 3",
            Play::Normal,
            1,
        ),
    ] {
        let answer = Solver::new().solve(&read(game), play);
        let told = answer.winning.count.map(|count| count.to_string());
        assert_eq!(told, Some(count.to_string()), "{game}");
    }
}

/// Games that keep less than the player sees, played on their text.
mod lying {
    use super::{Move, parts};

    /// The moves of a position; `None` for a game whose positions are written as they are seen.
    pub(super) fn moves(head: &str, position: &str) -> Option<Vec<Move>> {
        let (name, parameters) = head.split_once(':').unwrap_or((head, ""));
        Some(match name {
            "cram" => cram(position),
            "clobber" | "cannibal-clobber" => clobber(head, position),
            "tactix" => tactix(position),
            "fission" => fission(position),
            "nogo" => nogo(position),
            "amazons" => amazons(position),
            "toads-and-frogs" => toads(head, position, true),
            "elephants-and-rhinos" => toads(head, position, false),
            "tree" => tree(position),
            "flip" => flip(position),
            "passing" => heaps(head, position, passing),
            "moore" => heaps(head, position, |heaps| {
                lowered(heaps, 1..=number(parameters))
            }),
            "exact" => heaps(head, position, |heaps| {
                lowered(heaps, number(parameters)..=number(parameters))
            }),
            "decrement" => heaps(head, position, |heaps| {
                let all = lowered(heaps, 1..=heaps.len());
                let by_one = |left: &Vec<usize>| heaps.iter().zip(left).all(|(a, b)| a - b < 2);
                all.into_iter().filter(by_one).collect()
            }),
            "blocking" => blocking(head, position, number(parameters)),
            "graph-nim" => graph_nim(head, position),
            "arc-kayles" => arc_kayles(head, position),
            _ => return None,
        })
    }

    fn number(text: &str) -> usize {
        text.parse().expect(text)
    }

    /// What is left, as the player sees it and as a game; nothing where that is the empty text.
    fn one(seen: String, game: &str) -> Move {
        let to = if game.is_empty() {
            Vec::new()
        } else {
            parts(game)
        };
        (vec![seen], to)
    }

    fn cram(board: &str) -> Vec<Move> {
        let rows: Vec<Vec<char>> = match board.split_once('x').map(|(a, b)| (a.parse(), b.parse()))
        {
            Some((Ok(rows), Ok(columns))) => vec![vec!['.'; columns]; rows],
            _ => board.split('/').map(|row| row.chars().collect()).collect(),
        };
        let mut moves = Vec::new();
        for row in 0..rows.len() {
            for column in 0..rows[row].len() {
                for (down, right) in [(0, 1), (1, 0)] {
                    let other = (row + down, column + right);
                    let free = |(row, column): (usize, usize)| {
                        rows.get(row).and_then(|row| row.get(column)) == Some(&'.')
                    };
                    if !free((row, column)) || !free(other) {
                        continue;
                    }
                    let mut left = rows.clone();
                    left[row][column] = 'x';
                    left[other.0][other.1] = 'x';
                    let rows: Vec<String> = left.into_iter().map(String::from_iter).collect();
                    let board = rows.join("/");
                    moves.push(one(board.clone(), &format!("cram {board}")));
                }
            }
        }
        moves
    }

    /// The rows of a board of stones, a size standing for a whole one.
    fn rows(board: &str, whole: impl Fn(usize) -> char) -> Vec<Vec<char>> {
        match board.split_once('x').map(|(a, b)| (a.parse(), b.parse())) {
            Some((Ok(rows), Ok(columns))) => {
                let (rows, columns): (usize, usize) = (rows, columns);
                let row = |row| (0..columns).map(|column| whole(row + column)).collect();
                (0..rows).map(row).collect()
            }
            _ => board.split('/').map(|row| row.chars().collect()).collect(),
        }
    }

    /// What is left on a board, as it is seen.
    fn seen(head: &str, rows: Vec<Vec<char>>) -> Move {
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        let board = rows.join("/");
        one(board.clone(), &format!("{head} {board}"))
    }

    fn clobber(head: &str, board: &str) -> Vec<Move> {
        let cannibal = head == "cannibal-clobber";
        let start = |diagonal| {
            if cannibal || diagonal % 2 == 1 {
                'o'
            } else {
                'x'
            }
        };
        let rows = rows(board, start);
        let places = || {
            (0..rows.len()).flat_map(|row| (0..rows[row].len()).map(move |column| (row, column)))
        };
        let mut moves = Vec::new();
        for from in places() {
            for to in places() {
                let (stone, prey) = (rows[from.0][from.1], rows[to.0][to.1]);
                let beside = from.0.abs_diff(to.0) + from.1.abs_diff(to.1) == 1;
                if beside && stone != '.' && prey != '.' && (cannibal || stone != prey) {
                    let mut left = rows.clone();
                    left[from.0][from.1] = '.';
                    left[to.0][to.1] = stone;
                    moves.push(seen(head, left));
                }
            }
        }
        moves
    }

    fn tactix(board: &str) -> Vec<Move> {
        let rows = rows(board, |_| 'o');
        let mut moves = Vec::new();
        for row in 0..rows.len() {
            for column in 0..rows[row].len() {
                for (down, right) in [(0, 1), (1, 0)] {
                    let (mut left, mut row, mut column) = (rows.clone(), row, column);
                    while left.get(row).and_then(|row| row.get(column)) == Some(&'o') {
                        left[row][column] = '.';
                        moves.push(seen("tactix", left.clone()));
                        (row, column) = (row + down, column + right);
                    }
                }
            }
        }
        moves
    }

    /// The place so many steps from another, if it has this letter.
    fn step(
        rows: &[Vec<char>],
        (row, column): (usize, usize),
        (down, right): (isize, isize),
        letter: char,
    ) -> Option<(usize, usize)> {
        let (row, column) = (
            row.checked_add_signed(down)?,
            column.checked_add_signed(right)?,
        );
        (rows.get(row)?.get(column) == Some(&letter)).then_some((row, column))
    }

    fn places(rows: &[Vec<char>], letter: char) -> Vec<(usize, usize)> {
        let all =
            (0..rows.len()).flat_map(|row| (0..rows[row].len()).map(move |column| (row, column)));
        all.filter(|&(row, column)| rows[row][column] == letter)
            .collect()
    }

    fn fission(board: &str) -> Vec<Move> {
        let rows = rows(board, |_| '.');
        let mut moves = Vec::new();
        for from in places(&rows, 'x') {
            for (down, right) in [(0, 1), (1, 0)] {
                let sides = [(down, right), (-down, -right)].map(|way| step(&rows, from, way, '.'));
                if let [Some(one), Some(other)] = sides {
                    let mut left = rows.clone();
                    left[from.0][from.1] = '.';
                    left[one.0][one.1] = 'x';
                    left[other.0][other.1] = 'x';
                    moves.push(seen("fission", left));
                }
            }
        }
        moves
    }

    fn nogo(board: &str) -> Vec<Move> {
        let rows = rows(board, |_| '.');
        let mut moves = Vec::new();
        for (row, column) in places(&rows, '.') {
            for letter in ['x', 'o'] {
                let mut left = rows.clone();
                left[row][column] = letter;
                let text: Vec<String> = left.iter().map(String::from_iter).collect();
                // A board with a block that cannot breathe is none.
                if format!("nogo {}", text.join("/"))
                    .parse::<super::Game>()
                    .is_ok()
                {
                    moves.push(seen("nogo", left));
                }
            }
        }
        moves
    }

    fn amazons(board: &str) -> Vec<Move> {
        let rows = rows(board, |_| '.');
        let ways = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
        let ways: Vec<(isize, isize)> = ways.filter(|&way| way != (0, 0)).collect();
        let reached = |rows: &[Vec<char>], from: (usize, usize)| {
            let mut reached = Vec::new();
            for &way in &ways {
                let mut at = from;
                while let Some(next) = step(rows, at, way, '.') {
                    reached.push(next);
                    at = next;
                }
            }
            reached
        };
        let mut moves = Vec::new();
        for from in places(&rows, 'x') {
            for to in reached(&rows, from) {
                let mut moved = rows.clone();
                moved[from.0][from.1] = '.';
                moved[to.0][to.1] = 'x';
                for hit in reached(&moved, to) {
                    let mut left = moved.clone();
                    left[hit.0][hit.1] = '#';
                    moves.push(seen("amazons", left));
                }
            }
        }
        moves
    }

    fn toads(head: &str, strip: &str, jumps: bool) -> Vec<Move> {
        let [right, left] = if jumps { ['t', 'f'] } else { ['e', 'r'] };
        let rows = vec![strip.chars().collect::<Vec<char>>()];
        let mut moves = Vec::new();
        for (letter, other, way) in [(right, left, 1), (left, right, -1)] {
            for from in places(&rows, letter) {
                let over = jumps && step(&rows, from, (0, way), other).is_some();
                let to = step(&rows, from, (0, way), '.');
                let to = to.or(step(&rows, from, (0, 2 * way), '.').filter(|_| over));
                if let Some(to) = to {
                    let mut after = rows.clone();
                    after[0][from.1] = '.';
                    after[0][to.1] = letter;
                    moves.push(seen(head, after));
                }
            }
        }
        moves
    }

    fn tree(parents: &str) -> Vec<Move> {
        let parents: Vec<usize> = match parents {
            "." => Vec::new(),
            _ => parents.split(',').map(number).collect(),
        };
        let cut = |cut: usize| {
            // Vertices by their numbers; a parent may have a larger one.
            let falls = |mut vertex: usize| {
                while vertex != 0 && vertex != cut {
                    vertex = parents[vertex - 1];
                }
                vertex == cut
            };
            let left: Vec<usize> = (0..=parents.len())
                .filter(|&vertex| !falls(vertex))
                .collect();
            let renamed = |vertex: usize| left.iter().position(|&one| one == vertex).unwrap();
            let below = left[1..]
                .iter()
                .map(|&vertex| renamed(parents[vertex - 1]).to_string());
            let text = below.collect::<Vec<_>>().join(",");
            let game = if text.is_empty() {
                text
            } else {
                format!("tree {text}")
            };
            one(format!("{left:?}"), &game)
        };
        (1..=parents.len()).map(cut).collect()
    }

    fn flip(run: &str) -> Vec<Move> {
        let run = number(run);
        let turn = |before: usize| {
            let (left, right) = ("+".repeat(before), "+".repeat(run - 2 - before));
            let row = format!("{left}--{right}");
            one(row.clone(), &format!("flip {row}"))
        };
        (0..run.saturating_sub(1)).map(turn).collect()
    }

    fn heaps(head: &str, position: &str, all: impl Fn(&[usize]) -> Vec<Vec<usize>>) -> Vec<Move> {
        let heaps: Vec<usize> = position.split_whitespace().map(number).collect();
        let text = |left: Vec<usize>| {
            let left: Vec<String> = left.iter().map(usize::to_string).collect();
            let left = left.join(" ");
            one(left.clone(), &format!("{head} {left}"))
        };
        all(&heaps).into_iter().map(text).collect()
    }

    /// All heaps of at most so many stones each.
    fn each_below(most: &[usize]) -> Vec<Vec<usize>> {
        most.iter().fold(vec![vec![]], |all, &most| {
            let longer = |heaps: Vec<usize>| {
                (0..=most).map(move |heap| [heaps.clone(), vec![heap]].concat())
            };
            all.into_iter().flat_map(longer).collect()
        })
    }

    fn lowered(heaps: &[usize], count: std::ops::RangeInclusive<usize>) -> Vec<Vec<usize>> {
        let changed = |left: &Vec<usize>| heaps.iter().zip(left).filter(|(a, b)| a != b).count();
        let all = each_below(heaps).into_iter();
        all.filter(|left| count.contains(&changed(left))).collect()
    }

    /// One heap falls, others that are not empty may rise, and a stone at least goes.
    fn passing(heaps: &[usize]) -> Vec<Vec<usize>> {
        let total: usize = heaps.iter().sum();
        let most: Vec<usize> = heaps
            .iter()
            .map(|&heap| if heap > 0 { total } else { 0 })
            .collect();
        let fits = |left: &Vec<usize>| {
            let falls = heaps.iter().zip(left).filter(|(a, b)| a > b).count();
            falls == 1 && left.iter().sum::<usize>() < total
        };
        each_below(&most).into_iter().filter(fits).collect()
    }

    /// Lower one heap, and forbid up to so many of the next lowerings, told by the sizes.
    fn blocking(head: &str, position: &str, most: usize) -> Vec<Move> {
        let (bans, heaps): (Vec<&str>, Vec<&str>) = position
            .split_whitespace()
            .partition(|word| word.starts_with('!'));
        let heaps: Vec<usize> = heaps.into_iter().map(number).collect();
        let mut moves = Vec::new();
        for left in lowered(&heaps, 1..=1) {
            let (from, to) = heaps.iter().zip(&left).find(|(a, b)| a != b).expect("one");
            if bans.contains(&format!("!{from}-{to}").as_str()) {
                continue;
            }
            let mut next: Vec<String> = left
                .iter()
                .flat_map(|&from| (0..from).map(move |to| format!("!{from}-{to}")))
                .collect();
            next.sort();
            next.dedup();
            for set in 0..1u32 << next.len() {
                if set.count_ones() as usize > most {
                    continue;
                }
                let bans = next.iter().enumerate();
                let bans = bans.filter(|&(place, _)| set >> place & 1 == 1);
                let bans: Vec<&str> = bans.map(|(_, ban)| ban.as_str()).collect();
                // Heaps are written in order, so that equal ones are told apart by nobody.
                let mut left = left.clone();
                left.sort_unstable();
                let heaps: Vec<String> = left.iter().map(usize::to_string).collect();
                let text = format!("{} {}", heaps.join(" "), bans.join(" "));
                moves.push(one(text.clone(), &format!("{head} {text}")));
            }
        }
        moves
    }

    /// A pile on each edge at the token; which edge is part of the move.
    fn arc_kayles(head: &str, position: &str) -> Vec<Move> {
        let left: Vec<&str> = position.split(',').collect();
        let edges = head["arc-kayles:".len()..].split(',');
        let mut moves = Vec::new();
        for (one_end, other) in edges.filter_map(|edge| edge.split_once('-')) {
            if !left.contains(&one_end) || !left.contains(&other) {
                continue;
            }
            let kept = left
                .iter()
                .filter(|&&name| name != one_end && name != other);
            let kept: Vec<&str> = kept.copied().collect();
            let to = match kept[..] {
                [] => ":".to_owned(),
                _ => kept.join(","),
            };
            moves.push(one(to.clone(), &format!("{head} {to}")));
        }
        moves
    }

    fn graph_nim(head: &str, position: &str) -> Vec<Move> {
        let (token, piles) = position.split_once('/').unwrap_or((position, ""));
        let piles = if position.contains('/') {
            piles
        } else {
            &head["graph-nim:".len()..]
        };
        let edges = piles
            .split(',')
            .filter(|edge| !edge.is_empty() && *edge != ":");
        let edges: Vec<(&str, &str, usize)> = edges
            .map(|edge| {
                let (ends, pile) = edge.rsplit_once(':').expect("a pile");
                let (one, other) = ends.split_once('-').expect("two ends");
                (one, other, number(pile))
            })
            .collect();
        let mut moves = Vec::new();
        for (place, &(one_end, other, pile)) in edges.iter().enumerate() {
            if token != one_end && token != other {
                continue;
            }
            let to = if token == one_end { other } else { one_end };
            for left in 0..pile {
                let mut after = edges.clone();
                after[place].2 = left;
                let after: Vec<String> = after
                    .iter()
                    .filter(|(_, _, pile)| *pile > 0)
                    .map(|(one, other, pile)| format!("{one}-{other}:{pile}"))
                    .collect();
                let seen = format!("{place}:{left} {to}");
                let after = after.join(",");
                let none = if after.is_empty() { ":" } else { "" };
                moves.push(one(seen, &format!("{head} {to}/{after}{none}")));
            }
        }
        moves
    }
}
