//! Law: what the checker proves is so. Rules are made of the bytes, claims of the true values as far as these go on so, and
//! what is verified must hold far behind the bound by brute force, which knows the rules only.
#![cfg_attr(fuzzing, no_main)]

#[path = "../../crates/grundy-check/tests/common/brute.rs"]
#[allow(dead_code, reason = "shared with the checker's tests")]
mod brute;
#[path = "../../crates/grundy-check/tests/common/mod.rs"]
#[allow(dead_code, reason = "shared with the checker's tests")]
mod common;
#[path = "../../crates/grundy-check/tests/common/hunt.rs"]
#[allow(dead_code, reason = "shared with the checker's tests")]
mod hunt;

use brute::{Dice, Game, Kind};
use hunt::Figures;
use libfuzzer_sys::fuzz_target;

/// Most digits of a code: with more of them and what they reach, a call takes too long.
const MOST: usize = 9;

fuzz_target!(|bytes: &[u8]| {
    let [choice, shift, rules @ ..] = bytes else {
        return;
    };
    // Values that grow have the theorem with the most cases.
    let kind = match choice & 7 {
        5 => Kind::Breaking,
        6 => Kind::Taking,
        7 => Kind::AllBut,
        _ => Kind::Growing,
    };
    let rules = &rules[..rules.len().min(MOST)];
    let game = match kind {
        Kind::Growing | Kind::Breaking => {
            let unequal = kind == Kind::Breaking && choice & 16 != 0;
            let most = match (kind, unequal) {
                (Kind::Growing, _) => 15,
                (_, true) => 7,
                (_, false) => 63,
            };
            let mut digits: Vec<u8> = rules.iter().map(|digit| digit & most).collect();
            match digits.first_mut() {
                Some(first) => *first &= !3,
                None => return,
            }
            let least = if choice & 8 != 0 {
                usize::from(choice >> 5)
            } else {
                0
            };
            Game::Code {
                digits,
                unequal,
                least,
            }
        }
        Kind::Taking | Kind::AllBut => {
            let mut set: Vec<usize> = rules
                .iter()
                .map(|&take| usize::from(take % 24) + 1)
                .collect();
            set.sort_unstable();
            set.dedup();
            let all_but = kind == Kind::AllBut;
            if set.is_empty() && !all_but {
                return;
            }
            Game::Take { set, all_but }
        }
    };
    if kind == Kind::Growing && game.parts() > 3 {
        return;
    }
    let mut figures = Figures::default();
    figures.game(kind, &game, &mut Dice(u64::from(*shift)));
    assert!(figures.false_ones.is_empty(), "{:?}", figures.false_ones);
});
