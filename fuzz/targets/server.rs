//! Requests to the page's server: whatever bytes come on a connection, it answers each request with a status and, where it
//! says so, with valid JSON; it never panics; and nothing reaches the service but requests that read back as they were written,
//! within their bounds, asked by a name of this machine.

#![cfg_attr(fuzzing, no_main)]

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use grundy::message;
use grundy_service::{Failure, Refused, Request};
use grundy_web::routes::ROUTES;
use grundy_web::{Answers, Limits, Question, Rehearsal, Settings};
use libfuzzer_sys::fuzz_target;

/// Remembers what it is asked, and answers with it.
#[derive(Default)]
struct Echo(Mutex<Vec<Question>>);

impl Answers for Echo {
    fn answer(&self, question: &Question, _stop: &Arc<AtomicBool>) -> Result<Vec<u8>, Failure> {
        let mut asked = self.0.lock().expect("a list");
        asked.push(question.clone());
        let out = serde_json::json!({ "asked": question.request }).to_string();
        let message = message!("no \"\u{0}\u{1f}\u{2028}", "否 \"\u{0}\u{1f}\u{2028}");
        // Some questions fail in each of the ways there are.
        match out.len() % 7 {
            1 => Err(Failure::Unknown(message.into())),
            2 => Err(Failure::File(message)),
            3 => Err(Failure::Interrupted),
            4 => Err(Refused::OneGame(out).into()),
            _ => Ok(out.into_bytes()),
        }
    }
}

const QUERY: usize = 300;
const BODY: usize = 400;
const OUTPUT: usize = 600;

static ECHO: LazyLock<Arc<Echo>> = LazyLock::new(Arc::default);
static SERVER: LazyLock<Rehearsal> = LazyLock::new(|| {
    let settings = Settings {
        limits: Limits {
            query: QUERY,
            body: BODY,
            output: OUTPUT,
            head_time: Duration::from_millis(50),
            body_time: Duration::from_millis(50),
            ..Limits::default()
        },
        ..Settings::default()
    };
    Rehearsal::new(settings, Arc::clone(&ECHO) as Arc<dyn Answers>).expect("a clock")
});

/// One answer off the front: its length in all.
fn answer(text: &[u8]) -> usize {
    let head = text
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .expect("a whole head")
        + 4;
    let lines = std::str::from_utf8(&text[..head])
        .expect("a head of text")
        .to_ascii_lowercase();
    let status: u16 = lines
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok())
        .expect("a status");
    assert!((200..600).contains(&status) || status == 100, "{lines}");
    let value = |name: &str| lines.split("\r\n").find_map(|line| line.strip_prefix(name));
    let length = value("content-length: ").map_or(0, |length| length.parse().expect("a length"));
    // The answer to a HEAD has a length but no body; what follows is the next answer or the end.
    let body = &text[head..];
    if body.is_empty() || body.starts_with(b"HTTP/1.") || status == 304 {
        return head;
    }
    let body = body.get(..length).expect("a whole body");
    if value("content-type: ") == Some("application/json") {
        let json: serde_json::Value = serde_json::from_slice(body).expect("JSON");
        if status != 200 {
            assert_eq!(json["schema"], "grundy.error/1");
            assert!(
                json["error"]["message"]
                    .as_str()
                    .is_some_and(|message| !message.is_empty())
            );
        }
    }
    if status == 200 && body.starts_with(b"{\"asked\"") {
        assert!(length <= OUTPUT);
    }
    head + length
}

fuzz_target!(|bytes: &[u8]| {
    ECHO.0.lock().expect("a list").clear();
    let written = SERVER.answers(bytes);
    let mut left = &written[..];
    let mut answers = 0;
    while !left.is_empty() {
        left = &left[answer(left)..];
        answers += 1;
    }
    let asked = ECHO.0.lock().expect("a list");
    assert!(
        asked.len() <= answers,
        "{} questions, {answers} answers",
        asked.len()
    );
    if !asked.is_empty() {
        let text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
        assert!(
            ["localhost", "127.", "[::1]", "[0:", "[::ffff:", "[::7f"]
                .iter()
                .any(|own| text.contains(own)),
            "{text}"
        );
    }
    for question in asked.iter() {
        let written = serde_json::to_string(&question.request).expect("JSON");
        let read: Request = serde_json::from_str(&written).expect("a request");
        assert_eq!(read, question.request);
        assert!(written.len() <= 8 * (QUERY + BODY) + 400, "{written}");
        let forms = ROUTES.iter().flat_map(|route| route.answers);
        assert!(forms.into_iter().any(|answer| answer.form == question.form));
        assert!(question.most_bytes <= Limits::default().bytes);
        assert_eq!(question.most_output, OUTPUT);
    }
});
