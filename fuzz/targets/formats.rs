//! Law: no text makes the reader of formats panic, and a format that was read judges any bytes without one.
#![cfg_attr(fuzzing, no_main)]

use std::time::Duration;

use grundy_judge::{Format, Limits, run_within};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &str, &str, &str, &str, &[u8])| {
    let (cases, layout, lists, rule, answer, bytes) = input;
    // A rule is a game, or the formula of each row.
    let key = if rule.contains('{') { "rule" } else { "value" };
    let lists = match lists {
        "" => String::new(),
        lists => format!("lists = {lists:?}\n"),
    };
    let text = format!(
        "[[format]]\nname = \"own\"\ncases = {cases:?}\nlayout = {layout:?}\n{lists}{key} = {rule:?}\nanswer = {answer}"
    );
    let Ok(formats) = Format::parse_all(&text) else {
        return;
    };
    let mut limits = Limits::default();
    (limits.table, limits.kept) = (2000, 1000);
    (limits.budget.positions, limits.budget.bytes) = (2000, 1 << 22);
    limits.budget.time = Some(Duration::from_secs(2));
    for format in &formats {
        // Any error will do.
        let _ = run_within(format, &limits, bytes, std::io::sink());
    }
});
