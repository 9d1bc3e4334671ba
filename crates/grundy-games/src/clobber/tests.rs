use std::collections::HashMap;

use super::*;
use crate::oracle;
use crate::quotient::Play;
use grundy::{Game, solve};

const CLOBBER: Clobber = Clobber { cannibal: false };
const CANNIBALS: Clobber = Clobber { cannibal: true };

/// The rules once more, on rows of letters, with no piece, image or theorem.
fn options(cells: &[u8], columns: usize, cannibal: bool) -> Vec<Vec<u8>> {
    let mut options = Vec::new();
    for from in 0..cells.len() {
        let (row, column) = (from / columns, from % columns);
        for to in 0..cells.len() {
            let beside = (to / columns).abs_diff(row) + (to % columns).abs_diff(column) == 1;
            let stones = cells[from] != b'.' && cells[to] != b'.';
            if beside && stones && (cannibal || cells[from] != cells[to]) {
                let mut left = cells.to_vec();
                left[to] = left[from];
                left[from] = b'.';
                options.push(left);
            }
        }
    }
    options
}

fn plain(cells: &[u8], columns: usize, cannibal: bool, known: &mut HashMap<Vec<u8>, u32>) -> u32 {
    if let Some(&value) = known.get(cells) {
        return value;
    }
    let options = options(cells, columns, cannibal);
    let reached: Vec<u32> = options
        .iter()
        .map(|left| plain(left, columns, cannibal, known))
        .collect();
    let value = (0..).find(|value| !reached.contains(value)).unwrap_or(0);
    known.insert(cells.to_vec(), value);
    value
}

/// A board of the letters, and all its pieces in which something can be moved.
fn board(game: Clobber, cells: &[u8], columns: usize) -> (Board, Vec<Board>) {
    let grid = Grid::new(cells.len() / columns, columns).expect("a board");
    let of = |letter: u8| {
        let places = cells.iter().enumerate();
        places.fold(0u128, |set, (at, &cell)| {
            set | u128::from(cell == letter) << at
        })
    };
    let crosses = if game.cannibal { 0 } else { of(b'x') };
    let stones = of(b'o') | of(b'x');
    let board = Board {
        grid,
        stones,
        crosses,
    };
    // No stone leaves a square without one, and none comes to it.
    (board, game.cut_apart(&board).collect())
}

/// Every board of some sizes, in all colours: pieces and what is told of them against the rules alone.
#[test]
fn parts_are_worth_what_the_boards_are() {
    for (rows, columns) in [(1, 9), (2, 4), (2, 5), (3, 3)] {
        for game in [CLOBBER, CANNIBALS] {
            let (mut by_rules, mut by_parts) = (HashMap::new(), HashMap::new());
            let squares = rows * columns;
            for seen in 0..3usize.pow(squares as u32) {
                let (mut number, mut cells) = (seen, Vec::new());
                for _ in 0..squares {
                    cells.push(b".ox"[number % 3]);
                    number /= 3;
                }
                let value = plain(&cells, columns, game.cannibal, &mut by_rules);
                let (whole, parts) = board(game, &cells, columns);
                let values = parts
                    .iter()
                    .map(|part| oracle::part(&game, part, &mut by_parts));
                let sum = values.fold(0, |sum, value| sum ^ value);
                assert_eq!(sum, value, "{}", game.write(&whole));
                if seen % 101 == 0 {
                    oracle::couples(&game, &parts, value);
                }
                if let Some(told) = game.value(&whole) {
                    assert_eq!(told, Nimber::from(value), "{}", game.write(&whole));
                }
            }
        }
    }
}

#[test]
fn theorem_and_moves_agree_with_search() {
    for board in [
        "1x4", "2x2", "2x3", "2x4", "3x3", "xo./oox", "x.o/oxx", "xxo/xxo", "oo.", "x",
    ] {
        oracle::both(&format!("clobber {board}"));
        oracle::both(&format!("cannibal-clobber {board}"));
        oracle::engines(&format!("clobber {board} + nim 2"), Play::Normal);
        oracle::engines(&format!("cannibal-clobber {board} + nim 2"), Play::Normal);
    }
    let boards = [(2, 2), (2, 4), (1, 6), (3, 3)]
        .map(|(rows, columns)| CLOBBER.start(Grid::new(rows, columns).expect("a board")));
    oracle::values(&CLOBBER, boards);
    assert_eq!(CLOBBER.value(&boards[1]), Some(Nimber::from(0u32)));
    assert_eq!(CLOBBER.value(&boards[2]), None);
}

fn value(text: &str) -> u32 {
    let answer = solve(&text.parse().expect(text), Play::Normal);
    let value = answer.value.expect(text).to_string();
    value.parse().expect(text)
}

/// Values worked out by CGSuite 2, as the tests of MCGS (University of Alberta, Müller's group) tell them.
#[test]
fn values_of_cgsuite() {
    let row = (2..=15).map(|columns| value(&format!("clobber 1x{columns}")));
    let told = [1, 1, 3, 0, 0, 2, 2, 4, 0, 5, 2, 2, 0, 0];
    assert_eq!(row.collect::<Vec<_>>(), told);
    let thirds = (1..=7).map(|count| value(&format!("clobber {}", "xxo".repeat(count))));
    assert_eq!(thirds.collect::<Vec<_>>(), [2, 0, 5, 2, 7, 0, 8]);
    for (board, told) in [
        ("2x2", 0),
        ("3x3", 1),
        ("oxxxxxox.oxo.xxxxoxooooxxxxx", 3),
        ("xoxxxooxo.ooxxoo.xoo.xo", 3),
        ("ox.xxxox.xoxooo.oox.ox.ox.oxxx", 7),
        ("xooxoxxoxoo.ox.xooxxoo", 4),
        ("ox.xoxoox.oxx.xxoxoxxoo", 6),
        ("xoo.xo.xoxoox.oxo", 6),
    ] {
        assert_eq!(value(&format!("clobber {board}")), told, "{board}");
    }
    for (board, told) in [
        ("x.oxx/.oxox/xxox./.oooo", 2),
        ("xoxxx/ooo.x/x.ooo/x.xo.", 6),
        ("xxoox/ox.xo/ox..x/.xooo", 0),
        (".xxxx/.oxx./ooooo/xo.ox", 5),
        (".ox../oxoox/oxox./xxoox", 7),
        ("xoxox/oxo../xx.oo/xxo.o", 1),
    ] {
        assert_eq!(value(&format!("cannibal-clobber {board}")), told, "{board}");
    }
}

/// What boards are worth by couples, and what it takes.
#[test]
#[ignore = "measures"]
fn values_by_couples() {
    let boards = std::env::var("BOARDS").unwrap_or_else(|_| {
        "clobber 3x5 clobber 3x6 clobber 4x5 clobber xxxxxoo/xxxxxox/xxoooxo clobber xoxoxxxo/xxxxoxxo/ooxxxxox \
         clobber 1x20 clobber 1x30 cannibal-clobber 4x4 cannibal-clobber 4x5 cannibal-clobber 4x6"
            .to_owned()
    });
    let mut words = boards.split_whitespace();
    while let (Some(name), Some(position)) = (words.next(), words.next()) {
        let cannibal = name == CANNIBAL.name;
        let game = Clobber { cannibal };
        let rows = position
            .split_once('x')
            .map(|(a, b)| (a.parse(), b.parse()));
        let board = match rows {
            Some((Ok(rows), Ok(columns))) => game.start(Grid::new(rows, columns).expect("a board")),
            _ => {
                board(
                    game,
                    position.replace('/', "").as_bytes(),
                    position.find('/').unwrap_or(position.len()),
                )
                .0
            }
        };
        let parts: Vec<Board> = game.cut_apart(&board).collect();
        let budget = crate::budget::Budget {
            time: Some(std::time::Duration::from_secs(60)),
            positions: u64::MAX,
            ..Default::default()
        };
        let mut meter = crate::budget::Meter::new(&budget);
        let mut search = crate::engine::split::search::Search::new(game, 1 << 30);
        let begun = std::time::Instant::now();
        let value = search.sum(&parts, &mut meter);
        println!(
            "{name} {position}: {value:?}, {} options, {:?}",
            search.options(),
            begun.elapsed()
        );
    }
}

#[test]
fn text_reads_back_and_errors_have_a_place() {
    for (text, printed) in [
        ("clobber 1x3 x.o/oxx", "clobber 1x3 x.o/oxx"),
        ("clobber xo/ox", "clobber 2x2"),
        ("clobber ox/xo", "clobber ox/xo"),
        ("cannibal_clobber xo.", "cannibal-clobber oo."),
        ("cannibal-clobber ox/xx", "cannibal-clobber 2x2"),
    ] {
        let game: Game = text.parse().expect(text);
        assert_eq!(game.to_string(), printed);
        assert_eq!(printed.parse::<Game>().expect("reads back"), game);
    }
    let column = |text: &str| text.parse::<Game>().expect_err(text).column;
    assert_eq!(column("clobber xo/oxo"), 12);
    assert_eq!(column("clobber xo/oy"), 12);
    assert_eq!(column("clobber 20x20"), 9);
    assert_eq!(column("clobber:2 2x2"), 9);
}
