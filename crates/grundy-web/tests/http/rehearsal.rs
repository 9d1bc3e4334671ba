//! What is said without a network: damaged requests are answered or dropped, and never a panic. The fuzzer goes further.

use std::sync::Arc;

use grundy_web::{Answers, Rehearsal, Settings};

use crate::support::{Fake, get, limits, post};

#[test]
fn damaged_requests_are_answered_or_dropped() {
    let fake = Arc::new(Fake::default());
    let settings = Settings {
        limits: limits(),
        ..Settings::default()
    };
    let server = Rehearsal::new(settings, Arc::clone(&fake) as Arc<dyn Answers>).expect("a clock");
    let requests = [
        get("/api/v1/solve?game=nim+3%205&lang=zh"),
        post("/api/v1/solve", "{\"game\":\"nim\"}"),
        get("/"),
    ];
    for request in &requests {
        let answered = server.answers(request);
        assert!(answered.starts_with(b"HTTP/1.1 200 OK\r\n"));
    }
    let whole = requests.concat();
    for place in 0..whole.len() {
        let mut flipped = whole.clone();
        flipped[place] ^= 1 << (place % 8);
        for damaged in [&whole[..place], &flipped] {
            let answered = server.answers(damaged);
            assert!(
                answered.is_empty() || answered.starts_with(b"HTTP/1."),
                "{place}"
            );
        }
    }
}
