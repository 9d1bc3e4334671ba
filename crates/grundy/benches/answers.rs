//! How long one answer takes in the library: sums of a few small components, by what is asked of them.
//!
//! `cargo bench -p grundy --bench answers`; with `-- --quick` fewer rounds, as a smoke test.

use std::hint::black_box;
use std::time::Instant;

use grundy::{Game, Play, Solver, Wanted};

/// Sums as they are written.
const SUMS: [&str; 6] = [
    "nim 3 5 7",
    "nim 3 5 7 12 19 33 64 100",
    "wythoff 4,9 + nim 3",
    "take:1,3,4 21 35",
    "kayles 12 + kayles 31 + nim 2",
    "bash:4 17 + fibonacci 30",
];

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let rounds = if quick { 200 } else { 200_000 };
    println!("nanoseconds for an answer; none has reasons");
    println!("{:36}{:>9}{:>9}{:>9}", "sum", "outcome", "value", "moves");
    for text in SUMS {
        let game: Game = text.parse().expect("a game");
        print!("{text:36}");
        for wanted in [Wanted::Outcome, Wanted::Value, Wanted::Moves] {
            let mut solver = Solver::new();
            solver.reasons = false;
            solver.wanted = wanted;
            let mut once = |rounds: u32| {
                let begun = Instant::now();
                for _ in 0..rounds {
                    black_box(solver.solve(black_box(&game), Play::Normal));
                }
                begun.elapsed().as_nanos() as f64 / f64::from(rounds)
            };
            once(rounds / 10);
            let least = (0..5).map(|_| once(rounds / 5)).fold(f64::MAX, f64::min);
            print!("{least:9.0}");
        }
        println!();
    }
}
