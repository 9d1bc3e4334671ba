//! Cram on a board of 4 × 5 (or any game, `cram GAME WORKERS`) explored from its rules and solved by several workers, and the
//! answer held against the library's own search.
//!
//! Dominoes are laid on a board, either way, each on two free neighbouring squares; who lays the last one wins. The
//! rules are those of the library: a board falls apart into the pieces that are left, turned boards are the same, and
//! so are sums of the same pieces.
//!
//! Run it with `cargo run --release -p grundy-cluster --example cram`.

use grundy::{Game, Play, solve};
use grundy_cluster::{Job, Value, solve_games};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let text = arguments.next().unwrap_or_else(|| "cram 4x5".to_owned());
    let workers = arguments.next().map_or(Ok(2), |workers| workers.parse())?;
    let game: Game = text.parse()?;
    let mut job = Job::default();
    job.workers = workers;
    let solution = solve_games(std::slice::from_ref(&game), &job)?;
    let (report, start) = (solution.report, &solution.starts[0]);
    println!(
        "{game}: {} positions, {} moves; explored in {:.3} s, solved in {:.3} s by {workers} workers",
        report.bound, report.edges, report.reading, report.solving
    );
    println!(
        "outcome {:?}, value {:?}, over in {:?} moves",
        start.outcome, start.value, start.remoteness
    );
    if let Some(best) = &start.best {
        println!("best: to {best}");
    }
    let answer = solve(&game, Play::Normal);
    let value = answer.value.map(|value| value.to_string());
    let ours = match &start.value {
        Some(Value::Finite(value)) => Some(value.to_string()),
        _ => None,
    };
    let known = answer.outcome.is_some();
    assert!(
        !known || answer.outcome == start.outcome,
        "search disagrees"
    );
    assert!(value.is_none() || value == ours, "search disagrees");
    Ok(())
}
