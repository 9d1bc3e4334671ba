//! Law: no question costs more than its budget. Positions, rules, codes and numbers are made up from a seed, and asked about
//! within 4 MiB and 50 ms: bytes are counted by the allocator, and the clock is looked at in time.
#![cfg_attr(fuzzing, no_main)]

#[allow(dead_code)]
#[path = "../../crates/grundy/tests/budgeted/mod.rs"]
mod budgeted;

use std::time::Duration;

use budgeted::Random;
use grundy::{Budget, Play};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let budget = Budget {
        positions: 10_000,
        bytes: 4 << 20,
        time: Some(Duration::from_millis(50)),
        ..Budget::default()
    };
    // Text is asked about as it stands, where there is some; its bytes are a seed, too.
    if let Ok(text) = std::str::from_utf8(bytes) {
        for play in [Play::Normal, Play::Misere] {
            let took = budgeted::solve(text, play, &budget);
            assert!(!budgeted::wrong(&took, &budget, 10), "{took:?}");
        }
    }
    let seed = bytes.iter().fold(0xCBF2_9CE4_8422_2325u64, |seed, &byte| {
        (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    let (asked, took) = Random(seed).question(&budget);
    let asked: String = asked.chars().take(2_000).collect();
    assert!(!budgeted::wrong(&took, &budget, 10), "{asked}: {took:?}");
});
