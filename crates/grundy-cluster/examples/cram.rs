//! Cram on a board of 4 × 5 (or `cram ROWS COLUMNS WORKERS`) as a game told by its rules, explored and solved by several
//! workers.
//!
//! Dominoes are laid on a board, either way, each on two free neighbouring squares; who lays the last one wins. A position
//! is the set of squares that are taken. Turned boards are the same position, and a square without a free neighbour is as
//! good as taken: both make the positions fewer. The answer is checked against the library's own search.
//!
//! Run it with `cargo run --release -p grundy-cluster --example cram`.

use grundy::{Game, Play, solve};
use grundy_cluster::{ImplicitGame, Job, Value, solve_game};

/// Cram on a board of at most 64 squares.
struct Cram {
    rows: u32,
    columns: u32,
}

/// Taken squares, a bit each, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Board(u64);

impl Cram {
    fn squares(&self) -> u32 {
        self.rows * self.columns
    }

    /// The dominoes that can be laid on a board, as two bits each.
    fn dominoes(&self, board: Board) -> impl Iterator<Item = u64> + '_ {
        let places = (0..self.squares()).flat_map(move |square| {
            let across = square % self.columns + 1 < self.columns;
            let down = square / self.columns + 1 < self.rows;
            let across = across.then_some(0b11 << square);
            let down = down.then_some((1 | 1 << self.columns) << square);
            across.into_iter().chain(down)
        });
        places.filter(move |domino| board.0 & domino == 0)
    }

    /// The least of a board and its turns, with dead squares taken.
    fn normal(&self, board: Board) -> Board {
        let live = self.dominoes(board).fold(0, |live, domino| live | domino);
        let all = u64::MAX >> (64 - self.squares());
        let free = |row: u32, column: u32| live >> (row * self.columns + column) & 1;
        let square = self.rows == self.columns;
        let mut least = u64::MAX;
        for turn in 0..if square { 8 } else { 4 } {
            let mut turned = 0;
            for row in 0..self.rows {
                for column in 0..self.columns {
                    let (mut r, mut c) = (row, column);
                    if turn & 1 != 0 {
                        r = self.rows - 1 - r;
                    }
                    if turn & 2 != 0 {
                        c = self.columns - 1 - c;
                    }
                    if turn & 4 != 0 {
                        (r, c) = (c, r);
                    }
                    turned = turned << 1 | free(r, c);
                }
            }
            least = least.min(all & !turned);
        }
        Board(least)
    }
}

impl ImplicitGame for Cram {
    type Position = Board;

    fn starts(&self) -> Vec<Board> {
        vec![self.normal(Board(0))]
    }

    fn options(&self, board: &Board, options: &mut Vec<Board>) {
        let laid = self.dominoes(*board).map(|domino| Board(board.0 | domino));
        options.extend(laid.map(|board| self.normal(board)));
        options.sort_unstable();
        options.dedup();
    }

    fn encode(&self, board: &Board, bytes: &mut Vec<u8>) {
        bytes.extend(board.0.to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Option<Board> {
        let board = u64::from_le_bytes(bytes.try_into().ok()?);
        Some(Board(board))
    }

    /// The free squares: every move takes two of them or more.
    fn tier(&self, board: &Board) -> Option<u32> {
        Some(self.squares() - board.0.count_ones())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<u32> = std::env::args()
        .skip(1)
        .map(|argument| argument.parse())
        .collect::<Result<_, _>>()?;
    let [rows, columns, workers] = match numbers[..] {
        [] => [4, 5, 2],
        [rows, columns] => [rows, columns, 2],
        [rows, columns, workers] => [rows, columns, workers],
        _ => return Err("give rows, columns, workers".into()),
    };
    if rows == 0 || columns == 0 || rows.saturating_mul(columns) > 64 {
        return Err("the board must have 1 to 64 squares".into());
    }
    let mut job = Job::default();
    job.workers = workers as usize;
    let solution = solve_game(Cram { rows, columns }, &job)?;
    let (report, start) = (solution.report, &solution.starts[0]);
    println!(
        "{rows}x{columns}: {} positions, {} moves; explored in {:.3} s, solved in {:.3} s by {workers} workers",
        report.bound, report.edges, report.reading, report.solving
    );
    println!(
        "outcome {:?}, value {:?}, over in {:?} moves",
        start.outcome, start.value, start.remoteness
    );
    let game: Game = format!("cram {rows}x{columns}").parse()?;
    let answer = solve(&game, Play::Normal);
    let value = answer.value.map(|value| value.to_string());
    let ours = match &start.value {
        Some(Value::Finite(value)) => Some(value.to_string()),
        _ => None,
    };
    assert_eq!(answer.outcome, start.outcome, "search disagrees");
    assert!(value.is_none() || value == ours, "search disagrees");
    Ok(())
}
