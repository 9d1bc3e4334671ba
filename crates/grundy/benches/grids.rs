//! Boards by a rule in one line against the same boards by the catalogue's ruleset, each from nothing and on one thread.
//!
//! `cargo bench -p grundy --bench grids`; with `-- --quick` on small boards, as a smoke test.

#[path = "../../../benches/paired.rs"]
mod paired;

use grundy::kinds::AnyRule;
use grundy::{Budget, Game, Nimber, Play, Solver};
use paired::{paired, timed};

const CLOBBER: &str = "grid \"xo\" -> \".x\" | \"o.\" over \".\"";
const CANNIBAL: &str = "grid \"oo\" -> \".o\" over \".\"";
const CRAM: &str = "grid \"..\" -> \"##\"";

/// The rule, its board, the game of the catalogue, and whether it is small.
const BOARDS: [(&str, &str, &str, bool); 9] = [
    (CLOBBER, "oxo/xox/oxo", "clobber 3x3", true),
    (CLOBBER, "oxoxo/xoxox/oxoxo", "clobber 3x5", false),
    (CLOBBER, "oxoxox/xoxoxo/oxoxox", "clobber 3x6", false),
    (CLOBBER, "oxoxo/xoxox/oxoxo/xoxox", "clobber 4x5", false),
    (CANNIBAL, "ooo/ooo/ooo", "cannibal-clobber 3x3", true),
    (CANNIBAL, "ooooo/ooooo/ooooo", "cannibal-clobber 3x5", false),
    (
        CANNIBAL,
        "ooooo/ooooo/ooooo/ooooo",
        "cannibal-clobber 4x5",
        false,
    ),
    (CRAM, "..../..../....", "cram 3x4", true),
    (CRAM, "...../...../...../...../.....", "cram 5x5", false),
];

fn value(game: &Game) -> u64 {
    let mut solver = Solver::new();
    solver.budget = Budget {
        positions: u64::MAX,
        bytes: 8 << 30,
        time: None,
        ..Budget::default()
    };
    let value = solver.solve(game, Play::Normal).value;
    let small = value.as_ref().and_then(Nimber::to_u64);
    small.expect("a value")
}

fn main() {
    let words = paired::words();
    let quick = words.iter().any(|word| word == "--quick");
    let wanted: Vec<&String> = words
        .iter()
        .filter(|word| !word.starts_with("--"))
        .collect();
    for (text, board, known, small) in BOARDS {
        let is_wanted = wanted.is_empty() || wanted.iter().any(|wanted| known.contains(*wanted));
        if !is_wanted || (quick && !small) {
            continue;
        }
        let rule = AnyRule::parse_with(text, &[]).unwrap_or_else(|errors| panic!("{errors}"));
        let part = rule.part(&[board]).unwrap_or_else(|_| panic!("{board}"));
        let ours = Game::from_parts(vec![part]);
        let theirs: Game = known.parse().expect("a game");
        let name = format!("{known} by its rule, the ruleset as baseline");
        let pairs = if known == "clobber 4x5" { 1 } else { 3 };
        let job = |game: &Game| timed(|| value(game));
        paired(&name, pairs, (1.0, "board"), || job(&ours), || job(&theirs));
    }
}
