//! Boards of Cram by the search for couples: seconds, options looked at, entries of the table.
//!
//! ```text
//! cargo bench -p grundy-engine --bench boards -- 5x7 5x8 5x9 --threads 2
//! ```
//!
//! With `--quick`, as continuous integration runs it, only what takes moments.

use std::time::Instant;

use grundy_base::budget::{Budget, Meter};
use grundy_engine::split::board::Board;
use grundy_engine::split::dominoes::{Dominoes, Kept};
use grundy_engine::split::search::Search;

/// The boards that are measured where none is named, with their values.
const BOARDS: [(u32, u32, u32); 5] = [(4, 9, 1), (5, 7, 1), (5, 8, 1), (3, 15, 1), (4, 11, 1)];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (mut named, mut threads, mut quick) = (Vec::new(), 1, false);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--threads" => {
                threads = arguments
                    .next()
                    .and_then(|told| told.parse().ok())
                    .expect("--threads N")
            }
            "--quick" => quick = true,
            // What cargo adds.
            "--bench" => {}
            board => {
                let sides = board
                    .split_once('x')
                    .and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
                let (rows, columns) = sides.expect("a board such as 5x7");
                named.push((rows, columns, None));
            }
        }
    }
    if named.is_empty() {
        let most = if quick { 2 } else { BOARDS.len() };
        named = BOARDS[..most]
            .iter()
            .map(|&(rows, columns, value)| (rows, columns, Some(value)))
            .collect();
    }
    println!("cram     value   seconds    options    entries  table MiB  threads");
    for (rows, columns, value) in named {
        let told = match rows * columns <= 64 {
            true => measure::<u64>(rows, columns, threads),
            false => measure::<u128>(rows, columns, threads),
        };
        assert!(
            value.is_none_or(|value| value == told),
            "{rows}x{columns} is {told}"
        );
    }
}

fn measure<B: Kept>(rows: u32, columns: u32, threads: usize) -> u32 {
    let board =
        Board::<B>::new(rows, columns).expect("a board of at most eight columns and 128 squares");
    let whole =
        (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |column| (row, column)));
    let free = whole.fold(B::NONE, |free, (row, column)| {
        free | board.square(row, column)
    });
    let dominoes = Dominoes::new(board);
    let parts = dominoes.pieces(free);
    let mut search = Search::new(dominoes, 1 << 30);
    let budget = Budget {
        positions: u64::MAX,
        bytes: 2 << 30,
        time: None,
        ..Budget::default()
    };
    let begun = Instant::now();
    let value = search.sum_together(&parts, threads, &mut Meter::new(&budget));
    let value = value.expect("nothing runs out");
    println!(
        "{:8} {value:5} {:9.2} {:10} {:10} {:10} {threads:8}",
        format!("{rows}x{columns}"),
        begun.elapsed().as_secs_f64(),
        search.options(),
        search.table().len(),
        search.table().bytes() >> 20,
    );
    value
}
