//! Rules on grids about groups of equal letters and about cuts along lines, against rules that are written here a second time: all small boards.

use std::collections::{BTreeSet, HashMap};

use grundy::kinds::AnyRule;
use grundy::{Game, Nimber, Outcome, Play, Solver};

type Board = Vec<Vec<u8>>;
/// Boards that lie side by side.
type Sum = Vec<Board>;
type Moves = fn(&Board) -> BTreeSet<Sum>;

fn read(rule: &str) -> AnyRule {
    AnyRule::parse_with(rule, &[]).unwrap_or_else(|errors| panic!("{rule}: {errors}"))
}

fn written(board: &Board) -> String {
    let rows = board
        .iter()
        .map(|row| String::from_utf8(row.clone()).unwrap());
    rows.collect::<Vec<_>>().join("/")
}

fn game(rule: &AnyRule, board: &Board) -> Game {
    let part = rule.part(&[written(board).as_str()]);
    Game::from_parts(vec![
        part.unwrap_or_else(|wrong| panic!("{board:?}: {wrong:?}")),
    ])
}

fn value(board: &Board, moves: Moves, known: &mut HashMap<Board, u64>) -> u64 {
    if let Some(&value) = known.get(board) {
        return value;
    }
    let values: BTreeSet<u64> = moves(board)
        .iter()
        .map(|sum| {
            sum.iter()
                .fold(0, |all, part| all ^ value(part, moves, known))
        })
        .collect();
    let least = (0..).find(|least| !values.contains(least)).unwrap();
    known.insert(board.clone(), least);
    least
}

/// Whether who is to move wins where who cannot move wins.
fn wins(sum: &Sum, moves: Moves, known: &mut HashMap<Sum, bool>) -> bool {
    let mut key = sum.clone();
    key.sort();
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let (mut any, mut won) = (false, false);
    for place in 0..key.len() {
        for to in moves(&key[place]) {
            any = true;
            let mut rest = key.clone();
            rest.remove(place);
            rest.extend(to);
            won |= !wins(&rest, moves, known);
        }
    }
    known.insert(key, won || !any);
    won || !any
}

/// Every cell from which one comes to another by equal letters, by spreading until nothing changes.
fn group(board: &Board, row: usize, column: usize, torus: bool) -> Vec<Vec<bool>> {
    let (height, width) = (board.len(), board[0].len());
    let mut is_in = vec![vec![false; width]; height];
    is_in[row][column] = true;
    loop {
        let before = is_in.clone();
        for (row, column) in cells(board) {
            for (r, c) in near(board, row, column, torus) {
                if before[r][c] && board[r][c] == board[row][column] {
                    is_in[row][column] = true;
                }
            }
        }
        if is_in == before {
            return is_in;
        }
    }
}

fn cells(board: &Board) -> impl Iterator<Item = (usize, usize)> + use<> {
    let (height, width) = (board.len(), board[0].len());
    (0..height).flat_map(move |row| (0..width).map(move |column| (row, column)))
}

fn near(board: &Board, row: usize, column: usize, torus: bool) -> Vec<(usize, usize)> {
    let (height, width) = (board.len() as i64, board[0].len() as i64);
    let steps = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    let mut all = BTreeSet::new();
    for (down, right) in steps {
        let (r, c) = (row as i64 + down, column as i64 + right);
        let (r, c) = match torus {
            true => (r.rem_euclid(height), c.rem_euclid(width)),
            false => (r, c),
        };
        if (0..height).contains(&r) && (0..width).contains(&c) {
            all.insert((r as usize, c as usize));
        }
    }
    all.into_iter().collect()
}

/// What a group is: how many cells, rows and columns, and the letters beside it.
struct Told {
    size: usize,
    rows: usize,
    columns: usize,
    beside: Vec<u8>,
}

/// All boards in which one group is filled, where `fits` says so of its letter, the letter that fills it, and what it is.
fn filled(
    board: &Board,
    letters: &[u8],
    torus: bool,
    fits: impl Fn(u8, u8, &Told) -> bool,
) -> BTreeSet<Sum> {
    let mut all = BTreeSet::new();
    for (row, column) in cells(board) {
        let is_in = group(board, row, column, torus);
        let inside: Vec<(usize, usize)> = cells(board).filter(|&(r, c)| is_in[r][c]).collect();
        let around: BTreeSet<(usize, usize)> = inside
            .iter()
            .flat_map(|&(r, c)| near(board, r, c, torus))
            .filter(|&(r, c)| !is_in[r][c])
            .collect();
        let distinct = |of: fn(&(usize, usize)) -> usize| {
            let all: BTreeSet<usize> = inside.iter().map(of).collect();
            all.last().unwrap() - all.first().unwrap() + 1
        };
        let told = Told {
            size: inside.len(),
            rows: distinct(|cell| cell.0),
            columns: distinct(|cell| cell.1),
            beside: around.iter().map(|&(r, c)| board[r][c]).collect(),
        };
        for &letter in letters {
            if letter != board[row][column] && fits(board[row][column], letter, &told) {
                let mut after = board.clone();
                inside.iter().for_each(|&(r, c)| after[r][c] = letter);
                all.insert(vec![after]);
            }
        }
    }
    all
}

/// All ways to cut a board in two: the first and the second part, with columns for rows and from the other end too where `turned`.
fn cut(board: &Board, turned: bool, back: bool) -> Vec<(Board, Board, bool)> {
    let mut all = Vec::new();
    for line in 1..board.len() {
        all.push((board[..line].to_vec(), board[line..].to_vec(), false));
    }
    if turned {
        for line in 1..board[0].len() {
            let left = board.iter().map(|row| row[..line].to_vec()).collect();
            let right = board.iter().map(|row| row[line..].to_vec()).collect();
            all.push((left, right, true));
        }
    }
    if back {
        let other: Vec<_> = all
            .iter()
            .map(|(one, other, turned)| (other.clone(), one.clone(), *turned))
            .collect();
        all.extend(other);
    }
    all
}

fn count(board: &Board, letter: u8) -> usize {
    board.iter().flatten().filter(|it| **it == letter).count()
}

fn boards(letters: &[u8], height: usize, width: usize) -> Vec<Board> {
    let base = letters.len();
    let count = base.pow((height * width) as u32);
    let board = |number: usize| {
        let letter = |place: usize| letters[number / base.pow(place as u32) % base];
        (0..height)
            .map(|row| {
                (0..width)
                    .map(|column| letter(row * width + column))
                    .collect()
            })
            .collect()
    };
    (0..count).map(board).collect()
}

fn pair(mut one: Vec<Board>) -> Sum {
    one.sort();
    one
}

const CASES: [(&str, &[u8], Moves); 14] = [
    ("grid g -> \".\" for g in groups \"ab\"", b".ab", |board| {
        filled(board, b".", false, |from, _, _| from != b'.')
    }),
    (
        "grid g -> \".\" for g in groups \"ab\" if len(g) > 1",
        b".ab",
        |board| {
            filled(board, b".", false, |from, _, it| {
                from != b'.' && it.size > 1
            })
        },
    ),
    (
        "grid g -> x for g in groups, x in letters if beside(g,x) > 0 over \"abc\"",
        b"abc",
        |board| filled(board, b"abc", false, |_, to, it| it.beside.contains(&to)),
    ),
    (
        "grid g -> \".\" for g in groups \"o\" if beside(g,\".\") == 0 over \"#\"",
        b".o#",
        |board| {
            filled(board, b".", false, |from, _, it| {
                from == b'o' && !it.beside.contains(&b'.')
            })
        },
    ),
    (
        "grid g -> \"b\" for g in groups \"a\" if rows(g) == 1; g -> \".\" for g in groups \"b\" if len(g)%2 == 1",
        b".ab",
        |board| {
            let mut all = filled(board, b"b", false, |from, _, it| {
                from == b'a' && (it.rows == 1 || it.columns == 1)
            });
            all.extend(filled(board, b".", false, |from, _, it| {
                from == b'b' && it.size % 2 == 1
            }));
            all
        },
    ),
    (
        "grid fixed g -> \".\" for g in groups \"ab\" if rows(g) < columns(g) or count(g,\"a\") == 1",
        b".ab",
        |board| {
            filled(board, b".", false, |from, _, it| {
                from != b'.' && (it.rows < it.columns || from == b'a' && it.size == 1)
            })
        },
    ),
    (
        "grid torus g -> \".\" for g in groups \"ab\" if len(g) > 1; \"a\" -> \"b\"",
        b".ab",
        |board| {
            let mut all = filled(board, b".", true, |from, _, it| from != b'.' && it.size > 1);
            for (row, column) in cells(board) {
                let mut after = board.clone();
                if after[row][column] == b'a' {
                    after[row][column] = b'b';
                    all.insert(vec![after]);
                }
            }
            all
        },
    ),
    (
        "grid a \"/\" b -> a + b for a in boards, b in boards if count(a,\"o\") > 0 and count(b,\"o\") > 0 over \".\"",
        b".o",
        |board| {
            let all = cut(board, true, false).into_iter();
            all.filter(|(a, b, _)| count(a, b'o') > 0 && count(b, b'o') > 0)
                .map(|(a, b, _)| pair(vec![a, b]))
                .collect()
        },
    ),
    (
        "grid a \"/\" b -> b for a in boards, b in boards if count(a,\"o\") == count(b,\"o\")+1 over \".\"",
        b".o",
        |board| {
            let all = cut(board, true, true).into_iter();
            all.filter(|(a, b, _)| count(a, b'o') == count(b, b'o') + 1)
                .map(|(_, b, _)| vec![b])
                .collect()
        },
    ),
    (
        "grid fixed a \"/\" b -> a | b for a in boards, b in boards if rows(a) <= rows(b) over \".o\"",
        b".o",
        |board| {
            let all = cut(board, false, false).into_iter();
            all.filter(|(a, b, _)| a.len() <= b.len())
                .flat_map(|(a, b, _)| [vec![a], vec![b]])
                .collect()
        },
    ),
    (
        "grid mirrored a \"/\" b -> b for a in boards, b in boards if rows(a) == 1 over \".o\"; \"oo\" -> \"..\"",
        b".o",
        |board| {
            let all = cut(board, false, true).into_iter();
            let all = all
                .filter(|(a, _, _)| a.len() == 1)
                .map(|(_, b, _)| vec![b]);
            let mut all: BTreeSet<Sum> = all.collect();
            for (row, column) in cells(board) {
                if column + 1 < board[0].len() && board[row][column..column + 2] == *b"oo" {
                    let mut after = board.clone();
                    after[row][column..column + 2].copy_from_slice(b"..");
                    all.insert(vec![after]);
                }
            }
            all
        },
    ),
    (
        "grid a \"/\" b -> a for a in boards, b in boards if len(b) <= 2 and columns(a) > 1 over \".o\"",
        b".o",
        |board| {
            let all = cut(board, true, true).into_iter();
            all.filter(|(a, b, turned)| {
                let along = if *turned { a.len() } else { a[0].len() };
                b.len() * b[0].len() <= 2 && along > 1
            })
            .map(|(a, _, _)| vec![a])
            .collect()
        },
    ),
    (
        "grid a \"/\" m \"/\" b -> a + b for a in boards, m in boards, b in boards if rows(m) == 1 and count(m,\"o\") > 0 over \".\"",
        b".o",
        |board| {
            let mut all = BTreeSet::new();
            for (above, rest, turned) in cut(board, true, false) {
                for (middle, below, again) in cut(&rest, true, false) {
                    let lines = if turned {
                        middle[0].len()
                    } else {
                        middle.len()
                    };
                    if turned == again && lines == 1 && count(&middle, b'o') > 0 {
                        all.insert(pair(vec![above.clone(), below]));
                    }
                }
            }
            all
        },
    ),
    (
        "grid a \"/\" b -> a + b for a in boards, b in boards if count(a,\"o\") > 0; g -> \".\" for g in groups \"o\" if rows(g) > 1",
        b".o",
        |board| {
            let all = cut(board, true, true).into_iter();
            let all = all.filter(|(a, _, _)| count(a, b'o') > 0);
            let mut all: BTreeSet<Sum> = all.map(|(a, b, _)| pair(vec![a, b])).collect();
            all.extend(filled(board, b".", false, |from, _, it| {
                from == b'o' && (it.rows > 1 || it.columns > 1)
            }));
            all
        },
    ),
];

#[test]
fn values_moves_and_misere_as_by_plain_play() {
    for (text, letters, moves) in CASES {
        let rule = read(text);
        assert!(rule.ends(), "{text}");
        // What is printed reads back to the same.
        let printed = rule.to_string();
        assert!(
            read(&printed) == rule && read(&printed).to_string() == printed,
            "{text}"
        );
        let (mut solver, mut known, mut misere) = (Solver::new(), HashMap::new(), HashMap::new());
        for (height, width) in [(1, 4), (2, 2), (3, 2), (2, 4), (3, 3)] {
            let all = boards(letters, height, width);
            let step = (all.len() / 120).max(1);
            for board in all.into_iter().step_by(step) {
                let game = game(&rule, &board);
                let answer = solver.solve(&game, Play::Normal);
                let mine = value(&board, moves, &mut known);
                assert_eq!(
                    answer.value,
                    Some(Nimber::from(mine)),
                    "{text}: {}",
                    written(&board)
                );
                let mut won = 0;
                for sum in moves(&board) {
                    let worth = |all, part| all ^ value(part, moves, &mut known);
                    won += u32::from(sum.iter().fold(0, worth) == 0);
                }
                if height * width < 9 {
                    assert_eq!(
                        answer.winning.count.map(|count| count.to_string()),
                        Some(won.to_string()),
                        "{text}: {}",
                        written(&board)
                    );
                    let told = solver.solve(&game, Play::Misere).outcome;
                    let mine = match wins(&vec![board.clone()], moves, &mut misere) {
                        true => Outcome::N,
                        false => Outcome::P,
                    };
                    assert_eq!(told, Some(mine), "{text}: {}", written(&board));
                }
            }
        }
    }
}

/// A bar of chocolate that is cut so that one part goes: Nim of the lines along both sides.
#[test]
fn bars_are_nim() {
    let rule = read("grid a \"/\" b -> b for a in boards, b in boards from \".\"");
    let mut solver = Solver::new();
    for height in 1..=8 {
        for width in 1..=8 {
            let board = vec![vec![b'.'; width]; height];
            let told = solver.solve(&game(&rule, &board), Play::Normal).value;
            assert_eq!(
                told,
                Some(Nimber::from(((height - 1) ^ (width - 1)) as u64))
            );
        }
    }
}

#[test]
fn what_ends_and_what_need_not() {
    for (text, ends) in [
        (
            "grid g -> x for g in groups, x in letters over \"ab\"",
            false,
        ),
        (
            "grid g -> x for g in groups, x in letters if beside(g,x) > 0 over \"ab\"",
            true,
        ),
        (
            "grid g -> x for g in groups, x in letters if 1 <= beside(g,x) and len(g) > 1 over \"ab\"",
            true,
        ),
        (
            "grid g -> x for g in groups, x in letters if beside(g,x) >= 0 over \"ab\"",
            false,
        ),
        (
            "grid g -> \"b\" for g in groups \"a\"; g -> \"a\" for g in groups \"b\"",
            false,
        ),
        (
            "grid g -> \"b\" for g in groups \"a\"; \"b\" -> \".\"",
            true,
        ),
        (
            "grid a \"/\" b -> a + b for a in boards, b in boards over \".\"; \"o.\" -> \".o\"",
            false,
        ),
        (
            "grid a \"/\" b -> a + b for a in boards, b in boards; \"oo\" -> \".o\"",
            true,
        ),
    ] {
        assert_eq!(read(text).ends(), ends, "{text}");
    }
}

#[test]
fn what_is_wrong_has_its_place() {
    for (text, column, said) in [
        (
            "grid g -> \"ab\" for g in groups",
            6,
            "write a group alone on the left",
        ),
        (
            "grid g \"a\" -> \"b\" for g in groups",
            6,
            "write a group alone on the left",
        ),
        (
            "grid \"a\" -> \"b\" for g in groups",
            21,
            "has infinitely many values",
        ),
        (
            "grid a b -> a for a in boards, b in boards",
            6,
            "a cut has two to 4 boards on the left",
        ),
        (
            "grid a \"/\" b -> a + a for a in boards, b in boards",
            6,
            "a cut has",
        ),
        (
            "grid \"a\" -> \"b\" + \"c\"",
            17,
            "'+' is allowed only on the right, between boards",
        ),
        (
            "grid torus a \"/\" b -> a for a in boards, b in boards",
            1,
            "a torus has no border",
        ),
        (
            "grid g -> \".\" for g in groups if beside(x,\"a\") > 1",
            6,
            "the name 'x' is not defined here",
        ),
        (
            "grid a \"/\" b -> a for a in boards, b in boards if beside(a,\"x\") > 1",
            6,
            "only groups have cells beside them",
        ),
        (
            "grid x -> \"a\" for x in \"b\" if rows(x) > 1",
            6,
            "is neither a group nor a board",
        ),
        (
            "grid g -> \".\" for g in groups if len(g) / count(g,\"a\") > 1",
            1,
            "divided by written numbers",
        ),
        (
            "grid g -> \".\" for g in groups, k in 1..=len(g) if len(g) == k",
            1,
            "take few values, written out",
        ),
        (
            "grid a \"/\" b -> a for a in boards, b in boards if a == b",
            6,
            "cannot be compared directly",
        ),
    ] {
        let errors = AnyRule::parse_with(text, &[]).expect_err(text);
        let found = errors
            .errors
            .iter()
            .find(|error| error.message.to_string().contains(said));
        let found = found.unwrap_or_else(|| panic!("{text}: {errors}"));
        assert_eq!(found.span.start + 1, column, "{text}: {errors}");
    }
}
