//! Law: whatever is read as a table of boards is judged or refused without panic, hang or much memory; what is verified is so again; and
//! with the value of the root claimed to be another it is not.
#![cfg_attr(fuzzing, no_main)]

#[path = "../../crates/grundy-check/tests/common/boards.rs"]
#[allow(dead_code, reason = "shared with the checker's tests")]
mod boards;

use grundy_check::boards::{Says, check};
use grundy_check::words::{self, Language};
use grundy_check::{Effort, Judgement, json, judge};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // The lines between the first and the last, which no mutation would find.
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let effort = Effort {
        most_options: 100_000_000,
        bound: 50,
        ..Effort::default()
    };
    let table = boards::sealed(text);
    let judgement = match judge(table.as_bytes(), &effort) {
        Ok(judgement) => judgement,
        Err(refusal) => {
            assert!(!words::refusal(&refusal, Language::Chinese).is_empty());
            return;
        }
    };
    for language in [Language::English, Language::Chinese] {
        assert!(words::judgement(&judgement, language).ends_with('\n'));
    }
    let object = json::judgement(&judgement);
    assert_eq!(object["verdict"] == "verified", judgement.is_verified());
    let Judgement::Boards(report) = &judgement else {
        return;
    };
    let again = check(table.as_bytes(), &effort).expect("it was judged");
    assert_eq!(again.finding, report.finding);
    if let (true, Says::Is(value)) = (judgement.is_verified(), &report.claim.says) {
        let claim = format!("\nroot {} = {value}\n", report.claim.root);
        let other = format!("\nroot {} = {}\n", report.claim.root, value ^ 1);
        let table = boards::sealed(&text.replacen(&claim, &other, 1));
        let judged = judge(table.as_bytes(), &effort);
        assert!(judged.is_ok_and(|judged| !judged.is_verified()), "{table}");
    }
});
