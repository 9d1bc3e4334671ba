//! Search of whole sums: known outcomes, and how much it looks at.

use std::fs::read_to_string;

use grundy::budget::Meter;
use grundy::component::Component;
use grundy::engine::whole::SumSearch;
use grundy::{Budget, Game, Play};

/// Seconds that this thread has had of a processor.
fn seconds() -> f64 {
    let told = read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let spent = told.split(' ').next().and_then(|spent| spent.parse().ok());
    spent.unwrap_or(0.0) / 1e9
}

/// `cargo test --release -p grundy --test whole -- --ignored --nocapture`
#[test]
#[ignore = "a minute in a release build"]
fn measured() {
    for text in [
        "cram 4x4",
        "cram 4x5",
        "cram 5x5",
        "cram 3x7",
        "node-kayles:grid=4x5",
        "node-kayles:king=4x5",
        "sprouts 5",
        "sprouts 6",
        "sprouts 7",
        "sprouts 8",
        "clobber 3x4",
        "tactix 4x4",
        "kayles 9 12 14 17",
        "kayles 20 21 22 23",
    ] {
        let Ok(game) = text.parse::<Game>() else {
            eprintln!("{text}: not read");
            continue;
        };
        let sum: Vec<&dyn Component> = game.components().collect();
        let budget = Budget::default();
        let (mut meter, begun) = (Meter::new(&budget), seconds());
        let mut search = SumSearch::reducing(Play::Misere);
        let outcome = search.outcome(&sum, &mut meter);
        let spent = budget.positions - meter.positions_left();
        let (sums, bytes) = (search.sums(), meter.bytes_held());
        let took = seconds() - begun;
        eprintln!("{text}: {outcome:?}, {sums} sums, {spent} positions, {bytes} bytes, {took:.3} s");
    }
}
