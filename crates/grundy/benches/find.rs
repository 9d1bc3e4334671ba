//! Patterns: what is found of games with known answers, and how long it takes from rule to pattern.
//!
//! `cargo bench -p grundy --bench find`; with `-- --quick` a few games only, as a smoke test.

#[path = "../tests/known_patterns/mod.rs"]
mod known_patterns;

use std::time::Instant;

use grundy::pattern::{self, Form, Scope, Subject};
use known_patterns::{GAMES, Known, found, known, meter, told};

/// Times from rule to pattern.
fn times(games: &[Known<'_>], quick: bool) {
    println!("| rule | first time, ms | best of five, ms |");
    println!("|---|---|---|");
    for game in games {
        let mut all = Vec::new();
        for _ in 0..if quick { 1 } else { 5 } {
            // From the text, so that nothing is remembered.
            let start = Instant::now();
            let rule = game.rule.text().parse().expect("a rule");
            let report = pattern::find(&rule, &Scope::default(), &mut meter());
            all.push(start.elapsed().as_secs_f64() * 1e3);
            report.expect("values");
        }
        let best = all.iter().copied().fold(f64::INFINITY, f64::min);
        println!("| `{}` | {:.1} | {best:.1} |", game.rule.text(), all[0]);
    }
}

/// What is found of a subject, in a word.
fn word(game: &Known<'_>, expected: &str, subject: Subject, tally: &mut [usize; 4]) -> String {
    let report = pattern::find(&game.rule, &Scope::default(), &mut meter()).expect("values");
    let form = told(&report, subject).map(|found| &found.form);
    let shown = match form {
        Some(Form::Formula { expression, .. }) => format!("`{expression}`"),
        Some(Form::Periodic { period, saltus, .. }) => format!("period {period}, saltus {saltus}"),
        Some(Form::Descent { .. }) => "descent".to_owned(),
        Some(Form::Recurrence { .. }) => "recurrence".to_owned(),
        Some(Form::Automaton { base, .. }) => format!("automaton, base {base}"),
        _ => "nothing".to_owned(),
    };
    let place = match (expected, found(game, &report, subject)) {
        ("-", _) => return shown,
        ("none", true) => 2,
        ("none", false) => 3,
        (_, true) => 0,
        (_, false) => 1,
    };
    tally[place] += 1;
    let verdict = [
        "found",
        "not found",
        "none, as known",
        "TOLD THOUGH NONE IS KNOWN",
    ][place];
    format!("{shown}: {verdict}")
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let games = known(GAMES);
    let (one, more): (Vec<_>, Vec<_>) = games.into_iter().partition(|game| game.rule.arity() == 1);
    if quick {
        times(&one[..2], true);
        return;
    }
    times(&one, false);
    times(&more, false);
    println!("| game | Grundy values | P-positions |");
    println!("|---|---|---|");
    let mut tally = [0; 4];
    for game in one.iter().chain(&more) {
        let values = word(game, game.values, Subject::Values, &mut tally);
        let losing = word(game, game.losing, Subject::Losing, &mut tally);
        println!("| {} | {values} | {losing} |", game.name);
    }
    let [found, missed, none, wrong] = tally;
    println!(
        "known answers found: {found}, not found: {missed}; none known and none told: {none}, told: {wrong}"
    );
}
