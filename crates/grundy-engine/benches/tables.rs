//! Tables in one and two coordinates against plain C programs that do the same job.
//!
//! `cargo bench -p grundy-engine --bench tables`; with `-- --quick` on tiny sizes, as a smoke test; with
//! `-- subtraction` (or `queen`, `chomp`) only that part.

#[path = "../../../benches/paired.rs"]
mod paired;

use grundy_base::budget::{Budget, Meter};
use grundy_engine::grid::{Grid, TableError, leaper, queen, split};
use grundy_engine::staircase::{Staircases, within_bar};
use grundy_engine::subtraction;
use paired::{alone, baseline, paired, run, run_baseline, timed};
use std::hint::black_box;

const LIMIT: u64 = 1 << 33;

fn never() -> bool {
    false
}

/// The polynomial checksum of the baselines.
fn checksum(values: impl Iterator<Item = u64>) -> u64 {
    values.fold(0, |sum: u64, value| {
        sum.wrapping_mul(31).wrapping_add(value)
    })
}

/// So many distinct takes from `1..=most`, ascending, the same in every run.
fn takes(count: usize, most: u64) -> Vec<u64> {
    let mut state = 0x1234_5678_9ABC_DEF1u64;
    let mut takes = std::collections::BTreeSet::new();
    while takes.len() < count {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        takes.insert(1 + state % most);
    }
    takes.into_iter().collect()
}

fn subtraction_sets(quick: bool) {
    let program = baseline("subtraction");
    for (count, most) in [(100, 10_000), (100, 200), (10, 1000), (300, 1000)] {
        let last: u64 = if quick { 3_000 } else { 1_000_000 };
        let set = takes(count, most);
        let mut words = vec![last.to_string()];
        words.extend(set.iter().map(u64::to_string));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let ours = || {
            let mut table = None;
            let (seconds, _) = timed(|| {
                table = Some(
                    subtraction::values(black_box(&set), last, LIMIT, &never).expect("a table"),
                );
                0
            });
            (
                seconds,
                checksum(table.expect("a table").iter().map(u64::from)),
            )
        };
        let name = format!("subtraction set: {count} takes of 1..{most}");
        paired(
            &name,
            if quick { 1 } else { 5 },
            (last as f64, "heap"),
            ours,
            || run_baseline(&program, &words),
        );
    }
}

/// Times the making of a table; its checksum is not timed.
fn of_table(job: impl Fn() -> Result<Grid, TableError>) -> (f64, u64) {
    let mut table = None;
    let (seconds, _) = timed(|| {
        table = Some(job().expect("a table"));
        0
    });
    (
        seconds,
        checksum(table.expect("a table").iter().map(u64::from)),
    )
}

fn queens(quick: bool) {
    let program = baseline("queen");
    for side in if quick { vec![150] } else { vec![1_000, 4_000] } {
        let words = [side.to_string()];
        let name = format!("queen: {side} x {side}");
        paired(
            &name,
            3,
            ((side * side) as f64, "cell"),
            || of_table(|| queen::queen(black_box(side), side, 1, LIMIT, &never)),
            || run_baseline(&program, &[&words[0]]),
        );
    }
    if !quick {
        for threads in [1, 2] {
            let name = format!("queen: 10000 x 10000, threads: {threads}");
            alone(&name, 1, (1e8, "cell"), || {
                of_table(|| queen::queen(black_box(10_000), 10_000, threads, LIMIT, &never))
            });
        }
    }
}

fn leapers(quick: bool) {
    let program = baseline("leaper");
    let side = if quick { 300 } else { 10_000 };
    let words = side.to_string();
    let king: &[(i64, i64)] = &[(-1, 0), (0, -1), (-1, -1)];
    for (piece, leaps) in [("king", king), ("knight", &[(-1, -2), (-2, -1)])] {
        paired(
            &format!("{piece}: {side} x {side}"),
            if quick { 1 } else { 5 },
            ((side * side) as f64, "cell"),
            || of_table(|| leaper::leaper(black_box(leaps), side, side, LIMIT, &never)),
            || run_baseline(&program, &[piece, &words]),
        );
    }
}

fn splits(quick: bool) {
    let program = baseline("split");
    let side = if quick { 40 } else { 200 };
    let words = side.to_string();
    paired(
        &format!("(x,y) to (x,j) + (i,y): {side} x {side}"),
        if quick { 1 } else { 5 },
        ((side * side) as f64, "cell"),
        || of_table(|| split::split(black_box(side), side, LIMIT, &never)),
        || run_baseline(&program, &[&words]),
    );
}

fn bars(quick: bool) {
    let program = baseline("chomp");
    for side in if quick { vec![6] } else { vec![10, 12, 14] } {
        let words = side.to_string();
        let job = || {
            let mut meter = Meter::new(&Budget {
                time: None,
                ..Budget::default()
            });
            let mut table = None;
            let (seconds, _) = timed(|| {
                table = Staircases::fill(black_box(side), side, &mut meter).ok();
                0
            });
            let table = table.expect("a table");
            (seconds, checksum(table.iter().map(u64::from)))
        };
        paired(
            &format!("chomp: {side} x {side}"),
            if quick { 1 } else { 3 },
            (within_bar(side, side) as f64, "staircase"),
            job,
            || run_baseline(&program, &[&words, &words]),
        );
    }
}

fn main() {
    run(&[
        ("subtraction", subtraction_sets),
        ("queen", queens),
        ("leaper", leapers),
        ("split", splits),
        ("chomp", bars),
    ]);
}
