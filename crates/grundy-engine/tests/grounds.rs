//! What the value of a board of dominoes rests on is all that a checker needs, which knows nothing of the search.

use std::fmt::Write;

use grundy_base::Budget;
use grundy_base::budget::Meter;
use grundy_engine::split::Fact;
use grundy_engine::split::board::Board;
use grundy_engine::split::dominoes::Dominoes;
use grundy_engine::split::search::Search;
use sha2::{Digest, Sha256};

/// A piece as rows of free and taken squares.
fn rows(board: &Board<u64>, piece: u64) -> String {
    let (rows, columns) = board.extent(piece);
    let row = |row: u32| -> String {
        let free = |column| piece & board.square(row, column) != 0;
        (0..columns)
            .map(|column| if free(column) { '.' } else { 'x' })
            .collect()
    };
    (0..rows).map(row).collect::<Vec<_>>().join("/")
}

/// The table of a whole board, and how many claims there are.
fn table(rows_of: u32, columns: u32) -> (String, usize) {
    let board = Board::<u64>::new(rows_of, columns).expect("a board");
    let whole = u64::MAX >> (64 - board.squares());
    let mut search = Search::new(Dominoes::new(board), 1 << 28);
    let pieces = search.splits().pieces(whole);
    let mut meter = Meter::new(&Budget::of_positions(100_000_000));
    let (value, grounds) = search.grounds(&pieces, &mut meter).expect("a value");
    let count = grounds.len();
    let mut text = format!(
        "grundy-boards 1\ngame cram\nroot {rows_of}x{columns} = {value}\nentries {count}\n"
    );
    for (piece, fact) in grounds {
        let piece = rows(&board, piece);
        let _ = match fact {
            Fact::Exact(value) => writeln!(text, "{piece} = {value}"),
            Fact::Not(not) => {
                let values = (0..64u32).filter(|n| not >> n & 1 == 1);
                let values: Vec<String> = values.map(|n| n.to_string()).collect();
                writeln!(text, "{piece} ! {{{}}}", values.join(","))
            }
        };
    }
    (sealed(text), count)
}

fn sealed(mut text: String) -> String {
    let hash = Sha256::digest(text.as_bytes());
    text.push_str("sha256 ");
    for byte in hash {
        let _ = write!(text, "{byte:02x}");
    }
    text + "\n"
}

#[test]
fn no_claim_can_be_left_out() {
    let (text, count) = table(3, 5);
    let lines: Vec<&str> = text.lines().collect();
    let effort = grundy_check::Effort {
        bound: 0,
        ..grundy_check::Effort::default()
    };
    let mut needed = 0;
    for left_out in 4..4 + count {
        let mut kept = lines[..lines.len() - 1].to_vec();
        kept.remove(left_out);
        let entries = format!("entries {}", count - 1);
        kept[3] = &entries;
        let text = sealed(kept.join("\n") + "\n");
        let report = grundy_check::boards::check(text.as_bytes(), &effort).expect("a whole table");
        needed += usize::from(!matches!(
            report.finding,
            grundy_check::boards::Finding::Verified(_)
        ));
    }
    println!("{needed} of {count} are needed");
    assert!(needed > count / 2, "{needed} of {count}");
}

#[test]
fn the_checker_proves_all_of_it_and_searches_for_nothing() {
    for (rows, columns) in [
        (1, 2),
        (2, 3),
        (3, 3),
        (3, 4),
        (3, 5),
        (4, 4),
        (4, 5),
        (5, 5),
        (5, 6),
        (3, 9),
    ] {
        let (text, count) = table(rows, columns);
        // What no theorem tells stands in the table.
        let effort = grundy_check::Effort {
            bound: 0,
            most_options: u64::MAX,
            ..grundy_check::Effort::default()
        };
        let report = grundy_check::boards::check(text.as_bytes(), &effort).expect("a whole table");
        println!("{rows}x{columns}: {count} claims, {:?}", report.finding);
        let verified = matches!(report.finding, grundy_check::boards::Finding::Verified(_));
        assert!(verified, "{rows}x{columns}: {:?}", report.finding);
    }
}
