//! Law: whatever is read as a certificate of a quotient is judged or refused without panic, hang or much memory; and where it is
//! verified for letters by their options, who wins by it is who wins by brute force, which knows the options only.
#![cfg_attr(fuzzing, no_main)]

#[path = "../../crates/grundy-check/tests/common/brute.rs"]
#[allow(dead_code, reason = "shared with the checker's tests")]
mod brute;
#[path = "../../crates/grundy-check/tests/common/sums.rs"]
#[allow(dead_code, reason = "shared with the checker's tests")]
mod sums;

use grundy_check::quotient::Claim;
use grundy_check::words::{self, Language};
use grundy_check::{Effort, Judgement, json, judge};
use libfuzzer_sys::fuzz_target;
use sums::{Quotient, Sums, sealed};

/// Most steps of brute force for one sum.
const MOST: usize = 2_000;

fuzz_target!(|bytes: &[u8]| {
    // The line of claims, to which no mutation would find the hash.
    let Ok(line) = std::str::from_utf8(bytes) else {
        return;
    };
    let effort = Effort {
        most_options: 1_000_000,
        ..Effort::default()
    };
    let text = sealed(line);
    let judgement = match judge(text.as_bytes(), &effort) {
        Ok(judgement) => judgement,
        Err(refusal) => {
            assert!(!words::refusal(&refusal, Language::Chinese).is_empty());
            return;
        }
    };
    for language in [Language::English, Language::Chinese] {
        let said = words::judgement(&judgement, language);
        let lines = if judgement.is_verified() { 5 } else { 2 };
        assert_eq!(said.lines().count(), lines, "{said}");
    }
    let object = json::judgement(&judgement);
    assert_eq!(object["verdict"] == "verified", judgement.is_verified());
    if let Judgement::Quotient(report) = &judgement
        && judgement.is_verified()
    {
        decided(&report.claim, line);
    }
});

/// Holds all sums of up to three letters against brute force, as far as that goes.
fn decided(claim: &Claim, line: &str) {
    let Some(letters) = &claim.letters else {
        return;
    };
    let part = |&part: &u32| part as usize;
    let options = letters.iter().map(|options| {
        let sums = options
            .iter()
            .map(|option| option.iter().map(part).collect());
        sums.collect()
    });
    let mut brute = Sums::new(options.collect());
    let calls = Quotient(serde_json::from_str(line).expect("it was read")).calls();
    let letters = letters.len();
    for one in 0..letters {
        for other in one..letters {
            for third in other..letters {
                for sum in [&[one][..], &[one, other], &[one, other, third]] {
                    let mut steps = MOST;
                    match brute.is_p_within(sum, &mut steps) {
                        Some(is_p) => assert_eq!(calls.p(sum), is_p, "{sum:?}"),
                        None => return,
                    }
                }
            }
        }
    }
}
